"""The declarations of a syntax tree, and the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from attrs import field

from rulewright.dsl.constructs.grids import WRITTEN_SHAPES, GridShape
from rulewright.dsl.nodes.expression_nodes import Expression, Node, Title, ValueList, Word
from rulewright.dsl.nodes.statement_nodes import (
    Block,
    BrokenLine,
    ForEach,
    If,
    MenuOption,
    RepeatTimes,
    RepeatUntil,
    Statement,
    Tell,
    While,
)
from rulewright.dsl.text.frozen import unchanging
from rulewright.dsl.text.source import Source


@unchanging(kw_only=True, eq=False, repr=False)
class Players(Node):
    """`players 3 to 5`."""

    least: int
    most: int


@unchanging(kw_only=True, eq=False, repr=False)
class Note(Node):
    """`note "..."`: for the readers of the rule sheet."""

    title: Title


@unchanging(kw_only=True, eq=False, repr=False)
class About(Node):
    """`about "..."`: what the game is, in a sentence."""

    title: Title


@unchanging(kw_only=True, eq=False, repr=False)
class Minutes(Node):
    """`minutes 15 to 30`: how long a game takes."""

    least: int
    most: int


@unchanging(kw_only=True, eq=False, repr=False)
class Difficulty(Node):
    """`difficulty easy`: how hard the game is to learn."""

    level: Word


@unchanging(kw_only=True, eq=False, repr=False)
class Game(Node):
    """`game my-game "My Game":`."""

    name: Word
    title: Title | None
    lines: tuple[Players | Note | About | Minutes | Difficulty | BrokenLine, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Option(Node):
    """`option tiles "Tiles" = 3 in 1 to 6`, `= yes`, or `= gap or row`."""

    name: Word
    title: Title | None
    text: Title | None
    default: int | bool | str
    least: int | None = None
    most: int | None = None
    words: tuple[tuple[Word, Title | None], ...] = ()


@unchanging(kw_only=True, eq=False, repr=False)
class Entry(Node):
    """`wave "giant wave" * 2 (height 3)` among values, faces or spaces; `kind` is the word behind a space's colon."""

    name: Word
    title: Title | None
    text: Title | None
    times: Expression | None = None
    kind: Word | None = None
    printed: tuple[CardField, ...] = ()


@unchanging(kw_only=True, eq=False, repr=False)
class Visibility(Node):
    """`seen by owner and spies, uncounted`, or `top seen by all`, with `what` is seen."""

    what: Word | None
    others: Word | None
    by: Word
    more: Word | None


@unchanging(kw_only=True, eq=False, repr=False)
class Values(Node):
    """`values colour: red, blue`; `die sea: calm * 3, wave * 2, storm` is a die with such faces."""

    name: Word
    title: Title | None
    text: Title | None
    entries: tuple[Entry, ...]
    die: bool = False
    seen: Visibility | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Numbers(Node):
    """`values face: 3 to 35`, or `die d6: 1 to 6`."""

    name: Word
    title: Title | None
    text: Title | None
    least: int
    most: int
    die: bool
    seen: Visibility | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Line(Node):
    """`line walk:` with its spaces in order and the names of its two directions."""

    name: Word
    title: Title | None
    text: Title | None
    spaces: tuple[Entry, ...]
    directions: tuple[Word, Word] | None


@unchanging(kw_only=True, eq=False, repr=False)
class Grid(Node):
    """`grid board: 3 by 3` (columns by rows), `11 by 11 hexagons` or `5 hexagons a side`."""

    name: Word
    title: Title | None
    text: Title | None
    columns: Expression
    """How many columns there are; how many cells a side has, if there are no `rows`."""
    rows: Expression | None
    words: tuple[Word, ...]
    """The words behind the size."""
    without: tuple[Word, ...]
    """The cells that it lacks."""

    @property
    def shape(self) -> GridShape | None:
        """Return the shape that the words give it, or None if they mean none."""
        return WRITTEN_SHAPES.get((" ".join([word.text for word in self.words]), self.rows is not None))


@unchanging(kw_only=True, eq=False, repr=False)
class MapLine(Node):
    """`reef "Reef": bay, cove`: a space and those beside it."""

    name: Word
    title: Title | None
    text: Title | None
    beside: tuple[Word, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Map(Node):
    """`map ocean:` with a space and its neighbours on each line."""

    name: Word
    title: Title | None
    text: Title | None
    lines: tuple[MapLine, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Place(Node):
    """`place deck: bag, seen by nobody`."""

    name: Word
    title: Title | None
    text: Title | None
    kind: Word | None
    seen: Visibility | None


@unchanging(kw_only=True, eq=False, repr=False)
class Components(Node):
    """`pieces pawns: 3 for each player, on ship`, or `cards tricks: ...` whose cards are declared one by one.

    `called` is what each of them is called: `each "{rank} of {suit}"`.
    """

    name: Word
    title: Title | None
    text: Title | None
    called: Title | None
    amount: Expression
    groups: tuple[Word, ...]
    start: Expression | None
    cards: bool


@unchanging(kw_only=True, eq=False, repr=False)
class CardField(Node):
    """`skull = yes`."""

    name: Word
    value: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class Card(Node):
    """`card charge of tricks "Charge":`."""

    name: Word
    kind: Word
    title: Title | None
    text: Title | None = None
    """The text that people read on it."""
    copies: Expression | None = None
    fields: tuple[CardField, ...] = ()
    needs: tuple[QuotedNeeds, ...] = ()
    perform: Block | None = None
    standing: tuple[Hook | Forbid | Change, ...] = ()


@unchanging(kw_only=True, eq=False, repr=False)
class TypeName(Node):
    """`number`, `player` or `set of pawns` where a type is meant; `card of tricks`, with the word `card`, is a named card."""

    name: Word
    many: bool = False
    card: Word | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Field(Node):
    """`hand: place, seen by owner` or `score: number = 0` below `each player has:`."""

    name: Word
    title: Title | None
    text: Title | None
    type: TypeName
    default: Expression | None
    drawn: FieldDisplay | None
    seen: Visibility | None


@unchanging(kw_only=True, eq=False, repr=False)
class FieldDisplay(Node):
    """`bar 10`: how a field is drawn, or that it is `untold` or `unshown`."""

    word: Word
    most: int | None


@unchanging(kw_only=True, eq=False, repr=False)
class FieldBlock(Node):
    """`each player has:` or `the table has:` (then `kind` is None); `for each trick`, a rule, when its fields begin anew.

    `each player and lane has:` is about pairs, of `kind` and `other`.
    """

    kind: Word | None
    other: Word | None
    anew: Word | None
    fields: tuple[Field | BrokenLine, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class CardTable(Node):
    """`cards of finds with copies, gems:` and a card on each line below it."""

    cards: tuple[Card, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Parameter(Node):
    """`victim in pawns`."""

    name: Word
    type: TypeName


@unchanging(kw_only=True, eq=False, repr=False)
class Rule(Node):
    """`to shove victim in pawns "Shoving":`; rule sheets call one by its title."""

    name: Word
    title: Title | None
    parameters: tuple[Parameter, ...]
    gives: TypeName | None
    text: Title | None
    """The text that people read instead of its steps."""
    needs: tuple[QuotedNeeds, ...]
    body: Block


@unchanging(kw_only=True, eq=False, repr=False)
class Define(Node):
    """`define weight of pawn in pawns: 2 if ... otherwise 1`; the table shows one with a title that is not `seen by nobody`."""

    name: Word
    title: Title | None
    text: Title | None
    seen: Visibility | None
    parameters: tuple[Parameter, ...]
    value: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class Hook(Node):
    """`after shove victim while COND:`; `when` is `before`, `after` or `instead`; `performing` for `after perform card`."""

    text: Title | None
    when: str
    performing: bool
    name: Word | None
    parameters: tuple[Word, ...]
    condition: Expression | None
    body: Block
    label: Word | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Forbid(Node):
    """`forbid shove victim while COND "why"`; without a condition, the rule never happens."""

    text: Title | None
    performing: bool
    name: Word | None
    parameters: tuple[Word, ...]
    condition: Expression | None
    reason: Title | None
    label: Word | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Change(Node):
    """`change aim of shooter to it - 2 while COND`."""

    text: Title | None
    name: Word
    parameters: tuple[Word, ...]
    value: Expression
    condition: Expression | None
    label: Word | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Replace(Node):
    """`replace` and a declaration whose name the base has."""

    declaration: Declaration


@unchanging(kw_only=True, eq=False, repr=False)
class Remove(Node):
    """`remove card charge`; `kind` is the word between. `remove asleep of snails` is about a field, and has none."""

    kind: str
    names: tuple[Word, ...]
    of: Word | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class QuotedHeader(Node):
    """`if COND` where a line is quoted that has a block below it, which is not; `further` for `otherwise if`."""

    line: If | ForEach | While | RepeatUntil | RepeatTimes | Tell
    further: bool = False


@unchanging(kw_only=True, eq=False, repr=False)
class QuotedNeeds(Node):
    """`needs COND "why not"`, in a rule, on a card, or where such a line is quoted."""

    condition: Expression
    reason: Title | None


@unchanging(kw_only=True, eq=False, repr=False)
class QuotedOption(Node):
    """`option rest` where a line of a menu is named."""

    name: Word


@unchanging(kw_only=True, eq=False, repr=False)
class LineChange(Node):
    """`replace LINE` and `with LINE`, or with a block; or `remove LINE`, with nothing."""

    old: Statement | QuotedHeader | QuotedNeeds | QuotedOption
    new: tuple[Statement | QuotedHeader | QuotedNeeds | MenuOption, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Patch(Node):
    """`in to crawl:` with changes of single lines, or another text; `kind` is the word between. A game has notes instead."""

    kind: str
    name: Word
    text: Title | None
    notes: tuple[Note, ...]
    changes: tuple[LineChange | BrokenLine, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Amend(Node):
    """`set skull of charge to no`; without a card, `set tiles to 4` is about an option."""

    name: Word
    card: Word | None
    value: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class Variant(Node):
    """`variant storm of my-game "Storm":`; `base_is_file` when the base is written as a text."""

    name: Word
    base: Word
    base_is_file: bool
    title: Title | None
    lines: tuple[Declaration, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Look(Node):
    """`"♥"`, `red`, `bends 6` or `at 3 2`: one part of how something looks; `word` is None for a sign."""

    word: Word | None
    sign: str
    numbers: tuple[int, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class LookLine(Node):
    """`hearts, diamonds: red`, or `seat 1: white`."""

    names: tuple[Word, ...]
    seats: tuple[int, ...]
    looks: tuple[Look, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Looks(Node):
    """`looks:` with a line for each thing, or several."""

    lines: tuple[LookLine | BrokenLine, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Ruling(Node):
    """`ruling F34 "..."`: what a rule text left open, or no example can show."""

    numbers: tuple[Word, ...]
    title: Title


@unchanging(kw_only=True, eq=False, repr=False)
class ExampleLine(Node):
    """One line of an example: `kind` is the grammar's word for it."""

    kind: str
    seat: Expression | None = None
    values: tuple[Expression, ...] = ()
    words: tuple[Word, ...] = ()
    setting: int | bool | str | None = None
    body: Block = ()
    rows: tuple[ValueList, ...] = ()


@unchanging(kw_only=True, eq=False, repr=False)
class Position(Node):
    """`given at-the-pond:`, from which examples begin that say `given at-the-pond`."""

    name: Word
    body: Block


@unchanging(kw_only=True, eq=False, repr=False)
class Example(Node):
    """`example F41 "Shove Left skips the dead":`."""

    numbers: tuple[Word, ...]
    title: Title | None
    lines: tuple[ExampleLine | BrokenLine, ...]


Described: TypeAlias = Option | Entry | Values | Numbers | Line | Grid | MapLine | Map | Place | Components | Field | Define
"""A thing with a name, perhaps with a title, and perhaps with a text that people read."""
Told: TypeAlias = Described | Rule | Card | Hook | Forbid | Change
"""A node that may have a text that people read."""
Declaration: TypeAlias = (
    Game
    | Option
    | Values
    | Numbers
    | Line
    | Grid
    | Map
    | Place
    | Components
    | Card
    | FieldBlock
    | Rule
    | Define
    | Hook
    | Forbid
    | Change
    | Variant
    | Replace
    | Remove
    | Amend
    | Patch
    | Looks
    | Ruling
    | Example
    | Position
    | Players
    | Note
    | BrokenLine
)


@unchanging(kw_only=True, eq=False, repr=False)
class Rulebook(Node):
    """A whole file; `broken` are the words of lines that could not be read, so that no second message is built on them.

    Or a whole folder: `sources` are its parts, and the first has the name of the folder.
    """

    declarations: tuple[Declaration, ...]
    broken: frozenset[str] = field(default=frozenset(), eq=False)
    sources: tuple[Source, ...] = field(eq=False, repr=False)

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the texts of its parts."""
        return tuple(source.text for source in self.sources)


def joined(parts: Sequence[Rulebook]) -> Rulebook:
    """Join several files to one rulebook."""
    return Rulebook(
        span=parts[0].span,
        declarations=tuple(node for part in parts for node in part.declarations),
        broken=frozenset().union(*(part.broken for part in parts)),
        sources=tuple(source for part in parts for source in part.sources),
    )


def one_by_one(declarations: Iterable[Declaration | CardTable]) -> tuple[Declaration, ...]:
    """Return declarations, with the cards of a table one by one."""
    return tuple(one for node in declarations for one in (node.cards if isinstance(node, CardTable) else (node,)))
