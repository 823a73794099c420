"""What a typed line means at a decision: an option, a text, a command to the program, or nothing, with a hint."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from rulewright.dsl.diagnostic import visible
from rulewright.dsl.suggest import did_you_mean

if TYPE_CHECKING:
    from rulewright.interpreter import Decision, Option

COMMANDS = {
    "help": "shows this; so does ?",
    "board": "shows the table again",
    "log": "shows all that happened",
    "read": "read CARD shows what a card says; read alone, what all say",
    "save": "save FILE keeps the game in a file, and goes on",
    "quit": "keeps the game in a file, and stops; so does Ctrl-C",
}
PASS = "pass"  # noqa: S105 - the key of the option that does nothing, not a word to get in with
_LONGEST_TEXT = 200
_LONGEST_NUMBER = 9
_MOST_NAMED = 4


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


def understand(line: str, decision: Decision) -> Answer:
    """What the line means; never raises, whatever is typed."""
    typed = " ".join(unicodedata.normalize("NFC", line).split())
    if typed.startswith("/") or typed == "?":
        return _command(typed.removeprefix("/")) or Hint(f"there is no command `{_shown(typed)}`; ? shows them all")
    if decision.kind == "words":
        return _words(typed, decision)
    if not typed:
        return Hint(_what_to_type(decision))
    options = decision.options
    if not numbered(decision):
        # What is shown as a number is meant as that number, not as a place in the list.
        return _by_name(typed, decision)
    number = _number(typed)
    if number is not None:
        if 1 <= number <= len(options):
            return Picked(options[number - 1])
        return _exactly(typed, decision) or Hint(_what_to_type(decision))
    return _by_name(typed, decision)


def numbered(decision: Decision) -> bool:
    """Whether the options are shown with numbers before them: not if they are numbers themselves."""
    return not all(_is_number(option.label) or option.key == PASS for option in decision.options)


def _words(typed: str, decision: Decision) -> Answer:
    if decision.passable and typed.casefold() == PASS:
        for option in decision.options:
            if option.key == PASS:
                return Picked(option)
    if not typed:
        return Hint("type some words")
    if len(typed) > _LONGEST_TEXT:
        return Hint(f"that is too long: at most {_LONGEST_TEXT} characters, please")
    return Said(visible(typed))


def _by_name(typed: str, decision: Decision) -> Answer:
    found = _exactly(typed, decision) or _command(typed)
    if found is not None:
        return found
    wanted = _folded(typed)
    starting = [option for option in decision.options if _folded(option.label).startswith(wanted)]
    if len(starting) == 1:
        return Picked(starting[0])
    if starting:
        named = ", ".join(f"`{visible(option.label)}`" for option in starting[:_MOST_NAMED])
        more = f" and {len(starting) - _MOST_NAMED} more" if len(starting) > _MOST_NAMED else ""
        return Hint(f"that may mean {named}{more}: type more of it{', or a number' if numbered(decision) else ''}")
    labels = [option.label for option in decision.options[:1000] if not _is_number(option.label)]
    meant = did_you_mean(typed, [*labels, *COMMANDS])
    return Hint(f"`{_shown(typed)}` is none of them: {visible(meant) or _what_to_type(decision)}")


def _exactly(typed: str, decision: Decision) -> Answer | None:
    # What is seen goes before what is not: the key of one option may be the label of another.
    wanted = _folded(typed)
    found = [option for option in decision.options if _folded(option.label) == wanted]
    if len(found) != 1:
        found = [option for option in decision.options if option.key == typed]
    return Picked(found[0]) if len(found) == 1 else None


def _command(typed: str) -> Command | None:
    name, _, argument = typed.partition(" ")
    name = {"?": "help", "exit": "quit"}.get(name.casefold(), name.casefold())
    # Others are not followed by anything; `log cabin` is not meant as a command.
    if name not in COMMANDS or (argument and name not in ("save", "read")):
        return None
    return Command(name, argument.strip())


def _what_to_type(decision: Decision) -> str:
    if not numbered(decision):
        return "type one of the numbers shown" + (", or pass" if decision.passable else "")
    count = len(decision.options)
    return "type 1, the number of the only option" if count == 1 else f"type a number from 1 to {count}"


def _number(typed: str) -> int | None:
    return int(typed) if typed.isdecimal() and len(typed) <= _LONGEST_NUMBER else None


def _is_number(label: str) -> bool:
    return label.removeprefix("-").isdecimal()


def _folded(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _shown(typed: str) -> str:
    return visible(typed if len(typed) <= 40 else typed[:40] + "...")
