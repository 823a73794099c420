"""Define what a value gives away: the secrets that it comes from, each with its way."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import evolve, frozen

from rulewright.dsl.checked import Field, Local, Space
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

Owner: TypeAlias = tuple[Any, ...] | None
"""A player, as a key: equal keys are the same player, others are taken to be different, and None is unknown."""
ALL: Owner = ("everybody",)
ANY: Owner = ("any of several",)
TARGET: Owner = ("whose it is",)
LOOKER: Owner = ("whoever looks",)
LabelPart: TypeAlias = Literal["told", "which", "picked"]
"""A part of what a value gives away."""


@frozen(eq=False)
class FlowStep:
    """A step on the way of a secret: what happens to it there, and the steps before."""

    span: Span
    text: Phrase
    before: FlowStep | None = None
    decides: bool = False
    """Whether it decides here what is carried out."""
    handed: bool = False
    """Whether it is handed to another rule here."""

    def steps(self) -> list[FlowStep]:
        """Return all steps, the first one first."""
        found, one = [self], self.before
        while one is not None:
            found.append(one)
            one = one.before
        return found[::-1]


@frozen
class Secret:
    """Something that not everybody may know."""

    kind: str
    """The kind of secret.

    It is `lies` for which things are at a place, `many` for how many, the `value` of a field, or a result that was `rolled`,
    `chosen`, or left to `chance`.
    """
    of: Any
    """The place, field or die, or the choice."""
    who: Owner
    """The owner."""
    seers: frozenset[Owner] = frozenset()
    """The other players who have seen it."""


@frozen
class OuterSecret:
    """A secret from outside of a rule or define: in a parameter, or in the reason why the rule is carried out."""

    local: Local | None
    part: LabelPart = "told"
    """The part of the value."""
    seers: frozenset[Owner] = frozenset()
    """The players who have seen it in the meantime."""


GUARD = OuterSecret(None)
Label: TypeAlias = dict[Secret | OuterSecret, FlowStep | None]
NOTHING: Label = {}


@frozen(eq=False)
class ValueLabels:
    """Knowledge about the value of an expression."""

    told: Label = NOTHING
    """The secrets that it gives away by itself: a number, a truth, how many there are."""
    which: Label = NOTHING
    """For things: what anyone learns who knows which of them they are."""
    places: tuple[tuple[Space | Field, Owner], ...] = ()
    """For spaces: which they may be, and their owners."""
    who: Owner = None
    """For a player: who that is; for things: their owner."""
    chosen: bool = False
    """For things: whether they were selected by what they are, rather than by where they are."""
    anywhere: bool = False
    """For things: whether nothing says where they are."""
    picked: Label = NOTHING
    """The secrets that selected things, apart from the things themselves.

    Anyone who sees the selection learns these.
    """
    in_turn: bool = False
    """For a thing: whether a loop takes it in turn with others, and the order does not depend on where they are."""

    @property
    def hidden_places(self) -> Label:
        """Return the hidden places of these things, or a parameter if their places are not known."""
        return without_secrets(self.which, self.picked)

    @property
    def several_hidden_places(self) -> Label:
        """Return the hidden places of these things, if there are several."""
        if not self.which:
            return NOTHING
        places: Label = {one: way for one, way in self.hidden_places.items() if isinstance(one, Secret)}
        return places if len(places) > 1 or any(isinstance(one, Secret) and one.who == ANY for one in places) else NOTHING


BLANK = ValueLabels()


def join_labels(*labels: Label) -> Label:
    """Return the union of several labels."""
    filled = [label for label in labels if label]
    if len(filled) < 2:
        return filled[0] if filled else NOTHING
    found = dict(filled[0])
    for label in filled[1:]:
        for secret, way in label.items():
            found.setdefault(secret, way)
    return found


def join_values(one: ValueLabels, other: ValueLabels) -> ValueLabels:
    """Return a value that may be the one or the other."""
    if one is other:
        return one
    return ValueLabels(
        join_labels(one.told, other.told),
        join_labels(one.which, other.which),
        tuple(dict.fromkeys(one.places + other.places)),
        one.who if one.who == other.who else None,
        one.chosen or other.chosen,
        one.anywhere and other.anywhere,
        join_labels(one.picked, other.picked),
        one.in_turn or other.in_turn,
    )


def with_step(label: Label, span: Span, text: Phrase, *, decides: bool = False, handed: bool = False) -> Label:
    """Return a label with one more step."""
    return {secret: FlowStep(span, text, way, decides, handed) for secret, way in label.items()}


def seen_by_more(label: Label, who: Owner) -> Label:
    """Return a label after another player, or everybody, has seen the things in it."""
    if who == ALL:
        return {one: way for one, way in label.items() if not is_about_things(one)}
    return {evolve(one, seers=one.seers | {who}) if is_about_things(one) else one: way for one, way in label.items()}


def is_about_things(one: Secret | OuterSecret) -> bool:
    """Return whether anyone who sees the things knows it."""
    return one.part == "which" if isinstance(one, OuterSecret) else one.kind == "lies"


def without_secrets(label: Label, others: Label) -> Label:
    """Return a label without the secrets of another one."""
    return {one: way for one, way in label.items() if one not in others} if label and others else label


def without_counts(label: Label) -> Label:
    """Return a label without the numbers of things at places."""
    return {one: way for one, way in label.items() if not (isinstance(one, Secret) and one.kind == "many")}
