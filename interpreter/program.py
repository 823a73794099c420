"""A compiled game: its two forms as Python source, and the functions made of them.

Names and texts of the rulebook never reach the source: what a message needs is kept in a list of objects, by number.
"""

from __future__ import annotations

import random
import re
from bisect import insort
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import repeat
from threading import Lock
from typing import Any

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expression, Rule, Statement
from rulewright.dsl.diagnostic import Diagnostic, RulebookError, place_of_span
from rulewright.dsl.source import Span
from rulewright.interpreter import journal, runtime
from rulewright.interpreter.areas import Views
from rulewright.interpreter.cost import Costs
from rulewright.interpreter.internal import Dispatch, Guarded, HookCall, RawCall
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.liveness import live_slots
from rulewright.interpreter.machine import Ask, MachineNames, MachineWriter, SlotType
from rulewright.interpreter.plain import PlainWriter
from rulewright.interpreter.walk import expressions_in, rules_of_game, walk_statements
from rulewright.interpreter.world import World

VARIABLE = re.compile(r"\b[vx]\d+\b")
COMPONENT = re.compile(r"\b(t|at|on|f\d+|d\d+)\b(?!\()")
LARGEST_SOURCE = 4_000_000
MOST_WRITTEN_OUT = 8
LARGEST_WRITTEN_OUT = 4


def surrounded(rule: Rule, body: Block) -> Block:
    """A rule's body with its needs, bans and standing rules."""
    result = result_of(rule)
    common: dict[str, Any] = {"span": rule.span, "rule": rule}
    statements: list[Any] = []
    if rule.needs or rule.forbids:
        statements.append(Guarded(**common))
    if rule.before:
        statements.append(HookCall(**common, hooks=rule.before))
    # A body that can be left before its end is apart, so that what comes after it is not skipped.
    apart = bool(rule.after) and not (len(body) == 1 and isinstance(body[0], Dispatch))
    core: Block = (RawCall(**common, result=result),) if apart else body  # type: ignore[assignment]
    if rule.instead:
        statements.append(HookCall(**common, hooks=rule.instead, instead=True, otherwise=core, result=result))
    else:
        statements.extend(core)
    if rule.after:
        statements.append(HookCall(**common, hooks=rule.after))
    if result is not None:
        value = checked.LocalRef(type=result.type, span=rule.span, local=result)
        statements.append(checked.Stop(span=rule.span, value=value))
    return tuple(statements)


def result_of(rule: Rule) -> checked.Local | None:
    """Where the result of a rule waits while standing rules come after it, or stand in its stead: one more local."""
    if rule.gives is None or not (rule.after or rule.instead):
        return None
    if rule.locals[-1].name != "its result":
        rule.locals.append(checked.Local(name="its result", type=rule.gives, slot=len(rule.locals)))
    return rule.locals[-1]


class Form(MachineNames):
    """One of the two forms while it is written."""

    def __init__(
        self, layout: Layout, resumable: bool, extra_rules: Iterable[Rule] = (), views: Views | None = None
    ) -> None:
        self.layout = layout
        self.resumable = resumable
        self.views = views
        self.game = layout.world.game
        self.spans: list[object] = []
        self.objects: list[object] = []
        self.asks: list[Ask] = []
        self.labels = 0
        self.numbers: dict[int, str] = {}
        self.kept: list[object] = []
        self.pending: list[Callable[[], None]] = []
        self.functions: list[str] = []
        self.places: dict[str, int] = {}
        self.measures: dict[tuple[str, str], str] = {}
        self.blocks: dict[int, list[str]] = {}
        self.frame_types: dict[int, list[SlotType]] = {}
        self.entries: dict[str, tuple[int, int, int]] = {}
        game = self.game
        self.performing = game.performing
        self.performing_local = game.performing.parameters[0]
        setup = [] if game.setup is None else [checked.Call(span=game.span, rule=game.setup, arguments=(), giving=None)]
        self.main = Rule(
            name="the game",
            parameters=(),
            gives=None,
            needs=(),
            span=game.span,
            body=(*setup, checked.Call(span=game.span, rule=game.play, arguments=(), giving=None)),
            locals=[checked.Local(name="player", type=checked.PLAYER, slot=0)],
        )
        self.all_rules = [*rules_of_game(game), *extra_rules, self.main]
        self.costs = Costs(layout.world)
        self.costs.check(self.all_rules)
        for rule in self.all_rules:
            result_of(rule)
        self.card_rules = [card.perform for card in layout.world.cards]
        self.suspending = self.find_suspending() if resumable else set()

    # ---- rules written out

    @cached_property
    def uses(self) -> Counter[int]:
        """How often each rule is carried out by another."""
        found: Counter[int] = Counter()
        for rule in self.all_rules:
            found.update(
                id(statement.rule) for statement in walk_statements(rule.body) if isinstance(statement, checked.Call)
            )
            for hook in (*rule.before, *rule.after, *rule.instead):
                found[id(hook.rule)] += 1
        return found

    def written_out(self, rule: Rule, inside: list[int]) -> bool:
        """Whether a rule is written out where it is carried out, instead of being called: only small ones are."""
        if self.costs.counts_rule(rule):
            return False
        if self.resumable or id(rule) in inside or len(inside) > MOST_WRITTEN_OUT or rule.gives is not None:
            return False
        if rule is self.game.performing:
            return not (rule.before or rule.instead or rule.forbids)
        if rule.before or rule.after or rule.instead or rule.forbids:
            return False
        statements = list(walk_statements(rule.body))
        if any(isinstance(statement, checked.Stop) for statement in statements):
            return False
        return len(statements) <= (LARGEST_WRITTEN_OUT if self.uses[id(rule)] > 1 else 3 * LARGEST_WRITTEN_OUT)

    def only_tells(self, statement: Statement, inside: frozenset[int] = frozenset()) -> bool:
        """Whether a statement, and all inside it, does nothing but write into the log."""
        match statement:
            case checked.Say():
                return True
            case checked.If(branches=branches, otherwise=otherwise):
                blocks = [*(body for _, body in branches), otherwise]
                return all(self.only_tells(one, inside) for body in blocks for one in body)
            case checked.ForEach(body=body):
                return all(self.only_tells(one, inside) for one in body)
            case checked.Call(rule=rule) if id(rule) not in inside:
                return not (rule.before or rule.after or rule.instead) and all(
                    self.only_tells(one, inside | {id(rule)}) for one in rule.body
                )
        return False

    @cached_property
    def read(self) -> set[int]:
        """The locals that anything but the log reads."""
        found: set[int] = set()
        for rule in self.all_rules:
            for statement in walk_statements(rule.body):
                if not self.only_tells(statement):
                    found.update(id(e.local) for e in expressions_in(statement) if isinstance(e, checked.LocalRef))
            conditions = [
                *rule.needs,
                *(ban.condition for ban in rule.forbids),
                *(hook.condition for hook in (*rule.before, *rule.after, *rule.instead) if hook.condition is not None),
            ]
            for condition in conditions:
                found.update(id(e.local) for e in expressions_in(condition) if isinstance(e, checked.LocalRef))
        return found

    def idle(self, statement: Statement) -> bool:
        """Whether a statement changes nothing but the log, or a local that nothing else reads."""
        if isinstance(statement, checked.Assign) and isinstance(statement.to, checked.Local):
            return statement.how == "set" and id(statement.to) not in self.read
        return self.only_tells(statement)

    def surrounded_by_hooks(self, rule: Rule) -> Block:
        """The statements of a rule with its standing rules."""
        return surrounded(rule, self.body_of(rule))

    # ---- who may wait

    def body_of(self, rule: Rule) -> Block:
        """A rule's statements; performing any card is finding out which."""
        if rule is self.game.performing:
            return (Dispatch(span=rule.span, local=self.performing_local),)  # type: ignore[return-value]
        return rule.body

    def find_suspending(self) -> set[int]:
        """The rules in which somebody may be asked, or chance may be."""
        waiting = {
            id(rule)
            for rule in self.all_rules
            if any(self.asks_directly(statement) for statement in walk_statements(rule.body))
        }
        uses: dict[int, list[int]] = {}
        for rule in self.all_rules:
            inner = [id(hook.rule) for hook in (*rule.before, *rule.after, *rule.instead)]
            for statement in walk_statements(rule.body):
                if isinstance(statement, checked.Call):
                    inner.append(id(statement.rule))
                elif isinstance(statement, checked.Perform):
                    inner.append(id(self.game.performing))
            if rule is self.game.performing:
                inner += [id(card) for card in self.card_rules if card is not None]
            for one in inner:
                uses.setdefault(one, []).append(id(rule))
        agenda = list(waiting)
        while agenda:
            for user in uses.get(agenda.pop(), ()):
                if user not in waiting:
                    waiting.add(user)
                    agenda.append(user)
        return waiting

    def asks_directly(self, statement: Statement) -> bool:
        """Whether a statement itself asks somebody, or chance."""
        if isinstance(statement, checked.Draw):
            match statement.source:
                case checked.SpaceRef(space=space):
                    return space.kind == "bag"
                case checked.FieldRef(field=own):
                    return own.place == "bag"
            return True
        return isinstance(statement, checked.Choose | checked.Menu | checked.Words | checked.Roll | checked.Shuffle)

    def rule_suspends(self, rule: Rule) -> bool:
        """Whether carrying out a rule may have to wait for somebody."""
        return id(rule) in self.suspending

    def suspends(self, statement: Statement) -> bool:
        """Whether a statement may have to wait for somebody."""
        match statement:
            case Dispatch():
                return any(card is not None and self.rule_suspends(card) for card in self.card_rules)
            case RawCall(rule=rule):
                return any(self.suspends(inner) for inner in self.body_of(rule))
            case HookCall(hooks=hooks, otherwise=otherwise):
                return any(self.rule_suspends(hook.rule) for hook in hooks) or any(map(self.suspends, otherwise))
        for inner in walk_statements((statement,)):
            if (
                self.asks_directly(inner)
                or (isinstance(inner, checked.Call) and self.rule_suspends(inner.rule))
                or (isinstance(inner, checked.Perform) and self.rule_suspends(self.game.performing))
            ):
                return True
        return False

    # ---- names

    def name(self, what: object, prefix: str, write: Callable[[str], None]) -> str:
        """The name of a function, which is written when it is first needed."""
        key = id(what)
        name = self.numbers.get(hash((key, prefix)))
        if name is None:
            name = f"{prefix}{len(self.numbers)}"
            self.numbers[hash((key, prefix))] = name
            self.kept.append(what)
            self.pending.append(lambda: write(name))
        return name

    def span_number(self, span: object) -> str:
        """A number for a place in the rulebook."""
        self.spans.append(span)
        return str(len(self.spans) - 1)

    def object(self, value: object) -> str:
        """A name for something that messages are made of."""
        self.objects.append(value)
        return f"objects[{len(self.objects) - 1}]"

    def new_label(self) -> int:
        """A new block."""
        self.labels += 1
        return self.labels - 1

    def ask(self, ask: Ask) -> int:
        """A number for a question."""
        self.asks.append(ask)
        return len(self.asks) - 1

    def called(self, name: str, arguments: Sequence[str]) -> str:
        """A call of one of the functions."""
        return f"{name}({', '.join(['s', *arguments] if self.resumable else arguments)})"

    # ---- functions

    def function(self, name: str, parameters: Sequence[str], lines: list[str], span: Span) -> None:
        """A function of its own."""
        head = ", ".join(["s", *parameters] if self.resumable else parameters)
        self.places[name] = int(self.span_number(span))
        self.functions.append(
            f"def {name}({head}):  # {place_of_span(span)}\n"
            + "".join(f"    {line}\n" for line in self.prologue(lines))
            + "\n".join(lines)
            + "\n"
        )

    def prologue(self, lines: Iterable[str]) -> list[str]:
        """Fetch the components of the position that some lines use."""
        if not self.resumable:
            return []
        used = {found for line in lines for found in COMPONENT.findall(line)}
        return [f"{name} = s[{place}]" for name, place in self.components() if name in used]

    def components(self) -> list[tuple[str, int]]:
        """The lists of a position, and where they lie in it."""
        layout = self.layout
        names = ["t", "at", "on", *layout.components.values(), *(f"d{n}" for n in range(len(layout.direction_names)))]
        return [(name, runtime.TABLE + place) for place, name in enumerate(names)]

    def parameters(self, rule: Rule) -> list[str]:
        """The acting player and the parameters."""
        return [f"v{local.slot}" for local in (rule.locals[0], *rule.parameters)]

    def call(self, rule: Rule, arguments: list[str]) -> str:
        """Carry out a rule that is a function."""
        return self.called(self.entry(rule), arguments[: 1 + len(rule.parameters)])

    def entry(self, rule: Rule) -> str:
        """The name of the function of a rule."""
        return self.name(rule, "r", lambda name: self.write_rule(name, rule))

    def raw_call(self, rule: Rule, arguments: list[str]) -> str:
        """Carry out the body of a rule alone."""
        return self.called(
            self.name(rule, "w", lambda name: self.write_plain(name, rule, self.body_of(rule))), arguments
        )

    def write_rule(self, name: str, rule: Rule) -> None:
        """A rule as a function, with all that surrounds it."""
        self.write_plain(name, rule, surrounded(rule, self.body_of(rule)))

    def write_plain(self, name: str, rule: Rule, body: Block) -> None:
        """Some statements as a function."""
        writer = PlainWriter(self, rule)
        if self.costs.counts_rule(rule):
            writer.pay(self.costs.price_of_rule(rule), self.span_number(rule.span))
        writer.block(body, "return" if rule.gives is None else "")
        if rule.gives is not None:
            writer.indent = 1
            writer.put(f"return {default(rule.gives)}")
        self.function(name, self.parameters(rule), writer.lines, rule.span)

    def expression(self, name: str, parameters: Sequence[str], rule: Rule | None, value: Expression) -> None:
        """A function that works out an expression."""
        writer = PlainWriter(self, rule)
        code = writer.code(value)
        writer.put(f"return tuple({code})" if value.type.many else f"return {code}")
        self.function(name, parameters, writer.lines, value.span)

    def can_call(self, rule: Rule, arguments: list[str]) -> str:
        """Whether a rule's needs hold, and no ban does."""
        return self.called(self.name(rule, "k", lambda name: self.write_can(name, rule)), arguments)

    def write_can(self, name: str, rule: Rule) -> None:
        """A function for that."""
        writer = PlainWriter(self, rule)
        for need in rule.needs:
            writer.put(f"if not {writer.code(need)}: return False")
        parameters = self.parameters(rule)
        for ban in rule.forbids:
            call = self.called(
                self.name(
                    ban,
                    "b",
                    lambda name, ban=ban: self.expression(  # type: ignore[misc]
                        name, self.parameters(ban.rule), ban.rule, ban.condition
                    ),
                ),
                parameters[: 1 + len(ban.rule.parameters)],
            )
            writer.put(f"if {call}: return False")
        writer.put("return True")
        self.function(name, parameters, writer.lines, rule.span)

    def define_call(self, define: checked.Define, arguments: list[str]) -> str:
        """A define as a function, with the standing rules that change it."""
        return self.called(self.name(define, "g", lambda name: self.write_define(name, define)), arguments)

    def write_define(self, name: str, define: checked.Define) -> None:
        """A function for a define."""
        rule = Rule(
            name=define.name,
            parameters=define.parameters,
            gives=define.type,
            needs=(),
            body=(),
            locals=define.locals,
            span=define.span,
        )
        writer = PlainWriter(self, rule)
        many = define.type.many
        writer.put(f"value = {writer.code(define.value)}")
        parameters = [f"v{local.slot}" for local in (define.locals[0], *define.parameters)]
        for change in define.changes:
            writer.put(f"value = {self.change_call(change, [*parameters, 'value'])}")
        writer.put("return list(value)" if many else "return value")
        self.function(name, parameters, writer.lines, define.span)

    def change_call(self, change: checked.Change, arguments: list[str]) -> str:
        """A value after a standing rule that changes it."""
        wanted = [arguments[0], *arguments[1 : 1 + len(change.parameters)], arguments[-1]]
        return self.called(self.name(change, "u", lambda name: self.write_change(name, change)), wanted)

    def write_change(self, name: str, change: checked.Change) -> None:
        """A function for such a standing rule."""
        rule = Rule(
            name="change",
            parameters=change.parameters,
            gives=None,
            needs=(),
            body=(),
            locals=change.locals,
            span=change.span,
        )
        writer = PlainWriter(self, rule)
        it = f"v{change.it.slot}"
        if change.condition is not None:
            writer.put(f"if not {writer.code(change.condition)}: return {it}")
        writer.put(f"return {writer.code(change.value)}")
        parameters = [f"v{local.slot}" for local in (change.locals[0], *change.parameters)]
        self.function(name, [*parameters, it], writer.lines, change.span)

    def line_function(self, space: str, v: str, condition: str, axes: str) -> str:
        """A call of a function that measures straight rows of spaces of which a condition holds."""
        variables = sorted(set(VARIABLE.findall(condition)) - {v})
        frame = ["f"] if "f[" in condition else []
        key = (condition.replace(f"{v}]", "v]"), axes)
        name = self.measures.get(key)
        if name is None:
            name = self.measures[key] = f"m{len(self.measures)}"
            lines = [
                f"    {v} = space",
                f"    if {v} < 0 or not {condition}: return 0",
                "    best = 1",
                f"    for one, other in {axes}:",
                "        length = 1",
            ]
            for table in ("one", "other"):
                lines += [
                    f"        {v} = {table}[space]",
                    f"        while {v} >= 0 and {condition}:",
                    "            length += 1",
                    f"            {v} = {table}[{v}]",
                ]
            lines += ["        if length > best: best = length", "    return best"]
            self.function(name, ["space", *frame, *variables], lines, self.game.span)
        return self.called(name, [space, *frame, *variables])

    # ---- cards

    @property
    def performing_is_plain(self) -> bool:
        """Whether nothing stands around the performing of cards."""
        rule = self.game.performing
        return not (rule.before or rule.after or rule.instead or rule.forbids)

    def perform_call(self, card: str, player: str) -> str:
        """Perform a card by a function."""
        if self.performing_is_plain and not self.resumable:
            return self.dispatch_call(card, player)
        return self.call(self.game.performing, [player, card])

    def dispatch_call(self, card: str, player: str) -> str:
        """What a card says, by a function."""
        if card.isdigit():
            rule = self.card_rules[int(card)]
            return "pass" if rule is None else self.call(rule, [player])
        if "cards" not in self.numbers.values():
            self.numbers[hash("cards")] = "cards"
            for rule in self.card_rules:
                if rule is not None and not self.rule_suspends(rule):
                    self.call(rule, [player])
        return self.called(f"cards[{card}]", [player])

    # ---- frames

    def frame(self, key: str, rule: Rule, body: Callable[[], Block]) -> tuple[int, int]:
        """The first block of a rule that may wait, and the size of its frame."""
        if key not in self.entries:
            # Known before it is written, since a rule may call itself.
            writer = MachineWriter(self, rule)
            entry = self.labels
            self.entries[key] = (entry, -1, len(self.entries))
            written = writer.write(body())
            assert written.entry == entry
            self.entries[key] = (entry, written.size, self.entries[key][2])
            self.blocks.update(written.blocks)
            for label in written.blocks:
                self.frame_types[label] = written.types
                self.places[f"block{label}"] = int(self.span_number(rule.span))
        return self.entries[key][0], self.entries[key][1]

    def pushed(self, entry: int, parameters: list[str], result: int) -> str:
        """The line that puts a frame on the stack."""
        return f"stack.append([{entry}, {result}, {', '.join(parameters)}, *blanks[{entry}]])"

    def push_rule(self, rule: Rule, parameters: list[str], result: int) -> str:
        """The line that begins a rule."""
        entry, _ = self.frame(f"r{id(rule)}", rule, lambda: surrounded(rule, self.body_of(rule)))
        return self.pushed(entry, parameters[: 1 + len(rule.parameters)], result)

    def push_raw(self, rule: Rule, parameters: list[str], result: int) -> str:
        """The line that begins the body of a rule."""
        entry, _ = self.frame(f"w{id(rule)}", rule, lambda: self.body_of(rule))
        return self.pushed(entry, parameters, result)

    def push_card(self, card: str, player: str) -> str:
        """The line that begins what a card says, its standing rules included."""
        return self.push_rule(self.game.performing, [player, card], -1)

    def push_dispatch(self, card: str, player: str) -> str:
        """The line that begins what a card says: a frame, or a function that is done at once."""
        return f"perform_card(s, stack, {card}, {player})"

    # ---- the whole

    def finish(self) -> None:
        """Write all that has been asked for, and what that asks for."""
        while self.pending:
            self.pending.pop()()
            self.check_size()

    def check_size(self) -> None:
        """A rulebook whose parts multiply when they are compiled is refused."""
        if sum(map(len, self.functions)) + sum(len(line) for block in self.blocks.values() for line in block) > (
            LARGEST_SOURCE
        ):
            raise RulebookError(
                [
                    Diagnostic(
                        name="too-large",
                        message="this game becomes too large when it is compiled",
                        span=self.game.span,
                        label="too large",
                        help="have rules use fewer defines inside defines",
                    )
                ]
            )

    def source(self) -> str:
        """The form as Python source."""
        parts = [f"# {self.game.name}: {'resumable' if self.resumable else 'straight'} form\n"]
        parts += self.functions
        for label, lines in sorted(self.blocks.items()):
            fetched = "".join(f"    {line}\n" for line in self.prologue(lines))
            span = self.spans[self.places[f"block{label}"]]
            assert isinstance(span, Span)
            parts.append(
                f"def block{label}(s, stack, f):  # {place_of_span(span)}\n{fetched}" + "\n".join(lines) + "\n"
            )
        if self.blocks:
            parts.append("BLOCKS = [" + ", ".join(f"block{label}" for label in sorted(self.blocks)) + "]\n")
        if "cards" in self.numbers.values():
            names = [
                self.numbers.get(hash((id(rule), "r")), "nothing_said") if rule is not None else "nothing_said"
                for rule in self.card_rules
            ]
            parts.append(f"cards = ({', '.join([*names, 'nothing_said'])},)\n")
        return "\n".join(parts)


# Random.seed without its checks for other kinds of seeds.
reseed: Callable[[random.Random, int], None] = random.Random.__base__.seed  # type: ignore[union-attr]


def fresh(value: list[Any]) -> list[Any]:
    """A copy of one of a position's lists, the lists inside it copied as well."""
    return [one[:] for one in value] if value and isinstance(value[0], list) else value[:]


def default(kind: checked.Type) -> str:
    """What a rule gives when it ends without saying."""
    return "()" if kind.many else {"number": "0", "truth": "False", "text": "''"}.get(kind.kind, "-1")


def renumbered(value: Any, new: list[int]) -> Any:
    """A thing, or things, by their new numbers."""
    if isinstance(value, tuple):
        return tuple(renumbered(item, new) for item in value)
    return value if value is None or value < 0 else new[value]


def renumbered_slot(value: Any, kind: SlotType, new: list[int]) -> Any:
    """What a slot of a frame holds, its things by their new numbers."""
    if isinstance(kind, tuple) and value is not None:
        return tuple(tuple(map(renumbered_slot, row, kind, repeat(new))) for row in value)
    return renumbered(value, new) if isinstance(kind, checked.Type) and kind.kind == "thing" else value


class Program:
    """A compiled game for one number of players and one setting of the options."""

    def __init__(self, world: World, extra: Sequence[tuple[Rule, Sequence[Expression]]] = ()) -> None:
        self.world = world
        self.layout = Layout(world, [rule for rule, _ in extra])
        self.initial = self.layout.initial()
        self._straight: dict[str, Any] | None = None
        self._lock = Lock()
        self.random = random.Random()
        self.extra = extra
        self.extra_functions: dict[int, str] = {}
        self.purse = runtime.Purse()
        form = Form(self.layout, True, [rule for rule, _ in extra])
        self.form = form
        self.perform_frames: list[tuple[int, bool]] = []
        self.main_entry = self.entry_of(form.main)
        for rule, expressions in extra:
            self.entry_of(rule)
            for expression in expressions:
                self.extra_functions[id(expression)] = form.name(
                    expression,
                    "e",
                    lambda name, rule=rule, expression=expression: form.expression(  # type: ignore[misc]
                        name, ["v0"], rule, expression
                    ),
                )
        for card in form.card_rules:
            if card is not None:
                self.entry_of(card)
        form.finish()
        self.source = form.source()
        self.names = self.namespace(self.source, form, "resumable")
        self.blocks: list[Callable[..., Any]] = self.names.get("BLOCKS", [])
        blanks: dict[int, list[None]] = {}
        for key, (entry, size, _) in form.entries.items():
            del key
            blanks[entry] = [None] * size
        # What is pushed already holds the acting player and the parameters: the rest is filled up.
        for rule in form.all_rules:
            for prefix in ("r", "w"):
                if f"{prefix}{id(rule)}" in form.entries:
                    entry, size, _ = form.entries[f"{prefix}{id(rule)}"]
                    blanks[entry] = [None] * (size - 1 - len(rule.parameters))
        self.blanks = blanks
        self.is_pile = [space.kind == "pile" for space in world.spaces] + [False]
        alike: dict[int, list[int]] = {}
        for thing, number in enumerate(self.layout.alike()):
            alike.setdefault(number, []).append(thing)
        self.alike_groups = [group for group in alike.values() if len(group) > 1]
        self.names["blanks"] = blanks
        self.names["perform_card"] = self.perform_card

    def entry_of(self, rule: Rule) -> int | str:
        """Have a rule written: the first block of it, or the name of its function."""
        form = self.form
        if form.rule_suspends(rule):
            return form.frame(f"r{id(rule)}", rule, lambda: surrounded(rule, form.body_of(rule)))[0]
        return form.entry(rule)

    def begin(self, s: list[Any], stack: list[list[Any]], rule: Rule, player: int) -> None:
        """Begin a rule without parameters."""
        entry = self.entry_of(rule)
        if isinstance(entry, int):
            stack.append([entry, -1, player, *self.blanks[entry]])
        else:
            try:
                self.names[entry](s, player)
            except runtime.GameOver as over:
                stack.clear()
                s[runtime.RESULT] = over.winners

    def perform_card(self, s: list[Any], stack: list[list[Any]], card: int, player: int) -> None:
        """Begin what a card says."""
        rule = self.form.card_rules[card] if card >= 0 else None
        if rule is not None:
            entry = self.entry_of(rule)
            if isinstance(entry, int):
                stack.append([entry, -1, player, *self.blanks[entry]])
            else:
                self.names[entry](s, player)

    def namespace(self, source: str, form: Form, name: str) -> dict[str, Any]:
        """The functions of a form."""
        names: dict[str, Any] = dict(self.layout.constants)
        names.update({key: value for key, value in vars(runtime).items() if not key.startswith("_")})
        names["insort"] = insort
        names["most"] = runtime.MOST_PASSES
        names["spent"] = self.purse.spent
        names["highest_of"], names["lowest_of"] = runtime.most, runtime.fewest
        names["relink"] = self.layout.relink()
        names["objects"] = form.objects
        names["nothing_said"] = lambda *_: None
        names.update(journal.seen_functions(self.layout))
        if form.resumable:
            names.update(journal.functions(self.layout))
        exec(compile(source, f"<{self.world.game.name} {name}>", "exec"), names)
        return names

    # ---- positions

    def diagnostic(self, error: BaseException, straight: bool = False) -> Diagnostic:
        """What to say of a limit that was reached while rules were carried out, and where."""
        form = self.straight_form if straight else self.form
        if isinstance(error, runtime.LimitReached):
            name, message, help = error.name, error.message, error.help
        elif isinstance(error, runtime.TooLong):
            name, message, help = "endless-loop", "this goes on without an end", "see that something ends it"
        else:
            name, message = "endless-calls", "rules carry each other out without an end"
            help = "see that one of them stops at some point"
        number = (
            error.span if isinstance(error, runtime.LimitReached) and error.span >= 0 else self.place_of(error, form)
        )
        span = self.world.game.span if number is None else form.spans[number]
        assert isinstance(span, Span)
        return Diagnostic(name=name, message=message, span=span, label="here", help=help)

    def place_of(self, error: BaseException, form: Form) -> int | None:
        """The number of the place in the rulebook where the innermost compiled function of an error stands."""
        trace = error.__traceback__
        number = None
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename.startswith("<"):
                number = form.places.get(code.co_name, number)
            trace = trace.tb_next
        return number

    def position_key(self, s: list[Any], stack: list[list[Any]]) -> tuple[Any, ...]:
        """A position for comparing: alike things are numbered anew in the order of what tells them apart."""
        layout = self.layout
        at, on = s[runtime.AT], s[runtime.ON]
        frames = self.live_frames(s, stack)
        pending = s[runtime.PENDING]
        table = tuple(s[runtime.TABLE][2:])
        fields = [tuple(values) for values in s[runtime.TABLE + 3 :]]
        piles = [tuple(lying) if self.is_pile[space] else () for space, lying in enumerate(on)]
        places: Any = at
        new = self.renamed(s, frames)
        if new is not None:
            things = len(self.world.things)
            old = sorted(range(things), key=new.__getitem__)
            places = [at[thing] for thing in old]
            piles = [tuple(new[thing] for thing in pile) for pile in piles]
            for place, own in enumerate(layout.fields):
                values = fields[place]
                if own.of is not None and own.of.kind == "thing":
                    values = (*(values[thing] for thing in old), values[-1])
                if own.type.kind == "thing":
                    values = tuple(renumbered(value, new) for value in values)
                fields[place] = values
            frames = [
                [
                    *frame[:2],
                    *(
                        renumbered_slot(value, kind, new)
                        for value, kind in zip(frame[2:], self.form.frame_types[frame[0]])
                    ),
                ]
                for frame in frames
            ]
            if pending is not None:
                pending = pending[:2]
            table = self.renamed_table(table, new)
        elif pending is not None:
            pending = pending[:2]
        return (
            tuple(places),
            tuple(piles),
            table,
            tuple(fields),
            tuple(map(tuple, frames)),
            pending,
            s[runtime.RESULT],
        )

    @cached_property
    def live(self) -> dict[int, tuple[int, ...]]:
        """The slots that still matter at each block."""
        return live_slots(self.form.blocks)

    def live_frames(self, s: list[Any], stack: list[list[Any]]) -> list[list[Any]]:
        """The frames without what no rule will read again, nor the slots that the answer or the result will fill."""
        frames = []
        pending = s[runtime.PENDING]
        asked = None if pending is None else self.form.asks[pending[0]]
        filled: set[int] = set() if asked is None else set(asked.slots)
        # The text of the question may speak of what no rule reads again.
        told = () if asked is None else asked.told_slots
        for frame in reversed(stack):
            kept: list[Any] = [None] * len(frame)
            kept[:2] = frame[:2]
            for slot in (*self.live[frame[0]], *told):
                if slot not in filled:
                    kept[slot] = frame[slot]
            frames.append(kept)
            filled, told = {frame[1]}, ()
        return frames[::-1]

    def renamed_table(self, table: tuple[Any, ...], new: list[int]) -> tuple[Any, ...]:
        """The table's fields, with alike things numbered anew."""
        values = list(table)
        for own in self.world.game.fields:
            if own.of is None and own.assigned and own.type.kind == "thing":
                place = self.layout.slots[id(own)] - 2
                values[place] = renumbered(values[place], new)
        return tuple(values)

    def renamed(self, s: list[Any], stack: list[list[Any]]) -> list[int] | None:
        """New numbers for the things, such that alike things in like circumstances may be exchanged; None if none are alike."""
        if not self.alike_groups:
            return None
        layout = self.layout
        at, on = s[runtime.AT], s[runtime.ON]
        named: dict[int, list[tuple[int, ...]]] = {}

        def find(value: Any, where: tuple[int, ...]) -> None:
            if isinstance(value, tuple):
                for place, item in enumerate(value):
                    find(item, (*where, place))
            elif value is not None and value >= 0:
                named.setdefault(value, []).append(where)

        for number, frame in enumerate(stack):
            for place, kind in enumerate(self.form.frame_types[frame[0]]):
                if isinstance(kind, tuple):
                    for row, values in enumerate(frame[place + 2] or ()):
                        for column, (value, one) in enumerate(zip(values, kind)):
                            if one.kind == "thing":
                                find(value, (0, number, place, row, column))
                elif kind.kind == "thing":
                    find(frame[place + 2], (0, number, place))
        own_lists = []
        for place, own in enumerate(layout.fields):
            values = s[runtime.TABLE + 3 + place]
            if own.of is not None and own.of.kind == "thing":
                own_lists.append(values)
            if own.type.kind == "thing":
                for entity, value in enumerate(values):
                    find(value, (1, place, entity))
        for own in self.world.game.fields:
            if own.of is None and own.assigned and own.type.kind == "thing":
                find(s[runtime.TABLE][layout.slots[id(own)]], (2, layout.slots[id(own)]))

        def circumstances(thing: int) -> tuple[Any, ...]:
            space = at[thing]
            order = on[space].index(thing) if space >= 0 and self.is_pile[space] else 0
            return (space, order, [values[thing] for values in own_lists], named.get(thing, []))

        new = list(range(len(self.world.things)))
        for group in self.alike_groups:
            for thing, number in zip(sorted(group, key=circumstances), group):
                new[thing] = number
        return new

    # ---- the straight form

    @property
    def straight(self) -> dict[str, Any]:
        """The functions of the straight form, made when first wanted."""
        if self._straight is None:
            # The first time only shows which lists of what stands where are wanted.
            self.views = Views(self.world, self.layout.areas)
            for _ in range(2):
                form = Form(self.layout, False, views=self.views)
                main = form.entry(form.main)
                form.finish()
            self.straight_source = form.source()
            names = self.namespace(self.straight_source, form, "straight")
            flat, nested = [], []
            for key, first in {**self.initial, **self.views.initial()}.items():
                names[key] = fresh(first)
                (nested if first and isinstance(first[0], list) else flat).append((names[key], first))
            self.flat_lists: list[tuple[list[Any], list[Any]]] = flat
            self.nested_lists: list[tuple[list[Any], list[Any]]] = nested
            names.update(self.followed(names))
            names["rnd"] = self.random.random
            names["main"] = names[main]
            self.straight_form = form
            self._straight = names
        return self._straight

    def followed(self, names: dict[str, Any]) -> dict[str, Any]:
        """The runtime's own moves, followed by the lists of what stands where."""
        lines = ["def moved(x, o, d):", "    pass"]
        everywhere = self.layout.areas.every
        for kind in self.world.game.kinds.values():
            first, end = self.layout.kind_range(kind)
            updates = self.views.updates(
                kind.name, self.layout.group_table_of, everywhere, everywhere, "x", "o", "d", True
            )
            if updates:
                lines += [f"    if {first} <= x < {end}:", *(f"        {line}" for line in updates)]
        names.update(self.layout.constants)
        exec("\n".join(lines), names)
        moved = names["moved"]

        def take_away(at: list[int], on: list[list[int]], thing: int) -> None:
            origin = at[thing]
            runtime.take_away(at, on, thing)
            if thing >= 0 and origin >= 0:
                moved(thing, origin, -1)

        def place(at: list[int], on: list[list[int]], thing: int, space: int) -> None:
            origin = at[thing]
            runtime.place(at, on, thing, space)
            if thing >= 0 and space >= 0:
                moved(thing, origin, space)

        def swap(at: list[int], on: list[list[int]], one: int, other: int) -> None:
            first, second = at[one], at[other]
            runtime.swap(at, on, one, other)
            if one >= 0 and other >= 0 and first != second:
                moved(one, first, second)
                moved(other, second, first)

        def draw_last(at: list[int], on: list[list[int]], source: int, to: int, amount: int, pile: bool) -> None:
            for _ in range(min(amount, len(on[source]))):
                place(at, on, runtime.last_of(on[source], pile), to)

        def draw_any(
            at: list[int], on: list[list[int]], source: int, to: int, amount: int, rnd: Callable[[], float]
        ) -> None:
            for _ in range(min(amount, len(on[source]))):
                place(at, on, on[source][int(rnd() * len(on[source]))], to)

        if not self.views.names:
            return {}
        return {"take_away": take_away, "swap": swap, "draw_last": draw_last, "draw_any": draw_any}

    def playout(self, seed: int) -> tuple[tuple[int, ...] | None, list[Any]]:
        """A whole random game: the winners (None if it became too long), and the lists of its end."""
        names = self.straight
        with self._lock:
            reseed(self.random, seed)
            self.purse.decisions = 0
            for live, first in self.flat_lists:
                live[:] = first
            for live, first in self.nested_lists:
                live[:] = [one[:] for one in first]
            winners: tuple[int, ...] | None = ()
            try:
                names["main"](0)
            except runtime.GameOver as over:
                winners = over.winners
            except runtime.TooLong:
                winners = None
            score = self.world.game.score
            scores: list[Any] = []
            if score is not None and score.assigned:
                scores = names[self.layout.components[id(score)]][: self.world.players]
            return winners, [names["t"][1], scores]
