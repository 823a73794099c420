"""Load a built library, and give access to positions that can be inspected, advanced, copied and compared."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from ctypes import byref, sizeof
from threading import local
from time import perf_counter
from typing import Any, TypeAlias

from attrs import frozen

Address: TypeAlias = int
FIRST_SHARE = 64
LONGEST_SHARE = 0.2
"""How many random games, and how many seconds of them, run in one call."""
WORD, POINTER, NUMBER, REAL = ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_double
# The types of each function's arguments.
SHAPES: dict[str, tuple[Any, ...]] = {
    "identity": (),
    "position_size": (),
    "settle": (POINTER,),
    "open_game": (POINTER,),
    "start": (POINTER, POINTER, WORD, NUMBER),
    "resume": (POINTER,),
    "choose": (POINTER, NUMBER),
    "choose_text": (POINTER, NUMBER),
    "at_random": (POINTER,),
    "options": (POINTER,),
    "list_options": (POINTER, POINTER, POINTER, NUMBER),
    "ask": (POINTER, NUMBER, NUMBER, NUMBER, NUMBER, NUMBER, POINTER, POINTER),
    "playout": (POINTER, WORD),
    "copy": (POINTER, POINTER),
    "used": (POINTER,),
    "decisions": (POINTER,),
    "over": (POINTER,),
    "key": (POINTER, POINTER),
    "canonical": (POINTER, POINTER, NUMBER),
    "same": (POINTER, POINTER),
    "look": (POINTER, POINTER, POINTER, POINTER, NUMBER),
    "reseed": (POINTER, WORD),
    "outlooks": (POINTER, POINTER),
    "know_python": (POINTER,),
    "method_choose": (),
    "method_copy": (),
}
LONG_SHAPES: dict[str, tuple[Any, ...]] = {
    "playouts": (POINTER, NUMBER, NUMBER, POINTER, WORD, POINTER, POINTER, POINTER, POINTER),
    "add_up": (NUMBER, *(POINTER,) * 4, NUMBER, *(POINTER,) * 4),
    "compare": (NUMBER, *(POINTER,) * 9),
    "short_playouts": (POINTER, NUMBER, NUMBER, POINTER, POINTER, POINTER, POINTER, POINTER),
    "begin_rows": (POINTER, POINTER),
    "step_rows": (POINTER, POINTER, POINTER),
    "row_of": (POINTER, NUMBER, NUMBER, POINTER),
}
"""The functions that may take long: they release Python's lock."""
COUNTED_SHAPES: dict[str, tuple[Any, ...]] = {
    "counted_games": (POINTER, NUMBER, WORD, POINTER, POINTER, POINTER, POINTER, POINTER, POINTER, POINTER)
}
"""The additional functions of a library that counts what its games reach."""
WITHOUT_ANSWER = ("settle", "copy", "playouts", "reseed", "short_playouts", "counted_games", "know_python")
ANSWERS: dict[str, Any] = dict.fromkeys(WITHOUT_ANSWER) | dict.fromkeys(("method_choose", "method_copy"), POINTER)
"""The functions whose result is not a whole number."""
ENDED, TOO_LONG, NOT_DONE = 2, 3, 4
"""How a random game ends: over, longer than anyone would wait, or left to Python as out of the ordinary."""
MOST_MOVES = 8192
"""How many numbers of a question's options are written down."""
CALLS = (
    "PyLong_AsLongLong",
    "PyLong_FromLongLong",
    "PyErr_Occurred",
    "PyByteArray_AsString",
    "PyByteArray_Size",
    "PyByteArray_Resize",
    "PyByteArray_FromStringAndSize",
    "PyCFunction_NewEx",
    "Py_DecRef",
)
"""The functions of Python's stable ABI that calls without ctypes need, in the order of calls.c."""


@frozen
class PlayoutColumns:
    """The results of random games: for each its end, the winners as bits, the number of decisions, and all seats' scores."""

    ends: Any
    winners: Any
    decisions: Any
    scores: Any
    """Seat by seat, game by game, or None if the game has no scores."""


@frozen
class NativeLineCounts:
    """For each place that counts: how often games reached it, how many games did, and the seed of the first one."""

    times: Any
    games: Any
    first: Any


def in_shares(count: int) -> Iterator[tuple[int, int]]:
    """Yield how many games have been played, and how many to play now.

    They are few, since native code hears no signal, and games may be long.
    """
    done, share = 0, FIRST_SHARE
    while done < count:
        now, start = min(share, count - done), perf_counter()
        yield done, now
        done += now
        share = max(1, min(8 * share, int(now * LONGEST_SHARE / max(perf_counter() - start, 1e-6))))


class NativePosition:
    """One position in flat memory; `choose(place)` answers it and returns the next number of options.

    It is 0 at the end, -1 if Python has to do it (the position is unchanged), and -2 if there is no such option.
    """

    __slots__ = ("address", "choose", "library", "memory", "view")

    def __init__(self, library: NativeLibrary) -> None:
        self.library = library
        self.memory = bytearray(library.size)
        self.hold()
        self.choose: Callable[[int], int] = library.chooser(self)

    def hold(self) -> None:
        """Pin the memory: while there is a view of it, it can neither grow nor move."""
        self.view = ctypes.c_char.from_buffer(self.memory)
        self.address: Address = ctypes.addressof(self.view)

    @property
    def used(self) -> int:
        """The number of bytes in use."""
        return int(self.library.short.used(self.address))

    @property
    def over(self) -> bool:
        return bool(self.library.short.over(self.address))

    @property
    def count(self) -> int:
        """How many answers the pending question has."""
        return int(self.library.short.options(self.address))

    def start(self, word: int, asks: int = 0) -> int:
        """Begin a game here with a seed's word; return how many options there are."""
        return int(self.library.short.start(self.address, self.library.opened.address, word, asks))

    @property
    def decisions(self) -> int:
        """How many decisions players have made."""
        return int(self.library.short.decisions(self.address))

    def choose_text(self, number: int) -> int:
        """Answer with the number of a text."""
        return int(self.library.short.choose_text(self.address, number))

    def at_random(self) -> int:
        """Draw an option."""
        return int(self.library.short.at_random(self.address))

    def copy(self) -> NativePosition:
        """Return a copy that can go on by itself."""
        library = self.library
        if library.copy is None:
            twin = NativePosition(library)
            twin.become(self)
            return twin
        twin = LazyCopy.__new__(LazyCopy)
        twin.library = library
        twin.choose = library.copy(self.choose.__self__)  # type: ignore[attr-defined]
        return twin

    def become(self, other: NativePosition) -> None:
        """Become a copy of another position."""
        self.library.short.copy(self.address, other.address)

    def playout(self, word: int) -> int:
        """Play this very position on at random to the end; return how it ended."""
        return int(self.library.short.playout(self.address, word))

    def options(self, parts: int, chance: bool) -> tuple[list[tuple[int, ...]], list[int]]:
        """Return the options of the pending question except passing, as rows of values, and their weights if chance decides."""
        count = self.count
        values = (NUMBER * max(1, count * parts))()
        weights = (NUMBER * max(1, count))() if chance else None
        # Another thread may have gone on meanwhile: never write more than there is room for.
        real = self.library.short.list_options(self.address, values, weights, count)
        rows = [tuple(values[i : i + parts]) for i in range(0, real * parts, parts)]
        return rows, [] if weights is None else weights[:real]

    def ask(
        self, question: int, seat: int, passable: bool, forced: bool, rows: Sequence[Sequence[int]], weights: Sequence[int]
    ) -> bool:
        """Put a question here; return whether there is room for its options."""
        flat = [value for row in rows for value in row]
        values = (NUMBER * max(1, len(flat)))(*flat)
        shares = (NUMBER * len(weights))(*weights) if weights else None
        ask = self.library.short.ask
        return bool(ask(self.address, question, seat, len(rows), int(passable), int(forced), values, shares))

    def key(self) -> bytes | None:
        """Return a digest that is equal for positions with equal futures, or None if it needs too much room."""
        digest = (WORD * 2)()
        return bytes(digest) if self.library.short.key(self.address, digest) else None

    def canonical(self) -> bytes | None:
        """Return everything that distinguishes a position from others, as bytes."""
        room = ctypes.create_string_buffer(2 * self.library.size)
        size = int(self.library.short.canonical(self.address, room, len(room)))
        return None if size < 0 else room.raw[:size]

    def look(self) -> tuple[int, int, bytes, list[int]]:
        """Go on to the next real choice.

        Return the number of options, the seat, a digest of that seat's view, and what each option is to it. The number is 0
        at the end, and -1 if Python has to go on.
        """
        room = self.library.room_to_look
        count = int(self.library.short.look(self.address, *room.addresses, MOST_MOVES))
        return count, room.seat.value, bytes(room.digest), room.moves[: max(count, 0)]

    def reseed(self, word: int) -> None:
        """Make all future chance different."""
        self.library.short.reseed(self.address, word)

    def playouts(self, begins: bool, count: int, first: int, seeds: Sequence[int] | None = None) -> PlayoutColumns:
        """Play random games from here, or whole ones if they begin here, with these words or consecutive ones."""
        ended = self.library.room_for(count)
        words = None if seeds is None else (WORD * count).from_buffer(array("Q", seeds))
        for done, now in in_shares(count):
            arrays = self.library.shifted(ended, done)
            seeds_of_share = words and byref(words, done * sizeof(WORD))
            self.library.long.playouts(self.address, int(begins), now, seeds_of_share, first + done, *arrays)
        return ended

    def counted_games(self, count: int, first: int) -> tuple[PlayoutColumns, NativeLineCounts]:
        """Play whole random games that begin here, with consecutive words, and count which places they reach."""
        ended, size = self.library.room_for(count), self.library.places
        places = NativeLineCounts((WORD * size)(), (WORD * size)(), (WORD * size)())
        for done, now in in_shares(count):
            columns = self.library.shifted(ended, done)
            self.library.long.counted_games(self.address, now, first + done, *columns, places.times, places.games, places.first)
        return ended, places

    def short_playouts(self, most: int, seeds: Sequence[int]) -> PlayoutColumns:
        """Play random games from here with these words, each cut short after `most` decisions."""
        ended, count = self.library.room_for(len(seeds)), len(seeds)
        columns = (ended.winners, ended.decisions, ended.scores, ended.ends)
        words = (WORD * count).from_buffer(array("Q", seeds))
        self.library.long.short_playouts(self.address, most, count, words, *columns)
        return ended

    def outlooks(self) -> tuple[int, ...] | None:
        """Return how well each seat is doing, or None if Python has to compute it, or the rulebook does not say."""
        found = (NUMBER * self.library.players)()
        return tuple(found) if self.library.short.outlooks(self.address, found) else None


class LazyCopy(NativePosition):
    """A position that takes only the memory in use until somebody goes on with it: most copies never do."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """Make the attributes of a full position when one is first asked for: then there must be room to go on."""
        if name not in ("address", "memory", "view"):
            raise AttributeError(name)
        self.memory = self.choose.__self__  # type: ignore[attr-defined]
        self.memory.extend(bytes(self.library.size - len(self.memory)))
        self.hold()
        return getattr(self, name)


class ViewBuffer(local):
    """Where a library writes the view of a position: one for each thread, since several may search at once."""

    def __init__(self) -> None:
        self.seat, self.digest, self.moves = NUMBER(), (WORD * 2)(), (NUMBER * MOST_MOVES)()
        self.addresses = tuple(map(ctypes.addressof, (self.seat, self.digest, self.moves)))


class NativeLibrary:
    """The functions of one library, and the position with which all its games begin."""

    def __init__(self, path: str, identity: int, players: int, scored: bool, places: int = 0) -> None:
        """Open a library, or raise OSError if it is none, or belongs to another program.

        `places` is how many places it counts.
        """
        self.short, self.long = ctypes.PyDLL(path), ctypes.CDLL(path)
        long = LONG_SHAPES | (COUNTED_SHAPES if places else {})
        for library, shapes in ((self.short, SHAPES), (self.long, long)):
            for name, shape in shapes.items():
                function = getattr(library, name)
                function.argtypes = shape
                function.restype = ANSWERS.get(name, NUMBER)
        if self.short.identity() != identity:
            raise OSError("it is the library of another program")
        self.players = players
        self.scored = scored
        self.places = places
        self.room_to_look = ViewBuffer()
        self.size = int(self.short.position_size())
        self.copy: Callable[[bytearray], Any] | None = None
        with suppress(AttributeError):
            # Only CPython has these; elsewhere ctypes has to do.
            calls = [ctypes.cast(getattr(ctypes.pythonapi, name), POINTER) for name in CALLS]
            self.short.know_python((POINTER * len(calls))(*calls))
            self.new_function = ctypes.PYFUNCTYPE(ctypes.py_object, POINTER, ctypes.py_object, POINTER)(
                ("PyCFunction_NewEx", ctypes.pythonapi)
            )
            self.method = self.short.method_choose()
            self.copy = self.new_function(self.short.method_copy(), None, None)
        self.opened = NativePosition(self)

    def functions(self, shapes: Mapping[str, tuple[Any, ...]], answers: Mapping[str, Any]) -> Any:
        """Return the library for calls of more functions, which release Python's lock."""
        for name, shape in shapes.items():
            function = getattr(self.long, name)
            function.argtypes, function.restype = shape, answers.get(name)
        return self.long

    def room_for(self, count: int) -> PlayoutColumns:
        """Return the room for the results of some games."""
        scores = (NUMBER * (count * self.players))() if self.scored else None
        return PlayoutColumns((ctypes.c_int8 * count)(), (WORD * count)(), (NUMBER * count)(), scores)

    def shifted(self, ended: PlayoutColumns, done: int) -> Iterator[Any]:
        """Yield where the results of games continue after those that are done."""
        for part, wide in ((ended.winners, 1), (ended.decisions, 1), (ended.scores, self.players), (ended.ends, 1)):
            yield part and byref(part, done * wide * sizeof(part._type_))

    def chooser(self, position: NativePosition) -> Callable[[int], int]:
        """Return the function that answers a position's question; it keeps its objects alive."""
        if self.copy is not None:
            made: Callable[[int], int] = self.new_function(self.method, position.memory, None)
            return made
        choose, address, memory = self.short.choose, position.address, position.memory
        return lambda place: int(choose(address, place)) if memory else -2

    def open(self, first: NativePosition) -> bool:
        """Make a position before the opening the beginning of all games; return whether the opening could be carried out."""
        self.opened.memory[:] = first.memory
        return bool(self.short.open_game(self.opened.address))
