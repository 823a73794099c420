"""Test the phrases of `play` in each of its languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.cli.render import speech
from rulewright.cli.render.speech import COMMANDS, PHRASES, phrase
from rulewright.dsl.messages.speech import SOURCE, list_words
from tests.cli.running import Runner

CLI = Path(speech.__file__).resolve().parents[1]


def test_what_is_counted_is_said_as_the_number_asks_for_it() -> None:
    assert [phrase("en", "end", 7, count) for count in (1, 2)] == ["Seed 7, 1 decision.", "Seed 7, 2 decisions."]
    assert [phrase("fr", "end", 7, count)[10:] for count in (0, 1, 2)] == ["0 décision.", "1 décision.", "2 décisions."]
    lines = [phrase("ru", "more-lines", count) for count in (1, 3, 12, 21)]
    assert lines == [f"... ещё {said}; введите стол" for said in ("1 строка", "3 строки", "12 строк", "21 строка")]
    assert phrase("eo", "begin", 1) == "1 player"


def test_every_phrase_is_said_somewhere_and_nothing_else_is() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in CLI.rglob("*.py"))

    built = {f"{kind}-{name}" for kind in ("help", "command") for name in COMMANDS}
    own = set(PHRASES.own(SOURCE))
    assert {key for key in own if f'"{key}"' in sources} | built == own
    assert set(re.findall(r'_say\(\s*"([^"]+)"', sources)) <= own
    assert not re.search(r"""(show|_tell)\(f?["'][^"'{]*[A-Za-z]{3}""", sources)


def test_commands_of_a_language_are_different_words() -> None:
    for language in PHRASES.languages:
        words = [phrase(language, f"command-{name}") for name in COMMANDS]
        assert len(set(words)) == len(words)
        assert not any(" " in word for word in words)


def test_a_language_that_is_missing_is_spoken_to_in_english() -> None:
    assert phrase("eo", "you", "Ana") == "Ana (you)"
    assert list_words("eo", ["Ana", "Bob", "{0}"]) == "Ana, Bob and {0}"
    assert list_words("fr", ["Ana"]) == "Ana"


FRENCH = {
    "2 joueurs",
    "À cet écran : Joueur 1.",
    "Joueur 1 (vous) :  Points : 0  Main : Bas, Haut",
    "Joueur 2 :  Points : 0  Main : 2 (secret)",
    "Joueur 1 : Quel signe ?",
    "tapez un numéro de 1 à 2",
    "« x » n'en fait pas partie : tapez un numéro de 1 à 2",
    "« hat » n'en fait pas partie : vouliez-vous dire « Haut » ?",
    "il n'y a pas de commande « /x » ; ? les montre toutes",
    "  enregistrer  avec le nom d'un fichier, y garde la partie, et continue",
    "tapez enregistrer et le nom d'un fichier",
    "enregistré dans ici",
    "signs.rules existe déjà : choisissez un autre nom",
    "rien dans ce jeu ne s'appelle « x »",
}


def test_a_game_in_french_says_everything_in_french(run: Runner) -> None:
    typed = ["", "x", "hat", "/x", "aide", "enregistrer", "enregistrer ici", "save signs.rules", "lire x", "table", "journal"]
    ran = run("play", "signs.rules", "--seat", "human,random", "--lang", "fr", "--seed", "1", typed=[*typed, "1", "2"])

    assert set(ran.out.splitlines()) >= FRENCH
    assert re.search(
        r"\nLa partie est terminée\. Joueur [12] gagne\.\nPoints :\n(?:  \d\. Joueur \d : \d\n){2}Graine 1, 4 décisions\.\n$",
        ran.out,
    )
    assert (
        run("play", "signs.rules", "--lang", "fr", typed="")
        .out.split("> ")[-1]
        .startswith(f"\n\nLa partie est enregistrée dans {run.folder / 'signs.save'}. Pour la reprendre :\n")
    )
    assert run("play", "signs.rules", "--lang", "fr", typed=["quitter"]).code == 0
    two = run("play", "signs.rules", "--lang", "fr", "--seat", "human", "--seat", "human", typed=["1"]).out
    assert "Joueur 2, appuyez sur Entrée quand vous êtes seul devant l'écran." in two


def test_english_commands_are_understood_in_every_language(run: Runner) -> None:
    ran = run("play", "signs.rules", "--lang", "fr", typed=["help", "quit"])

    assert "montre ceci ; ? aussi" in ran.out
    assert "La partie est enregistrée" in ran.out


@pytest.mark.parametrize(
    ("environment", "begin"),
    [
        ({"LANG": "fr_CA.UTF-8"}, "2 joueurs"),
        ({"LANG": "fr"}, "2 joueurs"),
        ({"LANG": "en_GB.UTF-8"}, "2 players"),
        ({"LANG": "ru_RU.UTF-8"}, "2 players"),
        ({"LANG": "C"}, "2 players"),
        ({"LANG": ""}, "2 players"),
        ({"LANG": "\x1b[2J" * 1000}, "2 players"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "2 players"),
        ({"LANG": "C", "LC_MESSAGES": "fr_FR@euro"}, "2 joueurs"),
    ],
)
def test_the_environment_says_the_language_if_the_game_speaks_it(
    run: Runner, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], begin: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert run("play", "signs.rules").out.splitlines()[1].startswith(begin)
    assert run("play", "signs.rules", "--lang", "en").out.splitlines()[1].startswith("2 players")


def test_a_bundled_game_in_russian(run: Runner) -> None:
    typed = ["1", "ничего", "помощь", "1", "1", "выход"]
    ran = run("play", "walk-the-plank", "--lang", "ru", "--seed", "1", typed=typed)

    assert "Игрок 1 (вы):  Рука: " in ran.out
    assert "Игрок 3:  Рука: 10 (скрыто)" in ran.out
    assert "Какую карту кладёте следующей? (2 из 3)" in ran.out
    assert "«ничего» среди них нет: введите номер от 1 до 9" in ran.out
    path = str(run.folder / "walk-the-plank.save")
    assert f"Игра сохранена в {path}. Чтобы продолжить её:" in ran.out
    words = re.sub(rf"(?m)^  rulewright .*$|{re.escape(path)}|Ctrl-C|x[0-9]+", "", ran.out)
    assert not re.search("[A-Za-z]{2}", words), re.findall("[A-Za-z]{2,}", words)


def test_the_table_speaks_a_language_that_the_game_has_no_words_of(run: Runner) -> None:
    ran = run("play", "signs.rules", "--lang", "de", "--seat", "human,random", "--seed", "1", typed=["hilfe", "1", "2"])

    assert ran.out.splitlines()[1] == "2 Personen"
    assert "Person 1: Which sign?" in ran.out
    assert re.search(r"\nDie Partie ist zu Ende\. Person [12] gewinnt\.\n", ran.out)
    other = run("play", "signs.rules", "--lang", "xx")
    assert (other.code, other.out) == (2, "")
    assert "there are en, fr, " in other.err
