"""Answer questions about checked rules without lowering them: which names are never "nothing", what a loop may disturb."""

from __future__ import annotations

from typing import assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expression, Field, Local, Rule
from rulewright.dsl.checked.effects import effects_of
from rulewright.interpreter.position.walk import expressions_in, walk_statements


def may_grow(value: Expression, how: str) -> bool:
    """Return whether a kept value may be the sum of several kept numbers; a sum with a fixed amount grows slowly."""
    parts = list(expressions_in(value))
    kept = sum(
        isinstance(part, checked.LocalRef | checked.TableRef | checked.FieldRef | checked.DefineCall)
        and part.type == checked.NUMBER
        for part in parts
    )
    sums = any(isinstance(part, checked.SetOperation) and part.operator == "sum" for part in parts)
    calls = any(isinstance(part, checked.DefineCall) for part in parts)
    return sums or (kept > 0 and (how != "set" or calls)) or kept > 1


def innermost_set(expression: Expression) -> Expression:
    """Return the set that filters are applied to."""
    while True:
        match expression:
            case checked.SetOperation(operator="where", values=values):
                expression = values
            case checked.Operation(operator="on" | "without", operands=(values, _)):
                expression = values
            case checked.DefineCall(define=define) if not define.changes:
                expression = define.value
            case _:
                return expression


def on_one_space(expression: Expression) -> bool:
    """Return whether all things of a set are on the same space."""
    while True:
        match expression:
            case checked.Operation(operator="on", operands=(values, spaces)):
                if not spaces.type.many:
                    return True
                expression = values
            case checked.SetOperation(operator="where", values=values):
                expression = values
            case checked.Operation(operator="without", operands=(values, _)):
                expression = values
            case _:
                return False


def refers_to(expression: Expression, names: list[Local]) -> bool:
    """Return whether an expression reads one of the locals."""
    return any(isinstance(e, checked.LocalRef) and e.local in names for e in expressions_in(expression))


def sure_locals(rule: Rule) -> set[Local]:
    """Return the locals that are never "nothing": those of loops and of choices that cannot be passed, never set otherwise."""
    sure: set[Local] = set()
    assigned: set[Local] = set()
    for statement in walk_statements(rule.body):
        match statement:
            case checked.ForEach(local=local) | checked.Together(local=local):
                sure.add(local)
            case checked.Choose(picks=picks, optional=False):
                sure.update(pick.local for pick in picks)
            case _:
                assigned.update(effects_of(statement).names)
    return sure - assigned


def changes_of(block: Block) -> list[checked.Assign] | None:
    """Return the assignments of some statements, or None if they change more than fields and locals."""
    found: list[checked.Assign] = []
    for statement in walk_statements(block):
        match statement:
            case checked.Assign():
                found.append(statement)
            case checked.If() | checked.Say():
                pass
            case _:
                return None
    return found


def reads(e: checked.Expression, names: set[Local | Field]) -> bool:
    """Return whether an expression itself, apart from those inside it, may read one of the fields and locals."""
    match e:
        case checked.LocalRef(local=name) | checked.FieldRef(field=name) | checked.TableRef(field=name):
            return name in names
        case checked.DefineCall() | checked.Can() | checked.TrialExpression() | checked.Picture():
            return True
        case checked.Property() | checked.Operation() | checked.SetOperation() | checked.Region():
            return False
        case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.SpaceRef():
            return False
        case checked.SeriesRef() | checked.BoardRef() | checked.KindSet() | checked.PlayerSet() | checked.ValueSet():
            return False
        case _:
            assert_never(e)


def is_invariant(values: checked.Expression, body: Block) -> bool:
    """Return whether a loop may go through a set as it is, since its body changes nothing that the set depends on."""
    changes = changes_of(body)
    if changes is None:
        return False
    changed = {change.to for change in changes}
    return not any(reads(e, changed) for e in expressions_in(values))


def one_by_one(statement: checked.Together) -> bool:
    """Return whether the effects of a player's choice may as well happen before the next player chooses."""
    changes = changes_of(statement.effects)
    if changes is None:
        return False

    def is_own(target: checked.Expression | None) -> bool:
        return isinstance(target, checked.LocalRef) and target.local is statement.local

    own = {change.to for change in changes if is_own(change.target)}
    others = {change.to for change in changes if not is_own(change.target)}
    return not any(
        reads(e, others if isinstance(e, checked.FieldRef) and is_own(e.target) else own | others)
        for choice in walk_statements(statement.choices)
        for e in expressions_in(choice)
    )


def result_of(rule: Rule) -> checked.Local | None:
    """Return the local that keeps the result of a rule while something comes after it, or standing rules take its place."""
    if rule.gives is None or not (rule.after or rule.instead or rule.under_way is not None):
        return None
    if rule.locals[-1].name != "its result":
        rule.locals.append(checked.Local(name="its result", type=rule.gives, slot=len(rule.locals)))
    return rule.locals[-1]


def needs_own_routine(rule: Rule) -> bool:
    """Return whether a rule's body is a routine of its own: it can be left early, and something comes after it."""
    return bool(rule.after) or rule.under_way is not None or result_of(rule) is not None
