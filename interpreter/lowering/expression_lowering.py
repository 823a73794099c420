"""Lower the checked expressions of one rule or define."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import NUMBER, SPACE, TRUTH, Field, Type
from rulewright.interpreter.lowering.local_slots import member_type, set_type
from rulewright.interpreter.lowering.sets import SetLowering
from rulewright.interpreter.position.walk import expressions_in
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_comparison, fold_conditional, fold_logical, fold_not, fold_pick
from rulewright.interpreter.program.nodes import (
    Call,
    Count,
    Direction,
    Exists,
    Expression,
    Filter,
    FixedSet,
    Lookup,
    Map,
    Range,
    ReadCell,
    SpaceOf,
    TextValue,
    Union,
    Value,
)

COMPARISONS = {"same": "==", "different": "!=", "at_least": ">=", "at_most": "<=", "more_than": ">", "less_than": "<"}
ARITHMETIC = {"plus": "+", "minus": "-", "times": "*", "divided": "//", "remainder": "%"}


class ExpressionLowering(SetLowering):
    """Lowering of the expressions of one rule or define."""

    def write(self, e: checked.Expression) -> Expression:
        """Lower an expression."""
        match e:
            case checked.Const(type=of):
                return Value(of, self.world.constant(e))
            case checked.CardConst(card=card):
                return Value(e.type, self.world.card_index[card])
            case checked.TextConst(text=text):
                return TextValue(e.type, text)
            case checked.OptionValue(option=option):
                return Value(e.type, int(self.world.options[option.name]))
            case checked.LocalRef(local=local):
                return self.names[local]
            case checked.TableRef(field=own):
                return self.table_field(own)
            case checked.SpaceRef(space=space):
                return Value(SPACE, self.world.first_space[space])
            case checked.FieldRef(field=own, target=target):
                return self.field(own, self.write(target), target.type)
            case checked.Property():
                return self.property(e)
            case checked.DefineCall():
                return self.define_call(e)
            case checked.Can(rule=rule, arguments=arguments):
                return Call(TRUTH, self.program.can(rule), (self.player, *map(self.write, arguments)))
            case checked.Picture(parts=parts):
                return nodes.Digest(NUMBER, tuple(map(self.pictured, parts)))
            case checked.Region():
                return self.region(e)
            case checked.TrialExpression(rule=rule, arguments=arguments):
                return nodes.Try(e.type, self.program.routine(rule), (self.player, *map(self.write, arguments)))
            case checked.Operation():
                return self.operation(e)
            case checked.SetOperation():
                return self.each(e)
            case checked.PlayerSet():
                return self.fixed(e.type, range(self.world.players))
            case checked.ValueSet(values=values):
                return self.fixed(e.type, range(len(values.names)))
            case checked.KindSet(kind=kind, group=group, target=target):
                if group is None:
                    return self.fixed(e.type, range(*self.layout.kind_range(kind)))
                assert target is not None
                return Lookup(e.type, self.table(self.layout.things_by_group(kind, group)), self.write(target))
            case checked.SeriesRef() | checked.BoardRef():
                return self.spaces(e)
            case _:
                assert_never(e)

    def spaces(self, e: checked.SeriesRef | checked.BoardRef) -> Expression:
        """Return the open spaces of a series or board."""
        parts = tuple(Range(set_type(SPACE), Value(SPACE, first), self.minus_one(end), False) for first, end in self.runs_of([e]))
        return parts[0] if len(parts) == 1 else nodes.Concatenation(set_type(SPACE), parts)

    def minus_one(self, end: Expression) -> Expression:
        """Return the last space before an end."""
        match end:
            case Value(value=value):
                return Value(SPACE, value - 1)
            case nodes.Arithmetic(operator="+", one=Value(value=value), other=length):
                return nodes.Arithmetic(SPACE, "+", Value(SPACE, value - 1), length)
        raise AssertionError(end)

    def table_field(self, own: Field) -> Expression:
        if own.assigned:
            return ReadCell(own.type, self.program.cells[own], None)
        value = self.layout.initial_table_value(own)
        if own.type.many:
            return self.fixed(own.type, value)
        return TextValue(own.type, value) if isinstance(value, str) else Value(own.type, int(value))

    def field(self, own: Field, target: Expression, of: Type) -> Expression:
        """Return a field of one thing, player, space, value or card."""
        if own.place is not None:
            return self.lookup(SPACE, self.layout.place_table(own), target)
        if of.kind == "card":
            return self.lookup(own.type, self.layout.card_field(own), target)
        if own.assigned:
            return ReadCell(own.type, self.program.cells[own], target)
        return self.lookup(own.type, self.layout.field_component(own), target)

    def direction(self, name: str, *, over_sides: bool = False) -> Direction:
        """Return a direction of boards; `over_sides`: for the cells that share a side alone."""
        table, changes = self.layout.direction(name, over_sides=over_sides)
        return Direction(cell=self.program.directions[name]) if changes else Direction(table=self.table(table))

    def property(self, e: checked.Property) -> Expression:
        """Lower a property that the engine itself knows, such as the number of a value."""
        target, layout, of = self.write(e.target), self.layout, e.target.type
        match e.property:
            case "space":
                return SpaceOf(SPACE, target)
            case "owner" if of.kind == "space":
                return self.lookup(e.type, layout.space_owners(), target)
            case "owner":
                return self.lookup(e.type, layout.owners(), target)
            case "number" if of.kind != "space":
                # Values and seats are counted from 0 in here and from 1 by people; "nothing" has number 0.
                return Value(NUMBER, target.value + 1) if isinstance(target, Value) else self.sum(target, 1)
            case "card":
                return self.lookup(e.type, layout.thing_cards(), target)
            case "group":
                assert e.group is not None
                return self.lookup(e.type, layout.group_values(e.group), target)
            case "numbered":
                assert e.group is not None
                return self.numbered(e.group, target)
            case "opposite" | "left-turn" | "right-turn":
                return self.lookup(e.type, layout.turned(e.property), target)
            case "left" | "right":
                return self.lookup(e.type, layout.neighbours_at_table(e.property), target)
            case "direction":
                direction = self.direction(e.name)
                if direction.cell is not None:
                    return ReadCell(SPACE, direction.cell, target)
                return self.lookup(SPACE, layout.direction(e.name)[0], target)
            case "row" | "column" | "number":
                return self.lookup(NUMBER, layout.space_numbers(e.property), target)
            case "neighbours" | "around":
                near, over_sides = layout.beside(e.property), e.property == "neighbours"
                if near is not None:
                    return Lookup(e.type, self.table(near), target)
                names = layout.all_directions(over_sides=over_sides)
                value, kept = self.simple(target)
                along = nodes.Neighbours(e.type, tuple([self.direction(name, over_sides=over_sides) for name in names]), value)
                if not self.world.beside:
                    return self.bind(kept, target, along)
                # Maps never grow or shrink.
                on_map = Lookup(e.type, self.table(layout.on_map()), value)
                return self.bind(kept, target, nodes.Concatenation(e.type, (along, on_map)))
            case "ray":
                direction = self.direction(e.name)
                if direction.cell is not None:
                    return nodes.Ray(e.type, direction, target)
                return Lookup(e.type, self.table(layout.rays(e.name)), target)
        raise AssertionError(e.property)

    def pair(self, e: checked.Operation) -> Expression:
        """Return the pair that two entities make, or "nothing"."""
        one, other = (self.write(operand) for operand in e.operands)
        (first, kept), (second, kept_too) = self.simple(one), self.simple(other)
        count = self.world.count(self.world.pairs[e.type.name][1])
        before = nodes.Arithmetic(e.type, "*", first, Value(NUMBER, count))
        place: Expression = nodes.Arithmetic(e.type, "+", before, second)
        if isinstance(first, Value) and isinstance(second, Value):
            place = Value(e.type, first.value * count + second.value)
        there = fold_logical("and", [self.real(first), self.real(second)])
        found = fold_conditional(e.type, there, place, Value(e.type, -1))
        return self.bind(kept, one, self.bind(kept_too, other, found))

    def few(self, e: checked.Operation) -> Expression:
        """Return a number of members at the beginning or the end of a set, or all if there are fewer."""
        wanted, values = (self.write(operand) for operand in e.operands)
        made, count = self.program.variable(e.type), self.program.variable(NUMBER)
        number, kept = self.simple(wanted)
        held = self.read(count)
        most = fold_conditional(NUMBER, fold_comparison("<", number, held), number, held)
        place: Expression = nodes.Range(set_type(NUMBER), Value(NUMBER, 1), most, True)
        if e.operator == "last_few":
            before = nodes.Arithmetic(NUMBER, "-", held, most)
            place = nodes.Range(set_type(NUMBER), self.sum(before, 1), held, True)
        variable = self.bound(NUMBER)
        one = fold_pick(member_type(e.type), "item", self.read(made), self.read(variable))
        found: Expression = Map(e.type, place, variable, one, False)
        found = self.bind(kept, wanted, nodes.Bind(e.type, count, Count(NUMBER, self.read(made)), found))
        return nodes.Bind(e.type, made, values, found)

    def numbered(self, values: checked.Values, number: Expression) -> Expression:
        """Return the value of a range that stands for a number, or "nothing"."""
        assert values.least is not None
        of, most = Type("value", values.name), values.least + len(values.names) - 1
        value, kept = self.simple(number)
        among = fold_logical(
            "and", [fold_comparison(">=", value, Value(NUMBER, values.least)), fold_comparison("<=", value, Value(NUMBER, most))]
        )
        place = (
            Value(of, value.value - values.least)
            if isinstance(value, Value)
            else (nodes.Arithmetic(of, "-", value, Value(NUMBER, values.least)))
        )
        return self.bind(kept, number, fold_conditional(of, among, place, Value(of, -1)))

    def sum(self, one: Expression, more: int) -> Expression:
        """Add a known number."""
        return nodes.Arithmetic(NUMBER, "+", one, Value(NUMBER, more))

    def define_call(self, e: checked.DefineCall) -> Expression:
        """Lower a use of a define: written out if it is small, else as a call of a function."""
        inlined = self.inlined(e)
        if inlined is not None:
            with self.inside(e, inlined):
                return self.write(e.define.value)
        return Call(e.define.type, self.program.define(e.define), (self.player, *map(self.write, e.arguments)))

    def asked_of(self, condition: checked.Expression, local: checked.Local, value: Expression) -> Expression:
        """Lower a condition on a name as a call of a function of that name and of all others that it reads."""
        own = {part.local for part in expressions_in(condition) if isinstance(part, checked.SetOperation)}
        read = [part.local for part in expressions_in(condition) if isinstance(part, checked.LocalRef)]
        names = dict.fromkeys(one for one in read if one not in own and one is not local and one.slot)
        acting = next((one for one in read if not one.slot), checked.Local("player", checked.PLAYER, 0))
        function = self.program.condition(condition, (acting, *names, local))
        return Call(TRUTH, function, (self.player, *(self.names[one] for one in names), value))

    def operation(self, e: checked.Operation) -> Expression:
        """Lower an operator over whole expressions."""
        operator, operands = e.operator, e.operands
        match operator:
            case "and" | "or":
                return fold_logical("and" if operator == "and" else "or", [self.write(operand) for operand in operands])
            case "not":
                return fold_not(self.write(operands[0]))
            case "negative":
                return nodes.Arithmetic(NUMBER, "-", Value(NUMBER, 0), self.write(operands[0]))
            case "if":
                return fold_conditional(e.type, *(self.write(operand) for operand in operands))
            case "inside" | "outside":
                found = self.is_inside(operands[0], operands[1])
                return found if operator == "inside" else fold_not(found)
            case "any" | "none":
                found = self.exists(self.write(operands[0]))
                return found if operator == "any" else fold_not(found)
            case "count":
                return self.count(operands[0])
            case "first" | "last":
                return self.end_of(e.type, operator, operands[0])
            case "item":
                return fold_pick(e.type, "item", self.write(operands[1]), self.write(operands[0]))
            case "first_few" | "last_few":
                return self.few(e)
            case "longest_line":
                return self.longest(e)
            case "range":
                return self.range(e)
            case "as_set" | "several":
                return self.several(e)
            case "pair":
                return self.pair(e)
            case "union":
                return Union(e.type, tuple(map(self.write, operands)), False)
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
            sets = [part if part.type.many else Union(set_type(part.type), (part,), False) for part in (one, other)]
            return nodes.SameMembers(TRUTH, COMPARISONS[operator], *sets)  # type: ignore[arg-type]
        return fold_comparison(COMPARISONS[operator], one, other)

    def exists(self, values: Expression) -> Expression:
        return Value(TRUTH, int(bool(values.members))) if isinstance(values, FixedSet) else Exists(TRUTH, values)

    def count(self, values: checked.Expression) -> Expression:
        """Return the size of a set."""
        match values:
            case checked.Operation(operator="longest_line"):
                row = self.longest(values)
                return nodes.LineLength(NUMBER, row.space, row.variable, row.condition, row.axes)
            case checked.SeriesRef(space=space):
                return self.length(space)
        found = self.write(values)
        return Value(NUMBER, len(found.members)) if isinstance(found, FixedSet) else Count(NUMBER, found)

    def end_of(self, of: Type, operator: str, values: checked.Expression) -> Expression:
        """Return the first or the last member of a set."""
        if isinstance(values, checked.SeriesRef):
            first, length = Value(SPACE, self.world.first_space[values.space]), self.length(values.space)
            last = nodes.Arithmetic(SPACE, "+", Value(SPACE, first.value - 1), length)
            if isinstance(length, Value):
                last = Value(SPACE, first.value - 1 + length.value)  # type: ignore[assignment]
            there_is = fold_comparison(">", length, Value(NUMBER, 0))
            return fold_conditional(of, there_is, first if operator == "first" else last, Value(SPACE, -1))
        return fold_pick(of, "first" if operator == "first" else "last", self.write(values))

    def range(self, e: checked.Operation) -> Expression:
        """Return the numbers from one to another."""
        low, high = (self.write(operand) for operand in e.operands)
        if isinstance(low, Value) and isinstance(high, Value) and 0 <= high.value - low.value < 100:
            return self.fixed(NUMBER, range(low.value, high.value + 1))
        return Range(e.type, low, high, True)

    def several(self, e: checked.Operation) -> Expression:
        """Return a set of single values and of sets, without "nothing" and repetitions."""
        items = tuple(map(self.write, e.operands))
        real = e.type.kind not in ("number", "truth")
        if all(isinstance(item, Value) for item in items):
            known = [item.value for item in items if isinstance(item, Value)]
            # Numbers form a row, in which something is looked up; anything else is a set.
            return self.fixed(e.type, list(dict.fromkeys(value for value in known if value >= 0)) if real else known)
        return Union(e.type, items, real)

    def pictured(self, e: checked.Expression) -> Expression:
        """Return a number for one part of a picture. The order of a set does not count, but that of a pile does."""
        found = self.write(e)
        if not e.type.many:
            if e.type.kind not in ("space", "thing"):
                return found
            found = Union(set_type(e.type), (found,), True)
        variable = self.bound(member_type(found.type))
        one = self.read(variable)
        parts: tuple[Expression, ...] = (one,)
        if e.type.kind == "thing":
            parts = (SpaceOf(SPACE, one), *self.looks(one))
        elif e.type.kind == "space":
            parts = (one, *self.shown(one, "space"), *self.lying_there(one, e))
        return nodes.Sum(NUMBER, found, variable, nodes.Digest(NUMBER, parts))

    def lying_there(self, space: Expression, e: checked.Expression) -> Iterator[Expression]:
        """Yield a number for the things on a space, if there may ever be any."""
        areas = self.areas.areas_of(e)
        if not any(areas & reach for reach in self.areas.reach.values()):
            return
        kinds = {self.areas.kind_of(area) for area in areas}
        lying = nodes.Contents(Type("thing", many=True), space, True if kinds == {"pile"} else None if "pile" in kinds else False)
        if lying.pile is False:
            variable = self.bound(Type("thing"))
            yield nodes.Sum(NUMBER, lying, variable, nodes.Digest(NUMBER, self.looks(self.read(variable))))
            return
        place = self.bound(NUMBER)
        thing = nodes.Pick(Type("thing"), "item", lying, self.read(place))
        each = nodes.Digest(NUMBER, (self.read(place), *self.looks(thing)))
        yield nodes.Sum(NUMBER, Range(set_type(NUMBER), Value(NUMBER, 1), Count(NUMBER, lying), False), place, each)

    def looks(self, thing: Expression) -> tuple[Expression, ...]:
        """Return the visible traits of a thing: its kind, the values that it was made for, and its fields with a text."""
        sort = Lookup(NUMBER, self.table(self.layout.constant((*self.layout.sorts(), -1))), thing)
        return sort, *self.shown(thing, "thing")

    def shown(self, one: Expression, kind: str) -> Iterator[Expression]:
        """Yield the fields of a thing or a space that have a text."""
        for own in self.layout.fields:
            if own.of is None or own.of.kind != kind or not own.titles or own.type.kind == "text":
                continue
            value = ReadCell(own.type, self.program.cells[own], one)
            if own.type.many:
                member = self.bound(member_type(own.type))
                yield nodes.Sum(NUMBER, value, member, nodes.Digest(NUMBER, (self.read(member),)))
            else:
                yield value

    def region(self, e: checked.Region) -> Expression:
        """Return the connected part of some spaces that contains others."""
        made = self.program.variable(e.spaces.type) if self.needs_making(e.spaces) else None

        def inside(values: Expression) -> Expression:
            variable = self.bound(SPACE)
            v = self.read(variable)
            test = self.member(v, e.spaces) if made is None else nodes.Contains(TRUTH, v, self.read(made))
            return Filter(e.type, values, variable, test)

        start, variable = inside(self.write(e.start)), self.bound(SPACE)
        with self.named(e.local, self.read(variable)):
            spread = nodes.Closure(e.type, start, variable, inside(self.write(e.nexts)))
        return spread if made is None else nodes.Bind(e.type, made, self.write(e.spaces), spread)

    def longest(self, e: checked.Operation) -> nodes.LongestRow:
        """Return the longest straight row through a space, over spaces of a set."""
        variable = self.bound(SPACE)
        v, spaces = self.read(variable), e.operands[1]
        match spaces:
            case checked.SetOperation(operator="where", values=checked.BoardRef(), local=local, body=body) if (
                len(self.world.game.boards) == 1 and not self.layout.resized
            ):
                # If there is only one board, nobody need ask whether a space is on it.
                with self.named(local, v):
                    condition = self.write(body)
            case _:
                condition = self.member(v, spaces)
        return nodes.LongestRow(e.type, self.write(e.operands[0]), variable, condition, self.table(self.layout.axes()))

    def each(self, e: checked.SetOperation) -> Expression:
        """Lower the operators that look at each member of a set."""
        if e.operator == "where":
            chosen = self.layout.chosen_spaces(e)
            if chosen is not None:
                return self.fixed(SPACE, chosen)
        values = self.write(e.values)
        variable = self.bound(member_type(values.type))
        with self.named(e.local, self.read(variable)):
            body = self.write(e.body)
        match e.operator:
            case "where":
                if isinstance(body, Value):
                    return values if body.value else self.fixed(e.type, ())
                return Filter(e.type, values, variable, body)
            case "sum":
                return nodes.Sum(NUMBER, values, variable, body)
            case "highest" | "lowest":
                return nodes.Extreme(NUMBER, values, variable, body, e.operator == "highest")
            case "with_most" | "with_fewest":
                return nodes.Best(e.type, values, variable, body, e.operator == "with_most")
            case "as_long_as":
                return nodes.TakeWhile(e.type, values, variable, body)
            case "map":
                return Map(e.type, values, variable, body, self.one_for_each(e))
        raise AssertionError(e.operator)

    def one_for_each(self, e: checked.SetOperation) -> bool:
        """Return whether the body is never "nothing", and differs for all members of the set."""
        match e.body:
            case checked.Property(property="group", target=checked.LocalRef(local=local)) if local is e.local:
                kind = self.world.game.kinds.get(e.values.type.name)
                return kind is not None and len(kind.groups) == 1 and self.layout.one_for_each_value(kind)
            case checked.FieldRef(field=own, target=checked.LocalRef(local=local)) if local is e.local:
                return own.place is not None
        return False
