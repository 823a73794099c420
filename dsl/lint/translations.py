"""Find texts that lack a language of other texts in the same file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.lint.copies import TranslationMemory
from rulewright.dsl.lint.rulebook import BRACES, LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase, WordList

# Expressions have no texts to show, and those of examples and rulings are for readers of the file.
SILENT = (*get_args(nodes.Expression), nodes.Word)
UNSEEN = (nodes.Example, nodes.Ruling)
# Up to this many texts, each one without a language is reported.
FEW = 4


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield one warning for each thing with a text, including the texts of cards."""
    named = [node for node in rulebook.declarations if node.span.source in rulebook.files]
    named += [node for node in rulebook.variants if node.span.source in rulebook.files]
    titles = [title for node in named if not isinstance(node, UNSEEN) for title in _titles(node) if _is_read(title)]
    cards = [node for node in named if isinstance(node, nodes.Card)]
    languages = {language: None for title in titles for language, _ in title.texts}
    languages.pop("en", None)
    if not languages:
        return
    texts: list[tuple[nodes.Node, str]] = [(title, language) for title in titles for language, _ in title.texts]
    for language in list(languages):
        having = [node for node, other in texts if other == language]
        if len(having) == 1 and len(titles) > FEW:
            # A language with a single text is probably a mistake, or a translation that has just begun.
            yield _only(language, having[0])
            del languages[language]
    if not languages:
        return
    own = {title for card in cards for title in (card.title, card.text)}
    copies = TranslationMemory()
    for title in titles:
        if title not in own:
            missing = [language for language in languages if language not in dict(title.texts)]
            if missing:
                yield evolve(_missing(title, missing), fix=copies.edits_for(title.span, missing))
    for card in cards:
        absent = {
            what: [language for language in languages if language not in found]
            for what, found in (
                ("title", dict(card.title.texts) if card.title is not None else None),
                ("text", dict(card.text.texts) if card.text is not None else None),
            )
            if found is not None
        }
        missing = [language for language in languages if any(language in lacking for lacking in absent.values())]
        if missing:
            warned = _missing_on(card, [name for name, lacking in absent.items() if lacking], missing)
            yield evolve(warned, fix=copies.edits_for(card.name.span, missing))


def _only(language: str, node: nodes.Node) -> Diagnostic:
    return warning("missing-translation", Phrase("only-this-text-is-there-in-and", word=language), node.span)


def _is_read(title: nodes.Title) -> bool:
    """Return whether a text contains words, not only numbers, signs and names."""
    return any(character.isalpha() for _, text in title.texts for character in BRACES.sub("", text))


def _missing(title: nodes.Title, missing: list[str]) -> Diagnostic:
    return _warning(
        Phrase("this-text-lacks-which-other-texts-of", named=_named(missing)),
        title,
        Phrase("write-behind-it", missing=missing[0]),
    )


def _missing_on(card: nodes.Card, what: list[str], missing: list[str]) -> Diagnostic:
    name, languages = card.name.text, _named(missing)
    if what == ["text"]:
        message = Phrase("the-text-of-lacks-which-other-texts", name=name, languages=languages)
    elif what == ["title"]:
        message = Phrase("the-title-of-lacks-which-other-texts", name=name, languages=languages)
    else:
        message = Phrase("the-title-and-text-of-lack-which", name=name, languages=languages)
    if what == ["text"]:
        way_out = Phrase("write-behind-it", missing=missing[0])
    else:
        way_out = Phrase("write-behind-the-title", missing=missing[0])
    return _warning(message, card.name, way_out)


def _warning(message: Phrase, node: nodes.Node, way_out: Phrase) -> Diagnostic:
    return warning("missing-translation", message, node.span, Phrase("not-translated"), way_out)


def _named(languages: list[str]) -> WordList:
    return WordList.quoted(languages, "and")


def _titles(node: nodes.Node) -> Iterator[nodes.Title]:
    """Yield all titles inside a declaration; those in a variant are declarations of their own."""
    within = node.title if isinstance(node, nodes.Variant) else node
    yield from (part for part in nodes.nodes_in(within, SILENT) if isinstance(part, nodes.Title))
