"""Know the names of the whole game, and the names inside one rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from attrs import define, field, frozen

from rulewright.dsl import nodes
from rulewright.dsl.check.reporter import Reporter
from rulewright.dsl.check.types import type_in_words
from rulewright.dsl.check.variants import ancestors
from rulewright.dsl.checked import (
    PLAYER,
    Board,
    Card,
    Define,
    Expression,
    Field,
    Hook,
    Kind,
    Local,
    LocalRef,
    NumberDie,
    Option,
    Rule,
    Space,
    Statement,
    Titles,
    Type,
    Values,
)
from rulewright.dsl.messages.kinds import RemovedName, UnknownName
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.speech import COMMON, language_rules
from rulewright.dsl.messages.suggestions import Suggestions
from rulewright.dsl.syntax.vocabulary import LANGUAGE, words_of
from rulewright.dsl.text.source import Span

if TYPE_CHECKING:
    from rulewright.dsl.check.place_contents import PlaceContents

# Words with a meaning of their own, which no declaration may take.
SHARED_WORDS = frozenset(
    words_of("""
    players player number truth space text place pile bag owner left right row column neighbours around it
""")
)
# Those of them that are used only before `of`.
PROPERTY_WORDS = frozenset({"left", "right", "row", "column", "neighbours", "around"})
# Those that are used alone in an expression, so a local name would hide them.
STANDING_ALONE = frozenset({"players", "player"})
# The card that contains a line.
THIS = "this"
NEXT_BLOCK = re.compile(r"\n[^\s#]")


@frozen
class NamedValue:
    """One value of a type of values, or one word of an option."""

    type: Type
    index: int


@frozen
class Label:
    """The name of a standing rule, which only variants mention."""


Meaning: TypeAlias = Option | Values | NumberDie | Space | Board | Kind | Card | Field | Define | Rule | NamedValue | Label | None
"""The meaning of a name; None if its declaration is wrong and was reported."""


@frozen
class Symbol:
    """A declared name: what it is in words, what it stands for, and where it was declared."""

    what: Phrase
    meaning: Meaning
    span: Span
    variant: str = ""


@define(eq=False)
class SymbolTable(Reporter):
    """Everything declared in one game, and its diagnostics."""

    forms: dict[str, dict[str, tuple[str, ...]]] = field(factory=dict)
    """By language: titles of what is counted, each with all its forms."""
    broken: set[str] = field(factory=set)
    """Names whose declarations are wrong and were reported, so nothing more is reported about them."""
    removed: dict[str, tuple[str, Span]] = field(factory=dict)
    """Names that a variant removed, with the variant and the place."""
    symbols: dict[str, Symbol] = field(factory=dict)
    fields: dict[str, list[Field]] = field(factory=dict)
    """Fields of players, things, spaces and values, by name; those of the table are symbols."""
    field_spans: dict[str, Span] = field(factory=dict)
    directions: dict[str, Span] = field(factory=dict)
    """Directions of lines and grids, by name."""
    options: dict[str, Option] = field(factory=dict)
    values: dict[str, Values] = field(factory=dict)
    dice: dict[str, Values | NumberDie] = field(factory=dict)
    boards: dict[str, Board] = field(factory=dict)
    places: dict[str, Space] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)
    cards: dict[str, Card] = field(factory=dict)
    table: list[Field] = field(factory=list)
    another_turn: Field | None = None
    """Whether the player whose turn it is goes on, if a line anywhere says so."""
    field_of: dict[nodes.Field, Field] = field(factory=dict)
    """The field that a line declares."""
    defines: dict[str, Define] = field(factory=dict)
    rules: dict[str, Rule] = field(factory=dict)
    trials: list[Rule] = field(factory=list)
    """The rules that are made for trials: they carry out another one, and return a condition."""
    openly: list[Expression] = field(factory=list)
    """The expressions after `openly`."""
    define_nodes: dict[str, nodes.Define] = field(factory=dict)
    defines_done: dict[str, bool] = field(factory=dict)
    """By name: whether a define that was checked has no mistakes."""
    lookers: list[tuple[nodes.Word, Field]] = field(factory=list)
    """The words for other players who see what its owner does, with the field or place."""
    define_scopes: list[tuple[Define, Scope]] = field(factory=list)
    """For each define, and each change of one, the scope that knows what it uses."""
    variant_of: dict[nodes.Declaration, str] = field(factory=dict)
    """The variant that a declaration's node came from."""
    usuals: list[tuple[Rule, Hook, Rule]] = field(factory=list)
    """Rules with an `instead of`, and what would be carried out without that one."""
    variants: list[nodes.Variant] = field(factory=list)
    """The variants that are laid over the game."""
    least_players: int = 1
    most_players: int = 12
    ungrouped: set[str] = field(factory=set)
    """Kinds whose groups have a mistake."""
    players_known: bool = False
    """Whether the game says how many can play; if not, any seat may exist."""
    declarations: Sequence[nodes.Declaration] = ()
    """All declarations, with the variants laid over them."""
    lying: PlaceContents | None = None
    """Which kinds get where, once somebody has asked."""
    suggestions: Suggestions = field(factory=Suggestions)
    watcher: Watcher | None = None

    @property
    def failed(self) -> bool:
        """Whether any diagnostic so far keeps the game from being played."""
        return any(diagnostic.severity == "error" for diagnostic in self.diagnostics)

    def did_you_mean(self, word: str, candidates: Iterable[str]) -> Phrase | None:
        """Return a question to put beside an error, or None."""
        return self.suggestions.did_you_mean(word, candidates)

    def declare(self, word: nodes.Word, what: Phrase, meaning: Meaning, variant: str = "") -> bool:
        """Add a name to those of the game, unless it is taken."""
        name = word.text
        value = isinstance(meaning, NamedValue)
        # Values are used alone, directions and properties before `of`: so a value may well be called `left`.
        if name in SHARED_WORDS and not (value and name in PROPERTY_WORDS):
            self.report(
                "reserved-name",
                Phrase("has-a-meaning-of-its-own-in", name=name),
                word.span,
                Phrase("cannot-be-declared"),
                Phrase("choose-another-name"),
            )
            return False
        taken = self.symbols.get(name)
        if taken is None and name in self.field_spans:
            taken = Symbol(Phrase("a-field"), None, self.field_spans[name])
        if taken is None and name in self.directions and not value:
            taken = Symbol(Phrase("a-direction"), None, self.directions[name])
        if taken is not None:
            self.report_duplicate(word, taken, variant)
            return False
        self.symbols[name] = Symbol(what, meaning, word.span, variant)
        return True

    def declare_direction(self, word: nodes.Word) -> None:
        """Add a direction; lines and grids may share them."""
        name = word.text
        taken = self.symbols.get(name)
        if name in SHARED_WORDS:
            self.report(
                "reserved-name",
                Phrase("has-a-meaning-of-its-own-in", name=name),
                word.span,
                Phrase("cannot-be-declared"),
                Phrase("choose-another-name"),
            )
        elif taken is not None and not isinstance(taken.meaning, NamedValue):
            self.report_duplicate(word, taken, "")
        elif name in self.field_spans:
            self.report_duplicate(word, Symbol(Phrase("a-field"), None, self.field_spans[name]), "")
        else:
            self.directions.setdefault(name, word.span)

    def direction_values(self) -> Values | None:
        """Return the type of directions, where there are boards with some and nothing else is called so."""
        if "direction" in self.symbols or not self.directions:
            return None
        span = next(iter(self.directions.values()))
        found = self.values.setdefault("direction", Values(name="direction", names=(), span=span))
        found.names = tuple(self.directions)
        found.value_titles = tuple({} for _ in found.names)
        found.weights = tuple(None for _ in found.names)
        return found

    def report_duplicate(self, word: nodes.Word, taken: Symbol, variant: str) -> None:
        """Report a name that exists already, and what to do about it."""
        name = word.text
        first = [(taken.span, Phrase("first-declared-here"))]
        if variant and taken.variant and variant != taken.variant:
            self.report(
                "variant-conflict",
                Phrase("the-variants-and-both-declare", one=taken.variant, other=variant, name=name),
                word.span,
                Phrase("declared-again-here"),
                Phrase("play-them-apart-or-rename-one"),
                first,
            )
        elif variant and not taken.variant:
            self.report(
                "needs-replace",
                Phrase("the-game-that-changes-already-has", variant=variant, what=taken.what, name=name),
                word.span,
                Phrase("already-there"),
                Phrase("write-replace-in-front-of-the-line"),
                first,
            )
        else:
            self.report(
                "duplicate-name",
                Phrase("is-already-the-name-of", word=name, what=taken.what),
                word.span,
                Phrase("declared-again-here"),
                Phrase("names-must-differ-also-between-kinds-of"),
                first,
            )

    def variant_at(self, span: Span) -> str:
        """Return the variant that contains a place, or an empty text."""
        for variant in self.variants:
            start = variant.span.start
            # Its block ends where the next line begins at the left margin.
            if (
                variant.span.source is span.source
                and start <= span.start
                and not NEXT_BLOCK.search(span.source.text, start, span.start + 1)
            ):
                return variant.name.text
        return ""

    def report_hidden(self, word: nodes.Word, what: Phrase, declared: Span) -> None:
        """Report a local name that is also declared; the one who came later has to choose another."""
        name = word.text
        variant, local = self.variant_at(declared), self.variant_at(word.span)
        chain = ancestors(variant, {one.name.text: one for one in self.variants})
        if variant and local != variant and local in ("", *chain):
            self.report(
                "hidden-name",
                (
                    Phrase("is-in-but-a-local-name-in", name=name, what=what, variant=variant)
                    if local
                    else Phrase("is-in-but-a-local-name-in-the", name=name, what=what, variant=variant)
                ),
                declared,
                Phrase("must-be-called-something-else"),
                Phrase("choose-another-name-in-the-variant"),
                [(word.span, Phrase("the-local-name"))],
            )
        else:
            self.report(
                "hidden-name",
                Phrase("is-already-the-name-of", word=name, what=what),
                word.span,
                Phrase("used-again"),
                Phrase("choose-another-name"),
                declared=declared,
            )

    def unknown(self, name: str, span: Span, candidates: Iterable[str], message: Phrase | None = None) -> None:
        """Report an unknown name, unless the line that declares it could not be read."""
        if name in self.broken:
            return
        if name in self.removed:
            variant, place = self.removed[name]
            self.report(
                "unknown-name",
                RemovedName(word=name, variant=variant),
                span,
                Phrase("removed"),
                Phrase("replace-what-uses-it-in-the-variant"),
                [(place, Phrase("removed-here"))],
            )
            return
        way_out = Phrase("this-is-the-card-that-a-line") if name == THIS else (self.did_you_mean(name, candidates))
        self.report("unknown-name", message or UnknownName(name), span, Phrase("not-known"), way_out)


class Watcher(Protocol):
    """A caller that tries what else could be written in place of a line, or of a part that has to be of a type.

    It is told of each before the check, together with the function that checks.
    """

    def __call__(self, scope: Scope, node: Any, check: Callable[[Scope, Any], object], of: Type | None, /) -> None: ...


@frozen(eq=False)
class OwnEntity:
    """An entity for which a number, a first place or a first value is evaluated, such as a thing of a kind."""

    what: str
    """The name for all of these in messages."""
    itself: Local
    parts: dict[str, Expression]
    """By name: what it was made for, or what it is."""


@define(eq=False)
class Loop:
    """A loop that is being checked."""

    left: Local | None = None
    """Whether it has been left, if a line in it does that."""
    stops: int = 0
    """How many lines so far leave it."""
    goes_on: Local | None = None
    """For turns: whether the player of a turn around them goes on, which is restored when they are over."""


@define(eq=False)
class Scope:
    """The names inside one rule, define, standing rule or example, and what may be used there."""

    world: SymbolTable
    locals: list[Local] = field(factory=list)
    blocks: list[dict[str, Local | None]] = field(factory=lambda: [{}])
    places: dict[str, Span] = field(factory=dict)
    """Where each local name was last declared, including blocks that have ended."""
    picked: str = ""
    """The name of the choice whose set is being checked."""
    its: list[Local | None] = field(factory=list)
    """The meanings of `it`, innermost last; None where that is unknown because of a mistake."""
    constant: Phrase | None = None
    """If set, the thing that is evaluated here before the game begins, so hardly anything may be used."""
    own: OwnEntity | None = None
    """If something is evaluated for each of many before the game begins: what that one was made for."""
    start: bool = False
    """Whether the first place of things is being evaluated."""
    seats: int = 12
    example: bool = False
    gives: Type | None = None
    usual: Rule | None = None
    """Inside `instead of`, the rule that would be carried out otherwise."""
    instead: bool = False
    """Whether this is inside `instead of`, even for a missing rule."""
    uses_player: bool = False
    used_defines: set[str] = field(factory=set)
    words: dict[str, tuple[Type, int]] = field(factory=dict)
    """The words that choices above have offered in place, with their types."""
    ahead: list[Statement] | None = None
    """The statements that must come before the current line, since it uses their results; None where no rule can be carried out.
    """
    chosen: list[Local] | None = None
    """Inside the choices of a together block, the locals chosen so far."""
    loops: list[Loop | None] = field(factory=list)
    """The loops around the line, innermost last; None is a block from which no outer loop can be left."""

    @classmethod
    def acting(cls, world: SymbolTable) -> Scope:
        """Return a scope with an acting player in slot 0."""
        scope = cls(world=world, seats=world.most_players)
        scope.new_local("player", PLAYER)
        return scope

    def new_local(self, name: str, of: Type) -> Local:
        """Return a new local that no name in the rulebook refers to yet."""
        local = Local(name, of, len(self.locals))
        self.locals.append(local)
        return local

    def find(self, name: str) -> tuple[bool, Local | None]:
        """Return whether a local name is in scope, and what it stands for."""
        for block in reversed(self.blocks):
            if name in block:
                return True, block[name]
        return False, None

    def declare(self, word: nodes.Word, of: Type | None) -> Local | None:
        """Declare a local name, from here to the end of its block; without a type, nothing more is reported about it."""
        name = word.text
        known, local = self.find(name)
        if known:
            # The branches of a condition in a together block may all choose the same name.
            if self.chosen is not None and (local is None or of is None or (local.type == of and local in self.chosen)):
                return local
            if self.chosen is not None and local is not None and of is not None and local in self.chosen:
                self.world.report(
                    "wrong-type",
                    Phrase(
                        "is-one-kind-above-and-another-here", name=name, above=type_in_words(local.type), kind=type_in_words(of)
                    ),
                    word.span,
                    related=[(self.places[name], Phrase("is-kind", kind=type_in_words(local.type)))],
                )
                return local
            self.world.report("hidden-name", Phrase("already-has-a-meaning-here", name=name), word.span)
            return local
        symbol = self.world.symbols.get(name)
        if name in STANDING_ALONE or name == "it":
            self.world.report(
                "reserved-name",
                Phrase("has-a-meaning-of-its-own-in", name=name),
                word.span,
                Phrase("cannot-be-a-local-name"),
                Phrase("choose-another-name"),
            )
        elif symbol is not None:
            self.world.report_hidden(word, symbol.what, symbol.span)
        elif name in self.world.field_spans:
            self.world.report_hidden(word, Phrase("a-field"), self.world.field_spans[name])
        local = None if of is None else self.new_local(name, of)
        self.blocks[-1][name] = local
        self.places[name] = word.span
        if local is not None and self.chosen is not None:
            self.chosen.append(local)
        return local

    def player(self, span: Span) -> Expression:
        """Return the acting player."""
        self.uses_player = True
        return LocalRef(local=self.locals[0], type=PLAYER, span=span)

    def has_player(self) -> bool:
        """Return whether there is an acting player."""
        return not self.constant and bool(self.locals)

    def names(self) -> Iterator[str]:
        """Return all names that may be meant."""
        return chain(chain.from_iterable(self.blocks), self.world.symbols, ("players", "player"))


def check_language(world: SymbolTable, title: nodes.Title, language: str) -> None:
    """Check that the word between two texts names a language; after a longer name, a comma is missing."""
    if LANGUAGE.fullmatch(language):
        return
    at = title.span.start + title.span.text.index(language)
    world.report("unexpected-word", Phrase("is-no-language", word=language), Span(title.span.source, at, at + len(language)))
    world.broken.add(language)


def titles_of(world: SymbolTable, title: nodes.Title | None) -> Titles:
    """Return a title by language. Doubled braces become single ones, since only texts that are said have names in them."""
    titles: Titles = {}
    if title is None:
        return titles
    for language, text in title.texts:
        check_language(world, title, language)
        if language in titles:
            world.report("duplicate-language", Phrase("this-text-stands-here-twice-in", word=language), title.span)
        titles[language] = text.replace("{{", "{").replace("}}", "}")
    return titles


def text_of(world: SymbolTable, title: nodes.Title | None) -> Titles:
    """Return a text by language, with its paragraphs in one."""
    return {language: text.replace(nodes.PARAGRAPH, " ") for language, text in titles_of(world, title).items()}


def counted_titles_of(world: SymbolTable, title: nodes.Title | None) -> Titles:
    """Return a title of something that is counted: of the forms between `|`, the one for one; the world keeps them all."""
    titles: Titles = {}
    for language, text in titles_of(world, title).items():
        forms = tuple(form.strip() for form in text.split("|"))
        most = language_rules(language).forms if len(forms) > 1 else 1
        if title is not None and most > 1 and (len(forms) != most or not all(forms)):
            world.report(
                "wrong-forms",
                Phrase("has-forms-and-in-one-counts-with", text=text, forms=len(forms), word=language, most=most),
                title.span,
                way_out=Phrase("write-them-like", texts=COMMON.texts(language)["written-forms"]),
            )
        elif most > 1:
            world.forms.setdefault(language, {})[forms[0]] = forms
        titles[language] = forms[0]
    return titles
