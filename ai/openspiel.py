"""Offer every rulebook as a game of OpenSpiel: import this module, then `pyspiel.load_game("rulewright(rulebook=...)")`.

The parameters are:

- `rulebook`: a name or a path;
- `players`: their number, where 0 is the least possible;
- `variants`: names, with `+` between them;
- `options`: such as `tiles:2+hidden:yes`;
- `together`: with `simultaneous`, players who choose together are one node. With `one-by-one`, as algorithms for
  sequential games want it, they are several, and none knows of the others' choices;
- `worth`: the payoffs of endings, `wins`, `success`, `scores` or `margins`, or empty for those that fit the game;
- `longest`: the number of choices after which a game is over, and nobody has won.

Chance is explicit. A position is computed once, and kept as long as there are not too many: algorithms that go through
the whole tree repeatedly find it there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

import numpy as np
import pyspiel

from rulewright.ai.actions import PASS
from rulewright.ai.game_knowledge import game_knowledge
from rulewright.ai.seat_relative import unlearnable
from rulewright.ai.simultaneous_actions import AskedSeat, Places, asked_seat, asked_together, give_all, give_answer, last_lines
from rulewright.dsl.checked import Together
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter import Match, load
from rulewright.interpreter.position.questions import QuestionInfo
from rulewright.interpreter.position.runtime import MOST_DECISIONS, MOST_OPTIONS
from rulewright.interpreter.position.walk import statements_of_game

NAME = "rulewright"
MOST_KEPT = 50_000
"""How many positions a game keeps at most; fewer of larger ones."""
MOST_NUMBERS_KEPT = 5_000_000
DIGEST_BITS = 128
MOST_PLAYERS = 12

PARAMETERS: dict[str, Any] = {
    "rulebook": "",
    "players": 0,
    "variants": "",
    "options": "",
    "together": "simultaneous",
    "worth": "",
    "longest": MOST_DECISIONS,
}

Way: TypeAlias = tuple[Any, tuple[int, ...]] | None
"""The actions that have led to a position: those before, and the last one, or those of all players."""
LOADED: WeakValueDictionary[str, RulebookGame] = WeakValueDictionary()
"""The games in use, by name."""


def game_type(**more: Any) -> pyspiel.GameType:
    """Return the type of a game; for registration it is as general as possible."""
    kind = pyspiel.GameType
    return kind(
        **{
            "short_name": NAME,
            "long_name": "A rulebook of Rulewright",
            "dynamics": kind.Dynamics.SIMULTANEOUS,
            "chance_mode": kind.ChanceMode.EXPLICIT_STOCHASTIC,
            "information": kind.Information.IMPERFECT_INFORMATION,
            "utility": kind.Utility.GENERAL_SUM,
            "reward_model": kind.RewardModel.TERMINAL,
            "max_num_players": MOST_PLAYERS,
            "min_num_players": 1,
            "provides_information_state_string": True,
            "provides_information_state_tensor": True,
            "provides_observation_string": True,
            "provides_observation_tensor": True,
            "provides_factored_observation_string": False,
            "parameter_specification": PARAMETERS,
            "default_loadable": False,
            **more,
        }
    )


class GameNode:
    """A position of a game in OpenSpiel; it never changes, and states at it share it."""

    def __init__(
        self,
        game: RulebookGame,
        match: Match,
        way: Way = None,
        left: Places = (),
        ahead: Mapping[int, tuple[Places, ...]] | None = None,
    ) -> None:
        """Describe a position.

        `left` has answers among which chance decides. `ahead` has the answers so far of players who choose together.
        """
        self.game = game
        self.match = match
        self.way = way
        self.left = left
        self.ahead = ahead or {}
        self.children: dict[tuple[int, ...], GameNode] = {}
        self.strings: dict[tuple[int, bool], str] = {}
        self.asked: dict[int, AskedSeat] = {}
        self.player = self.whose()

    def __deepcopy__(self, _memo: Any) -> GameNode:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        steps, way = [], self.way
        while way is not None:
            way, actions = way
            steps.append(actions)
        return come_to, (str(self.game), tuple(reversed(steps)))

    def whose(self) -> int:
        match, game = self.match, self.game
        if match.over or match.steps >= game.longest:
            return int(pyspiel.PlayerId.TERMINAL)
        decision = match.decision
        assert decision is not None
        if self.left or decision.seat is None:
            return int(pyspiel.PlayerId.CHANCE)
        together = asked_together(game.numbering, match, self.ahead) if game.simultaneous else None
        if together is not None and (len(together) > 1 or self.ahead):
            self.asked = together
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        self.asked = {decision.seat: asked_seat(game.numbering, match, merged=True)}
        return decision.seat

    def outcomes(self) -> list[tuple[int, float]]:
        if self.left:
            return [(number, 1 / len(self.left)) for number in range(len(self.left))]
        decision = self.match.decision
        assert decision is not None
        weights = [option.weight for option in decision.options]
        return [(number, weight / sum(weights)) for number, weight in enumerate(weights)]

    def actions(self, player: int) -> list[int]:
        if self.player == pyspiel.PlayerId.CHANCE:
            return [number for number, _ in self.outcomes()]
        return self.asked[player].actions if player in self.asked else []

    def name(self, player: int, action: int) -> str:
        if player in self.asked and action in self.asked[player].names:
            return self.asked[player].names[action] or "say nothing"
        decision = self.match.decision
        if player == pyspiel.PlayerId.CHANCE and decision is not None:
            places = self.left or decision.options.places
            if action < len(places):
                return decision.options[list(decision.options.places).index(places[action])].key
        return "wait" if action == PASS else f"action {action}"

    def after(self, actions: tuple[int, ...]) -> GameNode:
        """Return the position after an action, or one of each player."""
        if actions not in self.children:
            following = self.following(actions)
            if not self.game.keep():
                return following
            self.children[actions] = following
        return self.children[actions]

    def following(self, actions: tuple[int, ...]) -> GameNode:
        if self.player == pyspiel.PlayerId.SIMULTANEOUS:
            return self.together(actions)
        match, way = self.match, (self.way, actions)
        if self.left:
            places: Places = (self.left[actions[0]],)
        elif self.player == pyspiel.PlayerId.CHANCE:
            assert match.decision is not None
            places = (match.decision.options.places[actions[0]],)
        else:
            places = self.asked[self.player].choices[actions[0]]
            if len(places) > 1:
                return GameNode(self.game, match, way, places)
        twin = match.copy()
        give_answer(twin, places)
        return GameNode(self.game, twin, way)

    def together(self, actions: tuple[int, ...]) -> GameNode:
        """Return what follows when several have chosen: the game goes on when all have finished."""
        ahead = dict(self.ahead)
        for seat, one in self.asked.items():
            ahead[seat] = (*ahead.get(seat, ()), one.choices[actions[seat]])
        left = asked_together(self.game.numbering, self.match, ahead)
        if left:
            return GameNode(self.game, self.match, (self.way, actions), ahead=ahead)
        twin = self.match.copy()
        give_all(twin, ahead)
        return GameNode(self.game, twin, (self.way, actions))

    def stands_for(self, seat: int) -> Match:
        """Return the match as it is for a seat."""
        return self.asked[seat].match if seat in self.asked else self.match

    def string(self, seat: int, *, recalls: bool) -> str:
        """Return all that a seat knows, or only what it sees now."""
        if (seat, recalls) not in self.strings:
            self.strings[seat, recalls] = self.known(seat) if recalls else self.observation(seat)
        return self.strings[seat, recalls]

    def known(self, seat: int) -> str:
        """Return all that a seat has seen, heard and chosen so far, as a digest."""
        found = self.match.information(seat)
        if self.player != pyspiel.PlayerId.SIMULTANEOUS:
            return found if not self.left else f"{found} {min(self.left)}" if self.match_asks(seat) else found
        # A player who chooses together with others has been asked here, and may have answered in part.
        so_far = [place for places in self.ahead.get(seat, ()) for place in places]
        return f"{found} {so_far} {sorted(self.asked[seat].names.values()) if seat in self.asked else 'waits'}"

    def match_asks(self, seat: int) -> bool:
        decision = self.match.decision
        return decision is not None and decision.seat == seat

    def observation(self, seat: int) -> str:
        """Return what a seat sees now, and what it is asked."""
        match = self.stands_for(seat)
        shown = json.dumps(match.view(seat).as_data(), ensure_ascii=False, separators=(",", ":"))
        question = sorted(self.asked[seat].names.values()) if seat in self.asked else []
        return f"{shown} {question}"


def come_to(game: str, steps: Sequence[tuple[int, ...]]) -> GameNode:
    """Return the position after some actions, in a game that may have to be loaded first."""
    node: GameNode = (LOADED.get(game) or pyspiel.load_game(game)).first
    for actions in steps:
        node = node.after(actions)
    return node


class RulebookGame(pyspiel.Game):  # type: ignore[misc]
    """A rulebook as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given: dict[str, Any] = {**PARAMETERS, **(params or {})}
        same = next((game for game in LOADED.values() if game.given == given), None)
        self.given: Mapping[str, Any] = given
        self.rulebook: Any = loaded(given) if same is None else same.rulebook
        players = int(given["players"]) or self.rulebook.least_players
        found = game_knowledge(self.rulebook, players, str(given["worth"]))
        self.numbering, self.observing, self.worth = found.numbering, found.observing, found.worth
        self.longest = int(given["longest"])
        together = any(isinstance(one, Together) for one in statements_of_game(self.rulebook.checked))
        if given["together"] not in ("simultaneous", "one-by-one"):
            raise unlearnable(
                Phrase("together-cannot-be", given=str(given["together"])[:40]), Phrase("simultaneous-or-one-by-one")
            )
        self.simultaneous = together and given["together"] == "simultaneous"
        program = self.numbering.program
        kind, chances = pyspiel.GameType, [ask for ask in program.asks if ask.by_chance]
        zero_sum = self.worth.sum_is_nothing
        super().__init__(
            game_type(
                long_name=self.rulebook.titles.get("en", self.rulebook.name),
                dynamics=kind.Dynamics.SIMULTANEOUS if self.simultaneous else kind.Dynamics.SEQUENTIAL,
                chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if chances else kind.ChanceMode.DETERMINISTIC,
                information=kind.Information.IMPERFECT_INFORMATION
                if program.keeps_secrets or together
                else kind.Information.PERFECT_INFORMATION,
                utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.IDENTICAL,
                min_num_players=self.rulebook.least_players,
                max_num_players=self.rulebook.most_players,
            ),
            pyspiel.GameInfo(
                num_distinct_actions=self.numbering.count,
                max_chance_outcomes=max(map(self.outcomes_of, chances), default=0),
                num_players=players,
                min_utility=float(-self.worth.most),
                max_utility=float(self.worth.most),
                utility_sum=0.0 if zero_sum else None,
                max_game_length=self.longest,
            ),
            {name: value for name, value in given.items() if (params or {}).get(name) is not None},
        )
        first = self.rulebook.start(players, chance="ask")
        size = sum(map(len, first.position.lists))
        self.room = min(MOST_KEPT, MOST_NUMBERS_KEPT // max(1, size))
        self.first = GameNode(self, first)
        LOADED[str(self)] = self

    def outcomes_of(self, ask: QuestionInfo) -> int:
        """Return how many outcomes one question to chance may have."""
        world, found = self.numbering.program.world, 1
        for of in ask.types:
            found *= world.universe(of) if of.kind not in ("number", "text") else MOST_OPTIONS
        return min(found, MOST_OPTIONS)

    def keep(self) -> bool:
        """Return whether one more position may be kept."""
        self.room -= 1
        return self.room > 0

    def new_initial_state(self) -> RulebookState:
        return RulebookState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Observer:
        """Return an observer of what seats see, or know."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class RulebookState(pyspiel.State):  # type: ignore[misc]
    """A state of a game."""

    def __init__(self, game: RulebookGame) -> None:
        super().__init__(game)
        self.node = game.first

    def current_player(self) -> int:
        return self.node.player

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.outcomes()

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after((action,))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        self.node = self.node.after(tuple(actions))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.name(player, action)

    def is_terminal(self) -> bool:
        return bool(self.node.player == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Return the payoff of each seat; 0 before the end."""
        return list(self.node.game.worth.rewards_of(self.node.match.result))

    def __str__(self) -> str:
        return "\n".join([self.history_str(), *last_lines(self.node.match)])


class Observer:
    """An observer of what seats see: a row of numbers, and the same row by the names of its parts.

    With perfect recall 128 numbers follow, the bits of a digest of all that a seat has seen, heard and chosen so far.
    """

    def __init__(self, game: RulebookGame, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise unlearnable(Phrase("what-seats-see-has-no-parameters"), Phrase("leave-them-away"))
        self.recalls = bool(kind.perfect_recall)
        observing = game.observing
        self.seen = observing.size
        self.tensor = np.zeros(self.seen + DIGEST_BITS * self.recalls, np.float32)
        self.dict = {part.name: self.tensor[part.first : part.first + part.size] for part in observing.parts if part.size}
        if self.recalls:
            self.dict["known"] = self.tensor[self.seen :]

    def set_from(self, state: RulebookState, player: int) -> None:
        """Write down what a player sees of a state."""
        node = state.node
        self.tensor.fill(0)
        node.game.observing.write(node.stands_for(player), player, self.tensor)
        if self.recalls:
            digest = hashlib.blake2b(node.string(player, recalls=True).encode(), digest_size=DIGEST_BITS // 8).digest()
            self.tensor[self.seen :] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: RulebookState, player: int) -> str:
        return state.node.string(player, recalls=self.recalls)


def loaded(given: Mapping[str, Any]) -> Any:
    unknown = sorted(set(given) - set(PARAMETERS))
    if unknown or not given["rulebook"]:
        raise unlearnable(
            Phrase("a-rulebook-has-no-parameter", unknown=unknown[0][:40]) if unknown else Phrase("no-rulebook-is-named"),
            Phrase("the-parameters-are", parameters=", ".join(PARAMETERS)),
        )
    pairs = [pair.partition(":") for pair in str(given["options"]).split("+") if pair]
    return load(
        str(given["rulebook"]),
        variants=[name for name in str(given["variants"]).split("+") if name],
        options={name: value for name, _, value in pairs},
    )


pyspiel.register_game(game_type(), RulebookGame)
