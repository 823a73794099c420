"""Each line of the cases says in a comment what is wrong with it; missing and unexpected messages fail."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from rulewright.dsl.check import check, example_combinations
from rulewright.dsl.check.game import known_variants
from rulewright.dsl.messages.diagnostic import Diagnostic, in_order, one_line
from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from rulewright.dsl.syntax.parser import parse
from rulewright.dsl.text.source import Source

ROOT = Path(__file__).parents[3]
CASES = ROOT / "tests" / "cases" / "check"
BAD = sorted(CASES.glob("bad/*.rules"))
GOOD = sorted(path for folder in (CASES / "good", ROOT / "rulebooks", ROOT / "tests/games") for path in folder.glob("*.rules"))
EXPECTATION = re.compile(r"# (error|warning)\[([a-z-]+)\]: ([^#\n]*)")


def everything_wrong(path: Path) -> list[Diagnostic]:
    """Return everything wrong with a rulebook in all combinations of its variants."""
    source = Source(path.name, path.read_text(encoding="utf-8"))
    rulebook, diagnostics = parse(source)
    unreadable = bool(diagnostics)
    known = known_variants(rulebook)
    for names in example_combinations(rulebook):
        game, more = check(rulebook, [known[name] for name in names])
        errors = any(diagnostic.severity == "error" for diagnostic in more)
        assert game is None or not errors
        assert game is not None or errors or unreadable
        diagnostics.extend(more)
    return in_order(diagnostics)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_mistakes_are_found_where_they_are(path: Path) -> None:
    expected: Counter[tuple[int, str, str, str]] = Counter()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        for severity, name, message in EXPECTATION.findall(line):
            expected[number, severity, name, message.strip()] += 1
    found = everything_wrong(path)
    missing = []
    for (number, severity, name, message), count in expected.items():
        for _ in range(count):
            match = next(
                (
                    one
                    for one in found
                    if one.span is not None
                    and (one.span.line, one.severity, one.name) == (number, severity, name)
                    and message in str(one.message)
                ),
                None,
            )
            if match is None:
                missing.append(f"line {number}: {severity}[{name}]: {message}")
            else:
                found.remove(match)
    assert not missing
    assert not [one_line(diagnostic.rendered()) for diagnostic in found]


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_rulebooks_have_no_mistakes(path: Path) -> None:
    assert [one_line(diagnostic.rendered()) for diagnostic in everything_wrong(path)] == []


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_messages_keep_their_promises(path: Path) -> None:
    for diagnostic in everything_wrong(path):
        assert diagnostic.name in CATALOGUE
        assert diagnostic.label
        told = diagnostic.rendered()
        assert not told.message.endswith(".")
        assert told.message[0] in '`"' or told.message[0].islower()
        assert diagnostic.span is not None
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(diagnostic.span.source.text)
        text = told.message + told.help + told.label
        assert not re.search(r"\bNone\b|Type\(|checked\.|nodes\.", text)
