"""Play against OpenSpiel's searches in C++: MCTS, and IS-MCTS where something is hidden.

OpenSpiel plays the game along, move by move. Before each, its options must be those of the rulebook.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from benchmarks.strength.contest import Opponent, Told, UnequalRules
from rulewright.interpreter import Match

try:
    import pyspiel
except ImportError:
    pyspiel = None

EXPLORATION = 2.0
MEGABYTES = 1000
FIRST_SIMULATIONS = 200
"""How many find out how long a simulation takes."""
MEN = {point: str(number) for number, point in enumerate(re.findall("..", "a7d7g7b6d6f6c5d5e5a4b4c4e4f4g4c3d3e3b2d2f2a1d1g1"))}
"""The points of a morris board, with their numbers there."""


def missing() -> str:
    """Return how to install OpenSpiel; empty if it is there."""
    return "" if pyspiel else "skipped: `pip install open_spiel`"


def loaded(game: str) -> Any:
    """Return a game of OpenSpiel."""
    return pyspiel.load_game(game)


def simple_gin_bot(game: Any, player: int) -> Any:
    """Return the bot for gin rummy."""
    return pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), player)


class Names(NamedTuple):
    """How a game is called there, and one name for each option, made from our key and from its text."""

    game: str
    ours: Callable[[str, str], str]
    """From a key, and that of the choice before."""
    theirs: Callable[[str], str] = lambda text: text
    exact: bool = True
    """Whether all options there are options here."""


class Follower(Opponent):
    """An opponent who has the game as a state of OpenSpiel."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.game = loaded(names.game)
        self.state = self.game.new_initial_state()
        self.legal: Mapping[str, int] = {}
        self.before = ""
        self.used = 0.0

    def name(self, key: str) -> str:
        """Return our name for an option."""
        return self.names.ours(key, self.before)

    def look(self, match: Match) -> None:
        """Compare the options."""
        assert match.decision is not None
        self.legal = {self.names.theirs(self.state.action_to_string(action)): action for action in self.state.legal_actions()}
        ours = {self.name(option.key) for option in match.decision.options}
        if match.decision.seat != self.state.current_player() or not ours <= set(self.legal):
            raise UnequalRules(f"{self.names.game}: {ours ^ set(self.legal)}")
        if self.names.exact and ours != set(self.legal):
            raise UnequalRules(f"{self.names.game}: {ours ^ set(self.legal)}")

    def choose(self, match: Match, seconds: float) -> int | str:
        """Return the option that the bot chooses."""
        assert match.decision is not None
        began = time.process_time()
        action = self.best(self.state, seconds)
        self.used += time.process_time() - began
        places = {self.legal[self.name(option.key)]: place for place, option in enumerate(match.decision.options)}
        # Where it has an option that the rulebook forbids, the last one takes its place, which is to pass.
        return places.get(action, len(places) - 1)

    def best(self, state: Any, seconds: float) -> int:
        """Return the bot's action in a state."""
        raise NotImplementedError

    def heard(self, seat: int, key: str) -> None:
        """Follow a choice."""
        self.state.apply_action(self.legal[self.name(key)])
        self.before = key

    def over(self) -> bool:
        """Return whether the game has ended there."""
        return bool(self.state.is_terminal())

    def processor(self) -> float:
        """Return the bot's time."""
        return self.used


class Search:
    """A search that gets as many simulations as fit into a time, by those that it has done so far."""

    def __init__(self, game: Any, seed: int, *, hidden: bool) -> None:
        self.game, self.hidden, self.seed = game, hidden, seed
        self.evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self.done, self.used = 0, 0.0

    def __call__(self, state: Any, seconds: float) -> int:
        """Return the action that was tried most often."""
        wanted = int(seconds * self.done / self.used) if self.used else FIRST_SIMULATIONS
        self.seed += 1
        began = time.process_time()
        action = int(self.bot(max(wanted, 2)).step(state))
        if not self.used:
            self.done, self.used = FIRST_SIMULATIONS, max(time.process_time() - began, 1e-4)
            return self(state, seconds)
        self.done += wanted
        self.used += time.process_time() - began
        return action

    def bot(self, simulations: int) -> Any:
        """Return a bot with so many simulations a move."""
        if self.hidden:
            most = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            return pyspiel.ISMCTSBot(self.seed, self.evaluator, EXPLORATION, simulations, -1, most, False, False)
        return pyspiel.MCTSBot(self.game, self.evaluator, EXPLORATION, simulations, MEGABYTES, True, self.seed, False)


class Searching(Follower):
    """OpenSpiel's search in a game that it follows."""

    def __init__(self, told: Told, names: Names) -> None:
        super().__init__(names)
        self.best = Search(self.game, told.seed + 1, hidden=False)  # type: ignore[method-assign]


def searching(names: Names) -> Callable[[Told], Opponent]:
    """Return what begins a game against the search."""
    return lambda told: Searching(told, names)


def in_columns(key: str, _before: str) -> str:
    """Return the column of a space."""
    return str("abcdefg".index(key[0]))


def upside_down(key: str, _before: str) -> str:
    """Return a move as the other side of the board sees it: there, the first player sits at the top."""
    return re.sub(r"\d", lambda row: str(9 - int(row[0])), key.replace(",", ""))


def between_points(key: str, _before: str) -> str:
    """Return the numbers of the points in a move of a man, or of one that is placed or taken."""
    return "-".join(MEN[point] for point in key.rpartition("@")[2].split(","))


def with_start(key: str, before: str) -> str:
    """Return a move with its start, which is not in the key when the same man goes on."""
    start, _, goal = key.rpartition("@")[2].rpartition(",")
    return (start or before[-2:]) + goal


def without_i(key: str, _before: str) -> str:
    """Return a point of a board whose columns skip I."""
    return key if key == "pass" else f"{'abcdefghj'['abcdefghi'.index(key[0])]}{key[1:]}"


CONNECT_FOUR = Names("connect_four", in_columns, lambda text: text[1:])
BREAKTHROUGH = Names("breakthrough", upside_down, lambda text: text.replace("*", ""))
DRAUGHTS = Names("checkers", with_start)
MORRIS = Names("nine_mens_morris", between_points, lambda text: "-".join(re.findall(r"\d+", text)))
# A position that has been there before is forbidden here, and is an option there.
GO = Names("go(board_size=9)", without_i, lambda text: text[2:].lower(), exact=False)
