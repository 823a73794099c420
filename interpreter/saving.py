"""Saved matches: the position itself as text, and everything that a stranger's text could have wrong in it.

A save holds numbers, texts and lists only. It is read with as much distrust as a rulebook: a checksum finds accidents, and
every number is looked at before anything is done with it.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from rulewright.dsl.diagnostic import Diagnostic
from rulewright.interpreter import journal
from rulewright.interpreter.match import Match
from rulewright.interpreter.runtime import ASK, AT, LOG, ON, PENDING, RANDOM, RESULT, TABLE, Stream

if TYPE_CHECKING:
    from rulewright.interpreter.game import Game

FORMAT = 1
LONGEST_SAVE = 20_000_000
MOST_DRAWN = 5_000_000
LARGEST = 10**15
DEEPEST = 12


class BrokenSave(Exception):
    """A text that is no save of this game; `diagnostic` says what is wrong with it."""

    def __init__(self, message: str, help: str) -> None:
        self.diagnostic = Diagnostic(name="broken-save", message=message, span=None, help=help)
        super().__init__(message)


def digest(data: Any) -> str:
    """A checksum of what a save holds."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def save(match: Match) -> str:
    """The whole match as text."""
    s = match.s
    stream, index = s[RANDOM]
    objects = {id(value): number for number, value in enumerate(match.program.form.objects)}
    held: Any = {
        "game": match.game.name, "variants": list(match.game.variants), "options": match.game.values,
        "fingerprint": match.game.checked.fingerprint, "players": match.players, "seed": match.seed,
        "steps": match.steps, "random": [stream.seed, index], "ask": bool(s[ASK]), "pending": s[PENDING],
        "result": s[RESULT], "lists": s[TABLE:], "stack": match.stack,
        "log": [entry_data(entry, objects) for entry in journal.entries(s[LOG])],
    }
    held = json.loads(json.dumps(held))
    return json.dumps({"rulewright": FORMAT, "check": digest(held), **held}, ensure_ascii=False, indent=None) + "\n"


def entry_data(entry: tuple[Any, ...], objects: dict[int, int]) -> list[Any]:
    """An entry of the log, with what it names by number."""
    return [part if isinstance(part, int | str | bool | dict) or part is None else
            list(part) if isinstance(part, tuple) and id(part) not in objects else {"object": objects[id(part)]}
            for part in entry]


def summary(text: str) -> dict[str, Any]:
    """What a save says of itself: the game, variants and options it needs. Raises BrokenSave."""
    if len(text) > LONGEST_SAVE:
        raise BrokenSave("this is too large to be a saved game", "name the file that `play` has written")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BrokenSave("this is not a saved game", "name the file that `play` has written") from None
    if not isinstance(data, dict) or "rulewright" not in data:
        raise BrokenSave("this is not a saved game", "name the file that `play` has written")
    if data["rulewright"] != FORMAT:
        raise BrokenSave("this game was saved by another version of Rulewright", "play it with that version")
    held = {key: value for key, value in data.items() if key not in ("rulewright", "check")}
    try:
        right = digest(held) == data.get("check")
    except (ValueError, RecursionError):
        right = False
    if not right:
        raise BrokenSave("this saved game has been changed or damaged since it was written",
                         "use an unchanged copy, or begin a new game")
    return held


def resume(game: Game, text: str, language: str = "en") -> Match:
    """A saved match, to go on with."""
    held = summary(text)
    try:
        if held["game"] != game.name or held["variants"] != list(game.variants) or held["options"] != game.values:
            raise BrokenSave("this game was saved from another game, or with other variants or options",
                             "resume it with what it was begun with")
        if held["fingerprint"] != game.checked.fingerprint:
            raise BrokenSave("the rulebook has changed since this game was saved",
                             "undo the change to the rulebook, or begin a new game")
        if type(held["players"]) is not int or not game.least_players <= held["players"] <= game.most_players:
            raise ValueError("players")
        return restore(game, held, language)
    except BrokenSave:
        raise
    except (KeyError, ValueError, TypeError, IndexError, AttributeError, OverflowError, RecursionError):
        raise


def restore(game: Game, held: dict[str, Any], language: str) -> Match:
    """The match that a save holds, every part looked at."""
    program = game.program(held["players"])
    seed, index = (whole(number) for number in held["random"])
    if not 0 <= index <= MOST_DRAWN:
        raise ValueError("random")
    match = Match(game, program, whole(held["seed"]), held["ask"] is True, language)
    match.whole = True
    match.steps = whole(held["steps"], 0)
    s = match.s
    lists = [frozen_list(value) for value in held["lists"]]
    if len(lists) != len(s) - TABLE or any(len(new) != len(old) for new, old in zip(lists, s[TABLE:])):
        raise ValueError("lists")
    for new, old in zip(lists, s[TABLE:]):
        if any(type(one) is not type(other) for one, other in zip(new, old)) and old is not s[ON]:
            raise ValueError("types")
    spaces, things = len(program.world.spaces), len(program.world.things)
    at, on = lists[AT - TABLE], [list(lying) for lying in lists[ON - TABLE]]
    lists[ON - TABLE] = on
    if any(not -1 <= space < spaces for space in at) or at[-1] != -1 or on[-1]:
        raise ValueError("at")
    if sorted(thing for lying in on for thing in lying) != [thing for thing in range(things) if at[thing] >= 0]:
        raise ValueError("on")
    if any(at[thing] != space for space, lying in enumerate(on[:-1]) for thing in lying):
        raise ValueError("on")
    check_lists(program, lists)
    s[TABLE:] = lists
    stack = [list(frozen_list(frame)) for frame in held["stack"]]
    for frame in stack:
        types = program.form.frame_types[frame[0]]
        if len(frame) != len(types) + 2 or not isinstance(frame[1], int):
            raise ValueError("frame")
        for value, kind in zip(frame[2:], types):
            check_value(program, value, kind)
    match.stack = stack
    pending = held["pending"]
    if pending is not None:
        number, seat, options = frozen_list(pending)
        ask = program.form.asks[whole(number, 0)]
        if not -1 <= whole(seat) < match.players or not stack or not (options or ask.kind == "words"):
            raise ValueError("pending")
        for option in options:
            value = option[0] if seat == -1 and ask.kind not in ("one", "many", "menu", "words") else option
            if value is not None:
                for part, kind in zip(value if len(ask.types) > 1 else (value,), ask.types, strict=True):
                    check_value(program, part, kind)
        s[PENDING] = (number, seat, tuple(options))
    elif held["result"] is None:
        raise ValueError("nobody chooses")
    if held["result"] is not None:
        winners = tuple(whole(seat) for seat in held["result"])
        if any(not 0 <= seat < match.players for seat in winners):
            raise ValueError("result")
        s[RESULT] = winners
    stream = Stream(seed)
    s[RANDOM] = (stream, index)
    for entry in held["log"]:
        journal.note(s, *(log_part(program, part) for part in entry))
    # A log that names what is not there shows itself when it is read.
    match.log(None)
    return match


def whole(value: Any, least: int = -LARGEST) -> int:
    """A whole number within limits."""
    if type(value) is not int or not least <= value <= LARGEST:
        raise ValueError("number")
    return value


def frozen_list(value: Any, depth: int = 0) -> Any:
    """Lists inside a list as tuples, numbers within limits, nothing else but truths and texts."""
    if depth > DEEPEST:
        raise ValueError("deep")
    if isinstance(value, list):
        parts = [frozen_list(part, depth + 1) for part in value]
        return parts if depth == 0 else tuple(parts)
    if value is None or isinstance(value, bool | str):
        return value
    return whole(value)


def check_lists(program: Any, lists: list[Any]) -> None:
    """The fields hold what their types allow."""
    layout = program.layout
    for place, own in enumerate(layout.fields):
        for value in lists[3 + place]:
            check_value(program, value, own.type)
    for own in program.world.game.fields:
        if own.of is None and own.assigned:
            check_value(program, lists[0][layout.slots[id(own)]], own.type)
    for space in layout.resized.values():
        if not 0 <= lists[0][layout.slots[id(space)]] <= program.world.size[id(space)]:
            raise ValueError("length")
    for number in range(len(layout.direction_names)):
        if any(not -1 <= whole(space) < len(program.world.spaces) for space in lists[3 + len(layout.fields) + number]):
            raise ValueError("direction")


def check_value(program: Any, value: Any, kind: Any) -> None:
    """A value is of its type; a slot that is not in use may hold None, and slots of the engine's own anything."""
    if value is None or kind is None:
        return
    if isinstance(value, tuple):
        for item in value:
            check_value(program, item, kind)
        return
    if kind.kind == "text":
        if not isinstance(value, str):
            raise ValueError("text")
    elif kind.kind == "truth":
        if not isinstance(value, bool):
            raise ValueError("truth")
    elif kind.kind == "number":
        whole(value)
    elif not -1 <= whole(value) < {
            "player": program.world.players, "space": len(program.world.spaces), "thing": len(program.world.things),
            "card": len(program.world.cards)}.get(kind.kind) or (
                len(program.world.value_type(kind.name).names) if kind.kind == "value" else 1):
        raise ValueError("value")


def log_part(program: Any, part: Any) -> Any:
    """A part of an entry of the log."""
    if isinstance(part, dict) and set(part) == {"object"}:
        return program.form.objects[whole(part["object"], 0)]
    if isinstance(part, dict):
        return {str(key): frozen_list([value], 0)[0] for key, value in part.items()}
    return frozen_list([part], 0)[0]
