"""Play one game at one screen, with people and computer players, from its start or a save to its end or until it is left.

The game is in a file from the first moment on, and each choice is added when it is made. If the process dies, only the
choice being typed is lost. Each choice is made in a copy of the match, which then takes its place. So Ctrl-C, or a limit of
the engine, leaves a match that can be resumed.
"""

from __future__ import annotations

import os
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cli.shell import save_files
from rulewright.cli.shell.game_choice import HUMAN
from rulewright.cli.shell.problems import FINDINGS, GOOD, show_problems
from rulewright.cli.shell.terminal import Terminal, drop_output, holding_signals
from rulewright.cli.table.answers import OwnWords, PickedOption, SeveralOptions, TypedCommand, command_in
from rulewright.cli.table.autosave import Autosave
from rulewright.cli.table.ending import Expectation, turning_point
from rulewright.cli.table.multiple_picks import keys_of
from rulewright.cli.table.prompt import Prompt
from rulewright.cli.table.settings import Settings
from rulewright.cli.table.table import Table
from rulewright.cli.table.undo import ChoiceHistory, UndoRefused, UndoStep, must_agree, phrase_of_revealed
from rulewright.dsl.messages.diagnostic import Diagnostic, visible
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter import PlayError
from rulewright.interpreter.match import choice_log
from rulewright.interpreter.match.forced_answers import choose_by_steps, skip_forced
from rulewright.interpreter.search.own_player import OwnPlayer
from rulewright.interpreter.search.players import Player, SearchPlayer, player
from rulewright.interpreter.search.prospects import Prospect, prospect
from rulewright.interpreter.search.seeds import derived_seed

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Match

_PACE = 1.0
"""For how many seconds each act is shown to people who only watch."""
_STEPS_BETWEEN_LOGS = 100
_MOST_STEPS, _MOST_WORK = 20_000, 7.0
"""The limits of a game without people at the screen, so that it cannot run for ever.

The first is in decisions, the second in seconds of computing, without thinking, between two questions or screens.
"""


class _PlayerLeaves(Exception):
    """A player leaves the game."""


def _unfinished(decisions: int) -> Diagnostic:
    """Return what to say when a game without people at the screen reaches a limit."""
    return Diagnostic(
        "unfinished",
        Phrase("this-game-was-left-after-decisions", decisions=decisions),
        None,
        "warning",
        help=Phrase("go-on-with-it-or-look-for"),
    )


@define
class Session:
    """Play a game, with everything that this needs."""

    match: Match
    terminal: Terminal
    settings: Settings
    players: dict[int, Player] = field(init=False)
    """The computer players."""
    humans: list[int] = field(init=False)
    table: Table = field(init=False)
    keeper: Autosave = field(init=False)
    asker: Prompt = field(init=False)
    at_screen: int | None = None
    """The seat of the person at the screen now."""
    since: float = 0.0
    """When this person sat down."""
    worked: float = 0.0
    """The computing time, without thinking, at the last question or screen."""
    thought: float = 0.0
    """The computing time of thinking."""
    expected: list[Expectation] = field(factory=list)
    """The expectations of the players who search, in order."""
    steps: ChoiceHistory = field(factory=ChoiceHistory)
    """The choices of this session, for taking them back."""
    unasked: int = 0
    """How many choices computer players have made since somebody at the screen was asked, or was told what to expect."""
    prospect: Prospect = Prospect.ASKED
    """The prospects that the people at the screen were told of."""
    hurries: bool = False
    """Whether they want to see the end at once."""

    def __attrs_post_init__(self) -> None:
        kinds = self.settings.kinds
        self.humans = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
        self.players = {
            seat: player(kind, derived_seed(self.match.seed, seat)) for seat, kind in enumerate(kinds) if kind != HUMAN
        }
        for one in self.players.values():
            if isinstance(one, SearchPlayer):
                one.cores = os.cpu_count() or 1
        self.table = Table(self.terminal, self.settings, self.humans)
        self.keeper = Autosave(self.settings)
        self.asker = Prompt(self.table, self.keeper)

    def play(self) -> int:
        """Play until the game is over or somebody leaves; return the exit code."""
        self.keeper.begin(self.match)
        try:
            return self._play()
        finally:
            self.keeper.close()

    def _play(self) -> int:
        try:
            self.table.show_beginning(self.match, seed=self._shows_seed)
            self._wait_to_begin()
            self._ask_first()
            began, first, self.worked = time.monotonic(), self.match.steps, self._work
            while self.match.decision is not None:
                self.terminal.go_on()
                taken = self.match.steps - first
                alone = not self.humans and (taken >= _MOST_STEPS or time.monotonic() - began > self.settings.seconds)
                if alone or (self._work - self.worked > _MOST_WORK and self.settings.seconds == float("inf")):
                    show_problems([_unfinished(taken)], err=True)
                    return self._leave()
                self._decide(self.match.decision)
            self._end()
            self.terminal.stdout.flush()
            self.keeper.over()
        except (_PlayerLeaves, KeyboardInterrupt, EOFError, OSError):
            # A closed terminal is an error of the system, and no reason to lose a game.
            return self._leave()
        except PlayError as error:
            show_problems([error.diagnostic], err=True)
            self._leave()
            return FINDINGS
        except Exception:
            self._leave()
            raise
        return GOOD

    @property
    def _work(self) -> float:
        """Return the computing time so far, without thinking."""
        return time.process_time() - self.thought

    @property
    def _shows_seed(self) -> bool:
        return self.settings.show_seed or not self.humans

    @property
    def _is_shared(self) -> bool:
        """Return whether people share the screen and must not see each other's view."""
        return len(self.humans) > 1 and not self.settings.is_open and self.match.program.keeps_secrets

    def _go_on(self, seat: int, choice: str) -> None:
        """Make a choice, also in the file."""
        following = self.match.copy()
        passed = choose_by_steps(following, choice)
        step = UndoStep(self.match, seat, choice)
        self._take_its_place(following, seat, choice)
        if seat in self.humans:
            self.table.note_choice(following, seat)
        if self.humans:
            self.steps.add(step)
        for position in passed if self._is_shared or self._takes_time else ():
            self._ask_alike(position)

    def _wait_to_begin(self) -> None:
        """Wait until the introduction has been read, before the table takes its place on the screen."""
        table, decision = self.table, self.match.decision
        waits = bool(self.humans) and table.height is not None and self.terminal.interactive
        # On a shared screen, people press Enter anyway before they see anything of their own.
        if not waits or not self.settings.introduces or self._is_shared or decision is None:
            return
        self.terminal.show()
        while True:
            line = self.terminal.ask(visible(table.say("press-enter")) + " ") or ""
            match command_in(line, self.settings.language):
                case TypedCommand("quit", _):
                    raise _PlayerLeaves
                case TypedCommand("help" | "rules" | "read" as name, argument):
                    self.asker.carry_out(name, argument, self.match, self.humans[0])
                case _:
                    return

    def _ask_first(self) -> None:
        """Seat players without a choice in front of the screen, too, if that was before the first real choice."""
        match = self.match
        if (self._is_shared or self._takes_time) and not self.settings.resumed:
            begun = match.game.start(match.players, match.seed, language=match.words.language, forced="ask")
            begun.words = match.words
            for position in skip_forced(begun):
                self._ask_alike(position)

    def _ask_alike(self, position: Match) -> None:
        """Seat a player without a choice as if there were one, so that nobody else notices."""
        decision = position.decision
        if decision is None or not decision.private or decision.seat is None:
            return
        seat = decision.seat
        if seat in self.players:
            self._wait(self._after_person())
        if seat in self.players or not self._is_shared:
            return
        self._seat(position, seat)
        self.table.tell(self.table.say("titled", position.player_name(seat), decision.prompt), style="strong")
        self.terminal.ask(visible(self.table.say("only", decision.options[0].label)) + " ")

    def _take_its_place(self, following: Match, seat: int, choice: str, back: int = 0) -> None:
        """Replace the match by one with another choice, or with some taken back."""
        with holding_signals():
            self.match = following
            self.keeper.add(following, seat, choice, back, lasting=seat not in self.players)

    def _decide(self, decision: Decision) -> None:
        seat = decision.seat
        if seat is None:
            raise ValueError("chance asks nobody here: it falls by the seed")
        if seat in self.players:
            began = self._after_person()
            keys = [choice_log.key_of(decision, self._think(self.players[seat], seat))]
            self._wait(began)
            self.unasked += 1
        else:
            self.unasked, self.prospect = 0, Prospect.ASKED
            self._seat(self.match, seat)
            keys = self._asked(decision, seat)
            self.worked = self._work
        if keys:
            # Otherwise a choice was taken back, or made again.
            self.steps.taken_back.clear()
        for key in keys:
            self._go_on(seat, key)
        if self.terminal.interactive and self.humans and not self.hurries:
            self._watch(seat)
        if not self.humans and self.settings.pace is not None:
            self.table.show_table(self.match, None)
            self.terminal.stdout.flush()
            time.sleep(self.settings.pace)
            self.worked = self._work
        # The whole log is put into words at once: without people, that is not needed after each choice.
        elif not self.humans and self.match.steps % _STEPS_BETWEEN_LOGS == 0:
            self.table.show_log(self.match, None)

    def _watch(self, chooser: int) -> None:
        """Show acts one by one to people who have nothing left to decide, until they press Enter."""
        decision = self.match.decision
        if decision is not None and decision.seat == chooser:
            # The last act may still grow.
            return
        seat = self.humans[0] if len(self.humans) == 1 else None
        if self.prospect is Prospect.ASKED:
            self.prospect = self._prospect(decision)
            if self.prospect is Prospect.ASKED:
                return
            self.table.show_log(self.match, seat)
            self.terminal.show()
            self.table.tell(self.table.say("out" if self.prospect is Prospect.OUT else "watches"), style="strong")
            self.terminal.show()
            # Keys pressed before cannot be meant for this.
            self.terminal.forget_typed()
        acts = self.table.new_lines(self.match, seat)
        self.table.shown[seat] = self.match.happened
        for act in acts:
            self.table.show_lines([act])
            self.terminal.stdout.flush()
            self.hurries = self.hurries or self.terminal.pause(_PACE)

    def _prospect(self, decision: Decision | None) -> Prospect:
        """Return what the people at the screen can expect, where computer players have chosen for a while."""
        due = self.unasked >= len(self.players)
        if not due or decision is None or decision.seat in self.humans or self._is_shared or self._takes_time:
            return Prospect.ASKED
        self.unasked = 0
        began = time.process_time()
        found = [prospect(self.match, seat, seat) for seat in self.humans]
        self.thought += time.process_time() - began
        return min(found, key=list(Prospect).index)

    def _asked(self, decision: Decision, seat: int) -> list[str]:
        """Return what a person chooses, in order; nothing if a command has changed the match."""
        answer = self.asker.ask(self.match, seat)
        while True:
            match answer:
                case PickedOption(option):
                    return [option.key]
                case OwnWords(text):
                    return [choice_log.key_of(decision, text)]
                case SeveralOptions(options):
                    keys = keys_of(self.match, options)
                    if keys is not None:
                        return keys
                    self.table.tell(self.table.say("not-together"))
                case TypedCommand(name, _):
                    if name not in self._turning:
                        raise _PlayerLeaves
                    if self._turning[name](seat):
                        return []
            answer = self.asker.go_on(self.match, seat)

    @property
    def _turning(self) -> dict[str, Callable[[int], bool]]:
        """Return the commands that change the match, if they succeed."""
        return {"undo": self._undo, "redo": self._redo, "back": self._back}

    def _think(self, player: Player, seat: int) -> int | str:
        """Let a computer player choose; tell people who wait for it."""
        waits = isinstance(player, SearchPlayer) and bool(self.humans)
        if waits:
            self.terminal.pass_by(self.table.say("thinks", self.match.player_name(seat)))
        began = time.process_time()
        try:
            choice = player.choose(self.match)
            if isinstance(player, OwnPlayer) and (failure := player.news()):
                show_problems([failure], err=True, language=self.settings.language)
            if isinstance(player, SearchPlayer) and player.thoughts:
                self.expected.append(Expectation(seat, self.match.happened, player.thoughts[-1].share))
            return choice
        finally:
            self.thought += time.process_time() - began
            if waits:
                self.terminal.pass_by("")

    def _seat(self, position: Match, seat: int) -> None:
        """Let a player sit at the screen, and show the table."""
        if seat != self.at_screen:
            self._sit_down(seat)
            self.table.show_table(position, seat)
        elif self.table.new_lines(position, seat):
            self.table.show_table(position, seat)

    def _sit_down(self, seat: int) -> None:
        """Ask the next player to the screen, unseen by the others."""
        if self._is_shared:
            name = self.match.player_name(seat)
            # At the very beginning there is nothing to hide.
            if self.at_screen is not None:
                self.terminal.clear()
                self._wait(self.since)
            request = self.table.say("alone", name)
            # One Enter too many of the previous player must not uncover the next one's view.
            self.terminal.forget_typed()
            if self.terminal.keyboard:
                self.terminal.ask(visible(request) + " ")
            else:
                self.terminal.show(request)
            self.terminal.clear()
            self.since = time.monotonic()
        self.at_screen = seat

    @property
    def _takes_time(self) -> bool:
        """Return whether all turns must take equally long, also those of computer players."""
        return bool(self.settings.timer and self.humans and self.match.program.keeps_secrets)

    def _after_person(self) -> float:
        """Return when a computer player begins, after the person at the screen has used up their time."""
        if self._is_shared and self.at_screen is not None:
            self._wait(self.since)
        return time.monotonic()

    def _wait(self, since: float) -> None:
        """Wait until a secret turn has taken as long as all others."""
        left = self.settings.timer - (time.monotonic() - since)
        if left > 0 and self.terminal.interactive and self._takes_time:
            self.terminal.pass_by(self.table.say("wait"))
            time.sleep(left)
            self.terminal.pass_by("")

    def _undo(self, seat: int) -> bool:
        """Go back to before the last choice of the current seat, if the table allows it."""
        table = self.table
        steps = self.steps.since(seat) if self.settings.undo else []
        if not steps:
            table.tell(table.say("undo-nothing" if self.settings.undo else "undo-off"))
            return False
        try:
            others = must_agree(steps, self.match, {step.seat for step in steps} - {seat}, self.humans)
        except UndoRefused as stands:
            table.tell(table.say(stands.reason))
            return False
        for other in sorted(others):
            if not self._agrees(other, self.match.player_name(seat)):
                self._sit_down(seat)
                table.show_table(self.match, seat)
                table.tell(table.say("undo-refused", self.match.player_name(other)))
                return False
        self._take_back(steps, seat)
        return True

    def _back(self, seat: int) -> bool:
        """Take back the last pick of an unfinished set."""
        steps = self.steps.last_pick(self.match, seat)
        reason = phrase_of_revealed(steps, self.match) if steps else "back-nothing"
        if reason:
            self.table.tell(self.table.say(reason))
            return False
        self._take_back(steps, seat)
        return True

    def _take_back(self, steps: list[UndoStep], seat: int) -> None:
        self._take_its_place(self.steps.take_back(len(steps), self.match), seat, "", len(steps))
        self.table.go_back_to(steps[0].before.happened)
        self.expected = [one for one in self.expected if one.happened <= steps[0].before.happened]

    def _agrees(self, other: int, asking: str) -> bool:
        """Ask a player whether another may take a choice back."""
        self._sit_down(other)
        say = self.table.say
        yes, no = say("yes"), say("no")
        return self.terminal.yes(say("undo-ask", self.match.player_name(other), asking, yes, no), yes, no)

    def _redo(self, seat: int) -> bool:
        if not self.steps.taken_back or self.steps.taken_back[-1][0].seat != seat:
            self.table.tell(self.table.say("redo-nothing"))
            return False
        for step in self.steps.taken_back.pop():
            self._go_on(step.seat, step.key)
        return True

    def _end(self) -> None:
        """Show how the game ended, what decided it, and the seed."""
        match, table = self.match, self.table
        if self._is_shared:
            self.terminal.clear()
            self._wait(self.since)
        table.show_end(match)
        decided = turning_point(match, self.humans[0] if len(self.humans) == 1 else None, self.expected)
        if decided:
            table.tell(table.say("decided", decided))
        self.terminal.show(table.say("end", match.seed, match.steps))

    def _leave(self) -> int:
        path = self.keeper.resumable_file(self.match)
        self._say_goodbye(path)
        self.keeper.tell_problems()
        return GOOD if path is not None else FINDINGS

    def _say_goodbye(self, path: Path | None) -> None:
        show, say = self.terminal.show, self.table.say
        try:
            if self._is_shared:
                self.terminal.clear()
            show()
            if path is None:
                show(say("not-saved"))
            else:
                show(say("saved-resume", path))
                show(f"  {self.settings.again} --resume {shlex.quote(save_files.name_of_save(path))}")
            if self._shows_seed:
                # The number of decisions would tell how many were made unseen.
                show(say("left", self.match.seed, self.match.steps))
            self.terminal.stdout.flush()
        except OSError:
            # The game is saved, and nobody is reading.
            drop_output()
