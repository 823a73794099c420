"""Write the C code that keeps the options of questions in a position, and takes the answers."""

from __future__ import annotations

from typing import assert_never

from rulewright.interpreter.emit.c.held import blank_of
from rulewright.interpreter.emit.c.memory import OptionLayout
from rulewright.interpreter.emit.c.text import WholeProgram
from rulewright.interpreter.program import nodes


class AnswerWriter:
    """Writes the code that all questions need."""

    def __init__(self, whole: WholeProgram) -> None:
        self.whole = whole
        self.program = whole.program
        self.memory = whole.memory

    def options_types(self) -> str:
        """Write the combinations of the questions whose options are lists of them."""
        lines = []
        for asked in self.memory.questions.values():
            if not asked.bits:
                fields = " ".join(f"{part.name} c{place};" for place, part in enumerate(asked.parts))
                lines.append(f"typedef struct {{ {fields} }} Option{asked.number};")
                lines.append(f'_Static_assert(sizeof(Option{asked.number}) == {asked.stride}, "");')
        lines += [self.weigh(asked) for asked in self.memory.questions.values() if asked.kind == "chance"]
        return "\n".join(lines) + "\n"

    def weigh(self, asked: OptionLayout) -> str:
        """Write the code that merges alike outcomes of a question, and counts how often each of them was there."""
        end = next(
            block.end
            for block in self.program.blocks
            if isinstance(block.end, nodes.AskChance) and block.end.question == asked.number
        )
        tests = " && ".join(
            f"same_thing(p, all[j].c{place}, all[i].c{place})"
            if variable.type.kind == "thing"
            else f"all[j].c{place} == all[i].c{place}"
            for place, variable in enumerate(end.bound)
        )
        number = asked.number
        return (
            f"static __attribute__((unused)) void weigh{number}(Position *p, Work *w, i64 n)\n{{\n"
            f"Option{number} *all = (Option{number} *)((char *)p + p->options);\n"
            "i32 *shares = taken(w, n * sizeof *shares);\ni64 kept = 0;\n"
            f"for (i64 i = 0; i < n; i++) {{ i64 j = 0; while (j < kept && !({tests})) j++; "
            "if (j < kept) shares[j]++; else { all[kept] = all[i]; shares[kept++] = 1; } }\n"
            "p->count = kept; offer(p, w, shares, kept * sizeof *shares, 1);\n}\n"
        )

    def answer(self) -> str:
        """Write the code that puts an answer where the routine that has asked waits for it."""
        cases = []
        for block in self.program.blocks:
            if block.routine.number in self.whole.begun_routines:
                cases += self.answer_of(block)
        return (
            "static void answer(Position *p, Work *w, i64 place, i64 text)\n{\n(void)text;\n"
            "void *options = (char *)p + p->options, *frame = (char *)p + p->frame;\n"
            "int passes = p->passable && place == p->count - 1;\n"
            f"(void)options, (void)passes, (void)frame;\nswitch (p->question) {{\n{chr(10).join(cases)}\ndefault: fail(w);\n}}\n"
            "p->used = p->stack_end;\n}\n"
        )

    def answer_of(self, block: nodes.Block) -> list[str]:
        """Write the cases of `answer` for the question at the end of one block, if there is one."""
        end, passed, counted = block.end, -1, True
        if not isinstance(end, nodes.Question):
            return []
        match end:
            case nodes.AskOptions(question=number, variables=variables, passed=passed):
                pass
            case nodes.AskMenu(question=number, variable=variable, passed=passed):
                variables = (variable,)
            case nodes.AskText(question=number, variable=variable):
                variables = (variable,)
            case nodes.AskChance(question=number, variables=variables):
                counted = False
            case nodes.AskDie(question=number, variable=variable):
                variables, counted = (variable,), False
            case _:
                assert_never(end)
        asked = self.memory.questions.get(number)
        if asked is None:
            return []
        frame = f"Frame{block.routine.number}"
        slots = [f"f->s{variable.slot}" for variable in variables]
        if asked.kind == "text":
            stores = f"{slots[0]} = text;"
        elif asked.bits:
            stores = f"{slots[0]} = nth{asked.bits}(*(u{asked.bits} *)options, place);"
        else:
            stores = " ".join(f"{slot} = ((Option{number} *)options)[place].c{part};" for part, slot in enumerate(slots))
        if passed >= 0:
            blanks = " ".join(f"{slot} = {blank_of(variable.type)};" for slot, variable in zip(slots, variables))
            stores = f"if (passes) {{ {blanks} f->header.block = {passed}; }} else {{ {stores} }}"
        return [f"case {number}: {{ {frame} *f = frame; {stores} {'p->decisions += !p->forced; ' if counted else ''}break; }}"]

    def packing(self) -> str:
        """Write the functions that read and write the options of a question as numbers, row by row."""
        reads, writes = [], []
        for asked in self.memory.questions.values():
            number, parts = asked.number, len(asked.parts)
            if asked.bits:
                bits = asked.bits
                reads.append(
                    f"case {number}: for (u{bits} left = *(const u{bits} *)options; left && count; left &= left - 1, count--) "
                    f"*values++ = first{bits}(left); break;"
                )
                writes.append(
                    f"case {number}: {{ u{bits} all = 0; for (i64 i = 0; i < count; i++) all |= bit{bits}(values[i]); "
                    f"offer(p, w, &all, sizeof all, 0); break; }}"
                )
                continue
            load = " ".join(f"*values++ = all[i].c{place};" for place in range(parts))
            store = " ".join(f"all[i].c{place} = values[{parts} * i + {place}];" for place in range(parts))
            reads.append(
                f"case {number}: {{ const Option{number} *all = options; for (i64 i = 0; i < count; i++) {{ {load} }} break; }}"
            )
            writes.append(
                f"case {number}: {{ Option{number} *all = offered(p, w, count * sizeof *all); "
                f"for (i64 i = 0; i < count; i++) {{ {store} }} break; }}"
            )
        return (
            "static void unpack(const Position *p, i64 *values, i64 count)\n{\n"
            "const void *options = (const char *)p + p->options; (void)options, (void)values, (void)count;\n"
            f"switch (p->question) {{\n{chr(10).join(reads)}\ndefault: break;\n}}\n}}\n"
            "static void pack(Position *p, Work *w, const i64 *values, i64 count)\n{\n(void)values, (void)count;\n"
            f"switch (p->question) {{\n{chr(10).join(writes)}\ndefault: fail(w);\n}}\n}}\n"
        )
