"""Write the blocks of a routine that may wait as one C function, which resumes where its frame says.

The code that carries out such a routine calls its function at once, so a stack of C functions grows beside the frames. When
somebody has to be asked, all of them return, and the next time the topmost frame says where to go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.interpreter.emit.c.asking import QuestionParts
from rulewright.interpreter.emit.c.held import BitWord, ListStorage, RowStorage, Scalar, Storage
from rulewright.interpreter.emit.c.parts import WriterPart
from rulewright.interpreter.emit.c.statements import Statements
from rulewright.interpreter.emit.c.text import SetName, WholeProgram
from rulewright.interpreter.emit.c.writer import writer_of
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Block, Expression, Routine, Variable


class Blocks(WriterPart):
    """Writes one routine that may wait."""

    def __init__(self, whole: WholeProgram, routine: Routine, blocks: Sequence[Block]) -> None:
        super().__init__(writer_of(whole))
        self.statements = Statements(self.writer)
        self.asking = QuestionParts(self.writer, self.statements)
        self.routine = routine
        self.blocks = blocks
        self.frame = whole.memory.frames[routine.number]
        for slot, variable in enumerate(routine.variables):
            _, held = self.frame.slots[slot]
            name = f"f->s{slot}"
            if isinstance(held, Scalar | RowStorage):
                self.text.names[variable] = name
            else:
                self.text.set_names[variable] = SetName(name, 8 * held.width if isinstance(held, BitWord) else 0)

    # ---- the frame in C

    def structure(self) -> str:
        """Write the frame as a structure, with its places proved."""
        slots = sorted(self.frame.slots.items(), key=lambda entry: entry[1][0])
        fields = "".join(f"    {held.name} s{slot};\n" for slot, (_, held) in slots)
        name = f"Frame{self.routine.number}"
        proofs = "".join(f'_Static_assert(offsetof({name}, s{slot}) == {at}, "");\n' for slot, (at, _) in slots)
        rows = "".join(rows_structure(held) for _, (_, held) in slots if isinstance(held, RowStorage))
        return f"{rows}typedef struct {{\n    Header header;\n{fields}}} {name};\n{proofs}"

    # ---- the function

    def function(self) -> tuple[str, str]:
        """Write the prototype, and the whole function."""
        number = self.routine.number
        head = f"static int carry{number}(Position *p, Work *w, void *at)"
        resumed = {self.routine.entry}
        code = []
        for block in self.blocks:
            resumed |= resumed_after(block)
            code.append(self.block(block))
        cases = " ".join(f"case {label}: goto b{label};" for label in sorted(resumed))
        size = self.frame.size
        text = (
            f"{head}\n{{\nFrame{number} *f = at;\n"
            f"switch (f->header.block) {{ {cases} default: fail(w); }}\n" + "".join(code) + "}\n"
        )
        assert size < 2**15
        return f"{head};", text

    def block(self, block: Block) -> str:
        """Write one block."""
        assert block.end is not None
        body = self.statements.body(block.body)
        return f"b{block.label}:;\n{body}\n{self.end(block.end)}\n"

    # ---- how a block goes on

    def end(self, end: nodes.End) -> str:
        """Write the end of a block: how the game goes on after it."""
        match end:
            case nodes.Jump(to=to):
                return f"goto b{to};"
            case nodes.Branch(condition=condition, then=then, otherwise=otherwise):
                test = self.text.value_tidily(lambda: self.expressions.value(condition))
                return f"if ({test}) goto b{then}; else goto b{otherwise};"
            case nodes.Switch(number=number, to=to, otherwise=otherwise):
                cases = " ".join(f"case {place}: goto b{label};" for place, label in enumerate(to))
                return f"switch ({self.expressions.value(number)}) {{ {cases} default: goto b{otherwise}; }}"
            case nodes.BeginRoutine():
                return self.begin(end)
            case nodes.BeginCard():
                return self.begin_card(end)
            case nodes.ReturnFromRoutine(value=value):
                return self.finish(value)
            case nodes.EndGame(winners=winners):
                return f"{{ {self.statements.won(winners)} return OVER; }}"
            case _:
                return self.asking.write_question(end)

    def begin(self, end: nodes.BeginRoutine) -> str:
        """Carry out another routine that may wait."""
        if not end.routine.waits:
            call = self.text.tidily(lambda: self.statements.do(end.routine, end.arguments, end.result))
            return f"{call} goto b{end.proceed};"
        result = -1
        if end.result is not None:
            result, held = self.frame.slots[end.result.slot]
            if held != self.whole.memory.result(end.routine):
                raise NotImplementedError("a result that is kept in another way than it is given")
        return self.pushed(end.routine, end.arguments, result, end.proceed)

    def pushed(self, routine: Routine, arguments: Sequence[Expression], result: int, proceed: int) -> str:
        """Write a new frame on top, and the call of its function."""
        frame, number = self.whole.memory.frames[routine.number], routine.number
        new = self.text.fresh("t")

        def fill() -> str:
            made = f"Frame{number} *{new} = push(p, w, {frame.size}, {routine.entry}, {result});"
            stores = [self.given_slot(f"{new}->s{slot}", frame.slots[slot][1], value) for slot, value in enumerate(arguments)]
            return " ".join([made, *stores])

        before = self.text.takes
        filled = fill()
        mark = "" if self.text.takes == before else "release(w, top);"
        start = "Mark top = marked(w); " if mark else ""
        self.whole.need_routine(routine)
        return (
            f"{{ {start}f->header.block = {proceed}; {filled} {mark} "
            f"int end = carry{number}(p, w, {new}); if (end) return end; }} goto b{proceed};"
        )

    def given_slot(self, target: str, held: Storage, value: Expression) -> str:
        """Write the value that a parameter's slot is given."""
        if isinstance(held, BitWord):
            return f"{target} = {self.bits.made_word(value)};"
        if isinstance(held, ListStorage):
            return f"KEEP(w, {target}, {self.lists.listed(value)});"
        return f"{target} = {self.expressions.value(value)};"

    def begin_card(self, end: nodes.BeginCard) -> str:
        """Carry out what a card says: a frame, or a function that is done at once."""
        cards = self.whole.program.cards
        player, card = self.text.fresh("v"), self.text.fresh("v")
        cases = []
        for place, routine in enumerate(cards):
            if routine is None:
                continue
            if routine.waits:
                acting = Variable(-1, routine.parameters[0].type)
                with self.text.named(acting, player):
                    read = nodes.ReadVariable(acting.type, acting)
                    cases.append(f"case {place}: {self.pushed(routine, (read,), -1, end.proceed)}")
            else:
                cases.append(f"case {place}: {self.whole.routine(routine)}(p, w, {player}); break;")
        return (
            f"{{ i64 {card} = {self.expressions.value(end.card)}, {player} = {self.expressions.value(end.player)}; "
            f"switch ({card}) {{ {' '.join(cases)} default: break; }} }} goto b{end.proceed};"
        )

    def finish(self, value: Expression | None) -> str:
        """Write the end of the routine: drop its frame, and put its result where it is wanted."""
        gives = self.whole.memory.result(self.routine)
        if gives is None or value is None:
            return "pop(p); return DONE;"
        place = f"(*({gives.name} *)result_of(p, f))"
        given = self.text.tidily(lambda: self.given_slot(place, gives, value))
        return f"if (f->header.result >= 0) {{ {given} }} pop(p); return DONE;"


def rows_structure(held: RowStorage) -> str:
    """Write rows of choices as a structure."""
    fields = " ".join(f"{column.name} c{place};" for place, column in enumerate(held.columns))
    return (
        f"typedef struct {{ u16 count; struct {{ {fields} }} row[{held.room}]; }} {held.name};\n"
        f'_Static_assert(sizeof({held.name}) == {held.size}, "");\n'
    )


def resumed_after(block: Block) -> set[int]:
    """Return the blocks at which the routine may resume after a block that has to wait."""
    match block.end:
        case nodes.BeginRoutine(proceed=proceed) | nodes.BeginCard(proceed=proceed):
            return {proceed}
        case nodes.AskOptions(proceed=proceed, passed=passed) | nodes.AskMenu(proceed=proceed, passed=passed):
            return {proceed} if passed < 0 else {proceed, passed}
        case nodes.AskText(proceed=proceed) | nodes.AskChance(proceed=proceed) | nodes.AskDie(proceed=proceed):
            return {proceed}
        case (
            nodes.AskOrder() | nodes.Jump() | nodes.Branch() | nodes.Switch() | nodes.ReturnFromRoutine() | nodes.EndGame() | None
        ):
            return set()
        case _:
            assert_never(block.end)
