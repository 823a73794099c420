"""Any variant of a file can be named: on the command line, behind `of`, and in `load`."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.library.library import find_game, load_all
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.interpreter import load

# Two ways to play Hearts, and two more that build on them.
LENGTHS = """\
variant short-game of hearts "A short game":
    set limit to 30
variant long-game of hearts "A long game":
    set limit to 500
"""
BOTH = """\
variant longer of "lengths.rules:long-game" "Longer still":
    set limit to 450
variant quiet of "lengths.rules:short-game" "Short and quiet":
    after play-hand:
        say "Hush."
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lengths.rules").write_text(LENGTHS, encoding="utf-8")
    (tmp_path / "both.rules").write_text(BOTH, encoding="utf-8")
    return tmp_path


def limit(reference: str, *variants: str) -> tuple[tuple[str, ...], object]:
    game = load(reference, variants=variants)
    return game.variants, game.options["limit"].value


def wrong(reference: str, *variants: str) -> Diagnostic:
    with pytest.raises(RulebookError) as raised:
        load(reference, variants=variants)
    [diagnostic] = raised.value.diagnostics
    return diagnostic


@pytest.mark.usefixtures("folder")
def test_each_of_several_in_a_file_can_be_meant() -> None:
    assert limit("lengths.rules:long-game") == (("long-game",), 500)
    assert limit("lengths.rules:short-game") == (("short-game",), 30)
    assert limit("hearts", "lengths.rules:long-game") == (("long-game",), 500)
    assert limit("hearts:omnibus", "lengths.rules:long-game") == (("omnibus", "long-game"), 500)
    assert limit("hearts", "hearts:omnibus") == limit("hearts", "omnibus")
    assert limit("both.rules:longer") == (("long-game", "longer"), 450)
    assert limit("hearts", "both.rules:quiet") == (("short-game", "quiet"), 30)
    assert [game.variants[-1:] for game in load_all("both.rules")[0]] == [("longer",), ("quiet",)]
    assert lint_all("both.rules") == lint_all("lengths.rules") == []


@pytest.mark.usefixtures("folder")
def test_none_of_several_is_taken_silently() -> None:
    for diagnostic in (wrong("lengths.rules"), wrong("hearts", "lengths.rules")):
        assert diagnostic.name == "several-variants"
        assert diagnostic.rendered().message.endswith(": `short-game`, `long-game`")
        assert diagnostic.rendered().help == "name one of them, as in `lengths.rules:short-game`"
    lost = wrong("hearts", "lengths.rules:long-gam")
    assert (lost.name, lost.rendered().help) == ("no-such-variant", "did you mean `long-game`?")
    assert wrong("lengths.rules:longer").name == wrong("hearts:longer").name == "no-such-variant"


def test_behind_of_stands_which_one_is_meant(folder: Path) -> None:
    for base, name in (
        ('"lengths.rules"', "several-variants"),
        ('"lengths.rules:middling"', "no-such-variant"),
        ("long-game", "missing-base"),
    ):
        (folder / "third.rules").write_text(f"variant third of {base}:\n    set limit to 77\n", encoding="utf-8")
        diagnostic = wrong("third.rules")
        assert diagnostic.name == name
        assert diagnostic.span is not None
        assert diagnostic.span.text in (base, base.strip('"'))
        assert "`" in diagnostic.rendered().help


@pytest.mark.parametrize(
    ("base", "variants"),
    [("sea-legs", ("sea-legs", "mine")), ("kraken", ("kraken", "mine")), ('"walk-the-plank:kraken"', ("kraken", "mine"))],
)
def test_a_variant_builds_on_any_bundled_variant(folder: Path, base: str, variants: tuple[str, ...]) -> None:
    (folder / "mine.rules").write_text(f"variant mine of {base}:\n    set tiles to 2\n", encoding="utf-8")
    assert lint_all("mine.rules") == []
    assert load("mine.rules").variants == load("walk-the-plank", variants=["mine.rules"]).variants == variants


def test_two_variants_of_one_name_are_not_mixed_up(folder: Path) -> None:
    (folder / "mine.rules").write_text("variant omnibus of hearts:\n    set limit to 77\n", encoding="utf-8")
    found, [again] = find_game("mine.rules")
    assert found is not None
    assert (again.name, again.span.line if again.span else 0) == ("duplicate-name", 1)
    assert [related.span.source.name for related in again.related] == ["rulebooks/hearts.rules"]
