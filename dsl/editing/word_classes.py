"""Classify each word of a text, for syntax colours."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulewright.dsl.editing.mentions import LocalName, Mention
from rulewright.dsl.editing.symbols import SymbolIndex
from rulewright.dsl.syntax.highlighting import OF_KIND, HighlightKind, highlighted
from rulewright.dsl.text.source import Source

KINDS = {
    "rule": "function", "define": "function", "kind": "class", "card": "enumMember", "values": "enum", "die": "enum",
    "value": "enumMember", "space": "enumMember", "field": "property", "option": "macro", "board": "variable",
    "place": "variable", "position": "variable", "direction": "enumMember", "standing": "event", "offer": "event",
    "variant": "namespace", "game": "namespace", "number": "label", "parameter": "parameter", "local": "variable",
}  # fmt: skip
"""The token types of the protocol for names."""
WORDS = tuple(dict.fromkeys(OF_KIND.values()))
"""The token types of words of the language, for themes that tell them apart."""
LOOKS = {
    HighlightKind.NUMBER: "number",
    HighlightKind.TEXT: "string",
    HighlightKind.COMMENT: "comment",
    **dict.fromkeys(WORDS, "keyword"),
}
SIGNS = "+-*/="
DECLARATION = "declaration"
TYPES = ("keyword", "operator", "number", "string", "comment", *dict.fromkeys(KINDS.values()))
MODIFIERS = (DECLARATION, *(shade.value for shade in WORDS))


@frozen
class ClassifiedWord:
    """Some characters of one line with their type."""

    start: int
    end: int
    kind: str
    modifier: str = ""


def classified_words(source: Source, names: SymbolIndex | None) -> Iterator[ClassifiedWord]:
    """Yield the words of a text in order."""
    mentions = names.files.get(source.name, []) if names is not None else []
    starts = names.starts.get(source.name, []) if names is not None else []
    place = 0
    for start, end, shade in highlighted(source.text):
        while place < len(mentions) and starts[place] < start:
            place += 1
        inside: list[Mention] = []
        while place < len(mentions) and starts[place] < end:
            inside.append(mentions[place])
            place += 1
        kind = "operator" if shade is HighlightKind.SIGN and source.text[start:end] in SIGNS else LOOKS.get(shade, "")
        if shade in (HighlightKind.SIGN, HighlightKind.NUMBER, HighlightKind.COMMENT):
            inside = []
        yield from _piece(ClassifiedWord(start, end, kind, shade.value if shade in WORDS else ""), inside, names)


def _piece(piece: ClassifiedWord, inside: list[Mention], names: SymbolIndex | None) -> Iterator[ClassifiedWord]:
    """Yield a piece split at the names in it; unknown names have no colour."""
    start = piece.start
    for mention in inside:
        of_it = kind_of(mention, names)
        place = mention.span
        if start < place.start:
            yield ClassifiedWord(start, place.start, piece.kind)
        if of_it or piece.kind == "string":
            yield ClassifiedWord(place.start, place.end, of_it or "variable", DECLARATION if mention.declares else "")
        start = place.end
    if piece.kind and start < piece.end:
        yield ClassifiedWord(start, piece.end, piece.kind, piece.modifier)


def kind_of(mention: Mention, names: SymbolIndex | None) -> str:
    """Return the token type of a name, or nothing if it is unknown."""
    meaning = names.meaning(mention) if names is not None else None
    if meaning is None or names is None:
        return ""
    if isinstance(meaning, LocalName):
        return KINDS["parameter" if meaning.parameter else "local"]
    return KINDS.get(next((one.declares for one in names.declared[meaning]), ""), "")
