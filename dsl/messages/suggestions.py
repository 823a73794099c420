"""Suggest the name that somebody probably meant.

Names are compared as people see them: without case, underscores, hyphens and blanks. The distance is that of Damerau and
Levenshtein in its restricted form: letters added, dropped, changed, or two neighbours swapped. It is computed in a band as
wide as the distance still of interest, so that most names are given up early.
"""

from collections.abc import Iterable

from rulewright.dsl.messages.kinds import DidYouMean
from rulewright.dsl.messages.said import Phrase

_LONGEST_WORD = 80
_LARGEST_DISTANCE = 3
_MOST_COMPARED = 20_000
_MOST_NAMED = 3
_FOLDED_AWAY = str.maketrans("", "", "_- ")


def nearest(word: str, candidates: Iterable[str]) -> list[str]:
    """Return the candidates near the word, if there are any, likelier ones first, in an order that does not depend on theirs."""
    if len(word) > _LONGEST_WORD:
        return []
    wanted = _folded(word)
    if not wanted:
        return []
    best: dict[str, int] = {}
    limit = _LARGEST_DISTANCE
    for candidate in candidates:
        if candidate == word or len(candidate) > _LONGEST_WORD:
            continue
        offered = _folded(candidate)
        # A third of the letters may be wrong: fewer finds too little, more finds what nobody meant.
        most = min(max(len(wanted), len(offered)) // 3, limit)
        distance = _distance(wanted, offered, most)
        if distance <= most:
            if distance < limit:
                best.clear()
            limit = distance
            best[candidate] = _common_start(wanted, offered)
    return sorted(best, key=lambda candidate: (-best[candidate], candidate))


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the likeliest of the candidates near the word."""
    return next(iter(nearest(word, candidates)), None)


def did_you_mean(word: str, candidates: Iterable[str]) -> Phrase | None:
    """Return a question to put beside an error, or None."""
    names = nearest(word, candidates)[:_MOST_NAMED]
    return suggestion(*names) if names else None


def suggestion(*names: str) -> Phrase:
    """Ask whether one of these was meant."""
    return DidYouMean(names)


def suggested_names(way_out: Phrase | None) -> tuple[str, ...]:
    """Return the names that a question offers, if that is the way out."""
    return way_out.names if isinstance(way_out, DidYouMean) else ()


class Suggestions:
    """Suggestions for all the mistakes of one file, which end when very many names have been compared."""

    def __init__(self) -> None:
        self.left = _MOST_COMPARED

    def did_you_mean(self, word: str, candidates: Iterable[str]) -> Phrase | None:
        """Return a question to put beside an error, or None."""
        if self.left <= 0:
            return None
        names = list(candidates)
        self.left -= len(names)
        return did_you_mean(word, names)


def _folded(word: str) -> str:
    return word.casefold().translate(_FOLDED_AWAY)


def _common_start(one: str, other: str) -> int:
    for index, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return index
    return min(len(one), len(other))


def _distance(one: str, other: str, limit: int) -> int:
    """Return the distance of two words, or any number above the limit if it is above the limit."""
    if one == other:
        return 0
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    beyond = limit + 1
    before_last: list[int] = []
    last = [min(column, beyond) for column in range(len(other) + 1)]
    for row, letter in enumerate(one, start=1):
        current = [beyond] * (len(other) + 1)
        current[0] = min(row, beyond)
        for column in range(max(1, row - limit), min(len(other), row + limit) + 1):
            facing = other[column - 1]
            cost = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (letter != facing))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == facing:
                cost = min(cost, before_last[column - 2] + 1)
            current[column] = min(cost, beyond)
        if min(current) > limit and min(last) > limit:
            return beyond
        before_last, last = last, current
    return last[-1]
