"""A match, and answers of those who sit apart come in; what each of them may see, and the game in its file go out.

Here is no network: the server asks for the state of a seat, and brings answers. The match is never changed where it stands:
each choice is made in a copy, which then takes its place.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, evolve, field

from rulewright.cli import saving
from rulewright.cli.apart import at_once, keeping, wire
from rulewright.cli.apart.messages import LONGEST_WORDS, Refused
from rulewright.cli.apart.standing import Standing, Wish
from rulewright.cli.cards import texts_of_cards
from rulewright.cli.choosing import HUMAN, player_names, shown_title
from rulewright.cli.table import LOOKING_AHEAD
from rulewright.dsl.diagnostic import Diagnostic, RulebookError, visible
from rulewright.interpreter import PlayError
from rulewright.interpreter.keep import choices
from rulewright.interpreter.keep.asked import asks_all, kept_as
from rulewright.interpreter.play.match import LONGEST_NAME

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Game, Match

Found = TypeVar("Found")
_ACTS_FOR_ONLOOKERS = 12
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


@define
class HostedGame:
    """One game whose players sit apart."""

    now: Standing
    """How the table stands; another one takes its place whenever it is changed."""
    beside: keeping.Beside
    file: saving.GameFile | None = None
    written: str | None = None
    """What stands beside the game's file."""
    undo: bool = True
    """Whether choices may be taken back."""
    wish: Wish | None = None
    """What somebody would like to take back, if others have to say yes to it."""
    problems: list[Diagnostic] = field(factory=list)
    """What the host should know of the file."""
    changes: int = 0
    """Grows with everything that may be seen differently by anybody."""

    def __attrs_post_init__(self) -> None:
        self.take(self.now)

    @property
    def match(self) -> Match:
        """The match."""
        return self.now.match

    @property
    def choosers(self) -> dict[int, Match]:
        """Who may choose now, each with the match as it stands for them."""
        return self.now.choosers

    def take(self, after: Standing) -> None:
        """Let the table stand otherwise, in the file as well."""
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

    def write(self, after: Standing) -> None:
        """Add to the file what does not stand in it yet."""
        written, after.written = after.written, []
        if self.file is None or not written:
            return
        lines, last = [], self.file.last
        for one in written:
            last = choices.line_of(last, one.seat, one.key, one.back)
            lines.append(last)
        try:
            # At once: what some have chosen ahead should not be half in the file when the process ends.
            self.file.add("\n".join(lines), lasting=any(one.lasting for one in written))
        except OSError as error:
            self.problems.append(saving.cannot_save(self.file.path, error))
            self.keep_elsewhere()

    # ---- who sits where

    def plays(self, seat: int) -> bool:
        """Whether a person plays a seat."""
        return self.beside.kinds[seat] == HUMAN

    def let_play(self, seat: int, kind: str) -> None:
        """Let somebody else play a seat: `human`, or the name of a player."""
        self.beside.kinds[seat] = kind
        self.wish = None
        self.keep_beside()

    def call(self, seat: int, name: str) -> None:
        """Call a player by a name; raises Refused."""
        plain = " ".join(name.split())
        names = [*self.beside.names]
        names[seat] = plain
        others = [self.match.player_name(other) for other in range(self.match.players) if other != seat]
        try:
            player_names((plain, *dict.fromkeys(others)), self.match.players)
        except RulebookError:
            raise Refused("bad-name", LONGEST_NAME) from None
        self.beside.names[:] = names
        for match in (self.match, *self.choosers.values()):
            match.call(names)
        self.keep_beside()

    # ---- choices

    def answer(self, seat: int, number: int, choice: str) -> None:
        """A person chooses; raises Refused."""
        self.take(self.answered(seat, number, choice))

    def answered(self, seat: int, number: int, choice: str) -> Standing:
        """The table after a person has chosen; raises Refused. It may take a while, and changes nothing."""
        given = self.meant(seat, number, choice)
        return self.carried_out(lambda: self.now.answered(seat, given, lasting=True))

    def meant(self, seat: int, number: int, choice: str) -> choices.Given:
        """What a person chooses; raises Refused."""
        if not self.plays(seat):
            raise Refused("played-by-program")
        match = self.choosers.get(seat)
        if match is None or match.decision is None:
            raise Refused("not-asked")
        if number != self.now.number(seat):
            raise Refused("answered")
        if match.decision.kind == "words":
            choice = self.words(match.decision, choice)
        given = choices.given_by(match.decision, choice)
        if given is None:
            raise Refused("no-option")
        return given

    def carried_out(self, work: Callable[[], Found]) -> Found:
        """What comes of it; raises Refused if the rules come to a limit there."""
        try:
            return work()
        except PlayError as error:
            self.problems.append(error.diagnostic)
            raise Refused("rules-limit") from None

    def stop(self, error: PlayError | Refused) -> None:
        """A player of the program could not choose, and nobody can in its place."""
        plain = Diagnostic("unfinished", "a player of the program could not choose", None)
        after = self.now.copy()
        after.trouble = error.diagnostic if isinstance(error, PlayError) else plain
        self.take(after)

    def words(self, decision: Decision, text: str) -> str:
        """What somebody says, if it can be said; raises Refused."""
        if decision.passable and text == "pass":
            return text
        plain = visible(" ".join(text.split()))
        if len(plain) > LONGEST_WORDS or not any(c.isprintable() and not c.isspace() and c not in _BLANK for c in plain):
            raise Refused("some-words", LONGEST_WORDS)
        return plain

    # ---- taking back

    def taken_back(self, seat: int) -> Standing | Wish:
        """The table after somebody has taken a choice back, or what others have to say yes to before; raises Refused."""
        if not self.undo:
            raise Refused("undo-off")
        if not self.plays(seat):
            raise Refused("played-by-program")
        people = frozenset(filter(self.plays, range(self.match.players)))
        wish = self.carried_out(lambda: self.now.wish(seat, people))
        return wish if wish.waits else self.now.taken_back(wish)

    def made_again(self, seat: int) -> Standing:
        """The table after somebody has made again what they took back; raises Refused."""
        return self.carried_out(lambda: self.now.made_again(seat))

    def ask_for(self, wish: Wish) -> None:
        """Ask those who must agree."""
        self.wish = wish
        self.changes += 1

    def agree(self, seat: int, *, yes: bool) -> Wish:
        """Somebody agrees to what another would like to take back, or does not; what it waits for now. Raises Refused."""
        wish = self.wish
        if wish is None or seat not in wish.waits:
            raise Refused("nothing-asked")
        self.wish = evolve(wish, waits=wish.waits - {seat}) if yes else None
        self.changes += 1
        return self.wish or wish

    # ---- what each may see

    def speaking(self, match: Match, language: str) -> Match:
        """The same match, told in a language."""
        twin = match.copy()
        twin.words = match.program.words(language).calling(self.beside.names)
        return twin

    def leads(self, seat: int | None, language: str) -> Mapping[str, str]:
        """What the options of a seat lead to: to find that out may take a while, then it is known."""
        own = None if seat is None or not self.plays(seat) else self.now.choosers.get(seat)
        if own is None or own.decision is None:
            return {}
        return own.decision.leads_to(LOOKING_AHEAD, own.program.words(language).calling(self.beside.names))

    def state(self, seat: int | None, language: str, here: set[int]) -> dict[str, Any]:
        """All that a seat may see now, or an onlooker, as data; the same as long as nothing has changed for it."""
        match, game = self.speaking(self.match, language), self.match.game
        own = None if seat is None or not self.plays(seat) else self.now.choosers.get(seat)
        decision = None if own is None else self.speaking(own, language).decision
        texts = texts_of_cards(match, language)
        leads = self.leads(seat, language)
        acts = match.tale(None)[-_ACTS_FOR_ONLOOKERS:] if seat is None else match.tale(seat, self.since(seat))
        return {
            "game": shown_title(game.titles, game.name, language),
            "variants": list(game.variants),
            "language": language,
            "languages": list(game.languages),
            "seat": seat,
            "players": [
                {"name": match.player_name(one), "program": not self.plays(one), "here": one in here}
                for one in range(match.players)
            ],
            "waiting": self.waiting(),
            "view": wire.encoded(match.view(seat)),
            "tale": [act.text for act in acts],
            "asked": None if decision is None or seat is None else wire.asked(decision, self.now.number(seat), texts, leads),
            "stuck": self.now.trouble is not None,
            "undo": self.undo,
            "wish": None if self.wish is None else {"seat": self.wish.seat, "waits": sorted(self.wish.waits)},
            "result": self.result(match),
        }

    def waiting(self) -> list[int]:
        """Whom all wait for."""
        return sorted(self.choosers)

    def since(self, seat: int) -> int:
        """From where on the tale is told to a seat; a log that was too long has forgotten its beginning."""
        return min(self.now.shown[seat], self.match.happened)

    def result(self, match: Match) -> dict[str, Any] | None:
        """How it ended; only then what all chance came of is no secret any more."""
        result = match.result
        if result is None:
            return None
        return {
            "winners": list(result.winners),
            "scores": None if result.scores is None else list(result.scores),
            "points": match.score_title,
            "seed": match.seed,
        }

    # ---- the file

    def keep_beside(self) -> None:
        """Write down what is kept beside the game."""
        self.changes += 1
        if self.file is None:
            return
        try:
            self.written = keeping.write(self.file.path, self.beside, self.written)
        except OSError as error:
            self.problems.append(saving.cannot_save(keeping.path_beside(self.file.path), error))

    def keep_elsewhere(self) -> None:
        """Keep the game in another file, if there can be one."""
        self.close()
        with suppress(OSError):
            self.file = saving.somewhere(self.match.game.name, self.match.save())
            self.now.lines = [0] * self.match.players
            self.now.before = self.beside.before = dict.fromkeys(self.beside.before, 0)
            self.written = None
            self.keep_beside()

    def close(self) -> None:
        """Let others go on with the file."""
        if self.file is not None:
            os.close(self.file.handle)
            self.file = None

    def remove(self) -> None:
        """A game that is over need not be kept."""
        if self.file is not None and self.file.is_true():
            self.file.remove()
            with suppress(OSError):
                keeping.path_beside(self.file.path).unlink()


def begun(match: Match, beside: keeping.Beside, path: Path | None) -> HostedGame:
    """A game that begins, in a new file; raises OSError if it can be kept nowhere."""
    text = match.save()
    file = saving.somewhere(match.game.name, text) if path is None else saving.GameFile.made(path, text)
    none = [0] * match.players
    hosted = HostedGame(Standing.begun(match, [*none], [*none], {}, {}), beside, file)
    hosted.keep_beside()
    return hosted


def gone_on_with(game: Game, path: Path, text: str, data: bytes, language: str) -> HostedGame:
    """A game that was left, by its file; raises RulebookError, BrokenSave and OSError."""
    lines, shown = [0] * game.most_players, [0] * game.most_players
    standing: list[int] = []
    """How much had happened before each choice that was not taken back."""

    def look(match: Match, one: choices.Written) -> None:
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
        if not at_once.done_by_itself(match.decision):
            shown[one.seat] = match.happened

    if not asks_all(text):
        # It was begun by `rulewright play`.
        text = kept_as(game, text, forced=True)
        data = saving.rewrite(path, data, text)
    match = game.resume(text, language, look)
    found = keeping.read(path, match.players)
    file = saving.GameFile.gone_on_with(path, data)
    count = match.players
    beside, written = found or (keeping.Beside.new(count), None)
    return HostedGame(Standing.begun(match, lines[:count], shown[:count], beside.ahead, beside.before), beside, file, written)
