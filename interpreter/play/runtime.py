"""What compiled rules call while they run: small functions over the lists of a position."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from time import monotonic
from typing import Any, NoReturn

MOST_OPTIONS = 100_000
LARGEST_NUMBER = 10**12
# The places of a position's parts in its list.
RANDOM, ASK, PENDING, LOG, RESULT, TABLE, AT, ON = range(8)

no_one = (-1,)
no_number = (0,)
one_pass = (0,)


class GameOver(Exception):
    """The end of the game; not an error."""

    def __init__(self, winners: tuple[int, ...]) -> None:
        super().__init__(winners)
        self.winners = winners


class LimitReached(Exception):
    """A loop, number or choice beyond what is allowed; `span` is its number in the program, or -1 if not known."""

    def __init__(self, name: str, message: str, help: str, span: int = -1) -> None:
        super().__init__(message)
        self.name = name
        self.message = message
        self.help = help
        self.span = span


class TooLong(Exception):
    """A game at random that took too many decisions to be waited for."""


MOST_PASSES = 250_000
MOST_DECISIONS = 20_000
LARGEST_SET = 10_000
PATIENCE = 5.0


class Purse:
    """The budget of one form of a game. What one decision may take is free again after the next.

    Where loops look at much in each pass, by an estimate that is never too low and often far too high, the budget alone
    does not decide: it must be used up, and too much time as well.
    """

    def __init__(self) -> None:
        self.patient = False
        self.decisions = 0
        self.began: float | None = None

    def open(self) -> None:
        """Something new begins."""
        self.decisions = 0
        self.began = None

    def spent(self, span: int, t: list[Any]) -> None:
        """The budget is used up: the game goes on if anything was decided meanwhile, and is not too long for that."""
        if t[1] > MOST_DECISIONS:
            raise TooLong
        now = monotonic()
        if t[1] != self.decisions:
            self.decisions = t[1]
            self.began = now
        elif self.began is None and self.patient:
            self.began = now
        elif not self.patient or self.began is None or now - self.began > PATIENCE:
            raise LimitReached(
                "endless-loop",
                "this goes on without an end, or for too long",
                "see that something in it changes what its condition looks at, and that it does not look at too much at once",
                span,
            )
        t[0] = 0


class Stream:
    """The random numbers of a seed, by index: a position keeps the index alone, and copies share the stream."""

    __slots__ = ("first", "more", "numbers", "seed")

    def __init__(self, seed: int, first: int = 0) -> None:
        """All numbers, or those from an index on."""
        self.seed = seed
        self.first = first
        self.numbers: list[float] = []
        source = random.Random(seed)
        while first > 0:
            # Each number is made of 64 random bits.
            source.getrandbits(64 * min(first, 10_000))
            first -= 10_000
        self.more = source.random

    def number(self, index: int) -> float:
        """The number at an index."""
        index -= self.first
        numbers = self.numbers
        while index >= len(numbers):
            numbers.append(self.more())
        return numbers[index]


# ---- values


def times(one: int, other: int) -> int:
    """A product, within limits."""
    result = one * other
    if not -LARGEST_NUMBER <= result <= LARGEST_NUMBER:
        too_large()
    return result


def too_large(span: int = -1) -> NoReturn:
    """A number is beyond the limits."""
    raise LimitReached("number-too-large", "a number in the game became too large", f"numbers may go up to {LARGEST_NUMBER}",
                       span)


def too_deep(span: int) -> LimitReached:
    """Rules carry each other out too deeply."""
    return LimitReached("endless-calls", "rules carry each other out without an end",
                        "see that one of them stops at some point", span)


def divided(one: int, other: int) -> int:
    """A quotient, rounded down; by 0 it is 0."""
    return one // other if other else 0


def remainder(one: int, other: int) -> int:
    """What is left of a division; by 0 it is 0."""
    return one % other if other else 0


def item(number: int, values: Sequence[Any], otherwise: Any) -> Any:
    """An element by its place from 1."""
    return values[number - 1] if 1 <= number <= len(values) else otherwise


def numbers(low: int, high: int) -> range:
    """The numbers from one to another."""
    if high - low >= MOST_OPTIONS:
        raise LimitReached(
            "too-many-options", f"a set of numbers may hold at most {MOST_OPTIONS}", "choose narrower limits"
        )
    return range(low, high + 1)


def few(options: Iterable[Any]) -> list[Any]:
    """The options of a choice, if they are not too many."""
    result = list(islice(options, MOST_OPTIONS + 1))
    if len(result) > MOST_OPTIONS:
        raise LimitReached(
            "too-many-options",
            f"a choice may have at most {MOST_OPTIONS} options",
            "let the parts be chosen one after the other",
        )
    return result


def one_or_none(value: int) -> tuple[int, ...]:
    """A set of one, or of none for nothing."""
    return (value,) if value >= 0 else ()


def one_and(value: int, others: tuple[int, ...]) -> tuple[int, ...]:
    """One value and others that it is not among; nothing is none."""
    return (value, *others) if value >= 0 else others


def with_one(values: Sequence[int], one: int) -> Sequence[int]:
    """A set that nothing changes, with one more value, if that is not in it."""
    return values if one in values else [*values, one]


def different(values: Iterable[int]) -> list[int]:
    """Without nothing and repetitions."""
    return [value for value in dict.fromkeys(values) if value >= 0]


def both(one: int, other: int) -> tuple[int, ...]:
    """Two values as a set, without nothing and repetitions."""
    if one >= 0:
        return (one,) if other < 0 or other == one else (one, other)
    return (other,) if other >= 0 else ()


def most(pairs: list[tuple[Any, int]]) -> list[Any]:
    """Those with the highest number."""
    best = max([number for _, number in pairs], default=0)
    return [value for value, number in pairs if number == best]


def fewest(pairs: list[tuple[Any, int]]) -> list[Any]:
    """Those with the lowest number."""
    best = min([number for _, number in pairs], default=0)
    return [value for value, number in pairs if number == best]


def as_long_as(values: Iterable[Any], holds: Callable[[Any], bool]) -> list[Any]:
    """The first ones, up to the first that fails."""
    result = []
    for value in values:
        if not holds(value):
            break
        result.append(value)
    return result


def ray(table: Sequence[int], space: int) -> list[int]:
    """All spaces beyond a space."""
    result = []
    while (space := table[space]) >= 0:
        result.append(space)
    return result


def steps(table: Sequence[int], space: int, count: int) -> int:
    """The space some steps away, as far as there are spaces; nothing if there is not even one."""
    start = space
    for _ in range(min(count, len(table))):
        following = table[space]
        if following < 0:
            break
        space = following
    return -1 if space == start else space


def longest(space: int, holds: Callable[[int], bool], axes: tuple[tuple[Sequence[int], Sequence[int]], ...]) -> int:
    """How long the longest straight row through a space is, over spaces that hold."""
    if space < 0 or not holds(space):
        return 0
    best = 1
    for one, other in axes:
        length = 1
        place = one[space]
        while place >= 0 and holds(place):
            length += 1
            place = one[place]
        place = other[space]
        while place >= 0 and holds(place):
            length += 1
            place = other[place]
        if length > best:
            best = length
    return best


def longest_row(
    space: int, holds: Callable[[int], bool], axes: tuple[tuple[Sequence[int], Sequence[int]], ...]
) -> list[int]:
    """The longest straight row through a space, over spaces that hold, from one end to the other."""
    if space < 0 or not holds(space):
        return []
    best = [space]
    for one, other in axes:
        before, after = [], []
        place = one[space]
        while place >= 0 and holds(place):
            before.append(place)
            place = one[place]
        place = other[space]
        while place >= 0 and holds(place):
            after.append(place)
            place = other[place]
        if len(before) + 1 + len(after) > len(best):
            best = [*before[::-1], space, *after]
    return best


def added(values: tuple[Any, ...], more: Any) -> tuple[Any, ...]:
    """A set with one or several more."""
    new = more if isinstance(more, list | tuple | range) else (more,)
    result = tuple(dict.fromkeys((*values, *new)))
    if len(result) > LARGEST_SET:
        raise LimitReached("too-many-options", f"a set that is kept may hold at most {LARGEST_SET}", "take some from it first")
    return result


def taken(values: tuple[Any, ...], less: Any) -> tuple[Any, ...]:
    """A set with one or several less."""
    gone = less if isinstance(less, list | tuple | range) else (less,)
    return tuple(value for value in values if value not in gone)


# ---- things, without a log


def take_away(at: list[int], on: list[list[int]], thing: int) -> None:
    """Out of play."""
    if thing >= 0 and at[thing] >= 0:
        on[at[thing]].remove(thing)
        at[thing] = -1


def place(at: list[int], on: list[list[int]], thing: int, space: int, under: bool = False) -> None:
    """A thing to a space, last there or first."""
    if thing < 0 or space < 0:
        return
    origin = at[thing]
    if origin >= 0:
        on[origin].remove(thing)
    if under:
        on[space].insert(0, thing)
    else:
        on[space].append(thing)
    at[thing] = space


def swap(at: list[int], on: list[list[int]], one: int, other: int) -> None:
    """Two things change places, each at the other's position there."""
    if one < 0 or other < 0 or one == other:
        return
    first, second = at[one], at[other]
    if first == second:
        if first >= 0:
            lying = on[first]
            i, j = lying.index(one), lying.index(other)
            lying[i], lying[j] = other, one
        return
    if first >= 0:
        lying = on[first]
        lying[lying.index(one)] = other
    if second >= 0:
        lying = on[second]
        lying[lying.index(other)] = one
    at[one], at[other] = second, first


def draw_last(at: list[int], on: list[list[int]], source: int, to: int, amount: int, pile: bool) -> None:
    """The last things of a place: of a pile as they came, of any other in the order of declaration."""
    for _ in range(min(amount, len(on[source]))):
        place(at, on, last_of(on[source], pile), to)


def last_of(lying: list[int], pile: bool) -> int:
    """The last thing of a place."""
    return lying[-1] if pile else max(lying)


def as_it_lies(on: list[list[int]], piles: tuple[bool, ...], space: int) -> list[int]:
    """What lies on a space: on a pile as it came, elsewhere in the order of declaration."""
    return on[space] if piles[space] else sorted(on[space])


def draw_any(at: list[int], on: list[list[int]], source: int, to: int, amount: int, rnd: Callable[[], float]) -> None:
    """Things of a bag, at random."""
    for _ in range(min(amount, len(on[source]))):
        place(at, on, on[source][int(rnd() * len(on[source]))], to)


def shuffle(lying: list[int], rnd: Callable[[], float]) -> None:
    """A pile into random order."""
    for last in range(len(lying) - 1, 0, -1):
        other = int(rnd() * (last + 1))
        lying[last], lying[other] = lying[other], lying[last]
