"""Answer questions about the rules at the screen: what the rules say, and why an option is missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from itertools import islice
from typing import TYPE_CHECKING

from rulewright.cli.render.speech import phrase
from rulewright.cli.shell.game_choice import shown_title
from rulewright.cli.table.option_match import OptionMatcher, typed_codes
from rulewright.cli.table.typed_names import full_name, option_labels
from rulewright.dsl.messages.diagnostic import visible
from rulewright.dsl.messages.speech import list_words
from rulewright.dsl.messages.suggestions import closest

if TYPE_CHECKING:
    from rulewright.dsl.sheet import Sheet
    from rulewright.dsl.sheet.sheet import SheetWriter
    from rulewright.dsl.sheet.sheet_parts import SheetItem
    from rulewright.interpreter import Match
    from rulewright.interpreter.match.reasons import Answer, Reason
    from rulewright.interpreter.views.view import View

_MOST_NAMED = 4
_MOST_REASONS = 4
Options = tuple[tuple[str, int | bool | str], ...]
_MOST_ITEMS = 6
_LONGEST_TEXT = 160
_LONGEST_NAME = 40
_COURSE = ("overview", "setup", "play", "end")
"""The sections of a sheet that tell how the game goes."""
_MOST_MENTIONS = 3
_SHORTEST_STEM = 4
"""Only words with more letters may go on in a sentence."""
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_TOLD = ("setup", "play", "cards", "end")
"""The sections whose titles people ask for."""
PHRASES_OF = {
    "needs": "why-needs",
    "unless": "why-needs",
    "ban": "why-ban",
    "not-among": "why-among",
    "nothing": "why-nothing",
    "unreached": "why-unreached",
    "not-here": "why-not-here",
}


def rules_told(match: Match, wanted: str, seat: int | None, language: str) -> Iterator[str]:
    """Yield what the rule sheet says of a card, a rule, a field, a number or an option, and what is there now.

    Without any of these, yield how the game goes.
    """
    sheet = sheet_of(match)
    if sheet is None:
        yield phrase(language, "rules-unknown", visible(wanted[:_LONGEST_NAME]))
        return
    if not wanted:
        yield from how_it_goes(sheet)
        return
    wanted = full_name(match, wanted, seat, language)
    label = wanted if wanted in option_labels(match, seat) else ""
    found = items_about(sheet, wanted)
    if label and all(item.title != label for item in found):
        yield visible(label)
    for item in found[:_MOST_ITEMS]:
        yield from item_told(item)
    if len(found) > _MOST_ITEMS:
        yield phrase(language, "and-more", visible(found[_MOST_ITEMS].title), len(found) - _MOST_ITEMS - 1)
    now = [*there_now(match, wanted, seat), *(() if label or found else mentions(sheet, wanted, language))]
    yield from now
    if not (label or found or now):
        yield phrase(language, "rules-unknown", visible(wanted[:_LONGEST_NAME]))
        yield from _did_you_mean(wanted, titles_of(sheet), language)


def titles_of(sheet: Sheet | None) -> list[str]:
    """Return the titles of all that a sheet tells."""
    if sheet is None:
        return []
    items = [item for section in sheet.sections if section.key in _TOLD for item in section.items]
    return [item.title for item in (*items, *sheet.named) if item.title]


def cards_told(match: Match, language: str) -> Iterator[str]:
    """Yield what all cards with names say."""
    sheet = sheet_of(match)
    items = [item for section in sheet.sections if section.key == "cards" for item in section.items] if sheet is not None else []
    for item in items:
        yield from item_told(item)
    if not items:
        yield phrase(language, "card-none")


def sheet_of(match: Match) -> Sheet | None:
    """Return the rule sheet of a match in its language, if its files can be read."""
    return _sheet(*_named(match))


def titles_of_rules(match: Match) -> list[str]:
    """Return the titles of a match's rule sheet."""
    sheet = sheet_of(match)
    return [] if sheet is None else [item.title for section in sheet.sections for item in section.items if item.title]


@lru_cache(maxsize=8)
def _sheet(reference: str, variants: tuple[str, ...], options: Options, players: int, language: str) -> Sheet | None:
    writer = _writer(reference, variants, options, players, language)
    return None if writer is None else writer.whole()


def _named(match: Match) -> tuple[str, tuple[str, ...], Options, int, str]:
    """Return everything that a sheet depends on."""
    game = match.game
    options = tuple((name, option.value) for name, option in game.options.items())
    return game.reference, tuple(game.variants), options, match.players, match.words.language


def _writer(reference: str, variants: tuple[str, ...], options: Options, players: int, language: str) -> SheetWriter | None:
    """Return a new writer: while one works, it knows whose local names it tells, so threads cannot share it."""
    from rulewright.dsl.library.library import find_game
    from rulewright.dsl.sheet.sheet import SheetWriter

    found, _ = find_game(reference, variants)
    if found is None:
        # For a variant from another file, its game has most of the rules.
        found, _ = find_game(reference)
    return None if found is None else SheetWriter(found, language, dict(options), players)


def how_it_goes(sheet: Sheet) -> Iterator[str]:
    """Yield what a player must know before the first choice: the aim, the course of the game, and its end."""
    for line in sheet.about:
        yield visible(line.text)
    for section in sheet.sections:
        if section.key in _COURSE:
            yield from section_told(section.title, section.shown())


def a_turn(match: Match, language: str) -> Iterator[str]:
    """Yield the game in short, a turn or a round, and the end, then what else can be asked for by name."""
    sheet = sheet_of(match)
    if sheet is None:
        yield phrase(language, "rules-unknown", visible(match.game.name))
        return
    told = {item.key for section in sheet.sections for item in section.items if section.key in ("overview", "end")}
    told.update(sheet.turn)
    for section in sheet.sections:
        items = [item for item in section.shown() if section.key in _COURSE and (item.key in told or not sheet.turn)]
        if items:
            yield from section_told(section.title, items)
    more = [item.title for section in sheet.sections if section.key in _COURSE for item in section.items if item.key not in told]
    if sheet.turn and any(more):
        yield ""
        yield phrase(language, "rules-more", visible(", ".join(filter(None, more))))


def section_told(title: str, items: Iterable[SheetItem]) -> Iterator[str]:
    """Yield items of a sheet below a title, after an empty line."""
    yield ""
    yield visible(title)
    for item in items:
        yield from item_told(item)


def items_about(sheet: Sheet, wanted: str) -> list[SheetItem]:
    """Return the items of a sheet that are called so; else those whose title has the words, begins so, or is among them."""
    word = wanted.strip().casefold()
    items = [item for section in sheet.sections for item in section.items]
    numbered = [item for item in items if word.upper() in item.all_numbers()]
    if numbered:
        return numbered
    titled = [(item, item.title.casefold()) for item in items if item.title and (item.lead or item.lines)]
    on_sheet = {title for _, title in titled}
    titled += [(item, item.title.casefold()) for item in sheet.named if item.title.casefold() not in on_sheet]
    tests: tuple[Callable[[str, SheetItem], object], ...] = (
        lambda title, item: word in (title, item.key.partition(" ")[2].replace("-", " ")),
        # The options of a game are seldom meant, and their titles are long.
        lambda title, item: begins_word(title, word) and not item.key.startswith("option "),
        lambda title, _: title in word,
    )
    # Rules with a text say more than a list of things.
    titled.sort(key=lambda one: (not one[0].lead, not has_words(one[1], word)))
    found = ([item for item, title in titled if holds(title, item)] for holds in tests)
    return next(filter(None, found), [])


def mentions(sheet: Sheet, wanted: str, language: str) -> Iterator[str]:
    """Yield a few sentences of a sheet with words that begin like some words, each with the title above it."""
    word = wanted.strip().casefold()
    told = (
        visible(sentence)
        if not item.title or item.says_its_title
        else phrase(language, "titled", visible(item.title.rstrip(" :\u00a0")), visible(sentence))
        for section in sheet.sections
        for item in section.items
        for text in (*item.lead, *(line.text for line in item.lines))
        for sentence in _SENTENCE.split(text)
        if (begins_word if len(word) > _SHORTEST_STEM else has_words)(sentence.casefold(), word)
    )
    yield from islice(dict.fromkeys(told), _MOST_MENTIONS)


def has_words(text: str, words: str) -> bool:
    """Return whether a text has some words as they are."""
    return re.search(rf"\b{re.escape(words)}\b", text.casefold()) is not None


def begins_word(text: str, beginning: str) -> bool:
    """Return whether a word of a text begins so."""
    return re.search(rf"\b{re.escape(beginning)}", text) is not None


def item_told(item: SheetItem) -> Iterator[str]:
    """Yield an item of a sheet as plain lines."""
    if item.title and not item.says_its_title:
        yield visible(item.title)
    for text in item.lead:
        yield f"  {visible(text)}"
    pending = [(line, 1) for line in reversed(item.lines)]
    while pending:
        line, depth = pending.pop()
        yield "  " * depth + visible(line.text)
        pending += [(further, depth + 1) for further in reversed(line.lines)]


def places_of(view: View, name: str) -> Iterator[str]:
    """Yield the places in which a seat sees a thing of that name."""
    owned = [("", view.places), *(("" if one.seat == view.seat else one.name, one.places) for one in view.players)]
    for owner, places in owned:
        for place in places:
            if place.things is not None and name in place.things:
                yield " ".join(filter(None, (owner, place.title)))


def there_now(match: Match, wanted: str, seat: int | None) -> Iterator[str]:
    """Yield what the fields and places of that name hold, where a seat sees it."""
    word, view = wanted.strip().casefold(), match.view(seat)
    owned = [("", view.table, view.places), *((one.name, one.fields, one.places) for one in view.players)]
    for owner, fields, places in owned:
        for field in fields:
            if field.title.casefold().startswith(word) and field.value is not None:
                yield phrase(
                    match.words.language, "titled", visible(" ".join(filter(None, (owner, field.title)))), visible(field.value)
                )
        for place in places:
            if place.title.casefold().startswith(word) and place.things is not None:
                things = visible(", ".join(place.things) or "-")
                yield phrase(match.words.language, "titled", visible(" ".join(filter(None, (owner, place.title)))), things)


def reason_lines(match: Match, wanted: str, language: str) -> Iterator[str]:
    """Yield why an option is missing, in the sentences of the rulebook, or else in the words of its rule sheet."""
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
    wanted = full_name(match, wanted, decision.seat, language)
    answer = why_not(match, wanted, meant)
    if answer.offered:
        named = [
            phrase(language, "why-numbered", place + 1, visible(label))
            for place, label in zip(answer.offered, answer.found, strict=True)
        ]
        yield phrase(language, "why-offered", ", ".join(_few(named, language)))
    elif not answer.found:
        yield from _unknown(match, wanted, answer.known, language)
    elif answer.reasons:
        yield from _told_reasons(match, answer, language)
        sheet = sheet_of(match)
        if sheet is not None and all(reason.kind == "unreached" for reason in answer.reasons):
            yield from mentions(sheet, wanted, language)
    else:
        yield phrase(language, "why-silent", visible(list_words(language, _few(list(answer.found), language))))


def meant(labels: Sequence[str], typed: str) -> Sequence[int]:
    """Return which labels typed text may mean."""
    matching = OptionMatcher(labels)
    return matching.meant(typed) or matching.inside(typed)


def _unknown(match: Match, wanted: str, known: Sequence[str], language: str) -> Iterator[str]:
    """Yield what the rules say of something that is no choice here, else what may have been meant."""
    sheet = sheet_of(match)
    found = [] if sheet is None else items_about(sheet, wanted)
    for item in found[:1]:
        yield from item_told(item)
    seat = match.decision.seat if match.decision is not None else None
    view = match.view(seat)
    places = [*view.places, *(place for one in view.players for place in one.places)]
    names = list(dict.fromkeys(thing for place in places for thing in place.things or ()))
    now = [*there_now(match, wanted, seat), *_lie(match, [names[one] for one in meant(names, wanted)], language)]
    now += () if sheet is None or found else mentions(sheet, wanted, language)
    yield from now
    codes = typed_codes(wanted)
    for code in codes if len(codes) > 1 else ():
        # There is no such move, but perhaps something can be said of its places.
        yield from reason_lines(match, code, language)
    if not found and not now and len(codes) < 2:
        yield phrase(language, "why-unknown", visible(wanted[:_LONGEST_NAME]))
        yield from _did_you_mean(wanted, [*titles_of(sheet), *known], language)


def _lie(match: Match, names: Iterable[str], language: str) -> Iterator[str]:
    """Yield where the player who is asked sees the things of some names."""
    view = match.view(match.decision.seat if match.decision is not None else None)
    for name in list(dict.fromkeys(names))[:_MOST_NAMED]:
        for place in places_of(view, name):
            yield phrase(language, "why-lies", visible(name), visible(place))


def _did_you_mean(wanted: str, known: Sequence[str], language: str) -> Iterator[str]:
    from rulewright.dsl.sheet.titles import with_capital

    near = closest(wanted, known)
    if near is not None:
        yield with_capital(phrase(language, "did-you-mean", visible(near)))
    elif known:
        yield phrase(language, "ask-about", visible(", ".join(list(dict.fromkeys(known))[:_MOST_ITEMS])))


def _told_reasons(match: Match, answer: Answer, language: str) -> Iterator[str]:
    """Yield each reason once, with what it is about if that is not what was asked for."""
    from rulewright.dsl.sheet.titles import with_capital

    alike: dict[tuple[str, tuple[str, ...]], list[Reason]] = {}
    for reason in answer.reasons:
        words = _words(match, reason, language)
        facts = tuple(
            phrase(language, "titled", shown_title(titles, "", language), value) if value else shown_title(titles, "", language)
            for titles, value in reason.facts
        )
        alike.setdefault((words, tuple(dict.fromkeys(facts))), []).append(reason)
    for (words, facts), same in list(alike.items())[:_MOST_REASONS]:
        about = list(dict.fromkeys(reason.about for reason in same if reason.about))
        subject = visible(", ".join(_few(about or list(answer.found), language)))
        if not same[0].is_sentence:
            told = phrase(language, PHRASES_OF[same[0].kind], subject, words)
        elif len(alike) == 1 and (tuple(about) in ((), answer.found) or (answer.is_action and len(about) > _MOST_NAMED)):
            told = with_capital(words)
        else:
            told = phrase(language, "titled", subject, with_capital(words))
        yield (
            phrase(language, "why-facts", told, reduce(partial(phrase, language, "why-too"), map(visible, facts)))
            if facts
            else told
        )
    yield from _lie(match, [reason.about for reason in answer.reasons if reason.kind in ("not-among", "not-here")], language)


def _words(match: Match, reason: Reason, language: str) -> str:
    """Return a reason's sentence, or the title of its define, or else its condition in words."""
    words = shown_title(reason.titles or {}, "", language)
    if reason.is_sentence and words:
        return visible(words)
    if not words:
        writer = _writer(*_named(match))
        words = ("" if writer is None else writer.in_words(reason.span, dict(reason.names))) or reason.text
    return visible((words if len(words) <= _LONGEST_TEXT else words[:_LONGEST_TEXT] + " ...").removesuffix("."))


def _few(named: list[str], language: str) -> list[str]:
    """Shorten a list of names."""
    if len(named) <= _MOST_NAMED:
        return named
    more = phrase(language, "and-more", named[_MOST_NAMED - 1], len(named) - _MOST_NAMED)
    return [*named[: _MOST_NAMED - 1], more]
