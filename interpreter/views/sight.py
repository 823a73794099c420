"""Find where each thing of a position is, with the seats that see it there if that depends on the position.

For most spaces it is fixed who sees things there (`World.sight`), and the number of the space is enough. For others, such
as a pile whose top alone is visible, the number also says who sees the thing at that moment. It is the space, plus the
number of all spaces times the bits of those seats; one more bit is for onlookers. So log entries, which keep such numbers,
are told by what everybody saw when it happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from rulewright.dsl.checked import Field
from rulewright.interpreter.position.position import AT, BUDGET, ON, TABLE, Parts
from rulewright.interpreter.position.world import World


class SeatSight:
    """Whether one seat, or an onlooker, sees what is somewhere."""

    def __init__(self, row: Sequence[bool], spaces: int, bit: int) -> None:
        self.row = row
        self.spaces = spaces
        self.bit = bit

    def __getitem__(self, where: int) -> bool:
        return self.row[where] if where < self.spaces else bool(where // self.spaces >> self.bit & 1)


Row: TypeAlias = Sequence[bool] | SeatSight


class Sight:
    """Where things are, and who sees them, in the positions of one game."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.spaces = len(world.spaces) + 1
        """Numbers below this say only where something is."""
        self.tops = [space for space, info in enumerate(world.spaces) if info.top]
        self.is_top = [info.top for info in world.spaces] + [False]
        self.looked_at: dict[int, Field] = {
            space: info.declared
            for space, info in enumerate(world.spaces)
            if isinstance(info.declared, Field) and info.declared.lookers is not None
        }
        """The places that others than their owners may see at times."""
        self.looked_into = [own for own in world.game.fields if own.lookers is not None and own.place is None]
        """The fields that others than their owners may see at times."""
        self.lookers: Mapping[Field, Callable[..., bool]] = {}
        """For each of these, a function that says whether a player sees it.

        It takes the position, the acting player, the owner and the player.
        """
        self.all = (2 << world.players) - 1
        """The bits of all seats, and of onlookers."""
        self.shifts = bool(self.tops or self.looked_at or self.looked_into)
        """Whether it ever depends on the position who sees something."""
        everybody, by_seat = world.sight()
        self.everybody: Row = SeatSight(everybody, self.spaces, world.players) if self.shifts else everybody
        self.by_seat: Sequence[Row] = (
            [SeatSight(row, self.spaces, seat) for seat, row in enumerate(by_seat)] if self.shifts else by_seat
        )
        """For each seat, whether it sees what is somewhere; onlookers and out of play come last."""

    def of_things(self, s: Parts) -> Sequence[int]:
        """Return where each thing is, with the seats that see it; "nothing" is out of play, as the last entry."""
        at: list[int] = s[AT]
        if not self.shifts:
            return at
        found, on = at[:], s[ON]
        for space in self.tops:
            if on[space]:
                found[on[space][-1]] = space + self.spaces * self.all
        for space in self.looked_at:
            where = self.of_space(s, space) if on[space] else space
            for thing in on[space]:
                found[thing] = where
        return found

    def of_thing(self, s: Parts, thing: int) -> int:
        """Return where one thing is, with the seats that see it."""
        space: int = s[AT][thing]
        if self.is_top[space] and s[ON][space][-1] == thing:
            return space + self.spaces * self.all
        return self.of_space(s, space)

    def of_space(self, s: Parts, space: int) -> int:
        """Return a space, with the seats that see everything there."""
        own = self.looked_at.get(space)
        return space if own is None else space + self.spaces * self.seers(s, own, self.world.spaces[space].owner)

    def of_field(self, s: Parts, own: Field, entity: int) -> int:
        """Return who sees a field that others than its owner may see, as such a number without a space."""
        assert own.of is not None
        return self.spaces * self.seers(s, own, self.world.owner_of(own.of, entity))

    def shows(self, s: Parts, own: Field, entity: int, seat: int | None) -> bool:
        """Return whether a seat, or an onlooker, may see a field, wherever its owner is. Nobody sees a field without a text."""
        if not own.titles:
            return False
        if own.lookers is not None:
            row = self.everybody if seat is None else self.by_seat[seat]
            return bool(row[self.of_field(s, own, entity)])
        owner = -1 if own.of is None else self.world.owner_of(own.of, entity)
        return own.seen == "all" or (own.seen == "owner" and owner == seat)

    def tells(self, s: Parts, own: Field, entity: int, seat: int | None) -> bool:
        """Return whether a seat, or an onlooker, is shown a field now."""
        if not self.shows(s, own, entity, seat):
            return False
        if own.of is None or own.of.kind != "thing" or own.public:
            return True
        row = self.everybody if seat is None else self.by_seat[seat]
        return s[AT][entity] >= 0 and bool(row[self.of_thing(s, entity)])

    def seers(self, s: Parts, own: Field, owner: int) -> int:
        """Return the bits of those who see something of a player; this leaves the rules' budget alone."""
        if owner < 0:
            return 0
        table, look = s[TABLE], self.lookers[own]
        budget, table[BUDGET] = table[BUDGET], 0
        try:
            return sum(1 << seat for seat in range(self.world.players) if seat == owner or look(s, -1, owner, seat))
        finally:
            table[BUDGET] = budget

    def space(self, where: int) -> int:
        """Return the space alone."""
        return where if where < self.spaces else where % self.spaces
