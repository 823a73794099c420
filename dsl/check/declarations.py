"""Declare what a rulebook contains: first all names, then their contents, so that their order in the file is free."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.boards import (
    declare_board,
    declare_place,
    finish_board,
    has_lookers,
    is_counted,
    is_public,
    is_top,
    seen_by,
)
from rulewright.dsl.check.components import declare_card, declare_components, finish_components, finish_start
from rulewright.dsl.check.fields import declare_fields, finish_card, finish_fields, finish_printed, type_of
from rulewright.dsl.check.scope import Label, NamedValue, Scope, SymbolTable, counted_titles_of, titles_of
from rulewright.dsl.check.setup_values import constant_number
from rulewright.dsl.checked import NOTHING, NUMBER, TRUTH, Const, Local, Rule, Type
from rulewright.dsl.messages.said import Phrase

MOST_SEATS = 12
MOST_VALUES = 5_000
"""How many numbers a range may have if something is made for each of them."""


def declare_names(world: SymbolTable, declarations: Sequence[nodes.Declaration]) -> None:
    """Declare everything that has a name, before anything is looked up."""
    for node in declarations:
        variant = world.variant_of.get(node, "")
        match node:
            case nodes.Option():
                _option(world, node, variant)
            case nodes.Values():
                _values(world, node, variant)
            case nodes.Numbers():
                _numbers(world, node, variant)
            case nodes.Line() | nodes.Grid() | nodes.Map():
                declare_board(world, node, variant)
            case nodes.Place():
                declare_place(world, node, variant)
            case nodes.Components():
                declare_components(world, node, variant)
            case nodes.Rule():
                rule = Rule(name=node.name.text, span=node.name.span, titles=titles_of(world, node.title))
                if world.declare(node.name, Phrase("a-rule"), rule, variant):
                    world.rules[rule.name] = rule
            case nodes.Define():
                words = titles_of(world, node.title)
                define = checked.Define(
                    name=node.name.text,
                    titles=words if _is_shown(world, node) else {},
                    words=words,
                    type=NOTHING,
                    value=Const(value=0, type=NOTHING, span=node.span),
                    span=node.name.span,
                )
                if world.declare(node.name, Phrase("a-define"), define, variant):
                    world.defines[define.name] = define
                    world.define_nodes[define.name] = node
    for node in declarations:
        standing = node.standing if isinstance(node, nodes.Card) else (node,)
        for one in standing:
            if isinstance(one, nodes.Hook | nodes.Forbid | nodes.Change) and one.label is not None:
                variant = world.variant_of.get(node, "")
                world.declare(one.label, Phrase("a-standing-rule"), Label(), variant)
    for node in declarations:
        if isinstance(node, nodes.Card):
            declare_card(world, node, world.variant_of.get(node, ""))
    for node in declarations:
        if isinstance(node, nodes.FieldBlock):
            declare_fields(world, node, world.variant_of.get(node, ""))


def finish_declarations(world: SymbolTable, declarations: Sequence[nodes.Declaration]) -> dict[str, Scope]:
    """Check the contents of all declarations. Return the scopes of the rules, whose parameters are now known."""
    scopes: dict[str, Scope] = {}
    # Below, it is asked who owns the things of a kind.
    for node in declarations:
        if isinstance(node, nodes.Components):
            finish_components(world, node)
    for node in declarations:
        match node:
            case nodes.Values():
                _finish_values(world, node)
                finish_printed(world, node)
            case nodes.Line() | nodes.Grid() | nodes.Map():
                finish_board(world, node)
            case nodes.Components():
                finish_start(world, node)
            case nodes.Card():
                finish_card(world, node)
            case nodes.FieldBlock():
                finish_fields(world, node)
            case nodes.Rule():
                rule = world.rules.get(node.name.text)
                if rule is not None and node.name.span == rule.span:
                    scopes[rule.name] = _parameters(world, node, rule)
            case nodes.Define():
                define = world.defines.get(node.name.text)
                if define is not None and node.name.span == define.span:
                    _parameters(world, node, define)
    return scopes


def _parameters(world: SymbolTable, node: nodes.Rule | nodes.Define, made: Rule | checked.Define) -> Scope:
    """Give a rule or define its parameters, and its result."""
    scope = Scope.acting(world)
    good = True
    parameters: list[Local] = []
    for parameter in node.parameters:
        of = type_of(world, parameter.type)
        taken = scope.find(parameter.name.text)[0]
        local = scope.declare(parameter.name, of)
        good = good and local is not None and not taken
        parameters.append(local or Local(parameter.name.text, NOTHING, 0))
    made.parameters = tuple(parameters)
    if isinstance(node, nodes.Rule) and isinstance(made, Rule) and node.gives is not None:
        made.gives = scope.gives = type_of(world, node.gives)
        good = good and made.gives is not None
    if not good:
        world.symbols[made.name] = evolve(world.symbols[made.name], meaning=None)
        world.define_nodes.pop(made.name, None)
    return scope


def _option(world: SymbolTable, node: nodes.Option, variant: str) -> None:
    name = node.name.text
    titles = titles_of(world, node.title)
    words = tuple((word.text, titles_of(world, title)) for word, title in node.words)
    if words:
        of, default, least, most = Type("value", name), 0, 0, len(words) - 1
    elif isinstance(node.default, bool):
        of, default, least, most = TRUTH, int(node.default), 0, 1
    else:
        of, default, least, most = NUMBER, int(node.default), int(node.least or 0), int(node.most or 0)
        if least > most:
            world.report(
                "wrong-range", Phrase("there-is-no-number-from-to", least=least, most=most), node.span, Phrase("no-number")
            )
        elif not least <= default <= most:
            world.report(
                "option-default",
                Phrase("the-default-of-is-not-from-to", default=default, name=name, least=least, most=most),
                node.span,
            )
    option = checked.Option(
        name=name, titles=titles, type=of, default=default, least=least, most=most, words=words, span=node.name.span
    )
    if world.declare(node.name, Phrase("an-option"), option, variant):
        world.options[name] = option
        if words:
            world.values[name] = checked.Values(
                name=name,
                titles=titles,
                names=tuple(word for word, _ in words),
                value_titles=tuple(title for _, title in words),
                span=node.name.span,
            )
    for index, (word, _) in enumerate(node.words):
        world.declare(word, Phrase("a-word-of-the-option", name=name), NamedValue(of, index), variant)


def _values(world: SymbolTable, node: nodes.Values, variant: str) -> None:
    name = node.name.text
    entries = node.entries
    is_counted(world, node.seen, is_place=False)
    is_public(world, node.seen, None, None)
    is_top(world, node.seen, None)
    has_lookers(world, node.seen, None, is_place=False)
    values = checked.Values(
        name=name,
        titles=titles_of(world, node.title),
        names=tuple(entry.name.text for entry in entries),
        value_titles=tuple(counted_titles_of(world, entry.title) for entry in entries),
        span=node.name.span,
        die=node.die,
        seen=seen_by(world, node.seen, owned=True),
    )
    what = Phrase("a-die") if node.die else Phrase("a-type-of-values")
    if world.declare(node.name, what, values, variant):
        if node.die:
            world.dice[name] = values
        else:
            world.values[name] = values
    for index, entry in enumerate(entries):
        world.declare(
            entry.name,
            (Phrase("a-face-of", name=name) if node.die else Phrase("a-value-of", name=name)),
            NamedValue(Type("value", name), index),
            variant,
        )


def _is_shown(world: SymbolTable, node: nodes.Define) -> bool:
    """Return whether the table shows a define that has a text; if nobody sees it, rule sheets and answers alone use the text."""
    seen = node.seen
    if seen is not None and (seen.by.text != "nobody" or seen.what or seen.others or seen.more):
        world.report("wrong-type", Phrase("what-a-define-is-worth-all-see"), seen.span)
    return seen is None


def _finish_values(world: SymbolTable, node: nodes.Values) -> None:
    values = world.dice.get(node.name.text)
    for entry in node.entries:
        if entry.times is not None and not node.die:
            world.report("no-weight", Phrase("values-have-no-weights"), entry.times.span)
    if not isinstance(values, checked.Values) or values.span != node.name.span:
        return
    what = Phrase("how-many-faces-show", values=values.name)
    fixed = Phrase("how-many-faces-show-is-fixed-before", values=values.name)
    values.weights = tuple(
        None if entry.times is None else constant_number(world, entry.times, what, fixed, 0) for entry in node.entries
    )


def _numbers(world: SymbolTable, node: nodes.Numbers, variant: str) -> None:
    if node.least > node.most:
        world.report(
            "wrong-range", Phrase("there-is-no-number-from-to", least=node.least, most=node.most), node.span, Phrase("no-number")
        )
    if not node.die:
        if node.most - node.least >= MOST_VALUES:
            world.report("too-many-values", Phrase("a-type-may-have-at-most-values", most_values=MOST_VALUES), node.span)
            world.broken.add(node.name.text)
            return
        names = tuple(str(number) for number in range(node.least, node.most + 1))
        values = checked.Values(
            name=node.name.text, titles=titles_of(world, node.title), names=names, span=node.name.span, least=node.least
        )
        if world.declare(node.name, Phrase("a-range-of-numbers"), values, variant):
            world.values[values.name] = values
        return
    is_counted(world, node.seen, is_place=False)
    is_public(world, node.seen, None, None)
    is_top(world, node.seen, None)
    has_lookers(world, node.seen, None, is_place=False)
    die = checked.NumberDie(
        name=node.name.text,
        titles=titles_of(world, node.title),
        least=node.least,
        most=node.most,
        span=node.name.span,
        seen=seen_by(world, node.seen, owned=True),
    )
    if world.declare(node.name, Phrase("a-die"), die, variant):
        world.dice[die.name] = die
