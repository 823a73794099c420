"""Rules as plain Python functions: all rules of the straight form, and those in which nobody is asked of the other."""

from __future__ import annotations

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Local, Rule, Statement
from rulewright.interpreter.internal import Dispatch, Guarded, HookCall, RawCall
from rulewright.interpreter.statements import Writer, blank, sure_locals
from rulewright.interpreter.walk import expressions_in, walk_statements


class PlainWriter(Writer):
    """Writes structured code; choices, in the straight form, are made at random on the spot."""

    def block(self, block: Block, lapse: str = "") -> None:
        """The statements of a block; `lapse` leaves it when a choice has no option, else the rest is nested."""
        depth = self.indent
        start = len(self.lines)
        if not self.logging:
            block = tuple(statement for statement in block if not self.program.idle(statement))
        for place, statement in enumerate(block):
            last = place == len(block) - 1
            self.statement(statement, "" if last else lapse, last)
        if len(self.lines) == start:
            self.put("pass")
        self.indent = depth

    def nested(self, block: Block) -> None:
        """A block one step deeper, which a lapse leaves by its nesting alone."""
        self.indent += 1
        self.block(block)
        self.indent -= 1

    def looped(self, block: Block) -> None:
        """A block one step deeper that is the body of a loop."""
        self.indent += 1
        self.block(block, "continue")
        self.indent -= 1

    def lapses(self, condition: str, lapse: str, last: bool) -> None:
        """Leave the block unless the condition holds."""
        if lapse:
            self.put(f"if not ({condition}): {lapse}")
        elif not last:
            self.put(f"if {condition}:")
            self.indent += 1

    def leave(self, value: str | None = None) -> None:
        """Leave the rule."""
        self.put("return" if value is None else f"return {value}")

    def statement(self, statement: Statement, lapse: str, last: bool) -> None:
        """Any statement."""
        match statement:
            case checked.Choose():
                self.choose(statement, lapse, last)
            case checked.Menu():
                self.menu(statement, lapse, last)
            case checked.Words(local=local):
                self.put("t[1] += 1")
                self.put(f"{self.local_name(local)} = ''")
            case checked.Roll(die=die, local=local):
                faces = self.faces(die)
                face = f"{self.layout.constant(tuple(faces))}[int(rnd() * {len(faces)})]"
                self.put(f"{self.local_name(local)} = {self.changed_roll(die, face)}")
            case checked.Draw():
                self.draw(statement)
            case checked.Shuffle(place=place):
                self.put(f"shuffle(on[{self.code(place)}], rnd)")
            case checked.If():
                self.if_(statement)
            case checked.ForEach(local=local, values=values, body=body):
                self.for_each(local, values, body, self.program.costs.counts_loop(statement))
            case checked.Together():
                self.together(statement)
            case checked.While(condition=condition, body=body):
                self.put(f"while {self.condition(condition)}:")
                self.budget(statement)
                self.looped(body)
            case checked.RepeatUntil(condition=condition, body=body):
                # A lapse inside must still look at the condition: the body is a loop of one pass.
                self.put("while True:")
                self.budget(statement)
                self.indent += 1
                if any(isinstance(inner, checked.Choose | checked.Menu) for inner in body):
                    self.put(f"for {self.fresh()} in one_pass:")
                    self.looped(body)
                else:
                    self.block(body)
                self.put(f"if {self.condition(condition)}: break")
                self.indent -= 1
            case checked.RepeatTimes(times=times, body=body):
                self.put(f"for {self.fresh()} in numbers(1, {self.code(times)}):")
                self.budget(statement)
                self.looped(body)
            case checked.Call(rule=rule, arguments=arguments) if self.program.written_out(rule, self.written_out):
                self.write_out(rule, [self.code(argument) for argument in arguments])
            case checked.Perform(card=card) if self.program.written_out(self.program.performing, self.written_out):
                self.write_out(self.program.performing, [self.card_code(card)])
            case checked.Call(rule=rule, arguments=arguments, giving=giving):
                call = self.program.call(rule, [self.player, *(self.code(argument) for argument in arguments)])
                self.put(call if giving is None else f"{self.local_name(giving)} = {call}")
            case checked.Perform(card=card):
                self.put(self.program.perform_call(self.card_code(card), self.player))
            case checked.Stop(value=value):
                self.leave(None if value is None else self.given(value))
            case checked.GameOver(winners=winners):
                code = "()" if winners is None else self.code(winners)
                self.put(f"raise GameOver(tuple({code}))")
            case Guarded(rule=rule):
                parameters = [self.local_name(local) for local in (rule.locals[0], *rule.parameters)]
                if rule.forbids:
                    self.put(f"if not {self.program.can_call(rule, parameters)}:")
                else:
                    self.put(f"if not ({' and '.join(self.condition(need) for need in rule.needs)}):")
                self.indent += 1
                if self.logging:
                    self.put(f"void(s, {self.player}, {self.program.object(rule)})")
                self.leave(None if rule.gives is None else blank(rule.gives))
                self.indent -= 1
            case HookCall():
                self.hooks(statement)
            case RawCall(rule=rule, result=result):
                parameters = [self.local_name(local) for local in (rule.locals[0], *rule.parameters)]
                call = self.program.raw_call(rule, parameters)
                self.put(call if result is None else f"{self.local_name(result)} = {call}")
            case Dispatch(local=local):
                if self.logging:
                    self.put(f"performed(s, {self.player}, {self.local_name(local)})")
                self.put(self.program.dispatch_call(self.local_name(local), self.player))
            case _:
                self.effect(statement)

    def write_out(self, rule: Rule, arguments: list[str]) -> None:
        """The statements of a rule in the place of a call of it."""
        changed = {
            id(statement.to)
            for statement in walk_statements(rule.body)
            if isinstance(statement, checked.Assign) and isinstance(statement.to, Local)
        }
        before = dict(self.renamed)
        for local in rule.locals[1:]:
            self.renamed[id(local)] = self.fresh()
        for parameter, code in zip(rule.parameters, arguments):
            if (code.isidentifier() or code.isdigit()) and id(parameter) not in changed:
                self.renamed[id(parameter)] = code
            else:
                self.put(f"{self.renamed[id(parameter)]} = {code}")
        outer, sure = self.rule, self.sure
        self.rule, self.sure = rule, sure | sure_locals(rule)
        self.written_out.append(id(rule))
        self.block(
            self.program.surrounded_by_hooks(rule)
            if not rule.needs
            else (
                checked.If(span=rule.span, branches=((all_of(rule.needs), self.program.body_of(rule)),), otherwise=()),
            )
        )
        self.written_out.pop()
        self.rule, self.sure, self.renamed = outer, sure, before

    def given(self, value: checked.Expression) -> str:
        """The result of a rule; sets as tuples."""
        code = self.code(value)
        return f"tuple({code})" if value.type.many else code

    def card_code(self, card: checked.Expression) -> str:
        """The number of the named card that is performed."""
        code = self.code(card)
        return f"{self.layout.thing_cards()}[{code}]" if card.type.kind == "thing" else code

    def hooks(self, statement: HookCall) -> None:
        """Standing rules, each if its condition holds; with `instead` the first that holds, or else the block."""
        rule, result = statement.rule, statement.result
        parameters = [self.local_name(local) for local in (rule.locals[0], *rule.parameters)]
        word = "if"
        for hook in statement.hooks:
            self.put(f"{word} {self.hook_condition(hook, parameters)}:")
            call = self.program.call(hook.rule, parameters)
            self.put(f"    {call}" if result is None else f"    {self.local_name(result)} = {call}")
            word = "elif" if statement.instead else "if"
        if statement.instead:
            self.put("else:")
            self.nested(statement.otherwise)

    def hook_condition(self, hook: checked.Hook, parameters: list[str]) -> str:
        """Whether a standing rule holds, its parameters being those of the rule it stands on."""
        if hook.condition is None:
            return "True"
        before = dict(self.expressions.names)
        for local, name in zip((hook.rule.locals[0], *hook.rule.parameters), parameters):
            self.expressions.names[id(local)] = name
        code = self.condition(hook.condition)
        self.expressions.names = before
        return code

    def budget(self, statement: checked.While | checked.RepeatUntil | checked.RepeatTimes) -> None:
        """Count one pass of a loop that might never end."""
        self.indent += 1
        self.pay(self.program.costs.price(statement.body), self.span(statement))
        self.indent -= 1

    def pay(self, price: int, span: str) -> None:
        """Take something from the budget."""
        self.put(f"t[0] += {price}")
        self.put(f"if t[0] > most: spent({span}, t)")

    def if_(self, statement: checked.If) -> None:
        """Branches."""
        word = "if"
        for condition, body in statement.branches:
            code = self.condition(condition)
            if code == "False":
                continue
            if code == "True" and word == "if":
                self.block(body)
                return
            self.put(f"{word} {code}:")
            self.nested(body)
            word = "elif"
        if statement.otherwise:
            if word == "if":
                self.block(statement.otherwise)
                return
            self.put("else:")
            self.nested(statement.otherwise)

    def for_each(self, local: Local, values: checked.Expression, body: Block, counted: bool) -> None:
        """A loop; the acting player comes back after a loop over players."""
        name = self.local_name(local)
        kept = ""
        if local.slot == 0:
            kept = self.fresh()
            self.put(f"{kept} = {name}")
        listed = self.expressions.listed(values)
        self.put(f"for {name} in {listed}:")
        if counted:
            self.indent += 1
            self.pay(self.program.costs.price(body), self.program.span_number(values.span))
            self.indent -= 1
        self.looped(body)
        if kept:
            self.put(f"{name} = {kept}")

    def together(self, statement: checked.Together) -> None:
        """First everybody's choices, then what comes of them."""
        name = self.local_name(statement.local)
        kept, made = self.fresh(), self.fresh()
        chosen = [self.local_name(local) for local in statement.chosen]
        self.put(f"{kept} = {name}")
        self.put(f"{made} = []")
        self.put(f"for {name} in {self.code(statement.values)}:")
        self.indent += 1
        for local in statement.chosen:
            self.put(f"{self.local_name(local)} = {blank(local.type)}")
        for choice in statement.choices:
            self.statement(choice, "continue", False)
        self.put(f"{made}.append(({name}, {', '.join(chosen)}))")
        self.indent -= 1
        self.put(f"for {name}, {', '.join(chosen)} in {made}:" if chosen else f"for {name}, in {made}:")
        self.looped(statement.effects)
        self.put(f"{name} = {kept}")

    # ---- choices at random

    def choose(self, statement: checked.Choose, lapse: str, last: bool) -> None:
        """A choice, made at random."""
        if any(pick.many for pick in statement.picks):
            for pick in statement.picks:
                self.choose_many(statement, pick, lapse)
            return
        picks = statement.picks
        options = self.fresh()
        seat = self.code(statement.by)
        self.collect(options, picks, seat, statement.random)
        names = ", ".join(self.local_name(pick.local) for pick in picks)
        if statement.optional:
            number = self.fresh()
            blanks = ", ".join(blank(pick.local.type) for pick in picks)
            self.put(f"{names} = {blanks}")
            self.put(f"if {options}:")
            self.put("    t[1] += 1")
            self.put(f"    {number} = int(rnd() * (len({options}) + 1))")
            self.put(f"    if {number} < len({options}): {names} = {options}[{number}]")
            return
        if statement.random:
            self.put(f"if {options}: {names} = {options}[int(rnd() * len({options}))]")
        else:
            number = self.fresh()
            self.put(f"{number} = len({options})")
            self.put(f"if {number} > 1: {names} = {options}[int(rnd() * {number})]; t[1] += 1")
            self.put(
                f"elif {number}: {names}{',' if ',' not in names else ''} = {options}; t[1] += 1"
                if len(picks) == 1
                else f"elif {number}: {names} = {options}[0]; t[1] += 1"
            )
            if lapse:
                self.put(f"else: {lapse}")
                return
        self.lapses(options, lapse, last)

    def collect(self, options: str, picks: tuple[checked.Pick, ...], seat: str, random: bool) -> None:
        """The options of a choice, gathered by loops: a comprehension is a function call in Python 3.11."""
        with self.expressions.order(matters=False):
            self.collect_all(options, picks, seat, random)

    def collect_all(self, options: str, picks: tuple[checked.Pick, ...], seat: str, random: bool) -> None:
        """The same, while the order of sets does not matter."""
        if random or any(self.bound(pick.choices) >= 20_000 for pick in picks):
            self.put(f"{options} = {self.options(picks, seat, random)}")
            return
        if len(picks) == 1:
            self.gather(options, picks[0].choices, seat, needs_list=True)
            return
        depth = self.indent
        before = dict(self.expressions.names)
        self.put(f"{options} = []")
        names: list[str] = []
        # What does not hang on the picks before it is gathered once, not for each of them.
        sources = {
            id(pick): self.gather(self.fresh(), pick.choices, seat, needs_list=True)
            for place, pick in enumerate(picks)
            if place > 0 and not refers_to(pick.choices, [earlier.local for earlier in picks[:place]])
        }
        for pick in picks:
            v = self.fresh()
            code = sources.get(id(pick)) or self.gather(self.fresh(), pick.choices, seat, needs_list=False)
            self.put(f"for {v} in {code}:")
            self.indent += 1
            self.expressions.names[id(pick.local)] = v
            names.append(v)
        self.put(f"{options}.append(({', '.join(names)}))")
        self.expressions.names = before
        self.indent = depth

    def gather(self, options: str, choices: checked.Expression, seat: str, needs_list: bool) -> str:
        """The options of one set, alike things as one, in a variable; or as code, if nothing needs to be gathered."""
        v = self.fresh()
        clauses = self.expressions.clauses_of(choices, v)
        kind = self.needs_merging(choices)
        if kind is None and len(clauses) == 1:
            source = clauses[0].split(" in ", 1)[1]
            if needs_list:
                self.put(f"{options} = {source}")
                return options
            return source
        if kind is not None and len(clauses) == 1:
            # One thing alone is like no other: most often there is nothing to merge.
            merged, source = self.fresh(), clauses[0].split(" in ", 1)[1]
            self.put(f"{options} = {source}")
            self.put(f"if len({options}) > 1:")
            self.put(f"    {merged} = {{}}")
            self.put(f"    for {v} in {options}: {merged}[{self.alike_key(kind, choices, v, seat)}] = {v}")
            self.put(f"    {options} = [*{merged}.values()]")
            return options
        depth = self.indent
        self.put(f"{options} = {'[]' if kind is None else '{}'}")
        for clause in clauses:
            self.put(f"{clause}:")
            self.indent += 1
        self.put(
            f"{options}.append({v})" if kind is None else f"{options}[{self.alike_key(kind, choices, v, seat)}] = {v}"
        )
        self.indent = depth
        if kind is not None and needs_list:
            self.put(f"{options} = [*{options}.values()]")
        return options if kind is None or needs_list else f"{options}.values()"

    def choose_many(self, statement: checked.Choose, pick: checked.Pick, lapse: str) -> None:
        """A set, one after the other."""
        name = self.local_name(pick.local)
        base, chosen, options, number = self.fresh(), self.fresh(), self.fresh(), self.fresh()
        seat = self.code(statement.by)
        v = self.fresh()
        clauses = self.choice_clauses(pick.choices, v)
        self.put(
            f"{base} = [*{clauses[0].split(' in ', 1)[1]}]"
            if len(clauses) == 1
            else f"{base} = [{v} {' '.join(clauses)}]"
        )
        least = "0" if pick.least is None else self.code(pick.least)
        most = f"len({base})" if pick.most is None else self.code(pick.most)
        if statement.optional:
            least = "0"
        merging = self.needs_merging(pick.choices) is not None and not statement.random
        if least == most and least.isdigit() and 0 < int(least) <= 10 and not merging and not statement.random:
            count = int(least)
            self.put(f"{name} = ()")
            self.lapses(f"len({base}) >= {count}", lapse, False)
            self.put(f"t[1] += {count}")
            self.put(f"{number} = len({base})")
            picks = [f"{base}.pop(int(rnd() * ({number} - {place})))" for place in range(count - 1)]
            picks.append(f"{base}.pop(int(rnd() * ({number} - {count - 1})) if {number} > {count} else 0)")
            picked = f"({', '.join(picks)},)"
            self.put(f"{name} = {picked}" if statement.ordered else f"{name} = tuple(sorted({picked}))")
            return
        if pick.most is None:
            # What has been picked leaves the list, so its length is taken before.
            most = self.fresh()
            self.put(f"{most} = len({base})")
        self.put(f"{chosen} = []")
        if least != "0":
            self.put(f"{name} = ()")
            self.lapses(f"len({base}) >= {least}", lapse, False)
        self.put(f"while {base} and len({chosen}) < {most}:")
        self.indent += 1
        if merging:
            w = self.fresh()
            self.put(f"{options} = {self.merged_clauses(pick.choices, w, [f'for {w} in {base}'], seat)}")
        else:
            options = base
        self.put(f"{number} = len({options})")
        if statement.random:
            self.put(f"{number} = int(rnd() * {number})")
        else:
            self.put("t[1] += 1")
            if least == most:
                self.put(f"{number} = int(rnd() * {number}) if {number} > 1 else 0")
            else:
                self.put(f"if len({chosen}) >= {least}:")
                self.put(f"    {number} = int(rnd() * ({number} + 1))")
                self.put(f"    if {number} == len({options}): break")
                self.put(f"else: {number} = int(rnd() * {number}) if {number} > 1 else 0")
        if merging:
            self.put(f"{chosen}.append({options}[{number}])")
            self.put(f"{base}.remove({chosen}[-1])")
        else:
            self.put(f"{chosen}.append({base}.pop({number}))")
        self.indent -= 1
        self.put(f"{name} = tuple({chosen})" if statement.ordered else f"{name} = tuple(sorted({chosen}))")

    def menu(self, statement: checked.Menu, lapse: str, last: bool) -> None:
        """A menu, at random."""
        options, number = self.fresh(), self.fresh()
        self.put(f"{options} = []")
        for place, option in enumerate(statement.options):
            if option.condition is None:
                self.put(f"{options}.append({place})")
            else:
                self.put(f"if {self.code(option.condition)}: {options}.append({place})")
        if statement.optional:
            self.put(f"if {options}: {options}.append(-1)")
        self.lapses(options, "" if statement.optional else lapse, last or statement.optional)
        self.put(f"if {options}: t[1] += 1")
        self.put(
            f"{number} = {options}[int(rnd() * len({options}))] if len({options}) > 1 else {options}[0] "
            f"if {options} else -1"
        )
        word = "if"
        for place, option in enumerate(statement.options):
            if option.body:
                self.put(f"{word} {number} == {place}:")
                self.nested(option.body)
                word = "elif"

    def draw(self, statement: checked.Draw) -> None:
        """The last things of a place, or some at random from a bag, as many as there are."""
        source, to = self.fresh(), self.fresh()
        self.put(f"{source} = {self.code(statement.source)}")
        self.put(f"{to} = {self.code(statement.to)}")
        bag, pile = self.is_place("bag", statement.source, source), self.is_place("pile", statement.source, source)
        amount = self.code(statement.amount)
        state = "s" if self.logging else "at, on"
        if bag == "False":
            self.put(f"draw_last({state}, {source}, {to}, {amount}, {pile})")
        elif bag == "True":
            self.put(f"draw_any({state}, {source}, {to}, {amount}, rnd)")
        else:
            self.put(f"if {bag}: draw_any({state}, {source}, {to}, {amount}, rnd)")
            self.put(f"else: draw_last({state}, {source}, {to}, {amount}, {pile})")


def all_of(conditions: tuple[checked.Expression, ...]) -> checked.Expression:
    """Several conditions as one."""
    if len(conditions) == 1:
        return conditions[0]
    return checked.Operation(type=checked.TRUTH, span=conditions[0].span, operator="and", operands=conditions)


def refers_to(expression: checked.Expression, names: list[Local]) -> bool:
    """Whether an expression reads one of some locals."""
    wanted = {id(local) for local in names}
    return any(isinstance(e, checked.LocalRef) and id(e.local) in wanted for e in expressions_in(expression))
