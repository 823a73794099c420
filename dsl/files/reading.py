"""Read a file or a text into a source, or say why that fails."""

import errno
import os
import stat
from itertools import islice
from pathlib import Path

from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import did_you_mean
from rulewright.dsl.text.source import Source, Span

MAXIMUM_BYTES = 2_000_000
MOST_KEPT = 100_000_000
"""The most bytes to read from a file that the program has written, or had written."""
_PROCESSES = Path("/proc")
_MAXIMUM_NEIGHBOURS = 1000
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_OTHER_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


def read_source(path: Path, shown: str | None = None) -> tuple[Source | None, list[Diagnostic]]:
    """Read a file; `shown` is its name in messages. Never raises an exception."""
    name = shown if shown is not None else str(path)
    try:
        kind = path.stat().st_mode
        if stat.S_ISDIR(kind):
            return _failed("not-a-file", Phrase("is-a-folder", name=name), Phrase("name-a-file-inside-it"))
        data = plain_bytes(path, MAXIMUM_BYTES)
    except NotRegularFile:
        return _failed("not-a-file", Phrase("is-not-a-plain-file", name=name), Phrase("name-a-text-file"))
    except (FileNotFoundError, NotADirectoryError):
        way_out = did_you_mean(path.name, _neighbours(path)) or Phrase("check-the-spelling-and-the-folder-you")
        return _failed("no-such-file", Phrase("there-is-no-file", path=name), way_out)
    except OSError as error:
        if error.errno == errno.EFBIG:
            return _too_large(name)
        reason = (error.strerror or type(error).__name__).lower()
        return _failed("unreadable-file", Phrase("cannot-be-read", name=name, reason=reason), Phrase("check-who-may-read-it"))
    except ValueError:
        return _failed("no-such-file", Phrase("cannot-be-the-name-of-a-file", name=name))
    return source_of_bytes(data, name)


class NotRegularFile(OSError):
    """Not a file with a beginning and an end: a folder, a pipe, a device, or a file of the system."""

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, "it is not a plain file")


def plain_bytes(path: Path, most: int) -> bytes:
    """Return the content of a plain file; raise OSError if there is none, or if it is too large.

    All files that a stranger could have provided are read by this: others may never end, or never begin.
    """
    if not _is_plain(path.stat()):
        raise NotRegularFile
    # The file may have become a pipe since, and nobody should wait for that.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as file:
        if not _is_plain(os.fstat(handle)):
            raise NotRegularFile
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, "it is too large")
    return data


def _is_plain(status: os.stat_result) -> bool:
    # The system's own files look plain, but reading some of them blocks.
    return stat.S_ISREG(status.st_mode) and not (_PROCESSES.is_mount() and status.st_dev == _PROCESSES.stat().st_dev)


def source_of(text: str, name: str) -> tuple[Source | None, list[Diagnostic]]:
    """Read a text in memory. Never raises an exception."""
    return source_of_bytes(text.encode("utf-8", errors="surrogatepass"), name)


def _failed(name: str, message: Phrase, way_out: Phrase | None = None, span: Span | None = None) -> tuple[None, list[Diagnostic]]:
    return None, [Diagnostic(name, message, span, help=way_out)]


def _neighbours(path: Path) -> list[str]:
    try:
        return [neighbour.name for neighbour in islice(path.parent.iterdir(), _MAXIMUM_NEIGHBOURS)]
    except (OSError, ValueError):
        return []


def source_of_bytes(data: bytes, name: str) -> tuple[Source | None, list[Diagnostic]]:
    """Read bytes that came through a pipe. Never raises an exception."""
    if len(data) > MAXIMUM_BYTES:
        return _too_large(name)
    if data.startswith(_OTHER_BYTE_ORDER_MARKS):
        return _failed("not-text", Phrase("is-utf-16-or-utf-32-text", name=name), Phrase("save-it-as-utf-8"))
    mark = len(_BYTE_ORDER_MARK) if data.startswith(_BYTE_ORDER_MARK) else 0
    nul = data.find(b"\0")
    if nul >= 0:
        place = _place_of_byte(data, nul, mark, name)
        message = Phrase("byte-on-line-is-nul-which-no", nul=nul, line=place.line)
        return _failed("not-text", message, Phrase("check-that-it-is-a-rulebook-saved"), place)
    try:
        text = data[mark:].decode("utf-8")
    except UnicodeDecodeError as error:
        offset = error.start + mark
        place = _place_of_byte(data, offset, mark, name)
        message = Phrase("byte-on-line-is-not-utf-8", offset=offset, line=place.line)
        return _failed("not-text", message, Phrase("save-the-file-as-utf-8"), place)
    return Source(name, _with_plain_newlines(text)), []


def _too_large(name: str) -> tuple[None, list[Diagnostic]]:
    limit = f"{MAXIMUM_BYTES // 1_000_000} MB"
    return _failed("file-too-large", Phrase("is-larger-than", name=name, limit=limit), Phrase("check-that-it-is-a-rulebook"))


def _place_of_byte(data: bytes, offset: int, mark: int, name: str) -> Span:
    """Return where a byte is in a copy of the text for messages, in which all that is not text is replaced."""
    start = len(_with_plain_newlines(data[mark:offset].decode("utf-8", errors="replace")))
    text = _with_plain_newlines(data[mark:].decode("utf-8", errors="replace"))
    return Span(Source(name, text), start, min(start + 1, len(text)))


def _with_plain_newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
