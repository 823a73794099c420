"""Colour names and signs in a line: those of players in the colours of their seats, others in their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rulewright.cli.render.writing import OWNERS, symbol
from rulewright.dsl.messages.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.interpreter.views.scene import Scene

_SEATS = ("36", "33", "35", "32", "34", "31")
_NAMED = {
    "red": "31", "orange": "38;5;208", "yellow": "33", "green": "32", "turquoise": "36", "blue": "34", "violet": "35",
    "pink": "38;5;205", "brown": "38;5;130", "grey": "90",
}  # fmt: skip
"""The colours that can be read on dark screens and on light ones."""
_LETTERS = 2
_BEFORE, _AFTER = r"(?<![^\s›+─│(×])", r"(?![^\s,.:;!?)'’›+×─│])"


def colours_of(scene: Scene, *, letters: bool) -> dict[str, str]:
    """Return the names and signs on a table, each with its colour; without `letters`, none that could be a word elsewhere."""
    seats = [_NAMED.get(colour, _SEATS[seat % len(_SEATS)]) for seat, colour in enumerate(scene.colours)]
    found: dict[str, str] = {}
    for thing in scene.things():
        if thing.owner >= 0 and not thing.colour:
            found[symbol(thing)] = seats[thing.owner]
        elif thing.colour in _NAMED:
            found |= dict.fromkeys((symbol(thing), thing.suit, thing.plain), _NAMED[thing.colour])
    for one in (*scene.counters, *(one for side in scene.sides for one in side.counters)):
        if one.colour in _NAMED:
            found |= dict.fromkeys((one.sign, one.value or ""), _NAMED[one.colour])
    found |= {OWNERS[seat]: colour for seat, colour in enumerate(seats)}
    shown = {text: colour for text, colour in found.items() if letters or len(text) > _LETTERS or not text.isalnum()}
    names = {side.name: seats[side.seat] for side in scene.sides}
    return {visible(text): colour for text, colour in (shown | names).items() if text}


def painter(colours: Mapping[str, str]) -> Callable[[str], str]:
    """Return a function that colours these texts in a line, and changes nothing else."""
    longest_first = "|".join(re.escape(text) for text in sorted(colours, key=len, reverse=True))
    pattern = re.compile(f"{_BEFORE}(?:{longest_first}){_AFTER}")

    def paint(line: str) -> str:
        return pattern.sub(lambda found: f"\x1b[{colours[found[0]]}m{found[0]}\x1b[39m", line)

    return paint
