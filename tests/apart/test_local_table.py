"""The playground's table and its messages: a rulebook is checked and played where there is no network, thread or process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field

from rulewright.cli.playground import local_table
from rulewright.cli.playground.local_table import LocalTable
from rulewright.cli.playground.written_rulebook import WrittenRulebook
from rulewright.cli.remote import requests
from rulewright.cli.remote.requests import VERSION
from rulewright.interpreter.search.players import Player, player

TEXT = """\
game nim "Nim" fr "Nim": # \U0001d4a2
    players 2 to 3
place heap "Heap" fr "Tas"
place box "Box" fr "Boîte"
pieces stones "Stone" fr "Pierre": 5, in heap
place pouch "Pouch" fr "Sac": bag, seen by nobody
values mark "Mark" fr "Marque": sun "Sun" fr "Soleil", moon "Moon" fr "Lune", star "Star" fr "Étoile"
cards marks "Mark" fr "Marque": 1 for each mark, in pouch
each player has:
    hand "Hand" fr "Main": place, seen by owner
to setup:
    for each player in players:
        draw 1 from pouch to hand of player
to play:
    players take turns:
        choose number-taken in 1 to 2 asking "How many?" fr "Combien ?"
        draw number-taken from heap to box
        if no stones in heap:
            game over, winners player
variant tall of nim "Tall" fr "Haute":
    replace pieces stones "Stone" fr "Pierre": 9, in heap
"""
WANTED: dict[str, Any] = {
    "variants": [], "options": {}, "seat": 0, "computer": "search", "seed": 1, "choices": [], "language": "en",
}  # fmt: skip
# Pyodide leaves some of these out of Python, and we put none of the others beside it.
MISSING = (
    "multiprocessing", "_multiprocessing", "fcntl", "termios", "websockets", "rich.console", "lsprotocol", "lark", "pygments",
)  # fmt: skip


@define
class Page:
    """A page that keeps the messages of its table."""

    table: LocalTable = field(init=False)
    states: list[dict[str, Any]] = field(factory=list)
    begun: list[dict[str, Any]] = field(factory=list)
    kept: list[dict[str, Any]] = field(factory=list)
    others: list[dict[str, Any]] = field(factory=list)

    def hear(self, text: str) -> None:
        message = json.loads(text)
        {"table": self.states, "begun": self.begun, "kept": self.kept}.get(message["type"], self.others).append(message)

    def say(self, kind: str, **parts: Any) -> None:
        self.table.hear(json.dumps({"version": VERSION, "type": kind, **parts}))

    def choose(self, place: int) -> None:
        asked = self.states[-1]["asked"]
        self.say("choose", number=asked["number"], choice=asked["options"][place]["key"])


def opened(text: str = TEXT, **wanted: Any) -> Page:
    page = Page()
    parts = {**WANTED, "text": text, "players": 2, "seed": 3, **wanted}
    table = local_table.begin(json.dumps(parts), page.hear)
    if table is not None:
        page.table = table
        page.say("hello", link="", language="fr", width=600)
    return page


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(local_table, "THINKING", 0.1)


def test_a_person_plays_a_whole_game_against_the_program() -> None:
    page = opened()
    first = page.states[-1]
    assert (first["game"], first["seat"], first["language"]) == ("Nim", 0, "fr")
    assert [(one["program"], one["free"]) for one in first["players"]] == [(False, False), (True, False)]
    assert first["asked"]["prompt"] == "Combien ?"
    assert first["scene"].startswith("<svg")
    assert not page.table.think()

    page.choose(0)
    # The page sees its own choice before anybody thinks.
    assert page.states[-1]["waiting"] == [1]
    assert page.states[-1]["asked"] is None
    assert page.table.think()
    assert page.states[-1]["waiting"] == [0]
    assert not page.table.think()

    page.say("undo")
    assert page.others[-1]["reason"] == "undo-program"
    page.say("ask", what="rules", name="")
    assert any("Tas" in line for line in page.others[-1]["lines"])
    page.say("name", name="Ann")
    assert page.states[-1]["players"][0]["name"] == "Ann"
    while page.states[-1]["result"] is None:
        page.choose(0)
        while page.table.think():
            pass
    assert page.states[-1]["result"]["winners"]


def test_the_page_gets_what_its_seat_may_see_and_nothing_else() -> None:
    page = opened()
    own, other = (page.table.hosted.match.view(seat).players[seat].places[0].things for seat in (0, 1))
    told = [json.dumps(page.states[-1])]
    page.say("ask", what="read", name="")
    page.choose(0)
    page.table.think()
    told += map(json.dumps, (page.states[-1], page.others.pop()))
    mark = {"Mark (Sun)": "Soleil", "Mark (Moon)": "Lune", "Mark (Star)": "\\u00c9toile"}
    assert own
    assert other
    assert all(mark[own[0]] in one for one in told[:2])
    assert not any(f"({mark[other[0]]})" in one for one in told)

    page.say("choose", number=99, choice="1")
    page.say("words")
    assert [one["reason"] for one in page.others] == ["answered", "bad-message"]


def test_options_and_seats_are_those_that_the_page_wants() -> None:
    text = TEXT.replace(
        "values mark", 'option largest "Most" fr "Au plus" = 2 in 1 to 4\noption quick "Quick" fr "Vite" = no\nvalues mark'
    )
    text = text.replace("in 1 to 2", "in 1 to largest")
    known = json.loads(WrittenRulebook().look(text, "fr"))["options"]
    assert [(one["name"], one["title"], one["default"], one["least"], one["most"]) for one in known] == [
        ("largest", "Au plus", "2", 1, 4), ("quick", "Vite", "no", 0, 1),
    ]  # fmt: skip
    assert [one["title"] for one in known[1]["values"]] == ["non", "oui"]

    page = opened(text, seat=1, players=3, options={"largest": "4"}, computer="random")
    assert [one["program"] for one in page.states[-1]["players"]] == [True, False, True]
    assert page.states[-1]["seat"] == 1
    assert page.table.think()
    assert not page.table.think()
    assert len(page.states[-1]["asked"]["options"]) > 2

    # Nobody plays: the page looks on, and sees no hand.
    page = opened(text, seat=None, computer="random")
    assert page.begun[0]["watched"]
    assert page.table.think()
    assert page.table.think()
    page.say("undo")
    page.say("ask", what="rules", name="")
    assert [one["type"] for one in page.others] == ["refused", "told"]
    assert "Soleil" not in json.dumps(page.states)


def test_a_game_goes_on_under_other_rules_as_long_as_its_choices_fit() -> None:
    page = opened(computer="random")
    page.choose(0)
    while page.table.think():
        pass
    page.choose(0)
    kept = page.kept[-1]["choices"]
    assert [one["seat"] for one in kept] == [0, 1, 0]

    # As it was, up to what has happened since the choice before; and with another heap.
    twin = opened(computer="random", choices=kept)
    assert {**twin.states[-1], "undo": 0} == {**page.states[-1], "undo": 0}
    assert (twin.begun[0]["fitting"], twin.begun[0]["choices"]) == (3, 3)
    taller = opened(TEXT.replace('stones "Stone" fr "Pierre": 5', 'stones "Stone" fr "Pierre": 7'), choices=kept)
    assert taller.kept[-1]["choices"] == kept

    # Where they do not fit, it stands before the first that does not, and says whose that is.
    fewer = opened(TEXT.replace("choose number-taken in 1 to 2", "choose number-taken in 2 to 3"), choices=kept)
    assert fewer.begun[0] | {"version": 0} == {
        "version": 0, "type": "begun", "fitting": 0, "choices": 3, "stopped": "Player 1", "watched": False,
    }  # fmt: skip
    assert fewer.states[-1]["waiting"] == [0]


def test_choices_taken_back_are_not_kept() -> None:
    twice = 'choose extra in 1 to 2 asking "More?" fr "Encore ?"\n        draw number-taken from'
    page = opened(TEXT.replace("draw number-taken from", twice))
    page.choose(0)
    assert len(page.kept[-1]["choices"]) == 1
    page.say("undo")
    assert page.kept[-1]["choices"] == []


def test_every_message_of_the_page_is_answered_but_those_about_other_people() -> None:
    page = opened()
    page.choose(0)
    while page.table.think():
        pass
    asked = page.states[-1]["asked"]
    parts = {
        "hello": {"link": "", "width": 700}, "choose": {"number": asked["number"], "choice": "1"}, "name": {"name": "Eve"},
        "language": {"language": "de"}, "width": {"width": 500}, "ask": {"what": "rules", "name": ""}, "look": {"back": 1},
        "agree": {"yes": True}, "sit": {"seat": 1, "name": "Eve", "secret": ""}, "say": {"text": "Well!"},
    }  # fmt: skip
    unknown = []
    for kind in sorted(requests._FIELDS.keys() - {"leave"}):
        page.others.clear()
        page.say(kind, **parts.get(kind, {}))
        unknown += [kind for one in page.others if one.get("reason") == "bad-message"]
        if kind == "look":
            assert page.others[0]["back"] == 1
            assert page.others[0]["scene"].startswith("<svg")
    assert unknown == ["again", "agree", "say", "sit"]


def test_a_rulebook_with_mistakes_is_not_played_but_they_are_told() -> None:
    page = opened(TEXT.replace("no stones", "no stoons"), language="de")

    [message] = page.others
    [finding] = message["findings"]
    assert (message["type"], finding["name"], finding["line"]) == ("cannot", "unknown-name", 18)
    assert page.states == []


def test_messages_have_their_places_as_the_page_counts_and_a_way_to_mend_them() -> None:
    rulebook = WrittenRulebook()
    assert json.loads(rulebook.look(TEXT, "fr")) == {
        "findings": [], "playable": True, "players": [2, 3], "variants": [{"name": "tall", "title": "Haute"}],
        "options": [],
    }  # fmt: skip

    wrong = TEXT.replace("no stones", "no stoons")
    quick = json.loads(rulebook.look(wrong, "de"))
    [finding] = quick["findings"]
    units = wrong.encode("utf-16-le")
    assert units[2 * finding["start"] : 2 * finding["end"]].decode("utf-16-le") == "stoons"
    assert finding["fix"] == [{"start": finding["start"], "end": finding["end"], "text": "stones"}]
    assert finding["message"] == "hier heißt nichts `stoons`"
    assert not quick["playable"]

    # Warnings need the second look, and wait for the mistakes to go.
    idle = TEXT.replace("to play:", 'place shed "Shed" fr "Abri"\nto play:')
    assert json.loads(rulebook.look(idle, "en"))["findings"] == []
    assert [one["name"] for one in json.loads(rulebook.look_further("en"))["findings"]] == ["unused-name"]


def test_all_that_is_certain_is_mended_at_once() -> None:
    wrong = TEXT.replace("no stones", "no stoons").replace("draw 1 from pouch", "draw 1 from pouhc")

    assert WrittenRulebook().mended(wrong) == TEXT


def test_the_time_to_think_is_shared_by_all_choices_until_the_person_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def seated(name: str, seed: int) -> Player:
        asked.append(name)
        return player(name, seed)

    monkeypatch.setattr(local_table, "THINKING", 0.4)
    monkeypatch.setattr(local_table, "player", seated)
    page = opened(TEXT.replace('Pierre": 5', 'Pierre": 20'), players=3)
    for _ in range(2):
        page.choose(0)
        while page.table.think():
            pass

    first, second, again, _ = (float(name.removeprefix("search:").removesuffix("s")) for name in asked)
    assert first == again == pytest.approx(0.2)
    assert second < 0.11


def test_what_fits_is_offered_and_takes_the_place_of_the_word() -> None:
    """Places count as JavaScript does: one letter before them takes two units."""
    text = TEXT.replace("no stones", "no sto")
    place = len(text[: text.index("no sto") + 6].encode("utf-16-le")) // 2
    found = json.loads(WrittenRulebook().offers(text, place))

    assert found["start"] == place - 3
    assert found["offers"] == [{"text": "stones", "label": "stones", "what": "a kind of pieces"}]


def test_a_name_is_explained_by_its_declaration_and_a_word_by_its_forms() -> None:
    rulebook = WrittenRulebook()
    text = TEXT.replace("# \U0001d4a2", "")

    declared = 'pieces stones "Stone" fr "Pierre": 5, in heap'
    assert rulebook.about(text, text.index("no stones") + 4).split("\n") == [declared, f"replace {declared.replace('5', '9')}"]
    assert "choose" in rulebook.about(text, text.index("choose number") + 2)
    assert rulebook.about(text, text.index("for each mark") + 2) == ""


def test_it_needs_nothing_that_a_browser_lacks() -> None:
    program = f"""
import json, sys, time, threading
for name in {MISSING!r}:
    sys.modules[name] = None
del time.thread_time
threading.Thread.start = None
from rulewright.cli.playground import local_table
from rulewright.cli.playground.written_rulebook import WrittenRulebook
from rulewright.interpreter.search.budget import Budget, think
text = {TEXT!r}
local_table.THINKING = 0.1
rulebook, said = WrittenRulebook(), []
rulebook.look(text, "ru")
rulebook.look_further("ru")
wanted = {WANTED!r} | dict(text=text, variants=["tall"], players=3, language="ru")
table = local_table.begin(json.dumps(wanted), said.append)
table.hear(json.dumps(dict(version={VERSION}, type="hello", link="", language="ru", width=500)))
asked = json.loads(said[-1])["asked"]
table.hear(json.dumps(dict(version={VERSION}, type="choose", number=asked["number"], choice="1")))
while table.think():
    pass
print(think(table.hosted.choosers[0], Budget(playouts=5), 1).seat)
"""
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=60)
    assert done.stdout == "0\n", done.stderr
