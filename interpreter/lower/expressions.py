"""Checked expressions of one rule or define come in; expressions of the lowered program go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulewright.dsl import checked
from rulewright.dsl.checked import NUMBER, SPACE, TRUTH, Field, Local, Type
from rulewright.interpreter.lower import nodes
from rulewright.interpreter.lower.nodes import (
    At,
    Call,
    Contains,
    Count,
    Direction,
    Exists,
    Expression,
    Fetch,
    Fixed,
    Listed,
    Lookup,
    Lying,
    Map,
    Not,
    Numbers,
    Read,
    Standing,
    TextValue,
    Value,
    Variable,
    Where,
)
from rulewright.interpreter.lower.simple import both, compared, either, is_real, is_simple, not_, picked, table_number

if TYPE_CHECKING:
    from rulewright.interpreter.lower.lowering import Lowering

COMPARISONS = {"same": "==", "different": "!=", "at_least": ">=", "at_most": "<=", "more_than": ">", "less_than": "<"}
ARITHMETIC = {"plus": "+", "minus": "-", "times": "*", "divided": "//", "remainder": "%"}
LARGEST_INLINED = 60
TRUE, FALSE = Value(TRUTH, 1), Value(TRUTH, 0)


def many(of: Type) -> Type:
    """A set of these."""
    return Type(of.kind, of.name, many=True)


def single(of: Type) -> Type:
    """One of a set."""
    return Type(of.kind, of.name)


class Expressions:
    """Lowers the expressions of one rule or define; `names` says what its locals are."""

    def __init__(self, program: Lowering, names: Mapping[int, Expression], player: Expression) -> None:
        self.program = program
        self.layout = program.layout
        self.world = program.layout.world
        self.areas = program.layout.areas
        self.names = dict(names)
        self.player = player
        self.inlining: list[int] = []

    # ---- names

    @contextmanager
    def named(self, local: Local, value: Expression) -> Iterator[None]:
        """While a local stands for something."""
        before = self.names.get(id(local))
        self.names[id(local)] = value
        yield
        if before is None:
            del self.names[id(local)]
        else:
            self.names[id(local)] = before

    def bound(self, of: Type) -> Variable:
        """A new variable inside one expression, for each of a set in turn."""
        return self.program.variable(of, "it")

    def read(self, variable: Variable) -> Read:
        """What a variable holds."""
        return Read(variable.type, variable)

    def table(self, name: str) -> int:
        """The number of a table of the layout."""
        return table_number(name)

    def lookup(self, of: Type, name: str, index: Expression) -> Expression:
        """An entry of a table, or the value if the index is known."""
        if isinstance(index, Value) and not of.many:
            entry = self.layout.constants[name][index.value]
            if isinstance(entry, int):
                return Value(of, int(entry))
        return Lookup(of, self.table(name), index)

    def fixed(self, of: Type, members: Sequence[int]) -> Fixed:
        """A set that is known."""
        return Fixed(many(of), self.table(self.layout.constant(tuple(members))), tuple(members))

    def simple(self, value: Expression) -> tuple[Expression, Variable | None]:
        """A value that may be written several times, and the variable that it must be bound to for that, if any."""
        if is_simple(value):
            return value, None
        variable = self.program.variable(value.type)
        return self.read(variable), variable

    def bind(self, variable: Variable | None, value: Expression, inner: Expression) -> Expression:
        """An expression in which a variable may stand for a value."""
        return inner if variable is None else nodes.Bind(inner.type, variable, value, inner)

    # ---- any expression

    def write(self, e: checked.Expression) -> Expression:
        """An expression, lowered."""
        match e:
            case checked.Const(value=value, type=of):
                return Value(of, value)
            case checked.CardConst(card=card):
                return Value(e.type, self.world.card_index[id(card)])
            case checked.TextConst(text=text):
                return TextValue(e.type, text)
            case checked.OptionValue(option=option):
                return Value(e.type, int(self.world.options[option.name]))
            case checked.LocalRef(local=local):
                return self.names[id(local)]
            case checked.TableRef(field=own):
                return self.table_field(own)
            case checked.SpaceRef(space=space):
                return Value(SPACE, self.world.first_space[id(space)])
            case checked.FieldRef(field=own, target=target):
                return self.field(own, self.write(target), target.type)
            case checked.Property():
                return self.property(e)
            case checked.DefineCall():
                return self.define_call(e)
            case checked.Can(rule=rule, arguments=arguments):
                return Call(TRUTH, self.program.can(rule), (self.player, *map(self.write, arguments)))
            case checked.Operation():
                return self.operation(e)
            case checked.Each():
                return self.each(e)
            case checked.PlayerSet():
                return self.fixed(e.type, range(self.world.players))
            case checked.ValueSet(values=values):
                return self.fixed(e.type, range(len(values.names)))
            case checked.KindSet(kind=kind, group=None):
                return self.fixed(e.type, range(*self.layout.kind_range(kind)))
            case checked.KindSet(kind=kind, group=group, target=target) if group is not None and target is not None:
                return Lookup(e.type, self.table(self.layout.things_by_group(kind, group)), self.write(target))
            case checked.SeriesRef() | checked.BoardRef():
                return self.spaces(e)
        raise AssertionError(e)

    def spaces(self, e: checked.SeriesRef | checked.BoardRef) -> Expression:
        """The open spaces of a series or board."""
        parts = tuple(
            Numbers(many(SPACE), Value(SPACE, first), self.minus_one(end), False) for first, end in self.runs_of([e])
        )
        return parts[0] if len(parts) == 1 else nodes.Chain(many(SPACE), parts)

    def minus_one(self, end: Expression) -> Expression:
        """The last before an end."""
        match end:
            case Value(value=value):
                return Value(SPACE, value - 1)
            case nodes.Arithmetic(operator="+", one=Value(value=value), other=length):
                return nodes.Arithmetic(SPACE, "+", Value(SPACE, value - 1), length)
        raise AssertionError(end)

    def table_field(self, own: Field) -> Expression:
        """A field of the table."""
        if own.assigned:
            return Fetch(own.type, self.program.cells[id(own)], None)
        value = self.layout.initial_table_value(own)
        if own.type.many:
            return self.fixed(own.type, value)
        return TextValue(own.type, value) if isinstance(value, str) else Value(own.type, int(value))

    def field(self, own: Field, target: Expression, of: Type) -> Expression:
        """A field of one thing, player, space, value or card."""
        if own.place is not None:
            return self.lookup(SPACE, self.layout.place_table(own), target)
        if of.kind == "card":
            return self.lookup(own.type, self.layout.card_field(own), target)
        if own.assigned:
            return Fetch(own.type, self.program.cells[id(own)], target)
        return self.lookup(own.type, self.layout.field_component(own), target)

    def direction(self, name: str) -> Direction:
        """A direction of boards."""
        table, changes = self.layout.direction(name)
        return Direction(cell=self.program.directions[name]) if changes else Direction(table=self.table(table))

    def property(self, e: checked.Property) -> Expression:
        """What the engine itself knows of something."""
        target, layout, of = self.write(e.target), self.layout, e.target.type
        match e.property:
            case "space":
                return At(SPACE, target)
            case "owner" if of.kind == "space":
                return self.lookup(e.type, layout.space_owners(), target)
            case "owner":
                return self.lookup(e.type, layout.owners(), target)
            case "number" if of.kind != "space":
                # Values and seats are counted from 0 in here, and from 1 by people; nothing is number 0.
                return Value(NUMBER, target.value + 1) if isinstance(target, Value) else self.sum(target, 1)
            case "card":
                return self.lookup(e.type, layout.thing_cards(), target)
            case "group":
                assert e.group is not None
                return self.lookup(e.type, layout.group_values(e.group), target)
            case "left" | "right":
                return self.lookup(e.type, layout.neighbours_at_table(e.property), target)
            case "direction":
                direction = self.direction(e.name)
                if direction.cell is not None:
                    return Fetch(SPACE, direction.cell, target)
                return self.lookup(SPACE, layout.direction(e.name)[0], target)
            case "row" | "column" | "number":
                return self.lookup(NUMBER, layout.space_numbers(e.property), target)
            case "neighbours" | "around":
                near, directions = layout.beside(e.property)
                if near is not None:
                    return Lookup(e.type, self.table(near), target)
                names = [name for name in layout.all_directions(e.property) if layout.direction(name) in directions]
                return nodes.Beside(e.type, tuple(map(self.direction, names)), target)
            case "ray":
                direction = self.direction(e.name)
                if direction.cell is not None:
                    return nodes.Ray(e.type, direction, target)
                return Lookup(e.type, self.table(layout.rays(e.name)), target)
        raise AssertionError(e.property)

    def sum(self, one: Expression, more: int) -> Expression:
        """A number and a known one."""
        return nodes.Arithmetic(NUMBER, "+", one, Value(NUMBER, more))

    # ---- defines

    def define_call(self, e: checked.DefineCall) -> Expression:
        """A define, written out where it is used if it is small, else as a function."""
        inlined = self.inlined(e)
        if inlined is not None:
            with self.inside(e, inlined):
                return self.write(e.define.value)
        return Call(e.define.type, self.program.define(e.define), (self.player, *map(self.write, e.arguments)))

    def inlined(self, e: checked.DefineCall) -> list[tuple[Local, Expression]] | None:
        """The arguments of a define that may be written out where it is used."""
        define = e.define
        if define.changes or id(define) in self.inlining or self.layout.weight(define) > LARGEST_INLINED:
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
        """While a define is written out: its parameters are the arguments, its player the one who acts."""
        before, names = self.names, dict(self.names)
        names.update((id(local), value) for local, value in arguments)
        names[id(e.define.locals[0])] = self.player
        self.names = names
        self.inlining.append(id(e.define))
        yield
        self.inlining.pop()
        self.names = before

    # ---- operators

    def operation(self, e: checked.Operation) -> Expression:
        """An operator over whole expressions."""
        operator, operands = e.operator, e.operands
        match operator:
            case "and" | "or":
                return both("and" if operator == "and" else "or", [self.write(operand) for operand in operands])
            case "not":
                return not_(self.write(operands[0]))
            case "negative":
                return nodes.Arithmetic(NUMBER, "-", Value(NUMBER, 0), self.write(operands[0]))
            case "if":
                return either(e.type, *(self.write(operand) for operand in operands))
            case "inside" | "outside":
                found = self.is_inside(operands[0], operands[1])
                return found if operator == "inside" else not_(found)
            case "any" | "none":
                found = self.exists(self.write(operands[0]))
                return found if operator == "any" else not_(found)
            case "count":
                return self.count(operands[0])
            case "first" | "last":
                return self.end_of(e.type, operator, operands[0])
            case "item":
                return picked(e.type, "item", self.write(operands[1]), self.write(operands[0]))
            case "longest_line":
                return self.longest(e)
            case "range":
                return self.range(e)
            case "as_set" | "several":
                return self.several(e)
            case "union":
                return Listed(e.type, tuple(map(self.write, operands)), False)
            case "without":
                return self.without(e)
            case "on":
                return self.standing_on(e)
            case "clockwise" | "counterclockwise":
                return self.seated(e)
        one, other = (self.write(operand) for operand in operands)
        if operator in ARITHMETIC:
            return nodes.Arithmetic(NUMBER, ARITHMETIC[operator], one, other)  # type: ignore[arg-type]
        if one.type.many or other.type.many:
            sets = [part if part.type.many else Listed(many(part.type), (part,), False) for part in (one, other)]
            return nodes.SameMembers(TRUTH, COMPARISONS[operator], *sets)  # type: ignore[arg-type]
        return compared(COMPARISONS[operator], one, other)

    def exists(self, values: Expression) -> Expression:
        """Whether a set holds anything."""
        return Value(TRUTH, int(bool(values.members))) if isinstance(values, Fixed) else Exists(TRUTH, values)

    def count(self, values: checked.Expression) -> Expression:
        """How many there are in a set."""
        match values:
            case checked.Operation(operator="longest_line"):
                row = self.longest(values)
                return nodes.LineLength(NUMBER, row.space, row.variable, row.condition, row.axes)
            case checked.SeriesRef(space=space):
                return self.length(space)
        found = self.write(values)
        return Value(NUMBER, len(found.members)) if isinstance(found, Fixed) else Count(NUMBER, found)

    def length(self, space: checked.Space) -> Expression:
        """How many spaces of a series are open."""
        if id(space) in self.layout.resized:
            return Fetch(NUMBER, self.program.lengths[id(space)], None)
        return Value(NUMBER, self.world.size[id(space)])

    def end_of(self, of: Type, operator: str, values: checked.Expression) -> Expression:
        """The first or the last of a set."""
        if isinstance(values, checked.SeriesRef):
            first, length = Value(SPACE, self.world.first_space[id(values.space)]), self.length(values.space)
            last = nodes.Arithmetic(SPACE, "+", Value(SPACE, first.value - 1), length)
            if isinstance(length, Value):
                last = Value(SPACE, first.value - 1 + length.value)  # type: ignore[assignment]
            there_is = compared(">", length, Value(NUMBER, 0))
            return either(of, there_is, first if operator == "first" else last, Value(SPACE, -1))
        return picked(of, "first" if operator == "first" else "last", self.write(values))

    def range(self, e: checked.Operation) -> Expression:
        """The numbers from one to another."""
        low, high = (self.write(operand) for operand in e.operands)
        if isinstance(low, Value) and isinstance(high, Value) and 0 <= high.value - low.value < 100:
            return self.fixed(NUMBER, range(low.value, high.value + 1))
        return Numbers(e.type, low, high, True)

    def several(self, e: checked.Operation) -> Expression:
        """A set of single values, and of sets, without nothing and repetitions."""
        items = tuple(map(self.write, e.operands))
        real = e.type.kind not in ("number", "truth")
        if all(isinstance(item, Value) for item in items):
            # What is written twice is there twice: the page says so.
            known = [item.value for item in items if isinstance(item, Value)]
            return self.fixed(e.type, [value for value in known if value >= 0 or not real])
        return Listed(e.type, items, real)

    def longest(self, e: checked.Operation) -> nodes.LongestRow:
        """The longest straight row through a space, over spaces of a set."""
        variable = self.bound(SPACE)
        v, spaces = self.read(variable), e.operands[1]
        match spaces:
            case checked.Each(operator="where", values=checked.BoardRef(), local=local, body=body) if (
                len(self.world.game.boards) == 1 and not self.layout.resized
            ):
                # Of the only board there is, being on it need not be asked.
                with self.named(local, v):
                    condition = self.write(body)
            case _:
                condition = self.member(v, spaces)
        return nodes.LongestRow(e.type, self.write(e.operands[0]), variable, condition, self.table(self.layout.axes()))

    # ---- sets

    def without(self, e: checked.Operation) -> Expression:
        """A set without one, or without others."""
        values, other = e.operands
        variable = self.bound(single(e.type))
        v, source = self.read(variable), self.write(values)
        if isinstance(other, checked.Operation) and other.operator == "as_set":
            other = other.operands[0]
        if not other.type.many:
            # What runs through a set is never nothing, so that nothing need not be looked for.
            excluded = self.write(other)
            value, kept = self.simple(excluded)
            return self.bind(kept, excluded, Where(e.type, source, variable, compared("!=", v, value)))
        if self.needs_making(other):
            made = self.program.variable(other.type)
            found = Where(e.type, source, variable, Not(TRUTH, Contains(TRUTH, v, self.read(made))))
            return nodes.Bind(e.type, made, self.write(other), found)
        return Where(e.type, source, variable, not_(self.member(v, other)))

    def seated(self, e: checked.Operation) -> Expression:
        """Players in the order in which they sit, from one on."""
        values, start = e.operands
        order = Lookup(e.type, self.table(self.layout.seating(e.operator)), self.write(start))
        variable = self.bound(single(e.type))
        member = self.member(self.read(variable), values)
        return order if isinstance(member, Value) and member.value else Where(e.type, order, variable, member)

    def standing_on(self, e: checked.Operation) -> Expression:
        """The things of a set that stand on a space, or on some spaces."""
        things, spaces = e.operands
        variable = self.bound(single(things.type))
        v = self.read(variable)
        place = At(SPACE, v)
        if not spaces.type.many:
            space = self.write(spaces)
            if isinstance(things, checked.KindSet) and (things.group is None or self.layout.has_piles):
                return self.kind_on(e.type, things, spaces, variable)
            value, kept = self.simple(space)
            if isinstance(value, Value) and value.value < 0:
                return self.fixed(e.type, ())
            here = compared("==", place, value)
            if not self.stands(things) and not isinstance(value, Value):
                here = both("and", [here, compared(">=", value, Value(SPACE, 0))])
            return self.bind(kept, space, Where(e.type, self.write(things), variable, here))
        if isinstance(things, checked.KindSet):
            region = self.program.regions.runs(spaces)
            if region is not None:
                return self.in_region(e, things, spaces, region)
        return self.on_any(e.type, self.write(things), variable, spaces)

    def on_any(self, of: Type, things: Expression, variable: Variable, spaces: checked.Expression) -> Expression:
        """Those of some things that stand on some spaces."""
        place = At(SPACE, self.read(variable))
        if isinstance(spaces, checked.LocalRef) or self.needs_making(spaces):
            made = self.program.variable(spaces.type)
            found = Where(of, things, variable, Contains(TRUTH, place, self.read(made)))
            return nodes.Bind(of, made, self.write(spaces), found)
        return Where(of, things, variable, self.member(place, spaces))

    def kind_on(self, of: Type, things: checked.KindSet, spaces: checked.Expression, variable: Variable) -> Expression:
        """The things of a kind, or those of one value, that lie on one space."""
        v = self.read(variable)
        areas = self.areas.of(spaces)
        kinds = {self.areas.kind_of(area) for area in areas}
        pile = True if kinds == {"pile"} else None if "pile" in kinds else False
        lying = Lying(many(of), self.write(spaces), pile)
        tests: list[Expression] = []
        kept, wanted = None, None
        if things.group is not None and things.target is not None:
            wanted = self.write(things.target)
            value, kept = self.simple(wanted)
            table = self.table(self.layout.group_table(things.group))
            tests.append(compared("==", Lookup(value.type, table, v), value))
        if not self.areas.only(things.kind.name, areas):
            first, last = self.layout.kind_range(things.kind)
            tests.append(self.between(v, first, Value(v.type, last)))
        if not tests:
            return lying
        found = Where(of, lying, variable, both("and", tests))
        return found if wanted is None else self.bind(kept, wanted, found)

    def in_region(
        self,
        e: checked.Operation,
        things: checked.KindSet,
        spaces: checked.Expression,
        region: tuple[tuple[int, int], ...],
    ) -> Expression:
        """The things of a kind, or those of one value, that stand in a region."""
        variable = self.bound(single(things.type))
        first, last = self.layout.kind_range(things.kind)
        group = -1 if things.group is None else self.table(self.layout.group_table(things.group))
        target = None if things.target is None else self.write(things.target)
        found = self.on_any(e.type, self.write(things), variable, spaces)
        return Standing(e.type, first, last, group, target, region, found)

    def stands(self, values: checked.Expression) -> bool:
        """Whether everything in a set of things stands somewhere."""
        match values:
            case checked.Operation(operator="on"):
                return True
            case (
                checked.Operation(operator="without", operands=(inner, _))
                | checked.Each(operator="where", values=inner)
            ):
                return self.stands(inner)
            case checked.DefineCall(define=define) if not define.changes and id(define) not in self.inlining:
                self.inlining.append(id(define))
                found = self.stands(define.value)
                self.inlining.pop()
                return found
        return False

    def each(self, e: checked.Each) -> Expression:
        """The operators that look at each of a set."""
        if e.operator == "where":
            chosen = self.layout.chosen_spaces(e)
            if chosen is not None:
                return self.fixed(SPACE, chosen)
        values = self.write(e.values)
        variable = self.bound(single(values.type))
        with self.named(e.local, self.read(variable)):
            body = self.write(e.body)
        match e.operator:
            case "where":
                if isinstance(body, Value):
                    return values if body.value else self.fixed(e.type, ())
                return Where(e.type, values, variable, body)
            case "sum":
                return nodes.Sum(NUMBER, values, variable, body)
            case "highest" | "lowest":
                return nodes.Extreme(NUMBER, values, variable, body, e.operator == "highest")
            case "with_most" | "with_fewest":
                return nodes.Best(e.type, values, variable, body, e.operator == "with_most")
            case "as_long_as":
                return nodes.AsLongAs(e.type, values, variable, body)
            case "map":
                return Map(e.type, values, variable, body, self.one_for_each(e))
        raise AssertionError(e.operator)

    def one_for_each(self, e: checked.Each) -> bool:
        """Whether what is asked of each is never nothing and never the same: each is the only one with its value."""
        match e.body:
            case checked.Property(property="group", target=checked.LocalRef(local=local)) if local is e.local:
                kind = self.world.game.kinds.get(e.values.type.name)
                return kind is not None and len(kind.groups) == 1 and self.layout.one_for_each_value(kind)
            case checked.FieldRef(field=own, target=checked.LocalRef(local=local)) if local is e.local:
                return own.place is not None
        return False

    # ---- membership

    def is_inside(self, element: checked.Expression, values: checked.Expression) -> Expression:
        """Whether a thing stands on a space or some spaces, or something is in a set."""
        if element.type.many:
            variable = self.bound(single(element.type))
            return nodes.Every(TRUTH, self.write(element), variable, self.member(self.read(variable), values))
        value = self.write(element)
        if element.type.kind == "thing" and values.type.kind == "space":
            value = At(SPACE, value)
        if not values.type.many:
            return compared("==", value, self.write(values))
        kept = None
        cheap = value.thing if isinstance(value, At) else value
        if not is_simple(cheap):
            kept = self.program.variable(value.type)
            return nodes.Bind(TRUTH, kept, value, self.member(self.read(kept), values))
        return self.member(value, values)

    def needs_making(self, e: checked.Expression) -> bool:
        """Whether asking if something is in this set means making the set first."""
        match e:
            case checked.SeriesRef() | checked.BoardRef() | checked.LocalRef() | checked.SpaceRef():
                return False
            case checked.Operation(operator="union", operands=operands):
                return any(self.needs_making(operand) for operand in operands)
            case checked.Operation(operator="as_set" | "several", operands=operands):
                return not all(isinstance(operand, checked.SpaceRef | checked.LocalRef) for operand in operands)
            case checked.DefineCall():
                inlined = self.inlined(e)
                if inlined is None:
                    return True
                with self.inside(e, inlined):
                    return self.needs_making(e.define.value)
        return True

    def member(self, value: Expression, e: checked.Expression) -> Expression:
        """The condition that a value, which is cheap to work out, is in a set."""
        match e:
            case checked.SeriesRef() | checked.BoardRef() | checked.SpaceRef():
                return self.in_runs(value, [e])
            case checked.Operation(operator="union", operands=operands):
                flat = list(self.flattened(e))
                if all(isinstance(one, checked.SpaceRef | checked.SeriesRef | checked.BoardRef) for one in flat):
                    return self.in_runs(value, flat)
                return both("or", [self.member(value, operand) for operand in operands])
            case checked.PlayerSet():
                return self.real(value)
            case checked.Operation(operator="as_set" | "several", operands=operands) if not any(
                operand.type.many for operand in operands
            ):
                ones = list(map(self.write, operands))
                found = both("or", [compared("==", value, one) for one in ones])
                sure = e.type.kind in ("number", "truth") or all(map(is_real, ones))
                return found if sure else both("and", [self.real(value), found])
            case checked.Operation(operator="without", operands=(values, other)):
                excluded = self.member(value, other) if other.type.many else compared("==", value, self.write(other))
                return both("and", [self.member(value, values), not_(excluded)])
            case checked.Operation(operator="range", operands=(low, high)):
                return both("and", [compared("<=", self.write(low), value), compared("<=", value, self.write(high))])
            case checked.Operation(operator="on", operands=(checked.KindSet() as things, spaces)):
                place = At(SPACE, value)
                if spaces.type.many:
                    standing = self.member(place, spaces)
                else:
                    space = self.write(spaces)
                    standing = compared("==", place, space)
                    if isinstance(space, Value) and space.value < 0:
                        standing = FALSE
                    elif not isinstance(space, Value):
                        standing = both("and", [standing, compared(">=", place, Value(SPACE, 0))])
                return both("and", [self.member(value, things), standing])
            case checked.KindSet(kind=kind, group=group, target=target):
                first, last = self.layout.kind_range(kind)
                inside = self.between(value, first, Value(value.type, last))
                if group is None or target is None:
                    return inside
                wanted = self.write(target)
                table = self.table(self.layout.group_table(group))
                return both("and", [inside, compared("==", Lookup(wanted.type, table, value), wanted)])
            case checked.Each(operator="where", values=values, local=local, body=body):
                with self.named(local, value):
                    return both("and", [self.member(value, values), self.write(body)])
            case checked.DefineCall() if (inlined := self.inlined(e)) is not None:
                with self.inside(e, inlined):
                    return self.member(value, e.define.value)
        return Contains(TRUTH, value, self.write(e))

    def real(self, value: Expression) -> Expression:
        """Whether a value is something."""
        return TRUE if is_real(value) else compared(">=", value, Value(value.type, 0))

    def between(self, value: Expression, first: int, end: Expression) -> Expression:
        """Whether a value lies between a first one and an end."""
        if isinstance(end, Value) and end.value == first + 1:
            return compared("==", value, Value(value.type, first))
        return both("and", [compared(">=", value, Value(value.type, first)), compared("<", value, end)])

    def in_runs(self, value: Expression, parts: Sequence[checked.Expression]) -> Expression:
        """Whether a space is among some series, boards and spaces; nothing stands on a closed space of a series."""
        return both("or", [self.between(value, first, end) for first, end in self.runs_of(parts)])

    def runs_of(self, parts: Sequence[checked.Expression]) -> list[tuple[int, Expression]]:
        """Series, boards and spaces as runs: the first, and the one after the last; those that follow each other joined."""
        runs: list[tuple[int, Expression]] = []
        for first, end in sorted((run for part in parts for run in self.bounds(part)), key=lambda run: run[0]):
            if runs and isinstance(runs[-1][1], Value) and runs[-1][1].value == first:
                runs[-1] = (runs[-1][0], end)
            else:
                runs.append((first, end))
        return runs

    def bounds(self, e: checked.Expression) -> list[tuple[int, Expression]]:
        """A series, board or space as runs of spaces."""
        first_space, size = self.world.first_space, self.world.size
        match e:
            case checked.SpaceRef(space=space):
                first = first_space[id(space)]
                return [(first, Value(SPACE, first + 1))]
            case checked.SeriesRef(space=space):
                return [(first_space[id(space)], self.end(space))]
            case checked.BoardRef(board=board) if board not in self.layout.resized_boards:
                first = first_space[id(board)]
                return [(first, Value(SPACE, first + size[id(board)]))]
            case checked.BoardRef(board=board):
                return [(first_space[id(space)], self.end(space)) for space in board.spaces]
        raise AssertionError(e)

    def end(self, space: checked.Space) -> Expression:
        """The first space after the open ones of a series."""
        first, length = self.world.first_space[id(space)], self.length(space)
        if isinstance(length, Value):
            return Value(SPACE, first + length.value)
        return nodes.Arithmetic(SPACE, "+", Value(SPACE, first), length)

    def flattened(self, e: checked.Expression) -> Iterator[checked.Expression]:
        """The parts of a union, defines written out."""
        match e:
            case checked.Operation(operator="union", operands=operands):
                for operand in operands:
                    yield from self.flattened(operand)
            case checked.Operation(operator="as_set", operands=(checked.SpaceRef() as space,)):
                yield space
            case checked.DefineCall(define=define, arguments=()) if self.inlined(e) is not None:
                self.inlining.append(id(define))
                yield from self.flattened(define.value)
                self.inlining.pop()
            case _:
                yield e
