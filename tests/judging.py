"""Whether the examples of a rulebook notice what was broken in it.

The text is read once, block by block, and of each broken rulebook the one block alone in which it differs. Of the
examples, those that carry out what was broken are played, most telling first, until one fails. What goes unnoticed is played
at random against the whole rulebook.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias
from unittest.mock import patch

from attrs import evolve, frozen

from rulewright.dsl import nodes
from rulewright.dsl.check import check
from rulewright.dsl.check.game import known_variants
from rulewright.dsl.checked import Example, Game
from rulewright.dsl.diagnostic import RulebookError
from rulewright.dsl.lexer import lex
from rulewright.dsl.library import combinations, find
from rulewright.dsl.parse import groups, parse
from rulewright.dsl.source import Source, Span
from rulewright.interpreter.emit import source
from rulewright.interpreter.lower import lowering
from rulewright.interpreter.play.examples import one_by_one
from tests.breaking import Mutant
from tests.playing import Games
from tests.reached import Lines, beginnings, by_line, hosts, noting, with_standing

OPEN = "open"
UNPLAYED = {"who sees", "limit"}
"""What no game at random shows."""
FIRST = 6
"""So many examples, the most telling, are asked before all the others."""
WORD = re.compile(r"[^\W\d][\w-]+")

Who: TypeAlias = tuple[int, int]
"""An example: the block in which it stands, and the how many-th there."""


@frozen(eq=False)
class Block:
    """What stands at the left edge of a text, with all that is indented below it."""

    number: int
    start: int
    line: int
    """The line it begins on, from 1."""
    text: str
    read: nodes.Rulebook

    @property
    def examples(self) -> list[nodes.Example]:
        """The examples in it: it is one, or it is a variant with some of its own."""
        found = []
        for node in self.read.declarations:
            for line in node.lines if isinstance(node, nodes.Variant) else [node]:
                one = line.declaration if isinstance(line, nodes.Replace) else line
                if isinstance(one, nodes.Example):
                    found.append(one)
        return found

    @property
    def is_example(self) -> bool:
        """Whether it is an example, which may be left out."""
        return any(isinstance(node, nodes.Example) for node in self.read.declarations)


def block_of(number: int, start: int, line: int, text: str) -> Block | None:
    """A block that is read; nothing if it cannot be."""
    read, diagnostics = parse(Source(str(number), text))
    return None if any(one.severity == "error" for one in diagnostics) else Block(number, start, line, text, read)


def setting_of(example: Example) -> tuple[int, str]:
    """With which players and options an example is played; those without options come first."""
    return len(example.options), repr((example.players, sorted(example.options.items())))


@contextmanager
def thrifty() -> Iterator[None]:
    """While this lasts, programs are made without an order of what positions hold: half of the work, which no example needs."""
    with patch.object(source, "lowered", partial(lowering.lowered, bits=False)):
        yield


def without_play(game: Game) -> Game:
    """A game that is not played from its beginning: only what its examples carry out has to be made."""
    return evolve(game, play=evolve(game.play, needs=(), body=(), before=[], after=[], instead=[], forbids=[]))


class Judge:
    """Knows a rulebook, and who carries out what of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines()
        starts = [group[0].tokens[0].start for group in groups(lex(Source("whole", text)))]
        starts[0] = 0
        self.blocks: list[Block] = []
        for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True)):
            block = block_of(number, start, text.count("\n", 0, start) + 1, text[start:end])
            assert block is not None, text[start:end]
            self.blocks.append(block)
        with TemporaryDirectory() as folder:
            file = Path(folder) / "whole.rules"
            file.write_text(text, encoding="utf-8")
            found, diagnostics = find(str(file), whole=True)
            assert found is not None, diagnostics
            self.combinations = combinations(found, diagnostics)
            own = known_variants(found.rulebook)
            self.foreign = [variant for name, variant in found.known.items() if name not in own]
        self.told: Counter[Who] = Counter()
        """How often an example has noticed something."""

    # ---- who carries out what

    @cached_property
    def examples(self) -> dict[tuple[str, ...], dict[Who, Example]]:
        """The examples of each combination of variants; of a table of cases the first row."""
        found: dict[tuple[str, ...], dict[Who, Example]] = {}
        for variants in self.combinations:
            game = self.game(self.blocks, variants)
            assert game is not None, variants
            for example in game.examples:
                found.setdefault(variants, {}).setdefault(self.who(self.blocks, example), example)
        return found

    @cached_property
    def profile(self) -> tuple[Lines, dict[int, set[Who]]]:
        """The lines on which something is carried out, and which examples do."""
        begun: set[int] = set()
        done: dict[Who, set[int]] = {}
        for variants in self.examples:
            game = self.game(self.blocks, variants)
            assert game is not None
            begun |= {self.line_of(span) for span in beginnings(game)}
            standing = list(hosts(game))
            with thrifty(), noting() as noted:
                for result in one_by_one(game, game.examples):
                    assert result.passed, result.diagnostic
                    found = with_standing(noted.taken(), standing)
                    done.setdefault(self.who(self.blocks, result.example), set()).update(map(self.line_of, found))
        return Lines(self.lines, frozenset(begun)), by_line(done)

    def line_of(self, span: Span) -> int:
        """The line of the whole text on which something begins."""
        return self.blocks[int(span.source.name)].line + span.line - 1

    def who(self, blocks: Sequence[Block], example: Example) -> Who:
        """Which example it is."""
        block = next(block for block in blocks if block.read.span.source is example.span.source)
        return block.number, next(
            place for place, one in enumerate(block.examples) if one.span.start == example.span.start
        )

    def reaching(self, mutant: Mutant) -> list[Who]:
        """The examples that carry out what was broken, most telling first."""
        lines, reached = self.profile
        owner = lines.owner(mutant.line)
        everybody = [who for examples in self.examples.values() for who in examples]
        score = self.scores(mutant)
        return sorted(everybody if owner is None else reached.get(owner, ()), key=lambda who: (-score[who], who))

    # ---- what is near

    @cached_property
    def words(self) -> dict[Who, frozenset[str]]:
        """The words of each example."""
        return {
            who: frozenset(WORD.findall(self.blocks[who[0]].text)) for examples in self.examples.values() for who in examples
        }

    @cached_property
    def rarity(self) -> Mapping[str, float]:
        """How much a word says: the fewer examples have it, the more."""
        counted = Counter(word for words in self.words.values() for word in words)
        return {word: 1 / count for word, count in counted.items()}

    def scores(self, mutant: Mutant) -> dict[Who, float]:
        """How likely each example notices: it speaks of what was broken, stands near it, and has noticed things before."""
        above = self.text.rfind("\n", 0, max(0, mutant.start - 400)) + 1
        near = Counter(WORD.findall(self.text[above : mutant.end + 400]))
        near.update(WORD.findall(self.text[mutant.start : mutant.end + 60]) * 5)
        return {
            who: sum(self.rarity[word] * near[word] for word in words if word in near)
            + 3 / (1 + abs(self.blocks[who[0]].line - mutant.line) / 10)
            + self.told[who] ** 0.5 / 10
            for who, words in self.words.items()
        }

    # ---- broken rulebooks

    def block(self, mutant: Mutant) -> Block:
        """The block that is broken."""
        return next(block for block in reversed(self.blocks) if block.start <= mutant.start)

    def broken(self, mutant: Mutant) -> list[Block] | None:
        """The blocks of a broken rulebook; nothing if it cannot be read."""
        block = self.block(mutant)
        start, end = mutant.start - block.start, mutant.end - block.start
        text = block.text[:start] + mutant.instead + block.text[end:]
        other = block_of(block.number, block.start, block.line, text)
        return None if other is None else [other if one is block else one for one in self.blocks]

    def game(self, blocks: Sequence[Block], variants: Sequence[str], only: Iterable[Who] | None = None) -> Game | None:
        """A game of some blocks, with all its examples or only some; nothing if it is no rulebook.

        A variant may speak of any of them, so that there they all stay.
        """
        wanted = None if only is None or variants else {number for number, _ in only}
        kept = [block.read for block in blocks if wanted is None or block.number in wanted or not block.is_example]
        rulebook = nodes.joined(kept)
        known = known_variants(rulebook, self.foreign)
        if any(name not in known for name in variants):
            return None
        laid = [known[name] for name in variants]
        game, diagnostics = check(rulebook, laid, others=known.values())
        if game is None or any(one.severity == "error" for one in diagnostics):
            return None
        return without_play(game)

    def fate(self, mutant: Mutant) -> str:
        """What becomes of a broken rulebook, with all that there is to be asked."""
        asked = self.asked(mutant)
        return self.played(mutant) if asked == OPEN else asked

    def asked(self, mutant: Mutant) -> str:
        """`refused` if it is no rulebook any more; `noticed` if an example fails; or else it is open what becomes of it."""
        blocks = self.broken(mutant)
        if blocks is None:
            return "refused"
        reaching = self.reaching(mutant)
        try:
            for asked in (reaching[:FIRST], reaching[FIRST:]):
                found = self.verdict(blocks, asked)
                if found:
                    return found
            if any(self.game(blocks, variants, ()) is None for variants in self.combinations):
                return "refused"
        except RulebookError:
            return "refused"
        return OPEN

    def played(self, mutant: Mutant) -> str:
        """`same` if its games are the same; or else `unnoticed`, or `not played` if no example carries out what was broken."""
        line, near = self.profile[0].owner(mutant.line), self.block(mutant).text
        if mutant.kind not in UNPLAYED and self.games.are_same(mutant.of(self.text), line, near):
            return "same"
        return "unnoticed" if self.reaching(mutant) else "not played"

    def verdict(self, blocks: Sequence[Block], asked: Sequence[Who]) -> str:
        """Whether some examples notice, if one does, or that they cannot be played."""
        for variants, examples in self.examples.items():
            chosen = [who for who in asked if who in examples]
            if not chosen:
                continue
            game = self.game(blocks, variants, chosen)
            if game is None:
                return "refused"
            rank = {who: place for place, who in enumerate(chosen)}
            found = {id(example): self.who(blocks, example) for example in game.examples}
            playable = [example for example in game.examples if found[id(example)] in rank]
            playable.sort(key=lambda example: (setting_of(example), rank[found[id(example)]]))
            with thrifty():
                for result in one_by_one(game, playable):
                    if not result.passed:
                        self.told[found[id(result.example)]] += 1
                        return "noticed"
        return ""

    @cached_property
    def games(self) -> Games:
        """The games of the unbroken rulebook."""
        return Games(self.text)
