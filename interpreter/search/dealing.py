"""A match dealt again: everything that a seat cannot know is drawn anew, consistent with all that it sees.

Things that lie unseen change places with each other, wherever the seat knows that they may be (memory.py). Each takes
along what it has in its fields, which nobody sees who does not see the thing, and takes over what speaks of the one
in whose place it comes, and what all see upon that one. How many lie where stays as it is, even where the seat does not
count them. Fields that hold
a secret (secrets.py) get other values, those who have chosen unseen choose again (together.py), and all chance to come
is another. Whatever is drawn is put in an order first that does not hang on what the seat cannot know: so two positions
that differ in nothing else are dealt alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from attrs import frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Field
from rulewright.interpreter.lower.seen import upon_things
from rulewright.interpreter.play.asking import FIRST_LOCAL
from rulewright.interpreter.play.chance import first_state
from rulewright.interpreter.play.jointly import Together
from rulewright.interpreter.play.keys import renumbered
from rulewright.interpreter.play.match import Match
from rulewright.interpreter.play.runtime import AT, FIELDS, LOG, ON, PENDING, RANDOM, TABLE
from rulewright.interpreter.search.heard import heard
from rulewright.interpreter.search.memory import Memory
from rulewright.interpreter.search.placing import placed
from rulewright.interpreter.search.position import found_out
from rulewright.interpreter.search.secrets import Secret, may_be_secret, secrets
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.search.together import blocks_of, choosing_together, chosen_again, go_back

MOST_DEALS = 20
"""How often it is dealt, at most, until the seat sees of others what it does see."""


@frozen(eq=False)
class Known:
    """What dealing needs to know of a game, whatever the position."""

    secrets: list[Secret]
    blocks: dict[int, tuple[Together, ...]]
    unmoved: frozenset[str]
    """The kinds that have places of their own: what lies there goes with them, so they stay where they are."""


def known_of(match: Match) -> Known:
    """The same for all matches of one game, and found out once."""

    def find() -> Known:
        types = match.program.form.frame_types.values()
        has_rows = any(isinstance(kind, tuple) for kinds in types for kind in kinds)
        game = match.program.world.game
        places = (own.of for own in game.fields if own.place is not None)
        hidden = any(may_be_secret(own, match.program.world) for own in game.fields)
        whole = match.game.checked if hidden else game
        return Known(
            list(declared(secrets(whole, match.program.world), whole, game)) if hidden else [],
            blocks_of(match) if has_rows else {},
            frozenset(of.name for of in places if of is not None and of.kind == "thing"),
        )

    return found_out(match.program, Known, find)


def declared(found: Iterable[Secret], whole: checked.Game, game: checked.Game) -> Iterator[Secret]:
    """Secrets found in a whole rulebook, with the fields as the compiled game has them."""
    for secret in found:
        place = next(place for place, own in enumerate(whole.fields) if own is secret.field)
        yield Secret(game.fields[place], secret.values)


def deal_again(match: Match, seat: int, seed: int) -> Match:
    """A new match in which everything that a seat cannot know is drawn anew."""
    return Dealer(match, seat).deal(seed)


class Dealer:
    """Deals one position again and again for one seat."""

    def __init__(self, match: Match, seat: int, memory: Memory | None = None) -> None:
        self.seat = seat
        self.known = known_of(match)
        self.program = match.program
        self.layout = match.program.layout
        self.world = match.program.world
        self.memory = Memory(match.program, seat) if memory is None else memory
        self.memory.follow(match.s[LOG])
        self.out = len(self.world.spaces)
        self.public = upon_things(self.layout)
        self.kinds = [thing.kind.name for thing in self.world.things]
        self.match = self.without_past(match)
        self.in_order(self.match)
        self.at: list[int] = self.match.s[AT]
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
        twin.s[LOG] = heard(match.s[LOG], match.words, self.seat)
        is_pile = self.program.keys.is_pile
        for space, lying in enumerate(twin.s[ON]):
            if not is_pile[space]:
                lying.sort()
        return twin

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
        return len(self.hidden) < 2 and not self.known.secrets and not asked

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
            for place, _ in self.thing_fields:
                before = match.s[FIELDS + place][:]
                for thing, number in enumerate(new):
                    match.s[FIELDS + place][number] = before[thing]
            self.renumber(match, new, range(len(new)))

    def changes(self, thing: int) -> tuple[Any, ...]:
        """The fields of a thing that are not as they were at the beginning; secrets aside, and what stays where a thing lay."""
        aside = {*self.rolled_fields, *self.public_fields} if self.is_unseen(thing) else ()
        return tuple(
            (place, self.match.s[FIELDS + place][thing])
            for place, initial in self.thing_fields
            if place not in aside and self.match.s[FIELDS + place][thing] != initial[thing]
        )

    def is_unseen(self, thing: int) -> bool:
        """Whether a thing lies where the seat does not see it."""
        where = self.program.sight.of_thing(self.match.s, thing)
        return where >= 0 and not self.memory.sees[where]

    @cached_property
    def rolled_fields(self) -> dict[int, Field]:
        """By their places, the fields in which things show what they have fallen on, which only those see who see the thing."""
        return {
            self.layout.fields.index(secret.field): secret.field
            for secret in self.known.secrets
            if secret.field.seen == "all"
        }

    @cached_property
    def public_fields(self) -> list[int]:
        """The places of the fields that all see upon hidden things and that rules change."""
        return [place for place, own in enumerate(self.layout.fields) if own.public]

    @cached_property
    def thing_fields(self) -> list[tuple[int, tuple[Any, ...]]]:
        """The places of the fields of things, with what they are at the beginning."""
        hidden = {id(secret.field) for secret in self.known.secrets if secret.field.seen != "all"}
        return [
            (place, self.layout.initial_field(own))
            for place, own in enumerate(self.layout.fields)
            if own.of is not None and own.of.kind == "thing" and id(own) not in hidden
        ]

    def named(self) -> dict[int, list[tuple[int, ...]]]:
        """What speaks of each thing: frames, and fields of whatever has them."""
        found: dict[int, list[tuple[int, ...]]] = {}

        def find(value: Any, where: tuple[int, ...]) -> None:
            if isinstance(value, tuple):
                for place, item in enumerate(value):
                    find(item, (*where, place))
            elif value is not None and value >= 0:
                found.setdefault(value, []).append(where)

        for number, place, kind in self.slots_of_things():
            value = self.match.stack[number][place]
            if isinstance(kind, tuple):
                for row, values in enumerate(value or ()):
                    for column, (part, one) in enumerate(zip(values, kind, strict=True)):
                        # What others have chosen unseen is drawn anew, and speaks of nothing.
                        if one.kind == "thing" and values[0] == self.seat:
                            find(part, (0, number, place, row, column))
            else:
                find(value, (0, number, place))
        for place, own in enumerate(self.layout.fields):
            if own.type.kind == "thing":
                for entity, value in enumerate(self.match.s[FIELDS + place]):
                    find(value, (1, place, entity))
        for slot in self.table_things:
            find(self.match.s[TABLE][slot], (2, slot))
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
        """One deal; another one for another seed."""
        chance = Random(derived_seed(seed, self.seat))
        for _ in range(MOST_DEALS):
            match = self.match.copy()
            match.seed = seed
            match.s[RANDOM] = first_state(derived_seed(seed, self.seat, 1))
            self.exchange(match, chance)
            for secret in self.known.secrets:
                self.redraw(match, secret, chance)
            # Whether the seat sees something of others may hang on what it cannot know: it sees it in the deal as well.
            if self.looks_at(match) == self.looked:
                break
        return self.choose_again(match, seed)

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
            return
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
                renumbered(part, new) if kind.kind == "thing" else part
                for part, kind in zip(option, types, strict=True)
            )

        plain = [option for option in options if option is not None]
        listed = [other(option) for option in plain]
        if plain == sorted(plain):
            listed.sort()
        return (*listed, *options[len(plain) :])

    # ---- secrets in fields

    def redraw(self, match: Match, secret: Secret, chance: Random) -> None:
        """Other values into a field that holds a secret: such as it may hold, or those of others like it exchanged."""
        own = secret.field
        if own.of is None:
            slot = self.layout.slots[id(own)]
            if secret.values is not None and match.s[TABLE][slot] in secret.values:
                match.s[TABLE][slot] = self.typed(own, chance.choice(secret.values))
            return
        place = FIELDS + self.layout.fields.index(own)
        values = match.s[place]
        for entities in self.alike(own, match.s):
            if secret.values is None:
                held = sorted(values[entity] for entity in entities)
                chance.shuffle(held)
                for entity, value in zip(entities, held, strict=True):
                    values[entity] = value
            else:
                for entity in entities:
                    # What nothing secret can have put there was not put there yet.
                    if values[entity] in secret.values:
                        values[entity] = self.typed(own, chance.choice(secret.values))

    def typed(self, own: Field, value: int) -> Any:
        """A value as it stands in a field."""
        return bool(value) if own.type.kind == "truth" else value

    def alike(self, own: Field, s: list[Any]) -> list[list[int]]:
        """Those whose field the seat does not see, in groups of which none is told from another by what it is."""
        assert own.of is not None
        groups: dict[Any, list[int]] = {}
        at, where = s[AT], self.program.sight.of_things(s)
        offset = self.world.offset(own.of)
        for entity in range(offset, offset + self.world.count(own.of)):
            owner = self.world.owner_of(own.of, entity)
            if own.seen == "all":
                if at[entity] >= 0 and not self.memory.sees[where[entity]]:
                    groups.setdefault(owner, []).append(entity)
            elif own.lookers is not None and self.memory.sees[self.program.sight.of_field(s, own, entity)]:
                continue
            elif own.seen == "nobody" or owner != self.seat:
                alone = own.of.kind == "thing"
                groups.setdefault((owner, at[entity] < 0) if alone else None, []).append(entity)
        return list(groups.values())

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
                row if row[0] == self.seat else self.chosen(match, depth, block, row[0], seed) or row
                for row in rows[number:]
            ]
            return (*rows[:number], *later)
        own = {row[0]: row for row in rows if row[0] == self.seat}
        asked = players[: number if self.again is not None and depth == len(match.stack) - 1 else number - 1]
        found = [
            own.get(player) if player == self.seat else self.chosen(match, depth, block, player, seed)
            for player in asked
        ]
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
