"""Statements of a routine come in one after the other; its blocks go out, which are opened, filled and closed here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rulewright.dsl.checked import NUMBER, Type
from rulewright.interpreter.lower import nodes
from rulewright.interpreter.lower.nodes import Assign, Block, Branch, Expression, Jump, Read, Routine, Statement, Value, Variable

if TYPE_CHECKING:
    from rulewright.interpreter.lower.lowering import Lowering


class OpenBlocks:
    """The blocks of one routine, one of which is open."""

    def __init__(self, program: Lowering, routine: Routine, cards: Sequence[Routine | None], first: int) -> None:
        self.program = program
        self.routine = routine
        self.cards = cards
        self.first = first
        self.blocks: list[Block] = []
        self.now: Block | None = None

    def block(self) -> Block:
        """A new block, to be filled later."""
        self.blocks.append(Block(self.first + len(self.blocks), self.routine))
        return self.blocks[-1]

    def open(self, block: Block) -> None:
        """Go on in another block."""
        self.now = block

    def put(self, *statements: Any) -> None:
        """Statements at the end of the open block."""
        assert self.now is not None
        self.now.body.extend(statements)

    def close(self, end: nodes.End) -> None:
        """How the open block goes on."""
        assert self.now is not None
        self.now.end = end
        self.now = None

    def branch(self, condition: Expression, then: int, otherwise: int) -> None:
        """Go on with one block or another."""
        if isinstance(condition, Value):
            self.close(Jump(then if condition.value else otherwise))
        else:
            self.close(Branch(condition, then, otherwise))

    def slot(self, of: Type, name: str = "") -> Variable:
        """One more variable of the routine."""
        return self.program.slot(self.routine, of, name)

    def read(self, variable: Variable) -> Read:
        """What a variable holds."""
        return Read(variable.type, variable)

    def blanks(self, variables: Sequence[Variable]) -> list[Statement]:
        """Variables without what they held."""
        return [Assign(variable, self.program.blank(variable.type)) for variable in variables]

    def more(self, variable: Variable, number: int) -> Assign:
        """A number that grows or shrinks by one."""
        return Assign(variable, nodes.Arithmetic(NUMBER, "+", self.read(variable), Value(NUMBER, number)))
