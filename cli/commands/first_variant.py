"""Write a first variant of a game: one change, a note on its original, and an example for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Literal

from attrs import define, frozen

from rulewright.cli.shell.problems import problem
from rulewright.dsl import checked
from rulewright.dsl.files.bundled import SUFFIX
from rulewright.dsl.library.library import load_checked
from rulewright.dsl.messages.diagnostic import RulebookError, visible
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import did_you_mean
from rulewright.dsl.text.source import Source, Span
from rulewright.interpreter.position.world import World


@frozen
class VariantSubject:
    """An option, a card or a rule of a game."""

    kind: Literal["option", "card", "rule"]
    name: str
    span: Span

    @property
    def place(self) -> str:
        return f"{self.span.source.name}, line {self.span.line}"


@define(eq=False)
class VariantBase:
    reference: str
    game: checked.Game

    @classmethod
    def named(cls, reference: str) -> VariantBase:
        game, diagnostics = load_checked(reference)
        if game is None:
            raise RulebookError([one for one in diagnostics if one.severity == "error"])
        return cls(reference, game)

    @cached_property
    def changeable(self) -> list[VariantSubject]:
        """Return all that can be changed first: options, then cards, then rules."""
        return [
            *(VariantSubject("option", name, one.span) for name, one in self.game.options.items()),
            *(VariantSubject("card", name, one.span) for name, one in self.game.cards.items()),
            *(VariantSubject("rule", name, one.span) for name, one in self.game.rules.items() if name not in ("setup", "play")),
            VariantSubject("rule", "play", self.game.play.span),
        ]

    def thing(self, name: str) -> VariantSubject:
        """Return the thing with this name, or raise RulebookError."""
        found = next((one for one in self.changeable if one.name == name), None)
        if found is None:
            names = [one.name for one in self.changeable]
            way_out = did_you_mean(name, names) or Phrase("there-are", offered=", ".join(f"`{one}`" for one in names[:12]))
            message = Phrase("has-no-option-card-or-rule-called", game=self.game.name, name=visible(name[:40]))
            raise problem("unknown-name", message, way_out)
        return found

    def variant(self, name: str, title: str, thing: VariantSubject) -> str:
        """Return the text of a variant that changes this thing."""
        from rulewright.cli.commands.new import quoted
        from rulewright.dsl.editing.formatter import formatted

        lines = [
            f"# Only what is different from {self.game.name} stands here; all else stays.",
            f"variant {name} of {self.written_reference} {quoted(title)}:",
            f"    # {thing.place}: {thing.span.source.line(thing.span.line).strip()}",
            *(f"    {line}" for line in self.changes(thing)),
        ]
        text, diagnostics = formatted(Source(name, "\n".join(lines) + "\n"))
        assert text is not None, diagnostics
        return text

    @property
    def written_reference(self) -> str:
        """Return the name of the game, or in quotation marks the path of its file."""
        is_file = SUFFIX in self.reference or "/" in self.reference or Path(self.reference).exists()
        return f'"{Path(self.reference).as_posix()}"' if is_file else self.reference

    def changes(self, thing: VariantSubject) -> Iterator[str]:
        """Yield the lines of the change, and of an example for it."""
        if thing.kind == "option":
            option = self.game.options[thing.name]
            value = other_value(option)
            yield f"set {thing.name} to {value}"
            shown = {"yes": thing.name, "no": f"not {thing.name}"}.get(value, f"{thing.name} is {value}")
            yield from (f'example {NUMBER} "{thing.name} is {value}":', f"    then {shown}")
        elif thing.kind == "card":
            copies = self.copies(thing.name)
            yield f"set copies of {thing.name} to {copies + 1}"
            count = self.things_of(thing.name) // max(copies, 1) * (copies + 1)
            yield from (f'example {NUMBER} "One more of {thing.name} each":', f"    then count of {thing.name} is {count}")
        else:
            rule = self.game.rules[thing.name]
            given = ", ".join(one.name for one in rule.parameters)
            yield f"after {thing.name}{' ' * bool(given)}{given}:"
            yield f'    say "{thing.name} has been carried out."'
            yield from (
                f'example {NUMBER} "As many can play as before":',
                f"    then option players can be {self.game.least_players}",
            )

    @property
    def world(self) -> World:
        """Return the game as the fewest players play it."""
        values = {name: option.default for name, option in self.game.options.items()}
        return World(self.game, self.game.least_players, values)

    def copies(self, card: str) -> int:
        """Return the number of copies of a card, for each thing that its kind is made for."""
        copies = self.game.cards[card].copies
        return 1 if copies is None else self.world.constant(copies)

    def things_of(self, card: str) -> int:
        """Return the number of copies of a card in all."""
        world = self.world
        number = next(place for place, one in enumerate(world.cards) if one.name == card)
        return sum(thing.card == number for thing in world.things)


NUMBER = "NEW1"
"""The number of the example."""


def other_value(option: checked.Option) -> str:
    """Return a value other than the default: one more if possible, or else one less."""
    if option.words:
        return option.words[(option.default + 1) % len(option.words)][0]
    if option.type.kind == "truth":
        return "no" if option.default else "yes"
    return str(option.default + 1 if option.default < option.most else max(option.default - 1, option.least))
