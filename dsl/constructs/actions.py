"""Statements that do one thing to things or places, each declared once: `shuffle deck`.

Everything else follows from this list: the grammar of such a line, its help and colour, the check of its words, and its
effects on the game. Its phrases for a sheet and for the log are in `dsl/phrases`.
`interpreter/lowering/statement_lowering.py` says how each action is carried out.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import frozen

ActionWord: TypeAlias = Literal["swap", "shuffle", "reverse"]
"""The words that lines of actions begin with, and the phrases for these lines on a sheet."""
OrderChange: TypeAlias = Literal["shuffled", "reversed"]
"""The kinds of entries in the log that tell of a pile in another order, and their phrases."""


@frozen
class Action:
    """The facts about an action, which gives nothing a value and does not leave the rule."""

    shape: str
    """How the line is written. Words in capitals are filled in: a THING, or a PLACE."""
    exchanges: bool = False
    """Whether its things change places."""
    orders: bool = False
    """Whether its place, which has to be a pile, is put into another order."""
    by_chance: bool = False
    """Whether chance decides what becomes of it."""
    told: OrderChange | None = None
    """How the log tells of a pile in another order."""

    @property
    def operands(self) -> list[str]:
        """Return what is filled in."""
        return [part for part in self.shape.split() if part.isupper()]


ACTIONS: dict[ActionWord, Action] = {
    "swap": Action("swap THING with THING", exchanges=True),
    "shuffle": Action("shuffle PLACE", orders=True, by_chance=True, told="shuffled"),
    "reverse": Action("reverse PLACE", orders=True, told="reversed"),
}


TOLD = tuple(action.told for action in ACTIONS.values() if action.told is not None)
"""The kinds of entries that tell of actions."""


def grammar() -> str:
    """Return the rule of the grammar for the lines of all actions."""
    lines = [
        " ".join("postfix" if part.isupper() else part.upper() for part in action.shape.split()) for action in ACTIONS.values()
    ]
    return f"act: {' _NEWLINE | '.join(lines)} _NEWLINE\n%declare {' '.join(ACTIONS).upper()}\n"
