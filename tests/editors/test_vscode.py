"""The extension for VS Code: what is made of the language's words is up to date, colours as the language cuts, and is packed.

Tests that need what `make extension` fetches with npm are skipped without it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
import zipfile
from bisect import bisect_right
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.editing.word_classes import WORDS
from rulewright.dsl.syntax.highlighting import highlighted
from rulewright.editors.__main__ import GRAMMAR, written
from rulewright.editors.pygments_lexer import RulebookLexer
from rulewright.editors.textmate import SCOPES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "editors" / "vscode"
MODULES = FOLDER / "node_modules"
RULEBOOKS = sorted([*(ROOT / "rulebooks").rglob("*.rules"), *(ROOT / "docs" / "games").glob("*.rules")])
fetched = pytest.mark.skipif(
    not MODULES.is_dir() or shutil.which("node") is None, reason="what packs the extension is not here: see `make extension`"
)


def read(name: str) -> Any:
    """Return a file of the extension."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def test_what_is_made_of_the_words_is_up_to_date() -> None:
    """`python -m rulewright.editors` writes it anew."""
    for path, text in written().items():
        assert path.read_text(encoding="utf-8") == text, path.name


def test_the_extension_says_what_it_has() -> None:
    told = read("package.json")
    [language] = told["contributes"]["languages"]
    [grammar] = told["contributes"]["grammars"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert (FOLDER / grammar["path"]).resolve() == GRAMMAR
    assert grammar["scopeName"] == read("syntaxes/rulewright.tmLanguage.json")["scopeName"]
    assert grammar["language"] == language["id"]
    assert (FOLDER / language["configuration"]).is_file()
    assert language["extensions"] == [".rules"]
    # The server shows a rulebook as a piece of code in this language, and Pygments uses the same name.
    assert set(RulebookLexer.aliases) & {*language["aliases"]} == {"rules"}
    assert told["version"] == project["version"]
    assert (FOLDER / "LICENSE").read_text(encoding="utf-8") == (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_the_server_leaves_each_word_the_colour_that_it_has_before() -> None:
    told = read("package.json")["contributes"]

    assert [one["id"] for one in told["semanticTokenModifiers"]] == [shade.value for shade in WORDS]
    assert told["semanticTokenScopes"] == [
        {"language": told["languages"][0]["id"], "scopes": {f"keyword.{shade.value}": [SCOPES[shade]] for shade in WORDS}}
    ]


def test_the_list_of_packages_names_no_place_they_come_from() -> None:
    packages = read("package-lock.json")["packages"]

    assert len(packages) > 100
    assert not any("resolved" in package for package in packages.values())


@fetched
def test_vscode_colours_every_rulebook_as_the_language_cuts_it() -> None:
    """With the engine of VS Code itself; without a shade by it is what we call a name."""
    command = ["node", str(Path(__file__).with_name("tokens.cjs")), str(GRAMMAR), str(MODULES), *map(str, RULEBOOKS)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    wrong, pieces = [], 0
    for name, lines in json.loads(done.stdout).items():
        text = Path(name).read_text(encoding="utf-8")
        starts = [0]
        for line in text.split("\n"):
            starts.append(starts[-1] + len(line) + 1)
        for start, _, shade in highlighted(text):
            number = bisect_right(starts, start) - 1
            # The engine counts as JavaScript does.
            column = len(text[starts[number] : start].encode("utf-16-le")) // 2
            scopes = next(scopes for first, end, scopes in lines[number] if first <= column < end)
            pieces += 1
            if scopes[:1] != ([SCOPES[shade]] if shade in SCOPES else []):
                wrong.append(f"{name}:{number + 1}: {text[start : start + 20]!r} is {shade.value}, and painted as {scopes}")

    assert not wrong
    assert pieces > 50_000


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the extension, as people install it."""
    path = tmp_path_factory.mktemp("packed") / "rulewright.vsix"
    command = ["npm", "run", "--silent", "pack", "--", "--out", str(path)]
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return path


@fetched
def test_the_extension_is_packed_with_all_that_it_needs(packed: Path) -> None:
    with zipfile.ZipFile(packed) as archive:
        names = {name.removeprefix("extension/") for name in archive.namelist() if name.startswith("extension/")}
        program = archive.read("extension/made/extension.js").decode()
    told = read("package.json")
    [grammar] = told["contributes"]["grammars"]
    wanted = {told["main"], grammar["path"], told["contributes"]["languages"][0]["configuration"]}
    assert {name.removeprefix("./") for name in wanted} | {"package.json", "readme.md", "LICENSE.txt"} == names
    # Nothing that is asked for at run time is missing: the client is in it, and VS Code brings itself along.
    assert 'require("vscode")' in program
    assert 'require("vscode-languageclient' not in program
    assert str(ROOT) not in program


def opened(packed: Path, folder: Path, text: str, *server: str) -> dict[str, list[str]]:
    """Return what a window shows and marks, with the packed extension installed and a rulebook opened."""
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    rulebook = folder / "game.rules"
    rulebook.write_text(text, encoding="utf-8")
    extension = folder / "extension" / read("package.json")["main"]
    command = ["node", str(Path(__file__).with_name("window.cjs")), str(extension), str(rulebook), *server]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=100)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@fetched
def test_the_packed_extension_starts_the_server_which_marks_what_is_wrong(packed: Path, tmp_path: Path) -> None:
    wrong = 'game matches "Matches":\n    players 2\n\nto play:\n    gme over\n'
    found = opened(packed, tmp_path, wrong, sys.executable, "-m", "rulewright", "lsp")

    assert found == {"shown": [], "marked": ["no rule is called `gme`\ndid you mean `game`?"]}


@fetched
def test_without_the_server_one_message_says_what_to_do(packed: Path, tmp_path: Path) -> None:
    missing = str(tmp_path / "rulewright")
    found = opened(packed, tmp_path, 'game matches "Matches":\n', missing, "lsp")

    [message] = found["shown"]
    assert message.startswith(f"`{missing} lsp` does not start. It comes with `pip install")
    assert not found["marked"]
