"""Play larger games written by hand, without the engine, beside their rulebooks.

Each is a generator. It yields who decides (nobody where it is chance) and all options, by the names that the engine has for
them. It is sent the choice, and returns the seats that win.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

Play = Generator[tuple[int | None, set[str]], str, tuple[int, ...]]
Cell = tuple[int, int]
Board = dict[Cell, int]
AROUND = [(across, up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up]
RANKS = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"]


def named(cell: Cell) -> str:
    """Return a square as on a chess board."""
    return f"{'abcdefghi'[cell[0]]}{cell[1] + 1}"


def ray(cell: Cell, way: Cell, size: int = 8) -> Iterator[Cell]:
    """Yield the squares beyond a square in one direction."""
    while True:
        cell = cell[0] + way[0], cell[1] + way[1]
        if not (0 <= cell[0] < size and 0 <= cell[1] < size):
            return
        yield cell


def connect_four() -> Play:
    """Connect four."""
    board: Board = {}
    for turn in range(42):
        seat = turn % 2
        heights = [sum(cell[0] == column for cell in board) for column in range(7)]
        open_cells = {named(cell): cell for cell in enumerate(heights) if cell[1] < 6}
        cell = open_cells[(yield seat, set(open_cells))]
        board[cell] = seat
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            steps = range(-3, 4)
            row = "".join(str(board.get((cell[0] + across * step, cell[1] + up * step), "-")) for step in steps)
            if str(seat) * 4 in row:
                return (seat,)
    return ()


def breakthrough() -> Play:
    """Breakthrough on eight by eight."""
    board = {(x, y): int(y > 5) for x in range(8) for y in (0, 1, 6, 7)}
    seat = 0
    while True:
        moves = {}
        for (x, y), owner in board.items():
            for goal in ((x + side, y + 1 - 2 * seat) for side in (-1, 0, 1)):
                blocked = board.get(goal, -1) in ((seat,) if goal[0] != x else (0, 1))
                if owner == seat and 0 <= goal[0] < 8 and not blocked:
                    moves[f"{named((x, y))},{named(goal)}"] = (x, y), goal
        start, goal = moves[(yield seat, set(moves))]
        del board[start]
        board[goal] = seat
        if goal[1] == 7 - 7 * seat or 1 - seat not in board.values():
            return (seat,)
        seat = 1 - seat


def reversi() -> Play:
    """Reversi."""
    board = {(3, 3): 1, (4, 4): 1, (3, 4): 0, (4, 3): 0}

    def turned(cell: Cell, seat: int) -> list[Cell]:
        found: list[Cell] = []
        for way in AROUND:
            row: list[Cell] = []
            for beyond in ray(cell, way):
                if board.get(beyond) != 1 - seat:
                    found += row if board.get(beyond) == seat else []
                    break
                row.append(beyond)
        return found

    seat = passes = 0
    while passes < 2:
        free = [(x, y) for x in range(8) for y in range(8) if (x, y) not in board]
        moves = {named(cell): cell for cell in free if turned(cell, seat)}
        passes = 0 if moves else passes + 1
        if moves:
            cell = moves[(yield seat, set(moves))]
            board.update(dict.fromkeys([cell, *turned(cell, seat)], seat))
        seat = 1 - seat
    first, second = (list(board.values()).count(one) for one in (0, 1))
    return (0,) * (first >= second) + (1,) * (second >= first)


def goofspiel() -> Play:
    """Goofspiel with thirteen cards."""
    prizes, hands, scores = set(RANKS), (set(RANKS), set(RANKS)), [0, 0]
    while prizes:
        prize = yield None, set(prizes)
        prizes.remove(prize)
        bids = []
        for seat in (0, 1):
            bid = yield seat, set(hands[seat])
            bids.append(RANKS.index(bid))
        for seat in (0, 1):
            hands[seat].remove(RANKS[bids[seat]])
            scores[seat] += (RANKS.index(prize) + 1) * (bids[seat] > bids[1 - seat])
    return (0,) * (scores[0] >= scores[1]) + (1,) * (scores[1] >= scores[0])


def go() -> Play:
    """Go on nine by nine, by filling what hangs together; at most 162 turns, and seven and a half points for White."""
    points = [(x, y) for x in range(9) for y in range(9)]
    beside = {one: [next(ray(one, way, 9), one) for way in ((0, 1), (1, 0), (0, -1), (-1, 0))] for one in points}

    def spread(board: Board, cells: set[Cell], through: int) -> tuple[set[Cell], set[Cell]]:
        """Return the cells with all others connected to them by one colour, or by free points (-1); and the neighbours."""
        reached, edge, borders = set(cells), list(cells), set()
        while edge:
            for cell in beside[edge.pop()]:
                if cell not in reached and board.get(cell, -1) == through:
                    reached.add(cell)
                    edge.append(cell)
                elif cell not in reached:
                    borders.add(cell)
        return reached, borders

    def put(board: Board, cell: Cell, seat: int) -> tuple[Board, Cell | None] | None:
        """Return the board after a stone, and what is a ko then; nothing for a suicide."""
        board, taken = board | {cell: seat}, set[Cell]()
        for other in beside[cell]:
            if board.get(other) == 1 - seat:
                chain, borders = spread(board, {other}, 1 - seat)
                taken |= chain if borders <= board.keys() else set()
        board = {one: owner for one, owner in board.items() if one not in taken}
        chain, borders = spread(board, {cell}, seat)
        liberties = borders - board.keys()
        ko = next(iter(taken)) if len(taken) == len(chain) == len(liberties) == 1 else None
        return (board, ko) if liberties else None

    board: Board = {}
    ko: Cell | None = None
    passes = 0
    for turn in range(162):
        after = {named(one): put(board, one, turn % 2) for one in points if one not in board and one != ko}
        moves = {key: one for key, one in after.items() if one is not None}
        chosen = (yield turn % 2, {*moves, "pass"}) if moves else "pass"
        passes = passes + 1 if chosen == "pass" else 0
        board, ko = moves.get(chosen, (board, None))
        if passes == 2:
            break
    first, second = (spread(board, {one for one in board if board[one] == seat}, -1)[0] for seat in (0, 1))
    return (0,) if 2 * len(first - second) > 2 * len(second - first) + 15 else (1,)


def backgammon() -> Play:
    """Backgammon, by trying every way to play the dice; each seat counts its men by how far from the end they are."""
    men: list[dict[int, int]] = [{24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}]

    def moves(mine: dict[int, int], theirs: dict[int, int], pips: int) -> list[int]:
        hindmost = max(place for place in mine if mine[place])
        starts = [25] if hindmost == 25 else [place for place in mine if place and mine[place]]
        home = [one for one in starts if hindmost <= 6 and (one == pips or one == hindmost < pips)]
        return home + [one for one in starts if one > pips and theirs.get(25 - one + pips, 0) < 2]

    def moved(mine: dict[int, int], start: int, pips: int) -> dict[int, int]:
        goal = max(0, start - pips)
        mine = mine | {start: mine[start] - 1}
        return mine | {goal: mine.get(goal, 0) + 1}

    def most(mine: dict[int, int], theirs: dict[int, int], dice: list[int]) -> int:
        """Return how many dice can be played; men that are hit meanwhile change nothing, since a single one bars nobody."""
        found = 0
        for pips in set(dice) if mine.get(0, 0) < 15 else ():
            rest = [*dice]
            rest.remove(pips)
            for start in moves(mine, theirs, pips):
                found = max(found, 1 + most(moved(mine, start, pips), theirs, rest))
        return found

    def rolled() -> Generator[tuple[int | None, set[str]], str, int]:
        return int((yield None, set("123456")))

    dice = [0, 0]
    while dice[0] == dice[1]:
        dice = [(yield from rolled()), (yield from rolled())]
    seat = int(dice[0] < dice[1])
    while True:
        mine, theirs = men[seat], men[1 - seat]
        left = dice * 2 if dice[0] == dice[1] else [*dice]
        while left and (best := most(mine, theirs, left)):
            ways: dict[str, tuple[int, int]] = {}
            for pips in sorted(set(left), reverse=True):
                rest = [*left]
                rest.remove(pips)
                starts = [one for one in moves(mine, theirs, pips) if 1 + most(moved(mine, one, pips), theirs, rest) == best]
                for start in starts:
                    bar = ("lower-bar", "upper-bar")[seat]
                    point = bar if start == 25 else f"points-{start if seat else 25 - start}"
                    ways[f"{pips},{point}" if len(left) == best == 2 and dice[0] != dice[1] else point] = start, pips
                if starts and best < len(left):
                    break  # of one die alone, the higher
            start, pips = ways[(yield seat, set(ways))]
            mine = moved(mine, start, pips)
            left.remove(pips)
            if mine.get(0, 0) == 15:
                return (seat,)
            if start > pips and theirs.get(25 - start + pips):
                theirs[25], theirs[25 - start + pips] = theirs.get(25, 0) + 1, 0
        men[seat] = mine
        seat = 1 - seat
        dice = [(yield from rolled()), (yield from rolled())]
