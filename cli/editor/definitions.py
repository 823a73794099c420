"""Find where a name is declared, and where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server


def definition(server: Server, params: types.DefinitionParams) -> list[types.Location] | None:
    """Return where a name is declared: in the game, and where variants replace it."""
    found = server.meant(params.text_document.uri, params.position)
    if found is None:
        return base(server, params)
    names, _, meaning = found
    return [server.location(one.span) for one in names.declarations(meaning)]


def base(server: Server, params: types.DefinitionParams) -> list[types.Location] | None:
    """Return the game that a variant changes, at the line with its file name."""
    names = server.names(params.text_document.uri)
    place = server.offset(params.text_document.uri, params.position)
    if names is None or place is None:
        return None
    source, offset = place
    named = (one.base.span for one in names.variants.values())
    there = any(span.source is source and span.start <= offset <= span.end for span in named)
    return [server.location(names.rulebook.declarations[0].span)] if there and names.rulebook.declarations else None


def references(server: Server, params: types.ReferenceParams) -> list[types.Location] | None:
    """Return all uses of a name, in all files of the open folders."""
    found = server.meant(params.text_document.uri, params.position, everywhere=True)
    if found is None:
        return None
    names, _, meaning = found
    declared = params.context.include_declaration
    return [server.location(one.span) for one in names.all_of(meaning) if declared or not one.declares]


def highlights(server: Server, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight] | None:
    """Return all uses of a name in one file."""
    found = server.meant(params.text_document.uri, params.position)
    if found is None:
        return None
    names, mention, meaning = found
    here = mention.span.source
    kinds = types.DocumentHighlightKind
    return [
        types.DocumentHighlight(server.positions.range(one.span), kinds.Write if one.declares else kinds.Read)
        for one in names.all_of(meaning)
        if one.span.source is here
    ]


ANSWERS = (
    (types.TEXT_DOCUMENT_DEFINITION, None, definition),
    (types.TEXT_DOCUMENT_REFERENCES, None, references),
    (types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, None, highlights),
)
