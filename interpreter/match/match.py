"""Define a match: a position at a decision, to look at, decide, copy, compare and save."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from operator import index
from typing import Any

from rulewright.dsl import checked
from rulewright.dsl.checked import Local, Rule
from rulewright.dsl.messages.speech import join_words
from rulewright.interpreter.match import information_sets
from rulewright.interpreter.match.decision import Decision
from rulewright.interpreter.match.options import Options
from rulewright.interpreter.match.playouts import playouts_from
from rulewright.interpreter.match.program import Program
from rulewright.interpreter.match.saves import save
from rulewright.interpreter.match.setting import GameSetting
from rulewright.interpreter.match.typed_text import as_text, printable, shortened
from rulewright.interpreter.position import runtime
from rulewright.interpreter.position.chance import draw_below, first_state
from rulewright.interpreter.position.errors import PlayError, WrongChoice, check_standing, unfit_save
from rulewright.interpreter.position.log_entries import ChangeEntry
from rulewright.interpreter.position.position import (
    ASK,
    AT,
    BLOCK,
    BUDGET,
    DECISIONS,
    FIRST_LOCAL,
    FORCED,
    ON,
    PENDING,
    RANDOM,
    RESULT,
    TABLE,
    Position,
)
from rulewright.interpreter.position.questions import QuestionInfo, blank_value, own_local
from rulewright.interpreter.position.results import Option, Result
from rulewright.interpreter.position.runtime import MOST_DECISIONS
from rulewright.interpreter.views import journal
from rulewright.interpreter.views.log_text import text_read
from rulewright.interpreter.views.narration import NarratedAct, narrate
from rulewright.interpreter.views.view import View

LONGEST_NAME = 24


class Match:
    """A game that is being played."""

    def __init__(self, game: GameSetting, program: Program, seed: int, asks: int, language: str) -> None:
        """Prepare a match; `asks` says where it stops besides choices among several options, as in its position."""
        self.game = game
        self.program = program
        self.players: int = program.world.players
        self.seed = seed
        self.steps = 0
        self.words = program.words(language)
        self.whole = False
        """Whether the whole game is carried out; a rule of an example may end without ending the game."""
        self._decision: Decision | None = None
        lists = [[list(one) for one in value] if key == "on" else list(value) for key, value in program.initial.items()]
        self.position = Position.beginning(first_state(seed), asks, lists)
        self.trusted = True
        """Whether the position was reached by play; a position read from a file may be inconsistent."""
        self.past: information_sets.Past = None
        self.backs: tuple[tuple[int, int], ...] = ()
        """The seats that have taken choices back, each with the length of the log at that time."""
        self.known: dict[int, information_sets.KnowledgeCache] = {}
        self.origin: information_sets.Origin | None = None

    def begin(self, rule: Rule | None = None, player: int = 0) -> None:
        """Carry out a rule from here, or the whole game, until somebody must choose."""
        self.whole = rule is None
        try:
            self.program.begin(self.position, rule, player)
        except Exception as error:
            self.failed(error)
        self.remember_from_here()
        self.run()

    def run(self) -> None:
        """Go on until somebody must choose, or to the end."""
        s, stack, program = self.position.parts, self.position.stack, self.program
        blocks = program.blocks
        s[TABLE][BUDGET] = forced = 0
        if program.purse.used:
            program.purse.open()
        self._decision = None

        try:
            while stack:
                frame = stack[-1]
                if blocks[frame[BLOCK]](s, stack, frame):
                    number, _, values = s[PENDING]
                    ask = program.asks[number]
                    several = len(values) != 1 and not ask.whole
                    if several or s[ASK] & FORCED or not ask.is_forced(frame, values):
                        break
                    forced += 1
                    if forced > MOST_DECISIONS:
                        raise runtime.endless(program.form.places[f"block{frame[BLOCK]}"])
                    self.put(ask, values[0])
                    s[TABLE][BUDGET] = 0
                    if program.purse.used:
                        program.purse.open()
        except Exception as error:
            self.failed(error)
        if not self.trusted:
            check_standing(s[AT], s[ON])
        if self.whole and not stack and s[RESULT] is None and s[PENDING] is None:
            s[RESULT] = ()

    def failed(self, error: Exception) -> None:
        """Handle an exception of the rules: the end of the game is no error, and limits become errors of play."""
        if isinstance(error, runtime.GameOver):
            self.position.stack.clear()
            self.position.result = error.winners
        elif isinstance(error, runtime.LimitReached | runtime.GameTooLong | RecursionError):
            raise PlayError(self.program.diagnostic(error)) from None
        elif self.trusted:
            raise error
        else:
            raise unfit_save() from None

    @property
    def forced(self) -> bool:
        """Whether the player who is asked has nothing to choose: there is one answer, or all that is left must be picked."""
        position = self.position
        pending = position.pending
        return pending is not None and self.program.asks[pending[0]].is_forced(position.stack[-1], pending[2])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.parts[RESULT] is not None

    @property
    def result(self) -> Result | None:
        """The result, if the game has ended."""
        winners = self.position.result
        return None if winners is None else Result(tuple(winners), self.scores, self.steps)

    @property
    def outcome(self) -> str:
        """Return the sentence that says who has won a finished game."""
        text = self.words.outcome(self.position.result or ())
        return f"{text[:1].upper()}{text[1:]}."

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The present scores, if the rulebook has any that change."""
        score = self.program.world.game.score
        if score is None or not score.assigned:
            return None
        return tuple(self.position.field(self.program.layout.fields.index(score))[: self.players])

    @property
    def outlook(self) -> tuple[int, ...] | None:
        """The rulebook's estimate of how well each seat is doing, if there is one.

        It may read hidden values, so only determinized positions are asked.
        """
        return None if self.program.form.outlook is None else self.program.outlook(self.position)

    @property
    def score_title(self) -> str:
        """The name of the points, if the game has one."""
        score = self.program.world.game.score
        return "" if score is None else self.words.title(score.titles, "")

    @property
    def decision(self) -> Decision | None:
        """The decision that the match waits for; None at the end."""
        if self._decision is None and self.position.pending is not None:
            self._decision = self.make_decision()
        return self._decision

    @property
    def asks_chance(self) -> bool:
        """Whether chance decides now."""
        pending = self.position.pending
        return pending is not None and self.program.asks[pending[0]].by_chance

    def make_decision(self) -> Decision:
        """Return the pending question as people see it."""
        position = self.position
        number, _, values = position.asked
        ask = self.program.asks[number]
        who = None if ask.by_chance else position.chooser
        return Decision(self, ask, who, values, position.stack[-1], Options(self, ask, who, values))

    def unnumbered(self) -> tuple[list[str | None], bool] | None:
        """Return the keys of options that name hidden things, without their numbers (match/options.py), or None.

        The second value says whether one option names several such things.
        """
        number, _, values = self.position.asked
        decision, ask = self.decision, self.program.asks[number]
        if decision is None or decision.seat is None or ask.kind == "words" or not self.program.layout.has_hidden:
            return None
        options = decision.options
        return options.unnumbered([values[place] for place in options.places]) if options.hidden else None

    def prompt_of(self, ask: QuestionInfo, number: int, least: int, most: int) -> str:
        """Return the text of a question, from the rulebook or the names in it; for a set, with the number of the pick."""
        statement = ask.statement
        asking: checked.TextTemplate = getattr(statement, "asking", {})
        if asking:
            parts: list[str] = []
            try:
                parts += self.question_parts(ask, -1, asking)
            except Exception as error:
                self.failed(error)
            text = join_words(self.words.told_in(asking), parts)
        elif isinstance(statement, checked.Choose):
            text = self.words.phrase(
                "chance" if ask.kind == "random" else "choose",
                ", ".join(pick.local.name.replace("-", " ") for pick in statement.picks),
            )
        elif isinstance(statement, checked.Roll):
            text = self.words.phrase("chance", self.words.title(statement.die.titles, statement.die.name))
        elif isinstance(statement, checked.ChooseWords):
            text = self.words.phrase("words", statement.local.name.replace("-", " "))
        else:
            text = self.words.phrase("choose" if ask.kind in ("menu", "lines") else "chance", self.words.rule(ask.rule))
        if ask.chosen_slot < 0 or most <= 1:
            return text
        if least == most:
            return self.words.phrase("exactly", text, number, most)
        return (
            self.words.phrase("at-least", text, number, least)
            if number <= least
            else (self.words.phrase("at-most", text, number, most))
        )

    def question_parts(
        self, ask: QuestionInfo, line: int, text: checked.TextTemplate, own: Mapping[Local, str] | None = None
    ) -> Iterator[str]:
        """Yield the parts of a question's text, with the values between braces as the asked player may know them.

        `own` has words for the choices in an option's line, by their names.
        """
        language = self.words.told_in(text)
        values: Sequence[Any] = ()
        position = self.position
        if ask.told:
            place = ask.texts.index((line, language))
            values = self.program.names[ask.told](position.parts, position.stack[-1])[place]
        seat = None if self.asks_chance else position.asked[1]
        at, said = self.program.sight.of_things(position.parts), iter(values)
        words = self.words.seen_from(seat, position)
        for part in text[language]:
            if isinstance(part, str):
                yield part
                continue
            local = own_local(part)
            if own and local is not None and local in own:
                yield self.words.in_text(own[local], part.type)
                continue
            value = next(said)
            if part.type.many:
                value = tuple(value)
            where = None
            if part.type.kind == "thing":
                where = tuple(at[thing] for thing in value) if part.type.many else at[value]
            yield words.known(value, part.type, where, seat)

    def choose(self, choice: Option | str | int) -> None:
        """Answer the decision by an option, its key or its index; of kind `words`, by any text."""
        decision = self.decision
        if decision is None:
            raise WrongChoice("the game is over")
        if isinstance(choice, Option):
            choice = choice.key
        options = decision.options
        if options.ask.kind == "words":
            self.say(printable(as_text(choice)))
            return
        if type(choice) is int:
            number = choice
        elif isinstance(choice, str):
            keys = options.all_keys
            number = keys.index(choice) if choice in keys else -1
        else:
            try:
                number = index(choice)
            except TypeError:
                number = -1
        if not 0 <= number < len(options.values):
            raise WrongChoice(f"`{shortened(choice)}` is none of the options")
        self.take(options.places[number])

    def take(self, place: int) -> int:
        """Answer the decision by the index of an answer among those that the rules have listed.

        Return how many options come next.
        """
        position = self.position
        s = position.parts
        number, _, values = s[PENDING]
        ask, value = self.program.asks[number], values[place]
        self.past = (self.past, place, s[RANDOM])
        if ask.by_chance:
            value = value[0]
        elif (len(values) != 1 and not ask.whole) or not ask.is_forced(position.stack[-1], values):
            self.steps += 1
            s[TABLE][DECISIONS] += 1
        self.put(ask, value)
        self.run()
        pending = s[PENDING]
        return 0 if pending is None else len(pending[2])

    def say(self, text: str) -> None:
        """Answer a decision of kind `words`."""
        self.past = (self.past, text, self.position.random)
        self.steps += 1
        self.position.table[DECISIONS] += 1
        self.put(self.program.asks[self.position.question], text)
        self.run()

    def put(self, ask: QuestionInfo, value: Any) -> None:
        """Put an answer where the rule waits for it."""
        s, frame = self.position.parts, self.position.stack[-1]
        if ask.tells:
            # The log tells all choices that are no secret. For a set that is picked one by one, the rules tell the whole.
            number, seat, _ = s[PENDING]
            parts = value if value is None or ask.kind == "menu" or len(ask.types) > 1 else (value,)
            named = self.named_in_line(ask, value)
            self.program.chose(s, seat if seat >= 0 else max(0, frame[FIRST_LOCAL]), number, parts, named)
        if value is None:
            frame[BLOCK] = ask.passed
            for slot, kind in zip(ask.slots, ask.types, strict=True):
                frame[slot] = blank_value(kind)
        elif len(ask.slots) > 1:
            for slot, part in zip(ask.slots, value, strict=True):
                frame[slot] = part
        else:
            frame[ask.slots[0]] = value
        s[PENDING] = None

    def named_in_line(self, ask: QuestionInfo, value: Any) -> dict[str, Any] | None:
        """Return the values between braces in a line of a menu, by language, except for those of its own choices."""
        if not ask.told or value is None or ask.kind not in ("menu", "lines"):
            return None
        line = value if ask.kind == "menu" else value[0] - 1
        told = self.program.names[ask.told](self.position.parts, self.position.stack[-1])
        found = {language: values for (place, language), values in zip(ask.texts, told, strict=True) if place == line}
        return found if any(found.values()) else None

    def choose_at_random(self) -> None:
        """Decide as `playout` would, with the position's own random numbers."""
        if self.position.parts[PENDING] is None:
            raise WrongChoice("the game is over")
        place = self.place_at_random()
        if place is None:
            self.say("")
        else:
            self.take(place)

    def place_at_random(self) -> int | None:
        """Draw what `playout` would choose: the index of an answer among those that the rules have listed, or None for words."""
        position = self.position
        s = position.parts
        asked, _, values = s[PENDING]
        ask = self.program.asks[asked]
        if ask.kind == "words":
            return None
        if (len(values) == 1 or ask.whole) and ask.is_forced(position.stack[-1], values):
            return 0
        if ask.by_chance:
            shares = list(accumulate(weight for _, weight in values))
            s[RANDOM], number = draw_below(s[RANDOM], shares[-1])
            return bisect(shares, number)
        s[RANDOM], number = draw_below(s[RANDOM], len(values))
        return number

    @property
    def count(self) -> int:
        """How many options the decision has; 0 when the game is over."""
        pending = self.position.parts[PENDING]
        return 0 if pending is None else len(pending[2])

    def playout(self, seed: int) -> Result:
        """Play on at random from here, by a seed, and return the result; the match itself stays as it is."""
        return playouts_from(self, [seed])[0]

    def playouts(self, seeds: Sequence[int], most: int = 0) -> list[Result]:
        """Play on at random from here for each of the seeds, in one call; stop after `most` decisions if that is given."""
        return playouts_from(self, seeds, most)

    def begun_anew(self, seed: int | None = None) -> Match:
        """Return the game from its beginning, with the same seed or another one."""
        anew = Match(self.game, self.program, self.seed if seed is None else seed, self.position.asks, self.words.language)
        anew.words = self.words
        anew.begin()
        return anew

    def restart(self, seed: int) -> None:
        """Begin the game again, with another seed."""
        self.__dict__.update(vars(self.begun_anew(seed)))

    def stand_at(self, other: Match) -> None:
        """Begin where another match is, with one's own chance and an empty history."""
        position = other.position.copy()
        position.random, position.asks, position.log = self.position.random, self.position.asks, None
        self.position, self.whole = position, other.whole
        self._decision = None
        self.remember_from_here()

    def deal_again(self, seat: int, seed: int) -> Match:
        """Return a determinization: a match with everything drawn anew that a seat cannot know, consistent with what it sees."""
        return self.game.dealt_again(self.in_lists(), seat, seed)

    def remember_from_here(self) -> None:
        """Forget what happened before."""
        self.past, self.backs, self.known, self.origin = None, (), {}, None
        self.origin = information_sets.Origin(self.copy())

    def answer_again(self, answer: int | str, drawn: Any) -> None:
        """Give an answer of `past` again."""
        self.position.random = drawn
        if isinstance(answer, str):
            self.say(answer)
        else:
            self.take(answer)

    def key_of(self, answer: int | str) -> str:
        """Return the key of an option given by its index, or the words that were said."""
        decision = self.decision
        assert decision is not None
        return answer if isinstance(answer, str) else decision.options[list(decision._places).index(answer)].key

    def information(self, seat: int) -> str:
        """Return a digest of all that a seat has seen, heard and chosen so far, equal on every machine."""
        return information_sets.information(self, seat)

    def copy(self) -> Match:
        """Return a copy of the match that can go on by itself."""
        twin = Match.__new__(Match)
        twin.__dict__ = self.__dict__.copy()
        twin.position = self.position.copy()
        twin._decision = None
        return twin

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Match:
        return self.copy()

    def in_lists(self) -> Match:
        """Return a copy of the match on Python's lists."""
        return self.copy()

    def key(self) -> tuple[Any, ...]:
        """Return the key of the position, equal for positions that differ only in which of several alike things is where."""
        return self.program.keys.key(self.position)

    def call(self, names: Sequence[str]) -> None:
        """Call the players by names, in the order of their seats; a player with an empty name is called by the seat."""
        self.words = self.words.calling([printable(name)[:LONGEST_NAME].strip() for name in names])

    def taken_back(self, seat: int) -> None:
        """Note in the log, for all to read, that a player has taken a choice back."""
        self.backs = (*self.backs, (self.happened, seat))
        journal.note(self.position.parts, "back", seat)

    def player_name(self, seat: int) -> str:
        """Return `Player 1`, or that player's name."""
        return self.words.player(seat)

    def view(self, seat: int | None = None) -> View:
        """Return the table as a seat, or an onlooker, sees it."""
        return self.program.view(self.words, self.position, seat)

    def picture(self, seat: int | None = None, width: int = 760) -> str:
        """Draw the table as a seat, or an onlooker, sees it: as SVG, so many pixels wide."""
        from rulewright.interpreter.views.svg import draw

        decision = self.decision
        asked = [] if decision is None or seat is None or decision.seat != seat else decision.options.addresses()
        return draw(self.view(seat), width, (address for option in asked for address in option))

    def _repr_html_(self) -> str:
        """Show a match in a notebook as an onlooker sees it."""
        return self.picture()

    def log(self, seat: int | None = None, since: int = 0) -> list[str]:
        """Return what happened, as a seat, or an onlooker, has seen it; `since` is an earlier value of `happened`."""
        return list(map(str, self.words.log(journal.entries(self.position.log, since), seat)))

    def tale(self, seat: int | None = None, since: int = 0, until: int | None = None) -> list[NarratedAct]:
        """Return what happened as it is told at the table: act by act, each with its effects, and addressed to the seat.

        `since` and `until` are earlier values of `happened`.
        """
        log = self.position.log if until is None else journal.as_of(self.position.log, until)
        return narrate(self.words, journal.entries(log, since), seat, whole=not since)

    def gains(self) -> list[dict[str, int]]:
        """Return how many points each player has got for each reason that everybody was told."""
        score = self.program.world.game.score
        found: list[dict[str, int]] = [{} for _ in range(self.players)]
        if score is not None and score.seen == "all":
            for entry in journal.entries(self.position.log):
                if isinstance(entry, ChangeEntry) and entry.own == score and entry.text is not None:
                    reason = text_read(self.words, None, entry, self.words.told_in(entry.text[0]))
                    found[entry.entity][reason] = found[entry.entity].get(reason, 0) + entry.more
        return found

    @property
    def happened(self) -> int:
        """The length of the log."""
        log = self.position.log
        return 0 if log is None else log[2]

    def written(self, since: int = 0) -> str:
        """Return the entries of the log since then in a form that is only good for comparing."""
        return repr(journal.packed(self.position.log, since))

    def save(self) -> str:
        """Return the beginning of the match and the choices since, as text."""
        return save(self)
