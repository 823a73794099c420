"""A game comes in; exact counts of its tree go out, and how it may go on without an end or come to nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.interpreter.search.counting import Ply, in_order, longest_game, paths_to, plies, shortest_game
from rulewright.interpreter.search.graph import CHANCE, OVER, Graph, Walk, never
from rulewright.interpreter.search.knowing import Knowledge, knowledge
from rulewright.interpreter.search.position import sights_of

if TYPE_CHECKING:
    from rulewright.interpreter import Game, Match

DEFAULT_LIMIT = 1_000_000
"""How many positions are looked at, those of chance included."""

SETS_FOR_A_POSITION = 10
"""How many sets of positions are followed to count what seats can know, for each position that may be looked at."""


@frozen(kw_only=True)
class Counts:
    """What there is in a game's tree."""

    decisions: int | None
    """Distinct paths to a point where a player decides; None if there are endlessly many."""
    endings: int | None
    """Distinct paths to an end, outcomes of chance and the order of choices included; None as above."""
    positions: int
    """Distinct positions in which a player decides or the game is over."""
    information_states: int | None
    """Distinct things that players who decide can have seen, heard and chosen by then; None as above, if they are too many
    to count, or if nobody wants to know."""
    complete: bool
    """Whether nothing was left out for the depth, the limit, or because it cannot be listed."""


@define
class Exploration:
    """The walk through a game, and what is found out from it; a walk that was interrupted is used as far as it went."""

    start: Match
    depth: int | None = None
    limit: int = DEFAULT_LIMIT
    enough: Callable[[], str] = never
    listening: bool = True
    """Whether what seats come to know is followed."""
    perfect: bool = False
    """Whether everybody is known to see everything: whoever decides knows the whole way there, and nobody has to be followed."""
    graph: Graph = field(init=False)
    _walk: Walk = field(init=False)
    _order: list[int] | None = field(init=False, default=None)
    _knowledge: list[Knowledge] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.begin_anew()

    def begin_anew(self) -> None:
        """Leave what was looked at."""
        self.graph = Graph(self.start.players, listening=self.listening and not self.perfect)
        self._walk = Walk(self.graph, self.depth, self.limit, self.enough)

    def walk(self) -> None:
        """Look at all positions."""
        if not len(self.graph):
            self._walk.begin(self.start.copy())
        self._walk.go_on()

    def walk_natively(self) -> bool:
        """The same from the beginning, in native code; False if Python has to do it. Only where nobody is listened to."""
        from rulewright.interpreter.search.unworded import NotHereError, unworded

        assert not self.graph.listening
        try:
            first = unworded(self.start, self.enough)
            if first is None:
                return False
            self.begin_anew()
            self._walk.begin(first)
            self._walk.go_on()
        except NotHereError:
            self.begin_anew()
            return False
        return True

    def stop(self, reason: str) -> None:
        """Leave it at what was looked at until now."""
        self.graph.trim()
        self.graph.stopped.add(reason)

    @property
    def order(self) -> list[int] | None:
        """All positions, each after all that lead to it; None if one can come again."""
        if self._order is None:
            self._order = in_order(self.graph)
        return self._order

    @property
    def knowledge(self) -> list[Knowledge]:
        """What each seat can know; nothing if that is not followed."""
        if self.graph.listening and not self._knowledge:
            seats, most = range(self.graph.players), SETS_FOR_A_POSITION * self.limit
            self._knowledge = [knowledge(self.graph, seat, self.depth, most) for seat in seats]
        return self._knowledge

    @property
    def endless(self) -> bool:
        """Whether a position can come again."""
        return self.order is None

    @property
    def stopped(self) -> set[str]:
        """Why not all was counted, if so."""
        depth = self.depth
        found = set(self.graph.stopped)
        if any(known.too_many for known in self.knowledge):
            found.add("information")
        if depth is None:
            return found
        # What is near on one way may be too far on another.
        last = self.plies(depth)[depth:]
        cut_off = any(ply.paths > ply.endings for ply in last)
        return found | {"depth"} if cut_off else found - {"depth"}

    def plies(self, depth: int) -> list[Ply]:
        """What there is after 0, 1, 2 and more choices."""
        return plies(self.graph, depth)

    def shortest(self) -> int | None:
        """The fewest choices of players to an end."""
        return shortest_game(self.graph)

    def longest(self) -> int | None:
        """The most choices of players to an end; None if there is no most."""
        return None if self.order is None else longest_game(self.graph, self.order)

    def counts(self) -> Counts:
        """All counts."""
        graph = self.graph
        decisions: int | None = None
        endings: int | None = None
        if self.depth is not None:
            counted = plies(graph, self.depth)
            decisions, endings = sum(ply.decisions for ply in counted), sum(ply.endings for ply in counted)
        elif self.order is not None:
            paths = paths_to(graph, self.order)
            decisions = sum(number for number, decider in zip(paths, graph.deciders, strict=True) if decider >= 0)
            endings = sum(number for number, decider in zip(paths, graph.deciders, strict=True) if decider == OVER)
        # Where everybody sees everything, two ways to come somewhere are two things to know.
        states = [known.states for known in self.knowledge] or [decisions if self.perfect else None]
        return Counts(
            decisions=decisions,
            endings=endings,
            positions=sum(decider >= 0 or decider == OVER for decider in graph.deciders),
            information_states=None if None in states else sum(number or 0 for number in states),
            complete=not self.stopped and not graph.breaks and decisions is not None,
        )


def explore(game: Game, players: int | None = None, depth: int | None = None, limit: int = DEFAULT_LIMIT) -> Counts:
    """Count everything that can happen, at most `depth` choices deep, and at most so many positions."""
    start = game.start(players, chance="ask", forced="ask")
    exploration = Exploration(start, depth, limit, perfect=sights_of(start.program).perfect)
    exploration.walk()
    return exploration.counts()


__all__ = ["CHANCE", "DEFAULT_LIMIT", "Counts", "Exploration", "explore"]
