"""The expressions of a syntax tree, and what every node has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import field, fields

from rulewright.dsl.text.frozen import attributes, unchanging
from rulewright.dsl.text.source import Span


@unchanging(kw_only=True, eq=False, repr=False)
class Node:
    """Anything with a place in a file.

    A node equals only itself, so it can be a key; `alike` compares what nodes say. Nodes are shown by the method here. If attrs
    wrote one for every class, compiling them would take longer than checking a rulebook.
    """

    span: Span = field(eq=False, repr=False)

    def __repr__(self) -> str:
        held = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(type(self)) if one.repr)
        return f"{type(self).__name__}({', '.join(held)})"


def alike(one: object, other: object) -> bool:
    """Return whether two nodes, or two tuples or lists with nodes in them, say the same, wherever each of them is written."""
    if one is other:
        return True
    if isinstance(one, Node):
        return type(one) is type(other) and all(
            alike(getattr(one, part.name), getattr(other, part.name)) for part in fields(type(one)) if part.eq
        )
    if isinstance(one, tuple | list):
        return isinstance(other, tuple | list) and len(one) == len(other) and all(map(alike, one, other))
    return one == other


def nodes_in(value: object, without: tuple[type[Node], ...] = ()) -> Iterator[Node]:
    """Yield all nodes in a value in order, including itself; leave out those of the classes in `without`, with their contents."""
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple | list):
            pending += part[::-1]
        elif isinstance(part, Node) and not isinstance(part, without):
            yield part
            pending += [getattr(part, name) for name in attributes(type(part))[::-1]]


@unchanging(kw_only=True, eq=False, repr=False)
class Word(Node):
    """A name where it is written."""

    text: str


PARAGRAPH = "\n\n"
"""The blank line between the paragraphs of a text."""


@unchanging(kw_only=True, eq=False, repr=False)
class Title(Node):
    """`"Shove" fr "Pousser"`: a text with its translations; the first one has the language `en`."""

    texts: tuple[tuple[str, str], ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Name(Node):
    """`leader`."""

    name: str


@unchanging(kw_only=True, eq=False, repr=False)
class Number(Node):
    """`3`."""

    value: int


@unchanging(kw_only=True, eq=False, repr=False)
class Text(Node):
    """`"words"`, only where examples answer a question by a label."""

    value: str


@unchanging(kw_only=True, eq=False, repr=False)
class Constant(Node):
    """`yes`, `no`, `nothing` or `it`."""

    word: str


@unchanging(kw_only=True, eq=False, repr=False)
class Of(Node):
    """`space of runner`, `pawns of player`, `weight of (pawn, house)`: the meaning depends on the types."""

    name: Word
    target: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class ValueList(Node):
    """`(ship, shore)`."""

    items: tuple[Expression, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Operation(Node):
    """Every other expression: `operator` is the grammar's word for it, `name` the name that `ray`, `can` and `named` carry."""

    operator: str
    operands: tuple[Expression, ...]
    name: Word | None = None


Expression: TypeAlias = Name | Number | Text | Constant | Of | ValueList | Operation
