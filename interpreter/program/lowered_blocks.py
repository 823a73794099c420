"""Define the basic blocks of a routine, and the whole program."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import define, field, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Type
from rulewright.interpreter.position.questions import TextOf
from rulewright.interpreter.program.lowered_expressions import Expression
from rulewright.interpreter.program.lowered_statements import Body, EndGame, Statement
from rulewright.interpreter.program.storage import Cell, Variable


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
class BeginRoutine:
    """Carry out a routine that may wait, then go on at a block. The result goes into a variable of this frame."""

    routine: Routine
    arguments: tuple[Expression, ...]
    result: Variable | None
    proceed: int


@frozen(eq=False)
class BeginCard:
    """Carry out a named card, whose routine may wait, then go on at a block."""

    card: Expression
    player: Expression
    proceed: int


@frozen(eq=False)
class AskOptions:
    """Ask somebody to choose one of several options; the answer goes into the variables of the question.

    There is a set for each variable, and an option is a combination. Each set may read the variables in `bound`, which
    stand for the earlier ones. Without any option the game goes on at `lapse`; if that is -1, the player can only pass.
    Where `passable` holds, passing is the last option: it leaves the variables blank, and the game goes on at `passed`.

    With a single answer there is nothing to choose. Nor is there anything to choose when a set cannot be passed, and as
    many are `missing` as are `left` (None: as are offered). Then each of them in turn is the answer.
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
    missing: Expression | None = None
    left: Expression | None = None


@frozen(eq=False)
class AskMenu:
    """Ask somebody to choose a line of a menu whose condition holds; its number goes into a variable. See AskOptions."""

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
    """Ask somebody for free text."""

    question: int
    seat: Expression
    variable: Variable
    proceed: int


@frozen(eq=False)
class AskChance:
    """Leave a choice to chance: each member of a set has the same probability; with several variables, each combination.

    Where chance is asked, alike things are one outcome. Without any member the game goes on at `lapse`.
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
    """Let chance roll a die."""

    question: int
    variable: Variable
    faces: tuple[int, ...]
    table: int
    proceed: int


@frozen(eq=False)
class AskOrder:
    """Shuffle a pile and go on at `proceed`; where chance is asked, go on at `asked` instead."""

    space: Expression
    proceed: int
    asked: int


@frozen(eq=False)
class Arrange:
    """Put a pile into the order of a set that holds everything on it."""

    space: Expression
    order: Expression


@frozen(eq=False)
class AppendRow:
    """Append the values of these variables as a row to a variable of rows. Without variables, drop all rows."""

    rows: Variable
    values: tuple[Variable, ...]


@frozen(eq=False)
class LoadRow:
    """Copy the row of a number, counted from 0, back into the variables."""

    rows: Variable
    number: Expression
    values: tuple[Variable, ...]


@frozen(eq=False)
class ReturnFromRoutine:
    """End the routine, with its result if it gives one."""

    value: Expression | None


Question: TypeAlias = AskOptions | AskMenu | AskText | AskChance | AskDie
"""A question to a player or to chance."""
End: TypeAlias = Jump | Branch | Switch | BeginRoutine | BeginCard | Question | AskOrder | ReturnFromRoutine | EndGame
OfBlocks: TypeAlias = Arrange | AppendRow | LoadRow
"""Statements that occur only in blocks."""
Inside: TypeAlias = Statement | OfBlocks
"""Anything that may be in a block."""


@define(eq=False)
class Block:
    """Statements none of which waits, and an end that says where to go on."""

    label: int
    routine: Routine
    body: list[Inside] = field(factory=list)
    end: End | None = None


@define(eq=False)
class Function:
    """A function that computes something: a define, whether a rule can be carried out, or a value after a standing rule."""

    number: int
    parameters: tuple[Variable, ...]
    type: Type
    value: Expression | None
    place: int
    about: str
    counts: Literal["", "holds", "is asked"] = ""
    """When a traced program counts a ban or a standing rule as reached."""


@define(eq=False)
class Routine:
    """Something to carry out. The first parameter is the acting player."""

    number: int
    name: str
    parameters: tuple[Variable, ...]
    gives: Type | None
    place: int
    waits: bool
    body: Body = ()
    variables: list[Variable] = field(factory=list)
    """The variables of its frame, by slot."""
    rows: dict[int, tuple[Type, ...]] = field(factory=dict)
    """For the variables that keep rows, by slot: the types of a row."""
    entry: int = -1
    """The label of the first block, if the routine waits."""


@define(eq=False)
class LoweredProgram:
    """A whole lowered program."""

    world: Any
    layout: Any
    tables: list[Any]
    """The tables, which never change. Most of them end with a blank."""
    cells: list[Cell]
    functions: list[Function]
    routines: list[Routine]
    blocks: list[Block]
    questions: list[Any]
    spans: list[Any]
    main: Routine
    opening: Routine | None
    """The statements that are the same at the beginning of every game and may run once; if set, `main` goes without them."""
    cards: list[Routine | None]
    """The routine of each named card."""
    told: dict[int, dict[TextOf, tuple[Expression, ...]]] = field(factory=dict)
    """By question and text: the expressions between braces in the text, over the routine's variables."""
    entries: dict[checked.Rule, Routine] = field(factory=dict)
    """The routine that begins each rule that a game or an example may begin with."""
    asked_for: dict[checked.Expression | checked.Define | checked.Field, Function] = field(factory=dict)
    """The functions that are called from outside the rules: of an expression of an example, of a define, and of the players
    who see a field besides its owner."""
    begun_anew: dict[checked.Field, Routine] = field(factory=dict)
    """The routine of the rule with which a field begins anew."""
    unseen: frozenset[Variable | Cell | Function | Routine] = frozenset()
    """Keepers of sets whose order can never be observed. A function or a routine stands for its result."""
    live: dict[int, tuple[int, ...]] = field(factory=dict)
    """The live slots of each block."""
    hidden: Any = None
    """The `HiddenState` of its positions; None for programs of tests that have no rulebook."""
    traced: bool = False
    """Whether the program notes which parts of the rulebook it reaches."""
    patient: bool = False
    """Whether one pass of some loop may take so many steps that the estimate in `estimate/cost.py` should not end a game."""
