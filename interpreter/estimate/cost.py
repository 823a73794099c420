"""Estimate how much work a rulebook can ask for between two decisions, at most, before the game begins.

The estimate counts steps: one for each part of an expression and each element that it looks at. Work that never takes more
than a few milliseconds is free. Loops and rules that may take longer pay for each pass or call, in proportion, out of the
budget that stops endless loops. An expression that could keep the machine busy for minutes on its own is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias, assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expression, Rule, Statement
from rulewright.dsl.checked.walk import blocks_of, descendants
from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.frozen import attributes
from rulewright.dsl.text.source import Span
from rulewright.interpreter.estimate.bounds import capped
from rulewright.interpreter.estimate.sizes import SizeEstimates
from rulewright.interpreter.position.runtime import MOST_TRIES
from rulewright.interpreter.position.world import World

Used = tuple[str, Rule | checked.Define]
"""The subject of an estimate: carrying out a rule, evaluating a define, or finding out whether a rule can be carried out."""
UNIT = 500
"""The steps that one unit of the budget pays for."""
DEAR = 100
"""From this price on, the clock counts as well as the budget."""
FREE = 50_000
"""The steps that a loop or a rule may take for free."""
MOST_STEPS = 60_000_000
"""The most steps that one expression or choice may take."""
TRIED_AT_LEAST = 1_000
LONGEST_COUNTED = 20
"""A larger set has more subsets than are ever looked at."""
FREE_EFFECT = 5_000
"""The steps that a statement which changes or tells something may take for free."""
STEPS_OF_DRAW, STEPS_OF_MOVE, STEPS_OF_KEEPING, HANDED_ON = 16, 150, 4, 16
"""The steps of drawing a random number, of moving or naming a thing, and of keeping one more member of a set.

The last is how many members of a set are handed on in one step.
"""
MOST_DEEP = 400
"""How many rules and defines may use each other in a chain. Calls may not nest more deeply either."""
MOST_KEPT = 30_000
"""How many members all sets in the variables of rules that carry each other out may have."""
SET_OPERATORS = {
    "several",
    "union",
    "first_few",
    "last_few",
    "range",
    "first",
    "last",
    "item",
    "any",
    "none",
    "count",
    "inside",
    "outside",
}


Counted: TypeAlias = checked.Choose | checked.Holding | checked.Calling
"""Statements that ask, loop or carry out rules, which are counted as such."""
Effect: TypeAlias = (
    checked.ChooseWords
    | checked.Roll
    | checked.Draw
    | checked.Act
    | checked.Moving
    | checked.Setting
    | checked.Leaving
    | checked.Telling
)
"""Statements that only change or tell something."""


class CostEstimates:
    """The estimates for one world."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.game = world.game
        self._defines: dict[checked.Define, int] = {}
        self.sizes = SizeEstimates(world)
        self._rules: dict[Rule, int] = {}
        self._cans: dict[Rule, int] = {}
        self._recursive: set[Rule | checked.Define] = set()
        self._deep: dict[Used, int] = {}
        """By what is estimated: how long a chain of rules and defines it begins."""
        self.dear = False
        """Whether a pass of some loop may take so many steps that the estimate alone should not end a game."""

    def check(self, rules: Iterable[Rule]) -> None:
        """Refuse work that no budget could stop, and find the rules that carry themselves out."""
        for rule in rules:
            self.look_at(rule)

    def look_at(self, first: Rule) -> None:
        """Estimate everything that a rule uses, then the rule itself, without recursion, since chains of rules may be long."""
        path: dict[Used, Iterator[Used]] = {}
        following: Used | None = ("rule", first)
        while following is not None or path:
            if following is None:
                key, _ = path.popitem()
                what, one = key
                if self._deep[key] > MOST_DEEP:
                    raise too_long(one.span)
                {"rule": self.rule, "define": self.define, "can": self.can}[what](one)  # type: ignore[operator]
            else:
                key = following
                what, one = key
                if key in path:
                    if what == "rule":
                        self._recursive.add(one)
                        circle = list(path)[list(path).index(key) :]
                        self.check_kept([rule for kind, rule in circle if kind == "rule"])
                elif key not in self._deep:
                    if len(path) == MOST_DEEP:
                        raise too_long(one.span)
                    path[key] = self.used_by(what, one)
                    self._deep[key] = 1
            if path:
                above, used = next(reversed(path.items()))
                if above != key:
                    self._deep[above] = max(self._deep[above], 1 + self._deep[key])
                following = next(used, None)
            else:
                following = None

    def check_kept(self, circle: Sequence[Rule | checked.Define]) -> None:
        """Refuse rules that carry each other out and keep so much that the deepest call would not fit in memory."""
        kept = 0
        for rule in circle:
            for local in rule.locals:
                if local.type.many:
                    held = self.sizes.bounds.members(local)
                    kept += self.sizes.of_type(local.type) if held is None else min(held, self.sizes.of_type(local.type))
            if kept > MOST_KEPT:
                raise RulebookError(
                    [
                        Diagnostic(
                            name="too-much-kept",
                            message=Phrase("a-rule-that-carries-itself-out-may", most_kept=MOST_KEPT),
                            span=rule.span,
                            label=Phrase("keeps-more"),
                            help=Phrase("use-a-loop-or-ask-for-the"),
                        )
                    ]
                )

    def used_by(self, what: str, one: Rule | checked.Define) -> Iterator[Used]:
        """Yield what the estimate of a rule, of a define, or of whether a rule can be carried out, is made of."""
        if isinstance(one, checked.Define):
            parts: object = (one.value, tuple((change.condition, change.value) for change in one.changes))
        else:
            parts = (one.needs, tuple(ban.condition for ban in one.forbids))
            if what == "rule":
                hooks = (*one.before, *one.after, *one.instead)
                yield from (("rule", hook.rule) for hook in hooks)
                parts = (parts, one.body, tuple(hook.condition for hook in hooks))
        for part in descendants(parts):
            if isinstance(part, checked.Calling):
                yield from (("rule", rule) for rule in self.carried_out(part))
            if not isinstance(part, checked.Application):
                continue
            match part:
                case checked.DefineCall(define=define):
                    yield "define", define
                case checked.Can(rule=rule):
                    yield "can", rule
                case checked.TrialExpression(rule=rule):
                    yield "rule", rule
                case _:
                    assert_never(part)

    def carried_out(self, statement: checked.Calling) -> Iterator[Rule]:
        """Yield the rules that a statement may carry out."""
        match statement:
            case checked.Call(rule=rule):
                yield rule
            case checked.Perform(usual=usual):
                if not usual:
                    yield self.game.performing
                yield from (card.perform for card in self.world.cards if card.perform is not None)
            case _:
                assert_never(statement)

    def counts_loop(self, statement: checked.ForEach) -> bool:
        """Return whether the passes of a loop over a set are counted."""
        return self.sizes.size(statement.values) * (1 + self.block(statement.body)) > FREE

    def counts_rule(self, rule: Rule) -> bool:
        """Return whether each execution of a rule is counted."""
        self.rule(rule)
        return rule in self._recursive or self._rules[rule] > FREE

    def price(self, body: Block) -> int:
        """Return the price of one pass of a loop with this body."""
        return self.paid(self.block(body))

    def price_of_rule(self, rule: Rule) -> int:
        """Return the price of carrying out a rule."""
        self.rule(rule)
        return self.paid(self._rules[rule])

    def paid(self, steps: int) -> int:
        """Return the price of some steps."""
        price = 1 + steps // UNIT
        self.dear = self.dear or price > DEAR
        return price

    def expression(self, e: Expression) -> int:
        """Return the steps that an expression may take."""
        match e:
            case checked.FieldRef(target=target) | checked.Property(target=target):
                return 1 + self.expression(target)
            case checked.KindSet(target=target) if target is not None:
                return 1 + self.expression(target)
            case checked.DefineCall(define=define, arguments=arguments):
                return capped(1 + sum(map(self.expression, arguments)) + self.define(define))
            case checked.Can(rule=rule, arguments=arguments):
                return capped(1 + sum(map(self.expression, arguments)) + self.can(rule))
            case checked.Picture(parts=parts):
                sizes = sum(map(self.sizes.size, parts)) + len(self.world.things)
                return self.limited(e, sum(map(self.expression, parts)) + sizes * (4 + len(self.game.fields)))
            case checked.Region(start=start, spaces=spaces, nexts=nexts):
                each = 1 + self.expression(nexts) + self.sizes.size(nexts) * (1 + self.expression(spaces))
                return self.limited(e, self.expression(start) + self.sizes.size(spaces) * each)
            case checked.TrialExpression(rule=rule, arguments=arguments):
                return capped(self.copying + sum(map(self.expression, arguments)) + self.rule(rule))
            case checked.Operation(operator="on", operands=(values, spaces)):
                # The things on a space are at hand, and only have to be listed.
                return capped(1 + self.sizes.size(values) // 5 + self.expression(values) + self.expression(spaces))
            case checked.Operation(operator="without", operands=operands):
                return capped(1 + sum(map(self.sizes.size, operands)) + sum(map(self.expression, operands)))
            case checked.Operation(operator=operator, operands=operands):
                sets = sum(map(self.sizes.size, operands)) if operator in SET_OPERATORS else 0
                return capped(1 + sets + sum(map(self.expression, operands)))
            case checked.SetOperation(values=values, body=body):
                return self.limited(e, self.expression(values) + self.sizes.size(values) * (1 + self.expression(body)))
            case checked.Const() | checked.CardConst() | checked.TextConst() | checked.OptionValue():
                return 1
            case checked.LocalRef() | checked.TableRef():
                return 1
            case checked.SpaceRef() | checked.SeriesRef() | checked.BoardRef():
                return 1
            case checked.KindSet() | checked.PlayerSet() | checked.ValueSet():
                return 1
            case _:
                assert_never(e)

    @cached_property
    def copying(self) -> int:
        """Return the steps of putting a position aside and bringing it back."""
        of_each = [self.sizes.of_type(own.of) for own in self.game.fields if own.of is not None]
        return 4 * (len(self.world.spaces) + len(self.world.things) + len(self.game.fields) + sum(of_each))

    def define(self, define: checked.Define) -> int:
        """Return the steps of a define, including the standing rules that change it."""
        if define not in self._defines:
            self._defines[define] = 1
            parts = [define.value]
            for change in define.changes:
                parts += [change.value] if change.condition is None else [change.condition, change.value]
            self._defines[define] = self.limited(define, sum(map(self.expression, parts)))
        return self._defines[define]

    def can(self, rule: Rule) -> int:
        """Return the steps of finding out whether a rule can be carried out."""
        if rule not in self._cans:
            self._cans[rule] = 1
            conditions = [*rule.needs, *(ban.condition for ban in rule.forbids)]
            self._cans[rule] = capped(1 + sum(map(self.expression, conditions)))
        return self._cans[rule]

    def limited(self, what: Expression | checked.Define | Statement, steps: int) -> int:
        """Return a number of steps, unless it is so large that nothing could stop them."""
        if steps > MOST_STEPS:
            raise refused(what.span)
        return steps

    def block(self, block: Block) -> int:
        """Return the steps of some statements, without those that are counted during execution."""
        return capped(sum(map(self.statement, block)))

    def picks(self, statement: Statement, picks: Sequence[checked.Pick]) -> int:
        """Return the steps of listing the options of a choice; parts that are chosen together are listed together."""
        steps, ways, tried = 0, 1, 0
        for pick in picks:
            steps = capped(steps + ways * (self.expression(pick.choices) + self.sizes.size(pick.choices)))
            ways = capped(ways * (1 if pick.many else self.sizes.size(pick.choices)))
            if pick.many:
                steps = capped(steps + self.sizes.size(pick.choices))
            if pick.such is not None:
                # Most sets are small, no matter how many things there are to pick from.
                each = 1 + self.expression(pick.such)
                self.limited(statement, steps + TRIED_AT_LEAST * each)
                tried = capped(tried + min(MOST_TRIES, 2 ** min(self.sizes.size(pick.choices), LONGEST_COUNTED)) * each)
        return capped(self.limited(statement, steps) + tried)

    def statement(self, statement: Statement) -> int:
        """Return the steps of one statement."""
        match statement:
            case checked.Choose():
                return self.picks(statement, statement.picks)
            case checked.Menu(options=options):
                conditions = [option.condition for option in options if option.condition is not None]
                return capped(
                    sum(map(self.expression, conditions))
                    + sum(self.picks(statement, option.picks) for option in options)
                    + max((self.block(option.body) for option in options), default=0)
                )
            case checked.If(branches=branches, otherwise=otherwise):
                return capped(
                    sum(self.expression(condition) for condition, _ in branches)
                    + max(self.block(body) for body in (*(body for _, body in branches), otherwise))
                )
            case checked.ForEach(values=values, body=body):
                steps = self.sizes.size(values) * (1 + self.block(body))
                return capped(self.expression(values) + (steps if steps <= FREE else 1))
            case checked.Together(values=values, choices=choices, effects=effects):
                return capped(self.expression(values) + self.sizes.size(values) * (1 + self.block(choices) + self.block(effects)))
            case checked.While(condition=condition) | checked.RepeatUntil(condition=condition):
                return 1 + self.expression(condition)
            case checked.RepeatTimes(times=times):
                return 1 + self.expression(times)
            case checked.Tell(texts=texts, body=body):
                return capped(self.text(texts) + self.block(body))
            case checked.Call(rule=rule, arguments=arguments):
                return capped(1 + sum(map(self.expression, arguments)) + self.called(rule))
            case checked.Perform(card=card, usual=usual):
                rules = [one.perform for one in self.world.cards if one.perform is not None]
                around = 0 if usual else self.called(self.game.performing)
                return capped(self.expression(card) + around + max(map(self.called, rules), default=0))
            case _:
                steps = self.effect(statement)
                return 1 if steps > FREE_EFFECT else steps

    def pays(self, statement: Statement) -> int:
        """Return the price of a statement that changes or tells something, if it is worth counting."""
        if isinstance(statement, Counted):
            return 0
        steps = self.effect(statement)
        return self.paid(steps) if steps > FREE_EFFECT else 0

    def effect(self, statement: Effect) -> int:
        """Return the steps of a statement that only changes or tells something; writing is slower than reading."""
        steps = 20 + sum(map(self.expression, parts_of(statement)))
        things = len(self.world.things)
        match statement:
            case checked.Act(action=action):
                if action.orders:
                    steps += (STEPS_OF_DRAW if action.by_chance else STEPS_OF_MOVE) * things
            case checked.Draw(amount=amount):
                most = self.sizes.bounds.largest(amount)
                # Each thing from a bag is drawn out of all that are left.
                steps += (STEPS_OF_MOVE + things // HANDED_ON) * (things if most is None else min(things, most))
            case checked.MoveAlong(things=moved, steps=far):
                steps += self.sizes.size(moved) * (STEPS_OF_MOVE + (0 if far is None else self.sizes.longest_ray))
            case checked.Move(things=moved) | checked.MoveAway(things=moved):
                steps += self.sizes.size(moved) * STEPS_OF_MOVE
            case checked.Show(things=shown):
                steps += self.sizes.size(shown) * STEPS_OF_MOVE
            case checked.CountDown(targets=targets):
                steps += self.sizes.size(targets) * STEPS_OF_MOVE
            case checked.Assign(target=target, value=value):
                if value.type.many:
                    steps += STEPS_OF_KEEPING * self.sizes.size(value)
                if target is not None and target.type.many:
                    steps += self.sizes.size(target) * STEPS_OF_MOVE
            case checked.Say(texts=texts):
                steps += self.text(texts)
            case checked.ChooseWords() | checked.Roll() | checked.Resize() | checked.Stop() | checked.GameOver():
                pass
            case _:
                assert_never(statement)
        return self.limited(statement, steps)

    def text(self, texts: checked.TextTemplate) -> int:
        """Return the steps of a text for the log."""
        steps = 0
        for text in texts.values():
            for part in text:
                steps += len(part) if isinstance(part, str) else self.expression(part) + STEPS_OF_MOVE * self.sizes.size(part)
        return steps

    def called(self, rule: Rule) -> int:
        """Return the steps of a rule where it is carried out; a rule that is counted pays for itself."""
        if rule in self._recursive:
            return 1
        steps = self.rule(rule)
        return 1 if steps > FREE else steps

    def rule(self, rule: Rule) -> int:
        """Return the steps of a rule with its needs, bans and standing rules."""
        if rule not in self._rules:
            steps = self.can(rule)
            for hook in (*rule.before, *rule.after, *rule.instead):
                steps += (0 if hook.condition is None else self.expression(hook.condition)) + self.called(hook.rule)
            steps += self.block(rule.body)
            self._rules[rule] = capped(1 + steps)
            self.loops(rule.body)
        return self._rules[rule]

    def loops(self, block: Block) -> None:
        """Estimate the bodies of loops, whose passes are counted one by one, on their own."""
        for statement in block:
            for inner in blocks_of(statement):
                if isinstance(statement, checked.While | checked.RepeatUntil | checked.RepeatTimes | checked.ForEach):
                    self.block(inner)
                self.loops(inner)


def parts_of(statement: Effect) -> Sequence[Expression]:
    """Return the expressions that a statement evaluates once."""
    parts = (getattr(statement, name) for name in attributes(type(statement)))
    return [part for part in parts if isinstance(part, checked.Expression)]


def refused(span: Span) -> RulebookError:
    """Return the error of an expression that would take too long."""
    return RulebookError(
        [
            Diagnostic(
                name="too-much-work",
                message=Phrase("this-looks-at-more-combinations-than-can"),
                span=span,
                label=Phrase("too-many"),
                help=Phrase("look-at-fewer-things-inside-things-or"),
            )
        ]
    )


def too_long(span: Span) -> RulebookError:
    """Return the error of a chain of rules and defines that is too long."""
    return RulebookError(
        [
            Diagnostic(
                name="endless-calls",
                message=Phrase("more-than-rules-and-defines-use-each", most_deep=MOST_DEEP),
                span=span,
                label=Phrase("the-last-of-them"),
                help=Phrase("use-loops-or-fewer-rules-inside-rules"),
            )
        ]
    )
