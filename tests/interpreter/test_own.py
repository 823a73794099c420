"""Check where code is compiled and run: by the user, and where nobody else can write."""

from __future__ import annotations

import gc
import os
import tempfile
import time
from pathlib import Path

import pytest

from rulewright.interpreter import load
from rulewright.interpreter.cache import private_folder, store
from rulewright.interpreter.native import build, native_game

NIM = str(Path(__file__).parents[1] / "games" / "nim.rules")

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")


def executable(path: Path, text: str) -> Path:
    """Return a program."""
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o700)
    return path


@pytest.mark.parametrize(("mode", "fits"), [(0o700, True), (0o755, True), (0o1777, True), (0o777, False), (0o775, False)])
def test_nothing_is_built_where_others_may_exchange_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, fits: bool
) -> None:
    place = tmp_path / "place"
    inner = place / "inner"
    inner.mkdir(parents=True)
    place.chmod(mode)
    for parent in (place, inner):
        monkeypatch.setattr(tempfile, "tempdir", str(parent))
        if fits:
            folder = private_folder.folder()
            assert folder.path.parent == parent
            assert folder.path.stat().st_mode & 0o777 == 0o700
            folder.remove()
            continue
        with pytest.raises(OSError, match="others cannot write into"):
            private_folder.folder()
        # The folder of what is kept is as good, where there is one.
        monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
        folder = private_folder.folder()
        assert folder.path.parent == tmp_path / "cache"
        folder.remove()
        monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    assert [path.name for path in place.iterdir()] == ["inner"]


def test_what_a_killed_process_has_left_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    one = private_folder.folder()
    (one.path / "game.c").write_text("text", encoding="utf-8")
    other = private_folder.folder()
    assert one.path.exists()
    # The end of a process gives its locks back.
    assert one.lock is not None
    os.close(one.lock)
    third = private_folder.folder()
    assert not one.path.exists()
    assert other.path.exists()
    other.remove()
    third.remove()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", [".", "", ".:", ":/nowhere:.", "bin"])
def test_no_program_is_looked_for_where_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    (tmp_path / "bin").mkdir()
    for folder in (tmp_path, tmp_path / "bin"):
        for name in ("cc", "gcc", "clang", "mine"):
            executable(folder / name, "echo a compiler")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", path)
    monkeypatch.setattr(build, "brought", lambda: None)
    for wanted in (None, "mine", "./mine"):
        build.compiler_command.cache_clear()
        assert build.compiler_command(wanted) is None
    build.compiler_command.cache_clear()
    assert build.compiler_command(str(tmp_path / "mine")) == (str(tmp_path / "mine"),)
    build.compiler_command.cache_clear()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc to look for processes in")
def test_a_compiler_ends_with_those_that_it_has_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "note"
    script = executable(
        tmp_path / "compiler",
        f'[ "$1" = --version ] && exec echo one\nsleep 1000 & echo $! > {note}.part; mv {note}.part {note}; touch left; wait',
    )
    monkeypatch.setenv("CC", str(script))
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "on")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(native_game, "PATIENCE", -1.0)
    game = load(NIM)
    game.playout(2, 1)
    end = time.monotonic() + 20
    while not note.exists() and time.monotonic() < end:
        time.sleep(0.02)
    child = int(note.read_text(encoding="ascii"))
    del game
    gc.collect()
    while is_running(child) and time.monotonic() < end:
        time.sleep(0.02)
    assert not is_running(child)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["compiler", "note"]


def is_running(process: int) -> bool:
    """Return whether there is such a process, and it has not ended."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    except OSError:
        return False


def test_a_cache_is_not_wherever_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "usual"))
    for named in ("cache", "./cache", "../cache", "."):
        monkeypatch.setenv("RULEWRIGHT_CACHE", named)
        assert store.cache_folder() == tmp_path / "usual" / "rulewright"


def test_what_is_swept_away_before_it_is_locked_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process that looks for what was left may find a folder in the moment in which it is new."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    left, plain = [2], private_folder.locked

    def late(path: Path) -> int | None:
        if left[0]:
            left[0] -= 1
            path.rmdir()
        return plain(path)

    monkeypatch.setattr(private_folder, "locked", late)
    made = private_folder.folder()
    assert made.path.exists()
    assert made.lock is not None
    made.remove()
