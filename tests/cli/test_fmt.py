"""`rulewright fmt`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.shell import save_files
from tests.cli.running import SIGNS, Runner

UNTIDY = SIGNS.replace("    players 2 to 3", "  players 2 to 3 # few")
TIDY = SIGNS.replace("    players 2 to 3", "    players 2 to 3  # few")


def test_a_rulebook_is_laid_out_where_it_stands(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "signs.rules"
    run.write("signs.rules", UNTIDY)
    path.chmod(0o640)

    ran = run("fmt", "signs.rules")

    assert (ran.code, ran.out) == (0, "laid out: signs.rules\n1 file laid out, 0 as they should be\n")
    assert path.read_text(encoding="utf-8") == TIDY
    assert path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in tmp_path.iterdir() if one.name.endswith(".part")] == []
    assert run("fmt", ".").out.endswith("0 files laid out, 1 as it should be\n")


def test_check_and_diff_change_nothing(run: Runner, tmp_path: Path) -> None:
    run.write("signs.rules", UNTIDY)

    checked, shown = run("fmt", "--check", "signs.rules"), run("fmt", "--diff", "signs.rules")

    assert checked.code == shown.code == 1
    assert checked.out == "to be laid out: signs.rules\n1 file to be laid out, 0 as they should be\n"
    assert "\n-  players 2 to 3 # few\n+    players 2 to 3  # few\n" in shown.out
    assert (tmp_path / "signs.rules").read_text(encoding="utf-8") == UNTIDY
    run.write("signs.rules", TIDY)
    assert run("fmt", "--check", "signs.rules").code == run("fmt", "--diff", "signs.rules").code == 0


def test_standard_input_comes_out_laid_out() -> None:
    done = subprocess.run([sys.executable, "-m", "rulewright.cli.main", "fmt", "-"], input=UNTIDY.encode(),
                          capture_output=True, check=True)  # fmt: skip

    assert (done.stdout.decode(), done.stderr.decode()) == (TIDY, "")


def test_what_cannot_be_read_is_left_alone_and_the_others_are_not(run: Runner, tmp_path: Path) -> None:
    run.write("signs.rules", UNTIDY)
    run.write("odd.rules", "to play:\n  choose one\n")

    ran = run("fmt", "signs.rules", "odd.rules")

    assert ran.code == 1
    assert "odd.rules:2:13" in ran.err
    assert ran.out.endswith("1 file laid out, 0 as they should be\n")
    assert (tmp_path / "odd.rules").read_text(encoding="utf-8") == "to play:\n  choose one\n"


def test_newlines_stay_as_they_were(run: Runner, tmp_path: Path) -> None:
    path = tmp_path / "signs.rules"
    path.write_bytes(UNTIDY.replace("\n", "\r\n").encode())

    assert run("fmt", "signs.rules").code == 0
    assert path.read_bytes() == TIDY.replace("\n", "\r\n").encode()


def test_what_cannot_be_written_is_as_it_was(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    run.write("signs.rules", UNTIDY)
    monkeypatch.setattr(save_files, "_write", full)

    ran = run("fmt", "signs.rules")

    assert ran.code == 2
    assert "error[cannot-save]: `signs.rules` cannot be written: no space left on device" in ran.err
    assert (tmp_path / "signs.rules").read_text(encoding="utf-8") == UNTIDY
    assert [one.name for one in tmp_path.iterdir()] == ["signs.rules"]
