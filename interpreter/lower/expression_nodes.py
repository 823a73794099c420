"""The expressions of the lowered program; what they speak of stands in `kept_nodes.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import frozen

from rulewright.dsl.checked import Type
from rulewright.interpreter.lower.kept_nodes import Cell, Direction, Variable

if TYPE_CHECKING:
    from rulewright.interpreter.lower.block_nodes import Function, Routine


@frozen(eq=False)
class Node:
    """Any expression: what it is worth has a type, a set if that is `many`."""

    type: Type


@frozen(eq=False)
class Value(Node):
    """A number that is known; of truths 0 and 1."""

    value: int


@frozen(eq=False)
class TextValue(Node):
    """A text; examples alone have them."""

    text: str


@frozen(eq=False)
class Read(Node):
    """What a variable holds."""

    variable: Variable


@frozen(eq=False)
class Fetch(Node):
    """What a cell holds, of `each` at an index: -1 finds the blank."""

    cell: Cell
    index: Expression | None


@frozen(eq=False)
class At(Node):
    """The space where a thing stands, -1 if it is out of play; of nothing -1."""

    thing: Expression


@frozen(eq=False)
class Lookup(Node):
    """An entry of a table that never changes; -1 finds the blank at its end. An entry may be a set."""

    table: int
    index: Expression


@frozen(eq=False)
class Arithmetic(Node):
    """Two numbers: `+`, `-`, `*` (within limits, else an error), `//` and `%` (by 0: 0; rounded down)."""

    operator: Literal["+", "-", "*", "//", "%"]
    one: Expression
    other: Expression


@frozen(eq=False)
class Compare(Node):
    """Two numbers or references: `==`, `!=`, `<`, `<=`, `>`, `>=`."""

    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    one: Expression
    other: Expression


@frozen(eq=False)
class SameMembers(Node):
    """Whether two sets hold the same; with another operator than `==`, as Python compares sets."""

    operator: Literal["==", "!=", "<", "<=", ">", ">="]
    one: Expression
    other: Expression


@frozen(eq=False)
class Both(Node):
    """All of some conditions (`and`), or any of them (`or`), looked at from the first on as far as needed."""

    word: Literal["and", "or"]
    parts: tuple[Expression, ...]


@frozen(eq=False)
class Not(Node):
    """The opposite."""

    part: Expression


@frozen(eq=False)
class Either(Node):
    """One value or the other; only the one that is wanted is worked out. May be a set."""

    condition: Expression
    one: Expression
    other: Expression


@frozen(eq=False)
class Call(Node):
    """A function of the program. The first argument is the acting player."""

    function: Function
    arguments: tuple[Expression, ...]


@frozen(eq=False)
class Try(Node):
    """What a routine that does not wait gives, after which the position is again what it was, and nothing has been told."""

    routine: Routine
    arguments: tuple[Expression, ...]


@frozen(eq=False)
class Digest(Node):
    """A number of 48 bits that hangs on some others and their order, and is hardly ever the same for others than these."""

    parts: tuple[Expression, ...]


@frozen(eq=False)
class Count(Node):
    """How many a set holds."""

    values: Expression


@frozen(eq=False)
class Exists(Node):
    """Whether a set holds anything."""

    values: Expression


@frozen(eq=False)
class Sum(Node):
    """The sum of a number for each of a set."""

    values: Expression
    variable: Variable
    body: Expression


@frozen(eq=False)
class Extreme(Node):
    """The highest or lowest number of a set's; 0 if there is none."""

    values: Expression
    variable: Variable
    body: Expression
    highest: bool


@frozen(eq=False)
class Every(Node):
    """Whether a condition holds for each of a set."""

    values: Expression
    variable: Variable
    condition: Expression


@frozen(eq=False)
class Pick(Node):
    """One of a set: the first, the last, or the one of a number counted from 1. If there is none: 0 for numbers, else -1.

    `sure`: there is one.
    """

    which: Literal["first", "last", "item"]
    values: Expression
    number: Expression | None = None
    sure: bool = False


@frozen(eq=False)
class Contains(Node):
    """Whether a value is in a set that has to be looked through."""

    value: Expression
    values: Expression


@frozen(eq=False)
class LineLength(Node):
    """How long the longest straight row through a space is, over spaces (`variable`) of which a condition holds; else 0.

    `axes`: the table with, for each axis, the tables of the next space in its two directions.
    """

    space: Expression
    variable: Variable
    condition: Expression
    axes: int


@frozen(eq=False)
class Steps(Node):
    """The space some steps away in a direction, as far as there are spaces; -1 if there is not even one."""

    direction: Direction
    space: Expression
    count: Expression


@frozen(eq=False)
class Bind(Node):
    """A value, or a set, that is worked out once and has a name inside another expression."""

    variable: Variable
    value: Expression
    inner: Expression


@frozen(eq=False)
class Fixed(Node):
    """A set that is known: a table of its members."""

    table: int
    members: tuple[int, ...]


@frozen(eq=False)
class Listed(Node):
    """Single values and sets one after the other, without repetitions; if `real`, without nothing as well."""

    items: tuple[Expression, ...]
    real: bool


@frozen(eq=False)
class Numbers(Node):
    """The whole numbers, or the neighbouring spaces, from one up to another. `limited` if too many are an error."""

    low: Expression
    high: Expression
    limited: bool


@frozen(eq=False)
class Chain(Node):
    """Sets that share no member, one after the other."""

    parts: tuple[Expression, ...]


@frozen(eq=False)
class Lying(Node):
    """What lies on a space: on a pile as it came, elsewhere in the order of declaration. Nothing lies on -1.

    `pile`: whether the space is one; None if that is known only in the game.
    """

    space: Expression
    pile: bool | None


@frozen(eq=False)
class Where(Node):
    """Those of a set of which a condition holds, in the set's order."""

    values: Expression
    variable: Variable
    condition: Expression


@frozen(eq=False)
class Map(Node):
    """Something of each of a set, without repetitions and nothing; `single` if there can be neither.

    A body that is a set is joined, `single` or not without repetitions.
    """

    values: Expression
    variable: Variable
    body: Expression
    single: bool


@frozen(eq=False)
class Spread(Node):
    """A set, and what a body gives of each of it, and of each of that, and so on: each once, the nearest first."""

    values: Expression
    variable: Variable
    body: Expression


@frozen(eq=False)
class Best(Node):
    """Those of a set with the highest, or the lowest, number."""

    values: Expression
    variable: Variable
    body: Expression
    highest: bool


@frozen(eq=False)
class AsLongAs(Node):
    """The first ones of a set, up to the first of which a condition does not hold."""

    values: Expression
    variable: Variable
    condition: Expression


@frozen(eq=False)
class Ray(Node):
    """All spaces beyond one in a direction, the next first."""

    direction: Direction
    space: Expression


@frozen(eq=False)
class Beside(Node):
    """The next spaces in some directions, those that there are."""

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
class Standing(Node):
    """The things of a kind, or those of them with one value of a group, that stand in some runs of spaces.

    It is worth what `otherwise` is worth. A back end may keep a list of them.
    """

    first: int
    last: int
    """The kind's things are those from `first` up to, and without, `last`."""
    group: int
    """The table of each thing's value for the group, or -1."""
    target: Expression | None
    """The value that is wanted."""
    region: tuple[tuple[int, int], ...]
    """Runs of spaces: the first, and the one after the last."""
    otherwise: Expression


@frozen(eq=False)
class Merged(Node):
    """A set without all but one of those whose keys are equal: at the place of the first, the last one."""

    values: Expression
    variable: Variable
    key: tuple[Expression, ...]


@frozen(eq=False)
class Added(Node):
    """A set and another value, or other values, at its end, without repetitions; too many are an error."""

    values: Expression
    more: Expression


@frozen(eq=False)
class Taken(Node):
    """A set without a value, or without others."""

    values: Expression
    less: Expression


@frozen(eq=False)
class Completing(Node):
    """Those of a set with which `chosen`, and perhaps more of the set, comes to a whole that can be picked.

    That is one with `least` to `most` members of which a condition holds; the variable stands for it, in order of declaration.
    More than MOST_TRIES wholes are an error.
    """

    values: Expression
    chosen: Expression
    least: Expression
    most: Expression
    variable: Variable
    condition: Expression


@frozen(eq=False)
class Ordered(Node):
    """A set in order of declaration, or of size."""

    values: Expression


@frozen(eq=False)
class CountRows(Node):
    """How many rows a variable of rows holds."""

    rows: Variable


Expression: TypeAlias = (
    Value
    | TextValue
    | Read
    | Fetch
    | At
    | Lookup
    | Arithmetic
    | Compare
    | SameMembers
    | Both
    | Not
    | Either
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
    | Fixed
    | Listed
    | Numbers
    | Chain
    | Lying
    | Where
    | Map
    | Spread
    | Best
    | AsLongAs
    | Ray
    | Beside
    | LongestRow
    | Standing
    | Merged
    | Added
    | Taken
    | Completing
    | Ordered
    | CountRows
)
