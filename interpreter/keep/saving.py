"""Saved matches: the position itself as text, and everything that a stranger's text could have wrong in it.

A save holds numbers, texts and lists only, on one line; choices made since may follow it (choices.py). It is read with as
much distrust as a rulebook: a checksum finds accidents, and every number is looked at before anything is done with it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import evolve

from rulewright.dsl import checked
from rulewright.dsl.checked import Type
from rulewright.interpreter.keep import choices
from rulewright.interpreter.play.asking import Ask, SlotType
from rulewright.interpreter.play.decision import BrokenSave, check_standing, misfit
from rulewright.interpreter.play.match import Match, shortened, speakable
from rulewright.interpreter.play.runtime import ASK, CHANCE, FORCED, LOG, PENDING, RANDOM, RESULT, TABLE
from rulewright.interpreter.see import information, journal

if TYPE_CHECKING:
    from rulewright.interpreter.play.game import Game

FORMAT = 2
LONGEST_SAVE = 100_000_000
"""More than any position may come to, by the limits on fields, frames and the log."""
LARGEST = 10**15
STATE = re.compile(r"[0-9a-f]{1,32}")
WHERE = Type("space", "where")
"""Where a thing lies, with who sees it (`Sight`)."""
LARGEST_SEED = 10**4000

Named = TypeVar("Named")


def digest(data: Any) -> str:
    """A checksum of what a save holds."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def save(match: Match) -> str:
    """The whole match as text."""
    s = match.s
    objects = {id(value): number for number, value in enumerate(match.program.form.objects)}
    held: Any = {
        "game": match.game.name,
        "variants": list(match.game.variants),
        "options": match.game.values,
        "fingerprint": match.game.fingerprint,
        "players": match.players,
        "names": list(match.words.names),
        "seed": match.seed,
        "steps": match.steps,
        "random": f"{s[RANDOM]:x}",
        "ask": s[ASK],
        "pending": s[PENDING],
        "result": s[RESULT],
        "lists": s[TABLE:],
        "stack": match.stack,
        "log": [entry_data(entry, objects) for entry in journal.entries(s[LOG])],
        "known": information.as_saved(match),
    }
    held = json.loads(json.dumps(held))
    return json.dumps({"rulewright": FORMAT, "check": digest(held), **held}, ensure_ascii=False, indent=None) + "\n"


def entry_data(entry: tuple[Any, ...], objects: dict[int, int]) -> list[Any]:
    """An entry of the log, with what it names by number."""
    return [{"object": objects[id(part)]} if id(part) in objects else part for part in entry]


def summary(text: str) -> dict[str, Any]:
    """What a save says of itself: the game, variants and options it needs. Raises BrokenSave."""
    if len(text) > LONGEST_SAVE:
        raise BrokenSave("this is too large to be a saved game", "name the file that `play` has written")
    try:
        data = json.loads(choices.split(text)[0])
    except (ValueError, RecursionError):
        raise BrokenSave("this is not a saved game", "name the file that `play` has written") from None
    if not isinstance(data, dict) or "rulewright" not in data:
        raise BrokenSave("this is not a saved game", "name the file that `play` has written")
    if data["rulewright"] != FORMAT:
        raise BrokenSave("this game was saved by another version of Rulewright", "play it with that version")
    held = {key: value for key, value in data.items() if key not in ("rulewright", "check")}
    try:
        right = digest(held) == data.get("check")
    except (ValueError, RecursionError):
        right = False
    if not right:
        raise BrokenSave(
            "this saved game has been changed or damaged since it was written",
            "use an unchanged copy, or begin a new game",
        )
    return held


def resume(game: Game, text: str, language: str = "en", before: choices.Before | None = None) -> Match:
    """A saved match, to go on with; with the choices made since, if they stand there as well.

    `before` is called before each of these, with the match as it stands then and the choice.
    """
    held = summary(text)
    begun = begun_otherwise(game, held)
    if begun:
        raise BrokenSave(begun, "resume it with what it was begun with")
    changed = held.get("fingerprint") != game.fingerprint
    return choices.chosen_again(opened(game, held, language), *choices.split(text), other_rules=changed, before=before)


def opened(game: Game, held: dict[str, Any], language: str = "en") -> Match:
    """The match that a save holds, before the choices made since.

    By rules that have changed it can begin only where the game does.
    """
    changed = held.get("fingerprint") != game.fingerprint
    if changed and held.get("steps") != 0:
        raise BrokenSave(
            "the rulebook has changed since this game was saved", "undo the change to the rulebook, or begin a new game"
        )
    try:
        players = whole(held["players"], game.least_players, game.most_players)
        if changed:
            forced = "ask" if whole(held["ask"], 0, CHANCE | FORCED) & FORCED else "done"
            seed = whole(held["seed"], -LARGEST_SEED, LARGEST_SEED)
            match = game.start(players, seed, language=language, forced=forced)
        else:
            match = Reader(game, players, language).match_of(held)
        match.call([text(name) for name in items(held["names"])[:players]])
        return match
    except (KeyError, ValueError, TypeError, IndexError, RecursionError):
        raise misfit() from None


def begun_otherwise(game: Game, held: dict[str, Any]) -> str:
    """How the saved game was begun, if not as this one."""
    name, variants, options = held.get("game"), held.get("variants"), held.get("options")
    if name != game.name:
        return f"this is a saved game of `{shortened(name)}`, not of `{game.name}`"
    if variants != list(game.variants):
        return f"this game was saved {with_variants(variants)}, not {with_variants(game.variants)}"
    if options == game.values:
        return ""
    for option, value in game.values.items():
        other = options.get(option) if isinstance(options, dict) else None
        if other != value:
            words = game.options[option].words or (("no", "yes") if game.options[option].kind == "truth" else ())
            # What else a forged save may hold there is shown as it is.
            was = words[other] if type(other) is int and 0 <= other < len(words) else other
            now = words[value] if words else value
            return f"this game was saved with `{option}` as `{shortened(was)}`, not as `{now}`"
    return "this game was saved with other options"


def with_variants(names: Any) -> str:
    """With which variants a game was begun."""
    if not isinstance(names, list | tuple) or not names:
        return "without variants"
    shown = ", ".join(f"`{shortened(name)}`" for name in names[:4])
    return f"with the variant{'s' if len(names) > 1 else ''} {shown}"


def whole(value: Any, least: int = -LARGEST, most: int = LARGEST) -> int:
    """A whole number within limits."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError("number")
    return value


def text(value: Any) -> str:
    """Words that somebody can have said."""
    if type(value) is not str or value != speakable(value):
        raise TypeError("text")
    return value


def items(value: Any) -> list[Any]:
    """A list."""
    if type(value) is not list:
        raise TypeError("list")
    return value


def state(value: Any) -> int:
    """The state of chance: an odd number of 128 bits."""
    if type(value) is not str or not STATE.fullmatch(value) or int(value, 16) % 2 == 0:
        raise ValueError("state")
    return int(value, 16)


class Reader:
    """Reads the parts of a save, every number looked at before anything is done with it."""

    def __init__(self, game: Game, players: int, language: str) -> None:
        self.game = game
        self.players = players
        self.language = language
        self.program = game.program(players)
        self.world = self.program.world
        self.layout = self.program.layout
        self.form = self.program.form

    def match_of(self, held: dict[str, Any]) -> Match:
        """The match that a save holds."""
        match = Match(
            self.game,
            self.program,
            whole(held["seed"], -LARGEST_SEED, LARGEST_SEED),
            whole(held["ask"], 0, CHANCE | FORCED),
            self.language,
        )
        match.trusted = False
        match.whole = True
        match.steps = whole(held["steps"], 0)
        s = match.s
        s[RANDOM] = state(held["random"])
        s[TABLE:] = self.lists(held["lists"], s[TABLE:])
        match.stack = self.stack(held["stack"])
        if held["result"] is not None:
            if held["pending"] is not None:
                raise ValueError("over")
            s[RESULT] = tuple(whole(seat, 0, self.players - 1) for seat in items(held["result"]))
        else:
            s[PENDING] = self.pending(held["pending"], match.stack[-1])
        s[LOG] = journal.chain(self.entry(items(entry)) for entry in items(held["log"]))
        match.remember_from_here(information.as_read(items(held["known"]), match))
        return match

    # ---- values

    def value(self, value: Any, kind: Type) -> Any:
        """A value of a type."""
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
        found = whole(value, -1, self.size(kind) - 1)
        if kind.name == WHERE.name and self.program.sight.space(found) == len(self.world.spaces):
            raise ValueError("where")
        return found

    def size(self, kind: Type) -> int:
        """How many values a type has."""
        match kind.kind:
            case "player":
                return self.players
            case "space":
                return self.program.sight.end if kind.name == WHERE.name else len(self.world.spaces)
            case "thing":
                return len(self.world.things)
            case "card":
                return len(self.world.cards)
            case "value":
                return len(self.world.value_type(kind.name).names)
        return 0

    def slot(self, value: Any, kind: SlotType) -> Any:
        """What a slot of a frame holds; one that was not used yet holds nothing."""
        if value is None:
            return None
        if isinstance(kind, tuple):
            return tuple(
                tuple(self.slot(part, one) for part, one in zip(items(row), kind, strict=True)) for row in items(value)
            )
        return self.value(value, kind)

    # ---- the position

    def lists(self, held: Any, first: list[Any]) -> list[Any]:
        """The lists of a position, which are as long as at the beginning of the game."""
        table, at, on, *fields = held
        layout, spaces, things = self.layout, len(self.world.spaces), len(self.world.things)
        if [len(items(one)) for one in items(held)] != [len(one) for one in first]:
            raise ValueError("lists")
        kinds: list[Type] = [checked.NUMBER] * len(table)
        for own in self.world.game.fields:
            if own.of is None and own.assigned:
                kinds[layout.slots[id(own)]] = own.type
        table = [self.value(value, kind) for value, kind in zip(table, kinds, strict=True)]
        for space in layout.resized.values():
            whole(table[layout.slots[id(space)]], 0, self.world.size[id(space)])
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

    def stack(self, held: Any) -> list[list[Any]]:
        """The frames; each but the lowest leaves its result in a slot of the one below, or nowhere."""
        stack: list[list[Any]] = []
        for frame in items(held):
            label, result, *slots = items(frame)
            if whole(result, -1, len(stack[-1]) - 1 if stack else -1) in (0, 1):
                raise ValueError("result")
            kinds = self.form.frame_types[whole(label, 0)]
            stack.append([label, result, *(self.slot(value, kind) for value, kind in zip(slots, kinds, strict=True))])
        return stack

    def pending(self, held: Any, frame: list[Any]) -> tuple[Any, ...]:
        """The question, which must be one that the frame on top can ask."""
        number, seat, options = items(held)
        ask = self.form.asks[whole(number, 0, len(self.form.asks) - 1)]
        sets = [slot for slot in (ask.chosen_slot, ask.left_slot) if slot >= 0]
        if any(slot >= len(frame) for slot in (*ask.slots, *sets)) or any(
            not isinstance(frame[slot], tuple) for slot in sets
        ):
            raise ValueError("frame")
        found = tuple(self.answer(option, ask, ask.by_chance) for option in items(options))
        if not found and ask.kind != "words":
            raise ValueError("options")
        return number, whole(seat, -1, -1 if ask.by_chance else self.players - 1), found

    def answer(self, option: Any, ask: Ask, chance: bool) -> Any:
        """One option; of chance, with its weight."""
        if chance:
            value, weight = items(option)
            return self.answer(value, ask, False), whole(weight, 1)
        if option is None and ask.kind in ("one", "many", "menu", "lines"):
            return None
        if ask.kind == "menu":
            assert isinstance(ask.statement, checked.Menu)
            return whole(option, 0, len(ask.statement.options) - 1)
        if ask.kind == "lines":
            assert isinstance(ask.statement, checked.Menu)
            whole(option[0], 1, len(ask.statement.options))
        if len(ask.types) == 1:
            return self.value(option, ask.types[0])
        return self.each(option, ask.types, self.value)

    # ---- the log

    def object(self, held: Any, kind: type[Named]) -> Named:
        """Something that the program knows by number."""
        found = self.form.objects[whole(held["object"], 0)]
        if not isinstance(found, kind):
            raise TypeError("object")
        return found

    def entry(self, held: list[Any]) -> tuple[Any, ...]:
        """One entry of the log."""
        name, *parts = held
        thing, space, player = checked.Type("thing"), checked.SPACE, checked.PLAYER
        plain: dict[str, tuple[Type, ...]] = {
            "move": (thing, WHERE, WHERE, checked.TRUTH),
            "away": (thing, WHERE, checked.TRUTH),
            "swap": (thing, thing, WHERE, WHERE),
            "held": (thing, WHERE),
            "performed": (player, Type("card")),
            "lapsed": (player, checked.TRUTH),
            "back": (player,),
            "shuffled": (space,),
        }
        if name in plain:
            return (name, *self.each(parts, plain[name], self.value))
        match held:
            case ["told", own, entity, value, of_where, where, *why]:
                told = self.object(own, checked.Field)
                most = -1 if told.of is None else self.size(told.of) - 1
                self.where(of_where)
                return (
                    name,
                    told,
                    whole(entity, min(0, most), most),
                    self.value(value, told.type),
                    of_where,
                    self.places(where, told.type),
                    *((whole(why[0]), *self.spoken(*why[1:])) if why else ()),
                )
            case ["chose", who, number, value, where]:
                ask = self.form.asks[whole(number, 0, len(self.form.asks) - 1)]
                if value is None or ask.kind == "menu":
                    return name, self.value(who, player), number, self.answer(value, ask, False), None
                return (
                    name,
                    self.value(who, player),
                    number,
                    self.each(value, ask.told_types, self.value),
                    self.each(where, ask.told_types, self.places),
                )
            case ["shown", things, seats, places]:
                return (
                    name,
                    self.value(things, Type("thing", many=True)),
                    self.value(seats, Type("player", many=True)),
                    self.places(places, Type("thing", many=True)),
                )
            case ["resized", series, extend, length]:
                return name, self.object(series, checked.Space), self.value(extend, checked.TRUTH), whole(length)
            case ["void", who, why]:
                return name, self.value(who, player), self.object(why, dict)
            case ["rolled", who, die, face, thrown, *onto]:
                found = self.object(die, object)
                if isinstance(found, checked.Values):
                    kind = Type("value", found.name)
                elif isinstance(found, checked.NumberDie):
                    kind = checked.NUMBER
                else:
                    raise TypeError("die")
                onto_field = self.rolled_onto(*onto) if onto else ()
                return name, self.value(who, player), found, self.value(face, kind), self.value(thrown, kind), *onto_field
            case ["say", said, values, where]:
                return name, *self.spoken(said, values, where)
        raise ValueError("entry")

    def rolled_onto(self, own: Any, whose: Any, where: Any) -> tuple[Any, ...]:
        """The field that shows what was rolled, whose it is, and where that lay."""
        found = self.object(own, checked.Field)
        if found.of is None or found.die is None:
            raise ValueError("field")
        self.where(where)
        return found, self.value(whose, found.of), where

    def spoken(self, said: Any, values: Any, where: Any) -> tuple[Any, ...]:
        """A text with what it speaks of, by language, and where that lay."""
        texts = self.object(said, tuple)
        types: dict[str, tuple[Type, ...]] = texts[1]
        if set(values) != set(types) or set(where) != set(types):
            raise ValueError("languages")
        return (
            texts,
            {language: self.each(values[language], types[language], self.value) for language in types},
            {language: self.each(where[language], types[language], self.places) for language in types},
        )

    def each(self, held: Any, kinds: tuple[Type, ...], read: Callable[[Any, Type], Any]) -> tuple[Any, ...]:
        """Some values, each of its type."""
        return tuple(read(value, kind) for value, kind in zip(items(held), kinds, strict=True))

    def where(self, held: Any) -> None:
        """The space of a thing, if it is one."""
        if held is not None:
            self.value(held, WHERE)

    def places(self, held: Any, kind: Type) -> Any:
        """Where some things lay, if it is things."""
        return None if kind.kind != "thing" else self.value(held, evolve(WHERE, many=kind.many))
