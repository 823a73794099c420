"""The options that players choose among, and how games end."""

from __future__ import annotations

from typing import NamedTuple


class Option(NamedTuple):
    """One option of a decision; `weight` is its share if chance decides, else 1."""

    key: str
    label: str
    weight: int = 1


class Result(NamedTuple):
    """The result of a game: the winners' seats, the scores if there are any, and the number of decisions."""

    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    decisions: int = 0
    finished: bool = True
