"""Find where things may be: the places that a line means, and the kinds that may ever be in each place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Game
from rulewright.dsl.checked.effects import MovedThings, effects_of
from rulewright.dsl.checked.walk import Part
from rulewright.dsl.lint.intervals import NARROWING
from rulewright.dsl.lint.possible_values import ValueSources

Place = tuple[str, str]
"""A shared place, a place of each player or thing, or the boards."""
BOARDS: Place = ("boards", "")
SOMEWHERE: Place = ("somewhere", "")
MOST_DEEP = 12


class LocationAnalysis:
    """The places of a rulebook."""

    def __init__(self, games: Iterable[Game], parts: Iterable[Part], given: ValueSources) -> None:
        self.given = given
        self.holding: dict[Place, set[str]] = {}
        """The kinds that may get to a place; an empty name is any kind."""
        self.anywhere: set[str] = set()
        """The kinds that are moved to unknown places."""
        self.targets: set[Place] = set()
        """The places to which anything is moved."""
        for game in games:
            for kind in game.kinds.values():
                if kind.start is not None:
                    self._arrive(kind.name, kind.start)
        moves = [move for part in parts if isinstance(part, checked.Stmt) for move in effects_of(part).moves]
        growing = True
        while growing:
            before = self._known()
            for move in moves:
                self._move(move)
            growing = self._known() > before

    def _known(self) -> int:
        return sum(map(len, self.holding.values())) + len(self.anywhere)

    def _move(self, move: MovedThings) -> None:
        """Return the possible results that are known so far."""
        kinds = self._kinds_of(move)
        match move.way:
            case "to":
                assert move.to is not None
                self.targets |= self.places_of(move.to) or set()
                for kind in kinds:
                    self._arrive(kind, move.to)
            case "exchanged":
                self.anywhere |= kinds
            case "along":
                if kinds:
                    self.holding.setdefault(BOARDS, set()).update(kinds)
            case "away":
                pass
            case _:
                assert_never(move.way)

    def _kinds_of(self, move: MovedThings) -> set[str]:
        """Return the kinds of the things that are moved; an empty name is any kind."""
        if move.source is not None:
            sources = self.places_of(move.source)
            return {""} if sources is None else {one for place in sources for one in self.kinds_in(place)}
        assert move.things is not None
        there = move.way == "exchanged" or self._may_be_there(move.things)
        return {move.things.type.name} if there else set()

    def _may_be_there(self, things: Expression) -> bool:
        """Return whether any of some things can be where they are taken from."""
        sources = self.sources(things)
        if sources is None:
            return True
        return SOMEWHERE in sources or any({things.type.name, ""} & self.kinds_in(place) for place in sources)

    def kinds_in(self, place: Place) -> set[str]:
        """Return the kinds that may be in a place; an empty name is any kind."""
        return self.holding.get(place, set()) | self.anywhere

    def _arrive(self, kind: str, to: Expression) -> None:
        places = self.places_of(to)
        if places is None:
            self.anywhere.add(kind)
        for place in places or ():
            self.holding.setdefault(place, set()).add(kind)

    def places_of(self, e: Expression, depth: int = 0) -> set[Place] | None:
        """Return the places that an expression may mean; None if it may be any."""
        if depth > MOST_DEEP:
            return None
        match e:
            case checked.SpaceRef(space=space):
                return {BOARDS if space.board is not None else ("place", space.name)}
            case checked.SeriesRef() | checked.BoardRef():
                return {BOARDS}
            case checked.FieldRef(field=field) if field.place is not None:
                return {("field", field.name)}
            case checked.Const(value=-1):
                return set()
            case checked.Property(property="direction" | "ray" | "neighbours" | "around"):
                return {BOARDS}
            case checked.Operation(operator="if", operands=(_, *operands)):
                return _all(self.places_of, operands, depth)
            case checked.Operation(operator="several" | "union" | "as_set" | "first" | "last", operands=operands):
                return _all(self.places_of, operands, depth)
            case checked.Operation(operator="without" | "on", operands=(values, *_)):
                return self.places_of(values, depth + 1)
            case checked.Operation(operator="item" | "first_few" | "last_few", operands=(_, values)):
                return self.places_of(values, depth + 1)
            case checked.SetOperation(operator=operator, values=values) if operator in NARROWING:
                return self.places_of(values, depth + 1)
            case checked.SetOperation(operator="map", body=body):
                return self.places_of(body, depth + 1)
            case checked.DefineCall(define=define) if not define.changes:
                return self.places_of(define.value, depth + 1)
            case checked.LocalRef(local=local):
                given = self._given_to(local)
                return None if given is None else _all(self.places_of, given, depth)
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.TableRef():
                pass
            case checked.FieldRef() | checked.Property() | checked.KindSet() | checked.PlayerSet() | checked.ValueSet():
                pass
            case checked.DefineCall() | checked.Can() | checked.TrialExpression() | checked.SetOperation() | checked.Region():
                pass
            case checked.Operation() | checked.Picture():
                pass
            case _:
                assert_never(e)
        return None

    def may_wait(self, things: Expression) -> bool:
        """Return whether some things may be out of play."""
        return self.sources(things) is None

    def sources(self, e: Expression, depth: int = 0) -> set[Place] | None:
        """Return the places of things in an expression; None if they may be anywhere, or out of play."""
        if depth > MOST_DEEP:
            return None
        match e:
            case checked.Operation(operator="on", operands=(_, place)):
                places = self.places_of(place)
                return {SOMEWHERE} if places is None else places
            case checked.Operation(operator="without" | "first" | "last" | "as_set", operands=(values, *_)):
                return self.sources(values, depth + 1)
            case checked.Operation(operator="item" | "first_few" | "last_few", operands=(_, values)):
                return self.sources(values, depth + 1)
            case checked.Operation(operator="if", operands=(_, *operands)):
                return _all(self.sources, operands, depth)
            case checked.Operation(operator="several" | "union", operands=operands):
                return _all(self.sources, operands, depth)
            case checked.SetOperation(operator=operator, values=values) if operator in NARROWING:
                return self.sources(values, depth + 1)
            case checked.DefineCall(define=define) if not define.changes:
                return self.sources(define.value, depth + 1)
            case checked.LocalRef(local=local):
                given = self._given_to(local)
                return None if given is None else _all(self.sources, given, depth)
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.TableRef():
                pass
            case checked.FieldRef() | checked.Property() | checked.SpaceRef() | checked.SeriesRef() | checked.BoardRef():
                pass
            case checked.KindSet() | checked.PlayerSet() | checked.ValueSet() | checked.DefineCall() | checked.Can():
                pass
            case checked.TrialExpression() | checked.SetOperation() | checked.Region() | checked.Operation() | checked.Picture():
                pass
            case _:
                assert_never(e)
        return None

    def _given_to(self, local: checked.Local) -> list[Expression] | None:
        """Return all that a name may be given, except itself; None if it may be anything."""
        key = self.given.of_local(local)
        ways = [way for way in self.given.sources_of(key) if way.how != "none"]
        values = [way.value for way in ways if way.value is not None]
        if not ways or len(values) < len(ways):
            return None
        return [one for one in values if not (isinstance(one, checked.LocalRef) and self.given.of_local(one.local) == key)]


def _all(
    places_of: Callable[[Expression, int], set[Place] | None], several: Iterable[Expression], depth: int
) -> set[Place] | None:
    """Return the places of several expressions together; None if those of one are unknown."""
    found: set[Place] = set()
    for one in several:
        places = places_of(one, depth + 1)
        if places is None:
            return None
        found |= places
    return found
