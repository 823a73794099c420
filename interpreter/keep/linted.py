"""What a rulebook was read from comes in, if there was nothing to mend in it; whether it still stands there goes out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from rulewright.dsl.folders import text_now
from rulewright.interpreter.keep.engine import engine, key_of, request_key
from rulewright.interpreter.keep.kept import fetch, keep

CLEAN = b"nothing to mend"


def was_clean(reference: str) -> bool:
    """Whether this was looked at before as it is now, and nothing was to be mended."""
    made_by = engine()
    if made_by is None:
        return False
    try:
        places = json.loads(fetch("linted", request_key(made_by, reference, ())) or b"null")
        texts = [(inside, shown, text_now(inside, shown)) for inside, shown in places or ()]
    except (OSError, TypeError, ValueError):
        return False
    return bool(texts) and fetch("clean", _key(made_by, reference, texts)) == CLEAN


def note_clean(reference: str, texts: Mapping[tuple[bool, str], str]) -> None:
    """Keep that there is nothing to mend in a rulebook that was read from some texts."""
    made_by = engine()
    if made_by is None:
        return
    read = sorted((inside, shown, text) for (inside, shown), text in texts.items())
    # The folder that paths begin at may be gone.
    with suppress(OSError):
        if keep("clean", _key(made_by, reference, read), CLEAN):
            places = json.dumps([(inside, shown) for inside, shown, _ in read])
            keep("linted", request_key(made_by, reference, ()), places.encode("ascii"))


def _key(made_by: str, reference: str, texts: Sequence[tuple[bool, str, Any]]) -> str:
    return key_of(made_by, "clean", reference, texts)
