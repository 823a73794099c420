"""Messages are phrases with arguments: the catalogue has each that the code says, and anyone who reads no English has most."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

import attrs
import pytest

from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages import kinds
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import MESSAGES, Phrase, PhraseKind, WordList
from rulewright.dsl.messages.speech import SOURCE
from tests.dsl.plants import plant, told

ROOT = Path(__file__).parents[2]
CASES = sorted((ROOT / "tests" / "cases").rglob("*.rules"))
AREAS = ("dsl", "interpreter", "cli", "ai")
MODULE = "rulewright.dsl.messages.said"
# Of the different phrases said about all cases, how many may be there in English alone: most are said once in a blue moon.
MOST_MISSING = 0.65


def sources() -> Iterator[tuple[Path, ast.Module]]:
    """Yield the code that says something, each file with its tree."""
    for path in (path for area in AREAS for path in sorted((ROOT / area).rglob("*.py"))):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def uses() -> Iterator[tuple[str, str, set[str]]]:
    """Yield each phrase that the code makes: where, its key, and the names of its arguments."""
    for path, tree in sources():
        imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module == MODULE]
        names = {one.asname or one.name for node in imported for one in node.names if one.name == "Phrase"}
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
                key = node.args[0]
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                assert isinstance(key, ast.Constant), where
                assert isinstance(key.value, str), where
                yield where, key.value, {keyword.arg or "**" for keyword in node.keywords}
    for kind in kinds_below(PhraseKind):
        yield kind.__name__, kind.own_key, {one.name for one in attrs.fields(kind) if one.init}


def kinds_below(base: type[PhraseKind]) -> Iterator[type[PhraseKind]]:
    """Yield the kinds that are said; one that only gathers others has no phrase."""
    for kind in base.__subclasses__():
        if kind.own_key in MESSAGES.own(SOURCE) or not kind.__subclasses__():
            yield kind
        yield from kinds_below(kind)


def holes(text: str) -> set[str]:
    """Return the names of what is put into a phrase."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


PARTS = ("label", "help")


def beside(key: str) -> dict[str, str]:
    """Return what the catalogue says with a message, by the keys of the phrases."""
    english = MESSAGES.own(SOURCE)
    keys = [english[part].removeprefix("@") if english[part].startswith("@") else part
            for part in (f"{key}.{part}" for part in PARTS) if part in english]  # fmt: skip
    return {one: english[one] for one in keys}


def test_the_catalogue_has_what_the_code_says_and_nothing_else() -> None:
    english = MESSAGES.own(SOURCE)
    used = list(uses())
    needed = {key: holes(text).union(*map(holes, beside(key).values())) for key, text in english.items()}

    assert [(where, key) for where, key, _ in used if key not in english] == []
    assert [(where, key) for where, key, arguments in used if arguments != needed[key]] == []
    said = {key for _, key, _ in used}
    with_them = {one for key in said for one in (*beside(key), *(f"{key}.{part}" for part in PARTS))}
    assert sorted(set(english) - said - with_them) == []


def test_what_stands_with_a_message_comes_from_the_catalogue() -> None:
    one = Diagnostic("wrong-type", Phrase("is-not-a-die", die="x", kind=Phrase("a-player")), None)

    assert (one.rendered().label, one.rendered("fr").label) == ("is a player", "est un joueur")
    assert one.label == Phrase("is-kind", kind=Phrase("a-player"))
    said = Diagnostic("wrong-type", Phrase("is-not-a-die", die="x", kind="y"), None, label=Phrase("again"), help=Phrase("again"))
    assert (str(said.label), str(said.help)) == ("again", "again")


@pytest.mark.parametrize("language", MESSAGES.languages[1:])
def test_a_translation_has_the_arguments_of_its_phrase(language: str) -> None:
    english, own = MESSAGES.own(SOURCE), MESSAGES.own(language)

    assert sorted(set(own) - set(english)) == []
    assert [key for key, text in own.items() if holes(text) != holes(english[key])] == []


def said_in(diagnostics: Iterable[Diagnostic]) -> list[Phrase]:
    """Return all that is said in some messages."""
    found = [said for one in diagnostics for said in (one.message, one.label, one.help, *(at.label for at in one.related))]
    return [said for said in found if said is not None]


@pytest.mark.parametrize("language", MESSAGES.languages[1:])
def test_what_is_said_of_common_mistakes_is_said_in_each_language(language: str) -> None:
    found = [said for number in range(60) for said in said_in(told(plant(number)))]

    missing = [str(said) for said in found if said.text(language) == str(said) and re.search("[a-z]", str(said))]
    assert len(missing) <= len(found) // 50, missing


@pytest.mark.parametrize("language", MESSAGES.languages[1:])
@pytest.mark.sample(1)
def test_much_of_what_is_said_of_rare_mistakes_is_said_in_each_language(language: str) -> None:
    keys = {said.key for path in CASES for said in said_in(lint_all(str(path)))}

    missing = sorted(keys - set(MESSAGES.own(language)))
    assert len(missing) <= MOST_MISSING * len(keys), missing


NAME, TEXT = Phrase("a-name"), Phrase("a-text-between-and")


@pytest.mark.parametrize(("said", "english", "french", "russian"), [
    (kinds.UnknownName("x"),
     "nothing here is called `x`", "rien ici ne s'appelle `x`", "здесь ничто не называется `x`"),
    (Phrase("is-not-expected-after", found="a", before="b"),
     "`a` is not expected after `b`", "`a` n'est pas attendu après `b`", "после `b` не ждут `a`"),
    (Phrase("is-expected", words=WordList((NAME, "`x`", "`y`"))),
     "a name, `x` or `y` is expected", "il faut un nom, `x` ou `y`", "нужно: имя, `x` или `y`"),
    (Phrase("is-expected", words=WordList((TEXT,))),
     "a text between `\"` and `\"` is expected", "il faut un texte entre `\"` et `\"`", "нужно: текст между `\"` и `\"`"),
    (Phrase("this-text-lacks-which-other-texts-of", named=WordList.quoted(["fr", "ru"], "and")),
     "this text lacks `fr` and `ru`, which other texts of this file have",
     "il manque à ce texte `fr` et `ru`, que d'autres textes du fichier ont",
     "у этого текста нет `fr` и `ru`, а у других в файле есть"),
    (Phrase("is-but-is-expected-here", found="`x`", kind=Phrase("a-player"), wanted=Phrase("a-set-of", word="pawns")),
     "`x` is a player, but a set of `pawns` is expected here", "`x` est un joueur, mais ici il faut un ensemble de `pawns`",
     "`x` — это игрок, а здесь нужно: множество `pawns`"),
])  # fmt: skip
def test_a_phrase_is_said_in_each_language(said: Phrase, english: str, french: str, russian: str) -> None:
    assert [said.text(language) for language in ("en", "fr", "ru")] == [english, french, russian]
    assert str(said) == said.text("sv") == english


def test_what_lacks_a_phrase_in_it_stays_english_as_a_whole() -> None:
    rare = kinds.UnknownName("x")
    assert "which-needs" not in MESSAGES.own("fr")

    whole = Phrase("is-expected", words=WordList((NAME, Phrase("which-needs", name="x", way=rare))))

    assert whole.text("fr") == "a name or `x`, which needs nothing here is called `x` is expected"
    assert WordList.quoted("ab", "") == WordList(("`a`", "`b`"), "")


def test_a_kind_that_code_acts_on_is_made_where_the_mistake_is_found() -> None:
    made = {node.id for _, tree in sources() for node in ast.walk(tree) if isinstance(node, ast.Name)}

    assert sorted({kind.__name__ for kind in kinds_below(PhraseKind)} - made) == []


def test_a_kind_has_typed_fields_and_is_told_apart_by_its_class() -> None:
    unknown = kinds.NoSuchField("gold", owner="`purse`", kind=Phrase("a-number"))

    assert str(unknown) == "`purse` is a number, which has no `gold`"
    assert unknown == pickle.loads(pickle.dumps(unknown))
    alike: list[Phrase] = [kinds.UnknownType("x"), kinds.UnknownFieldOwner("x"), Phrase("unknown-type", word="x")]
    assert len(set(alike)) == 3
    assert str(kinds.DidYouMean(("ship", "shop"))) == "did you mean `ship` or `shop`?"


def test_a_message_is_told_part_by_part() -> None:
    one = Diagnostic("unknown-name", Phrase("which-needs", name="a", way="b"), None, help=kinds.DidYouMean(("x",)))

    assert (one.rendered("fr").message, one.rendered("fr").help) == ("`a`, which needs b", "vouliez-vous dire `x` ?")
