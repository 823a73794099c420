"""Files that all processes of one run of the tests share, so that none makes again what another has made."""

from __future__ import annotations

import atexit
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulewright.interpreter.cache import store

# The first process makes the folder, and the processes that it starts find it here.
if "RULEWRIGHT_TESTS" not in os.environ:
    made = tempfile.TemporaryDirectory(prefix="rulewright-tests-")
    atexit.register(made.cleanup)
    os.environ["RULEWRIGHT_TESTS"] = made.name
FOLDER = Path(os.environ["RULEWRIGHT_TESTS"])
CACHE = FOLDER / "cache"
"""A cache for commands in processes of their own."""
GAMES = FOLDER / "games"
"""A cache for the games of this repository, in all the ways to play them."""


@contextmanager
def cached() -> Iterator[None]:
    """Keep checked rulebooks and compiled games in the shared cache for a while; none of them has to make room for another."""
    before = os.environ.get(store.VARIABLE), store.MOST_FILES, store.MOST_BYTES
    os.environ[store.VARIABLE], store.MOST_FILES, store.MOST_BYTES = str(GAMES), 10_000, 10**10
    try:
        yield
    finally:
        folder, store.MOST_FILES, store.MOST_BYTES = before
        if folder is None:
            del os.environ[store.VARIABLE]
        else:
            os.environ[store.VARIABLE] = folder
