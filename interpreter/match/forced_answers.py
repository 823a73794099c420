"""Make a choice, and find the positions after it in which somebody was asked unseen, with only one answer."""

from __future__ import annotations

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.position.position import FORCED
from rulewright.interpreter.position.runtime import MOST_DECISIONS


def choose_by_steps(match: Match, choice: str) -> list[Match]:
    """Make a choice as `match.choose` does, and return the positions of `skip_forced`."""
    before = match.position.asks
    match.position.asks = before | FORCED
    try:
        match.choose(choice)
        return skip_forced(match)
    finally:
        match.position.asks = before


def skip_forced(match: Match) -> list[Match]:
    """Go on to the next real choice. Return the positions on the way where only the asked seat knows that there was none."""
    passed: list[Match] = []
    forced = 0
    while match.forced:
        number, _, values = match.position.asked
        ask = match.program.form.asks[number]
        forced += 1
        if forced > MOST_DECISIONS:
            raise endless_error(match)
        if ask.private:
            passed.append(match.copy())
        # The match does this by itself where nobody wants to look: it is no choice of any player.
        match.put(ask, values[0])
        match.run()
    return passed


def endless_error(match: Match) -> PlayError:
    """Return the error of rules that go on without anybody having a choice."""
    program = match.program
    return PlayError(program.diagnostic(runtime.endless(program.form.places[f"block{match.position.top.block}"])))
