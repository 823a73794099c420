"""Answer questions about the rules at the screen: what a card says, where a rule is, and why an option is missing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from rulewright.cli.render.speech import phrase
from rulewright.cli.shell.game_choice import shown_title
from rulewright.cli.table.card_texts import card_texts
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.speech import listed

if TYPE_CHECKING:
    from rulewright.dsl.text.source import Span
    from rulewright.interpreter import Match
    from rulewright.interpreter.match.reasons import Reason

_MOST_NAMED = 4
_MOST_REASONS = 12
_MOST_PASSAGES = 6
_LONGEST_TEXT = 160
_LONGEST_PASSAGE = 16
"""The most lines of a passage that nobody asked for as a whole."""
PHRASES_OF = {"needs": "why-needs", "unless": "why-needs", "ban": "why-ban", "not-among": "why-among", "nothing": "why-nothing"}


def read(match: Match, wanted: str, language: str) -> Iterator[str]:
    """Yield what is known under a name: the texts of cards, or else the passages of the rulebook."""
    texts = list(card_texts(match, wanted, language))
    if texts:
        yield from texts
        return
    found = passages_of(match, wanted, brief=True)
    for passage in found[:_MOST_PASSAGES]:
        lines = passage.splitlines()
        yield from lines[:_LONGEST_PASSAGE]
        if len(lines) > _LONGEST_PASSAGE:
            yield "..."
    if not found:
        yield phrase(language, "rules-unknown", visible(wanted[:40]))


def rule_texts(match: Match, wanted: str, language: str) -> Iterator[str]:
    """Yield the whole passages of the rulebook for a name or a number."""
    if not wanted:
        yield phrase(language, "rules-what")
        return
    found = passages_of(match, wanted)
    for passage in found:
        yield from passage.splitlines()
    if not found:
        yield phrase(language, "rules-unknown", visible(wanted[:40]))


def passages_of(match: Match, wanted: str, brief: bool = False) -> list[str]:
    """Return the passages of a match's rulebook for a name or a number; if `brief`, only the heads of examples."""
    from rulewright.cli.shell.passages import passages
    from rulewright.dsl.library.library import find

    found, _ = find(match.game.reference, match.game.variants)
    if found is None:
        # For a variant from another file, its game has most of the rulebook.
        found, _ = find(match.game.reference)
    return [] if found is None else passages(found, wanted, brief)


def reasons_told(match: Match, wanted: str, language: str) -> Iterator[str]:
    """Yield why an option is missing, in the words of the rulebook, with file and line."""
    from rulewright.interpreter.match.reasons import why_not

    decision = match.decision
    assert decision is not None
    if not wanted:
        example = decision.options[0].label if decision.options else "..."
        yield phrase(language, "why-what", visible(example))
        return
    if wanted.casefold() in (name.casefold() for name in decision.so_far):
        yield phrase(language, "why-picked", visible(wanted), phrase(language, "command-back"))
        return
    answer = why_not(match, wanted)
    if answer.offered:
        named = [
            phrase(language, "why-numbered", place + 1, visible(label))
            for place, label in zip(answer.offered, answer.found, strict=True)
        ]
        yield phrase(language, "why-offered", ", ".join(_few(named, language)))
        return
    if not answer.found:
        yield phrase(language, "why-unknown", visible(wanted[:40]))
        return
    yield phrase(language, "why-not", visible(listed(language, _few(list(answer.found), language))))
    # Common facts are told once.
    alike: dict[tuple[str, int], list[Reason]] = {}
    for reason in answer.reasons:
        alike.setdefault((reason.text, reason.span.start), []).append(reason)
    for same in list(alike.values())[:_MOST_REASONS]:
        about = list(dict.fromkeys(reason.about for reason in same if reason.about))
        yield "  " + _told(same[0], _few(about, language), language)
    if not answer.reasons and answer.span is not None:
        among = _short(answer.chosen_among)
        key = "why-silent-among" if among else "why-silent"
        yield "  " + phrase(language, "why-place", phrase(language, key, *filter(None, [among])), _place(answer.span))


def _told(reason: Reason, about: list[str], language: str) -> str:
    text = _short(reason.text)
    if reason.titles:
        text = visible(shown_title(reason.titles, reason.text, language))
    told = phrase(language, PHRASES_OF[reason.kind], text)
    told = phrase(language, "titled", visible(", ".join(about)), told) if about else told
    return phrase(language, "why-place", told, _place(reason.span))


def _short(text: str) -> str:
    return visible(text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + " ...")


def _place(span: Span) -> str:
    return f"{visible(PurePath(span.source.name).name)}:{span.line}"


def _few(named: list[str], language: str) -> list[str]:
    """Shorten a list of names."""
    if len(named) <= _MOST_NAMED:
        return named
    more = phrase(language, "and-more", named[_MOST_NAMED - 1], len(named) - _MOST_NAMED)
    return [*named[: _MOST_NAMED - 1], more]
