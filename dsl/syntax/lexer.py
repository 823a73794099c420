"""Cut the text of a rulebook into lines of tokens with their indentation.

This is done by hand, line by line, and not by Lark. So layout, brackets and strings have messages of their own, and one
broken line can be set aside without losing the others.
"""

from __future__ import annotations

import re

from attrs import define, field

from rulewright.dsl.messages.diagnostic import Diagnostic, Edit, Related
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.syntax.vocabulary import kinds_of
from rulewright.dsl.text.source import Source, Span

MOST_TOKENS_IN_A_LINE = 400
DEEPEST_BRACKETS = 30
DEEPEST_BLOCKS = 15
LONGEST_NUMBER = 9
# For one file: nobody reads more at a time, and a file that is no rulebook has one on each line.
MOST_DIAGNOSTICS = 100
MOST_LINES = 60_000

INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
LISTED = re.compile(r"(\([ ]*[\w-]+(?:[ ]*,[ ]*[\w-]+)+)[ ]*(?::[ ]*)?(?:#.*)?(?=\n|$)")
TRANSLATION = re.compile(r"(?!or\b)[a-z]{2,3}[ \t]+\"")
PIECE = re.compile(
    r"""[ \t]*(?:(?P<WORD>[^\W\d_]\w*(?:-\w+)*)|(?P<NEWLINE>\n)|(?P<SIGN>[:,()+*/-]|=(?![=<>]))"""
    r"""|(?P<NUMBER>[0-9]+(?!\w))|(?P<TEXT>"(?:[^"\\\n]|\\.)*")|(?P<COMMENT>\#[^\n]*)"""
    r"""|(?P<COMPARISON>[<>!=]=|=[<>]|<>|[<>≤≥≠])|(?P<GLUED>[0-9]\w+)|(?P<UNCLOSED>"[^\n]*)|(?P<JUNK>[^ \t]))"""
)
# Layout tokens have no place, and make nothing longer.
NOWHERE = -1


@define(eq=False)
class Token:
    """A word, number, text or sign; `type` is the grammar's terminal."""

    type: str
    text: str
    start: int
    end: int


@define(eq=False)
class SourceLine:
    """A line of tokens with its indentation; open brackets extend it over the next lines of the text."""

    indent: int
    tokens: list[Token]
    depth: int = 0
    broken: bool = False
    meant: str = ""
    """The terminal that a broken line was probably meant to begin with."""


@define
class LexerResult:
    """The result of the lexer: lines, comments and mistakes."""

    lines: list[SourceLine] = field(factory=list)
    comments: list[Token] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)
    unread: set[str] = field(factory=set)
    """The words after the place where reading stopped because of too many mistakes."""


def words_in(text: str) -> list[str]:
    """Return all words in a text that could be names."""
    return re.findall(r"[^\W\d_]\w*(?:-\w+)*", text)


def lex(source: Source, start: int = 0, end: int | None = None) -> LexerResult:
    """Cut a text into lines of tokens, and collect mistakes in characters, texts, brackets and layout.

    Only read from `start`, the beginning of a line, up to but not including `end`.
    """
    lexed = Lexer(source).cut(start, len(source.text) if end is None else end)
    set_depths(source, lexed)
    return lexed


class Lexer:
    """Cut one text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.lexed = LexerResult()
        self.line: SourceLine | None = None
        self.pieces: list[tuple[str, int, int]] = []
        self.brackets: list[tuple[int, int]] = []
        self.line_offset = 0
        self.seen_tab = False

    def cut(self, first: int, last: int) -> LexerResult:
        """Cut the text between two places."""
        self.line_offset = offset = first
        beginning = True
        for found in PIECE.finditer(self.text, first, last):
            kind = found.lastgroup or ""
            start, end = found.span(kind)
            if kind == "NEWLINE":
                # A colon ends a header, even with an open bracket; a text may have translations below it.
                if self.line is not None and (
                    self.text[offset - 1] == ":" or not (self.brackets or self.text[offset - 1] == '"')
                ):
                    self.finish()
                self.line_offset = end
                beginning = True
                continue
            if kind == "COMMENT":
                self.lexed.comments.append(Token(kind, self.text[start:end], start, end))
                continue
            if beginning:
                if self.is_enough(start):
                    break
                self.begin(start)
                beginning = False
            offset = end
            if self.line is not None and not self.line.broken:
                if kind == "WORD":
                    self.pieces.append((self.text[start:end], start, end))
                else:
                    self.put(kind, start, end)
        self.finish()
        return self.lexed

    def is_enough(self, start: int) -> bool:
        """Return whether there are too many mistakes or lines to go on."""
        if len(self.lexed.diagnostics) > MOST_DIAGNOSTICS or len(self.lexed.lines) >= MOST_LINES:
            if len(self.lexed.lines) >= MOST_LINES:
                self.report("too-many-lines", Phrase("a-rulebook-has-lines-at-most", most_lines=MOST_LINES), start, start + 1)
            self.lexed.unread.update(words_in(self.text[start:]))
            return True
        return False

    def begin(self, start: int) -> None:
        """Begin a line of the text, which may continue a line with open brackets."""
        blank = self.text[self.line_offset : start]
        indent = len(blank.expandtabs(4))
        if "\t" in blank and not self.seen_tab:
            self.seen_tab = True
            at = self.line_offset + blank.index("\t")
            self.report("tab", Phrase("this-line-is-indented-with-a-tab"), at, at + 1, fix=self.untabbed())
        if self.line is not None:
            # A bracket may be closed below the beginning of its line; anything else there begins another line.
            closes = self.text[start] == ")" and indent == self.line.indent
            goes_on = self.brackets or TRANSLATION.match(self.text, start)
            if (indent <= self.line.indent and not closes) or not goes_on:
                self.finish()
        if self.line is None:
            self.line = SourceLine(indent=indent, tokens=[])

    def put(self, kind: str, start: int, end: int) -> None:
        """Add a token to the line."""
        text = self.text[start:end]
        pieces = self.pieces
        if kind == "SIGN":
            self.put_sign(text, start, end)
        elif kind == "NUMBER" and len(text) > LONGEST_NUMBER:
            self.spoil("number-too-large", Phrase("this-number-is-too-large"), start, end)
        elif kind == "JUNK":
            shown = f"`{text}`" if text.isprintable() and text != "`" else Phrase("the-character", code=f"{ord(text):04X}")
            self.spoil("stray-character", Phrase("has-no-meaning-in-a-rulebook", shown=shown), start, end, stray_help(text))
        elif kind == "UNCLOSED":
            # An earlier quotation mark may be the missing one: then some apparent texts contain names.
            self.lexed.unread.update(words_in(self.text[self.line_offset : end]))
            self.spoil("unclosed-text", Phrase("this-text-is-never-closed"), start, end)
        elif kind == "GLUED":
            self.spoil("glued-word", Phrase("this-is-neither-a-number-nor-a"), start, end)
        else:
            pieces.append((text, start, end))

    def put_sign(self, text: str, start: int, end: int) -> None:
        """Add a sign, and keep track of brackets."""
        if text == "(":
            if len(self.brackets) >= DEEPEST_BRACKETS:
                self.spoil("too-deep", Phrase("brackets-may-stand-deep-at-most", deepest_brackets=DEEPEST_BRACKETS), start, end)
                return
            self.brackets.append((start, end))
        elif text == ")":
            if not self.brackets:
                self.spoil("unopened-bracket", Phrase("this-bracket-closes-nothing"), start, end)
                return
            self.brackets.pop()
        self.pieces.append((text, start, end))

    def finish(self) -> None:
        """Finish the line."""
        line = self.line
        if line is None:
            return
        if self.brackets and not line.broken:
            start, end = self.brackets[-1]
            self.spoil("unclosed-bracket", Phrase("this-bracket-is-never-closed"), start, end, fix=self.closed(start))
        if len(self.pieces) > MOST_TOKENS_IN_A_LINE and not line.broken:
            _, start, end = self.pieces[MOST_TOKENS_IN_A_LINE]
            self.spoil(
                "line-too-long",
                Phrase("this-line-has-more-than-words-and", most_tokens_in_a_line=MOST_TOKENS_IN_A_LINE),
                start,
                end,
            )
        kinds = kinds_of([text for text, _, _ in self.pieces])
        line.tokens = [Token(kind, text, start, end) for kind, (text, start, end) in zip(kinds, self.pieces, strict=True)]
        self.lexed.lines.append(line)
        self.line = None
        self.pieces = []
        self.brackets.clear()

    def untabbed(self) -> tuple[Edit, ...]:
        """Put spaces for the tabs in all lines: only the first is told of."""
        indents = (found for found in INDENT.finditer(self.text) if "\t" in found[0])
        return tuple(Edit(Span(self.source, *found.span()), found[0].expandtabs(4)) for found in indents)

    def closed(self, start: int) -> tuple[Edit, ...]:
        """Close a bracket behind a list that goes up to the end of its line; another one might also be closed earlier."""
        found = LISTED.match(self.text, start)
        return () if found is None else (Edit(Span(self.source, found.end(1), found.end(1)), ")"),)

    def spoil(
        self, name: str, message: Phrase, start: int, end: int, way_out: Phrase | None = None, fix: tuple[Edit, ...] = ()
    ) -> None:
        """Report a mistake that makes the line unreadable, and skip the rest of it."""
        self.report(name, message, start, end, way_out, fix)
        if self.line is not None:
            self.line.broken = True
        # An open bracket would never be closed, and would swallow the next lines.
        self.brackets.clear()
        line_end = self.text.find("\n", end)
        self.lexed.unread.update(words_in(self.text[end : line_end if line_end >= 0 else len(self.text)]))
        if not self.pieces:
            self.pieces.append((self.text[start:end], start, end))

    def report(
        self, name: str, message: Phrase, start: int, end: int, way_out: Phrase | None = None, fix: tuple[Edit, ...] = ()
    ) -> None:
        """Report a mistake in some characters."""
        if len(self.lexed.diagnostics) <= MOST_DIAGNOSTICS:
            span = Span(self.source, start, end)
            self.lexed.diagnostics.append(Diagnostic(name=name, message=message, span=span, help=way_out, fix=fix))


def stray_help(character: str) -> Phrase:
    """Return what to write instead of a character without meaning."""
    words = {
        "'": Phrase("texts-stand-between-and"),
        "«": Phrase("texts-stand-between-and"),
        "“": Phrase("texts-stand-between-straight-quotes"),
        "”": Phrase("texts-stand-between-straight-quotes"),
        "{": Phrase("blocks-are-made-by-and-indentation"),
        "}": Phrase("blocks-are-made-by-and-indentation"),
        ";": Phrase("each-line-says-one-thing"),
        "!": Phrase("write-not"),
        "_": Phrase("join-the-words-of-a-name-with"),
        "&": Phrase("write-and"),
        "|": Phrase("write-or"),
        ".": Phrase("numbers-are-whole-and-lines-end-without"),
        "%": Phrase("write-mod"),
        "×": Phrase("write"),
        "–": Phrase("write-minus"),
        "—": Phrase("write-minus"),
        "−": Phrase("write-minus"),
        "[": Phrase("write-item-2-of-set-for-one"),
        "]": Phrase("write-item-2-of-set-for-one"),
    }
    if character.isspace():
        return Phrase("it-looks-like-a-space-but-is")
    return words.get(character, Phrase("take-it-away"))


def set_depths(source: Source, lexed: LexerResult) -> None:
    """Turn indentations into depths, and report a line between two steps."""

    def word_of(line: SourceLine) -> Span:
        return Span(source, line.tokens[0].start, line.tokens[0].end)

    def report(
        name: str,
        message: Phrase,
        line: SourceLine,
        label: Phrase | None = None,
        way_out: Phrase | None = None,
        related: tuple[Related, ...] = (),
    ) -> None:
        if not line.broken and len(lexed.diagnostics) <= 2 * MOST_DIAGNOSTICS:
            lexed.diagnostics.append(Diagnostic(
                name=name, message=message, span=word_of(line), label=label, help=way_out, related=related))  # fmt: skip

    # An indentation that was reported once counts as the nearest step.
    steps: list[int] = []
    lines: dict[int, SourceLine] = {}
    odd: dict[int, int] = {}
    too_deep = False
    edge = min((line.indent for line in lexed.lines), default=0)
    for line in lexed.lines:
        indent = odd.get(line.indent, line.indent)
        lines[line.indent] = line
        if not steps:
            if indent:
                report("indentation", Phrase("the-first-line-is-indented"), line)
            # This line alone may be too far right, or all lines may be.
            steps = [edge]
            indent = edge
        if indent < steps[0]:
            steps = [indent]
            odd.clear()
        left = steps[-1]
        while indent < steps[-1]:
            left = steps.pop()
        if steps[-1] < indent < left:
            step = steps[-1] if 2 * indent < steps[-1] + left else left
            # Steps are of four spaces; with another number, the author may have slipped.
            slips = [lines[one] for one in (steps[-1], left) if one % 4 and one in lines]
            report(
                "indentation",
                Phrase("this-line-stands-between-two-steps-of"),
                line,
                Phrase("indented-by", indent=line.indent),
                Phrase("indent-it-by-or-by-spaces-like", steps=steps[-1], left=left),
                tuple(Related(word_of(one), Phrase("indented-by", indent=one.indent)) for one in slips),
            )
            odd[line.indent] = step
            indent = step
        if indent > steps[-1]:
            if len(steps) <= DEEPEST_BLOCKS:
                steps.append(indent)
            else:
                if not too_deep:
                    report("too-deep", Phrase("blocks-may-stand-deep-at-most", deepest_blocks=DEEPEST_BLOCKS), line)
                too_deep = line.broken = True
                line.depth = len(steps)
                continue
        else:
            too_deep = False
        # An odd indentation means nothing more once its block has ended.
        if odd and len(steps) == 1:
            odd.clear()
        line.depth = len(steps) - 1
