"""Play a match without a log whose position is in native memory, for callers that step through very many positions.

It is a match like any other: when a view, words or a save need lists, they are decoded from the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Self

from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.match.decision import Decision
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.setting import GameSetting
from rulewright.interpreter.position.chance import word_of
from rulewright.interpreter.position.errors import WrongChoice
from rulewright.interpreter.position.results import Result

if TYPE_CHECKING:
    from rulewright.interpreter.match.program import Program
    from rulewright.interpreter.native import library
    from rulewright.interpreter.native.native_game import NativeGame
    from rulewright.interpreter.position.position import Position

IN_PYTHON = -1


class SilentMatch(Match):
    """A match without a log, in native memory as long as native code can go on."""

    _answer: Callable[[int], int]
    _count: int
    _more = 0
    """How many decisions were made besides those that native memory counts."""
    whole = trusted = True
    past = None
    backs = ()
    origin = None

    def __init__(self, game: GameSetting, program: Program, seed: int, asks: int, language: str) -> None:
        from rulewright.interpreter.native import library

        assert program.playouts.native is not None
        self.native: NativeGame = program.playouts.native
        self._decoded: Position | None = None
        self._steps = 0
        self._asks = asks
        position = library.NativePosition(self.native.library)
        count = position.start(word_of(seed), asks)
        if count == IN_PYTHON:
            self.flat_position: library.NativePosition | None = None
            super().__init__(game, program, seed, asks, language)
            self.begin()
            self.take = self.take_in_python  # type: ignore[method-assign]
            self._count = Match.count.fget(self)  # type: ignore[attr-defined]
            return
        # Callers begin very many matches, so each is set up with no more than it needs.
        self.game, self.program, self.players, self.seed = game, program, program.world.players, seed
        self.words = program.words(language)
        self.flat_position, self._answer, self._count = position, position.choose, count

    def restart(self, seed: int) -> None:
        """Begin the game again with another seed, in the same memory, which is quicker than a new match."""
        position = self.flat_position
        count = IN_PYTHON if position is None else position.start(word_of(seed), self._asks)
        if position is None or count == IN_PYTHON:
            self.__init__(self.game, self.program, seed, self._asks, self.words.language)  # type: ignore[misc]
            return
        self.seed, self._count, self._more, self._decoded = seed, count, 0, None

    @classmethod
    def from_match(cls, match: Match) -> Match:
        """Return a match in native memory at the position of another; or that other one, if its position does not fit."""
        from rulewright.interpreter.native.flat_memory import UnfitPosition

        native = match.program.playouts.native
        assert native is not None
        try:
            position = native.position(match.position)
        except UnfitPosition:
            return match
        silent = cls.__new__(cls)
        silent.native, silent._decoded, silent._steps = native, None, match.steps
        silent._asks = match.position.asks
        silent.__dict__.update({key: value for key, value in vars(match).items() if key not in ("position", "steps")})
        silent._more = match.steps - position.decisions
        silent.hold(position)
        return silent

    def hold(self, position: library.NativePosition) -> None:
        """Go on in native memory."""
        self._decoded = None
        self.flat_position = position
        self._answer = position.choose
        self._count = position.count

    @property
    def position(self) -> Position:
        """The position on Python's lists, decoded from the memory if necessary."""
        if self._decoded is None:
            assert self.flat_position is not None
            self._decoded, self._decision = self.native.flat.decode(self.flat_position), None
        return self._decoded

    @position.setter
    def position(self, value: Position) -> None:
        self._decoded = value

    @property
    def steps(self) -> int:
        """How many decisions were made."""
        return self._steps if self.flat_position is None else self._more + self.flat_position.decisions

    @steps.setter
    def steps(self, value: int) -> None:
        self._steps = value

    @property
    def decision(self) -> Decision | None:
        """The decision that the match waits for; None at the end."""
        if self._decoded is None:
            self._decision = None
        return super().decision

    @property
    def count(self) -> int:
        """How many options the decision has; 0 when the game is over."""
        return self._count

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return super().over if self.flat_position is None else self.flat_position.over

    @property
    def result(self) -> Result | None:
        """The result, if the game has ended."""
        if self.flat_position is None:
            return super().result
        return self.playout(0) if self.flat_position.over else None

    @property
    def outlook(self) -> tuple[int, ...] | None:
        """The rulebook's estimate of how well each seat is doing."""
        found = None if self.flat_position is None else self.flat_position.outlooks()
        return super().outlook if found is None else found

    def take(self, place: int) -> int:
        """Answer the decision by the index of an answer among those that the rules have listed.

        Return how many options come next.
        """
        count = self._answer(place)
        if count < 0:
            return self.take_otherwise(place, count)
        self._count = count
        self._decoded = None
        return count

    def take_otherwise(self, place: int, answer: int) -> int:
        """Go on in Python where native code cannot."""
        if answer != IN_PYTHON:
            raise WrongChoice(f"there is no option {place}" if self._count else "the game is over")
        self.leave()
        return self.take(place)

    def take_in_python(self, place: int) -> int:
        """Answer the decision in Python."""
        self._count = super().take(place)
        return self._count

    def look(self) -> tuple[int, Sequence[Hashable], Hashable] | None:
        """Go on to the next choice among several: return the seat, the options, and a digest of its information.

        Return None at the end, and where only Python can go on: then the match is on lists.
        """
        assert self.flat_position is not None
        count, seat, digest, moves = self.flat_position.look()
        self._count, self._decoded = count, None
        if count < 0:
            self._count = self.flat_position.count
            self.leave()
        return (seat, moves, digest) if count > 0 else None

    def say(self, text: str) -> None:
        """Answer a decision of kind `words`."""
        if self.flat_position is None:
            super().say(text)
            return
        count = self.flat_position.choose_text(self.native.flat.texts.number(text))
        if count >= 0:
            self._count = count
            self._decoded = None
        else:
            self.leave()
            super().say(text)
            self._count = Match.count.fget(self)  # type: ignore[attr-defined]

    def choose_at_random(self) -> None:
        """Decide as `playout` would, with the position's own random numbers."""
        if self.flat_position is None or not self.flat_position.count:
            super().choose_at_random()
        else:
            self.take(self.flat_position.at_random())

    def leave(self) -> None:
        """Go on in Python from here on, where native code cannot."""
        self._steps, self._decoded, self.flat_position = self.steps, self.position, None
        self.take = self.take_in_python  # type: ignore[method-assign]

    def copy(self) -> Self:
        """Return a copy of the match that can go on by itself."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._decision = None
        if self.flat_position is not None:
            twin._decoded = None
            twin.flat_position = self.flat_position.copy()
            twin._answer = twin.flat_position.choose
            return twin
        twin.take = twin.take_in_python  # type: ignore[method-assign]
        twin._decoded = self.position.copy()
        return twin

    def in_lists(self) -> Match:
        """Return a copy of the match on Python's lists."""
        twin = Match(self.game, self.program, self.seed, 0, self.words.language)
        twin.words = self.words
        twin.position = self.position.copy()
        twin.whole, twin.steps = True, self.steps
        twin.remember_from_here()
        return twin

    def remember_from_here(self) -> None:
        """Do nothing: this match has no memory of the past."""

    def information(self, seat: int) -> str:
        """Raise an error, since a match without a log does not keep what a seat has heard."""
        if not 0 <= seat < self.players:
            raise ValueError(f"there is no seat {seat}")
        raise RulebookError(
            [
                Diagnostic(
                    name="no-log",
                    message=Phrase("a-match-without-a-log-does-not"),
                    span=None,
                    help=Phrase("start-it-without-log-false-to-ask"),
                )
            ]
        )
