"""Look ahead by alpha-beta pruning in native code (native/alpha_beta.c)."""

from __future__ import annotations

from ctypes import c_int32
from typing import TYPE_CHECKING, Any

from attrs import define

from rulewright.interpreter.native.library import NUMBER, POINTER
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.alpha_beta import Lookahead
from rulewright.interpreter.search.native_tree import flat, in_numbers
from rulewright.interpreter.search.utility import Utility

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match

SHAPES: dict[str, tuple[Any, ...]] = {
    "alpha_beta_begin": (POINTER, NUMBER, POINTER, NUMBER, NUMBER, POINTER, POINTER),
    "alpha_beta_deepen": (POINTER, NUMBER, POINTER),
    "alpha_beta_as_good": (POINTER, NUMBER, NUMBER, POINTER),
    "alpha_beta_end": (POINTER,),
}
ANSWERS = {"alpha_beta_begin": POINTER, "alpha_beta_deepen": NUMBER, "alpha_beta_as_good": NUMBER}
ENTRIES = 1 << 19
"""How many positions are remembered."""
CALM = 4
"""The outlooks have changed much if it is by more than this part of what a few choices usually change."""
SLICE = 1 << 15


@define(eq=False)
class NativeAlphaBeta:
    """A search in native memory, which is freed with the object."""

    call: Any
    address: int
    places: list[int]
    slice: int = SLICE

    @classmethod
    def begin(cls, match: Match) -> NativeAlphaBeta | None:
        """Begin a search, or return None if there is no native code for it."""
        native = match.program.playouts.native
        position = None if native is None else flat(match)
        if native is None or position is None:
            return None
        call, places = native.library.functions(SHAPES, ANSWERS), list(game_state.shown_places(match))
        calm = int(Utility.of_match(match).gain / CALM)
        numbers = in_numbers(match, native.library)
        held = (NUMBER * len(places))(*places)
        address = call.alpha_beta_begin(position.address, len(places), held, ENTRIES, calm, *numbers)
        return cls(call, address, places) if address else None

    def __del__(self) -> None:
        self.call.alpha_beta_end(self.address)

    def deepen(self, positions: int) -> Lookahead | None:
        """Go on with the present depth."""
        found = (NUMBER * 4)()
        state = self.call.alpha_beta_deepen(self.address, positions, found)
        place, value, proved, searched = found
        return None if state < 0 else Lookahead(self.places.index(place), value, bool(proved), state == 1, searched)

    def as_good(self, best: Lookahead, positions: int) -> list[int]:
        """Return all options that are as good as a proved one."""
        places = (c_int32 * len(self.places))()
        count = self.call.alpha_beta_as_good(self.address, positions, best.value, places)
        return sorted(self.places.index(place) for place in places[:count]) or [best.option]
