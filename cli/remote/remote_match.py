"""Read what a table has sent as a match that a terminal can show and ask about."""

from __future__ import annotations

from copy import copy
from types import SimpleNamespace
from typing import Any

from attrs import define, field, frozen

from rulewright.cli.remote import wire_format
from rulewright.interpreter.position.results import Result
from rulewright.interpreter.views.view import View


@frozen
class ReceivedAct:
    """An act in words, as the table sent it."""

    text: str


@define
class RemoteMatch:
    """A match of which only the view of one seat is known."""

    state: wire_format.SeatRecord
    tale_lines: list[str] = field(init=False)
    game: Any = field(init=False)
    program: Any = field(init=False)
    """The part of a program that shows cards: the texts of those that can be chosen."""

    def __attrs_post_init__(self) -> None:
        state = self.state
        self.tale_lines = state.tale
        introduction = [{"en": text} for text in state.introduction]
        self.game = SimpleNamespace(titles={}, name=state.game, variants=state.variants, introduction=introduction, values={})
        options = [] if self.decision is None else self.decision.options
        cards = [SimpleNamespace(name=option.key, texts={"en": option.text}) for option in options if option.text]
        self.program = SimpleNamespace(world=SimpleNamespace(cards=cards))

    @property
    def seat(self) -> int | None:
        return self.state.seat

    @property
    def decision(self) -> wire_format.QuestionRecord | None:
        return None if self.seat is None else self.state.asked

    @property
    def wish(self) -> wire_format.UndoRecord | None:
        return self.state.wish

    @property
    def result(self) -> Result | None:
        ended = self.state.result
        return None if ended is None else Result(tuple(ended.winners), None if ended.scores is None else tuple(ended.scores))

    @property
    def outcome(self) -> str:
        return "" if self.state.result is None else self.state.result.told

    @property
    def score_title(self) -> str:
        return "" if self.state.result is None else self.state.result.points

    @property
    def players(self) -> int:
        return len(self.state.players)

    @property
    def number(self) -> int:
        """Return the number of the seat's question, or -1."""
        return -1 if self.state.asked is None else self.state.asked.number

    def but_for_the_last(self) -> RemoteMatch:
        twin = copy(self)
        twin.tale_lines = self.tale_lines[:-1]
        return twin

    @property
    def happened(self) -> int:
        return len(self.tale_lines)

    def tale(self, _seat: int | None = None, since: int = 0) -> list[ReceivedAct]:
        return list(map(ReceivedAct, self.tale_lines[since:]))

    def gains(self) -> list[dict[str, int]]:
        """Return nothing: the table sends no reasons for points."""
        return []

    def view(self, _seat: int | None = None) -> View:
        return self.state.view

    def player_name(self, seat: int) -> str:
        return self.state.players[seat].name

    @property
    def people(self) -> list[int]:
        """Return the seats that people have taken."""
        return [seat for seat, player in enumerate(self.state.players) if not (player.program or player.free)]

    @property
    def free(self) -> list[int]:
        """Return the seats that somebody without one may take."""
        return [seat for seat, player in enumerate(self.state.players) if player.free and self.seat is None]

    def named(self, seats: list[int]) -> list[str]:
        return [self.player_name(seat) for seat in seats if 0 <= seat < self.players]

    @property
    def must_agree(self) -> bool:
        """Return whether this seat is asked if another may take a choice back."""
        return self.wish is not None and self.seat in self.wish.waits


def acts_shown_before(old: list[str], new: list[str]) -> int:
    """Return how many acts of a new log were already shown: those with which the old log ends.

    If more has happened in the last act since then, it is shown again.
    """
    for count in range(min(len(old), len(new)), 0, -1):
        if old[-count:] == new[:count]:
            return count
        if old[-count:-1] == new[: count - 1] and new[count - 1].startswith(old[-1].rstrip(".")):
            return count - 1
    return 0
