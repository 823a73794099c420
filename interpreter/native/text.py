"""Bits of C, and tables that never change."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from rulewright.interpreter.native.types import (
    NOTHING,
    DictOf,
    Group,
    ListOf,
    Plain,
    SetOf,
    Type,
    Untranslatable,
)


def shipped(name: str) -> str:
    """A file with C that every game has in it."""
    return (files(__package__) / name).read_text(encoding="utf-8")


def literal(value: int) -> str:
    """A number in C."""
    if abs(value) >= 2**62:
        raise Untranslatable("a number that is too large")
    return str(int(value)) if abs(value) < 2**31 else f"INT64_C({value})"


def braces(values: Sequence[int]) -> str:
    """Numbers as the first values of an array, which has at least one."""
    return "{" + (", ".join(literal(value) for value in values) or "0") + "}"


def declared(kind: Type, name: str) -> str:
    """A declaration of a name."""
    match kind:
        case ListOf():
            return f"List *{name}"
        case SetOf():
            return f"Set *{name}"
        case DictOf():
            return f"Map *{name}"
        case Group():
            raise Untranslatable(f"a tuple in {name}")
    return f"i64 {name}"


def is_nothing(kind: Type) -> bool:
    """Whether a function gives nothing."""
    return kind is NOTHING or kind is Plain.UNKNOWN


def width(kind: Type) -> int:
    """How many words an element or key takes."""
    return len(kind.parts) if isinstance(kind, Group) else 1


def from_word(kind: Type, word: str) -> str:
    """A value from a word."""
    if isinstance(kind, ListOf | SetOf):
        return f"(({declared(kind, '')}){word})"
    return word


class Tables:
    """The tables of one game, each written when it is first needed; and the texts, which are numbers here."""

    def __init__(self) -> None:
        self.tables: dict[object, str] = {}
        self.lines: list[str] = []
        self.texts: dict[str, int] = {"": 0}

    def word_of(self, value: object) -> str:
        """A value as one word: a number, or where a table is."""
        match value:
            case int():
                return literal(value)
            case str():
                return str(self.texts.setdefault(value, len(self.texts)))
            case list() | tuple():
                return f"(i64)&{self.table(value)}"
        raise Untranslatable(f"a table of {type(value).__name__}")

    def table(self, value: Sequence[Any]) -> str:
        """The name of a table with such values, a list; `name_` are its words, the last one first as well."""
        key = (type(value), repr(value))
        name = self.tables.get(key)
        if name is None:
            words = [self.word_of(one) for one in (*value[-1:], *value)] or ["0"]
            name = self.tables[key] = f"table{len(self.tables)}"
            size = len(value)
            self.lines.append(f"static const i64 {name}_[] = {{{', '.join(words)}}};")
            self.lines.append(f"static const List {name} = {{(i64 *){name}_ + 1, {size}, {size}}};")
        return name
