"""Let a class in somebody's own file decide, in a process of its own (bot_process.py).

It gets data: the table as its seat sees it, the log, and the options. If it raises, hangs, dies, or answers nonsense, a random
choice is made in its place, and there is a diagnostic.
"""

from __future__ import annotations

import json
import re
import sys
import weakref
from contextlib import suppress
from itertools import count
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError, visible
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import did_you_mean
from rulewright.dsl.text.source import Source, Span
from rulewright.interpreter.match.information_sets import in_english
from rulewright.interpreter.search import bot_process, game_state
from rulewright.interpreter.search.determinization import deal_again
from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    # Neither is needed before somebody has a player of their own, and a browser has no processes.
    import ast
    import subprocess
    from collections.abc import Callable, Iterator

    from rulewright.interpreter.match.decision import Decision
    from rulewright.interpreter.match.match import Match

LIMIT = 60.0
"""How many seconds a choice may take."""
GRACE = 2.0
"""After how many further seconds the process is killed."""
MOST_DEATHS = 3
"""How many of its processes may die before none is started again."""
_LONGEST_ANSWER = 1_000_000
_NAME = re.compile(r"(?P<path>.+\.py):(?P<name>[^\W\d]\w*)(?::(?P<seconds>[0-9]{1,4}(?:\.[0-9]{1,3})?)s)?")


@frozen
class OwnClass:
    """A class in somebody's file, and how many seconds it has for a choice."""

    path: str
    name: str
    seconds: float

    @classmethod
    def named(cls, reference: str) -> OwnClass | None:
        """Return the class of `FILE.py:NAME` or `FILE.py:NAME:5s`, or None for any other name of a player."""
        found = _NAME.fullmatch(reference)
        return None if found is None else cls(found["path"], found["name"], float(found["seconds"] or LIMIT))

    def check(self) -> None:
        """Raise RulebookError if the file can be seen not to have such a class. Nothing in it is run."""
        import ast

        shown = visible(self.path[:200])
        try:
            text = Path(self.path).read_text(encoding="utf-8")
            tree = ast.parse(text)
        except (OSError, UnicodeDecodeError) as error:
            reason = (getattr(error, "strerror", None) or "it is not text").lower()
            message = Phrase("player-file-unread", path=shown, reason=reason)
            raise RulebookError([Diagnostic("bad-player", message, None)]) from None
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            message = Phrase("player-file-broken", path=shown, reason=str(getattr(error, "msg", error)))
            raise RulebookError([self.diagnostic("bad-player", message, getattr(error, "lineno", 1) or 1)]) from None
        names = list(top_names(tree))
        if self.name not in names:
            way_out = did_you_mean(self.name, names)
            message = Phrase("player-file-lacks", path=shown, name=self.name)
            raise RulebookError([self.diagnostic("bad-player", message, 1, way_out)])

    def diagnostic(self, name: str, message: Phrase, line: int, way_out: Phrase | None = None) -> Diagnostic:
        """Return a diagnostic about a line of the file, or about the class if the line is 0."""
        source = Source(self.path, "")
        with suppress(OSError, UnicodeDecodeError):
            source = Source(self.path, Path(self.path).read_text(encoding="utf-8").replace("\r\n", "\n"))
        declared = re.search(rf"^class {self.name}\b", source.text, re.MULTILINE)
        line = min(line or (source.position(declared.start())[0] if declared else 1), source.line_count)
        start = source.start_of(line)
        text = source.line(line)
        span = Span(source, start + len(text) - len(text.lstrip()), start + len(text.rstrip()))
        return Diagnostic(name, message, span, help=way_out)


def top_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a file defines or imports."""
    import ast

    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name


class BotFailedError(Exception):
    """Raised if a process gives no answer; `line` is where in the file it was."""

    def __init__(self, message: Phrase, line: int = 0) -> None:
        super().__init__(message)
        self.message, self.line = message, line


@define(eq=False)
class BotProcess:
    """A process that runs one class for all games and seats of this process."""

    own: OwnClass
    deaths: int = 0
    lock: Lock = field(factory=Lock)
    _process: subprocess.Popen[str] | None = None
    _answers: SimpleQueue[dict[str, Any] | None] = field(factory=SimpleQueue)
    _numbers: Iterator[int] = field(factory=count)

    def answer(self, question: dict[str, Any], imagined: Callable[[int], dict[str, Any]]) -> dict[str, Any]:
        """Return the answer to a question; raise BotFailedError."""
        with self.lock:
            if self._process is None:
                self._start()
            number = next(self._numbers)
            self._tell({"number": number, **question})
            until = monotonic() + self.own.seconds + GRACE
            while True:
                try:
                    found = self._answers.get(timeout=max(0.0, until - monotonic()))
                except Empty:
                    self._end()
                    raise BotFailedError(Phrase("player-too-slow", name=self.own.name, seconds=f"{self.own.seconds:g}")) from None
                if found is None:
                    self._end()
                    raise BotFailedError(Phrase("player-process-ended", name=self.own.name))
                if "imagine" in found:
                    self._tell(imagined(found["imagine"]))
                elif found.get("number") == number:
                    return found

    def _start(self) -> None:
        import subprocess

        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        self._process = process = subprocess.Popen(
            [sys.executable, bot_process.__file__],
            stdin=pipe,
            stdout=pipe,
            stderr=nowhere,
            text=True,
            encoding="utf-8",
            start_new_session=True,
        )
        self._tell([self.own.path, self.own.name, self.own.seconds])
        self._answers = SimpleQueue()
        weakref.finalize(self, _kill, process)
        Thread(target=_listen, args=(process, self._answers), daemon=True).start()

    def _tell(self, message: object) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        # If the process is gone, `answer` notices that there are no more answers.
        with suppress(OSError):
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()

    def _end(self) -> None:
        self.deaths += 1
        if self._process is not None:
            _kill(self._process)
        self._process = None


def _listen(process: subprocess.Popen[str], answers: SimpleQueue[dict[str, Any] | None]) -> None:
    """Pass on all answers of a process, and None at the end."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        while line := process.stdout.readline(_LONGEST_ANSWER):
            found = json.loads(line)
            if isinstance(found, dict):
                answers.put(found)
    answers.put(None)


def _kill(process: subprocess.Popen[str]) -> None:
    """End a process, and all that it has started."""
    from rulewright.interpreter.native.build import end_group

    end_group(process)
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            if pipe is not None:
                pipe.close()


_bots: dict[OwnClass, BotProcess] = {}
_games = count()


@define(eq=False)
class OwnPlayer:
    """A player whose choices are made by somebody's own class."""

    own: OwnClass
    seed: int
    number: Callable[[Match, Decision], int]
    """Numbers what the deciding seat knows."""
    failure: Diagnostic | None = None
    """The first failure."""
    gone: bool = False
    """Whether it is not asked again."""
    game: int = field(factory=lambda: next(_games))
    told: bool = False
    """Whether somebody has been told of the failure."""

    def news(self) -> Diagnostic | None:
        """Return the first failure, once."""
        if self.told or self.failure is None:
            return None
        self.told = True
        return self.failure

    def choose(self, match: Match) -> int | str:
        """Return what the class chooses, or any option if it fails."""
        plain = in_english(match)
        decision = plain.decision
        assert decision is not None
        assert decision.seat is not None
        seed = derived_seed(self.seed, self.number(match, decision))
        bot = _bots.setdefault(self.own, BotProcess(self.own))
        if not self.gone and bot.deaths < MOST_DEATHS:
            deaths = bot.deaths
            try:
                return self.answer(bot, plain, decision, seed)
            except BotFailedError as error:
                self.gone = bot.deaths > deaths
                way_out = Phrase("player-replaced-for-good") if self.gone else Phrase("player-replaced")
                found = self.own.diagnostic("player-failed", error.message, error.line, way_out)
                self.failure = self.failure or found
        if decision.kind == "words":
            return game_state.SAID
        return Random(seed).choice(game_state.unspoken(match))

    def answer(self, bot: BotProcess, match: Match, decision: Decision, seed: int) -> int | str:
        seat, options = decision.seat, list(decision.options)
        assert seat is not None
        told = {
            "game": match.game.name,
            "players": match.players,
            "seat": seat,
            "prompt": decision.prompt,
            "kind": decision.kind,
            "options": [(option.key, option.label) for option in options],
            "table": match.view(seat).as_data(),
            "log": match.log(seat),
            "seed": seed,
        }
        name = self.own.name
        found = bot.answer({"game": self.game, "view": told}, lambda number: imagined(match, seat, number))
        line = found["line"]
        if "raised" in found:
            raise BotFailedError(Phrase("player-raised", name=name, error=visible(found["raised"])), line)
        if "slow" in found:
            raise BotFailedError(Phrase("player-too-slow", name=name, seconds=f"{self.own.seconds:g}"), line)
        choice = found["choice"]
        if decision.kind == "words" and isinstance(choice, str):
            return choice
        keys = [option.key for option in options]
        if isinstance(choice, str) and choice in keys:
            return keys.index(choice)
        if isinstance(choice, int) and 0 <= choice < len(options):
            return choice
        raise BotFailedError(Phrase("player-answered-nonsense", name=name, said=visible(found["said"])), line)


def imagined(match: Match, seat: int, seed: int) -> dict[str, Any]:
    """Return a determinization as a save, with the arguments that load its game; nothing if there is none."""
    try:
        drawn = deal_again(match, seat, seed)
    except ValueError:
        return {}
    options = {name: option.value for name, option in match.game.options.items()}
    load = match.game.loader
    arguments = match.game.reference, tuple(match.game.variants), options
    return {"module": load.__module__, "load": load.__qualname__, "game": arguments, "save": drawn.save()}
