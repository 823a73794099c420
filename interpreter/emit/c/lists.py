"""Write sets of the lowered program as C expressions that list them, in their order."""

from __future__ import annotations

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.numbers import offset_by
from rulewright.interpreter.emit.c.parts import WriterPart
from rulewright.interpreter.emit.c.text import SetName
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, ReadVariable
from rulewright.interpreter.program.queries import is_only_tested

FIRST_NUMBERS = 16
"""How many a list of numbers has room for at first."""


class Lists(WriterPart):
    """Writes sets as lists."""

    def listed(self, values: Expression) -> str:
        """Write a set as a list, in its order."""
        sort = self.text.list_type(values.type)
        width = sort[3:]
        match values:
            case ReadVariable(variable=variable):
                name = self.text.set_name(variable)
                return self.list_of_bits(name.code, name.bits, width) if name.bits else view(sort, name.code)
            case nodes.ReadCell(cell=cell, index=index):
                place = "" if index is None else f"[{offset_by(self.expressions.value(index))}]"
                held = self.text.held_name(self.whole.memory.cell(cell), f"p->c{cell.number}{place}")
                return self.list_of_bits(held.code, held.bits, width) if held.bits else view(sort, held.code)
            case nodes.FixedSet(members=members):
                return self.whole.tables.fixed(members, values.type)
            case nodes.Lookup(table=table, index=index):
                return f"{self.whole.tables.sets(table, values.type)}[{offset_by(self.expressions.value(index))}]"
            case nodes.Call():
                bits = self.text.returns_bits(values)
                return self.list_of_bits(self.expressions.call(values), bits, width) if bits else self.expressions.call(values)
            case nodes.Conditional(condition=condition, one=one, other=other):
                return f"({self.expressions.value(condition)} ? {self.listed(one)} : {self.listed(other)})"
            case nodes.Bind(variable=variable, value=value, inner=inner):
                with self.expressions.bound(variable, value, is_only_tested(variable, inner)) as setting:
                    return f"({{ {setting} {self.listed(inner)}; }})"
            case nodes.Contents(space=space, pile=pile):
                return self.listed_lying(space, pile)
            case nodes.ThingsWithin(otherwise=otherwise) if self.bits.word(values, True) is None:
                return self.listed(otherwise)
        self.text.took()
        word = self.bits.word(values, True)
        if word is not None:
            return self.list_of_bits(word, self.text.bits(values.type), width)
        return self.made_list(values, width)

    def room(self, of: Type) -> int:
        """Return how many members a list has room for at first: all that exist, unless they are numbers."""
        most = self.whole.universe.most(of)
        return FIRST_NUMBERS if most < 0 else max(4, -(-most // 8) * 8)

    def list_of_bits(self, code: str, bits: int, width: str) -> str:
        """Write a list of the members of a set of bits."""
        self.text.took()
        return f"list_of{bits}x{width}(w, {code})"

    def listed_lying(self, space: Expression, pile: bool | None) -> str:
        """Write a list of all that lies on a space."""
        if pile is not True:
            self.text.took()
        if pile is not False:
            self.whole.used.add("piles")
        kind = {True: "pile", False: "place", None: "any"}[pile]
        return f"lying_on_{kind}(p, {'' if pile else 'w, '}{self.expressions.value(space)})"

    def made_list(self, values: Expression, width: str) -> str:
        """Write a set as a list that is filled by a loop."""
        made, room = self.text.fresh("l"), self.room(values.type)

        def done(fill: str) -> str:
            return f"({{ List{width} {made} = list{width}(w, {room}); {fill} closed{width}(w, &{made}); }})"

        match values:
            case nodes.Best():
                return done(self.fill_best(values, made, width))
            case nodes.Closure():
                return done(self.fill_spread(values, made, width))
            case nodes.Representatives():
                return done(self.fill_merged(values, made, width))
            case nodes.LongestRow():
                return done(self.fill_row(values, made, width))
            case nodes.Completions():
                return done(self.fill_completing(values, made, width))
            case nodes.WithMembers(values=inner, more=more):
                first = self.append_each(inner, made, width, "append")
                second = (
                    self.append_each(more, made, width, "append_new")
                    if more.type.many
                    else f"append_new{width}(w, &{made}, {self.expressions.value(more)});"
                )
                return done(f"{first} {second} if ({made}.count > LARGEST_SET) fail(w);")
            case nodes.SortedSet(values=inner):
                return done(f"{self.append_each(inner, made, width, 'append')} sort{width}(&{made});")
            case nodes.Union(items=items):
                return done(self.fill_listed(values, items, made, width))
            case nodes.Concatenation(parts=parts):
                return done(" ".join(self.append_each(part, made, width, "append") for part in parts))
            case nodes.Map(body=body) if not self.text.bits(values.type):
                return done(self.fill_mapped(values, body, made, width))
        return done(self.append_each(values, made, width, "append"))

    def append_each(self, values: Expression, made: str, width: str, how: str) -> str:
        """Write statements that put each member of a set at the end of a list."""
        return self.loops.each(values, True, lambda x: f"{how}{width}(w, &{made}, {x});")

    def append_unseen(self, values: Expression, made: str, width: str, seen: str) -> str:
        """Write statements that append the members that are not yet among `seen`, the bits of all that the list has."""
        bits = self.text.bits(values.type)
        if not values.type.many:
            return f"append_unseen{bits}x{width}(w, &{made}, &{seen}, {self.expressions.value(values)});"
        return self.loops.each(values, True, lambda x: f"append_unseen{bits}x{width}(w, &{made}, &{seen}, {x});")

    def fill_spread(self, e: nodes.Closure, made: str, width: str) -> str:
        """Write a loop that adds what a body gives for each member, as long as there are new ones."""
        i, x, seen, bits = self.text.fresh("j"), self.text.fresh(), self.text.fresh("z"), self.text.bits(e.type)

        def append(values: Expression) -> str:
            if bits:
                return self.append_unseen(values, made, width, seen)
            return self.append_each(values, made, width, "append_new")

        with self.text.named(e.variable, x):
            more = append(e.body)
        loop = f"for (i64 {i} = 0; {i} < {made}.count; {i}++) {{ i64 {x} = {made}.item[{i}]; {more} }}"
        return f"{f'u{bits} {seen} = 0; ' if bits else ''}{append(e.values)} {loop}"

    def fill_listed(self, e: nodes.Union, items: tuple[Expression, ...], made: str, width: str) -> str:
        """Write statements that append single values and sets, one after the other."""
        bits = self.text.bits(e.type)
        if bits and (e.real or all(item.type.many for item in items)):
            seen = self.text.fresh("z")
            return f"u{bits} {seen} = 0; " + " ".join(self.append_unseen(item, made, width, seen) for item in items)
        fill = []
        for item in items:
            if item.type.many:
                fill.append(self.append_each(item, made, width, "append_real" if e.real else "append_new"))
            else:
                fill.append(f"{'append_real' if e.real else 'append_new'}{width}(w, &{made}, {self.expressions.value(item)});")
        return " ".join(fill)

    def fill_mapped(self, e: nodes.Map, body: Expression, made: str, width: str) -> str:
        """Write statements that append a value for each member of a set, each once; numbers may be below 0."""

        def joined(x: str) -> str:
            with self.text.named(e.variable, x):
                if body.type.many:
                    return self.append_each(body, made, width, "append_new")
                code = self.text.value_tidily(lambda: self.expressions.value(body))
            how = "append" if e.single else "append_new" if body.type.kind in ("number", "truth") else "append_real"
            return f"{how}{width}(w, &{made}, {code});"

        return self.loops.each(e.values, True, joined)

    def fill_best(self, e: nodes.Best, made: str, width: str) -> str:
        """Write statements that append the members with the highest or lowest number."""
        best, n = self.text.fresh("b"), self.text.fresh("n")

        def compared(x: str) -> str:
            with self.text.named(e.variable, x):
                code = self.text.value_tidily(lambda: self.expressions.value(e.body))
            better = f"{n} {'>' if e.highest else '<'} {best}"
            return (
                f"i64 {n} = {code}; if (!{made}.count || {better}) {made}.count = 0, {best} = {n}; "
                f"if ({n} == {best}) append{width}(w, &{made}, {x});"
            )

        return f"i64 {best} = 0; {self.loops.each(e.values, True, compared)}"

    def fill_merged(self, e: nodes.Representatives, made: str, width: str) -> str:
        """Write statements that keep one of several members with equal keys: the last, at the place of the first."""
        keys, key, count = self.text.fresh("k"), self.text.fresh("k"), len(e.key)

        def key_part(part: Expression) -> str:
            if not part.type.many:
                return self.expressions.value(part)
            held = self.text.fresh("h")
            listed = f"{self.text.list_type(part.type)} {held} = {self.listed(part)};"
            return f"({{ {listed} (i64)digest_of_bytes({held}.item, {held}.count * (i64)sizeof {held}.item[0]); }})"

        def merged(x: str) -> str:
            with self.text.named(e.variable, x):
                codes = ", ".join(self.text.value_tidily(lambda part=part: key_part(part)) for part in e.key)  # type: ignore[misc]
            return f"const i64 {key}[] = {{{codes}}}; merge{width}(w, &{made}, &{keys}, {key}, {count}, {x});"

        return f"List8 {keys} = list8(w, {count * 16}); {self.loops.each(e.values, True, merged)}"

    def fill_row(self, e: nodes.LongestRow, made: str, width: str) -> str:
        """Write statements that append the longest row through a space, from one end to the other."""
        x, space, axis, side = self.text.fresh(), self.text.fresh("s"), self.text.fresh("a"), self.text.fresh("d")
        back, length, best = self.text.fresh("n"), self.text.fresh("n"), self.text.fresh("b")
        with self.text.named(e.variable, x):
            test = self.text.value_tidily(lambda: self.expressions.value(e.condition))
        table = f"{self.whole.tables.axes(e.axes)}[2 * {axis} + {side}]"
        count = len(self.whole.program.tables[e.axes])
        measure = (
            f"for (int {axis} = 0; {axis} < {count}; {axis}++) {{ i64 {length} = 1, {back} = {space}; "
            f"for (int {side} = 0; {side} < 2; {side}++) {{ {x} = {space}; "
            f"while (({x} = {table}[1 + {x}]) >= 0 && {test}) {{ {length}++; if (!{side}) {back} = {x}; }} }} "
            f"if ({length} > {best}) {{ {best} = {length}; {made}.count = 0; {x} = {back}; "
            f"for (i64 {side} = 0; {side} < {length}; {side}++, {x} = {self.whole.tables.axes(e.axes)}[2 * {axis} + 1][1 + {x}]) "
            f"append{width}(w, &{made}, {x}); }} }}"
        )
        return (
            f"i64 {space} = {self.expressions.value(e.space)}, {best} = 1, {x} = {space}; "
            f"if ({x} >= 0 && {test}) {{ append{width}(w, &{made}, {x}); {measure} }}"
        )

    def fill_completing(self, e: nodes.Completions, made: str, width: str) -> str:
        """Write statements that append the members with which a set can still become a whole that may be picked."""
        left, chosen, tries, whole, bits = (
            *(self.text.fresh(letter) for letter in ("l", "l", "t", "q")),
            self.text.bits(e.variable.type),
        )
        self.text.set_names[e.variable] = SetName(whole, bits)
        test = self.text.value_tidily(lambda: self.expressions.value(e.condition))
        if bits:
            put = (
                f"u{bits} {whole} = 0; for (i64 i = 0; i < {tries}.count; i++) {whole} |= bit{bits}(wholly{width}(&{tries}, i));"
            )
        else:
            put = (
                f"List{width} all_{whole} = list{width}(w, {tries}.count); "
                f"for (i64 i = 0; i < {tries}.count; i++) append{width}(w, &all_{whole}, wholly{width}(&{tries}, i)); "
                f"sort{width}(&all_{whole}); Seq{width} {whole} = closed{width}(w, &all_{whole});"
            )
        mark = self.text.fresh("m")
        values, picked = self.listed(e.values), self.listed(e.chosen)
        least, most = self.expressions.value(e.least), self.expressions.value(e.most)
        return (
            f"Seq{width} {left} = {values}, {chosen} = {picked}; "
            f"Tries{width} {tries} = tries{width}(w, {left}, {chosen}, {least}, {most}); "
            f"while (another{width}(w, &{tries})) {{ Mark {mark} = marked(w); {put} if ({test}) held{width}(&{tries}); "
            f"release(w, {mark}); }} "
            f"for (i64 i = 0; i < {left}.count; i++) if ({tries}.used[i]) append{width}(w, &{made}, {left}.item[i]);"
        )


def view(sort: str, code: str) -> str:
    """Write a list that points at a kept one."""
    return f"(({sort}){{{code}.item, {code}.count}})"
