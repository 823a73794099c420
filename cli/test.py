"""`rulewright test`: the examples in rulebooks, played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.interpreter.play.examples import ExampleResult


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
    """Run the examples in rulebooks: files, folders, and bundled games. The exit code is 1 if one fails."""
    from rulewright.cli.files import named_files
    from rulewright.cli.problems import FINDINGS, GOOD, exit_code, show_problems
    from rulewright.dsl.diagnostic import in_order
    from rulewright.dsl.library import load_all
    from rulewright.interpreter.play.examples import run_examples

    files, diagnostics = named_files(paths)
    results: list[ExampleResult] = []
    for name in files:
        games, found = load_all(name)
        # What only `lint` should speak of does not hinder anybody here.
        diagnostics += [diagnostic for diagnostic in found if diagnostic.severity == "error"]
        for game in games:
            results += [result for result in run_examples(game) if _is_wanted(result, wanted)]
    failures = [result.diagnostic for result in results if not result.passed and result.diagnostic is not None]
    failed = sum(not result.passed for result in results)
    show_problems(in_order([*diagnostics, *failures]), style)
    if style == "full" and (diagnostics or failures):
        print()
    print(f"{len(results) - failed} passed, {failed} failed")
    if diagnostics:
        return exit_code(diagnostics)
    return FINDINGS if failed else GOOD


def _is_wanted(result: ExampleResult, wanted: str | None) -> bool:
    if wanted is None:
        return True
    words = wanted.casefold()
    return any(words in text.casefold() for text in (*result.numbers, result.title))
