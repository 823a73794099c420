"""Write the whole sheet of a game and its variants."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import get_args

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.check.examples import named_variants
from rulewright.dsl.check.shown_defines import OUTLOOK
from rulewright.dsl.check.variants import merge_variants
from rulewright.dsl.library.library import LinkedRulebook
from rulewright.dsl.messages.speech import SOURCE, language_name, own_language
from rulewright.dsl.sheet import rule_numbers
from rulewright.dsl.sheet.amounts import Amounts
from rulewright.dsl.sheet.card_faces import MOST, faces, values_on
from rulewright.dsl.sheet.component_list import ComponentList
from rulewright.dsl.sheet.component_text import ComponentText
from rulewright.dsl.sheet.local_names import local_names_of
from rulewright.dsl.sheet.remarks import Remarks
from rulewright.dsl.sheet.sheet_parts import Sheet, SheetItem, SheetLine, SheetSection, every, in_order
from rulewright.dsl.sheet.state_text import Standing, states
from rulewright.dsl.sheet.statement_text import StatementText
from rulewright.dsl.sheet.titles import Titles, plain_words, with_capital, without_braces
from rulewright.dsl.text.frozen import attributes
from rulewright.dsl.text.source import Span

Setting = int | bool | str
PERFORM = "perform"
"""In a standing rule, the name that means any performed card."""
_DIFFICULTIES = {"easy": "difficulty-easy", "medium": "difficulty-medium", "hard": "difficulty-hard"}


def languages_of(found: LinkedRulebook) -> list[str]:
    """Return the languages of a game's texts, that of its first texts first."""
    declarations = merge_variants(found.rulebook.declarations, found.variants, found.known).declarations
    spoken = {language for node in nodes.nodes_in(tuple(declarations)) for language in _languages(node)}
    own = _own(found)
    return [own, *sorted(spoken - {SOURCE, own})]


def _own(found: LinkedRulebook) -> str:
    """Return the language of a rulebook's first texts, which the rules language calls English."""
    return own_language("".join(found.rulebook.texts))


def _languages(node: nodes.Node) -> Iterator[str]:
    if isinstance(node, nodes.Title):
        yield from (language for language, _ in node.texts)


def write_sheet(
    found: LinkedRulebook, language: str = "", options: Mapping[str, Setting] | None = None, players: int | None = None
) -> Sheet:
    """Write the sheet of a game without errors, by default in its own language, for some options and players."""
    sheet = SheetWriter(found, language, options or {}, players)
    return sheet.whole()


class SheetWriter:
    """Write the sheet of one game; a `bare` sheet includes things without a title, and shows no settings."""

    def __init__(
        self,
        found: LinkedRulebook,
        language: str,
        options: Mapping[str, Setting],
        players: int | None = None,
        *,
        bare: bool = False,
    ) -> None:
        self.found = found
        # Hints for computer players are no rules.
        every_one = [
            node
            for node in merge_variants(found.rulebook.declarations, found.variants, found.known).declarations
            if not (isinstance(node, nodes.Define | nodes.Example) and OUTLOOK in rule_numbers.mentioned(node))
        ]
        told = {node.name.text for node in every_one if isinstance(node, nodes.Rule) and node.text is not None}
        self.declarations = tuple(node if bare else as_told(node, told) for node in every_one)
        self.every = tuple(every_one)
        self.full = {node.name.text: node for node in every_one if isinstance(node, nodes.Rule | nodes.Card)}
        """The rules and cards with all their steps, even where a text stands for them."""
        self.head = next(node for node in self.declarations if isinstance(node, nodes.Game))
        defaults = {node.name.text: node.default for node in self.declarations if isinstance(node, nodes.Option)}
        self.own = _own(found)
        self.names = Titles(
            self.declarations,
            SOURCE if language in ("", self.own) else language,
            {} if bare else {**defaults, **options},
            whole=bare,
            own=self.own,
        )
        self.say = self.names.say
        every = (*self.declarations, *(line for variant in found.known.values() for line in variant.lines))
        numbered = [node.numbers for node in every if isinstance(node, nodes.Example | nodes.Ruling)]
        self.remarks = Remarks(number.text for numbers in numbered for number in numbers)
        self.amounts = Amounts(self.names, options)
        least, most = self._players()
        self.players = [players] if players is not None else [*range(least, most + 1)]
        self.contents = ComponentText(self.names, self.remarks, self.amounts, self.players)
        self.components = ComponentList(self.names, self.remarks, self.amounts, self.players)
        self.steps = StatementText(self.names, self.remarks)
        self.examples = [node for node in self.declarations if isinstance(node, nodes.Example) and self._fits(node)]
        self.standing: dict[str, list[Standing]] = {}
        """The game's standing rules on each rule, define or die; those of cards are with the cards."""
        for node in self.declarations:
            if isinstance(node, nodes.Hook | nodes.Forbid | nodes.Change):
                performing = not isinstance(node, nodes.Change) and node.performing
                name = node.name.text if node.name is not None and not performing else PERFORM
                self.standing.setdefault(name, []).append(node)

    def in_words(self, span: Span, meant: Mapping[str, str]) -> str:
        """Return the expression of the rulebook at a place in words, or nothing if there is none.

        `meant` is what local names stand for, apart from `player`, who is spoken to.
        """
        for declaration in self.every:
            for node in nodes.nodes_in(declaration):
                # A game that was kept has read its files at another time.
                is_there = (node.span.start, node.span.end, node.span.source.name) == (span.start, span.end, span.source.name)
                if is_there and isinstance(node, get_args(nodes.Expression)):
                    self.names.meant = {"player": self.names.say("you"), **meant}
                    with local_names_of(self.names, declaration):
                        sayings = self.steps.sayings
                        return sayings.condition(node) if sayings.is_truth(node) else sayings.value(node)
        return ""

    def _fits(self, example: nodes.Example) -> bool:
        """Return whether all variants that an example names are in play."""
        played = {variant.name.text for variant in self.found.variants}
        return all(name in played for name in named_variants(example))

    def _players(self) -> tuple[int, int]:
        lines = [line for line in (*self.head.lines, *self.declarations) if isinstance(line, nodes.Players)]
        return lines[-1].least, lines[-1].most

    def whole(self) -> Sheet:
        sections = [section for section in _once(self._sections()) if section.items]
        items = [item for section in sections for item in section.items]
        shown = frozenset(key for item in items for key in (item.key, *(line.key for line in item.lines)) if key)
        known = rule_numbers.item_keys(self.declarations)
        about = [(node, rule_numbers.about(node, known, shown)) for node in self.examples]
        beside: dict[str, tuple[str, ...]] = {}
        for node, key in about:
            beside[key] = in_order(beside.get(key, ()), (number.text for number in node.numbers))
        sections = [evolve(section, items=tuple(_with_numbers(item, beside) for item in section.items)) for section in sections]
        cases = self._section("cases", _cases(items, [(key, line) for node, key in about for line in self._case(node)]))
        cards = tuple(faces(self.names, self.amounts, self.players[-1]))
        total = sum(face.copies for face in cards)
        name = self.head.name.text
        return Sheet(
            name=name,
            title=self.names.in_language(self.head.title) or name,
            language=self.own if self.names.language == SOURCE else self.names.language,
            about=tuple(self._about(beside.get(rule_numbers.HEAD, ()))),
            how_to_read=tuple(self._how_to_read(sections)),
            sections=(*sections, *([cases] if cases.items else [])),
            faces=cards if total <= MOST else (),
            faces_title=self.say("part-faces"),
            faces_note=self.say("faces-note", total, self.players[-1]),
            named=tuple(self._named()),
            turn=tuple(f"to {name}" for name in self._turn()),
        )

    def _turn(self) -> list[str]:
        """Return the rules with a text that the game repeats, without its end; of a single one, also those that it leads to."""
        repeated: dict[str, None] = {}
        reached = dict.fromkeys(["play"] if "play" in self.full else [])
        pending = [*reached]
        while pending:
            node = self.full[pending.pop(0)]
            loops = [part for part in nodes.nodes_in(node) if isinstance(part, nodes.TakeTurns | nodes.While | nodes.RepeatUntil)]
            inside = [name for name in self._told_by(loops) if not self._tells_the_end(name)]
            repeated |= dict.fromkeys(inside)
            new = [name for name in self._called([node]) if name not in reached and name not in inside]
            reached |= dict.fromkeys(new)
            pending += new
        only = [self.full[name] for name in repeated] if len(repeated) == 1 else []
        return [*repeated, *(name for name in self._told_by(only) if name not in repeated)]

    def _told_by(self, bodies: Sequence[nodes.Node]) -> list[str]:
        """Return the rules with a text to which something leads, apart from those to which only these lead."""
        found: dict[str, None] = {}
        pending = self._called(bodies)
        while pending:
            name = pending.pop(0)
            if name not in found:
                found[name] = None
                pending = [*(() if self._is_told(name) else self._called([self.full[name]])), *pending]
        return [name for name in found if self._is_told(name)]

    def _named(self) -> Iterator[SheetItem]:
        """Yield the text of everything that has a title and a text, wherever the sheet prints it."""
        for node in (part for one in self.every if not isinstance(one, nodes.Example) for part in nodes.nodes_in(one)):
            if isinstance(node, get_args(nodes.Described)) and node.text is not None and node.title is not None:
                title = with_capital(self.names.in_language(node.title))
                yield SheetItem(f"text {node.name.text}", title, self.names.paragraphs(node.text))

    def _about(self, numbers: tuple[str, ...]) -> Iterator[SheetLine]:
        least, most = self._players()
        if len(self.players) == 1:
            least = most = self.players[0]
        text = self.say("players", least) if least == most else self.say("players-between", least, most)
        yield SheetLine(text, (), "", numbers)
        if self.found.variants:
            titles = [self.names.in_language(variant.title) or variant.name.text for variant in self.found.variants]
            yield SheetLine(self.say("played-with", ", ".join(titles)))
        for line in self.head.lines:
            if isinstance(line, nodes.About):
                yield SheetLine(self.names.in_language(line.title))
            elif isinstance(line, nodes.Minutes):
                yield SheetLine(self.say("minutes" if line.least == line.most else "minutes-between", line.least, line.most))
            elif isinstance(line, nodes.Difficulty):
                yield SheetLine(self.say(_DIFFICULTIES[line.level.text]))
        for node in (*self.head.lines, *self.declarations):
            if isinstance(node, nodes.Note):
                yield SheetLine(self.names.in_language(node.title))

    def _how_to_read(self, sections: Sequence[SheetSection]) -> Iterator[SheetLine]:
        spoken = [language_name(one, self.names.spoken) for one in languages_of(self.found)]
        yield SheetLine(self.say("languages", ", ".join(spoken)))
        for name, variant in self.found.known.items():
            if variant not in self.found.variants and name not in self.found.guests:
                title = self.names.in_language(variant.title) or name
                notes = [self.names.in_language(line.title) for line in variant.lines if isinstance(line, nodes.Note)]
                yield SheetLine(self.say("variant-there", title, " ".join(notes)) if notes else self.say("variant-alone", title))
        numbers = (number for section in sections for item in section.items for number in item.all_numbers())
        for number in islice(numbers, 1):
            yield SheetLine(self.say("how-to-read-numbers", number))
        if any(self._has_steps(item) for section in sections if section.key != "standing" for item in section.items):
            yield SheetLine(self.say("how-to-read-steps"))

    def _has_steps(self, item: SheetItem) -> bool:
        """Return whether an item tells a rule or a card step by step."""
        kind, _, name = item.key.partition(" ")
        if kind == "to":
            return bool(self.names.rules[name].body)
        return kind == "card" and bool(self.names.cards[name].perform)

    def _sections(self) -> Iterator[SheetSection]:
        order = self._order("setup"), self._order("play")
        setup = [name for name in order[0] if name not in order[1]]
        overview = [name for name in order[1][:1] if self._is_told("play")]
        # It stands below a heading of its own.
        yield self._section("overview", (evolve(self._rule(name), title="") for name in overview))
        yield self._section("there", self.contents.items() if self.names.whole else self.components.items())
        # A text that says how the game begins or goes also says where everything begins.
        is_told = any(name in self.names.rules and self._is_told(name) for name in ("setup", "play"))
        starts = () if is_told else tuple(self.contents.starts())
        yield self._section("setup", [*([SheetItem("start", "", (), starts)] if starts else []), *map(self._rule, setup)])
        endings = [name for name in order[1] if name not in overview and self._tells_the_end(name)]
        # The usual end comes first: somebody wins.
        endings.sort(key=lambda name: not any(end.winners is not None for end in self._game_overs(name)))
        # Cards also lead to these, so they are no part of a turn.
        general = self._led_to([self.full[name] for name in self.names.cards]).difference(overview, endings)
        yield self._section("play", (self._rule(name) for name in order[1] if name not in {*overview, *endings, *general}))
        yield self._section("cards", map(self._card, self._cards()))
        known = {*order[0], *order[1]} - general
        spoken_of = self.names.rules if self.names.whole else self._mentioned
        reached = [name for name in self.names.rules if name not in known and name in spoken_of]
        yield self._section("more", map(self._rule, reached))
        yield self._section("end", (*map(self._rule, endings), *self._end({*known, *reached})))
        yield self._section("standing", self._standing({*known, *reached}))
        standing = (node for node in self.every if isinstance(node, nodes.Hook | nodes.Forbid | nodes.Change))
        yield self._section("states", states(self.names, standing, self._named_standing))
        words = (
            node
            for name, node in self.names.defines.items()
            if self.names.whole or node.text is not None or name in self._mentioned
        )
        yield self._section("words", map(self._define, words))
        yield self._section("options", self.contents.options())
        yield self._section("rulings", self._rulings())

    def _section(self, key: str, items: Iterable[SheetItem]) -> SheetSection:
        return SheetSection(key, self.say(f"part-{key}"), tuple(items))

    def _order(self, name: str) -> list[str]:
        """Return a rule and all rules that it leads to, in order of first mention.

        The text of a rule covers the rules that it leads to, except those that have a text of their own.
        """
        found: dict[str, bool] = {}
        pending = [(name, True)] if name in self.names.rules else []
        while pending:
            rule, is_shown = pending.pop()
            is_shown = is_shown or self._is_told(rule)
            if rule not in found or (is_shown and not found[rule]):
                found[rule] = is_shown
                further = is_shown and not self._is_told(rule)
                called = self._called([self.full[rule]]) + self._called(self.standing.get(rule, ()))
                pending += [(one, further) for one in reversed(called)]
        return [rule for rule, is_shown in found.items() if is_shown]

    def _is_told(self, name: str) -> bool:
        """Return whether a rule has a text that stands for its steps."""
        return self.names.rules[name].text is not None and not self.names.whole

    def _called(self, bodies: Iterable[object]) -> list[str]:
        """Return the rules that are carried out, tried, or used as a value."""
        calls = []
        for node in (part for body in bodies for part in nodes.nodes_in(body)):
            if isinstance(node, nodes.Call | nodes.Name | nodes.Of | nodes.Operation) and node.name is not None:
                name = node.name if isinstance(node.name, str) else node.name.text
                calls.append((node.span.source.name, node.span.start, name))
        return [name for _, _, name in sorted(calls) if name in self.names.rules]

    def _led_to(self, nodes_before: Iterable[nodes.Node]) -> set[str]:
        """Return the rules to which something leads, step by step."""
        found: set[str] = set()
        pending = [*nodes_before]
        while pending:
            new = {*self._called([pending.pop()])} - found
            found |= new
            pending += [self.full[name] for name in new]
        return found

    @cached_property
    def _mentioned(self) -> frozenset[str]:
        """Return all names that anything on the sheet mentions, and what the rules and defines among them mention in turn."""
        left_out = (nodes.Example, nodes.Position, nodes.Define, nodes.Rule)
        pending: list[nodes.Node] = [node for node in self.declarations if not isinstance(node, left_out)]
        further = {**self.names.defines, **self.names.rules}
        found = {*self._order("setup"), *self._order("play")}
        pending += [further[name] for name in found]
        while pending:
            parts = (part for body in _bodies(pending.pop()) for part in nodes.nodes_in(body))
            named = (getattr(part, "others" if isinstance(part, nodes.Visibility) else "name", None) for part in parts)
            new = {name.text if isinstance(name, nodes.Word) else str(name) for name in named} - found
            found |= new
            pending += [further[name] for name in new if name in further]
        return frozenset(found | {name for name in self.names.rules if self._is_told(name)})

    def _remarked(self, node: nodes.Node) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the rulebook's remark about a node, as a lead, and the numbers in it."""
        text = self.remarks.about(node)
        words = self.remarks.words(text) if self.names.remarked else ""
        return (words,) if words else (), self.remarks.numbers(text)

    def _rule(self, name: str) -> SheetItem:
        node = self.names.rules[name]
        lead, numbers = self._remarked(node)
        if self._is_told(name):
            lead = self.names.paragraphs(node.text)
            numbers = in_order(numbers, self._numbers_within(self.full[name]))
            return SheetItem(f"to {name}", self.names.rule(name), lead, self._standing_on(name), numbers)
        with local_names_of(self.names, node):
            takes = self.names.listed(map(self._parameter, node.parameters))
            about = [SheetLine(self.say("rule-takes", takes))] if node.parameters else []
            lines = (*about, *self.steps.needs(node.needs), *self.steps.block(node.body), *self._standing_on(name))
            lead = (*self.names.paragraphs(node.text), *lead)
        return SheetItem(f"to {name}", self.names.rule(name), lead, lines, numbers)

    def _tells_the_end(self, name: str) -> bool:
        """Return whether the text of a rule tells how the game ends."""
        return self._is_told(name) and any(self._game_overs(name))

    def _game_overs(self, name: str) -> Iterator[nodes.GameOver]:
        return (part for part in nodes.nodes_in(self.full[name]) if isinstance(part, nodes.GameOver))

    def _numbers_within(self, node: nodes.Rule | nodes.Card) -> tuple[str, ...]:
        """Return the numbers in the remarks about the steps that a text stands for."""
        found: set[str] = set()
        seen: set[str] = set()
        pending: list[nodes.Rule | nodes.Card] = [node]
        while pending:
            one = pending.pop()
            for part in nodes.nodes_in(one):
                if part is not one:
                    found.update(self.remarks.numbers(self.remarks.about(part)))
            for name in self._called([one]):
                if name not in seen and not self._is_told(name):
                    seen.add(name)
                    pending.append(self.full[name])
        return tuple(found)

    def _parameter(self, node: nodes.Parameter) -> str:
        name = node.name.text
        return self.names.given.get(name) or (self.say("a-player") if name == "someone" else plain_words(name))

    def _standing_on(self, name: str, on: str = "") -> tuple[SheetLine, ...]:
        """Return the game's standing rules on something."""
        return tuple(self._stands(node, on or self.say("this-rule")) for node in self.standing.get(name, ()))

    def _stands(self, node: Standing, on: str) -> SheetLine:
        """Return a standing rule and its effect as one sentence; `on` is what it changes."""
        with local_names_of(self.names, node):
            return self._told(node, on)

    def _told(self, node: Standing, on: str) -> SheetLine:
        if node.text is not None and not self.names.whole:
            first, *further = self.names.paragraphs(node.text)
            return SheetLine(first, tuple(map(SheetLine, further)))
        if not on:
            on = self._stood_on(node)
        condition = self.steps.sayings.condition(node.condition) if node.condition is not None else ""
        so = self.say("if-so" if isinstance(node, nodes.Hook) else "while-so", condition) if condition else ""
        match node:
            case nodes.Hook(when=when, body=body):
                line = SheetLine(self.say(when, on, so), self.steps.block(body))
            case nodes.Forbid(reason=reason):
                why = self.names.text(reason)
                if why and self._stands_on_told(node):
                    return SheetLine(why)
                line = SheetLine(self.say("forbidden-why", on, so, why) if why else self.say("forbidden", on, so))
            case nodes.Change(value=value):
                line = SheetLine(self._becomes(on, value, so))
        told = tuple(map(SheetLine, self.names.paragraphs(node.text)))
        return self.steps.remarked(node, evolve(line, lines=(*told, *line.lines)))

    def _stands_on_told(self, node: nodes.Forbid) -> bool:
        """Return whether a ban is on a rule whose text people read."""
        return node.name is not None and node.name.text in self.names.rules and self._is_told(node.name.text)

    def _standing(self, shown: set[str]) -> Iterator[SheetItem]:
        """Yield the standing rules on any card and on dice, and the texts of those on rules that are not shown."""
        for name in (name for name in self.names.rules if name not in shown and not self.names.whole):
            told = tuple(self._named_standing(node) for node in self.standing.get(name, ()) if node.text is not None)
            if told:
                yield SheetItem(f"to {name}", self.names.rule(name), (), told)
        performing = self._standing_on(PERFORM)
        if performing:
            yield SheetItem(PERFORM, with_capital(self.say("any-card")), (), performing)
        for name in self.names.values:
            lines = self._standing_on(name, self.names.title_of(name))
            if lines:
                yield SheetItem(f"change {name}", self.names.title_of(name), (), lines)

    def _cards(self) -> Iterator[nodes.Card]:
        """Yield all named cards, kind by kind."""
        for kind in self.names.kinds:
            yield from self.names.cards_of.get(kind, ())

    def _card(self, card: nodes.Card) -> SheetItem:
        text = self.names.paragraphs(card.text)
        lead, numbers = self._remarked(card)
        if text and not self.names.whole:
            numbers = in_order(numbers, self._numbers_within(self.full[card.name.text]))
        copies = self.amounts.copies(card, self.players[-1])
        kind = (self.names.title_of(card.kind.text),) if len(self.names.cards_of) > 1 else ()
        values = (*kind, *values_on(self.names, card))
        lines = [SheetLine("; ".join(values))] if values else []
        lines += [SheetLine(self.say("copies", copies))] if copies != 1 else []
        with local_names_of(self.names, *card.needs):
            lines += self.steps.needs(card.needs)
        if card.perform:
            with local_names_of(self.names, *card.perform):
                lines.append(self.steps.joined(self.say("card-does"), self.steps.block(card.perform)))
        if card.standing:
            standing = tuple(self._named_standing(node) for node in card.standing)
            lines.append(SheetLine(self.say("card-while"), standing))
        return SheetItem(f"card {card.name.text}", self.names.title_of(card.name.text), (*text, *lead), tuple(lines), numbers)

    def _named_standing(self, node: Standing) -> SheetLine:
        """Return a standing rule with the name of what it changes."""
        return self._stands(node, "")

    def _stood_on(self, node: Standing) -> str:
        if node.name is None or (not isinstance(node, nodes.Change) and node.performing):
            return self.say("any-card")
        name = node.name.text
        if isinstance(node, nodes.Change) and self.names.is_worded(name):
            own = zip(self.names.defines[name].parameters, node.parameters, strict=False)
            return self.names.worded(name, {one.name.text: self.names.local(word.text) for one, word in own})
        return self.names.spoken_of(name)

    def _becomes(self, on: str, value: nodes.Expression, so: str) -> str:
        """Return the new value of a define; for a condition, that it holds or not."""
        if isinstance(value, nodes.Constant) and value.word in ("yes", "no"):
            key = "becomes-so" if value.word == "yes" else "becomes-not"
            return self.say(f"{key}-here", so) if on == self.say("this-rule") else self.say(key, on, so)
        match value:
            case nodes.Operation(operator="plus" | "minus" as way, operands=(nodes.Constant(word="it"), by)):
                return self.say("more-by" if way == "plus" else "less-by", on, self.steps.sayings.value(by), so)
        before = any(isinstance(part, nodes.Constant) and part.word == "it" for part in nodes.nodes_in(value))
        return self.say("becomes" if before else "becomes-now", on, self.steps.sayings.value(value), so)

    def _define(self, node: nodes.Define) -> SheetItem:
        lead, numbers = self._remarked(node)
        name = node.name.text
        told = self.names.paragraphs(node.text)
        with local_names_of(self.names, node):
            title = self.names.title_of(name)
            if node.parameters and not self.names.is_worded(name):
                title += self.say("call-with", self.names.listed(map(self._parameter, node.parameters)))
            sayings = self.steps.sayings
            truth = sayings.is_truth(node.value)
            worth = sayings.condition(node.value) if truth else sayings.value(node.value)
            text = self.say("word-if" if truth and self.names.is_worded(name) else "word-is", title, worth)
        worked_out = (SheetLine(with_capital(text)),) if self.names.whole or not told else ()
        lines = (*worked_out, *self._standing_on(name))
        return SheetItem(f"define {node.name.text}", with_capital(title), (*told, *lead), lines, numbers)

    def _end(self, known: set[str]) -> Iterator[SheetItem]:
        """Yield every end of the game, with its conditions."""
        for name in self.names.rules:
            if name in known:
                with local_names_of(self.names, self.names.rules[name]):
                    lines = tuple(self._ends(self.names.rules[name].body))
                    whole = len(lines) > 1 and lines == self.steps.block(self.names.rules[name].body)
                if lines:
                    there = (SheetLine(self.say("spoken-of", self.say("quoted", self.names.rule(name)))),)
                    yield SheetItem(f"end {name}", "" if whole else self.names.rule(name), (), there if whole else lines)
        for card in self.names.cards.values():
            lines = tuple(self._ends(card.perform or ()))
            if lines:
                yield SheetItem(f"end {card.name.text}", self.names.title_of(card.name.text), (), lines)
        score = self.names.defines.get("score")
        if score is not None and not any(map(self._tells_the_end, known)):
            worth = self.steps.sayings.value(score.value)
            yield SheetItem(
                "end score", "", (), (SheetLine(with_capital(self.say("score-is", self.names.title_of("score"), worth))),)
            )

    def _ends(self, body: Iterable[nodes.Statement]) -> Iterator[SheetLine]:
        """Return the lines of a block that end the game, below the lines that lead there."""
        before: nodes.Statement | None = None
        lets: dict[str, list[nodes.Statement]] = {}
        for node in body:
            if isinstance(node, nodes.Let):
                lets[node.name.text] = [node]
            elif any(isinstance(part, nodes.GameOver) for part in nodes.nodes_in(node)):
                # The local names in these conditions.
                asked = {part.name for part in nodes.nodes_in(node) if isinstance(part, nodes.Name)}
                yield from self.steps.block(one for name in [*lets] if name in asked for one in lets.pop(name))
            else:
                changed = {part.target.name.text for part in nodes.nodes_in(node) if isinstance(part, nodes.Assign)}
                for name in changed & lets.keys():
                    lets[name].append(node)
            if isinstance(node, nodes.GameOver):
                lines = self.steps.block((node,))
                until = self._until(before)
                if until:
                    yield self.steps.joined(self.say("end-when", until), lines)
                else:
                    yield from lines
            elif isinstance(node, nodes.If):
                yield from self._ends_if(node)
            elif isinstance(node, nodes.Menu):
                for option in node.options:
                    with local_names_of(self.names, option.picks, option.body, further=True):
                        lines = tuple(self._ends(option.body))
                    if lines:
                        yield SheetLine(
                            self.say("offer", self.names.text(option.title) or plain_words(option.name.text), ""), lines
                        )
            elif isinstance(node, nodes.Looping):
                yield from self._ends(node.body)
            # Statements after a loop may take as long again.
            before = None if isinstance(node, nodes.Call | nodes.Perform | nodes.If) else node if self._until(node) else before

    def _until(self, node: nodes.Node | None) -> str:
        """Return what holds when a loop is over."""
        if isinstance(node, nodes.RepeatUntil | nodes.TakeTurns) and node.condition is not None:
            return self.steps.sayings.condition(node.condition)
        ends = isinstance(node, nodes.While) and not isinstance(node.condition, nodes.Constant)
        return self.steps.sayings.condition(node.condition, so=False) if isinstance(node, nodes.While) and ends else ""

    def _ends_if(self, node: nodes.If) -> Iterator[SheetLine]:
        for condition, body in node.branches:
            lines = tuple(self._ends(body))
            if lines:
                yield self.steps.joined(self.say("end-if", self.steps.sayings.condition(condition)), lines)
        lines = tuple(self._ends(node.otherwise))
        if lines:
            yield self.steps.joined(self.say("end-otherwise"), lines)

    def _rulings(self) -> Iterator[SheetItem]:
        for node in self.declarations:
            if isinstance(node, nodes.Ruling):
                numbers = tuple(number.text for number in node.numbers)
                text = self.names.in_language(node.title)
                yield SheetItem(f"ruling {numbers[0]}", "", (), (SheetLine(text, (), "", numbers),))

    def _case(self, node: nodes.Example) -> Iterator[SheetLine]:
        """Yield the title of an example: a rule in few words, unless a translation is missing."""
        texts = dict(node.title.texts) if node.title is not None else {}
        if self.names.language in texts:
            text = without_braces(texts[self.names.language])
            yield SheetLine(text, (), "", tuple(number.text for number in node.numbers))


def _cases(items: Iterable[SheetItem], cases: Sequence[tuple[str, SheetLine]]) -> Iterator[SheetItem]:
    """Yield cases below the title of the rule or card that each is about; first those about something else."""
    titles = {item.key: item.title for item in items if item.title and item.key.startswith(("to ", "card "))}
    keys = {title: key for key, title in titles.items()}
    by_key: dict[str, list[SheetLine]] = {key: [] for key in ("", *titles)}
    for about, line in cases:
        # A case that begins with a title says itself what it is about.
        key = keys.get(line.text.partition(":")[0], about)
        by_key[key if key in titles else ""].append(line)
    for key, lines in by_key.items():
        if key and lines:
            yield SheetItem(f"cases {key}", titles[key])
        yield from (SheetItem(f"example {line.numbers[0]}", "", (), (line,)) for line in lines)


def _once(sections: Iterable[SheetSection]) -> Iterator[SheetSection]:
    """Yield sections; of the states, only what is not said before."""
    told: set[SheetLine] = set()
    for section in sections:
        if section.key == "states":
            shown = (evolve(item, lines=tuple(line for line in item.lines if line not in told)) for item in section.items)
            section = evolve(section, items=tuple(item for item in shown if item.lines))
        told.update(line for item in section.items for line in every(item.lines))
        yield section


def _with_numbers(item: SheetItem, beside: dict[str, tuple[str, ...]]) -> SheetItem:
    """Return an item with the numbers beside it and its lines; each belongs beside the first thing that has its key."""
    numbers = in_order(item.numbers, beside.pop(item.key, ()))
    lines = tuple(evolve(line, numbers=in_order(line.numbers, beside.pop(line.key, ()))) for line in item.lines)
    return evolve(item, numbers=numbers, lines=lines)


def as_told(node: nodes.Declaration, told: Container[str]) -> nodes.Declaration:
    """Return a declaration without what its text stands for: steps, conditions, and who sees into a place.

    A ban on a rule that is `told` is its sentence alone.
    """
    if isinstance(node, nodes.Rule) and node.text is not None:
        return evolve(node, needs=(), body=())
    if isinstance(node, nodes.Card) and node.text is not None:
        return evolve(node, needs=(), perform=None, standing=())
    if isinstance(node, nodes.Place) and node.text is not None:
        return evolve(node, seen=None)
    if isinstance(node, nodes.Hook) and node.text is not None:
        return evolve(node, condition=None, body=())
    if isinstance(node, nodes.Change) and node.text is not None:
        return evolve(node, condition=None, value=nodes.Constant(span=node.span, word="it"))
    if isinstance(node, nodes.Forbid):
        on_told = node.reason is not None and node.name is not None and node.name.text in told
        return evolve(node, condition=None) if on_told or node.text is not None else node
    if isinstance(node, nodes.FieldBlock):
        return evolve(node, fields=tuple(map(_field_as_told, node.fields)))
    return node


def _field_as_told(node: nodes.Field | nodes.BrokenLine) -> nodes.Field | nodes.BrokenLine:
    return evolve(node, seen=None) if isinstance(node, nodes.Field) and node.text is not None else node


def _bodies(node: nodes.Node) -> Iterator[object]:
    """Yield the contents of a declaration, without its name."""
    yield from (getattr(node, name) for name in attributes(type(node)) if name != "name")
