"""Turn the tree of one declaration into nodes: names, texts and expressions."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from functools import partial, reduce
from operator import or_
from typing import Any

from rulewright.dsl import nodes
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.syntax.lexer import SourceLine, Token
from rulewright.dsl.syntax.machine import Tree
from rulewright.dsl.text.source import Source, Span

DEEPEST_EXPRESSION = 60
KEPT = frozenset({"NAME", "NUMBER", "TEXT", "MAY", "YES", "NO"})
ESCAPES = {"n": "\n", '"': '"', "\\": "\\", "{": "{{", "}": "}}"}


class TooDeepError(Exception):
    """An expression is nested too deep to be readable."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.span = span


def unquoted(text: str) -> str:
    """Return the content of a text in quotation marks."""
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
    """Return whether this is a tree of one of these grammar rules."""
    return isinstance(tree, Tree) and tree.data in names


def has_token(tree: Tree, kind: str) -> bool:
    """Return whether a line has a keyword."""
    return any(isinstance(child, Token) and child.type == kind for child in tree.children)


class PhraseBuilder:
    """Make the nodes of one source."""

    def __init__(self, source: Source, lines: list[SourceLine], replaced: set[int]) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self._replaced = replaced
        self._starts = [line.tokens[0].start for line in lines]
        self._ends = [line.tokens[-1].end for line in lines]

    def is_replaced(self, tree: Tree) -> bool:
        """Return whether the first line was unreadable, and a substitute was read so that the block below could be."""
        return tree.start in self._replaced

    def too_deep(self, error: TooDeepError) -> None:
        """Report an expression that is nested too deep."""
        self.diagnostics.append(
            Diagnostic(name="too-deep", message=Phrase("this-expression-is-nested-too-deep"), span=error.span)
        )

    def span(self, tree: Tree | Token) -> Span:
        return Span(self.source, tree.start, tree.end)

    def word(self, token: Token) -> nodes.Word:
        """Return a name where it is written."""
        return nodes.Word(span=self.span(token), text=token.text)

    def words(self, tree: Tree) -> tuple[nodes.Word, ...]:
        """Return all names of a tree, in order."""
        return tuple(self.word(child) for child in tree.children if isinstance(child, Token) and child.type == "NAME")

    def parts(self, tree: Tree) -> list[Any]:
        """Return the children with content: trees, names, numbers and texts."""
        return [child for child in tree.children if isinstance(child, Tree) or child.type in KEPT]

    def title(self, tree: Tree) -> nodes.Title:
        """Return a text with its translations."""
        texts: list[tuple[str, str]] = []
        language = "en"
        for child in self.tokens(tree):
            if child.type == "NAME":
                language = child.text
            else:
                texts.append((language, unquoted(child.text)))
        return nodes.Title(span=self.span(tree), texts=tuple(texts))

    def needs(self, tree: Tree) -> nodes.QuotedNeeds:
        """Read `needs COND "why not"`."""
        parts = self.trees(tree)
        reason = self.titled(parts)
        return nodes.QuotedNeeds(span=self.span(tree), condition=self.expression(parts[0]), reason=reason)

    def told(self, parts: list[Any]) -> nodes.Title | None:
        """Take the lines `text "..."` out of some parts: the paragraphs of one text.

        A language that a paragraph lacks is left out, and one that stands twice in a paragraph stands twice in the text.
        """
        lines = [part for part in parts if of_kind(part, "text_line")]
        parts[:] = [part for part in parts if part not in lines]
        found = [self.title(self.trees(line)[0]) for line in lines if not self.is_replaced(line)]
        if not found:
            return None
        spoken = [Counter(language for language, _ in title.texts) for title in found]
        texts = tuple(
            (language, nodes.PARAGRAPH.join(dict(title.texts)[language] for title in found))
            for language in reduce(or_, spoken).elements()
            if all(language in one for one in spoken)
        )
        first, last = found[0].span, found[-1].span
        return nodes.Title(span=Span(first.source, first.start, last.end), texts=texts)

    def taken(self, parts: list[Any], kind: str) -> Any:
        """Take the tree of a grammar rule out of some parts, if there is one."""
        found = next((part for part in parts if of_kind(part, kind)), None)
        if found is not None:
            parts.remove(found)
        return found

    def titled(self, parts: list[Any]) -> nodes.Title | None:
        """Take the title out of some parts, if there is one."""
        found = self.taken(parts, "title")
        return None if found is None else self.title(found)

    def all_titled(self, parts: list[Any]) -> tuple[nodes.Title, ...]:
        """Take all titles out of some parts."""
        return tuple(iter(partial(self.titled, parts), None))

    def named(self, tree: Tree, *, head: bool = False) -> tuple[dict[str, Any], list[Any]]:
        """Return the place, the name and the title of a declaration, as its node has them, and its other parts.

        With `head`, the place is the first line alone, since there is a block below it.
        """
        parts = self.parts(tree)
        title = self.titled(parts)
        span = self.head(tree) if head else self.span(tree)
        return {"span": span, "name": self.word(parts[0]), "title": title}, parts[1:]

    def reason(self, parts: list[Tree]) -> nodes.Title | None:
        """Take the reason for a change out of some parts, if there is one."""
        if parts and of_kind(parts[-1], "reason"):
            return self.title(self.trees(parts.pop())[0])
        return None

    def type_name(self, tree: Tree) -> nodes.TypeName:
        """Read `number` or `set of pawns`."""
        *card, name = self.words(tree)
        many = tree.data in ("type_set", "type_cards")
        return nodes.TypeName(span=self.span(tree), name=name, many=many, card=card[0] if card else None)

    def parameters(self, tree: Tree) -> tuple[nodes.Parameter, ...]:
        """Read `victim in pawns, steps in number`."""
        return tuple(
            nodes.Parameter(span=self.span(child), name=self.words(child)[0], type=self.type_name(self.trees(child)[0]))
            for child in self.trees(tree)
        )

    def broken(self, tree: Tree) -> nodes.BrokenLine:
        """Return a node for a line that was set aside."""
        return nodes.BrokenLine(span=self.head(tree))

    def expression(self, tree: Any, depth: int = 0) -> nodes.Expression:
        """Read any expression."""
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
            return nodes.ValueList(span=span, items=operands)
        names = self.words(tree)
        if kind == "of":
            return nodes.Of(span=span, name=names[0], target=operands[0])
        return nodes.Operation(span=span, operator=kind, operands=operands, name=names[0] if names else None)

    def tokens(self, tree: Tree) -> list[Token]:
        """Return the children that are words, numbers, texts or signs."""
        return [child for child in tree.children if isinstance(child, Token)]

    def trees(self, tree: Tree) -> list[Tree]:
        """Return the children that are trees."""
        return [child for child in tree.children if isinstance(child, Tree)]

    def head(self, tree: Tree) -> Span:
        """Return the first line of something with a block."""
        line = max(bisect_right(self._starts, tree.start) - 1, 0)
        return Span(self.source, tree.start, max(tree.start, min(tree.end, self._ends[line])))
