"""Every piece of a rulebook in the documents is what it says: it lints clean, its examples hold, its games end."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from docs.site.playground.build import CHEAT_SHEET
from rulewright.dsl.check.scope import SHARED_WORDS
from rulewright.dsl.constructs.grids import COMPASS
from rulewright.dsl.library.library import check_all, load_all
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.syntax.vocabulary import INNER_WORDS, LINE_WORDS
from rulewright.interpreter import Game, load
from rulewright.interpreter.games.examples import run_examples
from tests.docs.fences import GARDEN, PAGES, ROOT, Fence, all_fences, fences, whole_rulebook

SNIPPETS = all_fences("rules", "rules garden", "rules lines", "rules values")
WHOLE = [fence for fence in SNIPPETS if fence.kind in ("rules", "rules garden") and not fence.mistakes]
GAMES = [*sorted((ROOT / "docs" / "games").glob("*.rules")), CHEAT_SHEET]
LINK = re.compile(r"\]\((?!https?:)([^)\s]+)\)")
LINE_BY_LINE = {"gives-away", "needless-openly"}
"""Advice that is about single lines, and not about whether they are used."""
PLAYOUTS = 5
MOST_DECISIONS = 3000


def written(fence: Fence, folder: Path) -> str:
    """Return the block's rulebook as a file."""
    path = folder / "snippet.rules"
    path.write_text(whole_rulebook(fence), encoding="utf-8")
    return str(path)


def play_to_the_end(game: Game, seed: int) -> None:
    """Play one random game, decision by decision."""
    players = game.least_players + seed % (game.most_players - game.least_players + 1)
    match = game.start(players=players, seed=seed)
    choices = random.Random(seed)
    for _ in range(MOST_DECISIONS):
        if match.over:
            return
        decision = match.decision
        assert decision is not None
        match.choose("words" if decision.kind == "words" else choices.randrange(len(decision.options)))
    pytest.fail(f"no end after {MOST_DECISIONS} decisions")


def failed_examples(reference: str) -> list[str]:
    """Return the examples that do not hold, each with what is wrong."""
    games, _ = load_all(reference)
    return [
        f"{' '.join(result.numbers)}: {result.diagnostic.message} ({result.diagnostic.label})"
        for game in games
        for result in run_examples(game)
        if result.diagnostic is not None
    ]


@pytest.mark.parametrize("fence", SNIPPETS, ids=lambda fence: fence.name)
def test_a_snippet_lints_as_the_page_says(fence: Fence, tmp_path: Path) -> None:
    # Most advice is for whole games; of the Garden, each short block uses a little.
    whole = fence.kind == "rules" and named(fence.text) != GARDEN.stem
    reference = written(fence, tmp_path)
    wrong = {one.name for one in check_all(reference)}
    found = {(one.name, one.message) for one in lint_all(reference) if whole or one.name in wrong | LINE_BY_LINE}

    assert {name for name, _ in found} == fence.mistakes, found


@pytest.mark.parametrize("fence", WHOLE, ids=lambda fence: fence.name)
def test_the_examples_in_a_snippet_hold(fence: Fence, tmp_path: Path) -> None:
    assert failed_examples(written(fence, tmp_path)) == []


@pytest.mark.parametrize("fence", WHOLE, ids=lambda fence: fence.name)
@pytest.mark.sample(30)
def test_random_games_of_a_snippet_end(fence: Fence, tmp_path: Path) -> None:
    game = load(written(fence, tmp_path))

    for seed in range(PLAYOUTS):
        play_to_the_end(game, seed)
        assert game.playout(seed=seed).finished


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_of_the_documents_is_whole(path: Path) -> None:
    assert (check_all if path == GARDEN else lint_all)(str(path)) == []
    assert failed_examples(str(path)) == []
    games, _ = load_all(str(path))
    assert all(game.examples for game in games), "a game in the documents shows its rules by examples"
    game = load(str(path))
    for seed in range(4 * PLAYOUTS):
        play_to_the_end(game, seed)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_both_forms_play_the_same_random_game(path: Path) -> None:
    game = load(str(path))
    for seed in range(PLAYOUTS):
        match = game.start(seed=seed)
        while not match.over:
            match.choose_at_random()
        assert match.result is not None
        straight = game.playout(seed=seed)
        assert (straight.winners, straight.scores) == (match.result.winners, match.result.scores)


def test_games_quoted_on_a_page_are_those_in_the_folder() -> None:
    texts = {named(text): text for text in (path.read_text(encoding="utf-8") for path in GAMES)}
    quoted = [fence for fence in fences(ROOT / "docs" / "language.md") if fence.kind == "rules" and named(fence.text) in texts]

    assert len(quoted) > 1
    for fence in quoted:
        assert fence.text == texts[named(fence.text)], fence.name


def named(text: str) -> str:
    """Return the name of the game in a text."""
    found = re.search(r"^game ([\w-]+)", text, re.MULTILINE)
    return found[1] if found else ""


def test_the_index_has_every_word_of_the_language() -> None:
    index = (ROOT / "docs" / "language.md").read_text(encoding="utf-8").partition("\n## 12. ")[2]
    everywhere, _, rest = index.partition("**Taken at the beginning")
    line_only, _, shared = rest.partition("**Shared names**")

    assert first_cells(everywhere) == set(INNER_WORDS)
    assert first_cells(line_only) == set(LINE_WORDS) - set(INNER_WORDS)
    assert (SHARED_WORDS - set(INNER_WORDS)) | set(COMPASS) <= first_cells(shared)


def first_cells(table: str) -> set[str]:
    """Return the words in the first column of a table."""
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    return set(re.findall(r"`([a-z]+)`", "".join(rows)))


def test_links_between_and_inside_pages_lead_somewhere() -> None:
    broken = []
    for page in PAGES:
        for target in LINK.findall(page.read_text(encoding="utf-8")):
            file, _, anchor = target.partition("#")
            path = page.parent / file if file else page
            if not path.exists() or (anchor and anchor not in anchors(path)):
                broken.append(f"{page.name}: {target}")

    assert not broken


def anchors(page: Path) -> set[str]:
    """Return the anchors of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
