"""Choose the payoffs of a game's endings, before anything has been played."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import frozen

from rulewright.ai.seat_relative import unlearnable
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter import Result
from rulewright.interpreter.match.setting import GameSetting
from rulewright.interpreter.position.runtime import LARGEST_NUMBER
from rulewright.interpreter.search.payoffs import margins, payoffs, score_direction, shares

GAMES_TO_MEET = 40
WAYS = ("wins", "success", "scores", "margins")


@frozen
class Rewards:
    """The payoffs of endings."""

    by: str
    """`scores`, `margins`, `wins` or `success`, as in `explore --value`."""
    sign: int
    """-1 where the lowest score wins."""
    players: int

    @property
    def most(self) -> int:
        """A bound for payoffs, above and below 0."""
        return 1 if self.by in ("wins", "success") else LARGEST_NUMBER

    @property
    def sum_is_nothing(self) -> bool:
        """Whether the game is zero-sum."""
        return self.by != "success"

    def rewards_of(self, result: Result | None) -> Sequence[float]:
        """Return the payoffs by seat; 0 if a game has no end."""
        if result is None or not result.finished:
            return (0.0,) * self.players
        found: Sequence[Fraction | int]
        if self.by == "success":
            found = (1 if result.winners else -1,) * self.players
        elif self.by == "wins":
            found = shares(result.winners, self.players)
        else:
            found = tuple(self.sign * score for score in result.scores or ())
            if self.by == "margins":
                found = margins(tuple(map(int, found)))
            elif sum(found):
                raise unlearnable(Phrase("the-scores-of-a-game-do-not"), Phrase("let-its-endings-be-worth-their-margins"))
        return tuple(map(float, found))


def rewards_of_kind(game: GameSetting, players: int, by: str = "") -> Rewards:
    """Return payoffs of the wanted kind, or of the kind that fits some random games, which are always the same."""
    if by not in ("", *WAYS):
        raise unlearnable(Phrase("endings-cannot-be-worth", word=by[:40]), Phrase("one-of-names", names=", ".join(WAYS)))
    if by in ("wins", "success"):
        return Rewards(by, 1, players)
    played = game.playouts(players, range(GAMES_TO_MEET))
    results = {number: result for number, result in enumerate(played) if result.finished}
    sign = score_direction(results.values(), players) or 1
    if by in ("scores", "margins") and any(result.scores is None for result in results.values()):
        raise unlearnable(Phrase("has-no-scores", game=game.name), Phrase("let-its-endings-be-worth-their-wins"))
    return Rewards(by or payoffs(results, players).by, sign, players)
