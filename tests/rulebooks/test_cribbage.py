"""Cribbage: a referee in plain Python pegs beside the engine, and counts hands by trying every way to take cards."""

from __future__ import annotations

import random
import re
from itertools import combinations

import pytest

from rulewright.interpreter import Match, load

Card = tuple[int, str]
"""Its place among the ranks, from 1, and its suit."""
RANKS = ["Ace", *map(str, range(2, 11)), "Jack", "Queen", "King"]
ALL = [(rank, suit) for suit in ("Clubs", "Diamonds", "Hearts", "Spades") for rank in range(1, 14)]
TARGET = 121


def card(text: str) -> Card:
    rank, suit = text.split(" of ")
    return RANKS.index(rank) + 1, suit


def pips(one: Card) -> int:
    return min(one[0], 10)


def is_run(cards: tuple[Card, ...] | list[Card]) -> bool:
    ranks = sorted(one[0] for one in cards)
    return len(cards) > 2 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def worth(kept: list[Card], starter: Card, crib: bool) -> int:
    """Return the points of four cards and the starter."""
    ways = [some for size in range(2, 6) for some in combinations([*kept, starter], size)]
    points = 2 * sum(sum(map(pips, some)) == 15 for some in ways)
    points += 2 * sum(len(some) == 2 and some[0][0] == some[1][0] for some in ways)
    runs = [len(some) for some in ways if is_run(some)]
    points += sum(length for length in runs if length == max(runs))
    suits = {one[1] for one in kept}
    if len(suits) == 1:
        points += 5 if starter[1] in suits else 0 if crib else 4
    return points + ((11, starter[1]) in kept)


def pegged(row: list[Card]) -> int:
    """Return the points of the last card of a row when it is played."""
    total = sum(map(pips, row))
    points = 2 * (total == 15)
    alike = next((size for size in (4, 3, 2) if len(row) >= size and len({one[0] for one in row[-size:]}) == 1), 1)
    run = next((size for size in range(len(row), 2, -1) if is_run(row[-size:])), 0)
    return points + alike * (alike - 1) + run


class Referee:
    """Follows a game, and knows the score."""

    def __init__(self, match: Match, players: int, seed: int) -> None:
        self.match, self.players, self.chance = match, players, random.Random(seed)
        self.scores = [0] * players
        self.crib: list[Card] = []

    def peg(self, seat: int, points: int) -> bool:
        """Return whether that ends the game."""
        for one in {seat, (seat + 2) % 4} if self.players == 4 else {seat}:
            self.scores[one] += points
        return self.scores[seat] >= TARGET

    def ask(self, seat: int, allowed: list[Card]) -> Card:
        """Have somebody choose; the engine offers the same cards."""
        decision = self.match.decision
        if decision is None or (decision.seat, len(decision.options)) != (seat, len(allowed)):
            assert len(allowed) == 1
            return allowed[0]
        assert sorted(card(one.label) for one in decision.options) == sorted(allowed)
        option = self.chance.choice(list(decision.options))
        self.match.choose(option)
        return card(option.label)

    def hands(self) -> dict[int, list[Card]]:
        """Return everybody's cards."""
        found = {}
        for seat in range(self.players):
            places = self.match.view(seat).players[seat].places
            found[seat] = [card(one) for place in places if place.name == "hand" for one in place.things or []]
        return found

    def hand(self, dealer: int) -> bool:
        """One deal; whether it ends the game."""
        order = [(dealer + step) % self.players for step in range(1, self.players + 1)]
        hands = self.hands()
        assert {len(cards) for cards in hands.values()} == {6 if self.players == 2 else 5}
        crib = []
        for seat in order:
            for _ in range(len(hands[seat]) - 4):
                crib.append(self.ask(seat, hands[seat]))
                hands[seat].remove(crib[-1])
        (turned,) = (place.things for place in self.match.view(None).places if place.name == "turned-up")
        starter = card((turned or [])[0])
        kept = {seat: list(cards) for seat, cards in hands.items()}
        if starter[0] == 11 and self.peg(dealer, 2):
            return True
        row: list[Card] = []
        turn = order[0]
        while any(hands.values()):
            fitting = [one for one in hands[turn] if sum(map(pips, [*row, one])) <= 31]
            if fitting:
                row.append(self.ask(turn, fitting))
                hands[turn].remove(row[-1])
                total = sum(map(pips, row))
                left = [one for cards in hands.values() for one in cards if total + pips(one) <= 31]
                if self.peg(turn, pegged(row)) or self.peg(turn, 2 if total == 31 else 0 if left else 1):
                    return True
                row = row if left else []
            turn = (turn + 1) % self.players
        if any(self.peg(seat, worth(kept[seat], starter, False)) for seat in order):
            return True
        shown = [str(line) for line in self.match.log(0) if " of " in str(line) and str(line).startswith("all see ")][-1]
        self.crib = [card(one) for one in re.findall(r"\w+ of (?:Clubs|Diamonds|Hearts|Spades)", shown)]
        assert len(self.crib) == 4
        assert set(crib) <= set(self.crib)
        return self.peg(dealer, worth(self.crib, starter, True))

    def game(self) -> None:
        (dealer,) = (int((field.value or "")[-1]) - 1 for field in self.match.view(None).table if field.name == "dealer")
        while not self.hand(dealer):
            assert [self.score(seat) for seat in range(self.players)] == self.scores
            dealer = (dealer + 1) % self.players
        result = self.match.result
        assert result is not None
        # The engine stops in the middle of a hand, as soon as somebody has enough.
        assert all(min(one, TARGET) == min(other, TARGET) for one, other in zip(result.scores or (), self.scores, strict=True))
        assert result.winners == tuple(seat for seat, score in enumerate(self.scores) if score >= TARGET)

    def score(self, seat: int) -> int:
        (found,) = (field.value for field in self.match.view(None).players[seat].fields if field.name == "score")
        return int(found or 0)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.sample(1)
def test_a_referee_pegs_the_same(players: int) -> None:
    game = load("cribbage")
    for seed in range(15):
        Referee(game.start(players, seed=seed, forced="ask"), players, seed).game()


def test_hands_that_everybody_knows() -> None:
    """Handbooks of the game print these; this tests the referee."""
    fives = [(5, "Clubs"), (5, "Diamonds"), (5, "Hearts")]
    assert worth([*fives, (11, "Spades")], (5, "Spades"), False) == 29
    assert worth([*fives, (5, "Spades")], (11, "Spades"), False) == 28
    deals = (random.Random(seed).sample(ALL, 5) for seed in range(20_000))
    counts = {worth(cards[:4], cards[4], False) for cards in deals}
    # No hand is worth any of these.
    assert not counts & {19, 25, 26, 27}
