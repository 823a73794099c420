"""Find which players learn what they may not know from a line, and what lines lay open."""

from __future__ import annotations

from attrs import evolve, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expression, Field, Local
from rulewright.dsl.checked.effects import effects_of
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.secrets.hidden_parts import HiddenParts, is_secret, may_see
from rulewright.dsl.secrets.labels import (
    ALL,
    ANY,
    NOTHING,
    TARGET,
    FlowStep,
    Label,
    OuterSecret,
    Owner,
    Secret,
    ValueLabels,
    join_labels,
    seen_by_more,
    without_counts,
    without_secrets,
)
from rulewright.dsl.secrets.local_knowledge import LocalKnowledge, Substitution
from rulewright.dsl.secrets.values import ExpressionAnalysis
from rulewright.dsl.text.source import Span


@frozen(eq=False)
class Disclosure:
    """Something hidden that a player learns."""

    secret: Secret
    way: FlowStep
    who: Owner
    how: str
    span: Span
    inner: tuple[FlowStep, ...] = ()
    """The steps inside the rules that something was handed to."""


class Disclosures:
    """The secrets that the players of a game learn."""

    def __init__(self, game: checked.Game, hidden: HiddenParts) -> None:
        self.game = game
        self.read = ExpressionAnalysis(game, hidden)
        self.learnt: list[Disclosure] = []

    def learn(
        self, label: Label, who: Owner, how: str, span: Span, frame: LocalKnowledge, inner: tuple[FlowStep, ...] = ()
    ) -> None:
        """Note that a player learns something."""
        for one, way in frame.open_to(label).items():
            if isinstance(one, OuterSecret):
                frame.summary.sinks.setdefault((one, who, how), (span, way))
            elif way is not None:
                kept = frame.fallen.get(one, {one: ()})
                if all(may_see(held, who, self.game.most_players) is False for held in kept):
                    held, steps = next(iter(kept.items()))
                    self.learnt.append(Disclosure(held, way, who, how, span, (*steps, *inner)))

    def public(self, one: checked.Stmt, frame: LocalKnowledge) -> None:
        """Note what everybody notices."""
        self.learn(frame.guard, ALL, "done", one.span, frame)

    def perform(self, one: checked.Perform, frame: LocalKnowledge) -> None:
        self.learn(join_labels(frame.guard, decided_by(self.read(one.card, frame))), ALL, "done", one.span, frame)

    def put(self, own: Field, who: Owner, value: Label, span: Span, frame: LocalKnowledge) -> None:
        """Note that a field has a value from here on."""
        label = join_labels(value, frame.guard)
        if own.titles and own.seen == "all":
            self.learn(label, ALL, "field", span, frame)
            return
        if own.titles and own.seen == "owner":
            self.learn(value, who, "own", span, frame)
        self.keep(own, who, value if is_secret(own) else label, span, frame)

    def keep(self, own: Field, who: Owner, label: Label, span: Span, frame: LocalKnowledge) -> None:
        """Remember what goes into a field that not everybody sees."""
        step = Phrase("goes-into-here", own=own.name)
        handing = Substitution({}, {who: TARGET} if who not in (None, ANY) else {}, NOTHING, span, step)
        for one, way in label.items():
            if isinstance(one, OuterSecret):
                frame.summary.stores.setdefault((one, own, who), way)
                continue
            if one.kind == "chance" and own.titles:
                held = Secret("value", own, None if who == ANY else who)
                frame.fallen.setdefault(one, {})[held] = (FlowStep(span, step),)
            if not is_secret(own):
                kept = self.read.kept.setdefault(own, {})
                for secret, after in handing.label({one: way}).items():
                    if isinstance(secret, Secret) and secret.who is not None and secret.who[0] in ("name", "left", "right"):
                        secret = evolve(secret, who=None)
                    if isinstance(secret, Secret):
                        kept.setdefault(evolve(secret, seers=frozenset()), after)

    def move(self, one: checked.Move, frame: LocalKnowledge) -> None:
        things, to = self.read(one.things, frame), self.read(one.to, frame)
        self.moved(one.things, things, to, one.span, frame)

    def moved(self, named: Expression, things: ValueLabels, to: ValueLabels, span: Span, frame: LocalKnowledge) -> None:
        """Note that things get somewhere: anyone who sees that place sees which they are."""
        hidden = [(place, who) for place, who in to.places if place.seen != "all"]
        # The log has an order of its own for the moves of a loop.
        label = join_labels(frame.guard, without_secrets(to.told, things.hidden_places) if things.in_turn else to.told)
        # Everybody notices that something moves, no matter how many things are there.
        label = join_labels(label, without_counts(public_secrets(things)) if hidden else decided_by(things))
        self.learn(label, ALL, "moved", span, frame)
        if things.which:
            for lying in hidden:
                frame.shown.pop(lying, None)
        if isinstance(named, checked.LocalRef) and to.places:
            which = things.which
            if not hidden:
                which = seen_by_more(which, ALL)
            for place, who in hidden:
                if place.seen == "owner":
                    which = seen_by_more(which, who)
            if things.which and not which and hidden:
                which = things.which
            told = NOTHING if not hidden else things.told
            frame.names[named.local] = evolve(things, which=which, told=told, anywhere=False)

    def move_along(self, one: checked.MoveAlong, frame: LocalKnowledge) -> None:
        things = self.read(one.things, frame)
        label = join_labels(frame.guard, public_secrets(things), self.read.disclosure(one.steps, frame))
        self.learn(label, ALL, "moved", one.span, frame)

    def move_away(self, one: checked.MoveAway, frame: LocalKnowledge) -> None:
        things = self.read(one.things, frame)
        self.learn(join_labels(frame.guard, public_secrets(things)), ALL, "moved", one.span, frame)

    def draw(self, one: checked.Draw, frame: LocalKnowledge) -> None:
        amount, source, to = (self.read(part, frame) for part in (one.amount, one.source, one.to))
        self.learn(join_labels(frame.guard, amount.told, source.told, to.told), ALL, "moved", one.span, frame)
        for place in to.places:
            frame.shown.pop(place, None)

    def act(self, one: checked.Act, frame: LocalKnowledge) -> None:
        """Let everybody notice what is done to a thing, or at a place."""
        values = (self.read(operand, frame) for operand in one.operands)
        told = (
            value.told if what == "PLACE" else public_secrets(value)
            for what, value in zip(one.action.operands, values, strict=True)
        )
        self.learn(join_labels(frame.guard, *told), ALL, "moved" if one.action.exchanges else "done", one.span, frame)

    def show(self, one: checked.Show, frame: LocalKnowledge) -> None:
        things, to = self.read(one.things, frame), self.read(one.to, frame)
        who = ALL if isinstance(one.to, checked.PlayerSet) else to.who
        label = join_labels(frame.guard, to.told)
        if alone(one.to) is None:
            label = join_labels(label, decided_by(things))
        else:
            # The others read how many things are shown.
            label = join_labels(label, seen_by_more(without_counts(public_secrets(things)), who))
            if things.in_turn:
                label = join_labels(label, things.several_hidden_places)
            self.learn(decided_by(things), who, "seen", one.span, frame)
        self.learn(label, ALL, "shown", one.span, frame)
        if who is None or who == ANY:
            return
        named = alone(one.things) or one.things
        if isinstance(named, checked.LocalRef):
            which = seen_by_more(things.which, who)
            told = seen_by_more(things.told, who)
            frame.names[named.local] = evolve(things, which=which, told=told)
        if not things.chosen:
            for secret in things.which:
                if isinstance(secret, Secret) and secret.kind == "lies":
                    place = secret.of, secret.who
                    frame.shown[place] = frame.shown.get(place, frozenset()) | {who}

    def lay_open(self, local: Local, frame: LocalKnowledge) -> None:
        """Note that all see the thing of this name."""
        value = frame.value(local)
        told = NOTHING if local.type.many else value.told
        frame.names[local] = evolve(value, told=told, which=seen_by_more(value.which, ALL))

    def is_laid_open(self, local: Local, body: Block, frame: LocalKnowledge, depth: int = 0) -> bool:
        """Return whether a thing gets where all see it, before anybody is asked anything."""
        for one in body:
            if isinstance(one, checked.Together) or effects_of(one).decided == "player":
                return False
            match one:
                case checked.Move(things=checked.LocalRef(local=moved), to=to) if moved is local:
                    places = self.read(to, frame).places
                    return bool(places) and all(place.seen == "all" for place, _ in places)
                case checked.Perform(card=card) if is_named(card, local):
                    return True
                case checked.Tell(body=told) if self.is_laid_open(local, told, frame, depth + 1):
                    return True
                case checked.If(branches=branches, otherwise=otherwise):
                    ways = [*(inner for _, inner in branches), otherwise]
                    open_in = [self.is_laid_open(local, inner, frame, depth + 1) for inner in ways]
                    if any(open_in):
                        return all(open_in)
                case checked.Show(things=things, to=checked.PlayerSet()) if is_named(things, local):
                    return True
                case checked.Call(rule=rule, arguments=arguments):
                    for parameter, argument in zip(rule.parameters, arguments, strict=True):
                        if is_named(argument, local) and depth < 9:
                            inner = LocalKnowledge()
                            inner.begin(rule.locals[0])
                            return self.is_laid_open(parameter, rule.body, inner, depth + 1)
                case _:
                    # Nothing else lays anything open.
                    pass
        return False


def decided_by(things: ValueLabels) -> Label:
    """Return the secrets that anyone learns by seeing the selection of these things.

    A parameter may depend on the same hidden things. So it is left out, unless the things are its own.
    """
    lying = things.hidden_places
    if not lying or not things.picked:
        return things.picked
    names = {one.local for one in lying if isinstance(one, OuterSecret)}
    return {one: way for one, way in things.picked.items() if isinstance(one, Secret) or one.local in names}


def public_secrets(things: ValueLabels) -> Label:
    """Return the secrets that everybody learns when something happens to these things.

    Everybody notices how many there are. They see which of the open things are meant, and from which places hidden ones come.
    """
    if things.hidden_places:
        return join_labels(things.told, things.several_hidden_places) if things.chosen else things.told
    return join_labels(things.told, things.picked)


def alone(e: Expression) -> Expression | None:
    """Return the only member of a set that was made of one thing or player."""
    return e.operands[0] if isinstance(e, checked.Operation) and e.operator == "as_set" else None


def is_named(e: Expression, local: Local) -> bool:
    """Return whether an expression is just a name, or the set of that one."""
    e = alone(e) or e
    return isinstance(e, checked.LocalRef) and e.local is local
