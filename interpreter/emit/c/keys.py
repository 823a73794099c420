"""Write the C code that goes through all that a position's key is made of."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.held import BitWord, ListStorage, RowStorage, Scalar, Storage
from rulewright.interpreter.emit.c.memory import MemoryLayout
from rulewright.interpreter.passes.hidden_state import NOBODY
from rulewright.interpreter.position.position import FIRST_LOCAL
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import Cell, LoweredProgram, Routine
from rulewright.interpreter.program.queries import variables_read


def key_part(of: Type, held: Storage, code: str) -> str:
    """Write the code that puts one value, or one set, into the key."""
    thing = of.kind == "thing"
    if isinstance(held, Scalar):
        return f"put_thing(v, {code});" if thing else f"put_bytes(v, &{code}, sizeof {code});"
    if isinstance(held, BitWord):
        return f"put_things(v, SEQ_OF_THINGS(v->w, {code}));" if thing else f"put_bytes(v, &{code}, sizeof {code});"
    return f"PUT_{'THINGS' if thing else 'LIST'}(v, {code});"


class KeyFunctions:
    """Writes the functions for the keys of one program."""

    def __init__(self, program: LoweredProgram, memory: MemoryLayout, alike: Sequence[int]) -> None:
        self.program = program
        self.memory = memory
        slots = {} if program.hidden is None else program.hidden.slots
        self.hidden = {block.routine.number: dict(slots.get(block.label, ())) for block in program.blocks}
        """By routine, the slots that hold something hidden, each with the slot of the player who knows it."""
        groups: dict[int, list[int]] = {}
        for thing, number in enumerate(alike):
            groups.setdefault(number, []).append(thing)
        self.alike = alike
        self.groups = [group for group in groups.values() if len(group) > 1]
        self.own_cells = [cell for cell in program.cells if is_of_things(cell)]

    # ---- what the blocks still need

    def asked_slots(self) -> dict[int, tuple[Routine, set[int]]]:
        """Return for each question the slots of the topmost frame that matter while it is pending."""
        found: dict[int, tuple[Routine, set[int]]] = {}
        for block in self.program.blocks:
            match block.end:
                case nodes.AskOptions(question=number, variables=variables, proceed=proceed, passed=passed):
                    after = [proceed] if passed < 0 else [proceed, passed]
                case nodes.AskMenu(question=number, variable=variable, proceed=proceed, passed=passed):
                    variables, after = (variable,), [proceed] if passed < 0 else [proceed, passed]
                case nodes.AskChance(question=number, variables=variables, proceed=proceed):
                    after = [proceed]
                case (
                    nodes.AskText(question=number, variable=variable, proceed=proceed)
                    | nodes.AskDie(question=number, variable=variable, proceed=proceed)
                ):
                    variables, after = (variable,), [proceed]
                case _:
                    continue
            slots = set().union(*(self.program.live[label] for label in after)) - {variable.slot for variable in variables}
            for texts in self.program.told.get(number, {}).values():
                slots |= {variable.slot for variable in variables_read(texts) if variable.slot >= 0}
            found[number] = (block.routine, slots)
        return found

    def frame_slots(self, routine: Routine, slots: Sequence[int] | set[int], skips: bool) -> str:
        """Write the code that puts some slots of a frame into the key; skip the one that a result will fill."""
        frame = self.memory.frames[routine.number]
        hidden = self.hidden.get(routine.number, {})
        lines = []
        for slot in sorted(slots):
            offset, held = frame.slots[slot]
            name = f"f{routine.number}->s{slot}"
            if isinstance(held, RowStorage):
                code = self.rows(routine, slot, held, name)
            else:
                code = key_part(routine.variables[slot].type, held, name)
                knower = hidden.get(slot + FIRST_LOCAL)
                if knower is not None:
                    # A seat's view holds nothing that the seat cannot know.
                    knows = "0" if knower == NOBODY else f"v->seat == f{routine.number}->s{knower - FIRST_LOCAL}"
                    code = f"if (v->seat < 0 || {knows}) {{ {code} }}"
            lines.append(f"if (filled != {offset}) {{ {code} }}" if skips else code)
        cast = f"Frame{routine.number} *f{routine.number} = (Frame{routine.number} *)f; (void)f{routine.number};"
        return f"{cast} {' '.join(lines)}"

    def rows(self, routine: Routine, slot: int, held: RowStorage, name: str) -> str:
        """Write the code that puts rows of choices into the key."""
        types = routine.rows[slot]
        columns = " ".join(
            key_part(of, column, f"{name}.row[i].c{place}") for place, (of, column) in enumerate(zip(types, held.columns))
        )
        # A seat sees its own rows alone: the first column says whose each is.
        return (
            f"for (int i = 0; i < {name}.count; i++) {{ if (v->seat >= 0 && {name}.row[i].c0 != v->seat) continue; "
            f"put_value(v, 1); {columns} }} put_value(v, 0);"
        )

    # ---- the text

    def before(self) -> str:
        """Write the tables of alike things, and of things with the same fields, which chance also needs."""
        return f"{self.alike_tables()}\n{self.same_fields()}\n"

    def after(self) -> str:
        """Write the functions that go through a position."""
        return "\n".join([self.order_of_fields(), self.visit_frame(), VISIT_FRAMES, self.visit()])

    def alike_tables(self) -> str:
        """Write the tables that say which things are alike."""
        numbers = [str(part) for group in self.groups for part in (len(group), *group)]
        return (
            f"#define ANY_ALIKE {int(bool(self.groups))}\n#define ALIKE_COUNT {len(self.groups)}\n"
            f"static const i16 ALIKE_GROUPS[] = {{{', '.join(numbers) or '0'}}};\n"
            f"static const i16 ALIKE[] = {{{', '.join(map(str, self.alike)) or '0'}}};"
        )

    def same_fields(self) -> str:
        """Write the function that says whether two things have the same in all their fields."""
        tests = []
        for cell in self.own_cells:
            one, other = f"p->c{cell.number}[1 + one]", f"p->c{cell.number}[1 + other]"
            if isinstance(self.memory.cell(cell), ListStorage):
                tests.append(
                    f"{one}.count == {other}.count && !memcmp({one}.item, {other}.item, {one}.count * sizeof {one}.item[0])"
                )
            else:
                tests.append(f"{one} == {other}")
        code = " && ".join(tests) or "1"
        head = "static int same_fields(const Position *p, i64 one, i64 other)"
        return f"{head} {{ (void)p, (void)one, (void)other; return {code}; }}"

    def order_of_fields(self) -> str:
        """Write the function that orders two things by their fields; nobody calls it where none are alike."""
        if not self.groups:
            return ""
        steps = []
        for cell in self.own_cells:
            one, other = f"p->c{cell.number}[1 + one]", f"p->c{cell.number}[1 + other]"
            held = self.memory.cell(cell)
            if isinstance(held, Scalar):
                steps.append(f"if ({one} != {other}) return {one} < {other} ? -1 : 1;")
                continue
            lists = []
            for code in (one, other):
                if isinstance(held, BitWord):
                    lists.append(f"list_of{8 * held.width}x8(w, {code})")
                else:
                    lists.append(f"NUMBERS_OF(w, {code})")
            steps.append(f"{{ int order = order_of_lists({lists[0]}, {lists[1]}); if (order) return order; }}")
        return (
            "static int order_of_fields(const Position *p, Work *w, i64 one, i64 other) "
            f"{{ (void)p, (void)w, (void)one, (void)other; {' '.join(steps)} return 0; }}"
        )

    def visit_frame(self) -> str:
        """Write the function that puts one frame into the key: what matters at its next block, or to its question."""
        routines = {block.label: block.routine for block in self.program.blocks}
        by_slots: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for label, routine in routines.items():
            by_slots.setdefault((routine.number, self.program.live[label]), []).append(label)
        cases = []
        for (_, slots), labels in by_slots.items():
            heads = " ".join(f"case {label}:" for label in labels)
            cases.append(f"{heads} {{ {self.frame_slots(routines[labels[0]], slots, True)} break; }}")
        asked = [
            f"case {number}: {{ {self.frame_slots(routine, slots, False)} break; }}"
            for number, (routine, slots) in self.asked_slots().items()
        ]
        return (
            "static void visit_frame(Position *p, Visit *v, Header *f, int question, int filled)\n{\n(void)p, (void)filled;\n"
            f"if (question >= 0) {{ switch (question) {{\n{chr(10).join(asked)}\ndefault: break; }} return; }}\n"
            f"switch (f->block) {{\n{chr(10).join(cases)}\ndefault: break; }}\n}}\n"
        )

    def visit(self) -> str:
        """Write the function that goes through the whole position."""
        where = "v->thing[i]" if self.groups else "i"
        parts = []
        if self.alike:
            parts.append(f"if (!v->finding) for (i64 i = 0; i < THINGS; i++) put_bytes(v, &p->at[1 + {where}], sizeof p->at[0]);")
        for space in self.memory.piles:
            parts.append(f"if (!v->finding) put_pile(v, p, {space});")
        parts.append("visit_frames(p, v);")
        parts += [self.each_cell(cell, where) for cell in self.program.cells if cell.kind == "each" and not cell.direction]
        parts += [
            key_part(cell.type, self.memory.cell(cell), f"p->c{cell.number}") for cell in self.program.cells if cell.kind == "one"
        ]
        parts.append(
            "put_value(v, p->over ? p->winners : -1); if (p->over) put_bytes(v, p->winner, p->winners * sizeof p->winner[0]);"
        )
        return f"static void visit(Position *p, Visit *v)\n{{\n{chr(10).join(parts)}\n}}\n"

    def each_cell(self, cell: Cell, where: str) -> str:
        """Write the loop that puts all values of a cell into the key."""
        held = self.memory.cell(cell)
        of_things = is_of_things(cell) and bool(self.groups)
        if not isinstance(held, ListStorage) and cell.type.kind != "thing" and not of_things:
            return f"put_bytes(v, p->c{cell.number} + 1, {cell.size} * sizeof p->c{cell.number}[0]);"
        place = where if of_things else "i"
        # In the first round things have no new numbers so far, and it is the order of declaration that counts.
        code = key_part(cell.type, held, f"p->c{cell.number}[1 + j]")
        return f"for (i64 i = 0; i < {cell.size}; i++) {{ i64 j = v->finding ? i : {place}; {code} }}"


VISIT_FRAMES = """static void visit_frames(Position *p, Visit *v)
{
    i64 frames[DEEPEST_FRAMES + 1], count = 0;
    int filled = -1;
    for (u32 at = p->frame; at; at = frame_below(p, at)) frames[count++] = at;
    put_value(v, count);
    for (i64 i = 0; i < count; i++) {
        Header *f = (Header *)((char *)p + frames[i]);
        put_value(v, f->block | (i64)(u16)f->result << 16);
    }
    put_value(v, p->question < 0 ? -1 : p->question | (i64)(u16)p->seat << 32);
    for (i64 i = count - 1; i >= 0; i--) {
        filled = i > 0 ? ((Header *)((char *)p + frames[i - 1]))->result : -1;
        visit_frame(p, v, (Header *)((char *)p + frames[i]), i == 0 ? p->question : -1, filled);
    }
}
"""


def is_of_things(cell: Cell) -> bool:
    """Return whether things have this cell."""
    return cell.kind == "each" and cell.of is not None and cell.of.kind == "thing"
