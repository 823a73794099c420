"""Declare questions as a compiled game knows them, and what the slots of frames hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from attrs import define, field

from rulewright.dsl.checked import Expression, Local, LocalRef, Menu, MenuOption, Pick, Statement, TextTemplate, Type

AskKind: TypeAlias = Literal["one", "many", "menu", "lines", "words", "roll", "random", "draw", "shuffle"]
BY_CHANCE = frozenset[AskKind](("roll", "random", "draw", "shuffle"))
"""The kinds of questions that chance answers."""

SlotType: TypeAlias = Type | tuple[Type, ...]
"""The contents of a frame's slot: a value or a set of values, or, with several types, rows of such values."""


TextOf: TypeAlias = tuple[int, str]
"""One text of a question: the line of a menu, or -1 for the question itself, and the language."""


def texts_of(source: Statement) -> dict[TextOf, list[Expression]]:
    """Return the expressions between braces in each text of a question.

    A name from a line's own choice is left out, since it has no value before that choice.
    """
    asking: TextTemplate = getattr(source, "asking", {})
    texts = {(-1, language): text for language, text in asking.items()}
    own: set[Local] = set()
    if isinstance(source, Menu):
        for place, option in enumerate(source.options):
            texts.update(((place, language), text) for language, text in option.title.items())
            own.update(pick.local for pick in option.picks)
    return {
        key: [part for part in text if not isinstance(part, str) and own_local(part) not in own] for key, text in texts.items()
    }


def own_local(part: Expression) -> Local | None:
    """Return the name between braces, if it is one of the rule's own."""
    return part.local if isinstance(part, LocalRef) else None


@define(eq=False)
class QuestionInfo:
    """A question as the program knows it: its options, and where the answer goes."""

    kind: AskKind
    """The kind and the options of a question.

    `lines` is a menu with choices in its lines. An option is the number of a line, from 1, and what is chosen there, with
    blanks where the line chooses nothing.
    """
    statement: Statement
    slots: tuple[int, ...]
    types: tuple[Type, ...]
    rule: str
    least: int = 0
    most: int = 0
    chosen_slot: int = -1
    """For a set: the slot of the members picked so far."""
    told: str = ""
    """The function that computes the parts between braces in its text, by language, if there are any."""
    told_slots: tuple[int, ...] = ()
    """The slots that this function reads."""
    passed: int = -1
    """The block to go on at after a pass."""
    open: bool = False
    """Whether everybody is told what was chosen."""
    private: bool = False
    """Whether the options depend on something that not everybody sees. Then nobody may notice if there are none."""
    unordered: bool = False
    """Whether it is a set that does not keep the order of the picks.

    If all of it has to be picked, there is nothing to choose.
    """
    left_slot: int = -1
    """For a set: the slot of those left, unless a condition must hold of the set. Then all that is offered may be picked."""
    by_chance: bool = field(init=False)
    """Whether chance decides."""
    listed: bool = field(init=False)
    """Whether a player chooses among options that the rules have listed, as opposed to chance and free text."""
    names_things: bool = field(init=False)
    """Whether its options name things."""
    tells: bool = field(init=False)
    """Whether the log tells the choice at once. A set is told when it is complete."""
    whole: bool = field(init=False)
    """Whether it is a set of which everything may have to be picked."""
    told_types: tuple[Type, ...] = field(init=False)
    """The types of the values that the log tells. A set is told when it is complete."""
    texts: tuple[TextOf, ...] = field(init=False)
    """Its texts, in the order in which `told` gives their values."""
    line_slots: list[list[int]] = field(init=False)
    """For `lines`, by line: the parts of an option that hold its choices."""

    def __attrs_post_init__(self) -> None:
        self.by_chance = self.kind in BY_CHANCE
        self.listed = not self.by_chance and self.kind != "words"
        self.texts = tuple(texts_of(self.statement))
        self.names_things = "thing" in [kind.kind for kind in self.types]
        picked = self.kind == "many"
        self.tells, self.whole = self.open and not picked, self.unordered and self.listed
        self.told_types = tuple(Type(kind.kind, kind.name, many=True) if picked else kind for kind in self.types)
        self.line_slots = line_slots(self.statement) if self.kind == "lines" and isinstance(self.statement, Menu) else []

    def is_forced(self, frame: Sequence[Any], values: Sequence[Any]) -> bool:
        """Return whether there is only one answer, or everything left of a set has to be picked.

        Chance and words are never forced.
        """
        if len(values) == 1:
            return self.listed
        if not self.whole or values[-1] is None:
            return False
        left = values if self.left_slot < 0 else frame[self.left_slot]
        return bool(len(frame[self.chosen_slot]) + len(left) == frame[self.least])


def line_of(ask: QuestionInfo, value: Any) -> tuple[int, MenuOption, list[tuple[Pick, Any]]]:
    """Return the line of a menu that an option stands for, with its index, and the choices made in it."""
    assert isinstance(ask.statement, Menu)
    if ask.kind == "menu":
        return value, ask.statement.options[value], []
    place = value[0] - 1
    line = ask.statement.options[place]
    slots = ask.line_slots[place]
    return place, line, [(pick, value[slot]) for pick, slot in zip(line.picks, slots, strict=True)]


def line_types(ask: QuestionInfo, value: Any) -> dict[str, tuple[Type, ...]]:
    """Return the types of the values that the text of a menu's line names, by language, besides its own choices."""
    line = line_of(ask, value)[1]
    own = {pick.local for pick in line.picks}
    return {
        language: tuple(part.type for part in text if not isinstance(part, str) and own_local(part) not in own)
        for language, text in line.title.items()
    }


def line_slots(menu: Menu) -> list[list[int]]:
    """Return, for each line of a menu, the parts of an option that hold its choices.

    Lines share parts of the same type.
    """
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
    """Return the value of a name whose choice was passed."""
    if kind.many:
        return ()
    blanks: Mapping[str, Any] = {"number": 0, "truth": False, "text": ""}
    return blanks.get(kind.kind, -1)
