"""The tree grows alike in native code and in Python, and who looks ahead sees what comes."""

from __future__ import annotations

import pytest

from rulewright.interpreter import Match, load
from rulewright.interpreter.search import tree
from rulewright.interpreter.search.alpha_beta import AlphaBeta, look_ahead, searching
from rulewright.interpreter.search.budget import Budget, think
from rulewright.interpreter.search.determinization import Determinizer
from rulewright.interpreter.search.game_state import seat_asked
from rulewright.interpreter.search.native_tree import NativeTree
from rulewright.interpreter.search.players import SearchPlayer
from tests.interpreter.helpers import ROOT
from tests.native.handmade import QUICK

GAMES = ROOT / "tests" / "games"
TABLES = [
    ("backgammon", 2),
    ("chess", 2),
    ("contract-bridge", 4),
    ("cribbage", 3),
    ("hearts", 4),
    ("la-planche", 2),
    ("rette-sich-wer-kann", 4),
    ("texas-hold-em", 3),
    ("walk-the-plank", 3),
    *(
        (str(GAMES / f"{name}.rules"), 2)
        for name in ("connect-four", "goofspiel", "kuhn-poker", "liars-dice", "nim", "tic-tac-toe")
    ),
]
ROUNDS = 120


@pytest.fixture(autouse=True)
def _native(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "")


def after(reference: str, players: int, choices: int, seed: int = 3) -> Match:
    """Return a game at a real choice, after some random ones."""
    match = load(reference).start(players, seed)
    assert match.program.playouts.make_native(QUICK)
    while match.steps < choices or match.decision is None or len(match.decision.options) < 2:
        match.choose_at_random()
    return match


@pytest.mark.parametrize(("reference", "players"), TABLES, ids=[name.split("/")[-1] for name, _ in TABLES])
@pytest.mark.sample(6)
def test_the_tree_grows_alike_in_native_code_and_in_python(reference: str, players: int) -> None:
    match = after(reference, players, 1)
    seat = seat_asked(match)
    assert seat is not None
    dealer = Determinizer(match, seat)
    first = tree.deal_of(dealer, 5, 0)
    for leaves in (1, 8):
        native = NativeTree.begin(dealer, 5, leaves, tree.EXPLORATION, first)
        assert native is not None
        python = tree.SearchTree(dealer, 5, leaves)
        python.add(first)
        found = []
        for one in (native, python):
            search = tree.TreeSearch(dealer, 5, one, 1)
            search.run(ROUNDS, 2, lambda: False)
            found.append(one.tally())
        assert found[0] == found[1]
        assert sum(found[0].visits) == ROUNDS


def test_the_one_who_looks_ahead_mates_and_takes_no_guarded_piece() -> None:
    match = after("chess", 2, 0)
    for move in ("e2,e4", "e7,e5", "d1,h5"):
        match.choose(move)
    assert match.decision is not None
    # The pawn on e5 is attacked; a king in its way would be mated.
    thought = think(match, Budget(playouts=2000), 1)
    assert match.decision.options[thought.choice].key != "e8,e7"
    match.choose("e8,e7")
    thought = think(match, Budget(playouts=2000), 1)
    assert match.decision.options[thought.choice].key == "h5,e5"
    assert thought.proved
    assert thought.share == 1.0


def test_who_looks_ahead_sees_as_much_in_python() -> None:
    match = after("chess", 2, 0)
    for move in ("f2,f3", "e7,e5", "g2,g4"):
        match.choose(move)
    best = look_ahead(AlphaBeta(match, 1), 3000, lambda: False)
    assert best is not None
    assert match.decision is not None
    assert match.decision.options[best.option].key == "d8,h4"
    assert best.proved
    quick = look_ahead(searching(match, 1), 3000, lambda: False)
    assert quick is not None
    assert (quick.option, quick.value, quick.proved) == (best.option, best.value, best.proved)


def test_looking_ahead_goes_deeper_the_longer_it_lasts() -> None:
    match = after("chess", 2, 0)
    search, deepest, finished = searching(match, 0), 0, 0
    for _ in range(4):
        found = search.deepen(20_000)
        assert found is not None
        finished += found.finished
        assert found.positions > deepest
        deepest = found.positions
    assert finished >= 3


def test_the_value_of_the_last_depth_stands_until_the_first_option_is_judged_again() -> None:
    match = after("chess", 2, 0)
    for positions in (33_000, 36_000, 66_000):
        found = look_ahead(searching(match, 0), positions, lambda: False)
        assert found is not None
        assert abs(found.value) < 20


def test_an_easy_player_compares_options_where_a_hard_one_solves_the_game() -> None:
    match = after(str(GAMES / "tic-tac-toe.rules"), 2, 0)
    easy = SearchPlayer(1, Budget(playouts=200), slips=True)
    hard = SearchPlayer(1, Budget(playouts=1000))
    easy.choose(match)
    hard.choose(match)
    assert easy.thoughts[0].tally is not None
    assert not easy.thoughts[0].proved
    assert hard.thoughts[0].proved
