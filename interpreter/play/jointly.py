"""Where in a frame choices lie that players make together, unseen by the others until all have chosen."""

from __future__ import annotations

from attrs import frozen


@frozen
class Together:
    """A block of choices that players make together, as a frame holds it: a block of the program, and slots."""

    head: int
    """The block that asks the next player."""
    players: int
    """Who chooses, in their order; nobody any more when all have chosen."""
    number: int
    """How many of them were asked, and then how many rows were carried out."""
    rows: int
    """What was chosen so far: the player, and what that player chose."""
