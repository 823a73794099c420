"""Define the two forms of a compiled game as data: the written code, and all else that playing needs.

They do not depend on the process that made them, so they can be kept (interpreter/match/program_cache.py).
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from attrs import define

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Rule
from rulewright.dsl.text.source import Span
from rulewright.interpreter.passes.coverage_points import CoveragePoints
from rulewright.interpreter.passes.hidden_state import HiddenState
from rulewright.interpreter.position.questions import QuestionInfo, SlotType


@define(eq=False, kw_only=True)
class CompiledForm:
    """The common parts of both forms."""

    source: str
    code: CodeType
    constants: dict[str, Any]
    objects: list[object]
    """Objects that messages are made of, by number."""
    spans: list[Span]
    """Places in the rulebook, by number."""
    places: dict[str, int]
    """The number of the place that a function or block comes from."""
    patient: bool
    """Whether a loop may look at so much in each pass that the clock also counts."""


@define(eq=False, kw_only=True)
class ResumableForm(CompiledForm):
    """The form for play and search, with what views and words need to know of the game."""

    game: checked.Game
    """Its declarations; in a form that was kept, the rules and everything else that says how it is played are missing."""
    resized: list[checked.Space]
    """The series that grow and shrink."""
    kinds_at: list[frozenset[str]]
    """The kinds that may ever be on each space, which everybody knows even without seeing it."""
    opening: str
    """The function of the opening of every game, if there is one; then `main` goes on from there."""
    main: int | str
    """Where the game begins: at a block, or with a function."""
    entries: dict[Rule, int | str]
    """Where a rule begins that an example begins with."""
    card_entries: list[int | str | None]
    """Where each named card begins."""
    sizes: dict[int, int]
    """How many slots to add to a new frame, by its first block."""
    asks: list[QuestionInfo]
    frame_types: dict[int, list[SlotType]]
    """The types of a frame's slots, by its block."""
    live: dict[int, tuple[int, ...]]
    """The live slots at each block."""
    hidden: HiddenState
    """The parts of positions that not everybody can know."""
    functions: dict[Expression, str]
    """The functions of expressions that an example asks for."""
    shown: list[tuple[checked.Define, str]]
    """The functions of defines that the table shows."""
    team: str | None
    """The function that says which team a player is in."""
    outlook: str | None
    """The function that says how well a player is doing."""
    lookers: dict[checked.Field, str]
    """The functions that say who else sees what its owner does: of the acting player, the owner and the looker."""
    lasting: dict[checked.Field, frozenset[int]]
    """For the fields that begin anew with a rule in which somebody may be asked: the blocks of that rule."""


@define(eq=False, kw_only=True)
class PlayoutForm(CompiledForm):
    lists: dict[str, list[Any]]
    """The lists of a position at the beginning."""
    score: str
    """The list of the scores, if there are any."""
    views: bool
    """Whether there are lists of what is where, which moves keep up to date."""
    counting: CoveragePoints
    """The places that count as reached, if it is traced."""
