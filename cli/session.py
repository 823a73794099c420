"""One game at one screen, with people and other players, from its start or where it was left to its end or where it is left.

From the first moment on the game is kept in a file, to which each choice is added as it is made: whatever ends the process
loses nothing but the choice that was being typed. The match is never changed where it stands: each choice is made in a copy,
which then takes its place. So Ctrl-C, or a limit that the engine met, leaves a match that can be gone on with.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cli import saving
from rulewright.cli.advice import advice, thoughts_told
from rulewright.cli.answers import Command, Hint, Picked, Said, commands, too_long, understand
from rulewright.cli.cards import card_texts
from rulewright.cli.choosing import shown_title
from rulewright.cli.phrases import joined, phrase
from rulewright.cli.problems import FINDINGS, GOOD, show_problems
from rulewright.cli.render import picture, question
from rulewright.cli.render.columns import folded
from rulewright.cli.settings import Settings
from rulewright.cli.terminal import Terminal, drop_output, held_back
from rulewright.cli.undoing import Step, Steps, learnt
from rulewright.dsl.diagnostic import Diagnostic, visible
from rulewright.interpreter import PlayError
from rulewright.interpreter.keep import choices
from rulewright.interpreter.search.crew import Crew
from rulewright.interpreter.search.players import Player, SearchPlayer, player
from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Match, Option

_LINES_AFTER_RESUMING = 8
_LINES_OF_THE_TALE = 4
"""So many of the last acts stay on the screen with the table and the question."""
_LINES_AROUND = 5
"""The question itself, the line that is typed, and what is empty between them."""
_STEPS_BETWEEN_LOGS = 100
_MOST_STEPS = 20_000
"""After how many decisions a game that nobody looks after is left, so that one without an end does not run for ever."""


class _Left(Exception):
    """Somebody stops playing."""


def _unfinished(decisions: int) -> Diagnostic:
    """What is said when a game that nobody looks after is left."""
    return Diagnostic(
        "unfinished",
        f"this game was left after {decisions} decisions",
        None,
        "warning",
        help="go on with it, or look for what should end it",
    )


@define
class Session:
    """Play, and keep what is needed for it."""

    match: Match
    terminal: Terminal
    settings: Settings
    players: dict[int, Player] = field(init=False)
    """Those who are not people."""
    crew: Crew | None = field(init=False)
    """Other processes that think with them; they begin when somebody thinks long enough for it."""
    humans: list[int] = field(init=False)
    at_screen: int | None = None
    """The person who sits there now."""
    shown: dict[int | None, int] = field(factory=dict)
    """How much of what happened each seat has seen; None is an onlooker."""
    written: dict[Path, bytes] = field(factory=dict)
    """What was saved of this game, and where: only that is written over."""
    file: saving.GameFile | None = None
    """Where the game is kept while it is played."""
    steps: Steps = field(factory=Steps)
    """What was chosen since this screen was set up, to be taken back."""
    problems: list[Diagnostic] = field(factory=list)
    """Why it is kept elsewhere than was wanted."""

    def __attrs_post_init__(self) -> None:
        kinds = self.settings.kinds
        self.humans = [seat for seat, kind in enumerate(kinds) if kind == "human"]
        self.players = {
            seat: player(kind, derived_seed(self.match.seed, seat))
            for seat, kind in enumerate(kinds)
            if kind != "human"
        }
        cores = os.cpu_count() or 1
        self.crew = Crew(cores - 1) if cores > 1 else None
        for one in self.players.values():
            if isinstance(one, SearchPlayer):
                one.crew = self.crew

    def play(self) -> int:
        """Until the game is over or somebody leaves; returns the exit code."""
        self._keep()
        try:
            return self._play()
        finally:
            if self.crew is not None:
                self.crew.close()
            self._close()

    def _play(self) -> int:
        try:
            self._begin()
            began, first = time.monotonic(), self.match.steps
            while self.match.decision is not None:
                self.terminal.go_on()
                taken = self.match.steps - first
                if not self.humans and (taken >= _MOST_STEPS or time.monotonic() - began > self.settings.seconds):
                    show_problems([_unfinished(taken)], err=True)
                    return self._leave()
                self._decide(self.match.decision)
            self._end()
            self.terminal.stdout.flush()
            if self.file is not None and self.file.path != self.settings.save_as:
                # Nobody asked for the file, and there is nothing to go on with.
                self.file.remove()
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

    # ---- the file

    def _keep(self) -> None:
        """Keep the game in a file from here on."""
        wanted, before = self.settings.save_as, self.settings.replaces
        if wanted is not None:
            try:
                if before is None:
                    self.file = saving.GameFile.made(wanted, self.match.save())
                else:
                    self.file = saving.GameFile.gone_on_with(wanted, before)
                return
            except (OSError, ValueError) as error:
                self.problems.append(saving.cannot_save(wanted, error))
        self._keep_elsewhere()

    def _close(self) -> None:
        if self.file is not None:
            os.close(self.file.handle)
            self.file = None

    def _keep_elsewhere(self) -> None:
        self._close()
        with suppress(OSError):
            self.file = saving.somewhere(self.match.game.name, self.match.save())

    def _go_on(self, seat: int, choice: str) -> None:
        """Make a choice, in the file as well."""
        following = self.match.copy()
        following.choose(choice)
        step = Step(self.match, seat, choice)
        self._take_its_place(following, seat, choice)
        if self.settings.undo and self.humans:
            self.steps.add(step)

    def _take_its_place(self, following: Match, seat: int, choice: str, back: int = 0) -> None:
        """Let a match with one choice more, or with some taken back, take the place of this one."""
        with held_back():
            self.match = following
            if self.file is None:
                return
            try:
                self.file.add(choices.line_of(self.file.last, seat, choice, back), lasting=seat not in self.players)
            except OSError as error:
                self.problems.append(saving.cannot_save(self.file.path, error))
                self._keep_elsewhere()

    # ---- the game

    def _begin(self) -> None:
        game, show = self.match.game, self.terminal.show
        show(", ".join([shown_title(game.titles, game.name, self.settings.language), *game.variants]), "strong")
        begin = [self._say("begin-one" if self.match.players == 1 else "begin", self.match.players)]
        # Who knows the seed can find out what lies unseen.
        show(", ".join([*begin, self._say("seed", self.match.seed)] if self._shows_seed else begin))
        if self.humans:
            show(self._say("at-screen", ", ".join(map(self.match.player_name, self.humans))))

    @property
    def _shows_seed(self) -> bool:
        return self.settings.show_seed or not self.humans

    def _say(self, key: str, *parts: object) -> str:
        return phrase(self.settings.language, key, *parts)

    def _decide(self, decision: Decision) -> None:
        seat = decision.seat
        if seat is None:
            raise ValueError("chance asks nobody here: it falls by the seed")
        choice: Option | int | str
        if seat in self.players:
            choice = self._think(self.players[seat], seat)
        else:
            if seat != self.at_screen:
                self._sit_down(seat)
                self._show_table(seat)
            elif self._new_lines(seat):
                self._show_table(seat)
            choice = self._ask(decision, seat)
        if self.match.decision is not decision:
            # A choice was taken back, or made again.
            return
        self.steps.taken_back.clear()
        self._go_on(seat, choices.key_of(decision, choice))
        # The log is put into words as a whole: now and then is often enough where nobody is asked.
        if not self.humans and self.match.steps % _STEPS_BETWEEN_LOGS == 0:
            self._show_log(None)

    def _think(self, player: Player, seat: int) -> int | str:
        """Let a player of the program choose; who waits for it is told so."""
        waits = isinstance(player, SearchPlayer) and bool(self.humans)
        if waits:
            self.terminal.pass_by(self._say("thinks", self.match.player_name(seat)))
        try:
            return player.choose(self.match)
        finally:
            if waits:
                self.terminal.pass_by("")

    def _sit_down(self, seat: int) -> None:
        """Let the next person come to the screen, unseen by the others."""
        if len(self.humans) > 1 and not self.settings.is_open:
            name = self.match.player_name(seat)
            # At the very beginning there is nothing to hide.
            if self.at_screen is not None:
                self.terminal.clear()
            request = self._say("alone", name)
            if self.terminal.keyboard:
                self.terminal.ask(visible(request) + " ")
            else:
                self.terminal.show(request)
            self.terminal.clear()
        self.at_screen = seat

    def _show_table(self, seat: int) -> None:
        told = len(self._show_log(seat))
        self._show_board(seat, told=told)

    def _show_board(self, seat: int | None, *, whole: bool = False, told: int = 0) -> None:
        """The table; on a screen, unless all of it is wanted, it leaves room for the last acts and the question."""
        terminal, room, tale = self.terminal, None, min(told, _LINES_OF_THE_TALE)
        if terminal.height is not None and not whole:
            asked = self._question() if self.match.decision is not None else []
            room = terminal.height - len(asked) - tale - _LINES_AROUND
        terminal.show()
        view, language = self.match.view(seat), self.settings.language
        terminal.show_all(picture.render(view, terminal.width, language, room, max(0, tale - 1)))

    def _new_lines(self, seat: int | None) -> list[str]:
        """What happened since the seat has looked; of a game that was left, the last of it."""
        seen = self.shown.get(seat)
        if seen is None and self.settings.resumed:
            return self.match.log(seat)[-_LINES_AFTER_RESUMING:]
        # A log that was too long has forgotten its beginning.
        return self.match.log(seat, min(seen or 0, self.match.happened))

    def _show_log(self, seat: int | None) -> list[str]:
        new = self._new_lines(seat)
        if new and self.humans:
            self.terminal.show()
        self._show_lines(new)
        self.shown[seat] = self.match.happened
        return new

    def _show_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._tell(line, "- ", "  ")

    def _tell(self, text: str, head: str = "", hanging: str = "", style: str | None = None) -> None:
        """A text on as many lines as it needs."""
        for line in folded(visible(text), self.terminal.width, head, hanging):
            self.terminal.show(line, style)

    def _ask(self, decision: Decision, seat: int) -> Option | int | str:
        """Ask until there is an answer."""
        self._show_question(decision, seat)
        while True:
            line = self.terminal.ask("> ")
            language = self.settings.language
            answer = too_long(decision, language) if line is None else understand(line, decision, language)
            match answer:
                case Picked(option):
                    return option
                case Said(text):
                    return text
                case Command("undo" | "redo" as name, _):
                    if self._undo(seat) if name == "undo" else self._redo(seat):
                        return ""
                case Command(name, argument):
                    self._carry_out(name, argument, decision, seat)
                case Hint(text):
                    self._tell(text)

    def _show_question(self, decision: Decision, seat: int) -> None:
        terminal = self.terminal
        terminal.show()
        self._tell(self._say("titled", self.match.player_name(seat), decision.prompt), style="strong")
        terminal.show_all(self._question())

    def _question(self) -> list[str]:
        """The options, or what else can be answered, as it is shown."""
        decision, terminal = self.match.decision, self.terminal
        assert decision is not None
        return question.render(decision, terminal.width, self.settings.language, terminal.height)

    def _carry_out(self, name: str, argument: str, decision: Decision, seat: int) -> None:
        if name == "help":
            self._show_help(decision)
        elif name == "board":
            self._show_board(seat, whole=True)
            self._show_question(decision, seat)
        elif name == "log":
            self._show_lines(self.match.log(seat))
            self._show_question(decision, seat)
        elif name == "read":
            for text in card_texts(self.match, argument, self.settings.language):
                self._tell(text, hanging="  ")
        elif name == "save":
            self._save_to(argument)
        elif name == "hint":
            self._tell(advice(self.match, self.settings.language))
        else:
            raise _Left

    def _undo(self, seat: int) -> bool:
        """Go back to before the last choice of whoever is asked now, if the table allows it."""
        steps = self.steps.since(seat) if self.settings.undo else []
        if not steps:
            self._tell(self._say("undo-nothing" if self.settings.undo else "undo-off"))
            return False
        reason = learnt(steps, self.match)
        if reason:
            self._tell(self._say(reason))
            return False
        for other in dict.fromkeys(step.seat for step in steps if step.seat in self.humans):
            if other != seat and not self._agrees(other, self.match.player_name(seat)):
                self._sit_down(seat)
                self._show_table(seat)
                self._tell(self._say("undo-refused", self.match.player_name(other)))
                return False
        self._take_its_place(self.steps.take_back(len(steps)), seat, "", len(steps))
        self.shown = {one: min(count, self.match.happened - 1) for one, count in self.shown.items()}
        return True

    def _agrees(self, other: int, asking: str) -> bool:
        """Whether somebody who has chosen since lets a choice be taken back."""
        self._sit_down(other)
        yes, no = self._say("yes"), self._say("no")
        while True:
            line = self.terminal.ask(visible(self._say("undo-ask", self.match.player_name(other), asking, yes, no)) + " ")
            typed = " ".join((line or "").split()).casefold()
            if typed and (yes.startswith(typed) or no.startswith(typed)):
                return yes.startswith(typed)

    def _redo(self, seat: int) -> bool:
        """Make the choices again that were taken back last."""
        if not self.steps.taken_back or self.steps.taken_back[-1][0].seat != seat:
            self._tell(self._say("redo-nothing"))
            return False
        for step in self.steps.taken_back.pop():
            self._go_on(step.seat, step.key)
        return True

    def _show_help(self, decision: Decision) -> None:
        slash = "/" if decision.kind == "words" else ""
        self._tell(self._say("help-words" if slash else "help"))
        names = commands(self.settings.language)
        longest = max(map(len, names.values())) + 2
        for command, word in names.items():
            head = f"  {slash}{word:<{longest}}"
            self._tell(self._say(f"help-{command}"), head, " " * len(head))
        if not slash:
            self._tell(self._say("help-stroke"))

    def _save_to(self, name: str) -> None:
        """`save FILE`, in the middle of the game."""
        path = Path(name)
        try:
            if not name:
                self._tell(self._say("save-what"))
                return
            if visible(name) != name:
                # It could be made, but nobody could type it again.
                raise ValueError("control characters")
            if self.file is None or not saving.same(path, self.file.path):
                text = self.match.save()
                saving.replace(path, text, self.written.get(path))
                self.written[path] = text.encode("utf-8")
            self._tell(self._say("saved", path))
        except FileExistsError:
            self._tell(self._say("save-exists", path))
        except (OSError, ValueError) as error:
            reason = (getattr(error, "strerror", None) or self._say("save-no-name")).lower()
            self._tell(self._say("save-failed", path, reason))

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
            show(self._say("unfinished"), "strong")
        elif not names:
            show(self._say("over-nobody"), "strong")
        else:
            winners = joined(self.settings.language, names)
            show(self._say("over" if len(names) == 1 else "over-many", winners), "strong")
        if result is not None and result.scores is not None:
            points = (f"{match.player_name(seat)} {score}" for seat, score in enumerate(result.scores))
            title = match.score_title or self._say("points")
            show(self._say("titled", title, ", ".join(points)))
        for seat_of_one, one in self.players.items():
            thoughts = one.thoughts if isinstance(one, SearchPlayer) else ()
            told = thoughts_told(match.player_name(seat_of_one), thoughts, self.settings.language)
            if told is not None:
                self._tell(told)
        show(self._say("end", match.seed, match.steps))

    def _show_table_at_end(self, seat: int | None) -> None:
        if len(self.humans) > 1:
            # What those who did not move last have missed.
            unseen = self.match.log(None)[-_LINES_AFTER_RESUMING:]
            if unseen:
                self.terminal.show()
            self._show_lines(unseen)
        else:
            self._show_log(seat)
        self._show_board(seat)

    def _leave(self) -> int:
        """Say how to go on with the game; if it does not stand in its file, save it first."""
        if self.file is None or not self.file.is_true():
            if self.file is not None:
                self.problems.append(saving.cannot_save(self.file.path, saving.written_meanwhile()))
            self._keep_elsewhere()
        self._say_goodbye(None if self.file is None else self.file.path)
        with suppress(OSError):
            show_problems(self.problems, err=True)
        return GOOD if self.file is not None else FINDINGS

    def _say_goodbye(self, path: Path | None) -> None:
        show = self.terminal.show
        try:
            if len(self.humans) > 1 and not self.settings.is_open:
                self.terminal.clear()
            show()
            if path is None:
                show(self._say("not-saved"))
            else:
                show(self._say("saved-resume", path))
                show(f"  {self.settings.again} --resume {shlex.quote(str(path))}")
            if self._shows_seed:
                # How many decisions were made would tell how many were made unseen.
                show(self._say("left", self.match.seed, self.match.steps))
            self.terminal.stdout.flush()
        except OSError:
            # The game is saved, and nobody is left to be told.
            drop_output()
