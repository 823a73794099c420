"""Turn what a seat sees and is asked into data for JSON, and back.

Views are written field by field, as their classes declare them, so a new field needs no line here.
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
    """The data has another form."""


_PLAIN = frozenset((str, int, bool, type(None)))

# ---- views


def encoded(value: Any) -> Any:
    """Return a part of a view as data; a thing with an owner becomes a list of its title, its owner and its own name."""
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
    """Return the names of a class's fields."""
    return tuple(own.name for own in attrs.fields(kind))


def view_of(data: Any) -> View:
    """Return the view in some data; raise NotUnderstood."""
    try:
        found = decoded(data, View)
    except (TypeError, KeyError, ValueError, RecursionError, NameError) as error:
        raise NotUnderstood("this is no view of a table") from error
    assert isinstance(found, View)
    return found


def decoded(data: Any, kind: Any) -> Any:
    """Return data as an object of a class."""
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
    """Return the types of a class's fields."""
    return get_type_hints(kind)


# ---- questions


def asked(decision: Decision, number: int, texts: Mapping[str, str], leads: Mapping[str, str]) -> dict[str, Any]:
    """Return a question as data; `number` is how many questions this seat had before.

    `texts` are the texts of cards by their names, and `leads` what options lead to by their keys.
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
    """A question that was sent: the part of a decision that a terminal needs."""

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
    """The texts of cards among the options, by key."""
    leads: dict[str, str]
    """What options lead to, if it is known, by key."""
    private: bool = False

    @property
    def forced(self) -> bool:
        """Return whether there is only one option; the question is asked nevertheless."""
        return len(self.options) == 1

    def leads_to(self, _seconds: float) -> dict[str, str]:
        """Return what options lead to, as the table sent it."""
        return self.leads


def question_of(data: Any, seat: int) -> Question:
    """Return the question in some data; raise NotUnderstood."""
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
