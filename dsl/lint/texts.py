"""Find missing texts: cards with effects but no text, and things without a title beside others that have one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.dsl import checked, nodes
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

PLACES = ("place", "pile", "bag")


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    cards = [node for node in rulebook.declarations if isinstance(node, nodes.Card)]
    if any(card.text for card in cards):
        for card in cards:
            if (card.perform or card.standing) and card.text is None:
                yield warning("missing-text", Phrase("does-something-and-has-no-text-that", card=card.name.text), card.name.span)
    kinds: dict[str, list[tuple[nodes.Word, nodes.Title | None]]] = {}
    for card in cards:
        kinds.setdefault(card.kind.text, []).append((card.name, card.title))
    for node in rulebook.declarations:
        if isinstance(node, nodes.Values):
            kinds.setdefault(f"values {node.name.text}", []).extend((entry.name, entry.title) for entry in node.entries)
        elif isinstance(node, nodes.Place):
            kinds.setdefault("places", []).append((node.name, node.title))
        elif isinstance(node, nodes.FieldBlock):
            lines = (line for line in node.fields if isinstance(line, nodes.Field))
            kinds.setdefault("places", []).extend((line.name, line.title) for line in lines if line.type.name.text in PLACES)
    for named in kinds.values():
        yield from _unnamed([(name.text, name.span, title is not None) for name, title in named])
    for menu in rulebook.all(checked.Menu):
        yield from _unnamed([(option.name, option.span, bool(option.title)) for option in menu.options])


def _unnamed(named: Sequence[tuple[str, Span, bool]]) -> Iterator[Diagnostic]:
    """Yield those without a text, if others have one."""
    if any(has for _, _, has in named):
        for name, span, has in named:
            if not has:
                yield warning("missing-text", Phrase("has-no-text-as-others-beside-it", name=name), span)
