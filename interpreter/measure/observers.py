"""Watch games one choice at a time, and count what only an onlooker can.

This takes longer than results alone, so only the first games are watched, which are the same in any run. All counts are
whole numbers that can be added in any order, as in `figures.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

from rulewright.dsl import checked
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.measure.distribution import Distribution
from rulewright.interpreter.measure.figures import RepeatedPosition, StoppedGame, ThinkingTime
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.position.log_entries import MoveEntry, PerformEntry, RemovalEntry, SwapEntry
from rulewright.interpreter.position.questions import QuestionInfo, line_of
from rulewright.interpreter.position.runtime import MOST_DECISIONS
from rulewright.interpreter.position.walk import rules_of_game, walk_statements
from rulewright.interpreter.search.seeds import derived_seed
from rulewright.interpreter.views import journal
from rulewright.interpreter.views.words import GameWords

AGAIN_AND_AGAIN = 5
"""A position that comes up this often in one game shows that the players go in circles."""
MOST_QUESTIONS = 3

if TYPE_CHECKING:
    from rulewright.interpreter.games.game import Game
    from rulewright.interpreter.measure.plan import Plan
    from rulewright.interpreter.search.players import Player

MOST_OPTIONS = 60
"""A question that has ever had more options than this is not counted option by option."""
FEWEST = 10
"""How often seats with a card, and those without, must each have won and not won before they are compared."""
SINCE = 2000
"""After how many decisions the log is read: a very long one forgets its beginning."""
LEADS = 1000
"""The resolution of how early the winner took the lead, in parts of a game."""


@define
class WinDifference:
    """Whether seats with a card win more often than those without, game by game.

    Seats of one game do not win independently, so the sums are over games. For each game these are the seats with the card,
    their wins, the seats without it, and their wins; and all products of two of these.
    """

    sums: list[int] = field(factory=lambda: [0] * 4)
    products: list[int] = field(factory=lambda: [0] * 16)
    games: int = 0

    def add(self, game: Sequence[int]) -> None:
        self.games += 1
        self.sums = [own + one for own, one in zip(self.sums, game, strict=True)]
        products = (one * other for one in game for other in game)
        self.products = [own + one for own, one in zip(self.products, products, strict=True)]

    def merge(self, other: WinDifference) -> None:
        """Add other games."""
        self.games += other.games
        self.sums = [own + one for own, one in zip(self.sums, other.sums, strict=True)]
        self.products = [own + one for own, one in zip(self.products, other.products, strict=True)]

    def difference(self) -> tuple[float, float] | None:
        """Return by how much the shares of wins differ, with its variance, or None if there were too few games."""
        with_it, won_with, without, won_without = self.sums
        if min(won_with, with_it - won_with, won_without, without - won_without) < FEWEST:
            return None
        one, other = won_with / with_it, won_without / without
        # This is the linearized contribution of each game to the difference of the two shares; its weights are those of the
        # four sums.
        weights = (-one / with_it, 1 / with_it, other / without, -1 / without)
        places = range(4)
        squares = sum(weights[i] * weights[j] * self.products[4 * i + j] for i in places for j in places)
        return one - other, max(0.0, squares) * self.games / (self.games - 1)


@define
class CardFigures:
    """The figures of a card."""

    drawn: int = 0
    """How often a player got it at one of the player's places, or had it there at the beginning."""
    played: int = 0
    """How often it was carried out, if it has a rule; else how often it left a player's places."""
    kept: int = 0
    """In how many places of players it was at the end."""
    having: WinDifference = field(factory=WinDifference)
    """Players who ever had it against those who never did."""
    playing: WinDifference = field(factory=WinDifference)
    """Players who ever played it against those who never did."""

    def merge(self, other: CardFigures) -> None:
        """Add other games."""
        self.drawn += other.drawn
        self.played += other.played
        self.kept += other.kept
        self.having.merge(other.having)
        self.playing.merge(other.playing)


@define
class WatchFigures:
    """The results of watching some games."""

    games: int = 0
    turns: Distribution = field(factory=Distribution)
    """For each game: how often the choice passed to another seat, counting the first."""
    choices: Distribution = field(factory=Distribution)
    """For each decision: the number of options."""
    lead_changes: Distribution = field(factory=Distribution)
    """For games that one seat won and in which scores show the lead: how often another seat took the sole lead."""
    led_since: Distribution = field(factory=Distribution)
    """For each of these games: after which part of its decisions, in thousandths, the winner led for good."""
    cards: dict[str, CardFigures] = field(factory=dict)
    sides: dict[str, dict[str, list[int]]] = field(factory=dict)
    """Counts by define about players that the table shows, such as a role, and by its value.

    They are how many seats had the value at the end, and how many of these won.
    """
    asked: Counter[str] = field(factory=Counter)
    """How often each question was asked."""
    offered: Counter[tuple[str, str]] = field(factory=Counter)
    """How often each question had each option."""
    chosen: Counter[tuple[str, str]] = field(factory=Counter)

    def merge(self, other: WatchFigures) -> None:
        """Add other games."""
        self.games += other.games
        for own, one in (
            (self.turns, other.turns),
            (self.choices, other.choices),
            (self.lead_changes, other.lead_changes),
            (self.led_since, other.led_since),
        ):
            own.merge(one)
        for name, card in other.cards.items():
            self.card(name).merge(card)
        for title, values in other.sides.items():
            for name, (seats, won) in values.items():
                self.of_side(title, name, seats, won)
        self.asked.update(other.asked)
        self.offered.update(other.offered)
        self.chosen.update(other.chosen)

    def card(self, title: str) -> CardFigures:
        """Return the figures of a card so far."""
        found = self.cards.get(title)
        if found is None:
            found = self.cards[title] = CardFigures()
        return found

    def of_side(self, title: str, name: str, seats: int, won: int) -> None:
        """Add seats with a value at the end."""
        counted = self.sides.setdefault(title, {}).setdefault(name, [0, 0])
        counted[0] += seats
        counted[1] += won


class GameWatcher:
    """Knowledge of a game about what to watch."""

    def __init__(self, game: Game, players: int) -> None:
        program = self.program = game.program(players)
        world = self.world = program.world
        self.words = program.words("en")
        self.owners = [space.owner for space in world.spaces] + [-1]
        self.cards = {thing: self.title_of(thing) for thing in range(len(world.things)) if self.is_card(thing)}
        self.named = [self.words.title(card.titles, card.name) for card in world.cards]
        statements = (one for rule in rules_of_game(game.checked) for one in walk_statements(rule.body))
        performed = {one.card.type.name for one in statements if isinstance(one, checked.Perform)}
        self.performs = {title for title, card in zip(self.named, world.cards, strict=True) if card.kind.name in performed}
        """Cards that are played when the rules carry them out. All others are played when they leave a player."""
        score = world.game.score
        self.scored = score is not None and score.assigned and score.worked_out is None
        self.sides = [
            (self.words.title(define.titles, define.name), define.type, worked_out)
            for define, worked_out in program.shown
            if [local.type for local in define.parameters] == [checked.PLAYER]
            and not define.type.many
            and define.type.kind in ("value", "truth", "card")
        ]
        self.titles: dict[tuple[int, Any], str] = {}
        self.questions: dict[int, str] = {}

    def is_card(self, thing: int) -> bool:
        """Return whether a thing is a named card, or one of a deck that is made from values and belongs to nobody."""
        info = self.world.things[thing]
        return info.card >= 0 or (bool(info.values) and "player" not in info.kind.groups)

    def title_of(self, thing: int) -> str:
        """Return the name of a card, without its owner."""
        info = self.world.things[thing]
        return self.words.named(info, whose=False) if info.card >= 0 else self.words.unnamed(info)

    @cached_property
    def titles_of_cards(self) -> list[str]:
        """Return all cards, each once."""
        return list(dict.fromkeys(self.cards.values()))

    def question(self, number: int) -> str:
        """Return the name of a question: its text, or its rule and names."""
        if number not in self.questions:
            self.questions[number] = question_name(self.program.asks[number], self.words)
        return self.questions[number]

    def option(self, number: int, value: Any) -> str | None:
        """Return the name of an option if it has one in a word or two, else None."""
        key = number, value
        if key not in self.titles:
            self.titles[key] = self.option_anew(self.program.asks[number], value) or ""
        return self.titles[key] or None

    def option_anew(self, ask: QuestionInfo, value: Any) -> str | None:
        """Return the name of an option, without the cache."""
        if value is None:
            return "(pass)"
        if ask.kind in ("menu", "lines"):
            line = line_of(ask, value)[1]
            text = self.words.title({key: "".join(map(_shown, parts)) for key, parts in line.title.items()}, "")
            return text or line.name
        if ask.kind not in ("one", "many") or len(ask.types) != 1:
            return None
        kind = ask.types[0]
        if kind.kind == "thing":
            return self.cards.get(value) or self.words.title(self.world.things[value].kind.titles, "")
        return self.words.value(value, checked.Type(kind.kind, kind.name))


def _shown(part: Any) -> str:
    return part if isinstance(part, str) else "..."


def question_name(ask: QuestionInfo, words: GameWords) -> str:
    """Return the name of a question."""
    asking = getattr(ask.statement, "asking", {})
    text = "".join(map(_shown, asking.get("en") or next(iter(asking.values()), ())))
    picks = getattr(ask.statement, "picks", ())
    names = ", ".join(pick.local.name.replace("-", " ") for pick in picks)
    rule = words.rule(ask.rule)
    return f"{rule}: {text or names}" if text or names else rule


class WatchedGame:
    """One game that is watched, from its beginning to its end."""

    def __init__(self, onlooker: GameWatcher, match: Match, look: WatchFigures) -> None:
        self.on, self.match, self.look = onlooker, match, look
        players = onlooker.world.players
        self.turns = self.decisions = 0
        self.last = -1
        self.read = 0
        self.had: dict[str, set[int]] = {}
        self.played: dict[str, set[int]] = {}
        self.high, self.low = LeadHistory(players, max), LeadHistory(players, min)
        self.start()

    def start(self) -> None:
        """Prepare before the first choice: the log tells what was dealt, and other things are where they began."""
        at = self.on.program.initial["at"]
        for thing, title in self.on.cards.items():
            seat = self.on.owners[at[thing]] if at[thing] >= 0 else -1
            if seat >= 0:
                self.draws(title, seat)
        self.after()

    def draws(self, title: str, seat: int) -> None:
        """Count a card that somebody gets."""
        self.look.card(title).drawn += 1
        self.had.setdefault(title, set()).add(seat)

    def plays(self, title: str, seat: int) -> None:
        """Count a card that somebody plays."""
        self.look.card(title).played += 1
        self.played.setdefault(title, set()).add(seat)

    def before(self, place: int) -> None:
        """Count an option that somebody, or chance, is about to take."""
        number, _, values = self.match.position.asked
        ask = self.on.program.asks[number]
        if ask.by_chance:
            return
        self.decisions += 1
        seat = self.match.position.chooser
        self.turns += seat != self.last
        self.last = seat
        self.look.choices.add(len(values))
        question = self.on.question(number)
        self.look.asked[question] += 1
        if len(values) <= MOST_OPTIONS and ask.kind != "words":
            titles = {self.on.option(number, value) for value in values}
            # If all options have the same name, names say nothing.
            if None not in titles and (len(titles) > 1 or len(values) == 1):
                self.look.offered.update((question, str(title)) for title in titles)
                self.look.chosen[question, str(self.on.option(number, values[place]))] += 1

    def after(self) -> None:
        """Note the scores after a choice."""
        if self.on.scored:
            scores = self.match.scores
            assert scores is not None
            self.high.stands(scores, self.decisions)
            self.low.stands(scores, self.decisions)
        if self.decisions % SINCE == 0:
            self.listen()

    def listen(self) -> None:
        """Read what has happened since the last time."""
        if not self.on.cards:
            return
        log = self.match.position.log
        new, self.read = journal.entries(log, self.read), 0 if log is None else log[2]
        space, owners, cards = self.on.program.sight.space, self.on.owners, self.on.cards
        for entry in new:
            match entry:
                case MoveEntry(thing=thing) if thing in cards:
                    self.moves(cards[thing], owners[space(entry.origin)], owners[space(entry.to)])
                case RemovalEntry(thing=thing) if thing in cards:
                    self.moves(cards[thing], owners[space(entry.origin)], -1)
                case SwapEntry():
                    seats = owners[space(entry.first)], owners[space(entry.second)]
                    for thing, (seat, other_seat) in ((entry.one, seats), (entry.other, seats[::-1])):
                        if thing in cards:
                            self.moves(cards[thing], seat, other_seat)
                case PerformEntry(player=seat, card=card) if seat >= 0 and card >= 0:
                    self.plays(self.on.named[card], seat)

    def moves(self, title: str, left: int, to: int) -> None:
        """Count a card that moves from one player's places to another's, or to nobody's."""
        if left == to:
            return
        if left >= 0 and title not in self.on.performs:
            self.plays(title, left)
        if to >= 0:
            self.draws(title, to)

    def end(self, winners: Sequence[int]) -> None:
        """Count the end of a game."""
        look, players = self.look, self.on.world.players
        self.listen()
        look.games += 1
        look.turns.add(self.turns)
        at = self.match.position.at
        for thing, title in self.on.cards.items():
            if at[thing] >= 0 and self.on.owners[at[thing]] >= 0:
                look.card(title).kept += 1
        for title in self.on.titles_of_cards:
            card = look.card(title)
            for apart, those in ((card.having, self.had), (card.playing, self.played)):
                seats = those.get(title, set())
                won = sum(seat in seats for seat in winners)
                apart.add((len(seats), won, players - len(seats), len(winners) - won))
        for title, kind, worked_out in self.on.sides:
            for seat in range(players):
                name = self.on.words.value(worked_out(self.match.position.parts, -1, seat), kind)
                look.of_side(title, name, 1, int(seat in winners))
        lead = next((one for one in (self.high, self.low) if self.on.scored and (one.leader,) == tuple(winners)), None)
        if lead is not None:
            look.lead_changes.add(lead.changes)
            look.led_since.add(LEADS * lead.since // max(1, self.decisions))


class LeadHistory:
    """The player in the lead, where the most or the fewest points are the best."""

    def __init__(self, players: int, best: Callable[[Sequence[int]], int]) -> None:
        self.players, self.best = players, best
        self.leader = -1
        """The seat in the sole lead, or -1."""
        self.before = -1
        self.changes = self.since = 0

    def stands(self, scores: Sequence[int], decisions: int) -> None:
        """Note the scores after a number of decisions."""
        best = self.best(scores)
        leader = scores.index(best) if scores.count(best) == 1 else -1
        if leader == self.leader:
            return
        self.leader = leader
        if leader >= 0:
            self.changes += self.before not in (-1, leader)
            self.before, self.since = leader, decisions


def watch_games(plan: Plan, game: Game, most: int, decisions: int | None = None, first: int = 0) -> Iterator[WatchFigures]:
    """Watch random games of a plan from number `first` on, until there are `most`, or they have `decisions` in all."""
    onlooker, taken = GameWatcher(game, plan.players), 0
    for number in range(first, first + most):
        found = WatchFigures()
        match = game.start(plan.players, plan.seed_of(number))
        with suppress(PlayError):
            watch_game(match, Match.place_at_random, WatchedGame(onlooker, match, found))
        taken += match.steps
        yield found
        if decisions is not None and taken >= decisions:
            return


@define
class SeatedPlayers:
    """The players of one game, and how long each has thought."""

    names: Sequence[str]
    players: Sequence[Player]
    thinking: list[ThinkingTime]
    positions: Counter[int] = field(factory=Counter)
    """How often each position came up, by its hash."""
    asked: dict[int, str] = field(factory=dict)
    """The questions at the positions that came back."""

    def __call__(self, match: Match) -> int | str:
        """Return the index of an answer, or words."""
        decision = match.decision
        if decision is None or decision.seat is None:
            raise ValueError("chance asks nobody here: it falls by the seed")
        position = hash(match.key())
        self.positions[position] += 1
        if self.positions[position] == AGAIN_AND_AGAIN:
            self.asked[position] = decision.prompt
        began = perf_counter()
        choice = self.players[decision.seat].choose(match)
        self.thinking[decision.seat].merge(ThinkingTime(1, perf_counter() - began))
        return choice if isinstance(choice, str) else decision.options.places[choice]

    def repeated(self, number: int, seed: int) -> RepeatedPosition | None:
        """Return how often the most frequent position came up, if that was again and again."""
        if not self.asked:
            return None
        asked = sorted(self.asked, key=lambda position: -self.positions[position])
        questions = tuple(dict.fromkeys(self.asked[position] for position in asked))[:MOST_QUESTIONS]
        return RepeatedPosition(number, seed, self.positions[asked[0]], questions)

    def failures(self, number: int, seed: int) -> dict[str, StoppedGame]:
        """Return the first failure of each player from somebody's own file in this game."""
        failed = zip(self.names, self.players, strict=True)
        found = {name: getattr(one, "failure", None) for name, one in failed}
        return {name: StoppedGame(number, seed, failure) for name, failure in found.items() if failure is not None}


def plan_chooser(plan: Plan, number: int) -> Callable[[Match], int | str | None]:
    """Return how choices in a game of a plan are made: by the index of an answer, or by words."""
    if plan.at_random:
        return Match.place_at_random
    # A random player needs none of the code for thinking, which takes half of a process's start to load.
    from rulewright.interpreter.search.players import player

    seed = plan.seed_of(number)
    players = [player(name, derived_seed(seed, seat)) for seat, name in enumerate(plan.seats)]
    return SeatedPlayers(plan.seats, players, [ThinkingTime() for _ in players])


def watch_game(match: Match, choose: Callable[[Match], int | str | None], watched: WatchedGame | None) -> None:
    """Play a game with a chooser, which returns the index of an answer or words (None says nothing); `watched` looks on."""
    while match.position.pending is not None and match.steps < MOST_DECISIONS:
        choice = choose(match)
        if watched is not None:
            watched.before(choice if isinstance(choice, int) else 0)
        if isinstance(choice, int):
            match.take(choice)
        else:
            match.say(choice or "")
        if watched is not None:
            watched.after()
    winners = match.position.result
    if winners is not None and watched is not None:
        watched.end(winners)
