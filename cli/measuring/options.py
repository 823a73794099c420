"""The options that `simulate`, `compare` and `sweep` share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import frozen

from rulewright.cli.shell.game_choice import FiniteRange, GameChoice, seat_names, seat_option, settings_of
from rulewright.cli.shell.help_layout import GAME, option, option_group

if TYPE_CHECKING:
    from rulewright.cli.measuring.sections import ReportSection
    from rulewright.interpreter.measure.plan import Plan

F = TypeVar("F", bound=Callable[..., Any])

GAMES = "How many games"
"""The heading of options that say how many games are played, and in how many processes."""
RESULTS = "Results"
"""The heading of options about what is counted, and where it is written."""


@frozen
class PlayOptions:
    """The players, the number of games, how many of them run at once, and for how long."""

    seats: tuple[str, ...]
    seed: int
    games: int | None
    jobs: int | None
    cluster: str | None
    seconds: float | None

    def plan(self, chosen: GameChoice, players: int) -> Plan:
        """Return the plan of these games; a seat without a named player chooses at random."""
        from rulewright.interpreter.measure.plan import Plan

        named = seat_names(self.seats)
        return Plan(
            reference=chosen.reference,
            variants=chosen.variants,
            options=settings_of(chosen.settings),
            players=players,
            seed=self.seed,
            seats=named + ("random",) * (players - len(named)),
        )


def playing_options(usual: str, seats: str = "Default: all choose at random.") -> Callable[[F], F]:
    """Declare these options; `usual` is the help of `--games`, and `seats` ends that of `--seat`."""
    jobs = "Play N games at once (default 1; 0 for one per core)."
    cluster = "Play on the Dask cluster at ADDRESS, such as tcp://HOST:8786; `local` starts --jobs workers here."
    seconds = "Stop after S seconds, with the games played until then."
    return option_group(
        PlayOptions,
        "by",
        seat_option(seats),
        option(GAME, "--seed", type=int, default=0, metavar="S", help="Play the games of this seed (default 0)."),
        option(GAMES, "--games", type=click.IntRange(min=1), metavar="N", help=usual),
        option(GAMES, "--jobs", type=click.IntRange(0, 256), metavar="N", help=jobs),
        option(GAMES, "--cluster", metavar="ADDRESS", help=cluster),
        option(GAMES, "--seconds", type=FiniteRange(min=0), metavar="S", help=seconds),
    )


@frozen
class PictureFiles:
    """The files of `--plot` and `--report`."""

    plot: Path | None
    report: Path | None

    def check(self) -> None:
        """Raise RulebookError if it can already be seen that one of them cannot be written."""
        from rulewright.cli.measuring.requested import check_file

        for path, endings in ((self.plot, (".svg", ".png", ".html")), (self.report, (".html",))):
            if path is not None:
                check_file(path, endings)
        if self.plot is not None and self.plot.suffix == ".png":
            from rulewright.cli.measuring.output_files import png_of

            png_of('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')

    def write(self, title: str, subtitle: str, tables: Sequence[ReportSection]) -> None:
        """Write charts, and a page with everything; raise OSError."""
        from rulewright.cli.measuring.output_files import write

        for path in filter(None, (self.plot, self.report)):
            write(path, title, subtitle, tables, whole=path == self.report)


_FILE = click.Path(path_type=Path)
picture_options = option_group(
    PictureFiles,
    "pictures",
    option(RESULTS, "--plot", type=_FILE, metavar="FILE", help="Draw charts (.svg, .png or .html)."),
    option(RESULTS, "--report", type=_FILE, metavar="FILE", help="Write a page with tables and charts (.html)."),
)


def json_option(function: F) -> F:
    return option(RESULTS, "--json", "as_json", is_flag=True, help="Print JSON.")(function)


def bound_option(function: F) -> F:
    return option(
        RESULTS,
        "--fail-if",
        "fail_if",
        multiple=True,
        metavar="BOUND",
        help='Exit with 1 if BOUND holds, such as "wins seat 1 alone > 55%"; repeatable.',
    )(function)


def closely_option(function: F) -> F:
    return option(
        RESULTS,
        "--closely",
        type=click.IntRange(min=0),
        metavar="N",
        help="Count cards, choices and rules in the first N games (default: in a few; 0 for none).",
    )(function)
