"""A checked game comes in; whole games at random go out, with how often they came to each place of the rulebook.

What counts is what `test --coverage` counts (examine/coverage.py): statements, lines of menus and rules each time that they are
carried out; bans and the conditions of standing rules once in each game in which they hold, since how often that is asked
is a matter of the form. What is only tried out (`after`) makes a game one that comes there, and is not carried out. So it is
the same in native code, made for this alone, and in Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from threading import Lock

from attrs import define, field

from rulewright.dsl.checked import Game
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.source import Span
from rulewright.interpreter.lower.world import World
from rulewright.interpreter.native.playing import Native, Outcome, outcome
from rulewright.interpreter.play import runtime
from rulewright.interpreter.play.program import Program, Written

LIMITS = (runtime.LimitReached, RecursionError)


@define
class Places:
    """How often games came to each place of a rulebook, in how many games, and the seed of the first of these."""

    times: Counter[Span] = field(factory=Counter)
    games: Counter[Span] = field(factory=Counter)
    first: dict[Span, int] = field(factory=dict)

    def add(self, span: Span, times: int, games: int, first: int) -> None:
        """So often in so many games more."""
        self.times[span] += times
        self.games[span] += games
        self.first[span] = min(self.first.get(span, first), first)

    def update(self, other: Places) -> None:
        """All of some other games."""
        for span, times in other.times.items():
            self.add(span, times, other.games[span], other.first[span])


@define
class Played:
    """Some games at random, in the order of their seeds."""

    seed: int
    """Of the first; the others follow it one by one."""
    outcomes: list[Outcome] = field(factory=list)
    """The winners of each, or none if it went on too long or met a limit; and its decisions and scores."""
    places: Places = field(factory=Places)
    stopped: dict[int, Diagnostic] = field(factory=dict)
    """By seed: the limit that a game met, and where."""

    @property
    def endless(self) -> int:
        """How many had no end."""
        return sum(winners is None for winners, _ in self.outcomes)


class CountingGame:
    """A game for so many players, with its options set, made to count what its games come to."""

    def __init__(self, game: Game, players: int, values: Mapping[str, int]) -> None:
        self.program = Program(Written(World(game, players, dict(values)), traced=True), players, values)
        self.lock = Lock()

    def make_native(self, flags: tuple[str, ...] | None = None) -> bool:
        """Have native code made for it; whether there is any. It is the same, and quicker."""
        return self.program.playouts.make_native(flags)

    @property
    def places(self) -> list[Span]:
        """All that can be come to."""
        return self.program.straight.form.counting.spans

    def play(self, seed: int, count: int, most_endless: int = 0) -> Played:
        """Games by seeds that follow each other; no more once so many of them have had no end, if that is said."""
        native = self.program.playouts.native
        if native is not None:
            return self.in_native(native, seed, count, most_endless)
        played = Played(seed)
        for one in range(seed, seed + count):
            self.in_python(one, played)
            if most_endless and played.outcomes[-1][0] is None and played.endless >= most_endless:
                break
        return played

    def in_native(self, native: Native, seed: int, count: int, most_endless: int) -> Played:
        """Games in native code; what is out of the ordinary is played in Python."""
        played = Played(seed)
        ended, places = native.library.opened.counted_games(count, seed)
        native.played += count
        for number in range(count):
            found = outcome(ended, number, native.library.players)
            if found is None:
                self.in_python(seed + number, played)
            else:
                played.outcomes.append(found)
            is_last = number + 1 == count
            if most_endless and not is_last and played.outcomes[-1][0] is None and played.endless >= most_endless:
                return self.in_native(native, seed, number + 1, 0)
        for span, times, games, first in zip(native.places, places.times, places.games, places.first, strict=True):
            if games:
                played.places.add(span, times, games, first)
        return played

    def in_python(self, seed: int, played: Played) -> None:
        """One game more in Python."""
        straight = self.program.straight
        counting = straight.form.counting
        come_to, tried, depth = [0] * len(counting.spans), set[int](), 0
        numbers = counting.numbers

        def reached(place: int) -> None:
            number = numbers.get(place)
            if number is not None and depth:
                tried.add(number)
            elif number is not None:
                come_to[number] += 1

        def trying(deeper: int) -> None:
            nonlocal depth
            depth += deeper

        # Several threads may play in native code; what it cannot play they play one after the other.
        with self.lock:
            straight.names["reached"], straight.names["trying"] = reached, trying
            try:
                played.outcomes.append(straight.playout(seed))
            except LIMITS as error:
                played.outcomes.append((None, [0, []]))
                played.stopped[seed] = self.program.diagnostic(error, straight=True)
        for number, times in enumerate(come_to):
            if times or number in tried:
                played.places.add(counting.spans[number], 1 if number in counting.once else times, 1, seed)
