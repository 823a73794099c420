"""Find what the set-up of a game deals from places that do not hold so much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expression, Space
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.interpreter.position.constants import constant_operation
from rulewright.interpreter.position.world import World

DEEPEST = 5
"""How deep the search follows rules that carry each other out."""


def excessive_draws(world: World) -> Iterator[Diagnostic]:
    """Yield draws of the set-up, also those in loops, that exceed what a place held at the beginning.

    Only draws that always happen count. A place into which the set-up puts anything is left out.
    """
    setup = world.game.setup
    if setup is None:
        return
    dealing = SetupDraws(world)
    dealing.block(setup.body, 1, DEEPEST)
    drawn: Counter[Space] = Counter()
    for statement, space, amount in dealing.draws:
        if space in dealing.filled or space not in dealing.held:
            continue
        drawn[space] += amount
        held = dealing.held[space]
        if drawn[space] > held:
            yield Diagnostic(
                "dealt-too-much",
                Phrase(
                    "with-players-players-drawn-are-dealt-from",
                    players=world.players,
                    drawn=drawn[space],
                    space=space.name,
                    held=held,
                ),
                statement.span,
                "warning",
                Phrase("too-many"),
                help=Phrase("deal-fewer-or-have-more-of-them"),
            )
            return


class SetupDraws:
    """The draws of the set-up, and the places into which it puts things."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.draws: list[tuple[checked.Draw, Space, int]] = []
        self.filled: set[Space] = set()
        self.held: Counter[Space] = Counter()
        """How many things begin in each place outside the boards."""
        for kind in world.game.kinds.values():
            if isinstance(kind.start, checked.SpaceRef):
                self.held[kind.start.space] += world.size[kind]

    def block(self, block: Block, times: int, depth: int) -> None:
        """Count the draws of statements that are carried out a number of times."""
        for statement in block:
            self.note_filled(statement)
            match statement:
                case checked.Draw(source=checked.SpaceRef(space=space), amount=amount):
                    number = self.number(amount)
                    if number is not None:
                        self.draws.append((statement, space, number * times))
                case checked.ForEach(values=checked.PlayerSet(), body=body):
                    self.block(body, times * self.world.players, depth)
                case checked.RepeatTimes(times=again, body=body):
                    number = self.number(again)
                    if number is not None:
                        self.block(body, times * number, depth)
                case checked.Tell(body=body):
                    self.block(body, times, depth)
                case checked.Call(rule=rule) if depth and not (rule.needs or rule.forbids or rule.instead):
                    self.block(rule.body, times, depth - 1)

    def note_filled(self, statement: checked.Statement) -> None:
        """Note the places into which a statement, or one inside it, puts things."""
        for part in descendants(statement):
            to = part.to if isinstance(part, checked.Move | checked.Draw) else None
            for place in descendants(to):
                if isinstance(place, checked.SpaceRef):
                    self.filled.add(place.space)

    def number(self, expression: Expression) -> int | None:
        """Return a number that depends on options and the number of players alone, or None."""
        match expression:
            case checked.Const() | checked.OptionValue():
                return self.world.constant(expression)
            case checked.Operation(operator="count", operands=(checked.PlayerSet(),)):
                return self.world.players
            case checked.Operation(operator=operator, operands=operands):
                numbers = [number for number in map(self.number, operands) if number is not None]
                return constant_operation(operator, numbers) if numbers and len(numbers) == len(operands) else None
        return None
