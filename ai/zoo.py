"""Offer every rulebook as an environment of PettingZoo: one seat after the other (`Table`), or all at once (`ParallelTable`).

An observation is a row of numbers, and a mask says which actions are possible. In a `ParallelTable` a player who is not
asked waits, which is action 0. Rewards come at the end. A game that lasts too long is truncated, and nobody has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from rulewright.ai.actions import PASS
from rulewright.ai.game_knowledge import game_knowledge, game_to_learn
from rulewright.ai.simultaneous_actions import AskedSeat, Places, asked_seat, asked_together, give_all, give_answer, last_lines
from rulewright.interpreter import Game, Match, WrongChoice
from rulewright.interpreter.games.game import Setting
from rulewright.interpreter.position.runtime import MOST_DECISIONS

SEEDS = 2**62


class AgentTable:
    """The common part of both: the game, its agents, their observations and actions."""

    metadata: ClassVar[dict[str, Any]] = {"name": "rulewright", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        rulebook: str | Game,
        players: int | None = None,
        *,
        variants: Sequence[str] = (),
        options: Mapping[str, Setting] | None = None,
        worth: str = "",
        longest: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        """Prepare a game; `worth` selects the payoffs of endings, and after `longest` choices a game is truncated."""
        self.game = game_to_learn(rulebook, variants, options)
        count = self.game.least_players if players is None else players
        found = game_knowledge(self.game, count, worth)
        self.numbering, self.observing, self.worth = found.numbering, found.observing, found.worth
        self.longest = longest
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(count)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        row = spaces.Box(-np.inf, np.inf, (self.observing.size,), np.float32)
        mask = spaces.Box(0, 1, (self.numbering.count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.numbering.count) for agent in self.possible_agents}
        self.draw: Any = None
        self.agents: list[str] = []
        self.match: Match
        self.asked: dict[int, AskedSeat]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        """Begin a game; without a seed, the next one in the sequence."""
        if seed is not None or self.draw is None:
            self.draw, _ = seeding.np_random(seed)
        self.match = self.game.start(len(self.possible_agents), int(self.draw.integers(SEEDS)))
        self.agents = self.possible_agents[:]

    def observation(self, agent: str, *, waits: bool) -> dict[str, Any]:
        """Return what a seat sees, and which actions it may take."""
        seat = self.seats[agent]
        one = self.asked.get(seat)
        mask = np.zeros(self.numbering.count, np.int8)
        if one is not None:
            mask[one.actions] = 1
        elif waits:
            mask[PASS] = 1
        return {"observation": self.observing.row(self.match if one is None else one.match, seat), "action_mask": mask}

    def place(self, seat: int, action: int) -> Places:
        """Return the answer that an action stands for."""
        choices = self.asked[seat].choices
        if int(action) not in choices:
            raise WrongChoice(f"seat {seat} may not take action {action}: the mask says which it may")
        return choices[int(action)]

    @property
    def too_long(self) -> bool:
        return not self.match.over and self.match.steps >= self.longest

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        return "\n".join(last_lines(self.match))

    def close(self) -> None:
        """Do nothing, since nothing is open."""


class Table(AgentTable, AECEnv):  # type: ignore[misc]
    """One seat after the other. Players who choose together do not see earlier choices."""

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        self.begin(seed)
        nothing = dict.fromkeys(self.agents, 0.0)
        self.rewards, self._cumulative_rewards = nothing, dict(nothing)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.go_on()

    def go_on(self) -> None:
        self.asked = {}
        decision = self.match.decision
        if decision is None or self.too_long:
            worth = self.worth.rewards_of(self.match.result)
            self.rewards = {agent: worth[self.seats[agent]] for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, decision is None)
            self.truncations = dict.fromkeys(self.agents, decision is not None)
        else:
            assert decision.seat is not None
            self.asked = {decision.seat: asked_seat(self.numbering, self.match)}
            self.agent_selection = self.possible_agents[decision.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a seat sees, and which actions it may take."""
        return self.observation(agent, waits=False)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        places = self.place(self.seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        give_answer(self.match, places)
        self.go_on()
        self._accumulate_rewards()


class ParallelTable(AgentTable, ParallelEnv):  # type: ignore[misc]
    """All seats at once: players who choose together do so in one step, and a player who is not asked waits, with action 0."""

    def reset(
        self,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game. Return all observations, and an empty mapping."""
        self.begin(seed)
        self.ahead: dict[int, tuple[Places, ...]] = {}
        self.at_once = False
        self.go_on()
        return self.all_seen(), {agent: {} for agent in self.agents}

    def go_on(self) -> None:
        decision = self.match.decision
        if decision is None or self.too_long:
            self.asked = {}
            return
        together = asked_together(self.numbering, self.match, self.ahead)
        if self.ahead and not together:
            give_all(self.match, self.ahead)
            self.ahead = {}
            self.go_on()
        elif together:
            self.asked, self.at_once = together, True
        else:
            self.at_once = False
            assert decision.seat is not None
            self.asked = {decision.seat: asked_seat(self.numbering, self.match)}

    def all_seen(self) -> dict[str, Any]:
        """Return what each agent sees, and its possible actions."""
        return {agent: self.observation(agent, waits=True) for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Act for all. Return the observations, rewards, whether it is over, whether it was cut short, and an empty mapping."""
        given = {seat: self.place(seat, actions[self.possible_agents[seat]]) for seat in self.asked}
        for agent, action in actions.items():
            if self.seats[agent] not in given and action != PASS:
                raise WrongChoice(f"{agent} is not asked, and can only wait, which is action {PASS}")
        if self.at_once:
            self.ahead = {**self.ahead, **{seat: (*self.ahead.get(seat, ()), one) for seat, one in given.items()}}
        else:
            for places in given.values():
                give_answer(self.match, places)
        self.go_on()
        seen, over, cut = self.all_seen(), self.match.over, self.too_long
        worth = self.worth.rewards_of(self.match.result) if over else (0.0,) * len(self.possible_agents)
        agents = self.agents
        if over or cut:
            self.agents = []
        return (
            seen,
            {agent: worth[self.seats[agent]] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )
