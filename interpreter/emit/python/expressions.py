"""Write expressions of the lowered program as Python expressions, and the lines that they need before them.

A search through a set becomes a loop, before the line that wants to know, since a comprehension is a function call in Python
3.11. If a value is worked out only sometimes, its loops stand below a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import assert_never

from rulewright.interpreter.emit.python.parts import WriterPart
from rulewright.interpreter.emit.python.text import is_number
from rulewright.interpreter.passes.trial_purity import cells_changed
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression
from rulewright.interpreter.program.queries import is_only_tested, is_same_expression

CHEAP = nodes.Value | nodes.ReadVariable | nodes.ReadCell | nodes.Arithmetic | nodes.Lookup
"""Expressions that may stand last in a comparison of three values, since they cost next to nothing."""


class Expressions(WriterPart):
    """Writes single values and conditions."""

    def condition(self, e: Expression) -> str:
        """Write an expression of which only the truth counts: an empty list may stand for no."""
        match e:
            case nodes.Exists(values=values):
                return self.questions.exists(values)[0]
            case nodes.Not(part=part) if not isinstance(part, nodes.Compare):
                return negate(self.condition(part))
            case nodes.Logical(word=word, parts=parts):
                return self.joined(word, parts, self.condition)
        return self.value(e)

    def joined(self, word: str, parts: Sequence[Expression], write: Callable[[Expression], str]) -> str:
        """Write several conditions, each looked at only if it has to be."""
        codes: list[str] = []
        for group in comparison_chains(parts) if word == "and" else [(part,) for part in parts]:
            if not codes:
                codes.append(self.chain(group, write))
                continue
            code, lines = self.text.apart(lambda group=group: self.chain(group, write))  # type: ignore[misc]
            if lines:
                found = self.text.fresh()
                self.text.put(f"{found} = {f' {word} '.join(codes)}")
                self.text.put(f"if {found}:" if word == "and" else f"if not {found}:")
                self.text.lines += lines
                self.text.put(f"    {found} = {code}")
                codes = [found]
            else:
                codes.append(code)
        return codes[0] if len(codes) == 1 else f"({f' {word} '.join(codes)})"

    def chain(self, group: tuple[Expression, ...], write: Callable[[Expression], str]) -> str:
        """Write one condition, or two comparisons of the same value at one stroke."""
        if len(group) == 1:
            return write(group[0])
        one, other = group
        assert isinstance(one, nodes.Compare)
        assert isinstance(other, nodes.Compare)
        if one.operator == ">=":
            return f"({self.value(one.other)} <= {self.value(one.one)} {other.operator} {self.value(other.other)})"
        first, second = (one.other, one.one) if is_same_expression(one.one, other.one) else (one.one, one.other)
        return f"({self.value(first)} {one.operator} {self.value(second)} {other.operator} {self.value(other.other)})"

    def value(self, e: Expression) -> str:
        """Write any expression; a set becomes code that can be gone through."""
        match e:
            case nodes.Value(type=kind, value=number):
                return str(bool(number)) if kind.kind == "truth" else f"({number})" if number < 0 else str(number)
            case nodes.TextValue(text=text):
                return self.form.message_value(text)
            case nodes.ReadVariable(variable=variable):
                return self.read(variable)
            case nodes.ReadCell(cell=cell, index=index):
                return f"{self.text.part('t')}[{cell.place}]" if index is None else f"{self.text.cell(cell)}[{self.value(index)}]"
            case nodes.SpaceOf(thing=thing):
                return f"{self.text.part('at')}[{self.value(thing)}]"
            case nodes.Lookup(table=table, index=index):
                return f"c{table}[{self.value(index)}]"
            case nodes.CountRows(rows=rows):
                return f"len({self.text.name(rows)})"
        if isinstance(e, nodes.MadeSet) or e.type.many:
            return self.sets.source(e)
        if self.text.too_deep and not isinstance(e, nodes.Call):
            return self.outlined(e)
        return self.worked_out(e)

    def read(self, variable: nodes.Variable) -> str:
        """Write the value of a variable, which may have to be worked out first."""
        if variable not in self.text.wanted_once:
            return self.text.name(variable)
        name, value = self.text.wanted_once[variable]
        with self.text.below(f"if {name} is None:"):
            self.text.put(f"{name} = {self.value(value)}")
        return name

    def outlined(self, e: Expression) -> str:
        """Write an expression as a function of its own."""
        name, variables = self.form.outlined(e)
        return self.called(name, [self.read(variable) for variable in variables])

    def called(self, name: str, arguments: Sequence[str]) -> str:
        """Write a call of a function of the form."""
        return f"{name}({', '.join(['s', *arguments] if self.form.logging else arguments)})"

    def worked_out(self, e: nodes.WorkedOut) -> str:
        """Write a single value that is more than at hand."""
        match e:
            case nodes.Arithmetic(operator=operator, one=one, other=other):
                return self.arithmetic(operator, one, other)
            case nodes.Compare(operator=operator, one=nodes.Count(values=values), other=nodes.Value(value=few)):
                return f"({self.questions.count(values, few)} {operator} {few})"
            case nodes.Compare(operator=operator, one=one, other=other):
                return f"({self.value(one)} {operator} {self.value(other)})"
            case nodes.SameMembers(operator=operator, one=one, other=other):
                return f"({self.questions.as_members(one)} {operator} {self.questions.as_members(other)})"
            case nodes.Logical(word=word, parts=parts):
                return self.joined(word, parts, self.value)
            case nodes.Not(part=nodes.Compare(operator="==", one=one, other=other)):
                return f"({self.value(one)} != {self.value(other)})"
            case nodes.Not(part=part):
                return negate(self.condition(part))
            case nodes.Conditional():
                return self.either(e, self.value)
            case nodes.Call(function=function, arguments=arguments):
                return self.form.call(function, [self.value(argument) for argument in arguments])
            case nodes.Try():
                return self.tried(e)
            case nodes.Digest(parts=parts):
                return f"digest({', '.join(map(self.value, parts))})"
            case nodes.Count(values=values):
                return self.questions.count(values)
            case nodes.Exists(values=values):
                code, is_truth = self.questions.exists(values)
                return code if is_truth else f"bool({code})"
            case nodes.Sum() | nodes.Extreme() | nodes.Every():
                return self.summed_up(e)
            case nodes.Pick():
                return self.pick(e)
            case nodes.Contains(value=value, values=values):
                return f"({self.value(value)} in {self.sets.source(values)})"
            case nodes.LineLength(space=space, variable=variable, condition=condition, axes=axes):
                return self.row(space, variable, condition, axes, whole=False)
            case nodes.Steps(direction=direction, space=space, count=count):
                return f"steps({self.direction(direction)}, {self.value(space)}, {self.value(count)})"
            case nodes.Bind(inner=inner):
                with self.bound(e):
                    return self.value(inner)
            case _:
                assert_never(e)

    def tried(self, e: nodes.Try) -> str:
        """Write a trial: the result of a routine, after which the position is restored."""
        before, found = self.text.fresh(), self.text.fresh()
        arguments = [self.sets.lasting(one) if one.type.many else self.value(one) for one in e.arguments]
        changed = cells_changed(e.routine)
        if changed is None:
            self.text.put(f"{before} = {self.called('put_aside', [])}")
            self.try_out(found, e.routine, arguments)
            self.text.put(self.called("bring_back", [before]))
            return found
        places: list[str] = []
        for cell in sorted(changed, key=lambda cell: cell.number):
            places.append(f"{self.text.part('t')}[{cell.place}]" if cell.kind == "one" else f"{self.text.cell(cell)}[:]")
        kept = ", ".join(places)
        if kept:
            self.text.put(f"{before} = {kept},")
        self.try_out(found, e.routine, arguments)
        if kept:
            self.text.put(f"{kept}, = {before}")
        return found

    def try_out(self, found: str, routine: nodes.Routine, arguments: Sequence[str]) -> None:
        """Write a trial of a routine, whose effects are taken back afterwards."""
        traced = self.form.program.traced
        if traced:
            self.text.put("trying(1)")
        self.text.put(f"{found} = {self.form.try_out(routine, arguments)}")
        if traced:
            self.text.put("trying(-1)")

    def arithmetic(self, operator: str, one: Expression, other: Expression) -> str:
        """Write an operation on two numbers."""
        first, second = self.value(one), self.value(other)
        if operator == "*":
            return f"times({first}, {second})"
        if operator in ("//", "%") and not (isinstance(other, nodes.Value) and other.value):
            return f"{'divided' if operator == '//' else 'remainder'}({first}, {second})"
        if operator == "-" and first == "0":
            return f"(-{second})"
        return f"({first} {operator} {second})"

    def either(self, e: nodes.Conditional, write: Callable[[Expression], str]) -> str:
        """Write one value or the other."""
        condition = self.condition(e.condition)
        one, before_one = self.text.apart(lambda: write(e.one))
        other, before_other = self.text.apart(lambda: write(e.other))
        if not before_one and not before_other:
            return f"({one} if {condition} else {other})"
        found = self.text.fresh()
        for line, code, before in ((f"if {condition}:", one, before_one), ("else:", other, before_other)):
            self.text.put(line)
            self.text.lines += before
            self.text.put(f"    {found} = {code}")
        return found

    @contextmanager
    def bound(self, e: nodes.Bind) -> Iterator[None]:
        """Give a name to a value that is worked out once."""
        if not e.value.type.many:
            code = self.text.kept(self.value(e.value))
        elif is_only_tested(e.variable, e.inner):
            code = self.text.kept(self.questions.as_members(e.value))
        else:
            code = self.sets.source(e.value)
            if self.questions.is_changing(e.value):
                self.text.changing.add(e.variable)
            code = self.text.kept(code)
        with self.text.named(e.variable, code):
            yield

    def summed_up(self, e: nodes.Sum | nodes.Extreme | nodes.Every) -> str:
        """Write a number, or a truth, about all of a set."""
        found = self.text.fresh()
        match e:
            case nodes.Sum(values=values, variable=variable, body=body):
                self.text.put(f"{found} = 0")
                with self.sets.each(values) as name, self.text.named(variable, name):
                    self.text.put(f"{found} += {self.value(body)}")
            case nodes.Extreme(values=values, variable=variable, body=body, highest=highest):
                self.text.put(f"{found} = None")
                with self.sets.each(values) as name, self.text.named(variable, name):
                    number = self.text.kept(self.value(body))
                    self.text.put(f"if {found} is None or {number} {'>' if highest else '<'} {found}: {found} = {number}")
                self.text.put(f"if {found} is None: {found} = 0")
            case nodes.Every(values=values, variable=variable, condition=condition):
                with self.sets.first_of(values, f"not {found}", f"{found} = True") as name, self.text.named(variable, name):
                    self.text.open(f"if not {self.condition(condition)}:")
                    self.text.put(f"{found} = False")
                    self.text.put("break")
        return found

    def pick(self, e: nodes.Pick) -> str:
        """Write one member of a set, by its place in it."""
        missing = "0" if is_number(e.type) else "-1"
        if e.which == "item":
            assert e.number is not None
            if e.sure:
                return f"{self.sets.source(e.values)}[{self.value(e.number)} - 1]"
            return f"item({self.value(e.number)}, {self.sets.source(e.values)}, {missing})"
        if e.which == "first" and not self.questions.is_plain(e.values):
            found = self.text.fresh()
            last = f"{found} = {missing}"
            if is_number(e.type):
                # Any number may be in the set.
                return f"({self.sets.source(e.values)} or no_number)[0]"
            with self.sets.first_of(e.values, f"{found} >= 0", last) as name:
                self.text.put(f"{found} = {name}")
                self.text.put("break")
            return found
        otherwise = "no_number" if is_number(e.type) else "no_one"
        return f"({self.sets.source(e.values)} or {otherwise})[{0 if e.which == 'first' else -1}]"

    def row(self, space: Expression, variable: nodes.Variable, condition: Expression, axes: int, whole: bool) -> str:
        """Write the longest straight row through a space, or its length."""
        name, variables = self.form.row_length(variable, condition, axes, whole)
        return self.called(name, [self.value(space), *map(self.read, variables)])

    def direction(self, direction: nodes.Direction) -> str:
        """Write the list of the next space of each space."""
        return f"c{direction.table}" if direction.cell is None else self.text.cell(direction.cell)


def negate(code: str) -> str:
    """Write the opposite of a condition."""
    return {"True": "False", "False": "True"}.get(code, f"(not {code})")


def comparison_chains(parts: Sequence[Expression]) -> Iterator[tuple[Expression, ...]]:
    """Yield conditions, in pairs where Python can test two at one stroke: `0 <= x < 4`."""
    waiting: Expression | None = None
    for part in parts:
        if waiting is not None and is_chain(waiting, part):
            yield waiting, part
            waiting = None
            continue
        if waiting is not None:
            yield (waiting,)
        waiting = part
    if waiting is not None:
        yield (waiting,)


def is_chain(one: Expression, other: Expression) -> bool:
    """Return whether two conditions compare the same value."""
    if not isinstance(one, nodes.Compare) or not isinstance(other, nodes.Compare) or not isinstance(other.other, CHEAP):
        return False
    if one.operator == ">=" and other.operator in ("<", "<="):
        return is_same_expression(one.one, other.one)
    if one.operator == "<=" and other.operator in ("<", "<="):
        return is_same_expression(one.other, other.one)
    return (
        one.operator == "=="
        and other.operator == ">="
        and (is_same_expression(one.one, other.one) or is_same_expression(one.other, other.one))
    )
