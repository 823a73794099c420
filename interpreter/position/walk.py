"""Walk over the statements and expressions of a checked game."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expr, Expression, Game, Rule, Statement
from rulewright.dsl.checked.walk import PARTS, blocks_of
from rulewright.dsl.text.frozen import attributes

INSIDE = (Expr, tuple, checked.Pick)


def walk_statements(block: Block) -> Iterator[Statement]:
    """Yield all statements of a block, including those inside others."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from walk_statements(inner)


def deepest(block: Block) -> int:
    """Return how deep blocks are nested in a block, including loops over options."""
    depths = [0]
    for statement in block:
        if isinstance(statement, checked.Choose):
            depths.append(1 + len(statement.picks))
        deep = 1 if isinstance(statement, checked.If) else 2
        depths += [deep + deepest(inner) for inner in blocks_of(statement)]
    return max(depths)


def rules_of_game(game: Game) -> Iterator[Rule]:
    """Yield every rule, including standing rules and cards, but not those of examples."""
    named = [*game.rules.values(), game.performing, game.play]
    if game.setup is not None:
        named.append(game.setup)
    named += [card.perform for card in game.cards.values() if card.perform is not None]
    seen: set[Rule] = set()
    for rule in named:
        for one in (
            rule,
            *(hook.rule for hook in (*rule.before, *rule.after, *rule.instead)),
            *(ban.rule for ban in rule.forbids),
        ):
            if one not in seen:
                seen.add(one)
                yield one


def statements_of_game(game: Game) -> Iterator[Statement]:
    """Yield every statement of every rule, and of the examples."""
    for rule in rules_of_game(game):
        yield from walk_statements(rule.body)
    for example in game.examples:
        for step in example.steps:
            yield from walk_statements(step.rule.body)


def expressions_in(value: object) -> Iterator[Expression]:
    """Yield an expression with all those inside it; for a statement, the expressions that it holds directly."""
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
