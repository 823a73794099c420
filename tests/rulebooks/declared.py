"""Read the declarations of a rulebook, for tests of the texts themselves."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from rulewright.dsl import nodes
from rulewright.dsl.files.folders import whole_of
from rulewright.dsl.syntax.parser import parse_whole


def declarations(path: Path) -> tuple[nodes.Declaration, ...]:
    """Return the declarations of a rulebook, a file or a folder."""
    rulebook, diagnostics, _ = parse_whole(inside=False, first=whole_of(str(path)))
    assert rulebook is not None
    assert not diagnostics
    return rulebook.declarations


def numbers(path: Path, kind: type[nodes.Example] | type[nodes.Ruling]) -> Counter[str]:
    """Return how often each number occurs at an example, or at a ruling."""
    return Counter(word.text for line in declarations(path) if isinstance(line, kind) for word in line.numbers)
