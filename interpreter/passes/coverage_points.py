"""Find the places of the rulebook that count as reached in a traced program."""

from __future__ import annotations

from attrs import field, frozen

from rulewright.dsl.text.source import Span
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.nodes import LoweredProgram
from rulewright.interpreter.program.queries import everything_in


@frozen
class CoveragePoints:
    """The pieces that a traced program counts: statements, lines of menus and rules, and bans and standing rules."""

    spans: list[Span] = field(factory=list)
    numbers: dict[int, int] = field(factory=dict)
    """By the program's place numbers: which of the spans it is. A line has several numbers if its rule was copied."""
    once: frozenset[int] = frozenset()
    """The spans that count once a game, since how often a ban is checked depends on the form of the game."""


def coverage_points(program: LoweredProgram) -> CoveragePoints:
    if not program.traced:
        return CoveragePoints()
    noted = {
        one.place for routine in program.routines for one in everything_in(routine.body) if isinstance(one, nodes.NoteReached)
    }
    asked = {function.place for function in program.functions if function.counts}
    spans = list(dict.fromkeys(program.spans[place] for place in sorted(noted | asked)))
    place_of = {span: number for number, span in enumerate(spans)}
    numbers = {place: place_of[program.spans[place]] for place in noted | asked}
    return CoveragePoints(spans, numbers, frozenset(numbers[place] for place in asked))
