"""Parse a text into a syntax tree, past every mistake: one run finds all unreadable lines.

The text is cut into top-level blocks, and each is read line by line. If a line does not fit, the parser reports it, goes
back to its beginning, and reads a substitute. That is a line that only says `broken`, or for a header a correct one of the
same kind, so that its block can be read. Each line is read once, and no message follows from another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from rulewright.dsl import nodes
from rulewright.dsl.files.folders import Texts, parts_of, source_at
from rulewright.dsl.messages.diagnostic import Diagnostic, in_order
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.syntax.block_errors import missing_block, missing_colon, unexpected_block
from rulewright.dsl.syntax.build_declarations import DeclarationBuilder
from rulewright.dsl.syntax.build_phrases import TooDeepError
from rulewright.dsl.syntax.lexer import MOST_DIAGNOSTICS, MOST_LINES, NOWHERE, LexerResult, SourceLine, Token, lex
from rulewright.dsl.syntax.machine import LRMachine, Mark, Tree
from rulewright.dsl.syntax.syntax_errors import Explanation, expectation
from rulewright.dsl.syntax.tables import tables
from rulewright.dsl.text.source import Source, Span

MOST_PARTS = 200
Read: TypeAlias = Callable[[Source], tuple[nodes.Rulebook, list[Diagnostic]]]
"""Reads a text: `parse`, or a function that remembers its last result."""
INDENT = (Token("_INDENT", "", NOWHERE, NOWHERE),)
DEDENT = (Token("_DEDENT", "", NOWHERE, NOWHERE),)
NEWLINE = (Token("_NEWLINE", "", NOWHERE, NOWHERE),)
# The substitutes for unreadable headers, by first word: the block below is of the same kind.
HEADERS = {
    **dict.fromkeys(("FOR", "WHILE", "REPEAT", "TOGETHER"), "REPEAT NOTHING TIMES COLON"),
    **dict.fromkeys(("EACH", "THE"), "THE TABLE HAS COLON"),
    **dict.fromkeys(("BEFORE", "AFTER", "INSTEAD"), "BEFORE NAME COLON"),
    **{kind: f"{kind} NAME COLON" for kind in ("GAME", "VALUES", "DIE", "LINE", "MAP", "TO", "EXAMPLE")},
    **{kind: f"{kind} NAME OF NAME COLON" for kind in ("CARD", "VARIANT")},
    **{kind: f"{kind} COLON" for kind in ("PERFORM", "GIVEN", "WHEN")},
    "CARDS": "CARDS OF NAME WITH NAME COLON",
    "IF": "IF NOTHING COLON",
    "MAY": "CHOOSE COLON",
    "TELL": "TELL NOTHING COLON",
    "CHOOSE": "CHOOSE COLON",
    "NAME": "NAME COLON",
}


def parse(source: Source) -> tuple[nodes.Rulebook, list[Diagnostic]]:
    """Read a text; report unreadable lines, and leave them out as broken."""
    lexed = lex(source)
    reader = Reader(source)
    reader.broken.update(lexed.unread)
    declarations: list[nodes.Declaration] = []
    for group in groups(lexed):
        if reader.is_full:
            reader.give_up(group)
            continue
        declaration = reader.read(group)
        if declaration is not None:
            declarations.extend(nodes.one_by_one([declaration]))
    span = Span(source, 0, len(source.text))
    rulebook = nodes.Rulebook(span=span, declarations=tuple(declarations), broken=frozenset(reader.broken), sources=(source,))
    return rulebook, first_mistakes(lexed.diagnostics + reader.diagnostics)


def parse_whole(
    *, inside: bool, first: str, unsaved: Mapping[str, str] | None = None, read: Read = parse
) -> tuple[nodes.Rulebook | None, list[Diagnostic], Texts]:
    """Read a rulebook with all its parts; return it with the mistakes, and with everything that was read."""
    places = parts_of(inside=inside, first=first)
    texts: Texts = {}
    if len(places) > 1:
        texts[inside, f"{first}/"] = "\n".join(places)
    sources: list[Source] = []
    diagnostics: list[Diagnostic] = []
    for place in places[:MOST_PARTS]:
        source, found = source_at(place, inside=inside, unsaved=unsaved)
        diagnostics += found
        if source is not None:
            texts[inside, place] = source.text
            sources.append(source)
    too_many = len(places) > MOST_PARTS or sum(source.line_count for source in sources) > MOST_LINES
    if len(places) > 1 and too_many:
        span = Span(sources[0], 0, 0) if sources else None
        message = Phrase("the-folder-of-a-rulebook-has-at", most_parts=MOST_PARTS, most_lines=f"{MOST_LINES:,}")
        way_out = Phrase("check-that-all-files-in-it-are")
        diagnostics.append(Diagnostic("too-many-lines", message, span, help=way_out))
        return None, diagnostics, texts
    parts: list[nodes.Rulebook] = []
    for source in sources:
        rulebook, found = read(source)
        diagnostics += found
        parts.append(rulebook)
    whole = nodes.joined(parts) if len(parts) == len(places) else None
    return whole, diagnostics, texts


def groups(lexed: LexerResult) -> Iterator[list[SourceLine]]:
    """Yield the top-level blocks: a line at the left edge with everything indented below it."""
    group: list[SourceLine] = []
    for line in lexed.lines:
        if line.depth == 0 and group:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def first_mistakes(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return as many mistakes as anybody would read, and a note about the others."""
    ordered = in_order(diagnostics)
    if len(ordered) <= MOST_DIAGNOSTICS:
        return ordered
    more = Diagnostic(
        name="too-many-mistakes",
        message=Phrase("there-are-more-than-mistakes-and-the", most_diagnostics=MOST_DIAGNOSTICS),
        span=ordered[MOST_DIAGNOSTICS].span,
    )
    return [*ordered[:MOST_DIAGNOSTICS], more]


class Reader:
    """Read the blocks of one text, one after another."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.diagnostics: list[Diagnostic] = []
        self.broken: set[str] = set()
        self.machine = LRMachine(tables())
        self.lines: list[SourceLine] = []
        # The beginnings of lines that were substituted; they become broken lines in the tree.
        self.replaced: set[int] = set()
        # For each depth, whether the last line there was broken.
        self.spoiled: list[bool] = []
        self.reserved: set[str] = set()

    @property
    def is_full(self) -> bool:
        """Return whether there are more mistakes than anybody would read."""
        return len(self.diagnostics) > MOST_DIAGNOSTICS

    def give_up(self, lines: Iterable[SourceLine]) -> None:
        """Leave out some lines; names in them must not be reported as unknown."""
        self.broken.update(token.text for line in lines for token in line.tokens)

    def read(self, lines: list[SourceLine]) -> nodes.Declaration | None:
        """Read one top-level block."""
        self.lines = lines
        self.replaced = set()
        self.spoiled = []
        machine = self.machine
        machine.start()
        depth = index = 0
        while index < len(lines):
            line = lines[index]
            if line.depth <= depth:
                self.close_header(index)
            elif not self.may_begin_block(line):
                self.report(unexpected_block(self.source, lines, index))
                if depth == 0:
                    self.give_up(lines[index:])
                    break
                self.outdent(index)
                continue
            machine.take(INDENT if line.depth > depth else DEDENT * (depth - line.depth))
            depth = line.depth
            del self.spoiled[depth + 1 :]
            self.spoiled.extend([False] * (depth + 1 - len(self.spoiled)))
            index = self.read_line(index)
            if self.is_full:
                self.give_up(lines)
                return None
        self.close_header(len(lines))
        machine.take(DEDENT * depth)
        tree = machine.finish()
        return None if tree is None else self.lowered(tree)

    def close_header(self, index: int) -> None:
        """If a block must begin and does not, put one broken line into it."""
        if self.machine.demands("_INDENT"):
            self.report(missing_block(self.source, self.lines[index - 1]))
            end = self.lines[index - 1].tokens[-1].end
            self.machine.take((*INDENT, Token("BROKEN", "", end, end), *NEWLINE, *DEDENT))

    def may_begin_block(self, line: SourceLine) -> bool:
        """Return whether a line may be the first of a block; below many lines, only a text may."""
        machine = self.machine
        return machine.demands("_INDENT") or (machine.wants("_INDENT") and line.tokens[0].type == "TEXT_WORD")

    def outdent(self, index: int) -> None:
        """Read a block without a header as if it were one step to the left."""
        depth = self.lines[index].depth
        while index < len(self.lines) and self.lines[index].depth >= depth:
            self.lines[index].depth -= 1
            index += 1

    def read_line(self, index: int) -> int:
        """Read a line; return the index of the next one."""
        line = self.lines[index]
        machine = self.machine
        mark = machine.mark()
        finding: Explanation | None = None
        if not line.broken:
            taken = machine.take(line.tokens)
            if taken == len(line.tokens) and machine.take(NEWLINE):
                self.spoiled[-1] = False
                if index + 1 < len(self.lines) and self.lines[index + 1].depth > line.depth:
                    self.add_colon(index, mark)
                return index + 1
            machine.back(mark)
            finding = expectation(self.source, self.lines, index, taken, machine, self.reserved)
            if not self.is_silent(line, taken, finding):
                self.report(finding.diagnostic)
        self.spoiled[-1] = line.broken = True
        after = index + 1
        while after < len(self.lines) and self.lines[after].depth > line.depth:
            after += 1
        self.give_up(self.lines[index:after])
        if after > index + 1:
            for header in self.headers(line, finding):
                if machine.take(header) == len(header) and machine.wants("_INDENT"):
                    if not header[0].text:
                        self.replaced.add(header[0].start)
                        line.meant = header[0].type
                    return index + 1
                machine.back(mark)
        start, end = line.tokens[0].start, line.tokens[-1].end
        machine.take((Token("BROKEN", "", start, end), *NEWLINE))
        return after

    def add_colon(self, index: int, mark: Mark) -> None:
        """Handle a line with a block that it cannot have: perhaps only its colon is missing."""
        machine, line = self.machine, self.lines[index]
        if self.may_begin_block(self.lines[index + 1]):
            return
        end = line.tokens[-1].end
        header = [*line.tokens, Token("COLON", ":", end, end), *NEWLINE]
        machine.back(mark)
        if machine.take(header) == len(header) and machine.wants("_INDENT"):
            self.report(missing_colon(self.source, line))
            return
        machine.back(mark)
        machine.take([*line.tokens, *NEWLINE])

    def is_silent(self, line: SourceLine, taken: int, finding: Explanation) -> bool:
        """Return whether a finding about a line follows from an earlier one."""
        if taken == 0 and line.tokens[0].type in ("OTHERWISE", "WITH") and self.spoiled[-1]:
            return True
        if finding.reserved:
            if finding.reserved in self.reserved:
                return True
            self.reserved.add(finding.reserved)
        return False

    def headers(self, line: SourceLine, finding: Explanation | None) -> Iterator[list[Token]]:
        """Yield what could replace a line with a block below it; first, what it was probably meant to be."""
        if finding is not None and finding.repaired:
            if finding.diagnostic.name == "missing-colon":
                end = line.tokens[-1].end
                yield [*line.tokens, Token("COLON", ":", end, end), *NEWLINE]
            yield self.standing_for(line, finding.repaired)
        kinds = [token.type for token in line.tokens[:2]]
        first = kinds[-1] if kinds[0] == "REPLACE" else kinds[0]
        prefix = "REPLACE " if kinds[0] == "REPLACE" else ""
        if first in ("CHOOSE", "MAY", "NAME") and line.tokens[-1].type != "COLON":
            return
        if first == "OTHERWISE":
            yield self.standing_for(line, ["OTHERWISE", "IF", "NOTHING", "COLON"])
            yield self.standing_for(line, ["IF", "NOTHING", "COLON"])
        elif first in HEADERS:
            yield self.standing_for(line, (prefix + HEADERS[first]).split())

    def standing_for(self, line: SourceLine, kinds: list[str]) -> list[Token]:
        """Return tokens in place of a line."""
        start, end = line.tokens[0].start, line.tokens[-1].end
        return [*(Token(kind, "", start, end) for kind in kinds), *NEWLINE]

    def report(self, diagnostic: Diagnostic) -> None:
        """Report a mistake."""
        self.diagnostics.append(diagnostic)

    def lowered(self, tree: Tree) -> nodes.Declaration | None:
        """Return the declaration of a tree, unless it is broken as a whole."""
        lowering = DeclarationBuilder(self.source, self.lines, self.replaced)
        declaration: nodes.Declaration | None = None
        try:
            declaration = lowering.whole(tree)
        except TooDeepError as error:
            lowering.too_deep(error)
        if lowering.diagnostics:
            self.diagnostics.extend(lowering.diagnostics)
            self.give_up(self.lines)
        return None if isinstance(declaration, nodes.BrokenLine) else declaration
