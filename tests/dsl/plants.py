"""Put one mistake into a clean rulebook and check its report: one message, or two, and one of them at the right place.

`python -m tests.dsl.plants 5000` sets the number of mistakes. Failures are shown with their numbers, and `python -m
tests.dsl.plants --number 4711` shows that one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from attrs import frozen

from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import Diagnostic, one_line
from rulewright.dsl.syntax.lexer import SourceLine, Token, lex
from rulewright.dsl.text.source import Source

ROOT = Path(__file__).parents[2]
# These and no others: a game more would be another mistake for each number.
DOCUMENTED = (
    "copper-lane", "gatekeepers", "hearth-and-crown", "lantern-cave", "masked-ball", "rising-water", "three-fords",
    "up-the-ridges",
)  # fmt: skip
TESTED = (
    "backgammon", "breakthrough", "chess", "connect-four", "go-9x9", "goofspiel", "kuhn-poker", "leduc-poker", "liars-dice",
    "nim", "reversi", "tic-tac-toe",
)  # fmt: skip
MOST_MESSAGES = 2
NEAR = 1


@frozen
class Plant:
    """A rulebook with a mistake: its lines, and the change."""

    name: str
    text: str
    first: int
    last: int
    kind: str


@cache
def rulebooks() -> tuple[Source, ...]:
    """Clean rulebooks that are read in no time."""
    paths = [ROOT / "docs" / "games" / f"{name}.rules" for name in DOCUMENTED]
    paths += [ROOT / "tests" / "games" / f"{name}.rules" for name in TESTED]
    return tuple(Source(path.stem, path.read_text(encoding="utf-8")) for path in paths)


def misspelt(word: str, chance: Random) -> str:
    """Return a word with a slip of the fingers in it."""
    at = chance.randrange(len(word))
    way = chance.randrange(3)
    if way == 0 and len(word) > 2:
        return word[:at] + word[at + 1 :]
    if way == 1 and at + 1 < len(word):
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + word[at] + word[at:]


def some_token(line: SourceLine, chance: Random, *kinds: str) -> Token | None:
    """Return a token of some kinds, of any if there are none."""
    tokens = [token for token in line.tokens if not kinds or token.type in kinds]
    return chance.choice(tokens) if tokens else None


Change = tuple[int, int, str]
"""From where to where the text is replaced, and by what."""


def name_slip(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Return a name that is written otherwise."""
    del source
    token = some_token(line, chance, "NAME")
    return (token.start, token.end, misspelt(token.text, chance)) if token is not None and len(token.text) > 3 else None


def word_slip(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Return a word of the language that is written otherwise."""
    del source
    token = some_token(line, chance)
    if token is None or not token.text[0].isalpha() or token.type == "NAME" or len(token.text) < 3:
        return None
    return token.start, token.end, misspelt(token.text, chance)


def word_left_out(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Return a word or sign that is not there."""
    del source
    token = some_token(line, chance)
    return (token.start, token.end, "") if token is not None and len(line.tokens) > 1 else None


def word_twice(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Return a word or sign that is there twice."""
    del source
    token = some_token(line, chance)
    return (token.end, token.end, f" {token.text}") if token is not None else None


def words_swapped(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Two neighbours that have changed places."""
    if len(line.tokens) < 3:
        return None
    at = chance.randrange(len(line.tokens) - 1)
    one, other = line.tokens[at], line.tokens[at + 1]
    return one.start, other.end, f"{other.text}{source.text[one.end : other.start] or ' '}{one.text}"


def line_shifted(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Return a line that stands too far left or right."""
    by = chance.choice((-4, -2, 1, 2, 4))
    if line.indent + by < 0:
        return None
    start = source.text.rfind("\n", 0, line.tokens[0].start) + 1
    return start, line.tokens[0].start, " " * (line.indent + by)


def line_left_out(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Return a line that is not there."""
    del chance
    start = source.text.rfind("\n", 0, line.tokens[0].start) + 1
    end = source.text.find("\n", line.tokens[-1].end) + 1
    return (start, end, "") if end else None


def junk(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Return a sign that means nothing."""
    del source
    token = some_token(line, chance)
    return (token.end, token.end, chance.choice(";!'}&%")) if token is not None else None


def quotation_mark(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Return a text that is not closed."""
    del source
    token = some_token(line, chance, "TEXT")
    return (token.end - 1, token.end, "") if token is not None else None


def other_type(source: Source, line: SourceLine, chance: Random) -> Change | None:
    """Return a number where none is meant."""
    del source
    token = some_token(line, chance, "NAME")
    return (token.start, token.end, "7") if token is not None else None


WAYS: tuple[Callable[[Source, SourceLine, Random], Change | None], ...] = (
    name_slip, name_slip, name_slip, word_slip, word_left_out, word_twice, words_swapped, line_shifted, line_left_out, junk,
    quotation_mark, other_type,
)  # fmt: skip


def plant(number: int) -> Plant:
    """Return the rulebook of a number."""
    chance = Random(number)
    while True:
        source = chance.choice(rulebooks())
        line = chance.choice(lex(source).lines)
        way = chance.choice(WAYS)
        change = way(source, line, chance)
        if change is not None and source.text[change[0] : change[1]] != change[2]:
            start, end, new = change
            text = source.text[:start] + new + source.text[end:]
            first = source.position(start)[0]
            return Plant(source.name, text, first, max(first, first + new.count("\n")), way.__name__)


def lines_of(diagnostic: Diagnostic) -> list[int]:
    """Return the lines that a message shows."""
    spans = [diagnostic.span, *(related.span for related in diagnostic.related)]
    return [line for span in spans if span is not None for line in range(span.line, span.end_line + 1)]


def told(planted: Plant) -> list[Diagnostic]:
    """Return the diagnostics."""
    return lint_all("planted.rules", unsaved={"planted.rules": planted.text})


def wrong(planted: Plant, found: list[Diagnostic]) -> str:
    """Return the fault of a report: too much, or nothing at the place; or nothing."""
    if len(found) > MOST_MESSAGES:
        return f"{len(found)} messages"
    near = range(planted.first - NEAR, planted.last + NEAR + 1)
    # Of a line that is not there, one can only say what lacks it; and where all can be played, what is odd then.
    placed = planted.kind != "line_left_out" and any(one.severity == "error" for one in found)
    if placed and not any(line in near for diagnostic in found for line in lines_of(diagnostic)):
        return "told elsewhere"
    return ""


def main() -> int:
    """Try many."""
    arguments = sys.argv[1:]
    numbers = [int(arguments[1])] if arguments[:1] == ["--number"] else range(int((arguments or ["5000"])[0]))
    bad = 0
    for number in numbers:
        planted = plant(number)
        found = told(planted)
        trouble = wrong(planted, found)
        bad += bool(trouble)
        if trouble or len(numbers) == 1:
            print(f"{number} {planted.kind} in {planted.name}:{planted.first}: {trouble}")  # noqa: T201
            for one in found[:6]:
                print(f"    {one_line(one.rendered())}")  # noqa: T201
    print(f"{bad} of {len(numbers)}")  # noqa: T201
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
