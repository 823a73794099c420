"""Tell together what happened together: sixteen pieces that move one space are one line.

This works only on what the single lines would say to a seat, so it cannot say more than they do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rulewright.dsl.checked import Board, Field, Space
    from rulewright.interpreter.views.words import GameWords

MOST_SPACES = 8
MANY = 3
"""How many places things have to leave for their way to be told by how far it is."""


class ObservedMove(NamedTuple):
    """A move as a seat sees it: the seat's name for the thing, and the spaces; -1 is out of play."""

    name: str
    origin: int
    to: int
    together: bool
    """Whether one statement has made this move and the one before."""
    by: int = -1
    """The seat that chose the move, if any."""
    who: int = -1
    """The player that the line is about, if any."""
    open: bool = True
    """Whether the seat saw what was there."""
    known: bool = True
    """Whether the seat knows which thing it is."""
    under: bool = False
    """Whether the thing went under what lay at its goal."""

    @property
    def is_within(self) -> bool:
        """Return whether the thing stayed on its pile, where it lies elsewhere now."""
        return self.origin == self.to


def moves_together(words: GameWords, moves: Iterable[ObservedMove]) -> list[list[ObservedMove]]:
    """Group consecutive moves into lines, in the order in which they happened."""
    lines: list[tuple[Hashable, list[ObservedMove]]] = []
    open_lines = 0
    for move in moves:
        key = (move.by, move.under, _alike(words, move))
        in_order = move.to >= 0 and words.world.spaces[move.to].kind == "pile"
        if not move.together or in_order:
            # Only consecutive moves share a line; otherwise the lines would tell another order.
            open_lines = max(0, len(lines) - 1)
        for known, line in lines[open_lines:]:
            if known == key and _joins(words, move, line):
                line.append(move)
                break
        else:
            lines.append((key, [move]))
    return [line for _, line in lines]


def _joins(words: GameWords, move: ObservedMove, line: Sequence[ObservedMove]) -> bool:
    """Return whether a move can join a line: nothing moves twice, and nobody can wonder which thing went where."""
    if move.is_within:
        return move.together
    if move.origin >= 0:
        return all((one.name, one.to) != (move.name, move.origin) for one in line)
    if move.to < 0 or not words.world.spaces[move.to].column:
        return True
    return all(one.name == move.name for one in line) or all(one.to == move.to for one in line)


def _alike(words: GameWords, move: ObservedMove) -> Hashable:
    """Return the key of moves that share a line: the same places, the same distance on a row or grid, or the same goal."""
    if move.to < 0:
        return "away"
    goal = row_of(words, move.to)
    if move.origin < 0:
        return ("enter", goal or move.to)
    if move.open and words.holder(move.origin) >= 0:
        # A trick is taken from before all players at once.
        return ("from all", words.world.spaces[move.origin].declared, move.to)
    start = row_of(words, move.origin)
    if start is None or (goal is not None and goal != start):
        return (move.origin, move.to)
    if goal is None:
        return ("from", start, move.to)
    origin, to = words.world.spaces[move.origin], words.world.spaces[move.to]
    return ("along", start, to.number - origin.number, to.column - origin.column, to.row - origin.row)


def row_of(words: GameWords, space: int) -> Board | Space | Field | None:
    """Return the series or grid that a space belongs to, if any."""
    info = words.world.spaces[space]
    if info.column:
        return info.board
    return info.declared if info.number else None


def move_line(words: GameWords, moves: Sequence[ObservedMove], most: int = 0) -> str:
    """Return a line for such moves; `most` limits how many things it names, unless it is 0."""
    to, by, who = moves[0].to, moves[0].by, moves[0].who
    in_order = to >= 0 and words.world.spaces[to].kind == "pile"
    if to >= 0 and not in_order:
        moves = sorted(moves, key=lambda move: (move.origin, move.to))
    # A thing that enters a row is named by its place there.
    entering = moves[0].origin < 0 and to >= 0 and bool(words.world.spaces[to].number)
    groups = grouped([move.name for move in moves], in_order=in_order or entering)
    names = ", ".join(starmap(words.so_many, groups))
    if most and len(groups) > most:
        more = sum(count for _, count in groups[most:])
        names = words.phrase("and-more", ", ".join(starmap(words.so_many, groups[:most])), more)
    if to < 0:
        if by >= 0:
            return words.phrase("removes", words.player(by), names)
        return words.phrase("away" if len(moves) == 1 else "all-away", names)
    goals = names_of_spaces(words, [move.to for move in moves], who)
    if moves[0].under or moves[0].is_within:
        goals = words.phrase("bottom" if moves[0].under else "top", goals)
    if moves[0].origin < 0 or moves[0].is_within:
        if who < 0:
            return words.phrase("enter", names, goals)
        return words.phrase("places" if by >= 0 else "gets-new", words.player(who), names, goals)
    places = {move.origin for move in moves}
    steps = words.world.spaces[moves[0].to].number - words.world.spaces[moves[0].origin].number
    if len(places) >= MANY and who < 0 and steps and in_a_row(words, moves):
        return words.counting("goes-on" if steps > 0 else "goes-back", names, abs(steps))
    if len(places) > 1 and all(words.holder(place) >= 0 for place in places):
        # All places have this name, each with its player.
        origins = words.space(moves[0].origin, words.holder(moves[0].origin))
        if who >= 0 and words.holder(to) == who:
            return words.phrase("takes" if by >= 0 else "gets", words.player(who), names, origins, goals)
        if who >= 0 and by >= 0:
            return words.phrase("moves", words.player(who), names, origins, goals)
        return words.phrase("move", names, origins, goals)
    origins = names_of_spaces(words, places, who)
    if who < 0:
        return words.phrase("move", names, origins, goals)
    return _told_of(words, moves[0], names, origins, goals)


def _told_of(words: GameWords, move: ObservedMove, names: str, origins: str, goals: str) -> str:
    """Return a line about a player and, if there is one, the player who gave or got the things."""
    giving, getting, player = words.holder(move.origin), words.holder(move.to), words.player(move.who)
    if getting not in (-1, move.who) and giving == move.who:
        other, verb = getting, "gives"
    elif giving not in (-1, move.who) and getting == move.who:
        other, verb = giving, "takes" if move.by >= 0 else "gets"
    elif move.by >= 0:
        return words.phrase("takes" if getting == move.by != giving else "moves", player, names, origins, goals)
    elif is_drawn(words, move):
        return words.phrase("draws", player, names)
    else:
        return words.phrase("own" if giving == move.who else "gets", player, names, origins, goals)
    # The places are named without their owners; from one hand to another goes without saying.
    origins, goals = words.space(move.origin, giving), words.space(move.to, getting)
    if origins == goals:
        return words.phrase(f"{verb}-all", player, names, words.player(other))
    plain = "gives" if verb == "gives" else f"{verb}-from"
    return words.phrase(plain, player, names, words.player(other), origins, goals)


def in_a_row(words: GameWords, moves: Sequence[ObservedMove]) -> bool:
    """Return whether things move equally far along one row of numbered spaces."""
    rows = {row_of(words, space) for move in moves for space in (move.origin, move.to)}
    spaces = words.world.spaces
    return len(rows) == 1 and None not in rows and len({spaces[one.to].number - spaces[one.origin].number for one in moves}) == 1


def is_drawn(words: GameWords, move: ObservedMove) -> bool:
    """Return whether a thing comes to the only hand of a player from where nobody sees what lies."""
    origin, to = words.world.spaces[move.origin], words.world.spaces[move.to]
    hands = [own for own in words.world.game.fields if own.place is not None and own.seen == "owner"]
    return origin.seen == "nobody" and origin.kind in ("pile", "bag") and [to.declared] == hands


def name_counts(words: GameWords, names: Sequence[str]) -> str:
    """Return names with their numbers."""
    return ", ".join(starmap(words.so_many, grouped(names, in_order=False)))


def grouped(names: Sequence[str], *, in_order: bool) -> list[tuple[str, int]]:
    """Return names, each with its number."""
    if not in_order:
        return list(Counter(names).items())
    groups: list[tuple[str, int]] = []
    for name in names:
        if groups and groups[-1][0] == name:
            groups[-1] = (name, groups[-1][1] + 1)
        else:
            groups.append((name, 1))
    return groups


def names_of_spaces(words: GameWords, spaces: Iterable[int], who: int) -> str:
    """Name spaces: those of one row as `Space 1-4, 6`, others and those of a grid by their names; long lists are cut short."""
    distinct = sorted(set(spaces))
    first = words.world.spaces[distinct[0]]
    if len(distinct) == 1 or first.column or not first.number:
        more = ["..."] if len(distinct) > MOST_SPACES else []
        return ", ".join([*(words.space(space, who) for space in distinct[:MOST_SPACES]), *more])
    numbers = [words.world.spaces[space].number for space in distinct]
    return words.phrase("numbered", words.title(first.titles, first.declared.name), ", ".join(_spans(numbers)))


def _spans(numbers: Sequence[int]) -> Iterator[str]:
    first = 0
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            yield str(number) if place == first else f"{numbers[first]}-{number}"
            first = place + 1
