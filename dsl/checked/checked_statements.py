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
    """One name of a choice; `many` picks a set with `least` to `most` members that satisfies `such`."""

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
    asking: TextTemplate
    passing: Titles
    """The label for choosing nothing."""
    showing: TextTemplate
    """The label of an option, with the names that are chosen."""


@unchanging(eq=False, kw_only=True, repr=False)
class MenuOption:
    """One line of a menu: an option for each way to choose its `picks`. Its text may contain names, also theirs."""

    name: str
    title: TextTemplate
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
    asking: TextTemplate
    passing: Titles


@unchanging(eq=False, kw_only=True, repr=False)
class ChooseWords(Stmt):
    """Free text into a local."""

    local: Local
    by: Expression
    asking: TextTemplate


@unchanging(eq=False, kw_only=True, repr=False)
class Move(Stmt):
    """Moves a thing or a set of things to a space; `under` puts them first instead of last."""

    things: Expression
    to: Expression
    under: bool


@unchanging(eq=False, kw_only=True, repr=False)
class MoveAlong(Stmt):
    """Moves a thing, or each of a set, some steps in a direction, or up to the edge."""

    things: Expression
    direction: str
    steps: Expression | None


@unchanging(eq=False, kw_only=True, repr=False)
class MoveAway(Stmt):
    """Moves things out of play."""

    things: Expression


@unchanging(eq=False, kw_only=True, repr=False)
class Draw(Stmt):
    """Moves some things from a space to a space: random ones from a bag, else the last ones."""

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
    """Rolls a die into a local; without `by` the acting player rolls it.

    `onto` is the owner of the field for the face, if there is one.
    """

    die: Values | NumberDie
    local: Local
    by: Expression | None
    onto: FieldRef | None = None


@unchanging(eq=False, kw_only=True, repr=False)
class Assign(Stmt):
    """Gives a local, a field of the table (`target` None), or a field of `target` a value, or `add`s or `take`s it.

    `let` is a `set` of a local. A field of a set of targets is set for each.
    """

    how: Literal["set", "add", "take"] = "set"
    to: Local | Field
    target: Expression | None = None
    value: Expression
    reason: TextTemplate = field(factory=dict)
    quiet: bool = False
    """Whether nobody is told, when a field begins again."""


@unchanging(eq=False, kw_only=True, repr=False)
class If(Stmt):
    """Carries out the first branch whose condition holds, or else the rest."""

    branches: tuple[tuple[Expression, Block], ...]
    otherwise: Block = ()


@unchanging(eq=False, kw_only=True, repr=False)
class ForEach(Stmt):
    """Carries out a block for each member of a set."""

    local: Local
    values: Expression
    body: Block


@unchanging(eq=False, kw_only=True, repr=False)
class Together(Stmt):
    """Lets several players choose in secret, and then carries out the effects for each; `local` is always the acting player.

    `choices` holds Choose, Menu (whose option bodies are empty), Words and If of those. `chosen` are the locals they set,
    which are kept for each player until `effects` are carried out.
    """

    local: Local
    values: Expression
    choices: Block
    chosen: tuple[Local, ...]
    effects: Block


@unchanging(eq=False, kw_only=True, repr=False)
class While(Stmt):
    """Carries out a block as long as a condition holds."""

    condition: Expression
    body: Block


@unchanging(eq=False, kw_only=True, repr=False)
class RepeatUntil(Stmt):
    """Carries out a block until a condition holds after it."""

    condition: Expression
    body: Block


@unchanging(eq=False, kw_only=True, repr=False)
class RepeatTimes(Stmt):
    """Carries out a block a number of times."""

    times: Expression
    body: Block


@unchanging(eq=False, kw_only=True, repr=False)
class Call(Stmt):
    """Carries out a rule, including its standing rules."""

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
    """A line for the log; a `heading` begins a part of the game."""

    texts: TextTemplate
    heading: bool = False


@unchanging(eq=False, kw_only=True, repr=False)
class Tell(Stmt):
    """Carries out a block, which the log tells in one sentence, or not at all if there are no texts."""

    texts: TextTemplate
    body: Block


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
    """Ends the game."""

    winners: Expression | None


@unchanging(eq=False, kw_only=True, repr=False)
class Resize(Stmt):
    """Opens the first closed space of a series, or closes its last open one; its contents go out of play."""

    extend: bool
    space: Space


@unchanging(eq=False, kw_only=True, repr=False)
class CountDown(Stmt):
    """Subtracts one from a field of each member of a set, not below 0."""

    field: Field
    targets: Expression
    reason: TextTemplate


Deciding: TypeAlias = Choose | Menu | ChooseWords | Roll | Draw | Act
"""Statements that a player or chance decides. Chance decides a `Draw` only from a bag, and only some actions."""
Moving: TypeAlias = Move | MoveAlong | MoveAway | Draw
"""Statements that move things."""
Setting: TypeAlias = Assign | CountDown | Resize
"""Statements that change names, fields and series."""
Holding: TypeAlias = If | ForEach | Together | While | RepeatUntil | RepeatTimes | Menu | Tell
"""Statements that hold other statements."""
Calling: TypeAlias = Call | Perform
"""Statements that carry out a rule or a card."""
Leaving: TypeAlias = Stop | GameOver
"""Statements that leave the rule or end the game."""
Telling: TypeAlias = Say | Show
"""Statements that only tell players something."""
Statement: TypeAlias = Deciding | Moving | Setting | Holding | Calling | Leaving | Telling
Block: TypeAlias = tuple[Statement, ...]
TextTemplate: TypeAlias = dict[str, tuple[str | Expression, ...]]
"""A text by language, as plain texts and expressions in turn."""


def own_key(place: int | None, language: str) -> str:
    """Return the key of the text for the reader that the text for others names at a place among its values."""
    return f"{place} {language}"
