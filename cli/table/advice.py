"""Say what the searching players think: during the game, after it, and as advice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli.render.speech import phrase
from rulewright.interpreter.search.budget import SearchResult, think
from rulewright.interpreter.search.determinization import NoDealError
from rulewright.interpreter.search.players import WORDS, budget_of, decision_of, information_number
from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Match


ENOUGH_TRIES = 5
"""Options with fewer playouts than this are never advised: so few say nothing."""


def percent(share: float) -> int:
    return round(100 * share)


def search_summary(name: str, thoughts: Sequence[SearchResult], language: str) -> str | None:
    """Return a sentence about all that a player thought in a game, or None if it never had to think."""
    if not thoughts:
        return None
    shares = (percent(thought.share) for thought in (thoughts[0], thoughts[-1]))
    return phrase(language, "thought", name, *shares, sum(thought.playouts for thought in thoughts))


def advice(match: Match, language: str, asked: Match | None = None) -> str:
    """Return what a searching player would choose for the player to move, with its confidence.

    `asked` is the match in which the player was asked, if it is another one: the question must be the same there.
    """
    decision = decision_of(match)
    shown = decision if asked is None else decision_of(asked)
    if decision.kind == "words":
        return phrase(language, "hint-words", WORDS)
    if len(decision.options) == 1:
        return phrase(language, "hint-only", shown.options[0].label)
    # Do not search with the match's own seed: it decides all chance, so the advice would give it away.
    try:
        thought = think(match, budget_of("search"), derived_seed(information_number(match, decision)))
    except NoDealError:
        return phrase(language, "hint-unknown")
    place = decision.options.places[thought.choice]
    label = shown.options[list(shown.options.places).index(place)].label
    if thought.proved:
        return phrase(language, "hint-proved", label, percent(thought.share))
    if thought.sure * thought.playouts < ENOUGH_TRIES:
        return phrase(language, "hint-unsure", label, len(decision.options), thought.playouts)
    return phrase(language, "hint", label, percent(thought.share), percent(thought.sure), thought.playouts)
