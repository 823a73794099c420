"""Open, fill and close the blocks of a routine while its statements are cut one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl.checked import NUMBER, Type
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import (
    Assign,
    Block,
    Branch,
    Expression,
    Jump,
    ReadVariable,
    Routine,
    Statement,
    Value,
    Variable,
)

if TYPE_CHECKING:
    from rulewright.interpreter.lowering.lowering import Lowering


class BlockBuilder:
    """The blocks of one routine. One of them is open."""

    def __init__(self, program: Lowering, routine: Routine, cards: Sequence[Routine | None], first: int) -> None:
        self.program = program
        self.routine = routine
        self.cards = cards
        self.first = first
        self.blocks: list[Block] = []
        self.now: Block | None = None

    def block(self) -> Block:
        """Return a new block, to be filled later."""
        self.blocks.append(Block(self.first + len(self.blocks), self.routine))
        return self.blocks[-1]

    def open(self, block: Block) -> None:
        """Go on in another block."""
        self.now = block

    def put(self, *statements: Any) -> None:
        """Add statements at the end of the open block."""
        assert self.now is not None
        self.now.body.extend(statements)

    def close(self, end: nodes.End) -> None:
        """Close the open block with an end that says where control goes."""
        assert self.now is not None
        self.now.end = end
        self.now = None

    def branch(self, condition: Expression, then: int, otherwise: int) -> None:
        """Close the open block with a branch to one block or another."""
        if isinstance(condition, Value):
            self.close(Jump(then if condition.value else otherwise))
        else:
            self.close(Branch(condition, then, otherwise))

    def slot(self, of: Type, name: str = "") -> Variable:
        """Return a new variable of the routine's frame."""
        return self.program.slot(self.routine, of, name)

    def read(self, variable: Variable) -> ReadVariable:
        return ReadVariable(variable.type, variable)

    def blanks(self, variables: Sequence[Variable]) -> list[Statement]:
        """Return assignments that clear variables."""
        return [Assign(variable, self.program.blank(variable.type)) for variable in variables]

    def more(self, variable: Variable, number: int) -> Assign:
        """Return the assignment that adds a known number to a variable."""
        return Assign(variable, nodes.Arithmetic(NUMBER, "+", self.read(variable), Value(NUMBER, number)))
