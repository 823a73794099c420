"""Another name for something, in the game and in all of its variants; or the reason why not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from rulewright.dsl.diagnostic import one_line
from rulewright.dsl.editing.renaming import Refusal, first_mistake, renamed

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server
    from rulewright.dsl.source import Source


def prepared(server: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
    """What would be renamed."""
    found = server.mention(params.text_document.uri, params.position)
    if found is None or found[0].meaning(found[1]) is None:
        return None
    return types.PrepareRenamePlaceholder(server.positions.range(found[1].span), found[1].text)


def rename(server: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The words to be put in its place, in all files."""
    uri = params.text_document.uri
    found = server.mention(uri, params.position, everywhere=True)
    if found is None:
        return None
    try:
        edits = renamed(*found, params.new_name)
        for source in dict.fromkeys(edit.span.source for edit in edits):
            refuse_elsewhere(server, source, found[1].text)
        for reference, look in server.relatives(uri).items():
            wrong = first_mistake(look, reference, server.desk.unsaved, server.desk.path_of, edits)
            if wrong is not None:
                raise Refusal(f"with that name, something else would be wrong: {one_line(wrong)}")
    except Refusal as refusal:
        raise JsonRpcInvalidParams(str(refusal)) from None
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        there = changes.setdefault(server.uri_of(edit.span.source), [])
        there.append(types.TextEdit(server.positions.range(edit.span), edit.text))
    return types.WorkspaceEdit(changes=changes)


def refuse_elsewhere(server: Server, source: Source, name: str) -> None:
    """Nobody changes a file that is not in a folder of theirs, such as a game that came with the program."""
    path = server.desk.path_of(source.name)
    if path not in server.uris and not any(Path(path).is_relative_to(folder) for folder in server.folders()):
        raise Refusal(f"`{name}` stands in {path}, which is in none of the folders that are open")


ANSWERS = (
    (types.TEXT_DOCUMENT_PREPARE_RENAME, None, prepared),
    (types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True), rename),
)
