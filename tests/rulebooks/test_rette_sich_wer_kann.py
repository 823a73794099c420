"""Rette sich wer kann: every rule is shown or ruled on, and random games keep what must always hold."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from rulewright.dsl import nodes
from rulewright.interpreter import Match, Option, WrongChoice, load
from tests.rulebooks.declared import numbers

RULEBOOK = Path(__file__).parents[2] / "rulebooks" / "rette-sich-wer-kann.rules"
# The rulings that the rules, one by one, start from: part 1 of rules.md.
RULINGS = [
    f"L{number}" for number in (6, 9, 12, 14, 17, 18, 29, 30, 31, 33, 34, 38, 40, 41, 48, 49, 57, 60, 62, 63, 64, 65, 67, 70, 71)
]
# Rules for the people at the table, which no example shows.
UNSEEN = {"L74"}
COLOURS = ("Red", "Orange", "Green", "Violet", "Yellow", "White", "Black")
SEATS, LEAKS, HATS, MOVES = 6, 15, 3, 3
MOST_DECISIONS = 20_000


def test_every_rule_is_shown_or_ruled_on() -> None:
    every = {f"L{number}" for number in range(1, 75)}
    examples, rulings = numbers(RULEBOOK, nodes.Example), numbers(RULEBOOK, nodes.Ruling)
    assert every == {*examples, *rulings}
    assert every - UNSEEN == set(examples)
    assert {*RULINGS, *UNSEEN} <= set(rulings)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_random_games_end(players: int) -> None:
    game = load(str(RULEBOOK))
    for seed in range(100):
        result = game.playout(players=players, seed=seed)
        assert result.finished
        check_scores(result.winners, result.scores, players)


@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize(
    "options",
    [
        {"last-boat": "stay"},
        {"length": 1},
        {"length": 8, "last-boat": "stay"},
        {"seats": 12},
        {"left-officer": 0, "left-sailor": 0, "middle-officer": 20, "right-sailor": 20},
        {"seats": 12, "length": 8},
    ],
)
def test_random_games_with_options_end(players: int, options: dict[str, int | bool | str]) -> None:
    game = load(str(RULEBOOK), options=options)
    assert all(game.playout(players=players, seed=seed).finished for seed in range(20))


def check_scores(winners: tuple[int, ...], scores: tuple[int | None, ...] | None, players: int) -> None:
    """Check that the winners have the highest score."""
    assert scores is not None
    known = [score or 0 for score in scores]
    assert len(known) == players
    assert winners
    assert {known[seat] for seat in winners} == {max(known)}


@pytest.mark.parametrize("last_boat", ["swim", "stay"])
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.sample(3)
def test_what_must_always_hold(players: int, last_boat: str) -> None:
    game = load(str(RULEBOOK), options={"last-boat": last_boat})
    for seed in range(3):
        match = game.start(players=players, seed=seed, forced="ask")
        chance = random.Random(seed)
        before: Table | None = None
        while not match.over:
            assert match.decision is not None
            assert match.steps < MOST_DECISIONS
            table = Table(match)
            table.follows(before)
            before = table
            match.choose(chance.choice(match.decision.options))
        table = Table(match)
        table.follows(before)
        assert table.afloat == {}
        assert table.leaks == {}
        assert match.result is not None
        assert list(match.result.scores or ()) == table.points
        check_the_end(table, match.result.winners)


def votes_for_boats(match: Match) -> bool:
    """Return whether it is asked for which boat somebody votes."""
    if match.decision is None or match.decision.prompt != "Your vote?":
        return False
    return next(line for line in reversed(match.log()) if line.endswith("?")).startswith("Which boat")


@pytest.mark.long
def test_a_vote_for_what_is_gone_is_refused_and_changes_nothing() -> None:
    game = load(str(RULEBOOK))
    refused = 0
    for seed in range(3):
        match = game.start(players=3, seed=seed, forced="ask")
        chance = random.Random(seed)
        before: list[Option] = []
        while match.decision is not None:
            if votes_for_boats(match):
                afloat = {colour.lower() for colour in Table(match).afloat}
                assert {option.key for option in match.decision.options} - {"hat"} == afloat
                gone = [option for option in before if option.key not in (*afloat, "hat")]
                before = before or [*match.decision.options]
                refused += len(gone)
                for vote in (*gone, "yellow", "Black", "", -1, len(match.decision.options), None):
                    saved = match.save()
                    with pytest.raises(WrongChoice, match="is none of the options"):
                        match.choose(vote)  # type: ignore[arg-type]
                    assert match.save() == saved
            match.choose(chance.choice(match.decision.options))
    assert refused > 10


def test_nobody_sees_a_vote_before_all_have_voted() -> None:
    match = load(str(RULEBOOK)).start(players=4, seed=1)
    chance = random.Random(1)
    looked = 0
    while looked < 10:
        assert match.decision is not None
        leader = next(field.value for field in match.view().table if field.name == "leader")
        voter = match.decision.seat
        assert voter is not None
        if votes_for_boats(match) and match.player_name((voter + 1) % 4) != leader:
            looked += 1
            seen = set()
            for option in match.decision.options:
                twin = match.copy()
                twin.choose(option)
                assert twin.decision is not None
                assert twin.decision.seat == (voter + 1) % 4
                others = [seat for seat in (0, 1, 2, 3, None) if seat != voter]
                seen.add(
                    repr(
                        (
                            twin.decision.prompt,
                            [*twin.decision.options],
                            [(twin.view(seat).as_data(), twin.log(seat)) for seat in others],
                        )
                    )
                )
            assert len(seen) == 1
        match.choose(chance.choice(match.decision.options))


class Table:
    """The contents of the table; making it checks that everything is there."""

    def __init__(self, match: Match) -> None:
        view = match.view(None)
        players = match.players
        (sea,) = view.boards
        self.afloat: dict[str, tuple[int, int]] = {}
        self.leaks: dict[str, int] = {}
        for space in sea.spaces:
            assert len(space.things) <= 1
            for thing in space.things:
                colour = colour_of(thing)
                self.afloat[colour] = (space.column, space.row)
                found = re.search(r"Leaks (\d+)", thing)
                if found:
                    self.leaks[colour] = int(found[1])
        places = {place.title: place.things or [] for place in view.places}
        self.landed = [colour_of(thing) for thing in places["Boats landed"]]
        self.aboard = {colour: places.get(f"Aboard of {colour} boat", []) for colour in COLOURS}
        behind = [places.get(f"Wake of {colour} boat", []) for colour in COLOURS]
        self.ashore, self.drowned = places["On the islands"], places["Drowned"]
        self.wrecks = [thing for player in view.players for place in player.places for thing in place.things or []]
        fields = [{field.title: field.value or "" for field in player.fields} for player in view.players]
        self.points = [int(of["Points"]) for of in fields]
        self.hats = [int(of["Hats"]) for of in fields]
        self.colours = [of["Colour"] for of in fields]
        stock = {field.title: field.value or "" for field in view.table}["Leaks beside the board"]
        self.conserved(players, [*self.aboard.values(), *behind, self.ashore, self.drowned, self.wrecks], int(stock))
        assert all(len(men) <= 1 for men in behind)

    def conserved(self, players: int, places: list[list[str]], stock: int) -> None:
        """No man, leak or seat is lost, or comes from nowhere."""
        sailors = 5 if players <= 4 else 4
        assert Counter(thing for place in places for thing in place) == Counter(
            {
                f"{rank} of Player {seat + 1}": count
                for seat in range(players)
                for rank, count in (("Officer", 2), ("Sailor", sailors))
            }
        )
        assert stock + sum(self.leaks.values()) == LEAKS
        for colour, men in self.aboard.items():
            assert len(men) + self.leaks.get(colour, 0) <= SEATS
            assert colour in self.afloat or not men
        assert all(0 <= hats <= HATS for hats in self.hats)
        assert len({column for column, _ in self.afloat.values()}) == len(self.afloat)
        assert len({*self.afloat, *self.landed}) == len(self.afloat) + len(self.landed) <= players + 1
        assert {*self.afloat, *self.landed} <= {*self.colours, "Black"}

    def follows(self, before: Table | None) -> None:
        """Check that whatever is drowned, ashore, landed or spent stays so, and boats keep their lanes."""
        if before is None:
            return
        assert not Counter(before.drowned) - Counter(self.drowned)
        assert not Counter(before.ashore) - Counter(self.ashore)
        assert self.landed[: len(before.landed)] == before.landed
        assert all(now <= then for now, then in zip(self.hats, before.hats, strict=True))
        assert all(now >= then for now, then in zip(self.points, before.points, strict=True))
        if not self.wrecks:
            for colour, (column, row) in self.afloat.items():
                was_column, was_row = before.afloat[colour]
                assert column == was_column
                assert was_row <= row <= was_row + 1


def colour_of(boat: str) -> str:
    """Return the colour that a boat's label names."""
    found = re.match(r"(\w+) boat", boat)
    assert found is not None
    return found[1]


def check_the_end(table: Table, winners: tuple[int, ...]) -> None:
    """Check that the winners are those in the rule text."""
    best = [seat for seat, points in enumerate(table.points) if points == max(table.points)]
    owners = [table.colours.index(colour) for colour in table.landed if colour != "Black"]
    if len(best) == 1 or not owners:
        assert winners == tuple(best)
        return
    lucky = [seat for seat in owners if seat in best]
    players = len(table.points)
    nearest = min(best, key=lambda seat: (seat - owners[0]) % players)
    assert winners == (lucky[0] if lucky else nearest,)
