"""Compare histories that look the same to a seat: all that the program says to it, and chooses for it, is equal.

`python -m tests.search.exchanges 24 FILE...` looks at 24 games of each rulebook, and prints how many pairs it compared.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

from rulewright.cli.table.advice import advice
from rulewright.interpreter import Game, Match, PlayError, RulebookError, load
from rulewright.interpreter.match.reasons import why_not
from rulewright.interpreter.search.players import player
from tests.interpreter.helpers import asked, shown

PLAYERS = ("easy:60", "search:5", "search:20", "search:60", "search:200")
LONGEST = 14
ENOUGH_TIME = 60.0
NAMES = 4


def pairs(game: Game, games: int) -> Iterator[tuple[Match, Match, int]]:
    """Two positions of different games in which the same seat is asked, having seen, heard and chosen the same."""
    alike: dict[str, list[Match]] = defaultdict(list)
    for seed in range(games):
        match, chosen = game.start(game.least_players, seed), Random(seed % 3)
        own: dict[int | None, list[str]] = defaultdict(list)
        for _ in range(LONGEST):
            if match.over:
                break
            decision = asked(match)
            seat = decision.seat
            assert seat is not None
            # How many lie where stays as it is, also where the seat does not count them.
            lying = [len(things) for things in match.position.on]
            alike[str((shown(match, seat), own[seat], lying))].append(match.copy())
            if decision.kind == "words":
                match.choose("...")
            else:
                place = int(chosen.random() * len(decision.options))
                own[seat].append(decision.options[place].key)
                match.choose(place)
    for twins in alike.values():
        seat = asked(twins[0]).seat
        assert seat is not None
        others = [twin for twin in twins[1:] if twin.key() != twins[0].key()]
        if others:
            yield twins[0], others[0], seat


def told(match: Match, players: tuple[str, ...], hints: bool) -> dict[str, object]:
    """Return all that is said to the asked player, and chosen for them, by its kind."""
    match = match.copy()
    decision = asked(match)
    if decision.kind == "words":
        return {}
    found: dict[str, object] = {
        "beside options": decision.leads_to(ENOUGH_TIME),
        "headings": decision.outline(),
        "pieces": decision.moved(),
    }
    for kind in players:
        found[kind] = player(kind, 1).choose(match)
    things = {thing.kind.name: match.program.words("en").thing(number) for number, thing in enumerate(match.program.world.things)}
    for name in [*list(things.values())[:NAMES], *(option.label for option in list(decision.options)[:1])]:
        answer = why_not(match, name)
        reasons = [(one.kind, one.about, one.text, one.facts) for one in answer.reasons]
        found[f"why {name}"] = (answer.found, answer.offered, reasons)
    if hints:
        found["hint"] = advice(match, "en")
    return found


def main(games: int, references: list[str]) -> None:
    """Compare, and print what differs."""
    total: Counter[str] = Counter()
    for reference in references:
        compared = differ = 0
        try:
            for one, other, seat in pairs(load(reference), games):
                first, second = (told(match, PLAYERS, hints=True) for match in (one, other))
                compared += 1
                for what, said in first.items():
                    if said != second[what]:
                        differ += 1
                        print(f"  {Path(reference).stem}: {what} differs for seat {seat}: {said!r} and {second[what]!r}"[:400])
        except (PlayError, RulebookError) as error:
            print(f"{Path(reference).stem}: {type(error).__name__}")
        total.update(pairs=compared, differ=differ)
        print(f"{Path(reference).stem:28} {compared:5} pairs, {differ} differences", flush=True)
    print(f"{total['pairs']} pairs, {total['differ']} differences")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
