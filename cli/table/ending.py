"""Say how a game ended: the ranking, how each player came to the points, and what decided it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from rulewright.interpreter import Match

Say = Callable[..., str]

LEAST_TURN = 0.2
"""How much the expected share of the win has to change for what happened to have decided the game."""
MOST_ACTS = 2
MOST_TURNS = 5


@frozen
class Expectation:
    """The share of the win that a player expected when there was so much of the log."""

    seat: int
    happened: int
    share: float


def ranking(match: Match, say: Say) -> Iterator[str]:
    """Yield a line for each player, the best first, with where the points came from if the log has told it."""
    result = match.result
    if result is None or result.scores is None:
        return
    scores, gains = result.scores, match.gains()
    fewest = all(scores[seat] == min(scores) for seat in result.winners) and max(scores) > min(scores) and bool(result.winners)
    order = sorted(range(len(scores)), key=lambda seat: scores[seat] if fewest else -scores[seat])
    for seat in order:
        place = 1 + sum(scores[other] < scores[seat] if fewest else scores[other] > scores[seat] for other in order)
        text = say("titled", f"{place}. {match.player_name(seat)}", scores[seat])
        from_where = gains[seat] if gains else {}
        if len(from_where) > 1 and sum(from_where.values()) == scores[seat]:
            most_first = sorted(from_where.items(), key=lambda one: -one[1])
            parts = (say("gained", f"{more:+d}", reason) for reason, more in most_first)
            text = f"{text} ({', '.join(parts)})"
        yield text


def turning_point(match: Match, seat: int | None, expected: Sequence[Expectation]) -> str:
    """Return what happened where a player's expectation changed most; nothing if it never changed much."""
    turns = [
        both
        for one in {each.seat for each in expected}
        for both in pairwise([each for each in expected if each.seat == one])
        if abs(both[1].share - both[0].share) >= LEAST_TURN
    ]
    turns.sort(key=lambda both: -abs(both[1].share - both[0].share))
    for before, after in turns[:MOST_TURNS]:
        told, later = match.tale(seat, before.happened), match.tale(seat, after.happened)
        acts = [act.text for act in told[: max(1, len(told) - len(later))] if act.who >= 0]
        if acts:
            return " ".join(acts[-MOST_ACTS:])
    return ""
