"""Define the utility of an ending for each seat: its share of the win, or its points where the game is about points.

Points that always add up to 0 are stakes: one seat gains what others lose, and winning means gaining.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from attrs import evolve, frozen

from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.position.results import Result
from rulewright.interpreter.search import game_state
from rulewright.interpreter.search.game_state import cached_fact

GAMES = 60
"""How many random games show which way the scores count, and how long a game is."""
FEWER, ENOUGH = 12, 5000
"""Long games are fewer, once they have taken this many decisions: somebody is waiting for the first choice."""
TRIFLE = 0.02
"""The weight of the standing beside the win."""
HORIZONS = (25, 50, 100)
"""Where games are more than twice as long, playouts stop here if the scores are telling by then.

The nearest horizon counts: points soon show the effect of a choice, and what follows much later is chance.
"""
CUT_SHORT = 24
"""How many games that are cut short show whether the scores are telling."""
TELL = 0.75
"""They are if they differ in this share of the games."""

WALKS, LONGEST_WALK, STRETCH = 12, 100, 4
"""How many random games show how far the outlooks diverge, how long these are, and in what steps."""
JUDGED = 30
"""Dealing, going down and judging a position takes as long as this many decisions of a playout."""


@frozen
class Utility:
    """The utility of endings in one game, estimated from random games."""

    players: int
    length: float
    """The number of decisions in a game."""
    direction: float
    """1 if players with many points win, -1 if those with few do, and 0 if there are no points, or they do not matter."""
    spread: float
    """How far apart the scores usually are."""
    stakes: float
    """The most points that are lost, if all points add up to 0; else 0."""
    together: bool
    """Whether all win together or nobody does."""
    horizon: int = 0
    """The length of playouts, if scores tell more than the far end of a long game; 0 is no limit."""
    gain: float = 0.0
    """How far apart the scores usually are at the horizon; without one, how far the outlooks diverge."""

    @classmethod
    def of_match(cls, match: Match) -> Utility:
        """Return the utility of endings in a match's game."""

        def find() -> Utility:
            results: list[Result] = []
            for seed in range(GAMES):
                if seed >= FEWER and sum(result.decisions for result in results) >= ENOUGH:
                    break
                with suppress(PlayError):
                    results.append(match.game.playout(match.players, seed))
            found = cls.estimate(match.players, results)
            if match.program.form.outlook is not None:
                found = found.foreseeing(match, any(result.winners for result in results))
            return found.cut_short(match) if found.direction and not found.foresees else found

        return cached_fact(match.program, cls, find)

    @classmethod
    def estimate(cls, players: int, results: list[Result]) -> Utility:
        """Estimate the utility from some endings."""
        length = sum(result.decisions for result in results) / max(len(results), 1)
        results = [result for result in results if result.finished]
        together = all(len(result.winners) in (0, players) for result in results)
        scored = [(result.winners, result.scores) for result in results if result.scores is not None]
        if not scored:
            return cls(players, length, 0.0, 0.0, 0.0, together)
        spread = sum(max(scores) - min(scores) for _, scores in scored) / len(scored)
        stakes = 0 if any(sum(scores) for _, scores in scored) else max(-min(scores) for _, scores in scored)
        ahead = sum(lead(winners, scores) for winners, scores in scored)
        direction = (ahead > 0) - (ahead < 0) if spread else 0
        return cls(players, length, float(direction), spread, float(stakes) if direction > 0 else 0.0, together)

    def cut_short(self, match: Match) -> Utility:
        """Return the utility with a horizon, if the scores differ by then."""
        start = match.game.start(match.players, 0)
        with suppress(PlayError):
            for horizon in HORIZONS:
                if self.length <= 2 * horizon:
                    break
                ends = start.playouts(range(CUT_SHORT), horizon)
                apart = [max(end.scores) - min(end.scores) for end in ends if end.scores is not None]
                if sum(map(bool, apart)) >= TELL * CUT_SHORT:
                    return evolve(self, horizon=horizon, gain=sum(apart) / len(apart))
        return self

    def foreseeing(self, match: Match, won: bool) -> Utility:
        """Return the utility judged by the rulebook's outlooks, if these ever change; `won`: some random game was won."""
        swings = list(outlooks_parting(match))
        apart = [max(gained) - min(gained) for gained in swings]
        # If all seats always do equally well, they play together; if no random game was won, only the outlooks can tell.
        together = self.together and (won or not any(apart))
        found = [abs(gained[0]) for gained in swings] if together else apart
        found = [one for one in found if one]
        usual = sum(one * one for one in found) / max(len(found), 1)
        return evolve(self, together=together, gain=usual**0.5)

    @property
    def foresees(self) -> bool:
        """Whether positions are judged by the rulebook's outlooks."""
        return bool(self.gain) and not self.horizon

    @property
    def reach(self) -> float:
        """Return how many decisions a playout may take."""
        return JUDGED if self.foresees else self.horizon or self.length

    def shares(self, result: Result, before: tuple[int, ...] | None = None) -> list[float]:
        """Return the utility of an ending for each seat, between 0 and 1; for a game cut short, the gain since `before`."""
        players, winners, scores = self.players, result.winners, result.scores
        if self.horizon and not result.finished:
            return self.change_utility(scores, before)
        if self.stakes and scores is not None and result.finished:
            return [within(0.5 + score / (2 * self.stakes)) for score in scores]
        if not result.finished:
            shares = [1 / players] * players
        elif winners:
            shares = [0.0] * players
            for seat in winners:
                shares[seat] = 1.0 if self.together else 1 / len(winners)
        else:
            # Between two this is a draw. With more, it is just better than seeing another win.
            shares = [0.0 if self.together else 0.5 if players == 2 else 0.5 / players] * players
        standing = self.standing(scores)
        if standing is None:
            return shares
        return [(1 - TRIFLE) * share + TRIFLE * part for share, part in zip(shares, standing, strict=True)]

    def change_utility(self, now: tuple[int, ...] | None, before: tuple[int, ...] | None) -> list[float]:
        """Return the utility for each seat of the change between two standings."""
        if now is None or before is None:
            return [1 / self.players] * self.players
        gained = [one - other for one, other in zip(now, before, strict=True)]
        middle = 0 if self.together else sum(gained) / self.players
        scale = 2 * self.gain * (1 if self.foresees else self.direction)
        return [within(0.5 + (one - middle) / scale) for one in gained]

    def share_of_lead(self, gained: int) -> float:
        """Return the utility of a change in how far one of two seats is ahead by the outlooks."""
        return within(0.5 + gained / (4 * self.gain))

    def standing(self, scores: tuple[int, ...] | None) -> list[float] | None:
        """Return how far ahead each seat is, between 0 and 1, or None if scores say nothing."""
        if scores is None or not self.direction:
            return None
        middle = sum(scores) / len(scores)
        return [within(0.5 + self.direction * (score - middle) / (2 * self.spread)) for score in scores]


def outlooks_parting(match: Match) -> Iterator[list[int]]:
    """Yield how the outlook of each seat changes every few decisions, in some random games."""
    for seed in range(WALKS):
        with suppress(PlayError):
            walk = game_state.on_native_memory(match.game.start(match.players, seed))
            before = game_state.outlook(walk)
            while not walk.over and walk.steps < LONGEST_WALK:
                until = walk.steps + STRETCH
                while walk.steps < until and not walk.over:
                    walk.choose_at_random()
                now = game_state.outlook(walk)
                if now is None or before is None:
                    return
                yield [one - other for one, other in zip(now, before, strict=True)]
                before = now


def within(share: float) -> float:
    """Clamp a share to between 0 and 1."""
    return min(1.0, max(0.0, share))


def lead(winners: tuple[int, ...], scores: tuple[int, ...]) -> float:
    """Return by how many points the winners lead."""
    if not 0 < len(winners) < len(scores):
        return 0.0
    won = sum(scores[seat] for seat in winners) / len(winners)
    return won - sum(score for seat, score in enumerate(scores) if seat not in winners) / (len(scores) - len(winners))
