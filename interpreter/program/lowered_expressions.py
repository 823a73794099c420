"""Define the expressions of the lowered program; the names and cells that they read are in `storage.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, TypeGuard

from attrs import frozen

from rulewright.dsl.checked import Type
from rulewright.interpreter.program.storage import Cell, Direction, Variable

if TYPE_CHECKING:
    from rulewright.interpreter.program.lowered_blocks import Function, Routine


@frozen(eq=False)
class Node:
    """Any expression. Its value has a type, which is a set if it is `many`."""

    type: Type


@frozen(eq=False)
class Value(Node):
    """A known number; truths are 0 and 1."""

    value: int


@frozen(eq=False)
class TextValue(Node):
    """A text, which occurs only in examples."""

    text: str


@frozen(eq=False)
class ReadVariable(Node):
    """The value of a variable."""

    variable: Variable


@frozen(eq=False)
class ReadCell(Node):
    """The value of a cell; if that has one value for `each` of something, the one at an index, where -1 finds the blank."""

    cell: Cell
    index: Expression | None


@frozen(eq=False)
class SpaceOf(Node):
    """The space where a thing is. It is -1 for a thing out of play, and for "nothing"."""

    thing: Expression


@frozen(eq=False)
class Lookup(Node):
    """An entry of a table that never changes; -1 finds the blank at its end. An entry may be a set."""

    table: int
    index: Expression


@frozen(eq=False)
class Arithmetic(Node):
    """`+`, `-`, `*` (an error beyond the limits), `//` and `%` (rounded down; 0 if the divisor is 0) of two numbers."""

    operator: Literal["+", "-", "*", "//", "%"]
    one: Expression
    other: Expression


@frozen(eq=False)
class Compare(Node):
    """`==`, `!=`, `<`, `<=`, `>` or `>=` of two numbers or references."""

    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    one: Expression
    other: Expression


@frozen(eq=False)
class SameMembers(Node):
    """Whether two sets have the same members. Other operators than `==` compare as Python compares sets."""

    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    one: Expression
    other: Expression


@frozen(eq=False)
class Logical(Node):
    """Whether all conditions hold (`and`), or any of them (`or`), evaluated from the first on until that is known."""

    word: Literal["and", "or"]
    parts: tuple[Expression, ...]


@frozen(eq=False)
class Not(Node):
    """The negation of a condition."""

    part: Expression


@frozen(eq=False)
class Conditional(Node):
    """One value or the other, which may be sets; only the one that is wanted is evaluated."""

    condition: Expression
    one: Expression
    other: Expression


@frozen(eq=False)
class Call(Node):
    """A call of a function of the program. The first argument is the acting player."""

    function: Function
    arguments: tuple[Expression, ...]


@frozen(eq=False)
class Try(Node):
    """The result of a routine that does not wait, after which the position is what it was, and nothing has been told."""

    routine: Routine
    arguments: tuple[Expression, ...]


@frozen(eq=False)
class Digest(Node):
    """A 48-bit hash of some numbers in their order."""

    parts: tuple[Expression, ...]


@frozen(eq=False)
class Count(Node):
    """The size of a set."""

    values: Expression


@frozen(eq=False)
class Exists(Node):
    """Whether a set has any member."""

    values: Expression


@frozen(eq=False)
class Sum(Node):
    """The sum of a number for each member of a set."""

    values: Expression
    variable: Variable
    body: Expression


@frozen(eq=False)
class Extreme(Node):
    """The highest or lowest number among those of a set's members, or 0 if the set is empty."""

    values: Expression
    variable: Variable
    body: Expression
    highest: bool


@frozen(eq=False)
class Every(Node):
    """Whether a condition holds for each member of a set."""

    values: Expression
    variable: Variable
    condition: Expression


@frozen(eq=False)
class Pick(Node):
    """A member of a set: the first, the last, or the one with a number, counted from 1.

    Without such a member it is 0 for numbers, else -1. `sure` says that there is one.
    """

    which: Literal["first", "last", "item"]
    values: Expression
    number: Expression | None = None
    sure: bool = False


@frozen(eq=False)
class Contains(Node):
    """Whether a value is in a set that is at hand. For other sets, `lowering/sets.py` asks what each member must be."""

    value: Expression
    values: Expression


@frozen(eq=False)
class LineLength(Node):
    """The length of the longest straight row through a space, over spaces (`variable`) for which a condition holds; else 0.

    `axes` is the table that has, for each axis, the tables of the next space in its two directions.
    """

    space: Expression
    variable: Variable
    condition: Expression
    axes: int


@frozen(eq=False)
class Steps(Node):
    """The space some steps away in a direction, or the last one before the edge; -1 if there is not even one."""

    direction: Direction
    space: Expression
    count: Expression


@frozen(eq=False)
class Bind(Node):
    """A binding: a value or a set that is evaluated once and has a name inside another expression."""

    variable: Variable
    value: Expression
    inner: Expression


@frozen(eq=False)
class FixedSet(Node):
    """A known set: a table of its members."""

    table: int
    members: tuple[int, ...]


@frozen(eq=False)
class Union(Node):
    """Single values and sets one after the other, without repetitions; if `real`, also without "nothing"."""

    items: tuple[Expression, ...]
    real: bool


@frozen(eq=False)
class Range(Node):
    """The whole numbers, or the neighbouring spaces, from one up to another. If `limited`, too many are an error."""

    low: Expression
    high: Expression
    limited: bool


@frozen(eq=False)
class Concatenation(Node):
    """Disjoint sets, one after the other."""

    parts: tuple[Expression, ...]


@frozen(eq=False)
class Contents(Node):
    """The things on a space: on a pile in the order in which they came, elsewhere in that of declaration. None are on -1.

    `pile` says whether the space is a pile; it is None if only the game knows.
    """

    space: Expression
    pile: bool | None


@frozen(eq=False)
class Filter(Node):
    """The members of a set for which a condition holds, in the set's order."""

    values: Expression
    variable: Variable
    condition: Expression


@frozen(eq=False)
class Map(Node):
    """An expression for each member of a set, without repetitions and "nothing"; if `single`, neither can occur.

    If the body is a set, the results are joined, and `single` says that they have no repetitions.
    """

    values: Expression
    variable: Variable
    body: Expression
    single: bool


@frozen(eq=False)
class Closure(Node):
    """The closure of a set: its members, what a body gives for each of them, for each of those, and so on, the nearest first."""

    values: Expression
    variable: Variable
    body: Expression


@frozen(eq=False)
class Best(Node):
    """The members of a set with the highest, or the lowest, number."""

    values: Expression
    variable: Variable
    body: Expression
    highest: bool


@frozen(eq=False)
class TakeWhile(Node):
    """The members of a set up to the first for which a condition does not hold."""

    values: Expression
    variable: Variable
    condition: Expression


@frozen(eq=False)
class Ray(Node):
    """All spaces beyond one in a direction, the nearest first."""

    direction: Direction
    space: Expression


@frozen(eq=False)
class Neighbours(Node):
    """The neighbours of a space in some directions."""

    directions: tuple[Direction, ...]
    space: Expression


@frozen(eq=False)
class LongestRow(Node):
    """The longest straight row through a space, from one end to the other; see LineLength."""

    space: Expression
    variable: Variable
    condition: Expression
    axes: int


@frozen(eq=False)
class ThingsWithin(Node):
    """The things of a kind, or those with one value of a group, that are in some runs of spaces.

    Its value is that of `otherwise`. A back end may keep a list of them instead.
    """

    first: int
    last: int
    """The kind's things are those from `first` up to `last`, without it."""
    group: int
    """The table of each thing's value for the group, or -1."""
    target: Expression | None
    """The value that the things have."""
    region: tuple[tuple[int, int], ...]
    """Runs of spaces: the first space, and the one after the last."""
    otherwise: Expression


@frozen(eq=False)
class Representatives(Node):
    """A set with one member for each key: the last one with the key, at the place of the first."""

    values: Expression
    variable: Variable
    key: tuple[Expression, ...]


@frozen(eq=False)
class WithMembers(Node):
    """A set with a value, or values, added at its end, without repetitions; too many are an error."""

    values: Expression
    more: Expression


@frozen(eq=False)
class WithoutMembers(Node):
    """A set without a value, or without several."""

    values: Expression
    less: Expression


@frozen(eq=False)
class Completions(Node):
    """The members of a set that lead on from `chosen`, perhaps with more of the set, to a whole that can be picked.

    A whole has `least` to `most` members, and a condition holds for it; the variable stands for it, in order of
    declaration. More than MOST_TRIES wholes are an error.
    """

    values: Expression
    chosen: Expression
    least: Expression
    most: Expression
    variable: Variable
    condition: Expression


@frozen(eq=False)
class SortedSet(Node):
    """A set sorted in order of declaration, or of size."""

    values: Expression


@frozen(eq=False)
class CountRows(Node):
    """The number of rows in a variable of rows."""

    rows: Variable


AtHand: TypeAlias = Value | TextValue | ReadVariable | ReadCell | SpaceOf | Lookup | CountRows
"""Expressions that are read where they stand."""
WorkedOut: TypeAlias = (
    Arithmetic
    | Compare
    | SameMembers
    | Logical
    | Not
    | Conditional
    | Call
    | Try
    | Digest
    | Count
    | Exists
    | Sum
    | Extreme
    | Every
    | Pick
    | Contains
    | LineLength
    | Steps
    | Bind
)
"""Expressions that are worked out: single values, and sets if they are either of two, bound or given by a function."""
MadeSet: TypeAlias = (
    FixedSet
    | Union
    | Range
    | Concatenation
    | Contents
    | Filter
    | Map
    | Closure
    | Best
    | TakeWhile
    | Ray
    | Neighbours
    | LongestRow
    | ThingsWithin
    | Representatives
    | WithMembers
    | WithoutMembers
    | Completions
    | SortedSet
)
"""Expressions that are always a set."""
Looking: TypeAlias = ReadVariable | ReadCell | SpaceOf | Call | Try | Contents | ThingsWithin | CountRows
"""Expressions that look at the position itself, and not only at the values of their parts."""
OfItsParts: TypeAlias = (
    Value
    | TextValue
    | Lookup
    | Arithmetic
    | Compare
    | SameMembers
    | Logical
    | Not
    | Conditional
    | Digest
    | Count
    | Exists
    | Sum
    | Extreme
    | Every
    | Pick
    | Contains
    | LineLength
    | Steps
    | Bind
    | FixedSet
    | Union
    | Range
    | Concatenation
    | Filter
    | Map
    | Closure
    | Best
    | TakeWhile
    | Ray
    | Neighbours
    | LongestRow
    | Representatives
    | WithMembers
    | WithoutMembers
    | Completions
    | SortedSet
)
"""Expressions whose value depends on those of their parts alone."""
Expression: TypeAlias = Looking | OfItsParts
Single: TypeAlias = (
    Value
    | TextValue
    | SpaceOf
    | CountRows
    | Arithmetic
    | Compare
    | SameMembers
    | Logical
    | Not
    | Digest
    | Count
    | Exists
    | Sum
    | Extreme
    | Every
    | Pick
    | Contains
    | LineLength
    | Steps
)
"""Expressions that are never a set."""
Narrowing: TypeAlias = Completions | Filter | WithoutMembers | Representatives | Best | TakeWhile | Pick | SortedSet
"""Expressions that are members of their `values`, and nothing else."""
OfAnyOrder: TypeAlias = Exists | Count | Sum | Extreme | Every | SortedSet
"""Expressions whose value does not depend on the order of their `values`."""


def is_expression(value: object) -> TypeGuard[Expression]:
    """Return whether a part of the program is an expression."""
    return isinstance(value, Node)
