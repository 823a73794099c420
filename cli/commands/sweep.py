"""`rulewright sweep`: play every combination of some settings, and find the one nearest to a wish."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.measuring.options import RESULTS, PictureFiles, PlayOptions, json_option, picture_options, playing_options
from rulewright.cli.shell.game_choice import GameChoice, seat_names, title_with_variants, variant_option
from rulewright.cli.shell.help_layout import GAME, HelpCommand, option
from rulewright.cli.shell.shell_completion import games as complete_games

if TYPE_CHECKING:
    from rulewright.cli.measuring.sweep_results import Combination, SweepFile
    from rulewright.interpreter import Game


@click.command(
    name="sweep",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright sweep GAME --set OPTION=1..6", "six values"),
        ("rulewright sweep GAME --players 2..4 --toward 'length = 30'", "find the best"),
        ("rulewright sweep GAME --set OPTION=1..6 --out FILE", "resume it later"),
    ],
)
@click.argument("reference", metavar="GAME", shell_complete=complete_games)
@variant_option("Play with a variant: its name, its file, or FILE:NAME; repeatable.")
@option(
    GAME,
    "--set",
    "settings",
    multiple=True,
    metavar="OPTION=VALUES",
    help="Try these values of an option: 1..6, or a,b,c; repeatable.",
)
@option(GAME, "--players", metavar="N..M", help="Try these numbers of players: 3..5, or 2,4 (default: the fewest possible).")
@playing_options("Play N games of each combination (default: a thousand).")
@option(RESULTS, "--toward", metavar="WISH", help='Find the combination that comes nearest to WISH, such as "length = 30".')
@option(
    RESULTS,
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Save finished combinations in FILE, and skip those in it.",
)
@json_option
@picture_options
def command(
    reference: str,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    players: str | None,
    by: PlayOptions,
    toward: str | None,
    out: Path | None,
    pictures: PictureFiles,
    *,
    as_json: bool,
) -> int:
    """Play every combination of settings, and show the figures of each.

    All combinations are played with the same seeds. `--seconds` limits each combination.
    """
    from rulewright.cli.measuring import sweep_results
    from rulewright.cli.measuring.progress import USUAL_GAMES, StudyRequest, measure, playing
    from rulewright.cli.measuring.section_text import lines
    from rulewright.cli.measuring.summary import INTERRUPTED, failed
    from rulewright.interpreter.measure.study_runner import Study

    game = GameChoice(reference, variants).load()
    named, seed = seat_names(by.seats), by.seed
    combinations = sweep_results.combinations(game, settings, players, len(named))
    wish = sweep_results.wish(toward, combinations)
    pictures.check()
    many = by.games or USUAL_GAMES
    kept = sweep_results.SweepFile(out, sweep_results.head_of(game, variants, many, seed, named))
    code, failure = 0, None
    with playing(by.jobs, by.cluster) as playing_here:
        for one in combinations:
            if one.key in kept.records:
                continue
            study = Study((by.plan(GameChoice(reference, variants, one.settings), one.players),))
            wanted = StudyRequest(games=many, seconds=by.seconds, closely=0)
            found = measure(study, [game.with_options(dict(one.options))], wanted, playing_here)
            code = max(code, failed(found, by.seconds))
            if found.interrupted:
                code = INTERRUPTED
            if found.interrupted or found.lost is not None:
                break
            try:
                kept.add(one, found)
            except OSError as error:
                failure = error
                break
    done = [one for one in combinations if one.key in kept.records]
    title, tables = title_with_variants(game), sweep_results.sections(done, kept, wish)
    if as_json:
        print(json.dumps(_record(game, variants, seed, done, kept, wish)))
    else:
        print(f"{title}: {len(done)} of {len(combinations)} combinations, {many:,} games of each, seed {seed}")
        print("\n".join(lines(tables, 100)))
    pictures.write(title, f"{len(done)} combinations, {many:,} games of each, seed {seed}", tables)
    if failure is not None:
        # First show what was counted until then; the error comes last.
        raise failure
    return code


def _record(
    game: "Game", variants: tuple[str, ...], seed: int, done: "Sequence[Combination]", kept: "SweepFile", wish: Any
) -> dict[str, Any]:
    from rulewright.cli.measuring import sweep_results
    from rulewright.cli.measuring.json_results import FORMAT

    nearest = sweep_results.nearest(done, kept, wish)
    return {
        "format": FORMAT,
        "game": game.name,
        "variants": list(variants),
        "seed": seed,
        "combinations": [kept.records[one.key] for one in done],
        "toward": None if wish is None else wish.text,
        "nearest": [one.key for one in nearest[:1]] or None,
    }
