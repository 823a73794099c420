"""Write a program in the form for play and search, in which the game can stop wherever somebody is asked.

A function of the position, the stack and its frame carries out a tree of blocks (passes/superblocks.py). It leaves the next
block in the frame, or puts a frame on the stack, or takes its own away. When somebody is asked, it leaves the question in the
position and returns 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.python.choices import random_below
from rulewright.interpreter.emit.python.form import PythonForm
from rulewright.interpreter.emit.python.parts import Writer, WriterPart
from rulewright.interpreter.emit.python.text import blank_text
from rulewright.interpreter.emit.python.told import LoggedEffects
from rulewright.interpreter.emit.python.writer import writer_of
from rulewright.interpreter.passes.superblocks import Superblock, superblocks
from rulewright.interpreter.position.position import ASK, BLOCK, CHANCE, FIRST_LOCAL, PENDING, RANDOM
from rulewright.interpreter.position.runtime import DEEPEST_CALLS, MOST_OPTIONS
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Expression, LoweredProgram, Routine, Variable
from rulewright.interpreter.program.queries import variables_read


class BlocksForm(PythonForm):
    """The form for play and search while it is written."""

    title = "resumable"
    logging = True

    def __init__(self, program: LoweredProgram, remembers_alike: bool = False) -> None:
        super().__init__(program)
        self.remembers_alike = remembers_alike
        self.types: list[tuple[Type, ...]] = [question.types for question in program.questions]
        self.entries = {
            routine.number: self.entry(routine)
            for routine in (program.main, *program.entries.values(), *program.cards)
            if routine is not None
        }
        self.opening = "" if program.opening is None else str(self.entry(program.opening))
        for function in program.asked_for.values():
            self.call(function, ["-1"])
        self.trees = superblocks(program.blocks, (routine.entry for routine in program.routines if routine.waits))
        for tree in self.trees:
            writer = writer_of(self, LoggedEffects, in_frame=True)
            Blocks(writer).tree(tree)
            name = f"block{tree.block.label}"
            self.text(f"def {name}(s, stack, f):", writer, name, tree.block.routine.place)
        for number in program.told:
            self.tell(number)
        self.finish()

    def writer(self) -> Writer:
        """Return the writer of a function."""
        return writer_of(self, LoggedEffects)

    def entry(self, routine: Routine) -> int | str:
        """Return where a routine begins that no other carries out: its first block, or its function."""
        if routine.waits:
            return routine.entry
        self.carry_out(routine, ["-1"])
        return f"r{routine.number}"

    def write_routine(self, routine: Routine) -> None:
        """Write a routine in which nobody is asked, as a function."""
        self.routine(f"r{routine.number}", routine, self.writer())

    def routine(self, name: str, routine: Routine, writer: Writer) -> None:
        """Write a routine as a function of a given name, with a given writer."""
        parameters = [writer.text.name(variable) for variable in routine.parameters]
        writer.statements.body(routine.body)
        if routine.gives is not None:
            writer.text.put(f"return {blank_text(routine.gives)}")
        self.function(name, parameters, writer, routine.place)

    def try_out(self, routine: Routine, arguments: Sequence[str]) -> str:
        """Write a call of a routine whose effects are taken back; nothing of it is told."""
        name = f"q{routine.number}"

        def write() -> None:
            self.routine(name, routine, writer_of(self, lambda writer: LoggedEffects(writer, tells=False)))

        return self.called(name, arguments, write)

    def tell(self, number: int) -> None:
        """Write the function for the text between braces in a question, for each language."""
        question, told = self.program.questions[number], self.program.told[number]
        writer = writer_of(self, LoggedEffects, in_frame=True)
        values = [f"({''.join(f'{writer.statements.kept_value(part)}, ' for part in parts)})" for parts in told.values()]
        writer.text.put(f"return ({', '.join(values)},)")
        question.told = f"told{number}"
        read = variables_read(tuple(told.values()))
        question.told_slots = tuple(sorted(variable.slot + FIRST_LOCAL for variable in read if variable.slot >= 0))
        self.text(f"def told{number}(s, f):", writer, question.told, self.program.main.place)

    def source(self) -> str:
        """Write the form as Python source."""
        first = {tree.block.label for tree in self.trees}
        labels = range(len(self.program.blocks))
        blocks = ", ".join(f"block{label}" if label in first else "None" for label in labels)
        return f"{super().source()}\nBLOCKS = [{blocks}]\n"


class Blocks(WriterPart):
    """Writes blocks that are carried out at one go."""

    def tree(self, tree: Superblock) -> None:
        """Write a block and those that belong to it, and how the game goes on after them."""
        block = tree.block
        for statement in block.body:
            match statement:
                case nodes.Arrange(space=space, order=order):
                    self.text.put(f"{self.text.part('on')}[{self.expressions.value(space)}][:] = {self.sets.source(order)}")
                case nodes.AppendRow(rows=rows, values=()):
                    self.text.put(f"{self.text.name(rows)} = ()")
                case nodes.AppendRow(rows=rows, values=values):
                    self.text.put(f"{self.text.name(rows)} += (({self.names_of(values)}, ),)")
                case nodes.LoadRow(rows=rows, number=number, values=values):
                    self.text.put(f"{self.names_of(values)}, = {self.text.name(rows)}[{self.expressions.value(number)}]")
                case _:
                    self.statements.statement(statement, "", True)
        match block.end:
            case nodes.Jump(to=to):
                self.follow(tree, to)
            case nodes.Branch(condition=condition, then=then, otherwise=otherwise) if tree.below:
                with self.text.below(f"if {self.expressions.condition(condition)}:"):
                    self.follow(tree, then)
                with self.text.below("else:"):
                    self.follow(tree, otherwise)
            case end if end is not None:
                self.end(end)
                for after in tree.below.values():
                    self.tree(after)

    def names_of(self, variables: Sequence[Variable]) -> str:
        """Write some variables one after the other."""
        return ", ".join(map(self.text.name, variables))

    def follow(self, tree: Superblock, label: int) -> None:
        """Go on with another block, here if it belongs to the tree."""
        if label in tree.below:
            self.tree(tree.below[label])
        else:
            self.go_on(label)

    def go_on(self, label: int) -> None:
        """Go on with another block."""
        self.text.put(f"f[{BLOCK}] = {label}")

    def end(self, end: nodes.End) -> None:
        """Write the end of a block: how the game goes on after it."""
        match end:
            case nodes.Jump(to=to):
                self.go_on(to)
            case nodes.Branch(condition=condition, then=then, otherwise=otherwise):
                self.text.put(f"f[{BLOCK}] = {then} if {self.expressions.condition(condition)} else {otherwise}")
            case nodes.Switch(number=number, to=to, otherwise=otherwise):
                value = self.text.kept(self.expressions.value(number))
                self.text.put(f"f[{BLOCK}] = {to!r}[{value}] if 0 <= {value} < {len(to)} else {otherwise}")
            case nodes.BeginRoutine():
                self.begin(end)
            case nodes.BeginCard(card=card, player=player, proceed=proceed):
                codes = f"{self.expressions.value(card)}, {self.expressions.value(player)}"
                self.go_on(proceed)
                self.text.put(f"perform_card(s, stack, {codes})")
            case nodes.ReturnFromRoutine(value=value):
                if value is None:
                    self.text.put("del stack[-1]")
                else:
                    self.text.put(f"finished(stack, {self.kept(value)})")
            case nodes.EndGame(winners=winners):
                self.statements.over(winners)
            case nodes.AskOrder(space=space, proceed=proceed, asked=asked):
                with self.text.below(f"if s[{ASK}] & {CHANCE}:"):
                    self.go_on(asked)
                    self.text.put("return")
                self.text.put(f"shuffle(s, {self.text.part('on')}[{self.expressions.value(space)}])")
                self.go_on(proceed)
            case _:
                self.ask(end)

    def kept(self, value: Expression) -> str:
        """Write a value to be kept in a position."""
        return self.statements.kept_set(value) if value.type.many else self.expressions.value(value)

    def begin(self, end: nodes.BeginRoutine) -> None:
        """Put the frame of another routine on the stack."""
        routine, result = end.routine, -1 if end.result is None else end.result.slot + FIRST_LOCAL
        arguments = [self.kept(one) for one in end.arguments]
        empty = (None,) * (len(routine.variables) - len(arguments))
        rest = [f"*{self.form.constant(empty)}"] if empty else []
        self.go_on(end.proceed)
        self.text.put(f"stack.append([{', '.join([str(routine.entry), str(result), *arguments, *rest])}])")
        self.text.put(f"if len(stack) > {DEEPEST_CALLS}: too_deep({routine.place})")

    # ---- questions

    def ask(self, end: nodes.Question) -> None:
        """Leave a question in the position, or let chance decide."""
        match end:
            case nodes.AskOptions(seat=seat, passable=passable):
                options = self.options(end.bound, end.options, end.limited, end.lapse)
                if isinstance(passable, nodes.Value) and passable.value:
                    options = f"(*{options}, None)"
                elif passable is not None and not isinstance(passable, nodes.Value):
                    self.text.put(f"if {self.expressions.condition(passable)}: {options} = (*{options}, None)")
                self.leave_question(end.question, self.expressions.value(seat), options, end.proceed)
            case nodes.AskMenu(seat=seat, conditions=conditions):
                options = self.lines_of(conditions, end.lapse)
                if end.passable:
                    self.text.put(f"{options}.append(None)")
                self.leave_question(end.question, self.expressions.value(seat), f"tuple({options})", end.proceed)
            case nodes.AskText(seat=seat):
                self.leave_question(end.question, self.expressions.value(seat), "()", end.proceed)
            case nodes.AskChance(variables=variables):
                options = self.options(end.bound, end.options, end.limited, end.lapse)
                types = self.form.message_value(self.types_of(end.question))
                self.asks_chance(end.question, f"weighted(s, {options}, {types})", end.proceed)
                self.text.put(f"{self.names_of(variables)} = {options}[draw(s, len({options}))]")
            case nodes.AskDie(variable=variable, faces=faces):
                weights = self.form.constant(tuple(Counter(faces).items()))
                self.asks_chance(end.question, weights, end.proceed)
                if len(faces) == 1:
                    self.text.put(f"{self.text.name(variable)} = {faces[0]}")
                else:
                    self.text.put(f"z = s[{RANDOM}]")
                    self.text.put(f"{self.text.name(variable)} = {self.form.constant(faces)}[{random_below(str(len(faces)))}]")
                    self.text.put(f"s[{RANDOM}] = z")
            case _:
                assert_never(end)

    def types_of(self, question: int) -> tuple[Type, ...]:
        """Return the types of the parts of a question."""
        types: tuple[Type, ...] = self.form.program.questions[question].types
        return types

    def leave_question(self, question: int, seat: str, options: str, proceed: int) -> None:
        """Leave a question in the position."""
        self.go_on(proceed)
        self.text.put(f"s[{PENDING}] = ({question}, {seat}, {options})")
        self.text.put("return 1")

    def asks_chance(self, question: int, options: str, proceed: int) -> None:
        """Leave a question to chance in the position, if chance is asked."""
        self.go_on(proceed)
        with self.text.below(f"if s[{ASK}] & {CHANCE}:"):
            self.text.put(f"s[{PENDING}] = ({question}, -1, {options})")
            self.text.put("return 1")

    def options(self, bound: Sequence[Variable], options: Sequence[Expression], limited: bool, lapse: int) -> str:
        """Write the options of a question, under a name; without any the game goes on elsewhere."""
        found = self.text.fresh()
        if len(options) == 1:
            self.text.put(f"{found} = {self.statements.kept_set(options[0])}")
        else:
            names: list[str] = []
            self.text.put(f"{found} = []")
            with self.text.below():
                for variable, values in zip(bound, options, strict=True):
                    names.append(self.text.fresh())
                    self.sets.through(values, names[-1])
                    self.text.names[variable] = names[-1]
                self.text.put(f"{found}.append(({', '.join(names)}))")
                if limited:
                    self.text.put(f"if len({found}) > {MOST_OPTIONS}: too_many()")
            self.text.put(f"{found} = tuple({found})")
        self.lapsing(found, lapse)
        return found

    def lines_of(self, conditions: Sequence[Expression | None], lapse: int) -> str:
        """Write the lines of a menu whose conditions hold, under a name; without any the game goes on elsewhere."""
        found = self.text.fresh()
        self.text.put(f"{found} = []")
        for number, condition in enumerate(conditions):
            if condition is None:
                self.text.put(f"{found}.append({number})")
            else:
                self.text.put(f"if {self.expressions.condition(condition)}: {found}.append({number})")
        self.lapsing(found, lapse)
        return found

    def lapsing(self, options: str, lapse: int) -> None:
        """Go on elsewhere if there is nothing to choose, unless all that can be done then is to pass."""
        if lapse < 0:
            return
        with self.text.below(f"if not {options}:"):
            self.go_on(lapse)
            self.text.put("return")
