"""Pack checked rulebooks and compiled forms into bytes, and unpack them lazily.

Everything in a rulebook is connected by references. So rules, and all else that says how a game is played, are packed as
empty shells first, and their contents follow. So packed data is never deeply nested. It can be unpacked in two steps, and
many callers need only the first.

Unpacking creates objects of a few classes that are listed here, and calls nothing else. Still it is only for our own data
(interpreter/cache/store.py), since that contains code.
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
from rulewright.dsl.text.source import Source, Span
from rulewright.interpreter.emit.compiled import PlayoutForm, ResumableForm
from rulewright.interpreter.passes.coverage_points import CoveragePoints
from rulewright.interpreter.passes.hidden_state import HiddenState
from rulewright.interpreter.position.questions import QuestionInfo

SHELLS: dict[type, tuple[str, ...]] = {
    checked.Rule: ("name", "titles", "parameters", "gives", "span"),
    checked.Define: ("name", "titles", "parameters", "type", "span"),
    checked.Example: ("numbers", "titles", "span"),
}
"""The parts of some objects that are known before the rest is unpacked."""
CONTENTS: dict[type, tuple[str, ...]] = {
    kind: tuple(one.name for one in fields(kind) if one.name not in known) for kind, known in SHELLS.items()
}


def code_from(content: bytes) -> CodeType:
    """Return compiled code."""
    code = marshal.loads(content)  # noqa: S302 - it was ours when it was kept
    if not isinstance(code, CodeType):
        raise pickle.UnpicklingError("no code")
    return code


ADMITTED: dict[tuple[str, str], Any] = {
    (one.__module__, one.__qualname__): one
    for one in (
        Source,
        Span,
        QuestionInfo,
        CoveragePoints,
        HiddenState,
        PlayoutForm,
        ResumableForm,
        code_from,
        *vars(checked).values(),
    )
    if one is code_from or (isinstance(one, type) and has(one))
}


class Packer(pickle.Pickler):
    """A pickler that packs some objects as shells."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, protocol=5)
        self.waiting: list[Any] = []

    def reducer_override(self, value: Any) -> Any:
        """Return how an object is made again."""
        kind = type(value)
        if kind is Span:
            return Span, (value.source, value.start, value.end)
        if kind is checked.Type:
            return checked.Type, (value.kind, value.name, value.many, value.forms)
        if kind is Source:
            return Source, (value.name, value.text)
        if kind is CodeType:
            return code_from, (marshal.dumps(value),)
        if kind in SHELLS:
            self.waiting.append(value)
            return copyreg.__newobj__, (kind,), {name: getattr(value, name) for name in SHELLS[kind]}  # type: ignore[attr-defined]
        return NotImplemented


class Unpacker(pickle.Unpickler):
    """An unpickler for such data, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        """Return one of the few allowed classes."""
        found = ADMITTED.get((module, name))
        if found is None:
            raise pickle.UnpicklingError(f"{module}.{name} is not admitted")
        return found


def pack(value: object, whole: bool) -> bytes | None:
    """Pack an object, unless it is too deeply nested.

    If it is not wanted `whole`, the contents of rules and the like are left out.
    """
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


class LazyPickle:
    """An object that is unpacked in two steps."""

    def __init__(self, content: bytes) -> None:
        self.stream = io.BytesIO(content)
        self.size = len(content)
        self.unpacker = Unpacker(self.stream)
        self.value: Any = self.unpacker.load()

    def fill(self) -> None:
        """Fill all shells with their contents."""
        while self.stream.tell() < self.size:
            for shell, contents in self.unpacker.load():
                for name, value in zip(CONTENTS[type(shell)], contents, strict=True):
                    setattr(shell, name, value)
