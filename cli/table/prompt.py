"""Ask a person at the screen: read lines until one is an answer, and carry out commands in between."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field

from rulewright.cli.table import question
from rulewright.cli.table.advice import advice
from rulewright.cli.table.answers import (
    Answer,
    Hint,
    OwnWords,
    PickedOption,
    SeveralOptions,
    TypedCommand,
    commands,
    too_long,
    understand,
)
from rulewright.cli.table.exports import ExportedFiles
from rulewright.cli.table.rule_questions import a_turn, cards_told, reason_lines, rules_told, titles_of_rules
from rulewright.cli.table.tab_completion import completed, names_seen
from rulewright.cli.table.typed_names import all_names

if TYPE_CHECKING:
    from rulewright.cli.table.autosave import Autosave
    from rulewright.cli.table.table import Table
    from rulewright.interpreter import Decision, Match

Answered: TypeAlias = PickedOption | SeveralOptions | OwnWords | TypedCommand
"""An answer, or a command for the session."""


@define
class Prompt:
    table: Table
    keeper: Autosave
    written: ExportedFiles = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.written = ExportedFiles(self.table.say)

    def ask(self, match: Match, seat: int) -> Answered:
        """Show the question, and read until there is an answer, or a command for the session."""
        self.table.show_question(match, seat)
        return self.go_on(match, seat)

    def go_on(self, match: Match, seat: int) -> Answered:
        """Read until there is an answer, with the question already on the screen."""
        decision, language = match.decision, self.table.settings.language
        assert decision is not None
        while True:
            line = self.table.terminal.ask("> ", seat, partial(self.completed, match, seat))
            answer = too_long(decision, language) if line is None else self.understood(line, decision)
            match answer:
                case Hint(text, places):
                    self.table.tell(text)
                    if places:
                        self.table.terminal.show_all(question.some(decision, places, self.table.terminal.width))
                case TypedCommand(name, argument) if self.carry_out(name, argument, match, seat):
                    continue
                case _:
                    return answer

    def understood(self, line: str, decision: Decision) -> Answer:
        """Return the meaning of a line."""
        return understand(line, decision, self.table.settings.language)

    def completed(self, match: Match, seat: int, typed: str) -> list[str]:
        """Return the lines into which a typed line can be completed."""
        assert match.decision is not None
        return completed(typed, match.decision, partial(self.names, match, seat), self.table.settings.language)

    def names(self, match: Match, seat: int) -> list[str]:
        """Return the names that a player may ask about."""
        return [*all_names(match, seat), *names_seen(match.view(seat)), *titles_of_rules(match)]

    def carry_out(self, name: str, argument: str, match: Match, seat: int) -> bool:
        """Carry out a command that only shows something; return whether it was one."""
        table = self.table
        match name:
            case "help":
                assert match.decision is not None
                self.show_help(match.decision)
            case "board":
                table.show_board(match, seat, whole=True)
                table.show_question(match, seat)
            case "log":
                table.show_pages(table.folded(table.tale(match, seat)))
                table.show_question(match, seat)
            case "read" if not argument:
                table.tell_all(cards_told(match, table.settings.language))
            case "rules" if not argument:
                table.tell_all(a_turn(match, table.settings.language))
            case "read" | "rules":
                table.tell_all(rules_told(match, argument, seat, table.settings.language))
            case "why":
                for text in reason_lines(match, argument, table.settings.language):
                    table.tell(text, hanging="      ")
            case "save":
                table.tell(self.saved(argument, match))
            case "record":
                table.tell(self.written.record(argument, match))
            case "hint":
                table.terminal.pass_by(table.say("thinking"))
                told = advice(match, table.settings.language)
                table.terminal.pass_by("")
                table.tell(told)
            case _:
                return False
        return True

    def show_help(self, decision: Decision) -> None:
        table = self.table
        slash = "/" if decision.kind == "words" else ""
        table.tell(table.say("help-words" if slash else "help"))
        names = commands(table.settings.language)
        longest = max(map(len, names.values())) + 2
        for command, word in names.items():
            head = f"  {slash}{word:<{longest}}"
            table.tell(table.say(f"help-{command}"), head, " " * len(head))
        if not slash:
            table.tell(table.say("help-several"))
            table.tell(table.say("help-stroke"))
        if table.terminal.completes:
            table.tell(table.say("help-keys"))

    def saved(self, name: str, match: Match) -> str:
        """Save the game in the middle of it (`save FILE`); return a sentence about the result."""
        if not name:
            return self.table.say("save-what")
        if self.keeper.is_kept_in(name):
            return self.table.say("saved", name)
        return self.written.write("saved", name, match.save())
