"""Play chess against engines with UCI or xboard, and go against GNU Go (GTP)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.strength.contest import Opponent, Told
from benchmarks.strength.engines import Engine
from rulewright.interpreter import Match

COLOURS = ("black", "white")
LETTERS = "abcdefghijklmnopqrst"
POINTS = "ABCDEFGHJKLMNOPQRST"
"""The columns of a board in GTP, which skips I."""


class ChessEngine(Opponent):
    """A chess engine; a promotion is two choices here, and one move there."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.moves: list[str] = []
        self.becomes = ""

    def choose(self, match: Match, seconds: float) -> str:
        """Return the move of the engine; its promotion is the next choice."""
        if self.becomes:
            return self.becomes
        move = self.best()
        self.becomes = {"": "", "q": "queen", "r": "rook", "b": "bishop", "n": "knight"}[move[4:]]
        return f"{move[:2]},{move[2:4]}"

    def best(self) -> str:
        """Return the best move, such as e7e8q."""
        raise NotImplementedError

    def heard(self, seat: int, key: str) -> None:
        """Note a move."""
        start, _, goal = key.partition(",")
        if goal:
            self.moves.append(start + goal)
        else:
            self.moves[-1] += "n" if key == "knight" else key[0]
            self.becomes = ""

    def processor(self) -> float:
        """Return the engine's time."""
        return self.engine.processor()

    def close(self) -> None:
        """End the engine."""
        self.engine.close()


class Uci(ChessEngine):
    """An engine that is told all moves each time."""

    def __init__(self, engine: Engine, limit: str) -> None:
        super().__init__(engine)
        self.limit = limit

    def best(self) -> str:
        """Ask for the best move."""
        self.engine.say(f"position startpos moves {' '.join(self.moves)}" if self.moves else "position startpos")
        self.engine.say(f"go {self.limit}")
        return self.engine.answer(r"^bestmove (\S+)")[1]


class Xboard(ChessEngine):
    """An engine that is told each move once."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self.told = 0

    def best(self) -> str:
        """Tell what is new, and ask for a move."""
        for move in self.moves[self.told :]:
            self.engine.say("force")
            self.engine.say(move)
        self.engine.say("go")
        self.told = len(self.moves) + 1
        return self.engine.answer(r"^move (\S+)")[1]


def uci(command: Sequence[str], limit: str, *opening: str) -> Callable[[Told], Opponent]:
    """Return what begins a game against an engine with UCI."""
    return lambda told: Uci(Engine(command, "uci", *opening, "ucinewgame"), limit)


def fairymax(told: Told) -> Opponent:
    """Begin a game against Fairy-Max, which looks one move ahead."""
    return Xboard(Engine(["fairymax"], "xboard", "protover 2", "option Claim draw after=0", "new", "random", "sd 1"))


class GnuGo(Opponent):
    """GNU Go, which is asked to take all dead stones, since the rulebook counts the stones that are on the board."""

    def __init__(self, told: Told, level: int) -> None:
        lines = str(told.match.game.options["size"].value)
        self.komi = told.match.game.options["komi"].value
        rules = ("--chinese-rules", "--positional-superko", "--capture-all-dead", "--never-resign")
        self.engine = Engine(
            ["gnugo", "--mode", "gtp", "--level", str(level), "--seed", str(told.seed + 1), *rules],
            f"boardsize {lines}",
            f"komi {int(self.komi) / 2}",
        )

    def choose(self, match: Match, seconds: float) -> str:
        """Return the engine's move."""
        assert match.decision is not None
        self.engine.say(f"reg_genmove {COLOURS[match.decision.seat or 0]}")
        move = self.engine.answer(r"^= ([A-Za-z]+\d*)")[1]
        return "pass" if move.lower() == "pass" else LETTERS[POINTS.index(move[0])] + move[1:]

    def heard(self, seat: int, key: str) -> None:
        """Tell a move to the engine."""
        move = "pass" if key == "pass" else POINTS[LETTERS.index(key[0])] + key[1:]
        self.engine.say(f"play {COLOURS[seat]} {move}")

    def processor(self) -> float:
        """Return the engine's time."""
        return self.engine.processor()

    def close(self) -> None:
        """End the engine."""
        self.engine.close()
