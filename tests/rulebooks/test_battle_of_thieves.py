"""Battle of Thieves: every rule is shown or ruled on, every card is shown, and random games keep what must always hold."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from rulewright.dsl import nodes
from rulewright.dsl.checked import NumberDie
from rulewright.interpreter import BrokenSave, Match, load
from rulewright.interpreter.match.saves import save_digest
from rulewright.interpreter.search import players
from rulewright.interpreter.views.view import PlayerView
from tests.rulebooks.declared import declarations, numbers

RULEBOOK = Path(__file__).parents[2] / "rulebooks" / "battle-of-thieves"
# The rulings that the rules, one by one, start from: part 1 of rules.md.
RULINGS = [
    f"B{number}"
    for number in (
        2,
        16,
        17,
        23,
        24,
        28,
        29,
        33,
        44,
        45,
        46,
        50,
        58,
        59,
        60,
        61,
        65,
        68,
        77,
        80,
        85,
        86,
        87,
        88,
        90,
        93,
        103,
        106,
        115,
        122,
        124,
        134,
        136,
        137,
    )
]
# Rules for the people at the table, which no example shows: how long a tirade is, and good manners.
UNSEEN = {"B132"}
EXAMPLE = re.compile(r"^example .*(?:\n(?: .*)?)*", re.MULTILINE)
# How many cards of each kind, and of each type of those that decks are built from, must be there at least.
KINDS = {"pirates": 6, "weapons": 8, "ships": 4, "provisions": 9}
TYPES = {"animal": 6, "object": 8, "event": 8, "isle": 4, "cursed-ball": 6, "food": 4, "special": 11, "legendary": 3}
DECK, RESERVE, TOKENS, LIVES, LAST_TURN = 20, 30, 5, 2, 400
PIRATES = (
    "Old Barnaby", "Nell Splint", "Red Isolde", "Captain Vane", "Big Tobias", "Salt Mary", "Doctor Quill", "Blind Ezra",
)  # fmt: skip
MOST_DECISIONS = 20_000
# Decisions from one look at the whole table to the next: looking is slow.
EVERY = 7
# The contents of a deck that occur at most once.
ONCE = {"deep-horn", "golden-compass", "soul-lantern", "lust", "gluttony", "envy", "greed", "sloth", "wrath", "pride"}


def test_every_rule_is_shown_or_ruled_on() -> None:
    every = {f"B{number}" for number in range(1, 141)}
    examples, rulings = numbers(RULEBOOK, nodes.Example), numbers(RULEBOOK, nodes.Ruling)
    assert every == {*examples, *rulings}
    assert every - UNSEEN == set(examples)
    assert {*RULINGS, *UNSEEN} <= set(rulings)


def test_every_card_is_there_and_shown() -> None:
    cards = [line for line in declarations(RULEBOOK) if isinstance(line, nodes.Card)]
    kinds = Counter(card.kind.text for card in cards)
    assert all(kinds[kind] >= count for kind, count in KINDS.items())
    types = Counter(
        field.value.name
        for card in cards
        for field in card.fields
        if field.name.text == "type" and isinstance(field.value, nodes.Name)
    )
    assert all(types[type_] >= count for type_, count in TYPES.items())
    assert sum(field.name.text == "sin" for card in cards for field in card.fields) == 7
    words = {
        word
        for path in RULEBOOK.iterdir()
        for example in EXAMPLE.findall(path.read_text(encoding="utf-8"))
        for word in re.findall(r"[\w-]+", example)
    }
    assert [card.name.text for card in cards if card.name.text not in words] == []


def test_the_die_has_six_faces() -> None:
    die = load("battle-of-thieves").checked.dice["d6"]
    assert isinstance(die, NumberDie)
    assert (die.least, die.most) == (1, 6)


def test_everything_to_read_is_in_english_and_french() -> None:
    for card in declarations(RULEBOOK):
        if isinstance(card, nodes.Card):
            assert card.title is not None
            assert {language for language, _ in card.title.texts} == {"en", "fr"}
            assert card.text is not None
            assert {language for language, _ in card.text.texts} == {"en", "fr"}


def test_random_games_end() -> None:
    game = load(str(RULEBOOK))
    results = [game.playout(players=2, seed=seed) for seed in range(100)]
    assert all(result.finished for result in results)
    won = Counter(result.winners for result in results)
    assert set(won) <= {(0,), (1,), ()}
    assert min(won[(0,)], won[(1,)]) >= 30


@pytest.mark.parametrize(
    "options",
    [
        {"decks": "built"},
        {"insults": "words"},
        {"decks": "built", "insults": "words"},
        {"cannon-hits-on": 2},
        {"cannon-hits-on": 6},
        {"hole-tokens": 1},
        {"hole-tokens": 9},
        {"last-turn": 20},
        {"last-turn": 1000},
    ],
)
@pytest.mark.sample(3)
def test_random_games_with_options_end(options: dict[str, int | bool | str]) -> None:
    game = load(str(RULEBOOK), options=options)
    assert all(game.playout(players=2, seed=seed).finished for seed in range(20))


@pytest.mark.parametrize("wish", [0, -1])
def test_no_wish_builds_a_deck_beyond_the_limits(wish: int) -> None:
    match = load(str(RULEBOOK), options={"decks": "built"}).start(players=2, seed=1)
    taken = [0, 0]
    while match.decision is not None and "provision" in match.decision.prompt:
        seat = match.decision.seat or 0
        amounts = [int(option.key.rpartition(",")[2]) for option in match.decision.options]
        assert max(amounts) == RESERVE - taken[seat]
        taken[seat] += amounts[wish]
        match.choose(match.decision.options[wish])
    assert taken == [RESERVE, RESERVE]
    picked: dict[int, dict[str, list[str]]] = {0: {}, 1: {}}
    while match.decision is not None and match.decision.prompt != "What now?":
        question = match.decision.prompt.split(" (")[0]
        picks = picked[match.decision.seat or 0].setdefault(question, [])
        picks.append(match.decision.options[wish].key)
        match.choose(picks[-1])
    for picks_of in picked.values():
        cards = Counter(picks_of["Which cards? Twenty of them"])
        assert cards.total() == DECK
        assert all(count <= {"rat": 3}.get(card, 1 if card in ONCE else 2) for card, count in cards.items())
        assert "drowned-king" not in picks_of["Which ship?"]
        assert picks_of["Which pirate is your pirate 1?"] != picks_of["Which pirate is your pirate 2?"]
        for number in (1, 2):
            assert len({*picks_of[f"Which two weapons for your pirate {number}?"]}) == 2


def test_a_save_with_a_card_too_many_is_refused() -> None:
    """A card is one thing in one place, however well the checksum was forged."""
    match = load(str(RULEBOOK)).start(players=2, seed=1)
    for fleet in ("gunners", "boarders"):
        match.choose(fleet)
    held = json.loads(match.game.start(position=match).save())
    position = held["position"]
    at, on = position["lists"][1:3]
    deck = next(space for space, lying in enumerate(on) if len(lying) == DECK - 2)
    card, away = on[deck][0], at.index(-1)
    edits: list[tuple[list[int], dict[int, int]]] = [
        ([card], {}),
        ([away], {}),
        ([len(at)], {}),
        ([-1], {}),
        ([away, away], {away: deck}),
        ([], {card: deck + 1}),
    ]
    for more, moved in edits:
        places = [moved.get(thing, space) for thing, space in enumerate(at)]
        lying = [things + more if space == deck else things for space, things in enumerate(on)]
        lists = [position["lists"][0], places, lying, *position["lists"][3:]]
        forged = {**held, "position": {**position, "lists": lists}}
        del forged["rulewright"], forged["check"]
        with pytest.raises(BrokenSave, match="does not fit"):
            match.game.resume(json.dumps({"rulewright": held["rulewright"], "check": save_digest(forged), **forged}))


def insulted(offered: str = "") -> Match:
    """Return a match after the gauntlet was thrown down and a tirade begun, perhaps with an offer before or after."""
    match = load(str(RULEBOOK), options={"decks": "built", "insults": "words"}).start(players=2, seed=2)
    chance = random.Random(0)
    while match.decision is not None:
        if match.decision.kind == "words":
            if not offered:
                break
            match.choose("Your sails are patched with the excuses of your crew")
            continue
        if offered in {option.key for option in match.decision.options}:
            break
        wanted = [option for option in match.decision.options if option.key.rpartition(",")[2] in ("gauntlet", "engage")]
        match.choose((wanted or [chance.choice(match.decision.options)])[-1])
    return match


def test_an_insult_of_any_kind_hurts_nobody_but_the_insulted() -> None:
    start = insulted()
    for words in (
        "",
        "x" * 10_000_000,
        "\x1b[2J\x1b]0;mine\x07",
        "\ud800\x00",
        "\u202eolleh",
        "{player} {tirade} %s",
        "'\"\\`$(id)",
        "one\r\ntwo\u2028three",
    ):
        match = start.copy()
        match.choose(words)
        match.choose("take-up")
        match.choose("answer-back")
        match.choose(words)
        for seat in (0, 1, None):
            lines = match.log(seat)[-4:]
            assert all(line.isprintable() and len(line) <= 520 for line in lines)
        assert match.log(0)[-4].partition(": ")[2] == match.log(0)[-1].removeprefix("The answer: ")
        again = match.game.resume(match.save())
        assert again.log() == match.log()
        assert again.key() == match.key()
        match.choose(0)
        match.choose(1)
        assert match.decision is not None
        assert match.decision.kind == "one"


@pytest.mark.parametrize("name", ["random", "easy", "search:20"])
def test_a_program_leaves_insults_to_the_die_and_the_log_says_so(name: str) -> None:
    """A program has no words: neither where it was challenged, nor where it is the challenger."""
    for challenged in (True, False):
        match = insulted("take-up" if challenged else "engage")
        asked = match.decision
        assert asked is not None
        assert {option.key for option in asked.options} == {"take-up" if challenged else "engage", "refuse"}
        for seed in range(5):
            played = match.copy()
            played.choose(players.player(name, seed).choose(played))
            assert "The die decides the insult battle." in played.log()
            assert not [line for line in played.log()[len(match.log()) :] if players.WORDS in line]


@pytest.mark.parametrize("decks", ["starter", "built"])
def test_what_must_always_hold(decks: str) -> None:
    game = load(str(RULEBOOK), options={"decks": decks})
    for seed in range(5):
        match = game.start(players=2, seed=seed, forced="ask")
        chance = random.Random(seed)
        turns = 0
        while not match.over:
            assert match.decision is not None
            assert match.steps < MOST_DECISIONS
            assert len({option.key for option in match.decision.options}) == len(match.decision.options) > 0
            if match.steps % EVERY == 0:
                turns = check(match, turns)
            match.choose(chance.choice(match.decision.options))
        turns = check(match, turns)
        assert match.result is not None
        floating = tuple(seat for seat in (0, 1) if number(match, seat, "water") < 100)
        assert match.result.winners == floating or turns == LAST_TURN or sins_of(match)
        for seat in (0, 1, None):
            told = match.log(seat)
            # No ship is ever emptier than empty, and a pirate on a ship is called by name.
            assert not [line for line in told if re.search("Water: -|^something, |plays nothing", line)]


def number(match: Match, seat: int, name: str) -> int:
    """Return the value of a player's number field."""
    return int(next(field.value or "" for field in match.view().players[seat].fields if field.name == name))


def sins_of(match: Match) -> bool:
    """Return whether somebody fell to the Original Sin."""
    return any("Original Sin" in line for line in match.log())


def place(player: PlayerView, name: str) -> list[str]:
    """Return the contents of a player's place that all see."""
    return next(place.things or [] for place in player.places if place.name == name)


def check(match: Match, turns: int) -> int:
    """Nothing is lost or comes from nowhere, and the numbers are within their limits; gives the number of the turn."""
    now = int(next(field.value or "0" for field in match.view().table if field.name == "turn-number"))
    assert now >= turns
    for player in match.view().players:
        assert number(match, player.seat, "water") >= 0
        assert match.over or number(match, player.seat, "water") < 100
        assert number(match, player.seat, "holes") in range(TOKENS + 1)
    if now:
        check_pirates(match)
        check_cards(match)
    return now


def is_pirate(thing: str) -> bool:
    """Return whether what a view names is a pirate, whose name stands first."""
    return thing.startswith(PIRATES)


def check_pirates(match: Match) -> None:
    """Two pirates each, two weapons each, two lives and two statuses at most, one animal and one object."""
    view = match.view()
    island = next(place.things or [] for place in view.places if place.name == "island")
    where = [*island, *(thing for player in view.players for name in ("ship-zone", "killed") for thing in place(player, name))]
    pirates = [thing for thing in where if is_pirate(thing)]
    assert len(pirates) == 4
    killed = {thing for player in view.players for thing in place(player, "killed")}
    for thing in pirates:
        found = re.search(r"Life (\d+)", thing)
        life = int(found[1]) if found else 0
        assert life in range(LIVES) if thing in killed else life in range(1, LIVES + 1)
    for inside in view.places:
        kind = inside.name.rpartition("-")[0]
        assert len(inside.things or []) <= {"arms": 2, "companion": 1, "gear": 1, "troubles": 2}.get(kind, 99)


def check_cards(match: Match) -> None:
    """Forty cards in all, and thirty provisions of each player, in the reserve or used."""
    view = match.view()
    cards = 0
    for player in view.players:
        cards += sum(
            place.count or 0
            for place in player.places
            if place.name in ("hand", "deck", "discard-pile", "special-zone", "breech")
        )
        stores = " ".join(place(player, "stores"))
        amounts = re.findall(r"(?:left|used) (\d+)", stores)
        assert sum(map(int, amounts)) == RESERVE
    for inside in view.places:
        if inside.name in ("event-zone", "middle") or inside.name.startswith(("companion-", "gear-")):
            cards += inside.count or 0
        elif inside.name == "island":
            cards += sum(not is_pirate(thing) for thing in inside.things or [])
    assert cards == 2 * DECK
