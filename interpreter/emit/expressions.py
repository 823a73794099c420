"""Checked expressions as Python expressions.

A set is written as the clauses of a comprehension (`for v in ...`, `if ...`) as long as can be, so that a chain of filters
becomes one comprehension; asking whether something is in a set is written as conditions, without making the set.
Names of a rulebook never reach the code: locals, fields and tables are named by numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Field, Local, Rule
from rulewright.interpreter.lower.areas import Views
from rulewright.interpreter.lower.layout import Layout

COMPARISONS = {"same": "==", "different": "!=", "at_least": ">=", "at_most": "<=", "more_than": ">", "less_than": "<"}
ARITHMETIC = {"plus": "+", "minus": "-"}
LARGEST_INLINED = 60
CONSTANT = re.compile(r"c\d+(\[[^\[\]]*(\[[^\[\]]*(\[[^\[\]]*\])?\])?\])?$")
# Sets that nothing changes any more: what has just been listed, and what a local holds.
LASTING = re.compile(r"[vx]\d+$|\[|(different|sorted|highest_of|lowest_of|numbers|one_or_none|both|with_one)\(")


class Binding(str):
    """The clause `for NAME in (CODE,)`, which as a statement is `NAME = CODE`."""

    statement: str


class Search(str):
    """The clause `if [1 for ...]`, or `if not`, which as a statement is a loop that stops at the first."""

    clauses: list[str]
    wanted: bool


class Expressions:
    """Writes the expressions of one function; `local_name` says how a local that is none of a comprehension is read."""

    def __init__(self, layout: Layout, local_name: Callable[[Local], str], rule_functions: RuleFunctions) -> None:
        self.layout = layout
        self.world = layout.world
        self.local_name = local_name
        self.functions = rule_functions
        self.names: dict[int, str] = {}
        self.fresh_number = 0
        self.inlining: list[int] = []
        self.views: Views | None = None
        self.any_order = False
        """Whether the order of a set does not matter here: what lies in a place need not be sorted."""
        self.seated = 0
        """Above 0 while those who are asked about are known to be players."""

    # ---- names

    def fresh(self) -> str:
        """A variable that no other part of the function uses."""
        self.fresh_number += 1
        return f"x{self.fresh_number}"

    def constant(self, value: object) -> str:
        """A name for a constant."""
        return self.layout.constant(value)

    @contextmanager
    def named(self, local: Local, name: str) -> Iterator[None]:
        """While a local is a variable of a comprehension, or an inlined argument."""
        before = self.names.get(id(local))
        self.names[id(local)] = name
        yield
        if before is None:
            del self.names[id(local)]
        else:
            self.names[id(local)] = before

    @contextmanager
    def order(self, matters: bool) -> Iterator[None]:
        """While the order of sets matters, or does not."""
        before = self.any_order
        self.any_order = not matters
        yield
        self.any_order = before

    def lying(self, spaces: Expression) -> str:
        """What lies on one space: on a pile as it came, elsewhere in the order of declaration."""
        space = self.write(spaces)
        kinds = {self.layout.areas.kind_of(area) for area in self.layout.areas.of(spaces)}
        if self.any_order or kinds == {"pile"}:
            return f"on[{space}]"
        if "pile" not in kinds:
            return f"sorted(on[{space}])"
        return f"as_it_lies(on, {self.layout.piles()}, {space})"

    def local(self, local: Local) -> str:
        """How a local is read here."""
        name = self.names.get(id(local))
        return self.local_name(local) if name is None else name

    def player(self) -> str:
        """The acting player of the function."""
        return self.local_name(Local(name="player", type=checked.PLAYER, slot=0))

    # ---- conditions

    def condition(self, e: Expression) -> str:
        """An expression where only its truth counts: an empty list will do for no."""
        match e:
            case checked.Operation(operator="any", operands=(values,)):
                return self.truth_of(values)
            case checked.Operation(operator="none", operands=(values,)):
                return f"(not {self.truth_of(values)})"
            case checked.Operation(operator="not", operands=(operand,)):
                return negated(self.condition(operand))
            case checked.Operation(operator="and" | "or" as word, operands=operands):
                return joined(word, [self.condition(operand) for operand in operands])
            case checked.Operation(operator=operator, operands=(one, other)) if operator in COMPARISONS and (
                is_setting(one) and is_setting(other)
            ):
                # What hangs on the options alone is decided here and now.
                return str(bool(self.world.constant(e)))
            case checked.OptionValue(option=option):
                return str(bool(self.world.options[option.name]))
            case checked.DefineCall() if (inlined := self.inlined(e)) is not None:
                with self.bound(e.define, inlined[1]):
                    return self.condition(inlined[0])
        return self.write(e)

    def truth_of(self, values: Expression) -> str:
        """A set, or anything else that is true where it holds something."""
        with self.order(matters=False):
            return self._truth_of(values)

    def _truth_of(self, values: Expression) -> str:
        return self.asked(values)[0]

    def asked(self, values: Expression) -> tuple[str, list[str]]:
        """Code that is true where a set holds something, and the clauses that look for it if there are several."""
        slice_and_value = self.field_slice(values)
        if slice_and_value is not None:
            return f"({slice_and_value[1]} in {slice_and_value[0]})", []
        return self.members(values)

    def members(self, values: Expression) -> tuple[str, list[str]]:
        """A list with something for each member of a set, and the clauses that make it if it has to be made."""
        clauses = self.clauses(values, self.fresh())
        if clauses is None:
            return self.write(values), []
        if len(clauses) == 1:
            return clauses[0].split(" in ", 1)[1], []
        return f"[1 {' '.join(clauses)}]", clauses

    def tests(self, e: Expression) -> list[str]:
        """A condition as clauses, the parts of an `and` one after the other."""
        match e:
            case checked.Operation(operator="and", operands=operands):
                return [test for operand in operands for test in self.tests(operand)]
            case checked.Operation(operator="not", operands=(checked.Operation(operator="any", operands=(values,)),)):
                return [self.search(values, False)]
            case checked.Operation(operator="any" | "none" as word, operands=(values,)):
                return [self.search(values, word == "any")]
            case checked.DefineCall() if (inlined := self.inlined(e)) is not None:
                with self.bound(e.define, inlined[1]):
                    return self.tests(inlined[0])
        return [f"if {self.condition(e)}"]

    def search(self, values: Expression, wanted: bool) -> str:
        """The clause that asks whether a set holds anything, or nothing."""
        with self.order(matters=False):
            code, clauses = self.asked(values)
        found = Search(f"if {code}" if wanted else f"if (not {code})")
        loops = sum(clause.startswith("for ") and not isinstance(clause, Binding) for clause in clauses)
        found.clauses, found.wanted = clauses, wanted
        return found if loops == 1 else str(found)

    def binding(self, name: str, code: str) -> str:
        """The clause that gives a name to a value."""
        found = Binding(f"for {name} in ({code},)")
        found.statement = f"{name} = {code}"
        return found

    # ---- single values

    def write(self, e: Expression) -> str:
        """Any expression: a set as a list, a tuple or a range."""
        match e:
            case checked.Const(value=value, type=kind):
                return (
                    ("True" if value else "False")
                    if kind.kind == "truth"
                    else f"({value})"
                    if value < 0
                    else str(value)
                )
            case checked.CardConst(card=card):
                return str(self.world.card_index[id(card)])
            case checked.TextConst(text=text):
                return self.constant(text)
            case checked.OptionValue(option=option):
                value = self.world.options[option.name]
                return ("True" if value else "False") if option.type.kind == "truth" else f"({value})"
            case checked.LocalRef(local=local):
                return self.local(local)
            case checked.TableRef(field=table_field):
                return self.table_field(table_field)
            case checked.SpaceRef(space=space):
                return str(self.world.first_space[id(space)])
            case checked.FieldRef(field=own, target=target):
                return self.field(own, target)
            case checked.Property():
                return self.property(e)
            case checked.DefineCall():
                return self.define_call(e)
            case checked.Can(rule=rule, arguments=arguments):
                return self.functions.can(self, rule, [self.write(argument) for argument in arguments])
            case checked.Operation():
                return self.operation(e)
            case checked.Each():
                return self.each(e)
            case checked.PlayerSet():
                return self.constant(tuple(range(self.world.players)))
            case checked.ValueSet(values=values):
                return self.constant(tuple(range(len(values.names))))
            case checked.KindSet(kind=kind, group=None):
                return self.layout.kind_things(kind)
            case checked.KindSet(kind=kind, group=group, target=checked_target) if group is not None:
                assert checked_target is not None
                table = self.layout.things_by_group(kind, group)
                return f"{table}[{self.write(checked_target)}]"
            case checked.SeriesRef() | checked.BoardRef():
                ranges = self.layout.ranges(e)
                return ranges[0] if len(ranges) == 1 else "[" + ", ".join(f"*{one}" for one in ranges) + "]"
        raise AssertionError(e)

    def table_field(self, own: Field) -> str:
        """A field of the table."""
        if not own.assigned:
            return self.constant(self.layout.initial_table_value(own))
        return f"t[{self.layout.table_slot(own)}]"

    def field(self, own: Field, target: Expression) -> str:
        """A field of one thing, player, space, value or card."""
        if own.place is not None:
            return f"{self.layout.place_table(own)}[{self.write(target)}]"
        if target.type.kind == "card":
            return f"{self.layout.card_field(own)}[{self.write(target)}]"
        return f"{self.layout.field_component(own)}[{self.write(target)}]"

    def property(self, e: checked.Property) -> str:
        """What the engine itself knows of something."""
        target = self.write(e.target)
        layout = self.layout
        match e.property:
            case "space":
                return f"at[{target}]"
            case "owner" if e.target.type.kind == "space":
                return f"{layout.space_owners()}[{target}]"
            case "owner":
                return f"{layout.owners()}[{target}]"
            case "number" if e.target.type.kind != "space":
                # Values and seats are counted from 0 in here, and from 1 by people; nothing is number 0.
                return f"({target} + 1)"
            case "card":
                return f"{layout.thing_cards()}[{target}]"
            case "group":
                assert e.group is not None
                return f"{layout.group_values(e.group)}[{target}]"
            case "left" | "right":
                return f"{layout.neighbours_at_table(e.property)}[{target}]"
            case "direction":
                table = layout.direction(e.name)[0]
                return f"{table}[{target}]"
            case "row" | "column" | "number":
                return f"{layout.space_numbers(e.property)}[{target}]"
            case "neighbours" | "around":
                near, directions = layout.beside(e.property)
                if near is not None:
                    return f"{near}[{target}]"
                v = self.fresh()
                return f"[{v} for {v} in ({', '.join(f'{name}[{target}]' for name, _ in directions)},) if {v} >= 0]"
            case "ray":
                table, changes = layout.direction(e.name)
                if changes:
                    return f"ray({table}, {target})"
                return f"{layout.rays(e.name)}[{target}]"
        raise AssertionError(e.property)

    def define_call(self, e: checked.DefineCall) -> str:
        """A define, written out where it is used if it is small, else as a function of its own."""
        define = e.define
        inlined = self.inlined(e)
        if inlined is not None:
            body, bindings = inlined
            with self.bound(define, bindings):
                return f"({self.write(body)})"
        return self.functions.define(self, define, [self.write(argument) for argument in e.arguments])

    def inlined(self, e: checked.DefineCall) -> tuple[Expression, list[tuple[Local, str]]] | None:
        """The body and arguments of a define that may be written out where it is used."""
        define = e.define
        if define.changes or id(define) in self.inlining or self.layout.weight(define) > LARGEST_INLINED:
            return None
        bindings: list[tuple[Local, str]] = []
        for parameter, argument in zip(define.parameters, e.arguments):
            if not isinstance(argument, checked.LocalRef | checked.Const):
                return None
            bindings.append((parameter, self.write(argument)))
        return define.value, bindings

    @contextmanager
    def bound(self, define: checked.Define, bindings: list[tuple[Local, str]]) -> Iterator[None]:
        """While a define is written out: its parameters are the arguments, its player the one who acts."""
        before = dict(self.names)
        player = self.player() if id(define.locals[0]) not in self.names else self.names[id(define.locals[0])]
        for local, name in bindings:
            self.names[id(local)] = name
        self.names[id(define.locals[0])] = player
        self.inlining.append(id(define))
        yield
        self.inlining.pop()
        self.names = before

    # ---- operators

    def operation(self, e: checked.Operation) -> str:
        """An operator over whole expressions."""
        operator = e.operator
        operands = e.operands
        if operator in ("and", "or"):
            return "(" + f" {operator} ".join(self.write(operand) for operand in operands) + ")"
        if operator == "not":
            return f"(not {self.write(operands[0])})"
        if operator in COMPARISONS:
            if operands[0].type.many or operands[1].type.many:
                sets = [
                    f"set({self.write(operand)})" if operand.type.many else f"{{{self.write(operand)}}}"
                    for operand in operands
                ]
                return f"({sets[0]} {COMPARISONS[operator]} {sets[1]})"
            return f"({self.write(operands[0])} {COMPARISONS[operator]} {self.write(operands[1])})"
        if operator in ARITHMETIC:
            return f"({self.write(operands[0])} {ARITHMETIC[operator]} {self.write(operands[1])})"
        if operator == "times":
            return f"times({self.write(operands[0])}, {self.write(operands[1])})"
        if operator == "divided":
            return f"divided({self.write(operands[0])}, {self.write(operands[1])})"
        if operator == "remainder":
            return f"remainder({self.write(operands[0])}, {self.write(operands[1])})"
        if operator == "negative":
            return f"(-{self.write(operands[0])})"
        if operator == "if":
            condition = self.condition(operands[0])
            one, other = (self.write(operand) for operand in operands[1:])
            return f"({one} if {condition} else {other})"
        if operator in ("inside", "outside"):
            return self.inside(operands[0], operands[1], operator == "inside")
        if operator in ("any", "none"):
            found = self.non_empty(operands[0])
            return found if operator == "any" else f"(not {found})"
        if operator == "count":
            return self.count(operands[0])
        if operator in ("first", "last", "item"):
            with self.order(matters=True):
                return self.by_place(operator, operands)
        if operator == "longest_line":
            return self.longest_line("longest_row", operands)
        if operator == "range" and all(isinstance(operand, checked.Const) for operand in operands):
            least, most = (operand.value for operand in operands if isinstance(operand, checked.Const))
            if 0 <= most - least < 100:
                return self.constant(tuple(range(least, most + 1)))
        if operator == "range":
            low, high = (self.write(operand) for operand in operands)
            return f"numbers({low}, {high})"
        if operator == "as_set":
            if operands[0].type.kind in ("number", "truth"):
                return f"({self.write(operands[0])},)"
            if isinstance(operands[0], checked.SpaceRef | checked.CardConst):
                return f"({self.write(operands[0])},)"
            return f"one_or_none({self.write(operands[0])})"
        if operator == "several":
            return self.several(operands)
        if operator in ("clockwise", "counterclockwise", "union", "without", "on"):
            return self.comprehension(e)
        raise AssertionError(operator)

    def by_place(self, operator: str, operands: Sequence[Expression]) -> str:
        """One of a set, by its place in it."""
        if operator == "item":
            blank = "0" if operands[1].type.kind in ("number", "truth") else "-1"
            return f"item({self.write(operands[0])}, {self.peek(operands[1])}, {blank})"
        values = operands[0]
        place = 0 if operator == "first" else -1
        blank = "no_number" if values.type.kind in ("number", "truth") else "no_one"
        if isinstance(values, checked.SeriesRef):
            first, length = self.world.first_space[id(values.space)], self.layout.length(values.space)
            if operator == "first":
                return f"({first} if {length} else -1)"
            return f"({first - 1} + {length} if {length} else -1)"
        if operator == "first" and isinstance(values, checked.Each) and values.operator == "where":
            v = self.fresh()
            missing = "0" if blank == "no_number" else "-1"
            return f"next(({v} {' '.join(self.clauses_of(values, v))}), {missing})"
        return f"({self.peek(values)} or {blank})[{place}]"

    def several(self, operands: Sequence[Expression]) -> str:
        """A set of single values, and of sets, without nothing and repetitions."""
        parts = ", ".join(
            f"*{self.write(operand)}" if operand.type.many else self.write(operand) for operand in operands
        )
        if all(isinstance(operand, checked.Const | checked.SpaceRef | checked.CardConst) for operand in operands):
            return f"({parts},)"
        if operands[0].type.kind in ("number", "truth"):
            return f"list(dict.fromkeys(({parts},)))"
        if len(operands) == 2 and not operands[0].type.many and not operands[1].type.many:
            return f"both({parts})"
        return f"different(({parts},))"

    def inside(self, element: Expression, values: Expression, wanted: bool) -> str:
        """Whether a thing stands on a space or some spaces, or something is in a set."""
        if element.type.many:
            v = self.fresh()
            return f"({'' if wanted else 'not '}all([{self.member(v, values)} for {v} in {self.write(element)}]))"
        if element.type.kind == "thing" and values.type.kind == "space":
            code = f"at[{self.write(element)}]"
        else:
            code = self.write(element)
        if not values.type.many:
            return f"({code} {'==' if wanted else '!='} {self.write(values)})"
        member = self.member(code, values)
        return f"({member})" if wanted else f"(not {member})"

    def non_empty(self, values: Expression) -> str:
        """Whether there is anything in a set."""
        with self.order(matters=False):
            return self._non_empty(values)

    def _non_empty(self, values: Expression) -> str:
        slice_and_value = self.field_slice(values)
        if slice_and_value is not None:
            return f"({slice_and_value[1]} in {slice_and_value[0]})"
        code, clauses = self.members(values)
        return f"bool({code})" if clauses else f"(len({code}) > 0)"

    def field_slice(self, values: Expression) -> tuple[str, str] | None:
        """For the spaces of a board whose field has a certain value: that part of the field's list, and the value."""
        if isinstance(values, checked.DefineCall):
            inlined = self.inlined(values)
            if inlined is None:
                return None
            with self.bound(values.define, inlined[1]):
                return self.field_slice(inlined[0])
        match values:
            case checked.Each(
                operator="where",
                values=checked.BoardRef() | checked.SeriesRef() as row,
                local=local,
                body=checked.Operation(
                    operator="same",
                    operands=(
                        checked.FieldRef(field=own, target=checked.LocalRef(local=same)),
                        checked.Const() | checked.LocalRef() as value,
                    ),
                ),
            ) if same is local and own.assigned and own.place is None and not own.type.many:
                runs = self.layout.bounds(row)
                if len(runs) == 1 and (not isinstance(value, checked.LocalRef) or value.local is not local):
                    return f"{self.layout.components[id(own)]}[{runs[0][0]}:{runs[0][1]}]", self.write(value)
        return None

    def longest_line(self, function: str, operands: Sequence[Expression]) -> str:
        """The longest straight row through a space, as a set or as its length."""
        v = self.fresh()
        member = self.member(v, self.on_boards(operands[1]))
        if function == "longest":
            return self.functions.line_length(self.write(operands[0]), v, member, self.layout.axes())
        return f"{function}({self.write(operands[0])}, lambda {v}: {member}, {self.layout.axes()})"

    def on_boards(self, spaces: Expression) -> Expression:
        """A set of spaces for asking about spaces of the only board there is: being on it need not be asked."""
        match spaces:
            case checked.Each(operator="where", values=checked.BoardRef(), local=local, body=body) if (
                len(self.world.game.boards) == 1 and not self.layout.resized
            ):
                everywhere = checked.Const(type=checked.TRUTH, span=spaces.span, value=1)
                return checked.Each(
                    type=spaces.type,
                    span=spaces.span,
                    operator="where",
                    local=local,
                    body=body,
                    values=checked.Operation(
                        type=spaces.type, span=spaces.span, operator="anywhere", operands=(everywhere,)
                    ),
                )
        return spaces

    def count(self, values: Expression) -> str:
        """How many there are in a set."""
        with self.order(matters=False):
            return self._count(values)

    def _count(self, values: Expression) -> str:
        if isinstance(values, checked.Operation) and values.operator == "longest_line":
            return self.longest_line("longest", values.operands)
        if isinstance(values, checked.SeriesRef):
            return self.layout.length(values.space)
        slice_and_value = self.field_slice(values)
        if slice_and_value is not None:
            return f"{slice_and_value[0]}.count({slice_and_value[1]})"
        return f"len({self.members(values)[0]})"

    # ---- sets

    def peek(self, values: Expression) -> str:
        """A set that is looked at before anything moves: the position's own list will do."""
        clauses = self.clauses(values, self.fresh())
        if clauses is not None and len(clauses) == 1:
            return clauses[0].split(" in ", 1)[1]
        return self.write(values)

    def listed(self, values: Expression) -> str:
        """A set to go through while things move: a copy, unless it is a constant."""
        peeked = self.peek(values)
        return peeked if CONSTANT.match(peeked) else self.write(values)

    def lasting(self, values: Expression) -> str:
        """A set to be kept: a copy, unless nothing changes it any more."""
        peeked = self.peek(values)
        return peeked if CONSTANT.match(peeked) or LASTING.match(peeked) else f"[*{peeked}]"

    def comprehension(self, e: Expression) -> str:
        """A set as a list."""
        v = self.fresh()
        clauses = self.clauses(e, v)
        assert clauses is not None, e
        if len(clauses) == 1:
            return f"[*{clauses[0].split(' in ', 1)[1]}]"
        return f"[{v} {' '.join(clauses)}]"

    def clauses(self, e: Expression, v: str) -> list[str] | None:
        """The clauses that let `v` run through a set, or None if it must be written out."""
        match e:
            case checked.Each(operator="where") if (spaces := self.layout.chosen_spaces(e)) is not None:
                return [f"for {v} in {self.constant(spaces)}"]
            case checked.Each(operator="where", values=values, local=local, body=body):
                inner = self.clauses_of(values, v)
                with self.named(local, v):
                    return [*inner, *self.tests(body)]
            case checked.Operation(operator="on", operands=(things, spaces)):
                return self.standing_on(things, spaces, v)
            case checked.Operation(operator="without", operands=(values, other)):
                inner = self.clauses_of(values, v)
                if isinstance(other, checked.Operation) and other.operator == "as_set":
                    other = other.operands[0]
                if not other.type.many:
                    # What runs through a set is never nothing, so that nothing need not be looked for.
                    return [*inner, f"if {v} != {self.write(other)}"]
                if self.needs_making(other):
                    made = self.fresh()
                    return [self.binding(made, self.made_set(other)), *inner, f"if {v} not in {made}"]
                return [*inner, f"if not ({self.member(v, other)})"]
            case checked.Operation(operator="union", operands=(one, other)):
                if (
                    isinstance(one, checked.Operation)
                    and one.operator == "as_set"
                    and isinstance(other, checked.Property)
                    and other.property == "ray"
                    and (start := self.write(one.operands[0])) == self.write(other.target)
                ):
                    # What lies beyond a space is never that space.
                    return [f"for {v} in one_and({start}, {self.write(other)})"]
                if isinstance(one, checked.LocalRef) and (value := self.one_named(other)) is not None:
                    return [f"for {v} in with_one({self.local(one.local)}, {value})"]
                return [f"for {v} in [*dict.fromkeys((*{self.peek(one)}, *{self.peek(other)}))]"]
            case checked.Operation(operator="clockwise" | "counterclockwise" as direction, operands=(values, start)):
                order = f"{self.layout.seating(direction)}[{self.write(start)}]"
                self.seated += 1
                member = self.member(v, values)
                self.seated -= 1
                return [f"for {v} in {order}"] if member == "True" else [f"for {v} in {order}", f"if {member}"]
            case checked.DefineCall() if e.type.many:
                inlined = self.inlined(e)
                if inlined is None:
                    return None
                body, bindings = inlined
                with self.bound(e.define, bindings):
                    return self.clauses_of(body, v)
            case _:
                return None

    def one_named(self, e: Expression) -> str | None:
        """The only element of a set, if it is known before the game."""
        match e:
            case checked.Operation(
                operator="as_set", operands=(checked.Const() | checked.SpaceRef() | checked.CardConst() as one,)
            ):
                code = self.write(one)
                return code if code.isdigit() else None
        return None

    def clauses_of(self, e: Expression, v: str) -> list[str]:
        """The clauses that let `v` run through any set."""
        clauses = self.clauses(e, v)
        return [f"for {v} in {self.write(e)}"] if clauses is None else clauses

    def standing_on(self, things: Expression, spaces: Expression, v: str) -> list[str]:
        """The things of a set that stand on a space, or on some spaces."""
        if not spaces.type.many:
            if isinstance(things, checked.KindSet) and (things.group is None or self.layout.has_piles):
                clauses = [f"for {v} in {self.lying(spaces)}"]
                if things.group is not None:
                    target = self.write(things.target) if things.target is not None else ""
                    code, before = self.simple(target)
                    table = self.layout.group_table(things.group)
                    clauses = [*before, *clauses, f"if {table}[{v}] == {code}"]
                if not self.layout.areas.only(things.kind.name, self.layout.areas.of(spaces)):
                    first, last = self.layout.kind_range(things.kind)
                    clauses.append(f"if {first} <= {v} < {last}")
                return clauses
            code, before = self.simple(self.write(spaces))
            here = f"at[{v}] == {code}" if self.stands(things) else stands_on(v, code)
            return [*before, *self.clauses_of(things, v), f"if {here}"]
        if self.views is not None and isinstance(things, checked.KindSet):
            view = self.views.name(things.kind, things.group, spaces)
            if view is not None:
                return [
                    f"for {v} in {view}" if things.target is None else f"for {v} in {view}[{self.write(things.target)}]"
                ]
        if isinstance(spaces, checked.LocalRef):
            made = self.fresh()
            return [
                self.binding(made, f"{{*{self.write(spaces)}}}"),
                *self.clauses_of(things, v),
                f"if at[{v}] in {made}",
            ]
        if self.needs_making(spaces):
            made = self.fresh()
            return [self.binding(made, self.made_set(spaces)), *self.clauses_of(things, v), f"if at[{v}] in {made}"]
        return [*self.clauses_of(things, v), f"if {self.member(f'at[{v}]', spaces)}"]

    def made_set(self, spaces: Expression) -> str:
        """Some spaces as a Python set."""
        with self.order(matters=False):
            return self._made_set(spaces)

    def _made_set(self, spaces: Expression) -> str:
        match spaces:
            case checked.DefineCall() if (inlined := self.inlined(spaces)) is not None:
                with self.bound(spaces.define, inlined[1]):
                    return self.made_set(inlined[0])
            case checked.Each(
                operator="map",
                values=values,
                local=local,
                body=checked.Property(property="space", target=checked.LocalRef(local=same)),
            ) if same is local and self.stands(values):
                # What stands somewhere is not nowhere: nothing need not be looked for.
                v = self.fresh()
                return f"{{at[{v}] {' '.join(self.clauses_of(values, v))}}}"
        return f"{{*{self.write(spaces)}}}"

    def stands(self, values: Expression) -> bool:
        """Whether everything in a set of things stands somewhere."""
        match values:
            case checked.Operation(operator="on"):
                return True
            case (
                checked.Operation(operator="without", operands=(inner, _))
                | checked.Each(operator="where", values=inner)
            ):
                return self.stands(inner)
            case checked.DefineCall() if (inlined := self.inlined(values)) is not None:
                return self.stands(inlined[0])
        return False

    def simple(self, code: str) -> tuple[str, list[str]]:
        """A value worked out once before a comprehension goes through its elements."""
        if code.isidentifier() or code.isdigit():
            return code, []
        name = self.fresh()
        return name, [self.binding(name, code)]

    def needs_making(self, e: Expression) -> bool:
        """Whether asking if something is in this set means making the set first."""
        match e:
            case checked.SeriesRef() | checked.BoardRef() | checked.LocalRef() | checked.SpaceRef():
                return False
            case checked.Operation(operator="union", operands=operands):
                return any(self.needs_making(operand) for operand in operands)
            case checked.Operation(operator="as_set" | "several", operands=operands):
                return not all(isinstance(operand, checked.SpaceRef | checked.LocalRef) for operand in operands)
            case checked.DefineCall():
                inlined = self.inlined(e)
                return inlined is None or self.needs_making(inlined[0])
        return True

    def member(self, v: str, e: Expression) -> str:
        """The condition that a value (a variable, or a short piece of code without effect) is in a set."""
        with self.order(matters=False):
            return self._member(v, e)

    def _member(self, v: str, e: Expression) -> str:
        match e:
            case checked.SeriesRef() | checked.BoardRef():
                return self.layout.range_test(v, [e])
            case checked.Operation(operator="union", operands=operands):
                flat = list(self.flattened(e))
                if all(isinstance(one, checked.SpaceRef | checked.SeriesRef | checked.BoardRef) for one in flat):
                    return self.layout.range_test(v, flat)
                return "(" + " or ".join(self.member(v, operand) for operand in operands) + ")"
            case checked.SpaceRef(space=space):
                return f"{v} == {self.world.first_space[id(space)]}"
            case checked.PlayerSet():
                return "True" if self.seated else f"{v} >= 0"
            case checked.Operation(operator="anywhere"):
                return "True"
            case checked.Operation(operator="as_set", operands=(operand,)):
                return self.member_of_one(v, operand)
            case checked.Operation(operator="several", operands=operands):
                if any(operand.type.many for operand in operands):
                    return f"{v} in {self.write(e)}"
                return f"{v} in ({', '.join(self.write(operand) for operand in operands)},)"
            case checked.Operation(operator="without", operands=(values, other)):
                excluded = f"{v} != {self.write(other)}" if not other.type.many else f"not ({self.member(v, other)})"
                return f"({self.member(v, values)} and {excluded})"
            case checked.Operation(operator="range", operands=(low, high)):
                return f"({self.write(low)} <= {v} <= {self.write(high)})"
            case checked.Operation(operator="on", operands=(things, spaces)) if isinstance(things, checked.KindSet):
                place = f"at[{v}]"
                standing = self.member(place, spaces) if spaces.type.many else stands_on(v, self.write(spaces))
                return f"({self.member(v, things)} and {standing})"
            case checked.KindSet(kind=kind, group=group, target=target):
                first, last = self.layout.kind_range(kind)
                inside = f"{first} <= {v} < {last}"
                if group is None or target is None:
                    return inside
                return f"({inside} and {self.layout.group_table(group)}[{v}] == {self.write(target)})"
            case checked.Each(operator="where", values=values, local=local, body=body):
                with self.named(local, v):
                    return joined("and", [self.member(v, values), self.condition(body)])
            case checked.DefineCall():
                inlined = self.inlined(e)
                if inlined is not None:
                    with self.bound(e.define, inlined[1]):
                        return self.member(v, inlined[0])
        return f"{v} in {self.write(e)}"

    def member_of_one(self, v: str, operand: Expression) -> str:
        """Equal to one value; nothing is in no set."""
        return (
            f"(-1 != {v} == {self.write(operand)})"
            if operand.type.kind not in ("number", "truth")
            else (f"{v} == {self.write(operand)}")
        )

    def flattened(self, e: Expression) -> Iterable[Expression]:
        """The parts of a union, defines written out."""
        if isinstance(e, checked.Operation) and e.operator == "union":
            for operand in e.operands:
                yield from self.flattened(operand)
        elif (
            isinstance(e, checked.Operation) and e.operator == "as_set" and isinstance(e.operands[0], checked.SpaceRef)
        ):
            yield e.operands[0]
        elif isinstance(e, checked.DefineCall) and not e.arguments and (inlined := self.inlined(e)) is not None:
            yield from self.flattened(inlined[0])
        else:
            yield e

    def each(self, e: checked.Each) -> str:
        """The operators that look at each of a set."""
        if e.operator == "where":
            return self.comprehension(e)
        v = self.fresh()
        with self.order(matters=not self.any_order and e.operator not in ("sum", "highest", "lowest")):
            clauses = " ".join(self.clauses_of(e.values, v))
        with self.named(e.local, v):
            body = self.write(e.body)
        if e.operator == "sum":
            return f"sum([{body} {clauses}])"
        if e.operator in ("highest", "lowest"):
            function = "max" if e.operator == "highest" else "min"
            return f"{function}([{body} {clauses}], default=0)"
        if e.operator in ("with_most", "with_fewest"):
            function = "highest_of" if e.operator == "with_most" else "lowest_of"
            return f"{function}([({v}, {body}) {clauses}])"
        if e.operator == "as_long_as":
            with self.order(matters=True):
                return f"as_long_as({self.write(e.values)}, lambda {v}: {body})"
        if e.body.type.many:
            w = self.fresh()
            return f"list(dict.fromkeys([{w} {clauses} for {w} in {body}]))"
        if e.body.type.kind in ("number", "truth"):
            return f"list(dict.fromkeys([{body} {clauses}]))"
        return f"different([{body} {clauses}])"


def is_setting(e: Expression) -> bool:
    """Whether an expression hangs on the options alone."""
    return isinstance(e, checked.Const | checked.OptionValue)


def stands_on(thing: str, space: str) -> str:
    """Whether a thing stands on a space; what is out of play does not stand on a space that there is not."""
    return f"at[{thing}] == {space}" if space.isdigit() else f"at[{thing}] == {space} >= 0"


def negated(code: str) -> str:
    """The opposite of a condition."""
    return {"True": "False", "False": "True"}.get(code, f"(not {code})")


def joined(word: str, conditions: list[str]) -> str:
    """Several conditions by `and` or `or`, without those that are decided."""
    deciding, idle = ("False", "True") if word == "and" else ("True", "False")
    if deciding in conditions:
        return deciding
    left = [condition for condition in conditions if condition != idle]
    return "(" + f" {word} ".join(left) + ")" if len(left) > 1 else left[0] if left else idle


class RuleFunctions:
    """How calls of defines and questions about rules are written; the statements' writer says how."""

    def can(self, expressions: Expressions, rule: Rule, arguments: list[str]) -> str:
        """Whether a rule may be carried out."""
        raise NotImplementedError

    def define(self, expressions: Expressions, define: checked.Define, arguments: list[str]) -> str:
        """A call of a define's function."""
        raise NotImplementedError

    def line_length(self, space: str, v: str, condition: str, axes: str) -> str:
        """How long the longest straight row through a space is, over spaces of which a condition holds."""
        raise NotImplementedError
