"""Every kind of entry that the log may hold is declared, reads back as it was written, and has words if it is told."""

from __future__ import annotations

import ast
import gc
import weakref
from collections.abc import Iterator
from inspect import isclass
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter.position import log_entries
from rulewright.interpreter.position.log_entries import KINDS, NAMES, LogEntry, entry_of
from rulewright.interpreter.position.position import LOG
from rulewright.interpreter.views import journal

ROOT = Path(__file__).parents[2]


def written() -> Iterator[tuple[str, int]]:
    """Yield the kinds that the interpreter writes anywhere, with how many values: `note(s, "kind", ...)`, and moves."""
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and "note" in ast.unparse(node.func) and len(node.args) > 1:
                values = node.args[1:]
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "entry" and isinstance(node.value, ast.Tuple):
                values = node.value.elts
            else:
                continue
            if isinstance(values[0], ast.Constant) and isinstance(values[0].value, str):
                yield values[0].value, len(values) - 1


def test_every_kind_that_is_written_is_declared() -> None:
    assert {kind for kind, _ in written()} == set(KINDS)


def test_no_entry_has_more_values_than_are_declared() -> None:
    assert all(count <= len(NAMES[kind]) for kind, count in written())


def test_every_class_of_an_entry_is_known_by_its_kind() -> None:
    classes = {one for one in vars(log_entries).values() if isclass(one) and issubclass(one, LogEntry) and "kind" in vars(one)}

    assert set(KINDS.values()) == classes
    assert len({one.kind for one in classes}) == len(classes)


@pytest.mark.parametrize("kind", KINDS)
def test_an_entry_is_read_as_it_was_written(kind: str) -> None:
    packed = (kind, *range(len(NAMES[kind])))

    assert entry_of(packed).packed() == packed
    if not KINDS[kind].is_heavy:
        assert journal.packed(journal.chain([entry_of(packed)])) == [packed]


def test_a_long_log_is_freed_in_pieces() -> None:
    """Python in a browser has a small stack, and would free one link within the other."""

    class Told:
        """Something that shows whether it is still there."""

    told = Told()
    there = weakref.ref(told)
    parts: Any = {LOG: None}
    journal.note(parts, "told", told)
    for _ in range(3 * journal.JOINT):
        journal.note(parts, "round")
    del told
    whole = journal.packed(parts[LOG])
    assert len(whole) == 3 * journal.JOINT + 1
    del whole
    gc.collect()

    # Another log makes room for itself.
    parts[LOG] = None
    assert there() is not None
    for _ in range(journal.JOINT + 2):
        journal.note(parts, "round")
    assert there() is None
