"""Has both forms of a game written and compiled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.dsl.checked import Expression, Rule
from rulewright.interpreter.emit.form import Form
from rulewright.interpreter.keep.compiled import Playouts, Resumable
from rulewright.interpreter.lower.areas import Views
from rulewright.interpreter.lower.layout import Layout
from rulewright.interpreter.lower.surroundings import surrounded


def resumable(layout: Layout, extra: Sequence[tuple[Rule, Sequence[Expression]]] = ()) -> Resumable:
    """The form for play and search; `extra` are rules of examples, and the expressions that are asked for in them."""
    form = Form(layout, True, [rule for rule, _ in extra])
    game = layout.world.game
    entries = [(form.main, entry_of(form, form.main))]
    functions = []
    for rule, expressions in extra:
        entries.append((rule, entry_of(form, rule)))
        for expression in expressions:
            name = form.name(
                expression,
                "e",
                lambda name, rule=rule, expression=expression: form.expression(  # type: ignore[misc]
                    name, ["v0"], rule, expression
                ),
            )
            functions.append((expression, name))
    card_entries = [None if card is None else entry_of(form, card) for card in form.card_rules]
    if game.setup is not None:
        # Examples begin with it.
        entries.append((game.setup, entry_of(form, game.setup)))
    form.finish()
    sizes = {entry: size for entry, size, _ in form.entries.values()}
    # What is pushed already holds the acting player and the parameters: the rest is filled up.
    for rule in form.all_rules:
        for prefix in ("r", "w"):
            if f"{prefix}{id(rule)}" in form.entries:
                entry, size, _ = form.entries[f"{prefix}{id(rule)}"]
                sizes[entry] = size - 1 - len(rule.parameters)
    return Resumable(
        **compiled(form, form.source()),
        game=game,
        resized=list(layout.resized.values()),
        kinds_at=layout.areas.kinds_at(),
        main=form.main,
        entries=entries,
        card_entries=card_entries,
        sizes=sizes,
        asks=form.asks,
        frame_types=form.frame_types,
        blocks=form.blocks,
        functions=functions,
    )


def playouts(layout: Layout) -> Playouts:
    """The form for playouts."""
    # The first time only shows which lists of what stands where are wanted.
    views = Views(layout.world, layout.areas)
    for _ in range(2):
        form = Form(layout, False, views=views)
        opening = "" if form.opening is None else form.entry(form.opening)
        main = form.entry(form.main)
        form.finish()
    score = layout.world.game.score
    return Playouts(
        **compiled(form, "\n".join([form.source(), *moved(layout, views)])),
        opening=opening,
        main=main,
        lists={**layout.initial(), **views.initial()},
        score="" if score is None or not score.assigned else layout.components[id(score)],
        views=bool(views.names),
    )


def entry_of(form: Form, rule: Rule) -> int | str:
    """Have a rule written: the first block of it, or the name of its function."""
    if form.rule_suspends(rule):
        return form.frame(f"r{id(rule)}", rule, lambda: surrounded(rule, form.body_of(rule)))[0]
    return form.entry(rule)


def moved(layout: Layout, views: Views) -> list[str]:
    """A function that keeps the lists of what stands where right when a thing has been moved by the runtime."""
    lines = ["def moved(x, o, d):", "    pass"]
    everywhere = layout.areas.every
    for kind in layout.world.game.kinds.values():
        first, end = layout.kind_range(kind)
        updates = views.updates(kind.name, layout.group_table_of, everywhere, everywhere, "x", "o", "d", True)
        if updates:
            lines += [f"    if {first} <= x < {end}:", *(f"        {line}" for line in updates)]
    return lines if views.names else []


def compiled(form: Form, source: str) -> dict[str, Any]:
    """What both forms have. The code shows in a trace under a name that begins with `<`."""
    return {
        "source": source,
        "code": compile(source, f"<{form.game.name} {'resumable' if form.resumable else 'straight'}>", "exec"),
        "constants": dict(form.layout.constants),
        "objects": form.objects,
        "spans": form.spans,
        "places": form.places,
        "patient": form.costs.dear,
    }
