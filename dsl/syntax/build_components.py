"""Turn the tree of one declaration into nodes: options, values, boards, places, pieces, cards and fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from rulewright.dsl import nodes
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.syntax.build_phrases import has_token, of_kind
from rulewright.dsl.syntax.build_statements import StatementBuilder
from rulewright.dsl.syntax.machine import Tree


class ComponentBuilder(StatementBuilder, ABC):
    """Make the nodes of components."""

    @abstractmethod
    def declaration(self, tree: Tree) -> Any:
        """Read any declaration: some contain others."""

    def game(self, tree: Tree) -> nodes.Game:
        """Read `game name "Title":`."""
        named, lines = self.named(tree, head=True)
        return nodes.Game(**named, lines=tuple(map(self.declaration, lines)))

    def players(self, tree: Tree) -> nodes.Players:
        """Read `players 3 to 5`."""
        numbers = [int(part.text) for part in self.parts(tree)]
        return nodes.Players(span=self.span(tree), least=numbers[0], most=numbers[-1])

    def minutes(self, tree: Tree) -> nodes.Minutes:
        """Read `minutes 15 to 30`."""
        numbers = [int(part.text) for part in self.parts(tree)]
        return nodes.Minutes(span=self.span(tree), least=numbers[0], most=numbers[-1])

    def option(self, tree: Tree) -> nodes.Option:
        """Read `option name = ...`."""
        named, parts = self.named(tree)
        named["text"] = self.told(parts)
        (value,) = parts
        if value.data == "number_option":
            default, least, most = (int(part.text) for part in self.parts(value))
            return nodes.Option(**named, default=default, least=least, most=most)
        if value.data == "word_option":
            words = tuple((self.words(child)[0], self.titled(self.parts(child))) for child in self.trees(value))
            return nodes.Option(**named, default=words[0][0].text, words=words)
        return nodes.Option(**named, default=value.data == "yes_option")

    def entries(self, tree: Tree) -> tuple[nodes.Entry, ...]:
        """Read values, faces or spaces."""
        found: list[nodes.Entry] = []
        for child in self.trees(tree):
            parts = self.trees(child) if child.data == "entry_line" else [child]
            text = self.told(parts)
            found += (self.entry(part, text) for part in parts if part.data in ("entry", "space"))
        return tuple(found)

    def entry(self, tree: Tree, text: nodes.Title | None) -> nodes.Entry:
        """Read `wave "giant wave" * 2`, with the text below its line; a space has its own in its tree."""
        named, parts = self.named(tree)
        text = self.told(parts) or text
        printed = tuple(self.printed(part) for part in parts if of_kind(part, "printed"))
        times = [self.expression(part) for part in parts if isinstance(part, Tree) and part.data != "printed"]
        kinds = self.words(tree)[1:]
        return nodes.Entry(
            **named, text=text, times=times[0] if times else None, kind=kinds[0] if kinds else None, printed=printed
        )

    def printed(self, tree: Tree) -> nodes.CardField:
        """Read `FIELD = VALUE` on a card, or `FIELD VALUE` behind a value."""
        return nodes.CardField(span=self.span(tree), name=self.words(tree)[0], value=self.expression(self.trees(tree)[0]))

    def values(self, tree: Tree) -> nodes.Values:
        """Read `values` or `die`."""
        named, parts = self.named(tree, head=True)
        seen = self.visibility(parts)
        text = self.told(parts[0].children)
        return nodes.Values(**named, text=text, seen=seen, entries=self.entries(parts[0]), die=tree.data == "die")

    def numbers(self, tree: Tree) -> nodes.Numbers:
        """Read `values face: 3 to 35` or `die d6: 1 to 6`."""
        named, parts = self.named(tree)
        seen, text = self.visibility(parts), self.told(parts)
        least, most = (int(part.text) for part in parts)
        return nodes.Numbers(**named, text=text, seen=seen, least=least, most=most, die=tree.data == "number_die")

    def line(self, tree: Tree) -> nodes.Line:
        """Read `line walk:`."""
        named, parts = self.named(tree, head=True)
        directions = [self.words(child) for child in parts if child.data == "directions"]
        forward_and_back = (directions[0][0], directions[0][1]) if directions else None
        return nodes.Line(**named, text=self.told(parts), spaces=self.entries(tree), directions=forward_and_back)

    def grid(self, tree: Tree) -> nodes.Grid:
        """Read `grid board: 11 by 11 hexagons without a1, k11`."""
        named, parts = self.named(tree)
        text = self.told(parts)
        left_out, shape = self.taken(parts, "left_out"), self.taken(parts, "shape")
        without = self.words(self.trees(left_out)[0]) if left_out else ()
        columns, *rows = map(self.expression, parts)
        words = self.words(shape) if shape else ()
        return nodes.Grid(**named, text=text, columns=columns, rows=rows[0] if rows else None, words=words, without=without)

    def map(self, tree: Tree) -> nodes.Map:
        """Read `map ocean:`."""
        named, parts = self.named(tree, head=True)
        lines = tuple(self.map_line(child) for child in parts if child.data == "map_line")
        return nodes.Map(**named, text=self.told(parts), lines=lines)

    def map_line(self, tree: Tree) -> nodes.MapLine:
        """`reef "Reef": bay, cove`."""
        named, beside = self.named(tree)
        return nodes.MapLine(**named, text=self.told(beside), beside=self.words(beside[0]) if beside else ())

    def visibility(self, parts: list[Any]) -> nodes.Visibility | None:
        """Take `seen by owner and spies, uncounted`, or `top seen by all`, out of some parts."""
        part = self.taken(parts, "seen")
        if part is None:
            return None
        tokens = self.tokens(part)
        what = self.word(tokens.pop(0)) if tokens[0].type == "NAME" else None
        by, *rest = [self.word(one) for one in tokens if one.type in ("NAME", "ALL")]
        others = rest.pop(0) if any(one.type == "AND" for one in tokens) else None
        return nodes.Visibility(span=self.span(part), what=what, by=by, others=others, more=rest[0] if rest else None)

    def field_display(self, parts: list[Any]) -> nodes.FieldDisplay | None:
        """Take `hearts`, `bar 10`, `untold` or `unshown` out of some parts."""
        part = self.taken(parts, "drawn")
        if part is None:
            return None
        word, *most = self.tokens(part)
        return nodes.FieldDisplay(span=self.span(part), word=self.word(word), most=int(most[0].text) if most else None)

    def place(self, tree: Tree) -> nodes.Place:
        """Read `place deck: bag, seen by nobody`."""
        named, parts = self.named(tree)
        seen, text = self.visibility(parts), self.told(parts)
        return nodes.Place(**named, text=text, kind=self.word(parts[0]) if parts else None, seen=seen)

    def components(self, tree: Tree) -> nodes.Components:
        """Read `pieces` or `cards`."""
        named, parts = self.named(tree)
        called = self.taken(parts, "called")
        text = self.told(parts)
        amount, *start = parts
        return nodes.Components(
            **named,
            text=text,
            called=None if called is None else self.titled(called.children),
            amount=self.expression(self.trees(amount)[0]),
            groups=self.words(amount),
            start=self.expression(start[0]) if start else None,
            cards=tree.data == "cards",
        )

    def card_table(self, tree: Tree) -> nodes.CardTable:
        """Read `cards of finds with copies, gems:` and its rows."""
        kind, columns = self.word(self.parts(tree)[0]), self.words(self.trees(tree)[0])
        rows = [row for row in self.trees(tree)[1:] if row.data == "card_row" and not self.is_replaced(row)]
        return nodes.CardTable(span=self.head(tree), cards=tuple(self.card_row(row, kind, columns) for row in rows))

    def card_row(self, tree: Tree, kind: nodes.Word, columns: Sequence[nodes.Word]) -> nodes.Card:
        """Return a card in a table: a value for each column."""
        own, parts = self.named(tree)
        own["text"] = self.told(parts)
        values = [self.expression(part) for part in parts]
        if len(values) != len(columns):
            found, wanted = (
                Phrase("value-alone") if many == 1 else Phrase("many-values", many=many) for many in (len(values), len(columns))
            )
            self.diagnostics.append(
                Diagnostic(
                    name="row-length",
                    message=Phrase("this-row-has-and-not-as-the", found=found, wanted=wanted),
                    span=self.span(tree),
                    label=found,
                )
            )
        named = list(zip(columns, values))
        return nodes.Card(
            **own,
            kind=kind,
            copies=next((value for column, value in named if column.text == "copies"), None),
            fields=tuple(
                nodes.CardField(span=value.span, name=column, value=value) for column, value in named if column.text != "copies"
            ),
        )

    def card(self, tree: Tree) -> nodes.Card:
        """Read `card charge of tricks "Charge":`."""
        named, (kind_of, *parts) = self.named(tree, head=True)
        text = self.told(parts)
        fields, needs, standing = [], [], []
        copies: nodes.Expression | None = None
        perform: nodes.Block | None = None
        for child in parts:
            kind = child.data
            if self.is_replaced(child):
                continue
            if kind == "copies":
                copies = self.expression(self.trees(child)[0])
            elif kind == "card_field":
                fields.append(self.printed(child))
            elif kind == "needs":
                needs.append(self.needs(child))
            elif kind == "performing":
                perform = self.block(self.trees(child)[0])
            elif kind != "broken":
                standing.append(self.declaration(child))
        return nodes.Card(
            **named,
            kind=self.word(kind_of),
            text=text,
            copies=copies,
            fields=tuple(fields),
            needs=tuple(needs),
            perform=perform,
            standing=tuple(standing),
        )

    def has(self, tree: Tree) -> nodes.FieldBlock:
        """Read `each player has:`."""
        names = [*self.words(tree)]
        kind = None if tree.data == "table_has" else names.pop(0)
        other = names.pop(0) if has_token(tree, "AND") else None
        return nodes.FieldBlock(
            span=self.head(tree),
            kind=kind,
            other=other,
            anew=names[0] if names else None,
            fields=tuple(self.declaration(child) for child in self.trees(tree)),
        )

    def field(self, tree: Tree) -> nodes.Field:
        """Read `score: number = 0, seen by owner`."""
        named, parts = self.named(tree)
        seen, drawn, text = self.visibility(parts), self.field_display(parts), self.told(parts)
        of, *default = parts
        first = self.expression(default[0]) if default else None
        return nodes.Field(**named, text=text, type=self.type_name(of), default=first, drawn=drawn, seen=seen)
