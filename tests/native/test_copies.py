"""Copies of positions in native memory: small while they are kept, and as good as the first when they are gone on with."""

from __future__ import annotations

import copy
from random import Random

import pytest

from rulewright.dsl.files.bundled import bundled_games
from rulewright.interpreter.match.native_match import SilentMatch
from rulewright.interpreter.native import build, library
from rulewright.interpreter.native.library import NativeLibrary, NativePosition
from rulewright.interpreter.position.chance import word_of
from tests.interpreter.helpers import ROOT, loaded
from tests.native.games import native

pytestmark = pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine")
LONGEST = 60
SMALL_GAMES = ("tic-tac-toe", "liars-dice", "breakthrough")


def path_of(position: NativePosition, count: int, chosen: Random) -> list[tuple[NativePosition, bytes, int, int]]:
    """On the way to the end: copies, what each was, and which choice was made there with which answer."""
    found: list[tuple[NativePosition, bytes, int, int]] = []
    while count > 0 and len(found) < LONGEST:
        place, copy, was = chosen.randrange(count), position.copy(), position.canonical()
        assert was is not None
        count = position.choose(place)
        found.append((copy, was, place, count))
    return found


@pytest.mark.parametrize("name", [*bundled_games(), *(f"tests/games/{name}.rules" for name in SMALL_GAMES)])
@pytest.mark.sample(6)
def test_a_copy_goes_on_like_the_first(name: str) -> None:
    game = loaded(str(ROOT / name) if "/" in name else name)
    _, made = native(game, game.least_players)
    position = NativePosition(made)
    path = path_of(position, position.start(word_of(7)), Random(7))
    assert path
    for number, (one, was, place, count) in enumerate(path):
        twin = one.copy()
        # Some are gone on with at once, others are looked at first: both find the room that they need.
        if number % 2:
            assert one.canonical() == was
        assert one.choose(place) == count
        assert twin.canonical() == was
        other = twin.copy()
        assert twin.playout(3) == other.playout(3)
        assert twin.canonical() == other.canonical()
        if count > 0 and number + 1 < len(path):
            assert one.canonical() == path[number + 1][1]


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_a_copy_that_is_kept_takes_what_is_in_use(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "on")
    match = loaded(str(ROOT / f"tests/games/{name}.rules")).start(2, 1, log=False)
    assert isinstance(match, SilentMatch)
    match.take(0)
    twin = match.copy()
    first, position = match.flat_position, twin.flat_position
    assert first is not None
    assert position is not None
    kept = position.choose.__self__  # type: ignore[attr-defined]
    assert len(kept) == first.used < first.library.size
    twin.take(0)
    assert len(kept) == first.library.size


def test_where_python_lacks_what_is_called_ctypes_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded(str(ROOT / "tests/games/liars-dice.rules"))
    _, usual = native(game, 2)
    monkeypatch.setattr(library, "CALLS", ("PyLong_AsLongLong", "no such function"))
    slow = NativeLibrary(usual.short._name, usual.short.identity(), 2, usual.scored)
    slow.opened.memory[:] = usual.opened.memory
    assert slow.copy is None
    ways = []
    for made in (usual, slow):
        position = NativePosition(made)
        ways.append([row[1:] for row in path_of(position, position.start(word_of(7)), Random(7))])
    assert ways[0] == ways[1]


@pytest.mark.parametrize("log", [True, False])
def test_pythons_own_copies_go_on_by_themselves(log: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "on")
    match = loaded("walk-the-plank").start(3, 1, log=log)
    before = match.key()
    for twin in (copy.copy(match), copy.deepcopy(match)):
        twin.take(0)
        assert twin.key() != before
        assert match.key() == before


def test_no_more_options_are_written_than_there_is_room_for() -> None:
    _, made = native(loaded(str(ROOT / "tests/games/tic-tac-toe.rules")), 2)
    position = NativePosition(made)
    count = position.start(word_of(7))
    values = (library.NUMBER * count)(*[-7] * count)
    assert made.short.list_options(position.address, values, None, 2) == 2
    assert list(values[2:]) == [-7] * (count - 2)
