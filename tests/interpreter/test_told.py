"""Test what people are told: related entries in one line, how many they may pick, the values of things."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from rulewright.interpreter import load
from rulewright.interpreter.position.log_entries import Entry
from rulewright.interpreter.views import journal
from rulewright.interpreter.views.log_lines import LogLine
from rulewright.interpreter.views.words import GameWords
from tests.interpreter.helpers import asked, written

ROW = """\
game row "Row" fr "Rangée":
    players 2

line street "Street":
    houses "House" fr "Maison" * 6
    pond "Pond": pile
    directions east-bound, west-bound

values colour "Colour": red "Red", blue "Blue"
pieces geese "Goose" fr "Oie": 3 for each colour
cards secrets "Secret": 2 for each player, in chest
place chest "Chest": bag, seen by nobody

each player has:
    hand "Hand": place, seen by owner
    laid "Laid": pile
each colour has:
    eggs "Eggs": number
    nest "Nest": place
each geese has:
    fed "Fed": truth = yes
    rings "Rings": number

to setup:
    let next be first of houses
    for each goose in geese:
        move goose to next
        set next to east-bound of next
    set eggs of colour to 2

to play:
    move geese on houses west-bound
    set fed of geese of red to no
    move geese of blue to nest of blue
    draw 2 from chest to hand of seat 1
    move secrets in hand of seat 1 to laid of seat 1
    choose some as up to 2 of colour by seat 1 asking "Any colours?"
    choose both as 2 of geese on houses by seat 1 asking "Which two?"
    choose crowd as 2 to 3 of geese by seat 1 asking "Which more?"
    choose one as 1 of colour by seat 1 asking "Which one?"
    game over
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the rulebook lies."""
    return tmp_path_factory.mktemp("told")


def test_of_a_set_the_prompt_says_which_of_how_many(folder: Path) -> None:
    match = written(folder, ROW).start(seed=1)
    seen = []
    while match.decision is not None:
        decision = match.decision
        seen.append((decision.prompt, decision.picked, decision.least, decision.most))
        match.choose(0)

    assert seen == [
        ("Any colours? (1 of at most 2)", 0, 0, 2),
        ("Any colours? (2 of at most 2)", 1, 0, 2),
        ("Which two? (1 of 2)", 0, 2, 2),
        ("Which two? (2 of 2)", 1, 2, 2),
        ("Which more? (1 of at least 2)", 0, 2, 3),
        ("Which more? (2 of at least 2)", 1, 2, 3),
        ("Which more? (3 of at most 3)", 2, 2, 3),
        ("Which one?", 0, 1, 1),
    ]


@pytest.mark.parametrize(("language", "prompt"), [("fr", "Which two? (1 sur 2)"), ("ru", "Which two? (1 из 2)")])
def test_the_number_is_said_in_every_language(folder: Path, language: str, prompt: str) -> None:
    match = written(folder, ROW).start(seed=1, language=language)
    match.choose("pass")

    assert asked(match).prompt == prompt


def test_who_is_asked_nothing_in_particular_reads_what_the_rule_is_called(folder: Path) -> None:
    rules = """game fork "Fork" fr "Fourche":
    players 2

to play "A fork" fr "Une bifurcation":
    choose by seat 1:
        here "Here" fr "Ici"
        there "There" fr "Là"
    game over
"""
    game = written(folder, rules)

    assert asked(game.start(seed=1)).prompt == "Choose: A fork"
    assert asked(game.start(seed=1, language="fr")).prompt == "Choisissez : Une bifurcation"


def test_the_least_and_the_most_survive_a_save(folder: Path) -> None:
    game = written(folder, ROW)
    match = game.start(seed=1)
    match.choose("pass")
    again = asked(game.resume(match.save()))

    assert (again.prompt, again.least, again.most) == ("Which two? (1 of 2)", 2, 2)


def test_what_moves_together_is_one_line(folder: Path) -> None:
    match = written(folder, ROW).start(seed=1)

    for seat in (0, 1, None):
        assert match.log(seat)[:5] == [
            "Goose (Red) x3, Goose (Blue) x3 → House 1-6",
            "Red, Blue, Eggs: 2",
            "Goose (Red) x2, Goose (Blue) x3: 1 space back",
            "Goose (Red) x3, Fed: no",
            "Goose (Blue) x3: House 3-5 → Nest of Blue",
        ]


def test_spaces_of_a_grid_are_called_as_the_board_calls_them(tmp_path: Path) -> None:
    text = (
        'game g:\n    players 1\ngrid sea "Sea": 3 by 2\npieces boats "Boat": 2\nto play:\n'
        "    move first of boats to first of sea\n    move last of boats to last of sea\n    choose go in 1 to 2\n"
    )

    assert written(tmp_path, text).start(seed=1).log(0) == ["Boat x2 → a2, c1"]


def test_nobody_gets_what_goes_to_a_place_of_all(tmp_path: Path) -> None:
    text = """\
game gathered "Gathered":
    players 2
place chest "Chest": bag
cards secrets "Secret": 2 for each player, in chest
each player has:
    laid "Laid": pile
to play:
    move first of secrets to laid of seat 1
    move last of secrets to laid of seat 2
    move secrets to chest
    choose go in 1 to 2 by seat 1
"""
    match = written(tmp_path, text).start(seed=1)

    assert match.log(0)[-1] == "Secret x2: Laid → Chest"


def test_hidden_things_that_move_together_are_counted_by_their_only_kind(folder: Path) -> None:
    match = written(folder, ROW).start(seed=2)

    assert match.log(0)[-2] == "Player 1 draws Secret, Secret of Player 2"
    assert match.log(1)[-2] == match.log()[-2] == "Player 1 draws Secret x2"


def test_the_log_since_a_moment_is_what_was_written_after_it(folder: Path) -> None:
    match = written(folder, ROW).start(seed=1)

    assert match.log(0, since=match.happened) == []
    assert match.log(0, since=0) == match.log(0)


def test_values_show_what_they_have(folder: Path) -> None:
    view = written(folder, ROW).start(seed=1).view(0)

    red, blue = view.values
    assert (red.type, red.name, red.title) == ("colour", "red", "Red")
    assert [(own.title, own.value) for own in red.fields] == [("Eggs", "2")]
    assert [(place.title, place.things) for place in blue.places] == [("Nest", ["Goose (Blue) [Fed]"] * 3)]
    assert [place.name for place in view.places] == ["chest"]


def test_fields_of_things_tell_what_they_lost_too(folder: Path) -> None:
    view = written(folder, ROW).start(seed=1).view(0)

    assert view.boards[0].spaces[0].things == ["Goose (Red) [Fed no]", "Goose (Red) [Fed no]"]


class Lines(GameWords):
    """Says each move on a line of its own."""

    def log(self, entries: Iterable[Entry], seat: int | None) -> list[LogLine]:
        return [line for entry in entries for line in super(Lines, self).log([entry], seat)]


def test_grouping_shows_no_more_than_single_lines_do() -> None:
    """Whatever two seats read alike line by line, they read alike in groups."""
    seen: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for name, players in (("walk-the-plank", 3), ("la-planche", 2), ("rette-sich-wer-kann", 3)):
        game = load(name)
        for seed in range(12):
            match = game.start(players, seed)
            for _ in range(30):
                if match.decision is not None:
                    match.choose_at_random()
            lines = Lines(match.program.world, match.program.form.kinds_at, match.program.form.asks)
            for seat in (*range(players), None):
                single = tuple(lines.log(journal.entries(match.position.log), seat))
                seen.setdefault(single, set()).add(tuple(match.log(seat)))

    assert all(len(grouped) == 1 for grouped in seen.values())
    assert any(len(next(iter(grouped))) < len(single) for single, grouped in seen.items())


def test_french_names_are_joined_to_what_they_have(tmp_path: Path) -> None:
    text = (
        'game g:\n    players 1\ncards crew: 1, in hold of seat 1\neach player has:\n    hold "Hold" fr "Cale": place\n'
        'each crew has:\n    purse "Purse" fr "Sac": place\nto play:\n    choose go in 1 to 2\n'
    )
    names = ("Isolde", "Élise", "Le vieux Max", "Les Jumeaux", "La Rousse", "Lea", "Hans", "{0}")
    for number, name in enumerate(names):
        text += f'card c{number} of crew "{name}":\n    copies 1\n'

    match = written(tmp_path, text).start(language="fr")
    view = match.view(0)

    assert [place.title for place in view.places if place.inside] == [
        "Sac d'Isolde",
        "Sac d'Élise",
        "Sac du vieux Max",
        "Sac des Jumeaux",
        "Sac de La Rousse",
        "Sac de Lea",
        "Sac de Hans",
        "Sac de {0}",
    ]
    assert match.words.space(match.position.at[0]) == "Cale de Joueur 1"


def test_nobody_plays_nothing(tmp_path: Path) -> None:
    text = (
        "game g:\n    players 1\ncards tricks: 1, in hand of seat 1\neach player has:\n    hand: place\n"
        "card ace of tricks:\n    copies 1\n    perform:\n        stop\n"
        "to play:\n    repeat 2 times:\n        let top be first of tricks in hand of player\n        perform top\n"
        "        remove top\n    choose go in 1 to 2\n"
    )

    assert written(tmp_path, text).start().log() == ["Player 1 plays ace", "ace leaves the game"]


CALLED = """\
game called "Called":
    players 2

values suit "Suit" fr "Couleur": cups "Cups" fr "coupes", coins "Coins" fr "deniers"
values rank "Rank" fr "Valeur": two "2" fr "2", king "King" fr "Roi"
place deck "Deck" fr "Pioche": pile, seen by nobody
cards deal "Card" fr "Carte", each "{rank} of {suit}" fr "{rank} de {suit}": 1 for each suit and rank, in deck
pieces kings "King", each "The king of {owner}": 1 for each player, in hand of owner
pieces boats "Boat", each "{suit} boat": 1 for each player and suit, in hand of owner

each player has:
    hand "Hand" fr "Main": place, seen by owner

to play:
    draw 1 from deck to hand of seat 1
    choose one in deal in hand of seat 1, other in kings, boat in boats of seat 2 by seat 2
    game over
"""


@pytest.mark.parametrize(
    ("language", "drawn", "other"),
    [
        ("en", "Player 1 draws King of Coins", "Player 1 draws one Card"),
        ("fr", "Joueur 1 pioche Roi de deniers", "Joueur 1 pioche 1 Carte"),
    ],
)
def test_a_thing_is_called_by_what_it_was_made_for(folder: Path, language: str, drawn: str, other: str) -> None:
    match = written(folder, CALLED).start(seed=1, language=language)

    assert match.log(0) == [drawn]
    assert match.log(1) == [other]


def test_whose_a_thing_is_stands_where_its_name_wants_it_or_behind(folder: Path) -> None:
    match = written(folder, CALLED).start(seed=1)
    labels = {option.label for option in asked(match).options}

    # Seat 2 does not see the hand of seat 1, and so not what lies there.
    assert not any("of Coins" in label or "The king of Player 1" in label for label in labels)
    assert any("The king of Player 2" in label and "Cups boat" in label for label in labels), labels


STACKS = """\
game stacks "Stacks":
    players 2

cards goods "Goods": 1 for each player, in store of owner
card rope of goods "Rope":
    price = 1
each goods has:
    price "Price": number
each player has:
    store "Store": place

to play:
    set price of rope of seat 1 to 3
    set price of rope of seat 2 to 4
    game over
"""


def test_of_a_card_that_changes_it_is_said_whose_it_is(folder: Path) -> None:
    assert written(folder, STACKS).start(seed=1).log(0) == ["Rope of Player 1, Price: 3", "Rope of Player 2, Price: 4"]


HANDS = """\
game hands "Hands" fr "Mains" ru "Руки":
    players 2

values suit "Suit" fr "Couleur" ru "Масть": cups "Cups" fr "coupes" ru "кубки", coins "Coins" fr "deniers" ru "деньги"
place market "Market" fr "Marché" ru "Рынок"
cards deal "Card" fr "Carte" ru "Карта", each "{suit}" fr "{suit}" ru "{suit}": 1 for each player and suit, in hand of owner
grid board "Board" fr "Plateau" ru "Поле": 3 by 3
pieces men "Man" fr "Homme" ru "Фишка": 1 for each player

each player has:
    hand "Hand" fr "Main" ru "Рука": place, seen by owner
    laid "Table" fr "Table" ru "Стол": place
    guess "Guess" fr "Pari" ru "Догадка": suit
    wish "Wish" fr "Souhait" ru "Желание": suit, seen by owner

to give-away:
    choose gift in deal in hand of player
    move gift to hand of left of player

to lay:
    choose played in deal in hand of player
    move played to laid of player

to take-over:
    choose taken in deal in laid of left of player
    move taken to laid of player

to sell:
    choose sold as 2 of deal in hand of player
    move sold to market

to go:
    choose man in men of player, cell in board
    move man to cell

to guess-suit:
    choose named in suit
    set guess of player to named

to name-suit:
    choose named in suit
    if named is cups:
        move men of player to a1-cell

to wish-suit:
    choose wished in suit
    keep-wish wished

to keep-wish wished in suit:
    set wish of player to wished

to wish-twice:
    choose early in suit
    choose said in suit
    choose late in suit
    take-note early, 1
    hand-on late, 1

to take-note wished in suit, rounds in number:
    if rounds is more than 0:
        hand-on wished, rounds - 1
    keep-wish wished

to hand-on wished in suit, rounds in number:
    take-note wished, rounds

to nod:
    may choose:
        yes-nod "Nod" fr "Oui" ru "Кивнуть":
            stop

define a1-cell: first of (board where row of it is 1)

to play:
    RULE
    choose go-on in 1 to 2
"""


def told_of(folder: Path, rule: str, *choices: str, seat: int = 1, language: str = "en") -> list[str]:
    """Return what a seat reads after Player 1 has made some choices in one rule of `HANDS`."""
    match = written(folder, HANDS.replace("RULE", rule)).start(language=language, forced="ask")
    for choice in choices:
        match.choose(choice)
    return match.log(seat)


@pytest.mark.parametrize(
    ("rule", "choices", "own", "others"),
    [
        ("give-away", ["deal-1-cups@hand-1"], "Player 1 gives Cups to Player 2", "Player 1 gives Cups to Player 2"),
        ("lay", ["deal-1-cups@hand-1"], "Player 1 moves Cups: Hand → Table", "Player 1 moves Cups: Hand → Table"),
        (
            "sell",
            ["deal-1-cups@hand-1", "deal-1-coins@hand-1"],
            "Player 1 moves Cups, Coins: Hand → Market",
            "Player 1 moves Cups, Coins: Hand → Market",
        ),
        ("go", ["men-1,b2"], "Player 1 places Man: b2", "Player 1 places Man: b2"),
        ("guess-suit", ["coins"], "Player 1, Guess: Coins", "Player 1, Guess: Coins"),
        ("name-suit", ["coins"], "Player 1 chooses Coins", "Player 1 chooses Coins"),
        ("nod", ["yes-nod"], "Player 1: Nod", "Player 1: Nod"),
        ("nod", ["pass"], "Player 1 passes", "Player 1 passes"),
    ],
)
def test_an_open_choice_is_told_once(folder: Path, rule: str, choices: list[str], own: str, others: str) -> None:
    keys = [option.key for option in asked(written(folder, HANDS.replace("RULE", rule)).start(forced="ask")).options]
    found = [next(key for key in keys if key.startswith(choice.split("@")[0])) for choice in choices]

    assert told_of(folder, rule, *found, seat=0) == [own]
    assert told_of(folder, rule, *found, seat=1) == [others]


def test_a_choice_that_goes_into_something_hidden_is_told_to_nobody_else(folder: Path) -> None:
    assert told_of(folder, "wish-suit", "coins", seat=0) == ["Player 1, Wish: Coins"]
    assert told_of(folder, "wish-suit", "coins", seat=1) == []


def test_choices_are_followed_one_by_one_also_where_rules_carry_each_other_out(folder: Path) -> None:
    assert told_of(folder, "wish-twice", "coins", "coins", "cups", seat=1) == ["Player 1 chooses Coins"]


@pytest.mark.parametrize(("language", "line"), [("fr", "Joueur 1 choisit deniers"), ("ru", "Игрок 1 выбирает: деньги")])
def test_a_choice_is_told_in_every_language(folder: Path, language: str, line: str) -> None:
    assert told_of(folder, "name-suit", "coins", language=language) == [line]


BENT = """\
game bent "Bent":
    players 2

die d6 "Die": 1 to 1
die cup "Cup", seen by owner: 1 to 1
each player has:
    lives "Lives": number = 3
change d6 to it + 2
change cup to it + 3

to play:
    roll d6 as pips by seat 2
    roll cup as hidden-pips by seat 2
    count down lives of seat 1
    choose go-on in pips to pips + hidden-pips
"""


def test_a_number_that_a_standing_rule_has_changed_is_told_as_both(folder: Path) -> None:
    match = written(folder, BENT).start()

    assert match.log(1)[:2] == ["Player 2 rolls Die: 1, which becomes 3", "Player 2 rolls Cup: 1, which becomes 4"]
    assert match.log(0)[:2] == ["Player 2 rolls Die: 1, which becomes 3", "Player 2 rolls Cup in secret"]
    assert written(folder, BENT).resume(match.save()).log(1) == match.log(1)


def test_a_lost_life_is_told(folder: Path) -> None:
    assert written(folder, BENT).start().log(1)[-1] == "Player 1, Lives: 2"


PHRASED = """\
game phrased "Phrased":
    players 2

values face "Face": one "ones" fr "uns", two "twos" fr "deux"
cards deal "Card", each "{face}": 1 for each face, in hand of seat 1
each player has:
    hand "Hand": place, seen by owner
    score "Points": number
    lives "Lives": number = 3

to play:
    may choose bid in 1 to 2, pips in face showing "{bid} times {pips}" fr "{bid} fois {pips}" asking "?" or "Doubt" fr "Douter"
    let best be first of deal in hand of player
    add 3 to score of player for "the {best}" fr "les {best}"
    count down lives of players for "a lesson" fr "une leçon"
    may choose asking "And now?" or "Let it be" fr "Laisser":
        go-on "Go on"
    choose card in deal in hand of player, where-to in face showing "{card} as {where-to}"
    game over
"""


@pytest.mark.parametrize(
    ("language", "labels", "lines"),
    [
        (
            "en",
            ["1 times ones", "1 times twos", "2 times ones", "2 times twos", "Doubt"],
            [
                "Player 1: 2 times ones",
                "Player 1, Points: 3 (+3 for the one Card)",
                "Player 1, Player 2, Lives: 2 (-1 for a lesson)",
                "Player 1: Let it be",
            ],
        ),
        (
            "fr",
            ["1 fois uns", "1 fois deux", "2 fois uns", "2 fois deux", "Douter"],
            [
                "Joueur 1 : 2 fois uns",
                "Joueur 1, Points : 3 (+3 pour les 1 Card)",
                "Joueur 1, Joueur 2, Lives : 2 (-1 pour une leçon)",
                "Joueur 1 : Laisser",
            ],
        ),
    ],
)
def test_the_rulebook_says_what_it_has_better_words_for(folder: Path, language: str, labels: list[str], lines: list[str]) -> None:
    match = written(folder, PHRASED).start(language=language)
    assert [option.label for option in asked(match).options] == labels
    match.choose(2)
    assert asked(match).options[-1].label == lines[-1].split(": ")[-1].split(" : ")[-1]
    match.choose("pass")

    assert match.log(1) == lines
    assert written(folder, PHRASED).resume(match.save(), language).log(1) == lines
    assert "the ones" in " ".join(match.log(0)) or language == "fr"
    assert all(option.label[:5] in ("ones ", "twos ", "uns a", "deux ") for option in asked(match).options)


def test_what_is_passed_may_have_words_of_its_own(folder: Path) -> None:
    match = written(folder, PHRASED).start()
    match.choose("pass")

    assert match.log(1)[0] == "Player 1: Doubt"


def test_what_a_line_of_a_menu_chooses_is_told_to_those_who_may_know_it(tmp_path: Path) -> None:
    text = (
        'game g:\n    players 2\nvalues suit "Suit": cups "Cups", coins "Coins"\n'
        'cards deal "Card", each "{suit}": 1 for each suit, in hand of seat 1\n'
        'each player has:\n    hand "Hand": place, seen by owner\n    bid "Bid": number\nto play:\n    repeat 2 times:\n'
        '        may choose:\n            think-of one in deal in hand of player "Think of {one}":\n                stop\n'
        '            say-two high in 1 to 3, mark in suit "{high} {mark}":\n                set bid of player to high\n'
    )
    match = written(tmp_path, text).start()
    match.choose("say-two,2,coins")
    match.choose(0)

    told = ["Player 1: 2 Coins", "Player 1, Bid: 2"]
    assert match.log(0) == [*told, "Player 1: Think of Cups"]
    assert match.log(1) == match.log(None) == [*told, "Player 1: Think of Card"]

    other = written(tmp_path, text).start()
    other.choose("pass")

    assert other.log() == ["Player 1 passes"]


THINGS_ON_THINGS = """\
game moons "Moons":
    players 2

values world "World": aurora "Aurora", basalt "Basalt"
place system "System"
place mast "Mast"
pieces flags "Flag", each "Flag {world}": 1 for each world, in mast
pieces planets "Planet", each "{world}": 1 for each world, in system
pieces ships "Ship": 2 for each player
each planets has:
    orbit "Orbit": place

to setup:
    for each one in planets:
        move first of (ships of seat 1 where space of it is nothing) to orbit of one

to play:
    choose runner in ships in orbit of planets by seat 1 asking "Which ship?"
    game over
"""


def test_an_option_names_the_thing_that_another_one_is_on(tmp_path: Path) -> None:
    labels = [option.label for option in asked(written(tmp_path, THINGS_ON_THINGS).start()).options]

    assert labels == ["Ship [Aurora]", "Ship [Basalt]"]


TWO_KINDS = """\
game kinds "Kinds":
    players 2

values suit "Suit": red "Red", blue "Blue"
place deck "Deck": bag, seen by nobody
cards suited "Card", each "{suit}": 2 for each suit, in deck
cards specials "Card", each "Special": 2, in deck
each player has:
    hand "Hand": place, seen by owner
    played "Played": place
the table has:
    led "Suit led": suit

to play:
    draw 6 from deck to hand of seat 1
    choose:
        lay one in suited in hand of player "{one}":
            set led to suit of one
            move one to played of player
    may choose some as 1 to 2 of suit asking "Which suits?" or "Pass"
    game over
"""


def test_unseen_things_of_two_kinds_with_one_title_have_this_title(tmp_path: Path) -> None:
    match = written(tmp_path, TWO_KINDS.replace("choose:", "choose by seat 1:").replace("of player", "of seat 1")).start()

    assert match.log(1) == ["Player 1 draws Card x6"]


def test_a_card_is_named_even_if_a_field_changes_before_it_is_laid_open(tmp_path: Path) -> None:
    match = written(tmp_path, TWO_KINDS.replace("choose:", "choose by seat 1:").replace("of player", "of seat 1")).start()
    since = match.happened
    match.choose(0)

    assert match.log(1, since) == ["Player 1 moves Red: Hand → Played", "Suit led: Red"]


def test_a_player_who_has_picked_something_has_enough_and_does_not_pass(tmp_path: Path) -> None:
    rule = TWO_KINDS.replace("choose:", "choose by seat 1:").replace("of player", "of seat 1")
    match = written(tmp_path, rule.replace("asking", "by seat 1 asking")).start()
    match.choose(0)
    passing = [asked(match).options[-1].label]
    match.choose(0)
    passing.append(asked(match).options[-1].label)

    assert passing == ["Pass", "enough"]


LOCKED = """\
game locked "Locked" fr "Verrouillé":
    players 2

place shed "Shed" fr "Cabane"
place yard "Yard" fr "Cour"
pieces keys "Key" fr "Clé": 2, in yard
pieces doors "Door" fr "Porte": 1, in yard

define found "keys in the shed" fr "clés dans la cabane", seen by nobody: keys in shed

to open door in doors:
    needs can turn
    move door to shed
to turn:
    needs any found "The keys are in the yard." fr "Les clés sont dans la cour."

define left-there "keys in the yard" fr "clés dans la cour", seen by nobody: keys in yard

to play:
    open first of doors
    pick-one
    pick-two
to pick-one:
    choose key in found asking "Which key?" fr "Quelle clé ?"
to pick-two:
    choose key in left-there, other in found asking "Which two?" fr "Lesquelles ?"
"""


@pytest.mark.parametrize(
    ("language", "needed", "missing"),
    [
        ("en", "nothing happens (The keys are in the yard)", "no effect (keys in the shed: none)"),
        ("fr", "rien ne se passe (Les clés sont dans la cour)", "sans effet (clés dans la cabane : aucun)"),
    ],
)
def test_the_log_says_why_nothing_happens(tmp_path: Path, language: str, needed: str, missing: str) -> None:
    """The sentence may be that of another rule, which the first one needs; a set is told by its words, if it is empty."""
    log = " / ".join(written(tmp_path, LOCKED).start(players=2, language=language).log())
    assert needed in log
    assert log.count(missing) == 1
    # There were keys in the yard: the last question lapsed since there were no others.
    assert ("nothing to choose" if language == "en" else "rien à choisir") in log
    assert ("yard: none" if language == "en" else "cour : aucun") not in log
