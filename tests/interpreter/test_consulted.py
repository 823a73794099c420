"""Test which hidden things are consulted because of a choice: anything that the seat does not see, and chance."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rulewright.interpreter import Match, load
from rulewright.interpreter.match.choice_log import is_picking
from rulewright.interpreter.match.secret_reads import ChanceRead, SecretRead, consulted_secret
from tests.interpreter.helpers import some_matches

pytestmark = pytest.mark.usefixtures("shared_cache")

PARLOUR = """\
game parlour "Parlour":
    players 3

place deck "Deck": pile, seen by nobody
place table-top "Table"
place open-pile "Open pile": pile, top seen by all
place urn "Urn": place, seen by nobody, uncounted
cards letters "Letter": 12, in deck
die d6 "Die": 1 to 6
each letters has:
    worth "Worth": number
    flagged "Flagged": truth, seen by all, always
each player has:
    hand "Hand": place, seen by owner
    tally "Tally": number
    secret "Secret": number, seen by owner
the table has:
    mark: number
    lamp "Lamp": truth

to setup:
    for each number in 1 to 12:
        set worth of item number of letters to number
    shuffle deck
    for each player in players:
        draw 2 from deck to hand of player
        choose deep in 1 to 9 at random
        set secret of player to deep
        set mark to deep
    draw 1 from deck to open-pile
    draw 1 from deck to open-pile
    set flagged of last of letters in deck to yes

to play:
    players take turns:
        turn

to think:
    choose thought in 1 to 3 asking "And then?"

to score amount in number:
    add amount to tally of player
"""
THEN = "think"
"""The acting player is asked, and has one to three to choose from."""


def told_of(folder: Path, rules: str, *places: int, more: str = "", seed: int = 1) -> type[SecretRead] | None:
    """Return what was consulted because of the last of some choices in a turn with these lines, by seat."""
    match = begun(folder, rules, more=more, seed=seed)
    found: type[SecretRead] | None = None
    for place in places:
        found = of_choice(match, place)
    return found


def begun(folder: Path, rules: str, *, more: str = "", seed: int = 1) -> Match:
    """Return a match in which each turn has these lines."""
    lines = "".join(f"    {line}\n" for line in rules.strip("\n").split("\n"))
    (folder / "parlour.rules").write_text(f"{PARLOUR}\nto turn:\n{lines}{more}", encoding="utf-8")
    return load(str(folder / "parlour.rules")).start(3, seed, forced="ask")


def of_choice(match: Match, place: int) -> type[SecretRead] | None:
    """Return what is consulted because of a choice, and make it."""
    before, decision = match.copy(), match.decision
    assert decision is not None
    assert decision.seat is not None
    key = "words" if decision.kind == "words" else decision.options[place].key
    match.choose(key)
    return consulted_secret(before, key, match, decision.seat, picking=is_picking(before, match))


OPEN = {
    "a card of one's own": f"choose one in letters in hand of player\nmove one to table-top\n{THEN}",
    "a card of one's own that goes out of sight": f"choose one in letters in hand of player\nmove one to urn\n{THEN}",
    "what is worked out of what one sees": (
        f"choose one in letters in hand of player\nadd worth of one to tally of player\n"
        f"add secret of player to tally of player\n{THEN}"
    ),
    "how many cards lie where one counts them": f"{THEN}\nif count of letters in deck is at least 3:\n    score 2\n{THEN}",
    "what is tried out with what all see": f"{THEN}\nif tally of player is 2 after (score 2):\n    score 1\n{THEN}",
    "the card on top, which all see": f"{THEN}\nadd worth of last of letters in open-pile to tally of player\n{THEN}",
}
CLOSED = {
    "a condition that does not hold": f"{THEN}\nif worth of last of letters in deck is 99:\n    score 2\n{THEN}",
    "another's hand, of which nothing comes": (
        f"{THEN}\nlet whole be sum of worth of it among letters in hand of left of player\n{THEN}"
    ),
    "another's field": f"{THEN}\nif secret of left of player is 3:\n    score 2\n{THEN}",
    "a field without a title that chance has filled": f"{THEN}\nif mark is 3:\n    score 2\n{THEN}",
    "what was looked up before": f"let top be worth of last of letters in deck\n{THEN}\nif top is 3:\n    score 2\n{THEN}",
    "what is tried out": f"{THEN}\nif tally of player is 9 after (score worth of last of letters in deck):\n    score 1\n{THEN}",
    "the text of the next question": (
        f'let top be worth of last of letters in deck\n{THEN}\nchoose deep in 1 to 3 asking "Below {{top}}?"'
    ),
    "how many lie where nobody counts": f"{THEN}\nif count of letters in urn is 3:\n    score 2\n{THEN}",
    "what lies below the card that is taken": f"{THEN}\nmove last of letters in open-pile to hand of player\n{THEN}",
    "what the next player may choose": f"{THEN}\nchoose other in letters in hand of left of player by left of player",
    "a card chosen unseen": "choose one in letters in hand of left of player\nif worth of one is 3:\n    score 2\n" + THEN,
    "what is shown": f"{THEN}\nshow first of letters in hand of left of player to player\n{THEN}",
    "that it was asked at all": (
        'if worth of last of letters in deck is at least 6:\n    choose one in 1 to 3 asking "And then?"\n    score 1\n'
        'otherwise:\n    choose other in 1 to 3 asking "And then?"\n    score 2\n' + THEN
    ),
    "for whom it was asked": (
        "for each other in players:\n    if worth of first of letters in hand of other is at least 6:\n"
        f'        {THEN}\n        say "It is {{other}}."\n{THEN}'
    ),
    "what was not left": f"if worth of last of letters in deck is 99:\n    stop\n{THEN}\nscore 1\n{THEN}",
}
LEFT_TO_CHANCE = {
    "a roll that nobody needs": f"{THEN}\nroll d6 as pips\n{THEN}",
    "a number at random": f"{THEN}\nchoose deep in 1 to 9 at random\n{THEN}",
    "another order of what nobody sees": f"{THEN}\nshuffle deck\n{THEN}",
}


@pytest.mark.parametrize("rules", OPEN.values(), ids=OPEN)
def test_what_all_or_oneself_see_is_nothing_hidden(tmp_path: Path, rules: str) -> None:
    assert told_of(tmp_path, rules, 0) is None


@pytest.mark.parametrize("rules", CLOSED.values(), ids=CLOSED)
def test_what_lies_hidden_is_consulted_whatever_comes_of_it(tmp_path: Path, rules: str) -> None:
    assert {told_of(tmp_path, rules, 0, seed=seed) for seed in range(4)} == {SecretRead}


@pytest.mark.parametrize("rules", LEFT_TO_CHANCE.values(), ids=LEFT_TO_CHANCE)
def test_chance_counts_though_nobody_sees_it(tmp_path: Path, rules: str) -> None:
    assert told_of(tmp_path, rules, 0) is ChanceRead


def test_what_is_asked_of_a_card_tells_nothing_only_if_one_sees_the_card(tmp_path: Path) -> None:
    """It may have left the game unseen; and a mark that all see on hidden cards does not say which of them has it."""
    gone = f"remove last of letters in deck\n{THEN}\nif space of item 3 of letters is nothing:\n    score 2\n{THEN}"
    marked = f"{THEN}\nif flagged of item 3 of letters:\n    score 2\n{THEN}"
    for rules in (gone, marked):
        hits = 0
        for seed in range(40):
            match = begun(tmp_path, rules, seed=seed)
            space, sight = match.position.at[2], match.program.sight
            sees = space >= 0 and match.words.sees(0, sight.of_thing(match.position.parts, 2))
            hits += space < 0 or (rules is marked and match.position.on[space][-1] == 2 and not sees)
            assert of_choice(match, 0) is (None if sees else SecretRead)
        assert 0 < hits < 40


def told(match: Match, seat: int, happened: int) -> tuple[object, ...]:
    """Return all that a seat is told after a choice: what it reads and sees, who is asked, and its own question."""
    decision = match.decision
    asked = None if decision is None else decision.seat
    own = decision if decision is not None and asked == seat else None
    question = None if own is None else (own.prompt, [(one.key, one.label) for one in own.options])
    return match.log(seat, happened), match.view(seat), asked, None if match.result is None else match.result[:2], question


def test_where_nothing_was_consulted_all_deals_tell_the_same() -> None:
    """In every game there is: any other deal that a seat cannot tell from this one answers its choice alike."""
    alone, dealt = Counter[str](), 0
    # As at a table: there, a player who has one option is asked like all others where nobody else may know.
    for game, match, chosen in some_matches(60, seed=11, forced="ask"):
        for step in range(30):
            decision = match.decision
            if decision is None or decision.seat is None:
                break
            before, seat = match.copy(), decision.seat
            key = "words" if decision.kind == "words" else chosen.choice(list(decision.options)).key
            match.choose(key)
            if consulted_secret(before, key, match, seat, picking=is_picking(before, match)) is not None:
                continue
            alone[game.name] += 1
            if not match.program.keeps_secrets or step % 3:
                continue
            heard = told(match, seat, before.happened)
            for seed in range(2):
                other = before.deal_again(seat, seed)
                happened = other.happened
                other.choose(key)
                dealt += 1
                assert told(other, seat, happened) == heard, (game.name, step, key)
    assert dealt > 120
    assert {"chess", "go", "english-draughts", "nine-mens-morris", "hearts", "cribbage", "la-planche"} <= alone.keys()


def test_what_oneself_picks_unseen_by_others_consults_nothing(tmp_path: Path) -> None:
    rules = f"choose two as 2 of letters in hand of player\nmove two to table-top\n{THEN}"
    assert told_of(tmp_path, f"{THEN}\n{rules}", 0, 0) is None
    assert told_of(tmp_path, rules, 0, 0) is None


TOGETHER = """together for each player in players:
    choose one in letters in hand of player
    move one to table-top
think
"""


def test_who_chooses_unseen_with_others_learns_nothing_until_all_have(tmp_path: Path) -> None:
    assert [told_of(tmp_path, TOGETHER, *[0] * count) for count in (1, 2, 3)] == [None, None, SecretRead]


def test_what_a_choice_uncovers_counts(tmp_path: Path) -> None:
    """Nothing reads what lies there, but from then on the seat sees it."""
    more = (
        "\ndefine lookers of owner in player: players where lamp\n"
        'each player has:\n    shelf "Shelf": place, seen by owner and lookers\n'
    )
    dealt = "for each other in players:\n    move letters in hand of other to shelf of other\n" + THEN
    for lines, found in ((f"set lamp to yes\n{THEN}", SecretRead), (f"set lamp to no\n{THEN}", None)):
        assert told_of(tmp_path, f"{dealt}\n{lines}", 0, more=more) is found
