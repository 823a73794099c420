"""Offer fixes for a message: a certain fix, or a comment that allows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from lsprotocol import types

from rulewright.cli.shell.certain_fixes import apply_certain_fixes
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import Edit
from rulewright.dsl.messages.fixes import edits_for, suppression_line
from rulewright.dsl.text.source import Span

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server
    from rulewright.dsl.messages.diagnostic import Diagnostic


def actions(server: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Return the fixes for the messages at a place."""
    uri = params.text_document.uri
    if any(one.startswith(types.CodeActionKind.Source) for one in params.context.only or ()):
        return list(all_at_once(server, uri))
    place = server.desk.place_of(server.path_of(uri))
    server.look(uri)
    found: list[types.CodeAction] = []
    for diagnostic in server.desk.findings(server.desk.reference_of(server.path_of(uri))):
        span = diagnostic.span
        if span is not None and span.source.name == place:
            where = server.positions.range(span)
            if where.start <= params.range.end and params.range.start <= where.end:
                told = [one for one in params.context.diagnostics if (one.code, one.range) == (diagnostic.name, where)]
                found += actions_for(server, diagnostic, told)
    return found


def all_at_once(server: Server, uri: str) -> Iterator[types.CodeAction]:
    """Yield all certain fixes as one, like `lint --fix`."""
    desk = server.desk
    reference = desk.reference_of(server.path_of(uri))

    def look(texts: Mapping[str, str]) -> list[Diagnostic]:
        written = {desk.path_of(name): text for name, text in texts.items()}
        return lint_all(reference, desk.limits, {**desk.unsaved, **written})

    state = apply_certain_fixes(reference, look)
    edits = [Edit(Span(source, 0, len(source.text)), state.texts[name]) for name, source in state.sources.items()]
    if edits:
        yield types.CodeAction("mend what is certain", types.CodeActionKind.SourceFixAll, edit=server.edit(edits))


def actions_for(server: Server, diagnostic: Diagnostic, told: list[types.Diagnostic]) -> Iterator[types.CodeAction]:
    """Yield the fixes for one message."""
    edits = edits_for(diagnostic)
    if edits:
        shown = diagnostic.help or diagnostic.message
        title = str(shown) if len(edits) == 1 else f"{shown} ({len(edits)} places)"
        yield action(server, title, edits, told, certain=True)
    allowed = suppression_line(diagnostic)
    if allowed is not None:
        yield action(server, f"allow `{diagnostic.name}` here, because ...", (allowed,), told, certain=False)


def action(server: Server, title: str, edits: tuple[Edit, ...], told: list[types.Diagnostic], certain: bool) -> types.CodeAction:
    return types.CodeAction(title, types.CodeActionKind.QuickFix, told or None, certain or None, edit=server.edit(edits))


KINDS = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
ANSWERS = ((types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(KINDS), actions),)
