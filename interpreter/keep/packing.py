"""Checked rulebooks and compiled forms as bytes, and back.

Everything in a rulebook hangs together by reference. So the rules, and all else that says how a game is played, are packed as
shells first, and what is in them comes afterwards: what is packed never lies deep, and it can be unpacked in two steps, of
which many need the first alone.

Unpacking makes objects of a few classes, which are named here, and calls nothing else. Yet it is for what we have packed
ourselves (interpreter/keep/kept.py): code is among it.
"""

from __future__ import annotations

import copyreg
import io
import marshal
import pickle
from types import CodeType
from typing import Any

from attrs import fields, has

from rulewright.dsl import checked
from rulewright.dsl.source import Source, Span
from rulewright.interpreter.keep.compiled import Playouts, Resumable
from rulewright.interpreter.lower.counting import Counting
from rulewright.interpreter.lower.hidden_state import HiddenState
from rulewright.interpreter.play.asking import Ask

SHELLS: dict[type, tuple[str, ...]] = {
    checked.Rule: ("name", "titles", "parameters", "gives", "span"),
    checked.Define: ("name", "titles", "parameters", "type", "span"),
    checked.Example: ("numbers", "titles", "span"),
}
"""What is known of some things before what they say is unpacked."""
CONTENTS: dict[type, tuple[str, ...]] = {
    kind: tuple(one.name for one in fields(kind) if one.name not in known) for kind, known in SHELLS.items()
}


def code_from(content: bytes) -> CodeType:
    """Compiled code."""
    code = marshal.loads(content)  # noqa: S302 - it was ours when it was kept
    if not isinstance(code, CodeType):
        raise pickle.UnpicklingError("no code")
    return code


ADMITTED: dict[tuple[str, str], Any] = {
    (one.__module__, one.__qualname__): one
    for one in (Source, Span, Ask, Counting, HiddenState, Playouts, Resumable, code_from, *vars(checked).values())
    if one is code_from or (isinstance(one, type) and has(one))
}


class Packer(pickle.Pickler):
    """Packs things with shells for what they say."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, protocol=5)
        self.waiting: list[Any] = []

    def reducer_override(self, value: Any) -> Any:
        """How an object is made again."""
        kind = type(value)
        if kind is Span:
            return Span, (value.source, value.start, value.end)
        if kind is checked.Type:
            return checked.Type, (value.kind, value.name, value.many)
        if kind is Source:
            return Source, (value.name, value.text)
        if kind is CodeType:
            return code_from, (marshal.dumps(value),)
        if kind in SHELLS:
            self.waiting.append(value)
            return copyreg.__newobj__, (kind,), {name: getattr(value, name) for name in SHELLS[kind]}  # type: ignore[attr-defined]
        return NotImplemented


class Unpacker(pickle.Unpickler):
    """Unpacks the same, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        """One of the few classes there are."""
        found = ADMITTED.get((module, name))
        if found is None:
            raise pickle.UnpicklingError(f"{module}.{name} is not admitted")
        return found


def packed(value: object, whole: bool) -> bytes | None:
    """Something as bytes; if it is not wanted whole, what rules and the like say is left out. None if it lies too deep."""
    stream = io.BytesIO()
    packer = Packer(stream)
    try:
        packer.dump(value)
        while whole and packer.waiting:
            shells, packer.waiting = packer.waiting, []
            packer.dump([(shell, [getattr(shell, name) for name in CONTENTS[type(shell)]]) for shell in shells])
    except RecursionError:
        return None
    return stream.getvalue()


class Parcel:
    """Something that is unpacked in two steps."""

    def __init__(self, content: bytes) -> None:
        self.stream = io.BytesIO(content)
        self.size = len(content)
        self.unpacker = Unpacker(self.stream)
        self.value: Any = self.unpacker.load()

    def fill(self) -> None:
        """Put into all shells what is in them."""
        while self.stream.tell() < self.size:
            for shell, contents in self.unpacker.load():
                for name, value in zip(CONTENTS[type(shell)], contents, strict=True):
                    setattr(shell, name, value)
