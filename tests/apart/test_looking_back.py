"""Earlier moments of a game, as a seat saw them."""

from __future__ import annotations

import re
from functools import partial
from itertools import count, groupby, pairwise
from pathlib import Path

from rulewright.cli.remote import hosted_match, table_file
from rulewright.cli.remote.hosted_match import HostedGame
from rulewright.cli.remote.looking_back import moment
from rulewright.interpreter import load
from rulewright.interpreter.views.svg import draw

WIDTH = 400


def hearts(folder: Path) -> HostedGame:
    """Return a table at which four people play."""
    match = load("hearts").start(4, seed=4, forced="ask")
    return hosted_match.begin_hosted(match, table_file.SideFile.new(4), folder / "game.save")


def on(scene: str) -> set[str]:
    """Return the names of all cards on a picture."""
    return set(re.findall(r"<title>([^<]* of [^<]*)</title>", scene))


def test_a_seat_sees_again_what_it_saw_and_nothing_else(tmp_path: Path) -> None:
    table = hearts(tmp_path)
    seat, seen = 0, []
    speaking = partial(table.speaking, language="en")
    for _ in range(30):
        now = speaking(table.match)
        seen.append((draw(now.view(seat), WIDTH, styled=False), [act.text for act in now.tale(seat)]))
        asked = next(one for one in range(4) if one in table.choosers)
        decision = table.choosers[asked].decision
        assert decision is not None
        table.take(table.answered(asked, table.now.number(asked), decision.options[0].key))
    looked = []
    for back in count(1):
        found = moment(table.now, seat, back, WIDTH, speaking)
        if found.back < back:
            break
        looked.append((found.scene, found.tale))
    assert moment(table.now, seat, 0, WIDTH, speaking).scene == ""
    # Each picture comes back, in order, with all that had been told by then.
    past = iter(reversed(looked))
    for scene, tale in [next(same) for _, same in groupby(seen[:-1], key=lambda one: one[0])]:
        assert any(scene == again and tale == told for again, told in past)
    # Two moments differ in what this seat sees: others pass their cards unseen.
    assert all(one[0] != other[0] for one, other in pairwise(looked))
    # Before the first trick, nobody sees more than their own thirteen cards.
    assert {len(on(scene)) for scene, told in looked if not any("plays" in line for line in told)} <= {0, 10, 13}
    # With what came before the state's own tale, the log is whole.
    since = table.state(seat, "en", set())["tale"]
    whole = [act.text for act in speaking(table.match).tale(seat)]
    assert moment(table.now, seat, 0, WIDTH, speaking).tale + since == whole
    table.close()
