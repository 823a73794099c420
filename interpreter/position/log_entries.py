"""Declare the kinds of log entries, with what readers of the log must know about each.

An entry is a tuple that begins with its kind. A game writes thousands, and Python makes a tuple in a quarter of the time
that an attrs object takes. The functions in `views/journal.py` that write entries say what follows the kind.
"""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.constructs.actions import TOLD


@frozen
class Kind:
    """The properties of a kind of entry."""

    names_hidden: bool = False
    """Whether it may name what a seat has not seen, so that `observed_log.py` has to leave that out."""
    has_line: bool = True
    """Whether it makes a line of its own (`LINES` of `views/log_text.py`); others are told together, or not at all."""
    is_heavy: bool = False
    """Whether it may hold a text or a set, which counts towards the size of the log."""
    says_whose: bool = False
    """Whether the acting player comes first in it."""


KINDS: dict[str, Kind] = {
    "move": Kind(names_hidden=True, has_line=False),
    "away": Kind(names_hidden=True, has_line=False),
    "swap": Kind(names_hidden=True),
    "told": Kind(names_hidden=True, is_heavy=True),
    "chose": Kind(names_hidden=True, is_heavy=True, says_whose=True),
    "lapsed": Kind(names_hidden=True, says_whose=True),
    "rolled": Kind(names_hidden=True, has_line=False),
    "shown": Kind(names_hidden=True, is_heavy=True),
    "say": Kind(names_hidden=True, is_heavy=True),
    "resized": Kind(),
    "void": Kind(says_whose=True),
    "performed": Kind(says_whose=True),
    "back": Kind(says_whose=True),
    **dict.fromkeys(TOLD, Kind()),
    "held": Kind(has_line=False),
    "gave": Kind(has_line=False),
    "begun": Kind(has_line=False),
    "each": Kind(has_line=False),
    "done": Kind(has_line=False),
}
