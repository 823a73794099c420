"""Test `tell`: one sentence of the rulebook for all that happens in a block, and headings."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.views import journal
from tests.interpreter.helpers import asked, written

TABLE = """\
game laying "Laying" fr "Poser":
    players 2

values suit "Suit": red "Red", blue "Blue"
place deck "Deck": pile, seen by nobody
place heap "Heap": pile
die d6 "Die": 1 to 6
cards notes "Note", each "{suit} {rank}": 1 for each suit and rank, in deck
values rank "Rank": 1 to 4
each player has:
    hand "Hand": place, seen by owner
    score "Points": number

to setup:
    for each player in players:
        draw 3 from deck to hand of player
    say heading "First"

to play:
    RULE
    choose go-on in 1 to 2 by seat 1
    game over

to put one in notes:
    needs rank of one is less than 4
    tell "{player} lays {one}." or "You lay {one}.":
        move one to heap

to tidy:
    tell nothing:
        move notes in heap to deck
        if no notes in heap:
            stop
        move notes in deck to heap
"""


def begun(folder: Path, rule: str, language: str = "en") -> Match:
    """Return a match that carries out some lines."""
    return written(folder, TABLE.replace("RULE", rule.strip().replace("\n", "\n    "))).start(2, seed=1, language=language)


def heard(match: Match, seat: int | None) -> str:
    """Return what a seat is told after the cards are dealt."""
    acts = [act.text for act in match.tale(seat)]
    return " | ".join(acts[acts.index("— First —") + 1 :])


LAY = """
for each player in players:
    choose one in notes in hand of player
    tell "{player} lays {one}." fr "{player} pose {one}." or "You lay {one}." fr "Vous posez {one}.":
        move one to heap
        add rank of one to score of player
"""


def test_a_sentence_stands_for_its_block_and_the_choice_before_it(tmp_path: Path) -> None:
    match = begun(tmp_path, LAY)
    match.choose(0)
    match.choose(0)

    assert [heard(match, seat) for seat in (0, 1, None)] == [
        "You lay Blue 2. | Player 2 lays Red 3.",
        "Player 1 lays Blue 2. | You lay Red 3.",
        "Player 1 lays Blue 2. | Player 2 lays Red 3.",
    ]


def test_the_sentence_is_told_in_each_language(tmp_path: Path) -> None:
    match = begun(tmp_path, LAY, "fr")
    match.choose(0)

    assert [heard(match, seat) for seat in (0, 1)] == ["Vous posez Blue 2.", "Joueur 1 pose Blue 2."]


def test_what_happened_stays_in_the_log(tmp_path: Path) -> None:
    match = begun(tmp_path, LAY)
    match.choose(0)

    kinds = [entry.kind for entry in journal.entries(match.position.log)][-5:]
    assert kinds == ["chose", "tell", "move", "told", "tell_end"]


def test_others_read_the_name_of_a_thing_only_if_they_see_it_before_or_after(tmp_path: Path) -> None:
    rule = """
let one be first of notes in hand of player
tell "{player} plays {one}.":
    move one to heap
tell "{player} takes {one} back.":
    move one to hand of player
tell "{player} looks at {one}.":
    add 1 to score of player
"""
    match = begun(tmp_path, f"as seat 1:\n    {rule.strip().replace(chr(10), chr(10) + '    ')}")

    assert heard(match, 1) == "Player 1 plays Blue 2. Player 1 takes Blue 2 back. Player 1 looks at one Note."
    assert heard(match, 0) == "Player 1 plays Blue 2. Player 1 takes Blue 2 back. Player 1 looks at Blue 2."


def test_whose_things_are_is_said_once_and_alike_ones_are_counted(tmp_path: Path) -> None:
    kinds = 'pieces pawns "Pawn | Pawns": 3 for each player\ndie d6'
    lines = """
let some be pawns of seat 1
let mixed be (first of pawns of seat 1, first of pawns of seat 2)
tell "{player} takes {some}." or "You take {some}.":
    move some to heap
tell "Gone are {mixed}.":
    move mixed to heap
"""
    rule = "as seat 1:\n        " + lines.strip().replace("\n", "\n        ")
    match = written(tmp_path, TABLE.replace("die d6", kinds).replace("RULE", rule)).start(2, seed=1)

    assert heard(match, 0) == "You take 3 Pawns. Gone are your Pawn, Pawn of Player 2."
    assert heard(match, 1) == "Player 1 takes 3 Pawns. Gone are Pawn of Player 1, your Pawn."


def test_each_player_who_is_named_can_have_a_sentence_of_their_own(tmp_path: Path) -> None:
    """So nobody reads about themselves by name, in the log either, and `say` is like `tell`."""
    lines = """
for each giver in seat 1:
    for each taker in (seat 2, seat 3):
        let given be first of notes in hand of giver
        tell "{giver} gives {given} to {taker}." or "You give {given} to {taker}." or "{giver} gives you {given}.":
            move given to hand of taker
        say heading "{taker} is served." or "You are served."
"""
    rule = lines.strip().replace("\n", "\n    ")
    match = written(tmp_path, TABLE.replace("players 2", "players 3").replace("RULE", rule)).start(3, seed=1)

    read = [" | ".join(match.log(seat)).partition("First | ")[2] for seat in range(3)]
    assert read == [
        "You give Blue 2 to Player 2. | Player 2 is served. | You give Blue 3 to Player 3. | Player 3 is served.",
        "Player 1 gives you Blue 2. | You are served. | Player 1 gives one Note to Player 3. | Player 3 is served.",
        "Player 1 gives one Note to Player 2. | Player 2 is served. | Player 1 gives you Blue 3. | You are served.",
    ]
    assert [heard(match, seat).replace("— ", "").replace(" —", "") for seat in range(3)] == read


def test_what_has_words_of_its_own_is_told_all_the_same(tmp_path: Path) -> None:
    rule = """
as seat 1:
    tell "{player} tries.":
        roll d6 as face
        add face to score of player for "luck"
        show first of notes in deck to player
        say "Well!"
        put first of (notes where rank of it is 4)
"""
    told = heard(begun(tmp_path, rule), 1)

    for words in ("Player 1 tries.", "rolls ", "for luck)", "Well!", "nothing happens"):
        assert words in told


def test_nothing_is_told_of_bookkeeping_even_if_its_rule_is_left_early(tmp_path: Path) -> None:
    rule = """
tidy
move first of notes in deck to heap
tidy
say "Done."
"""
    told = heard(begun(tmp_path, rule), 0)

    assert told.count("Heap") == 1
    assert told.endswith("Done.")


def test_a_line_of_a_menu_is_told_by_the_sentence_that_it_begins_with(tmp_path: Path) -> None:
    rule = """
for each player in players:
    choose:
        lay-it one in notes in hand of player "Lay {one}":
            put one
        stay "Stay":
            tell "{player} stays.":
                add 1 to score of player
        other "Do something else":
            add 1 to score of player
            tell "{player} sighs.":
                add 1 to score of player
"""
    match = begun(tmp_path, rule)
    match.choose(0)
    match.choose(len(asked(match).options) - 1)

    assert heard(match, 1).startswith("Player 1 lays Blue 2. | You: Do something else.")


def test_a_heading_has_a_line_of_its_own(tmp_path: Path) -> None:
    match = begun(tmp_path, 'let round be 2\nsay heading "Round {round}"\nmove first of notes in deck to heap')

    assert heard(match, 0) == "— Round 2 — | Red 1: Deck → Heap."
    assert [act.lines for act in match.tale(0)][-2] == ["Round 2"]
    assert "Round 2" in match.log(0)


def test_options_show_what_a_sentence_stands_for(tmp_path: Path) -> None:
    rule = """
as seat 1:
    choose:
        lay-it "Go":
            tell "{player} goes.":
                move first of notes in hand of player to heap
        stay "Stay"
"""
    decision = asked(begun(tmp_path, rule))

    assert list(decision.leads_to(5).values()) == ["Blue 2 → Heap"]
