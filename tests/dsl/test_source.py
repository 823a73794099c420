"""Places in texts, and texts that are none."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.dsl.files.reading import MAXIMUM_BYTES, read_source, source_of
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.text.source import Source, Span


def read(path: Path, data: bytes) -> tuple[Source | None, list[Diagnostic]]:
    path.write_bytes(data)
    return read_source(path, "shown.rules")


def only(result: tuple[Source | None, list[Diagnostic]]) -> Diagnostic:
    source, diagnostics = result
    assert source is None
    assert len(diagnostics) == 1
    return diagnostics[0]


@pytest.mark.parametrize(
    ("offset", "expected"), [(0, (1, 1)), (1, (1, 2)), (2, (1, 3)), (3, (2, 1)), (4, (3, 1)), (5, (3, 2)), (6, (3, 3))]
)
def test_position_counts_lines_and_code_points_from_one(offset: int, expected: tuple[int, int]) -> None:
    source = Source("x.rules", "日🏴\n\nab")

    assert source.position(offset) == expected


def test_end_behind_a_last_newline_is_on_a_line_of_its_own() -> None:
    source = Source("x.rules", "a\n")

    assert source.position(2) == (2, 1)
    assert source.line(2) == ""


@pytest.mark.parametrize("offset", [-1, 4])
def test_position_outside_of_the_text_is_refused(offset: int) -> None:
    with pytest.raises(IndexError):
        Source("x.rules", "abc").position(offset)


@given(st.text(alphabet="a日\u2028\x0c\n"))
def test_positions_and_lines_agree_with_the_text(text: str) -> None:
    source = Source("x.rules", text)
    lines = text.split("\n")

    assert [source.line(number + 1) for number in range(source.line_count)] == lines
    for offset, character in enumerate(text):
        line, column = source.position(offset)
        assert (lines[line - 1] + "\n")[column - 1] == character


def test_span_knows_where_it_begins_and_ends() -> None:
    source = Source("x.rules", "one\ntwo three\n")
    two, three = Span(source, 4, 7), Span(source, 8, 13)

    assert (two.line, two.column, two.end_line, two.end_column) == (2, 1, 2, 4)
    assert two.to(three).text == "two three"


def test_spans_of_two_readings_of_one_file_differ() -> None:
    first, second = Source("x.rules", "a"), Source("x.rules", "a")

    assert Span(first, 0, 1) == Span(first, 0, 1)
    assert Span(first, 0, 1) != Span(second, 0, 1)


def test_reading_removes_the_mark_and_the_foreign_newlines(tmp_path: Path) -> None:
    source, diagnostics = read(tmp_path / "a.rules", b"\xef\xbb\xbfone\r\ntwo\rthree\n")

    assert diagnostics == []
    assert source is not None
    assert (source.name, source.text) == ("shown.rules", "one\ntwo\nthree\n")


def test_missing_file_names_the_one_that_was_meant(tmp_path: Path) -> None:
    (tmp_path / "pirates.rules").touch()

    diagnostic = only(read_source(tmp_path / "pirate.rules"))

    assert diagnostic.name == "no-such-file"
    assert diagnostic.rendered().help == "did you mean `pirates.rules`?"


@pytest.mark.parametrize("name", ["missing/a.rules", "file/a.rules", "a\0b", "x" * 5000, "loop"])
def test_path_that_leads_nowhere_is_a_diagnostic(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")

    assert only(read_source(tmp_path / name)).name in ("no-such-file", "unreadable-file")


def test_folder_is_not_a_file(tmp_path: Path) -> None:
    assert only(read_source(tmp_path)).name == "not-a-file"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_pipe_nobody_writes_to_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert only(read_source(tmp_path / "pipe")).name == "not-a-file"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_file_without_permission_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "secret").touch(mode=0)

    assert only(read_source(tmp_path / "secret")).name == "unreadable-file"


def test_byte_that_is_not_utf_8_is_pointed_at(tmp_path: Path) -> None:
    diagnostic = only(read(tmp_path / "a.rules", b"\xef\xbb\xbfgame\r\ncaf\xe9 x\r\n"))

    assert diagnostic.name == "not-text"
    assert diagnostic.rendered().message == "byte 12, on line 2, is not UTF-8"
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (2, 4)


@pytest.mark.parametrize(
    "data", [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "game".encode("utf-16"), "game".encode("utf-16-le"), b"\xff", b"\xc3"]
)
def test_what_is_not_text_is_refused(tmp_path: Path, data: bytes) -> None:
    assert only(read(tmp_path / "a.rules", data)).name == "not-text"


def test_size_is_limited_to_the_byte(tmp_path: Path) -> None:
    assert read(tmp_path / "a.rules", b"a" * MAXIMUM_BYTES)[1] == []
    assert only(read(tmp_path / "a.rules", b"a" * (MAXIMUM_BYTES + 1))).name == "file-too-large"


def test_text_in_memory_is_held_to_the_same() -> None:
    source, diagnostics = source_of("\ufeffa\r\nb", "typed")

    assert source is not None
    assert (source.text, diagnostics) == ("a\nb", [])
    assert only(source_of("a\0", "typed")).name == "not-text"
    assert only(source_of("a\ud800", "typed")).name == "not-text"
    assert only(source_of("é" * MAXIMUM_BYTES, "typed")).name == "file-too-large"


@given(st.binary(max_size=40))
def test_no_bytes_raise_and_every_place_is_inside_of_the_file(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    source, diagnostics = read(tmp_path_factory.getbasetemp() / "any.rules", data)

    assert (source is None) == bool(diagnostics)
    for diagnostic in diagnostics:
        if diagnostic.span is not None:
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(diagnostic.span.source.text)
