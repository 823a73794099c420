"""Numbers and bits as they are written in C."""

from __future__ import annotations

from collections.abc import Sequence


def c_number(value: int) -> str:
    """Write a number as it is written in C."""
    if value == -(2**63):
        return "INT64_MIN"
    if value < 0:
        return f"(-{c_number(-value)})"
    return str(value) if value < 2**31 else f"{value}LL"


def bits_of(members: Sequence[int]) -> int:
    """Return references as bits."""
    return sum(1 << member for member in members)


def c_mask(value: int, bits: int) -> str:
    """Write known bits as they are written in C."""
    if bits == 64 or value < 2**64:
        return f"{value:#x}ULL" if bits == 64 else f"(u128){value:#x}ULL"
    return f"((u128){value >> 64:#x}ULL << 64 | {value & (2**64 - 1):#x}ULL)"


def offset_by(index: str) -> str:
    """Write an index into an array whose first entry is found at -1."""
    try:
        return str(int(index.strip("()")) + 1)
    except ValueError:
        return f"1 + {index}"


def is_run(members: tuple[int, ...]) -> bool:
    """Return whether known numbers follow each other one by one."""
    return bool(members) and members == tuple(range(members[0], members[0] + len(members)))
