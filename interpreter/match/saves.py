"""Save and resume matches as text: the beginning and the choices since; and check everything in a text from a stranger.

A save is one line of numbers, texts and lists; later choices may follow it (choice_log.py). To resume it, the choices are made
again. A match that no seed leads to is saved with the position at which it begins. Such a match was begun at a position,
was dealt again, or keeps no log. A save is trusted no more than a rulebook: a checksum detects accidents, and every number
is checked before it is used.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.match import choice_log
from rulewright.interpreter.match.information_sets import answers_since
from rulewright.interpreter.match.saved import Choice, Saved, SavedPosition
from rulewright.interpreter.position.errors import BrokenSave

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match

FORMAT = 3
LONGEST_SAVE = 100_000_000
"""More than any position can need, by the limits on fields, frames and the log."""


def save_digest(data: Any) -> str:
    """Return a checksum of a save's contents."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def save(match: Match) -> str:
    """Write down how a match was begun, and what was chosen since."""
    begun, given = beginning_of(match)
    standing = choice_log.standing_of(match)
    saved = Saved(
        game=match.game.name,
        variants=list(match.game.variants),
        options=match.game.values,
        fingerprint=match.game.fingerprint,
        players=match.players,
        names=list(match.words.names),
        seed=match.seed,
        ask=match.position.asks,
        position=None if begun is None else position_of(begun),
        choices=given,
        back=[list(one) for one in match.backs] if begun is None else [],
        steps=standing.steps,
        random=standing.random,
        asked=standing.asked,
    )
    held = json.loads(json.dumps(saved.data()))
    return json.dumps({"rulewright": FORMAT, "check": save_digest(held), **held}, ensure_ascii=False) + "\n"


def beginning_of(match: Match) -> tuple[Match | None, list[Choice]]:
    """Return where a match began (None: by its seed), and the choices since; check that they lead there."""
    answers = answers_since(match.past, None) or []
    here = choice_log.standing_of(match)
    if match.origin is not None:
        for first in (None, match.origin.match):
            again = match.begun_anew() if first is None else first.copy()
            given = choice_log.given_again(again, answers, match.backs if first is None else ())
            if given is not None and choice_log.standing_of(again) == here and again.key() == match.key():
                return first, given
    # A match without a log keeps no answers; neither does one that was dealt again.
    return match, []


def position_of(match: Match) -> SavedPosition:
    """Return the position of a match as data, without its history."""
    position = match.position
    return SavedPosition(
        steps=match.steps,
        random=f"{position.random:x}",
        pending=position.pending,
        result=position.result,
        lists=position.lists,
        stack=position.stack,
    )


def save_summary(text: str) -> Saved:
    """Return the contents of a save, none of which fits any game for certain. Raise BrokenSave if the text is no save."""
    if len(text) > LONGEST_SAVE:
        raise BrokenSave(Phrase("this-is-too-large-to-be-a"), Phrase("name-the-file-that-play-has-written"))
    try:
        data = json.loads(choice_log.split(text)[0])
    except (ValueError, RecursionError):
        raise BrokenSave(Phrase("this-is-not-a-saved-game"), Phrase("name-the-file-that-play-has-written")) from None
    if not isinstance(data, dict) or "rulewright" not in data:
        raise BrokenSave(Phrase("this-is-not-a-saved-game"), Phrase("name-the-file-that-play-has-written"))
    if data["rulewright"] != FORMAT:
        raise BrokenSave(Phrase("this-game-was-saved-by-another-version"), Phrase("play-it-with-that-version"))
    held = {key: value for key, value in data.items() if key not in ("rulewright", "check")}
    try:
        right = save_digest(held) == data.get("check")
    except (ValueError, RecursionError):
        right = False
    if not right:
        raise BrokenSave(Phrase("this-saved-game-has-been-changed-or"), Phrase("use-an-unchanged-copy-or-begin-a"))
    return Saved.read(held)
