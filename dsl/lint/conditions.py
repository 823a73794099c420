"""Comparisons of which the outcome is known before the game begins."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.lint.rulebook import Rulebook, warning
from rulewright.dsl.walk import inside

Range = tuple[int, int]
ANY_NUMBER = 10**18
"""More than any number in a game."""
SEVERAL = {"or": ("different", True), "and": ("same", False)}
"""What joins conditions: what two of them say about one thing and different values if the outcome is known, and the outcome."""
SIMPLE = (checked.LocalRef, checked.TableRef, checked.FieldRef, checked.Property, checked.OptionValue, checked.Const)


def find(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Comparisons that are always so, or never."""
    ranges = Ranges(rulebook.games)
    for _, body in rulebook.bodies():
        for part in inside(body):
            if isinstance(part, checked.Operation) and (part.operator in SEVERAL or len(part.operands) == 2):
                outcome = _of_values(part) if part.operator in SEVERAL else _outcome(part, ranges)
                if outcome is not None:
                    word = "true" if outcome else "false"
                    yield warning(
                        "constant-condition",
                        f"`{part.span.text}` is always {word}",
                        part.span,
                        f"always {word}",
                        "compare with something else, or take the condition away",
                    )


class Ranges:
    """Between which numbers the constants of a game lie, in all combinations of its variants."""

    def __init__(self, games: list[checked.Game]) -> None:
        self.players = (min(game.least_players for game in games), max(game.most_players for game in games))
        self.options: dict[str, Range] = {}
        for game in games:
            for name, option in game.options.items():
                least, most = self.options.get(name, (option.least, option.most))
                self.options[name] = min(least, option.least), max(most, option.most)

    def of(self, expression: checked.Expression) -> Range | None:
        """The least and greatest value of an expression, if they are known."""
        match expression:
            case checked.Const(value=value) if expression.type.kind in ("number", "value"):
                return value, value
            case checked.OptionValue(option=option) if option.type == checked.NUMBER:
                return self.options[option.name]
            case checked.Operation(operator="count", operands=(checked.PlayerSet(),)):
                return self.players
            case checked.Operation(operator="count") | checked.Property(property="number"):
                return 0, ANY_NUMBER
        return None


def _of_values(part: checked.Operation) -> bool | None:
    """Whether `x is not a or x is not b` always holds, or `x is a and x is b` never does."""
    says, outcome = SEVERAL[part.operator]
    asked = [one for one in part.operands if isinstance(one, checked.Operation) and one.operator == says]
    for place, one in enumerate(asked):
        for other in asked[:place]:
            first, second = one.operands[1], other.operands[1]
            if (
                isinstance(first, checked.Const)
                and isinstance(second, checked.Const)
                and first.type == second.type
                and first.value != second.value
                and not one.operands[0].type.many
                and _alike(one.operands[0], other.operands[0])
            ):
                return outcome
    return None


def _outcome(part: checked.Operation, ranges: Ranges) -> bool | None:
    """Whether a comparison always holds or never does."""
    one, other = part.operands
    if part.operator in ("same", "at_least", "at_most") and _alike(one, other):
        return True
    if part.operator in ("different", "more_than", "less_than") and _alike(one, other):
        return False
    first, second = ranges.of(one), ranges.of(other)
    if first is None or second is None:
        return None
    match part.operator:
        case "same" | "different":
            equal = first[0] == first[1] == second[0] == second[1]
            apart = first[1] < second[0] or second[1] < first[0]
            return (equal == (part.operator == "same")) if equal or apart else None
        case "at_least" | "less_than":
            sure, never = first[0] >= second[1], first[1] < second[0]
            return (sure == (part.operator == "at_least")) if sure or never else None
        case "at_most" | "more_than":
            sure, never = first[1] <= second[0], first[0] > second[1]
            return (sure == (part.operator == "at_most")) if sure or never else None
    return None


def _alike(one: checked.Expression, other: checked.Expression) -> bool:
    """Whether two sides are written with the same words, which mean the same."""
    first, second = one.span, other.span
    return (
        isinstance(one, SIMPLE)
        and type(one) is type(other)
        and getattr(one, "property", None) == getattr(other, "property", None)
        and first.start != second.start
        and first.end - first.start == second.end - second.start
        and first.text == second.text
    )
