"""Write the C functions that begin a game, go on with it and say how it stands."""

from __future__ import annotations

from rulewright.interpreter.emit.c.text import WholeProgram
from rulewright.interpreter.program.nodes import Cell, Routine


class EntryPoints:
    """Writes the functions that are called from outside."""

    def __init__(self, whole: WholeProgram) -> None:
        self.whole = whole

    def begin_with(self, routine: Routine | None, name: str, gives: str) -> str:
        """Write the function that begins a routine; its result (`int`) tells whether the game is over after it."""
        answer = "return p->over;" if gives == "int" else ""
        head = f"static {gives} {name}(Position *p, Work *w)"
        if routine is None:
            return f"{head} {{ (void)p, (void)w; {answer} }}\n"
        if not routine.waits:
            return f"{head} {{ {self.whole.routine(routine)}(p, w, 0); {answer} }}\n"
        self.whole.need_routine(routine)
        number = routine.number
        push = f"Frame{number} *f = push(p, w, {self.whole.memory.frames[number].size}, {routine.entry}, -1); f->s0 = 0;"
        if gives == "void":
            return f"{head} {{ {push} }}\n"
        return f"{head} {{ {push} int end = carry{number}(p, w, f); if (end == WAITING) fail(w); {answer} }}\n"

    def go_on(self) -> str:
        """Write the function that goes on with the topmost frame."""
        cases = []
        for number in self.whole.begun_routines:
            labels = [block.label for block in self.whole.program.blocks if block.routine.number == number]
            cases.append(f"{' '.join(f'case {label}:' for label in labels)} return carry{number}(p, w, frame);")
        return (
            "static int go_on(Position *p, Work *w, char *frame)\n{\n"
            f"switch (((Header *)frame)->block) {{\n{chr(10).join(cases)}\ndefault: fail(w);\n}}\n}}\n"
        )

    def scores(self, cell: Cell | None) -> str:
        """Write the function that stores the scores of all seats, if a cell holds them."""
        code = "" if cell is None else f"for (int i = 0; i < PLAYERS; i++) scores[i] = p->c{cell.number}[1 + i];"
        return f"static void scores_of(const Position *p, i64 *scores) {{ (void)p, (void)scores; {code} }}\n"

    def outlooks(self, outlook: str) -> str:
        """Write the function that stores how well all seats stand, by the function of that name, if there is one."""
        worked_out = f"for (int i = 0; i < PLAYERS; i++) found[i] = {outlook}(p, w, i, i);" if outlook else ""
        head = "static int outlooks_of(Position *p, Work *w, i64 *found)"
        return f"{head} {{ (void)p, (void)w, (void)found; {worked_out} return {int(bool(outlook))}; }}\n"
