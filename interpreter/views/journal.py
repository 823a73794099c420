"""Write the log while the game runs: the moves of the resumable form record their effects as data, for all who may see it.

The log is a chain of pairs (what came before, entry), which copied positions share. It is no part of a position's key.
Entries name things, spaces and players by number, and the places of things as `Sight` has them. For each seat, log_text.py
turns them into sentences. A move ends with a flag: the statement that made it also made the one before. If an entry names a
place of a thing, an entry `held` before it says where the thing was. A loop that is one act (`passes/single_acts.py`) has `begun`
before it and `done` after it. `each` comes before each pass, with the thing and where it is then.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import repeat
from typing import Any

from attrs import evolve

from rulewright.dsl import checked
from rulewright.dsl.constructs.actions import TOLD
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.chance import draw_below
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.log_entries import KINDS, Entry, MoveEntry, Packed, entry_of
from rulewright.interpreter.position.position import AT, FIELDS, LOG, ON, RANDOM, WANTED, Parts, Slots
from rulewright.interpreter.position.questions import QuestionInfo, line_types
from rulewright.interpreter.views.sight import Sight

# If a game never ends, or tells very much, its log must not fill the memory: the beginning is forgotten.
LARGEST_LOG = 1_000_000
"""How much a log holds, in letters and members of sets."""
OVERFULL = 2 * LARGEST_LOG
"""At this size, its beginning is forgotten."""
OF_AN_ENTRY = 50
"""The size of any entry, besides what it names."""
HEAVY = frozenset(name for name, kind in KINDS.items() if kind.is_heavy)
JOINT = 255
"""The numbers of entries without any of these bits are joints."""
_FREED: list[Any] = []
"""The chains before joints that are gone."""


class Joint(tuple[Any, ...]):
    """A link that leaves the chain before it to others when it goes.

    Python in a browser overflows its stack if it frees a long chain at once; so it is freed from joint to joint.
    """

    def __del__(self, left: Callable[[Any], None] = _FREED.append) -> None:
        left(self[0])

    @classmethod
    def of(cls, link: tuple[Any, ...]) -> Joint:
        """Return a link as a joint, and free what is left of others: each time, down to the next joint."""
        while _FREED:
            _FREED.clear()
        return cls(link)


def note(s: Parts, *entry: Any) -> None:
    """Write an entry that names neither a text nor a set, as most do."""
    log = s[LOG]
    if log is None:
        s[LOG] = (None, entry, 1, OF_AN_ENTRY)
        return
    _, _, number, weight = log
    s[LOG] = (log, entry, number + 1, weight + OF_AN_ENTRY)
    if weight > OVERFULL or not number & JOINT:
        tidy(s)


def note_weighed(s: Parts, *entry: Any) -> None:
    """Write any entry."""
    s[LOG] = longer(s[LOG], entry, weight_of(entry))
    if s[LOG][3] > OVERFULL:
        tidy(s)


def weighs(kind: checked.Type) -> bool:
    """Return whether a value adds to the size of its entry."""
    return kind.many or kind.kind == "text"


def tidy(s: Parts) -> None:
    """Drop the beginning of the log if it is too large, or else make its last link a joint."""
    log = s[LOG]
    if log[3] <= OVERFULL:
        s[LOG] = Joint.of(log)
    elif log[0] is not None:
        kept = packed(log)
        s[LOG] = linked(kept, log[2] - len(kept) + 1)


def longer(log: Any, entry: Packed, weight: int) -> Any:
    """Return a log with one more entry: the log before, the entry, its number from 1, and the total size."""
    if log is None:
        return (log, entry, 1, weight)
    link = (log, entry, log[2] + 1, log[3] + weight)
    return link if log[2] & JOINT else Joint.of(link)


def weight_of(entry: Packed) -> int:
    """Return how much an entry counts towards the size of the log."""
    return OF_AN_ENTRY + entry_of(entry).weight() if entry[0] in HEAVY else OF_AN_ENTRY


def chain(found: Iterable[Entry]) -> Any:
    """Return a log with these entries."""
    log: Any = None
    for entry in found:
        log = longer(log, entry.packed(), OF_AN_ENTRY + entry.weight() if entry.is_heavy else OF_AN_ENTRY)
    return log


def linked(found: Iterable[Packed], first: int = 1) -> Any:
    """Return a log with these packed entries, counted from a number on."""
    log: Any = None
    for entry in found:
        weight = weight_of(entry)
        log = longer(log, entry, weight) if log is not None else (None, entry, first, weight)
    return log


def entries(log: Any, since: int = 0) -> list[Entry]:
    """Return the entries of a log, oldest first, without the first `since`."""
    return list(map(entry_of, packed(log, since)))


def as_of(log: Any, count: int) -> Any:
    """Return a log as it was when it had so many entries."""
    while log is not None and log[2] > count:
        log = log[0]
    return log


def packed(log: Any, since: int = 0) -> list[Packed]:
    """Return the entries of a log as it packs them, oldest first, without the first `since`."""
    found: list[Packed] = []
    whole = 0 if log is None else log[3]
    while log is not None and log[2] > since:
        before, entry = log[:2]
        if found and whole - (0 if before is None else before[3]) > LARGEST_LOG:
            break
        found.append(entry)
        log = before
    return found[::-1]


def count(log: Any) -> int:
    """Return how many entries of a log are not forgotten."""
    return len(packed(log))


def functions(layout: Layout, asks: Sequence[QuestionInfo], sight: Sight) -> dict[str, Callable[..., Any]]:
    """Return the functions of the resumable form that write into the log, and those that chance needs."""
    shifts, of_thing = sight.shifts, sight.of_thing
    alike = layout.alike()
    own_fields = [FIELDS + place for place, own in enumerate(layout.fields) if own.of is not None and own.of.kind == "thing"]

    dice_on = [
        [
            (own, FIELDS + place)
            for place, own in enumerate(layout.fields)
            if own.die is not None and own.seen == "all" and own.of == checked.Type("thing", info.kind.name)
        ]
        for info in layout.world.things
    ]
    piles = layout.constants[layout.piles()]

    def draw(s: Parts, count: int) -> int:
        s[RANDOM], number = draw_below(s[RANDOM], count)
        return number

    def shuffle(s: Parts, lying: list[int]) -> None:
        runtime.shuffled(lying, lambda count: draw(s, count))

    holders = layout.world.holders()
    held = any(holder >= 0 for holder in holders)

    def hold(s: Parts, *spaces: int) -> None:
        """Note where a thing is, before an entry that names a place of it: some seats may not see it there."""
        for space in spaces:
            if holders[space] >= 0:
                note(s, "held", holders[space], lies(s, holders[space]))

    def lies(s: Parts, thing: int) -> int:
        """Return where a thing is, together with the seats that see it there if that depends on the position."""
        place: int = of_thing(s, thing) if shifts else s[AT][thing]
        return place

    def move(s: Parts, thing: int, to: int, under: bool = False, together: bool = False) -> None:
        if thing < 0 or to < 0:
            return
        at, on = s[AT], s[ON]
        origin = at[thing]
        if held and origin != to and (holders[origin] >= 0 or holders[to] >= 0):
            hold(s, origin, to)
        left = of_thing(s, thing) if shifts else origin
        # Nothing happens more often than this, so `place` and `note` are written out here.
        if origin >= 0:
            on[origin].remove(thing)
        if not piles[to]:
            insort(on[to], thing)
        elif under:
            on[to].insert(0, thing)
        else:
            on[to].append(thing)
        at[thing] = to
        if origin != to or piles[to]:
            entry = ("move", thing, left, of_thing(s, thing) if shifts else to, under, together)
            log = s[LOG]
            if log is None:
                s[LOG] = (None, entry, 1, OF_AN_ENTRY)
                return
            _, _, number, weight = log
            s[LOG] = (log, entry, number + 1, weight + OF_AN_ENTRY)
            if weight > OVERFULL or not number & JOINT:
                tidy(s)

    def move_all(s: Parts, things: Sequence[int], to: int, under: bool = False) -> None:
        if not shifts:
            for number, thing in enumerate(things):
                move(s, thing, to, under, number > 0)
            return
        # This is one act: nobody sees what is on top only while the others come or go.
        moved = [thing for thing in things if to >= 0 <= thing and (s[AT][thing] != to or piles[to])]
        left = [of_thing(s, thing) for thing in moved]
        for thing in things:
            runtime.place(s[AT], s[ON], piles, thing, to, under)
        for number, (thing, origin) in enumerate(zip(moved, left, strict=True)):
            if held:
                hold(s, sight.space(origin) if origin >= 0 else origin, to)
            note(s, "move", thing, origin, of_thing(s, thing), under, number > 0)

    def take_away(s: Parts, thing: int) -> None:
        take_all_away(s, (thing,))

    def take_all_away(s: Parts, things: Iterable[int]) -> None:
        taken = [thing for thing in things if thing >= 0 and s[AT][thing] >= 0]
        # This is one act: nobody sees what was below just because it is on top once the others are gone.
        left = [lies(s, thing) for thing in taken]
        for number, (thing, where) in enumerate(zip(taken, left, strict=True)):
            if held:
                hold(s, s[AT][thing])
            runtime.take_away(s[AT], s[ON], thing)
            note(s, "away", thing, where, number > 0)

    def swap(s: Parts, one: int, other: int) -> None:
        if one >= 0 and other >= 0 and one != other:
            if held:
                hold(s, s[AT][one], s[AT][other])
            note(s, "swap", one, other, lies(s, one), lies(s, other))
            runtime.swap(s[AT], s[ON], piles, one, other)

    def draw_last(s: Parts, source: int, to: int, amount: int) -> None:
        if amount > 0 and source != to:
            move_all(s, s[ON][source][: -amount - 1 : -1], to)

    def where(s: Parts, kind: checked.Type, value: Any) -> Any:
        """Return where things are when they are mentioned: a seat that does not see them there is not told which they are."""
        if held and kind.kind == "space":
            hold(s, *(value if isinstance(value, tuple) else (value,)))
        return where_now(s, kind, value)

    def where_now(s: Parts, kind: checked.Type, value: Any) -> Any:
        """Return where things are, and None for everything else."""
        if kind.kind != "thing":
            return None
        return tuple(lies(s, thing) for thing in value) if isinstance(value, tuple) else lies(s, value)

    def whose(s: Parts, own: checked.Field, entity: int) -> Any:
        """Return where the thing with a field is; if the visibility of the field varies, the seats that see it."""
        if own.lookers is not None:
            return sight.of_field(s, own, entity)
        return -1 if own.of is None else where(s, own.of, entity)

    def is_plain(kind: checked.Type) -> bool:
        """Return whether a value is a single one that is nowhere in particular."""
        return not (weighs(kind) or kind.kind == "thing" or (held and kind.kind == "space"))

    plain = {
        own: -1 if own.of is None else None
        for own in layout.fields
        if is_plain(own.type) and (own.of is None or is_plain(own.of)) and own.lookers is None
    }
    """The fields whose entries need only the owner and the value, with what stands for the owner's place."""
    chosen_nowhere = [(None,) * len(ask.told_types) if all(map(is_plain, ask.told_types)) else None for ask in asks]
    chosen_noted = [note_weighed if any(map(weighs, ask.told_types)) else note for ask in asks]

    def told(s: Parts, own: checked.Field, entity: int, value: Any, before: Any, parts: Any = None, values: Any = ()) -> None:
        """Note that a field has changed, with its reason, if there is one, and by how much a number grew."""
        if parts is None and (nowhere := plain.get(own, s)) is not s:
            note(s, "told", own, entity, value, nowhere, None)
            return
        of = whose(s, own, entity)
        if held and own.public:
            hold(s, s[AT][entity])
        lying = where(s, own.type, value)
        if parts is None:
            (note_weighed if weighs(own.type) else note)(s, "told", own, entity, value, of, lying)
            return
        more = value - before if own.type == checked.NUMBER else 0
        note_weighed(s, "told", own, entity, value, of, lying, more, parts, *spoken(s, parts, values))

    def chose(s: Parts, seat: int, number: int, parts: Any, named: dict[str, Any] | None = None) -> None:
        """Note a choice: None is a pass, and a number is the line of a menu, whose text names further values."""
        lying = chosen_nowhere[number] if isinstance(parts, tuple) else None
        if lying is None and isinstance(parts, tuple):
            lying = tuple(map(where, repeat(s), asks[number].told_types, parts))
        if named is None:
            (chosen_noted[number] if isinstance(parts, tuple) else note)(s, "chose", seat, number, parts, lying)
            return
        types = line_types(asks[number], parts)
        lies_there = {
            language: tuple([where(s, *one) for one in zip(types[language], values, strict=True)])
            for language, values in named.items()
        }
        note_weighed(s, "chose", seat, number, parts, lying, named, lies_there)

    def chosen(s: Parts, seat: int, number: int, found: Iterable[Any]) -> None:
        """Note the set that somebody chose one by one."""
        parts = tuple(found)
        chose(s, seat, number, (parts,) if parts else None)

    def resized(s: Parts, space: checked.Space, extend: bool, length: int) -> None:
        note(s, "resized", space, extend, length)

    def void(s: Parts, player: int, why: checked.Titles) -> None:
        note(s, "void", player, why)

    def performed(s: Parts, player: int, card: int) -> None:
        note(s, "performed", player, card)

    def lapsed(s: Parts, seat: int, secretly: bool, why: checked.Titles) -> None:
        note(s, "lapsed", seat, secretly, why)

    def rolled(s: Parts, by: int, die: Any, face: int, thrown: int, own: checked.Field | None = None, of: int = -1) -> None:
        """Note the roll of a die; if a field shows the face, whose it is, and where that is."""
        if own is None or own.of is None:
            note(s, "rolled", by, die, face, thrown)
        else:
            note(s, "rolled", by, die, face, thrown, own, of, whose(s, own, of))

    def begun(s: Parts) -> None:
        note(s, "begun")

    def each(s: Parts, thing: int, brief: bool = False) -> None:
        """Begin the next pass of an act; `brief`: nobody reads the log before its end, so silent passes leave no entry."""
        if brief and s[LOG][1][0] == "each":
            s[LOG] = s[LOG][0]
        note(s, "each", thing, lies(s, thing))

    def done(s: Parts, brief: bool = False, at_once: bool = False) -> None:
        """End an act; `at_once`: nobody saw what was on top of a pile in between."""
        if brief and s[LOG][1][0] == "each":
            s[LOG] = s[LOG][0]
        if brief and s[LOG][1][0] == "begun":
            s[LOG] = s[LOG][0]
            return
        told: list[Packed] = []
        log = s[LOG]
        while at_once and sight.tops and log is not None and log[1][0] != "begun":
            told.append(log[1])
            log = log[0]
        if told and log is not None:
            s[LOG] = log
            for one in reversed(told):
                entry = entry_of(one)
                if isinstance(entry, MoveEntry) and sight.is_top[sight.space(entry.to)]:
                    note(s, *evolve(entry, to=of_thing(s, entry.thing)).packed())
                else:
                    note(s, *one)
        note(s, "done")

    def ordered(kind: str, s: Parts, pile: int) -> None:
        """Note that a pile is in another order."""
        if held:
            hold(s, pile)
        note(s, "ordered", kind, pile)

    def say(s: Parts, parts: Any, values: tuple[Any, ...]) -> None:
        note_weighed(s, "say", parts, *spoken(s, parts, values))

    def heading(s: Parts, parts: Any, values: tuple[Any, ...]) -> None:
        note_weighed(s, "heading", parts, *spoken(s, parts, values))

    def tell(s: Parts, parts: Any = None, values: tuple[Any, ...] = ()) -> None:
        """Note that a sentence stands for all that follows, up to its end."""
        note_weighed(s, "tell", parts, *(spoken(s, parts, values) if parts is not None else (None, None)))

    def tell_end(s: Parts) -> None:
        """Note the sentence that begins with the last `tell` that has no end; it may be forgotten."""
        log, inside = s[LOG], 0
        while log is not None and (inside or log[1][0] != "tell"):
            inside += {"tell_end": 1, "tell": -1}.get(log[1][0], 0)
            log = log[0]
        parts, values, places = (None, None, {}) if log is None else log[1][1:]
        later = None
        if parts is not None:
            later = {
                language: tuple([where_now(s, *one) for one in zip(types, values[language], strict=True)])
                for language, types in parts[1].items()
            }
        note_weighed(s, "tell_end", parts, values, places, later)

    def shown(s: Parts, things: Iterable[int], seats: Iterable[int]) -> None:
        lying = tuple(thing for thing in things if thing >= 0)
        if lying:
            faces = tuple(tuple((own.type, s[place][thing]) for own, place in dice_on[thing]) for thing in lying)
            note_weighed(s, "shown", lying, tuple(seats), tuple(lies(s, thing) for thing in lying), faces)

    known_texts: dict[int, tuple[Any, list[Any]]] = {}
    """By the identity of a text, which has no hash: the text itself, which keeps it alive, and its languages."""

    def languages_of(parts: Any) -> list[Any]:
        """Return, for each language of a text, where its values begin and end, with their types if any may have a place."""
        found: list[Any] = []
        end = 0
        for language, types in parts[1].items():
            start, end = end, end + len(types)
            found.append((language, start, end, None if all(map(is_plain, types)) else types, (None,) * len(types)))
        known_texts[id(parts)] = parts, found
        return found

    def spoken(s: Parts, parts: Any, values: tuple[Any, ...]) -> tuple[Any, Any]:
        """Return the values of a text by language, and where they were."""
        said: dict[str, tuple[Any, ...]] = {}
        lying: dict[str, tuple[Any, ...]] = {}
        known = known_texts.get(id(parts))
        for language, start, end, types, nowhere in languages_of(parts) if known is None else known[1]:
            own = values[start:end]
            if types is None:
                said[language], lying[language] = own, nowhere
                continue
            # A set may be a list or range that the rules change later, but the log must keep it as it was.
            said[language] = own = tuple([tuple(one) if kind.many else one for kind, one in zip(types, own, strict=True)])
            lying[language] = tuple([where(s, kind, one) for kind, one in zip(types, own, strict=True)])
        return said, lying

    def weighted(s: Parts, options: Iterable[Any], types: tuple[checked.Type, ...]) -> tuple[tuple[Any, int], ...]:
        """Return the outcomes of a random choice with their weights; alike things are one outcome, except on a pile."""

        def key_of(value: Any, kind: checked.Type) -> Any:
            if kind.kind == "thing" and not piles[s[AT][value]]:
                return (alike[value], s[AT][value], *(s[place][value] for place in own_fields))
            return value

        merged: dict[Any, list[Any]] = {}
        for option in options:
            parts = option if isinstance(option, tuple) else (option,)
            key = tuple(key_of(value, kind) for value, kind in zip(parts, types))
            merged.setdefault(key, [option, 0])[1] += 1
        return tuple((option, weight) for option, weight in merged.values())

    def gave(s: Parts, rule: int, value: Any) -> None:
        """Note the result of a rule for which an example asks."""
        note(s, "gave", rule, value)

    def finished(stack: list[Slots], value: Any) -> None:
        """Return the result of a rule to its caller."""
        result = stack.pop()[WANTED]
        if result >= 0 and stack:
            stack[-1][result] = value

    return {
        "draw": draw,
        "shuffle": shuffle,
        "move": move,
        "move_all": move_all,
        "take_away": take_away,
        "take_all_away": take_all_away,
        "swap": swap,
        "draw_last": draw_last,
        "told": told,
        "chose": chose,
        "chosen": chosen,
        "resized": resized,
        "void": void,
        "performed": performed,
        "lapsed": lapsed,
        "rolled": rolled,
        "begun": begun,
        "each": each,
        "done": done,
        **{kind: partial(ordered, kind) for kind in TOLD},
        "say": say,
        "heading": heading,
        "tell": tell,
        "tell_end": tell_end,
        "shown": shown,
        "weighted": weighted,
        "finished": finished,
        "gave": gave,
    }
