"""Cut the structured body of a routine that may wait into basic blocks, with its questions.

A block ends where somebody is asked, where another such routine is carried out, or where control goes elsewhere. Values
that outlive a block are in variables of the routine: those of the rule, and some that are added here for loops.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import NUMBER, SPACE, TRUTH, Type
from rulewright.interpreter.lowering.block_builder import BlockBuilder
from rulewright.interpreter.lowering.local_slots import TRUE, member_type, set_type
from rulewright.interpreter.position.position import FIRST_LOCAL
from rulewright.interpreter.position.questions import AskKind, QuestionInfo
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_comparison, fold_logical, fold_not
from rulewright.interpreter.program.nodes import Assign, Block, Expression, Jump, Note, Routine, Statement, Value, Variable
from rulewright.interpreter.program.suspension import may_suspend, statements_in

if TYPE_CHECKING:
    from rulewright.interpreter.lowering.lowering import Lowering

ZERO = Value(NUMBER, 0)


def split_into_blocks(program: Lowering, routine: Routine, cards: Sequence[Routine | None], first: int) -> list[Block]:
    """Return the blocks of a routine, labelled from a number on."""
    cutter = BlockSplitter(program, routine, cards, first)
    entry, end = cutter.block(), cutter.block()
    routine.entry = entry.label
    cutter.open(entry)
    cutter.sequence(routine.body, end.label)
    cutter.open(end)
    cutter.close(nodes.ReturnFromRoutine(None if routine.gives is None else program.blank(routine.gives)))
    return cutter.blocks


class BlockSplitter(BlockBuilder):
    """Cuts one routine into blocks."""

    def sequence(self, body: Sequence[Statement], proceed: int, lapse: int | None = None) -> None:
        """Cut statements, beginning in the open block.

        Control then goes to one block, and to another one where a choice lapses, if that is not the same.
        """
        for place, statement in enumerate(body):
            if not may_suspend(statement, self.cards):
                if isinstance(statement, nodes.LeaveRoutine):
                    self.close(nodes.ReturnFromRoutine(statement.value))
                    return
                if isinstance(statement, nodes.EndGame):
                    self.close(statement)
                    return
                if leaves(statement):
                    self.leaving(statement, body[place + 1 :], proceed, lapse)
                    return
                self.put(statement)
                continue
            last = place == len(body) - 1
            after = None if last else self.block()
            self.waiting(statement, proceed if after is None else after.label, proceed if lapse is None else lapse)
            if after is None:
                return
            self.open(after)
        self.close(Jump(proceed))

    def leaving(self, statement: Statement, rest: Sequence[Statement], proceed: int, lapse: int | None) -> None:
        """Cut a statement in which nobody waits, but from within which the routine may be left."""
        after = self.block()
        self.waiting(statement, after.label, after.label)
        self.open(after)
        self.sequence(rest, proceed, lapse)

    def waiting(self, statement: Statement, proceed: int, lapse: int) -> None:
        """Cut a statement that may wait; afterwards control goes to `proceed`."""
        assert isinstance(statement, nodes.Deciding | nodes.Holding | nodes.Calling)
        match statement:
            case nodes.If():
                self.branches(statement, proceed)
            case nodes.ForEach():
                self.loop(statement, proceed)
            case nodes.Together():
                self.together(statement, proceed)
            case nodes.While(condition=condition, body=body):
                head, inner = self.block(), self.block()
                self.close(Jump(head.label))
                self.open(head)
                self.branch(condition, inner.label, proceed)
                self.open(inner)
                self.sequence(body, head.label)
            case nodes.Until(condition=condition, body=body):
                head, check = self.block(), self.block()
                self.close(Jump(head.label))
                self.open(head)
                self.sequence(body, check.label)
                self.open(check)
                self.branch(condition, proceed, head.label)
            case nodes.Repeat(times=times, body=body):
                self.repeat(times, body, proceed)
            case nodes.CallRoutine(routine=routine, arguments=arguments, result=result):
                self.close(nodes.BeginRoutine(routine, arguments, result, proceed))
            case nodes.CallCard(card=card, player=player):
                self.close(nodes.BeginCard(card, player, proceed))
            case nodes.Choose():
                self.choose(statement, proceed, lapse)
            case nodes.ChooseSet():
                self.choose_set(statement, proceed, lapse)
            case nodes.Menu():
                self.menu(statement, proceed, lapse)
            case nodes.AskWords(variable=variable, seat=seat, source=source):
                question = self.question("words", source, (variable,))
                self.close(nodes.AskText(question, seat, variable, proceed))
            case nodes.Roll(variable=variable, faces=faces, table=table, source=source):
                question = self.question("roll", source, (variable,))
                self.close(nodes.AskDie(question, variable, faces, table, proceed))
            case nodes.DrawAny():
                self.draw(statement, proceed)
            case nodes.Shuffle(space=space, source=source):
                self.shuffle(space, source, proceed)
            case _:
                assert_never(statement)

    def branches(self, statement: nodes.If, proceed: int) -> None:
        """Cut branches, some of which may wait."""
        for condition, body in statement.branches:
            inner, following = self.block(), self.block()
            self.branch(condition, inner.label, following.label)
            self.open(inner)
            self.sequence(body, proceed)
            self.open(following)
        self.sequence(statement.otherwise, proceed)

    def repeat(self, times: Expression, body: nodes.Body, proceed: int) -> None:
        """Cut a loop that repeats its body a number of times."""
        left, head, inner = self.slot(NUMBER), self.block(), self.block()
        self.put(Assign(left, times))
        self.close(Jump(head.label))
        self.open(head)
        self.branch(fold_comparison(">", self.read(left), ZERO), inner.label, proceed)
        self.open(inner)
        self.put(self.more(left, -1))
        self.sequence(body, head.label)

    def loop(self, statement: nodes.ForEach, proceed: int) -> None:
        """Cut a loop over a set, which is listed before."""
        listed, place = self.listed(statement.values), self.slot(NUMBER)
        head, inner = self.block(), self.block()
        after = self.block() if statement.act else None
        self.put(Assign(place, ZERO), *([Note("begun")] if after else []))
        self.close(Jump(head.label))
        self.open(head)
        self.there_is_more(place, counted(listed), inner.label, proceed if after is None else after.label)
        self.open(inner)
        self.put(self.more(place, 1), self.entry(statement.variable, listed, place))
        if after is not None:
            self.put(Note("each", (self.read(statement.variable),)))
        self.sequence(statement.body, head.label)
        if after is not None:
            self.open(after)
            self.put(Note("done"))
            self.close(Jump(proceed))

    def listed(self, values: Expression) -> Expression:
        """Return a set that stays as it is now beyond the block; a known set needs no variable for that."""
        if isinstance(values, nodes.FixedSet):
            return values
        listed = self.slot(set_type(values.type))
        self.put(Assign(listed, values))
        return self.read(listed)

    def there_is_more(self, place: Variable, count: Expression, inner: int, proceed: int) -> None:
        """Begin the next pass of a loop over numbered entries, if there is one."""
        self.branch(fold_comparison("<", self.read(place), count), inner, proceed)

    def entry(self, variable: Variable, listed: Expression, place: Variable) -> Assign:
        """Return the assignment of an entry of a list, counted from 1, to a variable."""
        return Assign(variable, nodes.Pick(variable.type, "item", listed, self.read(place), sure=True))

    def together(self, statement: nodes.Together, proceed: int) -> None:
        """Cut choices that all make together, which are kept unseen in the frame, and then their effects."""
        # A known set gets a variable all the same: the search may have one of the players asked again, alone.
        players, place = self.slot(Type("player", many=True)), self.slot(NUMBER)
        listed = self.read(players)
        rows = self.slot(Type("nothing"), "rows")
        values = (statement.player, *statement.chosen)
        self.routine.rows[rows.slot] = tuple(variable.type for variable in values)
        head, choices, chosen, effects = self.block(), self.block(), self.block(), self.block()
        effect, carried_out = self.block(), self.block()
        self.put(Assign(players, statement.values), Assign(place, ZERO), nodes.AppendRow(rows, ()))
        self.close(Jump(head.label))
        self.open(head)
        self.there_is_more(place, counted(listed), choices.label, effects.label)
        self.open(choices)
        self.put(self.more(place, 1), self.entry(statement.player, listed, place), *self.blanks(statement.chosen))
        self.sequence(statement.choices, chosen.label, head.label)
        self.open(chosen)
        self.put(nodes.AppendRow(rows, values), *self.blanks(statement.chosen))
        self.close(Jump(head.label))
        self.open(effects)
        self.put(Assign(place, ZERO), *self.blanks([players]))
        self.close(Jump(effect.label))
        self.open(effect)
        done = self.block()
        self.there_is_more(place, nodes.CountRows(NUMBER, rows), carried_out.label, done.label)
        self.open(carried_out)
        self.put(nodes.LoadRow(rows, self.read(place), values), self.more(place, 1))
        self.sequence(statement.effects, effect.label)
        self.open(done)
        self.put(nodes.AppendRow(rows, ()), *self.blanks(statement.chosen))
        self.close(Jump(proceed))

    def question(self, kind: AskKind, source: Any, variables: Sequence[Variable], **more: Any) -> int:
        """Return the number of a new question."""
        slots = tuple(variable.slot + FIRST_LOCAL for variable in variables)
        types = tuple(variable.type for variable in variables)
        is_open = kind in ("one", "many", "menu", "lines", "words") and source not in self.program.secret_choices
        ask = QuestionInfo(kind, source, slots, types, self.routine.name, open=is_open, **more)
        number = len(self.program.questions)
        self.program.questions.append(ask)
        self.program.tell(number, source, self.routine)
        return number

    def lapsed(self, statement: nodes.Choose | nodes.ChooseSet | nodes.Menu, lapse: int, before: Sequence[Statement] = ()) -> int:
        """Return a block that says that there was nothing to choose, and among what."""
        outer, block = self.now, self.block()
        self.open(block)
        silent = Note("lapsed", (statement.seat,), (statement.secret, {}))
        why = {} if statement.secret else choices_in_words(statement.source)
        if why and isinstance(statement, nodes.Choose):
            # Perhaps there was something, but nothing to go with it.
            empty = fold_not(nodes.Exists(TRUTH, statement.wanted[0].options))
            self.put(*before, nodes.If(((empty, (Note("lapsed", (statement.seat,), (False, why)),)),), (silent,)))
        else:
            self.put(*before, silent)
        self.close(Jump(lapse))
        self.open(outer)  # type: ignore[arg-type]
        return block.label

    def choose(self, statement: nodes.Choose, proceed: int, lapse: int) -> None:
        """Cut a choice of one option."""
        wanted = statement.wanted
        variables = tuple(one.variable for one in wanted)
        bound, options = tuple(one.bound for one in wanted), tuple(one.options for one in wanted)
        if statement.random:
            question = self.question("random", statement.source, variables)
            self.close(nodes.AskChance(question, variables, bound, options, statement.limited, lapse, proceed))
            return
        passed, private = -1, self.program.following.is_private(statement)
        if statement.optional:
            blank, outer = self.block(), self.now
            self.open(blank)
            self.put(*self.blanks(variables))
            self.close(Jump(proceed))
            self.open(outer)  # type: ignore[arg-type]
            passed = blank.label
            # If nobody else can know it, a player without an option passes like all others.
            lapse = -1 if private else passed
        else:
            lapse = self.lapsed(statement, lapse)
        kind: AskKind = "lines" if isinstance(statement.source, checked.Menu) else "one"
        question = self.question(kind, statement.source, variables, passed=passed, private=private)
        passable = TRUE if statement.optional else None
        self.close(
            nodes.AskOptions(
                question, statement.seat, variables, bound, options, passable, statement.limited, lapse, proceed, passed
            )
        )

    def choose_set(self, statement: nodes.ChooseSet, proceed: int, lapse: int) -> None:
        """Cut the choice of a set, picked one after the other."""
        left, of = statement.left, member_type(statement.variable.type)
        got = self.slot(of)
        chosen = self.slot(statement.variable.type) if statement.chosen is None else statement.chosen
        least, most = self.slot(NUMBER), self.slot(NUMBER)
        count_left = nodes.Count(NUMBER, self.read(left))
        count = nodes.Count(NUMBER, self.read(chosen))
        self.put(
            Assign(left, statement.options),
            Assign(least, statement.least),
            Assign(most, count_left if statement.most is None else statement.most),
            *self.blanks([chosen]),
        )
        head, ask, answered, done = self.block(), self.block(), self.block(), self.block()
        # If a condition must hold of the whole set, there may be nothing to pick from the beginning.
        full = done if statement.valid is None or statement.optional else self.block()
        # A player who may choose, but finds too few options, goes on without a set.
        blanks = self.blanks([statement.variable, left])
        nothing = head.label if statement.optional else self.lapsed(statement, lapse, blanks)
        self.branch(fold_comparison("<", count_left, self.read(least)), nothing, head.label)
        self.open(head)
        there_is = nodes.Exists(TRUTH, self.read(left))
        self.branch(fold_logical("and", [there_is, fold_comparison("<", count, self.read(most))]), ask.label, full.label)
        self.open(ask)
        offered = (statement.offered,)
        # Picks that complete the set in the only possible way are one answer, unless a condition must hold of it and alike
        # things are offered as one.
        whole = not (statement.ordered or (statement.merged and statement.valid is not None))
        bound = (self.program.variable(of, "it"),)
        question = self.question(
            "random" if statement.random else "many",
            statement.source,
            (got,),
            least=least.slot + FIRST_LOCAL,
            most=most.slot + FIRST_LOCAL,
            chosen_slot=chosen.slot + FIRST_LOCAL,
            passed=done.label,
            private=not statement.random and self.program.following.is_private(statement),
            unordered=whole,
            left_slot=left.slot + FIRST_LOCAL if statement.valid is None else -1,
        )
        if statement.random:
            self.close(nodes.AskChance(question, (got,), bound, offered, False, full.label, answered.label))
        else:
            passable = fold_logical(
                "and",
                [
                    fold_comparison(">=", count, self.read(least)),
                    fold_comparison("!=", self.read(least), self.read(most)),
                    *([] if statement.valid is None else [statement.valid]),
                ],
            )
            if statement.valid is not None and statement.optional:
                passable = fold_logical("or", [fold_comparison("==", count, ZERO), passable])
            self.close(
                nodes.AskOptions(
                    question,
                    statement.seat,
                    (got,),
                    bound,
                    offered,
                    passable,
                    False,
                    full.label,
                    answered.label,
                    done.label,
                    nodes.Arithmetic(NUMBER, "-", self.read(least), count) if whole else None,
                    self.read(left) if whole and statement.valid is None else None,
                )
            )
        self.open(answered)
        self.put(
            Assign(chosen, nodes.WithMembers(chosen.type, self.read(chosen), self.read(got))),
            Assign(left, nodes.WithoutMembers(left.type, self.read(left), self.read(got))),
        )
        self.close(Jump(head.label))
        if full is not done:
            assert statement.valid is not None
            self.open(full)
            self.branch(statement.valid, done.label, nothing)
        self.open(done)
        found: Expression = self.read(chosen)
        if not statement.ordered:
            found = nodes.SortedSet(found.type, found)
        self.put(Assign(statement.variable, found), *self.blanks([left, chosen, got]))
        if self.program.questions[question].open:
            self.put(Note("chosen", (statement.seat, self.read(statement.variable)), question))
        self.close(Jump(proceed))

    def menu(self, statement: nodes.Menu, proceed: int, lapse: int) -> None:
        """Cut a menu."""
        answer, answered = self.slot(NUMBER), self.block()
        if not statement.optional:
            lapse = self.lapsed(statement, lapse)
        private = self.program.following.is_private(statement)
        question = self.question("menu", statement.source, (answer,), passed=proceed, private=private)
        conditions = tuple(condition for condition, _ in statement.lines)
        self.close(
            nodes.AskMenu(
                question,
                statement.seat,
                answer,
                conditions,
                statement.optional,
                lapse if not statement.optional else -1 if private else proceed,
                answered.label,
                proceed,
            )
        )
        bodies = [self.block() for _ in statement.lines]
        self.open(answered)
        self.close(nodes.Switch(self.read(answer), tuple(block.label for block in bodies), proceed))
        for block, (_, body) in zip(bodies, statement.lines):
            self.open(block)
            self.sequence(body, proceed)

    def draw(self, statement: nodes.DrawAny, proceed: int) -> None:
        """Cut a draw from a bag, with one question for each thing."""
        source, to, left = self.slot(SPACE), self.slot(SPACE), self.slot(NUMBER)
        got = self.slot(Type("thing"))
        head, ask, answered = self.block(), self.block(), self.block()
        self.put(Assign(source, statement.source_space), Assign(to, statement.to), Assign(left, statement.amount))
        self.close(Jump(head.label))
        self.open(head)
        self.branch(fold_comparison(">", self.read(left), ZERO), ask.label, proceed)
        self.open(ask)
        question = self.question("draw", statement.source, (got,))
        lying = nodes.Contents(Type("thing", many=True), self.read(source), False)
        bound = (self.program.variable(got.type, "it"),)
        self.close(nodes.AskChance(question, (got,), bound, (lying,), False, proceed, answered.label))
        self.open(answered)
        self.put(nodes.Move(self.read(got), self.read(to), False, True, True, True), self.more(left, -1), *self.blanks([got]))
        self.close(Jump(head.label))

    def shuffle(self, space: Expression, source: Any, proceed: int) -> None:
        """Cut the shuffling of a pile. If chance is asked, there is one question for each place in the new order."""
        things = Type("thing", many=True)
        pile, left, order, got = self.slot(SPACE), self.slot(things), self.slot(things), self.slot(Type("thing"))
        asked, head, ask, answered, done = (self.block() for _ in range(5))
        self.put(Assign(pile, space))
        told = self.block()
        self.close(nodes.AskOrder(self.read(pile), told.label, asked.label))
        self.open(told)
        self.put(Note("shuffled", (self.read(pile),)))
        self.close(Jump(proceed))
        self.open(asked)
        self.put(Assign(left, nodes.Contents(things, self.read(pile), True)), *self.blanks([order]))
        self.close(Jump(head.label))
        self.open(head)
        self.branch(fold_not(nodes.Exists(TRUTH, self.read(left))), done.label, ask.label)
        self.open(ask)
        question = self.question("shuffle", source, (got,))
        bound = (self.program.variable(got.type, "it"),)
        self.close(nodes.AskChance(question, (got,), bound, (self.read(left),), False, done.label, answered.label))
        self.open(answered)
        self.put(
            Assign(order, nodes.WithMembers(things, self.read(order), self.read(got))),
            Assign(left, nodes.WithoutMembers(things, self.read(left), self.read(got))),
        )
        self.close(Jump(head.label))
        self.open(done)
        self.put(
            nodes.Arrange(self.read(pile), self.read(order)), *self.blanks([order, got]), Note("shuffled", (self.read(pile),))
        )
        self.close(Jump(proceed))


def counted(values: Expression) -> Expression:
    """Return the size of a set."""
    return Value(NUMBER, len(values.members)) if isinstance(values, nodes.FixedSet) else nodes.Count(NUMBER, values)


def leaves(statement: Statement) -> bool:
    """Return whether the routine may be left inside a statement, or the game may end there under a condition."""
    if isinstance(statement, nodes.If):
        inner = (*(body for _, body in statement.branches), statement.otherwise)
        return any(isinstance(one, nodes.EndGame) or leaves(one) for body in inner for one in body)
    return any(isinstance(inner, nodes.LeaveRoutine) for inner in statements_in((statement,)))


def choices_in_words(statement: checked.Statement) -> checked.Titles:
    """Return the words of the first set of a choice, if it has any that are complete without values."""
    match statement:
        case checked.Choose(picks=(checked.Pick(choices=checked.DefineCall(define=named)), *_)):
            return {} if any("{" in words for words in named.words.values()) else named.words
    return {}
