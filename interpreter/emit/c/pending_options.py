"""Write questions about sets as C expressions: what is in them, how much, the first of them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.interpreter.emit.c.numbers import is_run
from rulewright.interpreter.emit.c.parts import WriterPart
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, Variable


class SetQueries(WriterPart):
    """Writes questions about sets."""

    def search(self, values: Expression, found: Callable[[str], str], negated: bool = False) -> str:
        """Write a search for a member that passes a test; negated, a test that there is none."""
        result, out = self.text.fresh("r"), self.text.fresh("found")
        hit, miss = ("0", "1") if negated else ("1", "0")

        def body(x: str) -> str:
            test = self.text.value_tidily(lambda: found(x))
            return f"{{ {result} = {hit}; goto {out}; }}" if test == "1" else f"if ({test}) {{ {result} = {hit}; goto {out}; }}"

        loop = self.loops.each(values, False, body)
        return f"({{ __label__ {out}; int {result} = {miss}; {loop} {out}:; {result}; }})"

    def every(self, values: Expression, variable: Variable, condition: Expression) -> str:
        """Write a test whether a condition holds for each member of a set."""

        def fails(x: str) -> str:
            with self.text.named(variable, x):
                return f"!{self.expressions.value(condition)}"

        return self.search(values, fails, True)

    def exists(self, values: Expression) -> str:
        """Write a test whether a set has a member."""
        word = self.bits.word(values, False)
        if word is not None:
            return f"({word} != 0)"
        match values:
            case nodes.Best(values=inner) | nodes.Representatives(values=inner):
                return self.exists(inner)
            case nodes.Range(low=low, high=high):
                return f"({self.expressions.value(low)} <= {self.expressions.value(high)})"
            case nodes.Contents(space=space) if not self.whole.bits:
                return f"any_on(p, {self.expressions.value(space)})"
            case nodes.ReadVariable() | nodes.ReadCell() | nodes.Lookup() | nodes.Call():
                return f"({self.lists.listed(values)}.count > 0)"
        return self.search(values, lambda _: "1")

    def count(self, values: Expression) -> str:
        """Write the number of members of a set."""
        word = self.bits.word(values, False)
        if word is not None:
            return f"count{self.text.bits(values.type)}({word})"
        match values:
            case nodes.Range(low=low, high=high, limited=limited):
                first, last = self.expressions.value(low), self.expressions.value(high)
                return f"count_limited(w, {first}, {last})" if limited else f"count_of({first}, {last})"
            case nodes.Representatives() | nodes.Best() | nodes.ReadVariable() | nodes.ReadCell() | nodes.Lookup() | nodes.Call():
                return self.text.value_tidily(lambda: f"{self.lists.listed(values)}.count")
        result = self.text.fresh("r")

        def counted() -> str:
            return f"({{ i64 {result} = 0; {self.loops.each(values, False, lambda _: f'{result}++;')} {result}; }})"

        return self.text.value_tidily(counted)

    def contains(self, value: str, values: Expression) -> str:
        """Write a test whether a value is in a set."""
        word = self.bits.word(values, False)
        if word is not None:
            return f"has{self.text.bits(values.type)}({word}, {value})"
        return f"holds{self.text.list_type(values.type)[3:]}({self.lists.listed(values)}, {value})"

    def picked(self, e: nodes.Pick) -> str:
        """Write the first member of a set, the last, or one by its number."""
        blank = "0" if e.values.type.kind in ("number", "truth") else "(-1)"
        bits = self.text.bits(e.values.type)
        place = "" if e.number is None else self.expressions.value(e.number)
        if e.which == "item" and isinstance(e.values, nodes.FixedSet) and is_run(e.values.members):
            return f"number_of({e.values.members[0]}, {e.values.members[-1]}, {place}, {blank})"
        down = self.whole.orders.descending(e.values)
        word = self.bits.word(e.values, not down)
        if word is not None:
            return {
                "first": f"{'last' if down else 'first'}_or_none{bits}({word})",
                "last": f"{'first' if down else 'last'}_or_none{bits}({word})",
                "item": f"item_{'down' if down else 'up'}{bits}({word}, {place})",
            }[e.which]
        match e.values:
            case nodes.Range(low=low, high=high):
                first, last = self.expressions.value(low), self.expressions.value(high)
                wanted = {"first": "1", "last": f"count_of({first}, {last})", "item": place}[e.which]
                return f"number_of({first}, {last}, {wanted}, {blank})"
            case values if is_at_hand(values):
                width = self.text.list_type(e.values.type)[3:]
                wanted = place or "1"
                if e.which == "last":
                    return f"last_in{width}({self.lists.listed(e.values)}, {blank})"
                return f"nth_in{width}({self.lists.listed(e.values)}, {wanted}, {blank})"
        result, out, left = self.text.fresh("r"), self.text.fresh("found"), self.text.fresh("n")
        if e.which == "last":
            loop = self.loops.each(e.values, True, lambda x: f"{result} = {x};")
            return f"({{ i64 {result} = {blank}; {loop} {result}; }})"
        if e.which == "first":
            loop = self.loops.each(e.values, True, lambda x: f"{{ {result} = {x}; goto {out}; }}")
            return f"({{ __label__ {out}; i64 {result} = {blank}; {loop} {out}:; {result}; }})"
        loop = self.loops.each(e.values, True, lambda x: f"if (--{left} == 0) {{ {result} = {x}; goto {out}; }}")
        return f"({{ __label__ {out}; i64 {result} = {blank}, {left} = {place}; {loop} {out}:; {result}; }})"

    def same_members(self, e: nodes.SameMembers) -> str:
        """Write a comparison of two sets, as Python compares sets."""
        bits = self.text.bits(e.one.type)
        if bits:
            one, other = self.bits.made_word(e.one), self.bits.made_word(e.other)
            return f"compared{bits}({one}, {other}, {COMPARED[e.operator]})"
        width = self.text.list_type(e.one.type)[3:]
        return f"compared_lists{width}({self.lists.listed(e.one)}, {self.lists.listed(e.other)}, {COMPARED[e.operator]})"


COMPARED = {"==": "SAME", "!=": "OTHER", "<": "LESS", "<=": "INSIDE", ">": "MORE", ">=": "AROUND"}


def is_at_hand(values: Expression) -> bool:
    """Return whether a set need not be made, only read."""
    if isinstance(values, nodes.Conditional):
        return is_at_hand(values.one) and is_at_hand(values.other)
    return isinstance(values, nodes.ReadVariable | nodes.ReadCell | nodes.Lookup | nodes.FixedSet)
