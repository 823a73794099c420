"""Play many random games of a compiled game, and give their results as columns of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from importlib import import_module
from time import perf_counter
from typing import Any

from attrs import frozen

from rulewright.interpreter.native.native_game import SHARE, Outcome, PlayoutRunner
from rulewright.interpreter.position.chance import WORD, word_of
from rulewright.interpreter.position.results import Result


@frozen(eq=False)
class PlayoutResults:
    """The results of random games: a column for each figure, with a row for each game, in the order of the seeds.

    The columns are arrays of numpy if that is installed, and sequences of numbers otherwise.
    """

    winners: Any
    """The winners as bits: 1 for seat 0, 2 for seat 1, 4 for seat 2. It is 0 if nobody won, or the game is not finished."""
    decisions: Any
    finished: Any
    """1 if the game ended, else 0."""
    scores: Any
    """The scores of all seats, one row for each game, or None if the game has no scores."""
    players: int

    def __len__(self) -> int:
        return len(self.winners)

    def __iter__(self) -> Iterator[Result]:
        for number in range(len(self)):
            yield self.result(number)

    def result(self, number: int) -> Result:
        """Return the result of one of the games."""
        bits = int(self.winners[number])
        winners = tuple(seat for seat in range(self.players) if bits >> seat & 1)
        scores = None if self.scores is None else tuple(int(score) for score in self.scores[number])
        return Result(winners, scores, int(self.decisions[number]), bool(self.finished[number]))


def numpy_if_there() -> Any:
    try:
        return import_module("numpy")
    except ImportError:
        return None


def play_batch(playing: PlayoutRunner, seeds: Sequence[int], players: int, scored: bool) -> PlayoutResults:
    """Play many random games by the quickest form available."""
    parts: list[PlayoutResults] = []
    done = 0
    while done < len(seeds):
        # Native code takes over as soon as it is compiled, and lets signals through by itself.
        now = SHARE if playing.native is None else len(seeds)
        parts.append(share(playing, seeds[done : done + now], players, scored))
        done += now
    if len(parts) == 1:
        return parts[0]
    numpy = numpy_if_there()

    def joined(columns: list[Any]) -> Any:
        if numpy is not None and columns:
            return numpy.concatenate(columns)
        return [value for column in columns for value in column]

    return PlayoutResults(
        winners=joined([part.winners for part in parts]),
        decisions=joined([part.decisions for part in parts]),
        finished=joined([part.finished for part in parts]),
        scores=joined([part.scores for part in parts]) if scored else None,
        players=players,
    )


def share(playing: PlayoutRunner, seeds: Sequence[int], players: int, scored: bool) -> PlayoutResults:
    """Play some of the games in one call."""
    native = playing.native
    if native is None:
        start = perf_counter()
        rows = [playing.straight.playout(seed) for seed in seeds]
        playing.spend(perf_counter() - start)
        return in_columns(rows, players, scored)
    from rulewright.interpreter.native.library import ENDED, TOO_LONG

    follow = isinstance(seeds, range) and seeds.step == 1 and seeds.start >= 0 and seeds.stop <= WORD
    ended = native.playouts(seeds if follow else words_of(seeds))
    for number in native.unusual(ended):
        winners, (decisions, scores) = playing.again(seeds[number])
        ended.ends[number] = TOO_LONG if winners is None else ENDED
        ended.winners[number] = bits_of(winners)
        ended.decisions[number] = decisions
        if scored:
            ended.scores[number * players : (number + 1) * players] = scores
    numpy = numpy_if_there()
    if numpy is None:
        finished = [int(end == ENDED) for end in ended.ends]
        flat = ended.scores
        rows_of = [flat[first : first + players] for first in range(0, len(flat), players)] if scored else None
        return PlayoutResults(ended.winners, ended.decisions, finished, rows_of, players)
    scores_of = numpy.ctypeslib.as_array(ended.scores).reshape(-1, players) if scored else None
    return PlayoutResults(
        numpy.ctypeslib.as_array(ended.winners),
        numpy.ctypeslib.as_array(ended.decisions),
        (numpy.ctypeslib.as_array(ended.ends) == ENDED).view(numpy.int8),
        scores_of,
        players,
    )


def words_of(seeds: Sequence[int]) -> Sequence[int]:
    """Return seeds as words of 64 bits, one after the other in memory."""
    try:
        return array("Q", seeds)
    except OverflowError:
        return array("Q", map(word_of, seeds))


def in_columns(rows: Sequence[Outcome], players: int, scored: bool) -> PlayoutResults:
    """Return the results of games that were played in Python."""
    winners = [bits_of(won) for won, _ in rows]
    decisions = [told[0] for _, told in rows]
    finished = [int(won is not None) for won, _ in rows]
    scores = [list(told[1]) for _, told in rows] if scored else None
    numpy = numpy_if_there()
    if numpy is None:
        return PlayoutResults(winners, decisions, finished, scores, players)
    return PlayoutResults(
        numpy.array(winners, dtype=numpy.uint64),
        numpy.array(decisions, dtype=numpy.int64),
        numpy.array(finished, dtype=numpy.int8),
        None if scores is None else numpy.array(scores, dtype=numpy.int64).reshape(-1, players),
        players,
    )


def bits_of(winners: tuple[int, ...] | None) -> int:
    return sum(1 << seat for seat in winners or ())
