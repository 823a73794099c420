"""La Planche: every rule of its rule text is shown or ruled on, and random games keep what must always hold."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from rulewright.dsl import nodes
from rulewright.interpreter import Match, load
from tests.rulebooks.declared import numbers

RULEBOOK = Path(__file__).parents[2] / "rulebooks" / "la-planche.rules"
COLOURS = ("Yellow", "Red", "Green", "Blue")
# The rulings that the rules, one by one, start from: part 1 of rules.md.
RULINGS = {f"P{number}" for number in (4, 9, 10, 11, 13, 17, 19, 23, 24, 25, 26, 27, 28, 34, 35, 44, 45)}
# Rules that no example can show.
UNSEEN = {"P10", "P47"}
MOST_DECISIONS = 20_000


def test_every_rule_is_shown_or_ruled_on() -> None:
    every = {f"P{number}" for number in range(1, 48)}
    examples, rulings = numbers(RULEBOOK, nodes.Example), numbers(RULEBOOK, nodes.Ruling)
    assert every == {*examples, *rulings}
    assert every - UNSEEN == set(examples)
    assert {*RULINGS, *UNSEEN} <= set(rulings)


def games(lengths: tuple[int, ...]) -> list[tuple[tuple[str, ...], dict[str, int | bool | str]]]:
    """Return all variants and options, for some lengths."""
    variants: tuple[tuple[str, ...], ...] = ((), ("family",))
    settings = product(variants, lengths, ("to-gap", "whole-row"), ("nobody", "last-owned"))
    return [(chosen, {"length": length, "push": push, "unowned": unowned}) for chosen, length, push, unowned in settings]


@pytest.mark.parametrize(("variants", "options"), games((17, 18, 21, 24, 29, 30)))
@pytest.mark.sample(12)
def test_every_game_at_random_ends(variants: tuple[str, ...], options: dict[str, int | bool | str]) -> None:
    game = load(str(RULEBOOK), variants=variants, options=options)
    for players in (2, 3, 4):
        results = [game.playout(players=players, seed=seed) for seed in range(3)]
        assert all(result.finished for result in results)
        assert all(seat in range(players) for result in results for seat in result.winners)
        for result in results:
            assert variants or len(result.winners) <= 1
            assert result.winners or (not variants and players < 4 and options["unowned"] == "nobody")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("variants", "options"), games((17, 18, 30)))
@pytest.mark.sample(18)
def test_what_must_always_hold(variants: tuple[str, ...], options: dict[str, int | bool | str], players: int) -> None:
    game = load(str(RULEBOOK), variants=variants, options=options)
    length = options["length"]
    assert isinstance(length, int)
    match = game.start(players=players, seed=players, forced="ask")
    chance = random.Random(players)
    fallen: list[str] = []
    while not match.over:
        assert match.decision is not None
        assert match.steps < MOST_DECISIONS
        table = Table(match, length)
        assert len(table.standing) >= 2
        assert table.fallen[: len(fallen)] == fallen or variants
        fallen = table.fallen
        assert all(shown is None for shown in table.shown)
        match.choose(chance.choice(match.decision.options))
    table = Table(match, length)
    assert len(table.standing) == 1
    assert table.secret == [None] * players
    assert len({*table.shown}) == players
    assert match.result is not None
    check_the_end(match, table, variants, str(options["unowned"]))


class Table:
    """The contents of the table. Making it checks that all is there, and that everybody sees just their own stone."""

    def __init__(self, match: Match, length: int) -> None:
        views = [match.view(seat) for seat in range(match.players)]
        (board,) = views[0].boards
        *spaces, shark = board.spaces
        assert len(spaces) == length
        assert all(len(space.things) <= 1 for space in spaces)
        self.standing = [colour_in(thing) for space in spaces for thing in space.things]
        self.fallen = [colour_in(thing) for thing in shark.things]
        assert Counter(self.standing + self.fallen) == Counter(dict.fromkeys(COLOURS, 4))
        (sack,) = views[0].places
        assert sack.things is None
        self.shown: list[str | None] = []
        self.secret: list[str | None] = []
        for seat in range(match.players):
            secrets = [view.players[seat].places[0] for view in views]
            assert [secret.title for secret in secrets] == ["Secret stone"] * match.players
            assert all(view.things is None for other, view in enumerate(secrets) if other != seat and view.count)
            own = secrets[seat].things
            assert own is not None
            self.secret.append(colour_in(own[0]) if own else None)
            shown = views[0].players[seat].places[1].things
            assert shown is not None
            self.shown.append(colour_in(shown[0]) if shown else None)
            assert len(own) + len(shown) == 1
        assert sack.count is not None
        assert sack.count + match.players == 4
        held = [colour for colour in (*self.secret, *self.shown) if colour is not None]
        assert len(set(held)) == match.players


def colour_in(label: str) -> str:
    """Return the colour that a thing's label names."""
    (colour,) = (colour for colour in COLOURS if re.search(colour, label, re.IGNORECASE))
    return colour


def check_the_end(match: Match, table: Table, variants: tuple[str, ...], unowned: str) -> None:
    """Check that the winners are those in the rule text."""
    result = match.result
    assert result is not None
    if variants:
        assert result.scores is not None
        best = max(result.scores)
        assert best >= 12
        assert result.winners == tuple(seat for seat, score in enumerate(result.scores) if score == best)
        return
    # From the one who fell last to the one who fell first.
    order = [*table.standing, *reversed(table.fallen)]
    counting = order if unowned == "last-owned" else order[:1]
    owned = [colour for colour in counting if colour in table.shown]
    assert result.winners == ((table.shown.index(owned[0]),) if owned else ())
