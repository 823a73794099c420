"""Check that every request of an editor has an answer, even in half-typed or torn texts."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path

from rulewright.dsl.editing.completion import completions
from rulewright.dsl.editing.descriptions import description_of
from rulewright.dsl.editing.outline import folds, outline
from rulewright.dsl.editing.rename import Refusal, edited_texts, rename_edits
from rulewright.dsl.editing.symbols import MentionCache, names_of
from rulewright.dsl.editing.variant_changes import inlay_hints
from rulewright.dsl.editing.word_classes import classified_words
from rulewright.dsl.editing.workspace import Workspace
from rulewright.dsl.messages.fixes import edits_for, suppression_line
from tests.editor.texts import DRY, POND

ROOT = Path(__file__).parents[3]
PATH = "fuzzed.rules"
TYPED = ["", "", "a", " ", "\n", "(", ")", '"', ":", "{", "    ", "#", "# lint: allow ", "é🙂", "of ", "\t", "replace ", "\u2028"]


def everything(desk: Workspace, text: str, offset: int) -> None:
    """All that is asked of a text."""
    desk.unsaved[PATH] = text
    look = desk.look(PATH)
    for diagnostic in desk.findings(PATH):
        edits_for(diagnostic)
        suppression_line(diagnostic)
        assert diagnostic.span is None or diagnostic.span.end <= len(diagnostic.span.source.text)
    rulebook, _ = desk.readings.known[PATH]
    source = rulebook.sources[0]
    assert source.text == text.replace("\r", "\n")
    assert all(first < last for first, last, _ in folds(source))
    assert all(one.named.text for one in outline(rulebook.declarations))
    names = names_of([look.found], MentionCache()) if look.found is not None else None
    end = 0
    for one in classified_words(source, names):
        assert end <= one.start < one.end
        assert "\n" not in text[one.start : one.end]
        end = one.end
    completions(desk, PATH, offset)
    mention = names.name_at(PATH, offset) if names is not None else None
    if names is not None:
        list(inlay_hints(names, PATH))
    meaning = names.meaning(mention) if names is not None and mention is not None else None
    if names is not None and mention is not None and meaning is not None:
        description_of(names, meaning)
        with suppress(Refusal):
            edited_texts(rename_edits(names, mention, meaning, "something-else"))


def test_each_beginning_of_a_rulebook_has_answers() -> None:
    desk = Workspace(lambda _: ())
    text = (ROOT / "rulebooks" / "battle-of-thieves" / "food.rules").read_text(encoding="utf-8")[:600]
    for end in range(0, len(text), 3):
        everything(desk, text[:end], end)


def test_each_beginning_of_a_variant_has_answers() -> None:
    desk = Workspace(lambda _: (), unsaved={"pond.rules": POND})
    for end in range(0, len(DRY), 2):
        everything(desk, DRY[:end], end)


def test_torn_texts_have_answers() -> None:
    rng = random.Random(11)
    desk = Workspace(lambda _: ())
    for name in ("go", "hearts"):
        whole = (ROOT / "rulebooks" / f"{name}.rules").read_text(encoding="utf-8")
        start = whole.index("\n\n", rng.randrange(len(whole) // 2))
        text = whole[start : start + 1500]
        for _ in range(12):
            place = rng.randrange(len(text) + 1)
            text = text[:place] + rng.choice(TYPED) + text[place + rng.choice([0, 0, 1, 3, 20]) :]
            everything(desk, text, min(place, len(text)))
