"""Count a game's tree exactly, and find out whether it may go on for ever or get stuck."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.interpreter.search.game_state import comparable_views
from rulewright.interpreter.search.information_counts import InformationCounts, count_information
from rulewright.interpreter.search.path_counts import PlyCounts, in_order, longest_game, paths_to, ply_counts, shortest_game
from rulewright.interpreter.search.state_graph import OVER, GraphWalk, StateGraph, never_stop

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.match.setting import GameSetting

DEFAULT_LIMIT = 1_000_000
"""How many positions are looked at, those of chance included."""

SETS_FOR_A_POSITION = 10
"""How many sets of positions are followed to count information states, for each position that may be looked at."""


@frozen(kw_only=True)
class Counts:
    """The figures of a game's tree."""

    decisions: int | None
    """Distinct paths to a decision of a player, or None if there are infinitely many."""
    endings: int | None
    """Distinct paths to an end, outcomes of chance and the order of choices included; None as above."""
    positions: int
    """Distinct positions in which a player decides or the game is over."""
    information_states: int | None
    """Distinct information states of deciding players; None as above, if there are too many, or if nobody asked."""
    complete: bool
    """Whether nothing was left out because of the depth, the limit, or options that cannot be listed."""


@define
class Exploration:
    """The walk through a game, and its results; an interrupted walk is evaluated up to that point."""

    start: Match
    depth: int | None = None
    limit: int = DEFAULT_LIMIT
    enough: Callable[[], str] = never_stop
    listening: bool = True
    """Whether the knowledge of the seats is followed."""
    perfect: bool = False
    """Whether everybody is known to see everything: then a position's deciding player knows the whole way to it."""
    graph: StateGraph = field(init=False)
    _walk: GraphWalk = field(init=False)
    _order: list[int] | None = field(init=False, default=None)
    _knowledge: list[InformationCounts] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.begin_anew()

    def begin_anew(self) -> None:
        """Drop everything that was looked at."""
        self.graph = StateGraph(self.start.players, listening=self.listening and not self.perfect)
        self._walk = GraphWalk(self.graph, self.depth, self.limit, self.enough)

    def walk(self) -> None:
        if not len(self.graph):
            self._walk.begin(self.start.copy())
        self._walk.go_on()

    def walk_natively(self) -> bool:
        """Walk from the beginning in native code. Return False if Python has to do it. This follows no knowledge."""
        from rulewright.interpreter.search.silent_match import NativeLimitError, unworded_match

        assert not self.graph.listening
        try:
            first = unworded_match(self.start, self.enough)
            if first is None:
                return False
            self.begin_anew()
            self._walk.begin(first)
            self._walk.go_on()
        except NativeLimitError:
            self.begin_anew()
            return False
        return True

    def stop(self, reason: str) -> None:
        """End the walk, for a reason."""
        self.graph.trim()
        self.graph.stopped.add(reason)

    @property
    def order(self) -> list[int] | None:
        """All positions in topological order, or None if one can come again."""
        if self._order is None:
            self._order = in_order(self.graph)
        return self._order

    @property
    def knowledge(self) -> list[InformationCounts]:
        """The knowledge of each seat; empty if it is not followed."""
        if self.graph.listening and not self._knowledge:
            seats, most = range(self.graph.players), SETS_FOR_A_POSITION * self.limit
            self._knowledge = [count_information(self.graph, seat, self.depth, most) for seat in seats]
        return self._knowledge

    @property
    def endless(self) -> bool:
        return self.order is None

    @property
    def stopped(self) -> set[str]:
        """The reasons why not everything was counted."""
        depth = self.depth
        found = set(self.graph.stopped)
        if any(known.too_many for known in self.knowledge):
            found.add("information")
        if depth is None:
            return found
        # A position may be near on one way and too far on another.
        last = self.plies(depth)[depth:]
        cut_off = any(ply.paths > ply.endings for ply in last)
        return found | {"depth"} if cut_off else found - {"depth"}

    def plies(self, depth: int) -> list[PlyCounts]:
        """Return the figures after 0, 1, 2 and more choices."""
        return ply_counts(self.graph, depth)

    def shortest(self) -> int | None:
        """Return the fewest choices of players to an end."""
        return shortest_game(self.graph)

    def longest(self) -> int | None:
        """Return the most choices of players to an end, or None if there is no maximum."""
        return None if self.order is None else longest_game(self.graph, self.order)

    def counts(self) -> Counts:
        graph = self.graph
        decisions: int | None = None
        endings: int | None = None
        if self.depth is not None:
            counted = ply_counts(graph, self.depth)
            decisions, endings = sum(ply.decisions for ply in counted), sum(ply.endings for ply in counted)
        elif self.order is not None:
            paths = paths_to(graph, self.order)
            decisions = sum(number for number, decider in zip(paths, graph.deciders, strict=True) if decider >= 0)
            endings = sum(number for number, decider in zip(paths, graph.deciders, strict=True) if decider == OVER)
        # If everybody sees everything, different ways to a position are different information states.
        states = [known.states for known in self.knowledge] or [decisions if self.perfect else None]
        return Counts(
            decisions=decisions,
            endings=endings,
            positions=sum(decider >= 0 or decider == OVER for decider in graph.deciders),
            information_states=None if None in states else sum(number or 0 for number in states),
            complete=not self.stopped and not graph.breaks and decisions is not None,
        )


def explore(game: GameSetting, players: int | None = None, depth: int | None = None, limit: int = DEFAULT_LIMIT) -> Counts:
    """Count everything that can happen, at most `depth` choices deep, with at most `limit` positions."""
    start = game.start(players, chance="ask", forced="ask")
    exploration = Exploration(start, depth, limit, perfect=comparable_views(start.program).perfect)
    exploration.walk()
    return exploration.counts()
