"""Measure how much memory a copy of a position takes, in a process of its own.

In one that has done other things before, copies would use memory that is free already.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.peers import open_spiel, ours
from benchmarks.peers.games import PEERS, Peer

Copies = Sequence[Callable[[], object]]

SIDES: dict[str, Callable[[Peer, int], Copies]] = {"ours": ours.copies, "open_spiel": open_spiel.copies}
MATCHES = 10
CHUNK = 1000
FEWEST, MOST = 8, 60  # chunks
ENOUGH = 32_000_000  # bytes
RESIDENT = Path("/proc/self/statm")  # pages: all that there are, and those in memory
ROOT = Path(__file__).parents[2]


def bytes_each(side: str, peer: Peer) -> float | None:
    """Return how much memory a copy takes, or None where the system does not say."""
    if not RESIDENT.exists():
        return None
    command = [sys.executable, "-m", "benchmarks.peers.memory", side, peer.name]
    return float(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def growth(copies: Copies) -> float:
    """Return by how much memory grows with each copy, after the first ones have filled the free memory."""
    kept: list[object] = []
    sizes = [resident()]
    while len(sizes) <= FEWEST or (sizes[-1] - sizes[0] < ENOUGH and len(sizes) <= MOST):
        kept.extend(copies[number % len(copies)]() for number in range(CHUNK))
        sizes.append(resident())
    last = len(sizes) // 2
    return (sizes[-1] - sizes[-1 - last]) / (last * CHUNK)


def resident() -> int:
    """Return how many bytes of this process are in memory."""
    import resource  # where there is no /proc, this module may also be missing

    return int(RESIDENT.read_text(encoding="ascii").split()[1]) * resource.getpagesize()


if __name__ == "__main__":
    side, name = sys.argv[1:]
    print(growth(SIDES[side](next(peer for peer in PEERS if peer.name == name), MATCHES)))
