"""Read bounds such as `wins seat 1 alone > 55%`, and check if figures keep to them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence

from attrs import frozen

from rulewright.cli.shell.problems import problem
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.messages.suggestions import did_you_mean
from rulewright.interpreter.measure.comparison import is_share, quantity_interval, quantity_names, quantity_value
from rulewright.interpreter.measure.figures import Figures

SIGNS: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}


@frozen
class Threshold:
    """A quantity, a comparison and a number."""

    text: str
    quantity: str
    sign: str
    number: float

    def broken(self, figures: Figures, name: str) -> Phrase | None:
        """Return what to say of a game if the bound holds for its figures, or nothing.

        The counted value decides; the interval is only shown.
        """
        found = quantity_value(figures, self.quantity)
        if found is None or not SIGNS[self.sign](found, self.number):
            return None
        sure, counted = quantity_interval(figures, self.quantity), number(found, self.quantity)
        if sure is None:
            return Phrase("the-bound-holds", bound=self.text, name=name, quantity=self.quantity, counted=counted)
        low, high = (number(one, self.quantity) for one in sure)
        return Phrase(
            "the-bound-holds-surely", bound=self.text, name=name, quantity=self.quantity, counted=counted, low=low, high=high
        )


def number(found: float, quantity: str) -> str:
    """Return a quantity as text."""
    return f"{100 * found:.1f} %" if is_share(quantity) else f"{found:.2f}"


def quantity_bounds(texts: Sequence[str], players: int) -> list[Threshold]:
    return [threshold_of(text, players, ("<=", ">=", "<", ">")) for text in texts]


def threshold_of(text: str, players: int, signs: Sequence[str]) -> Threshold:
    """Return a bound; raise RulebookError."""
    shown = visible(text[:60])
    found = re.fullmatch(r"\s*([a-z][a-z0-9 ]*?)\s*(<=|>=|<|>|=)\s*(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)\s*(%?)\s*", text)
    known = quantity_names(players)
    if found is None or found[2] not in signs:
        way_out = Phrase("write-a-bound-like", known=known[0], sign=signs[-1])
        raise problem("bad-bound", Phrase("says-no-bound", shown=shown), way_out)
    quantity = " ".join(found[1].split())
    if quantity not in known:
        longer = [one for one in known if one.startswith(f"{quantity} ")]
        way_out = (
            Phrase("write-words", words=WordList.quoted(longer))
            if longer
            else did_you_mean(quantity, known) or Phrase("there-are", offered=", ".join(known))
        )
        raise problem("bad-bound", Phrase("nothing-is-called", quantity=visible(quantity)), way_out)
    if bool(found[4]) != is_share(quantity):
        way_out = (
            Phrase("write-the-bound", quantity=quantity, sign=found[2], number=found[3])
            if found[4]
            else Phrase("write-the-bound-in-percent", quantity=quantity, sign=found[2], number=found[3])
        )
        raise problem(
            "bad-bound",
            (
                Phrase("is-no-part-of-a-hundred", quantity=quantity)
                if found[4]
                else Phrase("is-a-part-of-a-hundred", quantity=quantity)
            ),
            way_out,
        )
    limit = float(found[3]) / (100 if found[4] else 1)
    if is_share(quantity) and not 0 <= limit <= 1:
        raise problem("bad-bound", Phrase("can-never-be", shown=shown), Phrase("write-a-number-from-0-to-100"))
    return Threshold(" ".join(text.split()), quantity, found[2], limit)
