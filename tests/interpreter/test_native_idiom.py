"""The idiom of the straight form in C: small pieces of Python do there what they do in Python."""

from __future__ import annotations

import random
import re
import subprocess
from bisect import insort
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter.native import build
from rulewright.interpreter.native.playing import Library
from rulewright.interpreter.native.translate import Given, Translation
from rulewright.interpreter.native.types import Untranslatable
from rulewright.interpreter.play import runtime
from tests.interpreter.helpers import ROOT

COMPILER = build.compiler()
pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler on this machine")
PLAYERS = 300
POSITION: dict[str, list[Any]] = {
    "t": [0, 0, 7, (3, 1)],
    "at": [0, 0, 1, 2, -1, -1],
    "on": [[0, 1], [2], [3], []],
    "f0": [5, -2, 0, 9, 5, 0],
    "f1": [(), (2, 3), (), ()],
    "d0": [1, 2, -1, -1],
    "k0": [0, 1, 2],
    "k1": [[0, 2], [1, 3], []],
}
CONSTANTS: dict[str, Any] = {
    "c0": (4, 2, 4, 0, -1),
    "c1": ((1, 2, 3), (), (5,), ()),
    "c2": (((1, -1, -1), (-1, 0, -1)), ((2, -1, -1), (-1, -1, 0))),
    "c3": tuple(range(70)),
    "c4": (True, False, True, False),
    "most": 250,
}
CASES = ROOT / "tests" / "cases" / "native"
PIECES = dict(
    piece.split("\n", 1) for piece in re.split(r"^# ", (CASES / "pieces.txt").read_text("utf-8"), flags=re.M)[1:]
)
"""What each piece adds to the list `x` is compared in the end; its name stands above it."""
FAILING = (CASES / "failing.txt").read_text("utf-8").splitlines()
REFUSED = (CASES / "refused.txt").read_text("utf-8").splitlines()
BEFORE = """
def g0(v0, v1):
    value = [x1 for x1 in v1 if x1 != v0]
    x2 = []
    for x3 in c3:
        if x3 in value: x2.append(x3)
    return list([*value, *x2])

def g1(v0):
    if v0 < 1: return 0
    return g1(v0 - 1) + len([1 for x1 in [x2 for x2 in c3 if x2 < v0]])

def r0(v0):
    x = []
"""


def library(given: Given, folder: Path) -> Library:
    """A piece of the straight form, built and loaded."""
    assert COMPILER is not None
    (folder / "game.c").write_text(Translation(given).source, encoding="utf-8")
    subprocess.run([*COMPILER, "-O1", *build.FLAGS[1:], "-o", "game.so", "game.c"], cwd=folder, check=True)
    return Library(str(folder / "game.so"), PLAYERS, scored=False)


def given(source: str) -> Given:
    """A straight form with these functions."""
    return Given(
        source=source,
        main=["r0"],
        lists=POSITION,
        constants={**{name: value for name, value in vars(runtime).items() if isinstance(value, tuple)}, **CONSTANTS},
        score="",
        players=PLAYERS,
        sight=((True,), (-1,)),
        lines=(),
    )


def in_python(source: str, seed: int) -> list[int]:
    """What the source gives in Python."""
    names: dict[str, Any] = {**vars(runtime), **CONSTANTS, "insort": insort, "rnd": random.Random(seed).random}
    names |= {"highest_of": runtime.most, "lowest_of": runtime.fewest, "with_one": with_one, "most": 250}
    for name, value in POSITION.items():
        names[name] = [one[:] if isinstance(one, list) else one for one in value]
    exec(source, names)
    with pytest.raises(runtime.GameOver) as over:
        names["r0"](0)
    return [int(one) for one in over.value.winners]


def with_one(values: tuple[int, ...], one: int) -> tuple[int, ...]:
    return values if one in values else (*values, one)


@pytest.mark.parametrize("what", PIECES)
def test_it_does_what_it_does_in_python(what: str, tmp_path: Path) -> None:
    body = "\n".join(f"    {line}" for line in PIECES[what].splitlines())
    source = f"{BEFORE}{body}\n    raise GameOver(tuple(x))\n"
    native = library(given(source), tmp_path)
    for seed in (0, 1, 2, 12345):
        outcome = native.playout(seed)
        assert outcome is not None
        assert list(outcome[0] or ()) == in_python(source, seed)


@pytest.mark.parametrize("line", FAILING)
def test_what_is_out_of_the_ordinary_is_left_to_python(line: str, tmp_path: Path) -> None:
    source = f"{BEFORE}    {line}\n    raise GameOver(())\n"
    try:
        native = library(given(source), tmp_path)
    except Untranslatable:
        return
    assert native.playout(1) is None


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_not_of_the_idiom_is_refused(line: str) -> None:
    with pytest.raises(Untranslatable):
        Translation(given(f"{BEFORE}    {line}\n"))
