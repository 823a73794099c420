"""Colour players' names and signs in a line, each in the colour of the seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulewright.cli.render.writing import OWNERS

_COLOURS = ("36", "33", "35", "32", "34", "31")


def painter(names: Sequence[str]) -> Callable[[str], str]:
    """Return a function that colours these names and their signs in a line, and changes nothing else."""
    signs = {sign: seat for seat, sign in enumerate(OWNERS[: len(names)])}
    seats = {**{name: seat for seat, name in enumerate(names)}, **signs}
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    # A sign stands alone, between spaces.
    pattern = re.compile(rf"\b(?:{longest_first})\b|(?<!\S)[{re.escape(OWNERS[: len(names)])}](?!\S)")

    def paint(line: str) -> str:
        return pattern.sub(lambda found: f"\x1b[{_COLOURS[seats[found[0]] % len(_COLOURS)]}m{found[0]}\x1b[39m", line)

    return paint
