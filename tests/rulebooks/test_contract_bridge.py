"""Contract bridge: the same game in plain Python, scored line by line as the laws of duplicate bridge have it (law 77)."""

from __future__ import annotations

import random
from collections.abc import Generator

import pytest

from rulewright.interpreter import load
from tests.rulebooks.beside import Play, play_beside

SUITS = ["clubs", "diamonds", "hearts", "spades"]
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
STRAINS = ["in-clubs", "in-diamonds", "in-hearts", "in-spades", "no-trumps"]
BOARDS = "-nebneb-eb-nb-ne"
Card = tuple[str, int]


def score(bid: tuple[int, int], doubled: int, vulnerable: bool, tricks: int) -> int:
    """Return the points of a contract for declarer's side; doubled is 0, 1 or 2."""
    level, strain = bid
    over = tricks - level - 6
    if over < 0:
        if not doubled:
            return over * (100 if vulnerable else 50)
        steps = [200, 300, 300] if vulnerable else [100, 200, 200]
        return -sum((steps + [300] * 10)[:-over]) * doubled
    odd = [20, 20, 30, 30, 30][strain]
    below = (odd * level + 10 * (strain == 4)) * (1, 2, 4)[doubled]
    above = 50 * doubled
    above += over * (odd if not doubled else (200 if vulnerable else 100) * doubled)
    above += 50 if below < 100 else 500 if vulnerable else 300
    slams = {6: (500, 750), 7: (1000, 1500)}
    return below + above + slams.get(level, (0, 0))[vulnerable]


def vulnerable(deal: int, dealer: int, boards: bool) -> set[int]:
    """Return the vulnerable seats in a deal, as printed on boards, or by the rules of Chicago."""
    if not boards:
        return [set(), {dealer, (dealer + 2) % 4}, {dealer, (dealer + 2) % 4}, {0, 1, 2, 3}][(deal - 1) % 4]
    sides = {"-": set(), "n": {0, 2}, "e": {1, 3}, "b": {0, 1, 2, 3}}
    return sides[BOARDS[(deal - 1) % 16]]


class Bridge:
    """The score; and one deal after the other."""

    def __init__(self, deals: int, boards: bool) -> None:
        self.deals, self.boards = deals, boards
        self.scores = [0] * 4
        self.results: set[str] = set()

    def deal(self, number: int, dealer: int) -> Generator[tuple[int | None, set[str]], str, bool]:
        deck = {f"deal-{suit}-{rank}@deck": (suit, place) for suit in SUITS for place, rank in enumerate(RANKS)}
        self.hands: list[set[Card]] = [set() for _ in range(4)]
        for step in range(1, 5):
            for _ in range(13):
                key = yield None, set(deck)
                self.hands[(dealer + step) % 4].add(deck.pop(key))
        calls: list[tuple[int, str]] = []
        seat = dealer
        bids: list[tuple[tuple[int, int], int]] = []
        while len(calls) < 4 or any(call != "pass-by" for _, call in calls[-3:]):
            keys = {f"bid,{level},{STRAINS[strain]}": (level, strain) for level in range(1, 8) for strain in range(5)}
            keys = {key: bid for key, bid in keys.items() if not bids or bid > bids[-1][0]}
            others = {"pass-by"}
            last = [one for one in calls if one[1] != "pass-by"][-1:]
            if last and last[0][1] == "bid" and (last[0][0] - seat) % 2:
                others.add("double")
            if last and last[0][1] == "double" and (last[0][0] - seat) % 2:
                others.add("redouble")
            key = yield seat, {*keys, *others}
            if key in keys:
                bids.append((keys[key], seat))
            calls.append((seat, key if key in others else "bid"))
            seat = (seat + 1) % 4
        if not bids:
            return False
        bid, bidder = bids[-1]
        declarer = next(who for one, who in bids if one[1] == bid[1] and (who - bidder) % 2 == 0)
        doubled = {"bid": 0, "double": 1, "redouble": 2}[[call for _, call in calls if call != "pass-by"][-1]]
        won = yield from self.tricks(declarer, bid[1])
        points = score(bid, doubled, declarer in vulnerable(number, dealer, self.boards), won)
        for seat in range(4):
            if ((seat - declarer) % 2 == 0) == (points > 0):
                self.scores[seat] += abs(points)
        self.results.add("made" if points > 0 else "down")
        self.results.add(["plain", "doubled", "redoubled"][doubled])
        return True

    def tricks(self, declarer: int, strain: int) -> Generator[tuple[int | None, set[str]], str, int]:
        dummy, leader, won = (declarer + 2) % 4, (declarer + 1) % 4, 0
        for _ in range(13):
            trick: list[tuple[Card, int]] = []
            for step in range(4):
                seat = (leader + step) % 4
                hand = self.hands[seat]
                following = {card for card in hand if trick and card[0] == trick[0][0][0]}
                keys = {f"deal-{suit}-{RANKS[rank]}@hand-{seat + 1}": (suit, rank) for suit, rank in following or hand}
                card = keys[(yield declarer if seat == dummy else seat, set(keys))]
                hand.remove(card)
                trick.append((card, seat))
            trump = [one for one in trick if strain < 4 and one[0][0] == SUITS[strain]]
            led = [one for one in trick if one[0][0] == trick[0][0][0]]
            leader = max(trump or led, key=lambda one: one[0][1])[1]
            won += (leader - declarer) % 2 == 0
        return won

    def game(self) -> Play:
        dealer = 0 if self.boards else int((yield None, {f"seat-{seat}" for seat in range(1, 5)})[-1]) - 1
        number = 1
        while number <= self.deals:
            played = yield from self.deal(number, dealer)
            if played or self.boards:
                number += 1
                dealer = (dealer + 1) % 4
        return tuple(seat for seat in range(4) if self.scores[seat] == max(self.scores))


def test_plain_python_scores_what_the_tables_print() -> None:
    assert [score((4, 3), 0, danger, 10) for danger in (False, True)] == [420, 620]
    assert [score((3, 4), 0, danger, 9) for danger in (False, True)] == [400, 600]
    assert [score((1, 4), 2, danger, 7) for danger in (False, True)] == [560, 760]
    assert [score((7, 4), 2, danger, 13) for danger in (False, True)] == [2280, 2980]
    assert [score((7, 0), 2, danger, 0) for danger in (False, True)] == [-7000, -7600]
    assert [score((2, 1), 1, False, tricks) for tricks in (8, 9, 7, 6, 5, 4)] == [180, 280, -100, -300, -500, -800]


@pytest.mark.parametrize("style", ["chicago", "boards"])
@pytest.mark.sample(1)
def test_plain_python_agrees(style: str) -> None:
    results: set[str] = set()
    for seed in range(6):
        chance = random.Random(seed)
        bridge = Bridge(16, style == "boards")

        def pick(_: int | None, keys: list[str], chance: random.Random = chance) -> str:
            others = [key for key in keys if not key.startswith("bid")]
            low = sorted(key for key in keys if key.startswith("bid"))[:4]
            return chance.choice(keys if len(others) == len(keys) else others * 3 + low)

        match = load("contract-bridge", options={"deals": 16, "style": style}).start(4, chance="ask")
        play_beside(match, bridge.game(), pick)
        assert match.result is not None
        assert list(match.result.scores or ()) == bridge.scores
        results |= bridge.results
    assert results == {"made", "down", "plain", "doubled", "redoubled"}
