"""Read messages from outside; refuse a malformed one with the reason in one word."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from attrs import frozen

VERSION = 1
LONGEST_MESSAGE = 4096
"""Bytes that a guest may send at once; the longest answer has a tenth of that."""
LARGEST_STATE = 16_000_000
"""Bytes of the largest state that is sent, and that a guest accepts."""
LONGEST_WORDS = 200
_LONGEST_TEXT = 1000
_LARGEST = 10**9

_FIELDS: Mapping[str, Mapping[str, type]] = {
    "hello": {"link": str},
    "choose": {"number": int, "choice": str},
    "name": {"name": str},
    "language": {"language": str},
    "width": {"width": int},
    "undo": {},
    "redo": {},
    "agree": {"yes": bool},
    "sit": {"seat": int, "name": str, "secret": str},
    "ask": {"what": str, "name": str},
    "look": {"back": int},
    "say": {"text": str},
    "again": {},
    "leave": {},
}
"""The fields of each type of message."""
_MORE: Mapping[str, Mapping[str, type]] = {"hello": {"name": str, "language": str, "width": int}}
"""Optional fields."""


class RequestRefused(Exception):
    """A request is refused; `key` is the phrase that says why."""

    def __init__(self, key: str, *parts: object) -> None:
        super().__init__(key)
        self.key = key
        self.parts = parts


@frozen
class GuestMessage:
    kind: str
    parts: dict[str, Any]


def message_of(text: str) -> GuestMessage:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise RequestRefused("bad-message") from None
    if not isinstance(data, dict):
        raise RequestRefused("bad-message")
    if data.pop("version", None) != VERSION:
        raise RequestRefused("other-version")
    kind = data.pop("type", None)
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise RequestRefused("bad-message")
    needed, more = _FIELDS[kind], _MORE.get(kind, {})
    if not needed.keys() <= data.keys() <= needed.keys() | more.keys():
        raise RequestRefused("bad-message")
    for name, value in data.items():
        if type(value) is not {**needed, **more}[name]:
            raise RequestRefused("bad-message")
        if isinstance(value, str) and (len(value) > _LONGEST_TEXT or not _is_text(value)):
            raise RequestRefused("bad-message")
        if isinstance(value, int) and not 0 <= value <= _LARGEST:
            raise RequestRefused("bad-message")
    return GuestMessage(kind, data)


def _is_text(value: str) -> bool:
    """Return whether a text can be encoded: JSON can contain halves of letters."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def as_text(kind: str, **parts: Any) -> str:
    return json.dumps({"version": VERSION, "type": kind, **parts}, ensure_ascii=False, separators=(",", ":"))


def drawable(width: int) -> int:
    """Return a width for which the table can be drawn: few differ, so guests at a seat often share a picture."""
    return 0 if not width else min(max(width // 20 * 20, 280), 1600)
