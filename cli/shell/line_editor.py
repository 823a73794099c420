"""Let people edit what they type: earlier lines with the cursor keys, and completions with Tab, by the system's readline.

Several people may share a screen. So each has earlier lines of their own, and readline knows these only while that person types.
As soon as a second person types, those keys are off that call back what readline remembers by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

Completing: TypeAlias = Callable[[str], Sequence[str]]
"""A function that returns the lines into which a typed line can be completed."""

_MOST_KEPT = 100
_SETTINGS = (
    "tab: complete",
    "set completion-ignore-case on",
    "set show-all-if-ambiguous on",
    # Questions that readline asks are in English.
    "set completion-query-items 0",
    "set page-completions off",
)
_REMEMBERING = ("\\C-y", "\\M-y", "\\C-r", "\\C-s", "\\M-.", "\\M-_")
"""Keys that call back lines or parts of them that were deleted or searched for."""


class LineEditor:
    """The lines that people have typed at one terminal."""

    def __init__(self) -> None:
        try:
            import readline
        except ImportError:
            # Not every system has it; input is then edited as the terminal lets people edit it.
            self.readline: Any = None
            return
        self.readline = readline
        self.typed: dict[object, list[str]] = {}
        """The earlier lines of each person."""
        if hasattr(readline, "set_auto_history"):
            readline.set_auto_history(False)
        readline.set_completer_delims("")
        if "libedit" in (readline.__doc__ or ""):
            readline.parse_and_bind("bind ^I rl_complete")
        else:
            for setting in _SETTINGS:
                readline.parse_and_bind(setting)

    def ask(self, prompt: str, who: object = None, completing: Completing | None = None) -> str:
        """Return the line that somebody types; None is anybody, whose lines are not kept."""
        if self.readline is None:
            return input(prompt)
        self.sit_down(who)
        found: list[str] = []

        def complete(text: str, number: int) -> str | None:
            if number == 0:
                found[:] = [] if completing is None else completing(text)
            return found[number] if number < len(found) else None

        self.readline.set_completer(complete)
        try:
            line = input(prompt)
        finally:
            self.readline.set_completer(None)
            self.readline.clear_history()
        if who is not None and line.strip() and self.typed[who][-1:] != [line]:
            self.typed[who] = [*self.typed[who], line][-_MOST_KEPT:]
        return line

    def sit_down(self, who: object) -> None:
        """Let readline know the earlier lines of one person, and no others."""
        self.readline.clear_history()
        if who is None:
            return
        if who not in self.typed and self.typed:
            for key in _REMEMBERING:
                self.readline.parse_and_bind(f'"{key}": ""')
        for line in self.typed.setdefault(who, []):
            self.readline.add_history(line)
