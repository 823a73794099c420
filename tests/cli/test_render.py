"""Test how people and programs see a diagnostic."""

import json
import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rulewright.cli.render import as_json, concise, full
from rulewright.dsl.messages.diagnostic import Diagnostic, RenderedDiagnostic, RenderedPlace, RulebookError, in_order
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Source, Span


def at(text: str, marked: str, name: str = "x.rules") -> Span:
    """Return the first place of the marked words in the text."""
    start = text.index(marked)
    return Span(Source(name, text), start, start + len(marked))


def plain(span: Span, label: str = "", width: int = 100) -> list[str]:
    """Return the source line and its underline, without what surrounds them."""
    lines = full.render([RenderedDiagnostic("bad", "bad", span, label=label)], width=width).split("\n")
    return [line.split(" | ", 1)[-1] for line in lines[3:]]


def test_full_shows_message_place_line_underline_related_and_help() -> None:
    text = "game:\n" * 9 + "    move Pirat\n" + "piece Pirate\n"
    span = at(text, "Pirat")
    declared = Span(span.source, text.index("Pirate"), text.index("Pirate\n") + 6)
    diagnostic = RenderedDiagnostic(
        name="unknown-name",
        message="there is no piece `Pirat`",
        span=span,
        label="not declared",
        related=(RenderedPlace(declared, "the nearest"),),
        help="did you mean `Pirate`?",
    )
    expected = """\
error[unknown-name]: there is no piece `Pirat`
  --> x.rules:10:10
   |
10 |     move Pirat
   |          ^^^^^ not declared
  ::: x.rules:11:7
   |
11 | piece Pirate
   |       ------ the nearest
   |
   = help: did you mean `Pirate`?"""

    assert full.render([diagnostic]) == expected


def test_full_without_a_place() -> None:
    diagnostic = RenderedDiagnostic("no-such-file", "there is no file `x`", None, help="check the spelling")

    assert full.render([diagnostic]) == "error[no-such-file]: there is no file `x`\n  = help: check the spelling"


def test_full_separates_diagnostics_by_an_empty_line() -> None:
    warning = RenderedDiagnostic("a", "b", None, "warning")

    assert full.render([warning, warning]) == "warning[a]: b\n\nwarning[a]: b"
    assert full.render([]) == ""


@pytest.mark.parametrize(
    ("text", "marked", "line", "underline"),
    [
        ('"日本" Pirat', "Pirat", '"日本" Pirat', "       ^^^^^"),
        ("日本語", "本", "日本語", "  ^^"),
        ("e\u0301 x", "x", "e\u0301 x", "  ^"),
        ("\tmove\tx", "x", "    move    x", "            ^"),
        ("ab\tx", "\t", "ab  x", "  ^^"),
        ("a\x1b[31mx", "x", "a\\x1b[31mx", "         ^"),
        ("a\u202ebc", "\u202e", "a\\u202ebc", " ^^^^^^"),
    ],
)
def test_underline_stands_under_what_is_seen(text: str, marked: str, line: str, underline: str) -> None:
    assert plain(at(text, marked)) == [line, underline]


def test_empty_span_and_end_of_text_get_one_caret() -> None:
    source = Source("x.rules", "ab\n")

    assert plain(Span(source, 1, 1)) == ["ab", " ^"]
    assert plain(Span(source, 2, 3)) == ["ab", "  ^"]
    assert full.render([RenderedDiagnostic("bad", "bad", Span(source, 3, 3))]).endswith(":2:1\n  |\n2 |\n  | ^")


def test_span_of_several_lines_is_underlined_on_the_first() -> None:
    assert plain(at("if a:   \n  b\nc", "a:   \n  b"), "this block") == ["if a:   ".rstrip(), "   ^^ this block"]


def test_long_line_is_cut_around_the_span() -> None:
    text = "a" * 500 + " here " + "b" * 500

    line, underline = plain(at(text, "here"), width=40)

    assert cell_len(line) <= 42
    assert line.startswith("…a")
    assert line.endswith("b…")
    assert line[underline.index("^") : underline.rindex("^") + 1] == "here"


def test_span_longer_than_the_width_is_underlined_as_far_as_it_is_seen() -> None:
    line, underline = plain(at("x" + "日" * 300, "日" * 300), width=40)

    assert cell_len(line) <= 42
    assert len(underline) == cell_len(line) - 1


def test_line_as_long_as_a_file_is_shown_at_once() -> None:
    text = "日" * 1_000_000 + "x"
    start = time.perf_counter()

    assert plain(at(text, "x"))[0].endswith("日x")
    assert time.perf_counter() - start < 1


@given(st.text(max_size=60), st.data())
def test_no_text_breaks_the_layout(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    diagnostic = RenderedDiagnostic("bad", text, Span(Source(text, text), start, end), help="way out")

    lines = full.render([diagnostic], width=30).split("\n")

    assert "^" in lines[-3]
    assert lines[-1].endswith("= help: way out")
    assert all(character.isprintable() or character >= "\x7f" for line in lines for character in line)
    assert "\n" not in concise.render([diagnostic])


def test_colour_only_when_asked_for_and_it_changes_nothing_else() -> None:
    diagnostic = RenderedDiagnostic("bad", "bad `x`", at("a x", "x"), label="here", help="do")
    coloured = full.render([diagnostic], colour=True)

    assert "\x1b" not in full.render([diagnostic])
    assert "\x1b[1;31merror[bad]\x1b[0m" in coloured
    for code in ("1;31", "1;34", "1;36", "1", "0"):
        coloured = coloured.replace(f"\x1b[{code}m", "")
    assert coloured == full.render([diagnostic])


def test_concise_is_one_line() -> None:
    diagnostic = RenderedDiagnostic("bad", "bad `x`", at("\n a x", "x"), "warning", help="try\n  `y`")

    assert concise.render([diagnostic]) == "x.rules:2:4: warning[bad]: bad `x` (try `y`)"
    assert concise.render([RenderedDiagnostic("bad", "no \x1bplace", None)]) == "error[bad]: no \\x1bplace"


def test_json_has_every_field_and_counts_code_points() -> None:
    diagnostic = RenderedDiagnostic("bad", "bad `日`", at("🏴 a\n", "a\n"), help="do")

    assert json.loads(as_json.render([diagnostic, RenderedDiagnostic("b", "c", None, "warning")])) == [
        {
            "name": "bad",
            "severity": "error",
            "message": "bad `日`",
            "file": "x.rules",
            "line": 1,
            "column": 3,
            "end_line": 2,
            "end_column": 1,
            "help": "do",
        },
        {
            "name": "b",
            "severity": "warning",
            "message": "c",
            "file": None,
            "line": None,
            "column": None,
            "end_line": None,
            "end_column": None,
            "help": "",
        },
    ]
    assert json.loads(as_json.render([])) == []


def test_order_is_that_of_the_file_without_repetitions() -> None:
    text = "a b c"
    a, b, c = (Diagnostic("bad", Phrase(word), at(text, word)) for word in text.split())
    again = Diagnostic("bad", Phrase("b"), at(text, "b"))
    elsewhere = Diagnostic("bad", Phrase("a"), at(text, "a", "another.rules"))
    nowhere = Diagnostic("bad", Phrase("nowhere"), None)

    assert in_order([c, elsewhere, b, nowhere, a, again]) == [nowhere, a, b, c, elsewhere]


def test_rulebook_error_reads_well_and_crosses_processes() -> None:
    error = RulebookError(
        [
            Diagnostic("bad", Phrase("words", words="first"), at("x", "x")),
            Diagnostic("bad", Phrase("words", words="second"), None),
        ]
    )

    assert str(error) == "x.rules:1:1: error[bad]: first\nerror[bad]: second"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
