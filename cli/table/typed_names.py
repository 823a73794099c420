"""Find the name that a player means after a command: of an option by its number, of a card by its initials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli.table.answers import spelled
from rulewright.cli.table.option_match import OptionMatcher

if TYPE_CHECKING:
    from rulewright.interpreter import Match

_MOST_DIGITS = 6


def full_name(match: Match, wanted: str, seat: int | None, language: str) -> str:
    """Return the name of an option or of a thing of the game that somebody has typed in short, or else the typed text."""
    labels = option_labels(match, seat)
    if wanted.isdecimal() and len(wanted) <= _MOST_DIGITS:
        return labels[int(wanted) - 1] if 1 <= int(wanted) <= len(labels) else wanted
    matching = OptionMatcher(all_names(match, seat))
    for text in spelled(wanted, language):
        if matching.starting(text):
            return wanted
        if len(found := matching.by_initials(text)) == 1:
            return matching.labels[found[0]]
    return wanted


def all_names(match: Match, seat: int | None) -> list[str]:
    """Return the options of a seat, and all things and values that the rulebook names: everybody knows that there are these."""
    words = match.words
    things = [words.thing(thing) for thing in range(len(match.program.world.things))]
    values = [words.title(titles, "") for kind in match.program.world.game.values.values() for titles in kind.value_titles]
    return list(dict.fromkeys(filter(None, [*option_labels(match, seat), *things, *values])))


def option_labels(match: Match, seat: int | None) -> Sequence[str]:
    """Return the options of a seat that is asked."""
    decision = match.decision
    return [] if decision is None or decision.seat != seat else [option.label for option in decision.options]
