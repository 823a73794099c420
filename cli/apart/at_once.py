"""A match comes in; everybody who may choose now goes out, each with the match as it stands for them alone.

The engine asks those who choose together one after the other. Nothing changes until all have chosen, so each can be asked
at once, in a copy in which nobody else is asked; what they answer there is given when their turn has come. Answers are kept
by their place among those that the rules have listed: keys number what is hidden anew at each step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.interpreter.keep.choices import Given, key_given
from rulewright.interpreter.search.dealing import known_of
from rulewright.interpreter.search.together import begin_alone, choosing_together, is_asked_alone

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Match


def done_by_itself(decision: Decision) -> bool:
    """Whether nobody need be asked: there is nothing to choose, and everybody may know that."""
    return decision.forced and not decision.private


def give(match: Match, given: Given) -> bool:
    """Choose what was given; whether that could be done."""
    decision = match.decision
    key = None if decision is None else key_given(decision, given)
    if key is None:
        return False
    match.choose(key)
    return True


def choosers(match: Match, ahead: Mapping[int, Sequence[Given]]) -> dict[int, Match]:
    """Everybody who may choose now, with a match in which it is they who are asked; `ahead` are answers given already."""
    decision = match.decision
    if decision is None or decision.seat is None:
        return {}
    found = {decision.seat: match}
    block = choosing_together(match, known_of(match).blocks)
    if block is None:
        return found
    frame, depth = match.stack[-1], len(match.stack) - 1
    for player in frame[block.players][frame[block.number] :]:
        twin = match.copy()
        begin_alone(twin, depth, block, player)
        answers = list(ahead.get(player, ()))
        while is_asked_alone(twin, depth, block, player):
            asked = twin.decision
            assert asked is not None
            if done_by_itself(asked):
                twin.choose(0)
            elif not answers:
                found[player] = twin
                break
            elif not give(twin, answers.pop(0)):
                # It was given where the rules were others: it is asked for anew.
                found[player] = twin
                break
    return found


def at_turn(match: Match, seat: int, ahead: Sequence[Given]) -> Match | None:
    """The match with the turn of somebody who chooses together with others; None if it does not come to that.

    Who comes before them has chosen anything there: whoever thinks for them knows nothing of that anyway.
    """
    block, twin = choosing_together(match, known_of(match).blocks), match.copy()
    depth = len(match.stack)
    while (decision := twin.decision) is not None and decision.seat != seat:
        if block is None or len(twin.stack) != depth:
            return None
        twin.choose_at_random()
    for given in ahead:
        if not give(twin, given):
            return None
    decision = twin.decision
    return twin if decision is not None and decision.seat == seat else None
