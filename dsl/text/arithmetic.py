"""Apply an operator to two numbers, wherever both are known before a game is played."""

from __future__ import annotations


def operator_value(operator: str, one: int, other: int = 0) -> int | bool | None:
    """Return the number or the truth, or None if the operator is about something else. A division by 0 gives 0."""
    match operator:
        case "plus":
            return one + other
        case "minus":
            return one - other
        case "times":
            return one * other
        case "divided":
            return one // other if other else 0
        case "remainder":
            return one % other if other else 0
        case "negative":
            return -one
        case "same":
            return one == other
        case "different":
            return one != other
        case "at_least":
            return one >= other
        case "at_most":
            return one <= other
        case "more_than":
            return one > other
        case "less_than":
            return one < other
    return None
