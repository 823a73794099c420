"""Rules in which somebody can be asked, cut into blocks: where the game stands is a number in a frame, never a Python frame.

A frame is a list: the block to go on with, where the caller wants the result, and the locals. A block is a function that
works until its rule asks, calls another rule that may ask, or jumps; it leaves the next block in its frame. When somebody is
asked, the block leaves the question in the position and returns 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Local, Rule, Statement, Type
from rulewright.dsl.source import Span
from rulewright.interpreter.emit.plain import PlainWriter
from rulewright.interpreter.emit.statements import ProgramNames, blank
from rulewright.interpreter.lower.internal import Dispatch, Guarded, HookCall, RawCall
from rulewright.interpreter.lower.liveness import SLOT
from rulewright.interpreter.play.asking import FIRST_LOCAL, Ask, SlotType


@define(eq=False)
class Written:
    """A rule cut into blocks."""

    entry: int
    size: int
    types: list[SlotType]
    blocks: dict[int, list[str]] = field(factory=dict)


class MachineWriter(PlainWriter):
    """Writes the blocks of one rule."""

    def __init__(self, program: MachineNames, rule: Rule) -> None:
        super().__init__(program, rule)
        self.machine = program
        self.slot_types: list[SlotType] = [local.type for local in rule.locals]
        self.blocks: dict[int, list[str]] = {}
        self.secretly = False
        """Whether what is written are choices of players that the others do not see yet."""

    # ---- frames and blocks

    def local_name(self, local: Local) -> str:
        """A slot of the frame."""
        return f"f[{local.slot + FIRST_LOCAL}]"

    def slot(self, kind: SlotType) -> int:
        """One more slot of the frame."""
        self.slot_types.append(kind)
        return len(self.slot_types) - 1 + FIRST_LOCAL

    def label(self) -> int:
        """A new block."""
        return self.machine.new_label()

    def open(self, label: int) -> None:
        """Go on writing in another block."""
        self.lines = self.blocks.setdefault(label, [])
        self.indent = 1

    def jump(self, label: int) -> None:
        """Go on with another block."""
        self.put(f"f[0] = {label}")
        self.put("return")

    def jump_if(self, condition: str, label: int) -> None:
        """Go on with another block if a condition holds."""
        self.put(f"if {condition}:")
        self.indent += 1
        self.jump(label)
        self.indent -= 1

    def leave(self, value: str | None = None) -> None:
        """Leave the rule: the frame goes, the result into the caller's."""
        if value is None or self.rule is None or self.rule.gives is None:
            self.put("del stack[-1]")
        else:
            self.put(f"finished(stack, {value})")
        self.put("return")

    def write(self, body: Block) -> Written:
        """All blocks of the rule."""
        entry, end = self.label(), self.label()
        self.open(entry)
        if self.rule is not None and self.program.costs.counts_rule(self.rule):
            self.pay(self.program.costs.price_of_rule(self.rule), self.program.span_number(self.rule.span))
        self.sequence(body, end)
        self.open(end)
        gives = self.rule.gives if self.rule is not None else None
        self.leave(None if gives is None else blank(gives))
        return Written(entry, len(self.slot_types), self.slot_types, self.blocks)

    def suspends(self, statement: Statement) -> bool:
        """Whether a statement may have to wait for somebody."""
        return self.machine.suspends(statement)

    def sequence(self, statements: Sequence[Statement], proceed: int, lapse: int | None = None) -> None:
        """Statements from the open block on, which go to one block when they are done, and where a choice lapses to
        another if that is not the same."""
        for place, statement in enumerate(statements):
            if not self.suspends(statement):
                self.statement(statement, "", True)
                continue
            last = place == len(statements) - 1
            after = proceed if last else self.label()
            self.suspending(statement, after, proceed if lapse is None else lapse)
            if last:
                return
            self.open(after)
        self.jump(proceed)

    # ---- statements that may wait

    def suspending(self, statement: Statement, proceed: int, lapse: int) -> None:
        """One of them; afterwards the game goes on at `proceed`."""
        match statement:
            case checked.If():
                self.branches(statement, proceed)
            case checked.ForEach():
                self.loop(statement, proceed)
            case checked.Together():
                self.all_together(statement, proceed)
            case checked.While(condition=condition, body=body):
                head = self.label()
                self.jump(head)
                self.open(head)
                self.jump_if(f"not {self.condition(condition)}", proceed)
                self.count_pass(statement)
                self.sequence(body, head)
            case checked.RepeatUntil(condition=condition, body=body):
                head, check = self.label(), self.label()
                self.jump(head)
                self.open(head)
                self.count_pass(statement)
                self.sequence(body, check)
                self.open(check)
                self.jump_if(self.condition(condition), proceed)
                self.jump(head)
            case checked.RepeatTimes(times=times, body=body):
                head, left = self.label(), self.slot(checked.NUMBER)
                self.put(f"f[{left}] = {self.code(times)}")
                self.jump(head)
                self.open(head)
                self.jump_if(f"f[{left}] <= 0", proceed)
                self.put(f"f[{left}] -= 1")
                self.count_pass(statement)
                self.sequence(body, head)
            case checked.Call(rule=rule, arguments=arguments, giving=giving):
                # A set is kept as a tuple: a frame holds nothing that could change behind its back.
                self.push(rule, [self.player, *(self.given(argument) for argument in arguments)], giving, proceed)
            case RawCall(rule=rule, result=result):
                parameters = [self.local_name(local) for local in (rule.locals[0], *rule.parameters)]
                self.put(f"f[0] = {proceed}")
                self.put(self.machine.push_raw(rule, parameters, -1 if result is None else result.slot + FIRST_LOCAL))
                self.put("return")
            case checked.Perform(card=card):
                self.put(f"f[0] = {proceed}")
                self.put(self.machine.push_card(self.card_code(card), self.player))
                self.put("return")
            case Dispatch(local=local):
                self.put(f"performed(s, {self.player}, {self.local_name(local)})")
                self.put(f"f[0] = {proceed}")
                self.put(self.machine.push_dispatch(self.local_name(local), self.player))
                self.put("return")
            case HookCall():
                self.standing(statement, proceed)
            case checked.Choose():
                self.ask_choice(statement, proceed, lapse)
            case checked.Menu():
                self.ask_menu(statement, proceed, lapse)
            case checked.Words(local=local, by=by):
                ask = Ask("words", statement, (local.slot + FIRST_LOCAL,), (local.type,), self.rule_name)
                self.asked(ask, self.code(by), "()", proceed)
            case checked.Roll(die=die, local=local):
                self.ask_roll(statement, die, local, proceed)
            case checked.Draw():
                self.ask_draw(statement, proceed)
            case checked.Shuffle(place=place):
                self.ask_shuffle(statement, place, proceed)
            case _:
                raise AssertionError(statement)

    @property
    def rule_name(self) -> str:
        """The rule's name, for messages."""
        return self.rule.name if self.rule is not None else ""

    def count_pass(self, statement: checked.While | checked.RepeatUntil | checked.RepeatTimes) -> None:
        """Count one pass of a loop that might never end."""
        self.pay(self.program.costs.price(statement.body), self.span(statement))

    def branches(self, statement: checked.If, proceed: int) -> None:
        """Branches, some of which may wait."""
        labels = []
        for condition, _ in statement.branches:
            labels.append(self.label())
            self.jump_if(self.condition(condition), labels[-1])
        self.sequence(statement.otherwise, proceed)
        for label, (_, body) in zip(labels, statement.branches):
            self.open(label)
            self.sequence(body, proceed)

    def loop(self, statement: checked.ForEach, proceed: int) -> None:
        """A loop over a set listed before."""
        local, values, body = statement.local, statement.values, statement.body
        head, listed, place = self.label(), self.slot(many(values.type)), self.slot(checked.NUMBER)
        name = self.local_name(local)
        kept = self.slot(checked.PLAYER) if local.slot == 0 else 0
        self.put(f"f[{listed}] = tuple({self.expressions.listed(values)})")
        self.put(f"f[{place}] = 0")
        if kept:
            self.put(f"f[{kept}] = {name}")
        self.jump(head)
        self.open(head)
        self.put(f"if f[{place}] >= len(f[{listed}]):")
        self.indent += 1
        if kept:
            self.put(f"{name} = f[{kept}]")
        # A loop that is over leaves nothing behind by which two positions would differ.
        self.put(f"f[{listed}] = (); f[{place}] = 0")
        self.jump(proceed)
        self.indent -= 1
        self.put(f"{name} = f[{listed}][f[{place}]]")
        self.put(f"f[{place}] += 1")
        if self.program.costs.counts_loop(statement):
            self.pay(self.program.costs.price(body), self.program.span_number(values.span))
        self.sequence(body, head)

    def all_together(self, statement: checked.Together, proceed: int) -> None:
        """Everybody's choices, kept in the frame unseen, then what comes of them."""
        name = self.local_name(statement.local)
        listed, place = self.slot(many(checked.PLAYER)), self.slot(checked.NUMBER)
        made = self.slot((checked.PLAYER, *(local.type for local in statement.chosen)))
        kept = self.slot(checked.PLAYER)
        head, chosen_label, effects, effect = self.label(), self.label(), self.label(), self.label()
        chosen = [self.local_name(local) for local in statement.chosen]
        blanks = "; ".join(f"{self.local_name(local)} = {blank(local.type)}" for local in statement.chosen)
        self.put(f"f[{kept}] = {name}")
        self.put(f"f[{listed}] = tuple({self.code(statement.values)})")
        self.put(f"f[{place}] = 0")
        self.put(f"f[{made}] = ()")
        self.jump(head)
        self.open(head)
        self.jump_if(f"f[{place}] >= len(f[{listed}])", effects)
        self.put(f"{name} = f[{listed}][f[{place}]]")
        self.put(f"f[{place}] += 1")
        if blanks:
            self.put(blanks)
        self.secretly = True
        self.sequence(statement.choices, chosen_label, head)
        self.secretly = False
        self.open(chosen_label)
        self.put(f"f[{made}] += (({name}, {', '.join(chosen)}),)")
        if blanks:
            self.put(blanks)
        self.jump(head)
        self.open(effects)
        self.put(f"f[{place}] = 0")
        self.put(f"f[{listed}] = ()")
        self.jump(effect)
        self.open(effect)
        self.put(f"if f[{place}] >= len(f[{made}]):")
        self.indent += 1
        self.put(f"{name} = f[{kept}]")
        self.put(f"f[{made}] = (); f[{place}] = 0")
        if blanks:
            self.put(blanks)
        self.jump(proceed)
        self.indent -= 1
        self.put(f"{name}, {''.join(one + ', ' for one in chosen)}= f[{made}][f[{place}]]")
        self.put(f"f[{place}] += 1")
        self.sequence(statement.effects, effect)

    def standing(self, statement: HookCall, proceed: int) -> None:
        """Standing rules, some of which may wait."""
        rule, instead = statement.rule, statement.instead
        parameters = [self.local_name(local) for local in (rule.locals[0], *rule.parameters)]
        for place, hook in enumerate(statement.hooks):
            last = place == len(statement.hooks) - 1 and not instead
            skip = proceed if last else self.label()
            self.jump_if(f"not {self.hook_condition(hook, parameters)}", skip)
            self.push(hook.rule, parameters, statement.result, proceed if instead else skip)
            if not last:
                self.open(skip)
        if instead:
            self.sequence(statement.otherwise, proceed)

    def push(self, rule: Rule, parameters: list[str], giving: Local | None, proceed: int) -> None:
        """Carry out a rule, and go on at a block."""
        if not self.machine.rule_suspends(rule):
            call = self.program.call(rule, parameters)
            self.put(call if giving is None else f"{self.local_name(giving)} = {call}")
            self.jump(proceed)
            return
        self.put(f"f[0] = {proceed}")
        result = -1 if giving is None else giving.slot + FIRST_LOCAL
        self.put(self.machine.push_rule(rule, parameters, result))
        self.put("return")

    # ---- questions

    def asked(self, ask: Ask, seat: str, options: str, proceed: int) -> None:
        """Leave a question in the position."""
        number = self.machine.ask(ask)
        self.tell(ask, number)
        self.put(f"f[0] = {proceed}")
        self.put(f"s[{PENDING}] = ({number}, {seat}, {options})")
        self.put("return 1")

    def tell(self, ask: Ask, number: int) -> None:
        """Write the function for what stands between braces in the text of a question: nothing changes while it is put."""
        asking: checked.Told = getattr(ask.statement, "asking", {})
        parts = {language: [part for part in text if not isinstance(part, str)] for language, text in asking.items()}
        if not any(parts.values()):
            return
        lines, depth = self.lines, self.indent
        self.lines, self.indent = [], 1
        values = [
            f"{language!r}: ({''.join(self.code(part) + ', ' for part in named)})" for language, named in parts.items()
        ]
        self.put(f"return {{{', '.join(values)}}}")
        ask.told = f"told{number}"
        ask.told_slots = tuple(sorted({int(slot) for line in self.lines for slot in SLOT.findall(line)}))
        self.machine.function(ask.told, ["f"], self.lines, ask.statement.span)
        self.lines, self.indent = lines, depth

    def ask_choice(self, statement: checked.Choose, proceed: int, lapse: int) -> None:
        """A choice of one thing, of several at once, or of a set."""
        picks = statement.picks
        if any(pick.many for pick in picks):
            for place, pick in enumerate(picks):
                following = self.label() if place < len(picks) - 1 else proceed
                self.ask_set(statement, pick, following, lapse)
                if place < len(picks) - 1:
                    self.open(following)
            return
        seat = self.code(statement.by)
        options = self.fresh()
        slots = tuple(pick.local.slot + FIRST_LOCAL for pick in picks)
        types = tuple(pick.local.type for pick in picks)
        with self.expressions.order(matters=False):
            self.put(f"{options} = {self.options(picks, seat, statement.random)}")
        names = ", ".join(self.local_name(pick.local) for pick in picks)
        blanks = ", ".join(blank(pick.local.type) for pick in picks)
        if statement.random:
            ask = Ask("random", statement, slots, types, self.rule_name)
            self.jump_if(f"not {options}", lapse)
            self.put(f"if s[{ASK}]:")
            self.indent += 1
            self.asked(ask, "-1", f"weighted(s, {options}, {self.program.object(ask.types)})", proceed)
            self.indent -= 1
            self.put(f"{names} = {options}[int(rnd(s) * len({options}))]")
            self.jump(proceed)
            return
        ask = Ask("one", statement, slots, types, self.rule_name)
        if statement.optional:
            self.put(f"if not {options}:")
            self.indent += 1
            self.put(f"{names} = {blanks}")
            self.jump(proceed)
            self.indent -= 1
            self.asked(ask, seat, f"(*{options}, None)", proceed)
        else:
            self.put(f"if not {options}:")
            self.indent += 1
            self.put(f"lapsed(s, {seat}{', True' if self.secretly else ''})")
            self.jump(lapse)
            self.indent -= 1
            self.asked(ask, seat, f"tuple({options})", proceed)

    def ask_set(self, statement: checked.Choose, pick: checked.Pick, proceed: int, lapse: int) -> None:
        """A set, one after the other."""
        name = self.local_name(pick.local)
        listed, chosen, got = self.slot(pick.local.type), self.slot(pick.local.type), self.slot(single(pick.local.type))
        least_slot, most_slot = self.slot(checked.NUMBER), self.slot(checked.NUMBER)
        head, answered, done = self.label(), self.label(), self.label()
        seat = self.code(statement.by)
        v = self.fresh()
        self.put(f"f[{listed}] = tuple([{v} {' '.join(self.choice_clauses(pick.choices, v))}])")
        least = "0" if pick.least is None or statement.optional else self.code(pick.least)
        most = f"len(f[{listed}])" if pick.most is None else self.code(pick.most)
        self.put(f"f[{least_slot}] = {least}")
        self.put(f"f[{most_slot}] = {most}")
        self.put(f"f[{chosen}] = ()")
        self.put(f"if len(f[{listed}]) < f[{least_slot}]:")
        self.indent += 1
        self.put(f"{name} = ()")
        self.put(f"f[{listed}] = ()")
        self.put(f"lapsed(s, {seat}{', True' if self.secretly else ''})")
        self.jump(lapse)
        self.indent -= 1
        self.jump(head)
        self.open(head)
        self.jump_if(f"not f[{listed}] or len(f[{chosen}]) >= f[{most_slot}]", done)
        options, w = self.fresh(), self.fresh()
        ask = Ask(
            "random" if statement.random else "many",
            statement,
            (got,),
            (single(pick.local.type),),
            self.rule_name,
            least=least_slot,
            most=most_slot,
            chosen_slot=chosen,
        )
        if statement.random:
            self.put(f"if s[{ASK}]:")
            self.indent += 1
            self.asked(ask, "-1", f"weighted(s, f[{listed}], {self.program.object(ask.types)})", answered)
            self.indent -= 1
            self.put(f"f[{got}] = f[{listed}][int(rnd(s) * len(f[{listed}]))]")
            self.jump(answered)
        else:
            self.put(f"{options} = {self.merged_clauses(pick.choices, w, [f'for {w} in f[{listed}]'], seat)}")
            self.put(f"if len(f[{chosen}]) >= f[{least_slot}] != f[{most_slot}]: {options} = (*{options}, None)")
            self.asked(ask, seat, f"tuple({options})", answered)
        self.open(answered)
        self.jump_if(f"f[{got}] is None", done)
        self.put(f"f[{chosen}] += (f[{got}],)")
        self.put(f"f[{listed}] = tuple([{v} for {v} in f[{listed}] if {v} != f[{got}]])")
        self.jump(head)
        self.open(done)
        self.put(f"{name} = f[{chosen}]" if statement.ordered else f"{name} = tuple(sorted(f[{chosen}]))")
        self.put(f"f[{listed}] = f[{chosen}] = (); f[{got}] = {blank(single(pick.local.type))}")
        self.jump(proceed)

    def ask_menu(self, statement: checked.Menu, proceed: int, lapse: int) -> None:
        """A menu: the answer is the place of an option."""
        options, answer, answered = self.fresh(), self.slot(checked.NUMBER), self.label()
        seat = self.code(statement.by)
        self.put(f"{options} = []")
        for place, option in enumerate(statement.options):
            if option.condition is None:
                self.put(f"{options}.append({place})")
            else:
                self.put(f"if {self.code(option.condition)}: {options}.append({place})")
        self.put(f"if not {options}:")
        self.indent += 1
        if not statement.optional:
            self.put(f"lapsed(s, {seat}{', True' if self.secretly else ''})")
        self.jump(proceed if statement.optional else lapse)
        self.indent -= 1
        if statement.optional:
            self.put(f"{options}.append(None)")
        ask = Ask("menu", statement, (answer,), (checked.NUMBER,), self.rule_name)
        self.asked(ask, seat, f"tuple({options})", answered)
        self.open(answered)
        labels = []
        number = self.fresh()
        self.put(f"{number} = f[{answer}]")
        self.put(f"f[{answer}] = 0")
        for place, _ in enumerate(statement.options):
            labels.append(self.label())
            self.jump_if(f"{number} == {place}", labels[-1])
        self.jump(proceed)
        for label, option in zip(labels, statement.options):
            self.open(label)
            self.sequence(option.body, proceed)

    # ---- chance

    def ask_roll(
        self, statement: checked.Roll, die: checked.Values | checked.NumberDie, local: Local, proceed: int
    ) -> None:
        """A die."""
        faces = self.faces(die)
        name = self.local_name(local)
        rolled = self.label()
        ask = Ask("roll", statement, (local.slot + FIRST_LOCAL,), (local.type,), self.rule_name)
        weights = {face: faces.count(face) for face in dict.fromkeys(faces)}
        self.put(f"if s[{ASK}]:")
        self.indent += 1
        self.asked(ask, "-1", self.layout.constant(tuple(weights.items())), rolled)
        self.indent -= 1
        self.put(f"{name} = {self.layout.constant(tuple(faces))}[int(rnd(s) * {len(faces)})]")
        self.jump(rolled)
        self.open(rolled)
        if die.changes:
            self.put(f"{name} = {self.changed_roll(die, name)}")
        by = self.player if statement.by is None else self.code(statement.by)
        self.put(f"rolled(s, {by}, {self.program.object(die)}, {name})")
        self.jump(proceed)

    def ask_draw(self, statement: checked.Draw, proceed: int) -> None:
        """Things from a place to a place, from a bag one question for each."""
        source, to, left = self.slot(checked.SPACE), self.slot(checked.SPACE), self.slot(checked.NUMBER)
        got = self.slot(checked.Type("thing"))
        head, answered = self.label(), self.label()
        self.put(f"f[{source}] = {self.code(statement.source)}")
        self.put(f"f[{to}] = {self.code(statement.to)}")
        self.put(f"f[{left}] = {self.code(statement.amount)}")
        bag = self.is_place("bag", statement.source, f"f[{source}]")
        pile = self.is_place("pile", statement.source, f"f[{source}]")
        if bag != "True":
            self.put(f"if not {bag}:")
            self.indent += 1
            self.put(f"draw_last(s, f[{source}], f[{to}], f[{left}], {pile})")
            self.jump(proceed)
            self.indent -= 1
        self.jump(head)
        self.open(head)
        self.jump_if(f"f[{left}] <= 0 or not on[f[{source}]] or f[{to}] < 0", proceed)
        ask = Ask("draw", statement, (got,), (checked.Type("thing"),), self.rule_name)
        self.put(f"if s[{ASK}]:")
        self.indent += 1
        self.asked(ask, "-1", f"weighted(s, on[f[{source}]], {self.program.object(ask.types)})", answered)
        self.indent -= 1
        self.put(f"f[{got}] = on[f[{source}]][int(rnd(s) * len(on[f[{source}]]))]")
        self.jump(answered)
        self.open(answered)
        self.put(f"move(s, f[{got}], f[{to}])")
        self.put(f"f[{left}] -= 1; f[{got}] = -1")
        self.jump(head)

    def ask_shuffle(self, statement: checked.Shuffle, place: checked.Expression, proceed: int) -> None:
        """A pile: with chance asked, one question for each place in the new order."""
        thing, things = checked.Type("thing"), checked.Type("thing", many=True)
        pile, left, order, got = self.slot(checked.SPACE), self.slot(things), self.slot(things), self.slot(thing)
        head, answered = self.label(), self.label()
        code = self.code(place)
        self.put(f"f[{pile}] = {code}")
        self.put(f"if not s[{ASK}]:")
        self.indent += 1
        self.put(f"shuffle(on[f[{pile}]], lambda: rnd(s))")
        self.put(f"shuffled(s, f[{pile}])")
        self.jump(proceed)
        self.indent -= 1
        self.put(f"f[{left}] = tuple(on[f[{pile}]]); f[{order}] = ()")
        self.jump(head)
        self.open(head)
        self.put(f"if not f[{left}]:")
        self.indent += 1
        self.put(f"on[f[{pile}]][:] = f[{order}]")
        self.put(f"f[{order}] = (); f[{got}] = -1")
        self.put(f"shuffled(s, f[{pile}])")
        self.jump(proceed)
        self.indent -= 1
        ask = Ask("shuffle", statement, (got,), (checked.Type("thing"),), self.rule_name)
        self.asked(ask, "-1", f"weighted(s, f[{left}], {self.program.object(ask.types)})", answered)
        self.open(answered)
        v = self.fresh()
        self.put(f"f[{order}] += (f[{got}],)")
        self.put(f"f[{left}] = tuple([{v} for {v} in f[{left}] if {v} != f[{got}]])")
        self.jump(head)


class MachineNames(ProgramNames):
    """What a machine's writer needs to know besides."""

    new_label: Callable[[], int]

    def function(self, name: str, parameters: Sequence[str], lines: list[str], span: Span) -> None:
        """A function of its own."""
        raise NotImplementedError

    def suspends(self, statement: Statement) -> bool:
        """Whether a statement may have to wait for somebody."""
        raise NotImplementedError

    def rule_suspends(self, rule: Rule) -> bool:
        """Whether carrying out a rule may have to wait for somebody."""
        raise NotImplementedError

    def ask(self, ask: Ask) -> int:
        """A number for a question."""
        raise NotImplementedError

    def push_rule(self, rule: Rule, parameters: list[str], result: int) -> str:
        """The line that begins a rule."""
        raise NotImplementedError

    def push_raw(self, rule: Rule, parameters: list[str], result: int) -> str:
        """The line that begins the body of a rule."""
        raise NotImplementedError

    def push_card(self, card: str, player: str) -> str:
        """The line that begins what a card says, its standing rules included."""
        raise NotImplementedError

    def push_dispatch(self, card: str, player: str) -> str:
        """The line that begins what a card says."""
        raise NotImplementedError


def single(kind: Type) -> Type:
    """One of a set."""
    return Type(kind.kind, kind.name)


def many(kind: Type) -> Type:
    """A set of these."""
    return Type(kind.kind, kind.name, many=True)


PENDING, ASK = 2, 1
__all__ = ["Any", "Ask", "Guarded", "MachineNames", "MachineWriter", "SlotType", "Written"]
