"""What an ending is worth to each seat: its share of the win, or its points where points are what is played for.

Points that always add up to nothing are stakes: what one seat gains others lose, and winning is no more than gaining.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from attrs import evolve, frozen

from rulewright.interpreter.play.decision import PlayError, Result
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.search import position
from rulewright.interpreter.search.position import found_out

GAMES = 60
"""How many random games tell which way the scores count, and how long a game is."""
FEWER, ENOUGH = 12, 5000
"""But of long games no more than so many, once they have taken so many decisions: somebody is waiting for the first choice."""
TRIFLE = 0.02
"""What the standing counts beside the win."""
HORIZONS = (25, 50, 100)
"""Of games that take more than twice so many decisions, no more is played in thought, if the scores tell enough by then.

The nearest counts: what comes of a choice is seen in the points soon after it, and what comes much later is chance.
"""
CUT_SHORT = 24
"""How many games that are cut short show whether they do."""
TELL = 0.75
"""They do if they differ in so many of these games."""

WALKS, LONGEST_WALK, STRETCH = 12, 100, 4
"""So many games at random tell how far the outlooks part: their beginnings, in stretches of so many decisions."""
JUDGED = 30
"""To deal, go down and judge a position takes as long as so many decisions of a game that is played on."""


@frozen
class Worth:
    """The worth of endings in one game, found by playing some at random."""

    players: int
    length: float
    """How many decisions a game takes."""
    direction: float
    """1 if those win who have many points, -1 if those who have few, 0 if there are no points, or they say nothing."""
    spread: float
    """How far the scores are apart in a usual game."""
    stakes: float
    """The most points that are lost, where all points add up to nothing; else 0."""
    together: bool
    """Whether all win together or nobody does."""
    horizon: int = 0
    """How many decisions are played in thought, where scores tell more than the far end of a long game; 0 is all of them."""
    gain: float = 0.0
    """How far the scores are apart in a usual game after so many decisions; without a horizon, how far the outlooks part."""

    @classmethod
    def of(cls, match: Match) -> Worth:
        """The worth of endings in a match's game."""

        def find() -> Worth:
            results: list[Result] = []
            for seed in range(GAMES):
                if seed >= FEWER and sum(result.decisions for result in results) >= ENOUGH:
                    break
                with suppress(PlayError):
                    results.append(match.game.playout(match.players, seed))
            found = cls.found(match.players, results)
            if match.program.form.outlook is not None:
                found = found.foreseeing(match, any(result.winners for result in results))
            return found.cut_short(match) if found.direction and not found.foresees else found

        return found_out(match.program, cls, find)

    @classmethod
    def found(cls, players: int, results: list[Result]) -> Worth:
        """The same, from some endings."""
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

    def cut_short(self, match: Match) -> Worth:
        """The same with a horizon, if the scores differ by then."""
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

    def foreseeing(self, match: Match, won: bool) -> Worth:
        """The same where positions are judged by the rulebook's outlooks, if these ever change; `won`: some random game was."""
        swings = list(outlooks_parting(match))
        apart = [max(gained) - min(gained) for gained in swings]
        # Where all stand as well as each other, they play together; and where no random game was won, that alone tells.
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
        """How many decisions a game that is played in thought may take."""
        return JUDGED if self.foresees else self.horizon or self.length

    def shares(self, result: Result, before: tuple[int, ...] | None = None) -> list[float]:
        """What an ending is worth to each seat, between 0 and 1; of a game that was cut short, what was gained since `before`."""
        players, winners, scores = self.players, result.winners, result.scores
        if self.horizon and not result.finished:
            return self.gained(scores, before)
        if self.stakes and scores is not None and result.finished:
            return [within(0.5 + score / (2 * self.stakes)) for score in scores]
        if not result.finished:
            shares = [1 / players] * players
        elif winners:
            shares = [0.0] * players
            for seat in winners:
                shares[seat] = 1.0 if self.together else 1 / len(winners)
        else:
            # Between two it is a draw. Among more it is better than to see another win, and that is all.
            shares = [0.0 if self.together else 0.5 if players == 2 else 0.5 / players] * players
        standing = self.standing(scores)
        if standing is None:
            return shares
        return [(1 - TRIFLE) * share + TRIFLE * part for share, part in zip(shares, standing, strict=True)]

    def gained(self, now: tuple[int, ...] | None, before: tuple[int, ...] | None) -> list[float]:
        """What it is worth to each seat how it stands now, and how it stood before."""
        if now is None or before is None:
            return [1 / self.players] * self.players
        gained = [one - other for one, other in zip(now, before, strict=True)]
        middle = 0 if self.together else sum(gained) / self.players
        scale = 2 * self.gain * (1 if self.foresees else self.direction)
        return [within(0.5 + (one - middle) / scale) for one in gained]

    def standing(self, scores: tuple[int, ...] | None) -> list[float] | None:
        """How far ahead each seat is, between 0 and 1; None where scores say nothing."""
        if scores is None or not self.direction:
            return None
        middle = sum(scores) / len(scores)
        return [within(0.5 + self.direction * (score - middle) / (2 * self.spread)) for score in scores]


def outlooks_parting(match: Match) -> Iterator[list[int]]:
    """How much better or worse each seat's outlook gets, in some games at random, every few decisions."""
    for seed in range(WALKS):
        with suppress(PlayError):
            walk = position.on_native_memory(match.game.start(match.players, seed))
            before = position.outlook(walk)
            while not walk.over and walk.steps < LONGEST_WALK:
                until = walk.steps + STRETCH
                while walk.steps < until and not walk.over:
                    walk.choose_at_random()
                now = position.outlook(walk)
                if now is None or before is None:
                    return
                yield [one - other for one, other in zip(now, before, strict=True)]
                before = now


def within(share: float) -> float:
    """A share, not below 0 nor above 1."""
    return min(1.0, max(0.0, share))


def lead(winners: tuple[int, ...], scores: tuple[int, ...]) -> float:
    """How many points more than the others the winners have."""
    if not 0 < len(winners) < len(scores):
        return 0.0
    won = sum(scores[seat] for seat in winners) / len(winners)
    return won - sum(score for seat, score in enumerate(scores) if seat not in winners) / (len(scores) - len(winners))
