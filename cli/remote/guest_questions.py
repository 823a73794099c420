"""Answer questions of guests about the game, without anything that their seat may not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from rulewright.cli.remote.requests import RequestRefused
from rulewright.cli.remote.simultaneous import at_turn
from rulewright.cli.remote.table_state import TableState
from rulewright.cli.render import sheet_markdown
from rulewright.cli.table.advice import advice
from rulewright.cli.table.rule_questions import cards_told, reason_lines, rules_told, sheet_of

if TYPE_CHECKING:
    from rulewright.interpreter import Match

QUESTIONS = ("hint", "why", "read", "rules", "sheet")
FOR_ALL = ("read", "rules", "sheet")
"""The questions that onlookers, and players who need not choose, may also ask."""
Speaking = Callable[["Match"], "Match"]
"""Returns a copy of a match that speaks a guest's language."""


def answer(now: TableState, seat: int | None, what: str, name: str, speaking: Speaking, language: str) -> list[str]:
    """Return the answer to a question; raise Refused. This may take some seconds."""
    if what == "sheet":
        sheet = sheet_of(speaking(now.match))
        return [] if sheet is None else sheet_markdown.render(sheet).split("\n")
    if what in FOR_ALL:
        match = speaking(now.match)
        return list(rules_told(match, name, seat, language) if name or what == "rules" else cards_told(match, language))
    own = None if seat is None else now.choosers.get(seat)
    if own is None or seat is None:
        raise RequestRefused("not-asked")
    return list(reason_lines(speaking(own), name, language)) if what == "why" else list(hint(now, own, seat, speaking, language))


def hint(now: TableState, own: Match, seat: int, speaking: Speaking, language: str) -> Iterator[str]:
    """Yield what the program would choose."""
    turn = at_turn(now.match, seat, now.ahead.get(seat, ()))
    if turn is not None:
        yield advice(speaking(turn), language, speaking(own))
