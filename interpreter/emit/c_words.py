"""Sets of references, and conditions on each of a universe, come in; bits go out, where no loop is needed for that."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c_expressions import reads
from rulewright.interpreter.emit.c_held import Word
from rulewright.interpreter.emit.c_sets import Sets
from rulewright.interpreter.emit.c_text import bits_of, mask, offset_by
from rulewright.interpreter.lower import nodes
from rulewright.interpreter.lower.inside import everything_in
from rulewright.interpreter.lower.nodes import Expression, Variable

LARGEST_VALUE = 255
"""Up to which value of a table the places of each value are kept as bits."""


class Words(Sets):
    """Writes sets as bits."""

    # ---- sets

    def word(self, values: Expression, ordered: bool) -> str | None:
        """A set as bits, if no loop is needed for that; if its order matters, it has to be an ascending one."""
        bits = self.bits(values.type)
        if not bits or (ordered and not self.ascending(values)):
            return None
        match values:
            case nodes.Fixed(members=members):
                return mask(bits_of(members), bits) if all(member >= 0 for member in members) else None
            case nodes.Read(variable=variable):
                name = self.set_name(variable)
                return name.code if name.bits else None
            case nodes.Fetch(cell=cell, index=index):
                place = "" if index is None else f"[{offset_by(self.value(index))}]"
                return f"p->c{cell.number}{place}" if isinstance(self.whole.memory.cell(cell), Word) else None
            case nodes.Lookup(table=table, index=index):
                return f"{self.whole.masks(table, values.type)}[{offset_by(self.value(index))}]"
            case nodes.Call():
                return self.call(values) if self.returns_bits(values) else None
            case nodes.Numbers(low=low, high=high) if values.type.kind != "number":
                return f"range{bits}({self.value(low)}, {self.value(high)})"
            case nodes.Ordered(values=inner):
                return self.word(inner, False)
            case nodes.Chain(parts=parts):
                return self.joined([self.word(part, False) for part in parts])
            case nodes.Listed(items=items):
                return self.joined([self.item(item, bits) for item in items])
            case nodes.Lying(space=space) if self.whole.bits:
                return f"p->lying[{offset_by(self.value(space))}]"
            case nodes.Standing() if self.whole.bits:
                return self.standing(values)
            case nodes.Taken(values=inner, less=less):
                one, other = self.word(inner, False), self.item(less, bits)
                return None if one is None or other is None else f"({one} & ~{other})"
            case nodes.Added(values=inner, more=more) if more.type.many:
                return self.joined([self.word(inner, False), self.word(more, False)])
            case nodes.Either(condition=condition, one=one, other=other):
                sides = self.word(one, False), self.word(other, False)
                return None if None in sides else f"({self.truth(condition)} ? {sides[0]} : {sides[1]})"
            case nodes.Where(values=inner, variable=variable, condition=condition):
                source = self.word(inner, False)
                test = None if source is None else self.predicate(condition, variable)
                return None if test is None else f"({source} & {test})"
        return None

    def joined(self, parts: Sequence[str | None]) -> str | None:
        """Several sets together."""
        known = [part for part in parts if part is not None]
        return f"({' | '.join(known) or '0'})" if len(known) == len(parts) else None

    def item(self, item: Expression, bits: int) -> str | None:
        """A set, or one value as one."""
        if item.type.many:
            return self.word(item, False)
        if isinstance(item, nodes.Value):
            return mask(0 if item.value < 0 else 1 << item.value, bits)
        return f"bit{bits}({self.value(item)})"

    def standing(self, e: nodes.Standing) -> str:
        """The things of a kind that stand in a region."""
        bits = self.whole.bits
        parts = [self.whole.region(e.region)]
        if e.last - e.first < self.universe.things:
            parts.append(mask(bits_of(range(e.first, e.last)), bits))
        if e.target is not None:
            most = max((value for value in self.whole.program.tables[e.group] if value >= 0), default=0)
            masks = self.whole.masks_by_value(e.group, bits, most)
            parts.append(f"{masks}[{offset_by(self.value(e.target))}]")
        return f"({' & '.join(parts)})"

    def made_word(self, values: Expression) -> str:
        """A set of references as bits, by a loop if need be."""
        word = self.word(values, False)
        if word is not None:
            return word
        bits, made = self.bits(values.type), self.fresh("w")
        match values:
            case nodes.Either(condition=condition, one=one, other=other):
                return f"({self.truth(condition)} ? {self.made_word(one)} : {self.made_word(other)})"
            case nodes.Ordered(values=inner):
                return self.made_word(inner)
            case nodes.Best():
                return self.best_word(values, bits, made)
        loop = self.tidily(lambda: self.each(values, False, lambda x: f"{made} |= bit{bits}({x});"))
        return f"({{ u{bits} {made} = 0; {loop} {made}; }})"

    def best_word(self, e: nodes.Best, bits: int, made: str) -> str:
        """Those with the highest or lowest number."""
        best, n = self.fresh("b"), self.fresh("n")

        def compared(x: str) -> str:
            with self.named(e.variable, x):
                code = self.value_tidily(lambda: self.value(e.body))
            return (
                f"i64 {n} = {code}; if (!{made} || {n} {'>' if e.highest else '<'} {best}) {made} = 0, {best} = {n}; "
                f"if ({n} == {best}) {made} |= bit{bits}({x});"
            )

        loop = self.tidily(lambda: self.each(e.values, False, compared))
        return f"({{ u{bits} {made} = 0; i64 {best} = 0; {loop} {made}; }})"

    def returns_bits(self, e: nodes.Call) -> int:
        """Whether a function gives a set as bits, and how many."""
        return self.bits(e.type) if e.function not in self.orders.unordered else 0

    # ---- conditions on each of a universe

    def predicate(self, condition: Expression, variable: Variable) -> str | None:
        """Of which of a universe a condition holds, as bits; None if that takes a loop. Bits beyond the universe mean nothing."""
        bits = self.universe.bits(Type(variable.type.kind, variable.type.name, many=True))
        if not bits or not self.calm(condition):
            return None
        if not reads(condition, variable):
            return f"({self.truth(condition)} ? ~(u{bits})0 : 0)"
        match condition:
            case nodes.Both(word=word, parts=parts):
                found = [self.predicate(part, variable) for part in parts]
                return None if None in found else f"({(' & ' if word == 'and' else ' | ').join(filter(None, found))})"
            case nodes.Not(part=part):
                inner = self.predicate(part, variable)
                return None if inner is None else f"~{inner}"
            case nodes.Compare():
                return self.compared(condition, variable, bits)
            case nodes.Fetch(cell=cell, index=nodes.Read(variable=read)) if read is variable:
                plane = self.whole.plane(cell) if cell.type.kind == "truth" else None
                return None if plane is None else f"{plane}[2]"
            case nodes.Lookup(table=table, index=nodes.Read(variable=read)) if read is variable:
                entries = self.whole.program.tables[table]
                return mask(bits_of([place for place, entry in enumerate(entries[:-1]) if entry]), bits)
            case nodes.Exists(values=nodes.Lying(space=nodes.Read(variable=read))) if read is variable:
                return self.whole.occupied() if self.whole.bits else None
            case nodes.Contains(value=nodes.Read(variable=read), values=values) if read is variable and not reads(
                values, variable
            ):
                return self.word(values, False)
            case nodes.Bind(variable=bound, value=value, inner=inner) if not bound.type.many and isinstance(
                value, nodes.Value | nodes.Read
            ):
                with self.named(bound, self.value(value)):
                    return self.predicate(inner, variable)
        return None

    def calm(self, e: Expression) -> bool:
        """Whether an expression may be worked out even where nobody needs it: a function that calls itself might not end."""
        return not any(
            isinstance(one, nodes.Call) and self.whole.is_recursive(one.function) for one in everything_in(e)
        )

    def compared(self, e: nodes.Compare, variable: Variable, bits: int) -> str | None:
        """A comparison with something that hangs on nothing else than the position."""
        one, other = e.one, e.other
        operator: str = e.operator
        if reads(other, variable):
            one, other, operator = other, one, TURNED[operator]
            if reads(other, variable):
                return None
        if isinstance(other, nodes.Value):
            known = self.table_of(one, variable)
            if known is not None:
                holds = COMPARES[operator]
                return mask(bits_of([place for place, entry in enumerate(known) if holds(entry, other.value)]), bits)
        if operator not in ("==", "!="):
            return None
        same = self.same(one, other, variable, bits)
        return same if same is None or operator == "==" else f"~{same}"

    def table_of(self, e: Expression, variable: Variable) -> Sequence[int] | None:
        """What an expression is for each of a universe, if that never changes."""
        count = self.universe.count(variable.type)
        match e:
            case nodes.Read(variable=read) if read is variable:
                return range(count)
            case nodes.Lookup(table=table, index=index):
                places = self.table_of(index, variable)
                entries = self.whole.program.tables[table]
                if places is None or any(place >= len(entries) for place in places):
                    return None
                return [int(entries[place]) for place in places]
            case nodes.Arithmetic(operator="+" | "-" as sign, one=one, other=nodes.Value(value=more)):
                known = self.table_of(one, variable)
                return None if known is None else [entry + (more if sign == "+" else -more) for entry in known]
        return None

    def same(self, e: Expression, other: Expression, variable: Variable, bits: int) -> str | None:
        """Where an expression is the same as another that hangs on nothing else than the position."""
        match e:
            case nodes.Read(variable=read) if read is variable:
                return self.item(other, bits)
            case nodes.Lookup(table=table, index=nodes.Read(variable=read)) if read is variable:
                entries = [int(entry) for entry in self.whole.program.tables[table]]
                if max(entries) > LARGEST_VALUE or min(entries) < -1:
                    return None
                most = max(self.universe.scalar(e.type).most, 0) if e.type.kind != "number" else -1
                if most < 0 or most > LARGEST_VALUE:
                    return None
                return f"{self.whole.masks_by_value(table, bits, most)}[{offset_by(self.value(other))}]"
            case nodes.Fetch(cell=cell, index=index) if index is not None:
                return self.same_cell(cell, index, other, variable, bits)
            case nodes.At(thing=nodes.Read(variable=read)) if read is variable and self.whole.bits:
                # What is out of play is nowhere: only of a space that there is do the bits say where things stand.
                if isinstance(other, nodes.Value) and other.value >= 0:
                    return f"p->lying[{other.value + 1}]"
        return None

    def same_cell(
        self, cell: nodes.Cell, index: Expression, other: Expression, variable: Variable, bits: int
    ) -> str | None:
        """Where a cell holds something, or where it does one space further."""
        plane = self.whole.plane(cell)
        if plane is None:
            return None
        found = f"{plane}[{offset_by(self.value(other))}]"
        match index:
            case nodes.Read(variable=read) if read is variable:
                return found
            case nodes.Lookup(table=table, index=nodes.Read(variable=read)) if read is variable and isinstance(
                other, nodes.Value
            ):
                return self.shifted(table, found, int(other.value == self.whole.blank(cell)), bits)
        return None

    def shifted(self, table: int, found: str, at_nothing: int, bits: int) -> str | None:
        """The bits of those whose neighbour in a table has its bit set; `at_nothing`: what those without a neighbour have."""
        entries = self.whole.program.tables[table][:-1]
        steps = {entry - place for place, entry in enumerate(entries) if entry >= 0}
        if len(steps) != 1:
            return None
        step = steps.pop()
        real = bits_of([place for place, entry in enumerate(entries) if entry >= 0])
        moved = f"({found} {'>>' if step > 0 else '<<'} {abs(step)})"
        code = f"({moved} & {mask(real, bits)})"
        if at_nothing:
            code = f"({code} | {mask(bits_of(range(len(entries))) & ~real, bits)})"
        return code


TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
COMPARES = {
    "==": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}
