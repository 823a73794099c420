"""Format a rulebook like `rulewright fmt`, and find what can be folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from rulewright.dsl.editing.formatter import formatted
from rulewright.dsl.editing.incremental import common_length
from rulewright.dsl.editing.outline import folds
from rulewright.dsl.text.source import Span

if TYPE_CHECKING:
    from rulewright.cli.editor.server import Server


def layout(server: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
    """Return the lines that change; nothing if a line cannot be read."""
    source = server.source(params.text_document.uri)
    text = None if source is None else formatted(source)[0]
    if source is None or text is None:
        return None
    # A single edit, as small as possible, keeps the cursor where it is.
    start = common_length(source.text, text)
    end = common_length(source.text[start:][::-1], text[start:][::-1])
    if start == len(source.text) == len(text):
        return []
    span = Span(source, start, len(source.text) - end)
    return [types.TextEdit(server.positions.range(span), text[start : len(text) - end])]


def folding(server: Server, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    source = server.source(params.text_document.uri)
    return [] if source is None else [
        types.FoldingRange(first - 1, last - 1, kind=types.FoldingRangeKind.Comment if comment else None)
        for first, last, comment in folds(source)
    ]  # fmt: skip


ANSWERS = ((types.TEXT_DOCUMENT_FORMATTING, None, layout), (types.TEXT_DOCUMENT_FOLDING_RANGE, None, folding))
