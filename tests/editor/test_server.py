"""The language server as an editor has it: a process at the other end of two pipes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.cli.main import main
from tests.editor.client import Client
from tests.editor.texts import GAME, POND, place, ranges


def test_what_is_wrong_is_told_while_one_types_and_taken_back(client: Client, folder: Path) -> None:
    uri = client.open(folder / "пруд.rules")
    client.change(uri, GAME.replace("🐸 {лягушка}", "🐸 {лягуха}"))
    [one] = client.diagnostics(uri)

    assert (one["code"], one["severity"], one["source"]) == ("unknown-name", 1, "rulewright")
    assert "лягуха" in one["message"]
    assert ranges([one]) == [(9, 14, 9, 22)]
    client.change(uri, GAME)
    assert client.diagnostics(uri) == []


def test_advice_comes_when_nobody_types(client: Client, folder: Path) -> None:
    uri = client.open(folder / "пруд.rules", GAME.replace("to play:", 'place берег "Берег": place\n\nto play:'))
    [one] = client.diagnostics(uri, until=bool)

    assert (one["code"], one["severity"], one["tags"]) == ("unused-name", 2, [1])
    client.change(uri, GAME)
    assert client.diagnostics(uri) == []


def test_advice_comes_for_all_that_is_opened_at_once(client: Client, folder: Path) -> None:
    more = 'place spare "Spare": place\n\nto play:'
    texts = [text.replace("to play:", more) for text in (GAME, POND)]
    uris = [client.open(folder, text, f"untitled:at-once-{number}") for number, text in enumerate(texts)]
    while not all(client.shown.get(uri) for uri in uris):
        client.receive()

    assert [[one["code"] for one in client.shown[uri]] for uri in uris] == [["unused-name"]] * 2
    for uri in uris:
        client.close(uri)


def test_advice_comes_though_another_window_is_closed(client: Client, folder: Path) -> None:
    text = POND.replace("to play:", 'place spare "Spare": place\n\nto play:')
    uri, other = (client.open(folder, text, f"untitled:{name}") for name in ("stays", "goes"))
    client.close(other)
    while not client.shown.get(uri):
        client.receive()

    assert [one["code"] for one in client.shown[uri]] == ["unused-name"]
    assert client.shown[other] == []
    client.close(uri)


def test_a_name_tells_where_it_is_declared_and_used_and_what_shows_it(client: Client, folder: Path) -> None:
    uri = client.open(folder / "пруд.rules", GAME)
    line, column = place(GAME, "нырнуть прыгун")

    assert ranges(client.at("definition", uri, line, column + 3)) == [(7, 3, 7, 10)]
    found = client.at("references", uri, line, column, context={"includeDeclaration": False})
    assert ranges(found) == [(14, 8, 14, 15), (20, 8, 20, 15)]
    said = client.at("hover", uri, line, column + 7)["contents"]["value"]
    assert said.startswith("```rules\nto нырнуть лягушка in лягушки:\n    move лягушка to пруд-утром\n")
    assert "Rules A1" in said
    assert "- A1 Прыжок" in said


def test_a_text_that_is_none_is_told_of_at_its_beginning(client: Client, folder: Path) -> None:
    uri = client.open(folder / "пруд.rules", GAME)
    client.change(uri, "\0" + GAME)
    [one] = client.diagnostics(uri, until=bool)

    assert (one["code"], ranges([one])[0][:2]) == ("not-text", (0, 0))
    client.change(uri, "#" * 2_000_001)
    [one] = client.diagnostics(uri, until=bool)
    assert one["code"] == "file-too-large"
    client.change(uri, GAME)
    assert client.diagnostics(uri) == []


def test_what_was_never_saved_is_forgotten_with_its_window(client: Client, folder: Path) -> None:
    uri = client.open(folder, GAME.replace("players 2", "players two"), "untitled:Untitled-1")
    assert len(client.diagnostics(uri, until=bool)) == 1

    client.close(uri)
    assert client.diagnostics(uri) == []
    client.ask("workspace/symbol", {"query": "nothing"})
    assert [found for name, found in client.shown.items() if "ntitled" in name and found] == []


def test_a_word_tells_how_its_line_goes(client: Client, folder: Path) -> None:
    uri = client.open(folder / "пруд.rules", GAME)

    said = client.at("hover", uri, *place(GAME, "choose"))["contents"]["value"]
    assert "choose NAME in SET\nchoose NAME as 3 of SET\n" in said
    assert client.at("hover", uri, *place(GAME, "of player asking")) is None


def test_messages_are_in_the_language_of_the_rulebook_and_chosen_by_its_settings(client: Client, folder: Path) -> None:
    text = GAME.replace("to play:", 'place берег "Берег": place\n\nto play:')
    uri = client.open(folder / "пруд.rules", text)
    [one] = client.diagnostics(uri, until=bool)
    assert "`берег`" in one["message"]
    assert not any(word in one["message"] for word in ("no rule", "uses", "place"))

    settings = folder / "rulewright.toml"
    settings.write_text('[lint]\nignore = ["unused-name"]\n', encoding="utf-8")
    client.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": settings.as_uri(), "type": 1}]})
    assert client.diagnostics(uri, until=lambda found: not found) == []
    settings.unlink()
    client.tell("workspace/didChangeWatchedFiles", {"changes": [{"uri": settings.as_uri(), "type": 3}]})
    assert len(client.diagnostics(uri, until=bool)) == 1
    client.change(uri, GAME)


def test_places_are_counted_as_the_editor_counts_them(client: Client, folder: Path) -> None:
    uri = client.open(folder / "пруд.rules", GAME)
    line, column = place(GAME, "{лягушка}")

    # Two frogs of two units each stand before it.
    assert column == 14
    assert ranges(client.at("documentHighlight", uri, line, column + 1)) == [
        (7, 11, 7, 18), (8, 9, 8, 16), (9, 15, 9, 22)]  # fmt: skip
    assert client.at("hover", uri, line, 30) is None
    assert client.at("hover", uri, 400, 6) is None


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 19), ("utf-32", 13)])
def test_editors_that_count_otherwise_are_understood(folder: Path, encoding: str, column: int) -> None:
    with Client(folder, encodings=[encoding]) as client:
        uri = client.open(folder / "пруд.rules", GAME)
        assert client.capabilities["positionEncoding"] == encoding
        [_, _, (line, start, _, _)] = ranges(client.at("documentHighlight", uri, 9, column))
        assert (line, start) == (9, column)


def test_the_server_goes_when_the_editor_has_gone() -> None:
    command = [sys.executable, "-m", "rulewright", "lsp"]
    assert subprocess.call(command, stdin=subprocess.DEVNULL, timeout=20) == 0


def test_without_pygls_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    for name in [name for name in sys.modules if name.startswith(("pygls", "lsprotocol", "rulewright.cli.editor"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "lsprotocol", None)
    monkeypatch.setitem(sys.modules, "pygls", None)

    assert main(["lsp"]) == 2
    told = capfd.readouterr().err
    assert "error[missing-extra]" in told
    assert "pip install 'rulewright[lsp]'" in told
