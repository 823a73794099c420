"""Describe states: what is forbidden or different while some field has a value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from rulewright.dsl import nodes
from rulewright.dsl.sheet.sheet_parts import SheetItem, SheetLine
from rulewright.dsl.sheet.titles import Titles, with_capital

Standing: TypeAlias = nodes.Hook | nodes.Forbid | nodes.Change
LASTING = frozenset({"number", "truth"})
"""The types of fields that say how long, or whether, something holds."""


def states(names: Titles, standing: Iterable[Standing], said: Callable[[Standing], SheetLine]) -> Iterator[SheetItem]:
    """Yield each state with the standing rules that depend on it."""
    hanging: dict[str, list[Standing]] = {}
    for node in standing:
        # An effect before or after a rule belongs to that rule, however long its condition lasts.
        for name in () if isinstance(node, nodes.Hook) else _mentioned(node.condition):
            hanging.setdefault(name, []).append(node)
    for name in _states(names, hanging):
        # One sentence may stand for several standing rules.
        lines = [*dict.fromkeys(said(node) for node in hanging.get(name, ()))]
        if lines:
            yield SheetItem(f"state {name}", with_capital(names.title_of(name)), (), tuple(lines))


def _states(names: Titles, hanging: Mapping[str, object]) -> Iterator[str]:
    """Yield the values of lists of which most are tested by standing rules, and the tested fields."""
    for values in names.values.values():
        if isinstance(values, nodes.Values) and not values.die:
            entries = [entry.name.text for entry in values.entries]
            if 2 * sum(name in hanging for name in entries) >= len(entries):
                yield from entries
    for node in names.declarations:
        if isinstance(node, nodes.FieldBlock):
            for field in node.fields:
                if isinstance(field, nodes.Field) and _lasts(field) and field.name.text in hanging:
                    yield field.name.text


def _lasts(field: nodes.Field) -> bool:
    return field.title is not None and field.type.name.text in LASTING and not field.type.many


def _mentioned(part: object) -> dict[str, None]:
    """Return the names in a node, once each."""
    found: dict[str, None] = {}
    for node in nodes.nodes_in(part):
        match node:
            case nodes.Name(name=name):
                found[name] = None
            case nodes.Of(name=word) | nodes.Target(name=word) | nodes.CountDown(name=word):
                found[word.text] = None
    return found
