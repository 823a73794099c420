"""`rulewright replay`: step through a game, forward and back, through the eyes of any seat."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import define, field

from rulewright.cli.render import picture
from rulewright.cli.render.columns import fold_text
from rulewright.cli.render.speech import phrase
from rulewright.cli.shell.help_layout import HelpCommand, option
from rulewright.cli.shell.shell_completion import games
from rulewright.cli.shell.terminal import Terminal
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.cli.table.exports import ExportedFiles
    from rulewright.dsl.messages.diagnostic import Diagnostic
    from rulewright.interpreter import Game, Match
    from rulewright.interpreter.match.choice_log import LoggedChoice as WrittenChoice
    from rulewright.interpreter.match.saved import Choice

SAVED = "If FILE is a saved game"
"""The heading of options for a saved game."""
AT_RANDOM = "If GAME is a rulebook"
"""The heading of options for a game of random choices."""
SCENE = 'class="scene"'
"""Marks a picture of a table."""
MOST_CHOICES = 5000
"""A longer game of random choices is shown up to here."""
BETWEEN_COPIES = 25
"""A position is kept at each multiple of this many choices, to make going back cheap."""


@click.command(
    name="replay",
    cls=HelpCommand,
    examples=[
        ("rulewright replay FILE", "step through a saved game"),
        ("rulewright replay FILE --seat 2 --whole", "all that seat 2 saw"),
        ("rulewright replay GAME --seed 7", "a game of random choices"),
    ],
)
@click.argument("file", metavar="FILE|GAME", shell_complete=games)
@click.option("--seat", type=click.IntRange(min=1), metavar="N", help="Show what seat N sees (default: what an onlooker sees).")
@click.option("--whole", is_flag=True, help="Print the whole game at once.")
@click.option(
    "--svg", type=click.Path(path_type=Path), metavar="FILE", help="Draw the last position into FILE, a picture for browsers."
)
@click.option(
    "--lang",
    "language",
    metavar="LANGUAGE",
    help="Use this language, such as fr (default: that of LANG if the game has it, else English).",
)
@option(
    SAVED,
    "--of",
    "reference",
    metavar="GAME",
    shell_complete=games,
    help="Name the rulebook, if it is not bundled, not here and not beside FILE.",
)
@option(AT_RANDOM, "--seed", type=int, metavar="S", help="Replay the game that `simulate` plays with this seed.")
@option(AT_RANDOM, "--players", type=int, metavar="N", help="Replay a game of N players (default: the fewest possible).")
@option(AT_RANDOM, "--variant", "variants", multiple=True, metavar="V", help="Add a variant; repeatable.")
@option(AT_RANDOM, "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option; repeatable.")
def command(
    file: str, reference: str | None, seed: int | None, players: int | None, variants: tuple[str, ...],
    settings: tuple[str, ...], seat: int | None, language: str | None, svg: Path | None, *, whole: bool,
) -> int:  # fmt: skip
    """Step through the game saved in FILE, or through a game of GAME in which all choices are random.

    Press Enter for the next choice and its effects, or type `back` for the previous one. A number jumps to the position
    after that many choices, and `end` to the last position. Type `seat 2` to see through the eyes of seat 2, or `all` for
    an onlooker's view. `record NAME` writes the choices so far to a file, as an example for the rulebook.
    """
    from rulewright.cli.shell import save_files
    from rulewright.cli.shell.game_choice import GameChoice, player_count, spoken_language
    from rulewright.cli.shell.marked_files import write_over
    from rulewright.cli.shell.problems import FINDINGS, GOOD, problem, show_problems
    from rulewright.cli.table.exports import ExportedFiles
    from rulewright.cli.table.unfinished import game_of, reference_of

    recorded: SteppedGame
    if seed is None:
        if players is not None or variants or settings:
            way_out = Phrase("name-a-game-and-a-seed-or")
            raise problem("bad-setting", Phrase("a-kept-game-is-played-as-it"), way_out)
        path = save_files.save_named(file)
        text, _ = save_files.read_save(path)
        game = game_of(text, GameChoice(reference or reference_of(text, path, by_option=True)))
        spoken = spoken_language(game, language)
        recorded = RecordedGame.read(game, text, spoken)
    else:
        game = GameChoice(file, variants, settings).load()
        spoken = spoken_language(game, language)
        recorded = RandomGame.played(game, player_count(game, players), seed, spoken)
    if seat is not None and seat > recorded.players:
        raise problem(
            "bad-seats", Phrase("there-is-no-seat-play", seat=seat, players=recorded.players), Phrase("name-one-of-these")
        )
    eyes = None if seat is None else seat - 1
    replay = Replay(recorded, Terminal(), spoken, eyes, ExportedFiles(partial(phrase, spoken)))
    if svg is not None:
        write_over(svg, recorded.at(recorded.count).picture(eyes), SCENE)
    elif whole:
        replay.tell_all()
    else:
        replay.step_through()
    if recorded.stopped is not None:
        show_problems([recorded.stopped], err=True)
        return FINDINGS
    return GOOD


@define
class SteppedGame:
    """A game from its beginning, choice by choice."""

    kept: dict[int, Match]
    """Some positions, by the number of choices before them."""
    players: int
    count: int
    """How many choices were made in all."""
    stopped: Diagnostic | None = field(init=False, default=None)
    """The limit that ended the game, if one did."""

    def at(self, number: int) -> Match:
        """Return the position after this many choices."""
        begin = max(place for place in self.kept if place <= number)
        match = self.kept[begin]
        for place in range(begin, number):
            match = match.copy()
            self.go_on(match, place)
            if (place + 1) % BETWEEN_COPIES == 0:
                self.kept[place + 1] = match
        return match

    def go_on(self, match: Match, place: int) -> None:
        raise NotImplementedError

    def key(self, place: int) -> str:
        """Return the key of the next choice after this many choices."""
        before, after = self.at(place), self.at(place + 1)
        assert before.decision is not None
        assert after.past is not None
        options, answer = before.decision.options, after.past[1]
        return next((option.key for option, at in zip(options, options.places) if at == answer), str(answer))


@define
class RecordedGame(SteppedGame):
    choices: list[Choice]

    @classmethod
    def read(cls, game: Game, text: str, language: str) -> RecordedGame:
        """Return the game in a file; raise BrokenSave."""
        from rulewright.interpreter.match.choice_log import answer_of_key
        from rulewright.interpreter.match.save_reader import open_save
        from rulewright.interpreter.match.saves import save_summary

        standing: list[Choice] = []

        def note(match: Match, one: WrittenChoice) -> None:
            if one.back:
                del standing[-one.back :]
            elif one.in_save or match.decision is None:
                standing.append(one.choice)
            else:
                standing.append(answer_of_key(match.decision, one.key))

        # Play the whole game once, so that anything wrong is reported at the beginning.
        game.resume(text, language, note)
        first = open_save(game, save_summary(text), language)
        return cls({0: first}, first.players, len(standing), standing)

    def go_on(self, match: Match, place: int) -> None:
        from rulewright.interpreter.match.choice_log import replay_choice

        replay_choice(match, self.choices[place])


@define
class RandomGame(SteppedGame):
    """A game of random choices, up to a limit."""

    @classmethod
    def played(cls, game: Game, players: int, seed: int, language: str) -> RandomGame:
        """Return the game that `simulate` plays with a seed."""
        from rulewright.interpreter import PlayError

        match = game.start(players, seed, language=language)
        stepped = cls({0: match.copy()}, players, 0)
        try:
            while not match.over and stepped.count < MOST_CHOICES:
                match.choose_at_random()
                stepped.count += 1
                if stepped.count % BETWEEN_COPIES == 0:
                    stepped.kept[stepped.count] = match.copy()
        except PlayError as error:
            stepped.stopped = error.diagnostic
        return stepped

    def go_on(self, match: Match, place: int) -> None:  # noqa: ARG002 - chance knows
        match.choose_at_random()


@define
class Replay:
    recorded: SteppedGame
    terminal: Terminal
    language: str
    eyes: int | None
    written: ExportedFiles
    place: int = field(init=False, default=0)
    happened: int = field(init=False, default=0)
    """How much of the log was shown."""

    def step_through(self) -> None:
        """Show choices until the user has seen enough."""
        self._tell(self._say("replay-begin", self.recorded.count))
        self._show_position()
        while True:
            try:
                line = self.terminal.ask(f"{self.place}/{self.recorded.count} > ", self)
            except EOFError:
                return
            typed, _, argument = " ".join((line or "?").split()).partition(" ")
            word = typed.casefold()
            if word in ("quit", "q", self._say("command-quit")):
                return
            self._carry_out(word, argument)

    def _carry_out(self, word: str, argument: str) -> None:
        last = self.recorded.count
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
        last = self.recorded.count
        if not 0 <= place <= last:
            self._tell(self._say("replay-no-further", last))
            return
        told = place == self.place + 1
        if told:
            self._tell_choice(place)
        self.place = place
        self._show_position()

    def _tell_choice(self, place: int) -> None:
        """Show a choice and those of its effects that these eyes see."""
        before, after = self.recorded.at(place - 1), self.recorded.at(place)
        decision = before.decision
        if decision is not None and decision.seat is not None and decision.seat == self.eyes:
            key = self.recorded.key(place - 1)
            label = next((option.label for option in decision.options if option.key == key), key)
            self._tell(self._say("titled", f"{before.player_name(decision.seat)}, {decision.prompt}", label))
        self._tell_tale(after, before.happened)

    def _show_position(self) -> None:
        match = self.recorded.at(self.place)
        terminal = self.terminal
        whose = self._say("replay-onlooker") if self.eyes is None else match.player_name(self.eyes)
        terminal.show()
        terminal.show(self._say("replay-position", self.place, self.recorded.count, whose), "strong")
        terminal.show_all(picture.render(match.view(self.eyes), terminal.width, self.language))
        decision = match.decision
        if match.over:
            self._tell(self._say("over", match.outcome))
        elif decision is not None and decision.seat is not None:
            self._tell(self._say("replay-chooses", match.player_name(decision.seat)))

    def tell_all(self) -> None:
        self._tell_tale(self.recorded.at(0))
        for place in range(1, self.recorded.count + 1):
            self._tell_choice(place)
        self.place = self.recorded.count
        self._show_position()

    def _tell_tale(self, match: Match, since: int = 0) -> None:
        for act in match.tale(self.eyes, since):
            self._tell(act.text, hanging="  ")

    def _say(self, key: str, *parts: object) -> str:
        return phrase(self.language, key, *parts)

    def _tell(self, text: str, head: str = "", hanging: str = "") -> None:
        for line in fold_text(visible(text), self.terminal.width, head, hanging):
            self.terminal.show(line)
