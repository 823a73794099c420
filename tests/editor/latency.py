"""How long an editor waits for what is wrong: `python -m tests.editor.latency [FILE] [EDITS]`.

Each edit is a key: words are typed letter by letter at the end of lines all over the file, and taken away again.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from pathlib import Path

from tests.editor.client import Client

ROOT = Path(__file__).parents[2]
LONGEST = ROOT / "rulebooks" / "battle-of-thieves" / "turn.rules"


def waits(path: Path, edits: int, pause: float = 0.0) -> list[float]:
    """Return the seconds from each change that is sent to what is told of it."""
    rng = random.Random(7)
    text = path.read_text(encoding="utf-8")
    found: list[float] = []
    with Client(path.parent) as client:
        uri = client.open(path)
        client.diagnostics(uri)
        time.sleep(2)
        while len(found) < edits:
            lines = text.split("\n")
            number = rng.choice([place for place, line in enumerate(lines) if line.strip()])
            word = rng.choice([" wher", "x", " 3", ":", " of player", " #"])
            for end in range(1, len(word) + 1):
                now = [*lines[:number], lines[number] + word[:end], *lines[number + 1 :]]
                start = time.monotonic()
                client.change(uri, "\n".join(now))
                client.diagnostics(uri)
                found.append(client.when - start)
                time.sleep(pause)
            start = time.monotonic()
            client.change(uri, text)
            client.diagnostics(uri)
            found.append(client.when - start)
    return found[:edits]


def main() -> None:
    path = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else LONGEST
    edits = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    for pause in (0.0, 0.1, 0.3):
        found = sorted(1000 * one for one in waits(path, edits, pause))
        median, ninety = statistics.median(found), found[int(0.9 * len(found))]
        sys.stdout.write(
            f"{path.name}, {edits} edits, {pause:.1f} s between two:"
            f" median {median:.0f} ms, nine of ten within {ninety:.0f} ms, worst {found[-1]:.0f} ms\n"
        )


if __name__ == "__main__":
    main()
