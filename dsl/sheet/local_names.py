"""Find words in another language for the local names of a rule, by the type of what they name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from string import ascii_uppercase

from rulewright.dsl import nodes
from rulewright.dsl.sheet.titles import FIELD_PLACES, Kind, Titles, with_capital
from rulewright.dsl.syntax.vocabulary import words_of

OF_PLAYER = frozenset({"owner", "left", "right"})
OF_SPACE = frozenset({"space", "neighbours", "around", "region"})
NUMBERS = frozenset({"count", "sum_of", "plus", "minus", "times", "divided", "remainder", "negative", "longest_line"})
ONE_OF = frozenset({"first", "last"})
SECOND = frozenset({"item", "first_few", "last_few"})
FIRST = frozenset(
    words_of("""
    where as_long_as located without union from_clockwise from_counterclockwise with_most with_fewest named openly
    after
""")
)
OF_TYPE = {"player": "each-player", "number": "a-number", "space": "space", "truth": "a-truth", "text": "type-text"}
DEEPEST = 6


@contextmanager
def local_names_of(names: Titles, *told: object, further: bool = False) -> Iterator[None]:
    """Translate the local names in some nodes while this context lasts; with `further`, add them to the earlier ones."""
    before = names.given, names.kinds_given
    if not names.remarked:
        given, kinds = before if further else ({}, {})
        own = _kinds(names, kinds, told)
        names.given, names.kinds_given = {**given, **_spoken(names, own, kinds)}, {**kinds, **own}
    yield
    names.given, names.kinds_given = before


def _kinds(names: Titles, known: Mapping[str, Kind], told: object) -> dict[str, Kind]:
    """Return the kinds of the local names in some nodes; a name of two kinds is left out."""
    kinds: dict[str, Kind] = {}
    twice = set()
    for name, kind in LocalKinds(names, known).names_in(told):
        if kind is not None and kinds.setdefault(name, kind) != kind:
            twice.add(name)
    return {name: kind for name, kind in kinds.items() if name != "player" and name not in twice}


def _spoken(names: Titles, own: Mapping[str, Kind], before: Mapping[str, Kind]) -> dict[str, str]:
    """Return the words for local names: the kind, with a letter if there are several of that kind."""
    taken = Counter(_called(names, *kind) for name, kind in before.items() if name not in own)
    alike: dict[str, list[str]] = {}
    for name, kind in own.items():
        alike.setdefault(_called(names, *kind), []).append(name)
    found = {}
    for called, those in alike.items():
        for place, name in enumerate(those, taken[called]):
            alone = names.say("someone") if own[name] == ("player", False) else called
            found[name] = f"{called} {ascii_uppercase[place % 26]}" if len(those) + taken[called] > 1 else alone
    return found


def _called(names: Titles, kind: str, many: bool) -> str:
    if kind in OF_TYPE and kind not in names.known:
        called = names.say(f"many-{kind}" if many and kind in ("player", "space") else OF_TYPE[kind])
    else:
        called = names.several(kind) if many else names.title_of(kind)
    return with_capital(called)


def _typed(node: nodes.TypeName) -> Kind:
    return "player" if node.name.text == "players" else node.name.text, node.many


class LocalKinds:
    """Find the kinds of the names in a declaration."""

    def __init__(self, names: Titles, known: Mapping[str, Kind]) -> None:
        self.names = names
        self.known = {**known}
        self.types: dict[str, Kind] = {}
        for node in names.declarations:
            for field in node.fields if isinstance(node, nodes.FieldBlock) else ():
                if isinstance(field, nodes.Field):
                    place = field.type.name.text in FIELD_PLACES
                    self.types[field.name.text] = ("space", False) if place else (field.type.name.text, field.type.many)
        self.entries = {
            entry.name.text: name
            for name, values in names.values.items()
            if isinstance(values, nodes.Values)
            for entry in values.entries
        }

    def names_in(self, told: object) -> Iterator[tuple[str, Kind | None]]:
        """Yield the local names in some nodes, each with its kind if that is known."""
        for part in nodes.nodes_in(told, (nodes.MenuOption,)):
            for name, kind in self._gives(part):
                if kind is not None:
                    self.known[name] = kind
                yield name, kind

    def _gives(self, node: nodes.Node) -> Iterator[tuple[str, Kind | None]]:
        match node:
            case nodes.Parameter(name=name, type=of) if of.name.text != "direction":
                yield name.text, _typed(of)
            case nodes.ForEach(name=name, values=values) | nodes.Pick(name=name, choices=values, many=False, words=()):
                yield name.text, self._one(values)
            case nodes.Pick(name=name, choices=values, words=()):
                kind = self.kind_of(values)
                yield name.text, kind and (kind[0], True)
            case nodes.Let(name=name, value=value):
                yield name.text, self.kind_of(value)
            case nodes.Roll(die=die, name=name):
                faces = self.names.values.get(die.text)
                yield name.text, ("number" if isinstance(faces, nodes.Numbers) else die.text, False)
            case nodes.ChooseWords(name=name):
                yield name.text, ("text", False)
            case nodes.Call(name=rule, giving=giving) if giving is not None:
                gives = self.names.rules[rule.text].gives if rule.text in self.names.rules else None
                yield giving.text, _typed(gives) if gives is not None else None
            case nodes.Operation(operator="named", name=word, operands=(among, *_)) if word is not None:
                yield word.text, self._one(among)
            case nodes.Hook() | nodes.Forbid() | nodes.Change():
                yield from self._of_event(node)

    def _of_event(self, node: nodes.Hook | nodes.Forbid | nodes.Change) -> Iterator[tuple[str, Kind | None]]:
        """Yield the names that a standing rule gives to the arguments of its rule."""
        if node.name is None:
            # The kind of a performed card is known if only one kind can be performed.
            kinds = [*self.names.cards_of]
            yield from ((word.text, (kinds[0], False) if len(kinds) == 1 else None) for word in node.parameters)
            return
        stands_on = self.names.rules.get(node.name.text) or self.names.defines.get(node.name.text)
        for word, parameter in zip(node.parameters, stands_on.parameters if stands_on is not None else (), strict=False):
            yield word.text, _typed(parameter.type)

    def _one(self, among: nodes.Expression) -> Kind | None:
        kind = self.kind_of(among)
        return kind and (kind[0], False)

    def kind_of(self, node: nodes.Expression, depth: int = 0) -> Kind | None:
        match node:
            case nodes.Number():
                return "number", False
            case nodes.Constant(word="yes" | "no"):
                return "truth", False
            case nodes.ValueList(items=(first, *_)):
                kind = self.kind_of(first, depth)
                return kind and (kind[0], True)
            case nodes.Name(name=name):
                return self._named(name, depth)
            case nodes.Of(name=word, target=target):
                return self._of(word.text, target, depth)
            case nodes.Operation(operator=operator, operands=operands):
                if operator in NUMBERS:
                    return "number", False
                if operator == "range":
                    return "number", True
                if operator in FIRST or operator == "conditional":
                    kind = self.kind_of(operands[0], depth)
                    return kind and (kind[0], kind[1] or operator in ("union", "as_long_as"))
                if operator in ONE_OF or operator in SECOND:
                    kind = self.kind_of(operands[operator in SECOND], depth)
                    return kind and (kind[0], operator in ("first_few", "last_few"))
                if operator == "ray":
                    return "space", True
                return ("player", False) if operator == "seat" else None
        return None

    def _named(self, name: str, depth: int) -> Kind | None:
        names = self.names
        if name in self.known:
            return self.known[name]
        if name in names.kinds or name in names.values:
            return name, True
        if name in names.cards:
            return names.cards[name].kind.text, True
        if name in ("player", "players"):
            return "player", name == "players"
        if name in self.entries:
            return self.entries[name], False
        if name in names.defines and depth < DEEPEST:
            return self._in_define(name, depth)
        if name in self.types:
            return self.types[name]
        return ("space", True) if name in names.on or name in names.within else None

    def _of(self, name: str, target: nodes.Expression, depth: int) -> Kind | None:
        names = self.names
        if name in OF_PLAYER and name not in names.known:
            kind = self.kind_of(target, depth)
            return "player", kind is not None and kind[1]
        if name in names.ways or (name in OF_SPACE and name not in names.known):
            return "space", name in ("neighbours", "around", "region")
        if name in names.kinds:
            return name, True
        if name in names.values:
            kind = self.kind_of(target, depth)
            return name, kind is not None and kind[1]
        if name in names.rules:
            gives = names.rules[name].gives
            return _typed(gives) if gives is not None else None
        if name in names.defines and depth < DEEPEST:
            return self._in_define(name, depth)
        if name in names.cards:
            return names.cards[name].kind.text, True
        kind = self.types.get(name)
        among = self.kind_of(target, depth)
        return kind and (kind[0], kind[1] or (among is not None and among[1]))

    def _in_define(self, name: str, depth: int) -> Kind | None:
        """Return the kind of a define, whose local names are its own."""
        define = self.names.defines[name]
        before, self.known = self.known, {one.name.text: _typed(one.type) for one in define.parameters}
        kind = self.kind_of(define.value, depth + 1)
        self.known = before
        return kind
