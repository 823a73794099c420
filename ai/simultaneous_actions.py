"""Find all players who choose now, each with their actions, also where several choose together.

The engine asks players who choose together one after the other. Nothing changes until all have chosen. So each is asked in
a copy in which nobody else is, and the match itself waits for all their answers.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rulewright.ai.actions import PASS, ActionNumbering
from rulewright.interpreter import Match
from rulewright.interpreter.search.determinization import dealing_facts
from rulewright.interpreter.search.joint_choice import begin_alone, choosing_together, is_asked_alone

Places = tuple[int, ...]
"""Answers, each by its index among those that the rules have listed."""
LINES = 3
"""How many of the last lines of the log are shown with a position."""


@frozen
class AskedSeat:
    """A seat that chooses now: the match as it is for that seat, and the meaning of each action."""

    match: Match
    choices: Mapping[int, Places]
    """By action, the answer; several if they are alike to the seat, and chance says which of them it is."""
    names: Mapping[int, str]
    """By action, the option's key."""

    @property
    def actions(self) -> list[int]:
        """Return the possible actions, in ascending order."""
        return sorted(self.choices)


def asked_seat(numbering: ActionNumbering, match: Match, *, merged: bool = False) -> AskedSeat:
    """Return the one seat that a match asks; `merged`: options that differ only in the number of a hidden thing are one."""
    decision = match.decision
    assert decision is not None
    if decision.kind == "words":
        return AskedSeat(match, {PASS: ()}, {PASS: ""})
    actions, options = numbering.actions(decision), decision.options
    names = [option.key for option in options]
    unnumbered = match.unnumbered() if merged else None
    # With several hidden things at once, it is unclear which options are alike.
    if unnumbered is not None and not unnumbered[1]:
        names = [name or key for name, key in zip(unnumbered[0], names, strict=True)]
    first: dict[str, int] = {}
    choices: dict[int, Places] = {}
    for name, action, place in zip(names, actions, options.places, strict=True):
        one = first.setdefault(name, action)
        choices[one] = (*choices.get(one, ()), place)
    return AskedSeat(match, choices, {action: name for name, action in first.items()})


def give_answer(match: Match, places: Places) -> None:
    """Give an answer; an answer in words is empty."""
    if places:
        match.take(places[0])
    else:
        match.say("")


def last_lines(match: Match) -> list[str]:
    """Return what has happened last, for onlookers."""
    return match.log(None, max(0, match.happened - LINES))


def asked_together(
    numbering: ActionNumbering, match: Match, ahead: Mapping[int, tuple[Places, ...]]
) -> dict[int, AskedSeat] | None:
    """Return the players who choose together and have not finished; `ahead` has their answers so far.

    Return None if nobody else chooses at the same time, or chance takes part: then they are asked one after the other.
    """
    decision = match.decision
    if decision is None or decision.seat is None:
        return None
    block = choosing_together(match, dealing_facts(match).blocks)
    if block is None:
        return None
    frame, depth = match.position.top, len(match.position.stack) - 1
    found: dict[int, AskedSeat] = {}
    for player in frame[block.players][frame[block.number] - 1 :]:
        twin = match.copy()
        begin_alone(twin, depth, block, player)
        for given in ahead.get(player, ()):
            give_answer(twin, given)
        if not is_asked_alone(twin, depth, block, player):
            continue
        one = twin.decision
        if one is None or one.seat != player or one.options.hidden:
            return None
        found[player] = asked_seat(numbering, twin)
    return found


def give_all(match: Match, ahead: Mapping[int, tuple[Places, ...]]) -> None:
    """Give a match the answers of players who choose together."""
    left = {seat: list(given) for seat, given in ahead.items()}
    while any(left.values()):
        decision = match.decision
        assert decision is not None
        assert decision.seat is not None
        give_answer(match, left[decision.seat].pop(0))
