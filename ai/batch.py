"""Play very many games at once, on numpy's arrays, for programs that learn by playing.

All games are in one array of native memory. A step advances each by an action. The results are in arrays that stay the same
from step to step, so nothing is copied, and a caller that wants to keep anything copies it. A game that ends begins again
in the same step.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rulewright.ai.game_knowledge import game_knowledge, game_to_learn
from rulewright.ai.native_plan import ObservationPlan
from rulewright.ai.seat_relative import unlearnable
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter import Game, Match, Result, WrongChoice
from rulewright.interpreter.games.game import Setting
from rulewright.interpreter.match.native_match import SilentMatch
from rulewright.interpreter.position.runtime import MOST_DECISIONS

Array = Any
OVER, CUT, WRONG = 1, 2, 3
"""How a game ended in a step."""
ALIGNED = 16


class NativeArguments(ctypes.Structure):
    """The arguments of native code: see interpreter/native/rows.c."""

    _fields_ = (
        ("memory", ctypes.c_void_p),
        ("stride", ctypes.c_int64),
        ("count", ctypes.c_int64),
        ("actions", ctypes.c_int64),
        ("size", ctypes.c_int64),
        ("longest", ctypes.c_int64),
        ("plan", ctypes.c_void_p),
        ("places", ctypes.c_void_p),
        ("mask", ctypes.c_void_p),
        ("seats", ctypes.c_void_p),
        ("rows", ctypes.c_void_p),
        ("ended", ctypes.c_void_p),
        ("winners", ctypes.c_void_p),
        ("scores", ctypes.c_void_p),
        ("seeds", ctypes.c_void_p),
        ("between", ctypes.c_int64),
        ("writes_rows", ctypes.c_int64),
    )


class Batch:
    """A number of games of a rulebook, side by side."""

    def __init__(
        self,
        rulebook: str | Game,
        count: int,
        players: int | None = None,
        *,
        variants: Sequence[str] = (),
        options: Mapping[str, Setting] | None = None,
        worth: str = "",
        longest: int = MOST_DECISIONS,
        rows: bool = True,
    ) -> None:
        """Prepare games.

        `worth` selects the payoffs of endings. A game is cut short after `longest` choices. Without `rows` no views are
        computed.
        """
        self.game = game_to_learn(rulebook, variants, options)
        self.players = self.game.least_players if players is None else players
        found = game_knowledge(self.game, self.players, worth)
        self.numbering, self.observing, self.worth = found.numbering, found.observing, found.worth
        playouts = self.game.program(self.players).playouts
        if not playouts.make_native() or playouts.native is None:
            raise unlearnable(
                Phrase("many-games-at-once-need-native-code", why_not=playouts.why_not),
                Phrase("install-a-c-compiler-or-the-extra"),
            )
        if count < 1:
            raise unlearnable(Phrase("a-batch-of-no-games"), Phrase("play-one-or-more-at-once"))
        self.native = playouts.native
        self.library = self.native.library
        self.count, self.actions, self.size = count, self.numbering.count, self.observing.size
        stride = -(-self.library.size // ALIGNED) * ALIGNED
        self.memory = np.zeros((count, stride), np.uint8)
        self.plan = np.array(ObservationPlan(found, self.native.flat.description).numbers, np.int64)
        self.places = np.zeros((count, self.actions), np.int32)
        self.mask = np.zeros((count, self.actions), np.int8)
        self.seats = np.zeros(count, np.int64)
        self.rows = np.zeros((count, self.size if rows else 0), np.float32)
        self.ended = np.zeros(count, np.int8)
        self.winners = np.zeros(count, np.uint64)
        scored = self.native.flat.description.scored
        self.scores = np.zeros((count, self.players), np.int64) if scored else None
        self.seeds = np.zeros(count, np.uint64)
        self.rewards = np.zeros((count, self.players), np.float32)
        self.told = NativeArguments(
            self.memory.ctypes.data, stride, count, self.actions, self.size, longest, self.plan.ctypes.data,
            self.places.ctypes.data, self.mask.ctypes.data, self.seats.ctypes.data, self.rows.ctypes.data,
            self.ended.ctypes.data, self.winners.ctypes.data, None if self.scores is None else self.scores.ctypes.data,
            self.seeds.ctypes.data, count, int(rows),
        )  # fmt: skip
        self.at = ctypes.addressof(self.told)
        self.info = {"action_mask": self.mask, "seat": self.seats}
        self.begun = False

    def reset(self, seed: int = 0) -> tuple[Array, dict[str, Array]]:
        """Begin all games again, each with its own seed. Return the views, the players who choose, and their options."""
        self.seeds[:] = np.arange(self.count, dtype=np.uint64) + np.uint64(seed % 2**63)
        self.ended[:] = 0
        self.rewards[:] = 0
        self.done(self.library.long.begin_rows(self.at, self.library.opened.address))
        self.begun = True
        return self.rows, self.info

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Array]]:
        """Advance each game. Return the views, the rewards of all seats, which games ended, and which were cut short."""
        if not self.begun:
            raise WrongChoice("the games have not begun: `reset` begins them")
        given = np.ascontiguousarray(actions, np.int64)
        if given.shape != (self.count,):
            raise WrongChoice(f"there are {self.count} games, and not {given.shape} actions")
        if self.rewards.any():
            self.rewards[:] = 0
        self.done(self.library.long.step_rows(self.at, self.library.opened.address, given.ctypes.data))
        over = self.ended == OVER
        if over.any():
            self.reward(over.nonzero()[0])
        return self.rows, self.rewards, over, self.ended == CUT, self.info

    def done(self, told: int) -> None:
        """Check that native code has advanced all games."""
        if told == self.count:
            return
        if self.ended[told] == WRONG:
            raise WrongChoice(f"the action of game {told} is none that its mask allows; no game was taken on")
        self.begun = False
        raise unlearnable(
            Phrase("game-of-cannot-go-on-in-native", told=told, game=self.game.name), Phrase("play-it-one-game-after-the-other")
        )

    def reward(self, games: Array) -> None:
        """Set the payoffs of games that have ended."""
        if self.worth.by in ("wins", "success"):
            bits = self.winners[games, None] >> np.arange(self.players, dtype=np.uint64) & np.uint64(1)
            many = bits.sum(1, keepdims=True)
            if self.worth.by == "success":
                self.rewards[games] = np.where(many > 0, 1, -1)
            elif self.players > 1:
                shares = (self.players * bits / np.maximum(many, 1) - 1) / (self.players - 1)
                self.rewards[games] = np.where(many > 0, shares, 0)
            return
        assert self.scores is not None
        for game in games:
            scores = tuple(int(score) for score in self.scores[game])
            self.rewards[game] = self.worth.rewards_of(Result((), scores))

    def sample(self, draw: np.random.Generator) -> Array:
        """Return a random possible action of each game."""
        order = np.cumsum(self.mask, axis=1, dtype=np.int32)
        wanted = (draw.random(self.count) * order[:, -1]).astype(np.int32)
        return (order > wanted[:, None]).argmax(1)

    def match(self, game: int) -> Match:
        """Return a game as it is, as a match of its own, without a log."""
        match = self.game.start(self.players, log=False)
        assert isinstance(match, SilentMatch)
        assert match.flat_position is not None
        match.flat_position.memory[:] = self.memory[game, : self.library.size].tobytes()
        match.hold(match.flat_position)
        return match

    def row(self, game: int, seat: int) -> Array:
        """Return what any seat sees of a game, whether or not it is asked."""
        if not (0 <= game < self.count and 0 <= seat < self.players):
            raise IndexError(f"there is no seat {seat} in game {game}")
        row = np.zeros(self.size, np.float32)
        self.library.long.row_of(self.at, int(game), int(seat), row.ctypes.data)
        return row
