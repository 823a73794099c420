"""`rulewright arena`: rate players by many games between them."""

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from attrs import evolve

from rulewright.cli.measuring.options import PlayOptions, json_option, playing_options
from rulewright.cli.shell.game_choice import GameChoice, game_options, player_count, seat_names, title_with_variants
from rulewright.cli.shell.help_layout import HelpCommand
from rulewright.cli.shell.problems import problem
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from rulewright.cli.measuring.progress import StudyOutcome
    from rulewright.interpreter import Game
    from rulewright.interpreter.measure.rating import Rated, Seating

USUAL_GAMES = 100


@click.command(
    name="arena",
    cls=HelpCommand,
    no_args_is_help=True,
    examples=[
        ("rulewright arena GAME --seat hard,normal", "how much thinking pays"),
        ("rulewright arena GAME --seat normal,easy,random --games 300", "three players"),
        ("rulewright arena GAME --seat normal,my_bot.py:Bot --jobs 0", "your own player"),
    ],
)
@game_options
@playing_options(f"Play at least N games in all (default {USUAL_GAMES}).", "Name at least two.")
@json_option
def command(chosen: GameChoice, by: PlayOptions, *, as_json: bool) -> int:
    """Rate players by games between them, in points of Elo with intervals.

    In each round, every player plays every seat equally often, by the same deals. Partners are one player. If there are
    fewer players than seats, some play several seats. Ctrl-C shows the results until then.
    """
    from rulewright.cli.measuring.progress import StudyRequest, measure, playing
    from rulewright.cli.measuring.summary import failed
    from rulewright.interpreter.measure.rating import Rated, seatings
    from rulewright.interpreter.measure.study_runner import Study

    names = seat_names(by.seats)
    if len(names) < 2:
        raise problem("bad-seats", Phrase("an-arena-is-for-several"), Phrase("name-them-by-seat"))
    game = chosen.load()
    count = player_count(game, chosen.players)
    tables = seatings(len(names), _sides(game, count))
    plan = by.plan(chosen, count)
    plans = tuple(evolve(plan, seats=tuple(names[one] for one in table.seats)) for table in tables)
    rounds = -(-(by.games or USUAL_GAMES) // len(plans))
    wanted = StudyRequest(games=rounds * len(plans), seconds=by.seconds, closely=0, progress=_progress)
    with playing(by.jobs, by.cluster) as players:
        found = measure(Study(plans, in_turn=True), [game] * len(plans), wanted, players)
    rated = Rated(len(names))
    for table, figures in zip(tables, found.share.figures, strict=True):
        rated.add(table, figures)
    if as_json:
        print(json.dumps(_record(found, rated, names, tables)))
    elif found.share.games:
        _print(found, rated, names)
    return failed(found, by.seconds)


def _sides(game: "Game", count: int) -> list[int]:
    """Return the side of each seat; raise RulebookError if players cannot be compared in this game."""
    from rulewright.interpreter.search.utility import Utility

    teams = game.teams(count) or tuple(map(str, range(count)))
    sides = [list(dict.fromkeys(teams)).index(team) for team in teams]
    if max(sides) == 0 or Utility.of_match(game.start(count)).together:
        raise problem("bad-seats", Phrase("all-players-win-or-lose-together"), Phrase("measure-them-by-simulate"))
    return sides


def _progress(found: "StudyOutcome") -> str:
    done = found.share.games
    left = found.seconds / max(1, done) * (found.wanted - done)
    return f"{done:,} of {found.wanted:,} games, {left:.0f} s left"


def _order(rated: "Rated") -> list[int]:
    ratings = rated.ratings()
    return sorted(range(rated.players), key=lambda one: -ratings[one].points)


def _print(found: "StudyOutcome", rated: "Rated", names: Sequence[str]) -> None:
    from rulewright.cli.measuring.section_text import laid_out
    from rulewright.cli.measuring.sections import percent, spoken
    from rulewright.cli.render.columns import fold_text
    from rulewright.cli.shell.problems import width_of

    plan, ratings = found.study.plans[0], rated.ratings()
    title = title_with_variants(found.games[0])
    print(f"{title}, {plan.players} players, seed {plan.seed}")
    print(f"{found.share.games} games in {len(found.study.plans)} seatings\n")
    rows: list[tuple[str, ...]] = [("", "rating", "interval", "wins", "draws", "losses", "share", "s a choice")]
    for one in _order(rated):
        record, rating = rated.records[one], ratings[one]
        numbers = [str(number) for number in (record.wins, record.draws, record.losses)]
        share = percent(record.share / max(1, record.games))
        pace = record.thinking.seconds / max(1, record.thinking.choices)
        rows.append((visible(names[one]), f"{rating.points:+.0f}", spoken(*rating.interval, 0), *numbers, share, f"{pace:.3f}"))
    print("\n".join(laid_out(rows)))
    note = (
        "The average of all ratings is 0. With 400 points more, a player wins ten times as often as the other. The true rating "
        "lies in the interval in 95 of 100 cases."
    )
    print("\n".join(fold_text(note, min(100, width_of(sys.stdout)))))


def _record(found: "StudyOutcome", rated: "Rated", names: Sequence[str], tables: "Sequence[Seating]") -> dict[str, Any]:
    from rulewright.cli.measuring.json_results import FORMAT

    plan, game, ratings = found.study.plans[0], found.games[0], rated.ratings()
    return {
        "format": FORMAT,
        "game": game.name,
        "variants": list(game.variants),
        "options": {name: option.value for name, option in game.options.items()},
        "players": plan.players,
        "seed": plan.seed,
        "games": found.share.games,
        "seconds": round(found.seconds, 6),
        "rated": [
            {
                "name": names[one],
                "rating": round(ratings[one].points, 3),
                "interval": [round(end, 3) for end in ratings[one].interval],
                "games": rated.records[one].games,
                "wins": rated.records[one].wins,
                "draws": rated.records[one].draws,
                "losses": rated.records[one].losses,
                "share": round(rated.records[one].share / max(1, rated.records[one].games), 6),
                "choices": rated.records[one].thinking.choices,
                "seconds": round(rated.records[one].thinking.seconds, 6),
            }
            for one in _order(rated)
        ],
        "seatings": [
            {"seats": [names[one] for one in table.seats], "games": figures.games, "wins": figures.wins}
            for table, figures in zip(tables, found.share.figures, strict=True)
        ],
    }
