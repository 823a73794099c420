"""Declare what each statement of a checked rulebook does to the game; every pass over the rules asks here."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Field, Local, Statement
from rulewright.dsl.text.frozen import unchanging

MovementKind: TypeAlias = Literal["to", "along", "away", "exchanged"]
"""Things go to a place, along their board, out of play, or each to where the other is."""
Decider: TypeAlias = Literal["", "player", "chance"]


@unchanging(eq=False)
class MovedThings:
    """Things that a statement moves: `things`, or, if they are drawn, some of what lies at `source`."""

    way: MovementKind
    things: Expression | None = None
    source: Expression | None = None
    to: Expression | None = None


@unchanging(eq=False, kw_only=True)
class Effects:
    """The effects of a statement by itself, without the statements inside it and the rules that it carries out."""

    names: tuple[Local, ...] = ()
    """The names that it gives a value."""
    fields: tuple[Field, ...] = ()
    """The fields that it changes."""
    moves: tuple[MovedThings, ...] = ()
    orders: Expression | None = None
    """The place where it puts things into another order."""
    resizes: bool = False
    """Whether it opens or closes spaces."""
    decided: Decider = ""
    """Who decides something there."""
    leaves: bool = False
    """Whether it leaves the rule."""
    ends: bool = False
    """Whether it ends the game."""

    @property
    def changed(self) -> list[Local | Field]:
        """Return all that it gives a value."""
        return [*self.names, *self.fields]


NOTHING = Effects()


def effects_of(statement: Statement) -> Effects:
    """Return what a statement does."""
    match statement:
        case checked.Choose(picks=picks, random=random):
            return Effects(names=tuple(pick.local for pick in picks), decided="chance" if random else "player")
        case checked.Menu(options=options):
            return Effects(names=tuple(pick.local for option in options for pick in option.picks), decided="player")
        case checked.ChooseWords(local=local):
            return Effects(names=(local,), decided="player")
        case checked.Roll(local=local):
            return Effects(names=(local,), decided="chance")
        case checked.Draw(source=source, to=to):
            decided: Decider = "" if is_bag(source) is False else "chance"
            return Effects(moves=(MovedThings("to", source=source, to=to),), decided=decided)
        case checked.Act(action=action, operands=operands):
            exchanged = tuple(MovedThings("exchanged", thing) for thing in operands) if action.exchanges else ()
            ordered = operands[0] if action.orders else None
            return Effects(moves=exchanged, orders=ordered, decided="chance" if action.by_chance else "")
        case checked.Move(things=things, to=to):
            return Effects(moves=(MovedThings("to", things, to=to),))
        case checked.MoveAlong(things=things):
            return Effects(moves=(MovedThings("along", things),))
        case checked.MoveAway(things=things):
            return Effects(moves=(MovedThings("away", things),))
        case checked.Assign(to=to):
            return Effects(names=(to,)) if isinstance(to, Local) else Effects(fields=(to,))
        case checked.CountDown(field=field):
            return Effects(fields=(field,))
        case checked.Resize():
            return Effects(resizes=True)
        case checked.ForEach(local=local):
            return Effects(names=(local,))
        case checked.Together(local=local, chosen=chosen):
            return Effects(names=(local, *chosen))
        case checked.Call(giving=giving):
            return NOTHING if giving is None else Effects(names=(giving,))
        case checked.Stop():
            return Effects(leaves=True)
        case checked.GameOver():
            return Effects(ends=True)
        case checked.If() | checked.While() | checked.RepeatUntil() | checked.RepeatTimes():
            return NOTHING
        case checked.Perform() | checked.Say() | checked.Tell() | checked.Show():
            return NOTHING
        case _:
            assert_never(statement)


def is_bag(place: Expression) -> bool | None:
    """Return whether things are drawn from a place at random, or None if that cannot be told."""
    match place:
        case checked.SpaceRef(space=space):
            return space.kind == "bag"
        case checked.FieldRef(field=field):
            return field.place == "bag"
        case _:
            return None
