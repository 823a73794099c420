"""Write Python code that lists sets, or goes through them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.interpreter.emit.python.expressions import comparison_chains, negate
from rulewright.interpreter.emit.python.parts import WriterPart
from rulewright.interpreter.emit.python.text import is_number
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression
from rulewright.interpreter.program.queries import is_same_expression, loop_invariants
from rulewright.interpreter.program.rewriting import rewritten

LARGEST_CONSTANT = 256
SEARCHES = (nodes.Exists, nodes.Every, nodes.Count, nodes.Sum, nodes.Extreme, nodes.Call)
"""Expressions that take longer than to look whether they have been worked out."""


class Sets(WriterPart):
    """Writes sets."""

    def lasting(self, e: Expression) -> str:
        """Write a set to go through while things move, or to be kept: a copy of one that may change."""
        code = self.source(e)
        return f"{code}[:]" if self.questions.is_changing(e) else code

    def source(self, e: Expression) -> str:
        """Write a set as code that can be gone through, counted and indexed; it may be a list that the position changes."""
        match e:
            case nodes.FixedSet(table=table):
                return f"c{table}"
            case nodes.ReadVariable() | nodes.ReadCell() | nodes.Lookup():
                return self.expressions.value(e)
            case nodes.Contents(space=space):
                return f"{self.text.part('on')}[{self.expressions.value(space)}]"
            case nodes.Range():
                return self.numbers(e)
            case nodes.Union():
                return self.listed(e)
            case nodes.Concatenation(parts=parts):
                return f"[{', '.join('*' + self.source(part) for part in parts)}]"
            case nodes.ThingsWithin(target=target, otherwise=otherwise):
                view = self.form.view(e)
                if view is None:
                    return self.source(otherwise)
                self.text.part(view)
                return view if target is None else f"{view}[{self.expressions.value(target)}]"
            case nodes.Call(function=function, arguments=arguments):
                return self.form.call(function, [self.expressions.value(argument) for argument in arguments])
            case nodes.Conditional():
                return self.expressions.either(e, self.source)
            case nodes.Bind(inner=inner):
                with self.expressions.bound(e):
                    return self.source(inner)
            case nodes.Ray(direction=direction, space=space):
                return f"ray({self.expressions.direction(direction)}, {self.expressions.value(space)})"
            case nodes.LongestRow(space=space, variable=variable, condition=condition, axes=axes):
                return self.expressions.row(space, variable, condition, axes, whole=True)
            case nodes.SortedSet(values=values):
                return f"sorted({self.source(values)})"
            case nodes.Completions(values=values, chosen=chosen, least=least, most=most, variable=variable):
                whole = self.text.fresh()
                with self.text.named(variable, whole):
                    holds = f"lambda {whole}: {self.expressions.value(e.condition)}"
                sizes = f"{self.expressions.value(least)}, {self.expressions.value(most)}"
                return f"completing({self.source(values)}, {self.source(chosen)}, {sizes}, {holds})"
            case nodes.WithMembers(values=values, more=more):
                return f"added({self.source(values)}, {self.expressions.value(more)})"
        return self.expressions.outlined(e) if self.text.too_deep else self.made(e)

    def made(self, e: Expression) -> str:
        """Write a set that has to be listed: by loops, before the line that wants it."""
        match e:
            case nodes.Map():
                return self.mapped(e)
            case nodes.Representatives():
                found = self.merged(e)
                return found if found.isidentifier() else f"(*{found},)"
            case nodes.Best():
                return self.best(e)
            case nodes.Closure():
                return self.spread(e)
            case nodes.TakeWhile(values=values, variable=variable, condition=condition):
                found, name = self.text.fresh(), self.text.fresh()
                source = self.source(values)
                self.text.put(f"{found} = []")
                with self.text.below(f"for {name} in {source}:"), self.text.named(variable, name):
                    self.text.put(f"if {negate(self.expressions.condition(condition))}: break")
                    self.text.put(f"{found}.append({name})")
                return found
            case nodes.Neighbours(directions=directions, space=space):
                place = self.text.kept(self.expressions.value(space))
                nexts = [f"{self.expressions.direction(direction)}[{place}]" for direction in directions]
                if len(nexts) == 2:
                    return self.pair(*nexts)
                found, name = self.text.fresh(), self.text.fresh()
                self.text.put(f"{found} = []")
                self.text.put(f"for {name} in ({''.join(f'{one}, ' for one in nexts)}):")
                self.text.put(f"    if {name} >= 0: {found}.append({name})")
                return found
        found = self.text.fresh()
        self.text.put(f"{found} = []")
        with self.each(e) as name:
            self.text.put(f"{found}.append({name})")
        return found

    def numbers(self, e: nodes.Range) -> str:
        """Write the numbers from one to another."""
        match e:
            case nodes.Range(low=nodes.Value(value=low), high=nodes.Value(value=high)) if high - low < LARGEST_CONSTANT:
                return self.form.constant(tuple(range(low, high + 1)))
        if e.limited:
            return f"numbers({self.expressions.value(e.low)}, {self.expressions.value(e.high)})"
        match e.high:
            case nodes.Arithmetic(operator="+", one=nodes.Value(value=number), other=other):
                end = f"{self.expressions.value(other)} + {number + 1}" if number != -1 else self.expressions.value(other)
            case _:
                end = f"{self.expressions.value(e.high)} + 1"
        return f"range({self.expressions.value(e.low)}, {end})"

    def listed(self, e: nodes.Union) -> str:
        """Write single values and sets, one after the other."""
        match e.items:
            case (item,) if not item.type.many:
                real = not e.real or (isinstance(item, nodes.Value) and item.value >= 0)
                if real:
                    return f"({self.expressions.value(item)},)"
                value = self.text.kept(self.expressions.value(item))
                return f"(({value},) if {value} >= 0 else ())"
            case (one, other) if e.real and not one.type.many and not other.type.many:
                return self.pair(self.expressions.value(one), self.expressions.value(other))
            case (nodes.Union(items=(one,), real=True), other) if not one.type.many and self.lies_beyond(one, other):
                # The spaces beyond a space never include it.
                value, others = self.text.kept(self.expressions.value(one)), self.source(other)
                return f"(({value}, *{others}) if {value} >= 0 else {others})"
            case (values, nodes.FixedSet(members=(member,))) if values.type.many and not e.real:
                return f"with_one({self.source(values)}, {member})"
        parts = "".join(f"{'*' if item.type.many else ''}{self.expressions.value(item)}, " for item in e.items)
        return f"different(({parts}))" if e.real else f"[*dict.fromkeys(({parts}))]"

    def pair(self, one: str, other: str) -> str:
        """Write two values as a set, without nothing and repetitions."""
        first, second = self.text.kept(one), self.text.kept(other)
        return (
            f"((({first},) if {second} < 0 or {first} == {second} else ({first}, {second})) if {first} >= 0 "
            f"else ({second},) if {second} >= 0 else ())"
        )

    def lies_beyond(self, space: Expression, values: Expression) -> bool:
        """Return whether some spaces are those of a table beside a space, which is never among its own."""
        if not isinstance(values, nodes.Lookup) or not is_same_expression(space, values.index):
            return False
        table = self.form.program.tables[values.table]
        return all(place not in spaces for place, spaces in enumerate(table))

    def mapped(self, e: nodes.Map) -> str:
        """Write a value for each member of a set, without repetitions and nothing."""
        found = self.text.fresh()
        self.text.put(f"{found} = []")
        with self.each(e.values) as name, self.text.named(e.variable, name):
            if not e.body.type.many:
                self.text.put(f"{found}.append({self.expressions.value(e.body)})")
            elif self.questions.is_plain(e.body):
                self.text.put(f"{found} += {self.source(e.body)}")
            else:
                with self.each(e.body) as inner:
                    self.text.put(f"{found}.append({inner})")
        if e.single:
            return found
        return f"[*dict.fromkeys({found})]" if is_number(e.type) or e.body.type.many else f"different({found})"

    def spread(self, e: nodes.Closure) -> str:
        """Write a set that grows by what is beside each of its members."""
        found, seen, name = self.text.fresh(), self.text.fresh(), self.text.fresh()
        self.text.put(f"{found} = [*{self.source(e.values)}]")
        self.text.put(f"{seen} = set({found})")
        with self.text.below(f"for {name} in {found}:"), self.text.named(e.variable, name), self.each(e.body) as following:
            self.text.put(f"if {following} not in {seen}: {seen}.add({following}); {found}.append({following})")
        return found

    def best(self, e: nodes.Best) -> str:
        """Write the members of a set with the highest or lowest number."""
        found, best = self.text.fresh(), self.text.fresh()
        self.text.put(f"{best}, {found} = 0, []")
        with self.each(e.values) as name, self.text.named(e.variable, name):
            number = self.text.kept(self.expressions.value(e.body))
            self.text.put(f"if not {found} or {number} {'>' if e.highest else '<'} {best}: {best}, {found} = {number}, [{name}]")
            self.text.put(f"elif {number} == {best}: {found}.append({name})")
        return found

    def merged(self, e: nodes.Representatives) -> str:
        """Write a set with only one of several alike: the name of a list, or code to go through."""
        found = self.text.fresh()
        if self.form.remembers_alike:
            self.text.put(f"{found} = {{}}")
            with self.each(e.values) as name:
                self.text.put(f"{found}.setdefault({self.key(e, name)}, []).append({name})")
            return f"as_one({found})"
        if not self.questions.is_plain(e.values):
            self.text.put(f"{found} = {{}}")
            with self.each(e.values) as name:
                self.text.put(f"{found}[{self.key(e, name)}] = {name}")
            return f"{found}.values()"
        # One thing alone is like no other: most often there is nothing to merge.
        several, name = self.text.fresh(), self.text.fresh()
        self.text.put(f"{found} = {self.source(e.values)}")
        with self.text.below(f"if len({found}) > 1:"):
            self.text.put(f"{several} = {{}}")
            with self.text.below(f"for {name} in {found}:"):
                self.text.put(f"{several}[{self.key(e, name)}] = {name}")
            self.text.put(f"{found} = (*{several}.values(),)")
        return found

    def key(self, e: nodes.Representatives, name: str) -> str:
        """Write the key that alike members of a set have in common."""
        parts: list[Expression] = []
        for part in e.key:
            match part:
                case nodes.SpaceOf(thing=nodes.ReadVariable(variable=e.variable)) if len(e.key) > 1 and on_one_space(e.values):
                    continue
                case nodes.Arithmetic(
                    operator="+", one=sort, other=nodes.SpaceOf(thing=nodes.ReadVariable(variable=e.variable))
                ) if on_one_space(e.values):
                    parts.append(sort)
                case _:
                    parts.append(part)
        with self.text.named(e.variable, name):
            codes = [self.expressions.value(part) for part in parts]
        return codes[0] if len(codes) == 1 else f"({', '.join(codes)})"

    def through(self, e: Expression, name: str) -> None:
        """Begin the loops and conditions that let a name run through a set; what comes next is their body."""
        if self.text.too_deep and not self.questions.is_plain(e):
            self.text.open(f"for {name} in {self.expressions.outlined(e)}:")
            return
        match e:
            case nodes.Filter(values=values, variable=variable, condition=condition):
                condition = self.with_invariants_once(condition, variable)
                self.through(values, name)
                with self.text.named(variable, name):
                    self.only_if(condition)
            case nodes.Map(values=values, variable=variable, body=body, single=True):
                inner = self.text.fresh()
                self.through(values, inner)
                with self.text.named(variable, inner):
                    if body.type.many:
                        self.through(body, name)
                    else:
                        self.text.put(f"{name} = {self.expressions.value(body)}")
            case nodes.Bind(inner=inside):
                with self.expressions.bound(e):
                    self.through(inside, name)
            case nodes.WithoutMembers(values=values, less=less) if less.type.many:
                gone = self.text.kept(self.source(less))
                self.through(values, name)
                self.text.open(f"if {name} not in {gone}:")
            case nodes.WithoutMembers(values=values, less=less):
                one = self.text.kept(self.expressions.value(less))
                self.through(values, name)
                self.text.open(f"if {name} != {one}:")
            case nodes.ThingsWithin(otherwise=otherwise) if self.form.view(e) is None:
                self.through(otherwise, name)
            case nodes.Representatives():
                self.text.open(f"for {name} in {self.merged(e)}:")
            case _:
                self.text.open(f"for {name} in {self.source(e)}:")

    def with_invariants_once(self, condition: Expression, variable: nodes.Variable) -> Expression:
        """Return a condition on each of a set in which searches that do not depend on the member are made once, when wanted."""
        once: dict[Expression, Expression] = {}
        for searched in loop_invariants(condition, variable, SEARCHES):
            kept, name = nodes.Variable(-1, searched.type), self.text.fresh()
            self.text.put(f"{name} = None")
            self.text.wanted_once[kept] = (name, searched)
            once[searched] = nodes.ReadVariable(searched.type, kept)
        return rewritten(condition, lambda node: once.get(node, node)) if once else condition

    def only_if(self, condition: Expression) -> None:
        """Go on inside a loop only with those of which a condition holds."""
        waiting: list[str] = []
        for group in comparison_chains(
            condition.parts if isinstance(condition, nodes.Logical) and condition.word == "and" else [condition]
        ):
            match group:
                case (nodes.Exists(values=values),) if self.questions.has_to_be_searched(values):
                    self.test(waiting)
                    self.search(values, True)
                case (nodes.Not(part=nodes.Exists(values=values)),) if self.questions.has_to_be_searched(values):
                    self.test(waiting)
                    self.search(values, False)
                case (nodes.Logical(word="or", parts=(*firsts, nodes.Exists(values=values))),) if (
                    self.questions.has_to_be_searched(values) and not any(map(self.questions.has_to_be_searched_in, firsts))
                ):
                    self.test(waiting)
                    with self.text.below(f"if not {self.expressions.joined('or', firsts, self.expressions.condition)}:"):
                        self.search(values, True)
                case _ if not waiting:
                    waiting.append(self.expressions.chain(group, self.expressions.condition))
                case _:
                    code, lines = self.text.apart(lambda group=group: self.expressions.chain(group, self.expressions.condition))  # type: ignore[misc]
                    if lines:
                        self.test(waiting)
                        self.text.lines += lines
                    waiting.append(code)
        self.test(waiting)

    def test(self, waiting: list[str]) -> None:
        """Look at some conditions here, if there are any."""
        if waiting:
            self.text.open(f"if {' and '.join(waiting)}:")
            waiting.clear()

    def search(self, values: Expression, wanted: bool) -> None:
        """Go on inside a loop only if a set holds anything, or nothing."""
        place, indent, start = len(self.text.lines), self.text.indent, len(self.text.loops)
        self.through(values, self.text.fresh())
        self.text.put("break")
        opened = self.text.loops[start:]
        del self.text.loops[start:]
        if len(opened) == 1:
            self.text.indent = indent
            if wanted:
                self.text.put("else: continue")
            else:
                self.text.open("else:")
            return
        found = self.text.fresh()
        self.text.lines.insert(place, "    " * indent + f"{found} = True")
        for self.text.indent in reversed(opened):
            self.text.put("else: continue" if self.text.indent > opened[0] else f"else: {found} = False")
            if self.text.indent > opened[0]:
                self.text.put("break")
        self.text.indent = indent
        self.text.open(f"if {found}:" if wanted else f"if not {found}:")

    @contextmanager
    def each(self, e: Expression, name: str = "") -> Iterator[str]:
        """Write a loop through a set, around the body that is written meanwhile."""
        name = name or self.text.fresh()
        with self.text.below():
            self.through(e, name)
            yield name

    @contextmanager
    def first_of(self, e: Expression, found: str, missing: str) -> Iterator[str]:
        """Write loops through a set, around a body that ends with `break` when something has been found.

        `found` is the condition for that, and `missing` a line for when nothing is.
        """
        name, indent, start, place = self.text.fresh(), self.text.indent, len(self.text.loops), len(self.text.lines)
        self.through(e, name)
        opened = self.text.loops[start + 1 :]
        yield name
        for self.text.indent in reversed(opened):
            self.text.put(f"if {found}: break")
        self.text.indent = indent
        del self.text.loops[start:]
        if opened:
            self.text.lines.insert(place, "    " * indent + missing)
        else:
            self.text.put(f"else: {missing}")


def on_one_space(values: Expression) -> bool:
    """Return whether all things of a set stand on the same space."""
    while isinstance(values, nodes.Filter | nodes.WithoutMembers):
        values = values.values
    return isinstance(values, nodes.Contents)
