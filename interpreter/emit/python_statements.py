"""Statements of the lowered program come in; lines of a Python function go out: what both Python forms share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rulewright.interpreter.emit.python_sets import Sets
from rulewright.interpreter.position.runtime import LARGEST_NUMBER
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Expression, Routine, Variable
from rulewright.interpreter.program.queries import alike

Effect: TypeAlias = nodes.Move | nodes.TakeAway | nodes.Swap | nodes.DrawLast | nodes.Resize | nodes.Note
"""What moves or tells something; each form writes it in its own way."""
LAPSING = nodes.Choose | nodes.ChooseSet | nodes.Menu
MOST_NESTED = 8
MOST_BRANCHES = 20


class Statements(Sets):
    """Writes statements."""

    # ---- what the two forms write in their own ways

    def effect(self, statement: Effect) -> None:
        """A statement that moves something or tells something."""
        raise NotImplementedError

    def question(self, statement: nodes.Deciding | nodes.Together, lapse: str, last: bool) -> None:
        """A statement that asks somebody, or chance."""
        raise NotImplementedError

    def pay(self, price: int, place: int) -> None:
        """Take something from the budget."""
        self.put(f"{self.part('t')}[0] += {price}")
        self.put(f"if t[0] > most: t[0] = spent({place}, t[1])")

    # ---- bodies

    def body(self, body: Body, lapse: str = "") -> None:
        """Some statements; `lapse` leaves them when a choice has no option, else the rest is nested."""
        indent, start, loops = self.indent, len(self.lines), len(self.loops)
        if not lapse and sum(isinstance(one, LAPSING) for one in body) > MOST_NESTED:
            # What lapses leaves a loop of one pass, or else the rest of each would lie deeper than Python allows.
            lapse = "continue"
            self.open(f"for {self.fresh()} in one_pass:")
        for place, statement in enumerate(body):
            last = place == len(body) - 1
            self.statement(statement, "" if last else lapse, last)
        if len(self.lines) == start:
            self.put("pass")
        self.indent = indent
        del self.loops[loops:]

    def lapses(self, condition: str, lapse: str, last: bool) -> None:
        """Leave the body unless a condition holds."""
        if lapse:
            self.put(f"if not {condition}: {lapse}")
        elif not last:
            self.open(f"if {condition}:")

    def statement(self, statement: nodes.Statement, lapse: str, last: bool) -> None:
        """Any statement."""
        match statement:
            case nodes.Assign(variable=variable, value=value, limit=limit):
                self.assign(variable, value)
                self.limited(self.name(variable), limit)
            case nodes.Put():
                self.put_cell(statement)
            case nodes.Pay(price=price, place=place):
                self.pay(price, place)
            case nodes.Reached(place=place):
                self.put(f"reached({place})")
            case nodes.If():
                self.branches(statement)
            case nodes.ForEach():
                self.for_each(statement)
            case nodes.While(condition=condition, body=body):
                self.while_(condition, body)
            case nodes.Until(body=body, condition=condition):
                self.until(body, condition)
            case nodes.Repeat(times=times, body=body):
                with self.below(f"for {self.fresh()} in range({self.value(times)}):"):
                    self.body(body, "continue")
            case nodes.Do():
                self.do(statement)
            case nodes.DoCard(card=card, player=player):
                self.put(self.form.dispatch(self.value(card), self.value(player)))
            case nodes.Leave(value=value):
                self.leave(None if value is None else self.given(value))
            case nodes.Over(winners=winners):
                self.over(winners)
            case (
                nodes.Choose()
                | nodes.ChooseSet()
                | nodes.Menu()
                | nodes.AskWords()
                | nodes.Roll()
                | nodes.DrawAny()
                | nodes.Shuffle()
                | nodes.Together()
            ):
                self.question(statement, lapse, last)
            case _:
                self.effect(statement)

    # ---- values that are kept

    def given(self, value: Expression) -> str:
        """A value to be kept: of a set, nothing that changes any more."""
        return self.lasting(value) if value.type.many else self.value(value)

    def kept_set(self, value: Expression) -> str:
        """A set to be kept in a position: a tuple."""
        code = self.source(value)
        return code if self.is_tuple(value) else f"tuple({code})"

    def is_tuple(self, value: Expression) -> bool:
        """Whether the code of a set is a tuple already: in tables and positions nothing else lies."""
        match value:
            case nodes.Read(variable=variable):
                return self.in_frame and variable.slot >= 0
            case nodes.Either(one=one, other=other):
                return self.is_tuple(one) and self.is_tuple(other)
        return isinstance(value, nodes.Fixed | nodes.Fetch | nodes.Added | nodes.Lookup)

    def assign(self, variable: Variable, value: Expression) -> None:
        """A variable becomes a value."""
        name = self.name(variable)
        match value:
            case nodes.Arithmetic(operator="+" | "-" as operator, one=nodes.Read(variable=same), other=other) if same is variable:
                self.put(f"{name} {operator}= {self.value(other)}")
            case _ if not value.type.many:
                self.put(f"{name} = {self.value(value)}")
            case _ if self.in_frame:
                self.put(f"{name} = {self.kept_set(value)}")
            case _:
                self.put(f"{name} = {self.lasting(value)}")

    def limited(self, name: str, limit: int) -> None:
        """Stop a number that could double again and again."""
        if limit >= 0:
            self.put(f"if not {-LARGEST_NUMBER} <= {name} <= {LARGEST_NUMBER}: too_large({limit})")

    def put_cell(self, statement: nodes.Put) -> None:
        """A cell becomes a value."""
        cell, index = statement.cell, statement.index
        if index is None:
            self.change(f"{self.part('t')}[{cell.place}]", statement, "-1")
            return
        entity = self.kept(self.value(index))
        with self.below():
            if not statement.sure and not (isinstance(index, nodes.Value) and index.value >= 0):
                self.open(f"if {entity} >= 0:")
            self.change(f"{self.cell(cell)}[{entity}]", statement, entity)

    def change(self, target: str, statement: nodes.Put, entity: str) -> None:  # noqa: ARG002 - who writes a log tells of it
        """A cell of something becomes a value."""
        self.become(target, statement)

    def become(self, target: str, statement: nodes.Put) -> None:
        """The change itself."""
        match statement.value:
            case nodes.Arithmetic(
                operator="+" | "-" as operator, one=nodes.Fetch(cell=statement.cell, index=index), other=other
            ) if (index is None and statement.index is None) or (
                index is not None and statement.index is not None and alike(index, statement.index)
            ):
                self.put(f"{target} {operator}= {self.value(other)}")
            case value if value.type.many:
                self.put(f"{target} = {self.kept_set(value)}")
                if value.type.kind == "number" and not isinstance(value, nodes.Fetch | nodes.Added | nodes.Taken):
                    # Of everything else there are not so many; of numbers, a range may hold more.
                    self.put(f"if len({target}) > LARGEST_SET: too_many_kept()")
            case value:
                self.put(f"{target} = {self.value(value)}")
        self.limited(target, statement.limit)

    # ---- ways to go

    def branches(self, statement: nodes.If) -> None:
        """The first branch whose condition holds."""
        if len(statement.branches) > MOST_BRANCHES:
            self.many_branches(statement)
            return
        indent, word = self.indent, "if"
        for condition, body in statement.branches:
            if word == "if":
                code = self.condition(condition)
            else:
                code, lines = self.apart(lambda condition=condition: self.condition(condition))  # type: ignore[misc]
                if lines:
                    self.put("else:")
                    self.lines += lines
                    self.indent += 1
                    word = "if"
            with self.below(f"{word} {code}:"):
                self.body(body)
            word = "elif"
        if statement.otherwise:
            if statement.branches:
                with self.below("else:"):
                    self.body(statement.otherwise)
            else:
                self.body(statement.otherwise)
        self.indent = indent

    def many_branches(self, statement: nodes.If) -> None:
        """The same, one after the other: to Python each `elif` lies inside the one before, and it goes only so deep."""
        done = self.fresh()
        self.put(f"{done} = False")
        for condition, body in statement.branches:
            with self.below(f"if not {done}:"), self.below(f"if {self.condition(condition)}:"):
                self.put(f"{done} = True")
                self.body(body)
        if statement.otherwise:
            with self.below(f"if not {done}:"):
                self.body(statement.otherwise)

    def for_each(self, statement: nodes.ForEach) -> None:
        """A loop over a set."""
        name = self.name(statement.variable)
        if statement.live:
            with self.each(statement.values, name):
                self.body(statement.body, "continue")
            return
        with self.below(f"for {name} in {self.lasting(statement.values)}:"):
            self.body(statement.body, "continue")

    def while_(self, condition: Expression, body: Body) -> None:
        """A body as long as a condition holds."""
        code, lines = self.apart(lambda: self.condition(condition))
        with self.below("while True:" if lines else f"while {code}:"):
            if lines:
                self.lines += lines
                self.put(f"if not {code}: break")
            self.body(body, "continue")

    def until(self, body: Body, condition: Expression) -> None:
        """A body, again until a condition holds after it."""
        with self.below("while True:"):
            # What lapses in it must still look at the condition.
            self.body(body)
            self.put(f"if {self.condition(condition)}: break")

    def do(self, statement: nodes.Do) -> None:
        """Carry out a routine."""
        call = self.carry_out(statement.routine, [self.given(argument) for argument in statement.arguments])
        result = statement.result
        if result is not None:
            made = result.type.many and self.in_frame
            call = f"{self.name(result)} = {f'tuple({call})' if made else call}"
        self.put(call)

    def carry_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """A call of a routine."""
        return self.form.carry_out(routine, arguments)

    def leave(self, value: str | None) -> None:
        """Leave the routine."""
        self.put("return" if value is None else f"return {value}")

    def over(self, winners: Expression | None) -> None:
        """The end of the game."""
        code = "()" if winners is None else f"tuple({self.source(winners)})"
        self.put(f"raise GameOver({code})")
