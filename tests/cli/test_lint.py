"""Test which findings `lint` shows, and to which readers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rulewright.dsl.library.library import FirstLook, first_look
from rulewright.dsl.lint import whole_lint
from tests.cli.running import Runner

GAME = """\
game idle "Idle":
    players 2
define spare: 3
option style = no
to play:
    game over, winners players
"""
ALLOWED = GAME.replace("define", "# lint: allow unused-name because a variant uses it\ndefine")


def shown(run: Runner, *arguments: str) -> list[str]:
    """Return the findings in idle.rules, as names with lines."""
    found = json.loads(run("lint", "--format", "json", "idle.rules", *arguments).out)
    return [f"{one['name']}:{one['line']}" for one in found]


def test_a_warning_may_be_allowed_for_a_reason(run: Runner) -> None:
    run.write("idle.rules", GAME)
    assert shown(run) == ["unused-name:3", "unused-name:4"]

    run.write("idle.rules", ALLOWED)
    assert shown(run) == ["unused-name:5"]

    behind = GAME.replace("= no", "= no  # lint: allow unused-name, never-set because of the variants")
    run.write("idle.rules", behind)
    assert shown(run) == ["unused-name:3", "needless-allow:4"]


@pytest.mark.parametrize(("comment", "found"), [
    ("# lint: allow unused-name", ["allow-without-reason:3", "unused-name:4", "unused-name:5"]),
    ("# lint: allow unused-name because", ["allow-without-reason:3", "unused-name:4", "unused-name:5"]),
    ("# lint: allow because it is so", ["unknown-lint:3", "unused-name:4", "unused-name:5"]),
    ("# lint: allow unusd-name because it is so", ["unknown-lint:3", "unused-name:4", "unused-name:5"]),
    ("# lint: allow never-set because it is so", ["needless-allow:3", "unused-name:4", "unused-name:5"]),
    ("# the word lint: means something else here", ["unused-name:4", "unused-name:5"]),
])  # fmt: skip
def test_what_allows_nothing_is_told(run: Runner, comment: str, found: list[str]) -> None:
    run.write("idle.rules", GAME.replace("define", f"{comment}\ndefine"))

    assert shown(run) == found


def test_a_block_may_be_allowed_and_an_error_may_not(run: Runner) -> None:
    block = GAME.replace("to play:\n", (
        "to play:\n    # lint: allow needless-together, unknown-name because it is so\n"
        "    if spare is 3:\n        together for each player in players:\n            add 1 to score of player\n"
        "        set style to nothing-such\n"
    )).replace("option style = no", "each player has:\n    score: number")  # fmt: skip
    run.write("idle.rules", block)
    assert "unknown-name:11" in shown(run)

    run.write("idle.rules", block.replace("        set style to nothing-such\n", "").replace(", unknown-name", ""))
    assert not [one for one in shown(run) if one.startswith(("needless", "allow"))]


def test_errors_hide_what_is_needed_no_more(run: Runner) -> None:
    run.write("idle.rules", ALLOWED.replace("winners players", "winners plyers"))

    assert shown(run) == ["unknown-name:7"]


def test_names_are_selected_and_ignored(run: Runner) -> None:
    wrong = ALLOWED.replace("spare: 3", "spare: 3\nplace attic").replace("winners players", "winners nothing-such")
    run.write("idle.rules", wrong)
    assert shown(run, "--select", "never-set") == ["unknown-name:8"]

    run.write("idle.rules", GAME.replace("= no", "= no # lint: allow never-set because of it"))
    assert shown(run, "--select", "needless-allow,never-set") == ["needless-allow:4"]
    assert shown(run, "--ignore", "unused-name") == ["needless-allow:4"]
    assert shown(run, "--ignore", "unused-name", "--ignore", "needless-allow") == []
    assert run("lint", "idle.rules", "--level", "error").code == 0
    ran = run("lint", "idle.rules", "--ignore", "unusd-name")
    assert (ran.code, "did you mean `unused-name`?" in ran.err) == (2, True)


def test_settings_stand_in_a_file_above(run: Runner, tmp_path: Path) -> None:
    path = run.write("games/far/idle.rules", GAME)
    run.write("rulewright.toml", '[lint]\nignore = ["unused-name"]\n')
    assert run("lint", str(path)).code == 0
    assert run("lint", str(path), "--select", "unused-name").code == 0

    run.write("games/rulewright.toml", '[lint]\nlevel = "error"\n')
    assert run("lint", str(path)).code == 0
    assert run("lint", str(path), "--level", "warning").code == 1
    run.write("games/rulewright.toml", "")
    assert run("lint", str(path)).code == 1
    assert (tmp_path / "games" / "far" / "idle.rules").read_text(encoding="utf-8") == GAME


@pytest.mark.parametrize(("text", "line", "said"), [
    ('[lint]\nlevle = "error"\n', 2, "`[lint]` has no `levle`"),
    ('[lint]\nlevel = "quiet"\n', 2, '`level` is `"error"` or `"warning"`'),
    ('[lint]\nignore = "unused-name"\n', 2, "`ignore` is a list of names"),
    ('[lint]\nselect = ["unused-name", "unusd"]\n', 2, "lint has nothing that is called `unusd`"),
    ("[lnt]\n", 1, "`rulewright.toml` has no `lnt`"),
    ("lint = 3\n", 1, "`lint` is a table"),
    ("[lint]\nlevel = error\n", 2, "`rulewright.toml` cannot be read: invalid value"),
    ("[lint", 1, "`rulewright.toml` cannot be read:"),
    ("\0", 1, "is NUL"),
])  # fmt: skip
def test_settings_that_are_wrong_are_told_with_their_line(run: Runner, text: str, line: int, said: str) -> None:
    run.write("idle.rules", GAME)
    run.write("rulewright.toml", text)

    ran = run("lint", "--format", "concise", "idle.rules")

    assert ran.code in (1, 2)
    first = ran.out.splitlines()[0]
    assert first.startswith(f"rulewright.toml:{line}:")
    assert said in first


def test_for_code_hosts(run: Runner) -> None:
    run.write("idle.rules", GAME.replace("spare: 3", 'spare: 3\ndefine "'))

    run_of = json.loads(run("lint", "--format", "sarif", "idle.rules").out)["runs"][0]

    assert run_of["tool"]["driver"]["name"] == "rulewright"
    rules = run_of["tool"]["driver"]["rules"]
    for result in run_of["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning")
        assert result["message"]["text"]
        place = result["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"] == "idle.rules"
        assert place["region"]["startLine"] >= 1
        assert place["region"]["startColumn"] >= 1
    assert "unclosed-text" in {rule["id"] for rule in rules}


def test_for_github(run: Runner) -> None:
    run.write("idle.rules", GAME)

    lines = run("lint", "--format", "github", "idle.rules").out.splitlines()

    assert lines[0] == ("::warning title=unused-name,file=idle.rules,line=3,endLine=3,col=8,endColumn=13"
                        "::no rule uses the define `spare` (delete it, or use it in a rule)")  # fmt: skip
    assert len(lines) == 2
    nowhere = run("lint", "--format", "github", "no%such:file.rules").out
    assert nowhere.startswith("::error title=no-such-file::there is no file `no%25such:file.rules`")


def test_for_machines_that_run_tests(run: Runner) -> None:
    run.write("idle.rules", GAME.replace("spare", 'sp"<are'))
    run.write("good.rules", GAME.replace("define spare: 3\noption style = no\n", ""))

    root = ET.fromstring(run("lint", "--format", "junit", "idle.rules", "good.rules").out)

    suites = {suite.get("name"): suite for suite in root}
    assert suites["good.rules"].get("failures") == "0"
    assert [case.find("failure") for case in suites["good.rules"]] == [None]
    assert int(root.get("failures", "")) == len(root.findall(".//failure")) > 0
    assert int(root.get("tests", "")) == len(root.findall(".//testcase"))
    assert all("idle.rules:3:" in one.get("message", "") or "idle.rules:4:" in one.get("message", "")
               for one in suites["idle.rules"].findall(".//failure"))  # fmt: skip


SLIPS = """\
game slips "Slips" fr "Bévues":
    players 2

values mood "Mood" fr "Humeur": glad "Glad" fr "Gai", sad "Sad" fr "Triste"

each player has:
    feeling "Mood": mood
    score "Points" fr "Points": number
    other "Points": number

cards deal "Card" fr "Carte": 1 for each player, in hand of owner

each player has:
    hand: place

card one of deal "One" fr "Un":
    text "Nothing happens."
        fr "Rien ne se passe."
card two of deal "Two" fr "Deux":
    text "Nothing happens."

to play:
    players take turns:
        choose the next in mood
        if next == glad
            set felling of player to next
        choose card in hand of plyer
        move first of deals in hand of player to hand of player
        if count of players - 1 is at last 1:
            add 1 to score of player
        add score of player to other of player
        game over, winners players with most score of it
"""


def test_what_is_certain_is_mended(run: Runner) -> None:
    path = run.write("slips.rules", SLIPS)

    shown_only, ran = run("lint", "--diff", "slips.rules"), run("lint", "--fix", "slips.rules")

    text = path.read_text(encoding="utf-8")
    for mended in (
        'feeling "Mood" fr "Humeur": mood', 'other "Points" fr "Points": number',
        '"Nothing happens." fr "Rien ne se passe."\n\nto play',
        "choose next in mood", "if next is glad:", "set feeling of player", "hand of player\n",
        "move first of deal in", "- 1 is at least 1:",
    ):  # fmt: skip
        assert mended in text, (mended, ran.out, text)
    assert " mended, " in ran.out
    assert "+        choose next in mood\n" in shown_only.out
    assert shown_only.code == 1
    again = run("lint", "--fix", "slips.rules")
    assert "mended" not in again.out
    assert path.read_text(encoding="utf-8") == text


NUTS = """\
game nuts "Nuts":
    players 2

place forest "Forest"
pieces nuts "Nut": 12, in forest
pieces stones "Stone": 3, in forest
each player has:
    nest "Nest": place
    score "Points": number

to play:
    for each player in players:
        choose gathered in 1 to 3
        move first gathered of nuts in forest to nest of player
        add count of nest of player to score of player
    if any nest of seat 1:
        for each one in nest of seat 1:
            say "{one} is hidden."
    game over, winners players with most count of nest of it
"""


def test_what_lies_in_a_place_is_named_where_the_place_was_counted(run: Runner) -> None:
    path = run.write("nuts.rules", NUTS)
    found = run("lint", "nuts.rules")
    assert found.out.count("error[place-not-contents]") == 4
    assert "write `nuts in nest of it`" in found.out
    run("lint", "--fix", "nuts.rules")

    # Stones never get to a nest, so there is no doubt what is meant.
    text = path.read_text(encoding="utf-8")
    assert text == NUTS.replace("count of nest", "count of nuts in nest").replace("any nest", "any nuts in nest").replace(
        "one in nest", "one in nuts in nest"
    )
    assert run("lint", "nuts.rules").code == 0


def test_where_several_kinds_may_lie_in_a_place_nothing_is_mended(run: Runner) -> None:
    text = NUTS.replace("    if any", "    move first of stones to nest of seat 2\n    if any")
    path = run.write("nuts.rules", text)
    ran = run("lint", "--fix", "nuts.rules")

    assert "write `nuts in nest of it` or `stones in nest of it`" in ran.out
    assert path.read_text(encoding="utf-8") == text


def test_a_comment_that_is_not_needed_goes_with_its_line(run: Runner) -> None:
    path = run.write("idle.rules", GAME.replace("define", "# lint: allow never-set because of nothing\ndefine"))
    run("lint", "--fix", "idle.rules")
    assert path.read_text(encoding="utf-8") == GAME

    run.write("idle.rules", GAME.replace("= no", "= no   # lint: allow never-set because of nothing"))
    run("lint", "--fix", "idle.rules")
    assert path.read_text(encoding="utf-8") == GAME


def test_what_may_mean_several_things_is_left_to_people(run: Runner) -> None:
    unsure = GAME.replace("define spare: 3", "place hill\nplace hall").replace("game over", "shuffle hxll\n    game over")
    path = run.write("idle.rules", unsure)

    ran = run("lint", "--fix", "idle.rules")

    assert "did you mean `hall` or `hill`?" in ran.out
    assert path.read_text(encoding="utf-8") == unsure


def test_what_is_no_better_afterwards_is_not_written(run: Runner) -> None:
    worse = GAME.replace("winners players", "winners sparee")
    path = run.write("idle.rules", worse)

    ran = run("lint", "--fix", "idle.rules")

    assert "did you mean `spare`?" in ran.out
    assert path.read_text(encoding="utf-8") == worse


def test_bundled_games_and_other_peoples_files_are_not_touched(run: Runner) -> None:
    base = run.write("idle.rules", GAME.replace("define spare: 3", "define spare: 3 * sparee"))
    run.write("mine.rules", 'variant mine of "idle.rules" "Mine":\n    set style to no\n')

    assert run("lint", "--fix", "mine.rules").code == 1
    assert "sparee" in base.read_text(encoding="utf-8")
    assert run("lint", "--fix", "tic-tac-toe").code in (0, 2)


def test_messages_are_in_the_readers_language(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    run.write("idle.rules", GAME.replace("spare: 3", "spare: sparee"))

    french = run("lint", "idle.rules", "--lang", "fr").out
    assert french.startswith("erreur[unknown-name]: rien ici ne s'appelle `sparee`\n")
    assert "^^^^^^ inconnu\n" in french
    assert french.endswith("  = aide: vouliez-vous dire `spare` ?\n\n1 erreur dans 1 fichier\n")
    assert run("lint", "idle.rules").out.startswith("error[")
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    russian = run("lint", "idle.rules").out
    assert russian.startswith("ошибка[unknown-name]: здесь ничто не называется `sparee`\n")
    assert russian.endswith("1 ошибка, 1 файл\n")
    assert run("lint", "idle.rules", "--lang", "en").out.startswith("error[")
    monkeypatch.setenv("LC_ALL", "de_AT.UTF-8")
    german = run("lint", "idle.rules").out
    assert german.startswith("Fehler[unknown-name]: hier heißt nichts `sparee`\n")
    assert german.endswith("  = Hilfe: meintest du `spare`?\n\n1 Fehler in 1 Datei\n")


def test_what_a_language_does_not_say_yet_is_said_in_english(run: Runner) -> None:
    run.write("idle.rules", GAME.replace("spare: 3", "spare: 3 / 0"))

    german = run("lint", "idle.rules", "--lang", "de").out
    assert german.startswith("Fehler[")
    assert ": a number cannot be divided by 0\n" in german


def test_a_rulebook_in_russian_is_spoken_of_in_russian(run: Runner) -> None:
    path = run.write("idle.rules", GAME.replace('"Idle"', '"Покой"').replace("spare: 3", "spare: sparee"))

    assert run("lint", "idle.rules").out.startswith("ошибка[unknown-name]: здесь ничто не называется `sparee`\n")
    run("lint", "--fix", "idle.rules", "--lang", "ru")
    assert "sparee" in path.read_text(encoding="utf-8")


def test_a_language_that_one_text_has_alone_is_told_there(run: Runner) -> None:
    texts = "".join(f'    value-{number} "Value {"abcdefgh"[number]}"\n' for number in range(6))
    declared = f'values mark:\n{texts}each player has:\n    seal "Seal": mark\n'
    game = GAME.replace("define spare: 3\noption style = no\n", declared)
    game = game.replace("game over", "set seal of player to value-1\n    game over")
    run.write("idle.rules", game)
    assert shown(run) == []

    once = game.replace('c"', 'c" fr "Valeur c"')
    run.write("idle.rules", once)
    assert shown(run) == ["missing-translation:6"]
    run.write("idle.rules", once.replace('d"', 'd" fr "Valeur d"'))
    assert len(shown(run)) == 6


@pytest.mark.parametrize(("line", "mended"), [
    ("if 3 is in (1, 2, spare:", "if 3 is in (1, 2, spare):"),
    ("if 3 is in (1, 2, spare  # or more", "if 3 is in (1, 2, spare):  # or more"),
    ("if (spare + 1) * (spare is 3:", None),
])  # fmt: skip
def test_a_bracket_is_closed_where_there_is_one_place_for_it(run: Runner, line: str, mended: str | None) -> None:
    game = GAME.replace("option style = no\n", "").replace("    game over", f'    {line}\n        say "!"\n    game over')
    path = run.write("idle.rules", game)
    run("lint", "--fix", "idle.rules")

    assert (f"    {mended}\n" in path.read_text(encoding="utf-8")) if mended else path.read_text(encoding="utf-8") == game


def test_what_was_clean_is_known_again_until_it_changes(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "kept"))
    looks: list[str] = []

    def counted(name: str, unsaved: Mapping[str, str] | None) -> FirstLook:
        looks.append(name)
        return first_look(name, unsaved)

    monkeypatch.setattr(whole_lint, "first_look", counted)
    clean = GAME.replace("define spare: 3\noption style = no\n", "")
    run.write("idle.rules", clean)
    assert shown(run) == shown(run) == []
    assert len(looks) == 1

    run.write("idle.rules", clean.replace("game over", "game ovr"))
    assert shown(run) != []
    assert shown(run) != []
    assert len(looks) == 3
    run.write("idle.rules", clean)
    assert shown(run) == []
    assert len(looks) == 3


def test_what_cannot_be_read_is_told_where_differences_are_wanted(run: Runner) -> None:
    ran = run("lint", "--diff", "no-such-game-here")

    assert ran.code == 2
    assert "[no-such-game]" in ran.err
