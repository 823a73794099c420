"""Run the straight form: whole random games, on lists that are reset for each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

from rulewright.interpreter.emit.compiled import PlayoutForm
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.chance import first_state

shallow = list.copy
Moved = Callable[[int, int, int], None]


class StraightGame:
    """The straight form of one game, ready for playouts."""

    def __init__(self, form: PlayoutForm, players: int, purse: runtime.WorkBudget, names: dict[str, Any]) -> None:
        self.form = form
        self.players = players
        self.purse = purse
        self.names = names
        self.source = form.source
        self.lock = Lock()
        names["put_aside"], names["bring_back"] = self.put_aside, self.bring_back
        exec(form.code, names)
        self.flat_lists: list[tuple[list[Any], list[Any]]] = []
        self.nested_lists: list[tuple[list[Any], list[Any]]] = []
        for key, first in form.lists.items():
            names[key] = runtime.copied(first)
            nested = bool(first) and isinstance(first[0], list)
            (self.nested_lists if nested else self.flat_lists).append((names[key], first))
        self.begin, self.decided, draw, self.main, *opening = names["straight"]()
        names.update(movers(names["piles"], draw, names["moved"] if form.views else stay))
        self.opening: Callable[[int], None] | None = opening[0] if opening else None
        if self.opening is not None:
            self.open(self.opening)

    def put_aside(self) -> list[list[Any]]:
        """Return a copy of the lists before a trial."""
        return [runtime.copied(live) for live, _ in (*self.flat_lists, *self.nested_lists)]

    def bring_back(self, before: list[list[Any]]) -> None:
        """Restore the lists after a trial."""
        for (live, _), kept in zip((*self.flat_lists, *self.nested_lists), before):
            runtime.become(live, kept)

    def open(self, opening: Callable[[int], None]) -> None:
        """Carry out the opening once, since it is the same in every game; each game begins after it."""
        try:
            opening(0)
        except (runtime.GameOver, runtime.LimitReached, RecursionError):
            return  # every game ends there in the same way
        self.opening = None
        self.flat_lists = [(live, live[:]) for live, _ in self.flat_lists]
        self.nested_lists = [(live, runtime.copied(live)) for live, _ in self.nested_lists]

    def playout(self, seed: int) -> tuple[tuple[int, ...] | None, list[Any]]:
        """Play a whole random game. Return the winners (None if it became too long), and the final lists."""
        names = self.names
        with self.lock:
            self.begin(first_state(seed))
            self.purse.open()
            for live, first in self.flat_lists:
                live[:] = first
            for live, first in self.nested_lists:
                live[:] = map(shallow, first)
            winners: tuple[int, ...] | None = ()
            try:
                if self.opening is not None:
                    self.opening(0)
                self.main(0)
            except runtime.GameOver as over:
                winners = over.winners
            except runtime.GameTooLong:
                winners = None
            scores = names[self.form.score][: self.players] if self.form.score else []
            return winners, [self.decided(), scores]


def stay(thing: int, origin: int, target: int) -> None:
    """Do nothing, if no lists of things have to follow."""


def movers(piles: Sequence[bool], draw: Callable[[int], int], moved: Moved) -> dict[str, Callable[..., None]]:
    """Return the functions that move things and are too long for inlining; the lists of things follow the moves."""

    def take_away(at: list[int], on: list[list[int]], thing: int) -> None:
        origin = at[thing]
        runtime.take_away(at, on, thing)
        if thing >= 0 and origin >= 0:
            moved(thing, origin, -1)

    def place(at: list[int], on: list[list[int]], thing: int, space: int) -> None:
        origin = at[thing]
        runtime.place(at, on, piles, thing, space)
        if thing >= 0 and space >= 0:
            moved(thing, origin, space)

    def swap(at: list[int], on: list[list[int]], one: int, other: int) -> None:
        first, second = at[one], at[other]
        runtime.swap(at, on, piles, one, other)
        if one >= 0 and other >= 0 and first != second:
            moved(one, first, second)
            moved(other, second, first)

    def draw_last(at: list[int], on: list[list[int]], source: int, to: int, amount: int) -> None:
        lying = on[source]
        amount = min(amount, len(lying))
        if to < 0 or to == source or amount <= 0:
            return
        things = lying[: -amount - 1 : -1]
        del lying[-amount:]
        on[to] += things
        if not piles[to]:
            on[to].sort()
        for thing in things:
            at[thing] = to
            moved(thing, source, to)

    def draw_any(at: list[int], on: list[list[int]], source: int, to: int, amount: int) -> None:
        for _ in range(min(amount, len(on[source]))):
            place(at, on, on[source][draw(len(on[source]))], to)

    return {"take_away": take_away, "swap": swap, "draw_last": draw_last, "draw_any": draw_any}
