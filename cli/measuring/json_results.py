"""Turn results into data for programs, as docs/simulate.schema.json describes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from attrs import asdict

from rulewright.cli.measuring.progress import StudyOutcome
from rulewright.cli.measuring.sections import difference, missing_of
from rulewright.interpreter.measure.distribution import Distribution
from rulewright.interpreter.measure.intervals import joint_confidence, normal_quantile, wilson_interval
from rulewright.interpreter.measure.observers import LEADS, WatchFigures

FORMAT = 1
"""Increase it when a key disappears or changes its meaning; new keys may come at any time."""


def record(found: StudyOutcome, teams: Sequence[str]) -> dict[str, Any]:
    plan, game, figures = found.study.plans[0], found.games[0], found.share.figures[0]
    team_wins = figures.by_team(teams)
    return {
        "game": game.name,
        "variants": list(game.variants),
        "players": plan.players,
        "games": figures.games,
        "finished": figures.finished,
        "decisions": figures.decisions,
        "seconds": round(found.seconds, 6),
        "wins": figures.wins,
        "shared": figures.shared,
        "nobody": figures.nobody,
        "scores": [spread(one) for one in figures.scores] or None,
        "format": FORMAT,
        "seed": plan.seed,
        "options": {name: option.value for name, option in game.options.items()},
        "seats": list(plan.seats) or ["random"] * plan.players,
        "wanted": found.wanted,
        "sure": found.sure,
        "rule": found.rule or None,
        "win_intervals": [list(wilson_interval(won, figures.games, found.sure)) for won in figures.wins],
        "shares": figures.shares,
        **({"teams": team_wins} if team_wins else {}),
        "length": spread(figures.length),
        "margin": spread(figures.margin) if figures.margin.count else None,
        "stopped": figures.stopped,
        "stops": [
            {"name": name, "games": times, "seed": figures.first_stops[name].seed, "number": figures.first_stops[name].number}
            for name, times in sorted(figures.stops.items())
        ],
        "repeating": None if figures.first_repeated is None else {"games": figures.repeating, **asdict(figures.first_repeated)},
        "looked_at": looked_at(found.looks[0]) if found.looks and found.looks[0].games else None,
        "never": never(found),
    }


def spread(one: Distribution) -> dict[str, Any]:
    """Return the quantiles and the extremes of a distribution."""
    ranges = [one.quantile_within(share) for share in (0.25, 0.5, 0.75)]
    return {
        "games": one.count,
        "mean": one.mean,
        "deviation": one.deviation,
        "least": one.least,
        "quarters": [sum(ends) // 2 for ends in ranges] if one.count else None,
        "quarters_exact": all(low == high for low, high in ranges) if one.count else None,
        "most": one.most,
    }


def looked_at(look: WatchFigures) -> dict[str, Any]:
    """Return what was counted in the games that were looked at."""
    compared = [difference(card) for card in look.cards.values()]
    z = normal_quantile((1 + joint_confidence(sum(found is not None for _, found in compared))) / 2)
    cards = []
    for (title, card), (kind, found) in zip(look.cards.items(), compared, strict=True):
        told: dict[str, Any] = {"card": title, "drawn": card.drawn, "played": card.played, "kept": card.kept}
        if found is not None:
            half = z * math.sqrt(found[1])
            told |= {"compared_by": kind, "difference": found[0], "interval": [found[0] - half, found[0] + half]}
        cards.append(told)
    questions = []
    for question, asked in sorted(look.asked.items()):
        own = sorted(option for one, option in look.offered if one == question)
        counted = ((option, look.offered[question, option], look.chosen[question, option]) for option in own)
        options = [{"option": option, "offered": offered, "chosen": chosen} for option, offered, chosen in counted]
        questions.append({"question": question, "asked": asked, "options": options})
    lead = {"changes": spread(look.lead_changes), "for_good_after": spread(look.led_since), "of": LEADS}
    return {
        "games": look.games,
        "turns": spread(look.turns),
        "choices": spread(look.choices),
        "lead": lead if look.lead_changes.count else None,
        "sides": {
            title: {name: {"seats": seats, "won": won} for name, (seats, won) in sorted(values.items())}
            for title, values in sorted(look.sides.items())
        },
        "cards": sorted(cards, key=lambda one: str(one["card"])),
        "questions": questions,
    }


def never(found: StudyOutcome) -> list[dict[str, Any]] | None:
    """Return the parts of the rulebook that never came up in the games that were looked at; None if there are none."""
    places = found.places[0] if found.places else None
    if places is None:
        return None
    return [
        {"kind": one.kind, "file": one.span.source.name, "line": one.span.line, "column": one.span.column}
        for one in missing_of(found.games[0].checked, places)
    ]
