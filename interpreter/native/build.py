"""From a C program to a library that can be loaded: by the machine's compiler, at the side, or from the cache."""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

FLAGS = (
    "-O2",
    "-std=gnu11",
    "-shared",
    "-fPIC",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    # A list that is taken for a number, or for a set, is a mistake of the translator: then the game stays in Python.
    "-Werror=incompatible-pointer-types",
    "-Werror=int-conversion",
    "-Werror=implicit-function-declaration",
)
LONGEST_QUESTION = 2.0
"""Seconds that a compiler may take to say what it is."""


def compiler() -> tuple[str, ...] | None:
    """The command of a C compiler: the one that is wanted ($CC), or one that is there."""
    return found(os.getenv("CC"))


@cache
def found(wanted: str | None) -> tuple[str, ...] | None:
    """The command of a compiler that is wanted, or else of any."""
    for name in [wanted] if wanted else ["cc", "gcc", "clang"]:
        with suppress(ValueError):
            command = shlex.split(name)
            if command and (path := shutil.which(command[0])):
                return path, *command[1:]
    return None


@cache
def described(command: tuple[str, ...]) -> str | None:
    """What a compiler says it is; None if it says nothing."""
    try:
        answer = subprocess.run(
            [*command, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LONGEST_QUESTION,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.decode(errors="replace")


def key_of(source: str, command: Sequence[str], flags: Sequence[str]) -> str | None:
    """What a built library is kept under: all that it hangs on, as one digest."""
    said = described(tuple(command))
    if said is None:
        return None
    try:
        own = version("rulewright")
    except PackageNotFoundError:
        own = "?"
    parts = (source, *command, said, *flags, platform.machine(), platform.system(), platform.version(), own)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class Build:
    """A compiler at work."""

    def __init__(self, source: str, command: Sequence[str], flags: Sequence[str]) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rulewright-"))
        try:
            (self.folder / "game.c").write_text(source, encoding="utf-8")
            with (self.folder / "said").open("wb") as said:
                self.process = subprocess.Popen(
                    [*command, *flags, "-o", "game.so", "game.c"],
                    cwd=self.folder,
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                )
        except OSError:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        self.end = weakref.finalize(self, abandon, self.process, self.folder)

    def done(self, seconds: float) -> bool:
        """Whether the compiler has finished, or does so within some seconds."""
        with suppress(subprocess.TimeoutExpired):
            if seconds:
                self.process.wait(seconds)
        return self.process.poll() is not None

    def library(self) -> bytes | str:
        """What came of it: the library, or why there is none."""
        try:
            if self.process.returncode == 0:
                return (self.folder / "game.so").read_bytes()
            said = (self.folder / "said").read_text(encoding="utf-8", errors="replace").strip()
            return f"the compiler failed: {said[:500] or self.process.returncode}"
        except OSError as error:
            return f"the compiler failed: {error}"
        finally:
            self.end()


def abandon(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Stop a compiler that nobody waits for any more, and leave nothing behind."""
    if process.poll() is None:
        process.kill()
        process.wait()
    shutil.rmtree(folder, ignore_errors=True)


def switched_off() -> bool:
    """Whether native code is not wanted at all."""
    return os.getenv("RULEWRIGHT_NATIVE", "").strip().lower() in ("0", "no", "off", "false")
