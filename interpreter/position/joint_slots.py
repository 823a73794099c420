"""Describe where a frame keeps choices that players make together, unseen by the others until all have chosen."""

from __future__ import annotations

from attrs import frozen


@frozen
class JointBlock:
    """A block of choices that players make together: a block of the program, and slots of its frame."""

    head: int
    """The block that asks the next player."""
    players: int
    """The players who choose, in their order; empty when all have chosen."""
    number: int
    """How many of them were asked, and then how many rows were carried out."""
    rows: int
    """The choices so far, each with its player."""
