"""Count small games by brute force in plain Python, without the engine, for comparison.

Each function returns four numbers:

- endings: the distinct paths, of choices and chance outcomes in order, from the start to an end.
- decisions: the distinct paths from the start to a point where a player, not chance, decides, also with just one option.
- positions: the distinct positions in which a player decides or the game is over. A position is everything that matters on
  the table: the pieces, the secret things, who decides, the choices so far in a simultaneous choice, and the result. How
  it came about does not matter.
- information_states: the distinct pairs of a deciding seat and its knowledge. That is all it has seen and chosen so far:
  at each position the public things and its own secrets, never the other's. Where all is seen, every path to a decision
  is one.

A position is a tuple that begins with the decider: "seat 1", "seat 2", "chance", or "over". In each game a function lists
the positions after a position, and another says what the deciding seat sees of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

Position = tuple[Any, ...]
SEATS = ("seat 1", "seat 2")


def other_seat(seat: str) -> str:
    """Return the seat across the table."""
    return "seat 2" if seat == "seat 1" else "seat 1"


def count(
    start: Position, following: Callable[[Position], Iterable[Position]], seen: Callable[[Position, str], Position] | None = None
) -> dict[str, int]:
    """Walk the whole tree below a position, counting the paths from each position only once.

    The views of seats are asked for only where there are secrets.
    """
    paths: dict[Position, tuple[int, int]] = {}

    def walk(position: Position) -> tuple[int, int]:
        """Return how many paths lead from the position to a decision, its own included, and to an end."""
        if position not in paths:
            decisions, endings = 0, 0
            if position[0] == "over":
                endings = 1
            else:
                if position[0] in SEATS:
                    decisions = 1
                for after in following(position):
                    more_decisions, more_endings = walk(after)
                    decisions += more_decisions
                    endings += more_endings
            paths[position] = (decisions, endings)
        return paths[position]

    decisions, endings = walk(start)
    return {
        "decisions": decisions,
        "endings": endings,
        "positions": sum(position[0] != "chance" for position in paths),
        "information_states": len(set(memories(start, following, seen))) if seen else decisions,
    }


def memories(
    position: Position,
    following: Callable[[Position], Iterable[Position]],
    seen: Callable[[Position, str], Position],
    before: tuple[Position, ...] = ((), ()),
) -> Iterable[Position]:
    """List what deciding seats have seen and chosen so far, on every path that begins with a position."""
    if position[0] in ("chance", "over"):
        after = before
    else:
        after = tuple(
            memory if memory[-1:] == (sight,) else (*memory, sight)
            for memory, sight in zip(before, (seen(position, seat) for seat in SEATS), strict=True)
        )
        yield position[0], after[SEATS.index(position[0])]
    if position[0] != "over":
        for choice, next_position in enumerate(following(position)):
            chosen = tuple(
                (*memory, "chosen", choice) if seat == position[0] else memory for seat, memory in zip(SEATS, after, strict=True)
            )
            yield from memories(next_position, following, seen, chosen)


# A position on a board is (who decides, board) or ("over", board, result). A board is a string read row by row with "1", "2"
# and "." for an empty cell, and a result is the seat that wins or "draw".


@cache
def lines(columns: int, rows: int) -> list[tuple[int, int, int]]:
    """List the threes of cells in a row, upright, level or slanting."""
    found: list[tuple[int, int, int]] = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 2 * down < rows and 0 <= column + 2 * right < columns:
                    cell, step = row * columns + column, down * columns + right
                    found.append((cell, cell + step, cell + 2 * step))
    return found


def has_line(board: str, columns: int, rows: int, mark: str) -> bool:
    """Say whether three of the marks are in a row."""
    return any(board[one] == board[two] == board[three] == mark for one, two, three in lines(columns, rows))


def after_mark(seat: str, board: str, cell: int, columns: int, rows: int) -> Position:
    """Return the position after a seat has put its mark on a cell."""
    mark = seat[-1]
    board = board[:cell] + mark + board[cell + 1 :]
    if has_line(board, columns, rows, mark):
        return "over", board, seat
    if "." not in board:
        return "over", board, "draw"
    return other_seat(seat), board


def tic_tac_toe() -> dict[str, int]:
    """Count tic-tac-toe on three by three cells."""

    def following(position: Position) -> Iterable[Position]:
        seat, board = position
        return [after_mark(seat, board, cell, 3, 3) for cell in range(9) if board[cell] == "."]

    return count(("seat 1", "." * 9), following)


def connect_three() -> dict[str, int]:
    """Count three in a row on four columns and four rows, where a mark falls to the lowest empty cell."""
    columns, rows = 4, 4

    def following(position: Position) -> Iterable[Position]:
        seat, board = position
        for column in range(columns):
            empty = [row for row in range(rows) if board[row * columns + column] == "."]
            if empty:
                yield after_mark(seat, board, max(empty) * columns + column, columns, rows)

    return count(("seat 1", "." * (columns * rows)), following)


def nim() -> dict[str, int]:
    """Count nim with heaps of 3, 4 and 5, where a move takes one or more from one heap and the last one wins.

    A position is (who decides, the three heaps) or ("over", the three heaps, the seat that wins).
    """

    def following(position: Position) -> Iterable[Position]:
        seat, heaps = position
        for heap in range(3):
            for left in range(heaps[heap]):
                remaining = (*heaps[:heap], left, *heaps[heap + 1 :])
                if any(remaining):
                    yield other_seat(seat), remaining
                else:
                    yield "over", remaining, seat

    return count(("seat 1", (3, 4, 5)), following)


def kuhn_poker() -> dict[str, int]:
    """Count Kuhn poker: three cards, two seats, an ante of 1, one bet of 1.

    A position is (who decides, cards dealt so far, what each seat has put in) or ("over", cards, what each seat has put in,
    the seat that wins). A bet that is called leaves the same table whether or not a check came first. The two cards are
    dealt by chance, one after the other.
    """

    def better(cards: tuple[int, int]) -> str:
        return "seat 1" if cards[0] > cards[1] else "seat 2"

    def following(position: Position) -> Iterable[Position]:
        who, cards, stakes = position
        if who == "chance":
            for card in (1, 2, 3):
                if card not in cards:
                    yield ("seat 1" if cards else "chance"), (*cards, card), stakes
            return
        mine = 0 if who == "seat 1" else 1
        raised = (2, stakes[1]) if who == "seat 1" else (stakes[0], 2)
        if stakes[1 - mine] > stakes[mine]:
            yield "over", cards, raised, better(cards)
            yield "over", cards, stakes, other_seat(who)
        else:
            if who == "seat 1":
                yield "seat 2", cards, stakes
            else:
                yield "over", cards, stakes, better(cards)
            yield other_seat(who), cards, raised

    def seen(position: Position, seat: str) -> Position:
        _, cards, stakes = position
        return cards[SEATS.index(seat)], stakes

    return count(("chance", (), (1, 1)), following, seen)


def goofspiel() -> dict[str, int]:
    """Count goofspiel with the cards 1, 2 and 3 for each seat and as prizes.

    A position is (decider, both hands, the scores, the prize turned up, the prizes left, the secret bid of seat 1) or
    ("over", the scores, the winners). Chance turns up each prize, including the last. Seat 1 bids, then seat 2
    without seeing that bid; the higher takes the prize, a tie discards it.
    """

    def following(position: Position) -> Iterable[Position]:
        who, hands, scores, prize, prizes, secret = position
        if who == "chance":
            for turned in prizes:
                left = tuple(card for card in prizes if card != turned)
                yield "seat 1", hands, scores, turned, left, None
        elif who == "seat 1":
            for bid in hands[0]:
                yield "seat 2", hands, scores, prize, prizes, bid
        else:
            for bid in hands[1]:
                first = scores[0] + (prize if secret > bid else 0)
                second = scores[1] + (prize if bid > secret else 0)
                kept = (tuple(card for card in hands[0] if card != secret), tuple(card for card in hands[1] if card != bid))
                if prizes:
                    yield "chance", kept, (first, second), None, prizes, None
                else:
                    winners = ("seat 1",) * (first >= second) + ("seat 2",) * (second >= first)
                    yield "over", (first, second), winners

    def seen(position: Position, seat: str) -> Position:
        del seat
        return position[1:5]

    cards = (1, 2, 3)
    return count(("chance", (cards, cards), (0, 0), None, cards, None), following, seen)


def liars_dice(faces: int = 3) -> dict[str, int]:
    """Count liar's dice with one die, of three faces commonly, for each of two seats.

    A position is (who decides, the dice rolled so far, the last bid) or ("over", the dice, the last bid, the seat that
    wins), where a bid is (count, face). Chance rolls the die of seat 1, then that of seat 2. A bid must have a higher
    count, or the same count and a higher face. Instead of bidding, a seat can challenge the last bid. Its bidder wins if at
    least that many dice show the face, else the challenger. The seats take turns, so the deciding seat also shows whose the
    last bid is.
    """
    bids = [(number, face) for number in (1, 2) for face in range(1, faces + 1)]

    def following(position: Position) -> Iterable[Position]:
        who, dice, last = position
        if who == "chance":
            for face in range(1, faces + 1):
                yield ("seat 1" if dice else "chance"), (*dice, face), last
            return
        for bid in bids:
            if last is None or bid > last:
                yield other_seat(who), dice, bid
        if last is not None:
            holds = dice.count(last[1]) >= last[0]
            yield "over", dice, last, other_seat(who) if holds else who

    def seen(position: Position, seat: str) -> Position:
        _, dice, last = position
        return dice[SEATS.index(seat)], last

    return count(("chance", (), None), following, seen)


GAMES = (tic_tac_toe, kuhn_poker, nim, goofspiel, connect_three, liars_dice)


def main() -> None:
    """Print the numbers of every game."""
    for game in GAMES:
        numbers = ", ".join(f"{name} {number}" for name, number in game().items())
        sys.stdout.write(f"{game.__name__}: {numbers}\n")


if __name__ == "__main__":
    main()
