"""Build the graph of all positions that may follow a position, in numbers.

Each position is looked at once: its key says whether it was there before. All that is counted, weighed or solved later uses
these numbers alone, without the game. So a walk in native code only has to fill a `StateGraph`.

A graph that listens also records what each seat learns from each move: atoms of `match/observation_history.py`, numbered. Seats
take news in only where somebody decides or the game is over. So positions in which chance is asked then differ if different
news wait in them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from sys import intern
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.interpreter.match.observation_history import Atom, ObservationCache, all_see_alike, question_to, view_digest
from rulewright.interpreter.search.game_state import SAID as WORDS

if TYPE_CHECKING:
    from rulewright.interpreter.match.decision import Decision
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.position.results import Result

CHANCE, OVER, BROKEN = -1, -2, -3
"""In place of the deciding seat: chance decides, the game is over, or its rules reached a limit of the engine."""

ROUND = 32
"""How much work passes between two questions whether it is enough."""
MOST_WORK = 100
"""How many moves may be tried for each position that may be looked at, so that a limit of positions also limits the time."""
FEW_THINGS, THINGS_OF_A_WAY = 200, 4
"""Up to the first number of things, moves have their usual cost.

Each second number of things more takes the time of one usual move, to be copied and compared.
"""
OPTIONS_OF_A_WAY, LINES_OF_A_WAY = 16, 8
"""How many options are listed, and how many lines are told, in the time of one move."""

HeardAtoms = tuple[int, ...]
"""The numbers of some atoms."""


@define
class StateGraph:
    """Positions by number, 0 the first; and a position's moves by index, including outcomes of chance."""

    players: int
    deciders: list[int] = field(factory=list)
    """The player who decides: a seat, or CHANCE, OVER, BROKEN."""
    moves: list[tuple[int, ...] | None] = field(factory=list)
    """The next positions, or None if nobody has looked."""
    weights: dict[int, tuple[int, ...]] = field(factory=dict)
    """Where chance decides, the weights of the outcomes; where moves stand for several options, how many."""
    options: dict[int, tuple[int, ...]] = field(factory=dict)
    """The options of moves, where the two differ since some hidden things are alike to the seat.

    For the seat's choice, this is the first option of each move. Where chance then says which it is, these are the options.
    """
    left_to_chance: set[int] = field(factory=set)
    """The positions between a seat's choice and the answer of chance which of the hidden things it is."""
    entangled: bool = False
    """Whether somebody chooses several hidden things at once, so that it is unclear which options are alike."""
    results: dict[int, Result] = field(factory=dict)
    """The result of each ending."""
    breaks: dict[int, Diagnostic] = field(factory=dict)
    """Why the rules could not go on."""
    words: set[int] = field(factory=set)
    """Positions in which anything may be said: the last move stands for all texts."""
    stopped: set[str] = field(factory=set)
    """Why the graph is incomplete, if it is: `limit`, `depth`, `words`, or the reason of a caller who had enough."""
    told: dict[int, tuple[int, ...]] = field(factory=dict)
    """By position, the news of each move."""
    opening: int = 0
    """The news of the beginning."""
    news: list[tuple[HeardAtoms, ...]] = field(factory=list)
    """By number, the atoms that each seat learns."""
    sights: list[tuple[int, int]] = field(factory=list)
    """By position, what the deciding player sees and is asked."""
    keys: dict[int, tuple[str, ...]] = field(factory=dict)
    """By position, the keys of the options; only if the graph listens."""
    atoms: dict[Atom, int] = field(factory=dict)
    listening: bool = False
    _numbers: dict[tuple[HeardAtoms, ...], int] = field(factory=dict)

    def __len__(self) -> int:
        return len(self.deciders)

    def followers(self, position: int) -> tuple[int, ...]:
        """Return the next positions; none if nobody has looked."""
        return self.moves[position] or ()

    def option(self, position: int, move: int) -> int:
        """Return the index of the option of a position's move, or of the first of several that are alike."""
        return self.options[position][move] if position in self.options else move

    def is_open(self, position: int) -> bool:
        """Return whether nobody has looked at what follows."""
        return self.moves[position] is None

    def trim(self) -> None:
        """Drop a position that was not complete when the walk was interrupted."""
        whole = min(len(self.deciders), len(self.moves), len(self.sights))
        for column in (self.deciders, self.moves, self.sights):
            del column[whole:]

    def atom(self, atom: Atom) -> int:
        """Return the number of something that a seat may learn."""
        return self.atoms.setdefault(atom, len(self.atoms))

    def news_of(self, told: Sequence[HeardAtoms]) -> int:
        told = tuple(told)
        if told not in self._numbers:
            self._numbers[told] = len(self.news)
            self.news.append(told)
        return self._numbers[told]


@frozen
class PendingPosition:
    """A position that is still to be looked at, with each seat's knowledge when it last took something in."""

    position: int
    match: Match
    depth: int
    happened: int
    views: tuple[int, ...]


@define
class GraphWalk:
    """The construction of a graph, which can be interrupted."""

    graph: StateGraph
    depth: int | None
    limit: int
    enough: Callable[[], str]
    """Asked now and then: returns the reason why the walk should stop, or nothing."""
    waiting: deque[PendingPosition] = field(factory=deque)
    numbers: dict[Hashable, int] = field(factory=dict)
    views: list[tuple[int, ...]] = field(factory=list)
    """By position, the views of all seats."""
    ears: ObservationCache = field(factory=ObservationCache)
    alike: bool = False
    """Whether all seats see the same."""
    step: int = 1
    """The work of trying one move, which is more in large positions."""
    work: int = 0
    """How many moves were tried, and options listed, as work."""
    asked_at: int = 0
    """The work at the last question whether it is enough."""

    def begin(self, start: Match) -> None:
        """Add the first position."""
        self.alike = all_see_alike(start)
        things = len(start.program.layout.world.things)
        self.step = 1 + max(0, things - FEW_THINGS) // THINGS_OF_A_WAY
        nowhere = PendingPosition(-1, start, -1, 0, (-1,) * self.graph.players)
        position = self.arrive(start, None, nowhere)
        if self.graph.listening and position is not None:
            self.graph.opening = self.graph.news_of(self.news(start, nowhere, position))

    def go_on(self) -> None:
        """Look at positions until there are no more, or it is enough."""
        # The nearest come first if the distance matters; else the last one, so that few have to wait.
        following = self.waiting.pop if self.depth is None else self.waiting.popleft
        while self.waiting:
            if not self.look(following()):
                return

    def is_enough(self, work: int) -> bool:
        """Return whether the walk should stop, after some more work."""
        self.work += work
        reason = ""
        if self.work > MOST_WORK * self.limit:
            reason = "limit"
        elif self.work - self.asked_at >= ROUND:
            self.asked_at = self.work
            reason = self.enough()
        if reason:
            self.graph.stopped.add(reason)
        return bool(reason)

    def look(self, here: PendingPosition) -> bool:
        """Try every move of a position. Return False if it is enough before that."""
        graph, match, position = self.graph, here.match, here.position
        decision = match.decision
        assert decision is not None
        ways: Sequence[int | str] = range(len(decision.options))
        if decision.kind == "words":
            # One text stands for all that may be said.
            ways = (*ways, WORDS)
            graph.words.add(position)
            graph.stopped.add("words")
        if decision.seat is None:
            graph.weights[position] = tuple(option.weight for option in decision.options)
        # A decision is gone after the last choice.
        keys = [intern(option.key) for option in decision.options] if graph.listening else []
        names = self.names_of(match, keys)
        found: list[int] = []
        told: list[list[HeardAtoms]] = []
        for place, way in enumerate(ways):
            if self.is_enough(self.step):
                # The position counts as not looked at.
                (self.waiting.append if self.depth is None else self.waiting.appendleft)(here)
                return False
            # The last move may use the match itself: nobody needs it afterwards.
            following = match if place == len(ways) - 1 else match.copy()
            reached = self.arrive(following, go(following, way), here)
            if reached is None:
                graph.stopped.add("limit")
                return False
            found.append(reached)
            if graph.listening:
                told.append(self.news(following, here, reached))
                self.work += sum(map(len, told[-1])) // LINES_OF_A_WAY
        if not graph.listening:
            graph.moves[position] = tuple(found)
            return True
        names += [WORDS] * (len(ways) - len(names))
        keys += [WORDS] * (len(ways) - len(keys))
        moves: dict[str, list[int]] = {}
        for place, name in enumerate(names):
            moves.setdefault(name, []).append(place)
        graph.moves[position] = tuple(
            found[places[0]] if len(places) == 1 else self.left_to_chance(here, places, found, keys, told)
            for places in moves.values()
        )
        graph.keys[position] = tuple(keys[places[0]] for places in moves.values())
        nothing: list[HeardAtoms] = [()] * graph.players
        news = [told[places[0]] if len(places) == 1 else nothing[:] for places in moves.values()]
        if decision.seat is not None:
            for name, heard_of in zip(moves, news, strict=True):
                heard_of[decision.seat] = (graph.atom(("chose", name)), *heard_of[decision.seat])
        graph.told[position] = tuple(map(graph.news_of, news))
        if len(moves) < len(names):
            graph.options[position] = tuple(places[0] for places in moves.values())
            graph.weights[position] = tuple(map(len, moves.values()))
        return True

    def names_of(self, match: Match, keys: Sequence[str]) -> list[str]:
        """Return what the options are to the deciding seat: their keys, without the meaningless numbers of hidden things."""
        # Counting up to a depth counts choices as they are offered.
        unnumbered = match.unnumbered() if self.graph.listening and self.depth is None else None
        if unnumbered is None:
            return list(keys)
        names, several = unnumbered
        self.graph.entangled = self.graph.entangled or several
        return list(keys) if several else [name or key for name, key in zip(names, keys, strict=True)]

    def left_to_chance(
        self, here: PendingPosition, places: list[int], found: list[int], keys: list[str], told: list[list[HeardAtoms]]
    ) -> int:
        """Return a new position in which chance says which of some hidden things was chosen."""
        graph, between = self.graph, len(self.graph)
        graph.deciders.append(CHANCE)
        graph.moves.append(tuple(found[place] for place in places))
        graph.sights.append((-1, -1))
        self.views.append(here.views)
        graph.left_to_chance.add(between)
        graph.options[between] = tuple(places)
        graph.weights[between] = (1,) * len(places)
        graph.keys[between] = tuple(keys[place] for place in places)
        graph.told[between] = tuple(graph.news_of(told[place]) for place in places)
        return between

    def arrive(self, match: Match, broken: Diagnostic | None, before: PendingPosition) -> int | None:
        """Return the number of a position, which may be new, or None if there is no room for it."""
        graph = self.graph
        decision = None if broken is not None else match.decision
        decider = BROKEN if broken is not None else OVER if decision is None else decision.seat
        if decider is None:
            decider = CHANCE
        key: Hashable = object() if broken is not None else match.key()
        if graph.listening and decider == CHANCE:
            heard_by = (tuple(self.ears.entries_heard(match, seat, before.happened)) for seat in range(graph.players))
            key = (key, before.views, *heard_by)
        position = self.numbers.get(key)
        if position is not None:
            return position
        if len(graph) >= self.limit:
            return None
        position = self.numbers[key] = len(graph)
        graph.deciders.append(decider)
        views, question = before.views, -1
        if graph.listening and (decider >= 0 or decider == OVER):
            views = self.views_of_seats(match)
            # With very many options, listing them is most of the work.
            self.work += 0 if decision is None else len(decision.options) // OPTIONS_OF_A_WAY
            question = -1 if decision is None else graph.atom(self.question_to(match, decision))
        self.views.append(views)
        graph.sights.append((views[decider] if decider >= 0 else -1, question))
        self.keep(match, broken, position, before)
        return position

    def question_to(self, match: Match, decision: Decision) -> Atom:
        """Return the question to a seat, with hidden things in a fixed order."""
        question = question_to(decision)
        keys = question[2:]
        names = self.names_of(match, keys)
        return question if names == list(keys) else (*question[:2], *sorted(names))

    def views_of_seats(self, match: Match) -> tuple[int, ...]:
        """Return the views of all seats."""
        seats = range(self.graph.players)
        if self.alike:
            return (self.graph.atom(view_digest(match, 0)),) * len(seats)
        return tuple(self.graph.atom(view_digest(match, seat)) for seat in seats)

    def keep(self, match: Match, broken: Diagnostic | None, position: int, before: PendingPosition) -> None:
        """Record a new position, and queue it if it leads on."""
        graph = self.graph
        decider = graph.deciders[position]
        if broken is not None:
            graph.breaks[position] = broken
        if decider == OVER and (result := match.result) is not None:
            graph.results[position] = result
        if decider in (OVER, BROKEN):
            graph.moves.append(())
            return
        graph.moves.append(None)
        depth = before.depth + 1
        if depth == self.depth:
            graph.stopped.add("depth")
            return
        happened = before.happened if decider == CHANCE or not graph.listening else match.happened
        self.waiting.append(PendingPosition(position, match, depth, happened, self.views[position]))

    def news(self, match: Match, before: PendingPosition, position: int) -> list[HeardAtoms]:
        """Return what each seat takes in at a position; nothing while only chance is asked."""
        graph = self.graph
        if graph.deciders[position] in (CHANCE, BROKEN):
            return [()] * graph.players
        told: list[HeardAtoms] = []
        for seat, now in enumerate(self.views[position]):
            lines = () if match.happened == before.happened else self.ears.entries_heard(match, seat, before.happened)
            question = (graph.sights[position][1],) if graph.deciders[position] == seat else ()
            sight = () if now == before.views[seat] else (now,)
            told.append((*map(graph.atom, lines), *sight, *question))
        return told


def go(match: Match, way: int | str) -> Diagnostic | None:
    """Make a choice. Return a diagnostic if the rules cannot go on."""
    from rulewright.interpreter.position.errors import PlayError

    try:
        match.choose(way)
    except PlayError as error:
        return error.diagnostic
    return None


def never_stop() -> str:
    """Return no reason to stop."""
    return ""
