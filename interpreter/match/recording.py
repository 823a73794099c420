"""Write down a match as an example that plays it again from its beginning, in the words of its rulebook.

Choices are written as examples name them, with what was read after each as a comment, and at the end what everybody sees.
Chance follows the match's seed, so the example reveals everything hidden to anyone who plays it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from rulewright.dsl import checked
from rulewright.dsl.checked import Field, Type
from rulewright.interpreter.match.forced_answers import skip_forced
from rulewright.interpreter.match.information_sets import answers_since
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.position.position import FORCED
from rulewright.interpreter.position.questions import QuestionInfo, line_of
from rulewright.interpreter.position.world import World
from rulewright.interpreter.views.view import Viewer, field_value

NAME = "recorded"
LARGEST_WRITTEN = 999_999_999
"""The largest number that a rulebook may contain."""
TOLD = ("number", "truth", "player", "value", "card")
"""The types of fields that an example compares."""


class NotRecorded(Exception):
    """The error of a match that no example leads to; `reason` is `begun`, `seed`, or `said` with the words."""

    def __init__(self, reason: str, words: str = "") -> None:
        super().__init__(reason)
        self.reason, self.words = reason, words


def example_text(match: Match, last: int = 0) -> str:
    """Return the match so far as an example, to be appended to its rulebook, or raise NotRecorded.

    It says what everybody sees at its end, and, if wanted, what they saw before the `last` choices.
    """
    if match.origin is None or match.origin.match.steps:
        raise NotRecorded("begun")
    if not 0 <= match.seed <= LARGEST_WRITTEN:
        raise NotRecorded("seed")
    again = match.game.start(match.players, match.seed, forced="ask" if match.position.asks & FORCED else "done")
    lines: list[str] = []
    before: deque[Match] = deque(maxlen=last)
    for answer, _ in answers_since(match.past, None) or []:
        if again.forced:
            # An example does not mention a forced choice, though remote players are asked to make it.
            again.take(0)
            continue
        before.append(again.copy())
        lines.append(line_for(again, answer))
    if again.key() != match.key() or again.position.random != match.position.random:
        raise NotRecorded("begun")
    first = len(lines) - len(before)
    seen = [*standing(before[0])] if 0 < first < len(lines) else []
    title = f"As it was played, up to choice {len(lines)}"
    skip_forced(again)
    whole = (*settings(match), *lines[:first], *seen, *lines[first:], *standing(again))
    body = "".join(f"    {line}\n" for line in whole)
    return f'example {NAME} "{title}":\n{body}'


def settings(match: Match) -> Iterator[str]:
    """Yield the settings with which the game was begun."""
    yield f"players {match.players}"
    if match.game.variants:
        yield f"variant {', '.join(match.game.variants)}"
    for name, option in match.game.options.items():
        if option.value != option.default:
            value = option.value
            yield f"option {name} = {('no', 'yes')[value] if isinstance(value, bool) else value}"
    yield f"chance by {match.seed}"


def line_for(again: Match, answer: int | str) -> str:
    """Give an answer, and return its line."""
    number, _, values = again.position.asked
    ask, decision = again.program.form.asks[number], again.decision
    if decision is None or decision.seat is None:
        raise NotRecorded("begun")
    seat = f"seat {decision.seat + 1}"
    if isinstance(answer, str):
        again.say(answer)
        return f"{seat} picks {quoted(answer)}"
    if not 0 <= answer < len(values):
        raise NotRecorded("begun")
    label = decision.options[list(decision.options.places).index(answer)].label
    named = ", ".join(parts_named(again.program.world, ask, values[answer]))
    again.take(answer)
    return f"{seat} picks {named}" + (f"  # {label}" if label.casefold() != named.strip('"').casefold() else "")


def parts_named(world: World, ask: QuestionInfo, value: Any) -> list[str]:
    """Return the parts of an answer as an example names them."""
    if value is None:
        return ["nothing"]
    if ask.kind in ("menu", "lines"):
        _, line, chosen = line_of(ask, value)
        return [quoted(line.name), *(said(world, part, pick.local.type) for pick, part in chosen)]
    parts = value if len(ask.types) > 1 else (value,)
    return [said(world, part, kind) for part, kind in zip(parts, ask.types, strict=True)]


def quoted(text: str) -> str:
    """Return a text of a rulebook in quotes."""
    if any(sign in text for sign in '"{}\\\n'):
        raise NotRecorded("said", text)
    return f'"{text}"'


def said(world: World, value: Any, kind: Type) -> str:
    """Return an expression of the rulebook that has a value in every position."""
    match kind.kind:
        case "number":
            return str(value) if value >= 0 else f"0 - {-value}"
        case "truth":
            return "yes" if value else "no"
        case "text":
            return quoted(value)
    if value < 0:
        return "nothing"
    match kind.kind:
        case "player":
            return f"seat {value + 1}"
        case "card":
            return str(world.cards[value].name)
        case "thing":
            return thing_said(world, value)
        case "space":
            return space_said(world, value)
    named = world.value_type(kind.name)
    if named.least is not None:
        return str(named.least + value)
    # No other line knows the words that a choice itself lists.
    return quoted(named.names[value]) if " " in named.name else named.names[value]


def thing_said(world: World, thing: int) -> str:
    """Return a piece or card: by its name if there is no other copy, else by its number in its kind, or among its owner's."""
    info = world.things[thing]
    first = world.first_thing[info.kind]
    alike = range(first, first + world.size[info.kind])
    if info.card >= 0 and sum(world.things[one].card == info.card for one in alike) == 1:
        return world.cards[info.card].name
    if info.kind.groups == ("player",):
        own = [one for one in alike if world.things[one].owner == info.owner]
        return f"item {own.index(thing) + 1} of {info.kind.name} of seat {info.owner + 1}"
    return f"item {thing - first + 1} of {info.kind.name}"


def space_said(world: World, space: int) -> str:
    """Return a space of a board, or a place."""
    info = world.spaces[space]
    declared = info.declared
    if isinstance(declared, Field):
        assert declared.of is not None
        return f"{declared.name} of {entity_said(world, declared.of, world.offset(declared.of) + info.entity)}"
    if info.board is not None and info.board.kind == "grid":
        return f"item {info.number} of {info.board.name}"
    return declared.name if declared.times is None else f"item {info.number} of {declared.name}"


def entity_said(world: World, of: Type, entity: int) -> str:
    """Return the owner of a field, or both members of a pair."""
    parts = [said(world, one, part) for part, one in world.parts(of, entity)]
    return parts[0] if len(parts) == 1 and of.kind != "thing" else f"({', '.join(parts)})"


def standing(match: Match) -> Iterator[str]:
    """Yield what everybody sees now: who is asked or the result, and the fields of the table and of players that have a text."""
    result, decision = match.result, match.decision
    if result is not None:
        winners = ", ".join(f"seat {seat + 1}" for seat in result.winners)
        several = f"({winners})" if len(result.winners) > 1 else winners
        yield f"then game over, winners {several or 'nobody'}"
    elif decision is not None and decision.seat is not None:
        yield f"then seat {decision.seat + 1} chooses"
    world, layout = match.program.world, match.program.layout
    onlooker = Viewer(layout, match.words, match.position, None)
    for own in world.game.fields:
        if own.place is not None or not own.titles or not own.assigned or own.type.many or own.type.kind not in TOLD:
            continue
        if own.of is not None and own.of.kind != "player":
            continue
        for entity in (-1,) if own.of is None else range(match.players):
            if onlooker.field(own, entity).value is not None:
                whose = "" if own.of is None else f" of seat {entity + 1}"
                yield compared(world, own.name + whose, field_value(layout, match.position, own, entity), own.type)


def compared(world: World, field: str, value: Any, kind: checked.Type) -> str:
    """Return the line that compares a field with its value."""
    if kind.kind == "truth":
        return f"then {'' if value else 'not '}{field}"
    return f"then {field} is {said(world, value, kind)}"
