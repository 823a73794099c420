"""Read the fenced blocks of a page, and the small game that short ones are put into.

The word after the three backquotes says what is done with a block; docs/language.md explains it to readers:

- `rules`: a whole rulebook;
- `rules garden`: declarations, put after those of the Garden (docs/games/garden.rules);
- `rules lines`: statements, put into a rule of the Garden;
- `rules values`: expressions, one a line, each given a name in such a rule;
- `rules NAME.rules`: a whole rulebook that the commands below it on the same page find under that name;
- `console`: commands after `$`, each with its output. A line of three dots stands for any number of lines;
- `python`: a program;
- `python NAME.py`: a file that the commands below it on the same page find under that name.

A block of rules with a comment `# lint: NAME` shows a mistake: lint must find just that.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]
GARDEN = ROOT / "docs" / "games" / "garden.rules"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```([^\n`]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MISTAKE = re.compile(r"# lint: (?!allow\b)([a-z-]+)")
OWN_PLAY = re.compile(r"^to play:$", re.MULTILINE)
GARDENS_PLAY = re.compile(r"^to play:\n(?:    .*\n)+", re.MULTILINE)


@frozen
class Fence:
    """A fenced block: its page, its first line in it, what it is, and its text."""

    page: Path
    line: int
    kind: str
    text: str

    @property
    def name(self) -> str:
        """For the names of tests."""
        return f"{self.page.name}:{self.line}"

    @property
    def mistakes(self) -> set[str]:
        """The diagnostics that the block is there to show."""
        return set(MISTAKE.findall(self.text))


def fences(page: Path) -> list[Fence]:
    """Return all fenced blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    return [Fence(page, text.count("\n", 0, found.start(2)) + 1, found[1].strip(), found[2]) for found in FENCE.finditer(text)]


def all_fences(*kinds: str) -> list[Fence]:
    """Return the blocks of these kinds on all pages."""
    return [fence for page in PAGES for fence in fences(page) if fence.kind in kinds]


def indented(text: str) -> str:
    """Return a text as the body of a rule."""
    return "".join(f"    {line}\n" if line.strip() else "\n" for line in text.splitlines())


def without_comment(line: str) -> str:
    """Return a line without the part after `#`."""
    return line.partition("#")[0].strip()


def whole_rulebook(fence: Fence) -> str:
    """Return the rulebook that a block of rules is, or is put into."""
    if fence.kind == "rules" or fence.kind.endswith(".rules"):
        return fence.text
    garden = GARDEN.read_text(encoding="utf-8").partition("\nexample ")[0]
    if fence.kind == "rules garden":
        if OWN_PLAY.search(fence.text):
            garden = GARDENS_PLAY.sub("", garden)
        return f"{garden}\n{fence.text}"
    if fence.kind == "rules lines":
        body = fence.text
    else:
        values = [line for line in map(without_comment, fence.text.splitlines()) if line]
        body = "".join(f"let value-{number} be {value}\n" for number, value in enumerate(values, 1))
    # `snail`, `bloom` and `other` are what the examples speak of.
    return f"{garden}\nto try-this snail in snails, bloom in blooms, other in player:\n{indented(body)}"
