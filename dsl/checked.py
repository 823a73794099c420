"""The checked rulebook: every name resolved, every type known, variants merged. Nothing in it can be misunderstood.

Everything hangs on declarations by reference, not by name. Expressions carry their type and, for messages at play time,
their span. How many things and spaces there are depends on the number of players and the options, and is left open here.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import define, field, frozen

from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.source import Span

Titles: TypeAlias = dict[str, str]
"""A text by language; a name without a title has the empty dict, and is shown as its name."""


# ---- types


@frozen
class Type:
    """What an expression is. `name` says which things, values or cards; `many` makes it a set."""

    kind: Literal["number", "truth", "player", "space", "thing", "value", "card", "text", "nothing"]
    name: str = ""
    many: bool = False


NUMBER = Type("number")
TRUTH = Type("truth")
PLAYER = Type("player")
SPACE = Type("space")
TEXT = Type("text")
NOTHING = Type("nothing")


# ---- declarations


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


@define(eq=False, repr=False)
class Values:
    """A type of named values, such as colours, the faces of a die, or the words of an option."""

    name: str
    titles: Titles
    names: tuple[str, ...]
    value_titles: tuple[Titles, ...]
    weights: tuple[Expression | None, ...]
    """For a die: how many faces show it (constant expressions; None is one)."""
    span: Span
    printed: list[tuple[int, Field, Expression]] = field(factory=list)
    """What is printed on its values: which value, which field, and what."""
    die: bool = False
    seen: Literal["all", "owner", "others", "nobody"] = "all"
    """For a die: who sees what is rolled; its owner is whoever rolls it."""
    changes: list[Change] = field(factory=list)
    least: int | None = None
    """Of the numbers of a range: the first of them. Expressions know them as numbers alone."""


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


@define(eq=False, repr=False)
class Space:
    """A named space of a line or map, a series of them (then `times`), or a shared place off every board (`board` None)."""

    name: str
    titles: Titles
    kind: Literal["place", "pile", "bag"]
    seen: Literal["all", "owner", "others", "nobody"]
    times: Expression | None
    board: Board | None
    span: Span
    counted: bool = True
    """Whether those who do not see what lies there see how many lie there."""


@define(eq=False, repr=False)
class Board:
    """A line, grid or map. A line has two directions; a grid eight, which all grids share."""

    name: str
    titles: Titles
    kind: Literal["line", "grid", "map"]
    spaces: list[Space]
    directions: tuple[str, ...]
    columns: Expression | None
    rows: Expression | None
    beside: list[tuple[Space, Space]]
    span: Span


@define(eq=False, repr=False)
class Kind:
    """A kind of pieces or cards. `groups` are what they come for each of: players, or types of values."""

    name: str
    titles: Titles
    called: dict[str, tuple[str | Property, ...]]
    """What one of them is called: texts with the values and the owner that it was made for, as properties of it."""
    amount: Expression
    groups: tuple[Values | Literal["player"], ...]
    start: Expression | None
    """Where one starts: an expression of type space, in which `start_local` is the thing itself."""
    start_local: Local | None
    cards: list[Card]
    named_cards: bool
    """Whether it was declared with `cards` and has cards of its own names."""
    span: Span


@define(eq=False, repr=False)
class Card:
    """A named card of a kind."""

    name: str
    titles: Titles
    texts: Titles
    kind: Kind
    copies: Expression | None
    values: dict[Field, Expression]
    """Constant values of fields of its kind."""
    perform: Rule | None
    span: Span


@define(eq=False, repr=False)
class Field:
    """Something that each player, thing, space or value has, or the table (`of` None). A place field has `place` set.

    What each pair of two of these has is `of` a type of its own, and `pair` says of which two.
    """

    name: str
    titles: Titles
    of: Type | None
    type: Type
    default: Expression | None
    seen: Literal["all", "owner", "others", "nobody"]
    place: Literal["place", "pile", "bag"] | None
    span: Span
    assigned: bool = False
    """Whether any rule ever changes it; else it is a constant of each card."""
    pair: tuple[Type, Type] | None = None
    die: Values | NumberDie | None = None
    """The die that it shows a face of, if that is its type."""
    counted: bool = True
    """Of a place: whether those who do not see what lies there see how many lie there."""
    worked_out: Define | None = None
    """Of the score, if it is a define: what is worked out for each player when the game is over. Nobody sees it before."""


@define(eq=False, repr=False)
class Local:
    """A name inside a rule, define or standing rule; `slot` counts from 0 within it, and slot 0 is the acting player."""

    name: str
    type: Type
    slot: int


@define(eq=False, repr=False)
class Rule:
    """A rule, what performing a card does, or the body of a standing rule or an example: something that is carried out."""

    name: str
    parameters: tuple[Local, ...]
    gives: Type | None
    needs: tuple[Expression, ...]
    body: Block
    locals: list[Local]
    """All its locals by slot; the first is the acting player, the parameters follow."""
    span: Span
    before: list[Hook] = field(factory=list)
    after: list[Hook] = field(factory=list)
    instead: list[Hook] = field(factory=list)
    forbids: list[Forbid] = field(factory=list)


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


@define(eq=False, repr=False)
class Define:
    """A named expression; the table shows what one with titles is worth."""

    name: str
    titles: Titles
    parameters: tuple[Local, ...]
    type: Type
    value: Expression
    locals: list[Local]
    span: Span
    uses_player: bool = False
    """Whether it, or a define it uses, depends on the acting player."""
    changes: list[Change] = field(factory=list)


# ---- expressions


@frozen(eq=False, kw_only=True, repr=False)
class Expr:
    """Any expression."""

    type: Type
    span: Span


@frozen(eq=False, kw_only=True, repr=False)
class Const(Expr):
    """A number, 0 or 1 for no and yes, the index of a value or card in its type, a seat from 0, or -1 for nothing."""

    value: int


@frozen(eq=False, kw_only=True, repr=False)
class CardConst(Expr):
    """A card by name."""

    card: Card


@frozen(eq=False, kw_only=True, repr=False)
class TextConst(Expr):
    """A text in quotes; only in examples."""

    text: str


@frozen(eq=False, kw_only=True, repr=False)
class OptionValue(Expr):
    """What an option is set to."""

    option: Option


@frozen(eq=False, kw_only=True, repr=False)
class LocalRef(Expr):
    """A local, `it` included."""

    local: Local


@frozen(eq=False, kw_only=True, repr=False)
class TableRef(Expr):
    """A field of the table (a place of the table is a SpaceRef)."""

    field: Field


@frozen(eq=False, kw_only=True, repr=False)
class FieldRef(Expr):
    """A field of one player, thing, space, value or card; for a place field the type is space."""

    field: Field
    target: Expression


@frozen(eq=False, kw_only=True, repr=False)
class Property(Expr):
    """What the engine itself knows of one player, thing or space.

    `space` of a thing, `owner` of a thing or a place, `card` (the named card a thing is), `group` (then `group` says
    which of its kind's values), `left` and `right` of a player, `direction` (then `name` is it), `row`, `column`,
    `neighbours`, `around`, `ray` (then `name` is the direction) of a space, `number` of a space, value or player,
    `numbered` of a number: the value of a range (then `group`) that stands for it, or nothing.
    """

    name: str
    property: Literal[
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
    target: Expression
    group: Values | None = None


@frozen(eq=False, kw_only=True, repr=False)
class SpaceRef(Expr):
    """One named space or shared place."""

    space: Space


@frozen(eq=False, kw_only=True, repr=False)
class SeriesRef(Expr):
    """The open spaces of a series, in order."""

    space: Space


@frozen(eq=False, kw_only=True, repr=False)
class BoardRef(Expr):
    """The open spaces of a board, in order."""

    board: Board


@frozen(eq=False, kw_only=True, repr=False)
class KindSet(Expr):
    """All things of a kind; `group` and `target` narrow it to those of one value or owner."""

    kind: Kind
    group: Values | Literal["player"] | None = None
    target: Expression | None = None


@frozen(eq=False, kw_only=True, repr=False)
class PlayerSet(Expr):
    """`players`."""


@frozen(eq=False, kw_only=True, repr=False)
class ValueSet(Expr):
    """All values of a type."""

    values: Values


@frozen(eq=False, kw_only=True, repr=False)
class DefineCall(Expr):
    """A define with its arguments."""

    define: Define
    arguments: tuple[Expression, ...]


@frozen(eq=False, kw_only=True, repr=False)
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


@frozen(eq=False, kw_only=True, repr=False)
class Each(Expr):
    """Operators that look at each of a set in turn, as `local`.

    `where`, `as_long_as` (body: truth), `with_most`, `with_fewest`, `sum`, `highest`, `lowest` (body: number), `map` (the
    set of the body's different values; a body that is a set itself is joined).
    """

    operator: Literal["where", "as_long_as", "with_most", "with_fewest", "sum", "highest", "lowest", "map"]
    values: Expression
    local: Local
    body: Expression


@frozen(eq=False, kw_only=True, repr=False)
class Can(Expr):
    """Whether a rule's needs hold and no ban does."""

    rule: Rule
    arguments: tuple[Expression, ...]


@frozen(eq=False, kw_only=True, repr=False)
class Region(Expr):
    """The connected part of some spaces that others, the start, belong to; `nexts` are the spaces beside one, the `local`."""

    start: Expression
    spaces: Expression
    local: Local
    nexts: Expression


@frozen(eq=False, kw_only=True, repr=False)
class Picture(Expr):
    """A number for what some parts are: values, sets, things as they look, and spaces with what can be seen there."""

    parts: tuple[Expression, ...]


@frozen(eq=False, kw_only=True, repr=False)
class After(Expr):
    """What a rule made for it gives, on a copy of the position: it carries out another one, and then asks for something."""

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


# ---- statements


@frozen(eq=False, kw_only=True, repr=False)
class Stmt:
    """Any statement."""

    span: Span


@frozen(eq=False, kw_only=True, repr=False)
class Pick:
    """One name of a choice; `many` picks a set of `least` to `most`, of which `such` must hold."""

    local: Local
    choices: Expression
    many: bool
    least: Expression | None
    most: Expression | None
    such: Expression | None = None


@frozen(eq=False, kw_only=True, repr=False)
class Choose(Stmt):
    """A choice; what follows it in its block lapses when there is none, unless it is optional."""

    picks: tuple[Pick, ...]
    optional: bool
    random: bool
    ordered: bool
    by: Expression
    asking: Told
    passing: Titles
    """What it is called to choose nothing."""
    showing: Told
    """What an option is called, by the names that are chosen."""


@frozen(eq=False, kw_only=True, repr=False)
class MenuOption:
    """One line of a menu: there is an option for each way to choose its `picks`. In its text may stand names, also theirs."""

    name: str
    title: Told
    condition: Expression | None
    body: Block
    picks: tuple[Pick, ...] = ()


@frozen(eq=False, kw_only=True, repr=False)
class Menu(Stmt):
    """A menu of named options."""

    options: tuple[MenuOption, ...]
    optional: bool
    by: Expression
    asking: Told
    passing: Titles


@frozen(eq=False, kw_only=True, repr=False)
class Words(Stmt):
    """Free text into a local."""

    local: Local
    by: Expression
    asking: Told


@frozen(eq=False, kw_only=True, repr=False)
class Move(Stmt):
    """A thing or a set of things to a space; `under` puts them first instead of last."""

    things: Expression
    to: Expression
    under: bool


@frozen(eq=False, kw_only=True, repr=False)
class MoveAlong(Stmt):
    """A thing, or each of a set, some steps in a direction, as far as there are spaces."""

    things: Expression
    direction: str
    steps: Expression | None


@frozen(eq=False, kw_only=True, repr=False)
class MoveAway(Stmt):
    """Out of play."""

    things: Expression


@frozen(eq=False, kw_only=True, repr=False)
class Draw(Stmt):
    """Some things from a space to a space: at random from a bag, else the last ones."""

    amount: Expression
    source: Expression
    to: Expression


@frozen(eq=False, kw_only=True, repr=False)
class Swap(Stmt):
    """Two things change places."""

    one: Expression
    other: Expression


@frozen(eq=False, kw_only=True, repr=False)
class Shuffle(Stmt):
    """A pile into random order."""

    place: Expression


@frozen(eq=False, kw_only=True, repr=False)
class Roll(Stmt):
    """A die into a local; without `by` the acting player rolls it. `onto` is whose field takes the face, if one does."""

    die: Values | NumberDie
    local: Local
    by: Expression | None
    onto: FieldRef | None = None


@frozen(eq=False, kw_only=True, repr=False)
class Assign(Stmt):
    """A local, a field of the table (`target` None), or a field of `target`, becomes a value, or `add`s or `take`s it.

    `let` is a `set` of a local. A field of a set of targets is set for each.
    """

    how: Literal["set", "add", "take"]
    to: Local | Field
    target: Expression | None
    value: Expression
    reason: Told = field(factory=dict)
    quiet: bool = False
    """Whether nobody is told: a field begins anew."""


@frozen(eq=False, kw_only=True, repr=False)
class If(Stmt):
    """Branches, and what else."""

    branches: tuple[tuple[Expression, Block], ...]
    otherwise: Block


@frozen(eq=False, kw_only=True, repr=False)
class ForEach(Stmt):
    """A block for each of a set."""

    local: Local
    values: Expression
    body: Block


@frozen(eq=False, kw_only=True, repr=False)
class Together(Stmt):
    """Secret choices of several players, then what comes of them for each; `local` is always the acting player.

    `choices` holds Choose, Menu (whose option bodies are empty), Words and If of those; `chosen` are the locals they set,
    which are kept for each player until `effects` are carried out.
    """

    local: Local
    values: Expression
    choices: Block
    chosen: tuple[Local, ...]
    effects: Block


@frozen(eq=False, kw_only=True, repr=False)
class While(Stmt):
    """A block while a condition holds."""

    condition: Expression
    body: Block


@frozen(eq=False, kw_only=True, repr=False)
class RepeatUntil(Stmt):
    """A block, until a condition holds after it."""

    condition: Expression
    body: Block


@frozen(eq=False, kw_only=True, repr=False)
class RepeatTimes(Stmt):
    """A block, so many times."""

    times: Expression
    body: Block


@frozen(eq=False, kw_only=True, repr=False)
class Call(Stmt):
    """Carries out a rule, its standing rules included."""

    rule: Rule
    arguments: tuple[Expression, ...]
    giving: Local | None


@frozen(eq=False, kw_only=True, repr=False)
class Perform(Stmt):
    """Carries out what a card (a thing or a named card) says, its standing rules included; or, as usual, without these."""

    card: Expression
    usual: bool = False


@frozen(eq=False, kw_only=True, repr=False)
class Say(Stmt):
    """A line for the log."""

    texts: Told


@frozen(eq=False, kw_only=True, repr=False)
class Show(Stmt):
    """Tells some players which things these are; the others hear that they were shown."""

    things: Expression
    to: Expression


@frozen(eq=False, kw_only=True, repr=False)
class Stop(Stmt):
    """Leaves the rule, with a result if it gives one."""

    value: Expression | None


@frozen(eq=False, kw_only=True, repr=False)
class GameOver(Stmt):
    """The end."""

    winners: Expression | None


@frozen(eq=False, kw_only=True, repr=False)
class Resize(Stmt):
    """Opens the first closed space of a series, or closes its last open one; what stands there goes out of play."""

    extend: bool
    space: Space


@frozen(eq=False, kw_only=True, repr=False)
class CountDown(Stmt):
    """One less in a field of each of a set, not below 0."""

    field: Field
    targets: Expression
    reason: Told


Statement: TypeAlias = (
    Choose
    | Menu
    | Words
    | Move
    | MoveAlong
    | MoveAway
    | Draw
    | Swap
    | Shuffle
    | Roll
    | Assign
    | If
    | ForEach
    | Together
    | While
    | RepeatUntil
    | RepeatTimes
    | Call
    | Perform
    | Say
    | Show
    | Stop
    | GameOver
    | Resize
    | CountDown
)
Block: TypeAlias = tuple[Statement, ...]
Told: TypeAlias = dict[str, tuple[str | Expression, ...]]
"""A text by language, as plain texts and expressions in turn."""


# ---- examples and the whole


@define(eq=False, repr=False)
class Step:
    """One line of an example.

    `given` and `when` have a rule to carry out (its acting player is `seat`, or the first); `picks` and `cannot_pick` have
    `values` to compare with an option, `choices` a number, `shows` a value, `then` a condition, `then_chooses` a seat,
    `then_over` the winners if they are named, and the number 0 if there are none. What a `seat` sees or reads, or does not,
    is a value, too. `then_allowed` and `then_refused` have the number 1 if the game can be played like that, or else 0.
    Expressions are within the locals of `rule`, which has no body there.
    """

    kind: Literal[
        "given",
        "when",
        "picks",
        "cannot_pick",
        "choices",
        "shows",
        "then",
        "then_nobody",
        "then_chooses",
        "then_over",
        "then_on",
        "then_sees",
        "then_sees_not",
        "then_reads",
        "then_reads_not",
        "then_allowed",
        "then_refused",
    ]
    rule: Rule
    seat: Expression | None
    values: tuple[Expression, ...]
    number: int
    span: Span


@define(eq=False, repr=False)
class Example:
    """An example, with the game it is to be played in: the base with the variants it names, merged and checked again."""

    numbers: tuple[str, ...]
    titles: Titles
    players: int
    variants: tuple[str, ...]
    options: dict[str, int]
    steps: list[Step]
    span: Span
    case: Span | None = None
    """The row of its table of cases, if it has one."""


@define(eq=False, repr=False)
class Inherited:
    """An example of the game itself, as it stands below a variant; nothing if it cannot be said or played there."""

    numbers: tuple[str, ...]
    title: str
    span: Span
    example: Example | None
    fits: bool
    """Whether the variant can be played by so many, and with such options."""
    wrong: Diagnostic | None
    """Why it cannot be said below the variant."""
    answered: bool
    """Whether the variant replaces or removes it."""
    removed: Span | None
    """Where the variant removes it."""


@define(eq=False, repr=False)
class Ruling:
    """What a rule text left open."""

    numbers: tuple[str, ...]
    titles: Titles
    span: Span


@define(eq=False, repr=False)
class Game:
    """A whole checked game, with its variants merged in."""

    name: str
    titles: Titles
    variants: tuple[str, ...]
    least_players: int
    most_players: int
    notes: list[Titles]
    options: dict[str, Option]
    values: dict[str, Values]
    dice: dict[str, Values | NumberDie]
    boards: dict[str, Board]
    places: dict[str, Space]
    """Shared places, from `place` and from `the table has`."""
    kinds: dict[str, Kind]
    cards: dict[str, Card]
    fields: list[Field]
    defines: dict[str, Define]
    rules: dict[str, Rule]
    performing: Rule
    """Carries the standing rules on performing any card; its one parameter is the card, a thing or nothing, as a card."""
    play: Rule
    setup: Rule | None
    score: Field | None
    examples: list[Example]
    rulings: list[Ruling]
    fingerprint: str
    """A digest of the texts it was made of, and of the variants' names."""
    span: Span
    inherited: list[Inherited] = field(factory=list)
    """If it is asked for, and one variant is laid over the game: the examples of the game itself."""
    variant: Span | None = None
    """The name of the last variant, where it stands."""
