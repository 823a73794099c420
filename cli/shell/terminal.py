"""Talk to a terminal, or to a pipe with one choice on each line."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TextIO

from rulewright.cli.render.columns import fold_text
from rulewright.cli.shell.line_editor import Completing, LineEditor
from rulewright.cli.shell.problems import height_of, is_ascii, wants_colour, width_of
from rulewright.dsl.messages.diagnostic import visible

LONGEST_LINE = 2000
_NOTICED = 0.5
"""Seconds after which people wonder what goes on."""
_GLANCE = 0.05
"""Seconds between two looks for input."""
_UNKNOWN_WIDTH = 80
"""For readline, a terminal is as wide as this if it does not tell."""
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # also clears what has scrolled away
_STYLES = {"strong": "1", "faint": "2"}
_PLAIN_LETTERS = str.maketrans(
    dict(zip("♠♥♦♣♔♕♖♗♘♙♚♛♜♝♞♟·›▓░─│╲╱×←↑↓—–«»’", "SHDCKQRBNPKQRBNP.>#-" + '-|\\/x<^v--""\'', strict=True))
    | {"…": "...", "→": "->"}
    | dict.fromkeys("⚀⚁⚂⚃⚄⚅")
)
"""Signs for terminals that have ASCII only."""


class Terminal:
    """A terminal to read from and write to; no text can control it."""

    def __init__(self, stdin: TextIO | None = None, stdout: TextIO | None = None, heard: Sequence[int] = ()) -> None:
        self.stdin = stdin or sys.stdin
        self.stdout = stdout or sys.stdout
        self.heard = heard
        """Signals that should have stopped the game."""
        self.keyboard = self.stdin.isatty()
        """Whether a person is typing, even if the output goes through a pipe first (`| tee`)."""
        self.interactive = self.keyboard and self.stdout.isatty()
        self.colour = wants_colour(self.stdout)
        self.width = width_of(self.stdout)
        self.height = height_of(self.stdout)
        self.is_ascii = is_ascii(self.stdout)
        self.paint: Callable[[str], str] | None = None
        """Adds colours to a line."""
        self.editor = LineEditor() if self.interactive else None

    @property
    def completes(self) -> bool:
        """Whether Tab and the cursor keys help to type."""
        return self.editor is not None and self.editor.readline is not None

    def show(self, text: str = "", style: str | None = None, paint: Callable[[str], str] | None = None) -> None:
        """Show a line in a style, or in the colours of `paint`, or of the terminal's own."""
        text, paint = visible(text), paint or self.paint
        if style is not None and self.colour and text:
            text = f"\x1b[{_STYLES[style]}m{text}\x1b[0m"
        elif self.colour and paint is not None:
            text = paint(text)
        self.stdout.write((text.translate(_PLAIN_LETTERS) if self.is_ascii else text) + "\n")

    def show_all(self, lines: Iterable[str], paint: Callable[[str], str] | None = None) -> None:
        for line in lines:
            self.show(line, paint=paint)

    def pass_by(self, text: str) -> None:
        """Show a line that the next one replaces, on a screen; an empty text clears it."""
        if self.interactive:
            width = self.width - 1
            self.stdout.write(f"\r{visible(text)[:width]:<{width}}\r{visible(text)[:width]}")
            self.stdout.flush()

    @contextmanager
    def saying(self, text: str) -> Iterator[None]:
        """Show a line meanwhile, if this takes so long that people wonder."""
        if not self.interactive:
            yield
            return
        said: list[str] = []

        def say() -> None:
            said.append(text)
            self.pass_by(text)

        late = threading.Timer(_NOTICED, say)
        with holding_signals():
            late.start()
        try:
            yield
        finally:
            late.cancel()
            late.join()
            if said:
                self.pass_by("")

    def pause(self, seconds: float) -> bool:
        """Wait, at a terminal; return whether somebody typed a line meanwhile. Raise EOFError at the end."""
        until = time.monotonic() + seconds
        while self.interactive and time.monotonic() < until:
            self.go_on()
            time.sleep(min(_GLANCE, seconds))
            if self.typed() is not None:
                return True
        return False

    def go_on(self) -> None:
        """Raise KeyboardInterrupt if a signal came that nobody has noticed."""
        if self.heard:
            raise KeyboardInterrupt

    def ask(self, prompt: str, who: object = None, completing: Completing | None = None) -> str | None:
        """Return the typed line, or None if it is longer than any answer; raise EOFError at the end.

        `who` gets their earlier lines back with the cursor keys, and nobody else does.
        """
        self.go_on()
        self.stdout.flush()
        if self.editor is not None:
            *before, last = fold_text(prompt.rstrip(), min(self.width, _UNKNOWN_WIDTH) - 1)
            self.show_all(before)
            self.stdout.flush()
            return bounded(self.editor.ask(f"{last} ", who, completing))
        self.stdout.write(prompt)
        self.stdout.flush()
        line = self.stdin.readline(LONGEST_LINE)
        if not line:
            self.stdout.write("\n")
            raise EOFError
        answer: str | None = line
        while len(line) == LONGEST_LINE and not line.endswith("\n"):
            answer = None
            line = self.stdin.readline(LONGEST_LINE)
        if not self.keyboard:
            # Input from a pipe is not echoed, but a transcript should read like the screen.
            self.stdout.write(visible("" if answer is None else answer.rstrip("\r\n")) + "\n")
        return answer

    def yes(self, question: str, yes: str, no: str) -> bool:
        """Ask until the answer is one of two words, or the beginning of one."""
        while True:
            typed = " ".join((self.ask(visible(question) + " ") or "").split()).casefold()
            if typed and (yes.startswith(typed) or no.startswith(typed)):
                return yes.startswith(typed)

    def typed(self) -> str | None:
        """Return a line that was typed before anybody asked, or None; raise EOFError at the end."""
        if not self.interactive:
            return None
        try:
            if not select.select([self.stdin], [], [], 0)[0]:
                return None
            line = os.read(self.stdin.fileno(), 2 * LONGEST_LINE)
        except (OSError, ValueError):
            # Not every system can tell whether there is input.
            return None
        if not line:
            raise EOFError
        return line.decode("utf-8", "replace").partition("\n")[0]

    def forget_typed(self) -> None:
        """Discard what was typed before the question appeared: it is no answer to it."""
        if not self.interactive:
            return
        try:
            import termios
        except ImportError:
            return
        with suppress(termios.error, ValueError, OSError):
            termios.tcflush(self.stdin, termios.TCIFLUSH)

    def clear(self) -> None:
        """Clear the screen, if a person may be sitting there."""
        if self.keyboard:
            self.stdout.write(_CLEAR)
            self.stdout.flush()


def bounded(line: str) -> str | None:
    return line if len(line) <= LONGEST_LINE else None


def drop_output() -> None:
    """Discard all output from now on, because nobody reads it: not even Python's last flush should fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


_PATIENCE = 0.2
"""Seconds after which a signal should have been noticed."""
_STOPS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


@contextmanager
def hanging_up() -> Iterator[list[int]]:
    r"""Let a closed terminal, a polite request to end, or Ctrl-\ stop a game as Ctrl-C does.

    Only the first signal counts: others at the same moment must not prevent the last words. Yields the signals that came.
    Python drops exceptions while it removes unused objects, so a question must check these signals first.
    """
    heard: list[int] = []

    def stop(number: int, _frame: object) -> None:
        # Another signal may come at any line of this, so nothing here may wait for a lock.
        heard.append(number)
        for name in before:
            signal.signal(getattr(signal, name), signal.SIG_IGN)
        raise KeyboardInterrupt

    before = {name: signal.signal(getattr(signal, name), stop) for name in _STOPS if hasattr(signal, name)}
    try:
        with _insisting(heard):
            yield heard
    finally:
        for name, old in before.items():
            if signal.getsignal(getattr(signal, name)) is stop:
                signal.signal(getattr(signal, name), old)


@contextmanager
def _insisting(heard: list[int]) -> Iterator[None]:
    """Repeat a signal until it is noticed: one that comes just before a read would wait for the whole read."""
    if not hasattr(signal, "pthread_kill"):
        yield
        return
    listener, reading, writing = threading.get_ident(), *os.pipe()
    over = threading.Event()

    def insist() -> None:
        came = os.read(reading, 1)
        while came and signal.Signals(came[0]).name not in _STOPS:
            # A timer, which needs no repetition.
            came = os.read(reading, 1)
        while came and not heard and not over.wait(_PATIENCE):
            signal.pthread_kill(listener, came[0])

    os.set_blocking(writing, False)
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    thread = threading.Thread(target=insist, daemon=True)
    # The thread inherits the blocked signals, so they all reach the main thread.
    with holding_signals():
        thread.start()
    try:
        yield
    finally:
        with holding_signals():
            signal.set_wakeup_fd(before)
            over.set()
            os.close(writing)
            thread.join()
            os.close(reading)


@contextmanager
def holding_signals() -> Iterator[None]:
    """Hold signals back until something is completely done."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [getattr(signal, name) for name in _STOPS])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def looking_around(look: Callable[[], None], seconds: float) -> Iterator[None]:
    """Call a function every few seconds while somebody types, if the system has such a timer; it may raise an exception."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_signal: int, _frame: object) -> None:
        look()
        signal.setitimer(signal.ITIMER_REAL, seconds)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class TimeIsUp(Exception):
    """The time limit has passed."""


@contextmanager
def time_limit(seconds: float | None, *, computing: bool = False) -> Iterator[None]:
    """Raise `TimeIsUp` after some seconds, or seconds of computing, if the system has such a timer."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(_signal: int, _frame: object) -> None:
        raise TimeIsUp

    clock, bell = (signal.ITIMER_PROF, signal.SIGPROF) if computing else (signal.ITIMER_REAL, signal.SIGALRM)
    before = signal.signal(bell, ring)
    # A timer of 0 would never ring.
    signal.setitimer(clock, max(seconds, 1e-6))
    try:
        yield
    finally:
        signal.setitimer(clock, 0)
        signal.signal(bell, before)
