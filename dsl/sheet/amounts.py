"""Work out how many copies of something exist, if that depends only on players, options and what it is made for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from attrs import evolve, frozen

from rulewright.dsl import nodes
from rulewright.dsl.sheet.titles import Titles
from rulewright.dsl.text.arithmetic import operator_value

Amount = int | bool | str | None
MOST = 10_000
"""The most combinations of what something is made for; beyond this, nothing is worked out."""


@frozen
class KnownValues:
    """The values that are known before the game begins."""

    players: int
    options: Mapping[str, int | bool | str]
    made_for: Mapping[str, Amount] = {}


class Amounts:
    """Work out amounts."""

    def __init__(self, names: Titles, options: Mapping[str, int | bool | str]) -> None:
        self.names = names
        self.options = {name: options.get(name, node.default) for name, node in names.options.items()}
        """The value of each option."""

    def known(self, players: int) -> KnownValues:
        """Return what is known for a number of players."""
        return KnownValues(players, self.options)

    def values_of(self, name: str, players: int) -> list[Amount]:
        """Return what each thing is made for: seats, the names of values, or numbers."""
        node = self.names.values.get(name)
        if isinstance(node, nodes.Values):
            return [entry.name.text for entry in node.entries]
        if isinstance(node, nodes.Numbers):
            return [*range(node.least, node.most + 1)]
        return [*range(1, players + 1)]

    def made_for(self, kind: nodes.Components, players: int) -> Iterator[tuple[dict[str, Amount], int]]:
        """Yield what things are made for, with the number for each; nothing if that cannot be worked out."""
        lists = [self.values_of(group.text, players) for group in kind.groups]
        combinations = 1
        for one in lists:
            combinations *= len(one)
        if combinations > MOST:
            return
        known = self.known(players)
        for values in product(*lists):
            made_for = dict(zip((group.text for group in kind.groups), values, strict=True))
            amount = self.value_of(kind.amount, evolve(known, made_for=made_for))
            if not isinstance(amount, int):
                return
            yield made_for, int(amount)

    def total(self, kind: nodes.Components, players: int) -> int | None:
        """Return the number of things of a kind, including all copies of all named cards."""
        made = [*self.made_for(kind, players)]
        if not made:
            return None
        each = sum(amount for _, amount in made)
        if not kind.cards:
            return each
        cards = self.names.cards_of.get(kind.name.text, [])
        copies = [self.copies(card, players) for card in cards]
        return each * sum(copies) if cards else each

    def copies(self, card: nodes.Card, players: int) -> int:
        """Return the copies of a card, for each thing that its kind is made for."""
        worth = self.value_of(card.copies, self.known(players)) if card.copies is not None else 1
        return worth if isinstance(worth, int) else 1

    def value_of(self, node: nodes.Expression, known: KnownValues) -> Amount:
        """Return the value of an expression, or None if it is not known beforehand."""
        match node:
            case nodes.Number(value=value):
                return value
            case nodes.Constant(word="yes" | "no" as word):
                return word == "yes"
            case nodes.Name(name=name):
                if name in known.made_for:
                    return known.made_for[name]
                if name in known.options:
                    return known.options[name]
                return name if name in self.names.known else None
            case nodes.Of(name=word, target=target):
                return self._printed(word.text, self.value_of(target, known), target, known)
            case nodes.Operation():
                return self._operation(node, known)
        return None

    def _printed(self, name: str, of: Amount, target: nodes.Expression, known: KnownValues) -> Amount:
        """Return the number printed on a value, or its place in its list."""
        for values in self.names.values.values():
            for place, entry in enumerate(values.entries if isinstance(values, nodes.Values) else ()):
                if entry.name.text == of and isinstance(target, nodes.Name):
                    if name == "number":
                        return place + 1
                    for printed in entry.printed:
                        if printed.name.text == name:
                            return self.value_of(printed.value, known)
        return None

    def _operation(self, node: nodes.Operation, known: KnownValues) -> Amount:
        operands = node.operands
        match node.operator:
            case "count" if isinstance(operands[0], nodes.Name) and operands[0].name == "players":
                return known.players
            case "conditional":
                then, condition, otherwise = operands
                so = self.value_of(condition, known)
                return None if so is None else self.value_of(then if so else otherwise, known)
            case "inside" | "outside" if isinstance(operands[1], nodes.ValueList):
                one = self.value_of(operands[0], known)
                return (one in [self.value_of(item, known) for item in operands[1].items]) == (node.operator == "inside")
            case "item" if isinstance(operands[1], nodes.ValueList):
                place = self.value_of(operands[0], known)
                items = operands[1].items
                return self.value_of(items[place - 1], known) if isinstance(place, int) and 0 < place <= len(items) else None
        values = [self.value_of(operand, known) for operand in operands]
        if None in values:
            return None
        return _reckoned(node.operator, values)


def _reckoned(operator: str, values: list[Amount]) -> Amount:
    if operator in ("same", "different"):
        return (values[0] == values[1]) == (operator == "same")
    if not all(isinstance(value, int) for value in values):
        return None
    numbers = [int(value) for value in values if isinstance(value, int)]
    one, other = numbers[0], numbers[-1]
    match operator:
        case "either":
            return bool(one or other)
        case "both":
            return bool(one and other)
        case "negation":
            return not one
    return operator_value(operator, one, other)
