"""A choice comes in; the positions on the way from it in which somebody had nothing to choose go out, as if they were asked."""

from __future__ import annotations

from rulewright.interpreter.play.match import Match
from rulewright.interpreter.play.runtime import ASK, FORCED, PENDING


def choose_by_steps(match: Match, choice: str) -> list[Match]:
    """Make a choice, as `match.choose` does; each position on the way in which there was one answer, to be looked at."""
    before = match.s[ASK]
    match.s[ASK] = before | FORCED
    try:
        match.choose(choice)
        return passed_by(match)
    finally:
        match.s[ASK] = before


def passed_by(match: Match) -> list[Match]:
    """Go on to where somebody has a choice, by positions in which there is one answer."""
    passed: list[Match] = []
    while match.forced:
        passed.append(match.copy())
        number, _, values = match.s[PENDING]
        # By itself, as the match does it where nobody wants to look: no choice of anybody's.
        match.put(match.program.form.asks[number], values[0])
        match.run()
    return passed
