"""Test what a shell offers for half-typed words."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.main import COMMANDS
from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from tests.cli.running import Runner

PROGRAM = Path(sys.executable).parent / "rulewright"
FILES = "file,"


def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Return the completions of the last word for bash; the others come before it."""
    from rulewright.cli.main import main

    monkeypatch.setenv("_RULEWRIGHT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(("rulewright", *words)))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 0
    told = capsys.readouterr()
    assert told.err == ""
    lines = told.out.split()
    # Bash forgets the words before files.
    assert not any(line.startswith(FILES) for line in lines[1:])
    return [FILES if line.startswith(FILES) else line.removeprefix("plain,") for line in lines]


@pytest.mark.parametrize(
    "words", ["play", "host", "explore", "simulate", "rules", "inside", "lint", "test", "new mine --of", "replay my.save --of"]
)
def test_games_are_offered_wherever_one_is_named(
    words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert offered(monkeypatch, capsys, *words.split(), "la-p") == [FILES, "la-planche"]
    assert offered(monkeypatch, capsys, *words.split(), "") == [FILES, *bundled_games(), *bundled_variants()]


def test_what_else_is_offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert offered(monkeypatch, capsys, "") == list(COMMANDS)
    assert offered(monkeypatch, capsys, "ex") == ["explain", "explore"]
    assert offered(monkeypatch, capsys, "play", "la-planche", "--see") == ["--seed"]
    assert offered(monkeypatch, capsys, "lint", "--format", "js") == ["json"]
    assert offered(monkeypatch, capsys, "play", "la-planche", "--seat", "human,ha") == [FILES, "human,hard", "human,hard:5s"]
    assert offered(monkeypatch, capsys, "fmt", "la-p") == [FILES]
    assert offered(monkeypatch, capsys, "explain", "unused-") == [name for name in CATALOGUE if name.startswith("unused-")]
    # Nothing is written into the line that somebody is typing.
    assert offered(monkeypatch, capsys, "plya", "la-p") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_is_told_how_to_ask(
    shell: str, run: Runner, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if shutil.which("bash") is None and shell == "bash":
        pytest.skip("its version is looked at")
    monkeypatch.setenv("_RULEWRIGHT_COMPLETE", f"{shell}_source")
    with pytest.raises(SystemExit):
        run()
    assert f"_RULEWRIGHT_COMPLETE={shell}_complete" in capsys.readouterr().out


@pytest.mark.skipif(os.name != "posix" or shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_the_name_of_a_game(tmp_path: Path) -> None:
    typed = f"""
        eval "$(_RULEWRIGHT_COMPLETE=bash_source {PROGRAM})"
        complete -p rulewright >&2
        compopt() {{ :; }}
        COMP_WORDS=({PROGRAM} play la-p) COMP_CWORD=2
        _rulewright_completion {PROGRAM}
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", typed], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "la-planche\n", done.stderr
    assert "-F _rulewright_completion rulewright" in done.stderr


def test_nobody_waits_for_the_engine() -> None:
    program = (
        "import sys\n"
        "from contextlib import suppress\n"
        "from rulewright.cli.main import main\n"
        "with suppress(SystemExit): main([])\n"
        "print(sorted(name for name in sys.modules if name.startswith(('rulewright', 'rich', 'lark'))))"
    )

    def imported(line: str) -> str:
        words = {"_RULEWRIGHT_COMPLETE": "fish_complete", "COMP_WORDS": line, "COMP_CWORD": line.rpartition(" ")[2]}
        done = subprocess.run([sys.executable, "-c", program], env=os.environ | words, capture_output=True, text=True,
                              timeout=60, check=True)  # fmt: skip
        return done.stdout

    assert "plain,play" in imported("rulewright pl")
    assert "rulewright.cli.commands.play" not in imported("rulewright pl")
    assert "plain,chess" in imported("rulewright play che")
    assert "rulewright.interpreter" not in imported("rulewright play che")
