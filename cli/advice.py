"""What searching players say: that they think, what they thought when the game is over, and what they advise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli.phrases import phrase
from rulewright.interpreter.search.dealing import NoDealError
from rulewright.interpreter.search.players import WORDS, budget_of, decision_of, known_so_far
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.thinking import Thought, think

if TYPE_CHECKING:
    from rulewright.interpreter import Match


ENOUGH_TRIES = 5
"""An option that went so few times in thought is no advice: what comes of one game says nothing."""


def percent(share: float) -> int:
    """A share in hundredths."""
    return round(100 * share)


def thoughts_told(name: str, thoughts: Sequence[Thought], language: str) -> str | None:
    """What a player thought in a game, in a sentence; None if it never had to think."""
    if not thoughts:
        return None
    shares = (percent(thought.share) for thought in (thoughts[0], thoughts[-1]))
    return phrase(language, "thought", name, *shares, sum(thought.playouts for thought in thoughts))


def advice(match: Match, language: str, asked: Match | None = None) -> str:
    """What a searching player would choose in the place of who decides, and how sure it is of that.

    `asked` is the match in which they were asked, if that is another; only the same question must be asked there.
    """
    decision = decision_of(match)
    shown = decision if asked is None else decision_of(asked)
    if decision.kind == "words":
        return phrase(language, "hint-words", WORDS)
    if len(decision.options) == 1:
        return phrase(language, "hint-only", shown.options[0].label)
    # The match's own seed would not do: all that is left to chance comes of it, and an advice that hangs on it tells of it.
    try:
        thought = think(match, budget_of("search"), derived_seed(known_so_far(match, decision)))
    except NoDealError:
        return phrase(language, "hint-unknown")
    place = decision.options.places[thought.choice]
    label = shown.options[list(shown.options.places).index(place)].label
    if thought.proved:
        return phrase(language, "hint-proved", label, percent(thought.share))
    if thought.sure * thought.playouts < ENOUGH_TRIES:
        return phrase(language, "hint-unsure", label, len(decision.options), thought.playouts)
    return phrase(language, "hint", label, percent(thought.share), percent(thought.sure), thought.playouts)
