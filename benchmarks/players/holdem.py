"""Play hold'em as three kinds of people do who are easy to describe: they call anything, go by the odds, or wait for cards."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence

from benchmarks.players.cards import SUITS, Card, cards_at, hand_of
from benchmarks.strength.contest import Opponent, Told
from rulewright.interpreter import Match

PACK = [Card(rank, suit) for rank in range(1, 14) for suit in SUITS]
SAMPLES = 100
GOOD, VERY_GOOD = 0.6, 0.75
"""Chances to win from which a player bets, or raises."""
WORTH_WAITING_FOR = 8.0
"""The points after Bill Chen's count from which a tight player comes in."""


class Holdem(Opponent):
    """A player of hold'em, who may look at the chance to win against random cards."""

    def __init__(self, told: Told) -> None:
        self.chance = random.Random(told.seed)

    def choose(self, match: Match, seconds: float) -> str:
        """Return what to do, or how much to bet: about as much as is in the pot."""
        assert match.decision is not None
        keys = [option.key for option in match.decision.options]
        fields = [
            {one.name: int(one.value or 0) for one in who.fields if (one.value or "").isdigit()}
            for who in match.view(None).players
        ]
        pot = sum(who["paid-in"] for who in fields)
        if keys[0].isdigit():
            return min(keys, key=lambda key: abs(int(key) - pot))
        called = re.match(r"\d+", match.decision.prompt)
        assert called is not None
        to_call = int(called[0])
        wanted = self.wish(match, to_call / (pot + to_call) if to_call else 0.0)
        if wanted == "fold" and not to_call:
            wanted = "check"
        return next(key for key in (wanted, "call", "check", "fold") if key in keys)

    def wish(self, match: Match, price: float) -> str:
        """Return `raise`, `call` or `fold`, for a share of the pot that has to be paid."""
        raise NotImplementedError

    def odds(self, match: Match) -> float:
        """Return the chance to win against random cards of the other."""
        hand, table = hand_of(match), cards_at(match.view(None).places, "table-cards")
        left = [one for one in PACK if one not in hand and one not in table]
        won = 0.0
        for _ in range(SAMPLES):
            drawn = self.chance.sample(left, 7 - len(table))
            board = [*table, *drawn[2:]]
            ours, theirs = strength([*hand, *board]), strength([*drawn[:2], *board])
            won += (ours > theirs) + 0.5 * (ours == theirs)
        return won / SAMPLES


class AlwaysCall(Holdem):
    """A player who never folds and never raises."""

    def wish(self, match: Match, price: float) -> str:
        """Call."""
        return "call"


class PotOdds(Holdem):
    """A player who calls where the chance to win is worth the price, and raises with a good one."""

    def wish(self, match: Match, price: float) -> str:
        """Compare the chance with the price."""
        odds = self.odds(match)
        return "raise" if odds > VERY_GOOD else "call" if odds > price else "fold"


class Tight(Holdem):
    """A player who comes in with few hands, then bets with a good chance to win and gives up without one."""

    def wish(self, match: Match, price: float) -> str:
        """Wait for good cards."""
        if not cards_at(match.view(None).places, "table-cards"):
            return "raise" if chen(hand_of(match)) >= WORTH_WAITING_FOR else "fold"
        odds = self.odds(match)
        return "raise" if odds > VERY_GOOD else "call" if odds > GOOD else "fold"


def high(one: Card) -> int:
    """Return the rank of a card, with the ace above the king."""
    return one.rank if one.rank > 1 else 14


def chen(hand: Sequence[Card]) -> float:
    """Count a hand of two cards after Bill Chen."""
    low, top = sorted(map(high, hand))
    points = {14: 10.0, 13: 8.0, 12: 7.0, 11: 6.0}.get(top, top / 2)
    if low == top:
        return max(5.0, 2 * points)
    gap = top - low - 1
    points -= {0: 0, 1: 1, 2: 2, 3: 4}.get(gap, 5)
    return points + 2 * (hand[0].suit == hand[1].suit) + (gap < 2 and top < 12)


def strength(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return the best five of seven cards as numbers that can be compared."""
    suits = Counter(one.suit for one in cards)
    suit, most = suits.most_common(1)[0]
    if most >= 5:
        flush = sorted({high(one) for one in cards if one.suit == suit}, reverse=True)
        if top := straight(flush):
            return 8, top
    counts = Counter(map(high, cards))
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    first, second = counts[ranks[0]], counts[ranks[1]]
    if first == 4:
        return 7, ranks[0], max(ranks[1:])
    if first == 3 and second >= 2:
        return 6, ranks[0], ranks[1]
    if most >= 5:
        return 5, *flush[:5]
    if top := straight(sorted(counts, reverse=True)):
        return 4, top
    if first == 3:
        return 3, *ranks[:3]
    if first == second == 2:
        return 2, ranks[0], ranks[1], max(ranks[2:])
    return (1, *ranks[:4]) if first == 2 else (0, *ranks[:5])


def straight(ranks: Sequence[int]) -> int:
    """Return the highest card of a straight among ranks, or 0."""
    there = {*ranks, 1} if 14 in ranks else {*ranks}
    return next((top for top in range(14, 4, -1) if all(top - step in there for step in range(5))), 0)
