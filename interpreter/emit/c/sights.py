"""Write the C code that goes through what one seat sees of a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.dsl.checked import Field, Type
from rulewright.interpreter.emit.c.held import Storage, Universe
from rulewright.interpreter.emit.c.keys import key_part
from rulewright.interpreter.emit.c.memory import MemoryLayout
from rulewright.interpreter.emit.c.tables import braces
from rulewright.interpreter.passes.visibility import VisibleParts, fields_seen_by_all, seen_by_seats
from rulewright.interpreter.program.nodes import Cell, LoweredProgram, Routine

KINDS = {"chance": "ASKS_CHANCE", "die": "ASKS_CHANCE", "text": "ASKS_WORDS"}


class SightFunctions:
    """Writes the functions that tell the seats of one program what they see."""

    def __init__(
        self,
        program: LoweredProgram,
        memory: MemoryLayout,
        universe: Universe,
        asking: Mapping[int, Routine],
        lookers: Mapping[Field, str],
    ) -> None:
        """Take a program; `asking` has the routine that asks each question, `lookers` the function of those who look in."""
        self.lookers = lookers
        self.looked_at: dict[Field, list[tuple[int, int]]] = {}
        for space, info in enumerate([] if program.layout is None else program.layout.world.spaces):
            if isinstance(info.declared, Field) and info.lookers is not None and info.owner >= 0:
                self.looked_at.setdefault(info.declared, []).append((space, info.owner))
        self.memory = memory
        self.program = program
        self.universe = universe
        self.asking = asking
        all_seen = ((True,) * (universe.spaces + 1),) * max(1, universe.players)
        self.public = () if program.layout is None else fields_seen_by_all(program.layout)
        self.tops = [False] * universe.spaces
        if program.layout is not None:
            self.tops = [space.top for space in program.layout.world.spaces]
        self.seen = VisibleParts(all_seen, all_seen) if program.layout is None else seen_by_seats(program.layout, program.hidden)

    def before(self) -> str:
        """Write the tables that keys also need: the spaces that each seat sees, and those on which it sees how many lie.

        Spaces out of play come first. Add how many fields of a hidden thing all see at most, and the piles whose top all see.
        """
        tables = {"SEES": self.seen.spaces, "COUNTS": self.seen.counts}
        public = f"#define MOST_PUBLIC {max(map(len, self.public), default=0)}\n"
        tops = [0, *map(int, self.tops)]
        public += f"#define HAS_TOPS {int(any(tops))}\nstatic const u8 TOPS[] = {braces(tops)};\n"
        return public + "".join(
            f"static const u8 {name}[][SPACES + 1] = {{{', '.join(braces([1, *map(int, row[:-1])]) for row in rows)}}};\n"
            for name, rows in tables.items()
        )

    def after(self) -> str:
        """Write the functions that go through all that is seen."""
        return "\n".join([self.questions(), self.acting(), self.see_marks(), self.see_upon(), self.seen_now(), self.see_fields()])

    def questions(self) -> str:
        """Write the kind of each question, how many parts its options have, and which of them are things."""
        asked = self.memory.questions
        numbers = range(max(asked, default=0) + 1)
        types = {number: self.program.questions[number].types for number in asked}
        things = [sum(1 << place for place, of in enumerate(types.get(number, ())) if of.kind == "thing") for number in numbers]
        kinds = ", ".join(KINDS.get(asked[number].kind, "0") if number in asked else "0" for number in numbers)
        return (
            f"static const u8 QUESTION_KINDS[] = {{{kinds}}};\n"
            f"static const u8 QUESTION_PARTS[] = {braces([max(1, len(types.get(number, ()))) for number in numbers])};\n"
            f"static const u64 QUESTION_THINGS[] = {braces(things)};\n"
        )

    def acting(self) -> str:
        """Write the player who acts where a rule lets nobody choose: the first slot of the frame that asks."""
        cases: dict[int, list[int]] = {}
        for number in self.memory.questions:
            routine = self.asking[number]
            if routine.variables and routine.variables[0].type == Type("player"):
                cases.setdefault(routine.number, []).append(number)
        lines = [
            f"{' '.join(f'case {number}:' for number in numbers)} seat = ((const Frame{routine} *)frame)->s0; break;"
            for routine, numbers in cases.items()
        ]
        return (
            "static i64 acting(const Position *p)\n{\ni64 seat = 0;\nconst char *frame = (const char *)p + p->frame;\n"
            f"(void)frame;\nswitch (p->question) {{\n{chr(10).join(lines)}\ndefault: break;\n}}\n"
            "return seat < 0 ? 0 : seat;\n}\n"
        )

    def fields(self, places: tuple[int, ...]) -> list[Cell]:
        """Return the cells of some fields."""
        by_place = {cell.place: cell for cell in self.program.cells if cell.kind == "each" and not cell.direction}
        return [by_place[place] for place in places]

    def see_marks(self) -> str:
        """Write the function that puts all that is seen of a thing except where it lies."""
        lines = []
        for cell in self.fields(self.seen.marks):
            assert cell.of is not None
            first, count = self.universe.kinds[cell.of.name]
            code = self.put(cell, f"p->c{cell.number}[1 + thing]")
            lines.append(f"if (thing >= {first} && thing < {first + count}) {{ {code} }}")
        return (
            "static void see_marks(Position *p, Visit *v, i64 thing)\n{\n(void)p, (void)v, (void)thing;\n"
            f"{chr(10).join(lines)}\n}}\n"
        )

    def see_upon(self) -> str:
        """Write the function that puts what all see on a thing that they do not see; it says whether that is anything."""
        if not self.public:
            return "static int see_upon(Position *p, Visit *v, i64 thing)\n{\n(void)p, (void)v, (void)thing;\nreturn 0;\n}\n"
        numbers: dict[Any, int] = {(): 0}
        prints = [
            numbers.setdefault(
                tuple((number, value) for number, (place, value, blank) in enumerate(upon) if place is None and value != blank),
                len(numbers),
            )
            for upon in self.public
        ]
        lines = []
        for cell in self.fields(tuple(sorted({place for upon in self.public for place, _, _ in upon if place is not None}))):
            assert cell.of is not None
            first, count = self.universe.kinds[cell.of.name]
            one, blank = f"p->c{cell.number}[1 + thing]", f"p->c{cell.number}[0]"
            code = f"any = 1; put_value(v, {cell.number}); {self.put(cell, one)}"
            lines.append(f"if (thing >= {first} && thing < {first + count} && {one} != {blank}) {{ {code} }}")
        return (
            f"static const i32 PRINTS[] = {braces(prints)};\n"
            "static int see_upon(Position *p, Visit *v, i64 thing)\n{\nint any = PRINTS[thing] > 0;\n"
            f"put_value(v, PRINTS[thing]);\n{chr(10).join(lines)}\nreturn any;\n}}\n"
        )

    def seen_now(self) -> str:
        """Write the function that says whether a seat sees a thing where it lies, always or now."""
        head = "static const u8 *seen_now(Position *p, Work *w, i64 seat, u8 *now)\n{\n(void)p, (void)w, (void)now;\n"
        if not self.lookers:
            return f"#define HAS_LOOKERS 0\n{head}return SEES[seat];\n}}\n"
        lines = [
            f"if (!now[1 + {space}]) now[1 + {space}] = {self.lookers[own]}(p, w, -1, {owner}, seat) != 0;"
            for own, spaces in self.looked_at.items()
            for space, owner in spaces
        ]
        return f"#define HAS_LOOKERS 1\n{head}memcpy(now, SEES[seat], SPACES + 1);\n{chr(10).join(lines)}\nreturn now;\n}}\n"

    def see_looked_into(self) -> Iterator[str]:
        """Write the tests for the fields that others than their owners see now."""
        layout = self.program.layout
        for own, name in self.lookers.items():
            if own.place is None and own.of is not None and own.assigned:
                [cell] = self.fields((layout.fields.index(own),))
                for entity in range(layout.world.count(own.of)):
                    owner, code = layout.world.owner_of(own.of, entity), self.put(cell, f"p->c{cell.number}[{1 + entity}]")
                    asked = f"v->seat != {owner} && {name}(p, v->w, -1, {owner}, v->seat)"
                    yield f"put_value(v, {asked}); if ({asked}) {{ {code} }}"

    def see_fields(self) -> str:
        """Write the function that puts all that is seen of the fields of everything else."""
        ones = {cell.place: cell for cell in self.program.cells if cell.kind == "one"}
        lines = [self.put(ones[place], f"p->c{ones[place].number}") for place in self.seen.table]
        for cell in self.fields(self.seen.open):
            code = self.put(cell, f"p->c{cell.number}[1 + i]")
            lines.append(f"for (i64 i = 0; i < {cell.size}; i++) {{ {code} }}")
        for seat, own in enumerate(self.seen.own):
            cells = self.fields(tuple(place for place, _ in own))
            codes = [self.put(cell, f"p->c{cell.number}[{1 + one}]") for cell, (_, one) in zip(cells, own)]
            if codes:
                lines.append(f"if (v->seat == {seat}) {{ {' '.join(codes)} }}")
        lines += self.see_looked_into()
        return f"static void see_fields(Position *p, Visit *v)\n{{\n(void)p, (void)v;\n{chr(10).join(lines)}\n}}\n"

    def put(self, cell: Cell, code: str) -> str:
        """Write the code that puts one value of a cell into what is seen."""
        held: Storage = self.memory.cell(cell)
        return key_part(cell.type, held, code)
