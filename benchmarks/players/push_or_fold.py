"""Measure how much a best response in push-or-fold wins from a player of hold'em for two with few chips.

The opponent knows how often the player does what with each of the 169 kinds of hands, and itself only goes all in or folds.
As the small blind, it goes all in where that is worth more than to fold. As the big blind, it answers whatever the player has
come in with: `call`, `raise` (which counts as the smallest one) or all in. In an equilibrium of push-or-fold, both seats
together win nothing.
"""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import combinations

import numpy as np
from attrs import frozen

from benchmarks.players.cards import WORDS, Card
from benchmarks.players.holdem import PACK, high, strength
from benchmarks.strength.contest import Played, game_of
from rulewright.interpreter import Match
from rulewright.interpreter.search.players import player

BLINDS = 10
BOARDS = 150
Hand = tuple[Card, Card]
Kind = tuple[int, int, bool]
"""The ranks of two cards, the higher one first, and whether they are of one suit."""
Matrix = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
HANDS: list[Hand] = list(combinations(PACK, 2))


def kind_of(hand: Hand) -> Kind:
    """Return the kind of a hand."""
    low, top = sorted(map(high, hand))
    return top, low, hand[0].suit == hand[1].suit


KINDS = sorted({kind_of(hand) for hand in HANDS}, reverse=True)


def chances(boards: int = BOARDS, seed: int = 1) -> tuple[Matrix, Matrix]:
    """Return how often one kind of hand wins against another, from random boards, and how often both are dealt together."""
    draw = random.Random(seed)
    kinds = np.array([KINDS.index(kind_of(hand)) for hand in HANDS])
    cards = np.array([[one in hand for one in PACK] for hand in HANDS], dtype=float)
    apart = cards @ cards.T == 0
    won, met = np.zeros((169, 169)), np.zeros((169, 169))
    for _ in range(boards):
        board = draw.sample(PACK, 5)
        free = np.array([place for place, hand in enumerate(HANDS) if not set(hand) & set(board)])
        order = [strength([*HANDS[place], *board]) for place in free]
        numbers = {one: number for number, one in enumerate(sorted(set(order)))}
        ranks = np.array([numbers[one] for one in order])
        both = apart[np.ix_(free, free)]
        points = np.where(ranks[:, None] > ranks[None, :], 1.0, np.where(ranks[:, None] == ranks[None, :], 0.5, 0.0)) * both
        pairs = kinds[free][:, None] * 169 + kinds[free][None, :]
        won += np.bincount(pairs.ravel(), points.ravel(), 169 * 169).reshape(169, 169)
        met += np.bincount(pairs.ravel(), both.ravel().astype(float), 169 * 169).reshape(169, 169)
    return won / np.maximum(met, 1), met / met.sum()


@frozen(kw_only=True)
class Answers:
    """A player's habits: for each kind of hand, how likely it calls an opponent who is all in, and what it does first."""

    calls: Matrix
    first: dict[str, Matrix]
    """By first action other than to fold, how likely it is."""
    then_calls: dict[str, Matrix]
    """By first action, how likely it then calls an opponent who is all in."""


def loss(answers: Answers, wins: Matrix, met: Matrix) -> float:
    """Return how many big blinds a hand the player loses to the best response."""
    stack, small = float(BLINDS), 0.5
    # The opponent is the small blind: it wins a blind if nobody calls, and otherwise what the cards say.
    called = stack * (2 * wins - 1)
    push = met * (answers.calls[None, :] * called + (1 - answers.calls[None, :]) * 1.0)
    as_small = float(np.maximum(push.sum(axis=1), -small * met.sum(axis=1)).sum())
    # The opponent is the big blind: it wins half a blind from a fold, and answers all else for each of its hands.
    plays = sum(answers.first.values(), np.zeros(169))
    as_big = float((met * (1 - plays)[None, :]).sum() * small)
    for action, chance in answers.first.items():
        calls = answers.then_calls[action]
        pays = {"call": 1.0, "raise": 2.0}.get(action, stack)
        meeting = met * chance[None, :]
        push = meeting * (calls[None, :] * called + (1 - calls[None, :]) * pays)
        as_big += float(np.maximum(push.sum(axis=1), -meeting.sum(axis=1)).sum())
    return (as_small + as_big) / 2


def key_of(one: Card) -> str:
    """Return the beginning of a card's key."""
    suit = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}[one.suit]
    return f"deal-{suit}-{WORDS[one.rank - 1]}@deck"


def dealt(hand: Hand, seat: int) -> Match:
    """Return a match in which a seat has a hand, and seat 0 is the small blind."""
    options = (("stake", 2 * BLINDS), ("big-blind", 2), ("most-hands", 1), ("doubled-every", 0))
    match = game_of("texas-hold-em", options).start(2, chance="ask")
    other = [one for one in PACK if one not in hand][:2]
    # The seat left of the button gets its cards first.
    cards = iter([*hand, *other] if seat else [*other, *hand])
    match.choose("seat-1")
    while match.decision is not None and match.decision.seat is None:
        match.choose(key_of(next(cards)))
    return match


@frozen(kw_only=True)
class PushOrFold:
    """Push-or-fold against the player's own habits, which are sampled."""

    samples: int

    def play(self, row: str, name: str, number: int) -> Played:
        """Ask the player for its habits, and compute the best response."""
        wins, met = chances()
        return Played(row, name, number, figures={"blinds lost a hand": loss(self.answers(name), wins, met)})

    def answers(self, name: str) -> Answers:
        """Return what a player does with each kind of hand."""
        calls = np.zeros(169)
        first: dict[str, Matrix] = defaultdict(lambda: np.zeros(169))
        then: dict[str, Matrix] = defaultdict(lambda: np.zeros(169))
        for place, kind in enumerate(KINDS):
            hand = next(hand for hand in HANDS if kind_of(hand) == kind)
            for seed in range(self.samples):
                facing = dealt(hand, 1)
                all_in(facing)
                calls[place] += chosen(facing, name, seed) == "call"
                match = dealt(hand, 0)
                action = chosen(match, name, seed)
                match.choose(action)
                if action == "raise":
                    amount = chosen(match, name, seed)
                    match.choose(amount)
                    action = "all in" if int(amount) == 2 * BLINDS else action
                if action == "fold":
                    continue
                first[action][place] += 1
                if action != "all in":
                    all_in(match)
                    then[action][place] += chosen(match, name, seed) == "call"
        for action, counts in first.items():
            then[action] = then[action] / np.maximum(counts, 1) if action != "all in" else np.ones(169)
            first[action] = counts / self.samples
        return Answers(calls=calls / self.samples, first=dict(first), then_calls=dict(then))


def chosen(match: Match, name: str, seed: int) -> str:
    """Return the choice of a player by name."""
    assert match.decision is not None
    choice = player(name, seed).choose(match)
    assert isinstance(choice, int)
    return match.decision.options[choice].key


def all_in(match: Match) -> None:
    """Let the seat that decides bet everything."""
    match.choose("raise")
    if match.decision is not None and match.decision.options[0].key.isdigit():
        match.choose(match.decision.options[-1].key)
