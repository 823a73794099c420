"""Determinize a match: draw everything anew that a seat cannot know, consistent with all that it sees.

A seat knows only what it is shown, and what is proved to be derivable from what all are told (passes/hidden_state.py). Unseen
things change places with each other, wherever the seat knows that they may be (location_beliefs.py). Each keeps the values in
its fields, if these can be known. It takes over the references to the thing whose place it gets, and the traits of that one
that all see. The number of things at a place stays the same, even if the seat cannot count them. Hidden fields and slots of
frames get other values, as they occur in random games (prior_samples.py). Players who have chosen unseen choose again
(joint_choice.py), and all future chance is different. Before anything is drawn, it is sorted by something that depends on
nothing the seat cannot know. So two positions that differ only in that are dealt in the same way. If nothing can be drawn that
agrees with what the seat sees, there is no deal: the real position never takes its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from attrs import evolve, frozen

from rulewright.dsl.checked import Field
from rulewright.interpreter.match import information_sets
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.passes.visibility import fields_seen_by_all
from rulewright.interpreter.position.chance import first_state
from rulewright.interpreter.position.joint_slots import JointBlock
from rulewright.interpreter.position.position import FIRST_LOCAL
from rulewright.interpreter.search.game_state import cached_fact, seat_asked
from rulewright.interpreter.search.joint_choice import blocks_of, choosing_together, go_back, new_choice
from rulewright.interpreter.search.location_beliefs import LocationBeliefs
from rulewright.interpreter.search.observed_log import ObservedLog, observed_log
from rulewright.interpreter.search.prior_samples import Prior, PriorSample, as_dealt, place_of, top_of
from rulewright.interpreter.search.random_placement import random_placement
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.views import journal
from rulewright.interpreter.views.position_keys import renumbered

MOST_DEALS = 20
"""How often it is dealt, at most, until the seat sees the same places and fields of others as in the real position."""


@frozen(eq=False)
class DealingFacts:
    """Facts about a game that dealing needs in any position."""

    blocks: dict[int, tuple[JointBlock, ...]]
    unmoved: frozenset[str]
    """The kinds with places of their own: their contents would have to move along, so these things stay where they are."""


def dealing_facts(match: Match) -> DealingFacts:
    """Return the facts about a match's game, found once."""

    def find() -> DealingFacts:
        types = match.program.form.frame_types.values()
        has_rows = any(isinstance(kind, tuple) for kinds in types for kind in kinds)
        places = (own.of for own in match.program.world.game.fields if own.place is not None)
        return DealingFacts(
            blocks_of(match) if has_rows else {}, frozenset(of.name for of in places if of is not None and of.kind == "thing")
        )

    return cached_fact(match.program, DealingFacts, find)


class NoDealError(Exception):
    """Raised if no position can be drawn that agrees with what a seat knows."""


def deal_again(match: Match, seat: int, seed: int) -> Match:
    """Return a new match with everything drawn anew that a seat cannot know; raise ValueError if that is impossible."""
    try:
        dealt = Determinizer(match, seat).deal(seed)
    except NoDealError:
        raise ValueError(f"no position can be drawn that agrees with what seat {seat} knows") from None
    dealt.remember_from_here()
    if match.origin is None:
        # A match without a log has no memory.
        return dealt
    # The seat has seen, heard and chosen the same there. The knowledge of the others is unknown, so their memories begin here.
    memory = information_sets.up_to_now(match, seat)
    unheard = list(ObservedLog(match.words, seat).entries(journal.entries(match.position.log, memory.heard)))
    memory = evolve(memory, heard=dealt.happened - len(unheard))
    dealt.known = {seat: information_sets.KnowledgeCache(dealt.past, information_sets.begun_again(dealt), memory)}
    return dealt


class Determinizer:
    """Deals of one position for one seat."""

    def __init__(self, match: Match, seat: int) -> None:
        self.seat = seat
        self.known = dealing_facts(match)
        self.program = match.program
        self.layout = match.program.layout
        self.world = match.program.world
        log = match.position.log
        self.heard = observed_log(log, match.words, seat)
        self.memory = LocationBeliefs(match.program, seat)
        self.memory.read(journal.entries(self.heard), whole=journal.count(log) == match.happened)
        self.out = len(self.world.spaces)
        self.public = fields_seen_by_all(self.layout)
        self.hidden_state = match.program.form.hidden
        self.kinds = [thing.kind.name for thing in self.world.things]
        self.place, self.top = place_of(match), top_of(match)
        self.can_deal = self.knows_the_way(match)
        self.unknown_slots = [self.hidden_state.unknown_slots(frame, seat) for frame in match.position.frames]
        """For each frame, the slots whose values the seat does not know."""
        if match.position.pending is not None and seat_asked(match) == seat:
            ask = self.program.form.asks[match.position.question]
            own = {ask.chosen_slot, ask.left_slot, ask.least, ask.most, *ask.slots}
            self.unknown_slots[-1] = [slot for slot in self.unknown_slots[-1] if slot not in own]
        self.match = self.without_past(match)
        self.find_unknown()
        self.in_order(self.match)
        self.at: list[int] = self.match.position.at
        self.find_unknown()
        self.find_hidden()
        self.looked = self.looks_at(self.match)
        self.places = () if match.decision is None else range(len(match.decision.options))
        """The options that people see now, by their indices."""

    def without_past(self, match: Match) -> Match:
        """Return a copy without values that no rule reads again, and without a past that the seat does not know."""
        twin = match.copy()
        # The seat must not know how often others have chosen, nor how far an unseen choice has got.
        twin.steps = 0
        twin.past, twin.known, twin.origin = None, {}, None
        self.again = self.chooses_unseen(twin)
        if self.again is not None:
            go_back(twin, self.again)
        twin.position.stack = self.program.keys.live_frames(twin.position)
        twin.position.log = self.heard
        is_pile = self.program.keys.is_pile
        for space, lying in enumerate(twin.position.on):
            if not is_pile[space]:
                lying.sort()
        return twin

    def knows_the_way(self, match: Match) -> bool:
        """Return whether the seat can know where the game is in the rules: the question, and the way to it."""
        if match.position.pending is None:
            return not match.position.stack
        number, asked = match.position.question, seat_asked(match)
        return self.hidden_state.tells_the_way(match.position, number, asked=asked == self.seat)

    @property
    def chooses_together(self) -> bool:
        """Whether the seat is choosing now, together with others and unseen by them."""
        return choosing_together(self.match, self.known.blocks) is not None

    def chooses_unseen(self, match: Match) -> JointBlock | None:
        """Return the block of choices in which somebody else is choosing now."""
        block = choosing_together(match, self.known.blocks)
        if block is None:
            return None
        frame = match.position.top
        return None if frame[block.players][frame[block.number] - 1] == self.seat else block

    @property
    def is_certain(self) -> bool:
        """Whether the seat knows everything but future chance: then all deals are equal."""
        asked = any(block in self.known.blocks for block in self.match.position.blocks)
        return len(self.hidden) < 2 and not self.unknown and not asked

    def find_unknown(self) -> None:
        """Find the hidden fields whose values the seat does not know, and whether a slot of a frame holds such values."""
        position = self.match.position
        parts = position.parts
        tells = self.program.sight.tells
        self.unknown_fields = {
            place: unknown
            for place in sorted(self.hidden_state.fields)
            if (
                unknown := [
                    entity
                    for entity in range(len(position.field(place)) - 1)
                    if not tells(parts, self.layout.fields[place], entity, self.seat)
                ]
            )
        }
        fields = {self.layout.slots[own]: own for own in self.world.game.fields if own in self.layout.slots}
        self.unknown_table = [slot for slot in sorted(self.hidden_state.table) if not tells(parts, fields[slot], -1, self.seat)]
        self.needs_slots = any(
            frame[slot] is not None for frame, slots in zip(position.stack, self.unknown_slots, strict=True) for slot in slots
        )

    @property
    def unknown(self) -> bool:
        """Whether there is anything the seat does not know, besides the places of things and unseen choices."""
        return bool(self.unknown_fields or self.unknown_table or self.needs_slots)

    def find_hidden(self) -> None:
        """Find the things that may change places, in an order that does not identify them, and where each may be."""
        at, on, sees = self.at, self.match.position.on, self.memory.sees
        where = self.program.sight.of_things(self.match.position.parts)
        named, kinds = self.named(), self.kinds

        def is_hidden(thing: int, space: int) -> bool:
            if kinds[thing] in self.known.unmoved:
                return False
            if space >= 0:
                return not sees[where[thing]]
            # If something refers to a thing out of play, its absence is known; otherwise it may be unknown.
            return thing not in named and not self.memory.knows_what_left(thing)

        hidden = [thing for thing, space in enumerate(at[:-1]) if is_hidden(thing, space)]
        upon = {thing: self.visible_traits(thing) for thing in hidden}
        bound = {thing: (kinds[thing] if thing in named or any(upon[thing]) else "", upon[thing][0]) for thing in hidden}

        def circumstances(thing: int) -> tuple[Any, ...]:
            space = at[thing]
            order = on[space].index(thing) if self.program.keys.is_pile[space] else 0
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
                if random_placement(Random(0), self.allowed, self.room) is not None:
                    break
        else:
            self.can_deal = False

    def visible_traits(self, thing: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Return what all see on a hidden thing.

        These are printed traits, which move with it, and values from rules, which stay at its place.
        """
        prints, marks = [], []
        for number, (place, printed, blank) in enumerate(self.public[thing] if self.public else ()):
            if place is None:
                prints += [(number, printed)] if printed != blank else []
            elif self.at[thing] >= 0 and (value := self.match.position.field(place)[thing]) != blank:
                marks.append((number, value))
        return tuple(prints), tuple(marks)

    def in_order(self, match: Match) -> None:
        """Renumber alike things by what is seen of them; unseen ones come last, sorted by their values."""
        at, on = match.position.at, match.position.on
        named = self.named()
        is_pile = self.program.keys.is_pile
        new = list(range(len(self.world.things)))

        def circumstances(thing: int) -> tuple[Any, ...]:
            space = at[thing]
            order = on[space].index(thing) if space >= 0 and is_pile[space] else 0
            where, changes = (space, order), self.changes(thing)
            is_unseen = self.is_unseen(thing)
            return (is_unseen, *((changes, where) if is_unseen else (where, changes)), named.get(thing, []))

        for group in self.program.keys.alike_groups:
            for thing, number in zip(sorted(group, key=circumstances), group, strict=True):
                new[thing] = number
        if new != list(range(len(new))):
            for place, _, _ in self.thing_fields:
                values = match.position.field(place)
                before = values[:]
                for thing, number in enumerate(new):
                    values[number] = before[thing]
            self.renumber(match, new, range(len(new)))

    def changes(self, thing: int) -> tuple[Any, ...]:
        """Return the fields of a thing that have changed, if the seat can know them, without those that stay at its place."""
        aside = self.public_fields if self.is_unseen(thing) else ()
        parts, values, tells = self.match.position.parts, self.match.position.fields, self.program.sight.tells
        return tuple(
            (place, values[place][thing])
            for place, own, initial in self.thing_fields
            if place not in aside
            and values[place][thing] != initial[thing]
            and (place not in self.hidden_state.fields or tells(parts, own, thing, self.seat))
        )

    def is_unseen(self, thing: int) -> bool:
        """Return whether a thing is where the seat does not see it."""
        where = self.program.sight.of_thing(self.match.position.parts, thing)
        return where >= 0 and not self.memory.sees[where]

    @cached_property
    def public_fields(self) -> list[int]:
        """The indices of the fields that rules change and that all see on hidden things."""
        return [place for place, own in enumerate(self.layout.fields) if own.public]

    @cached_property
    def thing_fields(self) -> list[tuple[int, Field, tuple[Any, ...]]]:
        """The fields of things, by their indices, with their first values."""
        return [
            (place, own, self.layout.initial_field(own))
            for place, own in enumerate(self.layout.fields)
            if own.of is not None and own.of.kind == "thing"
        ]

    def named(self) -> dict[int, list[tuple[int, ...]]]:
        """Return the references to each thing that the seat can know: in frames, and in fields of any owner."""
        found: dict[int, list[tuple[int, ...]]] = {}

        def find(value: Any, where: tuple[int, ...]) -> None:
            if isinstance(value, tuple):
                for place, item in enumerate(value):
                    find(item, (*where, place))
            elif value is not None and value >= 0:
                found.setdefault(value, []).append(where)

        position, tells = self.match.position, self.program.sight.tells
        for number, place, kind in self.slots_of_things():
            value = position.stack[number][place]
            if isinstance(kind, tuple):
                for row, values in enumerate(value or ()):
                    for column, (part, one) in enumerate(zip(values, kind, strict=True)):
                        # Unseen choices of others are drawn anew, and refer to nothing.
                        if one.kind == "thing" and values[0] == self.seat:
                            find(part, (0, number, place, row, column))
            elif place not in self.unknown_slots[number]:
                find(value, (0, number, place))
        for place, own in enumerate(self.layout.fields):
            if own.type.kind == "thing":
                for entity, value in enumerate(position.field(place)[:-1]):
                    if place not in self.hidden_state.fields or tells(position.parts, own, entity, self.seat):
                        find(value, (1, place, entity))
        for slot in self.table_things:
            if slot not in self.unknown_table:
                find(position.table[slot], (2, slot))
        return found

    def slots_of_things(self) -> Iterator[tuple[int, int, Any]]:
        """Yield the slots of frames that hold things: the number of the frame, the slot, and its type."""
        for number, block in enumerate(self.match.position.blocks):
            for place, kind in enumerate(self.program.form.frame_types[block], FIRST_LOCAL):
                if isinstance(kind, tuple) or kind.kind == "thing":
                    yield number, place, kind

    @cached_property
    def table_things(self) -> list[int]:
        """Return the slots of the table's fields that hold things."""
        fields = (own for own in self.world.game.fields if own.of is None and own.assigned)
        return [self.layout.slots[own] for own in fields if own.type.kind == "thing"]

    def deal(self, seed: int) -> Match:
        """Return one deal, which depends on the seed, or raise NoDealError."""
        chance = Random(derived_seed(seed, self.seat))
        for _ in range(MOST_DEALS if self.can_deal else 0):
            match = self.match.copy()
            match.seed = seed
            match.position.random = first_state(derived_seed(seed, self.seat, 1))
            self.exchange(match, chance)
            if self.unknown:
                self.redraw(match, self.sample(chance), chance)
            # Whether the seat sees something of others may depend on what it cannot know. The deal must agree in this.
            if self.looks_at(match) == self.looked:
                return self.choose_again(match, seed)
        raise NoDealError

    def looks_at(self, match: Match) -> tuple[bool, ...]:
        """Return which places and fields with varying visibility the seat sees."""
        sight, parts, sees = self.program.sight, match.position.parts, self.memory.sees
        return (
            *(sees[sight.of_space(parts, space)] for space in sight.looked_at),
            *(
                sees[sight.of_field(parts, own, entity)]
                for own in sight.looked_into
                if own.of is not None
                for entity in range(self.world.count(own.of))
            ),
        )

    def exchange(self, match: Match, chance: Random) -> None:
        """Let unseen things change places."""
        places = random_placement(chance, self.allowed, self.room)
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
            # Values that all see on hidden things stay at their places.
            values = match.position.field(place)
            before = values[:]
            for thing in self.slots:
                values[new[thing]] = before[thing]

    def renumber(self, match: Match, new: list[int], things: Sequence[int]) -> None:
        """Replace things by others of them in a match, except for the values in their fields."""
        position = match.position
        at, on, now_at = position.at[:], position.on, position.at
        is_pile = self.program.keys.is_pile
        for thing in things:
            now_at[new[thing]] = at[thing]
        for space in {at[thing] for thing in things if at[thing] >= 0}:
            lying = [new[thing] for thing in on[space]]
            on[space] = lying if is_pile[space] else sorted(lying)
        for place, own in enumerate(self.layout.fields):
            if own.type.kind == "thing":
                values = position.field(place)
                values[:] = [by_new_numbers(value, new) for value in values]
        for slot in self.table_things:
            position.table[slot] = by_new_numbers(position.table[slot], new)
        for number, place, kind in self.slots_of_things():
            frame = position.stack[number]
            if isinstance(kind, tuple):
                frame[place] = frame[place] and tuple(
                    tuple(by_new_numbers(value, new) if one.kind == "thing" else value for value, one in zip(row, kind))
                    for row in frame[place]
                )
            else:
                frame[place] = by_new_numbers(frame[place], new)
        if position.pending is not None:
            number, seat, options = position.pending
            position.pending = (number, seat, self.renumbered_options(number, options, new))

    def renumbered_options(self, number: int, options: tuple[Any, ...], new: list[int]) -> tuple[Any, ...]:
        """Return the options of the question in the order in which the rules list them: by their numbers, or as they lie."""
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

    def sample(self, chance: Random) -> PriorSample:
        """Sample the hidden values at this place in the rules from a random game. The slots of frames are only the same here."""
        prior = Prior.of_match(self.match)
        found = prior.draw(self.place, chance)
        if found is None and not self.needs_slots:
            found = prior.draw(self.top, chance)
        if found is None:
            raise NoDealError
        return found

    def redraw(self, match: Match, sample: PriorSample, chance: Random) -> None:
        """Put a sample in place of everything that the seat does not know."""
        position = match.position
        other = self.others_alike(sample, chance)
        for place, entities in self.unknown_fields.items():
            of = self.layout.fields[place].of
            who = other if of is not None and of.kind == "thing" else {}
            values = sample.fields[place]
            for entity in entities:
                position.field(place)[entity] = as_dealt(values[who.get(entity, entity)], match, chance)
        for slot in self.unknown_table:
            position.table[slot] = as_dealt(sample.table[slot], match, chance)
        # A sample of the same question has the same frames, or they hold nothing unknown.
        for frame, slots, held in zip(position.stack, self.unknown_slots, sample.frames):
            for slot in slots:
                if frame[slot] is not None and held.get(slot) is not None:
                    frame[slot] = as_dealt(held[slot], match, chance)

    def others_alike(self, sample: PriorSample, chance: Random) -> dict[int, int]:
        """Return, for alike things with hidden fields, other ones of them whose fields in the sample they get.

        The other thing has the same visible traits, if there is such a thing.
        """
        fields = [(place, own) for place, own, _ in self.thing_fields if place in self.unknown_fields]
        unknown = {thing for place, _ in fields for thing in self.unknown_fields[place]}
        groups: defaultdict[int, list[int]] = defaultdict(list)
        for thing, number in enumerate(self.layout.alike()):
            groups[number].append(thing)
        parts, values, tells = self.match.position.parts, self.match.position.fields, self.program.sight.tells
        found: dict[int, int] = {}
        for group in groups.values():
            if len(group) == 1 or unknown.isdisjoint(group):
                continue
            left = chance.sample(group, len(group))
            told = {
                thing: [(place, values[place][thing]) for place, own in fields if tells(parts, own, thing, self.seat)]
                for thing in group
            }
            for thing in sorted(group, key=lambda one: -len(told[one])):
                same = (other for other in left if all(sample.fields[place][other] == value for place, value in told[thing]))
                found[thing] = next(same, left[0])
                left.remove(found[thing])
        return found

    def choose_again(self, match: Match, seed: int) -> Match:
        """Let the players who have chosen in a block of choices made together choose again."""
        for depth, frame in enumerate(match.position.frames):
            for block in self.known.blocks.get(frame.block, ()):
                if frame[block.players] or frame[block.rows]:
                    frame[block.rows] = self.other_rows(match, depth, block, seed)
        if self.again is not None:
            match.run()
        return match

    def other_rows(self, match: Match, depth: int, block: JointBlock, seed: int) -> tuple[Any, ...]:
        """Return the rows of a block with other choices of the others, if these were not carried out yet."""
        frame = match.position.stack[depth]
        rows, players, number = frame[block.rows], frame[block.players], frame[block.number]
        if not players:
            later = [
                row if row[0] == self.seat else self.chosen(match, depth, block, row[0], seed) or row for row in rows[number:]
            ]
            return (*rows[:number], *later)
        own = {row[0]: row for row in rows if row[0] == self.seat}
        asked = players[: number if self.again is not None and depth == len(match.position.stack) - 1 else number - 1]
        found = [own.get(player) if player == self.seat else self.chosen(match, depth, block, player, seed) for player in asked]
        return tuple(row for row in found if row is not None)

    def chosen(self, match: Match, depth: int, block: JointBlock, player: int, seed: int) -> tuple[Any, ...] | None:
        """Return a new choice of a player."""
        trial = match.copy()
        trial.position.random = first_state(derived_seed(seed, self.seat, 2, player))
        return new_choice(trial, depth, block, player)


def by_new_numbers(value: Any, new: list[int]) -> Any:
    """Return a thing, or a set of them, with new numbers; a sorted set stays sorted."""
    found = renumbered(value, new)
    return tuple(sorted(found)) if isinstance(value, tuple) and list(value) == sorted(value) else found
