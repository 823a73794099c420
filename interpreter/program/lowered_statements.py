"""Define the structured statements of the lowered program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from attrs import frozen

from rulewright.dsl.constructs.actions import OrderChange
from rulewright.interpreter.program.lowered_expressions import Expression
from rulewright.interpreter.program.storage import Cell, Variable

if TYPE_CHECKING:
    from rulewright.interpreter.program.lowered_blocks import Routine


@frozen(eq=False)
class Assign:
    """Give a variable a value. A set is evaluated completely before, and stays as it is."""

    variable: Variable
    value: Expression
    limit: int = -1
    """The place (a number in `spans`) that the error of too large a number names; -1 if it cannot get too large."""


@frozen(eq=False)
class SetCell:
    """Give a cell a value; of `each`, at an index, and do nothing at -1 (`sure`: it is never that)."""

    cell: Cell
    index: Expression | None
    value: Expression
    sure: bool
    limit: int = -1
    quiet: bool = False
    """Whether the log leaves it out even where the field has a title."""
    why: Note | None = None
    """The reason that is told with it."""
    anew: bool = False
    """Whether it is told even if the value stays the same: somebody has chosen it unseen."""


@frozen(eq=False)
class Move:
    """Move a thing, or each of a set (listed before any of them moves), to a space: last there, or first (`under`).

    Nothing happens if a thing or the space is "nothing". `sure_thing` and `sure_space` say that they never are, and
    `stands` that a thing is never out of play. Outside piles, things are in order of declaration.
    """

    things: Expression
    to: Expression
    under: bool
    sure_thing: bool
    sure_space: bool
    stands: bool


@frozen(eq=False)
class TakeAway:
    """Take a thing, or each of a set, out of play."""

    things: Expression


@frozen(eq=False)
class Swap:
    """Swap two things; each gets the other's position in its place. Nothing happens with "nothing", or with one thing."""

    one: Expression
    other: Expression


@frozen(eq=False)
class DrawLast:
    """Move things from the end of a place to another, but no more than there are.

    Outside piles, that is the order of declaration.
    """

    source: Expression
    to: Expression
    amount: Expression
    pile: bool | None


@frozen(eq=False)
class Resize:
    """Open the next space of a series, or close its last one, if it can. Things on a closed space go out of play.

    `cell` holds how many are open; then the directions of lines are linked again.
    """

    cell: Cell
    first: int
    most: int
    extend: bool
    declared: Any


@frozen(eq=False)
class Pay:
    """Take something from the budget of the decision; the error names `place` when the budget is used up."""

    price: int
    place: int


@frozen(eq=False)
class NoteReached:
    """Note that the game has reached a place in the rulebook, if somebody asks what examples reach."""

    place: int


@frozen(eq=False)
class Note:
    """Write into the log, if there is one; `kind` says which entry of interpreter/views/journal.py it becomes."""

    kind: (
        OrderChange
        | Literal[
            "void",
            "performed",
            "lapsed",
            "rolled",
            "say",
            "heading",
            "tell",
            "tell_end",
            "told",
            "chosen",
            "why",
            "shown",
            "gave",
            "begun",
            "each",
            "done",
        ]
    )
    values: tuple[Expression, ...] = ()
    about: Any = None


@frozen(eq=False)
class If:
    """Carry out the first branch whose condition holds, or else the rest; without branches, the rest is a body of its own."""

    branches: tuple[tuple[Expression, Body], ...]
    otherwise: Body = ()


@frozen(eq=False)
class ForEach:
    """Carry out a body for each member of a set, which is listed before.

    `live`: the body changes nothing that the set depends on.

    `act`: what its passes tell is one act, in which nobody reads which pass came first (`passes/single_acts.py`).
    """

    variable: Variable
    values: Expression
    body: Body
    live: bool = False
    act: bool = False


@frozen(eq=False)
class While:
    """Carry out a body as long as a condition holds."""

    condition: Expression
    body: Body


@frozen(eq=False)
class Until:
    """Carry out a body, and again until a condition holds after it."""

    body: Body
    condition: Expression


@frozen(eq=False)
class Repeat:
    """Carry out a body a number of times."""

    times: Expression
    body: Body


@frozen(eq=False)
class CallRoutine:
    """Carry out a routine and put its result into a variable. The first argument is the acting player."""

    routine: Routine
    arguments: tuple[Expression, ...]
    result: Variable | None


@frozen(eq=False)
class CallCard:
    """Carry out a named card."""

    card: Expression
    player: Expression


@frozen(eq=False)
class LeaveRoutine:
    """Leave the routine, with a result if it has one."""

    value: Expression | None


@frozen(eq=False)
class EndGame:
    """End the game."""

    winners: Expression | None


@frozen(eq=False)
class Together:
    """Let each of some players choose unseen (`choices`), then carry out `effects` for each who has chosen.

    Before each, the variables in `chosen` are blank, and their values are kept until the effects. A lapse in `choices`
    leaves that player out. `player` is the loop's variable, and gets its old value back at the end. `direct`: the effects
    of one player may as well come before the choices of the next.
    """

    player: Variable
    values: Expression
    choices: Body
    chosen: tuple[Variable, ...]
    effects: Body
    direct: bool
    asked_of: Any = None


@frozen(eq=False)
class ChoicePart:
    """One name of a choice: its variable, and the set to choose from, with alike things merged if it is `merged`."""

    variable: Variable
    bound: Variable
    """The variable that stands for it in the options of later names."""
    options: Expression
    merged: bool
    alone: bool
    """Whether its options are independent of the earlier names in the same choice."""


@frozen(eq=False)
class Choose:
    """Choose one option; with several names, one combination. After a pass, the variables are blank."""

    wanted: tuple[ChoicePart, ...]
    seat: Expression
    optional: bool
    random: bool
    secret: bool
    source: Any
    limited: bool
    """Whether there may be so many combinations that they have to be counted."""


@frozen(eq=False)
class ChooseSet:
    """Choose a set from `options`, one member after the other, between `least` and `most` of them (None: all that there are).

    First the options go into the variable `left`, which then holds those left. `offered` is the set to choose from each
    time: those left, with alike things merged if they are `merged`. If there are fewer than `least`, the set is empty, and
    the choice lapses. Each pick leaves `left`, until nothing is left or `most` are picked. To pass is the last option once
    `least` are picked, unless `least` and `most` are equal. The set keeps the order of the picks if it is `ordered`, else
    it has that of declaration.

    If a condition must hold of the whole set, that is `valid`, which reads the variable `chosen` of the picks so far. Then
    `offered` are only those with which it can still hold in the end. Passing is possible only where it holds, or, if the
    choice is `optional`, as long as nothing has been picked.
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
    chosen: Variable | None = None
    valid: Expression | None = None
    optional: bool = False


@frozen(eq=False)
class Menu:
    """Choose one of the lines whose conditions hold, each with a body of its own."""

    lines: tuple[tuple[Expression | None, Body], ...]
    seat: Expression
    optional: bool
    secret: bool
    source: Any


@frozen(eq=False)
class AskWords:
    """Ask for free text into a variable; a random player says nothing."""

    variable: Variable
    seat: Expression
    source: Any


@frozen(eq=False)
class Roll:
    """Roll a die: put one of some faces into a variable; a face may be listed more than once."""

    variable: Variable
    faces: tuple[int, ...]
    table: int
    source: Any


@frozen(eq=False)
class DrawAny:
    """Move random things from a bag to another place, but no more than there are."""

    source_space: Expression
    to: Expression
    amount: Expression
    source: Any


@frozen(eq=False)
class Shuffle:
    """Shuffle a pile."""

    space: Expression
    source: Any


Deciding: TypeAlias = Choose | ChooseSet | Menu | AskWords | Roll | DrawAny | Shuffle
"""Statements in which a player or chance decides, so that a routine may have to wait."""
Moving: TypeAlias = Move | TakeAway | Swap | DrawLast | DrawAny | Resize
"""Statements that move things."""
Holding: TypeAlias = If | ForEach | While | Until | Repeat | Together | Menu
"""Statements that hold other statements."""
Calling: TypeAlias = CallRoutine | CallCard
"""Statements that carry out a routine."""
Setting: TypeAlias = Assign | SetCell
"""Statements that change variables and cells."""
Leaving: TypeAlias = LeaveRoutine | EndGame
"""Statements that leave the routine or end the game."""
Noting: TypeAlias = Pay | NoteReached | Note
"""Statements that change nothing in the position."""
Statement: TypeAlias = Deciding | Moving | Holding | Calling | Setting | Leaving | Noting
Body: TypeAlias = tuple[Statement, ...]
