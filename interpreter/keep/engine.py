"""The files of the engine come in; the keys by which what it has made is found again go out.

Into every key goes a digest of the engine's own sources, and the version of Python: a change of anything that matters leads to
another key, and nothing old is ever found.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path

from rulewright.dsl.bundled import bundled, extras
from rulewright.interpreter.keep.kept import folder

PACKAGES = ("rulewright.dsl", "rulewright.grammar", "rulewright.interpreter")
SOURCES = (".py", ".lark", ".json")
Stamp = tuple[tuple[str, int, int, int], ...]


def stamp() -> Stamp:
    """What the engine's files are called, how large they are, and when they were changed; empty if there are none."""
    found = []
    try:
        for package in PACKAGES:
            spec = find_spec(package)
            for place in (spec and spec.submodule_search_locations) or ():
                for inside, _, names in os.walk(place):
                    for path in (f"{inside}/{name}" for name in names if name.endswith(SOURCES)):
                        status = os.stat(path)  # noqa: PTH116 - it is done in every process, for every file
                        found.append((path, status.st_size, status.st_mtime_ns, status.st_ctime_ns))
    except OSError:
        return ()
    return tuple(sorted(found))


STAMP = stamp()
"""The files that this process is made of."""


def engine() -> str | None:
    """A digest of the engine and of Python; None if nothing can be remembered.

    When its files have been changed since this process began, nobody knows which of them it is made of.
    """
    if folder() is None or not STAMP or stamp() != STAMP:
        return None
    return digest_of(STAMP)


@cache
def digest_of(files: Stamp) -> str | None:
    """A digest of what these files hold, and of what else decides how code is made."""
    digest = hashlib.sha256(repr((sys.version, sys.implementation, MAGIC_NUMBER, sys.flags.optimize)).encode())
    try:
        for path, *_ in files:
            content = Path(path).read_bytes()
            digest.update(f"{Path(path).name} {len(content)}\n".encode() + content)
    except OSError:
        return None
    return digest.hexdigest()


def key_of(*parts: object) -> str:
    """A key for what hangs on some texts, numbers and lists of these."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("ascii")).hexdigest()


def request_key(made_by: str, reference: str, variants: Sequence[str]) -> str:
    """The key of what was asked for: a path means something else in another folder, a name by what is bundled."""
    return key_of(made_by, str(Path(reference).absolute()), reference, list(variants), bundled(), extras())
