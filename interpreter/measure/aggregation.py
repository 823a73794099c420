"""Add up the figures of chunks of games: whole columns in native code, all others game by game."""

from __future__ import annotations

import ctypes
from collections import Counter

from rulewright.interpreter.measure.distribution import LAST_BIN, Distribution, bin_of
from rulewright.interpreter.measure.figures import Figures, PairedDifferences, quantities
from rulewright.interpreter.measure.shares import GameChunk, NativeChunk

NUMBER, WORD = ctypes.c_int64, ctypes.c_uint64
MOST_SETS_OF_WINNERS = 256
"""How many sets of winners can be told apart while columns are added up."""
WIDTH = 5 + 2 * LAST_BIN + 1
"""The size of a spread in native code."""
MOST_ADDED = 1 << 20
"""After how many games numbers are taken out of native code, which has 63 bits for them: squares have 40 at most."""


class RunningSum:
    """The figures of games that are still being played."""

    def __init__(self, players: int) -> None:
        self.figures = Figures(players=players)
        self.waiting = 0
        self.clear()

    def clear(self) -> None:
        """Reset the numbers in native code."""
        players = self.figures.players
        self.masks, self.times = (WORD * MOST_SETS_OF_WINNERS)(), (NUMBER * MOST_SETS_OF_WINNERS)()
        self.sums, self.spreads = (NUMBER * 2)(), (NUMBER * (WIDTH * (2 + players)))()
        self.waiting = 0

    def add(self, chunk: GameChunk, count: int) -> None:
        """Add the first games of a chunk."""
        if not isinstance(chunk, NativeChunk):
            for place in range(count):
                self.figures.count(chunk.game(place))
            return
        add_up, done = chunk.native.library.long.add_up, 0
        while done < count:
            columns = chunk.native.library.shifted(chunk.ended, done)
            own = (self.masks, self.times, self.sums, self.spreads)
            added = add_up(count - done, *columns, MOST_SETS_OF_WINNERS, *own)
            done, self.waiting = done + added, self.waiting + added
            if done < count:
                self.figures.count(chunk.game(done))
                done += 1
            if self.waiting >= MOST_ADDED:
                self.take()

    def take(self) -> Figures:
        """Return the figures of everything added."""
        if self.waiting:
            self.figures.merge(self.taken())
            self.clear()
        return self.figures

    def taken(self) -> Figures:
        """Return the figures that native code has added up."""
        players = self.figures.players
        winners: Counter[tuple[int, ...]] = Counter()
        for bits, often in zip(self.masks, self.times, strict=True):
            if often:
                winners[tuple(seat for seat in range(players) if bits >> seat & 1)] = often
        length, margin, *scores = (spread_of(self.spreads, place) for place in range(0, WIDTH * (2 + players), WIDTH))
        return Figures(
            players=players,
            games=self.waiting,
            finished=self.waiting - self.sums[1],
            decisions=self.sums[0],
            winners=winners,
            length=length,
            margin=margin,
            scores=scores if scores[0].count else [],
        )


def spread_of(numbers: ctypes.Array[ctypes.c_int64], start: int) -> Distribution:
    """Return the spread that native code keeps at an index."""
    count, total, squares, least, most = numbers[start : start + 5]
    if not count:
        return Distribution()
    first, last = bin_of(least), bin_of(most)
    zero = start + 5 + LAST_BIN
    bins = numbers[zero + first : zero + last + 1]
    held = Counter({place: times for place, times in enumerate(bins, start=first) if times})
    return Distribution(count, total, squares, least, most, held)


def compare_chunks(paired: PairedDifferences, one: GameChunk, other: GameChunk, count: int, players: int) -> None:
    """Compare the first games of two chunks by the same seeds, pair by pair."""
    done = 0
    if isinstance(one, NativeChunk) and isinstance(other, NativeChunk):
        size = len(quantities(players))
        sums = (NUMBER * (3 * size))()
        library = one.native.library
        while done < count:
            columns = (*library.shifted(one.ended, done), *library.shifted(other.ended, done))
            done += library.long.compare(count - done, *columns, sums)
            if done < count:
                paired.compare(one.game(done), other.game(done), players)
                done += 1
        paired.merge(PairedDifferences(sums[0::3], sums[1::3], sums[2::3]))
    for place in range(done, count):
        paired.compare(one.game(place), other.game(place), players)
