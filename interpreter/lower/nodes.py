"""The lowered program: what a checked rulebook comes to for so many players and such options.

Everything is a number by now: spaces, things, players and values, with -1 for nothing. Options are folded in, standing rules,
needs and bans are woven in, and names of the rulebook are gone, but for comments and messages. The back ends in
`interpreter/emit` write it down and nothing else; `interpreter/lower/printed.py` prints it for people.

A rule in which somebody may be asked, or chance may, is cut into blocks (`cut.py`); all others are functions.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import define, field, frozen

from rulewright.dsl.checked import Type

# ---- what expressions and statements speak of


@define(eq=False)
class Variable:
    """A name inside one routine, function or expression.

    Those with a `slot` are kept in the frame of a routine that may wait (slot 0 is the acting player, parameters follow);
    those without are bound inside one expression, such as `it`, and gone when it is worked out.
    """

    number: int
    type: Type
    slot: int = -1
    name: str = ""


@define(eq=False)
class Cell:
    """A part of a position that rules change.

    `one`: a number of the table; `each`: one for each entity of something and a blank at the end, which is read at -1.
    """

    number: int
    kind: Literal["one", "each"]
    place: int
    """Of `one`: its index in the list `t`; of `each`: the number of its list, `f{place}`, or `d{place}` of a direction."""
    type: Type
    size: int
    """How many it holds, without the blank."""
    of: Type | None = None
    direction: bool = False
    name: str = ""
    declared: Any = None
    """The checked field, if it is one."""


# ---- expressions


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
    """One of a set: the first, the last, or the one of a number counted from 1. If there is none: 0 for numbers, else -1."""

    which: Literal["first", "last", "item"]
    values: Expression
    number: Expression | None = None


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


# ---- sets


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
class Ordered(Node):
    """A set in order of declaration, or of size."""

    values: Expression


@frozen(eq=False)
class CountRows(Node):
    """How many rows a variable of rows holds."""

    rows: Variable


@frozen
class Direction:
    """The next space of each space: a table that never changes, or a cell."""

    table: int = -1
    cell: Cell | None = field(default=None, eq=id)


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
    | Best
    | AsLongAs
    | Ray
    | Beside
    | LongestRow
    | Standing
    | Merged
    | Added
    | Taken
    | Ordered
    | CountRows
)


# ---- statements


@frozen(eq=False)
class Assign:
    """A variable becomes a value. A set is worked out whole before, and kept as it is."""

    variable: Variable
    value: Expression
    limit: int = -1
    """The place (a number of `spans`) to name when a number is too large; -1 if it cannot be."""


@frozen(eq=False)
class Put:
    """A cell becomes a value; of `each` at an index, and nothing happens at -1 (`sure`: it is never that)."""

    cell: Cell
    index: Expression | None
    value: Expression
    sure: bool
    limit: int = -1
    quiet: bool = False
    """Whether it is not told even where the field has a title."""


@frozen(eq=False)
class Move:
    """A thing, or each of a set (listed before any of them moves), to a space: last there, or first (`under`).

    Nothing happens to nothing, or if the space is -1; nor are these looked for where they are known not to be:
    `sure_thing`, `sure_space`; `stands`: a thing is never out of play. What is on no pile lies in order of declaration.
    """

    things: Expression
    to: Expression
    under: bool
    sure_thing: bool
    sure_space: bool
    stands: bool


@frozen(eq=False)
class TakeAway:
    """A thing, or each of a set, out of play."""

    things: Expression


@frozen(eq=False)
class Swap:
    """Two things change places, each at the other's position there. With nothing, or itself: nothing happens."""

    one: Expression
    other: Expression


@frozen(eq=False)
class DrawLast:
    """So many things at most from the end of a place to another: of what is no pile the last in order of declaration."""

    source: Expression
    to: Expression
    amount: Expression
    pile: bool | None


@frozen(eq=False)
class Resize:
    """A series opens its next space, or closes its last one (what stands there goes out of play), if it can.

    `cell` holds how many are open; then the directions of lines are linked again.
    """

    cell: Cell
    first: int
    most: int
    extend: bool
    declared: Any


@frozen(eq=False)
class Pay:
    """Take something from the budget of the decision; `place` is named when it is used up."""

    price: int
    place: int


@frozen(eq=False)
class Note:
    """Write into the log, where there is one: `kind`, and what interpreter/see/journal.py wants of it."""

    kind: Literal["void", "performed", "lapsed", "rolled", "shuffled", "say", "told"]
    values: tuple[Expression, ...] = ()
    about: Any = None


@frozen(eq=False)
class If:
    """The first branch whose condition holds, or else the rest; without branches, a body of its own."""

    branches: tuple[tuple[Expression, Body], ...]
    otherwise: Body = ()


@frozen(eq=False)
class ForEach:
    """A body for each of a set, which is listed before; `live`: the body changes nothing that the set hangs on."""

    variable: Variable
    values: Expression
    body: Body
    live: bool = False


@frozen(eq=False)
class While:
    """A body as long as a condition holds."""

    condition: Expression
    body: Body


@frozen(eq=False)
class Until:
    """A body, again until a condition holds after it."""

    body: Body
    condition: Expression


@frozen(eq=False)
class Repeat:
    """A body so many times."""

    times: Expression
    body: Body


@frozen(eq=False)
class Do:
    """Carry out a routine, its result into a variable. The first argument is the acting player."""

    routine: Routine
    arguments: tuple[Expression, ...]
    result: Variable | None


@frozen(eq=False)
class DoCard:
    """Carry out what a named card says."""

    card: Expression
    player: Expression


@frozen(eq=False)
class Leave:
    """Leave the routine, with a result if it gives one."""

    value: Expression | None


@frozen(eq=False)
class Over:
    """The end of the game."""

    winners: Expression | None


@frozen(eq=False)
class Together:
    """Each of some players chooses unseen (`choices`), then `effects` for each of those who have.

    Before each the variables in `chosen` are blank, and what was chosen is kept until the effects. A lapse in `choices`
    leaves that player out. `player` is the loop's variable; it holds what it held before when all is done.
    `direct`: it is all the same if the effects of one come before the choices of the next.
    """

    player: Variable
    values: Expression
    choices: Body
    chosen: tuple[Variable, ...]
    effects: Body
    direct: bool
    asked_of: Any = None


# ---- statements that ask: when one has no option, what follows it in its body lapses


@frozen(eq=False)
class Wanted:
    """One name of a choice: its variable, and the set it is chosen from, alike things as one if it is `merged`."""

    variable: Variable
    bound: Variable
    """Stands for it in the options of the names after it."""
    options: Expression
    merged: bool
    alone: bool
    """Whether its options hang on none of the names before it in the same choice."""


@frozen(eq=False)
class Choose:
    """One of some options; with several names, one combination. What is passed leaves the blanks in the variables."""

    wanted: tuple[Wanted, ...]
    seat: Expression
    optional: bool
    random: bool
    secret: bool
    source: Any
    limited: bool
    """Whether there may be so many combinations that they have to be counted."""


@frozen(eq=False)
class ChooseSet:
    """A set from `options`, one after the other, at least and at most so many (`most` None: as many as there are).

    First the options are put into `left`, a variable, which then holds those left; `offered` is what is chosen from each time:
    those left, alike things as one if they are `merged`. If there are fewer than `least`, the set is empty, and the choice
    lapses. One after the other is chosen and leaves `left` until none is left or there are `most`; to pass is the last option
    once there are `least` so far, unless `least` and `most` are equal. The set is kept as it was picked if it is `ordered`,
    else in order of declaration.
    """

    variable: Variable
    options: Expression
    left: Variable
    offered: Expression
    merged: bool
    least: Expression
    most: Expression | None
    seat: Expression
    random: bool
    ordered: bool
    secret: bool
    source: Any


@frozen(eq=False)
class Menu:
    """One of some lines whose conditions hold, each with a body of its own."""

    lines: tuple[tuple[Expression | None, Body], ...]
    seat: Expression
    optional: bool
    secret: bool
    source: Any


@frozen(eq=False)
class AskWords:
    """Free text into a variable; who plays at random says nothing."""

    variable: Variable
    seat: Expression
    source: Any


@frozen(eq=False)
class Roll:
    """One of some faces into a variable; a face may be there more than once."""

    variable: Variable
    faces: tuple[int, ...]
    table: int
    source: Any


@frozen(eq=False)
class DrawAny:
    """So many things at most from a bag, each at random, to a place."""

    source_space: Expression
    to: Expression
    amount: Expression
    source: Any


@frozen(eq=False)
class Shuffle:
    """A pile into random order."""

    space: Expression
    source: Any


Statement: TypeAlias = (
    Assign
    | Put
    | Move
    | TakeAway
    | Swap
    | DrawLast
    | Resize
    | Pay
    | Note
    | If
    | ForEach
    | While
    | Until
    | Repeat
    | Do
    | DoCard
    | Leave
    | Over
    | Together
    | Choose
    | ChooseSet
    | Menu
    | AskWords
    | Roll
    | DrawAny
    | Shuffle
)
Body: TypeAlias = tuple[Statement, ...]


# ---- blocks: a routine that may wait is cut into them


@frozen(eq=False)
class Jump:
    """Go on with another block."""

    to: int


@frozen(eq=False)
class Branch:
    """Go on with one block or another."""

    condition: Expression
    then: int
    otherwise: int


@frozen(eq=False)
class Switch:
    """Go on with the block of a number, or the last one."""

    number: Expression
    to: tuple[int, ...]
    otherwise: int


@frozen(eq=False)
class Begin:
    """Carry out a routine that may wait, and go on at a block; its result goes into a variable of this frame."""

    routine: Routine
    arguments: tuple[Expression, ...]
    result: Variable | None
    proceed: int


@frozen(eq=False)
class BeginCard:
    """Carry out what a named card says, which may be a routine that waits or not, and go on at a block."""

    card: Expression
    player: Expression
    proceed: int


@frozen(eq=False)
class AskOptions:
    """Somebody must choose one of some options; the answer goes into the variables of the question.

    There is a set for each variable, and an option is a combination: each set may read the variables in `bound` that stand
    for the earlier ones. Without any option the game goes on at `lapse`. Where `passable` holds, passing is the last option:
    then the variables are blank, and the game goes on at `passed`.
    """

    question: int
    seat: Expression
    variables: tuple[Variable, ...]
    bound: tuple[Variable, ...]
    options: tuple[Expression, ...]
    passable: Expression | None
    limited: bool
    lapse: int
    proceed: int
    passed: int


@frozen(eq=False)
class AskMenu:
    """Somebody must choose a line of a menu whose condition holds; its number goes into a variable. See AskOptions."""

    question: int
    seat: Expression
    variable: Variable
    conditions: tuple[Expression | None, ...]
    passable: bool
    lapse: int
    proceed: int
    passed: int


@frozen(eq=False)
class AskText:
    """Somebody may say anything."""

    question: int
    seat: Expression
    variable: Variable
    proceed: int


@frozen(eq=False)
class AskChance:
    """Chance decides: each member of a set is as likely as any other; with several variables, each combination.

    Alike things are one outcome where chance is asked. With no member the game goes on at `lapse`.
    """

    question: int
    variables: tuple[Variable, ...]
    bound: tuple[Variable, ...]
    options: tuple[Expression, ...]
    limited: bool
    lapse: int
    proceed: int


@frozen(eq=False)
class AskDie:
    """Chance shows a face of a die."""

    question: int
    variable: Variable
    faces: tuple[int, ...]
    table: int
    proceed: int


@frozen(eq=False)
class AskOrder:
    """Chance puts a pile into a new order: at once, and goes on at `proceed`, or, where chance is asked, at `asked`."""

    space: Expression
    proceed: int
    asked: int


@frozen(eq=False)
class Arrange:
    """A pile gets the order of a set that holds all that lies there."""

    space: Expression
    order: Expression


@frozen(eq=False)
class Keep:
    """One more row in a variable of rows: what these variables hold. With no variables: the rows are gone."""

    rows: Variable
    values: tuple[Variable, ...]


@frozen(eq=False)
class Restore:
    """The row of a number (from 0) back into the variables."""

    rows: Variable
    number: Expression
    values: tuple[Variable, ...]


@frozen(eq=False)
class Finish:
    """The routine is done; its result, if it gives one."""

    value: Expression | None


End: TypeAlias = (
    Jump
    | Branch
    | Switch
    | Begin
    | BeginCard
    | AskOptions
    | AskMenu
    | AskText
    | AskChance
    | AskDie
    | AskOrder
    | Finish
    | Over
)


Inside: TypeAlias = Statement | Arrange | Keep | Restore
"""What may stand in a block."""


@define(eq=False)
class Block:
    """Statements none of which waits, and how it goes on."""

    label: int
    routine: Routine
    body: list[Inside] = field(factory=list)
    end: End | None = None


# ---- the whole


@define(eq=False)
class Function:
    """A function that works something out: a define, whether a rule can be carried out, a value after a standing rule."""

    number: int
    parameters: tuple[Variable, ...]
    type: Type
    value: Expression | None
    place: int
    about: str


@define(eq=False)
class Routine:
    """Something that is carried out. The first parameter is the acting player."""

    number: int
    name: str
    parameters: tuple[Variable, ...]
    gives: Type | None
    place: int
    waits: bool
    body: Body = ()
    variables: list[Variable] = field(factory=list)
    """Those that it keeps, by slot."""
    rows: dict[int, tuple[Type, ...]] = field(factory=dict)
    """By slot: the types of a row, of variables that keep rows."""
    entry: int = -1
    """The first block, if it waits."""


@define(eq=False)
class Lowered:
    """A whole program."""

    world: Any
    layout: Any
    tables: list[Any]
    """What never changes; one entry of most of them is a blank, the last one."""
    cells: list[Cell]
    functions: list[Function]
    routines: list[Routine]
    blocks: list[Block]
    questions: list[Any]
    spans: list[Any]
    main: Routine
    opening: Routine | None
    """What is the same at the beginning of every game, and may be carried out once; `main` is without it if it is there."""
    cards: list[Routine | None]
    """What each named card says."""
    told: dict[int, dict[str, tuple[Expression, ...]]] = field(factory=dict)
    """By question and language: what stands between braces in its text, in terms of the routine's variables."""
    entries: dict[int, Routine] = field(factory=dict)
    """By the identity of a checked rule: the routine to begin it with."""
    asked_for: dict[int, Function] = field(factory=dict)
    """By the identity of a checked expression of an example: the function that works it out."""
    costs: Any = None
    """What was estimated of the work that it may be (cost.py)."""
