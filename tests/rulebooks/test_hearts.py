"""Hearts: a referee in plain Python, who sees all hands, follows every game and allows what the engine allows."""

from __future__ import annotations

import random
import re
from itertools import product

import pytest

from rulewright.interpreter import Decision, Match, load
from rulewright.interpreter.position.results import Option

Card = tuple[str, str]
SUITS = ("Clubs", "Diamonds", "Spades", "Hearts")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "Jack", "Queen", "King", "Ace")
DECK = set(product(SUITS, RANKS))
OPENER, QUEEN, JACK = ("Clubs", "2"), ("Spades", "Queen"), ("Diamonds", "Jack")
TARGETS = (1, 3, 2, 0)
"""How many seats to the left cards are passed, in one hand after the other."""
MOST_HANDS = 500
MOONY = (1, 6, 10)
"""Seeds of games in which the moonstruck shoot the moon."""


def card_of(label: str) -> Card:
    found = re.fullmatch(r"(\w+) of (\w+)", label)
    assert found
    return found[2], found[1]


def penalty(card: Card) -> int:
    return 13 if card == QUEEN else int(card[0] == "Hearts")


class Referee:
    """A referee who plays a match at random and checks each step, knowing only the hands that were dealt."""

    def __init__(self, match: Match, seed: int, options: dict[str, int | bool | str], jack: bool) -> None:
        self.match = match
        self.chance = random.Random(seed)
        self.options = options
        self.jack = jack
        self.scores = [0] * 4
        self.moons = 0

    def hands(self) -> list[set[Card]]:
        """Everybody's hand, as its owner sees it and nobody else does."""
        found = []
        for seat in range(4):
            for other in range(4):
                (hand,) = (place for place in self.match.view(other).players[seat].places if place.name == "hand")
                if other == seat:
                    assert hand.things is not None
                    found.append({card_of(thing) for thing in hand.things})
                else:
                    assert hand.things is None or not hand.count
        return found

    def asked(self, seat: int) -> Decision:
        decision = self.match.decision
        assert decision is not None
        assert decision.seat == seat
        return decision

    def pick(self, seat: int, allowed: set[Card]) -> Card:
        """One of the cards that may be chosen, and the engine offers just these."""
        options = {card_of(option.label): option for option in self.asked(seat).options}
        assert set(options) == allowed
        card = self.choice(sorted(options))
        self.match.choose(options[card])
        return card

    def choice(self, cards: list[Card]) -> Card:
        return self.chance.choice(cards)

    def play(self) -> None:
        for number in range(MOST_HANDS):
            assert not self.match.over
            self.play_hand(TARGETS[number % 4])
            if max(self.scores) >= int(self.options["limit"]) and (
                self.options["tied"] == "shared" or self.scores.count(min(self.scores)) == 1
            ):
                break
        assert self.match.result is not None
        assert self.match.result.scores == tuple(self.scores)
        best = min(self.scores)
        assert self.match.result.winners == tuple(seat for seat in range(4) if self.scores[seat] == best)

    def play_hand(self, target: int) -> None:
        hands = self.hands()
        assert [len(hand) for hand in hands] == [13] * 4
        assert set().union(*hands) == DECK
        if target:
            passed: list[set[Card]] = [set(), set(), set(), set()]
            for seat in range(4):
                for _ in range(3):
                    passed[seat].add(self.pick(seat, hands[seat] - passed[seat]))
            hands = [hands[seat] - passed[seat] | passed[(seat - target) % 4] for seat in range(4)]
            assert self.hands() == hands
        taken = self.play_tricks(hands)
        self.score(taken)

    def play_tricks(self, hands: list[set[Card]]) -> list[set[Card]]:
        """Play all tricks, and return what everybody has taken."""
        taken: list[set[Card]] = [set(), set(), set(), set()]
        (leader,) = (seat for seat in range(4) if OPENER in hands[seat])
        broken = False
        for number in range(13):
            trick: list[Card] = []
            for turn in range(4):
                seat = (leader + turn) % 4
                hand = hands[seat]
                if trick:
                    allowed = {card for card in hand if card[0] == trick[0][0]}
                    if not allowed and number == 0:
                        allowed = {card for card in hand if not penalty(card)}
                elif number == 0:
                    allowed = {OPENER}
                else:
                    allowed = {card for card in hand if broken or card[0] != "Hearts"}
                card = self.pick(seat, allowed or hand)
                hand.remove(card)
                trick.append(card)
                broken |= card[0] == "Hearts" or (card == QUEEN and bool(self.options["queen-breaks"]))
            following = [card for card in trick if card[0] == trick[0][0]]
            best = max(following, key=lambda card: RANKS.index(card[1]))
            leader = (leader + trick.index(best)) % 4
            taken[leader] |= set(trick)
        return taken

    def score(self, taken: list[set[Card]]) -> None:
        points = [sum(map(penalty, cards)) for cards in taken]
        assert sum(points) == 26
        if 26 in points:
            self.moons += 1
            shooter = points.index(26)
            lowers = self.options["moon"] == "own-down"
            if self.options["moon"] == "shooter-chooses":
                options: list[Option] = list(self.asked(shooter).options)
                option = self.chance.choice(options)
                lowers = "my score" in option.label
                self.match.choose(option)
            points = [0 if lowers else 26] * 4
            points[shooter] = -26 if lowers else 0
        for seat in range(4):
            self.scores[seat] += points[seat] - 10 * (self.jack and JACK in taken[seat])


class Moonstruck(Referee):
    """One in whose games somebody takes all tricks rather often: seat 1 plays high, and the others low."""

    def choice(self, cards: list[Card]) -> Card:
        order = sorted(cards, key=lambda card: RANKS.index(card[1]))
        decision = self.match.decision
        assert decision is not None
        passing = "Pass" in decision.prompt
        return order[-1] if (decision.seat == 0) != passing else order[0]


def settings() -> list[dict[str, int | bool | str]]:
    found = product((10, 100, 200), ("others-up", "own-down", "shooter-chooses"), ("shared", "play-on"), (False, True))
    return [dict(zip(("limit", "moon", "tied", "queen-breaks"), values, strict=True)) for values in found]


@pytest.mark.parametrize("variants", [(), ("omnibus",)])
@pytest.mark.sample(1)
def test_a_referee_agrees(variants: tuple[str, ...]) -> None:
    for seed, options in [*enumerate(settings())][bool(variants) :: 2]:
        game = load("hearts", variants=variants, options=options)
        Referee(game.start(seed=seed, forced="ask"), seed, options, bool(variants)).play()


@pytest.mark.parametrize("moon", ["others-up", "own-down", "shooter-chooses"])
@pytest.mark.sample(1)
def test_a_referee_agrees_on_the_moon(moon: str) -> None:
    options: dict[str, int | bool | str] = {"limit": 500, "moon": moon, "tied": "shared", "queen-breaks": False}
    game = load("hearts", options=options)
    moons = 0
    for seed in MOONY:
        referee = Moonstruck(game.start(seed=seed, forced="ask"), seed, options, False)
        referee.play()
        moons += referee.moons
    assert moons


@pytest.mark.long
def test_every_game_at_random_ends() -> None:
    for options in settings():
        game = load("hearts", options=options)
        assert all(game.playout(seed=seed).finished for seed in range(2))
