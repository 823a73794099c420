"""Report the results of playing a rulebook, at its lines, each with a command that shows it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Iterator
from functools import cached_property

from rulewright.dsl import checked, nodes
from rulewright.dsl.checked import GameOver
from rulewright.dsl.lint.rulebook import warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Source, Span
from rulewright.interpreter.examine.ablation import pieces_of
from rulewright.interpreter.examine.configurations import Configuration
from rulewright.interpreter.examine.coverage import CoverageItem, CoverageItems
from rulewright.interpreter.examine.deep_lint import FIRST, OTHERS, DeepReport
from rulewright.interpreter.examine.fairness import SeatResults, certain_distance, furthest_seats, seats_of
from rulewright.interpreter.examine.random_games import Key, PlayResults, games_without_result, key_of
from rulewright.interpreter.position.walk import rules_of_game, statements_of_game, walk_statements
from rulewright.interpreter.search.seeds import derived_seed

NEXT_BLOCK = re.compile(r"\n(?=[^\s#])")
FEWEST_GAMES = 50
"""With fewer games in a way, there is no report of places that are never reached."""
NEVER: dict[str, Callable[[int], Phrase]] = {
    "line": lambda games: Phrase("in-games-at-random-this-is-never", games=games),
    "card": lambda games: Phrase("in-games-at-random-this-card-is", games=games),
    "standing rule": lambda games: Phrase("in-games-at-random-this-standing-rule", games=games),
    "ban": lambda games: Phrase("in-games-at-random-this-ban-never", games=games),
    "branch": lambda games: Phrase("in-games-at-random-this-is-never-so", games=games),
    "always": lambda games: Phrase("in-games-at-random-this-is-always", games=games),
    "otherwise": lambda games: Phrase("in-games-at-random-this-is-never-chosen", games=games),
}


SAME_WITHOUT: dict[str, Callable[[int], Phrase]] = {
    "standing rule": lambda games: Phrase("without-this-standing-rule-each-of-the", games=games),
    "ban": lambda games: Phrase("without-this-ban-each-of-the-games", games=games),
    "card": lambda games: Phrase("without-this-card-each-of-the-games", games=games),
}


class Findings:
    """The findings of a report."""

    def __init__(self, report: DeepReport) -> None:
        self.report = report
        self.rulebook = report.rulebook
        self.sources: dict[str, Source] = {
            source.name: source for source in (*self.rulebook.found.rulebook.sources, *self.rulebook.found.asked.sources)
        }
        for variant in self.rulebook.found.known.values():
            self.sources.setdefault(variant.span.source.name, variant.span.source)

    def all(self) -> Iterator[Diagnostic]:
        """Yield all findings."""
        yield from self.refused()
        yield from self.without_an_end()
        yield from self.dead_ends()
        yield from self.unfair()
        yield from self.unfair_roles()
        if self.enough:
            never = list(self.never())
            yield from (self.never_of(item) for item in never)
            yield from self.unchanging(never)

    def span(self, key: Key | None) -> Span:
        """Return a place of the rulebook that was read here."""
        if key is None or key[0] not in self.sources:
            return self.head
        return Span(self.sources[key[0]], key[1], key[2])

    @cached_property
    def head(self) -> Span:
        """Return where the game says for how many players it is."""
        declarations = self.rulebook.found.rulebook.declarations
        head = next(node for node in declarations if isinstance(node, nodes.Game))
        return next((line.span for line in head.lines if isinstance(line, nodes.Players)), head.name.span)

    def whose(self, way: Configuration) -> Span:
        """Return where to report something about a whole way to play: at its variant, or at the game."""
        return self.rulebook.found.known[way.variants[-1]].name.span if way.variants else self.head

    def command(self, word: str, way: Configuration, *more: str) -> str:
        """Return a command that shows something."""
        return f"`rulewright {word} {shlex.join([*self.rulebook.words(way), *more])}`"

    def replay(self, way: Configuration, seed: int) -> str:
        """Return the command that shows one game."""
        return self.command("replay", way, "--seed", str(seed))

    def refused(self) -> Iterator[Diagnostic]:
        """Yield ways in which nobody can play."""
        for tried in self.report.tried:
            if tried.refused is not None:
                stop = tried.refused
                shown = self.command("simulate", tried.way, "--games", "1")
                way_out = (
                    Phrase("shows-it", shown=shown)
                    if stop.help is None
                    else Phrase("help-shown-shows-it", help=stop.help, shown=shown)
                )
                yield Diagnostic(stop.name, stop.message, self.span(stop.place), label=Phrase("here"), help=way_out)

    def without_an_end(self) -> Iterator[Diagnostic]:
        """Yield games that a limit ended, each limit once, or that are too long for anyone to wait for."""
        told: set[Key | None] = set()
        for tried in self.report.tried:
            found: dict[Key | None, list[int]] = {}
            for stop in tried.stops:
                found.setdefault(stop.place, []).append(stop.seed)
            if tried.long:
                found.setdefault(key_of(self.rulebook.games[tried.way.variants].play.span), []).extend(tried.long)
            for key, seeds in found.items():
                if key not in told:
                    told.add(key)
                    yield warning(
                        "without-end",
                        Phrase("of-games-at-random-come-to-no", seeds=len(seeds), games=tried.games),
                        self.span(key),
                        Phrase("here"),
                        Phrase("see-that-something-ends-them-shows-one", replay=self.replay(tried.way, seeds[0])),
                    )

    def dead_ends(self) -> Iterator[Diagnostic]:
        """Yield games that are over because nothing is left to do, though a rule ends others."""
        for tried in self.report.tried:
            fallen = games_without_result(self.rulebook, tried)
            game = self.rulebook.games[tried.way.variants]
            if fallen is None or not any(isinstance(one, GameOver) for one in statements_of_game(game)):
                continue
            count, seed = fallen
            if count < tried.games - len(tried.stops) - len(tried.long):
                message = Phrase("of-games-at-random-end-without-a", count=count, games=tried.games)
                yield warning(
                    "dead-end", message, game.play.span, Phrase("nothing-is-left"),
                    Phrase("say-how-such-a-game-ends-shows", replay=self.replay(tried.way, seed)))  # fmt: skip
                return

    @cached_property
    def seats(self) -> list[SeatResults]:
        """The remarkable seats, as other games show them."""
        remarkable = [
            seat for seat in furthest_seats(self.report.tried) if seat.is_remarkable and seat.tried.way in self.report.again
        ]
        found = []
        for one in remarkable:
            again = self.report.again[one.tried.way]
            found += [other for other in seats_of(again) if other.seat == one.seat]
        return found

    @cached_property
    def distance(self) -> float:
        """The distance from the fair share that chance does not explain for any of them."""
        return certain_distance(len(self.seats))

    def unfair(self) -> Iterator[Diagnostic]:
        """Yield seats that are clearly better or worse off than the others: the worst for the game and each variant."""
        told: set[tuple[int, int]] = set()
        for variants in self.rulebook.games:
            found = [one for one in self.seats if one.tried.way.variants == variants and one.is_unfair(self.distance)]
            found = [one for one in found if (one.tried.way.players, one.seat) not in told]
            found = [one for one in found if one.tried.way.is_plain] or found
            if not found:
                continue
            told |= {(one.tried.way.players, one.seat) for one in found}
            worst = max(found, key=lambda one: abs(one.distance))
            yield warning(
                "unfair-seat", self.share_of(worst),
                self.whose(worst.tried.way), Phrase("not-by-chance"),
                Phrase("see-what-favours-a-seat-or-say", counted=self.counted(worst.tried)))  # fmt: skip

    def unfair_roles(self) -> Iterator[Diagnostic]:
        """Yield choices or roles that are clearly better or worse than the rest: the worst of each kind."""
        looked_at = sum(len(remarkable) for _, remarkable in self.report.roles.values())
        distance, told = certain_distance(looked_at), set[Key]()
        for way, (roles, remarkable) in self.report.roles.items():
            found = [(roles.fares[role], role) for role in remarkable if role in roles.fares]
            for fares, (key, name) in sorted(found, key=lambda one: -abs(one[0].distance)):
                if key in told or not fares.is_unfair(distance):
                    continue
                told.add(key)
                low, high = fares.interval(distance)
                share, fair = percent(fares.wins / fares.seats), percent(fares.fair / fares.seats)
                shown = self.replay(way, derived_seed(OTHERS))
                message = Phrase(
                    "who-has-wins-of-games-at-random",
                    name=name,
                    share=share,
                    games=roles.games,
                    low=percent(low),
                    high=percent(high),
                    fair=fair,
                )
                yield warning(
                    "unfair-role", message, self.span(key), Phrase("not-by-chance"),
                    Phrase("see-what-makes-it-so-strong-or", shown=shown))  # fmt: skip

    def counted(self, tried: PlayResults) -> str:
        """Return the command that counts the same games."""
        return self.command("simulate", tried.way, "--seed", str(OTHERS), "--games", str(tried.games))

    def share_of(self, seat: SeatResults) -> Phrase:
        """Say how often a seat wins, with the interval of the true share."""
        low, high = seat.interval(self.distance)
        wins, fair = percent(seat.wins / seat.games), percent(seat.fair)
        number, players = seat.seat + 1, seat.tried.way.players
        return Phrase(
            "seat-of-wins-of-the-games-surely",
            number=number,
            players=players,
            wins=wins,
            low=percent(low),
            high=percent(high),
            fair=fair,
        )

    def summary(self) -> Iterator[str]:
        """Yield how much was played, what could not be, and notes."""
        report, name = self.report, self.rulebook.reference
        ways = f"{len(report.tried)} of {len(report.ways)} ways to play it"
        if len(report.tried) == len(report.ways):
            ways = f"{len(report.ways)} {'way' if len(report.ways) == 1 else 'ways'} to play it"
        yield f"{name}: {report.games} games at random, in {ways}"
        if not self.enough:
            yield f"{name}: too few to say what never comes up, or makes no difference"
        for note in self.notes():
            yield f"{name}: note: {note}"

    @property
    def enough(self) -> bool:
        """Whether enough was played to report that something never comes up; with few games, it might in many."""
        report = self.report
        wanted = min(FEWEST_GAMES, report.wanted.games)
        every = all(one.games >= wanted or one.has_no_end or one.refused for one in report.tried)
        return len(report.tried) == len(report.ways) and every

    def notes(self) -> Iterator[str]:
        """Yield seats that are slightly better or worse off than the others."""
        for one in self.seats:
            low, high = one.interval(self.distance)
            if one.tried.way.is_plain and not one.is_unfair(self.distance) and not low <= one.fair <= high:
                yield (f"{self.share_of(one)}; that is little, and {self.counted(one.tried)} shows it")

    def never(self) -> Iterator[CoverageItem]:
        """Yield lines, cards, options, standing rules and bans that no game reaches."""
        places = {key for tried in self.report.tried for key in tried.places}
        known = {key for tried in self.report.tried for key in tried.known}
        reached = {self.span(key) for key in places}
        told: set[Span] = set()
        for game in self.rulebook.games.values():
            for item in CoverageItems(game, reached).all():
                # Code that options decide, or in a rule for examples alone, is no part of any game that is played.
                if item.good or not item.named or item.span in told or key_of(item.place) not in known:
                    continue
                if item.what == "it is never otherwise" and not item.block:
                    continue
                told.add(item.span)
                yield item

    def never_of(self, item: CoverageItem) -> Diagnostic:
        """Return the report of something that no game reaches."""
        name, kind = "never-comes-up", item.kind
        if item.kind == "branch" and item.what != "it is never so":
            name, kind = ("never-comes-up", "always") if item.block else ("never-chosen", "otherwise")
        return warning(name, NEVER[kind](self.report.games), item.span, Phrase("never"), self.near(item.host))

    def near(self, host: Span | None) -> Phrase:
        """Return what to do, with the command that shows a game that gets near."""
        for tried in self.report.tried:
            if host is not None and key_of(host) in tried.places:
                return Phrase("see-what-keeps-it-from-that-near", command=self.replay(tried.way, tried.places[key_of(host)][1]))
        return Phrase("see-what-keeps-it-from-that", command=self.replay(self.report.tried[0].way, FIRST))

    def unchanging(self, never: Collection[CoverageItem]) -> Iterator[Diagnostic]:
        """Yield what can be left out without changing games: standing rules, bans and cards; variants; options.

        Something that is never reached inside one of these is reported instead.
        """
        by_way = {tried.way: tried for tried in self.report.tried}
        vain: list[nodes.Variant] = []
        for name, variant in self.rulebook.found.known.items():
            plain = [way for way in by_way if way.variants == (name,) and way.is_plain]
            if plain and all(self.are_same(by_way[way], by_way.get(Configuration((), way.players))) for way in plain):
                vain.append(variant)
                if not any(stands_in(item.span, variant) for item in never):
                    yield self.same_games(variant.name.span, Phrase("with-this-variant-all-games-at-random"), plain[0])
        for variants, game in self.rulebook.games.items():
            for option in game.options.values():
                ways = [way for way in by_way if way.variants == variants and way.options and way.options[0][0] == option.name]
                if ways and all(self.are_same(by_way[way], by_way.get(Configuration(variants, way.players))) for way in ways):
                    yield self.same_games(option.span, Phrase("with-this-option-all-games-at-random"), ways[0])
        kinds = {key_of(piece.span): piece.kind for game in self.rulebook.games.values() for piece in pieces_of(game)}
        for key, found in self.report.removed.items():
            place = self.span(key)
            if any(item.host == place for item in never) or any(stands_in(place, variant) for variant in vain):
                continue
            if key not in kinds or any(one.other is not None for _, one in found):
                continue
            games, (way, first) = sum(one.games for _, one in found), found[0]
            if games and first.first is not None:
                message = SAME_WITHOUT[kinds[key]](games)
                shown = self.replay(way, first.first)
                yield warning(
                    "changes-no-game", message, place, Phrase("makes-no-difference"),
                    Phrase("see-whether-it-does-what-it-should", shown=shown))  # fmt: skip

    def are_same(self, one: PlayResults, other: PlayResults | None) -> bool:
        """Return whether the games of two ways ended alike, unless one of them tells something that the other does not."""
        if other is None or not one.games == other.games > 0 or one.outcomes != other.outcomes:
            return False
        return not self.telling & (one.known ^ other.known)

    @cached_property
    def telling(self) -> set[Key]:
        """The places that say or show something, which is no part of how games end."""
        rules = (rule for game in self.rulebook.games.values() for rule in rules_of_game(game))
        return {key_of(one.span) for rule in rules for one in walk_statements(rule.body) if isinstance(one, checked.Telling)}

    def same_games(self, span: Span, message: Phrase, way: Configuration) -> Diagnostic:
        """Return the report of a variant or an option that changes nothing."""
        return warning(
            "changes-no-game",
            message,
            span,
            Phrase("makes-no-difference"),
            Phrase("see-whether-it-changes-what-it-should", replay=self.replay(way, FIRST)),
        )


def stands_in(place: Span, variant: nodes.Variant) -> bool:
    """Return whether something is in a variant."""
    start = variant.name.span.start
    if place.source is not variant.span.source or place.start < start:
        return False
    following = NEXT_BLOCK.search(place.source.text, start)
    return following is None or place.start < following.start()


def percent(share: float) -> Phrase:
    """Return a share as people write it."""
    whole, _, tenths = f"{100 * share:.1f}".partition(".")
    return Phrase("whole-tenths", whole=whole, tenths=tenths)
