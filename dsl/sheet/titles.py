"""Find the words for names: the rulebook's titles in a language, and the phrases around them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rulewright.dsl import nodes
from rulewright.dsl.check.looks import line_look
from rulewright.dsl.checked import Look
from rulewright.dsl.constructs.grids import GRID_STEPS
from rulewright.dsl.messages.speech import COMMON, SOURCE, Catalogue, fill_phrase, form_among, list_words

Kind = tuple[str, bool]
"""The name of a kind or type, and whether there are several."""
POSSESSIVE = frozenset({"its", "their", "his", "her", "my", "your", "one", "the"})
HOLE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
FIELD_PLACES = frozenset({"place", "pile", "bag"})
PHRASES = Catalogue("rulewright.dsl.sheet", COMMON)


def plain_words(name: str) -> str:
    """Return `takes-part` as words."""
    return name.replace("-", " ")


def with_capital(text: str) -> str:
    """Begin a sentence with a capital letter."""
    return text[:1].upper() + text[1:]


class Titles:
    """Find the words for a game's declarations in one language.

    If the catalogue does not have the language, its phrases are English, around the rulebook's own titles.
    """

    def __init__(
        self,
        declarations: Sequence[nodes.Declaration],
        language: str,
        settings: Mapping[str, int | bool | str] | None = None,
        *,
        whole: bool = False,
        own: str = SOURCE,
    ) -> None:
        self.declarations = declarations
        self.language = language
        # A rulebook's first texts count as English; of one that is written in another language, the whole sheet is.
        self.spoken = own if language == SOURCE else language if language in PHRASES.languages else SOURCE
        self.remarked = language == SOURCE
        """Whether the rulebook's comments are in the language."""
        self.whole = whole
        """Whether to include things without a title, by name; usually they are only bookkeeping."""
        self.settings = settings or {}
        """The values of options, shown wherever a number option is mentioned."""
        self.settings_words: set[str] = set()
        """The words that options can be set to."""
        self.titles: dict[str, nodes.Title] = {}
        self.rules: dict[str, nodes.Rule] = {}
        self.defines: dict[str, nodes.Define] = {}
        self.kinds: dict[str, nodes.Components] = {}
        self.cards: dict[str, nodes.Card] = {}
        self.cards_of: dict[str, list[nodes.Card]] = {}
        """The cards of each kind."""
        self.values: dict[str, nodes.Values | nodes.Numbers] = {}
        self.options: dict[str, nodes.Option] = {}
        self.on: set[str] = set()
        """The names that take "on": boards and their spaces."""
        self.people: set[str] = set()
        """The names of players that are passed to rules and defines."""
        self.unshown: set[str] = set()
        """Fields that only sheets have a word for."""
        self.sets: set[str] = set()
        """Fields that hold several things."""
        self.within: set[str] = set()
        """The names that take "in": places."""
        self.ways: set[str] = set()
        """The directions."""
        self.looks: defaultdict[str, Look] = defaultdict(Look)
        """How things look."""
        self.known: set[str] = set()
        """All names that are not local to a rule."""
        self.given: Mapping[str, str] = {}
        """The words for local names in the current text, if the sheet is in another language."""
        self.meant: Mapping[str, str] = {}
        """The words for local names where one case is told."""
        self.kinds_given: Mapping[str, Kind] = {}
        """The kinds of these names."""
        for node in declarations:
            self._learn(node)
        self.untitled = {
            name: [value for group in node.groups for value in self.entries(group.text)]
            for name, node in self.kinds.items()
            if node.title is None
        }
        """Kinds whose only title is what they are made for."""

    def _learn(self, node: nodes.Declaration) -> None:
        match node:
            case nodes.Rule():
                self.rules[node.name.text] = node
                self.titles |= {node.name.text: node.title} if node.title is not None else {}
                self.people.update(one.name.text for one in node.parameters if one.type.name.text == "player")
            case nodes.Looks(lines=lines):
                for line in lines:
                    if isinstance(line, nodes.LookLine):
                        self.looks |= {word.text: line_look(line, self.looks[word.text]) for word in line.names}
            case nodes.Define():
                self.defines[node.name.text] = node
                self.people.update(one.name.text for one in node.parameters if one.type.name.text == "player")
                self._called(node.name, node.title)
            case nodes.Components():
                self.kinds[node.name.text] = node
                self._called(node.name, node.title)
            case nodes.Card():
                self.cards[node.name.text] = node
                self.cards_of.setdefault(node.kind.text, []).append(node)
                self._called(node.name, node.title)
            case nodes.Values() | nodes.Numbers():
                self.values[node.name.text] = node
                self._called(node.name, node.title)
                for entry in node.entries if isinstance(node, nodes.Values) else ():
                    self._called(entry.name, entry.title)
            case nodes.Option():
                self.options[node.name.text] = node
                self._called(node.name, node.title)
                for word, title in node.words:
                    self._called(word, title)
                    self.settings_words.add(word.text)
            case nodes.Line() | nodes.Grid() | nodes.Map():
                self._called(node.name, node.title, self.on)
                if isinstance(node, nodes.Line):
                    self.ways.update(way.text for way in node.directions or ())
                elif isinstance(node, nodes.Grid):
                    self.ways.update(GRID_STEPS[node.shape or "squares"])
                spaces: Iterable[nodes.Entry | nodes.MapLine] = ()
                if not isinstance(node, nodes.Grid):
                    spaces = node.spaces if isinstance(node, nodes.Line) else node.lines
                for space in spaces:
                    self._called(space.name, space.title, self.on)
            case nodes.Place():
                self._called(node.name, node.title, self.within)
            case nodes.FieldBlock():
                for one in node.fields:
                    if isinstance(one, nodes.Field):
                        place = one.type.name.text in FIELD_PLACES
                        self.sets.update([one.name.text] if one.type.many else [])
                        unshown = one.drawn is not None and one.drawn.word.text == "unshown"
                        self.unshown.update([one.name.text] if unshown else [])
                        self._called(one.name, one.title, self.within if place else None)

    def grid(self, node: nodes.Grid, key: str, *sizes: str) -> str:
        """Return a grid with its size and the cells that it lacks; the key is that of the phrase for squares."""
        keys = {"rhombus": "hexagons", "hexagon": "hexagons-a-side"}
        text = self.say(keys.get(node.shape or "", key), self.title_of(node.name.text), *sizes)
        cells = ", ".join([word.text for word in node.without])
        return self.say("cells-left-out", text, cells) if cells else text

    def way(self, name: str) -> str:
        """Return a direction: those of grids have words in every language, those of lines are the rulebook's own."""
        return self.say(f"way-{name}") if f"way-{name}" in PHRASES.own(SOURCE) else plain_words(name)

    def _called(self, name: nodes.Word, title: nodes.Title | None, where: set[str] | None = None) -> None:
        self.known.add(name.text)
        if title is not None:
            self.titles.setdefault(name.text, title)
        if where is not None:
            where.add(name.text)

    def say(self, key: str, *parts: object) -> str:
        """Return a phrase with its parts."""
        return PHRASES.say(self.spoken, key, *parts)

    def in_language(self, title: nodes.Title | None) -> str:
        """Return a title in the language, or else in English; if it has plural forms, the singular."""
        return self.forms(title)[0]

    def forms(self, title: nodes.Title | None) -> list[str]:
        """Return the singular and the plural forms."""
        return [without_braces(part.strip()) for part in self._written(title).split("|")]

    def title_of(self, name: str) -> str:
        """Return the title of a name; a define includes its parameters."""
        if self.is_worded(name):
            return self.worded(name, {one.name.text: self.local(one.name.text) for one in self.defines[name].parameters})
        made_for = self.untitled.get(name)
        return self.in_language(self.titles.get(name)) or (
            " / ".join(map(self.title_of, made_for)) if made_for else plain_words(name)
        )

    def entries(self, name: str) -> list[str]:
        """Return the names of some values."""
        values = self.values.get(name)
        return [entry.name.text for entry in values.entries] if isinstance(values, nodes.Values) else []

    def is_worded(self, name: str) -> bool:
        """Return whether a define has words for the table."""
        return name in self.defines and self.defines[name].seen is not None

    def worded(self, name: str, parts: Mapping[str, str]) -> str:
        """Return a define in its own words, with its parameters filled in."""
        words: list[str] = []

        def hole(found: re.Match[str]) -> str:
            if found[1] is None:
                return found[0][0]
            name, _, forms = found[1].partition(":")
            words.append(forms.split("|")[-1] if forms else parts.get(name.strip(), plain_words(name)))
            return f"{{{len(words) - 1}}}"

        return fill_phrase(self.spoken, HOLE.sub(hole, self._written(self.titles.get(name))), *words)

    def _written(self, title: nodes.Title | None) -> str:
        """Return the text of a title in the language, or else in English."""
        texts = dict(title.texts) if title is not None else {}
        return texts.get(self.language) or texts.get(SOURCE) or ""

    def several(self, name: str) -> str:
        """Return the plural for a list; Russian has no single form for that."""
        forms = self.forms(self.titles.get(name))
        if self.untitled.get(name):
            return " / ".join(map(self.several, self.untitled[name]))
        return forms[1] if len(forms) == 2 else self.title_of(name)

    def counted(self, name: str, count: int) -> str:
        """Return `3 Tents`, or `Tent: 3` if the title has no forms for numbers."""
        forms = self.forms(self.titles.get(name))
        return (
            f"{count} {form_among(self.language, forms, count)}"
            if len(forms) > 1
            else self.say("amount", self.title_of(name), count)
        )

    def local(self, name: str) -> str:
        """Return a local name, or what it stands for; one that begins like *its* takes no article."""
        if name in self.meant:
            return self.meant[name]
        someone = self.say("someone")
        given = self.given.get(name, someone if name == "someone" else "")
        if given:
            return given if given == someone else self.say("quoted", given)
        return self.say("quoted" if name.partition("-")[0] in POSSESSIVE else "local", plain_words(name))

    def rule(self, name: str) -> str:
        """Return a rule's title for the beginning of a line; `play` and `setup` need no title."""
        untitled = name in ("play", "setup") and name not in self.titles
        return self.say(f"rule-{name}") if untitled else with_capital(self.title_of(name))

    def is_told(self, field: nodes.Field | nodes.CardField) -> bool:
        """Return whether the sheet mentions a field."""
        return self.whole or (field.name.text in self.titles and field.name.text not in self.unshown)

    def spoken_of(self, name: str, *, many: bool = False) -> str:
        """Return a name for use in a sentence; without a title, the name in quotation marks, as for rules."""
        if (name not in self.titles and not self.untitled.get(name)) or name in self.rules:
            return self.say("quoted", self.title_of(name))
        if name in self.options or name in self.settings_words:
            # Some of these titles are whole sentences.
            return (
                self.say("quoted", self.title_of(name))
                if type(self.settings.get(name, "")) is not int
                else self.say("set-to", self.title_of(name), self.settings[name])
            )
        return self.several(name) if many else self.title_of(name)

    def listed(self, parts: Iterable[str], how: str = "and") -> str:
        """Return `a, b and c`; `how` is `and` or `or`."""
        return list_words(self.spoken, [*parts] or [""], how)

    def paragraphs(self, title: nodes.Title | None) -> tuple[str, ...]:
        """Return the paragraphs of a text with the names in braces filled in."""
        return tuple(filter(None, self.text(title).split(nodes.PARAGRAPH)))

    def text(self, title: nodes.Title | None) -> str:
        """Return a text with the names in braces filled in."""
        return HOLE.sub(self._hole, self._written(title))

    def _hole(self, found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0][0]
        name, _, forms = found[1].partition(":")
        name, setting = name.strip(), self.settings.get(name.strip())
        if forms:
            words = self._form(forms.split("|"), name)
        elif name in ("player", "someone"):
            words = self.given.get(name) or self.say(name)
        elif isinstance(setting, bool):
            words = self.say("yes" if setting else "no")
        elif isinstance(setting, int):
            words = str(setting)
        elif setting is not None:
            words = self.title_of(setting)
        elif name in self.titles:
            words = self.title_of(name)
        else:
            words = self._name_in_text(name)
        return words if found.start() else with_capital(words)

    def _form(self, forms: list[str], name: str) -> str:
        """Return the form for the value of an option; for what is not known, that for many."""
        setting = self.settings.get(name)
        if isinstance(setting, bool):
            return forms[not setting]
        if isinstance(setting, int):
            return form_among(self.language, forms, setting)
        words = [word.text for word, _ in self.options[name].words] if setting is not None else []
        return forms[words.index(setting) if setting in words else -1]

    def _name_in_text(self, name: str) -> str:
        """Return a name from a rule, which could be taken for a word of the text."""
        given, someone = self.given.get(name), self.say("someone")
        if given == someone:
            return someone
        if given or not name.isidentifier():
            return f"[{given or plain_words(name)}]"
        return self.say("quoted" if name in POSSESSIVE else "name-in-text", name)


def visibility(names: Titles, seen: nodes.Visibility) -> list[str]:
    """Return who sees something."""
    if seen.what is not None:
        return [names.say("seen-top")]
    text = names.say(f"seen-{seen.by.text}")
    if seen.others is not None:
        text = names.say("seen-more", text, names.title_of(seen.others.text))
    uncounted = seen.more is not None and seen.more.text == "uncounted"
    return [text, names.say("uncounted")] if uncounted else [text]


def without_braces(text: str) -> str:
    """Return a text that has no names in braces, with `{{` as a brace."""
    return text.replace("{{", "{").replace("}}", "}")
