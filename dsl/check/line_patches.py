"""Change single lines of a rule, a card or a standing rule for a variant; each is found by its text."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, TypeAlias, get_args

from attrs import define, evolve, field

from rulewright.dsl import nodes
from rulewright.dsl.messages.diagnostic import Diagnostic, Related
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.frozen import attributes
from rulewright.dsl.text.source import Span

STATEMENTS = get_args(nodes.Statement)
HEADED = (nodes.ForEach, nodes.While, nodes.RepeatUntil, nodes.RepeatTimes, nodes.Tell)
VALUES = (*get_args(nodes.Expression), nodes.Title)
Patched: TypeAlias = nodes.Rule | nodes.Card | nodes.Hook


@define(eq=False)
class LineEdit:
    """The change of one line, and where it was found."""

    line: nodes.LineChange
    found: list[Span] = field(factory=list)
    same: bool = False
    """Whether a menu's line has not changed."""
    emptied: bool = False
    """Whether it was the only line of its menu, and is gone."""

    def block(self, block: tuple[Any, ...]) -> tuple[Any, ...]:
        """Change the line in a block, at any depth."""
        lines: list[Any] = []
        for statement in block:
            if nodes.alike(statement, self.line.old):
                self.found.append(statement.span)
                lines += self.line.new
            else:
                lines.append(self.inside(self.header(statement)))
        return tuple(lines)

    def part(self, value: Any) -> Any:
        """Change the line in anything that a node holds."""
        if isinstance(value, tuple):
            is_block = bool(value) and all(isinstance(one, STATEMENTS) for one in value)
            return self.block(value) if is_block else tuple(map(self.part, value))
        return self.inside(value) if isinstance(value, nodes.Node) and not isinstance(value, VALUES) else value

    def inside(self, node: Any) -> Any:
        """Change the line in a node."""
        parts = {name: getattr(node, name) for name in attributes(type(node))}
        changed = {name: new for name, old in parts.items() if not nodes.alike(new := self.part(old), old)}
        node = evolve(node, **changed) if changed else node
        return self.menu(node) if isinstance(node, nodes.Menu) else node

    def menu(self, menu: nodes.Menu) -> nodes.Menu:
        """Change the line of that name in a menu; if the new line has no block, the old one's stays."""
        old = self.line.old
        if not isinstance(old, nodes.QuotedOption):
            return menu
        options: list[nodes.MenuOption] = []
        for option in menu.options:
            new = [one for one in self.line.new if isinstance(one, nodes.MenuOption)]
            if option.name.text != old.name.text:
                new = [option]
            else:
                self.found.append(option.span)
                if len(new) == 1 and not new[0].body:
                    new = [evolve(new[0], body=option.body)]
                self.same = nodes.alike(new, [option])
            options += new
        self.emptied = self.emptied or not options
        return evolve(menu, options=tuple(options))

    def header(self, statement: Any) -> Any:
        """Change a statement whose first line may be the one."""
        old = self.line.old
        if not isinstance(old, nodes.QuotedHeader):
            return statement
        new = self.line.new[0]
        assert isinstance(new, nodes.QuotedHeader)
        if isinstance(statement, nodes.If) and isinstance(old.line, nodes.If) and isinstance(new.line, nodes.If):
            branches = []
            for place, (condition, body) in enumerate(statement.branches):
                if nodes.alike(condition, old.line.branches[0][0]) and old.further == (place > 0):
                    self.found.append(condition.span)
                    condition = new.line.branches[0][0]
                branches.append((condition, body))
            return evolve(statement, branches=tuple(branches))
        if isinstance(statement, HEADED) and nodes.alike(evolve(statement, body=()), old.line) and isinstance(new.line, HEADED):
            self.found.append(statement.span)
            return evolve(new.line, body=statement.body)
        return statement

    def needs(self, needs: tuple[nodes.QuotedNeeds, ...]) -> tuple[nodes.QuotedNeeds, ...]:
        """Change the line among the needs of a rule or a card."""
        if not isinstance(self.line.old, nodes.QuotedNeeds):
            return needs
        kept: list[nodes.QuotedNeeds] = []
        for need in needs:
            if nodes.alike(need.condition, self.line.old.condition):
                self.found.append(need.span)
                kept += [one for one in self.line.new if isinstance(one, nodes.QuotedNeeds)]
            else:
                kept.append(need)
        return tuple(kept)


def with_line_changed(target: Patched, line: nodes.LineChange, name: str) -> tuple[Patched, Diagnostic | None]:
    """Return a rule, card or standing rule with one line changed, or a diagnostic of why that is impossible."""
    wrong = _unlike(line)
    if wrong is not None:
        return target, wrong
    change = LineEdit(line)
    result: Patched
    if isinstance(target, nodes.Rule):
        result = evolve(target, needs=change.needs(target.needs), body=change.block(target.body))
    elif isinstance(target, nodes.Card):
        body = None if target.perform is None else change.block(target.perform)
        result = evolve(target, needs=change.needs(target.needs), perform=body)
    else:
        result = evolve(target, body=change.block(target.body))
    if not change.found:
        return target, _missing(target, line, name)
    if len(change.found) > 1:
        return target, Diagnostic(
            "several-lines",
            Phrase("this-line-stands-in-times", name=name, found=len(change.found)),
            line.old.span,
            help=Phrase("quote-the-whole-menu-in-which-the")
            if isinstance(line.old, nodes.QuotedOption)
            else (Phrase("quote-the-whole-block-in-which-the")),
            related=tuple(Related(span, Phrase("here")) for span in change.found[:4]),
        )
    if change.emptied:
        return target, Diagnostic("cannot-remove", Phrase("is-the-only-line-of-its-menu", old=line.old.span.text), line.old.span)
    return result, idle(line.span) if change.same else None


def _unlike(line: nodes.LineChange) -> Diagnostic | None:
    """Return a diagnostic if the new line cannot replace the old one."""
    old, new = line.old, line.new
    if nodes.alike(new, (old,)):
        return idle(line.span)
    if isinstance(old, nodes.QuotedOption) or any(isinstance(one, nodes.MenuOption) for one in new):
        good = isinstance(old, nodes.QuotedOption) and all(isinstance(one, nodes.MenuOption) for one in new)
        way_out = None if good else Phrase("a-line-of-a-menu-goes-by")
    elif isinstance(old, nodes.QuotedHeader):
        both_if = (
            len(new) == 1
            and isinstance(new[0], nodes.QuotedHeader)
            and (isinstance(new[0].line, nodes.If) == isinstance(old.line, nodes.If) and new[0].further == old.further)
        )
        way_out = Phrase("quote-what-stands-below-it-too-to") if not both_if else None
    elif isinstance(old, nodes.QuotedNeeds):
        way_out = None if all(isinstance(one, nodes.QuotedNeeds) for one in new) else Phrase("write-needs-or-remove-the-line")
    else:
        bad = [one for one in new if isinstance(one, nodes.QuotedHeader | nodes.QuotedNeeds)]
        way_out = Phrase("write-a-whole-statement-with-its-and") if bad else None
    if not way_out:
        return None
    return Diagnostic("cannot-replace", Phrase("this-cannot-take-the-place-of-that"), line.span, help=way_out)


def idle(span: Span) -> Diagnostic:
    """Return the diagnostic of a change that changes nothing."""
    return Diagnostic("changes-nothing", Phrase("this-line-stays-what-it-is"), span)


def _missing(target: Patched, line: nodes.LineChange, name: str) -> Diagnostic:
    """Return the diagnostic of a line that is not there, perhaps with one like it."""
    offered = isinstance(line.old, nodes.QuotedOption)
    there = (
        {f"option {one.name.text}": one.name.span for one in nodes.nodes_in(target, VALUES) if isinstance(one, nodes.MenuOption)}
        if offered
        else {_words(one.span): one.span for one in nodes.nodes_in(target, VALUES) if isinstance(one, STATEMENTS)}
    )
    close = get_close_matches(_words(line.old.span), there, 1, 0.5)
    related = [Related(there[close[0]], Phrase("this-is-there"))] if close else [Related(target.span, Phrase("declared-here"))]
    way_out = (
        Phrase("write-if-that-is-the-one", close=close[0])
        if close
        else (Phrase("name-a-line-of-its-menus") if offered else Phrase("write-the-line-as-it-stands-there"))
    )
    return Diagnostic("no-such-line", Phrase("has-no-such-line", name=name), line.old.span, help=way_out, related=tuple(related))


def _words(span: Span) -> str:
    """Return the first line of a text, with normal spaces."""
    return " ".join(span.text.splitlines()[0].split()).removesuffix(":") if span.text else ""
