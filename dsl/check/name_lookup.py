"""Check a name alone in an expression."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import operation
from rulewright.dsl.check.scope import Label, NamedValue, Scope, Symbol, SymbolTable
from rulewright.dsl.check.types import set_of
from rulewright.dsl.checked import NUMBER, PLAYER, SPACE, Expression, LocalRef, Type
from rulewright.dsl.messages.kinds import FieldOfOthers, LostName, NotYetChosen
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.text.source import Span

DIRECTION = Type("value", "direction")


def name_expression(scope: Scope, node: nodes.Name) -> Expression | None:
    """Return what a name stands for where an expression is expected, or None after a message."""
    name, span = node.name, node.span
    known, local = scope.find(name)
    if known:
        return None if local is None else LocalRef(local=local, type=local.type, span=span)
    if name in scope.words:
        of, index = scope.words[name]
        return checked.Const(value=index, type=of, span=span)
    if scope.own is not None and name in scope.own.parts:
        return evolve(scope.own.parts[name], span=span)
    if name == "players":
        if not scope.start:
            return checked.PlayerSet(type=set_of(PLAYER), span=span)
    elif name == "player":
        if scope.has_player():
            return scope.player(span)
    elif scope.own is not None and name == "owner":
        scope.world.report("wrong-type", Phrase("belong-to-nobody", what=scope.own.what), span)
        return None
    else:
        symbol = scope.world.symbols.get(name)
        if symbol is None and (name == DIRECTION.name or name in scope.world.directions) and not scope.constant:
            values = scope.world.direction_values()
            if values is not None and name in scope.world.directions:
                return checked.Const(value=values.names.index(name), type=DIRECTION, span=span)
            if values is not None:
                return checked.ValueSet(values=values, type=set_of(DIRECTION), span=span)
        if symbol is None:
            _report_unknown(scope, node)
            return None
        if symbol.meaning is None:
            return None
        if not scope.constant or _is_constant(scope, symbol):
            return _declared(scope, name, symbol, span)
    if scope.constant is not None:
        message = Phrase("so-name-cannot-stand-here", fixed=scope.constant, name=name)
        scope.world.report("not-constant", message, span, Phrase("not-fixed"), constants_are(scope))
    return None


def constants_are(scope: Scope) -> Phrase:
    """Say what may be used where something is evaluated before the game begins."""
    if scope.start:
        return Phrase("name-a-place-or-one-of-owner")
    parts = scope.own.parts if scope.own else ()
    return Phrase("use-numbers-options-and", words=WordList.quoted(("count of players", *parts), ""))


def _is_constant(scope: Scope, symbol: Symbol) -> bool:
    """Return whether something is known before the game begins."""
    meaning = symbol.meaning
    if isinstance(meaning, checked.Space):
        return scope.start or meaning.times is None
    if isinstance(meaning, checked.Board | checked.Values):
        return scope.start
    return isinstance(meaning, checked.Option | NamedValue | checked.Define | checked.Rule | checked.Card)


def _declared(scope: Scope, name: str, symbol: Symbol, span: Span) -> Expression | None:
    match symbol.meaning:
        case checked.Option() as option:
            return checked.OptionValue(option=option, type=option.type, span=span)
        case checked.Values() as values:
            if values.least is not None:
                ends = (values.least, values.least + len(values.names) - 1)
                least, most = (checked.Const(value=end, type=NUMBER, span=span) for end in ends)
                return operation("range", (least, most), set_of(NUMBER), span)
            return checked.ValueSet(values=values, type=Type("value", values.name, many=True), span=span)
        case NamedValue() as named:
            return checked.Const(value=named.index, type=named.type, span=span)
        case checked.Space() as space:
            if space.times is not None:
                return checked.SeriesRef(space=space, type=set_of(SPACE), span=span)
            return checked.SpaceRef(space=space, type=SPACE, span=span)
        case checked.Board() as board:
            return checked.BoardRef(board=board, type=set_of(SPACE), span=span)
        case checked.Kind() as kind:
            return checked.KindSet(kind=kind, type=Type("thing", kind.name, many=True), span=span)
        case checked.Card() as card:
            return checked.CardConst(card=card, type=Type("card", card.kind.name), span=span)
        case checked.Field() as table_field:
            return checked.TableRef(field=table_field, type=table_field.type, span=span)
        case checked.Define() as define:
            return _defined(scope, define, span)
        case checked.NumberDie() as die:
            wrong = Phrase("is-a-die")
            way_out: Phrase | None = Phrase("write-to-or-roll-as", least=die.least, most=die.most, name=name)
        case checked.Rule():
            wrong, way_out = Phrase("is-a-rule-and-not-a-value"), None
        case Label():
            wrong, way_out = (Phrase("is-a-standing-rule-and-not-a"), Phrase("only-variants-speak-of-it-to-replace"))
        case None:
            return None
    scope.world.report("wrong-type", Phrase("name-wrong", name=name, wrong=wrong), span, wrong, way_out, declared=symbol.span)
    return None


def _defined(scope: Scope, define: checked.Define, span: Span) -> Expression | None:
    if scope.constant:
        scope.world.report(
            "not-constant",
            Phrase("so-name-cannot-stand-here", fixed=scope.constant, name=define.name),
            span,
            Phrase("not-fixed"),
            constants_are(scope),
        )
        return None
    if define.parameters:
        names = ", ".join(parameter.name for parameter in define.parameters)
        of = names if len(define.parameters) == 1 else f"({names})"
        scope.world.report(
            "wrong-count",
            Phrase("needs-to-know-of-what", define=define.name),
            span,
            way_out=Phrase("write-meaning-of-names", meaning=define.name, names=of),
        )
        return None
    if not is_good(scope.world, define):
        return None
    scope.used_defines.add(define.name)
    return checked.DefineCall(define=define, arguments=(), type=define.type, span=span)


def _report_unknown(scope: Scope, node: nodes.Name) -> None:
    name, world = node.name, scope.world
    fields = world.fields.get(name, [])
    if fields:
        owner = fields[0].of
        example = "player" if owner == PLAYER else "..."
        world.report(
            "wrong-type",
            FieldOfOthers(name),
            node.span,
            way_out=Phrase("write-meaning-of-names", meaning=name, names=example),
            declared=world.field_spans[name],
        )
    elif name in world.directions:
        world.report("wrong-type", Phrase("name-is-a-direction", word=name), node.span, declared=world.directions[name])
    elif name in ("owner", "left", "right", "row", "column", "space", "number", "neighbours", "around"):
        world.report("wrong-type", Phrase("cannot-stand-alone", word=name), node.span)
    elif name == scope.picked:
        world.report("unknown-name", NotYetChosen(name), node.span)
    elif name in scope.places and name not in world.broken:
        world.report("unknown-name", LostName(name), node.span, related=[(scope.places[name], Phrase("named-here"))])
    else:
        world.unknown(name, node.span, scope.names())


def is_good(world: SymbolTable, define: checked.Define) -> bool:
    """Return whether a define was checked without mistakes."""
    return world.defines_done.get(define.name, False)
