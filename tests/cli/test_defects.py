"""Test old defects, each in the smallest rulebook that showed it. The file says how it should be:

- `# error[name]: words` or `# warning[name]: words` follows the line that the checker points at, with words of its message.
- `# fails` follows the line of an example that must not hold. All other examples hold.
- `# types: 1 | pass` is the typed input, line by line. `# reads: words` and `# never reads: words` are about its output.
- `# seats: random random human` says who plays; the default is people.
- `# explores: positions 4` is a line of the output of `explore` for the whole game.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl.library.library import load_all
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import one_line
from rulewright.interpreter.games.examples import run_examples
from tests.cli.running import Runner

CASES = sorted((Path(__file__).parents[1] / "cases" / "defects").glob("*.rules"))
EXPECTED = re.compile(r"# (error|warning)\[([a-z-]+)\]: ([^#\n]*)")
EXPLORED = [path for path in CASES if "\n# explores:" in path.read_text(encoding="utf-8")]
AT_THE_SCREEN = [path for path in CASES if re.search(r"(?m)^# types:", path.read_text(encoding="utf-8"))]


def said(text: str, what: str) -> list[str]:
    """Return the words about something in the comments at the beginning of a case."""
    return re.findall(rf"(?m)^# {what}: ?(.*)$", text)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_checker_says_this_and_nothing_else(path: Path) -> None:
    expected = [
        (number, severity, name, words.strip())
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for severity, name, words in EXPECTED.findall(line)
    ]
    found = [
        (one.span.line, one.severity, one.name, one_line(one.rendered())) for one in lint_all(str(path)) if one.span is not None
    ]

    assert [one[:3] for one in sorted(found)] == [one[:3] for one in sorted(expected)], [one[3] for one in found]
    for (*_, words), (*_, message) in zip(sorted(expected), sorted(found), strict=True):
        assert words in message


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_its_examples_hold(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    games, _ = load_all(str(path))
    failed = [
        result.diagnostic.span.line
        for game in games
        for result in run_examples(game)
        if result.diagnostic is not None and result.diagnostic.span is not None
    ]

    assert sorted(failed) == [number for number, line in enumerate(lines, 1) if line.endswith("# fails")]


@pytest.mark.parametrize("path", EXPLORED, ids=lambda path: path.stem)
def test_the_whole_game_is_so_large(path: Path, run: Runner) -> None:
    text = path.read_text(encoding="utf-8")
    run.write(path.name, text)

    lines = [" ".join(line.split()) for line in run("explore", path.name).out.splitlines()]
    assert [line for line in said(text, "explores") if line not in lines] == []


@pytest.mark.parametrize("path", AT_THE_SCREEN, ids=lambda path: path.stem)
def test_people_read_this_at_the_screen(path: Path, run: Runner) -> None:
    text = path.read_text(encoding="utf-8")
    run.write(path.name, text)
    (typed,) = said(text, "types")
    seats = " ".join(said(text, "seats")).split() or ["human", "human"]

    ran = run(
        "play",
        path.name,
        *(word for seat in seats for word in ("--seat", seat)),
        "--seed",
        "1",
        typed=[line.strip() for line in typed.split("|")],
    )

    read = " ".join((ran.out + ran.err).split())
    for words in said(text, "reads"):
        assert words in read
    for words in said(text, "never reads"):
        assert words not in read
