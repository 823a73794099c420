"""Find numbers in the text of a card or an answer that are not in its effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import get_args

from rulewright.dsl import checked, nodes
from rulewright.dsl.lint.numerals import numbers_in
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.frozen import attributes
from rulewright.dsl.text.source import Span

BESIDE = (*get_args(nodes.Expression), nodes.Hook)
"""Nodes that hold no menu of the rule or the card itself."""
MOST_DEEP = 2
"""How far to follow rules that call others: a small number turns up somewhere."""


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings, in all languages."""
    effects = EffectNumbers(rulebook)
    for node in rulebook.declarations:
        if isinstance(node, nodes.Card) and _does_something(node):
            texts = [(node.text.span, *text) for text in node.text.texts] if node.text is not None else []
            yield from _broken(
                node.name, texts, effects, (node.fields, node.perform or (), node.standing), (node.copies, node.needs)
            )
    yield from _answers(rulebook, effects)


def _answers(rulebook: LintedRulebook, effects: EffectNumbers) -> Iterator[Diagnostic]:
    """Find lines of menus with such a number."""
    places = {option.span for menu in rulebook.all(checked.Menu) for option in menu.options if _says_a_number(option.title)}
    if not places:
        return
    for node in rulebook.declarations:
        for option in nodes.nodes_in(node, BESIDE) if isinstance(node, nodes.Rule | nodes.Card) else ():
            if isinstance(option, nodes.MenuOption) and option.span in places and option.title is not None and option.body:
                said = [(option.title.span, language, text) for language, text in option.title.texts]
                yield from _broken(option.name, said, effects, (option.condition, option.body), (option.picks,))


def _says_a_number(title: checked.TextTemplate) -> bool:
    pieces = ((piece, language) for language, text in title.items() for piece in text if isinstance(piece, str))
    return any(any(numbers_in(piece, language)) for piece, language in pieces)


def _does_something(card: nodes.Card) -> bool:
    return bool(card.perform or card.standing or card.fields)


def _broken(
    name: nodes.Word,
    texts: Iterable[tuple[Span, str, str]],
    effects: EffectNumbers,
    doing: tuple[object, ...],
    besides: tuple[object, ...],
) -> Iterator[Diagnostic]:
    """Find the first number in a text that is not in the effect."""
    for span, language, text in texts:
        said = [number for number, _, _ in numbers_in(text, language)]
        if not said:
            continue
        own = effects.numbers_in(doing)
        plain = {number for number in own if number >= 2}
        missing = [number for number in said if number not in own]
        if missing:
            known = effects.beyond(doing, besides) | effects.spoken_of(name.text)
            missing = [number for number in missing if number not in known]
        if not missing and len(set(said)) == len(plain) == 1 and not plain & set(said):
            # Small numbers turn up somewhere, but the effect itself has another one.
            missing = said
        for number, start, end in numbers_in(text, language):
            if number in missing:
                place = _place(span, text, start, end)
                instead = sorted(set(effects.places) & plain - set(said))
                related = (
                    [(effects.places[instead[0]], Phrase("here"))] if len(instead) == 1 and instead[0] in effects.places else []
                )
                yield warning(
                    "text-number",
                    Phrase("the-text-says-and-nothing-that-does", number=number, name=name.text),
                    place,
                    way_out=Phrase("what-it-does-has-change-the-text", instead=instead[0])
                    if len(instead) == 1
                    else Phrase("change-the-text-or-what-is-done"),
                    related=related,
                )
                return


def _place(span: Span, text: str, start: int, end: int) -> Span:
    """Return the span of a piece of a text, or of the whole if its spelling differs from what is read."""
    at = span.text.find(text)
    return span if at < 0 else Span(span.source, span.start + at + start, span.start + at + end)


class EffectNumbers:
    """Find the numbers in effects."""

    def __init__(self, rulebook: LintedRulebook) -> None:
        self.rulebook = rulebook
        self.places: dict[int, Span] = {}
        """The places of the numbers in the last effect itself."""
        self._known: dict[nodes.Node, tuple[set[int], set[str]]] = {}

    def numbers_in(self, doing: tuple[object, ...]) -> set[int]:
        """Return the numbers in an effect."""
        self.places = {}
        return self._within(doing, self.places)[0] | set(self._changed(doing))

    def beyond(self, doing: tuple[object, ...], besides: tuple[object, ...]) -> set[int]:
        """Return the numbers in everything else that belongs to it, and in all that it calls and uses."""
        found, names = self._within((doing, besides))
        seen: set[str] = set()
        for _ in range(MOST_DEEP):
            following: set[str] = set()
            for node in (node for one in names - seen for node in self.named.get(one, ())):
                numbers, more = self._of_node(node)
                found |= numbers
                following |= more
            seen |= names
            names = following
        return found

    def _of_node(self, node: nodes.Node) -> tuple[set[int], set[str]]:
        """Return the numbers and names in a declaration, from a cache."""
        if node not in self._known:
            self._known[node] = self._within(node)
        return self._known[node]

    def spoken_of(self, name: str) -> set[int]:
        """Return the numbers in the rules that mention a card by name."""
        return {number for node in self.speaking.get(name, ()) for number in self._of_node(node)[0]}

    def _changed(self, doing: tuple[object, ...]) -> Iterator[int]:
        """Yield the results of changes to numbers."""
        for part in doing:
            for change in part if isinstance(part, tuple) else ():
                if isinstance(change, nodes.Change):
                    by = self._within(change)[0]
                    for node in self.named.get(change.name.text, ()):
                        was = self._of_node(node)[0] if isinstance(node, nodes.Define) else set()
                        signs = [sign for word, sign in ((" + ", 1), (" - ", -1)) if word in change.span.text]
                        yield from (number + sign * other for number in was for other in by for sign in signs)

    @cached_property
    def named(self) -> dict[str, list[nodes.Node]]:
        """Return the declarations of each name."""
        found: dict[str, list[nodes.Node]] = {}
        for node in self.rulebook.declarations:
            if isinstance(node, nodes.Rule | nodes.Define | nodes.Option | nodes.Change):
                found.setdefault(node.name.text, []).append(node)
            elif isinstance(node, nodes.FieldBlock):
                for line in node.fields:
                    if isinstance(line, nodes.Field):
                        found.setdefault(line.name.text, []).append(line)
            elif isinstance(node, nodes.Values):
                for entry in node.entries:
                    found.setdefault(entry.name.text, []).append(entry)
        return found

    @cached_property
    def speaking(self) -> dict[str, list[nodes.Node]]:
        """Return the rules that mention a card by name."""
        cards = {node.name.text for node in self.rulebook.declarations if isinstance(node, nodes.Card)}
        found: dict[str, list[nodes.Node]] = {}
        for node in self.rulebook.declarations:
            if isinstance(node, nodes.Rule | nodes.Define | nodes.Change | nodes.Hook | nodes.Forbid):
                for name in self._of_node(node)[1] & cards:
                    found.setdefault(name, []).append(node)
        return found

    def _within(self, roots: object, places: dict[int, Span] | None = None) -> tuple[set[int], set[str]]:
        """Return the numbers and names in some nodes; repetitions and the lengths of lists also count as numbers."""
        numbers: set[int] = set()
        names: set[str] = set()
        calls: Counter[str] = Counter()
        pending: list[object] = [roots]
        while pending:
            part = pending.pop()
            if isinstance(part, tuple):
                pending.extend(part)
                continue
            if isinstance(part, nodes.Number):
                numbers.add(part.value)
                if places is not None:
                    places[part.value] = part.span
            elif isinstance(part, nodes.Name):
                names.add(part.name)
            elif isinstance(part, nodes.Word):
                names.add(part.text)
            elif isinstance(part, nodes.Title | nodes.Text):
                continue
            if isinstance(part, nodes.Call):
                calls[part.span.text] += 1
            if isinstance(part, nodes.Of):
                numbers |= {_steps(part)} - {1}
            if isinstance(part, nodes.Node):
                pending.extend(getattr(part, name) for name in attributes(type(part)))
        return numbers | set(calls.values()), names


def _steps(e: nodes.Of) -> int:
    """Return how often a word is repeated: `back of back of runner` is two back."""
    inner = e.target
    return 1 + _steps(inner) if isinstance(inner, nodes.Of) and inner.name.text == e.name.text else 1
