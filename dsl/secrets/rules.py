"""Follow line by line what rules give away, and to which players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, assert_never

from attrs import evolve

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expression, Local, Rule, TextTemplate
from rulewright.dsl.checked.walk import descendants, rules_of
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.secrets.disclosure import Disclosure, Disclosures, public_secrets
from rulewright.dsl.secrets.hidden_parts import HiddenParts
from rulewright.dsl.secrets.labels import (
    ALL,
    BLANK,
    GUARD,
    LOOKER,
    NOTHING,
    FlowStep,
    Label,
    Owner,
    Secret,
    ValueLabels,
    join_labels,
    join_values,
    with_step,
    without_counts,
    without_secrets,
)
from rulewright.dsl.secrets.local_knowledge import LocalKnowledge, RuleSummary, Shown
from rulewright.dsl.secrets.openness import Choice, secret_choices
from rulewright.dsl.text.source import Span

ROUNDS = 4


class RuleAnalysis(Disclosures):
    """The walk through all rules of a game."""

    def __init__(self, game: checked.Game, hidden: HiddenParts) -> None:
        super().__init__(game, hidden)
        self.summaries: dict[tuple[Rule, Any], RuleSummary] = {}
        self.last: dict[tuple[Rule, Any], RuleSummary] = {}

    @cached_property
    def secret(self) -> frozenset[Choice]:
        """The choices that are not told."""
        return secret_choices(self.game)

    def follow(self) -> list[Disclosure]:
        """Return what is given away, and to which players."""
        before = -1
        for _ in range(ROUNDS):
            self.learnt = []
            self.last, self.summaries = self.summaries, {}
            self.read.defines.clear()
            self.read.lasting.clear()
            starts = [self.game.setup, self.game.play, *rules_of(self.game)]
            for rule in starts:
                if rule is not None and not any(one is rule for one, _ in self.summaries):
                    self.summary(rule, {})
            for own in self.game.fields:
                if own.lookers is not None:
                    # Each player sees whether they may look.
                    self.learn(self.read.define_value(own.lookers).told, LOOKER, "looked", own.span, LocalKnowledge())
            size = sum(map(len, self.read.kept.values())) + sum(one.size() for one in self.summaries.values())
            if size == before or not (self.read.kept or self.again):
                break
            before = size
        return self.learnt

    again = False
    """Whether rules carry themselves out, so that one round is not enough."""

    def summary(self, rule: Rule, shown: Shown) -> RuleSummary:
        """Return what a rule does with its arguments, and what it gives away by itself."""
        key = rule, frozenset(shown.items())
        found = self.summaries.get(key)
        if found is not None:
            if not found.done:
                self.again = True
                return self.last.get(key, found)
            return found
        found = self.summaries[key] = RuleSummary()
        frame = LocalKnowledge(summary=found, guard={GUARD: None}, shown=dict(shown))
        frame.begin(rule.locals[0])
        for local in rule.parameters:
            if local.type.kind == "thing" and self.is_laid_open(local, rule.body, frame):
                self.lay_open(local, frame)
        self.learn(self.read.needed(rule, frame), ALL, "needs", rule.needs[0].span if rule.needs else rule.span, frame)
        for ban in rule.forbids:
            inner = self.read.hooked(ban.rule, rule, frame)
            self.learn(self.read.disclosure(ban.condition, inner), ALL, "needs", ban.condition.span, frame)
        for hook in rule.before:
            self.hook(hook, rule, frame)
        for hook in rule.instead:
            self.hook(hook, rule, frame)
        self.block(rule.body, frame)
        for hook in rule.after:
            self.hook(hook, rule, frame)
        found.shown = frame.shown
        found.done = True
        return found

    def hook(self, hook: checked.Hook, rule: Rule, frame: LocalKnowledge) -> None:
        """Follow a standing rule, which is carried out with its rule."""
        inner = self.read.hooked(hook.rule, rule, frame)
        if hook.condition is not None:
            inner.guard = self.decided(inner.guard, self.read.disclosure(hook.condition, inner), hook.condition.span)
        self.block(hook.rule.body, inner)

    def block(self, body: Block, frame: LocalKnowledge) -> None:
        for place, one in enumerate(body):
            self.line(one, frame)
            if isinstance(one, checked.Choose):
                self.soon_open(one.picks, body[place + 1 :], frame)

    def line(self, one: checked.Statement, frame: LocalKnowledge) -> None:
        match one:
            case checked.Assign():
                self.assign(one, frame)
            case checked.CountDown():
                self.count_down(one, frame)
            case checked.Choose():
                self.choose(one, frame)
            case checked.Menu():
                self.menu(one, frame)
            case checked.ChooseWords():
                self.words(one, frame)
            case checked.Move():
                self.move(one, frame)
            case checked.MoveAlong():
                self.move_along(one, frame)
            case checked.MoveAway():
                self.move_away(one, frame)
            case checked.Draw():
                self.draw(one, frame)
            case checked.Act():
                self.act(one, frame)
            case checked.Roll():
                self.roll(one, frame)
            case checked.Resize():
                self.public(one, frame)
            case checked.Perform():
                self.perform(one, frame)
            case checked.If():
                self.branches(one, frame)
            case checked.ForEach():
                self.for_each(one, frame)
            case checked.Together():
                self.together(one, frame)
            case checked.While() | checked.RepeatUntil():
                self.loop(one, frame)
            case checked.RepeatTimes():
                self.times(one, frame)
            case checked.Call():
                self.call(one, frame)
            case checked.Say():
                self.say(one, frame)
            case checked.Tell():
                self.tell(one, frame)
            case checked.Show():
                self.show(one, frame)
            case checked.Stop():
                self.stop(one, frame)
            case checked.GameOver():
                self.over(one, frame)
            case _:
                assert_never(one)

    def decided(self, guard: Label, told: Label, span: Span) -> Label:
        """Return the reason why lines are carried out, if it depends on something more."""
        return join_labels(guard, with_step(told, span, Phrase("decides-here-what-happens"), decides=True)) if told else guard

    def soon_open(self, picks: Sequence[checked.Pick], body: Block, frame: LocalKnowledge) -> None:
        """Lay open, as soon as it is chosen, what is chosen to be laid open."""
        for pick in picks:
            if frame.names[pick.local].which and self.is_laid_open(pick.local, body, frame):
                self.lay_open(pick.local, frame)

    def assign(self, one: checked.Assign, frame: LocalKnowledge) -> None:
        value = self.read(one.value, frame)
        if isinstance(one.to, Local):
            if frame.guard:
                inner = {secret: way for secret, way in frame.guard.items() if secret is not GUARD}
                told, picked = (
                    join_labels(value.told, inner),
                    join_labels(value.picked, without_secrets(inner, value.hidden_places)),
                )
                value = evolve(value, told=told, picked=picked) if inner else value
            if value.told or value.picked:
                told, picked = (
                    with_step(part, one.span, Phrase("is-kept-as-here", to=one.to.name)) for part in (value.told, value.picked)
                )
                value = evolve(value, told=told, picked=picked)
            if one.to.type.kind == "player" and value.who is None:
                value = evolve(value, who=("name", one.to, 0))
            before = frame.names.get(one.to)
            frame.names[one.to] = value if one.how == "set" or before is None else join_values(before, value)
            return
        target = BLANK if one.target is None else self.read(one.target, frame)
        told = join_labels(value.told, public_secrets(target))
        if one.to.of is not None and one.to.of.kind == "thing" and target.hidden_places and not one.to.public:
            # A player who does not see the thing reads nothing about it.
            return
        self.put(one.to, target.who, told, one.span, frame)
        self.note_reading(one.reason, ALL if one.to.seen == "all" else target.who, "said", one.span, frame)

    def count_down(self, one: checked.CountDown, frame: LocalKnowledge) -> None:
        targets = self.read(one.targets, frame)
        self.put(one.field, targets.who, public_secrets(targets), one.span, frame)
        self.note_reading(one.reason, ALL if one.field.seen == "all" else targets.who, "said", one.span, frame)

    def choose(self, one: checked.Choose, frame: LocalKnowledge) -> None:
        by = self.read(one.by, frame)
        if not one.random:
            self.note_question(by, one.asking, one.span, frame)
        for pick in one.picks:
            self.pick(pick, None if one.random else by.who, one, frame)

    def note_question(self, by: ValueLabels, asking: TextTemplate, span: Span, frame: LocalKnowledge) -> None:
        """Note that somebody is asked something."""
        self.learn(join_labels(frame.guard, by.told), ALL, "asked", span, frame)
        self.note_reading(asking, by.who, "question", span, frame)

    def note_reading(self, texts: TextTemplate, who: Owner, how: str, span: Span, frame: LocalKnowledge) -> None:
        """Note that somebody reads a text with names in it."""
        for parts in texts.values():
            for part in parts:
                if not isinstance(part, str):
                    self.learn(self.read.disclosure(part, frame), who, how, span, frame)

    def pick(self, pick: checked.Pick, who: Owner, one: checked.Stmt, frame: LocalKnowledge) -> None:
        """Follow one name of a choice, and the set it is chosen from; with chance, nobody chooses."""
        values = self.read(pick.choices, frame)
        # A player who chooses among things sees how many there are; a number on offer may reveal that about others.
        told = values.told if pick.choices.type.kind == "number" else without_counts(values.told)
        random = isinstance(one, checked.Choose) and one.random
        if not random:
            self.learn(told, who, "offered", pick.choices.span, frame)
            for amount in (pick.least, pick.most):
                self.learn(self.read.disclosure(amount, frame), who, "offered", one.span, frame)
            told = NOTHING
        if one in self.secret:
            secret = Secret("chance" if random else "chosen", one, who)
            frame.fallen.pop(secret, None)
            if not random or pick.local.type.kind != "thing":
                step = Phrase("is-left-to-chance-here") if random else Phrase("is-chosen-here-unseen-by-the-others")
                told = join_labels(told, {secret: FlowStep(one.span, step)})
        player = pick.local.type.kind == "player"
        name = ("name", pick.local, 0) if player else values.who
        found = evolve(
            values,
            told=told,
            who=name,
            which=NOTHING if player else values.which,
            chosen=False,
            anywhere=False,
            picked=values.picked if random else NOTHING,
        )
        frame.names[pick.local] = found
        if pick.such is not None and not random:
            self.learn(self.read.disclosure(pick.such, frame), who, "offered", pick.such.span, frame)

    def menu(self, one: checked.Menu, frame: LocalKnowledge) -> None:
        by = self.read(one.by, frame)
        self.note_question(by, one.asking, one.span, frame)
        branches = [frame.branch()]
        for option in one.options:
            inner = frame.branch()
            self.learn(self.read.disclosure(option.condition, inner), by.who, "offered", (option.condition or one).span, inner)
            for pick in option.picks:
                self.pick(pick, by.who, one, inner)
            # Everybody is told the choice.
            private = one in self.secret
            self.note_reading(option.title, by.who if private else ALL, "question" if private else "said", one.span, inner)
            self.soon_open(option.picks, option.body, inner)
            self.block(option.body, inner)
            branches.append(inner)
        frame.again(branches)

    def words(self, one: checked.ChooseWords, frame: LocalKnowledge) -> None:
        self.note_question(self.read(one.by, frame), one.asking, one.span, frame)
        frame.names[one.local] = BLANK

    def roll(self, one: checked.Roll, frame: LocalKnowledge) -> None:
        self.public(one, frame)
        who = frame.acting
        if one.by is not None:
            by = self.read(one.by, frame)
            self.learn(by.told, ALL, "rolls", one.span, frame)
            who = by.who
        told = self.changed(one.die, frame)
        if one.die.seen == "all":
            self.learn(told, ALL, "rolled", one.span, frame)
            told = NOTHING
        else:
            if one.die.seen == "owner":
                self.learn(told, who, "read", one.span, frame)
            told = join_labels({Secret("rolled", one.die, who): FlowStep(one.span, Phrase("is-rolled-here"))}, told)
        frame.names[one.local] = ValueLabels(told)

    def changed(self, die: checked.Values | checked.NumberDie, frame: LocalKnowledge) -> Label:
        """Return the secrets in the standing rules that change a roll."""
        found = NOTHING
        for change in die.changes:
            inner = LocalKnowledge()
            inner.begin(change.locals[0], frame.acting)
            for part in (change.condition, change.value):
                if part is not None:
                    told = self.read.disclosure(part, inner)
                    found = join_labels(found, with_step(told, part.span, Phrase("decides-here-what-is-rolled"), decides=True))
        return found

    def branches(self, one: checked.If, frame: LocalKnowledge) -> None:
        guard = frame.guard
        ways: list[LocalKnowledge] = []
        leaves = False
        for condition, body in one.branches:
            guard = self.decided(guard, self.read.disclosure(condition, frame), condition.span)
            inner = frame.branch()
            inner.guard = guard
            self.block(body, inner)
            leaves = leaves or (guard is not frame.guard and may_leave(body))
            ways.append(inner)
        inner = frame.branch()
        inner.guard = guard
        self.block(one.otherwise, inner)
        ways.append(inner)
        leaves = leaves or (guard is not frame.guard and may_leave(one.otherwise))
        frame.again(ways)
        if leaves:
            frame.guard = guard

    def rounds(self, body: Block, guard: Label, frame: LocalKnowledge) -> None:
        """Follow lines that are carried out repeatedly, or not at all."""
        for _ in range(2):
            inner = frame.branch()
            inner.guard = guard
            self.block(body, inner)
            frame.again([inner, frame.branch()])

    def loop(self, one: checked.While | checked.RepeatUntil, frame: LocalKnowledge) -> None:
        told = self.read.disclosure(one.condition, frame)
        self.rounds(one.body, self.decided(frame.guard, told, one.condition.span), frame)

    def times(self, one: checked.RepeatTimes, frame: LocalKnowledge) -> None:
        told = self.read.disclosure(one.times, frame)
        self.rounds(one.body, self.decided(frame.guard, told, one.times.span), frame)

    def for_each(self, one: checked.ForEach, frame: LocalKnowledge) -> None:
        values = self.read(one.values, frame)
        told = values.told
        if isinstance(one.values, checked.Operation) and one.values.operator == "as_set":
            # Everybody notices that a single thing is there, no matter how many are.
            told = without_counts(told)
        guard = self.decided(frame.guard, told, one.values.span)
        before, acting = frame.names.get(one.local), frame.acting
        passed = self.one_of(one.local, values, one.values, frame)
        frame.names[one.local] = passed
        if one.local.slot == 0:
            frame.acting = passed.who
        self.rounds(one.body, guard, frame)
        if before is not None:
            frame.names[one.local] = before
        frame.acting = acting

    def one_of(self, local: Local, values: ValueLabels, named: Expression, frame: LocalKnowledge) -> ValueLabels:
        """Return the value of a loop's name in each pass."""
        if local.type.kind != "player":
            return evolve(values, told=NOTHING, chosen=False, in_turn=bool(values.several_hidden_places))
        if isinstance(named, checked.Operation) and named.operator == "as_set":
            return values
        frame.loops += 1
        return ValueLabels(which=values.which, who=("name", local, frame.loops))

    def together(self, one: checked.Together, frame: LocalKnowledge) -> None:
        values = self.read(one.values, frame)
        guard = self.decided(frame.guard, values.told, one.values.span)
        before, acting = frame.names.get(one.local), frame.acting
        passed = self.one_of(one.local, values, one.values, frame)
        frame.names[one.local] = passed
        frame.acting = passed.who
        inner = frame.branch()
        inner.guard = guard
        self.learn(guard, ALL, "asked", one.span, frame)
        self.block(one.choices, inner)
        inner.guard = guard
        self.block(one.effects, inner)
        frame.again([inner])
        if before is not None:
            frame.names[one.local] = before
        frame.acting = acting

    def call(self, one: checked.Call, frame: LocalKnowledge) -> None:
        rule = one.rule
        values = [self.read(value, frame) for value in one.arguments]
        names = dict(zip(rule.parameters, values, strict=True))
        handing = self.read.handed(rule, names, frame, one.span, None)
        inward: dict[Owner, Owner] = {who: name for name, who in handing.whos.items() if who is not None}
        shown = {
            (place, inward.get(who, who)): frozenset(inward.get(seer, seer) for seer in seers)
            for (place, who), seers in frame.shown.items()
            if who is None or who in inward or who[0] in ("everybody", "any of several", "seat", "field")
        }
        found = self.summary(rule, shown)
        spans = {local: value.span for local, value in zip(rule.parameters, one.arguments, strict=True)}
        for (given, own, who), _ in list(found.stores.items()):
            label = handing.secret(given)
            if label:
                self.keep(own, handing.who(who), label, one.span, frame)
        for (given, who, how), (span, way) in list(found.sinks.items()):
            label = handing.secret(given)
            if label:
                steps = tuple(way.steps()) if way is not None else ()
                if given.local in spans:
                    label = with_step(label, spans[given.local], Phrase("is-handed-to-here", rule=rule.name), handed=True)
                self.learn(label, handing.who(who), how, span, frame, steps)
        for place, seers in handing.shown(found.shown).items():
            frame.shown[place] = frame.shown.get(place, frozenset()) | seers
        if one.giving is not None:
            handing.what = Phrase("comes-of-here", rule=rule.name)
            result = handing.value(found.result)
            if one.giving.type.kind == "player":
                result = evolve(result, who=("name", one.giving, 0))
            frame.names[one.giving] = result

    def say(self, one: checked.Say, frame: LocalKnowledge) -> None:
        self.note_reading(one.texts, ALL, "said", one.span, frame)
        self.learn(frame.guard, ALL, "said", one.span, frame)

    def tell(self, one: checked.Tell, frame: LocalKnowledge) -> None:
        if one.texts:
            self.note_reading(one.texts, ALL, "said", one.span, frame)
            self.learn(frame.guard, ALL, "said", one.span, frame)
        self.block(one.body, frame)

    def stop(self, one: checked.Stop, frame: LocalKnowledge) -> None:
        if one.value is None:
            return
        value = self.read(one.value, frame)
        guard = {secret: way for secret, way in frame.guard.items() if secret != GUARD}
        if guard:
            told, which = join_labels(value.told, guard), join_labels(value.which, guard)
            value = evolve(
                value, told=told, which=which, picked=join_labels(value.picked, without_secrets(guard, value.hidden_places))
            )
        before = frame.summary.result
        frame.summary.result = value if before is BLANK else join_values(before, value)

    def over(self, one: checked.GameOver, frame: LocalKnowledge) -> None:
        self.learn(join_labels(frame.guard, self.read.disclosure(one.winners, frame)), ALL, "over", one.span, frame)


def may_leave(body: Sequence[checked.Statement]) -> bool:
    """Return whether lines may leave their rule."""
    return any(isinstance(part, checked.Stop) for part in descendants(body))
