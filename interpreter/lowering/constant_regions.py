"""Find regions: sets of spaces that are the same in the whole game, closed spaces aside; give them as runs of spaces."""

from __future__ import annotations

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression
from rulewright.interpreter.position.areas import Area, Areas
from rulewright.interpreter.position.world import World


class ConstantRegions:
    """The regions of one world."""

    def __init__(self, world: World, areas: Areas) -> None:
        self.world = world
        self.areas = areas
        self.ranges: dict[Area, tuple[int, int]] = {}
        for space in range(len(world.spaces)):
            area = areas.area_of_space(space)
            self.ranges[area] = (self.ranges[area][0] if area in self.ranges else space, space + 1)

    def runs(self, e: Expression) -> tuple[tuple[int, int], ...] | None:
        """Return the region of an expression as runs: the first space, and the one after the last; or None."""
        region = self.region(e)
        if region is None:
            return None
        runs: list[tuple[int, int]] = []
        for first, end in sorted(self.ranges[area] for area in region if area in self.ranges):
            if runs and runs[-1][1] == first:
                runs[-1] = (runs[-1][0], end)
            else:
                runs.append((first, end))
        return tuple(runs)

    def region(self, e: Expression) -> frozenset[Area] | None:
        """Return the areas of a set of spaces that is always the same, or None."""
        match e:
            case checked.SeriesRef() | checked.BoardRef() | checked.SpaceRef():
                return self.areas.areas_of(e)
            case checked.Operation(operator="union" | "as_set", operands=operands):
                parts = [self.region(operand) for operand in operands]
                return None if None in parts else frozenset().union(*(part for part in parts if part is not None))
            case checked.DefineCall(define=define, arguments=()) if not define.changes and not define.uses_player:
                return self.region(define.value)
            case checked.Operation(operator="several", operands=operands):
                return self.region_of_named(operands)
            case checked.SetOperation(
                operator="map",
                values=checked.PlayerSet() | checked.KindSet(group=None),
                local=local,
                body=checked.FieldRef(field=own, target=checked.LocalRef(local=same)),
            ) if own.place is not None and same is local:
                # The places of all players, or of all things of a kind, as in `hand of players`.
                return self.areas.areas_of(e)
        return None

    def region_of_named(self, operands: tuple[Expression, ...]) -> frozenset[Area] | None:
        """Return the areas of some named spaces, if these are whole areas and are known before the game."""
        spaces: set[int] = set()
        for operand in operands:
            match operand:
                case checked.SpaceRef() | checked.FieldRef(field=checked.Field(place=str()), target=checked.Const()):
                    spaces.add(self.world.constant(operand))
                case _:
                    return None
        found = frozenset(self.areas.area_of_space(space) for space in spaces if space >= 0)
        whole = all(spaces.issuperset(range(*self.ranges[area])) for area in found)
        return found if whole else None
