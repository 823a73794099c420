"""Compilers that fail, hang or lie, processes that are killed while one is at work, and disks that are full: Python plays on."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.interpreter import load
from rulewright.interpreter.cache import store
from rulewright.interpreter.emit.c.program import CProgram
from rulewright.interpreter.native import build, native_game
from rulewright.interpreter.native.native_game import PlayoutRunner
from tests.interpreter.helpers import ROOT
from tests.native.handmade import QUICK, built

pytestmark = [
    pytest.mark.skipif(build.compiler() is None, reason="no C compiler on this machine"),
    pytest.mark.skipif(os.name != "posix", reason="scripts begin otherwise here"),
]
NIM, OTHER = (str(ROOT / "tests" / "games" / f"{name}.rules") for name in ("nim", "tic-tac-toe"))
IDENTITY = re.compile(r"identity\(void\) \{ return (\d+)LL")
LONGEST = 60.0


@pytest.fixture(autouse=True)
def switched_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Native code, and a cache for each test."""
    monkeypatch.delenv("RULEWRIGHT_NATIVE")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))


def compiler_that(folder: Path, lines: str) -> str:
    """Return a compiler of the test's own, which can say what it is; the file to be made is called `$made`."""
    path = folder / "compiler"
    made = 'while [ $# -gt 0 ]; do [ "$1" = -o ] && made="$2"; shift; done'
    path.write_text(f'#!/bin/sh\nif [ "$1" = --version ]; then echo mine; exit 0; fi\n{made}\n{lines}\n', encoding="utf-8")
    path.chmod(0o700)
    return str(path)


def source_of(reference: str, players: int = 2) -> str:
    """Return the C program of a game."""
    return CProgram(load(reference).program(players).forms.lowered()).source


def changed(source: str) -> str:
    """Return the program with another one of its numbers, as another rulebook would have it."""
    found = IDENTITY.search(source)
    assert found is not None
    return source.replace(found[1], str(int(found[1]) ^ 1))


def plays_in_python(playouts: PlayoutRunner, why: str) -> None:
    """There is no native code, for a reason; all games are what they would be."""
    assert not playouts.make_native()
    assert why in playouts.why_not
    assert playouts.form == "python"
    other = load(NIM).program(2).playouts
    other.keep_to_python()
    assert [playouts.playout(seed) for seed in range(20)] == [other.playout(seed) for seed in range(20)]


@pytest.mark.parametrize(
    ("lie", "why"),
    [
        ("another game", "the library of another program"),
        ("another's rules", "the library of another program"),
        ("without its functions", "cannot be loaded"),
        ("without one function", "cannot be loaded"),
        ("half of it", "it is cut off"),
        ("a folder", "the compiler failed"),
        ("nothing", "cannot be loaded"),
    ],
)
def test_a_compiler_that_lies(lie: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = source_of(NIM)
    without = own.replace("EXPORT i64 at_random(", "static i64 at_random(")
    source = {
        "another game": source_of(OTHER),
        "another's rules": changed(own),
        "without its functions": "int nothing(void) { return 0; }",
        "without one function": without,
    }.get(lie, own)
    library = tmp_path / "given"
    whole, right = (Path(built(text, QUICK)).read_bytes() for text in (source, own))
    library.write_bytes(whole[: len(whole) // 2] if lie == "half of it" else b"" if lie == "nothing" else whole)
    lines = 'mkdir "$made"' if lie == "a folder" else f'cp {library} "$made"'
    monkeypatch.setenv("CC", compiler_that(tmp_path, lines))
    playouts = load(NIM).program(2).playouts
    plays_in_python(playouts, why)
    # An unusable library is not kept, so that a repaired compiler gets a chance.
    assert store.fetch("library", playouts.key) is None
    library.write_bytes(right)
    if lie != "a folder":
        again = load(NIM).program(2).playouts
        assert again.make_native(), again.why_not


@pytest.mark.parametrize(
    "wrong",
    ["char *a; int *f(void) { return a; }", "int *f(void) { return 5; }", "int f(void) { return nothing_of_this_name(3); }"],
)
def test_what_is_wrong_in_a_program_is_an_error_to_every_compiler(wrong: str) -> None:
    command = build.compiler()
    assert command is not None
    work = build.CompilerRun(f"{wrong}\n", command, build.FLAGS)
    assert work.done(LONGEST)
    said = work.library()
    assert isinstance(said, str)
    assert "the compiler failed" in said
    assert built("int f(void) { return 3; }\n", build.FLAGS)


def test_what_was_kept_and_cannot_be_used_is_built_anew() -> None:
    playouts = load(NIM).program(2).playouts
    assert playouts.make_native(QUICK)
    for bad in (b"no library", Path(built(source_of(OTHER), QUICK)).read_bytes()):
        assert store.keep("library", playouts.key, bad) is not None
        again = load(NIM).program(2).playouts
        assert again.make_native(QUICK), again.why_not
        assert again.native is not None
        assert again.native.playout(1) == again.straight.playout(1)
        assert store.fetch("library", playouts.key) != bad


@pytest.mark.parametrize("lines", ["sleep 1000", "while :; do :; done", "trap '' TERM INT HUP; sleep 1000"])
def test_a_compiler_that_hangs(lines: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", compiler_that(tmp_path, lines))
    monkeypatch.setattr(native_game, "LONGEST_BUILD", 0.5)
    plays_in_python(load(NIM).program(2).playouts, "took too long")


def test_a_compiler_that_does_not_even_say_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "compiler"
    path.write_text("#!/bin/sh\nexec sleep 1000\n", encoding="utf-8")
    path.chmod(0o700)
    monkeypatch.setenv("CC", str(path))
    monkeypatch.setattr(build, "LONGEST_QUESTION", 0.3)
    plays_in_python(load(NIM).program(2).playouts, "does not work")


SLOWLY = """
import sys
from rulewright.interpreter import load
from rulewright.interpreter.native import native_game
native_game.PATIENCE = -1.0
game = load(sys.argv[1])
game.playout(2, 1)
print(game.program(2).playouts.why_not, flush=True)
while True:
    game.playout(2, 1)
"""
PLAYED = """
import sys
from rulewright.interpreter import load
playouts = load(sys.argv[1]).program(2).playouts
assert playouts.make_native(), playouts.why_not
print([playouts.playout(seed) for seed in range(20)] == [playouts.straight.playout(seed) for seed in range(20)])
"""


@pytest.mark.parametrize("after", [0.0, 0.05, 0.2, 0.6])
@pytest.mark.sample(1)
def test_killed_while_the_compiler_is_at_work(after: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whenever it was: the next process finds nothing half done, and takes away what is left."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    process = subprocess.Popen([sys.executable, "-c", SLOWLY, NIM], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    assert process.stdout.readline().strip() in ("the compiler is at work", "")
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, NIM], capture_output=True, text=True, cwd=ROOT, check=False, timeout=LONGEST
    )
    assert (done.stdout, done.stderr) == ("True\n", "")
    end = time.monotonic() + LONGEST
    while (left := list(tmp_path.glob("rulewright-*"))) and time.monotonic() < end:
        # The compiler of the killed process may have been writing still when the other one looked.
        subprocess.run([sys.executable, "-c", PLAYED, NIM], capture_output=True, cwd=ROOT, check=True)
    assert not left
    assert [path.name.split("-")[0] for path in (tmp_path / "cache").iterdir()].count("library") == 1


LIMITED = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
from rulewright.interpreter import load
game = load(sys.argv[1])
playouts = game.program(2).playouts
made = playouts.make_native()
print(made, [game.playout(2, seed) for seed in range(20)] == [load(sys.argv[1]).playout(2, seed) for seed in range(20)])
print(playouts.why_not, file=sys.stderr)
"""


@pytest.mark.parametrize("most", [0, 100, 5_000, 60_000, 100_000])
@pytest.mark.sample(2)
def test_a_full_disk(most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file can exceed the limit: neither the program nor the library nor the cache has room."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = [sys.executable, "-B", "-c", LIMITED, NIM, str(most)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False, timeout=LONGEST)
    made, _, same = done.stdout.strip().partition(" ")
    assert same == "True", done.stderr
    assert (made == "True") == (done.stderr == "\n"), done.stderr
    assert made == "False" or most > 5_000
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("rulewright-*"))
    assert not list((tmp_path / "cache").glob(".*"))
