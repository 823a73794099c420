"""Check that things get places where they may be, even if others have to make room."""

from __future__ import annotations

from collections import Counter
from random import Random

from rulewright.interpreter.search.random_placement import random_placement


def test_every_thing_comes_to_a_place_allowed_to_it() -> None:
    for seed in range(200):
        chance = Random(seed)
        places = chance.randrange(1, 6)
        right = [chance.randrange(places) for _ in range(chance.randrange(1, 12))]
        allowed = [sorted({place, *chance.sample(range(places), chance.randrange(places))}) for place in right]
        room = [right.count(place) for place in range(places)]
        found = random_placement(chance, allowed, room)
        assert found is not None
        assert all(place in allowed[thing] for thing, place in enumerate(found))
        assert [found.count(place) for place in range(places)] == room


def test_what_cannot_be_is_said() -> None:
    assert random_placement(Random(1), [[0], [0]], [1, 1]) is None


def test_all_ways_are_as_likely_where_everything_is_allowed() -> None:
    counts = Counter(str(random_placement(Random(seed), [[0, 1]] * 4, [2, 2])) for seed in range(1200))
    assert len(counts) == 6
    assert min(counts.values()) > 140
