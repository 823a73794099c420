"""Complete what is typed at a question: options, commands, and names after commands that ask about something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.cli.table.answers import NAMING, command_in, commands
from rulewright.cli.table.option_match import OptionMatcher, is_number, plain_letters
from rulewright.dsl.messages.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.interpreter import Decision
    from rulewright.interpreter.views.view import View


def completed(typed: str, decision: Decision, names: Callable[[], Sequence[str]], language: str) -> list[str]:
    """Return the lines that begin like this; `names` returns what one may ask about."""
    words = commands(language).values()
    if decision.kind == "words":
        return beginning(typed, [f"/{word}" for word in words]) if typed.startswith("/") else []
    before, gap, rest = ("?", " ", typed[1:].lstrip()) if typed.startswith("?") else typed.partition(" ")
    command = command_in(f"{before} x", language)
    if gap and command is not None and command.name in NAMING:
        return [f"{before} {name}" for name in beginning(rest, list(map(visible, names())))]
    labels = [visible(option.label) for option in decision.options if not is_number(option.label)]
    return beginning(typed, [*labels, *words])


def beginning(typed: str, names: Sequence[str]) -> list[str]:
    """Return the names that begin like this, or else the only one that does so without its accents, or has such words."""
    distinct = list(dict.fromkeys(names))
    found = [name for name in distinct if name.casefold().startswith(typed.casefold())]
    if found:
        return found
    # Several that begin otherwise have less in common than what is typed, and Tab would delete letters.
    plain = plain_letters(typed)
    matching = OptionMatcher(distinct)
    ways = ([place for place, name in enumerate(matching.plain) if name.startswith(plain)], matching.inside(typed))
    return next(([distinct[way[0]]] for way in ways if len(way) == 1), [])


def names_seen(view: View) -> Iterator[str]:
    """Yield the names of all fields, places and things that a seat sees."""
    for fields, places in [(view.table, view.places), *((player.fields, player.places) for player in view.players)]:
        yield from (field.title for field in fields)
        for place in places:
            yield place.title
            yield from place.things or ()
    for board in view.boards:
        for space in board.spaces:
            yield space.title
            yield from space.things
