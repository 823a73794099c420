"""Say what the searching players think: as advice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.cli.render.speech import phrase
from rulewright.cli.table.table import LOOKING_AHEAD
from rulewright.interpreter.search.budget import Budget, think
from rulewright.interpreter.search.determinization import NoDealError
from rulewright.interpreter.search.players import WORDS, decision_of, information_number
from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Match


ODDS = (
    (1, 10), (1, 8), (1, 6), (1, 5), (1, 4), (1, 3), (2, 5), (1, 2), (3, 5), (2, 3), (3, 4), (4, 5), (5, 6), (7, 8), (9, 10),
)  # fmt: skip
HARDLY = 0.05
"""With a smaller share, people say that they will hardly win."""
ENOUGH_TRIES = 5
"""Options with fewer playouts than this are never advised: so few say nothing."""


def percent(share: float) -> int:
    return round(100 * share)


def advice(match: Match, language: str, asked: Match | None = None) -> str:
    """Return what a searching player would choose for the player to move, with its confidence.

    `asked` is the match in which the player was asked, if it is another one: the question must be the same there. The advice
    names the certain effects of its option.
    """
    decision = decision_of(match)
    shown = decision if asked is None else decision_of(asked)
    leads = shown.leads_to(LOOKING_AHEAD)
    if decision.kind == "words":
        return phrase(language, "hint-words", WORDS)
    if len(decision.options) == 1:
        return phrase(language, "hint-only", shown.options[0].label)
    # Do not search with the match's own seed: it decides all chance, so the advice would give it away.
    try:
        thought = think(match, Budget(), derived_seed(information_number(match, decision)))
    except NoDealError:
        return phrase(language, "hint-unknown")
    place = decision.options.places[thought.choice]
    options = dict(zip(shown.options.places, shown.options, strict=True))
    label = options[place].label
    if reason := leads.get(options[place].key, ""):
        label = f"{label} ({reason})"
    if thought.proved:
        key = "hint-proved-won" if thought.share == 1 else "hint-proved" if thought.share else "hint-proved-lost"
        return phrase(language, key, label, percent(thought.share))
    if thought.sure * thought.playouts < ENOUGH_TRIES:
        return phrase(language, "hint-unsure", label, len(decision.options))
    wins, games = odds(thought.share)
    key = "hint-lost" if thought.share < HARDLY else "hint-won" if thought.share > 1 - HARDLY else "hint"
    told = phrase(language, key, label, wins, games)
    if thought.runner_up is None:
        return told
    close = phrase(language, "hint-close", options[decision.options.places[thought.runner_up]].label)
    return f"{told} {close}"


def odds(share: float) -> tuple[int, int]:
    """Return a share as people say it: so many games in so many."""
    return min(ODDS, key=lambda one: abs(one[0] / one[1] - share))
