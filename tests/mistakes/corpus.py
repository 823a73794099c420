"""Read mistakes as people make them: a rulebook, one edit, and the report that was expected before anybody looked.

The mistakes are in text files, one for each kind. Each begins with the rulebook and a description in a few words.

- After `<` is the present text, and after `>` the text that replaces it.
- `@` marks the text before it in the file, if the present text occurs several times.
- After `!` are the names of messages. One of them must be found in the edited lines, or at the line after `at`, which
  may be in another part of the rulebook.
- After `~` is the reason why a mistake is known not to be found.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import define, field, frozen

from rulewright.dsl.library.library import load_all
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.interpreter.estimate.limits import limits
from rulewright.interpreter.games.examples import run_examples

ROOT = Path(__file__).parents[2]
PART = re.compile(r"([\w-]+\.rules): ")
FIRST, LAST = "\x01", "\x02"
FOLDERS = ("rulebooks", "rulebooks/variants", "docs/games")


@define
class Edit:
    """Something that is written instead of something else, behind a place."""

    old: list[str] = field(factory=list)
    new: list[str] = field(factory=list)
    behind: str = ""


@define
class Mistake:
    """One mistake."""

    kind: str
    rulebook: str
    what: str
    line: int
    edits: list[Edit] = field(factory=list)
    names: tuple[str, ...] = ()
    place: str = ""
    why_not: str = ""
    """If it is known not to be found: why."""

    @property
    def expected(self) -> str:
        """Return the expected result."""
        return " or ".join(self.names)


@frozen
class Outcome:
    """The result of lint for a mistake: `found`, `other` (there, by another name), `elsewhere`, or `nothing`."""

    mistake: Mistake
    verdict: str
    told: tuple[Diagnostic, ...]


def mistakes(kinds: Iterable[str] = ()) -> Iterator[Mistake]:
    """Yield all of them, or those of some kinds."""
    wanted = set(kinds)
    for path in sorted(Path(__file__).parent.glob("*.txt")):
        kind = path.stem.partition("-")[2]
        if not wanted or kind in wanted:
            yield from read(kind, path.read_text(encoding="utf-8"))


def read(kind: str, text: str) -> Iterator[Mistake]:
    """Yield the mistakes of a file."""
    one: Mistake | None = None
    for number, line in enumerate([*text.splitlines(), ""], 1):
        sign, said = line[:1], line[2:]
        if not line:
            if one is not None:
                yield one
            one = None
        elif one is None:
            rulebook, _, what = line.partition(": ")
            one = Mistake(kind, rulebook, what, number)
        elif sign == "<":
            if not one.edits or one.edits[-1].new:
                one.edits.append(Edit())
            one.edits[-1].old.append(said)
        elif sign == ">":
            one.edits[-1].new.append(said)
        elif sign == "@":
            one.edits[-1].behind = said
        elif sign == "~":
            one.why_not = said
        elif sign == "!":
            names, _, one.place = said.partition(" at ")
            one.names = tuple(names.split())
        else:
            raise ValueError(f"{kind}, line {number}: {line}")


def path_of(rulebook: str) -> Path:
    """Return the file of a rulebook, or of a part of one."""
    for folder in FOLDERS:
        path = ROOT / folder / f"{rulebook}.rules"
        if path.exists():
            return path
    raise FileNotFoundError(rulebook)


def planted(mistake: Mistake) -> tuple[Path, str, range]:
    """Return the file, its text with the mistake, and the lines where it should be reported."""
    path = path_of(mistake.rulebook)
    text = path.read_text(encoding="utf-8")
    for edit in mistake.edits:
        old, new = "\n".join(edit.old), "\n".join(edit.new)
        start = text.find(old, text.index(edit.behind) if edit.behind else 0)
        if start < 0 or not (edit.behind or text.count(old) == 1):
            raise LookupError(f"{mistake.rulebook}, {text.count(old)} times: {old}")
        end = start + len(old)
        if not new.strip():
            start, new = text.rfind("\n", 0, start) + 1, ""
            end = text.index("\n", end - 1) + 1
        if edit is mistake.edits[0]:
            new = FIRST + new + LAST
        text = text[:start] + new + text[end:]
    first, last = text.index(FIRST), text.index(LAST)
    lines = range(text.count("\n", 0, first) + 1, text.count("\n", 0, last) + 2)
    text = text.replace(FIRST, "").replace(LAST, "")
    if mistake.place:
        part, there = PART.match(mistake.place), text
        if part is not None:
            there = path.with_name(part[1]).read_text(encoding="utf-8")
        at = there.index(mistake.place[part.end() :] if part is not None else mistake.place)
        first = there.count("\n", 0, at) + 1
        lines = range(first, first + 1)
    return path, text, lines


def outcome(mistake: Mistake) -> Outcome:
    """Return the result of lint for a mistake."""
    path, text, lines = planted(mistake)
    name = str(path)
    told = tuple(lint_all(name, limits, {name: text}))
    there = [one for one in told if set(lines) & shown_by(one)]
    if any(one.name in mistake.names for one in there):
        verdict = "found"
    elif there:
        verdict = "other"
    else:
        verdict = "elsewhere" if told else "nothing"
    return Outcome(mistake, verdict, told)


def shown_by(diagnostic: Diagnostic) -> set[int]:
    """Return the lines that a message shows."""
    spans = [diagnostic.span, *(related.span for related in diagnostic.related)]
    return {line for span in spans if span is not None for line in range(span.line, span.end_line + 1)}


def is_noticed(mistake: Mistake, folder: Path) -> bool:
    """Return whether an example of the rulebook fails with it; the rulebook is copied into a folder for that."""
    path, text, _ = planted(mistake)
    is_part = (path.parent / f"{path.parent.name}.rules").exists()
    place = shutil.copytree(path.parent, folder / path.parent.name, dirs_exist_ok=True) if is_part else folder
    (place / path.name).write_text(text, encoding="utf-8")
    games, _ = load_all(str(place / (f"{place.name}.rules" if is_part else path.name)))
    return any(not result.passed for game in games for result in run_examples(game))
