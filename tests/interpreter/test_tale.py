"""Test the tale: what happened as people tell it, one act a line, addressed to the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.interpreter import load
from tests.interpreter.helpers import written

TABLE = """\
game tale "Tale" fr "Récit" ru "Рассказ":
    players 3

values colour "Colour" fr "Couleur" ru "Цвет": red "Red" fr "Rouge" ru "Красный", blue "Blue" fr "Bleu" ru "Синий"
cards acts "Card" fr "Carte" ru "Карта": 1 for each player, in hand of owner
card leap of acts "Leap" fr "Saut" ru "Прыжок":
    copies 1
    perform:
        count down lives of player
        take 2 from coins of player for "the leap" fr "le saut" ru "прыжок"

each player has:
    hand "Hand" fr "Main" ru "Рука": place, seen by owner
    laid "Table" fr "Table" ru "Стол": place
    used "Used" fr "Défausse" ru "Сброс": pile
    lives "Lives" fr "Vies" ru "Жизни": number = 3
    coins "Coins" fr "Pièces" ru "Монеты": number = 9
    bid "Bid" fr "Mise" ru "Ставка": number
    asleep "Asleep" fr "Endormi" ru "Спит": truth
    breath "Breath": number = 5, untold
    rival "Rival": player, unshown

to leap-now:
    let played be first of acts in hand of player
    move played to laid of player
    perform played
    move played to used of player

to bid-all:
    together for each player in players:
        choose offer in 1 to 5
        set bid of player to offer

to sleep:
    take 2 from breath of player
    set rival of player to left of player
    set asleep of player to yes

to steal:
    choose stolen in acts in laid of right of player
    move stolen to laid of player

to lay-all:
    for each player in players:
        move acts in hand of player to laid of player

to play:
    RULE
    choose go-on in 1 to 2
    game over
"""


def told(folder: Path, rule: str, *choices: int, seat: int | None = 0, language: str = "en") -> list[str]:
    """Return what a seat is told after some choices in a rule of `TABLE`."""
    match = written(folder, TABLE.replace("RULE", rule)).start(3, language=language)
    match.call(["Ann", "Bob", "Cleo"])
    for choice in choices:
        match.choose(choice)
    return [act.text for act in match.tale(seat)]


@pytest.mark.parametrize(
    ("language", "own", "others"),
    [
        (
            "en",
            "You play Leap. Your Lives: 2; Coins: 7 (-2 for the leap).",
            "Ann plays Leap. Ann, Lives: 2; Coins: 7 (-2 for the leap).",
        ),
        (
            "fr",
            "Vous jouez Saut. Chez vous, Vies : 2 ; Pièces : 7 (-2 pour le saut).",
            "Ann joue Saut. Ann, Vies : 2 ; Pièces : 7 (-2 pour le saut).",
        ),
        (
            "ru",
            "Вы играете: Прыжок. У вас Жизни: 2; Монеты: 7 (-2: прыжок).",
            "Ann играет: Прыжок. Ann, Жизни: 2; Монеты: 7 (-2: прыжок).",
        ),
    ],
)
def test_a_card_that_is_played_is_one_act_with_what_came_of_it(tmp_path: Path, language: str, own: str, others: str) -> None:
    assert told(tmp_path, "leap-now", seat=0, language=language) == [own]
    assert told(tmp_path, "leap-now", seat=1, language=language) == [others]
    assert told(tmp_path, "leap-now", seat=None, language=language) == [others]


def test_what_was_chosen_together_is_one_line_when_it_is_shown(tmp_path: Path) -> None:
    assert told(tmp_path, "bid-all", 2, 4, 1, seat=2) == ["Bid: Ann 3; Bob 5; you 2."]
    assert told(tmp_path, "bid-all", 2, 2, 2, seat=2) == ["All, Bid: 3."]
    assert told(tmp_path, "bid-all", 2, 4, seat=2) == []


def test_what_is_so_now_is_said_without_a_yes_and_what_is_untold_not_at_all(tmp_path: Path) -> None:
    assert told(tmp_path, "sleep", seat=1) == ["Ann: Asleep."]


def test_what_is_unshown_stands_on_no_table(tmp_path: Path) -> None:
    match = written(tmp_path, TABLE.replace("RULE", "sleep")).start(3)
    shown = str(match.view(0))
    assert "Breath" in shown
    assert "Rival" not in shown


def test_what_all_do_alike_is_one_line(tmp_path: Path) -> None:
    assert told(tmp_path, "lay-all", seat=1) == ["Hand → Table: Ann Leap; you Leap; Cleo Leap."]


@pytest.mark.parametrize(
    ("language", "own", "robbed"),
    [
        ("en", "You take Leap from Cleo.", "Ann takes Leap from you."),
        ("fr", "Vous prenez Saut à Cleo.", "Ann vous prend Saut."),
        ("ru", "Вы берёте (Cleo): Прыжок.", "Ann берёт у вас: Прыжок."),
    ],
)
def test_who_is_spoken_to_is_you_wherever_the_sentence_names_them(tmp_path: Path, language: str, own: str, robbed: str) -> None:
    rule = "lay-all\n    steal"
    assert told(tmp_path, rule, seat=0, language=language)[-1] == own
    assert told(tmp_path, rule, seat=2, language=language)[-1] == robbed


def test_what_several_look_at_is_said_of_several(tmp_path: Path) -> None:
    rule = "show acts in hand of seat 1 to players"
    assert told(tmp_path, rule, seat=None) == ["All look at one Card."]
    assert told(tmp_path, rule, seat=0) == ["You show Leap."]
    assert told(tmp_path, rule, seat=1, language="fr") == ["Ann montre Saut."]


def test_who_hears_the_same_is_told_the_same() -> None:
    """The tale depends only on what the log says to a seat: two games that sound alike are told alike."""
    heard: dict[tuple[int, tuple[str, ...]], set[tuple[str, ...]]] = {}
    for name, players in (("walk-the-plank", 3), ("hearts", 4)):
        game = load(name)
        for seed in range(8):
            match = game.start(players, seed)
            for _ in range(24):
                match.choose_at_random()
            for seat in range(players):
                heard.setdefault((seat, tuple(match.log(seat))), set()).add(tuple(act.text for act in match.tale(seat)))

    assert all(len(tales) == 1 for tales in heard.values())


def test_what_goes_before_another_player_stays_its_owner_s(tmp_path: Path) -> None:
    """Nobody gets a piece that only changes its place; a card out of a hand is got."""
    rule = "lay-all\n    move acts in laid of seat 1 to laid of seat 2"
    assert told(tmp_path, rule, seat=1)[-1].endswith("Leap: Table of Ann → your Table.")


def test_of_very_many_things_the_first_are_named(tmp_path: Path) -> None:
    colours = ", ".join(f'c{number} "C{number}"' for number in range(15))
    text = (
        f'game many "Many":\n    players 1\nvalues colour "Colour": {colours}\nplace box "Box"\n'
        'pieces ants "Ant", each "{colour}": 2 for each colour, in box\n'
        "to play:\n    remove ants\n    choose go in 1 to 2\n"
    )
    (act,) = written(tmp_path, text).start().tale(0)

    assert act.text.startswith("C0 x2, C1 x2, ")
    assert act.text.endswith("C11 x2 and 6 more: out of the game.")


CARAVAN = """\
game caravan "Caravan":
    players 2

line way "Way":
    dock "Dock"
    road "Road"
    town "Town"
    directions forward, back
pieces carts "Cart | Carts": 2 for each player
pieces bales "Bale | Bales": 3, in yard
place yard "Yard"
place heap "Heap": pile
each way has:
    toll "Toll": number
each player has:
    load "Load": place
    money "Money": number = 1

to setup:
    for each one in players:
        move carts where owner of it is one to dock
    set toll of town to 4

to push cart in carts:
    needs (money of player
        is at least 2)
    move cart forward

to play:
    move first of bales in yard to load of seat 1
    push first of carts on dock
    as seat 1:
        choose asking "What now?":
            keep bale in bales in load of player "Keep {bale}":
                move bale to yard
            burn bale in bales in load of player "Burn {bale}":
                move bale to yard
            rest "Rest"
    game over, winners players
"""


def test_the_set_up_is_not_told_where_the_board_shows_it(tmp_path: Path) -> None:
    text = " ".join(act.text for act in written(tmp_path, CARAVAN).start(2).tale(0))

    assert "Bale" in text
    assert "Dock" not in text
    assert "Toll" not in text


def test_where_nothing_comes_of_a_rule_its_sentence_is_told_and_never_its_source(tmp_path: Path) -> None:
    match = written(tmp_path, CARAVAN).start(2)
    assert "nothing happens." in " ".join(act.text for act in match.tale(1))

    need = "    needs (money of player\n        is at least 2)"
    first = f'    needs any carts "There is no cart."\n{need} "You need two coins."'
    assert need in CARAVAN
    match = written(tmp_path, CARAVAN.replace(need, first)).start(2)

    # Of several needs, the first that does not hold.
    assert "nothing happens (You need two coins)" in " ".join(act.text for act in match.tale(1))
    again = match.game.resume(match.save())
    assert [act.text for act in again.tale(1)] == [act.text for act in match.tale(1)]


def test_which_line_of_a_menu_was_taken_is_told_though_the_move_says_what_was_chosen(tmp_path: Path) -> None:
    match = written(tmp_path, CARAVAN).start(2)
    since = match.happened
    match.choose(1)

    assert [act.text for act in match.tale(0, since)] == ["You: Burn Bale."]
    assert [act.text for act in match.tale(1, since)] == ["Player 1: Burn Bale."]


def test_of_several_who_had_nothing_to_choose_that_is_said_once(tmp_path: Path) -> None:
    lapsing = CARAVAN.replace(
        "    push first of carts on dock\n",
        """\
    for each player in players:
        choose cart in carts on town
        move cart to dock
""",
    )
    match = written(tmp_path, lapsing).start(2)

    assert "Both: nothing to choose, no effect." in " ".join(act.text for act in match.tale(0))


def test_where_something_goes_on_a_board_is_told_though_a_line_of_a_menu_names_it(tmp_path: Path) -> None:
    shift = """\
            shift cart in carts on dock "Shift {cart}":
                move cart forward
"""
    pushing = CARAVAN.replace('            rest "Rest"\n', shift)
    match = written(tmp_path, pushing).start(2)
    since = match.happened
    assert match.decision is not None
    match.choose(next(option for option in match.decision.options if option.label.startswith("Shift")))

    assert [act.text for act in match.tale(0, since)] == ["You move Cart: Dock → Road."]


def test_a_card_is_told_in_its_own_words(tmp_path: Path) -> None:
    """A card whose first line says what is done is told by that; one that says something later on is played, and says it."""
    text, line = TABLE.replace("RULE", "leap-now\n    game over"), "        count down lives of player\n"
    first, later = (text.replace(line, lines) for lines in (SAID + line, line + SAID))
    match = written(tmp_path, first).start()
    assert "Player 1 leaps" in match.log(1)
    assert not any("plays" in line for line in match.log(1))
    assert [act.text.partition(".")[0] for act in match.tale(1)] == ["Player 1 leaps"]
    assert "Player 1 plays Leap" in written(tmp_path, later).start().log(1)


SAID = '        say "{player} leaps"\n'


RACE = """\
game race "Race":
    players 3

line track "Track":
    spaces "Space" * 9
    directions forward, back
pieces pawns "Pawn": 3
place deck "Deck": bag, seen by nobody
cards notes "Note": 6, in deck
each player has:
    hand "Hand": place, seen by owner
    won "Won": place
    vote "Vote": colour
values colour "Colour": red "Red", blue "Blue"

to setup:
    let next be first of spaces
    for each pawn in pawns:
        move pawn to next
        set next to forward of next

to play:
    choose begun in 1 to 2 by seat 1
    move pawns forward 3
    for each player in players:
        draw 1 from deck to hand of player
        move first of notes in hand of player to won of player
    draw 2 from deck to hand of seat 2
    repeat 2 times:
        together for each player in players:
            choose ballot in colour asking "Vote?"
            set vote of player to ballot
    may choose one in colour by seat 2 or "No"
    may choose other in colour by seat 3 or "No"
    choose ended in 1 to 2 by seat 1
    game over
"""


def test_what_many_do_alike_is_told_once(tmp_path: Path) -> None:
    match = written(
        tmp_path, RACE.replace("seat 2 or", 'seat 2 asking "Which?" or').replace("seat 3 or", 'seat 3 asking "Which?" or')
    ).start(3)
    since = match.happened
    for choice in (0, 0, 0, 1, 0, 0, 1, 2, 2):
        match.choose(choice)

    told = " | ".join(act.text for act in match.tale(0, since))
    assert "Pawn x3: 3 spaces on." in told
    assert "Player 2 draws Note x2." in told
    # Each ballot is told, even one that changes nothing.
    assert told.count("Vote: you Red; Player 2 Red; Player 3 Blue.") == 2
    assert told.endswith("Player 2, Player 3: No.")


def test_a_window_in_which_all_decline_is_one_line_of_its_own(tmp_path: Path) -> None:
    rule = """\
set coins of seat 2 to 4
    repeat 2 times:
        for each player in players:
            choose asking "Doubt it?":
                believe "Let it pass"
                doubt "Doubt it":
                    add 1 to coins of player"""
    choices = (0, 0, 0, 0, 1, 0)
    assert told(tmp_path, rule, *choices, seat=0) == [
        "Bob, Coins: 4.",
        "All: Let it pass.",
        "You: Let it pass.",
        "Bob: Doubt it. Bob, Coins: 5.",
        "Cleo: Let it pass.",
    ]


PILES = """\
game piles "Piles":
    players 2

values colour "Colour": red "Red" de "Rot" fr "Rouge" ru "Красный", blue "Blue" de "Blau" fr "Bleu" ru "Синий"
place stand "Stand" de "Ständer" fr "Présentoir" ru "Стойка": pile
place line-up "Row" de "Reihe" fr "Rangée" ru "Ряд": pile
place deck "Deck" de "Stapel" fr "Pioche" ru "Колода": pile, seen by nobody
cards beans "Bean" de "Bohne" fr "Haricot" ru "Боб", each "{colour}": 2 for each colour, in line-up
cards peas "Pea" de "Erbse" fr "Pois" ru "Горошина", each "{colour} pea": 2 for each colour, in deck

to play:
    choose one in beans on line-up
    let rest be beans on line-up without one
    move one to line-up
    move rest under line-up
    move peas where colour of it is red under deck
    move first of beans on line-up under stand
    choose go in 1 to 2
    game over
"""


@pytest.mark.parametrize(
    ("language", "tale"),
    [
        ("en", "Ann places Red: top of Row. Red, Blue x2 → bottom of Row. Pea x2 → bottom of Deck. Blue: Row → bottom of Stand."),
        (
            "fr",
            "Ann pose Rouge : Rangée (dessus). Rouge, Bleu x2 → Rangée (dessous). Pois x2 → Pioche (dessous). "
            "Bleu : Rangée → Présentoir (dessous).",
        ),
    ],
)
def test_what_goes_to_another_place_in_its_pile_is_told(tmp_path: Path, language: str, tale: str) -> None:
    match = written(tmp_path, PILES).start(2, language=language)
    match.call(["Ann", "Bob"])
    match.choose(1)
    assert [act.text for act in match.tale(1)] == [tale]


@pytest.mark.parametrize(
    ("winners", "language", "ends"),
    [
        ("players", "en", ["You all win.", "You all lose."]),
        ("players", "de", ["Ihr habt zusammen gewonnen.", "Ihr habt zusammen verloren."]),
        ("players where it is in players", "en", ["Ann, Bob and Cleo win.", "Nobody wins."]),
        ("players where it is seat 1", "fr", ["Ann gagne.", "Personne ne gagne."]),
    ],
)
def test_those_who_play_together_win_or_lose_together(tmp_path: Path, winners: str, language: str, ends: list[str]) -> None:
    lines = ("choose:", "    well:", f"        game over, winners {winners}", "    badly:", "        game over")
    rule = "\n    ".join(lines)
    game = written(tmp_path, TABLE.replace("RULE", rule))
    found = []
    for choice in (0, 1):
        match = game.start(3, language=language)
        match.call(["Ann", "Bob", "Cleo"])
        match.choose(choice)
        found.append(match.outcome)
    assert found == ends
