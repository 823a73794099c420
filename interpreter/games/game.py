"""Load games: their settings, matches and playouts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from rulewright.dsl import checked
from rulewright.dsl.messages.diagnostic import Diagnostic, RulebookError
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.speech import COMMON, SOURCE, join_words
from rulewright.dsl.messages.suggestions import did_you_mean
from rulewright.interpreter.match.choice_log import Before
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.native_match import SilentMatch
from rulewright.interpreter.match.program import Program
from rulewright.interpreter.match.program_cache import CachedForms, CachedRulebook, cached_rulebook
from rulewright.interpreter.match.save_reader import LARGEST_SEED, resume
from rulewright.interpreter.match.setting import Loader
from rulewright.interpreter.match.typed_text import as_text
from rulewright.interpreter.native.batch import PlayoutResults, play_batch
from rulewright.interpreter.position.errors import PlayError
from rulewright.interpreter.position.position import CHANCE, FORCED
from rulewright.interpreter.position.results import Result
from rulewright.interpreter.position.runtime import GameTooLong, LimitReached
from rulewright.interpreter.views.words import GameWords, form_for

Setting = int | bool | str


@frozen
class OptionInfo:
    """An option as people set it; `value` is its present setting."""

    name: str
    titles: Mapping[str, str]
    kind: str
    default: Setting
    least: int
    most: int
    words: tuple[str, ...]
    word_titles: tuple[Mapping[str, str], ...]
    value: Setting


def usage_error(name: str, message: Phrase, help: Phrase) -> RulebookError:
    """Return the error of a mistake outside all rulebooks, which has no place in a file."""
    return RulebookError([Diagnostic(name=name, message=message, span=None, help=help)])


def option_value(option: checked.Option, setting: Setting) -> int:
    """Return a setting as the program's number, or fail with a diagnostic that lists the possible ones."""
    shown = as_text(setting).strip()
    text, shown = shown.lower(), shown[:40]
    if option.type.kind == "truth":
        truths = {"yes": 1, "no": 0, "true": 1, "false": 0, "on": 1, "off": 0, "1": 1, "0": 0}
        if text in truths:
            return truths[text]
        raise usage_error(
            "option-value",
            Phrase("option-is-yes-or-no-not", option=option.name, shown=shown),
            Phrase("write-option-yes-or-no", option=option.name),
        )
    if option.words:
        names = [name for name, _ in option.words]
        if text in names:
            return names.index(text)
        raise usage_error(
            "option-value",
            Phrase("option-has-no-value", option=option.name, shown=shown),
            did_you_mean(text[:40], names) or Phrase("one-of-names", names=", ".join(names)),
        )
    number = int(text) if text.removeprefix("-").isdecimal() and len(text) < 15 else None
    if number is None or not option.least <= number <= option.most:
        raise usage_error(
            "option-value",
            Phrase("option-cannot-be", option=option.name, shown=shown),
            Phrase("a-number-from-to", least=option.least, most=option.most),
        )
    return number


def setting_of(option: checked.Option, value: int) -> Setting:
    """Return the program's number as a setting."""
    if option.type.kind == "truth":
        return bool(value)
    return option.words[value][0] if option.words else value


def filled(template: checked.TextTemplate, values: Mapping[str, int]) -> dict[str, str]:
    """Return a text about the game by language, with the values of options."""
    return {
        language: join_words(language, (part if isinstance(part, str) else _told(part, values, language) for part in text))
        for language, text in template.items()
    }


def _told(part: checked.Expression, values: Mapping[str, int], language: str) -> str:
    """Return the value of an option in words, the form that goes with it, or the name of anything else."""
    if not isinstance(part, checked.OptionValue):
        return part.span.text.strip("{}").replace("-", " ")
    option, value = part.option, values[part.option.name]
    if part.type.forms:
        return form_for(language, part.type, value)
    if option.words:
        name, titles = option.words[value]
        return titles.get(language) or titles.get(SOURCE) or name
    return COMMON.say(language, "yes" if value else "no") if option.type.kind == "truth" else str(value)


class Game:
    """A game with its variants and options, ready for any number of its players."""

    def __init__(self, game: checked.Game | CachedRulebook, reference: str, values: Mapping[str, int]) -> None:
        self._remembered = game if isinstance(game, CachedRulebook) else CachedRulebook(game)
        game = self._remembered.game
        self.reference = reference
        self.values = dict(values)
        self.name = game.name
        self.titles = game.titles
        self.introduction = [filled(text, self.values) for text in game.introduction]
        self.variants = game.variants
        self.least_players = game.least_players
        self.most_players = game.most_players
        self.fingerprint = game.fingerprint
        self._programs: dict[int, Program] = {}

    @property
    def checked(self) -> checked.Game:
        """The checked rulebook."""
        return self._remembered.whole()

    def with_options(self, options: Mapping[str, Setting]) -> Game:
        """Return the same rulebook with these options."""
        return game_of(self._remembered, self.reference, options)

    @property
    def options(self) -> dict[str, OptionInfo]:
        """The options by name."""
        return {
            name: OptionInfo(
                name=name,
                titles=option.titles,
                kind="truth" if option.type.kind == "truth" else "words" if option.words else "number",
                default=setting_of(option, option.default),
                least=option.least,
                most=option.most,
                words=tuple(word for word, _ in option.words),
                word_titles=tuple(titles for _, titles in option.words),
                value=setting_of(option, self.values[name]),
            )
            for name, option in self._remembered.game.options.items()
        }

    @property
    def loader(self) -> Loader:
        """Return a function that loads such a game in another process."""
        return load

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its titles, English first."""
        found = {language for card in self._remembered.game.cards.values() for language in card.titles} | set(self.titles)
        return tuple(sorted(found | {"en"}, key=lambda language: (language != "en", language)))

    def program(self, players: int | None = None) -> Program:
        """Return the compiled game for a number of players."""
        count = self.least_players if players is None else players
        if not self.least_players <= count <= self.most_players:
            few, many = self.least_players, self.most_players
            raise usage_error(
                "bad-players",
                Phrase("cannot-be-played-by", name=self.name, count=count),
                Phrase("few-players", few=few) if few == many else Phrase("from-to-players", few=few, many=many),
            )
        if count not in self._programs:
            forms = CachedForms(self._remembered.whole, count, self.values, self._remembered.key)
            self._programs[count] = Program(forms, count, self.values)
        return self._programs[count]

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        chance: str = "seed",
        language: str = "en",
        *,
        forced: str = "done",
        log: bool = True,
        position: Match | None = None,
    ) -> Match:
        """Start a match. With `chance="ask"`, chance is a decision of seat None with weighted options.

        Forced choices are made automatically; with `forced="ask"` the match also stops at them. Without a log, native code
        steps the match if there is a compiler, for callers that look at very many positions. With a `position` it begins
        where that match is, with the chance of the seed and an empty history.
        """
        if abs(seed) > LARGEST_SEED:
            raise usage_error("bad-seed", Phrase("a-seed-cannot-be-that-large"), Phrase("choose-a-number-of-fewer-digits"))
        asks = (CHANCE if chance == "ask" else 0) | (FORCED if forced == "ask" else 0)
        if position is not None:
            return self.begun_at(position, seed, asks, language, log)
        program = self.program(players)
        if not log and (program.playouts.native is not None or program.playouts.make_native()):
            return SilentMatch(self, program, seed, asks, language)
        match = Match(self, program, seed, asks, language)
        match.begin()
        return match

    def begun_at(self, position: Match, seed: int, asks: int, language: str, log: bool) -> Match:
        """Return a match that begins where another one is."""
        if position.game.fingerprint != self.fingerprint or position.game.values != self.values:
            raise usage_error(
                "bad-position", Phrase("that-position-is-one-of-another-game"), Phrase("load-the-game-that-it-is-a")
            )
        program = self.program(position.players)
        match = Match(self, program, seed, asks, language)
        match.stand_at(position)
        if not log and program.playouts.make_native():
            return SilentMatch.from_match(match)
        return match

    def teams(self, players: int | None = None) -> tuple[str, ...]:
        """Return, for each seat, the team for which wins are counted.

        It is empty if everybody plays alone, or if teams differ from game to game.
        """
        program = self.program(players)
        if program.teams_vary:
            return ()
        teams = program.teams(self.start(players).position)
        return teams if len(set(teams)) < len(teams) else ()

    def playout(self, players: int | None = None, seed: int = 0, *, again: bool = False) -> Result:
        """Play a whole random game as fast as possible; `again` plays one in Python that native code could not."""
        program = self.program(players)
        playing = program.playouts
        try:
            winners, (decisions, scores) = playing.again(seed) if again else playing.playout(seed)
        except (LimitReached, GameTooLong, RecursionError) as error:
            raise PlayError(program.diagnostic(error, straight=True)) from None
        score = program.form.game.score
        return Result(
            winners or (), tuple(scores) if score is not None and score.assigned else None, decisions, winners is not None
        )

    def playouts(self, players: int | None = None, seeds: Sequence[int] = ()) -> PlayoutResults:
        """Play many whole random games in one call, with the results that `playout` has for each of the seeds."""
        program = self.program(players)
        score = program.form.game.score
        try:
            return play_batch(program.playouts, seeds, program.world.players, score is not None and score.assigned)
        except (LimitReached, GameTooLong, RecursionError) as error:
            raise PlayError(program.diagnostic(error, straight=True)) from None

    def dealt_again(self, match: Match, seat: int, seed: int) -> Match:
        """Return a match in which everything that a seat cannot know is drawn again, consistent with what it sees."""
        from rulewright.interpreter.search.determinization import deal_again

        return deal_again(match, seat, seed)

    def certain_effects(self, match: Match, words: GameWords, seconds: float) -> Mapping[str, str]:
        """Return by the keys of options what each certainly leads to, in a few words; nothing if that takes too long."""
        from rulewright.interpreter.search.certain_effects import leads_to

        return leads_to(match, words, seconds)

    def resume(self, text: str, language: str = "en", before: Before | None = None) -> Match:
        """Resume a saved match; `before` is called before each choice that is made again."""
        return resume(self, text, language, before)


def load(reference: str, variants: Sequence[str] = (), options: Mapping[str, Setting] | None = None) -> Game:
    """Load a bundled game by name, or the file of a rulebook or a variant, with variants and options."""
    return game_of(cached_rulebook(reference, variants), reference, options)


def game_of(remembered: CachedRulebook, reference: str, options: Mapping[str, Setting] | None = None) -> Game:
    """Return the game of a checked rulebook, with options."""
    game = remembered.game
    values = {name: option.default for name, option in game.options.items()}
    for name, setting in (options or {}).items():
        if name not in game.options:
            raise usage_error(
                "unknown-option",
                Phrase("has-no-option", game=game.name, name=str(name)[:40]),
                did_you_mean(str(name)[:40], game.options)
                or (Phrase("its-options-are", options=", ".join(game.options)) if game.options else Phrase("it-has-no-options")),
            )
        values[name] = option_value(game.options[name], setting)
    return Game(remembered, reference, values)
