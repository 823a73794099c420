"""Convert a seat's view and questions to data for JSON, and back.

Everything is written field by field, as its class declares it, so a new field needs no line here.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from rulewright.interpreter.match.decision import Decision
from rulewright.interpreter.match.option_outline import OutlinedOption
from rulewright.interpreter.views.view import THING_PARTS, ThingName, View

Kind = TypeVar("Kind")
_PLAIN = frozenset((str, int, bool, type(None)))


class NotUnderstood(ValueError):
    """The data has another form."""


@frozen
class PlayerRecord:
    """A player, as everybody sees them."""

    name: str
    program: bool
    here: bool
    free: bool
    """Whether anyone who has the link of the table may sit down there."""


@frozen
class OptionRecord:
    """An option: `text` is what the card says, and `entry` what it adds to its heading in a list.

    `leads` is what it leads to, and `at` where its parts are on the picture.
    """

    key: str
    label: str
    heading: str
    entry: str
    moved: list[str]
    text: str
    leads: str
    at: list[str]


@frozen(kw_only=True)
class QuestionRecord:
    """A question: the part of a decision that a terminal needs."""

    number: int
    """How many questions this seat had before."""
    kind: str
    prompt: str
    options: list[OptionRecord]
    passable: bool
    picked: int
    so_far: list[str]
    least: int
    most: int

    @classmethod
    def from_decision(cls, decision: Decision, number: int, texts: Mapping[str, str], leads: Mapping[str, str]) -> QuestionRecord:
        """Return the question of a decision, with the texts of cards and what options lead to, by their keys."""
        return cls(
            number=number,
            kind=decision.kind,
            prompt=decision.prompt,
            options=[
                OptionRecord(
                    option.key, option.label, *outlined, list(moved), texts.get(option.key, ""), leads.get(option.key, ""), at
                )
                for option, outlined, moved, at in zip(
                    decision.options, decision.outline(), decision.moved(), decision.options.addresses(), strict=True
                )
            ],
            passable=decision.passable,
            picked=decision.picked,
            so_far=decision.so_far,
            least=decision.least,
            most=decision.most,
        )

    def outline(self) -> list[OutlinedOption]:
        """Return the options as parts of a list with headings."""
        return [OutlinedOption(option.heading, option.entry) for option in self.options]

    def moved(self) -> list[list[str]]:
        """Return for each option the titles and letters of the pieces that it moves."""
        return [option.moved for option in self.options]

    def leads_to(self, _seconds: float) -> dict[str, str]:
        """Return what options lead to, as the table sent it."""
        return {option.key: option.leads for option in self.options if option.leads}


@frozen
class UndoRecord:
    """The seat that wants to take a choice back, and the seats that must agree."""

    seat: int
    waits: list[int]


@frozen
class ResultRecord:
    """The result of a game: `told` says it in a sentence; `points` is what scores are called."""

    winners: list[int]
    told: str
    scores: list[int] | None
    points: str
    seed: int


ROLES = ("player", "onlooker", "host")


@frozen
class ChatLine:
    """A line that somebody says to all, in one of the roles; the host has no name, and an onlooker perhaps none."""

    role: str
    name: str
    text: str


@frozen(kw_only=True)
class SeatRecord:
    """All that a seat or an onlooker may see."""

    game: str
    variants: list[str]
    introduction: list[str]
    """The parts of the text that says what the game is and how it goes."""
    has_chosen: bool
    """Whether the seat has chosen before, and knows the game."""
    language: str
    languages: list[str]
    seat: int | None
    players: list[PlayerRecord]
    waiting: list[int]
    view: View
    scene: str
    """The view as a picture, for guests who have said how wide their screen is."""
    tale: list[str]
    asked: QuestionRecord | None
    stuck: bool
    undo: bool
    wish: UndoRecord | None
    result: ResultRecord | None
    again: list[int]
    """The seats that would like to play again, after the end."""


def received(data: Any, kind: type[Kind]) -> Kind:
    """Return what a table has sent; raise NotUnderstood."""
    try:
        return decoded(data, kind)
    except (TypeError, KeyError, ValueError, RecursionError, NameError) as error:
        raise NotUnderstood("this is no message of a table") from error


def state_of(data: Any) -> SeatRecord:
    """Return the state in some data; raise NotUnderstood."""
    state = received(data, SeatRecord)
    wish, result = state.wish, state.result
    seats = [state.seat or 0, *(result.winners if result is not None else ()), *((wish.seat,) if wish is not None else ())]
    if not all(0 <= seat < len(state.players) for seat in seats):
        raise NotUnderstood("there is no such seat")
    return state


def encoded(value: Any) -> Any:
    """Return an object as data; a thing becomes a list of its name and its parts."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple:
        return [encoded(one) for one in value]
    if kind is dict:
        return {str(key): encoded(one) for key, one in value.items()}
    if kind is ThingName:
        return [str(value), *(encoded(getattr(value, name)) for name in THING_PARTS)]
    return {name: encoded(getattr(value, name)) for name in hints(kind)}  # type: ignore[arg-type] # a class can be hashed


def decoded(data: Any, kind: type[Kind]) -> Kind:
    """Return data as an object of a class; raise TypeError, KeyError or ValueError."""
    return cast("Kind", _decoded(data, kind))


def _decoded(data: Any, kind: Any) -> Any:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        for part in parts:
            with suppress(TypeError, KeyError, ValueError):
                return _decoded(data, part)
        raise TypeError(f"{kind}")
    if kind is str and type(data) is list:
        text, *rest = data
        own = hints(ThingName)
        return ThingName(_decoded(text, str), *(_decoded(one, own[name]) for name, one in zip(THING_PARTS, rest, strict=True)))
    wanted: type = list if origin in (list, tuple) else dict if origin is dict or attrs.has(kind) else kind
    found = type(data)
    if found is not wanted:
        raise TypeError(f"{kind}")
    if origin in (list, tuple):
        return origin(_decoded(one, parts[0]) for one in data)
    if origin is dict:
        return {parts[0](key): _decoded(one, parts[1]) for key, one in data.items()}
    if attrs.has(kind):
        return kind(**{name: _decoded(data[name], own) for name, own in hints(kind).items()})
    return data


@cache
def hints(kind: type) -> dict[str, Any]:
    """Return the types of a class's fields."""
    return get_type_hints(kind)
