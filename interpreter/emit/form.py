"""One of the two forms of a compiled game, while it is written: its functions, blocks and names.

Names and texts of the rulebook never reach the source: what a message needs is kept in a list of objects, by number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from attrs import evolve

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expression, Rule
from rulewright.dsl.diagnostic import Diagnostic, RulebookError, place_of_span
from rulewright.dsl.source import Span
from rulewright.interpreter.emit.machine import Ask, MachineNames, MachineWriter, SlotType
from rulewright.interpreter.emit.plain import PlainWriter
from rulewright.interpreter.lower.areas import Views
from rulewright.interpreter.lower.cost import Costs
from rulewright.interpreter.lower.layout import Layout
from rulewright.interpreter.lower.surroundings import Surroundings, result_of, surrounded
from rulewright.interpreter.lower.walk import rules_of_game
from rulewright.interpreter.play import runtime

VARIABLE = re.compile(r"\b[vx]\d+\b")
COMPONENT = re.compile(r"\b(t|at|on|f\d+|d\d+)\b(?!\()")
LARGEST_SOURCE = 4_000_000


class Form(Surroundings, MachineNames):
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
        self.size = 0
        """How long the source is so far."""
        self.numbers: dict[tuple[int, str], str] = {}
        self.dispatches = False
        """Whether a card that is known only in the game is carried out anywhere."""
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
        self.main = self.rule_of("the game", [game.play] if game.setup is None else [game.setup, game.play])
        self.all_rules = [*rules_of_game(game), *extra_rules, self.main]
        self.costs = Costs(layout.world)
        self.costs.check(self.all_rules)
        for rule in self.all_rules:
            result_of(rule)
        self.card_rules = [card.perform for card in layout.world.cards]
        self.suspending = self.find_suspending()
        self.opening: Rule | None = None
        """The beginning of every game, in the straight form, which `main` then is without."""
        if not resumable:
            if game.setup is not None and (count := self.opening_of(game.setup)):
                self.split(game.setup, count)
            self.suspending = set()

    def rule_of(self, name: str, rules: Sequence[Rule]) -> Rule:
        """A rule that carries out others."""
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

    def split(self, setup: Rule, count: int) -> None:
        """Let the opening be the first statements of the set-up, and the main rule go on from there."""
        parts = [evolve(setup, body=body) for body in (setup.body[:count], setup.body[count:])]
        self.opening = self.rule_of("the opening", parts[:1])
        rest = self.rule_of("the game", [*parts[1:], self.game.play])
        replaced = (id(setup), id(self.main))
        self.all_rules = [rule for rule in self.all_rules if id(rule) not in replaced]
        self.all_rules += [*parts, self.opening, rest]
        self.main = rest

    # ---- names

    def name(self, what: object, prefix: str, write: Callable[[str], None]) -> str:
        """The name of a function, which is written when it is first needed."""
        key = (id(what), prefix)
        name = self.numbers.get(key)
        if name is None:
            name = f"{prefix}{len(self.numbers)}"
            self.numbers[key] = name
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
        text = (
            f"def {name}({head}):  # {place_of_span(span)}\n"
            + "".join(f"    {line}\n" for line in self.prologue(lines))
            + "\n".join(lines)
            + "\n"
        )
        self.functions.append(text)
        self.size += len(text)

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
        return self.called(self.name(rule, "q", lambda name: self.write_can(name, rule)), arguments)

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
        if not self.dispatches:
            self.dispatches = True
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
            self.size += sum(len(line) for block in written.blocks.values() for line in block)
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
        if self.size > LARGEST_SOURCE:
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
        if self.dispatches:
            names = [
                self.numbers.get((id(rule), "r"), "nothing_said") if rule is not None else "nothing_said"
                for rule in self.card_rules
            ]
            parts.append(f"cards = ({', '.join([*names, 'nothing_said'])},)\n")
        return "\n".join(parts)


def default(kind: checked.Type) -> str:
    """What a rule gives when it ends without saying."""
    return "()" if kind.many else {"number": "0", "truth": "False", "text": "''"}.get(kind.kind, "-1")
