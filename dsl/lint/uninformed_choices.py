"""Find choices without information: a pass that looks like 0, and cards that the chooser cannot see."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    for choice in rulebook.all(checked.Choose):
        if not choice.random:
            yield from _blind(choice, rulebook)
    yield from _zero(rulebook)


def _blind(choice: checked.Choose, rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find choices from the hand of another player than the one who chooses."""
    public = {field.of.name for game in rulebook.games for field in game.fields if field.public and field.of is not None}
    for pick in choice.picks:
        match pick.choices:
            case checked.Operation(operator="on", operands=(things, checked.FieldRef(field=field, target=whose) as place)):
                hidden = field.seen == "owner" and field.lookers is None and things.type.name not in public
                who = choice.by.span.text if choice.by.span != choice.span else "player"
                if hidden and whose.type == checked.PLAYER and _are_others(whose, choice.by):
                    yield warning(
                        "blind-choice",
                        Phrase("cannot-see-what-lies-in-and-has", who=who, place=place.span.text),
                        pick.choices.span,
                    )


def _are_others(one: checked.Expression, other: checked.Expression) -> bool:
    """Return whether two players probably differ: two names, or a name and somebody's neighbour."""
    if isinstance(one, checked.LocalRef) and isinstance(other, checked.LocalRef):
        return one.local is not other.local
    return isinstance(one, checked.Property) and isinstance(other, checked.LocalRef)


def _zero(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find numbers offered beside a pass that equal what the name is after the pass."""
    for _, body in rulebook.bodies():
        for part in descendants(body):
            if not isinstance(part, checked.Choose) or not part.optional:
                continue
            for pick in part.picks:
                if not pick.many and has_zero(pick.choices):
                    name = pick.local.name
                    yield warning("pass-is-zero", Phrase("is-0-after-a-pass-and-after", name=name), pick.choices.span)


def has_zero(numbers: checked.Expression) -> bool:
    """Return whether 0 is certainly among some numbers."""
    match numbers:
        case checked.Operation(operator="range", operands=(checked.Const(value=low), high)):
            return (low == 0 and not isinstance(high, checked.Const)) or low <= 0 <= getattr(high, "value", -1)
        case checked.Operation(operator="several" | "as_set", operands=operands) if numbers.type.kind == "number":
            return any(isinstance(one, checked.Const) and one.value == 0 for one in operands)
    return False
