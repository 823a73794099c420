"""The server: what an editor has open, and which module answers what it asks."""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Callable
from importlib.metadata import version
from typing import Any, TypeAlias

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from rulewright.cli.editor import definitions, hovering, messages
from rulewright.cli.editor.positions import Positions
from rulewright.dsl.bundled import SUFFIX
from rulewright.dsl.editing.desk import Desk
from rulewright.dsl.editing.mentions import Mention
from rulewright.dsl.editing.names import Gathered, Names, names_of
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
        self.gathered = Gathered()
        self.named: dict[str, tuple[Look, Names]] = {}
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

    # ---- what is known of them

    def look(self, uri: str) -> Look:
        """What is known of the rulebook that a file belongs to, as it stands now."""
        return self.desk.known(self.desk.reference_of(self.path_of(uri)))

    def source(self, uri: str) -> Source | None:
        """The text of a file, as it was read."""
        look = self.look(uri)
        place = self.desk.place_of(self.path_of(uri))
        return next((source for source in look.sources if source.name == place), None)

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

    def offset(self, uri: str, position: types.Position) -> tuple[Source, int] | None:
        """A place in a file that can be read."""
        source = self.source(uri)
        return None if source is None else (source, self.positions.offset(source, position))

    def mention(self, uri: str, position: types.Position) -> tuple[Names, Mention] | None:
        """The name at a place."""
        names, place = self.names(uri), self.offset(uri, position)
        if names is None or place is None:
            return None
        mention = names.at(place[0].name, place[1])
        return None if mention is None else (names, mention)


def answering(server: Server, answer: Answer) -> Callable[[Any], Any]:
    """Whatever happens, an editor gets an answer: a mistake of ours is written down, and does not stand in anybody's way."""

    def always(params: Any) -> Any:
        try:
            return answer(server, params)
        except Exception as error:
            text = f"internal-error: {answer.__name__}: {type(error).__name__}: {error}\n{traceback.format_exc()}"
            server.window_log_message(types.LogMessageParams(types.MessageType.Error, text))
            return None

    return always


def initialized(server: Server, params: types.InitializedParams) -> None:
    """Both sides know how the other one counts."""
    del params
    server.positions = Positions(server.workspace.position_encoding or types.PositionEncodingKind.Utf16)


ANSWERS = ((types.INITIALIZED, None, initialized),)


def serve() -> None:
    """Serve whoever stands at the other end of standard input and output, until they go."""
    server = Server()
    for feature, options, answer in (*ANSWERS, *messages.ANSWERS, *definitions.ANSWERS, *hovering.ANSWERS):
        server.feature(feature, options)(answering(server, answer))
    # What a rulebook is checked with hangs together in circles, and there is much of it: it is thrown away when nobody types.
    gc.disable()
    # What the protocol closes at the end are copies: whoever called us goes on with the streams.
    server.start_io(os.fdopen(os.dup(sys.stdin.fileno()), "rb"), os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
