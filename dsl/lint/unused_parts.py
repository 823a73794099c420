"""Find what no rule uses although it is written somewhere: parameters, options, values, loop names; rules only for examples."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked, nodes
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    yield from _parameters(rulebook)
    yield from _options(rulebook)
    yield from _values(rulebook)
    yield from _loops(rulebook)
    yield from _for_examples(rulebook)


def _unused(message: Phrase, span: Span, way_out: Phrase | None) -> Diagnostic:
    return warning("unused-name", message, span, Phrase("never-used"), way_out)


def _parameters(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find parameters of rules and defines that neither they nor standing rules use."""
    given = rulebook.value_sources
    asked = {given.of_local(part.local) for part in rulebook.all(checked.LocalRef)}
    for node in rulebook.declarations:
        if isinstance(node, nodes.Rule | nodes.Define):
            kind = "rule" if isinstance(node, nodes.Rule) else "define"
            for place, parameter in enumerate(node.parameters):
                if (kind, node.name.text, place) not in asked:
                    yield _unused(
                        Phrase("is-given-and-never-asks-for-it", node=node.name.text, parameter=parameter.name.text),
                        parameter.name.span,
                        Phrase("use-it-or-take-it-away-here"),
                    )


def _options(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find options on which nothing depends, even if examples set them."""
    asked = {part.option.name for part in rulebook.all(checked.OptionValue)}
    for game in rulebook.games:
        asked |= {part.option.name for part in descendants(*constants(game)) if isinstance(part, checked.OptionValue)}
    for node in rulebook.declarations:
        if isinstance(node, nodes.Option) and node.name.text not in asked:
            yield _unused(
                Phrase("no-rule-uses-the-option", node=node.name.text), node.name.span, Phrase("take-it-away-or-use-it-in")
            )


def constants(game: checked.Game) -> Iterator[object]:
    """Yield what is worked out before a game: amounts, first places, and first values of fields and cards."""
    for kind in game.kinds.values():
        yield kind.amount, kind.start
    for board in game.boards.values():
        yield board.columns, board.rows, tuple(space.times for space in board.spaces)
    for field in game.fields:
        yield field.default
    for card in game.cards.values():
        yield card.copies, tuple(card.values.values())
    for values in (*game.values.values(), *game.dice.values()):
        if isinstance(values, checked.Values):
            yield values.weights, tuple(value for _, _, value in values.printed)


def _values(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find values that are never named, of types that nothing iterates over, chooses from, or makes things for."""
    through = {part.values.name for part in rulebook.all(checked.ValueSet)}
    for game in rulebook.games:
        through |= {part.values.name for part in descendants(*constants(game)) if isinstance(part, checked.ValueSet)}
        through |= {group.name for kind in game.kinds.values() for group in kind.groups if isinstance(group, checked.Values)}
        through |= {die.name for die in game.dice.values()}
        through |= {one.name for field in game.fields for one in (field.of, *(field.pair or ())) if one is not None}
        through |= {one.name for field in game.fields for one in (field.type,) if field.default is None and one.many}
    for part in rulebook.all(checked.Property):
        if part.property in ("number", "numbered"):
            through.add(part.target.type.name)
    for node in rulebook.declarations:
        if isinstance(node, nodes.Values) and not node.die and node.name.text not in through:
            unnamed = [entry for entry in node.entries if rulebook.mentions[entry.name.text] == 1]
            if rulebook.mentions[node.name.text] > 1 and 2 * len(unnamed) <= len(node.entries):
                for entry in unnamed:
                    yield _unused(
                        Phrase("nothing-is-ever-no-rule-names-this", entry=entry.name.text),
                        entry.name.span,
                        Phrase("use-it-in-a-rule-or-take"),
                    )


def _loops(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find loops that do the same in each pass."""
    asked = {part.local for part in rulebook.all(checked.LocalRef)}
    doing = (checked.Call, checked.Perform, checked.Choose, checked.Menu)
    for loop in rulebook.all(checked.ForEach):
        if loop.local.slot and loop.local not in asked and loop.span.text.startswith(f"for each {loop.local.name} "):
            players = loop.local.type == checked.PLAYER
            if not any(isinstance(part, doing) for part in descendants(loop.body)):
                # A loop can count by adding the same each time.
                continue
            if players and any(isinstance(part, checked.LocalRef) and not part.local.slot for part in descendants(loop.body)):
                # It uses the acting player, which another warning reports.
                continue
            yield _unused(
                Phrase("nothing-in-this-loop-asks-for-so", local=loop.local.name),
                loop.span,
                Phrase("write-for-each-player-in-so-that") if players else
                Phrase("speak-of-in-it-or-write-repeat", local=loop.local.name),
            )  # fmt: skip


def _for_examples(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find rules that the game never calls, although examples show them or standing rules change them.

    Rules that examples use to set up a position are not reported.
    """
    calls: list[checked.Call | checked.Can | checked.TrialExpression] = [
        *rulebook.all(checked.Call),
        *rulebook.all(checked.Can),
        *rulebook.all(checked.TrialExpression),
    ]
    called = {part.rule.name for part in calls}
    shown: set[str] = set()
    put_up: set[str] = set()
    bent: set[str] = set()
    for game in rulebook.games:
        bent |= {rule.name for rule in game.rules.values() if rule.before or rule.instead or rule.after or rule.forbids}
        for example in game.examples:
            for step in example.steps:
                names = {part.rule.name for part in descendants(step.rule.body) if isinstance(part, checked.Call)}
                if step.kind == "when":
                    shown |= names
                else:
                    put_up |= names
    shown |= put_up & bent
    put_up -= bent
    for node in rulebook.declarations:
        if isinstance(node, nodes.Rule) and node.name.text in shown - put_up - called - {"play", "setup"}:
            yield _unused(
                Phrase("no-rule-of-the-game-carries-out", node=node.name.text),
                node.name.span,
                Phrase("carry-it-out-on-a-line-of"),
            )
