"""Check that deals redraw exactly what a seat cannot know, and that they depend on nothing else."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

import pytest

from rulewright.interpreter import Game, Match
from rulewright.interpreter.search.determinization import Determinizer, deal_again
from tests.interpreter.helpers import ROOT, asked, loaded, shown, some_matches, written

GAMES = ROOT / "tests" / "games"
NAMES = [
    *(str(GAMES / f"{name}.rules") for name in ("goofspiel", "kuhn-poker", "leduc-poker", "tic-tac-toe")),
    *map(str, sorted((ROOT / "docs" / "games").glob("*.rules"))),
    *map(str, sorted((ROOT / "tests" / "interpreter" / "rulebooks").glob("*.rules"))),
    *("walk-the-plank", "la-planche", "battle-of-thieves", "hearts", "rette-sich-wer-kann"),
]
NUMBERED = re.compile(r"\bno(-|\. )[0-9]+")


def seen(match: Match, seat: int) -> tuple[object, ...]:
    """Return all that a seat gets to see; the numbers of things that it does not see are given out anew each time."""
    view, log, question, *others = shown(match, seat)
    if isinstance(question, tuple):
        question = (*question[:-1], sorted(NUMBERED.sub("no", str(option)) for option in question[-1]))
    return (view, log, question, *others)


def test_a_seat_sees_no_difference() -> None:
    tried: Counter[str] = Counter()
    differ: Counter[str] = Counter()
    for game, match, chosen in some_matches(60, seed=11):
        for _ in range(6):
            for _ in range(chosen.randrange(1, 8)):
                if not match.over:
                    match.choose_at_random()
            if match.over:
                break
            for seat in range(match.players):
                dealer = Determinizer(match, seat)
                for seed in range(2 if dealer.can_deal else 0):
                    deal = dealer.deal(seed)
                    tried[game.name] += 1
                    differ[game.name] += deal.key() != match.key()
                    assert seen(deal, seat) == seen(match, seat)
    assert sum(tried.values()) > 400
    assert {"hearts", "walk-the-plank", "la-planche", "kitchen-sink"} <= {name for name, count in differ.items() if count}
    assert not differ["english-draughts"]


def test_deals_of_a_deal_are_those_of_the_match() -> None:
    for _, match, chosen in some_matches(24, seed=12):
        for _ in range(4):
            for _ in range(chosen.randrange(1, 12)):
                if not match.over:
                    match.choose_at_random()
            if match.over:
                break
            for seat in range(match.players):
                if not Determinizer(match, seat).can_deal:
                    continue
                twins = [deal_again(match, seat, seed) for seed in (1, 2)]
                keys = {str(deal_again(twin, seat, 3).key()) for twin in (match, *twins)}
                assert len(keys) == 1


@pytest.mark.parametrize("reference", NAMES, ids=lambda reference: Path(reference).stem)
@pytest.mark.sample(14)
def test_positions_that_look_alike_are_dealt_alike(reference: str) -> None:
    """Games with other chance and the same choices: what a seat cannot tell apart is dealt alike for it."""
    alike: dict[str, list[Match]] = defaultdict(list)
    game = loaded(reference)
    for seed in range(9):
        match, chosen = game.start(game.least_players, seed), Random(seed % 3)
        own: dict[int | None, list[str]] = defaultdict(list)
        for _ in range(14):
            if match.over:
                break
            decision = asked(match)
            seat = decision.seat
            assert seat is not None
            # How many lie where stays as it is, also where the seat does not count them.
            lying = [len(things) for things in match.position.on]
            alike[str((shown(match, seat), own[seat], lying))].append(match.copy())
            if decision.kind == "words":
                match.choose("...")
            else:
                place = int(chosen.random() * len(decision.options))
                own[seat].append(decision.options[place].key)
                match.choose(place)
    for twins in alike.values():
        for twin in twins[1:3]:
            seat = asked(twin).seat
            assert seat is not None
            can_deal = Determinizer(twin, seat).can_deal
            assert can_deal == Determinizer(twins[0], seat).can_deal
            for seed in (1, 2) if can_deal else ():
                assert deal_again(twin, seat, seed).key() == deal_again(twins[0], seat, seed).key()


def test_chance_to_come_is_another() -> None:
    match = loaded("la-planche").start(3, 4)
    assert match.deal_again(0, 1).key() == deal_again(match, 0, 1).key()
    assert len({str(after(deal_again(match, 0, seed))) for seed in range(20)}) > 15


def after(match: Match) -> object:
    """Return how a match ends when everything is left to chance."""
    while not match.over:
        match.choose_at_random()
    return match.result, match.key()


# ---- what is drawn


def test_each_card_that_another_may_hold_is_as_likely() -> None:
    match = loaded(str(GAMES / "kuhn-poker.rules")).start(2, 5)
    own = match.view(0).players[0].places[0].things
    held = Counter(str(deal_again(match, 0, seed).view(1).players[1].places[0].things) for seed in range(400))
    assert len(held) == 2
    assert str(own) not in held
    assert min(held.values()) > 150


def test_a_die_that_another_has_rolled_in_secret_is_rolled_again() -> None:
    match = loaded(str(GAMES / "liars-dice.rules")).start(2, 5)
    dealt = [deal_again(match, 0, seed) for seed in range(200)]
    assert len({str(one.view(0)) for one in dealt}) == 1
    others = Counter(str(one.view(1).players[1].places[0].things) for one in dealt)
    assert len(others) > 2


WORTHS = """\
game worths "Worths":
    players 2
place deck "Deck": pile, seen by nobody
cards letters "Letter": 6, in deck
each letters has:
    worth "Worth": number
each player has:
    hand "Hand": place, seen by owner
to setup:
    for each letter in letters:
        set worth of letter to count of (letters where worth of it is more than 0) + 1
    shuffle deck
    for each player in players:
        draw 2 from deck to hand of player
to play:
    choose asking "Guess":
        low "Low"
        high "High"
    game over, winners player
"""


def test_what_is_printed_in_play_on_cards_that_lie_unseen_is_not_known(tmp_path: Path) -> None:
    """A player who sees a card knows its marks from rules, and nobody else does."""
    match = written(tmp_path, WORTHS).start(2, 5)
    own = match.view(0).players[0].places[0].things
    dealt = [deal_again(match, 0, seed).view(1).players[1].places[0].things for seed in range(200)]

    assert own is not None
    held = Counter(card for cards in dealt if cards is not None for card in cards)
    assert len(held) == 4
    assert not held.keys() & set(own)
    assert min(held.values()) > 60
    assert all(deal_again(match, 0, seed).view(0).players[0].places[0].things == own for seed in range(5))


def test_what_is_put_on_cards_unseen_makes_no_difference(tmp_path: Path) -> None:
    game = written(tmp_path, WORTHS)
    alike: dict[str, list[Match]] = defaultdict(list)
    for seed in range(60):
        match = game.start(2, seed)
        alike[str(match.view(0))].append(match)
    groups = [matches for matches in alike.values() if len({str(match.view(1)) for match in matches}) > 1]
    assert groups
    for matches in groups:
        for seed in range(3):
            assert len({str(deal_again(match, 0, seed).key()) for match in matches}) == 1


DICE = """
game cups "Cups":
    players 2
die d6 "Die": 1 to 6
place middle "Middle"
pieces dice "Die": 3 for each player, in cup of owner
each dice has:
    pips "Pips": d6
each player has:
    cup "Cup": place, seen by owner
to play:
    for each player in players:
        roll pips of dice of player
        move first of dice of player to middle
    choose called in 1 to 6
    game over, winners players where any dice in cup of it where pips of it is called
"""


def test_dice_under_a_cup_are_rolled_again_and_those_in_the_open_are_not(tmp_path: Path) -> None:
    match = written(tmp_path, DICE).start(2, 5)
    dealt = [deal_again(match, 0, seed) for seed in range(400)]
    assert {str(one.view(0)) for one in dealt} == {str(match.view(0))}
    unseen = [one.view(1).players[1].places[0].things or [] for one in dealt]
    assert all(len(things) == 2 for things in unseen)
    assert len({tuple(sorted(things)) for things in unseen}) == 21


def test_what_is_under_the_other_cup_does_not_change_a_deal(tmp_path: Path) -> None:
    game = written(tmp_path, DICE)
    by_view: dict[str, set[str]] = {}
    for seed in range(300):
        match = game.start(2, seed)
        by_view.setdefault(str(match.view(0)), set()).add(str(deal_again(match, 0, 1).view(1)))
    assert len(by_view) < 250
    assert all(len(deals) == 1 for deals in by_view.values())


def passed_on(game: Game) -> tuple[Match, list[str], int]:
    """Return a match of cards after they were passed on, with the cards of the first seat, and the receiver."""
    match = game.start(4, 3)
    before = match.view(0).players[0].places[0].things
    assert before is not None
    given = []
    while asked(match).seat == 0:
        given.append(asked(match).options[0].label)
        match.choose(0)
    while "pass" in asked(match).prompt:
        match.choose(0)
    return match, given, 1


def test_a_seat_remembers_where_it_has_put_something() -> None:
    match, given, to = passed_on(loaded("hearts"))
    assert len(given) == 3
    for seed in range(30):
        held = deal_again(match, 0, seed).view(to).players[to].places[0].things
        assert held is not None
        assert set(given) <= set(held)


def test_what_others_have_chosen_unseen_is_chosen_again() -> None:
    match = loaded("walk-the-plank").start(3, 2)
    while asked(match).seat != 2:
        match.choose(0)
    own = asked(match).options
    chosen: Counter[str] = Counter()
    for seed in range(30):
        deal = deal_again(match, 2, seed)
        assert [option.key for option in asked(deal).options] == [option.key for option in own]
        while asked(deal).seat == 2:
            deal.choose(0)
            if deal.over:
                break
        chosen[str(deal.log(0)[-6:])] += 1
    assert len(chosen) > 10


def test_the_log_of_a_deal_tells_nobody_more() -> None:
    for _, match, _ in some_matches(14, seed=3):
        for _ in range(20):
            if not match.over:
                match.choose_at_random()
        if not Determinizer(match, 0).can_deal:
            continue
        one, other = (deal_again(match, 0, seed) for seed in (1, 2))
        for seat in range(match.players):
            assert one.log(seat) == other.log(seat)


SECRETS = """game secrets "Secrets":
    players 2
values sign "Sign": low, middle, high
die hidden-die, seen by owner: 1 to 6
die open-die: 1 to 6
place sack: bag, seen by nobody
pieces stones: 3 for each player, in sack
each player has:
    rolled: number, seen by owner
    open-roll: number, seen by owner
    sign-chosen: sign, seen by owner
    told-sign: sign, seen by owner
    told: sign
    both: number, seen by owner
each stones has:
    trap: truth, seen by owner
    first-one: truth, seen by nobody
to play:
    for each player in players:
        roll hidden-die as one
        set rolled of player to one
        roll open-die as two
        set open-roll of player to two
        choose three in sign
        set sign-chosen of player to three
        choose four in sign
        set told-sign of player to four
        set told of player to four
        add one to both of player
        choose stone in stones of player
        set trap of stone to yes
        set first-one of first of stones of player to yes
"""


def test_a_field_is_hidden_unless_all_can_derive_what_the_rules_put_there(tmp_path: Path) -> None:
    """All know an open roll; nobody is told a choice that goes into something hidden."""
    program = written(tmp_path, SECRETS).program(2)
    hidden = {program.layout.fields[place].name for place in program.form.hidden.fields}
    assert hidden == {"rolled", "sign-chosen", "told-sign", "told", "both", "trap"}


def test_a_field_that_all_see_is_known_even_if_the_log_is_silent_about_it(tmp_path: Path) -> None:
    program = written(tmp_path, SECRETS.replace("    told: sign", '    told "Told": sign, untold')).program(2)
    assert "told" not in {program.layout.fields[place].name for place in program.form.hidden.fields}


def test_a_secret_mark_goes_to_another_of_those_that_may_have_it(tmp_path: Path) -> None:
    game = written(tmp_path, SECRETS + "        choose wait in sign\n")
    match = game.start(2, 1)
    while "wait" not in asked(match).prompt:
        match.choose(0)
    marked: Counter[tuple[bool, ...]] = Counter()
    for seed in range(60):
        deal = deal_again(match, 1, seed)
        place = next(place for place, own in enumerate(deal.program.layout.fields) if own.name == "trap")
        values = deal.position.field(place)
        marked[tuple(values[:3])] += 1
    assert len(marked) == 3
    assert all(sum(values) == 1 for values in marked)
