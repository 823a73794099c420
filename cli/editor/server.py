"""The server: what an editor has open, and which module answers what it asks."""

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

from rulewright.cli.editor import colours, completing, definitions, hovering, layout, mending, messages, outlines, renaming
from rulewright.cli.editor.positions import Positions
from rulewright.dsl import nodes
from rulewright.dsl.bundled import SUFFIX
from rulewright.dsl.editing.desk import Desk
from rulewright.dsl.editing.mentions import Mention
from rulewright.dsl.editing.names import Gathered, Meaning, Names, names_of
from rulewright.dsl.fixes import Edit
from rulewright.dsl.folders import SETTINGS
from rulewright.dsl.library import Look
from rulewright.dsl.source import Source, Span
from rulewright.interpreter.lower.limits import limits

Answer: TypeAlias = Callable[..., Any]


class Server(LanguageServer):
    """One editor's server."""

    def __init__(self) -> None:
        # Whole texts come with each key: a rulebook's file is small, and nobody can disagree about where lines end.
        super().__init__("rulewright", version("rulewright"), text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.desk = Desk(limits)
        self.positions = Positions()
        self.uris: dict[str, str] = {}
        """What the editor calls the files that it has open, by their paths."""
        self.versions: dict[str, int] = {}
        """Which text of each file the editor has sent last."""
        self.gathered = Gathered()
        self.named: dict[str, tuple[Look, Names]] = {}
        self.everywhere: tuple[list[Look], Names] | None = None
        """The names of the game that was asked about last, in all folders."""
        self.board = messages.Board(self)

    # ---- files

    def path_of(self, uri: str) -> str:
        """The path of a file; what has not been saved yet has one that nobody else has."""
        if not uri.startswith("file:"):
            return f"/{uri.replace('/', '-')}{SUFFIX}"
        return (to_fs_path(uri) or uri).replace("\\", "/")

    def uri_of(self, source: Source) -> str:
        """What the editor calls a file."""
        path = self.desk.path_of(source.name)
        return self.uris.get(path) or from_fs_path(path) or path

    def location(self, span: Span) -> types.Location:
        """A place in a file."""
        return types.Location(self.uri_of(span.source), self.positions.range(span))

    def report(self, error: BaseException) -> None:
        """Write down a mistake of ours, where editors keep such things."""
        text = f"internal-error: {''.join(traceback.format_exception(error))}"
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, text))

    # ---- what is known of them

    def look(self, uri: str) -> Look:
        """What is known of the rulebook that a file belongs to, as it stands now."""
        return self.desk.known(self.desk.reference_of(self.path_of(uri)))

    def rulebook(self, uri: str) -> nodes.Rulebook | None:
        """What stands in a file, as it was read last; None if it cannot be read."""
        self.look(uri)
        known = self.desk.readings.known.get(self.desk.place_of(self.path_of(uri)))
        return None if known is None else known[0]

    def source(self, uri: str) -> Source | None:
        """The text of a file, as it was read last."""
        rulebook = self.rulebook(uri)
        return None if rulebook is None else rulebook.sources[0]

    def names(self, uri: str) -> Names | None:
        """The names in a rulebook, and in all variants that it knows of."""
        reference = self.desk.reference_of(self.path_of(uri))
        look = self.desk.known(reference)
        if look.found is None:
            return None
        kept = self.named.get(reference)
        if kept is None or kept[0] is not look:
            kept = self.named[reference] = look, names_of([look.found], self.gathered)
        return kept[1]

    def folders(self) -> list[str]:
        """The folders that the editor has open."""
        paths = [to_fs_path(one.uri) for one in self.workspace.folders.values()]
        return [path for path in (*paths, self.workspace.root_path) if path]

    def references(self) -> list[str]:
        """The rulebooks in these folders."""
        return [*dict.fromkeys(reference for folder in self.folders() for reference in self.desk.all_in(folder))]

    def relatives(self, uri: str) -> dict[str, Look]:
        """The rulebooks of the same game in all these folders: itself, its base, its variants."""
        own = self.desk.reference_of(self.path_of(uri))
        look = self.desk.known(own)
        found = {own: look}
        for reference in self.references():
            other = found.get(reference) or self.desk.quickly(reference)
            if look.found is not None and other.found is not None and other.found.game == look.found.game:
                found.setdefault(reference, other)
        return found

    def all_names(self, uri: str) -> Names | None:
        """The names in a game, and in all of its variants that are there."""
        looks = [look for look in self.relatives(uri).values() if look.found is not None]
        if self.everywhere is None or self.everywhere[0] != looks:
            founds = [look.found for look in looks if look.found is not None]
            self.everywhere = (looks, names_of(founds, self.gathered)) if founds else None
        return self.everywhere[1] if self.everywhere is not None else None

    def offset(self, uri: str, position: types.Position) -> tuple[Source, int] | None:
        """A place in a file that can be read."""
        source = self.source(uri)
        return None if source is None else (source, self.positions.offset(source, position))

    def meant(self, uri: str, position: types.Position, everywhere: bool = False) -> tuple[Names, Mention, Meaning] | None:
        """The name at a place, and what it stands for; with what it is in all variants that are there, if that is asked for."""
        names, place = self.all_names(uri) if everywhere else self.names(uri), self.offset(uri, position)
        mention = names.at(place[0].name, place[1]) if names is not None and place is not None else None
        meaning = names.meaning(mention) if names is not None and mention is not None else None
        return None if names is None or mention is None or meaning is None else (names, mention, meaning)

    def edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """Some words in the place of others, in any files."""
        changes: dict[str, list[types.TextEdit]] = {}
        for edit in edits:
            there = changes.setdefault(self.uri_of(edit.span.source), [])
            there.append(types.TextEdit(self.positions.range(edit.span), edit.text))
        return types.WorkspaceEdit(changes=changes)


def answering(server: Server, answer: Answer) -> Callable[[Any], Any]:
    """Whatever happens, an editor gets an answer: a mistake of ours is written down, and does not stand in anybody's way."""

    def always(params: Any) -> Any:
        try:
            return answer(server, params)
        except JsonRpcException:
            # What is refused, with its reason.
            raise
        except Exception as error:
            server.report(error)
            return None

    return always


def initialized(server: Server, params: types.InitializedParams) -> None:
    """Both sides know how the other one counts."""
    del params
    server.positions = Positions(server.workspace.position_encoding or types.PositionEncodingKind.Utf16)
    workspace = server.client_capabilities.workspace
    watched = workspace.did_change_watched_files if workspace is not None else None
    if watched is not None and watched.dynamic_registration:
        patterns = [types.FileSystemWatcher(f"**/{pattern}") for pattern in (f"*{SUFFIX}", SETTINGS)]
        options = types.DidChangeWatchedFilesRegistrationOptions(patterns)
        asked = types.Registration("files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
        server.client_register_capability(types.RegistrationParams([asked]))


ANSWERS = ((types.INITIALIZED, None, initialized),)
MODULES = (messages, completing, definitions, hovering, renaming, mending, layout, outlines, colours)


def serve() -> None:
    """Serve whoever stands at the other end of standard input and output, until they go."""
    server = Server()
    for feature, options, answer in (*ANSWERS, *(one for module in MODULES for one in module.ANSWERS)):
        server.feature(feature, options)(answering(server, answer))
    # What a rulebook is checked with hangs together in circles, and there is much of it: it is thrown away when nobody types.
    gc.disable()
    gc.freeze()
    # Whoever types waits no longer than this for a look that nobody waits for.
    sys.setswitchinterval(0.001)
    # What the protocol closes at the end are copies: whoever called us goes on with the streams.
    server.start_io(os.fdopen(os.dup(sys.stdin.fileno()), "rb"), os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
