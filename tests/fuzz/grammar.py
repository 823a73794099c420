"""Make texts from the grammar, whether or not they make sense, with names of a rulebook around them."""

from __future__ import annotations

from functools import cache
from random import Random

from lark import Lark
from lark.grammar import Rule

from rulewright.dsl.syntax.tables import grammar
from rulewright.dsl.syntax.vocabulary import FOLLOWING_WORDS, INNER_WORDS, LINE_WORDS, RESERVED, SEAT_WORDS, SECOND_WORDS
from tests.emit.generated import HEAD, made
from tests.fuzz.texts import WORD

SIGNS = {
    "COLON": ":", "COMMA": ",", "LPAR": "(", "RPAR": ")", "EQUAL": "=", "PLUS": "+", "STAR": "*", "SLASH": "/", "MINUS": "-",
}  # fmt: skip
TEXTS = ('"Word"', '"{player}"', '"{rounds} of {spot}"', '""', '"{nothing-such}"', '"é \\" {{"', 'fr "Mot"')
SEEN = (
    "seen by owner",
    "seen by others",
    "seen by nobody, uncounted",
    "seen by others, uncounted",
    "seen by all, always",
    "top seen by all",
    "seen by owner and pals",
    "seen by owner and wealth, uncounted",
)
"""Ways to say who sees something: the words in them are none anywhere else."""
LONGEST = 150
"""Words and signs after which the shortest ways are taken."""
FAR = 99
"""Deeper than anything has to be."""
BOARDS = ("runners", "gems", "deals", "path", "steps", "field", "stock", "urn", "heap", "suit", "cube", "player", "hand")
FIELDS = ("score", "mate", "likes", "tired", "trap", "mark", "turn-of", "rounds", "spot", "wealth", "owner", "kind", "forward")


@cache
def rules() -> dict[str, list[Rule]]:
    """Return the ways to write each thing, by its name."""
    found: dict[str, list[Rule]] = {}
    for rule in Lark(grammar(), parser="lalr", start="start", keep_all_tokens=True, maybe_placeholders=False).rules:
        found.setdefault(str(rule.origin.name), []).append(rule)
    return found


@cache
def words() -> dict[str, list[str]]:
    """Return the possible words for each terminal."""
    found: dict[str, list[str]] = {name: [sign] for name, sign in SIGNS.items()}
    for known in (LINE_WORDS, INNER_WORDS, SEAT_WORDS):
        for word, name in known.items():
            found.setdefault(name, []).append(word)
    for (_, word), name in (FOLLOWING_WORDS | SECOND_WORDS).items():
        found.setdefault(name, []).append(word)
    return found


@cache
def depths() -> dict[str, int]:
    """Return how deep each thing has to be at least."""
    found = dict.fromkeys(rules(), FAR)
    while True:
        better = {name: min(depth(rule, found) for rule in ways) for name, ways in rules().items()}
        if better == found:
            return found
        found = better


def depth(rule: Rule, known: dict[str, int]) -> int:
    """Return how deep one way to write something is, by what is known of its parts."""
    deepest = max((known[part.name] for part in rule.expansion if not part.is_term), default=0)
    return min(FAR, deepest + (len(rule.expansion) > 1 or rule.expansion[0].is_term))


class Deriving:
    """Makes texts of the grammar."""

    def __init__(self, chance: Random, names: tuple[str, ...], deepest: int) -> None:
        self.chance = chance
        self.names = names
        self.deepest = deepest
        self.out: list[str] = []
        self.indent = 0
        self.begins = True

    def text(self, name: str, indent: int = 0) -> str:
        """One thing, indented."""
        self.out, self.indent, self.begins = [], indent, True
        self.derive(name, 0)
        return "".join(self.out)

    def derive(self, name: str, deep: int) -> None:
        """Write one thing."""
        if name == "seen" and self.chance.random() < 0.7:
            self.out.append(f" {self.chance.choice(SEEN)}")
            return
        ways = [rule for rule in rules()[name] if str(rule.origin.name) == name and not self.breaks(rule)]
        if deep > self.deepest or len(self.out) > LONGEST:
            least = min(depth(rule, depths()) for rule in ways)
            ways = [rule for rule in ways if depth(rule, depths()) == least]
        for part in self.chance.choice(ways).expansion:
            if part.is_term:
                self.put(str(part.name))
            else:
                self.derive(str(part.name), deep + 1)

    def breaks(self, rule: Rule) -> bool:
        """Return whether it is a way that only the lexer takes, for a line that was set aside."""
        return [str(part.name) for part in rule.expansion] in (["BROKEN"], ["broken"], ["BROKEN", "_NEWLINE"])

    def put(self, terminal: str) -> None:
        """Write one word or sign."""
        if terminal == "_INDENT":
            self.indent += 1
        elif terminal == "_DEDENT":
            self.indent -= 1
        elif terminal == "_NEWLINE":
            self.out.append("\n")
            self.begins = True
        else:
            if self.begins:
                self.out.append("    " * self.indent)
            elif terminal not in ("COLON", "COMMA"):
                self.out.append(" ")
            self.begins = False
            self.out.append(self.word(terminal))

    def word(self, terminal: str) -> str:
        """Return a word for a terminal."""
        chance = self.chance
        if terminal == "NAME":
            return f"own{chance.randrange(9)}" if chance.random() < 0.1 else chance.choice(self.names)
        if terminal == "NUMBER":
            return chance.choice(("0", "1", "2", "3", "4", "12"))
        if terminal == "TEXT":
            return chance.choice(TEXTS[:-1])
        return chance.choice(words().get(terminal, [terminal.lower()]))


def derived(chance: Random) -> str:
    """Return a rulebook with lines from the grammar in it."""
    text = made(chance.randrange(10**6)) if chance.random() < 0.7 else HEAD
    names = (*BOARDS, *FIELDS) if chance.random() < 0.7 else tuple(sorted(set(WORD.findall(text)) - RESERVED))
    deriving = Deriving(chance, names, chance.choice((4, 7, 10, 14)))
    if "to play:" not in text:
        text += f"\nto play:\n    choose one in runners\n{deriving.text('statement', 1)}"
    for _ in range(chance.randint(1, 3)):
        if chance.random() < 0.6:
            text = text.rstrip("\n") + "\n" + deriving.text("statement", 1)
        else:
            text = text.rstrip("\n") + "\n\n" + deriving.text("declaration")
    return text
