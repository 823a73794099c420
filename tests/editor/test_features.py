"""Test other requests of an editor: renaming, the layout, mending, the outline, colours, and changes of a variant."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from rulewright.dsl.lint.whole_lint import lint_all
from tests.editor.client import Client
from tests.editor.texts import DRY, GAME, POND, place, ranges

ALL = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}


def edited(text: str, edits: list[dict[str, Any]]) -> str:
    """Return a text with an editor's edits in it."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines) + 1)]

    def offset(one: dict[str, int]) -> int:
        before = lines[one["line"]].encode("utf-16-le")[: 2 * one["character"]] if one["line"] < len(lines) else b""
        return starts[one["line"]] + len(before.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda edit: -offset(edit["range"]["start"])):
        text = text[: offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]) :]
    return text


def about(uri: str, **more: Any) -> dict[str, Any]:
    return {"textDocument": {"uri": uri}, **more}


@pytest.mark.parametrize(("words", "new", "places"), [
    ("dive frog\n", "hop", (3, 1)), ("bank\n", "shore", (3, 1)), ("frogs of", "toads", (7, 3)), ("goal:", "aim", (2, 1)),
    ("frog to pond", "toad", (3, 2)),
])  # fmt: skip
def test_something_gets_another_name_in_the_game_and_in_its_variants(
    client: Client, folder: Path, words: str, new: str, places: tuple[int, int]
) -> None:
    uri = client.open(folder / "pond.rules", POND)
    changes = client.at("rename", uri, *place(POND, words), newName=new)["changes"]
    texts = {(folder / name): (folder / name).read_text() for name in ("pond.rules", "dry.rules")}

    assert tuple(len(changes[path.as_uri()]) for path in texts) == places
    after = {str(path): edited(text, changes[path.as_uri()]) for path, text in texts.items()}
    for path in texts:
        assert lint_all(str(path), unsaved=after) == []


def test_a_variant_leads_to_the_file_of_its_game(client: Client, folder: Path) -> None:
    uri = client.open(folder / "dry.rules", DRY)
    [there] = client.at("definition", uri, *place(DRY, "pond.rules"))

    assert (there["uri"], there["range"]["start"]) == ((folder / "pond.rules").as_uri(), {"line": 0, "character": 0})
    assert client.at("definition", uri, *place(DRY, '"Dry"')) is None


@pytest.mark.parametrize(("words", "new", "told"), [
    ("dive frog\n", "while", "`while` is a word of the language"),
    ("dive frog\n", "player", "`player` is a word of the language"),
    ("dive frog\n", "move", "something else would be wrong"),
    ("dive frog\n", "jump in", "`jump in` is no name"),
    ("dive frog\n", "pond", "`pond` is already the name of a place, in line 9 of pond.rules"),
    ("frog to pond", "bank", "`bank` is already the name of a place"),
    ("frog to pond", "dive", "`dive` is already the name of a rule"),
])  # fmt: skip
def test_a_name_that_cannot_be_is_refused_with_the_reason(client: Client, folder: Path, words: str, new: str, told: str) -> None:
    uri = client.open(folder / "pond.rules", POND)

    with pytest.raises(AssertionError, match=told):
        client.at("rename", uri, *place(POND, words), newName=new)


def test_nobody_renames_what_came_with_the_program(client: Client, folder: Path) -> None:
    text = 'variant calm of nine-mens-morris "Calm":\n    set flying to no\n'
    uri = client.open(folder / "calm.rules", text)
    line, column = place(text, "flying")

    assert client.at("definition", uri, line, column)[0]["uri"].endswith("/rulebooks/nine-mens-morris.rules")
    with pytest.raises(AssertionError, match="in none of the folders"):
        client.at("rename", uri, line, column, newName="hopping")
    client.close(uri)


def test_a_file_is_laid_out_with_no_more_changes_than_needed(client: Client, folder: Path) -> None:
    wild = GAME.replace('"🐸🐸 {', '"🐸🐸 {').replace("        choose прыгун  in", "").replace("    players 2", "  players   2")
    uri = client.open(folder / "пруд.rules", wild)
    options = {"tabSize": 8, "insertSpaces": False}
    [edit] = client.ask("textDocument/formatting", about(uri, options=options))

    assert edited(wild, [edit]) == GAME
    assert edit["range"]["end"]["line"] == 1
    client.change(uri, wild.replace("players   2", "players two"))
    assert client.ask("textDocument/formatting", about(uri, options=options)) is None
    client.change(uri, GAME)
    assert client.ask("textDocument/formatting", about(uri, options=options)) == []


def test_what_is_certain_is_mended(client: Client, folder: Path) -> None:
    wrong = GAME.replace("нырнуть прыгун", "нырунть прыгун")
    uri = client.open(folder / "пруд.rules", wrong)
    found = client.diagnostics(uri, until=bool)
    [action] = client.ask("textDocument/codeAction", about(uri, range=found[0]["range"], context={"diagnostics": found}))

    assert (action["kind"], action["isPreferred"]) == ("quickfix", True)
    assert action["diagnostics"] == found
    assert edited(wrong, action["edit"]["changes"][uri]) == GAME


def test_all_that_is_certain_is_mended_at_once(client: Client, folder: Path) -> None:
    wrong = POND.replace("player on bank", "player on bnak").replace("players take turns:", "players take turns")
    uri = client.open(folder / "pond.rules", wrong)
    context = {"diagnostics": [], "only": ["source.fixAll"]}
    [action] = client.ask("textDocument/codeAction", about(uri, range=ALL, context=context))

    assert edited(wrong, action["edit"]["changes"][uri]) == POND
    client.change(uri, POND)
    assert client.ask("textDocument/codeAction", about(uri, range=ALL, context=context)) == []


def test_a_warning_can_be_allowed_once_somebody_says_why(client: Client, folder: Path) -> None:
    text = GAME.replace("place пруд", 'place берег "Берег": place\nplace пруд')
    uri = client.open(folder / "пруд.rules", text)
    found = client.diagnostics(uri, until=lambda found: [one["code"] for one in found] == ["unused-name"])
    [action] = client.ask("textDocument/codeAction", about(uri, range=found[0]["range"], context={"diagnostics": found}))
    allowed = edited(text, action["edit"]["changes"][uri])

    assert "\n# lint: allow unused-name because \nplace берег" in allowed
    client.change(uri, allowed.replace("because ", "because it is empty"))
    assert client.diagnostics(uri) == []


def test_what_is_declared_is_listed_and_can_be_folded(client: Client, folder: Path) -> None:
    uri = client.open(folder / "pond.rules", POND)
    symbols = client.ask("textDocument/documentSymbol", about(uri))

    assert [one["name"] for one in symbols] == [
        "pond", "goal", "frogs", "bank", "pond", "setup", "dive", "play", "A1, A2"]  # fmt: skip
    assert ranges(symbols)[6] == (15, 0, 17, 22)
    folds = client.ask("textDocument/foldingRange", about(uri))
    places = {(one["startLine"], one["endLine"], one.get("kind")) for one in folds}
    assert {(0, 1, None), (13, 14, "comment"), (15, 17, None), (20, 24, None), (19, 24, None)} <= places
    found = client.ask("workspace/symbol", {"query": "dry"})
    assert [(one["name"], Path(one["location"]["uri"]).name) for one in found] == [("dry Dry", "dry.rules")]


def test_words_have_the_colours_of_what_they_are(client: Client, folder: Path) -> None:
    uri = client.open(folder / "пруд.rules", GAME)
    legend = client.capabilities["semanticTokensProvider"]["legend"]
    types, modifiers = legend["tokenTypes"], ["", *legend["tokenModifiers"]]
    data = client.ask("textDocument/semanticTokens/full", about(uri))["data"]
    lines, line, column = GAME.split("\n"), 0, 0
    found: dict[int, list[tuple[str, str]]] = {}
    for start in range(0, len(data), 5):
        down, right, length, kind, modifier = data[start : start + 5]
        line, column = line + down, right + (0 if down else column)
        units = lines[line].encode("utf-16-le")
        word = units[2 * column : 2 * (column + length)].decode("utf-16-le")
        found.setdefault(line, []).append((word, f"{types[kind]} {modifiers[modifier.bit_length()]}".strip()))

    assert found[9] == [("say", "keyword acts"), ('"🐸🐸 {', "string"), ("лягушка", "parameter"), ('} в воде"', "string")]
    assert found[7][:2] == [("to", "keyword declares"), ("нырнуть", "function declaration")]
    assert found[15][-2:] == [("is", "keyword joins"), ("4", "number")]


def test_what_a_variant_changes_is_told_beside_it(client: Client, folder: Path) -> None:
    uri = client.open(folder / "pond.rules", POND)
    there = client.ask("textDocument/inlayHint", about(uri, range=ALL))
    assert [(one["position"]["line"], one["label"]) for one in there] == [
        (3, "set by `dry`"), (10, "replaced by `dry`"), (15, "changed by `dry`")]  # fmt: skip
    uri = client.open(folder / "dry.rules", DRY)
    here = client.ask("textDocument/inlayHint", about(uri, range=ALL))
    assert [(one["position"]["line"], one["label"]) for one in here] == [(1, "was: 3"), (5, "was: line 11 of pond.rules")]


def test_a_variant_is_told_of_what_is_not_saved_in_its_game(client: Client, folder: Path) -> None:
    base, variant = client.open(folder / "pond.rules", POND), client.open(folder / "dry.rules", DRY)
    client.change(base, POND.replace("frogs", "toads"))
    found = client.diagnostics(variant, until=bool)

    assert {one["code"] for one in found} == {"unknown-name"}
    client.change(base, POND)
    assert client.diagnostics(variant) == []


def test_what_fits_is_offered_where_one_types(client: Client, folder: Path) -> None:
    text = GAME.replace("        нырнуть прыгун\n", "        нырнуть пры\n")
    uri = client.open(folder / "пруд.rules", text)
    line, column = place(text, "нырнуть пры")
    found = client.at("completion", uri, line, column + len("нырнуть пры"))
    [leaper] = [one for one in found if one["label"] == "прыгун"]

    assert found[0] == leaper
    assert leaper["detail"] == "one of `лягушки`"
    assert edited(text, [leaper["textEdit"]]) == GAME
    assert not {"пруд-утром", "нырнуть", "choose"} & {one["label"] for one in found}
    client.change(uri, GAME)


def test_torn_texts_have_answers(client: Client, folder: Path) -> None:
    rng = random.Random(3)
    text = DRY
    options = {"tabSize": 4, "insertSpaces": True}
    everything: dict[str, dict[str, Any]] = {"documentSymbol": {}, "foldingRange": {}, "semanticTokens/full": {},
                  "formatting": {"options": options},
                  "codeAction": {"range": ALL, "context": {"diagnostics": []}}, "inlayHint": {"range": ALL}}  # fmt: skip
    for _ in range(12):
        start = rng.randrange(len(text))
        text = text[:start] + rng.choice(["", "(", '"', ":", "  ", "replace ", "🐸", "\n"]) + text[start + rng.randrange(9) :]
        uri = client.open(folder / "dry.rules", text)
        line, column = place(text, text[start : start + 3] or "dry")
        for method in ("hover", "definition", "completion", "documentHighlight", "prepareRename"):
            client.at(method, uri, line, column)
        for method, more in everything.items():
            client.ask(f"textDocument/{method}", about(uri, **more))
    client.open(folder / "dry.rules", DRY)
