"""Describe types in messages, and find the common type of two."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl.checked import NOTHING, NUMBER, Type, Values
from rulewright.dsl.messages.said import Phrase, WordList

# The names of values of these kinds; others are named after their declaration.
SINGLE = {
    "number": Phrase("a-number"),
    "truth": Phrase("a-yes-or-no"),
    "player": Phrase("a-player"),
    "space": Phrase("a-space"),
    "text": Phrase("a-text"),
    "nothing": Phrase("nothing"),
}
MANY = {
    "number": Phrase("a-set-of-numbers"),
    "truth": Phrase("a-set-of-yes-and-no"),
    "player": Phrase("a-set-of-players"),
    "space": Phrase("a-set-of-spaces"),
    "text": Phrase("a-set-of-texts"),
    "nothing": Phrase("an-empty-set"),
}
# Values that may be missing: the other types have 0, no or an empty text instead.
MAY_BE_NOTHING = frozenset({"player", "space", "thing", "value", "card", "nothing"})


def type_in_words(of: Type) -> Phrase:
    """Return the type in plain words, such as "a set of players"."""
    if of.kind in SINGLE:
        return (MANY if of.many else SINGLE)[of.kind]
    if of.kind == "thing":
        return Phrase("a-set-of", word=of.name) if of.many else Phrase("one-of", word=of.name)
    if of.kind == "card" and not of.name:
        return Phrase("a-set-of-cards") if of.many else Phrase("a-card")
    if of.kind == "card":
        return Phrase("a-set-of-cards-of", word=of.name) if of.many else Phrase("a-card-of", word=of.name)
    if " and " in of.name:
        return Phrase("words", words=WordList.quoted(of.name.split(" and "), "and"))
    # For words that are offered in place, this is the name of the choice, before the number that makes it unique.
    name = of.name.partition(" ")[0]
    return Phrase("a-set-of-values-of", name=name) if of.many else Phrase("a-value-of", name=name)


def value_of(values: Values) -> Type:
    """Return the type of one of these values in an expression: for a range, a number."""
    return NUMBER if values.least is not None else Type("value", values.name)


def pair_of(one: Type, other: Type) -> Type:
    """Return the type of all pairs of two."""
    return Type("value", " and ".join(of.name or of.kind for of in (one, other)))


def element(of: Type) -> Type:
    """Return the type of a set's members; a single value's type is its own."""
    return evolve(of, many=False) if of.many else of


def set_of(of: Type) -> Type:
    """Return the type of a set of such values."""
    return of if of.many else evolve(of, many=True)


def common_type(one: Type, other: Type) -> Type | None:
    """Return the type that includes both, or None if there is none."""
    many = one.many or other.many
    single = _joined(element(one), element(other))
    return None if single is None else evolve(single, many=many)


def _joined(one: Type, other: Type) -> Type | None:
    if one == other:
        return one
    if other == NOTHING:
        return one if one.kind in MAY_BE_NOTHING else None
    if one == NOTHING:
        return _joined(other, one)
    if {one.kind, other.kind} == {"thing", "card"} and (one.name == other.name or not (one.name and other.name)):
        return one if one.kind == "card" else other
    if one.kind == other.kind == "card" and not (one.name and other.name):
        return one if not one.name else other
    return None
