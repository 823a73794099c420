"""The file that is written is a game that others read as the same game."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field

from rulewright.interpreter import load
from rulewright.interpreter.search.explore import Exploration
from rulewright.interpreter.search.gambit import efg_lines, quoted
from rulewright.interpreter.search.game_tree import histories
from rulewright.interpreter.search.game_value import GameValuation

GAMES = Path(__file__).parents[1] / "games"


def written(name: str) -> str:
    """Return the file of a small game."""
    exploration = Exploration(load(str(GAMES / f"{name}.rules")).start(chance="ask", forced="ask"))
    exploration.walk()
    worth = GameValuation(exploration)
    return "".join(efg_lines(histories(exploration.graph), worth.payoffs.worth, name, ["Ann", "Bob"]))


@define
class Read:
    """A game as it was read: its nodes in the order of the file."""

    ends: list[tuple[Fraction, ...]] = field(factory=list)
    situations: dict[tuple[int, int], tuple[str, ...]] = field(factory=dict)
    average: list[Fraction] = field(factory=lambda: [Fraction(0), Fraction(0)])
    """The value under random play."""


def read(text: str) -> Read:
    """Return a small reader of the format, enough to play what is in it."""
    header, _, *lines = text.splitlines()
    assert header.startswith("EFG 2 R ")
    found, waiting = Read(), [Fraction(1)]
    for line in filter(None, lines):
        share = waiting.pop()
        inside = line[line.index("{") + 1 : line.rindex("}")]
        match line[0]:
            case "t":
                found.ends.append(tuple(Fraction(one.strip()) for one in inside.split(",")))
                for seat, gain in enumerate(found.ends[-1]):
                    found.average[seat] += share * gain
            case "p":
                player, number = map(int, re.findall(r"\d+", line)[:2])
                keys = tuple(re.findall(r'"((?:[^"\\]|\\.)*)"', inside))
                assert found.situations.setdefault((player, number), keys) == keys
                waiting.extend([share / len(keys)] * len(keys))
            case "c":
                chances = [Fraction(one) for one in re.findall(r'" (\d+/\d+)', inside)]
                assert sum(chances) == 1
                waiting.extend(share * chance for chance in reversed(chances))
    assert waiting == []
    return found


def test_the_file_holds_the_game() -> None:
    found = read(written("kuhn-poker"))

    assert len(found.ends) == 30
    assert len(found.situations) == 12
    assert set(found.situations.values()) == {("check", "bet"), ("call", "fold")}
    assert found.average == [Fraction(1, 8), Fraction(-1, 8)]
    assert sorted({(int(one), int(other)) for one, other in found.ends}) == [(-2, 2), (-1, 1), (1, -1), (2, -2)]


def test_chance_and_payoffs_are_exact() -> None:
    text = written("leduc-poker")

    assert "1/6" in text
    assert read(text).average == [Fraction(-5, 64), Fraction(5, 64)]


def test_any_text_stays_on_its_line() -> None:
    assert quoted('say "yes"\nor \\no') == r'"say \"yes\" or \\no"'


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "situations"), [("kuhn-poker", 12), ("goofspiel", 546), ("liars-dice", 192)])
def test_gambit_reads_it(name: str, situations: int, tmp_path: Path) -> None:
    pygambit: Any = pytest.importorskip("pygambit")
    (tmp_path / "game.efg").write_text(written(name), encoding="utf-8")
    game = pygambit.read_efg(str(tmp_path / "game.efg"))

    assert [player.label for player in game.players] == ["Ann", "Bob"]
    assert game.is_perfect_recall
    assert len(game.infosets) == situations


@pytest.mark.filterwarnings("ignore")
def test_gambit_finds_the_same_worth(tmp_path: Path) -> None:
    pygambit: Any = pytest.importorskip("pygambit")
    (tmp_path / "game.efg").write_text(written("kuhn-poker"), encoding="utf-8")
    solved = pygambit.nash.lp_solve(pygambit.read_efg(str(tmp_path / "game.efg")), rational=True)

    assert solved.equilibria[0].payoff("Ann") == Fraction(-1, 18)
