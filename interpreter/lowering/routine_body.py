"""Build the body of a routine, and know the names of its rule: the base of lowering any statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.dsl import checked
from rulewright.dsl.checked import Local, Rule, Type
from rulewright.dsl.text.source import Span
from rulewright.interpreter.lowering.expression_lowering import ExpressionLowering
from rulewright.interpreter.lowering.invariants import sure_locals
from rulewright.interpreter.program.folding import is_simple
from rulewright.interpreter.program.nodes import (
    Assign,
    Expression,
    FixedSet,
    If,
    NoteReached,
    ReadVariable,
    Routine,
    Statement,
    Value,
    Variable,
)

if TYPE_CHECKING:
    from rulewright.interpreter.lowering.lowering import Lowering


class RoutineBody:
    """The body of one routine while it is being written."""

    def __init__(self, program: Lowering, rule: Rule, routine: Routine) -> None:
        self.program = program
        self.layout = program.layout
        self.world = program.layout.world
        self.costs = program.costs
        self.rule = rule
        self.routine = routine
        self.by_local = dict(zip(rule.locals, routine.variables))
        names: dict[Local, Expression] = {local: ReadVariable(one.type, one) for local, one in self.by_local.items()}
        self.player: Expression = ReadVariable(checked.PLAYER, routine.variables[0])
        self.expressions = ExpressionLowering(program, names, self.player)
        self.sure = sure_locals(rule)
        self.secret = False
        self.ballots: frozenset[checked.Local] = frozenset()
        """The names that players have chosen together, unseen."""
        self.telling = 0
        """How many blocks that the log tells in one sentence are around the statement that is lowered."""
        self.body: list[Statement] = []

    def put(self, statement: Statement) -> None:
        self.body.append(statement)

    def put_if(self, condition: Expression, body: tuple[Statement, ...]) -> None:
        """Add statements that run if a condition holds."""
        if not isinstance(condition, Value):
            self.put(If(((condition, body),)))
        elif condition.value:
            self.body.extend(body)

    def write(self, e: checked.Expression) -> Expression:
        return self.expressions.write(e)

    def variable(self, local: Local) -> Variable:
        """Return the variable that a local has become."""
        found = self.by_local.get(local)
        return self.routine.variables[local.slot] if found is None else found

    def new(self, of: Type) -> Variable:
        """Return a new variable of the routine's frame."""
        return self.program.slot(self.routine, of)

    def read(self, variable: Variable) -> ReadVariable:
        return ReadVariable(variable.type, variable)

    def place(self, statement: checked.Stmt) -> int:
        """Return the number of a statement's place in the rulebook."""
        return self.program.place(statement.span)

    def simple(self, value: Expression) -> Expression:
        """Return an expression that may be written several times: a variable with the value, unless that is simple already."""
        if is_simple(value):
            return value
        variable = self.new(value.type)
        self.put(Assign(variable, value))
        return self.read(variable)

    def reached(self, span: Span) -> list[Statement]:
        """Return the statement that notes that the game has reached a place, if the program is traced."""
        return [NoteReached(self.program.place(span))] if self.program.traced else []

    def nested(self, block: checked.Block, before: Sequence[Statement] = ()) -> tuple[Statement, ...]:
        """Return a block inside another, lowered, after some other statements."""
        outer, self.body = self.body, list(before)
        for statement in block:
            self.statement(statement)
        inner, self.body = tuple(self.body), outer
        return inner

    def distinct(self, values: Expression) -> Expression:
        """Return a set without repetitions; of all sets, only a row of numbers may have them."""
        if not isinstance(values, FixedSet):
            return values
        return self.expressions.fixed(values.type, list(dict.fromkeys(values.members)))

    def known(self, e: checked.Expression) -> bool:
        """Return whether an expression is never "nothing"."""
        match e:
            case checked.SpaceRef() | checked.CardConst():
                return True
            case checked.Const():
                return self.world.constant(e) >= 0
            case checked.LocalRef(local=local):
                return local.slot == 0 or local in self.sure
            case checked.FieldRef(field=own, target=target) if own.place is not None:
                return self.known(target)
        return False

    def statement(self, statement: checked.Statement) -> None:
        """Lower any statement."""
        raise NotImplementedError
