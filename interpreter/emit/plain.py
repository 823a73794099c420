"""Rules as plain Python functions: all rules of the straight form, and those in which nobody is asked of the other."""

from __future__ import annotations

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Local, Rule, Statement
from rulewright.interpreter.emit.statements import Writer, blank, refers_to, sure_locals
from rulewright.interpreter.lower.internal import Dispatch, Guarded, HookCall, RawCall
from rulewright.interpreter.lower.walk import expressions_in, walk_statements


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
            if not isinstance(statement, checked.Choose | checked.If | checked.Move):
                self.forget_places(statement)
            self.statement(statement, "" if last else lapse, last)
            if not isinstance(statement, checked.Choose):
                self.forget_places(statement)
        if len(self.lines) == start:
            self.put("pass")
        self.indent = depth

    def forget_places(self, statement: Statement) -> None:
        """Nothing is known any more of where things stand that a statement may move, or choose anew."""
        for inner in walk_statements((statement,)):
            match inner:
                case checked.Assign(to=to):
                    self.places.pop(id(to), None)
                case checked.Choose(picks=picks):
                    for pick in picks:
                        self.places.pop(id(pick.local), None)
                case checked.If() | checked.ForEach() | checked.Say():
                    pass
                case _:
                    self.places.clear()

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
            self.put(f"if not {condition if condition.isidentifier() else f'({condition})'}: {lapse}")
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
                self.choose(statement, lapse)
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
                self.put(f"if {self.decided(condition)}: break")
                self.indent -= 1
            case checked.RepeatTimes(times=times, body=body):
                self.put(f"for {self.fresh()} in numbers(1, {self.code(times)}):")
                self.budget(statement)
                self.looped(body)
            case checked.Call(rule=rule, arguments=arguments) if self.is_written_out(rule):
                self.write_out(rule, [self.gathered(argument) for argument in arguments])
            case checked.Perform(card=card) if self.is_written_out(self.program.performing):
                self.write_out(self.program.performing, [self.card_code(card)])
            case checked.Call(rule=rule, arguments=arguments, giving=giving):
                call = self.program.call(rule, [self.player, *(self.gathered(argument) for argument in arguments)])
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

    def is_written_out(self, rule: Rule) -> bool:
        """Whether the statements of a rule take the place of a call of it here."""
        return self.program.written_out(rule, self.written_out, self.indent)

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
        known = dict(self.places)
        for condition, body in statement.branches:
            self.places = dict(known)
            code = self.decided(condition) if word == "if" else self.condition(condition)
            if code == "False":
                continue
            if code == "True" and word == "if":
                self.block(body)
                return
            self.put(f"{word} {code}:")
            self.nested(body)
            word = "elif"
        self.places = known
        if statement.otherwise:
            if word == "if":
                self.block(statement.otherwise)
                return
            self.put("else:")
            self.nested(statement.otherwise)

    def for_each(self, local: Local, values: checked.Expression, body: Block, counted: bool) -> None:
        """A loop; the acting player comes back after a loop over players."""
        name = self.local_name(local)
        if local.slot and not self.logging and undisturbed(values, body):
            depth = self.indent
            self.put_clauses(self.expressions.clauses_of(values, name))
            if counted:
                self.pay(self.program.costs.price(body), self.program.span_number(values.span))
            self.block(body, "continue")
            self.indent = depth
            return
        kept = ""
        if local.slot == 0:
            kept = self.fresh()
            self.put(f"{kept} = {name}")
        listed = self.expressions.listed(values) if self.logging else self.gathered(values)
        self.put(f"for {name} in {listed}:")
        if moves_alone(local, body):
            self.learn_place(local, values)
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
        together = self.logging or not one_by_one(statement)
        if together:
            self.put(f"{made} = []")
        self.put(f"for {name} in {self.code(statement.values) if self.logging else self.gathered(statement.values)}:")
        self.indent += 1
        for local in statement.chosen:
            self.put(f"{self.local_name(local)} = {blank(local.type)}")
        for choice in statement.choices:
            self.statement(choice, "continue", False)
        if together:
            self.put(f"{made}.append(({name}, {', '.join(chosen)}))")
            self.indent -= 1
            self.put(f"for {name}, {', '.join(chosen)} in {made}:" if chosen else f"for {name}, in {made}:")
            self.indent += 1
        self.places.clear()
        self.block(statement.effects, "continue")
        self.indent -= 1
        self.put(f"{name} = {kept}")

    # ---- choices at random

    def choose(self, statement: checked.Choose, lapse: str) -> None:
        """A choice, made at random."""
        if any(pick.many for pick in statement.picks):
            for pick in statement.picks:
                self.choose_many(statement, pick, lapse)
            return
        picks = statement.picks
        seat = self.code(statement.by)
        options = self.collect(picks, seat, statement.random)
        names = ", ".join(self.local_name(pick.local) for pick in picks)
        count, number = self.fresh(), self.fresh()
        if statement.optional:
            blanks = ", ".join(blank(pick.local.type) for pick in picks)
            self.put(f"{names} = {blanks}")
            self.put(f"{count} = {' * '.join(f'len({one})' for one in options)}")
            self.put(f"if {count}:")
            self.put("    t[1] += 1")
            self.put(f"    {number} = int(rnd() * ({count} + 1))")
            self.put(f"    if {number} < {count}: {names} = {numbered(options, number)}")
            return
        self.put(f"{count} = {' * '.join(f'len({one})' for one in options)}")
        self.lapses(count, lapse, last=False)
        drawn = f"int(rnd() * {count})" if statement.random else f"int(rnd() * {count}) if {count} > 1 else 0"
        if len(options) > 1:
            self.put(f"{number} = {drawn}")
            drawn = number
        self.put(f"{names} = {numbered(options, drawn)}")
        if not statement.random:
            self.put("t[1] += 1")
        for pick in picks:
            self.learn_place(pick.local, pick.choices)

    def collect(self, picks: tuple[checked.Pick, ...], seat: str, random: bool) -> list[str]:
        """The options of a choice, gathered by loops: a list, or two where they are each of one with each of the other."""
        with self.expressions.order(matters=False):
            return self.collect_all(picks, seat, random)

    def collect_all(self, picks: tuple[checked.Pick, ...], seat: str, random: bool) -> list[str]:
        """The same, while the order of sets does not matter."""
        options = self.fresh()
        if random or any(self.bound(pick.choices) >= 20_000 for pick in picks):
            self.put(f"{options} = {self.options(picks, seat, random)}")
            return [options]
        if len(picks) == 1:
            return [self.gather(options, picks[0].choices, seat, needs_list=True)]
        # What does not hang on the picks before it is gathered once, not for each of them.
        sources = {
            id(pick): self.gather(self.fresh(), pick.choices, seat, needs_list=True)
            for place, pick in enumerate(picks)
            if not refers_to(pick.choices, [earlier.local for earlier in picks[:place]])
            and (place > 0 or not refers_to(picks[1].choices, [pick.local]))
        }
        if len(picks) == len(sources) == 2:
            return [*sources.values()]
        depth = self.indent
        before = dict(self.expressions.names)
        self.put(f"{options} = []")
        names: list[str] = []
        for pick in picks:
            v = self.fresh()
            if id(pick) in sources:
                self.put(f"for {v} in {sources[id(pick)]}:")
                self.indent += 1
            elif self.needs_merging(pick.choices) is None:
                self.put_clauses(self.expressions.clauses_of(pick.choices, v))
            else:
                self.put(f"for {v} in {self.gather(self.fresh(), pick.choices, seat, needs_list=False)}:")
                self.indent += 1
            self.expressions.names[id(pick.local)] = v
            names.append(v)
        self.put(f"{options}.append(({', '.join(names)}))")
        self.expressions.names = before
        self.indent = depth
        return [options]

    def gather(self, options: str, choices: checked.Expression, seat: str, needs_list: bool) -> str:
        """The options of one set, alike things as one, in a variable; or as code, if nothing needs to be gathered."""
        v = self.fresh()
        clauses = self.expressions.clauses_of(choices, v)
        kind = self.needs_merging(choices)
        if kind is None and len(clauses) == 1:
            source = clauses[0].split(" in ", 1)[1]
            if needs_list and not source.isidentifier():
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
        self.put_clauses(clauses)
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


def numbered(options: list[str], number: str) -> str:
    """The code of the option of a number; of pairs, each of one list with each of the other."""
    if len(options) == 1:
        return f"{options[0]}[{number}]"
    one, other = options
    return f"{one}[{number} // len({other})], {other}[{number} % len({other})]"


def moves_alone(local: Local, body: Block) -> bool:
    """Whether nothing moves in the body of a loop but the thing that it is about."""
    for statement in walk_statements(body):
        match statement:
            case checked.Move(things=checked.LocalRef(local=moved)) if moved is local:
                pass
            case checked.Assign() | checked.If() | checked.Choose() | checked.Say():
                pass
            case _:
                return False
    return True


def changes_of(block: Block) -> list[checked.Assign] | None:
    """What some statements change, or None if that is more than fields and locals."""
    found: list[checked.Assign] = []
    for statement in walk_statements(block):
        match statement:
            case checked.Assign():
                found.append(statement)
            case checked.If() | checked.Say():
                pass
            case _:
                return None
    return found


def reads(e: checked.Expression, names: set[int]) -> bool:
    """Whether an expression itself, and none inside it, may read any of some fields and locals."""
    match e:
        case checked.LocalRef(local=name) | checked.FieldRef(field=name) | checked.TableRef(field=name):
            return id(name) in names
    return isinstance(e, checked.DefineCall | checked.Can)


def undisturbed(values: checked.Expression, body: Block) -> bool:
    """Whether a loop may go through a set as it stands, since the body changes nothing that the set hangs on."""
    changes = changes_of(body)
    if changes is None:
        return False
    changed = {id(change.to) for change in changes}
    return not any(reads(e, changed) for e in expressions_in(values))


def one_by_one(statement: checked.Together) -> bool:
    """Whether it is all the same if what comes of a player's choice happens before the next player chooses."""
    changes = changes_of(statement.effects)
    if changes is None:
        return False

    def is_own(target: checked.Expression | None) -> bool:
        return isinstance(target, checked.LocalRef) and target.local is statement.local

    own = {id(change.to) for change in changes if is_own(change.target)}
    others = {id(change.to) for change in changes if not is_own(change.target)}
    return not any(
        reads(e, others if isinstance(e, checked.FieldRef) and is_own(e.target) else own | others)
        for choice in walk_statements(statement.choices)
        for e in expressions_in(choice)
    )
