"""A choice comes in; the positions on the way from it in which somebody was asked unseen, with one answer, go out."""

from __future__ import annotations

from rulewright.interpreter.play import runtime
from rulewright.interpreter.play.decision import PlayError
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.play.runtime import ASK, FORCED, MOST_DECISIONS, PENDING


def choose_by_steps(match: Match, choice: str) -> list[Match]:
    """Make a choice, as `match.choose` does; returns the positions of `passed_by`."""
    before = match.s[ASK]
    match.s[ASK] = before | FORCED
    try:
        match.choose(choice)
        return passed_by(match)
    finally:
        match.s[ASK] = before


def passed_by(match: Match) -> list[Match]:
    """Go on to where somebody has a choice; returns the positions on the way of which nobody else knows that there was none."""
    passed: list[Match] = []
    forced = 0
    while match.forced:
        number, _, values = match.s[PENDING]
        ask = match.program.form.asks[number]
        forced += 1
        if forced > MOST_DECISIONS:
            raise endless_at(match)
        if ask.private:
            passed.append(match.copy())
        # By itself, as the match does it where nobody wants to look: no choice of anybody's.
        match.put(ask, values[0])
        match.run()
    return passed


def endless_at(match: Match) -> PlayError:
    """What is said where the rules go on without anybody having a choice."""
    program = match.program
    return PlayError(program.diagnostic(runtime.endless(program.form.places[f"block{match.stack[-1][0]}"])))
