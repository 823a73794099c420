"""Put expressions into words: values and conditions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from attrs import evolve

from rulewright.dsl import nodes
from rulewright.dsl.sheet.titles import Titles

BUILT_IN = frozenset(
    {"owner", "space", "card", "left", "right", "number", "row", "column", "neighbours", "around", "region", "picture"}
    | {"opposite", "left-turn", "right-turn"}
)
ARTICLED = frozenset({"owner", "space", "left", "right"})
"""Words that need an article in French, unless *its* comes before."""
COMPARED = {
    "same": "same",
    "different": "different",
    "at_least": "at-least",
    "at_most": "at-most",
    "more_than": "more-than",
    "less_than": "less-than",
}
OTHERWISE = {
    "same": "different",
    "different": "same",
    "at_least": "less_than",
    "less_than": "at_least",
    "at_most": "more_than",
    "more_than": "at_most",
    "inside": "outside",
    "outside": "inside",
}
"""The operators of opposite conditions."""
SUMS = {"plus": "plus", "minus": "minus", "times": "sum-times", "divided": "divided", "remainder": "remainder"}
BINDING = {"plus": 1, "minus": 1, "times": 2}
"""How tightly a sum in symbols binds; all other operators are words."""
OF_ONE = {"count": "count", "first": "first", "last": "last", "negative": "negative"}
OF_TWO = {
    "as_long_as": "as-long-as",
    "from_clockwise": "clockwise",
    "from_counterclockwise": "counterclockwise",
    "without": "without",
    "union": "union",
    "first_few": "first-few",
    "last_few": "last-few",
    "item": "item",
    "longest_line": "longest-line",
    "range": "range",
}
ASKED_OF_EACH = {"sum_of": "sum-of", "highest": "highest", "lowest": "lowest"}
TRUTHS = frozenset({*COMPARED, "either", "both", "negation", "inside", "outside", "any", "none", "can"})
LOOSE = frozenset(
    {"where", "as_long_as", "either", "both", "conditional", "without", "union", "from_clockwise", "from_counterclockwise"}
)
"""Operators that take everything after them as operands, and need brackets if something follows."""
DEEPEST = 4


class ExpressionText:
    """Put expressions into words."""

    def __init__(self, names: Titles) -> None:
        self.names = names
        self.of_players = False
        """Whether `it` is a player: then there is no *its*."""

    def value(self, node: nodes.Expression) -> str:
        """Return the words for a value."""
        say = self.names.say
        match node:
            case nodes.Name(name=name):
                return self.name(name)
            case nodes.Number(value=value):
                return str(value)
            case nodes.Text(value=text):
                return say("quoted", text)
            case nodes.Constant(word=word):
                return say("it-player" if word == "it" and self.of_players else word)
            case nodes.ValueList(items=items):
                return self.names.listed(map(self.value, items))
            case nodes.Of():
                return self._of(node)
            case _ if self.is_truth(node):
                return say("whether", self.condition(node))
            case _:
                return self._operation(node)

    def name(self, name: str) -> str:
        """Return the words for a name, in the plural for a kind."""
        if name in self.names.meant:
            return self.names.meant[name]
        if name in ("player", "players") and name not in self.names.known:
            return self.names.say("player" if name == "player" else "players-all")
        if name in self.names.known:
            return self.names.spoken_of(name, many=name in self.names.kinds)
        if name in self.names.ways:
            return self.names.way(name)
        if name in ("this", "owner"):
            return self.names.say("this" if name == "this" else "its-owner")
        if name in self.names.rules:
            return self.names.say("gives", self.names.say("quoted", self.names.title_of(name)))
        return self.names.local(name)

    def condition(self, node: nodes.Expression, *, so: bool = True) -> str:
        """Return the words for a condition, or with `so=False` for its opposite."""
        say = self.names.say
        match node:
            case nodes.Operation(operator="negation", operands=(inner,)):
                return self.condition(inner, so=not so)
            case nodes.Operation(operator="openly", operands=(inner,)):
                return self.condition(inner, so=so)
            case nodes.Operation(operator="can", name=nodes.Word(text=rule), operands=operands):
                key = "can" if so else "cannot"
                with_what = self._several(operands)
                called = self.names.title_of(rule)
                return say(f"{key}-with", called, with_what) if operands else say(key, called)
            case nodes.Operation(operator="any" | "none" as operator, operands=(operand,)):
                return self._any(self.value(operand), some=(operator == "any") == so)
            case nodes.Operation(operator="either" | "both" as operator, operands=operands) if so:
                parts = [self._inside(operand, operator) for operand in operands]
                return say(operator, *parts)
            case nodes.Name(name=name):
                return self._holds(name, "", so=so)
            case nodes.Of(name=word, target=target):
                return self._holds_of(word.text, target, so=so)
        if not isinstance(node, nodes.Operation):
            words = self.value(node)
        elif node.operator in OTHERWISE:
            return self._operation(node if so else evolve(node, operator=OTHERWISE[node.operator]))
        elif node.operator not in TRUTHS | {"after"}:
            return say("holds" if so else "holds-not", self._operation(node))
        else:
            words = self._operation(node)
        return self._so(words, so=so)

    def _any(self, words: str, *, some: bool) -> str:
        """Whether there are any; in English, of *the* things or *its* things."""
        first, blank, _ = words.partition(" ")
        known = blank and first in self.names.say("definite-words").split()
        return self.names.say(f"{'any' if some else 'none'}{'-of' if known else ''}", words)

    def _worded(self, name: str, target: nodes.Expression) -> str:
        """Return a define in its own words."""
        parameters = self.names.defines[name].parameters
        about = target.items if len(parameters) > 1 and isinstance(target, nodes.ValueList) else (target,)
        return self.names.worded(name, {one.name.text: self.value(part) for one, part in zip(parameters, about, strict=False)})

    def _holds(self, name: str, of: str, *, so: bool) -> str:
        if self.names.is_worded(name):
            return self._so(self.names.title_of(name), so=so)
        if name not in self.names.defines and (name in self.names.titles or name not in self.names.known):
            return self.names.say("holds" if so else "holds-not", of or self.name(name))
        return self.names.say("word-holds" if so else "word-holds-not", self.names.title_of(name))

    def _holds_of(self, name: str, target: nodes.Expression, *, so: bool) -> str:
        if name not in self.names.defines and (name in self.names.titles or name in self.names.rules):
            return self._holds(name, self._of_something(name, target), so=so)
        if self.names.is_worded(name):
            return self._so(self._worded(name, target), so=so)
        key = "word-holds-for" if so else "word-holds-not-for"
        return self.names.say(key, self.names.title_of(name), self.value(target))

    def _so(self, words: str, *, so: bool) -> str:
        return words if so else self.names.say("not", words)

    def _inside(self, node: nodes.Expression, outer: str) -> str:
        """Return a condition inside another one, in brackets if it could be misread."""
        words = self.condition(node)
        mixed = {"either", "both", "conditional"} - {outer}
        return self.names.say("brackets", words) if isinstance(node, nodes.Operation) and node.operator in mixed else words

    def _of(self, node: nodes.Of) -> str:
        return self._of_something(node.name.text, node.target)

    def _of_something(self, name: str, target: nodes.Expression) -> str:
        say = self.names.say
        if self.names.is_worded(name):
            return self._worded(name, target)
        if name in self.names.rules:
            return say("gives-with", say("quoted", self.names.title_of(name)), self.value(target))
        if name in self.names.ways:
            return say("way-of", self.names.way(name), self.value(target))
        built_in, many = name in BUILT_IN and name not in self.names.known, name in self.names.kinds
        of_it = isinstance(target, nodes.Constant) and target.word == "it"
        if built_in:
            what = say(f"the-{name}" if name in ARTICLED and not of_it else name)
        else:
            what = self.names.spoken_of(name, many=many)
        if of_it:
            return say(f"of-{'them' if self.of_players else 'it'}{'-many' if many else ''}", what)
        if isinstance(target, nodes.Name) and target.name == "player" and "player" in self.names.meant:
            return say("of-you", what)
        is_name = isinstance(target, nodes.Name) and target.name not in self.names.known and target.name != "players"
        if is_name or (isinstance(target, nodes.Operation) and target.operator == "seat"):
            whose = self.value(target)
            return say("of-name-s" if whose.endswith("s") else "of-name", what, whose)
        return say("of", what, self.bracketed(target))

    def bracketed(self, node: nodes.Expression) -> str:
        """Return the words for a value, in brackets if it could absorb what follows."""
        words = self.value(node)
        loose = isinstance(node, nodes.Operation) and node.operator in LOOSE
        return self.names.say("brackets", words) if loose else words

    def _several(self, operands: Iterable[nodes.Expression]) -> str:
        parts = [part for operand in operands for part in (operand.items if isinstance(operand, nodes.ValueList) else (operand,))]
        return self.names.listed(map(self.value, parts))

    def _operation(self, node: nodes.Operation) -> str:
        say, operator, operands = self.names.say, node.operator, node.operands
        match operator:
            case "conditional":
                then, condition, otherwise = operands
                return say(operator, self.value(then), self.condition(condition), self.value(otherwise))
            case "either" | "both" | "negation" | "any" | "none" | "can":
                return self.condition(node)
            case "openly":
                return self.value(operands[0])
            case "after":
                what, *rest = operands
                words = self.condition(what) if self.is_truth(what) else self.value(what)
                rule = self.names.title_of(node.name.text) if node.name is not None else ""
                called = rule + (say("call-with", self._several(rest)) if rest else "")
                return say("after-rule", words, called)
            case "inside" | "outside":
                return say(f"{operator}-{self.spot(operands[1])}", self.value(operands[0]), self.value(operands[1]))
            case "located":
                where = "in" if self.spot(operands[1]) == "in" else "on"
                words = say(f"located-{where}", self.bracketed(operands[0]), self.value(operands[1]))
                return words if node.name is None else say("through", words, self.names.title_of(node.name.text))
            case "where" | "as_long_as":
                those = self.bracketed(operands[0])
                with self._it_is_of(operands[0]):
                    return say(operator.replace("_", "-"), those, self.condition(operands[1]))
            case "named":
                return say("named", self.value(operands[0]), self.names.local(node.name.text if node.name else ""))
            case "seat" | "count":
                if operator == "count" and isinstance(operands[0], nodes.Name) and operands[0].name == "players":
                    return say("count-players")
                number = operator == "seat" and isinstance(operands[0], nodes.Operation)
                return say("seat-number" if number else operator, self.value(operands[0]))
            case "ray":
                return say("ray", self.names.way(node.name.text if node.name else ""), self.value(operands[0]))
        if operator in COMPARED:
            return self._compared(operator, *operands)
        if operator in SUMS:
            return say(SUMS[operator], self._summand(operands[0], operator), self._summand(operands[1], operator, last=True))
        if operator in ("with_most", "with_fewest"):
            among, asked = operands
            of_it = isinstance(asked, nodes.Of) and isinstance(asked.target, nodes.Constant)
            key = "with-most" if operator == "with_most" else "with-fewest"
            best = isinstance(among, nodes.Operation) and among.operator.startswith("with_")
            those = say("brackets", self.value(among)) if best else self.bracketed(among)
            with self._it_is_of(among):
                return say(key if of_it else f"{key}-of", those, self._asked(asked))
        if operator in ASKED_OF_EACH:
            asked, among = operands
            if isinstance(asked, nodes.Constant) and asked.word == "it":
                return say(f"{operator.removesuffix('_of')}-of-all", self.value(among))
            with self._it_is_of(among):
                return say(ASKED_OF_EACH[operator], self._asked(asked), self.bracketed(among))
        if operator in OF_ONE:
            return say(OF_ONE[operator], self.value(operands[0]))
        return say(OF_TWO[operator], *map(self.bracketed, operands))

    @contextmanager
    def _it_is_of(self, among: nodes.Expression) -> Iterator[None]:
        """Treat `it` as one of these while this context lasts."""
        before, self.of_players = self.of_players, self._are_players(among)
        yield
        self.of_players = before

    def _are_players(self, node: nodes.Expression) -> bool:
        """Return whether these are certainly players."""
        while isinstance(node, nodes.Operation) and node.operands and node.operator != "conditional":
            node = node.operands[0]
        define = self.names.defines.get(node.name) if isinstance(node, nodes.Name) else None
        if define is not None and not isinstance(define.value, nodes.Name):
            node = define.value
            while isinstance(node, nodes.Operation) and node.operands:
                node = node.operands[0]
        return isinstance(node, nodes.Name) and (node.name == "players" or node.name in self.names.people)

    def is_truth(self, node: nodes.Expression) -> bool:
        """Return whether an expression is visibly a condition."""
        return isinstance(node, nodes.Operation) and node.operator in TRUTHS

    def _compared(self, operator: str, one: nodes.Expression, other: nodes.Expression) -> str:
        """Return a comparison; one with nothing asks whether there is any."""
        if isinstance(other, nodes.Constant) and other.word == "nothing":
            return self.names.say("nothing-there" if operator == "same" else "something-there", self.value(one))
        return self.names.say(COMPARED[operator], self.value(one), self.value(other))

    def _summand(self, node: nodes.Expression, outer: str, *, last: bool = False) -> str:
        """Return a part of a sum, in brackets if it binds less tightly than the sum."""
        words = self.value(node)
        if not isinstance(node, nodes.Operation) or node.operator not in {*SUMS, *LOOSE}:
            return words
        tight = BINDING.get(node.operator, 0) - (last and outer != "plus")
        return words if tight >= BINDING.get(outer, 3) else self.names.say("brackets", words)

    def _asked(self, node: nodes.Expression) -> str:
        """Return the quantity that is compared in a set: for `score of it`, the score."""
        of_it = isinstance(node, nodes.Of) and isinstance(node.target, nodes.Constant) and node.target.word == "it"
        if isinstance(node, nodes.Of) and of_it and not self.names.is_worded(node.name.text):
            return self.names.spoken_of(node.name.text)
        return self.value(node)

    def spot(self, node: nodes.Expression, depth: int = 0) -> str:
        """Return whether the words need "on", "in" or "of"."""
        match node:
            case nodes.Name(name=name):
                if name in self.names.on:
                    return "on"
                if name in self.names.within:
                    return "in"
                define = self.names.defines.get(name)
                return self.spot(define.value, depth + 1) if define is not None and depth < DEEPEST else "among"
            case nodes.Of(name=word):
                if word.text in self.names.within:
                    return "in"
                if word.text in self.names.on or word.text in ("space", "neighbours", "around"):
                    return "on"
                define = self.names.defines.get(word.text)
                if define is not None and depth < DEEPEST:
                    return self.spot(define.value, depth + 1)
                ways = (nodes.Constant, nodes.Name)
                return "among" if word.text in self.names.known or not isinstance(node.target, ways) else "on"
            case nodes.ValueList(items=(first, *_)):
                return self.spot(first, depth)
            case nodes.Operation(operator="ray"):
                return "on"
            case nodes.Operation(operator="item" | "first_few" | "last_few", operands=(_, among)):
                return self.spot(among, depth)
            case nodes.Operation(operands=(first, *_)):
                return self.spot(first, depth)
        return "among"
