"""Arrange results in sections, each with a table and often a chart, for the terminal and for pages."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.cli.measuring.progress import StudyOutcome
from rulewright.dsl.messages.diagnostic import visible
from rulewright.interpreter.measure.distribution import Distribution
from rulewright.interpreter.measure.figures import RepeatedPosition
from rulewright.interpreter.measure.intervals import joint_confidence, normal_quantile, wilson_interval
from rulewright.interpreter.measure.observers import AGAIN_AND_AGAIN, LEADS, CardFigures, WatchFigures, WinDifference

if TYPE_CHECKING:
    from rulewright.dsl.checked import Game
    from rulewright.interpreter.examine.coverage import UncoveredPiece
    from rulewright.interpreter.measure.line_counts import LineCounts

Row = tuple[str, ...]


@frozen
class BarChart:
    """Bars from 0 to a value, each with the confidence interval."""

    unit: str
    bars: Sequence[tuple[str, float, float, float]]
    """The label, the value, and both ends of the interval."""


@frozen
class Histogram:
    """A histogram."""

    unit: str
    columns: Sequence[tuple[int, int, int]]
    """The first value, the last value, and the number of games."""


@frozen
class HeatMap:
    down: str
    across: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: Sequence[Sequence[float | None]]
    unit: str = ""


Picture = BarChart | Histogram | HeatMap


@frozen
class ReportSection:
    """A table with remarks. The first column holds words, the others numbers."""

    title: str
    head: Row
    rows: Sequence[Row]
    note: str = ""
    picture: Picture | None = None
    most: int = 0
    """The most rows on a terminal; 0 for all."""


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def spoken(low: float, high: float, digits: int = 1) -> str:
    """Return an interval in words."""
    if math.isinf(low) or math.isinf(high):
        return "not known"
    return f"{low:.{digits}f} to {high:.{digits}f}"


def sections(found: StudyOutcome, teams: Sequence[str]) -> list[ReportSection]:
    figures, all_of_them = found.share.figures[0], []
    all_of_them.append(wins(found, teams))
    if figures.scores and figures.finished:
        all_of_them.append(scores(found))
    all_of_them.append(length(found))
    look = found.looks[0] if found.looks else WatchFigures()
    if look.games:
        all_of_them.append(course(look))
        all_of_them += sides(look)
        if any(is_used(card) for card in look.cards.values()):
            all_of_them.append(cards(look))
        if look.asked:
            all_of_them.append(options(look))
    places = found.places[0] if found.places else None
    if places is not None:
        all_of_them += rules(found, places, look.games)
    if figures.first_repeated is not None:
        all_of_them.append(circles(found, figures.first_repeated))
    if figures.stops:
        all_of_them.append(stops(found))
    return all_of_them


def wins(found: StudyOutcome, teams: Sequence[str]) -> ReportSection:
    figures = found.share.figures[0]
    games = figures.games
    rows = [(f"player {seat} wins alone", won) for seat, won in enumerate(figures.wins, start=1)]
    if figures.shared:
        shares = zip(figures.wins, figures.shares, strict=True)
        rows += [(f"player {seat} wins, alone or not", sum(both)) for seat, both in enumerate(shares, start=1)]
    rows += [("several win together", figures.shared), ("nobody wins", figures.nobody)]
    rows += [(f"{team} wins", won) for team, won in figures.by_team(teams).items()]
    if games > figures.finished:
        rows.append(("not finished", games - figures.finished))
    table, bars = [], []
    for label, number in rows:
        low, high = wilson_interval(number, games, found.sure)
        table.append((label, f"{number:,}", percent(number / max(1, games)), spoken(100 * low, 100 * high)))
        bars.append((label, 100 * number / max(1, games), 100 * low, 100 * high))
    note = f"The true share lies in the interval in {percent(found.sure)} of all cases (Wilson)."
    if found.rule:
        note = f"The true shares lie in the intervals in 95.0 % of all cases (Wilson): {found.rule}."
    return ReportSection("Wins", ("", "games", "share", "interval, %"), table, note, BarChart("%", bars))


def circles(found: StudyOutcome, first: RepeatedPosition) -> ReportSection:
    figures = found.share.figures[0]
    rows = [("games", f"{figures.repeating:,}", percent(figures.repeating / max(1, figures.games)))]
    asked = visible(", ".join(f'"{one}"' for one in first.asked))
    note = (
        f"In these games, the players came back to the same position {AGAIN_AND_AGAIN} times or more: perhaps nothing forces "
        f"a decision, or nobody gains by going on. In game {first.number} (seed {first.seed}) one position came up "
        f"{first.times} times, with {asked}. `--show {first.number}` tells that game."
    )
    return ReportSection("Going in circles", ("", "number", "share"), rows, note)


def _spread(label: str, spread: Distribution, by: int = 1) -> Row:
    least, most = spread.least or 0, spread.most or 0
    quarters = (spread.quantile_within(share) for share in (0.25, 0.5, 0.75))
    cells = (
        f"{ABOUT if low < high else ''}{(low + high) // 2 / by:.{2 if by > 1 else 0}f}"
        for low, high in ((least, least), *quarters, (most, most))
    )
    return (label, f"{spread.mean / by:.2f}", f"{spread.deviation / by:.2f}", *cells)


SPREAD = ("", "mean", "deviation", "least", "quarter", "half", "three quarters", "most")
ABOUT = "~"
"""Marks a quartile that is not known exactly."""


def _spreads(title: str, rows: Sequence[Row], note: str, picture: Histogram | None = None) -> ReportSection:
    """Return a table of distributions, with a note if a quartile is not exact."""
    if any(cell.startswith(ABOUT) for row in rows for cell in row[1:]):
        note = f"{note} A number with {ABOUT} is right within two of a hundred.".lstrip()
    return ReportSection(title, SPREAD, rows, note, picture)


def scores(found: StudyOutcome) -> ReportSection:
    """Return a section on scores, and on the winners' lead."""
    figures = found.share.figures[0]
    rows = [_spread(f"player {seat}", spread) for seat, spread in enumerate(figures.scores, start=1)]
    note = ""
    if figures.margin.count:
        rows.append(_spread("margin", figures.margin))
        note = "The margin is how far the winners and the next one are apart."
    every = Distribution()
    for spread in figures.scores:
        every.merge(spread)
    return _spreads("Scores", rows, note, Histogram("points", every.bars()))


def length(found: StudyOutcome) -> ReportSection:
    spread = found.share.figures[0].length
    return _spreads("Length", [_spread("decisions", spread)], "", Histogram("decisions", spread.bars()))


def course(look: WatchFigures) -> ReportSection:
    rows = [_spread("turns", look.turns), _spread("choices at a time", look.choices)]
    note = f"Of the first {look.games:,} games. A turn is what one player chooses before another one does."
    if look.lead_changes.count:
        rows.append(_spread("changes of the lead", look.lead_changes))
        rows.append(_spread("winner led for good after", look.led_since, LEADS))
        note += " The last line is a part of the game's decisions; who leads is told by the scores."
    return _spreads("How games go", rows, note)


def sides(look: WatchFigures) -> Iterator[ReportSection]:
    """Yield sections on how often seats win that had something at the end: a side or a role."""
    for title, values in look.sides.items():
        rows = []
        for name, (seats, won) in sorted(values.items()):
            low, high = wilson_interval(won, seats)
            interval = spoken(100 * low, 100 * high)
            rows.append((visible(name), f"{seats / look.games:.2f}", f"{won / look.games:.2f}", percent(won / seats), interval))
        note = f"Of the first {look.games:,} games, a game: how many seats were so at the end, and how many of them won."
        yield ReportSection(visible(title), ("", "seats", "won", "share", "interval, %"), rows, note)


def cards(look: WatchFigures) -> ReportSection:
    told = [(title, card, *difference(card)) for title, card in look.cards.items() if is_used(card)]
    compared = sum(found is not None for *_, found in told)
    sure = joint_confidence(compared)
    z = normal_quantile((1 + sure) / 2)
    rows, bars = [], []
    told.sort(key=lambda one: (-abs(one[3][0]) if one[3] is not None else 1.0, one[0]))
    for title, card, kind, found in told:
        cells = [visible(title), *(f"{number / look.games:.2f}" for number in (card.drawn, card.played, card.kept))]
        if found is None:
            rows.append((*cells, "", "", ""))
            continue
        mean, half = 100 * found[0], 100 * z * math.sqrt(found[1])
        mark = "more" if mean - half > 0 else "less" if mean + half < 0 else ""
        rows.append((*cells, f"{mean:+.1f} {kind}", spoken(mean - half, mean + half), mark))
        bars.append((visible(title), mean, mean - half, mean + half))
    note = f"Of the first {look.games:,} games, a game."
    if not compared:
        return ReportSection("Cards", ("card", "drawn", "played", "kept"), [row[:4] for row in rows], note, most=14)
    note += (
        f" The difference is by how many hundredths those win more often who ever "
        f"played the card than those who did not, or, of one that all play or nobody does, who ever had it; that is not to say "
        f"that it is the card's doing. All intervals hold together in 95 % of all cases (Šidák, for {compared} cards)."
    )
    head = ("card", "drawn", "played", "kept", "difference, %", "interval", "wins")
    return ReportSection("Cards", head, rows, note, BarChart("%", bars[:20]) if bars else None, most=14)


def is_used(card: CardFigures) -> bool:
    """Return whether a player ever gets a card; one that stays on the table is nobody's luck."""
    return bool(card.drawn or card.played or card.kept)


def difference(card: CardFigures) -> tuple[str, tuple[float, float] | None]:
    """Return which difference to show for a card, and the difference with its variance."""
    kinds: tuple[tuple[str, WinDifference], ...] = (("played", card.playing), ("had", card.having))
    for kind, apart in kinds:
        found = apart.difference()
        if found is not None:
            return kind, found
    return "", None


def options(look: WatchFigures) -> ReportSection:
    rows: list[Row] = []
    for question, times in sorted(look.asked.items(), key=lambda one: (-one[1], one[0])):
        rows.append((visible(question), f"{times / look.games:.2f}", "", ""))
        own = [(option, offered) for (asked, option), offered in look.offered.items() if asked == question]
        for option, offered in sorted(own, key=lambda one: (-look.chosen[question, one[0]], one[0])):
            chosen = look.chosen[question, option]
            cells = (f"{offered / look.games:.2f}", f"{chosen / look.games:.2f}", percent(chosen / offered))
            rows.append((f"  {visible(option)}", *cells))
    note = f"Of the first {look.games:,} games, a game; the share is of the times that it was offered."
    return ReportSection("Choices", ("", "asked or offered", "chosen", "share"), rows, note, most=20)


def rules(found: StudyOutcome, places: LineCounts, count: int) -> Iterator[ReportSection]:
    """Yield sections on how often bans and standing rules apply, and on what never comes up."""
    from rulewright.dsl.checked.walk import rules_of

    game, games = found.games[0].checked, places.games
    bans = [ban.condition.span for rule in rules_of(game) for ban in rule.forbids]
    rows = [
        (
            f"{span.source.name.rpartition('/')[2]}:{span.line}  {visible(span.text.strip().splitlines()[0][:60])}",
            f"{games[span]:,}",
            percent(games[span] / max(1, count)),
        )
        for span in dict.fromkeys(bans)
    ]
    if rows:
        note = f"In how many of the first {count:,} games each forbade something."
        yield ReportSection("Bans", ("", "games", "share"), rows, note, most=12)
    never = [
        (
            f"{one.span.source.name.rpartition('/')[2]}:{one.span.line}",
            "never carried out" if one.kind == "line" else one.what.removeprefix("it is ").removeprefix("it "),
            visible(one.span.text.strip().splitlines()[0][:60]),
        )
        for one in missing_of(game, places)
    ]
    note = (
        f"In the first {count:,} games; what stands inside of these never came up, either."
        if never
        else (f"Everything came up in the first {count:,} games.")
    )
    yield ReportSection("What never came up", ("", "", ""), never, note, most=12)


def missing_of(game: Game, places: LineCounts) -> list[UncoveredPiece]:
    """Return the parts of a rulebook that never came up in the games."""
    from rulewright.dsl.checked.walk import rules_of
    from rulewright.interpreter.examine.coverage import coverage

    files = {rule.span.source.name for rule in rules_of(game)}
    return coverage([game], set(places.games), files).missing


def stops(found: StudyOutcome) -> ReportSection:
    figures = found.share.figures[0]
    rows = [
        (name, f"{times:,}", str(figures.first_stops[name].seed), str(figures.first_stops[name].number))
        for name, times in figures.stops.most_common()
    ]
    note = "`--show` and the number, with the same settings and seed, shows that game."
    return ReportSection("Stopped games", ("", "games", "seed of the first", "number"), rows, note)
