"""Every kind of entry that the log may hold is declared, and all who read the log know it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from rulewright.dsl.constructs.actions import TOLD
from rulewright.interpreter.position.log_entries import KINDS
from rulewright.interpreter.search.observed_log import Hearing
from rulewright.interpreter.views.log_text import LINES

ROOT = Path(__file__).parents[2]


def written() -> Iterator[str]:
    """Yield the kinds that the interpreter writes anywhere: `note(s, "kind", ...)`, and the moves that are written out."""
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and "note" in ast.unparse(node.func) and len(node.args) > 1:
                first = node.args[1]
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "entry" and isinstance(node.value, ast.Tuple):
                first = node.value.elts[0]
            else:
                continue
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def test_every_kind_that_is_written_is_declared() -> None:
    assert set(written()) == set(KINDS) - set(TOLD)


def test_what_may_name_something_hidden_is_heard_by_each_seat_in_its_own_way() -> None:
    ways = {name for name in KINDS if hasattr(Hearing, name)}
    assert ways == {name for name, kind in KINDS.items() if kind.names_hidden}


def test_what_makes_a_line_of_its_own_has_words_for_it() -> None:
    assert set(LINES) == {name for name, kind in KINDS.items() if kind.has_line}
