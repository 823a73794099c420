"""Check that rules become a small program in which nothing of the rulebook is left but numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import Game
from rulewright.interpreter.lowering.lowering import lower_program
from rulewright.interpreter.passes.jump_threading import successors
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.world import World
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import LoweredProgram
from rulewright.interpreter.program.printer import printed
from rulewright.interpreter.program.suspension import may_suspend, statements_in
from tests.interpreter.helpers import SMALL, loaded, written

HEAD = """game trial "Trial":
    players 2

grid board "Board": 3 by 3

each board has:
    mark "Mark": player

the table has:
    n "N": number
"""


def program_of(game: Game, players: int | None = None) -> LoweredProgram:
    """Return a game's lowered program."""
    return lower_program(Layout(World(game.checked, players or game.least_players, game.values)))


def text_of(folder: Path, rules: str) -> str:
    """Return the program of some rules, without cells and tables."""
    text = printed(program_of(written(folder, HEAD + rules)))
    return text[text.index("routine1(") :]


@pytest.mark.parametrize("reference", [*bundled_games(), *map(str, SMALL)], ids=lambda reference: Path(reference).stem)
def test_every_game_comes_to_a_program_that_holds_together(reference: str) -> None:
    game = loaded(reference)
    program = program_of(game, game.most_players)
    labels = [block.label for block in program.blocks]
    assert labels == list(range(len(labels)))
    entries = {routine.entry for routine in program.routines if routine.waits}
    named = {label for block in program.blocks for label in successors(block.end)}
    assert named | entries == set(labels), "a block that nothing leads to, or that is missing"
    for block in program.blocks:
        assert block.end is not None
        statements = [one for one in block.body if not isinstance(one, nodes.AppendRow | nodes.LoadRow | nodes.Arrange)]
        assert not any(may_suspend(one, program.cards) for one in statements)
        inner = [one for statement in statements for one in statements_in((statement,))]
        assert not any(isinstance(one, nodes.LeaveRoutine) for one in inner), "a block is left in its middle"
    assert len(printed(program).splitlines()) > len(labels)


def test_a_question_ends_a_block(tmp_path: Path) -> None:
    text = text_of(tmp_path, "to play:\n    choose k in 1 to 3\n    set n to k\n    game over\n")
    assert text[text.index("    block 2:") :].splitlines() == [
        "    block 2:",
        "        ask player.0 k.1 (x4) in {1, 2, 3}, then 3, without options 4",
        "    block 3:",
        "        n = k.1",
        "        over",
        "    block 4:",
        "        note lapsed player.0",
        "        finish",
    ]


def test_what_hangs_on_options_alone_is_decided(tmp_path: Path) -> None:
    rules = "option steps = 2 in 1 to 3\n\nto play:\n    if steps is 2:\n        set n to 5\n    otherwise:\n        set n to 6\n"
    text = text_of(tmp_path, rules)
    assert "n = 5" in text
    assert "n = 6" not in text
    assert "if (" not in text


def test_needs_bans_and_standing_rules_are_woven_in(tmp_path: Path) -> None:
    rules = """to rise step in number:
    needs n is less than 9
    add step to n

to play:
    rise 2

before rise step while n is 3:
    set n to 4

after rise step:
    add 1 to n
"""
    lines = [line.strip() for line in text_of(tmp_path, rules).splitlines()]
    start = next(place for place, line in enumerate(lines) if "# rise" in line)
    body = lines[start + 1 : start + 8]
    assert body[:4] == ["if not (n < 9):", "note void player.0", "leave", "if (n == 3):"]
    assert [line.split("(")[0].rstrip("0123456789") for line in body[4:]] == ["routine"] * 3


def test_asking_whether_something_is_in_a_set_does_not_make_the_set(tmp_path: Path) -> None:
    rules = """define mine: board where mark of it is player

to play:
    set mark of item 1 of board to player
    if item 4 of board is in mine:
        set n to 1
"""
    text = text_of(tmp_path, rules)
    assert "(mark[3] == player.0)" in text
    assert "where" not in text


def test_names_of_the_rulebook_are_comments_alone(tmp_path: Path) -> None:
    """The routines' names and places come after `#`; the names of cells and variables are only for readers."""
    text = text_of(tmp_path, "to play:\n    set n to 2\n")
    assert all("trial" not in line.split("#")[0] for line in text.splitlines())
