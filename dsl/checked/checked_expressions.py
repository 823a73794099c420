"""The expressions of a checked rulebook."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulewright.dsl.checked.checked_things import Board, Card, Define, Field, Kind, Local, Option, Rule, Space, Type, Values
from rulewright.dsl.text.frozen import unchanging
from rulewright.dsl.text.source import Span


@unchanging(eq=False, kw_only=True, repr=False)
class Expr:
    """Any expression."""

    type: Type
    span: Span


@unchanging(eq=False, kw_only=True, repr=False)
class Const(Expr):
    """A number, 0 or 1 for no and yes, the index of a value or card in its type, a seat from 0, or -1 for nothing."""

    value: int


@unchanging(eq=False, kw_only=True, repr=False)
class CardConst(Expr):
    """A card by name."""

    card: Card


@unchanging(eq=False, kw_only=True, repr=False)
class TextConst(Expr):
    """A text in quotes; only in examples."""

    text: str


@unchanging(eq=False, kw_only=True, repr=False)
class OptionValue(Expr):
    """The value of an option."""

    option: Option


@unchanging(eq=False, kw_only=True, repr=False)
class LocalRef(Expr):
    """A local, `it` included."""

    local: Local


@unchanging(eq=False, kw_only=True, repr=False)
class TableRef(Expr):
    """A field of the table (a place of the table is a SpaceRef)."""

    field: Field


@unchanging(eq=False, kw_only=True, repr=False)
class FieldRef(Expr):
    """A field of one player, thing, space, value or card; for a place field the type is space."""

    field: Field
    target: Expression


PropertyName: TypeAlias = Literal[
    "space",
    "owner",
    "card",
    "group",
    "left",
    "right",
    "direction",
    "row",
    "column",
    "number",
    "numbered",
    "neighbours",
    "around",
    "ray",
]


@unchanging(eq=False, kw_only=True, repr=False)
class Property(Expr):
    """What the engine itself knows of one player, thing or space.

    `space` of a thing, `owner` of a thing or a place, `card` (the named card a thing is), `group` (then `group` says
    which of its kind's values), `left` and `right` of a player, `direction` (then `name` is it), `row`, `column`,
    `neighbours`, `around`, `ray` (then `name` is the direction) of a space, `number` of a space, value or player,
    `numbered` of a number: the value of a range (then `group`) that stands for it, or nothing.
    """

    name: str
    property: PropertyName
    target: Expression
    group: Values | None = None


@unchanging(eq=False, kw_only=True, repr=False)
class SpaceRef(Expr):
    """One named space or shared place."""

    space: Space


@unchanging(eq=False, kw_only=True, repr=False)
class SeriesRef(Expr):
    """The open spaces of a series, in order."""

    space: Space


@unchanging(eq=False, kw_only=True, repr=False)
class BoardRef(Expr):
    """The open spaces of a board, in order."""

    board: Board


@unchanging(eq=False, kw_only=True, repr=False)
class KindSet(Expr):
    """All things of a kind; `group` and `target` narrow it to those of one value or owner."""

    kind: Kind
    group: Values | Literal["player"] | None = None
    target: Expression | None = None


@unchanging(eq=False, kw_only=True, repr=False)
class PlayerSet(Expr):
    """`players`."""


@unchanging(eq=False, kw_only=True, repr=False)
class ValueSet(Expr):
    """All values of a type."""

    values: Values


@unchanging(eq=False, kw_only=True, repr=False)
class DefineCall(Expr):
    """A define with its arguments."""

    define: Define
    arguments: tuple[Expression, ...]


@unchanging(eq=False, kw_only=True, repr=False)
class Operation(Expr):
    """Any operator over whole expressions.

    Truth: `and or not same different at_least at_most more_than less_than inside outside any none`; a thing `inside` a
    space or set of spaces is `on`. Numbers: `plus minus times divided remainder negative count`. Sets: `on` (things, then a
    space or spaces), `without` (a set, then one or a set), `union`, `several` (a set of its operands, which may
    be nothing), `pair` (which of all pairs two are),
    `range`, `as_set` (one value, or the empty set for nothing), `clockwise` and `counterclockwise` (players,
    then a player), `first last`, `item` (number, set), `longest_line` (space, set). `if` has condition, then, otherwise.
    """

    operator: str
    operands: tuple[Expression, ...]


@unchanging(eq=False, kw_only=True, repr=False)
class Each(Expr):
    """Operators that look at each of a set in turn, as `local`.

    `where`, `as_long_as` (body: truth), `with_most`, `with_fewest`, `sum`, `highest`, `lowest` (body: number), `map` (the
    set of the body's different values; a body that is a set itself is joined).
    """

    operator: Literal["where", "as_long_as", "with_most", "with_fewest", "sum", "highest", "lowest", "map"]
    values: Expression
    local: Local
    body: Expression


@unchanging(eq=False, kw_only=True, repr=False)
class Can(Expr):
    """Whether a rule's needs hold and no ban does."""

    rule: Rule
    arguments: tuple[Expression, ...]


@unchanging(eq=False, kw_only=True, repr=False)
class Region(Expr):
    """The connected part of some spaces that others, the start, belong to; `nexts` are the spaces beside one, the `local`."""

    start: Expression
    spaces: Expression
    local: Local
    nexts: Expression


@unchanging(eq=False, kw_only=True, repr=False)
class Picture(Expr):
    """A number for what some parts are: values, sets, things as they look, and spaces with what can be seen there."""

    parts: tuple[Expression, ...]


@unchanging(eq=False, kw_only=True, repr=False)
class After(Expr):
    """Try a rule on a copy of the position: the rule made for this carries out another one, and then gives a value."""

    rule: Rule
    arguments: tuple[Expression, ...]


Expression: TypeAlias = (
    Const
    | CardConst
    | TextConst
    | OptionValue
    | LocalRef
    | TableRef
    | FieldRef
    | Property
    | SpaceRef
    | SeriesRef
    | BoardRef
    | KindSet
    | PlayerSet
    | ValueSet
    | DefineCall
    | Operation
    | Each
    | Can
    | After
    | Region
    | Picture
)
