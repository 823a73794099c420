r"""Make a TextMate grammar, with which VS Code and many other editors colour text, from the language's words.

Such a grammar is a tree of regular expressions over one line at a time. A line of ours, which may go on below, is one rule
of it that remembers its indentation. `\G` is its beginning, and words that are keywords only there are looked for only
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.dsl.syntax.highlighting import CHANGING, NAMING, OF_BEGINNING, OF_KIND, HighlightKind
from rulewright.dsl.syntax.vocabulary import (
    FOLLOWING_WORDS,
    INNER_WORDS,
    LEADING_WORDS,
    LINE_WORDS,
    SEAT_WORDS,
    SECOND_WORDS,
    WORDS_BEFORE_A_TEXT,
)

SCOPE = "source.rulewright"
SCOPES = {
    HighlightKind.DECLARES: "storage.type.rulewright",
    HighlightKind.ACTS: "support.function.rulewright",
    HighlightKind.LEADS: "keyword.control.rulewright",
    HighlightKind.JOINS: "keyword.operator.word.rulewright",
    HighlightKind.STANDS: "constant.language.rulewright",
    HighlightKind.NAMED: "entity.name.function.rulewright",
    HighlightKind.LANGUAGE: "entity.name.tag.rulewright",
    HighlightKind.TEXT: "string.quoted.double.rulewright",
    HighlightKind.NUMBER: "constant.numeric.rulewright",
    HighlightKind.SIGN: "punctuation.rulewright",
    HighlightKind.COMMENT: "comment.line.number-sign.rulewright",
    HighlightKind.WRONG: "invalid.illegal.rulewright",
}
"""The scopes that themes have colours for; a name that is only used has none."""

_ENDS = r"(?!\w|-\w)"
_WORD = r"[^\W\d_]\w*(?:-\w+)*"
_BLANK = r"[ \t]+"
_LANGUAGE = rf"(?!or{_ENDS})[a-z]{{2,3}}"
_BEFORE_TEXT = rf"(?={_BLANK}\")"
_INNER = rf"(?:{'|'.join(INNER_WORDS)}){_ENDS}"
_LEADING = "|".join(rf"{word}{_BLANK}{following}{_ENDS}" for word, following in LEADING_WORDS if following != "(")

Pattern = dict[str, Any]
_BEGINNING_WORDS = LINE_WORDS | {"count": "COUNT_WORD"}
# The lines in which a few more words are keywords, by their first words.
_LINES = {"choosing": ("CHOOSE", "MAY"), "seated": ("SEAT", "THEN"), "other": ()}


def grammar() -> Pattern:
    repository: dict[str, Any] = {"pieces": {"patterns": list(_pieces())}, "beginning": {"patterns": list(_beginning())}}
    for line, kinds in _LINES.items():
        first = [word for word, kind in (LINE_WORDS | INNER_WORDS).items() if kind in kinds]
        repository[f"{line}-line"] = {
            "begin": rf"^([ \t]*)(?=(?:{'|'.join(first)}){_ENDS})" if first else r"^([ \t]*)(?=[^\s#])",
            # A line that ends with a text goes on below, where translations are indented further than its beginning.
            "end": rf"(?<=[^\s\"])[ \t]*(?=#|$)|(?!\G)^(?!\1{_BLANK}{_LANGUAGE}{_BLANK}\"|[ \t]*(?:#|$))",
            "patterns": [{"include": "#beginning"}, {"include": f"#{line}"}],
        }
        repository[line] = {"patterns": [_brackets(line), {"include": "#pieces"}, *_words(line)]}
    return {
        "name": "Rulewright",
        "scopeName": SCOPE,
        "fileTypes": ["rules"],
        "patterns": [*({"include": f"#{line}-line"} for line in _LINES), {"include": "#pieces"}],
        "repository": repository,
    }


def _pieces() -> Iterator[Pattern]:
    """Yield the patterns of what can be recognized by its looks."""
    yield {"name": SCOPES[HighlightKind.COMMENT], "match": r"#.*$"}
    inside = [
        {"name": "constant.character.escape.rulewright", "match": r"\\."},
        {"name": "variable.other.rulewright", "match": r"\{[^{}]*\}"},
    ]
    whole = {"match": r'"(?:[^"\\]|\\.)*"', "captures": {"0": {"patterns": inside}}}
    yield {"name": SCOPES[HighlightKind.TEXT], **whole}
    yield {"name": SCOPES[HighlightKind.WRONG], "match": r'".*$'}
    yield {"name": SCOPES[HighlightKind.NUMBER], "match": r"[0-9]+(?!\w)"}
    yield {"name": SCOPES[HighlightKind.WRONG], "match": r"[0-9]\w+"}
    yield {"name": SCOPES[HighlightKind.SIGN], "match": r"[<>!=]=|=[<>]|<>|[<>≤≥≠]|[:,()+*/=-]"}


def _brackets(line: str) -> Pattern:
    """Return the pattern of brackets, also over several lines; the colon at the end of a header closes them all."""
    mark = {"0": {"name": SCOPES[HighlightKind.SIGN]}}
    return {"begin": r"\(", "end": r"\)|(?=:[ \t]*(?:#|$))", "captures": mark, "patterns": [{"include": f"#{line}"}]}


def _words(line: str) -> Iterator[Pattern]:
    """Yield the patterns of words anywhere in a line."""
    yield _phrase(rf"(?<=\"){_BLANK}({_LANGUAGE}){_BEFORE_TEXT}", [HighlightKind.LANGUAGE])
    yield _phrase(rf"^{_BLANK}({_LANGUAGE}){_BEFORE_TEXT}", [HighlightKind.LANGUAGE])
    if line == "choosing":
        yield from _singles(WORDS_BEFORE_A_TEXT, behind=r"(?=[ \t]*\")")
    yield from _leading()
    yield from _following({kind: word for word, kind in INNER_WORDS.items()})
    if line == "seated":
        yield from _singles(SEAT_WORDS)
    yield from _singles(INNER_WORDS)
    yield {"match": _WORD}
    yield {"name": SCOPES[HighlightKind.WRONG], "match": r"\S"}


def _beginning() -> Iterator[Pattern]:
    """Yield the patterns of words at the beginning of a line, and what they make of the next one."""
    starting = {kind: word for word, kind in _BEGINNING_WORDS.items()}
    for (first, word), kind in SECOND_WORDS.items():
        yield _phrase(rf"\G({first.lower()}){_BLANK}({word}){_ENDS}", [OF_BEGINNING.get(first) or OF_KIND[first], OF_KIND[kind]])
    for kind in sorted(CHANGING):
        yield from _changing(kind)
    # `with` is followed by a line of a rulebook, as those above are, but is no beginning of its own.
    yield _once_more(rf"\G(with){_BLANK}(?={_WORD})", [HighlightKind.DECLARES], begins=False)
    yield from _first_words(starting, OF_BEGINNING)


def _changing(kind: str) -> Iterator[Pattern]:
    """Yield the patterns of a word of variants after which a line begins once more."""
    word = kind.lower()
    shade = OF_BEGINNING.get(kind) or OF_KIND[kind]
    if kind != "REMOVE":
        yield _once_more(rf"\G({word}){_BLANK}(?={_WORD})", [shade])
        return
    # `remove card charge` is about a declaration, `remove card on deck` about a thing called card.
    yield _once_more(rf"\G({word}){_BLANK}(?=instead{_BLANK}of{_ENDS}|{_WORD}{_BLANK}(?!{_INNER})[\w\"])", [shade])
    beginnings = {word: kind for word, kind in INNER_WORDS.items() if kind in OF_BEGINNING}
    for inner in beginnings:
        yield _phrase(rf"\G({word}){_BLANK}({inner}){_ENDS}", [shade, OF_BEGINNING[beginnings[inner]]])


def _once_more(match: str, found: list[HighlightKind], *, begins: bool = True) -> Pattern:
    """Return a rule for the one word after `match`, which is read as if it began the line."""
    starting = {kind: word for word, kind in _BEGINNING_WORDS.items()}
    return {
        "begin": match,
        "beginCaptures": {str(place): {"name": SCOPES[shade]} for place, shade in enumerate(found, 1)},
        "end": r"(?!\G)",
        "patterns": [
            *_anchored(_leading()),
            *_first_words(starting, OF_BEGINNING if begins else {}, names=begins),
            *_anchored(_singles(INNER_WORDS)),
            {"match": rf"\G{_WORD}"},
        ],
    }


def _first_words(starting: dict[str, str], otherwise: dict[str, HighlightKind], *, names: bool = True) -> Iterator[Pattern]:
    """Yield the patterns of words that are keywords here, of words with another meaning elsewhere, and of the declared name."""
    inner = {word: kind for word, kind in INNER_WORDS.items() if kind in otherwise}
    yield from _anchored(_following(starting))
    shades = OF_KIND | otherwise
    words = {word: kind for kind, word in starting.items()} | inner
    if names:
        name = rf"(?!{_INNER}|{_LEADING})({_WORD})"
        for shade, naming in _by_shade({word: kind for word, kind in words.items() if kind in NAMING}, shades):
            yield _phrase(rf"\G({naming}){_BLANK}{name}", [shade, HighlightKind.NAMED])
    for shade, some in _by_shade(words, shades):
        yield {"name": SCOPES[shade], "match": rf"\G(?:{some}){_ENDS}"}


def _leading() -> Iterator[Pattern]:
    """Yield the patterns of words that are keywords before a certain other one, with those that follow for this reason."""
    for (word, following), kind in LEADING_WORDS.items():
        if following == "(":
            yield {"name": SCOPES[OF_KIND[kind]], "match": rf"{word}(?=[ \t]*\()"}
        else:
            found = OF_KIND[kind], OF_KIND[FOLLOWING_WORDS[kind, following]]
            yield _phrase(rf"({word}){_BLANK}({following}){_ENDS}", found)


def _following(starting: dict[str, str]) -> Iterator[Pattern]:
    """Yield the patterns of words that are keywords after a certain other one; the longest chains come first."""
    for kind, word in starting.items():
        for chain in _chains(kind):
            words = [word, *(one for one, _ in chain)]
            found = [OF_KIND[kind], *(OF_KIND[one] for _, one in chain)]
            yield _phrase(_BLANK.join(f"({one})" for one in words) + _ENDS, found)


def _chains(kind: str) -> Iterator[list[tuple[str, str]]]:
    """Yield the words that follow a terminal, as long as each leads on to the next; the longest chains come first."""
    for (before, word), following in FOLLOWING_WORDS.items():
        if before == kind:
            yield from ([(word, following), *rest] for rest in _chains(following))
            yield [(word, following)]


def _singles(kinds: dict[str, str], behind: str = "") -> Iterator[Pattern]:
    """Yield one pattern for all words of a shade."""
    for shade, words in _by_shade(kinds, OF_KIND):
        yield {"name": SCOPES[shade], "match": rf"(?:{words}){_ENDS}{behind}"}


def _by_shade(kinds: dict[str, str], shades: dict[str, HighlightKind]) -> Iterator[tuple[HighlightKind, str]]:
    """Yield the words of each shade that has any."""
    for shade in HighlightKind:
        words = [word for word, kind in kinds.items() if shades[kind] is shade]
        if words:
            yield shade, "|".join(words)


def _anchored(patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    return (pattern | {"match": rf"\G{pattern['match']}"} for pattern in patterns)


def _phrase(match: str, found: Iterable[HighlightKind]) -> Pattern:
    """Return a pattern of several words at once, each a group."""
    return {"match": match, "captures": {str(place): {"name": SCOPES[shade]} for place, shade in enumerate(found, 1)}}
