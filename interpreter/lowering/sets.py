"""Lower checked sets, to be listed or to be searched for something."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl import checked
from rulewright.dsl.checked import SPACE, TRUTH, Type
from rulewright.interpreter.lowering.local_slots import FALSE, TRUE, LocalSlots, member_type, set_type
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_comparison, fold_logical, fold_not, is_real, is_simple
from rulewright.interpreter.program.nodes import (
    Contains,
    Contents,
    Expression,
    Filter,
    Lookup,
    Not,
    SpaceOf,
    ThingsWithin,
    Value,
    Variable,
)


class SetLowering(LocalSlots):
    """Lowering of the sets of one rule or define."""

    def without(self, e: checked.Operation) -> Expression:
        """Return a set without one member, or without several."""
        values, other = e.operands
        variable = self.bound(member_type(e.type))
        v, source = self.read(variable), self.write(values)
        if isinstance(other, checked.Operation) and other.operator == "as_set":
            other = other.operands[0]
        if not other.type.many:
            # An element of a set is never "nothing", so nobody need look for that.
            excluded = self.write(other)
            value, kept = self.simple(excluded)
            return self.bind(kept, excluded, Filter(e.type, source, variable, fold_comparison("!=", v, value)))
        if self.needs_making(other):
            made = self.program.variable(other.type)
            found = Filter(e.type, source, variable, Not(TRUTH, Contains(TRUTH, v, self.read(made))))
            return nodes.Bind(e.type, made, self.write(other), found)
        return Filter(e.type, source, variable, fold_not(self.member(v, other)))

    def seated(self, e: checked.Operation) -> Expression:
        """Return players in seating order, beginning with one of them."""
        values, start = e.operands
        order = Lookup(e.type, self.table(self.layout.seating(e.operator)), self.write(start))
        variable = self.bound(member_type(e.type))
        member = self.member(self.read(variable), values)
        return order if isinstance(member, Value) and member.value else Filter(e.type, order, variable, member)

    def standing_on(self, e: checked.Operation) -> Expression:
        """Return the things of a set that are on a space, or on several spaces."""
        things, spaces = e.operands
        variable = self.bound(member_type(things.type))
        v = self.read(variable)
        place = SpaceOf(SPACE, v)
        if not spaces.type.many:
            space = self.write(spaces)
            if isinstance(things, checked.KindSet) and (things.group is None or self.layout.has_piles):
                return self.kind_on(e.type, things, spaces, variable)
            value, kept = self.simple(space)
            if isinstance(value, Value) and value.value < 0:
                return self.fixed(e.type, ())
            here = fold_comparison("==", place, value)
            if not self.stands(things) and not isinstance(value, Value):
                here = fold_logical("and", [here, fold_comparison(">=", value, Value(SPACE, 0))])
            return self.bind(kept, space, Filter(e.type, self.write(things), variable, here))
        if isinstance(things, checked.KindSet):
            region = self.program.regions.runs(spaces)
            if region is not None:
                return self.in_region(e, things, spaces, region)
        return self.on_any(e.type, self.write(things), variable, spaces)

    def on_any(self, of: Type, things: Expression, variable: Variable, spaces: checked.Expression) -> Expression:
        """Return the things that are on any of some spaces."""
        place = SpaceOf(SPACE, self.read(variable))
        if isinstance(spaces, checked.LocalRef) or self.needs_making(spaces):
            made = self.program.variable(spaces.type)
            found = Filter(of, things, variable, Contains(TRUTH, place, self.read(made)))
            return nodes.Bind(of, made, self.write(spaces), found)
        return Filter(of, things, variable, self.member(place, spaces))

    def kind_on(self, of: Type, things: checked.KindSet, spaces: checked.Expression, variable: Variable) -> Expression:
        """Return the things of a kind, or those with one value, on one space."""
        v = self.read(variable)
        areas = self.areas.areas_of(spaces)
        kinds = {self.areas.kind_of(area) for area in areas}
        pile = True if kinds == {"pile"} else None if "pile" in kinds else False
        lying = Contents(set_type(of), self.write(spaces), pile)
        tests: list[Expression] = []
        kept, wanted = None, None
        if things.group is not None and things.target is not None:
            wanted = self.write(things.target)
            value, kept = self.simple(wanted)
            table = self.table(self.layout.group_table(things.group))
            tests.append(fold_comparison("==", Lookup(value.type, table, v), value))
        if not self.areas.only(things.kind.name, areas):
            first, last = self.layout.kind_range(things.kind)
            tests.append(self.between(v, first, Value(v.type, last)))
        if not tests:
            return lying
        found = Filter(of, lying, variable, fold_logical("and", tests))
        return found if wanted is None else self.bind(kept, wanted, found)

    def in_region(
        self, e: checked.Operation, things: checked.KindSet, spaces: checked.Expression, region: tuple[tuple[int, int], ...]
    ) -> Expression:
        """Return the things of a kind, or those with one value, in a region."""
        variable = self.bound(member_type(things.type))
        first, last = self.layout.kind_range(things.kind)
        group = -1 if things.group is None else self.table(self.layout.group_table(things.group))
        target = None if things.target is None else self.write(things.target)
        found = self.on_any(e.type, self.write(things), variable, spaces)
        return ThingsWithin(e.type, first, last, group, target, region, found)

    def stands(self, values: checked.Expression) -> bool:
        """Return whether everything in a set of things is in play."""
        match values:
            case checked.Operation(operator="on"):
                return True
            case (
                checked.Operation(operator="without", operands=(inner, _)) | checked.SetOperation(operator="where", values=inner)
            ):
                return self.stands(inner)
            case checked.DefineCall(define=define) if not define.changes and define not in self.inlining:
                self.inlining.append(define)
                found = self.stands(define.value)
                self.inlining.pop()
                return found
        return False

    def is_inside(self, element: checked.Expression, values: checked.Expression) -> Expression:
        """Return whether a thing is on a space or on several spaces, or whether something is in a set."""
        if element.type.many:
            variable = self.bound(member_type(element.type))
            return nodes.Every(TRUTH, self.write(element), variable, self.member(self.read(variable), values))
        value = self.write(element)
        if element.type.kind == "thing" and values.type.kind == "space":
            value = SpaceOf(SPACE, value)
        if not values.type.many:
            return fold_comparison("==", value, self.write(values))
        kept = None
        cheap = value.thing if isinstance(value, SpaceOf) else value
        if not is_simple(cheap):
            kept = self.program.variable(value.type)
            return nodes.Bind(TRUTH, kept, value, self.member(self.read(kept), values))
        return self.member(value, values)

    def needs_making(self, e: checked.Expression) -> bool:
        """Return whether a membership test must first make the set."""
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
        """Return the condition that a value, which is cheap to evaluate, is in a set."""
        match e:
            case checked.SeriesRef() | checked.BoardRef() | checked.SpaceRef():
                return self.in_runs(value, [e])
            case checked.Operation(operator="union", operands=operands):
                flat = list(self.flattened(e))
                if all(isinstance(one, checked.SpaceRef | checked.SeriesRef | checked.BoardRef) for one in flat):
                    return self.in_runs(value, flat)
                return fold_logical("or", [self.member(value, operand) for operand in operands])
            case checked.PlayerSet():
                return self.real(value)
            case checked.Operation(operator="as_set" | "several", operands=operands) if not any(
                operand.type.many for operand in operands
            ):
                ones = list(map(self.write, operands))
                found = fold_logical("or", [fold_comparison("==", value, one) for one in ones])
                sure = e.type.kind in ("number", "truth") or all(map(is_real, ones))
                return found if sure else fold_logical("and", [self.real(value), found])
            case checked.Operation(operator="without", operands=(values, other)):
                excluded = self.member(value, other) if other.type.many else fold_comparison("==", value, self.write(other))
                return fold_logical("and", [self.member(value, values), fold_not(excluded)])
            case checked.Operation(operator="range", operands=(low, high)):
                return fold_logical(
                    "and", [fold_comparison("<=", self.write(low), value), fold_comparison("<=", value, self.write(high))]
                )
            case checked.Operation(operator="on", operands=(checked.KindSet() as things, spaces)):
                place = SpaceOf(SPACE, value)
                if spaces.type.many:
                    standing = self.member(place, spaces)
                else:
                    space = self.write(spaces)
                    standing = fold_comparison("==", place, space)
                    if isinstance(space, Value) and space.value < 0:
                        standing = FALSE
                    elif not isinstance(space, Value):
                        standing = fold_logical("and", [standing, fold_comparison(">=", place, Value(SPACE, 0))])
                return fold_logical("and", [self.member(value, things), standing])
            case checked.KindSet(kind=kind, group=group, target=target):
                first, last = self.layout.kind_range(kind)
                inside = self.between(value, first, Value(value.type, last))
                if group is None or target is None:
                    return inside
                wanted = self.write(target)
                table = self.table(self.layout.group_table(group))
                return fold_logical("and", [inside, fold_comparison("==", Lookup(wanted.type, table, value), wanted)])
            case checked.SetOperation(operator="where", values=values, local=local, body=body):
                with self.named(local, value):
                    return fold_logical("and", [self.member(value, values), self.write(body)])
            case checked.DefineCall() if (inlined := self.inlined(e)) is not None:
                with self.inside(e, inlined):
                    return self.member(value, e.define.value)
        return Contains(TRUTH, value, self.write(e))

    def real(self, value: Expression) -> Expression:
        """Return the condition that a value is not "nothing"."""
        return TRUE if is_real(value) else fold_comparison(">=", value, Value(value.type, 0))

    def between(self, value: Expression, first: int, end: Expression) -> Expression:
        """Return the condition that a value is between a first one and an end."""
        if isinstance(end, Value) and end.value == first + 1:
            return fold_comparison("==", value, Value(value.type, first))
        return fold_logical("and", [fold_comparison(">=", value, Value(value.type, first)), fold_comparison("<", value, end)])

    def in_runs(self, value: Expression, parts: Sequence[checked.Expression]) -> Expression:
        """Return the condition that a space is in series, boards and spaces; nothing is ever on a closed space of a series."""
        return fold_logical("or", [self.between(value, first, end) for first, end in self.runs_of(parts)])

    def flattened(self, e: checked.Expression) -> Iterator[checked.Expression]:
        """Yield the parts of a union, with defines written out."""
        match e:
            case checked.Operation(operator="union", operands=operands):
                for operand in operands:
                    yield from self.flattened(operand)
            case checked.Operation(operator="as_set", operands=(checked.SpaceRef() as space,)):
                yield space
            case checked.DefineCall(define=define, arguments=()) if self.inlined(e) is not None:
                self.inlining.append(define)
                yield from self.flattened(define.value)
                self.inlining.pop()
            case _:
                yield e
