"""Games in files, for their owner's eyes only: written whole or not at all, never over something else, and added to."""

from __future__ import annotations

import errno
import hashlib
import itertools
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from attrs import define

from rulewright.cli.problems import problem
from rulewright.dsl.diagnostic import Diagnostic, RulebookError, visible
from rulewright.dsl.reading import read_source
from rulewright.interpreter.keep.saving import LONGEST_SAVE

SUFFIX = ".save"
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)


def read_save(path: Path) -> tuple[str, bytes]:
    """A saved game as text, and as it stands in the file; raises RulebookError if there is none."""
    source, diagnostics = read_source(path)
    # A long game is larger than any rulebook, and the last line may be what a power cut has left of it.
    if source is None and diagnostics[0].name not in ("file-too-large", "not-text"):
        raise RulebookError(diagnostics)
    if source is None and diagnostics[0].name == "file-too-large" and path.stat().st_size > LONGEST_SAVE:
        raise RulebookError(diagnostics)
    data = path.read_bytes()
    return data.decode("utf-8", errors="replace") if source is None else source.text, data


def same(one: Path, other: Path) -> bool:
    """Whether two names are of one file."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def check_new(path: Path) -> None:
    """Raise RulebookError, before anything is played, if a game could not be saved there."""
    shown = visible(str(path)[:200])
    folder = visible(str(path.parent)[:200])
    try:
        if os.path.lexists(path):
            going_on = f", or go on with that game: `--resume {shown}`" if path.is_file() else ""
            raise problem("file-exists", f"`{shown}` exists already", "choose another name" + going_on)
        if not path.parent.is_dir():
            raise problem("no-such-folder", f"there is no folder `{folder}`", "make it, or choose another")
        # Better now than when the game has been played: the name itself may be too long, or none at all.
        path.open("x").close()
        path.unlink()
    except (OSError, ValueError) as error:
        raise RulebookError([cannot_save(path, error)]) from None


def cannot_save(path: Path | str, error: OSError | ValueError) -> Diagnostic:
    """Why a game was not saved."""
    reason = (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()
    message = f"`{visible(str(path)[:200])}` cannot be written: {reason}"
    return Diagnostic("cannot-save", message, None, help="choose another file")


# ---- whole files


def replace(path: Path, text: str, before: bytes | None) -> None:
    """Write a file in place of what was there before, or where nothing was; raises OSError.

    What somebody else has written there meanwhile stays: FileExistsError. Who may read it is as it was before.
    """
    with _aside(path, text.encode("utf-8")) as (handle, name):
        os.close(handle)
        if before is None:
            _put_where_nothing_is(name, path)
            return
        with suppress(FileNotFoundError):
            if not path.is_file() or path.read_bytes() != before:
                raise written_meanwhile()
            name.chmod(stat.S_IMODE(path.stat().st_mode))
        name.replace(path.resolve())


def rewrite(path: Path, before: bytes, text: str) -> bytes:
    """Write a game otherwise that nobody goes on with, and what stands in the file then; raises OSError and RulebookError."""
    held = GameFile.gone_on_with(path, before)
    try:
        replace(path, text, path.read_bytes())
    finally:
        os.close(held.handle)
    return text.encode("utf-8")


def somewhere(name: str, text: str) -> GameFile:
    """A file of a name that is free, here or else where files may be left; raises OSError."""
    for folder in (Path(), Path(tempfile.gettempdir())):
        for number in itertools.count(1):
            path = folder / f"{name}{'' if number == 1 else f'-{number}'}{SUFFIX}"
            try:
                return GameFile.made(path, text)
            except FileExistsError:
                continue
            except OSError:
                break
    raise OSError("nothing can be written, neither here nor in the folder for temporary files")


@contextmanager
def _aside(path: Path, data: bytes) -> Iterator[tuple[int, Path]]:
    """A file that is whole and nobody else's to read, beside the one that it is to become; it goes if it does not."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name[:40]}.", suffix=".part")
    try:
        try:
            _write(handle, data)
        except BaseException:
            os.close(handle)
            raise
        yield handle, Path(name)
    finally:
        with suppress(OSError):
            Path(name).unlink()


def _write(handle: int, data: bytes, *, lasting: bool = True) -> None:
    """All of it; what is to last also through a power cut is waited for until it is on the disk."""
    while data:
        data = data[os.write(handle, data) :]
    if lasting:
        os.fsync(handle)


def _put_where_nothing_is(aside: Path, path: Path) -> None:
    """Give a file that is whole its name; FileExistsError if there is one of that name."""
    try:
        path.hardlink_to(aside)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # Not every disk knows links.
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        aside.rename(path)


def written_meanwhile() -> FileExistsError:
    """The error of a file that holds something else than we have written."""
    return FileExistsError(errno.EEXIST, "something else was saved there meanwhile")


# ---- the file of a game that is being played


@define
class GameFile:
    """A save, and after it a line for each choice made since: whatever ends the process, the file is true.

    It is locked, so that no two processes go on with one game.
    """

    path: Path
    handle: int
    last: str
    """The line that the next one hangs on."""
    size: int
    digest: Any
    """Of what stands in the file, so far as `size`."""
    added: bytes = b""
    """What was written after that: who is stopped in the middle of it cannot know whether it stands there yet."""

    @classmethod
    def made(cls, path: Path, text: str) -> GameFile:
        """A new file; raises OSError."""
        data = text.encode("utf-8")
        with _aside(path, data) as (handle, name):
            try:
                _lock(handle)
                _put_where_nothing_is(name, path)
            except BaseException:
                os.close(handle)
                raise
        return cls.opened(path, handle, data)

    @classmethod
    def gone_on_with(cls, path: Path, before: bytes) -> GameFile:
        """A file that is there, as it was read; raises OSError, and RulebookError if somebody else goes on with it."""
        handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            try:
                _lock(handle)
            except OSError:
                way_out = "finish it there, or go on with a copy of the file"
                message = f"`{visible(str(path)[:200])}` is being played in another window"
                raise problem("game-in-use", message, way_out) from None
            if path.read_bytes() != before:
                raise written_meanwhile()
            with suppress(OSError, AttributeError):
                os.fchmod(handle, 0o600)
            # What stands after the last whole line was not written to its end; a save alone may lack even that.
            whole = before[: before.rfind(b"\n") + 1]
            os.ftruncate(handle, len(whole or before))
            os.lseek(handle, 0, os.SEEK_END)
            if not whole:
                _write(handle, b"\n")
        except BaseException:
            os.close(handle)
            raise
        return cls.opened(path, handle, whole or before + b"\n")

    @classmethod
    def opened(cls, path: Path, handle: int, data: bytes) -> GameFile:
        """A file in which this stands."""
        last = data.decode("utf-8-sig").rstrip("\r\n").rpartition("\n")[2]
        return cls(path, handle, last, len(data), hashlib.blake2b(data))

    def add(self, line: str, *, lasting: bool) -> None:
        """One more line, or several that are written at once; raises OSError if somebody else has written into the file.

        They outlast this process in any case; what is `lasting` is on the disk when this returns.
        """
        self.size += len(self.added)
        self.digest.update(self.added)
        self.added = b""
        if not self.has_its_name() or os.fstat(self.handle).st_size != self.size:
            raise written_meanwhile()
        self.added = line.encode("utf-8") + b"\n"
        _write(self.handle, self.added, lasting=lasting)
        self.last = line.rpartition("\n")[2]

    def is_true(self) -> bool:
        """Whether all that was written stands in the file, and nothing else."""
        with suppress(OSError):
            data = self.path.read_bytes()
            known = hashlib.blake2b(data[: self.size]).digest() == self.digest.digest()
            return self.has_its_name() and known and data[self.size :] in (b"", self.added)
        return False

    def has_its_name(self) -> bool:
        """Whether the file of that name is still this one."""
        with suppress(OSError):
            return os.path.samestat(os.fstat(self.handle), self.path.stat())
        return False

    def remove(self) -> None:
        """A game that is over need not be kept."""
        if self.is_true():
            with suppress(OSError):
                self.path.unlink()


def is_ours(path: Path) -> bool:
    """Whether it is a plain file of our own: in a folder for temporary files, anybody may lay down anything."""
    found = path.lstat()
    return stat.S_ISREG(found.st_mode) and (not hasattr(os, "getuid") or found.st_uid == os.getuid())


def in_use(path: Path) -> bool:
    """Whether somebody is playing the game of a file."""
    handle = os.open(path, os.O_RDWR)
    try:
        _lock(handle)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _lock(handle: int) -> None:
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return
    flock(handle, LOCK_EX | LOCK_NB)
