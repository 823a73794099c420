"""Texts of rulebooks to try the engine with: slips of somebody who types, one rulebook in another, numbers nobody would write."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

from tests.docs.fences import all_fences, whole_rulebook

ROOT = Path(__file__).parents[2]
FOLDERS = ("rulebooks", "docs/games", "tests/games", "tests/cases", "tests/interpreter/rulebooks", "tests/search")
INSERTED = (
    " ", "\n", "    ", ":", ",", "(", ")", '"', "=", "<", "x", "3", "-", " of ", " if ", "\t", " item ", "\n    ",
    "\n        ", "otherwise",
)  # fmt: skip
NUMBERS = ("0", "1", "2", "3", "7", "30", "-1", "1000", "99999", "1000000000000", "9" * 30)
WORD = re.compile(r"(?<![\w-])[a-z][\w-]*")
NUMBER = re.compile(r"(?<![\w-])\d+(?![\w-])")
BLOCK = re.compile(r"\n(?=\S)")
SMALL = 500
"""Characters; below that it makes no difference how large a rulebook is."""


@cache
def rulebooks() -> tuple[str, ...]:
    """Return all rulebooks that there are without mistakes, those of the documents included."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.rules")) if path.parent.name != "bad"]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    found = all_fences("rules", "rules garden", "rules lines", "rules values")
    texts += [whole_rulebook(fence) for fence in found if not fence.mistakes]
    return tuple(texts)


def rulebook(chance: Random) -> str:
    """One of them; the larger it is, the less often, since it takes longer and shows the same."""
    return chance.choices(rulebooks(), shares())[0]


@cache
def shares() -> list[float]:
    """Return how often each of them is wanted."""
    return [1 / (SMALL + len(text)) for text in rulebooks()]


def mutated(text: str, chance: Random) -> str:
    """Return the text with a few slips of somebody who types."""
    for _ in range(chance.randint(1, 4)):
        parts = re.split(chance.choice((r"(\n)", r"(\s+)", r"(\W)", r"()")), text)
        place, other = chance.randrange(len(parts)), chance.randrange(len(parts))
        match chance.randrange(5):
            case 0:
                del parts[place : place + chance.randint(1, 2)]
            case 1:
                parts.insert(place, parts[other])
            case 2:
                parts[place], parts[other] = parts[other], parts[place]
            case 3:
                parts.insert(place, chance.choice(INSERTED))
            case _:
                parts[place] = parts[place][::-1]
        text = "".join(parts)
    return text


def changed(text: str, chance: Random) -> str:
    """Return the text with changes that are likely to be understood: other names, other numbers, other lines."""
    for _ in range(chance.randint(1, 3)):
        match chance.randrange(6):
            case 0 | 1:
                text = replaced(text, WORD, None, chance)
            case 2:
                text = replaced(text, NUMBER, chance.choice(NUMBERS), chance)
            case 3:
                text = with_line(text, chance.choice(text.splitlines() or [""]), chance)
            case 4:
                text = with_line(text, chance.choice(rulebook(chance).splitlines() or [""]), chance)
            case _:
                lines = text.split("\n")
                del lines[chance.randrange(len(lines))]
                text = "\n".join(lines)
    return text


def replaced(text: str, pattern: re.Pattern[str], new: str | None, chance: Random) -> str:
    """Return the text with one of what matches replaced, by another of them if nothing is given."""
    found = list(pattern.finditer(text))
    if not found:
        return text
    place = chance.choice(found)
    return text[: place.start()] + (chance.choice(found)[0] if new is None else new) + text[place.end() :]


def with_line(text: str, line: str, chance: Random) -> str:
    """Return the text with one line more, indented as the one before it."""
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    indent = len(lines[place]) - len(lines[place].lstrip())
    lines.insert(place + 1, " " * (indent + 4 * lines[place].rstrip().endswith(":")) + line.strip())
    return "\n".join(lines)


def spliced(chance: Random) -> str:
    """Return a rulebook with some blocks of another in it, whose names are made those that are known here."""
    text, other = rulebook(chance), rulebook(chance)
    blocks, strange = BLOCK.split(text), BLOCK.split(other)
    names = sorted(set(WORD.findall(text)))
    for _ in range(chance.randint(1, 3)):
        block = chance.choice(strange)
        if names and chance.random() < 0.7:
            renamed = {word: chance.choice(names) for word in set(WORD.findall(block)) if chance.random() < 0.2}
            block = WORD.sub(lambda found, renamed=renamed: renamed.get(found[0], found[0]), block)
        place = chance.randrange(len(blocks) + 1)
        if chance.random() < 0.5 and place < len(blocks):
            blocks[place] = block
        else:
            blocks.insert(place, block)
    return "\n".join(blocks)
