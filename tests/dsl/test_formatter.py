"""The one layout: what it looks like, and that it changes nothing but where words stand."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright.dsl.editing import formatter
from rulewright.dsl.editing.formatter import formatted
from rulewright.dsl.library.explanations import explanation_pages
from rulewright.dsl.syntax.lexer import lex
from rulewright.dsl.syntax.parser import parse
from rulewright.dsl.text.source import Source
from tests.docs.fences import PAGES, fences, indented
from tests.fuzz.grammar import derived

ROOT = Path(__file__).parents[2]
RULEBOOKS = sorted((ROOT / "rulebooks").rglob("*.rules"))
GAMES = [*sorted((ROOT / "tests" / "games").glob("*.rules")), *sorted((ROOT / "docs" / "games").glob("*.rules"))]
CASES = sorted((ROOT / "tests" / "cases").rglob("*.rules"))
FRAME = "to play:\n"


def laid_out(text: str) -> str:
    """Return the text in the one layout, twice: the second time nothing may change."""
    once, wrong = formatted(Source("x.rules", text))
    assert once is not None, (wrong, text)
    twice, _ = formatted(Source("x.rules", once))
    assert twice == once
    return once


def is_sound(text: str) -> bool:
    """Return whether a text can be read."""
    return not parse(Source("x.rules", text))[1]


def with_remarks(text: str, chance: Random) -> str:
    """Return the text with comments in places where nobody would look for them, each different from the others."""
    lines: list[str] = []
    for number, line in enumerate(text.splitlines()):
        if chance.random() < 0.2:
            lines.append(f"{' ' * chance.randrange(12)}#before {number}")
        lines.append(line + f"{' ' * chance.randrange(4)}# behind {number}  " * (chance.random() < 0.3))
    return "\n".join(lines)


@pytest.mark.parametrize("path", [*RULEBOOKS, *GAMES], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_our_own_rulebooks_are_laid_out(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert laid_out(text) == text, f"write it with: rulewright fmt {path.relative_to(ROOT)}"


def test_snippets_on_our_pages_are_laid_out() -> None:
    everything = [fence for page in PAGES for fence in fences(page)]
    snippets = [fence for fence in everything if fence.kind.startswith("rules") and fence.kind != "rules values"]
    texts = [(fence.name, FRAME + indented(fence.text) if fence.kind == "rules lines" else fence.text) for fence in snippets]
    pieces = [(page.name, piece) for page in explanation_pages().values() for piece in page.pieces if piece.kind == "right"]
    texts += [(name, FRAME + indented(piece.text) if piece.where == "lines" else piece.text)
              for name, piece in pieces if piece.where != "command"]  # fmt: skip
    texts = [(name, text) for name, text in texts if is_sound(text)]
    assert len(texts) > 150
    for name, text in texts:
        assert laid_out(text) == text, name


@pytest.mark.parametrize("width", [formatter.WIDTH, 1])
def test_whatever_can_be_written_says_the_same_afterwards(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatter, "WIDTH", width)
    monkeypatch.setattr(formatter, "SHORTEST_OPENED", min(formatter.SHORTEST_OPENED, width))
    texts = [text for text in (derived(Random(seed)) for seed in range(20)) if is_sound(text)]
    texts += [path.read_text(encoding="utf-8") for path in CASES[width % 2 :: 16]]
    tried = 0
    for seed, text in enumerate(texts):
        if is_sound(text):
            remarked = with_remarks(laid_out(text), Random(seed))
            before = [comment.text.rstrip() for comment in lex(Source("x.rules", remarked)).comments]
            after = laid_out(remarked)
            assert [comment.text for comment in lex(Source("x.rules", after)).comments] == before
            tried += 1
    assert tried > 8


LONG = """\
variant wide of x "Wide":
  values suit "Suit" fr "Couleur": clubs "Clubs" fr "Trèfles", diamonds "Diamonds" fr "Carreaux", hearts "Hearts" fr "Cœurs"
  values flavour: apple, banana, cherry, damson, elderberry, fig, grape, huckleberry, jackfruit, kiwi, lemon, mango, olive, gooseberry
  to play:


    # What comes first.
    say   "A text that is long by itself, and has several translations behind it." fr "Un texte long." ru "Длинный текст." # told

    choose one in runners, other in mates showing "{one} to {other}" fr "{one} vers {other}" asking "Which?" fr "Lequel ?"
    let many be (first of runners where number of it is 1,first of runners where number of it is 2, first of gems, -1)
    let sums be (number of first of runners if size of gem is 1 otherwise number of last of runners if no gem on it otherwise 3 -1)
    let few be count of (runners where number of it is 1
      ) # here
"""  # noqa: E501 - long is what they are about
WIDE = """\
variant wide of x "Wide":
    values suit "Suit" fr "Couleur":
        clubs "Clubs" fr "Trèfles"
        diamonds "Diamonds" fr "Carreaux"
        hearts "Hearts" fr "Cœurs"
    values flavour:
        apple, banana, cherry, damson, elderberry, fig, grape, huckleberry, jackfruit, kiwi, lemon, mango, olive,
        gooseberry
    to play:
        # What comes first.
        say "A text that is long by itself, and has several translations behind it."
            fr "Un texte long."
            ru "Длинный текст."  # told

        choose one in runners, other in mates showing "{one} to {other}" fr "{one} vers {other}" asking "Which?"
            fr "Lequel ?"
        let many be (
            first of runners where number of it is 1, first of runners where number of it is 2, first of gems, -1)
        let sums be (
            number of first of runners if size of gem is 1
            otherwise number of last of runners if no gem on it
            otherwise 3 - 1)
        let few be count of (runners where number of it is 1)  # here
"""


def test_a_long_line_is_folded_where_it_may_be() -> None:
    assert laid_out(LONG) == WIDE


def test_a_line_with_comments_inside_stays_folded_where_it_is() -> None:
    text = "define one: ( # first\n      # alone\n  1,2, # second\n    3 )\n"

    assert laid_out(text) == "define one: (  # first\n    # alone\n    1, 2,  # second\n    3)\n"


def test_comments_stand_below_each_other_and_in_their_blocks() -> None:
    text = 'to play:\n  stop # one\n  say "x"      # two\n\n\n  # still in play\n# about set-up\nto setup:\n  stop\n# the end\n'

    assert laid_out(text) == (
        'to play:\n    stop       # one\n    say "x"    # two\n\n'
        "    # still in play\n# about set-up\nto setup:\n    stop\n# the end\n"
    )


def test_tabs_become_blanks_and_a_mistake_stays_what_it_is() -> None:
    assert laid_out("to play:\n\tstop\n") == "to play:\n    stop\n"

    text, wrong = formatted(Source("x.rules", "to play:\n    stp\n  stop\n"))
    assert text is None
    assert [diagnostic.name for diagnostic in wrong] == ["indentation"]


def test_words_keep_what_they_mean() -> None:
    text = "define one: 3 - -1 * - (2 -1)\ndefine other: (3)-(- 1)\n"

    assert laid_out(text) == "define one: 3 - -1 * -(2 - 1)\ndefine other: (3) - (-1)\n"


def test_nothing_is_given_out_that_says_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatter, "laid_out", lambda *_: "to play:\n    give 2\n")

    text, wrong = formatted(Source("x.rules", "to play:\n    give 1\n"))

    assert text is None
    assert [diagnostic.name for diagnostic in wrong] == ["internal-error"]
