"""Loops that go on for ever: nothing in them changes what they ask, and nothing leaves them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Define, Field, Local
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.lint.rulebook import Rulebook, warning
from rulewright.dsl.walk import inside

HARMLESS = (checked.Say, checked.Show, checked.Assign, checked.CountDown, checked.If, checked.ForEach)
"""Statements of which one sees what they change; others may change anything, or leave the loop."""


def find(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Loops whose condition stays what it is once it is looked at."""
    for _, body in rulebook.bodies():
        for part in inside(body):
            match part:
                case checked.While(condition=condition, body=block) | checked.RepeatUntil(condition=condition, body=block):
                    statements = [one for one in inside(block) if isinstance(one, checked.Stmt)]
                    if any(not isinstance(one, HARMLESS) for one in statements) or changed(statements) & read(condition):
                        continue
                    yield warning(
                        "endless-loop",
                        f"nothing in this loop changes whether `{condition.span.text}`",
                        condition.span,
                        "never changes",
                        "change in the loop what it asks, or leave it with `stop repeating`",
                    )


def changed(statements: list[checked.Stmt]) -> set[int]:
    """The fields and names that some statements change."""
    found = set()
    for one in statements:
        if isinstance(one, checked.Assign):
            found.add(id(one.to))
        elif isinstance(one, checked.CountDown):
            found.add(id(one.field))
    return found


def read(condition: checked.Expression) -> set[int]:
    """The fields and names on which a condition hangs, also by way of defines."""
    found: set[int] = set()
    seen: set[int] = set()
    pending: list[object] = [condition]
    while pending:
        for part in inside(pending.pop()):
            asked: Field | Local | Define | None = (
                getattr(part, "field", None) or getattr(part, "local", None) or getattr(part, "define", None)
            )
            if isinstance(asked, Define):
                if id(asked) not in seen:
                    seen.add(id(asked))
                    pending += [asked.value, *((change.value, change.condition) for change in asked.changes)]
            elif asked is not None:
                found.add(id(asked))
    return found
