"""Translate positions between Python's lists and frames and flat memory for C.

Both directions keep everything that the rules may still read, so a game can go on in either form with the same future.
Values that no rule reads any more come back as None.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any

from rulewright.dsl.checked import Type
from rulewright.interpreter.emit.c.description import CellPart, DescribedPart, Description, SlotPart
from rulewright.interpreter.emit.c.held import BitWord, RowStorage, Scalar, Storage
from rulewright.interpreter.native import library
from rulewright.interpreter.position.position import BLOCK, BUDGET, DECISIONS, FIRST_CELL, FIRST_LOCAL, Position, Slots

LONGEST_TEXTS = 100_000
"""How many different texts may have been said."""
TEXT = Type("text")


CODES = {1: "b", 2: "h", 4: "i", 8: "q"}
"""The codes of the module struct for whole numbers, by their size in bytes."""


class UnfitPosition(ValueError):
    """Raised for a position that does not fit into flat memory, or is inconsistent."""


class TextTable:
    """The texts that have been said, by number; the empty one is number 0."""

    def __init__(self, first: Sequence[str]) -> None:
        self.by_number = list(first)
        self.numbers = {text: number for number, text in enumerate(first)}

    def number(self, text: str) -> int:
        if text not in self.numbers:
            if len(self.by_number) >= LONGEST_TEXTS:
                raise UnfitPosition("too many texts")
            self.by_number.append(text)
            self.numbers[text] = len(self.by_number) - 1
        return self.numbers[text]


class PositionCodec:
    """The translation of one program's positions."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self.texts = TextTable(description.texts)
        self.fields = sum(cell.kind == "each" and not cell.direction for cell in description.cells)

    def get(self, memory: memoryview, at: int, held: Storage, of: Type) -> Any:
        """Return what is stored at a place, as Python has it."""
        if isinstance(held, Scalar):
            value = int.from_bytes(memory[at : at + held.width], "little", signed=True)
            return bool(value) if of.kind == "truth" else self.texts.by_number[value] if of.kind == "text" else value
        assert not isinstance(held, RowStorage)
        if isinstance(held, BitWord):
            bits = int.from_bytes(memory[at : at + held.width], "little")
            found = [place for place in range(held.count) if bits >> place & 1]
            return tuple(bool(one) for one in found) if of.kind == "truth" else tuple(found)
        count = int.from_bytes(memory[at : at + 2], "little")
        first, width, single = at + held.first, held.element.width, Type(of.kind, of.name)
        return tuple(self.get(memory, first + i * width, held.element, single) for i in range(count))

    def put(self, memory: memoryview, at: int, held: Storage, value: Any) -> None:
        """Store a value at a place."""
        if isinstance(held, Scalar):
            if isinstance(value, str):
                value = self.texts.number(value)
            if not isinstance(value, int) or not held.least <= value <= held.most:
                raise UnfitPosition(f"{value!r} where a number from {held.least} to {held.most} belongs")
            memory[at : at + held.width] = int(value).to_bytes(held.width, "little", signed=True)
            return
        assert not isinstance(held, RowStorage)
        if isinstance(held, BitWord):
            if list(value) != sorted(set(value)) or any(not 0 <= one < held.count for one in value):
                raise UnfitPosition("a set that is not in order")
            memory[at : at + held.width] = sum(1 << one for one in value).to_bytes(held.width, "little")
            return
        if len(value) > held.room:
            raise UnfitPosition("a set that is too large")
        memory[at : at + 2] = len(value).to_bytes(2, "little")
        for place, one in enumerate(value):
            self.put(memory, at + held.first + place * held.element.width, held.element, one)

    def member(self, memory: memoryview, name: str) -> int:
        """Return a number of the head."""
        part = self.description.head[name]
        return int.from_bytes(memory[part.offset : part.offset + part.held.size], "little", signed=True)

    def set_member(self, memory: memoryview, name: str, value: int) -> None:
        """Change a number of the head."""
        part = self.description.head[name]
        memory[part.offset : part.offset + part.held.size] = value.to_bytes(part.held.size, "little", signed=True)

    def all_of(self, memory: memoryview, part: DescribedPart, count: int = -1) -> list[Any]:
        """Return what is stored at all places of one part, or at the first ones."""
        size, held = part.held.size, part.held
        wanted = part.count if count < 0 else count
        if isinstance(held, Scalar) and part.type.kind != "text":
            values = struct.unpack_from(f"<{wanted}{CODES[held.width]}", memory, part.offset)
            return [*map(bool, values)] if part.type.kind == "truth" else [*values]
        return [self.get(memory, part.offset + i * size, part.held, part.type) for i in range(wanted)]

    def put_all(self, memory: memoryview, part: DescribedPart, values: Sequence[Any], first: int = 0) -> None:
        """Store values in the places of one part, from one on."""
        held = part.held
        if isinstance(held, Scalar) and part.type.kind != "text" and values:
            # Most of a position consists of such numbers, which are written at once.
            try:
                if min(values) < held.least or max(values) > held.most:
                    raise UnfitPosition(f"a number that is not from {held.least} to {held.most}")
                struct.pack_into(f"<{len(values)}{CODES[held.width]}", memory, part.offset + first * held.width, *values)
            except (TypeError, struct.error):
                raise UnfitPosition("something else where a number belongs") from None
            return
        for place, value in enumerate(values, first):
            self.put(memory, part.offset + place * part.held.size, part.held, value)

    def decode(self, position: library.NativePosition) -> Position:
        """Return a position on Python's lists; there is no log."""
        memory = memoryview(position.memory)
        head = self.description.head
        ones = sum(cell.kind == "one" for cell in self.description.cells)
        table: list[Any] = [None] * (FIRST_CELL + ones)
        table[BUDGET], table[DECISIONS] = self.member(memory, "budget"), self.member(memory, "decisions")
        fields: list[Any] = [None] * (len(self.description.cells) - ones)
        for cell in self.description.cells:
            values = self.all_of(memory, cell.part)
            if cell.kind == "one":
                table[cell.place] = values[0]
            else:
                fields[self.list_of(cell)] = [*values[1:], values[0]]
        at = [*self.all_of(memory, head["at"])[1:], -1]
        on: list[list[int]] = [[] for _ in range(self.description.spaces + 1)]
        for thing, space in enumerate(at[:-1]):
            if space >= 0 and space not in self.description.piles:
                on[space].append(thing)
        self.read_piles(memory, on)
        result = None
        if self.member(memory, "over"):
            result = tuple(self.all_of(memory, head["winner"], self.member(memory, "winners")))
        chance = head["chance"].offset
        random = int.from_bytes(memory[chance : chance + 16], "little")
        asks = self.member(memory, "asked")
        question = self.read_question(position, memory)
        return Position([random, asks, question, None, result, table, at, on, *fields], self.read_frames(memory))

    def list_of(self, cell: CellPart) -> int:
        """Return the list of a cell among those after the things: first fields, then directions."""
        return cell.place + (self.fields if cell.direction else 0)

    def read_piles(self, memory: memoryview, on: list[list[int]]) -> None:
        """Read the contents of piles, in their order."""
        if self.description.piles:
            head = self.description.head
            things = self.all_of(memory, head["pile"])
            lengths = self.all_of(memory, head["lengths"])
            for length, (space, (start, _)) in zip(lengths, self.description.piles.items()):
                on[space] = things[start : start + length]

    def read_question(self, position: library.NativePosition, memory: memoryview) -> tuple[int, int, tuple[Any, ...]] | None:
        """Read the pending question."""
        number, seat = self.member(memory, "question"), self.member(memory, "seat")
        if number < 0:
            return None
        part = self.description.questions[number]
        if part.asked.kind == "text":
            return number, seat, ()
        by_chance = part.asked.kind in ("chance", "die")
        rows, weights = position.options(len(part.ask.types), by_chance)
        values: list[Any] = [answer(row, part.ask.types) for row in rows]
        if by_chance:
            values = list(zip(values, weights))
        if self.member(memory, "passable"):
            values.append(None)
        return number, seat, tuple(values)

    def read_frames(self, memory: memoryview) -> list[Slots]:
        """Return the frames, the topmost last. The slot that the result of the one above will fill does not matter."""
        places: list[int] = []
        at = self.member(memory, "frame")
        while at:
            places.insert(0, at)
            distance = 8 * word(memory, at + 4)
            at = at - distance if distance else 0
        question = self.member(memory, "question")
        stack: list[Slots] = []
        for number, at in enumerate(places):
            block = word(memory, at)
            frame = self.description.frames[self.description.routines[block]]
            if number + 1 < len(places):
                filled = frame.slot_at(word(memory, places[number + 1] + 2))
                live = [slot for slot in self.description.live[block] if slot != filled]
            else:
                live = list(self.description.questions[question].live if question >= 0 else self.description.live[block])
            slots: list[Any] = [None] * len(frame.slots)
            for slot in live:
                slots[slot] = self.read_slot(memory, at, frame.slots[slot])
            stack.append([block, self.wanted(memory, at, stack), *slots])
        return stack

    def wanted(self, memory: memoryview, at: int, below: list[Slots]) -> int:
        """Return the index in the frame below where the result of a frame is wanted, or -1."""
        if not below:
            return -1
        slot = self.description.frames[self.description.routines[below[-1][BLOCK]]].slot_at(word(memory, at + 2))
        return slot if slot < 0 else slot + FIRST_LOCAL

    def read_slot(self, memory: memoryview, at: int, slot: SlotPart) -> Any:
        """Return the contents of a frame's slot."""
        start, held = at + slot.offset, slot.held
        if not isinstance(held, RowStorage):
            return self.get(memory, start, held, slot.types[0])
        columns = list(zip(held.offsets, held.columns, slot.types))
        rows = range(start + held.first, start + held.first + word(memory, start) * held.stride, held.stride)
        return tuple(tuple(self.get(memory, row + place, one, of) for place, one, of in columns) for row in rows)

    def encode(self, held: Position, to: library.NativePosition) -> None:
        """Write down a position, or raise Unfit if it does not fit."""
        memory = memoryview(to.memory)
        memory[:] = bytes(len(memory))
        head = self.description.head
        table, fields, result = held.table, held.fields, held.result
        numbers = {"budget": table[BUDGET], "decisions": table[DECISIONS], "question": -1, "asked": held.asks}
        for name, value in numbers.items():
            self.set_member(memory, name, value)
        chance = head["chance"].offset
        memory[chance : chance + 16] = held.random.to_bytes(16, "little")
        for cell in self.description.cells:
            if cell.kind == "one":
                self.put_all(memory, cell.part, [table[cell.place]])
                continue
            values = fields[self.list_of(cell)]
            if len(values) != cell.part.count:
                raise UnfitPosition("a field of another size")
            self.put_all(memory, cell.part, [values[-1], *values[:-1]])
        self.write_things(memory, held.at, held.on)
        if result is not None:
            if len(result) > head["winner"].count:
                raise UnfitPosition("too many winners")
            self.set_member(memory, "over", 1)
            self.set_member(memory, "winners", len(result))
            self.put_all(memory, head["winner"], result)
        self.write_frames(memory, held.stack)
        to.library.short.settle(to.address)
        if held.pending is not None:
            self.write_question(to, held.stack[-1] if held.stack else (), *held.pending)

    def write_things(self, memory: memoryview, at: Sequence[int], on: Sequence[Sequence[int]]) -> None:
        """Write down where things are."""
        head, things = self.description.head, self.description.things
        self.put_all(memory, head["at"], [-1, *at[:things]])
        standing: list[list[int]] = [[] for _ in range(self.description.spaces)]
        for thing, space in enumerate(at[:things]):
            if space >= 0:
                standing[space].append(thing)
        if any(lying != found and sorted(lying) != found for lying, found in zip(on, standing)):
            raise UnfitPosition("a thing that is not where it is said to be")
        if self.description.piles:
            self.put_all(memory, head["lengths"], [len(on[space]) for space in self.description.piles])
        for space, (start, room) in self.description.piles.items():
            if len(on[space]) > room:
                raise UnfitPosition("a pile with what never lies there")
            self.put_all(memory, head["pile"], on[space], start)

    def write_frames(self, memory: memoryview, stack: Sequence[Sequence[Any]]) -> None:
        """Write down the frames."""
        below, at, wanted_in = 0, self.description.start, None
        for depth, (block, result, *values) in enumerate(stack, 1):
            frame = self.description.frames[self.description.routines[block]]
            if at + frame.size > self.description.limit:
                raise UnfitPosition("too many frames")
            wanted = -1 if wanted_in is None or result < 0 else wanted_in.slots[result - FIRST_LOCAL].offset
            for place, value in enumerate((block, wanted, (at - below) // 8 if below else 0, depth)):
                memory[at + 2 * place : at + 2 * place + 2] = (value & 0xFFFF).to_bytes(2, "little")
            for slot, value in zip(frame.slots, values):
                if value is not None:
                    self.write_slot(memory, at, slot, value)
            below, at, wanted_in = at, at + frame.size, frame
        self.set_member(memory, "frame", below)
        self.set_member(memory, "used", at)
        self.set_member(memory, "stack_end", at)

    def write_slot(self, memory: memoryview, at: int, slot: SlotPart, value: Any) -> None:
        """Write down the contents of a frame's slot."""
        start, held = at + slot.offset, slot.held
        if not isinstance(held, RowStorage):
            self.put(memory, start, held, value)
            return
        if len(value) > held.room:
            raise UnfitPosition("too many rows")
        memory[start : start + 2] = len(value).to_bytes(2, "little")
        for number, row in enumerate(value):
            for place, column, one in zip(held.offsets, held.columns, row):
                self.put(memory, start + held.first + number * held.stride + place, column, one)

    def write_question(
        self, to: library.NativePosition, frame: Sequence[Any], number: int, seat: int, options: Sequence[Any]
    ) -> None:
        """Write down the pending question."""
        part = self.description.questions.get(number)
        if part is None:
            raise UnfitPosition("a question that is never asked")
        asked = part.asked
        passable = bool(options) and options[-1] is None
        values, weights = list(options[:-1] if passable else options), []
        if asked.kind in ("chance", "die"):
            weights = [weight for _, weight in values]
            values = [value for value, _ in values]
        rows = [value if len(part.ask.types) > 1 else (value,) for value in values]
        if asked.kind == "text":
            rows = [(0,)]
        for row in rows:
            if any(not held.least <= one <= held.most for one, held in zip(row, asked.parts) if isinstance(held, Scalar)):
                raise UnfitPosition("an option that makes no sense")
        if asked.bits and (rows != sorted(set(rows)) or any(not 0 <= row[0] < asked.bits for row in rows)):
            raise UnfitPosition("options in another order")
        if not to.ask(number, seat, passable, part.ask.is_forced(frame, options), rows, weights):
            raise UnfitPosition("too many options")


def word(memory: memoryview, at: int) -> int:
    """Return a number of two bytes; 0xFFFF is none that callers ask for."""
    return int.from_bytes(memory[at : at + 2], "little")


def answer(row: Sequence[int], types: Sequence[Type]) -> Any:
    """Return one option as Python has it."""
    parts = tuple(bool(value) if of.kind == "truth" else value for value, of in zip(row, types))
    return parts if len(parts) > 1 else parts[0]


__all__ = ["PositionCodec", "TextTable", "UnfitPosition"]
