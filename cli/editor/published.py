"""Report mistakes in open rulebooks: the quick checks after each key, the rest when nobody types."""

from __future__ import annotations

import asyncio
import gc
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from rulewright.cli.shell.game_choice import message_language
from rulewright.cli.shell.lint_settings import settings_for
from rulewright.dsl.editing.workspace import BackgroundCheck
from rulewright.dsl.messages.diagnostic import RenderedDiagnostic
from rulewright.dsl.text.source import Source, Span

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server

# Seconds without typing before the slow checks begin.
PAUSE = 0.2
# After this many keys without a pause, collect garbage.
MOST_LOOKS = 20
SEVERITIES = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}
FADED = frozenset({"unused-name", "unreachable", "needless-allow"})
"""The warnings that editors show in a paler colour."""


class PublishedMessages:
    """All messages about the files of one editor, so that they disappear when fixed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.told: dict[str, dict[str, list[types.Diagnostic]]] = {}
        """The messages of each file, by the rulebook that they come from."""
        self.waiting: asyncio.TimerHandle | None = None
        self.further: BackgroundCheck | None = None
        self.left: list[str] = []
        """The rulebooks that still need the slow checks."""
        self.looks = 0
        # The slow checks run in a thread, so that typing never waits for them.
        self.thread = ThreadPoolExecutor(1)

    def changed(self, path: str) -> None:
        """Check the rulebook of a changed file now, and later all that build on it."""
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
        """Remove the messages of a file that no longer exists."""
        self.stop()
        reference = self.server.desk.reference_of(self.server.path_of(uri))
        self.left = [one for one in self.left if one != reference]
        self.told[uri] = {}
        self.publish(uri)
        self.begin()

    def stop(self) -> None:
        """Stop the slow checks, because something has changed or the editor leaves; they must be done again."""
        if self.waiting is not None:
            self.waiting.cancel()
        if self.further is not None:
            self.further.stopped = True
            self.left.insert(0, self.further.reference)
        self.waiting = self.further = None

    def begin(self) -> None:
        """Start the slow checks when nobody types."""
        self.waiting = asyncio.get_running_loop().call_later(PAUSE, self.look_further)

    def look_further(self) -> None:
        """Run the slow checks of one rulebook after another."""
        if not self.left:
            gc.collect()
            return
        further = self.further = self.server.desk.further(self.left.pop(0))
        self.thread.submit(further.run).add_done_callback(partial(self.done, asyncio.get_running_loop(), further))

    def done(self, loop: asyncio.AbstractEventLoop, further: BackgroundCheck, result: Future[None]) -> None:
        """Pass on the results, from the thread of the slow checks."""
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self.looked_further, further, result)

    def looked_further(self, further: BackgroundCheck, result: Future[None]) -> None:
        """Report the results, and go on."""
        error = result.exception()
        if error is not None:
            self.server.report(error)
        if not further.stopped:
            self.further = None
            self.server.desk.take(further)
            self.tell(further.reference)
            self.look_further()

    def tell(self, reference: str, path: str = "") -> None:
        """Report the mistakes in a rulebook. The file being typed in is always reported, even without a change."""
        server = self.server
        settings, wrong = settings_for(reference)
        found = [*wrong, *(one for one in server.desk.findings(reference) if settings.shows(one))]
        language = message_language(found)
        by_file: dict[str, list[types.Diagnostic]] = {}
        # A message about a whole file goes to its beginning, also if it is unreadable.
        home = next(iter(server.desk.known(reference).sources), Source(reference, ""))
        for one in found:
            span = one.span or Span(home, 0, 0)
            by_file.setdefault(self.uri_of(span), []).append(self.shown(one.rendered(language), span))
        typed = {server.uris[path]} if path in server.uris else set()
        for uri in {*by_file, *typed, *(uri for uri, told in self.told.items() if reference in told)}:
            here = self.told.setdefault(uri, {})
            if uri in typed or here.get(reference, []) != by_file.get(uri, []):
                here[reference] = by_file.get(uri, [])
                self.publish(uri)

    def publish(self, uri: str) -> None:
        """Send all messages of one file, without duplicates."""
        unique: dict[object, types.Diagnostic] = {}
        for told in self.told[uri].values():
            for one in told:
                start, end = one.range.start, one.range.end
                unique.setdefault((start.line, start.character, end.line, end.character, one.code, one.message), one)
        version = self.server.versions.get(uri)
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, [*unique.values()], version))

    def uri_of(self, span: Span) -> str:
        """Return the file that a message is about, which may be one of settings."""
        if Path(span.source.name).suffix == ".toml":
            return (Path.cwd() / span.source.name).as_uri()
        return self.server.uri_of(span.source)

    def shown(self, diagnostic: RenderedDiagnostic, span: Span) -> types.Diagnostic:
        """Return a message in the form of the protocol."""
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
    """Check everything again: other files may also have changed."""
    server.desk.files_changed()
    server.board.changed(server.path_of(params.text_document.uri))


def closed(server: Server, params: types.DidCloseTextDocumentParams) -> None:
    """Use the saved file from now on."""
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
    """Check everything again: files changed that are not open."""
    del params
    server.desk.files_changed()
    for path in server.uris:
        server.board.changed(path)


def leaving(server: Server, params: None) -> None:
    """Stop the checks before the editor leaves."""
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
