"""Find out whether the examples of a rulebook notice a mutation.

The text is parsed once, block by block, and for each mutant only the block that differs. Of the examples, those that carry
out the mutated part are played, the most likely first, until one fails. Unnoticed mutants are played at random against the
whole rulebook.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from attrs import evolve, frozen

from rulewright.dsl import nodes
from rulewright.dsl.check import check
from rulewright.dsl.check.game import known_variants
from rulewright.dsl.checked import Example, Game
from rulewright.dsl.library.library import combinations, find_game
from rulewright.dsl.library.linking import has_game, variants_in
from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.syntax.lexer import lex
from rulewright.dsl.syntax.parser import groups, parse
from rulewright.dsl.text.source import Source, Span
from rulewright.interpreter.examine.mutant_games import MutantGames, beginnings, with_standing
from rulewright.interpreter.examine.mutations import LineNode, Mutant, lines_of
from rulewright.interpreter.games.examples import one_by_one

OPEN = "open"
UNPLAYED = {"who sees", "limit"}
"""Mutations that no random game shows."""
FIRST = 6
"""How many of the most likely examples are asked before all others."""
CARRIED_OUT = {"TO", "BEFORE", "AFTER", "INSTEAD", "FORBID"}
"""The first words of blocks that are carried out."""
WORD = re.compile(r"[^\W\d][\w-]+")

Who: TypeAlias = tuple[int, int]
"""An example: its block, and its number in the block."""


@frozen(eq=False)
class RulebookBlock:
    """A piece of text that begins at the left margin, with everything indented below it."""

    number: int
    start: int
    line: int
    """Its first line, counted from 1."""
    text: str
    read: nodes.Rulebook

    @property
    def examples(self) -> list[nodes.Example]:
        """The examples in it: it is one, or it is a variant with its own."""
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


def block_of(number: int, start: int, line: int, text: str) -> RulebookBlock | None:
    """Return a parsed block, or None if it cannot be read."""
    read, diagnostics = parse(Source(str(number), text))
    return None if any(one.severity == "error" for one in diagnostics) else RulebookBlock(number, start, line, text, read)


def setting_of(example: Example) -> tuple[int, str]:
    """Return the players and options of an example; those without options are sorted first."""
    return len(example.options), repr((example.players, sorted(example.options.items())))


def without_play(game: Game) -> Game:
    """Return a game that is not played from its beginning: only what its examples carry out is compiled."""
    return evolve(game, play=evolve(game.play, needs=(), body=(), before=[], after=[], all_instead=[], forbids=[]))


class MutantJudge:
    """A judge of one rulebook, which knows who carries out what. Raise RulebookError for mistakes; all examples must hold."""

    def __init__(self, reference: str) -> None:
        self.reference = reference
        found, diagnostics = find_game(reference, whole=True)
        if found is None:
            raise RulebookError(diagnostics)
        self.combinations = combinations(found, diagnostics)
        _raise_errors(diagnostics)
        self.parts = found.asked.sources
        self.text = "".join(part.text.rstrip("\n") + "\n" for part in self.parts)
        """All files of the rulebook, one after the other."""
        self.lines = {line.start: line for line in lines_of(Source("whole", self.text))}
        starts = [group[0].tokens[0].start for group in groups(lex(Source("whole", self.text)))]
        starts[0] = 0
        self.blocks: list[RulebookBlock] = []
        for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(self.text)], strict=True)):
            block = block_of(number, start, self.text.count("\n", 0, start) + 1, self.text[start:end])
            assert block is not None, self.text[start:end]
            self.blocks.append(block)
        own = known_variants(found.asked)
        self.base = None if has_game(found.asked) else found.rulebook
        """The game that the variants change, if the file has nothing but variants."""
        self.foreign = [variant for name, variant in found.known.items() if name not in own]
        self.told: Counter[Who] = Counter()
        """How often each example has noticed something."""

    def place(self, line: int) -> tuple[str, int]:
        """Return where a line of the whole text is: the file's name, and the line's number there."""
        for part in self.parts:
            count = part.text.rstrip("\n").count("\n") + 1
            if line <= count:
                return part.name, line
            line -= count
        raise AssertionError(line)

    @cached_property
    def examples(self) -> dict[tuple[str, ...], dict[Who, Example]]:
        """The examples of each combination of variants; of a table of cases the first row."""
        found: dict[tuple[str, ...], dict[Who, Example]] = {}
        for variants in self.combinations:
            for example in self.sound(variants).examples:
                who = self.who(self.blocks, example)
                if who is not None:
                    found.setdefault(variants, {}).setdefault(who, example)
        return found

    def sound(self, variants: tuple[str, ...]) -> Game:
        """Return the unchanged game, with some variants."""
        game, diagnostics = self.checked(self.blocks, variants)
        _raise_errors(diagnostics)
        assert game is not None, variants
        return game

    @cached_property
    def profile(self) -> tuple[set[int], dict[int, set[Who]]]:
        """Where the lines begin on which something is carried out, and which examples do."""
        begun: set[int] = set()
        reached: dict[int, set[Who]] = {}
        for variants in self.examples:
            game = without_play(self.sound(variants))
            begun |= self.lines_at(beginnings(game))
            for result in one_by_one(game, game.examples, traced=True):
                who = self.who(self.blocks, result.example)
                assert result.passed, result.diagnostic
                if who is not None:
                    for line in self.lines_at(with_standing(result.reached, game)):
                        reached.setdefault(line, set()).add(who)
        return begun, reached

    def lines_at(self, spans: Iterable[Span]) -> set[int]:
        """Where the lines begin on which something stands; what stands in other files is on none."""
        own = {block.read.span.source: block.start for block in self.blocks}
        found = (own[span.source] + span.start for span in spans if span.source in own)
        return {self.text.rfind("\n", 0, offset) + 1 for offset in found}

    def owner(self, mutant: Mutant) -> int | None:
        """Return where the line begins that has to be carried out for the mutant to matter; None if it matters to all lines.

        A line on which nothing begins that is carried out (an option of a menu) belongs to the line around it. A line that
        belongs to no rule (values, cards and the texts on them, places, fields, defines) matters to all.
        """
        line: LineNode | None = self.lines[max(start for start in self.lines if start <= mutant.start)]
        # A field may be set anew now and then, and is seen at any time.
        while line is not None and not line.has("HAS"):
            # A define may be written out where it is used.
            if line.start in self.profile[0] and not line.is_field and (line.above is not None or line.first in CARRIED_OUT):
                return line.start
            line = line.neighbour(-1) if line.first == "OTHERWISE" else line.above
        return None

    def who(self, blocks: Sequence[RulebookBlock], example: Example) -> Who | None:
        """Return which example it is, or None if it is in another file."""
        block = next((block for block in blocks if block.read.span.source is example.span.source), None)
        if block is None:
            return None
        return block.number, next(place for place, one in enumerate(block.examples) if one.span.start == example.span.start)

    def reaching(self, mutant: Mutant) -> list[Who]:
        """Return the examples that carry out the mutated part, the most likely to notice first."""
        owner, score = self.owner(mutant), self.scores(mutant)
        return sorted(score if owner is None else self.profile[1].get(owner, ()), key=lambda who: (-score[who], who))

    @cached_property
    def words(self) -> dict[Who, frozenset[str]]:
        return {who: frozenset(WORD.findall(self.blocks[who[0]].text)) for examples in self.examples.values() for who in examples}

    @cached_property
    def rarity(self) -> Mapping[str, float]:
        """The weight of each word: the fewer examples have it, the more."""
        counted = Counter(word for words in self.words.values() for word in words)
        return {word: 1 / count for word, count in counted.items()}

    def scores(self, mutant: Mutant) -> dict[Who, float]:
        """Return how likely each example notices: it mentions the mutated part, is near it, and has noticed mutants before."""
        above = self.text.rfind("\n", 0, max(0, mutant.start - 400)) + 1
        near = Counter(WORD.findall(self.text[above : mutant.end + 400]))
        near.update(WORD.findall(self.text[mutant.start : mutant.end + 60]) * 5)
        return {
            who: sum(self.rarity[word] * near[word] for word in words if word in near)
            + 3 / (1 + abs(self.blocks[who[0]].line - mutant.line) / 10)
            + self.told[who] ** 0.5 / 10
            for who, words in self.words.items()
        }

    def block(self, mutant: Mutant) -> RulebookBlock:
        """Return the block that is mutated."""
        return next(block for block in reversed(self.blocks) if block.start <= mutant.start)

    def broken(self, mutant: Mutant) -> list[RulebookBlock] | None:
        """Return the blocks of a mutant, or None if it cannot be read."""
        block = self.block(mutant)
        start, end = mutant.start - block.start, mutant.end - block.start
        text = block.text[:start] + mutant.instead + block.text[end:]
        other = block_of(block.number, block.start, block.line, text)
        return None if other is None else [other if one is block else one for one in self.blocks]

    def game(self, blocks: Sequence[RulebookBlock], variants: Sequence[str], only: Iterable[Who] | None = None) -> Game | None:
        """Return a game of some blocks, with all its examples or some; None if it is no rulebook.

        Variants may mention any example, so with variants they all stay.
        """
        wanted = None if only is None or variants else {number for number, _ in only}
        game, diagnostics = self.checked(blocks, variants, wanted)
        if game is None or any(one.severity == "error" for one in diagnostics):
            return None
        return without_play(game)

    def checked(
        self, blocks: Sequence[RulebookBlock], variants: Sequence[str], examples: set[int] | None = None
    ) -> tuple[Game | None, list[Diagnostic]]:
        """Check some blocks as a game, with all examples or those in some blocks; return the game and its diagnostics."""
        kept = [block.read for block in blocks if examples is None or block.number in examples or not block.is_example]
        own = nodes.joined(kept)
        rulebook = own if self.base is None else self.base
        known = known_variants(rulebook, [*(variants_in(own) if self.base is not None else ()), *self.foreign])
        if any(name not in known for name in variants):
            return None, []
        return check(rulebook, [known[name] for name in variants], others=known.values())

    def example_verdict(self, mutant: Mutant) -> str:
        """Return `refused` if a mutant is no rulebook any more, `noticed` if an example fails, and otherwise that it is open."""
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

    def play_verdict(self, mutant: Mutant) -> str:
        """Return `same` if a mutant's games are the same, else `unnoticed`, or `not played` if no example carries it out."""
        line, blocks = self.owner(mutant), self.broken(mutant)
        assert blocks is not None
        if mutant.kind not in UNPLAYED and self.games.are_same(
            # Variants may mention examples, so with variants they all stay.
            lambda variants: self.checked(blocks, variants, None if variants else set())[0],
            lambda reached: line is None or line in self.lines_at(reached),
            self.block(mutant).text,
        ):
            return "same"
        return "unnoticed" if self.reaching(mutant) else "not played"

    def verdict(self, blocks: Sequence[RulebookBlock], asked: Sequence[Who]) -> str:
        """Return whether one of some examples notices, or whether they cannot be played."""
        for variants, examples in self.examples.items():
            chosen = [who for who in asked if who in examples]
            if not chosen:
                continue
            game = self.game(blocks, variants, chosen)
            if game is None:
                return "refused"
            rank = {who: place for place, who in enumerate(chosen)}
            found = {example: who for example in game.examples if (who := self.who(blocks, example)) in rank}
            playable = [example for example in game.examples if example in found]
            playable.sort(key=lambda example: (setting_of(example), rank[found[example]]))
            for result in one_by_one(game, playable):
                if not result.passed:
                    self.told[found[result.example]] += 1
                    return "noticed"
        return ""

    @cached_property
    def games(self) -> MutantGames:
        """The games of the unchanged rulebook."""
        return MutantGames(self.combinations, self.sound)


def _raise_errors(diagnostics: Iterable[Diagnostic]) -> None:
    errors = [one for one in diagnostics if one.severity == "error"]
    if errors:
        raise RulebookError(errors)
