"""Fixtures for all tests."""

from __future__ import annotations

import atexit
import os
import tempfile

import pytest

# Tests must not touch the cache of the person who runs them; tests of the cache itself say where it is.
os.environ["RULEWRIGHT_CACHE"] = "off"
# The tests of native code ask for it.
os.environ["RULEWRIGHT_NATIVE"] = "off"
# The first process makes a folder, and the workers that it starts find it here: what one has made, no other makes again.
if "RULEWRIGHT_TESTS" not in os.environ:
    made = tempfile.TemporaryDirectory(prefix="rulewright-tests-")
    atexit.register(made.cleanup)
    os.environ["RULEWRIGHT_TESTS"] = made.name


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give rules without an end a tenth of a second instead of three."""
    monkeypatch.setattr("rulewright.interpreter.position.runtime.PATIENCE", 0.1)
