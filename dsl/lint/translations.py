"""Find texts that lack a language of other texts in the same file."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import nodes
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.lint.rulebook import BRACES, Rulebook, warning
from rulewright.dsl.walk import attributes

# Expressions have no texts to show, and those of examples and rulings are for readers of the file.
SILENT = (nodes.Name, nodes.Number, nodes.Text, nodes.Constant, nodes.Of, nodes.Several, nodes.Operation, nodes.Word)
UNSEEN = (nodes.Example, nodes.Ruling)
# Up to this many texts, each one without a language is reported.
FEW = 4


def find(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Yield one warning for each thing with a text, including the texts of cards."""
    named = [node for node in rulebook.declarations if node.span.source in rulebook.files]
    named += [node for node in rulebook.variants if node.span.source in rulebook.files]
    titles = [title for node in named if not isinstance(node, UNSEEN) for title in _titles(node) if _is_read(title)]
    cards = [node for node in named if isinstance(node, nodes.Card)]
    languages = {language: None for title in titles for language, _ in title.texts}
    languages |= {text.language: None for card in cards for text in card.texts}
    languages.pop("en", None)
    if not languages:
        return
    texts: list[tuple[nodes.Node, str]] = [(title, language) for title in titles for language, _ in title.texts]
    texts += [(text, text.language) for card in cards for text in card.texts]
    for language in list(languages):
        having = [node for node, other in texts if other == language]
        if len(having) == 1 and len(titles) > FEW:
            # A language with a single text is probably a mistake, or a translation that has just begun.
            yield _only(language, having[0])
            del languages[language]
    if not languages:
        return
    own = {id(card.title): card for card in cards}
    for title in titles:
        if id(title) not in own:
            missing = [language for language in languages if language not in dict(title.texts)]
            if missing:
                yield _warning("this text", missing, title)
    for card in cards:
        absent = {
            what: [language for language in languages if language not in found]
            for what, found in (
                ("title", dict(card.title.texts) if card.title is not None else None),
                ("text", {text.language for text in card.texts} or None),
            )
            if found is not None
        }
        missing = [language for language in languages if any(language in lacking for lacking in absent.values())]
        if missing:
            what = " and ".join(name for name, lacking in absent.items() if lacking)
            yield _warning(f"the {what} of `{card.name.text}`", missing, card.name)


def _only(language: str, node: nodes.Node) -> Diagnostic:
    return warning(
        "missing-translation",
        f"only this text is there in `{language}`, and no other text of this file",
        node.span,
        "the only one",
        "translate the others as well, or take it away",
    )


def _is_read(title: nodes.Title) -> bool:
    """Return whether a text contains words, not only numbers, signs and names."""
    return any(character.isalpha() for _, text in title.texts for character in BRACES.sub("", text))


def _warning(what: str, missing: list[str], node: nodes.Node) -> Diagnostic:
    languages = " and ".join(f"`{language}`" for language in missing)
    verb = "lack" if " and " in what else "lacks"
    is_card = isinstance(node, nodes.Word)
    way_out = f'text {missing[0]} "..."` on a line of its own' if is_card else f'{missing[0]} "..."` behind it'
    if is_card and "text" not in what:
        way_out = f'{missing[0]} "..."` behind the title'
    return warning(
        "missing-translation",
        f"{what} {verb} {languages}, which other texts of this file have",
        node.span,
        "not translated",
        f"write `{way_out}",
    )


def _titles(node: nodes.Node) -> Iterator[nodes.Title]:
    """Yield all titles inside a node, in no particular order."""
    pending: list[object] = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, nodes.Title):
            yield part
        elif isinstance(part, tuple):
            pending.extend(part)
        elif isinstance(part, nodes.Variant):
            pending.append(part.title)
        elif isinstance(part, nodes.Node) and not isinstance(part, SILENT):
            pending.extend(getattr(part, name) for name in attributes(type(part)))
