"""The forms that go with numbers, and French words before names."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli.render import plain
from rulewright.dsl.messages.speech import counted_name, fill_phrase, join_words
from tests.interpreter.helpers import written

COUNTED = {
    "en": ("{0} {0:line|lines}", "0 lines", "1 line", "2 lines", "5 lines", "11 lines", "21 lines", "101 lines"),
    "fr": ("{0} {0:ligne|lignes}", "0 ligne", "1 ligne", "2 lignes", "5 lignes", "11 lignes", "21 lignes", "101 lignes"),
    "ru": ("{0} {0:строка|строки|строк}", "0 строк", "1 строка", "2 строки", "5 строк", "11 строк", "21 строка", "101 строка"),
}


@pytest.mark.parametrize("language", COUNTED)
def test_the_form_goes_with_the_number(language: str) -> None:
    phrase, *said = COUNTED[language]

    assert [fill_phrase(language, phrase, count) for count in (0, 1, 2, 5, 11, 21, 101)] == said


FORMS = {"Пират": ("Пират", "Пирата", "Пиратов"), "Tent": ("Tent", "Tents"), "Canot": ("Canot", "Canots")}


@pytest.mark.parametrize(
    ("language", "name", "count", "said"),
    [
        ("ru", "Пират", 1, "Пират"),
        ("ru", "Пират", 3, "3 Пирата"),
        ("ru", "Пират (Ann)", 11, "11 Пиратов (Ann)"),
        ("ru", "Пират", 21, "21 Пират"),
        # Untranslated words are counted as in English.
        ("ru", "Tent", 5, "5 Tents"),
        ("fr", "Canot (Rouge) de Cleo", 2, "2 Canots (Rouge) de Cleo"),
        ("en", "Tentacle", 2, "Tentacle x2"),
        ("en", "Tent's pole", 2, "Tent's pole x2"),
        ("de", "Tent of Ben", 4, "4 Tents of Ben"),
    ],
)
def test_what_is_counted_is_told_in_the_form_that_goes_with_its_number(language: str, name: str, count: int, said: str) -> None:
    assert counted_name(FORMS, language, name, count) == said


FLEET = """\
game fleet "Fleet":
    players 2

values rank "Rank": mate "Mate | Mates" fr "Matelot | Matelots" ru "Матрос | Матроса | Матросов"
line way "Way":
    quay "Quay" fr "Quai" ru "Причал"
    ship "Ship" fr "Navire" ru "Корабль"
pieces crew: 5 for each player and rank, on quay

to play:
    for each player in players:
        choose men as 2 of crew on quay where owner of it is player
        move men to ship
    game over, winners players
"""


@pytest.mark.parametrize(
    ("language", "told", "others", "left"),
    [
        ("en", "You move 2 Mates: Quay → Ship.", "Player 1 moves 2 Mates: Quay → Ship.", "3 Mates"),
        ("fr", "Vous déplacez 2 Matelots : Quai → Navire.", "Joueur 1 déplace 2 Matelots : Quai → Navire.", "3 Matelots"),
        ("ru", "Вы перемещаете: 2 Матроса, Причал → Корабль.", "Игрок 1 перемещает: 2 Матроса, Причал → Корабль.", "3 Матроса"),
    ],
)
def test_tale_and_picture_count_in_the_rulebooks_own_forms(
    tmp_path: Path, language: str, told: str, others: str, left: str
) -> None:
    match = written(tmp_path, FLEET).start(2, language=language)

    acts = [[act.text for act in match.tale(seat)] for seat in (0, 1)]
    assert acts[0][0] == told
    assert acts[1][0] == others
    assert any(left in line for line in plain.render(match.view(1), language))


def test_russian_hundreds_go_like_their_last_two_figures() -> None:
    said = [fill_phrase("ru", "{0:строка|строки|строк}", count) for count in (22, 111, 112, 114, 124, 125, 1001)]

    assert said == ["строки", "строк", "строк", "строк", "строки", "строк", "строка"]


@pytest.mark.parametrize(
    ("before", "name", "said"),
    [
        ("sac de ", "Ann", "sac d'Ann"),
        ("sac de ", "Élise", "sac d'Élise"),
        ("sac de ", "Œdipe", "sac d'Œdipe"),
        ("sac de ", "Yves", "sac d'Yves"),
        ("sac de ", "Yann", "sac de Yann"),
        ("sac de ", "Joueur 1", "sac de Joueur 1"),
        ("sac de ", "La Rousse", "sac de La Rousse"),
        ("sac de ", "Le Roi", "sac du Roi"),
        ("votre ", "Le gros Tobie", "votre gros Tobie"),
        ("sac de ", "les Jumeaux", "sac des Jumeaux"),
        ("De ", "Ann", "D'Ann"),
        ("De ", "Le Roi", "Du Roi"),
        ("suite de ", "onze", "suite de onze"),
        ("pion de ", "a3", "pion de a3"),
        ("rangée ", "A", "rangée A"),
        ("donne tout à ", "Le Roi", "donne tout au Roi"),
        ("jusqu'à ", "Les Jumeaux", "jusqu'aux Jumeaux"),
        ("donne tout à ", "Ann", "donne tout à Ann"),
        ("parce que ", "il", "parce qu'il"),
        ("Si ", "ils", "S'ils"),
        ("si ", "Ida", "si Ida"),
        ("puisque ", "Ann", "puisqu'Ann"),
        ("jette le ", "As de Pique", "jette l'As de Pique"),
        ("gagne la ", "Dame", "gagne la Dame"),
        ("loin du ", "As", "loin de l'As"),
        ("face au ", "Officier", "face à l'Officier"),
        ("face au ", "Roi", "face au Roi"),
        ("mode ", "Ann", "mode Ann"),
        ("de", "Ann", "deAnn"),
    ],
)
def test_french_words_are_joined_to_names(before: str, name: str, said: str) -> None:
    assert join_words("fr", [before, name, " !"]) == f"{said} !"
    assert join_words("en", [before, name]) == before + name


def test_only_words_of_the_phrase_are_joined() -> None:
    assert fill_phrase("fr", "{0} {1} : {2}", "jeu de", "Ann", "{0} de ") == "jeu de Ann : {0} de "


FRENCH = """\
game joining "Joining" fr "Liens":
    players 2
values suit "Suit" fr "Couleur": cups "Cups" fr "Épées"
values rank "Rank" fr "Valeur": ace "Ace" fr "As", king "King" fr "Roi"
cards deal "Card" fr "Carte", each "{rank} of {suit}" fr "{rank} de {suit}": 1 for each suit and rank, in hand of seat 1
each player has:
    hand "Hand" fr "Main": place
to play:
    let top be first of deal in hand of seat 1
    say "The {top} of {player}." fr "La {top} de {player}."
    choose one in deal in hand of player showing "From {one}" fr "À partir de {one}" asking "Of {player}" fr "Main de {player}"
    choose:
        put final in rank "From {final} on" fr "De {final} à la fin":
            say "So be it." fr "Soit."
    choose go in 1 to 2
"""


def test_texts_of_a_rulebook_are_joined_as_well(tmp_path: Path) -> None:
    match = written(tmp_path, FRENCH).start(language="fr")
    match.call(["Isolde", "Bob"])

    first = match.decision
    assert first is not None
    assert first.prompt == "Main d'Isolde"
    assert [option.label for option in first.options] == ["À partir d'As d'Épées", "À partir de Roi d'Épées"]
    match.choose(0)
    second = match.decision
    assert second is not None
    assert [option.label for option in second.options] == ["D'As à la fin", "De Roi à la fin"]
    match.choose(0)

    assert match.log() == ["L'As d'Épées d'Isolde.", "Isolde : À partir d'As d'Épées", "Isolde : D'As à la fin", "Soit."]
