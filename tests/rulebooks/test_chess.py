"""Chess: known counts of moves, and a board in plain Python that tries each move and looks whether the king could be taken."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.interpreter import Game, Match, load
from rulewright.interpreter.search.native_walk import perft
from tests.rulebooks.beside import Play, play_beside

Square = tuple[int, int]
KINDS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
# Positions that everybody counts from, and how many ways there are to make one move, two moves and so on.
KNOWN = {
    START: [20, 400, 8902, 197281],
    KIWIPETE: [48, 2039, 97862],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": [14, 191],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": [6, 264],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": [44, 1486],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -": [46, 2079],
}
STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
SLANTING = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
CORNERS = {"K": (7, 0), "Q": (0, 0), "k": (7, 7), "q": (0, 7)}


def named(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


class Board:
    """A position of the men: capital letters are White's."""

    def __init__(self, text: str) -> None:
        rows, side, castling, _ = text.split()
        self.men: dict[Square, str] = {}
        for row, line in zip(range(7, -1, -1), rows.split("/"), strict=True):
            column = 0
            for sign in line:
                if sign.isdigit():
                    column += int(sign)
                else:
                    self.men[column, row] = sign
                    column += 1
        self.white = side == "w"
        self.rights = {sign for sign in castling if sign != "-"}
        self.passed: Square | None = None

    def copy(self) -> Board:
        board = object.__new__(Board)
        board.men, board.white, board.rights, board.passed = dict(self.men), self.white, set(self.rights), self.passed
        return board

    def reach(self, square: Square) -> Iterator[Square]:
        """Where a man could go, castling and checks left aside."""
        man = self.men[square]
        kind, white = man.lower(), man.isupper()
        if kind == "p":
            up = 1 if white else -1
            ahead = square[0], square[1] + up
            if ahead not in self.men:
                yield ahead
                twice = square[0], square[1] + 2 * up
                if square[1] == (1 if white else 6) and twice not in self.men:
                    yield twice
            for goal in ((square[0] - 1, square[1] + up), (square[0] + 1, square[1] + up)):
                if (goal in self.men and self.men[goal].isupper() != white) or (goal == self.passed and white == self.white):
                    yield goal
            return
        ways = {"n": LEAPS, "b": SLANTING, "r": STRAIGHT}.get(kind, STRAIGHT + SLANTING)
        for across, up in ways:
            goal = square
            while True:
                goal = goal[0] + across, goal[1] + up
                if not (0 <= goal[0] < 8 and 0 <= goal[1] < 8) or (goal in self.men and self.men[goal].isupper() == white):
                    break
                yield goal
                if goal in self.men or kind in "nk":
                    break

    def attacked(self, square: Square, by_white: bool) -> bool:
        """Return whether a man of theirs could take here; a pawn's move straight ahead is no attack."""
        board = self.copy()
        board.men[square] = "n" if by_white else "N"
        mine = [one for one, man in board.men.items() if man.isupper() == by_white]
        return any(square in board.reach(one) and not (board.men[one].lower() == "p" and one[0] == square[0]) for one in mine)

    def in_check(self, white: bool) -> bool:
        (king,) = (square for square, man in self.men.items() if man == ("K" if white else "k"))
        return self.attacked(king, not white)

    def after(self, start: Square, goal: Square, becomes: str = "q") -> Board:
        board = self.copy()
        man = board.men.pop(start)
        if man.lower() == "p" and goal == self.passed:
            del board.men[goal[0], start[1]]
        if man.lower() == "p" and goal[1] in (0, 7):
            man = becomes.upper() if self.white else becomes
        if man.lower() == "k" and abs(goal[0] - start[0]) == 2:
            rook = (7 if goal[0] == 6 else 0), start[1]
            board.men[(start[0] + goal[0]) // 2, start[1]] = board.men.pop(rook)
        board.men[goal] = man
        board.passed = None
        if man.lower() == "p" and abs(goal[1] - start[1]) == 2:
            board.passed = start[0], (start[1] + goal[1]) // 2
        kings = {(4, 0): "KQ", (4, 7): "kq"}.get(start, "")
        board.rights -= {sign for sign, corner in CORNERS.items() if corner in (start, goal) or sign in kings}
        board.white = not self.white
        return board

    def moves(self) -> list[tuple[Square, Square]]:
        mine = [square for square, man in self.men.items() if man.isupper() == self.white]
        found = [(start, goal) for start in mine for goal in self.reach(start)]
        row = 0 if self.white else 7
        for sign in self.rights & set("KQ" if self.white else "kq"):
            way = [(5, row), (6, row)] if sign in "Kk" else [(3, row), (2, row), (1, row)]
            free = not any(square in self.men for square in way)
            if free and not any(self.attacked(square, not self.white) for square in [(4, row), *way[:2]]):
                found.append(((4, row), way[1]))
        return [move for move in found if not self.after(*move).in_check(self.white)]

    def promotes(self, start: Square, goal: Square) -> bool:
        return self.men[start].lower() == "p" and goal[1] in (0, 7)

    def key(self) -> tuple[object, ...]:
        """Return what distinguishes positions: a pawn that has passed by counts if it can be taken."""
        taken = [start for start, goal in self.moves() if goal == self.passed and self.men[start].lower() == "p"]
        return frozenset(self.men.items()), self.white, frozenset(self.rights), self.passed if taken else None

    def too_few(self) -> bool:
        minor = [(man.lower(), sum(square) % 2) for square, man in self.men.items() if man.lower() != "k"]
        bishops = {tint for man, tint in minor if man == "b"}
        return not minor or [man for man, _ in minor] == ["n"] or (all(man == "b" for man, _ in minor) and len(bishops) == 1)

    def count(self, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(
            self.after(*move, kind).count(depth - 1)
            for move in self.moves()
            for kind in ("qrbn" if self.promotes(*move) else "q")
        )


def chess(board: Board) -> Play:
    """Return a whole game in plain Python."""
    seen: Counter[tuple[object, ...]] = Counter()
    quiet = 0
    while True:
        moves = {f"{named(start)},{named(goal)}": (start, goal) for start, goal in board.moves()}
        if not moves:
            return (int(board.white),) if board.in_check(board.white) else ()
        seen[board.key()] += 1
        if quiet == 100 or seen[board.key()] == 3 or board.too_few():
            return ()
        seat = int(not board.white)
        start, goal = moves[(yield seat, set(moves))]
        becomes = "q"
        if board.promotes(start, goal):
            kind = yield seat, {"queen", "rook", "bishop", "knight"}
            becomes = {name: sign for sign, name in KINDS.items()}[kind]
        before = board
        board = board.after(start, goal, becomes)
        quiet = 0 if before.men[start].lower() == "p" or len(board.men) < len(before.men) else quiet + 1


def game(text: str, folder: Path) -> Game:
    """Chess that begins with another position: a variant in a file of its own."""
    if text == START:
        return load("chess")
    board = Board(text)
    lines = ["variant elsewhere of chess:", "    replace to setup:"]
    for square, man in board.men.items():
        cell = f"square of ({square[0] + 1}, {square[1] + 1})"
        lines.append(f"        set side of {cell} to seat {1 if man.isupper() else 2}")
        lines.append(f"        set man of {cell} to {KINDS[man.lower()]}")
    for sign in board.rights:
        for square in (CORNERS[sign], (4, CORNERS[sign][1])):
            lines.append(f"        set may-castle of square of ({square[0] + 1}, {square[1] + 1}) to yes")
    path = folder / "elsewhere.rules"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(str(path))


def ways(match: Match, depth: int) -> int:
    """Return how many sequences of moves there are; the promotion of a pawn belongs to its move."""
    if depth == 0 or match.decision is None:
        return int(depth == 0)
    seat, total = match.decision.seat, 0
    for option in match.decision.options:
        follower = match.copy()
        follower.choose(option.key)
        again = follower.decision is not None and follower.decision.seat == seat
        total += ways(follower, depth if again else depth - 1)
    return total


@pytest.mark.parametrize("text", KNOWN)
@pytest.mark.sample(3)
def test_as_many_moves_as_everybody_counts(text: str, tmp_path: Path) -> None:
    known = KNOWN[text][:2]
    assert [ways(game(text, tmp_path).start(forced="ask"), depth + 1) for depth in range(len(known))] == known
    assert [Board(text).count(depth + 1) for depth in range(len(known))] == known


@pytest.mark.parametrize("text", [START, KIWIPETE])
def test_deeper_where_no_pawn_becomes_anything(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A promotion would be two choices; in so few moves there is none."""
    known = KNOWN[text]
    monkeypatch.delenv("RULEWRIGHT_NATIVE", raising=False)
    start = game(text, tmp_path).start(chance="ask")
    if not start.program.playouts.make_native():
        pytest.skip(start.program.playouts.why_not)
    tally = perft(start, len(known), 1_000_000)
    assert tally is not None
    assert [ply.paths for ply in tally.plies][1:] == known


@pytest.mark.parametrize("text", [START, *list(KNOWN)[1:4]])
@pytest.mark.sample(2)
def test_plain_python_plays_the_same(text: str, tmp_path: Path) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        play_beside(game(text, tmp_path).start(seed=seed), chess(Board(text)), lambda _, keys: chance.choice(keys))  # noqa: B023


def test_plain_python_draws_by_repetition(tmp_path: Path) -> None:
    """Two kings and two rooks, who go to and fro."""
    text = "4k3/7r/8/8/8/8/R7/4K3 w - -"
    for seed in range(12):
        chance = random.Random(seed)

        def pick(_: int | None, keys: list[str], chance: random.Random = chance) -> str:
            few = [key for key in keys if key[0] == "e" and key[3] in "ed"]
            return chance.choice(few or keys)

        play_beside(game(text, tmp_path).start(seed=seed), chess(Board(text)), pick)
