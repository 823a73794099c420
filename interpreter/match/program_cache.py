"""Remember games that were checked and compiled, so that the next process need not do it again.

Everything is found by its contents. The key of a rulebook depends on the texts that it was read from. That of a form
depends on this key, the number of players and the options. All keys contain a digest of the engine's own sources, and the
version of Python. So any relevant change leads to another key, and nothing outdated is ever found.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, field

from rulewright.dsl import checked
from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.files.folders import texts_of
from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.interpreter.cache.engine_digest import cached_result, engine_digest, keep_made, key_of
from rulewright.interpreter.cache.store import fetch, keep
from rulewright.interpreter.emit.compiled import PlayoutForm, ResumableForm
from rulewright.interpreter.match.pickling import LazyPickle, pack
from rulewright.interpreter.match.program import NewForms
from rulewright.interpreter.position.world import World

if TYPE_CHECKING:
    from rulewright.interpreter.program.nodes import LoweredProgram

Form = TypeVar("Form", ResumableForm, PlayoutForm)


@define(eq=False)
class CachedRulebook:
    """A checked rulebook, and the key of its forms, or None if nothing is kept."""

    game: checked.Game
    """The game; the contents of its rules may be missing until it is filled."""
    key: str | None = None
    parcel: LazyPickle | None = None
    again: Callable[[], CachedRulebook] | None = None
    """Reads and checks it again."""
    lock: Lock = field(factory=Lock)

    def whole(self) -> checked.Game:
        """Return the rulebook with everything in it."""
        with self.lock:
            if self.parcel is not None and self.again is not None:
                try:
                    self.parcel.fill()
                except Exception:
                    self.game = self.again().game
                self.parcel = None
        return self.game


def cached_rulebook(reference: str, variants: Sequence[str]) -> CachedRulebook:
    """Return a correct rulebook, remembered or read and checked, or raise RulebookError with its mistakes."""
    return recall(reference, variants) or checked_now(reference, variants)


def checked_now(reference: str, variants: Sequence[str]) -> CachedRulebook:
    """Read and check a rulebook, without remembered ones."""
    from rulewright.dsl.library.library import load_with_texts

    game, diagnostics, texts = load_with_texts(reference, variants)
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
    if game is None or errors:
        raise RulebookError(errors)
    return CachedRulebook(game, keep_made("rulebook", reference, variants, texts, partial(pack, game, whole=True)))


def recall(reference: str, variants: Sequence[str]) -> CachedRulebook | None:
    """Return a rulebook that was checked before, or None."""
    found = cached_result("rulebook", reference, variants)
    if found is None:
        return None
    try:
        parcel = LazyPickle(found[1])
    except Exception:
        return None
    if not isinstance(parcel.value, checked.Game):
        return None
    return CachedRulebook(parcel.value, found[0], parcel, partial(checked_now, reference, variants))


def of_all_bundled(kind: str, make: Callable[[], Any]) -> Any:
    """Return something about the bundled rulebooks, remembered if possible: lists, dicts, texts and numbers. None is not kept."""
    made_by = engine_digest()
    if made_by is None:
        return make()
    places = [*bundled_games().values(), *bundled_variants().values()]
    key = key_of(made_by, kind, bundled_games(), bundled_variants(), [[*texts_of(place).values()] for place in places])
    try:
        found = json.loads(fetch(kind, key) or b"null")
    except ValueError:
        found = None
    if found is None:
        found = make()
        if found is not None:
            keep(kind, key, json.dumps(found).encode("ascii"))
    return found


class CachedForms:
    """The forms of a game: kept ones, or else new ones, which are then kept."""

    def __init__(self, game: Callable[[], checked.Game], players: int, options: Mapping[str, int], key: str | None) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.key = key

    @cached_property
    def written(self) -> NewForms:
        """The source of new forms."""
        return NewForms(World(self.game(), self.players, self.options))

    def resumable(self) -> ResumableForm:
        return self.form("resumable", ResumableForm, NewForms.resumable)

    def playouts(self) -> PlayoutForm:
        return self.form("playouts", PlayoutForm, NewForms.playouts)

    def lowered(self) -> LoweredProgram:
        """Return the program that both are written from, which is quick to make and not kept."""
        return self.written.lowered()

    def form(self, kind: str, wanted: type[Form], write: Callable[[NewForms], Form]) -> Form:
        """Return one of the forms."""
        if self.key is None or engine_digest() is None:
            return write(self.written)
        key = key_of(self.key, kind, self.players, dict(self.options))
        found = unpacked(fetch(kind, key), wanted)
        if found is None:
            found = write(self.written)
            content = pack(found, whole=False)
            if content is not None and engine_digest() is not None:
                keep(kind, key, content)
        return found


def unpacked(content: bytes | None, wanted: type[Form]) -> Form | None:
    """Return the contents of some bytes, if it is what is wanted."""
    if content is None:
        return None
    try:
        value = LazyPickle(content).value
    except Exception:
        return None
    return value if isinstance(value, wanted) else None
