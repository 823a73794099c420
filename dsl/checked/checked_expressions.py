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
    """A local, such as `it`."""

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
    "opposite",
    "left-turn",
    "right-turn",
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
    """A property of one player, thing or space that the engine itself knows.

    - A thing has `space`, `owner`, `card` (the named card that it is) and `group` (the value for the attribute `group`).
    - A place has `owner`.
    - A player has `left`, `right` and `number`.
    - A space has `row`, `column`, `neighbours`, `around` and `number`, and `direction` and `ray` with the direction as `name`.
    - A direction has `opposite`, `left-turn` and `right-turn`.
    - A value has `number`.
    - A number has `numbered`: the value of the range `group` that stands for it, or nothing.
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

    - Truths have `and or not same different at_least at_most more_than less_than inside outside any none`. A thing that is
      `inside` a space or set of spaces is on it.
    - Numbers have `plus minus times divided remainder negative count`.
    - Sets have `union`, `range`, `first`, `last`, and `several`, a set of the operands, each of which may be nothing.
    - `as_set` is the set of one value, or the empty set for nothing, and `pair` says which of all pairs two values are.
    - `on` has things, then a space or spaces. `without` has a set, then one value or a set.
    - `clockwise` and `counterclockwise` have players, then a player. `item` has a number, then a set.
    - `longest_line` has a space, then a set. `if` has the condition, the value if it holds, and the other value.
    """

    operator: str
    operands: tuple[Expression, ...]


@unchanging(eq=False, kw_only=True, repr=False)
class SetOperation(Expr):
    """Operators that look at each member of a set in turn, as `local`.

    - `where` and `as_long_as` have a truth as their body.
    - `with_most`, `with_fewest`, `sum`, `highest` and `lowest` have a number.
    - `map` is the set of the body's different values. If the body is itself a set, these sets are joined.
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
    """The connected part of some spaces that contains others, the start; `nexts` are the neighbours of a space, the `local`."""

    start: Expression
    spaces: Expression
    local: Local
    nexts: Expression


@unchanging(eq=False, kw_only=True, repr=False)
class Picture(Expr):
    """A number for what some parts are: values, sets, things as they look, and spaces with what can be seen there."""

    parts: tuple[Expression, ...]


@unchanging(eq=False, kw_only=True, repr=False)
class TrialExpression(Expr):
    """Try a rule on a copy of the position: the rule made for this carries out another one, and then gives a value."""

    rule: Rule
    arguments: tuple[Expression, ...]


ConstantExpression: TypeAlias = Const | CardConst | TextConst | OptionValue
"""Expressions with a value that is known before the game."""
Reference: TypeAlias = LocalRef | TableRef | FieldRef | Property
"""Expressions that read a name, a field, or a property that the engine knows."""
DeclaredSet: TypeAlias = SpaceRef | SeriesRef | BoardRef | KindSet | PlayerSet | ValueSet
"""Expressions that name what the rulebook declares: spaces, things, players and values."""
Application: TypeAlias = DefineCall | Can | TrialExpression
"""Expressions that work out a define, or ask about a rule."""
Binding: TypeAlias = SetOperation | Region
"""Expressions that give a name of their own one value after the other."""
Calculation: TypeAlias = Operation | Picture
"""Expressions that are made of other expressions alone."""
Expression: TypeAlias = ConstantExpression | Reference | DeclaredSet | Application | Binding | Calculation
