"""What is shown of a match at this screen: what happened, the table, the question, and how it ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import define, field

from rulewright.cli.cards import texts_of_cards
from rulewright.cli.choosing import shown_title
from rulewright.cli.phrases import joined, phrase
from rulewright.cli.render import picture, plain, question
from rulewright.cli.render.colours import painter
from rulewright.cli.render.columns import folded
from rulewright.dsl.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.cli.settings import Settings
    from rulewright.cli.terminal import Terminal
    from rulewright.interpreter import Decision, Match

LOOKING_AHEAD = 0.1
"""Seconds that nobody notices before a question is shown."""
_ACTS_AFTER_RESUMING = 8
_LINES_OF_THE_TALE = 4
"""So many of the last acts stay on the screen with the table and the question."""
_LINES_OF_ONE_S_OWN = 3
"""So many lines of one's own side are shown, however long the question is."""
_LINES_OF_A_QUESTION = 3
"""The question itself, the line that is typed, and an empty line before them."""
_LINES_OF_THE_END = 5
"""Who has won, with how many points, and what else is said then."""


@define
class Table:
    """A screen, and how much of what happened each seat has seen there."""

    terminal: Terminal
    settings: Settings
    people: list[int]
    """The seats of those who sit at this screen."""
    shown: dict[int | None, int] = field(factory=dict)
    """How much of what happened each seat has seen; None is an onlooker."""
    seconds: float = LOOKING_AHEAD
    """So long it may take to find out what options lead to."""
    _laid_out: tuple[Decision | None, list[str]] = field(default=(None, []), init=False)
    """The decision that was laid out last, and its lines."""

    # ---- lines

    def say(self, key: str, *parts: object) -> str:
        """A phrase of ours."""
        return phrase(self.settings.language, key, *parts)

    def tell(self, text: str, head: str = "", hanging: str = "", style: str | None = None) -> None:
        """A text on as many lines as it needs."""
        for line in folded(visible(text), self.terminal.width, head, hanging):
            self.terminal.show(line, style)

    # ---- what happened

    def new_lines(self, match: Match, seat: int | None) -> list[str]:
        """What happened since the seat has looked, act by act; of a game that was left, the last of it."""
        seen = self.shown.get(seat)
        if seen is None and self.settings.resumed:
            return self.tale(match, seat)[-_ACTS_AFTER_RESUMING:]
        # A log that was too long has forgotten its beginning.
        return self.tale(match, seat, min(seen or 0, match.happened))

    def tale(self, match: Match, seat: int | None, since: int = 0) -> list[str]:
        """What happened, act by act."""
        acts = match.tale(seat, since)
        return [line for act in acts for line in act.lines] if self.settings.plain else [act.text for act in acts]

    def show_log(self, match: Match, seat: int | None, most: int | None = None) -> int:
        """What the seat has not seen yet, as far as a screen has room for it; in how many lines."""
        new = [*self.opening(match, seat), *self.folded(self.new_lines(match, seat))]
        if most is not None and len(new) > most:
            more = len(new) - most + 1
            new = [self.say("earlier-lines", more), *new[more:]] if most > 1 else new[-1:]
        if new and self.people:
            self.terminal.show()
        self.terminal.show_all(new)
        self.shown[seat] = match.happened
        return len(new)

    def opening(self, match: Match, seat: int | None) -> list[str]:
        """What the game is about, for who sits down for the first time."""
        if seat is None or seat in self.shown or self.settings.resumed:
            return []
        told = (shown_title(note, "", self.settings.language) for note in match.game.notes)
        return self.folded(note for note in told if note)

    def show_lines(self, acts: Iterable[str]) -> None:
        """What happened, act by act."""
        self.terminal.show_all(self.folded(acts))

    def folded(self, acts: Iterable[str]) -> list[str]:
        """Each act on as many lines as it needs."""
        if self.settings.plain:
            return list(map(visible, acts))
        return [line for act in acts for line in folded(visible(act), self.terminal.width, hanging="  ")]

    def go_back_to(self, happened: int) -> None:
        """What happened after so much was taken back: all that is told from there on is new."""
        self.shown = {one: min(count, happened) for one, count in self.shown.items()}

    # ---- how it stands

    @property
    def height(self) -> int | None:
        """How many lines there are, if they are to hold everything."""
        return None if self.settings.plain else self.terminal.height

    def show_table(self, match: Match, seat: int | None) -> None:
        """What happened, and how it stands."""
        height = self.height
        if self.terminal.colour and not self.settings.plain:
            # Anew each time: who comes to a table may bring a name along.
            self.terminal.paint = painter([visible(match.player_name(one)) for one in range(match.players)])
        most = None if height is None else max(1, min(height // 2, self.room(match) - _LINES_OF_ONE_S_OWN))
        self.show_board(match, seat, told=self.show_log(match, seat, most))

    def room(self, match: Match) -> int:
        """How many lines of a screen the question leaves."""
        assert self.height is not None
        if match.decision is None:
            return self.height - _LINES_OF_THE_END
        return self.height - len(self.question(match)) - _LINES_OF_A_QUESTION

    def show_board(self, match: Match, seat: int | None, *, whole: bool = False, told: int = 0) -> None:
        """The table; on a screen, unless all of it is wanted, it leaves room for the last acts and the question."""
        terminal, room, tale = self.terminal, None, min(told, _LINES_OF_THE_TALE)
        if self.settings.plain:
            terminal.show()
            terminal.show_all(plain.render(match.view(seat), self.settings.language))
            return
        if self.height is not None and not whole:
            # Without an empty line between what happened and the table, where there is no room for it.
            room = self.room(match) - tale - 1
        if room is None or room > _LINES_OF_ONE_S_OWN:
            terminal.show()
        view, language = match.view(seat), self.settings.language
        terminal.show_all(picture.render(view, terminal.width, language, room, max(0, tale - 1)))

    # ---- what is asked

    def question(self, match: Match) -> list[str]:
        """The options, or what else can be answered, as it is shown; what stands above them hangs on how long that is."""
        decision = match.decision
        assert decision is not None
        if decision is not self._laid_out[0]:
            self._laid_out = decision, self.laid_out(match, decision)
        return self._laid_out[1]

    def laid_out(self, match: Match, decision: Decision) -> list[str]:
        """The same, worked out."""
        terminal, language = self.terminal, self.settings.language
        leads = decision.leads_to(self.seconds)
        if self.settings.plain and decision.kind == "one":
            return [f"{number}. {text}" for number, text in enumerate(question.with_leads(decision, leads), start=1)]
        texts = texts_of_cards(match, language) if terminal.height is not None else {}
        asked = question.render(decision, terminal.width, language, terminal.height, texts, leads)
        if decision.picked:
            so_far = self.say("picked-so-far", visible(", ".join(decision.so_far)))
            return [*folded(so_far, terminal.width, "  ", "  "), *asked]
        return asked

    def show_question(self, match: Match, seat: int) -> None:
        """Who is asked what, and the options."""
        assert match.decision is not None
        self.terminal.show()
        self.tell(self.say("titled", match.player_name(seat), match.decision.prompt), style="strong")
        self.terminal.show_all(self.question(match))

    # ---- beginning and end

    def show_beginning(self, match: Match, *, seed: bool) -> None:
        """Which game it is, and who sits here."""
        game, show = match.game, self.terminal.show
        show(", ".join([shown_title(game.titles, game.name, self.settings.language), *game.variants]), "strong")
        begin = [self.say("begin", match.players)]
        # Who knows the seed can find out what lies unseen.
        show(", ".join([*begin, self.say("seed", match.seed)] if seed else begin))
        if self.people:
            show(self.say("at-screen", ", ".join(map(match.player_name, self.people))))

    def show_end(self, match: Match) -> None:
        """The last log lines, the table, and who has won."""
        result = match.result
        self._show_last(match)
        show = self.terminal.show
        show()
        names = [match.player_name(winner) for winner in result.winners] if result is not None else []
        if result is None or not result.finished:
            show(self.say("unfinished"), "strong")
        elif not names:
            show(self.say("over-nobody"), "strong")
        else:
            winners = joined(self.settings.language, names)
            show(self.say("over", winners, len(names)), "strong")
        if result is not None and result.scores is not None:
            points = (f"{match.player_name(seat)} {score}" for seat, score in enumerate(result.scores))
            title = match.score_title or self.say("points")
            show(self.say("titled", title, ", ".join(points)))

    def _show_last(self, match: Match) -> None:
        seat = self.people[0] if len(self.people) == 1 else None
        if len(self.people) > 1:
            # What those who did not move last have missed.
            unseen = self.tale(match, None)[-_ACTS_AFTER_RESUMING:]
            if unseen:
                self.terminal.show()
            self.show_lines(unseen)
        else:
            self.show_log(match, seat)
        self.show_board(match, seat)
