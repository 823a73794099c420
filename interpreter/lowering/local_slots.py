"""Know what the locals of a rule or define have become, and build small expressions: the base of lowering any expression."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulewright.dsl import checked
from rulewright.dsl.checked import NUMBER, SPACE, TRUTH, Local, Type
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import is_simple, table_number
from rulewright.interpreter.program.nodes import Expression, FixedSet, Lookup, ReadCell, ReadVariable, Value, Variable

if TYPE_CHECKING:
    from rulewright.interpreter.lowering.lowering import Lowering

LARGEST_INLINED = 60
TRUE, FALSE = Value(TRUTH, 1), Value(TRUTH, 0)


def set_type(of: Type) -> Type:
    """Return the type of a set of these."""
    return Type(of.kind, of.name, many=True)


def member_type(of: Type) -> Type:
    """Return the type of one member of a set."""
    return Type(of.kind, of.name)


class LocalSlots:
    """The names of one rule or define; `names` maps its locals to expressions."""

    def __init__(self, program: Lowering, names: Mapping[Local, Expression], player: Expression) -> None:
        self.program = program
        self.layout = program.layout
        self.world = program.layout.world
        self.areas = program.layout.areas
        self.names = dict(names)
        self.player = player
        self.inlining: list[checked.Define] = []

    @contextmanager
    def named(self, local: Local, value: Expression) -> Iterator[None]:
        """Let a local stand for an expression meanwhile."""
        before = self.names.get(local)
        self.names[local] = value
        yield
        if before is None:
            del self.names[local]
        else:
            self.names[local] = before

    def bound(self, of: Type) -> Variable:
        """Return a new variable inside one expression, for each member of a set in turn."""
        return self.program.variable(of, "it")

    def read(self, variable: Variable) -> ReadVariable:
        return ReadVariable(variable.type, variable)

    def table(self, name: str) -> int:
        return table_number(name)

    def lookup(self, of: Type, name: str, index: Expression) -> Expression:
        """Return an entry of a table, or its value if the index is known."""
        if isinstance(index, Value) and not of.many:
            entry = self.layout.constants[name][index.value]
            if isinstance(entry, int):
                return Value(of, int(entry))
        return Lookup(of, self.table(name), index)

    def fixed(self, of: Type, members: Sequence[int]) -> FixedSet:
        """Return a known set."""
        return FixedSet(set_type(of), self.table(self.layout.constant(tuple(members))), tuple(members))

    def simple(self, value: Expression) -> tuple[Expression, Variable | None]:
        """Return an expression that may be written several times, and the variable to bind to the value for that, if any."""
        if is_simple(value):
            return value, None
        variable = self.program.variable(value.type)
        return self.read(variable), variable

    def bind(self, variable: Variable | None, value: Expression, inner: Expression) -> Expression:
        """Return an expression in which a variable stands for a value, if there is a variable."""
        return inner if variable is None else nodes.Bind(inner.type, variable, value, inner)

    def inlined(self, e: checked.DefineCall) -> list[tuple[Local, Expression]] | None:
        """Return the arguments of a define that may be written out at its use, or None."""
        define = e.define
        if define.changes or define in self.inlining or self.layout.weight(define) > LARGEST_INLINED:
            return None
        arguments: list[tuple[Local, Expression]] = []
        for parameter, argument in zip(define.parameters, e.arguments):
            value = self.write(argument) if isinstance(argument, checked.LocalRef | checked.Const) else None
            if value is None or not is_simple(value):
                return None
            arguments.append((parameter, value))
        return arguments

    @contextmanager
    def inside(self, e: checked.DefineCall, arguments: list[tuple[Local, Expression]]) -> Iterator[None]:
        """Let the parameters of a define stand for its arguments, and its player for the acting one, meanwhile."""
        before, names = self.names, dict(self.names)
        names.update(arguments)
        names[e.define.locals[0]] = self.player
        self.names = names
        self.inlining.append(e.define)
        yield
        self.inlining.pop()
        self.names = before

    def length(self, space: checked.Space) -> Expression:
        """Return the number of open spaces of a series."""
        if space in self.layout.resized:
            return ReadCell(NUMBER, self.program.lengths[space], None)
        return Value(NUMBER, self.world.size[space])

    def runs_of(self, parts: Sequence[checked.Expression]) -> list[tuple[int, Expression]]:
        """Return series, boards and spaces as runs: the first space, and the one after the last; adjacent runs are joined."""
        runs: list[tuple[int, Expression]] = []
        for first, end in sorted((run for part in parts for run in self.bounds(part)), key=lambda run: run[0]):
            if runs and isinstance(runs[-1][1], Value) and runs[-1][1].value == first:
                runs[-1] = (runs[-1][0], end)
            else:
                runs.append((first, end))
        return runs

    def bounds(self, e: checked.Expression) -> list[tuple[int, Expression]]:
        """Return a series, board or space as runs of spaces."""
        first_space, size = self.world.first_space, self.world.size
        match e:
            case checked.SpaceRef(space=space):
                first = first_space[space]
                return [(first, Value(SPACE, first + 1))]
            case checked.SeriesRef(space=space):
                return [(first_space[space], self.end(space))]
            case checked.BoardRef(board=board) if board not in self.layout.resized_boards:
                first = first_space[board]
                return [(first, Value(SPACE, first + size[board]))]
            case checked.BoardRef(board=board):
                return [(first_space[space], self.end(space)) for space in board.spaces]
        raise AssertionError(e)

    def end(self, space: checked.Space) -> Expression:
        """Return the first space after the open ones of a series."""
        first, length = self.world.first_space[space], self.length(space)
        if isinstance(length, Value):
            return Value(SPACE, first + length.value)
        return nodes.Arithmetic(SPACE, "+", Value(SPACE, first), length)

    def write(self, e: checked.Expression) -> Expression:
        """Lower an expression."""
        raise NotImplementedError
