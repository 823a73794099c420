"""Make temporary folders in which nobody but the user can create or exchange anything.

Code that is compiled there is run. So no folder on the way to it may be writable by others, except those with the sticky
bit, such as `/tmp`. The folder is locked as long as its process lives; the next process removes what a killed one has left
behind.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from rulewright.interpreter.cache import store

PREFIX = "rulewright-build-"
MOST_TRIES = 20
"""How often a folder is made again that somebody else sweeps away."""


@frozen
class PrivateFolder:
    """A folder of one's own, until it is removed."""

    path: Path
    lock: int | None

    def remove(self) -> None:
        """Remove the folder with its contents."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self.lock is not None:
            os.close(self.lock)


def folder() -> PrivateFolder:
    """Return a new folder, or raise OSError if there is nowhere to make one."""
    trouble = OSError("there is no folder that others cannot write into")
    for parent in parents():
        if is_safe(parent):
            try:
                sweep(parent)
                return new(parent)
            except OSError as error:
                trouble = error
    raise trouble


def new(parent: Path) -> PrivateFolder:
    """Return a new, locked folder in another; another process may sweep it away before the lock, so try again."""
    for _ in range(MOST_TRIES):
        path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        with suppress(FileNotFoundError):
            lock = locked(path)
            if (lock is not None or not hasattr(os, "geteuid")) and path.exists():
                return PrivateFolder(path, lock)
            if lock is not None:
                os.close(lock)
    # Nothing can be locked here, so nobody sweeps here either.
    return PrivateFolder(Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent)), None)


def parents() -> Iterator[Path]:
    """Yield the places for such a folder, the best first."""
    with suppress(OSError):
        yield Path(tempfile.gettempdir())
    own = store.cache_folder()
    if own is not None:
        with suppress(OSError):
            own.mkdir(mode=0o700, parents=True, exist_ok=True)
            yield own


def is_safe(path: Path) -> bool:
    """Return whether nobody else can exchange what the user makes in a folder, or the folder itself."""
    if not hasattr(os, "geteuid"):
        # Without owners of files nobody can tell, but the folder for temporary files is the user's own.
        return True
    try:
        path = path.resolve(strict=True)
        return all(is_closed(one.stat()) for one in (path, *path.parents))
    except (OSError, RuntimeError):
        return False


def is_closed(status: os.stat_result) -> bool:
    """Return whether a folder is the user's or the system's, and others can at most add to it."""
    others = status.st_mode & store.WRITABLE_BY_OTHERS
    return status.st_uid in (0, os.geteuid()) and (not others or bool(status.st_mode & stat.S_ISVTX))


def locked(path: Path) -> int | None:
    """Return a lock on a folder for the life of this process, or None if that is impossible."""
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ImportError:
        return None
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        flock(handle, LOCK_EX | LOCK_NB)
    except OSError:
        os.close(handle)
        return None
    return handle


def sweep(parent: Path) -> None:
    """Remove what killed processes have left."""
    for path in parent.glob(f"{PREFIX}*"):
        with suppress(OSError):
            if not path.is_symlink() and path.is_dir() and store.is_own(path.stat()):
                lock = locked(path)
                if lock is not None:
                    PrivateFolder(path, lock).remove()
