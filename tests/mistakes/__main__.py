"""Run `python -m tests.mistakes` for the table of the corpus by kind; `--all` shows each mistake with its diagnostics.

With `--test`, the examples of the rulebooks are played where lint finds nothing. Kinds, or parts of descriptions, may
follow; then only those are tried, and shown.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.dsl.messages.diagnostic import one_line
from tests.mistakes.corpus import Mistake, is_noticed, mistakes, outcome

VERDICTS = ("found", "other", "elsewhere", "nothing", "examples")


def main() -> int:
    """Try them all, or some."""
    wanted = [one for one in sys.argv[1:] if not one.startswith("--")]
    kinds: dict[str, Counter[str]] = {}
    for mistake in mistakes():
        if wanted and not is_meant(mistake, wanted):
            continue
        found = outcome(mistake)
        verdict = found.verdict
        if verdict == "nothing" and "--test" in sys.argv:
            with TemporaryDirectory() as folder:
                verdict = "examples" if is_noticed(mistake, Path(folder)) else verdict
        kinds.setdefault(mistake.kind, Counter())[verdict] += 1
        if wanted or "--all" in sys.argv or verdict != "found":
            show(f"{verdict:9} {mistake.kind}:{mistake.line} {mistake.rulebook}: {mistake.what} ({mistake.expected})")
            for one in found.told[:4]:
                show(f"          {one_line(one.rendered())}")
    total: Counter[str] = Counter()
    for kind, counts in kinds.items():
        total += counts
        show(row(kind, counts))
    show(row("all", total))
    return 0


def is_meant(mistake: Mistake, wanted: list[str]) -> bool:
    """Return whether a mistake is of a kind that is named, or called like that."""
    return mistake.kind in wanted or any(one in f"{mistake.rulebook}: {mistake.what}" for one in wanted)


def row(name: str, counts: Counter[str]) -> str:
    """One line of the table."""
    return f"{name:20} {counts.total():4}" + "".join(f"  {one} {counts[one]:3}" for one in VERDICTS)


def show(line: str) -> None:
    """One line to read."""
    print(line)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
