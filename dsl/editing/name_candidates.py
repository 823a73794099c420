"""Find the names that fit at a place in a line: put each of them there, and check the line."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.dsl import checked, nodes
from rulewright.dsl.check import check
from rulewright.dsl.check.properties import BUILT_IN, TURNS
from rulewright.dsl.check.scope import Label, Loop, NamedValue, Scope
from rulewright.dsl.check.types import type_in_words
from rulewright.dsl.check.variants import with_ancestors
from rulewright.dsl.checked import PLAYER, SPACE, TRUTH, Type
from rulewright.dsl.editing.candidates import FILLER, PROBE
from rulewright.dsl.library.library import LinkedRulebook
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.text.frozen import attributes
from rulewright.dsl.text.source import Span

# Mistakes of an unfinished line are no reason against a name.
UNFINISHED = frozenset({"wrong-count", "idle-name", "needless-such", "hidden-name"})
MOST_TARGETS = 6
# These rules run by themselves.
STARTING = frozenset({"play", "setup"})


@frozen
class NameCandidate:
    """A name that fits."""

    text: str
    what: str
    local: bool = False
    behind: str = ""
    """The words that must follow it."""


@define(eq=False)
class ScopeProbe:
    """Watch a check until it reaches the unfinished line."""

    done: bool = False
    fitting: list[NameCandidate] = field(factory=list)

    def __call__(self, scope: Scope, node: Any, check: Callable[[Scope, Any], object], of: Type | None, /) -> None:
        """Try all names in a line, or in a part of it, if it is the unfinished one."""
        if (self.done and of != TRUTH) or not speaks_of(node, PROBE):
            return
        if isinstance(node, nodes.Call) and node.name.text == PROBE:
            self.done = True
            rules = ((text, one) for text, one in scope.world.symbols.items() if isinstance(one.meaning, checked.Rule))
            self.fitting = [NameCandidate(text, str(one.what)) for text, one in rules if text not in STARTING]
            return
        # Anything that is compared becomes a condition, but the comparison is not written yet.
        compared = [nodes.Operation(span=node.span, operator="same", operands=(node, nodes.Name(span=node.span, name=FILLER)))]
        tried = [*([] if self.done else [node]), *(compared if of == TRUTH else [])]
        self.done = True
        known = {one.text for one in self.fitting}
        before = [mistakes(scope, one, check) for one in tried]
        for name, choices in candidates(scope):
            for part, behind in choices if name.text not in known else ():
                if any(not mistakes(scope, put(one, part), check) - wrong for one, wrong in zip(tried, before, strict=True)):
                    self.fitting.append(evolve(name, behind=behind))
                    break


def names_at(found: LinkedRulebook, variant: str, without: Container[nodes.Example]) -> ScopeProbe:
    """Return the names that fit in place of `PROBE` in a game, or in one of its variants."""
    trial = ScopeProbe()
    names = with_ancestors([variant], found.known) if variant else ()
    variants = [found.known[name] for name in names if name in found.known]
    broken = {*found.broken, PROBE, FILLER}
    check(found.rulebook, variants, others=found.known.values(), broken=broken, without=without, watcher=trial)
    return trial


def speaks_of(value: object, name: str) -> bool:
    """Return whether a name is in a node, but not in the block below its line."""
    if isinstance(value, tuple):
        return any(speaks_of(one, name) for one in value)
    if isinstance(value, nodes.Word):
        return value.text == name
    if isinstance(value, nodes.Name):
        return value.name == name
    if isinstance(value, nodes.Title):
        return any(f"{{{name}}}" in text for _, text in value.texts)
    if isinstance(value, nodes.If):
        return any(speaks_of(condition, name) for condition, _ in value.branches)
    return isinstance(value, nodes.Node) and any(
        speaks_of(getattr(value, one), name) for one in attributes(type(value)) if one not in ("body", "otherwise", "options")
    )


def put(value: Any, part: nodes.Expression) -> Any:
    """Return a copy of a node with something in place of the probe."""
    if isinstance(value, tuple):
        return tuple(put(one, part) for one in value)
    if isinstance(value, nodes.Target | nodes.CountDown) and value.of is None and isinstance(part, nodes.Of):
        return evolve(value, name=evolve(value.name, text=part.name.text), of=part.target) if value.name.text == PROBE else value
    if isinstance(value, nodes.Name) and value.name == PROBE:
        return evolve(part, span=value.span)
    if isinstance(value, nodes.Word):
        word = part.name if isinstance(part, nodes.Name) else getattr(part, "name", None)
        text = word.text if isinstance(word, nodes.Word) else word
        return evolve(value, text=text) if value.text == PROBE and isinstance(text, str) else value
    if isinstance(value, nodes.Title) and isinstance(part, nodes.Name):
        texts = tuple((language, text.replace(PROBE, part.name)) for language, text in value.texts)
        return evolve(value, texts=texts)
    if not isinstance(value, nodes.Node):
        return value
    new = {one: put(getattr(value, one), part) for one in attributes(type(value))}
    return evolve(value, **new)


def mistakes(scope: Scope, node: Any, check: Callable[[Scope, Any], object]) -> set[tuple[str, str]]:
    """Return the mistakes in a line, checked in a copy of its scope."""
    world = scope.world
    lists: list[list[Any]] = [world.trials, world.usuals, world.openly, world.lookers, world.diagnostics]
    lengths = [len(one) for one in lists]
    values = [*world.values]
    watcher, world.watcher = world.watcher, None
    check(copied(scope), node)
    world.watcher = watcher
    found: list[Diagnostic] = world.diagnostics[lengths[-1] :]
    for one, length in zip(lists, lengths, strict=True):
        del one[length:]
    for name in [name for name in world.values if name not in values]:
        del world.values[name]
    return {(one.name, str(one.message)) for one in found if one.name not in UNFINISHED and one.severity == "error"}


def copied(scope: Scope) -> Scope:
    """Return a copy of a scope that can be changed."""
    return evolve(
        scope, locals=[*scope.locals], blocks=[{**block} for block in scope.blocks], places={**scope.places}, its=[*scope.its],
        used_defines={*scope.used_defines}, words={**scope.words}, ahead=None if scope.ahead is None else [],
        chosen=None if scope.chosen is None else [*scope.chosen],
        loops=[evolve(one) if isinstance(one, Loop) else None for one in scope.loops],
    )  # fmt: skip


def candidates(scope: Scope) -> Iterator[tuple[NameCandidate, list[tuple[nodes.Expression, str]]]]:
    """Yield all names that are known at a place, each with the ways in which it can be used there."""
    world = scope.world
    span = Span(next(iter(world.symbols.values())).span.source, 0, 0) if world.symbols else None
    if span is None:
        return

    def alone(name: str) -> nodes.Expression:
        return nodes.Name(span=span, name=name)

    def of(name: str, target: nodes.Expression) -> nodes.Expression:
        return nodes.Of(span=span, name=nodes.Word(span=span, text=name), target=target)

    for block in reversed(scope.blocks):
        for text, local in block.items():
            yield (
                NameCandidate(text, str(type_in_words(local.type)) if local is not None else "", local=True),
                [(alone(text), "")],
            )
    if scope.has_player():
        yield NameCandidate("player", "who acts", local=True), [(alone("player"), "")]
    yield NameCandidate("players", "all players"), [(alone("players"), "")]
    for text in scope.words:
        yield NameCandidate(text, "a word that can be chosen", local=True), [(alone(text), "")]
    samples = SampleValues(scope, span)
    for text, symbol in world.symbols.items():
        meaning = symbol.meaning
        ways = [(alone(text), "")]
        what = str(symbol.what)
        if isinstance(meaning, checked.Define | checked.Rule) and meaning.parameters:
            targets = [samples.for_type(one.type) for one in meaning.parameters]
            known = [one for one in targets if one is not None]
            if len(known) == len(targets):
                ways = [(of(text, known[0] if len(known) == 1 else nodes.ValueList(span=span, items=tuple(known))), " of ")]
        elif isinstance(meaning, checked.Kind | checked.Card):
            ways.append((of(text, alone("player")), " of "))
        elif isinstance(meaning, checked.Values):
            ways += [(of(text, target), " of ") for target in samples.all()]
        if isinstance(meaning, checked.Define | checked.Field):
            what = f"{what}: {type_in_words(meaning.type)}"
        if not isinstance(meaning, Label):
            yield NameCandidate(text, what), ways
    for text, fields in world.fields.items():
        owners = " or ".join(sorted({str(type_in_words(one.of)) for one in fields if one.of is not None}))
        targets = [samples.for_type(one.of) for one in fields if one.of is not None]
        ways = [(of(text, target), " of ") for target in targets if target is not None]
        yield NameCandidate(text, f"{type_in_words(fields[0].type)}, of {owners}"), [*ways, (alone(text), "")]
    for text in (*world.directions, *sorted(BUILT_IN), *TURNS):
        what = "a direction" if text in world.directions else "of what stands behind it"
        ways = [(of(text, target), " of ") for target in samples.all()]
        yield NameCandidate(text, what), [*([(alone(text), "")] if text in world.directions else []), *ways]


@define
class SampleValues:
    """Something of each type, to follow `of`."""

    scope: Scope
    span: Span

    def for_type(self, of: Type | None) -> nodes.Expression | None:
        """Return something of a type, if there is anything."""
        world, span = self.scope.world, self.span

        def name(text: str) -> nodes.Expression:
            return nodes.Name(span=span, name=text)

        if of is None:
            return None
        if of == PLAYER:
            return name("player") if self.scope.has_player() else None
        if of.kind == "thing":
            return name(of.name) if of.many else nodes.Operation(span=span, operator="first", operands=(name(of.name),))
        if of.kind == "value":
            return next(
                (
                    name(text)
                    for text, one in world.symbols.items()
                    if isinstance(one.meaning, NamedValue) and one.meaning.type == of
                ),
                None,
            )
        if of == SPACE:
            return next(
                (
                    name(text)
                    for text, one in world.symbols.items()
                    if isinstance(one.meaning, checked.Space) and one.meaning.times is None
                ),
                None,
            )
        if of.kind == "number":
            return nodes.Number(span=span, value=1)
        if of.kind == "truth":
            return nodes.Constant(span=span, word="yes")
        if of.kind == "card":
            return next((name(text) for text, one in world.cards.items() if one.kind.name == of.name), None)
        return None

    def all(self) -> Iterable[nodes.Expression]:
        """Yield a few things of different types."""
        kinds = [Type("thing", name) for name in self.scope.world.kinds]
        found = (self.for_type(one) for one in (PLAYER, SPACE, *kinds))
        return [one for one in found if one is not None][:MOST_TARGETS]
