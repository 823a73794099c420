"""What is wrong with the rulebooks that are open: at once after each key, and the rest as soon as nobody types."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from rulewright.cli.lint import language_of
from rulewright.cli.lint_settings import settings_for
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.editing.desk import Further
from rulewright.dsl.source import Source, Span
from rulewright.dsl.spoken import spoken

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server

# How long nobody has typed before what takes longer is begun, in seconds.
PAUSE = 0.2
# After so many keys without a pause, what is of no use any more is thrown away.
MOST_LOOKS = 20
SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
FADED = frozenset({"unused-name", "unreachable", "needless-allow"})
"""What editors show in a paler colour."""


class Board:
    """Whatever is told about the files of one editor, so that what is mended is taken back."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.told: dict[str, dict[str, list[types.Diagnostic]]] = {}
        """By the file, and by the rulebook of which it was found."""
        self.waiting: asyncio.TimerHandle | None = None
        self.further: Further | None = None
        self.left: list[str] = []
        """What is still to be looked at further."""
        self.looks = 0
        # While it looks further, whoever types must not wait for it.
        self.thread = ThreadPoolExecutor(1)

    def changed(self, path: str) -> None:
        """Something else stands in a file: its rulebook is looked at now, and what builds on it afterwards."""
        self.stop()
        server = self.server
        reference = server.desk.reference_of(path)
        server.desk.look(reference)
        self.tell(reference, path)
        others = {server.desk.reference_of(other) for other in server.uris} - {reference}
        first = [reference, *(one for one in sorted(others) if server.desk.builds_on(one, path))]
        self.left = [*dict.fromkeys([*first, *self.left])]
        self.begin()
        self.looks += 1
        if self.looks % MOST_LOOKS == 0:
            gc.collect()

    def gone(self, uri: str) -> None:
        """There is no such file any more: nothing is wrong with it."""
        self.stop()
        reference = self.server.desk.reference_of(self.server.path_of(uri))
        self.left = [one for one in self.left if one != reference]
        self.told[uri] = {}
        self.publish(uri)
        self.begin()

    def stop(self) -> None:
        """Something has changed, or the editor goes: a look further that is not over is still to be done."""
        if self.waiting is not None:
            self.waiting.cancel()
        if self.further is not None:
            self.further.stopped = True
            self.left.insert(0, self.further.reference)
        self.waiting = self.further = None

    def begin(self) -> None:
        """Look further as soon as nobody types."""
        self.waiting = asyncio.get_running_loop().call_later(PAUSE, self.look_further)

    def look_further(self) -> None:
        """The second look at one rulebook after another."""
        if not self.left:
            gc.collect()
            return
        further = self.further = self.server.desk.further(self.left.pop(0))
        self.thread.submit(further.run).add_done_callback(partial(self.done, asyncio.get_running_loop(), further))

    def done(self, loop: asyncio.AbstractEventLoop, further: Further, result: Future[None]) -> None:
        """In the thread of the second look: hand on what it has found."""
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self.looked_further, further, result)

    def looked_further(self, further: Further, result: Future[None]) -> None:
        """Tell what it has found, and go on."""
        error = result.exception()
        if error is not None:
            self.server.report(error)
        if not further.stopped:
            self.further = None
            self.server.desk.take(further)
            self.tell(further.reference)
            self.look_further()

    def tell(self, reference: str, path: str = "") -> None:
        """Tell what is known to be wrong with a rulebook; of the file in which somebody types, be it the same as before."""
        server = self.server
        settings, wrong = settings_for(reference)
        found = [*wrong, *(one for one in server.desk.findings(reference) if settings.shows(one))]
        language = language_of(found)
        by_file: dict[str, list[types.Diagnostic]] = {}
        # What is wrong with a file as a whole is told at its beginning, also if it cannot be read.
        home = next(iter(server.desk.known(reference).sources), Source(reference, ""))
        for one in (spoken(one, language) for one in found):
            span = one.span or Span(home, 0, 0)
            by_file.setdefault(self.uri_of(span), []).append(self.shown(one, span))
        typed = {server.uris[path]} if path in server.uris else set()
        for uri in {*by_file, *typed, *(uri for uri, told in self.told.items() if reference in told)}:
            here = self.told.setdefault(uri, {})
            if uri in typed or here.get(reference, []) != by_file.get(uri, []):
                here[reference] = by_file.get(uri, [])
                self.publish(uri)

    def publish(self, uri: str) -> None:
        """Send all that is known of one file, each thing once."""
        unique: dict[object, types.Diagnostic] = {}
        for told in self.told[uri].values():
            for one in told:
                start, end = one.range.start, one.range.end
                unique.setdefault((start.line, start.character, end.line, end.character, one.code, one.message), one)
        version = self.server.versions.get(uri)
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, [*unique.values()], version))

    def uri_of(self, span: Span) -> str:
        """The file that a message is about, which may be one of settings."""
        if Path(span.source.name).suffix == ".toml":
            return (Path.cwd() / span.source.name).as_uri()
        return self.server.uri_of(span.source)

    def shown(self, diagnostic: Diagnostic, span: Span) -> types.Diagnostic:
        """A message as editors show it."""
        message = f"{diagnostic.message}\n{diagnostic.help}" if diagnostic.help else diagnostic.message
        related = [types.DiagnosticRelatedInformation(self.server.location(one.span), one.label) for one in diagnostic.related]
        return types.Diagnostic(
            self.server.positions.range(span),
            message,
            severity=SEVERITIES[diagnostic.severity],
            code=diagnostic.name,
            source="rulewright",
            related_information=related or None,
            tags=[types.DiagnosticTag.Unnecessary] if diagnostic.name in FADED else None,
        )


def opened(server: Server, params: types.DidOpenTextDocumentParams) -> None:
    path = server.path_of(params.text_document.uri)
    server.uris[path] = params.text_document.uri
    server.versions[params.text_document.uri] = params.text_document.version
    server.desk.unsaved[path] = params.text_document.text
    server.desk.files_changed()
    server.board.changed(path)


def changed(server: Server, params: types.DidChangeTextDocumentParams) -> None:
    path = server.path_of(params.text_document.uri)
    server.desk.unsaved[path] = params.content_changes[-1].text
    server.versions[params.text_document.uri] = params.text_document.version
    server.board.changed(path)


def saved(server: Server, params: types.DidSaveTextDocumentParams) -> None:
    """Somebody else may have written something, too."""
    server.desk.files_changed()
    server.board.changed(server.path_of(params.text_document.uri))


def closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    """What counts now is what stands in the file."""
    path = server.path_of(params.text_document.uri)
    server.desk.unsaved.pop(path, None)
    server.uris.pop(path, None)
    server.versions.pop(params.text_document.uri, None)
    server.desk.files_changed()
    if Path(path).is_file():
        server.board.changed(path)
    else:
        server.board.gone(params.text_document.uri)


def written(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
    """Files have changed that nobody here has open."""
    del params
    server.desk.files_changed()
    for path in server.uris:
        server.board.changed(path)


def leaving(server: Server, params: None) -> None:
    """The editor is about to go."""
    del params
    server.board.stop()


ANSWERS = (
    (types.SHUTDOWN, None, leaving),
    (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, None, written),
    (types.TEXT_DOCUMENT_DID_OPEN, None, opened),
    (types.TEXT_DOCUMENT_DID_CHANGE, None, changed),
    (types.TEXT_DOCUMENT_DID_SAVE, None, saved),
    (types.TEXT_DOCUMENT_DID_CLOSE, None, closed),
)
