"""Find once what programs that learn need to know about a game, and keep it for a few games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from rulewright.ai.actions import ActionNumbering
from rulewright.ai.observations import ObservationLayout
from rulewright.ai.rewards import Rewards, rewards_of_kind
from rulewright.interpreter import Game, load
from rulewright.interpreter.games.game import Setting
from rulewright.interpreter.match.setting import GameSetting

MOST_GAMES = 8


@frozen
class GameKnowledge:
    """The actions of a game, the views of its seats, and the payoffs of its endings."""

    numbering: ActionNumbering
    observing: ObservationLayout
    worth: Rewards


def game_to_learn(rulebook: str | Game, variants: Sequence[str], options: Mapping[str, Setting] | None) -> Game:
    """Return a game that is loaded already, or one by its name or path."""
    return rulebook if isinstance(rulebook, Game) else load(rulebook, variants, options)


_KNOWN: dict[tuple[object, ...], GameKnowledge] = {}


def game_knowledge(game: GameSetting, players: int, by: str = "") -> GameKnowledge:
    key = (game.fingerprint, tuple(game.values.items()), players, by)
    if key not in _KNOWN:
        numbering = ActionNumbering(game, players)
        found = GameKnowledge(numbering, ObservationLayout(numbering), rewards_of_kind(game, players, by))
        while len(_KNOWN) >= MOST_GAMES:
            del _KNOWN[next(iter(_KNOWN))]
        _KNOWN[key] = found
    return _KNOWN[key]
