"""Play single games of backgammon against gnubg, and against OpenSpiel's MCTS.

They choose the moves of a whole turn at once, and the rulebook asks for one man after the other. So the positions after a
turn are compared, and the choices that lead to the one that was wanted are looked for.
"""

from __future__ import annotations

import re
import time
from base64 import b64encode
from itertools import pairwise
from typing import Any

from benchmarks.strength.contest import Opponent, Told, UnequalRules
from benchmarks.strength.engines import Engine
from benchmarks.strength.open_spiel import Search, loaded
from rulewright.interpreter import Match

Board = tuple[int, ...]
"""The bar of seat 0, the points 1 to 24, and the bar of seat 1; the men of seat 1 are negative."""
BARS = (0, 25)
BAR_THERE = 100
SIGNS = (1, -1)
ROLL = re.compile(r"^Player (\d) rolls (\d) and (\d)$")


def board_of(match: Match) -> Board:
    """Return the men of a match."""
    board = []
    for space in match.view(None).boards[0].spaces:
        men, holder = space.fields
        board.append(int(men.value or 0) * (SIGNS[holder.owner] if holder.owner >= 0 else 0))
    return tuple(board)


def ways(match: Match) -> dict[Board, list[str]]:
    """Return the choices that lead to each position after the turn of the seat that decides."""
    assert match.decision is not None
    seat, since, found = match.decision.seat, match.happened, dict[Board, list[str]]()
    agenda, seen = [(match, list[str]())], set()
    while agenda:
        here, keys = agenda.pop()
        decision = here.decision
        if decision is None or decision.seat != seat or any(map(ROLL.match, here.log(None, since))):
            found.setdefault(board_of(here), keys)
            continue
        for option in decision.options:
            after = here.copy()
            after.choose(option.key)
            if (key := (after.key(), after.happened)) not in seen:
                seen.add(key)
                agenda.append((after, [*keys, option.key]))
    return found


class WholeTurns(Opponent):
    """A player that chooses all moves of a turn together."""

    def __init__(self, told: Told) -> None:
        self.heard_until = 0
        self.dice = (0, 0)
        self.board: Board = ()
        self.start = told.match
        """The match at the beginning of the turn, which the first man may leave without a choice."""
        self.made = 0
        self.plan: list[str] = []

    def look(self, match: Match) -> None:
        """Hear of the dice, and follow the turns."""
        new, self.heard_until = match.log(None, self.heard_until), match.happened
        for met in filter(None, map(ROLL.match, new)):
            self.dice = int(met[2]), int(met[3])
            self.start, self.board, self.made, self.plan = match.copy(), board_of(match), 0, []

    def choose(self, match: Match, seconds: float) -> str:
        """Return the next choice of the turn."""
        if not self.plan:
            wanted, found = self.wanted(seconds), ways(self.start)
            if wanted not in found:
                raise UnequalRules(f"no choices lead from {self.board} with {self.dice} to {wanted}")
            self.plan = found[wanted]
        return self.plan[self.made]

    def heard(self, seat: int, key: str) -> None:
        """Count the choices of the turn, also where there was only one."""
        self.made += 1

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        assert self.start.decision is not None
        return self.start.decision.seat or 0

    def wanted(self, seconds: float) -> Board:
        """Return the position that it wants at the end of the turn."""
        raise NotImplementedError


class Gnubg(WholeTurns):
    """GNU Backgammon without any look-ahead, for money and without a cube."""

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        self.engine = Engine(
            ["gnubg", "--tty", "--quiet", "--no-rc"],
            "set automatic game off",
            "set automatic roll off",
            "set automatic bearoff off",
            "set automatic move off",
            "set player 0 human",
            "set player 1 human",
            "set cube use off",
            "set evaluation chequerplay evaluation plies 0",
            "set evaluation chequerplay evaluation cubeful off",
            "new session",
        )

    def wanted(self, seconds: float) -> Board:
        """Ask for a hint."""
        seat = self.seat
        self.engine.say(f"set board {position_id(self.board, seat)}")
        self.engine.say("set turn 1")
        self.engine.say(f"set dice {self.dice[0]} {self.dice[1]}")
        self.engine.say("hint 1")
        moves = self.engine.answer(r"^\s*1\. \S+ \S+ply +(\S.*?) +Eq\.:")[1]
        return moved(self.board, seat, moves)

    def processor(self) -> float:
        """Return the engine's time."""
        return self.engine.processor()

    def close(self) -> None:
        """End the engine."""
        self.engine.close()


def own_side(board: Board, seat: int) -> list[int]:
    """Return the men of a seat from its point 1 to its point 24, and on its bar."""
    way = board[::-1] if seat == 0 else board
    return [max(SIGNS[seat] * way[place], 0) for place in (*range(1, 25), 25)]


def position_id(board: Board, seat: int) -> str:
    """Return the position ID of gnubg, for a seat that is on turn."""
    bits = "".join("1" * men + "0" for who in (1 - seat, seat) for men in own_side(board, who))
    number = int(bits.ljust(80, "0")[::-1], 2)
    return b64encode(number.to_bytes(10, "little")).decode().rstrip("=")


def moved(board: Board, seat: int, moves: str) -> Board:
    """Return the position after moves such as `24/18*/13 6/off bar/22(2)`."""
    after = list(board)
    for text in moves.split():
        path, _, times = text.rstrip(")").partition("(")
        stops = [25 if stop == "bar" else 0 if stop == "off" else int(stop) for stop in path.replace("*", "").split("/")]
        for _ in range(int(times or 1)):
            for start, goal in pairwise(stops):
                go(after, seat, start, goal)
    return tuple(after)


def go(board: list[int], seat: int, start: int, goal: int) -> None:
    """Move a man between two points of a seat: 25 is its bar, and 0 is off the board."""
    at, to = (25 - start, 25 - goal) if seat == 0 else (start, goal)
    board[at] -= SIGNS[seat]
    if goal:
        if board[to] == -SIGNS[seat]:
            board[to] = 0
            board[BARS[1 - seat]] -= SIGNS[seat]
        board[to] += SIGNS[seat]


class Mcts(WholeTurns):
    """OpenSpiel's search. There, a double is two turns of two men each."""

    def __init__(self, told: Told) -> None:
        super().__init__(told)
        game = loaded("backgammon")
        self.state = game.new_initial_state()
        self.search = Search(game, told.seed + 1, hidden=False)
        self.used = 0.0

    def look(self, match: Match) -> None:
        """Follow the turns that are over, with those in which nobody could move."""
        rolls = [met for line in match.log(None, self.heard_until) if (met := ROLL.match(line))]
        super().look(match)
        if not self.state.history():
            # Before the first turn, each has rolled one die, until they differed.
            del rolls[:-1]
        for met in rolls:
            if not self.state.is_chance_node():
                self.state = self.turns()[self.board]
            self.roll({met[2] + met[3], met[3] + met[2]}, self.seat)

    def roll(self, dice: set[str], beginner: int) -> None:
        """Take an outcome of the dice; the first one also says who begins."""
        for action, _ in self.state.chance_outcomes():
            text = self.state.action_to_string(-1, action)
            if text[-3:-1] in dice and f"{'OX'[beginner]} starts" not in text:
                self.state.apply_action(action)
                return

    def turns(self) -> dict[Board, Any]:
        """Return the states after all turns, by their positions."""
        mover, seen, found = self.state.current_player(), set(), {}
        agenda = [self.state]
        while agenda:
            here = agenda.pop()
            for action in here.legal_actions():
                after = here.child(action)
                key = board_there(after)
                if after.current_player() != mover:
                    found[key] = after
                elif key not in seen:
                    seen.add(key)
                    agenda.append(after)
        return found

    def wanted(self, seconds: float) -> Board:
        """Search for the best turn."""
        began, state = time.process_time(), self.state.clone()
        while state.current_player() == self.state.current_player():
            state.apply_action(self.search(state, seconds))
        self.used += time.process_time() - began
        return board_there(state)

    def processor(self) -> float:
        """Return the bot's time."""
        return self.used


def board_there(state: Any) -> Board:
    """Return a position of OpenSpiel as the rulebook has it."""
    points = [state.board(0, point) - state.board(1, point) for point in range(24)]
    return state.board(0, BAR_THERE), *points, -state.board(1, BAR_THERE)
