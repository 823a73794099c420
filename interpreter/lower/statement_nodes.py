"""The statements of the lowered program, in their structure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from attrs import frozen

from rulewright.dsl.actions import Told
from rulewright.interpreter.lower.expression_nodes import Expression
from rulewright.interpreter.lower.kept_nodes import Cell, Variable

if TYPE_CHECKING:
    from rulewright.interpreter.lower.block_nodes import Routine


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
    why: Note | None = None
    """The reason that is told with it."""


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
class Reached:
    """Note down that the game has come to a place in the rulebook: only where somebody asks what examples reach."""

    place: int


@frozen(eq=False)
class Note:
    """Write into the log, where there is one: `kind`, and what interpreter/see/journal.py wants of it."""

    kind: (
        Told
        | Literal[
            "void", "performed", "lapsed", "rolled", "say", "told", "chosen", "why", "shown", "gave", "begun", "each", "done"
        ]
    )
    values: tuple[Expression, ...] = ()
    about: Any = None


@frozen(eq=False)
class If:
    """The first branch whose condition holds, or else the rest; without branches, a body of its own."""

    branches: tuple[tuple[Expression, Body], ...]
    otherwise: Body = ()


@frozen(eq=False)
class ForEach:
    """A body for each of a set, which is listed before; `live`: the body changes nothing that the set hangs on.

    `act`: what its passes tell is one act, in which nobody reads which pass came first (`acts.py`).
    """

    variable: Variable
    values: Expression
    body: Body
    live: bool = False
    act: bool = False


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

    Where something must hold of the whole set, that is `valid`, which reads those `chosen` so far, a variable; `offered` are
    then only those with which it can still come to hold, and passing is possible only where it holds, or, if the choice is
    `optional`, as long as nothing has been picked.
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
    """So many things at most from a bag, each at random, to another place."""

    source_space: Expression
    to: Expression
    amount: Expression
    source: Any


@frozen(eq=False)
class Shuffle:
    """A pile into random order."""

    space: Expression
    source: Any


Deciding: TypeAlias = Choose | ChooseSet | Menu | AskWords | Roll | DrawAny | Shuffle
"""What a player or chance decides, so that a routine may have to wait."""
Moving: TypeAlias = Move | TakeAway | Swap | DrawLast | DrawAny | Resize
"""What moves things."""
Holding: TypeAlias = If | ForEach | While | Until | Repeat | Together | Menu
"""What holds other statements."""
Calling: TypeAlias = Do | DoCard
"""What carries out a routine."""
Setting: TypeAlias = Assign | Put
"""What changes variables and cells."""
Leaving: TypeAlias = Leave | Over
"""What leaves the routine or ends the game."""
Noting: TypeAlias = Pay | Reached | Note
"""What changes nothing of the position."""
Statement: TypeAlias = Deciding | Moving | Holding | Calling | Setting | Leaving | Noting
Body: TypeAlias = tuple[Statement, ...]
