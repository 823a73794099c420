"""Say how the computer's players play, in the languages of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.cli.shell.game_choice import HUMAN

Say = Callable[..., str]

LEVELS = {
    "random": ("level-random", "level-random-about"),
    "easy": ("level-easy", "level-easy-about"),
    "normal": ("level-normal", "level-normal-about"),
    "hard": ("level-hard", "level-hard-about"),
    "search": ("level-search", "level-search-about"),
}


def level(kind: str, say: Say) -> tuple[str, str]:
    """Return what a level is called, and how it plays."""
    name, _, budget = kind.partition(":")
    if name not in LEVELS:
        return kind, say("level-own-about")
    title, about = LEVELS[name]
    return f"{say(title)}:{budget}" if budget else say(title), say(about)


def introduced(kinds: Sequence[str], names: Sequence[str], say: Say) -> list[str]:
    """Return which seats the program plays, and how: a line for each level."""
    found = []
    for kind in dict.fromkeys(kinds):
        if kind != HUMAN:
            seats = ", ".join(name for name, one in zip(names, kinds, strict=True) if one == kind)
            found.append(say("by-program", seats, *level(kind, say)))
    return found
