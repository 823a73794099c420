"""Compare contracts at bridge with the best that perfect players could reach, and play cards against a simple player."""

from __future__ import annotations

import time
from importlib.util import find_spec
from typing import Any

from attrs import frozen

from benchmarks.players.cards import card
from benchmarks.strength.contest import Opponent, Played, Told, game_of
from rulewright.interpreter import Match
from rulewright.interpreter.search.players import Player, player
from rulewright.interpreter.search.seeds import derived_seed

BOOK = 6
SLAM = 6
TRUMPS = {"Clubs": "clubs", "Diamonds": "diamonds", "Hearts": "hearts", "Spades": "spades", "No trumps": "nt"}
PENALTIES = {"1": "passed", "2": "doubled", "4": "redoubled"}


def missing() -> str:
    """Return how to install the double-dummy solver; empty if it is there."""
    return "" if find_spec("endplay") else "skipped: `pip install endplay`"


@frozen
class Auctions:
    """Auctions in which our player has all four seats; nobody is vulnerable."""

    def play(self, row: str, name: str, number: int) -> Played:
        """Bid one deal, and compare the contract with perfect play."""
        from endplay.dds import calc_dd_table, par
        from endplay.types import Contract, Deal, Denom, Penalty, Vul
        from endplay.types import Player as Seat

        game = game_of("contract-bridge", (("deals", 1),))
        game.program(4).playouts.make_native()
        match = game.start(4, number)
        seats = [player(name, derived_seed(number, seat)) for seat in range(4)]
        table = calc_dd_table(Deal("N:" + " ".join(hand_text(match, seat) for seat in range(4))))
        calls, spent = auction(match, seats)
        best = par(table, Vul.none, Seat.north).score
        if not any(call.startswith("bid") for call in calls):
            return Played(row, name, number, None, (spent, 0.0), (len(calls), 0), {"points from par": abs(best)})
        fields = {one.name: one for one in match.view(None).table}
        level, declarer = int(fields["level"].value or 0), fields["declarer"].owner
        trump = getattr(Denom, TRUMPS[fields["trump"].value or ""])
        over = table[trump, Seat(declarer)] - BOOK - level
        contract: Any = Contract(
            level=level,
            denom=trump,
            declarer=Seat(declarer),
            penalty=getattr(Penalty, PENALTIES[fields["factor"].value or ""]),
            result=over,
        )
        score = contract.score(Vul.none) * (1 if declarer % 2 == 0 else -1)
        figures = {
            "tricks between contract and perfect play": abs(over),
            "points from par": abs(score - best),
            "slams without the tricks for them": level >= SLAM and over < 0,
        }
        return Played(row, name, number, None, (spent, 0.0), (len(calls), 0), figures)


def auction(match: Match, seats: list[Player]) -> tuple[list[str], float]:
    """Bid, and return the calls and the processor time."""
    calls: list[str] = []
    began = time.process_time()
    while match.decision is not None and "call" in match.decision.prompt and calls != ["pass-by"] * 4:
        choice = seats[match.decision.seat or 0].choose(match)
        assert isinstance(choice, int)
        calls.append(match.decision.options[choice].key)
        match.choose(choice)
    return calls, time.process_time() - began


def hand_text(match: Match, seat: int) -> str:
    """Return a hand as spades, hearts, diamonds and clubs between dots."""
    place = next(place for place in match.view(seat).players[seat].places if place.name == "hand")
    cards = [card(title) for title in place.things or ()]
    return ".".join("".join("_A23456789TJQK"[one.rank] for one in cards if one.suit == suit) for suit in "shdc")


class FollowLow(Opponent):
    """A player who bids as ours does, and then always plays the lowest card."""

    def __init__(self, told: Told) -> None:
        self.plain = told.plain
        self.bidder = player(told.name, told.seed)

    def choose(self, match: Match, seconds: float) -> int | str:
        """Bid, or play the lowest card."""
        assert match.decision is not None
        keys = [option.key for option in match.decision.options]
        if "call" in match.decision.prompt:
            return self.bidder.choose(self.plain)
        return min(keys, key=lambda key: (card(key).rank - 2) % 13)
