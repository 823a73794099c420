"""Turn the tree of one declaration into nodes: options, values, boards, places, pieces, cards and fields."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from rulewright.dsl import nodes
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Said
from rulewright.dsl.syntax.build_phrases import has_token, of_kind, unquoted
from rulewright.dsl.syntax.build_statements import Statements
from rulewright.dsl.syntax.machine import Tree


class Components(Statements, ABC):
    """Make the nodes of components."""

    @abstractmethod
    def declaration(self, tree: Tree) -> Any:
        """Return any declaration: some contain others."""

    def game(self, tree: Tree) -> nodes.Game:
        """`game name "Title":`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        return nodes.Game(
            span=self.head(tree), name=self.word(parts[0]), title=title, lines=tuple(self.declaration(part) for part in parts[1:])
        )

    def players(self, tree: Tree) -> nodes.Players:
        """`players 3 to 5`."""
        numbers = [int(part.text) for part in self.parts(tree)]
        return nodes.Players(span=self.span(tree), least=numbers[0], most=numbers[-1])

    def option(self, tree: Tree) -> nodes.Option:
        """`option name = ...`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        value = parts[1]
        common: dict[str, Any] = {"span": self.span(tree), "name": self.word(parts[0]), "title": title}
        if value.data == "number_option":
            default, least, most = (int(part.text) for part in self.parts(value))
            return nodes.Option(**common, default=default, least=least, most=most)
        if value.data == "word_option":
            words = tuple((self.words(child)[0], self.titled(self.parts(child))) for child in self.trees(value))
            return nodes.Option(**common, default=words[0][0].text, words=words)
        return nodes.Option(**common, default=value.data == "yes_option")

    def entries(self, tree: Tree) -> tuple[nodes.Entry, ...]:
        """Values, faces or spaces."""
        found = [one for child in self.trees(tree) for one in (self.trees(child) if child.data == "entry_line" else [child])]
        return tuple(self.entry(child) for child in found if child.data in ("entry", "space"))

    def entry(self, tree: Tree) -> nodes.Entry:
        """`wave "giant wave" * 2`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        names = self.words(tree)
        printed = tuple(self.printed(part) for part in parts if of_kind(part, "printed"))
        times = [self.expression(part) for part in parts if isinstance(part, Tree) and part.data != "printed"]
        return nodes.Entry(
            span=self.span(tree),
            name=names[0],
            title=title,
            times=times[0] if times else None,
            kind=names[1] if len(names) > 1 else None,
            printed=printed,
        )

    def printed(self, tree: Tree) -> nodes.CardField:
        """`FIELD = VALUE` on a card, or `FIELD VALUE` behind a value."""
        return nodes.CardField(span=self.span(tree), name=self.words(tree)[0], value=self.expression(self.trees(tree)[0]))

    def values(self, tree: Tree) -> nodes.Values:
        """`values` or `die`."""
        parts = self.parts(tree)
        title, seen = self.titled(parts), self.seen(parts)
        return nodes.Values(
            span=self.head(tree),
            name=self.word(parts[0]),
            title=title,
            seen=seen,
            entries=self.entries(parts[1]),
            die=tree.data == "die",
        )

    def numbers(self, tree: Tree) -> nodes.Numbers:
        """`values face: 3 to 35` or `die d6: 1 to 6`."""
        parts = self.parts(tree)
        title, seen = self.titled(parts), self.seen(parts)
        return nodes.Numbers(
            span=self.span(tree),
            name=self.word(parts[0]),
            title=title,
            seen=seen,
            least=int(parts[1].text),
            most=int(parts[2].text),
            die=tree.data == "number_die",
        )

    def line(self, tree: Tree) -> nodes.Line:
        """`line walk:`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        directions = [self.words(child) for child in parts[1:] if child.data == "directions"]
        return nodes.Line(
            span=self.head(tree),
            name=self.word(parts[0]),
            title=title,
            spaces=self.entries(tree),
            directions=(directions[0][0], directions[0][1]) if directions else None,
        )

    def grid(self, tree: Tree) -> nodes.Grid:
        """`grid board: 3 by 3`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        return nodes.Grid(
            span=self.span(tree),
            name=self.word(parts[0]),
            title=title,
            columns=self.expression(parts[1]),
            rows=self.expression(parts[2]),
        )

    def map(self, tree: Tree) -> nodes.Map:
        """`map ocean:`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        lines = []
        for child in parts[1:]:
            if child.data == "map_line":
                inner = self.parts(child)
                own = self.titled(inner)
                lines.append(
                    nodes.MapLine(
                        span=self.span(child),
                        name=self.word(inner[0]),
                        title=own,
                        beside=self.words(inner[1]) if len(inner) > 1 else (),
                    )
                )
        return nodes.Map(span=self.head(tree), name=self.word(parts[0]), title=title, lines=tuple(lines))

    def seen(self, parts: list[Any]) -> nodes.Seen | None:
        """Take `seen by owner and spies, uncounted`, or `top seen by all`, out of some parts."""
        for index, part in enumerate(parts):
            if of_kind(part, "seen"):
                del parts[index]
                tokens = self.tokens(part)
                what = self.word(tokens.pop(0)) if tokens[0].type == "NAME" else None
                by, *rest = [self.word(one) for one in tokens if one.type in ("NAME", "ALL")]
                others = rest.pop(0) if any(one.type == "AND" for one in tokens) else None
                more = rest[0] if rest else None
                return nodes.Seen(span=self.span(part), what=what, by=by, others=others, more=more)
        return None

    def drawn(self, parts: list[Any]) -> nodes.Drawn | None:
        """Take `hearts`, `bar 10`, `untold` or `unshown` out of some parts."""
        for index, part in enumerate(parts):
            if of_kind(part, "drawn"):
                del parts[index]
                word, *most = self.tokens(part)
                return nodes.Drawn(span=self.span(part), word=self.word(word), most=int(most[0].text) if most else None)
        return None

    def place(self, tree: Tree) -> nodes.Place:
        """`place deck: bag, seen by nobody`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        seen = self.seen(parts)
        return nodes.Place(
            span=self.span(tree),
            name=self.word(parts[0]),
            title=title,
            kind=self.word(parts[1]) if len(parts) > 1 else None,
            seen=seen,
        )

    def components(self, tree: Tree) -> nodes.Components:
        """`pieces` or `cards`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        called = self.titled(parts.pop(1).children) if of_kind(parts[1], "called") else None
        amount = parts[1]
        return nodes.Components(
            span=self.span(tree),
            name=self.word(parts[0]),
            title=title,
            called=called,
            amount=self.expression(self.trees(amount)[0]),
            groups=self.words(amount),
            start=self.expression(parts[2]) if len(parts) > 2 else None,
            cards=tree.data == "cards",
        )

    def card_table(self, tree: Tree) -> nodes.CardTable:
        """`cards of finds with copies, gems:` and its rows."""
        kind, columns = self.word(self.parts(tree)[0]), self.words(self.trees(tree)[0])
        rows = [row for row in self.trees(tree)[1:] if row.data == "card_row" and not self.is_replaced(row)]
        return nodes.CardTable(span=self.head(tree), cards=tuple(self.card_row(row, kind, columns) for row in rows))

    def card_row(self, tree: Tree, kind: nodes.Word, columns: Sequence[nodes.Word]) -> nodes.Card:
        """A card in a table: a value for each column."""
        parts = self.parts(tree)
        title = self.titled(parts)
        values = [self.expression(part) for part in parts[1:]]
        if len(values) != len(columns):
            found, wanted = (
                Said("value-alone") if many == 1 else Said("many-values", many=many) for many in (len(values), len(columns))
            )
            self.diagnostics.append(
                Diagnostic(
                    name="row-length",
                    message=Said("this-row-has-and-not-as-the", found=found, wanted=wanted),
                    span=self.span(tree),
                    label=found,
                    help=Said("write-a-value-for-each-column-nothing"),
                )
            )
        named = list(zip(columns, values))
        return nodes.Card(
            span=self.span(tree),
            name=self.word(parts[0]),
            kind=kind,
            title=title,
            texts=(),
            copies=next((value for column, value in named if column.text == "copies"), None),
            fields=tuple(
                nodes.CardField(span=value.span, name=column, value=value) for column, value in named if column.text != "copies"
            ),
            needs=(),
            perform=None,
            standing=(),
        )

    def card(self, tree: Tree) -> nodes.Card:
        """`card charge of tricks "Charge":`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        texts, fields, needs, standing = [], [], [], []
        copies: nodes.Expression | None = None
        perform: nodes.Block | None = None
        for child in parts[2:]:
            kind = child.data
            if self.is_replaced(child):
                continue
            if kind == "card_text":
                inner = self.parts(child)
                language = inner[0].text if len(inner) > 1 else "en"
                texts.append(nodes.CardText(span=self.span(child), language=language, text=unquoted(inner[-1].text)))
            elif kind == "copies":
                copies = self.expression(self.trees(child)[0])
            elif kind == "card_field":
                fields.append(self.printed(child))
            elif kind == "needs":
                needs.append(self.expression(self.trees(child)[0]))
            elif kind == "performing":
                perform = self.block(self.trees(child)[0])
            elif kind != "broken":
                standing.append(self.declaration(child))
        return nodes.Card(
            span=self.head(tree),
            name=self.word(parts[0]),
            kind=self.word(parts[1]),
            title=title,
            texts=tuple(texts),
            copies=copies,
            fields=tuple(fields),
            needs=tuple(needs),
            perform=perform,
            standing=tuple(standing),
        )

    def has(self, tree: Tree) -> nodes.Has:
        """`each player has:`."""
        names = [*self.words(tree)]
        kind = None if tree.data == "table_has" else names.pop(0)
        other = names.pop(0) if has_token(tree, "AND") else None
        return nodes.Has(
            span=self.head(tree),
            kind=kind,
            other=other,
            anew=names[0] if names else None,
            fields=tuple(self.declaration(child) for child in self.trees(tree)),
        )

    def field(self, tree: Tree) -> nodes.Field:
        """`score: number = 0, seen by owner`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        seen, drawn = self.seen(parts), self.drawn(parts)
        return nodes.Field(
            span=self.span(tree),
            name=self.word(parts[0]),
            title=title,
            type=self.type_name(parts[1]),
            default=self.expression(parts[2]) if len(parts) > 2 else None,
            drawn=drawn,
            seen=seen,
        )
