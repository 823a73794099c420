"""Complete words and names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from rulewright.dsl.editing.completion import ORDER, CompletionItem, completions, unique

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server

KINDS = {
    "word": types.CompletionItemKind.Keyword,
    "name": types.CompletionItemKind.Reference,
    "local": types.CompletionItemKind.Variable,
}


def completion(server: Server, params: types.CompletionParams) -> list[types.CompletionItem]:
    """Return the words and names that fit: first those of nearby lines, then of the game, then of the language."""
    uri = params.text_document.uri
    place = server.offset(uri, params.position)
    if place is None:
        return []
    source, offset = place
    start, found = completions(server.desk, server.path_of(uri), offset)
    where = types.Range(server.positions.position(source, start), params.position)
    return [item(one, where) for one in unique(found)]


def item(offer: CompletionItem, where: types.Range) -> types.CompletionItem:
    """Return an offer as an item of the protocol."""
    return types.CompletionItem(
        offer.text,
        kind=KINDS[offer.kind],
        detail=offer.what or None,
        sort_text=f"{ORDER.index(offer.kind)} {offer.text}",
        filter_text=offer.text,
        text_edit=types.TextEdit(where, offer.text + offer.behind),
    )


ANSWERS = ((types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(["{"]), completion),)
