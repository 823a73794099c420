"""What is done in vain: chosen and never used, set and never read, made without a copy; statuses that nothing ends."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Expression, Field, Local
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.lint.rulebook import Rulebook, warning
from rulewright.dsl.source import Span
from rulewright.dsl.walk import inside, rules_of


def find(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """All four."""
    yield from _unused_choices(rulebook)
    yield from _never_read(rulebook)
    yield from _without_a_copy(rulebook)
    yield from _never_over(rulebook)


def _unused_choices(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """What is chosen, rolled or worked out, and nothing asks for."""
    told: set[Span] = set()
    for game in rulebook.games:
        for rule in rules_of(game):
            standing = (hook.rule for hook in (*rule.before, *rule.instead, *rule.after))
            for one in (rule, *standing):
                used = {id(part.local) for part in inside(one.needs, one.body) if isinstance(part, checked.LocalRef)}
                for local, span, what in _chosen(one.body):
                    if id(local) not in used and span not in told:
                        told.add(span)
                        yield warning(
                            "unused-name",
                            f"nothing asks for `{local.name}`, which is {what} here",
                            span,
                            "never used",
                            "use the name in a line below, or take this line away",
                        )


def _chosen(body: checked.Block) -> Iterator[tuple[Local, Span, str]]:
    for part in inside(body):
        match part:
            case checked.Choose(picks=picks, span=span):
                yield from ((pick.local, span, "chosen") for pick in picks)
            case checked.Roll(span=span):
                for name in ("local", "to"):
                    local = getattr(part, name, None)
                    if isinstance(local, Local):
                        yield local, span, "rolled"
            case checked.Assign(to=Local() as local, how="set", span=span) if span.text.startswith("let"):
                yield local, span, "worked out"


def _never_read(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Fields without a text that rules set, and that no rule and no example reads."""
    read: set[tuple[str, int]] = set()
    fields: dict[tuple[str, int], Field] = {}
    for game in rulebook.games:
        for field in game.fields:
            # The result shows the score, be it called anything or not.
            if field.assigned and not field.titles and field.place is None and field is not game.score:
                fields.setdefault(_key(field), field)
        roots: list[object] = [(step.rule.body, tuple(step.values)) for example in game.examples for step in example.steps]
        roots += [kind.start for kind in game.kinds.values()]
        for part in inside(*roots):
            if isinstance(part, checked.TableRef | checked.FieldRef):
                read.add(_key(part.field))
    for _, body in rulebook.bodies():
        for part in inside(body):
            if isinstance(part, checked.TableRef | checked.FieldRef):
                read.add(_key(part.field))
    for key, field in fields.items():
        if key not in read:
            yield warning(
                "never-read",
                f"`{field.name}` is set, and no rule reads it",
                field.span,
                "never read",
                "read it in a rule, give it a text to show it, or take it away",
            )


def _key(field: Field) -> tuple[str, int]:
    return field.span.source.name, field.span.start


def _without_a_copy(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Kinds and cards of which there are none, whatever the options."""
    told: set[Span] = set()
    for game in rulebook.games:
        if game.variants:
            # A variant may well leave out a card by taking all its copies.
            continue
        numbers: list[tuple[str, Expression | None]] = [(kind.name, kind.amount) for kind in game.kinds.values()]
        numbers += [(card.name, card.copies) for card in game.cards.values()]
        for name, number in numbers:
            if isinstance(number, checked.Const) and number.value == 0 and number.span not in told:
                told.add(number.span)
                way_out = "write how many there are, or take it away"
                yield warning("no-copies", f"there is no `{name}` in any game", number.span, "none", way_out)


def _never_over(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Numbers that forbid something as long as they are more than 0, and that no rule ever makes less."""
    banning: dict[tuple[str, int], tuple[Field, Span]] = {}
    ended: set[tuple[str, int]] = set()
    begun: set[tuple[str, int]] = set()
    for game in rulebook.games:
        for rule in rules_of(game):
            for ban in rule.forbids:
                field = _lasting(ban.condition)
                if field is not None:
                    banning.setdefault(_key(field), (field, ban.condition.span))
        for field in game.fields:
            # What begins anew with a rule is over with it.
            if field.type != checked.NUMBER:
                ended.add(_key(field))
    for _, body in rulebook.bodies():
        for part in inside(body):
            match part:
                case checked.CountDown(field=field):
                    ended.add(_key(field))
                case checked.Assign(to=Field() as field, how="set", value=checked.Const(value=value)) if value > 0:
                    begun.add(_key(field))
                case checked.Assign(to=Field() as field, how="add"):
                    begun.add(_key(field))
                case checked.Assign(to=Field() as field):
                    ended.add(_key(field))
    for key, (field, span) in banning.items():
        if key in begun and key not in ended:
            yield warning(
                "never-over",
                f"`{field.name}` never becomes 0 again, so this is forbidden for ever",
                span,
                "never over",
                f"let a rule `count down {field.name} of ...`, or set it to 0",
                [(field.span, "declared here")],
            )


def _lasting(condition: Expression) -> Field | None:
    """The field that a ban asks about, if it holds while that is more than 0."""
    match condition:
        case checked.Operation(operator=operator, operands=(one, checked.Const(value=value))):
            least = {"at_least": value, "more_than": value + 1, "different": 1 if value == 0 else 0}.get(operator, 0)
            if least == 1 and isinstance(one, checked.TableRef | checked.FieldRef):
                return one.field
    return None
