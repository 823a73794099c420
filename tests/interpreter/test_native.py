"""Native playouts are the same games as those in Python, and nobody notices whether there is a compiler."""

from __future__ import annotations

import gc
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rulewright.interpreter import PlayError, RulebookError, load
from rulewright.interpreter.cache import store
from rulewright.interpreter.emit.c.program import CProgram
from rulewright.interpreter.measure import study_runner
from rulewright.interpreter.measure.figures import Figures
from rulewright.interpreter.measure.plan import Plan
from rulewright.interpreter.measure.shares import play_one
from rulewright.interpreter.native import build, native_game
from rulewright.interpreter.native.native_game import PlayoutRunner
from rulewright.interpreter.position import runtime
from tests.interpreter.helpers import ROOT, written
from tests.interpreter.test_limits import HEAD, REFUSED

QUICK = ("-O0", *build.FLAGS[1:])
SINK = ROOT / "tests" / "interpreter" / "rulebooks" / "kitchen-sink.rules"
NIM = str(ROOT / "tests" / "games" / "nim.rules")
LONGEST = 60.0
COMPILER = build.compiler()
pytestmark = pytest.mark.skipif(COMPILER is None, reason="no C compiler on this machine")


@pytest.fixture(autouse=True)
def switched_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Native code, and a cache for each test."""
    monkeypatch.delenv("RULEWRIGHT_NATIVE")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def same_games(playouts: PlayoutRunner, seeds: Iterator[int] | range) -> int:
    """Play the same seeds in both forms; how many the native form has played."""
    assert playouts.make_native(QUICK), playouts.why_not
    native = playouts.native
    assert native is not None
    played = 0
    for seed in seeds:
        outcome = native.playout(seed)
        if outcome is not None:
            assert outcome == playouts.straight.playout(seed), seed
            played += 1
    return played


@pytest.mark.parametrize("reference", ["walk-the-plank", "hearts", str(SINK)], ids=["walk-the-plank", "hearts", "sink"])
def test_a_game_from_the_cache_is_the_same_program(reference: str) -> None:
    sources = []
    for _ in range(2):
        sources.append(CProgram(load(reference).program().forms.lowered()).source)
    assert sources[0] == sources[1]


def test_any_seed() -> None:
    edges = [0, 2**31, 2**32 - 2, 2**33, 2**63, 2**64 - 2, 2**100, 2**1999, -3, -(2**32), -(2**70)]
    seeds = [edge + more for edge in edges for more in (0, 1, 2, 3, 4, 5, 6, 1, 3)]
    playouts = load(NIM).program(2).playouts
    assert same_games(playouts, iter(seeds)) == len(seeds)
    assert playouts.playout(2**5000) == playouts.straight.playout(2**5000)


@pytest.mark.parametrize("what", [what for what in REFUSED if "play" in REFUSED[what][0]])
@pytest.mark.sample(6)
def test_errors_are_said_by_python(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "PATIENCE", 0.1)
    try:
        game = written(tmp_path, HEAD + REFUSED[what][0])
        playouts = game.program(2).playouts
    except RulebookError:
        return
    assert playouts.make_native(QUICK), playouts.why_not
    assert playouts.native is not None
    if playouts.native.playout(1) is None:
        with pytest.raises(PlayError) as found:
            game.playout(2, 1)
        assert found.value.diagnostic.name == REFUSED[what][1]
    else:
        assert playouts.native.playout(1) == playouts.straight.playout(1)


def test_a_game_that_becomes_too_long_is_one_that_is_not_finished(tmp_path: Path) -> None:
    game = written(tmp_path, HEAD + "to play:\n    while n is 3:\n        choose k in 1 to 2\n")
    playouts = game.program(2).playouts
    assert same_games(playouts, range(2)) == 2
    assert not game.playout(2, 1).finished


def test_what_fits_into_no_word_is_left_to_python(tmp_path: Path) -> None:
    game = written(tmp_path, HEAD + "to play:\n    repeat 60 times:\n        set n to n * 2\n        set n to n / 2\n")
    assert same_games(game.program(2).playouts, range(1)) == 1


@pytest.mark.parametrize(("many", "by_python"), [(512, 0), (513, 1)])
def test_a_set_of_more_numbers_than_there_is_room_for_is_left_to_python(many: int, by_python: int, tmp_path: Path) -> None:
    game = written(
        tmp_path,
        f"""
game long-tally "The Long Tally":
    players 2
die d6: 1 to 6
each player has:
    score: number
the table has:
    tally: set of number
to play:
    while count of tally is less than {many}:
        roll d6 as pips
        add 6 * count of tally + pips to tally
    set score of seat 1 to sum of it among tally
    set score of seat 2 to count of tally
    game over, winners seat 2
""",
    )
    scores = game.playout(2, 1).scores
    assert scores is not None
    assert scores[1] == many
    assert same_games(game.program(2).playouts, range(1)) == 1 - by_python


def test_it_begins_in_python_and_goes_on_in_native_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(native_game, "PATIENCE", 0.01)
    game, other = load(NIM), load(NIM)
    other.program(2).playouts.keep_to_python()
    playouts = game.program(2).playouts
    assert (playouts.form, playouts.why_not) == ("python", "not asked for so far")
    forms = set()
    start = time.monotonic()
    seed = 0
    while playouts.form == "python" and time.monotonic() - start < LONGEST:
        assert game.playout(2, seed) == other.playout(2, seed)
        forms.add(playouts.form)
        seed += 1
    assert (playouts.form, playouts.why_not) == ("native", "")
    for seed in range(50):
        outcome = playouts.straight.playout(seed)
        assert playouts.playout(seed) == outcome
    assert not list(tmp_path.glob("rulewright-*"))


def test_a_library_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load(NIM).program(2).playouts.make_native(QUICK)

    def refuse(*_: object, **__: object) -> None:
        raise OSError("built again")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    assert load(NIM).program(2).playouts.make_native(QUICK)
    again = load(NIM).program(2).playouts
    assert not again.make_native(build.FLAGS)
    assert "built again" in again.why_not


@pytest.mark.parametrize("harm", ["cut", "changed", "writable", "of another digest"])
def test_a_library_that_was_tampered_with_is_built_anew(harm: str) -> None:
    assert load(NIM).program(2).playouts.make_native(QUICK)
    folder = store.cache_folder()
    assert folder is not None
    (path,) = folder.glob("library-*")
    whole = path.read_bytes()
    if harm == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    elif harm == "changed":
        path.write_bytes(whole[:5000] + b"\xcc" * 100 + whole[5100:])
    elif harm == "writable":
        path.chmod(0o666)
    else:
        path.write_bytes(whole[:-20] + b"0" * 20)
    playouts = load(NIM).program(2).playouts
    assert same_games(playouts, range(5)) == 5
    assert store.fetch("library", playouts.key) is not None
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_library_that_is_none_is_not_loaded() -> None:
    playouts = load(NIM).program(2).playouts
    playouts.written = CProgram(playouts.lowered())
    playouts.load(b"no library at all")
    assert playouts.form == "python"
    assert "cannot be loaded" in playouts.why_not


def script(folder: Path, lines: str) -> str:
    """Return a compiler of the test's own, that can say what it is."""
    path = folder / "compiler"
    path.write_text(f'#!/bin/sh\nif [ "$1" = --version ]; then echo mine; exit 0; fi\n{lines}\n', encoding="utf-8")
    path.chmod(0o700)
    return str(path)


@pytest.mark.skipif(os.name != "posix", reason="scripts begin otherwise here")
@pytest.mark.parametrize(
    ("compiler", "why"),
    [
        (lambda folder: str(folder / "missing"), "no C compiler"),
        (lambda _: "'", "no C compiler"),
        (lambda _: "false", "does not work"),
        (lambda folder: script(folder, "echo I cannot >&2; exit 1"), "I cannot"),
        (lambda folder: script(folder, "exit 0"), "the compiler failed"),
        (lambda folder: script(folder, "echo rubbish > game.so"), "cannot be loaded"),
        (lambda folder: script(folder, "kill -9 $$"), "the compiler failed"),
    ],
    ids=["none", "no command", "mute", "failing", "idle", "rubbish", "killed"],
)
def test_without_a_compiler_that_works_games_go_on_in_python(
    compiler: Callable[[Path], str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", compiler(tmp_path))
    monkeypatch.setattr(native_game, "PATIENCE", -1.0)
    game = load(NIM)
    first = game.playout(2, 1)
    playouts = game.program(2).playouts
    assert not playouts.make_native()
    assert why in playouts.why_not
    assert playouts.form == "python"
    assert game.playout(2, 1) == first


@pytest.mark.skipif(os.name != "posix", reason="scripts begin otherwise here")
def test_where_there_is_no_compiler_the_extra_native_brings_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert COMPILER is not None
    package = tmp_path / "ziglang"
    package.mkdir()
    (package / "__init__.py").touch()
    # As it is called: `zig cc -mcpu=baseline ...`, where only the name of the processor is its own.
    called = f'test "$1 $2" = "cc -mcpu=baseline" || exit 1\nshift 2\nPATH={shlex.quote(os.environ["PATH"])}\n'
    called += f'export PATH\nexec {shlex.join(COMPILER)} "$@"\n'
    (package / "zig").write_text(f"#!/bin/sh\n{called}", encoding="utf-8")
    (package / "zig").chmod(0o700)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(build, "compiler_command", build.compiler_command.__wrapped__)
    brought = build.compiler()
    assert brought is not None
    assert Path(brought[0]) == package / "zig"
    game = load(NIM)
    first = game.playout(2, 1)
    playouts = game.program(2).playouts
    assert playouts.make_native(QUICK), playouts.why_not
    assert playouts.form == "native"
    assert game.playout(2, 1) == first


@pytest.mark.skipif(os.name != "posix", reason="scripts begin otherwise here")
def test_nobody_waits_for_a_compiler_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", script(tmp_path, "exec sleep 1000"))
    monkeypatch.setattr(native_game, "PATIENCE", -1.0)
    game = load(NIM)
    for seed in range(20):
        game.playout(2, seed)
    playouts = game.program(2).playouts
    assert (playouts.form, playouts.why_not) == ("python", "the compiler is at work")
    assert playouts.build is not None
    process, folder = playouts.build.process, playouts.build.folder
    monkeypatch.setattr(native_game, "LONGEST_BUILD", 0.1)
    assert not playouts.make_native()
    assert playouts.why_not == "the C compiler took too long"
    assert process.poll() is not None
    assert not folder.exists()


def test_a_match_without_a_log_says_that_it_knows_of_no_information() -> None:
    game = load(NIM)
    assert game.start(2, 1).information(0)
    assert game.program(2).playouts.make_native(QUICK)
    with pytest.raises(RulebookError, match="without a log") as raised:
        game.start(2, 1, log=False).information(0)
    assert [one.name for one in raised.value.diagnostics] == ["no-log"]


@pytest.mark.skipif(os.name != "posix", reason="scripts begin otherwise here")
def test_who_has_had_enough_does_not_wait_for_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", script(tmp_path, "exec sleep 1000"))
    playouts = load(NIM).program(2).playouts
    asked: list[int] = []

    def enough() -> str:
        asked.append(1)
        return "time" if len(asked) > 3 else ""

    assert not playouts.make_native(enough=enough)
    assert len(asked) == 4
    assert playouts.why_not == "the compiler is at work"


def test_native_code_that_is_never_done_is_given_up(tmp_path: Path) -> None:
    deep = "to play:\n    a 300\nto a k in number:\n    if k is more than 0:\n        a (k - 1)\n"
    game = written(tmp_path, HEAD + deep)
    playouts = game.program(2).playouts
    assert playouts.make_native(QUICK)
    for seed in range(100):
        assert game.playout(2, seed).finished
    assert (playouts.form, playouts.why_not) == ("python", "most games are out of the ordinary for native code")
    assert not playouts.make_native()


SOMETIMES_DEEP = """\
each player has:
    tally: number
to play:
    for each player in players:
        choose picked in 1 to MOST
        set tally of player to picked
        if picked is 1:
            a 300
    game over, winners players where tally of it is at most 2
to a k in number:
    if k is more than 0:
        a (k - 1)
"""


@pytest.mark.parametrize("most", [40, 1], ids=["seldom", "always"])
def test_what_native_code_cannot_play_is_counted_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    game = written(tmp_path, HEAD + SOMETIMES_DEEP.replace("MOST", str(most)))
    study, games = study_runner.Study((Plan(reference=game.reference, players=2, seed=0),)), 3000 if most > 1 else 60
    right = Figures(players=2)
    for number in range(games):
        right.count(play_one(study.plans[0], game, number))
    processes: list[object] = []
    pool = ProcessPoolExecutor

    def noted(*arguments: Any) -> Any:
        processes.append(arguments)
        return pool(*arguments)

    monkeypatch.setattr(study_runner, "ProcessPoolExecutor", noted)
    monkeypatch.setattr(study_runner, "SHARE_SECONDS", 0.001)
    for jobs in (1, 2, 3):
        game = load(game.reference)
        assert game.program(2).playouts.make_native(QUICK)
        total = study_runner.StudyShare.none(study)
        for share in study_runner.play_study(study, [game], games, jobs):
            total.merge(share)
        assert total.figures == [right]
        playouts = game.program(2).playouts
        assert playouts.form == ("native" if most > 1 else "python")
    # Threads play, but where native code has been given up.
    assert bool(processes) == (most == 1)


def test_a_compiler_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", script(tmp_path, "exec sleep 1000"))
    monkeypatch.setattr(native_game, "PATIENCE", -1.0)
    game = load(NIM)
    game.playout(2, 1)
    build_ = game.program(2).playouts.build
    assert build_ is not None
    process, folder = build_.process, build_.folder
    del game, build_
    gc.collect()
    assert process.poll() is not None
    assert not folder.exists()


def test_a_game_that_is_too_large_stays_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_game, "LARGEST_SOURCE", 1000)
    playouts = load(NIM).program(2).playouts
    assert not playouts.make_native()
    assert "too large" in playouts.why_not


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "off")
    playouts = load(NIM).program(2).playouts
    assert not playouts.make_native()
    assert playouts.why_not == "switched off by RULEWRIGHT_NATIVE"


TOGETHER = """
import sys
from rulewright.interpreter import load
game = load(sys.argv[1])
playouts = game.program(2).playouts
assert playouts.make_native(sys.argv[2:]), playouts.why_not
print([playouts.playout(seed) for seed in range(40)] == [playouts.straight.playout(seed) for seed in range(40)])
"""


@pytest.mark.long
def test_two_processes_may_build_at_once() -> None:
    command = [sys.executable, "-c", TOGETHER, NIM, *QUICK]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(3)]
    assert [process.communicate(timeout=LONGEST)[0] for process in processes] == ["True\n"] * 3
    folder = store.cache_folder()
    assert folder is not None
    assert len(list(folder.glob("library-*"))) == 1
