"""Games that were checked and compiled before, so that the next process need not do it again.

What is remembered goes by its contents. A rulebook's key is made of the texts that it was read from; that of a form, of this
key, the number of players and the options. Into all of them goes a digest of the engine's own sources, and the version of
Python. So a change of anything that matters leads to another key, and nothing old is ever found.

Which texts a rulebook is read from shows only when it is read. So that is remembered, too, by what was asked for; but only
to know what to read: a rulebook is found by what these texts hold now. If others would be read now, then one of these has
changed, or a name among the bundled ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field

from rulewright.dsl import checked
from rulewright.dsl.bundled import bundled, extras
from rulewright.dsl.diagnostic import RulebookError
from rulewright.dsl.folders import text_now, texts_of
from rulewright.interpreter.keep.compiled import Playouts, Resumable
from rulewright.interpreter.keep.engine import engine, key_of, request_key
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
    return remember(reference, variants, texts, game)


def recall(reference: str, variants: Sequence[str]) -> Remembered | None:
    """A rulebook that was checked before."""
    made_by = engine()
    if made_by is None:
        return None
    try:
        places = json.loads(fetch("texts", request_key(made_by, reference, variants)) or b"null")
        texts = [(inside, shown, text_now(inside, shown)) for inside, shown in places]
        if any(text is None for *_, text in texts):
            return None
        key = rulebook_key(made_by, reference, variants, texts)
        content = fetch("rulebook", key)
        parcel = None if content is None else Parcel(content)
    except Exception:
        return None
    if parcel is None or not isinstance(parcel.value, checked.Game):
        return None
    return Remembered(parcel.value, key, parcel, partial(checked_now, reference, variants))


def remember(reference: str, variants: Sequence[str], texts: Mapping[tuple[bool, str], str], game: checked.Game) -> Remembered:
    """Keep a rulebook that was made of some texts."""
    made_by = engine()
    if made_by is None:
        return Remembered(game)
    read = sorted((inside, shown, text) for (inside, shown), text in texts.items())
    key = rulebook_key(made_by, reference, variants, read)
    content = packed(game, whole=True)
    if content is not None and keep("rulebook", key, content):
        places = json.dumps([(inside, shown) for inside, shown, _ in read])
        # The folder that paths begin at may be gone.
        with suppress(OSError):
            keep("texts", request_key(made_by, reference, variants), places.encode("ascii"))
    return Remembered(game, key)


def rulebook_key(made_by: str, reference: str, variants: Sequence[str], texts: Sequence[tuple[bool, str, Any]]) -> str:
    """The key of a rulebook: what it is made of, and how that is called in messages."""
    return key_of(made_by, reference, list(variants), texts)


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
