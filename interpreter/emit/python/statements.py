"""Write statements as lines of a Python function, as both Python forms do."""

from __future__ import annotations

from rulewright.interpreter.emit.python.parts import EffectWriter, Writer, WriterPart
from rulewright.interpreter.position.runtime import LARGEST_NUMBER
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Body, Expression, Variable
from rulewright.interpreter.program.queries import is_same_expression

LAPSING = nodes.Choose | nodes.ChooseSet | nodes.Menu
MOST_NESTED = 8
MOST_BRANCHES = 20


class Statements(WriterPart):
    """Writes statements."""

    def __init__(self, writer: Writer, way: EffectWriter) -> None:
        super().__init__(writer)
        self.way = way

    def body(self, body: Body, lapse: str = "") -> None:
        """Write some statements; `lapse` leaves them when a choice has no option, else the rest is nested."""
        indent, start, loops = self.text.indent, len(self.text.lines), len(self.text.loops)
        if not lapse and sum(isinstance(one, LAPSING) for one in body) > MOST_NESTED:
            # A choice that lapses leaves a loop of one pass, or else the rest of each would lie deeper than Python allows.
            lapse = "continue"
            self.text.open(f"for {self.text.fresh()} in one_pass:")
        with self.way.in_body():
            for place, statement in enumerate(body):
                last = place == len(body) - 1
                self.statement(statement, "" if last else lapse, last)
        if len(self.text.lines) == start:
            self.text.put("pass")
        self.text.indent = indent
        del self.text.loops[loops:]

    def lapses(self, condition: str, lapse: str, last: bool) -> None:
        """Leave the body unless a condition holds."""
        if lapse:
            self.text.put(f"if not {condition}: {lapse}")
        elif not last:
            self.text.open(f"if {condition}:")

    def statement(self, statement: nodes.Statement, lapse: str, last: bool) -> None:
        """Write any statement."""
        with self.way.around(statement):
            self.written(statement, lapse, last)

    def written(self, statement: nodes.Statement, lapse: str, last: bool) -> None:
        """Write the lines of any statement."""
        match statement:
            case nodes.Assign(variable=variable, value=value, limit=limit):
                self.assign(variable, value)
                self.limited(self.text.name(variable), limit)
            case nodes.SetCell():
                self.put_cell(statement)
            case nodes.Pay(price=price, place=place):
                self.way.pay(price, place)
            case nodes.NoteReached(place=place):
                self.text.put(f"reached({place})")
            case nodes.If():
                self.branches(statement)
            case nodes.ForEach():
                self.way.for_each(statement)
            case nodes.While(condition=condition, body=body):
                self.while_(condition, body)
            case nodes.Until(body=body, condition=condition):
                self.until(body, condition)
            case nodes.Repeat(times=times, body=body):
                with self.text.below(f"for {self.text.fresh()} in range({self.expressions.value(times)}):"):
                    self.body(body, "continue")
            case nodes.CallRoutine():
                self.way.do(statement)
            case nodes.CallCard(card=card, player=player):
                self.text.put(self.form.dispatch(self.expressions.value(card), self.expressions.value(player)))
            case nodes.LeaveRoutine(value=value):
                self.leave(None if value is None else self.kept_value(value))
            case nodes.EndGame(winners=winners):
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
                self.way.question(statement, lapse, last)
            case _:
                self.way.effect(statement)

    def kept_value(self, value: Expression) -> str:
        """Write a value to be kept; a set becomes one that nothing changes any more."""
        return self.sets.lasting(value) if value.type.many else self.expressions.value(value)

    def kept_set(self, value: Expression) -> str:
        """Write a set to be kept in a position: a tuple."""
        code = self.sets.source(value)
        return code if self.is_tuple(value) else f"tuple({code})"

    def is_tuple(self, value: Expression) -> bool:
        """Return whether the code of a set is a tuple already: in tables and positions nothing else lies."""
        match value:
            case nodes.ReadVariable(variable=variable):
                return self.text.in_frame and variable.slot >= 0
            case nodes.Conditional(one=one, other=other):
                return self.is_tuple(one) and self.is_tuple(other)
        return isinstance(value, nodes.FixedSet | nodes.ReadCell | nodes.WithMembers | nodes.Lookup)

    def assign(self, variable: Variable, value: Expression) -> None:
        """Write the assignment of a value to a variable."""
        name = self.text.name(variable)
        match value:
            case nodes.Arithmetic(operator="+" | "-" as operator, one=nodes.ReadVariable(variable=same), other=other) if (
                same is variable
            ):
                self.text.put(f"{name} {operator}= {self.expressions.value(other)}")
            case _ if not value.type.many:
                self.text.put(f"{name} = {self.expressions.value(value)}")
            case _ if self.text.in_frame:
                self.text.put(f"{name} = {self.kept_set(value)}")
            case _:
                self.text.put(f"{name} = {self.sets.lasting(value)}")

    def limited(self, name: str, limit: int) -> None:
        """Stop a number that could double again and again."""
        if limit >= 0:
            self.text.put(f"if not {-LARGEST_NUMBER} <= {name} <= {LARGEST_NUMBER}: too_large({limit})")

    def put_cell(self, statement: nodes.SetCell) -> None:
        """Write the assignment of a value to a cell."""
        cell, index = statement.cell, statement.index
        if index is None:
            self.way.change(f"{self.text.part('t')}[{cell.place}]", statement, "-1")
            return
        entity = self.text.kept(self.expressions.value(index))
        with self.text.below():
            if not statement.sure and not (isinstance(index, nodes.Value) and index.value >= 0):
                self.text.open(f"if {entity} >= 0:")
            self.way.change(f"{self.text.cell(cell)}[{entity}]", statement, entity)

    def become(self, target: str, statement: nodes.SetCell) -> None:
        """Write the change of a cell itself."""
        match statement.value:
            case nodes.Arithmetic(
                operator="+" | "-" as operator, one=nodes.ReadCell(cell=statement.cell, index=index), other=other
            ) if (index is None and statement.index is None) or (
                index is not None and statement.index is not None and is_same_expression(index, statement.index)
            ):
                self.text.put(f"{target} {operator}= {self.expressions.value(other)}")
            case value if value.type.many:
                self.text.put(f"{target} = {self.kept_set(value)}")
                if value.type.kind == "number" and not isinstance(
                    value, nodes.ReadCell | nodes.WithMembers | nodes.WithoutMembers
                ):
                    # Of everything else there are not so many; of numbers, a range may hold more.
                    self.text.put(f"if len({target}) > LARGEST_SET: too_many_kept()")
            case value:
                self.text.put(f"{target} = {self.expressions.value(value)}")
        self.limited(target, statement.limit)

    def branches(self, statement: nodes.If) -> None:
        """Write the branches of an `if`, where the first whose condition holds is carried out."""
        if len(statement.branches) > MOST_BRANCHES:
            self.many_branches(statement)
            return
        indent, word = self.text.indent, "if"
        for condition, body in statement.branches:
            if word == "if":
                code = self.expressions.condition(condition)
            else:
                code, lines = self.text.apart(lambda condition=condition: self.expressions.condition(condition))  # type: ignore[misc]
                if lines:
                    self.text.put("else:")
                    self.text.lines += lines
                    self.text.indent += 1
                    word = "if"
            with self.text.below(f"{word} {code}:"):
                self.body(body)
            word = "elif"
        if statement.otherwise:
            if statement.branches:
                with self.text.below("else:"):
                    self.body(statement.otherwise)
            else:
                self.body(statement.otherwise)
        self.text.indent = indent

    def many_branches(self, statement: nodes.If) -> None:
        """Write many branches one after the other, since Python nests each `elif` inside the one before, and only so deep."""
        done = self.text.fresh()
        self.text.put(f"{done} = False")
        for condition, body in statement.branches:
            with self.text.below(f"if not {done}:"), self.text.below(f"if {self.expressions.condition(condition)}:"):
                self.text.put(f"{done} = True")
                self.body(body)
        if statement.otherwise:
            with self.text.below(f"if not {done}:"):
                self.body(statement.otherwise)

    def while_(self, condition: Expression, body: Body) -> None:
        """Write a loop that goes on as long as a condition holds."""
        code, lines = self.text.apart(lambda: self.expressions.condition(condition))
        with self.text.below("while True:" if lines else f"while {code}:"):
            if lines:
                self.text.lines += lines
                self.text.put(f"if not {code}: break")
            self.body(body, "continue")

    def until(self, body: Body, condition: Expression) -> None:
        """Write a loop that goes on until a condition holds after its body."""
        with self.text.below("while True:"):
            # A choice that lapses in the body must still look at the condition.
            self.body(body)
            self.text.put(f"if {self.expressions.condition(condition)}: break")

    def leave(self, value: str | None) -> None:
        """Leave the routine."""
        self.text.put("return" if value is None else f"return {value}")

    def over(self, winners: Expression | None) -> None:
        """Write the end of the game."""
        code = "()" if winners is None else f"tuple({self.sets.source(winners)})"
        self.text.put(f"raise GameOver({code})")

    def call(self, statement: nodes.CallRoutine) -> None:
        """Carry out a routine by calling its function."""
        call = self.way.carry_out(statement.routine, [self.kept_value(argument) for argument in statement.arguments])
        result = statement.result
        if result is not None:
            made = result.type.many and self.text.in_frame
            call = f"{self.text.name(result)} = {f'tuple({call})' if made else call}"
        self.text.put(call)

    def loop(self, statement: nodes.ForEach) -> None:
        """Write a loop over a set."""
        name = self.text.name(statement.variable)
        if statement.live:
            with self.sets.each(statement.values, name):
                self.body(statement.body, "continue")
            return
        with self.text.below(f"for {name} in {self.sets.lasting(statement.values)}:"):
            self.body(statement.body, "continue")
