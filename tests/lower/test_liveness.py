"""A slot matters where something may still read what is in it."""

from __future__ import annotations

from typing import Any

from rulewright.dsl.checked import NUMBER, PLAYER, TRUTH, Type
from rulewright.interpreter.passes.liveness import live_slots
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Block, Routine, Value, Variable

VARIABLES = [Variable(slot, NUMBER, slot) for slot in range(6)]
PLAYERS = Type("player", many=True)
ONE = Value(NUMBER, 1)


def read(slot: int) -> nodes.ReadVariable:
    """Return the value of a slot."""
    return nodes.ReadVariable(NUMBER, VARIABLES[slot])


def is_one(slot: int) -> nodes.Compare:
    """Return whether a slot holds 1."""
    return nodes.Compare(TRUTH, "==", read(slot), ONE)


def live(*blocks: tuple[list[Any], nodes.End]) -> list[tuple[int, ...]]:
    """Return the slots that matter at some blocks, numbered from 0."""
    routine = Routine(0, "", (), None, 0, True)
    found = live_slots([Block(label, routine, [*body], end) for label, (body, end) in enumerate(blocks)])
    return [found[label] for label in range(len(blocks))]


def test_what_is_written_before_it_is_read_does_not_matter() -> None:
    body: list[nodes.Statement] = [nodes.Assign(VARIABLES[0], read(1)), nodes.Assign(VARIABLES[2], read(0))]
    assert live((body, nodes.ReturnFromRoutine(read(2)))) == [(1,)]


def test_what_a_loop_reads_matters_all_around_it() -> None:
    assert live(
        ([], nodes.Branch(is_one(0), 1, 2)),
        ([nodes.Assign(VARIABLES[3], read(4))], nodes.Jump(0)),
        ([], nodes.ReturnFromRoutine(read(3))),
    ) == [(0, 3, 4), (0, 4), (3,)]


def test_answers_and_results_are_filled_in_on_the_way() -> None:
    other = Routine(1, "", (), NUMBER, 0, True)
    seat = Value(PLAYER, 0)
    assert live(
        ([], nodes.AskOptions(0, seat, (VARIABLES[1],), (VARIABLES[5],), (read(2),), None, False, 2, 1, 2)),
        ([], nodes.BeginRoutine(other, (read(1),), VARIABLES[4], 2)),
        ([], nodes.ReturnFromRoutine(read(4))),
    ) == [(2, 4), (1,), (4,)]


def test_what_may_not_be_written_still_matters() -> None:
    sure = nodes.If(((is_one(0), (nodes.Assign(VARIABLES[1], ONE),)),), (nodes.Assign(VARIABLES[1], ONE),))
    unsure = nodes.If(((is_one(0), (nodes.Assign(VARIABLES[2], ONE),)),))
    loop = nodes.ForEach(VARIABLES[3], nodes.FixedSet(PLAYERS, 0, (0, 1)), (nodes.Assign(VARIABLES[4], read(3)),))
    total = nodes.Union(Type("number", many=True), (read(1), read(2), read(4)), False)
    assert live(([sure, unsure, loop], nodes.ReturnFromRoutine(total))) == [(0, 2, 4)]


def test_rows_matter_until_they_are_gone() -> None:
    rows = Variable(9, Type("nothing"), 5)
    count = nodes.CountRows(NUMBER, rows)
    assert live(
        ([nodes.AppendRow(rows, ())], nodes.Jump(1)),
        ([nodes.AppendRow(rows, (VARIABLES[0],))], nodes.Branch(nodes.Compare(TRUTH, "<", count, ONE), 1, 2)),
        ([nodes.LoadRow(rows, read(1), (VARIABLES[0], VARIABLES[2]))], nodes.ReturnFromRoutine(read(2))),
    ) == [(0, 1), (0, 1, 5), (1, 5)]
