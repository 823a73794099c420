"""Play gin rummy as beginners are told to: hold the fewest points, and knock as soon as that is allowed."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from benchmarks.players.cards import Card, card, cards_at, hand_of
from benchmarks.strength.contest import Opponent, Told
from rulewright.interpreter import Match

Hand = frozenset[Card]


@cache
def left_over(hand: Hand) -> int:
    """Return the fewest points outside of melds."""
    if not hand:
        return 0
    first = min(hand)
    rest = hand - {first}
    return min(first.pips + left_over(rest), *(left_over(hand - meld) for meld in melds(hand) if first in meld), 999)


def melds(hand: Hand) -> list[Hand]:
    """Return all melds in a hand: three or four of a rank, and rows of a suit."""
    found = []
    for rank in {one.rank for one in hand}:
        alike = [one for one in hand if one.rank == rank]
        found += [frozenset(some) for size in (3, 4) for some in combinations(alike, size)]
    for one in hand:
        row = [one]
        while (following := Card(row[-1].rank + 1, one.suit)) in hand:
            row.append(following)
            if len(row) >= 3:
                found.append(frozenset(row))
    return found


class Gin(Opponent):
    """A player of gin rummy, who takes a discard if it makes or lengthens a meld."""

    def __init__(self, told: Told) -> None:
        left_over.cache_clear()

    def choose(self, match: Match, seconds: float) -> str:
        """Take a card, discard one, or lay down melds."""
        assert match.decision is not None
        keys = [option.key for option in match.decision.options]
        hand = frozenset(hand_of(match))
        if keys[0] == "stock" or keys[0].startswith("take-it"):
            return keys[self.wants(match, hand) == (keys[0] == "stock")]
        if keys[0].startswith(("throw", "knock")):
            least = min(left_over(hand - {card(key)}) for key in keys)
            best = [key for key in keys if left_over(hand - {card(key)}) == least]
            return max(best, key=lambda key: (key.startswith("knock"), card(key).pips))
        if "," in keys[0] and keys[-1] == "pass":
            return keys[0]
        return min(keys, key=lambda key: left_over(hand - melded(hand, key)) if key != "no-more" else left_over_now(hand))

    def wants(self, match: Match, hand: Hand) -> bool:
        """Return whether the discard would be in a meld, and would leave fewer points."""
        offered = cards_at(match.view(None).places, "discard")[-1]
        with_it = hand | {offered}
        after = min(left_over(with_it - {one}) for one in hand)
        return after < left_over(hand) and any(offered in meld for meld in melds(with_it))


def left_over_now(hand: Hand) -> int:
    """Return the points of a hand without further melds."""
    return sum(one.pips for one in hand)


def melded(hand: Hand, key: str) -> Hand:
    """Return the cards of a meld by the key of its option."""
    kind, what, *more = key.split(",")
    if kind == "row":
        start = card(what)
        return frozenset(Card(start.rank + step, start.suit) for step in range(int(more[0])))
    rank = card(f"{what} of clubs").rank
    return frozenset(one for one in hand if one.rank == rank and not (more and more[0].startswith(one.suit)))
