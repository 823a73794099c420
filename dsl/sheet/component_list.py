"""List the components as printed rules do: boards, pieces, cards and dice with their numbers, and what each player has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.sheet.amounts import Amounts
from rulewright.dsl.sheet.expression_text import ExpressionText
from rulewright.dsl.sheet.remarks import Remarks
from rulewright.dsl.sheet.rule_numbers import key_of_board, key_of_has, key_of_kind, key_of_values
from rulewright.dsl.sheet.sheet_parts import SheetItem, SheetLine
from rulewright.dsl.sheet.titles import FIELD_PLACES, Titles, visibility, with_capital

OF_PLAYERS = nodes.FieldBlock | nodes.Components
PLAYER = "player"


class ComponentList:
    """List what a reader has to take out of the box, or has to look at.

    A `text` is listed in place of everything that could be said of its declaration. Without one, fields and places that are
    only there for the rules are left out.
    """

    def __init__(self, names: Titles, remarks: Remarks, amounts: Amounts, players: Sequence[int]) -> None:
        self.names, self.say = names, names.say
        self.sayings = ExpressionText(names)
        self.remarks, self.amounts = remarks, amounts
        self.players = players
        """The numbers of players that the list is for."""

    def items(self) -> Iterator[SheetItem]:
        """Yield the items: boards, then pieces, cards and dice, then places, then what players and things have."""
        found: dict[str, SheetItem] = {}
        for node in sorted(self.names.declarations, key=self._place):
            for item in self._items(node):
                before = found.get(item.key)
                # The fields of players or pieces may be in several places of the rulebook.
                found[item.key] = item if before is None else evolve(before, lines=(*before.lines, *item.lines))
        yield from found.values()

    def _place(self, node: nodes.Declaration) -> int:
        """Return where a declaration comes in the list."""
        match node:
            case nodes.Line() | nodes.Grid() | nodes.Map():
                return 0
            case nodes.Components():
                return 3 if self._is_owned(node) else 1
            case nodes.Values() | nodes.Numbers():
                return 1
            case nodes.FieldBlock(kind=kind):
                return 2 if kind is None else 4 if kind.text == PLAYER else 5
        return 2

    def _items(self, node: nodes.Declaration) -> Iterator[SheetItem]:
        match node:
            case nodes.Line() | nodes.Grid() | nodes.Map():
                yield from self._item(key_of_board(node), node, self._board(node), self._entries(node))
            case nodes.Components() if not self._is_owned(node):
                yield from self._item(key_of_kind(node), node, self._kind(node))
            case nodes.Components():
                yield self._of_each(self._lines(key_of_kind(node), node, self._kind(node)))
            case nodes.Values() | nodes.Numbers():
                yield from self._item(key_of_values(node), node, self._values(node), self._entries(node))
            case nodes.Place():
                kind = node.kind.text if node.kind is not None else ""
                yield from self._item(f"place {node.name.text}", node, self._where(node, kind))
            case nodes.FieldBlock(kind=None):
                for one in self._fields(node):
                    lines = self._lines(key_of_has(node), one, self._field(one))
                    if lines:
                        yield SheetItem(f"field {one.name.text}", self._title(one), (), lines, plain=True)
            case nodes.FieldBlock():
                of_players = node.kind is not None and node.kind.text == PLAYER
                words = {one: self._field(one) if of_players else "" for one in self._fields(node)}
                had = [line for one in words for line in self._lines(key_of_has(node), one, words[one])]
                if had and of_players:
                    yield self._of_each(had)
                elif had and node.kind is not None:
                    title = self.say("each-has", self.names.title_of(node.kind.text), "").rstrip()
                    yield SheetItem(key_of_has(node), with_capital(title), (), tuple(had))

    def _of_each(self, lines: Iterable[SheetLine]) -> SheetItem:
        """Return lines about what each player has."""
        return SheetItem(f"each {PLAYER}", self.say("each-player-has"), (), tuple(lines))

    def _is_owned(self, node: nodes.Components) -> bool:
        """Return whether each player has things of a kind."""
        return any(group.text == PLAYER for group in node.groups)

    def _fields(self, node: nodes.FieldBlock) -> Iterator[nodes.Field]:
        yield from (one for one in node.fields if isinstance(one, nodes.Field))

    def _item(self, key: str, node: nodes.Described, words: str, further: Iterable[SheetLine] = ()) -> Iterator[SheetItem]:
        """Yield the item of a declaration, if it has a text, or if there is anything to say."""
        lines = (*self._lines(key, node, words), *further)
        if lines:
            yield SheetItem(key, self._title(node), (), lines, plain=True)

    def _title(self, node: nodes.Described) -> str:
        return with_capital(self.names.title_of(node.name.text))

    def _lines(self, key: str, node: nodes.Described, words: str) -> tuple[SheetLine, ...]:
        """Return the text of a declaration, or else these words."""
        numbers = self.remarks.numbers(self.remarks.about(node))
        told = self.names.paragraphs(node.text) or ((words,) if words else ())
        return tuple(SheetLine(with_capital(text), (), "", numbers, key) for text in told)

    def _board(self, node: nodes.Line | nodes.Grid | nodes.Map) -> str:
        title = self.names.title_of(node.name.text)
        if isinstance(node, nodes.Grid):
            sizes = [self._number(size) for size in (node.columns, node.rows) if size is not None]
            return self.names.grid(node, "board", *sizes)
        spaces = node.spaces if isinstance(node, nodes.Line) else node.lines
        return self.say("board-of", title, ", ".join(map(self._entry, spaces)))

    def _entries(self, node: nodes.Line | nodes.Grid | nodes.Map | nodes.Values | nodes.Numbers) -> Iterator[SheetLine]:
        """Yield the texts of spaces, values and faces; for the spaces of a map without a text, those beside them."""
        entries: Iterable[nodes.Entry | nodes.MapLine] = ()
        match node:
            case nodes.Line(spaces=entries) | nodes.Map(lines=entries) | nodes.Values(entries=entries):
                pass
        for entry in entries:
            yield from map(SheetLine, self.names.paragraphs(entry.text))
            if isinstance(entry, nodes.MapLine) and entry.beside and node.text is None:
                beside = ", ".join(self.names.title_of(word.text) for word in entry.beside)
                yield SheetLine(with_capital(self.say("beside", self.names.title_of(entry.name.text), beside)))

    def _entry(self, entry: nodes.Entry | nodes.MapLine) -> str:
        """Return a space or a face, with how many there are."""
        title = self.names.title_of(entry.name.text)
        if isinstance(entry, nodes.MapLine):
            return title
        printed = self._printed(entry)
        words = self.say("field", title, ", ".join(printed)) if printed else title
        return words if entry.times is None else f"{self._number(entry.times)} × {words}"

    def _printed(self, entry: nodes.Entry) -> list[str]:
        """Return what is printed on a value or a face."""
        told = [one for one in entry.printed if self.names.is_told(one)]
        return [self.say("printed", self.names.title_of(one.name.text), self.sayings.value(one.value)) for one in told]

    def _number(self, node: nodes.Expression) -> str:
        """Return a number, as the options set it, or else in words."""
        amount = self.amounts.value_of(node, self.amounts.known(self.players[-1]))
        return self.sayings.value(node) if amount is None else str(amount)

    def _values(self, node: nodes.Values | nodes.Numbers) -> str:
        """Return the faces of a die, or values on which something is printed."""
        title = self.names.title_of(node.name.text)
        if isinstance(node, nodes.Numbers):
            return self.say("values", title, self.say("range", node.least, node.most)) if node.die else ""
        shown = node.die or any(map(self._printed, node.entries))
        return self.say("die" if node.die else "values", title, ", ".join(map(self._entry, node.entries))) if shown else ""

    def _field(self, node: nodes.Field) -> str:
        """Return a place that not all see, or a number with which each begins."""
        if not self.names.is_told(node):
            return ""
        kind = node.type.name.text
        if kind in FIELD_PLACES:
            return self._where(node, kind)
        begins = self._number(node.default) if kind == "number" and node.default is not None and node.seen is None else "0"
        return "" if begins in ("0", "1") else self.say("amount", self.names.title_of(node.name.text), begins)

    def _where(self, node: nodes.Place | nodes.Field, kind: str) -> str:
        """Return a place into which not everybody sees; the rules tell of other places, and nobody sees into a bag anyway."""
        if node.title is None or kind == "bag" or node.seen is None or (node.seen.what is None and node.seen.by.text == "all"):
            return ""
        hidden = [self.say("face-down")] if node.seen.by.text == "nobody" else visibility(self.names, node.seen)
        return self.say("field", self.names.title_of(node.name.text), ", ".join(hidden))

    def _kind(self, node: nodes.Components) -> str:
        """Return how many things of a kind there are, or how many each player has."""
        if node.title is None and not self.names.untitled.get(node.name.text):
            return ""
        by_words: dict[str, list[int]] = {}
        for players in self.players:
            by_words.setdefault(self._counted(node, players), []).append(players)
        if "" in by_words:
            return self.say("amount", self.names.several(node.name.text), self.sayings.value(node.amount))
        if len(by_words) == 1:
            return next(iter(by_words))
        return "; ".join(
            self.say("with-players", self.names.listed(map(str, players), "or"), words, players[-1])
            for words, players in by_words.items()
        )

    def _counted(self, node: nodes.Components, players: int) -> str:
        """Return how many things of a kind there are in all, or for one player, and for what; empty if that is unknown."""
        name, groups = node.name.text, [group.text for group in node.groups if group.text != PLAYER]
        copies = sum(self.amounts.copies(card, players) for card in self.names.cards_of.get(name, ())) or 1
        by_group: dict[tuple[str, ...], int] = {}
        for made_for, amount in self.amounts.made_for(node, players):
            if made_for.get(PLAYER, 1) == 1:
                by_group[tuple(str(made_for[group]) for group in groups)] = amount * copies
        there = {made_for: amount for made_for, amount in by_group.items() if amount}
        if not there:
            return ""
        if self.names.untitled.get(name) and len(groups) == 1:
            return self.names.listed(self.names.counted(value, amount) for (value,), amount in there.items())
        words = self.names.counted(name, sum(there.values()))
        if not groups:
            return words
        if len({*there.values()}) > 1 and len(groups) == 1:
            return self.say("amount", words, ", ".join(f"{amount} × {self._value(value)}" for (value,), amount in there.items()))
        each = max(there.values())
        what = self.names.listed(
            self.say("field", self.names.title_of(group), self._range(group, [*dict.fromkeys(one[place] for one in there)]))
            for place, group in enumerate(groups)
        )
        return self.say("amount-for-each", words, each, what)

    def _range(self, group: str, values: list[str]) -> str:
        """Return the values for which there are things."""
        if isinstance(self.names.values.get(group), nodes.Numbers):
            return self.say("range", values[0], values[-1])
        return ", ".join(map(self._value, values))

    def _value(self, value: str) -> str:
        return value if value.isdecimal() else self.names.title_of(value)
