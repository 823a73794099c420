"""Run somebody's own player in a process of its own.

The first line of its input says which class of which file, and how many seconds it has for a choice. Questions follow as
lines of JSON, and answers go out in the same way. This file imports nothing of the engine, so it starts
quickly; only a player that imagines games loads the rulebook.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import runpy
import signal
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TextIO

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulewright.interpreter.match.match import Match

MOST_GAMES = 32
"""How many games at a time have a player of their own."""
MOST_MEMORY = 4 << 30
"""How many bytes the player may use, if that is not more than half of the machine's memory."""
_LONGEST_MESSAGE = 300


class Option(NamedTuple):
    """An option: a key that stays the same in all languages, and a label for people."""

    key: str
    label: str


class SeatView:
    """All that a seat may know when it decides."""

    def __init__(self, told: dict[str, Any], imagined: Callable[[int], Match | None]) -> None:
        self.game: str = told["game"]
        self.players: int = told["players"]
        self.seat: int = told["seat"]
        """The seat that decides; seats count from 0."""
        self.prompt: str = told["prompt"]
        self.kind: str = told["kind"]
        """`one`, or `words` if any text is an answer; then there are no options."""
        self.options = [Option(*one) for one in told["options"]]
        self.table: dict[str, Any] = told["table"]
        """The whole table as this seat sees it, as `Match.view(seat).as_data()` has it."""
        self.log: list[str] = told["log"]
        """All that this seat has seen and heard, in English."""
        self.seed: int = told["seed"]
        """A seed for this choice. The module `random` already uses it."""
        self._imagined = imagined

    def imagine(self, seed: int) -> Match:
        """Return a match that agrees with all that this seat knows; everything else is drawn by the seed.

        It waits for the same decision. Raise ValueError if no such match can be drawn.
        """
        match = self._imagined(seed)
        if match is None:
            raise ValueError("no position can be drawn that agrees with what this seat knows")
        return match


class _TimeIsUp(BaseException):
    pass


class BotServer:
    """Answers questions for as many games as there are."""

    def __init__(self, path: str, name: str, seconds: float, questions: TextIO, answers: TextIO) -> None:
        self.path, self.name, self.seconds = path, name, seconds
        self.questions, self.answers = questions, answers
        self.process = os.getpid()
        self.made: Any = None
        self.games: dict[int, Any] = {}
        self.loaded: dict[str, Any] = {}

    def serve(self) -> None:
        """Answer until there are no more questions."""
        for line in self.questions:
            asked = json.loads(line)
            self.say(number=asked["number"], **self.answer(asked))

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        try:
            with self.limited():
                player = self.player(asked["game"])
                random.seed(asked["view"]["seed"])
                choice = player.choose(SeatView(asked["view"], self.imagined))
        except _TimeIsUp as error:
            return {"slow": True, "line": self.line_of(error)}
        except BaseException as error:
            shown = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            return {"raised": shown[:_LONGEST_MESSAGE], "line": self.line_of(error)}
        line = type(player).choose.__code__.co_firstlineno if hasattr(type(player).choose, "__code__") else 1
        return {"choice": plain(choice), "said": repr(choice)[:_LONGEST_MESSAGE], "line": line}

    def player(self, game: int) -> Any:
        """Return the player of a game: each game has a new one."""
        if self.made is None:
            sys.path[0] = str(Path(self.path).resolve().parent)
            self.made = runpy.run_path(self.path, run_name="player")[self.name]
        if game not in self.games:
            while len(self.games) >= MOST_GAMES:
                self.games.pop(next(iter(self.games)))
            self.games[game] = self.made()
        return self.games[game]

    def imagined(self, seed: int) -> Match | None:
        self.say(imagine=int(seed))
        drawn = json.loads(self.questions.readline() or "{}")
        if not drawn:
            return None
        key = json.dumps(drawn["game"])
        if key not in self.loaded:
            load = getattr(import_module(drawn["module"]), drawn["load"])
            self.loaded[key] = load(*drawn["game"])
        match: Match = self.loaded[key].resume(drawn["save"])
        return match

    def say(self, **answer: Any) -> None:
        if os.getpid() != self.process:
            # A copy of this process, made by the player, may not answer a second time.
            os._exit(0)
        self.answers.write(json.dumps(answer) + "\n")
        self.answers.flush()

    def line_of(self, error: BaseException) -> int:
        """Return the innermost line of the player's file that an error passed through."""
        if isinstance(error, SyntaxError) and error.filename == self.path:
            return error.lineno or 1
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == self.path]
        return (lines[-1] if lines else None) or 0

    @contextlib.contextmanager
    def limited(self) -> Any:
        """Raise an error in the player's code when its time is up, where the system can do that."""

        def stop(*_: object) -> NoReturn:
            raise _TimeIsUp

        if not hasattr(signal, "setitimer"):
            yield
            return
        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, self.seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)


def plain(choice: Any) -> int | str | None:
    """Return a choice as an index, a key or words; None if it is none of them."""
    if isinstance(choice, Option):
        return choice.key
    if isinstance(choice, str):
        return str(choice)
    try:
        return None if isinstance(choice, bool) else choice.__index__()
    except Exception:
        return None


def limit_memory() -> None:
    """Allow this process a part of the machine's memory, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        import resource

        most = min(MOST_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main() -> None:
    # The player may print, or read its input: that must not get between questions and answers.
    questions, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    limit_memory()
    path, name, seconds = json.loads(questions.readline())
    BotServer(path, name, seconds, questions, answers).serve()


if __name__ == "__main__":
    main()
