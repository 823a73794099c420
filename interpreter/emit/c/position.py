"""Write the structure of a position in C, and the code that keeps it right."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.held import BitWord, Scalar
from rulewright.interpreter.emit.c.memory import HEAD, MemoryLayout
from rulewright.interpreter.emit.c.numbers import bits_of, c_mask
from rulewright.interpreter.passes.trial_purity import cells_changed
from rulewright.interpreter.position.directions import growing_lines
from rulewright.interpreter.program.nodes import Cell, LoweredProgram, Routine

MOST_PLANES = 16
"""Up to how many values a cell may have for it to be kept, for each of them, where it holds that."""
Runs = tuple[tuple[int, int], ...]


class PositionWriter:
    """Writes the structure of a position, and the code that keeps its parts right."""

    def __init__(self, program: LoweredProgram, memory: MemoryLayout, bits: int) -> None:
        """Take the memory of a game; `bits` is the width of a set of things, 0 where a space holds a chain."""
        self.program = program
        self.memory = memory
        self.universe = memory.universe
        self.piles = memory.piles
        self.bits = bits
        self.planes: dict[Cell, str] = {}
        self.regions: dict[Runs, str] = {}
        self.wants_occupied = False

    # ---- parts of a position that follow from others, kept because something asks for them often

    def plane(self, cell: Cell) -> str | None:
        """Return the name of the bits that say where a cell has each value, nothing first; None if these are not kept."""
        held = self.memory.cell(cell)
        if cell.kind != "each" or cell.direction or cell.of is None or not isinstance(held, Scalar):
            return None
        if cell.type.kind in ("number", "text") or held.most + 1 > MOST_PLANES:
            return None
        if not self.universe.bits(Type(cell.of.kind, cell.of.name, many=True)):
            return None
        self.planes[cell] = f"p->plane{cell.number}"
        return self.planes[cell]

    def region(self, runs: Runs) -> str:
        """Write the things that stand in some runs of spaces, as bits."""
        return self.regions.setdefault(runs, f"p->region{len(self.regions)}")

    def occupied(self) -> str:
        """Write the spaces on which anything lies, as bits."""
        self.wants_occupied = True
        return "p->occupied"

    def plane_bits(self, cell: Cell) -> int:
        """Return how many bits the places of a cell take."""
        assert cell.of is not None
        return self.universe.bits(Type(cell.of.kind, cell.of.name, many=True))

    def derive_all(self) -> None:
        """Tell the memory of all these parts."""
        memory, spaces, things = self.memory, self.universe.spaces, self.universe.things
        if self.bits:
            memory.derived.append(("lying", BitWord(self.bits // 8, things), spaces + 1))
        else:
            counted, thing = Scalar(2, 0, things), memory.thing
            memory.derived.append(("amount", counted, spaces + 1))
            memory.derived.append(("lowest", thing, spaces + 1))
            memory.derived += [("before", thing, max(1, things)), ("after", thing, max(1, things))]
        for cell in self.planes:
            held = memory.cell(cell)
            assert isinstance(held, Scalar)
            memory.derived.append((f"plane{cell.number}", BitWord(self.plane_bits(cell) // 8, cell.size), held.most + 2))
        for name in self.regions.values():
            memory.derived.append((name.removeprefix("p->"), BitWord(self.bits // 8, things), 1))
        if self.wants_occupied:
            memory.derived.append(("occupied", BitWord(self.space_bits // 8, spaces), 1))

    @property
    def space_bits(self) -> int:
        """How many bits a set of spaces takes."""
        return self.universe.bits(Type("space", many=True))

    # ---- the structure

    def structure(self) -> str:
        """Write the structure of a position, with the places of its parts proved."""
        unsigned = {"chance": "u64", "used": "u32", "options": "u32", "weights": "u32"}
        unsigned |= {"stack_end": "u32", "frame": "u32"}
        unsigned |= dict.fromkeys(("passable", "asked", "forced", "over", "winners"), "u8")
        heads = {name for name, _ in HEAD}
        lines, proofs = [], []
        for member in self.memory.members.values():
            sort = unsigned.get(member.name, member.held.name) if member.name in heads else member.held.name
            single = member.name.startswith("region") or member.name == "occupied"
            array = f"[{member.count}]" if member.array and not single else ""
            lines.append(f"    {sort} {member.name}{array};")
            proofs.append(f'_Static_assert(offsetof(Position, {member.name}) == {member.offset}, "");')
        return "typedef struct Position {\n" + "\n".join(lines) + "\n} Position;\n" + "\n".join(proofs) + "\n"

    def pile_tables(self) -> str:
        """Write the tables that say which spaces are piles, and where their things begin."""
        if not self.piles:
            return ""
        numbers = {space: number for number, space in enumerate(self.piles)}
        places, spaces = self.memory.pile_places, range(self.universe.spaces)
        rows = {
            "i16 PILE_NUMBER": [numbers.get(space, -1) for space in spaces],
            "i32 PILE_START": [places.get(space, 0) for space in spaces],
            "i16 PILE_ROOM": [self.piles.get(space, 0) for space in spaces],
        }
        return "".join(
            f"static const {name}[] = {{{', '.join(map(str, [-1 if name == 'i16 PILE_NUMBER' else 0, *row]))}}};\n"
            for name, row in rows.items()
        )

    # ---- what follows a move

    def derived_moves(self) -> str:
        """Write the functions that update all derived parts when a thing leaves a space, or comes to one."""
        if not self.bits:
            return ""
        gone, come = [], []
        for runs, name in self.regions.items():
            inside = in_runs("space", runs, self.universe.spaces)
            gone.append(f"if ({inside}) {name} &= ~((Things)1 << thing);")
            come.append(f"if ({inside}) {name} |= (Things)1 << thing;")
        if self.wants_occupied:
            one = f"(u{self.space_bits})1 << space"
            gone.append(f"if (!p->lying[1 + space]) p->occupied &= ~({one});")
            come.append(f"p->occupied |= {one};")
        quiet = "(void)p, (void)thing, (void)space;"
        return (
            f"static inline void gone(Position *p, i64 thing, i64 space) {{ {quiet} {' '.join(gone)} }}\n"
            f"static inline void come(Position *p, i64 thing, i64 space) {{ {quiet} {' '.join(come)} }}\n"
        )

    def puts(self) -> str:
        """Write the functions that put one value into a cell of things, spaces or players."""
        lines = []
        for cell in self.program.cells:
            held = self.memory.cell(cell)
            if cell.kind != "each" or not isinstance(held, Scalar):
                continue
            follow = ""
            if cell in self.planes:
                bit = f"(u{self.plane_bits(cell)})1 << i"
                plane = self.planes[cell]
                follow = f"{plane}[1 + p->c{cell.number}[1 + i]] ^= {bit}; {plane}[1 + x] ^= {bit}; "
            lines.append(
                f"static inline __attribute__((unused)) void put{cell.number}(Position *p, i64 i, i64 x) "
                f"{{ {follow}p->c{cell.number}[1 + i] = x; }}\n"
            )
        return "".join(lines)

    def putting_aside(self, tried: Mapping[Routine, str]) -> str:
        """Write the functions that put aside all that a trial may change, and bring back all but what was paid."""
        lines = []
        for routine, name in tried.items():
            changed = cells_changed(routine)
            if changed is None:
                lines.append(
                    f"typedef Position {name};\n"
                    f"static inline void put_{name}(Position *p, {name} *k) {{ memcpy(k, p, sizeof *p); }}\n"
                    f"static inline void bring_{name}(Position *p, {name} *k) "
                    "{ k->budget = p->budget; memcpy(p, k, sizeof *p); }\n"
                )
                continue
            numbers = sorted(cell.number for cell in changed)
            names = [f"{sort}{number}" for number in numbers for sort in ("c", "plane")]
            members = [one for one in names if one in self.memory.members]
            declared = " ".join(f"char {one}[sizeof ((Position *)0)->{one}];" for one in members)
            lines.append(f"typedef struct {{ {declared or 'char none;'} }} {name};\n")
            for word, to, source in (("put", "k->{}", "&p->{}"), ("bring", "&p->{}", "k->{}")):
                copies = " ".join(f"memcpy({to.format(one)}, {source.format(one)}, sizeof p->{one});" for one in members)
                lines.append(f"static inline void {word}_{name}(Position *p, {name} *k) {{ (void)p, (void)k; {copies} }}\n")
        return "".join(lines)

    def relink(self) -> str:
        """Write the function that links the directions of lines again after a series has grown or shrunk."""
        directions = {cell.place: cell for cell in self.program.cells if cell.direction}
        if not directions:
            return "static inline __attribute__((unused)) void relink(Position *p) { (void)p; }\n"
        lengths = {cell.place: cell for cell in self.program.cells if cell.kind == "one"}
        lines = []
        for runs, forward, back in growing_lines(self.program.layout):
            ahead, behind = f"p->c{directions[forward].number}", f"p->c{directions[back].number}"
            lines.append("{ i64 previous = -1;")
            for first, size, slot in runs:
                length = str(size) if slot is None else f"p->c{lengths[slot].number}"
                lines.append(
                    f"for (i64 space = {first}; space < {first} + {length}; space++) {{ "
                    f"{behind}[1 + space] = previous; if (previous >= 0) {ahead}[1 + previous] = space; "
                    f"{ahead}[1 + space] = -1; previous = space; }} "
                    f"for (i64 space = {first} + {length}; space < {first + size}; space++) "
                    f"{ahead}[1 + space] = {behind}[1 + space] = -1;"
                )
            lines.append("}")
        return f"static void relink(Position *p)\n{{\n{chr(10).join(lines)}\n}}\n"

    def derive(self) -> str:
        """Write the function that works out all parts of a position that follow from others."""
        lines = []
        if self.bits:
            lines.append("memset(p->lying, 0, sizeof p->lying);")
            lines += [f"{name} = 0;" for name in self.regions.values()]
            if self.wants_occupied:
                lines.append("p->occupied = 0;")
            call = "come_to_space(p, thing, p->at[1 + thing])"
        else:
            lines.append("memset(p->amount, 0, sizeof p->amount); memset(p->lowest, -1, sizeof p->lowest);")
            call = "come_to_space(p, thing, p->at[1 + thing])"
        if self.universe.things:
            lines.append(f"for (i64 thing = 0; thing < THINGS; thing++) if (p->at[1 + thing] >= 0) {call};")
        for cell, plane in self.planes.items():
            lines.append(
                f"memset({plane}, 0, sizeof {plane}); for (i64 i = 0; i < {cell.size}; i++) "
                f"{plane}[1 + p->c{cell.number}[1 + i]] |= (u{self.plane_bits(cell)})1 << i;"
            )
        # A position from before a series grew or shrank has the links of that time.
        if any(isinstance(self.memory.cell(cell), Scalar) and cell.direction for cell in self.program.cells):
            lines.append("relink(p);")
        return f"static void derive(Position *p)\n{{\n{chr(10).join(lines)}\n}}\n"


def in_runs(space: str, runs: Runs, spaces: int) -> str:
    """Write a test whether a space is in some runs of spaces."""
    if len(runs) > 2 and spaces <= 64:
        return f"{c_mask(bits_of([one for first, end in runs for one in range(first, end)]), 64)} >> {space} & 1"
    tests = [f"{space} == {first}" if end == first + 1 else f"({space} >= {first} && {space} < {end})" for first, end in runs]
    return " || ".join(tests) or "0"
