"""Every game as a game of OpenSpiel's: its own generic tests pass, and its solvers find what the games are worth."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel, of the extra `ai`, is not installed")

import pyspiel

import rulewright.ai.openspiel  # noqa: F401
from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter import RulebookError

SMALL = "tests/games/"
CHOICES = 12
"""How many choices end a game: the whole of a long one takes minutes."""


def game(rulebook: str, **parameters: object) -> pyspiel.Game:
    """Return a rulebook as OpenSpiel's."""
    return pyspiel.load_game("rulewright", {"rulebook": rulebook, **parameters})


@pytest.mark.parametrize("name", sorted(bundled_games()))
@pytest.mark.sample(6)
def test_openspiel_s_generic_test_passes_for_every_bundled_game(name: str) -> None:
    pyspiel.random_sim_test(game(name, longest=CHOICES, worth="wins"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "goofspiel", "liars-dice", "nim", "tic-tac-toe", "connect-four"])
def test_it_passes_for_whole_games(name: str) -> None:
    pyspiel.random_sim_test(game(f"{SMALL}{name}.rules"), num_sims=3, serialize=True, verbose=False)


def test_kuhn_poker_is_worth_an_eighteenth_to_who_is_second() -> None:
    kuhn = game(f"{SMALL}kuhn-poker.rules")
    solver = pyspiel.CFRPlusSolver(kuhn)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.expected_returns(kuhn.new_initial_state(), policy, -1, True)[0] == pytest.approx(-1 / 18, abs=1e-3)
    assert pyspiel.exploitability(kuhn, policy) < 2e-3


@pytest.mark.long
def test_leduc_poker_is_solved_step_by_step_as_openspiel_s_own() -> None:
    # Both have 9,457 histories: the value and what is still to be gained agree after each iteration, on the way to -0.0856.
    leduc, theirs = game(f"{SMALL}leduc-poker.rules"), pyspiel.load_game("leduc_poker")
    solvers = [pyspiel.CFRSolver(one) for one in (leduc, theirs)]
    for solver in solvers:
        for _ in range(2):
            solver.evaluate_and_update_policy()
    ours, known = [solver.average_policy() for solver in solvers]
    assert pyspiel.exploitability(leduc, ours) == pytest.approx(pyspiel.exploitability(theirs, known), abs=1e-9)
    values = [
        pyspiel.expected_returns(one.new_initial_state(), policy, -1, True) for one, policy in ((leduc, ours), (theirs, known))
    ]
    assert values[0] == pytest.approx(values[1], abs=1e-9)


def test_choices_made_together_are_one_node_and_lead_where_they_lead_one_by_one() -> None:
    draw = random.Random(1)
    together = game(f"{SMALL}goofspiel.rules").new_initial_state()
    one_by_one = game(f"{SMALL}goofspiel.rules", together="one-by-one").new_initial_state()
    nodes = 0
    while not together.is_terminal():
        if together.is_chance_node():
            action = draw.choice(together.legal_actions())
            together.apply_action(action)
            one_by_one.apply_action(action)
        elif together.is_simultaneous_node():
            nodes += 1
            actions = [draw.choice(together.legal_actions(seat)) for seat in range(2)]
            together.apply_actions(actions)
            for action in actions:
                one_by_one.apply_action(action)
        else:
            pytest.fail("somebody chooses alone")
    assert nodes > 1
    assert one_by_one.is_terminal()
    assert one_by_one.returns() == together.returns()


def test_what_seats_know_is_no_more_when_others_have_chosen_unseen() -> None:
    state = game(f"{SMALL}goofspiel.rules", together="one-by-one").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    known = set()
    for action in state.legal_actions():
        child = state.child(action)
        known.add((child.information_state_string(1), tuple(child.information_state_tensor(1))))
    assert len(known) == 1


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({}, "no rulebook is named"),
        ({"rulebook": f"{SMALL}nim.rules", "worth": "scores"}, "has no scores"),
        ({"rulebook": f"{SMALL}nim.rules", "worth": "points"}, "cannot be counted"),
        ({"rulebook": f"{SMALL}nim.rules", "together": "maybe"}, "together cannot be"),
        ({"rulebook": f"{SMALL}nim.rules", "players": 9}, "cannot be played by 9"),
    ],
)
def test_what_does_not_fit_is_said_in_a_word(parameters: dict[str, object], word: str) -> None:
    with pytest.raises(RulebookError, match=word):
        pyspiel.load_game("rulewright", parameters)
