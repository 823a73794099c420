"""Rename something wherever it is written: in the game, in its variants, in quoted lines and in texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from rulewright.dsl.check.scope import SHARED_WORDS
from rulewright.dsl.check.templates import NAME
from rulewright.dsl.editing.mentions import NUMBER, LocalName, Mention
from rulewright.dsl.editing.symbols import Meaning, SymbolIndex
from rulewright.dsl.library.library import FirstLook, first_look
from rulewright.dsl.messages.diagnostic import Diagnostic, Edit
from rulewright.dsl.messages.fixes import apply_edits
from rulewright.dsl.syntax.vocabulary import INNER_WORDS
from rulewright.dsl.text.source import Source


class Refusal(Exception):
    """The new name cannot be used; the text says why."""


def rename_edits(names: SymbolIndex, mention: Mention, meaning: Meaning, new: str) -> list[Edit]:
    """Return the edits that rename something; raise Refusal."""
    number = mention.space == NUMBER
    if not NAME.fullmatch(new):
        raise Refusal(f"`{new}` is no name: names are words of letters and digits, joined by `-`")
    if new in INNER_WORDS or (new in SHARED_WORDS and not number):
        raise Refusal(f"`{new}` is a word of the language; choose another name, such as `{new}-2`")
    everywhere = names.all_of(meaning)
    nodes = {one.node for one in everywhere}
    for other in names.mentions:
        # A local name can only conflict within its lines.
        here = isinstance(meaning, tuple) or other.local is None or other.node in nodes
        if other.text == new and other.declares and other.space == mention.space and here and not number:
            place = f"line {other.span.line} of {Path(other.span.source.name).name}"
            raise Refusal(f"`{new}` is already the name of {_described(other)}, in {place}")
    unread = names.rulebook.broken.union(*(one.broken for one in names.others))
    if mention.text in unread:
        raise Refusal(f"a line that cannot be read speaks of `{mention.text}`: mend it first")
    return [Edit(one.span, new) for one in everywhere]


def _described(mention: Mention) -> str:
    what = mention.declares if not isinstance(mention.local, LocalName) else "local name"
    return f"{'an' if what[0] in 'aeiou' else 'a'} {what}"


def edited_texts(edits: Iterable[Edit]) -> dict[Source, str]:
    """Return the texts with all edits applied."""
    edits = list(edits)
    sources = dict.fromkeys(edit.span.source for edit in edits)
    return {source: apply_edits(source, edits) for source in sources}


def first_mistake(
    look: FirstLook, reference: str, unsaved: Mapping[str, str], path_of: Callable[[str], str], edits: Iterable[Edit]
) -> Diagnostic | None:
    """Return the first error that edits would add to a rulebook."""
    texts = {path_of(source.name): text for source, text in edited_texts(edits).items()}
    known = Counter(one.name for one in look.diagnostics)
    after = first_look(reference, {**unsaved, **texts}).diagnostics
    return next((one for one in after if one.severity == "error" and not known[one.name]), None)
