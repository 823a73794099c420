"""Show numbered options on few lines: say shared words once, and use ranges of places and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from rulewright.cli.render.columns import wrap_parts

_LEAST_SAVED = 6
_LITTLE = 2
_REST = "…"
_BETWEEN = " |"
_NUMBER = re.compile(r"-?[0-9]+")
_LETTERS = re.compile(r"[^\W\d_]{2}")


@frozen
class OptionGroup:
    """Neighbouring options, and the words that all of them begin or end with."""

    shared: str
    numbers: tuple[int, ...]
    labels: tuple[str, ...]
    """The rest of each label."""


def grouped(labels: Sequence[str]) -> Iterator[OptionGroup]:
    """Yield the options in order, in groups where that saves words; numbers count from 1."""
    words = [label.split(" ") for label in labels]
    place = 0
    while place < len(words):
        ways = (_found(words, place, length) for length in _lengths(words[place]))
        worth = ((count, length) for count, length in ways if _saved(words, place, count, length) >= _LEAST_SAVED)
        # Choose what saves most for each label: with `a6 to b7` and `a6 to c8`, more than just `a6`.
        count, length = max(worth, key=lambda one: _worth(words, place, *one), default=(1, 0))
        together = words[place : place + count]
        cut = slice(length, None) if length >= 0 else slice(None, length)
        shared = together[0][:length] if length >= 0 else together[0][length:]
        yield OptionGroup(
            " ".join(shared) if length >= 0 else f"{_REST} {' '.join(shared)}",
            tuple(range(place + 1, place + count + 1)),
            tuple(" ".join(one[cut]) for one in together),
        )
        place += count


def _lengths(words: Sequence[str]) -> Iterator[int]:
    """Yield how many words may be shared: at the beginning, or as a negative number at the end."""
    for length in range(1, len(words)):
        for one in (length, -length):
            # A short word such as `of` belongs to the next one.
            if any(map(_LETTERS.search, _shared(words, one))) and (one < 0 or not _hangs(words[one - 1])):
                yield one


def _found(words: Sequence[Sequence[str]], place: int, length: int) -> tuple[int, int]:
    """Return how many labels from here on share this many words, and how many words; the rest may not begin with a number."""
    own = _shared(words[place], length)
    count = 0
    for one in words[place:]:
        rest = one[length:] if length >= 0 else one[:length]
        if not rest or _shared(one, length) != own or _is_bare(rest[0]) or (length < 0 and _hangs(rest[-1])):
            break
        count += 1
    firsts = {one[length] for one in words[place : place + count] if 0 < length < len(one)}
    if count > 1 and len(firsts) == 1 and not _hangs(*firsts):
        # Otherwise a name would be split.
        count = 1
    return max(1, count), length


def _is_bare(word: str) -> bool:
    """Return whether a word could be read as the number of an option."""
    return _NUMBER.fullmatch(word.rstrip(",:")) is not None


def _hangs(word: str) -> bool:
    """Return whether a short word such as `of` belongs to the next one."""
    return len(word) <= _LITTLE and word.islower()


def _shared(words: Sequence[str], length: int) -> list[str]:
    return list(words[:length] if length >= 0 else words[length:])


def _saved(words: Sequence[Sequence[str]], place: int, count: int, length: int) -> int:
    """Return how many letters sharing saves."""
    return (count - 1) * (len(" ".join(_shared(words[place], length))) + 1) if length else 0


def _worth(words: Sequence[Sequence[str]], place: int, count: int, length: int) -> float:
    """Return how much is saved per label; it is better if the shared words end with a part."""
    ends = length > 0 and words[place][length - 1].endswith((",", ":"))
    return _saved(words, place, count, length) / count * (2 if ends else 1)


def draw_groups(labels: Sequence[str], width: int, colon: str, *, apart: bool) -> list[str]:
    """Return the options by groups; with `apart`, each group on lines of its own."""
    digits = len(str(len(labels)))
    units: list[tuple[str, list[str]]] = []
    for group in grouped(labels):
        entries = [f"{number:>{digits}}. {label}" for number, label in zip(group.numbers, group.labels, strict=True)]
        if group.shared:
            units.append((group.shared.rstrip(",: ") + colon, entries))
        elif units and not units[-1][0]:
            units[-1][1].extend(entries)
        else:
            units.append(("", entries))
    if apart:
        return [
            line
            for head, entries in units
            for line in wrap_parts(f"  {head}  " if head else "  ", [[one] for one in entries], width, "      " if head else "  ")
        ]
    parts: list[list[str]] = []
    for head, entries in units:
        plain = [one.strip() for one in entries]
        if parts:
            parts[-1][0] += _BETWEEN
        parts += [[f"{head} {plain[0]}".strip()], *([one] for one in plain[1:])]
    return list(wrap_parts("  ", parts, width))


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
