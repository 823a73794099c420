"""Read catalogues of phrases: each package that speaks has a folder `phrases` with one file for each language.

A line of such a file is `key = text`, and goes on in the lines below that are indented; `#` begins a remark. Quotes around
a text keep the blanks at its ends. Between braces are arguments, `{0}` or `{name}`, and the forms that go with a number,
`{0:line|lines}`. A phrase `key@1` replaces `key` if argument 1 is the reader.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING
from unicodedata import name as unicode_name

from attrs import frozen

from rulewright.dsl.messages import inflection

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SOURCE = "en"
"""The language of last resort, which every catalogue has in full."""
_END = ".txt"
_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


class Catalogue:
    """The phrases of a package in all languages that it has a file for; a file is read when it is first needed."""

    def __init__(self, package: str, beside: Catalogue | None = None) -> None:
        self.package = package
        self.beside = beside
        """The catalogue with the phrases that this one lacks in every language."""
        self._own: dict[str, dict[str, str]] = {}
        self._texts: dict[str, dict[str, str]] = {}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Return the languages that there are files for, here or beside, the source first."""
        found = {name.removesuffix(_END) for name in self._files if name.endswith(_END)}
        return (SOURCE, *sorted(found.union(self.beside.languages if self.beside is not None else ()) - {SOURCE}))

    @cached_property
    def _files(self) -> dict[str, Traversable]:
        return {file.name: file for file in files(self.package).joinpath("phrases").iterdir()}

    def own(self, language: str) -> Mapping[str, str]:
        """Return the contents of a language's file."""
        if language not in self._own:
            # A stranger may send any language, so it is looked for among the files found, and never made part of a path.
            file = self._files.get(language + _END)
            if file is None:
                return {}
            self._own[language] = parse_phrases(file.read_text(encoding="utf-8"), f"{self.package}/phrases/{file.name}")
        return self._own[language]

    def texts(self, language: str) -> Mapping[str, str]:
        """Return all phrases as a language says them: its own, and the source's for each that it lacks."""
        if language not in self.languages:
            language = SOURCE
        if language not in self._texts:
            own, source = self.own(language), self.own(SOURCE)
            # A phrase that addresses the reader goes with the phrase that it replaces.
            lacking = {key: text for key, text in source.items() if key.partition("@")[0] not in own}
            beside = self.beside.texts(language) if self.beside is not None else {}
            self._texts[language] = {**beside, **lacking, **own}
        return self._texts[language]

    def language_for(self, language: str, key: str) -> str:
        """Return the language in which a phrase is told to a reader of this one."""
        if self.beside is not None and key not in self.own(SOURCE):
            return self.beside.language_for(language, key)
        return language if key in self.own(language) else SOURCE

    def say(self, language: str, key: str, /, *parts: object, **named: object) -> str:
        """Return a phrase with its arguments between the braces."""
        return fill_phrase(self.language_for(language, key), self.texts(language)[key], *parts, **named)


def parse_phrases(text: str, where: str) -> dict[str, str]:
    """Return the phrases of a file by their keys, or raise ValueError with the line that is none."""
    found: dict[str, str] = {}
    key = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            if not key:
                raise ValueError(f"{where}:{number}: there is no phrase above that goes on here")
            found[key] += f" {line.strip()}"
            continue
        key, equals, words = (part.strip() for part in line.partition("="))
        if not key or not equals:
            raise ValueError(f"{where}:{number}: expected `key = text`")
        if key in found:
            raise ValueError(f"{where}:{number}: `{key}` stands here twice")
        found[key] = words
    return {key: _unquoted(words) for key, words in found.items()}


def _unquoted(words: str) -> str:
    return words[1:-1] if len(words) > 1 and words[0] == words[-1] == '"' else words


COMMON = Catalogue("rulewright.dsl")
"""The properties of a language, and words that all packages use."""


@frozen
class LanguageRules:
    """How a language puts words together."""

    forms: int
    """How many forms of a word go with numbers."""
    chosen: Callable[[int], int]
    """A function that says which of them goes with a whole number from 0 on."""
    joined: Callable[[Iterable[str]], str]
    """A function that joins words, and names among them."""

    @property
    def has_joining(self) -> bool:
        """Whether words change with what follows them."""
        return self.joined is not inflection.PLAIN


@cache
def language_rules(language: str) -> LanguageRules:
    """Return how a language puts words together; one without a file works like the source."""
    known = COMMON.texts(language)
    return LanguageRules(*inflection.PLURALS[known["plural-rule"]], inflection.JOININGS[known["joining-rule"]])


def join_words(language: str, pieces: Iterable[str]) -> str:
    """Join words, and names among them, as a language does."""
    return language_rules(language).joined(pieces)


def fill_phrase(language: str, text: str, /, *parts: object, **named: object) -> str:
    """Return a phrase with its parts; its own words are of that language."""
    own = language_rules(language)
    pieces: list[str] = []
    for words, place, forms in inflection.pieces(text):
        pieces.append(words)
        if place is not None:
            part = parts[place] if isinstance(place, int) else named[place]
            pieces.append(forms[own.chosen(int(str(part)))] if forms else str(part))
    return own.joined(pieces)


def list_words(language: str, names: Iterable[str], how: str = "and") -> str:
    """Return `Ann, Bob and Eve`; `how` is `and` or `or`."""
    *before, last = names
    return COMMON.say(language, how, ", ".join(before), last) if before else last


def form_among(language: str, forms: Sequence[str], count: int) -> str:
    """Return the form of a word that goes with a number."""
    own = language_rules(language)
    # Words that are not translated are counted as in the source.
    return forms[(own if own.forms == len(forms) else language_rules(SOURCE)).chosen(abs(count))]


def counted_name(forms: Mapping[str, Sequence[str]], language: str, name: str, count: int) -> str:
    """Return `3 Tents of Ann`, if the name begins with a title that has forms; else `Tent of Ann x3`."""
    if count == 1:
        return name
    form = form_of(forms, language, name, count)
    return f"{name} x{count}" if form is None else f"{count} {form}"


def form_of(forms: Mapping[str, Sequence[str]], language: str, name: str, count: int) -> str | None:
    """Return a name in the form for a number, or None if it does not begin with a title that has forms."""
    for one, others in forms.items():
        if name.startswith(one) and not inflection.GOES_ON.match(name, len(one)):
            return form_among(language, others, count) + name[len(one) :]
    return None


def language_name(code: str, language: str) -> str:
    """Return the name of a language in another language, or else in itself, or its code if it has no file."""
    key = f"language-{code}"
    return next((known[key] for known in map(COMMON.own, (language, code, SOURCE)) if key in known), code)


def own_language(rulebook: str) -> str:
    """Guess the language of a rulebook's texts from their script: the source, unless most of it is another's."""
    texts = "".join(_TEXT.findall(rulebook))
    scripts: Counter[str] = Counter()
    for letter, times in Counter(filter(str.isalpha, texts)).items():
        scripts[unicode_name(letter, "").partition(" ")[0]] += times
    of_source = scripts[COMMON.texts(SOURCE)["script"]]
    others = (one for one in COMMON.languages if scripts[COMMON.texts(one)["script"]] > 2 * of_source)
    return next(others, SOURCE)
