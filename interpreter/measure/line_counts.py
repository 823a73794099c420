"""Play whole random games of a checked game, and count how often they reach each place of the rulebook.

The count is that of `test --coverage` (examine/coverage.py). Statements, lines of menus and rules count each time that they
are carried out. Bans and the conditions of standing rules count once in each game in which they hold. How often they are
checked depends on the form. A game that only tries something out (`after`) reaches it, but does not carry it out. So the
figures are the same in Python and in native code, which is made for this alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from threading import Lock

from attrs import define, field

from rulewright.dsl.checked import Game
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.text.source import Span
from rulewright.interpreter.match.program import NewForms, Program
from rulewright.interpreter.native.native_game import NativeGame, Outcome, outcome
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.world import World

LIMITS = (runtime.LimitReached, RecursionError)


@define
class LineCounts:
    """For each place of a rulebook: how often games reached it, how many games did, and the seed of the first one."""

    times: Counter[Span] = field(factory=Counter)
    games: Counter[Span] = field(factory=Counter)
    first: dict[Span, int] = field(factory=dict)

    def add(self, span: Span, times: int, games: int, first: int) -> None:
        """Add counts for a place."""
        self.times[span] += times
        self.games[span] += games
        self.first[span] = min(self.first.get(span, first), first)

    def update(self, other: LineCounts) -> None:
        """Add the counts of other games."""
        for span, times in other.times.items():
            self.add(span, times, other.games[span], other.first[span])


@define
class CountedGames:
    """Random games, in the order of their seeds."""

    seed: int
    """The seed of the first game; the others follow."""
    outcomes: list[Outcome] = field(factory=list)
    """The winners of each, or None if it went on too long or met a limit; and its decisions and scores."""
    places: LineCounts = field(factory=LineCounts)
    stopped: dict[int, Diagnostic] = field(factory=dict)
    """By seed: the limit that a game met, and where."""

    @property
    def endless(self) -> int:
        """How many games had no end."""
        return sum(winners is None for winners, _ in self.outcomes)


class CountingGame:
    """A game for a number of players, with its options set, made for counting."""

    def __init__(self, game: Game, players: int, values: Mapping[str, int]) -> None:
        self.program = Program(NewForms(World(game, players, dict(values)), traced=True), players, values)
        self.lock = Lock()

    def make_native(self, flags: tuple[str, ...] | None = None) -> bool:
        """Compile native code for it; return whether there is any. It gives the same figures, faster."""
        return self.program.playouts.make_native(flags)

    @property
    def places(self) -> list[Span]:
        """All places that can be reached."""
        return self.program.straight.form.counting.spans

    def play(self, seed: int, count: int, most_endless: int = 0) -> CountedGames:
        """Play games with consecutive seeds; stop after `most_endless` of them have had no end, unless that is 0."""
        native = self.program.playouts.native
        if native is not None:
            return self.in_native(native, seed, count, most_endless)
        played = CountedGames(seed)
        for one in range(seed, seed + count):
            self.in_python(one, played)
            if most_endless and played.outcomes[-1][0] is None and played.endless >= most_endless:
                break
        return played

    def in_native(self, native: NativeGame, seed: int, count: int, most_endless: int) -> CountedGames:
        """Play games in native code; those that it cannot finish are played in Python."""
        played = CountedGames(seed)
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

    def in_python(self, seed: int, played: CountedGames) -> None:
        """Play one more game in Python."""
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

        # Several threads may play in native code, but games in Python are played one after the other.
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
