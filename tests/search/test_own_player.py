"""A class in somebody's own file plays, and nothing that it does ends the game."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.interpreter import Match
from rulewright.interpreter.measure.plan import Plan
from rulewright.interpreter.measure.shares import play_one
from rulewright.interpreter.search import own_player
from rulewright.interpreter.search.own_player import OwnClass, OwnPlayer, imagined
from rulewright.interpreter.search.players import player
from tests.interpreter.helpers import ROOT, asked, loaded

BOTS = """\
import os, random, sys, time
class Last:
    def choose(self, view):
        print("not", "an", "answer")
        sys.stdin.read()
        return view.options[-1]
class Lucky:
    def choose(self, view):
        return random.choice(view.options).key
class Counts:
    def __init__(self):
        self.asked = 0
    def choose(self, view):
        self.asked += 1
        return self.asked - 1
class Peeks:
    def choose(self, view):
        match = view.imagine(7)
        hidden = [one for one in match.decision.options if one.key == view.options[0].key]
        assert match.view(view.seat).as_data() == view.table
        return hidden[0].key
class Raises:
    def choose(self, view):
        return 1 / (view.seat - view.seat)
class Hangs:
    def choose(self, view):
        while True: pass
class Stubborn:
    def choose(self, view):
        while True:
            try:
                time.sleep(9)
            except BaseException:
                pass
class Exits:
    def choose(self, view):
        sys.exit(2)
class Quits:
    def choose(self, view):
        os._exit(3)
class Babbles:
    def choose(self, view):
        return {"an option": object()}
class Eats:
    def choose(self, view):
        return bytearray(1 << 40)
class Forks:
    def __init__(self):
        self.asked = 0
    def choose(self, view):
        self.asked += 1
        os.fork()
        return self.asked - 1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(BOTS, encoding="utf-8")
    return path


def own(file: Path, name: str, seed: int = 1) -> OwnPlayer:
    found = player(f"{file}:{name}", seed)
    assert isinstance(found, OwnPlayer)
    return found


def a_match() -> Match:
    return loaded("walk-the-plank").start(3, seed=3)


def kuhn() -> Match:
    return loaded(str(ROOT / "tests" / "games" / "kuhn-poker.rules")).start(2, seed=3)


def test_it_chooses_by_option_key_or_place_and_what_it_prints_is_no_answer(file: Path) -> None:
    match = kuhn()
    for name, places in (("Last", {len(asked(match).options) - 1}), ("Counts", {0}), ("Peeks", {0})):
        one = own(file, name)
        assert {one.choose(match)} == places
        assert one.failure is None


def test_each_game_has_a_player_of_its_own(file: Path) -> None:
    match, first, second = a_match(), own(file, "Counts"), own(file, "Counts")
    assert [first.choose(match), first.choose(match), second.choose(match), first.choose(match)] == [0, 1, 0, 2]


def test_its_chance_follows_the_seed(file: Path) -> None:
    match = a_match()
    choices = [own(file, "Lucky", seed).choose(match) for seed in range(12)]
    assert choices == [own(file, "Lucky", seed).choose(match) for seed in range(12)]
    assert len(set(choices)) > 3


@pytest.mark.parametrize(
    ("name", "said", "line"),
    [
        ("Raises", "the player `Raises` stopped with ZeroDivisionError: division by zero", "return 1 / (view.seat"),
        ("Hangs", "the player `Hangs` did not choose within 0.4 s", "while True: pass"),
        ("Stubborn", "the player `Stubborn` did not choose within 0.4 s", "class Stubborn"),
        ("Exits", "the player `Exits` stopped with SystemExit: 2", "sys.exit(2)"),
        ("Quits", "the process of the player `Quits` ended", "class Quits"),
        ("Babbles", "the player `Babbles` answered {'an option': <object", "def choose"),
        ("Eats", "the player `Eats` stopped with MemoryError", "return bytearray"),
    ],
)
def test_a_random_choice_is_made_in_place_of_one_that_fails(
    name: str, said: str, line: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_player, "GRACE", 1.0)
    match, one = a_match(), own(file, f"{name}:0.4s")
    for _ in range(3):
        match.choose(one.choose(match))
    told = one.news()
    assert told is not None
    assert told.rendered().message.startswith(said)
    assert told.span is not None
    assert told.span.source.text[told.span.start :].startswith(line)
    assert one.news() is None, "it is told once"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks on this system")
def test_a_copy_of_its_process_answers_nothing(file: Path) -> None:
    match, one = a_match(), own(file, "Forks")
    assert [one.choose(match) for _ in range(6)] == [0, 1, 2, 3, 4, 5]


def test_an_imagined_match_has_nothing_of_the_real_one_that_its_seat_cannot_know() -> None:
    match = kuhn()
    twin = next(one for seed in range(9) if (one := match.deal_again(0, seed)).key() != match.key())
    drawn = imagined(match, 0, 7)
    assert drawn == imagined(twin, 0, 7)
    assert json.loads(drawn["save"])["seed"] == 7, "the real seed would tell everything"


def test_a_failure_is_counted_with_its_game(file: Path) -> None:
    name = f"{file}:Raises"
    plan = Plan(reference="walk-the-plank", players=3, seats=(name, "random", "random"))
    found = play_one(plan, loaded("walk-the-plank"), 4)
    assert found.finished
    assert (found.failures[name].number, found.failures[name].seed) == (4, plan.seed_of(4))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class Bot(:\n", "is no program in Python"),
        ("class Robot: ...\n", "has no class `Bot`"),
        (None, "of a player cannot be read"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_before_the_game(text: str | None, said: str, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    found = OwnClass.named(f"{path}:Bot")
    assert found is not None
    with pytest.raises(RulebookError) as refused:
        found.check()
    assert said in refused.value.diagnostics[0].rendered().message
