"""Provide what compiled rules call while they run: small functions over the lists of a position."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from time import monotonic
from typing import Any, NoReturn

from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.position.chance import STEP, WORD, mix_bits
from rulewright.interpreter.position.position import BUDGET, LOG, TABLE, Parts

MOST_OPTIONS = 100_000
LARGEST_NUMBER = 10**12

no_one = (-1,)
no_number = (0,)
one_pass = (0,)


class GameOver(Exception):
    """The end of the game, which is no error."""

    def __init__(self, winners: tuple[int, ...]) -> None:
        super().__init__(winners)
        self.winners = winners


class LimitReached(Exception):
    """The error of a loop, number or choice beyond the limits; `span` is its number in the program, or -1 if unknown."""

    def __init__(self, name: str, message: Phrase, help: Phrase, span: int = -1) -> None:
        super().__init__(str(message))
        self.name = name
        self.message = message
        self.help = help
        self.span = span


class GameTooLong(Exception):
    """The error of a random game with more decisions than anyone would wait for."""


DEEPEST_CALLS = 400
"""How deep rules that may ask somebody can carry each other out."""
MOST_PASSES = 250_000
MOST_DECISIONS = 20_000
LARGEST_SET = 10_000
MOST_DIGESTS = 4096
"""The size of the cache: pictures of a position are made of the same parts again and again."""
MOST_TRIES = 100_000
"""How many wholes are tried to find what may complete a set."""
PATIENCE = 3.0
MOST_AGAIN = 400
"""Native code does not read the clock.

It may use up this many budgets before it leaves the game to Python, which waits as long.
"""


def used_again(patient: bool) -> int:
    """Return how much of a new budget counts as used: nothing, or most of it where only time is left to decide."""
    return MOST_PASSES * 9 // 10 if patient else 0


class WorkBudget:
    """The budget of one form of a game, which each decision renews.

    A loop may look at much in each pass, by an estimate that is never too low and often far too high. Then the budget does
    not decide alone: the loop must also take too much time.
    """

    def __init__(self) -> None:
        self.patient = False
        self.open()

    def open(self) -> None:
        """Begin something new."""
        self.decisions = 0
        self.began: float | None = None
        self.used = False

    def spent(self, span: int, decisions: int) -> int:
        """Renew a used-up budget, if anything was decided meanwhile and the game is not too long; otherwise raise an error."""
        if decisions > MOST_DECISIONS:
            raise GameTooLong
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
    """Return the error of something that is carried out again and again while nobody has anything to choose."""
    return LimitReached(
        "endless-loop", Phrase("this-goes-on-without-an-end-or"), Phrase("see-that-something-in-it-changes-what"), span
    )


def times(one: int, other: int) -> int:
    """Multiply within limits."""
    result = one * other
    if not -LARGEST_NUMBER <= result <= LARGEST_NUMBER:
        too_large()
    return result


def too_large(span: int = -1) -> NoReturn:
    """Raise the error of a number beyond the limits."""
    raise LimitReached(
        "number-too-large",
        Phrase("a-number-in-the-game-became-too"),
        Phrase("numbers-may-go-up-to", largest_number=LARGEST_NUMBER),
        span,
    )


def too_deep(span: int) -> NoReturn:
    """Raise the error of rules that carry each other out too deeply."""
    raise LimitReached(
        "endless-calls", Phrase("rules-carry-each-other-out-without-an"), Phrase("see-that-one-of-them-stops-at"), span
    )


@lru_cache(MOST_DIGESTS)
def digest(*parts: int) -> int:
    """Hash some numbers in their order into 48 bits."""
    found = 0
    for part in parts:
        found = mix_bits(((found ^ part) & WORD) + STEP & WORD)
    return found >> 16


def divided(one: int, other: int) -> int:
    """Divide and round down; by 0 the result is 0."""
    return one // other if other else 0


def remainder(one: int, other: int) -> int:
    """Return the remainder of a division; by 0 it is 0."""
    return one % other if other else 0


def item(number: int, values: Sequence[Any], otherwise: Any) -> Any:
    """Return an element by its number, counted from 1."""
    return values[number - 1] if 1 <= number <= len(values) else otherwise


def numbers(low: int, high: int) -> range:
    """Return the numbers from one to another."""
    if high - low >= MOST_OPTIONS:
        raise LimitReached(
            "too-many-options",
            Phrase("a-set-of-numbers-may-hold-at", most_options=MOST_OPTIONS),
            Phrase("choose-narrower-limits"),
        )
    return range(low, high + 1)


def too_many() -> NoReturn:
    """Raise the error of a choice with too many options."""
    raise LimitReached(
        "too-many-options",
        Phrase("a-choice-may-have-at-most-options", most_options=MOST_OPTIONS),
        Phrase("let-the-parts-be-chosen-one-after"),
    )


def with_one(values: Sequence[int], one: int) -> Sequence[int]:
    """Return a set that nobody changes with one more value, if it lacks that."""
    return values if one in values else [*values, one]


def different(values: Iterable[int]) -> list[int]:
    """Drop "nothing" and repetitions."""
    return [value for value in dict.fromkeys(values) if value >= 0]


def completing(left: Sequence[int], chosen: Sequence[int], least: int, most: int, holds: Callable[[Any], bool]) -> list[int]:
    """Return the members of a set that, with those chosen, can be completed to a whole for which a condition holds."""
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
                    Phrase("a-condition-on-a-whole-set-is", most_tries=MOST_TRIES),
                    Phrase("let-fewer-be-picked-or-pick-from"),
                )
            if holds(tuple(sorted((*chosen, *more)))):
                found.update(more)
    return [one for one in left if one in found]


def ray(table: Sequence[int], space: int) -> list[int]:
    """Return all spaces beyond a space."""
    result = []
    while (space := table[space]) >= 0:
        result.append(space)
    return result


def steps(table: Sequence[int], space: int, count: int) -> int:
    """Return the space some steps away, or the last one before the edge; "nothing" if there is not even one."""
    start = space
    for _ in range(min(count, len(table))):
        following = table[space]
        if following < 0:
            break
        space = following
    return -1 if space == start else space


def added(values: tuple[Any, ...], more: Any) -> tuple[Any, ...]:
    """Return a set with one value, or several, added."""
    if isinstance(more, (list, tuple, range)):
        result = tuple(dict.fromkeys((*values, *more)))
    else:
        result = tuple(values) if more in values else (*values, more)
    if len(result) > LARGEST_SET:
        too_many_kept()
    return result


def too_many_kept() -> NoReturn:
    """Raise the error of a set in a field with too many members."""
    raise LimitReached(
        "too-many-options", Phrase("a-set-that-is-kept-may-hold", largest_set=LARGEST_SET), Phrase("take-some-from-it-first")
    )


def put_aside(s: Parts) -> tuple[Any, list[list[Any]]]:
    """Return a copy of a position before a trial."""
    return s[LOG], [copied(part) for part in s[TABLE:]]


def bring_back(s: Parts, before: tuple[Any, list[list[Any]]]) -> None:
    """Restore the position and the log after a trial, but not the budget."""
    s[LOG], parts = before
    parts[0][BUDGET] = s[TABLE][BUDGET]
    for part, kept in zip(s[TABLE:], parts):
        become(part, kept)


def copied(part: list[Any]) -> list[Any]:
    """Copy one of a position's lists, with the lists inside it."""
    return [one[:] for one in part] if part and isinstance(part[0], list) else part[:]


def become(part: list[Any], kept: list[Any]) -> None:
    """Restore one of a position's lists in place: loops may be going through it, or through a list inside it."""
    if part and isinstance(part[0], list):
        for inner, one in zip(part, kept):
            inner[:] = one
    else:
        part[:] = kept


# These move things without a log; `piles` says which spaces are piles, which keep the order of arrival. Elsewhere things are
# sorted.


def take_away(at: list[int], on: list[list[int]], thing: int) -> None:
    """Take a thing out of play."""
    if thing >= 0 and at[thing] >= 0:
        on[at[thing]].remove(thing)
        at[thing] = -1


def place(at: list[int], on: list[list[int]], piles: Sequence[bool], thing: int, space: int, under: bool = False) -> None:
    """Move a thing to a space: last there, or first."""
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
    """Swap two things; each gets the other's position in its place."""
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
    """Shuffle a pile."""
    for last in range(len(lying) - 1, 0, -1):
        other = draw(last + 1)
        lying[last], lying[other] = lying[other], lying[last]
