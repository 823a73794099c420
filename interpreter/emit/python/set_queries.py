"""Write questions about sets as Python code: what is in them, whether anything, how much."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from rulewright.dsl.checked import TRUTH
from rulewright.interpreter.emit.python.expressions import negate
from rulewright.interpreter.emit.python.parts import WriterPart
from rulewright.interpreter.emit.python.text import is_number
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression
from rulewright.interpreter.program.queries import everything_in, reads_variable

AT_HAND = (
    nodes.FixedSet | nodes.ReadVariable | nodes.ReadCell | nodes.Lookup | nodes.Call | nodes.Contents | nodes.Range | nodes.Ray
)
MADE_AT_ONCE = AT_HAND | nodes.Completions | nodes.WithMembers | nodes.SortedSet | nodes.LongestRow
MOST_COUNTED = 4
"""To stop counting is worth while only if there are soon enough."""
MOST_APART = 8
"""How many parts of a set are gone through one after the other, each with the conditions written again."""


class SetQueries(WriterPart):
    """Writes questions about sets."""

    def is_plain(self, e: Expression) -> bool:
        """Return whether a set is at hand without going through any."""
        match e:
            case nodes.ThingsWithin(otherwise=otherwise):
                return self.form.view(e) is not None or self.is_plain(otherwise)
            case nodes.Union(items=parts) | nodes.Concatenation(parts=parts):
                return all(not part.type.many or self.is_plain(part) for part in parts)
            case nodes.Conditional(one=one, other=other):
                return self.is_plain(one) and self.is_plain(other)
            case nodes.Bind(inner=inner):
                return self.is_plain(inner)
            case nodes.Neighbours(directions=directions):
                return len(directions) == 2
        return isinstance(e, MADE_AT_ONCE)

    def is_changing(self, e: Expression) -> bool:
        """Return whether the code of a set may be a list that the position changes."""
        if isinstance(e, nodes.Single):
            return False
        match e:
            case nodes.Contents():
                return True
            case nodes.ThingsWithin(otherwise=otherwise):
                return self.form.view(e) is not None or self.is_changing(otherwise)
            case nodes.Conditional(one=one, other=other):
                return self.is_changing(one) or self.is_changing(other)
            case nodes.Bind(inner=inner):
                return self.is_changing(inner)
            case nodes.ReadVariable(variable=variable):
                return variable in self.text.changing
            case nodes.Union(items=(values, nodes.FixedSet())):
                return self.is_changing(values)
            case (
                nodes.ReadCell() | nodes.Lookup() | nodes.Call() | nodes.Try() | nodes.FixedSet() | nodes.Union() | nodes.Range()
            ):
                pass
            case (
                nodes.Concatenation()
                | nodes.Filter()
                | nodes.Map()
                | nodes.Closure()
                | nodes.Best()
                | nodes.TakeWhile()
                | nodes.Ray()
            ):
                pass
            case (
                nodes.Neighbours()
                | nodes.LongestRow()
                | nodes.Representatives()
                | nodes.WithMembers()
                | nodes.WithoutMembers()
                | nodes.Completions()
            ):
                pass
            case nodes.SortedSet():
                pass
            case _:
                assert_never(e)
        return False

    def has_to_be_searched_in(self, e: Expression) -> bool:
        """Return whether a condition is more than a line."""
        return any(isinstance(one, nodes.Exists | nodes.Every | nodes.Sum | nodes.Count) for one in everything_in(e))

    def has_to_be_searched(self, values: Expression) -> bool:
        """Return whether only going through a set shows whether it holds anything."""
        return not self.is_plain(values) and self.slice_of(values) is None

    def exists(self, e: Expression) -> tuple[str, bool]:
        """Write the condition that a set has a member; return also whether it is a truth, not a list that may be empty."""
        match e:
            case nodes.Union(items=(item,), real=True) if not item.type.many:
                return f"({self.expressions.value(item)} >= 0)", True
            case nodes.Range(low=low, high=high):
                return f"({self.expressions.value(low)} <= {self.expressions.value(high)})", True
            case nodes.Representatives(values=values) | nodes.Best(values=values):
                return self.exists(values)
            case nodes.Bind(inner=inner):
                with self.expressions.bound(e):
                    return self.exists(inner)
            case nodes.Filter(values=nodes.Union(items=items) as listed) if self.is_sought_apart(e, listed):
                # It is enough to find a member in one of the parts.
                parts = tuple(nodes.Exists(TRUTH, evolve(e, values=item)) for item in items)
                return self.expressions.condition(nodes.Logical(TRUTH, "or", parts)), True
            case nodes.Filter(values=nodes.TakeWhile(values=values) as row) if self.is_plain(values):
                return self.exists_as_long_as(e, row), True
        part = self.slice_of(e)
        if part is not None:
            return f"({part[1]} in {part[0]})", True
        if self.is_plain(e):
            return self.sets.source(e), False
        found = self.text.fresh()
        with self.sets.first_of(e, found, f"{found} = False"):
            self.text.put(f"{found} = True")
            self.text.put("break")
        return found, True

    def is_sought_apart(self, e: nodes.Filter, listed: nodes.Union) -> bool:
        """Return whether each part of a set is gone through by itself, rather than all of them in a list without repetitions."""
        items = listed.items
        few = 1 < len(items) <= MOST_APART and not self.has_to_be_searched_in(e.condition)
        return few and all(item.type.many and not self.is_plain(item) for item in items)

    def exists_as_long_as(self, e: nodes.Filter, row: nodes.TakeWhile) -> str:
        """Write whether a condition holds for any of the first members of a set, without a list of them."""
        found = self.text.fresh()
        self.text.put(f"{found} = False")
        with self.sets.each(row.values) as name:
            with self.text.named(row.variable, name):
                self.text.put(f"if {negate(self.expressions.condition(row.condition))}: break")
            with self.text.named(e.variable, name):
                self.sets.only_if(e.condition)
            self.text.put(f"{found} = True")
            self.text.put("break")
        return found

    def count(self, e: Expression, enough: int = -1) -> str:
        """Write the number of members of a set; above `enough`, if given, any greater number will do."""
        part = self.slice_of(e)
        if part is not None:
            return f"{part[0]}.count({part[1]})"
        if isinstance(e, nodes.ThingsWithin) and self.form.view(e) is None:
            return self.count(e.otherwise, enough)
        if not isinstance(e, nodes.Filter | nodes.WithoutMembers):
            return f"len({self.sets.source(e)})"
        found = self.text.fresh()
        self.text.put(f"{found} = 0")
        with self.sets.each(e):
            self.text.put(f"{found} += 1")
            if 0 <= enough <= MOST_COUNTED:
                self.text.put(f"if {found} > {enough}: break")
        return found

    def slice_of(self, e: Expression) -> tuple[str, str] | None:
        """Return the slice of a cell's list for things in a row, and the value that is sought in it, if there is one."""
        match e:
            case nodes.Filter(
                values=values,
                variable=variable,
                condition=nodes.Compare(
                    operator="==", one=nodes.ReadCell(cell=cell, index=nodes.ReadVariable(variable=same)), other=wanted
                ),
            ) if (
                same is variable and isinstance(wanted, nodes.Value | nodes.ReadVariable) and not reads_variable(wanted, variable)
            ):
                run = run_of(values)
                if run is not None:
                    return f"{self.text.cell(cell)}[{run[0]}:{run[1]}]", self.expressions.value(wanted)
        return None

    def as_members(self, e: Expression) -> str:
        """Write a Python set with these members."""
        match e:
            case nodes.FixedSet(members=members):
                return self.form.constant(frozenset(members))
            case nodes.Map(values=values, variable=variable, body=body) if not body.type.many:
                found = self.text.fresh()
                self.text.put(f"{found} = set()")
                with self.sets.each(values) as name, self.text.named(variable, name):
                    self.text.put(f"{found}.add({self.expressions.value(body)})")
                if not (e.single or is_number(body.type) or (isinstance(body, nodes.SpaceOf) and self.stands(values))):
                    self.text.put(f"{found}.discard(-1)")
                return found
        if self.is_plain(e):
            return f"{{*{self.sets.source(e)}}}"
        found = self.text.fresh()
        self.text.put(f"{found} = set()")
        with self.sets.each(e) as name:
            self.text.put(f"{found}.add({name})")
        return found

    def stands(self, e: Expression) -> bool:
        """Return whether everything in a set of things stands somewhere."""
        match e:
            case nodes.Contents() | nodes.ThingsWithin():
                return True
            case nodes.Filter(values=values) | nodes.WithoutMembers(values=values) | nodes.Representatives(values=values):
                return self.stands(values)
        return False


def run_of(values: Expression) -> tuple[int, int] | None:
    """Return the first and the one after the last of a set that is known to be all in a row."""
    match values:
        case nodes.FixedSet(members=members) if members and list(members) == list(range(members[0], members[-1] + 1)):
            return members[0], members[-1] + 1
        case nodes.Range(low=nodes.Value(value=low), high=nodes.Value(value=high)) if low <= high:
            return low, high + 1
    return None
