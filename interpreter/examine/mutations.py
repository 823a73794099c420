"""List the ways in which a rulebook can be wrong in one place: the present text, and what it could be instead.

The mutations change:

- numbers, signs and comparisons;
- conditions, whole and halved, and when standing rules hold;
- the player of a rule, and the place, card, value or name that it means;
- the order of actions and of players, and whether an action happens at all;
- who sees what;
- whether something must or may be done, by which player, and how often;
- the settings of a game.

Texts, titles, rulings and the examples themselves stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, takewhile

from attrs import define, field, frozen

from rulewright.dsl.checked import Game
from rulewright.dsl.syntax.lexer import Token, lex
from rulewright.dsl.text.source import Source

UNTOUCHED = {"EXAMPLE", "GIVEN", "RULING", "NOTE"}
"""Declarations that are no rules; examples begin at lines with `given`."""
TEXTS = {"TEXT_WORD", "NOTE", "SAY"}
"""Lines that are for people only."""
UNORDERED = {"NEEDS", "OTHERWISE", "TEXT_WORD", "COPIES"}
STANDING = {"FORBID", "CHANGE", "BEFORE", "AFTER", "INSTEAD"}
EXCHANGED = {
    "first": "last",
    "last": "first",
    "highest": "lowest",
    "lowest": "highest",
    "most": "fewest",
    "fewest": "most",
    "and": "or",
    "or": "and",
    "yes": "no",
    "no": "any",
    "any": "no",
    "plus": "without",
    "before": "after",
    "left": "right",
    "right": "left",
    "+": "-",
    "-": "+",
}
LEFT_OUT = {"ordered": ("order", 2), "counterclockwise": ("order", 1), "not": ("condition", 1)}
"""Words that are left out, with the number of words to leave out, and the kind of that mistake."""
BOUNDARIES = {"least": "more than", "most": "less than"}
"""`at least` and `at most` without the boundary; after `is more`, with it."""
ABOUT = {"player": "left of player", "players": "(player)", "owner": "left of owner"}
"""The player of a rule, and another player."""
ENDS = {"COMMA", "COLON", "TEXT", "ASKING", "SHOWING", "OTHERWISE", "IF", "WHILE", "GIVING", "FOR", "BY"}
"""Where a condition ends at the latest, outside its own brackets."""
BEGINNINGS = {"IF", "NEEDS", "WHILE", "WHERE", "UNTIL", "AND", "OR", "COLON", "COMMA", "THAT", "AMONG", "EQUAL"}
"""The words before a condition."""

Change = tuple[str, int, int, str]
"""The kind of a mutation, its beginning and end, and the replacement."""


@frozen
class Mutant:
    """One place of a text, and its replacement."""

    kind: str
    line: int
    start: int
    end: int
    instead: str

    def mutated_text(self, text: str) -> str:
        """Return the mutated text."""
        return text[: self.start] + self.instead + text[self.end :]


def names_in(game: Game) -> dict[str, tuple[str, str]]:
    """Return the name that each name of a game may be mistaken for, the next of its sort, and the kind of that mistake."""
    rows = [("value", list(values.names)) for values in game.values.values()]
    rows += [("card", [card.name for card in kind.cards]) for kind in game.kinds.values()]
    rows.append(("place", list(game.places)))
    owned: dict[tuple[str, str], list[str]] = {}
    for own in game.fields:
        if own.place is not None and own.of is not None:
            owned.setdefault((own.of.kind, own.of.name), []).append(own.name)
    rows += [("place", names) for names in owned.values()]
    found = {one: (kind, other) for kind, names in rows if len(names) > 1 for one, other in pairwise([*names, names[0]])}
    for name, worked_out in game.defines.items():
        if not worked_out.parameters and worked_out.type.kind == "player" and not worked_out.type.many:
            found[name] = ("about whom", f"left of {name}")
    return found


@define(eq=False)
class LineNode:
    """A line of a rulebook, with the line that it is indented below and those that are indented below it."""

    tokens: list[Token]
    indent: int
    start: int
    end: int
    above: LineNode | None
    below: list[LineNode] = field(factory=list)

    @property
    def first(self) -> str:
        return self.tokens[0].type

    def has(self, *types: str) -> bool:
        return any(token.type in types for token in self.tokens)

    @property
    def path(self) -> list[LineNode]:
        """The lines that it stands in, the outermost first, and itself."""
        return [*(self.above.path if self.above is not None else ()), self]

    @property
    def whole_end(self) -> int:
        """Where the last line that stands in it ends."""
        return self.below[-1].whole_end if self.below else self.end

    @property
    def is_field(self) -> bool:
        """Whether it declares what each of something, or the table, has."""
        return self.above is not None and self.above.has("HAS")

    @property
    def is_listed(self) -> bool:
        """Whether it is one of a menu, of a list or of a card's fields."""
        return self.first == "NAME" and self.has("TEXT", "EQUAL", "COLON")

    def neighbour(self, step: int) -> LineNode | None:
        """Return the line beside it in the same block: the next, or the one before."""
        beside = self.above.below if self.above is not None else [self]
        place = beside.index(self) + step
        return beside[place] if 0 <= place < len(beside) else None

    @cached_property
    def declared(self) -> list[tuple[int, str, str]]:
        """The names that it gives, each with where it stands and its type, if that is a word."""
        tokens, found = self.tokens, []
        event = self.first in STANDING
        for place, token in enumerate(tokens[:-1]):
            before, after = tokens[place - 1] if place else token, tokens[place + 1]
            if event and token.type in ("WHILE", "TO", "COLON", "TEXT"):
                break
            if token.type != "NAME":
                continue
            head = self.first in ("TO", "DEFINE") and after.type == "IN" and place > 1
            choice = self.first in ("CHOOSE", "MAY") and before.type in ("CHOOSE", "COMMA") and after.type in ("IN", "AS")
            if (
                head
                or choice
                or before.type in ("LET", "GIVING")
                or (before.type == "EACH" and after.type == "IN")
                or (self.first == "ROLL" and before.type == "AS")
                or (event and place > 1 and before.type in ("NAME", "COMMA", "OF", "PERFORM"))
            ):
                found.append((token.start, token.text, tokens[place + 2].text if head else ""))
        if len(tokens) > 1 and tokens[-1].type == "NAME" and tokens[-2].type in ("AS", "GIVING"):
            found.append((tokens[-1].start, tokens[-1].text, ""))
        return found


def lines_of(source: Source) -> Iterator[LineNode]:
    """Yield the lines of a rulebook, except those of rulings and examples."""
    text, path, left_out = source.text, list[LineNode](), None
    for line in lex(source).lines:
        if left_out is not None and line.indent > left_out:
            continue
        left_out = line.indent if line.tokens[0].type in UNTOUCHED else None
        if left_out is not None:
            continue
        while path and path[-1].indent >= line.indent:
            path.pop()
        start = text.rfind("\n", 0, line.tokens[0].start) + 1
        end = text.find("\n", max(token.end for token in line.tokens)) + 1
        path.append(LineNode(line.tokens, line.indent, start, end or len(text), path[-1] if path else None))
        if len(path) > 1:
            path[-2].below.append(path[-1])
        yield path[-1]


def mutants(source: Source, names: Mapping[str, tuple[str, str]]) -> Iterator[Mutant]:
    """Every way to break a rulebook in one place; `names`: what its names may be mistaken for."""
    text = source.text
    for line in list(lines_of(source)):
        found = [*of_order(text, line), *misnamed(line, names)]
        if line.first in ("PLAYERS", "OPTION") and line.tokens[-1].type != "COLON":
            found += [("limit", start, end, instead) for _, start, end, instead in of_tokens(line.tokens)]
        elif line.first not in TEXTS:
            found += [*of_line(line), *of_tokens(line.tokens), *of_conditions(line.tokens)]
        for kind, start, end, instead in found:
            if text[start:end] != instead:
                yield Mutant(kind, text.count("\n", 0, start) + 1, start, end, instead)


def of_line(line: LineNode) -> Iterator[Change]:
    """Yield the mutations of a whole line: leave it out, make an option an obligation, show it to all, make it no secret."""
    first, tokens = line.tokens[0], line.tokens
    if missing := what_is_missing(line):
        yield f"no {missing}", line.start, line.whole_end, ""
    if first.type == "MAY":
        yield "must for may", first.start, tokens[1].start, ""
    if first.type == "CHOOSE":
        yield "may for must", first.start, first.start, "may "
    if first.type == "TOGETHER":
        yield "who sees", first.start, tokens[1].start, ""
    is_shown = first.type == "PLACE" or (line.is_field and len(tokens) > 1 and tokens[1].type == "TEXT")
    if is_shown and not any(token.text == "seen" for token in tokens):
        end = max(token.end for token in tokens)
        yield "who sees", end, end, ", seen by nobody" if line.has("COLON") else ": place, seen by nobody"


def what_is_missing(line: LineNode) -> str:
    """Return what is not done, asked or offered without a line and all below it; empty if it cannot be left out."""
    first, above, following = line.tokens[0], line.above, line.neighbour(1)
    if first.type in STANDING:
        return first.text
    if above is None or line.is_field or (first.type == "REMOVE" and line.tokens[1].type == "EXAMPLE"):
        return ""
    if first.type in ("IF", "OTHERWISE") and following is not None and following.first == "OTHERWISE":
        return ""
    if first.type != "NAME":
        return first.text
    if above.first in ("CHOOSE", "MAY"):
        return "option"
    return "" if line.is_listed or line.path[0].first in ("VALUES", "DIE", "LINE", "MAP", "CARDS") else "call"


def of_order(text: str, line: LineNode) -> Iterator[Change]:
    """Yield the swaps of two neighbouring actions."""
    other, root = line.neighbour(1), line.path[0]
    if other is None or root.first in ("VALUES", "MAP") or line.is_listed or line.is_field:
        return
    if root.tokens[-1].type != "COLON" or (root.first == "VARIANT" and line.above is root):
        return
    if {line.first, other.first} & UNORDERED:
        return
    last = other.neighbour(1)
    if last is not None and last.first == "OTHERWISE" and line.tokens[-1].type == other.tokens[-1].type == "COLON":
        return
    yield "order", line.start, other.whole_end, text[line.whole_end : other.whole_end] + text[line.start : line.whole_end]


def of_tokens(tokens: Sequence[Token]) -> Iterator[Change]:
    """Yield the mutations of a word or two of a line."""
    for place, token in enumerate(tokens):
        before = tokens[place - 1].text if place else ""
        after = tokens[place + 1] if place + 1 < len(tokens) else token
        if token.type == "NUMBER":
            yield "number", token.start, token.end, str(int(token.text) + 1)
            if int(token.text):
                yield "number", token.start, token.end, str(int(token.text) - 1)
        elif token.text == "seen":
            yield from of_sight(tokens, place)
        elif token.text in LEFT_OUT:
            kind, words = LEFT_OUT[token.text]
            yield kind, tokens[place + 1 - words].start, token.end, ""
        elif token.text == "under":
            yield "order", token.start, token.end, "to"
        elif token.text == "from" and tokens[0].type not in ("DRAW", "TAKE"):
            yield "order", tokens[place - 1].end, ending(tokens, place + 1, {"COUNTERCLOCKWISE", "WHERE", "WITHOUT", "UNTIL"}), ""
        elif token.text == "random" and before == "at":
            yield "chance", tokens[place - 1].start, token.end, ""
        elif token.text == "is" and after.text != "not":
            yield "condition", token.end, token.end, " not"
        elif token.text in BOUNDARIES and before == "at":
            yield "condition", token.start, token.end, "most" if token.text == "least" else "least"
            if after.type != "NUMBER":
                yield "condition", tokens[place - 1].start, token.end, BOUNDARIES[token.text]
        elif token.text in ("more", "less") and after.text == "than":
            yield "condition", token.start, token.end, "less" if token.text == "more" else "more"
            yield "condition", token.start, after.end, "at least" if token.text == "more" else "at most"
        elif token.text == "as" and after.type == "NUMBER":
            yield "may for must", token.end, token.end, " up to"
        elif token.text == "up" and after.text == "to":
            yield "must for may", token.start, after.end, ""
        elif token.text == "any" and after.text == "number":
            yield "must for may", token.start, after.end, "1"
        elif (token.text in EXCHANGED and token.type != "NAME") or (token.text in ("left", "right") and after.text == "of"):
            yield "word", token.start, token.end, EXCHANGED[token.text]
        elif token.text in ABOUT and before not in ("each", "for", "in", "to", "place", "with", "by"):
            yield "about whom", token.start, token.end, ABOUT[token.text]


def of_sight(tokens: Sequence[Token], place: int) -> Iterator[Change]:
    """Yield the mutations of who sees something: everybody, or not even its owner, or none of the additional players."""
    top = tokens[place - 1].text == "top"
    said = [token for token in takewhile(lambda token: token.type not in ("COLON", "_NEWLINE"), tokens[place:]) if token.text]
    end = next(number for number, other in enumerate(said) if other.text in ("owner", "others", "nobody", "all"))
    others = [token.text for token in said[end + 1 : end + 2]] == ["and"]
    whom, last = said[end], said[end + 2 * others]
    # The words after it mean nothing alone.
    yield "who sees", tokens[place - 1 - top].start, said[-1].end, ""
    if top:
        yield "who sees", tokens[place - 1].start, tokens[place].start, ""
    if others:
        yield "who sees", whom.end, last.end, ""
    elif whom.text in ("owner", "nobody"):
        yield "who sees", whom.start, whom.end, "nobody" if whom.text == "owner" else "owner"
    if said[-1].text in ("always", "uncounted"):
        yield "who sees", last.end, said[-1].end, ""


def ending(tokens: Sequence[Token], place: int, ends: set[str]) -> int:
    """Return where the part at an index of a line ends: before one of these words, or with the brackets around it."""
    depth = 0
    for number, token in enumerate(tokens[place:], place):
        depth += (token.type == "LPAR") - (token.type == "RPAR")
        if depth < 0 or (depth == 0 and token.type in ENDS | ends):
            return tokens[number - 1].end
    return max(token.end for token in tokens)


def beginning(tokens: Sequence[Token], place: int) -> int:
    """Return where the condition before an index of a line begins."""
    depth = 0
    for number in range(place - 1, -1, -1):
        token = tokens[number]
        depth += (token.type == "RPAR") - (token.type == "LPAR")
        if depth < 0 or (depth == 0 and token.type in BEGINNINGS):
            return tokens[number + 1].start
    return tokens[0].start


def of_conditions(tokens: Sequence[Token]) -> Iterator[Change]:
    """Yield conditions with one half missing, or dropped altogether."""
    standing = tokens[0].type in STANDING
    for place, token in enumerate(tokens[:-1]):
        following = tokens[place + 1]
        if token.type in ("AND", "OR") and following.type != "TEXT":
            yield "half a condition", tokens[place - 1].end, ending(tokens, place + 1, {"AND", "OR"}), ""
            yield "half a condition", beginning(tokens, place), following.start, ""
        elif token.type == "WHERE":
            yield "no condition", tokens[place - 1].end, ending(tokens, place + 1, set()), ""
        elif token.type == "AS" and following.text == "long":
            yield "no condition", tokens[place - 1].end, ending(tokens, place + 3, set()), ""
        elif token.type == "WHILE" and standing:
            yield "no condition", tokens[place - 1].end, ending(tokens, place + 1, set()), ""


def misnamed(line: LineNode, names: Mapping[str, tuple[str, str]]) -> Iterator[Change]:
    """Yield replacements of places, cards, values and names by others."""
    root, own = line.path[0].first, {start for start, _, _ in line.declared}
    declares = (
        line.first in ("VALUES", "DIE", "CARD", "CARDS", "PLACE", "EACH")
        or line.is_field
        or (line.first == "NAME" and root in ("VALUES", "CARDS", "LINE", "MAP"))
    )
    kinds = {name: kind for above in line.path[:-1] for _, name, kind in above.declared}
    for place, token in enumerate(line.tokens):
        if token.type != "NAME" or (place < 2 and declares) or token.start in own:
            continue
        if token.text in kinds or token.text in {name for _, name, _ in line.declared}:
            kinds |= {name: kind for start, name, kind in line.declared if start < token.start}
            # A name without a known type may be anything.
            kind = kinds.get(token.text, "")
            others = [other for other in kinds if other != token.text and (not kind or kinds[other] in ("", kind))]
            if others:
                yield "name", token.start, token.end, others[-1]
            elif kind == "player":
                yield "about whom", token.start, token.end, f"left of {token.text}"
        elif token.text in names:
            kind, other = names[token.text]
            yield kind, token.start, token.end, other
