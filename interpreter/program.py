"""A compiled game: the functions of its resumable form, and its straight form when it is wanted."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from rulewright.dsl.checked import Expression, Rule
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.source import Span
from rulewright.interpreter import journal, runtime
from rulewright.interpreter.form import Form
from rulewright.interpreter.keys import Keys
from rulewright.interpreter.layout import Layout
from rulewright.interpreter.straight import Straight
from rulewright.interpreter.surroundings import surrounded
from rulewright.interpreter.world import World


class Program:
    """A compiled game for one number of players and one setting of the options."""

    def __init__(self, world: World, extra: Sequence[tuple[Rule, Sequence[Expression]]] = ()) -> None:
        self.world = world
        self.layout = Layout(world, [rule for rule, _ in extra])
        self.initial = self.layout.initial()
        self.extra = extra
        self.extra_functions: dict[int, str] = {}
        self.purse, self.straight_purse = runtime.Purse(), runtime.Purse()
        form = Form(self.layout, True, [rule for rule, _ in extra])
        self.form = form
        self.entry_of(form.main)
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
        self.keys = Keys(self.layout, form)
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
        purse = self.purse if form.resumable else self.straight_purse
        purse.patient = form.costs.dear
        names["spent"] = purse.spent
        names["highest_of"], names["lowest_of"] = runtime.most, runtime.fewest
        names["relink"] = self.layout.relink()
        names["objects"] = form.objects
        names["nothing_said"] = lambda *_: None
        names.update(journal.seen_functions(self.layout))
        if form.resumable:
            names.update(journal.functions(self.layout))
        exec(compile(source, f"<{self.world.game.name} {name}>", "exec"), names)
        return names

    @cached_property
    def straight(self) -> Straight:
        """The straight form, made when first wanted."""
        return Straight(self.layout, self.straight_purse, self.namespace)

    # ---- limits

    def diagnostic(self, error: BaseException, straight: bool = False) -> Diagnostic:
        """What to say of a limit that was reached while rules were carried out, and where."""
        form = self.straight.form if straight else self.form
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
