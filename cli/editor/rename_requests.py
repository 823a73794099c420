"""Rename something in the game and all of its variants, or say why not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from rulewright.dsl.editing.rename import Refusal, first_mistake, rename_edits
from rulewright.dsl.messages.diagnostic import one_line

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server
    from rulewright.dsl.text.source import Source


def prepared(server: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """Return what would be renamed."""
    found = server.meant(params.text_document.uri, params.position)
    if found is None:
        return None
    _, mention, _ = found
    return types.PrepareRenamePlaceholder(server.positions.range(mention.span), mention.text)


def rename(server: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    uri = params.text_document.uri
    found = server.meant(uri, params.position, everywhere=True)
    if found is None:
        return None
    names, mention, meaning = found
    try:
        edits = rename_edits(names, mention, meaning, params.new_name)
        for source in dict.fromkeys(edit.span.source for edit in edits):
            refuse_elsewhere(server, source, mention.text)
        for reference, look in server.relatives(uri).items():
            wrong = first_mistake(look, reference, server.desk.unsaved, server.desk.path_of, edits)
            if wrong is not None:
                raise Refusal(f"with that name, something else would be wrong: {one_line(wrong.rendered())}")
    except Refusal as refusal:
        raise JsonRpcInvalidParams(str(refusal)) from None
    return server.edit(edits)


def refuse_elsewhere(server: Server, source: Source, name: str) -> None:
    """Refuse to change a file outside of the user's folders, such as a bundled game."""
    path = server.desk.path_of(source.name)
    if path not in server.uris and not any(Path(path).is_relative_to(folder) for folder in server.folders()):
        raise Refusal(f"`{name}` stands in {path}, which is in none of the folders that are open")


ANSWERS = (
    (types.TEXT_DOCUMENT_PREPARE_RENAME, None, prepared),
    (types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True), rename),
)
