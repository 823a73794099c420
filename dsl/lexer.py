"""Words of a rulebook: a text is cut into lines of tokens, which know their indentation.

The text is cut by hand, line by line, rather than by Lark: so the layout, the brackets and the strings have messages of
their own, and one broken line can be set aside without losing the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import define, field, frozen

from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.source import Source, Span

# Words that are keywords only where a line begins, so that they stay free as names elsewhere.
LINE_WORDS = {
    word: word.upper()
    for word in (
        "game option values die line grid map place pieces cards card the define before after instead forbid change variant"
        " replace remove example ruling players note directions copies needs perform given when chance then choose may move"
        " draw swap shuffle roll let add take together repeat say stop give extend shorten"
    ).split()
} | {"text": "TEXT_WORD"}
# Words that are keywords wherever they stand.
INNER_WORDS = {
    word: word.upper()
    for word in (
        "each has to if otherwise for set while and or not is on in of at least most more less than mod where with fewest"
        " from counterclockwise without reversed any no count first last item sum highest lowest longest through among"
        " all can it nothing yes seat as long up random ordered by asking under be until times winners gives giving seen down"
    ).split()
} | {"plus": "ADDED"}
# Words that are keywords after one certain other word.
FOLLOWING_WORDS = {
    ("THE", "table"): "TABLE",
    ("MAY", "choose"): "CHOOSE",
    ("ANY", "number"): "NUMBER_WORD",
    ("AS", "words"): "WORDS",
    ("LONGEST", "line"): "LINE",
    ("GAME", "over"): "OVER",
    ("GAME", "goes"): "GOES",
    ("THEN", "game"): "GAME",
    ("THEN", "nobody"): "NOBODY",
    ("NOBODY", "chooses"): "CHOOSES",
    ("BEFORE", "perform"): "PERFORM",
    ("AFTER", "perform"): "PERFORM",
    ("OF", "perform"): "PERFORM",
    ("FORBID", "perform"): "PERFORM",
    ("CHANCE", "shows"): "SHOWS",
}
# What a seat does in an example, on a line that begins with `seat` or `then`.
SEAT_WORDS = {
    "picks": "PICKS", "cannot": "CANNOT", "pick": "PICK", "chooses": "CHOOSES", "choice": "CHOICE", "choices": "CHOICES",
}
RESERVED = frozenset(INNER_WORDS) | frozenset(LINE_WORDS)

MOST_TOKENS_IN_A_LINE = 400
DEEPEST_BRACKETS = 30
DEEPEST_BLOCKS = 30

TOKEN = re.compile(
    r"""(?P<BLANK>[ \t]+)|(?P<COMMENT>\#[^\n]*)|(?P<NEWLINE>\n)|(?P<NAME>[^\W\d_]\w*(?:-\w+)*)|(?P<NUMBER>[0-9]+)"""
    r"""|(?P<TEXT>"(?:[^"\\\n]|\\.)*")|(?P<SIGN>[:,()=+*/-])|(?P<UNCLOSED>"[^\n]*)|(?P<JUNK>.)"""
)
NEXT_WORD = re.compile(r"[ \t]+([^\W\d_]\w*)")
SIGNS = {
    ":": "COLON", ",": "COMMA", "(": "LPAR", ")": "RPAR", "=": "EQUAL", "+": "PLUS", "*": "STAR", "/": "SLASH",
    "-": "MINUS",
}


@frozen
class Token:
    """A word, number, text or sign; `type` is the grammar's terminal."""

    type: str
    text: str
    start: int
    end: int


@define
class SourceLine:
    """A line of tokens with its indentation; brackets left open carry it over to the next lines of the text."""

    indent: int
    tokens: list[Token]
    depth: int = 0
    broken: bool = False


@define
class Lexed:
    """What the lexer found: the lines that hold something, the comments, and what is wrong."""

    lines: list[SourceLine] = field(factory=list)
    comments: list[Token] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)


def keyword(word: str, previous: str | None, line_start: bool, first: str) -> str:
    """The terminal of a word: a keyword here, or a name."""
    if line_start and word in LINE_WORDS:
        return LINE_WORDS[word]
    if previous is not None and (previous, word) in FOLLOWING_WORDS:
        return FOLLOWING_WORDS[previous, word]
    if first in ("SEAT", "THEN") and word in SEAT_WORDS:
        return SEAT_WORDS[word]
    if line_start and word == "count":
        return "COUNT"
    return INNER_WORDS.get(word, "NAME")


def pieces_of(source: Source) -> Iterator[tuple[str, str, int]]:
    """The text cut into kinds of pieces."""
    for found in TOKEN.finditer(source.text):
        yield str(found.lastgroup), found.group(), found.start()


def lex(source: Source) -> Lexed:
    """Cut a text into lines of tokens, collecting what is wrong with single characters, texts, brackets and layout."""
    lexed = Lexed()
    line: SourceLine | None = None
    brackets: list[Token] = []
    line_offset = 0

    def report(name: str, message: str, start: int, end: int, label: str = "", help: str = "") -> None:
        span = Span(source, start, end)
        lexed.diagnostics.append(Diagnostic(name=name, message=message, span=span, label=label, help=help))

    def finish() -> None:
        nonlocal line
        if line is not None:
            if brackets and not line.broken:
                bracket = brackets[-1]
                report("unclosed-bracket", "this bracket is never closed", bracket.start, bracket.end, "opened here",
                       "close it with `)`; a line that goes on inside brackets is indented deeper than its beginning")
                line.broken = True
            lexed.lines.append(line)
        line = None
        brackets.clear()

    for kind, text, start in pieces_of(source):
        end = start + len(text)
        if kind == "NEWLINE":
            line_offset = end
            if not brackets:
                finish()
            continue
        if kind == "BLANK":
            if "\t" in text and start == line_offset and source.text[end:end + 1] not in ("\n", "#", ""):
                at = start + text.index("\t")
                report("tab", "this line is indented with a tab", at, at + 1, "a tab",
                       "indent with spaces, four for each step")
            continue
        if kind == "COMMENT":
            lexed.comments.append(Token("COMMENT", text, start, end))
            continue
        indent = start - line_offset
        if line is not None and brackets and not source.text[line_offset:start].strip() and indent <= line.indent:
            finish()
        if line is None:
            line = SourceLine(indent=len(source.text[line_offset:start].expandtabs(4)), tokens=[])
        if kind == "JUNK":
            if not line.broken:
                report("stray-character", "this character has no meaning in a rulebook", start, end, "not expected",
                       _stray_help(text))
            line.broken = True
            continue
        if kind == "UNCLOSED":
            if not line.broken:
                report("unclosed-text", "this text is never closed", start, end, "begins here",
                       'end it with `"` on the same line')
            line.broken = True
            continue
        if len(line.tokens) >= MOST_TOKENS_IN_A_LINE:
            if not line.broken:
                report("line-too-long", f"this line has more than {MOST_TOKENS_IN_A_LINE} words and signs", start, end,
                       "too much", "cut it into several with `let` or `define`")
            line.broken = True
            continue
        previous = line.tokens[-1].type if line.tokens else None
        if kind == "NAME":
            starts = previous is None or (len(line.tokens) == 1 and (
                previous == "REPLACE" or previous == "REMOVE" and _names_a_declaration(source.text, text, end)))
            kind = keyword(text, previous, starts, line.tokens[0].type if line.tokens else "")
        elif kind == "NUMBER" and len(text) > 9:
            if not line.broken:
                report("number-too-large", "this number is too large", start, end, "more than nine digits",
                       "numbers in a rulebook go up to 999999999")
            line.broken = True
            continue
        elif kind == "SIGN":
            kind = SIGNS[text]
        token = Token(kind, text, start, end)
        if kind == "LPAR":
            if len(brackets) >= DEEPEST_BRACKETS:
                if not line.broken:
                    report("too-deep", f"brackets may stand {DEEPEST_BRACKETS} deep at most", start, end, "one too many",
                           "give the inner part a name with `let` or `define`")
                line.broken = True
            else:
                brackets.append(token)
        elif kind == "RPAR":
            if brackets:
                brackets.pop()
            elif not line.broken:
                report("unopened-bracket", "this bracket closes nothing", start, end, "no `(` before it",
                       "take it away, or open it earlier in the line")
                line.broken = True
        line.tokens.append(token)
    finish()
    _set_depths(source, lexed)
    return lexed


def _names_a_declaration(text: str, word: str, end: int) -> bool:
    """Whether `remove card charge` begins here, rather than `remove card` with a thing called card."""
    following = NEXT_WORD.match(text, end)
    return word in LINE_WORDS and following is not None and following.group(1) not in INNER_WORDS


def _stray_help(character: str) -> str:
    words = {"<": "write `is less than`", ">": "write `is more than`", "'": 'texts stand between `"` and `"`',
             "«": 'texts stand between `"` and `"`', "“": 'texts stand between straight quotes `"`',
             "”": 'texts stand between straight quotes `"`', "{": "blocks are made by `:` and indentation",
             "}": "blocks are made by `:` and indentation", ";": "each line says one thing", "!": "write `not`",
             "_": "join the words of a name with `-`", "&": "write `and`", "|": "write `or`"}
    return words.get(character, "take it away")


def _set_depths(source: Source, lexed: Lexed) -> None:
    """Turn indentations into depths, and report a line that stands between two steps."""
    steps = [0]
    for line in lexed.lines:
        if not line.tokens:
            line.depth = len(steps) - 1
            continue
        first = line.tokens[0]
        left = steps[-1]
        while line.indent < steps[-1]:
            left = steps.pop()
        if steps[-1] < line.indent < left and not line.broken:
            lexed.diagnostics.append(Diagnostic(
                name="indentation", message="this line stands between two steps of indentation",
                span=Span(source, first.start, first.end), label=f"indented by {line.indent}",
                help=f"indent it by {steps[-1]} or by {left} spaces, like the lines above"))
        if line.indent > steps[-1]:
            if steps[-1] == 0 and line.indent and len(steps) == 1 and line is lexed.lines[0]:
                lexed.diagnostics.append(Diagnostic(
                    name="indentation", message="the first line is indented", span=Span(source, first.start, first.end),
                    label="stands too far right", help="start at the left edge"))
            if len(steps) > DEEPEST_BLOCKS:
                if not line.broken:
                    lexed.diagnostics.append(Diagnostic(
                        name="too-deep", message=f"blocks may stand {DEEPEST_BLOCKS} deep at most",
                        span=Span(source, first.start, first.end), label="one too many",
                        help="give the inner part a name of its own with `to`"))
                line.broken = True
                line.depth = len(steps) - 1
                continue
            steps.append(line.indent)
        line.depth = len(steps) - 1
