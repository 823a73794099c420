"""Keep what is known at one line of a rule, and the summary of a rule or define in terms of its own names."""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, field

from rulewright.dsl.checked import Field, Local, Space
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.secrets.labels import (
    ANY,
    BLANK,
    NOTHING,
    FlowStep,
    Label,
    OuterSecret,
    Owner,
    Secret,
    ValueLabels,
    join_labels,
    join_values,
    seen_by_more,
    with_step,
    without_secrets,
)
from rulewright.dsl.text.source import Span

Shown = dict[tuple[Space | Field, Owner], frozenset[Owner]]
"""The places that have been laid open, and to which players."""


@define(eq=False)
class RuleSummary:
    """The effects of a rule on its arguments."""

    sinks: dict[tuple[OuterSecret, Owner, str], tuple[Span, FlowStep | None]] = field(factory=dict)
    """The players who learn what is given, how, and where."""
    stores: dict[tuple[OuterSecret, Field, Owner], FlowStep | None] = field(factory=dict)
    """The fields not visible to everybody that it goes into."""
    result: ValueLabels = BLANK
    shown: Shown = field(factory=dict)
    """The places that it has laid open at its end."""
    done: bool = False

    def size(self) -> int:
        """Return how much is known, which only grows."""
        return len(self.sinks) + len(self.stores) + len(self.result.told) + len(self.result.which)


@define(eq=False)
class LocalKnowledge:
    """The names of a rule or define with their values, and the reasons for what is carried out."""

    names: dict[Local, ValueLabels] = field(factory=dict)
    summary: RuleSummary = field(factory=RuleSummary)
    guard: Label = NOTHING
    shown: Shown = field(factory=dict)
    loops: int = 0
    acting: Owner = None
    fallen: dict[Secret, dict[Secret, tuple[FlowStep, ...]]] = field(factory=dict)
    """Choices of chance, and the hidden fields that keep them."""

    def begin(self, acting: Local, who: Owner = None) -> None:
        """Set the acting player, under the name in the rule."""
        self.acting = who or ("name", acting, 0)
        self.names[acting] = ValueLabels(who=self.acting)

    def branch(self) -> LocalKnowledge:
        """Return a copy for lines that may be carried out or not."""
        return LocalKnowledge(dict(self.names), self.summary, self.guard, dict(self.shown), self.loops, self.acting, self.fallen)

    def again(self, others: list[LocalKnowledge]) -> None:
        """Merge the states after lines of which one set or the other has been carried out."""
        first = others[0]
        for key, value in first.names.items():
            for other in others[1:]:
                value = join_values(value, other.names.get(key, value))
            self.names[key] = value
        for other in others[1:]:
            for key, value in other.names.items():
                self.names.setdefault(key, value)
        self.shown.clear()
        self.shown.update(
            {
                place: frozenset.intersection(seers, *(other.shown[place] for other in others[1:]))
                for place, seers in first.shown.items()
                if all(place in other.shown for other in others[1:])
            }
        )

    def value(self, local: Local) -> ValueLabels:
        """Return the value of a name."""
        found = self.names.get(local)
        if found is None:
            found = self.names[local] = parameter_value(local)
        return found

    def open_to(self, label: Label) -> Label:
        """Return the part of some secrets that is left after what has been shown."""
        if not self.shown or not label:
            return label
        for (place, who), seers in self.shown.items():
            here: Label = {
                one: way
                for one, way in label.items()
                if isinstance(one, Secret) and one.kind == "lies" and one.of is place and who in (one.who, ANY)
            }
            if here:
                rest = {one: way for one, way in label.items() if one not in here}
                for seer in seers:
                    here = seen_by_more(here, seer)
                label = join_labels(rest, here)
        return label

    def value_after_showing(self, value: ValueLabels) -> ValueLabels:
        """Return a value after what has been shown."""
        if not self.shown or not (value.told or value.which or value.picked):
            return value
        told, which, picked = map(self.open_to, (value.told, value.which, value.picked))
        return evolve(value, told=told, which=which, picked=picked)


def parameter_value(local: Local) -> ValueLabels:
    """Return what the rule itself knows about the value of a parameter."""
    kind = local.type.kind
    which: Label = {OuterSecret(local, "which"): None} if kind in ("thing", "space") else NOTHING
    picked: Label = {OuterSecret(local, "picked"): None} if kind == "thing" else NOTHING
    return ValueLabels({OuterSecret(local): None}, which, who=("name", local, 0), picked=picked)


class Substitution:
    """The translation of a summary's own names to where a rule or define is used."""

    def __init__(
        self, names: dict[Local, ValueLabels], whos: dict[Owner, Owner], guard: Label, span: Span, what: Phrase | None
    ) -> None:
        self.names = names
        self.whos = whos
        self.guard = guard
        self.span = span
        self.what = what

    def who(self, who: Owner) -> Owner:
        """Translate a player."""
        if who is None or who in self.whos:
            return self.whos.get(who)
        if isinstance(who[-1], tuple):
            inner = self.who(who[-1])
            return None if inner is None else (*who[:-1], inner)
        return who

    def secret(self, one: OuterSecret) -> Label:
        """Return what a given value is here."""
        if one.local is None:
            return self.guard
        value = self.names.get(one.local)
        if value is None:
            return NOTHING
        return value.told if one.part == "told" else value.which if one.part == "which" else value.picked

    def label(self, label: Label) -> Label:
        """Translate a label."""
        if not label:
            return label
        found: dict[Any, FlowStep | None] = {}
        for one, way in label.items():
            if isinstance(one, OuterSecret):
                inner = self.secret(one)
                for seer in one.seers:
                    inner = seen_by_more(inner, self.who(seer))
                for secret, before in inner.items():
                    found.setdefault(secret, before)
            else:
                seers = frozenset(map(self.who, one.seers)) if one.seers else one.seers
                found.setdefault(Secret(one.kind, one.of, self.who(one.who), seers), way)
        return with_step(found, self.span, self.what) if self.what else found

    def value(self, value: ValueLabels) -> ValueLabels:
        """Translate a whole value."""
        if value is BLANK:
            return value
        places: list[tuple[Space | Field, Owner]] = [(place, self.who(who)) for place, who in value.places]
        return ValueLabels(
            self.label(value.told),
            self.label(value.which),
            tuple(places),
            self.who(value.who),
            value.chosen,
            value.anywhere,
            without_secrets(self.label(value.picked), self.label(value.hidden_places)) if value.picked else NOTHING,
            value.in_turn,
        )

    def shown(self, shown: Shown) -> Shown:
        """Translate what has been laid open."""
        return {(place, self.who(who)): frozenset(map(self.who, seers)) for (place, who), seers in shown.items()}
