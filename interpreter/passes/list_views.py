"""Choose the lists of things that playouts keep up to date, and write the code for that.

A view is a list of the things of a kind, all or by one of their values, that are in some runs of spaces. The rules say
where things may ever be (position/areas.py), so most moves need no check, or none of both ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.interpreter.passes.reachability import Mask, Reachability, Runs, mask_of_runs
from rulewright.interpreter.program.nodes import LoweredProgram, ThingsWithin


class ListViews:
    """The views that a program wants."""

    def __init__(self, program: LoweredProgram) -> None:
        self.program = program
        self.names: dict[tuple[int, int, int, Runs], str] = {}
        self.sizes: dict[str, int] = {}
        """How many lists a view has, if it has one for each value."""

    def name(self, standing: ThingsWithin) -> str:
        """Return the name of the list of things that are somewhere."""
        group = -1 if standing.target is None else standing.group
        key = (standing.first, standing.last, group, standing.region)
        view = self.names.setdefault(key, f"k{len(self.names)}")
        if standing.target is not None:
            world, of = self.program.world, standing.target.type
            self.sizes[view] = world.players if of.kind == "player" else len(world.value_type(of.name).names)
        return view

    def updates(
        self, kind: str, origins: Mask, targets: Mask, thing: str, origin: str, target: str, may_be_out: bool
    ) -> Iterator[str]:
        """Yield the lines that update the lists when a thing of a kind has moved."""
        declared = self.program.world.game.kinds.get(kind)
        wanted = None if declared is None else self.program.layout.kind_range(declared)
        regions: dict[Runs, list[str]] = {}
        for (first, last, group, region), view in self.names.items():
            if wanted == (first, last):
                regions.setdefault(region, []).append(view if group < 0 else f"{view}[c{group}[{thing}]]")
        for region, entries in regions.items():
            inside = mask_of_runs(region)
            insert = "; ".join(f"insort({entry}, {thing})" for entry in entries)
            remove = "; ".join(f"{entry}.remove({thing})" for entry in entries)
            leaves, stays = bool(origins & inside), not origins & ~inside and not may_be_out
            enters, misses = bool(targets & inside), bool(targets & ~inside)
            was, now = in_runs(origin, region), in_runs(target, region)
            if not leaves and not enters:
                continue
            if not enters:
                yield remove if stays else f"if {was}: {remove}"
            elif not leaves:
                yield f"if {now}: {insert}" if misses else insert
            elif stays:
                if misses:
                    yield f"if not {now}: {remove}"
            elif not misses:
                yield f"if not {was}: {insert}"
            else:
                yield from (f"if {was}:", f"    if not {now}: {remove}", f"elif {now}: {insert}")

    def moved(self, reach: Reachability) -> list[str]:
        """Return the lines of a function that updates the lists when any thing has moved."""
        lines = ["def moved(x, o, d):", "    pass"]
        for kind, declared in self.program.world.game.kinds.items():
            first, end = self.program.layout.kind_range(declared)
            updates = list(self.updates(kind, reach.everywhere, reach.everywhere, "x", "o", "d", True))
            if updates:
                lines += [f"    if {first} <= x < {end}:", *(f"        {line}" for line in updates)]
        return lines

    def initial(self) -> dict[str, list[Any]]:
        """Return the lists at the beginning of a game."""
        starts: Sequence[int] = self.program.world.starts
        found: dict[str, list[Any]] = {}
        for (first, last, group, region), view in self.names.items():
            inside = mask_of_runs(region)
            things = [thing for thing in range(first, last) if starts[thing] >= 0 and inside >> starts[thing] & 1]
            if group < 0:
                found[view] = things
            else:
                values = self.program.tables[group]
                count = self.sizes[view]
                found[view] = [*([thing for thing in things if values[thing] == value] for value in range(count)), []]
        return found


def in_runs(space: str, runs: Runs) -> str:
    """Return the condition that a space, given as code, is in some runs."""
    tests = [f"{space} == {first}" if end == first + 1 else f"{first} <= {space} < {end}" for first, end in runs]
    return f"({' or '.join(tests or ['False'])})"
