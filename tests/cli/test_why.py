"""Ask `why` as newcomers do, in the bundled games: wrong cards, wrong moves, actions that are not possible now."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from rulewright.cli.table.rule_questions import a_turn, reason_lines, rules_told
from rulewright.interpreter import Match, load

pytestmark = pytest.mark.usefixtures("shared_cache")

OPENING = ("e2 to e4", "b7 to b6", "g2 to g3", "c8 to a6")
MOVED = ("e2 to e4", "e7 to e5", "e1 to e2", "a7 to a6")
ATTACKED = (*OPENING, "f1 to h3", "e7 to e6", "g1 to f3", "h7 to h6")


def after(game: str, choices: Sequence[str], language: str = "en", seed: int = 1) -> Match:
    """Return a match in which options with these labels have been chosen."""
    match = load(game).start(seed=seed, language=language)
    for label in choices:
        assert match.decision is not None
        match.choose(next(option for option in match.decision.options if option.label == label))
    return match


def when(game: str, holds: Callable[[Match], str], language: str = "en", least: int = 1) -> tuple[Match, str]:
    """Play at random until there is something to ask for, and return the match with it."""
    chance = random.Random(1)
    match = load(game).start(seed=1, language=language)
    for made in range(400):
        assert match.decision is not None
        wanted = holds(match) if made >= least else ""
        if wanted:
            return match, wanted
        match.choose(chance.randrange(len(match.decision.options)))
    raise AssertionError("there is never anything to ask for")


def why(match: Match, wanted: str) -> str:
    return "\n".join(reason_lines(match, wanted, match.words.language))


def prompt(match: Match) -> str:
    assert match.decision is not None
    return match.decision.prompt


def own(match: Match, place: str) -> list[str]:
    """Return what the player who is asked has in a place."""
    assert match.decision is not None
    view = match.view(match.decision.seat)
    return [
        name
        for player in view.players
        if player.seat == view.seat
        for one in player.places
        if one.name == place
        for name in one.things or ()
    ]


def not_offered(match: Match, place: str) -> str:
    """Return something in an own place that is not among the options."""
    assert match.decision is not None
    offered = " ".join(option.label for option in match.decision.options)
    return next((name for name in own(match, place) if name not in offered), "")


@pytest.mark.parametrize(
    ("game", "choices", "wanted", "answer"),
    [
        ("chess", (), "e1-g1", "To castle, all squares between king and rook must be free."),
        ("chess", ATTACKED, "e1 g1", "The king may not castle over a square under attack. (an enemy piece attacks f1)"),
        ("chess", (), "castling", "To castle, all squares between king and rook must be free."),
        ("chess", MOVED, "castling", "This king has moved already, so it may not castle."),
        ("chess", OPENING, "g1g3", "g3: not among the squares that the piece on g1 reaches."),
        ("chess", (), "d1", "d2, e1, c1, e2 and 1 more: One of your own pieces is there."),
        ("chess", (), "3", "You can choose that now: 3 (b2 to b3)."),
        ("go", ("e5",), "e5", "A stone is there already."),
        ("nine-mens-morris", ("d6",), "d6", "There is a man already."),
        ("contract-bridge", ("3 Clubs",), "1 spades", "A bid has to be higher than the last one."),
        ("contract-bridge", ("3 Clubs",), "redouble", "The last bid is the other side's; you may redouble only your own."),
        ("texas-hold-em", (), "check", "There is a bet to call: call it, raise it or fold."),
    ],
)
def test_a_move_that_the_rules_forbid_is_explained(game: str, choices: Sequence[str], wanted: str, answer: str) -> None:
    assert why(after(game, choices), wanted) == answer


@pytest.mark.parametrize(
    ("language", "sentence", "fact"),
    [
        ("en", "You have cards of the suit that was led, and must play one of them.", "your cards of the suit led: "),
        ("fr", "Vous avez de la couleur demandée, et devez en jouer.", "vos cartes de la couleur demandée : "),
    ],
)
def test_a_card_that_does_not_follow_suit(language: str, sentence: str, fact: str) -> None:
    """The answer also names the cards that have to be played instead."""
    led = "play" if language == "en" else "jouez"
    match, card = when("hearts", lambda match: not_offered(match, "hand") if led in prompt(match) else "", language, 20)
    answer = why(match, card)
    assert answer.startswith(f"{sentence} (")
    assert fact in answer
    assert match.decision is not None
    assert match.decision.options[0].label in answer


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This card lies aside in this round: it has a skull, and you played it in the last one."),
        ("fr", "Cette carte est de côté pour cette manche : elle a un crâne, et vous l'avez jouée dans la précédente."),
        ("ru", "Эта карта в этом раунде лежит в стороне: на ней череп, и вы играли её в прошлом раунде."),
    ],
)
def test_a_card_that_lies_aside(language: str, sentence: str) -> None:
    first = load("walk-the-plank").start(seed=1, language=language).decision
    assert first is not None
    match, card = when(
        "walk-the-plank", lambda match: not_offered(match, "aside") if prompt(match) == first.prompt else "", language
    )
    assert why(match, card) == sentence


def test_a_need_that_nobody_sees_follows_from_the_rest() -> None:
    """Which cards let their owner knock is kept in no place; but the card is in hand and was not just taken."""
    match, _ = when("gin-rummy", lambda match: "x" if "discard" in prompt(match) else "")
    assert "To knock, you may have no more than 10 points left over after your discard." in why(match, "knock")


@pytest.mark.parametrize(("language", "sentence"), [("en", "Your ship has no hole."), ("fr", "Votre navire n'a pas de trou.")])
def test_an_action_that_is_not_possible_now(language: str, sentence: str) -> None:
    match, _ = when("battle-of-thieves", lambda match: "x" if prompt(match) in ("What now?", "Et maintenant ?") else "", language)
    assert sentence in why(match, "mend" if language == "en" else "réparer")


def test_an_action_that_is_offered_in_other_words() -> None:
    """Boarding is going to the other ship, as the option says."""
    match, _ = when("battle-of-thieves", lambda match: "x" if prompt(match) == "What now?" else "")
    assert why(match, "boarding").startswith("You can choose that now: ")
    assert "goes to Ship zone of Player" in why(match, "boarding")


@pytest.mark.parametrize(
    ("game", "language", "wanted", "answer"),
    [
        ("chess", "en", "check", "Check\n  A king that could be taken in the next move is in check."),
        ("chess", "fr", "en passant", "La prise en passant"),
        ("go", "en", "ko", "Ko: No Position Comes Again"),
        ("rette-sich-wer-kann", "de", "schwimmen", "Dritte Phase: Schwimmen\n"),
        ("hearts", "fr", "lune", "Décrocher la lune"),
        ("hearts", "en", "trump", "Taking a trick: There are no trumps: a card of another suit never wins."),
        ("go", "en", "white", "Counting: White gets 15 half points on top, the komi, because Black began."),
        ("rette-sich-wer-kann", "de", "offizier", "Jede Person hat: Zwei Offiziere"),
    ],
)
def test_the_name_of_a_section_is_answered_from_it(game: str, language: str, wanted: str, answer: str) -> None:
    assert answer in why(after(game, (), language), wanted)


@pytest.mark.parametrize(
    ("game", "language", "wanted", "answer"),
    [
        ("battle-of-thieves", "en", "holes", "Holes\n  5 hole tokens, whole on one side, with a hole on the other."),
        ("battle-of-thieves", "fr", "armes", "Arme\n  Seize armes"),
        ("la-planche", "en", "a push carries", "A push carries: to the first gap (or: through the whole row)"),
    ],
)
def test_a_thing_is_told_by_its_text(game: str, language: str, wanted: str, answer: str) -> None:
    match = after(game, (), language)
    assert answer in "\n".join(rules_told(match, wanted, 0, language))
    assert answer in why(match, wanted)


def test_an_unknown_name_gets_names_that_are_known() -> None:
    match = after("chess", ())
    assert why(match, "castlng") == "Nothing here is called `castlng`.\nDid you mean `Castling`?"
    assert "You can ask about these, among others: Setting Up the Pieces" in why(match, "zebra")


def test_a_card_that_somebody_else_has_tells_nothing_of_where_it_is() -> None:
    match, _ = when("hearts", lambda match: "x" if "play" in prompt(match) else "", least=20)
    assert match.decision is not None
    view = match.view(match.decision.seat)
    seen = [name for player in view.players for place in player.places for name in place.things or ()]
    hidden = [f"{rank} of {suit}" for rank in ("2", "9", "King") for suit in ("Clubs", "Diamonds", "Spades", "Hearts")]
    answers = {why(match, card).replace(card, "it") for card in hidden if card not in seen}
    assert answers == {"it: not among your cards."}


@pytest.mark.parametrize(
    ("game", "turn", "asked_for"),
    [
        ("battle-of-thieves", ["A turn", "The turn begins", "Your actions", "The turn ends"], "The Gunners"),
        ("rette-sich-wer-kann", ["A round", "First phase: a leak", "Third phase: swimming"], "Launching the boats"),
        ("backgammon", ["Beginning a Game", "A Turn"], "Bearing Off"),
    ],
)
def test_rules_alone_tell_a_turn(game: str, turn: list[str], asked_for: str) -> None:
    """On a small screen nobody reads how to set up the table once more; everything else is there by name."""
    *lines, more = a_turn(load(game).start(seed=1), "en")
    assert lines[1] == "The game in short"
    assert [line for line in lines if line in turn] == turn
    assert asked_for not in lines
    assert asked_for in more
