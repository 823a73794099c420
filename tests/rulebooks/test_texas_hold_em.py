"""Texas Hold'em: the same game in plain Python, which tries every five of seven cards, and builds side pots chip by chip."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Sequence
from itertools import combinations

import pytest

from rulewright.interpreter import load
from tests.rulebooks.beside import Play, play_beside

Card = tuple[int, str]
RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
DECK = {f"deal-{suit}-{rank}@deck": (2 + RANKS.index(rank), suit)
        for suit in ("clubs", "diamonds", "hearts", "spades") for rank in RANKS}  # fmt: skip
Asked = Generator[tuple[int | None, set[str]], str, None]


def five(cards: Sequence[Card]) -> tuple[int, list[int]]:
    """Return the value of five cards: the kind of hand, and the ranks that decide between equal kinds."""
    counts = Counter(rank for rank, _ in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({suit for _, suit in cards}) == 1
    if set(ranks) == {14, 2, 3, 4, 5}:
        ranks = [5, 4, 3, 2, 1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if straight or flush:
        return (8 if straight and flush else 5 if flush else 4), ranks
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0), ranks


def best(cards: list[Card]) -> tuple[int, list[int]]:
    return max(map(five, combinations(cards, 5)))


class Table:
    """The holdings of all, and the cards that are left."""

    def __init__(self, players: int, stake: int, blind: int) -> None:
        self.players, self.blind = players, blind
        self.stacks = [stake] * players
        self.button = -1
        self.showdowns = self.side_pots = 0

    def seats(self, first: int, among: set[int]) -> list[int]:
        """From the first left of a seat on."""
        order = [(first + step) % self.players for step in range(1, self.players + 1)]
        return [seat for seat in order if seat in among]

    def pay(self, seat: int, chips: int) -> None:
        paid = min(chips, self.stacks[seat])
        self.stacks[seat] -= paid
        self.bets[seat] += paid
        self.pot[seat] += paid

    def draw(self, count: int) -> Generator[tuple[int | None, set[str]], str, list[Card]]:
        drawn = []
        for _ in range(count):
            key = yield None, set(self.deck)
            drawn.append(self.deck.pop(key))
        return drawn

    def hand(self) -> Asked:
        self.deck = dict(DECK)
        self.pot = [0] * self.players
        self.inside = {seat for seat in range(self.players) if self.stacks[seat]}
        self.dealt = set(self.inside)
        self.button = self.seats(self.button, self.inside)[0]
        order = self.seats(self.button, self.inside)
        held: dict[int, list[Card]] = {}
        for seat in order:
            held[seat] = yield from self.draw(2)
        yield from self.bet(True)
        board: list[Card] = []
        for count in (3, 1, 1):
            if len(self.inside) > 1:
                board += yield from self.draw(count)
                yield from self.bet(False)
        values = {seat: best(held[seat] + board) if len(board) == 5 else (0, []) for seat in self.inside}
        self.showdowns += len(self.inside) > 1
        self.share(values)

    def share(self, values: dict[int, tuple[int, list[int]]]) -> None:
        """Everybody's chips of one height go into one heap; heaps with the same winners are one pot."""
        heaps: Counter[tuple[int, ...]] = Counter()
        for height in range(1, max(self.pot) + 1):
            into = [seat for seat in range(self.players) if self.pot[seat] >= height]
            rivals = [seat for seat in into if seat in self.inside] or list(self.inside)
            heaps[tuple(rivals)] += len(into)
        self.side_pots += len(heaps) > 1
        for able, chips in heaps.items():
            top = max(values[seat] for seat in able)
            winners = self.seats(self.button, {seat for seat in able if values[seat] == top})
            for place, seat in enumerate(winners):
                self.stacks[seat] += chips // len(winners) + (place < chips % len(winners))

    def bet(self, blinds: bool) -> Asked:
        self.bets = [0] * self.players
        highest, raised, last = 0, self.blind, self.button
        if blinds:
            order = self.seats(self.button, self.inside)
            small = self.button if len(order) == 2 else order[0]
            last = self.seats(small, self.inside)[0]
            self.pay(small, self.blind // 2)
            self.pay(last, self.blind)
            highest = self.blind
        silent = set(self.inside)
        order = self.seats(last, self.dealt)
        while len(self.inside) > 1:
            able = {seat for seat in self.inside if self.stacks[seat]}
            owed = {}
            for seat in able:
                others = able - {seat}
                wanted = highest if others else max(self.bets[other] for other in self.inside)
                if self.bets[seat] < wanted or (seat in silent and others):
                    owed[seat] = wanted
            if not owed:
                return
            seat = order.pop(0)
            order.append(seat)
            if seat not in owed:
                continue
            all_in = self.bets[seat] + self.stacks[seat]
            answers = {"fold", "call" if owed[seat] > self.bets[seat] else "check"}
            if able - {seat} and all_in > highest and (seat in silent or highest - self.bets[seat] >= raised):
                answers.add("raise")
            key = yield seat, answers
            if key == "fold":
                self.inside.remove(seat)
            elif key == "call":
                self.pay(seat, owed[seat] - self.bets[seat])
            elif key == "raise":
                total = int((yield seat, {str(one) for one in range(min(highest + raised, all_in), all_in + 1)}))
                raised = max(raised, total - highest)
                highest = total
                self.pay(seat, total - self.bets[seat])
            silent.discard(seat)


def game(table: Table, rise: int) -> Play:
    """Play a whole game; the blinds double after `rise` hands."""
    first = yield None, {f"seat-{seat + 1}" for seat in range(table.players)}
    table.button = int(first[-1]) - 2
    hands = 0
    while sum(map(bool, table.stacks)) > 1:
        yield from table.hand()
        hands += 1
        table.blind *= 1 if hands % rise else 2
    return tuple(seat for seat in range(table.players) if table.stacks[seat])


@pytest.mark.parametrize("players", range(2, 10))
@pytest.mark.sample(3)
def test_plain_python_agrees(players: int) -> None:
    tables = []
    for seed in range(8):
        chance = random.Random(seed)
        # Low bets and few folds cause chips of different sizes and long hands.
        stake, blind, rise = chance.choice([(20, 2, 3), (50, 4, 5), (200, 2, 10)])
        table = Table(players, stake, blind)
        tables.append(table)

        def pick(seat: int | None, keys: list[str], chance: random.Random = chance) -> str:
            if seat is not None and keys[0].isdigit() and chance.random() < 0.7:
                return min(keys, key=int)
            return chance.choice([key for key in keys if key != "fold"] if chance.random() < 0.7 else keys)

        options = {"stake": stake, "big-blind": blind, "doubled-every": rise}
        match = load("texas-hold-em", options=options).start(players, chance="ask", forced="ask")
        play_beside(match, game(table, rise), pick)
        assert match.result is not None
        assert list(match.result.scores or ()) == table.stacks
        assert sum(table.stacks) == players * stake
    assert sum(table.showdowns for table in tables) > 10
    assert players == 2 or sum(table.side_pots for table in tables) > 5


def test_plain_python_ranks_hands_as_everybody_does() -> None:
    """How many of each kind there are is known; those of pairs and their like hold each card equally often."""
    first, *others = DECK.values()
    counts = Counter(five((first, *four))[0] for four in combinations(others, 4))
    known = {7: 624, 6: 3744, 3: 54912, 2: 123552, 1: 1098240}
    assert {kind: counts[kind] for kind in known} == {kind: count * 5 // 52 for kind, count in known.items()}
    # With the two of clubs: two rows, and the flushes of twelve other clubs.
    assert (counts[8], counts[4], counts[5]) == (2, 2 * 4**4 - 2, 495 - 2)
