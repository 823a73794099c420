"""Name the pieces that options move but do not name: a player may say *Nf3* where an option reads *g1 to f3*."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.position.questions import line_of
from rulewright.interpreter.views.view import field_value

if TYPE_CHECKING:
    from rulewright.interpreter.match.options import Options


def moved_pieces(options: Options) -> list[tuple[str, ...]]:
    """Return for each option the titles and letters of what its player sees at the thing or space that it names first."""
    values, _ = options.in_order()
    return [tuple(pieces_of(options, value)) for value in values]


def pieces_of(options: Options, value: Any) -> Iterator[str]:
    """Yield titles and letters for one option."""
    ask = options.ask
    if value is None or ask.kind == "menu":
        return
    if ask.kind == "lines":
        _, _, chosen = line_of(ask, value)
        if not chosen:
            return
        pick, part = chosen[0]
        kind = pick.local.type
    else:
        part, kind = (value, ask.types[0]) if len(ask.types) == 1 else (value[0], ask.types[0])
    if part is None or part < 0 or kind.kind not in ("thing", "space"):
        return
    if kind.kind == "thing":
        yield from titles_of_things(options, [part])
    else:
        yield from titles_on_space(options, part)


def titles_on_space(options: Options, space: int) -> Iterator[str]:
    """Yield what the player sees on a space: things, and values of its fields."""
    yield from titles_of_things(options, options.match.position.on[space])
    words, position, layout = options.words, options.match.position, options.match.program.layout
    info = words.world.spaces[space]
    places = [info.declared.name] if info.board is None else [info.declared.name, info.board.name]
    for own in words.world.game.fields:
        if own.of is None or own.of.kind != "space" or own.of.name not in places or own.type.kind != "value" or not own.titles:
            continue
        if words.sight.shows(position.parts, own, space, options.seat):
            value = field_value(layout, position, own, space)
            values = words.world.value_type(own.type.name)
            titles = [words.value(one, own.type) for one in range(len(values.names))]
            yield from with_letter(titles, value)


def titles_of_things(options: Options, things: Iterable[int]) -> Iterator[str]:
    """Yield the kinds of those things that the player sees."""
    words = options.words
    kinds = list(words.world.game.kinds.values())
    titles = [words.title(kind.titles, kind.name) for kind in kinds]
    for thing in things:
        if thing not in options.hidden and options.viewer.sees_thing(thing):
            yield from with_letter(titles, kinds.index(words.world.things[thing].kind))


def with_letter(titles: Sequence[str], place: int) -> Iterator[str]:
    """Yield a title and the letter that stands for it among others.

    Shorter titles come first: of a king and a knight, the king has the K, and the knight has the N.
    """
    if not 0 <= place < len(titles):
        return
    yield titles[place]
    taken: set[str] = set()
    for title in sorted(titles, key=len):
        letter = next((letter for letter in title.casefold() if letter.isalpha() and letter not in taken), "")
        taken.add(letter)
        if title == titles[place]:
            yield letter.upper()
            return
