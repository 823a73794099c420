"""Expressions of the lowered program that are worth one value come in; C expressions go out."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c_held import Word
from rulewright.interpreter.emit.c_text import Text, is_run, mask, number, offset_by
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Variable
from rulewright.interpreter.program.queries import everything_in, only_asked

ARITHMETIC = {"+": "sum_of", "-": "minus", "*": "times", "//": "divided", "%": "remainder_of"}
SMALL = 2**40
"""Numbers of the rulebook up to this cannot overflow by a sum of few."""


class Values(Text):
    """Writes values and conditions."""

    def value(self, e: Expression) -> str:
        """One value."""
        match e:
            case nodes.Value(value=value):
                return number(value)
            case nodes.TextValue(text=text):
                return str(self.whole.text(text))
            case nodes.Read(variable=variable):
                return self.name(variable)
            case nodes.Fetch(cell=cell, index=None):
                return f"p->c{cell.number}"
            case nodes.Fetch(cell=cell, index=index) if index is not None:
                return f"p->c{cell.number}[{offset_by(self.value(index))}]"
            case nodes.At(thing=thing):
                return f"p->at[{offset_by(self.value(thing))}]"
            case nodes.Lookup(table=table, index=index):
                return f"{self.whole.table(table)}[{offset_by(self.value(index))}]"
            case nodes.Arithmetic():
                return self.arithmetic(e)
            case nodes.Either(condition=condition, one=one, other=other):
                return f"({self.truth(condition)} ? {self.value(one)} : {self.value(other)})"
            case nodes.Call():
                return self.call(e)
            case nodes.Try():
                return self.value_tidily(lambda: self.tried(e))
            case nodes.Digest(parts=parts):
                listed = ", ".join(map(self.value, parts))
                return self.value_tidily(lambda: f"digest({len(parts)}, (const i64[]){{{listed}}})")
            case nodes.Count(values=values):
                return self.count(values)
            case nodes.Sum() | nodes.Extreme():
                return self.value_tidily(lambda: self.summed(e))
            case nodes.Pick():
                return self.value_tidily(lambda: self.picked(e))
            case nodes.LineLength():
                return self.line_length(e)
            case nodes.Steps(direction=direction, space=space, count=count):
                return f"steps({self.whole.next_of(direction)}, {self.value(space)}, {self.value(count)})"
            case nodes.Bind(inner=inner):
                return self.value_tidily(lambda: self.bound(e, lambda: self.value(inner)))
            case nodes.CountRows(rows=rows):
                return f"(i64){self.name(rows)}.count"
        return self.truth(e)

    def truth(self, e: Expression) -> str:
        """A condition."""
        match e:
            case nodes.Compare(operator=operator, one=one, other=other):
                return f"({self.value(one)} {operator} {self.value(other)})"
            case nodes.Both(word=word, parts=parts):
                return f"({(' && ' if word == 'and' else ' || ').join(map(self.truth, parts))})"
            case nodes.Not(part=part):
                return f"!{self.truth(part)}"
            case nodes.Either(condition=condition, one=one, other=other):
                return f"({self.truth(condition)} ? {self.truth(one)} : {self.truth(other)})"
            case nodes.Exists(values=values):
                return self.value_tidily(lambda: self.exists(values))
            case nodes.Contains(value=value, values=values):
                return self.value_tidily(lambda: self.contains(value, values))
            case nodes.Every(values=values, variable=variable, condition=condition):
                return self.value_tidily(lambda: self.search(values, lambda x: self.fails(variable, condition, x), True))
            case nodes.SameMembers():
                return self.value_tidily(lambda: self.same_members(e))
            case nodes.Bind(inner=inner):
                return self.value_tidily(lambda: self.bound(e, lambda: self.truth(inner)))
            case (
                nodes.Value()
                | nodes.Read()
                | nodes.Fetch()
                | nodes.Lookup()
                | nodes.Call()
                | nodes.Try()
                | nodes.Pick()
                | nodes.Sum()
                | nodes.Extreme()
            ):
                return self.value(e)
        raise NotImplementedError(type(e).__name__)

    # ---- numbers

    def arithmetic(self, e: nodes.Arithmetic) -> str:
        """Two numbers."""
        one, other = self.value(e.one), self.value(e.other)
        if e.operator in ("+", "-") and self.is_small(e.one) and self.is_small(e.other):
            return f"({one} {e.operator} {other})"
        if e.operator in ("//", "%") and isinstance(e.other, nodes.Value) and e.other.value > 0:
            return f"{'floor_of' if e.operator == '//' else 'rest_of'}({one}, {other})"
        return f"{ARITHMETIC[e.operator]}(w, {one}, {other})"

    def is_small(self, e: Expression) -> bool:
        """Whether a value is a reference, or a number that is known to be far from the largest."""
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
        """The sum, or the highest or lowest, of a number for each of a set."""
        assert isinstance(e, nodes.Sum | nodes.Extreme)
        result, any_yet = self.fresh("r"), self.fresh("y")

        def body(x: str) -> str:
            with self.named(e.variable, x):
                value = self.value_tidily(lambda: self.value(e.body))
            if isinstance(e, nodes.Sum):
                return f"{result} = sum_of(w, {result}, {value});"
            operator = ">" if e.highest else "<"
            n = self.fresh()
            return f"i64 {n} = {value}; if (!{any_yet} || {n} {operator} {result}) {result} = {n}, {any_yet} = 1;"

        loop = self.each(e.values, False, body)
        seen = "" if isinstance(e, nodes.Sum) else f"int {any_yet} = 0; "
        return f"({{ i64 {result} = 0; {seen}{loop} {result}; }})"

    # ---- names

    def bound(self, e: nodes.Bind, inner: Callable[[], str]) -> str:
        """An expression in which a variable stands for a value that is worked out once."""
        variable, value = e.variable, e.value
        if not variable.type.many:
            name = self.fresh("v")
            code = self.value(value)
            with self.named(variable, name):
                return f"({{ i64 {name} = {code}; {inner()}; }})"
        setting, name = self.set_bound(variable, value, only_asked(variable, e.inner))
        return f"({{ {setting} {inner()}; }})"

    def returns_bits(self, e: nodes.Call) -> int:
        """Whether a function gives a set as bits, and how many."""
        raise NotImplementedError

    def set_bound(self, variable: Variable, value: Expression, asked: bool) -> tuple[str, str]:
        """The statement that gives a name to a set; `asked`: it is only asked what is in it."""
        raise NotImplementedError

    def call(self, e: nodes.Call) -> str:
        """A call of a function."""
        parameters = e.function.parameters
        arguments = [self.argument(variable, value) for variable, value in zip(parameters, e.arguments)]
        if e.function.type.many and not self.returns_bits(e):
            self.took()
        return f"{self.whole.function(e.function)}({', '.join(['p', 'w', *arguments])})"

    def tried(self, e: nodes.Try) -> str:
        """What a routine gives, after which all that it may have changed is what it was, but for what was paid."""
        before, result = self.fresh("k"), self.fresh("r")
        self.took()
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
        """What a parameter is given."""
        if not variable.type.many:
            return self.value(value)
        if isinstance(self.whole.memory.variable(variable), Word):
            return self.made_word(value)
        return self.listed(value)

    # ---- sets that are asked something

    def search(self, values: Expression, found: Callable[[str], str], negated: bool = False) -> str:
        """Whether any of a set passes a test, which stops the search; negated: whether none does."""
        result, out = self.fresh("r"), self.fresh("found")
        hit, miss = ("0", "1") if negated else ("1", "0")

        def body(x: str) -> str:
            test = self.value_tidily(lambda: found(x))
            return f"{{ {result} = {hit}; goto {out}; }}" if test == "1" else f"if ({test}) {{ {result} = {hit}; goto {out}; }}"

        loop = self.each(values, False, body)
        return f"({{ __label__ {out}; int {result} = {miss}; {loop} {out}:; {result}; }})"

    def fails(self, variable: Variable, condition: Expression, name: str) -> str:
        """Whether a condition does not hold of a name."""
        with self.named(variable, name):
            return f"!{self.truth(condition)}"

    def exists(self, values: Expression) -> str:
        """Whether a set holds anything."""
        word = self.word(values, False)
        if word is not None:
            return f"({word} != 0)"
        match values:
            case nodes.Best(values=inner) | nodes.Merged(values=inner) | nodes.Ordered(values=inner):
                return self.exists(inner)
            case nodes.Numbers(low=low, high=high):
                return f"({self.value(low)} <= {self.value(high)})"
            case nodes.Chain(parts=parts):
                return f"({' || '.join(map(self.exists, parts))})"
            case nodes.Either(condition=condition, one=one, other=other):
                return f"({self.truth(condition)} ? {self.exists(one)} : {self.exists(other)})"
            case nodes.Lying(space=space) if not self.whole.bits:
                return f"any_on(p, {self.value(space)})"
            case nodes.Read() | nodes.Fetch() | nodes.Lookup() | nodes.Call():
                return f"({self.listed(values)}.count > 0)"
        return self.search(values, lambda _: "1")

    def count(self, values: Expression) -> str:
        """How many a set holds."""
        word = self.word(values, False)
        if word is not None:
            return f"count{self.bits(values.type)}({word})"
        match values:
            case nodes.Numbers(low=low, high=high, limited=limited):
                return f"{'count_limited(w, ' if limited else 'count_of('}{self.value(low)}, {self.value(high)})"
            case nodes.Merged() | nodes.Best() | nodes.Read() | nodes.Fetch() | nodes.Lookup() | nodes.Call():
                return self.value_tidily(lambda: f"{self.listed(values)}.count")
            case nodes.Ordered(values=inner):
                return self.count(inner)
        result = self.fresh("r")

        def counted() -> str:
            return f"({{ i64 {result} = 0; {self.each(values, False, lambda _: f'{result}++;')} {result}; }})"

        return self.value_tidily(counted)

    def contains(self, value: Expression, values: Expression) -> str:
        """Whether a value is in a set."""
        word = self.word(values, False)
        if word is not None:
            return f"has{self.bits(values.type)}({word}, {self.value(value)})"
        x = self.fresh()
        code = self.value(value)
        return f"({{ i64 {x} = {code}; {self.contains_named(x, values)}; }})"

    def contains_named(self, x: str, values: Expression) -> str:
        """Whether what has a name is in a set."""
        match values:
            case nodes.Fixed(members=members) if members and self.bits(values.type):
                return f"has{self.bits(values.type)}({self.word(values, False)}, {x})"
            case nodes.Numbers(low=low, high=high):
                return f"({self.value(low)} <= {x} && {x} <= {self.value(high)})"
            case nodes.Chain(parts=parts):
                return f"({' || '.join(self.contains_named(x, part) for part in parts)})"
            case nodes.Either(condition=condition, one=one, other=other):
                return f"({self.truth(condition)} ? {self.contains_named(x, one)} : {self.contains_named(x, other)})"
            case nodes.Lying(space=space):
                return f"({x} >= 0 && p->at[1 + {x}] >= 0 && p->at[1 + {x}] == {self.value(space)})"
            case nodes.Where(values=inner, variable=variable, condition=condition):
                test = self.contains_named(x, inner)
                with self.named(variable, x):
                    return f"({test} && {self.truth(condition)})"
            case nodes.Taken(values=inner, less=less):
                without = self.contains_named(x, less) if less.type.many else f"{x} == {self.value(less)}"
                return f"({self.contains_named(x, inner)} && !({without}))"
            case nodes.Listed(items=items) if not any(item.type.many for item in items):
                tests = " || ".join(f"{x} == {self.value(item)}" for item in items)
                real = " && " + f"{x} >= 0" if values.real else ""
                return f"(({tests or '0'}){real})"
            case nodes.Read() | nodes.Fetch() | nodes.Lookup() | nodes.Call() | nodes.Fixed():
                return f"holds{self.list_type(values.type)[3:]}({self.listed(values)}, {x})"
        return self.search(values, lambda y: f"{y} == {x}")

    def picked(self, e: nodes.Pick) -> str:
        """The first, the last or one by its number."""
        blank = "0" if e.values.type.kind in ("number", "truth") else "(-1)"
        bits = self.bits(e.values.type)
        place = "" if e.number is None else self.value(e.number)
        if e.which == "item" and isinstance(e.values, nodes.Fixed) and is_run(e.values.members):
            return f"number_of({e.values.members[0]}, {e.values.members[-1]}, {place}, {blank})"
        down = self.orders.descending(e.values)
        word = self.word(e.values, not down)
        if word is not None:
            return {
                "first": f"{'last' if down else 'first'}_or_none{bits}({word})",
                "last": f"{'first' if down else 'last'}_or_none{bits}({word})",
                "item": f"item_{'down' if down else 'up'}{bits}({word}, {place})",
            }[e.which]
        match e.values:
            case nodes.Numbers(low=low, high=high):
                first, last = self.value(low), self.value(high)
                wanted = {"first": "1", "last": f"count_of({first}, {last})", "item": place}[e.which]
                return f"number_of({first}, {last}, {wanted}, {blank})"
            case nodes.Read() | nodes.Fetch() | nodes.Lookup() | nodes.Fixed():
                width = self.list_type(e.values.type)[3:]
                wanted = place or "1"
                if e.which == "last":
                    return f"last_in{width}({self.listed(e.values)}, {blank})"
                return f"nth_in{width}({self.listed(e.values)}, {wanted}, {blank})"
        result, out, left = self.fresh("r"), self.fresh("found"), self.fresh("n")
        if e.which == "last":
            loop = self.each(e.values, True, lambda x: f"{result} = {x};")
            return f"({{ i64 {result} = {blank}; {loop} {result}; }})"
        if e.which == "first":
            loop = self.each(e.values, True, lambda x: f"{{ {result} = {x}; goto {out}; }}")
            return f"({{ __label__ {out}; i64 {result} = {blank}; {loop} {out}:; {result}; }})"
        loop = self.each(e.values, True, lambda x: f"if (--{left} == 0) {{ {result} = {x}; goto {out}; }}")
        return f"({{ __label__ {out}; i64 {result} = {blank}, {left} = {place}; {loop} {out}:; {result}; }})"

    def same_members(self, e: nodes.SameMembers) -> str:
        """Two sets compared as Python compares sets."""
        bits = self.bits(e.one.type)
        if bits:
            one, other = self.made_word(e.one), self.made_word(e.other)
            return f"compared{bits}({one}, {other}, {COMPARED[e.operator]})"
        width = self.list_type(e.one.type)[3:]
        return f"compared_lists{width}({self.listed(e.one)}, {self.listed(e.other)}, {COMPARED[e.operator]})"

    # ---- rows of spaces

    def line_length(self, e: nodes.LineLength) -> str:
        """How long the longest row through a space is."""
        bits = self.bits(Type("space", many=True))
        space, axis, side, length, best, x = (self.fresh(letter) for letter in ("s", "a", "d", "n", "b", "x"))
        start = self.value(e.space)
        axes = self.whole.program.tables[e.axes]
        holds = self.predicate(e.condition, e.variable) if bits else None
        if holds is not None:
            word = self.fresh("h")
            rays = self.whole.rays(e.axes)
            if rays is not None:
                return f"longest{bits}({holds}, {start}, {rays}, {len(axes)})"
            test, before = f"has{bits}({word}, {x})", f"u{bits} {word} = {holds}; "
        else:
            with self.named(e.variable, x):
                test, before = self.value_tidily(lambda: self.truth(e.condition)), ""
        walk = (
            f"for (int {axis} = 0; {axis} < {len(axes)}; {axis}++) {{ i64 {length} = 1; "
            f"for (int {side} = 0; {side} < 2; {side}++) {{ i64 {x} = {space}; "
            f"while (({x} = {self.whole.axes(e.axes)}[2 * {axis} + {side}][1 + {x}]) >= 0 && {test}) {length}++; }} "
            f"if ({length} > {best}) {best} = {length}; }}"
        )
        return (
            f"({{ {before}i64 {space} = {start}, {best} = 0, {x} = {space}; "
            f"if ({x} >= 0 && {test}) {{ {best} = 1; {walk} }} {best}; }})"
        )

    def predicate(self, condition: Expression, variable: Variable) -> str | None:
        """A condition on each of a universe as bits, if no loop is needed for that."""
        raise NotImplementedError


COMPARED = {"==": "SAME", "!=": "OTHER", "<": "LESS", "<=": "INSIDE", ">": "MORE", ">=": "AROUND"}


def reads(e: Expression, variable: Variable) -> bool:
    """Whether a variable is read anywhere inside an expression."""
    return any(isinstance(one, nodes.Read) and one.variable is variable for one in everything_in(e))


__all__ = ["COMPARED", "Values", "mask", "reads"]
