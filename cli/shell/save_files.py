"""Save games in files that only their owner can read: completely or not at all, and never over another file."""

from __future__ import annotations

import errno
import hashlib
import itertools
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from attrs import define

from rulewright.cli.shell.problems import problem
from rulewright.dsl.files.reading import read_source
from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError, visible
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.match.saves import LONGEST_SAVE

SUFFIX = ".save"
VARIABLE = "RULEWRIGHT_SAVES"
"""Names another folder for saved games."""
_NO_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)


def read_save(path: Path) -> tuple[str, bytes]:
    """Return a saved game as text and as bytes; raise RulebookError if there is none."""
    source, diagnostics = read_source(path)
    # A long game is larger than any rulebook, and a power cut may have damaged its last line.
    if source is None and diagnostics[0].name not in ("file-too-large", "not-text"):
        raise RulebookError(diagnostics)
    if source is None and diagnostics[0].name == "file-too-large" and path.stat().st_size > LONGEST_SAVE:
        raise RulebookError(diagnostics)
    data = path.read_bytes()
    return data.decode("utf-8", errors="replace") if source is None else source.text, data


def same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return False


def check_new(path: Path) -> None:
    """Raise RulebookError, before the game begins, if it could not be saved there."""
    shown = visible(str(path)[:200])
    folder = visible(str(path.parent)[:200])
    try:
        if os.path.lexists(path):
            raise problem(
                "file-exists",
                Phrase("shown-exists-already", shown=shown),
                (Phrase("choose-another-name-or-go-on-with", shown=shown) if path.is_file() else Phrase("choose-another-name")),
            )
        if not path.parent.is_dir():
            raise problem("no-such-folder", Phrase("there-is-no-folder", shown=folder), Phrase("make-it-or-choose-another"))
        # Try it now, not after the game: the name itself may be too long, or not possible.
        path.open("x").close()
        path.unlink()
    except (OSError, ValueError) as error:
        raise RulebookError([cannot_save(path, error)]) from None


def cannot_save(path: Path | str, error: OSError | ValueError) -> Diagnostic:
    reason = (getattr(error, "strerror", None) or str(error) or type(error).__name__).lower()
    message = Phrase("cannot-be-written", path=visible(str(path)[:200]), reason=reason)
    return Diagnostic("cannot-save", message, None, help=Phrase("choose-another-file"))


def replace(path: Path, text: str, before: bytes | None) -> None:
    """Write a file in place of its previous content, or a new one; raise OSError.

    If somebody else has changed it meanwhile, it stays as it is, and FileExistsError is raised. Its permissions stay.
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
    """Rewrite the file of a game that nobody is playing, and return its new content; raise OSError or RulebookError."""
    held = GameFile.gone_on_with(path, before)
    try:
        replace(path, text, path.read_bytes())
    finally:
        os.close(held.handle)
    return text.encode("utf-8")


def saves_folder() -> Path | None:
    """Return the folder for the games of this user, as usual on this system; None without a home."""
    named = Path(os.environ.get(VARIABLE, ""))
    # A relative path would depend on the current folder.
    if named.is_absolute():
        return named
    with suppress(RuntimeError):
        usual = Path.home() / ".local" / "share"
        if sys.platform == "darwin":
            usual = Path.home() / "Library" / "Application Support"
        base = Path(os.environ.get("LOCALAPPDATA" if os.name == "nt" else "XDG_DATA_HOME", ""))
        return (base if base.is_absolute() else usual) / "rulewright"
    return None


def usual_folders() -> tuple[Path, ...]:
    """Return the folders for games that were given no file: the user's own, or that for temporary files if it cannot be used."""
    return tuple(folder for folder in (saves_folder(), Path(tempfile.gettempdir())) if folder is not None)


def save_named(name: str) -> Path:
    """Return the file that a path means, or the name of a game in the folder of this user."""
    path, folder = Path(name), saves_folder()
    if folder is None or path.is_file():
        return path
    own = folder / f"{name}{SUFFIX}"
    return own if own.parent == folder and own.is_file() else path


def name_of_save(path: Path) -> str:
    """Return how to call a file so that `save_named` finds it: a name, or a path if it is anywhere else."""
    return path.stem if path.parent == saves_folder() and path.suffix == SUFFIX else str(path)


def somewhere(name: str, text: str) -> GameFile:
    """Create a file with a free name in one of the usual folders; raise OSError."""
    for folder in usual_folders():
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in itertools.count(1):
            path = folder / f"{name}{'' if number == 1 else f'-{number}'}{SUFFIX}"
            try:
                return GameFile.made(path, text)
            except FileExistsError:
                continue
            except OSError:
                break
    raise OSError("nothing can be written, neither in the folder for saved games nor in that for temporary files")


@contextmanager
def _aside(path: Path, data: bytes) -> Iterator[tuple[int, Path]]:
    """Write a complete private file beside the one it should become; remove it unless it takes its place."""
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
    """Write all of it; if `lasting`, wait until it is on the disk and safe from a power cut."""
    while data:
        data = data[os.write(handle, data) :]
    if lasting:
        os.fsync(handle)


def _put_where_nothing_is(aside: Path, path: Path) -> None:
    """Rename a complete file; raise FileExistsError if the name is taken."""
    try:
        path.hardlink_to(aside)
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        # Not every file system has links.
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        aside.rename(path)


def written_meanwhile() -> FileExistsError:
    """Return the error for a file with content that we have not written."""
    return FileExistsError(errno.EEXIST, "something else was saved there meanwhile")


@define
class GameFile:
    """A save, followed by a line for each choice since: it is valid whenever the process ends.

    It is locked, so that no two processes continue one game.
    """

    path: Path
    handle: int
    last: str
    """The line that the next line's check includes."""
    size: int
    digest: Any
    """The digest of the first `size` bytes."""
    added: bytes = b""
    """Bytes written after that. An interrupted write may be in the file or not."""

    @classmethod
    def made(cls, path: Path, text: str) -> GameFile:
        """Create a file; raise OSError."""
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
        """Open an existing file, with the content as it was read; raise OSError, or RulebookError if it is in use."""
        handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
        try:
            try:
                _lock(handle)
            except OSError:
                way_out = Phrase("finish-it-there-or-go-on-with")
                message = Phrase("is-being-played-in-another-window", path=visible(str(path)[:200]))
                raise problem("game-in-use", message, way_out) from None
            if path.read_bytes() != before:
                raise written_meanwhile()
            with suppress(OSError, AttributeError):
                os.fchmod(handle, 0o600)
            # The rest after the last whole line was cut off; a save alone may also lack its newline.
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
        """Open a file with this content."""
        last = data.decode("utf-8-sig").rstrip("\r\n").rpartition("\n")[2]
        return cls(path, handle, last, len(data), hashlib.blake2b(data))

    def add(self, line: str, *, lasting: bool) -> None:
        """Add a line, or several at once; raise OSError if somebody else has changed the file.

        The line survives this process; if `lasting`, it is on the disk when this returns.
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
        """Return whether the file contains all that was written, and nothing else."""
        with suppress(OSError):
            data = self.path.read_bytes()
            known = hashlib.blake2b(data[: self.size]).digest() == self.digest.digest()
            return self.has_its_name() and known and data[self.size :] in (b"", self.added)
        return False

    def has_its_name(self) -> bool:
        """Return whether its name still belongs to this file."""
        with suppress(OSError):
            return os.path.samestat(os.fstat(self.handle), self.path.stat())
        return False

    def remove(self) -> None:
        """Remove the file: a game that is over need not be kept."""
        if self.is_true():
            with suppress(OSError):
                self.path.unlink()


def is_ours(path: Path) -> bool:
    """Return whether it is a plain file of our own: anybody can put one into the folder for temporary files."""
    found = path.lstat()
    return stat.S_ISREG(found.st_mode) and (not hasattr(os, "getuid") or found.st_uid == os.getuid())


def in_use(path: Path) -> bool:
    """Return whether somebody is playing the game in a file."""
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
