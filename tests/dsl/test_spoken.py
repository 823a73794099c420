"""Messages in French and Russian: whoever reads them reads no English, but the rulebook's own words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.library import lint_all
from rulewright.dsl.spoken import HOLE, blocks, said, spoken
from tests.dsl.plants import plant, told

CASES = sorted((Path(__file__).parents[1] / "cases").rglob("*.rules"))
VARYING = re.compile(r"`[^`]*`|\d+")
# Of the different things said about all cases, how many may be there in English alone: most are said once in a blue moon.
MOST_MISSING = 0.65


def words_of(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """All that is said in some messages."""
    found = [text for one in diagnostics for text in (one.message, one.label, one.help, *(at.label for at in one.related))]
    return [text for text in found if text]


def test_the_catalogue_has_each_sentence_once_in_three_languages() -> None:
    seen = set()
    for lines in blocks():
        assert len(lines) == 3, lines
        assert lines[0] not in seen
        seen.add(lines[0])
        holes = [sorted(HOLE.findall(line)) for line in lines]
        for one in holes[1:]:
            numbered = all(hole.isdigit() for hole in one)
            assert one == holes[0] or (numbered and one == [str(place + 1) for place in range(len(holes[0]))]), lines
        assert not re.search("[\u0400-\u04ff]", lines[1])


def test_what_is_said_of_common_mistakes_is_said_in_each_language() -> None:
    texts = [text for number in range(60) for text in words_of(told(plant(number)))]

    for language in ("fr", "ru"):
        missing = [text for text in texts if said(text, language) is None]
        assert len(missing) <= len(texts) // 50, missing


def test_much_of_what_is_said_of_rare_mistakes_is_said_in_each_language() -> None:
    texts = {VARYING.sub("{}", text): text for path in CASES for text in words_of(lint_all(str(path)))}

    missing = sorted(words for words, text in texts.items() if said(text, "fr") is None or said(text, "ru") is None)
    assert len(missing) <= MOST_MISSING * len(texts), "\n".join(missing)


@pytest.mark.parametrize(("english", "french", "russian"), [
    ("nothing here is called `x`", "rien ici ne s'appelle `x`", "здесь ничто не называется `x`"),
    ("`a` is not expected after `b`", "`a` n'est pas attendu après `b`", "после `b` не ждут `a`"),
    ("a name, `x` or `y` is expected", "il faut un nom, `x` ou `y`", "нужно: имя, `x` или `y`"),
    ("a text between `\"` and `\"` is expected", "il faut un texte entre `\"` et `\"`", "нужно: текст между `\"` и `\"`"),
    ("this text lacks `fr` and `ru`, which other texts of this file have",
     "il manque à ce texte `fr` et `ru`, que d'autres textes du fichier ont",
     "у этого текста нет `fr` и `ru`, а у других в файле есть"),
    ("`x` is a player, but a set of `pawns` is expected here", "`x` est un joueur, mais ici il faut un ensemble de `pawns`",
     "`x` — это игрок, а здесь нужно: множество `pawns`"),
    ("nobody has ever said this", None, None),
])  # fmt: skip
def test_words_between_backquotes_stay_as_they_are(english: str, french: str | None, russian: str | None) -> None:
    assert said(english, "en") == english
    assert said(english, "fr") == french
    assert said(english, "ru") == russian


def test_what_is_missing_stays_english() -> None:
    one = Diagnostic("unknown-name", "nobody has ever said this", None, help="did you mean `x`?")

    assert spoken(one, "fr") == Diagnostic("unknown-name", "nobody has ever said this", None, help="vouliez-vous dire `x` ?")
