"""The two forms of a compiled game as data: what is left of the writing once it is done, and all that playing needs.

Nothing in them hangs on the process that made them, so they can be kept (interpreter/keep/remembered.py).
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from attrs import define

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Rule
from rulewright.dsl.source import Span
from rulewright.interpreter.lower.counting import Counting
from rulewright.interpreter.lower.hidden_state import HiddenState
from rulewright.interpreter.play.asking import Ask, SlotType


@define(eq=False, kw_only=True)
class Compiled:
    """What both forms have."""

    source: str
    code: CodeType
    constants: dict[str, Any]
    objects: list[object]
    """What messages are made of, by number."""
    spans: list[Span]
    """Places in the rulebook, by number."""
    places: dict[str, int]
    """The number of the place that a function or block is made of."""
    patient: bool
    """Whether a loop may look at so much in each pass that time counts, too."""


@define(eq=False, kw_only=True)
class Resumable(Compiled):
    """The form for play and search, with what views and words need to know of the game."""

    game: checked.Game
    """Its declarations; of a form that was kept, the rules and all else that says how it is played are missing."""
    resized: list[checked.Space]
    """The series that grow and shrink."""
    kinds_at: list[frozenset[str]]
    """The kinds that may ever lie on each space: what everybody knows of what nobody sees."""
    opening: str
    """The function of what every game begins with, if there is any; `main` then goes on from there."""
    main: int | str
    """Where the game begins: at a block, or with a function."""
    entries: list[tuple[Rule, int | str]]
    """The same for a rule that an example begins with."""
    card_entries: list[int | str | None]
    """The same for each named card."""
    sizes: dict[int, int]
    """How many slots to add to what a frame begins with, by its first block."""
    asks: list[Ask]
    frame_types: dict[int, list[SlotType]]
    """What the slots of a frame hold, by its block."""
    live: dict[int, tuple[int, ...]]
    """The slots that still matter at each block."""
    hidden: HiddenState
    """What of the positions not everybody can know."""
    functions: list[tuple[Expression, str]]
    """The functions of expressions that an example asks for."""
    shown: list[tuple[checked.Define, str]]
    """The functions of defines that the table shows."""
    team: str | None
    """The function that says who is in which team."""
    outlook: str | None
    """The function that says how well somebody stands."""
    lookers: list[tuple[checked.Field, str]]
    """The functions that say who else sees what its owner does: of who acts, whose it is and who looks."""


@define(eq=False, kw_only=True)
class Playouts(Compiled):
    """The form for playouts."""

    lists: dict[str, list[Any]]
    """The lists of a position at the beginning."""
    score: str
    """The list of the scores, if there are any."""
    views: bool
    """Whether there are lists of what stands where, which moves keep up to date."""
    counting: Counting
    """What counts as come to, if it is traced."""
