"""Lay out the help of a command: its options in groups, the common ones first, and examples at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

import attrs
import click

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = "Options"
"""The heading of options without a group."""
GAME = "The game"
"""The heading of options that select the game and its players."""
_WIDEST_EXAMPLE = 52
"""In columns: the meaning of a longer example stands on the line below."""


class GroupedOption(click.Option):
    """An option that `--help` lists under the heading `group`."""

    def __init__(self, *arguments: Any, group: str, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.group = group


class HelpCommand(click.Command):
    """A command whose help has options in groups, and examples: each a command line and what it does."""

    def __init__(self, *arguments: Any, examples: Sequence[tuple[str, str]] = (), **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.examples = examples

    def option_groups(self, context: click.Context) -> dict[str, list[tuple[str, str]]]:
        """Return each heading with its options and their help, in the order in which they are declared."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(context):
            record = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
            if record is not None:
                group = parameter.group if isinstance(parameter, GroupedOption) else OPTIONS
                groups.setdefault(group, []).append(record)
        return groups

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, records in self.option_groups(ctx).items():
            with formatter.section(heading):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        if self.examples:
            with formatter.section("Examples"):
                formatter.write_dl(self.examples, col_max=_WIDEST_EXAMPLE)


def option(group: str, *names: str, **settings: Any) -> Callable[[F], F]:
    """Declare an option of a group; the rest is as for `click.option`."""
    return click.option(*names, cls=GroupedOption, group=group, **settings)


def option_object(kind: type[attrs.AttrsInstance], name: str) -> Callable[[F], F]:
    """Give a command some of its options as one object, by the name of an argument: its class has a field for each."""
    parts = [own.name for own in attrs.fields(kind)]

    def decorate(function: F) -> F:
        @wraps(function)
        def command(**given: Any) -> Any:
            given[name] = kind(**{part: given.pop(part) for part in parts})
            return function(**given)

        return cast("F", command)

    return decorate


def option_group(kind: type[attrs.AttrsInstance], name: str, *options: Callable[..., Any]) -> Callable[[F], F]:
    """Declare options that a command gets as one object."""

    def decorate(function: F) -> F:
        found: Any = option_object(kind, name)(function)
        for declare in reversed(options):
            found = declare(found)
        return cast("F", found)

    return decorate
