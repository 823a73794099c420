"""The statements of a checked rulebook."""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field

from rulewright.dsl.checked.checked_expressions import Expression, FieldRef
from rulewright.dsl.checked.checked_things import Field, Local, NumberDie, Rule, Space, Titles, Values
from rulewright.dsl.constructs.actions import ACTIONS, Action, ActionWord
from rulewright.dsl.text.frozen import unchanging
from rulewright.dsl.text.source import Span


@unchanging(eq=False, kw_only=True, repr=False)
class Stmt:
    """Any statement."""

    span: Span


@unchanging(eq=False, kw_only=True, repr=False)
class Pick:
    """One name of a choice; `many` picks a set of `least` to `most`, of which `such` must hold."""

    local: Local
    choices: Expression
    many: bool
    least: Expression | None
    most: Expression | None
    such: Expression | None = None


@unchanging(eq=False, kw_only=True, repr=False)
class Choose(Stmt):
    """A choice; if there are no options, the rest of its block is skipped, unless the choice is optional."""

    picks: tuple[Pick, ...]
    optional: bool
    random: bool
    ordered: bool
    by: Expression
    asking: Told
    passing: Titles
    """The label for choosing nothing."""
    showing: Told
    """The label of an option, with the names that are chosen."""


@unchanging(eq=False, kw_only=True, repr=False)
class MenuOption:
    """One line of a menu: an option for each way to choose its `picks`. Its text may contain names, also theirs."""

    name: str
    title: Told
    condition: Expression | None
    body: Block
    span: Span
    picks: tuple[Pick, ...] = ()


@unchanging(eq=False, kw_only=True, repr=False)
class Menu(Stmt):
    """A menu of named options."""

    options: tuple[MenuOption, ...]
    optional: bool
    by: Expression
    asking: Told
    passing: Titles


@unchanging(eq=False, kw_only=True, repr=False)
class Words(Stmt):
    """Free text into a local."""

    local: Local
    by: Expression
    asking: Told


@unchanging(eq=False, kw_only=True, repr=False)
class Move(Stmt):
    """A thing or a set of things to a space; `under` puts them first instead of last."""

    things: Expression
    to: Expression
    under: bool


@unchanging(eq=False, kw_only=True, repr=False)
class MoveAlong(Stmt):
    """A thing, or each of a set, some steps in a direction, as far as there are spaces."""

    things: Expression
    direction: str
    steps: Expression | None


@unchanging(eq=False, kw_only=True, repr=False)
class MoveAway(Stmt):
    """Out of play."""

    things: Expression


@unchanging(eq=False, kw_only=True, repr=False)
class Draw(Stmt):
    """Some things from a space to a space: at random from a bag, else the last ones."""

    amount: Expression
    source: Expression
    to: Expression


@unchanging(eq=False, kw_only=True, repr=False)
class Act(Stmt):
    """One of the actions that `dsl/constructs/actions.py` declares."""

    word: ActionWord
    operands: tuple[Expression, ...]

    @property
    def action(self) -> Action:
        """Return what is declared of it."""
        return ACTIONS[self.word]


@unchanging(eq=False, kw_only=True, repr=False)
class Roll(Stmt):
    """A die into a local; without `by` the acting player rolls it. `onto` is whose field takes the face, if one does."""

    die: Values | NumberDie
    local: Local
    by: Expression | None
    onto: FieldRef | None = None


@unchanging(eq=False, kw_only=True, repr=False)
class Assign(Stmt):
    """A local, a field of the table (`target` None), or a field of `target`, becomes a value, or `add`s or `take`s it.

    `let` is a `set` of a local. A field of a set of targets is set for each.
    """

    how: Literal["set", "add", "take"] = "set"
    to: Local | Field
    target: Expression | None = None
    value: Expression
    reason: Told = field(factory=dict)
    quiet: bool = False
    """Whether to tell nobody, when a field begins again."""


@unchanging(eq=False, kw_only=True, repr=False)
class If(Stmt):
    """Branches, and what else."""

    branches: tuple[tuple[Expression, Block], ...]
    otherwise: Block = ()


@unchanging(eq=False, kw_only=True, repr=False)
class ForEach(Stmt):
    """A block for each of a set."""

    local: Local
    values: Expression
    body: Block


@unchanging(eq=False, kw_only=True, repr=False)
class Together(Stmt):
    """Secret choices of several players, and then their effects for each; `local` is always the acting player.

    `choices` holds Choose, Menu (whose option bodies are empty), Words and If of those; `chosen` are the locals they set,
    which are kept for each player until `effects` are carried out.
    """

    local: Local
    values: Expression
    choices: Block
    chosen: tuple[Local, ...]
    effects: Block


@unchanging(eq=False, kw_only=True, repr=False)
class While(Stmt):
    """A block while a condition holds."""

    condition: Expression
    body: Block


@unchanging(eq=False, kw_only=True, repr=False)
class RepeatUntil(Stmt):
    """A block, until a condition holds after it."""

    condition: Expression
    body: Block


@unchanging(eq=False, kw_only=True, repr=False)
class RepeatTimes(Stmt):
    """A block, so many times."""

    times: Expression
    body: Block


@unchanging(eq=False, kw_only=True, repr=False)
class Call(Stmt):
    """Carries out a rule, its standing rules included."""

    rule: Rule
    arguments: tuple[Expression, ...]
    giving: Local | None


@unchanging(eq=False, kw_only=True, repr=False)
class Perform(Stmt):
    """Carries out the effect of a card (a thing or a named card), with its standing rules; for `as usual`, without them."""

    card: Expression
    usual: bool = False


@unchanging(eq=False, kw_only=True, repr=False)
class Say(Stmt):
    """A line for the log."""

    texts: Told


@unchanging(eq=False, kw_only=True, repr=False)
class Show(Stmt):
    """Shows some things to some players; the others are told that something was shown."""

    things: Expression
    to: Expression


@unchanging(eq=False, kw_only=True, repr=False)
class Stop(Stmt):
    """Leaves the rule, with a result if it gives one."""

    value: Expression | None


@unchanging(eq=False, kw_only=True, repr=False)
class GameOver(Stmt):
    """The end."""

    winners: Expression | None


@unchanging(eq=False, kw_only=True, repr=False)
class Resize(Stmt):
    """Opens the first closed space of a series, or closes its last open one; its contents go out of play."""

    extend: bool
    space: Space


@unchanging(eq=False, kw_only=True, repr=False)
class CountDown(Stmt):
    """One less in a field of each of a set, not below 0."""

    field: Field
    targets: Expression
    reason: Told


Deciding: TypeAlias = Choose | Menu | Words | Roll | Draw | Act
"""What a player or chance decides. Of `Draw`, chance decides only at a bag; of actions, only of some."""
Moving: TypeAlias = Move | MoveAlong | MoveAway | Draw
"""What moves things."""
Setting: TypeAlias = Assign | CountDown | Resize
"""What changes names, fields and series."""
Holding: TypeAlias = If | ForEach | Together | While | RepeatUntil | RepeatTimes | Menu
"""What holds other statements."""
Calling: TypeAlias = Call | Perform
"""What carries out a rule or a card."""
Leaving: TypeAlias = Stop | GameOver
"""What leaves the rule or ends the game."""
Telling: TypeAlias = Say | Show
"""What only tells players something."""
Statement: TypeAlias = Deciding | Moving | Setting | Holding | Calling | Leaving | Telling
Block: TypeAlias = tuple[Statement, ...]
Told: TypeAlias = dict[str, tuple[str | Expression, ...]]
"""A text by language, as plain texts and expressions in turn."""
