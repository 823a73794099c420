"""Find what expressions give away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from attrs import evolve

from rulewright.dsl import checked
from rulewright.dsl.checked import Define, Expression, Field, Local, Rule, Space
from rulewright.dsl.messages.kinds import Counted, DecidesWhetherPossible, DecidesWhich, LookedAt, LookedAtAgain, UsedFor
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.secrets.hidden_parts import HiddenParts, is_untold
from rulewright.dsl.secrets.labels import (
    ANY,
    BLANK,
    NOTHING,
    TARGET,
    FlowStep,
    Label,
    Owner,
    Secret,
    ValueLabels,
    join_labels,
    join_values,
    with_step,
    without_secrets,
)
from rulewright.dsl.secrets.local_knowledge import LocalKnowledge, Substitution
from rulewright.dsl.text.source import Span

ENDS = ("first", "last", "item", "first_few", "last_few")


class ExpressionAnalysis:
    """The analysis of expressions; each define is analysed once."""

    def __init__(self, game: checked.Game, hidden: HiddenParts) -> None:
        self.game = game
        self.hidden = hidden
        self.opened = {place_written(one) for one in game.openly}
        """Where the expressions after `openly` are written: in a trial, they occur a second time."""
        self.needless: dict[tuple[int, int, str], bool] = {}
        """By expression after `openly`: whether that has been unnecessary so far."""
        self.kept: dict[Field, Label] = {}
        """The secrets in fields that are for the rules alone, by owner."""
        self.defines: dict[Define, ValueLabels] = {}
        self.lasting: dict[Rule, Label] = {}

    def __call__(self, e: Expression, frame: LocalKnowledge) -> ValueLabels:
        """Return what an expression gives away here."""
        found = self.given_away(e, frame)
        if self.opened and place_written(e) in self.opened:
            hides = bool(found.told or found.which or found.picked)
            self.needless[place_written(e)] = self.needless.get(place_written(e), False) or hides
            found = evolve(found, told=NOTHING, which=NOTHING, picked=NOTHING) if hides else found
        return frame.value_after_showing(found)

    def disclosure(self, e: Expression | None, frame: LocalKnowledge) -> Label:
        """Return what a number or a truth gives away."""
        return NOTHING if e is None else self(e, frame).told

    def all_of(self, parts: Iterable[Expression], frame: LocalKnowledge) -> Label:
        """Return what several expressions give away together."""
        found = [self(part, frame) for part in parts]
        return join_labels(*(one.told for one in found), *(one.which for one in found))

    def given_away(self, e: Expression, frame: LocalKnowledge) -> ValueLabels:
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
            case checked.SetOperation():
                return self.each(e, frame)
            case checked.Can():
                return self.can(e, frame)
            case checked.TrialExpression():
                return self.after(e, frame)
            case checked.Region():
                return self.region(e, frame)
            case checked.Picture():
                return self.picture(e, frame)
            case checked.Const(value=seat):
                return ValueLabels(who=("seat", seat)) if e.type.kind == "player" and seat >= 0 else BLANK
            case checked.PlayerSet():
                return ValueLabels(who=ANY)
            case checked.SpaceRef(space=space) | checked.SeriesRef(space=space):
                return ValueLabels(places=((space, None),))
            case checked.BoardRef(board=board):
                return ValueLabels(places=tuple((space, None) for space in board.spaces))
            case checked.TableRef(field=own):
                who: Owner = ("field", own) if e.type.kind == "player" else None
                return ValueLabels(self.own(own, None, e.span), who=who)
            case checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.ValueSet():
                return BLANK
            case _:
                assert_never(e)

    def kind(self, e: checked.KindSet, frame: LocalKnowledge) -> ValueLabels:
        if e.target is None:
            return ValueLabels(anywhere=True)
        target = self(e.target, frame)
        owner = target.who if e.group == "player" else None
        return ValueLabels(target.told, who=owner, chosen=e.group != "player", anywhere=True, picked=target.told)

    def field(self, e: checked.FieldRef, frame: LocalKnowledge) -> ValueLabels:
        target, own = self(e.target, frame), e.field
        if own.place is not None:
            return ValueLabels(target.told, target.which, ((own, target.who),), who=target.who)
        told = join_labels(target.told, self.own(own, target.who, e.span))
        if own.of is not None and own.of.kind == "thing" and not own.public:
            told = join_labels(told, target.which)
        who = ("field", own, target.who) if e.type.kind == "player" and target.who is not None else None
        return ValueLabels(told, who=who)

    def own(self, own: Field, who: Owner, span: Span) -> Label:
        """Return what a field gives away by itself."""
        if not own.assigned:
            return NOTHING
        if own.seen not in ("all", "nobody") and own.titles:
            return {Secret("value", own, who): FlowStep(span, LookedAt())}
        if own.seen == "all" and not is_untold(own):
            return NOTHING
        kept = self.kept.get(own)
        if not kept:
            return NOTHING
        if own.seen == "nobody" and own.titles:
            return {Secret("value", own, who): FlowStep(span, LookedAt())}
        return Substitution({}, {TARGET: who}, NOTHING, span, LookedAtAgain()).label(kept)

    def property(self, e: checked.Property, frame: LocalKnowledge) -> ValueLabels:
        target = self(e.target, frame)
        match e.property:
            case "space":
                places = tuple((one.of, one.who) for one in target.which if isinstance(one, Secret) and one.kind == "lies")
                told = (
                    join_labels(target.told, target.which)
                    if (target.chosen or target.in_turn) and e.target.type.kind == "thing"
                    else target.told
                )
                if target.anywhere and not target.which:
                    told = join_labels(told, self.things_at([(place, ANY) for place in self.places_of(e.target)], e.span))
                return ValueLabels(told, places=places)
            case "owner":
                return ValueLabels(target.told, who=self.owner_of(target))
            case "card" | "group":
                return ValueLabels(join_labels(target.told, target.which))
            case "left" | "right":
                who = None if target.who in (None, ANY) else (e.property, target.who)
                return ValueLabels(target.told, who=ANY if target.who == ANY else who)
        return ValueLabels(target.told)

    def owner_of(self, target: ValueLabels) -> Owner:
        """Return the owner of something."""
        if target.places:
            whos = {who for _, who in target.places}
            return whos.pop() if len(whos) == 1 else None
        return target.who if target.who is None or target.who[0] != "name" else ("owner", target.who)

    def places_of(self, things: Expression) -> list[Space | Field]:
        """Return the hidden places where things of a kind may be."""
        return self.hidden.places_of(things.type.name)

    def things_at(self, places: Iterable[tuple[Space | Field, Owner]], span: Span) -> Label:
        """Return which hidden things may be at some places."""
        hidden = [(place, who) for place, who in places if place.seen != "all"]
        return {Secret("lies", place, who): FlowStep(span, LookedAt()) for place, who in hidden} if hidden else NOTHING

    def many(self, places: Iterable[tuple[Space | Field, Owner]], span: Span) -> Label:
        """Return how many things are at some places, where not everybody counts them."""
        unknown = [(place, who) for place, who in places if place.seen != "all" and not place.counted]
        return {Secret("many", place, who): FlowStep(span, LookedAt()) for place, who in unknown} if unknown else NOTHING

    def each(self, e: checked.SetOperation, frame: LocalKnowledge) -> ValueLabels:
        values = self(e.values, frame)
        if e.operator in ("where", "as_long_as"):
            return self.where(e, values, frame)
        frame.names[e.local] = one = self.one_of(values, e.local)
        body = self(e.body, frame)
        if e.operator in ("with_most", "with_fewest"):
            return evolve(
                values,
                told=join_labels(values.told, body.told),
                which=join_labels(values.which, body.told),
                chosen=True,
                picked=join_labels(values.picked, without_secrets(body.told, values.hidden_places)),
            )
        told = join_labels(values.told, body.told)
        if e.operator == "map":
            owner = body.who
            if owner is not None and owner != ANY and owner == one.who:
                owner = ANY
            places = tuple((place, ANY if who is None or who == one.who else who) for place, who in body.places)
            return ValueLabels(
                told, body.which, places, owner, body.chosen, body.anywhere, join_labels(values.picked, body.picked)
            )
        return ValueLabels(told)

    def one_of(self, values: ValueLabels, local: Local) -> ValueLabels:
        """Return one member of a set, as it is looked at."""
        if local.type.kind == "player":
            return ValueLabels(which=values.which, who=ANY)
        return evolve(values, told=NOTHING) if values.told else values

    def where(self, e: checked.SetOperation, values: ValueLabels, frame: LocalKnowledge) -> ValueLabels:
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
                told, picked = join_labels(told, it.told), join_labels(picked, it.picked)
                continue
            one = evolve(it, told=NOTHING, chosen=chosen)
            if e.local.type.kind == "player":
                one = ValueLabels(which=values.which, who=ANY)
            frame.names[e.local] = one
            body = self(part, frame).told
            if body:
                body = with_step(body, e.span, DecidesWhich())
                told = join_labels(told, body)
                picked = join_labels(picked, without_secrets(body, it.hidden_places))
            chosen = True
        return evolve(it, told=told, chosen=chosen, picked=picked)

    def standing(self, values: ValueLabels, spaces: ValueLabels, span: Span) -> ValueLabels:
        """Return the things of a set that are at some places."""
        told, which = join_labels(values.told, spaces.told), values.which
        lies = self.things_at(spaces.places, span)
        if lies:
            which = join_labels(which, lies)
            if values.chosen and values.anywhere:
                told = join_labels(told, lies)
            told = join_labels(told, self.many(spaces.places, span))
        which = join_labels(which, spaces.which)
        return evolve(values, told=told, which=which, anywhere=False, picked=join_labels(values.picked, spaces.told))

    def operation(self, e: checked.Operation, frame: LocalKnowledge) -> ValueLabels:
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
                found = join_values(found, self(operand, frame))
            return evolve(found, who=ANY) if e.type.kind == "player" else found
        if operator == "without":
            one, other = self(operands[0], frame), self(operands[1], frame)
            return evolve(
                one,
                told=join_labels(one.told, other.told),
                which=join_labels(one.which, other.which),
                picked=join_labels(one.picked, other.picked),
            )
        if operator in ("clockwise", "counterclockwise"):
            one, other = self(operands[0], frame), self(operands[1], frame)
            return evolve(one, told=join_labels(one.told, other.told))
        if operator == "if":
            asked, one, other = (self(operand, frame) for operand in operands)
            found = join_values(one, other)
            return evolve(
                found,
                told=join_labels(asked.told, found.told),
                which=join_labels(asked.told, found.which),
                picked=join_labels(found.picked, without_secrets(asked.told, found.hidden_places)),
            )
        if operator in ("same", "different") and any(
            isinstance(operand, checked.Const) and operand.value < 0 for operand in operands
        ):
            return ValueLabels(self.existing(operands, frame))
        values = [self(operand, frame) for operand in operands]
        told = join_labels(*(value.told for value in values))
        if operator in ("same", "different"):
            told = join_labels(told, *(value.which for value in values))
        if not told:
            return BLANK
        if operator in ("and", "or", "not", "same", "different", "at_least", "at_most", "more_than", "less_than"):
            return ValueLabels(told)
        return ValueLabels(told, places=tuple(place for value in values for place in value.places))

    def existing(self, operands: Iterable[Expression], frame: LocalKnowledge) -> Label:
        """Return whether there is any such thing, which does not say where it is."""
        found = []
        for operand in operands:
            if isinstance(operand, checked.Property) and operand.property in ("space", "owner"):
                operand = operand.target
            found.append(self(operand, frame).told)
        return join_labels(*found)

    def number(self, values: ValueLabels, e: checked.Operation) -> ValueLabels:
        """Return how many there are, or whether there are any."""
        told = values.told
        if e.operator != "count":
            told = {one: way for one, way in told.items() if not is_top(one)}
        return ValueLabels(with_step(told, e.span, Counted())) if told else BLANK

    def end(self, e: checked.Operation, frame: LocalKnowledge) -> ValueLabels:
        """Return the first member of a set, and the like."""
        values = e.operands[-1]
        number = self(e.operands[0], frame).told if len(e.operands) > 1 else NOTHING
        whole = self(values, frame)
        told = whole.told
        if isinstance(values, checked.SetOperation) and values.operator in ("with_most", "with_fewest"):
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
        picked = join_labels(whole.picked, without_secrets(number, whole.hidden_places))
        return evolve(
            whole,
            told=join_labels(told, number),
            which=join_labels(whole.which, number),
            who=who,
            chosen=whole.chosen or bool(whole.several_hidden_places),
            picked=picked,
        )

    def inside(self, e: checked.Operation, frame: LocalKnowledge) -> ValueLabels:
        """Return whether something is among others, or is somewhere."""
        one, other = (self(operand, frame) for operand in e.operands)
        told = join_labels(one.told, other.told)
        if e.operands[1].type.kind == "space" and e.operands[0].type.kind == "thing":
            if not one.which and one.anywhere:
                told = join_labels(told, self.things_at(other.places, e.span))
            elif one.chosen:
                told = join_labels(told, one.which)
            return ValueLabels(told) if told else BLANK
        if e.operands[0].type.kind == "thing":
            told = join_labels(told, one.which, other.which)
        return ValueLabels(told) if told else BLANK

    def define(self, e: checked.DefineCall, frame: LocalKnowledge) -> ValueLabels:
        found = self.define_value(e.define)
        if found is BLANK and not e.arguments:
            return found
        names = {local: self(value, frame) for local, value in zip(e.define.parameters, e.arguments, strict=True)}
        return self.handed(e.define, names, frame, e.span, UsedFor(e.define.name)).value(found)

    def define_value(self, define: Define) -> ValueLabels:
        """Return what a define gives away, in its own names. It is analysed once."""
        found = self.defines.get(define)
        if found is None:
            found = self.defines[define] = self.defined(define)
        return found

    def handed(
        self, of: Define | Rule, names: dict[Local, ValueLabels], frame: LocalKnowledge, span: Span, what: Phrase | None
    ) -> Substitution:
        """Return the translation of the names of a rule or define to outside of it."""
        whos: dict[Owner, Owner] = {("name", local, 0): names[local].who for local in of.parameters if local in names}
        if of.locals:
            whos[("name", of.locals[0], 0)] = frame.acting
        return Substitution(names, whos, frame.guard, span, what)

    def defined(self, define: Define) -> ValueLabels:
        """Find what a define gives away, with the standing rules on it."""
        self.defines[define] = BLANK
        frame = LocalKnowledge()
        acting = define.locals[0] if define.locals else None
        if acting is not None:
            frame.begin(acting)
        found = self(define.value, frame)
        for change in define.changes:
            inner = LocalKnowledge()
            inner.begin(change.locals[0], frame.acting)
            for local, other in zip(change.parameters, define.parameters):
                inner.names[local] = frame.value(other)
            inner.names[change.it] = found
            value = self(change.value, inner)
            found = join_values(found, evolve(value, told=join_labels(value.told, self.disclosure(change.condition, inner))))
        return found

    def can(self, e: checked.Can, frame: LocalKnowledge) -> ValueLabels:
        found = self.lasting.get(e.rule)
        if found is None:
            found = self.lasting[e.rule] = self.allowed(e.rule)
        names = {local: self(value, frame) for local, value in zip(e.rule.parameters, e.arguments, strict=True)}
        what = DecidesWhetherPossible(e.rule.name)
        return ValueLabels(self.handed(e.rule, names, frame, e.span, what).label(found))

    def allowed(self, rule: Rule) -> Label:
        """Return what is given away by whether a rule can be carried out, in its own names."""
        self.lasting[rule] = NOTHING
        frame = LocalKnowledge()
        frame.begin(rule.locals[0])
        return join_labels(self.needed(rule, frame), self.banned(rule, frame))

    def needed(self, rule: Rule, frame: LocalKnowledge) -> Label:
        """Return what its needs ask for."""
        return join_labels(*(self.disclosure(need, frame) for need in rule.needs))

    def banned(self, rule: Rule, frame: LocalKnowledge) -> Label:
        """Return what its bans ask for."""
        return join_labels(*(self.disclosure(ban.condition, self.hooked(ban.rule, rule, frame)) for ban in rule.forbids))

    def hooked(self, hook: Rule, rule: Rule, frame: LocalKnowledge) -> LocalKnowledge:
        """Return a standing rule's names, as those of its rule."""
        inner = LocalKnowledge(summary=frame.summary, guard=frame.guard, shown=frame.shown)
        inner.begin(hook.locals[0], frame.acting)
        for local, other in zip(hook.parameters, rule.parameters):
            inner.names[local] = frame.value(other)
        return inner

    def after(self, e: checked.TrialExpression, frame: LocalKnowledge) -> ValueLabels:
        inner = LocalKnowledge()
        inner.begin(e.rule.locals[0], frame.acting)
        for local, value in zip(e.rule.parameters, e.arguments, strict=True):
            inner.names[local] = self(value, frame)
        asked = e.rule.body[-1]
        return ValueLabels(self.disclosure(asked.value if isinstance(asked, checked.Stop) else None, inner))

    def region(self, e: checked.Region, frame: LocalKnowledge) -> ValueLabels:
        frame.names[e.local] = BLANK
        start, spaces, nexts = self(e.start, frame), self(e.spaces, frame), self(e.nexts, frame)
        return evolve(spaces, told=join_labels(start.told, spaces.told, nexts.told))

    def picture(self, e: checked.Picture, frame: LocalKnowledge) -> ValueLabels:
        values = [self(part, frame) for part in e.parts]
        lies = [self.things_at(value.places, e.span) for value in values]
        return ValueLabels(join_labels(*(value.told for value in values), *(value.which for value in values), *lies))

    def conjuncts(self, e: Expression) -> list[Expression]:
        """Return the parts of a condition that must all hold."""
        if isinstance(e, checked.Operation) and e.operator == "and" and place_written(e) not in self.opened:
            return [part for operand in e.operands for part in self.conjuncts(operand)]
        return [e]


def is_top(one: object) -> bool:
    """Return whether it is only the number of things at a place where all see whether there are any: by the top one."""
    return isinstance(one, Secret) and one.kind == "many" and one.of.top


def place_written(e: Expression) -> tuple[int, int, str]:
    """Return where an expression is written."""
    return e.span.start, e.span.end, e.span.source.name
