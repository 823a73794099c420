"""What people install is whole: the wheel lists, checks and plays the bundled games, and the sources bring their tests along."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("dsl", "interpreter", "cli", "grammar", "rulebooks")
BESIDE = ("tests", "docs", "benchmarks")
BUILDS_HERE = find_spec("setuptools") is not None and find_spec("wheel") is not None
"""Whether what builds packages need not be fetched first."""
CALLED = {"pytest-xdist": "pytest -n", "open_spiel": "pyspiel"}
"""How those are used that are not called what they are installed as."""
PLAYED = """
import rulewright.interpreter, sys
from rulewright.interpreter import load
assert rulewright.interpreter.__file__.startswith(sys.prefix), rulewright.interpreter.__file__
assert load("walk-the-plank", ["kraken"]).playout(players=4, seed=7).finished
playouts = load("la-planche").program(2).playouts
playouts.make_native()
assert playouts.form == "native" or "compiler" in playouts.why_not, playouts.why_not
match = load("la-planche").start(players=2, seed=7)
while not match.over:
    match.choose(0)
"""


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command away from the sources, so that only what is installed is found."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME", "RULEWRIGHT_NATIVE")}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=kept, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the sources: building leaves folders behind."""
    sources, made = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    for folder in SOURCES:
        shutil.copytree(ROOT / folder, sources / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, sources / name)
    isolation = ["--no-build-isolation"] if BUILDS_HERE else []
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        *isolation,
        "--wheel-dir",
        made,
        sources,
        cwd=made,
    )
    [path] = made.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of a fresh environment with the wheel in it; what it needs comes from here."""
    fresh = tmp_path_factory.mktemp("fresh") / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", fresh, cwd=fresh.parent)
    folder = fresh / ("Scripts" if os.name == "nt" else "bin")
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        folder / "python",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-index",
        wheel,
        cwd=fresh.parent,
    )
    # The libraries that the project needs are those of the tests' own environment: they come after what is installed here.
    [packages] = (path for path in fresh.rglob("site-packages") if path.is_dir())
    libraries = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (packages / "libraries.pth").write_text("\n".join(libraries) + "\n", encoding="utf-8")
    return folder


def test_the_wheel_holds_all_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        licence = [name for name in archive.namelist() if name.endswith("LICENSE")]
    wanted = {
        f"rulewright/{path.relative_to(ROOT).as_posix()}"
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert names == wanted
    assert {
        "rulewright/grammar/rulebook.lark",
        "rulewright/rulebooks/walk-the-plank.rules",
        "rulewright/rulebooks/la-planche.rules",
        "rulewright/interpreter/py.typed",
    } <= names
    assert licence


def test_the_installed_command_lists_checks_and_plays(programs: Path, tmp_path: Path) -> None:
    command = programs / "rulewright"
    listed = run(command, "list", cwd=tmp_path)
    assert "walk-the-plank" in listed
    assert "la-planche" in listed
    run(command, "lint", "walk-the-plank", cwd=tmp_path)
    assert '"finished": 20' in run(command, "simulate", "la-planche", "--games", "20", "--json", cwd=tmp_path)


def test_the_installed_library_plays(programs: Path, tmp_path: Path) -> None:
    run(programs / "python", "-c", PLAYED, cwd=tmp_path)


def test_the_sources_bring_along_what_their_tests_need(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    for folder in (*SOURCES, *BESIDE):
        shutil.copytree(ROOT / folder, sources / folder, ignore=shutil.ignore_patterns("__pycache__"))
    single = ("pyproject.toml", "LICENSE", "README.md", "CONTRIBUTING.md", "Makefile", "MANIFEST.in")
    for name in single:
        shutil.copy(ROOT / name, sources / name)
    isolation = ["--no-isolation"] if BUILDS_HERE else []
    run(sys.executable, "-m", "build", "--sdist", *isolation, "--outdir", tmp_path, sources, cwd=tmp_path)
    [path] = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    wanted = {
        path.relative_to(sources).as_posix()
        for folder in (*SOURCES, *BESIDE)
        for path in (sources / folder).rglob("*")
        if path.is_file()
    }
    assert wanted | set(single) <= names


def test_nothing_is_required_that_is_not_used() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    code = [path for folder in (*SOURCES, *BESIDE) for path in (ROOT / folder).rglob("*.py")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in (*code, ROOT / "Makefile"))

    for requirement in required:
        [name] = re.findall(r"^[\w-]+", requirement)
        used = CALLED.get(name, name)
        imported = rf'^ *(import|from) {used}\b|find_spec\("{used}"|import_module\("{used}"'
        called = rf'"-m", "{used}"|\$\(BIN\)/(python -m )?{used}\b'
        assert re.search(f"{imported}|{called}", text, re.MULTILINE), requirement
