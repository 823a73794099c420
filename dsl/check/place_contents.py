"""Report single places where a set of things is wanted: a place is not the same as its contents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal

from attrs import define, field

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.scope import Scope, SymbolTable
from rulewright.dsl.checked import Board, Card, Expression, Kind, Space
from rulewright.dsl.constructs.actions import ACTIONS
from rulewright.dsl.constructs.grids import COMPASS
from rulewright.dsl.messages.diagnostic import Edit
from rulewright.dsl.messages.said import Phrase, WordList

BOARD = " board"
"""Stands for all spaces of boards."""
NAME = re.compile(r"[^\W\d_][\w-]*")
MOST_NAMED = 3
MOST_DEEP = 12

Meant = Literal["looked at", "picked", "counted", "any", "gone through"]
"""The use of a set's members."""


def stands_for_contents(scope: Scope, found: Expression | None, meant: Meant) -> bool:
    """Report a place where only its contents can be meant, and return whether it is one."""
    if found is None or found.type.kind != "space" or not _is_mistaken(found, meant):
        return False
    several, words = found.type.many, _contents(scope.world, found)
    scope.world.report(
        "place-not-contents",
        Phrase("is-a-set-of-places-not-what", found=found.span.on_one_line)
        if several
        else Phrase("is-one-place-not-what-lies-there", found=found.span.on_one_line),
        found.span,
        way_out=Phrase("write-words", words=WordList.quoted(words)) if words else Phrase("declare-pieces-or-cards-that-can-lie"),
        fix=(Edit(found.span, words[0]),) if len(words) == 1 else (),
    )
    return True


def _is_mistaken(found: Expression, meant: Meant) -> bool:
    """Return whether that use makes no sense for a space, or for the spaces of a set."""
    if found.type.many:
        # There are as many of these as there are players or things.
        is_each = isinstance(found, checked.SetOperation) and found.operator == "map" and is_place(found.body)
        return is_each and meant in ("counted", "any")
    if meant == "looked at":
        return is_place(found)
    named = (checked.LocalRef, checked.TableRef, checked.FieldRef) if meant in ("counted", "gone through") else ()
    return is_place(found) or isinstance(found, (checked.SpaceRef, *named))


def is_place(found: Expression, depth: int = 0) -> bool:
    """Return whether an expression is a single place off the boards."""
    match found:
        case checked.FieldRef(field=own):
            return own.place is not None
        case checked.SpaceRef(space=space):
            return space.board is None
        case checked.Operation(operator="if", operands=(_, *ways)):
            return depth < MOST_DEEP and all(is_place(way, depth + 1) for way in ways)
        case checked.DefineCall(define=named) if depth < MOST_DEEP and not named.type.many:
            return is_place(named.value, depth + 1)
    return False


def contents_text(world: SymbolTable, found: Expression, before: str = "") -> Phrase | None:
    """Return what to write for the things in a place, or None if there are none."""
    words = [f"{before}{one}" for one in _contents(world, found)]
    return Phrase("write-words", words=WordList.quoted(words)) if words else None


def _contents(world: SymbolTable, found: Expression) -> list[str]:
    """Return expressions for the visible contents of a place, by the kinds that may get there."""
    if world.lying is None:
        world.lying = PlaceContents.from_declarations(world)
    match found:
        case checked.SetOperation(body=checked.FieldRef(field=own)) | checked.FieldRef(field=own) if own.place is not None:
            places = {own.name}
        case checked.SpaceRef(space=space):
            places = {space.name if space.board is None else BOARD}
        case _:
            places = world.lying.places_in(NAME.findall(found.span.text))
    kinds = {kind for place in places for kind in world.lying.kinds.get(place, ())} or set(world.kinds)
    word = "on" if places == {BOARD} else "in"
    return [f"{kind} {word} {found.span.on_one_line}" for kind in world.kinds if kind in kinds][:MOST_NAMED]


@define(eq=False)
class PlaceContents:
    """Which kinds get where, found from names alone, so that it is known during the check of the rulebook."""

    world: SymbolTable
    made_of: dict[str, set[str]] = field(factory=lambda: defaultdict(set))
    """By local name and define: the names in their values, wherever something is called so."""
    kinds: dict[str, set[str]] = field(factory=lambda: defaultdict(set))
    """By place: the kinds that may get there."""

    @classmethod
    def from_declarations(cls, world: SymbolTable) -> PlaceContents:
        """Look through all declarations."""
        found = cls(world)
        parts = list(nodes.nodes_in(world.declarations, without=(nodes.Example,)))
        for part in parts:
            found.name(part)
        for kind in world.kinds.values():
            if kind.start is not None:
                found.arrive({kind.name}, NAME.findall(kind.start.span.text))
        ways = [way for part in parts for way in ways_of(part)]
        before = -1
        while before < (before := sum(map(len, found.kinds.values()))):
            for things, to in ways:
                found.arrive(found.kinds_in(things), to)
        return found

    def name(self, part: nodes.Node) -> None:
        """Note what a name stands for, if the node gives one."""
        match part:
            case (
                nodes.Pick(name=name, choices=value)
                | nodes.ForEach(name=name, values=value)
                | nodes.Let(name=name, value=value)
                | nodes.Define(name=name, value=value)
                | nodes.Parameter(name=name, type=value)
            ):
                self.made_of[name.text] |= names_in(value)
            case nodes.Operation(operator="named", operands=(value, *_), name=nodes.Word(text=text)):
                self.made_of[text] |= names_in(value)

    def arrive(self, kinds: Iterable[str], to: Iterable[str]) -> None:
        """Note that things of some kinds may get to a place with one of these names."""
        for place in self.places_in(to):
            self.kinds[place].update(kinds)

    def whole(self, names: Iterable[str]) -> set[str]:
        """Return some names with all those that they are made of."""
        found: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending.extend(self.made_of.get(name, ()))
        return found

    def kinds_in(self, names: Iterable[str]) -> set[str]:
        """Return the kinds that names refer to, or else those in the places that they refer to."""
        names = self.whole(names)
        meanings = [symbol.meaning for symbol in map(self.world.symbols.get, names) if symbol is not None]
        kinds = {meaning.name for meaning in meanings if isinstance(meaning, Kind)}
        kinds |= {meaning.kind.name for meaning in meanings if isinstance(meaning, Card)}
        return kinds or {kind for place in self.places_in(names) for kind in self.kinds[place]}

    def places_in(self, names: Iterable[str]) -> set[str]:
        """Return the places that names refer to, or all places if that is unclear."""
        world, found = self.world, self.whole(names)
        places = {name for name in found if any(own.place for own in world.fields.get(name, ()))}
        for name in found:
            symbol = world.symbols.get(name)
            if symbol is not None and isinstance(symbol.meaning, Space):
                places.add(name if symbol.meaning.board is None else BOARD)
            elif (symbol is not None and isinstance(symbol.meaning, Board)) or name in (*world.directions, *COMPASS):
                places.add(BOARD)
        fields = {name for name, own in world.fields.items() if any(one.place for one in own)}
        return places or {*world.places, *fields, BOARD}


def ways_of(part: nodes.Node) -> Iterator[tuple[set[str], set[str]]]:
    """Yield the names in what a line moves, and those in its goal, which are none if it may be anywhere."""
    match part:
        case nodes.Move(things=things, to=to) | nodes.Draw(source=things, to=to):
            yield names_in(things), names_in(to)
        case nodes.MoveAlong(things=things, direction=direction):
            yield names_in(things), {direction.text}
        case nodes.Act(word=word, operands=things) if ACTIONS[word].exchanges:
            yield names_in(things), set()


def names_in(value: object) -> set[str]:
    """Return all names in an expression or a type."""
    found: set[str] = set()
    for part in nodes.nodes_in(value):
        if isinstance(part, nodes.Name):
            found.add(part.name)
        elif isinstance(part, nodes.Word):
            found.add(part.text)
    return found
