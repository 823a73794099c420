"""Find the passages of a rulebook that a name or a number means, as they are in its files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from rulewright.dsl.messages.diagnostic import visible

if TYPE_CHECKING:
    from rulewright.dsl import nodes
    from rulewright.dsl.library.library import LinkedRulebook

    Named: TypeAlias = (
        nodes.Card
        | nodes.Rule
        | nodes.Define
        | nodes.Option
        | nodes.Values
        | nodes.Numbers
        | nodes.Entry
        | nodes.Components
        | nodes.Field
        | nodes.Line
        | nodes.Grid
        | nodes.Map
        | nodes.Place
    )


def passages(found: LinkedRulebook, word: str, brief: bool = False) -> list[str]:
    """Return the passages of a rulebook for a name or a number, each with file and line.

    If `brief`, examples appear with their heads only.
    """
    from rulewright.dsl import nodes

    matching: list[nodes.Node] = [node for node in named_declarations(found.rulebook, found.variants) if _is_called(node, word)]
    matching += [node for node in examples_and_rulings(found.rulebook, found.variants) if _is_about(node, word)]
    return [_whole(node, only_first=brief and isinstance(node, nodes.Example)) for node in matching]


def _lines(rulebook: nodes.Rulebook, variants: tuple[nodes.Variant, ...]) -> Iterator[nodes.Node]:
    """Yield all lines of a game, of the variants in its own file, and of these variants."""
    from rulewright.dsl import nodes

    own = [node for node in rulebook.declarations if isinstance(node, nodes.Variant)]
    others = [variant for variant in variants if variant not in own]
    yield from rulebook.declarations
    for variant in (*own, *others):
        yield from variant.lines


def examples_and_rulings(rulebook: nodes.Rulebook, variants: tuple[nodes.Variant, ...]) -> Iterator[nodes.Example | nodes.Ruling]:
    """Yield all examples and rulings, also those of the named variants and of variants in the game's own file."""
    from rulewright.dsl import nodes

    yield from (node for node in _lines(rulebook, variants) if isinstance(node, nodes.Example | nodes.Ruling))


def named_declarations(rulebook: nodes.Rulebook, variants: tuple[nodes.Variant, ...]) -> Iterator[Named]:
    """Yield everything that has a name: cards, rules, places, values and so on, also of these variants."""
    from rulewright.dsl import nodes

    for line in _lines(rulebook, variants):
        node = line.declaration if isinstance(line, nodes.Replace) else line
        if isinstance(node, _named()):
            yield node
        if isinstance(node, nodes.CardTable):
            yield from node.cards
        if isinstance(node, nodes.Values):
            yield from node.entries
        if isinstance(node, nodes.FieldBlock):
            yield from (one for one in node.fields if isinstance(one, nodes.Field))


def _named() -> tuple[type[Named], ...]:
    """Return the kinds of declarations that can be looked up by name."""
    from rulewright.dsl import nodes

    boards = (nodes.Line, nodes.Grid, nodes.Map, nodes.Place)
    return (nodes.Card, nodes.Rule, nodes.Define, nodes.Option, nodes.Values, nodes.Numbers, nodes.Components, *boards)


def _is_called(node: Named, word: str) -> bool:
    """Return whether a declaration has this name or a title that begins so.

    For cards and rules, the title may also contain it.
    """
    from rulewright.dsl import nodes

    wanted = word.strip().casefold()
    title = getattr(node, "title", None)
    titles = [text.casefold() for _, text in title.texts] if title is not None else []
    inside = isinstance(node, nodes.Card | nodes.Rule)
    return bool(wanted) and (
        node.name.text.casefold() == wanted or any(text.startswith(wanted) or (inside and wanted in text) for text in titles)
    )


def _is_about(node: nodes.Example | nodes.Ruling, word: str) -> bool:
    """Return whether a word is one of its numbers, or in its title; a number never matches part of another."""
    wanted = word.strip().casefold()
    if not wanted:
        return False
    if any(number.text.casefold() == wanted for number in node.numbers):
        return True
    if any(character.isdigit() for character in word):
        return False
    return node.title is not None and any(wanted in text.casefold() for _, text in node.title.texts)


def _whole(node: nodes.Node, only_first: bool) -> str:
    """Return a passage as it is in the file: its first line, and unless that is enough, the block below."""
    from rulewright.dsl.editing.descriptions import block_of

    lines = block_of(node.span)[: 1 if only_first else None]
    return "\n".join([f"{visible(node.span.source.name)}:{node.span.line}", *map(visible, lines)])
