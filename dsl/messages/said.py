"""What messages say: a phrase of the catalogue `dsl/messages`, and what is put into it. It becomes a text where it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from attrs import frozen

from rulewright.dsl.messages.speech import SOURCE, Catalogue, listed

MESSAGES = Catalogue("rulewright.dsl.messages")

Argument: TypeAlias = "str | int | Said | Listed"
"""Words as they stand in the rulebook, a number, another phrase, or several of these."""


@frozen
class Listed:
    """Several things with commas between them, and a word before the last one."""

    parts: tuple[Argument, ...]
    word: Literal["and", "or", ""] = "or"

    @classmethod
    def quoted(cls, names: Iterable[str], word: Literal["and", "or", ""] = "or") -> Listed:
        """Words of a rulebook, each between backquotes."""
        return cls(tuple(f"`{name}`" for name in names), word)


@frozen(init=False)
class Said:
    """A phrase by its key, and its arguments by their names."""

    key: str
    arguments: tuple[tuple[str, Argument], ...]

    def __init__(self, key: str, **arguments: Argument) -> None:
        self.__attrs_init__(key, tuple(arguments.items()))

    def text(self, language: str) -> str:
        """Return what is said in a language: in English, if that lacks this phrase or one of those in it."""
        return _text(self, language if _knows(language, self) else SOURCE)

    def __str__(self) -> str:
        return self.text(SOURCE)


def _knows(language: str, argument: Argument) -> bool:
    """Whether a language has all phrases that something is said with."""
    if isinstance(argument, Listed):
        return all(_knows(language, part) for part in argument.parts)
    if isinstance(argument, Said):
        return argument.key in MESSAGES.own(language) and all(_knows(language, part) for _, part in argument.arguments)
    return True


def _text(argument: Argument, language: str) -> str:
    """Something as it is said in a language that has all of it."""
    if isinstance(argument, Listed):
        texts = [_text(part, language) for part in argument.parts]
        return listed(language, texts, argument.word) if argument.word else ", ".join(texts)
    if isinstance(argument, Said):
        return MESSAGES.say(language, argument.key, **{name: _text(part, language) for name, part in argument.arguments})
    return str(argument)
