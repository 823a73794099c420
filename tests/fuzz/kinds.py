"""List the kinds of inputs: how each is made at random, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from attrs import frozen

from tests.emit.generated import made
from tests.fuzz import commands, rulebooks, saves, texts
from tests.fuzz.grammar import derived

NATIVE_SHARE = 0.03
"""How many of the games that can be played are compiled: a compiler takes longer than all the rest."""


@frozen
class Kind:
    """One kind of inputs."""

    share: int
    """How many of a hundred inputs are of it."""
    make: Callable[[Random], str]
    run: Callable[[str, Random, Path], str]


def slipped(chance: Random) -> str:
    """Return a few blocks of a rulebook, with slips."""
    blocks = texts.BLOCK.split(texts.rulebook(chance))
    start = chance.randrange(len(blocks))
    return texts.mutated("\n".join(blocks[start : start + 6]), chance)


def altered(chance: Random) -> str:
    """Return a rulebook with a few changes."""
    return texts.changed(texts.rulebook(chance), chance)


def made_and_altered(chance: Random) -> str:
    """Return a rulebook made at random, most often changed afterwards."""
    text = made(chance.randrange(10**9))
    return texts.changed(text, chance) if chance.random() < 0.4 else text


rulebook = partial(rulebooks.run, native=NATIVE_SHARE)
KINDS = {
    "slips": Kind(15, slipped, rulebook),
    "changes": Kind(20, altered, rulebook),
    "splices": Kind(10, texts.spliced, rulebook),
    "grammar": Kind(10, derived, rulebook),
    "made": Kind(15, made_and_altered, rulebook),
    "saves": Kind(15, saves.made, saves.run),
    "sessions": Kind(5, commands.session, commands.run),
    "commands": Kind(10, commands.command_line, commands.run),
}
# Each of these is a compiler at work, so they are asked for by name.
NATIVE = {
    "native": Kind(0, lambda chance: made(chance.randrange(10**9)), partial(rulebooks.run, native=1.0)),
    "sanitized": Kind(0, lambda chance: made(chance.randrange(10**9)), partial(rulebooks.run, native=1.0, sanitized=True)),
}
ALL = KINDS | NATIVE


def drawn(seed: int, number: int, wanted: list[str]) -> tuple[str, str]:
    """Return the kind and text of one input of a seed: the same whatever came before it."""
    chance = Random(f"{seed} {number}")
    names = wanted or list(KINDS)
    name = chance.choices(names, [ALL[name].share or 1 for name in names])[0]
    return name, ALL[name].make(chance)
