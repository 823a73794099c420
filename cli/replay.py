"""`rulewright replay`: a game stepped through, forward and back, through the eyes of any seat."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import define, field

from rulewright.cli.completing import games
from rulewright.cli.phrases import joined, phrase
from rulewright.cli.render import picture
from rulewright.cli.render.columns import folded
from rulewright.cli.terminal import Terminal
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.cli.written import Written
    from rulewright.interpreter import Match

BETWEEN_COPIES = 25
"""Every so many choices a position is kept, so that going back makes few choices again."""


@click.command(name="replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--of",
    "reference",
    metavar="GAME",
    shell_complete=games,
    help="The rulebook, if it is neither bundled, nor here, nor beside the file.",
)
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Through whose eyes; an onlooker's if not said.")
@click.option("--whole", is_flag=True, help="Tell the whole game at once.")
@click.option(
    "--lang",
    "language",
    metavar="LANGUAGE",
    help="The language, such as fr; if not said, the one of LANG if the game speaks it, else English.",
)
def command(file: Path, reference: str | None, seat: int | None, language: str | None, *, whole: bool) -> int:
    """Step through a game that was kept in FILE.

    Enter shows the next choice and what came of it, `back` the one before, a number the position after so many choices,
    `seat 2` the same through the eyes of seat 2, `all` through an onlooker's, `end` the last position. `record NAME` writes
    the choices up to here to a file, as an example for the rulebook.
    """
    from rulewright.cli import saving
    from rulewright.cli.choosing import spoken_language
    from rulewright.cli.left import game_of, reference_of
    from rulewright.cli.problems import GOOD, problem
    from rulewright.cli.written import Written

    text, _ = saving.read_save(file)
    game = game_of(text, reference or reference_of(text, file), (), ())
    spoken = spoken_language(game, language)
    recorded = Recorded.read(game, text, spoken)
    if seat is not None and seat > recorded.players:
        raise problem("bad-seats", f"there is no seat {seat}: {recorded.players} play", "name one of these")
    eyes = None if seat is None else seat - 1
    replay = Replay(recorded, Terminal(), spoken, eyes, Written(partial(phrase, spoken)))
    if whole:
        replay.tell_all()
    else:
        replay.step_through()
    return GOOD


@define
class Recorded:
    """A game from where its file begins, choice by choice."""

    kept: dict[int, Match]
    """Positions by how many choices were made."""
    answers: list[str]
    players: int

    @classmethod
    def read(cls, game: object, text: str, language: str) -> Recorded:
        """The game of a file; raises BrokenSave."""
        from rulewright.interpreter import Game
        from rulewright.interpreter.keep.choices import split, standing
        from rulewright.interpreter.keep.saving import opened, summary

        assert isinstance(game, Game)
        # All is gone through once, so that what does not fit is said at the beginning.
        game.resume(text, language)
        first = opened(game, summary(text), language)
        return cls({0: first}, [one.key for one in standing(*split(text))], first.players)

    def at(self, number: int) -> Match:
        """The position after so many choices."""
        begin = max(place for place in self.kept if place <= number)
        match = self.kept[begin]
        for place in range(begin, number):
            match = match.copy()
            match.choose(self.answers[place])
            if (place + 1) % BETWEEN_COPIES == 0:
                self.kept[place + 1] = match
        return match


@define
class Replay:
    """Shows a recorded game at a screen."""

    recorded: Recorded
    terminal: Terminal
    language: str
    eyes: int | None
    written: Written
    place: int = field(init=False, default=0)
    happened: int = field(init=False, default=0)
    """How much of the log was told."""

    def step_through(self) -> None:
        """Until somebody has seen enough."""
        self._tell(self._say("replay-begin", len(self.recorded.answers)))
        self._show_position()
        while True:
            try:
                line = self.terminal.ask(f"{self.place}/{len(self.recorded.answers)} > ")
            except EOFError:
                return
            typed, _, argument = " ".join((line or "?").split()).partition(" ")
            word = typed.casefold()
            if word in ("quit", "q", self._say("command-quit")):
                return
            self._carry_out(word, argument)

    def _carry_out(self, word: str, argument: str) -> None:
        last = len(self.recorded.answers)
        if word in ("", "n", "next"):
            self._go_to(self.place + 1)
        elif word in ("b", "back"):
            self._go_to(self.place - 1)
        elif word == "end":
            self._go_to(last)
        elif word.isdecimal() and len(word) < 10:
            self._go_to(int(word))
        elif word == "seat" and argument.isdecimal() and 1 <= int(argument[:3]) <= self.recorded.players:
            self.eyes = int(argument[:3]) - 1
            self._show_position()
        elif word in ("record", self._say("command-record")):
            self._tell(self.written.record(argument, self.recorded.at(self.place)))
        elif word == "all":
            self.eyes = None
            self._show_position()
        else:
            self._tell(self._say("replay-help", last))

    def _go_to(self, place: int) -> None:
        last = len(self.recorded.answers)
        if not 0 <= place <= last:
            self._tell(self._say("replay-no-further", last))
            return
        told = place == self.place + 1
        if told:
            self._tell_choice(place)
        self.place = place
        self._show_position()

    def _tell_choice(self, place: int) -> None:
        """What was chosen, as far as the eyes see it, and what came of it."""
        before, after = self.recorded.at(place - 1), self.recorded.at(place)
        decision = before.decision
        if decision is not None and decision.seat is not None and decision.seat == self.eyes:
            key = self.recorded.answers[place - 1]
            label = next((option.label for option in decision.options if option.key == key), key)
            self._tell(self._say("titled", f"{before.player_name(decision.seat)}, {decision.prompt}", label))
        self._tell_tale(after, before.happened)

    def _show_position(self) -> None:
        match = self.recorded.at(self.place)
        terminal = self.terminal
        whose = self._say("replay-onlooker") if self.eyes is None else match.player_name(self.eyes)
        terminal.show()
        terminal.show(self._say("replay-position", self.place, len(self.recorded.answers), whose), "strong")
        terminal.show_all(picture.render(match.view(self.eyes), terminal.width, self.language))
        decision = match.decision
        if match.over:
            names = [match.player_name(seat) for seat in (match.result.winners if match.result is not None else ())]
            winners = self._say("over", joined(self.language, names), len(names)) if names else self._say("over-nobody")
            self._tell(winners)
        elif decision is not None and decision.seat is not None:
            self._tell(self._say("replay-chooses", match.player_name(decision.seat)))

    def tell_all(self) -> None:
        """From the first choice to the last."""
        self._tell_tale(self.recorded.at(0))
        for place in range(1, len(self.recorded.answers) + 1):
            self._tell_choice(place)
        self.place = len(self.recorded.answers)
        self._show_position()

    def _tell_tale(self, match: Match, since: int = 0) -> None:
        for act in match.tale(self.eyes, since):
            self._tell(act.text, hanging="  ")

    def _say(self, key: str, *parts: object) -> str:
        return phrase(self.language, key, *parts)

    def _tell(self, text: str, head: str = "", hanging: str = "") -> None:
        for line in folded(visible(text), self.terminal.width, head, hanging):
            self.terminal.show(line)
