"""Join blocks into trees (superblocks), each of which runs without a stop.

A block that only one other leads to belongs to that one. A short block belongs to all that lead to it. Every other block
begins a tree: a frame may rest there, or it leads back to itself. The leaves of trees name such blocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import fields, frozen

from rulewright.interpreter.passes.joint_blocks import joint_choices
from rulewright.interpreter.passes.jump_threading import successors
from rulewright.interpreter.program.nodes import AskChance, AskDie, Block, Branch, Jump
from rulewright.interpreter.program.queries import everything_in

SHORT = 16
"""How many nodes a block may have to be written several times."""
MOST_SHORT = 8
"""How many blocks of a tree may also be written elsewhere."""
DEEPEST = 10


@frozen(eq=False)
class Superblock:
    """A block with those after it that belong to it, by their labels; other blocks are only jumped to."""

    block: Block
    below: dict[int, Superblock]


def superblocks(blocks: Sequence[Block], entries: Iterable[int]) -> list[Superblock]:
    """Return all trees, in the order of their labels; routines begin at the `entries`."""
    return SuperblockBuilder(blocks, entries).planted()


class SuperblockBuilder:
    """The search for trees."""

    def __init__(self, blocks: Sequence[Block], entries: Iterable[int]) -> None:
        self.by_label = {block.label: block for block in blocks}
        # A frame rests where a routine begins, and where it goes on after waiting. The search also goes back to where players
        # who choose together are asked.
        waiting = [block for block in blocks if not isinstance(block.end, Jump | Branch)]
        together = {one.head for found in joint_choices(blocks).values() for one in found}
        self.first = {*entries, *together, *(label for block in waiting for label in successors(block.end))}
        self.named = Counter(label for block in blocks for label in successors(block.end))
        self.short = {block.label for block in blocks if is_short(block)}
        self.left = 0

    def planted(self) -> list[Superblock]:
        """Return all trees: those of blocks where frames may rest, and those of blocks that trees jump to."""
        found: dict[int, Superblock] = {}
        agenda = sorted(self.first)
        while agenda:
            label = agenda.pop()
            if label not in found:
                self.left = MOST_SHORT
                found[label] = self.tree(label, (label,), False)
                agenda += exits_of(found[label])
        return [found[label] for label in sorted(found)]

    def tree(self, label: int, way: tuple[int, ...], copied: bool) -> Superblock:
        """Return the tree that begins with a block; `copied`: it is also written elsewhere."""
        block = self.by_label[label]
        below: dict[int, Superblock] = {}
        if len(way) <= DEEPEST:
            for after in dict.fromkeys(at_once_after(block)):
                alone = not copied and after not in self.first and self.named[after] == 1
                if after not in way and (alone or (after in self.short and self.left)):
                    self.left -= not alone
                    below[after] = self.tree(after, (*way, after), not alone)
        return Superblock(block, below)


def at_once_after(block: Block) -> tuple[int, ...]:
    """Return the blocks that follow without a stop: chance decides by itself, unless somebody wants to be asked."""
    match block.end:
        case Jump() | Branch():
            return tuple(successors(block.end))
        case AskDie(proceed=proceed) | AskChance(proceed=proceed):
            return (proceed,)
    return ()


def is_short(block: Block) -> bool:
    """Return whether a block may as well be written several times."""
    end: Any = block.end
    parts = (getattr(end, one.name) for one in fields(type(end)))
    return sum(1 for _ in everything_in((*block.body, *parts))) <= SHORT


def exits_of(tree: Superblock) -> list[int]:
    """Return the blocks that a tree jumps to."""
    found = [label for label in successors(tree.block.end) if label not in tree.below]
    for inner in tree.below.values():
        found += exits_of(inner)
    return found
