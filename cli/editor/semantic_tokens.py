"""Colour each word by its meaning, and show the changes of variants beside their lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from rulewright.dsl.editing.variant_changes import inlay_hints
from rulewright.dsl.editing.word_classes import MODIFIERS, TYPES, classified_words

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server

LEGEND = types.SemanticTokensLegend(list(TYPES), list(MODIFIERS))


def colours(server: Server, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """Return the words of a file with their kinds, each by its distance from the one before."""
    uri = params.text_document.uri
    source, positions = server.source(uri), server.positions
    data: list[int] = []
    line = column = 0
    if source is None:
        return types.SemanticTokens(data)
    for one in classified_words(source, server.names(uri)):
        place = positions.position(source, one.start)
        length = positions.units(source.text[one.start : one.end])
        modifiers = 1 << MODIFIERS.index(one.modifier) if one.modifier else 0
        behind = place.character - (column if place.line == line else 0)
        data += [place.line - line, behind, length, TYPES.index(one.kind), modifiers]
        line, column = place.line, place.character
    return types.SemanticTokens(data)


def changes(server: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    """Return what variants change, each behind the first line of the original."""
    source, names = server.source(params.text_document.uri), server.all_names(params.text_document.uri)
    found: list[types.InlayHint] = []
    if source is None or names is None:
        return found
    for offset, text in inlay_hints(names, source.name):
        line = source.position(offset)[0]
        end = source.start_of(line) + len(source.line(line))
        if params.range.start.line <= line - 1 <= params.range.end.line:
            found.append(types.InlayHint(server.positions.position(source, end), text, padding_left=True))
    return found


ANSWERS = ((types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND, colours), (types.TEXT_DOCUMENT_INLAY_HINT, None, changes))
