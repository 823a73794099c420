"""Games that were checked and compiled before, so that the next process need not do it again.

What is remembered goes by its contents. A rulebook's key is made of the texts that it was read from; that of a form, of this
key, the number of players and the options. Into all of them goes a digest of the engine's own sources, and the version of
Python. So a change of anything that matters leads to another key, and nothing old is ever found.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field

from rulewright.dsl import checked
from rulewright.dsl.bundled import bundled, extras
from rulewright.dsl.diagnostic import RulebookError
from rulewright.dsl.folders import texts_of
from rulewright.interpreter.keep.compiled import Playouts, Resumable
from rulewright.interpreter.keep.engine import engine, keep_made, key_of, recalled
from rulewright.interpreter.keep.kept import fetch, keep
from rulewright.interpreter.keep.packing import Parcel, packed
from rulewright.interpreter.lower.world import World
from rulewright.interpreter.play.program import Written

if TYPE_CHECKING:
    from rulewright.interpreter.lower.nodes import Lowered

Form = TypeVar("Form", Resumable, Playouts)


# ---- rulebooks


@define(eq=False)
class Remembered:
    """A checked rulebook, and the key that its forms are kept by; None if nothing is kept."""

    game: checked.Game
    """What its rules say may be missing, until it is filled."""
    key: str | None = None
    parcel: Parcel | None = None
    again: Callable[[], Remembered] | None = None
    """Reads and checks it afresh."""
    lock: Lock = field(factory=Lock)

    def whole(self) -> checked.Game:
        """The rulebook with everything that is in it."""
        with self.lock:
            if self.parcel is not None and self.again is not None:
                try:
                    self.parcel.fill()
                except Exception:
                    self.game = self.again().game
                self.parcel = None
        return self.game


def rulebook(reference: str, variants: Sequence[str]) -> Remembered:
    """A rulebook that is right, as it was remembered, or read and checked; raises RulebookError with what is wrong."""
    return recall(reference, variants) or checked_now(reference, variants)


def checked_now(reference: str, variants: Sequence[str]) -> Remembered:
    """The same, never as it was remembered."""
    from rulewright.dsl.library import load_with_texts

    game, diagnostics, texts = load_with_texts(reference, variants)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    if game is None or errors:
        raise RulebookError(errors)
    content = packed(game, whole=True) if engine() is not None else None
    return Remembered(game, keep_made("rulebook", reference, variants, texts, content))


def recall(reference: str, variants: Sequence[str]) -> Remembered | None:
    """A rulebook that was checked before."""
    found = recalled("rulebook", reference, variants)
    if found is None:
        return None
    try:
        parcel = Parcel(found[1])
    except Exception:
        return None
    if not isinstance(parcel.value, checked.Game):
        return None
    return Remembered(parcel.value, found[0], parcel, partial(checked_now, reference, variants))


def of_all_bundled(kind: str, make: Callable[[], Any]) -> Any:
    """What can be said of the bundled rulebooks, as lists, dicts, texts and numbers; None is not remembered."""
    made_by = engine()
    if made_by is None:
        return make()
    places = [*bundled().values(), *extras().values()]
    key = key_of(made_by, kind, bundled(), extras(), [[*texts_of(place).values()] for place in places])
    try:
        found = json.loads(fetch(kind, key) or b"null")
    except ValueError:
        found = None
    if found is None:
        found = make()
        if found is not None:
            keep(kind, key, json.dumps(found).encode("ascii"))
    return found


# ---- forms


class RememberedForms:
    """The forms of a game: those that were kept, or else they are written, and kept."""

    def __init__(self, game: Callable[[], checked.Game], players: int, options: Mapping[str, int], key: str | None) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.key = key

    @cached_property
    def written(self) -> Written:
        """What writes them."""
        return Written(World(self.game(), self.players, self.options))

    def resumable(self) -> Resumable:
        """The form for play and search."""
        return self.form("resumable", Resumable, Written.resumable)

    def playouts(self) -> Playouts:
        """The form for playouts."""
        return self.form("playouts", Playouts, Written.playouts)

    def lowered(self) -> Lowered:
        """What they are written from; it is quick to make, and not kept."""
        return self.written.lowered()

    def form(self, kind: str, wanted: type[Form], write: Callable[[Written], Form]) -> Form:
        """One of them."""
        if self.key is None or engine() is None:
            return write(self.written)
        key = key_of(self.key, kind, self.players, dict(self.options))
        found = unpacked(fetch(kind, key), wanted)
        if found is None:
            found = write(self.written)
            content = packed(found, whole=False)
            if content is not None and engine() is not None:
                keep(kind, key, content)
        return found


def unpacked(content: bytes | None, wanted: type[Form]) -> Form | None:
    """What some bytes hold, if it is what is wanted."""
    if content is None:
        return None
    try:
        value = Parcel(content).value
    except Exception:
        return None
    return value if isinstance(value, wanted) else None
