"""Games at random of a rulebook as it is, and as it was broken: with all numbers of players, variants and options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.dsl.library import load_all
from rulewright.interpreter import PlayError, load
from tests.reached import hosts, noting

GAMES = 40
GAMES_WITH_AN_OPTION = 12


class Games:
    """The games of the rulebook as it is."""

    def __init__(self, text: str) -> None:
        self.text = text

    def are_same(self, broken: str, line: int | None) -> bool:
        """Whether the games of a broken rulebook come out the same, and carry out the line on which it was broken, if any."""
        if line is not None and line not in self.lines:
            return False
        return all(one == other for one, other in zip(games_of(broken), self.results, strict=False))

    @cached_property
    def results(self) -> list[object]:
        """How they come out."""
        return list(games_of(self.text))

    @cached_property
    def lines(self) -> set[int]:
        """What lines they carry out."""
        with noting() as noted:
            for _ in games_of(self.text):
                pass
            found = noted.taken()
        with kept(self.text) as file:
            standing = [(one.line, host.line) for game in load_all(str(file))[0] for one, host in hosts(game)]
        lines = {span.line for span in found}
        return lines | {one for one, host in standing if host in lines}


@contextmanager
def kept(text: str) -> Iterator[Path]:
    """A file with a text."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "played.rules"
        file.write_text(text, encoding="utf-8")
        yield file


def games_of(text: str) -> Iterator[object]:
    """How some games at random come out."""
    with kept(text) as file:
        for variants in dict.fromkeys(tuple(game.variants) for game in load_all(str(file))[0]):
            game = load(str(file), variants)
            for players in range(game.least_players, game.most_players + 1):
                yield from results(str(file), variants, {}, players, GAMES)
            for option in () if variants else game.options.values():
                every = (True, False) if option.kind == "truth" else option.words or (option.least, option.most)
                other = next(value for value in every if value != option.default)
                yield from results(str(file), variants, {option.name: other}, game.least_players, GAMES_WITH_AN_OPTION)


def results(
    reference: str, variants: Sequence[str], options: dict[str, int | bool | str], players: int, games: int
) -> Iterator[object]:
    """How games at random come out with some options."""
    game = load(reference, variants, options)
    for seed in range(games):
        try:
            yield game.playout(players, seed)
        except PlayError as error:
            yield error.diagnostic.name
