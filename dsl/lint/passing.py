"""Passing that cannot be told from choosing."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.lint.rulebook import Rulebook, warning
from rulewright.dsl.walk import inside


def find(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Numbers that are offered beside a pass, and are what the name is after the pass."""
    for _, body in rulebook.bodies():
        for part in inside(body):
            if not isinstance(part, checked.Choose) or not part.optional:
                continue
            for pick in part.picks:
                if not pick.many and has_zero(pick.choices):
                    name = pick.local.name
                    yield warning(
                        "pass-is-zero",
                        f"`{name}` is 0 after a pass, and after 0 was chosen",
                        pick.choices.span,
                        "holds 0",
                        "leave 0 out, or let nobody pass: write `choose` instead of `may choose`",
                    )


def has_zero(numbers: checked.Expression) -> bool:
    """Whether 0 is certainly among some numbers."""
    match numbers:
        case checked.Operation(operator="range", operands=(checked.Const(value=low), high)):
            return (low == 0 and not isinstance(high, checked.Const)) or low <= 0 <= getattr(high, "value", -1)
        case checked.Operation(operator="several" | "as_set", operands=operands) if numbers.type.kind == "number":
            return any(isinstance(one, checked.Const) and one.value == 0 for one in operands)
    return False
