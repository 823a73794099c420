"""What holds for all tests."""

from __future__ import annotations

import os

# What tests compile is no business of whoever runs them; those of the cache itself say where it is.
os.environ["RULEWRIGHT_CACHE"] = "off"
# The tests of native code ask for it.
os.environ["RULEWRIGHT_NATIVE"] = "off"
