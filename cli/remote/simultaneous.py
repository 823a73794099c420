"""Let players who choose together do so at the same time.

The engine asks them one after the other. Nothing changes until all have chosen, so each can be asked at once, in a copy of
the match where nobody else is asked. Their answers are given when their turns come. Answers are kept by their place among
the options that the rules list: keys number hidden things anew at each step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.interpreter.match.choice_log import answer_key
from rulewright.interpreter.match.saved import Given
from rulewright.interpreter.search.determinization import dealing_facts
from rulewright.interpreter.search.joint_choice import begin_alone, choosing_together, is_asked_alone

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Match


def done_by_itself(decision: Decision) -> bool:
    """Return whether nobody needs to be asked: there is only one option, and everyone may know that."""
    return decision.forced and not decision.private


def give(match: Match, given: Given) -> bool:
    """Make a choice that was given; return whether that was possible."""
    decision = match.decision
    key = None if decision is None else answer_key(decision, given)
    if key is None:
        return False
    match.choose(key)
    return True


def choosers(match: Match, ahead: Mapping[int, Sequence[Given]]) -> dict[int, Match]:
    """Return everyone who may choose now, each with a match in which they are asked; `ahead` are earlier answers."""
    decision = match.decision
    if decision is None or decision.seat is None:
        return {}
    found = {decision.seat: match}
    block = choosing_together(match, dealing_facts(match).blocks)
    if block is None:
        return found
    frame, depth = match.position.top, len(match.position.stack) - 1
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
                # The answer was given under other rules, so ask again.
                found[player] = twin
                break
    return found


def at_turn(match: Match, seat: int, ahead: Sequence[Given]) -> Match | None:
    """Return the match at the turn of a player who chooses together with others, or None if it never comes.

    Earlier players have chosen anything in it: a program that thinks for this player must not know their choices.
    """
    block, twin = choosing_together(match, dealing_facts(match).blocks), match.copy()
    depth = len(match.position.stack)
    while (decision := twin.decision) is not None and decision.seat != seat:
        if block is None or len(twin.position.stack) != depth:
            return None
        twin.choose_at_random()
    for given in ahead:
        if not give(twin, given):
            return None
    decision = twin.decision
    return twin if decision is not None and decision.seat == seat else None
