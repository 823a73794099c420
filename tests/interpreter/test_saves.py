"""Any text as a save: a diagnostic, or a match that can be played on; never a crash, never a hang."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import fields

from rulewright.interpreter import BrokenSave, Match, PlayError, load
from rulewright.interpreter.match.choice_log import line_of
from rulewright.interpreter.match.saved import Saved
from rulewright.interpreter.match.saves import save_digest
from rulewright.interpreter.position.chance import WIDTH, draw_below
from rulewright.interpreter.position.position import CHANCE
from tests.fuzz.saves import LIMITS, mutated, play_on, sealed
from tests.interpreter import kept_save
from tests.interpreter.helpers import asked, loaded, some_matches, written

SINK = str(Path(__file__).parent / "rulebooks" / "kitchen-sink.rules")


@pytest.mark.parametrize("seed", range(3))
def test_a_save_with_absurd_contents_is_refused_or_can_be_played_on(seed: int) -> None:
    chance = Random(seed)
    refused = 0
    names: set[str] = set()
    for game, match, _ in some_matches(20, seed=seed, chance="ask" if seed % 2 else "seed"):
        for _ in range(chance.randrange(25)):
            if not match.over:
                match.choose_at_random()
        text = match.save() if chance.random() < 0.3 else at_position(match).save()
        for _ in range(12):
            try:
                play_on(game.resume(mutated(text, chance)), chance)
            except (BrokenSave, PlayError) as error:
                found = error.diagnostic
                refused += found.name == "broken-save"
                names.add(found.name)
    assert refused > 40
    assert names <= LIMITS | {"broken-save"}


def test_accidents_are_noticed() -> None:
    chance = Random(0)
    game = loaded("walk-the-plank")
    match = game.start(3)
    for _ in range(20):
        match.choose_at_random()
    text = match.save()
    for _ in range(300):
        place = chance.randrange(len(text))
        broken = text[:place] + chance.choice('0123456789,[]{}"x\x00é') + text[place + chance.randint(0, 1) :]
        if json_of(broken) != json_of(text):
            with pytest.raises(BrokenSave):
                game.resume(broken)
    for cut in range(0, len(text) - 1, 97):
        with pytest.raises(BrokenSave):
            game.resume(text[:cut])


def at_position(match: Match) -> Match:
    """Return a match that begins where another one stands: its save holds a position."""
    chance = "ask" if match.position.asks & CHANCE else "seed"
    begun: Match = match.game.start(position=match, seed=match.seed, chance=chance)
    return begun


def json_of(text: str) -> Any:
    """Return the contents of a text, if it has any."""
    try:
        return json.loads(text)
    except ValueError:
        return text


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "null",
        "[]",
        "{}",
        "1e999",
        "9" * 5000,
        '"save"',
        "[" * 100_000,
        '{"rulewright": 1}',
        '{"rulewright": 2, "check": ""}',
        '{"rulewright": 1, "check": null, "game": NaN}',
        "\x00\x01\x02",
        "\ufeff{}",
        "{" * 100_000,
        '{"a":' * 50_000,
        " " * 20_000_001,
        json.dumps({"rulewright": 1, "check": save_digest({})}),
        sealed({"game": "nim"}),
        sealed({"game": {}, "options": [[]]}),
    ],
    ids=range(20),
)
def test_what_is_no_save_is_refused(text: str) -> None:
    with pytest.raises(BrokenSave):
        loaded("walk-the-plank").resume(text)


@pytest.mark.parametrize("part", [one.name for one in fields(Saved)])
def test_a_save_that_lacks_a_part_or_has_something_else_there_is_refused(part: str) -> None:
    game = loaded("la-planche")
    data = json.loads(game.start(2).save())
    lacking = {name: value for name, value in data.items() if name != part}
    for forged in (lacking, data | {part: 1.5}, data | {f"{part}s": data[part]}):
        with pytest.raises(BrokenSave):
            game.resume(sealed(forged))


def test_another_game_other_options_or_another_rulebook_are_told_apart() -> None:
    match = loaded("walk-the-plank", (), (("tiles", 2),)).start(3)
    with pytest.raises(BrokenSave, match="saved with `tiles` as `2`, not as `3`"):
        loaded("walk-the-plank").resume(match.save())
    with pytest.raises(BrokenSave, match="this is a saved game of `walk-the-plank`, not of `la-planche`"):
        loaded("la-planche").resume(match.save())
    with pytest.raises(BrokenSave, match="saved without variants, not with the variants `ghost`, `kraken`"):
        loaded("walk-the-plank", ("ghost", "kraken"), (("tiles", 2),)).resume(match.save())
    afloat = load("rette-sich-wer-kann", (), {"last-boat": "stay"}).start(3).save()
    with pytest.raises(BrokenSave, match="saved with `last-boat` as `stay`, not as `swim`"):
        loaded("rette-sich-wer-kann").resume(afloat)
    values: tuple[Any, ...] = (10**400, -1, 2, None, "\x1b" * 10**6, {})
    for odd in values:
        forged = json.loads(afloat) | {"options": {"last-boat": odd}, "variants": []}
        with pytest.raises(BrokenSave) as found:
            loaded("rette-sich-wer-kann").resume(sealed(forged))
        assert len(str(found.value)) < 200
    # A game at its beginning could be begun by the new rules; in its middle nobody can tell.
    match.choose(0)
    changed = json.loads(match.save()) | {"fingerprint": "0"}
    with pytest.raises(BrokenSave, match="the rulebook has changed"):
        loaded("walk-the-plank", (), (("tiles", 2),)).resume(sealed(changed))


@pytest.mark.parametrize("words", ["\x1b[2J", "x" * 5_000_000, "\ud800", "a\u202eb", 5, ["x"]], ids=range(6))
def test_words_in_a_save_that_nobody_can_have_said(tmp_path: Path, words: Any) -> None:
    text = 'game g:\n    players 1\nto play:\n    choose what as words\n    say "{what}"\n    choose go in 1 to 2\n'
    game = written(tmp_path, text)
    match = game.start()
    match.choose("said")
    for one, parts in ((match, ("choices",)), (at_position(match), ("position",))):
        held = json.loads(one.save())

        def put(value: Any) -> Any:
            if isinstance(value, list):
                return list(map(put, value))
            if isinstance(value, dict):
                return {key: put(one) for key, one in value.items()}
            return words if value == "said" else value

        for part in parts:
            with pytest.raises(BrokenSave, match="does not fit"):
                game.resume(sealed(held | {part: put(held[part])}))


def test_chance_goes_on_from_any_state() -> None:
    game = loaded("la-planche")
    data = json.loads(at_position(game.start(2)).save())
    for state in (1, 12345, WIDTH):
        random = f"{state:x}"
        match = game.resume(sealed(data | {"random": random, "position": data["position"] | {"random": random}}))
        options = len(asked(match).options)
        match.choose_at_random()
        assert options > 1
        assert match.position.random == draw_below(state, options)[0]


@pytest.mark.parametrize("state", ["", "0", "2", "g", "-1", "0x1", " 1", "1\n", "A1", "1" + 32 * "0" + "1", 1, ["1", 0], None])
def test_what_is_no_state_of_chance_is_refused(state: Any) -> None:
    game = loaded("la-planche")
    data = json.loads(at_position(game.start(2)).save())
    with pytest.raises(BrokenSave, match="does not fit"):
        game.resume(sealed(data | {"random": state, "position": data["position"] | {"random": state}}))


def test_what_lies_out_of_order_is_refused() -> None:
    """Only on piles things are in the order of arrival; otherwise the order would reveal more than there is."""
    game = loaded("walk-the-plank")
    match = game.start(3)
    data = json.loads(at_position(match).save())
    on = data["position"]["lists"][2]
    space = next(space for space, lying in enumerate(on) if len(lying) > 1 and not match.program.keys.is_pile[space])
    on[space].reverse()
    with pytest.raises(BrokenSave, match="does not fit"):
        game.resume(sealed(data))


def test_a_save_is_the_seed_and_the_choices() -> None:
    """Nothing else leads back to where the match stood; and if that were to lead elsewhere, it is found."""
    game = loaded("hearts")
    match = game.start(4, seed=3)
    for number in range(30):
        if number % 2:
            match.choose_at_random()
        else:
            match.choose(len(asked(match).options) - 1)
    data = json.loads(match.save())
    assert data["position"] is None
    assert len(match.save()) < 1500
    assert game.resume(sealed(data)).key() == match.key()

    for name, value in (("steps", 29), ("random", "1"), ("asked", [0, 99]), ("seed", 4)):
        with pytest.raises(BrokenSave, match=r"lead elsewhere|does not fit"):
            game.resume(sealed(data | {name: value}))
    for choice in (99, -1, True, "a", [0], 0.5):
        with pytest.raises(BrokenSave, match="does not fit"):
            game.resume(sealed(data | {"choices": [choice, *data["choices"][1:]]}))
    with pytest.raises(BrokenSave, match="lead elsewhere"):
        game.resume(sealed(data | {"choices": data["choices"][:-1]}))


def test_what_was_taken_back_stands_in_the_log_of_a_save() -> None:
    game = loaded("walk-the-plank")
    match = game.start(3, seed=5)
    for number in range(12):
        before = match.copy()
        match.choose(0)
        if number % 4 == 1:
            match = before
            match.taken_back(asked(match).seat or 0)
    again = game.resume(match.save())
    assert again.log(0) == match.log(0)
    assert again.happened == match.happened
    assert again.save() == match.save()


def test_choices_are_taken_back_that_were_made_before_the_save() -> None:
    """A game whose file could not be written any more goes on in another one, which begins with a save of its middle."""
    game = loaded("walk-the-plank")
    match = game.start(3, seed=5)
    before = []
    for _ in range(6):
        before.append(match.copy())
        match.choose_at_random()
    save = match.save().rstrip("\n")
    seat = asked(match).seat
    first = line_of(save, seat, asked(match).options[0].key)
    match.choose(0)
    again = game.resume("\n".join([save, first, line_of(first, seat, "", 4), ""]))
    assert again.key() == before[3].key()
    assert again.log(0)[:-1] == before[3].log(0)
    with pytest.raises(BrokenSave, match="line 3"):
        game.resume("\n".join([save, first, line_of(first, seat, "", 8), ""]))


def test_a_match_that_no_seed_leads_to_is_saved_with_where_it_began() -> None:
    game = loaded("gin-rummy")
    match = game.start(2, seed=1)
    for _ in range(10):
        match.choose_at_random()
    for one in (at_position(match), match.deal_again(0, 7), game.start(2, seed=1, log=False)):
        for _ in range(8):
            one.choose_at_random()
        again = game.resume(one.save())
        assert again.key() == one.key()
        assert again.position.random == one.position.random
        if one.origin is not None:
            # News before a match was dealt again is not kept.
            heard, whole = again.log(0), one.log(0)
            assert heard == whole[-len(heard) :]
            assert len(heard) != len(whole) or again.information(1) == one.information(1)


def test_a_match_that_ended_is_saved_with_its_result() -> None:
    for game, match, _ in some_matches(12, seed=9):
        for _ in range(5000):
            if match.over:
                break
            match.choose_at_random()
        resumed = game.resume(match.save())
        assert resumed.result == match.result
        assert resumed.decision is None


def test_a_long_log_is_cut_at_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.interpreter.views import journal

    monkeypatch.setattr(journal, "LARGEST_LOG", 3000)
    monkeypatch.setattr(journal, "OVERFULL", 6000)
    game = loaded(SINK)
    match, longest = game.start(4, seed=1), 0
    whole = game.start(4, seed=1)
    while not match.over:
        match.choose_at_random()
        log = match.position.log
        assert log is not None
        longest = max(longest, log[3])
        assert len(match.log(0)) <= 60
        assert game.resume(match.save()).log(0) == match.log(0)
    assert 3000 < longest <= 6100
    monkeypatch.undo()
    while not whole.over:
        whole.choose_at_random()
    assert whole.log(0)[-20:] == match.log(0)[-20:]


@pytest.mark.parametrize(("kept", "left"), kept_save.SAVES.items(), ids=lambda one: getattr(one, "stem", ""))
def test_a_game_that_was_left_once_can_be_gone_on_with(kept: Path, left: Callable[[], Match]) -> None:
    text, now = kept.read_text(encoding="utf-8"), left()
    assert now.save() == text, f"saves are made otherwise now: see {kept_save.__name__}"
    match = now.game.resume(text)
    assert match.log() == now.log()
    while not match.over:
        match.choose(0)
        now.choose(0)
        assert match.key() == now.key()
    assert match.result == now.result
