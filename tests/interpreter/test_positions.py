"""A position is data: copied, or saved and resumed, anywhere in any game, it goes on to the same end."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from rulewright.interpreter import Match
from rulewright.interpreter.position.position import FIRST_LOCAL
from tests.interpreter.helpers import asked, loaded, some_matches, some_ways

GAMES = 100
MOST_STEPS = 200


def plain(value: object) -> bool:
    """Return whether something is made of numbers, truths, texts, and unchangeable sets of them."""
    if type(value) is tuple:
        return all(map(plain, value))
    return value is None or type(value) in (int, bool, str)


def lists(match: Match) -> list[list[object]]:
    """Return every list of a position."""
    found: list[list[object]] = []
    for part in (*match.position.lists, *match.position.stack):
        found += part if part and isinstance(part[0], list) else [part]
    return found


def played_to_its_end(match: Match, choices: Random) -> list[object]:
    """Return all that can be seen on the way to the end, or to as many steps as a test has time for."""
    seen: list[object] = []
    for _ in range(MOST_STEPS):
        decision = match.decision
        if decision is None:
            break
        seen.append((decision.seat, len(decision.options)))
        if decision.kind == "words":
            match.choose("anything")
        else:
            match.choose(choices.randrange(len(decision.options)))
    return [*seen, match.key(), match.log(), match.log(0), match.view(0).as_data(), match.result]


@pytest.mark.long
def test_a_copy_and_a_resumed_save_go_on_to_the_same_end() -> None:
    for number, (game, match, chosen) in enumerate(some_matches(GAMES)):
        if number % 3 == 2:
            match = game.start(match.players, number, chance="ask")
        for _ in range(chosen.randrange(60)):
            if match.over:
                break
            match.choose_at_random()
        text, key, log, view = match.save(), match.key(), match.log(1), match.view(1).as_data()
        copied, resumed, again = match.copy(), game.resume(text), match.copy()
        for other in (copied, resumed):
            assert other.key() == key
            assert other.log(1) == log
            assert other.view(1).as_data() == view
            assert other.save() == text
            assert repr(other.decision and list(other.decision.options)) == repr(match.decision and list(match.decision.options))
        ends = [played_to_its_end(other, Random(number)) for other in (copied, resumed)]
        assert ends[0] == ends[1]
        # Whatever became of the copy, the original is where it was, and so are copies of it.
        assert match.save() == again.save() == text
        assert played_to_its_end(match, Random(number)) == ends[0]


def test_a_position_is_plain_data_and_shares_nothing_that_changes_with_its_copies() -> None:
    for _, match, _ in some_matches(60, seed=1):
        for _ in range(30):
            if match.over:
                break
            twin = match.copy()
            assert all(plain(item) for one in lists(match) for item in one)
            assert plain(match.position.pending)
            assert plain(match.position.result)
            assert not {id(one) for one in lists(match)} & {id(one) for one in lists(twin)}
            hash(match.key())
            match.choose_at_random()


def test_options_differ_in_key_and_label_or_in_what_comes_of_them() -> None:
    for game, match, _ in some_matches(60, seed=2, chance="ask"):
        # Where things have a side that only their owner knows, those that look alike are told apart all the same.
        told_apart = any(own.seen != "all" and own.of is not None and own.of.kind == "thing" for own in game.checked.fields)
        for _ in range(25):
            if match.over:
                break
            options = asked(match).options
            assert len({option.key for option in options}) == len(options)
            if not told_apart and len({option.label for option in options}) < len(options):
                following = []
                for place in range(len(options)):
                    twin = match.copy()
                    twin.choose(place)
                    following.append(twin.key())
                assert len(set(following)) == len(following)
            match.choose_at_random()


def test_an_option_chosen_by_key_index_or_itself_is_the_same() -> None:
    for _, match, chosen in some_matches(40, seed=3):
        for _ in range(15):
            if match.over or asked(match).kind == "words":
                break
            place = chosen.randrange(len(asked(match).options))
            option = asked(match).options[place]
            twins = [match.copy() for _ in range(3)]
            twins[0].choose(place)
            twins[1].choose(option.key)
            twins[2].choose(option)
            assert len({twin.save() for twin in twins}) == 1
            match = twins[0]


def test_exchanging_alike_pieces_makes_no_other_position() -> None:
    tried = 0
    for _, match, _ in some_matches(60, seed=4):
        for _ in range(20):
            if match.over:
                break
            match.choose_at_random()
            for group in match.program.keys.alike_groups:
                at = match.position.at
                apart = [(one, other) for one, other in pairwise(group) if at[one] != at[other]]
                if not apart or match.over:
                    continue
                twin = exchanged(match, *apart[0])
                tried += 1
                assert twin.key() == match.key()
    assert tried > 500


def exchanged(match: Match, one: int, other: int) -> Match:
    """Return the position with two alike things exchanged, wherever they are named."""
    twin = match.copy()
    new = {one: other, other: one}

    def swapped(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(swapped, value))
        return new.get(value, value) if isinstance(value, int) else value

    program = match.program
    at, on = match.position.at, match.position.on
    twin.position.at[:] = [at[new.get(thing, thing)] for thing in range(len(at))]
    twin.position.on[:] = [[new.get(thing, thing) for thing in lying] for lying in on]
    for place, own in enumerate(program.layout.fields):
        values = match.position.field(place)
        if own.of is not None and own.of.kind == "thing":
            values = [values[new.get(thing, thing)] for thing in range(len(values))]
        twin.position.field(place)[:] = [swapped(value) for value in values] if own.type.kind == "thing" else values
    for own in program.world.game.fields:
        if own.of is None and own.assigned and own.type.kind == "thing":
            slot = program.layout.slots[own]
            twin.position.table[slot] = swapped(twin.position.table[slot])
    for frame in twin.position.frames:
        for place, kind in enumerate(program.form.frame_types[frame.block], FIRST_LOCAL):
            if isinstance(kind, tuple):
                rows = frame[place] or ()
                frame[place] = frame[place] and tuple(
                    tuple(swapped(value) if column.kind == "thing" else value for value, column in zip(row, kind, strict=True))
                    for row in rows
                )
            elif kind.kind == "thing":
                frame[place] = swapped(frame[place])
    return twin


def test_each_game_and_variant_is_tried() -> None:
    tried = {(reference, way[1]) for reference, ways in some_ways().items() for way in ways}
    assert {("la-planche", ()), ("la-planche", ("family",)), ("walk-the-plank", ("ghost", "dolphin", "kraken"))} <= tried
    assert all(loaded(*way).variants == way[1] for ways in some_ways().values() for way in ways)
