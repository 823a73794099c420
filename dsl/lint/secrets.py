"""Find secrets that are given away, and `openly` without a secret."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.secrets.disclosure import Disclosure
from rulewright.dsl.secrets.hidden_parts import HiddenParts
from rulewright.dsl.secrets.reports import messages_of
from rulewright.dsl.secrets.rules import RuleAnalysis
from rulewright.dsl.secrets.values import place_written
from rulewright.dsl.text.source import Span


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings, in all combinations of variants."""
    found: list[Disclosure] = []
    idle: dict[tuple[str, int], Span] = {}
    needed: set[tuple[str, int]] = set()
    for game in rulebook.games:
        hidden = HiddenParts(game)
        follower = RuleAnalysis(game, hidden)
        if hidden.anything:
            found += follower.follow()
        for one in game.openly:
            place = one.span.source.name, one.span.start
            idle.setdefault(place, one.span)
            if follower.read.needless.get(place_written(one), hidden.anything):
                needed.add(place)
    yield from messages_of(found, rulebook.files)
    for place, span in idle.items():
        if place not in needed:
            yield warning("needless-openly", Phrase("everybody-may-know-this-anyway"), span)
