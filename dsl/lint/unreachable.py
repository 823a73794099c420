"""Find what is never the case: fields that are never set, places that are never filled, standing rules that never apply."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Expr, Expression, Field, Space
from rulewright.dsl.checked.effects import effects_of
from rulewright.dsl.checked.walk import Part, descendants, parts_of, printed_on_values
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

BLANKS: dict[str, Phrase | str] = {"number": "0", "truth": Phrase("no"), "text": Phrase("empty")}
LOOKING = frozenset({"on", "inside", "outside"})


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    yield from _never_set(rulebook)
    yield from _never_filled(rulebook)
    yield from _never_applied(rulebook)


def _never_set(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find fields that rules read but never set; examples do not count."""
    fields: dict[int, Field] = {}
    valued: set[int] = set()
    for game in rulebook.games:
        printed = {field for card in game.cards.values() for field in card.values}
        printed |= {field for field, _ in printed_on_values(game)}
        for field in game.fields:
            fields.setdefault(field.span.start, field)
            if field.default is not None or field.place is not None or field.worked_out is not None or field in printed:
                valued.add(field.span.start)
    for start, field in fields.items():
        if rulebook.value_sources.of_field(field) in rulebook.value_sources.changed or rulebook.mentions[field.name] < 2:
            continue
        if start not in valued:
            always = Phrase("empty") if field.type.many else BLANKS.get(field.type.kind, Phrase("nothing"))
            yield warning("never-set", Phrase("no-rule-sets-so-it-is-always", field=field.name, always=always), field.span)
        elif field.default is not None and field.of in (None, checked.PLAYER) and _is_fixed(field.default):
            yield warning(
                "never-changes",
                Phrase("no-rule-changes-so-it-is-always", field=field.name, default=field.default.span.text),
                field.span,
            )


def _is_fixed(default: Expression) -> bool:
    """Return whether a first value is the same for all."""
    return not any(isinstance(part, checked.LocalRef) for part in descendants(default))


def _never_filled(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find places that rules look into but never fill."""
    looked: dict[str, tuple[Space | Field, Span]] = {}
    named: set[str] = set()
    for game in rulebook.games:
        for kind in game.kinds.values():
            named.update(_place(part)[0] for part in descendants(kind.start))
        for example in game.examples:
            for step in example.steps:
                named.update(_place(part)[0] for part in descendants(step.rule.body))
    for _, body in rulebook.bodies():
        seen_only: set[Part] = set()
        for part in descendants(body):
            for inner in _looked_into(part):
                seen_only.add(inner)
            found, declared = _place(part)
            if declared is None or not isinstance(part, Expr):
                continue
            if part in seen_only:
                looked.setdefault(found, (declared, part.span))
            else:
                named.add(found)
    for name, (declared, span) in looked.items():
        if name not in named:
            yield warning(
                "never-filled",
                Phrase("nothing-is-ever-put-into", declared=declared.name),
                declared.span,
                related=[(span, Phrase("looked-into-here"))],
            )


def _looked_into(part: Part) -> Iterator[Part]:
    """Yield the places that a statement or expression only looks into or takes from."""
    places: list[Expression] = []
    if isinstance(part, checked.Stmt):
        effects = effects_of(part)
        places += [one.source for one in effects.moves if one.source is not None]
        places += [effects.orders] if effects.orders is not None else []
    elif isinstance(part, checked.Operation) and part.operator in LOOKING:
        places.append(part.operands[1])
    for place in places:
        yield place
        if isinstance(place, checked.SetOperation) and place.operator == "map":
            yield place.body
        if isinstance(place, checked.Operation) and place.operator in ("as_set", "several", "union"):
            yield from parts_of(place)
            for one in parts_of(place):
                yield from parts_of(one)


def _place(part: Part) -> tuple[str, Space | Field | None]:
    """Return the place off all boards that an expression names, under a unique name."""
    declared: Space | Field | None = None
    if isinstance(part, checked.SpaceRef) and part.space.board is None:
        declared = part.space
    elif isinstance(part, checked.FieldRef) and part.field.place is not None:
        declared = part.field
    return ("", None) if declared is None else (f"{declared.span.source.name}:{declared.span.start}", declared)


def _never_applied(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find `instead of` rules after another that always applies, unless several variants are combined."""
    for game in rulebook.games:
        if len(game.variants) > 1:
            continue
        for rule in (*game.rules.values(), game.performing):
            instead = rule.instead
            first = next(
                (place for place, hook in enumerate(instead) if hook.condition is None and not _as_usual(rule, hook.rule)),
                len(instead),
            )
            asked: dict[tuple[str, ...], checked.Hook] = {}
            for hook in instead[:first]:
                before = asked.setdefault(_condition(hook), hook)
                if hook.condition is not None and before is not hook and not _as_usual(rule, before.rule):
                    yield warning(
                        "never-applied",
                        Phrase("this-never-happens-another-rule-stands-instead", rule=rule.name),
                        hook.rule.span,
                        related=[(before.rule.span, Phrase("asks-the-same-and-comes-first"))],
                    )
            for hook in instead[first + 1 :]:
                yield warning(
                    "never-applied",
                    Phrase("this-never-happens-another-rule-always-stands", rule=rule.name),
                    hook.rule.span,
                    related=[(instead[first].rule.span, Phrase("always-comes-first"))],
                )


def _condition(hook: checked.Hook) -> tuple[str, ...]:
    """Return the words in which a standing rule asks for its condition, and the names that they use."""
    words = () if hook.condition is None else (hook.condition.span.text,)
    return (*words, *(local.name for local in hook.rule.parameters))


def _as_usual(rule: checked.Rule, instead: checked.Rule) -> bool:
    """Return whether an `instead of` rule may itself call the rule that it replaces."""
    calls = (part.rule for part in descendants(instead.body) if isinstance(part, checked.Call))
    return any(called is not rule and called.span == rule.span for called in calls)
