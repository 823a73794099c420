"""Check that lint finds the mistakes of a corpus where they were made, apart from known gaps.

Three hundred whole rulebooks are checked, and nothing else shows whether lint is of any use.
"""

from __future__ import annotations

from itertools import islice

import pytest

from tests.mistakes.corpus import mistakes, outcome

KINDS = sorted({mistake.kind for mistake in mistakes()})
LEAST_FOUND = 0.92
PARTS = 3
"""A kind is tried in so many parts."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.sample(9)
def test_what_was_expected_is_found(kind: str, part: int) -> None:
    """At its line, by its name; and what is found after all is no longer said to be missed."""
    found = [outcome(mistake) for mistake in islice(mistakes([kind]), part, None, PARTS)]

    assert [one.mistake.what for one in found if one.verdict != "found" and not one.mistake.why_not] == []
    assert [one.mistake.what for one in found if one.verdict == "found" and one.mistake.why_not] == []


def test_most_of_them_are_found() -> None:
    """The share is no less than it was."""
    every = list(mistakes())

    assert len(every) >= 150
    assert sum(not mistake.why_not for mistake in every) >= LEAST_FOUND * len(every)
