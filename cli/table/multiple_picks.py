"""Turn several picks typed at once into a choice at each question along the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.interpreter import Match, Option


def keys_of(match: Match, wanted: Sequence[Option]) -> list[str] | None:
    """Return the key of each pick at its question; None if they cannot be made one after the other.

    `wanted` are options of the match as it is now. At later questions they may have other numbers and keys. They are found
    by the thing they stand for, or if that is not unique by their label.
    """
    decision = match.decision
    assert decision is not None
    number, _, values = match.position.asked
    options, least = list(decision.options), decision.least
    meant = [values[decision._places[options.index(one)]] for one in wanted]
    keys: list[str] = []
    match = match.copy()
    asked, seat, picked = number, decision.seat, decision.picked
    for value, option in zip(meant, wanted, strict=True):
        decision = match.decision
        if decision is None or (match.position.question, decision.seat, decision.picked) != (asked, seat, picked):
            # The rest had to be picked, and was. It is what was typed if the numbers agree.
            is_whole = match.program.form.asks[number].left_slot >= 0 and len(wanted) - len(keys) == least - picked
            return keys if is_whole else None
        here = list(match.position.options)
        alike = [one for one in decision.options if one.label == option.label]
        if value in here:
            keys.append(decision.options[list(decision._places).index(here.index(value))].key)
        elif len(alike) == 1:
            keys.append(alike[0].key)
        else:
            return None
        match.choose(keys[-1])
        picked += 1
    return keys
