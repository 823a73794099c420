"""Read, check, lint, play and tell rulebooks of strangers: they may cause nothing but diagnostics."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from rulewright.cli.render import as_json, full
from rulewright.dsl import nodes
from rulewright.dsl.editing.formatter import formatted
from rulewright.dsl.library.library import load_checked
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from rulewright.dsl.syntax.lexer import MOST_DIAGNOSTICS
from rulewright.dsl.syntax.line_shapes import SHAPES
from rulewright.dsl.syntax.parser import parse
from rulewright.dsl.syntax.tables import grammar
from rulewright.dsl.text.source import Source
from rulewright.interpreter import Game, PlayError, RulebookError, load
from rulewright.interpreter.games.examples import run_examples
from rulewright.interpreter.native import build
from rulewright.interpreter.native.flat_memory import UnfitPosition
from rulewright.interpreter.position import runtime
from tests.fuzz.forms import same_in_python
from tests.native.handmade import QUICK, SANITIZED
from tests.native.test_same_games import Twins

TERMINALS = frozenset(word for line in grammar().splitlines() if line.startswith("%declare") for word in line.split()[1:]) | {
    "COLON",
    "COMMA",
    "LPAR",
    "RPAR",
    "EQUAL",
    "PLUS",
    "STAR",
    "SLASH",
    "MINUS",
    "COMPARISON",
}
SHOWN_SHAPES = frozenset(f"`{shape}`" for shapes in SHAPES.values() for shape in shapes.split(" | "))
MOST_PLAYERS = 6
PROMISED, LOADED = 0.3, 0.1
"""How many of the texts are looked at once more for what all messages promise, and how many of the bad ones loaded."""
NO_ROOM = ("too many options", "a set that is too large")
PATIENCE = 0.2
"""Seconds after which a loop that looks at much is given up here: there are very many inputs."""


def read(text: str) -> tuple[nodes.Rulebook, list[Diagnostic]]:
    """Parse, and hold every message to what all of them promise."""
    source = Source("x.rules", text)
    rulebook, diagnostics = parse(source)
    assert len(diagnostics) <= MOST_DIAGNOSTICS + 1
    starts = []
    for diagnostic in diagnostics:
        assert diagnostic.span is not None
        assert diagnostic.span.source is source
        assert 0 <= diagnostic.span.start <= diagnostic.span.end <= len(text)
        starts.append(diagnostic.span.start)
        hold_to_promises(diagnostic)
    assert starts == sorted(starts)
    return rulebook, diagnostics


def hold_to_promises(diagnostic: Diagnostic) -> None:
    """Kebab-case, lower case, no full stop, and no word that only the grammar knows."""
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", diagnostic.name)
    assert diagnostic.label
    told = diagnostic.rendered()
    way_out = told.help
    for shape in SHOWN_SHAPES:
        way_out = way_out.replace(shape, "")
    for words in (told.message, told.label, way_out):
        assert not words.endswith(".")
        assert not words[:1].isupper()
        # Words of the text itself may be in capitals.
        ours = re.sub(r"`[^`]*`", "", words)
        assert not TERMINALS & set(re.findall(r"\w+", ours)), words
        for quoted in re.findall(r"`(\w+)`", words):
            assert quoted not in TERMINALS or quoted in diagnostic.span.source.text, words  # type: ignore[union-attr]


def shown(diagnostics: list[Diagnostic]) -> None:
    """Every diagnostic has a name that is explained, and can be shown."""
    for diagnostic in diagnostics:
        assert diagnostic.name in CATALOGUE, f"{diagnostic.name} stands in no list"
        assert str(diagnostic.message), diagnostic.name
    told = [diagnostic.rendered() for diagnostic in diagnostics]
    full.render(told, colour=False, width=80)
    as_json.render(told)


def run(text: str, chance: Random, folder: Path, native: float = 0.0, sanitized: bool = False) -> str:
    """Do with a rulebook all that can be done with it; return what happened, in a word."""
    path = folder / "fuzz.rules"
    path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    runtime.PATIENCE = PATIENCE
    if chance.random() < PROMISED and not read(text)[1]:
        once, wrong = formatted(Source("x.rules", text))
        assert once is not None, wrong
        assert formatted(Source("x.rules", once))[0] == once
    found = lint_all(str(path))
    shown(found)
    if any(diagnostic.severity == "error" for diagnostic in found) and chance.random() > LOADED:
        return "refused"
    try:
        game = load(str(path))
    except RulebookError as error:
        shown(error.diagnostics)
        return "refused"
    checked, _ = load_checked(str(path), ())
    assert checked is not None
    try:
        shown([result.diagnostic for result in run_examples(checked) if result.diagnostic is not None])
    except RulebookError as error:
        # This number of players, or these options, ask for more than allowed.
        shown(error.diagnostics)
    few, many = (game.least_players, min(game.most_players, game.least_players + 2, max(MOST_PLAYERS, game.least_players)))
    decisions = 0
    try:
        players = chance.randint(few, many)
        decisions = same_in_python(game, players, chance.randrange(1000), chance)
        if chance.random() < native and build.compiler() is not None:
            in_c(game, players, chance, sanitized)
    except (PlayError, RulebookError) as error:
        shown([error.diagnostic] if isinstance(error, PlayError) else error.diagnostics)
        return "limited"
    return "played" if decisions else "empty"


def in_c(game: Game, players: int, chance: Random, sanitized: bool) -> None:
    """Compare the game in C and in Python, at every decision, with chance and forced choices asked or not; and whole games."""
    twins = Twins(game, players, SANITIZED if sanitized else QUICK)
    try:
        twins.play(chance.randrange(1000), "seed", chance)
        twins.play(chance.randrange(1000), "ask", chance)
        twins.play(chance.randrange(1000), chance.choice(("seed", "ask")), chance, forced="ask")
    except PlayError:
        # Where Python reports too much, C leaves it to Python; whole games also show that.
        pass
    except UnfitPosition as unfit:
        # So does a position for which its memory has no room.
        if str(unfit) not in NO_ROOM:
            raise
    twins.playouts(5)
