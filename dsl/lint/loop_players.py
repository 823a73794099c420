"""Find loops over players in which each pass is about the wrong player: one seat, or the player who acts."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression
from rulewright.dsl.checked.walk import inside, speaks_of
from rulewright.dsl.lint.endless_loops import changed, read
from rulewright.dsl.lint.rulebook import Rulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Said
from rulewright.dsl.text.source import Span


def find(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    for loop in rulebook.all(checked.ForEach):
        # `as X:` lets one player act, and is no loop.
        if loop.local.type != checked.PLAYER or (isinstance(loop.values, checked.Operation) and loop.values.operator == "as_set"):
            continue
        if loop.local.slot == 0:
            yield from _one_seat(loop)
        else:
            yield from _same_condition(loop, rulebook)
            yield from _same_question(loop)


def _wrong(message: Said, span: Span, label: Said, way_out: Said | None, loop: checked.ForEach) -> Diagnostic:
    return warning("wrong-actor", message, span, label, way_out, [(loop.span, Said("the-loop"))])


def _one_seat(loop: checked.ForEach) -> Iterator[Diagnostic]:
    """Find effects on one seat, in a loop over all players that never uses its own."""
    parts = list(inside(loop.body))
    if any(isinstance(part, checked.Operation) and part.operator in ("same", "different", "if") and
           any(map(_is_seat, part.operands)) for part in parts):  # fmt: skip
        return
    for part in parts:
        if not isinstance(part, checked.Assign):
            continue
        asked = [one for one in inside(part.value) if isinstance(one, checked.FieldRef | checked.DefineCall)]
        whose = [*_given(part.target), *(one for e in asked for one in _whose(e))]
        seat = next(filter(_is_seat, whose), None)
        if seat is not None:
            yield _wrong(
                Said("this-is-in-each-pass-of-the", seat=seat.span.text),
                seat.span,
                Said("the-same-in-each-pass"),
                Said("write-player-for-whose-pass-it-is"),
                loop,
            )
            return


def _whose(e: checked.FieldRef | checked.DefineCall) -> tuple[Expression, ...]:
    """Return the players whose field or define an expression reads."""
    return (e.target,) if isinstance(e, checked.FieldRef) else e.arguments


def _given(e: Expression | None) -> tuple[Expression, ...]:
    if e is None:
        return ()
    return e.operands if isinstance(e, checked.Operation) and e.operator == "as_set" else (e,)


def _is_seat(e: Expression) -> bool:
    return isinstance(e, checked.Const) and e.type == checked.PLAYER and e.value >= 0


def _acting(*parts: object) -> checked.LocalRef | None:
    return next((part for part in inside(*parts) if isinstance(part, checked.LocalRef)
                 and part.local.slot == 0 and part.span.text in ("player", "{player}")), None)  # fmt: skip


def _same_condition(loop: checked.ForEach, rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Find conditions on the acting player before an effect on the player of the loop."""
    for line in loop.body:
        if not isinstance(line, checked.If) or len(line.branches) != 1 or line.otherwise:
            continue
        condition, lines = line.branches[0]
        acting = _acting(condition)
        if acting is None or speaks_of(loop.local, condition) or not speaks_of(loop.local, lines):
            continue
        if read(condition, rulebook) & changed(list(rulebook.carried.within(loop.body)), rulebook):
            continue
        yield _wrong(
            Said("is-the-same-in-each-pass-it", condition=condition.span.text, local=loop.local.name),
            acting.span,
            Said("whoever-acts"),
            Said("write-or-ask-before-the-loop", local=loop.local.name),
            loop,
        )


def _same_question(loop: checked.ForEach) -> Iterator[Diagnostic]:
    """Find questions that the acting player is asked again in each pass, about nobody else."""
    for line in loop.body:
        if not isinstance(line, checked.Menu) or not isinstance(line.by, checked.LocalRef) or line.by.local.slot:
            continue
        shown = (line.asking, *((one.title, one.condition, one.picks) for one in line.options))
        if not speaks_of(loop.local, shown) and speaks_of(loop.local, line):
            yield _wrong(
                Said("player-is-asked-the-same-in-each", local=loop.local.name),
                line.span,
                Said("whoever-acts-is-asked"),
                Said("write-choose-by-or-say-in-the", local=loop.local.name),
                loop,
            )
