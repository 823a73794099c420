"""A text from outside comes in; a message that is well formed goes out, or a refusal that says in one word why it is not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from attrs import frozen

VERSION = 1
LONGEST_MESSAGE = 4096
"""Bytes that anybody may send at once; the longest answer has a tenth of that."""
LARGEST_STATE = 16_000_000
"""Bytes of the largest state that is sent, and that a guest takes."""
LONGEST_WORDS = 200
_LONGEST_TEXT = 1000
_LARGEST = 10**9

_FIELDS: Mapping[str, Mapping[str, type]] = {
    "hello": {"link": str},
    "choose": {"number": int, "choice": str},
    "name": {"name": str},
    "language": {"language": str},
    "undo": {},
    "redo": {},
    "agree": {"yes": bool},
    "ask": {"what": str, "name": str},
    "leave": {},
}
"""What each kind of message holds."""
_MORE: Mapping[str, Mapping[str, type]] = {"hello": {"name": str, "language": str}}
"""What it may hold besides."""


class Refused(Exception):
    """Something was asked for that cannot be had; `key` is the phrase that says why."""

    def __init__(self, key: str, *parts: object) -> None:
        super().__init__(key)
        self.key = key
        self.parts = parts


@frozen
class Message:
    """What somebody outside wants."""

    kind: str
    parts: dict[str, Any]


def message_of(text: str) -> Message:
    """The message that a text is; raises Refused."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("bad-message") from None
    if not isinstance(data, dict):
        raise Refused("bad-message")
    if data.pop("version", None) != VERSION:
        raise Refused("other-version")
    kind = data.pop("type", None)
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise Refused("bad-message")
    needed, more = _FIELDS[kind], _MORE.get(kind, {})
    if not needed.keys() <= data.keys() <= needed.keys() | more.keys():
        raise Refused("bad-message")
    for name, value in data.items():
        if type(value) is not {**needed, **more}[name]:
            raise Refused("bad-message")
        if isinstance(value, str) and (len(value) > _LONGEST_TEXT or not _is_text(value)):
            raise Refused("bad-message")
        if isinstance(value, int) and not 0 <= value <= _LARGEST:
            raise Refused("bad-message")
    return Message(kind, data)


def _is_text(value: str) -> bool:
    """Whether it can be written down: JSON can name halves of letters."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def as_text(kind: str, **parts: Any) -> str:
    """A message of ours."""
    return json.dumps({"version": VERSION, "type": kind, **parts}, ensure_ascii=False, separators=(",", ":"))
