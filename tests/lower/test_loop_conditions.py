"""Check that what a rule needs is tested for all candidates at once: written out, with all known that never changes."""

from __future__ import annotations

from pathlib import Path

from rulewright.interpreter.games.form_text import form_listing
from rulewright.interpreter.program.printer import printed
from tests.interpreter.helpers import written
from tests.lower.test_lowering import program_of

RULES = """game trick "Trick":
    players 2

values suit "Suit":
    clubs "Clubs"
    spades "Spades"
values rank "Rank":
    two "2"
    queen "Queen"

place deck "Deck": bag, seen by nobody
cards deal "Card", each "{rank} of {suit}": 1 for each suit and rank, in deck

each player has:
    hand "Hand": place, seen by owner
the table has:
    led "Suit led": suit = spades

define lady: first of deal of spades where rank of it is queen
define price of one in deal: 13 if one is lady otherwise 1 if suit of one is clubs otherwise 0

to play:
    draw 2 from deck to hand of seat 1
    as seat 1:
        choose one in deal in hand of player where can lay it

to lay one in deal:
    needs suit of one is led or openly no deal in hand of player where suit of it is led "Follow suit."
    needs price of one is 0 or openly no deal in hand of player where price of it is 0 "Something cheaper is there."
"""


def test_needs_are_written_out(tmp_path: Path) -> None:
    text = printed(program_of(written(tmp_path, RULES)))
    question = next(line for line in text.splitlines() if "choose of" in line)
    assert "function" not in question
    # The queen of spades is the last card: nobody looks for her again.
    assert "== 3)" in question
    assert "first(" not in question


def test_what_does_not_depend_on_the_candidate_is_looked_up_once(tmp_path: Path) -> None:
    game = written(tmp_path, RULES)
    text = form_listing(game, 2, "straight")
    assert text.count("is None:") == 2
    for seed in range(20):
        match = game.start(2, seed, forced="ask")
        assert match.decision is not None
        held = list(match.view(0).players[0].places[0].things or ())
        following = [name for name in held if "Spades" in name] or held
        free = "2 of Spades" in held
        wanted = [name for name in following if name == "2 of Spades"] if free else following
        assert [option.label for option in match.decision.options] == wanted, held
