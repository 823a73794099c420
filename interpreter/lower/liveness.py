"""Which slots of a frame still matter at each block: two positions that differ only in what no rule reads again are equal.

Found from the written code itself: a block's lines name the slots they read and write, and the blocks they go on to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

SLOT = re.compile(r"\bf\[(\d+)\]")
WRITTEN = re.compile(r"^    ((?:f\[\d+\](?:, | = )?)+) = |^    ((?:f\[\d+\](?:, ?)?)+)= ")
GOES_TO = re.compile(r"\bf\[0\] = (\d+)")


def slots_of(lines: list[str]) -> tuple[set[int], set[int], set[int]]:
    """What a block reads before it writes it, what it writes in any case, and where it goes on."""
    read: set[int] = set()
    written: set[int] = set()
    following: set[int] = set()
    for line in lines:
        following.update(int(label) for label in GOES_TO.findall(line))
        for part in line.split("; ") if line.startswith("    f[") else [line]:
            text = part if part.startswith("    ") else f"    {part}"
            found = WRITTEN.match(text)
            targets = {int(slot) for slot in SLOT.findall(found.group(0))} if found else set()
            rest = text[found.end() :] if found else text
            read.update(slot for slot in map(int, SLOT.findall(rest)) if slot not in written)
            written |= targets
    return read - {0}, written, following


def live_slots(blocks: Mapping[int, list[str]]) -> dict[int, tuple[int, ...]]:
    """For each block, the slots that it, or a block after it, reads."""
    parts = {label: slots_of(lines) for label, lines in blocks.items()}
    live = {label: set(read) for label, (read, _, _) in parts.items()}
    before: dict[int, set[int]] = {label: set() for label in blocks}
    for label, (_, _, following) in parts.items():
        for after in following:
            before[after].add(label)
    agenda = list(blocks)
    while agenda:
        label = agenda.pop()
        for earlier in before[label]:
            _, written, _ = parts[earlier]
            more = live[label] - written - live[earlier]
            if more:
                live[earlier] |= more
                agenda.append(earlier)
    return {label: tuple(sorted(slots)) for label, slots in live.items()}
