"""Write the tables of a program, which never change, as constant arrays in C, each when it is first used.

The last entry of a table is its value for nothing. In C it comes first, so that -1 finds it as `table[1 + -1]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.held import Scalar, Universe, reference
from rulewright.interpreter.emit.c.numbers import bits_of, c_mask
from rulewright.interpreter.program.nodes import Direction, LoweredProgram


def narrowest(values: Sequence[int]) -> Scalar:
    """Return the narrowest type that all of some numbers fit into."""
    for width in (1, 2, 4):
        if all(-(2 ** (8 * width - 1)) <= value < 2 ** (8 * width - 1) for value in values):
            return Scalar(width, 0, 0)
    return Scalar(8, 0, 0)


class TableWriter:
    """Writes tables."""

    def __init__(self, program: LoweredProgram, universe: Universe) -> None:
        self.program = program
        self.universe = universe
        self.known: dict[Any, str] = {}
        self.definitions: list[str] = []

    def defined(self, key: object, start: str, content: str) -> str:
        """Return the name of a constant, and define it when it is new; `start` has its type, and `@` for its name."""
        if key not in self.known:
            name = self.known[key] = f"T{len(self.definitions)}"
            self.definitions.append(f"static const {start.replace('@', name)} = {content};")
        return self.known[key]

    def entries(self, number: int) -> list[Any]:
        """Return the entries of a table, the blank first."""
        entries = list(self.program.tables[number])
        return [entries[-1], *entries[:-1]] if entries else [0]

    def table(self, number: int) -> str:
        """Write an array of the entries of a table, the blank first."""
        entries = [int(entry) for entry in self.entries(number)]
        return self.defined(("table", number), f"{narrowest(entries).name} @[]", braces(entries))

    def fixed(self, members: Sequence[int], of: Type) -> str:
        """Write a known set, as a list."""
        element = self.universe.element(of)
        key = ("members", element.name, *members)
        name = self.defined(key, f"{element.name} @[]", braces(list(members) or [0]))
        return f"((Seq{element.width}){{{name}, {len(members)}}})"

    def sets(self, number: int, of: Type) -> str:
        """Write an array of the sets in a table, as lists, the blank first."""
        element = self.universe.element(of)
        key = ("sets", number, element.name)
        if key not in self.known:
            entries = self.entries(number)
            pool = [member for entry in entries for member in entry]
            name = self.defined(("pool", number, element.name), f"{element.name} @[]", braces(pool or [0]))
            parts, start = [], 0
            for entry in entries:
                parts.append(f"{{{name} + {start}, {len(entry)}}}")
                start += len(entry)
            return self.defined(key, f"Seq{element.width} @[]", f"{{{', '.join(parts)}}}")
        return self.known[key]

    def masks(self, number: int, of: Type) -> str:
        """Write an array of the sets in a table as bits, the blank first."""
        bits = self.universe.bits(of)
        content = ", ".join(c_mask(bits_of([one for one in entry if one >= 0]), bits) for entry in self.entries(number))
        return self.defined(("masks", number, bits), f"u{bits} @[]", f"{{{content}}}")

    def masks_by_value(self, number: int, bits: int, most: int) -> str:
        """Write an array with, for each value in a table, the places where it is found, as bits; nothing first."""
        places: list[list[int]] = [[] for _ in range(most + 2)]
        for place, entry in enumerate(self.program.tables[number][:-1]):
            if -1 <= int(entry) <= most and place < bits:
                places[int(entry) + 1].append(place)
        content = ", ".join(c_mask(bits_of(one), bits) for one in places)
        return self.defined(("by value", number, bits, most), f"u{bits} @[]", f"{{{content}}}")

    def spaces_array(self, key: object, entries: Sequence[int]) -> str:
        """Write an array of spaces, the blank first."""
        width = reference(self.universe.spaces).name
        return self.defined(key, f"{width} @[]", braces([entries[-1], *entries[:-1]]))

    def next_of(self, direction: Direction) -> str:
        """Write the array of the next space of each space, the blank first."""
        if direction.cell is not None:
            return f"p->c{direction.cell.number}"
        return self.spaces_array(("next", direction.table), self.program.tables[direction.table])

    def axes(self, number: int) -> str:
        """Write the two directions of each axis as arrays, one after the other."""
        names = [
            self.spaces_array(("axis", number, axis, side), table)
            for axis, pair in enumerate(self.program.tables[number])
            for side, table in enumerate(pair)
        ]
        width = reference(self.universe.spaces).name
        return self.defined(("axes", number), f"{width} *@[]", f"{{{', '.join(names) or '0'}}}")

    def rays(self, number: int) -> str | None:
        """Write the bits of what lies beyond, for each axis, side and space; None if spaces do not follow in order."""
        bits = self.universe.bits(Type("space", many=True))
        axes = []
        for pair in self.program.tables[number]:
            sides = sorted((step_of(table), table) for table in pair)
            if [step for step, _ in sides] != [-1, 1] or not opposite(*pair):
                return None
            masks = [[c_mask(bits_of(beyond(table, space)), bits) for space in range(len(table))] for _, table in sides]
            axes.append(both_sides(masks))
        if not axes:
            return None
        return self.defined(("rays", number), f"u{bits} @[][2][SPACES + 1]", f"{{{', '.join(axes)}}}")


def both_sides(masks: list[list[str]]) -> str:
    """Write two rows of masks, in brackets."""
    return "{" + ", ".join("{" + ", ".join(side) + "}" for side in masks) + "}"


def braces(values: Sequence[int]) -> str:
    """Write numbers in brackets."""
    return "{" + ", ".join(f"{value}LL" if abs(value) >= 2**31 else str(value) for value in values) + "}"


def step_of(table: Sequence[int]) -> int:
    """Return whether all spaces in a direction come later (1) or earlier (-1) than the one they are next to; else 0."""
    signs = {1 if entry > place else -1 for place, entry in enumerate(table[:-1]) if entry >= 0}
    return signs.pop() if len(signs) == 1 else 0


def opposite(one: Sequence[int], other: Sequence[int]) -> bool:
    """Return whether each of two directions leads back to where the other one starts."""
    return all(entry < 0 or other[entry] == place for place, entry in enumerate(one[:-1])) and all(
        entry < 0 or one[entry] == place for place, entry in enumerate(other[:-1])
    )


def beyond(table: Sequence[int], space: int) -> list[int]:
    """Return all spaces beyond a space in a direction."""
    found: list[int] = []
    while space < len(table) - 1 and (space := table[space]) >= 0:
        found.append(space)
    return found
