"""Run a command in a terminal of its own, to type at it and look at its screen."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

COMMAND = [sys.executable, "-m", "rulewright.cli.main"]


class Screen:
    """A command in a terminal of its own."""

    def __init__(self, command: list[str], folder: Path, **environment: str) -> None:
        self.master: int | None
        self.master, slave = pty.openpty()
        variables = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
        self.process = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=variables | {"TERM": "xterm", "RULEWRIGHT_SAVES": str(folder)} | environment,
            start_new_session=True,
            preexec_fn=_at_a_terminal,  # noqa: PLW1509 - no threads here
        )
        os.close(slave)

    def until(self, text: str, seconds: float = 20) -> str:
        """Return all that was shown up to and with a text."""
        assert self.master is not None
        shown = ""
        end = time.monotonic() + seconds
        # It is read letter by letter, so the text can only be at the end.
        while not shown.endswith(text):
            assert time.monotonic() < end, shown
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    shown += os.read(self.master, 1).decode("latin-1")
                except OSError:
                    break
        assert text in shown, shown
        return shown

    def begin(self, seconds: float = 20) -> str:
        """Read the introduction of a game, press Enter, and return all that was shown up to the first question."""
        shown = self.until("Press Enter to begin. ", seconds)
        self.type("\r")
        return shown + self.until("> ", seconds)

    def shows_more(self, seconds: float = 0.5) -> bool:
        """Return whether anything else is shown soon, the rest of the line aside."""
        assert self.master is not None
        while select.select([self.master], [], [], seconds)[0]:
            if os.read(self.master, 1).strip():
                return True
        return False

    def ended_by(self, stop: Callable[[], None]) -> int:
        """Return the exit code, after being stopped."""
        stop()
        return self.process.wait(20)

    def emptied_until_ended(self, seconds: float) -> None:
        """Wait for the end of the process, reading whatever it has to say; TimeoutExpired if it goes on."""
        end = time.monotonic() + seconds
        while self.process.poll() is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(self.process.args, seconds)
            try:
                if self.master is not None and select.select([self.master], [], [], 0.01)[0]:
                    os.read(self.master, 65536)
                    continue
            except OSError:
                pass
            time.sleep(0.01)

    def close(self) -> None:
        """Close the terminal, as somebody does who closes its window."""
        if self.master is not None:
            os.close(self.master)
            self.master = None

    def type(self, text: str) -> None:
        """Press some keys."""
        assert self.master is not None
        os.write(self.master, text.encode())


def _at_a_terminal() -> None:
    # Opening a terminal makes it the one whose Ctrl-C reaches the new session.
    os.close(os.open(os.ttyname(0), os.O_RDWR))
    # A shell that runs the tests in the background lets them ignore these signals.
    for ignored in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_DFL)
