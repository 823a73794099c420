"""Fixtures that the tests of games for learning programs share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _shared_cache(shared_cache: None) -> None:
    """Find games in the cache that all tests share."""
