"""The server: the files that an editor has open, and the module that answers each question."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Callable, Iterable
from importlib.metadata import version
from typing import Any, TypeAlias

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from rulewright.cli.editor import (
    code_actions,
    completions,
    definitions,
    document_symbols,
    formatting,
    hover,
    published,
    rename_requests,
    semantic_tokens,
)
from rulewright.cli.editor.positions import PositionEncoding
from rulewright.dsl import nodes
from rulewright.dsl.editing.mentions import Mention
from rulewright.dsl.editing.symbols import Meaning, MentionCache, SymbolIndex, names_of
from rulewright.dsl.editing.workspace import Workspace
from rulewright.dsl.files.bundled import SUFFIX
from rulewright.dsl.files.folders import SETTINGS
from rulewright.dsl.library.library import FirstLook
from rulewright.dsl.messages.diagnostic import Edit
from rulewright.dsl.text.source import Source, Span
from rulewright.interpreter.estimate.limits import limits

Answer: TypeAlias = Callable[..., Any]


class Server(LanguageServer):
    def __init__(self) -> None:
        # The editor sends the whole text for each key. Rulebooks are small, and nobody can disagree about line ends.
        super().__init__("rulewright", version("rulewright"), text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.desk = Workspace(limits)
        self.positions = PositionEncoding()
        self.uris: dict[str, str] = {}
        """The editor's names for its open files, by path."""
        self.versions: dict[str, int] = {}
        """The version of each file that the editor sent last."""
        self.gathered = MentionCache()
        self.named: dict[str, tuple[FirstLook, SymbolIndex]] = {}
        self.everywhere: tuple[list[FirstLook], SymbolIndex] | None = None
        """The names of the game that was asked about last, from all folders."""
        self.board = published.PublishedMessages(self)

    def path_of(self, uri: str) -> str:
        """Return the path of a file; an unsaved one gets a path of its own."""
        if not uri.startswith("file:"):
            return f"/{uri.replace('/', '-')}{SUFFIX}"
        return (to_fs_path(uri) or uri).replace("\\", "/")

    def uri_of(self, source: Source) -> str:
        """Return the editor's name for a file."""
        path = self.desk.path_of(source.name)
        return self.uris.get(path) or from_fs_path(path) or path

    def location(self, span: Span) -> types.Location:
        return types.Location(self.uri_of(span.source), self.positions.range(span))

    def report(self, error: BaseException) -> None:
        """Write a mistake of ours to the editor's log."""
        text = f"internal-error: {''.join(traceback.format_exception(error))}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, text))

    def look(self, uri: str) -> FirstLook:
        """Return what is known about the rulebook of a file, with its current text."""
        return self.desk.known(self.desk.reference_of(self.path_of(uri)))

    def rulebook(self, uri: str) -> nodes.Rulebook | None:
        """Return the syntax tree of a file; None if it cannot be read."""
        self.look(uri)
        known = self.desk.readings.known.get(self.desk.place_of(self.path_of(uri)))
        return None if known is None else known[0]

    def source(self, uri: str) -> Source | None:
        """Return the text of a file as it was last read."""
        rulebook = self.rulebook(uri)
        return None if rulebook is None else rulebook.sources[0]

    def names(self, uri: str) -> SymbolIndex | None:
        """Return the names in a rulebook and in its known variants."""
        reference = self.desk.reference_of(self.path_of(uri))
        look = self.desk.known(reference)
        if look.found is None:
            return None
        kept = self.named.get(reference)
        if kept is None or kept[0] is not look:
            kept = self.named[reference] = look, names_of([look.found], self.gathered)
        return kept[1]

    def folders(self) -> list[str]:
        """Return the folders that are open in the editor."""
        paths = [to_fs_path(one.uri) for one in self.workspace.folders.values()]
        return [path for path in (*paths, self.workspace.root_path) if path]

    def references(self) -> list[str]:
        return [*dict.fromkeys(reference for folder in self.folders() for reference in self.desk.all_in(folder))]

    def relatives(self, uri: str) -> dict[str, FirstLook]:
        """Return the rulebooks of one game in these folders: the file's own, its base and its variants."""
        own = self.desk.reference_of(self.path_of(uri))
        look = self.desk.known(own)
        found = {own: look}
        for reference in self.references():
            other = found.get(reference) or self.desk.quickly(reference)
            if look.found is not None and other.found is not None and other.found.game == look.found.game:
                found.setdefault(reference, other)
        return found

    def all_names(self, uri: str) -> SymbolIndex | None:
        """Return the names in a game and in all its variants in these folders."""
        looks = [look for look in self.relatives(uri).values() if look.found is not None]
        if self.everywhere is None or self.everywhere[0] != looks:
            founds = [look.found for look in looks if look.found is not None]
            self.everywhere = (looks, names_of(founds, self.gathered)) if founds else None
        return self.everywhere[1] if self.everywhere is not None else None

    def offset(self, uri: str, position: types.Position) -> tuple[Source, int] | None:
        """Return a place in a file that can be read."""
        source = self.source(uri)
        return None if source is None else (source, self.positions.offset(source, position))

    def meant(self, uri: str, position: types.Position, everywhere: bool = False) -> tuple[SymbolIndex, Mention, Meaning] | None:
        """Return the name at a place and its meaning; `everywhere` includes all variants in the open folders."""
        names, place = self.all_names(uri) if everywhere else self.names(uri), self.offset(uri, position)
        mention = names.name_at(place[0].name, place[1]) if names is not None and place is not None else None
        meaning = names.meaning(mention) if names is not None and mention is not None else None
        return None if names is None or mention is None or meaning is None else (names, mention, meaning)

    def edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        changes: dict[str, list[types.TextEdit]] = {}
        for edit in edits:
            there = changes.setdefault(self.uri_of(edit.span.source), [])
            there.append(types.TextEdit(self.positions.range(edit.span), edit.text))
        return types.WorkspaceEdit(changes=changes)


def answering(server: Server, answer: Answer) -> Callable[[Any], Any]:
    """Wrap a function so that the editor always gets an answer: mistakes of ours are logged and block nothing."""

    def always(params: Any) -> Any:
        try:
            return answer(server, params)
        except JsonRpcException:
            # A refusal, with its reason.
            raise
        except Exception as error:
            server.report(error)
            return None

    return always


def initialized(server: Server, params: types.InitializedParams) -> None:
    """Agree with the editor on how to count."""
    del params
    server.positions = PositionEncoding(server.workspace.position_encoding or types.PositionEncodingKind.Utf16)
    workspace = server.client_capabilities.workspace
    watched = workspace.did_change_watched_files if workspace is not None else None
    if watched is not None and watched.dynamic_registration:
        patterns = [types.FileSystemWatcher(f"**/{pattern}") for pattern in (f"*{SUFFIX}", SETTINGS)]
        options = types.DidChangeWatchedFilesRegistrationOptions(patterns)
        asked = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        server.client_register_capability(types.RegistrationParams([asked]))


ANSWERS = ((types.INITIALIZED, None, initialized),)
MODULES = (
    published,
    completions,
    definitions,
    hover,
    rename_requests,
    code_actions,
    formatting,
    document_symbols,
    semantic_tokens,
)


def serve() -> None:
    """Serve the editor at standard input and output until it leaves."""
    server = Server()
    for feature, options, answer in (*ANSWERS, *(one for module in MODULES for one in module.ANSWERS)):
        server.feature(feature, options)(answering(server, answer))
    # Checked rulebooks are large and full of cycles, so collect garbage only when nobody types.
    gc.disable()
    gc.freeze()
    # Typing never waits longer than this for the thread of the slow checks.
    sys.setswitchinterval(0.001)
    # The protocol closes copies at the end: our caller still needs the originals.
    server.start_io(os.fdopen(os.dup(sys.stdin.fileno()), "rb"), os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
