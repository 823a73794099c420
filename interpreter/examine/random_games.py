"""Play random games in one way to play a rulebook, and return results that can be sent to another process."""

from __future__ import annotations

import hashlib
from collections import Counter
from time import perf_counter

from attrs import define, field, frozen

from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span
from rulewright.interpreter.estimate.end_marker import end_of_play
from rulewright.interpreter.examine.configurations import Configuration, ConfiguredRulebook
from rulewright.interpreter.measure.line_counts import CountingGame
from rulewright.interpreter.native import build

FIRST_SHARE, SHARE, NATIVE_SHARE = 10, 50, 250
"""How many games run in one go: the first ones, and then in Python and in native code."""
WORTH_WHILE = 1.5
"""How many seconds of games in Python make native code pay."""
MOST_ENDLESS = 3
"""How many games without an end are enough."""
QUICKLY_MADE = ("-O1", *build.FLAGS[1:])
Key = tuple[str, int, int]
"""A place of a rulebook that every process understands: the file, and the beginning and end in it."""


def key_of(span: Span) -> Key:
    """Return the key of a place."""
    return span.source.name, span.start, span.end


@frozen
class LimitStop:
    seed: int
    name: str
    message: Phrase
    help: Phrase | None
    place: Key | None


def stop_of(seed: int, diagnostic: Diagnostic) -> LimitStop:
    """Return the limit that a game met, from its diagnostic."""
    place = None if diagnostic.span is None else key_of(diagnostic.span)
    return LimitStop(seed, diagnostic.name, diagnostic.message, diagnostic.help, place)


@define
class PlayResults:
    """The results of games in one way to play."""

    way: Configuration
    games: int = 0
    known: frozenset[Key] = frozenset()
    """All places that can be reached."""
    places: dict[Key, tuple[int, int]] = field(factory=dict)
    """The places that games reached: in how many games, and the seed of the first one."""
    winners: Counter[tuple[int, ...]] = field(factory=Counter)
    """The seats that won each game that ended."""
    long: list[int] = field(factory=list)
    """The seeds of games that went on and on, with decisions."""
    stops: list[LimitStop] = field(factory=list)
    outcomes: bytes = b""
    """A digest of the ends of all games."""
    refused: LimitStop | None = None
    """Why it cannot be played in this way at all."""

    @property
    def has_no_end(self) -> bool:
        """Whether games without an end have stopped the playing."""
        return len(self.long) + len(self.stops) >= MOST_ENDLESS


def play_way(
    rulebook: ConfiguredRulebook, way: Configuration, seed: int, games: int, seconds: float = float("inf")
) -> PlayResults:
    """Play random games in one way, as many as there is time for."""
    tried, began = PlayResults(way), perf_counter()
    try:
        counting = CountingGame(rulebook.games[way.variants], way.players, rulebook.values(way))
    except RulebookError as error:
        tried.refused = stop_of(seed, error.diagnostics[0])
        return tried
    tried.known = frozenset(map(key_of, counting.places))
    digest = hashlib.blake2b(digest_size=16)
    asked_native, played = False, perf_counter()
    while tried.games < games and not tried.has_no_end:
        now = perf_counter()
        if tried.games and now - began > seconds:
            break
        if tried.games and not asked_native and (now - played) / tried.games * (games - tried.games) > WORTH_WHILE:
            counting.make_native(QUICKLY_MADE)
            asked_native = True
        share = FIRST_SHARE if not tried.games else SHARE if counting.program.playouts.native is None else NATIVE_SHARE
        found = counting.play(
            seed + tried.games, min(share, games - tried.games), MOST_ENDLESS - len(tried.long) - len(tried.stops)
        )
        for number, (winners, (decisions, scores)) in enumerate(found.outcomes, seed + tried.games):
            digest.update(repr((winners, decisions, list(scores))).encode())
            if winners is not None:
                tried.winners[winners] += 1
            elif number in found.stopped:
                tried.stops.append(stop_of(number, found.stopped[number]))
            else:
                tried.long.append(number)
        tried.games += len(found.outcomes)
        for span, count in found.places.games.items():
            before = tried.places.get(key_of(span), (0, found.places.first[span]))
            tried.places[key_of(span)] = before[0] + count, before[1]
    tried.outcomes = digest.digest()
    return tried


def games_without_result(rulebook: ConfiguredRulebook, tried: PlayResults) -> tuple[int, int] | None:
    """Return in how many games `play` reached its last line without a result, and the seed of the first one; None if in none."""
    return tried.places.get(key_of(end_of_play(rulebook.games[tried.way.variants])))
