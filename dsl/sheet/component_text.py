"""Write the items on components: boards, pieces, cards, places, fields, values and options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.sheet.amounts import Amounts
from rulewright.dsl.sheet.expression_text import ExpressionText
from rulewright.dsl.sheet.remarks import Remarks
from rulewright.dsl.sheet.rule_numbers import key_of_board, key_of_has, key_of_kind, key_of_values
from rulewright.dsl.sheet.sheet_parts import SheetItem, SheetLine
from rulewright.dsl.sheet.titles import FIELD_PLACES, Titles, plain_words, visibility, with_capital

TYPES = {
    "number": "type-number",
    "truth": "type-truth",
    "player": "type-player",
    "space": "type-space",
    "text": "type-text",
    "direction": "type-direction",
}


class ComponentText:
    """Describe the components."""

    def __init__(self, names: Titles, remarks: Remarks, amounts: Amounts, players: Sequence[int]) -> None:
        self.names, self.say = names, names.say
        self.sayings = ExpressionText(names)
        self.remarks, self.amounts = remarks, amounts
        self.players = players
        """The numbers of players that the sheet is for."""

    def items(self) -> Iterator[SheetItem]:
        """Yield all components in the order of the rulebook: first boards and pieces, then their fields and values."""
        last: dict[type[nodes.Node], int] = {nodes.FieldBlock: 2, nodes.Values: 1, nodes.Numbers: 1}
        found: dict[str, SheetItem] = {}
        for node in sorted(self.names.declarations, key=lambda one: last.get(type(one), 0)):
            item = self._item(node)
            if item is not None:
                before = found.get(item.key)
                # The fields of players or pieces may be in several places of the rulebook.
                found[item.key] = (
                    item
                    if before is None
                    else evolve(before, lines=(*before.lines, *item.lines), numbers=(*before.numbers, *item.numbers))
                )
        yield from found.values()

    def options(self) -> Iterator[SheetItem]:
        """Yield the options with their values."""
        for node in self.names.options.values():
            title, value = self.names.title_of(node.name.text), self.amounts.options[node.name.text]
            if node.words:
                others = [self.names.title_of(word.text) for word, _ in node.words if word.text != value]
                text = self.say("option-words", title, self.names.title_of(str(value)), ", ".join(others))
            elif isinstance(node.default, bool):
                text = self.say("option-truth", title, self.say("yes" if value else "no"))
            else:
                text = self.say("option-number", title, value, node.least, node.most)
            yield evolve(self._made(f"option {node.name.text}", title, node, text), plain=True)

    def starts(self) -> Iterator[SheetLine]:
        """Yield where each component begins."""
        for node in self.names.kinds.values():
            if node.start is not None:
                yield SheetLine(self._start(node))
            elif node.name.text not in self.names.cards_of:
                yield SheetLine(self.say("starts-on", self.names.several(node.name.text), self.say("out-of-play")))

    def _start(self, node: nodes.Components) -> str:
        where = self.sayings.value(node.start) if node.start is not None else ""
        return with_capital(self.say("starts-on", self.names.several(node.name.text), where))

    def _made(self, key: str, title: str, node: nodes.Described, *texts: str) -> SheetItem:
        remark = self.remarks.about(node)
        note = self.remarks.words(remark) if self.names.remarked else ""
        lines = [SheetLine(with_capital(text)) for text in texts]
        first = SheetLine(lines[0].text, (), note) if lines else SheetLine("")
        told = map(SheetLine, self.names.paragraphs(node.text))
        return SheetItem(key, with_capital(title), (), (first, *lines[1:], *told), self.remarks.numbers(remark))

    def _item(self, node: nodes.Declaration) -> SheetItem | None:
        match node:
            case nodes.Line() | nodes.Grid() | nodes.Map():
                return self._board(node)
            case nodes.Place(name=name):
                how = self._how(node.kind.text if node.kind is not None else "place", node.seen)
                text = self.say("field", self.names.title_of(name.text), ", ".join(how))
                return self._made(f"place {name.text}", self.names.title_of(name.text), node, text)
            case nodes.Components():
                return self._components(node)
            case nodes.Values() | nodes.Numbers():
                entries = (
                    [self._entry(entry) for entry in node.entries]
                    if isinstance(node, nodes.Values)
                    else [self.say("range", node.least, node.most)]
                )
                title = self.names.title_of(node.name.text)
                text = self.say("die" if node.die else "values", title, ", ".join(entries))
                return self._made(key_of_values(node), title, node, self._seen_too(text, node.seen))
            case nodes.FieldBlock():
                return self._has(node)
        return None

    def _seen_too(self, text: str, seen: nodes.Visibility | None) -> str:
        return ", ".join([text, *self._seen(seen)])

    def _entry(self, entry: nodes.Entry) -> str:
        """Return a value or face, with its number of copies and its printed fields."""
        text = self.names.in_language(entry.title) or plain_words(entry.name.text)
        if entry.kind is not None:
            text = self.say("field", text, self.say(f"kind-{entry.kind.text}"))
        if entry.times is not None:
            text = self.say("times", text, self.sayings.value(entry.times))
        printed = [
            self.say("printed", self.names.title_of(one.name.text), self.sayings.value(one.value))
            for one in entry.printed
            if self.names.is_told(one)
        ]
        return self.say("field", text, ", ".join(printed)) if printed else text

    def _board(self, node: nodes.Line | nodes.Grid | nodes.Map) -> SheetItem:
        title = self.names.title_of(node.name.text)
        if isinstance(node, nodes.Grid):
            text = self.names.grid(
                node, "grid", *[self.sayings.value(size) for size in (node.columns, node.rows) if size is not None]
            )
            return self._made(key_of_board(node), title, node, text)
        if isinstance(node, nodes.Map):
            beside = [
                self.say(
                    "beside",
                    self.names.title_of(line.name.text),
                    ", ".join(self.names.title_of(word.text) for word in line.beside),
                )
                for line in node.lines
                if line.beside
            ]
            return self._made(key_of_board(node), title, node, self.say("map", title), *beside)
        texts = [self.say("line", title, ", ".join(map(self._entry, node.spaces)))]
        if node.directions is not None:
            texts.append(self.say("line-ways", *(self.names.way(way.text) for way in node.directions)))
        return self._made(key_of_board(node), title, node, *texts)

    def _components(self, node: nodes.Components) -> SheetItem:
        title = self.names.title_of(node.name.text)
        named = self.names.cards_of.get(node.name.text, ())
        copies = sum(self.amounts.copies(card, self.players[-1]) for card in named)
        one_each = isinstance(node.amount, nodes.Number) and node.amount.value == 1
        amount = str(copies) if copies and one_each else self.sayings.value(node.amount)
        if node.groups:
            each = [
                self.say("each-player") if group.text == "player" else self.names.title_of(group.text) for group in node.groups
            ]
            text = self.say("amount-each", title, amount, self.names.listed(each))
        else:
            text = self.say("amount", title, amount)
        totals = {players: self.amounts.total(node, players) for players in self.players}
        different = {total for total in totals.values() if total is not None}
        if len(different) == 1 and str(min(different)) != amount:
            text = self.say("field", text, self.say("in-all", min(different)))
        elif None not in totals.values() and len(different) > 1:
            how_many = [self.say("by-players", players, total) for players, total in totals.items()]
            text = self.say("field", text, ", ".join(how_many))
        where = [self._start(node)] if self.names.whole and node.start is not None else []
        return self._made(key_of_kind(node), title, node, text, *where)

    def _has(self, node: nodes.FieldBlock) -> SheetItem | None:
        """Return the fields of something; those without a title are bookkeeping, and not on the sheet."""
        fields = [one for one in node.fields if isinstance(one, nodes.Field) and self.names.is_told(one)]
        if not fields:
            return None
        lines = tuple(self.field(one) for one in fields)
        if node.kind is None:
            anew = self.say("anew", self.names.title_of(node.anew.text)) if node.anew is not None else ""
            title = self.say("table-anew", anew, "") if anew else self.say("table-has", "")
        else:
            whose = self._one(node.kind)
            if node.anew is not None:
                whose = self.say("field", whose, self.say("anew", self.names.title_of(node.anew.text)))
            title = (
                self.say("each-has", whose, "") if node.other is None else self.say("pair-has", whose, self._one(node.other), "")
            )
        numbers = self.remarks.numbers(self.remarks.about(node))
        return SheetItem(key_of_has(node), with_capital(title.rstrip()), (), lines, numbers)

    def _one(self, word: nodes.Word) -> str:
        """Return the singular of the things that have fields."""
        if word.text in ("player", "space") and word.text not in self.names.known:
            return self.say("each-player" if word.text == "player" else word.text)
        return self.names.title_of(word.text)

    def field(self, node: nodes.Field) -> SheetLine:
        """Return a field, with its type, its first value, and who sees it."""
        kind = node.type.name.text
        how = [*self._how(kind, node.seen)] if kind in FIELD_PLACES else [self._type(node.type)]
        if node.default is not None:
            how.append(self.say("begins", self.sayings.value(node.default)))
        if kind not in FIELD_PLACES:
            how += self._seen(node.seen)
        remark = self.remarks.about(node)
        note = self.remarks.words(remark) if self.names.remarked else ""
        title = self.names.in_language(node.title) or self.say("quoted", plain_words(node.name.text))
        told = tuple(map(SheetLine, self.names.paragraphs(node.text)))
        return SheetLine(with_capital(self.say("field", title, ", ".join(how))), told, note, self.remarks.numbers(remark))

    def _type(self, node: nodes.TypeName) -> str:
        name = node.name.text
        what = (
            self.say(TYPES[name])
            if name in TYPES and name not in self.names.known
            else self.say("type-of", self.names.several(name))
        )
        return self.say("type-set", self.names.several(name) if name in self.names.known else what) if node.many else what

    def _how(self, kind: str, seen: nodes.Visibility | None) -> list[str]:
        """Return what kind of place it is, and who sees its contents."""
        return [self.say(f"kind-{kind}"), *self._seen(seen)]

    def _seen(self, seen: nodes.Visibility | None) -> list[str]:
        return [] if seen is None else visibility(self.names, seen)
