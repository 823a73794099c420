"""Show a decision: the options with their numbers, on as few lines as the screen requires."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from rulewright.cli.render.columns import flow_entries, fold_text, in_columns, wrap_parts
from rulewright.cli.render.groups import ListedOption, draw_groups, numbers_as_ranges, places_as_ranges
from rulewright.cli.render.speech import phrase
from rulewright.cli.table.answers import PASS, pass_word, shown_as
from rulewright.cli.table.option_match import is_number
from rulewright.dsl.messages.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.interpreter import Decision

MOST_SHOWN = 120
_MOST_IN_ONE_COLUMN = 12
_BESIDE = 2
"""Lines of half a screen that are not for options."""
_OTHERS = 6
"""Lines of a screen that are never for options: the last act, the player's own side, the question, the input, two empty ones.
"""
_OWN_SIDE = 11
"""Lines of a screen that groups with headings leave: the question, the input, the last acts and the player's own side."""
_LEAST_TEXT = 20
"""The fewest cells for a card's text to be worth showing."""


def render(
    decision: Decision,
    width: int = 80,
    language: str = "en",
    height: int | None = None,
    texts: Mapping[str, str] | None = None,
    leads: Mapping[str, str] | None = None,
) -> list[str]:
    """Return the lines below the question; on a low screen, the options take as few lines as possible.

    `texts` are the texts of cards among the options, by key, and `leads` what options lead to. Both are shown beside the
    options if there is room.
    """
    if decision.kind == "words":
        if decision.passable:
            return ["  " + phrase(language, "type-words-or", phrase(language, "quoted", pass_word(decision)))]
        return ["  " + phrase(language, "type-words")]
    kind = shown_as(decision)
    if kind != "list":
        return _ranges(decision, width, of_places=kind == "places")
    options = listed(decision, {})[:MOST_SHOWN]
    colon = phrase(language, "titled", "", "").rstrip()
    most = _MOST_IN_ONE_COLUMN if height is None else max(4, min(_MOST_IN_ONE_COLUMN, height // 5))

    @cache
    def first(count: int) -> list[str]:
        return _listed(options[:count], width, most, height, colon)

    def is_too_long(count: int) -> bool:
        left_out = count < len(decision.options)
        return height is not None and len(first(count)) + left_out > max(1, height - _OTHERS)

    shown = len(options)
    if is_too_long(shown):
        # Options that are left out can be found by typing a part of them.
        shown = 1 + bisect(range(2, shown), False, key=is_too_long)
    lines, more = first(shown), len(decision.options) - shown
    if leads and not more:
        told = _listed(listed(decision, leads), width, most, height, colon)
        if len(told) <= max(_room(most, height), len(lines)):
            return told
    if len(lines) == shown and texts:
        lines = _with_texts(lines, [texts.get(option.key, "") for option in decision.options], width)
    if more:
        lines.append("  " + phrase(language, "more-options", more, visible(decision.options[-1].label)))
    return lines


def listed(decision: Decision, leads: Mapping[str, str]) -> list[ListedOption]:
    """Return the options, each with what it leads to."""
    beside = [f" ({visible(leads[option.key])})" if option.key in leads else "" for option in decision.options]
    return [
        ListedOption(visible(option.label) + lead, visible(heading), visible(entry) + lead)
        for option, (heading, entry), lead in zip(decision.options, decision.outline(), beside, strict=True)
    ]


def plain_list(decision: Decision, leads: Mapping[str, str]) -> list[str]:
    """Return the options one below the other; those that are numbers or places themselves have no number before them."""
    is_list = shown_as(decision) == "list"
    return [f"{number}. {one.label}" if is_list else one.label for number, one in enumerate(listed(decision, leads), start=1)]


def some(decision: Decision, places: Sequence[int], width: int = 80) -> list[str]:
    """Return some of the options, with their numbers."""
    entries = [f"{place + 1:>4}. {visible(decision.options[place].label)}" for place in places[:MOST_SHOWN]]
    return in_columns(entries, width, 4)


def _ranges(decision: Decision, width: int, *, of_places: bool) -> list[str]:
    """Return numbers or places as ranges, with the label for passing after them."""
    labels = [option.label for option in decision.options if option.key != PASS]
    telling = [label for label in labels if of_places or is_number(label)]
    ranges = places_as_ranges(telling) if of_places else numbers_as_ranges(list(map(int, telling)))
    ranges += [visible(label) for label in labels if label not in telling]
    if decision.passable:
        ranges.append(pass_word(decision))
    if of_places:
        return list(wrap_parts("  ", [[one] for one in ranges], width))
    return list(fold_text(", ".join(ranges), width, "  ", "  "))


def _listed(options: Sequence[ListedOption], width: int, most: int, height: int | None, colon: str) -> list[str]:
    """Return the options in columns; if these are too long, in groups with headings, or else one after another."""
    digits = len(str(len(options)))
    entries = [f"{number:>{digits}}. {option.label}" for number, option in enumerate(options, start=1)]
    lines, room = in_columns(entries, width, most), _room(most, height)
    if len(lines) <= room:
        return lines
    lines = draw_groups(options, width, colon)
    if height is None or len(lines) <= height - _OWN_SIDE:
        return lines
    return min(lines, flow_entries(entries, width), key=len)


def _room(most: int, height: int | None) -> int:
    """Return how many lines leave enough of a screen for the table."""
    return most if height is None else max(most, height // 2 - _BESIDE)


def _with_texts(lines: Sequence[str], texts: Sequence[str], width: int) -> list[str]:
    """Return lines with the texts of cards next to them, where there is room."""
    widest = max(map(cell_len, lines))
    room = width - widest - 3
    if room < _LEAST_TEXT:
        return list(lines)
    found = []
    for line, text in zip(lines, texts, strict=False):
        shown = visible(text.partition("\n")[0])
        if cell_len(shown) > room:
            shown = set_cell_size(shown, room - 2).rstrip(" ,.;:") + " …"
        found.append(f"{line}{' ' * (widest - cell_len(line))}   {shown}".rstrip())
    return found
