"""Describe what variants change, for hints beside the lines of the game and of the variant."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.dsl import nodes
from rulewright.dsl.check.variants import name_of
from rulewright.dsl.editing.mentions import Mention
from rulewright.dsl.editing.symbols import SymbolIndex

LONGEST = 60


def inlay_hints(names: SymbolIndex, file: str) -> Iterator[tuple[int, str]]:
    """Yield the hints of a file: an offset in a line, and the words to show at its end."""
    yield from sorted([*_in_variants(names, file), *_in_the_game(names, file)])


def _in_variants(names: SymbolIndex, file: str) -> Iterator[tuple[int, str]]:
    """Yield hints in variants: what a line replaces or sets."""
    for variant in names.variants.values():
        for line in variant.lines:
            if line.span.source.name == file:
                was = _was(names, line)
                if was:
                    yield line.span.start, f"was: {was}"


def _was(names: SymbolIndex, line: nodes.Declaration) -> str:
    match line:
        case nodes.Replace(declaration=new):
            word = name_of(new)
            old = _declared(names, word, new) if word is not None else None
            if old is None or old.node is None:
                return ""
            before = _first(old.node.span.text)
            place = f"line {old.span.line} of {Path(old.span.source.name).name}"
            return before if before != _first(new.span.text) else place
        case nodes.Amend(card=None, name=name):
            old = _declared(names, name, None)
            node = old.node if old is not None else None
            return _setting(node.default) if isinstance(node, nodes.Option) else ""
        case nodes.Amend(card=card, name=name) if card is not None:
            old = _declared(names, card, None)
            node = old.node if old is not None else None
            if isinstance(node, nodes.Card):
                if name.text == "copies":
                    return node.copies.span.text if node.copies is not None else "1"
                return next((one.value.span.text for one in node.fields if one.name.text == name.text), "")
        case nodes.Players():
            head = next((node for node in names.rulebook.declarations if isinstance(node, nodes.Game)), None)
            lines = head.lines if head is not None else ()
            return next((_first(one.span.text) for one in lines if isinstance(one, nodes.Players)), "")
        case nodes.Remove(kind=kind, names=words) if kind and len(words) == 1:
            old = _declared(names, words[0], None)
            return _first(old.node.span.text) if old is not None and old.node is not None else ""
    return ""


def _declared(names: SymbolIndex, word: nodes.Word, new: nodes.Declaration | None) -> Mention | None:
    """Return where the game, or a variant that this one builds on, declares what a variant changes."""
    found = names.name_at(word.span.source.name, word.span.start)
    meaning = names.meaning(found) if found is not None else None
    if meaning is None:
        return None
    return next((one for one in names.declarations(meaning) if one.node is not new and one.span != word.span), None)


def _in_the_game(names: SymbolIndex, file: str) -> Iterator[tuple[int, str]]:
    """Yield hints in the game: which variants change a declaration, and how."""
    told: dict[int, list[str]] = {}
    for variant in names.variants.values():
        for line in variant.lines:
            for word, done in _done(line):
                old = _declared(names, word, line.declaration if isinstance(line, nodes.Replace) else None)
                # A field's hint is at its name; all other hints are at the first line.
                if old is not None and old.variant != variant.name.text and old.span.source.name == file:
                    told.setdefault(old.span.start, []).append(f"{done} `{variant.name.text}`")
    for start, found in told.items():
        yield start, ", ".join(dict.fromkeys(found))


def _done(line: nodes.Declaration) -> Iterator[tuple[nodes.Word, str]]:
    match line:
        case nodes.Replace(declaration=nodes.FieldBlock(fields=fields)):
            yield from ((one.name, "replaced by") for one in fields if isinstance(one, nodes.Field))
        case nodes.Replace(declaration=new):
            word = name_of(new)
            if word is not None:
                yield word, "replaced by"
        case nodes.Amend(card=card, name=name):
            yield (name if card is None else card), "set by"
        case nodes.Patch(name=name):
            yield name, "changed by"
        case nodes.Remove(names=words):
            yield from ((word, "removed by") for word in words)
        case nodes.Hook(name=name) | nodes.Forbid(name=name) | nodes.Change(name=name) if name is not None:
            yield (
                name,
                {"before": "begun by", "after": "followed by", "instead": "stood for by"}.get(
                    getattr(line, "when", ""), "forbidden by" if isinstance(line, nodes.Forbid) else "changed by"
                ),
            )


def _setting(value: int | bool | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _first(text: str) -> str:
    """Return the first line, shortened if it is too long."""
    line = text.partition("\n")[0].strip().removesuffix(":")
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"
