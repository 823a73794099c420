"""A seat remembers what it has seen, heard and chosen, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from rulewright.interpreter import Game, Match, load
from rulewright.interpreter.match.observation_history import ObservationCache, entries_heard
from tests.interpreter.helpers import asked, some_matches

GAMES = Path(__file__).parents[1] / "games"


def played(name: str, *choices: str) -> Match:
    """Return a small game after some choices, those of chance included."""
    match = load(str(GAMES / f"{name}.rules")).start(chance="ask", forced="ask")
    for choice in choices:
        match.choose(choice)
    return match


def known(match: Match) -> list[str]:
    """Return the information of each seat."""
    return [match.information(seat) for seat in range(match.players)]


def test_a_card_that_is_seen_by_its_owner_is_known_to_them_alone() -> None:
    one, other = played("kuhn-poker", "jack", "queen"), played("kuhn-poker", "jack", "king")

    assert one.information(0) == other.information(0)
    assert one.information(1) != other.information(1)


def test_what_can_no_longer_be_seen_is_remembered() -> None:
    # A call after a raise, and the other way round: the same stakes, another memory.
    one = played("leduc-poker", *first_cards(), "raise", "raise", "call")
    other = played("leduc-poker", *first_cards(), "call", "raise", "call")

    assert one.information(0) != other.information(0)


def first_cards() -> tuple[str, str]:
    """Return the first card for either seat."""
    match = load(str(GAMES / "leduc-poker.rules")).start(chance="ask", forced="ask")
    first = asked(match).options[0].key
    match.choose(first)
    return first, asked(match).options[0].key


def test_a_choice_made_at_the_same_time_is_known_to_who_made_it() -> None:
    start = played("goofspiel")
    start.choose(0)
    one, other = start.copy(), start.copy()
    one.choose(0)
    other.choose(1)

    assert one.information(0) != other.information(0)
    assert one.information(1) == other.information(1)


def test_being_asked_is_told_to_nobody_else() -> None:
    match = played("goofspiel")
    match.choose(0)
    before = match.information(1)
    assert asked(match).seat == 0
    other = match.information(0)
    match.choose(0)

    # Now the second seat is asked, and knows of its own question; the first one knows of its own choice alone.
    assert asked(match).seat == 1
    assert match.information(1) != before
    assert match.information(0) != other
    assert match.information(0) == after_own_choice(match)


def after_own_choice(match: Match) -> str:
    """Return the first seat's information when the second chose something else."""
    twin = played("goofspiel")
    twin.choose(0)
    twin.choose(0)
    assert match.key() == twin.key()
    return twin.information(0)


def test_chance_that_is_asked_and_chance_by_a_seed_tell_the_same() -> None:
    game = load(str(GAMES / "goofspiel.rules"))
    by_seed = game.start(seed=5)
    by_hand = game.start(chance="ask")
    source = Random(1)
    while True:
        # Chance is chosen so that the tables look alike.
        while by_hand.decision is not None and by_hand.decision.seat is None:
            by_hand = next(after for after in outcomes(by_hand) if alike(after, by_seed))
        assert known(by_hand) == known(by_seed)
        if by_seed.decision is None:
            break
        choice = source.choice(by_seed.decision.options)
        by_seed.choose(choice.key)
        by_hand.choose(choice.key)


@pytest.mark.parametrize("name", ["goofspiel", "leduc-poker", "liars-dice"])
@pytest.mark.parametrize("seed", range(5))
def test_who_is_asked_where_there_is_nothing_to_choose_knows_no_more(name: str, seed: int) -> None:
    game = load(str(GAMES / f"{name}.rules"))
    asked_all, by_itself = game.start(seed=seed, forced="ask"), game.start(seed=seed)
    source = Random(seed)
    while asked_all.decision is not None:
        if asked_all.decision.forced:
            asked_all.choose(0)
            continue
        assert known(asked_all) == known(by_itself)
        choice = source.choice(asked_all.decision.options)
        by_itself.choose(choice.key)
        asked_all.choose(choice.key)
    assert known(asked_all) == known(by_itself)
    assert asked_all.result == by_itself.result


def outcomes(match: Match) -> list[Match]:
    """Return the matches after each outcome of chance."""
    found = []
    for option in asked(match).options:
        after = match.copy()
        after.choose(option)
        found.append(after)
    return found


def alike(one: Match, other: Match) -> bool:
    """Return whether two tables look the same."""
    return one.view(None) == other.view(None)


@pytest.mark.parametrize("seed", [1, 2])
def test_it_is_the_same_however_a_match_was_reached(seed: int) -> None:
    for game, match, source in some_matches(12, seed, "ask"):
        saved = match
        for _ in range(12):
            if match.decision is None:
                break
            choice = source.randrange(max(1, len(match.decision.options)))
            if match.decision.kind == "words":
                match.choose("some words")
            else:
                match.choose(choice)
            if source.random() < 0.3:
                match = match.copy()
            if source.random() < 0.2:
                match = game.resume(match.save())
            elif source.random() < 0.2:
                # Asking in between changes nothing.
                known(match)
        at_once = known(match)
        assert known(match.copy()) == at_once
        assert known(game.resume(match.save())) == at_once
        assert saved.players == match.players


def test_random_choices_are_remembered_like_any_others() -> None:
    game = load("walk-the-plank")
    match = game.start(4, seed=3)
    asked_often = match.copy()
    for _ in range(25):
        match.choose_at_random()
        asked_often.choose_at_random()
        known(asked_often)

    assert known(match) == known(asked_often)


def test_copies_go_on_with_what_was_known() -> None:
    match = played("kuhn-poker", "jack", "queen")
    known(match)
    one, other = match.copy(), match.copy()
    one.choose("check")
    other.choose("bet")
    expected = [known(played("kuhn-poker", "jack", "queen", choice)) for choice in ("check", "bet")]

    assert [known(one), known(other)] == expected


def test_the_language_makes_no_difference() -> None:
    game = load("walk-the-plank")
    matches = [game.start(3, seed=1, language=language) for language in ("en", "fr", "ru")]
    for match in matches:
        for _ in range(8):
            match.choose_at_random()

    assert known(matches[0]) == known(matches[1]) == known(matches[2])


def test_another_process_knows_the_same() -> None:
    program = f"""
from rulewright.interpreter import load
match = load({str(GAMES / "kuhn-poker.rules")!r}).start(chance="ask", forced="ask")
for choice in ("jack", "queen", "check", "bet"):
    match.choose(choice)
print(match.information(0), match.information(1))
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": "17"}
    )

    assert ran.stdout.split() == known(played("kuhn-poker", "jack", "queen", "check", "bet"))


def test_there_is_no_information_for_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no seat 2"):
        played("kuhn-poker").information(2)


def test_information_sets_of_whole_games_are_as_many_as_explore_counts() -> None:
    for name, states in (("kuhn-poker", 12), ("goofspiel", 546)):
        found: set[tuple[int, str]] = set()
        collect(load(str(GAMES / f"{name}.rules")).start(chance="ask", forced="ask"), found)
        assert len(found) == states


def collect(match: Match, found: set[tuple[int, str]]) -> None:
    """Collect the information of deciding seats, on all ways from here."""
    decision = match.decision
    if decision is None:
        return
    if decision.seat is not None:
        found.add((decision.seat, match.information(decision.seat)))
    for place in range(len(decision.options)):
        after = match.copy()
        after.choose(place)
        collect(after, found)


def test_a_game_that_has_not_been_played_is_known_by_what_is_seen() -> None:
    game: Game = load("walk-the-plank")
    assert known(game.start(3, seed=1))[0] != known(game.start(3, seed=1))[1]


@pytest.mark.parametrize("reference", ["walk-the-plank", "hearts", "la-planche", str(GAMES / "leduc-poker.rules")])
def test_what_was_heard_before_is_heard_again(reference: str) -> None:
    """A listener to many matches of a game puts nothing into words twice, and hears what each match would have told."""
    game, chance = load(reference), Random(3)
    for players in {game.least_players, game.most_players}:
        ears = ObservationCache()
        for seed in range(3):
            match = game.start(players, seed)
            since = 0
            while not match.over and match.steps < 60:
                match.choose_at_random()
                for seat in range(players):
                    assert ears.entries_heard(match, seat, since) == entries_heard(match, seat, since)
                since = match.happened if chance.random() < 0.7 else since
        assert len(ears.known) > players
