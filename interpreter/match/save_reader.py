"""Resume saved matches: make the choices again, and check everything in a text from a stranger."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Type
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.interpreter.match import choice_log
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.saved import Saved, SavedPosition
from rulewright.interpreter.match.saves import save_summary
from rulewright.interpreter.match.setting import GameSetting
from rulewright.interpreter.match.typed_text import printable, shortened
from rulewright.interpreter.position.errors import BrokenSave, check_standing, unfit_save
from rulewright.interpreter.position.position import CHANCE, FORCED, Slots
from rulewright.interpreter.position.questions import QuestionInfo, SlotType

LARGEST = 10**15


STATE = re.compile(r"[0-9a-f]{1,32}")


LARGEST_SEED = 10**4000


def resume(game: GameSetting, text: str, language: str = "en", before: choice_log.Before | None = None) -> Match:
    """Make a match again by its choices, including those that follow the save.

    `before` is called before each of them, with the match at that point and the choice.
    """
    saved = save_summary(text)
    begun = begun_otherwise(game, saved)
    if begun:
        raise BrokenSave(begun, Phrase("resume-it-with-what-it-was-begun"))
    changed = saved.fingerprint != game.fingerprint
    return choice_log.replay_choices(open_save(game, saved, language), saved, text, other_rules=changed, before=before)


def open_save(game: GameSetting, saved: Saved, language: str = "en") -> Match:
    """Begin the match of a save, before any of its choices.

    If the rules have changed, all later choices must be readable by the keys of options.
    """
    changed = saved.fingerprint != game.fingerprint
    if changed and (saved.choices or saved.position is not None):
        raise BrokenSave(
            Phrase("the-rulebook-has-changed-since-this-game-was"), Phrase("undo-the-change-to-the-rulebook-or-begin")
        )
    try:
        players = whole(saved.players, game.least_players, game.most_players)
        asks, seed = whole(saved.ask, 0, CHANCE | FORCED), whole(saved.seed, -LARGEST_SEED, LARGEST_SEED)
        match = Match(game, game.program(players), seed, asks, language)
        match.call([text(name) for name in saved.names[:players]])
        if saved.position is None:
            match.begin()
        else:
            SaveReader(match).read(saved.position)
        return match
    except (KeyError, ValueError, TypeError, IndexError, RecursionError):
        raise unfit_save() from None


def begun_otherwise(game: GameSetting, saved: Saved) -> Phrase | None:
    """Say how the saved game was begun, if not like this one."""
    name, variants, options = saved.game, saved.variants, saved.options
    if name != game.name:
        return Phrase("this-is-a-saved-game-of-not", name=shortened(name), game=game.name)
    if variants != list(game.variants):
        return Phrase("this-game-was-saved-not", was=with_variants(variants), now=with_variants(game.variants))
    if options == game.values:
        return None
    for option, value in game.values.items():
        other = options.get(option)
        if other != value:
            words = game.options[option].words or (("no", "yes") if game.options[option].kind == "truth" else ())
            # Any other contents of a forged save are shown as they are.
            was = words[other] if type(other) is int and 0 <= other < len(words) else other
            now = words[value] if words else value
            return Phrase("this-game-was-saved-with-as-not", option=option, was=shortened(was), now=now)
    return Phrase("this-game-was-saved-with-other-options")


def with_variants(names: Sequence[str]) -> Phrase:
    """Return with which variants a game was begun."""
    if not names:
        return Phrase("without-variants")
    shown = WordList.quoted(map(shortened, names[:4]), "")
    return Phrase("with-the-variants", variants=shown) if len(names) > 1 else Phrase("with-the-variant", variant=shown)


def whole(value: Any, least: int = -LARGEST, most: int = LARGEST) -> int:
    """Return a whole number within limits."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError("number")
    return value


def text(value: Any) -> str:
    """Return words that somebody can have said."""
    if type(value) is not str or value != printable(value):
        raise TypeError("text")
    return value


def items(value: Any) -> list[Any]:
    """Return a list."""
    if type(value) is not list:
        raise TypeError("list")
    return value


def state(value: Any) -> int:
    """Return the state of chance: an odd number of 128 bits."""
    if type(value) is not str or not STATE.fullmatch(value) or int(value, 16) % 2 == 0:
        raise ValueError("state")
    return int(value, 16)


class SaveReader:
    """The reading of a position that a match begins at; every number is checked before it is used."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.players = match.players
        self.program = match.program
        self.world = self.program.world
        self.layout = self.program.layout
        self.form = self.program.form

    def read(self, held: SavedPosition) -> None:
        """Put the match into the position."""
        match, position = self.match, self.match.position
        match.trusted = False
        match.whole = True
        match.steps = whole(held.steps, 0)
        position.random = state(held.random)
        position.lists = self.lists(held.lists, position.lists)
        position.stack = self.stack(held.stack)
        if held.result is not None:
            if held.pending is not None:
                raise ValueError("over")
            position.result = tuple(whole(seat, 0, self.players - 1) for seat in items(held.result))
        else:
            position.pending = self.pending(held.pending, position.stack[-1])
        match.remember_from_here()

    def value(self, value: Any, kind: Type) -> Any:
        """Return a value of a type."""
        if kind.many:
            one = Type(kind.kind, kind.name)
            return tuple(self.value(item, one) for item in items(value))
        if kind.kind == "text":
            return text(value)
        if kind.kind == "truth":
            if type(value) is not bool:
                raise TypeError("truth")
            return value
        if kind.kind == "number":
            return whole(value)
        return whole(value, -1, self.size(kind) - 1)

    def size(self, kind: Type) -> int:
        """Return how many values a type has."""
        match kind.kind:
            case "player":
                return self.players
            case "space":
                return len(self.world.spaces)
            case "thing":
                return len(self.world.things)
            case "card":
                return len(self.world.cards)
            case "value":
                return len(self.world.value_type(kind.name).names)
            case "number" | "truth" | "text" | "nothing":
                # These are not numbered.
                return 0
            case _:
                assert_never(kind.kind)

    def slot(self, value: Any, kind: SlotType) -> Any:
        """Return the contents of a frame's slot; an unused one holds None."""
        if value is None:
            return None
        if isinstance(kind, tuple):
            return tuple(tuple(self.slot(part, one) for part, one in zip(items(row), kind, strict=True)) for row in items(value))
        return self.value(value, kind)

    def lists(self, held: Any, first: list[Any]) -> list[Any]:
        """Return the lists of a position, which are as long as at the beginning of the game."""
        table, at, on, *fields = held
        layout, spaces, things = self.layout, len(self.world.spaces), len(self.world.things)
        if [len(items(one)) for one in items(held)] != [len(one) for one in first]:
            raise ValueError("lists")
        kinds: list[Type] = [checked.NUMBER] * len(table)
        for own in self.world.game.fields:
            if own.of is None and own.assigned:
                kinds[layout.slots[own]] = own.type
        table = [self.value(value, kind) for value, kind in zip(table, kinds, strict=True)]
        for space in layout.resized:
            whole(table[layout.slots[space]], 0, self.world.size[space])
        at = [whole(space, -1, spaces - 1) for space in at]
        on = [[whole(thing, 0, things - 1) for thing in items(lying)] for lying in on]
        check_standing(at, on)
        if any(lying != sorted(lying) for lying, pile in zip(on, self.program.keys.is_pile, strict=True) if not pile):
            raise ValueError("order")
        kinds = [own.type for own in layout.fields]
        kinds += [checked.SPACE] * (len(fields) - len(kinds))
        return [
            table,
            at,
            on,
            *([self.value(value, kind) for value in values] for values, kind in zip(fields, kinds, strict=True)),
        ]

    def stack(self, held: Any) -> list[Slots]:
        """Return the frames; each but the lowest leaves its result in a slot of the one below, or nowhere."""
        stack: list[Slots] = []
        for frame in items(held):
            label, result, *slots = items(frame)
            if whole(result, -1, len(stack[-1]) - 1 if stack else -1) in (0, 1):
                raise ValueError("result")
            kinds = self.form.frame_types[whole(label, 0)]
            stack.append([label, result, *(self.slot(value, kind) for value, kind in zip(slots, kinds, strict=True))])
        return stack

    def pending(self, held: Any, frame: Slots) -> tuple[Any, ...]:
        """Return the question, which must be one that the frame on top can ask."""
        number, seat, options = items(held)
        ask = self.form.asks[whole(number, 0, len(self.form.asks) - 1)]
        sets = [slot for slot in (ask.chosen_slot, ask.left_slot) if slot >= 0]
        if any(slot >= len(frame) for slot in (*ask.slots, *sets)) or any(not isinstance(frame[slot], tuple) for slot in sets):
            raise ValueError("frame")
        found = tuple(self.answer(option, ask, ask.by_chance) for option in items(options))
        if not found and ask.kind != "words":
            raise ValueError("options")
        return number, whole(seat, -1, -1 if ask.by_chance else self.players - 1), found

    def answer(self, option: Any, ask: QuestionInfo, chance: bool) -> Any:
        """Return one option; for chance, with its weight."""
        if chance:
            value, weight = items(option)
            return self.answer(value, ask, False), whole(weight, 1)
        match ask.kind:
            case "one" | "many" | "menu" | "lines" if option is None:
                return None
            case "menu":
                assert isinstance(ask.statement, checked.Menu)
                return whole(option, 0, len(ask.statement.options) - 1)
            case "lines":
                assert isinstance(ask.statement, checked.Menu)
                whole(option[0], 1, len(ask.statement.options))
            case "one" | "many" | "words" | "roll" | "random" | "draw" | "shuffle":
                # Their options are values of the types of the question.
                pass
            case _:
                assert_never(ask.kind)
        if len(ask.types) == 1:
            return self.value(option, ask.types[0])
        return self.each(option, ask.types, self.value)

    def each(self, held: Any, kinds: tuple[Type, ...], read: Callable[[Any, Type], Any]) -> tuple[Any, ...]:
        """Return values, each of its type."""
        return tuple(read(value, kind) for value, kind in zip(items(held), kinds, strict=True))
