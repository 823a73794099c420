"""Shares of games come in; a file with one row for each game goes out, in the order of their numbers, as CSV or Parquet."""

from __future__ import annotations

import csv
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from rulewright.interpreter.measure.engine import GameRow, Share


class Writer(Protocol):
    """Writes rows into a file."""

    def write(self, rows: list[list[Any]]) -> None:
        """Some rows more."""

    def close(self) -> None:
        """The file is whole."""


class Unwritten(Exception):
    """The system has refused to take rows."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Rows:
    """Games that are written down as they come; those that come too early wait until it is their turn."""

    def __init__(self, path: Path, players: int) -> None:
        """Raises OSError if the file cannot be written, and RulebookError if this form of it cannot."""
        self.path, self.players = path, players
        self.next = 0
        self.waiting: dict[int, list[GameRow]] = {}
        columns = [*COLUMNS, *(f"score_{seat}" for seat in range(1, players + 1))]
        self.writer: Writer = InParquet(path, columns) if path.suffix == ".parquet" else InCSV(path, columns)

    def write(self, share: Share) -> None:
        """The games of a share."""
        self.waiting[share.rows[0].number if share.rows else -1] = share.rows
        try:
            while self.next in self.waiting:
                rows = self.waiting.pop(self.next)
                self.next += len(rows)
                self.writer.write([self.row(row) for row in rows])
        except OSError as error:
            raise Unwritten(error) from None

    def row(self, one: GameRow) -> list[Any]:
        """What stands in a row."""
        played = one.played
        winners = " ".join(str(seat + 1) for seat in played.winners)
        stopped = played.stop.diagnostic.name if played.stop is not None else ""
        scores = [None] * self.players if played.scores is None or not played.finished else played.scores
        return [one.number, one.seed, played.finished, winners, played.decisions, stopped, *scores]

    def close(self) -> OSError | None:
        """The file is whole, whether all games were played or not; or what the system has against that."""
        try:
            self.writer.close()
        except OSError as error:
            return error
        return None


COLUMNS = ("number", "seed", "finished", "winners", "decisions", "stopped")
"""Before the scores by seat; winners are seats, from 1, with blanks between them."""


class InCSV:
    """Comma-separated values, as any spreadsheet reads them."""

    def __init__(self, path: Path, columns: list[str]) -> None:
        self.stream = path.open("w", encoding="utf-8", newline="")
        self.csv = csv.writer(self.stream, lineterminator="\n")
        self.csv.writerow(columns)

    def write(self, rows: list[list[Any]]) -> None:
        """Some rows more; they are in the file when this is done."""
        self.csv.writerows([int(cell) if isinstance(cell, bool) else cell for cell in row] for row in rows)
        self.stream.flush()

    def close(self) -> None:
        """The file is whole."""
        self.stream.close()


class InParquet:
    """Parquet, by pyarrow: a group of rows for each share."""

    def __init__(self, path: Path, columns: list[str]) -> None:
        from rulewright.cli.problems import problem

        try:
            arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ImportError:
            way_out = "install it (`pip install 'rulewright[parquet]'`), or name a file that ends in `.csv`"
            raise problem("missing-extra", "Parquet files are written by pyarrow, which is not installed", way_out) from None
        texts = {"winners": arrow.string(), "stopped": arrow.string(), "finished": arrow.bool_()}
        self.schema = arrow.schema([(name, texts.get(name, arrow.int64())) for name in columns])
        self.arrow = arrow
        self.stream = path.open("wb")
        self.writer = parquet.ParquetWriter(self.stream, self.schema)

    def write(self, rows: list[list[Any]]) -> None:
        """Some rows more."""
        columns = zip(*rows, strict=True)
        arrays = [self.arrow.array(column, kind.type) for column, kind in zip(columns, self.schema, strict=True)]
        self.writer.write_batch(self.arrow.record_batch(arrays, schema=self.schema))

    def close(self) -> None:
        """The file is whole: what says so stands at its end."""
        self.writer.close()
        self.stream.close()
