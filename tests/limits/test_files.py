"""Files that nobody should read: without an end, without a beginning, or somebody else's."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rulewright.dsl.library.library import check_all, load_checked
from rulewright.dsl.messages.diagnostic import Diagnostic, one_line
from rulewright.interpreter.native.build import CompilerRun

GAME = "game race:\n    players 2\nto play:\n    choose k in 1 to 2\n    game over, winners players\n"
CHANGE = '    note "Other."\n'
SECRET = "the-password-of-somebody-else"
MEGABYTES = 700


def rulewright(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command that may neither wait for ever nor fill the memory."""
    return subprocess.run(
        [sys.executable, "-m", "rulewright", *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20)),
    )


def write(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(path)


def told(diagnostics: list[Diagnostic]) -> str:
    return "\n".join(one_line(one.rendered()) for one in diagnostics)


@pytest.mark.parametrize("special", ["/dev/zero", "pipe"])
@pytest.mark.parametrize("words", [["sweep", "--games", "5", "--out"], ["sheet", "--output"], ["fmt"], ["lint"]])
@pytest.mark.sample(3)
def test_what_never_ends_is_not_read(words: list[str], special: str, tmp_path: Path) -> None:
    game = write(tmp_path / "race.rules", GAME)
    os.mkfifo(tmp_path / "pipe")

    done = rulewright(words[0], *([game] if words[1:] else []), *words[1:], tmp_path / special)

    assert done.returncode in (1, 2)
    assert "plain file" in done.stdout + done.stderr
    assert "internal-error" not in done.stderr
    assert f"`{tmp_path / special}`" in done.stdout + done.stderr


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="the system tells of itself elsewhere")
def test_what_the_system_tells_of_itself_is_no_rulebook() -> None:
    assert "`/proc/self/maps` is not a plain file" in told(load_checked("/proc/self/maps")[1])


@pytest.mark.parametrize("special", ["/dev/zero", "pipe"])
def test_a_library_that_never_ends_is_none(special: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    compiler = write(tmp_path / "compiler", f'#!/bin/sh\nln -s "{tmp_path / special}" "$(ls -d game.c | sed s/.c$/.so/)"\n')
    Path(compiler).chmod(0o755)

    build = CompilerRun("int nothing;\n", [compiler], [])

    assert build.done(30)
    assert build.library() == "the compiler failed: [Errno 22] it is not a plain file"


@pytest.mark.parametrize("laid", ["part", "whole", "folder", "up"])
def test_no_link_leads_to_the_files_of_others(laid: str, tmp_path: Path) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    write(other / "private.rules", f"game {SECRET} {SECRET}\n")
    named = write(own / "race/race.rules", GAME)
    if laid == "part":
        (own / "race/notes.rules").symlink_to(other / "private.rules")
    elif laid == "whole":
        named = str(own / "taken.rules")
        Path(named).symlink_to(other / "private.rules")
    elif laid == "folder":
        named = write(own / "windy.rules", f'variant windy of "away/private.rules":\n{CHANGE}')
        (own / "away").symlink_to(other)
    else:
        named = write(own / "windy.rules", f'variant windy of "../other/private.rules":\n{CHANGE}')

    found = load_checked(named)[1] if laid != "part" else check_all(named)
    done = rulewright("lint", own)

    assert "leads out of" in told(found)
    assert "leads out of" in done.stdout
    assert SECRET not in told(found) + done.stdout + done.stderr


def test_what_belongs_together_may_lie_in_several_folders(tmp_path: Path) -> None:
    write(tmp_path / "games/race.rules", GAME)
    (tmp_path / "games/same.rules").symlink_to("race.rules")
    windy = write(tmp_path / "variants/windy.rules", f'variant windy of "../games/race.rules":\n{CHANGE}')
    (tmp_path / "variants/race.rules").symlink_to("../games/race.rules")
    assert "missing-base" in told(load_checked(windy)[1])
    assert "unreadable-file" in told(load_checked(str(tmp_path / "variants/race.rules"))[1])

    write(tmp_path / "rulewright.toml", "")

    assert [told(load_checked(str(path))[1]) for path in sorted(tmp_path.rglob("*.rules"))] == [""] * 4


def test_results_for_build_servers_command_no_terminal(tmp_path: Path) -> None:
    game = write(
        tmp_path / "race.rules",
        GAME + 'example E1 "One\N{ZERO WIDTH SPACE}two\u2028three\x9bfour":\n    players 2\n    then 1 is 2\n',
    )

    done = rulewright("test", game, "--junit", tmp_path / "results.xml")

    text = (tmp_path / "results.xml").read_text(encoding="utf-8")
    assert done.returncode == 1
    assert ET.fromstring(text).find(".//failure") is not None
    assert not [sign for sign in text if not sign.isprintable() and sign != "\n"]
