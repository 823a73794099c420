"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from hashlib import sha256

import pytest

from tests.shared import cached

# The cache of the person who runs the tests is left alone. Tests of the cache have one of their own, and others may ask for the
# one that all of them share.
os.environ["RULEWRIGHT_CACHE"] = "off"
# The tests of native code ask for it.
os.environ["RULEWRIGHT_NATIVE"] = "off"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave all but a few cases of a test marked `sample` to `make long`. Their names decide, so another case moves few."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sample"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for those in cases.values():
        (count,) = those[0].get_closest_marker("sample").args  # type: ignore[union-attr]
        for item in sorted(those, key=lambda item: sha256(item.nodeid.encode()).digest())[count:]:
            item.add_marker("long")


@pytest.fixture(scope="session", autouse=True)
def saves(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep games in a folder of the tests: those of the person who runs them are left alone."""
    os.environ["RULEWRIGHT_SAVES"] = str(tmp_path_factory.mktemp("saves"))


def pytest_collection_finish() -> None:
    """Leave what stays until the end to itself: looking through it again and again took a fifth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give rules without an end a tenth of a second instead of three."""
    monkeypatch.setattr("rulewright.interpreter.position.runtime.PATIENCE", 0.1)


@pytest.fixture
def shared_cache() -> Iterator[None]:
    """Check and compile the games of this repository once for all tests that ask for it, in all processes."""
    with cached():
        yield
