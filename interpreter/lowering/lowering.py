"""Lower a checked rulebook with its layout to a program.

Routines and functions are lowered when something first uses them. Then the routines that may have to wait are found, and
cut into blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from attrs import evolve

from rulewright.dsl import checked
from rulewright.dsl.checked import NUMBER, SPACE, TEXT, TRUTH, Rule, Type
from rulewright.dsl.secrets.openness import secret_choices
from rulewright.dsl.text.source import Span
from rulewright.interpreter.estimate.cost import CostEstimates
from rulewright.interpreter.estimate.end_marker import end_of_play
from rulewright.interpreter.lowering.block_splitting import split_into_blocks
from rulewright.interpreter.lowering.constant_regions import ConstantRegions
from rulewright.interpreter.lowering.expression_lowering import ExpressionLowering
from rulewright.interpreter.lowering.fixed_setup import opening_of
from rulewright.interpreter.lowering.invariants import needs_own_routine, result_of
from rulewright.interpreter.lowering.local_slots import TRUE
from rulewright.interpreter.lowering.statement_lowering import StatementLowering
from rulewright.interpreter.passes.hidden_state import hidden_state
from rulewright.interpreter.passes.information_flow import InformationFlow
from rulewright.interpreter.passes.inlining import inline_conditions
from rulewright.interpreter.passes.jump_threading import thread_jumps
from rulewright.interpreter.passes.known_values import work_out_known_values
from rulewright.interpreter.passes.liveness import live_slots
from rulewright.interpreter.passes.single_acts import mark_acts
from rulewright.interpreter.passes.sortedness import initial_cells
from rulewright.interpreter.passes.specialization import specialize
from rulewright.interpreter.passes.table_composition import compose_tables
from rulewright.interpreter.passes.trial_purity import check_trials
from rulewright.interpreter.passes.unordered_sets import sort_lasting_sets
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.questions import TextOf, texts_of
from rulewright.interpreter.position.switches import Removable, Switches
from rulewright.interpreter.position.walk import rules_of_game
from rulewright.interpreter.program import nodes
from rulewright.interpreter.program.folding import fold_conditional, fold_logical, fold_not, table_number
from rulewright.interpreter.program.nodes import (
    CallCard,
    CallRoutine,
    Cell,
    Expression,
    Function,
    LeaveRoutine,
    LoweredProgram,
    Note,
    Pay,
    ReadVariable,
    Routine,
    TextValue,
    Value,
    Variable,
)
from rulewright.interpreter.program.suspension import find_waiting

MOST_NESTED = 16
"""How many changes of a value may be nested in one expression."""
Extra = Sequence[tuple[Rule, Sequence[checked.Expression]]]
Origin: TypeAlias = checked.Define | checked.Change | checked.Forbid | Rule | checked.Expression
"""The parts of a rulebook that become functions."""
COUNTING: dict[str, Literal["", "holds", "is asked"]] = {"ban": "holds", "condition": "holds", "change": "is asked"}
"""By the kind of a function: when it counts as reached. The others only help something else that counts."""


def lower_program(
    layout: Layout,
    extra: Extra = (),
    noted: Sequence[Rule] = (),
    *,
    bits: bool = True,
    traced: bool = False,
    switches: Switches | None = None,
) -> LoweredProgram:
    """Lower a whole program; `extra` are rules of examples, with the expressions that are asked for in them.

    The log gets the results of the `noted` rules, for examples that ask.

    Without `bits`, sets are not prepared for storage as bits. Callers that keep sets as lists and compare no positions have
    no use for that. If the program is `traced`, it notes which parts of the rulebook it reaches. With `switches`, parts of
    the rulebook can be put out of force during play.
    """
    return Lowering(layout, extra, noted, traced, switches).program(bits)


class Lowering:
    """A program while it is being lowered."""

    def __init__(self, layout: Layout, extra: Extra, noted: Sequence[Rule], traced: bool, switches: Switches | None) -> None:
        self.layout = layout
        self.switches = switches or Switches(())
        self.game = layout.world.game
        self.extra = extra
        self.traced = traced
        self.noted = {rule: number for number, rule in enumerate(noted)}
        self.costs = CostEstimates(layout.world)
        # This comes first: the estimate must refuse a rulebook that is too much before other passes go through it.
        self.costs.check([*rules_of_game(self.game), *(rule for rule, _ in extra)])
        self.regions = ConstantRegions(layout.world, layout.areas)
        self.secret_choices = secret_choices(self.game)
        self.spans: list[Span] = []
        self.functions: list[Function] = []
        self.routines: list[Routine] = []
        self.questions: list[Any] = []
        self.told: dict[int, dict[TextOf, tuple[Expression, ...]]] = {}
        self.variables = 0
        self.known_functions: dict[tuple[Origin, str], Function] = {}
        self.known_routines: dict[tuple[Rule, str], Routine] = {}
        self.pending: list[Callable[[], None]] = []
        self.inside: dict[Routine, StatementLowering] = {}
        """The lowering of each routine, which knows the rule's names."""
        self.cells: dict[checked.Field, Cell] = {}
        self.lengths: dict[checked.Space, Cell] = {}
        self.directions: dict[str, Cell] = {}
        self.make_cells()

    def make_cells(self) -> None:
        """Make a cell for everything that rules change, apart from the places of things."""
        layout, world = self.layout, self.layout.world
        made: list[Cell] = []

        def cell(kind: Any, place: int, holds: Type, size: int, **more: Any) -> Cell:
            made.append(Cell(len(made), kind, place, holds, size, **more))
            return made[-1]

        for own in self.game.fields:
            if own.of is None and own.place is None and own.assigned:
                self.cells[own] = cell("one", layout.slots[own], own.type, 1, name=own.name, declared=own)
        for space in layout.resized:
            name = f"length of {space.name}"
            self.lengths[space] = cell("one", layout.slots[space], NUMBER, 1, name=name)
        for place, own in enumerate(layout.fields):
            assert own.of is not None
            size = len(layout.initial_field(own)) - 1
            self.cells[own] = cell("each", place, own.type, size, of=own.of, name=own.name, declared=own)
        for place, name in enumerate(layout.direction_names):
            size = len(world.spaces)
            self.directions[name] = cell("each", place, SPACE, size, of=SPACE, direction=True, name=name)
        self.all_cells = made

    def variable(self, of: Type, name: str = "") -> Variable:
        """Return a new variable inside an expression."""
        self.variables += 1
        return Variable(self.variables, of, name=name)

    def slot(self, routine: Routine, of: Type, name: str = "") -> Variable:
        """Return a new variable of a routine's frame."""
        self.variables += 1
        variable = Variable(self.variables, of, len(routine.variables), name)
        routine.variables.append(variable)
        return variable

    def place(self, span: Span) -> int:
        """Return a number for a place in the rulebook."""
        self.spans.append(span)
        return len(self.spans) - 1

    def blank(self, of: Type) -> Expression:
        """Return the value that stands for "nothing"."""
        if of.many:
            return nodes.FixedSet(of, table_number(self.layout.constant(())), ())
        return TextValue(TEXT, "") if of.kind == "text" else Value(of, 0 if of.kind in ("number", "truth") else -1)

    def function(
        self, what: Origin, kind: str, parameters: Sequence[checked.Local], of: Type, span: Span, about: str
    ) -> tuple[Function, bool]:
        """Return the function for something, and whether it is new.

        Its value is lowered later, since it may use itself.
        """
        key = (what, kind)
        if key in self.known_functions:
            return self.known_functions[key], False
        variables = []
        for slot, local in enumerate(parameters):
            self.variables += 1
            variables.append(Variable(self.variables, local.type, slot, local.name))
        counts = COUNTING.get(kind, "")
        found = Function(len(self.functions), tuple(variables), of, None, self.place(span), about, counts)
        self.functions.append(found)
        self.known_functions[key] = found
        return found, True

    def expressions(self, function: Function, own_locals: Sequence[checked.Local]) -> ExpressionLowering:
        """Return the lowering of a function's expressions."""
        names: dict[checked.Local, Expression] = {
            local: ReadVariable(variable.type, variable) for local, variable in zip(own_locals, function.parameters)
        }
        return ExpressionLowering(self, names, ReadVariable(checked.PLAYER, function.parameters[0]))

    def define(self, define: checked.Define) -> Function:
        """Return the function of a define, with the standing rules that change it."""
        own_locals = (define.locals[0], *define.parameters)
        function, new = self.function(define, "define", own_locals, define.type, define.span, define.name)
        if new:

            def write() -> None:
                inside = self.expressions(function, own_locals)
                given = [inside.read(variable) for variable in function.parameters]
                function.value = self.changed(define.changes, given, inside.write(define.value))

            self.pending.append(write)
        return function

    def looks(self, define: checked.Define) -> Function:
        """Return the function that says whether a player is among those who see a field or place of another.

        Its parameters are the acting player (nobody), the owner, and the player who looks.
        """
        acting, owner, looker = (
            checked.Local(name=name, type=checked.PLAYER, slot=slot) for slot, name in enumerate(("player", "owner", "looker"))
        )
        function, new = self.function(define, "looks", (acting, owner, looker), TRUTH, define.span, define.name)
        if new:

            def read(local: checked.Local) -> checked.Expression:
                return checked.LocalRef(local=local, type=local.type, span=define.span)

            given = (read(owner),) if define.parameters else ()
            those = checked.DefineCall(define=define, arguments=given, type=define.type, span=define.span)
            asked = checked.Operation(
                operator="inside" if define.type.many else "same", operands=(read(looker), those), type=TRUTH, span=define.span
            )
            inside = self.expressions(function, (acting, owner, looker))
            self.pending.append(lambda: setattr(function, "value", inside.write(asked)))
        return function

    def changed(self, changes: Sequence[checked.Change], given: Sequence[Expression], value: Expression) -> Expression:
        """Return a value after standing rules that change it, one after the other.

        Many changes become functions of functions, so that no expression is deeply nested.
        """
        at_once = 1
        while at_once * MOST_NESTED < len(changes):
            at_once *= MOST_NESTED
        for first in range(0, len(changes), at_once):
            function = self.change_by(changes[first : first + at_once], value.type)
            value = nodes.Call(value.type, function, (*given, value))
        return value

    def change_by(self, changes: Sequence[checked.Change], of: Type) -> Function:
        """Return the function of some changes in a row: of the acting player, the parameters, and the value so far."""
        first = changes[0]
        if len(changes) == 1:
            return self.change(first, of)
        own_locals = (first.locals[0], *first.parameters, first.it)
        function, new = self.function(first, f"{len(changes)} changes", own_locals, of, first.span, "change")
        if new:
            *given, value = (ReadVariable(variable.type, variable) for variable in function.parameters)
            self.pending.append(lambda: setattr(function, "value", self.changed(changes, given, value)))
        return function

    def change(self, change: checked.Change, of: Type) -> Function:
        """Return the function of a standing rule that changes a value; the value so far is the last parameter."""
        own_locals = (change.locals[0], *change.parameters, change.it)
        function, new = self.function(change, "change", own_locals, of, change.span, "change")
        if new:

            def write() -> None:
                inside = self.expressions(function, own_locals)
                value = inside.write(change.value)
                holds: Expression = TRUE if change.condition is None else inside.write(change.condition)
                if change.condition is not None and self.traced:
                    given = tuple(map(inside.read, function.parameters))
                    holds = nodes.Call(TRUTH, self.condition(change.condition, own_locals), given)
                function.value = fold_conditional(of, self.in_force(change, holds), value, inside.write(it_of(change)))

            self.pending.append(write)
        return function

    def can(self, rule: Rule) -> Function:
        """Return the function that says whether a rule's needs hold, and no ban does."""
        own_locals = (rule.locals[0], *rule.parameters)
        function, new = self.function(rule, "can", own_locals, TRUTH, rule.span, rule.name)
        if new:

            def write() -> None:
                inside = self.expressions(function, own_locals)
                parts = [inside.write(need) for need in rule.needs]
                given = [inside.read(variable) for variable in function.parameters]
                for ban in rule.forbids:
                    wanted = tuple(given[: 1 + len(ban.rule.parameters)])
                    parts.append(fold_not(self.in_force(ban, nodes.Call(TRUTH, self.ban(ban), wanted))))
                function.value = fold_logical("and", parts)

            self.pending.append(write)
        return function

    def ban(self, ban: checked.Forbid) -> Function:
        """Return the function that says whether a ban holds."""
        own_locals = (ban.rule.locals[0], *ban.rule.parameters)
        function, new = self.function(ban, "ban", own_locals, TRUTH, ban.condition.span, ban.rule.name)
        if new:
            self.pending.append(lambda: setattr(function, "value", self.expressions(function, own_locals).write(ban.condition)))
        return function

    def condition(self, condition: checked.Expression, names: Sequence[checked.Local]) -> Function:
        """Return a condition inside a rule, as a function of the acting player and of the names that it reads."""
        function, new = self.function(condition, "condition", names, TRUTH, condition.span, "condition")
        if new:
            self.pending.append(lambda: setattr(function, "value", self.expressions(function, names).write(condition)))
        return function

    def asked_for(self, rule: Rule, expression: checked.Expression) -> Function:
        """Return the function of an expression asked for beside a rule: of the acting player and the parameters."""
        own_locals = rule.locals[: 1 + len(rule.parameters)]
        function, new = self.function(expression, "asked", own_locals, expression.type, expression.span, rule.name)
        if new:
            self.pending.append(lambda: setattr(function, "value", self.expressions(function, own_locals).write(expression)))
        return function

    def routine(self, rule: Rule) -> Routine:
        """Return the routine of a rule with all that surrounds it."""
        return self.new_routine(rule, "rule", lambda inside: self.write_rule(inside, rule))

    def raw(self, rule: Rule) -> Routine:
        """Return the routine of a rule's body alone, so that leaving it does not skip what comes after."""
        return self.new_routine(rule, "raw", lambda inside: inside.body.extend(inside.nested(rule.body)))

    def new_routine(self, rule: Rule, kind: str, write: Callable[[StatementLowering], None]) -> Routine:
        """Return a routine, lowered later, since it may carry itself out."""
        key = (rule, kind)
        if key not in self.known_routines:
            result_of(rule)
            variables = []
            for slot, local in enumerate(rule.locals):
                self.variables += 1
                variables.append(Variable(self.variables, local.type, slot, local.name))
            routine = Routine(
                len(self.routines),
                rule.name,
                tuple(variables[: 1 + len(rule.parameters)]),
                rule.gives,
                self.place(rule.span),
                False,
                variables=variables,
            )
            self.routines.append(routine)
            self.known_routines[key] = routine

            def lower() -> None:
                inside = self.inside[routine] = StatementLowering(self, rule, routine)
                inside.body += inside.reached(rule.span)
                if self.costs.counts_rule(rule):
                    inside.put(Pay(self.costs.price_of_rule(rule), routine.place))
                inside.put_if(fold_not(self.in_force(rule)), (LeaveRoutine(inside.nothing_given()),))
                write(inside)
                if rule.gives is not None:
                    # The rule may end without reaching a line that gives a result.
                    inside.put(LeaveRoutine(inside.nothing_given()))
                routine.body = tuple(inside.body)

            self.pending.append(lower)
        return self.known_routines[key]

    def write_rule(self, inside: StatementLowering, rule: Rule) -> None:
        """Lower a rule's body with its needs, bans and standing rules."""
        result = result_of(rule)
        variable = None if result is None else inside.variable(result)
        inner: tuple[nodes.Statement, ...]
        last: tuple[nodes.Statement, ...] = ()
        if rule in self.noted and rule.gives is not None:
            variable = variable or inside.new(rule.gives)
            last = (Note("gave", (Value(NUMBER, self.noted[rule]), inside.read(variable))),)
        if rule is self.game.performing:
            card = inside.read(inside.variable(rule.parameters[0]))
            inner = (Note("performed", (inside.player, card)), CallCard(card, inside.player))
        elif last or needs_own_routine(rule):
            inner = (CallRoutine(self.raw(rule), inside.parameters(), variable),)
        else:
            inner = inside.nested(rule.body)
        inside.surround(inner, variable, last)

    def in_force(self, piece: Removable, holds: Expression = TRUE) -> Expression:
        """Return a condition that also holds only while a piece with a switch is in force."""
        number = self.switches.number(piece)
        if number is None:
            return holds
        table = table_number(self.layout.constant(self.switches.table))
        return fold_logical("and", [nodes.Lookup(TRUTH, table, Value(NUMBER, number)), holds])

    def tell(self, number: int, source: checked.Statement, routine: Routine) -> None:
        """Lower the expressions between braces in the texts of a question."""
        parts = texts_of(source)
        if any(parts.values()):
            inside = self.inside[routine]
            self.told[number] = {text: tuple(map(inside.write, named)) for text, named in parts.items()}

    def whole(self, name: str, rules: Sequence[Rule]) -> Rule:
        """Return a rule that carries out others."""
        calls = [checked.Call(span=self.game.span, rule=rule, arguments=(), giving=None) for rule in rules]
        return Rule(
            name=name,
            parameters=(),
            gives=None,
            needs=(),
            span=self.game.span,
            body=tuple(calls),
            locals=[checked.Local(name="player", type=checked.PLAYER, slot=0)],
        )

    def beginning(self) -> tuple[Rule | None, Rule]:
        """Return the opening that is the same in every game, if there is one, and the rule for the rest."""
        setup, play = self.game.setup, self.game.play
        if setup is None:
            return None, self.to_the_end([play])
        # Counting wants to see the opening in each game.
        count = 0 if self.traced else opening_of(self.game, setup)
        if not count:
            return None, self.to_the_end([setup, play])
        parts = [evolve(setup, body=body) for body in (setup.body[:count], setup.body[count:])]
        return self.whole("the opening", parts[:1]), self.to_the_end([*parts[1:], play])

    def to_the_end(self, rules: Sequence[Rule]) -> Rule:
        """Return the rule of the game, which is over after its last line."""
        game = self.whole("the game", rules)
        if self.game.score is None or self.game.score.worked_out is None:
            return game
        return evolve(game, body=(*game.body, checked.GameOver(span=self.game.span, winners=None)))

    def finish(self) -> None:
        """Lower everything that has been asked for, and all that this asks for in turn."""
        while self.pending:
            self.pending.pop()()

    def program(self, bits: bool) -> LoweredProgram:
        """Lower the whole program."""
        opening_rule, main_rule = self.beginning()
        opening = None if opening_rule is None else self.routine(opening_rule)
        main = self.routine(main_rule)
        entries: dict[Rule, Routine] = {}
        begun = [rule for rule, _ in self.extra]
        if self.game.setup is not None:
            # Examples begin with it.
            begun.append(self.game.setup)
        for rule in begun:
            entries[rule] = self.routine(rule)
        asked: dict[checked.Expression | checked.Define | checked.Field, Function] = {
            expression: self.asked_for(rule, expression) for rule, expressions in self.extra for expression in expressions
        }
        asked |= {
            define: self.define(define)
            for define in self.game.defines.values()
            if define.titles or define in (self.game.team, self.game.outlook)
        }
        asked |= {own: self.looks(own.lookers) for own in self.game.fields if own.lookers is not None}
        cards = [None if card.perform is None else self.routine(card.perform) for card in self.layout.world.cards]
        self.finish()
        if self.traced and not self.extra:
            main.body = (*main.body, nodes.NoteReached(self.place(end_of_play(self.game))))
        find_waiting(self.routines, cards)
        mark_acts(self.layout, self.routines, cards)
        check_trials(self.functions, self.routines, cards, self.spans)
        if not self.traced:
            # A traced program keeps its pieces apart, and the switches that put them out of force are no constants.
            inline_conditions(self.functions, self.routines)
            work_out_known_values(self.layout, self.functions, self.routines)
        compose_tables(self.layout, self.functions, self.routines)
        if bits:
            self.variables = specialize(self.functions, self.routines, self.variables)
        self.following = InformationFlow(self.layout, self.functions, self.routines, cards, self.all_cells, self.secret_choices)
        blocks: list[nodes.Block] = []
        for routine in self.routines:
            if routine.waits:
                blocks += split_into_blocks(self, routine, cards, len(blocks))
        waiting = [routine for routine in self.routines if routine.waits]
        blocks, labels = thread_jumps(blocks, [routine.entry for routine in waiting])
        for routine in waiting:
            routine.entry = labels[routine.entry]
        for question in self.questions:
            question.passed = labels.get(question.passed, -1)
        # The texts of questions may have asked for more functions.
        self.finish()
        tables = list(self.layout.constants.values())
        live = live_slots(blocks)
        program = LoweredProgram(
            world=self.layout.world,
            layout=self.layout,
            tables=tables,
            cells=self.all_cells,
            functions=self.functions,
            routines=self.routines,
            blocks=blocks,
            questions=self.questions,
            spans=self.spans,
            main=main,
            opening=opening,
            cards=cards,
            told=self.told,
            entries=entries,
            asked_for=asked,
            begun_anew={own: made for (rule, kind), made in self.known_routines.items() if kind == "rule" for own in rule.own},
            patient=self.costs.dear,
            traced=self.traced,
            live=live,
            hidden=hidden_state(blocks, self.questions, self.following, live),
        )
        if bits:
            sort_lasting_sets(program, initial_cells(program))
        return program


def it_of(change: checked.Change) -> checked.LocalRef:
    """Return the value so far, as an expression."""
    return checked.LocalRef(type=change.it.type, span=change.span, local=change.it)
