"""Check statements that change names and fields: `let`, `set`, `add`, `take` and `count down`."""

from __future__ import annotations

from itertools import chain
from typing import Literal, cast

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import fit, operation, quoted
from rulewright.dsl.check.expression_checks import expression, is_unknown_owner, pair_field, typed_expression
from rulewright.dsl.check.properties import fields_of, owner_of_field
from rulewright.dsl.check.scope import Scope
from rulewright.dsl.check.templates import text_template
from rulewright.dsl.check.types import set_of, type_in_words
from rulewright.dsl.checked import NUMBER, TRUTH, Expression, Field, Local, Statement, TextTemplate
from rulewright.dsl.messages.kinds import FieldOfOthers, NoSuchField, UnknownField, UnknownTarget
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.text.source import Span


def check_let(scope: Scope, node: nodes.Let) -> Statement | None:
    """Check `let x be VALUE`."""
    value = expression(scope, node.value)
    if value is not None and value.type.kind == "nothing":
        scope.world.report("wrong-type", Phrase("from-nothing-alone-it-cannot-be-seen", node=node.name.text), node.value.span)
        value = None
    local = scope.declare(node.name, None if value is None else value.type)
    if value is None or local is None:
        return None
    return checked.Assign(to=local, value=value, span=node.span)


def check_assign(scope: Scope, node: nodes.Assign) -> Statement | None:
    """Check `set`, `add` and `take`."""
    found = _assigned(scope, node.target)
    if found is None:
        expression(scope, node.value)
        return None
    to, target = found
    how = cast("Literal['set', 'add', 'take']", node.how)
    if how == "set" or not to.type.many:
        if how != "set" and to.type != NUMBER:
            name, kind = node.target.name.text, type_in_words(to.type)
            scope.world.report(
                "wrong-type",
                Phrase("is-so-nothing-can-be-added-to", name=name, kind=kind)
                if how == "add"
                else Phrase("is-so-nothing-can-be-taken-from", name=name, kind=kind),
                node.target.span,
                Phrase("is-kind", kind=type_in_words(to.type)),
            )
            return None
        given = expression(scope, node.value)
        if isinstance(to, Local) and not to.type.many and given is not None and given.type == set_of(to.type):
            name = node.target.name.text
            scope.world.report(
                "wrong-type",
                Phrase("was-begun-with-and-may-be-several", name=name, kind=type_in_words(to.type), node=quoted(node.value.span)),
                node.value.span,
                Phrase("is-kind", kind=type_in_words(given.type)),
            )
            return None
        value = fit(scope, given, to.type)
        reason = _reason(scope, node.reason, to)
        return (
            None
            if value is None
            else checked.Assign(how=how, to=to, target=target, value=value, reason=reason, quiet=node.quiet, span=node.span)
        )
    # A set grows and shrinks by other sets, so it is set to the result.
    if target is not None and target.type.many:
        scope.world.report(
            "wrong-type",
            Phrase("sets-of-several-can-only-be-changed"),
            node.target.span,
            Phrase("of-kind", kind=type_in_words(target.type)),
        )
        return None
    value = typed_expression(scope, node.value, to.type)
    now = _now(to, target, node.target.span)
    if value is None:
        return None
    operator = "union" if how == "add" else "without"
    value = operation(operator, (now, value), to.type, node.span)
    return checked.Assign(to=to, target=target, value=value, reason=_reason(scope, node.reason, to), span=node.span)


def _reason(scope: Scope, title: nodes.Title | None, to: Local | Field) -> TextTemplate:
    """Return why a field changes, for those who read about the change."""
    if title is not None and (isinstance(to, Local) or not to.titles):
        way_out = Phrase("a-field-with-a-title-is-told") if isinstance(to, Field) else Phrase("only-fields-are-told-of")
        scope.world.report(
            "needless-reason",
            Phrase("nobody-is-told-that-changes-so-nobody", to=to.name),
            title.span,
            way_out=way_out,
            severity="warning",
        )
    return text_template(scope, title)


def _now(to: Local | Field, target: Expression | None, span: Span) -> Expression:
    if isinstance(to, Local):
        return checked.LocalRef(local=to, type=to.type, span=span)
    if target is None:
        return checked.TableRef(field=to, type=to.type, span=span)
    return checked.FieldRef(field=to, target=target, type=to.type, span=span)


def _assigned(scope: Scope, to: nodes.Target) -> tuple[Local | Field, Expression | None] | None:
    """Return the local or field that a statement changes, and its owner; None after a message."""
    world, word = scope.world, to.name
    symbol = world.symbols.get(word.text)
    if to.of is not None:
        return assigned_field(scope, to.of, word)
    known, local = scope.find(word.text)
    if known and local is not None and local is not (scope.locals[0] if scope.locals else None):
        return local, None
    if known and local is None:
        return None
    if symbol is not None and isinstance(symbol.meaning, Field):
        symbol.meaning.assigned = True
        return symbol.meaning, None
    if word.text in world.fields:
        world.report(
            "wrong-type",
            FieldOfOthers(word.text),
            word.span,
            way_out=Phrase("write-of", word=word.text),
            declared=world.field_spans[word.text],
        )
    elif word.text == "player" or known:
        world.report("cannot-set", Phrase("who-acts-cannot-be-set"), word.span)
    elif symbol is None:
        names = (name for name, other in world.symbols.items() if isinstance(other.meaning, Field))
        inner = (name for block in scope.blocks for name in block)
        world.unknown(word.text, word.span, chain(names, world.fields, inner), UnknownTarget(word.text))
    elif symbol.meaning is not None:
        way_out = (
            Phrase("things-are-put-there-with-move")
            if isinstance(symbol.meaning, checked.Space)
            else (Phrase("declare-a-field-for-it-below-the"))
        )
        world.report(
            "cannot-set",
            Phrase("is-which-cannot-be-set", word=word.text, kind=symbol.what),
            word.span,
            way_out=way_out,
            declared=symbol.span,
        )
    return None


def assigned_field(scope: Scope, of: nodes.Expression, word: nodes.Word) -> tuple[Field, Expression] | None:
    world = scope.world
    if any(field.pair for field in world.fields.get(word.text, ())):
        found = pair_field(scope, word, of)
        return None if found is None else _changed(scope, *found, of, word)
    if is_unknown_owner(scope, word, of):
        return None
    target = expression(scope, of)
    if target is None:
        return None
    for field in fields_of(scope, word.text, target.type):
        return _changed(scope, field, target, of, word)
    others = [candidate.of for candidate in world.fields.get(word.text, []) if candidate.of is not None]
    symbol = world.symbols.get(word.text)
    if others:
        having = WordList(tuple(sorted({type_in_words(one) for one in others}, key=str)))
        world.report(
            "no-such-field",
            NoSuchField(owner=quoted(of.span), kind=type_in_words(target.type), word=word.text),
            word.span,
            Phrase("has-it", having=having),
            Phrase("must-be-of", word=word.text, having=having),
        )
    elif word.text in ("space", "owner", "row", "column", "number", "left", "right") or symbol is not None:
        if symbol is not None and isinstance(symbol.meaning, Field):
            world.report("wrong-type", Phrase("is-a-field-of-the-table-so", word=word.text), word.span)
        elif symbol is None or symbol.meaning is not None:
            way_out = Phrase("write-move-to") if word.text == "space" else Phrase("declare-a-field-for-what-changes")
            world.report("cannot-set", Phrase("cannot-be-set", word=word.text), word.span, way_out=way_out)
    else:
        world.unknown(word.text, word.span, world.fields, UnknownField(word.text))
    return None


def _changed(
    scope: Scope, field: Field, target: Expression, of: nodes.Expression, word: nodes.Word
) -> tuple[Field, Expression] | None:
    """Return a field that is changed, and its owner; None after a message."""
    if field.place is not None:
        scope.world.report("cannot-set", Phrase("is-a-place-which-cannot-be-set", word=word.text), word.span)
        return None
    if target.type.kind == "card":
        scope.world.report(
            "cannot-set",
            Phrase("is-a-cards-name-and-what-is", word=quoted(of.span)),
            of.span,
            way_out=Phrase("name-a-thing-where-it-is", target=target.type.name),
        )
        return None
    field.assigned = True
    return field, owner_of_field(scope, field, target)


def check_count_down(scope: Scope, node: nodes.CountDown) -> Statement | None:
    """Check `count down FIELD of THINGS`; a field of the table or a name becomes one less if it is more than 0."""
    found = _assigned(scope, nodes.Target(span=node.name.span, name=node.name, of=node.of))
    if found is None:
        return None
    field, target = found
    if field.type != NUMBER:
        scope.world.report(
            "wrong-type",
            Phrase("is-but-only-numbers-count-down", field=field.name, kind=type_in_words(field.type)),
            node.name.span,
        )
        return None
    if isinstance(field, Local) or target is None:
        nought, one = (checked.Const(value=value, type=NUMBER, span=node.span) for value in (0, 1))
        more = operation("more_than", (_now(field, None, node.name.span), nought), TRUTH, node.span)
        less = checked.Assign(how="take", to=field, value=one, reason=_reason(scope, node.reason, field), span=node.span)
        return checked.If(branches=((more, (less,)),), span=node.span)
    targets = fit(scope, target, set_of(target.type))
    reason = _reason(scope, node.reason, field)
    return None if targets is None else checked.CountDown(field=field, targets=targets, reason=reason, span=node.span)
