"""How a game is played at one screen."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen


@frozen(kw_only=True)
class Settings:
    """How a game is played at this screen."""

    kinds: tuple[str, ...]
    """`human` or the name of a player, for each seat."""
    language: str
    again: str
    """The command that goes on with this game, but for the file."""
    save_as: Path | None
    replaces: bytes | None
    """What stands in that file now; None if it is not there yet."""
    resumed: bool
    is_open: bool
    show_seed: bool
    plain: bool = False
    """Whether what is shown is to be read aloud: one fact a line, and no frames."""
    undo: bool = True
    """Whether choices may be taken back."""
    seconds: float = float("inf")
    """How long a game may take in which nobody plays at this screen."""
    timer: float = 0.0
    """How long at the least each turn of somebody at a shared screen takes, so that nobody's thinking shows."""
    pace: float | None = None
    """Where nobody plays at this screen: how long the table is shown after each choice, if it is."""
