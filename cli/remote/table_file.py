"""Keep links, seats, names, early answers and the chat in a file beside that of the game.

It is written whole, aside, and renamed. It can open any seat, so only its owner can read it, as with the game.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from rulewright.cli.remote import wire_format
from rulewright.cli.remote.chat import MOST_KEPT, Chat
from rulewright.cli.remote.links import LONGEST_TOKEN, SeatTokens
from rulewright.cli.remote.wire_format import ROLES, ChatLine
from rulewright.cli.shell import save_files
from rulewright.cli.shell.game_choice import HUMAN, USUAL
from rulewright.cli.shell.problems import problem
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.match.saved import Given
from rulewright.interpreter.search.own_player import OwnClass

SUFFIX = ".links"
_MOST_BYTES = 1_000_000


@define
class SideFile:
    """The content of the file beside that of a game."""

    links: SeatTokens
    kinds: list[str]
    """For each seat, `human` or the name of a computer player."""
    names: list[str]
    """The names of the players; empty for one called by the number of the seat."""
    taken: list[bool]
    """For each seat, whether somebody sits there or has its link, so that nobody else can take it."""
    port: int = 0
    ahead: dict[int, list[Given]] = field(factory=dict)
    """Answers of players who choose together, before their turn."""
    before: dict[int, int] = field(factory=dict)
    """For each of these seats, how many lines of the game's file were its own at that time."""
    chat: Chat = field(factory=Chat)

    @classmethod
    def new(cls, players: int) -> SideFile:
        """Return seats for people that are all free, with new links."""
        return cls(SeatTokens.new(players), [HUMAN] * players, [""] * players, [False] * players)


@frozen
class SideFileRecord:
    """A `SideFile` in the form in which the file holds it."""

    links: list[str]
    kinds: list[str]
    names: list[str]
    taken: list[bool]
    port: int
    ahead: dict[int, list[int | str]]
    before: dict[int, int]
    chat: list[ChatLine]


def path_beside(path: Path) -> Path:
    """Return the path of the file beside that of a game."""
    return path.with_name(path.name + SUFFIX)


def write(path: Path, beside: SideFile, before: str | None) -> str:
    """Write the file beside that of a game, in place of its previous content; raise OSError."""
    ahead = {seat: answers for seat, answers in beside.ahead.items() if answers}
    before_them = {seat: beside.before[seat] for seat in ahead}
    chat = [*beside.chat.lines]
    held = SideFileRecord(beside.links.tokens, beside.kinds, beside.names, beside.taken, beside.port, ahead, before_them, chat)
    text = json.dumps(wire_format.encoded(held), ensure_ascii=False, indent=1) + "\n"
    if text != before:
        save_files.replace(path_beside(path), text, None if before is None else before.encode("utf-8"))
    return text


def read(path: Path, players: int) -> tuple[SideFile, str] | None:
    """Return what the file holds, and its text; None if there is none. Raise RulebookError."""
    beside = path_beside(path)
    if not beside.exists():
        return None
    try:
        if not save_files.is_ours(beside) or beside.stat().st_size > _MOST_BYTES:
            raise ValueError("not ours")
        text = beside.read_text(encoding="utf-8")
        return _beside(json.loads(text), players), text
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        shown = visible(str(beside)[:200])
        way_out = Phrase("remove-it-then-everybody-gets-a-new")
        raise problem("broken-links", Phrase("does-not-hold-the-links-of-this", shown=shown), way_out) from None


def _beside(data: Any, players: int) -> SideFile:
    held = wire_format.decoded(data, SideFileRecord)
    if len(held.links) != players + 1 or {len(one) for one in (held.kinds, held.names, held.taken)} != {players}:
        raise ValueError("players")
    if min(map(len, held.links)) < 20 or max(map(len, held.links)) > LONGEST_TOKEN or len(set(held.links)) < len(held.links):
        raise ValueError("links")
    if not held.ahead.keys() == held.before.keys() <= set(range(players)) or min(held.before.values(), default=0) < 0:
        raise ValueError("ahead")
    if len(held.chat) > MOST_KEPT or any(
        line.role not in ROLES or visible(said := line.name + line.text) != said for line in held.chat
    ):
        raise ValueError("chat")
    if not 0 <= held.port < 65536:
        raise ValueError("port")
    links, chat = SeatTokens(held.links), Chat.of(held.chat)
    # The file may come from anybody, and a player's own file is a program: the host has to name it again.
    kinds = [USUAL if OwnClass.named(kind) else kind for kind in held.kinds]
    return SideFile(links, kinds, held.names, held.taken, held.port, held.ahead, held.before, chat)
