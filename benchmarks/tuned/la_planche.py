"""Play La Planche, the base game, at random: a playout-only program, and an upper bound for speed.

Nobody could play with it: it can finish a game at random and nothing else.

There are eighteen spaces, and a push that carries to the first gap. The taken spaces are one number with a bit for each
space, the rear-most lowest. The colours are a list from the rear-most prisoner to the front-most: a push never changes that
order. The two sabres and the choice between them are one draw from their 32 equal cases, which is the same choice. When
everybody plays at random, the order of turns makes no difference, so nothing records the player to move.
"""

from __future__ import annotations

import random

from benchmarks.measure import measure

SPACES = 18
FIRST_OUT = 1 << SPACES  # the bit of the space beyond the end: a prisoner who gets it has fallen
LAST_SPACE = 1 << (SPACES - 1)
HALF = 9
LOW = (1 << HALF) - 1
AT_START = (1 << 16) - 1
COLOURS = [0, 1, 2, 3] * 4  # yellow, red, green, blue

SWAP, ADVANCE, MOVE, SKULL = range(4)


def _choice(sabres: tuple[int, int], preferred: int) -> int:
    """Return the symbol that is carried out: there is a choice only between two different ones without a skull."""
    if SKULL in sabres:
        return min(sabres)
    return sabres[preferred]


# The symbol carried out in each of the equally likely cases of two sabres and a preference for one of them.
SABRES = [(first, second) for first in range(4) for second in range(4)]
WEATHERVANE = [_choice(sabres, preferred) for sabres in SABRES for preferred in (0, 1)]
# The bits of the prisoners on one half of the plank, for every way to occupy that half.
LOWER = [tuple(1 << space for space in range(HALF) if taken >> space & 1) for taken in range(1 << HALF)]
UPPER = [tuple(bit << HALF for bit in bits) for bits in LOWER]


def playout(players: int, rng: random.Random, turns: list[int] | None = None) -> tuple[int, ...]:
    """Play one random game and return the seat that wins, adding the number of turns to the list if given."""
    draw = rng.random
    lower, upper, weathervane = LOWER, UPPER, WEATHERVANE
    stones = [0, 1, 2, 3]
    secrets = [stones.pop(int(draw() * left)) for left in (4, 3, 2, 1)[:players]]
    taken = AT_START
    colours = COLOURS.copy()
    count = 16
    played = 0
    while True:
        played += 1
        symbol = weathervane[int(draw() * 32)]
        if symbol == 0:  # SWAP
            one = int(draw() * count)
            other = int(draw() * (count - 1))
            if other >= one:
                other += 1
            colours[one], colours[other] = colours[other], colours[one]
        elif symbol == 1:  # ADVANCE
            pick = int(draw() * count)
            bit = (lower[taken & LOW] + upper[taken >> HALF])[pick]
            taken = (taken | taken + bit) ^ bit
            if taken >= FIRST_OUT:
                taken ^= FIRST_OUT
                del colours[-1]
                count -= 1
                if count == 1:
                    break
        elif symbol == 2:  # MOVE
            ways = count - 1
            if taken & 1:
                if taken >= LAST_SPACE:
                    ways = 0
                first = True
                pick = int(draw() * ways)
            elif taken >= LAST_SPACE:
                first = False
                pick = int(draw() * ways) + 1
            else:
                pick = int(draw() * (ways + ways))
                first = pick < ways
                if not first:
                    pick += 1 - ways
            if ways:
                bit = (lower[taken & LOW] + upper[taken >> HALF])[pick]
                if first:
                    taken ^= bit | 1 << taken.bit_length()
                    colours.append(colours.pop(pick))
                else:
                    taken ^= bit | (taken & -taken) >> 1
                    colours.insert(0, colours.pop(pick))
        bit = taken & -taken
        taken = (taken | taken + bit) ^ bit
        if taken >= FIRST_OUT:
            taken ^= FIRST_OUT
            del colours[-1]
            count -= 1
            if count == 1:
                break
    if turns is not None:
        turns.append(played)
    last = colours[0]
    return (secrets.index(last),) if last in secrets else ()


if __name__ == "__main__":
    measure(playout, 4, "turns")
