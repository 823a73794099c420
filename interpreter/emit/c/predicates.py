"""Write the bits of all in a universe for which a condition holds, where that takes no loop."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.held import blank_of
from rulewright.interpreter.emit.c.numbers import bits_of, c_mask, c_number, is_run, offset_by
from rulewright.interpreter.emit.c.parts import WriterPart
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_logical
from rulewright.interpreter.program.nodes import Expression, ReadVariable, Variable
from rulewright.interpreter.program.queries import everything_in, reads_variable
from rulewright.interpreter.program.rewriting import rewritten, substitution

LARGEST_VALUE = 255
"""Up to which value of a table the places of each value are kept as bits."""
SHORT = 8
"""How many parts an expression may have to be written several times."""


class Predicates(WriterPart):
    """Writes conditions as bits."""

    def partly(self, condition: Expression, variable: Variable) -> tuple[str | None, Expression | None]:
        """Write as bits where one part of a condition makes it hold; return also the rest of the condition, if any."""
        known = self.predicate(condition, variable)
        if known is not None:
            return known, None
        match condition:
            case nodes.Logical(word="or", parts=parts):
                found = [self.partly(part, variable) for part in parts]
                words = [word for word, _ in found if word is not None]
                rest = fold_logical("or", [part for _, part in found if part is not None])
                return (f"({' | '.join(words)})", rest) if words else (None, condition)
            case nodes.Exists(values=nodes.Filter(values=inner, variable=bound, condition=test) as values) if not reads_variable(
                test, variable
            ):
                known, more = self.partly(test, bound)
                word = None if known is None else self.touched(inner, variable, known)
                if word is not None and more is not None:
                    return word, nodes.Exists(condition.type, evolve(values, condition=more))
        return None, condition

    def touched(self, values: Expression, variable: Variable, word: str) -> str | None:
        """Write the bits of those for which a set that depends on them has any of some others."""
        match values:
            case nodes.Lookup(table=table, index=ReadVariable(variable=read)) if read is variable and (
                values.type.kind == variable.type.kind
            ):
                return self.bits.spread(table, word, self.text.bits(values.type), -1)
        return None

    def predicate(self, condition: Expression, variable: Variable) -> str | None:
        """Write the bits of those for which a condition holds; None if that takes a loop. Other bits mean nothing."""
        bits = self.whole.universe.bits(Type(variable.type.kind, variable.type.name, many=True))
        if not bits or not self.calm(condition):
            return None
        if not reads_variable(condition, variable):
            return f"({self.expressions.value(condition)} ? ~(u{bits})0 : 0)"
        match condition:
            case nodes.Logical(word=word, parts=parts):
                found = [self.predicate(part, variable) for part in parts]
                return None if None in found else f"({(' & ' if word == 'and' else ' | ').join(filter(None, found))})"
            case nodes.Not(part=part):
                inner = self.predicate(part, variable)
                return None if inner is None else f"~{inner}"
            case nodes.Conditional(condition=test, one=one, other=other) if not reads_variable(test, variable):
                sides = self.predicate(one, variable), self.predicate(other, variable)
                return None if None in sides else f"({self.expressions.value(test)} ? {sides[0]} : {sides[1]})"
            case nodes.Compare():
                return self.compared(condition, variable, bits)
            case nodes.ReadCell(cell=cell, index=nodes.ReadVariable(variable=read)) if read is variable:
                plane = self.whole.positions.plane(cell) if cell.type.kind == "truth" else None
                return None if plane is None else f"{plane}[2]"
            case nodes.Lookup(table=table, index=nodes.ReadVariable(variable=read)) if read is variable:
                entries = self.whole.program.tables[table]
                return c_mask(bits_of([place for place, entry in enumerate(entries[:-1]) if entry]), bits)
            case nodes.Exists(values=nodes.Contents(space=nodes.ReadVariable(variable=read))) if read is variable:
                return self.whole.positions.occupied() if self.whole.bits else None
            case nodes.Exists(values=nodes.Filter(values=inner, variable=bound, condition=test)):
                known = None if reads_variable(test, variable) else self.predicate(test, bound)
                return None if known is None else self.touched(inner, variable, known)
            case nodes.Every(values=inner, variable=bound, condition=test):
                known = None if reads_variable(test, variable) else self.predicate(test, bound)
                fails = None if known is None else self.touched(inner, variable, f"~{known}")
                return None if fails is None else f"~{fails}"
            case nodes.Contains(value=nodes.ReadVariable(variable=read), values=values) if (
                read is variable and not reads_variable(values, variable)
            ):
                return self.bits.word(values, False)
            case nodes.Bind(variable=bound, value=value, inner=inner) if not bound.type.many and isinstance(
                value, nodes.Value | nodes.ReadVariable
            ):
                with self.text.named(bound, self.expressions.value(value)):
                    return self.predicate(inner, variable)
            case nodes.Bind(variable=bound, value=value, inner=inner) if not bound.type.many and is_short(value):
                # As bits, it costs nothing to say the same several times.
                return self.predicate(rewritten(inner, substitution(bound, value)), variable)
        return None

    def calm(self, e: Expression) -> bool:
        """Return whether an expression may be worked out where nobody needs it: a function that calls itself might not end.

        Nor is one that is counted.
        """
        return not any(
            isinstance(one, nodes.Call) and (self.whole.program.traced or self.whole.is_recursive(one.function))
            for one in everything_in(e)
        )

    def compared(self, e: nodes.Compare, variable: Variable, bits: int) -> str | None:
        """Write a comparison with a value that depends only on the position."""
        one, other = e.one, e.other
        operator: str = e.operator
        if reads_variable(other, variable):
            one, other, operator = other, one, TURNED[operator]
            if reads_variable(other, variable):
                return None
        if isinstance(other, nodes.Value):
            known = self.table_of(one, variable)
            if known is not None:
                holds = COMPARES[operator]
                return c_mask(bits_of([place for place, entry in enumerate(known) if holds(entry, other.value)]), bits)
        elif operator not in ("==", "!="):
            return self.side(one, operator, other, variable, bits)
        if operator not in ("==", "!="):
            return None
        same = self.same(one, other, variable, bits)
        return same if same is None or operator == "==" else f"~{same}"

    def side(self, one: Expression, operator: str, other: Expression, variable: Variable, bits: int) -> str | None:
        """Write the bits on one side of a number, where each of a universe stands for one number more than the last."""
        known = self.table_of(one, variable)
        if not known or not is_run(tuple(known)):
            return None
        # Bits from that of this number on; the one that stands for 0 may be another than bit 0.
        first = known[0] - (operator in ("<=", ">"))
        above = f"from{bits}(minus(w, {self.expressions.value(other)}, {c_number(first)}))"
        return above if operator in (">", ">=") else f"~{above}"

    def table_of(self, e: Expression, variable: Variable) -> Sequence[int] | None:
        """Return the value of an expression for each of a universe, if that never changes."""
        count = self.whole.universe.count(variable.type)
        match e:
            case nodes.ReadVariable(variable=read) if read is variable:
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
        """Write where an expression is the same as one that depends only on the position."""
        match e:
            case nodes.ReadVariable(variable=read) if read is variable:
                return self.bits.item(other, bits)
            case nodes.Lookup(table=table, index=nodes.ReadVariable(variable=read)) if read is variable:
                entries = [int(entry) for entry in self.whole.program.tables[table]]
                if max(entries) > LARGEST_VALUE or min(entries) < -1:
                    return None
                most = max(self.whole.universe.scalar(e.type).most, 0) if e.type.kind != "number" else -1
                if most < 0 or most > LARGEST_VALUE:
                    return None
                return f"{self.whole.tables.masks_by_value(table, bits, most)}[{offset_by(self.expressions.value(other))}]"
            case nodes.ReadCell(cell=cell, index=index) if index is not None:
                return self.same_cell(cell, index, other, variable, bits)
            case nodes.SpaceOf(thing=nodes.ReadVariable(variable=read)) if read is variable and self.whole.bits:
                # A thing out of play is nowhere: the bits say only for real spaces where things stand.
                if isinstance(other, nodes.Value) and other.value >= 0:
                    return f"p->lying[{other.value + 1}]"
        return None

    def same_cell(self, cell: nodes.Cell, index: Expression, other: Expression, variable: Variable, bits: int) -> str | None:
        """Write where a cell holds a value, or where it does one space further."""
        plane = self.whole.positions.plane(cell)
        if plane is None:
            return None
        found = f"{plane}[{offset_by(self.expressions.value(other))}]"
        match index:
            case nodes.ReadVariable(variable=read) if read is variable:
                return found
            case nodes.Lookup(table=table, index=nodes.ReadVariable(variable=read)) if read is variable and isinstance(
                other, nodes.Value
            ):
                return self.shifted(table, found, int(other.value == blank_of(cell.type)), bits)
        return None

    def shifted(self, table: int, found: str, at_nothing: int, bits: int) -> str | None:
        """Write the bits of those whose neighbour has its bit set; `at_nothing` is for those without a neighbour."""
        entries = self.whole.program.tables[table][:-1]
        steps = {entry - place for place, entry in enumerate(entries) if entry >= 0}
        if len(steps) != 1:
            return None
        step = steps.pop()
        real = bits_of([place for place, entry in enumerate(entries) if entry >= 0])
        moved = f"({found} {'>>' if step > 0 else '<<'} {abs(step)})"
        code = f"({moved} & {c_mask(real, bits)})"
        if at_nothing:
            code = f"({code} | {c_mask(bits_of(range(len(entries))) & ~real, bits)})"
        return code


def is_short(value: Expression) -> bool:
    """Return whether an expression may as well be written several times."""
    return sum(1 for _ in everything_in(value)) <= SHORT


TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
COMPARES = {"==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
