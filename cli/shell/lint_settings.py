"""Decide which findings `lint` shows, from the command line and the nearest `rulewright.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.cli.shell.problems import problem
from rulewright.dsl.files.folders import SETTINGS
from rulewright.dsl.files.reading import read_source
from rulewright.dsl.messages.diagnostic import Diagnostic, Severity
from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import did_you_mean
from rulewright.dsl.text.source import Source, Span

LEVELS: tuple[Severity, ...] = ("error", "warning")
KEYS = ("select", "ignore", "level")
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")
Report: TypeAlias = Callable[[str, Phrase, Phrase], None]


@frozen
class LintSettings:
    """The warnings to show. Errors are always shown: with them, there is no game."""

    select: frozenset[str] | None = None
    """The only warnings to show, or None for all."""
    ignore: frozenset[str] = frozenset()
    level: Severity = "warning"

    def shows(self, diagnostic: Diagnostic) -> bool:
        return diagnostic.severity == "error" or (
            self.level == "warning"
            and (self.select is None or diagnostic.name in self.select)
            and diagnostic.name not in self.ignore
        )

    def under(self, typed: LintSettings, level: Severity | None) -> LintSettings:
        """Add the command line: it replaces the selection and the level, and adds to the ignored warnings."""
        return LintSettings(
            select=self.select if typed.select is None else typed.select,
            ignore=self.ignore | typed.ignore,
            level=level or self.level,
        )


def typed_settings(select: Iterable[str], ignore: Iterable[str]) -> LintSettings:
    """Return the settings of the command line, from names and comma-separated lists of names."""
    chosen, left_out = (frozenset(_typed(names)) for names in (select, ignore))
    return LintSettings(select=chosen or None, ignore=left_out)


def _typed(values: Iterable[str]) -> Iterator[str]:
    for name in (name.strip() for value in values for name in value.split(",")):
        if name not in CATALOGUE:
            way_out = did_you_mean(name, CATALOGUE) or Phrase("its-name-stands-in-brackets-before-a-message")
            raise problem("bad-setting", Phrase("lint-has-nothing-that-is-called", name=name), way_out)
        yield name


def settings_for(rulebook: str) -> tuple[LintSettings, list[Diagnostic]]:
    """Return the settings for a rulebook, and the mistakes in them; those for bundled games are fixed."""
    path = Path(rulebook)
    try:
        return _in_folder(path.resolve().parent) if path.is_file() else (LintSettings(), [])
    except (OSError, ValueError):
        return LintSettings(), []


def _in_folder(folder: Path) -> tuple[LintSettings, list[Diagnostic]]:
    """Return the settings in a folder, or in the nearest one above."""
    path = folder / SETTINGS
    if path.is_file():
        return _read(path)
    return (LintSettings(), []) if folder.parent == folder else _in_folder(folder.parent)


def _read(path: Path) -> tuple[LintSettings, list[Diagnostic]]:
    here = Path.cwd()
    shown = path.relative_to(here) if path.is_relative_to(here) else path
    source, diagnostics = read_source(path, str(shown))
    if source is None:
        return LintSettings(), diagnostics
    try:
        whole = tomllib.loads(source.text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return LintSettings(), [_unreadable(source, str(error))]
    found: dict[str, Any] = {}

    def report(key: str, message: Phrase, way_out: Phrase) -> None:
        diagnostics.append(
            Diagnostic("wrong-settings", message, _place(source, key), label=Phrase("not-understood"), help=way_out)
        )

    for key in whole:
        if key != "lint":
            report(
                key, Phrase("has-no", settings=SETTINGS, word=key), did_you_mean(key, ["lint"]) or Phrase("there-is-a-table-lint")
            )
    table = whole.get("lint", {})
    if not isinstance(table, dict):
        report("lint", Phrase("lint-is-a-table"), Phrase("write-lint-on-a-line-of-its"))
        table = {}
    for key, value in table.items():
        if key not in KEYS:
            report(key, Phrase("lint-has-no", word=key), did_you_mean(key, KEYS) or Phrase("there-are-select-ignore-and-level"))
        elif key == "level" and value not in LEVELS:
            report(key, Phrase("level-is-error-or-warning"), Phrase("write-level-error-to-see-no-warnings"))
        elif key == "level":
            found[key] = value
        else:
            found[key] = frozenset(_names(key, value, report))
    return LintSettings(**found), diagnostics


def _names(key: str, value: object, report: Report) -> Iterator[str]:
    """Yield the names in a list, and report mistakes in it."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        report(key, Phrase("is-a-list-of-names", word=key), Phrase("write-unused-name", word=key))
        return
    for name in value:
        if name in CATALOGUE:
            yield name
        else:
            way_out = did_you_mean(name, CATALOGUE) or Phrase("its-name-stands-in-brackets-before-a-message")
            report(name or key, Phrase("lint-has-nothing-that-is-called", name=name), way_out)


def _place(source: Source, key: str) -> Span:
    """Return where a key or name is in the file, by a simple search."""
    found = re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", source.text)
    return Span(source, found.start(), found.end()) if found else Span(source, 0, 0)


def _unreadable(source: Source, message: str) -> Diagnostic:
    """Return a diagnostic for unreadable TOML, with the words of the library."""
    found = _PLACE.search(message)
    start = len(source.text)
    if found and found[1]:
        lines = source.text.splitlines(keepends=True)
        start = sum(map(len, lines[: int(found[1]) - 1])) + int(found[2]) - 1
    start = min(start, len(source.text))
    said = _PLACE.sub("", message)
    reason = f"{said[:1].lower()}{said[1:]}"
    way_out = Phrase("it-is-toml-keys-and-texts-between")
    return Diagnostic("wrong-settings", Phrase("cannot-be-read", name=SETTINGS, reason=reason),
                      Span(source, start, min(start + 1, len(source.text))), label=Phrase("here"), help=way_out)  # fmt: skip
