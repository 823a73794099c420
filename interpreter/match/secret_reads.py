"""Find out whether the rules consulted anything hidden from a seat because of a choice.

The choice is made again in a copy whose lists are watched. The first read of anything that the seat does not see ends it,
and so does the first draw of chance. How far it gets depends on nothing hidden, so the answer itself gives nothing away.
Earlier values in frames, and in fields that the seat is not shown, count as hidden unless all can derive them
(passes/hidden_state.py). Whatever is not known to be open counts as hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from rulewright.dsl.checked import Field, Type
from rulewright.dsl.constructs import actions
from rulewright.interpreter.passes.joint_blocks import joint_choices
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.log_entries import Entry
from rulewright.interpreter.position.position import AT, FIELDS, FIRST_LOCAL, LOG, ON, RANDOM, TABLE, Frame
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.suspension import statements_in
from rulewright.interpreter.views import journal

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match
    from rulewright.interpreter.match.program import Program


class SecretRead(Exception):
    """Raised when the rules look at something that the seat does not see, or ask chance."""


class ChanceRead(SecretRead):
    """Raised when the rules ask chance."""


def hidden(*_: object) -> NoReturn:
    """End a watched choice at something hidden."""
    raise SecretRead


def chance(*_: object) -> NoReturn:
    """End a watched choice at a draw of chance."""
    raise ChanceRead


class WatchPlan:
    """Facts about a game that watching needs in any position."""

    def __init__(self, program: Program) -> None:
        lowered = program.forms.lowered()
        self.hidden = program.form.hidden
        self.of_asked: dict[int, set[int]] = {}
        """By question: the slots that the asked player knows, such as who is asked, and what is left of a set."""
        lefts = {
            one.source: one.left.slot + FIRST_LOCAL
            for routine in lowered.routines
            for one in statements_in(routine.body)
            if isinstance(one, nodes.ChooseSet)
        }
        for block in lowered.blocks:
            match block.end:
                case (
                    nodes.AskOptions(question=number, seat=seat)
                    | nodes.AskMenu(question=number, seat=seat)
                    | nodes.AskText(question=number, seat=seat)
                ):
                    ask = lowered.questions[number]
                    slots = self.of_asked[number] = set()
                    if isinstance(seat, nodes.ReadVariable) and seat.variable.slot >= 0:
                        slots.add(seat.variable.slot + FIRST_LOCAL)
                    if ask.kind == "many":
                        slots |= {ask.least, ask.most, ask.chosen_slot, *ask.slots, lefts[ask.statement]}
        everybody, _ = program.world.sight()
        kinds = zip(everybody, program.form.kinds_at, strict=False)
        may_hide = frozenset().union(*(lying for seen, lying in kinds if not seen))
        self.may_hide = [thing.kind.name in may_hide for thing in program.world.things]
        """For each thing, whether its kind may be hidden: then one that left the game unseen may be unknown."""
        self.holders = program.world.holders()
        self.blocks = joint_choices(lowered.blocks)
        """By block: the choices made together that its frames may hold."""
        self.program = watched(program)


def watched(program: Program) -> Program:
    """Return a copy of the program whose effects go to the lists behind the watched ones."""
    twin = copy(program)
    twin.come_to, twin.purse = [], runtime.WorkBudget()
    names = twin.names = twin.namespace(program.form, twin.purse)
    noted = journal.functions(program.layout, program.form.asks, program.sight)
    names.update(noted)
    names.update(effects(noted), as_one=program.as_one, perform_card=twin.perform_card)
    exec(program.form.code, names)
    twin.asks, twin.chose, twin.blocks = program.form.asks, quiet, names.get("BLOCKS", [])
    return twin


def quiet(*_: object) -> None:
    """Tell nothing."""


TOLD = (
    *("told", "chosen", "resized", "void", "performed", "lapsed", "rolled"),
    *("say", "heading", "tell", "tell_end", "begun", "done", *actions.TOLD),
)
"""Effects that only write into the log. Their values were read before, or are where the seat sees them."""


def effects(noted: Mapping[str, Callable[..., Any]]) -> dict[str, Callable[..., Any]]:
    """Return the effects of the rules on the position and the log behind the watched lists, and those of chance."""

    def told(name: str) -> Callable[..., None]:
        def tell(s: WatchedPosition, *values: Any) -> None:
            noted[name](s.raw, *values)

        return tell

    def each(s: WatchedPosition, thing: int, brief: bool = False) -> None:
        s.look_at(thing)
        noted["each"](s.raw, thing, brief)

    def move(s: WatchedPosition, thing: int, to: int, under: bool = False) -> None:
        move_all(s, (thing,), to, under)

    def move_all(s: WatchedPosition, things: Iterable[int], to: int, under: bool = False) -> None:
        moved = tuple(thing for thing in things if thing >= 0 and to >= 0)
        for thing in moved:
            s.look_at(thing)
        noted["move_all"](s.raw, moved, to, under)
        s.moved.update(moved)

    def take_away(s: WatchedPosition, thing: int) -> None:
        take_all_away(s, (thing,))

    def take_all_away(s: WatchedPosition, things: Iterable[int]) -> None:
        taken = tuple(thing for thing in things if thing >= 0)
        for thing in taken:
            s.look_at(thing)
        noted["take_all_away"](s.raw, taken)
        s.moved.update(taken)

    def swap(s: WatchedPosition, one: int, other: int) -> None:
        if one >= 0 and other >= 0 and one != other:
            s.look_at(one)
            s.look_at(other)
            noted["swap"](s.raw, one, other)
            s.moved.update((one, other))

    def draw_last(s: WatchedPosition, source: int, to: int, amount: int) -> None:
        lying = s.raw[ON][source]
        for _ in range(min(amount, len(s[ON][source]))):
            move(s, lying[-1], to)

    def shown(s: WatchedPosition, things: Iterable[int], seats: Iterable[int]) -> None:
        for thing in things if s.seat in seats else ():
            if thing >= 0:
                s.look_at(thing)
        noted["shown"](s.raw, things, seats)

    def put_aside(s: WatchedPosition) -> Any:
        return runtime.put_aside(s.raw), set(s.moved), set(s.written)

    def bring_back(s: WatchedPosition, before: Any) -> None:
        kept, s.moved, s.written = before
        runtime.bring_back(s.raw, kept)

    return {
        **{name: told(name) for name in TOLD},
        "each": each,
        "gave": quiet,
        **dict.fromkeys(("draw", "shuffle", "weighted"), chance),
        "move": move,
        "move_all": move_all,
        "take_away": take_away,
        "take_all_away": take_all_away,
        "swap": swap,
        "draw_last": draw_last,
        "shown": shown,
        "put_aside": put_aside,
        "bring_back": bring_back,
    }


WHOLE = slice(None)


class SavedContents:
    """The contents of one of a position's lists, kept while something is tried out."""

    def __init__(self, values: list[Any], written: set[tuple[int, int]]) -> None:
        self.values = values
        self.written = written


class SealedContents:
    """Things that the seat does not see, or unseen choices: they may be counted and added to, but not looked at."""

    def __init__(self, values: Sequence[Any], *, counted: bool = True, top: bool = False) -> None:
        self.values = values
        self.counted = counted
        self.top = top

    def __len__(self) -> int:
        return len(self.values) if self.counted else hidden()

    def __getitem__(self, index: Any) -> Any:
        return self.values[-1] if self.top and self.values and index == -1 else hidden()

    def __iter__(self) -> Iterator[Any]:
        return hidden()

    def __add__(self, more: Any) -> SealedContents:
        return SealedContents([*self.values, *more])

    __contains__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __mul__ = __reversed__ = hidden
    __hash__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        hidden(name)


class WatchedPart:
    """One of a position's lists, each entry of which is watched."""

    def __init__(self, s: WatchedPosition, number: int, look: Callable[[int, Any], Any]) -> None:
        self.s = s
        self.number = number
        self.values = s.raw[number]
        self.look = look

    def __getitem__(self, index: Any) -> Any:
        if index == WHOLE:
            return SavedContents(self.values[:], {one for one in self.s.written if one[0] == self.number})
        if not isinstance(index, int):
            hidden()
        place = index + len(self.values) if index < 0 else index
        value = self.values[place]
        return value if (self.number, place) in self.s.written else self.look(place, value)

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(value, SavedContents):
            self.values[:] = value.values
            self.s.written = {one for one in self.s.written if one[0] != self.number} | value.written
            return
        place = index + len(self.values) if index < 0 else index
        self.values[place] = value
        self.s.written.add((self.number, place))

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self.values)))

    __eq__ = __ne__ = hidden
    __hash__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        hidden(name)


class WatchedFrame(list[Any]):
    """A frame from before the choice; some of its slots may hold what the seat does not know."""

    looks: dict[int, Callable[[Any], Any]]

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, int):
            hidden()
        value = super().__getitem__(index)
        look = self.looks.get(index)
        return value if look is None else look(value)

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(index, value)
        self.looks.pop(index, None)


class WatchedPosition(list[Any]):
    """A position for the rules to work on while they are watched on behalf of one seat."""

    def __init__(self, match: Match, watching: WatchPlan, seat: int) -> None:
        self.raw = match.position.parts
        super().__init__(self.raw)
        self.seat = seat
        self.watching = watching
        self.words, self.sight, self.layout = match.words, match.program.sight, match.program.layout
        self.moved: set[int] = set()
        """The things that have moved meanwhile: the seat knows where these are."""
        self.written: set[tuple[int, int]] = set()
        """The entries that were written meanwhile: by part and place."""
        self.unseen: set[int] = set()
        self.closed: set[tuple[Field, int]] = set()
        self.unseen, self.closed = self.not_seen()
        world = self.layout.world
        self.table = {self.layout.slots[own]: own for own in world.game.fields if own in self.layout.slots}
        self[AT] = WatchedPart(self, AT, lambda thing, space: hidden() if self.is_unseen(thing) else space)
        self[ON] = WatchedPart(self, ON, self.lying)
        self[TABLE] = WatchedPart(self, TABLE, self.upon_table)
        for number, own in enumerate(self.layout.fields):
            self[FIELDS + number] = WatchedPart(self, FIELDS + number, self.upon(number, own))

    def __getitem__(self, index: Any) -> Any:
        return chance() if index == RANDOM else super().__getitem__(index)

    def not_seen(self) -> tuple[set[int], set[tuple[Field, int]]]:
        """Return the things that the seat does not see, and the fields with varying visibility that it does not see now."""
        unseen = {thing for thing in range(len(self.raw[AT]) - 1) if not self.sees_thing(thing)}
        closed = {
            (own, entity)
            for own in self.sight.looked_into
            for entity in range(self.layout.world.count(own.of) if own.of is not None else 0)
            if not self.sight.shows(self.raw, own, entity, self.seat)
        }
        return unseen, closed

    def sees_thing(self, thing: int) -> bool:
        """Return whether the seat sees a thing where it is now, or saw it go out of play."""
        if self.raw[AT][thing] < 0:
            return not self.watching.may_hide[thing]
        return self.words.sees(self.seat, self.sight.of_thing(self.raw, thing))

    def is_unseen(self, thing: int) -> bool:
        """Return whether the seat does not know where a thing is."""
        if thing in self.moved or not 0 <= thing < len(self.raw[AT]) - 1:
            return False
        return thing in self.unseen or not self.sees_thing(thing)

    def look_at(self, thing: int) -> None:
        """Check that the seat may hear of a thing with which something is done."""
        if self.is_unseen(thing):
            hidden()

    def lying(self, space: int, things: Sequence[int]) -> Any:
        """Return the things on a space, if the seat sees them."""
        if space == len(self.layout.world.spaces):
            return things
        where = self.sight.of_space(self.raw, space)
        if self.words.sees(self.seat, where) and not any(thing in self.unseen and thing not in self.moved for thing in things):
            return things
        counted = self.words.counts(self.seat, where)
        if counted and not things:
            return things
        return SealedContents(
            things, counted=counted, top=self.sight.is_top[space] and not self.is_unseen(things[-1] if things else -1)
        )

    def named(self, value: Any, kind: Type) -> Any:
        """Return a kept value, unless it is a thing that the seat does not see, or a place of such a thing."""
        if kind.kind in ("thing", "space"):
            for one in value if isinstance(value, (tuple, list)) else (value,):
                if self.is_unseen(one if kind.kind == "thing" else self.watching.holders[one]):
                    hidden()
        return value

    def upon_table(self, slot: int, value: Any) -> Any:
        """Return a field of the table."""
        own = self.table.get(slot)
        if own is None:
            return value
        known = slot not in self.watching.hidden.table or self.sight.shows(self.raw, own, -1, self.seat)
        return self.named(value, own.type) if known else hidden()

    def upon(self, number: int, own: Field) -> Callable[[int, Any], Any]:
        """Return the function that watches a field of several entities."""
        assert own.of is not None
        of_thing = own.of.kind == "thing"
        derived = number not in self.watching.hidden.fields
        last = len(self.raw[FIELDS + number]) - 1

        def look(entity: int, value: Any) -> Any:
            if entity == last:
                return value
            if (own, entity) in self.closed or (of_thing and self.is_unseen(entity)):
                hidden()
            known = derived or self.sight.shows(self.raw, own, entity, self.seat)
            return self.named(value, own.type) if known else hidden()

        return look

    def frame(self, frame: Frame, types: Sequence[Any], known: Iterable[int]) -> WatchedFrame:
        """Return a frame from before the choice; the asked player knows some of its slots."""
        found = WatchedFrame(frame.slots)
        found.looks = {slot: sealed for slot, kind in enumerate(types, FIRST_LOCAL) if isinstance(kind, tuple)}
        unknown = set(self.watching.hidden.unknown_slots(frame, self.seat)).difference(known)
        for slot, _ in self.watching.hidden.slots.get(frame.block, ()):
            found.looks[slot] = hidden if slot in unknown else partial(self.named, kind=types[slot - FIRST_LOCAL])
        return found

    def check(self) -> None:
        """Check that nothing was uncovered meanwhile."""
        unseen, closed = self.not_seen()
        if self.unseen - unseen - self.moved or self.closed - closed:
            hidden()


def sealed(rows: Any) -> Any:
    """Seal the unseen choices of some players, until all have chosen."""
    return SealedContents(rows) if rows else rows


class RepeatedChoice:
    """A choice that is made again where nothing can be read that the seat does not see."""

    def __init__(self, before: Match, seat: int) -> None:
        self.watching = before.program.watching
        self.seat = seat
        self.match = before.in_lists()
        self.match.program, self.match.trusted = self.watching.program, True

    def choose_unseen(self, after: Match) -> None:
        """Leave out the others who choose together with the seat, if the game only went on to ask the next of them.

        Nothing changes until all have chosen, so their choices do not influence who was asked what.
        """
        before, now = self.match.position, after.position
        if before.pending is None or now.pending is None or len(before.stack) != len(now.stack):
            return
        frame, later = before.top, now.top
        for block in self.watching.blocks.get(frame.block, ()):
            rows, kept = frame[block.rows], later[block.rows] if block in self.watching.blocks.get(later.block, ()) else None
            same_round = kept and kept[: len(rows)] == rows and kept[len(rows) :]
            if frame[block.players] and same_round and later[block.number] > frame[block.number]:
                frame[block.players], frame[block.number], frame[block.rows] = (self.seat, self.seat), 1, ()

    def choose(self, key: str, *, picking: bool) -> None:
        """Make the choice again, or raise Consulted."""
        match, decision = self.match, self.match.decision
        number, _, values = match.position.asked
        ask = self.watching.program.asks[number]
        if decision is None or ask.by_chance:
            chance()
        is_asked = decision.seat == self.seat
        if not picking and not self.watching.hidden.tells_the_way(match.position, number, asked=is_asked):
            hidden()
        value: Any = key
        if ask.kind != "words":
            keys = [option.key for option in decision.options]
            value = values[decision.options.places[keys.index(key)]]
        s = self.watch(number if decision.seat == self.seat else -1)
        parts = value if len(ask.types) > 1 and value is not None else (value,)
        for part, kind in zip(parts, ask.types, strict=True):
            s.named(() if part is None else part, kind)
        match.put(ask, value)
        match.run()
        self.look_round(s)

    def watch(self, number: int) -> WatchedPosition:
        """Watch the lists of the position and its frames; `number` is the question that the seat is asked, if it is asked."""
        position, types = self.match.position, self.watching.program.form.frame_types
        s = WatchedPosition(self.match, self.watching, self.seat)
        top = len(position.stack) - 1
        position.stack = [
            s.frame(frame, types[frame.block], self.watching.of_asked.get(number, ()) if depth == top else ())
            for depth, frame in enumerate(position.frames)
        ]
        position.parts = s
        return s

    def look_round(self, s: WatchedPosition) -> None:
        """Evaluate what the table shows without being asked: the text of the next question, and counts."""
        names, position = self.watching.program.names, self.match.position
        if position.pending is not None and (told := self.watching.program.asks[position.question].told):
            names[told](s, position.stack[-1])
        for define, name in self.watching.program.form.shown:
            for about in [(seat,) for seat in range(self.match.players)] if define.parameters else [()]:
                names[name](s, -1, *about)
        s.check()


def consulted_secret(before: Match, key: str, after: Match, seat: int, *, picking: bool = False) -> type[SecretRead] | None:
    """Return what hidden thing a choice made the rules consult: chance (`ChanceRead`), anything else, or None.

    `picking`: the choice was one pick of a set with more to come, and no other rule was reached.
    """
    try:
        again = RepeatedChoice(before, seat)
        again.choose_unseen(after)
        again.choose(key, picking=picking)
    except SecretRead as found:
        return type(found)
    except Exception:
        # Nobody can say what else it would have looked at.
        return SecretRead
    return None


def certain(before: Match, key: str, seat: int) -> tuple[list[Entry], tuple[int, ...] | None]:
    """Return the effects of a choice up to the first read of anything hidden from a seat, as log entries, and who wins then."""
    again = RepeatedChoice(before, seat)
    try:
        again.choose(key, picking=False)
    except SecretRead:
        pass
    except Exception:
        # Nobody can say what else it would have looked at.
        return [], None
    parts, winners = again.match.position.parts, again.match.position.result
    if not isinstance(parts, WatchedPosition):
        return [], None
    return journal.entries(parts.raw[LOG], before.happened), winners
