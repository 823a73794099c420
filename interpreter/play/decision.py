"""What a match gives to whoever plays: decisions and their options, how it ended, and what can go wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, overload

from attrs import define

from rulewright.dsl.diagnostic import Diagnostic


class PlayError(Exception):
    """A rulebook came to a limit while it was played; `diagnostic` says where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class BrokenSave(Exception):
    """A text that is no save of this game; `diagnostic` says what is wrong with it."""

    def __init__(self, message: str, help: str) -> None:
        self.diagnostic = Diagnostic(name="broken-save", message=message, span=None, help=help)
        super().__init__(message)


def misfit() -> BrokenSave:
    """The error of a save whose checksum is right and whose contents are not."""
    return BrokenSave("this saved game does not fit its rulebook", "begin a new game")


class WrongChoice(ValueError):
    """What was chosen is none of the options."""


class Option(NamedTuple):
    """One option of a decision; `weight` is its share of chance, else 1."""

    key: str
    label: str
    weight: int = 1


class Result(NamedTuple):
    """How a game ended: the winners' seats, the scores if there are any, and how long it took."""

    winners: tuple[int, ...]
    scores: tuple[int, ...] | None
    decisions: int = 0
    finished: bool = True


class Options(Sequence[Option]):
    """The options of a decision, put in order and into words only when they are looked at."""

    def __init__(
        self, count: int, order: Callable[[], Sequence[int]], make: Callable[[Sequence[int]], list[Option]]
    ) -> None:
        """`order`: where each option is among the answers as the rules have listed them; `make` has them in words."""
        self._count = count
        self._order = order
        self._make = make
        self._ordered: Sequence[int] | None = None
        self._made: list[Option] | None = None

    @property
    def _places(self) -> Sequence[int]:
        if self._ordered is None:
            self._ordered = self._order()
        return self._ordered

    def _all(self) -> list[Option]:
        if self._made is None:
            self._made = self._make(self._places)
        return self._made

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Option: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...
    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        return self._all()[index]

    def __iter__(self) -> Iterator[Option]:
        return iter(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


@define(eq=False)
class Decision:
    """Somebody must choose: `seat`, or chance when it is None. Of kind `words`, any text is an answer."""

    seat: int | None
    kind: str
    options: Options
    passable: bool
    forced: bool
    """Whether there is nothing to choose: only one answer, or all that is left of a set. Then the first option is taken."""
    private: bool
    """Whether what can be chosen hangs on what not everybody sees. Then others must not notice that it is forced: who shares a
    screen is asked all the same."""
    picked: int
    """Of a set that is picked one by one: how many so far."""
    least: int
    """How many must be picked in all, 0 if nothing need be."""
    most: int
    """How many may be picked in all."""
    _so_far: Callable[[], list[str]]
    _prompt: Callable[[], str]

    @property
    def _places(self) -> Sequence[int]:
        """Where each option is among the answers as the rules have listed them."""
        return self.options._places

    @property
    def so_far(self) -> list[str]:
        """What has been picked so far of a set, in words."""
        return self._so_far()

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self._prompt()


def check_standing(at: Sequence[int], on: Sequence[Sequence[int]]) -> None:
    """Everything lies where it is said to be, and nowhere else."""
    standing = [(thing, space) for space, lying in enumerate(on) for thing in lying]
    if sorted(standing) != [(thing, space) for thing, space in enumerate(at) if space >= 0] or at[-1] != -1 or on[-1]:
        raise misfit()
