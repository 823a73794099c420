"""The options that `simulate`, `compare` and `sweep` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from rulewright.cli.shell.game_choice import FiniteRange, seat_option
from rulewright.cli.shell.help_layout import GAME, option

F = TypeVar("F", bound=Callable[..., Any])

GAMES = "How many games"
"""The heading of options that say how many games are played, and in how many processes."""
RESULTS = "Results"
"""The heading of options about what is counted, and where it is written."""


def playing_options(usual: str) -> Callable[[F], F]:
    """Declare how many games are played, by whom, and how many at once; `usual` is the help of `--games`."""

    def decorate(function: F) -> F:
        for one in (
            option(
                GAMES,
                "--seconds",
                type=FiniteRange(min=0),
                metavar="S",
                help="Stop after S seconds, with the games played until then.",
            ),
            option(
                GAMES,
                "--cluster",
                metavar="ADDRESS",
                help="Play on the Dask cluster at ADDRESS, such as tcp://HOST:8786; `local` starts --jobs workers here.",
            ),
            option(
                GAMES,
                "--jobs",
                type=click.IntRange(0, 256),
                metavar="N",
                help="Play N games at once (default 1; 0 for one per core).",
            ),
            option(GAMES, "--games", type=click.IntRange(min=1), metavar="N", help=usual),
            option(GAME, "--seed", type=int, default=0, metavar="S", help="Play the games of this seed (default 0)."),
            seat_option("Default: all choose at random."),
        ):
            function = one(function)
        return function

    return decorate


def picture_options(function: F) -> F:
    """Declare `--plot` and `--report`."""
    path = click.Path(path_type=Path)
    for one in (
        option(RESULTS, "--report", type=path, metavar="FILE", help="Write a page with tables and charts (.html)."),
        option(RESULTS, "--plot", type=path, metavar="FILE", help="Draw charts (.svg, .png or .html)."),
    ):
        function = one(function)
    return function


def json_option(function: F) -> F:
    """Declare `--json`."""
    return option(RESULTS, "--json", "as_json", is_flag=True, help="Print JSON.")(function)


def bound_option(function: F) -> F:
    """Declare `--fail-if`."""
    return option(
        RESULTS,
        "--fail-if",
        "fail_if",
        multiple=True,
        metavar="BOUND",
        help='Exit with 1 if BOUND holds, such as "wins seat 1 alone > 55%"; repeatable.',
    )(function)


def closely_option(function: F) -> F:
    """Declare `--closely`."""
    return option(
        RESULTS,
        "--closely",
        type=click.IntRange(min=0),
        metavar="N",
        help="Count cards, choices and rules in the first N games (default: in a few; 0 for none).",
    )(function)
