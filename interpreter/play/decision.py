"""What a match gives to whoever plays: decisions and their options, how it ended, and what can go wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.said import Said

if TYPE_CHECKING:
    from rulewright.interpreter.play.asking import Ask
    from rulewright.interpreter.play.match import Match
    from rulewright.interpreter.see.options import Options
    from rulewright.interpreter.see.words import Words


class PlayError(Exception):
    """A rulebook came to a limit while it was played; `diagnostic` says where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(str(diagnostic.message))
        self.diagnostic = diagnostic


class BrokenSave(Exception):
    """A text that is no save of this game; `diagnostic` says what is wrong with it."""

    def __init__(self, message: Said, help: Said) -> None:
        self.diagnostic = Diagnostic(name="broken-save", message=message, span=None, help=help)
        super().__init__(str(message))


def misfit() -> BrokenSave:
    """The error of a save whose checksum is right and whose contents are not."""
    return BrokenSave(Said("this-saved-game-does-not-fit-its"), Said("begin-a-new-game"))


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


class Decision:
    """Somebody must choose: `seat`, or chance when it is None. Of kind `words`, any text is an answer."""

    __slots__ = ("_ask", "_leads", "_match", "_so_far", "forced", "least", "most", "options", "passable", "seat")

    def __init__(
        self, match: Match, ask: Ask, seat: int | None, values: Sequence[Any], frame: Sequence[Any], options: Options
    ) -> None:
        """`values`: the answers as the rules have listed them; `frame`: where the question stands."""
        self._match, self._ask, self.seat, self.options = match, ask, seat, options
        self.passable = bool(values) and values[-1] is None
        self.forced = (len(values) == 1 or ask.whole) and ask.is_forced(frame, values)
        """Whether there is nothing to choose: only one answer, or all that is left of a set. Then the first option is taken."""
        self._so_far: tuple[Any, ...] = ()
        self._leads: dict[tuple[str, tuple[str, ...]], Mapping[str, str]] = {}
        self.least, self.most = 0 if self.passable else 1, 1
        """How many must be picked in all, 0 if nothing need be, and how many may be."""
        if ask.chosen_slot >= 0:
            self._so_far, self.least, self.most = tuple(frame[ask.chosen_slot]), max(frame[ask.least], 0), frame[ask.most]

    @property
    def kind(self) -> str:
        """`one` or `words`."""
        return "words" if self._ask.kind == "words" else "one"

    @property
    def private(self) -> bool:
        """Whether what can be chosen hangs on what not everybody sees.

        Then others must not notice that it is forced: who shares a screen is asked all the same.
        """
        return self._ask.private

    @property
    def _places(self) -> Sequence[int]:
        """Where each option is among the answers as the rules have listed them."""
        return self.options.places

    @property
    def so_far(self) -> list[str]:
        """What has been picked so far of a set, in words."""
        return self.options.told_beside(self._so_far)

    @property
    def picked(self) -> int:
        """Of a set that is picked one by one: how many so far."""
        return len(self._so_far)

    @property
    def prompt(self) -> str:
        """What is asked."""
        return self._match.prompt_of(self._ask, self.picked + 1, self.least, self.most)

    def leads_to(self, seconds: float, words: Words | None = None) -> Mapping[str, str]:
        """By the keys of options what these surely lead to, in few words; nothing if that takes longer to find out.

        Told in other words than those of the match, if that is wanted; found out once.
        """
        from rulewright.interpreter.search.ahead import leads_to

        words = words or self._match.words
        told = words.language, words.names
        if told not in self._leads:
            self._leads[told] = leads_to(self._match, words, seconds)
        return self._leads[told]


def check_standing(at: Sequence[int], on: Sequence[Sequence[int]]) -> None:
    """Everything lies where it is said to be, and nowhere else."""
    standing = [(thing, space) for space, lying in enumerate(on) for thing in lying]
    if sorted(standing) != [(thing, space) for thing, space in enumerate(at) if space >= 0] or at[-1] != -1 or on[-1]:
        raise misfit()
