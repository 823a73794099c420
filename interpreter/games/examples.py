"""Play the examples of a rulebook: each is a test of its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Example, ExampleStep, Expression
from rulewright.dsl.messages.diagnostic import Diagnostic, Related
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.text.source import Span
from rulewright.interpreter.games.game import Game
from rulewright.interpreter.match.example_options import NamedCard, named_option
from rulewright.interpreter.match.failed_conditions import example_name, last_choice, step_expressions, why_not
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.program import NewForms, Program
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.position.log_entries import ResultEntry
from rulewright.interpreter.position.position import CHANCE, FORCED
from rulewright.interpreter.position.world import World
from rulewright.interpreter.views.journal import entries
from rulewright.interpreter.views.view import Viewer

SEED = 1
MOST_CHANCES = 10_000


@frozen
class ExampleResult:
    """The outcome of an example, with a diagnostic if it failed."""

    example: Example
    numbers: tuple[str, ...]
    title: str
    passed: bool
    diagnostic: Diagnostic | None
    span: Span
    reached: frozenset[Span] = frozenset()
    """The places of the rulebook that the example has reached, if that was asked for."""

    @property
    def failure(self) -> Diagnostic | None:
        """The diagnostic with the example's name, if it failed."""
        wrong = self.diagnostic
        return (
            None
            if wrong is None
            else evolve(
                wrong, message=Phrase("numbers-message", numbers=example_name(self.numbers, self.title), message=wrong.message)
            )
        )


class ExampleFailure(Exception):
    """The error of a line of an example that does not hold."""

    def __init__(self, span: Span, message: Phrase, label: Phrase, help: Phrase | None = None) -> None:
        super().__init__(str(message))
        self.diagnostic = Diagnostic(name="example-failed", message=message, span=span, label=label, help=help)


def run_examples(game: checked.Game, wanted: Callable[[Example], bool] = lambda _: True) -> list[ExampleResult]:
    """Play the examples of a game as it is with its variants."""
    return play_examples(game, filter(wanted, game.examples))


def play_examples(game: checked.Game, examples: Iterable[Example], *, traced: bool = False) -> list[ExampleResult]:
    """Play some examples; those with the same settings share one compiled game."""
    results = list(one_by_one(game, examples, traced=traced))
    return sorted(results, key=lambda result: (result.span.source.name, result.span.start))


def one_by_one(game: checked.Game, examples: Iterable[Example], *, traced: bool = False) -> Iterator[ExampleResult]:
    """Play some examples, each when its result is asked for. Those with the same settings come one after the other.

    If they are `traced`, each result has the places of the rulebook that its example has reached.
    """
    grouped: dict[tuple[int, tuple[tuple[str, int], ...]], list[Example]] = {}
    for example in examples:
        values = {name: option.default for name, option in game.options.items()} | example.options
        grouped.setdefault((example.players, tuple(values.items())), []).append(example)
    for (players, settings), alike in grouped.items():
        steps = [step for example in alike for step in example.steps]
        extra = [(step.rule, step_expressions(step)) for step in steps]
        noted = list(dict.fromkeys(step.gave for step in steps if step.gave is not None))
        written = NewForms(World(game, players, dict(settings)), extra, noted, traced=traced)
        program = Program(written, players, dict(settings))
        # Chance must give the very thing that an example names, and not one that is like it.
        program.names["weighted"] = lambda _s, outcomes, _types: tuple((outcome, 1) for outcome in outcomes)
        played = Game(game, game.name, dict(settings))
        for example in alike:
            yield evolve(run(played, program, example, noted), reached=program.reached())


def run(game: Game, program: Program, example: Example, noted: Sequence[checked.Rule]) -> ExampleResult:
    """Play one example; the log gets the results of the `noted` rules."""
    title = example.titles.get("en", "")
    try:
        player = ExamplePlayer(game, program, example, noted)
        player.play()
    except (ExampleFailure, PlayError) as failed:
        diagnostic = evolve(failed.diagnostic, related=(*failed.diagnostic.related, *player.last_choice()))
        if example.case is not None:
            diagnostic = evolve(diagnostic, related=(*diagnostic.related, Related(example.case, Phrase("in-this-case"))))
        return ExampleResult(example, example.numbers, title, False, diagnostic, example.span)
    return ExampleResult(example, example.numbers, title, True, None, example.span)


@define(eq=False)
class ExamplePlayer:
    """The playing of one example, step by step."""

    game: Game
    program: Program
    example: Example
    noted: Sequence[checked.Rule]
    shown: list[tuple[ExampleStep, list[Any]]] = field(factory=list)
    """The results of chance that were announced and have not been used yet."""
    match: Match = field(init=False)
    span: Span = field(init=False)
    """The line that is being carried out."""
    next: ExampleStep | None = None
    """The next line about a choice: this one, or a later one."""
    last: tuple[ExampleStep, int, int] | None = None
    """The last line that made a choice, the seat, and the length of the log before it."""

    def play(self) -> None:
        """Carry out every step in order."""
        seed = self.example.seed
        self.match = Match(self.game, self.program, SEED if seed is None else seed, 0, "en")
        if seed is not None:
            # As at a table, chance decides by itself, and nobody is asked without having a choice.
            self.match.begin()
        else:
            if self.program.world.game.setup is not None:
                self.match.begin(self.program.world.game.setup)
            self.match.position.asks = CHANCE | FORCED
        for number, step in enumerate(self.example.steps):
            self.span = step.span
            self.next = next((one for one in self.example.steps[number:] if one.kind in OF_CHOICES), None)
            if step.kind == "shows":
                self.shown.append((step, self.step_values(step)))
                if self.asks_chance():
                    self.settle_one()
                continue
            self.settle()
            if step.kind == "picks":
                self.last = step, self.seat_of(step), self.match.happened
            STEPS[step.kind](self, step)
            self.next = None
        self.span = self.example.span
        self.settle()
        if self.shown:
            raise ExampleFailure(
                self.shown[0][0].span, Phrase("chance-was-never-asked-for-this"), Phrase("nothing-is-rolled-or-drawn-after-it")
            )

    def last_choice(self) -> list[Related]:
        """Return the last line that made a choice, if it is not the current one, with what was told since."""
        if self.last is None or self.last[0].span is self.span:
            return []
        step, seat, before = self.last
        return [last_choice(step, self.match.log(seat, before))]

    def value(self, expression: Expression) -> Any:
        """Return the present value of an expression."""
        function = self.program.names[self.program.form.functions[expression]]
        found = function(self.match.position.parts, 0)
        return tuple(found) if expression.type.many else found

    def asks_chance(self) -> bool:
        """Return whether chance is asked now."""
        decision = self.match.decision
        return decision is not None and decision.seat is None

    def settle(self, place: int = 0) -> None:
        """Let chance decide, as announced or by the seed, until a player is asked or nothing is.

        Forced choices are carried out, unless the next step about choices, or the pick at index `place` of it, is about
        one.
        """
        for _ in range(MOST_CHANCES):
            if self.asks_chance():
                self.settle_one()
            elif self.match.forced and not self.awaits(place):
                self.take(0)
            else:
                return
        assert self.match.decision is not None
        raise ExampleFailure(
            self.span,
            Phrase("chance-alone-goes-on-from-here-times", most_chances=MOST_CHANCES),
            Phrase("words", words=self.match.decision.prompt),
            Phrase("see-that-something-ends-the-loop-or"),
        )

    def awaits(self, place: int) -> bool:
        """Return whether a forced choice is left to the example: the next step is about it, or there is no such step."""
        if self.span is self.example.span:
            return not self.shown
        return self.next is not None and self.speaks_of(self.next, place)

    def speaks_of(self, step: ExampleStep, place: int) -> bool:
        """Return whether a step speaks correctly about the forced choice."""
        decision = self.match.decision
        if step.kind in ("when", "then_nobody") or decision is None or decision.seat != self.seat_of(step):
            return False
        if step.kind == "then_chooses":
            return True
        if step.kind == "choices":
            return step.number == len(self.match.position.options)
        groups = self.groups(step)
        try:
            if step.kind == "picks":
                return self.matching(step, groups[min(place, len(groups) - 1)]) is not None
            return all(self.matching(step, group) is None for group in groups)
        except ExampleFailure:
            return False

    def settle_one(self) -> None:
        """Answer one question to chance."""
        match = self.match
        options = match.position.options
        if not self.shown:
            match.choose_at_random()
            return
        step, values = self.shown.pop(0)
        for place, (outcome, _) in enumerate(options):
            if named_option(self.match, outcome, values, step.values) is not None:
                self.take(place)
                return
        raise ExampleFailure(step.span, Phrase("chance-cannot-show-this-here"), Phrase("not-among-the-outcomes"), self.offered())

    def offered(self) -> Phrase | None:
        """Return the options, for a message."""
        decision = self.match.decision
        if decision is None:
            return None
        labels = list(dict.fromkeys(option.label for option in decision.options))
        options = "; ".join(labels[:12]) + " ..." * (len(labels) > 12)
        return Phrase("what-can-be", options=options)

    def step_values(self, step: ExampleStep) -> list[Any]:
        """Return the values of a step.

        These are menu options by name, named cards as such, single members of sets, and others as they are.
        """
        values: list[Any] = []
        for expression in step.values:
            if isinstance(expression, checked.TextConst):
                values.append(expression.text)
                continue
            value = self.value(expression)
            if expression.type.kind == "card" and not expression.type.many:
                value = NamedCard(value)
            elif expression.type.many and len(value) == 1:
                (value,) = value
            elif expression.type.many:
                raise ExampleFailure(
                    expression.span,
                    (
                        Phrase("this-names-things-and-one-is-wanted", value=len(value))
                        if value
                        else Phrase("this-names-nothing-and-one-is-wanted")
                    ),
                    Phrase("of-them", value=len(value)),
                    Phrase("name-one-of-a-set-with-first"),
                )
            values.append(value)
        return values

    def seat_of(self, step: ExampleStep) -> int:
        """Return the seat that a step is about."""
        assert step.seat is not None
        seat: int = self.value(step.seat)
        return seat

    def seat_asked(self, step: ExampleStep) -> int:
        """Return the seat that a step says is asked, or fail."""
        seat = self.seat_of(step)
        decision = self.match.decision
        if decision is None:
            end = Phrase("the-game-is-over") if self.match.over else Phrase("everything-has-been-carried-out")
            raise ExampleFailure(
                step.span, Phrase("seat-has-nothing-to-choose-here", seat=seat + 1, end=end), Phrase("nobody-is-asked")
            )
        if decision.seat != seat:
            raise ExampleFailure(
                step.span,
                Phrase("seat-chooses-here-not-seat", seat=(decision.seat or 0) + 1, given=seat + 1),
                Phrase("asked-prompt", prompt=decision.prompt),
                self.offered(),
            )
        return seat

    def matching(self, step: ExampleStep, group: Sequence[int]) -> tuple[int, Any] | None:
        """Return the index of the option that some of a step's values name, with the option as they name it.

        The values are given by their indices in `group`.
        """
        values = self.step_values(step)
        chosen, expressions = [values[one] for one in group], [step.values[one] for one in group]
        for place, option in enumerate(self.match.position.options):
            if option is None:
                if chosen == [-1]:
                    return place, None
                continue
            found = named_option(self.match, option, chosen, expressions)
            if found is not None:
                return place, found
        return None

    def take(self, place: int, option: Any = None) -> None:
        """Answer by the index of an option, or by another option that it stands for."""
        position = self.match.position
        number, seat, options = position.asked
        if option is not None:
            position.pending = number, seat, (*options[:place], option, *options[place + 1 :])
        self.program.alike_options.clear()
        self.match.take(place)

    def groups(self, step: ExampleStep) -> list[list[int]]:
        """Return which values of a step belong to one pick: all, or each alone where a set is picked one by one."""
        places = list(range(len(step.values)))
        ask = self.program.form.asks[self.match.position.question]
        return [[place] for place in places] if ask.kind == "many" else [places]

    def carried_out(self, step: ExampleStep) -> None:
        """Carry out `given` and `when`."""
        if self.match.position.pending is not None:
            decision = self.match.decision
            assert decision is not None
            raise ExampleFailure(
                step.span,
                Phrase("seat-still-has-to-choose-before-this", seat=(decision.seat or 0) + 1),
                Phrase("words", words=decision.prompt),
                self.offered(),
            )
        seat = 0 if step.seat is None else self.value(step.seat)
        self.match.begin(step.rule, seat)
        if step.kind == "given":
            self.settle()
            if self.match.position.pending is not None:
                raise ExampleFailure(
                    step.span,
                    Phrase("nobody-can-be-asked-in-given"),
                    Phrase("somebody-has-to-choose"),
                    Phrase("set-the-position-up-with-statements-that"),
                )

    def picks(self, step: ExampleStep) -> None:
        """Carry out `seat 1 picks ...`."""
        self.seat_asked(step)
        ask = self.program.form.asks[self.match.position.question]
        if ask.kind == "words":
            self.match.choose(str(self.step_values(step)[0]))
            return
        groups = self.groups(step)
        for place, group in enumerate(groups):
            self.settle(place)
            self.seat_asked(step)
            found = self.matching(step, group)
            if found is None:
                raise ExampleFailure(
                    step.values[group[0]].span,
                    Phrase("this-cannot-be-chosen-here"),
                    Phrase("not-among-the-options"),
                    self.offered(),
                )
            self.take(*found)

    def cannot_pick(self, step: ExampleStep) -> None:
        """Check `seat 1 cannot pick ...`."""
        self.seat_asked(step)
        if any(self.matching(step, group) is not None for group in self.groups(step)):
            raise ExampleFailure(step.span, Phrase("this-can-be-chosen-here"), Phrase("among-the-options"), self.offered())

    def choices(self, step: ExampleStep) -> None:
        """Check `seat 1 has 3 choices`."""
        seat = self.seat_asked(step)
        count = sum(option is not None for option in self.match.position.options)
        if count != step.number:
            raise ExampleFailure(
                step.span,
                Phrase("seat-has-choices-here-not", seat=seat + 1, count=count, number=step.number),
                Phrase("count-options", count=count),
                self.offered(),
            )

    def then(self, step: ExampleStep) -> None:
        """Check `then CONDITION`."""
        condition = step.values[0]
        if not self.value(condition):
            why = why_not(condition, self.value, self.match.words)
            raise ExampleFailure(why.span, Phrase("this-does-not-hold-here"), why.label, self.pending_help())

    def pending_help(self) -> Phrase | None:
        """Say who is asked, if something fails because somebody has to choose before."""
        decision = self.match.decision
        if decision is None:
            return None
        return Phrase("seat-has-to-choose-here-first", seat=(decision.seat or 0) + 1, prompt=decision.prompt)

    def then_nobody(self, step: ExampleStep) -> None:
        """Check `then nobody chooses`."""
        decision = self.match.decision
        if decision is not None:
            raise ExampleFailure(
                step.span,
                Phrase("seat-chooses-here", seat=(decision.seat or 0) + 1),
                Phrase("words", words=decision.prompt),
                self.offered(),
            )

    def then_over(self, step: ExampleStep) -> None:
        """Check `then game over, winners ...`."""
        result = self.match.result
        if result is None:
            raise ExampleFailure(step.span, Phrase("the-game-goes-on-here"), Phrase("not-over"), self.pending_help())
        if step.values or step.number == 0:
            wanted = self.value(step.values[0]) if step.values else ()
            seats = sorted(wanted if isinstance(wanted, tuple) else [wanted])
            if sorted(result.winners) != seats:
                player = self.match.words.player
                found, expected = (
                    WordList(tuple(map(player, some)), "") if some else Phrase("nobody")
                    for some in (sorted(result.winners), seats)
                )
                raise ExampleFailure(
                    step.span, Phrase("the-game-is-won-by-here-not", found=found, expected=expected), Phrase("other-winners")
                )

    def then_gave(self, step: ExampleStep) -> None:
        """Check `then RULE gave VALUE`, for the last time that the rule was carried out."""
        assert step.gave is not None
        number = self.noted.index(step.gave)
        given = (entry for entry in entries(self.match.position.log) if isinstance(entry, ResultEntry))
        results = [entry.value for entry in given if entry.rule == number]
        if not results:
            raise ExampleFailure(
                step.span,
                Phrase("has-given-nothing-here", gave=step.gave.name),
                Phrase("not-carried-out-to-its-end"),
                self.pending_help(),
            )
        of = step.values[0].type
        found, wanted = ([*value] if of.many else value for value in (results[-1], self.value(step.values[0])))
        if found != wanted and not (of.many and of.kind != "number" and sorted(found) == sorted(wanted)):
            gave, asked = (self.match.words.value(value, of) for value in (found, wanted))
            raise ExampleFailure(
                step.span, Phrase("gave-something-else-here", gave=step.gave.name), Phrase("gave-not", gave=gave, asked=asked)
            )

    def then_sees(self, step: ExampleStep) -> None:
        """Check `then seat 2 sees ...`: all of it."""
        if not all(self.sees_all(step)):
            raise ExampleFailure(step.span, Phrase("this-is-hidden-from-that-seat-here"), Phrase("not-seen"))

    def then_sees_not(self, step: ExampleStep) -> None:
        """Check `then seat 2 does not see ...`: nothing of it."""
        if any(self.sees_all(step)):
            raise ExampleFailure(step.span, Phrase("that-seat-sees-this-here"), Phrase("seen"))

    def sees_all(self, step: ExampleStep) -> list[bool]:
        """Return whether the seat of a step sees each thing, place or field that the step names."""
        viewer = Viewer(self.program.layout, self.match.words, self.match.position, self.seat_of(step))
        expression = step.values[0]
        if isinstance(expression, checked.TableRef):
            return [viewer.field(expression.field, -1).value is not None]
        if isinstance(expression, checked.FieldRef) and expression.field.place is None:
            of, entity = expression.field.of, self.value(expression.target)
            shown = of is None or of.kind != "thing" or expression.field.public or viewer.sees_thing(entity)
            return [shown and viewer.field(expression.field, entity).value is not None]
        found = self.value(expression)
        sees = viewer.sees_thing if expression.type.kind == "thing" else viewer.sees_place
        named = [one for one in (found if expression.type.many else (found,)) if one >= 0]
        if not named:
            raise ExampleFailure(step.span, Phrase("this-names-nothing-here-which-nobody-could"), Phrase("nothing"))
        return list(map(sees, named))

    def then_reads(self, step: ExampleStep) -> None:
        """Check `then seat 2 reads "..."`."""
        if not self.read(step):
            lines = "; ".join(self.match.log(self.seat_of(step))[-5:])
            raise ExampleFailure(
                step.span,
                Phrase("that-seat-has-not-read-this"),
                Phrase("in-no-line"),
                Phrase("the-last-lines-it-read", lines=lines),
            )

    def then_reads_not(self, step: ExampleStep) -> None:
        """Check `then seat 2 does not read "..."`."""
        if self.read(step):
            raise ExampleFailure(step.span, Phrase("that-seat-has-read-this"), Phrase("in-a-line-of-what-was-told"))

    def read(self, step: ExampleStep) -> bool:
        """Return whether a line that was told to the seat of a step contains a text."""
        (text,) = step.values
        assert isinstance(text, checked.TextConst)
        return any(text.text in line for line in self.match.log(self.seat_of(step)))

    def then_allowed(self, step: ExampleStep) -> None:
        """Check `then option length can be 30`."""
        if not step.number:
            raise ExampleFailure(step.span, Phrase("the-game-cannot-be-played-like-that"), Phrase("refused"))

    def then_refused(self, step: ExampleStep) -> None:
        """Check `then option length cannot be 40`."""
        if step.number:
            raise ExampleFailure(step.span, Phrase("the-game-can-be-played-like-that"), Phrase("not-refused"))

    def then_on(self, step: ExampleStep) -> None:
        """Check `then game goes on`."""
        if self.match.over:
            raise ExampleFailure(step.span, Phrase("the-game-is-over-here"), Phrase("does-not-go-on"))


OF_CHOICES = ("when", "picks", "cannot_pick", "choices", "then_chooses", "then_nobody")
STEPS: Mapping[str, Callable[[ExamplePlayer, ExampleStep], object]] = {
    "given": ExamplePlayer.carried_out,
    "when": ExamplePlayer.carried_out,
    "picks": ExamplePlayer.picks,
    "cannot_pick": ExamplePlayer.cannot_pick,
    "choices": ExamplePlayer.choices,
    "then": ExamplePlayer.then,
    "then_nobody": ExamplePlayer.then_nobody,
    "then_chooses": ExamplePlayer.seat_asked,
    "then_over": ExamplePlayer.then_over,
    "then_gave": ExamplePlayer.then_gave,
    "then_on": ExamplePlayer.then_on,
    "then_sees": ExamplePlayer.then_sees,
    "then_sees_not": ExamplePlayer.then_sees_not,
    "then_reads": ExamplePlayer.then_reads,
    "then_reads_not": ExamplePlayer.then_reads_not,
    "then_allowed": ExamplePlayer.then_allowed,
    "then_refused": ExamplePlayer.then_refused,
}
