"""Find secrets that are given away, and `openly` without a secret."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl.lint.rulebook import Rulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Said
from rulewright.dsl.secrets.disclosure import Learnt
from rulewright.dsl.secrets.hidden_parts import Hidden
from rulewright.dsl.secrets.reports import messages_of
from rulewright.dsl.secrets.rules import Follower
from rulewright.dsl.secrets.values import written
from rulewright.dsl.text.source import Span


def find(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield all findings, in all combinations of variants."""
    found: list[Learnt] = []
    idle: dict[tuple[str, int], Span] = {}
    needed: set[tuple[str, int]] = set()
    for game in rulebook.games:
        hidden = Hidden(game)
        follower = Follower(game, hidden)
        if hidden.anything:
            found += follower.follow()
        for one in game.openly:
            place = one.span.source.name, one.span.start
            idle.setdefault(place, one.span)
            if follower.read.needless.get(written(one), hidden.anything):
                needed.add(place)
    yield from messages_of(found, rulebook.files)
    for place, span in idle.items():
        if place not in needed:
            yield warning("needless-openly", Said("everybody-may-know-this-anyway"), span)
