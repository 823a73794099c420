"""All that people read is in plain English: pages, the help of each command, docstrings and comments."""

from __future__ import annotations

from inspect import cleandoc

import click
import pytest

from rulewright.cli.main import COMMANDS, command
from tests.docs.fences import PAGES, ROOT
from tests.docs.prose import LONGEST_LINE, LONGEST_SENTENCE, Found, hard_to_read, hard_to_read_in_code, too_wide

FILES = [*PAGES, ROOT / "CHANGELOG.md", *sorted((ROOT / "dsl" / "explained").glob("*.md"))]
HELPS = ["rulewright --help", *(f"rulewright {name} --help" for name in COMMANDS)]
CODE = ("ai", "benchmarks", "cli", "docs", "dsl", "editors", "grammar", "interpreter", "rulebooks", "tests")
PROGRAMS = sorted(path for name in CODE for kind in ("*.py", "*.c") for path in (ROOT / name).rglob(kind))
FOLDERS = sorted({path.parent.relative_to(ROOT).as_posix() for path in PROGRAMS})
"""Folders of programs, whose docstrings and comments are read."""
NAMES = [*(path.relative_to(ROOT).as_posix() for path in FILES), *HELPS, *FOLDERS]
BEGINNING = 30
"""The number of letters that distinguish a help text from all others."""
SCREEN = 40
"""The lines of an ordinary screen."""


def read(name: str) -> list[Found]:
    """Return what is hard to read in a page, in the help of a command, or in the programs of a folder."""
    if name in FOLDERS:
        programs = [path for path in PROGRAMS if path.parent == ROOT / name]
        return [
            found
            for path in programs
            for found in hard_to_read_in_code(path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix())
        ]
    if not name.endswith(" --help"):
        text = (ROOT / name).read_text(encoding="utf-8")
        return hard_to_read(text, name) + too_wide(text, name)
    _, *below, _ = name.split()
    one = command.get_command(click.Context(command, **command.context_settings), below[0]) if below else command
    assert one is not None
    texts = [*(COMMANDS[each][1] for each in below), one.help or ""]
    texts += [each.help or "" for each in one.params if isinstance(each, click.Option)]
    return [found for text in texts for found in hard_to_read(cleandoc(text), *source(text))]


def source(text: str) -> tuple[str, int]:
    """Return the file that a text of a command is written in, and its line."""
    begin = text.partition("\n")[0][:BEGINNING]
    for path in sorted((ROOT / "cli").rglob("*.py")):
        whole = path.read_text(encoding="utf-8")
        if begin in whole:
            return path.relative_to(ROOT).as_posix(), whole.count("\n", 0, whole.index(begin)) + 1
    return "cli", 1


@pytest.mark.parametrize("name", NAMES)
def test_a_text_is_in_plain_english(name: str) -> None:
    found = read(name)

    assert not found, "\n".join(map(str, found))


def test_the_first_page_fits_on_three_screens() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 3 * SCREEN


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Who has no option sits down as well.", ["Who"]),
        ("The card is dealt by who asks.", ["by who"]),
        ("Where one may pass, who has none passes.", ["Where one may pass, who"]),
        ("Tell those for whom all wait.", ["whom"]),
        ("- Whoever reads it wins.", ["Whoever"]),
        ("What this hangs\non is let alone.", ["hangs on", "is let"]),
        ("| a | comes of it |\n|---|---|\n| Be it a card | upon |", ["comes of", "Be it", "upon"]),
        ("# In any case\n\nFor want of options, as far as we know.", ["In any case", "For want of", "as far as"]),
        ("There are cards, of which two fall.", [", of which"]),
        ("Who wins? A player who asks. It shows who wins.", []),
        ("Write `whoever` here.\n\n```\nwhoever hangs on\n```", []),
        ("It is let. A" + " word" * LONGEST_SENTENCE + ".", ["is let", "A word word word word word ..."]),
        ("It is. A" + " word" * (LONGEST_SENTENCE - 1) + ".", []),
        ("| " + "word " * (LONGEST_SENTENCE + 1) + "|\n|---|\n", []),
    ],
)
def test_odd_words_are_found_in_prose_alone(text: str, words: list[str]) -> None:
    assert [found.words for found in hard_to_read(text, "page.md")] == words


PROGRAM = '''"""A deck comes in; its cards go out."""

SIZE = 52  # for want of a better number
"""What a deck holds."""


def same():  # noqa: ANN201
    """The same; see `whoever`."""
    # This hangs
    # on nothing.

    # What is it?
    return """whoever"""  # too
'''


def test_docstrings_and_comments_of_programs_are_read() -> None:
    found = [(one.line, one.words) for one in hard_to_read_in_code(PROGRAM, "card_texts.py")]

    assert sorted(found) == [
        (1, "comes in; its cards go out"),
        (3, "for want of"),
        (4, "What"),
        (8, "The same"),
        (9, "hangs on"),
        (13, "too"),
    ]


def test_comments_of_programs_in_c_are_read() -> None:
    text = "int a; /* what\n   it is */\nint b; /* the card */\n"

    assert [(one.line, one.words) for one in hard_to_read_in_code(text, "cards.c")] == [(1, "what")]


def test_what_is_found_is_told_with_its_line_and_a_way_out() -> None:
    [found] = hard_to_read("# Heading\n\nA sentence. Another\none.\nAll of it hangs on this.\n", "docs/page.md", 11)

    assert str(found) == "docs/page.md:15: “hangs on”: write “depends on”"


def test_lines_of_prose_are_broken_and_others_are_not() -> None:
    line = "word " * (LONGEST_LINE // 5) + "w"
    text = f"{line}\n\n```\n{line}\n```\n\n| {line} |\n|---|\n"

    assert [(found.line, found.instead[:11]) for found in too_wide(text, "page.md")] == [(1, f"{len(line)} columns")]
