"""Declare what a save holds. Each part is declared here alone: it is written, read and checked from its declaration."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import Attribute, asdict, field, frozen

from rulewright.interpreter.position.errors import unfit_save

Given: TypeAlias = "int | str"
"""An answer: its index among those that the rules have listed, or words. Keys number hidden things anew at each step."""
Choice: TypeAlias = "Given | None"
"""A save's record of an answer; None if it was left to chance, with the match's own random numbers."""
Check: TypeAlias = "Callable[[Any, Attribute[Any], Any], None]"


def only(*kinds: type) -> Check:
    """Return the check that a part is of one of some classes, and of no subclass: a truth is no number."""

    def check(_: Any, part: Attribute[Any], value: Any) -> None:
        if type(value) not in kinds:
            raise TypeError(part.name)

    return check


def each(check: Check) -> Check:
    """Return the check that a part is a list whose members satisfy a check."""

    def check_all(saved: Any, part: Attribute[Any], value: Any) -> None:
        if type(value) is not list:
            raise TypeError(part.name)
        for one in value:
            check(saved, part, one)

    return check_all


@frozen
class Standing:
    """How far a match has got: enough to see whether the same choices lead to the same point."""

    steps: int
    random: str
    asked: list[int] | None
    """The seat that is asked, or -1, and the number of options; None at the end."""


@frozen(kw_only=True)
class SavedPosition:
    """A position without its history. The reader checks its numbers, which depend on the game."""

    steps: int
    random: str
    pending: Any
    result: Any
    lists: Any
    stack: Any


@frozen(kw_only=True)
class Saved:
    """The contents of a save."""

    game: str = field(validator=only(str))
    variants: list[str] = field(validator=each(only(str)))
    options: dict[str, Any] = field(validator=only(dict))
    fingerprint: str = field(validator=only(str))
    players: int = field(validator=only(int))
    names: list[str] = field(validator=each(only(str)))
    seed: int = field(validator=only(int))
    ask: int = field(validator=only(int))
    position: SavedPosition | None = field(validator=only(SavedPosition, type(None)))
    """Where the match began, if its seed does not lead there."""
    choices: list[Choice] = field(validator=each(only(int, str, type(None))))
    back: list[list[int]] = field(validator=each(each(only(int))))
    """The choices that were taken back before the save was made: the length of the log then, and the seat."""
    steps: int = field(validator=only(int))
    random: str = field(validator=only(str))
    asked: list[int] | None

    @property
    def standing(self) -> Standing:
        """How far the match had got."""
        return Standing(self.steps, self.random, self.asked)

    def data(self) -> dict[str, Any]:
        """Return the contents as JSON has them."""
        position = None if self.position is None else asdict(self.position, recurse=False)
        return {**asdict(self, recurse=False), "position": position}

    @classmethod
    def read(cls, data: dict[str, Any]) -> Saved:
        """Return the contents of a save from a stranger, or raise BrokenSave if a part is missing, unknown or something else."""
        try:
            position = data["position"]
            return cls(**{**data, "position": None if position is None else SavedPosition(**position)})
        except (KeyError, TypeError):
            raise unfit_save() from None
