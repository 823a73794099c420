"""`rulewright test`: the examples in rulebooks, played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.dsl import checked
    from rulewright.dsl.diagnostic import Diagnostic
    from rulewright.interpreter.play.examples import ExampleResult
    from rulewright.interpreter.play.inherited import Kept


@click.command(name="test", no_args_is_help=True)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--run", "wanted", metavar="TEXT", help="Only examples whose number or title contains TEXT.")
@click.option(
    "--format",
    "style",
    type=click.Choice(["full", "concise"]),
    default="full",
    show_default=True,
    help="How failures are shown.",
)
def command(paths: tuple[str, ...], wanted: str | None, style: str) -> int:
    """Run the examples in rulebooks: files, folders, and bundled games. The exit code is 1 if one fails.

    With each variant by itself, the examples of its game are run as well: those that it changes, it must replace or remove.
    """
    from rulewright.cli.files import named_files
    from rulewright.cli.problems import FINDINGS, GOOD, exit_code, show_problems
    from rulewright.dsl.diagnostic import in_order
    from rulewright.dsl.library import load_all
    from rulewright.interpreter.play.examples import run_examples
    from rulewright.interpreter.play.inherited import run_inherited

    files, diagnostics = named_files(paths)
    results: list[ExampleResult] = []
    lines: list[str] = []
    unanswered: list[Diagnostic] = []
    for name in files:
        games, found = load_all(name)
        # What only `lint` should speak of does not hinder anybody here.
        diagnostics += [diagnostic for diagnostic in found if diagnostic.severity == "error"]
        for game in games:
            results += [result for result in run_examples(game) if _is_wanted(result.numbers, result.title, wanted)]
            if game.inherited:
                # What fails without the variant, too, has been told already.
                failing = {result.span for result in results if not result.passed}
                kept = run_inherited(
                    game,
                    [
                        one
                        for one in game.inherited
                        if one.span not in failing and _is_wanted(one.numbers, one.title, wanted)
                    ],
                )
                unanswered += kept.diagnostics
                if kept.all:
                    lines.append(_line(game, kept))
    failures = [result.diagnostic for result in results if not result.passed and result.diagnostic is not None]
    failed = sum(not result.passed for result in results)
    show_problems(in_order([*diagnostics, *failures, *unanswered]), style)
    if style == "full" and (diagnostics or failures or unanswered):
        print()
    for line in lines:
        print(line)
    print(f"{len(results) - failed} passed, {failed} failed")
    if diagnostics:
        return exit_code(diagnostics)
    return FINDINGS if failed or unanswered else GOOD


def _line(game: checked.Game, kept: Kept) -> str:
    """What became of a game's examples with a variant: `drowsy: 9 of 11 examples of snails hold, 2 replaced or removed`."""
    parts = [f"{game.variants[-1]}: {kept.hold} of {kept.all} examples of {game.name} hold"]
    if kept.answered:
        parts.append(f"{kept.answered} replaced or removed")
    if kept.elsewhere:
        parts.append(f"{kept.elsewhere} for other players or options")
    changed = kept.all - kept.hold - kept.answered - kept.elsewhere
    if changed:
        parts.append(f"{changed} changed")
    return ", ".join(parts)


def _is_wanted(numbers: tuple[str, ...], title: str, wanted: str | None) -> bool:
    if wanted is None:
        return True
    words = wanted.casefold()
    return any(words in text.casefold() for text in (*numbers, title))
