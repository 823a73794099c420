"""A rulebook may be a folder: its files are its parts, and together they are one game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.shell.files import named_files
from rulewright.dsl.library.library import load_all, load_checked
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.syntax import parser
from rulewright.interpreter import load
from rulewright.interpreter.games.examples import run_examples

HEAD = """\
game stones "Stones":
    players 2
place heap "Heap"
place box "Box"
to play:
    players take turns:
        choose taken in 1 to 3
        draw taken from heap to box
        if no stones in heap:
            game over, winners player
"""
PIECES = """\
pieces stones "Stone": 12, in heap
example S1 "What is taken goes into the box":
    when:
        play
    seat 1 picks 2
    then count of stones in box is 2
"""
BRIEF = """\
variant brief of stones "Brief":
    replace pieces stones "Stone": 6, in heap
    example R1 "Half as many":
        then count of stones in heap is 6
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "stones"
    place.mkdir()
    for name, text in (("stones", HEAD), ("pieces", PIECES), ("brief", BRIEF)):
        (place / f"{name}.rules").write_text(text, encoding="utf-8")
    return place


def places(found: list[Diagnostic]) -> list[tuple[str, str, int]]:
    return [(one.name, Path(one.span.source.name).name, one.span.line) for one in found if one.span is not None]


def test_its_parts_are_one_game_however_it_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for reference in (str(folder), str(folder / "stones.rules"), str(folder / "pieces.rules"), ".", "brief.rules"):
        assert lint_all(reference) == []
        games, _ = load_all(reference)
        assert [[result.numbers for result in run_examples(game)] for game in games] == [[("S1",)], [("R1",)]]
        game, _ = load_checked(reference, ["brief"])
        assert game is not None
        assert game.variants == ("brief",)


def test_what_is_wrong_is_shown_in_the_part_where_it_stands(folder: Path) -> None:
    (folder / "pieces.rules").write_text(PIECES + 'place zoo "Zoo"\n', encoding="utf-8")
    (folder / "more.rules").write_text("plaice shed\n", encoding="utf-8")
    assert places(lint_all(str(folder))) == [("unknown-line", "more.rules", 1)]
    (folder / "more.rules").write_text('place heap "Heap"\n', encoding="utf-8")
    [again] = lint_all(str(folder))
    assert places([again]) == [("duplicate-name", "more.rules", 1)]
    assert [Path(one.span.source.name).name for one in again.related] == ["stones.rules"]
    (folder / "more.rules").unlink()
    assert places(lint_all(str(folder))) == [("unused-name", "pieces.rules", 7)]


def test_a_part_that_is_no_text_and_too_many_parts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "more.rules").write_bytes(b"\xff\xfe")
    assert [one.name for one in lint_all(str(folder))] == ["not-text"]
    (folder / "more.rules").write_text("", encoding="utf-8")
    monkeypatch.setattr(parser, "MOST_PARTS", 3)
    assert places(lint_all(str(folder))) == [("too-many-lines", "stones.rules", 1)]
    monkeypatch.setattr(parser, "MOST_PARTS", 4)
    monkeypatch.setattr(parser, "MOST_LINES", 10)
    assert places(lint_all(str(folder))) == [("too-many-lines", "stones.rules", 1)]


def test_only_its_own_files_are_parts(folder: Path) -> None:
    (folder / "notes.txt").write_text("plaice", encoding="utf-8")
    (folder / ".draft.rules").write_text("plaice", encoding="utf-8")
    (folder / "old").mkdir()
    (folder / "old" / "pieces.rules").write_text(PIECES, encoding="utf-8")
    assert lint_all(str(folder)) == []


def test_a_folder_without_a_file_of_its_name_is_none(folder: Path) -> None:
    other = folder.rename(folder.with_name("pebbles"))
    assert [one.name for one in lint_all(str(other))] == ["not-a-file"]
    found, diagnostics = named_files([str(other)])
    assert (len(found), diagnostics) == (3, [])


def test_among_other_rulebooks_it_is_one(folder: Path) -> None:
    (folder.parent / "alone.rules").write_text(HEAD, encoding="utf-8")
    first = str(folder / "stones.rules")
    assert named_files([str(folder.parent)]) == ([str(folder.parent / "alone.rules"), first], [])
    assert named_files([str(folder), str(folder / "pieces.rules"), first]) == ([first], [])


def test_a_variant_elsewhere_names_the_folder_or_a_part_of_it(folder: Path) -> None:
    for base in ("stones", "stones/stones.rules", "stones/pieces.rules", "./stones/"):
        path = folder.parent / "lavish.rules"
        path.write_text(f'variant lavish of "{base}":\n    replace pieces stones "Stone": 20, in heap\n', encoding="utf-8")
        assert lint_all(str(path)) == []
        assert load(str(folder), variants=[str(path)]).variants == ("lavish",)
    path.write_text('variant lavish of "brief":\n    note "?"\n', encoding="utf-8")
    assert [one.name for one in lint_all(str(path))] == ["missing-base"]


def test_what_is_kept_goes_by_all_parts(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "kept"))

    def heap() -> int:
        (area,) = (one for one in load(str(folder)).start().view(0).places if one.name == "heap")
        return area.count or 0

    first = load(str(folder)).fingerprint
    assert heap() == heap() == 12
    (folder / "pieces.rules").write_text(PIECES.replace("12", "15"), encoding="utf-8")
    assert heap() == heap() == 15
    assert load(str(folder)).fingerprint != first
    (folder / "more.rules").write_text('place zoo "Zoo"\n', encoding="utf-8")
    assert "zoo" in load(str(folder)).checked.places
    (folder / "more.rules").write_text('place heap "Heap"\n', encoding="utf-8")
    with pytest.raises(RulebookError):
        load(str(folder))
    (folder / "more.rules").unlink()
    assert "zoo" not in load(str(folder)).checked.places
