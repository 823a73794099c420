"""The body of a routine while it is written, and what its rule knows: what lowering any statement begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.dsl import checked
from rulewright.dsl.checked import Local, Rule, Type
from rulewright.dsl.source import Span
from rulewright.interpreter.lower.expressions import Expressions
from rulewright.interpreter.lower.facts import sure_locals
from rulewright.interpreter.lower.nodes import Assign, Expression, Fixed, If, Reached, Read, Routine, Statement, Value, Variable
from rulewright.interpreter.lower.simple import is_simple

if TYPE_CHECKING:
    from rulewright.interpreter.lower.lowering import Lowering


class Body:
    """The body of one routine."""

    def __init__(self, program: Lowering, rule: Rule, routine: Routine) -> None:
        self.program = program
        self.layout = program.layout
        self.world = program.layout.world
        self.costs = program.costs
        self.rule = rule
        self.routine = routine
        self.by_local = {id(local): variable for local, variable in zip(rule.locals, routine.variables)}
        names: dict[int, Expression] = {key: Read(one.type, one) for key, one in self.by_local.items()}
        self.player: Expression = Read(checked.PLAYER, routine.variables[0])
        self.expressions = Expressions(program, names, self.player)
        self.sure = sure_locals(rule)
        self.secret = False
        self.body: list[Statement] = []

    def put(self, statement: Statement) -> None:
        """One more statement."""
        self.body.append(statement)

    def put_if(self, condition: Expression, body: tuple[Statement, ...]) -> None:
        """Some statements, if a condition holds."""
        if not isinstance(condition, Value):
            self.put(If(((condition, body),)))
        elif condition.value:
            self.body.extend(body)

    def write(self, e: checked.Expression) -> Expression:
        """An expression."""
        return self.expressions.write(e)

    def variable(self, local: Local) -> Variable:
        """What a local has become."""
        found = self.by_local.get(id(local))
        return self.routine.variables[local.slot] if found is None else found

    def new(self, of: Type) -> Variable:
        """One more variable that the routine keeps."""
        return self.program.slot(self.routine, of)

    def read(self, variable: Variable) -> Read:
        """What a variable holds."""
        return Read(variable.type, variable)

    def place(self, statement: checked.Stmt) -> int:
        """The number of a statement's place in the rulebook."""
        return self.program.place(statement.span)

    def simple(self, value: Expression) -> Expression:
        """A value that may be written several times: kept in a variable first, unless it is simple."""
        if is_simple(value):
            return value
        variable = self.new(value.type)
        self.put(Assign(variable, value))
        return self.read(variable)

    def reached(self, span: Span) -> list[Statement]:
        """What notes down that the game has come to a place, if somebody asks for that."""
        return [Reached(self.program.place(span))] if self.program.traced else []

    def nested(self, block: checked.Block, before: Sequence[Statement] = ()) -> tuple[Statement, ...]:
        """A block inside another."""
        outer, self.body = self.body, list(before)
        for statement in block:
            self.statement(statement)
        inner, self.body = tuple(self.body), outer
        return inner

    def distinct(self, values: Expression) -> Expression:
        """A set of which each member is there once; of all sets, only a row of numbers may hold one twice."""
        if not isinstance(values, Fixed):
            return values
        return self.expressions.fixed(values.type, list(dict.fromkeys(values.members)))

    def known(self, e: checked.Expression) -> bool:
        """Whether an expression is never nothing."""
        match e:
            case checked.SpaceRef() | checked.CardConst():
                return True
            case checked.Const():
                return self.world.constant(e) >= 0
            case checked.LocalRef(local=local):
                return local.slot == 0 or id(local) in self.sure
            case checked.FieldRef(field=own, target=target) if own.place is not None:
                return self.known(target)
        return False

    def statement(self, statement: checked.Statement) -> None:
        """Any statement."""
        raise NotImplementedError
