"""Show a match at this screen: what happened, the table, the question, and the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cli.render import picture, plain
from rulewright.cli.render.colours import colours_of, painter
from rulewright.cli.render.columns import fold_text
from rulewright.cli.render.speech import phrase
from rulewright.cli.shell.game_choice import shown_title
from rulewright.cli.table import question
from rulewright.cli.table.card_texts import texts_of_cards
from rulewright.cli.table.computer_players import introduced
from rulewright.cli.table.ending import ranking
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.views.scene import scene_of

if TYPE_CHECKING:
    from rulewright.cli.shell.terminal import Terminal
    from rulewright.cli.table.settings import Settings
    from rulewright.interpreter import Decision, Match
    from rulewright.interpreter.match.setting import GameSetting
    from rulewright.interpreter.views.view import View

_END_OF_SENTENCE = re.compile(r"(?<=[.!?]) (?=[^\W\d_«])")
LOOKING_AHEAD = 0.1
"""A delay in seconds that nobody notices before a question appears."""
_ACTS_AFTER_RESUMING = 8
_LINES_OF_THE_TALE = 4
"""How many of the last acts stay on the screen with the table and the question."""
_LINES_OF_ONE_S_OWN = 3
"""How many lines of the player's own side are shown, however long the question is."""
_LINES_OF_A_QUESTION = 3
"""The lines of the question, the input and an empty line before them."""
_LINES_OF_INTRODUCTION = 5
"""How many lines each part of the introduction may take; `rules` has the rest."""
_LINES_OF_THE_END = 5
"""The lines of the winners, their points and everything else at the end."""


def introduction_of(game: GameSetting, language: str) -> list[str]:
    """Return what a game is and how it goes, part by part."""
    return [told for titles in game.introduction if (told := visible(shown_title(titles, "", language)))]


@define
class Table:
    """A screen, and how much of the log each seat has seen there."""

    terminal: Terminal
    settings: Settings
    people: list[int]
    """The seats of the people at this screen."""
    shown: dict[int | None, int] = field(factory=dict)
    """How many acts each seat has seen; None is an onlooker."""
    chosen: dict[int | None, View] = field(factory=dict)
    """The table as each seat saw it right after its last choice."""
    seconds: float = LOOKING_AHEAD
    """The time limit for finding out what options lead to."""
    _laid_out: tuple[Decision | None, list[str]] = field(default=(None, []), init=False)
    """The last question that was laid out, and its lines."""
    _paint: Callable[[str], str] | None = field(default=None, init=False)
    """Colours the picture of the table."""

    def say(self, key: str, *parts: object) -> str:
        """Return a phrase in the language of this screen."""
        return phrase(self.settings.language, key, *parts)

    def tell(self, text: str, head: str = "", hanging: str = "", style: str | None = None) -> None:
        """Show a text, wrapped to the width of the screen."""
        for line in fold_text(visible(text), self.terminal.width, head, hanging):
            self.terminal.show(line, style)

    def tell_all(self, texts: Iterable[str]) -> None:
        """Show some texts; the further lines of an indented text are also indented."""
        lines: list[str] = []
        for text in texts:
            indent = " " * (len(text) - len(text.lstrip()))
            lines += fold_text(visible(text.lstrip()), self.terminal.width, indent, indent)
        self.show_pages(lines)

    def show_pages(self, lines: Sequence[str]) -> None:
        """Show lines, one screen at a time if a person reads them; anything but Enter leaves the rest out."""
        room = len(lines) if self.height is None or not self.terminal.interactive else self.height - 1
        while lines:
            self.terminal.show_all(lines[:room])
            lines = lines[room:]
            if lines and (self.terminal.ask(self.say("more-pages", len(lines)) + " ") or "").strip():
                return

    def new_lines(self, match: Match, seat: int | None) -> list[str]:
        """Return the acts that a seat has not seen, or the last ones of a resumed game."""
        seen = self.shown.get(seat)
        if seen is None and self.settings.resumed:
            return self.tale(match, seat)[-_ACTS_AFTER_RESUMING:]
        # A log that was too long has lost its beginning.
        return self.tale(match, seat, min(seen or 0, match.happened))

    def tale(self, match: Match, seat: int | None, since: int = 0) -> list[str]:
        """Return the acts that a seat can see, in words."""
        acts = match.tale(seat, since)
        return [line for act in acts for line in act.lines] if self.settings.plain else [act.text for act in acts]

    def show_log(self, match: Match, seat: int | None) -> int:
        """Show the acts that a seat has not seen; return the number of lines."""
        return self.show_news(match, seat, self.folded(self.new_lines(match, seat)))

    def show_news(self, match: Match, seat: int | None, news: list[str], most: int | None = None) -> int:
        """Show news, the last of them if not all fit on the screen; return the number of lines."""
        if most is not None and len(news) > most:
            more = len(news) - most + 1
            news = [self.say("earlier-lines", more), *news[more:]] if most > 1 else news[-1:]
        if news and self.people:
            self.terminal.show()
        self.terminal.show_all(news)
        self.shown[seat] = match.happened
        return len(news)

    def introduction(self, match: Match) -> Iterator[str]:
        """Yield what the game is and how it goes, part by part, as many sentences as fit into a few lines."""
        for told in introduction_of(match.game, self.settings.language):
            sentences = _END_OF_SENTENCE.split(told)
            while len(sentences) > 1 and len([*fold_text(" ".join(sentences), self.terminal.width)]) > _LINES_OF_INTRODUCTION:
                sentences.pop()
            yield " ".join(sentences)

    def show_lines(self, acts: Iterable[str]) -> None:
        self.terminal.show_all(self.folded(acts))

    def folded(self, acts: Iterable[str]) -> list[str]:
        if self.settings.plain:
            return list(map(visible, acts))
        return [line for act in acts for line in fold_text(visible(act), self.terminal.width, hanging="  ")]

    def go_back_to(self, happened: int) -> None:
        """Forget that anything after this point was seen: those acts were taken back."""
        self.shown = {one: min(count, happened) for one, count in self.shown.items()}
        self.chosen = {}

    def note_choice(self, match: Match, seat: int) -> None:
        """Note how the table is after a choice: what changes from now on is marked when the seat is asked again."""
        self.chosen[seat] = match.view(seat)

    @property
    def height(self) -> int | None:
        """Return the lines of the screen, or None if everything can scroll."""
        return None if self.settings.plain else self.terminal.height

    def show_table(self, match: Match, seat: int | None) -> None:
        height = self.height
        if self.terminal.colour and not self.settings.plain:
            # Do this each time: a player who joins may bring a new name.
            scene = scene_of(match.view(seat))
            self.terminal.paint, self._paint = (painter(colours_of(scene, letters=letters)) for letters in (False, True))
        news = self.folded(self.new_lines(match, seat))
        board = self.board(match, seat, told=len(news))
        # An empty line comes before the news.
        most = None if height is None else max(1, self.room(match) - len(board) - 1)
        self.show_news(match, seat, news, most)
        self.terminal.show_all(board, self._paint)

    def room(self, match: Match) -> int:
        """Return how many lines of the screen the question leaves free."""
        assert self.height is not None
        if match.decision is None:
            return self.height - _LINES_OF_THE_END
        return self.height - len(self.question(match)) - _LINES_OF_A_QUESTION

    def show_board(self, match: Match, seat: int | None, *, whole: bool = False) -> None:
        self.terminal.show_all(self.board(match, seat, whole=whole), self._paint)

    def board(self, match: Match, seat: int | None, *, whole: bool = False, told: int = 0) -> list[str]:
        """Return the table. Unless the whole of it is wanted, leave room for the last acts and the question."""
        terminal, room, tale = self.terminal, None, min(told, _LINES_OF_THE_TALE)
        if self.settings.plain:
            return ["", *plain.render(match.view(seat), self.settings.language)]
        if self.height is not None and not whole:
            room = self.room(match) - tale - 1 - bool(tale)
        view, language = match.view(seat), self.settings.language
        # Before anything of the table is left out, all but one of the acts are, and the empty line.
        acts = max(0, tale - 1)
        lines = picture.render(view, terminal.width, language, room, acts + 1, self.chosen.get(seat))
        is_apart = room is None or (room > _LINES_OF_ONE_S_OWN and len(lines) <= room + acts)
        return ["", *lines] if is_apart else lines

    def question(self, match: Match) -> list[str]:
        """Return the lines of the options or the input. Their number decides how much fits above them."""
        decision = match.decision
        assert decision is not None
        if decision is not self._laid_out[0]:
            self._laid_out = decision, self.laid_out(match, decision)
        return self._laid_out[1]

    def laid_out(self, match: Match, decision: Decision) -> list[str]:
        terminal, language = self.terminal, self.settings.language
        leads = decision.leads_to(self.seconds)
        if self.settings.plain and decision.kind == "one":
            return question.plain_list(decision, leads)
        texts = texts_of_cards(match, language) if terminal.height is not None else {}
        asked = question.render(decision, terminal.width, language, terminal.height, texts, leads)
        if decision.picked:
            so_far = self.say("picked-so-far", visible(", ".join(decision.so_far)))
            return [*fold_text(so_far, terminal.width, "  ", "  "), *asked]
        return asked

    def show_question(self, match: Match, seat: int) -> None:
        """Show the player's turn, the question and the options."""
        assert match.decision is not None
        self.terminal.show()
        self.tell(self.say("titled", match.player_name(seat), match.decision.prompt), style="strong")
        self.terminal.show_all(self.question(match))

    def show_beginning(self, match: Match, *, seed: bool) -> None:
        game, show = match.game, self.terminal.show
        show(", ".join([shown_title(game.titles, game.name, self.settings.language), *game.variants]), "strong")
        begin = [self.say("begin", match.players)]
        # Anyone who knows the seed can find out all secrets.
        show(", ".join([*begin, self.say("seed", match.seed)] if seed else begin))
        if not self.people:
            return
        show(self.say("at-screen", ", ".join(map(match.player_name, self.people))))
        if self.settings.introduces:
            for line in introduced(self.settings.kinds, [*map(match.player_name, range(match.players))], self.say):
                self.tell(line)
            for part in self.introduction(match):
                show()
                self.tell(part)
            show()
        words = (self.say("command-rules"), self.say("command-hint"), "?")
        self.tell(self.say("what-to-do", *(self.say("quoted", word) for word in words)))

    def show_end(self, match: Match) -> None:
        """Show the last acts, the table, and the winners."""
        result = match.result
        self._show_last(match)
        show = self.terminal.show
        show()
        if result is None or not result.finished:
            show(self.say("unfinished"), "strong")
        else:
            show(self.say("over", match.outcome), "strong")
        if result is not None and result.scores is not None:
            show(self.say("titled", match.score_title or self.say("points"), "").rstrip())
            for line in ranking(match, self.say):
                self.tell(line, "  ", "     ")

    def _show_last(self, match: Match) -> None:
        seat = self.people[0] if len(self.people) == 1 else None
        if len(self.people) > 1:
            # Players who did not move last have missed these.
            unseen = self.tale(match, None)[-_ACTS_AFTER_RESUMING:]
            if unseen:
                self.terminal.show()
            self.show_lines(unseen)
        else:
            self.show_log(match, seat)
        self.show_board(match, seat)
