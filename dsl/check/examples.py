"""Check examples: positions, what is done in them, and what must result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from rulewright.dsl import nodes
from rulewright.dsl.check.expression_checks import expression, player_of_seat, typed_expression
from rulewright.dsl.check.scope import Scope, SymbolTable, titles_of
from rulewright.dsl.check.statement_checks import check_block
from rulewright.dsl.check.types import set_of
from rulewright.dsl.check.variants import with_ancestors
from rulewright.dsl.checked import PLAYER, TRUTH, Example, ExampleStep, Expression, FieldRef, Option, Rule, StepKind, TableRef
from rulewright.dsl.messages.kinds import UnknownOption, UnknownRule, UnknownVariant
from rulewright.dsl.messages.said import Argument, Phrase, WordList
from rulewright.dsl.messages.suggestions import did_you_mean
from rulewright.dsl.text.source import Span

NO_NUMBER = -1
OF_A_BEGINNING = {
    "given": Phrase("a-whole-game-begins-as-its-rules"),
    "when": Phrase("a-whole-game-goes-on-as-its"),
    "shows": Phrase("in-a-whole-game-chance-falls-by"),
}
"""The lines that cannot be in an example of a whole game, and why."""


def named_variants(node: nodes.Example) -> list[str]:
    """Return the variants that an example names."""
    return [
        word.text
        for line in node.lines
        if isinstance(line, nodes.ExampleLine) and line.kind == "example_variants"
        for word in line.words
    ]


def variants_of(node: nodes.Example, inside: str, known: Mapping[str, nodes.Variant]) -> tuple[str, ...]:
    """Return the variants that an example is played with, in the order in which they are laid over the game."""
    named = named_variants(node)
    return with_ancestors([inside, *named] if inside else named, known)


def check_variant_words(world: SymbolTable, node: nodes.Example, known: Iterable[str]) -> bool:
    """Return whether the variants that an example names exist."""
    names = list(known)
    good = True
    for line in node.lines:
        if isinstance(line, nodes.ExampleLine) and line.kind == "example_variants":
            for word in line.words:
                if word.text not in names:
                    good = False
                    if word.text not in world.broken:
                        world.report(
                            "unknown-name",
                            UnknownVariant(word.text),
                            word.span,
                            Phrase("not-known"),
                            did_you_mean(word.text, names),
                        )
    return good


def check_example(world: SymbolTable, node: nodes.Example, variants: tuple[str, ...], case: Span | None = None) -> Example:
    """Check one example, in the game that it belongs to."""
    players, seed = _players(world, node), _seed(world, node)
    options: dict[str, int] = {}
    steps: list[ExampleStep] = []
    title = f"example {node.numbers[0].text}"
    for line in node.lines:
        if isinstance(line, nodes.BrokenLine) or line.kind in ("example_players", "example_variants", "example_seed"):
            continue
        if line.kind == "example_option":
            _option(world, line, options)
            continue
        step = _step(world, line, players, title)
        if step is not None:
            steps.append(step)
    if not any(
        line.kind not in ("example_players", "example_variants", "example_option", "example_seed", "given")
        for line in node.lines
        if isinstance(line, nodes.ExampleLine)
    ) and not any(isinstance(line, nodes.BrokenLine) for line in node.lines):
        world.report("empty-example", Phrase("this-example-shows-nothing"), node.span, severity="warning")
    return Example(
        numbers=tuple(word.text for word in node.numbers),
        titles=titles_of(world, node.title),
        players=players,
        variants=variants,
        options=options,
        steps=steps,
        span=node.span,
        case=case,
        seed=seed,
    )


def _players(world: SymbolTable, node: nodes.Example) -> int:
    for line in node.lines:
        if isinstance(line, nodes.ExampleLine) and line.kind == "example_players" and isinstance(line.setting, int):
            if not world.least_players <= line.setting <= world.most_players:
                world.report(
                    "player-count",
                    Phrase("the-game-is-not-for-players", setting=str(line.setting)),
                    line.span,
                    way_out=Phrase("choose-to", least_players=world.least_players, most_players=world.most_players),
                )
                return world.most_players
            return line.setting
    unread = not world.players_known or any(isinstance(line, nodes.BrokenLine) for line in node.lines)
    return world.most_players if unread else world.least_players


def _seed(world: SymbolTable, node: nodes.Example) -> int | None:
    """Return the seed of chance, if the example is a whole game from its beginning."""
    lines = [line for line in node.lines if isinstance(line, nodes.ExampleLine)]
    seeds = [line for line in lines if line.kind == "example_seed"]
    if not seeds:
        return None
    for line in seeds[1:]:
        world.report(
            "duplicate-name", Phrase("chance-falls-by-one-number"), line.span, related=[(seeds[0].span, Phrase("the-first-one"))]
        )
    for line in lines:
        if line.kind in OF_A_BEGINNING:
            world.report(
                "whole-game",
                OF_A_BEGINNING[line.kind],
                line.span,
                Phrase("not-in-a-whole-game"),
                Phrase("take-this-away-or-the-line-chance"),
                [(seeds[0].span, Phrase("this-makes-it-a-whole-game"))],
            )
    return seeds[0].setting if isinstance(seeds[0].setting, int) else None


def _option(world: SymbolTable, line: nodes.ExampleLine, options: dict[str, int]) -> None:
    word = line.words[0]
    option = world.options.get(word.text)
    if option is None:
        world.unknown(word.text, word.span, world.options, UnknownOption(word.text))
        return
    value, allowed = setting_value(option, line.setting)
    if value is None:
        world.report(
            "option-setting",
            Phrase("cannot-be-set-to-this", word=word.text),
            line.span,
            way_out=Phrase("write-words", words=allowed),
        )
    else:
        options[option.name] = value


def setting_value(option: Option, setting: int | str | None) -> tuple[int | None, Argument]:
    """Return the number of an option's setting, or None and the possible settings."""
    words = [word for word, _ in option.words]
    if words:
        return (words.index(setting) if isinstance(setting, str) and setting in words else None), WordList.quoted(words)
    if option.type == TRUTH:
        return (int(setting) if isinstance(setting, bool) else None), WordList.quoted(("yes", "no"))
    good = isinstance(setting, int) and not isinstance(setting, bool) and option.least <= setting <= option.most
    return (setting if good and isinstance(setting, int) else None), Phrase(
        "a-number-from-to", least=option.least, most=option.most
    )


def _step(world: SymbolTable, line: nodes.ExampleLine, players: int, title: str) -> ExampleStep | None:
    scope = Scope.acting(world)
    scope.example = True
    scope.seats = players
    before = len(world.diagnostics)
    if line.kind in ("then_allowed", "then_refused"):
        return _setting(world, line)
    who = None if line.seat is None else player_of_seat(scope, line.seat)
    gave = _gave(scope, line.words[0]) if line.kind == "then_gave" else None
    values = _values(scope, line) if line.kind != "then_gave" else _given(scope, line, gave)
    body = check_block(scope, line.body) if line.body else ()
    if len(world.diagnostics) > before and world.failed:
        return None
    rule = Rule(name=title, body=body, locals=scope.locals, span=line.span)
    number = line.setting if isinstance(line.setting, int) else NO_NUMBER
    if line.kind == "choices" and number == NO_NUMBER:
        world.report("wrong-type", Phrase("is-no-number", setting=str(line.setting)), line.span)
    return ExampleStep(
        kind=cast("StepKind", line.kind), rule=rule, seat=who, values=values, number=number, span=line.span, gave=gave
    )


def _gave(scope: Scope, word: nodes.Word) -> Rule | None:
    """Return the rule whose result is asked for."""
    symbol = scope.world.symbols.get(word.text)
    if symbol is None:
        scope.world.unknown(word.text, word.span, scope.world.rules, UnknownRule(word.text))
    elif not isinstance(symbol.meaning, Rule) and symbol.meaning is not None:
        scope.world.report(
            "wrong-type",
            Phrase("is-not-a-rule", word=word.text, kind=symbol.what),
            word.span,
            way_out=Phrase("only-rules-give-something"),
            declared=symbol.span,
        )
    elif symbol.meaning is not None and symbol.meaning.gives is None:
        scope.world.report(
            "no-result",
            Phrase("is-a-rule-that-gives-nothing", word=word.text),
            word.span,
            way_out=Phrase("write-gives-and-a-type-behind-to", word=word.text),
        )
    elif symbol.meaning is not None:
        return symbol.meaning
    return None


def _given(scope: Scope, line: nodes.ExampleLine, rule: Rule | None) -> tuple[Expression, ...]:
    """Return the result of a rule, as the rule gives it."""
    found = (
        expression(scope, line.values[0])
        if rule is None or rule.gives is None
        else typed_expression(scope, line.values[0], rule.gives)
    )
    return () if found is None else (found,)


def _setting(world: SymbolTable, line: nodes.ExampleLine) -> ExampleStep | None:
    """Check `then option length cannot be 40`; the number of players is an option like others here."""
    word = line.words[0]
    if word.text == "players":
        given = isinstance(line.setting, int) and world.least_players <= line.setting <= world.most_players
    elif word.text in world.options:
        given = setting_value(world.options[word.text], line.setting)[0] is not None
    else:
        world.unknown(word.text, word.span, [*world.options, "players"], UnknownOption(word.text))
        return None
    rule = Rule(name=word.text, locals=Scope.acting(world).locals, span=line.span)
    return ExampleStep(kind=cast("StepKind", line.kind), rule=rule, seat=None, values=(), number=int(given), span=line.span)


def _seen(scope: Scope, node: nodes.Expression) -> Expression | None:
    """Check what somebody sees or not: things, the contents of places, or a field."""
    found = expression(scope, node)
    if found is None or found.type.kind in ("thing", "space") or isinstance(found, FieldRef | TableRef):
        return found
    scope.world.report("wrong-type", Phrase("this-is-nothing-that-could-be-hidden"), node.span)
    return None


def _read(scope: Scope, node: nodes.Expression) -> Expression | None:
    """Check what somebody reads or not."""
    if not isinstance(node, nodes.Text):
        scope.world.report("wrong-type", Phrase("what-is-read-is-a-text"), node.span)
        return None
    return expression(scope, node)


def _values(scope: Scope, line: nodes.ExampleLine) -> tuple[Expression, ...]:
    if line.kind == "then":
        found: Sequence[Expression | None] = [typed_expression(scope, value, TRUTH) for value in line.values]
    elif line.kind in ("then_sees", "then_sees_not"):
        found = [_seen(scope, value) for value in line.values]
    elif line.kind in ("then_reads", "then_reads_not"):
        found = [_read(scope, value) for value in line.values]
    elif line.kind == "then_over":
        found = [typed_expression(scope, value, set_of(PLAYER)) for value in line.values]
    else:
        found = [expression(scope, value) for value in line.values]
    return tuple(value for value in found if value is not None)
