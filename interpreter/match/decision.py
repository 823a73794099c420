"""Define what a match offers its players: decisions and their options, results, and errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.match.option_movers import moved_pieces
from rulewright.interpreter.match.option_outline import OutlinedOption, outlined

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.match.options import Options
    from rulewright.interpreter.position.questions import QuestionInfo
    from rulewright.interpreter.views.words import GameWords


class Decision:
    """A decision that a match waits for, of `seat`, or of chance if that is None. Of kind `words`, any text is an answer."""

    __slots__ = ("_ask", "_leads", "_match", "_so_far", "forced", "least", "most", "options", "passable", "seat")

    def __init__(
        self, match: Match, ask: QuestionInfo, seat: int | None, values: Sequence[Any], frame: Sequence[Any], options: Options
    ) -> None:
        """Describe a decision; `values` are the answers as the rules have listed them, and `frame` is that of the question."""
        self._match, self._ask, self.seat, self.options = match, ask, seat, options
        self.passable = bool(values) and values[-1] is None
        self.forced = (len(values) == 1 or ask.whole) and ask.is_forced(frame, values)
        """Whether there is nothing to choose.

        That is so with only one answer, or if all that is left of a set must be picked. Then the first option is taken.
        """
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
        """Whether the options depend on something that not everybody sees.

        Then others must not notice that it is forced: a player at a shared screen is asked all the same.
        """
        return self._ask.private

    @property
    def _places(self) -> Sequence[int]:
        """The index of each option among the answers as the rules have listed them."""
        return self.options.places

    @property
    def so_far(self) -> list[str]:
        """The members of a set picked so far, in words."""
        return self.options.told_beside(self._so_far)

    @property
    def picked(self) -> int:
        """How many members of a set have been picked so far, if they are picked one by one."""
        return len(self._so_far)

    @property
    def prompt(self) -> str:
        """The text of the question."""
        return self._match.prompt_of(self._ask, self.picked + 1, self.least, self.most)

    def outline(self) -> list[OutlinedOption]:
        """Return the options in order as parts of a list with headings."""
        return outlined(self.options)

    def moved(self) -> list[tuple[str, ...]]:
        """Return for each option in order the titles and letters of the pieces that it moves."""
        return moved_pieces(self.options)

    def leads_to(self, seconds: float, words: GameWords | None = None) -> Mapping[str, str]:
        """Say in a few words what options certainly lead to, by their keys; nothing if that takes longer than `seconds`.

        It may be told in other `words` than those of the match. The answer is cached.
        """
        words = words or self._match.words
        told = words.language, words.names
        if told not in self._leads:
            self._leads[told] = self._match.game.certain_effects(self._match, words, seconds)
        return self._leads[told]
