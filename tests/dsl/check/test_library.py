"""Rulebooks are found by name, by path, and through their variants' files."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.checked import Game
from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.library.library import check_all, extras_of_games, find_game, load_all, load_checked, rulebook_info
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.diagnostic_names import CATALOGUE

BASE = """\
game base "Base" fr "La base":
    players 2 to 4
option size "Size" = 3 in 1 to 6
define amount: 1
define greeting: size
to play:
    say "{amount} {greeting}"
variant inner of base "Inner":
    replace define amount: 2
variant clash of base:
    replace define amount: 3
example B1:
    then amount is 1
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "base.rules").write_text(BASE, encoding="utf-8")
    return tmp_path


def write(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def loaded(reference: str, *variants: str) -> Game:
    game, diagnostics = load_checked(reference, variants)
    assert diagnostics == []
    assert game is not None
    return game


def only(result: tuple[object, list[Diagnostic]]) -> Diagnostic:
    found, diagnostics = result
    assert found is None
    assert len(diagnostics) == 1
    assert diagnostics[0].name in CATALOGUE
    return diagnostics[0]


def test_bundled_games_have_names() -> None:
    assert "walk-the-plank" in bundled_games()
    for name in bundled_games():
        game, diagnostics = load_checked(name)
        assert game is not None, diagnostics
        assert game.name == name
        info, _ = rulebook_info(name)
        assert info is not None
        assert info.least_players == game.least_players


def test_a_path_is_a_game(folder: Path) -> None:
    game = loaded(str(folder / "base.rules"))
    assert game.name == "base"
    assert game.variants == ()
    assert [example.numbers for example in game.examples] == [("B1",)]


def test_a_variant_is_named(folder: Path) -> None:
    game = loaded(str(folder / "base.rules"), "inner")
    assert game.variants == ("inner",)
    assert game.examples == []
    assert game.fingerprint != loaded(str(folder / "base.rules")).fingerprint


def test_two_variants_that_change_the_same_conflict(folder: Path) -> None:
    conflict = only(load_checked(str(folder / "base.rules"), ["inner", "clash"]))
    assert conflict.name == "variant-conflict"
    assert conflict.span is not None
    assert conflict.span.line == 11
    assert [related.span.line for related in conflict.related] == [9]


QUARREL = """\
game base:
    players 2
cards deck: 1
each deck has:
    cost: number
card run of deck:
    cost = 1
to play:
    perform run
variant changing of base:
    {change}
variant removing of base:
    {removal}
    replace to play:
        stop
example B1:
    then any deck
"""


@pytest.mark.parametrize("names", [("changing", "removing"), ("removing", "changing")], ids=" and ".join)
@pytest.mark.parametrize(
    ("change", "removal"),
    [
        ("replace card run of deck:\n        cost = 2", "remove card run"),
        ("set cost of run to 2", "remove card run"),
        ("set copies of run to 2", "remove card run"),
        ("remove card run", "remove card run"),
        ("replace example B1:\n        then no deck", "remove example B1"),
    ],
)
def test_removing_what_another_variant_changes_is_one_conflict(
    folder: Path, names: tuple[str, str], change: str, removal: str
) -> None:
    text = QUARREL.format(change=change, removal=removal)
    conflict = only(load_checked(write(folder, "quarrel.rules", text), names))
    assert conflict.name == "variant-conflict"
    assert conflict.rendered().message.startswith(f"the variants `{names[0]}` and `{names[1]}` both change `")
    assert conflict.span is not None
    [related] = conflict.related
    first, second = related.span.line, conflict.span.line
    assert (first < second) == (names[0] == "changing")
    label = conflict.label if names[1] == "removing" else related.label
    assert str(label) == "removed here"


def test_the_file_of_a_variant_names_its_game(folder: Path) -> None:
    outer = write(folder, "outer.rules", 'variant outer of "base.rules":\n    replace define amount: 4\n')
    assert loaded(outer).variants == ("outer",)
    assert loaded(str(folder / "base.rules"), outer).variants == ("outer",)
    assert loaded(str(folder / "base.rules"), outer).fingerprint == loaded(outer).fingerprint


def test_a_variant_of_a_variant_comes_behind_it(folder: Path) -> None:
    write(folder, "rulewright.toml", "")
    write(folder, "outer.rules", 'variant outer of "base.rules":\n    replace define amount: 4\n')
    outermost = write(folder, "far/outermost.rules", 'variant outermost of "../outer.rules":\n    replace define amount: 5\n')
    game = loaded(outermost)
    assert game.variants == ("outer", "outermost")
    assert game.defines["amount"].value.span.source.name.endswith("outermost.rules")


def test_variants_in_one_file_may_build_on_each_other(folder: Path) -> None:
    both = write(
        folder,
        "both.rules",
        'variant one of "base.rules":\n    replace define amount: 4\nvariant two of one:\n    replace define amount: 5\n',
    )
    assert loaded(both).variants == ("one",)
    assert loaded(both, "two").variants == ("one", "two")
    assert loaded(str(folder / "base.rules"), both).variants == ("one",)
    assert [game.variants for game in load_all(both)[0]] == [("one",), ("one", "two")]


def test_a_variant_may_change_a_bundled_game(folder: Path) -> None:
    path = write(folder, "quiet.rules", 'variant quiet of walk-the-plank:\n    note "Quiet."\n')
    game = loaded(path)
    assert game.name == "walk-the-plank"
    assert {"en": ("Quiet.",)} in game.introduction


def test_the_base_of_a_variant_may_be_a_variant_in_the_file_of_the_game(folder: Path) -> None:
    path = write(folder, "deeper.rules", 'variant deeper of "base.rules":\n    note "x"\n')
    assert loaded(path, "inner").variants == ("deeper", "inner")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('variant me of "me.rules":\n    note "x"\n', "variant-circle"),
        ('variant me of "../circle/me.rules":\n    note "x"\n', "variant-circle"),
        ('variant me of me:\n    note "x"\n', "variant-circle"),
        ('variant me of you:\n    note "x"\nvariant you of me:\n    note "x"\n', "variant-circle"),
        ('variant me of "there.rules":\n    note "x"\n', "missing-base"),
        ('variant me of "/base.rules":\n    note "x"\n', "missing-base"),
        ('variant me of "base.txt":\n    note "x"\n', "missing-base"),
        ('variant me of walk-the-plnk:\n    note "x"\n', "missing-base"),
        ('variant me of "../base.rules":\n    note "x"\nexample B2:\n    then size is 3\n', "misplaced-line"),
    ],
)
def test_a_variant_needs_a_game(folder: Path, text: str, name: str) -> None:
    write(folder, "rulewright.toml", "")
    assert only(load_checked(write(folder, "circle/me.rules", text))).name == name


def test_a_base_must_be_readable_as_a_rulebook(folder: Path) -> None:
    write(folder, "folder.rules/x.rules", "")
    assert only(find_game(write(folder, "me.rules", 'variant me of "folder.rules":\n    note "x"\n'))).name == "not-a-file"


def test_circles_through_files_end(folder: Path) -> None:
    write(folder, "you.rules", 'variant you of "me.rules":\n    note "x"\n')
    me = write(folder, "me.rules", 'variant me of "you.rules":\n    note "x"\n')
    assert only(find_game(me)).name == "variant-circle"


def test_a_variant_of_another_game_does_not_fit(folder: Path) -> None:
    write(folder, "other.rules", "game other:\n    players 2\nto play:\n    stop\n")
    other = write(folder, "of-other.rules", 'variant of-other of "other.rules":\n    note "x"\n')
    assert only(load_checked(str(folder / "base.rules"), [other])).name == "wrong-base"
    assert only(load_checked(str(folder / "base.rules"), [str(folder / "other.rules")])).name == "no-such-variant"


def test_names_that_nobody_has(folder: Path) -> None:
    assert only(find_game("walk-the-plnk")).rendered().help == "did you mean `walk-the-plank`?"
    assert only(find_game(str(folder / "bass.rules"))).rendered().help == "did you mean `base.rules`?"
    assert only(find_game(str(folder / "base.rules"), ["iner"])).rendered().help == "did you mean `inner`?"


def test_everything_is_checked_once(folder: Path) -> None:
    text = BASE.replace("replace define amount: 3", "replace define amount: nothing-there")
    text += "example B2:\n    variant inner, clash\n    then amount is 3\n    then unknown is 3\n"
    broken = write(folder, "broken.rules", text)
    names = [(diagnostic.name, diagnostic.span.line if diagnostic.span else 0) for diagnostic in check_all(broken)]
    assert names == [("variant-conflict", 11), ("unknown-name", 11), ("unknown-name", 17)]
    assert check_all(str(folder / "base.rules")) == []


def test_info_needs_no_checking(folder: Path) -> None:
    path = write(folder, "wrong.rules", BASE.replace("{amount}", "{unknown}"))
    info, diagnostics = rulebook_info(path)
    assert diagnostics == []
    assert info is not None
    assert (info.name, info.titles["fr"], info.least_players, info.most_players) == ("base", "La base", 2, 4)
    assert [option.name.text for option in info.options] == ["size"]
    assert info.variants == (("inner", {"en": "Inner"}), ("clash", {}))


# ---- The bundled variants in files of their own

GAME = Path(__file__).parents[3] / "rulebooks" / "walk-the-plank.rules"


def test_a_bundled_variant_has_a_name() -> None:
    assert loaded("walk-the-plank", "sea-legs").variants == ("sea-legs",)
    assert loaded("sea-legs").variants == ("sea-legs",)
    assert loaded("sea-legs").fingerprint == loaded("walk-the-plank", "sea-legs").fingerprint
    assert loaded(str(GAME), "sea-legs").variants == ("sea-legs",)
    assert loaded("sea-legs", "kraken", "it-was-him").variants == ("sea-legs", "kraken", "it-was-him")
    for name in bundled_variants():
        assert loaded(name).variants == (name,)


def test_bundled_variants_are_told_by_their_games() -> None:
    found = extras_of_games()
    assert sorted(name for variants in found.values() for name, _ in variants) == list(bundled_variants())
    assert ("sea-legs", "Sea Legs") in [(name, titles["en"]) for name, titles in found["walk-the-plank"]]
    for game, variants in found.items():
        info, _ = rulebook_info(game)
        assert info is not None
        assert not {name for name, _ in info.variants} & {name for name, _ in variants}


def test_a_bundled_variant_is_of_one_game() -> None:
    assert only(load_checked("walk-the-plank", ["sharks"])).name == "wrong-base"
    assert only(find_game("sea-leg")).rendered().help == "did you mean `sea-legs`?"
    assert only(find_game("walk-the-plank", ["sea-leg"])).rendered().help == "did you mean `sea-legs`?"
    nobody = only(find_game("walk-the-plank", ["qqqqqq"]))
    assert "`kraken`" in nobody.rendered().help
    assert "`sea-legs`" in nobody.rendered().help
    assert "`sharks`" not in nobody.rendered().help


def test_a_bundled_variant_is_not_read_when_nobody_names_it() -> None:
    for reference in ("walk-the-plank", str(GAME)):
        found, _ = find_game(reference)
        assert found is not None
        assert not set(found.known) & set(bundled_variants())


def test_examples_name_bundled_variants(folder: Path) -> None:
    text = GAME.read_text(encoding="utf-8") + "\nexample X1:\n    variant it-was-him, kraken\n    then game goes on\n"
    # It is another game now, which those variants do not change.
    assert [one.name for one in check_all(write(folder, "mine.rules", text))] == ["unknown-name"]
    mine = write(
        folder,
        "quiet.rules",
        'variant quiet of walk-the-plank:\n    note "Quiet."\n'
        "    example X1:\n        variant it-was-him\n        then game goes on\n",
    )
    assert check_all(mine) == []
    games, _ = load_all(mine)
    assert [game.variants for game in games] == [("quiet",), ("quiet", "it-was-him")]
    found, _ = find_game(mine)
    assert found is not None
    assert found.guests == {"it-was-him"}


def test_a_variant_may_build_on_a_bundled_one(folder: Path) -> None:
    path = write(folder, "longer.rules", 'variant longer of sea-legs:\n    note "Long."\n')
    assert loaded(path).variants == ("sea-legs", "longer")


@pytest.mark.parametrize(
    ("line", "what"),
    [("define mate: 3", "a define"), ("each player has:\n        mate: number", "a field"), ("place mate", "a place")],
)
def test_a_variants_name_gives_way_to_the_games_own(folder: Path, line: str, what: str) -> None:
    write(
        folder,
        "base.rules",
        "game base:\n    players 2\npieces men: 2\nto play:\n    let mate be first of men\n"
        "    remove mate\n    nap\nto nap:\n    for each mate in men:\n        remove mate\n",
    )
    mine = write(folder, "mine.rules", f'variant mine of "base.rules":\n    note "x"\n# Comment\n    {line}\n')
    hidden = [one for one in check_all(mine) if one.name == "hidden-name"]
    assert len(hidden) == 1
    assert hidden[0].rendered().message.startswith(f"`mate` is {what} in `mine`, but a local name in the game")
    assert hidden[0].span is not None
    assert hidden[0].span.source.name.endswith("mine.rules")
    assert hidden[0].rendered().help == "choose another name in the variant"
    [related] = hidden[0].related
    assert (Path(related.span.source.name).name, related.span.line) == ("base.rules", 5)


def test_a_variant_must_not_hide_what_the_game_or_itself_has_declared(folder: Path) -> None:
    text = (
        "game base:\n    players 2\ndefine mate: 2\nto play:\n    stop\n"
        "variant mine of base:\n    define friend: 3\n    to nap:\n        let mate be 1\n"
        '        let friend be mate\n        say "{friend} {mate}"\n'
    )
    wrong = check_all(write(folder, "both.rules", text))
    assert [(one.name, one.span.line if one.span else 0) for one in wrong] == [("hidden-name", 9), ("hidden-name", 10)]
