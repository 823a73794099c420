"""Understand a typed line at a decision: options, a text, a command to the program, or nothing and a hint."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import frozen

from rulewright.cli.render.speech import COMMANDS, phrase
from rulewright.cli.table.option_match import OptionMatcher, is_number, normalized, place_codes, plain_letters
from rulewright.dsl.messages.diagnostic import BLANK, visible
from rulewright.dsl.messages.speech import SOURCE
from rulewright.dsl.messages.suggestions import closest

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Option

PASS = "pass"  # noqa: S105 - the key of the option that does nothing, not a word to get in with
_LONGEST_TEXT = 200
_LONGEST_NUMBER = 9
_MOST_NAMED = 4
_MOST_WORDS = 60
"""The longest line, in words, that is searched for several answers."""
_MANY_PLACES = 40
_MOST_COMPARED = 1000
_WHITE_SIGNS = str.maketrans("♤♡♢♧", "♠♥♦♣", "\ufe0e\ufe0f")
_ASKING = ("save", "record", "read", "why", "rules")
"""Commands that take an argument."""
NAMING = ("read", "why", "rules")
"""Commands whose argument is a name."""


@frozen
class PickedOption:
    """One option of the decision."""

    option: Option


@frozen
class SeveralOptions:
    """Several options, in the order in which they were typed."""

    options: tuple[Option, ...]


@frozen
class OwnWords:
    """An answer in a player's own words, where the question asks for that."""

    text: str


@frozen
class TypedCommand:
    name: str
    argument: str


@frozen
class Hint:
    """Tell what to type instead; `places` are the options to list, if they may have been meant."""

    text: str
    places: tuple[int, ...] = ()


Answer: TypeAlias = PickedOption | SeveralOptions | OwnWords | TypedCommand | Hint


def understand(line: str, decision: Decision, language: str = "en") -> Answer:
    """Return the meaning of a line. No input raises an exception."""
    return _Reader(decision, language).answer(line)


def too_long(decision: Decision, language: str = "en") -> Hint:
    """Return the hint for a line that is longer than any answer."""
    return _Reader(decision, language).too_long()


def shown_as(decision: Decision) -> Literal["list", "numbers", "places"]:
    """Return how to show the options: numbered, or by themselves if they are numbers or very many places."""
    telling = [option for option in decision.options if option.key != PASS]
    # With numbers of their own for some options, numbers in the list could be taken for those.
    if not telling or any(is_number(option.label) for option in telling):
        return "numbers"
    if len(telling) > _MANY_PLACES and all(place_codes(option.label) == (option.label,) for option in telling):
        return "places"
    return "list"


def command_in(line: str, language: str = "en") -> TypedCommand | None:
    """Return the command in a line that answers no question, or None."""
    typed = " ".join(unicodedata.normalize("NFC", line).split())
    if typed.startswith("?") and typed != "?":
        return TypedCommand("read", typed[1:].strip())
    return _command(typed.removeprefix("/").lstrip(), known_commands(language))


def known_commands(language: str) -> dict[str, str]:
    """Return all words for commands in a language, each with the English name of its command."""
    own = {plain_letters(word): name for name, word in commands(language).items()}
    # The English names of commands work in every language.
    return {"?": "help", "exit": "quit", **dict(zip(COMMANDS, COMMANDS, strict=True)), **own}


def _command(typed: str, known: Mapping[str, str]) -> TypedCommand | None:
    first, _, argument = typed.partition(" ")
    name = known.get(plain_letters(first))
    # Other commands take no argument: `log cabin` is an answer and not a command.
    if name is None or (argument and name not in _ASKING):
        return None
    return TypedCommand(name, argument.strip())


def commands(language: str) -> dict[str, str]:
    """Return the name of each command in a language."""
    return {name: phrase(language, f"command-{name}") for name in COMMANDS}


def pass_word(decision: Decision) -> str:
    """Return the label of the option that passes, in the language of the game."""
    return next((visible(option.label) for option in decision.options if option.key == PASS), PASS)


class _Reader:
    """Read lines at one decision, and answer in one language."""

    def __init__(self, decision: Decision, language: str) -> None:
        self.decision = decision
        self.shown_as = "words" if decision.kind == "words" else shown_as(decision)
        self.phrase = partial(phrase, language)
        self.commands = known_commands(language)
        self.language = language
        self.matching = OptionMatcher([option.label for option in decision.options], decision.moved)

    def answer(self, line: str) -> Answer:
        typed = " ".join(unicodedata.normalize("NFC", line).split())
        if typed.startswith("?") and typed != "?":
            return TypedCommand("read", typed[1:].strip())
        if typed.startswith("/") or typed == "?":
            return self.command(typed.removeprefix("/").lstrip()) or Hint(self.phrase("no-command", _shown(typed)))
        if self.decision.kind == "words":
            return self.words(typed)
        if not typed:
            return Hint(self.what_to_type())
        number = _number(typed)
        # If options are shown as numbers, a typed number is that number and not a place in the list.
        if number is not None and self.shown_as == "list":
            return self.numbered(number)
        found = self.exactly(typed) or self.command(typed) or self.meant(typed)
        if found is not None:
            return found
        return (self.several(typed) if self.most_more() > 1 else None) or self.hint(typed)

    def words(self, typed: str) -> Answer:
        if self.decision.passable and normalized(typed) in (PASS, normalized(pass_word(self.decision))):
            for option in self.decision.options:
                if option.key == PASS:
                    return PickedOption(option)
        if not any(map(_is_seen, typed)):
            return Hint(self.phrase("some-words"))
        if len(typed) > _LONGEST_TEXT:
            return self.too_long()
        return OwnWords(visible(typed))

    def too_long(self) -> Hint:
        if self.decision.kind == "words":
            return Hint(self.phrase("too-long", self.phrase("so-many-characters", _LONGEST_TEXT)))
        return Hint(self.phrase("too-long", self.what_to_type()))

    def numbered(self, number: int) -> Answer:
        """Return the option with a number, or a hint."""
        options = self.decision.options
        return PickedOption(options[number - 1]) if 1 <= number <= len(options) else Hint(self.what_to_type())

    def exactly(self, typed: str) -> PickedOption | None:
        # Labels come before keys, which are not shown: a key may be the label of another option.
        options = self.decision.options
        found = [options[place] for place in self.matching.exactly(typed)]
        if len(found) != 1:
            found = [option for option in options if option.key == typed]
        return PickedOption(found[0]) if len(found) == 1 else None

    def meant(self, typed: str) -> PickedOption | None:
        found = self.found(typed)
        return PickedOption(self.decision.options[found[0]]) if len(found) == 1 else None

    def found(self, typed: str) -> list[int]:
        """Return the options that this may mean."""
        return next(filter(None, map(self.matching.meant, spelled(typed, self.language))), [])

    def command(self, typed: str) -> TypedCommand | None:
        return _command(typed, self.commands)

    def most_more(self) -> int:
        return self.decision.most - self.decision.picked

    def several(self, typed: str) -> SeveralOptions | Hint | None:
        """Return several answers from one line, or None if no part of it is an answer."""
        with_commas = "," in typed
        words = [word.strip() for word in typed.split("," if with_commas else " ") if word.strip()][:_MOST_WORDS]
        places: list[int] = []
        begin, unknown = 0, ""
        while begin < len(words):
            # Take as many words together as possible: labels may have several.
            ends = [begin + 1] if with_commas else range(len(words), begin, -1)
            for end in ends:
                found = self.part(" ".join(words[begin:end]))
                if found:
                    places += found
                    begin = end
                    break
            else:
                unknown = unknown or words[begin]
                begin += 1
        if not places:
            return None
        if unknown:
            return self.hint(unknown)
        if len(places) > self.most_more():
            return Hint(self.phrase("at-most-more", self.most_more()))
        return SeveralOptions(tuple(self.decision.options[place] for place in places))

    def part(self, text: str) -> list[int]:
        """Return the options for a part of a line: one option, or a range of numbers."""
        count = len(self.decision.options)
        if self.shown_as == "list" and (found := re.fullmatch("([0-9]{1,9}) ?- ?([0-9]{1,9})", text)):
            first, last = int(found[1]), int(found[2])
            return list(range(first - 1, last)) if 1 <= first <= last <= count else []
        number = _number(text)
        if number is not None and self.shown_as == "list":
            return [number - 1] if 1 <= number <= count else []
        meant = self.found(text)
        return meant if len(meant) == 1 else []

    def hint(self, typed: str) -> Hint:
        """Return a hint with the options that may have been meant."""
        options = self.decision.options
        # Beginnings of words inside a label are too vague to play it, but good enough for a hint.
        inside = self.matching.inside(typed)
        meant = self.found(typed) or (inside if len(inside) > 1 else [])
        if meant and self.shown_as == "list":
            return Hint(self.phrase("may-mean-these", len(meant)), tuple(meant))
        if meant:
            named = ", ".join(self.phrase("quoted", visible(options[place].label)) for place in meant[:_MOST_NAMED])
            if len(meant) > _MOST_NAMED:
                named = self.phrase("and-more", named, len(meant) - _MOST_NAMED)
            return Hint(self.phrase("may-mean", named))
        one = options[inside[0]].label if inside else self.nearest(typed)
        way_out = self.what_to_type() if one is None else self.phrase("did-you-mean", visible(one))
        return Hint(self.phrase("none-of-them", _shown(typed), way_out))

    def nearest(self, typed: str) -> str | None:
        """Return the option or command that has perhaps been mistyped."""
        count = len(typed.split())
        meant: dict[str, str] = {}
        for option in self.decision.options[:_MOST_COMPARED]:
            if not is_number(option.label):
                # As many words as were typed may be enough of a label.
                for name in (option.label, " ".join(option.label.split()[:count]).rstrip(".,:;")):
                    meant.setdefault(plain_letters(name), option.label)
        _, _, rest = typed.partition(" ")
        for name, command in self.commands.items():
            if name not in ("?", "exit") and (not rest or command in _ASKING):
                meant.setdefault(plain_letters(f"{name} {rest}".strip()), f"{name} {rest}".strip())
        one = closest(plain_letters(typed), meant)
        return None if one is None else meant[one]

    def what_to_type(self) -> str:
        if self.shown_as == "places":
            return self.phrase("a-place", self.decision.options[0].label)
        if self.shown_as == "numbers":
            words = [visible(option.label) for option in self.decision.options if not is_number(option.label)]
            return self.phrase("shown-number-or", words[-1]) if words else self.phrase("shown-number")
        count = len(self.decision.options)
        return self.phrase("the-number") if count == 1 else self.phrase("a-number", count)


def spelled(typed: str, language: str) -> list[str]:
    """Return typed text, and with signs for suits as initials, in the language of the table and in that of the source."""
    texts = [typed]
    for one in (language, SOURCE):
        signs = dict(part.split() for part in phrase(one, "signs").split(","))
        texts.append("".join(signs.get(letter, letter)[:1] for letter in typed.translate(_WHITE_SIGNS)))
    return list(dict.fromkeys(texts))


def _number(typed: str) -> int | None:
    return int(typed) if typed.isdecimal() and len(typed) <= _LONGEST_NUMBER else None


def _is_seen(character: str) -> bool:
    """Return whether a character is visible: a letter, digit, punctuation mark or symbol."""
    return unicodedata.category(character)[0] in "LNPS" and character not in BLANK


def _shown(typed: str) -> str:
    return visible(typed if len(typed) <= 40 else typed[:40] + "...")
