"""Choose a game and its settings: the options and arguments that several commands share."""

from __future__ import annotations

import math
import os
import random
import re
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import frozen

from rulewright.cli.shell.help_layout import GAME, option, option_group
from rulewright.cli.shell.shell_completion import files, games, named, saves
from rulewright.dsl.messages.said import Phrase

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from rulewright.dsl.messages.diagnostic import Diagnostic
    from rulewright.interpreter import Game, Match
    from rulewright.interpreter.match.setting import GameSetting

F = TypeVar("F", bound=Callable[..., Any])

SAVING = "Saving"
"""The heading of options about the file of a game."""
TABLE = "The table"
"""The heading of options about how a game is shown, and how it goes on at the table."""
HUMAN = "human"
"""The name for a person in a seat."""
USUAL = "normal"
"""The usual opponent."""
SEATS = ("random", "easy", "normal", "hard", "hard:5s", "search:5000", "FILE.py:NAME")
"""The computer players as examples for `--seat`; a limit in seconds or in playouts can follow."""
_MOST_DIGITS = 6
"""The most digits of a random seed: people should be able to pass it on."""
SECRET_DIGITS = 15
"""The digits of one that players at other machines must not find by trying all: in a second, a machine deals 10,000 games."""


class FiniteRange(click.FloatRange):
    """A finite number in a range; `nan` and `inf` are refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or fail with a message."""
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value!r} is not a number to count with.", param, ctx)
        return float(found)


def variant_option(meaning: str) -> Callable[[F], F]:
    return option(GAME, "--variant", "variants", multiple=True, metavar="V", help=meaning)


@frozen
class GameChoice:
    """The meaning of GAME, `--variant`, `--set` and `--players`."""

    reference: str
    variants: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    players: int | None = None

    def check(self, *, resumes: bool) -> None:
        """Raise a usage error if nothing says which game it is."""
        if not self.reference and not resumes:
            raise click.MissingParameter(param_type="argument", param_hint="'GAME'")

    def load(self) -> Game:
        """Return the game; raise RulebookError with the mistakes in the rulebook or in the settings."""
        from rulewright.interpreter import load

        return load(self.reference, self.variants, settings_of(self.settings))

    def again(self, command: str) -> list[str]:
        """Return the words of the command that resumes a game, without the options of one command only."""
        words = ["rulewright", command, self.reference]
        words += [word for variant in self.variants for word in ("--variant", variant)]
        return words + [word for one in self.settings for word in ("--set", one)]


def _game_options(**required: Any) -> Callable[[F], F]:
    return option_group(
        GameChoice,
        "chosen",
        click.argument("reference", metavar="GAME", shell_complete=games, **required),
        variant_option("Play with a variant: its name, its file, or FILE:NAME; repeatable."),
        option(GAME, "--set", "settings", multiple=True, metavar="OPTION=VALUE", help="Set an option of the game; repeatable."),
        option(GAME, "--players", type=int, metavar="N", help="Play with N players (default: the fewest possible)."),
    )


game_options = _game_options()
game_or_save = _game_options(required=False, default="")
"""For commands to which a saved game can say which game it is of."""


@frozen
class SessionOptions:
    """The meaning of `--name`, `--seed`, `--save` and `--resume`."""

    names: tuple[str, ...]
    seed: int | None
    save_as: Path | None
    resume: str | None
    """A file, the name of a saved game, or nothing to choose one."""


def kept_options(going_on: str) -> Callable[[F], F]:
    """Declare these options; `going_on` is the help of the last."""
    file = click.Path(path_type=Path)
    kept = "Save the game in FILE (default: a file among your games, deleted when the game is over)."
    return option_group(
        SessionOptions,
        "kept",
        option(GAME, "--name", "names", multiple=True, metavar="NAME", help="Name a player; repeat it for each seat."),
        option(GAME, "--seed", type=int, metavar="S", help="Deal by this seed: the same choices then give the same game."),
        option(SAVING, "--save", "save_as", type=file, metavar="FILE", help=kept),
        option(SAVING, "--resume", is_flag=False, flag_value="", metavar="[FILE]", shell_complete=saves, help=going_on),
    )


def undo_option(function: F) -> F:
    return option(TABLE, "--no-undo", "undo", flag_value=False, default=True, help="Forbid taking choices back.")(function)


def seat_option(usual: str, *others: str) -> Callable[[F], F]:
    """Declare `--seat`; `usual` is its default in words, and `others` are names besides the computer players."""
    names = (*others, *SEATS)

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        head, comma, _ = incomplete.rpartition(",")
        return files(context, parameter, incomplete) + named([f"{head}{comma}{name}" for name in names[:-1]], incomplete)

    return option(
        GAME,
        "--seat",
        "seats",
        multiple=True,
        metavar="PLAYER",
        shell_complete=complete,
        help=f"Say who plays the next seat: {', '.join(names)}. "
        f"`hard:5s` thinks for 5 seconds a choice, `search:5000` for 5,000 playouts, and FILE.py:NAME is your own class. {usual}",
    )


def seat_names(seats: tuple[str, ...], *others: str) -> tuple[str, ...]:
    """Return the names of the players in `--seat`, split at commas; raise RulebookError for an unknown one."""
    from rulewright.cli.shell.problems import problem
    from rulewright.dsl.messages.diagnostic import visible
    from rulewright.dsl.messages.suggestions import did_you_mean
    from rulewright.interpreter.search.own_player import OwnClass
    from rulewright.interpreter.search.players import PLAYERS, is_player

    names = tuple(name.strip() for text in seats for name in text.split(","))
    for name in names:
        own = OwnClass.named(name)
        if own is not None:
            own.check()
        elif name not in others and not is_player(name):
            offered = ", ".join(f"`{one}`" for one in (*others, *SEATS))
            way_out = did_you_mean(name.partition(":")[0], (*others, *PLAYERS)) or Phrase("there-are", offered=offered)
            raise problem("unknown-player", Phrase("there-is-no-player", name=visible(name[:80])), way_out)
    return names


def player_names(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Return the names in `--name`; raise RulebookError for one that cannot be used."""
    from rulewright.cli.shell.problems import problem
    from rulewright.dsl.messages.diagnostic import as_read, visible
    from rulewright.interpreter.match.match import LONGEST_NAME

    if len(names) > players:
        raise problem(
            "bad-name", Phrase("there-are-names-but-players", names=len(names), players=players), Phrase("leave-a-name-out")
        )
    plain = tuple(" ".join(name.split()) for name in names)
    for place, name in enumerate(plain):
        shown = visible(name[:40])
        if not any(map(str.isalnum, name)) or shown != name or len(name) > LONGEST_NAME:
            way_out = Phrase("choose-a-name-of-at-most-letters", longest_name=LONGEST_NAME)
            raise problem("bad-name", Phrase("nobody-can-be-called", shown=shown), way_out)
        if as_read(name) in map(as_read, plain[:place]):
            raise problem("bad-name", Phrase("two-players-would-be-called", shown=shown), Phrase("give-one-of-them-another-name"))
    return plain


def settings_of(settings: tuple[str, ...]) -> dict[str, str]:
    """Return the options that all `--set` together set."""
    from rulewright.cli.shell.problems import problem
    from rulewright.dsl.messages.diagnostic import visible

    found: dict[str, str] = {}
    for name, value in map(split_setting, settings):
        if found.setdefault(name, value) != value:
            message = Phrase(
                "is-set-to-and-to", name=visible(name[:40]), found=visible(found[name][:40]), value=visible(value[:40])
            )
            raise problem("bad-setting", message, Phrase("leave-one-of-them-out"))
    return found


def split_setting(text: str) -> tuple[str, str]:
    """Split `rounds=2` into a name and a value."""
    from rulewright.cli.shell.problems import problem
    from rulewright.dsl.messages.diagnostic import visible

    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals or not value:
        raise problem("bad-setting", Phrase("set-sets-nothing", text=visible(text[:80])), Phrase("write-set-option-value"))
    return name, value


def player_count(game: Game, players: int | None, seats: int = 0) -> int:
    """Return the number of players: as many as wanted, or as there are seats, or the fewest possible."""
    from rulewright.cli.shell.problems import problem

    least, most = game.least_players, game.most_players
    asked = players if players is not None else max(seats, least)
    if not least <= asked <= most:
        if least == most:
            message = Phrase("is-for-so-many-players-not-for", game=game.name, players=least, asked=asked)
            raise problem("bad-players", message, Phrase("choose-the-number", number=least))
        message = Phrase("is-for-players-not-for", game=game.name, least=least, most=most, asked=asked)
        raise problem("bad-players", message, Phrase("choose-a-number-from-to", least=least, most=most))
    if seats > asked:
        raise problem("bad-seats", Phrase("there-are-seats-but-players", seats=seats, asked=asked), Phrase("leave-a-seat-out"))
    return asked


def seed_of(wanted: int | None, digits: int = _MOST_DIGITS) -> int:
    """Return the wanted seed, or a random one."""
    return random.SystemRandom().randrange(10**digits) if wanted is None else wanted


def check_resumed_players(match: Match, players: int | None) -> None:
    """Raise RulebookError if a saved game has another number of players than wanted."""
    from rulewright.cli.shell.problems import problem

    if players not in (None, match.players):
        message = Phrase("the-saved-game-has-players-not", players=match.players, asked=players)
        raise problem("bad-players", message, Phrase("leave-players-out"))


def check_language(name: str, languages: Collection[str], wanted: str) -> None:
    """Raise RulebookError if a game does not have a language."""
    from rulewright.cli.shell.problems import problem
    from rulewright.dsl.messages.diagnostic import visible
    from rulewright.dsl.messages.suggestions import did_you_mean

    if wanted not in languages:
        named = ", ".join(languages)
        way_out = did_you_mean(wanted, languages) or (
            Phrase("there-is", own=named) if len(languages) == 1 else Phrase("there-are", offered=named)
        )
        raise problem("unknown-language", Phrase("does-not-speak", name=name, wanted=visible(wanted[:80])), way_out)


def usual_language() -> str:
    """Return the language of the environment, even if no game has it."""
    usual = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return re.split("[_.@-]", usual)[0].lower()


def message_language(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the language of the environment if messages have it, or else that of the rulebooks."""
    from rulewright.dsl.messages.said import MESSAGES
    from rulewright.dsl.messages.speech import own_language

    usual = usual_language()
    if usual in MESSAGES.languages[1:]:
        return usual
    sources = {diagnostic.span.source for diagnostic in diagnostics if diagnostic.span is not None}
    return own_language("".join(source.text for source in sources))


def table_languages(game: GameSetting) -> tuple[str, ...]:
    """Return the languages for the table of a game: the game's own, and those in which only the table speaks."""
    from rulewright.cli.render.speech import PHRASES

    return (*game.languages, *(language for language in PHRASES.languages if language not in game.languages))


def spoken_language(game: Game, wanted: str | None) -> str:
    """Return the wanted language, or that of the environment if the game has it, or English."""
    if wanted is None:
        usual = usual_language()
        return usual if usual in game.languages else "en"
    check_language(game.name, table_languages(game), wanted)
    return wanted


def shown_title(titles: dict[str, str], name: str, language: str = "en") -> str:
    """Return a title in a language, or in English, or the name instead."""
    return titles.get(language) or titles.get("en") or name


def title_with_variants(game: Game, settings: Sequence[str] = ()) -> str:
    """Return the title of a game with its variants and settings."""
    from rulewright.dsl.messages.diagnostic import visible

    return visible(" + ".join((shown_title(game.titles, game.name), *game.variants, *settings)))
