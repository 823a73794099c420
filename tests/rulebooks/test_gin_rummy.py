"""Gin rummy: the same game in plain Python, which finds melds by trying every set of cards."""

from __future__ import annotations

import random
from collections.abc import Generator
from itertools import combinations

import pytest

from rulewright.interpreter import load
from tests.rulebooks.beside import Play, play_beside

Card = tuple[int, str]
Cards = frozenset[Card]
RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
DECK = frozenset((rank, suit) for suit in SUITS for rank in range(1, 14))


def pips(cards: Cards) -> int:
    return sum(min(rank, 10) for rank, _ in cards)


def is_meld(cards: Cards) -> bool:
    ranks = sorted(rank for rank, _ in cards)
    row = len({suit for _, suit in cards}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(cards) > 2 and (row or len(set(ranks)) == 1)


def melds(cards: Cards) -> list[Cards]:
    """Return all melds that could be laid first: sets of one rank and rows are looked for by themselves."""
    alike = [frozenset(card for card in cards if card[0] == rank) for rank in range(1, 14)]
    suited = [frozenset(card for card in cards if card[1] == suit) for suit in SUITS]
    parts = {frozenset(some) for part in alike + suited for size in range(3, len(part) + 1) for some in combinations(part, size)}
    return [part for part in parts if is_meld(part)]


def least(cards: Cards) -> int:
    """Return the fewest points that can be left over, by every way to lay melds."""
    return min([pips(cards), *(least(cards - meld) for meld in melds(cards))])


def fits(card: Card, meld: Cards) -> bool:
    return is_meld(meld | {card})


class Match:
    """The hands and the score."""

    def __init__(self, target: int, dead: int) -> None:
        self.target, self.dead = target, dead
        self.scores, self.boxes, self.dead_hands = [0, 0], [0, 0], 0
        self.laid_off = 0

    def key(self, card: Card, where: str) -> str:
        return f"deal-{card[1]}-{RANKS[card[0] - 1]}@{where}"

    def draw(self) -> Generator[tuple[int | None, set[str]], str, Card]:
        found = {self.key(card, "stock"): card for card in self.stock}
        card = found[(yield None, set(found))]
        self.stock -= {card}
        return card

    def hand(self) -> Generator[tuple[int | None, set[str]], str, None]:
        self.stock = DECK
        other = 1 - self.dealer
        hands: list[Cards] = [frozenset(), frozenset()]
        for seat in (other, self.dealer):
            for _ in range(10):
                hands[seat] |= {(yield from self.draw())}
        pile = [(yield from self.draw())]
        taken: Card | None = None
        seat = other
        for asked in (other, self.dealer):
            take = f"take-it,{self.key(pile[-1], 'discard')}" if pile else ""
            if pile and (yield asked, {take, "leave-it"}) == take:
                taken = pile.pop()
                hands[asked] |= {taken}
                seat = asked
        offered = taken is not None
        while len(self.stock) > 2:
            if len(hands[seat]) == 10:
                taken = None
                if offered and (yield seat, {"stock", "discard"}) == "discard":
                    taken = pile.pop()
                    hands[seat] |= {taken}
                else:
                    hands[seat] |= {(yield from self.draw())}
            offered = True
            keys = {}
            for card in hands[seat] - {taken}:
                keys[f"throw,{self.key(card, f'hand-{seat + 1}')}"] = card, False
                if least(hands[seat] - {card}) <= 10:
                    keys[f"knock,{self.key(card, f'hand-{seat + 1}')}"] = card, True
            card, knocks = keys[(yield seat, set(keys))]
            hands[seat] -= {card}
            pile.append(card)
            if knocks:
                yield from self.show(seat, hands)
                return
            seat = 1 - seat
        self.dead_hands += 1

    def lay(self, seat: int, hand: Cards, most: int) -> Generator[tuple[int | None, set[str]], str, tuple[Cards, list[Cards]]]:
        laid: list[Cards] = []
        while True:
            keys: dict[str, Cards] = {}
            for meld in melds(hand):
                if least(hand - meld) <= most:
                    low = min(meld)
                    rank = RANKS[low[0] - 1]
                    missing = [suit for suit in SUITS if (low[0], suit) in hand - meld]
                    if len({suit for _, suit in meld}) == 1:
                        keys[f"row,{self.key(low, f'hand-{seat + 1}')},{len(meld)}"] = meld
                    else:
                        keys[f"three-of,{rank},{missing[0]}" if missing else f"alike,{rank}"] = meld
            if not keys:
                return hand, laid
            enough = {"no-more"} if pips(hand) <= most else set()
            key = yield seat, {*keys, *enough}
            if key == "no-more":
                return hand, laid
            hand -= keys[key]
            laid.append(keys[key])

    def show(self, knocker: int, hands: list[Cards]) -> Generator[tuple[int | None, set[str]], str, None]:
        rival = 1 - knocker
        left, laid = yield from self.lay(knocker, hands[knocker], 10)
        theirs, _ = yield from self.lay(rival, hands[rival], 98)
        while pips(left):
            keys = {
                f"{self.key(card, f'hand-{rival + 1}')},{number}": (card, number)
                for card in theirs
                for number, meld in enumerate(laid, 1)
                if fits(card, meld)
            }
            if not keys or (key := (yield rival, {*keys, "pass"})) == "pass":
                break
            card, number = keys[key]
            laid[number - 1] |= {card}
            theirs -= {card}
            self.laid_off += 1
        more = pips(theirs) - pips(left)
        winner = knocker if more > 0 or not left else rival
        bonus = 25 if winner == rival or not left else 0
        self.scores[winner] += abs(more) + bonus
        self.boxes[winner] += 1
        self.dealer, self.dead_hands = 1 - winner, 0

    def game(self) -> Play:
        self.dealer = int((yield None, {"seat-1", "seat-2"})[-1]) - 1
        while max(self.scores) < self.target and self.dead_hands < self.dead:
            yield from self.hand()
        if max(self.scores) >= self.target:
            winner = self.scores.index(max(self.scores))
            self.scores[winner] += 100 if self.boxes[1 - winner] else 200
            self.scores = [score + 25 * won for score, won in zip(self.scores, self.boxes, strict=True)]
            return (winner,)
        return tuple(seat for seat in range(2) if self.scores[seat] == max(self.scores))


@pytest.mark.parametrize("part", range(2))
@pytest.mark.sample(1)
def test_plain_python_agrees(part: int) -> None:
    """Those who play keep what leaves least over, mostly; some knock as soon as they can, others rather wait."""
    found = []
    for seed in range(part * 7, part * 7 + 7):
        chance = random.Random(seed)
        match = Match(60, 4)
        found.append(match)

        def pick(_: int | None, keys: list[str], chance: random.Random = chance, eager: float = 0.7 - seed % 2 * 0.6) -> str:
            throws = [key for key in keys if key.startswith("throw")]
            knocks = [key for key in keys if key.startswith("knock")]
            if not throws or chance.random() < 0.1:
                return chance.choice(keys)
            cards = {key: (RANKS.index(key.split("-")[2].split("@")[0]) + 1, key.split("-")[1]) for key in throws}
            left = {key: least(frozenset(cards.values()) - {cards[key]}) for key in throws}
            if knocks and (chance.random() < eager or min(left.values()) == 0):
                return min(knocks, key=lambda key: left.get(key.replace("knock", "throw"), 99))
            return min(throws, key=lambda key: left[key])

        options = {"target": 60, "dead-limit": 4}
        played = load("gin-rummy", options=options).start(chance="ask")
        play_beside(played, match.game(), pick)
        assert played.result is not None
        assert list(played.result.scores or ()) == match.scores
    assert sum(match.laid_off for match in found)
