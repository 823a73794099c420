"""Write statements of the lowered program that do not wait as C statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, assert_never

from rulewright.interpreter.emit.c.held import BitWord, ListStorage, Scalar, Storage, blank_of
from rulewright.interpreter.emit.c.parts import Writer, WriterPart
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Expression, ReadVariable, Routine, Variable
from rulewright.interpreter.program.queries import everything_in

Flow: TypeAlias = nodes.If | nodes.ForEach | nodes.While | nodes.Until | nodes.Repeat | nodes.LeaveRoutine
"""Statements that hold other statements, or leave them."""
Effect: TypeAlias = (
    nodes.Deciding | nodes.Together | nodes.Moving | nodes.Calling | nodes.Setting | nodes.Noting | nodes.EndGame | nodes.OfBlocks
)


class Statements(WriterPart):
    """Writes statements."""

    def __init__(self, writer: Writer, leave: Callable[[Expression | None], str] | None = None) -> None:
        """Take the parts; `leave` writes the end of the routine with its result. Only blocks end in another way."""
        super().__init__(writer)
        self.leave = leave

    def declare(self, variable: Variable) -> str:
        """Declare a variable of the C function for a variable of the routine."""
        held, name = self.whole.memory.variable(variable), self.text.fresh("v")
        if isinstance(held, Scalar):
            self.text.names[variable] = name
            return f"i64 {name} = {blank_of(variable.type)};"
        self.text.set_names[variable] = self.text.held_name(held, name)
        return f"{held.name} {name} = {'0' if isinstance(held, BitWord) else '{0}'};"

    def target(self, variable: Variable) -> str:
        """Return the C code of a variable to assign to."""
        return self.text.set_name(variable).code if variable.type.many else self.text.name(variable)

    def keep(self, target: str, held: Storage, value: Expression) -> str:
        """Write the assignment of a value to a place that keeps it."""
        if isinstance(held, BitWord):
            return f"{target} = {self.bits.made_word(value)};"
        if not isinstance(held, ListStorage):
            return f"{target} = {self.expressions.value(value)};"
        if isinstance(value, nodes.FixedSet) and not value.members:
            return f"{target}.count = 0;"
        if isinstance(value, nodes.WithMembers | nodes.WithoutMembers) and not self.other_type(value):
            values, part = value.values, value.more if isinstance(value, nodes.WithMembers) else value.less
            if self.is_kept_at(values, target):
                word = "ADD" if isinstance(value, nodes.WithMembers) else "TAKE"
                return f"{word}_ONE(w, {target}, {self.expressions.value(part)});"
        return f"KEEP(w, {target}, {self.lists.listed(value)});"

    def other_type(self, value: nodes.WithMembers | nodes.WithoutMembers) -> bool:
        """Return whether a set, not one value, is added or taken."""
        return (value.more if isinstance(value, nodes.WithMembers) else value.less).type.many

    def is_kept_at(self, values: Expression, target: str) -> bool:
        """Return whether a set is the one that is kept in the very same place."""
        match values:
            case ReadVariable(variable=variable):
                return self.text.set_name(variable).code == target
        return False

    def body(self, body: Sequence[Any]) -> str:
        """Write several statements."""
        return "\n".join(filter(None, map(self.statement, body)))

    def statement(self, statement: nodes.Inside) -> str:
        """Write one statement."""
        if isinstance(statement, Flow):
            return self.flow(statement)
        return self.text.tidily(lambda: self.effect(statement))

    def effect(self, statement: Effect) -> str:
        """Write a statement that changes something."""
        match statement:
            case nodes.Assign(variable=variable, value=value, limit=limit):
                target = self.target(variable)
                code = self.keep(target, self.whole.memory.variable(variable), value)
                return code + (f" LIMIT(w, {target});" if limit >= 0 else "")
            case nodes.SetCell():
                return self.put(statement)
            case nodes.Move():
                return self.move(statement)
            case nodes.TakeAway(things=things):
                return self.each_thing(things, lambda x: f"take_away(p, w, {x});")
            case nodes.Swap(one=one, other=other):
                return f"swap(p, w, {self.expressions.value(one)}, {self.expressions.value(other)});"
            case nodes.DrawLast(source=source, to=to, amount=amount):
                codes = ", ".join(self.expressions.value(one) for one in (source, to, amount))
                return f"draw_last(p, w, {codes});"
            case nodes.Resize():
                return self.resize(statement)
            case nodes.NoteReached(place=place):
                return f"COME_TO({self.whole.counting.numbers[place]});"
            case nodes.Pay(price=price):
                return f"PAY(p, w, {price});"
            case nodes.CallRoutine():
                return self.do(statement.routine, statement.arguments, statement.result)
            case nodes.CallCard(card=card, player=player):
                return self.do_card(self.expressions.value(card), self.expressions.value(player))
            case nodes.EndGame(winners=winners):
                return f"{self.won(winners)} longjmp(w->leave, OVER);"
            case nodes.Arrange(space=space, order=order):
                self.whole.used.add("piles")
                return f"arrange(p, w, {self.expressions.value(space)}, {self.lists.listed(order)});"
            case nodes.Together():
                return self.together(statement)
            case nodes.Note():
                return ""
            case nodes.AppendRow(rows=rows, values=()):
                return f"{self.text.name(rows)}.count = 0;"
            case nodes.AppendRow(rows=rows, values=values):
                return self.keep_row(self.text.name(rows), values)
            case nodes.LoadRow(rows=rows, number=place, values=values):
                return self.restore_row(self.text.name(rows), place, values)
            case (
                nodes.Choose()
                | nodes.ChooseSet()
                | nodes.Menu()
                | nodes.AskWords()
                | nodes.Roll()
                | nodes.DrawAny()
                | nodes.Shuffle()
            ):
                # A statement that decides ends a block.
                raise NotImplementedError(type(statement).__name__)
            case _:
                assert_never(statement)

    def put(self, statement: nodes.SetCell) -> str:
        """Write the assignment of a value to a cell."""
        cell = statement.cell
        held = self.whole.memory.cell(cell)
        if statement.index is None:
            limit = f" LIMIT(w, p->c{cell.number});" if statement.limit >= 0 else ""
            return self.keep(f"p->c{cell.number}", held, statement.value) + limit
        i, index = self.text.fresh("j"), self.expressions.value(statement.index)
        if isinstance(held, Scalar):
            x = self.text.fresh()
            limit = f" LIMIT(w, {x});" if statement.limit >= 0 else ""
            code = f"i64 {i} = {index}, {x} = {self.expressions.value(statement.value)};"
            put = f"put{cell.number}(p, {i}, {x});{limit}"
            return f"{{ {code} {put if statement.sure else f'if ({i} >= 0) {{ {put} }}'} }}"
        put = self.keep(f"p->c{cell.number}[1 + {i}]", held, statement.value)
        return f"{{ i64 {i} = {index}; {put if statement.sure else f'if ({i} >= 0) {{ {put} }}'} }}"

    def each_thing(self, things: Expression, done: Any) -> str:
        """Write code for a thing, or for each of a set, which is listed first."""
        if not things.type.many:
            return str(done(self.expressions.value(things)))
        return self.listed_before(things, done)

    def listed_before(self, values: Expression, done: Any) -> str:
        """Write code for each member of a set as it was before the first of them."""
        word = self.bits.word(values, True)
        if word is not None:
            return self.loops.each_bit(word, self.text.bits(values.type), done)
        if isinstance(values, nodes.Range | nodes.FixedSet | nodes.Lookup):
            return self.loops.each(values, True, done)
        if self.text.bits(values.type) and self.text.ascending(values):
            return self.loops.each_bit(self.bits.made_word(values), self.text.bits(values.type), done)
        listed, i, x, sort = self.text.fresh("l"), self.text.fresh("j"), self.text.fresh(), self.text.list_type(values.type)
        code = self.lists.listed(values)
        if isinstance(values, ReadVariable | nodes.ReadCell | nodes.Contents | nodes.Conditional | nodes.Bind | nodes.Call):
            # A list that is read where it is kept may change meanwhile.
            self.text.took()
            code = f"copied{sort[3:]}(w, {code})"
        return (
            f"{{ {sort} {listed} = {code}; for (i64 {i} = 0; {i} < {listed}.count; {i}++) "
            f"{{ i64 {x} = {listed}.item[{i}]; {done(x)} }} }}"
        )

    def move(self, statement: nodes.Move) -> str:
        """Write the move of things to a space."""
        to, space = self.text.fresh("s"), self.expressions.value(statement.to)
        how = "move_under" if statement.under else "move"

        def moved(x: str) -> str:
            call = f"{how}(p, w, {x}, {to});"
            if statement.things.type.many or statement.sure_thing:
                return call
            thing = self.text.fresh("t")
            return f"i64 {thing} = {x}; if ({thing} >= 0) {how}(p, w, {thing}, {to});"

        inner = self.each_thing(statement.things, moved)
        guard = "" if statement.sure_space else f"if ({to} >= 0) "
        return f"{{ i64 {to} = {space}; {guard}{{ {inner} }} }}"

    def resize(self, statement: nodes.Resize) -> str:
        """Write the opening of a series' next space, or the closing of its last one."""
        cell = f"p->c{statement.cell.number}"
        self.whole.used.add("relink")
        if statement.extend:
            return f"if ({cell} < {statement.most}) {{ {cell}++; relink(p); }}"
        x = self.text.fresh()
        away = f"clear_space(p, w, {statement.first} + {x});"
        return f"if ({cell} > 0) {{ i64 {x} = --{cell}; {away} relink(p); }}"

    def do(self, routine: Routine, arguments: Sequence[Expression], result: Variable | None) -> str:
        """Carry out a routine that does not wait."""
        given = [self.expressions.argument(variable, value) for variable, value in zip(routine.parameters, arguments)]
        call = f"{self.whole.routine(routine)}({', '.join(['p', 'w', *given])})"
        if result is None:
            if routine.gives is not None and routine.gives.many:
                self.text.took()
            return f"{call};"
        held = self.whole.memory.variable(result)
        if isinstance(held, ListStorage):
            self.text.took()
            return f"KEEP(w, {self.target(result)}, {call});"
        return f"{self.target(result)} = {call};"

    def do_card(self, card: str, player: str) -> str:
        """Carry out what a named card says, of those that do not wait."""
        cases = " ".join(
            f"case {place}: {self.whole.routine(routine)}(p, w, {player}); break;"
            for place, routine in enumerate(self.whole.program.cards)
            if routine is not None and not routine.waits
        )
        return f"switch ({card}) {{ {cases} default: break; }}"

    def won(self, winners: Expression | None) -> str:
        """Write the end of the game."""
        if winners is None:
            return "won_bits(p, 0);"
        bits = self.text.bits(winners.type)
        if bits and self.text.ascending(winners):
            return f"won_bits(p, {self.bits.made_word(winners)});"
        return f"won(p, w, {self.lists.listed(winners)});"

    def flow(self, statement: Flow) -> str:
        """Write a statement with others inside it."""
        match statement:
            case nodes.If(branches=branches, otherwise=otherwise):
                code = ""
                for condition, body in branches:
                    test = self.text.value_tidily(lambda condition=condition: self.expressions.value(condition))  # type: ignore[misc]
                    code += f"if ({test}) {{\n{self.body(body)}\n}} else "
                if not branches:
                    return f"{{ {self.body(otherwise)} }}"
                return code + f"{{ {self.body(otherwise)} }}" if otherwise else code.removesuffix(" else ")
            case nodes.ForEach():
                return self.text.tidily(lambda: self.for_each(statement))
            case nodes.While(condition=condition, body=body):
                test = self.text.value_tidily(lambda: self.expressions.value(condition))
                return f"while ({test}) {{\n{self.body(body)}\n}}"
            case nodes.Until(body=body, condition=condition):
                inner = self.body(body)
                return f"do {{\n{inner}\n}} while (!({self.text.value_tidily(lambda: self.expressions.value(condition))}));"
            case nodes.Repeat(times=times, body=body):
                left = self.text.fresh("n")
                code = self.text.value_tidily(lambda: self.expressions.value(times))
                return f"for (i64 {left} = {code}; {left} > 0; {left}--) {{\n{self.body(body)}\n}}"
            case nodes.LeaveRoutine(value=value):
                assert self.leave is not None
                return self.leave(value)
            case _:
                assert_never(statement)

    def for_each(self, statement: nodes.ForEach) -> str:
        """Write a loop over a set that is listed first."""
        variable = statement.variable

        def one(x: str) -> str:
            return f"{self.text.name(variable)} = {x};\n{self.body(statement.body)}\n"

        if statement.live and not changes(statement.body, statement.values):
            return self.loops.each(statement.values, True, one)
        return self.listed_before(statement.values, one)

    def together(self, statement: nodes.Together) -> str:
        """Write the choices of several players when nobody is asked after all, then their effects."""
        kept = (statement.player, *statement.chosen)
        columns = [(self.text.fresh("c"), self.whole.memory.variable(one), self.target(one)) for one in kept]
        rows, count, i = self.text.fresh("rows"), self.text.fresh("n"), self.text.fresh("j")
        fields = " ".join(f"{'i64' if isinstance(held, Scalar) else held.name} {name};" for name, held, _ in columns)
        blanks = " ".join(self.blank(variable) for variable in statement.chosen)
        store = " ".join(f"{rows}[{count}].{name} = {target};" for name, _, target in columns)
        back = " ".join(f"{target} = {rows}[{i}].{name};" for name, _, target in columns)

        def one(x: str) -> str:
            name = self.text.name(statement.player)
            return f"{name} = {x}; {blanks} {self.body(statement.choices)} if ({count} < PLAYERS) {{ {store} {count}++; }}"

        loop = self.listed_before(statement.values, one)
        effects = self.body(statement.effects)
        return (
            f"{{ struct {{ {fields} }} {rows}[PLAYERS]; int {count} = 0; {loop} "
            f"for (int {i} = 0; {i} < {count}; {i}++) {{ {back}\n{effects}\n}} }}"
        )

    def keep_row(self, rows: str, values: Sequence[Variable]) -> str:
        """Write the addition of a row of choices: the values of some variables."""
        row = self.text.fresh("row")
        stores = " ".join(f"{row}->c{column} = {self.target(one)};" for column, one in enumerate(values))
        return f"{{ if ({rows}.count >= PLAYERS) fail(w); __auto_type {row} = &{rows}.row[{rows}.count++]; {stores} }}"

    def restore_row(self, rows: str, place: Expression, values: Sequence[Variable]) -> str:
        """Write the assignment of a row's values to the variables that it was made of."""
        row, i = self.text.fresh("row"), self.text.fresh("j")
        loads = " ".join(f"{self.target(one)} = {row}->c{column};" for column, one in enumerate(values))
        return (
            f"{{ i64 {i} = {self.expressions.value(place)}; if ({i} < 0 || {i} >= {rows}.count) fail(w); "
            f"__auto_type {row} = &{rows}.row[{i}]; {loads} }}"
        )

    def blank(self, variable: Variable) -> str:
        """Write the code that empties a variable."""
        held, target = self.whole.memory.variable(variable), self.target(variable)
        return f"{target}.count = 0;" if isinstance(held, ListStorage) else f"{target} = {blank_of(variable.type)};"


def changes(body: Body, values: Expression) -> bool:
    """Return whether a body assigns a variable that a set is read from."""
    read = {one.variable for one in everything_in(values) if isinstance(one, ReadVariable)}
    return any(isinstance(one, nodes.Assign) and one.variable in read for one in everything_in(body))
