"""Another name for anything: the rulebook means the same as before."""

from __future__ import annotations

import pytest

from rulewright.dsl.editing.rename import Refusal, edited_texts, first_mistake, rename_edits
from rulewright.dsl.editing.symbols import MentionCache, SymbolIndex, names_of
from rulewright.dsl.library.library import find_game, first_look
from rulewright.dsl.messages.diagnostic import Edit

GAME = """game pond "The pond":
    players 2

option pace "Pace" = slow or fast

values colour: green, brown

line brook:
    spring
    mouth
    directions along, back

pieces frogs "Frogs": 2 for each player and colour

cards tricks "Tricks": 1

place deck: pile, seen by nobody
place pond "Pond": place, seen by all

each frogs has:
    wet: truth

each tricks has:
    worth: number

the table has:
    jumps: number

die d6: 1 to 6

define wet-ones of who in player "the wet frogs of {who}", seen by nobody: count of frogs of who where wet of it

card splash of tricks "Splash":
    worth = 2
    perform:
        say "Splash"

to dive frog in frogs:
    set wet of frog to yes
    move frog to pond

to play:
    players take turns:
        choose:
            jump "{player} jumps":
                choose frog in frogs of player
                choose plan as 2 of frogs of player such that count of (plan where wet of it) is 1
                dive first of plan
                dive frog
                say "{frog} is in"
            rest "Rest" if pace is slow:
                roll d6 as eyes
                add eyes to jumps
                move first of frogs of player along eyes
        let much be count of frogs where wet of it
        if sum of (wet-ones of someone) among players as someone is 4 and colour of (first of frogs) is green:
            game over, winners player
        perform splash

after dive frog as noisy:
    add 1 to jumps

given two-in:
    dive first of frogs of seat 1

example A1 "Jumping":
    option pace = fast
    given two-in
    when seat 1:
        play
    seat 1 picks "jump"
    with how-many, whose:
        1, seat 1
    then jumps is how-many
    then seat 1 sees frogs of whose

variant dry of pond "Dry":
    set pace to fast
    in to dive:
        replace move frog to pond
        with:
            say "{frog} stays"
    in to play:
        replace choose frog in frogs of player
        with choose frog in frogs of player where wet of it
    in after noisy:
        remove add 1 to jumps
    set worth of splash to 3
    remove example A1
    to hop frog in frogs:
        dive frog

variant damp of pond "Damp":
    replace define wet-ones of who in player: 4
    to leap frog in frogs:
        move frog to pond
    example A2 "Leaping":
        when seat 1:
            leap first of frogs of seat 1
"""
PLACE = "pond.rules"
OWN = {"play": "`pond` does not say how it is played"}


@pytest.fixture(scope="module")
def names() -> SymbolIndex:
    found, _ = find_game(PLACE, whole=True, unsaved={PLACE: GAME})
    assert found is not None
    return names_of([found], MentionCache())


def mistakes(text: str) -> set[tuple[str, str]]:
    return {(one.name, str(one.message)) for one in first_look(PLACE, {PLACE: text}).diagnostics if one.severity == "error"}


def after(edits: list[Edit]) -> str:
    [text] = edited_texts(edits).values()
    return text


def test_whatever_gets_another_name_has_it_everywhere(names: SymbolIndex) -> None:
    before = mistakes(GAME)
    tried: dict[object, str] = {}
    for mention in names.mentions:
        meaning = names.meaning(mention)
        if meaning is None or meaning in tried:
            continue
        tried[meaning] = mention.text
        text = after(rename_edits(names, mention, meaning, f"zz-{mention.text}"))
        told = {(name, message.replace("zz-", "")) for name, message in mistakes(text) - before} - before
        assert [message for _, message in told] == ([OWN[mention.text]] if mention.text in OWN else []), mention
        assert text.replace("zz-", "") == GAME
        assert text.count('picks "zz-jump"') == (mention.text == "jump")
    assert len(tried) > 45
    all_kinds = "frogs slow along wet eyes someone noisy two-in jump plan how-many dry hop much A2 splash mouth d6"
    assert {*all_kinds.split()} <= {*tried.values()}


def test_nothing_is_renamed_of_which_a_line_speaks_that_cannot_be_read() -> None:
    text = GAME.replace("dive frog\n                say", "dive frog of\n                say")
    found, diagnostics = find_game(PLACE, whole=True, unsaved={PLACE: text})
    assert found is not None
    assert len(diagnostics) == 1
    known = names_of([found], MentionCache())
    mention = next(one for one in known.mentions if one.text == "dive")
    meaning = known.meaning(mention)
    assert meaning is not None

    with pytest.raises(Refusal, match="cannot be read speaks of `dive`"):
        rename_edits(known, mention, meaning, "hopping")


def test_what_would_mean_something_else_is_found(names: SymbolIndex) -> None:
    look = first_look(PLACE, {PLACE: GAME})
    mention = next(one for one in names.mentions if one.text == "dive")
    meaning = names.meaning(mention)
    assert meaning is not None

    for new, wrong in (("stop", True), ("hopping", False)):
        edits = rename_edits(names, mention, meaning, new)
        assert (first_mistake(look, PLACE, {PLACE: GAME}, str, edits) is not None) == wrong
    with pytest.raises(Refusal, match="already the name of a kind"):
        rename_edits(names, mention, meaning, "frogs")
