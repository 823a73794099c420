"""From the tree of one declaration to the syntax nodes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.dsl import nodes
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.lexer import SourceLine, Token
from rulewright.dsl.machine import Tree
from rulewright.dsl.source import Source, Span

DEEPEST_EXPRESSION = 60
CHOSEN = ("pick_one", "pick_many", "pick_word")
KEPT = frozenset({"NAME", "NUMBER", "TEXT", "MAY", "YES", "NO"})
ESCAPES = {"n": "\n", '"': '"', "\\": "\\", "{": "{{", "}": "}}"}


class TooDeepError(Exception):
    """An expression nested deeper than anybody can read."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


def unquoted(text: str) -> str:
    """What a text between quotes says."""
    if "\\" not in text:
        return text[1:-1]
    parts: list[str] = []
    escaped = False
    for character in text[1:-1]:
        if escaped:
            parts.append(ESCAPES.get(character, character))
            escaped = False
        elif character == "\\":
            escaped = True
        else:
            parts.append(character)
    return "".join(parts)


def of_kind(tree: Any, *names: str) -> bool:
    """Whether this is a tree of one of the grammar's rules."""
    return isinstance(tree, Tree) and tree.data in names


class Lowering:
    """Makes the nodes of one source."""

    def __init__(self, source: Source, lines: list[SourceLine], replaced: set[int]) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self._replaced = replaced
        self._starts = [line.tokens[0].start for line in lines]
        self._ends = [line.tokens[-1].end for line in lines]

    def is_replaced(self, tree: Tree) -> bool:
        """Whether the line that this begins with was unreadable, and another was put there to read the block below."""
        return tree.start in self._replaced

    def too_deep(self, error: TooDeepError) -> None:
        """Report an expression that is nested too deep."""
        self.diagnostics.append(
            Diagnostic(
                name="too-deep",
                message="this expression is nested too deep",
                span=error.span,
                label="too deep",
                help="give a part of it a name with `let` or `define`",
            )
        )

    def span(self, tree: Tree | Token) -> Span:
        """From the first to the last character of a tree."""
        return Span(self.source, tree.start, tree.end)

    def word(self, token: Token) -> nodes.Word:
        """A name where it is written."""
        return nodes.Word(span=self.span(token), text=token.text)

    def words(self, tree: Tree) -> tuple[nodes.Word, ...]:
        """All names of a tree, in order."""
        return tuple(self.word(child) for child in tree.children if isinstance(child, Token) and child.type == "NAME")

    def parts(self, tree: Tree) -> list[Any]:
        """The children that say something: trees, names, numbers and texts."""
        return [child for child in tree.children if isinstance(child, Tree) or child.type in KEPT]

    def title(self, tree: Tree) -> nodes.Title:
        """A text with its translations."""
        texts: list[tuple[str, str]] = []
        language = "en"
        for child in self.tokens(tree):
            if child.type == "NAME":
                language = child.text
            else:
                texts.append((language, unquoted(child.text)))
        return nodes.Title(span=self.span(tree), texts=tuple(texts))

    def titled(self, parts: list[Any]) -> nodes.Title | None:
        """Take the title out of some parts, if there is one."""
        for index, part in enumerate(parts):
            if of_kind(part, "title"):
                del parts[index]
                return self.title(part)
        return None

    def reason(self, parts: list[Tree]) -> nodes.Title | None:
        """Take out of some parts why a field is changed, if that is said."""
        if of_kind(parts[-1], "reason"):
            return self.title(self.trees(parts.pop())[0])
        return None

    def type_name(self, tree: Tree) -> nodes.TypeName:
        """`number` or `set of pawns`."""
        *card, name = self.words(tree)
        many = tree.data in ("type_set", "type_cards")
        return nodes.TypeName(span=self.span(tree), name=name, many=many, card=card[0] if card else None)

    def parameters(self, tree: Tree) -> tuple[nodes.Parameter, ...]:
        """`victim in pawns, steps in number`."""
        return tuple(
            nodes.Parameter(span=self.span(child), name=self.words(child)[0], type=self.type_name(self.trees(child)[0]))
            for child in self.trees(tree)
        )

    def broken(self, tree: Tree) -> nodes.Broken:
        """A line that was set aside."""
        return nodes.Broken(span=self.head(tree))

    def expression(self, tree: Any, depth: int = 0) -> nodes.Expression:
        """Any expression."""
        span = self.span(tree)
        if depth > DEEPEST_EXPRESSION:
            raise TooDeepError(span)
        kind = tree.data
        if kind == "name":
            return nodes.Name(span=span, name=self.tokens(tree)[0].text)
        if kind == "number":
            return nodes.Number(span=span, value=int(self.tokens(tree)[0].text))
        if kind == "text":
            return nodes.Text(span=span, value=unquoted(self.tokens(tree)[0].text))
        if kind in ("it", "nothing", "yes", "no"):
            return nodes.Constant(span=span, word=kind)
        if kind == "group":
            return self.expression(self.trees(tree)[0], depth + 1)
        operands = tuple(self.expression(child, depth + 1) for child in self.trees(tree))
        if kind == "several":
            return nodes.Several(span=span, items=operands)
        names = self.words(tree)
        if kind == "of":
            return nodes.Of(span=span, name=names[0], target=operands[0])
        return nodes.Operation(span=span, operator=kind, operands=operands, name=names[0] if names else None)

    def tokens(self, tree: Tree) -> list[Token]:
        """The children that are words, numbers, texts or signs."""
        return [child for child in tree.children if isinstance(child, Token)]

    def trees(self, tree: Tree) -> list[Tree]:
        """The children that are trees."""
        return [child for child in tree.children if isinstance(child, Tree)]

    def block(self, tree: Tree) -> nodes.Block:
        """The statements of a block."""
        return tuple(self.statement(child) for child in self.trees(tree))

    def statement(self, tree: Tree) -> nodes.Statement:
        """Any statement."""
        if self.is_replaced(tree):
            return self.broken(tree)
        try:
            statement: nodes.Statement = STATEMENTS[tree.data](self, tree)
        except TooDeepError as error:
            self.too_deep(error)
            return self.broken(tree)
        return statement

    def choose(self, tree: Tree) -> nodes.Statement:
        """`choose ...`."""
        extras: dict[str, Any] = {}
        for child in self.trees(tree):
            if child.data == "at_random":
                extras["random"] = True
            elif child.data == "ordered":
                extras["ordered"] = True
            elif child.data == "chosen_by":
                extras["by"] = self.expression(self.trees(child)[0])
            elif child.data == "asking":
                titles = [self.title(title) for title in self.trees(child)]
                extras.update(zip(("asking", "passing"), titles))
            elif child.data == "showing":
                extras["showing"] = self.title(self.trees(child)[0])
        picks = tuple(self.pick(child) for child in self.trees(tree) if child.data in CHOSEN)
        return nodes.Choose(span=self.span(tree), picks=picks, optional=has_token(tree, "MAY"), **extras)

    def pick(self, tree: Tree) -> nodes.Pick:
        """`runner in SET` or `plan as 3 of SET`."""
        name = self.words(tree)[0]
        parts = self.trees(tree)
        if tree.data == "pick_one":
            return nodes.Pick(span=self.span(tree), name=name, choices=self.expression(parts[0]))
        if tree.data == "pick_word":
            words = tuple((self.words(child)[0], self.titled(self.parts(child))) for child in parts)
            nothing = nodes.Constant(span=self.span(tree), word="nothing")
            return nodes.Pick(span=self.span(tree), name=name, choices=nothing, words=words)
        if tree.data == "pick_number":
            ends = tuple(self.expression(part) for part in parts)
            span = Span(self.source, parts[0].start, parts[-1].end)
            return nodes.Pick(
                span=self.span(tree), name=name, choices=nodes.Operation(span=span, operator="range", operands=ends)
            )
        amount, choices, *such = parts
        numbers = [self.expression(child) for child in self.trees(amount)]
        least: nodes.Expression | None = nodes.Number(span=self.span(amount), value=0)
        most: nodes.Expression | None = None
        if amount.data == "up_to":
            most = numbers[0]
        elif amount.data == "between":
            least, most = numbers
        elif amount.data == "exactly":
            least = most = numbers[0]
        return nodes.Pick(
            span=self.span(tree),
            name=name,
            choices=self.expression(choices),
            many=True,
            least=least,
            most=most,
            such=self.expression(such[0]) if such else None,
        )

    def asked(self, tree: Tree) -> dict[str, Any]:
        """The `by` and `asking` of a menu or of free words."""
        found: dict[str, Any] = {}
        for child in self.trees(tree):
            if child.data == "title":
                found["passing" if "asking" in found else "asking"] = self.title(child)
            elif child.data != "menu_option" and child.data != "broken":
                found["by"] = self.expression(child)
        return found

    def menu(self, tree: Tree) -> nodes.Statement:
        """`choose:` with options below."""
        options = tuple(
            self.menu_option(child)
            for child in self.trees(tree)
            if child.data == "menu_option" and not self.is_replaced(child)
        )
        return nodes.Menu(span=self.head(tree), options=options, optional=has_token(tree, "MAY"), **self.asked(tree))

    def head(self, tree: Tree) -> Span:
        """The first line of something with a block below it."""
        line = max(bisect_right(self._starts, tree.start) - 1, 0)
        return Span(self.source, tree.start, max(tree.start, min(tree.end, self._ends[line])))

    def menu_option(self, tree: Tree) -> nodes.MenuOption:
        """`fire target in foes "Fire" if COND:`."""
        parts = [part for part in self.parts(tree) if not of_kind(part, "pick_one", "pick_number")]
        picks = tuple(self.pick(child) for child in self.trees(tree) if child.data in ("pick_one", "pick_number"))
        title = self.titled(parts)
        body = self.block(parts.pop()) if of_kind(parts[-1], "block") else ()
        condition = self.expression(parts[1]) if len(parts) == 2 else None
        return nodes.MenuOption(
            span=self.head(tree), name=self.word(parts[0]), title=title, condition=condition, body=body, picks=picks
        )

    def target(self, tree: Tree) -> nodes.Target:
        """`score of player`."""
        inner = self.trees(tree)
        return nodes.Target(
            span=self.span(tree), name=self.words(tree)[0], of=self.expression(inner[0]) if inner else None
        )

    def if_(self, tree: Tree) -> nodes.Statement:
        """`if`, `otherwise if`, `otherwise`."""
        if any(token.start in self._replaced for token in self.tokens(tree)):
            return self.broken(tree)
        parts = self.trees(tree)
        branches = tuple(
            (self.expression(parts[place]), self.block(parts[place + 1])) for place in range(0, len(parts) - 1, 2)
        )
        return nodes.If(
            span=self.head(tree), branches=branches, otherwise=self.block(parts[-1]) if len(parts) % 2 else ()
        )

    def whole(self, tree: Tree) -> Any:
        """The declaration that was read as a whole."""
        return self.declaration(self.trees(tree)[0])

    def declaration(self, tree: Tree) -> Any:
        """Any declaration."""
        if self.is_replaced(tree):
            return self.broken(tree)
        return DECLARATIONS[tree.data](self, tree)

    def game(self, tree: Tree) -> nodes.Game:
        """`game name "Title":`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        return nodes.Game(
            span=self.head(tree),
            name=self.word(parts[0]),
            title=title,
            lines=tuple(self.declaration(part) for part in parts[1:]),
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
        return nodes.CardField(
            span=self.span(tree), name=self.words(tree)[0], value=self.expression(self.trees(tree)[0])
        )

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
        """Take `seen by owner, uncounted` out of some parts."""
        for index, part in enumerate(parts):
            if of_kind(part, "seen"):
                del parts[index]
                by, *more = [self.word(one) for one in self.tokens(part) if one.type in ("NAME", "ALL")]
                return nodes.Seen(span=self.span(part), by=by, more=more[0] if more else None)
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
            found, wanted = (f"{many} value{'s' if many > 1 else ''}" for many in (len(values), len(columns)))
            self.diagnostics.append(
                Diagnostic(
                    name="row-length",
                    message=f"this row has {found} and not {wanted}, as the table has columns",
                    span=self.span(tree),
                    label=found,
                    help="write a value for each column; `nothing` and 0 are values, too",
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
                nodes.CardField(span=value.span, name=column, value=value)
                for column, value in named
                if column.text != "copies"
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
        seen = self.seen(parts)
        return nodes.Field(
            span=self.span(tree),
            name=self.word(parts[0]),
            title=title,
            type=self.type_name(parts[1]),
            default=self.expression(parts[2]) if len(parts) > 2 else None,
            seen=seen,
        )

    def rule(self, tree: Tree) -> nodes.Rule:
        """`to shove victim in pawns:`."""
        parts = self.parts(tree)
        parameters: tuple[nodes.Parameter, ...] = ()
        gives: nodes.TypeName | None = None
        needs: list[nodes.Expression] = []
        body: list[nodes.Statement] = []
        for child in parts[1:]:
            if child.data == "parameters":
                parameters = self.parameters(child)
            elif child.data in ("type_name", "type_set", "type_card", "type_cards"):
                gives = self.type_name(child)
            else:
                for line in self.trees(child):
                    if line.data == "needs":
                        needs.append(self.expression(self.trees(line)[0]))
                    else:
                        body.append(self.statement(line))
        return nodes.Rule(
            span=self.head(tree),
            name=self.word(parts[0]),
            parameters=parameters,
            gives=gives,
            needs=tuple(needs),
            body=tuple(body),
        )

    def define(self, tree: Tree) -> nodes.Define:
        """`define name of parameters "Title": value`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        return nodes.Define(
            span=self.span(tree),
            name=self.word(parts[0]),
            title=title,
            parameters=self.parameters(parts[1]) if len(parts) > 2 else (),
            value=self.expression(parts[-1]),
        )

    def event(self, tree: Tree) -> dict[str, Any]:
        """What a hook or a ban is about."""
        names = self.words(tree)
        if tree.data == "performing_event":
            return {"performing": True, "name": None, "parameters": names}
        inner = self.trees(tree)
        return {"performing": False, "name": names[0], "parameters": self.words(inner[0]) if inner else ()}

    def label(self, parts: list[Any]) -> nodes.Word | None:
        """Take the name of a standing rule out of some parts, if it has one."""
        for index, part in enumerate(parts):
            if of_kind(part, "label"):
                return self.words(parts.pop(index))[0]
        return None

    def hook(self, tree: Tree) -> nodes.Hook:
        """`before`, `after` or `instead of` an event."""
        parts = self.trees(tree)
        label = self.label(parts)
        return nodes.Hook(
            span=self.head(tree),
            when=self.tokens(tree)[0].text,
            **self.event(parts[0]),
            condition=self.expression(parts[1]) if len(parts) > 2 else None,
            body=self.block(parts[-1]),
            label=label,
        )

    def forbid(self, tree: Tree) -> nodes.Forbid:
        """`forbid EVENT while COND "why"`."""
        parts = self.parts(tree)
        reason = self.titled(parts)
        label = self.label(parts)
        return nodes.Forbid(
            span=self.span(tree),
            label=label,
            **self.event(parts[0]),
            condition=self.expression(parts[1]) if len(parts) > 1 else None,
            reason=reason,
        )

    def change(self, tree: Tree) -> nodes.Change:
        """`change NAME of a, b to VALUE while COND`."""
        parts = self.parts(tree)
        label = self.label(parts)
        named = of_kind(parts[1], "names")
        rest = parts[2:] if named else parts[1:]
        return nodes.Change(
            span=self.span(tree),
            name=self.word(parts[0]),
            parameters=self.words(parts[1]) if named else (),
            value=self.expression(rest[0]),
            condition=self.expression(rest[1]) if len(rest) > 1 else None,
            label=label,
        )

    def variant(self, tree: Tree) -> nodes.Variant:
        """`variant storm of my-game:`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        base = parts[1]
        is_file = base.type == "TEXT"
        word = nodes.Word(span=self.span(base), text=unquoted(base.text) if is_file else base.text)
        return nodes.Variant(
            span=self.head(tree),
            name=self.word(parts[0]),
            base=word,
            base_is_file=is_file,
            title=title,
            lines=nodes.one_by_one(self.declaration(part) for part in parts[2:]),
        )

    def remove(self, tree: Tree) -> nodes.Remove:
        """`remove card charge`, `remove asleep of snails`."""
        if tree.data == "remove_field":
            name, of = self.words(tree)
            return nodes.Remove(span=self.span(tree), kind="", names=(name,), of=of)
        trees = self.trees(tree)
        names = self.words(trees[0]) if trees and trees[0].data == "names" else self.words(tree)
        return nodes.Remove(span=self.span(tree), kind=self.kind_of(tree), names=names)

    def kind_of(self, tree: Tree) -> str:
        """The word behind the first one, which says what something is: `to`, `card`, `after`."""
        second = tree.children[1]
        return str(self.tokens(second)[0].text if isinstance(second, Tree) else second.text)

    def patch(self, tree: Tree) -> nodes.Patch:
        """`in to crawl:`."""
        lines = [one for one in self.trees(tree) if one.data != "standing"]
        changes = tuple(
            self.broken(one) if one.data == "broken" or self.is_replaced(one) else self.line_change(one) for one in lines
        )
        return nodes.Patch(span=self.head(tree), kind=self.kind_of(tree), name=self.words(tree)[0], changes=changes)

    def line_change(self, tree: Tree) -> nodes.LineChange:
        """`replace LINE`, `with LINE`."""
        old, *new = self.trees(tree)
        lines = self.block(new[0]) if new and new[0].data == "block" else tuple(map(self.quoted, new))
        return nodes.LineChange(span=self.head(tree), old=self.quoted(old), new=lines)

    def quoted(self, tree: Tree) -> nodes.Statement | nodes.Header | nodes.Needs:
        """A line as it is written somewhere else."""
        span = self.span(tree)
        if tree.data == "needs":
            return nodes.Needs(span=span, condition=self.expression(self.trees(tree)[0]))
        if tree.data != "header":
            return self.statement(tree)
        value = self.expression(self.trees(tree)[0])
        line: nodes.If | nodes.ForEach | nodes.While | nodes.RepeatUntil | nodes.RepeatTimes
        if has_token(tree, "EACH"):
            line = nodes.ForEach(
                span=span, name=self.words(tree)[0], values=value, body=(), together=has_token(tree, "TOGETHER")
            )
        elif has_token(tree, "TIMES"):
            line = nodes.RepeatTimes(span=span, times=value, body=())
        elif has_token(tree, "UNTIL"):
            line = nodes.RepeatUntil(span=span, condition=value, body=())
        elif has_token(tree, "WHILE"):
            line = nodes.While(span=span, condition=value, body=())
        else:
            line = nodes.If(span=span, branches=((value, ()),))
        return nodes.Header(span=span, line=line, further=has_token(tree, "OTHERWISE"))

    def amend(self, tree: Tree) -> nodes.Amend:
        """`set skull of charge to no`, or `set tiles to 4`."""
        name, *card = self.words(tree)
        value = self.expression(self.trees(tree)[0])
        return nodes.Amend(span=self.span(tree), name=name, card=card[0] if card else None, value=value)

    def ruling(self, tree: Tree) -> nodes.Ruling:
        """`ruling F34 "..."`."""
        return nodes.Ruling(span=self.span(tree), numbers=self.words(tree), title=self.title(self.trees(tree)[0]))

    def example(self, tree: Tree) -> nodes.Example:
        """`example F41 "...":`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        lines = tuple(line for part in parts if isinstance(part, Tree) for line in self.one_by_one(self.example_line(part)))
        return nodes.Example(span=self.head(tree), numbers=self.words(tree), title=title, lines=lines)

    def one_by_one(self, line: nodes.ExampleLine | nodes.Broken) -> tuple[nodes.ExampleLine | nodes.Broken, ...]:
        """What chance shows one after the other, each as a line of its own."""
        if isinstance(line, nodes.Broken) or line.kind != "shows":
            return (line,)
        return tuple(nodes.ExampleLine(span=value.span, kind=line.kind, values=(value,)) for value in line.values)

    def position(self, tree: Tree) -> nodes.Position:
        """`given at-the-pond:`."""
        return nodes.Position(span=self.head(tree), name=self.words(tree)[0], body=self.block(self.trees(tree)[-1]))

    def example_line(self, tree: Tree) -> nodes.ExampleLine | nodes.Broken:
        """One line of an example."""
        kind = tree.data
        if kind == "broken" or self.is_replaced(tree):
            return self.broken(tree)
        common: dict[str, Any] = {"span": self.head(tree), "kind": kind}
        parts = self.parts(tree)
        if kind == "example_players":
            return nodes.ExampleLine(**common, setting=int(parts[0].text))
        if kind == "given_named":
            return nodes.ExampleLine(**common, words=self.words(tree))
        if kind == "cases":
            names, *rows = self.trees(tree)
            kept = tuple(
                nodes.Several(span=self.span(row), items=tuple(self.expression(cell) for cell in self.trees(row)))
                for row in rows if row.data == "case_row" and not self.is_replaced(row)
            )
            return nodes.ExampleLine(**common, words=self.words(names), rows=kept)
        if kind == "example_variants":
            return nodes.ExampleLine(**common, words=self.words(parts[0]))
        if kind in ("example_option", "then_allowed", "then_refused"):
            (token,) = self.tokens(parts[1])
            setting: int | bool | str = token.text
            if token.type == "NUMBER":
                setting = int(token.text)
            elif token.type in ("YES", "NO"):
                setting = token.type == "YES"
            return nodes.ExampleLine(**common, words=(self.word(parts[0]),), setting=setting)
        seated = has_token(tree, "SEAT")
        seat = self.expression(parts.pop(0)) if seated else None
        body: nodes.Block = ()
        if parts and of_kind(parts[-1], "block"):
            body = self.block(parts.pop())
        setting_number: int | str | None = None
        if kind == "choices":
            number = parts.pop()
            setting_number = int(number.text) if number.type == "NUMBER" else number.text
        if kind == "then_over" and has_token(tree, "NOBODY"):
            setting_number = 0
        return nodes.ExampleLine(
            **common,
            seat=seat,
            values=tuple(self.expression(part) for part in parts),
            body=body,
            setting=setting_number,
        )


def has_token(tree: Tree, kind: str) -> bool:
    """Whether a keyword stands in the line."""
    return any(isinstance(child, Token) and child.type == kind for child in tree.children)


def _two(make: Callable[..., Any], first: str, second: str, **more: str) -> Callable[[Lowering, Tree], Any]:
    """A statement that is two expressions."""

    def build(self: Lowering, tree: Tree) -> Any:
        one, other = (self.expression(child) for child in self.trees(tree))
        return make(span=self.span(tree), **{first: one, second: other}, **more)

    return build


def _one(make: Callable[..., Any], first: str) -> Callable[[Lowering, Tree], Any]:
    """A statement that is one expression."""
    return lambda self, tree: make(span=self.span(tree), **{first: self.expression(self.trees(tree)[0])})


def _looped(make: Callable[..., Any], first: str) -> Callable[[Lowering, Tree], Any]:
    """A block under an expression."""

    def build(self: Lowering, tree: Tree) -> Any:
        condition, body = self.trees(tree)
        return make(span=self.head(tree), **{first: self.expression(condition)}, body=self.block(body))

    return build


def _for_each(self: Lowering, tree: Tree) -> nodes.Statement:
    values, body = self.trees(tree)
    return nodes.ForEach(
        span=self.head(tree),
        name=self.words(tree)[0],
        values=self.expression(values),
        body=self.block(body),
        together=tree.data == "together",
    )


def _take_turns(self: Lowering, tree: Tree) -> nodes.Statement:
    *parts, body = self.trees(tree)
    over = self.trees(parts.pop())[0] if parts and of_kind(parts[-1], "over") else None
    players = self.expression(parts.pop(0)) if parts and of_kind(tree.children[0], "name", "group") else None
    return nodes.TakeTurns(
        span=self.head(tree),
        players=players,
        first=self.expression(parts[0]) if parts else None,
        counterclockwise=has_token(tree, "COUNTERCLOCKWISE"),
        condition=None if over is None else self.expression(over),
        body=self.block(body),
    )


def _assign(self: Lowering, tree: Tree) -> nodes.Statement:
    parts = self.trees(tree)
    reason = self.reason(parts)
    target, value = sorted(parts, key=lambda child: child.data != "target")
    return nodes.Assign(
        span=self.span(tree),
        how=tree.data,
        target=self.target(target),
        value=self.expression(value),
        reason=reason,
    )


def _move_along(self: Lowering, tree: Tree) -> nodes.Statement:
    things, *steps = self.trees(tree)
    return nodes.MoveAlong(
        span=self.span(tree),
        things=self.expression(things),
        direction=self.words(tree)[0],
        steps=self.expression(steps[0]) if steps else None,
    )


def _draw(self: Lowering, tree: Tree) -> nodes.Statement:
    amount, source, to = (self.expression(child) for child in self.trees(tree))
    return nodes.Draw(span=self.span(tree), amount=amount, source=source, to=to)


def _roll(self: Lowering, tree: Tree) -> nodes.Statement:
    die, name = self.words(tree)
    by = self.trees(tree)
    return nodes.Roll(span=self.span(tree), die=die, name=name, by=self.expression(by[0]) if by else None)


def _roll_field(self: Lowering, tree: Tree) -> nodes.Statement:
    of, *by = (self.expression(child) for child in self.trees(tree))
    return nodes.RollField(span=self.span(tree), field=self.words(tree)[0], of=of, by=by[0] if by else None)


def _call(self: Lowering, tree: Tree) -> nodes.Statement:
    name, *giving = self.words(tree)
    return nodes.Call(
        span=self.span(tree),
        name=name,
        giving=giving[0] if giving else None,
        arguments=tuple(self.expression(child) for child in self.trees(tree)),
    )


def _game_over(self: Lowering, tree: Tree) -> nodes.Statement:
    winners = self.trees(tree)
    return nodes.GameOver(span=self.span(tree), winners=self.expression(winners[0]) if winners else None)


STATEMENTS: dict[str, Callable[[Lowering, Tree], Any]] = {
    "broken": Lowering.broken,
    "choose": Lowering.choose,
    "menu": Lowering.menu,
    "words": lambda self, tree: nodes.Words(span=self.span(tree), name=self.words(tree)[0], **self.asked(tree)),
    "move_to": _two(nodes.Move, "things", "to"),
    "move_under": _two(nodes.Move, "things", "to", how="under"),
    "move_along": _move_along,
    "move_away": _one(nodes.MoveAway, "things"),
    "draw": _draw,
    "swap": _two(nodes.Swap, "one", "other"),
    "shuffle": _one(nodes.Shuffle, "place"),
    "roll": _roll,
    "roll_field": _roll_field,
    "set": _assign,
    "add": _assign,
    "take": _assign,
    "let": lambda self, tree: nodes.Let(
        span=self.span(tree), name=self.words(tree)[0], value=self.expression(self.trees(tree)[0])
    ),
    "if": Lowering.if_,
    "for_each": _for_each,
    "together": _for_each,
    "take_turns": _take_turns,
    "acting": _looped(nodes.Acting, "player"),
    "goes_on": lambda self, tree: nodes.GoesOn(span=self.span(tree)),
    "while": _looped(nodes.While, "condition"),
    "repeat_until": _looped(nodes.RepeatUntil, "condition"),
    "repeat_times": _looped(nodes.RepeatTimes, "times"),
    "call": _call,
    "perform": _one(nodes.Perform, "card"),
    "usual": lambda self, tree: nodes.Usual(span=self.span(tree), giving=next(iter(self.words(tree)), None)),
    "show": _two(nodes.Show, "things", "to"),
    "say": lambda self, tree: nodes.Say(span=self.span(tree), title=self.title(self.trees(tree)[0])),
    "stop": lambda self, tree: nodes.Stop(span=self.span(tree), repeating=has_token(tree, "REPEATING")),
    "give": _one(nodes.Give, "value"),
    "game_over": _game_over,
    "extend": lambda self, tree: nodes.Resize(span=self.span(tree), how="extend", series=self.words(tree)[0]),
    "shorten": lambda self, tree: nodes.Resize(span=self.span(tree), how="shorten", series=self.words(tree)[0]),
    "count_down": lambda self, tree: nodes.CountDown(
        span=self.span(tree),
        name=self.words(tree)[0],
        of=self.expression(self.trees(tree)[0]),
        reason=self.reason(self.trees(tree)),
    ),
}

DECLARATIONS: dict[str, Callable[[Lowering, Tree], Any]] = {
    "broken": Lowering.broken,
    "game": Lowering.game,
    "players": Lowering.players,
    "note": lambda self, tree: nodes.Note(span=self.span(tree), title=self.title(self.trees(tree)[0])),
    "option": Lowering.option,
    "values": Lowering.values,
    "die": Lowering.values,
    "number_die": Lowering.numbers,
    "number_values": Lowering.numbers,
    "line": Lowering.line,
    "grid": Lowering.grid,
    "map": Lowering.map,
    "place": Lowering.place,
    "pieces": Lowering.components,
    "cards": Lowering.components,
    "card": Lowering.card,
    "card_table": Lowering.card_table,
    "has": Lowering.has,
    "table_has": Lowering.has,
    "field": Lowering.field,
    "rule": Lowering.rule,
    "define": Lowering.define,
    "hook": Lowering.hook,
    "forbid": Lowering.forbid,
    "change": Lowering.change,
    "variant": Lowering.variant,
    "replace": lambda self, tree: nodes.Replace(span=self.span(tree), declaration=self.whole(tree)),
    "remove": Lowering.remove,
    "remove_field": Lowering.remove,
    "patch": Lowering.patch,
    "position": Lowering.position,
    "amend": Lowering.amend,
    "ruling": Lowering.ruling,
    "example": Lowering.example,
}
