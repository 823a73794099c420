"""The settings of a game at one screen."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen


@frozen(kw_only=True)
class Settings:
    kinds: tuple[str, ...]
    """For each seat, `human` or the name of a computer player."""
    language: str
    again: str
    """The command that resumes this game, without the file."""
    save_as: Path | None
    replaces: bytes | None
    """The content of that file now, or None if it does not exist."""
    resumed: bool
    is_open: bool
    show_seed: bool
    introduces: bool = True
    """Whether to say what the game is and how it goes: not to people who have just played it."""
    plain: bool = False
    """Whether to print one fact a line, without frames, for a screen reader."""
    undo: bool = True
    """Whether choices can be taken back."""
    seconds: float = float("inf")
    """The limit in seconds of a game without people at the screen."""
    timer: float = 0.0
    """How many seconds each turn at a shared screen must last, so that its length gives nothing away."""
    pace: float | None = None
    """For how many seconds to show the table after each choice of computer players; None not to show it."""
