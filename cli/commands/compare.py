"""`rulewright compare`: measure what a variant or a setting changes, and whether that is more than chance."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.measuring.options import bound_option, closely_option, json_option, picture_options, playing_options
from rulewright.cli.shell.game_choice import load_game, player_count, seat_names, settings_of, title_with_variants, variant_option
from rulewright.cli.shell.help_layout import GAME, Command, option
from rulewright.cli.shell.shell_completion import games as complete_games

if TYPE_CHECKING:
    from rulewright.cli.measuring.progress import Measured
    from rulewright.interpreter import Game

USUAL_GAMES = 10_000


@click.command(
    name="compare",
    cls=Command,
    no_args_is_help=True,
    examples=[
        ("rulewright compare GAME VARIANT", "what a variant changes"),
        ("rulewright compare GAME OPTION=2 OPTION=3", "what two settings change"),
        ("rulewright compare GAME VARIANT+OPTION=2", "both together"),
        ("rulewright compare old.rules new.rules", "two rulebooks"),
    ],
)
@click.argument("base", metavar="BASE", shell_complete=complete_games)
@click.argument("others", metavar="VARIANT...", nargs=-1, required=True, shell_complete=complete_games)
@variant_option("Add a variant to all of them, BASE included; repeatable.")
@option(GAME, "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option for all of them; repeatable.")
@option(GAME, "--players", type=int, metavar="N", help="Play with N players (default: the fewest that all of them allow).")
@playing_options(f"Play N games of each (default {USUAL_GAMES:,}).")
@closely_option
@bound_option
@json_option
@picture_options
def command(
    base: str,
    others: tuple[str, ...],
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    games: int | None,
    jobs: int | None,
    cluster: str | None,
    seats: tuple[str, ...],
    seconds: float | None,
    seed: int,
    closely: int | None,
    fail_if: tuple[str, ...],
    plot: Path | None,
    report: Path | None,
    *,
    as_json: bool,
) -> int:
    """Play a game and variants of it with the same seeds, and report what changes beyond chance.

    A VARIANT is the name of a variant, an `option=value`, or several of these joined by `+`. It may also be another game or
    rulebook. Taken together, the statements of a report are wrong by chance in at most 5 of 100 cases.
    """
    from rulewright.cli.measuring import requested
    from rulewright.cli.measuring.comparison_text import record, sections, verdicts
    from rulewright.cli.measuring.output_files import write
    from rulewright.cli.measuring.progress import Wanted, clear_progress, looked_at, measure, playing, show_progress
    from rulewright.cli.measuring.section_text import lines
    from rulewright.cli.measuring.summary import failed, tell_broken
    from rulewright.cli.measuring.thresholds import bounds
    from rulewright.interpreter.measure.plan import Plan
    from rulewright.interpreter.measure.study_runner import Study

    named = seat_names(seats)
    loaded = [(base, variants, settings, load_game(base, variants, settings))]
    loaded += [other_game(base, variants, settings, other) for other in others]
    least = max(game.least_players for *_, game in loaded)
    counts = {player_count(game, least if players is None else players, len(named)) for *_, game in loaded}
    count = counts.pop()
    plans = tuple(
        Plan(
            reference=reference,
            variants=own,
            options=settings_of(options),
            players=count,
            seed=seed,
            seats=named + ("random",) * (count - len(named)),
        )
        for reference, own, options, _ in loaded
    )
    limits, pictures = bounds(fail_if, count), requested.files(plot, report)
    study = Study(plans, closely=looked_at(closely, plans[0].seats))
    wanted = Wanted(games=games or USUAL_GAMES, seconds=seconds, closely=closely)
    try:
        with playing(jobs, cluster) as by:
            found = measure(study, [game for *_, game in loaded], wanted, by, show_progress)
    finally:
        clear_progress()
    titles = [title(found.games[0], ""), *(title(game, other) for game, other in zip(found.games[1:], others, strict=True))]
    tables = [] if as_json and not pictures else sections(found, titles)
    if as_json:
        print(json.dumps(record(found, titles)))
    else:
        _print(found, titles, verdicts(found, titles), list(lines(tables, 100)))
    for file in pictures:
        write(file, f"{titles[0]} compared", subtitle(found), tables, whole=file == report)
    code = failed(found, seconds)
    return code or tell_broken(limits, list(zip(titles, found.share.figures, strict=True)))


def other_game(
    base: str, variants: tuple[str, ...], settings: tuple[str, ...], other: str
) -> "tuple[str, tuple[str, ...], tuple[str, ...], Game]":
    """Load a VARIANT: the base with variants and settings, or another game. Return it with its arguments."""
    from rulewright.dsl.messages.diagnostic import RulebookError

    parts = tuple(part.strip() for part in other.split("+"))
    own = (*variants, *(part for part in parts if "=" not in part))
    names = {part.partition("=")[0] for part in parts if "=" in part}
    kept = tuple(one for one in settings if one.partition("=")[0].strip() not in names)
    options = (*kept, *(part for part in parts if "=" in part))
    try:
        return base, own, options, load_game(base, own, options)
    except RulebookError as error:
        try:
            return other, variants, settings, load_game(other, variants, settings)
        except RulebookError as second:
            # For an existing file, show its own mistakes; for a misspelt variant, show similar names.
            is_file = Path(other).exists()
            raise (second if is_file else error) from None


def title(game: "Game", other: str) -> str:
    """Return the title of a game, with its variants and settings if it is the base with these."""
    return title_with_variants(game, [part.strip() for part in other.split("+") if "=" in part])


def subtitle(found: "Measured") -> str:
    """Return a line about what was played."""
    plan = found.study.plans[0]
    return f"{found.share.games:,} games of each by the same seeds, {plan.players} players, seed {plan.seed}"


def _print(found: "Measured", titles: Sequence[str], said: Sequence[tuple[str, list[str]]], tables: list[str]) -> None:
    print(f"{titles[0]}: {subtitle(found)}")
    for name, sentences in said:
        print(f"\n{name}")
        for sentence in sentences:
            print(f"  {sentence}")
    print("\n".join(tables))
