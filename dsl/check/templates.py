"""Check `say "{name} ..."` and `asking "{name} ..."`: texts with names in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from attrs import evolve

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.name_lookup import name_expression
from rulewright.dsl.check.scope import Scope, check_language
from rulewright.dsl.checked import NUMBER, PLAYER, TRUTH, Expression, Statement, TextTemplate, own_key
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.speech import language_rules
from rulewright.dsl.text.source import Span

PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")


def check_say(scope: Scope, node: nodes.Say) -> Statement | None:
    """Check a line for the log."""
    return checked.Say(texts=check_told(scope, node), heading=node.heading, span=node.span)


def check_told(scope: Scope, node: nodes.Say | nodes.Tell) -> TextTemplate:
    """Check a sentence, and those for the players that it names."""
    texts = text_template(scope, node.title)
    first = next(iter(texts.values()), ())
    fewest = min((len(_players_in(text)) for text in texts.values()), default=0)
    found = dict(texts)
    for number, (place, own) in enumerate(zip_longest(_players_in(first), node.own)):
        if own is not None:
            if number >= fewest:
                scope.world.report("unread-text", Phrase("this-text-names-no-player"), own.span)
            found |= {own_key(place, language): text for language, text in text_template(scope, own).items()}
    return found


def _players_in(text: Sequence[str | Expression]) -> list[int]:
    """Return which of the values of a text are players, each at its first mention."""
    named = [part for part in text if not isinstance(part, str)]
    places = {part.span.text: place for place, part in reversed(list(enumerate(named))) if part.type == PLAYER}
    return sorted(places.values())


def text_template(scope: Scope, title: nodes.Title | None) -> TextTemplate:
    """Return a text with the values of its names, by language."""
    texts: TextTemplate = {}
    if title is None:
        return texts
    for language, text in title.texts:
        check_language(scope.world, title, language)
        if language in texts:
            scope.world.report("duplicate-language", Phrase("this-text-stands-here-twice-in", word=language), title.span)
        texts[language] = tuple(_parts(scope, text, language, title.span))
    return texts


def _parts(scope: Scope, text: str, language: str, span: Span) -> Iterator[str | Expression]:
    """Yield plain texts and expressions in turn."""
    plain: list[str] = []
    end = 0
    for found in PART.finditer(text):
        plain.append(text[end : found.start()])
        end = found.end()
        if found.group() in ("{{", "}}"):
            plain.append(found.group()[0])
        elif found.group(1) is None:
            scope.world.report("unpaired-brace", Phrase("this-text-has-a-without-its-other", group=found.group()), span)
        else:
            name, _, forms = found.group(1).partition(":")
            value = _named(scope, name.strip(), _place(span, found.group()))
            if forms and value is not None:
                value = _in_forms(scope, value, tuple(forms.split("|")), language)
            if value is not None:
                if any(plain):
                    yield "".join(plain)
                plain = []
                yield value
    plain.append(text[end:])
    if any(plain):
        yield "".join(plain)


def _in_forms(scope: Scope, named: Expression, forms: tuple[str, ...], language: str) -> Expression:
    """Return a number as the form of a word that goes with it, or an option as the words for its value."""
    option = named.option if isinstance(named, checked.OptionValue) else None
    if option is not None and (option.words or option.type == TRUTH):
        most = len(option.words) or 2
    elif named.type == NUMBER:
        most = language_rules(language).forms
    else:
        scope.world.report("wrong-type", Phrase("only-a-number-chooses-a-form"), named.span)
        return named
    if len(forms) != most:
        text = "|".join(forms)
        scope.world.report("wrong-forms", Phrase("has-forms-and-here-go", text=text, forms=len(forms), most=most), named.span)
    return evolve(named, type=evolve(named.type, forms=forms))


def _place(span: Span, written: str) -> Span:
    """Return where the braces are, if they are written in exactly this way; else the whole text."""
    offset = span.text.find(written)
    return span if offset < 0 else Span(span.source, span.start + offset, span.start + offset + len(written))


def _named(scope: Scope, name: str, span: Span) -> Expression | None:
    if not NAME.fullmatch(name):
        scope.world.report("not-a-name", Phrase("only-a-name-can-stand-between-braces"), span)
        return None
    return name_expression(scope, nodes.Name(span=span, name=name))
