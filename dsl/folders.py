"""Rulebooks that are folders: one file a part, and the part that is called like the folder comes first."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from rulewright.dsl.bundled import SUFFIX, bundled, extras, in_order, parts_at, path_at, text_at
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.reading import read_source, source_of
from rulewright.dsl.source import Source

SETTINGS = "rulewright.toml"
"""The file that says how rulebooks are linted, in the folder that all of them lie in."""
Texts: TypeAlias = dict[tuple[bool, str], str]
"""All that was read for a request, by whether it is bundled, and by what its place is called; of folders, what is in them."""


def whole_of(reference: str) -> str:
    """The first part of the rulebook that a folder is, or that a file is a part of; anything else as it is."""
    try:
        path = Path(reference)
        is_folder = path.is_dir()
        if not is_folder and path.suffix != SUFFIX:
            return reference
        folder = path if is_folder else path.parent
        first = folder / f"{_name(folder)}{SUFFIX}"
        return first.as_posix() if first != path and _name(folder) and first.is_file() else reference
    except (OSError, ValueError):
        return reference


def parts_of(*, inside: bool, first: str) -> list[str]:
    """All parts of a rulebook, given by its first one: only itself if it is no folder."""
    if inside:
        return parts_at(first)
    folder = Path(first).parent
    try:
        if _name(folder) + SUFFIX != Path(first).name:
            return [first]
        names = in_order(os.listdir(folder), Path(first).name)  # noqa: PTH208 - only the names are wanted
    except (OSError, ValueError):
        return [first]
    return [first, *((folder / name).as_posix() for name in names[1:])]


def _name(folder: Path) -> str:
    """What a folder is called, also if the path to it does not say so."""
    return Path(os.path.abspath(folder)).name  # noqa: PTH100 - links are not followed: it is called what people call it


def leads_out(place: str, seen_from: str) -> bool:
    """Whether a path, with all links on it followed, leads out of what belongs together with a file.

    That is the nearest folder above the file that holds `rulewright.toml`, or else the file's own folder.
    """
    try:
        folder = Path(os.path.realpath(Path(seen_from).parent))
        home = next((one for one in (folder, *folder.parents) if (one / SETTINGS).is_file()), folder)
        return not Path(os.path.realpath(place)).is_relative_to(home)
    except (OSError, ValueError):
        # What is no path leads nowhere, which is said where it is read.
        return False


def _stranger(place: str) -> Diagnostic:
    """Report a link that leads out, without a word of what it leads to."""
    return Diagnostic(
        "unreadable-file",
        f"`{place}` is a link that leads out of its folder",
        None,
        help=f"put the file itself there, or an empty `{SETTINGS}` into the folder that holds both",
    )


def source_at(place: str, *, inside: bool, unsaved: Mapping[str, str] | None = None) -> tuple[Source | None, list[Diagnostic]]:
    """The text of one part, or what is wrong with it; what is not saved yet counts more than what stands in the file."""
    written = unsaved.get(path_at(place) if inside else place) if unsaved else None
    if written is not None:
        return source_of(written, place)
    return source_of(text_at(place), place) if inside else source_in(place)


def source_in(place: str) -> tuple[Source | None, list[Diagnostic]]:
    """Read a file of a rulebook; a link that leads elsewhere is refused, since a stranger may have laid it."""
    return (None, [_stranger(place)]) if leads_out(place, place) else read_source(Path(place), place)


def texts_of(first: str) -> Texts:
    """All that a bundled rulebook is made of."""
    parts = parts_at(first)
    listing = {(True, f"{first}/"): "\n".join(parts)} if len(parts) > 1 else {}
    return listing | {(True, part): text_at(part) for part in parts}


def text_now(inside: bool, shown: str) -> str | None:
    """What stands at a place now, or which files are in a folder; None if there is nothing to be read."""
    first = shown.removesuffix("/")
    if inside and not any(first in parts_at(place) for place in (*bundled().values(), *extras().values())):
        return None
    if first != shown:
        return "\n".join(parts_of(inside=inside, first=first))
    source, _ = source_at(shown, inside=inside)
    return None if source is None else source.text
