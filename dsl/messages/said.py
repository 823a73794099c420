"""The content of a message: a phrase of the catalogue `dsl/messages`, and its arguments. It becomes a text where it is shown.

With a message `key`, the English catalogue may have `key.label` and `key.help`: the text beside the underline, and the way out.
They use the message's arguments. `key.label = @other-key` refers to a phrase that says the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import field, fields, frozen

from rulewright.dsl.messages import inflection
from rulewright.dsl.messages.speech import SOURCE, Catalogue, list_words

MESSAGES = Catalogue("rulewright.dsl.messages")
_CAPITAL = re.compile("(?<!^)(?=[A-Z])")

Argument: TypeAlias = "str | int | Phrase | WordList"
"""Words of the rulebook, a number, another phrase, or several of these."""


@frozen
class WordList:
    """Several things with commas between them, and a word before the last one."""

    parts: tuple[Argument, ...]
    word: Literal["and", "or", ""] = "or"

    @classmethod
    def quoted(cls, names: Iterable[str], word: Literal["and", "or", ""] = "or") -> WordList:
        """Words of a rulebook, each between backquotes."""
        return cls(tuple(f"`{name}`" for name in names), word)


@frozen(init=False)
class Phrase:
    """A phrase by its key, and its arguments by their names.

    A phrase that code acts on is a class of its own, in `dsl/messages/kinds.py`.
    """

    key: str = field(init=False)
    arguments: tuple[tuple[str, Argument], ...] = field(init=False)

    def __init__(self, key: str, **arguments: Argument) -> None:
        self._set(key, arguments)

    def _set(self, key: str, arguments: Mapping[str, Argument]) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "arguments", tuple(arguments.items()))

    def text(self, language: str) -> str:
        """Return the text in a language, or in English if the language lacks this phrase or one of those in it."""
        return _text(self, language if _knows(language, self) else SOURCE)

    def beside(self, part: Literal["label", "help"]) -> Phrase | None:
        """Return the label or help that the catalogue has for this message, with the arguments that it uses."""
        english = MESSAGES.own(SOURCE)
        key = f"{self.key}.{part}"
        if english.get(key, "").startswith("@"):
            key = english[key][1:]
        if key not in english:
            return None
        names = {place for _, place, _ in inflection.pieces(english[key])}
        return Phrase(key, **{name: argument for name, argument in self.arguments if name in names})

    def __str__(self) -> str:
        return self.text(SOURCE)


@frozen(init=False)
class PhraseKind(Phrase):
    """A phrase that code acts on: its class names its key, and its fields are its arguments.

    The subclasses need neither `eq` nor `repr` of their own: their arguments hold their fields.
    """

    own_key: ClassVar[str] = ""
    """The key: `unknown-name` of `UnknownName`."""

    def __init_subclass__(cls) -> None:
        cls.own_key = _CAPITAL.sub("-", cls.__name__).lower()

    def __attrs_post_init__(self) -> None:
        own = {one.name: getattr(self, one.name) for one in fields(type(self)) if one.init}
        arguments = {name: WordList.quoted(value) if isinstance(value, tuple) else value for name, value in own.items()}
        self._set(self.own_key, arguments)


def _knows(language: str, argument: Argument) -> bool:
    """Return whether a language has all phrases of an argument."""
    if isinstance(argument, WordList):
        return all(_knows(language, part) for part in argument.parts)
    if isinstance(argument, Phrase):
        return argument.key in MESSAGES.own(language) and all(_knows(language, part) for _, part in argument.arguments)
    return True


def _text(argument: Argument, language: str) -> str:
    """Return the text in a language that has all of it."""
    if isinstance(argument, WordList):
        texts = [_text(part, language) for part in argument.parts]
        return list_words(language, texts, argument.word) if argument.word else ", ".join(texts)
    if isinstance(argument, Phrase):
        return MESSAGES.say(language, argument.key, **{name: _text(part, language) for name, part in argument.arguments})
    return str(argument)
