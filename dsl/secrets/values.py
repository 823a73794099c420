"""Find what expressions give away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import evolve

from rulewright.dsl import checked
from rulewright.dsl.checked import Define, Expression, Field, Local, Rule, Space
from rulewright.dsl.messages.kinds import Counted, DecidesWhetherPossible, DecidesWhich, LookedAt, LookedAtAgain, UsedFor
from rulewright.dsl.messages.said import Said
from rulewright.dsl.secrets.hidden_parts import Hidden, is_untold
from rulewright.dsl.secrets.labels import (
    ANY,
    BLANK,
    NOTHING,
    TARGET,
    Label,
    Secret,
    Value,
    Way,
    Who,
    both,
    but_for,
    joined,
    on_its_way,
)
from rulewright.dsl.secrets.local_knowledge import Frame, Handing
from rulewright.dsl.text.source import Span

ENDS = ("first", "last", "item", "first_few", "last_few")


class Reader:
    """The analysis of expressions; each define is analysed once."""

    def __init__(self, game: checked.Game, hidden: Hidden) -> None:
        self.game = game
        self.hidden = hidden
        self.opened = {written(one) for one in game.openly}
        """Where the expressions after `openly` are written: in a trial, they occur a second time."""
        self.needless: dict[tuple[int, int, str], bool] = {}
        """By expression after `openly`: whether that has been unnecessary so far."""
        self.kept: dict[Field, Label] = {}
        """The secrets in fields that are for the rules alone, by owner."""
        self.defines: dict[Define, Value] = {}
        self.lasting: dict[Rule, Label] = {}

    def __call__(self, e: Expression, frame: Frame) -> Value:
        """Return what an expression gives away here."""
        found = self.given_away(e, frame)
        if self.opened and written(e) in self.opened:
            hides = bool(found.told or found.which or found.picked)
            self.needless[written(e)] = self.needless.get(written(e), False) or hides
            found = evolve(found, told=NOTHING, which=NOTHING, picked=NOTHING) if hides else found
        return frame.seen(found)

    def told(self, e: Expression | None, frame: Frame) -> Label:
        """Return what a number or a truth gives away."""
        return NOTHING if e is None else self(e, frame).told

    def all_of(self, parts: Iterable[Expression], frame: Frame) -> Label:
        """Return what several expressions give away together."""
        found = [self(part, frame) for part in parts]
        return joined(*(one.told for one in found), *(one.which for one in found))

    def given_away(self, e: Expression, frame: Frame) -> Value:
        """Return what an expression gives away, ignoring `openly`."""
        match e:
            case checked.LocalRef(local=local):
                return frame.value(local)
            case checked.FieldRef():
                return self.field(e, frame)
            case checked.Property():
                return self.property(e, frame)
            case checked.KindSet():
                return self.kind(e, frame)
            case checked.DefineCall():
                return self.define(e, frame)
            case checked.Operation():
                return self.operation(e, frame)
            case checked.Each():
                return self.each(e, frame)
            case checked.Can():
                return self.can(e, frame)
            case checked.After():
                return self.after(e, frame)
            case checked.Region():
                return self.region(e, frame)
            case checked.Picture():
                return self.picture(e, frame)
            case checked.Const(value=seat):
                return Value(who=("seat", seat)) if e.type.kind == "player" and seat >= 0 else BLANK
            case checked.PlayerSet():
                return Value(who=ANY)
            case checked.SpaceRef(space=space) | checked.SeriesRef(space=space):
                return Value(places=((space, None),))
            case checked.BoardRef(board=board):
                return Value(places=tuple((space, None) for space in board.spaces))
            case checked.TableRef(field=own):
                who: Who = ("field", own) if e.type.kind == "player" else None
                return Value(self.own(own, None, e.span), who=who)
            case checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.ValueSet():
                return BLANK
            case _:
                assert_never(e)

    def kind(self, e: checked.KindSet, frame: Frame) -> Value:
        if e.target is None:
            return Value(anywhere=True)
        target = self(e.target, frame)
        owner = target.who if e.group == "player" else None
        return Value(target.told, who=owner, chosen=e.group != "player", anywhere=True, picked=target.told)

    def field(self, e: checked.FieldRef, frame: Frame) -> Value:
        target, own = self(e.target, frame), e.field
        if own.place is not None:
            return Value(target.told, target.which, ((own, target.who),), who=target.who)
        told = joined(target.told, self.own(own, target.who, e.span))
        if own.of is not None and own.of.kind == "thing" and not own.public:
            told = joined(told, target.which)
        who = ("field", own, target.who) if e.type.kind == "player" and target.who is not None else None
        return Value(told, who=who)

    def own(self, own: Field, who: Who, span: Span) -> Label:
        """Return what a field gives away by itself."""
        if not own.assigned:
            return NOTHING
        if own.seen not in ("all", "nobody") and own.titles:
            return {Secret("value", own, who): Way(span, LookedAt())}
        if own.seen == "all" and not is_untold(own):
            return NOTHING
        kept = self.kept.get(own)
        if not kept:
            return NOTHING
        if own.seen == "nobody" and own.titles:
            return {Secret("value", own, who): Way(span, LookedAt())}
        return Handing({}, {TARGET: who}, NOTHING, span, LookedAtAgain()).label(kept)

    def property(self, e: checked.Property, frame: Frame) -> Value:
        target = self(e.target, frame)
        match e.property:
            case "space":
                places = tuple((one.of, one.who) for one in target.which if isinstance(one, Secret) and one.kind == "lies")
                told = (
                    joined(target.told, target.which)
                    if (target.chosen or target.in_turn) and e.target.type.kind == "thing"
                    else target.told
                )
                if target.anywhere and not target.which:
                    told = joined(told, self.lying([(place, ANY) for place in self.places_of(e.target)], e.span))
                return Value(told, places=places)
            case "owner":
                return Value(target.told, who=self.owner_of(target))
            case "card" | "group":
                return Value(joined(target.told, target.which))
            case "left" | "right":
                who = None if target.who in (None, ANY) else (e.property, target.who)
                return Value(target.told, who=ANY if target.who == ANY else who)
        return Value(target.told)

    def owner_of(self, target: Value) -> Who:
        """Return the owner of something."""
        if target.places:
            whos = {who for _, who in target.places}
            return whos.pop() if len(whos) == 1 else None
        return target.who if target.who is None or target.who[0] != "name" else ("owner", target.who)

    def places_of(self, things: Expression) -> list[Space | Field]:
        """Return the hidden places where things of a kind may be."""
        return self.hidden.places_of(things.type.name)

    def lying(self, places: Iterable[tuple[Space | Field, Who]], span: Span) -> Label:
        """Return which hidden things may be at some places."""
        hidden = [(place, who) for place, who in places if place.seen != "all"]
        return {Secret("lies", place, who): Way(span, LookedAt()) for place, who in hidden} if hidden else NOTHING

    def many(self, places: Iterable[tuple[Space | Field, Who]], span: Span) -> Label:
        """Return how many things are at some places, where not everybody counts them."""
        unknown = [(place, who) for place, who in places if place.seen != "all" and not place.counted]
        return {Secret("many", place, who): Way(span, LookedAt()) for place, who in unknown} if unknown else NOTHING

    def each(self, e: checked.Each, frame: Frame) -> Value:
        values = self(e.values, frame)
        if e.operator in ("where", "as_long_as"):
            return self.where(e, values, frame)
        frame.names[e.local] = one = self.one_of(values, e.local)
        body = self(e.body, frame)
        if e.operator in ("with_most", "with_fewest"):
            return evolve(
                values,
                told=joined(values.told, body.told),
                which=joined(values.which, body.told),
                chosen=True,
                picked=joined(values.picked, but_for(body.told, values.lying)),
            )
        told = joined(values.told, body.told)
        if e.operator == "map":
            owner = body.who
            if owner is not None and owner != ANY and owner == one.who:
                owner = ANY
            places = tuple((place, ANY if who is None or who == one.who else who) for place, who in body.places)
            return Value(told, body.which, places, owner, body.chosen, body.anywhere, joined(values.picked, body.picked))
        return Value(told)

    def one_of(self, values: Value, local: Local) -> Value:
        """Return one member of a set, as it is looked at."""
        if local.type.kind == "player":
            return Value(which=values.which, who=ANY)
        return evolve(values, told=NOTHING) if values.told else values

    def where(self, e: checked.Each, values: Value, frame: Frame) -> Value:
        """Return the members of a set for which a condition holds."""
        it, told, picked = values, values.told, values.picked
        chosen = values.chosen
        for part in self.conjuncts(e.body):
            if (
                isinstance(part, checked.Operation)
                and part.operator == "inside"
                and isinstance(part.operands[0], checked.LocalRef)
                and part.operands[0].local is e.local
                and part.operands[1].type.kind == "space"
            ):
                it = self.standing(it, self(part.operands[1], frame), part.span)
                told, picked = joined(told, it.told), joined(picked, it.picked)
                continue
            one = evolve(it, told=NOTHING, chosen=chosen)
            if e.local.type.kind == "player":
                one = Value(which=values.which, who=ANY)
            frame.names[e.local] = one
            body = self(part, frame).told
            if body:
                body = on_its_way(body, e.span, DecidesWhich())
                told = joined(told, body)
                picked = joined(picked, but_for(body, it.lying))
            chosen = True
        return evolve(it, told=told, chosen=chosen, picked=picked)

    def standing(self, values: Value, spaces: Value, span: Span) -> Value:
        """Return the things of a set that are at some places."""
        told, which = joined(values.told, spaces.told), values.which
        lies = self.lying(spaces.places, span)
        if lies:
            which = joined(which, lies)
            if values.chosen and values.anywhere:
                told = joined(told, lies)
            told = joined(told, self.many(spaces.places, span))
        which = joined(which, spaces.which)
        return evolve(values, told=told, which=which, anywhere=False, picked=joined(values.picked, spaces.told))

    def operation(self, e: checked.Operation, frame: Frame) -> Value:
        operator, operands = e.operator, e.operands
        if operator == "on":
            return self.standing(self(operands[0], frame), self(operands[1], frame), e.span)
        if operator in ("inside", "outside"):
            return self.inside(e, frame)
        if operator in ("any", "none", "count"):
            return self.number(self(operands[0], frame), e)
        if operator in ENDS:
            return self.end(e, frame)
        if operator == "as_set":
            return self(operands[0], frame)
        if operator in ("several", "union"):
            found = self(operands[0], frame)
            for operand in operands[1:]:
                found = both(found, self(operand, frame))
            return evolve(found, who=ANY) if e.type.kind == "player" else found
        if operator == "without":
            one, other = self(operands[0], frame), self(operands[1], frame)
            return evolve(
                one,
                told=joined(one.told, other.told),
                which=joined(one.which, other.which),
                picked=joined(one.picked, other.picked),
            )
        if operator in ("clockwise", "counterclockwise"):
            one, other = self(operands[0], frame), self(operands[1], frame)
            return evolve(one, told=joined(one.told, other.told))
        if operator == "if":
            asked, one, other = (self(operand, frame) for operand in operands)
            found = both(one, other)
            return evolve(
                found,
                told=joined(asked.told, found.told),
                which=joined(asked.told, found.which),
                picked=joined(found.picked, but_for(asked.told, found.lying)),
            )
        if operator in ("same", "different") and any(
            isinstance(operand, checked.Const) and operand.value < 0 for operand in operands
        ):
            return Value(self.existing(operands, frame))
        values = [self(operand, frame) for operand in operands]
        told = joined(*(value.told for value in values))
        if operator in ("same", "different"):
            told = joined(told, *(value.which for value in values))
        if not told:
            return BLANK
        if operator in ("and", "or", "not", "same", "different", "at_least", "at_most", "more_than", "less_than"):
            return Value(told)
        return Value(told, places=tuple(place for value in values for place in value.places))

    def existing(self, operands: Iterable[Expression], frame: Frame) -> Label:
        """Return whether there is any such thing, which does not say where it is."""
        found = []
        for operand in operands:
            if isinstance(operand, checked.Property) and operand.property in ("space", "owner"):
                operand = operand.target
            found.append(self(operand, frame).told)
        return joined(*found)

    def number(self, values: Value, e: checked.Operation) -> Value:
        """Return how many there are, or whether there are any."""
        told = values.told
        if e.operator != "count":
            told = {one: way for one, way in told.items() if not is_top(one)}
        return Value(on_its_way(told, e.span, Counted())) if told else BLANK

    def end(self, e: checked.Operation, frame: Frame) -> Value:
        """Return the first member of a set, and the like."""
        values = e.operands[-1]
        number = self(e.operands[0], frame).told if len(e.operands) > 1 else NOTHING
        whole = self(values, frame)
        told = whole.told
        if isinstance(values, checked.Each) and values.operator in ("with_most", "with_fewest"):
            # There is one whenever there is any.
            told = self(values.values, frame).told
        told = {one: way for one, way in told.items() if not is_top(one)}
        if e.operator in ("first", "last") and whole.which and not whole.chosen:
            shown = {one for one in whole.which if isinstance(one, Secret) and one.kind == "lies" and one.of.top}
            if shown and e.operator == "last":
                whole = evolve(whole, which={one: way for one, way in whole.which.items() if one not in shown})
        who = None if e.type.kind == "player" else whole.who
        if e.type.kind == "player":
            told = whole.told
        picked = joined(whole.picked, but_for(number, whole.lying))
        return evolve(
            whole,
            told=joined(told, number),
            which=joined(whole.which, number),
            who=who,
            chosen=whole.chosen or bool(whole.scattered),
            picked=picked,
        )

    def inside(self, e: checked.Operation, frame: Frame) -> Value:
        """Return whether something is among others, or is somewhere."""
        one, other = (self(operand, frame) for operand in e.operands)
        told = joined(one.told, other.told)
        if e.operands[1].type.kind == "space" and e.operands[0].type.kind == "thing":
            if not one.which and one.anywhere:
                told = joined(told, self.lying(other.places, e.span))
            elif one.chosen:
                told = joined(told, one.which)
            return Value(told) if told else BLANK
        if e.operands[0].type.kind == "thing":
            told = joined(told, one.which, other.which)
        return Value(told) if told else BLANK

    def define(self, e: checked.DefineCall, frame: Frame) -> Value:
        found = self.worth(e.define)
        if found is BLANK and not e.arguments:
            return found
        names = {local: self(value, frame) for local, value in zip(e.define.parameters, e.arguments, strict=True)}
        return self.handed(e.define, names, frame, e.span, UsedFor(e.define.name)).value(found)

    def worth(self, define: Define) -> Value:
        """Return what a define gives away, in its own names. It is analysed once."""
        found = self.defines.get(define)
        if found is None:
            found = self.defines[define] = self.defined(define)
        return found

    def handed(self, of: Define | Rule, names: dict[Local, Value], frame: Frame, span: Span, what: Said | None) -> Handing:
        """Return the translation of the names of a rule or define to outside of it."""
        whos: dict[Who, Who] = {("name", local, 0): names[local].who for local in of.parameters if local in names}
        if of.locals:
            whos[("name", of.locals[0], 0)] = frame.acting
        return Handing(names, whos, frame.guard, span, what)

    def defined(self, define: Define) -> Value:
        """Find what a define gives away, with the standing rules on it."""
        self.defines[define] = BLANK
        frame = Frame()
        acting = define.locals[0] if define.locals else None
        if acting is not None:
            frame.begin(acting)
        found = self(define.value, frame)
        for change in define.changes:
            inner = Frame()
            inner.begin(change.locals[0], frame.acting)
            for local, other in zip(change.parameters, define.parameters):
                inner.names[local] = frame.value(other)
            inner.names[change.it] = found
            value = self(change.value, inner)
            found = both(found, evolve(value, told=joined(value.told, self.told(change.condition, inner))))
        return found

    def can(self, e: checked.Can, frame: Frame) -> Value:
        found = self.lasting.get(e.rule)
        if found is None:
            found = self.lasting[e.rule] = self.allowed(e.rule)
        names = {local: self(value, frame) for local, value in zip(e.rule.parameters, e.arguments, strict=True)}
        what = DecidesWhetherPossible(e.rule.name)
        return Value(self.handed(e.rule, names, frame, e.span, what).label(found))

    def allowed(self, rule: Rule) -> Label:
        """Return what is given away by whether a rule can be carried out, in its own names."""
        self.lasting[rule] = NOTHING
        frame = Frame()
        frame.begin(rule.locals[0])
        return joined(self.needed(rule, frame), self.banned(rule, frame))

    def needed(self, rule: Rule, frame: Frame) -> Label:
        """Return what its needs ask for."""
        return joined(*(self.told(need, frame) for need in rule.needs))

    def banned(self, rule: Rule, frame: Frame) -> Label:
        """Return what its bans ask for."""
        return joined(*(self.told(ban.condition, self.hooked(ban.rule, rule, frame)) for ban in rule.forbids))

    def hooked(self, hook: Rule, rule: Rule, frame: Frame) -> Frame:
        """Return a standing rule's names, as those of its rule."""
        inner = Frame(summary=frame.summary, guard=frame.guard, shown=frame.shown)
        inner.begin(hook.locals[0], frame.acting)
        for local, other in zip(hook.parameters, rule.parameters):
            inner.names[local] = frame.value(other)
        return inner

    def after(self, e: checked.After, frame: Frame) -> Value:
        inner = Frame()
        inner.begin(e.rule.locals[0], frame.acting)
        for local, value in zip(e.rule.parameters, e.arguments, strict=True):
            inner.names[local] = self(value, frame)
        asked = e.rule.body[-1]
        return Value(self.told(asked.value if isinstance(asked, checked.Stop) else None, inner))

    def region(self, e: checked.Region, frame: Frame) -> Value:
        frame.names[e.local] = BLANK
        start, spaces, nexts = self(e.start, frame), self(e.spaces, frame), self(e.nexts, frame)
        return evolve(spaces, told=joined(start.told, spaces.told, nexts.told))

    def picture(self, e: checked.Picture, frame: Frame) -> Value:
        values = [self(part, frame) for part in e.parts]
        lies = [self.lying(value.places, e.span) for value in values]
        return Value(joined(*(value.told for value in values), *(value.which for value in values), *lies))

    def conjuncts(self, e: Expression) -> list[Expression]:
        """Return the parts of a condition that must all hold."""
        if isinstance(e, checked.Operation) and e.operator == "and" and written(e) not in self.opened:
            return [part for operand in e.operands for part in self.conjuncts(operand)]
        return [e]


def is_top(one: object) -> bool:
    """Return whether it is only the number of things at a place where all see whether there are any: by the top one."""
    return isinstance(one, Secret) and one.kind == "many" and one.of.top


def written(e: Expression) -> tuple[int, int, str]:
    """Return where an expression is written."""
    return e.span.start, e.span.end, e.span.source.name
