"""What a seat sees and is asked comes in; plain data for JSON goes out, and back again at the other end.

Views are written field by field, as their classes have them: a new field of a view needs no line here.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from rulewright.interpreter.play.decision import Decision, Option
from rulewright.interpreter.see.view import Seen, View


class NotUnderstood(ValueError):
    """Data that is no such thing."""


_PLAIN = frozenset((str, int, bool, type(None)))

# ---- views


def encoded(value: Any) -> Any:
    """A part of a view as data; a thing that has an owner as a list of what it is called, the owner, and its name alone."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple:
        return [encoded(one) for one in value]
    if kind is Seen:
        return [str(value), value.owner, value.plain] if value.owner >= 0 else str(value)
    return {name: encoded(getattr(value, name)) for name in fields(kind)}  # type: ignore[arg-type] # a class can be hashed


@cache
def fields(kind: type) -> tuple[str, ...]:
    """What a class of views has."""
    return tuple(own.name for own in attrs.fields(kind))


def view_of(data: Any) -> View:
    """The view that was sent; raises NotUnderstood."""
    try:
        found = decoded(data, View)
    except (TypeError, KeyError, ValueError, RecursionError, NameError) as error:
        raise NotUnderstood("this is no view of a table") from error
    assert isinstance(found, View)
    return found


def decoded(data: Any, kind: Any) -> Any:
    """Data as what a class says that it is."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        if data is None and type(None) in parts:
            return None
        return decoded(data, next(part for part in parts if part is not type(None)))
    if origin in (list, tuple):
        if type(data) is not list:
            raise TypeError("list")
        return origin(decoded(one, parts[0]) for one in data)
    if attrs.has(kind):
        if type(data) is not dict:
            raise TypeError("dict")
        return kind(**{name: decoded(data[name], own) for name, own in hints(kind).items()})
    if kind is str and type(data) is list:
        text, owner, plain = data
        return Seen(decoded(text, str), decoded(owner, int), decoded(plain, str))
    if type(data) is not kind:
        raise TypeError(f"{kind}")
    return data


@cache
def hints(kind: type) -> dict[str, Any]:
    """The fields of a class with their types."""
    return get_type_hints(kind)


# ---- questions


def asked(decision: Decision, number: int, texts: Mapping[str, str], leads: Mapping[str, str]) -> dict[str, Any]:
    """A question as data; `number` is how many this seat was asked before.

    `texts` is what cards say, by their names, and `leads` what options lead to, by their keys.
    """
    return {
        "number": number,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "options": [
            {"key": option.key, "label": option.label, "text": texts.get(option.key, ""), "leads": leads.get(option.key, "")}
            for option in decision.options
        ],
        "passable": decision.passable,
        "picked": decision.picked,
        "so_far": decision.so_far,
        "least": decision.least,
        "most": decision.most,
    }


@frozen
class Question:
    """A question that was sent: all that whoever asks it at a terminal reads of a decision."""

    seat: int
    kind: str
    options: list[Option]
    passable: bool
    picked: int
    so_far: list[str]
    least: int
    most: int
    prompt: str
    texts: dict[str, str]
    """What options say that are cards, by their keys."""
    leads: dict[str, str]
    """What options lead to, of those of which it is known."""
    private: bool = False

    @property
    def forced(self) -> bool:
        """Whether there is nothing to choose; it is asked all the same."""
        return len(self.options) == 1

    def leads_to(self, _seconds: float) -> dict[str, str]:
        """What options lead to, as it was sent."""
        return self.leads


def question_of(data: Any, seat: int) -> Question:
    """The question that was sent; raises NotUnderstood."""
    try:
        return Question(
            seat,
            decoded(data["kind"], str),
            [Option(decoded(one["key"], str), decoded(one["label"], str)) for one in data["options"]],
            decoded(data["passable"], bool),
            decoded(data["picked"], int),
            decoded(data["so_far"], list[str]),
            decoded(data["least"], int),
            decoded(data["most"], int),
            decoded(data["prompt"], str),
            {decoded(one["key"], str): decoded(one["text"], str) for one in data["options"]},
            {decoded(one["key"], str): decoded(one["leads"], str) for one in data["options"] if one["leads"]},
        )
    except (TypeError, KeyError, ValueError) as error:
        raise NotUnderstood("this is no question") from error
