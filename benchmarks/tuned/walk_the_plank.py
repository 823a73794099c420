"""Play Walk the Plank!, the base game, at random: a playout-only program, and an upper bound for speed.

Nobody could play with it: it can finish a game at random and nothing else.

There are three pirates each, three plank tiles, and no variants. The places of one player's pirates are one number, its
stance, and all effects of a card on a stance are looked up in tables that are built once. Three cards picked one after the
other from a hand are one draw from the list of all its ordered threes, which is the same choice.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from benchmarks.measure import measure

PIRATES = 3
TILES = 3

# The cards are numbered by how they are resolved, which keeps the chain of comparisons short.
SHOVE_ANYONE, DRAG, PULL, CHARGE, RUN, NOT_ME, SHOVE_LEFT, SHOVE_RIGHT, RETRACT, EXTEND = range(10)
DUD = 10
SKULLS = (SHOVE_ANYONE, RETRACT, CHARGE, NOT_ME)

Counts = tuple[int, ...]
Moves = tuple[int, ...]
PairMoves = tuple[tuple[int, int], ...]
Plan = tuple[int, int, int, int]

# How many pirates are on the ship and on each tile, for every stance; in stance 0 nobody is left.
STANCES: list[Counts] = sorted(
    (counts for counts in itertools.product(range(PIRATES + 1), repeat=TILES + 1) if sum(counts) <= PIRATES),
    key=lambda counts: (sum(counts), counts),
)
NUMBER: dict[Counts, int] = {counts: number for number, counts in enumerate(STANCES)}
ON_SHIP = NUMBER[(PIRATES,) + (0,) * TILES]
SIZE = [sum(counts) for counts in STANCES]
OWN = len(STANCES)  # a further column of the pair tables: the other pirate is the player's own


def _moved(counts: Counts, start: int, end: int, tiles: int) -> Counts:
    """Return the counts after one pirate has gone from one space to another, or off the plank."""
    after = list(counts)
    after[start] -= 1
    if end <= tiles:
        after[end] += 1
    return tuple(after)


def _spaces(counts: Counts, tiles: int, first: int = 0, least: int = 1) -> Iterator[int]:
    """Yield the spaces from the given one on that have at least so many pirates."""
    return (space for space in range(first, tiles + 1) if counts[space] >= least)


def _run(counts: Counts, tiles: int) -> Moves:
    """List the stances to which Run can lead."""
    steps = [(space, space + 1) for space in _spaces(counts, tiles)]
    steps += [(space, space - 1) for space in _spaces(counts, tiles, 1)]
    return tuple(NUMBER[_moved(counts, space, end, tiles)] for space, end in steps)


def _not_me(counts: Counts, tiles: int) -> Moves:
    """List the stances to which I Don't Want to Die can lead."""
    steps = [(space, space - step) for space in _spaces(counts, tiles, 1) for step in (1, 2) if space >= step]
    return tuple(NUMBER[_moved(counts, space, end, tiles)] for space, end in steps)


def _shove(mine: Counts, other: Counts, tiles: int) -> Moves:
    """List the stances to which a shove by one player can bring another player."""
    spaces = (space for space in _spaces(other, tiles) if mine[space])
    return tuple(NUMBER[_moved(other, space, space + 1, tiles)] for space in spaces)


def _shove_anyone(mine: Counts, tiles: int) -> list[PairMoves]:
    """List, for each stance of another player and for one's own, the pairs of stances after Shove Anyone."""
    here = NUMBER[mine]
    row: list[PairMoves] = [tuple((here, there) for there in _shove(mine, other, tiles)) for other in STANCES]
    own = [NUMBER[_moved(mine, space, space + 1, tiles)] for space in _spaces(mine, tiles, 0, 2)]
    return [*row, tuple((stance, stance) for stance in own)]


def _together(mine: Counts, tiles: int, step: int) -> list[PairMoves]:
    """List, for each stance of another player and for one's own, the pairs of stances after drag or pull."""
    first = 0 if step > 0 else 1
    row: list[PairMoves] = [
        tuple(
            (NUMBER[_moved(mine, space, space + step, tiles)], NUMBER[_moved(other, space, space + step, tiles)])
            for space in _spaces(mine, tiles, first)
            if other[space]
        )
        for other in STANCES
    ]
    own: list[int] = []
    for space in _spaces(mine, tiles, first, 2):
        once = _moved(mine, space, space + step, tiles)
        own.append(NUMBER[_moved(once, space, space + step, tiles)])
    return [*row, tuple((stance, stance) for stance in own)]


def _charge(mine: Counts, tiles: int) -> tuple[tuple[int, list[PairMoves]], ...]:
    """List the stances after the charger's step, each with the row of pairs after the shove that follows."""
    charges: list[tuple[int, list[PairMoves]]] = []
    for space in _spaces(mine, tiles):
        arrival = space + 1
        arrived = _moved(mine, space, arrival, tiles)
        here = NUMBER[arrived]
        row: list[PairMoves] = [() for _ in range(OWN + 1)]
        if arrival <= tiles:
            for other, counts in enumerate(STANCES):
                if counts[arrival]:
                    row[other] = ((here, NUMBER[_moved(counts, arrival, arrival + 1, tiles)]),)
            if arrived[arrival] > 1:
                stance = NUMBER[_moved(arrived, arrival, arrival + 1, tiles)]
                row[OWN] = ((stance, stance),)
        charges.append((here, row))
    return tuple(charges)


def _shrunk(counts: Counts, tiles: int) -> int:
    """Return the stance of the pirates who still have something below them when only so many tiles are left."""
    return NUMBER[tuple(count if space <= tiles else 0 for space, count in enumerate(counts))]


def _plans(aside: int) -> list[Plan]:
    """List all ordered threes of cards that are not set aside, each with the set of cards it sets aside."""
    hand = [card for card in range(10) if card not in SKULLS or not aside >> SKULLS.index(card) & 1]
    plans: list[Plan] = []
    for first, second, third in itertools.permutations(hand, 3):
        skulls = sum(1 << SKULLS.index(card) for card in (first, second, third) if card in SKULLS)
        plans.append((DUD if first == CHARGE else first, second, third, skulls))
    return plans


# Every table is indexed by the number of tiles first, from 1 on.
PAIRS: list[list[list[list[PairMoves]]]] = [
    [
        [_shove_anyone(mine, tiles) for mine in STANCES],
        [_together(mine, tiles, 1) for mine in STANCES],
        [_together(mine, tiles, -1) for mine in STANCES],
    ]
    for tiles in range(TILES + 1)
]
CHARGES = [[_charge(mine, tiles) for mine in STANCES] for tiles in range(TILES + 1)]
ALONE = [
    {RUN: [_run(mine, tiles) for mine in STANCES], NOT_ME: [_not_me(mine, tiles) for mine in STANCES]}
    for tiles in range(TILES + 1)
]
SHOVES = [
    [[_shove(mine, other, tiles) for other in STANCES] for mine in STANCES]  # of one player by another
    for tiles in range(TILES + 1)
]
SHRUNK = [[_shrunk(counts, tiles) for counts in STANCES] for tiles in range(TILES + 1)]
PLANS = [_plans(aside) for aside in range(1 << len(SKULLS))]
TABLES = [(PAIRS[tiles], CHARGES[tiles], ALONE[tiles], SHOVES[tiles]) for tiles in range(TILES + 1)]
CLOCKWISE = {
    players: [tuple((first + seat) % players for seat in range(players)) for first in range(players)] for players in (3, 4, 5)
}
LEFT = {players: [(seat + 1) % players for seat in range(players)] for players in (3, 4, 5)}
RIGHT = {players: [(seat - 1) % players for seat in range(players)] for players in (3, 4, 5)}


def playout(players: int, rng: random.Random, rounds: list[int] | None = None) -> tuple[int, ...]:
    """Play one random game and return the winning seats, adding the number of rounds to the list if given."""
    draw = rng.random
    clockwise, left, right, all_plans = CLOCKWISE[players], LEFT[players], RIGHT[players], PLANS
    seats = clockwise[0]
    stances = [ON_SHIP] * players
    aside = [0] * players
    orders: list[Plan] = [(0, 0, 0, 0)] * players
    tiles = TILES
    pairs, charges, alone, shoves = TABLES[tiles]
    captain = int(draw() * players)
    played = 0
    while True:
        played += 1
        order = clockwise[captain]
        for seat in order:
            if stances[seat]:
                plans = all_plans[aside[seat]]
                plan = orders[seat] = plans[int(draw() * len(plans))]
                aside[seat] = plan[3]
        for slot in (0, 1, 2):
            for seat in order:
                mine = stances[seat]
                if not mine:
                    continue
                card = orders[seat][slot]
                if card < 4:  # with any other pirate: SHOVE_ANYONE, DRAG, PULL, CHARGE
                    if card < 3:
                        row = pairs[card][mine]
                    else:
                        steps = charges[mine]
                        mine, row = steps[int(draw() * len(steps))]
                    stances[seat] = OWN
                    total = 0
                    for stance in stances:
                        total += len(row[stance])
                    if total:
                        pick = int(draw() * total)
                        for other in seats:
                            choices = row[stances[other]]
                            if pick < len(choices):
                                stances[seat], stances[other] = choices[pick]
                                break
                            pick -= len(choices)
                    else:
                        stances[seat] = mine
                elif card < 6:  # RUN, NOT_ME
                    moves = alone[card][mine]
                    if moves:
                        stances[seat] = moves[int(draw() * len(moves))]
                elif card < 8:  # SHOVE_LEFT, SHOVE_RIGHT
                    neighbour = left if card == 6 else right
                    other = neighbour[seat]
                    while not stances[other]:
                        other = neighbour[other]
                    if other != seat:
                        moves = shoves[mine][stances[other]]
                        if moves:
                            stances[other] = moves[int(draw() * len(moves))]
                elif card == 8:  # RETRACT
                    if tiles > 1:
                        tiles -= 1
                        shrunk = SHRUNK[tiles]
                        stances[:] = [shrunk[stance] for stance in stances]
                        pairs, charges, alone, shoves = TABLES[tiles]
                elif card == 9 and tiles < TILES:  # EXTEND
                    tiles += 1
                    pairs, charges, alone, shoves = TABLES[tiles]
        living = players - stances.count(0)
        if living < 3 and (living < 2 or sum([SIZE[stance] for stance in stances]) < 3):
            if rounds is not None:
                rounds.append(played)
            return tuple([seat for seat in seats if stances[seat]])
        captain = right[captain]
        while not stances[captain]:
            captain = right[captain]


if __name__ == "__main__":
    measure(playout, 4, "rounds")
