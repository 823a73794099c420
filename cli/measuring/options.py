"""The options that `simulate`, `compare` and `sweep` share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from rulewright.cli.choosing import FiniteRange, seat_option

F = TypeVar("F", bound=Callable[..., Any])


def playing_options(usual: str) -> Callable[[F], F]:
    """How many games, who plays them, and how many at once; `usual` says how many there are if nobody says it."""

    def decorate(function: F) -> F:
        for one in (
            click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same games."),
            click.option("--seconds", type=FiniteRange(min=0), metavar="S", help="Stop after so long, with what there is."),
            seat_option("If not said, all choose at random."),
            click.option(
                "--cluster",
                metavar="ADDRESS",
                help="Who plays: the workers of a Dask cluster, such as tcp://HOST:8786; or `local`, with --jobs workers.",
            ),
            click.option(
                "--jobs",
                type=click.IntRange(0, 256),
                metavar="N",
                help="So many play at once, one if not said; 0 is one for each core.",
            ),
            click.option("--games", type=click.IntRange(min=1), metavar="N", help=usual),
        ):
            function = one(function)
        return function

    return decorate


def picture_options(function: F) -> F:
    """`--plot` and `--report`."""
    path = click.Path(path_type=Path)
    for one in (
        click.option("--report", type=path, metavar="FILE", help="Write a page with all of it: .html."),
        click.option("--plot", type=path, metavar="FILE", help="Draw pictures: .svg, .png or .html."),
    ):
        function = one(function)
    return function


def json_option(function: F) -> F:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(function)


def bound_option(function: F) -> F:
    """`--fail-if`."""
    return click.option(
        "--fail-if",
        "fail_if",
        multiple=True,
        metavar="BOUND",
        help='End with 1 if that is so, such as "wins seat 1 alone > 55%".',
    )(function)


def closely_option(function: F) -> F:
    """`--closely`."""
    return click.option(
        "--closely",
        type=click.IntRange(min=0),
        metavar="N",
        help="Look so closely at the first N games that cards, choices and rules are counted; 0 for none. If not said, a few.",
    )(function)
