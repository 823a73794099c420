"""Find the rulebooks in the package: their names, places and texts."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PACKAGE = "rulewright.rulebooks"
SUFFIX = ".rules"
EXTRAS = "variants"


def bundled_games() -> dict[str, str]:
    """Return the names of the bundled games, each with its place in the package."""
    root = resources.files(PACKAGE)
    found = {}
    for entry in root.iterdir():
        if entry.is_file() and entry.name.endswith(SUFFIX):
            found[entry.name.removesuffix(SUFFIX)] = f"rulebooks/{entry.name}"
        elif entry.is_dir() and entry.joinpath(entry.name + SUFFIX).is_file():
            found[entry.name] = f"rulebooks/{entry.name}/{entry.name}{SUFFIX}"
    return dict(sorted(found.items()))


def bundled_variants() -> dict[str, str]:
    """Return the names of the bundled variants in files of their own, each with its place in the package."""
    folder = resources.files(PACKAGE).joinpath(EXTRAS)
    names = [entry.name for entry in folder.iterdir() if entry.name.endswith(SUFFIX)] if folder.is_dir() else []
    return {name.removesuffix(SUFFIX): f"rulebooks/{EXTRAS}/{name}" for name in sorted(names)}


def parts_at(shown: str) -> list[str]:
    """Return the places of all parts of a bundled rulebook: itself, or the files in the folder of its name."""
    folder, _, name = shown.rpartition("/")
    if folder.rpartition("/")[2] + SUFFIX != name:
        return [shown]
    place = resources.files(PACKAGE).joinpath(folder.rpartition("/")[2])
    return [f"{folder}/{part}" for part in in_order([entry.name for entry in place.iterdir()], name)]


def in_order(names: Iterable[str], first: str) -> list[str]:
    """Return the parts of a rulebook among a folder's files: first the one named like the folder, then the others."""
    others = sorted(name for name in names if name.endswith(SUFFIX) and not name.startswith(".") and name != first)
    return [first, *others]


def text_at(shown: str) -> str:
    """Return the text at a place in the package."""
    return _at(shown).read_text(encoding="utf-8-sig")


def path_at(shown: str) -> str:
    """Return the path of the file at a place in the package."""
    return str(_at(shown))


def _at(shown: str) -> Traversable:
    return resources.files(PACKAGE).joinpath(*shown.split("/")[1:])
