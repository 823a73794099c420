"""Read rulebooks that are folders: each file is a part, and the one named like the folder comes first."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from rulewright.dsl.files.bundled import SUFFIX, bundled_games, bundled_variants, in_order, parts_at, path_at, text_at
from rulewright.dsl.files.reading import read_source, source_of
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Source

SETTINGS = "rulewright.toml"
"""The file of lint settings, in the folder that contains all rulebooks."""
Texts: TypeAlias = dict[tuple[bool, str], str]
"""Everything read for a request, by whether it is bundled and by place; for a folder, its file names."""


def whole_of(reference: str) -> str:
    """Return the first part of the rulebook of a folder, or of a file inside it; anything else as it is."""
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
    """Return all parts of a rulebook by its first one; only that one if it is not a folder."""
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
    """Return the name of a folder, even if the path does not contain it."""
    return Path(os.path.abspath(folder)).name  # noqa: PTH100 - links are not followed: it is called what people call it


def leads_out(place: str, seen_from: str) -> bool:
    """Return whether a path, after following its links, leads out of the project of a file.

    The project is the nearest folder above the file with a `rulewright.toml`, or else the file's own folder.
    """
    try:
        folder = Path(os.path.realpath(Path(seen_from).parent))
        home = next((one for one in (folder, *folder.parents) if (one / SETTINGS).is_file()), folder)
        return not Path(os.path.realpath(place)).is_relative_to(home)
    except (OSError, ValueError):
        # An impossible path leads nowhere; reading it reports that.
        return False


def _stranger(place: str) -> Diagnostic:
    """Report a link that leads out, without telling anything about its target."""
    return Diagnostic(
        "unreadable-file",
        Phrase("is-a-link-that-leads-out-of", place=place),
        None,
        help=Phrase("put-the-file-itself-there-or-an", settings=SETTINGS),
    )


def source_at(place: str, *, inside: bool, unsaved: Mapping[str, str] | None = None) -> tuple[Source | None, list[Diagnostic]]:
    """Return the text of one part, or what is wrong with it; unsaved text replaces that of the file."""
    written = unsaved.get(path_at(place) if inside else place) if unsaved else None
    if written is not None:
        return source_of(written, place)
    return source_of(text_at(place), place) if inside else source_in(place)


def source_in(place: str) -> tuple[Source | None, list[Diagnostic]]:
    """Read a file of a rulebook, but refuse a link that leads elsewhere: a stranger may have created it."""
    return (None, [_stranger(place)]) if leads_out(place, place) else read_source(Path(place), place)


def texts_of(first: str) -> Texts:
    """Return the texts of all parts of a bundled rulebook."""
    parts = parts_at(first)
    listing = {(True, f"{first}/"): "\n".join(parts)} if len(parts) > 1 else {}
    return listing | {(True, part): text_at(part) for part in parts}


def text_now(inside: bool, shown: str) -> str | None:
    """Return the current text at a place, or the names of a folder's files; None if nothing can be read."""
    first = shown.removesuffix("/")
    if inside and not any(first in parts_at(place) for place in (*bundled_games().values(), *bundled_variants().values())):
        return None
    if first != shown:
        return "\n".join(parts_of(inside=inside, first=first))
    source, _ = source_at(shown, inside=inside)
    return None if source is None else source.text
