"""Test the promises of the checked rulebook to the code that plays it."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.dsl import checked
from rulewright.dsl.check import check
from rulewright.dsl.check.game import known_variants
from rulewright.dsl.check.variants import with_ancestors
from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from rulewright.dsl.syntax.parser import parse
from rulewright.dsl.text.source import Source

ROOT = Path(__file__).parents[3]
NAMED = re.compile(
    r"(?:report\(|Diagnostic\(|_failed\(|finding\(|behind\(|problem\(|wrong\(|refused\(|\bname=|\bname = )"
    r'\s*"([a-z]+(?:-[a-z]+)+|tab)"'
)
HEAD = "game g:\n    players 2 to 3\n"


def game_of(text: str) -> checked.Game:
    game, diagnostics = check(parse(Source("g.rules", HEAD + text))[0])
    assert diagnostics == []
    assert game is not None
    return game


def names_wrong(text: str) -> list[tuple[int, str]]:
    rulebook, diagnostics = parse(Source("g.rules", HEAD + text))
    return [
        (diagnostic.span.line, diagnostic.name)
        for diagnostic in [*diagnostics, *check(rulebook)[1]]
        if diagnostic.span is not None
    ]


def test_all_names_are_in_the_catalogue() -> None:
    for folder in ("dsl", "interpreter", "ai", "cli"):
        for path in (ROOT / folder).rglob("*.py"):
            for name in NAMED.findall(path.read_text(encoding="utf-8")):
                assert name in CATALOGUE, (path, name)


def test_every_name_in_the_catalogue_is_that_of_some_message() -> None:
    sources = [path for folder in ("dsl", "interpreter", "ai", "cli") for path in (ROOT / folder).rglob("*.py")]
    text = "".join(path.read_text(encoding="utf-8") for path in sources if path.name != "diagnostic_names.py")
    assert [name for name in CATALOGUE if f'"{name}"' not in text] == []


def test_the_acting_player_has_the_first_slot() -> None:
    text = "to play:\n    for each player in players:\n        go player\nto go who in players:\n    stop\n"
    rule = game_of(text).rules["go"]
    assert [(local.name, local.slot) for local in rule.locals] == [("player", 0), ("who", 1)]
    assert rule.parameters == (rule.locals[1],)


def test_a_loop_over_players_lets_them_act() -> None:
    play = game_of("to play:\n    for each player in players:\n        stop\n").play
    loop = play.body[0]
    assert isinstance(loop, checked.ForEach)
    assert loop.local is play.locals[0]


def test_every_local_has_a_slot_of_its_own() -> None:
    play = game_of(
        "to play:\n    for each n in 1 to 2:\n        let x be n\n    for each n in 1 to 3:\n"
        "        let x be count of players where it is first of players\n"
    ).play
    assert [local.slot for local in play.locals] == list(range(len(play.locals)))
    assert [local.name for local in play.locals] == ["player", "n", "x", "n", "it", "x"]


def test_defines_know_whether_they_depend_on_who_acts() -> None:
    defines = game_of(
        "pieces men: 3 for each player\ndefine far: near\ndefine near: men of player\ndefine plain: men\n"
        "define changed: 3\nchange changed to it + count of far\nto play:\n    stop\n"
    ).defines
    assert {name for name, define in defines.items() if define.uses_player} == {"far", "near", "changed"}


def test_fields_that_no_rule_changes_are_constant() -> None:
    game = game_of(
        "the table has:\n    a: number\n    b: number\neach player has:\n    c: number\n    d: number\n"
        "to play:\n    set a to 1\n    count down c of players\n"
    )
    assert {field.name for field in game.fields if field.assigned} == {"a", "c"}


def test_defines_may_be_used_before_they_are_declared_however_many() -> None:
    lines = "".join(f"define d{number}: d{number + 1} + 1\n" for number in range(2000))
    assert game_of(f"{lines}define d2000: 1\nto play:\n    stop\n").defines["d0"].type == checked.NUMBER


def test_defines_that_need_themselves_are_reported_once() -> None:
    lines = "".join(f"define d{number}: d{(number + 1) % 300} + 1\n" for number in range(300))
    assert names_wrong(f'{lines}to play:\n    say "{{d0}}"\n') == [(3, "circular-define")]


def test_a_value_may_be_called_like_a_direction() -> None:
    game_of(
        "grid board: 3 by 3\nvalues heading: north, left\nto play:\n    let way be north\n    if way is left:\n"
        '        let next-one be north of first of board\n        say "{next-one}"\n'
    )


def test_broken_lines_cause_no_further_messages() -> None:
    wrong = names_wrong('pieces men three\nto play:\n    remove men\n    let x be first of men\n    say "{x}"\n')
    assert [line for line, _ in wrong] == [3]


def test_one_mistake_is_one_message() -> None:
    text = (
        "define near: unknown\ndefine far: near\nto play:\n    let x be far + 1\n"
        '    let y be x * 2\n    if y is 3 and far is more than 1:\n        say "{x} {y} {near}"\n'
    )
    assert names_wrong(text) == [(3, "unknown-name")]


def test_a_name_used_as_something_else_comes_with_the_place_of_its_declaration() -> None:
    rulebook, _ = parse(Source("g.rules", HEAD + "place heap: place\nto play:\n    heap\n"))

    [found] = check(rulebook)[1]
    assert (str(found.message), str(found.label)) == ("`heap` is a place, not a rule", "is a place")
    assert [(one.span.line, one.span.text, str(one.label)) for one in found.related] == [(3, "heap", "declared here")]


def test_standing_rules_hang_on_what_they_name() -> None:
    game = game_of(
        "pieces men: 3\ncards orders: 1\ncard one of orders:\n    perform:\n        stop\n"
        "define size: 3\ndie d6: 1 to 6\n"
        "to play:\n    go first of men\nto go man in men:\n    stop\nbefore go man:\n    stop\n"
        "after go man while size is 3:\n    stop\ninstead of go man:\n    stop\n"
        'forbid go man while size is 4 "no"\n'
        "after perform card while card is one:\n    stop\nchange size to it + 1\nchange d6 to 7 - it\n"
    )
    go = game.rules["go"]
    assert [len(found) for found in (go.before, go.after, go.instead, go.forbids)] == [1, 1, 1, 1]
    assert len(game.performing.after) == 1
    assert len(game.defines["size"].changes) == 1
    assert len(game.dice["d6"].changes) == 1
    assert game.cards["one"].perform is not None


def test_what_is_forbidden_without_a_condition_is_always_forbidden() -> None:
    game = game_of(
        "pieces men: 3\nto play:\n    go first of men\n    nap\nto go man in men:\n    stop\nto nap:\n    stop\n"
        'forbid nap\nforbid go man "no" fr "non"\n'
    )
    [nap], [go] = game.rules["nap"].forbids, game.rules["go"].forbids
    for ban in (nap, go):
        assert isinstance(ban.condition, checked.Const)
        assert ban.condition.value == 1
    assert (nap.reason, go.reason) == ({}, {"en": "no", "fr": "non"})
    assert names_wrong("pieces men: 3\nto play:\n    stop\nto go man in men:\n    stop\nforbid go\n") == [(8, "wrong-count")]


def test_together_is_cut_into_choices_and_effects() -> None:
    play = game_of(
        "pieces men: 3 for each player\nplace sea\nto play:\n    together for each player in players:\n"
        "        if any men of player on sea:\n            choose x in men of player on sea\n"
        "        otherwise:\n            choose x in men of player\n        remove x\n"
    ).play
    block = play.body[0]
    assert isinstance(block, checked.Together)
    assert [local.name for local in block.chosen] == ["x"]
    assert [type(statement) for statement in block.choices] == [checked.If]
    assert [type(statement) for statement in block.effects] == [checked.MoveAway]


def test_variants_come_behind_their_bases() -> None:
    rulebook, _ = parse(Source("g.rules", 'variant b of a:\n    note "x"\nvariant a of g:\n    note "x"\n'))
    assert with_ancestors(["b", "a"], known_variants(rulebook)) == ("a", "b")


def test_what_an_example_does_itself_can_be_answered_too() -> None:
    game_of(
        "die d6: 1 to 6\nplace sack: bag\nplace out-of-it\npieces men: 3, in sack\nto play:\n    stop\n"
        "example A:\n    when:\n        choose n in 1 to 3\n    seat 1 picks 2\n"
        "    when:\n        draw 1 from sack to out-of-it\n        roll d6 as eyes\n"
        "    chance shows first of men\n    chance shows 3\n"
        '    when:\n        choose promise as words\n    seat 1 picks "I do"\n    then game goes on\n'
    )


def test_answers_that_name_what_could_not_be_read_are_left_alone() -> None:
    wrong = names_wrong(
        "pieces men three\ndie d6: 1 to 6\nto play:\n    roll d6 as eyes\n    choose n in 1 to eyes\n"
        "example A:\n    when:\n        play\n    chance shows first of men\n    seat 1 picks men\n"
    )
    assert [line for line, _ in wrong] == [3]
