"""Questions as a compiled game knows them, and what the slots of frames hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from attrs import define, field

from rulewright.dsl.checked import Expression, LocalRef, Menu, MenuOption, Pick, Statement, Told, Type

FIRST_LOCAL = 2
"""The slot of a frame that holds the first local; before it are the block, and where the caller wants the result."""

BY_CHANCE = frozenset(("roll", "random", "draw", "shuffle"))
"""The kinds of questions that chance answers."""

SlotType: TypeAlias = Type | tuple[Type, ...]
"""What a slot of a frame holds: a value or a set of them, or, with several types, rows of such values."""


TextOf: TypeAlias = tuple[int, str]
"""One of the texts of a question: of which line of a menu, -1 for the question itself, and in which language."""


def texts_of(source: Statement) -> dict[TextOf, list[Expression]]:
    """What stands between braces in each text of a question; what a line's own choice names is not known before it is made."""
    asking: Told = getattr(source, "asking", {})
    texts = {(-1, language): text for language, text in asking.items()}
    own: set[int] = set()
    if isinstance(source, Menu):
        for place, option in enumerate(source.options):
            texts.update(((place, language), text) for language, text in option.title.items())
            own.update(id(pick.local) for pick in option.picks)
    return {
        key: [part for part in text if not isinstance(part, str) and own_local(part) not in own] for key, text in texts.items()
    }


def own_local(part: Expression) -> int:
    """The identity of the name that stands between braces, if it is one of the rule's own; else 0."""
    return id(part.local) if isinstance(part, LocalRef) else 0


@define(eq=False)
class Ask:
    """A question as the program knows it: what is asked for, and where the answer goes."""

    kind: str
    """`one`, `many`, `menu`, `lines`, `words`, `roll`, `random`, `draw` or `shuffle`.

    `lines` are those of a menu in which there are choices: an option is the number of a line, from 1, and what is chosen, with
    blanks where the line chooses nothing.
    """
    statement: Statement
    slots: tuple[int, ...]
    types: tuple[Type, ...]
    rule: str
    least: int = 0
    most: int = 0
    chosen_slot: int = -1
    """For a set: the slot of those already picked."""
    told: str = ""
    """The function that works out what stands between braces in its text, by language, if anything does."""
    told_slots: tuple[int, ...] = ()
    """The slots that this function reads."""
    passed: int = -1
    """The block to go on with when it is passed."""
    open: bool = False
    """Whether all are told what was chosen."""
    private: bool = False
    """Whether what can be chosen hangs on what not everybody sees: then nobody may notice whether there is anything to choose."""
    unordered: bool = False
    """Whether it is a set in which the order of picking is not kept: one that has to be picked whole leaves nothing to choose."""
    left_slot: int = -1
    """For such a set: the slot of those left; where something must hold of the set, all that is offered has to be picked."""
    by_chance: bool = field(init=False)
    """Whether chance decides."""
    listed: bool = field(init=False)
    """Whether somebody chooses among what the rules have listed: not chance, and not any words."""
    names_things: bool = field(init=False)
    """Whether its options name things."""
    tells: bool = field(init=False)
    """Whether the log says what was chosen as soon as it is: of a set, when it is complete."""
    whole: bool = field(init=False)
    """Whether it is a set that may have to be picked whole."""
    told_types: tuple[Type, ...] = field(init=False)
    """The types of what the log says was chosen: of a set, it is told when it is complete."""
    line_slots: list[list[int]] = field(init=False)
    """Of `lines`, for each of them: which parts of an option hold what it chooses."""

    def __attrs_post_init__(self) -> None:
        self.by_chance = self.kind in BY_CHANCE
        self.listed = not self.by_chance and self.kind != "words"
        self.names_things = "thing" in [kind.kind for kind in self.types]
        picked = self.kind == "many"
        self.tells, self.whole = self.open and not picked, self.unordered and self.listed
        self.told_types = tuple(Type(kind.kind, kind.name, many=True) if picked else kind for kind in self.types)
        self.line_slots = line_slots(self.statement) if self.kind == "lines" and isinstance(self.statement, Menu) else []

    def is_forced(self, frame: Sequence[Any], values: Sequence[Any]) -> bool:
        """Whether there is only one answer, or what is left of a set has to be picked whole; chance and words never are."""
        if len(values) == 1:
            return self.listed
        if not self.whole or values[-1] is None:
            return False
        left = values if self.left_slot < 0 else frame[self.left_slot]
        return bool(len(frame[self.chosen_slot]) + len(left) == frame[self.least])


def line_of(ask: Ask, value: Any) -> tuple[int, MenuOption, list[tuple[Pick, Any]]]:
    """The line of a menu that an option is, with its place, and what it chooses."""
    assert isinstance(ask.statement, Menu)
    if ask.kind == "menu":
        return value, ask.statement.options[value], []
    place = value[0] - 1
    line = ask.statement.options[place]
    slots = ask.line_slots[place]
    return place, line, [(pick, value[slot]) for pick, slot in zip(line.picks, slots, strict=True)]


def line_slots(menu: Menu) -> list[list[int]]:
    """For each line of a menu, which parts of an option hold what it chooses: lines share those of the same type."""
    types: list[Type | None] = [None]
    found: list[list[int]] = []
    for option in menu.options:
        slots: list[int] = []
        for pick in option.picks:
            behind = slots[-1] + 1 if slots else 1
            place = next((one for one in range(behind, len(types)) if types[one] == pick.local.type), len(types))
            if place == len(types):
                types.append(pick.local.type)
            slots.append(place)
        found.append(slots)
    return found


def blank_value(kind: Type) -> Any:
    """What a name is when its choice was passed."""
    if kind.many:
        return ()
    blanks: Mapping[str, Any] = {"number": 0, "truth": False, "text": ""}
    return blanks.get(kind.kind, -1)
