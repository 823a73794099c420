"""Find where things may be: the spaces that a name may stand for, the kinds that are ever out of play, and how moves go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Cell, Expression, Function, LoweredProgram, Variable
from rulewright.interpreter.program.queries import everything_in

Mask = int
"""A set of spaces, with a bit for each."""
Runs = tuple[tuple[int, int], ...]
Target = Variable | Cell | Function
GOING_THROUGH = (
    nodes.Filter,
    nodes.Map,
    nodes.Sum,
    nodes.Extreme,
    nodes.Every,
    nodes.Best,
    nodes.TakeWhile,
    nodes.Representatives,
)
"""Expressions that go through a set, with a name for each of its members."""


def mask_of(spaces: Iterable[int]) -> Mask:
    """Return some spaces as a mask; "nothing" has no bit."""
    mask = 0
    for space in spaces:
        if space >= 0:
            mask |= 1 << space
    return mask


def mask_of_runs(runs: Runs) -> Mask:
    return sum((1 << end) - (1 << first) for first, end in runs)


class Reachability:
    """The spaces and places that a program's names may stand for: perhaps too many, never too few."""

    def __init__(self, program: LoweredProgram) -> None:
        self.program = program
        world = self.world = program.world
        self.tables = program.tables
        kinds = program.layout.areas.kinds_at()
        self.everywhere: Mask = (1 << len(world.spaces)) - 1
        self.boards = mask_of(number for number, space in enumerate(world.spaces) if space.board is not None)
        self.piles = mask_of(number for number, space in enumerate(world.spaces) if space.kind == "pile")
        self.of_kind: dict[str, Mask] = {
            name: mask_of(number for number, found in enumerate(kinds) if name in found) for name in world.game.kinds
        }
        self._entries: dict[int, Mask] = {}
        self.known: dict[Target, Mask] = {}
        self.standing_now: dict[Variable, Mask] = {}
        """Where the things in some variables are: those that have just been chosen, while nothing has moved."""
        self.everything = [
            *everything_in(tuple(routine.body for routine in program.routines)),
            *everything_in(tuple(function.value for function in program.functions)),
        ]
        self.find_known()
        self.out = self.find_out()
        """The kinds of which something may be out of play."""

    def sources(self) -> Iterator[tuple[Target, Expression]]:
        """Yield what the names of spaces may be."""
        results = {
            routine.number: [one.value for one in everything_in(routine.body) if isinstance(one, nodes.LeaveRoutine)]
            for routine in self.program.routines
        }
        for one in self.everything:
            match one:
                case nodes.Bind(variable=variable, value=value):
                    yield variable, value
                case nodes.ChoicePart(variable=variable, bound=bound, options=options):
                    yield variable, options
                    yield bound, options
                case nodes.Call(function=function, arguments=arguments):
                    yield from zip(function.parameters, arguments)
                case nodes.Try(routine=routine, arguments=arguments):
                    yield from zip(routine.parameters, arguments)
                case nodes.Closure(variable=variable, values=values, body=body):
                    yield variable, values
                    yield variable, body
                case _ if isinstance(one, GOING_THROUGH):
                    yield one.variable, one.values
                case _ if isinstance(one, nodes.Statement):
                    yield from self.given_by(one, results)
        for function in self.program.functions:
            if function.value is not None:
                yield function, function.value

    def given_by(
        self, statement: nodes.Statement, results: dict[int, list[Expression | None]]
    ) -> Iterator[tuple[Target, Expression]]:
        """Yield what a statement gives to names; `results`: what routines may give."""
        match statement:
            case nodes.Assign(variable=variable, value=value) | nodes.ForEach(variable=variable, values=value):
                yield variable, value
            case nodes.ChooseSet(variable=variable, left=left, options=options):
                yield variable, options
                yield left, options
            case nodes.SetCell(cell=cell, value=value):
                yield cell, value
            case nodes.CallRoutine(routine=routine, arguments=arguments, result=result):
                yield from zip(routine.parameters, arguments)
                if result is not None:
                    yield from ((result, value) for value in results[routine.number] if value is not None)
            case nodes.Choose() | nodes.Menu() | nodes.Together():
                # A choice gives its names what is wanted from a set.
                pass
            case nodes.AskWords() | nodes.Roll() | nodes.CallCard():
                # These give no spaces to names: words, faces, and the player of a card.
                pass
            case nodes.DrawAny() | nodes.Shuffle() | nodes.Move() | nodes.TakeAway() | nodes.Swap() | nodes.DrawLast():
                pass
            case nodes.Resize() | nodes.If() | nodes.While() | nodes.Until() | nodes.Repeat():
                pass
            case nodes.LeaveRoutine() | nodes.EndGame() | nodes.Pay() | nodes.NoteReached() | nodes.Note():
                pass
            case _:
                assert_never(statement)

    def find_known(self) -> None:
        """Find the spaces that each name may be: go over everything that leads to it until nothing new is found."""
        found = [(target, value) for target, value in self.sources() if target.type.kind == "space"]
        self.known = dict.fromkeys((target for target, _ in found), 0)
        for cell in self.program.cells:
            if cell.type.kind == "space" and cell.declared is not None:
                self.known[cell] = self.known.get(cell, 0) | self.initial(cell)
        changed = True
        while changed:
            changed = False
            for target, value in found:
                more = self.spaces(value) | self.known[target]
                if more != self.known[target]:
                    self.known[target] = more
                    changed = True

    def initial(self, cell: Cell) -> Mask:
        """Return the spaces that a cell holds at the beginning."""
        layout, own = self.program.layout, cell.declared
        values = [layout.initial_table_value(own)] if own.of is None else layout.initial_field(own)
        return mask_of(space for value in values for space in ((value,) if isinstance(value, int) else value))

    def entries(self, table: int) -> Mask:
        """Return all spaces in a table."""
        if table not in self._entries:
            found: set[int] = set()
            for entry in self.tables[table]:
                found.update((entry,) if isinstance(entry, int) else entry)
            self._entries[table] = mask_of(found)
        return self._entries[table]

    def spaces(self, e: Expression) -> Mask:
        """Return the spaces that an expression of that type may be."""
        if isinstance(e, nodes.Narrowing):
            return self.spaces(e.values)
        match e:
            case nodes.Value(value=value):
                return mask_of((value,))
            case nodes.ReadVariable(variable=variable):
                return self.known.get(variable, self.everywhere)
            case nodes.Call(function=function):
                return self.known.get(function, self.everywhere)
            case nodes.Lookup(table=table) | nodes.FixedSet(table=table):
                return self.entries(table)
            case nodes.SpaceOf(thing=thing):
                return self.standing(thing)
            case nodes.ReadCell(cell=cell):
                return self.boards if cell.direction else self.known.get(cell, self.everywhere)
            case nodes.Steps() | nodes.Ray() | nodes.Neighbours() | nodes.LongestRow():
                return self.boards
            case nodes.Range(low=nodes.Value(value=low), high=nodes.Value(value=high)):
                return (1 << high + 1) - (1 << low) if 0 <= low <= high else 0
            case nodes.Range(low=nodes.Value(value=low)):
                series = self.world.spaces[low].declared
                return mask_of(number for number, space in enumerate(self.world.spaces) if space.declared is series)
            case nodes.Conditional(one=one, other=other) | nodes.WithMembers(values=one, more=other):
                return self.spaces(one) | self.spaces(other)
            case nodes.Bind(inner=inner):
                return self.spaces(inner)
            case nodes.Map(body=body):
                return self.spaces(body)
            case nodes.Closure(values=values, body=body):
                return self.spaces(values) | self.spaces(body)
            case nodes.Concatenation(parts=parts) | nodes.Union(items=parts):
                found = 0
                for part in parts:
                    found |= self.spaces(part)
                return found
            case nodes.TextValue() | nodes.CountRows() | nodes.Arithmetic() | nodes.Compare() | nodes.SameMembers():
                pass
            case nodes.Logical() | nodes.Not() | nodes.Try() | nodes.Digest() | nodes.Count() | nodes.Exists() | nodes.Sum():
                pass
            case nodes.Extreme() | nodes.Every() | nodes.Contains() | nodes.LineLength() | nodes.Range() | nodes.Contents():
                pass
            case nodes.ThingsWithin():
                pass
            case _:
                assert_never(e)
        return self.everywhere

    def standing(self, e: Expression) -> Mask:
        """Return the spaces where the things that an expression may be can be."""
        if isinstance(e, nodes.Narrowing):
            return self.standing(e.values)
        everywhere = self.of_kind.get(e.type.name, self.everywhere)
        match e:
            case nodes.ReadVariable(variable=variable):
                return self.standing_now.get(variable, everywhere)
            case nodes.Contents(space=space):
                return self.spaces(space) & everywhere
            case nodes.ThingsWithin(region=region):
                return mask_of_runs(region) & everywhere
            case nodes.Bind(inner=inner):
                return self.standing(inner)
        return everywhere

    def stands(self, e: Expression) -> bool:
        """Return whether all things that an expression may be are certainly in play; "nothing" does not count."""
        if e.type.name in self.of_kind and e.type.name not in self.out:
            return True
        if isinstance(e, nodes.Narrowing):
            return self.stands(e.values)
        match e:
            case nodes.Contents() | nodes.ThingsWithin():
                return True
            case nodes.ReadVariable(variable=variable):
                return variable in self.standing_now
            case nodes.Bind(inner=inner):
                return self.stands(inner)
        return False

    def find_out(self) -> set[str]:
        """Return the kinds of which something may be out of play."""
        found = {info.kind.name for info, start in zip(self.world.things, self.world.starts) if start < 0}
        swapped: list[set[str]] = []
        for one in self.everything:
            if not isinstance(one, nodes.Moving):
                continue
            match one:
                case nodes.TakeAway(things=things):
                    found |= self.kinds_of(things)
                case nodes.Resize(first=first, most=most, extend=extend):
                    closed = 0 if extend else mask_of(range(first, first + most))
                    found |= {kind for kind, reach in self.of_kind.items() if reach & closed}
                case nodes.Swap(one=first_thing, other=second_thing):
                    swapped.append(self.kinds_of(first_thing) | self.kinds_of(second_thing))
                case nodes.Move() | nodes.DrawLast() | nodes.DrawAny():
                    # These move things to places.
                    pass
                case _:
                    assert_never(one)
        for _ in swapped:
            for kinds in swapped:
                found |= kinds if kinds & found else set()
        return found

    def kinds_of(self, things: Expression) -> set[str]:
        """Return the kinds that some things may be of."""
        return {things.type.name} if things.type.name in self.of_kind else set(self.of_kind)
