"""Check a rulebook while somebody writes it on a page, and describe what was found as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping

from attrs import define, field, frozen

from rulewright.cli.playground.findings import FILE, FindingRecord, finding_records, units_at
from rulewright.cli.remote import wire_format
from rulewright.cli.shell.certain_fixes import apply_certain_fixes
from rulewright.cli.shell.game_choice import shown_title
from rulewright.dsl import checked
from rulewright.dsl.editing.completion import completions, in_order, unique
from rulewright.dsl.editing.descriptions import description_of, first_word, shapes_at
from rulewright.dsl.editing.symbols import MentionCache, names_of
from rulewright.dsl.editing.workspace import Workspace
from rulewright.dsl.library.library import FirstLook, has_errors
from rulewright.dsl.lint.whole_lint import lint_all
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.speech import COMMON
from rulewright.interpreter.estimate.limits import limits

MOST_OFFERED = 50


@frozen
class NamedRecord:
    """A variant or the value of an option, with its title."""

    name: str
    title: str


@frozen
class SettingRecord:
    """An option of the rulebook: a number within bounds, or one of some values."""

    name: str
    title: str
    default: str
    least: int
    most: int
    values: list[NamedRecord]


@frozen
class OfferRecord:
    """Something that can be written at a place: the text to put there, and what it is."""

    text: str
    label: str
    what: str


@frozen
class OffersRecord:
    """All that can be written; it takes the place of the text from `start` on."""

    start: int
    offers: list[OfferRecord]


@frozen(kw_only=True)
class RulebookRecord:
    """The messages about a rulebook, and how it can be played."""

    findings: list[FindingRecord]
    playable: bool
    players: list[int]
    """The least and the most players; empty if it is not known."""
    variants: list[NamedRecord]
    options: list[SettingRecord]


@define(eq=False)
class WrittenRulebook:
    """The rulebook on the page, as it was last checked."""

    workspace: Workspace = field(factory=lambda: Workspace(limits))
    mentions: MentionCache = field(factory=MentionCache)

    def look(self, text: str, language: str) -> str:
        """Find mistakes in names and types; quick enough for every key."""
        self.workspace.unsaved[FILE] = text
        self.workspace.look(FILE)
        return self._record(language)

    def look_further(self, language: str) -> str:
        """Find everything that lint finds, in the text of the last look."""
        self.workspace.look_further(FILE)
        return self._record(language)

    def mended(self, text: str) -> str:
        """Return a text after all edits that certainly mend something, like `lint --fix`."""

        def look(texts: Mapping[str, str]) -> list[Diagnostic]:
            return lint_all(FILE, limits, {FILE: text, **texts})

        return apply_certain_fixes(FILE, look).texts.get(FILE, text)

    def offers(self, text: str, place: int) -> str:
        """Return the words and names that can be written at a place."""
        self._looked_at(text)
        start, found = completions(self.workspace, FILE, _offset(text, place))
        before = text[start : _offset(text, place)]
        fitting = [one for one in in_order(unique(found)) if one.text.startswith(before)][:MOST_OFFERED]
        offers = [OfferRecord(one.text + one.behind, one.text, one.what) for one in fitting]
        return json.dumps(wire_format.encoded(OffersRecord(units_at(text, start), offers)))

    def about(self, text: str, place: int) -> str:
        """Return what is known about the name at a place, or the forms of lines that begin with the word there."""
        look, offset = self._looked_at(text), _offset(text, place)
        if look.found is None:
            return ""
        names = names_of([look.found], self.mentions)
        mention = names.name_at(FILE, offset)
        meaning = None if mention is None else names.meaning(mention)
        if meaning is not None:
            return "\n".join(description_of(names, meaning).texts)
        word = first_word(look.sources[0], offset)
        return "" if word is None else "\n".join(shapes_at(word))

    def _looked_at(self, text: str) -> FirstLook:
        """Return what is known about a text; look at it first if it is another one."""
        if self.workspace.unsaved.get(FILE) != text:
            self.workspace.unsaved[FILE] = text
            return self.workspace.look(FILE)
        return self.workspace.known(FILE)

    def _record(self, language: str) -> str:
        look = self.workspace.known(FILE)
        findings = self.workspace.findings(FILE)
        counts = [count for game in look.games for count in (game.least_players, game.most_players)]
        found = look.found
        # A file of variants says itself which one it is played with.
        known = {} if found is None or found.variants else found.known
        record = RulebookRecord(
            findings=finding_records(findings, language),
            playable=bool(look.games) and not has_errors(findings),
            players=[min(counts), max(counts)] if counts else [],
            variants=[
                NamedRecord(name, shown_title(dict(one.title.texts) if one.title else {}, name, language))
                for name, one in known.items()
                if found is not None and name not in found.guests
            ],
            options=[_setting_record(option, language) for option in look.games[0].options.values()] if look.games else [],
        )
        return json.dumps(wire_format.encoded(record))


def _setting_record(option: checked.Option, language: str) -> SettingRecord:
    values = [NamedRecord(name, shown_title(titles, name, language)) for name, titles in option.words]
    if option.type.kind == "truth":
        values = [NamedRecord(name, COMMON.say(language, name)) for name in ("no", "yes")]
    default = values[option.default].name if values else str(option.default)
    title = shown_title(option.titles, option.name, language)
    return SettingRecord(option.name, title, default, option.least, option.most, values)


def _offset(text: str, units: int) -> int:
    """Return a place as Python counts."""
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))
