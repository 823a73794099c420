"""Read the pages about messages: for each diagnostic the reason, a wrong rulebook and a right one.

The pages are in `explained/`, a file for each category. Its title follows `#`. A diagnostic's name follows `##`, with the
level in brackets if it is a warning. Below are the reason and fenced pieces. The words after a fence say what a piece is:
`wrong` or `right` and where it belongs, or `file NAME` for another file.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from attrs import frozen

from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from rulewright.dsl.syntax.vocabulary import words_of

ORCHARD = "orchard"
"""The small game that most pieces are part of; it has a little of everything."""
_HEADING = re.compile(r"^## ([a-z-]+)(?: \((error|warning)\))?$", re.MULTILINE)
_FENCE = re.compile(r"^```(wrong|right|file) ([^\n`]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_AGAIN = re.compile(r"^(.*\n) *# \.\.\. ([\d,]+) times\n", re.MULTILINE)
_BEHIND_LINES = "\nto drive "
"""Lines belong at the end of the rule before this text."""


@frozen
class Snippet:
    """A piece to look at and to try: in a rule of the Orchard, after all of it, as a whole rulebook, or as commands."""

    kind: str
    """`wrong`, `right`, or `file`."""
    where: str
    """Where it belongs.

    It is `lines`, `parts`, `whole` or `command`; `test` and `played` are parts that are tested or played, and `deep` is a whole
    rulebook that is played.

    For a file, its name.
    """
    text: str

    @property
    def rulebook(self) -> str:
        """Return the whole rulebook."""
        text = _AGAIN.sub(lambda found: found[1] * (1 + int(found[2].replace(",", ""))), self.text)
        if self.where == "lines":
            before, behind = orchard().split(_BEHIND_LINES)
            lines = "".join(f"    {line}".rstrip() + "\n" for line in text.splitlines())
            return f"{before}{lines}{_BEHIND_LINES}{behind}"
        return f"{orchard()}\n{text}" if self.where in ("parts", "test", "played") else text


@frozen
class Page:
    """The page of one diagnostic."""

    name: str
    level: str
    category: str
    why: str
    """The reason, in paragraphs with an empty line between them."""
    pieces: tuple[Snippet, ...]

    @property
    def meaning(self) -> str:
        """Return the meaning in one line."""
        return CATALOGUE[self.name]


@cache
def explanation_pages() -> dict[str, Page]:
    """Return all pages by name, in the order of their categories."""
    folder = resources.files("rulewright.dsl").joinpath("explained")
    found = {}
    for place in CATEGORIES:
        for page in _pages_of(folder.joinpath(f"{place}.md").read_text(encoding="utf-8")):
            found[page.name] = page
    return found


@cache
def orchard() -> str:
    """Return the text of the Orchard."""
    return resources.files("rulewright.dsl").joinpath("explained", f"{ORCHARD}.rules").read_text(encoding="utf-8")


CATEGORIES = words_of("files games lines names types head before rules variants advice deep playing apart")
"""The files of pages, in the order in which an author is likely to meet their messages."""


def _pages_of(text: str) -> list[Page]:
    """Return the pages in one file."""
    title, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    return [_page(title.strip().removeprefix("# "), part) for part in parts]


def _page(category: str, text: str) -> Page:
    heading = _HEADING.match(text)
    assert heading is not None, text.partition("\n")[0]
    pieces = tuple(Snippet(found[1], found[2], found[3]) for found in _FENCE.finditer(text))
    why = re.sub(r"\n{3,}", "\n\n", _FENCE.sub("", text[heading.end() :])).strip()
    return Page(heading[1], heading[2] or "error", category, why, pieces)
