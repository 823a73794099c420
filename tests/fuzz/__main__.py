"""`python -m tests.fuzz`: try inputs, one after the other, reduce and keep those that go wrong, and report.

An input is identified by a seed and its number, and does not depend on the inputs before it. A state file keeps the
progress of a run, and the next run with that file goes on from there. A folder gets one file for each fault, and
`--again FILE` tries it again.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from pathlib import Path

from tests.fuzz.boss import Boss
from tests.fuzz.kinds import ALL, drawn
from tests.fuzz.reduce import reduced

OWN = Path(__file__).parents[2] / ".fuzz"
HEAD = re.compile(r"# fuzz (\w+) (\d+ \d+): (.*)\n")


class Run:
    """A run, from where the one before it stood."""

    def __init__(self, seed: int, kinds: list[str], folder: Path) -> None:
        self.kinds = kinds
        self.folder = folder
        self.state = folder / ("-".join(["state", str(seed), *kinds]) + ".json")
        held = json.loads(self.state.read_text(encoding="utf-8")) if self.state.exists() else {}
        self.seed = seed
        self.next: int = held.get("next", 0)
        self.counts = Counter[str](held.get("counts", {}))
        self.faults: dict[str, int] = held.get("faults", {})
        self.slowest: float = held.get("slowest", 0.0)
        self.boss = Boss("sanitized" in kinds)

    def go_on(self, inputs: int, seconds: float) -> None:
        """Try a number of inputs, or for a time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        end, began = self.next + inputs, time.monotonic()
        try:
            while self.next < end and time.monotonic() - began < seconds:
                self.one(self.next)
                self.next += 1
                if not self.next % 20:
                    self.keep()
        finally:
            self.keep()
            self.boss.end()

    def one(self, number: int) -> None:
        """Try one input."""
        kind, text = drawn(self.seed, number, self.kinds)
        seed = f"{self.seed} {number}"
        answer = self.boss.ask(kind, text, seed)
        self.counts[f"{kind} {answer['outcome']}"] += 1
        self.slowest = max(self.slowest, answer["seconds"])
        if answer["outcome"] == "fault":
            name = answer["name"]
            self.faults[name] = self.faults.get(name, 0) + 1
            if self.faults[name] == 1:
                self.found(kind, text, seed, name, answer["trace"])

    def found(self, kind: str, text: str, seed: str, name: str, trace: str) -> None:
        """Make an input with a new fault small, and keep it."""
        print(f"{kind} {seed}: {name}", flush=True)
        path = self.folder / f"{kind}-{seed.replace(' ', '-')}.txt"
        path.with_suffix(".trace").write_text(f"{name}\n\n{trace}", encoding="utf-8", errors="backslashreplace")

        def keep(text: str) -> None:
            path.write_text(f"# fuzz {kind} {seed}: {name}\n{text}", encoding="utf-8", errors="surrogatepass", newline="")

        # It is there even if nobody waits until it is small.
        keep(text)
        keep(reduced(text, lambda less: self.boss.ask(kind, less, seed).get("name") == name))

    def keep(self) -> None:
        """Write down where it stands."""
        held = {"next": self.next, "counts": self.counts, "faults": self.faults, "slowest": self.slowest}
        aside = self.state.with_suffix(".new")
        aside.write_text(json.dumps(held, indent=1), encoding="utf-8")
        aside.replace(self.state)

    def told(self) -> str:
        """Return how it went so far, in some lines."""
        lines = [f"seed {self.seed}: {self.next} inputs, {sum(self.faults.values())} with a fault, {len(self.faults)} faults"]
        for kind in ALL:
            parts = {key.split()[1]: count for key, count in self.counts.items() if key.split()[0] == kind}
            if parts:
                shown = ", ".join(f"{count} {word}" for word, count in sorted(parts.items()))
                lines.append(f"  {kind}: {sum(parts.values())} ({shown})")
        lines.append(f"  the slowest took {self.slowest:.1f} seconds of work")
        lines += [f"  {count} times {name}" for name, count in sorted(self.faults.items(), key=lambda one: -one[1])]
        return "\n".join(lines)


def again(path: Path) -> int:
    """Try what was found once more."""
    with path.open(encoding="utf-8", errors="surrogatepass", newline="") as file:
        text = file.read()
    head = HEAD.match(text)
    if head is None:
        print(f"{path} is no input that was kept")
        return 2
    boss = Boss(head[1] == "sanitized")
    answer = boss.ask(head[1], text[head.end() :], head[2])
    boss.end()
    print(answer.get("trace") or answer["outcome"])
    return int(answer["outcome"] == "fault")


def main() -> int:
    """Return the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="which inputs")
    parser.add_argument("--inputs", type=int, default=1000, help="how many more of them")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for how long at most")
    parser.add_argument("--kinds", default="", help=f"only these, with commas: {', '.join(ALL)}")
    parser.add_argument("--folder", type=Path, default=OWN, help="where the state and what is found lie")
    parser.add_argument("--again", type=Path, metavar="FILE", help="try what was found once more")
    asked = parser.parse_args()
    if asked.again is not None:
        return again(asked.again)
    run = Run(asked.seed, [kind for kind in asked.kinds.split(",") if kind], asked.folder)
    run.go_on(asked.inputs, asked.seconds)
    print(run.told())
    return int(bool(run.faults))


if __name__ == "__main__":
    sys.exit(main())
