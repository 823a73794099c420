"""Find vain effort: choices that are never used, fields never read, things without copies, statuses that never end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Field, Local
from rulewright.dsl.checked.walk import descendants, rules_of
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

LASTING = {("at_least", 1), ("less_than", 1), ("more_than", 0), ("at_most", 0), ("same", 0), ("different", 0)}
"""Comparisons that hold while a number is not 0."""


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    yield from _unused_choices(rulebook)
    yield from _never_read(rulebook)
    yield from _without_a_copy(rulebook)
    yield from _never_over(rulebook)


def _unused_choices(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find choices, rolls and other names that nothing uses."""
    told: set[Span] = set()
    for game in rulebook.games:
        for rule in rules_of(game):
            standing = (hook.rule for hook in (*rule.before, *rule.instead, *rule.after))
            for one in (rule, *standing):
                used = _used(one)
                for local, span, what in _chosen(one.body):
                    if local not in used and span not in told:
                        told.add(span)
                        yield warning("unused-name", Phrase("nothing-asks-for-which-is-here", local=local.name, what=what), span)


def _used(rule: checked.Rule) -> set[Local]:
    """Return the names that are used, except in the texts of their own choices."""
    count: Counter[Local] = Counter()
    for part in descendants(rule.needs, rule.body):
        if isinstance(part, checked.LocalRef):
            count[part.local] += 1
        elif isinstance(part, checked.Choose):
            own = {pick.local for pick in part.picks}
            shown = (one for one in descendants(part.asking, part.showing) if isinstance(one, checked.LocalRef))
            count.subtract(one.local for one in shown if one.local in own)
    return {name for name, number in count.items() if number > 0}


def _chosen(body: checked.Block) -> Iterator[tuple[Local, Span, Phrase]]:
    for part in descendants(body):
        match part:
            case checked.Choose(picks=picks, span=span):
                yield from ((pick.local, span, Phrase("chosen")) for pick in picks)
            case checked.Roll(span=span):
                for name in ("local", "to"):
                    local = getattr(part, name, None)
                    if isinstance(local, Local):
                        yield local, span, Phrase("rolled")
            case checked.Assign(to=Local() as local, how="set", span=span) if span.text.startswith("let"):
                yield local, span, Phrase("worked-out")


def _never_read(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find fields without a text that rules set, but no rule or example reads."""
    read: set[tuple[str, int]] = set()
    fields: dict[tuple[str, int], Field] = {}
    for game in rulebook.games:
        engine_reads = {rule.under_way for rule in game.rules.values()}
        for field in game.fields:
            # The result shows the score, with or without a title.
            if field in engine_reads:
                continue
            if field.assigned and not field.titles and field.place is None and field is not game.score:
                fields.setdefault(_key(field), field)
        roots: list[object] = [(step.rule.body, tuple(step.values)) for example in game.examples for step in example.steps]
        roots += [kind.start for kind in game.kinds.values()]
        for part in descendants(*roots):
            if isinstance(part, checked.TableRef | checked.FieldRef):
                read.add(_key(part.field))
    for _, body in rulebook.bodies():
        for part in descendants(body):
            if isinstance(part, checked.TableRef | checked.FieldRef):
                read.add(_key(part.field))
    for key, field in fields.items():
        if key not in read:
            yield warning("never-read", Phrase("is-set-and-no-rule-reads-it", field=field.name), field.span)


def _key(field: Field) -> tuple[str, int]:
    return field.span.source.name, field.span.start


def _without_a_copy(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find kinds and cards without copies, whatever the options."""
    told: set[Span] = set()
    for game in rulebook.games:
        if game.variants:
            # A variant may remove a card by setting its copies to 0.
            continue
        numbers: list[tuple[str, Expression | None]] = [(kind.name, kind.amount) for kind in game.kinds.values()]
        numbers += [(card.name, card.copies) for card in game.cards.values()]
        for name, number in numbers:
            if isinstance(number, checked.Const) and number.value == 0 and number.span not in told:
                told.add(number.span)
                way_out = Phrase("write-how-many-there-are-or-take")
                yield warning("no-copies", Phrase("there-is-no-in-any-game", name=name), number.span, way_out=way_out)


def _never_over(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Find numbers that matter while they are more than 0, but that no rule ever lowers."""
    given = rulebook.value_sources
    banned = {part for game in rulebook.games for rule in rules_of(game) for ban in rule.forbids
              for part in descendants(ban.condition)}  # fmt: skip
    asked: dict[Hashable, tuple[Field, Span, bool]] = {}
    otherwise: set[Hashable] = set()
    lasting: set[Expression] = set()
    for part in rulebook.all(checked.Operation):
        field = _lasting(part)
        if any(isinstance(operand, checked.Const) and operand.value <= 1 for operand in part.operands):
            lasting.update(part.operands)
        if field is not None:
            asked.setdefault(given.of_field(field), (field, part.span, part in banned))
    reads: list[checked.TableRef | checked.FieldRef] = [*rulebook.all(checked.TableRef), *rulebook.all(checked.FieldRef)]
    otherwise |= {given.of_field(one.field) for one in reads if one not in lasting}
    ended: set[Hashable] = set()
    begun: set[Hashable] = set()
    for counted in rulebook.all(checked.CountDown):
        ended.add(given.of_field(counted.field))
    for line in rulebook.all(checked.Assign):
        if isinstance(line.to, Field):
            least, most = rulebook.ranges.interval(line.value) if line.value.type == checked.NUMBER else (0, 0)
            # A number set to more than 1 is a duration; one that counts up is a count.
            begins = line.how == "set" and most >= 2 and (least >= 1 or not isinstance(line.value, checked.Const))
            key = given.of_field(line.to)
            (begun if begins or (line.how == "add" and asked.get(key, (0, 0, False))[2]) else ended).add(key)
    for key, (field, span, is_ban) in asked.items():
        if key in begun and key not in ended and (is_ban or key not in otherwise):
            yield warning(
                "never-over",
                Phrase("never-becomes-0-again-so-this-lasts", field=field.name),
                span,
                related=[(field.span, Phrase("declared-here"))],
            )


def _lasting(part: checked.Operation) -> Field | None:
    """Return the field in a condition, if that asks whether it is more than 0."""
    match part:
        case checked.Operation(
            operator=operator,
            operands=(checked.TableRef(field=field) | checked.FieldRef(field=field), checked.Const(value=value)),
        ) if (operator, value) in LASTING and field.type == checked.NUMBER:
            return field
    return None
