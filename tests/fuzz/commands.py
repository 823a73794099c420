"""The command line and games at the screen, with whatever anybody may type there."""

from __future__ import annotations

import io
import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import click

from rulewright.cli.main import COMMANDS, main
from rulewright.cli.main import command as whole
from rulewright.dsl.files.bundled import bundled_games
from tests.cli.running import SIGNS
from tests.fuzz.texts import changed, rulebook

ROOT = Path(__file__).parents[2]
SMALL = ("connect-three", "kuhn-poker", "leduc-poker", "nim", "tic-tac-toe", "goofspiel")
JUNK = (
    "", " ", "0", "-1", "1", "2", "3", "99999999999999999999", "1e9", "nan", "inf", "x", "é", "\x1b[2J", "\u202e", "\udcff",
    "--", "-", "--nothing", "-x", "=", "a=b", "rounds=2", "rounds=no", "quiet=yes", "bold", "signs", "signs.rules", "gone.rules",
    "folder", "empty.rules", "bytes.rules", "odd.rules", "saved.json", ".", "..", "/dev/null", "~", "*", "fr", "xx", "search:2",
    "search:0", "search:-1", "random,human", "easy", "human", "walk-the-plank", "la-planche", "json", "full", "concise", "c",
)  # fmt: skip
TYPED = (
    "", "1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "-1", "99999999999", "1 2", "1.5", "²", "x", "pass", "low", "high",
    "?", "/help", "help", "board", "/board", "log", "read", "read low", "read x", "save", "save a.json", "save folder",
    "save a/b/c", "save \x1b", "save " + "x" * 300, "quit now", "\x1b[A", "\x00", "é\u0301", "\udcff", "x" * 3000, "oui", "да",
    "hilfe", "yes", "no", "1\r", "\t1", "¹", "１",
)  # fmt: skip
CODES = (0, 1, 2, 130)
SOON = 1.0


class Misbehaved(AssertionError):
    """The command line did not end as it should."""


def furnish(folder: Path) -> None:
    """Make the files that somebody may name."""
    for path in (folder / "folder").glob("*"):
        path.unlink()
    (folder / "folder").mkdir(exist_ok=True)
    for path in folder.glob("*.json"):
        path.unlink()
    (folder / "signs.rules").write_text(SIGNS, encoding="utf-8")
    (folder / "empty.rules").write_text("", encoding="utf-8")
    (folder / "bytes.rules").write_bytes(bytes(range(256)))
    (folder / "saved.json").write_text('{"rulewright": 1, "check": ""}', encoding="utf-8")


class Paper(io.TextIOWrapper):
    """A text stream over bytes, since some commands write those directly."""

    def __init__(self) -> None:
        self.kept = io.BytesIO()
        super().__init__(self.kept, "utf-8", "surrogatepass", newline="\n", write_through=True)

    def text(self) -> str:
        """Return all of it."""
        return self.kept.getvalue().decode("utf-8", "surrogatepass")


@contextmanager
def at_home(folder: Path, typed: str) -> Iterator[tuple[Paper, Paper]]:
    """Everything that is typed, written and looked for is here."""
    streams, before = (sys.stdin, sys.stdout, sys.stderr), Path.cwd()
    environment = dict(os.environ)
    out, err = Paper(), Paper()
    keys = io.BytesIO(typed.encode("utf-8", "surrogatepass"))
    sys.stdin, sys.stdout, sys.stderr = io.TextIOWrapper(keys, "utf-8", "surrogatepass", newline="\n"), out, err
    os.chdir(folder)
    os.environ.update(RULEWRIGHT_CACHE=str(folder / "cache"), RULEWRIGHT_SAVES=str(folder), LANG="C.UTF-8")
    os.environ.update(HOME=str(folder), TMPDIR=str(folder))
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
        os.chdir(before)
        os.environ.clear()
        os.environ.update(environment)


@contextmanager
def closed_tables() -> Iterator[None]:
    """Close each table soon: one that somebody opens stays open until a signal arrives."""

    def close(*_: object) -> None:
        if signal.getsignal(signal.SIGTERM) != signal.SIG_DFL:
            os.kill(os.getpid(), signal.SIGTERM)

    before = signal.signal(signal.SIGALRM, close)
    signal.setitimer(signal.ITIMER_REAL, SOON, SOON)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def run(text: str, chance: Random, folder: Path) -> str:
    """Carry out a command: its words are the first line, and the typed input follows. Return what happened, in a word."""
    line, _, typed = text.partition("\n")
    arguments = shlex.split(line)
    furnish(folder)
    (folder / "odd.rules").write_text(changed(rulebook(chance), chance), encoding="utf-8")
    with at_home(folder, typed) as (out, err), closed_tables():
        try:
            code = main(arguments)
        except SystemExit as error:
            raise Misbehaved(f"it exits by itself, with {error.code}") from None
    said = out.text() + err.text()
    trouble = next((line for line in said.splitlines() if "[internal-error]" in line or "Traceback (most recent" in line), "")
    if trouble:
        raise Misbehaved(trouble)
    if code not in CODES:
        raise Misbehaved(f"it ends with {code}")
    if code == 2 and not said.strip():
        raise Misbehaved("it fails without a word")
    return {0: "done", 1: "findings", 2: "refused", 130: "stopped"}[code]


def options_of(name: str) -> list[click.Option]:
    """Return the options of a command."""
    command = whole.get_command(click.Context(whole, **whole.context_settings), name)
    assert command is not None
    return [option for option in command.params if isinstance(option, click.Option)]


def command_line(chance: Random) -> str:
    """Return a command with options that it has, and words that nobody expects."""
    name = chance.choice(list(COMMANDS))
    words = [name]
    if name not in ("list",) and chance.random() < 0.9:
        small = f"{ROOT}/tests/games/{chance.choice(SMALL)}.rules"
        words.append(chance.choice((small, "signs.rules", "odd.rules", "signs", "empty.rules", *JUNK)))
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
        option = chance.choice(options_of(name))
        if option.name in ("jobs", "memory", "watch"):
            # These need much of the machine, or go on until somebody ends them.
            continue
        words.append(chance.choice(option.opts))
        if not option.is_flag:
            words.append(chance.choice((*JUNK, *getattr(option.type, "choices", ()))))
    if chance.random() < 0.3:
        words.insert(chance.randrange(len(words) + 1), chance.choice(JUNK))
    # Commands that take their time are bounded: other tests show how long a good command takes.
    if name == "fmt":
        # Some of the files are our own.
        words.append("--check")
    elif name == "simulate":
        words += ["--games", "3", "--seat", "random"]
    elif name == "explore":
        words += ["--limit", "500", "--seconds", "2", "--within", "0.3"]
    elif name == "play":
        words += ["--seat", chance.choice(("human,human", "human,random", "human,easy"))]
    typed = [chance.choice(TYPED) for _ in range(chance.randrange(4))]
    return "\n".join([shlex.join(words), *typed])


def session(chance: Random) -> str:
    """Return a game at the screen, with junk between the choices."""
    small = (*["signs.rules"] * 6, *(f"{ROOT}/tests/games/{name}.rules" for name in SMALL))
    game = chance.choice(tuple(bundled_games()) if chance.random() < 0.1 else small)
    words = ["play", game, "--seed", str(chance.randrange(1000))]
    # Unnamed players think as long as people expect, which is no fault.
    words += ["--players", "2", "--seat", chance.choice(("human,human", "human,random", "human,easy", "human,search:2"))]
    if chance.random() < 0.05:
        words += ["--seat", "random"]
    if chance.random() < 0.3:
        words += ["--lang", chance.choice(("fr", "en", "ru"))]
    words += ["--open"] * (chance.random() < 0.2) + ["--save", "end.json"] * (chance.random() < 0.3)
    typed = [some_line(chance) for _ in range(chance.randrange(60))]
    return "\n".join([shlex.join(words), *typed])


def some_line(chance: Random) -> str:
    """Return a line that somebody may type: most often a number that may be an option's."""
    if chance.random() < 0.6:
        return str(chance.randint(1, 6))
    return "hint" if chance.random() < 0.01 else chance.choice(TYPED)
