"""Fixtures for all tests."""

from __future__ import annotations

import os

# Tests must not touch the cache of the person who runs them; tests of the cache itself say where it is.
os.environ["RULEWRIGHT_CACHE"] = "off"
# The tests of native code ask for it.
os.environ["RULEWRIGHT_NATIVE"] = "off"
