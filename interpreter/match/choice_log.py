"""Write and read kept games: a save, followed by a line for each later choice, so that a running game only adds to its file.

Each line says who chose what, by the key of the option or in words. It ends with a digest of itself and of all lines before
it, which detects accidental changes. Anything after the last whole line was being written when the machine or the process
stopped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.interpreter.match.saved import Choice, Given, Saved, Standing
from rulewright.interpreter.match.typed_text import printable, shortened
from rulewright.interpreter.position.errors import BrokenSave, PlayError, WrongChoice, unfit_save

if TYPE_CHECKING:
    from rulewright.interpreter.match.decision import Decision
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.position.results import Option

FIRST_LINE = 2
DIGEST_SIZE = 8
MOST_SHOWN = 6


class LoggedChoice(NamedTuple):
    """A choice as it was written down: its line, the seat, and the option's key or the words.

    Choices before the save was made are in the save, which is the first line: by index, without a key.
    """

    line: int
    seat: int | None
    key: str
    back: int = 0
    """How many choices are taken back; then there is no key."""
    choice: Choice = None
    """For the first line, the choice."""

    @property
    def in_save(self) -> bool:
        """Whether it was made before the save."""
        return self.line < FIRST_LINE


Before: TypeAlias = "Callable[[Match, LoggedChoice], None]"
"""A function that is called before a choice is made again."""


def key_of(decision: Decision, choice: Option | int | str) -> str:
    """Return what is written down for a choice."""
    if decision.kind == "words":
        return printable(str(choice))
    if isinstance(choice, str):
        return choice
    return decision.options.all_keys[choice] if isinstance(choice, int) else choice.key


def answer_key(decision: Decision, given: Given) -> str | None:
    """Return the key of an answer, or None if it is not one of the options."""
    if decision.kind == "words":
        return given if isinstance(given, str) else None
    places = list(decision.options.places)
    return decision.options[places.index(given)].key if given in places else None


def answer_of_key(decision: Decision, key: str) -> Given | None:
    """Return the index of a key's option among those that the rules have listed, or the words; None if there is none."""
    if decision.kind == "words":
        return key
    keys = decision.options.all_keys
    return decision.options.places[keys.index(key)] if key in keys else None


def line_of(before: str, seat: int | None, key: str, back: int = 0) -> str:
    """Return the line for a choice, or for choices that are taken back; `before` is the line before it, perhaps the save."""
    held = {"seat": None if seat is None else seat + 1, **({"back": back} if back else {"choice": key})}
    return json.dumps({**held, "check": digest(before, held)}, ensure_ascii=False)


def digest(before: str, held: Any) -> str:
    """Return the checksum of a line, which covers that of the line before."""
    text = json.dumps([before, held], ensure_ascii=True)
    return hashlib.blake2b(text.encode("ascii"), digest_size=DIGEST_SIZE).hexdigest()


def split(text: str) -> tuple[str, list[str]]:
    """Return the save, and the whole lines after it."""
    save, *lines = text.split("\n")
    return save, lines[:-1]


def written_choices(save: str, lines: list[str]) -> Iterator[LoggedChoice]:
    """Yield the choices written down after a save, or raise BrokenSave at a line that was changed since."""
    before = save
    for number, line in enumerate(lines, FIRST_LINE):
        try:
            held = json.loads(line)
            seat, back = held["seat"], held.get("back", 0)
            key = "" if back else held["choice"]
            if type(key) is not str or type(back) is not int or (seat is not None and type(seat) is not int):
                raise ValueError("line")
            one = LoggedChoice(number, None if seat is None else seat - 1, key, back)
            if line != line_of(before, *one[1:4]):
                raise ValueError("line")
        except (ValueError, TypeError, KeyError, RecursionError):
            raise damaged(number) from None
        yield one
        before = line


def standing(saved: Saved, save: str, lines: list[str]) -> int:
    """Return how many choices were made and not taken back; `saved` is the contents of the save."""
    count = len(saved.choices)
    for one in written_choices(save, lines):
        if not 0 <= one.back <= count:
            raise damaged(one.line)
        count += -one.back if one.back else 1
    return count


def given_again(again: Match, answers: Sequence[tuple[Any, Any]], backs: Sequence[tuple[int, int]]) -> list[Choice] | None:
    """Give a match the answers of another one. Return what a save records of each, or None if they do not fit."""
    found: list[Choice] = []
    left = list(backs)
    try:
        for answer, drawn in answers:
            note_backs(again, left)
            chosen = again.position.random == drawn
            replay_choice(again, answer if chosen else None)
            if again.past is None or again.past[1:] != (answer, drawn):
                return None
            found.append(answer if chosen else None)
        note_backs(again, left)
    except (BrokenSave, PlayError):
        return None
    return found


def replay_choice(match: Match, choice: Choice) -> None:
    """Answer the decision as a save says, or raise BrokenSave if that is no answer to it."""
    pending = match.position.pending
    if pending is None:
        raise unfit_save()
    number, _, values = pending
    if choice is None:
        match.choose_at_random()
    elif match.program.asks[number].kind == "words":
        if type(choice) is not str or choice != printable(choice):
            raise unfit_save()
        match.say(choice)
    else:
        if type(choice) is not int or not 0 <= choice < len(values):
            raise unfit_save()
        match.take(choice)


def seat_asked(match: Match) -> int | None:
    """Return the seat that is asked, or None if nobody or chance is."""
    return None if match.decision is None else match.decision.seat


def standing_of(match: Match) -> Standing:
    """Return how far a match has got."""
    pending = match.position.pending
    asked = None if pending is None else [pending[1], len(pending[2])]
    return Standing(match.steps, f"{match.position.random:x}", asked)


def backs_in(saved: Saved, players: int) -> list[tuple[int, int]]:
    """Return where choices had been taken back, as a save says, or raise BrokenSave."""
    if any(len(one) != 2 or not 0 <= one[1] < players for one in saved.back):
        raise unfit_save()
    return [(happened, seat) for happened, seat in saved.back]


def note_backs(match: Match, backs: list[tuple[int, int]]) -> None:
    """Note in the log the choices that were taken back at its present length."""
    while backs and backs[0][0] == match.happened:
        match.taken_back(backs.pop(0)[1])


def replay_choices(match: Match, saved: Saved, text: str, *, other_rules: bool, before: Before | None = None) -> Match:
    """Return the match after the written choices. If the rules have changed, the choices may not fit any more."""
    save, lines = split(text)
    written = list(written_choices(save, lines))
    goes_back = any(one.back for one in written)
    left: list[Match] = []
    backs = backs_in(saved, match.players)
    for choice in saved.choices:
        note_backs(match, backs)
        if before is not None:
            before(match, LoggedChoice(FIRST_LINE - 1, seat_asked(match), "", choice=choice))
        if goes_back:
            left.append(match.copy())
        try:
            replay_choice(match, choice)
        except PlayError:
            raise unfit_save() from None
    note_backs(match, backs)
    if not other_rules and saved.standing != standing_of(match):
        raise leads_elsewhere()
    for one in written:
        if before is not None:
            before(match, one)
        if one.back:
            if not 0 < one.back <= len(left) or one.seat is None or not 0 <= one.seat < match.players:
                raise damaged(one.line)
            match = take_back(left[-one.back], match, one.seat)
            del left[-one.back :]
            continue
        if goes_back:
            left.append(match.copy())
        try:
            if match.decision is None or match.decision.seat != one.seat:
                raise WrongChoice(one.key)
            match.choose(one.key)
        except (WrongChoice, PlayError) as error:
            if other_rules and isinstance(error, WrongChoice):
                raise does_not_fit(match, one) from None
            raise damaged(one.line) from None
    return match


def take_back(before: Match, now: Match, seat: int) -> Match:
    """Return the match with all choices since `before` taken back. Nobody has heard of picks from an unfinished set."""
    match = before.copy()
    if not is_picking(before, now):
        match.taken_back(seat)
    return match


def is_picking(before: Match, now: Match) -> bool:
    """Return whether all later choices are picks from a set that is still unfinished."""
    asked, asks = before.position.pending, now.position.pending
    if asked is None or asks is None or asked[:2] != asks[:2] or len(before.position.stack) != len(now.position.stack):
        return False
    one, other = before.decision, now.decision
    return one is not None and other is not None and 0 < other.picked - one.picked == now.steps - before.steps


def damaged(line: int) -> BrokenSave:
    """Return the error of a line that is not as it was written."""
    return BrokenSave(Phrase("line-of-this-saved-game-has-been", line=line), Phrase("use-an-unchanged-copy-or-delete-this"))


def leads_elsewhere() -> BrokenSave:
    """Return the error of a save whose choices do not lead to where the match was."""
    return BrokenSave(Phrase("the-seed-and-the-choices-of-this"), Phrase("play-it-with-the-version-of-rulewright"))


def does_not_fit(match: Match, one: LoggedChoice) -> BrokenSave:
    """Return the error of a choice that no longer exists under the present rules."""
    return BrokenSave(
        Phrase(
            "the-rulebook-has-changed-since-this-game",
            line=one.line,
            player_name=match.player_name(one.seat or 0),
            word=shortened(one.key),
            now=now(match),
        ),
        Phrase("undo-the-change-to-the-rulebook-or"),
    )


def now(match: Match) -> Phrase:
    """Say who is asked now, and what there is to choose."""
    decision = match.decision
    if decision is None:
        return Phrase("the-game-is-over")
    player, more = match.player_name(decision.seat or 0), len(decision.options) - MOST_SHOWN
    options = WordList.quoted((shortened(option.key) for option in decision.options[:MOST_SHOWN]), "")
    if more > 0:
        return Phrase("is-asked-for-one-of-these-and-more", player=player, options=options, more=more)
    return Phrase("is-asked-for-one-of-these", player=player, options=options)
