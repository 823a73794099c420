"""Letters and frames of the picture stand out from what is behind them, by day and by night."""

from __future__ import annotations

import re
from itertools import product

import pytest

from rulewright.cli.remote import pages
from rulewright.dsl.checked import COLOURS
from rulewright.interpreter.views import svg

LETTERS, FRAMES = 4.5, 3.0
"""The least contrast that WCAG 2.2 asks for."""
BY_DAY, BY_NIGHT = svg.STYLE.split("@media (prefers-color-scheme: dark)")
WHITE, BLACK = "#fff", "#1b1b1f"


def colours_in(style: str) -> dict[str, str]:
    """Return the colours that a style sheet names; the last one counts."""
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", style))


def light_of(colour: str) -> float:
    """Return how light a colour is, from 0 to 1."""
    digits = colour[1:] if len(colour) == 7 else "".join(one * 2 for one in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    low, high = sorted((light_of(one), light_of(other)))
    return (high + 0.05) / (low + 0.05)


DAY = colours_in(BY_DAY)
WHOLE_NIGHT, OF_LETTERS = BY_NIGHT.split("text:not(.piece)")
NIGHT = DAY | colours_in(WHOLE_NIGHT)


@pytest.mark.parametrize(("scene", "letters"), [(DAY, DAY), (NIGHT, NIGHT | colours_in(OF_LETTERS.partition("}")[0]))])
def test_everything_in_the_picture_can_be_read(scene: dict[str, str], letters: dict[str, str]) -> None:
    owners = [name for name in scene if re.fullmatch(r"o[0-9]+", name)]
    assert len(owners) == 12
    found = {f"{name} disc": contrast(scene[name], BLACK if name in svg._PALE else WHITE) for name in [*COLOURS, *owners]}
    inks = [name for name in COLOURS if name not in svg._PALE and name != "black"]
    found |= {
        f"{name} on {ground}": contrast(letters[name], scene[ground])
        for name, ground in product([*inks, "ink", "faint"], ("paper", "cloth"))
    }
    assert {name: round(value, 2) for name, value in found.items() if value < LETTERS} == {}


def test_a_frame_around_what_can_be_chosen_is_seen() -> None:
    page = pages.pages()["/table.css"][0].decode()
    for kind in ("open", "taken"):
        marks = re.findall(rf"\.{kind} > :is\(\.light, \.medium, \.dark\):first-of-type {{ stroke: (#[0-9a-f]+)", page)
        assert len(marks) == 1
        assert all(
            contrast(marks[0], scene[ground]) >= FRAMES for scene in (DAY, NIGHT) for ground in ("square", "between", "other")
        )
    assert all(contrast(scene["hot"], scene[ground]) >= FRAMES for scene in (DAY, NIGHT) for ground in ("paper", "cloth"))
