"""What each word of a text is, to be shown in a colour of its own."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulewright.dsl.editing.mentions import Local, Mention
from rulewright.dsl.editing.names import Names
from rulewright.dsl.lexer import Token, lex
from rulewright.dsl.source import Source

KINDS = {
    "rule": "function", "define": "function", "kind": "class", "card": "enumMember", "values": "enum", "die": "enum",
    "value": "enumMember", "space": "enumMember", "field": "property", "option": "macro", "board": "variable",
    "place": "variable", "position": "variable", "direction": "enumMember", "standing": "event", "offer": "event",
    "variant": "namespace", "game": "namespace", "number": "label", "parameter": "parameter", "local": "variable",
}  # fmt: skip
"""What editors call the things that have names."""
TOKENS = {"NUMBER": "number", "TEXT": "string", "COMMENT": "comment"}
SIGNS = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "EQUAL"})
LAID_OUT = frozenset({"COLON", "COMMA", "LPAR", "RPAR", "COMPARISON"})
TYPES = ("keyword", "operator", *TOKENS.values(), *dict.fromkeys(KINDS.values()))


@frozen
class Coloured:
    """Some characters on one line."""

    start: int
    end: int
    kind: str
    declares: bool = False


def coloured(source: Source, names: Names | None) -> Iterator[Coloured]:
    """The words of a text in order."""
    mentions = names.files.get(source.name, []) if names is not None else []
    starts = names.starts.get(source.name, []) if names is not None else []
    lexed = lex(source)
    tokens = sorted([*lexed.comments, *(token for line in lexed.lines for token in line.tokens)], key=lambda token: token.start)
    place = 0
    for token in tokens:
        while place < len(mentions) and starts[place] < token.start:
            place += 1
        inside: list[Mention] = []
        while place < len(mentions) and starts[place] < token.end:
            inside.append(mentions[place])
            place += 1
        yield from _token(token, inside, names)


def _token(token: Token, inside: list[Mention], names: Names | None) -> Iterator[Coloured]:
    kind = TOKENS.get(token.type) or ("operator" if token.type in SIGNS else "keyword")
    start = token.start
    if token.type in LAID_OUT:
        return
    for mention in inside if kind in ("string", "keyword") else ():
        of_it = kind_of(mention, names)
        place = mention.span
        if start < place.start:
            yield Coloured(start, place.start, kind)
        if of_it or kind == "string":
            yield Coloured(place.start, place.end, of_it or "variable", bool(mention.declares))
        start = place.end
    if start < token.end and (token.type != "NAME" or start != token.start):
        yield Coloured(start, token.end, kind)


def kind_of(mention: Mention, names: Names | None) -> str:
    """What editors call that which a name stands for; nothing if it is not known."""
    meaning = names.meaning(mention) if names is not None else None
    if meaning is None or names is None:
        return ""
    if isinstance(meaning, Local):
        return KINDS["parameter" if meaning.parameter else "local"]
    return KINDS.get(next((one.declares for one in names.declared[meaning]), ""), "")
