"""Sets of references, and conditions on each of a universe, come in; bits go out, where no loop is needed for that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c_expressions import reads
from rulewright.interpreter.emit.c_held import Word
from rulewright.interpreter.emit.c_sets import Sets
from rulewright.interpreter.emit.c_text import SetName, bits_of, is_run, mask, number, offset_by
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import both
from rulewright.interpreter.program.nodes import Expression, Read, Variable
from rulewright.interpreter.program.queries import everything_in, only_asked
from rulewright.interpreter.program.rewriting import rewritten

LARGEST_VALUE = 255
"""Up to which value of a table the places of each value are kept as bits."""
SHORT = 8
"""How many parts an expression may have to be written several times."""
MOST_DISTANCES = 8
"""How many shifts a set may take to be brought to what lies beside it."""


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
            case nodes.Map(values=inner, variable=variable, body=nodes.Lookup(table=table, index=Read(variable=read))):
                source = self.word(inner, False) if read is variable and inner.type == values.type else None
                return None if source is None else self.spread(table, source, bits, 1)
            case nodes.AsLongAs(values=inner, variable=variable, condition=condition):
                source, down = self.word(inner, False), not self.ascending(inner)
                test = None if source is None or down > self.orders.descending(inner) else self.predicate(condition, variable)
                return None if test is None else f"{'last' if down else 'first'}_ones{bits}({source}, {test})"
            case nodes.Bind(variable=variable, value=value, inner=inner):
                return self.word_with(variable, value, inner)
        return None

    def word_with(self, variable: Variable, value: Expression, inner: Expression) -> str | None:
        """A set as bits inside which a variable stands for something."""
        if variable.type.many:
            word = self.word(value, False) if only_asked(variable, inner) or self.ascending(value) else None
            if word is None:
                return None
            name, sort = self.fresh("q"), f"u{self.bits(variable.type)}"
            self.set_names[variable] = SetName(name, self.bits(variable.type))
            found = self.word(inner, False)
        else:
            name, sort, word = self.fresh("v"), "i64", self.value(value)
            with self.named(variable, name):
                found = self.word(inner, False)
        return None if found is None else f"({{ {sort} {name} = {word}; {found}; }})"

    def spread(self, table: int, word: str, bits: int, sign: int) -> str | None:
        """What a table has for any of a set as bits (`sign` 1), or all for which it has any of the set (-1).

        Both take a shift for each distance between a place and what the table has there, so that these must be few.
        """
        places: dict[int, int] = {}
        for place, entry in enumerate(self.whole.program.tables[table][:-1]):
            for one in entry if isinstance(entry, tuple) else (entry,):
                if one >= 0:
                    places[one - place] = places.get(one - place, 0) | 1 << place
        if len(places) > MOST_DISTANCES:
            return None
        name = self.fresh("s")
        parts = []
        for distance, real in sorted(places.items()):
            if sign > 0:
                parts.append(shifted(f"({name} & {mask(real, bits)})", distance))
            else:
                parts.append(f"({shifted(name, -distance)} & {mask(real, bits)})")
        return f"({{ u{bits} {name} = {word}; {' | '.join(parts) or '0'}; }})"

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
            case nodes.Where():
                return self.chosen_word(values, bits, made)
            case nodes.Spread() if (flooded := self.flooded(values, bits, made)) is not None:
                return flooded
        return self.gathered_word(values, bits, made)

    def flooded(self, e: nodes.Spread, bits: int, made: str) -> str | None:
        """A set, and all that lies beside it, and beside that, as far as it is among some; None if it spreads otherwise."""
        tests: list[Expression] = []
        body = e.body
        while isinstance(body, nodes.Where):
            tests.append(rewritten(body.condition, instead_of(body.variable, Read(e.variable.type, e.variable))))
            if reads(body.condition, e.variable):
                return None
            body = body.values
        match body:
            case nodes.Lookup(table=table, index=Read(variable=read)) if read is e.variable and body.type == e.type:
                limits = [self.predicate(test, e.variable) for test in tests]
            case _:
                return None
        if None in limits:
            return None
        edge, limit = self.fresh("w"), self.fresh("w")
        start, sort = self.made_word(e.values), f"u{bits}"
        kept = f", {limit} = {' & '.join(filter(None, limits))}" if limits else ""
        inside = f" & {limit}" if limits else ""
        beside = self.spread(table, edge, bits, 1)
        if beside is not None:
            step = f"{edge} = {beside}{inside} & ~{made};"
        else:
            x, more = self.fresh(), self.fresh("w")
            next_to = f"{self.whole.masks(table, e.type)}[1 + {x}]"
            step = (
                f"i64 {x} = first{bits}({edge}); {edge} &= {edge} - 1; "
                f"{sort} {more} = {next_to}{inside} & ~{made}; {edge} |= {more}; {made} |= {more};"
            )
        loop = f"while ({edge}) {{ {step} {f'{made} |= {edge};' if beside is not None else ''} }}"
        return f"({{ {sort} {made} = {start}, {edge} = {made}{kept}; {loop} {made}; }})"

    def gathered_word(self, values: Expression, bits: int, made: str) -> str:
        """A set as bits, one after the other."""
        loop = self.tidily(lambda: self.each(values, False, lambda x: f"{made} |= bit{bits}({x});"))
        return f"({{ u{bits} {made} = 0; {loop} {made}; }})"

    def chosen_word(self, e: nodes.Where, bits: int, made: str) -> str:
        """Those of a set of which a condition holds: as far as it can be told without a loop, without one."""
        parts = e.condition.parts if isinstance(e.condition, nodes.Both) and e.condition.word == "and" else (e.condition,)
        for place, part in enumerate(parts):
            known, rest = self.partly(part, e.variable)
            if known is not None and rest is not None:
                others = both("and", [*parts[:place], *parts[place + 1 :]])
                source, left = self.fresh("w"), Variable(-1, e.values.type)
                self.set_names[left] = SetName(source, bits)
                from_there = self.made_word(nodes.Where(e.type, e.values, e.variable, others))
                found = self.fresh("w")
                loop = self.gathered_word(nodes.Where(e.type, Read(e.values.type, left), e.variable, rest), bits, self.fresh("w"))
                return (
                    f"({{ u{bits} {source} = {from_there}, {found} = {source} & {known}; {source} &= ~{found}; "
                    f"{found} | {loop}; }})"
                )
        return self.gathered_word(e, bits, made)

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

    def partly(self, condition: Expression, variable: Variable) -> tuple[str | None, Expression | None]:
        """Where a condition holds for one reason as bits, and what else may make it hold, if there is anything."""
        known = self.predicate(condition, variable)
        if known is not None:
            return known, None
        match condition:
            case nodes.Both(word="or", parts=parts):
                found = [self.partly(part, variable) for part in parts]
                words = [word for word, _ in found if word is not None]
                rest = both("or", [part for _, part in found if part is not None])
                return (f"({' | '.join(words)})", rest) if words else (None, condition)
            case nodes.Exists(values=nodes.Where(values=inner, variable=bound, condition=test) as values) if not reads(
                test, variable
            ):
                known, more = self.partly(test, bound)
                word = None if known is None else self.touched(inner, variable, known)
                if word is not None and more is not None:
                    return word, nodes.Exists(condition.type, evolve(values, condition=more))
        return None, condition

    def touched(self, values: Expression, variable: Variable, word: str) -> str | None:
        """For which of a universe a set that hangs on it has any of others."""
        match values:
            case nodes.Lookup(table=table, index=Read(variable=read)) if read is variable and (
                values.type.kind == variable.type.kind
            ):
                return self.spread(table, word, self.bits(values.type), -1)
        return None

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
            case nodes.Exists(values=nodes.Where(values=inner, variable=bound, condition=test)):
                known = None if reads(test, variable) else self.predicate(test, bound)
                return None if known is None else self.touched(inner, variable, known)
            case nodes.Every(values=inner, variable=bound, condition=test):
                known = None if reads(test, variable) else self.predicate(test, bound)
                fails = None if known is None else self.touched(inner, variable, f"~{known}")
                return None if fails is None else f"~{fails}"
            case nodes.Contains(value=nodes.Read(variable=read), values=values) if read is variable and not reads(
                values, variable
            ):
                return self.word(values, False)
            case nodes.Bind(variable=bound, value=value, inner=inner) if not bound.type.many and isinstance(
                value, nodes.Value | nodes.Read
            ):
                with self.named(bound, self.value(value)):
                    return self.predicate(inner, variable)
            case nodes.Bind(variable=bound, value=value, inner=inner) if not bound.type.many and is_short(value):
                # As bits, it costs nothing to say the same several times.
                return self.predicate(rewritten(inner, instead_of(bound, value)), variable)
        return None

    def calm(self, e: Expression) -> bool:
        """Whether an expression may be worked out even where nobody needs it: a function that calls itself might not end.

        Nor is one that is counted.
        """
        return not any(
            isinstance(one, nodes.Call) and (self.whole.program.traced or self.whole.is_recursive(one.function))
            for one in everything_in(e)
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
        elif operator not in ("==", "!="):
            return self.side(one, operator, other, variable, bits)
        if operator not in ("==", "!="):
            return None
        same = self.same(one, other, variable, bits)
        return same if same is None or operator == "==" else f"~{same}"

    def side(self, one: Expression, operator: str, other: Expression, variable: Variable, bits: int) -> str | None:
        """Those on one side of a number, where each of a universe stands for the number after that of the one before it."""
        known = self.table_of(one, variable)
        if not known or not is_run(tuple(known)):
            return None
        # Bits from that of this number on; the one that stands for 0 may be another than bit 0.
        first = known[0] - (operator in ("<=", ">"))
        above = f"from{bits}(minus(w, {self.value(other)}, {number(first)}))"
        return above if operator in (">", ">=") else f"~{above}"

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

    def same_cell(self, cell: nodes.Cell, index: Expression, other: Expression, variable: Variable, bits: int) -> str | None:
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


def is_short(value: Expression) -> bool:
    """Whether an expression may as well be written several times."""
    return sum(1 for _ in everything_in(value)) <= SHORT


def instead_of(variable: Variable, value: Expression) -> Callable[[Any], Any]:
    """What puts a value where a variable is read."""
    return lambda node: value if isinstance(node, Read) and node.variable is variable else node


def shifted(word: str, distance: int) -> str:
    """Bits moved up, or down if the distance is below 0."""
    return f"({word} {'<<' if distance > 0 else '>>'} {abs(distance)})" if distance else word


TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
COMPARES = {"==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__}
