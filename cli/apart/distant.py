"""Read what a table has sent as a match that a terminal can show and ask about."""

from __future__ import annotations

from copy import copy
from types import SimpleNamespace
from typing import Any

from attrs import define, field, frozen

from rulewright.cli.apart import wire
from rulewright.interpreter.play.decision import Result
from rulewright.interpreter.see.view import View


@frozen
class Told:
    """An act in words, as the table sent it."""

    text: str


@define
class DistantMatch:
    """A match of which only the view of one seat is known."""

    state: dict[str, Any]
    decision: wire.Question | None = field(init=False, default=None)
    seen: View = field(init=False)
    tale_lines: list[str] = field(init=False)
    seat: int | None = field(init=False)
    names: list[str] = field(init=False)
    result: Result | None = field(init=False, default=None)
    score_title: str = field(init=False, default="")
    seed: int = field(init=False, default=0)
    wish: tuple[int, list[int]] | None = field(init=False, default=None)
    """The seat that wants to take a choice back, and the seats that must agree."""
    game: Any = field(init=False)
    program: Any = field(init=False)
    """The part of a program that shows cards: the texts of those that can be chosen."""

    def __attrs_post_init__(self) -> None:
        state = self.state
        try:
            self.seat = state["seat"]
            self.names = [wire.decoded(one["name"], str) for one in state["players"]]
            self.tale_lines = wire.decoded(state["tale"], list[str])
            self.seen = wire.view_of(state["view"])
            title, variants = wire.decoded(state["game"], str), wire.decoded(state["variants"], list[str])
            self.game = SimpleNamespace(titles={}, name=title, variants=variants, notes=[])
            if state["asked"] is not None and self.seat is not None:
                self.decision = wire.question_of(state["asked"], self.seat)
            texts = {} if self.decision is None else self.decision.texts
            cards = [SimpleNamespace(name=key, texts={"en": text}) for key, text in texts.items() if text]
            self.program = SimpleNamespace(world=SimpleNamespace(cards=cards))
            if state["wish"] is not None:
                self.wish = wire.decoded(state["wish"]["seat"], int), wire.decoded(state["wish"]["waits"], list[int])
                self.player_name(self.wish[0])
            if state["result"] is not None:
                self.finish(state["result"])
            if self.seat is not None and not 0 <= self.seat < self.players:
                raise wire.NotUnderstood("there is no such seat")
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise wire.NotUnderstood("this is no state of a table") from error

    def finish(self, result: dict[str, Any]) -> None:
        """Set the result of the game."""
        winners = tuple(wire.decoded(result["winners"], list[int]))
        if not all(0 <= winner < self.players for winner in winners):
            raise wire.NotUnderstood("there is no such winner")
        scores = wire.decoded(result["scores"], list[int] | None)
        self.result = Result(winners, None if scores is None else tuple(scores))
        self.score_title, self.seed = wire.decoded(result["points"], str), wire.decoded(result["seed"], int)

    @property
    def players(self) -> int:
        """Return the number of players."""
        return len(self.names)

    @property
    def number(self) -> int:
        """Return the number of the seat's question, or -1."""
        asked = self.state["asked"]
        return -1 if asked is None else int(asked["number"])

    def but_for_the_last(self) -> DistantMatch:
        """Return a copy without the last act."""
        twin = copy(self)
        twin.tale_lines = self.tale_lines[:-1]
        return twin

    @property
    def happened(self) -> int:
        """Return the number of acts."""
        return len(self.tale_lines)

    def tale(self, _seat: int | None = None, since: int = 0) -> list[Told]:
        """Return the acts from one on."""
        return list(map(Told, self.tale_lines[since:]))

    def view(self, _seat: int | None = None) -> View:
        """Return the view of the table."""
        return self.seen

    def player_name(self, seat: int) -> str:
        """Return the name of a player."""
        return self.names[seat]

    def named(self, seats: list[int]) -> list[str]:
        """Return the names of players."""
        return [self.names[seat] for seat in seats if 0 <= seat < self.players]

    @property
    def must_agree(self) -> bool:
        """Return whether this seat is asked if another may take a choice back."""
        return self.wish is not None and self.seat in self.wish[1]

    @property
    def awaited(self) -> list[str]:
        """Return the names of the players for whom the table waits."""
        return self.named(self.state["waiting"])


def told_before(old: list[str], new: list[str]) -> int:
    """Return how many acts of a new log were already shown: those with which the old log ends.

    If more has happened in the last act since then, it is shown again.
    """
    for count in range(min(len(old), len(new)), 0, -1):
        if old[-count:] == new[:count]:
            return count
        if old[-count:-1] == new[: count - 1] and new[count - 1].startswith(old[-1].rstrip(".")):
            return count - 1
    return 0
