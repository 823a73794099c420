"""From a C program to a library that can be loaded: by the machine's compiler, at the side, or from the cache."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rulewright.dsl.reading import MOST_KEPT, plain_bytes
from rulewright.interpreter.keep import own

FLAGS = (
    "-O2",
    "-std=gnu11",
    "-shared",
    *(() if sys.platform == "win32" else ("-fPIC", "-fvisibility=hidden")),
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    # What is wrong in the text is an error. Nobody reads what might be better about it; but no flag may silence that, since
    # to some compilers what is silenced is no error either.
    "-Werror=incompatible-pointer-types",
    "-Werror=int-conversion",
    "-Werror=implicit-function-declaration",
)
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
"""How the name of a library ends here."""
SAID = "said"
"""The file in which everything is that a compiler says."""
LONGEST_QUESTION = 2.0
"""Seconds that a compiler may take to say what it is."""
MOST_SAID = 1_000_000
"""What a compiler says is read up to so many bytes; one that says more is of no use."""
ELF_64, ELF_HEADER = b"\x7fELF\x02", 64
"""How a library begins on Linux, and how long its head is."""
ZEN_3 = 25
"""From this family on, AMD's processors are quick at what FAST_DEPOSIT stands for."""


def compiler() -> tuple[str, ...] | None:
    """The command of a C compiler: the one that is wanted ($CC), or one that is there."""
    return found(os.getenv("CC"))


@cache
def found(wanted: str | None) -> tuple[str, ...] | None:
    """The command of a compiler that is wanted, or else of any: the machine's, or the one that the extra `native` brings."""
    for name in [wanted] if wanted else ["cc", "gcc", "clang"]:
        with suppress(ValueError):
            command = shlex.split(name)
            if command and (path := shutil.which(command[0], path=search_path())) and Path(path).is_absolute():
                return path, *command[1:]
    return None if wanted else brought()


def search_path() -> str:
    """Where programs are looked for: not in the folder one stands in, where anybody may have put them."""
    # An empty path would be taken for none, and the usual one be looked through.
    entries = os.getenv("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(entry for entry in entries if Path(entry).is_absolute()) or os.devnull


def brought() -> tuple[str, ...] | None:
    """The compiler inside the package `ziglang`, if that is installed. It is started by itself: Python would take longer."""
    with suppress(ImportError, ValueError):
        package = importlib.util.find_spec("ziglang")
        for place in (package.submodule_search_locations or ()) if package is not None else ():
            path = shutil.which("zig", path=place)
            if path is not None:
                # Without a word it would use all that this processor has, and the library may be kept for another one.
                return path, "cc", "-mcpu=baseline"
    return None


@cache
def features() -> tuple[str, ...]:
    """Flags for what this processor can do besides, as far as the system says so: counting and finding bits."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return ()
    if sys.platform == "darwin":
        # Each of Apple's processors with 64 bits has this, but for the very first.
        return ("-mpopcnt",)
    said = ""
    with suppress(OSError):
        said = Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").split("\n\n")[0]
    found = dict(re.findall(r"^(\w[\w ]*?)\s*:\s*(.*)$", said, re.MULTILINE))
    able = found.get("flags", "").split()
    wanted = (("popcnt", "-mpopcnt"), ("abm", "-mlzcnt"), ("bmi1", "-mbmi"), ("bmi2", "-mbmi2"), ("3dnowprefetch", "-mprfchw"))
    flags = [flag for word, flag in wanted if word in able]
    vendor, family = found.get("vendor_id"), found.get("cpu family", "0")
    if vendor == "GenuineIntel" or (vendor == "AuthenticAMD" and family.isdigit() and int(family) >= ZEN_3):
        flags.append("-DFAST_DEPOSIT")
    return tuple(flags)


@cache
def described(command: tuple[str, ...]) -> str | None:
    """What a compiler says it is; None if it says nothing."""
    try:
        place = own.folder()
    except OSError:
        return None
    try:
        process = started([*command, "--version"], place.path)
        try:
            process.wait(LONGEST_QUESTION)
        finally:
            stop(process)
        said = plain_bytes(place.path / SAID, MOST_SAID)
    except (OSError, subprocess.SubprocessError):
        return None
    finally:
        place.remove()
    return said.decode(errors="replace") if process.returncode == 0 else None


def key_of(source: str, command: Sequence[str], flags: Sequence[str]) -> str | None:
    """What a built library is kept under: all that it hangs on, as one digest."""
    said = described(tuple(command))
    if said is None:
        return None
    try:
        own = version("rulewright")
    except PackageNotFoundError:
        own = "?"
    parts = (source, *command, said, *flags, *features(), platform.machine(), platform.system(), platform.version(), own)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def started(command: Sequence[str], place: Path) -> subprocess.Popen[bytes]:
    """A compiler in a folder of its own, where all that it says and leaves is found."""
    with (place / SAID).open("wb") as said:
        return subprocess.Popen(
            command,
            cwd=place,
            env={**os.environ, "PATH": search_path(), "TMPDIR": str(place)},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            # A compiler starts others: they are ended together, and not by a Ctrl-C that was meant for us.
            process_group=0 if os.name == "posix" else None,
        )


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a compiler, and whatever it has started, if it is still at work."""
    if process.poll() is None:
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()


class Build:
    """A compiler at work."""

    def __init__(self, source: str, command: Sequence[str], flags: Sequence[str]) -> None:
        place = own.folder()
        try:
            self.folder = place.path
            (self.folder / "game.c").write_text(source, encoding="utf-8")
            made = [*command, *flags, *features(), "-o", f"game{SUFFIX}", "game.c"]
            self.process = started(made, self.folder)
        except OSError:
            place.remove()
            raise
        self.end = weakref.finalize(self, abandon, self.process, place)

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
                return plain_bytes(self.folder / f"game{SUFFIX}", MOST_KEPT)
            said = plain_bytes(self.folder / SAID, MOST_SAID).decode("utf-8", errors="replace").strip()
            return f"the compiler failed: {said[:500] or self.process.returncode}"
        except OSError as error:
            return f"the compiler failed: {error}"
        finally:
            self.end()


def abandon(process: subprocess.Popen[bytes], place: own.Folder) -> None:
    """Stop a compiler that nobody waits for any more, and leave nothing behind."""
    stop(process)
    place.remove()


def is_whole(library: bytes) -> bool:
    """Whether a library goes on to its end: Linux takes one that is cut off for good, and ends the process that touches it."""
    if library[:5] != ELF_64 or len(library) < ELF_HEADER:
        return library[:5] != ELF_64
    # The table of its sections is what a linker writes last.
    (start,) = struct.unpack_from("<Q", library, 40)
    size, count = struct.unpack_from("<HH", library, 58)
    return bool(start + size * count <= len(library))


def switched_off() -> bool:
    """Whether native code is not wanted at all."""
    return os.getenv("RULEWRIGHT_NATIVE", "").strip().lower() in ("0", "no", "off", "false")
