"""List the ways to play a rulebook that are tried at random: how many players, with which options and variants."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations as pairs

from attrs import frozen

from rulewright.dsl.checked import Game, Option
from rulewright.dsl.library.library import LinkedRulebook, checked_with, combinations, find_game
from rulewright.dsl.library.linking import variants_in
from rulewright.dsl.messages.diagnostic import RulebookError
from rulewright.interpreter.games.game import setting_of


@frozen
class Configuration:
    variants: tuple[str, ...]
    players: int
    options: tuple[tuple[str, int], ...] = ()
    """The options that are not at their defaults."""

    @property
    def is_plain(self) -> bool:
        return not self.options


class ConfiguredRulebook:
    """A rulebook without mistakes, with each set of its variants that can be played together."""

    def __init__(self, reference: str) -> None:
        self.reference = reference
        found, diagnostics = find_game(reference, whole=True)
        if found is None:
            raise RulebookError(diagnostics)
        self.found: LinkedRulebook = found
        self.own = tuple(variant.name.text for variant in variants_in(found.asked)) if found.variants else ()
        """The variants that were asked for, if it is a file of variants."""
        self.known = [name for name in found.known if name not in found.guests]

    @cached_property
    def games(self) -> dict[tuple[str, ...], Game]:
        """The game by itself, with each variant, with pairs of them, and with those that examples combine."""
        wanted = [(), *combinations(self.found, [])]
        together = {frozenset(names) for names in wanted}
        for pair in pairs(self.known, 2):
            if frozenset(pair) not in together and (not self.own or set(pair) & set(self.own)):
                wanted.append(pair)
        games: dict[tuple[str, ...], Game] = {}
        seen: set[frozenset[str]] = set()
        for names in wanted:
            if frozenset(names) in seen:
                continue
            seen.add(frozenset(names))
            # Two variants that cannot be combined cause a diagnostic.
            game, diagnostics = checked_with(self.found, names)
            if game is not None and not any(one.severity == "error" for one in diagnostics):
                games[names] = game
        return games

    @cached_property
    def ways(self) -> list[Configuration]:
        """All ways to play, the usual ones first.

        The game and each variant are played with all numbers of players. With an option at one of its extremes, or with
        several variants, only the fewest and the most play. For a file of variants, it is these that are played with
        options.
        """
        found: list[Configuration] = []
        for variants, game in self.games.items():
            ends = sorted({game.least_players, game.most_players})
            every = range(game.least_players, game.most_players + 1)
            found += [Configuration(variants, players) for players in (ends if len(variants) > 1 else every)]
        for variants, game in self.games.items():
            for name in self.options_with(variants):
                for value in ends_of(game.options[name]):
                    found += [
                        Configuration(variants, players, ((name, value),))
                        for players in sorted({game.least_players, game.most_players})
                    ]
        return found

    def options_with(self, variants: tuple[str, ...]) -> list[str]:
        """Return the options that are tried with some variants."""
        options = list(self.games[variants].options)
        if self.own:
            return options if len(variants) == 1 and variants[0] in self.own else []
        if len(variants) == 1:
            return [name for name in options if name not in self.games[()].options]
        return [] if variants else options

    def words(self, way: Configuration) -> list[str]:
        """Return the words of a way on a command line."""
        game, reference = self.games[way.variants], self.reference
        variants = list(way.variants)
        if self.own and len(self.own) > 1 and variants:
            # For a file with several variants, the command must name one.
            first = next((name for name in variants if name in self.own), self.own[0])
            reference, variants = f"{self.reference}:{first}", [name for name in variants if name != first]
        elif self.own:
            variants = [name for name in variants if name not in self.own]
        if self.own and not way.variants:
            reference = self.found.rulebook.span.source.name
        words = [reference, *(word for name in variants for word in ("--variant", name))]
        for name, value in way.options:
            set_to = setting_of(game.options[name], value)
            shown = ("no", "yes")[set_to] if isinstance(set_to, bool) else set_to
            words += ["--set", f"{name}={shown}"]
        return [*words, "--players", str(way.players)]

    def values(self, way: Configuration) -> dict[str, int]:
        """Return the values of all options."""
        return {name: option.default for name, option in self.games[way.variants].options.items()} | dict(way.options)


def ends_of(option: Option) -> Iterator[int]:
    """Yield the extremes of an option, or each of its words; in place of an extreme that is the default, its neighbour."""
    if option.words:
        yield from (value for value in range(len(option.words)) if value != option.default)
        return
    ends = [option.least, option.most]
    if option.default in ends:
        ends.append(option.default + (1 if option.default == option.least else -1))
    yield from dict.fromkeys(value for value in ends if value != option.default and option.least <= value <= option.most)
