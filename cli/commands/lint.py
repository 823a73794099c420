"""`rulewright lint`: check rulebooks for mistakes."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

import click

from rulewright.cli.shell.help_layout import HelpCommand, option
from rulewright.cli.shell.shell_completion import games
from rulewright.dsl.messages.said import MESSAGES

if TYPE_CHECKING:
    from rulewright.cli.commands.deep import DeepRun
    from rulewright.cli.shell.certain_fixes import FixState, Look
    from rulewright.cli.shell.lint_settings import LintSettings
    from rulewright.dsl.messages.diagnostic import Diagnostic, Severity

INTERRUPTED = 130
FORMATS = ("full", "concise", "json", "github", "sarif", "junit")
DEEP = "Playing the rulebook"
"""The heading of options about random games."""


@click.command(
    name="lint",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright lint game.rules", "check one rulebook"),
        ("rulewright lint . --fix", "fix a folder"),
        ("rulewright lint . --ignore NAME,NAME", "leave out two warnings"),
        ("rulewright lint game.rules --deep --budget 5m", "play it for five minutes"),
    ],
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=games)
@click.option("--fix", is_flag=True, help="Fix what can be fixed with certainty, and show the rest.")
@click.option("--diff", "as_diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--select", multiple=True, metavar="NAME", help="Show only these warnings; repeat it, or use commas.")
@click.option("--ignore", multiple=True, metavar="NAME", help="Leave out these warnings; repeat it, or use commas.")
@click.option("--level", type=click.Choice(["error", "warning"]), help="Show errors only, or warnings also (default).")
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    default="full",
    help="Print messages with their lines (default), in one line each, or for programs.",
)
@click.option(
    "--lang", "wanted", type=click.Choice(MESSAGES.languages), help="Print messages in this language (default: that of LANG)."
)
@option(
    DEEP, "--deep", is_flag=True, help="Also play thousands of random games, in every way in which the rulebook can be played."
)
@option(
    DEEP, "--budget", metavar="TIME", help="Stop after this time in all, such as 60s or 5m, with fewer games (default: no limit)."
)
@option(DEEP, "--jobs", type=click.IntRange(1), metavar="N", help="Play in N processes (default: one per core).")
def command(
    paths: tuple[str, ...], *, style: str, select: tuple[str, ...], ignore: tuple[str, ...], level: Severity | None,
    wanted: str | None, fix: bool, as_diff: bool, deep: bool, budget: str | None, jobs: int | None,
) -> int:  # fmt: skip
    """Check rulebooks for mistakes: files, folders, and bundled games.

    The check covers the base game, each variant in the file, and each combination of variants that an example names. Errors
    are always shown. A table `[lint]` in a `rulewright.toml`, beside the rulebook or in a folder above, can also choose the
    warnings. The exit code is 1 if there is an error or a warning.

    With --deep, a rulebook without errors is also played, a thousand games in each way. The ways are every number of players,
    each option at both ends, each variant and each pair of variants. This finds lines that never come up, games that never
    end, seats that win too often, and rules that change nothing.
    """
    from rulewright.cli.commands.deep import DeepRun
    from rulewright.cli.shell.files import named_files
    from rulewright.cli.shell.lint_settings import settings_for, typed_settings
    from rulewright.cli.shell.problems import FINDINGS, exit_code, render_diagnostics
    from rulewright.dsl.messages.diagnostic import in_order

    typed = typed_settings(select, ignore)
    files, diagnostics = named_files(paths)
    player = DeepRun.from_options(len(files), jobs, budget) if deep and not as_diff else None
    mended = 0
    for name in files:
        settings, wrong = settings_for(name)
        look = partial(_findings, name, settings.under(typed, level))
        diagnostics += wrong
        if fix or as_diff:
            state = _mended(name, look, as_diff=as_diff)
            mended += state.edits
            diagnostics += state.found if player is None else look(player=player)
        else:
            diagnostics += look(player=player)
    from rulewright.cli.shell.game_choice import message_language

    language = wanted or message_language(diagnostics)
    if as_diff:
        # A file that cannot be read has no differences to show.
        unread = [one for one in diagnostics if one.span is None]
        if unread:
            print(render_diagnostics(unread, "full", sys.stderr, files, language), file=sys.stderr)
        return exit_code(unread) or (FINDINGS if mended else 0)
    diagnostics = in_order(diagnostics)
    text = render_diagnostics(diagnostics, style, sys.stdout, files, language)
    if text:
        print(text)
    if style == "full":
        severities = [diagnostic.severity for diagnostic in diagnostics]
        print(("\n" if text else "") + summary(language, mended, severities, len(files)))
    if player is not None:
        player.tell(sys.stdout if style == "full" else sys.stderr)
        if player.interrupted:
            return INTERRUPTED
    return exit_code(diagnostics) or (FINDINGS if diagnostics else 0)


def _findings(
    name: str, settings: LintSettings, unsaved: Mapping[str, str] | None = None, player: DeepRun | None = None
) -> list[Diagnostic]:
    """Return the findings in one rulebook that the settings show; with a player, also play it."""
    from rulewright.interpreter.cache.engine_digest import cached_result, keep_made

    plain = unsaved is None and player is None
    if plain and cached_result("clean", name) is not None:
        return []
    from rulewright.dsl.lint.whole_lint import lint_after_look
    from rulewright.interpreter.estimate.limits import limits

    deep = None if player is None else partial(player.played, name)
    # Random games create much garbage, so let the collector run as usual.
    with _seldom_tidied() if player is None else nullcontext():
        look, found = lint_after_look(name, limits, unsaved, deep)
    if plain and look.found is not None and not found:
        keep_made("clean", name, (), look.found.texts, lambda: b"")
    return [diagnostic for diagnostic in found if settings.shows(diagnostic)]


@contextmanager
def _seldom_tidied() -> Iterator[None]:
    """Collect garbage rarely: what is read stays until the end, and searching through it costs a tenth of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(200_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _mended(name: str, look: Look, *, as_diff: bool) -> FixState:
    """Fix a rulebook, or show the fixes as a difference."""
    from rulewright.cli.shell.certain_fixes import apply_certain_fixes
    from rulewright.cli.shell.rewrites import difference, rewrite

    state = apply_certain_fixes(name, look)
    for place, text in state.texts.items():
        if as_diff:
            click.echo(difference(state.sources[place], text), nl=False)
        else:
            rewrite(state.sources[place], text)
    return state


def summary(language: str, mended: int, severities: Sequence[str], files: int) -> str:
    """Return a line with the numbers of errors, warnings and fixes."""
    from rulewright.cli.render.speech import phrase
    from rulewright.dsl.messages.speech import list_words

    counts = [("lint-errors", severities.count("error")), ("lint-warnings", severities.count("warning"))]
    found = [phrase(language, key, number) for key, number in counts if number]
    left = list_words(language, found) if found else phrase(language, "lint-nothing")
    done = phrase(language, "lint-mended", mended) + ", " if mended else ""
    return done + phrase(language, "lint-in", left, files)
