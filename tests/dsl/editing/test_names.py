"""Test what each name stands for: where it is declared, and where it is used."""

from __future__ import annotations

import pytest

from rulewright.dsl.check.properties import BUILT_IN, TURNS
from rulewright.dsl.check.scope import SHARED_WORDS
from rulewright.dsl.constructs.grids import COMPASS
from rulewright.dsl.editing.incremental import ParseCache
from rulewright.dsl.editing.mentions import OFFERED
from rulewright.dsl.editing.symbols import MentionCache, SymbolIndex, names_of
from rulewright.dsl.editing.variant_changes import inlay_hints
from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.library.library import find_game

# Words that need no declaration, with a meaning in every rulebook.
READINGS = ParseCache()
OWN_WORDS = SHARED_WORDS | BUILT_IN | {*COMPASS, *TURNS, "nobody", "all", "top", "picture", "region", "direction"}
GAME = """game pond "The pond":
    players 2

pieces frogs "Frogs": 2 for each player

place pond "Pond": place, seen by all

each frogs has:
    wet: truth

to dive frog in frogs:
    set wet of frog to yes
    move frog to pond

to play:
    players take turns:
        choose:
            jump "{player} jumps":
                choose frog in frogs of player
                dive frog
                say "{frog} is in"
            rest:
                for each frog in frogs where not wet of it:
                    move frog to pond
        if sum of count of (frogs on pond) among frogs as toad is 4:
            game over, winners player

example A1 "Jumping":
    when seat 1:
        dive first of frogs of seat 1
    then count of (frogs where wet of it) is 1

variant dry of pond "Dry":
    in to dive:
        replace move frog to pond
        with:
            say "{frog} stays"
    to hop frog in frogs:
        dive frog

variant damp of pond "Damp":
    to hop frog in frogs:
        move frog to pond
"""


def names_in(text: str) -> SymbolIndex:
    found, diagnostics = find_game("pond.rules", whole=True, unsaved={"pond.rules": text})
    assert diagnostics == []
    assert found is not None
    return names_of([found], MentionCache())


def lines_of(names: SymbolIndex, text: str, nth: int) -> list[int]:
    """Return the lines of all that mean the same as the nth of the places where a word is written."""
    mention = [one for one in names.mentions if one.text == text][nth]
    meaning = names.meaning(mention)
    assert meaning is not None
    return sorted(one.span.line for one in names.all_of(meaning))


@pytest.mark.parametrize("game", sorted([*bundled_games(), *bundled_variants()]))
def test_every_name_in_the_bundled_games_is_known_where_it_stands(game: str) -> None:
    found, _ = find_game(game, whole=True, read=READINGS.read)
    assert found is not None
    names = names_of([found], MentionCache())

    unknown = [one for one in names.mentions if names.meaning(one) is None]
    # A pick given as a text may be a line of a menu, or the label of an option.
    assert {one.text for one in unknown if one.space != OFFERED} <= OWN_WORDS
    assert all(one.span.text == one.text for one in names.mentions)


def test_local_names_of_the_same_word_are_told_apart() -> None:
    names = names_in(GAME)
    frogs = {tuple(lines_of(names, "frog", nth)) for nth in range(len([one for one in names.mentions if one.text == "frog"]))}

    assert frogs == {(11, 12, 13, 35, 37), (19, 20, 21), (23, 24), (38, 39), (42, 43)}


def test_what_two_variants_declare_are_two_things() -> None:
    names = names_in(GAME)

    assert {tuple(lines_of(names, "hop", nth)) for nth in range(2)} == {(38,), (42,)}
    assert lines_of(names, "dive", 0) == [11, 20, 30, 34, 39]
    assert lines_of(names, "wet", 0) == [9, 12, 23, 31]
    assert lines_of(names, "pond", 1) == [6, 13, 24, 25, 35, 43]


def test_a_variant_tells_of_what_it_changes_in_others_and_not_in_itself() -> None:
    more = '    after hop frog:\n        say "Hop"\n    after dive frog:\n        say "Splash"\n'
    told = [(text, GAME[:offset].count("\n") + 1) for offset, text in inlay_hints(names_in(GAME + more), "pond.rules")]

    assert told == [("changed by `dry`, followed by `damp`", 11)]


def test_what_has_been_written_over_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.dsl.editing.symbols.MOST_FORGOTTEN", 0)
    gathered, readings = MentionCache(), ParseCache()
    sizes = []
    for number in range(40):
        text = GAME.replace("is 4", f"is {number}")
        found, _ = find_game("pond.rules", whole=True, unsaved={"pond.rules": text}, read=readings.read)
        assert found is not None
        names_of([found], gathered)
        sizes.append(len(gathered.known))

    assert sizes[0] < max(sizes) <= 2 * sizes[0] + 2
