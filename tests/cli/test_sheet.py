"""Rule sheets: what people read of a rulebook, on the screen, as Markdown, and on paper."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulewright.cli.render import sheet_html, sheet_markdown, sheet_text
from rulewright.dsl import nodes
from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.library.library import LinkedRulebook, find_game
from rulewright.dsl.messages.speech import SOURCE
from rulewright.dsl.sheet import Sheet, languages_of, write_sheet
from rulewright.dsl.sheet.rule_numbers import mentioned
from rulewright.dsl.sheet.sheet import SheetWriter
from rulewright.dsl.sheet.titles import PHRASES, Titles
from tests.cli.running import Runner
from tests.docs.fences import Fence, all_fences, whole_rulebook

ROOT = Path(__file__).parents[2]
GAMES = [
    *bundled_games(),
    *(str(path) for folder in ("docs/games", "tests/games") for path in sorted((ROOT / folder).glob("*.rules"))),
    str(ROOT / "tests/interpreter/rulebooks/thin-ice.rules"),
]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
# Few games have these: a sentence for each, which the tests below read.
ODDS = """\
game odds "Odds" fr "Impairs" ru "Нечет":
    players 2 to 3

option open-doors "Open doors" fr "Portes ouvertes" ru "Двери открыты" = no
values suit "Suit": sun "Sun" (worth 2), moon "Moon" (worth 3)
each suit has:
    worth "Worth": number
grid floor "Floor" fr "Sol" ru "Пол": 3 by 3
grid ice "Ice": 3 by 3 hexagons without a1, c3
grid comb "Comb": 3 hexagons a side
place deck "Deck" fr "Pioche" ru "Колода": pile, top seen by all
place market "Market": place, seen by nobody, uncounted
cards tarots "Tarot | Tarots" fr "Tarot | Tarots" ru "Таро": 2 for each suit, in deck
pieces men "Man | Men" fr "Homme | Hommes" ru "Фишка": 2 for each player
each player has:
    way "Way": direction
    motto "Motto" fr "Devise" ru "Девиз": text
    hand "Hand" fr "Main" ru "Рука": place, seen by owner and friends
each men has:
    asleep "Asleep, turns": number
define friends of someone in player: players without seat (number of someone + 1)
define strolling: any men on floor
define crowded: any suit where any tarots of it in market and sum of it among (1, number of it) is at least 2
define busy "somebody is busy" fr "quelqu'un est occupé" ru "кто-то занят", seen by nobody: any men on floor
change busy to yes while open-doors
change strolling to no while open-doors
define flanked: players where left of it is right of it and any men of it on floor

# Whoever sits last begins (O1).
to play:
    choose motto-of-mine as words asking "Your motto?" fr "Votre devise ?" ru "Ваш девиз?"
    set motto of player to motto-of-mine
    players take turns from last of players counterclockwise until no tarots in deck:
        stroll
        may choose asking "And now?" or "Nothing":
            dig "Dig" if can rest:
                rest
            walk man in men of player "{man} walks":
                move man north 2
    game over, winners players with fewest count of tarots in hand of it

to stroll:
    count down asleep of men of player
    if not can rest and not can show-off player:
        stop
    choose few as up to 2 of tarots in hand of player asking "Which ones?"       # or none (O2)
    move few under deck
    if open-doors and not strolling and not crowded and no flanked and can rest and busy:
        swap (first of men) with (last of men)

to rest "A rest" fr "Un repos" ru "Отдых":
    needs strolling
    draw 1 from deck to hand of player

to show-off someone in player:
    needs any tarots in hand of someone
    show tarots in hand of someone to players

forbid rest while open-doors
forbid show-off someone while any men of someone where asleep of it is at least 1 "They sleep."
ruling O1, O2 "So we play." fr "On joue ainsi." ru "Так играют."

variant wide of odds "Wide":
    replace grid floor "Floor": 4 by 4
"""
LOTO = """\
game loto "Лото":
    players 2

# Кто первый, тот и прав.
to play:
    choose who in players at random
    game over, winners who
"""


def found_game(reference: str, *variants: str) -> LinkedRulebook:
    """Return a game that has no errors."""
    found, diagnostics = find_game(reference, variants)
    assert found is not None, diagnostics
    return found


def texts(sheet: Sheet) -> Iterator[str]:
    """Yield all that is written in a sheet."""
    pending = [*sheet.about]
    for section in sheet.sections:
        yield section.title
        for item in section.items:
            yield item.title
            yield from item.lead
            pending += item.lines
    while pending:
        line = pending.pop()
        yield line.text
        yield line.note
        pending += line.lines


class Page(HTMLParser):
    """Reads a page, and complains about what is not closed or comes from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.anchors: set[str] = set()
        self.links: set[str] = set()
        self.faces = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert "src" not in given
        assert tag not in ("script", "link", "img", "iframe", "object")
        if "id" in given:
            assert given["id"] not in self.anchors, given["id"]
            self.anchors.add(given["id"] or "")
        if tag == "a":
            self.links.add((given["href"] or "").removeprefix("#"))
        self.faces += "card" in (given.get("class") or "").split()
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_every_rulebook_has_a_sheet_in_each_of_its_languages(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()

    def said(self: Titles, key: str, *parts: object) -> str:
        used.add(key)
        return say(self, key, *parts)

    say = Titles.say
    monkeypatch.setattr(Titles, "say", said)
    run.write("odds.rules", ODDS)
    for found in (*map(found_game, GAMES), found_game("odds.rules", "wide")):
        reference = found.rulebook.sources[0].name
        for language in languages_of(found):
            sheet = write_sheet(found, language)
            # The steps that a text stands for are told when versions are compared.
            SheetWriter(found, language, {}, bare=True).whole()
            assert {section.key for section in sheet.sections} >= {"play", "end"}, reference
            for text in texts(sheet):
                assert not re.search(r"\{\w|\w\}|object at 0x", text), (reference, language, text)
            for width in (40, 100):
                assert sheet.title in sheet_text.render(sheet, width)
            page, html = Page(), sheet_html.render(sheet)
            page.feed(html)
            assert not page.open
            assert page.links <= page.anchors
            assert page.faces == sum(face.copies for face in sheet.faces)
            assert not re.search(r"https?:|url\(|@import", html), reference
            assert sheet_markdown.render(sheet).startswith("<!-- rulewright sheet -->")
    # No phrase waits for a rulebook that nobody writes: only what these games happen not to have is left.
    elsewhere = "".join(
        (ROOT / path).read_text(encoding="utf-8") for path in ("cli/commands/diff.py", "dsl/sheet/differences.py")
    )
    # Only `why` speaks to a player.
    answers = {"you", "of-you"}
    unused = sorted(key for key in set(PHRASES.own(SOURCE)) - used - answers if f'"{key}"' not in elsewhere)
    assert not unused, " ".join(unused)


@pytest.mark.parametrize("name", [*bundled_games()])
@pytest.mark.sample(6)
def test_every_number_stands_in_the_margin(name: str) -> None:
    """All numbers of a game's examples and rulings: those of its variants on the sheets of these.

    Hints for computer players are no rules.
    """
    found = found_game(name)
    own = [node for node in found.rulebook.declarations if isinstance(node, nodes.Variant)]
    lines = (*found.rulebook.declarations, *(line for variant in own for line in variant.lines))
    numbers = {
        number.text
        for node in lines
        if isinstance(node, nodes.Example | nodes.Ruling) and "outlook" not in mentioned(node)
        for number in node.numbers
    }
    beside = write_sheet(found).numbers()
    named = {
        tuple(
            word.text
            for line in node.lines
            if isinstance(line, nodes.ExampleLine) and line.kind == "example_variants"
            for word in line.words
        )
        for node in lines
        if isinstance(node, nodes.Example)
    }
    for variants in {*((variant.name.text,) for variant in own), *named} - {()}:
        beside |= write_sheet(found_game(name, *variants)).numbers()
    assert numbers - beside == set()
    assert numbers or name not in ("walk-the-plank", "la-planche", "rette-sich-wer-kann", "battle-of-thieves")


def test_a_number_stands_beside_what_it_is_about() -> None:
    """By what an example carries out, and by the comment that names it."""
    for name, key, numbers in (
        ("walk-the-plank", "card extend-plank", {"F49", "F50", "R25"}),
        ("walk-the-plank", "to pass-favor", {"F19", "F20", "R11"}),
        ("walk-the-plank", "to play-rounds", {"F27", "F28", "F34"}),
        ("rette-sich-wer-kann", "to sink-boats", {"L28", "L32", "L55"}),
        ("la-planche", "line plank", {"P4"}),
        ("battle-of-thieves", "option hole-tokens", {"B2"}),
    ):
        item = next(item for item in write_sheet(found_game(name)).items() if item.key == key)
        assert numbers <= {*item.all_numbers()}, key
    # Next to nothing is left for the head.
    assert all(len(write_sheet(found_game(name)).about[0].numbers) < 4 for name in bundled_games())


HARE = """\
game hare "Hare" fr "Lièvre":
    players 2
line path "Path" fr "Sentier":
    field "Field" fr "Champ"
    hills "Hill" fr "Colline" * 3
    directions forward, back
pieces hares "Hare | Hares" fr "Lièvre | Lièvres": 2 for each player, on field
the table has:
    first-home "First home" fr "Premier arrivé": player
define tired of runner in hares "{runner} is tired" fr "{runner} est fatigué", seen by nobody: runner is on hills
define mates of runner in hares "the other hares beside {runner}"
    fr "les autres lièvres à côté de {runner}", seen by nobody: hares on space of runner without runner

to play "The race" fr "La course":
    repeat until any hares on last of hills:
        race seat 1, 2
    set first-home to seat 1
    game over, winners first-home

to race owner-of-two in player, pace in number "A leap" fr "Un bond":
    choose front-hare in hares of owner-of-two where not tired of it
    choose other-hare in mates of front-hare
    repeat pace times:
        move front-hare forward
    say "{front-hare} leaps." fr "{front-hare} bondit."
    choose helper in players by owner-of-two
    leap front-hare
    leap other-hare

to leap jumper in hares "A short leap" fr "Un petit bond":
    move jumper forward
"""


def test_names_of_a_rule_are_told_by_what_they_stand_for_in_another_language(run: Runner) -> None:
    run.write("hare.rules", HARE)
    shown = re.sub(r"\n +(?![- ])", " ", run("sheet", "hare.rules", "--plain", "--lang", "fr").out)
    for line in (
        "- Concerne : Joueur A et Nombre",
        "- Le joueur choisit « Lièvre A » parmi : Lièvres de « Joueur A » où il n'est pas vrai que cela est fatigué.",
        "- Le joueur choisit « Lièvre B » parmi : les autres lièvres à côté de « Lièvre A ».",
        "- « Nombre » fois :",
        "- On annonce : « [Lièvre A] bondit. »",
        "- « Joueur A » choisit « Joueur B » parmi : les joueurs.",
        "- ▸ Un petit bond (« Lièvre B »).",
        "« Lièvre » est fatigué si « Lièvre » est sur Colline.",
        "Les autres lièvres à côté de « Lièvre » : Lièvres sur la case de « Lièvre » sauf « Lièvre ».",
        "- Quand il y a : Lièvres sur le dernier de Colline :",
        "- Premier arrivé : désormais joueur 1.",
    ):
        assert line in shown, line
    for name in ("front-hare", "front hare", "owner of two", "pace", "jumper", "runner", "mates", "tired"):
        assert name not in shown, name
    # In the rulebook's own language its own names say more.
    assert (
        "- The player chooses the other hare from the other hares beside the front hare."
        in run("sheet", "hare.rules", "--plain").out
    )


def test_what_a_state_does_is_said_once() -> None:
    """Beside the rule that it changes, if that is on the sheet; else in a place of its own."""
    items = {item.key: [line.text for line in item.lines] for item in write_sheet(found_game("battle-of-thieves")).items()}
    assert items["to travel"] == ["An immobile pirate does not move."]
    assert [key for key in items if key.startswith("state ")] == ["state under-chaos"]


def test_a_rule_that_only_serves_one_with_a_text_is_not_told() -> None:
    """Then nothing is told in steps or formulas, and nobody has to learn how to read them."""
    for name in ("chess", "rette-sich-wer-kann", "battle-of-thieves"):
        sheet = write_sheet(found_game(name))
        assert not {"to castle-to", "to be-left", "define straight"} & {item.key for item in sheet.items()}
        assert not any("nothing to choose" in line.text for line in sheet.how_to_read)


def test_a_rule_that_cards_lead_to_is_no_part_of_a_turn() -> None:
    sheet = write_sheet(found_game("battle-of-thieves"))
    titles = {section.key: [item.title for item in section.items] for section in sheet.sections}
    assert titles["play"][titles["play"].index("A turn") + 1] == "The turn begins"
    assert {"Damage", "Healing", "A hole"} <= {*titles["more"]}


def test_the_usual_end_comes_first() -> None:
    """Somebody wins; only then follow the ends in which nobody does."""
    sheet = write_sheet(found_game("battle-of-thieves"))
    assert [item.title for section in sheet.sections for item in section.items if section.key == "end"] == [
        "Sinking",
        "The Original Sin",
        "When the turns run out",
    ]


def test_cases_and_variants_are_more_than_names(run: Runner) -> None:
    told = run("sheet", "la-planche").out
    assert "Variant “Family game”: You play several rounds." in told
    assert "\n            Swap two prisoners\nP14         A prisoner who has fallen cannot be swapped\n" in told
    assert "omputer" not in told
    cards = run("sheet", "battle-of-thieves").out.partition("Case by case")[2]
    assert "\n            Grapnel\nB38 B111    Grapnel: boarding is free\n" in cards


def test_sentences_against_something_stand_below_a_heading(run: Runner) -> None:
    run.write("hop.rules", HOP)
    told = run("sheet", "hop.rules", "--plain").out
    assert "\nHop\n- Only if the player's Rope is at least 1.\n- Not possible:\n  - You are tired.\n- The player's Rope" in told


HOP = """\
game hop "Hop":
    players 2
each player has:
    rope "Rope": number = 3
    tired: truth
to play:
    players take turns:
        if can hop:
            hop
to hop "Hop":
    needs rope of player is at least 1
    needs not tired of player "You are tired."
    count down rope of player
"""


def test_variants_of_their_own_files_have_sheets() -> None:
    for name in bundled_variants():
        sheet = write_sheet(found_game(name))
        assert sheet.sections


def test_the_sheet_says_what_the_rulebook_says(run: Runner) -> None:
    ran = run("sheet", "signs.rules", "--players", "3", "--plain")
    assert (ran.code, ran.err) == (0, "")
    assert (
        ran.out
        == """\
Signs

For 3 players
Languages: English, French
Variant: Bold
Numbers such as S1 are those of the rules.
If there is nothing to choose, skip that step and all that depends on it.

Components

Each player has:
- Sign: 2
- Hand (seen by its owner alone)

Set-up

Sign: its owner's Hand

How it goes

The game
- 2 (“Rounds”) times:
  - All at the same time and in secret:
    - The player chooses the sign from Sign in the player's Hand. “Which sign?”
    - Move the sign to the player's Shown.
  - Each player in turn:
    - Let the laid be the first of Sign in the player's Shown.
    - The player's Points: add the laid's “height”.
    - If “Quiet” is no: Everybody hears: “The player shows the laid”
    - Move Sign in the player's Shown to the player's Hand.
- The game is over. Winners: the players with the most Points.

The cards

Low
Loses to High.

High
Beats Low.

The end

The game is over. Winners: the players with the most Points.

Options

Rounds: 2 (from 1 to 9)
Quiet: no (yes or no)

Case by case

The game
High beats Low [S1]
"""
    )


def test_a_text_stands_for_what_the_sheet_would_find_out() -> None:
    """For anything that has a name: boards and spaces, values, things, fields, words, options and standing rules."""
    path = ROOT / "tests" / "cases" / "syntax" / "good" / "told.rules"
    written = re.findall(r'^ +text "([^"]*)"', path.read_text(encoding="utf-8"), re.MULTILINE)
    sheet = write_sheet(found_game(str(path)))
    shown = [*texts(sheet), *(face.text for face in sheet.faces)]
    # Nobody counts swimmers' breaths, walks along a map, or reads what a swimmer does, where a text says enough.
    assert [text for text in written if text.replace("{laps}", "3") not in shown] == []
    assert not any("Swimmer" in line or "beside" in line or "Move" in line or "as long as" in line for line in shown)
    play = next(item for item in sheet.items() if item.key == "to play")
    assert play.lead == ("You swim.", "Then you rest.")
    french = [*texts(write_sheet(found_game(str(path)), "fr"))]
    assert {"Vous nagez 3 longueurs.", "Ou davantage, si vous voulez."} <= {*french}


LAPS = """\
game laps "Laps" ru "Круги" de "Runden":
    players 2
option laps "Laps" ru "Круги" de "Runden" = 3 in 0 to 9
option wind "Wind" ru "Ветер" de "Wind" = breeze "a breeze" ru "лёгкий ветерок" de "eine Brise" or storm "a storm"
    ru "шторм"
    de "ein Sturm"
each player has:
    score "Points" ru "Очки" de "Punkte": number = 0

to play "Swimming" ru "Заплыв" de "Schwimmen":
    text "You swim {laps} {laps:lap|laps} against {wind}."
        ru "Вы плывёте {laps} {laps:круг|круга|кругов}, и дует {wind}."
        de "Ihr schwimmt {laps} {laps:Runde|Runden} gegen {wind:eine Brise|einen Sturm}."
    choose bid in 0 to 5 showing "Bid {bid} {bid:coin|coins}"
        ru "Поставить {bid} {bid:монету|монеты|монет}"
        de "{bid} {bid:Münze|Münzen} bieten"
    let rest be laps + 4 - bid
    say "{rest} {rest:coin is|coins are} left."
        ru "Осталось {rest} {rest:монета|монеты|монет}."
        de "{rest} {rest:Münze bleibt|Münzen bleiben} übrig."
    choose asking "{wind:A breeze|A storm}: how far?" ru "Дует {wind}: куда?" de "Bei {wind:einer Brise|einem Sturm}: wie weit?":
        walk steps in 1 to 3 "{steps} {steps:step|steps}"
            ru "{steps} {steps:шаг|шага|шагов}"
            de "{steps} {steps:Schritt|Schritte}":
            add steps to score of player
        rest-here "No step" ru "Ни шагу" de "Kein Schritt"
    game over, winners players with most score of it
"""


def test_words_go_with_numbers_and_options(run: Runner) -> None:
    """On the sheet, and in the introduction, the questions, the options and the log of a match."""
    run.write("laps.rules", LAPS)
    for settings, language, told in (
        ((1, "breeze"), "en", ("You swim 1 lap against a breeze.", "Bid 1 coin ", "4 coins are left.", "A breeze: how far?")),
        ((2, "storm"), "ru", ("Вы плывёте 2 круга, и дует шторм.", "Поставить 5 монет ", "Осталось 5 монет.", "2 шага")),
        ((1, "storm"), "de", ("Ihr schwimmt 1 Runde gegen einen Sturm.", "Bei einem Sturm: wie weit?", "1 Schritt ")),
    ):
        options = [f"--set=laps={settings[0]}", f"--set=wind={settings[1]}", "--lang", language, "--plain"]
        assert told[0] in run("sheet", "laps.rules", *options).out
        played = run("play", "laps.rules", "--players", "2", *options, typed=("2", "1")).out
        assert [words for words in told if words not in played] == []
    run.write("wrong.rules", LAPS.replace("{laps:lap|laps}", "{laps:lap}").replace("{rest:coin is|coins are}", "{player:a|b}"))
    wrong = run("lint", "wrong.rules").out
    assert "`lap` has 1 form, and here go 2" in wrong
    assert "only a number or an option chooses among forms" in wrong


def test_no_line_ends_before_a_sign_that_french_sets_apart(run: Runner) -> None:
    """On a page the browser breaks lines, so there the spaces are no-break spaces; on the screen we break them."""
    apart = re.compile(r"(?<=«) | (?=[:;?!»—])")
    for name, language in (("battle-of-thieves", "fr"), ("rette-sich-wer-kann", "fr"), ("rette-sich-wer-kann", "ru")):
        for told in ("html", "markdown"):
            shown = re.sub(
                r"<style>.*?</style>|<!--.*?-->",
                "",
                run("sheet", name, "--lang", language, "--format", told).out,
                flags=re.DOTALL,
            )
            assert "\u00a0" in shown
            assert [shown[found.start() - 20 : found.end() + 5] for found in apart.finditer(shown)] == []
        lines = [line.strip(" -") for line in run("sheet", name, "--lang", language, "--plain").out.splitlines()]
        assert [line for line in lines if line.startswith(tuple(":;?!»—")) or line.endswith("«")] == []


def test_what_few_games_have_is_said_as_well(run: Runner) -> None:
    run.write("odds.rules", ODDS)
    shown = run("sheet", "odds.rules", "--plain", "--set", "open-doors=yes").out
    # A line that goes on is indented further than the one before it, and has no mark.
    lines = [line.strip(" -") for line in re.sub(r"\n +(?![- ])", " ", shown).splitlines()]
    for line in (
        "Floor: 3 by 3 spaces",
        "4 Tarots, 2 for each Suit (Sun, Moon)",
        "Deck (only the top is seen)",
        "Market (face down)",
        "Hand (seen by its owner alone, and by friends)",
        "2 Men",
        "Suit: Sun (Worth: 2), Moon (Worth: 3)",
        "Open doors: yes (yes or no)",
        "Whoever sits last begins.",
        "The player may choose one: “And now?” Or: “Nothing”.",
        "“Dig”: ▸ A rest.",
        "“The man walks” (the man from the player's Men): Move the man 2 spaces north, or as many as there are.",
        "Put the few under what lies at Deck.",
        "The player chooses up to 2 (the few) from Tarots in the player's Hand. “Which ones?” (or none)",
        "If “A rest” cannot be done and “show off” cannot be done with the player: That is all here.",
        "This is forbidden, as long as “Open doors” is yes.",
        "Show Tarots in that player's Hand to the players.",
        "“show off” is forbidden, as long as there is any of that player's Men where its Asleep, turns is at least 1: They"
        " sleep.",
    ):
        assert line in lines, line
    beside = run("sheet", "odds.rules").out
    assert "\nO1          The game\n            Whoever sits last begins.\n" in beside
    assert "O1 O2       So we play." in beside
    assert "\x1b" not in beside
    page = run("sheet", "odds.rules", "--format", "html").out
    assert '<li>▸ <a href="#to-stroll">Stroll</a>.' in page
    assert '<article id="to-stroll"' in page
    french = run("sheet", "odds.rules", "--plain", "--lang", "fr").out
    assert "Seulement si « strolling » est vrai." in french
    assert "Piocher 1 : Pioche → Main du joueur." in french
    assert "\nUn repos\n" in french
    assert "Whoever sits last" not in french
    assert "Взять 1: Колода → Рука (игрок)." in run("sheet", "odds.rules", "--plain", "--lang", "ru").out


def test_a_rulebook_in_russian_alone_is_read_in_russian(run: Runner) -> None:
    run.write("loto.rules", LOTO)
    for words in ((), ("--lang", "ru")):
        shown = run("sheet", "loto.rules", "--plain", *words).out
        assert "Для 2 игроков\nЯзыки: русский\n" in shown
        assert "Кто первый, тот и прав." in shown
        assert "- Случай определяет «who» из: игроки.\n" in shown
    assert '<html lang="ru">' in run("sheet", "loto.rules", "--format", "html").out
    assert "there is ru" in run("sheet", "loto.rules", "--lang", "en").err
    run.write("other.rules", LOTO.replace("players at random", "players"))
    assert "+ Игрок выбирает «who» из: игроки." in run("diff", "loto.rules", "other.rules").out


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here to print with")
def test_a_browser_prints_the_page_with_its_cards(run: Runner) -> None:
    """The rules, and then nine cards on each page, however many there are."""
    pages = []
    for players in ("3", "5"):
        name = f"plank-{players}"
        assert run("sheet", "walk-the-plank", "--players", players, "--output", f"{name}.html").code == 0
        subprocess.run(
            [
                CHROMIUM or "",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--no-pdf-header-footer",
                "--disable-background-networking",
                f"--user-data-dir={run.folder / name}",
                f"--print-to-pdf={run.folder / name}.pdf",
                (run.folder / f"{name}.html").as_uri(),
            ],
            check=True,
            capture_output=True,
            timeout=90,
        )
        data = (run.folder / f"{name}.pdf").read_bytes()
        assert data.startswith(b"%PDF")
        pages.append(len(re.findall(rb"/Type /Page\b(?!s)", data)))
    # Nine cards on a page: thirty take four, fifty take six. The rules take the same.
    assert pages[1] - pages[0] == 2
    assert pages[0] > 4


def test_where_a_sheet_cannot_be_written(run: Runner) -> None:
    run.write("notes.md", "Mine.\n")
    (run.folder / "folder").mkdir()
    for name, problem in (
        ("notes.md", "file-exists"),
        ("signs.rules", "file-exists"),
        ("folder", "not-a-file"),
        ("nowhere/sheet.html", "no-such-folder"),
        ("x" * 300, "cannot-save"),
    ):
        ran = run("sheet", "signs.rules", "--output", name)
        assert (ran.code, ran.out) == (2, ""), name
        assert f"error[{problem}]" in ran.err, name
    assert (run.folder / "notes.md").read_text() == "Mine.\n"
    for name in ("sheet.md", "sheet.html", "sheet.html"):
        assert run("sheet", "signs.rules", "--output", name).code == 0
    assert (run.folder / "sheet.html").read_text().startswith("<!DOCTYPE html>")


def test_what_cannot_be_shown(run: Runner) -> None:
    run.write("wrong.rules", 'game wrong "Wrong":\n    players 2\n\nto play:\n    move nobody to nowhere\n')
    for arguments, code, words in (
        (["nothing-such"], 2, "nothing-such"),
        (["signs.rules", "--lang", "eo"], 2, "there are en, fr"),
        (["signs.rules", "--players", "9"], 2, "from 2 to 3"),
        (["signs.rules", "--set", "rounds=70"], 2, "from 1 to 9"),
        (["signs.rules", "--variant", "bald"], 2, "bold"),
        (["wrong.rules"], 1, "nobody"),
    ):
        ran = run("sheet", *arguments)
        assert (ran.code, ran.out) == (code, ""), arguments
        assert words in ran.err, arguments
        assert "Traceback" not in ran.err


@pytest.mark.long
def test_every_snippet_of_the_documents_is_said(run: Runner) -> None:
    """All that the language has: what the pages show of it has words in each language, and none of the program's own."""
    count = 0
    for fence in all_fences("rules", "rules garden", "rules lines", "rules values"):
        if not fence.mistakes:
            run.write("snippet.rules", whole_rulebook(fence))
            found, _ = find_game("snippet.rules", whole=True)
            assert found is not None
            for language in PHRASES.languages:
                for text in texts(SheetWriter(found, language, {}, bare=True).whole()):
                    assert not re.search(r"\{\w|\w\}|object at 0x|\w_\w", text), (fence.name, text)
            count += 1
    assert count > 50


def test_sentences_are_read_in_one_way(run: Runner) -> None:
    """Operators that bind more tightly need no brackets, others do."""
    for number, (written_so, said_so) in enumerate(
        (
            ("1 + 2 * turns", "1 + 2 × Turns"),
            ("(1 + 2) * turns", "(1 + 2) × Turns"),
            ("9 - (turns - 1)", "9 - (Turns - 1)"),
            ("9 - turns - 1", "9 - Turns - 1"),
            ("(turns mod 3) + 1", "(the remainder of Turns divided by 3) + 1"),
            (
                "yes if not (turns is 1 or leader is player) otherwise no",
                "yes if it is not true that Turns is 1 or Leader is the player, otherwise no",
            ),
            (
                "yes if not (turns is at least 4) and (turns is 1 or turns is 2) otherwise no",
                "yes if Turns is less than 4 and (Turns is 1 or Turns is 2), otherwise no",
            ),
            ("(players with most score of it) with fewest bid of it", "(the players with the most Points) with the fewest Bid"),
            (
                "players from leader where any snails of it on gate",
                "(the players, from Leader on) where there is any of their Snail on Gate",
            ),
            ("seat (turns mod 2 + 1)", "the player with the number (the remainder of Turns divided by 2) + 1"),
            ("lowest it among (turns, 3)", "the lowest of Turns and 3"),
            ("sum of it among (turns, 3)", "the sum of Turns and 3"),
        )
    ):
        fence = Fence(Path("page.md"), number, "rules values", f"{written_so}\n")
        run.write("snippet.rules", whole_rulebook(fence))
        found, _ = find_game("snippet.rules")
        assert found is not None
        assert f"Let the value 1 be {said_so}." in [*texts(SheetWriter(found, "en", {}, bare=True).whole())]


def test_printed_cards_have_the_signs_and_colours_of_the_game(run: Runner) -> None:
    hearts = run("sheet", "hearts", "--format", "html", "--lang", "en").out
    assert re.search(r'<div class="card alone red">\n<p class="sign">Q♥</p>\n<p class="name">Queen of Hearts</p>', hearts)
    thieves = run("sheet", "battle-of-thieves", "--format", "html", "--lang", "en").out
    # Its number to hit has a sign and stands large; the type of another gives it a colour, and is small.
    assert re.search(r'card[^"]* brown">\n<p class="corner">≥ 4</p>\n<p class="name">Cutlass</p>', thieves)
    assert re.search(r'card[^"]* green">\n<p class="name">Monkey</p>(.*\n)*?<p class="kind">Card · Type: Animal</p>', thieves)


def test_the_page_of_a_game_with_a_board_shows_the_board(run: Runner) -> None:
    chess = run("sheet", "chess", "--format", "html").out
    assert chess.count("♟</text>") == 16
    assert "<svg" not in run("sheet", "hearts", "--format", "html").out
