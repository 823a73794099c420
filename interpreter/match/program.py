"""Hold a compiled game: the functions of its resumable form, and its straight form when it is wanted."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.dsl.checked import Expression, Field, Rule
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span
from rulewright.interpreter.emit.compiled import CompiledForm, PlayoutForm, ResumableForm
from rulewright.interpreter.native.straight import StraightGame
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.directions import relinker
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.position.layout import Layout
from rulewright.interpreter.position.position import BUDGET, Parts, Position, Slots
from rulewright.interpreter.position.switches import Switches
from rulewright.interpreter.position.world import World
from rulewright.interpreter.views import journal
from rulewright.interpreter.views.position_keys import PositionKeys
from rulewright.interpreter.views.sight import Sight
from rulewright.interpreter.views.view import View, Viewer
from rulewright.interpreter.views.words import GameWords

if TYPE_CHECKING:
    from rulewright.interpreter.match.secret_reads import WatchPlan
    from rulewright.interpreter.native.native_game import PlayoutRunner
    from rulewright.interpreter.program.nodes import LoweredProgram


class FormSources(Protocol):
    """The source of the two forms of a compiled game, which are written now or were kept."""

    def resumable(self) -> ResumableForm:
        """Return the form for play and search."""

    def playouts(self) -> PlayoutForm:
        """Return the form for playouts."""

    def lowered(self) -> LoweredProgram:
        """Return the program that both are written from, for the native form."""


class NewForms:
    """Forms that are written here and now.

    `extra` are rules of examples, with the expressions asked for in them; `noted` are the rules whose results they ask for.
    With `traced`, the program can say which places of the rulebook it has reached. With `switches`, pieces can be put out
    of force in the form for playouts.
    """

    def __init__(
        self,
        world: World,
        extra: Sequence[tuple[Rule, Sequence[Expression]]] = (),
        noted: Sequence[Rule] = (),
        *,
        traced: bool = False,
        switches: Switches | None = None,
    ) -> None:
        self.layout = Layout(world, [rule for rule, _ in extra])
        self.extra = extra
        self.noted = noted
        self.traced = traced
        self.switches = switches

    def resumable(self) -> ResumableForm:
        from rulewright.interpreter.emit import source

        return source.resumable(self.layout, self.extra, self.noted, traced=self.traced)

    def playouts(self) -> PlayoutForm:
        from rulewright.interpreter.emit import source

        return source.playouts(self.layout, traced=self.traced, switches=self.switches)

    def lowered(self) -> LoweredProgram:
        from rulewright.interpreter.lowering.lowering import lower_program

        return lower_program(self.layout, self.extra, self.noted, traced=self.traced)


class Program:
    """A compiled game for one number of players and one setting of the options."""

    def __init__(self, forms: FormSources, players: int, options: Mapping[str, int]) -> None:
        self.forms = forms
        form = self.form = forms.resumable()
        self.world = World(form.game, players, options)
        self.layout = Layout(self.world, resized=form.resized)
        self.initial = self.layout.initial()
        self.purse, self.straight_purse = runtime.WorkBudget(), runtime.WorkBudget()
        self.source = form.source
        self.come_to: list[tuple[Sequence[Span], set[int]]] = []
        """If traced, for each form: the places in the rulebook, and the numbers of those reached."""
        self.names = self.namespace(form, self.purse)
        self.sight = Sight(self.world)
        self.names.update(journal.functions(self.layout, form.asks, self.sight))
        self.alike_options: dict[int, list[int]] = {}
        """In examples: all things that an option stands for, by the one that is offered."""
        self.names["as_one"] = self.as_one
        exec(form.code, self.names)
        # Every choice reads these, so they are at hand here.
        self.asks, self.chose = form.asks, self.names["chose"]
        self.sight.lookers = {own: self.names[name] for own, name in form.lookers.items()}
        self.shown = [(define, self.names[name]) for define, name in form.shown]
        self.blocks: list[Callable[..., Any]] = self.names.get("BLOCKS", [])
        self.keys = PositionKeys(self.layout, form)
        self._words: dict[str, GameWords] = {}
        self.names["perform_card"] = self.perform_card

    @cached_property
    def keeps_secrets(self) -> bool:
        """Whether anything in the game is hidden from somebody: things, fields, or a choice that is not told."""
        fields = any(own.seen != "all" for own in self.world.game.fields)
        return fields or self.layout.has_hidden or any(not (ask.open or ask.by_chance) for ask in self.form.asks)

    def words(self, language: str) -> GameWords:
        """Return how the game is told in a language."""
        if language not in self._words:
            self._words[language] = GameWords(self.world, self.form.kinds_at, self.form.asks, language, self.sight)
        return self._words[language]

    def begin(self, position: Position, rule: Rule | None, player: int) -> None:
        """Begin a rule without parameters, or the game."""
        entry = self.form.main if rule is None else self.form.entries[rule]
        try:
            if rule is None and self.form.opening:
                self.names[self.form.opening](position.parts, player)
            if isinstance(entry, int):
                position.stack.append(self.frame(entry, player))
            else:
                self.names[entry](position.parts, player)
        except runtime.GameOver as over:
            position.stack.clear()
            position.result = over.winners

    def frame(self, entry: int, player: int) -> Slots:
        """Return a frame that begins at a block."""
        return [entry, -1, player, *[None] * self.form.sizes[entry]]

    def perform_card(self, s: Parts, stack: list[Slots], card: int, player: int) -> None:
        """Begin to carry out a card."""
        entry = self.form.card_entries[card] if card >= 0 else None
        if isinstance(entry, int):
            stack.append(self.frame(entry, player))
            if len(stack) > runtime.DEEPEST_CALLS:
                runtime.too_deep(self.form.places[f"block{entry}"])
        elif entry is not None:
            self.names[entry](s, player)

    def as_one(self, groups: Mapping[Any, list[int]]) -> list[int]:
        """Return one of each group of alike things, to be offered; an example may name another of them."""
        self.alike_options.update({group[-1]: group for group in groups.values()})
        return [group[-1] for group in groups.values()]

    def namespace(self, form: CompiledForm, purse: runtime.WorkBudget) -> dict[str, Any]:
        """Return the names that the functions of a form use."""
        names: dict[str, Any] = dict(form.constants)
        names.update({key: value for key, value in vars(runtime).items() if not key.startswith("_")})
        names["insort"] = insort
        names["most"] = runtime.MOST_PASSES
        purse.patient = form.patient
        names["spent"] = purse.spent
        names["piles"] = self.layout.constants[self.layout.piles()]
        names["relink"] = relinker(self.layout)
        names["objects"] = form.objects
        come_to: set[int] = set()
        self.come_to.append((form.spans, come_to))
        names["reached"] = come_to.add
        names["nothing_said"] = names["trying"] = lambda *_: None
        return names

    def reached(self) -> frozenset[Span]:
        """Return the places of the rulebook that the traced forms have reached since the last call."""
        found = frozenset(spans[place] for spans, places in self.come_to for place in places)
        for _, places in self.come_to:
            places.clear()
        return found

    @cached_property
    def straight(self) -> StraightGame:
        """The straight form, made when it is first wanted."""
        form = self.forms.playouts()
        return StraightGame(form, self.world.players, self.straight_purse, self.namespace(form, self.straight_purse))

    @cached_property
    def playouts(self) -> PlayoutRunner:
        """Whole random games, by the straight form in Python or in native code."""
        from rulewright.interpreter.native.native_game import PlayoutRunner

        return PlayoutRunner(lambda: self.straight, self.forms.lowered)

    @cached_property
    def watching(self) -> WatchPlan:
        """The means to make a choice again while reads of anything hidden are detected."""
        from rulewright.interpreter.match.secret_reads import WatchPlan

        return WatchPlan(self)

    def view(self, words: GameWords, position: Position, seat: int | None) -> View:
        """Return a position as a seat sees it."""
        with self.asked_besides(position):
            return Viewer(self.layout, words, position, seat, self.shown, self.over(position, seat)).view()

    def over(self, position: Position, seat: int | None) -> Set[Field]:
        """Return the fields of rules that are over, if the seat can know where the game is in the rules."""
        pending = position.pending
        hidden = self.form.hidden
        if pending is not None and not hidden.tells_the_way(position, pending[0], asked=pending[1] == seat):
            return frozenset()
        blocks = position.blocks
        return {own for own, its_own in self.form.lasting.items() if its_own.isdisjoint(blocks)}

    def outlook(self, position: Position) -> tuple[int, ...]:
        """Return the rulebook's estimate of how well each seat is doing, which may read hidden values."""
        assert self.form.outlook is not None
        with self.asked_besides(position):
            return tuple([self.names[self.form.outlook](position.parts, seat, seat) for seat in range(self.world.players)])

    @contextmanager
    def asked_besides(self, position: Position) -> Iterator[None]:
        """Leave the rules' budget alone meanwhile."""
        table = position.table
        budget, table[BUDGET] = table[BUDGET], 0
        self.purse.open()
        try:
            yield
        except (runtime.LimitReached, runtime.GameTooLong, RecursionError) as error:
            raise PlayError(self.diagnostic(error)) from None
        finally:
            table[BUDGET] = budget

    @property
    def teams_vary(self) -> bool:
        """Whether teams differ from game to game, so that the end of a game shows them."""
        game = self.world.game
        return game.team is not None and not game.team_lasts

    def teams(self, position: Position) -> tuple[str, ...]:
        """Return the present team of each seat; empty if the rulebook has no teams."""
        team = self.world.game.team
        if team is None or self.form.team is None:
            return ()
        found = [self.names[self.form.team](position.parts, -1, seat) for seat in range(self.world.players)]
        return tuple(self.words("en").option_keys(found, team.type, (), {}))

    def diagnostic(self, error: BaseException, straight: bool = False) -> Diagnostic:
        """Return a diagnostic for a limit that was reached while rules were carried out, and where."""
        form: CompiledForm = self.straight.form if straight else self.form
        if isinstance(error, runtime.LimitReached):
            name, message, help = error.name, error.message, error.help
        elif isinstance(error, runtime.GameTooLong):
            name, message, help = "endless-loop", Phrase("this-goes-on-without-an-end"), Phrase("see-that-something-ends-it")
        else:
            name, message = "endless-calls", Phrase("rules-carry-each-other-out-without-an")
            help = Phrase("see-that-one-of-them-stops-at")
        number = error.span if isinstance(error, runtime.LimitReached) and error.span >= 0 else self.place_of(error, form)
        span = self.world.game.span if number is None else form.spans[number]
        assert isinstance(span, Span)
        return Diagnostic(name=name, message=message, span=span, label=Phrase("here"), help=help)

    def place_of(self, error: BaseException, form: CompiledForm) -> int | None:
        """Return the number of the place in the rulebook where an error's innermost compiled function is."""
        trace = error.__traceback__
        number = None
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename.startswith("<"):
                number = form.places.get(code.co_name, number)
            trace = trace.tb_next
        return number
