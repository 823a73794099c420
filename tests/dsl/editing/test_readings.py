"""A text that is read block by block while it changes is read as if it were read whole."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.dsl.editing.incremental import ParseCache
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.nodes import alike, nodes_in
from rulewright.dsl.syntax.parser import parse
from rulewright.dsl.text.source import Source

ROOT = Path(__file__).parents[3]
GAMES = [ROOT / "rulebooks" / name for name in ("go.rules", "battle-of-thieves/food.rules", "variants/sea-legs.rules")]
TYPED = ["", "", "a", " ", "\n", "\n\n", "(", ")", '"', ":", "    ", "to ", "card x of y:\n", "if ", "\t", "#", "of", "é🙂"]


def plain(diagnostics: list[Diagnostic]) -> list[object]:
    """Return the texts and places of messages."""
    return [
        (one.name, one.message, one.help, one.span and (one.span.start, one.span.end),
         [(other.label, other.span.start, other.span.end) for other in one.related])
        for one in diagnostics
    ]  # fmt: skip


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_text_that_changes_is_read_as_if_it_were_new(path: Path) -> None:
    rng = random.Random(path.stem)
    readings = ParseCache()
    kept = 0
    for _ in range(4):
        text = path.read_text(encoding="utf-8")[:6000]
        for _ in range(12):
            source = Source(path.name, text)
            rulebook, diagnostics = readings.read(source)
            whole, wrong = parse(Source(path.name, text))

            assert alike(rulebook, whole)
            assert (rulebook.broken, plain(diagnostics)) == (whole.broken, plain(wrong))
            spans, others = ([node.span for node in nodes_in(one.declarations)] for one in (rulebook, whole))
            assert [(span.start, span.end) for span in spans] == [(span.start, span.end) for span in others]
            assert all(span.source is rulebook.sources[0] for span in spans)
            kept += path.name in readings.pieces
            start = rng.randrange(len(text) + 1)
            text = text[:start] + rng.choice(TYPED) + text[start + rng.choice([0, 0, 1, 1, 2, 5, 40, 300]) :]
    assert kept > 20


def test_what_has_not_changed_is_not_read_again() -> None:
    text = GAMES[0].read_text(encoding="utf-8")
    readings = ParseCache()
    before, _ = readings.read(Source("go.rules", text))
    after, _ = readings.read(Source("go.rules", "# one more line\n" + text.replace("komi", "kom", 1)))

    changed = [new for old, new in zip(before.declarations, after.declarations, strict=True) if new is not old]
    assert 1 <= len(changed) <= 2


def test_a_message_that_names_a_line_names_it_where_it_stands_now() -> None:
    text = "to play:\n    stop\n\nto rest:\n    stop\n        stop\n"
    readings = ParseCache()
    _, [before] = readings.read(Source("play.rules", text))
    _, [after] = readings.read(Source("play.rules", "# one more line\n" + text.replace("stop", "game over", 1)))

    assert (before.rendered().help, after.rendered().help) == (
        "start it below the `stop` of line 5",
        "start it below the `stop` of line 6",
    )
