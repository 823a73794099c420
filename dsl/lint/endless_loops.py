"""Find endless loops: nothing in them changes their condition, or nothing ends their turns."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Local
from rulewright.dsl.checked.effects import effects_of
from rulewright.dsl.checked.walk import Part, descendants
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase

Loop = checked.While | checked.RepeatUntil
ANYTHING = ("things", "")
SPACES = ("spaces",)
STAYING = ("owner", "card", "group", "left", "right", "number", "numbered")
"""Properties that never change during a game."""


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find loops whose condition never changes, and loops without one."""
    loops: tuple[Loop, ...] = (*rulebook.all(checked.While), *rulebook.all(checked.RepeatUntil))
    for loop in loops:
        body = list(rulebook.call_graph.within(loop.body))
        if isinstance(loop.condition, checked.Const):
            endless = loop.condition.value == (1 if isinstance(loop, checked.While) else 0)
            if endless and not _is_left(loop, body):
                yield warning("never-ends", Phrase("nothing-ends-this-in-no-line-of"), loop.span)
            continue
        asked = end_conditions(loop)
        if asked and not changed_things(body, rulebook) & set().union(*(things_read(one, rulebook) for one in asked)):
            first = asked[0]
            yield warning("endless-loop", Phrase("nothing-in-this-loop-changes-whether", first=first.span.text), first.span)


def _is_left(loop: Loop, body: list[Part]) -> bool:
    """Return whether the game, the rule or the loop may end in a loop."""
    return any(isinstance(part, checked.GameOver) for part in body) or any(
        isinstance(part, checked.Stop) for part in descendants(loop.body))  # fmt: skip


def end_conditions(loop: Loop) -> list[Expression]:
    """Return the conditions that end a loop; nothing if a line in it may also leave it."""
    asked: list[Expression] = []
    for one in _conjuncts(loop.condition):
        over = _over(one)
        if over is None:
            if isinstance(one, checked.Operation) and one.operands[0].span == one.span:
                # Players still in the game take turns, and may be so for ever.
                return []
            asked.append(one)
            continue
        setting = [part for part in descendants(loop.body) if isinstance(part, checked.Assign) and part.to is over]
        until = [
            condition
            for part in descendants(loop.body)
            if isinstance(part, checked.If)
            for condition, lines in part.branches
            if len(lines) == 1 and isinstance(lines[0], checked.Assign) and lines[0].to is over and lines[0].span == part.span
        ]
        if len(setting) != len(until):
            return []
        asked += until
    return asked


def _conjuncts(e: Expression) -> list[Expression]:
    if isinstance(e, checked.Operation) and e.operator in ("and", "or"):
        return [part for operand in e.operands for part in _conjuncts(operand)]
    return [e]


def _over(e: Expression) -> Local | None:
    """Return the parser's name for whether a loop was left, if the condition asks for it."""
    while isinstance(e, checked.Operation) and e.operator == "not":
        e = e.operands[0]
    return e.local if isinstance(e, checked.LocalRef) and e.local.name in ("over", "left") else None


def changed_things(body: list[Part], rulebook: LintedRulebook) -> set[Hashable]:
    """Return everything that some lines may change."""
    found: set[Hashable] = set()
    for part in body:
        if not isinstance(part, checked.Stmt):
            continue
        effects = effects_of(part)
        found.update(effects.names)
        found.update(map(rulebook.value_sources.of_field, effects.fields))
        found.update(ANYTHING if one.things is None else ("things", one.things.type.name) for one in effects.moves)
        if effects.orders is not None:
            found.add(ANYTHING)
        if effects.resizes:
            found |= {SPACES, ANYTHING}
    if ANYTHING in found:
        found |= {("things", name) for game in rulebook.games for name in game.kinds}
    elif any(isinstance(one, tuple) and one[:1] == ("things",) for one in found):
        found.add(ANYTHING)
    return found


def things_read(condition: Expression, rulebook: LintedRulebook) -> set[Hashable]:
    """Return everything that a condition depends on, also through defines."""
    found: set[Hashable] = set()
    for part in rulebook.call_graph.within(condition):
        match part:
            case checked.LocalRef(local=local):
                found.add(local)
            case checked.TableRef(field=field) | checked.FieldRef(field=field):
                found.add(rulebook.value_sources.of_field(field))
                if isinstance(part, checked.FieldRef) and part.target.type.kind == "thing":
                    found.add(("things", part.target.type.name))
            case checked.Operation(operator="on" | "inside" | "outside", operands=(one, _)) if one.type.kind != "number":
                found.add(("things", one.type.name if one.type.kind == "thing" else ""))
            case checked.Property(property=asked, target=target):
                if asked not in STAYING:
                    found.add(("things", target.type.name if target.type.kind == "thing" else ""))
                    found.add(SPACES)
            case checked.SeriesRef() | checked.BoardRef() | checked.Region() | checked.Picture():
                found |= {SPACES, ANYTHING}
            case checked.TrialExpression() | checked.Can():
                found |= {SPACES, ANYTHING, *rulebook.value_sources.changed}
            case checked.Operation() | checked.SetOperation() | checked.DefineCall():
                # Their contents are checked separately.
                pass
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.SpaceRef():
                pass
            case checked.KindSet() | checked.PlayerSet() | checked.ValueSet():
                pass
            case checked.Stmt() | checked.Pick() | checked.MenuOption():
                pass
            case _:
                assert_never(part)
    return found
