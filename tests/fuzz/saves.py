"""Saves of strangers: whatever is in them, they are refused with a diagnostic, or can be played on."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from rulewright.interpreter import BrokenSave, Match, PlayError
from rulewright.interpreter.match.saves import FORMAT, save_digest
from tests.fuzz.forms import look_at
from tests.interpreter.helpers import loaded, some_ways

ABSURD: tuple[Any, ...] = (
    -1,
    -2,
    0,
    1,
    2,
    7,
    99,
    10**9,
    10**14,
    10**16,
    10**400,
    True,
    False,
    None,
    "",
    "x",
    "\ud800",
    1.5,
    1e308,
    float("nan"),
    [],
    {},
    [[]],
    [-1],
    [[[[[[[[[[[[[[1]]]]]]]]]]]]]],
    {"object": 0},
    {"object": 10**6},
    {"en": []},
)
BEGUN_THERE = 0.6
"""How many of the saves are of a match that begins at a position: no other save holds one."""
LIMITS = {"endless-loop", "endless-calls", "too-many-options", "number-too-large"}


def sealed(data: dict[str, Any]) -> str:
    """Return a save with the checksum that its contents should have."""
    held = {key: value for key, value in data.items() if key not in ("rulewright", "check")}
    return json.dumps({"rulewright": data.get("rulewright", FORMAT), "check": save_digest(held), **held})


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in some data."""
    inner = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    return [path, *(found for key, one in inner for found in places(one, (*path, key)))]


def harm(data: dict[str, Any], chance: Random) -> None:
    """Change one thing in a save."""
    # The log is long; short parts get their share.
    part = chance.choice(sorted(data))
    *path, last = chance.choice([place for place in places(data[part], (part,)) if place])
    inside: Any = data
    for key in path:
        inside = inside[key]
    how = chance.randrange(4)
    if how == 0 and isinstance(inside, list):
        del inside[last]
    elif how == 1 and isinstance(inside, list):
        inside.append(deepcopy(inside[last]))
    elif how == 2 and type(inside[last]) is int:
        inside[last] += chance.choice((-1, 1, 2, 50))
    else:
        # The next change may be inside of this one.
        inside[last] = deepcopy(chance.choice(ABSURD))


def mutated(text: str, chance: Random) -> str:
    """Return a save with one to three things in it changed, and the right checksum."""
    data = json.loads(text)
    for _ in range(chance.randint(1, 3)):
        harm(data, chance)
    return sealed(data)


def play_on(match: Match, chance: Random) -> None:
    """Look at everything, and decide a while."""
    for _ in range(15):
        if chance.random() < 0.4:
            look_at(match)
            assert match.copy().save() == match.save()
        decision = match.decision
        if decision is None:
            break
        if decision.kind == "words":
            match.choose("word")
        elif chance.random() < 0.2:
            match.choose_at_random()
        else:
            match.choose(chance.randrange(len(decision.options)))


@cache
def ways() -> list[Any]:
    """Return some ways to play each game."""
    return [way for found in some_ways().values() for way in found]


def made(chance: Random) -> str:
    """Return which game is saved after how many choices, and what then is done to the text: one a line."""
    lines = [f"game {chance.randrange(len(ways()))}", f"seed {chance.randrange(10**6)}"]
    lines.append(f"{chance.choice(('seed', 'ask'))} {chance.randrange(25)}")
    if chance.random() < 0.15:
        return "\n".join([*lines, *(f"letter {chance.randrange(10**6)}" for _ in range(chance.randint(1, 3)))])
    return "\n".join([*lines, *(f"harm {chance.randrange(10**6)}" for _ in range(chance.randint(1, 3)))])


def run(text: str, chance: Random, folder: Path) -> str:
    """Harm a save, and go on with it; return what happened, in a word."""
    del folder
    said = [line.split() for line in text.splitlines()]
    known = dict(line for line in said if line[0] not in ("harm", "letter"))
    chosen = Random(int(known["seed"]))
    game = loaded(*ways()[int(known["game"])])
    asks = "ask" if "ask" in known else "seed"
    match = game.start(chosen.randint(game.least_players, game.most_players), int(known["seed"]), asks)
    for _ in range(int(known[asks])):
        if not match.over:
            match.choose_at_random()
    if chosen.random() < BEGUN_THERE:
        match = game.start(position=match, seed=match.seed, chance=asks)
    saved = match.save()
    data = json.loads(saved)
    for word, number in said:
        if word == "harm":
            harm(data, Random(int(number)))
        elif word == "letter":
            at = Random(int(number)).randrange(len(saved))
            saved = saved[:at] + chance.choice('0123456789,[]{}"x\x00é') + saved[at + 1 :]
    try:
        play_on(game.resume(saved if any(word == "letter" for word, _ in said) else sealed(data)), chance)
    except (BrokenSave, PlayError) as error:
        name = error.diagnostic.name
        assert name == "broken-save" or name in LIMITS, name
        return "refused" if name == "broken-save" else "limited"
    return "played"
