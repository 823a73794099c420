"""List the declarations in a file, and in all files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from rulewright.dsl.editing.outline import OutlineEntry, outline
from rulewright.dsl.text.source import Span

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server

MOST_FOUND = 200
Kind = types.SymbolKind
KINDS = {
    "game": Kind.Module, "variant": Kind.Module, "example": Kind.Event, "ruling": Kind.Event, "rule": Kind.Function,
    "define": Kind.Function, "kind": Kind.Class, "card": Kind.Object, "values": Kind.Enum, "value": Kind.EnumMember,
    "has": Kind.Struct, "field": Kind.Field, "option": Kind.Constant, "board": Kind.Array, "place": Kind.Variable,
    "standing": Kind.Operator, "position": Kind.Variable,
}  # fmt: skip


def symbols(server: Server, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    rulebook = server.rulebook(params.text_document.uri)
    return [] if rulebook is None else [shown(server, one) for one in outline(rulebook.declarations)]


def shown(server: Server, entry: OutlineEntry) -> types.DocumentSymbol:
    """Return a declaration, with those inside it."""
    whole = Span(entry.span.source, min(entry.span.start, entry.named.start), max(entry.span.end, entry.named.end))
    return types.DocumentSymbol(
        entry.name or entry.what,
        KINDS[entry.what],
        server.positions.range(whole),
        server.positions.range(entry.named),
        detail=entry.detail or None,
        children=[shown(server, one) for one in entry.inside] or None,
    )


def everywhere(server: Server, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
    """Return all declarations with this name or title, in all rulebooks of the open folders."""
    wanted = params.query.casefold()
    found: list[types.WorkspaceSymbol] = []
    for reference in server.references():
        known = server.desk.quickly(reference).found
        entries = list(outline(known.asked.declarations)) if known is not None else []
        while entries and len(found) < MOST_FOUND:
            entry = entries.pop(0)
            entries += entry.inside if entry.what == "variant" else ()
            if wanted in entry.name.casefold() or wanted in entry.detail.casefold():
                name = f"{entry.name} {entry.detail}".strip()
                found.append(types.WorkspaceSymbol(server.location(entry.named), name, KINDS[entry.what]))
    return found


ANSWERS = ((types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, None, symbols), (types.WORKSPACE_SYMBOL, None, everywhere))
