"""Write a row for each game to a file, in order, as CSV or Parquet."""

from __future__ import annotations

import csv
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.measure.study_runner import GameRow, StudyShare


class RowWriter(Protocol):
    def write(self, rows: list[list[Any]]) -> None:
        """Add some rows."""

    def close(self) -> None:
        """Complete the file."""


class RowsNotWritten(Exception):
    """The system did not write the rows."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(str(reason))
        self.reason = reason


class RowFile:
    """Write games to a file as they come, in the order of their numbers; early ones wait."""

    def __init__(self, path: Path, players: int) -> None:
        """Open the file; raise OSError if that fails, and RulebookError if this format is not available."""
        self.path, self.players = path, players
        self.next = 0
        self.waiting: dict[int, list[GameRow]] = {}
        columns = [*COLUMNS, *(f"score_{seat}" for seat in range(1, players + 1))]
        self.writer: RowWriter = ParquetWriter(path, columns) if path.suffix == ".parquet" else CSVWriter(path, columns)

    def write(self, share: StudyShare) -> None:
        self.waiting[share.rows[0].number if share.rows else -1] = share.rows
        try:
            while self.next in self.waiting:
                rows = self.waiting.pop(self.next)
                self.next += len(rows)
                self.writer.write([self.row(row) for row in rows])
        except OSError as error:
            raise RowsNotWritten(error) from None

    def row(self, one: GameRow) -> list[Any]:
        played = one.played
        winners = " ".join(str(seat + 1) for seat in played.winners)
        stopped = played.stop.diagnostic.name if played.stop is not None else ""
        scores = [None] * self.players if played.scores is None or not played.finished else played.scores
        return [one.number, one.seed, played.finished, winners, played.decisions, stopped, *scores]

    def close(self) -> OSError | None:
        """Complete the file, even if games are missing; return the error of the system, if any."""
        try:
            self.writer.close()
        except OSError as error:
            return error
        return None


COLUMNS = ("number", "seed", "finished", "winners", "decisions", "stopped")
"""The columns before the scores of seats; winners are seats from 1, separated by spaces."""


class CSVWriter:
    """Comma-separated values, for any spreadsheet."""

    def __init__(self, path: Path, columns: list[str]) -> None:
        self.stream = path.open("w", encoding="utf-8", newline="")
        self.csv = csv.writer(self.stream, lineterminator="\n")
        self.csv.writerow(columns)

    def write(self, rows: list[list[Any]]) -> None:
        """Add some rows, and flush them to the file."""
        self.csv.writerows([int(cell) if isinstance(cell, bool) else cell for cell in row] for row in rows)
        self.stream.flush()

    def close(self) -> None:
        self.stream.close()


class ParquetWriter:
    """Parquet, by pyarrow, with a row group for each share."""

    def __init__(self, path: Path, columns: list[str]) -> None:
        from rulewright.cli.shell.problems import problem

        try:
            arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ImportError:
            way_out = Phrase("install-it-pip-install-rulewright-parquet-or")
            raise problem("missing-extra", Phrase("parquet-files-are-written-by-pyarrow-which"), way_out) from None
        texts = {"winners": arrow.string(), "stopped": arrow.string(), "finished": arrow.bool_()}
        self.schema = arrow.schema([(name, texts.get(name, arrow.int64())) for name in columns])
        self.arrow = arrow
        self.stream = path.open("wb")
        self.writer = parquet.ParquetWriter(self.stream, self.schema)

    def write(self, rows: list[list[Any]]) -> None:
        columns = zip(*rows, strict=True)
        arrays = [self.arrow.array(column, kind.type) for column, kind in zip(columns, self.schema, strict=True)]
        self.writer.write_batch(self.arrow.record_batch(arrays, schema=self.schema))

    def close(self) -> None:
        """Complete the file with its footer, without which it cannot be read."""
        self.writer.close()
        self.stream.close()
