"""Games at random of a rulebook as it is, and as it was broken: with all numbers of players, variants and options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import frozen

from rulewright.dsl.library import load_all
from rulewright.interpreter import PlayError, load
from tests.reached import hosts, noting

GAMES = 40
GAMES_WITH_AN_OPTION = 12


@frozen
class Setting:
    """How some games are played: with an option that is not as it is else, or with none."""

    variants: tuple[str, ...]
    players: int
    option: str = ""
    value: int | bool | str = ""

    def results(self, file: Path) -> Iterator[object]:
        """How the games of a rulebook come out."""
        game = load(str(file), self.variants, {self.option: self.value} if self.option else {})
        for seed in range(GAMES_WITH_AN_OPTION if self.option else GAMES):
            try:
                yield game.playout(self.players, seed)
            except PlayError as error:
                yield error.diagnostic.name


class Games:
    """The games of the rulebook as it is."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.results = cache(self._results)
        self.lines = cache(self._lines)

    def are_same(self, broken: str, line: int | None, near: str) -> bool:
        """Whether the games of a broken rulebook come out the same, and carry out the line on which it was broken, if any.

        Options matter that are spoken of near what was broken, and those without which it is not carried out.
        """
        telling = [one for one in self.settings if line is None or line in self.lines(one)]
        plain = [one for one in telling if not one.option or one.option in near]
        with kept(broken) as file:
            return bool(telling) and all(
                found == other
                for setting in plain or telling
                for found, other in zip(setting.results(file), self.results(setting), strict=True)
            )

    @cached_property
    def settings(self) -> list[Setting]:
        """All that is tried."""
        found = []
        with kept(self.text) as file:
            for variants in dict.fromkeys(tuple(game.variants) for game in load_all(str(file))[0]):
                game = load(str(file), variants)
                found += [Setting(variants, players) for players in range(game.least_players, game.most_players + 1)]
                for option in () if variants else game.options.values():
                    every = (True, False) if option.kind == "truth" else option.words or (option.least, option.most)
                    other = next(value for value in every if value != option.default)
                    found.append(Setting(variants, game.least_players, option.name, other))
        return found

    def _results(self, setting: Setting) -> list[object]:
        """How they come out."""
        with kept(self.text) as file:
            return list(setting.results(file))

    def _lines(self, setting: Setting) -> set[int]:
        """What lines they carry out."""
        with kept(self.text) as file:
            with noting() as noted:
                for _ in setting.results(file):
                    pass
                lines = {span.line for span in noted.taken()}
            return lines | {one for one, host in self.standing(setting.variants) if host in lines}

    @cache  # noqa: B019 - there is one of them for each rulebook
    def standing(self, variants: tuple[str, ...]) -> list[tuple[int, int]]:
        """The lines of standing rules, and of what they stand on."""
        with kept(self.text) as file:
            game = next(game for game in load_all(str(file))[0] if tuple(game.variants) == variants)
        return [(one.line, host.line) for one, host in hosts(game)]


@contextmanager
def kept(text: str) -> Iterator[Path]:
    """A file with a text."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "played.rules"
        file.write_text(text, encoding="utf-8")
        yield file
