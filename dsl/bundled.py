"""The rulebooks that come with the package: their names, their places, and what they hold."""

from __future__ import annotations

from importlib import resources

PACKAGE = "rulewright.rulebooks"
SUFFIX = ".rules"
EXTRAS = "variants"


def bundled() -> dict[str, str]:
    """The names of the bundled rulebooks, each with its place in the package."""
    root = resources.files(PACKAGE)
    found = {}
    for entry in root.iterdir():
        if entry.is_file() and entry.name.endswith(SUFFIX):
            found[entry.name.removesuffix(SUFFIX)] = f"rulebooks/{entry.name}"
        elif entry.is_dir() and entry.joinpath(entry.name + SUFFIX).is_file():
            found[entry.name] = f"rulebooks/{entry.name}/{entry.name}{SUFFIX}"
    return dict(sorted(found.items()))


def extras() -> dict[str, str]:
    """The names of the bundled variants that have files of their own, each with its place in the package."""
    folder = resources.files(PACKAGE).joinpath(EXTRAS)
    names = [entry.name for entry in folder.iterdir() if entry.name.endswith(SUFFIX)] if folder.is_dir() else []
    return {name.removesuffix(SUFFIX): f"rulebooks/{EXTRAS}/{name}" for name in sorted(names)}


def text_at(shown: str) -> str:
    """The text at a place in the package."""
    place = resources.files(PACKAGE)
    for part in shown.split("/")[1:]:
        place = place.joinpath(part)
    return place.read_text(encoding="utf-8-sig")
