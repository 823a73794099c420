"""Find loops over players in which each pass is about the wrong player: one seat, or the player who acts."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression
from rulewright.dsl.checked.walk import descendants, speaks_of
from rulewright.dsl.lint.endless_loops import changed_things, things_read
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
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


def _wrong(message: Phrase, span: Span, label: Phrase, way_out: Phrase | None, loop: checked.ForEach) -> Diagnostic:
    return warning("wrong-actor", message, span, label, way_out, [(loop.span, Phrase("the-loop"))])


def _one_seat(loop: checked.ForEach) -> Iterator[Diagnostic]:
    """Find effects on one seat, in a loop over all players that never uses its own."""
    parts = list(descendants(loop.body))
    if any(isinstance(part, checked.Operation) and part.operator in ("same", "different", "if") and
           any(map(_is_seat, part.operands)) for part in parts):  # fmt: skip
        return
    for part in parts:
        if not isinstance(part, checked.Assign):
            continue
        asked = [one for one in descendants(part.value) if isinstance(one, checked.FieldRef | checked.DefineCall)]
        whose = [*_given(part.target), *(one for e in asked for one in _whose(e))]
        seat = next(filter(_is_seat, whose), None)
        if seat is not None:
            yield _wrong(
                Phrase("this-is-in-each-pass-of-the", seat=seat.span.text),
                seat.span,
                Phrase("the-same-in-each-pass"),
                Phrase("write-player-for-whose-pass-it-is"),
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
    return next((part for part in descendants(*parts) if isinstance(part, checked.LocalRef)
                 and part.local.slot == 0 and part.span.text in ("player", "{player}")), None)  # fmt: skip


def _same_condition(loop: checked.ForEach, rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find conditions on the acting player before an effect on the player of the loop."""
    for line in loop.body:
        if not isinstance(line, checked.If) or len(line.branches) != 1 or line.otherwise:
            continue
        condition, lines = line.branches[0]
        acting = _acting(condition)
        if acting is None or speaks_of(loop.local, condition) or not speaks_of(loop.local, lines):
            continue
        if things_read(condition, rulebook) & changed_things(list(rulebook.call_graph.within(loop.body)), rulebook):
            continue
        yield _wrong(
            Phrase("is-the-same-in-each-pass-it", condition=condition.span.text, local=loop.local.name),
            acting.span,
            Phrase("whoever-acts"),
            Phrase("write-or-ask-before-the-loop", local=loop.local.name),
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
                Phrase("player-is-asked-the-same-in-each", local=loop.local.name),
                line.span,
                Phrase("whoever-acts-is-asked"),
                Phrase("write-choose-by-or-say-in-the", local=loop.local.name),
                loop,
            )
