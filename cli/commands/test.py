"""`rulewright test`: run the examples in rulebooks."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import define, evolve, field, frozen

from rulewright.cli.shell.help_layout import HelpCommand, option, option_object
from rulewright.cli.shell.shell_completion import games
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.cli.commands.mutants import MutantResults
    from rulewright.dsl import checked
    from rulewright.dsl.messages.diagnostic import Diagnostic
    from rulewright.dsl.text.source import Span
    from rulewright.interpreter.examine.coverage import Coverage
    from rulewright.interpreter.games.examples import ExampleResult
    from rulewright.interpreter.games.variant_examples import InheritedCounts


MUTANTS = "Mutation testing"
"""The heading of options about broken rulebooks."""


@frozen
class TestOptions:
    paths: tuple[str, ...]
    run: str | None
    watch: bool
    style: str
    coverage: bool
    fail_under: float | None
    mutants: bool
    budget: str | None
    """The time for judging mutants, for all rulebooks together."""
    jobs: int | None
    junit: Path | None
    as_json: bool


@define
class TestResults:
    reference: str
    errors: list[Diagnostic]
    """The errors that prevent it from being played."""
    games: list[checked.Game]
    results: list[tuple[checked.Game, ExampleResult]] = field(factory=list)
    unanswered: list[Diagnostic] = field(factory=list)
    """Examples of the game with another outcome in a variant that does not mention them."""
    lines: list[str] = field(factory=list)
    reached: set[Span] = field(factory=set)

    @property
    def failed(self) -> bool:
        """Return whether an example fails, or cannot be run."""
        return bool(self.errors or self.unanswered) or not all(result.passed for _, result in self.results)


@click.command(
    name="test",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright test game.rules", "run all its examples"),
        ("rulewright test game.rules --run F12", "run those of a rule"),
        ("rulewright test game.rules --coverage", "show what none reaches"),
        ("rulewright test . --watch", "run them after each change"),
        ("rulewright test game.rules --mutants --budget 5m", "test the examples"),
    ],
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=games)
@click.option("--run", metavar="TEXT", help="Run only examples whose number or title contains TEXT.")
@click.option("--watch", is_flag=True, help="Run the examples again whenever a rulebook changes.")
@click.option(
    "--coverage", is_flag=True, help="Show the lines, branches, cards, standing rules and bans that no example reaches."
)
@click.option(
    "--fail-under",
    type=float,
    metavar="N",
    help="Exit with 1 if less than N % is reached (--coverage) or noticed (--mutants). Unjudged mutants count as unnoticed.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(["full", "concise"]),
    default="full",
    help="Print failures in full (default) or in one line.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the results to FILE, for a build server.",
)
@option(
    MUTANTS,
    "--mutants",
    is_flag=True,
    help="Break the rules in one place at a time, and list the mutants that no example notices.",
)
@option(MUTANTS, "--budget", metavar="TIME", help="Stop after this time, such as 60s or 5m (default: no limit).")
@option(MUTANTS, "--jobs", type=click.IntRange(1), metavar="N", help="Judge mutants in N processes (default: one per core).")
@option_object(TestOptions, "asked")
def command(asked: TestOptions) -> int:
    """Run the examples in rulebooks: files, folders, and bundled games. The exit code is 1 if one fails.

    The examples of a game are also run with each of its variants. If a variant changes the outcome of an example, it must
    replace or remove that example.
    """
    return _watched(asked) if asked.watch else once(asked)


def _watched(asked: TestOptions) -> int:
    """Run the examples after each change, until Ctrl-C."""
    from rulewright.cli.shell.file_watch import changes
    from rulewright.cli.shell.files import named_files
    from rulewright.dsl.messages.diagnostic import visible

    code = once(asked)
    print("waiting for a change; Ctrl-C ends", flush=True)
    try:
        for changed in changes(named_files(asked.paths)[0]):
            print(f"\n{visible(', '.join(changed))}:")
            code = once(asked)
            print("waiting for a change; Ctrl-C ends", flush=True)
    except KeyboardInterrupt:
        print()
    return code


def once(asked: TestOptions) -> int:
    """Run the examples once, and show all that is wanted."""
    from rulewright.cli.commands.mutants import judged_rulebook, seconds_of
    from rulewright.cli.shell.files import named_files
    from rulewright.cli.shell.problems import FINDINGS, GOOD, exit_code

    limit = None if asked.budget is None else seconds_of(asked.budget)
    files, diagnostics = named_files(asked.paths)
    found = [_tested(name, asked) for name in files]
    covered = [_covered(one) for one in found] if asked.coverage else []
    judged: list[MutantResults] = []
    if asked.mutants:
        deadline = None if limit is None else time.monotonic() + limit
        # If an example fails already, mutants cannot be told from the original.
        judged = [judged_rulebook(one.reference, asked.jobs or os.cpu_count() or 1, deadline) for one in found if not one.failed]
    if asked.junit is not None:
        from rulewright.cli.commands import junit_results

        junit_results.write(asked.junit, found)
    _show(asked, diagnostics, found, covered, judged)
    wrong = [*diagnostics, *(error for one in found for error in one.errors)]
    if wrong:
        return exit_code(wrong)
    shares = [*(one.percent() for one in covered), *(one.percent for one in judged)]
    low = asked.fail_under is not None and any(share < asked.fail_under for share in shares)
    return FINDINGS if low or any(one.failed for one in found) else GOOD


def _tested(name: str, asked: TestOptions) -> TestResults:
    from rulewright.dsl.library.library import load_all
    from rulewright.interpreter.games.examples import play_examples
    from rulewright.interpreter.games.variant_examples import run_inherited

    games, diagnostics = load_all(name)
    # Findings of `lint` alone do not prevent a test.
    found = TestResults(name, [one for one in diagnostics if one.severity == "error"], games)
    for game in games:
        examples = [one for one in game.examples if _is_wanted(one.numbers, one.titles.get("en", ""), asked.run)]
        results = play_examples(game, examples, traced=asked.coverage)
        found.results += [(game, result) for result in results]
        found.reached.update(*(result.reached for result in results))
        if game.inherited:
            # Failures without the variant were already reported.
            failing = {result.span for _, result in found.results if not result.passed}
            refused = {error.span for error in found.errors}
            kept = run_inherited(
                game,
                [
                    one
                    for one in game.inherited
                    if one.span not in failing
                    and (one.wrong is None or one.wrong.span not in refused)
                    and _is_wanted(one.numbers, one.title, asked.run)
                ],
            )
            found.unanswered += kept.diagnostics
            if kept.all:
                found.lines.append(_line(game, kept))
    return found


def _covered(tested: TestResults) -> Coverage:
    """Return what the examples of a rulebook reach in its own files."""
    from rulewright.dsl.library.library import find_game
    from rulewright.interpreter.examine.coverage import coverage

    found, _ = find_game(tested.reference, whole=True)
    own = () if found is None else found.asked.sources
    return coverage(tested.games, tested.reached, {source.name for source in own})


def _show(
    asked: TestOptions,
    diagnostics: list[Diagnostic],
    found: Sequence[TestResults],
    covered: Sequence[Coverage],
    judged: Sequence[MutantResults],
) -> None:
    from rulewright.cli.shell.problems import show_problems
    from rulewright.dsl.messages.diagnostic import in_order

    results = [result for one in found for _, result in one.results]
    failed = sum(not result.passed for result in results)
    failures = [result.failure for result in results if result.failure is not None]
    if asked.as_json or asked.style == "concise":
        # No line of the rulebook is shown here, so the actual value goes into the message.
        failures = [
            evolve(one, message=Phrase("numbers-message", numbers=one.message, message=one.label)) if one.label else one
            for one in failures
        ]
    wrong = in_order(
        [
            *diagnostics,
            *(error for one in found for error in one.errors),
            *failures,
            *(one for tested in found for one in tested.unanswered),
        ]
    )
    if asked.as_json:
        import json

        print(json.dumps(_record(wrong, found, covered, judged), indent=2))
        return
    show_problems(wrong, asked.style)
    if asked.style == "full" and wrong:
        print()
    for line in (line for one in found for line in one.lines):
        print(line)
    for tested, one in zip(found, covered):
        print("\n".join(_coverage_lines(tested.reference, one)))
    for judgement in judged:
        print("\n".join(judgement.lines()))
    print(f"{len(results) - failed} passed, {failed} failed")


def _coverage_lines(reference: str, covered: Coverage) -> list[str]:
    """Return a line for everything that no example reaches, and the shares of what they do reach."""
    from rulewright.dsl.messages.diagnostic import place_of_span, visible
    from rulewright.interpreter.examine.coverage import KINDS

    lines = [f"{place_of_span(one.span)}: {one.what}: {visible(_first_line(one.span))}" for one in covered.missing]
    parts = [f"{name} {covered.reached[kind]} of {covered.all[kind]}" for kind, name in KINDS.items() if covered.all[kind]]
    return [*lines, f"{visible(reference)}: {covered.percent():.1f} % reached: {', '.join(parts) or 'there is nothing'}"]


def _first_line(span: Span) -> str:
    """Return the line of the file on which a span begins."""
    return span.source.line(span.line).strip()[:80]


def _record(
    wrong: Sequence[Diagnostic], found: Sequence[TestResults], covered: Sequence[Coverage], judged: Sequence[MutantResults]
) -> dict[str, Any]:
    from rulewright.cli.render.as_json import record
    from rulewright.interpreter.examine.coverage import KINDS

    data: dict[str, Any] = {
        "examples": [
            {
                "file": result.span.source.name,
                "line": result.span.line,
                "numbers": list(result.numbers),
                "title": result.title,
                "variants": list(game.variants),
                "passed": result.passed,
            }
            for one in found
            for game, result in one.results
        ],
        "problems": [record(one.rendered()) for one in wrong],
    }
    if covered:
        data["coverage"] = [
            {
                "rulebook": tested.reference,
                "percent": round(one.percent(), 2),
                **{name.replace(" ", "_"): {"reached": one.reached[kind], "all": one.all[kind]} for kind, name in KINDS.items()},
                "missing": [
                    {"file": missing.span.source.name, "line": missing.span.line, "kind": missing.kind, "what": missing.what}
                    for missing in one.missing
                ],
            }
            for tested, one in zip(found, covered)
        ]
    if judged:
        data["mutants"] = [one.record() for one in judged]
    return data


def _line(game: checked.Game, kept: InheritedCounts) -> str:
    """Return a line on a variant: `drowsy: 9 of 11 examples of snails hold, 2 replaced or removed`."""
    parts = [f"{game.variants[-1]}: {kept.hold} of {kept.all} examples of {game.name} hold"]
    if kept.answered:
        parts.append(f"{kept.answered} replaced or removed")
    if kept.elsewhere:
        parts.append(f"{kept.elsewhere} for other players or options")
    if kept.changed:
        parts.append(f"{len(kept.changed)} changed")
    return ", ".join(parts)


def _is_wanted(numbers: tuple[str, ...], title: str, wanted: str | None) -> bool:
    if wanted is None:
        return True
    words = wanted.casefold()
    return any(words in text.casefold() for text in (*numbers, title))
