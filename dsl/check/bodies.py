"""Check bodies: rules, what cards do, and the standing rules that change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from attrs import evolve

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.control_flow import may_end
from rulewright.dsl.check.expression_checks import typed_expression
from rulewright.dsl.check.rule_fields import field_resets
from rulewright.dsl.check.scope import THIS, Scope, SymbolTable, titles_of
from rulewright.dsl.check.statement_checks import check_block
from rulewright.dsl.check.templates import text_template
from rulewright.dsl.checked import NUMBER, TRUTH, Change, Expression, Forbid, Hook, Local, NumberDie, Rule, Titles, Type, Values
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.messages.kinds import UnknownDefineOrDie, UnknownRule
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span


def performing_rule(world: SymbolTable, span: Span) -> Rule:
    """Return the rule that carries standing rules on performing any card."""
    kinds = [kind for kind in world.kinds.values() if kind.named_cards]
    scope = Scope.acting(world)
    card = scope.new_local("card", Type("card", kinds[0].name if len(kinds) == 1 else ""))
    return Rule(name="perform", parameters=(card,), locals=scope.locals, span=span)


def check_bodies(
    world: SymbolTable, declarations: Iterable[nodes.Declaration], scopes: dict[str, Scope], performing: Rule
) -> None:
    """Check the bodies of all rules, cards and standing rules, in the order of the file."""
    declarations = list(declarations)
    renewed = field_resets(world, declarations)
    for node in declarations:
        match node:
            case nodes.Rule():
                rule = world.rules.get(node.name.text)
                scope = scopes.get(node.name.text)
                if rule is not None and scope is not None and rule.span == node.name.span:
                    _rule(scope, evolve(node, body=(*renewed.get(rule.name, ()), *node.body)), rule)
                elif scope is None or rule is None:
                    continue
            case nodes.Card():
                with _this(world, node):
                    _card(world, node)
                    check_standing(world, node.standing, performing)
            case nodes.Hook() | nodes.Forbid() | nodes.Change():
                check_standing(world, (node,), performing)
            case nodes.Define() | nodes.Example() | nodes.Position():
                pass
            case _:
                for part in nodes.nodes_in(node):
                    if isinstance(part, nodes.Told):
                        text_template(Scope.acting(world), part.text)
    _fill_usuals(world, performing)


@contextmanager
def _this(world: SymbolTable, card: nodes.Card) -> Iterator[None]:
    """Let `this` be the card meanwhile, unless the rulebook calls something else so."""
    symbol = world.symbols.get(card.name.text)
    taken = symbol is None or THIS in world.symbols or THIS in world.field_spans
    if symbol is not None and not taken:
        world.symbols[THIS] = symbol
    yield
    if not taken:
        del world.symbols[THIS]


def _rule(scope: Scope, node: nodes.Rule, rule: Rule) -> None:
    rule.text = text_template(scope, node.text)
    rule.why_not = _needs(scope, node.needs)
    rule.needs = tuple(rule.why_not)
    rule.body = check_block(scope, node.body)
    rule.locals = scope.locals
    if rule.gives is not None and may_end(node.body):
        _no_result(scope.world, Phrase("may-end-without-a-result", rule=rule.name), node.name.span)


def _no_result(world: SymbolTable, message: Phrase, span: Span) -> None:
    world.report(
        "no-result",
        message,
        span,
        Phrase("not-every-way-through-it-gives-one"),
        Phrase("end-it-with-give-without-the-result"),
        severity="warning",
    )


def _needs(scope: Scope, needs: Sequence[nodes.QuotedNeeds]) -> dict[Expression, Titles]:
    """Return the conditions, each with the sentence that says why nothing is done without it."""
    found = [(typed_expression(scope, need.condition, TRUTH), need.reason) for need in needs]
    return {condition: titles_of(scope.world, reason) for condition, reason in found if condition is not None}


def _card(world: SymbolTable, node: nodes.Card) -> None:
    """Check the performing of a card, which is a rule of its own, without parameters."""
    scope = Scope.acting(world)
    needs = _needs(scope, node.needs)
    body = check_block(scope, node.perform) if node.perform is not None else ()
    card = world.cards.get(node.name.text)
    if card is None or card.span != node.name.span or (node.perform is None and not needs):
        return
    card.perform = Rule(
        name=f"perform {card.name}", needs=tuple(needs), why_not=needs, body=body, locals=scope.locals, span=node.name.span
    )
    card.is_worded = bool(body) and isinstance(body[0], checked.Say)


def check_standing(world: SymbolTable, standing: Iterable[nodes.Hook | nodes.Forbid | nodes.Change], performing: Rule) -> None:
    """Check standing rules, each on the rule, define or die that it names."""
    for node in standing:
        if isinstance(node, nodes.Change):
            _change(world, node)
            continue
        rule = performing if node.name is None else _named_rule(world, node.name)
        good, parameters, scope = _parameters(world, node, rule)
        if isinstance(node, nodes.Hook):
            _hook(scope, node, rule if good else None, parameters)
        else:
            _forbid(scope, node, rule if good else None, parameters)


def _named_rule(world: SymbolTable, word: nodes.Word) -> Rule | None:
    name = word.text
    symbol = world.symbols.get(name)
    if symbol is None:
        world.unknown(name, word.span, world.rules, UnknownRule(name))
        return None
    if isinstance(symbol.meaning, Rule):
        return symbol.meaning
    if symbol.meaning is not None:
        way_out = (
            Phrase("write-perform-card-and-ask-card-is")
            if isinstance(symbol.meaning, checked.Card)
            else Phrase("standing-rules-before-after-and-instead-of")
        )
        world.report(
            "wrong-type", Phrase("is-not-a-rule", word=name, kind=symbol.what), word.span, way_out=way_out, declared=symbol.span
        )
    return None


def _parameters(world: SymbolTable, node: nodes.Hook | nodes.Forbid, rule: Rule | None) -> tuple[bool, tuple[Local, ...], Scope]:
    """Return the parameters of a standing rule, with the types of those of its rule."""
    scope = Scope.acting(world)
    words = node.parameters
    if rule is None:
        for word in words:
            scope.declare(word, None)
        return False, (), scope
    if node.performing and not words:
        # A rule for any card need not name the card.
        return True, (scope.new_local("card", rule.parameters[0].type),), scope
    good = len(words) == len(rule.parameters)
    if not good:
        expected = ", ".join(parameter.name for parameter in rule.parameters)
        event = "perform" if node.performing else rule.name
        world.report(
            "wrong-count",
            Phrase("has-and-here-stand", event=event, values=_values(len(rule.parameters)), words=len(words) or Phrase("none")),
            node.span if node.name is None else node.name.span,
            way_out=Phrase("write-word", word=f"{event} {expected}".strip()),
            declared=rule.span,
        )
    parameters = []
    for place, word in enumerate(words):
        of = rule.parameters[place].type if place < len(rule.parameters) else None
        local = scope.declare(word, of)
        good = good and local is not None and local not in parameters
        if local is not None:
            parameters.append(local)
    return good, tuple(parameters), scope


def _values(count: int) -> Phrase:
    return Phrase("no-values") if count == 0 else Phrase("one-value") if count == 1 else Phrase("many-values", many=count)


def _hook(scope: Scope, node: nodes.Hook, rule: Rule | None, parameters: tuple[Local, ...]) -> None:
    scope.instead = node.when == "instead"
    if rule is not None and scope.instead:
        scope.gives = rule.gives
        scope.usual = evolve(rule, needs=(), before=[], after=[], forbids=[], instead_from=len(rule.all_instead) + 1)
        if rule.gives is not None and may_end(node.body):
            _no_result(scope.world, Phrase("this-may-end-without-a-result-which", rule=rule.name), node.span)
    text_template(scope, node.text)
    condition = None if node.condition is None else typed_expression(scope, node.condition, TRUTH)
    body = check_block(scope, node.body)
    if rule is None or (condition is None) != (node.condition is None):
        return
    made = Rule(
        name=f"{'instead of' if node.when == 'instead' else node.when} {rule.name}",
        parameters=parameters,
        gives=scope.gives,
        body=body,
        locals=scope.locals,
        span=node.span,
    )
    hook = Hook(condition, made)
    {"before": rule.before, "after": rule.after, "instead": rule.all_instead}[node.when].append(hook)
    usual = scope.usual
    if usual is not None and any(isinstance(part, checked.Call) and part.rule is usual for part in descendants(body)):
        scope.world.usuals.append((rule, hook, usual))


def _fill_usuals(world: SymbolTable, performing: Rule) -> None:
    """Find what would be carried out without an `instead of`: the next one that holds, or what the rule does."""
    for rule, hook, usual in world.usuals:
        usual.locals = [*rule.locals]
        usual.body = rule.body
        if rule is performing:
            (card,) = rule.parameters
            named = checked.LocalRef(local=card, type=card.type, span=hook.rule.span)
            usual.body = (checked.Perform(card=named, usual=True, span=hook.rule.span),)


def _forbid(scope: Scope, node: nodes.Forbid, rule: Rule | None, parameters: tuple[Local, ...]) -> None:
    text_template(scope, node.text)
    always = checked.Const(value=1, type=TRUTH, span=node.span)
    condition = always if node.condition is None else typed_expression(scope, node.condition, TRUTH)
    reason = titles_of(scope.world, node.reason)
    if rule is not None and condition is not None:
        made = Rule(name=f"forbid {rule.name}", parameters=parameters, locals=scope.locals, span=node.span)
        rule.forbids.append(Forbid(condition, made, reason))


def _change(world: SymbolTable, node: nodes.Change) -> None:
    """Check `change` of a define or of the result of a die; `it` is the value so far."""
    name = node.name.text
    symbol = world.symbols.get(name)
    meaning = symbol.meaning if symbol is not None else None
    scope = Scope.acting(world)
    wanted_parameters: tuple[Local, ...] = ()
    of: Type | None = None
    if isinstance(meaning, checked.Define):
        wanted_parameters = meaning.parameters
        of = meaning.type if world.defines_done.get(name) else None
    elif isinstance(meaning, NumberDie):
        of = NUMBER
    elif isinstance(meaning, Values) and meaning.die:
        of = Type("value", name)
    elif symbol is None:
        world.unknown(name, node.name.span, [*world.defines, *world.dice], UnknownDefineOrDie(name))
    elif meaning is not None:
        world.report(
            "wrong-type",
            Phrase("is-but-only-defines-and-dice-can", name=name, kind=symbol.what),
            node.name.span,
            declared=symbol.span,
        )
    known = of is not None
    good = known and len(node.parameters) == len(wanted_parameters)
    if known and not good:
        expected = ", ".join(parameter.name for parameter in wanted_parameters)
        world.report(
            "wrong-count",
            Phrase(
                "is-of-and-here-stand",
                name=name,
                values=_values(len(wanted_parameters)),
                parameters=len(node.parameters) or Phrase("none"),
            ),
            node.name.span,
            way_out=Phrase("write-change-to", name=name, expected=" of " + expected if expected else ""),
        )
    parameters = []
    for place, word in enumerate(node.parameters):
        local = scope.declare(word, wanted_parameters[place].type if place < len(wanted_parameters) else None)
        good = good and local is not None and local not in parameters
        if local is not None:
            parameters.append(local)
    text_template(scope, node.text)
    it = None if of is None else scope.new_local("it", of)
    scope.its.append(it)
    value = typed_expression(scope, node.value, of) if of is not None else None
    condition = None if node.condition is None else typed_expression(scope, node.condition, TRUTH)
    if not good or it is None or value is None or (condition is None) != (node.condition is None):
        return
    change = Change(parameters=tuple(parameters), it=it, value=value, condition=condition, locals=scope.locals, span=node.span)
    if isinstance(meaning, checked.Define):
        meaning.changes.append(change)
        world.define_scopes.append((meaning, scope))
    elif isinstance(meaning, NumberDie | Values):
        meaning.changes.append(change)
