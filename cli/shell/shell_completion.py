"""Complete words in a shell, from names that are known without reading a rulebook."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


def games(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete bundled games and variants, and files."""
    from rulewright.dsl.files.bundled import bundled_games, bundled_variants

    return files(context, parameter, incomplete) + named([*bundled_games(), *bundled_variants()], incomplete)


def files(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Let the shell complete files. This must come before all names: bash forgets the items before it."""
    from click.shell_completion import CompletionItem

    del context, parameter
    return [CompletionItem(incomplete, type="file")]


def saves(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the names of saved games, and files."""
    from rulewright.cli.shell.save_files import SUFFIX, saves_folder

    folder = saves_folder()
    names = sorted(path.stem for path in folder.glob(f"*{SUFFIX}")) if folder is not None else []
    return files(context, parameter, incomplete) + named(names, incomplete)


def messages(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the names of messages."""
    from rulewright.dsl.messages.diagnostic_names import CATALOGUE

    del context, parameter
    return named(CATALOGUE, incomplete)


def named(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return the names that begin with `incomplete`."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
