"""What compiled rules call while they run: small functions over the lists of a position."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from time import monotonic
from typing import Any, NoReturn

from rulewright.dsl.said import Said
from rulewright.interpreter.play.chance import STEP, WORD, mixed

MOST_OPTIONS = 100_000
LARGEST_NUMBER = 10**12
# The places of a position's parts in its list.
RANDOM, ASK, PENDING, LOG, RESULT, TABLE, AT, ON, FIELDS = range(9)
"""From FIELDS on each field that rules change and that belongs to something has a part of its own."""
# What a position stops at besides choices among several, in its place ASK: chance, and choices that leave nothing to choose.
CHANCE, FORCED = 1, 2

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

    def __init__(self, name: str, message: Said, help: Said, span: int = -1) -> None:
        super().__init__(str(message))
        self.name = name
        self.message = message
        self.help = help
        self.span = span


class TooLong(Exception):
    """A game at random that took too many decisions to be waited for."""


DEEPEST_CALLS = 400
"""How many rules in which somebody may be asked may be carrying each other out."""
MOST_PASSES = 250_000
MOST_DECISIONS = 20_000
LARGEST_SET = 10_000
MOST_DIGESTS = 4096
"""How many are kept: pictures of a position are made of the same parts again and again."""
MOST_TRIES = 100_000
"""How many wholes are looked at to find what a set may still be completed with."""
PATIENCE = 3.0
MOST_AGAIN = 400
"""In native code, where the clock is not read: how often more may be used before it is left to Python, which waits so long."""


def used_again(patient: bool) -> int:
    """What is used of a new budget: nothing so far, or most of it where only time is left to decide."""
    return MOST_PASSES * 9 // 10 if patient else 0


class Purse:
    """The budget of one form of a game. What one decision may take is free again after the next.

    Where loops look at much in each pass, by an estimate that is never too low and often far too high, the budget alone
    does not decide: it must be used up, and too much time as well.
    """

    def __init__(self) -> None:
        self.patient = False
        self.open()

    def open(self) -> None:
        """Something new begins."""
        self.decisions = 0
        self.began: float | None = None
        self.used = False

    def spent(self, span: int, decisions: int) -> int:
        """The budget is used up: the game goes on if anything was decided meanwhile, and is not too long for that."""
        if decisions > MOST_DECISIONS:
            raise TooLong
        self.used = True
        now = monotonic()
        if decisions != self.decisions:
            self.decisions = decisions
            self.began = now
        elif self.began is None and self.patient:
            self.began = now
        elif not self.patient or self.began is None or now - self.began > PATIENCE:
            raise endless(span)
        return used_again(self.patient)


def endless(span: int = -1) -> LimitReached:
    """Something is carried out again and again, and nobody has anything to choose."""
    return LimitReached(
        "endless-loop", Said("this-goes-on-without-an-end-or"), Said("see-that-something-in-it-changes-what"), span
    )


# ---- values


def times(one: int, other: int) -> int:
    """A product, within limits."""
    result = one * other
    if not -LARGEST_NUMBER <= result <= LARGEST_NUMBER:
        too_large()
    return result


def too_large(span: int = -1) -> NoReturn:
    """A number is beyond the limits."""
    raise LimitReached(
        "number-too-large",
        Said("a-number-in-the-game-became-too"),
        Said("numbers-may-go-up-to", largest_number=LARGEST_NUMBER),
        span,
    )


def too_deep(span: int) -> NoReturn:
    """Rules carry each other out too deeply."""
    raise LimitReached(
        "endless-calls", Said("rules-carry-each-other-out-without-an"), Said("see-that-one-of-them-stops-at"), span
    )


@lru_cache(MOST_DIGESTS)
def digest(*parts: int) -> int:
    """A number of 48 bits for some others in their order."""
    found = 0
    for part in parts:
        found = mixed(((found ^ part) & WORD) + STEP & WORD)
    return found >> 16


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
            "too-many-options", Said("a-set-of-numbers-may-hold-at", most_options=MOST_OPTIONS), Said("choose-narrower-limits")
        )
    return range(low, high + 1)


def too_many() -> NoReturn:
    """A choice has too many options."""
    raise LimitReached(
        "too-many-options",
        Said("a-choice-may-have-at-most-options", most_options=MOST_OPTIONS),
        Said("let-the-parts-be-chosen-one-after"),
    )


def with_one(values: Sequence[int], one: int) -> Sequence[int]:
    """A set that nothing changes, with one more value, if that is not in it."""
    return values if one in values else [*values, one]


def different(values: Iterable[int]) -> list[int]:
    """Without nothing and repetitions."""
    return [value for value in dict.fromkeys(values) if value >= 0]


def completing(left: Sequence[int], chosen: Sequence[int], least: int, most: int, holds: Callable[[Any], bool]) -> list[int]:
    """Those of a set with which some others come to a whole, of so many, that a condition holds of."""
    found: set[int] = set()
    tries = 0
    for count in range(max(1, least - len(chosen)), min(most - len(chosen), len(left)) + 1):
        if len(found) == len(left):
            break
        for more in combinations(left, count):
            tries += 1
            if tries > MOST_TRIES:
                raise LimitReached(
                    "too-many-options",
                    Said("a-condition-on-a-whole-set-is", most_tries=MOST_TRIES),
                    Said("let-fewer-be-picked-or-pick-from"),
                )
            if holds(tuple(sorted((*chosen, *more)))):
                found.update(more)
    return [one for one in left if one in found]


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


def added(values: tuple[Any, ...], more: Any) -> tuple[Any, ...]:
    """A set with one or several more."""
    if isinstance(more, (list, tuple, range)):
        result = tuple(dict.fromkeys((*values, *more)))
    else:
        result = tuple(values) if more in values else (*values, more)
    if len(result) > LARGEST_SET:
        too_many_kept()
    return result


def too_many_kept() -> NoReturn:
    """A set in a field has too many members."""
    raise LimitReached(
        "too-many-options", Said("a-set-that-is-kept-may-hold", largest_set=LARGEST_SET), Said("take-some-from-it-first")
    )


def put_aside(s: list[Any]) -> tuple[Any, list[list[Any]]]:
    """A position before something is tried out."""
    return s[LOG], [copied(part) for part in s[TABLE:]]


def bring_back(s: list[Any], before: tuple[Any, list[list[Any]]]) -> None:
    """The position as it was, and nothing told; but what was paid is paid."""
    s[LOG], parts = before
    parts[0][0] = s[TABLE][0]
    for part, kept in zip(s[TABLE:], parts):
        become(part, kept)


def copied(part: list[Any]) -> list[Any]:
    """A copy of one of a position's lists, the lists inside it copied as well."""
    return [one[:] for one in part] if part and isinstance(part[0], list) else part[:]


def become(part: list[Any], kept: list[Any]) -> None:
    """One of a position's lists as it was, in place: loops may be going through it, or through a list inside it."""
    if part and isinstance(part[0], list):
        for inner, one in zip(part, kept):
            inner[:] = one
    else:
        part[:] = kept


# ---- things, without a log; `piles` says which spaces are piles, where things lie as they came: elsewhere they lie in order


def take_away(at: list[int], on: list[list[int]], thing: int) -> None:
    """Out of play."""
    if thing >= 0 and at[thing] >= 0:
        on[at[thing]].remove(thing)
        at[thing] = -1


def place(at: list[int], on: list[list[int]], piles: Sequence[bool], thing: int, space: int, under: bool = False) -> None:
    """A thing to a space, last there or first."""
    if thing < 0 or space < 0:
        return
    origin = at[thing]
    if origin >= 0:
        on[origin].remove(thing)
    if not piles[space]:
        insort(on[space], thing)
    elif under:
        on[space].insert(0, thing)
    else:
        on[space].append(thing)
    at[thing] = space


def swap(at: list[int], on: list[list[int]], piles: Sequence[bool], one: int, other: int) -> None:
    """Two things change places, each at the other's position there."""
    if one < 0 or other < 0 or one == other:
        return
    first, second = at[one], at[other]
    lying, also = on[first], on[second]
    if first == second:
        if first >= 0 and piles[first]:
            i, j = lying.index(one), lying.index(other)
            lying[i], lying[j] = other, one
        return
    if first >= 0:
        lying[lying.index(one)] = other
        if not piles[first]:
            lying.sort()
    if second >= 0:
        also[also.index(other)] = one
        if not piles[second]:
            also.sort()
    at[one], at[other] = second, first


def shuffled(lying: list[int], draw: Callable[[int], int]) -> None:
    """A pile into random order."""
    for last in range(len(lying) - 1, 0, -1):
        other = draw(last + 1)
        lying[last], lying[other] = lying[other], lying[last]
