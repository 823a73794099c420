"""Lower the checked statements of one rule to the structured body of a routine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import NUMBER, SPACE, Local, Rule, Type
from rulewright.interpreter.lowering.expression_lowering import ExpressionLowering
from rulewright.interpreter.lowering.invariants import is_invariant, may_grow, one_by_one
from rulewright.interpreter.lowering.local_slots import member_type
from rulewright.interpreter.lowering.questions_asked import ChoiceLowering
from rulewright.interpreter.position.runtime import LARGEST_NUMBER
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_comparison, fold_logical, fold_not, is_simple
from rulewright.interpreter.program.nodes import (
    Assign,
    CallRoutine,
    Expression,
    ForEach,
    If,
    LeaveRoutine,
    Lookup,
    Move,
    Note,
    Pay,
    ReadCell,
    Routine,
    SetCell,
    SpaceOf,
    Statement,
    Value,
    Variable,
)

Effect: TypeAlias = (
    checked.Move | checked.MoveAlong | checked.MoveAway | checked.Act | checked.Setting | checked.Say | checked.Show
)
"""Statements that only change the position, or tell something."""


class StatementLowering(ChoiceLowering):
    """Lowering of the statements of one rule into one routine."""

    def parameters(self) -> tuple[Expression, ...]:
        """Return the acting player and the parameters, as arguments for a rule of the same shape."""
        return tuple(self.read(self.variable(local)) for local in (self.rule.locals[0], *self.rule.parameters))

    def guard(self) -> None:
        """Leave the rule, and say why, unless each of its needs holds and none of its bans does."""
        rule = self.rule
        if not says_why(rule):
            self.leave_unless(fold_logical("and", [self.write(need) for need in rule.needs]), {})
            return
        self.leave_unless_can(rule, self.parameters(), self.expressions, ())

    def leave_unless_can(
        self, rule: Rule, given: Sequence[Expression], inside: ExpressionLowering, asking: tuple[Rule, ...]
    ) -> None:
        """Leave the rule unless a rule can be carried out with these arguments, the acting player first.

        `asking` are the rules that ask for it.
        """
        for need in rule.needs:
            if isinstance(need, checked.Can) and not rule.why_not[need] and need.rule not in asking and says_why(need.rule):
                wanted = (inside.player, *map(inside.write, need.arguments))
                if all(map(is_simple, wanted)):
                    names = dict(zip((need.rule.locals[0], *need.rule.parameters), wanted, strict=True))
                    deeper = ExpressionLowering(self.program, names, inside.player)
                    self.leave_unless_can(need.rule, wanted, deeper, (*asking, rule))
                    continue
            self.leave_unless(inside.write(need), rule.why_not[need])
        for ban in rule.forbids:
            parameters = tuple(given[: 1 + len(ban.rule.parameters)])
            holds = self.program.in_force(ban, nodes.Call(checked.TRUTH, self.program.ban(ban), parameters))
            self.leave_unless(fold_not(holds), ban.reason)

    def leave_unless(self, condition: Expression, why_not: checked.Titles) -> None:
        """Leave the rule unless a condition holds; the log says why."""
        note = Note("void", (self.player,), why_not)
        self.put(If(((fold_not(condition), (note, LeaveRoutine(self.nothing_given()))),)))

    def nothing_given(self) -> Expression | None:
        """Return the result of a rule that ends without one, if it has a result."""
        return None if self.rule.gives is None else self.program.blank(self.rule.gives)

    def hook(self, hook: checked.Hook) -> tuple[Expression, Routine]:
        """Return the condition of a standing rule within this rule, and its routine."""
        if hook.condition is None:
            return self.program.in_force(hook), self.program.routine(hook.rule)
        expressions = ExpressionLowering(self.program, {}, self.player)
        for local, value in zip((hook.rule.locals[0], *hook.rule.parameters), self.parameters()):
            expressions.names[local] = value
        return self.program.in_force(hook, expressions.write(hook.condition)), self.program.routine(hook.rule)

    def hooks(self, hooks: Sequence[checked.Hook]) -> None:
        """Add standing rules, each under its condition."""
        for hook in hooks:
            condition, routine = self.hook(hook)
            self.put_if(condition, (CallRoutine(routine, self.fitting(routine), None),))

    def fitting(self, routine: Routine) -> tuple[Expression, ...]:
        """Return the first parameters, as many as a routine has."""
        return self.parameters()[: len(routine.parameters)]

    def surround(self, inner: tuple[Statement, ...], result: Variable | None, last: tuple[Statement, ...] = ()) -> None:
        """Add what a rule does, with its needs, bans and standing rules, and what comes before its result is given."""
        rule = self.rule
        if result is not None:
            self.put(Assign(result, self.program.blank(result.type)))
        if rule.needs or rule.forbids:
            self.guard()
        self.hooks(rule.before)
        afterwards = self.keep_own()
        if rule.instead:
            branches = []
            for hook in rule.instead:
                condition, routine = self.hook(hook)
                branches.append((condition, (CallRoutine(routine, self.fitting(routine), result),)))
            self.put(If(tuple(branches), inner))
        else:
            self.body.extend(inner)
        self.hooks(rule.after)
        self.body.extend((*afterwards, *last))
        if result is not None:
            self.put(LeaveRoutine(self.read(result)))

    def keep_own(self) -> tuple[Statement, ...]:
        """Save the fields of a rule that may be under way already; return the statements that restore them."""
        if self.rule.under_way is None:
            return ()
        under_way = self.program.cells[self.rule.under_way]
        before = self.new(checked.TRUTH)
        self.put(Assign(before, ReadCell(checked.TRUTH, under_way, None)))
        given_back: list[Statement] = []
        for own in self.rule.own:
            cell = self.program.cells[own]
            for index in self.entries(own, cell):
                kept = self.new(own.type)
                self.put(Assign(kept, ReadCell(own.type, cell, index)))
                given_back.append(SetCell(cell, index, self.read(kept), True, quiet=True))
        self.put(SetCell(under_way, None, Value(checked.TRUTH, 1), True, quiet=True))
        return If(((self.read(before), tuple(given_back)),)), SetCell(under_way, None, self.read(before), True, quiet=True)

    def entries(self, own: checked.Field, cell: nodes.Cell) -> Sequence[Expression | None]:
        """Return all entities for which a field's cell has a value; for a field of the table, None."""
        if own.of is None:
            return (None,)
        first, end = 0, cell.size
        if own.of.kind == "thing":
            first, end = self.layout.kind_range(self.world.game.kinds[own.of.name])
        return [Value(own.of, number) for number in range(first, end)]

    def performed(self, card: Expression) -> None:
        """Carry out a named card."""
        card = self.simple(card)
        self.put(Note("performed", (self.player, card)))
        self.put(nodes.CallCard(card, self.player))

    def statement(self, statement: checked.Statement) -> None:
        """Lower any statement."""
        self.body.extend(self.reached(statement.span))
        price = self.costs.pays(statement)
        if price:
            self.put(Pay(price, self.place(statement)))
        match statement:
            case checked.Choose():
                self.choose(statement)
            case checked.Menu(options=options) if any(one.picks for one in options):
                self.lines(statement)
            case checked.Menu(options=options, by=by, optional=optional):
                lines = tuple(
                    (None if one.condition is None else self.write(one.condition), self.nested(one.body, self.reached(one.span)))
                    for one in options
                )
                self.put(nodes.Menu(lines, self.write(by), optional, self.secret, statement))
            case checked.ChooseWords(local=local, by=by):
                self.put(nodes.AskWords(self.variable(local), self.write(by), statement))
            case checked.Roll():
                self.roll(statement)
            case checked.Draw():
                self.draw(statement)
            case checked.If():
                self.branches(statement)
            case checked.ForEach():
                self.for_each(statement)
            case checked.Together():
                self.together(statement)
            case checked.While(condition=condition, body=body):
                self.put(nodes.While(self.write(condition), self.nested(body, [self.pass_of(statement)])))
            case checked.RepeatUntil(condition=condition, body=body):
                self.put(nodes.Until(self.nested(body, [self.pass_of(statement)]), self.write(condition)))
            case checked.RepeatTimes(times=times, body=body):
                self.put(nodes.Repeat(self.write(times), self.nested(body, [self.pass_of(statement)])))
            case checked.Call(rule=rule, arguments=arguments, giving=giving):
                result = None if giving is None else self.variable(giving)
                self.put(CallRoutine(self.program.routine(rule), (self.player, *map(self.write, arguments)), result))
            case checked.Perform(card=card, usual=usual):
                if usual:
                    self.performed(self.write(card))
                else:
                    self.perform(card)
            case checked.Tell():
                self.tell(statement)
            case checked.Stop(value=value):
                self.body.extend([Note("tell_end")] * self.telling)
                self.put(LeaveRoutine(self.nothing_given() if value is None else self.write(value)))
            case checked.GameOver(winners=winners):
                self.game_over(None if winners is None else self.write(winners))
            case _:
                self.effect(statement)

    def game_over(self, winners: Expression | None) -> None:
        """End the game, with the score of each player, if there are scores."""
        score = self.world.game.score
        if score is not None and score.worked_out is not None:
            define = self.program.define(score.worked_out)
            for number in range(self.world.players):
                seat = nodes.Value(checked.PLAYER, number)
                worth = nodes.Call(checked.NUMBER, define, (self.player, seat))
                self.put(nodes.SetCell(self.program.cells[score], seat, worth, sure=True, quiet=True))
        self.put(nodes.EndGame(winners))

    def effect(self, statement: Effect) -> None:
        """Lower a statement that only changes the position, or tells something."""
        match statement:
            case checked.Move(things=things, to=to, under=under):
                self.put(self.move(self.write(things), self.write(to), under, things, self.known(to)))
            case checked.MoveAlong():
                self.move_along(statement)
            case checked.MoveAway(things=things):
                self.put(nodes.TakeAway(self.write(things)))
            case checked.Act():
                self.act(statement)
            case checked.Assign():
                self.assign(statement)
            case checked.Resize(space=space, extend=extend):
                cell, first = self.program.lengths[space], self.world.first_space[space]
                self.put(nodes.Resize(cell, first, self.world.size[space], extend, space))
            case checked.CountDown():
                self.count_down(statement)
            case checked.Show(things=things, to=to):
                self.put(Note("shown", (self.write(things), self.write(to))))
            case checked.Say(texts=texts, heading=heading):
                self.put(self.note_of("heading" if heading else "say", texts))
            case _:
                assert_never(statement)

    def act(self, statement: checked.Act) -> None:
        """One of the actions that `dsl/constructs/actions.py` declares."""
        match statement.word:
            case "swap":
                one, other = map(self.write, statement.operands)
                self.put(nodes.Swap(one, other))
            case "shuffle":
                self.at_pile(statement, lambda pile: (nodes.Shuffle(pile, statement),))
            case "reverse":
                # The lowest thing goes first, so that it ends on top.
                things = Type("thing", many=True)
                self.at_pile(
                    statement,
                    lambda pile: (
                        nodes.Move(nodes.Contents(things, pile, True), pile, True, True, True, True),
                        Note("reversed", (pile,)),
                    ),
                )
            case _:
                assert_never(statement.word)

    def pass_of(self, statement: checked.While | checked.RepeatUntil | checked.RepeatTimes) -> Pay:
        """Return the payment for one pass of a loop that might never end."""
        return Pay(self.costs.price(statement.body), self.place(statement))

    def branches(self, statement: checked.If) -> None:
        """Lower branches, without those that are decided."""
        branches: list[tuple[Expression, tuple[Statement, ...]]] = []
        otherwise: tuple[Statement, ...] = ()
        for condition, body in statement.branches:
            found = self.write(condition)
            if isinstance(found, Value):
                if not found.value:
                    continue
                otherwise = self.nested(body)
                break
            branches.append((found, self.nested(body)))
        else:
            # An absent `otherwise` counts as reached when the last condition did not hold.
            unsaid = () if statement.otherwise or not branches else self.reached(statement.branches[-1][0].span)
            otherwise = self.nested(statement.otherwise, unsaid)
        if branches or otherwise:
            # It is a body of its own even without branches: a lapse in it must not skip what comes after it.
            self.put(If(tuple(branches), otherwise))

    def perform(self, card: checked.Expression) -> None:
        """Lower the performing of a card: the rules around it, if any, and the card's own."""
        value = self.write(card)
        if card.type.kind == "thing":
            value = self.expressions.lookup(Type("card"), self.layout.thing_cards(), value)
        rule = self.world.game.performing
        if rule.before or rule.after or rule.instead or rule.forbids:
            self.put(CallRoutine(self.program.routine(rule), (self.player, value), None))
        else:
            self.performed(value)

    def move(self, things: Expression, to: Expression, under: bool, source: checked.Expression | None, sure_space: bool) -> Move:
        """Return a move of things to a space."""
        sure = things.type.many or (source is not None and self.known(source))
        stands = things.type.many and source is not None and self.expressions.stands(source)
        return Move(things, to, under, sure, sure_space or (isinstance(to, Value) and to.value >= 0), stands)

    def move_along(self, statement: checked.MoveAlong) -> None:
        """Lower a move of things some steps in a direction."""
        direction = self.expressions.direction(statement.direction)
        steps = None if statement.steps is None else self.write(statement.steps)

        def one(thing: Expression, stands: bool) -> Move:
            space = SpaceOf(SPACE, thing)
            if steps is not None:
                to: Expression = nodes.Steps(SPACE, direction, space, steps)
            elif direction.cell is not None:
                to = ReadCell(SPACE, direction.cell, space)
            else:
                to = Lookup(SPACE, direction.table, space)
            return Move(thing, to, False, stands, False, stands)

        things = self.write(statement.things)
        if not things.type.many:
            self.put(one(self.simple(things), False))
            return
        variable = self.new(member_type(things.type))
        self.put(ForEach(variable, things, (one(self.read(variable), False),)))

    def assign(self, statement: checked.Assign) -> None:
        """Lower an assignment: a local or a field gets a value, or becomes more, or less."""
        to, how = statement.to, statement.how
        value = self.write(statement.value)
        if isinstance(to, Local):
            variable = self.variable(to)
            new = self.changed(to.type, how, self.read(variable), value)
            self.put(Assign(variable, new, self.limit(statement)))
            return
        cell, why = self.program.cells[to], self.why(statement.reason)
        value = self.distinct(value)
        if statement.target is None:
            old = ReadCell(to.type, cell, None)
            self.put(
                SetCell(cell, None, self.changed(to.type, how, old, value), True, self.limit(statement), statement.quiet, why)
            )
            return
        index = self.write(statement.target)
        if index.type.many:
            kept = self.simple(value)
            variable = self.new(member_type(index.type))
            entry = self.read(variable)
            new = self.changed(to.type, how, ReadCell(to.type, cell, entry), kept)
            self.put(ForEach(variable, index, (SetCell(cell, entry, new, True, self.limit(statement), statement.quiet, why),)))
            return
        if how != "set":
            index = self.simple(index)
        new = self.changed(to.type, how, ReadCell(to.type, cell, index), value)
        anew = how == "set" and isinstance(statement.value, checked.LocalRef) and statement.value.local in self.ballots
        known = self.known(statement.target)
        self.put(SetCell(cell, index, new, known, self.limit(statement), statement.quiet, why, anew))

    def changed(self, of: Type, how: str, old: Expression, value: Expression) -> Expression:
        """Return the new value of a variable or field."""
        if how == "set":
            return value
        if of.many:
            return nodes.WithMembers(of, old, value) if how == "add" else nodes.WithoutMembers(of, old, value)
        return nodes.Arithmetic(of, "+" if how == "add" else "-", old, value)

    def limit(self, statement: checked.Assign) -> int:
        """Return where to stop a number that could double again and again; -1 if it cannot."""
        if statement.to.type == NUMBER and may_grow(statement.value, statement.how):
            largest = self.costs.sizes.bounds.largest(statement.value)
            if largest is None or largest > LARGEST_NUMBER:
                return self.place(statement)
        return -1

    def count_down(self, statement: checked.CountDown) -> None:
        """Lower a countdown: subtract one from a field of each member of a set, not below 0."""
        cell = self.program.cells[statement.field]
        values = self.write(statement.targets)
        variable = self.new(member_type(values.type))
        entry = self.read(variable)
        old = ReadCell(NUMBER, cell, entry)
        less = nodes.Arithmetic(NUMBER, "-", old, Value(NUMBER, 1))
        self.put(
            ForEach(
                variable,
                values,
                (
                    If(
                        (
                            (
                                fold_comparison(">", old, Value(NUMBER, 0)),
                                (SetCell(cell, entry, less, True, why=self.why(statement.reason)),),
                            ),
                        )
                    ),
                ),
            )
        )

    def why(self, texts: checked.TextTemplate) -> Note | None:
        """Return the reason of a change, if one is given."""
        return self.note_of("why", texts) if texts else None

    def tell(self, statement: checked.Tell) -> None:
        """Lower a block that the log tells in one sentence. A choice without options in it ends it alone."""
        self.put(self.note_of("tell", statement.texts) if statement.texts else Note("tell"))
        self.telling += 1
        self.put(If((), self.nested(statement.body)))
        self.telling -= 1
        self.put(Note("tell_end"))

    def note_of(self, kind: Literal["say", "heading", "tell", "why"], texts: checked.TextTemplate) -> Note:
        """Return a text for the log."""
        parts = {language: tuple(part if isinstance(part, str) else None for part in text) for language, text in texts.items()}
        named = {language: tuple(part for part in text if not isinstance(part, str)) for language, text in texts.items()}
        types = {language: tuple(part.type for part in inner) for language, inner in named.items()}
        values = tuple(self.write(part) for inner in named.values() for part in inner)
        letters = sum(len(part) for text in parts.values() for part in text if part is not None)
        return Note(kind, values, (parts, types, letters))

    def for_each(self, statement: checked.ForEach) -> None:
        """Lower a loop; after a loop over players, the acting player is restored."""
        local, values, body = statement.local, statement.values, statement.body
        variable = self.variable(local)
        paid = []
        if self.costs.counts_loop(statement):
            paid = [Pay(self.costs.price(body), self.program.place(values.span))]
        live = bool(local.slot) and is_invariant(values, body)
        loop = ForEach(variable, self.write(values), self.nested(body, paid), live)
        if local.slot:
            self.put(loop)
        else:
            self.with_player(loop)

    def with_player(self, statement: Statement) -> None:
        """Add a statement after which the acting player is restored."""
        kept, player = self.new(checked.PLAYER), self.routine.variables[0]
        self.put(Assign(kept, self.player))
        self.put(statement)
        self.put(Assign(player, self.read(kept)))

    def together(self, statement: checked.Together) -> None:
        """Lower choices made together: first everybody's choices, then their effects."""
        values = self.write(statement.values)
        self.secret = True
        choices = self.nested(statement.choices)
        self.secret = False
        chosen = tuple(map(self.variable, statement.chosen))
        before, self.ballots = self.ballots, self.ballots.union(statement.chosen)
        effects = self.nested(statement.effects)
        self.ballots = before
        player = self.variable(statement.local)
        self.with_player(nodes.Together(player, values, choices, chosen, effects, one_by_one(statement)))


def says_why(rule: Rule) -> bool:
    """Return whether players may be told why a rule cannot be carried out: by a sentence, or by another rule that it needs."""
    return bool(rule.forbids) or any(rule.why_not.values()) or any(isinstance(need, checked.Can) for need in rule.needs)
