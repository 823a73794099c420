"""Check that the installed program is whole: it lists, checks and plays the bundled games, and the sources bring their tests."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = ("dsl", "interpreter", "ai", "cli", "grammar", "editors", "rulebooks")
BESIDE = ("tests", "docs", "benchmarks")
NOT_INSTALLED = ROOT / "editors" / "vscode"
"""This is distributed in another way: as an extension of an editor."""
MADE = shutil.ignore_patterns("__pycache__", "node_modules", "made")
BUILDS_HERE = find_spec("setuptools") is not None and find_spec("wheel") is not None
"""Whether what builds packages need not be fetched first."""
CALLED = {"pytest-xdist": "pytest -n", "open_spiel": "pyspiel", "markdown-it-py": "markdown_it", "types-Pygments": "pygments"}
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


def run(*command: str | Path, cwd: Path, **others: str) -> str:
    """Run a command away from the sources, so that only what is installed is found; `others` of the environment are so."""
    kept = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME", "RULEWRIGHT_NATIVE")}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=kept | others, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from a copy of the sources: building leaves folders behind."""
    sources, made = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("wheel")
    for folder in SOURCES:
        shutil.copytree(ROOT / folder, sources / folder, ignore=MADE)
    for name in ("pyproject.toml", "LICENSE", "README.md", "__main__.py"):
        shutil.copy(ROOT / name, sources / name)
    (sources / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "rulewright.1", sources / "docs")
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
    """Return the folder of the commands of a fresh environment with the wheel in it; its dependencies come from here."""
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
        names = {name for name in archive.namelist() if ".dist-info/" not in name and ".data/" not in name}
        [beside] = (name.partition(".data/")[2] for name in archive.namelist() if ".data/" in name)
        licence = [name for name in archive.namelist() if name.endswith("LICENSE")]
    wanted = {"rulewright/__main__.py"} | {
        f"rulewright/{path.relative_to(ROOT).as_posix()}"
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and NOT_INSTALLED not in path.parents
    }
    assert names == wanted
    assert beside == "data/share/man/man1/rulewright.1"
    assert {
        "rulewright/grammar/rulebook.lark",
        "rulewright/rulebooks/walk-the-plank.rules",
        "rulewright/rulebooks/la-planche.rules",
        "rulewright/interpreter/py.typed",
    } <= names
    assert licence


@pytest.mark.long
def test_the_installed_command_lists_checks_and_plays(programs: Path, tmp_path: Path) -> None:
    command = programs / "rulewright"
    listed = run(command, "list", cwd=tmp_path)
    assert "walk-the-plank" in listed
    assert "la-planche" in listed
    run(command, "lint", "walk-the-plank", cwd=tmp_path)
    assert run(programs / "python", "-m", "rulewright", "list", cwd=tmp_path) == listed


def test_the_installed_command_needs_no_compiler(programs: Path, tmp_path: Path) -> None:
    asked = ("simulate", "la-planche", "--games", "20", "--json")
    played = run(programs / "python", "-m", "rulewright", *asked, cwd=tmp_path, PATH=str(tmp_path), CC="")
    assert '"finished": 20' in played


@pytest.mark.long
def test_the_installed_library_plays(programs: Path, tmp_path: Path) -> None:
    run(programs / "python", "-c", PLAYED, cwd=tmp_path)


@pytest.mark.long
def test_the_sources_bring_along_what_their_tests_need(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    for folder in (*SOURCES, *BESIDE):
        shutil.copytree(ROOT / folder, sources / folder, ignore=MADE)
    pages = ("LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
    single = ("pyproject.toml", "__main__.py", "Makefile", "MANIFEST.in", *pages)
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


def test_who_packed_the_sources_and_when_does_not_show() -> None:
    packing = spec_from_file_location("dist", ROOT / ".ci" / "dist.py")
    assert packing is not None
    assert packing.loader is not None
    module = module_from_spec(packing)
    packing.loader.exec_module(module)
    mine = packed_by("me", 1_700_000_000.25, 0o644, 1000)
    yours = packed_by("you", 1_800_000_000.5, 0o664, 2000)
    assert mine != yours
    again = module.packed_again(mine, 1_600_000_000)
    assert again == module.packed_again(yours, 1_600_000_000)
    with tarfile.open(fileobj=io.BytesIO(again)) as archive:
        assert [(member.name, member.mode, member.mtime) for member in archive] == [
            ("game", 0o755, 1_600_000_000),
            ("game/play", 0o755, 1_600_000_000),
            ("game/text", 0o644, 1_600_000_000),
        ]
        text = archive.extractfile("game/text")
        assert text is not None
        assert text.read() == b"rules"


def packed_by(whom: str, when: float, mode: int, number: int) -> bytes:
    """Return a folder with a text and a program in it, as somebody packs it."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, kind, its_mode in (
            ("game", tarfile.DIRTYPE, mode | 0o111),
            ("game/text", tarfile.REGTYPE, mode),
            ("game/play", tarfile.REGTYPE, mode | 0o111),
        ):
            member = tarfile.TarInfo(name)
            member.type, member.mode, member.mtime, member.uname, member.uid = kind, its_mode, when, whom, number
            member.size = 5 if kind == tarfile.REGTYPE else 0
            archive.addfile(member, io.BytesIO(b"rules") if member.size else None)
    return packed.getvalue()


def test_each_extra_is_named_on_the_page_about_installing() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", page.partition("## Extras")[2].partition("\n## ")[0], re.MULTILINE)
    assert sorted(rows) == sorted(project["optional-dependencies"])


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
