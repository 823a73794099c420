"""Find what no rule uses although it is written somewhere: parameters, options, values, loop names; rules only for examples."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked, nodes
from rulewright.dsl.checked.walk import inside
from rulewright.dsl.lint.rulebook import Rulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Said
from rulewright.dsl.text.source import Span


def find(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    yield from _parameters(rulebook)
    yield from _options(rulebook)
    yield from _values(rulebook)
    yield from _loops(rulebook)
    yield from _for_examples(rulebook)


def _unused(message: Said, span: Span, way_out: Said | None) -> Diagnostic:
    return warning("unused-name", message, span, Said("never-used"), way_out)


def _parameters(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Find parameters of rules and defines that neither they nor standing rules use."""
    given = rulebook.given
    asked = {given.of_local(part.local) for part in rulebook.all(checked.LocalRef)}
    for node in rulebook.declarations:
        if isinstance(node, nodes.Rule | nodes.Define):
            kind = "rule" if isinstance(node, nodes.Rule) else "define"
            for place, parameter in enumerate(node.parameters):
                if (kind, node.name.text, place) not in asked:
                    yield _unused(
                        Said("is-given-and-never-asks-for-it", node=node.name.text, parameter=parameter.name.text),
                        parameter.name.span,
                        Said("use-it-or-take-it-away-here"),
                    )


def _options(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Find options on which nothing depends, even if examples set them."""
    asked = {part.option.name for part in rulebook.all(checked.OptionValue)}
    for game in rulebook.games:
        asked |= {part.option.name for part in inside(*constants(game)) if isinstance(part, checked.OptionValue)}
    for node in rulebook.declarations:
        if isinstance(node, nodes.Option) and node.name.text not in asked:
            yield _unused(Said("no-rule-uses-the-option", node=node.name.text), node.name.span, Said("take-it-away-or-use-it-in"))


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


def _values(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Find values that are never named, of types that nothing iterates over, chooses from, or makes things for."""
    through = {part.values.name for part in rulebook.all(checked.ValueSet)}
    for game in rulebook.games:
        through |= {part.values.name for part in inside(*constants(game)) if isinstance(part, checked.ValueSet)}
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
                        Said("nothing-is-ever-no-rule-names-this", entry=entry.name.text),
                        entry.name.span,
                        Said("use-it-in-a-rule-or-take"),
                    )


def _loops(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Find loops that do the same in each pass."""
    asked = {part.local for part in rulebook.all(checked.LocalRef)}
    doing = (checked.Call, checked.Perform, checked.Choose, checked.Menu)
    for loop in rulebook.all(checked.ForEach):
        if loop.local.slot and loop.local not in asked and loop.span.text.startswith(f"for each {loop.local.name} "):
            players = loop.local.type == checked.PLAYER
            if not any(isinstance(part, doing) for part in inside(loop.body)):
                # A loop can count by adding the same each time.
                continue
            if players and any(isinstance(part, checked.LocalRef) and not part.local.slot for part in inside(loop.body)):
                # It uses the acting player, which another warning reports.
                continue
            yield _unused(
                Said("nothing-in-this-loop-asks-for-so", local=loop.local.name),
                loop.span,
                Said("write-for-each-player-in-so-that") if players else
                Said("speak-of-in-it-or-write-repeat", local=loop.local.name),
            )  # fmt: skip


def _for_examples(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Find rules that the game never calls, although examples show them or standing rules change them.

    Rules that examples use to set up a position are not reported.
    """
    calls: list[checked.Call | checked.Can | checked.After] = [
        *rulebook.all(checked.Call),
        *rulebook.all(checked.Can),
        *rulebook.all(checked.After),
    ]
    called = {part.rule.name for part in calls}
    shown: set[str] = set()
    put_up: set[str] = set()
    bent: set[str] = set()
    for game in rulebook.games:
        bent |= {rule.name for rule in game.rules.values() if rule.before or rule.instead or rule.after or rule.forbids}
        for example in game.examples:
            for step in example.steps:
                names = {part.rule.name for part in inside(step.rule.body) if isinstance(part, checked.Call)}
                if step.kind == "when":
                    shown |= names
                else:
                    put_up |= names
    shown |= put_up & bent
    put_up -= bent
    for node in rulebook.declarations:
        if isinstance(node, nodes.Rule) and node.name.text in shown - put_up - called - {"play", "setup"}:
            yield _unused(
                Said("no-rule-of-the-game-carries-out", node=node.name.text), node.name.span, Said("carry-it-out-on-a-line-of")
            )
