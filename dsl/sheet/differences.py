"""Compare two games in the words of their sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Any, Literal

from attrs import frozen

from rulewright.dsl import nodes
from rulewright.dsl.library.library import LinkedRulebook
from rulewright.dsl.sheet.rule_numbers import item_keys, key_of_has
from rulewright.dsl.sheet.sheet import SheetWriter
from rulewright.dsl.sheet.sheet_parts import Sheet, SheetItem, SheetLine
from rulewright.dsl.text.frozen import attributes

How = Literal["added", "removed", "changed", "words"]
Told = tuple[int, str]
"""A sentence, and its depth."""
UNSEEN = frozenset({"label", "drawn", "quiet"})
"""Attributes without effect on a game: the label of a rule, how a number is drawn, and whether it is told."""
GAME = "game"


@frozen
class Difference:
    """One difference; `words` means that only the wording differs."""

    section: str
    key: str
    title: str
    how: How
    numbers: tuple[str, ...] = ()
    before: tuple[Told, ...] = ()
    after: tuple[Told, ...] = ()


@frozen
class _Side:
    """One of the two games."""

    sheet: Sheet
    items: dict[str, tuple[str, SheetItem]]
    """The items by key, each with the title of its section."""
    declared: dict[str, list[nodes.Node]]


def differences(old: LinkedRulebook, new: LinkedRulebook, language: str = "") -> list[Difference]:
    """Return all differences between two games without errors, in the order of the sheet."""
    one, other = _side(old, language), _side(new, language)
    order = [*dict.fromkeys((*other.declared, *one.declared))]
    places = {key: place for place, key in enumerate((*other.items, *one.items))}
    found = [made for key in order for made in _difference(key, one, other)]
    sections = [section.title for section in other.sheet.sections]
    sections += [section.title for section in one.sheet.sections if section.title not in sections]

    def place(made: Difference) -> tuple[int, int]:
        return sections.index(made.section) if made.section in sections else -1, places.get(made.key, 0)

    return sorted(found, key=place)


def _side(found: LinkedRulebook, language: str) -> _Side:
    writing = SheetWriter(found, language, {}, bare=True)
    sheet = writing.whole()
    items: dict[str, tuple[str, SheetItem]] = {}
    players, *about = sheet.about
    if found.variants:
        # The variants in play are no difference by themselves.
        about = about[1:]
    items[GAME] = writing.say("part-game"), SheetItem(GAME, sheet.title, (), (players, *about))
    for section in sheet.sections:
        for item in section.items:
            items.setdefault(item.key, (section.title, item))
    declared: dict[str, list[nodes.Node]] = {}
    for key, node in _declared(writing.declarations):
        declared.setdefault(key, []).append(node)
    return _Side(sheet, items, declared)


def _declared(declarations: Iterable[nodes.Declaration]) -> Iterator[tuple[str, nodes.Node]]:
    """Yield the declarations, each with the key of its item."""
    known = item_keys(declarations)
    for node in declarations:
        match node:
            case nodes.Game():
                yield from ((GAME, one) for one in (node.title, *node.lines) if one is not None)
            case nodes.Players() | nodes.Note():
                yield GAME, node
            case nodes.Hook(performing=True) | nodes.Forbid(performing=True):
                yield "perform", node
            case nodes.Change(name=name) if known.get(name.text, "").startswith("die "):
                yield f"change {name.text}", node
            case nodes.Hook(name=name) | nodes.Forbid(name=name) | nodes.Change(name=name) if name is not None:
                yield known.get(name.text, name.text), node
            case nodes.FieldBlock():
                yield key_of_has(node), node
            case nodes.Ruling(numbers=numbers):
                yield f"ruling {numbers[0].text}", node
            case nodes.Example() | nodes.Position() | nodes.Looks() | nodes.BrokenLine():
                pass
            case _:
                yield known[node.name.text], node  # type: ignore[union-attr]


def _difference(key: str, one: _Side, other: _Side) -> Iterator[Difference]:
    old, new = one.declared.get(key, []), other.declared.get(key, [])
    if nodes.alike(old, new):
        return
    section, item = other.items.get(key) or one.items.get(key) or ("", SheetItem(key, key.partition(" ")[2]))
    before, after = one.items.get(key), other.items.get(key)
    numbers = _numbers(before[1] if before else None, after[1] if after else None)
    title = item.title or (item.lines[0].text if item.lines else "")
    if not old or not new:
        how: How = "removed" if old else "added"
        lines = () if old else _lines(item)
        yield Difference(section, key, title, how, numbers, (), lines)
        return
    how = "words" if _bare(old) == _bare(new) else "changed"
    gone, come = _apart(_lines(before[1]) if before else (), _lines(after[1]) if after else ())
    yield Difference(section, key, title, how, numbers, gone, come)


def _numbers(old: SheetItem | None, new: SheetItem | None) -> tuple[str, ...]:
    """Return the numbers that are new at an item, or all of them if none is."""
    before = old.all_numbers() if old is not None else ()
    after = new.all_numbers() if new is not None else before
    return tuple(number for number in after if number not in before) or after


def _lines(item: SheetItem) -> tuple[Told, ...]:
    return (*((0, lead) for lead in item.lead), *_flat(item.lines, 0))


def _flat(lines: Iterable[SheetLine], depth: int) -> Iterator[Told]:
    for line in lines:
        yield depth, line.text
        yield from _flat(line.lines, depth + 1)


def _apart(old: tuple[Told, ...], new: tuple[Told, ...]) -> tuple[tuple[Told, ...], tuple[Told, ...]]:
    """Return the sentences that only one of the two has."""
    gone: list[Told] = []
    come: list[Told] = []
    for what, first, last, begin, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what != "equal":
            gone += old[first:last]
            come += new[begin:end]
    return tuple(gone), tuple(come)


def _bare(declared: Iterable[nodes.Node]) -> list[Any]:
    """Return declarations without their texts, and with numbers instead of local names."""
    return [_stripped(node, _given(node)) for node in declared if not isinstance(node, nodes.Title | nodes.Note | nodes.Ruling)]


def _given(node: nodes.Node) -> dict[str, int]:
    """Return the local names in a node, numbered in order."""
    found: dict[str, int] = {}
    for part in nodes.nodes_in(node):
        words: list[nodes.Word] = []
        match part:
            case nodes.Pick(name=name) | nodes.Let(name=name) | nodes.ForEach(name=name) | nodes.Parameter(name=name):
                words = [name]
            case nodes.Roll(name=name) | nodes.ChooseWords(name=name):
                words = [name]
            case nodes.Call(giving=giving) | nodes.AsUsual(giving=giving) if giving is not None:
                words = [giving]
            case nodes.Hook(parameters=parameters) | nodes.Forbid(parameters=parameters) | nodes.Change(parameters=parameters):
                words = [*parameters]
            case nodes.Operation(operator="named", name=called) if called is not None:
                words = [called]
        for word in words:
            # `player` stays as it is: everything that names no player is about this one.
            if word.text != "player":
                found.setdefault(word.text, len(found))
    return found


def _untold(values: tuple[object, ...]) -> Iterator[object]:
    """Yield parts without texts and lines of the log, and the lines of a block that the log tells in one sentence."""
    for part in values:
        if isinstance(part, nodes.Tell):
            yield from _untold(part.body)
        elif not isinstance(part, nodes.Title | nodes.Say):
            yield part


def _stripped(value: object, given: dict[str, int]) -> Any:
    if isinstance(value, tuple):
        return tuple(_stripped(part, given) for part in _untold(value))
    if isinstance(value, nodes.Title):
        return None
    if isinstance(value, nodes.Word):
        return given.get(value.text, value.text)
    if isinstance(value, nodes.Name):
        return given.get(value.name, value.name)
    if isinstance(value, nodes.Node):
        # A define without a title is not on the table anyway.
        unseen = {*UNSEEN, "seen"} if isinstance(value, nodes.Define) else UNSEEN
        held = (_stripped(getattr(value, name), given) for name in attributes(type(value)) if name not in unseen)
        return (type(value).__name__, *held)
    return value
