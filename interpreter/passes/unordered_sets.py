"""Find the sets of a lowered program whose order can never be observed.

From then on, every form of the game keeps them in ascending order in its positions. So positions that differ only in such
orders are equal, and C can store the sets as bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from rulewright.interpreter.passes.sortedness import SetKeeper, Sortedness, is_ascending, set_flows
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Cell, Expression, LoweredProgram, Node, ReadVariable, Routine, Variable
from rulewright.interpreter.program.queries import everything_in, is_same_expression, parts_of
from rulewright.interpreter.program.rewriting import Change, rewrite

REFERENCES = ("space", "thing", "player", "card", "value")


def sort_lasting_sets(program: LoweredProgram, initial: Mapping[Cell, Sequence[Any]]) -> None:
    """Find these sets, and have those sorted that outlive a decision; `initial`: the first values of the cells."""
    program.unseen = OrderObservation(program, initial).found
    kept = {
        one
        for one in program.unseen
        if isinstance(one, Cell)
        or any(one in routine.variables for routine in program.routines if routine.waits and isinstance(one, Variable))
    }
    if not kept:
        return
    orders = Sortedness(program, initial, kept)

    def ordered(into: SetKeeper, value: Expression) -> Expression:
        return nodes.SortedSet(value.type, value) if into in kept and not orders.ascending(value) else value

    def given(parameters: Sequence[Variable], arguments: Sequence[Expression]) -> tuple[Expression, ...]:
        return tuple(ordered(one, value) for one, value in zip(parameters, arguments))

    def change(_: Routine | None) -> Change:
        return one_ordered

    def one_ordered(node: Any) -> Any:
        match node:
            case nodes.SetCell(cell=into, value=value) | nodes.Assign(variable=into, value=value) if value.type.many:
                return replaced(node, "value", ordered(into, value))
            case (
                nodes.BeginRoutine(routine=routine, arguments=arguments)
                | nodes.CallRoutine(routine=routine, arguments=arguments)
                | nodes.Try(routine=routine, arguments=arguments)
            ):
                return replaced(node, "arguments", given(routine.parameters, arguments))
        return node

    rewrite(program, change)


def replaced(node: Any, name: str, value: Any) -> Any:
    """Return a node with one of its parts replaced."""
    before = getattr(node, name)
    same = all(one is other for one, other in zip(value, before)) if isinstance(value, tuple) else value is before
    return node if same else evolve(node, **{name: value})


class OrderObservation:
    """A search for the sets whose order can be observed, until it finds nothing new; the others are `found`."""

    def __init__(self, program: LoweredProgram, initial: Mapping[Cell, Sequence[Any]]) -> None:
        self.program = program
        self.routine: Routine | None = None
        self.single: set[Variable] = set()
        """Variables whose sets have exactly one member here."""
        self.outside = read_outside(program)
        self.moves = list(set_flows(program))
        sets = set(self.all_sets())
        self.seen: set[SetKeeper] = {
            cell for cell, values in initial.items() if cell.type.many and not all(map(is_ascending, values))
        }
        self.seen |= {one for one in program.asked_for.values() if one.type.many}
        self.seen |= self.meant()
        before = -1
        while before != len(self.seen):
            before = len(self.seen)
            self.look_at_all()
        self.found = frozenset(sets - self.seen)

    def all_sets(self) -> Iterator[SetKeeper]:
        """Yield all keepers of sets of references."""
        for kept, value in self.moves:
            of = kept.gives if isinstance(kept, Routine) else kept.type
            if of is not None and of.kind in REFERENCES:
                yield kept
            if isinstance(value, Variable) and value.type.kind not in REFERENCES:
                self.seen.add(value)

    def meant(self) -> set[SetKeeper]:
        """Return the keepers of sets whose order somebody has made.

        They were made by picks one after the other, or by laying things on a pile.
        """
        found: set[SetKeeper] = {
            one.variable
            for routine in self.program.routines
            for one in everything_in(routine.body)
            if isinstance(one, nodes.ChooseSet) and one.ordered
        }
        before = -1
        while before != len(found):
            before = len(found)
            for kept, value in self.moves:
                if value in found if isinstance(value, SetKeeper) else any(is_meant(one, found) for one in everything_in(value)):
                    found.add(kept)
        return found

    def look_at_all(self) -> None:
        """Go through the whole program once."""
        program = self.program
        for function in program.functions:
            self.look(function.value, not function.type.many or function in self.seen)
        for routine in program.routines:
            self.routine = routine
            self.look(routine.body)
        for block in program.blocks:
            self.routine = block.routine
            self.look((*block.body, block.end))
        for parts in program.told.values():
            self.look(tuple(parts.values()))

    def shows(self, of: Expression, kept: SetKeeper) -> bool:
        """Return whether the order of a set can be observed where it is put."""
        return not of.type.many or kept in self.seen

    def look(self, node: Any, shows: bool = True) -> None:
        """Look at anything in the program; `shows`: the order of its value, if that is a set, can be observed."""
        match node:
            case tuple():
                for part in node:
                    self.look(part, shows)
            case ReadVariable(variable=variable):
                if shows and variable.type.many:
                    self.seen.add(variable)
            case nodes.ReadCell(cell=cell, index=index):
                if shows and cell.type.many:
                    self.seen.add(cell)
                self.look(index)
            case nodes.Call(function=function, arguments=arguments):
                if shows and function.type.many:
                    self.seen.add(function)
                self.visit_arguments(function.parameters, arguments)
            case nodes.Try(routine=routine, arguments=arguments):
                self.visit_arguments(routine.parameters, arguments)
            case nodes.Contains(value=value, values=values):
                self.look(value)
                self.look(values, False)
            case nodes.SameMembers(one=one, other=other):
                self.look((one, other), False)
            case nodes.Filter(values=values, condition=condition):
                self.look(values, shows)
                self.look(condition)
            case nodes.Map(values=values, body=body) | nodes.Best(values=values, body=body):
                self.look(values, shows)
                self.look(body, shows or not body.type.many)
            case nodes.WithoutMembers(values=values, less=less):
                self.look(values, shows)
                self.look(less, not less.type.many)
            case nodes.Conditional(condition=condition, one=one, other=other):
                self.look(condition)
                self.look((one, other), shows or not node.type.many)
            case nodes.Union(items=items) | nodes.Concatenation(parts=items):
                for item in items:
                    self.look(item, shows or not item.type.many)
            case nodes.WithMembers(values=values, more=more):
                self.look(values, shows)
                self.look(more, shows or not more.type.many)
            case nodes.ThingsWithin(otherwise=otherwise, target=target):
                self.look(target)
                self.look(otherwise, shows)
            case nodes.Bind(variable=variable, value=value, inner=inner):
                self.look(value, self.shows(value, variable))
                self.look(inner, shows)
            case nodes.Pick(values=values, number=number):
                self.look(values, not (isinstance(values, ReadVariable) and values.variable in self.single))
                self.look(number)
            case nodes.SetCell(cell=cell, index=index, value=value):
                self.look(index)
                self.look(value, self.shows(value, cell))
            case nodes.Assign(variable=variable, value=value):
                self.look(value, self.shows(value, variable))
            case nodes.CallRoutine() | nodes.BeginRoutine():
                self.visit_routine(node)
            case nodes.LeaveRoutine(value=value) | nodes.ReturnFromRoutine(value=value) if (
                value is not None and self.routine is not None
            ):
                self.look(value, self.shows(value, self.routine))
            case nodes.If(branches=branches, otherwise=otherwise):
                for condition, body in branches:
                    self.look(condition)
                    self.branch(condition, body)
                self.look(otherwise)
            case nodes.ForEach(values=values, body=body):
                self.look(values, not self.commutes(node))
                self.look(body)
            case nodes.AppendRow(values=values) | nodes.LoadRow(values=values) | nodes.Together(chosen=values):
                self.seen |= {one for one in values if one.type.many}
                self.parts(node)
            case nodes.ChooseSet(variable=variable, left=left):
                self.seen |= {variable, left}
                self.parts(node)
            case _ if isinstance(node, nodes.OfAnyOrder):
                for name in parts_of(type(node)):
                    self.look(getattr(node, name), name != "values")
            case _:
                self.parts(node)

    def parts(self, node: Any) -> None:
        """Look at the parts of a node, whose orders might all be observed."""
        if isinstance(node, Node) or (nodes.is_node(type(node)) and not isinstance(node, Variable)):
            for name in parts_of(type(node)):
                self.look(getattr(node, name))

    def visit_arguments(self, parameters: Sequence[Variable], arguments: Sequence[Expression]) -> None:
        """Look at the arguments for parameters."""
        for variable, value in zip(parameters, arguments):
            self.look(value, self.shows(value, variable))

    def visit_routine(self, node: nodes.CallRoutine | nodes.BeginRoutine) -> None:
        """Look at a routine that is carried out; its result is stored in the same way where it goes."""
        self.visit_arguments(node.routine.parameters, node.arguments)
        if node.result is not None and node.result.type.many and {node.result, node.routine} & self.seen:
            self.seen |= {node.result, node.routine}

    def branch(self, condition: Expression, body: nodes.Body) -> None:
        """Look at statements under a condition, which may say that a set has one member."""
        parts = condition.parts if isinstance(condition, nodes.Logical) and condition.word == "and" else (condition,)
        known = {
            part.one.values.variable
            for part in parts
            if isinstance(part, nodes.Compare)
            and part.operator == "=="
            and isinstance(part.one, nodes.Count)
            and isinstance(part.one.values, ReadVariable)
            and isinstance(part.other, nodes.Value)
            and part.other.value == 1
        }
        known -= {one.variable for one in everything_in(body) if isinstance(one, nodes.Assign | nodes.ForEach)}
        added = known - self.single
        self.single |= added
        self.look(body)
        self.single -= added

    def commutes(self, loop: nodes.ForEach) -> bool:
        """Return whether a loop may go through its set in any order."""
        if loop.variable in self.outside:
            return False
        effects = LoopEffects(self.seen, loop.variable)
        return effects.body(loop.body) and effects.apart(loop.body)


class LoopEffects:
    """The effects of a loop's passes, if they change cells of their own, or a set whose order does not matter."""

    def __init__(self, seen: set[SetKeeper], variable: Variable) -> None:
        self.seen = seen
        self.variable = variable
        self.written: dict[Cell, str] = {}
        self.own_reads = 0

    def body(self, body: nodes.Body) -> bool:
        """Return whether all statements have only such effects."""
        return all(map(self.statement, body))

    def statement(self, statement: nodes.Statement) -> bool:
        """Return whether a statement has only such effects."""
        match statement:
            case nodes.Pay() | nodes.NoteReached():
                return True
            case nodes.ForEach(body=body):
                return self.body(body)
            case nodes.If(branches=branches, otherwise=otherwise):
                return all(self.body(body) for _, body in branches) and self.body(otherwise)
            case nodes.SetCell(cell=cell, index=index) if index is not None:
                kind = self.kind(statement)
                return kind != "" and self.written.setdefault(cell, kind) == kind
        return False

    def kind(self, put: nodes.SetCell) -> str:
        """Return what is done to a cell: `own` cell, `more` or `less` of a set."""
        assert put.index is not None
        sets: tuple[Expression, ...] = ()
        kind = ""
        match put.value:
            case nodes.Union(items=sets):
                kind = "more"
            case nodes.WithMembers(values=inner):
                sets, kind = (inner,), "more"
            case nodes.Filter(values=inner) | nodes.WithoutMembers(values=inner):
                sets, kind = (inner,), "less"
        here = [
            one
            for one in sets
            if isinstance(one, nodes.ReadCell) and one.cell is put.cell and one.index and is_same_expression(one.index, put.index)
        ]
        if put.cell.type.many and put.cell not in self.seen and len(here) == 1:
            self.own_reads += 1
            return kind
        return "own" if isinstance(put.index, ReadVariable) and put.index.variable is self.variable else ""

    def apart(self, body: nodes.Body) -> bool:
        """Return whether no pass reads what another may have written."""
        reads = 0
        for one in everything_in(body):
            if isinstance(one, nodes.Call):
                return False
            reads += isinstance(one, nodes.ReadCell) and one.cell in self.written
        return reads == self.own_reads


def read_outside(program: LoweredProgram) -> set[Variable]:
    """Return the variables that are read anywhere but in loops that set them."""
    found: set[Variable] = set()

    def visit(value: Any, inside: frozenset[Variable]) -> None:
        match value:
            case tuple() | list():
                for part in value:
                    visit(part, inside)
            case ReadVariable(variable=variable):
                if variable not in inside:
                    found.add(variable)
            case nodes.ForEach(variable=variable, values=values, body=body):
                visit(values, inside)
                visit(body, inside | {variable})
            case _ if isinstance(value, Node) or (nodes.is_node(type(value)) and not isinstance(value, Variable)):
                for name in parts_of(type(value)):
                    visit(getattr(value, name), inside)

    visit([routine.body for routine in program.routines], frozenset())
    visit([(*block.body, block.end) for block in program.blocks], frozenset())
    visit([part for parts in program.told.values() for part in parts.values()], frozenset())
    return found


def is_meant(e: Any, found: set[SetKeeper]) -> bool:
    """Return whether an expression is a set in an order that somebody has made."""
    match e:
        case ReadVariable(variable=kept) | nodes.ReadCell(cell=kept) | nodes.Call(function=kept):
            return kept in found
        case nodes.Contents(pile=pile):
            return pile is not False
    return False
