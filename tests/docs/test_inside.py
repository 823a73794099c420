"""Check that docs/inside.md is true to the tree: its paths and names exist, and its layers are those of the code."""

from __future__ import annotations

import re
from functools import cache

import pytest

from tests.docs.fences import ROOT
from tests.test_architecture import LAYERS

PAGE = (ROOT / "docs" / "inside.md").read_text(encoding="utf-8")
PROSE = re.sub(r"^```.*?^```$", "", PAGE, flags=re.MULTILINE | re.DOTALL)
QUOTED = sorted(set(re.findall(r"`([^`]+)`", PROSE)))
FOLDERS = ("", *LAYERS)
"""A path begins at the root, or with a package of one of these."""
PATH = re.compile(r"(?![~$])[\w./-]*(?:/[\w.-]*|\.(?:py|c|js|lark|json|md|rules|txt))")
NAME = re.compile(r"(?:\w+\.)*(\w+)(?:\([^)]*\))?")
MODULE = re.compile(r"python -m (?:rulewright\.)?([\w.]+)")
MADE = {"words.js", "en.txt"}
"""Files without a folder: one that is made, and one that stands in several folders."""
SOURCES = ("dsl", "interpreter", "ai", "cli", "grammar", "editors", "docs/site", "tests")


def matching(pattern: re.Pattern[str]) -> list[str]:
    """Return the words in backquotes that are of a form."""
    return [quoted for quoted in QUOTED if pattern.fullmatch(quoted) and quoted not in MADE]


@cache
def words() -> set[str]:
    """Return all words of the programs, of the files beside them, and of the listings on the page."""
    kinds = ("*.py", "*.c", "*.txt", "*.md", "*.lark")
    texts = [path.read_text(encoding="utf-8") for name in SOURCES for kind in kinds for path in (ROOT / name).rglob(kind)]
    texts += [(ROOT / name).read_text(encoding="utf-8") for name in ("pyproject.toml", "Makefile")]
    texts += re.findall(r"^```.*?^```$", PAGE, re.MULTILINE | re.DOTALL)
    return {word for text in texts for word in re.findall(r"\w+", text)}


def files_of(module: str) -> list[str]:
    """Return the paths that a module may have."""
    return [f"{module.replace('.', '/')}{end}" for end in (".py", "/__main__.py")]


@pytest.mark.parametrize("path", matching(PATH))
def test_a_path_exists(path: str) -> None:
    assert any((ROOT / folder / path).exists() for folder in FOLDERS), f"docs/inside.md names {path}, which is not there"


@pytest.mark.parametrize("command", [quoted for quoted in QUOTED if MODULE.match(quoted)])
def test_a_module_that_is_run_exists(command: str) -> None:
    found = MODULE.match(command)
    assert found is not None
    paths = files_of(found[1]) + (["__main__.py"] if found[1] == "rulewright" else [])
    assert any((ROOT / path).is_file() for path in paths), f"docs/inside.md runs {command}, which is not there"


@pytest.mark.parametrize("name", matching(NAME))
def test_a_name_is_used_in_the_programs(name: str) -> None:
    found = NAME.fullmatch(name)
    assert found is not None
    assert found[1] in words(), f"docs/inside.md names {name}, which no program has"


@pytest.mark.parametrize("folder", sorted(LAYERS))
def test_the_layers_are_those_of_the_code(folder: str) -> None:
    table = PAGE.partition(f"**{folder}/**")[2].partition("|---|---|\n")[2].partition("\n\n")[0]

    assert tuple(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == LAYERS[folder]
