"""Check that the engine knows no game, imports go one way, and nothing in the project depends on one machine."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = ("dsl", "interpreter", "ai", "cli", "grammar", "editors")
MAY_IMPORT = {
    "grammar": {"grammar", "dsl"},  # its command line alone uses dsl, to store the tables
    "dsl": {"dsl", "grammar"},
    "interpreter": {"interpreter", "dsl"},
    "ai": {"ai", "interpreter", "dsl"},
    "cli": {"cli", "interpreter", "dsl"},
    "editors": {"editors", "dsl"},
    "rulebooks": {"rulebooks"},
}
LAYERS = {
    "dsl": (
        *("constructs", "text", "messages", "nodes", "files", "syntax", "checked", "check", "secrets", "library", "lint"),
        *("sheet", "editing"),
    ),
    "interpreter": (
        *("cache", "position", "estimate", "program", "passes", "lowering", "emit", "native", "views", "match", "search"),
        *("games", "measure", "examine"),
    ),
    "cli": ("render", "shell", "table", "remote", "playground", "measuring", "editor", "commands"),
}
"""The packages of a folder from the bottom up: each may import those before it. A module beside them may import all."""
# Words of games that are, or will be, rulebooks; and any that a rulebook of ours calls its things by.
GAME_WORDS = [
    "pirates?",
    "planks?",
    "boats?",
    "lifeboats?",
    "cannons?",
    "kraken",
    "dolphin",
    "ghost",
    "sailors?",
    "officers?",
    "leaks?",
    "lockers?",
    "prisoners?",
    "sharks?",
    "votes?",
    "captain",
    "islands?",
    "anchor",
    "mast",
    "sabres?",
    "poker",
    "goofspiel",
]
# Files in folders of sources that are no sources.
MADE = {"__pycache__", "node_modules"}
PRINTS = {"print", "input", "breakpoint", "exit", "quit"}
KEYED_BY_OBJECT = ("ai", "cli", "dsl", "interpreter")
# Where objects that compare by value, or have no hash, have to be told apart.
BY_VALUE = {"dsl/editing/incremental.py", "interpreter/views/journal.py"}
GLOBAL_STATE = {
    "sys": {"exit", "stdout", "stderr", "stdin", "setrecursionlimit", "argv", "path", "modules", "settrace"},
    "os": {"environ", "chdir", "putenv", "umask", "_exit", "abort", "system", "getcwd"},
    "random": {"random", "seed", "randrange", "randint", "choice", "choices", "shuffle", "sample", "getrandbits", "uniform"},
    "locale": {"setlocale"},
    "gc": {"disable", "enable", "freeze"},
    "signal": {"alarm", "setitimer"},
    "warnings": {"simplefilter", "filterwarnings"},
}
# Where things are kept, people say by a variable.
# Where the cache is; and what a compiler finds where it looks for its parts.
ALLOWED = {("interpreter/cache/store.py", "environ"), ("interpreter/native/build.py", "environ")}
OWN_PROCESS = "bot_process.py"
"""It runs in a process of its own, with nothing else in it."""


def python_files(folder: str) -> list[Path]:
    """Return the Python files of a folder."""
    return sorted(path for path in (ROOT / folder).rglob("*.py") if not MADE & {*path.parts})


@cache
def tree_of(path: Path) -> ast.Module:
    """Return a file's syntax tree."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def imported(path: Path) -> Iterator[str]:
    """Yield the names of the modules that a file imports, at its top or later."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            if node.module is not None and node.module.count(".") < 2 and node.module.split(".")[0] == "rulewright":
                yield from (f"{node.module}.{name.name}" for name in node.names)
            else:
                yield node.module or ""


@pytest.mark.parametrize("folder", sorted(MAY_IMPORT))
def test_imports_go_one_way(folder: str) -> None:
    for path in python_files(folder):
        for name in imported(path):
            parts = name.split(".")
            if parts[0] == "rulewright" and len(parts) > 1:
                assert parts[1] in MAY_IMPORT[folder], f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("folder", sorted(LAYERS))
def test_each_package_imports_only_those_below_it(folder: str) -> None:
    order = {package: place for place, package in enumerate(LAYERS[folder])}
    found = {path.name for path in (ROOT / folder).iterdir() if path.is_dir() and (path / "__init__.py").is_file()}
    assert found == set(order)
    upwards = []
    for package, place in order.items():
        for path in python_files(f"{folder}/{package}"):
            for name in imported(path):
                parts = name.split(".")
                # A module in no package is above them all: the folder hands on names from its top.
                if parts[:2] == ["rulewright", folder] and order.get(parts[2], len(order)) > place:
                    upwards.append(f"{path.relative_to(ROOT)} imports {name}")
    assert upwards == []


def test_no_file_has_a_name_that_two_other_packages_use() -> None:
    names = Counter(path.name for folder in MAY_IMPORT for path in python_files(folder) if not path.name.startswith("__"))
    assert {name: count for name, count in names.items() if count > 2} == {}


def test_nothing_in_the_package_imports_the_tests() -> None:
    for folder in MAY_IMPORT:
        for path in python_files(folder):
            assert not {name.split(".")[0] for name in imported(path)} & {"tests", "benchmarks", "pytest", "hypothesis"}, path


@pytest.mark.parametrize("folder", ["dsl", "interpreter", "ai"])
def test_the_library_neither_prints_nor_exits_nor_touches_global_state(folder: str) -> None:
    for path in (path for path in python_files(folder) if path.name != OWN_PROCESS):
        shown = path.relative_to(ROOT)
        for node in ast.walk(tree_of(path)):
            assert not isinstance(node, ast.Global), f"{shown}:{node.lineno} changes a name of its module"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in PRINTS, f"{shown}:{node.lineno} calls {node.func.id}"
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                forbidden = node.attr in GLOBAL_STATE.get(node.value.id, ())
                assert not forbidden or (shown.as_posix(), node.attr) in ALLOWED, (
                    f"{shown}:{node.lineno} uses {node.value.id}.{node.attr}"
                )
            if isinstance(node, ast.ImportFrom) and node.module in GLOBAL_STATE:
                assert not {name.name for name in node.names} & GLOBAL_STATE[node.module], f"{shown}:{node.lineno}"
            if isinstance(node, ast.Name):
                assert node.id != "SystemExit", f"{shown}:{node.lineno} exits"


def test_objects_are_keys_themselves() -> None:
    """The number that `id` returns keeps nothing alive, means another object in a pickle, and hides the type of a key."""
    asking = {
        path.relative_to(ROOT).as_posix()
        for folder in KEYED_BY_OBJECT
        for path in python_files(folder)
        if any(isinstance(node, ast.Name) and node.id == "id" for node in ast.walk(tree_of(path)))
    }
    assert asking == BY_VALUE


def engine_texts() -> list[Path]:
    """Return all texts of the engine: code, grammar and what else is read."""
    kinds = {".py", ".lark", ".c"}
    files = [path for folder in ENGINE for path in sorted((ROOT / folder).rglob("*"))]
    return [path for path in files if path.suffix in kinds and not MADE & {*path.parts}]


def test_no_word_of_a_game_stands_in_the_engine() -> None:
    pattern = re.compile(rf"\b(?:{'|'.join(GAME_WORDS)})\b", re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in engine_texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line.replace("text-anchor", ""))  # a word of SVG
    ]
    assert found == []


def rulebook_names() -> set[str]:
    """Return the names of bundled rulebooks, their variants and their cards, except everyday words."""
    names: set[str] = set()
    for path in sorted((ROOT / "rulebooks").rglob("*.rules")):
        text = path.read_text(encoding="utf-8")
        names.update(re.findall(r"^(?:game|variant) ([\w-]+)", text, re.MULTILINE))
        names.update(name for name in re.findall(r"^\s*card ([\w-]+) of", text, re.MULTILINE) if "-" in name)
    return names


def test_no_name_of_a_rulebook_stands_in_the_engine() -> None:
    names = rulebook_names()
    assert {"walk-the-plank", "la-planche", "shove-left"} <= names
    # Everyday words, and one for how a number may be drawn.
    others = sorted(names - {"family", "go", "hearts"})
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, others))})(?![\w-])")
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in engine_texts()
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_every_package_is_in_the_project_file_and_the_other_way_round() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {path.parent.relative_to(ROOT) for folder in MAY_IMPORT for path in python_files(folder)}
    wanted = {".".join(("rulewright", *folder.parts)) for folder in folders}
    # The root is the package above them, with nothing in it but what `python -m rulewright` begins with.
    assert set(settings["packages"]) == {"rulewright"} | wanted
    assert settings["package-dir"] == {"rulewright": "."}
    assert [path.name for path in ROOT.glob("*.py")] == ["__main__.py"]
    for folder in folders:
        assert (ROOT / folder / "__init__.py").is_file(), folder
    for name in MAY_IMPORT:
        assert (ROOT / name / "py.typed").is_file(), name


# Written in parts, so that this file itself has none of them.
_ROOT = "/"
OF_ONE_MACHINE = re.compile(
    "|".join(
        (
            rf"(?<![\w.~-]){_ROOT}(?:home|Users|root|work|workspace|tmp|mnt|srv)/[\w.-]+",
            r"\b[A-Z]:\\\\?Users\b",
            r"(?:index-url|registry|proxy)\s*[=:]\s*\S*//",
            r"\b(?:pypi|mirror|registry|artifactory|nexus)\.[\w-]+\.(?!org\b)\w+",
            r"\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}\b",
            r"\blocalhost:\d+",
            r"//[\w.-]+\.internal\b",
        )
    )
)
"""Paths, addresses and hosts that mean nothing anywhere else."""


def tracked_files() -> list[Path]:
    """Return all files that are handed out; without git (in a copy of the sources), all that are not made."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [path for name in listed.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


def test_no_path_or_host_of_one_machine_stands_in_a_file() -> None:
    found = []
    for path in tracked_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        matches = [match.group() for match in OF_ONE_MACHINE.finditer(text)]
        if path.name == "package-lock.json":
            # Versions look like addresses there.
            matches = [match for match in matches if not re.fullmatch(r"[\d.]+", match)]
        found += [f"{path.relative_to(ROOT)}: {match}" for match in matches]
    assert found == []
