"""Write C loops over sets of the lowered program."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.numbers import c_number, is_run
from rulewright.interpreter.emit.c.parts import Body, WriterPart
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_logical
from rulewright.interpreter.program.nodes import Expression, ReadVariable, Variable
from rulewright.interpreter.program.queries import is_only_tested


class Loops(WriterPart):
    """Writes loops over sets."""

    def each(self, values: Expression, ordered: bool, body: Body) -> str:
        """Write a loop over a set; `body` writes the code for a member by its name."""
        word = self.bits.word(values, ordered)
        if word is not None:
            return self.each_bit(word, self.text.bits(values.type), body)
        if self.whole.orders.descending(values) and (word := self.bits.word(values, False)) is not None:
            return self.each_bit(word, self.text.bits(values.type), body, "last")
        match values:
            case nodes.Range():
                return self.each_number(values, body)
            case nodes.FixedSet(members=members) if is_run(members):
                x = self.text.fresh()
                return f"for (i64 {x} = {c_number(members[0])}; {x} <= {c_number(members[-1])}; {x}++) {{ {body(x)} }}"
            case nodes.Filter(condition=nodes.Logical(word="and")) if (easier := self.without_known(values, ordered)) is not None:
                return self.each(easier, ordered, body)
            case nodes.Filter(values=inner, variable=variable, condition=condition):
                return self.each(inner, ordered, lambda x: self.tested(variable, condition, x, body))
            case nodes.WithoutMembers(values=inner, less=less):
                return self.each_left(inner, less, ordered, body)
            case nodes.TakeWhile(values=inner, variable=variable, condition=condition):
                return self.each_until(inner, variable, condition, body)
            case nodes.Map() if not values.body.type.many and (values.single or self.text.bits(values.type)):
                return self.each_mapped(values, ordered, body)
            case nodes.Map() if self.text.bits(values.type):
                return self.each_joined(values, ordered, body)
            case nodes.Concatenation(parts=parts) if all(isinstance(part, nodes.Range) for part in parts):
                return self.each_run([part for part in parts if isinstance(part, nodes.Range)], body)
            case nodes.Union(items=items) if not any(item.type.many for item in items):
                return self.each_item(values, body)
            case nodes.Bind(variable=variable, value=value, inner=inner):
                asked = is_only_tested(variable, inner)
                return self.each_with(variable, value, lambda: self.each(inner, ordered, body), asked)
            case nodes.Contents(space=space, pile=pile):
                return self.each_lying(space, pile, body)
            case nodes.Ray(direction=direction, space=space):
                x, table = self.text.fresh(), self.whole.tables.next_of(direction)
                return f"for (i64 {x} = {self.expressions.value(space)}; ({x} = {table}[1 + {x}]) >= 0;) {{ {body(x)} }}"
            case nodes.Neighbours():
                return self.each_beside(values, body)
            case nodes.ThingsWithin(otherwise=otherwise):
                return self.each(otherwise, ordered, body)
            case nodes.Best() | nodes.SortedSet() if self.text.bits(values.type) and self.text.ascending(values):
                return self.each_bit(self.bits.made_word(values), self.text.bits(values.type), body)
            case nodes.Closure() if (bits := self.text.bits(values.type)) and not ordered:
                # One that spreads otherwise than over a table has to be listed.
                flooded = self.bits.flooded(values, bits, self.text.fresh("w"))
                if flooded is not None:
                    return self.each_bit(flooded, bits, body)
        return self.each_listed(values, body)

    def each_bit(self, word: str, bits: int, body: Body, end: str = "first") -> str:
        """Write a loop over bits, from the lowest on or from the highest ("last")."""
        left, x = self.text.fresh("b"), self.text.fresh()
        less = f"{left} &= {left} - 1" if end == "first" else f"{left} ^= (u{bits})1 << last{bits}({left})"
        return f"for (u{bits} {left} = {word}; {left}; {less}) {{ i64 {x} = {end}{bits}({left}); {body(x)} }}"

    def each_listed(self, values: Expression, body: Body) -> str:
        """Write a loop over a set that is listed first."""
        listed, i, x = self.text.fresh("l"), self.text.fresh("j"), self.text.fresh()
        before = self.text.takes
        code = self.lists.listed(values)
        mark = self.text.fresh("m") if self.text.takes != before else ""
        loop = (
            f"{self.text.list_type(values.type)} {listed} = {code}; "
            f"for (i64 {i} = 0; {i} < {listed}.count; {i}++) {{ i64 {x} = {listed}.item[{i}]; {body(x)} }}"
        )
        return f"{{ char *{mark} = w->top; {loop} w->top = {mark}; }}" if mark else f"{{ {loop} }}"

    def each_number(self, values: nodes.Range, body: Body) -> str:
        """Write a loop from one number up to another."""
        x, last = self.text.fresh(), self.text.fresh("n")
        low, high = self.expressions.value(values.low), self.expressions.value(values.high)
        if values.limited:
            return f"for (i64 {x} = {low}, {last} = limited(w, {x}, {high}); {x} <= {last}; {x}++) {{ {body(x)} }}"
        return f"for (i64 {x} = {low}, {last} = {high}; {x} <= {last}; {x}++) {{ {body(x)} }}"

    def each_run(self, parts: list[nodes.Range], body: Body) -> str:
        """Write a loop over runs of spaces, one after the other."""
        runs, part, x = self.text.fresh("l"), self.text.fresh("j"), self.text.fresh()
        bounds = ", ".join(f"{{{self.expressions.value(one.low)}, {self.expressions.value(one.high)}}}" for one in parts)
        return (
            f"{{ const i64 {runs}[][2] = {{{bounds}}}; for (int {part} = 0; {part} < {len(parts)}; {part}++) "
            f"for (i64 {x} = {runs}[{part}][0]; {x} <= {runs}[{part}][1]; {x}++) {{ {body(x)} }} }}"
        )

    def without_known(self, e: nodes.Filter, ordered: bool) -> nodes.Filter | None:
        """Return a set with only those conditions that take a loop to test; None if they all do."""
        assert isinstance(e.condition, nodes.Logical)
        known: list[Expression] = []
        left: list[Expression] = []
        for part in e.condition.parts:
            (left if self.predicates.predicate(part, e.variable) is None else known).append(part)
        inner = nodes.Filter(e.type, e.values, e.variable, fold_logical("and", known))
        if not known or self.bits.word(inner, ordered) is None:
            return None
        return nodes.Filter(e.type, inner, e.variable, fold_logical("and", left))

    def tested(self, variable: Variable, condition: Expression, x: str, body: Body) -> str:
        """Write the code for a member if a condition holds for it."""
        with self.text.named(variable, x):
            test = self.text.value_tidily(lambda: self.expressions.value(condition))
        return f"if ({test}) {{ {body(x)} }}"

    def each_left(self, inner: Expression, less: Expression, ordered: bool, body: Body) -> str:
        """Write a loop over a set that leaves out one value or another set."""
        if not less.type.many:
            gone = self.text.fresh("t")
            loop = self.each(inner, ordered, lambda x: f"if ({x} != {gone}) {{ {body(x)} }}")
            return f"{{ i64 {gone} = {self.expressions.value(less)}; {loop} }}"
        variable = Variable(-1, less.type)
        read = ReadVariable(less.type, variable)

        def left(x: str) -> str:
            return f"if (!({self.questions.contains(x, read)})) {{ {body(x)} }}"

        return self.each_with(variable, less, lambda: self.each(inner, ordered, left), True)

    def each_with(self, variable: Variable, value: Expression, loop: Callable[[], str], asked: bool) -> str:
        """Write a loop inside which a variable stands for something."""

        def write() -> str:
            with self.expressions.bound(variable, value, asked) as setting:
                return f"{{ {setting} {loop()} }}"

        return self.text.loop_tidily(write)

    def each_until(self, inner: Expression, variable: Variable, condition: Expression, body: Body) -> str:
        """Write a loop up to the first member for which a condition does not hold."""
        out = self.text.fresh("out")

        def tried(x: str) -> str:
            with self.text.named(variable, x):
                test = self.text.value_tidily(lambda: self.expressions.value(condition))
            return f"if (!({test})) goto {out}; {body(x)}"

        loop = self.each(inner, True, tried)
        return f"{{ __label__ {out}; {loop} {out}:; }}"

    def each_mapped(self, e: nodes.Map, ordered: bool, body: Body) -> str:
        """Write a loop over a value for each member of a set, each once."""
        y, seen, bits = self.text.fresh(), self.text.fresh("z"), self.text.bits(e.type)

        def mapped(x: str) -> str:
            with self.text.named(e.variable, x):
                code = self.text.value_tidily(lambda: self.expressions.value(e.body))
            if e.single:
                return f"i64 {y} = {code}; {body(y)}"
            return f"i64 {y} = {code}; if ({y} >= 0 && !has{bits}({seen}, {y})) {{ {seen} |= (u{bits})1 << {y}; {body(y)} }}"

        loop = self.each(e.values, ordered, mapped)
        return loop if e.single else f"{{ u{bits} {seen} = 0; {loop} }}"

    def each_joined(self, e: nodes.Map, ordered: bool, body: Body) -> str:
        """Write a loop over the sets that the members of a set give, joined, each value once."""
        seen, bits = self.text.fresh("z"), self.text.bits(e.type)

        def once(y: str) -> str:
            return f"if (!has{bits}({seen}, {y})) {{ {seen} |= bit{bits}({y}); {body(y)} }}"

        def joined(x: str) -> str:
            with self.text.named(e.variable, x):
                return self.each(e.body, ordered, once)

        return f"{{ u{bits} {seen} = 0; {self.each(e.values, ordered, joined)} }}"

    def each_item(self, e: nodes.Union, body: Body) -> str:
        """Write a loop over single values, each once."""
        items, i, x = self.text.fresh("l"), self.text.fresh("j"), self.text.fresh()
        codes = ", ".join(self.expressions.value(item) for item in e.items)
        if len(e.items) == 1:
            real = f"if ({x} >= 0) " if e.real else ""
            return f"{{ i64 {x} = {codes}; {real}{{ {body(x)} }} }}"
        skip = f"if ({x} < 0 || among({items}, {i}, {x})) continue;" if e.real else f"if (among({items}, {i}, {x})) continue;"
        return (
            f"{{ const i64 {items}[] = {{{codes}}}; for (int {i} = 0; {i} < {len(e.items)}; {i}++) "
            f"{{ i64 {x} = {items}[{i}]; {skip} {body(x)} }} }}"
        )

    def each_lying(self, space: Expression, pile: bool | None, body: Body) -> str:
        """Write a loop over what lies on a space, in its order."""
        s, i, x = self.text.fresh("s"), self.text.fresh("j"), self.text.fresh()
        if pile:
            self.whole.used.add("piles")
            return (
                f"{{ i64 {s} = {self.expressions.value(space)}; for (i64 {i} = 0; {i} < pile_length(p, {s}); {i}++) "
                f"{{ i64 {x} = pile_of(p, {s})[{i}]; {body(x)} }} }}"
            )
        return self.each_listed(nodes.Contents(Type("thing", many=True), space, pile), body)

    def each_beside(self, e: nodes.Neighbours, body: Body) -> str:
        """Write a loop over the next spaces in some directions."""
        s, items, i, x = self.text.fresh("s"), self.text.fresh("l"), self.text.fresh("j"), self.text.fresh()
        codes = ", ".join(f"{self.whole.tables.next_of(direction)}[1 + {s}]" for direction in e.directions)
        return (
            f"{{ i64 {s} = {self.expressions.value(e.space)}; const i64 {items}[] = {{{codes}}}; "
            f"for (int {i} = 0; {i} < {len(e.directions)}; {i}++) "
            f"{{ i64 {x} = {items}[{i}]; if ({x} < 0) continue; {body(x)} }} }}"
        )
