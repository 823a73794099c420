"""Give each option that may ever be offered a fixed number: the actions of programs that learn.

Action 0 is to pass, or to wait. Then come blocks of numbers: one for all questions of the same kind, such as those for a
space, or for two of them. In a block an option has its place by what it names, as the choosing seat sees it, and that place
is always the same. A thing is identified by what it is, and if there are others like it, also by where it is. A block may
be too large for that, or nothing may limit the numbers in it. Then several options may share one place: the first has it,
and the others get the next free ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from math import prod
from typing import Any

from attrs import frozen

from rulewright.ai.seat_relative import SeatRelativeNumbers, unlearnable
from rulewright.dsl import checked
from rulewright.dsl.checked import Type
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter import Decision
from rulewright.interpreter.estimate.bounds import SizeBounds
from rulewright.interpreter.match.options import Options
from rulewright.interpreter.match.setting import GameSetting
from rulewright.interpreter.position.questions import QuestionInfo
from rulewright.interpreter.position.runtime import LARGEST_SET
from rulewright.interpreter.position.walk import statements_of_game
from rulewright.interpreter.position.world import World

PASS = 0
MOST_IN_BLOCK = 8192
MOST_NUMBERS = 1024
"""How many numbers are distinguished at most."""
GAMES_TO_MEET, LONGEST_TO_MEET = 8, 200
"""How many games, and how many choices of each, are looked at where nothing limits the numbers."""


@frozen
class Digit:
    """One part of an option as a number below `size`: by what it is, and where that is."""

    size: int
    what: tuple[tuple[int, ...], ...] = ()
    """By seat, and by what it is; "nothing" comes first. If empty, it is a number."""
    where: tuple[tuple[int, ...], ...] = ()
    """Added for a thing: by seat, and by its space; out of play comes first."""

    def of(self, seat: int, value: int, space: int) -> int:
        """Return the digit of a value, and of its place if it is a thing; -1 is "nothing", or nothing that may be told."""
        if not self.what:
            return int(value) % self.size
        return self.what[seat][value + 1] + (self.where[seat][space + 1] if self.where else 0)


@frozen
class ActionBlock:
    """Some actions: from `first` on, `size` of them, and the parts of the options that they stand for."""

    first: int
    size: int
    digits: tuple[Digit, ...] = ()
    parts: tuple[int, ...] = ()
    """The positions of these parts in an option as the rules have it."""


class ActionNumbering:
    """The actions of a game for a number of players."""

    def __init__(self, game: GameSetting, players: int) -> None:
        self.game = game
        self.program = program = game.program(players)
        self.players = players
        self.turned = [SeatRelativeNumbers(program, seat) for seat in range(players)]
        self.count = 1
        self.blocks: dict[Hashable, ActionBlock] = {}
        self.by_question: list[tuple[ActionBlock, ...]] = [
            () if ask.by_chance or ask.kind == "words" else self.blocks_of(ask) for ask in program.asks
        ]
        """By question: its block, or for a menu with choices in its lines, one block for each line."""

    @cached_property
    def numbers(self) -> int:
        """Return how many numbers are distinguished in choices."""
        game = self.game.checked
        bounds = SizeBounds(World(game, self.players, self.game.values), lambda _: LARGEST_SET)
        most = 0
        for statement in statements_of_game(game):
            picks: list[checked.Pick] = []
            if isinstance(statement, checked.Choose) and not statement.random:
                picks += statement.picks
            elif isinstance(statement, checked.Menu):
                picks += (pick for option in statement.options for pick in option.picks)
            for pick in picks:
                if pick.local.type.kind == "number":
                    largest = bounds.of_members(pick.choices)
                    most = max(most, self.met if largest is None or largest >= MOST_NUMBERS else largest + 1)
        return max(1, min(most, MOST_NUMBERS))

    @cached_property
    def met(self) -> int:
        """Return that number where nothing limits it, from the options in some games, which are always the same."""
        most = 0
        for seed in range(GAMES_TO_MEET):
            match = self.game.start(self.players, seed)
            for _ in range(LONGEST_TO_MEET):
                if match.position.pending is None:
                    break
                number, _, values = match.position.asked
                ask = self.program.asks[number]
                for part, of in enumerate(ask.types):
                    if of.kind == "number" and ask.listed:
                        column = [value if len(ask.types) == 1 else value[part] for value in values if value is not None]
                        most = max([most, *column])
                match.choose_at_random()
        return 2 << most.bit_length()

    def blocks_of(self, ask: QuestionInfo) -> tuple[ActionBlock, ...]:
        if ask.kind not in ("menu", "lines"):
            return (self.block(tuple((of.kind, of.name) for of in ask.types), ask.types, tuple(range(len(ask.types)))),)
        assert isinstance(ask.statement, checked.Menu)
        lines = ask.statement.options
        names = tuple(line.name for line in lines)
        if ask.kind == "menu":
            return (self.fixed(("menu", names), len(lines)),)
        found = []
        for number, (line, parts) in enumerate(zip(lines, ask.line_slots, strict=True)):
            types = tuple(pick.local.type for pick in line.picks)
            key = ("line", names, number, tuple((of.kind, of.name) for of in types))
            found.append(self.block(key, types, tuple(parts)))
        return tuple(found)

    def fixed(self, key: Hashable, size: int) -> ActionBlock:
        if key not in self.blocks:
            self.blocks[key] = ActionBlock(self.count, size)
            self.count += size
        return self.blocks[key]

    def block(self, key: Hashable, types: Sequence[Type], parts: tuple[int, ...]) -> ActionBlock:
        """Return the block of options with parts of such types."""
        if key not in self.blocks:
            ways = [self.ways(of) for of in types]
            digits = [way[0] for way in ways]
            # If that is too much, things are identified by their places alone, or else by what they are alone.
            for way in (1, 2):
                for place in sorted(range(len(types)), key=lambda one: -digits[one].size):
                    if prod(digit.size for digit in digits) > MOST_IN_BLOCK and way < len(ways[place]):
                        digits[place] = min(digits[place], ways[place][way], key=lambda digit: digit.size)
            offered = prod(self.most_offered(of, digit) for of, digit in zip(types, digits, strict=True))
            size = min(MOST_IN_BLOCK, max(offered, prod(digit.size for digit in digits)))
            self.blocks[key] = ActionBlock(self.count, size, tuple(digits), parts)
            self.count += size
        return self.blocks[key]

    def most_offered(self, of: Type, digit: Digit) -> int:
        """Return how many things may be options at once: equal ones on a pile are options of their own."""
        world, kinds_at = self.program.world, self.program.form.kinds_at
        if of.kind != "thing":
            return digit.size
        kinds = {info.kind.name for info in world.things if of.name in ("", info.kind.name)}
        on_piles = any(info.kind == "pile" and at & kinds for info, at in zip(world.spaces, kinds_at, strict=True))
        return 1 + sum(info.kind.name in kinds for info in world.things) if on_piles else digit.size

    def ways(self, of: Type) -> list[Digit]:
        """Return how a part of a type can become a number, the best way first."""
        world = self.program.world
        match of.kind:
            case "number":
                return [Digit(self.numbers)]
            case "truth":
                return [Digit(2, ((0, 0, 1),) * self.players)]
            case "thing":
                return self.ways_of_things(of)
            case "text":
                return [Digit(1)]
        count = world.count(of)
        values = range(count)
        return [Digit(count + 1, tuple((0, *(1 + turned.value(of, one) for one in values)) for turned in self.turned))]

    def ways_of_things(self, of: Type) -> list[Digit]:
        world, kinds_at = self.program.world, self.program.form.kinds_at
        things = [number for number, info in enumerate(world.things) if of.name in ("", info.kind.name)]
        names = {world.things[number].kind.name for number in things}
        spaces = [space for space, kinds in enumerate(kinds_at) if kinds & names]
        sorts = sorted({turned.sorts[number] for turned in self.turned for number in things})

        def what(turned: SeatRelativeNumbers, step: int) -> tuple[int, ...]:
            rank = {sort: place for place, sort in enumerate(sorts, 1)}
            known = set(things)
            return (0, *(step * rank[turned.sorts[one]] if one in known else 0 for one in range(len(world.things))))

        def where(turned: SeatRelativeNumbers) -> tuple[int, ...]:
            rank = {space: place for place, space in enumerate(sorted({turned.spaces[one] for one in spaces}), 1)}
            return (0, *(rank.get(turned.spaces[one], 0) for one in range(len(world.spaces))))

        nothing = ((0,) * (1 + len(world.things)),) * self.players
        alone = Digit(1 + len(sorts), tuple(what(turned, 1) for turned in self.turned))
        places = 1 + len(spaces)
        by_place = Digit(places, nothing, tuple(map(where, self.turned)))
        both = Digit(
            (1 + len(sorts)) * places, tuple(what(turned, places) for turned in self.turned), tuple(map(where, self.turned))
        )
        return [alone, by_place] if len(sorts) == len(things) else [both, by_place, alone]

    def actions(self, decision: Decision) -> list[int]:
        """Return the action of each option of a decision, in their order."""
        options = decision.options
        ask, seat = options.ask, decision.seat
        assert seat is not None
        if ask.kind == "words":
            return [PASS]
        blocks = self.by_question[options.match.program.asks.index(ask)]
        wanted = [self.wanted(options, blocks, seat, options.values[place]) for place in options.places]
        taken: set[int] = set()
        found: list[int] = []
        for action, _ in wanted:
            found.append(-1 if action in taken else action)
            taken.add(action)
        for place, (action, block) in enumerate(wanted):
            if found[place] < 0:
                found[place] = action = next_free(action, block, taken)
                taken.add(action)
        return found

    def wanted(self, options: Options, blocks: Sequence[ActionBlock], seat: int, value: Any) -> tuple[int, ActionBlock]:
        """Return the action of an answer, unless it is taken, and its block."""
        ask, at, words = options.ask, options.match.position.at, options.words
        if value is None:
            return PASS, blocks[0]
        if ask.kind == "menu":
            return blocks[0].first + value, blocks[0]
        block = blocks[value[0] - 1] if ask.kind == "lines" else blocks[0]
        row = value if len(ask.types) > 1 else (value,)
        place = 0
        for part, digit in zip(block.parts, block.digits, strict=True):
            one, kind = row[part], ask.types[part].kind
            space = one if kind == "space" else at[one] if kind == "thing" and one >= 0 else -1
            # A place of something hidden must not identify that thing.
            if space >= 0 and words.held and words.hidden_holder(space) >= 0:
                space = -1
            what = -1 if (kind == "thing" and one in options.hidden) or (kind == "space" and space < 0) else one
            place = place * digit.size + digit.of(seat, what, space)
        return block.first + place % block.size, block


def next_free(action: int, block: ActionBlock, taken: set[int]) -> int:
    for step in range(1, block.size):
        found = block.first + (action - block.first + step) % block.size
        if found not in taken:
            return found
    raise unlearnable(
        Phrase("a-choice-has-more-than-options", size=f"{block.size:,}"), Phrase("let-the-parts-be-chosen-one-after")
    )
