"""What a value gives away: the secrets that it comes from, each with the way that it has come."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import evolve, frozen

from rulewright.dsl.checked import Field, Local, Space
from rulewright.dsl.messages.said import Said
from rulewright.dsl.text.source import Span

Who: TypeAlias = tuple[Any, ...] | None
"""Which player, as a key: two that are equal are the same one, two others are taken to be different; None is not known."""
ALL: Who = ("everybody",)
ANY: Who = ("any of several",)
TARGET: Who = ("whose it is",)
LOOKER: Who = ("whoever looks",)
Part: TypeAlias = Literal["told", "which", "picked"]
"""A part of what a value gives away."""


@frozen(eq=False)
class Way:
    """A step that a secret has come: what happens to it there, and how it came there."""

    span: Span
    text: Said
    before: Way | None = None
    decides: bool = False
    """Whether it decides here what is carried out."""
    handed: bool = False
    """Whether it is handed to another rule here."""

    def steps(self) -> list[Way]:
        """All steps, the first one first."""
        found, one = [self], self.before
        while one is not None:
            found.append(one)
            one = one.before
        return found[::-1]


@frozen
class Secret:
    """Something that not everybody may know."""

    kind: str
    """What `lies` in a place, how `many` lie there, the `value` of a field, what is `rolled`, `chosen`, or falls by `chance`."""
    of: Any
    """The place, field or die, or the choice."""
    who: Who
    """Whose it is."""
    seers: frozenset[Who] = frozenset()
    """Who has seen it besides."""


@frozen
class Given:
    """What comes from outside of a rule or define: in a parameter, or because of what the rule is carried out."""

    local: Local | None
    part: Part = "told"
    """Which part of the value it is."""
    seers: frozenset[Who] = frozenset()
    """Who has seen it in the meantime."""


GUARD = Given(None)
Label: TypeAlias = dict[Secret | Given, Way | None]
NOTHING: Label = {}


@frozen(eq=False)
class Value:
    """What is known of what an expression is worth."""

    told: Label = NOTHING
    """What it gives away by itself: a number, a truth, how many there are."""
    which: Label = NOTHING
    """Of things: what it gives away to know which of them they are."""
    places: tuple[tuple[Space | Field, Who], ...] = ()
    """Of spaces: which they may be, and whose."""
    who: Who = None
    """Of a player: who that is; of things: whose they are."""
    chosen: bool = False
    """Of things: whether they are some out of others by what they are, and not by where they lie."""
    anywhere: bool = False
    """Of things: whether nothing was said of where they lie."""
    picked: Label = NOTHING
    """Of things: the secrets that selected them, apart from the things themselves. Anyone who sees the selection learns these."""
    in_turn: bool = False
    """Of a thing: whether a loop takes it in turn with others, and the order does not depend on where they lie."""

    @property
    def lying(self) -> Label:
        """Return the hidden places of these things, or a parameter if their places are not known."""
        return but_for(self.which, self.picked)

    @property
    def scattered(self) -> Label:
        """Return the hidden places of these things, if there are several."""
        if not self.which:
            return NOTHING
        places: Label = {one: way for one, way in self.lying.items() if isinstance(one, Secret)}
        return places if len(places) > 1 or any(isinstance(one, Secret) and one.who == ANY for one in places) else NOTHING


BLANK = Value()


def joined(*labels: Label) -> Label:
    """All that several labels hold."""
    filled = [label for label in labels if label]
    if len(filled) < 2:
        return filled[0] if filled else NOTHING
    found = dict(filled[0])
    for label in filled[1:]:
        for secret, way in label.items():
            found.setdefault(secret, way)
    return found


def both(one: Value, other: Value) -> Value:
    """What may be the one or the other."""
    if one is other:
        return one
    return Value(
        joined(one.told, other.told),
        joined(one.which, other.which),
        tuple(dict.fromkeys(one.places + other.places)),
        one.who if one.who == other.who else None,
        one.chosen or other.chosen,
        one.anywhere and other.anywhere,
        joined(one.picked, other.picked),
        one.in_turn or other.in_turn,
    )


def on_its_way(label: Label, span: Span, text: Said, *, decides: bool = False, handed: bool = False) -> Label:
    """The same, a step further."""
    return {secret: Way(span, text, way, decides, handed) for secret, way in label.items()}


def seen_by_more(label: Label, who: Who) -> Label:
    """What lies somewhere, after somebody else has seen it, or everybody."""
    if who == ALL:
        return {one: way for one, way in label.items() if not is_about_things(one)}
    return {evolve(one, seers=one.seers | {who}) if is_about_things(one) else one: way for one, way in label.items()}


def is_about_things(one: Secret | Given) -> bool:
    """Whether it is something that is known to who sees the things."""
    return one.part == "which" if isinstance(one, Given) else one.kind == "lies"


def but_for(label: Label, others: Label) -> Label:
    """Return a label without the secrets of another one."""
    return {one: way for one, way in label.items() if one not in others} if label and others else label


def but_how_many(label: Label) -> Label:
    """The same without how many lie anywhere."""
    return {one: way for one, way in label.items() if not (isinstance(one, Secret) and one.kind == "many")}
