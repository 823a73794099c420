"""Find the sets of a lowered program that are always in ascending order, and how many numbers a set may hold.

A set in ascending order can be stored as bits without losing anything.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias, assert_never

from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Cell, Expression, Function, LoweredProgram, Routine, Variable
from rulewright.interpreter.program.queries import everything_in, parts_of

SetKeeper: TypeAlias = Variable | Cell | Function | Routine
"""Where a set may be kept. A function or a routine stands for its result."""


def all_nodes(program: LoweredProgram) -> Iterator[Any]:
    """Yield every expression and statement that becomes C."""
    for function in program.functions:
        if function.value is not None:
            yield from everything_in(function.value)
    for routine in program.routines:
        if not routine.waits:
            yield from everything_in(routine.body)
    for block in program.blocks:
        for statement in block.body:
            yield from whole(statement) if isinstance(statement, nodes.OfBlocks) else everything_in(statement)
        yield from whole(block.end)


def whole(node: Any) -> Iterator[Any]:
    """Yield a node that occurs only in blocks, and everything inside it."""
    yield node
    for name in parts_of(type(node)):
        yield from everything_in(getattr(node, name))


def set_flows(program: LoweredProgram) -> Iterator[tuple[SetKeeper, Expression | SetKeeper]]:
    """Yield where sets go: each keeper of a set, with an expression or another keeper that it may get the set from."""
    for function in program.functions:
        if function.value is not None and function.type.many:
            yield function, function.value
    for routine in program.routines:
        if not routine.waits and routine.gives is not None and routine.gives.many:
            for node in everything_in(routine.body):
                if isinstance(node, nodes.LeaveRoutine) and node.value is not None:
                    yield routine, node.value
    for block in program.blocks:
        if isinstance(block.end, nodes.ReturnFromRoutine) and block.end.value is not None and block.end.value.type.many:
            yield block.routine, block.end.value
    rows: dict[Variable, list[tuple[Variable, ...]]] = {}
    for node in all_nodes(program):
        if isinstance(node, nodes.AppendRow):
            rows.setdefault(node.rows, []).append(node.values)
    for node in all_nodes(program):
        match node:
            case nodes.Assign(variable=kept, value=value) | nodes.Bind(variable=kept, value=value) if value.type.many:
                yield kept, value
            case nodes.SetCell(cell=cell, value=value) if value.type.many:
                yield cell, value
            case nodes.Call(function=called, arguments=arguments) | nodes.Try(routine=called, arguments=arguments):
                yield from set_arguments(called.parameters, arguments)
            case (
                nodes.CallRoutine(routine=called, arguments=arguments, result=result)
                | nodes.BeginRoutine(routine=called, arguments=arguments, result=result)
            ):
                yield from set_arguments(called.parameters, arguments)
                if result is not None and result.type.many:
                    # Both are stored in the same way: the called routine writes its result to where the caller wants it.
                    yield result, called
                    yield called, result
            case nodes.LoadRow(rows=kept, values=values):
                for row in rows.get(kept, []):
                    yield from ((one, other) for one, other in zip(values, row) if one.type.many and one is not other)


def set_arguments(parameters: tuple[Variable, ...], arguments: tuple[Expression, ...]) -> Iterator[tuple[Variable, Expression]]:
    """Yield the parameters that hold sets, each with its argument."""
    return ((one, other) for one, other in zip(parameters, arguments) if one.type.many)


class Sortedness:
    """Knowledge about the sets of one program."""

    def __init__(
        self, program: LoweredProgram, initial: Mapping[Cell, Sequence[Any]], sorted_there: Collection[SetKeeper]
    ) -> None:
        """Analyse a program.

        `initial` has the first values of the cells. `sorted_there` has the keepers that sort a set when they get it.
        """
        self.tables = program.tables
        self.unordered: set[SetKeeper] = {
            cell for cell, values in initial.items() if cell.type.many and not all(map(is_ascending, values))
        }
        found = [(kept, value) for kept, value in set_flows(program) if kept not in sorted_there]
        before = -1
        while before != len(self.unordered):
            before = len(self.unordered)
            for kept, value in found:
                known = value not in self.unordered if isinstance(value, SetKeeper) else self.ascending(value)
                if not known:
                    self.unordered.add(kept)
        self.most: dict[SetKeeper, int] = {}
        """The largest number of members of each set of numbers, where that is known."""
        self.find_most(found, initial)

    def find_most(self, found: list[tuple[SetKeeper, Expression | SetKeeper]], initial: Mapping[Cell, Sequence[Any]]) -> None:
        """Find the sizes of sets that never hold more than the sets that are written down."""
        sizes: dict[SetKeeper, int] = {
            cell: max((len(value) for value in values), default=0) for cell, values in initial.items() if cell.type.many
        }
        for kept, value in found:
            size = -1 if isinstance(value, SetKeeper) else self.bound(value)
            now = sizes.get(kept, 0)
            sizes[kept] = -1 if size < 0 or now < 0 else max(size, now)
        self.most = {kept: size for kept, size in sizes.items() if size >= 0}

    def bound(self, e: Expression) -> int:
        """Return how many members a set may have, or -1 if that is unknown."""
        if isinstance(e, nodes.Single):
            return -1
        match e:
            case nodes.FixedSet(members=members):
                return len(members)
            case nodes.Lookup(table=table):
                return max((len(entry) for entry in self.tables[table]), default=0)
            case nodes.Range(low=nodes.Value(value=low), high=nodes.Value(value=high)):
                return max(0, high - low + 1)
            case nodes.Filter(values=values) | nodes.TakeWhile(values=values) | nodes.Best(values=values):
                return self.bound(values)
            case (
                nodes.Representatives(values=values)
                | nodes.WithoutMembers(values=values)
                | nodes.Completions(values=values)
                | nodes.SortedSet(values=values)
            ):
                return self.bound(values)
            case nodes.Map(values=values, body=body) if not body.type.many:
                return self.bound(values)
            case nodes.Union(items=items) if not any(item.type.many for item in items):
                return len(items)
            case nodes.Conditional(one=one, other=other):
                sizes = self.bound(one), self.bound(other)
                return -1 if min(sizes) < 0 else max(sizes)
            case nodes.Bind(inner=inner):
                return self.bound(inner)
            case (
                nodes.ReadVariable()
                | nodes.ReadCell()
                | nodes.Call()
                | nodes.Try()
                | nodes.Union()
                | nodes.Range()
                | nodes.Concatenation()
            ):
                pass
            case nodes.Contents() | nodes.Map() | nodes.Closure() | nodes.Ray() | nodes.Neighbours() | nodes.LongestRow():
                pass
            case nodes.ThingsWithin() | nodes.WithMembers():
                pass
            case _:
                assert_never(e)
        return -1

    def ascending(self, e: Expression) -> bool:
        """Return whether a set is strictly ascending and never holds "nothing"."""
        if isinstance(e, nodes.Single):
            return False
        match e:
            case nodes.FixedSet(members=members):
                return is_ascending(members)
            case nodes.ReadVariable(variable=variable):
                return variable not in self.unordered
            case nodes.ReadCell(cell=cell):
                return cell not in self.unordered
            case nodes.Lookup(table=table):
                return all(map(is_ascending, self.tables[table]))
            case nodes.Call(function=function):
                return function not in self.unordered
            case nodes.Range() | nodes.SortedSet():
                return True
            case nodes.Contents(pile=pile):
                return pile is False
            case nodes.ThingsWithin(otherwise=otherwise):
                return self.ascending(otherwise)
            case nodes.Filter(values=values) | nodes.TakeWhile(values=values) | nodes.Best(values=values):
                return self.ascending(values)
            case nodes.WithoutMembers(values=values) | nodes.Completions(values=values):
                return self.ascending(values)
            case nodes.Conditional(one=one, other=other):
                return self.ascending(one) and self.ascending(other)
            case nodes.Bind(inner=inner):
                return self.ascending(inner)
            case nodes.Concatenation(parts=parts):
                return all(map(self.ascending, parts)) and follow(parts)
            case nodes.Union(items=(item,), real=real):
                return self.ascending(item) if item.type.many else real
            case nodes.Try() | nodes.Union() | nodes.Map() | nodes.Closure() | nodes.Ray() | nodes.Neighbours():
                pass
            case nodes.LongestRow() | nodes.Representatives() | nodes.WithMembers():
                pass
            case _:
                assert_never(e)
        return False

    def descending(self, e: Expression) -> bool:
        """Return whether a set is strictly descending and never holds "nothing"."""
        if isinstance(e, nodes.Single):
            return False
        match e:
            case nodes.FixedSet(members=members):
                return is_ascending(members[::-1])
            case nodes.Lookup(table=table):
                return all(is_ascending(entry[::-1]) for entry in self.tables[table])
            case nodes.Filter(values=values) | nodes.TakeWhile(values=values) | nodes.WithoutMembers(values=values):
                return self.descending(values)
            case nodes.Bind(inner=inner):
                return self.descending(inner)
            case (
                nodes.ReadVariable()
                | nodes.ReadCell()
                | nodes.Conditional()
                | nodes.Call()
                | nodes.Try()
                | nodes.Union()
                | nodes.Range()
            ):
                pass
            case (
                nodes.Concatenation()
                | nodes.Contents()
                | nodes.Map()
                | nodes.Closure()
                | nodes.Best()
                | nodes.Ray()
                | nodes.Neighbours()
            ):
                pass
            case (
                nodes.LongestRow()
                | nodes.ThingsWithin()
                | nodes.Representatives()
                | nodes.WithMembers()
                | nodes.Completions()
                | nodes.SortedSet()
            ):
                pass
            case _:
                assert_never(e)
        return False


def is_ascending(values: Any) -> bool:
    """Return whether known references are strictly ascending, without "nothing" among them."""
    return all(one < other for one, other in zip((-1, *values), values))


def follow(parts: tuple[Expression, ...]) -> bool:
    """Return whether each run begins at or after the end of the one before it, so that together they are in ascending order."""
    least = [lowest(part) for part in parts]
    return all(one is not None and other is not None and one < other for one, other in pairwise(least))


def lowest(part: Expression) -> int | None:
    """Return the number that a run begins with; runs of spaces never reach into the next one."""
    match part:
        case nodes.Range(type=of, low=nodes.Value(value=low)) if of.kind == "space":
            return low
    return None


def initial_cells(program: LoweredProgram) -> dict[Cell, list[Any]]:
    """Return the first values of the cells, without the blanks at their ends."""
    lists: dict[str, list[Any]] = program.layout.initial()
    found: dict[Cell, list[Any]] = {}
    for cell in program.cells:
        if cell.kind == "one":
            found[cell] = [lists["t"][cell.place]]
        else:
            found[cell] = lists[f"{'d' if cell.direction else 'f'}{cell.place}"][: cell.size]
    return found
