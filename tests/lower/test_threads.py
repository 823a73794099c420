"""Blocks that only lead on go, blocks that follow one alone are joined, and the ways through stay what they were."""

from __future__ import annotations

from rulewright.dsl.checked import NUMBER, TRUTH
from rulewright.interpreter.passes.jump_threading import successors, thread_jumps
from rulewright.interpreter.program.nodes import (
    Assign,
    Block,
    Branch,
    Jump,
    ReadVariable,
    ReturnFromRoutine,
    Routine,
    Value,
    Variable,
)

ROUTINE = Routine(0, "trial", (), None, 0, True)
N = Variable(1, NUMBER, 1, "n")
HOLDS = ReadVariable(TRUTH, Variable(2, TRUTH, 2, "holds"))


def sets(number: int) -> Assign:
    """`n` becomes a number."""
    return Assign(N, Value(NUMBER, number))


def numbers(block: Block) -> list[int]:
    """Return the values of `n` in a block, one after the other."""
    return [one.value.value for one in block.body if isinstance(one, Assign) and isinstance(one.value, Value)]


def test_a_block_that_only_leads_on_is_gone() -> None:
    blocks = [
        Block(0, ROUTINE, [sets(0)], Branch(HOLDS, 1, 2)),
        Block(1, ROUTINE, [], Jump(3)),
        Block(2, ROUTINE, [sets(2)], Jump(1)),
        Block(3, ROUTINE, [sets(3)], ReturnFromRoutine(None)),
    ]
    left, labels = thread_jumps(blocks, [0])
    assert [numbers(block) for block in left] == [[0], [2], [3]]
    assert successors(left[0].end) == [2, 1]
    assert successors(left[1].end) == [2]
    assert labels[0] == 0


def test_blocks_that_follow_one_alone_are_joined() -> None:
    blocks = [
        Block(0, ROUTINE, [sets(0)], Jump(2)),
        Block(1, ROUTINE, [sets(1)], ReturnFromRoutine(None)),
        Block(2, ROUTINE, [sets(2)], Jump(1)),
    ]
    left, _ = thread_jumps(blocks, [0])
    assert [numbers(block) for block in left] == [[0, 2, 1]]
    assert isinstance(left[0].end, ReturnFromRoutine)


def test_a_loop_stays_a_loop() -> None:
    blocks = [
        Block(0, ROUTINE, [], Jump(1)),
        Block(1, ROUTINE, [], Branch(HOLDS, 2, 3)),
        Block(2, ROUTINE, [sets(2)], Jump(0)),
        Block(3, ROUTINE, [], ReturnFromRoutine(None)),
    ]
    left, labels = thread_jumps(blocks, [0])
    assert len(left) == 3
    assert labels[0] == left[0].label == 0
    assert successors(left[1].end) == [0]


def test_what_nothing_leads_to_is_gone() -> None:
    blocks = [Block(0, ROUTINE, [], ReturnFromRoutine(None)), Block(1, ROUTINE, [sets(1)], Jump(1))]
    left, _ = thread_jumps(blocks, [0])
    assert len(left) == 1


def test_a_block_that_leads_to_itself_does_no_harm() -> None:
    left, _ = thread_jumps([Block(0, ROUTINE, [], Jump(0))], [0])
    assert successors(left[0].end) == [0]
