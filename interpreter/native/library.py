"""A built library comes in; positions that can be looked at, taken on, copied and compared go out."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from ctypes import byref, sizeof
from threading import local
from time import perf_counter
from typing import Any, TypeAlias

from attrs import frozen

Address: TypeAlias = int
FIRST_SHARE = 64
LONGEST_SHARE = 0.2
"""Games at random, and seconds of them, that are played in one go."""
WORD, POINTER, NUMBER = ctypes.c_uint64, ctypes.c_void_p, ctypes.c_int64
# What each function takes.
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
"""What may take long: Python's lock is free meanwhile."""
COUNTED_SHAPES: dict[str, tuple[Any, ...]] = {
    "counted_games": (POINTER, NUMBER, WORD, POINTER, POINTER, POINTER, POINTER, POINTER, POINTER, POINTER)
}
"""What a library has besides that counts what its games come to."""
WITHOUT_ANSWER = ("settle", "copy", "playouts", "reseed", "short_playouts", "counted_games", "know_python")
ANSWERS: dict[str, Any] = dict.fromkeys(WITHOUT_ANSWER) | dict.fromkeys(("method_choose", "method_copy"), POINTER)
"""What gives something else than a whole number."""
ENDED, TOO_LONG, NOT_DONE = 2, 3, 4
"""How a game at random ends: over, too long to be waited for, or out of the ordinary, so that Python has to play it."""
MOST_MOVES = 8192
"""So many numbers are written down of a question's options."""
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
"""What of Python's stable ABI the functions need that are called without ctypes, in the order of calls.c."""


@frozen
class Ended:
    """How many games at random ended: for each game its end, the winners as bits, the decisions in all, all seats' scores."""

    ends: Any
    winners: Any
    decisions: Any
    scores: Any
    """One seat after the other, one game after the other; None if the game has no scores."""


@frozen
class Places:
    """Of each place that counts, how often games came there, how many games did, and the seed of the first of these."""

    times: Any
    games: Any
    first: Any


def in_shares(count: int) -> Iterator[tuple[int, int]]:
    """How many of some games were played already, and how many should be played now: not for long, since no signal is heard
    in native code, however long a game may take."""
    done, share = 0, FIRST_SHARE
    while done < count:
        now, start = min(share, count - done), perf_counter()
        yield done, now
        done += now
        share = max(1, min(8 * share, int(now * LONGEST_SHARE / max(perf_counter() - start, 1e-6))))


class Position:
    """One position in flat memory, and what takes it on: `choose(place)` gives the number of options that there are next.

    It is 0 at the end, -1 if Python has to do it (the position is as it was), and -2 if there is no such option.
    """

    __slots__ = ("address", "choose", "library", "memory", "view")

    def __init__(self, library: Library) -> None:
        self.library = library
        self.memory = bytearray(library.size)
        self.hold()
        self.choose: Callable[[int], int] = library.chooser(self)

    def hold(self) -> None:
        """Keep the memory where it is: while there is a view of it, it can neither grow nor move."""
        self.view = ctypes.c_char.from_buffer(self.memory)
        self.address: Address = ctypes.addressof(self.view)

    @property
    def used(self) -> int:
        """How many bytes of it are in use."""
        return int(self.library.short.used(self.address))

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.library.short.over(self.address))

    @property
    def count(self) -> int:
        """How many answers there are to the pending question."""
        return int(self.library.short.options(self.address))

    def start(self, word: int, asks: int = 0) -> int:
        """Begin a game here by a seed's word; how many options there are."""
        return int(self.library.short.start(self.address, self.library.opened.address, word, asks))

    @property
    def decisions(self) -> int:
        """How many decisions of players were taken."""
        return int(self.library.short.decisions(self.address))

    def choose_text(self, number: int) -> int:
        """Answer with the number of a text."""
        return int(self.library.short.choose_text(self.address, number))

    def at_random(self) -> int:
        """Draw an option."""
        return int(self.library.short.at_random(self.address))

    def copy(self) -> Position:
        """The same position, to go on with on its own."""
        library = self.library
        if library.copy is None:
            twin = Position(library)
            twin.become(self)
            return twin
        twin = Copy.__new__(Copy)
        twin.library = library
        twin.choose = library.copy(self.choose.__self__)  # type: ignore[attr-defined]
        return twin

    def become(self, other: Position) -> None:
        """Be the same position as another."""
        self.library.short.copy(self.address, other.address)

    def playout(self, word: int) -> int:
        """Play this very position on at random to the end; how it ended."""
        return int(self.library.short.playout(self.address, word))

    def options(self, parts: int, chance: bool) -> tuple[list[tuple[int, ...]], list[int]]:
        """The options of the pending question but passing, each a row of values, and their weights if chance decides."""
        count = self.count
        values = (NUMBER * max(1, count * parts))()
        weights = (NUMBER * max(1, count))() if chance else None
        # Another thread may have gone on meanwhile: no more is written than there is room for.
        real = self.library.short.list_options(self.address, values, weights, count)
        rows = [tuple(values[i : i + parts]) for i in range(0, real * parts, parts)]
        return rows, [] if weights is None else weights[:real]

    def ask(
        self, question: int, seat: int, passable: bool, forced: bool, rows: Sequence[Sequence[int]], weights: Sequence[int]
    ) -> bool:
        """Leave a question here; whether there is room for its options."""
        flat = [value for row in rows for value in row]
        values = (NUMBER * max(1, len(flat)))(*flat)
        shares = (NUMBER * len(weights))(*weights) if weights else None
        ask = self.library.short.ask
        return bool(ask(self.address, question, seat, len(rows), int(passable), int(forced), values, shares))

    def key(self) -> bytes | None:
        """A digest that is the same for positions that are the same for all that may come; None if it takes too much room."""
        digest = (WORD * 2)()
        return bytes(digest) if self.library.short.key(self.address, digest) else None

    def canonical(self) -> bytes | None:
        """All that tells a position apart from others, in one row of bytes."""
        room = ctypes.create_string_buffer(2 * self.library.size)
        size = int(self.library.short.canonical(self.address, room, len(room)))
        return None if size < 0 else room.raw[:size]

    def look(self) -> tuple[int, int, bytes, list[int]]:
        """Go on to where somebody has to choose among several: how many options there are, who chooses, what that seat sees,
        as a digest, and what each option is to it. The number is 0 at the end, and -1 if Python has to go on."""
        room = self.library.room_to_look
        count = int(self.library.short.look(self.address, *room.addresses, MOST_MOVES))
        return count, room.seat.value, bytes(room.digest), room.moves[: max(count, 0)]

    def reseed(self, word: int) -> None:
        """Have all chance to come be another."""
        self.library.short.reseed(self.address, word)

    def playouts(self, begins: bool, count: int, first: int, seeds: Sequence[int] | None = None) -> Ended:
        """Games at random from here, or, if it `begins` here, whole ones; by words that follow each other, or by these."""
        ended = self.library.room_for(count)
        words = None if seeds is None else (WORD * count).from_buffer(array("Q", seeds))
        for done, now in in_shares(count):
            arrays = self.library.shifted(ended, done)
            seeds_of_share = words and byref(words, done * sizeof(WORD))
            self.library.long.playouts(self.address, int(begins), now, seeds_of_share, first + done, *arrays)
        return ended

    def counted_games(self, count: int, first: int) -> tuple[Ended, Places]:
        """Whole games at random that begin here, by words that follow each other, and how often these came where."""
        ended, size = self.library.room_for(count), self.library.places
        places = Places((WORD * size)(), (WORD * size)(), (WORD * size)())
        for done, now in in_shares(count):
            columns = self.library.shifted(ended, done)
            self.library.long.counted_games(self.address, now, first + done, *columns, places.times, places.games, places.first)
        return ended, places

    def short_playouts(self, most: int, seeds: Sequence[int]) -> Ended:
        """Games at random from here by these words, each cut short after so many decisions."""
        ended, count = self.library.room_for(len(seeds)), len(seeds)
        columns = (ended.winners, ended.decisions, ended.scores, ended.ends)
        words = (WORD * count).from_buffer(array("Q", seeds))
        self.library.long.short_playouts(self.address, most, count, words, *columns)
        return ended

    def outlooks(self) -> tuple[int, ...] | None:
        """How well each seat stands; None if Python has to work it out, or the rulebook does not say it."""
        found = (NUMBER * self.library.players)()
        return tuple(found) if self.library.short.outlooks(self.address, found) else None


class Copy(Position):
    """A position that takes no more memory than is in use, until somebody goes on with it: most copies are kept as they are."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """What a position has besides, when somebody asks for it the first time: then there has to be room to go on."""
        if name not in ("address", "memory", "view"):
            raise AttributeError(name)
        self.memory = self.choose.__self__  # type: ignore[attr-defined]
        self.memory.extend(bytes(self.library.size - len(self.memory)))
        self.hold()
        return getattr(self, name)


class RoomToLook(local):
    """Where a library writes what is seen of a position: each thread has its own, since several may think at once."""

    def __init__(self) -> None:
        self.seat, self.digest, self.moves = NUMBER(), (WORD * 2)(), (NUMBER * MOST_MOVES)()
        self.addresses = tuple(map(ctypes.addressof, (self.seat, self.digest, self.moves)))


class Library:
    """The functions of one library, and the position with which all its games begin."""

    def __init__(self, path: str, identity: int, players: int, scored: bool, places: int = 0) -> None:
        """Open a library; OSError if it is none, or one of another program. `places`: of so many it counts how often games
        come there."""
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
        self.room_to_look = RoomToLook()
        self.size = int(self.short.position_size())
        self.copy: Callable[[bytearray], Any] | None = None
        with suppress(AttributeError):
            # Another Python than CPython has none of this; then ctypes has to do.
            calls = [ctypes.cast(getattr(ctypes.pythonapi, name), POINTER) for name in CALLS]
            self.short.know_python((POINTER * len(calls))(*calls))
            self.new_function = ctypes.PYFUNCTYPE(ctypes.py_object, POINTER, ctypes.py_object, POINTER)(
                ("PyCFunction_NewEx", ctypes.pythonapi)
            )
            self.method = self.short.method_choose()
            self.copy = self.new_function(self.short.method_copy(), None, None)
        self.opened = Position(self)

    def room_for(self, count: int) -> Ended:
        """Where the ends of so many games are written."""
        scores = (NUMBER * (count * self.players))() if self.scored else None
        return Ended((ctypes.c_int8 * count)(), (WORD * count)(), (NUMBER * count)(), scores)

    def shifted(self, ended: Ended, done: int) -> Iterator[Any]:
        """Where the ends of games are written of which some are done."""
        for part, wide in ((ended.winners, 1), (ended.decisions, 1), (ended.scores, self.players), (ended.ends, 1)):
            yield part and byref(part, done * wide * sizeof(part._type_))

    def chooser(self, position: Position) -> Callable[[int], int]:
        """The function that answers a position's question; it holds what it works on."""
        if self.copy is not None:
            made: Callable[[int], int] = self.new_function(self.method, position.memory, None)
            return made
        choose, address, memory = self.short.choose, position.address, position.memory
        return lambda place: int(choose(address, place)) if memory else -2

    def open(self, first: Position) -> bool:
        """Take a position before the opening as the beginning of all games; whether the opening could be carried out."""
        self.opened.memory[:] = first.memory
        return bool(self.short.open_game(self.opened.address))
