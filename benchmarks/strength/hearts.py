"""Play hands of hearts against OpenSpiel's IS-MCTS."""

from __future__ import annotations

from benchmarks.strength.contest import Told
from benchmarks.strength.open_spiel import Follower, Names, Search
from rulewright.interpreter import Match

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "heart", "spades")
PASSING = {"no passing": "No Pass", "to the left": "Left", "across": "Across", "to the right": "Right"}
PASSED = 3
HAND = 13


def card_there(key: str, _before: str = "") -> str:
    """Return OpenSpiel's text for a card, from our key, such as `deal-clubs-nine@hand-1`."""
    _, suit, rank = key.partition("@")[0].split("-")
    return f"{'23456789TJQKA'[RANKS.index(rank)]}{'CDHS'[SUITS.index(suit)]}"


def card_held(title: str) -> str:
    """Return OpenSpiel's text for a card that is called like `Queen of Spades`."""
    rank, _, suit = title.partition(" of ")
    return f"{'T' if rank == '10' else rank[0]}{suit[0]}"


class Hearts(Follower):
    """OpenSpiel's search for hidden cards. It ends the process if it has to pass cards, so it passes its highest ones."""

    def __init__(self, told: Told) -> None:
        super().__init__(Names("hearts(qs_breaks_hearts=true)", card_there))
        self.search = Search(self.game, told.seed + 1, hidden=True)

    def look(self, match: Match) -> None:
        """Deal a hand that begins, and compare the options."""
        if not self.state.history() or self.state.is_terminal():
            self.state = self.game.new_initial_state()
            passing = next(one.value for one in match.view(None).table if one.name == "passing")
            self.take(PASSING[passing or ""])
            hands = [self.hand(match, seat) for seat in range(4)]
            for place in range(4 * HAND):
                self.take(hands[place % 4][place // 4])
        super().look(match)

    def take(self, wanted: str) -> None:
        """Take an outcome of chance by its text."""
        outcomes = {self.state.action_to_string(action): action for action in self.state.legal_actions()}
        self.state.apply_action(outcomes[wanted])

    def hand(self, match: Match, seat: int) -> list[str]:
        """Return the cards of a seat."""
        place = next(place for place in match.view(seat).players[seat].places if place.name == "hand")
        return [card_held(card) for card in place.things or ()]

    def choose(self, match: Match, seconds: float) -> int | str:
        """Pass the highest card, or search."""
        assert match.decision is not None
        if "pass" in match.decision.prompt:
            return max(
                (option.key for option in match.decision.options),
                key=lambda key: RANKS.index(key.partition("@")[0].split("-")[2]),
            )
        return super().choose(match, seconds)

    def best(self, state: object, seconds: float) -> int:
        """Search for a card."""
        return self.search(state, seconds)

    def over(self) -> bool:
        """Return False: a hand that is over there is followed by another one."""
        return False
