"""A small program in blocks is asked and answered, carries out its routines, and can be looked at, at every question."""

from __future__ import annotations

import threading
from itertools import count as numbers_from
from typing import Any

import pytest
from attrs import evolve

from rulewright.dsl.checked import NUMBER, PLAYER, SPACE, TEXT, TRUTH, Type
from rulewright.interpreter.native import build
from rulewright.interpreter.native.flat_memory import PositionCodec, UnfitPosition
from rulewright.interpreter.native.library import ENDED, NOT_DONE, NativePosition
from rulewright.interpreter.position.chance import draw_below, first_state
from rulewright.interpreter.position.position import AT, CHANCE, DECISIONS, FIRST_CELL, ON, PENDING, RESULT, TABLE
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Block, Value
from tests.native.handmade import PLAYERS, SPACES, THING, THINGS, Handmade, known, number, read, space

pytestmark = pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")
SEAT = Value(PLAYER, 1)


@pytest.fixture(scope="module")
def asking() -> tuple[PositionCodec, NativePosition]:
    """Return a program with a question of each kind.

    Block 0 asks for a space of (4, 1) or a pass, and block 1 for a space and a thing on it. Block 2 has another routine
    carried out, which asks for words and returns a set, and 4 keeps rows. In 5 chance throws a die, in 6 it draws a thing,
    and in 7 it shuffles; then comes a menu.
    """
    hand = Handmade()
    main = hand.routine(SPACE, THING, SPACE, SPACES, NUMBER, THING, NUMBER, Type("nothing"), PLAYER, THINGS, waits=True)
    other = hand.routine(SPACE, TEXT, parameters=1, gives=SPACES, waits=True)
    player, first, thing, where, given, die, drawn_thing, line, rows, someone, left = main.variables
    main.rows[rows.slot] = (PLAYER, SPACES)
    main.entry, other.entry = 0, 20
    here, words = other.variables[1:]
    bound, second = hand.variable(SPACE), hand.variable(THING)
    total = hand.one(NUMBER, 0)

    def block(label: int, end: Any, *body: Any, of: Any = main) -> None:
        hand.blocks.append(Block(label, of, list(body), end))

    ask_space = hand.question("one", (first,), passed=8)
    block(0, nodes.AskOptions(ask_space, SEAT, (first,), (bound,), (known(SPACE, 4, 1),), Value(TRUTH, 1), False, 9, 1, 8))
    block(8, nodes.Jump(1), nodes.Assign(first, space(3)))
    block(9, nodes.EndGame(None))
    ask_two = hand.question("one", (where, thing))
    on_it = nodes.Contents(THINGS, read(bound), None)
    block(
        1, nodes.AskOptions(ask_two, SEAT, (where, thing), (bound, second), (known(SPACE, 5, 0, 3), on_it), None, False, 9, 2, -1)
    )
    block(2, nodes.BeginRoutine(other, (Value(PLAYER, 2), read(first)), given, 4))
    seat, counted = hand.variable(PLAYER), nodes.Count(NUMBER, read(given))
    del seat
    block(
        4,
        nodes.Branch(nodes.Compare(TRUTH, "<", nodes.CountRows(NUMBER, rows), number(2)), 10, 11),
        nodes.Assign(someone, Value(PLAYER, 0)),
        nodes.AppendRow(rows, ()),
        nodes.AppendRow(rows, (someone, given)),
        nodes.Assign(someone, Value(PLAYER, 2)),
        nodes.AppendRow(rows, (someone, given)),
        nodes.Assign(given, known(SPACE)),
        nodes.LoadRow(rows, number(0), (someone, given)),
        nodes.SetCell(total, None, counted, True),
    )
    block(10, nodes.EndGame(None))
    throw = hand.question("roll", (die,))
    faces = (1, 2, 2, 5)
    block(11, nodes.AskDie(throw, die, faces, hand.table(*faces), 6))
    ask_drawn = hand.question("random", (drawn_thing,))
    block(6, nodes.AskChance(ask_drawn, (drawn_thing,), (second,), (known(THING, 0, 1, 6, 4),), False, 9, 7))
    block(7, nodes.AskOrder(space(5), 12, 13))
    block(
        13,
        nodes.Jump(12),
        nodes.Assign(left, nodes.Contents(THINGS, space(5), True)),
        nodes.Arrange(space(5), nodes.Union(THINGS, (Value(THING, 6), read(left)), True)),
    )
    pick = hand.question("menu", (line,), passed=14)
    conditions = (None, nodes.Compare(TRUTH, "==", read(die), number(9)), nodes.Compare(TRUTH, "<", read(die), number(9)))
    block(12, nodes.AskMenu(pick, SEAT, line, conditions, True, 9, 15, 14))
    block(14, nodes.EndGame(known(PLAYER, 1)))
    block(15, nodes.Switch(read(line), (16, 9), 17))
    block(16, nodes.ReturnFromRoutine(None))
    block(17, nodes.EndGame(nodes.Union(PLAYERS, (Value(PLAYER, 2), read(player)), True)))
    say = hand.question("words", (words,))
    block(20, nodes.AskText(say, Value(PLAYER, 0), words, 21), of=other)
    block(21, nodes.ReturnFromRoutine(nodes.Union(SPACES, (read(here), space(5)), True)), of=other)
    return hand.native(main)


def pending(flat: PositionCodec, position: NativePosition) -> Any:
    """Return the pending question."""
    return flat.decode(position).pending


def test_questions_are_asked_and_answered(asking: tuple[PositionCodec, NativePosition]) -> None:
    flat, position = asking
    assert position.start(1) == 3
    assert pending(flat, position) == (0, 1, (4, 1, None))
    assert position.choose(3) == -2
    assert position.choose(-1) == -2
    assert position.choose(1) == 5
    assert pending(flat, position) == (1, 1, ((5, 4), (5, 5), (5, 6), (0, 0), (0, 1)))
    assert position.choose(4) == 1
    held = flat.decode(position)
    assert held.pending == (5, 0, ())
    # The space that was chosen first has gone into the frame on top; the thing is read no more.
    assert held.stack == [[4, -1, 0, *[None] * 10], [21, 6, None, 1, None]]
    assert position.choose_text(flat.texts.number("Ahoy!")) == 3
    held = flat.decode(position)
    assert held.table[DECISIONS:] == [3, 2]
    assert len(held.stack) == 1
    # Chance has been at work: a die, a thing, and a shuffle of three.
    state, expected = first_state(1), []
    for size in (4, 4, 3, 2):
        state, place = draw_below(state, size)
        expected.append(place)
    assert held.random == state
    assert held.stack[0][7] is None, "what the die showed is read by the menu's conditions, which have been looked at"
    lying = [4, 5, 6]
    for last, other in zip((2, 1), expected[2:]):
        lying[last], lying[other] = lying[other], lying[last]
    assert held.on[5] == lying
    assert held.pending == (pending(flat, position)[0], 1, (0, 2, None))
    twin = position.copy()
    assert position.choose(1) == 0
    assert flat.decode(position).result == (2, 0)
    assert twin.choose(2) == 0
    assert flat.decode(twin).result == (1,)
    assert twin.over
    assert twin.choose(0) == -2


def test_chance_is_asked_where_that_is_wanted(asking: tuple[PositionCodec, NativePosition]) -> None:
    flat, position = asking
    position.start(1, asks=CHANCE)
    assert position.choose(2) == 5, "passing is the last answer"
    position.choose(0)
    assert position.choose(0) == 3
    die = pending(flat, position)
    assert die[1:] == (-1, ((1, 1), (2, 2), (5, 1)))
    assert position.choose(1) == 3
    # 0 and 1 are alike and lie in one place.
    assert pending(flat, position)[2] == ((0, 2), (6, 1), (4, 1))
    before = flat.decode(position).random
    assert position.choose(1) == 3
    held = flat.decode(position)
    assert held.random == before
    assert held.on[5] == [6, 4, 5]


@pytest.mark.parametrize("chance", [False, True])
def test_positions_go_over_at_every_question_and_go_on_the_same(
    asking: tuple[PositionCodec, NativePosition], chance: bool
) -> None:
    flat, position = asking
    for seed in range(60):
        count, other = position.start(seed, chance), position.copy()
        for step in numbers_from():
            flat.encode(flat.decode(position), other)
            assert flat.decode(other) == flat.decode(position)
            assert (other.key(), other.canonical()) == (position.key(), position.canonical())
            assert other.count == count
            if not count:
                break
            place = (seed >> step) % count
            assert other.choose(place) == position.choose(place)
            count = position.count


def test_playouts_are_the_games_that_stepping_makes(asking: tuple[PositionCodec, NativePosition]) -> None:
    flat, position = asking
    ended = position.library.opened.playouts(True, 100, 7)
    ends = set()
    for game in range(100):
        count = position.start(7 + game)
        while count:
            count = position.choose(position.at_random())
        held = flat.decode(position)
        assert held.result is not None
        assert ended.ends[game] == ENDED
        assert ended.winners[game] == sum(1 << seat for seat in held.result)
        assert ended.decisions[game] == held.table[DECISIONS]
        ends.add(held.result)
    assert ends == {(), (1,), (2, 0)}
    again = position.library.opened.playouts(True, 3, 0, [9, 8, 107])
    assert list(again.winners) == [ended.winners[2], ended.winners[1], again.winners[2]]


def test_a_playout_goes_on_from_a_question(asking: tuple[PositionCodec, NativePosition]) -> None:
    flat, position = asking
    position.start(3)
    position.choose(0)
    ended = position.playouts(False, 1, 11)
    twin = position.copy()
    assert twin.playout(11) == ENDED
    assert ended.decisions[0] == flat.decode(twin).table[DECISIONS] > 1
    assert position.count == 5, "the position itself is as it was"


def test_positions_are_played_in_threads(asking: tuple[PositionCodec, NativePosition]) -> None:
    _, position = asking
    right = list(position.library.opened.playouts(True, 2000, 0).winners)
    found: dict[int, list[int]] = {}

    def play(number: int) -> None:
        found[number] = list(position.library.opened.playouts(True, 2000, 0).winners)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(winners == right for winners in found.values())


def test_what_makes_no_sense_is_refused(asking: tuple[PositionCodec, NativePosition]) -> None:
    flat, position = asking
    position.start(1)
    other = position.copy()
    good = flat.decode(position)
    flat.encode(good, other)
    at, on, stack = good.at, good.on, good.stack
    for place, value in (
        (PENDING, (0, 1, (9, None))),
        (PENDING, (77, 1, (1, None))),
        (RESULT, (3,)),
        (TABLE, [*good.table[:FIRST_CELL], 2**63]),
        (AT, [6, *at[1:]]),
        (ON, [on[0][:1], *on[1:]]),
    ):
        bad = good.copy()
        bad.parts[place] = value
        with pytest.raises(UnfitPosition):
            flat.encode(bad, other)
    with pytest.raises(UnfitPosition):
        flat.encode(evolve(good, stack=[[*stack[0][:3], 9, *stack[0][4:]]]), other)
    with pytest.raises(UnfitPosition):
        flat.encode(evolve(good, stack=stack * 500), other)


def test_what_cannot_be_done_leaves_the_position_as_it_was() -> None:
    hand = Handmade()
    main = hand.routine(NUMBER, waits=True)
    main.entry = 0
    total, got = hand.one(NUMBER, 1), main.variables[1]
    bound = hand.variable(NUMBER)
    ask = hand.question("one", (got,))
    twice = nodes.Arithmetic(NUMBER, "*", nodes.ReadCell(NUMBER, total, None), read(got))
    hand.blocks += [
        Block(0, main, [], nodes.AskOptions(ask, SEAT, (got,), (bound,), (known(NUMBER, 1, 10**7),), None, False, 2, 1, -1)),
        Block(1, main, [nodes.SetCell(total, None, twice, True)], nodes.Jump(0)),
        Block(2, main, [], nodes.EndGame(None)),
    ]
    flat, position = hand.native(main)
    assert position.start(5) == 2
    assert position.choose(1) == 2
    before = flat.decode(position)
    assert position.choose(1) == -1, "the number is too large"
    assert flat.decode(position) == before
    assert position.choose(0) == 2
    assert position.copy().playout(5) == NOT_DONE
