"""Play gin rummy against OpenSpiel's simple bot.

A hand is followed there until somebody knocks. Then each lays down the best melds, which the bot also does.
"""

from __future__ import annotations

import time
from typing import Any

from benchmarks.players.cards import Card, card, cards_at
from benchmarks.players.gin import Gin
from benchmarks.strength.contest import Told
from benchmarks.strength.open_spiel import loaded, simple_gin_bot
from rulewright.interpreter import Match

ACTIONS = {"take-it": "Draw upcard", "leave-it": "Pass", "discard": "Draw upcard", "stock": "Draw stock"}


class OpenSpielGin(Gin):
    """OpenSpiel's bot, which is told everything that its seat sees."""

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.game = loaded("gin_rummy")
        self.state: Any = self.game.new_initial_state()
        self.bots: list[Any] = []
        self.first = 0
        """The seat that is player 0 there: the one who is asked first."""
        self.hands: list[set[Card]] = []
        self.going = False
        self.used = 0.0

    def look(self, match: Match) -> None:
        """Deal a new hand, or draw the card that was drawn."""
        assert match.decision is not None
        seat, key = match.decision.seat or 0, match.decision.options[0].key
        hands = [set(cards_at(match.view(who).players[who].places, "hand")) for who in range(2)]
        if key.startswith("take-it") and (not self.going or "FIRST_UPCARD" not in str(self.state.current_phase())):
            self.state, self.first, self.going = self.game.new_initial_state(), seat, True
            self.bots = [simple_gin_bot(self.game, there) for there in range(2)]
            for one in (*hands[seat], *hands[1 - seat], cards_at(match.view(None).places, "discard")[-1]):
                self.take(named(one))
        elif self.going and key.startswith(("throw", "knock")):
            # A first card that nobody wants is followed by a draw without a choice.
            if self.texts().keys() == {"Draw stock"}:
                self.take("Draw stock")
            if self.state.is_chance_node():
                self.take(named((hands[seat] - self.hands[seat]).pop()))
        self.hands = hands

    def texts(self) -> dict[str, int]:
        """Return the actions of the state by their texts."""
        player = self.state.current_player()
        return {self.state.action_to_string(player, action).rpartition(": ")[2]: action for action in self.state.legal_actions()}

    def take(self, text: str) -> None:
        """Take an action by its text."""
        self.state.apply_action(self.texts()[text])

    def choose(self, match: Match, seconds: float) -> str:
        """Ask the bot; once somebody has knocked, lay down the best melds."""
        assert match.decision is not None
        keys = [option.key for option in match.decision.options]
        if not self.going or not keys[0].startswith((*ACTIONS, "throw", "knock")):
            return super().choose(match, seconds)
        began = time.process_time()
        answers = [self.answer(self.state)]
        if answers[0] == "Knock":
            after = self.state.clone()
            after.apply_action(self.texts()["Knock"])
            answers.append(self.answer(after))
        self.used += time.process_time() - began
        wanted = [key for key in keys if self.there(key) == answers]
        # The card that it has just taken may be discarded there.
        return wanted[0] if wanted else super().choose(match, seconds)

    def answer(self, state: Any) -> str:
        """Return the text of the bot's action."""
        player = state.current_player()
        return str(state.action_to_string(player, self.bots[player].step(state)).rpartition(": ")[2])

    def there(self, key: str) -> list[str]:
        """Return the texts of the actions that an option is there."""
        kind = key.partition(",")[0]
        if kind in ACTIONS:
            return [ACTIONS[kind]]
        return [*["Knock"] * key.startswith("knock"), named(card(key))]

    def heard(self, seat: int, key: str) -> None:
        """Follow a choice, until somebody knocks."""
        if key.startswith("knock"):
            self.going = False
        elif self.going:
            self.take(self.there(key)[0])

    def processor(self) -> float:
        """Return the bot's time."""
        return self.used


def named(one: Card) -> str:
    """Return OpenSpiel's text for a card."""
    return f"{'_A23456789TJQK'[one.rank]}{one.suit}"
