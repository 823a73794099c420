"""Draw random numbers. The state of a position's chance is one number of 128 bits, which every form advances alike.

This is Lehmer's generator with 128 bits, whose upper bits are scaled to the wanted range. It takes a multiplication or two
in Python and in C, and beginning with many seeds in a row costs next to nothing.
"""

from __future__ import annotations

from hashlib import blake2b

MULTIPLIER = 0xDA942042E4DD58B5
WIDTH = 2**128 - 1
WORD = 2**64 - 1
STEP = 0x9E3779B97F4A7C15


def word_of(seed: int) -> int:
    """Return a seed as a word of 64 bits, which most seeds are."""
    if 0 <= seed <= WORD:
        return seed
    text = seed.to_bytes((seed.bit_length() + 8) // 8, "little", signed=True)
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


def mix_bits(number: int) -> int:
    """Mix the bits of a number with the finisher of splitmix64, so that neighbouring numbers end far apart."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & WORD
    number = (number ^ number >> 27) * 0x94D049BB133111EB & WORD
    return number ^ number >> 31


def first_state(seed: int) -> int:
    """Return the first state for a seed."""
    word = word_of(seed)
    return mix_bits(word + STEP & WORD) << 64 | mix_bits(word + 2 * STEP & WORD) | 1


def draw_below(state: int, count: int) -> tuple[int, int]:
    """Return the next state, and a number below a count. Nothing is drawn for a count of one."""
    if count <= 1:
        return state, 0
    state = state * MULTIPLIER & WIDTH
    return state, state * count >> 128
