"""Build a library from a C program: with the machine's compiler, in the background, or from the cache."""

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

from rulewright.dsl.files.reading import MOST_KEPT, plain_bytes
from rulewright.interpreter.cache import private_folder

LIBRARIES = () if sys.platform == "win32" else ("-lm",)
"""The compiler needs these for logarithms."""
FLAGS = (
    "-O2",
    "-std=gnu11",
    "-shared",
    *(() if sys.platform == "win32" else ("-fPIC", "-fvisibility=hidden")),
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    # Errors in the text stay errors. Nobody reads warnings, but no flag may silence them: some compilers then also silence
    # these errors.
    "-Werror=incompatible-pointer-types",
    "-Werror=int-conversion",
    "-Werror=implicit-function-declaration",
)
SUFFIX = {"win32": ".dll", "darwin": ".dylib"}.get(sys.platform, ".so")
"""The suffix of libraries on this system."""
SAID = "said"
"""The file for everything that a compiler prints."""
LONGEST_QUESTION = 2.0
"""How many seconds a compiler may take to print its version."""
MOST_SAID = 1_000_000
"""How many bytes of a compiler's output are read; one that prints more is useless."""
ELF_64, ELF_HEADER = b"\x7fELF\x02", 64
"""The first bytes of a library on Linux, and the length of its header."""
ZEN_3 = 25
"""From this family on, AMD's processors are quick at what FAST_DEPOSIT stands for."""


def compiler() -> tuple[str, ...] | None:
    """Return the command of a C compiler: the wanted one ($CC), or any."""
    return compiler_command(os.getenv("CC"))


@cache
def compiler_command(wanted: str | None) -> tuple[str, ...] | None:
    """Return the command of the wanted compiler, or else of any: the machine's, or that of the extra `native`."""
    for name in [wanted] if wanted else ["cc", "gcc", "clang"]:
        with suppress(ValueError):
            command = shlex.split(name)
            if command and (path := shutil.which(command[0], path=search_path())) and Path(path).is_absolute():
                return path, *command[1:]
    return None if wanted else brought()


def search_path() -> str:
    """Return where to look for programs: never in the current folder, where anybody may have put them."""
    # An empty path would mean the usual one.
    entries = os.getenv("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(entry for entry in entries if Path(entry).is_absolute()) or os.devnull


def brought() -> tuple[str, ...] | None:
    """Return the compiler inside the package `ziglang`, if that is installed.

    It is started directly: Python would take longer.
    """
    with suppress(ImportError, ValueError):
        package = importlib.util.find_spec("ziglang")
        for place in (package.submodule_search_locations or ()) if package is not None else ():
            path = shutil.which("zig", path=place)
            if path is not None:
                # By default it would use every feature of this processor, but the library may be kept for another one.
                return path, "cc", "-mcpu=baseline"
    return None


@cache
def features() -> tuple[str, ...]:
    """Return flags for additional features of this processor, if the system reports them: counting and finding bits."""
    if platform.machine().lower() not in ("x86_64", "amd64"):
        return ()
    if sys.platform == "darwin":
        # All of Apple's 64-bit processors but the very first have this.
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
    """Return what a compiler says it is, or None if it says nothing."""
    try:
        place = private_folder.folder()
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
    """Return the key of a built library: a digest of everything that it depends on."""
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
    """Start a compiler in a folder of its own, which collects everything that it prints and leaves."""
    with (place / SAID).open("wb") as said:
        return subprocess.Popen(
            command,
            cwd=place,
            env={**os.environ, "PATH": search_path(), "TMPDIR": str(place)},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            # A compiler starts other programs: they end together, and not by a Ctrl-C that was meant for us.
            process_group=0 if os.name == "posix" else None,
        )


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a compiler, and whatever it has started, if it is still running."""
    if process.poll() is None:
        end_group(process)


def end_group(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """End a process with a session of its own, and all that it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


class CompilerRun:
    """A running compiler."""

    def __init__(self, source: str, command: Sequence[str], flags: Sequence[str]) -> None:
        place = private_folder.folder()
        try:
            self.folder = place.path
            (self.folder / "game.c").write_text(source, encoding="utf-8")
            made = [*command, *flags, *features(), "-o", f"game{SUFFIX}", "game.c", *LIBRARIES]
            self.process = started(made, self.folder)
        except OSError:
            place.remove()
            raise
        self.end = weakref.finalize(self, abandon, self.process, place)

    def done(self, seconds: float) -> bool:
        """Return whether the compiler has finished, or does so within some seconds."""
        with suppress(subprocess.TimeoutExpired):
            if seconds:
                self.process.wait(seconds)
        return self.process.poll() is not None

    def library(self) -> bytes | str:
        """Return the library, or why there is none."""
        try:
            if self.process.returncode == 0:
                return plain_bytes(self.folder / f"game{SUFFIX}", MOST_KEPT)
            said = plain_bytes(self.folder / SAID, MOST_SAID).decode("utf-8", errors="replace").strip()
            return f"the compiler failed: {said[:500] or self.process.returncode}"
        except OSError as error:
            return f"the compiler failed: {error}"
        finally:
            self.end()


def abandon(process: subprocess.Popen[bytes], place: private_folder.PrivateFolder) -> None:
    """Stop a compiler that nobody waits for any more, and leave nothing behind."""
    stop(process)
    place.remove()


def is_whole(library: bytes) -> bool:
    """Return whether a library is complete: Linux would load a truncated one, and kill the process that touches it."""
    if library[:5] != ELF_64 or len(library) < ELF_HEADER:
        return library[:5] != ELF_64
    # A linker writes the table of its sections last.
    (start,) = struct.unpack_from("<Q", library, 40)
    size, count = struct.unpack_from("<HH", library, 58)
    return bool(start + size * count <= len(library))


def switched_off() -> bool:
    """Return whether native code is switched off."""
    return os.getenv("RULEWRIGHT_NATIVE", "").strip().lower() in ("0", "no", "off", "false")
