"""What a typed line means at a decision: an option, a text, a command to the program, or nothing, with a hint."""

from __future__ import annotations

import unicodedata
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from rulewright.cli.phrases import COMMANDS, PHRASES, phrase
from rulewright.dsl.diagnostic import visible
from rulewright.dsl.suggest import closest

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Option

PASS = "pass"  # noqa: S105 - the key of the option that does nothing, not a word to get in with
_LONGEST_TEXT = 200
_LONGEST_NUMBER = 9
_MOST_NAMED = 4
# Letters by their category, but nothing is to be seen of them.
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


@frozen
class Picked:
    """One of the options."""

    option: Option


@frozen
class Said:
    """A text, where words are asked for."""

    text: str


@frozen
class Command:
    """Something the program should do."""

    name: str
    argument: str


@frozen
class Hint:
    """What can be typed instead."""

    text: str


Answer: TypeAlias = Picked | Said | Command | Hint


def understand(line: str, decision: Decision, language: str = "en") -> Answer:
    """What the line means; never raises, whatever is typed."""
    return _Reader(decision, language).answer(line)


def too_long(decision: Decision, language: str = "en") -> Hint:
    """What can be typed instead of a line that is longer than any answer."""
    return _Reader(decision, language).too_long()


def numbered(decision: Decision) -> bool:
    """Whether the options are shown with numbers before them: not if they are numbers themselves."""
    return not all(_is_number(option.label) or option.key == PASS for option in decision.options)


def commands(language: str) -> dict[str, str]:
    """What each command is called in a language."""
    return {name: phrase(language, f"command-{name}") for name in COMMANDS}


def pass_word(decision: Decision) -> str:
    """What the option that does nothing is called, in the language of the game."""
    return next((visible(option.label) for option in decision.options if option.key == PASS), PASS)


class _Reader:
    """Reads a line at one decision, and answers in one language."""

    def __init__(self, decision: Decision, language: str) -> None:
        self.decision = decision
        self.phrase = partial(phrase, language if language in PHRASES else "en")
        own = {_folded(word): name for name, word in commands(language).items()}
        # What the commands are called in English is understood by all.
        self.commands = {"?": "help", "exit": "quit", **dict(zip(COMMANDS, COMMANDS, strict=True)), **own}

    def answer(self, line: str) -> Answer:
        typed = " ".join(unicodedata.normalize("NFC", line).split())
        if typed.startswith("/") or typed == "?":
            return self.command(typed.removeprefix("/").lstrip()) or Hint(self.phrase("no-command", _shown(typed)))
        if self.decision.kind == "words":
            return self.words(typed)
        if not typed:
            return Hint(self.what_to_type())
        options = self.decision.options
        if not numbered(self.decision):
            # What is shown as a number is meant as that number, not as a place in the list.
            return self.by_name(typed)
        number = _number(typed)
        if number is None:
            return self.by_name(typed)
        if 1 <= number <= len(options):
            return Picked(options[number - 1])
        return self.exactly(typed) or Hint(self.what_to_type())

    def words(self, typed: str) -> Answer:
        if self.decision.passable and _folded(typed) in (PASS, _folded(pass_word(self.decision))):
            for option in self.decision.options:
                if option.key == PASS:
                    return Picked(option)
        if not any(map(_is_seen, typed)):
            return Hint(self.phrase("some-words"))
        if len(typed) > _LONGEST_TEXT:
            return self.too_long()
        return Said(visible(typed))

    def too_long(self) -> Hint:
        if self.decision.kind == "words":
            return Hint(self.phrase("too-long", self.phrase("so-many-characters", _LONGEST_TEXT)))
        return Hint(self.phrase("too-long", self.what_to_type()))

    def by_name(self, typed: str) -> Answer:
        found = self.exactly(typed) or self.command(typed)
        if found is not None:
            return found
        options, wanted = self.decision.options, _folded(typed)
        # A number is that number, and not the beginning of a longer one.
        starting = [
            option for option in options if _folded(option.label).startswith(wanted) and not _is_number(option.label)
        ]
        if len(starting) == 1:
            return Picked(starting[0])
        with_numbers = numbered(self.decision)
        # Nobody should play a card by a word in the middle of its name, but may be reminded of it.
        inside = [option for option in options if f" {wanted}" in _folded(option.label)]
        if not starting and len(inside) != 1:
            starting = inside
        if starting:
            named = ", ".join(self.phrase("quoted", visible(option.label)) for option in starting[:_MOST_NAMED])
            if len(starting) > _MOST_NAMED:
                named = self.phrase("and-more", named, len(starting) - _MOST_NAMED)
            return Hint(self.phrase("may-mean-number" if with_numbers else "may-mean", named))
        labels = [option.label for option in options[:1000] if not _is_number(option.label)]
        names = (name for name in self.commands if name not in ("?", "exit"))
        meant = inside[0].label if inside else closest(typed, [*labels, *names])
        way_out = self.what_to_type() if meant is None else self.phrase("did-you-mean", visible(meant))
        return Hint(self.phrase("none-of-them", _shown(typed), way_out))

    def exactly(self, typed: str) -> Answer | None:
        # What is seen goes before what is not: the key of one option may be the label of another.
        wanted = _folded(typed)
        found = [option for option in self.decision.options if _folded(option.label) == wanted]
        if len(found) != 1:
            found = [option for option in self.decision.options if option.key == typed]
        return Picked(found[0]) if len(found) == 1 else None

    def command(self, typed: str) -> Command | None:
        first, _, argument = typed.partition(" ")
        name = self.commands.get(_folded(first))
        # Others are not followed by anything; `log cabin` is not meant as a command.
        if name is None or (argument and name not in ("save", "read")):
            return None
        return Command(name, argument.strip())

    def what_to_type(self) -> str:
        if not numbered(self.decision):
            if self.decision.passable:
                return self.phrase("shown-number-or", pass_word(self.decision))
            return self.phrase("shown-number")
        count = len(self.decision.options)
        return self.phrase("the-number") if count == 1 else self.phrase("a-number", count)


def _number(typed: str) -> int | None:
    return int(typed) if typed.isdecimal() and len(typed) <= _LONGEST_NUMBER else None


def _is_number(label: str) -> bool:
    return label.removeprefix("-").isdecimal()


def _is_seen(character: str) -> bool:
    """Whether it is something to read by itself: a letter, a figure or a sign."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _shown(typed: str) -> str:
    return visible(typed if len(typed) <= 40 else typed[:40] + "...")
