"""Turn the tree of one declaration into nodes: rules, variants and examples. Also choose the method for each tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.dsl import nodes
from rulewright.dsl.syntax.build_components import ComponentBuilder
from rulewright.dsl.syntax.build_phrases import has_token, of_kind, unquoted
from rulewright.dsl.syntax.machine import Tree


class DeclarationBuilder(ComponentBuilder):
    """Make the nodes of one source."""

    def whole(self, tree: Tree) -> Any:
        """Return the declaration in a whole tree."""
        return self.declaration(self.trees(tree)[0])

    def declaration(self, tree: Tree) -> Any:
        """Read any declaration."""
        if self.is_replaced(tree):
            return self.broken(tree)
        return DECLARATIONS[tree.data](self, tree)

    def rule(self, tree: Tree) -> nodes.Rule:
        """Read `to shove victim in pawns "Shoving":`."""
        named, parts = self.named(tree, head=True)
        parameters: tuple[nodes.Parameter, ...] = ()
        gives: nodes.TypeName | None = None
        needs: list[nodes.QuotedNeeds] = []
        body: list[nodes.Statement] = []
        text: nodes.Title | None = None
        for child in parts:
            if child.data == "parameters":
                parameters = self.parameters(child)
            elif child.data in ("type_name", "type_set", "type_card", "type_cards"):
                gives = self.type_name(child)
            else:
                lines = self.trees(child)
                text = self.told(lines)
                for line in lines:
                    if line.data == "needs":
                        needs.append(self.needs(line))
                    else:
                        body.append(self.statement(line))
        return nodes.Rule(**named, parameters=parameters, gives=gives, text=text, needs=tuple(needs), body=tuple(body))

    def define(self, tree: Tree) -> nodes.Define:
        """Read `define name of parameters "Title", seen by nobody: value`."""
        named, parts = self.named(tree)
        seen, text = self.visibility(parts), self.told(parts)
        *parameters, value = parts
        return nodes.Define(
            **named,
            text=text,
            seen=seen,
            parameters=self.parameters(parameters[0]) if parameters else (),
            value=self.expression(value),
        )

    def event(self, tree: Tree) -> dict[str, Any]:
        """Return the subject of a hook or a ban."""
        names = self.words(tree)
        if tree.data == "performing_event":
            return {"performing": True, "name": None, "parameters": names}
        inner = self.trees(tree)
        return {"performing": False, "name": names[0], "parameters": self.words(inner[0]) if inner else ()}

    def label(self, parts: list[Any]) -> nodes.Word | None:
        """Take the name of a standing rule out of some parts, if it has one."""
        found = self.taken(parts, "label")
        return None if found is None else self.words(found)[0]

    def hook(self, tree: Tree) -> nodes.Hook:
        """Read `before`, `after` or `instead of` an event."""
        parts = self.trees(tree)
        label = self.label(parts)
        lines = self.trees(parts[-1])
        text = self.told(lines)
        return nodes.Hook(
            span=self.head(tree),
            text=text,
            when=self.tokens(tree)[0].text,
            **self.event(parts[0]),
            condition=self.expression(parts[1]) if len(parts) > 2 else None,
            body=tuple(map(self.statement, lines)),
            label=label,
        )

    def forbid(self, tree: Tree) -> nodes.Forbid:
        """Read `forbid EVENT while COND "why"`."""
        parts = self.parts(tree)
        reason = self.titled(parts)
        label, text = self.label(parts), self.told(parts)
        return nodes.Forbid(
            span=self.span(tree),
            text=text,
            label=label,
            **self.event(parts[0]),
            condition=self.expression(parts[1]) if len(parts) > 1 else None,
            reason=reason,
        )

    def change(self, tree: Tree) -> nodes.Change:
        """Read `change NAME of a, b to VALUE while COND`."""
        parts = self.parts(tree)
        label, text = self.label(parts), self.told(parts)
        named = of_kind(parts[1], "names")
        rest = parts[2:] if named else parts[1:]
        return nodes.Change(
            span=self.span(tree),
            text=text,
            name=self.word(parts[0]),
            parameters=self.words(parts[1]) if named else (),
            value=self.expression(rest[0]),
            condition=self.expression(rest[1]) if len(rest) > 1 else None,
            label=label,
        )

    def variant(self, tree: Tree) -> nodes.Variant:
        """Read `variant storm of my-game:`."""
        named, (base, *lines) = self.named(tree, head=True)
        is_file = base.type == "TEXT"
        word = nodes.Word(span=self.span(base), text=unquoted(base.text) if is_file else base.text)
        return nodes.Variant(**named, base=word, base_is_file=is_file, lines=nodes.one_by_one(map(self.declaration, lines)))

    def remove(self, tree: Tree) -> nodes.Remove:
        """Read `remove card charge`, `remove asleep of snails`."""
        if tree.data == "remove_field":
            name, of = self.words(tree)
            return nodes.Remove(span=self.span(tree), kind="", names=(name,), of=of)
        trees = self.trees(tree)
        names = self.words(trees[0]) if trees and trees[0].data == "names" else self.words(tree)
        return nodes.Remove(span=self.span(tree), kind=self.kind_of(tree), names=names)

    def kind_of(self, tree: Tree) -> str:
        """Return the word after the first one, which says what something is: `to`, `card`, `after`."""
        second = tree.children[1]
        return str(self.tokens(second)[0].text if isinstance(second, Tree) else second.text)

    def patch(self, tree: Tree) -> nodes.Patch:
        """Read `in to crawl:`."""
        lines = [one for one in self.trees(tree) if one.data != "standing"]
        text = self.told(lines)
        notes = tuple(self.declaration(one) for one in lines if one.data == "note" and not self.is_replaced(one))
        changes = tuple(
            self.broken(one) if one.data == "broken" or self.is_replaced(one) else self.line_change(one)
            for one in lines
            if one.data != "note"
        )
        kind, name = self.kind_of(tree), self.words(tree)[0]
        return nodes.Patch(span=self.head(tree), kind=kind, name=name, text=text, notes=notes, changes=changes)

    def line_change(self, tree: Tree) -> nodes.LineChange:
        """Read `replace LINE`, `with LINE`."""
        old, *new = self.trees(tree)
        lines: Sequence[nodes.Statement | nodes.QuotedHeader | nodes.QuotedNeeds | nodes.MenuOption]
        if new and new[0].data == "block":
            lines = self.block(new[0])
        elif new and new[0].data == "new_options":
            offered = [self.trees(one)[0] for one in self.trees(new[0])]
            lines = [self.menu_option(one) for one in offered if one.data == "menu_option" and not self.is_replaced(one)]
        else:
            lines = [line for line in map(self.quoted, new) if not isinstance(line, nodes.QuotedOption)]
        return nodes.LineChange(span=self.head(tree), old=self.quoted(old), new=tuple(lines))

    def quoted(self, tree: Tree) -> nodes.Statement | nodes.QuotedHeader | nodes.QuotedNeeds | nodes.QuotedOption:
        """Return a line quoted from elsewhere, or the name of a menu's line."""
        span = self.span(tree)
        if tree.data == "offered":
            return nodes.QuotedOption(span=span, name=self.words(tree)[0])
        if tree.data == "needs":
            return self.needs(tree)
        if tree.data != "header":
            return self.statement(tree)
        line: nodes.If | nodes.ForEach | nodes.While | nodes.RepeatUntil | nodes.RepeatTimes
        if has_token(tree, "TELL"):
            return nodes.QuotedHeader(span=span, line=self.tell(tree))
        value = self.expression(self.trees(tree)[0])
        if has_token(tree, "EACH"):
            line = nodes.ForEach(span=span, name=self.words(tree)[0], values=value, body=(), together=has_token(tree, "TOGETHER"))
        elif has_token(tree, "TIMES"):
            line = nodes.RepeatTimes(span=span, times=value, body=())
        elif has_token(tree, "UNTIL"):
            line = nodes.RepeatUntil(span=span, condition=value, body=())
        elif has_token(tree, "WHILE"):
            line = nodes.While(span=span, condition=value, body=())
        else:
            line = nodes.If(span=span, branches=((value, ()),))
        return nodes.QuotedHeader(span=span, line=line, further=has_token(tree, "OTHERWISE"))

    def amend(self, tree: Tree) -> nodes.Amend:
        """Read `set skull of charge to no`, or `set tiles to 4`."""
        name, *card = self.words(tree)
        value = self.expression(self.trees(tree)[0])
        return nodes.Amend(span=self.span(tree), name=name, card=card[0] if card else None, value=value)

    def looks(self, tree: Tree) -> nodes.Looks:
        """Read `looks:`."""
        return nodes.Looks(span=self.head(tree), lines=tuple(map(self.look_line, self.trees(tree))))

    def look_line(self, tree: Tree) -> nodes.LookLine | nodes.BrokenLine:
        """Read `hearts, diamonds: "♥", red`."""
        if tree.data == "broken" or self.is_replaced(tree):
            return self.broken(tree)
        parts = self.trees(tree)
        return nodes.LookLine(
            span=self.span(tree),
            names=tuple(word for part in parts if part.data == "drawn_name" for word in self.words(part)),
            seats=tuple(int(self.tokens(part)[-1].text) for part in parts if part.data == "drawn_seat"),
            looks=tuple(self.look(part) for part in parts if part.data == "look"),
        )

    def look(self, tree: Tree) -> nodes.Look:
        """Read `"♥"`, `red`, `bends 6` or `at 3 2`."""
        first, *numbers = self.tokens(tree)
        is_sign = first.type == "TEXT"
        return nodes.Look(
            span=self.span(tree),
            word=None if is_sign else self.word(first),
            sign=unquoted(first.text) if is_sign else "",
            numbers=tuple(int(one.text) for one in numbers),
        )

    def ruling(self, tree: Tree) -> nodes.Ruling:
        """Read `ruling F34 "..."`."""
        return nodes.Ruling(span=self.span(tree), numbers=self.words(tree), title=self.title(self.trees(tree)[0]))

    def example(self, tree: Tree) -> nodes.Example:
        """Read `example F41 "...":`."""
        parts = self.parts(tree)
        title = self.titled(parts)
        lines = tuple(line for part in parts if isinstance(part, Tree) for line in self.one_by_one(self.example_line(part)))
        return nodes.Example(span=self.head(tree), numbers=self.words(tree), title=title, lines=lines)

    def one_by_one(self, line: nodes.ExampleLine | nodes.BrokenLine) -> tuple[nodes.ExampleLine | nodes.BrokenLine, ...]:
        """Return the results that chance shows one after another, each as a line of its own."""
        if isinstance(line, nodes.BrokenLine) or line.kind != "shows":
            return (line,)
        return tuple(nodes.ExampleLine(span=value.span, kind=line.kind, values=(value,)) for value in line.values)

    def position(self, tree: Tree) -> nodes.Position:
        """Read `given at-the-pond:`."""
        return nodes.Position(span=self.head(tree), name=self.words(tree)[0], body=self.block(self.trees(tree)[-1]))

    def example_line(self, tree: Tree) -> nodes.ExampleLine | nodes.BrokenLine:
        """Read one line of an example."""
        kind = tree.data
        if kind == "broken" or self.is_replaced(tree):
            return self.broken(tree)
        common: dict[str, Any] = {"span": self.head(tree), "kind": kind}
        parts = self.parts(tree)
        if kind in ("example_players", "example_seed"):
            return nodes.ExampleLine(**common, setting=int(parts[0].text))
        if kind == "given_named":
            return nodes.ExampleLine(**common, words=self.words(tree))
        if kind == "cases":
            names, *rows = self.trees(tree)
            kept = tuple(
                nodes.ValueList(span=self.span(row), items=tuple(self.expression(cell) for cell in self.trees(row)))
                for row in rows
                if row.data == "case_row" and not self.is_replaced(row)
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
        if kind == "then_gave":
            return nodes.ExampleLine(**common, words=(self.word(parts[0]),), values=(self.expression(parts[1]),))
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
            **common, seat=seat, values=tuple(self.expression(part) for part in parts), body=body, setting=setting_number
        )


DECLARATIONS: dict[str, Callable[[DeclarationBuilder, Tree], Any]] = {
    "broken": DeclarationBuilder.broken,
    "game": DeclarationBuilder.game,
    "players": DeclarationBuilder.players,
    "note": lambda self, tree: nodes.Note(span=self.span(tree), title=self.title(self.trees(tree)[0])),
    "about": lambda self, tree: nodes.About(span=self.span(tree), title=self.title(self.trees(tree)[0])),
    "minutes": DeclarationBuilder.minutes,
    "difficulty": lambda self, tree: nodes.Difficulty(span=self.span(tree), level=self.word(self.parts(tree)[0])),
    "option": DeclarationBuilder.option,
    "values": DeclarationBuilder.values,
    "die": DeclarationBuilder.values,
    "number_die": DeclarationBuilder.numbers,
    "number_values": DeclarationBuilder.numbers,
    "line": DeclarationBuilder.line,
    "grid": DeclarationBuilder.grid,
    "map": DeclarationBuilder.map,
    "place": DeclarationBuilder.place,
    "pieces": DeclarationBuilder.components,
    "cards": DeclarationBuilder.components,
    "card": DeclarationBuilder.card,
    "card_table": DeclarationBuilder.card_table,
    "has": DeclarationBuilder.has,
    "table_has": DeclarationBuilder.has,
    "field": DeclarationBuilder.field,
    "rule": DeclarationBuilder.rule,
    "define": DeclarationBuilder.define,
    "hook": DeclarationBuilder.hook,
    "forbid": DeclarationBuilder.forbid,
    "change": DeclarationBuilder.change,
    "variant": DeclarationBuilder.variant,
    "replace": lambda self, tree: nodes.Replace(span=self.span(tree), declaration=self.whole(tree)),
    "remove": DeclarationBuilder.remove,
    "remove_field": DeclarationBuilder.remove,
    "patch": DeclarationBuilder.patch,
    "position": DeclarationBuilder.position,
    "amend": DeclarationBuilder.amend,
    "looks": DeclarationBuilder.looks,
    "ruling": DeclarationBuilder.ruling,
    "example": DeclarationBuilder.example,
}
