"""The blocks that a routine is cut into, and the whole program."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import define, field, frozen

from rulewright.dsl.checked import Type
from rulewright.interpreter.lower.expression_nodes import Expression
from rulewright.interpreter.lower.kept_nodes import Cell, Variable
from rulewright.interpreter.lower.statement_nodes import Body, Over, Statement
from rulewright.interpreter.play.asking import TextOf


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
    for the earlier ones. Without any option the game goes on at `lapse`; if that is -1, nothing can be done but to pass.
    Where `passable` holds, passing is the last option: then the variables are blank, and the game goes on at `passed`.

    A single answer leaves nothing to choose. Nor does a part of a set that cannot be passed, if as many as are `missing` are
    all that are `left` (None: all that are offered): then each of them is the answer in its turn.
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


Question: TypeAlias = AskOptions | AskMenu | AskText | AskChance | AskDie
"""Somebody is asked, or chance."""
End: TypeAlias = Jump | Branch | Switch | Begin | BeginCard | Question | AskOrder | Finish | Over
OfBlocks: TypeAlias = Arrange | Keep | Restore
"""What stands in blocks alone."""
Inside: TypeAlias = Statement | OfBlocks
"""What may stand in a block."""


@define(eq=False)
class Block:
    """Statements none of which waits, and how it goes on."""

    label: int
    routine: Routine
    body: list[Inside] = field(factory=list)
    end: End | None = None


@define(eq=False)
class Function:
    """A function that works something out: a define, whether a rule can be carried out, a value after a standing rule."""

    number: int
    parameters: tuple[Variable, ...]
    type: Type
    value: Expression | None
    place: int
    about: str
    counts: Literal["", "holds", "is asked"] = ""
    """Of a ban or a standing rule: when, in a traced program, it counts as something that games have come to."""


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
    told: dict[int, dict[TextOf, tuple[Expression, ...]]] = field(factory=dict)
    """By question and text: what stands between braces in it, in terms of the routine's variables."""
    entries: dict[int, Routine] = field(factory=dict)
    """By the identity of a checked rule: the routine to begin it with."""
    asked_for: dict[int, Function] = field(factory=dict)
    """By the identity of a checked expression of an example: the function that works it out."""
    unseen: frozenset[Variable | Cell | Function | Routine] = frozenset()
    """What sets are kept in whose order shows nowhere; of functions and routines, their result."""
    live: dict[int, tuple[int, ...]] = field(factory=dict)
    """By block, the slots that are live there."""
    hidden: Any = None
    """The `HiddenState` of its positions; None of programs of tests that know of no rulebook."""
    traced: bool = False
    """Whether it notes down what of the rulebook it comes to."""
    patient: bool = False
    """Whether a pass of any loop may take so many steps that the estimate of work alone should not end a game (cost.py)."""
