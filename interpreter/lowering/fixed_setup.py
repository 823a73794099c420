"""Find how many statements at the beginning of the set-up are the same in every game."""

from __future__ import annotations

from rulewright.dsl import checked
from rulewright.dsl.checked import Game, Rule
from rulewright.dsl.checked.effects import effects_of
from rulewright.interpreter.position.walk import expressions_in, walk_statements


def asks(game: Game, statement: checked.Statement, seen: set[Rule]) -> bool:
    """Return whether a statement, or a rule that it carries out, may ask a player or chance."""
    for inner in walk_statements((statement,)):
        if effects_of(inner).decided or isinstance(inner, checked.Perform):
            return True
        if isinstance(inner, checked.Call) and asks_inside(game, inner.rule, seen):
            return True
    return False


def asks_inside(game: Game, rule: Rule, seen: set[Rule]) -> bool:
    """Return whether carrying out a rule may ask."""
    if rule in seen:
        return False
    seen.add(rule)
    hooks = (hook.rule for hook in (*rule.before, *rule.after, *rule.instead))
    return any(asks(game, statement, seen) for statement in rule.body) or any(asks_inside(game, hook, seen) for hook in hooks)


def opening_of(game: Game, setup: Rule) -> int:
    """Return how many of the first statements of the set-up are the same in every game: they ask neither a player nor chance."""
    hooks = (*setup.needs, *setup.forbids, *setup.before, *setup.after, *setup.instead)
    if hooks or any(effects_of(statement).leaves for statement in walk_statements(setup.body)):
        return 0
    count = next((place for place, statement in enumerate(setup.body) if asks(game, statement, set())), len(setup.body))
    # The name of a loop is not used after it.
    lasting = (statement for statement in walk_statements(setup.body[:count]) if not isinstance(statement, checked.Holding))
    kept = {name for statement in lasting for name in effects_of(statement).names}
    for statement in walk_statements(setup.body[count:]):
        if any(isinstance(e, checked.LocalRef) and e.local in kept for e in expressions_in(statement)):
            return 0
    return count
