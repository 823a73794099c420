"""Run the commands in the documents, one after the other as a reader would.

A page has a folder of its own, in which `rulebooks` are those of the project. Blocks `rules NAME.rules` and
`python NAME.py` are written there;
`diff NAME.rules` replaces the lines after `-` by those after `+`; `console` runs the commands after `$`. Lines of output
that begin with `> ` are typed input. A line of three dots stands for lines that are not shown.

`python -m tests.docs.commands` writes the present output of the commands into the pages. Output with dots must be updated
by hand: the program names it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from tests.docs.fences import PAGES, ROOT, Fence, fences

DOTS = "..."
RUN = ("rulewright ", "cp ", "cat ", "python ")
TIME_LIMIT = 120


@frozen
class Shown:
    """A command on a page, with the output that stands below it."""

    command: str
    output: tuple[str, ...]

    @property
    def typed(self) -> str:
        """Return the input at its prompts."""
        return "".join(f"{line[2:]}\n" for line in self.output if line.startswith("> ") and line[2:])


def commands(fence: Fence) -> list[Shown]:
    """Return the commands of a block, each with what stands below it."""
    found: list[tuple[str, list[str]]] = []
    for line in fence.text.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return [Shown(command, tuple(output)) for command, output in found]


def run(shown: Shown, folder: Path) -> list[str]:
    """Return the output of a command, including errors."""
    environment = {
        **os.environ,
        "NO_COLOR": "1",
        "RULEWRIGHT_SAVES": str(folder),
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    done = subprocess.run(
        ["bash", "-c", shown.command],
        cwd=folder,
        env=environment,
        input=shown.typed,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=TIME_LIMIT,
        check=False,
    )
    return [line.rstrip() for line in done.stdout.rstrip("\n").splitlines()]


def plain(line: str) -> str:
    """Return a line without the line numbers of a message, which change whenever somebody adds a line further up."""
    return re.sub(r"^ *\d* *(?=\||-->)|(?<=\.rules):\d+:\d+", "", line).rstrip()


def matches(expected: tuple[str, ...], printed: list[str]) -> bool:
    """Return whether the lines shown are those printed, with any number of lines where dots stand."""
    if not expected:
        return not printed
    if expected[0].strip() == DOTS:
        return any(matches(expected[1:], printed[skipped:]) for skipped in range(len(printed) + 1))
    return bool(printed) and plain(printed[0]) == plain(expected[0]) and matches(expected[1:], printed[1:])


def edit(fence: Fence, path: Path) -> None:
    """Change a file as a block of `-` and `+` lines says."""
    old = "".join(f"{line[1:]}\n" for line in fence.text.splitlines() if not line.startswith("+"))
    new = "".join(f"{line[1:]}\n" for line in fence.text.splitlines() if not line.startswith("-"))
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{fence.name}: these lines stand {text.count(old)} times in {path.name}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def played(page: Path, folder: Path) -> Iterator[tuple[Fence, Shown, list[str]]]:
    """Do all that a page says, in a folder; each command that can be run, with what it prints."""
    shutil.copytree(ROOT / "rulebooks", folder / "rulebooks")
    shutil.copytree(ROOT / "docs" / "games", folder / "docs" / "games")
    for fence in fences(page):
        kind, _, name = fence.kind.partition(" ")
        if kind in ("rules", "python") and name.endswith((".rules", ".py")):
            (folder / name).write_text(fence.text, encoding="utf-8")
        elif kind == "diff" and name:
            edit(fence, folder / name)
        elif kind == "console":
            for shown in commands(fence):
                if shown.command.startswith(RUN):
                    yield fence, shown, run(shown, folder)


def update(page: Path) -> None:
    """Write the present output of the commands into a page."""
    text = page.read_text(encoding="utf-8")
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        for fence, shown, printed in played(page, Path(folder)):
            before = "\n".join(["$ " + shown.command, *shown.output]) + "\n"
            place = text.index(before, done)
            after = before
            if any("internal-error" in line for line in printed):
                sys.exit(f"{page.name}: `{shown.command}` fails:\n" + "\n".join(printed))
            if not matches(shown.output, printed) and DOTS in shown.output:
                sys.stderr.write(f"{fence.name}: `{shown.command}` no longer prints this\n")
            elif not matches(shown.output, printed):
                after = "\n".join(["$ " + shown.command, *printed]) + "\n"
                text = text[:place] + after + text[place + len(before) :]
            done = place + len(after)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    for each in PAGES:
        update(each)
