"""Going through the statements and expressions of a checked game."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expr, Expression, Game, Rule, Statement
from rulewright.dsl.walk import PARTS, attributes

INSIDE = (Expr, tuple, checked.Pick)


def walk_statements(block: Block) -> Iterator[Statement]:
    """All statements of a block, those inside others included."""
    for statement in block:
        yield statement
        match statement:
            case checked.If(branches=branches, otherwise=otherwise):
                for _, body in branches:
                    yield from walk_statements(body)
                yield from walk_statements(otherwise)
            case checked.Menu(options=options):
                for option in options:
                    yield from walk_statements(option.body)
            case checked.Together(choices=choices, effects=effects):
                yield from walk_statements(choices)
                yield from walk_statements(effects)
            case (
                checked.ForEach(body=body)
                | checked.While(body=body)
                | checked.RepeatUntil(body=body)
                | (checked.RepeatTimes(body=body))
            ):
                yield from walk_statements(body)


def deepest(block: Block) -> int:
    """How many blocks lie inside each other in a block, the loops over what can be chosen included."""
    depths = [0]
    for statement in block:
        match statement:
            case checked.If(branches=branches, otherwise=otherwise):
                depths += [1 + deepest(body) for body in (*(body for _, body in branches), otherwise)]
            case checked.Menu(options=options):
                depths += [2 + deepest(option.body) for option in options]
            case checked.Together(choices=choices, effects=effects):
                depths += [2 + deepest(choices), 2 + deepest(effects)]
            case checked.Choose(picks=picks):
                depths.append(1 + len(picks))
            case (
                checked.ForEach(body=body)
                | checked.While(body=body)
                | checked.RepeatUntil(body=body)
                | (checked.RepeatTimes(body=body))
            ):
                depths.append(2 + deepest(body))
    return max(depths)


def rules_of_game(game: Game) -> Iterator[Rule]:
    """Every rule, standing rules and cards included, but not those of examples."""
    named = [*game.rules.values(), game.performing, game.play]
    if game.setup is not None:
        named.append(game.setup)
    named += [card.perform for card in game.cards.values() if card.perform is not None]
    seen: set[int] = set()
    for rule in named:
        for one in (
            rule,
            *(hook.rule for hook in (*rule.before, *rule.after, *rule.instead)),
            *(ban.rule for ban in rule.forbids),
        ):
            if id(one) not in seen:
                seen.add(id(one))
                yield one


def statements_of_game(game: Game) -> Iterator[Statement]:
    """Every statement of every rule, and of the examples."""
    for rule in rules_of_game(game):
        yield from walk_statements(rule.body)
    for example in game.examples:
        for step in example.steps:
            yield from walk_statements(step.rule.body)


def expressions_in(value: object) -> Iterator[Expression]:
    """An expression with all those inside it; of a statement, the expressions it holds directly."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, tuple):
            pending.extend(reversed(one))
        elif isinstance(one, PARTS):
            if isinstance(one, Expr):
                yield one  # type: ignore[misc]
            for name in reversed(attributes(type(one))):
                inner = getattr(one, name)
                if isinstance(inner, INSIDE):
                    pending.append(inner)
                elif isinstance(inner, dict):
                    pending.append(tuple(inner.values()))
