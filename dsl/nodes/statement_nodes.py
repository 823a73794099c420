"""The statements of a syntax tree."""

from __future__ import annotations

from typing import TypeAlias

from attrs import field

from rulewright.dsl.constructs.actions import ActionWord
from rulewright.dsl.nodes.expression_nodes import Expression, Node, Title, Word
from rulewright.dsl.text.frozen import unchanging


@unchanging(kw_only=True, eq=False, repr=False)
class Pick(Node):
    """`runner in pawns of player`, or `plan as 3 of cards in hand of player such that COND` with its least and greatest
    number, and what must hold of the whole set; or `using as one "Keep one" or both "Use both"`, with its `words`.
    """

    name: Word
    choices: Expression
    many: bool = False
    least: Expression | None = None
    most: Expression | None = None
    such: Expression | None = None
    words: tuple[tuple[Word, Title | None], ...] = ()


@unchanging(kw_only=True, eq=False, repr=False)
class Choose(Node):
    """`may choose a in SET, b in SET at random, ordered by SEAT asking "..."`."""

    picks: tuple[Pick, ...]
    optional: bool = False
    random: bool = False
    ordered: bool = False
    by: Expression | None = None
    asking: Title | None = None
    passing: Title | None = None
    showing: Title | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class MenuOption(Node):
    """`fire target in foes "Fire at {target}" if COND:` and what it does."""

    name: Word
    title: Title | None
    condition: Expression | None
    body: tuple[Statement, ...]
    picks: tuple[Pick, ...] = ()


@unchanging(kw_only=True, eq=False, repr=False)
class Menu(Node):
    """`choose:` with named options below."""

    options: tuple[MenuOption, ...]
    optional: bool = False
    by: Expression | None = None
    asking: Title | None = None
    passing: Title | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class ChooseWords(Node):
    """`choose insult as words by SEAT asking "..."`: free text."""

    name: Word
    by: Expression | None = None
    asking: Title | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Move(Node):
    """`move THINGS to PLACE`; `how` is `to` (last there) or `under` (first there)."""

    things: Expression
    to: Expression
    how: str = "to"


@unchanging(kw_only=True, eq=False, repr=False)
class MoveAlong(Node):
    """`move THINGS forward 2`."""

    things: Expression
    direction: Word
    steps: Expression | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class MoveAway(Node):
    """`remove THINGS`: out of play."""

    things: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class Draw(Node):
    """`draw 2 from deck to hand of player`."""

    amount: Expression
    source: Expression
    to: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class Act(Node):
    """`shuffle deck`, or another of the `ACTIONS`."""

    word: ActionWord
    operands: tuple[Expression, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Roll(Node):
    """`roll sea as face`; `by` names the player who rolls, for the log alone."""

    die: Word
    name: Word
    by: Expression | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class RollField(Node):
    """`roll pips of bones in cup of player`: each of them shows what it falls on in that field."""

    field: Word
    of: Expression
    by: Expression | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Target(Node):
    """`score of player`, `leader` or a local name: what `set`, `add` and `take` change."""

    name: Word
    of: Expression | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Assign(Node):
    """`set TARGET to VALUE`, `add VALUE to TARGET`, `take VALUE from TARGET`; `how` is the first word."""

    how: str
    target: Target
    value: Expression
    reason: Title | None = None
    quiet: bool = False
    """Whether nobody is told: a field begins anew."""


@unchanging(kw_only=True, eq=False, repr=False)
class Let(Node):
    """`let target be VALUE`."""

    name: Word
    value: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class If(Node):
    """`if COND:` with its `otherwise if` branches, and what else."""

    branches: tuple[tuple[Expression, tuple[Statement, ...]], ...]
    otherwise: tuple[Statement, ...] = ()


@unchanging(kw_only=True, eq=False, repr=False)
class ForEach(Node):
    """`for each name in SET:`; with `together`, everybody chooses before anything happens."""

    name: Word
    values: Expression
    body: tuple[Statement, ...]
    together: bool = False


@unchanging(kw_only=True, eq=False, repr=False)
class ActAs(Node):
    """`as owner of snail:`: another player acts."""

    player: Expression
    body: tuple[Statement, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class TakeTurns(Node):
    """`players take turns from leader until COND:`; without a condition, until the game is over.

    `players` are those who are still in when their turn comes; None is all of them.
    """

    players: Expression | None
    first: Expression | None
    counterclockwise: bool
    condition: Expression | None
    body: tuple[Statement, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class While(Node):
    """`while COND:`."""

    condition: Expression
    body: tuple[Statement, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class RepeatUntil(Node):
    """`repeat until COND:` looks at the condition after each pass."""

    condition: Expression
    body: tuple[Statement, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class RepeatTimes(Node):
    """`repeat 3 times:`."""

    times: Expression
    body: tuple[Statement, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Call(Node):
    """`shove victim, 2`: carries out a rule of that name; `elect voters giving leader` names its result."""

    name: Word
    arguments: tuple[Expression, ...] = ()
    giving: Word | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Perform(Node):
    """`perform CARD`."""

    card: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class AsUsual(Node):
    """`as usual giving chosen`: inside `instead of`, the rule that it replaces."""

    giving: Word | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Say(Node):
    """`say "{player} sinks" or "You sink"`, or `say heading "Round {round}"`.

    The players that the title names read one of `own`: the player named first the first of them, and so on.
    """

    title: Title
    own: tuple[Title, ...]
    heading: bool = False


@unchanging(kw_only=True, eq=False, repr=False)
class Tell(Node):
    """`tell "{player} plays {card}." or "You play {card}.":` and what this tells of; without a title, `tell nothing:`.

    The players that the title names read one of `own`, as with `say`.
    """

    title: Title | None
    own: tuple[Title, ...]
    body: tuple[Statement, ...]


@unchanging(kw_only=True, eq=False, repr=False)
class Show(Node):
    """`show hand of victim to player`."""

    things: Expression
    to: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class GoesOn(Node):
    """`player goes on`: the acting player has another turn."""


@unchanging(kw_only=True, eq=False, repr=False)
class Stop(Node):
    """`stop`: leaves the rule; or `stop repeating`: the innermost loop."""

    repeating: bool = False


@unchanging(kw_only=True, eq=False, repr=False)
class Give(Node):
    """`give VALUE`: leaves the rule with a result."""

    value: Expression


@unchanging(kw_only=True, eq=False, repr=False)
class GameOver(Node):
    """`game over, winners SET`; without winners nobody wins."""

    winners: Expression | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class Resize(Node):
    """`extend steps` or `shorten steps`."""

    how: str
    series: Word


@unchanging(kw_only=True, eq=False, repr=False)
class CountDown(Node):
    """`count down drunk of pawns of player`, `count down rounds-left`: one less, never below nought."""

    name: Word
    of: Expression | None = None
    reason: Title | None = None


@unchanging(kw_only=True, eq=False, repr=False)
class BrokenLine(Node):
    """A line that could not be read and was reported; it causes no further diagnostics."""

    words: frozenset[str] = field(default=frozenset(), eq=False)


Looping: TypeAlias = ForEach | ActAs | TakeTurns | While | RepeatUntil | RepeatTimes
"""Statements with a block that may be carried out often, or by another player."""
Changing: TypeAlias = Assign | CountDown | Resize
"""Statements that change a field or a series of spaces."""
Leading: TypeAlias = Call | Perform | AsUsual | Stop | Give | GoesOn | GameOver
"""Statements that lead elsewhere, or end something."""
Statement: TypeAlias = (
    Choose
    | Menu
    | ChooseWords
    | Move
    | MoveAlong
    | MoveAway
    | Draw
    | Act
    | Roll
    | RollField
    | Let
    | If
    | Say
    | Tell
    | Show
    | Looping
    | Changing
    | Leading
    | BrokenLine
)
Block: TypeAlias = tuple[Statement, ...]
