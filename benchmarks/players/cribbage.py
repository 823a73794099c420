"""Play cribbage by the rules that books give to beginners.

Keep the four cards that score most with all possible starters, and count the two laid away for or against you. In the play,
take the most points at once; otherwise do not lead a five, do not leave a count of 5 or 21, and play your highest card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import fmean

from benchmarks.players.cards import Card, card, hand_of
from benchmarks.strength.contest import Opponent, Told
from rulewright.interpreter import Match

PACK = [Card(rank, suit) for rank in range(1, 14) for suit in "cdhs"]
LEADS = {5: "ten-cards make fifteen of it", 21: "ten-cards make thirty-one of it"}


class Cribbage(Opponent):
    """A player of cribbage for two."""

    def __init__(self, told: Told) -> None:
        self.played: list[Card] = []

    def heard(self, seat: int, key: str) -> None:
        """Note a card. Those that are laid away do no harm: the count tells how many of the last ones lie there."""
        self.played.append(card(key))

    def choose(self, match: Match, seconds: float) -> str:
        """Lay a card away, or play one."""
        assert match.decision is not None
        keys = {card(option.key): option.key for option in match.decision.options}
        if count := re.search(r"\d+(?=:)", match.decision.prompt):
            run = last_of(self.played, int(count[0]))
            return keys[max(keys, key=lambda one: worth_now(run, one))]
        hand = hand_of(match)
        own = match.view(None).table[0].owner == match.decision.seat
        gone = set() if match.decision.picked == 0 else {self.played[-1]}
        away = max(
            (pair for pair in combinations({*hand, *gone}, 2) if gone <= set(pair)),
            key=lambda pair: worth_kept([*({*hand, *gone} - set(pair))], pair, own=own),
        )
        return keys[next(one for one in away if one in keys)]


def last_of(played: Sequence[Card], count: int) -> list[Card]:
    """Return the last cards that make a count."""
    run: list[Card] = []
    for one in reversed(played):
        if count == 0:
            break
        run.insert(0, one)
        count -= one.pips
    return run


def worth_now(run: Sequence[Card], one: Card) -> tuple[int, bool, int]:
    """Return how good a card is in the play: its points, whether it is safe, and its rank."""
    count = sum(each.pips for each in run) + one.pips
    return points_in_play([*run, one]), count not in LEADS, one.pips


def points_in_play(run: Sequence[Card]) -> int:
    """Return the points for the last of some cards: fifteen and thirty-one, alike ones, and runs."""
    points = 2 * (sum(one.pips for one in run) in (15, 31))
    alike = next((nth for nth, one in enumerate(reversed(run)) if one.rank != run[-1].rank), len(run))
    points += alike * (alike - 1)
    for length in range(len(run), 2, -1):
        ranks = sorted(one.rank for one in run[-length:])
        if ranks == list(range(ranks[0], ranks[0] + length)):
            return points + length
    return points


def worth_kept(kept: Sequence[Card], away: Sequence[Card], *, own: bool) -> float:
    """Return the mean of a hand over all starters, with the cards in the crib for or against it."""
    starters = [one for one in PACK if one not in kept and one not in away]
    crib = points_of(away) + sum(one.rank == 5 for one in away)
    return fmean(points_of([*kept, one], own=kept) for one in starters) + (crib if own else -crib)


def points_of(cards: Sequence[Card], own: Iterable[Card] = ()) -> int:
    """Return the points of a hand with its starter, which comes last."""
    values = [one.pips for one in cards]
    points = sum(2 * (sum(some) == 15) for size in range(2, len(values) + 1) for some in combinations(values, size))
    counts = [sum(one.rank == rank for one in cards) for rank in range(15)]
    points += sum(count * (count - 1) for count in counts)
    length, times = 0, 1
    for count in counts:
        if count:
            length, times = length + 1, times * count
        else:
            points += length * times if length >= 3 else 0
            length, times = 0, 1
    held = list(own)
    if held and len({one.suit for one in held}) == 1:
        points += 4 + (cards[-1].suit == held[0].suit)
    return points + sum(one.rank == 11 and one.suit == cards[-1].suit for one in held)
