"""Find comparisons of fields that are equal if both are empty, without a check for that."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression
from rulewright.dsl.checked.walk import Part, descendants
from rulewright.dsl.lint.equivalence import is_equivalent
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase

OFTEN_EMPTY = ("player", "thing", "space", "value", "card")


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find comparisons of one field of two things, which may be empty for both."""
    for _, body in rulebook.bodies():
        parts = list(descendants(body))
        for part in parts:
            if isinstance(part, checked.Operation) and part.operator in ("same", "different"):
                one, other = part.operands
                if _may_be_empty(one, other, rulebook) and not _is_thought_of(one, other, parts, part.span.start):
                    outcome = "is" if part.operator == "same" else "is not"
                    yield warning(
                        "nothing-is-nothing",
                        Phrase("where-neither-has-anything-is-the-same", one=one.span.text, other=other.span.text),
                        part.span,
                        way_out=Phrase("ask-first-whether-there-is-one", one=one.span.text, outcome=outcome),
                    )


def _may_be_empty(one: Expression, other: Expression, rulebook: LintedRulebook) -> bool:
    """Return whether both sides are a field that is sometimes empty."""
    if not (isinstance(one, checked.FieldRef) and isinstance(other, checked.FieldRef)) or one.field is not other.field:
        return False
    field = one.field
    if field.type.kind not in OFTEN_EMPTY or field.place is not None or field.default is not None or is_equivalent(one, other):
        return False
    cards = [card for game in rulebook.games for card in game.cards.values() if field.of is not None]
    own = [card for card in cards if field.of is not None and card.kind.name == field.of.name]
    return not own or any(all(name.name != field.name for name in card.values) for card in own)


def _is_thought_of(one: Expression, other: Expression, parts: list[Part], place: int) -> bool:
    """Return whether the same rule checks for nothing, or has just set the field, for one of the two or for all players."""
    for part in parts:
        match part:
            case checked.Operation(operator="same" | "different", operands=(asked, checked.Const(value=-1))):
                if is_equivalent(asked, one) or is_equivalent(asked, other):
                    return True
            case checked.Assign(to=to, target=target, how="set") if part.span.start < place and target is not None:
                for side in (one, other):
                    if isinstance(side, checked.FieldRef) and side.field is to:
                        acting = isinstance(target, checked.LocalRef) and target.local.slot == 0
                        if is_equivalent(target, side.target) or (acting and not isinstance(side.target, checked.LocalRef)):
                            return True
    return False
