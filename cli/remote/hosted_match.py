"""Host one match: answer choices, keep the file, and prepare what each seat may see.

The network is elsewhere: the server asks for the state of a seat, and passes answers on. Each choice is made in a copy of
the match, which then takes its place.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define, evolve, field

from rulewright.cli.remote import simultaneous, table_file, wire_format
from rulewright.cli.remote.links import ONLOOKERS
from rulewright.cli.remote.remote_speech import PHRASES, SPEAKERS, said
from rulewright.cli.remote.requests import LONGEST_WORDS, RequestRefused
from rulewright.cli.remote.table_state import TableState, UndoRequest
from rulewright.cli.shell import save_files
from rulewright.cli.shell.game_choice import HUMAN, SECRET_DIGITS, player_names, seed_of, shown_title, table_languages
from rulewright.cli.table.card_texts import texts_of_cards
from rulewright.cli.table.table import LOOKING_AHEAD, introduction_of
from rulewright.dsl.messages.diagnostic import BLANK, Diagnostic, RulebookError, as_read, visible
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter import PlayError
from rulewright.interpreter.match import choice_log
from rulewright.interpreter.match.match import LONGEST_NAME
from rulewright.interpreter.match.save_conversion import asks_all, converted_save
from rulewright.interpreter.match.saved import Given
from rulewright.interpreter.views.svg import draw

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Game, Match
    from rulewright.interpreter.views.view import View

Found = TypeVar("Found")


@define
class HostedGame:
    """A game with players at other computers."""

    now: TableState
    """The state of the table; each change replaces it."""
    beside: table_file.SideFile
    file: save_files.GameFile | None = None
    written: str | None = None
    """The content of the file beside that of the game."""
    undo: bool = True
    """Whether choices can be taken back."""
    wish: UndoRequest | None = None
    """A request to take a choice back, while others must agree."""
    problems: list[Diagnostic] = field(factory=list)
    """A notice for the host about the file."""
    changes: int = 0
    """Counts the changes that anybody may see."""
    again: set[int] = field(factory=set)
    """The seats that would like to play again."""
    is_asked_for: bool = False
    """Whether the user asked for the file, which then stays after the game."""

    def __attrs_post_init__(self) -> None:
        self.take(self.now)

    @property
    def match(self) -> Match:
        return self.now.match

    @property
    def choosers(self) -> dict[int, Match]:
        """Return the seats that may choose now, each with a match in which they are asked."""
        return self.now.choosers

    def take(self, after: TableState) -> None:
        """Replace the state of the table, also in the file."""
        self.now, self.wish = after, None
        for match in (after.match, *after.choosers.values()):
            match.call(self.beside.names)
        if after.trouble is not None:
            self.problems.append(after.trouble)
        self.write(after)
        self.beside.before = after.before
        if self.beside.ahead != after.ahead:
            self.beside.ahead = after.ahead
            self.keep_beside()
        self.changes += 1

    def write(self, after: TableState) -> None:
        """Add to the file what is not in it yet."""
        written, after.written = after.written, []
        if self.file is None or not written:
            return
        lines, last = [], self.file.last
        for one in written:
            last = choice_log.line_of(last, one.seat, one.key, one.back)
            lines.append(last)
        try:
            # Write all lines at once: if the process ends, answers given ahead must not be in the file by halves.
            self.file.add("\n".join(lines), lasting=any(one.lasting for one in written))
        except OSError as error:
            self.problems.append(save_files.cannot_save(self.file.path, error))
            self.keep_elsewhere()

    def plays(self, seat: int) -> bool:
        return self.beside.kinds[seat] == HUMAN

    def let_play(self, seat: int, kind: str) -> None:
        """Give a seat to `human` or to a computer player."""
        self.beside.kinds[seat] = kind
        self.wish = None
        self.keep_beside()

    def is_free(self, seat: int) -> bool:
        return self.plays(seat) and not self.beside.taken[seat]

    def sit(self, seat: int, name: str, secret: str) -> None:
        """Give a free seat to somebody who comes back to it with a secret of their own; raise Refused."""
        if self.beside.links.whose(secret) == seat:
            # They have sat down already, and lost the connection before they heard of it.
            return
        if seat >= self.match.players or not self.beside.links.is_new(secret):
            raise RequestRefused("bad-message")
        if not self.plays(seat):
            raise RequestRefused("played-by-program")
        if not self.is_free(seat):
            raise RequestRefused("seat-taken")
        if name:
            self.call(seat, name)
        self.beside.links.renew(seat, secret)
        self.occupy(seat)

    def occupy(self, seat: int) -> None:
        """Note that somebody has a seat, or its link."""
        if not self.beside.taken[seat]:
            self.beside.taken[seat] = True
            self.keep_beside()

    def free(self, seat: int) -> None:
        """Let anyone take a seat, whose link opens it no longer."""
        self.beside.links.renew(seat)
        self.beside.taken[seat] = False
        self.beside.names[seat] = ""
        self.again.discard(seat)
        for match in (self.match, *self.choosers.values()):
            match.call(self.beside.names)
        self.keep_beside()

    def call(self, seat: int, name: str) -> None:
        """Name a player; raise Refused."""
        plain = plain_name(name)
        marks = tuple(as_read(said(language, SPEAKERS["onlooker"], "")) for language in PHRASES.languages)
        if as_read(plain) in self.names_but(seat) or as_read(plain).startswith(marks):
            raise RequestRefused("bad-name", LONGEST_NAME)
        self.beside.names[seat] = plain
        for match in (self.match, *self.choosers.values()):
            match.call(self.beside.names)
        self.keep_beside()

    def names_but(self, seat: int) -> set[str]:
        """Return how the players of all other seats, and the host, are called in any language."""
        match, found = self.match, {as_read(said(language, SPEAKERS["host"])) for language in PHRASES.languages}
        for language in table_languages(match.game):
            words = match.program.words(language).calling(self.beside.names)
            found |= {as_read(words.player(other)) for other in range(match.players) if other != seat}
        return found

    def onlooker_name(self, name: str, others: Iterable[str]) -> str:
        """Return the name of an onlooker, with a number if a player or another onlooker is called that; raise Refused."""
        plain = plain_name(name)
        taken = self.names_but(ONLOOKERS) | set(map(as_read, others))
        numbered = (f"{plain[: LONGEST_NAME - len(str(number)) - 1]} {number}" for number in count(2))
        return next(one for one in chain([plain], numbered) if as_read(one) not in taken)

    def answered(self, seat: int, number: int, choice: str) -> TableState:
        """Return the table after a person's choice; raise Refused. This may take a while, and changes nothing."""
        given = self.meant(seat, number, choice)
        return self.carried_out(lambda: self.now.answered(seat, given, lasting=True))

    def meant(self, seat: int, number: int, choice: str) -> Given:
        """Return what a person chooses; raise Refused."""
        if not self.plays(seat):
            raise RequestRefused("played-by-program")
        match = self.choosers.get(seat)
        if match is None or match.decision is None:
            raise RequestRefused("not-asked")
        if number != self.now.number(seat):
            raise RequestRefused("answered")
        if match.decision.kind == "words":
            choice = self.words(match.decision, choice)
        given = choice_log.answer_of_key(match.decision, choice)
        if given is None:
            raise RequestRefused("no-option")
        return given

    def carried_out(self, work: Callable[[], Found]) -> Found:
        """Do some work; raise Refused if the rules reach a limit."""
        try:
            return work()
        except PlayError as error:
            self.problems.append(error.diagnostic)
            raise RequestRefused("rules-limit") from None

    def stop(self, error: PlayError | RequestRefused) -> None:
        """Stop the game, because a computer player cannot choose and nobody else can in its place."""
        plain = Diagnostic("unfinished", Phrase("a-player-of-the-program-could-not"), None)
        after = self.now.copy()
        after.trouble = error.diagnostic if isinstance(error, PlayError) else plain
        self.take(after)

    def words(self, decision: Decision, text: str) -> str:
        """Return the words of a player, if they are allowed; raise Refused."""
        if decision.passable and text == "pass":
            return text
        return plain_words(text)

    def taken_back(self, seat: int) -> TableState | UndoRequest:
        """Return the table after a seat's choice is taken back, or the request if others must agree; raise Refused."""
        if not self.undo:
            raise RequestRefused("undo-off")
        if not self.plays(seat):
            raise RequestRefused("played-by-program")
        people = frozenset(filter(self.plays, range(self.match.players)))
        wish = self.carried_out(lambda: self.now.wish(seat, people))
        return wish if wish.waits else self.now.taken_back(wish)

    def made_again(self, seat: int) -> TableState:
        """Return the table after choices that were taken back are made again; raise Refused."""
        return self.carried_out(lambda: self.now.made_again(seat))

    def ask_for(self, wish: UndoRequest) -> None:
        self.wish = wish
        self.changes += 1

    def agree(self, seat: int, *, yes: bool) -> UndoRequest:
        """Note the answer of a seat to another's request; return the request that is left. Raise Refused."""
        wish = self.wish
        if wish is None or seat not in wish.waits:
            raise RequestRefused("nothing-asked")
        self.wish = evolve(wish, waits=wish.waits - {seat}) if yes else None
        self.changes += 1
        return self.wish or wish

    def wants_again(self, seat: int) -> bool:
        """Note that a seat would like to play again; return whether all people who have a seat would. Raise Refused."""
        if not self.match.over:
            raise RequestRefused("not-over")
        if not self.plays(seat):
            raise RequestRefused("played-by-program")
        self.again.add(seat)
        self.changes += 1
        return all(other in self.again or self.is_free(other) for other in filter(self.plays, range(self.match.players)))

    def following(self) -> Match:
        """Return a new match of the game for as many players. This may take a while, and changes nothing."""
        match = self.match
        return match.game.start(match.players, seed_of(None, SECRET_DIGITS), language=match.words.language, forced="ask")

    def play_again(self, match: Match) -> None:
        """Replace a match that is over with another, in a file of its own; the seats stay."""
        none = [0] * match.players
        try:
            file = None if self.file is None else save_files.somewhere(match.game.name, match.save())
        except OSError as error:
            self.problems.append(save_files.cannot_save(match.game.name, error))
            file = None
        if not self.is_asked_for:
            self.remove()
        self.close()
        self.file, self.written, self.is_asked_for = file, None, False
        asked = [self.now.number(seat) + 1 for seat in range(match.players)]
        self.again.clear()
        self.take(TableState.at_start(match, [*none], none, {}, {}, asked))
        self.keep_beside()

    def speaking(self, match: Match, language: str) -> Match:
        """Return a copy of the match that speaks a language."""
        twin = match.copy()
        twin.words = match.program.words(language).calling(self.beside.names)
        return twin

    def leads(self, seat: int | None, language: str) -> Mapping[str, str]:
        """Return what each option of a seat leads to. The first time, this may take a while."""
        own = None if seat is None or not self.plays(seat) else self.now.choosers.get(seat)
        if own is None or own.decision is None:
            return {}
        return own.decision.leads_to(LOOKING_AHEAD, own.program.words(language).calling(self.beside.names))

    def view_before(self, seat: int | None, language: str) -> View | None:
        """Return the table as a seat saw it right after its last choice, if others have chosen since."""
        steps = [] if seat is None else self.now.steps.since(seat)
        return self.speaking(steps[1].before, language).view(seat) if len(steps) > 1 else None

    def state(self, seat: int | None, language: str, here: set[int], width: int = 0) -> dict[str, Any]:
        """Return all that a seat or an onlooker may see now, as data. It is equal as long as nothing has changed for them.

        With a width, the table is also drawn.
        """
        match, game = self.speaking(self.match, language), self.match.game
        own = None if seat is None or not self.plays(seat) else self.now.choosers.get(seat)
        decision = None if own is None else self.speaking(own, language).decision
        asked = None
        if decision is not None and seat is not None:
            asked = wire_format.QuestionRecord.from_decision(
                decision, self.now.number(seat), texts_of_cards(match, language), self.leads(seat, language)
            )
        view = match.view(seat)
        places = [] if asked is None else [address for option in asked.options for address in option.at]
        acts = self.now.told_since(match, seat)
        state = wire_format.SeatRecord(
            game=shown_title(game.titles, game.name, language),
            variants=list(game.variants),
            introduction=introduction_of(game, language),
            has_chosen=seat is not None and self.now.shown[seat] > 0,
            language=language,
            languages=list(table_languages(game)),
            seat=seat,
            players=[
                wire_format.PlayerRecord(match.player_name(one), not self.plays(one), one in here, self.is_free(one))
                for one in range(match.players)
            ],
            waiting=self.waiting(),
            view=view,
            scene=draw(view, width, places, self.view_before(seat, language), styled=False) if width else "",
            tale=[act.text for act in acts],
            asked=asked,
            stuck=self.now.trouble is not None,
            undo=self.undo,
            wish=None if self.wish is None else wire_format.UndoRecord(self.wish.seat, sorted(self.wish.waits)),
            result=self.result(match),
            again=sorted(self.again),
        )
        return cast("dict[str, Any]", wire_format.encoded(state))

    def waiting(self) -> list[int]:
        return sorted(self.choosers)

    def result(self, match: Match) -> wire_format.ResultRecord | None:
        """Return the result of a finished game, with the seed: only now is that no secret."""
        result = match.result
        if result is None:
            return None
        scores = None if result.scores is None else list(result.scores)
        return wire_format.ResultRecord(list(result.winners), match.outcome, scores, match.score_title, match.seed)

    def keep_beside(self) -> None:
        self.changes += 1
        self.write_beside()

    def write_beside(self) -> None:
        if self.file is None:
            return
        try:
            self.written = table_file.write(self.file.path, self.beside, self.written)
        except OSError as error:
            self.problems.append(save_files.cannot_save(table_file.path_beside(self.file.path), error))

    def keep_elsewhere(self) -> None:
        """Keep the game in another file, if there can be one."""
        self.close()
        with suppress(OSError):
            self.file = save_files.somewhere(self.match.game.name, self.match.save())
            self.now.lines = [0] * self.match.players
            self.now.before = self.beside.before = dict.fromkeys(self.beside.before, 0)
            self.written = None
            self.keep_beside()

    def close(self) -> None:
        """Unlock the file, so that others can resume the game."""
        if self.file is not None:
            os.close(self.file.handle)
            self.file = None

    def remove(self) -> None:
        """Remove the files: a game that is over need not be kept."""
        if self.file is not None and self.file.is_true():
            self.file.remove()
            with suppress(OSError):
                table_file.path_beside(self.file.path).unlink()


def plain_name(name: str) -> str:
    """Return a name as one line; raise Refused."""
    try:
        return player_names((name,), 1)[0]
    except RulebookError:
        raise RequestRefused("bad-name", LONGEST_NAME) from None


def plain_words(text: str) -> str:
    """Return the words of a person as one line that shows something; raise Refused."""
    plain = visible(" ".join(text.split()))
    if len(plain) > LONGEST_WORDS or not any(c.isprintable() and not c.isspace() and c not in BLANK for c in plain):
        raise RequestRefused("some-words", LONGEST_WORDS)
    return plain


def begin_hosted(match: Match, beside: table_file.SideFile, path: Path | None) -> HostedGame:
    """Begin a game in a new file; raise OSError if there can be none."""
    text = match.save()
    file = save_files.somewhere(match.game.name, text) if path is None else save_files.GameFile.made(path, text)
    none = [0] * match.players
    hosted = HostedGame(TableState.at_start(match, [*none], [*none], {}, {}), beside, file)
    hosted.keep_beside()
    return hosted


def gone_on_with(game: Game, path: Path, text: str, data: bytes, language: str) -> HostedGame:
    """Resume a game from its file; raise RulebookError, BrokenSave or OSError."""
    lines, shown = [0] * game.most_players, [0] * game.most_players
    standing: list[int] = []
    """The number of acts before each choice that was not taken back."""

    def look(match: Match, one: choice_log.LoggedChoice) -> None:
        if one.seat is None or match.decision is None:
            return
        if one.back:
            happened = standing[-one.back]
            del standing[-one.back :]
            lines[:] = [count + 1 for count in lines]
            shown[:] = [min(count, happened) for count in shown]
            return
        standing.append(match.happened)
        lines[one.seat] += not one.in_save
        if not simultaneous.done_by_itself(match.decision):
            shown[one.seat] = match.happened

    if not asks_all(text):
        # The game was begun by `rulewright play`.
        text = converted_save(game, text, forced=True)
        data = save_files.rewrite(path, data, text)
    match = game.resume(text, language, look)
    found = table_file.read(path, match.players)
    file = save_files.GameFile.gone_on_with(path, data)
    count = match.players
    beside, written = found or (table_file.SideFile.new(count), None)
    return HostedGame(
        TableState.at_start(match, lines[:count], shown[:count], beside.ahead, beside.before), beside, file, written
    )
