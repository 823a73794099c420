"""Every way in which one place of a rulebook can be wrong: what stands there, and what could stand there instead.

Broken are numbers, signs and comparisons; conditions, whole and by halves, and when standing rules hold; whom a rule is
about, and which place, card, value or name it means; the order of what is done, and of players; what is done at all; who may
see what; whether something must be done or may be, by whom, and how often; what can be set before a game. Texts, titles,
rulings and the examples themselves are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from attrs import field, frozen

from rulewright.dsl.checked import Game
from rulewright.dsl.lexer import SourceLine, Token, lex
from rulewright.dsl.parse import groups
from rulewright.dsl.source import Source

UNTOUCHED = {"EXAMPLE", "GIVEN", "RULING", "NOTE"}
"""Declarations that are no rules; what begins with `given` is where examples begin."""
TEXTS = {"TEXT_WORD", "NOTE", "SAY"}
"""Lines that are for people only."""
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
BOUNDARIES = {"least": "more than", "most": "less than"}
"""What `at least` and `at most` are with the boundary left out; behind `is more`, it is let in."""
ABOUT = {"player": "left of player", "players": "(player)", "owner": "left of owner"}
"""Whom a rule is about, and somebody else."""
ENDS = {"COMMA", "COLON", "TEXT", "ASKING", "SHOWING", "OTHERWISE", "IF", "WHILE", "GIVING", "FOR", "BY"}
"""Where a condition ends, at the latest, outside its own brackets."""
BEGINNINGS = {"IF", "NEEDS", "WHILE", "WHERE", "UNTIL", "AND", "OR", "COLON", "COMMA", "THAT", "AMONG", "EQUAL"}
"""What a condition stands behind."""

Change = tuple[str, int, int, str]
"""A kind of mistake, where it begins and ends, and what stands there instead."""


@frozen
class Mutant:
    """One place of a text, and what stands there instead."""

    kind: str
    line: int
    start: int
    end: int
    instead: str

    def of(self, text: str) -> str:
        """The broken text."""
        return text[: self.start] + self.instead + text[self.end :]


@frozen
class Names:
    """What a rulebook's names may be mistaken for: the next one of the same sort."""

    next: dict[str, tuple[str, str]] = field(factory=dict)
    """By name: the kind of mistake, and the other name."""

    @classmethod
    def of(cls, game: Game) -> Names:
        """Values, cards, places and players as a game declares them."""
        found: dict[str, tuple[str, str]] = {}
        rows = [("value", list(values.names)) for values in game.values.values()]
        rows += [("card", [card.name for card in kind.cards]) for kind in game.kinds.values()]
        rows.append(("place", list(game.places)))
        owned: dict[tuple[str, str], list[str]] = {}
        for own in game.fields:
            if own.place is not None and own.of is not None:
                owned.setdefault((own.of.kind, own.of.name), []).append(own.name)
        rows += [("place", names) for names in owned.values()]
        for kind, names in rows:
            if len(names) > 1:
                found |= {one: (kind, other) for one, other in pairwise([*names, names[0]])}
        for name, define in game.defines.items():
            if not define.parameters and define.type.kind == "player" and not define.type.many:
                found[name] = ("about whom", f"left of {name}")
        return cls(found)


def mutants(source: Source, names: Names | None = None) -> Iterator[Mutant]:
    """Every way to break a rulebook in one place."""
    text = source.text
    for group in groups(lex(source)):
        if group[0].tokens[0].type in UNTOUCHED:
            continue
        # A variant may have rulings and examples of its own, and a name stands for something from its line on.
        ruled = list(without_untouched(group))
        for found in (*orders(text, ruled), *of_lines(text, ruled), *misnamed(ruled, names or Names())):
            kind, start, end, instead = found
            if text[start:end] != instead:
                yield Mutant(kind, text.count("\n", 0, start) + 1, start, end, instead)


def without_untouched(group: Sequence[SourceLine]) -> Iterator[SourceLine]:
    """The lines of a group but for those of rulings and examples inside it."""
    inside: int | None = None
    for line in group:
        if inside is not None and line.indent > inside:
            continue
        inside = line.indent if line.tokens[0].type in UNTOUCHED else None
        if inside is None:
            yield line


def of_lines(text: str, group: Sequence[SourceLine]) -> Iterator[Change]:
    """What can be wrong with each line of a group."""
    for line in group:
        first = line.tokens[0].type
        if first in ("PLAYERS", "OPTION") and line.tokens[-1].type != "COLON":
            for _, start, end, instead in of_tokens(line.tokens):
                yield "limit", start, end, instead
        elif first not in TEXTS:
            yield from of_line(text, group, line)
            yield from of_tokens(line.tokens)
            yield from of_conditions(line.tokens)


def whole(text: str, line: SourceLine) -> tuple[int, int]:
    """Where a line begins and ends in the text."""
    start = text.rfind("\n", 0, line.tokens[0].start) + 1
    end = text.find("\n", max(token.end for token in line.tokens)) + 1
    return start, end or len(text)


def block(text: str, group: Sequence[SourceLine], line: SourceLine) -> tuple[int, int]:
    """The same with all that is indented below it."""
    place = next(place for place, one in enumerate(group) if one is line)
    start, end = whole(text, line)
    for below in group[place + 1 :]:
        if below.indent <= line.indent:
            break
        end = whole(text, below)[1]
    return start, end


def of_line(text: str, group: Sequence[SourceLine], line: SourceLine) -> Iterator[Change]:
    """What can be wrong with a whole line: it is not there, it must where it may, all may see it, it is not secret."""
    first, tokens = line.tokens[0], line.tokens
    if missing := what_is_missing(group, line):
        yield (f"no {missing}", *block(text, group, line), "")
    if first.type == "MAY":
        yield "must for may", first.start, tokens[1].start, ""
    if first.type == "CHOOSE":
        yield "may for must", first.start, first.start, "may "
    if first.type == "TOGETHER":
        yield "who sees", first.start, tokens[1].start, ""
    titled = len(tokens) > 1 and tokens[1].type == "TEXT"
    if is_field(group, line) and titled and not any(token.text == "seen" for token in tokens):
        yield "who sees", *hidden(tokens)
    if first.type == "PLACE" and not any(token.text == "seen" for token in tokens):
        yield "who sees", *hidden(tokens)


def what_is_missing(group: Sequence[SourceLine], line: SourceLine) -> str:
    """What is not done, asked or offered if a line is not there with all below it; nothing if that cannot be."""
    first, place = line.tokens[0], group.index(line)
    if first.type in STANDING:
        return first.text
    if not line.depth or is_field(group, line) or (first.type == "REMOVE" and line.tokens[1].type == "EXAMPLE"):
        return ""
    below = next((one for one in group[place + 1 :] if one.indent <= line.indent), None)
    if first.type in ("IF", "OTHERWISE") and below is not None and below.tokens[0].type == "OTHERWISE":
        return ""
    if first.type != "NAME":
        return first.text
    above = next(one for one in reversed(group[:place]) if one.indent < line.indent)
    if above.tokens[0].type in ("CHOOSE", "MAY"):
        return "option"
    return "" if menu_line(line) or group[0].tokens[0].type in ("VALUES", "DIE", "LINE", "MAP", "CARDS") else "call"


def hidden(tokens: Sequence[Token]) -> tuple[int, int, str]:
    """A place or field that all see, and that nobody is to see."""
    end = max(token.end for token in tokens)
    return end, end, ", seen by nobody" if any(token.type == "COLON" for token in tokens) else ": place, seen by nobody"


def is_field(group: Sequence[SourceLine], line: SourceLine) -> bool:
    """Whether a line declares what each of something, or the table, has."""
    above = next((one for one in reversed(group[: group.index(line)]) if one.indent < line.indent), None)
    return above is not None and any(token.type == "HAS" for token in above.tokens)


def of_tokens(tokens: Sequence[Token]) -> Iterator[Change]:
    """What can be wrong with a word or two of a line."""
    for place, token in enumerate(tokens):
        before = tokens[place - 1].text if place else ""
        after = tokens[place + 1] if place + 1 < len(tokens) else token
        if token.type == "NUMBER":
            yield "number", token.start, token.end, str(int(token.text) + 1)
            if int(token.text):
                yield "number", token.start, token.end, str(int(token.text) - 1)
        elif token.text == "seen":
            yield from of_sight(tokens, place)
        elif token.text == "ordered":
            yield "order", tokens[place - 1].start, token.end, ""
        elif token.text == "counterclockwise":
            yield "order", token.start, token.end, ""
        elif token.text == "under":
            yield "order", token.start, token.end, "to"
        elif token.text == "from" and tokens[0].type not in ("DRAW", "TAKE"):
            yield "order", tokens[place - 1].end, ending(tokens, place + 1, {"COUNTERCLOCKWISE", "WHERE", "WITHOUT", "UNTIL"}), ""
        elif token.text == "random" and before == "at":
            yield "chance", tokens[place - 1].start, token.end, ""
        elif token.text == "not":
            yield "condition", token.start, token.end, ""
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
    """What can be wrong with who sees something: all may see it, or not even its owner, or not those who may besides."""
    top = tokens[place - 1].text == "top"
    said = [token for token in takewhile(lambda token: token.type not in ("COLON", "_NEWLINE"), tokens[place:]) if token.text]
    end = next(number for number, other in enumerate(said) if other.text in ("owner", "others", "nobody", "all"))
    others = [token.text for token in said[end + 1 : end + 2]] == ["and"]
    whom, last = said[end], said[end + 2 * others]
    # The words behind it mean nothing alone.
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
    """Where what stands at a place of a line ends: before one of these words, or with the bracket around it."""
    depth = 0
    for number, token in enumerate(tokens[place:], place):
        depth += (token.type == "LPAR") - (token.type == "RPAR")
        if depth < 0 or (depth == 0 and token.type in ENDS | ends):
            return tokens[number - 1].end
    return max(token.end for token in tokens)


def beginning(tokens: Sequence[Token], place: int) -> int:
    """Where the condition before a place of a line begins."""
    depth = 0
    for number in range(place - 1, -1, -1):
        token = tokens[number]
        depth += (token.type == "RPAR") - (token.type == "LPAR")
        if depth < 0 or (depth == 0 and token.type in BEGINNINGS):
            return tokens[number + 1].start
    return tokens[0].start


def of_conditions(tokens: Sequence[Token]) -> Iterator[Change]:
    """A condition of which a half is missing, or that is not asked at all."""
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


def misnamed(group: Sequence[SourceLine], names: Names) -> Iterator[Change]:
    """Another place, card, value or name than the one that is meant."""
    scope: list[tuple[int, str, str]] = []
    for line in group:
        tokens = line.tokens
        scope = [one for one in scope if one[0] < line.indent or one[0] == 0]
        new = declared(tokens)
        declares = (
            tokens[0].type in ("VALUES", "DIE", "CARD", "CARDS", "PLACE", "EACH")
            or is_field(group, line)
            or (tokens[0].type == "NAME" and group[0].tokens[0].type in ("VALUES", "CARDS", "LINE", "MAP"))
        )
        kinds = {name: kind for _, name, kind in scope}
        for place, token in enumerate(tokens):
            if token.type != "NAME" or (place < 2 and declares) or token.start in {start for start, _, _ in new}:
                continue
            if token.text in kinds or token.text in {name for _, name, _ in new}:
                kinds |= {name: kind for start, name, kind in new if start < token.start}
                others = [other for other in kinds if other != token.text and fits(kinds.get(token.text, ""), kinds[other])]
                if others:
                    yield "name", token.start, token.end, others[-1]
                elif kinds.get(token.text) == "player":
                    yield "about whom", token.start, token.end, f"left of {token.text}"
            elif token.text in names.next:
                kind, other = names.next[token.text]
                yield kind, token.start, token.end, other
        scope += [(line.indent, name, kind) for _, name, kind in new]


def fits(one: str, other: str) -> bool:
    """Whether a name of one type may be one of another; what is not said may be anything."""
    return not one or not other or one == other


def declared(tokens: Sequence[Token]) -> list[tuple[int, str, str]]:
    """The names that a line gives, each with where it stands and its type, if that is a word."""
    found = []
    event = tokens[0].type in STANDING
    for place, token in enumerate(tokens[:-1]):
        before, after = tokens[place - 1] if place else token, tokens[place + 1]
        if event and token.type in ("WHILE", "TO", "COLON", "TEXT"):
            break
        if token.type != "NAME":
            continue
        head = tokens[0].type in ("TO", "DEFINE") and after.type == "IN" and place > 1
        choice = tokens[0].type in ("CHOOSE", "MAY") and before.type in ("CHOOSE", "COMMA") and after.type in ("IN", "AS")
        if (
            head
            or choice
            or before.type in ("LET", "GIVING")
            or (before.type == "EACH" and after.type == "IN")
            or (tokens[0].type == "ROLL" and before.type == "AS")
            or (event and place > 1 and before.type in ("NAME", "COMMA", "OF", "PERFORM"))
        ):
            found.append((token.start, token.text, tokens[place + 2].text if head else ""))
    if tokens[-1].type == "NAME" and len(tokens) > 1 and tokens[-2].type in ("AS", "GIVING"):
        found.append((tokens[-1].start, tokens[-1].text, ""))
    return found


def orders(text: str, group: Sequence[SourceLine]) -> Iterator[Change]:
    """Two neighbouring things that are done the other way round."""
    if group[0].tokens[-1].type != "COLON" or group[0].tokens[0].type in ("VALUES", "MAP"):
        return
    for place, one in enumerate(group):
        below = [line for line in group[place + 1 :] if line.indent <= one.indent]
        other = below[0] if below and below[0].indent == one.indent else None
        if not one.depth or other is None or one.tokens[0].type in ("NEEDS", "OTHERWISE", "TEXT_WORD", "COPIES"):
            continue
        after = [line for line in below[1:] if line.indent <= one.indent]
        chained = other.tokens[0].type in ("OTHERWISE", "NEEDS") or (
            one.tokens[-1].type == other.tokens[-1].type == "COLON" and bool(after) and after[0].tokens[0].type == "OTHERWISE"
        )
        listed = declares_in_variant(group, one) or menu_line(one) or is_field(group, one)
        if chained or listed or other.tokens[0].type in ("TEXT_WORD", "COPIES"):
            continue
        (start, middle), (_, end) = block(text, group, one), block(text, group, other)
        yield "order", start, end, text[middle:end] + text[start:middle]


def declares_in_variant(group: Sequence[SourceLine], line: SourceLine) -> bool:
    """Whether a line is one of what a variant declares, where no order is meant."""
    return group[0].tokens[0].type == "VARIANT" and line.indent == group[1].indent


def menu_line(line: SourceLine) -> bool:
    """Whether a line is one of a menu, of a list or of a card's fields."""
    tokens = line.tokens
    return tokens[0].type == "NAME" and (
        tokens[-1].type == "COLON" or any(token.type in ("TEXT", "EQUAL", "COLON") for token in tokens)
    )
