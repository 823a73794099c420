"""A match comes in; everybody who chooses now goes out, each with their actions, also where several choose together.

The engine asks those who choose together one after the other. Since nothing changes until all have chosen, each is asked in a
copy in which nobody else is, and the match itself waits; it is given their answers when all have answered.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from rulewright.ai.actions import PASS, Numbering
from rulewright.interpreter import Match
from rulewright.interpreter.search.determinization import known_of
from rulewright.interpreter.search.joint_choice import begin_alone, choosing_together, is_asked_alone

Places = tuple[int, ...]
"""Answers, each by its place among those that the rules have listed."""
LINES = 3
"""So much of what happened last is shown with a position."""


@frozen
class Asked:
    """A seat that chooses now: the match as it stands for it, and what each action is."""

    match: Match
    choices: Mapping[int, Places]
    """By action, the answer; several where they are one to the seat, and chance says which of them it is."""
    names: Mapping[int, str]
    """By action, the option's key."""

    @property
    def actions(self) -> list[int]:
        """What can be chosen, in ascending order."""
        return sorted(self.choices)


def asked(numbering: Numbering, match: Match, *, merged: bool = False) -> Asked:
    """The one seat that a match asks; `merged`: options that name hidden things by nothing but a number are one."""
    decision = match.decision
    assert decision is not None
    if decision.kind == "words":
        return Asked(match, {PASS: ()}, {PASS: ""})
    actions, options = numbering.actions(decision), decision.options
    names = [option.key for option in options]
    unnumbered = match.unnumbered() if merged else None
    # Of several hidden things at once it cannot be told which options are one.
    if unnumbered is not None and not unnumbered[1]:
        names = [name or key for name, key in zip(unnumbered[0], names, strict=True)]
    first: dict[str, int] = {}
    choices: dict[int, Places] = {}
    for name, action, place in zip(names, actions, options.places, strict=True):
        one = first.setdefault(name, action)
        choices[one] = (*choices.get(one, ()), place)
    return Asked(match, choices, {action: name for name, action in first.items()})


def answer(match: Match, places: Places) -> None:
    """Give an answer; of words, nothing is said."""
    if places:
        match.take(places[0])
    else:
        match.say("")


def last_lines(match: Match) -> list[str]:
    """What has happened last, as onlookers have it."""
    return match.log(None, max(0, match.happened - LINES))


def asked_together(numbering: Numbering, match: Match, ahead: Mapping[int, tuple[Places, ...]]) -> dict[int, Asked] | None:
    """Those who choose together and have not done; `ahead` is what they have answered so far.

    None where nobody else chooses at the same time, or where chance has a part in it: then they are asked one after the other.
    """
    decision = match.decision
    if decision is None or decision.seat is None:
        return None
    block = choosing_together(match, known_of(match).blocks)
    if block is None:
        return None
    frame, depth = match.stack[-1], len(match.stack) - 1
    found: dict[int, Asked] = {}
    for player in frame[block.players][frame[block.number] - 1 :]:
        twin = match.copy()
        begin_alone(twin, depth, block, player)
        for given in ahead.get(player, ()):
            answer(twin, given)
        if not is_asked_alone(twin, depth, block, player):
            continue
        one = twin.decision
        if one is None or one.seat != player or one.options.hidden:
            return None
        found[player] = asked(numbering, twin)
    return found


def give_all(match: Match, ahead: Mapping[int, tuple[Places, ...]]) -> None:
    """Give a match what those who choose together have answered."""
    left = {seat: list(given) for seat, given in ahead.items()}
    while any(left.values()):
        decision = match.decision
        assert decision is not None
        assert decision.seat is not None
        answer(match, left[decision.seat].pop(0))
