"""Show numbered options below headings that say what they have in common, and use ranges of places and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from rulewright.cli.render.columns import wrap_parts

_NUMBER = re.compile(r"-?[0-9]+\b")
_INDENT = "  "
_BELOW = "      "
"""Stands before further lines of a group."""


class ListedOption(NamedTuple):
    """An option in a list: its whole label, and its heading with what it adds to that. Effects come after both."""

    label: str
    heading: str
    entry: str


def draw_groups(options: Sequence[ListedOption], width: int, colon: str) -> list[str]:
    """Return numbered options: neighbours with one heading together, and others one after another."""
    digits = len(str(len(options)))
    lines: list[str] = []
    alone: list[list[str]] = []
    number = 0
    for heading, group in groupby(options, key=lambda option: option.heading):
        together = list(group)
        # A number after a number would be read as the number of an option.
        shared = heading and len(together) > 1 and not any(_NUMBER.match(option.entry) for option in together)
        texts = [option.entry if shared else option.label for option in together]
        entries = [[f"{one:>{digits}}. {text}"] for one, text in enumerate(texts, number + 1)]
        number += len(together)
        if not shared:
            alone += entries
            continue
        if alone:
            lines += wrap_parts(_INDENT, alone, width)
        alone = []
        lines += wrap_parts(f"{_INDENT}{heading.rstrip(',: ')}{colon} ", entries, width, _BELOW)
    return [*lines, *(wrap_parts(_INDENT, alone, width) if alone else ())]


def numbers_as_ranges(numbers: Sequence[int]) -> list[str]:
    """Return numbers with ranges: `0`, `4-388`."""
    found: list[str] = []
    place = 0
    while place < len(numbers):
        end = place
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        first, last = numbers[place], numbers[end]
        # Two numbers are no range, and `-3--1` would be unreadable.
        if end - place < 2:
            found += map(str, numbers[place : end + 1])
        else:
            found.append(f"{first}-{last}" if first >= 0 else f"{first} ... {last}")
        place = end + 1
    return found


def places_as_ranges(places: Sequence[str]) -> list[str]:
    """Return places such as `a1` by their letters, with ranges: `a1-9`, `b1-3, 5`."""
    columns: dict[str, list[int]] = {}
    for place in places:
        letters = place.rstrip("0123456789")
        columns.setdefault(letters, []).append(int(place[len(letters) :]))
    return [
        letters + ", ".join(numbers_as_ranges(sorted(columns[letters])))
        for letters in sorted(columns, key=lambda one: (len(one), one))
    ]
