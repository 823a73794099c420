"""Check the examples of the game itself under one of its variants."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.cases import Positions, example_cases
from rulewright.dsl.check.examples import check_example, setting_value, variants_of
from rulewright.dsl.check.scope import SymbolTable, titles_of
from rulewright.dsl.check.variants import MergedDeclarations, OverriddenExample
from rulewright.dsl.text.source import Span


def inherited_examples(
    world: SymbolTable,
    base: Iterable[nodes.Declaration],
    combined: MergedDeclarations,
    names: tuple[str, ...],
    known: Mapping[str, nodes.Variant],
    positions: Positions,
) -> list[checked.InheritedExample]:
    """Return every example of the game itself with these variants, with its own diagnostics beside it.

    It keeps the game's own settings, so that another default alone changes nothing about it.
    """
    base = list(base)
    options, players = _options(world, base), _players(base)
    answered = {one.example: one for one in combined.answered}
    standing = set(combined.declarations)
    found: list[checked.InheritedExample] = []
    for node in base:
        if not isinstance(node, nodes.Example) or variants_of(node, "", known) or _is_whole(node):
            continue
        answer = answered.get(node)
        if answer is None and node not in standing:
            continue
        before = len(world.diagnostics)
        for one, case in example_cases(world, evolve(node, lines=(*options, *node.lines, *players)), positions):
            found.append(_one(world, one, answer, names, case))
        del world.diagnostics[before:]
    return found


def _one(
    world: SymbolTable, node: nodes.Example, answer: OverriddenExample | None, names: tuple[str, ...], case: Span | None
) -> checked.InheritedExample:
    before = len(world.diagnostics)
    fits = _fits(world, node)
    example = check_example(world, node, names, case) if fits else None
    wrong = next((one for one in world.diagnostics[before:] if one.severity == "error"), None)
    return checked.InheritedExample(
        numbers=tuple(word.text for word in node.numbers),
        title=titles_of(world, node.title).get("en", ""),
        span=node.span,
        example=None if wrong is not None else example,
        fits=fits,
        wrong=wrong,
        removed=answer.span if answer is not None and answer.removed else None,
        answered=answer is not None,
    )


def _is_whole(node: nodes.Example) -> bool:
    """Return whether it is a whole recorded game, which depends on all rules as they are, through every deal."""
    return any(isinstance(line, nodes.ExampleLine) and line.kind == "example_seed" for line in node.lines)


def _players(base: Iterable[nodes.Declaration]) -> list[nodes.ExampleLine]:
    """Return the number of players for examples that do not say it: of two such lines, the first one counts."""
    return [
        nodes.ExampleLine(span=line.span, kind="example_players", setting=line.least)
        for head in base
        if isinstance(head, nodes.Game)
        for line in head.lines
        if isinstance(line, nodes.Players)
    ]


def _options(world: SymbolTable, base: Iterable[nodes.Declaration]) -> list[nodes.ExampleLine]:
    """Return the game's own default of each option that still allows it: of two such lines, the last one counts."""
    return [
        nodes.ExampleLine(span=option.span, kind="example_option", words=(option.name,), setting=option.default)
        for option in base
        if isinstance(option, nodes.Option)
        and option.name.text in world.options
        and setting_value(world.options[option.name.text], option.default)[0] is not None
    ]


def _fits(world: SymbolTable, node: nodes.Example) -> bool:
    """Return whether the game can be played with the example's number of players and options."""
    lines = [line for line in node.lines if isinstance(line, nodes.ExampleLine)]
    players = next((line.setting for line in lines if line.kind == "example_players"), world.least_players)
    if isinstance(players, int) and not world.least_players <= players <= world.most_players:
        return False
    for line in lines:
        if line.kind == "example_option":
            option = world.options.get(line.words[0].text)
            if option is None or setting_value(option, line.setting)[0] is None:
                return False
    return True
