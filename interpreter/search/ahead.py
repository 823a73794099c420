"""A decision comes in; what each option surely leads to goes out, in few words: what happens whatever its chooser cannot know.

Each option is taken in a few deals of the position (dealing.py), up to where somebody else is asked or chance decides; what is
told alike in all of them is said. Where rules keep something that the chooser does not know, deals are too few to be sure of
anything: then only what happens before anything unseen is asked (see/consulted.py) is said. Where several choose unseen by each
other, or a set is picked one by one, nothing is said; nor where the chooser does not count what lies somewhere, since as many lie
there in every deal.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from attrs import define

from rulewright.interpreter.play.decision import PlayError
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.play.runtime import ASK, CHANCE, LOG
from rulewright.interpreter.search import position
from rulewright.interpreter.search.dealing import Dealer, NoDealError
from rulewright.interpreter.search.heard import Hearing
from rulewright.interpreter.see import journal
from rulewright.interpreter.see.ahead import Ahead
from rulewright.interpreter.see.consulted import certain
from rulewright.interpreter.see.lines import Line
from rulewright.interpreter.see.view import held
from rulewright.interpreter.see.words import Words

DEALS = 8
"""In so many deals what is sure must happen, if the chooser does not know everything."""
MOST_OPTIONS, MOST_THINGS = 24, 1000
LONGEST = 44
"""So many letters are read beside an option at the most."""


@define
class Found:
    """What surely happens after an option, so far as it was looked at."""

    entries: list[Any]
    """What is told of it."""
    winners: tuple[int, ...] | None
    """Who has won, if the game is over."""

    def also(self, other: Found) -> None:
        """Keep what happens in another deal as well."""
        same = sum(1 for _ in takewhile(_equal, zip(self.entries, other.entries)))
        if self.winners != other.winners or not same == len(self.entries) == len(other.entries):
            self.winners = None
        del self.entries[same:]


def leads_to(match: Match, words: Words, seconds: float) -> Mapping[str, str]:
    """By the keys of options what these surely lead to; nothing, if finding that out takes longer."""
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
    dealer = Dealer(match, decision.seat)
    if dealer.chooses_together:
        return {}
    until = time.monotonic() + seconds
    hearing = Hearing(match.words, decision.seat)
    found: list[Found] = []
    for number in range(1 if dealer.is_certain else 0 if dealer.unknown else DEALS):
        try:
            deal = dealer.deal(number)
        except NoDealError:
            return {}
        deal.s[ASK] |= CHANCE
        if number == 0:
            first = deal
        places = position.shown_places(deal)
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
            found.append(Found(list(hearing.entries(happened)), winners))
    sure = [lines(first, option.label, one, decision.seat) for option, one in zip(options, found, strict=True)]
    texts = map(in_short, apart(sure))
    return {option.key: text for option, text in zip(options, texts, strict=True) if text}


def after(deal: Match, move: int, hearing: Hearing) -> Found:
    """What one option leads to in one deal, as far as its chooser hears of it."""
    twin = deal.copy()
    try:
        position.take(twin, move)
    except PlayError:
        # A limit of the engine: whoever chooses this will be told of it.
        return Found([], None)
    happened = list(hearing.entries(journal.entries(twin.s[LOG], deal.happened)))
    return Found(happened, None if twin.result is None else twin.result.winners)


def lines(deal: Match, label: str, found: Found, seat: int) -> list[Line]:
    """The same in words."""
    words = deal.words.spoken_to(seat)
    told = Ahead(words, seat, label, partial(held, deal.program.layout, deal.s)).lines(found.entries)
    if found.winners is not None:
        told.append(Line(words.phrase("you-win" if found.winners == (seat,) else "game-ends"), -1, "over"))
    return told


def apart(sure: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """The same without what comes of every option: that helps nobody to choose. Where what it names goes is said in any case."""
    if len(sure) < 2:
        return list(map(list, sure))
    common = set(map(str, sure[0])).intersection(*(map(str, lines) for lines in sure[1:]))
    return [[line for line in lines if line.kind == "move" or str(line) not in common] for lines in sure]


def in_short(lines: Sequence[Line]) -> str:
    """The first of it, as much as is read at a glance; if there is more, that shows."""
    text = ""
    for line in dict.fromkeys(map(str, lines)):
        longer = f"{text}; {line}" if text else line
        if len(longer) > LONGEST:
            return f"{text}; …" if text else ""
        text = longer
    return text


def _equal(pair: tuple[Any, Any]) -> bool:
    return bool(pair[0] == pair[1])
