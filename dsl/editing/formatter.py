"""Lay a rulebook out in its one layout, with the same words and comments.

A block is indented by four spaces, and one space separates words. A line that is too long is folded where possible. First
the translations of its last text go below, each on its own line, then those of earlier texts. Then the longest bracket is
opened, with its content below: on one line, or filled up at commas, or with one `or`, `and` or `otherwise` on each line. If
neither is left, the line stays long. Empty lines are kept, one at a time. Comments keep their words, and beside a line also
their column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

from attrs import define, frozen

from rulewright.dsl import nodes
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.syntax.lexer import LexerResult, SourceLine, Token, lex
from rulewright.dsl.syntax.parser import parse
from rulewright.dsl.syntax.vocabulary import LANGUAGE
from rulewright.dsl.text.source import Source

WIDTH = 120
STEP = 4
# A bracket with less in it stays closed: opening it would save nothing.
SHORTEST_OPENED = 40
# A comment further to the right was pushed there by the line before it.
LAST_COLUMN = 80
# Where to part an opened bracket without commas: at the first of these that it contains.
PARTING = (("OTHERWISE",), ("OR",), ("AND",), ("PLUS", "MINUS"), ("WITHOUT", "ADDED"), ("WHERE",))


@frozen
class Style:
    """Write tokens next to each other; `negatives` are the places of a `-` that belongs to the next number."""

    negatives: frozenset[int]

    def written(self, tokens: Sequence[Token]) -> str:
        """Return tokens on one line."""
        parts: list[str] = []
        for before, token in zip([None, *tokens], tokens, strict=False):
            close = before is None or before.text == "(" or before.start in self.negatives or token.text in (",", ":", ")")
            parts.append(token.text if close else f" {token.text}")
        return "".join(parts)

    def lines(self, tokens: Sequence[Token], indent: int) -> list[str]:
        """Return the lines for one line of the rulebook, with their indentation."""
        if self.fits(tokens, indent):
            return [" " * indent + self.written(tokens)]
        colon = listing(tokens)
        if colon:
            return [*self.lines(tokens[:colon], indent), *self.entries(parted(tokens[colon:], {"COMMA"}), indent + STEP)]
        parts: list[Sequence[Token]] = [tokens]
        for parts in foldings(tokens):
            if all(self.fits(part, indent + STEP * (part is not parts[0])) for part in parts):
                break
        found = self.folded(parts[0], indent)
        for part in parts[1:]:
            found += self.folded(part, indent + STEP)
        return found

    def fits(self, tokens: Sequence[Token], indent: int) -> bool:
        """Return whether tokens fit on a line."""
        return indent + len(self.written(tokens)) <= WIDTH

    def entries(self, entries: list[list[Token]], indent: int) -> list[str]:
        """Return values or faces below their header: one on each line if they have texts, else as many as fit."""
        if any(token.type == "TEXT" for entry in entries for token in entry):
            return [line for entry in entries for line in self.lines(without_comma(entry), indent)]
        return [line for row in self.filled(entries, indent) for line in self.folded(row, indent)]

    def folded(self, tokens: Sequence[Token], indent: int) -> list[str]:
        """Open the longest bracket, and those in whatever is still too long."""
        opened = None if self.fits(tokens, indent) else self.longest_bracket(tokens)
        if opened is None:
            return [" " * indent + self.written(tokens)]
        start, end = opened
        inner, tail = tokens[start + 1 : end], tokens[end:]
        pieces = parted(inner, {"COMMA"})
        if self.fits(tokens[start + 1 :], indent + STEP):
            pieces = [list(tokens[start + 1 :])]
        elif len(pieces) > 1:
            pieces = self.filled([*pieces[:-1], [*pieces[-1], *tail]], indent + STEP)
        else:
            pieces = clauses(inner)
            pieces[-1] = [*pieces[-1], *tail]
        found = self.folded(tokens[: start + 1], indent)
        for piece in pieces:
            found += self.folded(piece, indent + STEP)
        return found

    def filled(self, pieces: Iterable[list[Token]], indent: int) -> list[list[Token]]:
        """Fill lines with as many pieces as fit."""
        rows: list[list[Token]] = []
        for piece in pieces:
            if rows and self.fits([*rows[-1], *piece], indent):
                rows[-1] = [*rows[-1], *piece]
            else:
                rows.append(piece)
        return rows

    def longest_bracket(self, tokens: Sequence[Token]) -> tuple[int, int] | None:
        """Return the places of the outermost bracket with the longest content."""
        open_ones: list[int] = []
        pairs: list[tuple[int, int]] = []
        for place, token in enumerate(tokens):
            if token.text == "(":
                open_ones.append(place)
            elif token.text == ")" and open_ones:
                start = open_ones.pop()
                # Brackets inside this one were closed before it.
                pairs = [*(pair for pair in pairs if pair[0] < start), (start, place)]
        lengths = {pair: len(self.written(tokens[pair[0] + 1 : pair[1]])) for pair in pairs}
        longest = max(lengths, key=lambda pair: lengths[pair], default=None)
        return longest if longest is not None and lengths[longest] >= SHORTEST_OPENED else None


def listing(tokens: Sequence[Token]) -> int:
    """Return where the values or faces after a header on the same line begin, or 0."""
    kinds = [token.type for token in tokens]
    if kinds[kinds[0] == "REPLACE"] not in ("VALUES", "DIE") or "COLON" not in kinds[:-1]:
        return 0
    place = kinds.index("COLON") + 1
    return 0 if kinds[place : place + 2] == ["NUMBER", "TO"] else place


def foldings(tokens: Sequence[Token]) -> Iterator[list[Sequence[Token]]]:
    """Yield the tokens with more and more translations on lines of their own: none, those of the last text, of the last two..."""
    texts: list[list[int]] = []
    for place in range(1, len(tokens) - 1):
        if tokens[place - 1].type == tokens[place + 1].type == "TEXT" and LANGUAGE.fullmatch(tokens[place].text):
            if texts and texts[-1][-1] == place - 2:
                texts[-1].append(place)
            else:
                texts.append([place])
    for first in range(len(texts), -1, -1):
        places = [0, *(place for text in texts[first:] for place in text), len(tokens)]
        yield [tokens[start:end] for start, end in pairwise(places)]


def parted(tokens: Sequence[Token], kinds: Iterable[str]) -> list[list[Token]]:
    """Return the tokens parted after each token of some kinds that is in no bracket of its own."""
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        parts[-1].append(token)
        if token.type in kinds and depth == 0:
            parts.append([])
    return parts if parts[-1] else parts[:-1]


def clauses(tokens: Sequence[Token]) -> list[list[Token]]:
    """Return the tokens parted before each of the words that join their largest parts."""
    for kinds in PARTING:
        parts: list[list[Token]] = [[]]
        depth = 0
        for token in tokens:
            depth += (token.text == "(") - (token.text == ")")
            # A sign in front of the first number joins nothing.
            if token.type in kinds and depth == 0 and parts[-1] and parts[-1][-1].type not in ("COMMA", "STAR", "SLASH"):
                parts.append([])
            parts[-1].append(token)
        if len(parts) > 1:
            return parts
    return [list(tokens)]


def without_comma(tokens: list[Token]) -> list[Token]:
    """Return an entry without its comma."""
    return tokens[:-1] if tokens[-1].type == "COMMA" else tokens


@define
class FormattedLine:
    """A line of the result; `column` is where its comment was."""

    text: str
    comment: str = ""
    column: int = 0


def formatted(source: Source) -> tuple[str | None, list[Diagnostic]]:
    """Return the text in the one layout, or what prevents it from being read."""
    rulebook, diagnostics = parse(source)
    # It is known where tabs should lead, and they disappear.
    diagnostics = [diagnostic for diagnostic in diagnostics if diagnostic.name != "tab"]
    if diagnostics:
        return None, diagnostics
    lexed = lex(source)
    text = laid_out(source, rulebook, lexed)
    after = Source(source.name, text)
    again, wrong = parse(after)
    words = [comment.text.rstrip() for comment in lexed.comments]
    if wrong or not nodes.alike(again, rulebook) or words != [one.text for one in lex(after).comments]:
        message = Phrase("the-layout-of-would-not-mean-the", source=source.name)
        way_out = Phrase("nothing-was-changed-this-is-a-mistake")
        return None, [Diagnostic("internal-error", message, None, help=way_out)]
    return text, []


def laid_out(source: Source, rulebook: nodes.Rulebook, lexed: LexerResult) -> str:
    """Return the layout of a rulebook that was read without mistakes."""
    style = Style(frozenset(negatives(rulebook)))
    found: list[FormattedLine] = []
    comments = list(lexed.comments)
    steps: list[int] = []
    last_line = 0

    def part_from(line: int) -> None:
        """Keep one empty line, but none at the beginning or just below a header."""
        if found and line > last_line + 1 and not (found[-1].text.endswith(":") and last_line):
            found.append(FormattedLine(""))

    def own_lines(up_to: int, depth: int) -> None:
        nonlocal last_line
        while comments and comments[0].start < up_to:
            comment = comments.pop(0)
            line, column = source.position(comment.start)
            part_from(line)
            found.append(FormattedLine(" " * (STEP * depth_of_comment(column - 1, depth, steps)) + comment.text.rstrip()))
            last_line = line

    for line in lexed.lines:
        start, end = line.tokens[0].start, line.tokens[-1].end
        own_lines(start, line.depth)
        del steps[line.depth :]
        steps += [line.indent] * (line.depth + 1 - len(steps))
        part_from(source.position(start)[0])
        inner = [comment for comment in comments if comment.start < end]
        if inner:
            found += as_written(source, style, line, inner)
            del comments[: len(inner)]
        else:
            found += map(FormattedLine, style.lines(line.tokens, STEP * line.depth))
        last_line = source.position(end)[0]
        if comments and source.position(comments[0].start)[0] == last_line:
            comment = comments.pop(0)
            found[-1].comment = comment.text.rstrip()
            found[-1].column = source.position(comment.start)[1] - 1
    own_lines(len(source.text) + 1, 0)
    return "".join(f"{line}\n" for line in with_comments(found))


def depth_of_comment(column: int, depth: int, steps: list[int]) -> int:
    """Return the depth of a comment: that of the next line, or of a block above with the same indentation."""
    deeper = [place for place, indent in enumerate(steps) if place > depth and indent <= column]
    return max(deeper, default=depth)


def as_written(source: Source, style: Style, line: SourceLine, comments: list[Token]) -> Iterator[FormattedLine]:
    """Yield a line with comments inside it, folded as the author did, so that each comment stays next to its subject."""
    indent = STEP * line.depth
    for number, group in groupby(
        sorted([*line.tokens, *comments], key=lambda token: token.start), key=lambda token: source.position(token.start)[0]
    ):
        tokens = list(group)
        comment = tokens.pop() if tokens[-1].type == "COMMENT" else None
        if comment is not None and not tokens:
            yield FormattedLine(" " * indent + comment.text.rstrip())
        else:
            column = 0 if comment is None else comment.start - source.text.rfind("\n", 0, comment.start) - 1
            yield FormattedLine(" " * indent + style.written(tokens), "" if comment is None else comment.text.rstrip(), column)
        del number
        indent = STEP * (line.depth + 1)


def with_comments(lines: list[FormattedLine]) -> Iterator[str]:
    """Yield the lines with their comments; those on neighbouring lines are aligned."""
    for commented, group in groupby(lines, key=lambda line: bool(line.comment)):
        run = list(group)
        if not commented:
            yield from (line.text for line in run)
            continue
        columns = [max(len(line.text) + 2, line.column if line.column < LAST_COLUMN else 0) for line in run]
        shared = max(columns)
        for line, column in zip(run, columns, strict=True):
            yield f"{line.text:{shared if shared < LAST_COLUMN else column}}{line.comment}"


def negatives(rulebook: nodes.Rulebook) -> Iterator[int]:
    """Yield the places of signs that make a number negative, instead of subtracting."""
    for part in nodes.nodes_in(rulebook.declarations):
        if isinstance(part, nodes.Operation) and part.operator == "negative":
            yield part.span.start
