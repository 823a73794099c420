"""Keep bytes that were expensive to make in a folder of the user's, from one process to the next.

They may be code, so anyone who could write into the folder could run code as the user. So the folder and each file in it
must be the user's own, no links, and writable by nobody else. Each file ends with a digest of its contents, its kind and
its key. If anything is wrong, nothing is found or kept, but there is never an error. That includes a folder that cannot be
made, a full disk, and a system without owners of files.

Files are written under another name and then renamed, so any number of processes may read and write at the same time. If
there are too many or too large files, the least recently used go first.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

VARIABLE = "RULEWRIGHT_CACHE"
OFF = "off"
MOST_FILES = 400
MOST_BYTES = 200_000_000
LARGEST = 20_000_000
MARK = b"rulewright 1 "
KEY = re.compile(r"[0-9a-f]{64}")
KIND = re.compile(r"[a-z]{1,20}")
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def cache_folder() -> Path | None:
    """Return the folder, or None if nothing is kept."""
    # Without owners of files nobody can tell whose they are.
    if not hasattr(os, "geteuid"):
        return None
    named = os.environ.get(VARIABLE, "")
    if named.lower() == OFF:
        return None
    # A relative path would depend on the current folder, which might be anybody's.
    if Path(named).is_absolute():
        return Path(named)
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    with suppress(RuntimeError):
        return (base if base.is_absolute() else Path.home() / ".cache") / "rulewright"
    return None


def fetch(kind: str, key: str) -> bytes | None:
    """Return what was kept of a kind under a key of 64 hexadecimal digits, or None if nothing can be trusted."""
    name = name_of(kind, key)
    try:
        with opened() as place:
            if place is None:
                return None
            file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=place)
            with os.fdopen(file, "rb") as stream:
                status = os.fstat(file)
                if not stat.S_ISREG(status.st_mode) or not is_own(status):
                    return None
                held = stream.read(LARGEST + 1)
                content = held[: -len(seal(kind, key, b""))]
                if held[len(content) :] != seal(kind, key, content):
                    return None
                with suppress(OSError):
                    os.utime(file)
                return content
    except OSError:
        return None


def keep(kind: str, key: str, content: bytes) -> Path | None:
    """Keep something of a kind under a key. Return the file that begins with it, or None if it was not kept."""
    name = name_of(kind, key)
    held = content + seal(kind, key, content)
    if len(held) > LARGEST:
        return None
    try:
        with opened(make=True) as place:
            if place is None:
                return None
            write(place, name, held)
            make_room(place)
        found = cache_folder()
        return None if found is None else found / name
    except OSError:
        return None


def name_of(kind: str, key: str) -> str:
    if not KIND.fullmatch(kind) or not KEY.fullmatch(key):
        raise ValueError("neither a kind nor a key may have anything to say to the file system")
    return f"{kind}-{key}"


def seal(kind: str, key: str, content: bytes) -> bytes:
    """Return the end of a file. It is no header, since some readers want a file to begin with its contents."""
    digest = hashlib.sha256(f"{kind} {key}\n".encode("ascii"))
    digest.update(content)
    return b"\n" + MARK + digest.hexdigest().encode("ascii") + b"\n"


def is_own(status: os.stat_result) -> bool:
    """Return whether a file or folder is the user's, and nobody else may write into it."""
    return status.st_uid == os.geteuid() and not status.st_mode & WRITABLE_BY_OTHERS


@contextmanager
def opened(make: bool = False) -> Iterator[int | None]:
    """Hold the folder open, so that nobody can exchange it meanwhile; None if it cannot be trusted."""
    path = cache_folder()
    if path is None:
        yield None
        return
    if make:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            path.mkdir(mode=0o700)
    place = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        yield place if is_own(os.fstat(place)) else None
    finally:
        os.close(place)


def write(place: int, name: str, held: bytes) -> None:
    """Write a file, which gets its name only when it is complete."""
    aside = f".{name}-{secrets.token_hex(8)}"
    file = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=place)
    try:
        with os.fdopen(file, "wb") as stream:
            stream.write(held)
        os.replace(aside, name, src_dir_fd=place, dst_dir_fd=place)
    except OSError:
        with suppress(OSError):
            os.unlink(aside, dir_fd=place)
        raise


def make_room(place: int) -> None:
    """Delete the least recently used files, and leftovers of processes that were stopped while writing."""
    found: list[tuple[int, int, str]] = []
    with os.scandir(place) as entries:
        for entry in entries:
            # Only files from here are deleted: the folder may contain others.
            if OURS.fullmatch(entry.name):
                with suppress(OSError):
                    status = entry.stat(follow_symlinks=False)
                    found.append((status.st_mtime_ns, status.st_size, entry.name))
    found.sort(reverse=True)
    total = 0
    for number, (_, size, name) in enumerate(found, 1):
        total += size
        if number > MOST_FILES or total > MOST_BYTES:
            with suppress(OSError):
                os.unlink(name, dir_fd=place)


OURS = re.compile(rf"\.?{KIND.pattern}-{KEY.pattern}(-[0-9a-f]{{16}})?")
