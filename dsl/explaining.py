"""The pages about messages: of each diagnostic why there is one, a wrong rulebook and a right one.

They stand in `explained/`, a file for each category: its title behind `#`, and behind `##` the name of a diagnostic, with its
level in brackets if it is a warning. Below that stands why, and fenced pieces, each with a word for what it is: `wrong` or
`right`, and what it is put into, or `file NAME` for what is there besides.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from attrs import frozen

from rulewright.dsl.catalogue import CATALOGUE

ORCHARD = "orchard"
"""The small game in which pieces of rulebooks stand, of which it has a little of everything."""
_HEADING = re.compile(r"^## ([a-z-]+)(?: \((error|warning)\))?$", re.MULTILINE)
_FENCE = re.compile(r"^```(wrong|right|file) ([^\n`]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_AGAIN = re.compile(r"^(.*\n) *# \.\.\. ([\d,]+) times\n", re.MULTILINE)
_BEHIND_LINES = "\nto drive "
"""Lines are put at the end of the rule that stands before this."""


@frozen
class Piece:
    """Something to be looked at, and to be tried out: in a rule of the Orchard, behind all of it, alone, or typed."""

    kind: str
    """`wrong`, `right`, or `file`."""
    where: str
    """What it is put into: `lines`, `parts`, `whole`; `command`; parts of which the `test` or a game that is `played` is meant;
    a whole of which many games are, with `deep`.

    Of a file its name.
    """
    text: str

    @property
    def rulebook(self) -> str:
        """The whole rulebook."""
        text = _AGAIN.sub(lambda found: found[1] * (1 + int(found[2].replace(",", ""))), self.text)
        if self.where == "lines":
            before, behind = orchard().split(_BEHIND_LINES)
            lines = "".join(f"    {line}".rstrip() + "\n" for line in text.splitlines())
            return f"{before}{lines}{_BEHIND_LINES}{behind}"
        return f"{orchard()}\n{text}" if self.where in ("parts", "test", "played") else text


@frozen
class Page:
    """All there is to say of one diagnostic."""

    name: str
    level: str
    category: str
    why: str
    """In paragraphs, with an empty line between two."""
    pieces: tuple[Piece, ...]

    @property
    def meaning(self) -> str:
        """What it is about, in a line."""
        return CATALOGUE[self.name]


@cache
def pages() -> dict[str, Page]:
    """All pages by the name of their diagnostic, those of a category together."""
    folder = resources.files("rulewright.dsl").joinpath("explained")
    found = {}
    for place in CATEGORIES:
        for page in _pages_of(folder.joinpath(f"{place}.md").read_text(encoding="utf-8")):
            found[page.name] = page
    return found


@cache
def orchard() -> str:
    """The game in which pieces stand."""
    return resources.files("rulewright.dsl").joinpath("explained", f"{ORCHARD}.rules").read_text(encoding="utf-8")


CATEGORIES = (
    "files",
    "games",
    "lines",
    "names",
    "types",
    "head",
    "before",
    "rules",
    "variants",
    "advice",
    "deep",
    "playing",
    "apart",
)
"""The files of pages, in the order in which somebody meets with what stands in them."""


def _pages_of(text: str) -> list[Page]:
    """The pages in one file."""
    title, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return [_page(title.strip().removeprefix("# "), part) for part in parts]


def _page(category: str, text: str) -> Page:
    heading = _HEADING.match(text)
    assert heading is not None, text.partition("\n")[0]
    pieces = tuple(Piece(found[1], found[2], found[3]) for found in _FENCE.finditer(text))
    why = re.sub(r"\n{3,}", "\n\n", _FENCE.sub("", text[heading.end() :])).strip()
    return Page(heading[1], heading[2] or "error", category, why, pieces)
