"""Test catalogues: files of phrases, the fallback for missing phrases, and that ours lack nothing."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from string import Formatter

import pytest

from rulewright import dsl
from rulewright.dsl.messages.speech import (
    COMMON,
    SOURCE,
    Catalogue,
    language_name,
    language_rules,
    list_words,
    own_language,
    parse_phrases,
)

ROOT = Path(dsl.__file__).resolve().parents[1]
FOLDERS = [path.parent for area in ("dsl", "interpreter", "cli") for path in sorted((ROOT / area).rglob(f"phrases/{SOURCE}.txt"))]
FILES = [file for folder in FOLDERS for file in sorted(folder.glob("*.txt"))]

ENGLISH = """\
# A remark.
found = {0} {0:egg|eggs} of {who}
long = one line
    and another
after = ", of {0}"

empty =
gives = {0} gives {1} to {2}
gives@0 = you give {1} to {2}
braces = {{0}}
"""
FRENCH = """\
long = une ligne
gives = {0} donne {1} à {2}
"""


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalogue:
    folder = tmp_path / "talking" / "phrases"
    folder.mkdir(parents=True)
    (tmp_path / "talking" / "__init__.py").write_text("")
    (folder / "en.txt").write_text(ENGLISH, encoding="utf-8")
    (folder / "fr.txt").write_text(FRENCH, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "talking", raising=False)
    return Catalogue("talking")


def test_a_phrase_is_said_with_what_belongs_between_its_braces(catalogue: Catalogue) -> None:
    assert catalogue.say("en", "found", 2, who="Ann") == "2 eggs of Ann"
    assert catalogue.say("en", "long") == "one line and another"
    assert catalogue.say("en", "after", "all") == ", of all"
    assert catalogue.say("en", "empty") == ""
    assert catalogue.say("en", "braces") == "{0}"


def test_a_new_file_is_a_new_language(catalogue: Catalogue, tmp_path: Path) -> None:
    (tmp_path / "talking" / "phrases" / "eo.txt").write_text("long = linio\n", encoding="utf-8")

    assert catalogue.languages == ("en", "eo", "fr")
    assert catalogue.say("eo", "long") == "linio"


def test_what_a_language_lacks_is_said_in_english_and_counted_as_there(catalogue: Catalogue) -> None:
    assert catalogue.say("fr", "long") == "une ligne"
    assert catalogue.say("fr", "found", 0, who="Ann") == "0 eggs of Ann"
    assert catalogue.say("sv", "long") == "one line and another"
    assert catalogue.say("../phrases/fr", "long") == "one line and another"


def test_what_is_said_to_somebody_is_of_the_language_of_its_phrase(catalogue: Catalogue) -> None:
    assert catalogue.texts("en")["gives@0"] == "you give {1} to {2}"
    assert "gives@0" not in catalogue.texts("fr")


def test_what_a_catalogue_does_not_have_the_one_beside_it_says(catalogue: Catalogue) -> None:
    both = Catalogue(catalogue.package, COMMON)

    assert both.say("fr", "yes") == "oui"
    assert both.say("fr", "long") == "une ligne"
    assert both.say("ru", "and", "a", "b") == "a и b"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no phrase", "here:1: expected `key = text`"),
        ("a = 1\n= 2", "here:2: expected `key = text`"),
        ("a = 1\na = 2", "here:2: `a` stands"),
        (" a", "here:1: there"),
    ],
)
def test_a_line_that_is_no_phrase_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        parse_phrases(text, "here")


def test_the_files_of_a_folder_are_languages_of_which_all_is_known() -> None:
    assert FOLDERS
    for folder in FOLDERS:
        assert {file.name for file in folder.iterdir()} <= {f"{language}.txt" for language in COMMON.languages}, folder


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_language_has_every_phrase_with_the_same_parts(file: Path) -> None:
    own = parse_phrases(file.read_text(encoding="utf-8"), str(file))
    source = parse_phrases((file.parent / f"{SOURCE}.txt").read_text(encoding="utf-8"), str(file))
    language = file.stem

    usual = {key for key in own if "@" not in key}
    # A language says what it is called itself.
    every = {key for key in source if "@" not in key} - {f"language-{language}"}
    assert usual - {f"language-{language}"} <= every
    # Rare messages may be there in English alone; `test_said.py` says how many.
    assert every <= usual or file.parent.parent.name == "messages"
    for key, text in own.items():
        spoken, to_somebody, place = key.partition("@")
        if to_somebody:
            # A phrase may leave out the reader, but nothing else.
            assert {place} >= parts(own[spoken]) - parts(text), key
            assert parts(text) <= parts(own[spoken]), key
        else:
            assert parts(text) == parts(source.get(key, text)), key
        for _, _, forms, _ in Formatter().parse(text):
            assert not forms or forms.count("|") + 1 == language_rules(language).forms, key


def parts(text: str) -> set[str]:
    """Return the names and places of what stands in a phrase, but for those that only choose a form."""
    return {place for _, place, forms, _ in Formatter().parse(text) if place is not None and not forms}


def test_names_are_listed_and_languages_named() -> None:
    assert list_words("en", ["Ann", "Bob", "Eve"]) == "Ann, Bob and Eve"
    assert list_words("ru", ["a", "b"], "or") == "a или b"
    assert list_words("fr", ["Ann"]) == "Ann"
    assert language_name("ru", "fr") == "russe"
    assert language_name("fr", "sv") == "français"
    assert language_name("sv", "fr") == "sv"


def test_the_letters_of_a_rulebook_tell_its_language() -> None:
    assert own_language('game x "Кошки":\n    note "Для двоих."\n') == "ru"
    assert own_language('game x "Cats" ru "Кошки":\n    note "For two."\n') == "en"
    assert own_language("game x:\n    players 2\n") == "en"
