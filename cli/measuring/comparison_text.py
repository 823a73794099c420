"""Compare games with the same seeds, in sentences and tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.cli.measuring.json_results import record as record_of
from rulewright.cli.measuring.progress import StudyOutcome
from rulewright.cli.measuring.sections import BarChart, ReportSection
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.measure.comparison import QuantityDifference, differences, is_share, quantity_names, quantity_value

FORMAT = 2
"""Increase it when a key or a quantity disappears or changes its meaning; new ones may come at any time."""
UNITS = {"length": "decisions", "margin": "points", "turns": "turns", "changes of the lead": "changes"}


def by_hundred(name: str) -> bool:
    """Return whether a difference is shown in percentage points."""
    return is_share(name) or name.startswith("card ")


def difference_text(one: QuantityDifference, sure: float) -> str:
    """Return a sentence on a difference: what changes, or how much it may change at most."""
    times = 100 if by_hundred(one.quantity) else 1
    low, high = (times * edge for edge in one.interval(sure))
    unit = "points of a hundred" if times == 100 else UNITS.get(one.quantity, "points")
    digits = 1 if times == 100 or max(abs(low), abs(high)) >= 1 else 2
    name = _called(one.quantity)
    if one.too_few:
        return f"{name}: too few games differ to say anything"
    if low > 0 or high < 0:
        goes = ("rise" if low > 0 else "fall") + ("" if one.quantity in ("turns", "changes of the lead") else "s")
        edges = sorted((abs(low), abs(high)))
        # Show small numbers with more digits, rather than as zero.
        shown = [f"{edge:.{digits if edge >= 0.05 else 3}f}" for edge in edges]
        by = shown[0] if shown[0] == shown[1] else f"{shown[0]} to {shown[1]}"
        return f"{name} {goes} by {by} {unit}"
    most = max(abs(low), abs(high))
    if most == 0:
        return f"{name}: the same in every game"
    return f"no difference in {name} larger than {most:.{digits}f} {unit}"


def _called(quantity: str) -> str:
    match quantity.split():
        case ["wins", "seat", seat, "alone"]:
            return f"the share that player {seat} wins alone"
        case ["score", "seat", seat]:
            return f"the score of player {seat}"
        case ["shared"]:
            return "the share that several win together"
        case ["nobody"]:
            return "the share that nobody wins"
        case ["card", *words, kind]:
            verb = "plays" if kind == "(played)" else "has"
            return f"what who {verb} {visible(' '.join(words))} wins more"
    return quantity


def verdicts(found: StudyOutcome, titles: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return for each variant what changes and what does not."""
    all_of_them, sure = differences(found.share.figures, found.share.paired, found.looks)
    said = []
    for variant, name in enumerate(titles[1:], start=1):
        own = [one for one in all_of_them if one.variant == variant]
        changed = [one for one in own if is_changed(one, sure)]
        rest = [one for one in own if one not in changed and not one.quantity.startswith("card ")]
        cards = [one for one in own if one not in changed and one.quantity.startswith("card ")]
        sentences = [difference_text(one, sure) for one in (*changed, *rest)]
        if cards:
            most = max(max(map(abs, one.interval(sure))) for one in cards)
            sentences.append(
                f"no difference in what cards do ({len(cards)} compared) larger than {100 * most:.1f} points of a hundred"
            )
        said.append((name, sentences or ["nothing can be compared"]))
    return said


def is_changed(one: QuantityDifference, sure: float) -> bool:
    low, high = one.interval(sure)
    return not one.too_few and (low > 0 or high < 0)


def sections(found: StudyOutcome, titles: Sequence[str]) -> list[ReportSection]:
    all_of_them, sure = differences(found.share.figures, found.share.paired, found.looks)
    tables = []
    head = ("", "base", "variant", "difference", "interval", "")
    for variant, name in enumerate(titles[1:], start=1):
        rows, bars = [], []
        for one in (one for one in all_of_them if one.variant == variant):
            times, digits = (100, 1) if by_hundred(one.quantity) else (1, 2)
            low, high = (times * edge for edge in one.interval(sure))
            numbers = (f"{times * number:.{digits}f}" for number in (one.before, one.after))
            changed = "changed" if is_changed(one, sure) else "too few" if one.too_few else ""
            shown = f"{times * one.mean:+.{digits}f}", f"{low:.{digits}f} to {high:.{digits}f}"
            rows.append((visible(one.quantity), *numbers, *shown, changed))
            if one.quantity.startswith("wins"):
                bars.append((one.quantity, times * one.mean, low, high))
        note = (
            f"Shares and cards in hundredths. Games by the same seeds are compared in pairs, but turns, leads and cards in "
            f"those that were looked at. All intervals hold together in 95 % of all cases (Šidák: each in {100 * sure:.2f} %)."
        )
        tables.append(ReportSection(name, head, rows, note, BarChart("%", bars) if bars else None))
    return tables


def record(found: StudyOutcome, titles: Sequence[str]) -> dict[str, Any]:
    all_of_them, sure = differences(found.share.figures, found.share.paired, found.looks)
    figures = found.share.figures
    return {
        "format": FORMAT,
        "players": found.study.players,
        "games": found.share.games,
        "wanted": found.wanted,
        "seed": found.study.plans[0].seed,
        "sure": sure,
        "compared": [
            {"title": title, **{name: quantity_value(one, name) for name in quantity_names(found.study.players)}}
            for title, one in zip(titles, figures, strict=True)
        ],
        "base": record_of(found, found.games[0].teams(found.study.players)),
        "differences": [
            {
                "variant": one.variant,
                "quantity": one.quantity,
                "base": one.before,
                "other": one.after,
                "difference": one.mean,
                "interval": list(one.interval(sure)),
                "changed": is_changed(one, sure),
                "verdict": difference_text(one, sure),
            }
            for one in all_of_them
        ],
    }
