"""The messages, labels and ways out that code acts on: told apart by `isinstance`, each with typed fields.

All others are `Phrase(key, ...)`. The catalogues have the sentence of each: that of `UnknownName` is `unknown-name`.
"""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.messages.said import Phrase, PhraseKind


@frozen(eq=False, repr=False)
class DidYouMean(PhraseKind):
    """A way out: one of these names was meant. If it is one alone, it mends what is wrong."""

    names: tuple[str, ...]


@frozen(eq=False, repr=False)
class LineGoesLike(PhraseKind):
    """A way out: how such a line goes."""

    shape: str


@frozen(eq=False, repr=False)
class HereToo(PhraseKind):
    """A label: the mistake is also here."""


@frozen(eq=False, repr=False)
class Unknown(PhraseKind):
    """Nobody knows a word; wherever it stands, that is one mistake."""

    word: str


class UnknownName(Unknown):
    """Nothing is called so."""


class UnknownType(Unknown):
    """No type is called so; nothing more is said of its values."""


class UnknownFieldOwner(UnknownType):
    """Nothing that can have fields is called so."""


class UnknownOwner(Unknown):
    """Nothing that can have things of its own is called so."""


class UnknownCards(Unknown):
    """No kind of cards is called so."""


class UnknownDefine(Unknown):
    """No define is called so."""


class UnknownDefineOrDie(Unknown):
    """No define and no die is called so."""


class UnknownDie(Unknown):
    """No die is called so."""


class UnknownDirection(Unknown):
    """No direction is called so."""


class UnknownField(Unknown):
    """No field is called so."""


class UnknownForm(Unknown):
    """No form in which a field is shown is called so."""


class UnknownMenuOption(Unknown):
    """No option of a menu is called so."""


class UnknownOption(Unknown):
    """No option of the game is called so."""


class UnknownPartSeen(Unknown):
    """No part of a place that could be seen is called so."""


class UnknownPlaceKind(Unknown):
    """No kind of place is called so."""


class UnknownPosition(Unknown):
    """No position of an example is called so."""


class UnknownRule(Unknown):
    """No rule is called so."""


class UnknownSeers(Unknown):
    """No players who could see something are called so."""


class UnknownSeries(Unknown):
    """No series of spaces is called so."""


class UnknownSight(Unknown):
    """Nothing that could be said of who sees something is called so."""


class UnknownTarget(Unknown):
    """Nothing that can be set is called so."""


class UnknownVariant(Unknown):
    """No variant is called so."""


@frozen(eq=False, repr=False)
class UnknownProperty(Unknown):
    """Nothing that something has is called so."""

    owner: Phrase


@frozen(eq=False, repr=False)
class UnknownSpace(Unknown):
    """No space of a board is called so."""

    board: str


class LostName(Unknown):
    """The block that gave this name has ended."""


class NotYetChosen(Unknown):
    """A name is used in the set from which it is chosen."""


class NothingToReplace(Unknown):
    """A variant replaces what is not there."""


class NothingToRemove(Unknown):
    """A variant removes what is not there."""


class NothingToChange(Unknown):
    """A variant changes what is not there."""


@frozen(eq=False, repr=False)
class NoFieldToReplace(Unknown):
    """A variant replaces a field that is not there."""

    owner: str | Phrase


@frozen(eq=False, repr=False)
class NoFieldToRemove(Unknown):
    """A variant removes a field that is not there."""

    owner: str | Phrase


@frozen(eq=False, repr=False)
class NoSuchField(Unknown):
    """A value has no field or property of this name."""

    owner: str
    kind: Phrase


@frozen(eq=False, repr=False)
class NoSuchFieldOfCards(Unknown):
    """Cards of a kind have no field of this name."""

    owner: str


@frozen(eq=False, repr=False)
class NoSuchFieldOfValues(Unknown):
    """Values of a type have no field of this name."""

    owner: str


@frozen(eq=False, repr=False)
class RemovedName(Unknown):
    """Something is used that a variant removed."""

    variant: str


class RemovedBeforeReplacing(RemovedName):
    """A variant replaces what another removed."""


class RemovedBeforeRemoving(RemovedName):
    """A variant removes what another removed."""


class RemovedBeforeChanging(RemovedName):
    """A variant changes what another removed."""


@frozen(eq=False, repr=False)
class FieldOfOthers(PhraseKind):
    """A field stands alone, as if it were the table's."""

    word: str


@frozen(eq=False, repr=False)
class TwoValues(PhraseKind):
    """A card or value has two values for a field."""

    name: str
    field: str


@frozen(eq=False, repr=False)
class NeverAnOption(PhraseKind):
    """An answer is of a kind that nobody can give."""

    value: str
    kind: Phrase


class NeverChosen(NeverAnOption):
    """Nobody is ever asked for such a thing."""


class NeverShown(NeverAnOption):
    """Chance never shows such a thing."""


@frozen(eq=False, repr=False)
class WithinALine(PhraseKind):
    """A step of a secret in the line that looks at it."""


class LookedAt(WithinALine):
    """It is looked at."""


class LookedAtAgain(WithinALine):
    """A thing that was seen before is looked at again."""


class Counted(WithinALine):
    """It is counted."""


class DecidesWhich(WithinALine):
    """It decides which things are meant."""


@frozen(eq=False, repr=False)
class DecidesWhetherPossible(WithinALine):
    """It decides whether a rule can be carried out."""

    rule: str


@frozen(eq=False, repr=False)
class UsedFor(WithinALine):
    """A define is made of it."""

    define: str
