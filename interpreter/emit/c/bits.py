"""Write sets of references as bits, with a loop only where there is no other way."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.interpreter.emit.c.held import BitWord
from rulewright.interpreter.emit.c.numbers import bits_of, c_mask, offset_by
from rulewright.interpreter.emit.c.parts import WriterPart
from rulewright.interpreter.emit.c.text import SetName
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_logical
from rulewright.interpreter.program.nodes import Expression, ReadVariable, Variable
from rulewright.interpreter.program.queries import is_only_tested, reads_variable
from rulewright.interpreter.program.rewriting import rewritten, substitution

MOST_DISTANCES = 8
"""How many shifts a set may take to be brought to what lies beside it."""


class BitSets(WriterPart):
    """Writes sets as bits."""

    def word(self, values: Expression, ordered: bool) -> str | None:
        """Write a set as bits, if no loop is needed for that; if its order matters, it must be ascending."""
        bits = self.text.bits(values.type)
        if not bits or (ordered and not self.text.ascending(values)):
            return None
        match values:
            case nodes.FixedSet(members=members):
                return c_mask(bits_of(members), bits) if all(member >= 0 for member in members) else None
            case nodes.ReadVariable(variable=variable):
                name = self.text.set_name(variable)
                return name.code if name.bits else None
            case nodes.ReadCell(cell=cell, index=index):
                place = "" if index is None else f"[{offset_by(self.expressions.value(index))}]"
                return f"p->c{cell.number}{place}" if isinstance(self.whole.memory.cell(cell), BitWord) else None
            case nodes.Lookup(table=table, index=index):
                return f"{self.whole.tables.masks(table, values.type)}[{offset_by(self.expressions.value(index))}]"
            case nodes.Call():
                return self.expressions.call(values) if self.text.returns_bits(values) else None
            case nodes.Range(low=low, high=high) if values.type.kind != "number":
                return f"range{bits}({self.expressions.value(low)}, {self.expressions.value(high)})"
            case nodes.SortedSet(values=inner):
                return self.word(inner, False)
            case nodes.Concatenation(parts=parts):
                return self.joined([self.word(part, False) for part in parts])
            case nodes.Union(items=items):
                return self.joined([self.item(item, bits) for item in items])
            case nodes.Contents(space=space) if self.whole.bits:
                return f"p->lying[{offset_by(self.expressions.value(space))}]"
            case nodes.ThingsWithin() if self.whole.bits:
                return self.standing(values)
            case nodes.WithoutMembers(values=inner, less=less):
                one, other = self.word(inner, False), self.item(less, bits)
                return None if one is None or other is None else f"({one} & ~{other})"
            case nodes.WithMembers(values=inner, more=more) if more.type.many:
                return self.joined([self.word(inner, False), self.word(more, False)])
            case nodes.Conditional(condition=condition, one=one, other=other):
                sides = self.word(one, False), self.word(other, False)
                return None if None in sides else f"({self.expressions.value(condition)} ? {sides[0]} : {sides[1]})"
            case nodes.Filter(values=inner, variable=variable, condition=condition):
                source = self.word(inner, False)
                test = None if source is None else self.predicates.predicate(condition, variable)
                return None if test is None else f"({source} & {test})"
            case nodes.Map(values=inner, variable=variable, body=nodes.Lookup(table=table, index=ReadVariable(variable=read))):
                source = self.word(inner, False) if read is variable and inner.type == values.type else None
                return None if source is None else self.spread(table, source, bits, 1)
            case nodes.TakeWhile(values=inner, variable=variable, condition=condition):
                source, down = self.word(inner, False), not self.text.ascending(inner)
                test = (
                    None
                    if source is None or down > self.whole.orders.descending(inner)
                    else self.predicates.predicate(condition, variable)
                )
                return None if test is None else f"{'last' if down else 'first'}_ones{bits}({source}, {test})"
            case nodes.Bind(variable=variable, value=value, inner=inner):
                return self.word_with(variable, value, inner)
        return None

    def word_with(self, variable: Variable, value: Expression, inner: Expression) -> str | None:
        """Write a set as bits inside which a variable stands for something."""
        if variable.type.many:
            word = self.word(value, False) if is_only_tested(variable, inner) or self.text.ascending(value) else None
            if word is None:
                return None
            name, sort = self.text.fresh("q"), f"u{self.text.bits(variable.type)}"
            self.text.set_names[variable] = SetName(name, self.text.bits(variable.type))
            found = self.word(inner, False)
        else:
            name, sort, word = self.text.fresh("v"), "i64", self.expressions.value(value)
            with self.text.named(variable, name):
                found = self.word(inner, False)
        return None if found is None else f"({{ {sort} {name} = {word}; {found}; }})"

    def spread(self, table: int, word: str, bits: int, sign: int) -> str | None:
        """Write all that a table has for any of a set of bits (`sign` 1), or all for which it has any of the set (-1).

        Both take a shift for each distance between a place and what the table has there, so that these must be few.
        """
        places: dict[int, int] = {}
        for place, entry in enumerate(self.whole.program.tables[table][:-1]):
            for one in entry if isinstance(entry, tuple) else (entry,):
                if one >= 0:
                    places[one - place] = places.get(one - place, 0) | 1 << place
        if len(places) > MOST_DISTANCES:
            return None
        name = self.text.fresh("s")
        parts = []
        for distance, real in sorted(places.items()):
            if sign > 0:
                parts.append(shifted(f"({name} & {c_mask(real, bits)})", distance))
            else:
                parts.append(f"({shifted(name, -distance)} & {c_mask(real, bits)})")
        return f"({{ u{bits} {name} = {word}; {' | '.join(parts) or '0'}; }})"

    def joined(self, parts: Sequence[str | None]) -> str | None:
        """Write the union of several sets."""
        known = [part for part in parts if part is not None]
        return f"({' | '.join(known) or '0'})" if len(known) == len(parts) else None

    def item(self, item: Expression, bits: int) -> str | None:
        """Write a set as bits, or one value as a set of one."""
        if item.type.many:
            return self.word(item, False)
        if isinstance(item, nodes.Value):
            return c_mask(0 if item.value < 0 else 1 << item.value, bits)
        return f"bit{bits}({self.expressions.value(item)})"

    def standing(self, e: nodes.ThingsWithin) -> str:
        """Write the things of a kind that stand in a region."""
        bits = self.whole.bits
        parts = [self.whole.positions.region(e.region)]
        if e.last - e.first < self.whole.universe.things:
            parts.append(c_mask(bits_of(range(e.first, e.last)), bits))
        if e.target is not None:
            most = max((value for value in self.whole.program.tables[e.group] if value >= 0), default=0)
            masks = self.whole.tables.masks_by_value(e.group, bits, most)
            parts.append(f"{masks}[{offset_by(self.expressions.value(e.target))}]")
        return f"({' & '.join(parts)})"

    def made_word(self, values: Expression) -> str:
        """Write a set of references as bits, by a loop if need be."""
        word = self.word(values, False)
        if word is not None:
            return word
        bits, made = self.text.bits(values.type), self.text.fresh("w")
        match values:
            case nodes.Conditional(condition=condition, one=one, other=other):
                return f"({self.expressions.value(condition)} ? {self.made_word(one)} : {self.made_word(other)})"
            case nodes.SortedSet(values=inner):
                return self.made_word(inner)
            case nodes.Best():
                return self.best_word(values, bits, made)
            case nodes.Filter():
                return self.chosen_word(values, bits, made)
            case nodes.Closure() if (flooded := self.flooded(values, bits, made)) is not None:
                return flooded
        return self.gathered_word(values, bits, made)

    def flooded(self, e: nodes.Closure, bits: int, made: str) -> str | None:
        """Write a set, all that lies beside it, and so on, among some; None if it spreads otherwise."""
        tests: list[Expression] = []
        body = e.body
        while isinstance(body, nodes.Filter):
            tests.append(rewritten(body.condition, substitution(body.variable, ReadVariable(e.variable.type, e.variable))))
            if reads_variable(body.condition, e.variable):
                return None
            body = body.values
        match body:
            case nodes.Lookup(table=table, index=ReadVariable(variable=read)) if read is e.variable and body.type == e.type:
                limits = [self.predicates.predicate(test, e.variable) for test in tests]
            case _:
                return None
        if None in limits:
            return None
        edge, limit = self.text.fresh("w"), self.text.fresh("w")
        start, sort = self.made_word(e.values), f"u{bits}"
        kept = f", {limit} = {' & '.join(filter(None, limits))}" if limits else ""
        inside = f" & {limit}" if limits else ""
        beside = self.spread(table, edge, bits, 1)
        if beside is not None:
            step = f"{edge} = {beside}{inside} & ~{made};"
        else:
            x, more = self.text.fresh(), self.text.fresh("w")
            next_to = f"{self.whole.tables.masks(table, e.type)}[1 + {x}]"
            step = (
                f"i64 {x} = first{bits}({edge}); {edge} &= {edge} - 1; "
                f"{sort} {more} = {next_to}{inside} & ~{made}; {edge} |= {more}; {made} |= {more};"
            )
        loop = f"while ({edge}) {{ {step} {f'{made} |= {edge};' if beside is not None else ''} }}"
        return f"({{ {sort} {made} = {start}, {edge} = {made}{kept}; {loop} {made}; }})"

    def gathered_word(self, values: Expression, bits: int, made: str) -> str:
        """Write a set as bits, one after the other."""
        loop = self.text.tidily(lambda: self.loops.each(values, False, lambda x: f"{made} |= bit{bits}({x});"))
        return f"({{ u{bits} {made} = 0; {loop} {made}; }})"

    def chosen_word(self, e: nodes.Filter, bits: int, made: str) -> str:
        """Write the members of a set for which a condition holds, without a loop where possible."""
        parts = e.condition.parts if isinstance(e.condition, nodes.Logical) and e.condition.word == "and" else (e.condition,)
        for place, part in enumerate(parts):
            known, rest = self.predicates.partly(part, e.variable)
            if known is not None and rest is not None:
                others = fold_logical("and", [*parts[:place], *parts[place + 1 :]])
                source, left = self.text.fresh("w"), Variable(-1, e.values.type)
                self.text.set_names[left] = SetName(source, bits)
                from_there = self.made_word(nodes.Filter(e.type, e.values, e.variable, others))
                found = self.text.fresh("w")
                loop = self.gathered_word(
                    nodes.Filter(e.type, ReadVariable(e.values.type, left), e.variable, rest), bits, self.text.fresh("w")
                )
                return (
                    f"({{ u{bits} {source} = {from_there}, {found} = {source} & {known}; {source} &= ~{found}; "
                    f"{found} | {loop}; }})"
                )
        return self.gathered_word(e, bits, made)

    def best_word(self, e: nodes.Best, bits: int, made: str) -> str:
        """Write the members with the highest or lowest number."""
        best, n = self.text.fresh("b"), self.text.fresh("n")

        def compared(x: str) -> str:
            with self.text.named(e.variable, x):
                code = self.text.value_tidily(lambda: self.expressions.value(e.body))
            return (
                f"i64 {n} = {code}; if (!{made} || {n} {'>' if e.highest else '<'} {best}) {made} = 0, {best} = {n}; "
                f"if ({n} == {best}) {made} |= bit{bits}({x});"
            )

        loop = self.text.tidily(lambda: self.loops.each(e.values, False, compared))
        return f"({{ u{bits} {made} = 0; i64 {best} = 0; {loop} {made}; }})"


def shifted(word: str, distance: int) -> str:
    """Write bits moved up, or down if the distance is below 0."""
    return f"({word} {'<<' if distance > 0 else '>>'} {abs(distance)})" if distance else word
