"""Keep track of open, unsaved texts, and of the mistakes in their rulebooks.

Mistakes are found in two steps. The first, after every key, reads the block that has changed and checks names and types of
the whole rulebook, without examples that have not changed. The second, when nobody types, checks these examples also, and
looks for warnings. Until then, its earlier findings move along with their words.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from attrs import define, evolve, field

from rulewright.dsl import nodes
from rulewright.dsl.editing.descriptions import block_span
from rulewright.dsl.editing.incremental import ParseCache, common_length
from rulewright.dsl.files.bundled import SUFFIX, bundled_games, bundled_variants, parts_at, path_at
from rulewright.dsl.files.folders import whole_of
from rulewright.dsl.library.library import FirstLook, LinkedRulebook, find_game, first_look, look_at
from rulewright.dsl.lint.whole_lint import Limits, reported_findings, second_look
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.text.source import Source, Span

MOST_FILES, MOST_FOLDERS = 300, 3000
"""The most rulebooks to look for in a folder, and the most folders inside it."""


@define(eq=False)
class LastFindings:
    """The last findings in a rulebook."""

    look: FirstLook
    before: list[Diagnostic] = field(factory=list)
    """Earlier findings in examples that were not checked this time, and earlier warnings."""
    examples: set[nodes.Example] = field(factory=set)
    """All examples that were ever checked."""


class CancelledError(Exception):
    """The results are no longer wanted."""


@define(eq=False)
class BackgroundCheck:
    """The second step: all examples, warnings and limits. It may run in a thread, and can be stopped."""

    reference: str
    found: LinkedRulebook | None
    diagnostics: list[Diagnostic]
    limits: Limits
    last: LastFindings | None
    stopped: bool = False
    look: FirstLook | None = None
    advice: list[Diagnostic] = field(factory=list)

    def __call__(self, *line: object) -> None:
        """Stop before the next line if the results are no longer wanted."""
        del line
        if self.stopped:
            raise CancelledError

    def run(self) -> None:
        """Run until done or stopped."""
        try:
            look = look_at(self.found, self.diagnostics, watcher=self)
            for found in second_look(look, self.limits):
                self()
                self.advice += found
            self.look = look
        except Exception:
            # The text has changed meanwhile, so the places of its nodes are wrong.
            if not self.stopped:
                raise


@define(eq=False)
class Workspace:
    """The rulebooks that somebody is editing."""

    limits: Limits
    unsaved: dict[str, str] = field(factory=dict)
    """The text of each unsaved file, by path."""
    readings: ParseCache = field(factory=ParseCache)
    trials: ParseCache = field(factory=ParseCache)
    """The texts with a trial word in them, as they would be read."""
    seen: dict[str, LastFindings] = field(factory=dict)
    glanced: dict[str, FirstLook] = field(factory=dict)
    """The knowledge about rulebooks that nobody is editing."""
    listed: dict[str, list[str]] = field(factory=dict)
    """The rulebooks in each folder."""
    inside: dict[str, str] = field(factory=dict)
    """The names in spans for bundled files, by path."""
    paths: dict[str, str] = field(factory=dict)
    """The paths of bundled files, by their names in spans."""
    called: dict[str, str] = field(factory=dict)
    """The names of bundled rulebooks, by the names in spans of their first files."""

    def __attrs_post_init__(self) -> None:
        self.called = {first: name for name, first in (bundled_games() | bundled_variants()).items()}
        self.paths = {part: path_at(part) for first in self.called for part in parts_at(first)}
        self.inside = {path: place for place, path in self.paths.items()}

    def place_of(self, path: str) -> str:
        """Return the name of a file in spans."""
        return self.inside.get(path, path)

    def path_of(self, place: str) -> str:
        """Return the path of a file by its name in spans."""
        return self.paths.get(place, place)

    def reference_of(self, path: str) -> str:
        """Return the rulebook of a file, as `find_game` expects it."""
        first = whole_of(path)
        place = self.inside.get(first)
        return first if place is None else self.called[place]

    def look(self, reference: str) -> FirstLook:
        """Run the first step for a rulebook."""
        earlier = self.seen.get(reference)
        examples = earlier.examples if earlier is not None else set()
        look = first_look(reference, self.unsaved, self.readings.read, without=examples)
        if earlier is None:
            self.seen[reference] = LastFindings(look, examples=examples_in(look.found))
        else:
            self.seen[reference] = LastFindings(look, moved_to(earlier.before, look.sources), earlier.examples)
        return look

    def known(self, reference: str) -> FirstLook:
        """Return the last results for a rulebook, or run the first step."""
        return self.seen[reference].look if reference in self.seen else self.look(reference)

    def quickly(self, reference: str) -> FirstLook:
        """Return what is known about a rulebook without checking it: its text, and its variants."""
        if reference in self.seen:
            return self.seen[reference].look
        if reference not in self.glanced:
            found, diagnostics = find_game(reference, whole=True, unsaved=self.unsaved, read=self.readings.read)
            self.glanced[reference] = FirstLook(found, [], diagnostics)
        return self.glanced[reference]

    def builds_on(self, reference: str, path: str) -> bool:
        """Return whether a rulebook is known to include a file."""
        place = self.place_of(path)
        found = self.seen[reference].look.found if reference in self.seen else None
        return found is None or any(name == place for _, name in found.texts)

    def files_changed(self) -> None:
        """Forget the files that nobody is editing: they may have been opened, closed or written."""
        self.glanced.clear()
        self.listed.clear()

    def further(self, reference: str) -> BackgroundCheck:
        """Prepare the second step for a rulebook."""
        found, diagnostics = find_game(reference, whole=True, unsaved=self.unsaved, read=self.readings.read)
        return BackgroundCheck(reference, found, diagnostics, self.limits, self.seen.get(reference))

    def take(self, further: BackgroundCheck) -> None:
        """Keep the results of a second step, unless something has changed meanwhile."""
        look = further.look
        if look is None or further.stopped or self.seen.get(further.reference) is not further.last:
            return
        examples = examples_in(look.found)
        kept = [one for one in look.diagnostics if one.span is not None and _stands_in(one.span, examples)]
        self.seen[further.reference] = LastFindings(look, [still(one) for one in (*kept, *further.advice)], examples)

    def look_further(self, reference: str) -> None:
        """Run the second step at once."""
        further = self.further(reference)
        further.run()
        self.take(further)

    def findings(self, reference: str) -> list[Diagnostic]:
        """Return the current findings in a rulebook."""
        seen = self.seen[reference]
        return reported_findings(seen.look, seen.before)

    def all_in(self, folder: str) -> list[str]:
        """Return the rulebooks in a folder."""
        if folder not in self.listed:
            found: dict[str, None] = {}
            for where, inner, files in islice(os.walk(folder), MOST_FOLDERS):
                inner[:] = sorted(name for name in inner if not name.startswith((".", "_")))
                for name in sorted(files):
                    if name.endswith(SUFFIX) and not name.startswith(".") and len(found) < MOST_FILES:
                        found[self.reference_of((Path(where) / name).as_posix())] = None
            self.listed[folder] = [*found]
        return self.listed[folder]


def examples_in(found: LinkedRulebook | None) -> set[nodes.Example]:
    """Return all examples of a rulebook and its variants."""
    if found is None:
        return set()
    blocks = [found.rulebook.declarations, *(variant.lines for variant in found.known.values())]
    bare = (line.declaration if isinstance(line, nodes.Replace) else line for block in blocks for line in block)
    inner = [line for node in found.rulebook.declarations if isinstance(node, nodes.Variant) for line in node.lines]
    return {node for node in (*bare, *inner) if isinstance(node, nodes.Example)}


def _stands_in(span: Span, examples: Iterable[nodes.Example]) -> bool:
    """Return whether a span is in one of the examples."""
    above = (one.span for one in examples if one.span.source is span.source and one.span.start <= span.start)
    nearest = max(above, key=lambda one: one.start, default=None)
    return nearest is not None and span.end <= block_span(nearest).end


def still(diagnostic: Diagnostic) -> Diagnostic:
    """Return a message with spans of its own: those of nodes move with their texts."""
    span = diagnostic.span
    related = tuple(evolve(one, span=evolve(one.span)) for one in diagnostic.related)
    return evolve(diagnostic, span=None if span is None else evolve(span), related=related)


def moved_to(diagnostics: Iterable[Diagnostic], sources: Iterable[Source]) -> list[Diagnostic]:
    """Move messages about earlier texts to the same words of later ones; leave out those whose words have changed."""
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
    """Return where the words of a span are in a later text; None if they are in the part that has changed."""
    old, new = span.source, now.get(span.source.name)
    if new is None or new is old:
        return span
    if span.end <= common_length(old.text, new.text):
        return Span(new, span.start, span.end)
    longer = len(new.text) - len(old.text)
    if new.text[span.start + longer :] == old.text[span.start :] and span.start + longer >= 0:
        return Span(new, span.start + longer, span.end + longer)
    return None
