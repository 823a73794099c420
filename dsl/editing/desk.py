"""What lies open on somebody's desk: texts that are not saved yet, and what is wrong with their rulebooks at any time.

What is wrong is told in two steps. The first one, after every key, reads the block that has changed, and checks the names and
types of the whole rulebook but for the examples in which nothing has. The second one, once nobody types, checks these, too,
and looks for what may not be meant; until then, what it has found before stays where its words stand now.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from attrs import define, evolve, field

from rulewright.dsl import nodes
from rulewright.dsl.bundled import SUFFIX, bundled, extras, parts_at, path_at
from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.editing.readings import Readings, alike
from rulewright.dsl.editing.told import whole
from rulewright.dsl.folders import whole_of
from rulewright.dsl.library import Found, Limits, Look, find, first_look, look_at, second_look, shown
from rulewright.dsl.source import Source, Span

MOST_FILES, MOST_FOLDERS = 300, 3000
"""How many rulebooks are looked for in a folder, and in how many folders inside it."""


@define(eq=False)
class Seen:
    """What was found in a rulebook the last time."""

    look: Look
    before: list[Diagnostic] = field(factory=list)
    """What an earlier look has found in examples that are not looked at this time, and what may not be meant."""
    examples: dict[int, nodes.Example] = field(factory=dict)
    """Those that were looked at, some time; by their identity."""


class StoppedError(Exception):
    """Nobody wants to know any more."""


@define(eq=False)
class Further:
    """A second look: all examples, advice, limits. It may be done in a thread of its own, and can be broken off."""

    reference: str
    found: Found | None
    diagnostics: list[Diagnostic]
    limits: Limits
    last: Seen | None
    stopped: bool = False
    look: Look | None = None
    advice: list[Diagnostic] = field(factory=list)

    def __call__(self, *line: object) -> None:
        """Before each line that is checked."""
        del line
        if self.stopped:
            raise StoppedError

    def run(self) -> None:
        """Do it, unless somebody says that it is not wanted any more."""
        try:
            look = look_at(self.found, self.diagnostics, watcher=self)
            for found in second_look(look, self.limits):
                self()
                self.advice += found
            self.look = look
        except Exception:
            # The nodes of a text that has changed meanwhile stand anywhere.
            if not self.stopped:
                raise


@define(eq=False)
class Desk:
    """The rulebooks that somebody works on."""

    limits: Limits
    unsaved: dict[str, str] = field(factory=dict)
    """By the path of each file, what stands in it for whoever edits it."""
    readings: Readings = field(factory=Readings)
    trials: Readings = field(factory=Readings)
    """What would be read if something else were written somewhere."""
    seen: dict[str, Seen] = field(factory=dict)
    glanced: dict[str, Look] = field(factory=dict)
    """What stands in rulebooks that nobody works on."""
    listed: dict[str, list[str]] = field(factory=dict)
    """The rulebooks in folders."""
    inside: dict[str, str] = field(factory=dict)
    """The places of bundled files, by their paths."""
    paths: dict[str, str] = field(factory=dict)
    """The paths of bundled files, by their places."""
    called: dict[str, str] = field(factory=dict)
    """The names of bundled rulebooks, by the places of their first files."""

    def __attrs_post_init__(self) -> None:
        self.called = {first: name for name, first in (bundled() | extras()).items()}
        self.paths = {part: path_at(part) for first in self.called for part in parts_at(first)}
        self.inside = {path: place for place, path in self.paths.items()}

    def place_of(self, path: str) -> str:
        """What a file is called in spans."""
        return self.inside.get(path, path)

    def path_of(self, place: str) -> str:
        """Where the file lies that is called so in spans."""
        return self.paths.get(place, place)

    def reference_of(self, path: str) -> str:
        """The rulebook that a file is, or is a part of, as `find` wants it."""
        first = whole_of(path)
        place = self.inside.get(first)
        return first if place is None else self.called[place]

    def look(self, reference: str) -> Look:
        """The first look at a rulebook, as it stands now."""
        earlier = self.seen.get(reference)
        examples = earlier.examples if earlier is not None else {}
        look = first_look(reference, self.unsaved, self.readings.read, without=examples)
        if earlier is None:
            self.seen[reference] = Seen(look, examples=examples_in(look.found))
        else:
            self.seen[reference] = Seen(look, moved_to(earlier.before, look.sources), earlier.examples)
        return look

    def known(self, reference: str) -> Look:
        """The last look at a rulebook, or the first."""
        return self.seen[reference].look if reference in self.seen else self.look(reference)

    def quickly(self, reference: str) -> Look:
        """What is known of a rulebook without checking it: what stands in it, and what belongs to it."""
        if reference in self.seen:
            return self.seen[reference].look
        if reference not in self.glanced:
            found, diagnostics = find(reference, whole=True, unsaved=self.unsaved, read=self.readings.read)
            self.glanced[reference] = Look(found, [], diagnostics)
        return self.glanced[reference]

    def builds_on(self, reference: str, path: str) -> bool:
        """Whether a rulebook was read from a file, too, as far as is known."""
        place = self.place_of(path)
        found = self.seen[reference].look.found if reference in self.seen else None
        return found is None or any(name == place for _, name in found.texts)

    def files_changed(self) -> None:
        """Files are opened, closed or written: what stands where nobody looks has to be read again."""
        self.glanced.clear()
        self.listed.clear()

    def further(self, reference: str) -> Further:
        """The second look at a rulebook as it stands now, which is still to be done."""
        found, diagnostics = find(reference, whole=True, unsaved=self.unsaved, read=self.readings.read)
        return Further(reference, found, diagnostics, self.limits, self.seen.get(reference))

    def take(self, further: Further) -> None:
        """What a second look has found, unless something has changed meanwhile."""
        look = further.look
        if look is None or further.stopped or self.seen.get(further.reference) is not further.last:
            return
        examples = examples_in(look.found)
        kept = [one for one in look.diagnostics if one.span is not None and _stands_in(one.span, examples.values())]
        self.seen[further.reference] = Seen(look, [still(one) for one in (*kept, *further.advice)], examples)

    def look_further(self, reference: str) -> None:
        """The second look, done at once."""
        further = self.further(reference)
        further.run()
        self.take(further)

    def findings(self, reference: str) -> list[Diagnostic]:
        """What is to be told of a rulebook, as far as is known."""
        seen = self.seen[reference]
        return shown(seen.look, seen.before)

    def all_in(self, folder: str) -> list[str]:
        """The rulebooks in a folder."""
        if folder not in self.listed:
            found: dict[str, None] = {}
            for where, inner, files in islice(os.walk(folder), MOST_FOLDERS):
                inner[:] = sorted(name for name in inner if not name.startswith((".", "_")))
                for name in sorted(files):
                    if name.endswith(SUFFIX) and not name.startswith(".") and len(found) < MOST_FILES:
                        found[self.reference_of((Path(where) / name).as_posix())] = None
            self.listed[folder] = [*found]
        return self.listed[folder]


def examples_in(found: Found | None) -> dict[int, nodes.Example]:
    """All examples of a rulebook and of its variants, by their identity."""
    if found is None:
        return {}
    blocks = [found.rulebook.declarations, *(variant.lines for variant in found.known.values())]
    bare = (line.declaration if isinstance(line, nodes.Replace) else line for block in blocks for line in block)
    inner = [line for node in found.rulebook.declarations if isinstance(node, nodes.Variant) for line in node.lines]
    return {id(node): node for node in (*bare, *inner) if isinstance(node, nodes.Example)}


def _stands_in(span: Span, examples: Iterable[nodes.Example]) -> bool:
    """Whether some words are in one of the examples."""
    above = (one.span for one in examples if one.span.source is span.source and one.span.start <= span.start)
    nearest = max(above, key=lambda one: one.start, default=None)
    return nearest is not None and span.end <= whole(nearest).end


def still(diagnostic: Diagnostic) -> Diagnostic:
    """A message with places of its own: those of nodes move along with them."""
    span = diagnostic.span
    related = tuple(evolve(one, span=evolve(one.span)) for one in diagnostic.related)
    return evolve(diagnostic, span=None if span is None else evolve(span), related=related)


def moved_to(diagnostics: Iterable[Diagnostic], sources: Iterable[Source]) -> list[Diagnostic]:
    """Messages about earlier texts at the same words of later ones; those whose words have changed are left out."""
    now = {source.name: source for source in sources}
    moved: list[Diagnostic] = []
    for one in diagnostics:
        span = None if one.span is None else moved_span(one.span, now)
        related = [moved_span(other.span, now) for other in one.related]
        if span is not None and None not in related:
            places = tuple(evolve(other, span=place) for other, place in zip(one.related, related, strict=True) if place)
            moved.append(evolve(one, span=span, related=places))
    return moved


def moved_span(span: Span, now: dict[str, Source]) -> Span | None:
    """Where some words stand in a later text, unless they are where it has changed."""
    old, new = span.source, now.get(span.source.name)
    if new is None or new is old:
        return span
    if span.end <= alike(old.text, new.text):
        return Span(new, span.start, span.end)
    longer = len(new.text) - len(old.text)
    if new.text[span.start + longer :] == old.text[span.start :] and span.start + longer >= 0:
        return Span(new, span.start + longer, span.end + longer)
    return None
