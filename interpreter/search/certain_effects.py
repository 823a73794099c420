"""Say in a few words what each option certainly leads to, whatever its chooser cannot know.

Each option is taken in a few determinizations (determinization.py), up to where somebody else is asked or chance decides. The
answer is what the log tells in all of them. If the rules keep something that the chooser does not know, a few deals cannot
make sure of anything. Then only the effects before anything unseen is consulted are said (match/secret_reads.py). There is no
answer where several choose unseen by each other, or a set is picked one by one. Nor is there one where the chooser cannot
count the things somewhere, since their number is the same in every deal.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from attrs import define

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.secret_reads import certain
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.position.log_entries import Entry
from rulewright.interpreter.position.position import CHANCE
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.determinization import Determinizer, NoDealError
from rulewright.interpreter.search.observed_log import ObservedLog
from rulewright.interpreter.views import journal
from rulewright.interpreter.views.effect_phrases import MATTERS, WEIGHTS, EffectNarration
from rulewright.interpreter.views.log_lines import LogLine
from rulewright.interpreter.views.view import field_value
from rulewright.interpreter.views.words import GameWords

DEALS = 8
"""How many deals must agree, if the chooser does not know everything."""
MOST_OPTIONS, MOST_THINGS = 24, 1000
LONGEST = 44
"""How many letters fit beside an option."""


@define
class CertainEffects:
    """The certain effects of an option, as found so far."""

    entries: list[Entry]
    """The log entries of the effects."""
    winners: tuple[int, ...] | None
    """The winners, if the game is over."""

    def also(self, other: CertainEffects) -> None:
        """Keep only what another deal has in common."""
        same = sum(1 for _ in takewhile(_equal, zip(self.entries, other.entries)))
        if self.winners != other.winners or not same == len(self.entries) == len(other.entries):
            self.winners = None
        del self.entries[same:]


def leads_to(match: Match, words: GameWords, seconds: float) -> Mapping[str, str]:
    """Return what options certainly lead to, by their keys; nothing if that takes too long."""
    decision = match.decision
    if decision is None or decision.seat is None or decision.kind == "words" or decision.most > 1:
        return {}
    if not 1 < len(decision.options) <= MOST_OPTIONS or len(match.program.world.things) > MOST_THINGS:
        return {}
    if not all(words.counts(decision.seat, space) for space in range(len(match.program.world.spaces))):
        return {}
    match = match.copy()
    match.words = words
    options = match.make_decision().options
    dealer = Determinizer(match, decision.seat)
    if dealer.chooses_together:
        return {}
    until = time.monotonic() + seconds
    hearing = ObservedLog(match.words, decision.seat)
    found: list[CertainEffects] = []
    for number in range(1 if dealer.is_certain else 0 if dealer.unknown else DEALS):
        try:
            deal = dealer.deal(number)
        except NoDealError:
            return {}
        deal.position.asks |= CHANCE
        if number == 0:
            first = deal
        places = game_state.shown_places(deal)
        if len(places) != len(options):
            return {}
        for option, move in enumerate(places):
            if time.monotonic() > until:
                return {}
            if number == 0:
                found.append(after(deal, move, hearing))
            elif found[option].entries or found[option].winners is not None:
                found[option].also(after(deal, move, hearing))
    if dealer.unknown:
        first = match
        for one in options:
            if time.monotonic() > until:
                return {}
            happened, winners = certain(match, one.key, decision.seat)
            found.append(CertainEffects(list(hearing.entries(happened)), winners))
    named = map(options.things, options.in_order()[0])
    sure = [
        lines(first, option.label, things, one, decision.seat) for option, things, one in zip(options, named, found, strict=True)
    ]
    texts = (in_short(lines, words) for lines in apart(sure))
    return {option.key: text for option, text in zip(options, texts, strict=True) if text}


def after(deal: Match, move: int, hearing: ObservedLog) -> CertainEffects:
    """Return what one option leads to in one deal, if its chooser hears of it."""
    twin = deal.copy()
    try:
        twin.take(move)
    except PlayError:
        # It runs into a limit of the engine, which the chooser will be told.
        return CertainEffects([], None)
    happened = list(hearing.entries(journal.entries(twin.position.log, deal.happened)))
    return CertainEffects(happened, None if twin.result is None else twin.result.winners)


def lines(deal: Match, label: str, things: Collection[int], found: CertainEffects, seat: int) -> list[LogLine]:
    """Return the lines for the effects of an option that names some things."""
    words = deal.words.spoken_to(seat)
    before = partial(field_value, deal.program.layout, deal.position)
    told = EffectNarration(words, seat, label, things, before).lines(found.entries)
    return told if found.winners is None else [LogLine(words.outcome(found.winners), -1, "over"), *told]


def apart(sure: Sequence[Sequence[LogLine]]) -> list[list[LogLine]]:
    """Return the lines without those of every option, which help nobody to choose. The goal of what an option names stays."""
    if len(sure) < 2:
        return list(map(list, sure))
    common = set(map(str, sure[0])).intersection(*(map(str, lines) for lines in sure[1:]))
    return [[line for line in lines if line.kind == "move" or str(line) not in common] for lines in sure]


def in_short(lines: Sequence[LogLine], words: GameWords) -> str:
    """Return as much as can be read at a glance, and all that matters most; an ellipsis stands for the rest."""
    text = ""
    for line in dict.fromkeys(lines):
        longer = words.phrase("and-then", text, line) if text else str(line)
        if len(longer) > LONGEST and WEIGHTS[line.kind] > MATTERS:
            return words.phrase("and-then", text, "…") if text else ""
        text = longer
    return text


def _equal(pair: tuple[Any, Any]) -> bool:
    return bool(pair[0] == pair[1])
