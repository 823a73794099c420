"""Grow a search tree in native code (native/tree.c), on as many cores as are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Any

from attrs import define

from rulewright.interpreter.match.native_match import SilentMatch
from rulewright.interpreter.native.library import NUMBER, POINTER, REAL, WORD
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.utility import Utility

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.native.library import NativeLibrary, NativePosition
    from rulewright.interpreter.search.determinization import Determinizer
    from rulewright.interpreter.search.tree import Deal, RootStatistics

SHAPES: dict[str, tuple[Any, ...]] = {
    "tree_begin": (WORD, NUMBER, NUMBER, NUMBER, REAL, POINTER, POINTER),
    "tree_deal": (POINTER, POINTER, POINTER, POINTER),
    "tree_grow": (POINTER, NUMBER, NUMBER),
    "tree_help": (POINTER,),
    "tree_close": (POINTER,),
    "tree_solved": (POINTER,),
    "tree_tally": (POINTER, NUMBER, POINTER, POINTER, POINTER),
    "tree_end": (POINTER,),
}
ANSWERS = {"tree_begin": POINTER, "tree_deal": NUMBER, "tree_solved": NUMBER, "tree_tally": NUMBER}


@define(eq=False)
class NativeTree:
    """A tree in native memory, which is freed with the object."""

    call: Any
    players: int
    address: int
    options: int
    seat: int

    @classmethod
    def begin(cls, dealer: Determinizer, seed: int, leaves: int, exploration: float, first: Deal) -> NativeTree | None:
        """Begin a tree with its first deal; return None if there is no native code for it."""
        native = dealer.program.playouts.native
        if native is None or flat(first.match) is None:
            return None
        call = native.library.functions(SHAPES, ANSWERS)
        perfect = game_state.comparable_views(dealer.program).perfect
        options = len(dealer.places)
        address = call.tree_begin(seed, options, perfect, leaves, exploration, *in_numbers(dealer.match, native.library))
        if not address:
            return None
        tree = cls(call, native.library.players, address, options, dealer.seat)
        return tree if tree.add(first) else None

    def __del__(self) -> None:
        self.call.tree_end(self.address)

    def add(self, deal: Deal) -> bool:
        """Add a deal; return whether it fits into native memory."""
        position = flat(deal.match)
        if position is None:
            return False
        places = (NUMBER * self.options)(*deal.places)
        before = (NUMBER * self.players)(*deal.before or ())
        return bool(self.call.tree_deal(self.address, position.address, places, before))

    def grow(self, deal: int, rounds: int) -> None:
        """Run some rounds from a deal, unless everything is searched."""
        self.call.tree_grow(self.address, deal, rounds)

    @property
    def solved(self) -> bool:
        """Whether there is nothing more to find out."""
        return bool(self.call.tree_solved(self.address))

    def tally(self) -> RootStatistics:
        """Return the statistics so far."""
        from rulewright.interpreter.search.tree import RootStatistics

        visits, shares, ends = (NUMBER * self.options)(), (REAL * self.options)(), (REAL * self.options)()
        games = self.call.tree_tally(self.address, self.seat, visits, shares, ends)
        return RootStatistics(tuple(visits), tuple(shares), tuple(None if end < 0 else end for end in ends), games)

    @contextmanager
    def helped(self, helpers: int) -> Iterator[None]:
        """Let other threads help inside a `with`."""
        threads = [Thread(target=self.call.tree_help, args=(self.address,), daemon=True) for _ in range(helpers)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.call.tree_close(self.address)
            for thread in threads:
                thread.join()


def in_numbers(match: Match, library: NativeLibrary) -> tuple[Any, Any]:
    """Return the utility of endings as native code takes it."""
    worth = Utility.of_match(match)
    reals = (REAL * 4)(worth.direction, worth.spread, worth.stakes, worth.gain)
    return reals, (NUMBER * 4)(worth.horizon, worth.together, worth.foresees, library.scored)


def flat(match: Match) -> NativePosition | None:
    """Return the position of a match in native memory, or None if it does not fit."""
    silent: Any = game_state.on_native_memory(match)
    return silent.flat_position if isinstance(silent, SilentMatch) else None
