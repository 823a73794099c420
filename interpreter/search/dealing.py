"""Deal a match again: draw everything that a seat cannot know anew, consistent with all that it sees (determinization).

Nothing counts as known to a seat but what it is shown, and what is proved to be derivable from what all are told
(lower/hidden_state.py). Things that lie unseen change places with each other, wherever the seat knows that they may be
(memory.py). Each takes along what it has in its fields, as far as these can be known, and takes over what speaks of the one
in whose place it comes, and what all see upon that one. How many lie where stays as it is, even where the seat does not
count them. Hidden fields and slots of frames get other values, as games at random have them (prior.py); those who have
chosen unseen choose again (together.py), and all chance to come is another. Whatever is drawn is put first into an order
that depends on nothing the seat cannot know: so two positions that differ in nothing else are dealt alike. Where nothing
can be drawn that agrees with what the seat sees, there is no deal: the real position never takes its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from attrs import evolve, frozen

from rulewright.dsl.checked import Field
from rulewright.interpreter.lower.seen import upon_things
from rulewright.interpreter.play.asking import FIRST_LOCAL
from rulewright.interpreter.play.chance import first_state
from rulewright.interpreter.play.jointly import Together
from rulewright.interpreter.play.keys import renumbered
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.play.runtime import AT, FIELDS, LOG, ON, PENDING, RANDOM, TABLE
from rulewright.interpreter.search.heard import Hearing, heard
from rulewright.interpreter.search.memory import Memory
from rulewright.interpreter.search.placing import placed
from rulewright.interpreter.search.position import found_out, seat_asked
from rulewright.interpreter.search.prior import Prior, Sample, as_dealt, place_of, top_of
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.together import blocks_of, choosing_together, chosen_again, go_back
from rulewright.interpreter.see import information, journal

MOST_DEALS = 20
"""How often it is dealt, at most, until the seat sees of others what it does see."""


@frozen(eq=False)
class Known:
    """What dealing needs to know of a game, whatever the position."""

    blocks: dict[int, tuple[Together, ...]]
    unmoved: frozenset[str]
    """The kinds that have places of their own: what lies there goes with them, so they stay where they are."""


def known_of(match: Match) -> Known:
    """What is known of a match's game, found out once."""

    def find() -> Known:
        types = match.program.form.frame_types.values()
        has_rows = any(isinstance(kind, tuple) for kinds in types for kind in kinds)
        places = (own.of for own in match.program.world.game.fields if own.place is not None)
        return Known(
            blocks_of(match) if has_rows else {}, frozenset(of.name for of in places if of is not None and of.kind == "thing")
        )

    return found_out(match.program, Known, find)


class NoDealError(Exception):
    """No position can be drawn that agrees with what a seat knows."""


def deal_again(match: Match, seat: int, seed: int) -> Match:
    """A new match in which everything that a seat cannot know is drawn anew; ValueError if none can be drawn."""
    try:
        dealt = Dealer(match, seat).deal(seed)
    except NoDealError:
        raise ValueError(f"no position can be drawn that agrees with what seat {seat} knows") from None
    dealt.remember_from_here()
    if match.origin is None:
        # In a match without a log nobody remembers anything.
        return dealt
    # The seat has seen, heard and chosen the same there; what others know in it is not known: they begin to remember here.
    memory = information.up_to_now(match, seat)
    unheard = list(Hearing(match.words, seat).entries(journal.entries(match.s[LOG], memory.heard)))
    memory = evolve(memory, heard=dealt.happened - len(unheard))
    dealt.known = {seat: information.Known(dealt.past, information.begun_again(dealt), memory)}
    return dealt


class Dealer:
    """Deals one position again and again for one seat."""

    def __init__(self, match: Match, seat: int) -> None:
        self.seat = seat
        self.known = known_of(match)
        self.program = match.program
        self.layout = match.program.layout
        self.world = match.program.world
        log = match.s[LOG]
        self.heard = heard(log, match.words, seat)
        self.memory = Memory(match.program, seat)
        self.memory.read(journal.entries(self.heard), whole=journal.count(log) == match.happened)
        self.out = len(self.world.spaces)
        self.public = upon_things(self.layout)
        self.hidden_state = match.program.form.hidden
        self.kinds = [thing.kind.name for thing in self.world.things]
        self.place, self.top = place_of(match), top_of(match)
        self.can_deal = self.knows_the_way(match)
        self.unknown_slots = [self.hidden_state.unknown_slots(frame, seat) for frame in match.stack]
        """Of each frame, the slots of which the seat does not know what they hold."""
        if match.s[PENDING] is not None and seat_asked(match) == seat:
            ask = self.program.form.asks[match.s[PENDING][0]]
            own = {ask.chosen_slot, ask.left_slot, ask.least, ask.most, *ask.slots}
            self.unknown_slots[-1] = [slot for slot in self.unknown_slots[-1] if slot not in own]
        self.match = self.without_past(match)
        self.find_unknown()
        self.in_order(self.match)
        self.at: list[int] = self.match.s[AT]
        self.find_unknown()
        self.find_hidden()
        self.looked = self.looks_at(self.match)
        self.places = () if match.decision is None else range(len(match.decision.options))
        """The options that people see now, by their places."""

    def without_past(self, match: Match) -> Match:
        """A copy without what no rule reads again, and with no more of a past than the seat knows of."""
        twin = match.copy()
        # How often others have chosen is not for the seat to know, nor how far somebody has come with a choice unseen.
        twin.steps = 0
        twin.past, twin.known, twin.origin = None, {}, None
        self.again = self.chooses_unseen(twin)
        if self.again is not None:
            go_back(twin, self.again)
        twin.stack = self.program.keys.live_frames(twin.s, twin.stack)
        twin.s[LOG] = self.heard
        is_pile = self.program.keys.is_pile
        for space, lying in enumerate(twin.s[ON]):
            if not is_pile[space]:
                lying.sort()
        return twin

    def knows_the_way(self, match: Match) -> bool:
        """Whether the seat can know where in the rules the game stands: what is asked, and what has led there."""
        if match.s[PENDING] is None:
            return not match.stack
        number, asked = match.s[PENDING][0], seat_asked(match)
        return self.hidden_state.tells_the_way(match.stack, number, asked=asked == self.seat)

    @property
    def chooses_together(self) -> bool:
        """Whether the seat chooses now, together with others and unseen by them."""
        return choosing_together(self.match, self.known.blocks) is not None

    def chooses_unseen(self, match: Match) -> Together | None:
        """The block of choices in which somebody else is choosing now."""
        block = choosing_together(match, self.known.blocks)
        if block is None:
            return None
        frame = match.stack[-1]
        return None if frame[block.players][frame[block.number] - 1] == self.seat else block

    @property
    def is_certain(self) -> bool:
        """Whether the seat knows everything but what is left to chance: then all deals are the same."""
        asked = any(frame[0] in self.known.blocks for frame in self.match.stack)
        return len(self.hidden) < 2 and not self.unknown and not asked

    # ---- what is kept unseen

    def find_unknown(self) -> None:
        """Find the hidden fields of which the seat does not know what they hold, and whether a slot of a frame holds such."""
        match, s = self.match, self.match.s
        tells = self.program.sight.tells
        self.unknown_fields = {
            place: unknown
            for place in sorted(self.hidden_state.fields)
            if (
                unknown := [
                    entity
                    for entity in range(len(s[FIELDS + place]) - 1)
                    if not tells(s, self.layout.fields[place], entity, self.seat)
                ]
            )
        }
        fields = {self.layout.slots[id(own)]: own for own in self.world.game.fields if id(own) in self.layout.slots}
        self.unknown_table = [slot for slot in sorted(self.hidden_state.table) if not tells(s, fields[slot], -1, self.seat)]
        self.needs_slots = any(
            frame[slot] is not None for frame, slots in zip(match.stack, self.unknown_slots, strict=True) for slot in slots
        )

    @property
    def unknown(self) -> bool:
        """Whether there is anything that the seat does not know, besides what lies where and what others choose unseen."""
        return bool(self.unknown_fields or self.unknown_table or self.needs_slots)

    # ---- what lies unseen

    def find_hidden(self) -> None:
        """Find the things that may change places, in an order that does not tell which they are, and where each may be."""
        at, sees, where = self.at, self.memory.sees, self.program.sight.of_things(self.match.s)
        named, kinds = self.named(), self.kinds

        def is_hidden(thing: int, space: int) -> bool:
            if kinds[thing] in self.known.unmoved:
                return False
            if space >= 0:
                return not sees[where[thing]]
            # What speaks of something that is out of play is seen; else nobody may know whether it is.
            return thing not in named and not self.memory.knows_what_left(thing)

        hidden = [thing for thing, space in enumerate(at[:-1]) if is_hidden(thing, space)]
        upon = {thing: self.upon(thing) for thing in hidden}
        bound = {thing: (kinds[thing] if thing in named or any(upon[thing]) else "", upon[thing][0]) for thing in hidden}

        def circumstances(thing: int) -> tuple[Any, ...]:
            space = at[thing]
            order = self.match.s[ON][space].index(thing) if self.program.keys.is_pile[space] else 0
            return (space, order, bound[thing], upon[thing], named.get(thing, []))

        self.hidden = sorted(hidden)
        self.slots = sorted(hidden, key=circumstances)
        classes: dict[tuple[int, tuple[str, tuple[Any, ...]]], int] = {}
        self.members: list[list[int]] = []
        for thing in self.slots:
            number = classes.setdefault((at[thing] if at[thing] >= 0 else self.out, bound[thing]), len(classes))
            if number == len(self.members):
                self.members.append([])
            self.members[number].append(thing)
        self.room = [len(members) for members in self.members]
        self.allowed: list[list[int]] = []
        for may_be in (self.memory.places(self.hidden, at), self.memory.guesses(self.hidden, at)):
            if may_be is not None:
                self.allowed = [
                    [
                        number
                        for (space, (kind, prints)), number in classes.items()
                        if spaces >> space & 1 and kind in ("", kinds[thing]) and prints == bound[thing][1]
                    ]
                    for thing, spaces in zip(self.hidden, may_be, strict=True)
                ]
                if placed(Random(0), self.allowed, self.room) is not None:
                    break
        else:
            self.can_deal = False

    def upon(self, thing: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """What all see upon a hidden thing: what is printed there, and goes with it; and what rules have put where it lies."""
        prints, marks = [], []
        for number, (place, printed, blank) in enumerate(self.public[thing] if self.public else ()):
            if place is None:
                prints += [(number, printed)] if printed != blank else []
            elif self.at[thing] >= 0 and (value := self.match.s[FIELDS + place][thing]) != blank:
                marks.append((number, value))
        return tuple(prints), tuple(marks)

    def in_order(self, match: Match) -> None:
        """Number alike things by what is seen of them, and those that are not seen after them, by what they have."""
        at = match.s[AT]
        named = self.named()
        is_pile = self.program.keys.is_pile
        new = list(range(len(self.world.things)))

        def circumstances(thing: int) -> tuple[Any, ...]:
            space = at[thing]
            order = match.s[ON][space].index(thing) if space >= 0 and is_pile[space] else 0
            where, changes = (space, order), self.changes(thing)
            is_unseen = self.is_unseen(thing)
            return (is_unseen, *((changes, where) if is_unseen else (where, changes)), named.get(thing, []))

        for group in self.program.keys.alike_groups:
            for thing, number in zip(sorted(group, key=circumstances), group, strict=True):
                new[thing] = number
        if new != list(range(len(new))):
            for place, _, _ in self.thing_fields:
                before = match.s[FIELDS + place][:]
                for thing, number in enumerate(new):
                    match.s[FIELDS + place][number] = before[thing]
            self.renumber(match, new, range(len(new)))

    def changes(self, thing: int) -> tuple[Any, ...]:
        """The fields of a thing that are not as they were at the beginning, as far as the seat can know; what stays where a thing
        lay, aside."""
        aside = self.public_fields if self.is_unseen(thing) else ()
        s, tells = self.match.s, self.program.sight.tells
        return tuple(
            (place, s[FIELDS + place][thing])
            for place, own, initial in self.thing_fields
            if place not in aside
            and s[FIELDS + place][thing] != initial[thing]
            and (place not in self.hidden_state.fields or tells(s, own, thing, self.seat))
        )

    def is_unseen(self, thing: int) -> bool:
        """Whether a thing lies where the seat does not see it."""
        where = self.program.sight.of_thing(self.match.s, thing)
        return where >= 0 and not self.memory.sees[where]

    @cached_property
    def public_fields(self) -> list[int]:
        """The places of the fields that all see upon hidden things and that rules change."""
        return [place for place, own in enumerate(self.layout.fields) if own.public]

    @cached_property
    def thing_fields(self) -> list[tuple[int, Field, tuple[Any, ...]]]:
        """The fields of things, by their places, with what they are at the beginning."""
        return [
            (place, own, self.layout.initial_field(own))
            for place, own in enumerate(self.layout.fields)
            if own.of is not None and own.of.kind == "thing"
        ]

    def named(self) -> dict[int, list[tuple[int, ...]]]:
        """What speaks of each thing, as far as the seat can know: frames, and fields of whatever has them."""
        found: dict[int, list[tuple[int, ...]]] = {}

        def find(value: Any, where: tuple[int, ...]) -> None:
            if isinstance(value, tuple):
                for place, item in enumerate(value):
                    find(item, (*where, place))
            elif value is not None and value >= 0:
                found.setdefault(value, []).append(where)

        s, tells = self.match.s, self.program.sight.tells
        for number, place, kind in self.slots_of_things():
            value = self.match.stack[number][place]
            if isinstance(kind, tuple):
                for row, values in enumerate(value or ()):
                    for column, (part, one) in enumerate(zip(values, kind, strict=True)):
                        # What others have chosen unseen is drawn anew, and speaks of nothing.
                        if one.kind == "thing" and values[0] == self.seat:
                            find(part, (0, number, place, row, column))
            elif place not in self.unknown_slots[number]:
                find(value, (0, number, place))
        for place, own in enumerate(self.layout.fields):
            if own.type.kind == "thing":
                for entity, value in enumerate(s[FIELDS + place][:-1]):
                    if place not in self.hidden_state.fields or tells(s, own, entity, self.seat):
                        find(value, (1, place, entity))
        for slot in self.table_things:
            if slot not in self.unknown_table:
                find(s[TABLE][slot], (2, slot))
        return found

    def slots_of_things(self) -> Iterator[tuple[int, int, Any]]:
        """The slots of frames that hold things: the number of the frame, the slot, and its type."""
        for number, frame in enumerate(self.match.stack):
            for place, kind in enumerate(self.program.form.frame_types[frame[0]], FIRST_LOCAL):
                if isinstance(kind, tuple) or kind.kind == "thing":
                    yield number, place, kind

    @cached_property
    def table_things(self) -> list[int]:
        """The slots of the table's fields that hold things."""
        fields = (own for own in self.world.game.fields if own.of is None and own.assigned)
        return [self.layout.slots[id(own)] for own in fields if own.type.kind == "thing"]

    # ---- one deal

    def deal(self, seed: int) -> Match:
        """One deal, another one for another seed; NoDealError if there is none."""
        chance = Random(derived_seed(seed, self.seat))
        for _ in range(MOST_DEALS if self.can_deal else 0):
            match = self.match.copy()
            match.seed = seed
            match.s[RANDOM] = first_state(derived_seed(seed, self.seat, 1))
            self.exchange(match, chance)
            if self.unknown:
                self.redraw(match, self.sample(chance), chance)
            # Whether the seat sees something of others may depend on what it cannot know: it sees it in the deal as well.
            if self.looks_at(match) == self.looked:
                return self.choose_again(match, seed)
        raise NoDealError

    def looks_at(self, match: Match) -> tuple[bool, ...]:
        """Which of the places and fields that now these and now those see the seat sees."""
        sight, s, sees = self.program.sight, match.s, self.memory.sees
        return (
            *(sees[sight.of_space(s, space)] for space in sight.looked_at),
            *(
                sees[sight.of_field(s, own, entity)]
                for own in sight.looked_into
                if own.of is not None
                for entity in range(self.world.count(own.of))
            ),
        )

    def exchange(self, match: Match, chance: Random) -> None:
        """Things that lie unseen change places."""
        places = placed(chance, self.allowed, self.room)
        if places is None:
            raise NoDealError
        come: list[list[int]] = [[] for _ in self.members]
        for thing, place in zip(self.hidden, places, strict=True):
            come[place].append(thing)
        new = list(range(len(self.world.things)))
        for members, others in zip(self.members, come, strict=True):
            chance.shuffle(others)
            for thing, other in zip(members, others, strict=True):
                new[thing] = other
        self.renumber(match, new, self.slots)
        for place in self.public_fields:
            # What all see upon hidden things stays where they lay.
            before = match.s[FIELDS + place][:]
            for thing in self.slots:
                match.s[FIELDS + place][new[thing]] = before[thing]

    def renumber(self, match: Match, new: list[int], things: Sequence[int]) -> None:
        """Each of some things becomes another one of them, but for what it has in its fields."""
        s = match.s
        at = s[AT][:]
        is_pile = self.program.keys.is_pile
        for thing in things:
            s[AT][new[thing]] = at[thing]
        for space in {at[thing] for thing in things if at[thing] >= 0}:
            lying = [new[thing] for thing in s[ON][space]]
            s[ON][space] = lying if is_pile[space] else sorted(lying)
        for place, own in enumerate(self.layout.fields):
            if own.type.kind == "thing":
                s[FIELDS + place] = [by_new_numbers(value, new) for value in s[FIELDS + place]]
        for slot in self.table_things:
            s[TABLE][slot] = by_new_numbers(s[TABLE][slot], new)
        for number, place, kind in self.slots_of_things():
            frame = match.stack[number]
            if isinstance(kind, tuple):
                frame[place] = frame[place] and tuple(
                    tuple(by_new_numbers(value, new) if one.kind == "thing" else value for value, one in zip(row, kind))
                    for row in frame[place]
                )
            else:
                frame[place] = by_new_numbers(frame[place], new)
        if s[PENDING] is not None:
            number, seat, options = s[PENDING]
            s[PENDING] = (number, seat, self.renumbered_options(number, options, new))

    def renumbered_options(self, number: int, options: tuple[Any, ...], new: list[int]) -> tuple[Any, ...]:
        """The options of the question, in the order in which the rules list them: by their numbers, or as they lie."""
        types = self.program.form.asks[number].types
        if not any(kind.kind == "thing" for kind in types) or self.match.asks_chance:
            return options

        def other(option: Any) -> Any:
            if option is None or len(types) == 1:
                return renumbered(option, new)
            return tuple(
                renumbered(part, new) if kind.kind == "thing" else part for part, kind in zip(option, types, strict=True)
            )

        plain = [option for option in options if option is not None]
        listed = [other(option) for option in plain]
        if plain == sorted(plain):
            listed.sort()
        return (*listed, *options[len(plain) :])

    # ---- hidden fields and slots

    def sample(self, chance: Random) -> Sample:
        """What hidden parts hold at this place in the rules in a game at random; slots of frames are the same only there."""
        prior = Prior.of(self.match)
        found = prior.draw(self.place, chance)
        if found is None and not self.needs_slots:
            found = prior.draw(self.top, chance)
        if found is None:
            raise NoDealError
        return found

    def redraw(self, match: Match, sample: Sample, chance: Random) -> None:
        """Put a sample into all that the seat does not know."""
        s = match.s
        other = self.others_alike(sample, chance)
        for place, entities in self.unknown_fields.items():
            of = self.layout.fields[place].of
            who = other if of is not None and of.kind == "thing" else {}
            values = sample.fields[place]
            for entity in entities:
                s[FIELDS + place][entity] = as_dealt(values[who.get(entity, entity)], match, chance)
        for slot in self.unknown_table:
            s[TABLE][slot] = as_dealt(sample.table[slot], match, chance)
        # A sample of the same question has the same frames, or they hold nothing that is unknown.
        for frame, slots, held in zip(match.stack, self.unknown_slots, sample.frames):
            for slot in slots:
                if frame[slot] is not None and held.get(slot) is not None:
                    frame[slot] = as_dealt(held[slot], match, chance)

    def others_alike(self, sample: Sample, chance: Random) -> dict[int, int]:
        """For each of some alike things with fields that are hidden, another one of them that has its fields in the sample.

        What the seat sees upon a thing, the other one has as well, if there is one.
        """
        fields = [(place, own) for place, own, _ in self.thing_fields if place in self.unknown_fields]
        unknown = {thing for place, _ in fields for thing in self.unknown_fields[place]}
        groups: defaultdict[int, list[int]] = defaultdict(list)
        for thing, number in enumerate(self.layout.alike()):
            groups[number].append(thing)
        s, tells = self.match.s, self.program.sight.tells
        found: dict[int, int] = {}
        for group in groups.values():
            if len(group) == 1 or unknown.isdisjoint(group):
                continue
            left = chance.sample(group, len(group))
            told = {
                thing: [(place, s[FIELDS + place][thing]) for place, own in fields if tells(s, own, thing, self.seat)]
                for thing in group
            }
            for thing in sorted(group, key=lambda one: -len(told[one])):
                same = (other for other in left if all(sample.fields[place][other] == value for place, value in told[thing]))
                found[thing] = next(same, left[0])
                left.remove(found[thing])
        return found

    # ---- choices of others

    def choose_again(self, match: Match, seed: int) -> Match:
        """Those who have chosen in a block of choices made together choose again."""
        for depth, frame in enumerate(match.stack):
            for block in self.known.blocks.get(frame[0], ()):
                if frame[block.players] or frame[block.rows]:
                    frame[block.rows] = self.other_rows(match, depth, block, seed)
        if self.again is not None:
            match.run()
        return match

    def other_rows(self, match: Match, depth: int, block: Together, seed: int) -> tuple[Any, ...]:
        """The rows of a block, with other choices of the others as far as these were not carried out."""
        frame = match.stack[depth]
        rows, players, number = frame[block.rows], frame[block.players], frame[block.number]
        if not players:
            later = [
                row if row[0] == self.seat else self.chosen(match, depth, block, row[0], seed) or row for row in rows[number:]
            ]
            return (*rows[:number], *later)
        own = {row[0]: row for row in rows if row[0] == self.seat}
        asked = players[: number if self.again is not None and depth == len(match.stack) - 1 else number - 1]
        found = [own.get(player) if player == self.seat else self.chosen(match, depth, block, player, seed) for player in asked]
        return tuple(row for row in found if row is not None)

    def chosen(self, match: Match, depth: int, block: Together, player: int, seed: int) -> tuple[Any, ...] | None:
        """What a player chooses now."""
        trial = match.copy()
        trial.s[RANDOM] = first_state(derived_seed(seed, self.seat, 2, player))
        return chosen_again(trial, depth, block, player)


def by_new_numbers(value: Any, new: list[int]) -> Any:
    """A thing, or a set of them, by new numbers; a set that was in the order of numbers is so again."""
    found = renumbered(value, new)
    return tuple(sorted(found)) if isinstance(value, tuple) and list(value) == sorted(value) else found
