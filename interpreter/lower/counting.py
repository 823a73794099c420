"""A traced program comes in; the places of the rulebook that count as come to go out."""

from __future__ import annotations

from attrs import field, frozen

from rulewright.dsl.source import Span
from rulewright.interpreter.lower import nodes
from rulewright.interpreter.lower.inside import everything_in
from rulewright.interpreter.lower.nodes import Lowered


@frozen
class Counting:
    """What counts: statements, lines of menus and rules, and bans and standing rules. Nothing, if nothing is traced."""

    spans: list[Span] = field(factory=list)
    numbers: dict[int, int] = field(factory=dict)
    """By the program's numbers: which of the spans it is. A line stands in the program several times, in copies of its rule."""
    once: frozenset[int] = frozenset()
    """Of the spans, those that count once in a game: how often it is asked whether a ban holds is a matter of the form."""


def counting(program: Lowered) -> Counting:
    """What counts in a program."""
    if not program.traced:
        return Counting()
    noted = {one.place for routine in program.routines for one in everything_in(routine.body) if isinstance(one, nodes.Reached)}
    asked = {function.place for function in program.functions if function.counts}
    spans = list(dict.fromkeys(program.spans[place] for place in sorted(noted | asked)))
    place_of = {span: number for number, span in enumerate(spans)}
    numbers = {place: place_of[program.spans[place]] for place in noted | asked}
    return Counting(spans, numbers, frozenset(numbers[place] for place in asked))
