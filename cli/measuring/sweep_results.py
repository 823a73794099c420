"""Combine settings that have several values, keep the figures of each combination, and show them in tables."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.cli.measuring.progress import StudyOutcome
from rulewright.cli.measuring.requested import check_folder
from rulewright.cli.measuring.sections import BarChart, HeatMap, ReportSection
from rulewright.cli.measuring.thresholds import Threshold, number, threshold_of
from rulewright.cli.shell.files import kept_bytes
from rulewright.cli.shell.game_choice import player_count, split_setting
from rulewright.cli.shell.problems import problem
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.measure.comparison import is_share, quantity_interval, quantity_names, quantity_value

if TYPE_CHECKING:
    from rulewright.interpreter import Game

MOST_COMBINATIONS = 10_000
FORMAT = 2


@frozen
class Combination:
    """One value of each setting, and a number of players."""

    options: tuple[tuple[str, str], ...]
    players: int

    @property
    def key(self) -> str:
        return " ".join((*self.settings, f"players={self.players}"))

    @property
    def settings(self) -> tuple[str, ...]:
        return tuple(f"{name}={chosen}" for name, chosen in self.options)

    def value(self, name: str) -> str:
        """Return the value of an option or of `players`."""
        return dict([*self.options, ("players", str(self.players))])[name]


def combinations(game: Game, settings: Sequence[str], players: str | None, seats: int) -> list[Combination]:
    """Return all combinations, each playable; raise RulebookError."""
    from rulewright.interpreter.games.game import option_value

    named = [split_setting(text) for text in settings]
    for name, _ in named:
        if [one for one, _ in named].count(name) > 1:
            raise problem(
                "bad-setting", Phrase("is-set-twice", name=visible(name)), Phrase("write-all-its-values-behind-one-set")
            )
        if name not in game.options:
            game.with_options({name: ""})
    columns = [[(name, one) for one in values(text, f"--set {name}={text}")] for name, text in named]
    counts = [None] if players is None else [_whole(one) for one in values(players, f"--players {players}")]
    many = math.prod(map(len, columns)) * len(counts)
    if many > MOST_COMBINATIONS:
        raise problem(
            "too-many-combinations",
            Phrase("these-are-combinations-at-most", many=f"{many:,}", most_combinations=f"{MOST_COMBINATIONS:,}"),
            Phrase("leave-some-values-out"),
        )
    for column in columns:
        for name, one in column:
            option_value(game.checked.options[name], one)
    return [Combination(tuple(row), player_count(game, count, seats)) for row in product(*columns) for count in counts]


def values(text: str, whole: str) -> list[str]:
    """Return the values in `1..6` or `a,b,c`."""
    found = []
    for part in text.split(","):
        part = part.strip()
        ends = re.fullmatch(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})", part)
        if ends is None:
            found.append(part)
            continue
        first, last = int(ends[1]), int(ends[2])
        if last < first or last - first >= MOST_COMBINATIONS:
            raise problem(
                "bad-setting",
                Phrase("has-no-values", whole=visible(whole[:60])),
                Phrase("write-the-smaller-number-first-such-as"),
            )
        found += [str(one) for one in range(first, last + 1)]
    if not all(found) or len(set(found)) < len(found):
        raise problem(
            "bad-setting", Phrase("names-a-value-twice-or-none", whole=visible(whole[:60])), Phrase("write-it-like-1-6-or-1")
        )
    return found


def _whole(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise problem("bad-players", Phrase("is-no-number-of-players", text=visible(text[:40])), Phrase("write-it-like-3-5-or-2"))
    return int(text)


def wish(text: str | None, all_of_them: Sequence[Combination]) -> Threshold | None:
    return None if text is None else threshold_of(text, min(one.players for one in all_of_them), ("=",))


def head_of(game: Game, variants: Sequence[str], games: int, seed: int, seats: Sequence[str]) -> dict[str, Any]:
    """Return the head that a file must have to be continued."""
    return {
        "format": FORMAT,
        "game": game.name,
        "fingerprint": game.fingerprint,
        "variants": list(variants),
        "games": games,
        "seed": seed,
        "seats": list(seats),
    }


class SweepFile:
    """The figures of combinations, in a file if there is one, with a line for each, so that a sweep can be continued."""

    def __init__(self, path: Path | None, head: dict[str, Any]) -> None:
        """Open the file; raise RulebookError if it is about something else, and OSError if it cannot be written."""
        self.path = path
        self.records: dict[str, dict[str, Any]] = {}
        if path is None:
            return
        check_folder(path)
        shown = visible(str(path)[:80])
        # A process that was killed may have left half a line.
        kept = kept_bytes(path)
        whole = kept[: kept.rfind(b"\n") + 1]
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
            if lines and lines[0] != head:
                raise ValueError
            self.records = {line["key"]: line for line in lines[1:]}
        except (ValueError, KeyError, TypeError):
            raise problem(
                "other-sweep",
                Phrase("is-of-another-game-or-of-other", shown=shown),
                Phrase("name-another-file-or-remove-this-one"),
            ) from None
        if kept and not whole:
            raise problem("other-sweep", Phrase("is-something-else", shown=shown), Phrase("name-another-file"))
        with path.open("r+b" if path.exists() else "xb") as stream:
            stream.truncate(len(whole))
        if not whole:
            self.append(head)

    def add(self, one: Combination, found: StudyOutcome) -> None:
        figures = found.share.figures[0]
        told: dict[str, Any] = {
            "key": one.key,
            "options": dict(one.options),
            "players": one.players,
            "games": figures.games,
            "finished": figures.finished,
            "wins": figures.wins,
            "values": {},
            "intervals": {},
        }
        for name in quantity_names(one.players):
            told["values"][name], sure = quantity_value(figures, name), quantity_interval(figures, name)
            if sure is not None:
                told["intervals"][name] = list(sure)
        self.records[one.key] = told
        self.append(told)

    def append(self, line: dict[str, Any]) -> None:
        """Add a line to the file, and wait until it is on the disk."""
        if self.path is not None:
            with self.path.open("ab") as stream:
                stream.write(json.dumps(line).encode("ascii") + b"\n")
                stream.flush()
                os.fsync(stream.fileno())


def nearest(done: Sequence[Combination], kept: SweepFile, wanted: Threshold | None) -> list[Combination]:
    """Return the combinations by their distance from a wish; nothing without one."""
    if wanted is None:
        return []
    known = [one for one in done if kept.records[one.key]["values"].get(wanted.quantity) is not None]
    return sorted(known, key=lambda one: abs(kept.records[one.key]["values"][wanted.quantity] - wanted.number))


def sections(done: Sequence[Combination], kept: SweepFile, wanted: Threshold | None) -> list[ReportSection]:
    """Return a table of all combinations, a chart of the wish or else the length, and the nearest ones."""
    if not done:
        return []
    dimensions = [name for name, _ in done[0].options] + ["players"]
    varied = [name for name in dimensions if len({one.value(name) for one in done}) > 1]
    shown = varied or dimensions[:1]
    most = max(one.players for one in done)
    columns = [*(f"wins seat {seat} alone" for seat in range(1, most + 1)), "shared", "nobody", "length"]
    if wanted is not None and wanted.quantity not in columns:
        columns.append(wanted.quantity)
    rows = [(*(one.value(name) for name in shown), *(_cell(kept, one, name) for name in columns)) for one in done]
    units = [_unit(name) for name in columns]
    quantity = wanted.quantity if wanted is not None else "length"
    found = [ReportSection("Combinations", (*shown, *units), rows, "", _picture(done, kept, varied, quantity))]
    if len(varied) >= 2:
        found += list(_heats(done, kept, varied, quantity))
    order = nearest(done, kept, wanted)
    if wanted is not None and order:
        best = order[0]
        sure = kept.records[best.key]["intervals"].get(quantity)
        known = "" if sure is None else f" ({number(sure[0], quantity)} to {number(sure[1], quantity)})"
        is_in = [one for one in order if _reaches(kept, one, wanted)]
        note = f"With {best.key} it is {number(kept.records[best.key]['values'][quantity], quantity)}{known}."
        if len(is_in) > 1:
            note += f" So many combinations may reach it, as far as so few games tell: {len(is_in)}."
        rows = [(one.key, number(kept.records[one.key]["values"][quantity], quantity)) for one in order]
        found.append(ReportSection(f"Nearest to {wanted.text}", ("", quantity), rows, note, most=5))
    return found


def _cell(kept: SweepFile, one: Combination, name: str) -> str:
    found = kept.records[one.key]["values"].get(name)
    if found is None:
        return ""
    return f"{100 * found:.1f}" if is_share(name) else f"{found:.2f}"


def _shown(kept: SweepFile, one: Combination, quantity: str) -> float | None:
    found = kept.records[one.key]["values"].get(quantity)
    return None if found is None else 100 * found if is_share(quantity) else found


def _unit(quantity: str) -> str:
    return f"{quantity}, %" if is_share(quantity) else quantity


def _picture(done: Sequence[Combination], kept: SweepFile, varied: Sequence[str], quantity: str) -> BarChart | None:
    bars = []
    for one in done[:60]:
        found, sure = _shown(kept, one, quantity), kept.records[one.key]["intervals"].get(quantity)
        if found is not None:
            times = 100 if is_share(quantity) else 1
            low, high = (found, found) if sure is None else (times * sure[0], times * sure[1])
            bars.append((", ".join(f"{name} {one.value(name)}" for name in varied) or one.key, found, low, high))
    return BarChart(_unit(quantity), bars) if bars and len(varied) < 2 else None


def _heats(done: Sequence[Combination], kept: SweepFile, varied: Sequence[str], quantity: str) -> Iterator[ReportSection]:
    """Yield a heat map of the first two settings, for each combination of the others."""
    down, across, *others = varied
    rows, columns = ([*dict.fromkeys(one.value(name) for one in done)] for name in (down, across))
    for rest in dict.fromkeys(tuple(one.value(name) for name in others) for one in done):
        own = {
            (one.value(down), one.value(across)): _shown(kept, one, quantity)
            for one in done
            if tuple(one.value(name) for name in others) == rest
        }
        table = [[own.get((row, column)) for column in columns] for row in rows]
        said = "".join(f", {name} {chosen}" for name, chosen in zip(others, rest, strict=True))
        cells = [(row, *("" if one is None else f"{one:.2f}" for one in line)) for row, line in zip(rows, table, strict=True)]
        heat = HeatMap(down, across, rows, columns, table, _unit(quantity))
        yield ReportSection(f"{_unit(quantity)}{said}", (f"{down} \\ {across}", *columns), cells, "", heat)


def _reaches(kept: SweepFile, one: Combination, wanted: Threshold) -> bool:
    sure = kept.records[one.key]["intervals"].get(wanted.quantity)
    return sure is not None and sure[0] <= wanted.number <= sure[1]
