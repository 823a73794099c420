"""The components of a checked rulebook: types, options, values, boards, kinds, cards, fields, rules and standing rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import Factory, define, evolve, field, frozen

from rulewright.dsl.constructs.grids import GridShape
from rulewright.dsl.text.source import Span

if TYPE_CHECKING:
    from rulewright.dsl.checked.checked_expressions import Expression, Property
    from rulewright.dsl.checked.checked_statements import Block, TextTemplate

Titles: TypeAlias = dict[str, str]
"""A text by language; a name without a title has the empty dict, and is shown as its name."""


@frozen
class Type:
    """The type of an expression. `name` is the kind of thing, value or card; `many` makes it a set.

    In a text, a number such as `{laps:lap|laps}` has `forms`: instead of the number, the text says the form that goes with it.
    So has an option of words, or of yes and no, with a form for each of its values.
    """

    kind: Literal["number", "truth", "player", "space", "thing", "value", "card", "text", "nothing"]
    name: str = ""
    many: bool = False
    forms: tuple[str, ...] = ()


NUMBER = Type("number")
TRUTH = Type("truth")
PLAYER = Type("player")
SPACE = Type("space")
TEXT = Type("text")
NOTHING = Type("nothing")


@define(eq=False, repr=False)
class Option:
    """A number, yes/no, or one of some words (then values are their indices and the type is a value type)."""

    name: str
    titles: Titles
    type: Type
    default: int
    least: int
    most: int
    words: tuple[tuple[str, Titles], ...]
    span: Span


@define(eq=False, repr=False, kw_only=True)
class Values:
    """A type of named values, such as colours, the faces of a die, or the words of an option."""

    name: str
    titles: Titles = field(factory=dict)
    names: tuple[str, ...]
    value_titles: tuple[Titles, ...] = field(default=Factory(lambda made: tuple({} for _ in made.names), takes_self=True))
    weights: tuple[Expression | None, ...] = field(default=Factory(lambda made: (None,) * len(made.names), takes_self=True))
    """For a die: how many faces show it (constant expressions; None is one)."""
    span: Span
    printed: list[tuple[int, Field, Expression]] = field(factory=list)
    """The fields printed on its values: the value, the field, and what is printed."""
    die: bool = False
    seen: Literal["all", "owner", "others", "nobody"] = "all"
    """For a die: who sees the result; its owner is the player who rolls it."""
    changes: list[Change] = field(factory=list)
    least: int | None = None
    """For the numbers of a range, the first of them. In expressions they are plain numbers."""


@define(eq=False, repr=False)
class NumberDie:
    """A die with the faces least to most."""

    name: str
    titles: Titles
    least: int
    most: int
    span: Span
    seen: Literal["all", "owner", "others", "nobody"] = "all"
    changes: list[Change] = field(factory=list)


@define(eq=False, repr=False, kw_only=True)
class Space:
    """A named space of a line or map, a series of them (then `times`), or a shared place off every board (`board` None)."""

    name: str
    titles: Titles
    kind: Literal["place", "pile", "bag"]
    seen: Literal["all", "owner", "others", "nobody"] = "all"
    times: Expression | None = None
    board: Board | None = None
    span: Span
    counted: bool = True
    """Whether players who cannot see its contents see how many there are."""
    top: bool = False
    """For a pile that nobody sees: whether everyone sees the top."""


@define(eq=False, repr=False, kw_only=True)
class Board:
    """A line, grid or map. A line has two directions; a grid those of its shape, which all grids share."""

    name: str
    titles: Titles
    kind: Literal["line", "grid", "map"]
    spaces: list[Space] = field(factory=list)
    directions: tuple[str, ...]
    shape: GridShape = "squares"
    columns: Expression | None = None
    rows: Expression | None = None
    without: tuple[tuple[int, int], ...] = ()
    """The columns and rows of the cells that a grid lacks."""
    beside: list[tuple[Space, Space]] = field(factory=list)
    span: Span


@define(eq=False, repr=False, kw_only=True)
class Kind:
    """A kind of pieces or cards. `groups` are what each is made for: players, or types of values."""

    name: str
    titles: Titles
    called: dict[str, tuple[str | Property, ...]] = field(factory=dict)
    """The title of one of them: texts with its values and its owner as properties."""
    amount: Expression
    groups: tuple[Values | Literal["player"], ...] = ()
    start: Expression | None = None
    """The first place of a thing: an expression of type space, in which `start_local` is the thing itself."""
    start_local: Local | None = None
    is_cards: bool
    cards: list[Card] = field(factory=list)
    named_cards: bool = False
    """Whether it was declared with `cards` and has cards of its own names."""
    span: Span


@define(eq=False, repr=False, kw_only=True)
class Card:
    """A named card of a kind."""

    name: str
    titles: Titles
    texts: Titles
    kind: Kind
    copies: Expression | None = None
    values: dict[Field, Expression] = field(factory=dict)
    """Constant values of fields of its kind."""
    perform: Rule | None = None
    span: Span
    is_worded: bool = False
    """Whether its first line has an effect when it is played.

    It is stored here because the body of a rule may be unpacked later.
    """


@define(eq=False, repr=False, kw_only=True)
class Field:
    """Something that each player, thing, space or value has, or the table (`of` None). A place field has `place` set.

    If each pair of two of these has it, it is `of` a type of its own, and `pair` has the two.
    """

    name: str
    titles: Titles = field(factory=dict)
    of: Type | None = None
    type: Type
    default: Expression | None = None
    seen: Literal["all", "owner", "others", "nobody"] = "all"
    place: Literal["place", "pile", "bag"] | None = None
    span: Span
    assigned: bool = False
    """Whether any rule changes it; otherwise it is constant for each card."""
    pair: tuple[Type, Type] | None = None
    die: Values | NumberDie | None = None
    """The die whose faces it shows, if that is its type."""
    counted: bool = True
    """For a place: whether players who cannot see its contents see how many there are."""
    top: bool = False
    """For a pile that nobody sees: whether everyone sees the top."""
    public: bool = False
    """Whether everyone sees it on a thing, wherever the thing is and whether or not they see it."""
    lookers: Define | None = None
    """For a field that its owner sees: who else does, worked out at each moment, for the owner or for nobody."""
    drawn: Literal["", "hearts", "bar"] = ""
    """How its number is drawn."""
    most: int = 0
    """The number that fills a bar."""
    untold: bool = False
    """Whether it is shown on the table only, and nobody is told of its changes."""
    worked_out: Define | None = None
    """For a score that is a define: what is worked out for each player when the game is over. Nobody sees it before."""


COLOURS = frozenset(
    ("red", "orange", "yellow", "green", "turquoise", "blue", "violet", "pink", "brown", "black", "grey", "white")
)
"""The colours that something can look."""


@frozen
class Look:
    """How something looks; the painter decides what is left empty."""

    sign: str = ""
    """A few letters or signs for it; for a field, in place of its title."""
    colour: str = ""
    size: Literal["", "large", "small"] = ""
    """For a field of cards: whether it stands large on them, or small at their foot."""
    pattern: str = ""
    """For a board: whether its squares are `chequered`, or pieces lie on the `points` where lines meet."""
    bend: int = 0
    """For a line: how many spaces a row of it has, before it bends."""
    at: tuple[int, int] | None = None
    """For a space of a map: the column and row where it lies, roughly."""
    first: bool = False
    """Whether it comes before all others on the table."""
    stands: Literal["", "above", "middle", "aside"] = ""
    """Where it is on the table. A field of the spaces of a grid can be `above` the columns. A place, or what the table has,
    can be in the `middle`, toward the player who has it. A place that matters little lies `aside`."""
    faded: bool = False
    """For a truth: whether a player or thing of which it holds looks faint."""

    def of_value(self, name: str, number: int | None) -> Look:
        """Return this look of a value with what its name says: a number is its own sign, a colour its own colour."""
        sign = self.sign or ("" if number is None else str(number))
        return evolve(self, sign=sign, colour=self.colour or (name if name in COLOURS else ""))

    def with_values(self, values: Sequence[Look]) -> Look:
        """Return this look of a kind for one that is made for values; without a sign, all of these must have one."""
        signs = [value.sign for value in values]
        sign = self.sign + "".join(signs) if self.sign or all(signs) else ""
        return evolve(self, sign=sign, colour=next((value.colour for value in values if value.colour), self.colour))


@define(eq=False, repr=False)
class Local:
    """A name inside a rule, define or standing rule; `slot` counts from 0 within it, and slot 0 is the acting player."""

    name: str
    type: Type
    slot: int


@define(eq=False, repr=False, kw_only=True)
class Rule:
    """A rule, what performing a card does, or the body of a standing rule or an example: something that is carried out."""

    name: str
    parameters: tuple[Local, ...] = ()
    gives: Type | None = None
    text: TextTemplate = field(factory=dict)
    """The text that people read instead of its steps."""
    needs: tuple[Expression, ...] = ()
    why_not: dict[Expression, Titles] = field(factory=dict)
    """The sentences that say why it does nothing, of those needs that have one."""
    body: Block = ()
    locals: list[Local] = field(factory=list)
    """All its locals by slot; the first is the acting player, the parameters follow."""
    span: Span
    before: list[Hook] = field(factory=list)
    after: list[Hook] = field(factory=list)
    all_instead: list[Hook] = field(factory=list)
    """The rules that may replace it, in order; `as usual` in one of them shares the list."""
    instead_from: int = 0
    """How many of these are too early in the list to replace this."""
    forbids: list[Forbid] = field(factory=list)
    titles: Titles = field(factory=dict)
    own: list[Field] = field(factory=list)
    """The fields that begin again each time it is carried out."""
    under_way: Field | None = None
    """For a rule with such fields that may call itself: whether it is running, and must restore its fields."""

    @property
    def instead(self) -> list[Hook]:
        """Return what may replace it: the first of them whose condition holds."""
        return self.all_instead[self.instead_from :]


@define(eq=False, repr=False)
class Hook:
    """A standing rule on a rule: its own rule has the same parameters, and applies while the condition holds."""

    condition: Expression | None
    """Within the locals of `rule`."""
    rule: Rule


@define(eq=False, repr=False)
class Forbid:
    """A ban: a condition with locals of its own, in the shape of a rule with the banned rule's parameters and no body."""

    condition: Expression
    rule: Rule
    reason: Titles


@define(eq=False, repr=False)
class Change:
    """`change`: parameters as the changed thing has, then the value so far as the local `it`."""

    parameters: tuple[Local, ...]
    it: Local
    value: Expression
    condition: Expression | None
    locals: list[Local]
    span: Span


@define(eq=False, repr=False, kw_only=True)
class Define:
    """A named expression; the table shows what one with titles is worth."""

    name: str
    titles: Titles
    words: Titles = field(factory=dict)
    """Its words in sentences, whether the table shows it or not."""
    parameters: tuple[Local, ...] = ()
    type: Type
    value: Expression
    locals: list[Local] = field(factory=list)
    span: Span
    uses_player: bool = False
    """Whether it, or a define it uses, depends on the acting player."""
    changes: list[Change] = field(factory=list)
