"""Every mistake of a text in one run, in words for people; and no text that it cannot bear."""

import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl import nodes
from rulewright.dsl.syntax.lexer import MOST_DIAGNOSTICS
from rulewright.dsl.syntax.line_shapes import SHAPES
from rulewright.dsl.syntax.parser import parse
from rulewright.dsl.text.source import Source
from tests.fuzz.kinds import slipped
from tests.fuzz.rulebooks import read

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "cases" / "syntax"
RULEBOOKS = sorted([*CASES.glob("good/*.rules"), *(ROOT / "rulebooks").rglob("*.rules")])
EXPECTATION = re.compile(r"# error\[([a-z-]+)\]: ([^#\n]*)")


@pytest.mark.parametrize("path", RULEBOOKS, ids=lambda path: path.name)
def test_good_text_is_read_without_a_word(path: Path) -> None:
    rulebook, diagnostics = read(path.read_text(encoding="utf-8"))

    assert [f"{found.span and found.span.line}: {found.message}" for found in diagnostics] == []
    assert rulebook.declarations
    assert not rulebook.broken


@pytest.mark.parametrize("path", sorted(CASES.glob("bad/*.rules")), ids=lambda path: path.name)
def test_bad_text_is_told_what_its_comments_say(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = {
        (number, name, part.strip())
        for number, line in enumerate(text.split("\n"), start=1)
        for name, part in EXPECTATION.findall(line)
    }
    found = {
        (diagnostic.span.line, diagnostic.name, f"{diagnostic.message}; {diagnostic.help}"): diagnostic
        for diagnostic in read(text)[1]
        if diagnostic.span
    }
    unexpected = [message for message in found if not any(message[:2] == one[:2] and one[2] in message[2] for one in expected)]
    missing = [one for one in expected if not any(message[:2] == one[:2] and one[2] in message[2] for message in found)]

    assert (unexpected, missing) == ([], [])


@pytest.mark.parametrize(
    ("text", "covered"),
    [
        ("to play:\n    choose x crew\n", "crew"),
        ("to play:\n    choose x in\n", ""),
        ("to play:\n    if x is 3\n        stop\n", ""),
        ("to play:\n    if x == 3:\n        stop\n", "=="),
        ("to play:\n    fro each player in living:\n        stop\n", "fro"),
        ("to play:\n    choose item in crew\n", "item"),
        ("to play:\n    stop\n        move x to y\n", "move"),
        ("to play:\n", ":"),
    ],
)
def test_smallest_useful_place_is_pointed_at(text: str, covered: str) -> None:
    (diagnostic,) = read(text)[1]

    assert diagnostic.span is not None
    assert diagnostic.span.text == covered
    assert diagnostic.span.start > 1


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('game x "X":\n    players two\n', "a number is expected"),
        ("to play:\n    move pawn to\n", "a value, such as a name or a number is expected"),
        ("to play:\n    remove pawn, king\n", "the end of the line is expected"),
    ],
)
def test_what_is_expected_is_said_and_nothing_else(text: str, wanted: str) -> None:
    (found,) = parse(Source("x.rules", text))[1]

    assert found.label is not None
    assert found.label.text("en") == wanted


def test_line_that_ends_too_early_points_behind_its_last_word() -> None:
    (diagnostic,) = read("to play:\n    choose x in   # nothing\n")[1]

    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column, diagnostic.span.end_column) == (2, 16, 16)


def test_words_of_what_was_left_out_are_remembered() -> None:
    rulebook, _ = read("to shov victim on crew:\n    step boat\ndefine tide: 3 3\n")

    assert rulebook.declarations == ()
    assert rulebook.broken >= {"shov", "victim", "crew", "boat", "tide"}


def test_line_with_a_missing_colon_or_block_is_kept() -> None:
    rulebook, diagnostics = read("to play\n    if x:\n    stop\n")

    assert [diagnostic.name for diagnostic in diagnostics] == ["missing-colon", "missing-block"]
    (play,) = rulebook.declarations
    assert isinstance(play, nodes.Rule)
    assert [type(line) for line in play.body] == [nodes.If, nodes.Stop]


def test_broken_line_leaves_its_neighbours() -> None:
    rulebook, _ = read("to play:\n    stop\n    move x\n    if x is:\n        stop\n    stop\n")

    (play,) = rulebook.declarations
    assert isinstance(play, nodes.Rule)
    assert [type(line) for line in play.body] == [nodes.Stop, nodes.BrokenLine, nodes.BrokenLine, nodes.Stop]


def test_head_of_a_block_ends_with_its_line() -> None:
    rulebook, _ = read("to play:  # a comment\n    stop\n")

    assert rulebook.declarations[0].span.text == "to play:"


def test_two_nodes_that_say_the_same_are_two_keys() -> None:
    one, other = (read(text)[0].declarations[0] for text in ("to play:\n    stop\n", "# later\nto play:\n    stop  # here\n"))
    longer = read("to play:\n    stop\n    stop\n")[0].declarations[0]

    assert len({one, other}) == 2
    assert nodes.alike((one, other), (other, one))
    assert not nodes.alike(one, longer)


def test_mistakes_nobody_would_read_are_counted_out() -> None:
    diagnostics = read("to play:\n" + "    choose x y\n" * 10_000)[1]

    assert len(diagnostics) == MOST_DIAGNOSTICS + 1
    assert diagnostics[-1].name == "too-many-mistakes"
    assert diagnostics[-1].span is not None
    assert diagnostics[-1].span.line == MOST_DIAGNOSTICS + 2


@pytest.mark.parametrize("words", [shape for shapes in SHAPES.values() for shape in shapes.split(" | ")])
def test_line_that_is_shown_as_right_is_right(words: str) -> None:
    block = next(key for key, shapes in SHAPES.items() if words in shapes.split(" | ")).rpartition("/")[0]
    # Placeholders are filled with a name, or with a text between quotes.
    line = re.sub(r"\b[A-Z]+\b", "word", words)
    around = {
        "game": ("game x:\n    ", ""),
        "variant": ("variant x of y:\n    ", ""),
        "example": ("example x:\n    ", ""),
        "line": ("line x:\n    ", ""),
        "map": ("map x:\n    ", ""),
        "values": ("values x:\n    ", ""),
        "has": ("each x has:\n    ", ""),
        "cards": ("cards of x with y, z:\n    ", ""),
        "card": ("card x of y:\n    ", ""),
        "menu": ("to x:\n    choose:\n        ", "    "),
        "rule": ("to x:\n    ", ""),
        "looks": ("looks:\n    ", ""),
        "patch": ("variant x of y:\n    in to x:\n        ", ""),
    }
    bodies = (
        "",
        "    stop\n",
        "        stop\n",
        "            stop\n",
        '    text "x"\n',
        "    word: word\n",
        "    word\n",
        '    note "x"\n',
        "    players 2\n",
        "    option x = yes\n",
        "    x: 1, 2\n",
        "        1, 2\n",
        "        with option x\n",
    )
    before = [around[block][0]] if block else ["", *(opening for opening, _ in around.values())]
    before += ["to x:\n    if x:\n        stop\n    "]

    assert any(not parse(Source("x.rules", f"{opening}{line}\n{body}"))[1] for opening in before for body in bodies)


FRAGMENTS = (
    "to ",
    "if ",
    "x ",
    "otherwise",
    ":",
    "\n",
    "\n    ",
    "\n        ",
    "choose ",
    "in ",
    "card ",
    "of ",
    "(",
    ")",
    "3 ",
    '"t" ',
    "perform",
    "has",
    "each ",
    "game ",
    "variant ",
    "replace ",
    "remove ",
)


@pytest.mark.parametrize("seed", range(8))
def test_slips_are_told_in_words_for_people(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(100):
        read(slipped(chance))


@settings(deadline=None)
@given(st.text() | st.text(alphabet='ab:(),="# \n\t-1<') | st.lists(st.sampled_from(FRAGMENTS)).map("".join))
def test_no_text_raises(text: str) -> None:
    read(text)


MANY = 100_000


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\n" * 10 * MANY, id="lines with nothing on them"),
        pytest.param("a\n" * 9 * MANY, id="lines with nonsense on them"),
        pytest.param("to play:\n" + "    stop\n" * MANY, id="good lines in one block"),
        pytest.param("to play:\n" + "    if x:\n" * 2 * MANY, id="headers without blocks"),
        pytest.param("to play:\n" + "    choose x crew\n" * MANY, id="broken lines in one block"),
        pytest.param("to play:\n" + "    x y z\n" + "    otherwise:\n        stop\n" * (MANY // 3), id="otherwise"),
        pytest.param("define x: " + "(" * MANY + "a" + ")" * MANY, id="nested brackets"),
        pytest.param("(\n" * 9 * MANY, id="open brackets"),
        pytest.param("define x: " + "- " * 3 * MANY, id="one line of signs"),
        pytest.param("to play:\n    move " + "x" * 19 * MANY + " y z", id="one long word"),
        pytest.param("".join(" " * depth + "if x:\n" for depth in range(1900)), id="nested blocks"),
        pytest.param("to play:\n" + ("    let a be " + "x of " * 100 + "x\n") * 1000, id="nested expressions"),
        pytest.param("\x01\ufffd\u202e'" * 5 * MANY, id="no text at all"),
        pytest.param("\x01 \u2028\n" * 4 * MANY, id="no text on many lines"),
    ],
)
@pytest.mark.sample(6)
def test_monstrous_text_is_bounded_in_time(text: str) -> None:
    start = time.process_time()

    read(text)

    assert time.process_time() - start < 8
