"""A table on the network: links, names, who plays, choices made at once, and a server that is killed."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.cli.remote import hosted_match, table_file
from rulewright.cli.remote.hosted_match import HostedGame
from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.interpreter import load
from tests.apart.helpers import COMMAND, Person, Table, all_play, joined, message, parts_of, received, run, until
from tests.apart.test_taking_back import HIDDEN_FIELD
from tests.cli.running import SIGNS
from tests.interpreter.test_forced import MAY

HERE = ("--port", "0", "--listen", "127.0.0.1", "--pace", "0")


@pytest.fixture
def signs(tmp_path: Path) -> Path:
    """Return a folder with a game in which all choose together."""
    (tmp_path / "signs.rules").write_text(SIGNS, encoding="utf-8")
    return tmp_path


def keys(state: dict[str, Any]) -> list[str]:
    """Return the keys of the options that a seat is asked for."""
    return [option["key"] for option in state["asked"]["options"]]


async def refused(link: str, **more: str) -> tuple[str, int]:
    """Why somebody who comes with a link is sent away, and by which code."""
    socket = await joined(link, **more)
    reason = (await received(socket, "refused"))["reason"]
    await socket.wait_closed()
    assert socket.close_code is not None
    return reason, socket.close_code


def test_each_seat_has_a_link_of_its_own_that_opens_no_other(signs: Path) -> None:
    table = Table(signs, "signs.rules", "--players", "3", *HERE)

    async def play() -> None:
        assert len(set(table.links)) == 4
        for place, link in enumerate(table.links):
            assert len(parts_of(link)[1]) == 22
            state = await received(await joined(link))
            assert state["seat"] == (place if place < 3 else None)
            assert (state["asked"] is None) == (place == 3)
        wrong = table.links[0][:-1] + ("A" if table.links[0][-1] != "A" else "B")
        for link in (wrong, table.links[0] + "A", table.links[0].split("#")[0] + "#"):
            assert await refused(link) == ("no-link", 4001)

    try:
        run(play())
    finally:
        table.end()


def test_a_link_that_was_renewed_opens_nothing_and_who_came_by_it_goes(signs: Path) -> None:
    table = Table(signs, "signs.rules", *HERE)

    async def play() -> None:
        old = table.links[0]
        thief, other = await joined(old), await joined(table.links[1])
        await received(thief)
        await received(other)
        table.type("renew 1")
        assert (await received(thief, "refused"))["reason"] == "link-renewed"
        await thief.wait_closed()
        assert thief.close_code == 4003
        assert await refused(old) == ("no-link", 4001)
        new = table.until("^1. ").split(": ")[-1].strip()
        assert new != old
        # If somebody came back before the others heard that the seat was empty, they would hear nothing at all.
        await until(other, lambda data: not data["players"][0]["here"])
        back = await joined(new)
        state = await received(back)
        assert (state["seat"], state["asked"]["number"]) == (0, 0)
        await until(other, lambda data: data["players"][0]["here"])
        # A connection that nothing refers to is closed, and then the seat is empty again.
        assert back.close_code is None

    try:
        run(play())
    finally:
        table.end()


def test_all_who_choose_together_are_asked_at_once_and_nobody_learns_what_another_chose(signs: Path) -> None:
    seen: list[list[dict[str, Any]]] = []
    for sign in ("low", "high"):
        table = Table(signs, "signs.rules", "--set", "rounds=1", "--seed", "3", *HERE)

        async def play(table: Table = table, sign: str = sign) -> None:
            one, two, onlooker = [await joined(link) for link in table.links]
            states = [await until(socket, lambda data: sum(own["here"] for own in data["players"]) == 2) for socket in (one, two)]
            assert [state["waiting"] for state in states] == [[0, 1], [0, 1]]
            assert [keys(state) for state in states] == [["low", "high"], ["low", "high"]]
            # The player that the engine asks last answers first.
            await two.send(message("choose", number=0, choice=sign))
            after = await until(two, lambda data: data["waiting"] == [0])
            assert after["asked"] is None
            seen.append([await until(socket, lambda data: data["waiting"] == [0]) for socket in (one, onlooker)])
            await two.send(message("choose", number=0, choice="low"))
            assert (await received(two, "refused"))["reason"] == "not-asked"
            await one.send(message("choose", number=0, choice="low"))
            end = await until(one, lambda data: data["result"] is not None)
            assert end["result"]["scores"] == [1, 1 if sign == "low" else 2]

        try:
            run(play())
        finally:
            table.end()
    assert seen[0] == seen[1]


def test_a_killed_server_goes_on_with_the_same_links_and_loses_nothing(signs: Path) -> None:
    table = Table(signs, "signs.rules", "--set", "rounds=2", "--save", "kept.save", *HERE)

    async def before() -> None:
        two = await joined(table.links[1], name="Bo")
        await until(two, lambda data: data["asked"] is not None)
        await two.send(message("choose", number=0, choice="high"))
        await until(two, lambda data: data["waiting"] == [0])

    async def after(links: list[str]) -> None:
        two, one = await joined(links[1]), await joined(links[0])
        state = await received(two)
        assert (state["asked"], state["players"][1]["name"]) == (None, "Bo")
        await received(one)
        await one.send(message("choose", number=0, choice="low"))
        state = await until(two, lambda data: data["asked"] is not None)
        assert state["asked"]["number"] == 1
        assert any("Bo" in line and "High" in line for line in state["tale"])

    links, port = table.links, table.port
    try:
        run(before())
    finally:
        table.kill()
    table = Table(signs, "signs.rules", "--resume", "kept.save", "--listen", "127.0.0.1")
    try:
        assert (table.links, table.port) == (links, port)
        run(after(table.links))
    finally:
        table.kill()
    table = Table(signs, "signs.rules", "--resume", "kept.save", "--listen", "127.0.0.1")

    async def afterwards() -> None:
        two = await joined(table.links[1])
        state = await received(two)
        # It is exactly the news since the last choice.
        assert state["tale"]
        assert state["asked"]["number"] == 1

    try:
        run(afterwards())
    finally:
        table.end()


def test_everybody_goes_on_by_themselves_when_the_server_is_killed_in_the_middle(tmp_path: Path) -> None:
    arguments = ["la-planche", "--listen", "127.0.0.1"]
    table = Table(tmp_path, *arguments, "--players", "4", "--port", "0", "--save", "kept.save", "--seed", "5")
    people = [Person(link, Random(place), comes_again=True) for place, link in enumerate(table.links[:4])]
    tables = [table]

    async def play() -> None:
        async def disturb() -> None:
            for _ in range(3):
                answers = sum(one.answers for one in people)
                while sum(one.answers for one in people) < answers + 12 and not any(one.over for one in people):
                    await asyncio.sleep(0.005)
                tables[-1].kill()
                tables.append(await asyncio.to_thread(Table, tmp_path, *arguments, "--resume", "kept.save"))

        await asyncio.gather(disturb(), all_play(people))

    try:
        run(play())
        assert len(tables) == 4
        assert all(one.over for one in people)
    finally:
        tables[-1].end()


def test_somebody_else_or_the_program_takes_a_seat_over(signs: Path) -> None:
    table = Table(signs, "signs.rules", "--seat", "human,human", "--set", "rounds=3", *HERE, "--pace", "4")

    async def play() -> None:
        one, two = [await joined(link) for link in table.links[:2]]
        await received(one)
        await until(two, lambda data: data["asked"] is not None)
        table.type("seat 2 random")
        state = await until(two, lambda data: data["players"][1]["program"])
        assert state["asked"] is None
        await two.send(message("choose", number=0, choice="low"))
        assert (await received(two, "refused"))["reason"] == "played-by-program"
        await one.send(message("choose", number=0, choice="low"))
        state = await until(one, lambda data: data["asked"] is not None and data["asked"]["number"] == 1)
        assert any("Player 2 shows" in line for line in state["tale"])
        table.type("seat 2 human")
        state = await until(two, lambda data: data["asked"] is not None)
        await two.send(message("choose", number=state["asked"]["number"], choice="high"))
        await until(two, lambda data: data["waiting"] == [0])
        # Somebody else comes with the same link, which the first one has passed on.
        await two.send(message("leave"))
        await two.wait_closed()
        assert two.close_code == 4004
        await until(one, lambda data: not data["players"][1]["here"])
        again = await joined(table.links[1], name="Cleo")
        assert (await received(again))["players"][1]["name"] == "Cleo"

    try:
        run(play())
        table.until("Cleo is away")
        table.type("who")
        assert "2. Cleo: away" in table.until("^2. Cleo")
    finally:
        table.end()


def test_names_are_plain_and_of_one_person(signs: Path) -> None:
    table = Table(signs, "signs.rules", *HERE, "--name", "Ann")

    async def play() -> None:
        two = await joined(table.links[1])
        await received(two)
        for name in ("Ann", " ann ", "", "x" * 25, "\u202eevil", "!!!"):
            await two.send(message("name", name=name))
            assert (await received(two, "refused"))["reason"] == "bad-name", name
        # Nor at the beginning: a player who wants such a name is told so, and comes again with another.
        assert await refused(table.links[1], name="Ann") == ("bad-name", 1008)
        await two.send(message("name", name=" <b>Bo</b> "))
        state = await until(two, lambda data: data["players"][1]["name"] != "Player 2")
        assert [one["name"] for one in state["players"]] == ["Ann", "<b>Bo</b>"]
        assert state["view"]["players"][1]["name"] == "<b>Bo</b>"

    try:
        run(play())
    finally:
        table.end()


def test_each_reads_in_a_language_of_their_own(signs: Path) -> None:
    table = Table(signs, "signs.rules", *HERE)

    async def play() -> None:
        one, two = await joined(table.links[0], language="fr"), await joined(table.links[1], language="xx")
        french, english = await received(one), await received(two)
        assert (french["game"], french["asked"]["prompt"]) == ("Signes", "Quel signe ?")
        low = {"key": "low", "label": "Bas", "heading": "", "entry": "Bas", "moved": ["Signe", "S"]}
        assert french["asked"]["options"][0] == {**low, "text": "Perd contre Haut.", "leads": "", "at": ["0.0"]}
        assert (english["language"], english["asked"]["prompt"]) == ("en", "Which sign?")
        await two.send(message("language", language="fr"))
        asked = (await until(two, lambda data: data["language"] == "fr"))["asked"]
        # The two have the same cards, each in a hand of their own.
        assert [{**one, "at": []} for one in asked["options"]] == [{**one, "at": []} for one in french["asked"]["options"]]
        # In what the game does not speak, the table does, around the game's own words.
        assert "ru" in english["languages"]
        await two.send(message("language", language="ru"))
        assert (await until(two, lambda data: data["language"] == "ru"))["asked"]["prompt"] == "Which sign?"
        await two.send(message("language", language="xx"))
        assert (await received(two, "refused"))["reason"] == "no-such-language"

    try:
        run(play())
    finally:
        table.end()


def test_the_program_plays_all_other_seats(tmp_path: Path) -> None:
    table = Table(tmp_path, "la-planche", "--seat", "human,easy,search:20", "--players", "3", *HERE, "--seed", "1")
    one = Person(table.links[0], Random(1))
    try:
        run(all_play([one]))
        assert one.over
        table.until("The game is over. The table stays open")
    finally:
        table.end()
    assert not list(tmp_path.glob("*.save*"))


def hosted_in_memory(text: str, tmp_path: Path, what: str) -> HostedGame:
    """Return a table without a network."""
    path = tmp_path / f"{what}.rules"
    path.write_text(text, encoding="utf-8")
    match = load(str(path)).start(seed=1, forced="ask")
    return hosted_match.begin_hosted(match, table_file.SideFile.new(match.players), tmp_path / f"{what}.save")


def test_nobody_learns_from_who_is_asked(tmp_path: Path) -> None:
    """Seat 2 has something to choose or not, which only seat 2 knows: it is asked alike, and the others see the same."""
    seen: dict[str, list[str]] = {}
    for what in ("shield", "rag"):
        table = hosted_in_memory(MAY.replace("WHAT", what), tmp_path, what)
        assert table.choosers.keys() == {0}
        states = []
        for seat, key in ((0, None), (1, "pass"), (0, None)):
            decision = table.choosers[seat].decision
            assert decision is not None
            table.take(table.answered(seat, table.now.number(seat), key or decision.options[0].key))
            states += [json.dumps(table.state(one, "en", set())) for one in (0, 2, None)]
            states.append(str(sorted(table.choosers)))
        seen[what] = states
        table.close()
    assert seen["shield"] == seen["rag"]


def test_the_files_of_a_table_are_its_owners_alone(signs: Path) -> None:
    table = Table(signs, "signs.rules", "--save", "kept.save", *HERE)
    try:
        for name in ("kept.save", "kept.save.links"):
            assert (signs / name).stat().st_mode & 0o777 == 0o600
    finally:
        table.end()


def test_a_file_from_anybody_runs_nobody_s_program(tmp_path: Path) -> None:
    beside = table_file.SideFile.new(2)
    beside.kinds[:] = ["human", "wicked.py:Bot"]
    table_file.write(tmp_path / "one.save", beside, None)
    found = table_file.read(tmp_path / "one.save", 2)
    assert found is not None
    assert found[0].kinds == ["human", "normal"]


@pytest.mark.parametrize("harm", [
    {"ahead": 1}, {"ahead": []}, {"ahead": {"0": 1}}, {"ahead": {"0": "ab"}, "before": {"0": 0}}, {"before": None},
    {"ahead": {"0": [0]}, "before": {"0": 1e999}}, {"ahead": {"0": [0]}, "before": {"0": -1}}, {"links": {}}, {"names": 1},
    {"kinds": "human"}, {"port": True}, {"ahead": {"x": [0]}, "before": {"x": 0}},
], ids=range(12))  # fmt: skip
def test_links_of_any_contents_are_refused(tmp_path: Path, harm: dict[str, Any]) -> None:
    beside = table_file.SideFile.new(2)
    path = tmp_path / "kept.save"
    table_file.write(path, beside, None)
    assert table_file.read(path, 2) is not None
    file = table_file.path_beside(path)
    file.write_text(json.dumps(json.loads(file.read_text(encoding="utf-8")) | harm), encoding="utf-8")
    with pytest.raises(RulebookError) as found:
        table_file.read(path, 2)
    assert [one.name for one in found.value.diagnostics] == ["broken-links"]


def test_links_that_were_damaged_are_said_to_be(signs: Path) -> None:
    table = Table(signs, "signs.rules", "--save", "kept.save", *HERE)
    table.end()
    (signs / "kept.save.links").write_text("{}", encoding="utf-8")
    table = Table(signs, "signs.rules", "--resume", "kept.save", *HERE)
    assert "error[broken-links]" in table.shown
    table.end()
    assert table.process.returncode == 2
    (signs / "kept.save.links").unlink()
    table = Table(signs, "signs.rules", "--resume", "kept.save", *HERE)
    assert len(table.links) == 3
    table.end()


def test_a_game_of_one_screen_goes_on_apart_and_back(signs: Path) -> None:
    def played(typed: str, *arguments: str) -> str:
        command = [*COMMAND, "play", "signs.rules", "--seat", "human,human", *arguments]
        return subprocess.run(command, cwd=signs, input=typed, capture_output=True, text=True, timeout=60, check=True).stdout

    played("low\n", "--save", "kept.save", "--open")
    table = Table(signs, "signs.rules", "--resume", "kept.save", *HERE)

    async def play() -> None:
        one, two = [await joined(link) for link in table.links[:2]]
        assert (await received(one))["waiting"] == [1]
        await two.send(message("choose", number=0, choice="high"))
        state = await until(one, lambda data: data["asked"] is not None)
        assert state["asked"]["number"] == 1
        assert any("Player 2 shows High" in line for line in state["tale"])

    try:
        run(play())
        command = [*COMMAND, "games", "--json", "."]
        listed = json.loads(subprocess.run(command, cwd=signs, capture_output=True, text=True, timeout=60, check=True).stdout)
        assert [(one["apart"], one["in_use"]) for one in listed] == [(True, True)]
    finally:
        table.end()
    shown = played("high\nlow\n", "--resume", "kept.save", "--open")
    assert "The game is over. " in shown
    assert "  1. Player 1: 3\n  1. Player 2: 3\n" in shown


def test_a_changed_rulebook_goes_on_as_far_as_it_fits_and_two_tables_do_not(signs: Path) -> None:
    table = Table(signs, "signs.rules", "--save", "kept.save", *HERE)

    async def play() -> None:
        for link in table.links[:2]:
            one = await joined(link)
            await until(one, lambda data: data["asked"] is not None)
            await one.send(message("choose", number=0, choice="low"))
            await until(one, lambda data: 0 not in data["waiting"] or data["tale"] != [])

    try:
        run(play())
        other = Table(signs, "signs.rules", "--resume", "kept.save", *HERE)
        assert "error[game-in-use]" in other.shown
        other.end()
    finally:
        table.end()
    rules = (signs / "signs.rules").read_text(encoding="utf-8")
    (signs / "signs.rules").write_text(rules.replace('"Which sign?"', '"Your sign?"'), encoding="utf-8")
    table = Table(signs, "signs.rules", "--resume", "kept.save", *HERE)
    assert len(table.links) == 3, table.shown
    table.end()
    without = rules.replace("in hand of player asking", "in hand of player where it is high asking")
    (signs / "signs.rules").write_text(without, encoding="utf-8")
    table = Table(signs, "signs.rules", "--resume", "kept.save", *HERE)
    told = table.shown + table.end()
    assert "line 2 does not fit it any more" in told
    assert "Player 1 chose `low`, but now Player 1 is asked for one of `high`" in " ".join(told.split())


def test_a_guest_who_has_missed_does_not_try_again_alone(tmp_path: Path) -> None:
    """Over the wire: the other guest is asked, says no, and the miss stands."""
    (tmp_path / "field.rules").write_text(HIDDEN_FIELD, encoding="utf-8")
    table = Table(tmp_path, "field.rules", "--seed", "7", *HERE)

    async def play() -> None:
        one, two = await joined(table.links[0]), await joined(table.links[1])
        asked = (await until(one, lambda data: data["asked"] is not None))["asked"]
        await one.send(message("choose", number=asked["number"], choice=asked["options"][0]["key"]))
        missed = await until(one, lambda data: data["asked"] is None)
        assert (missed["result"], "Only grass." in str(missed["tale"])) == (None, True)
        await one.send(message("undo"))
        for socket in (one, two):
            wished = await until(socket, lambda data: data["wish"] is not None)
            assert wished["wish"] == {"seat": 0, "waits": [1]}
        await two.send(message("agree", yes=False))
        assert (await received(one, "refused"))["reason"] == "undo-refused"
        table.type("seat 2 random")
        await until(one, lambda data: data["asked"] is not None)
        await one.send(message("undo"))
        assert (await received(one, "refused"))["reason"] == "undo-hidden"

    try:
        run(play())
    finally:
        table.end()
