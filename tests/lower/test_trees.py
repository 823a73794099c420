"""Blocks that are carried out at one go: each way through a program is the same as block by block, and takes fewer steps."""

from __future__ import annotations

from rulewright.dsl.checked import NUMBER, PLAYER, TRUTH
from rulewright.interpreter import load
from rulewright.interpreter.lowering.lowering import lower_program
from rulewright.interpreter.passes.joint_blocks import joint_choices
from rulewright.interpreter.passes.superblocks import MOST_SHORT, SHORT, Superblock, exits_of, superblocks
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.world import World
from rulewright.interpreter.program.nodes import (
    AskDie,
    AskText,
    Assign,
    Block,
    Branch,
    Inside,
    Jump,
    ReadVariable,
    ReturnFromRoutine,
    Routine,
    Value,
    Variable,
)
from tests.interpreter.helpers import ROOT

ROUTINE = Routine(0, "trial", (), None, 0, True)
N = Variable(1, NUMBER, 1, "n")
HOLDS = ReadVariable(TRUTH, Variable(2, TRUTH, 2, "holds"))
WORDS = Variable(3, NUMBER, 3, "words")


def sets(number: int) -> Assign:
    """`n` becomes a number."""
    return Assign(N, Value(NUMBER, number))


def much() -> list[Inside]:
    """More than is written several times."""
    return [sets(number) for number in range(SHORT)]


def shape(tree: Superblock) -> dict[int, object]:
    """Return the labels of a tree."""
    return {tree.block.label: [shape(inner) for inner in tree.below.values()]}


def shapes(blocks: list[Block]) -> list[dict[int, object]]:
    """Return all trees of a program that begins at 0, as labels."""
    return [shape(tree) for tree in superblocks(blocks, [0])]


def test_what_one_block_alone_leads_to_belongs_to_it() -> None:
    blocks = [
        Block(0, ROUTINE, [], Branch(HOLDS, 1, 2)),
        Block(1, ROUTINE, much(), ReturnFromRoutine(None)),
        Block(2, ROUTINE, much(), Branch(HOLDS, 3, 4)),
        Block(3, ROUTINE, much(), ReturnFromRoutine(None)),
        Block(4, ROUTINE, much(), ReturnFromRoutine(None)),
    ]
    assert shapes(blocks) == [{0: [{1: []}, {2: [{3: []}, {4: []}]}]}]


def test_what_several_lead_to_is_written_several_times_if_it_is_short() -> None:
    def program(body: list[Inside]) -> list[Block]:
        return [
            Block(0, ROUTINE, [], Branch(HOLDS, 1, 2)),
            Block(1, ROUTINE, [sets(1)], Jump(3)),
            Block(2, ROUTINE, [sets(2)], Jump(3)),
            Block(3, ROUTINE, body, ReturnFromRoutine(None)),
        ]

    assert shapes(program([sets(3)])) == [{0: [{1: [{3: []}]}, {2: [{3: []}]}]}]
    assert shapes(program(much())) == [{0: [{1: []}, {2: []}]}, {3: []}]


def test_a_way_goes_on_through_a_throw_of_dice_and_may_begin_after_it_as_well() -> None:
    def program(body: list[Inside]) -> list[Block]:
        return [Block(0, ROUTINE, [sets(0)], AskDie(0, N, (1, 2, 3), 0, 1)), Block(1, ROUTINE, body, ReturnFromRoutine(None))]

    assert shapes(program([sets(1)])) == [{0: [{1: []}]}, {1: []}]
    assert shapes(program(much())) == [{0: []}, {1: []}]


def test_a_loop_comes_back_to_where_a_tree_begins() -> None:
    blocks = [
        Block(0, ROUTINE, much(), Jump(1)),
        Block(1, ROUTINE, much(), Branch(HOLDS, 2, 3)),
        Block(2, ROUTINE, much(), Jump(1)),
        Block(3, ROUTINE, much(), ReturnFromRoutine(None)),
    ]
    assert shapes(blocks) == [{0: []}, {1: [{2: []}, {3: []}]}]


def test_a_short_loop_is_not_written_out_for_ever() -> None:
    blocks = [
        Block(0, ROUTINE, [sets(0)], Jump(1)),
        Block(1, ROUTINE, [], Branch(HOLDS, 2, 3)),
        Block(2, ROUTINE, [sets(2)], Jump(1)),
        Block(3, ROUTINE, [sets(3)], ReturnFromRoutine(None)),
    ]
    found = superblocks(blocks, [0])
    assert shape(found[0]) == {0: [{1: [{2: []}, {3: []}]}]}
    assert exits_of(found[0]) == [1]
    assert [tree.block.label for tree in found] == [0, 1]


def test_where_somebody_answers_a_tree_begins() -> None:
    blocks = [
        Block(0, ROUTINE, [sets(0)], AskText(0, Value(PLAYER, 0), WORDS, 1)),
        Block(1, ROUTINE, much(), Branch(HOLDS, 0, 2)),
        Block(2, ROUTINE, much(), ReturnFromRoutine(None)),
    ]
    found = superblocks(blocks, [0])
    assert [tree.block.label for tree in found] == [0, 1]
    # The question is short enough to be asked again from where it was answered.
    assert set(found[1].below) == {0, 2}


def test_every_block_is_reached_and_no_tree_grows_beyond_measure() -> None:
    """Each of twenty short blocks leads to the next two: the ways through are thousands."""
    count = 20
    blocks = [
        Block(number, ROUTINE, [sets(number)], Branch(HOLDS, number + 1, min(number + 2, count))) for number in range(count)
    ]
    blocks.append(Block(count, ROUTINE, much(), ReturnFromRoutine(None)))
    found = superblocks(blocks, [0])

    def labels(tree: Superblock) -> list[int]:
        return [tree.block.label, *(label for inner in tree.below.values() for label in labels(inner))]

    reached = {label for tree in found for label in labels(tree)}
    assert reached == set(range(count + 1))
    assert max(len(labels(tree)) for tree in found) <= MOST_SHORT + 2
    begun = {tree.block.label for tree in found}
    assert all(leaf in begun for tree in found for leaf in exits_of(tree))


def test_where_those_are_asked_who_choose_together_a_tree_begins() -> None:
    """The search asks one of them again, alone."""
    rulebook = ROOT / "tests" / "games" / "goofspiel.rules"
    program = lower_program(Layout(World(load(str(rulebook)).checked, 2, {})))
    heads = {one.head for found in joint_choices(program.blocks).values() for one in found}
    assert heads
    begun = {tree.block.label for tree in superblocks(program.blocks, [routine.entry for routine in program.routines])}
    assert heads <= begun
