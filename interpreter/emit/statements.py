"""Checked statements as Python: what both forms of a compiled game share.

A game is compiled twice from the same statements. In the straight form, for playouts, every rule is a Python function, and
choices are made at random on the spot. In the resumable form, for play and search, only rules in which nobody can be asked
are functions; the others are cut into blocks (interpreter/emit/machine.py). Both draw their random numbers in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expression, Field, Local, Rule, Statement
from rulewright.interpreter.emit.expressions import Binding, Expressions, RuleFunctions, Search
from rulewright.interpreter.lower.areas import Area, Views
from rulewright.interpreter.lower.cost import Costs
from rulewright.interpreter.lower.layout import Layout
from rulewright.interpreter.lower.walk import expressions_in, walk_statements
from rulewright.interpreter.lower.world import LARGEST_NUMBER

DEEPEST_SEARCH = 10
"""From this indentation on no more loops are put inside loops for a condition: Python has 20 inside each other at most."""


class Writer(RuleFunctions):
    """Writes the body of one function, line by line."""

    def __init__(self, program: ProgramNames, rule: Rule | None) -> None:
        self.program = program
        self.layout: Layout = program.layout
        self.rule = rule
        self.lines: list[str] = []
        self.indent = 1
        self.expressions = Expressions(self.layout, self.local_name, self)
        self.expressions.views = program.views
        self.sure = sure_locals(rule) if rule is not None else set()
        self.renamed: dict[int, str] = {}
        self.written_out: list[int] = []
        self.places: dict[int, frozenset[Area]] = {}
        """Where the things in some locals stand: those that have just been chosen, while nothing has moved."""

    # ---- text

    def put(self, line: str) -> None:
        """One line of code at the present indentation."""
        self.lines.append("    " * self.indent + line)

    def local_name(self, local: Local) -> str:
        """How a local of this function, or of a rule written out in it, is read and written."""
        return self.renamed.get(id(local)) or f"v{local.slot}"

    def code(self, expression: Expression) -> str:
        """The code of an expression."""
        return self.expressions.write(expression)

    def condition(self, expression: Expression) -> str:
        """The code of an expression of which only the truth counts."""
        return self.expressions.condition(expression)

    def fresh(self) -> str:
        """A variable of this function's own."""
        return self.expressions.fresh()

    def span(self, statement: Statement) -> str:
        """A number for the place of a statement, for messages at play time."""
        return self.program.span_number(statement.span)

    @property
    def player(self) -> str:
        """The acting player."""
        return self.local_name(Local(name="player", type=checked.PLAYER, slot=0))

    @property
    def logging(self) -> bool:
        """Whether what happens is written into the log."""
        return self.program.resumable

    # ---- sets, by loops: a comprehension is a function call in Python 3.11

    def put_clauses(self, clauses: Sequence[str]) -> None:
        """The clauses of a comprehension as statements; what comes next is the body of the innermost loop."""
        for clause in clauses:
            if isinstance(clause, Binding):
                self.put(clause.statement)
            elif isinstance(clause, Search) and self.indent < DEEPEST_SEARCH:
                self.put_search(clause, "continue" if clause.wanted else "")
                if not clause.wanted:
                    self.indent += 1
            else:
                self.put(f"{clause}:")
                self.indent += 1

    def put_search(self, search: Search, missing: str, found: str = "") -> None:
        """A loop that stops at the first element, with something to do then, or else if there is none."""
        depth = self.indent
        self.put_clauses(search.clauses)
        if found:
            self.put(found)
        self.put("break")
        self.indent = depth
        self.put("else:")
        if missing:
            self.put(f"    {missing}")

    def gathered(self, values: Expression, name: str = "") -> str:
        """A set that is kept, listed by loops if it has to be listed, and then in a variable of that name."""
        match values:
            case _ if self.logging or not values.type.many:
                return self.expressions.lasting(values) if values.type.many else self.code(values)
            case checked.DefineCall(define=define) if (inlined := self.expressions.inlined(values)) is not None:
                with self.expressions.bound(define, inlined[1]):
                    return self.gathered(inlined[0], name)
            case checked.Each(operator="with_most" | "with_fewest"):
                return self.best(values, name or self.fresh())
            case checked.Each(operator="map", body=body) if not body.type.many:
                return self.mapped(values)
        v = self.fresh()
        clauses = self.expressions.clauses(values, v)
        if clauses is None or len(clauses) < 2:
            return self.expressions.lasting(values)
        return self.listed_by_loops(name or self.fresh(), clauses, v)

    def listed_by_loops(self, name: str, clauses: Sequence[str], element: str) -> str:
        """A list of what some clauses run through."""
        depth = self.indent
        self.put(f"{name} = []")
        self.put_clauses(clauses)
        self.put(f"{name}.append({element})")
        self.indent = depth
        return name

    def mapped(self, e: checked.Each) -> str:
        """What something is of each of a set, without repetitions."""
        v = self.fresh()
        clauses = self.expressions.clauses_of(e.values, v)
        with self.expressions.named(e.local, v):
            found = self.listed_by_loops(self.fresh(), clauses, self.code(e.body))
        if self.one_for_each(e):
            return found
        if e.body.type.kind in ("number", "truth"):
            return f"[*dict.fromkeys({found})]"
        return f"different({found})"

    def one_for_each(self, e: checked.Each) -> bool:
        """Whether what is asked of each is never nothing and never the same: each is the only one with its value."""
        match e.body:
            case checked.Property(property="group", target=checked.LocalRef(local=local)) if local is e.local:
                kind = self.layout.world.game.kinds.get(e.values.type.name)
                return kind is not None and len(kind.groups) == 1 and self.layout.one_for_each_value(kind)
        return False

    def best(self, e: checked.Each, found: str) -> str:
        """Those of a set with the highest or lowest number."""
        v, number, best, depth = self.fresh(), self.fresh(), self.fresh(), self.indent
        self.put(f"{best}, {found} = 0, []")
        self.put_clauses(self.expressions.clauses_of(e.values, v))
        with self.expressions.named(e.local, v):
            self.put(f"{number} = {self.code(e.body)}")
        self.put(f"if not {found} or {number} {'>' if e.operator == 'with_most' else '<'} {best}:")
        self.put(f"    {best}, {found} = {number}, [{v}]")
        self.put(f"elif {number} == {best}:")
        self.put(f"    {found}.append({v})")
        self.indent = depth
        return found

    def decided(self, condition: Expression) -> str:
        """A condition that is looked at once, here: a search stops at the first."""
        tests = [] if self.logging else self.expressions.tests(condition)
        if len(tests) != 1:
            return self.condition(condition)
        if not isinstance(tests[0], Search) or self.indent >= DEEPEST_SEARCH:
            return tests[0].removeprefix("if ")
        search, found = tests[0], self.fresh()
        self.put_search(search, f"{found} = {not search.wanted}", f"{found} = {search.wanted}")
        return found

    # ---- calls

    def can(self, expressions: Expressions, rule: Rule, arguments: list[str]) -> str:
        """Whether a rule may be carried out."""
        return self.program.can_call(rule, [expressions.player(), *arguments])

    def define(self, expressions: Expressions, define: checked.Define, arguments: list[str]) -> str:
        """A call of a define's function."""
        return self.program.define_call(define, [expressions.player(), *arguments])

    def line_length(self, space: str, v: str, condition: str, axes: str) -> str:
        """How long the longest straight row through a space is, over spaces of which a condition holds."""
        return self.program.line_function(space, v, condition, axes)

    # ---- effects

    def known(self, expression: Expression) -> bool:
        """Whether an expression is never nothing."""
        match expression:
            case checked.SpaceRef() | checked.CardConst():
                return True
            case checked.Const(value=value):
                return value >= 0
            case checked.LocalRef(local=local):
                return local.slot == 0 or id(local) in self.sure
            case checked.FieldRef(field=own, target=target) if own.place is not None:
                return self.known(target)
        return False

    def effect(self, statement: Statement) -> None:
        """A statement that only changes the position."""
        match statement:
            case checked.Move(things=things, to=to, under=under):
                with self.expressions.order(matters=self.layout.areas.piles(self.layout.areas.of(to))):
                    self.move(things, to, under)
            case checked.MoveAlong():
                self.move_along(statement)
            case checked.MoveAway(things=things):
                with self.expressions.order(matters=False):
                    self.move_away(things)
            case checked.Swap(one=one, other=other):
                first = "s" if self.logging else "at, on"
                self.put(f"swap({first}, {self.code(one)}, {self.code(other)})")
            case checked.Assign():
                self.assign(statement)
            case checked.Resize():
                self.resize(statement)
            case checked.CountDown(field=own, targets=targets):
                name, i = self.field_list(own), self.fresh()
                self.put(f"for {i} in {self.code(targets)}:")
                self.put(f"    if {name}[{i}] > 0: {name}[{i}] -= 1")
            case checked.Say(texts=texts):
                if self.logging:
                    parts = {
                        language: tuple(part if isinstance(part, str) else None for part in text)
                        for language, text in texts.items()
                    }
                    types = {
                        language: tuple(part.type for part in text if not isinstance(part, str))
                        for language, text in texts.items()
                    }
                    values = ", ".join(
                        f"{language!r}: ({''.join(self.code(part) + ', ' for part in text if not isinstance(part, str))})"
                        for language, text in texts.items()
                    )
                    self.put(f"say(s, {self.program.object((parts, types))}, {{{values}}})")
            case _:
                raise AssertionError(statement)

    def each_thing(self, things: Expression) -> tuple[str, str]:
        """The beginning of a line for each of some things, and the name of one."""
        name = self.fresh()
        if things.type.many:
            return f"for {name} in {self.code(things) if self.logging else self.gathered(things)}: ", name
        code = self.code(things)
        if code.isidentifier():
            return "", code
        self.put(f"{name} = {code}")
        return "", name

    def listed(self, things: Expression) -> str:
        """The things of a set, listed before any of them moves."""
        return self.code(things)

    def move(self, things: Expression, target: Expression, under: bool) -> None:
        """Things to a space, last there or first there."""
        to, known = self.code(target), self.known(target)
        if self.logging:
            for_each, thing = self.each_thing_to(things, to)
            self.put(f"{for_each}move(s, {thing}, {self.destination}{', True' if under else ''})")
            return
        if not under and self.whole_space(things):
            self.move_all(things, target, to)
            return
        for_each, thing = self.each_thing_to(things, to)
        destination = self.destination
        conditions = []
        if not things.type.many and not self.known(things):
            conditions.append(f"{thing} >= 0")
        if not known:
            conditions.append(f"{destination} >= 0")
        depth = self.indent
        if for_each:
            self.put(for_each.rstrip())
            self.indent += 1
        if conditions:
            self.put(f"if {' and '.join(conditions)}:")
            self.indent += 1
        origin = self.fresh()
        self.put(f"{origin} = at[{thing}]")
        self.put(f"{'' if self.place_of(things) else f'if {origin} >= 0: '}on[{origin}].remove({thing})")
        self.put(f"on[{destination}].insert(0, {thing})" if under else f"on[{destination}].append({thing})")
        self.put(f"at[{thing}] = {destination}")
        self.keep_views(things, self.layout.areas.of(target), thing, origin, destination)
        self.indent = depth

    def learn_place(self, local: Local, values: Expression) -> None:
        """Remember where one of a set of things stands, if it is known that it stands anywhere."""
        if local.type.kind == "thing" and not self.logging and self.expressions.stands(values):
            self.places[id(local)] = self.layout.areas.standing(values)

    def place_of(self, things: Expression) -> frozenset[Area]:
        """Where something stands that is one of a set, while nothing has moved; nothing for anything else."""
        return self.places.get(id(things.local), frozenset()) if isinstance(things, checked.LocalRef) else frozenset()

    def whole_space(self, things: Expression) -> bool:
        """Whether some things are all that lies on one space."""
        match things:
            case checked.Operation(operator="on", operands=(checked.KindSet(kind=kind, group=None), spaces)):
                return not spaces.type.many and self.layout.areas.only(kind.name, self.layout.areas.of(spaces))
        return False

    def move_all(self, things: Expression, target: Expression, to: str) -> None:
        """All that lies on one space, at one stroke."""
        assert isinstance(things, checked.Operation)
        origin, destination, lying, thing = self.fresh(), self.fresh(), self.fresh(), self.fresh()
        self.put(f"{origin} = {self.code(things.operands[1])}")
        self.put(f"{destination} = {to}")
        self.put(f"{lying} = on[{origin}]")
        apart = not self.layout.areas.of(things.operands[1]) & self.layout.areas.of(target)
        self.put(f"if {lying}:" if apart and self.known(target) else f"if {lying} and {origin} != {destination} >= 0:")
        self.indent += 1
        areas = self.layout.areas
        lies = (
            lying
            if self.expressions.any_order or not areas.piles(areas.of(target))
            else (f"as_it_lies(on, {self.layout.piles()}, {origin})")
        )
        self.put(f"on[{destination}] += {lies}")
        self.put(f"on[{origin}] = []")
        self.put(f"for {thing} in {lying}:")
        self.indent += 1
        self.put(f"at[{thing}] = {destination}")
        self.keep_views(things, self.layout.areas.of(target), thing, origin, destination)
        self.indent -= 2

    def move_away(self, things: Expression) -> None:
        """Things out of play."""
        if not self.logging and self.whole_space(things):
            assert isinstance(things, checked.Operation)
            origin, thing = self.fresh(), self.fresh()
            self.put(f"{origin} = {self.code(things.operands[1])}")
            self.put(f"for {thing} in on[{origin}]:")
            self.indent += 1
            self.put(f"at[{thing}] = -1")
            self.keep_views(things, frozenset(), thing, origin, "-1")
            self.indent -= 1
            self.put(f"on[{origin}] = []")
            return
        for_each, thing = self.each_thing(things)
        self.put(f"{for_each}take_away({'s' if self.logging else 'at, on'}, {thing})")

    def keep_views(self, things: Expression, targets: frozenset[int], thing: str, origin: str, target: str) -> None:
        """After a move in the straight form: the lists of what stands where follow."""
        views = self.program.views
        if views is None:
            return
        if things.type.name not in self.layout.world.game.kinds:
            self.put(f"moved({thing}, {origin}, {target})")
            return
        standing = self.place_of(things) or self.layout.areas.standing(things)
        on_spaces = bool(self.place_of(things)) or (isinstance(things, checked.Operation) and things.operator == "on")
        for line in views.updates(
            things.type.name,
            self.layout.group_table_of,
            standing,
            targets,
            thing,
            origin,
            target,
            may_be_out=not on_spaces,
        ):
            self.put(line)

    def each_thing_to(self, things: Expression, to: str) -> tuple[str, str]:
        """The same as each_thing, with the destination worked out before."""
        for_each, thing = self.each_thing(things)
        if to.isdigit() or to.isidentifier():
            self.destination = to
        else:
            self.destination = self.fresh()
            self.put(f"{self.destination} = {to}")
        return for_each, thing

    def move_along(self, statement: checked.MoveAlong) -> None:
        """Things some steps in a direction."""
        table, _ = self.layout.direction(statement.direction)
        for_each, thing = self.each_thing(statement.things)
        depth = self.indent
        if for_each:
            self.put(for_each.rstrip())
            self.indent += 1
        destination = self.fresh()
        if statement.steps is None:
            self.put(f"{destination} = {table}[at[{thing}]]")
        else:
            self.put(f"{destination} = steps({table}, at[{thing}], {self.code(statement.steps)})")
        self.put(f"if {destination} >= 0:")
        self.indent += 1
        if self.logging:
            self.put(f"move(s, {thing}, {destination})")
        else:
            origin = self.fresh()
            self.put(f"{origin} = at[{thing}]")
            self.put(f"on[{origin}].remove({thing})")
            self.put(f"on[{destination}].append({thing})")
            self.put(f"at[{thing}] = {destination}")
            areas = self.layout.areas
            self.keep_views(
                statement.things, areas.boards(areas.standing(statement.things)), thing, origin, destination
            )
        self.indent = depth

    def field_list(self, own: Field) -> str:
        """The list of a field that rules change."""
        return self.layout.components[id(own)]

    def assign(self, statement: checked.Assign) -> None:
        """A local or a field becomes a value, or more, or less."""
        to = statement.to
        if isinstance(to, Local) and statement.how == "set" and self.cut_off(to, statement.value):
            return
        if isinstance(to, Local) and statement.how == "set" and to.type.many and not self.logging:
            name = self.local_name(to)
            found = self.gathered(statement.value, "" if refers_to(statement.value, [to]) else name)
            if found != name:
                self.put(f"{name} = {found}")
            return
        value = self.code(statement.value)
        if isinstance(to, Local):
            self.put(self.changed(self.local_name(to), to.type, statement.how, value))
            self.limited(self.local_name(to), statement)
            return
        if statement.target is None:
            self.change_and_tell(f"t[{self.layout.table_slot(to)}]", to, "-1", value, statement)
            return
        name = self.field_list(to)
        i = self.fresh()
        depth = self.indent
        if statement.target.type.many:
            kept = self.fresh()
            self.put(f"{kept} = {value}")
            value = kept
            self.put(f"for {i} in {self.listed(statement.target)}:")
            self.indent += 1
        elif self.known(statement.target) and (code := self.code(statement.target)).isidentifier():
            i = code
        else:
            self.put(f"{i} = {self.code(statement.target)}")
            self.put(f"if {i} >= 0:")
            self.indent += 1
        self.change_and_tell(f"{name}[{i}]", to, i, value, statement)
        self.indent = depth

    def change_and_tell(self, slot: str, to: Field, entity: str, value: str, statement: checked.Assign) -> None:
        """Change a field, and tell it if it has a title and is not what it was."""
        telling = self.logging and bool(to.titles)
        before = self.fresh()
        if telling:
            self.put(f"{before} = {slot}")
        self.put(self.changed(slot, to.type, statement.how, value))
        self.limited(slot, statement)
        if telling:
            self.put(f"if {slot} != {before}: told(s, {self.program.object(to)}, {entity}, {slot})")

    def cut_off(self, to: Local, value: Expression) -> bool:
        """`let row be SET as long as COND` as a loop, which is quicker than a function for each element."""
        if not (isinstance(value, checked.Each) and value.operator == "as_long_as"):
            return False
        found, v = self.fresh(), self.fresh()
        self.put(f"{found} = []")
        clauses = self.expressions.clauses_of(value.values, v)
        if len(clauses) > 1:
            clauses = [f"for {v} in {self.code(value.values)}"]
        self.put(f"{clauses[0]}:")
        with self.expressions.named(value.local, v):
            self.put(f"    if not {self.condition(value.body)}: break")
        self.put(f"    {found}.append({v})")
        self.put(f"{self.local_name(to)} = tuple({found})")
        return True

    def changed(self, target: str, kind: checked.Type, how: str, value: str) -> str:
        """The line that changes a variable."""
        if kind.many:
            if how == "set":
                return f"{target} = tuple({value})"
            return f"{target} = {'added' if how == 'add' else 'taken'}({target}, {value})"
        return f"{target} {'=' if how == 'set' else '+=' if how == 'add' else '-='} {value}"

    def limited(self, target: str, statement: checked.Assign) -> None:
        """Stop a number that could double again and again."""
        if (
            statement.to.type == checked.NUMBER
            and grows(statement.value, statement.how)
            and self.program.costs.largest(statement.value) is None
        ):
            self.put(f"if not {-LARGEST_NUMBER} <= {target} <= {LARGEST_NUMBER}: too_large({self.span(statement)})")

    def resize(self, statement: checked.Resize) -> None:
        """A series grows or shrinks."""
        space = statement.space
        slot = self.layout.slots[id(space)]
        first, size = self.layout.world.first_space[id(space)], self.layout.world.size[id(space)]
        directions = ", ".join(f"d{number}" for number in range(len(self.layout.direction_names)))
        bracket = f"({directions}{',' if directions else ''})"
        state = "s" if self.logging else "at, on"
        if statement.extend:
            self.put(f"if t[{slot}] < {size}:")
            self.put(f"    t[{slot}] += 1")
        else:
            self.put(f"if t[{slot}] > 0:")
            self.put(f"    t[{slot}] -= 1")
            thing = self.fresh()
            self.put(f"    if on[{first} + t[{slot}]]:")
            self.put(f"        for {thing} in on[{first} + t[{slot}]][:]: take_away({state}, {thing})")
        if self.logging:
            self.put(f"    resized(s, {self.program.object(space)}, {statement.extend}, t[{slot}])")
        self.put(f"    relink(t, {bracket})")

    # ---- chance

    def faces(self, die: checked.Values | checked.NumberDie) -> list[int]:
        """What a die shows, each face once for each time that it is on the die."""
        if isinstance(die, checked.NumberDie):
            return list(range(die.least, die.most + 1))
        weights = [1 if weight is None else self.layout.world.constant(weight) for weight in die.weights]
        return [face for face, weight in enumerate(weights) for _ in range(weight)]

    def changed_roll(self, die: checked.Values | checked.NumberDie, face: str) -> str:
        """What a die shows after the standing rules that change it."""
        for change in die.changes:
            face = self.program.change_call(change, [self.player, face])
        return face

    def is_place(self, kind: str, source: Expression, code: str) -> str:
        """Whether a place is a bag, or a pile, as code."""
        match source:
            case checked.SpaceRef(space=space):
                return str(space.kind == kind)
            case checked.FieldRef(field=own) if own.place is not None:
                return str(own.place == kind)
        table = self.layout.constant((*(space.kind == kind for space in self.layout.world.spaces), False))
        return f"{table}[{code}]"

    # ---- options

    def choice_clauses(self, choices: Expression, v: str) -> list[str]:
        """The clauses that let `v` run through what may be chosen, in any order."""
        with self.expressions.order(matters=False):
            return self.expressions.clauses_of(choices, v)

    def needs_merging(self, expression: Expression) -> checked.Kind | None:
        """The kind of things among which some may be alike, if the options are such things."""
        if expression.type.kind != "thing":
            return None
        kind = self.layout.world.game.kinds.get(expression.type.name)
        return kind if kind is not None and self.layout.kind_has_alikes(kind) else None

    def merged(self, expression: Expression, seat: str, excluded: str = "") -> str:
        """The options of a set, alike things as one; without those in the tuple `excluded`."""
        v = self.fresh()
        clauses = self.expressions.clauses_of(expression, v)
        return self.merged_clauses(expression, v, clauses, seat, excluded)

    def merged_clauses(
        self, expression: Expression, v: str, clauses: Sequence[str], seat: str, excluded: str = ""
    ) -> str:
        """The options that some clauses run through, alike things as one."""
        if excluded:
            clauses = [*clauses, f"if {v} not in {excluded}"]
        kind = self.needs_merging(expression)
        if kind is None:
            if len(clauses) == 1:
                return clauses[0].split(" in ", 1)[1]
            return f"[{v} {' '.join(clauses)}]"
        return f"[*{{{self.alike_key(kind, expression, v, seat)}: {v} {' '.join(clauses)}}}.values()]"

    def alike_key(self, kind: checked.Kind, expression: Expression, v: str, seat: str) -> str:
        """What two things must have in common to be one option."""
        layout = self.layout
        first, last = layout.kind_range(kind)
        classes = layout.alike()[first:last]
        parts = []
        own_fields = [
            own for own in layout.fields if own.of is not None and own.of.kind == "thing" and own.of.name == kind.name
        ]
        narrowed = narrowest(expression)
        one_class = len(set(classes)) == 1 or (
            isinstance(narrowed, checked.KindSet)
            and narrowed.group is not None
            and len(kind.groups) == 1
            and not kind.cards
        )
        place = f"at[{v}]"
        if not one_class:
            # One number for place and class: a sum is quicker to compare than a pair.
            count = len(layout.world.spaces) + 1
            sort = f"{layout.constant((*(number * count for number in layout.alike()), -1))}[{v}]"
            place = sort if on_one_space(expression) else f"{sort} + {place}"
        for own in own_fields:
            value = f"{layout.components[id(own)]}[{v}]"
            if own.seen == "owner":
                value = f"({value} if {layout.owners()}[{v}] == {seat} else ~{v})"
            # What the chooser may not know of things neither keeps them apart nor makes them one.
            parts.append(v if own.seen == "nobody" else value)
        areas = layout.areas
        if not areas.standing(expression) <= areas.seen_by_all:
            # What the chooser may not see is never merged: that would show which of the hidden things are alike.
            parts.append(f"unseen(at[{v}], {v}, {seat})")
        if self.rule is not None:
            parts += [f"{v} == {self.local_name(local)}" for local in self.told_apart(kind)]
        if not parts:
            return place
        return f"({place}, {', '.join(parts)})"

    def told_apart(self, kind: checked.Kind) -> list[Local]:
        """The parameters that hold one thing of a kind: such a thing is never merged with another."""
        assert self.rule is not None
        return [
            local
            for local in self.rule.parameters
            if local.type.kind == "thing" and local.type.name == kind.name and not local.type.many
        ]

    def options(self, picks: Sequence[checked.Pick], seat: str, random: bool) -> str:
        """The options of a choice of one thing, or of several at once (then tuples)."""
        if len(picks) == 1:
            choices = picks[0].choices
            if random:
                v = self.fresh()
                return f"[{v} {' '.join(self.expressions.clauses_of(choices, v))}]"
            return self.merged(choices, seat)
        names: list[str] = []
        clauses: list[str] = []
        before = dict(self.expressions.names)
        bound = 1
        for pick in picks:
            v = self.fresh()
            source = self.code(pick.choices) if random else self.merged(pick.choices, seat)
            if source.startswith("[*{") and source.endswith(".values()]"):
                source = source[2:-1]
            clauses.append(f"for {v} in {source}")
            self.expressions.names[id(pick.local)] = v
            names.append(v)
            bound *= self.bound(pick.choices)
        self.expressions.names = before
        if bound > 20_000:
            return f"few(({', '.join(names)}) {' '.join(clauses)})"
        return f"[({', '.join(names)}) {' '.join(clauses)}]"

    def bound(self, expression: Expression) -> int:
        """How many a set may hold at most."""
        kind = expression.type.kind
        world = self.layout.world
        if kind == "number":
            return 100_000
        return {
            "player": world.players,
            "space": len(world.spaces),
            "thing": len(world.things),
            "card": len(world.cards),
        }.get(kind, 100)


def grows(value: Expression, how: str) -> bool:
    """Whether what is kept may be a sum of several numbers that were kept before; one more by a fixed amount is slow."""
    parts = list(expressions_in(value))
    kept = sum(
        isinstance(part, checked.LocalRef | checked.TableRef | checked.FieldRef | checked.DefineCall)
        and part.type == checked.NUMBER
        for part in parts
    )
    sums = any(isinstance(part, checked.Each) and part.operator == "sum" for part in parts)
    calls = any(isinstance(part, checked.DefineCall) for part in parts)
    return sums or (kept > 0 and (how != "set" or calls)) or kept > 1


class ProgramNames:
    """What a writer needs to know of the whole program: how its parts are called."""

    layout: Layout
    resumable: bool
    views: Views | None
    costs: Costs

    def span_number(self, span: object) -> str:
        """A number for a place in the rulebook."""
        raise NotImplementedError

    def object(self, value: object) -> str:
        """A name for something that messages are made of."""
        raise NotImplementedError

    performing: Rule

    def idle(self, statement: Statement) -> bool:
        """Whether a statement changes nothing but the log."""
        raise NotImplementedError

    def line_function(self, space: str, v: str, condition: str, axes: str) -> str:
        """A call of a function that measures straight rows of spaces of which a condition holds."""
        raise NotImplementedError

    def can_call(self, rule: Rule, arguments: list[str]) -> str:
        """Whether a rule may be carried out."""
        raise NotImplementedError

    def call(self, rule: Rule, arguments: list[str]) -> str:
        """Carry out a rule that is a function."""
        raise NotImplementedError

    def raw_call(self, rule: Rule, arguments: list[str]) -> str:
        """Carry out the body of a rule alone."""
        raise NotImplementedError

    def perform_call(self, card: str, player: str) -> str:
        """Perform a card by a function."""
        raise NotImplementedError

    def dispatch_call(self, card: str, player: str) -> str:
        """What a card says, by a function."""
        raise NotImplementedError

    def written_out(self, rule: Rule, inside: list[int], indent: int) -> bool:
        """Whether a rule is written out where it is carried out, instead of being called."""
        raise NotImplementedError

    def surrounded_by_hooks(self, rule: Rule) -> Block:
        """The statements of a rule with its standing rules."""
        raise NotImplementedError

    def body_of(self, rule: Rule) -> Block:
        """The statements of a rule alone."""
        raise NotImplementedError

    def define_call(self, define: checked.Define, arguments: list[str]) -> str:
        """A call of a define."""
        raise NotImplementedError

    def change_call(self, change: checked.Change, arguments: list[str]) -> str:
        """A value after a standing rule that changes it; the last argument is the value so far."""
        raise NotImplementedError


def narrowest(expression: Expression) -> Expression:
    """The set that filters are applied to."""
    while True:
        match expression:
            case checked.Each(operator="where", values=values):
                expression = values
            case checked.Operation(operator="on" | "without", operands=(values, _)):
                expression = values
            case checked.DefineCall(define=define) if not define.changes:
                expression = define.value
            case _:
                return expression


def on_one_space(expression: Expression) -> bool:
    """Whether all things of a set stand on the same space."""
    while True:
        match expression:
            case checked.Operation(operator="on", operands=(values, spaces)):
                if not spaces.type.many:
                    return True
                expression = values
            case checked.Each(operator="where", values=values):
                expression = values
            case checked.Operation(operator="without", operands=(values, _)):
                expression = values
            case _:
                return False


def refers_to(expression: Expression, names: list[Local]) -> bool:
    """Whether an expression reads one of some locals."""
    wanted = {id(local) for local in names}
    return any(isinstance(e, checked.LocalRef) and id(e.local) in wanted for e in expressions_in(expression))


def sure_locals(rule: Rule) -> set[int]:
    """The locals that are never nothing: those of loops and of choices that cannot be passed, never set otherwise."""
    sure: set[int] = set()
    assigned: set[int] = set()
    for statement in walk_statements(rule.body):
        match statement:
            case checked.ForEach(local=local) | checked.Together(local=local):
                sure.add(id(local))
            case checked.Choose(picks=picks, optional=False):
                sure.update(id(pick.local) for pick in picks)
            case checked.Assign(to=Local() as local):
                assigned.add(id(local))
            case checked.Choose(picks=picks):
                assigned.update(id(pick.local) for pick in picks)
            case checked.Call(giving=Local() as local):
                assigned.add(id(local))
    return sure - assigned


def blank(kind: checked.Type) -> str:
    """The code of what a local is when nothing was chosen."""
    if kind.many:
        return "()"
    return {"number": "0", "truth": "False", "text": "''"}.get(kind.kind, "-1")
