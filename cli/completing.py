"""What a shell offers when somebody presses Tab: only names that are there without a rulebook being read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def games(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bundled games and variants, and files."""
    from rulewright.dsl.bundled import bundled, extras

    return files(context, parameter, incomplete) + named([*bundled(), *extras()], incomplete)


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, which the shell itself looks for. This has to come before all names: what bash was told until then, it forgets."""
    from click.shell_completion import CompletionItem

    del context, parameter
    return [CompletionItem(incomplete, type="file")]


def messages(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of all messages."""
    from rulewright.dsl.catalogue import CATALOGUE

    del context, parameter
    return named(CATALOGUE, incomplete)


def named(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Those of some names that begin so."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
