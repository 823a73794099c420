"""One game at one screen, with people and bots, from its start or where it was left to its end or where it is left.

The match is never changed where it stands: each choice is made in a copy, which then takes its place. So Ctrl-C, or a
limit that the engine met, leaves a match that can be saved, at whatever moment it comes.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.cli import saving
from rulewright.cli.answers import COMMANDS, Command, Hint, Picked, Said, understand
from rulewright.cli.cards import card_texts
from rulewright.cli.choosing import shown_title
from rulewright.cli.problems import FINDINGS, GOOD, show_problems
from rulewright.cli.render import board, question
from rulewright.cli.terminal import Terminal, drop_output, undisturbed
from rulewright.dsl.diagnostic import visible
from rulewright.interpreter import PlayError
from rulewright.interpreter.bots import Bot, bot, derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Match, Option

_LINES_AFTER_RESUMING = 8
_STEPS_BETWEEN_LOGS = 100


class _Left(Exception):  # noqa: N818 - nothing went wrong
    """Somebody stops playing."""


@frozen(kw_only=True)
class Settings:
    """How a game is played at this screen."""

    kinds: tuple[str, ...]
    """`human` or the name of a bot, for each seat."""
    language: str
    again: str
    """The command that goes on with this game, but for the file."""
    save_as: Path | None
    resumed: bool
    is_open: bool


@define
class Session:
    """Play, and keep what is needed for it."""

    match: Match
    terminal: Terminal
    settings: Settings
    bots: dict[int, Bot] = field(init=False)
    humans: list[int] = field(init=False)
    at_screen: int | None = None
    """The person who sits there now."""
    shown: dict[int | None, int] = field(factory=dict)
    """How many lines of its log each seat has seen; None is what all may see."""
    written: set[Path] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        kinds = self.settings.kinds
        self.humans = [seat for seat, kind in enumerate(kinds) if kind == "human"]
        self.bots = {
            seat: bot(kind, derived_seed(self.match.seed, seat)) for seat, kind in enumerate(kinds) if kind != "human"
        }

    def play(self) -> int:
        """Until the game is over or somebody leaves; returns the exit code."""
        try:
            self._begin()
            while self.match.decision is not None:
                self._decide(self.match.decision)
            self._end()
            self.terminal.stdout.flush()
        except (_Left, KeyboardInterrupt, EOFError, OSError):
            # A terminal that was closed is an error of the system, and no reason to lose a game.
            return self._leave()
        except PlayError as error:
            show_problems([error.diagnostic], err=True)
            self._leave()
            return FINDINGS
        except Exception:
            self._leave()
            raise
        return GOOD

    def _begin(self) -> None:
        game, show = self.match.game, self.terminal.show
        show(", ".join([shown_title(game.titles, game.name, self.settings.language), *game.variants]), "strong")
        show(f"{self.match.players} players, seed {self.match.seed}")
        if self.humans:
            names = ", ".join(map(self.match.player_name, self.humans))
            show(f"At this screen: {names}. Type ? to see what can be typed.")
        if self.settings.resumed:
            for seat in (*self.humans, None):
                self.shown[seat] = max(0, len(self.match.log(seat)) - _LINES_AFTER_RESUMING)

    def _decide(self, decision: Decision) -> None:
        seat = decision.seat
        if seat is None:
            raise ValueError("chance asks nobody here: it falls by the seed")
        choice: Option | int | str
        if seat in self.bots:
            choice = self.bots[seat].choose(self.match)
        else:
            if seat != self.at_screen:
                self._sit_down(seat)
                self._show_table(seat)
            elif len(self.match.log(seat)) > self.shown.get(seat, 0):
                self._show_table(seat)
            choice = self._ask(decision, seat)
        following = self.match.copy()
        following.choose(choice)
        self.match = following
        # The log is put into words as a whole: now and then is often enough where nobody is asked.
        if not self.humans and self.match.steps % _STEPS_BETWEEN_LOGS == 0:
            self._show_log(None)

    def _sit_down(self, seat: int) -> None:
        """Let the next person come to the screen, unseen by the others."""
        if len(self.humans) > 1 and not self.settings.is_open:
            name = self.match.player_name(seat)
            # At the very beginning there is nothing to hide, but a seed to read.
            if self.at_screen is not None:
                self.terminal.clear()
            request = f"{name}, press Enter when you are alone at the screen. "
            if self.terminal.interactive:
                self.terminal.ask(visible(request))
            else:
                self.terminal.show(request.rstrip())
            self.terminal.clear()
        self.at_screen = seat

    def _show_table(self, seat: int) -> None:
        self._show_log(seat)
        self.terminal.show()
        self.terminal.show_all(board.render(self.match.view(seat), self.terminal.width))

    def _show_log(self, seat: int | None) -> None:
        """What happened since the seat has looked."""
        lines = self.match.log(seat)
        new = lines[self.shown.get(seat, 0):]
        if new and self.humans:
            self.terminal.show()
        for line in new:
            self.terminal.show(f"- {line}")
        self.shown[seat] = len(lines)
        if seat is not None:
            self.shown[None] = len(self.match.log(None))

    def _ask(self, decision: Decision, seat: int) -> Option | int | str:
        """Ask until there is an answer."""
        self._show_question(decision, seat)
        while True:
            line = self.terminal.ask("> ")
            answer = Hint("that is too long") if line is None else understand(line, decision)
            match answer:
                case Picked(option):
                    return option
                case Said(text):
                    return text
                case Command(name, argument):
                    self._carry_out(name, argument, decision, seat)
                case Hint(text):
                    self.terminal.show(text)

    def _show_question(self, decision: Decision, seat: int) -> None:
        show = self.terminal.show
        show()
        show(f"{self.match.player_name(seat)}: {decision.prompt}", "strong")
        self.terminal.show_all(question.render(decision, self.terminal.width))

    def _carry_out(self, name: str, argument: str, decision: Decision, seat: int) -> None:
        show = self.terminal.show
        if name == "help":
            show("Type the number of an option, its name, or the beginning of its name. And:")
            slash = "/" if decision.kind == "words" else ""
            for command, text in COMMANDS.items():
                show(f"  {slash + command:<8}{text}")
            if not slash:
                show("Where an option is called like one of these, write a / before the command.")
        elif name == "board":
            self.terminal.show_all(board.render(self.match.view(seat), self.terminal.width))
            self._show_question(decision, seat)
        elif name == "log":
            self.terminal.show_all(f"- {line}" for line in self.match.log(seat))
            self._show_question(decision, seat)
        elif name == "read":
            self.terminal.show_all(card_texts(self.match.game, argument, self.settings.language))
        elif name == "save":
            self._save_to(argument)
        else:
            raise _Left

    def _save_to(self, name: str) -> None:
        """`save FILE`, in the middle of the game."""
        path = Path(name)
        try:
            if not name:
                self.terminal.show("type save and the name of a file")
            elif path in self.written:
                saving.replace(path, self.match.save())
                self.terminal.show(f"saved in {path}")
            else:
                saving.write_new(path, self.match.save())
                self.written.add(path)
                self.terminal.show(f"saved in {path}")
        except FileExistsError:
            self.terminal.show(f"{path} exists already: choose another name")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "that cannot be the name of a file"
            self.terminal.show(f"cannot save in {path}: {reason}".lower())

    def _end(self) -> None:
        """The last log lines, the table, and who has won."""
        match, result = self.match, self.match.result
        seat = self.humans[0] if len(self.humans) == 1 else None
        if len(self.humans) > 1 and not self.settings.is_open:
            self.terminal.clear()
        self._show_table_at_end(seat)
        show = self.terminal.show
        show()
        names = [match.player_name(winner) for winner in result.winners] if result is not None else []
        if result is None or not result.finished:
            show("The game did not come to its end.", "strong")
        elif not names:
            show("The game is over. Nobody wins.", "strong")
        else:
            show(f"The game is over. {_joined(names)} {'wins' if len(names) == 1 else 'win'}.", "strong")
        if result is not None and result.scores is not None:
            points = (f"{match.player_name(seat)} {score}" for seat, score in enumerate(result.scores))
            show("Points: " + ", ".join(points))
        show(f"Seed {match.seed}, {match.steps} decisions.")

    def _show_table_at_end(self, seat: int | None) -> None:
        if len(self.humans) > 1:
            # What those who did not move last have missed.
            unseen = self.match.log(None)[-_LINES_AFTER_RESUMING:]
            if unseen:
                self.terminal.show()
            self.terminal.show_all(f"- {line}" for line in unseen)
        else:
            self._show_log(seat)
        self.terminal.show()
        self.terminal.show_all(board.render(self.match.view(seat), self.terminal.width))

    def _leave(self) -> int:
        """Save the game, and say how to go on with it."""
        with undisturbed():
            return self._save_and_say()

    def _save_and_say(self) -> int:
        text = self.match.save()
        wanted = self.settings.save_as
        problems = []
        path = None
        if wanted is not None:
            try:
                saving.replace(wanted, text)
                path = wanted
            except (OSError, ValueError) as error:
                problems.append(saving.cannot_save(wanted, error))
        try:
            path = path or saving.save_somewhere(self.match.game.name, text)
        except OSError as error:
            problems.append(saving.cannot_save("the game", error))
        self._say_goodbye(path)
        if problems:
            show_problems(problems, err=True)
        return GOOD if path is not None else FINDINGS

    def _say_goodbye(self, path: Path | None) -> None:
        show = self.terminal.show
        try:
            if self.terminal.interactive and len(self.humans) > 1 and not self.settings.is_open:
                self.terminal.clear()
            show()
            if path is None:
                show("The game could not be saved.")
            else:
                show(f"The game is saved in {path}. To go on with it:")
                show(f"  {self.settings.again} --resume {shlex.quote(str(path))}")
            show(f"Seed {self.match.seed}, {self.match.steps} decisions so far.")
            self.terminal.stdout.flush()
        except OSError:
            # The game is saved, and nobody is left to be told.
            drop_output()


def _joined(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
