"""Test which words are offered at a place: those that fit, and no others."""

from __future__ import annotations

import pytest

from rulewright.dsl.editing.completion import CompletionItem, completions, unique
from rulewright.dsl.editing.workspace import Workspace

GAME = """game pond "The pond":
    players 2

option goal "How many jump" = 3 in 1 to 4

values colour: green, brown

pieces frogs "Frogs": 2 for each player
pieces stones "Stones": 5

cards tricks "Tricks": 1

place bank "Bank": place, seen by all
place deck "Deck": pile, seen by all

each frogs has:
    skin: colour
    leaps: number
    wet: truth

each tricks has:
    noisy: truth

the table has:
    round: number

define jumpers of someone in player: count of frogs of someone where wet of it

card splash of tricks "Splash":
    noisy = yes
    perform:
        say "Splash"

to dive frog in frogs, strength in number gives number:
    move frog to bank
    give strength

to rest:
    set round to 0

to play:
    let guest be 3
    players take turns:
        choose frog in frogs of player on bank
        ¦

example A1 "Jumping":
    then round is 0

variant dry of pond "Dry":
    set goal to 4
"""


def offered(line: str, where: str = "        ¦") -> dict[str, CompletionItem]:
    """Return the offers at the mark in a line that takes the place of another one."""
    text = (GAME if where == "        ¦" else GAME.replace("        ¦", "        rest")).replace(where, line, 1)
    assert text.count("¦") == 1
    offset = text.index("¦")
    desk = Workspace(lambda _: (), unsaved={"pond.rules": text.replace("¦", "")})
    desk.look("pond.rules")
    start, found = completions(desk, "pond.rules", offset)
    assert text[start:offset] == text[:offset].rpartition(" ")[2].rpartition("\n")[2].rpartition("{")[2]
    return {one.text: one for one in unique(found)}


def names(found: dict[str, CompletionItem]) -> set[str]:
    return {text for text, one in found.items() if one.kind != "word"}


def language(found: dict[str, CompletionItem]) -> set[str]:
    return {text for text, one in found.items() if one.kind == "word"}


@pytest.mark.parametrize(("line", "wanted"), [
    ("move ¦", {"frog", "frogs", "stones", "tricks", "splash"}),
    ("move fr¦", {"frog", "frogs", "stones", "tricks", "splash"}),
    ("move ¦ to bank", {"frog", "frogs", "stones", "tricks", "splash"}),
    ("move frog to ¦", {"frog", "bank", "deck", "space"}),
    ("shuffle d¦", {"frog", "deck", "space"}),
    ("set wet of ¦ to yes", {"frog", "frogs"}),
    ("set skin of frog to ¦", {"green", "brown", "skin"}),
    ("set ¦ of frog to yes", {"wet"}),
    ("add 1 to ¦", {"round", "guest", "leaps"}),
    ("dive ¦, 2 giving far", {"frog"}),
    ("perform ¦", {"card", "splash"}),
    ("as ¦:", {"player", "owner", "left", "right"}),
    ("¦", {"dive", "rest"}),
    ("remove ¦", {"frog", "frogs", "stones", "tricks", "splash"}),
])  # fmt: skip
def test_names_are_offered_that_fit_by_their_types(line: str, wanted: set[str]) -> None:
    assert names(offered(f"        {line}")) == wanted


@pytest.mark.parametrize(("line", "wanted", "unwanted"), [
    ("if ¦", {"wet", "round", "guest", "frog", "goal", "jumpers"}, {"rest"}),
    ("if skin of frog is ¦", {"green", "brown"}, {"bank", "frog", "round"}),
    ("for each one in frogs where ¦:", {"wet", "skin"}, {"rest"}),
    ("say \"{¦}\"", {"frog", "guest", "player", "round"}, {"rest", "jumpers", "wet"}),
    ("say \"it is {fr¦", {"frog", "guest"}, {"rest"}),
])  # fmt: skip
def test_in_conditions_and_texts_much_fits_but_not_all(line: str, wanted: set[str], unwanted: set[str]) -> None:
    found = names(offered(f"        {line}"))

    assert wanted <= found
    assert not unwanted & found


@pytest.mark.parametrize(("where", "line", "wanted"), [
    ("card splash of tricks", "card splash of ¦", {"frogs", "stones", "tricks"}),
    ("    noisy = yes", "    ¦ = yes", {"noisy"}),
    ("    skin: colour", "    skin: ¦", {"frogs", "stones", "tricks", "colour"}),
    ("    set goal to 4", "    set ¦", {"goal", "skin", "leaps", "wet", "noisy", "round"}),
    ("    set goal to 4", "    remove card ¦", {"splash"}),
    ("    set goal to 4", "    replace card ¦ of tricks:", {"splash"}),
    ("    set goal to 4", "    in to ¦:", {"dive", "rest", "play"}),
    ("    then round is 0", "    option ¦ = 3", {"goal"}),
    ("    then round is 0", "    then ¦ gave 3", {"dive", "rest", "play"}),
    ("to rest:", "to ¦:", set()),
    ("    let guest be 3", "    let ¦", set()),
])  # fmt: skip
def test_names_are_offered_by_what_is_declared(where: str, line: str, wanted: set[str]) -> None:
    assert {text for text, one in offered(line, where).items() if one.kind == "name"} == wanted


def test_what_a_seat_picks_may_be_anything_that_is_declared() -> None:
    found = names(offered("    seat 1 picks ¦", "    then round is 0"))

    assert {"frogs", "green", "splash", "bank"} <= found
    assert not {"A1", "dry", "strength", "guest"} & found


def test_words_are_offered_where_the_grammar_has_them() -> None:
    assert language(offered("        players t¦")) == {"take turns"}
    assert language(offered("        players take ¦")) == {"turns"}
    assert language(offered("        choose one ¦")) == {"in", "as"}
    assert {"choose", "move", "if", "for", "game"} <= language(offered("        ¦"))
    assert "card" not in language(offered("        ¦"))
    assert {"is", "on", "in", "where"} <= language(offered("        if (frogs ¦"))
    assert offered("        ¦")["choose"].what == "choose NAME in SET"


def test_what_belongs_behind_a_name_comes_with_it() -> None:
    found = offered("        if ¦")

    assert (found["wet"].behind, found["jumpers"].behind, found["round"].behind) == (" of ", " of ", "")
    assert offered("        set ¦ of frog to yes")["wet"].behind == ""
    assert offered("        set ¦")["wet"].behind == " of "
    assert found["frog"].kind == "local"
    assert "number" in found["jumpers"].what


def test_what_may_be_allowed_is_offered_in_a_comment() -> None:
    found = offered("        # lint: allow unu¦")

    assert "unused-name" in found
    assert offered("        # nothing ¦") == {}
    assert offered('        say "nothing ¦"') == {}
