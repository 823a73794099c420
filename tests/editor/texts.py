"""The texts that the editor of the tests has open, and where words are in them."""

from __future__ import annotations

from typing import Any

GAME = """game пруд "Пруд 🐸":
    players 2

pieces лягушки "лягушка": 2 for each player

place пруд-утром "Пруд 🐸 утром": place, seen by all

to нырнуть лягушка in лягушки:
    move лягушка to пруд-утром
    say "🐸🐸 {лягушка} в воде"

to play:
    players take turns:
        choose прыгун in лягушки of player asking "Кто 🐸?"
        нырнуть прыгун
        if count of лягушки on пруд-утром is 4:
            game over, winners player

example A1 "Прыжок":
    when seat 1:
        нырнуть first of лягушки of seat 1
    then count of лягушки on пруд-утром is 1
"""
POND = """game pond "The pond":
    players 2

option goal "How many jump" = 3 in 1 to 4

pieces frogs "Frogs": 2 for each player

place bank "Bank": place, seen by all
place pond "Pond": place, seen by all

to setup:
    move frogs to bank

# What a frog does.
# It jumps.
to dive frog in frogs:
    move frog to pond
    say "{frog} is in"

to play:
    players take turns:
        choose frog in frogs of player on bank
        dive frog
        if count of frogs on pond is at least goal:
            game over, winners player

example A1, A2 "Jumping":
    when seat 1:
        dive first of frogs of seat 1
    then count of frogs on pond is 1
"""
DRY = """variant dry of "pond.rules" "Dry":
    set goal to 4
    in to dive:
        replace say "{frog} is in"
        with say "{frog} is gone"
    replace to setup:
        move frogs to pond
        move frogs of seat 1 to bank
    example A3 "Some are in":
        then count of frogs on pond is 0
"""


def place(text: str, words: str, nth: int = 0) -> tuple[int, int]:
    """Where some words stand, in units of UTF-16."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(words, start + 1)
    line = text.count("\n", 0, start)
    before = text[:start].rpartition("\n")[2]
    return line, len(before.encode("utf-16-le")) // 2


def ranges(found: list[dict[str, Any]]) -> list[tuple[int, int, int, int]]:
    """From where to where, in order."""
    places = [one["range"] for one in found]
    return sorted(
        (one["start"]["line"], one["start"]["character"], one["end"]["line"], one["end"]["character"]) for one in places
    )
