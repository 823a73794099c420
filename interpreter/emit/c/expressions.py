"""Write expressions of the lowered program that are one value as C expressions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import assert_never

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.held import BitWord
from rulewright.interpreter.emit.c.numbers import c_number, offset_by
from rulewright.interpreter.emit.c.parts import WriterPart
from rulewright.interpreter.emit.c.text import SetName
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Variable
from rulewright.interpreter.program.queries import is_only_tested

ARITHMETIC = {"+": "sum_of", "-": "minus", "*": "times", "//": "divided", "%": "remainder_of"}
SMALL = 2**40
"""Numbers of the rulebook up to this cannot overflow by a sum of few."""


class Expressions(WriterPart):
    """Writes values and conditions."""

    def value(self, e: Expression) -> str:
        """Write one value, or a condition."""
        assert not isinstance(e, nodes.MadeSet)
        match e:
            case nodes.Value(value=value):
                return c_number(value)
            case nodes.TextValue(text=text):
                return str(self.whole.text(text))
            case nodes.ReadVariable(variable=variable):
                return self.text.name(variable)
            case nodes.ReadCell(cell=cell, index=index):
                return f"p->c{cell.number}" if index is None else f"p->c{cell.number}[{offset_by(self.value(index))}]"
            case nodes.SpaceOf(thing=thing):
                return f"p->at[{offset_by(self.value(thing))}]"
            case nodes.Lookup(table=table, index=index):
                return f"{self.whole.tables.table(table)}[{offset_by(self.value(index))}]"
            case nodes.Arithmetic():
                return self.arithmetic(e)
            case nodes.Conditional(condition=condition, one=one, other=other):
                return f"({self.value(condition)} ? {self.value(one)} : {self.value(other)})"
            case nodes.Call():
                return self.call(e)
            case nodes.Try():
                return self.text.value_tidily(lambda: self.tried(e))
            case nodes.Digest(parts=parts):
                listed = ", ".join(map(self.value, parts))
                return self.text.value_tidily(lambda: f"digest({len(parts)}, (const i64[]){{{listed}}})")
            case nodes.Count(values=values):
                return self.questions.count(values)
            case nodes.Sum() | nodes.Extreme():
                return self.text.value_tidily(lambda: self.summed(e))
            case nodes.Pick():
                return self.text.value_tidily(lambda: self.questions.picked(e))
            case nodes.LineLength():
                return self.line_length(e)
            case nodes.Steps(direction=direction, space=space, count=count):
                return f"steps({self.whole.tables.next_of(direction)}, {self.value(space)}, {self.value(count)})"
            case nodes.Bind():
                return self.text.value_tidily(lambda: self.bound_value(e))
            case nodes.CountRows(rows=rows):
                return f"(i64){self.text.name(rows)}.count"
            case nodes.Compare(operator=operator, one=one, other=other):
                return f"({self.value(one)} {operator} {self.value(other)})"
            case nodes.Logical(word=word, parts=parts):
                return f"({(' && ' if word == 'and' else ' || ').join(map(self.value, parts))})"
            case nodes.Not(part=part):
                return f"!{self.value(part)}"
            case nodes.Exists(values=values):
                return self.text.value_tidily(lambda: self.questions.exists(values))
            case nodes.Contains(value=value, values=values):
                return self.text.value_tidily(lambda: self.questions.contains(self.value(value), values))
            case nodes.Every(values=values, variable=variable, condition=condition):
                return self.text.value_tidily(lambda: self.questions.every(values, variable, condition))
            case nodes.SameMembers():
                return self.text.value_tidily(lambda: self.questions.same_members(e))
            case _:
                assert_never(e)

    def arithmetic(self, e: nodes.Arithmetic) -> str:
        """Write an operation on two numbers."""
        one, other = self.value(e.one), self.value(e.other)
        if e.operator in ("+", "-") and self.is_small(e.one) and self.is_small(e.other):
            return f"({one} {e.operator} {other})"
        if e.operator in ("//", "%") and isinstance(e.other, nodes.Value) and e.other.value > 0:
            return f"{'floor_of' if e.operator == '//' else 'rest_of'}({one}, {other})"
        return f"{ARITHMETIC[e.operator]}(w, {one}, {other})"

    def is_small(self, e: Expression) -> bool:
        """Return whether a value is a reference, or a number that is known to be far from the largest."""
        match e:
            case nodes.Value(value=value):
                return abs(value) < SMALL
            case nodes.Count() | nodes.LineLength() | nodes.CountRows():
                return True
            case nodes.Lookup(table=table, type=Type(kind="number", many=False)):
                return all(abs(entry) < SMALL for entry in self.whole.program.tables[table])
            case nodes.Arithmetic(operator="+" | "-", one=one, other=other) if e.type.kind != "number":
                return self.is_small(one) and self.is_small(other)
            case nodes.Arithmetic():
                return False
        return e.type.kind not in ("number", "text")

    def summed(self, e: Expression) -> str:
        """Write the sum, or the highest or lowest, of a number for each of a set."""
        assert isinstance(e, nodes.Sum | nodes.Extreme)
        result, any_yet = self.text.fresh("r"), self.text.fresh("y")

        def body(x: str) -> str:
            with self.text.named(e.variable, x):
                value = self.text.value_tidily(lambda: self.value(e.body))
            if isinstance(e, nodes.Sum):
                return f"{result} = sum_of(w, {result}, {value});"
            operator = ">" if e.highest else "<"
            n = self.text.fresh()
            return f"i64 {n} = {value}; if (!{any_yet} || {n} {operator} {result}) {result} = {n}, {any_yet} = 1;"

        loop = self.loops.each(e.values, False, body)
        seen = "" if isinstance(e, nodes.Sum) else f"int {any_yet} = 0; "
        return f"({{ i64 {result} = 0; {seen}{loop} {result}; }})"

    @contextmanager
    def bound(self, variable: Variable, value: Expression, asked: bool) -> Iterator[str]:
        """Bind a variable to a value that a statement works out once; a set becomes bits if that loses nothing."""
        if not variable.type.many:
            name = self.text.fresh("v")
            code = self.value(value)
            with self.text.named(variable, name):
                yield f"i64 {name} = {code};"
            return
        bits, name = self.text.bits(variable.type), self.text.fresh("q")
        if bits and (asked or self.text.ascending(value)):
            code = self.bits.made_word(value)
            self.text.set_names[variable] = SetName(name, bits)
            yield f"u{bits} {name} = {code};"
        else:
            code = self.lists.listed(value)
            self.text.set_names[variable] = SetName(name)
            yield f"{self.text.list_type(variable.type)} {name} = {code};"

    def bound_value(self, e: nodes.Bind) -> str:
        """Write an expression in which a variable stands for a value that is worked out once."""
        with self.bound(e.variable, e.value, is_only_tested(e.variable, e.inner)) as setting:
            return f"({{ {setting} {self.value(e.inner)}; }})"

    def call(self, e: nodes.Call) -> str:
        """Write a call of a function."""
        parameters = e.function.parameters
        arguments = [self.argument(variable, value) for variable, value in zip(parameters, e.arguments)]
        if e.function.type.many and not self.text.returns_bits(e):
            self.text.took()
        return f"{self.whole.function(e.function)}({', '.join(['p', 'w', *arguments])})"

    def tried(self, e: nodes.Try) -> str:
        """Write a trial: the result of a routine, after which all that it changed is restored, except what was paid."""
        before, result = self.text.fresh("k"), self.text.fresh("r")
        self.text.took()
        routine = e.routine
        aside = self.whole.put_aside(routine)
        arguments = [self.argument(variable, value) for variable, value in zip(routine.parameters, e.arguments)]
        begin, end = ("trying++; ", "trying--; ") if self.whole.program.traced else ("", "")
        return (
            f"({{ {aside} *{before} = taken(w, sizeof *{before}); put_{aside}(p, {before}); {begin}"
            f"i64 {result} = {self.whole.routine(routine)}({', '.join(['p', 'w', *arguments])}); "
            f"{end}bring_{aside}(p, {before}); {result}; }})"
        )

    def argument(self, variable: Variable, value: Expression) -> str:
        """Write the argument for a parameter."""
        if not variable.type.many:
            return self.value(value)
        if isinstance(self.whole.memory.variable(variable), BitWord):
            return self.bits.made_word(value)
        return self.lists.listed(value)

    def line_length(self, e: nodes.LineLength) -> str:
        """Write the length of the longest row through a space."""
        bits = self.text.bits(Type("space", many=True))
        space, axis, side, length, best, x = (self.text.fresh(letter) for letter in ("s", "a", "d", "n", "b", "x"))
        start = self.value(e.space)
        axes = self.whole.program.tables[e.axes]
        holds = self.predicates.predicate(e.condition, e.variable) if bits else None
        if holds is not None:
            word = self.text.fresh("h")
            rays = self.whole.tables.rays(e.axes)
            if rays is not None:
                return f"longest{bits}({holds}, {start}, {rays}, {len(axes)})"
            test, before = f"has{bits}({word}, {x})", f"u{bits} {word} = {holds}; "
        else:
            with self.text.named(e.variable, x):
                test, before = self.text.value_tidily(lambda: self.value(e.condition)), ""
        walk = (
            f"for (int {axis} = 0; {axis} < {len(axes)}; {axis}++) {{ i64 {length} = 1; "
            f"for (int {side} = 0; {side} < 2; {side}++) {{ i64 {x} = {space}; "
            f"while (({x} = {self.whole.tables.axes(e.axes)}[2 * {axis} + {side}][1 + {x}]) >= 0 && {test}) {length}++; }} "
            f"if ({length} > {best}) {best} = {length}; }}"
        )
        return (
            f"({{ {before}i64 {space} = {start}, {best} = 0, {x} = {space}; "
            f"if ({x} >= 0 && {test}) {{ {best} = 1; {walk} }} {best}; }})"
        )
