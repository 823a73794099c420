"""Find what can be written at a place: words of the language, and names, each with an explanation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve, frozen

from rulewright.dsl import nodes
from rulewright.dsl.check.game import DIFFICULTIES
from rulewright.dsl.editing.candidates import PROBE, context_at, fitting_words, shortest_ending, takes_a_name
from rulewright.dsl.editing.mentions import DECLARED, mentions
from rulewright.dsl.editing.name_candidates import NameCandidate, names_at
from rulewright.dsl.editing.symbols import MentionCache, SymbolIndex, names_of
from rulewright.dsl.editing.workspace import Workspace, examples_in
from rulewright.dsl.files.bundled import bundled_games
from rulewright.dsl.library.library import LinkedRulebook, find_game
from rulewright.dsl.messages.diagnostic_names import CATALOGUE
from rulewright.dsl.text.frozen import attributes
from rulewright.dsl.text.source import Source

WORD_BEHIND = re.compile(r"[\w-]*")
ALLOWED = re.compile(r"#\s*lint:\s*allow\s+(?:[\w-]+\s*,\s*)*[\w-]*\Z")
TEXT_BEFORE = re.compile(r'(?:[^"\\]|\\.)*(?:"(?:[^"\\]|\\.)*"(?:[^"\\]|\\.)*)*"(?P<open>(?:[^"\\]|\\.)*)\Z')
ORDER = ("local", "name", "word")
TYPES = ("number", "truth", "player", "space", "text", "place", "pile", "bag")
# For names that no line looks up: by node and part, the declarations and the words that fit.
MEANT: dict[tuple[type[nodes.Node], str], tuple[tuple[str, ...], tuple[str, ...]]] = {
    (nodes.Card, "kind"): (("kind",), ()),
    (nodes.TypeName, "name"): (("kind", "values", "die", "board"), TYPES),
    (nodes.FieldBlock, "kind"): (("kind", "values", "die", "board"), ("player", "space")),
    (nodes.FieldBlock, "other"): (("kind", "values", "die", "board"), ("player", "space")),
    (nodes.FieldBlock, "anew"): (("rule",), ()),
    (nodes.Hook, "name"): (("rule",), ()),
    (nodes.Forbid, "name"): (("rule",), ()),
    (nodes.Change, "name"): (("define", "die"), ()),
    (nodes.Components, "groups"): (("values",), ("player",)),
    (nodes.MapLine, "beside"): (("space",), ()),
    (nodes.Grid, "words"): ((), ("hexagons", "a", "side")),
    (nodes.Place, "kind"): ((), ("place", "pile", "bag")),
    (nodes.Entry, "kind"): ((), ("place", "pile", "bag")),
    **{(nodes.Visibility, part): (("define",), ("owner", "nobody", "others")) for part in ("what", "others", "by", "more")},
    (nodes.Amend, "name"): (("option", "field"), ()),
    (nodes.Amend, "card"): (("card",), ()),
    (nodes.QuotedOption, "name"): (("offer",), ()),
    (nodes.Difficulty, "level"): ((), DIFFICULTIES),
}
# For the words after `remove` and `in`, the declarations that they mean.
CALLED = {"to": "rule", "pieces": "kind", "example": "number"}
CALLED |= dict.fromkeys(("before", "after", "instead", "forbid", "change"), "standing")
# For places where nothing can be tried, such as the picks of a seat.
ANYWHERE = (*DECLARED.values(), "die", "value", "space", "field", "direction", "offer")
IN_EXAMPLES = {"example_option": "option", "then_gave": "rule", "given_named": "position", "example_variants": "variant"}


@frozen
class CompletionItem:
    """Something that can be written."""

    text: str
    what: str
    kind: str
    """`word`, `name` or `local`."""
    behind: str = ""

    def before(self, rest: str) -> CompletionItem:
        """Return the offer without the part that already follows it."""
        there = re.match(rf"\s*{re.escape(self.behind.strip())}(?![\w-])", rest)
        return evolve(self, behind="") if self.behind and there else self


def completions(desk: Workspace, path: str, offset: int) -> tuple[int, list[CompletionItem]]:
    """Return what can be written at a place in a file, and where the word begins that it would replace."""
    known = desk.readings.known.get(desk.place_of(path))
    if known is None:
        return offset, []
    source = known[0].sources[0]
    line = source.text[source.start_of(source.position(offset)[0]) : offset]
    opened = TEXT_BEFORE.fullmatch(line)
    if opened is not None:
        return in_a_text(desk, path, source, offset, opened["open"])
    if "#" in line:
        allowed = ALLOWED.search(line)
        found = [CompletionItem(name, what, "word") for name, what in CATALOGUE.items()] if allowed else []
        return offset - len(re.search(r"[\w-]*\Z", line)[0]), found  # type: ignore[index]
    place = context_at(source, offset)
    if place is None:
        return offset, []
    found = [CompletionItem(word, shape, "word") for word, shape in fitting_words(place)]
    if takes_a_name(place):
        end = offset + len(WORD_BEHIND.match(source.text, offset)[0])  # type: ignore[index]
        last = source.text.find("\n", end)
        last = len(source.text) if last < 0 else last
        ending = shortest_ending(place, source.text[end:last])
        if ending is not None:
            text = source.text[: place.start] + PROBE + ending + source.text[last:]
            rest = source.text[end:last]
            found = [*(one.before(rest) for one in names(desk, path, text, place.start)), *found]
    return place.start, found


def in_a_text(desk: Workspace, path: str, source: Source, offset: int, before: str) -> tuple[int, list[CompletionItem]]:
    """Return the names that fit between the braces of a text."""
    braced = re.search(r"(?<!\{)\{([\w-]*)\Z", before)
    if braced is None:
        return offset, []
    quote = offset - len(before) - 1
    last = source.text.find("\n", offset)
    last = len(source.text) if last < 0 else last
    closing = re.compile(r'(?:[^"\\\n]|\\.)*"').match(source.text, offset, last)
    rest = source.text[closing.end() : last] if closing is not None else ""
    text = f'{source.text[:quote]}"{{{PROBE}}}"{rest}{source.text[last:]}'
    found = names(desk, path, text, quote + 2)
    return offset - len(braced[1]), [one for one in found if not one.behind]


def names(desk: Workspace, path: str, text: str, offset: int) -> list[CompletionItem]:
    """Return the names that fit in place of `PROBE`."""
    reference = desk.reference_of(path)
    found, _ = find_game(reference, whole=True, unsaved={**desk.unsaved, path: text}, read=desk.trials.read)
    if found is None:
        return []
    declaration = declaration_at(found, desk.place_of(path), offset)
    if declaration is None:
        return []
    node, variant = declaration
    bare = node.declaration if isinstance(node, nodes.Replace) else node
    if any(one.text == PROBE and one.declares for one in mentions(node)):
        replaced = isinstance(node, nodes.Replace) and getattr(getattr(bare, "name", None), "text", "") == PROBE
        return declared(found, (DECLARED.get(type(bare), ""),)) if replaced else []
    holder = holder_of(node)
    if isinstance(holder, tuple):
        meant = kinds_meant(*holder)
        if isinstance(holder[0], nodes.CardField) and isinstance(bare, nodes.Card):
            return [CompletionItem(name, "a field", "name", " = ") for name in fields_of(found, bare.kind.text)]
        if meant is not None:
            own = [CompletionItem(word, "a word of the language", "word") for word in meant[1]]
            return [*declared(found, meant[0]), *own]
    if isinstance(node, nodes.Variant):
        return [CompletionItem(name, "a game", "name") for name in bundled_games()]
    trial = names_at(found, variant, {one for one in examples_in(found) if one is not bare})
    return [shown(one) for one in trial.fitting] if trial.done else declared(found, ANYWHERE)


def shown(name: NameCandidate) -> CompletionItem:
    return CompletionItem(name.text, name.what, "local" if name.local else "name", name.behind)


def fields_of(found: LinkedRulebook, kind: str) -> list[str]:
    """Return the fields of things of a kind."""
    lines = [*found.rulebook.declarations, *(line for variant in found.known.values() for line in variant.lines)]
    groups = [node for node in lines if isinstance(node, nodes.FieldBlock) and node.kind is not None and node.kind.text == kind]
    return [one.name.text for node in groups for one in node.fields if isinstance(one, nodes.Field)]


def declaration_at(found: LinkedRulebook, place: str, offset: int) -> tuple[nodes.Declaration, str] | None:
    """Return the declaration around a place, and the variant that contains it."""
    variant = ""
    lines: Iterable[nodes.Declaration] = found.asked.declarations
    for _ in range(2):
        above = [node for node in lines if node.span.source.name == place and node.span.start <= offset]
        if not above:
            return None
        node = max(above, key=lambda node: node.span.start)
        if (
            not isinstance(node, nodes.Variant)
            or node.name.text == PROBE
            or node.base.text == PROBE
            or not any(line.span.start <= offset for line in node.lines)
        ):
            return node, variant
        variant, lines = node.name.text, node.lines
    return None


def holder_of(node: nodes.Node) -> tuple[nodes.Node, str] | None:
    """Return the node that holds the probe, and which part of it the probe is."""
    pending: list[tuple[Any, nodes.Node, str]] = [(node, node, "")]
    while pending:
        value, holder, part = pending.pop()
        if isinstance(value, nodes.Word) and value.text == PROBE:
            return holder, part
        if isinstance(value, tuple):
            pending.extend((one, holder, part) for one in value)
        elif isinstance(value, nodes.Node):
            pending.extend((getattr(value, one), value, one) for one in attributes(type(value)))
    return None


def kinds_meant(holder: nodes.Node, part: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the declarations and words that fit there; None if that must be tried."""
    if isinstance(holder, nodes.Remove | nodes.Patch) and part in ("name", "names"):
        return (CALLED.get(holder.kind, holder.kind or "field"),), ()
    if isinstance(holder, nodes.ExampleLine) and holder.kind in IN_EXAMPLES:
        return (IN_EXAMPLES[holder.kind],), ()
    return MEANT.get((type(holder), part))


def declared(found: LinkedRulebook, kinds: tuple[str, ...]) -> list[CompletionItem]:
    """Return the names of all things of some kinds, with their titles."""
    known: SymbolIndex = names_of([found], MentionCache())
    offered = {one.text: CompletionItem(one.text, f"{one.declares} {_title(one.node)}".strip(), "name")
               for one in known.mentions if one.declares in kinds and one.text != PROBE}  # fmt: skip
    return [*offered.values()]


def _title(node: nodes.Node | None) -> str:
    title = getattr(node, "title", None)
    return f'"{title.texts[0][1]}"' if isinstance(title, nodes.Title) else ""


def in_order(offered: Iterable[CompletionItem]) -> list[CompletionItem]:
    """Return first the names of nearby lines, then of the game, then the words of the language."""
    return sorted(offered, key=lambda one: (ORDER.index(one.kind), one.text))


def unique(offered: Iterable[CompletionItem]) -> Iterator[CompletionItem]:
    """Yield each word once, the first of its kind."""
    seen: set[str] = set()
    for one in offered:
        if one.text not in seen:
            seen.add(one.text)
            yield one
