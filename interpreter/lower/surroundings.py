"""What stands around rules: their needs, bans and standing rules; and what of them may wait, tell, or be written out."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Game, Rule, Statement
from rulewright.interpreter.lower.cost import Costs
from rulewright.interpreter.lower.internal import Dispatch, Guarded, HookCall, RawCall
from rulewright.interpreter.lower.walk import deepest, expressions_in, walk_statements

MOST_WRITTEN_OUT = 8
LARGEST_WRITTEN_OUT = 4
DEEPEST_WRITTEN_OUT = 14
"""So deep a rule may lie when it is written out: Python has 20 loops inside each other at most."""


def surrounded(rule: Rule, body: Block) -> Block:
    """A rule's body with its needs, bans and standing rules."""
    result = result_of(rule)
    common: dict[str, Any] = {"span": rule.span, "rule": rule}
    statements: list[Any] = []
    if rule.needs or rule.forbids:
        statements.append(Guarded(**common))
    if rule.before:
        statements.append(HookCall(**common, hooks=rule.before))
    # A body that can be left before its end is apart, so that what comes after it is not skipped.
    apart = bool(rule.after) and not (len(body) == 1 and isinstance(body[0], Dispatch))
    core: Block = (RawCall(**common, result=result),) if apart else body  # type: ignore[assignment]
    if rule.instead:
        statements.append(HookCall(**common, hooks=rule.instead, instead=True, otherwise=core, result=result))
    else:
        statements.extend(core)
    if rule.after:
        statements.append(HookCall(**common, hooks=rule.after))
    if result is not None:
        value = checked.LocalRef(type=result.type, span=rule.span, local=result)
        statements.append(checked.Stop(span=rule.span, value=value))
    return tuple(statements)


def result_of(rule: Rule) -> checked.Local | None:
    """Where the result of a rule waits while standing rules come after it, or stand in its stead: one more local."""
    if rule.gives is None or not (rule.after or rule.instead):
        return None
    if rule.locals[-1].name != "its result":
        rule.locals.append(checked.Local(name="its result", type=rule.gives, slot=len(rule.locals)))
    return rule.locals[-1]


class Surroundings:
    """What a form asks about the rules it writes."""

    game: Game
    resumable: bool
    all_rules: list[Rule]
    card_rules: list[Rule | None]
    performing_local: checked.Local
    suspending: set[int]
    costs: Costs

    @cached_property
    def uses(self) -> Counter[int]:
        """How often each rule is carried out by another."""
        found: Counter[int] = Counter()
        for rule in self.all_rules:
            found.update(
                id(statement.rule) for statement in walk_statements(rule.body) if isinstance(statement, checked.Call)
            )
            for hook in (*rule.before, *rule.after, *rule.instead):
                found[id(hook.rule)] += 1
        return found

    def written_out(self, rule: Rule, inside: list[int], indent: int) -> bool:
        """Whether a rule is written out where it is carried out, instead of being called: only small ones are."""
        if self.costs.counts_rule(rule):
            return False
        if self.resumable or id(rule) in inside or len(inside) > MOST_WRITTEN_OUT or rule.gives is not None:
            return False
        if rule is self.game.performing:
            return not (rule.before or rule.instead or rule.forbids)
        if rule.before or rule.after or rule.instead or rule.forbids:
            return False
        if indent + deepest(rule.body) > DEEPEST_WRITTEN_OUT:
            return False
        statements = list(walk_statements(rule.body))
        if any(isinstance(statement, checked.Stop) for statement in statements):
            return False
        return len(statements) <= (LARGEST_WRITTEN_OUT if self.uses[id(rule)] > 1 else 3 * LARGEST_WRITTEN_OUT)

    def only_tells(self, statement: Statement, inside: frozenset[int] = frozenset()) -> bool:
        """Whether a statement, and all inside it, does nothing but write into the log."""
        match statement:
            case checked.Say():
                return True
            case checked.If(branches=branches, otherwise=otherwise):
                blocks = [*(body for _, body in branches), otherwise]
                return all(self.only_tells(one, inside) for body in blocks for one in body)
            case checked.ForEach(body=body):
                return all(self.only_tells(one, inside) for one in body)
            case checked.Call(rule=rule) if id(rule) not in inside:
                return not (rule.before or rule.after or rule.instead) and all(
                    self.only_tells(one, inside | {id(rule)}) for one in rule.body
                )
        return False

    @cached_property
    def read(self) -> set[int]:
        """The locals that anything but the log reads."""
        found: set[int] = set()
        for rule in self.all_rules:
            for statement in walk_statements(rule.body):
                if not self.only_tells(statement):
                    found.update(id(e.local) for e in expressions_in(statement) if isinstance(e, checked.LocalRef))
            conditions = [
                *rule.needs,
                *(ban.condition for ban in rule.forbids),
                *(hook.condition for hook in (*rule.before, *rule.after, *rule.instead) if hook.condition is not None),
            ]
            for condition in conditions:
                found.update(id(e.local) for e in expressions_in(condition) if isinstance(e, checked.LocalRef))
        return found

    def idle(self, statement: Statement) -> bool:
        """Whether a statement changes nothing but the log, or a local that nothing else reads."""
        if isinstance(statement, checked.Assign) and isinstance(statement.to, checked.Local):
            return statement.how == "set" and id(statement.to) not in self.read
        return self.only_tells(statement)

    def surrounded_by_hooks(self, rule: Rule) -> Block:
        """The statements of a rule with its standing rules."""
        return surrounded(rule, self.body_of(rule))

    # ---- the opening

    def opening_of(self, setup: Rule) -> int:
        """How many of the first statements of the set-up are the same in every game: nobody is asked, and no chance."""
        hooks = (*setup.needs, *setup.forbids, *setup.before, *setup.after, *setup.instead)
        if hooks or any(isinstance(statement, checked.Stop) for statement in walk_statements(setup.body)):
            return 0
        count = next((place for place, statement in enumerate(setup.body) if self.suspends(statement)), len(setup.body))
        kept = {
            id(statement.giving if isinstance(statement, checked.Call) else statement.to)
            for statement in walk_statements(setup.body[:count])
            if isinstance(statement, checked.Assign | checked.Call)
        }
        for statement in walk_statements(setup.body[count:]):
            if any(isinstance(e, checked.LocalRef) and id(e.local) in kept for e in expressions_in(statement)):
                return 0
        return count

    # ---- who may wait

    def body_of(self, rule: Rule) -> Block:
        """A rule's statements; performing any card is finding out which."""
        if rule is self.game.performing:
            return (Dispatch(span=rule.span, local=self.performing_local),)  # type: ignore[return-value]
        return rule.body

    def find_suspending(self) -> set[int]:
        """The rules in which somebody may be asked, or chance may be."""
        waiting = {
            id(rule)
            for rule in self.all_rules
            if any(self.asks_directly(statement) for statement in walk_statements(rule.body))
        }
        uses: dict[int, list[int]] = {}
        for rule in self.all_rules:
            inner = [id(hook.rule) for hook in (*rule.before, *rule.after, *rule.instead)]
            for statement in walk_statements(rule.body):
                if isinstance(statement, checked.Call):
                    inner.append(id(statement.rule))
                elif isinstance(statement, checked.Perform):
                    inner.append(id(self.game.performing))
            if rule is self.game.performing:
                inner += [id(card) for card in self.card_rules if card is not None]
            for one in inner:
                uses.setdefault(one, []).append(id(rule))
        agenda = list(waiting)
        while agenda:
            for user in uses.get(agenda.pop(), ()):
                if user not in waiting:
                    waiting.add(user)
                    agenda.append(user)
        return waiting

    def asks_directly(self, statement: Statement) -> bool:
        """Whether a statement itself asks somebody, or chance."""
        if isinstance(statement, checked.Draw):
            match statement.source:
                case checked.SpaceRef(space=space):
                    return space.kind == "bag"
                case checked.FieldRef(field=own):
                    return own.place == "bag"
            return True
        return isinstance(statement, checked.Choose | checked.Menu | checked.Words | checked.Roll | checked.Shuffle)

    def rule_suspends(self, rule: Rule) -> bool:
        """Whether carrying out a rule may have to wait for somebody."""
        return id(rule) in self.suspending

    def suspends(self, statement: Statement) -> bool:
        """Whether a statement may have to wait for somebody."""
        match statement:
            case Dispatch():
                return any(card is not None and self.rule_suspends(card) for card in self.card_rules)
            case RawCall(rule=rule):
                return any(self.suspends(inner) for inner in self.body_of(rule))
            case HookCall(hooks=hooks, otherwise=otherwise):
                return any(self.rule_suspends(hook.rule) for hook in hooks) or any(map(self.suspends, otherwise))
        for inner in walk_statements((statement,)):
            if (
                self.asks_directly(inner)
                or (isinstance(inner, checked.Call) and self.rule_suspends(inner.rule))
                or (isinstance(inner, checked.Perform) and self.rule_suspends(self.game.performing))
            ):
                return True
        return False
