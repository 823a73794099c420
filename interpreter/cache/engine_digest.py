"""Make keys under which results of the engine are found again.

Every key contains a digest of the engine's own sources, and the version of Python. So any relevant change leads to another
key, and nothing outdated is ever found.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import MAGIC_NUMBER, find_spec
from pathlib import Path

from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.files.folders import text_now
from rulewright.interpreter.cache.store import cache_folder, fetch, keep

PACKAGES = ("rulewright.dsl", "rulewright.grammar", "rulewright.interpreter")
SOURCES = (".py", ".lark", ".json")
Stamp = tuple[tuple[str, int, int, int], ...]


def stamp() -> Stamp:
    """Return the names, sizes and times of change of the engine's files; empty if there are none."""
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
"""The files that this process was loaded from."""


def engine_digest() -> str | None:
    """Return a digest of the engine and of Python, or None if nothing can be remembered.

    If the files have changed since this process began, nobody knows which of them it runs.
    """
    if cache_folder() is None or not STAMP or stamp() != STAMP:
        return None
    return digest_of(STAMP)


@cache
def digest_of(files: Stamp) -> str | None:
    """Return a digest of the contents of these files, and of what else decides how code is made."""
    digest = hashlib.sha256(repr((sys.version, sys.implementation, MAGIC_NUMBER, sys.flags.optimize)).encode())
    try:
        for path, *_ in files:
            content = Path(path).read_bytes()
            digest.update(f"{Path(path).name} {len(content)}\n".encode() + content)
    except OSError:
        return None
    return digest.hexdigest()


def key_of(*parts: object) -> str:
    """Return a key that depends on texts, numbers and lists of these."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("ascii")).hexdigest()


def cached_result(kind: str, reference: str, variants: Sequence[str] = ()) -> tuple[str, bytes] | None:
    """Return what was kept of a kind for a reference, and its key; None unless it was made of the texts that stand there now.

    Which texts something is made of shows only when it is made. So the cache also keeps their names by the reference, but only
    to know what to read. If others would be read now, then one of these has changed, or a name among the bundled ones.
    """
    made_by = engine_digest()
    if made_by is None:
        return None
    try:
        places = json.loads(fetch("texts", request_key(made_by, kind, reference, variants)) or b"[]")
        texts = [(inside, shown, text_now(inside, shown)) for inside, shown in places]
    except Exception:
        # Whatever is amiss with what was kept, there is nothing.
        return None
    if not texts or any(text is None for *_, text in texts):
        return None
    key = key_of(made_by, kind, reference, list(variants), texts)
    content = fetch(kind, key)
    return None if content is None else (key, content)


def keep_made(
    kind: str, reference: str, variants: Sequence[str], texts: Mapping[tuple[bool, str], str], pack: Callable[[], bytes | None]
) -> str | None:
    """Keep something that was made of some texts, if it can be packed; return its key, or None if nothing is ever kept."""
    made_by = engine_digest()
    if made_by is None:
        return None
    read = sorted((inside, shown, text) for (inside, shown), text in texts.items())
    key = key_of(made_by, kind, reference, list(variants), read)
    content = pack()
    if content is not None and keep(kind, key, content):
        places = json.dumps([(inside, shown) for inside, shown, _ in read])
        # The folder that paths begin at may be gone.
        with suppress(OSError):
            keep("texts", request_key(made_by, kind, reference, variants), places.encode("ascii"))
    return key


def request_key(made_by: str, kind: str, reference: str, variants: Sequence[str]) -> str:
    """Return the key of a request: a path depends on the folder, and a name on what is bundled."""
    return key_of(made_by, kind, str(Path(reference).absolute()), reference, list(variants), bundled_games(), bundled_variants())
