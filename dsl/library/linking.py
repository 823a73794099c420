"""Read the files for one request, and link their variants."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

from attrs import define, evolve, field

from rulewright.dsl import nodes
from rulewright.dsl.check.examples import variants_of
from rulewright.dsl.check.reporter import Reporter
from rulewright.dsl.files.bundled import SUFFIX, bundled_games, bundled_variants
from rulewright.dsl.files.folders import SETTINGS, Texts, leads_out, texts_of, whole_of
from rulewright.dsl.messages.diagnostic import Diagnostic, Related
from rulewright.dsl.messages.kinds import UnknownVariant
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.messages.suggestions import did_you_mean
from rulewright.dsl.syntax.parser import Read, parse, parse_whole
from rulewright.dsl.text.source import Span

MOST_FILES = 30
VARIANT = re.compile(r"^variant +([^\W\d_]\w*(?:-\w+)*)", re.MULTILINE)
NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")


@define(eq=False)
class Library(Reporter):
    """The files for one request, each read once, and the variants found in them."""

    files: dict[str, nodes.Rulebook | None] = field(factory=dict)
    known: dict[str, nodes.Variant] = field(factory=dict)
    """The variants by name; one whose base is a variant in another file names that variant instead of the file."""
    games: dict[str, nodes.Rulebook] = field(factory=dict)
    """The game of each variant that changes a game directly."""
    learnt: set[str] = field(factory=set)
    texts: Texts = field(factory=dict)
    unsaved: Mapping[str, str] | None = None
    """Texts that replace those in files, by file name."""
    read: Read = parse

    def named(self, reference: str) -> nodes.Rulebook | None:
        """Return a bundled rulebook or variant by name, or a file by path; None after a message."""
        inside = reference in bundled_games() or reference in bundled_variants()
        first = (bundled_games().get(reference) or bundled_variants()[reference]) if inside else whole_of(reference)
        if first in self.files:
            return self.files[first]
        if not inside and not first.endswith(SUFFIX) and not _exists(first):
            way_out = did_you_mean(reference, [*bundled_games(), *bundled_variants()]) or (
                Phrase("name-a-bundled-game-see-rulewright-list")
            )
            self.report("no-such-game", Phrase("there-is-no-game-called", reference=reference), None, way_out=way_out)
            return None
        self.files[first], diagnostics, texts = parse_whole(inside=inside, first=first, unsaved=self.unsaved, read=self.read)
        self.diagnostics.extend(diagnostics)
        self.texts.update(texts)
        return self.files[first]

    def learn(self, place: str, rulebook: nodes.Rulebook) -> None:
        """Learn the variants of a file, and those of the files that they build on."""
        if place in self.learnt:
            return
        self.learnt.add(place)
        own = variants_in(rulebook)
        names = {variant.name.text for variant in own}
        for variant in own:
            inside = not variant.base_is_file and variant.base.text in names
            linked = variant if inside else self._linked(variant)
            if linked is not None:
                self._know(variant, linked)

    def _linked(self, variant: nodes.Variant) -> nodes.Variant | None:
        """Return a variant with its base as a game or a known variant."""
        base, wanted = _place_of_base(self, variant)
        rulebook = self.named(base) if base else None
        if rulebook is None:
            return None
        if has_game(rulebook):
            if not wanted:
                self.games.setdefault(variant.name.text, rulebook)
                return variant
            self.learn_from_game(rulebook)
        else:
            self.learn(base, rulebook)
        meant = self.find_variant(rulebook, base, wanted, variant.base.span)
        if meant is None:
            return None
        return evolve(variant, base=evolve(variant.base, text=meant), base_is_file=False)

    def find_variant(self, rulebook: nodes.Rulebook, place: str, wanted: str, span: Span | None = None) -> str | None:
        """Return the variant that is meant in a file: the one with a name, or the one that all others build on."""
        own = {variant.name.text: variant for variant in variants_in(rulebook)}
        shown = f"`{place}`"
        if wanted:
            if wanted in own:
                return wanted
            way_out = did_you_mean(wanted, own) or (Phrase("there-is", own=WordList.quoted(own, "")) if own else None)
            self.report(
                "no-such-variant",
                Phrase("there-is-no-variant-called-in", wanted=wanted, shown=shown),
                span,
                Phrase("not-there") if span else None,
                way_out,
            )
            return None
        first = [name for name, variant in own.items() if variant.base_is_file or variant.base.text not in own]
        if len(first) == 1:
            return first[0]
        names = ", ".join(f"`{name}`" for name in first[:4]) + (" ..." if len(first) > 4 else "")
        if first:
            self.report(
                "several-variants",
                Phrase("there-are-several-variants-in", shown=shown, names=names),
                span,
                Phrase("which-of-them") if span else None,
                Phrase("name-one-of-them-as-in", place=place, first=first[0]),
            )
        else:
            one = variants_in(rulebook)[0]
            self.report("variant-circle", Phrase("is-in-the-end-a-variant-of", one=one.name.text), one.base.span)
        return None

    def _know(self, variant: nodes.Variant, linked: nodes.Variant) -> None:
        """Add a variant, whose name must be unique."""
        known = self.known.setdefault(variant.name.text, linked)
        if known.name.span != variant.name.span:
            shown = Phrase("in-the-games-own-file") if variant.span.source != known.span.source else Phrase("here")
            self.diagnostics.append(
                Diagnostic(
                    "duplicate-name",
                    Phrase("there-are-two-variants-called", name=known.name.text),
                    known.name.span,
                    related=(Related(variant.name.span, shown),),
                )
            )

    def learn_from_game(self, rulebook: nodes.Rulebook) -> None:
        """Learn the variants in the file of a game."""
        own = variants_in(rulebook)
        seen: set[str] = set()
        for variant in own:
            if variant.name.text not in seen:
                self._know(variant, variant)
                self.games.setdefault(variant.name.text, rulebook)
            seen.add(variant.name.text)

    def asked_variant(self, name: str, base: nodes.Rulebook) -> str | None:
        """Return the name of a variant that was asked for: a known one, or one in a file."""
        if name in self.known:
            return name
        place, wanted = split_reference(name)
        if not place.endswith(SUFFIX) and place not in bundled_variants() and not wanted:
            offered = [*self.known, *(extra for extra in bundled_variants() if self.is_extra_of(extra, base))]
            way_out = did_you_mean(name, offered) or (
                Phrase("there-is", own=WordList.quoted(offered, ""))
                if len(offered) == 1
                else Phrase("there-are", offered=WordList.quoted(offered, ""))
                if offered
                else Phrase("this-game-has-none-name-a-file")
            )
            self.report("no-such-variant", UnknownVariant(name), None, way_out=way_out)
            return None
        rulebook = self.named(place)
        if rulebook is None:
            return None
        if has_game(rulebook):
            if not wanted:
                self.report("no-such-variant", Phrase("is-not-the-file-of-a-variant", name=name), None)
                return None
            if rulebook.texts == base.texts:
                return self.find_variant(rulebook, place, wanted)
            self.learn_from_game(rulebook)
        else:
            self.learn(place, rulebook)
        meant = self.find_variant(rulebook, place, wanted)
        other = self.base_of(meant) if meant is not None else None
        if meant is None or other is None:
            return None
        if other.texts != base.texts:
            # The variant is right in its file: the request was wrong.
            self.report("wrong-base", Phrase("is-a-variant-of-another-game", meant=meant, base=self.known[meant].base.text), None)
            return None
        return meant

    def learn_from_examples(self, base: nodes.Rulebook) -> frozenset[str]:
        """Return the names of bundled variants of a game that examples name, directly or through each other."""
        guests: set[str] = set()
        declarations = [*base.declarations, *self.known.values()]
        while declarations:
            node = declarations.pop()
            if isinstance(node, nodes.Variant):
                declarations.extend(node.lines)
                continue
            example = node.declaration if isinstance(node, nodes.Replace) else node
            if not isinstance(example, nodes.Example):
                continue
            for name in variants_of(example, "", self.known):
                extra = self.named(name) if name not in self.known and self.is_extra_of(name, base) else None
                if extra is not None:
                    before = set(self.known)
                    self.learn(name, extra)
                    guests.update(set(self.known) - before)
                    declarations.extend(self.known[one] for one in self.known if one not in before)
        return frozenset(guests)

    def is_extra_of(self, name: str, base: nodes.Rulebook) -> bool:
        """Return whether a bundled variant changes a certain game, which may have been named by its path."""
        game = self.game_of_extra(name)
        if not game:
            return False
        texts = texts_of(game)
        self.texts.update(texts)
        return base.texts == tuple(text for (_, place), text in texts.items() if not place.endswith("/"))

    def game_of_extra(self, name: str) -> str:
        """Return the place of the bundled game that a bundled variant changes, possibly through others, or nothing."""
        seen: set[str] = set()
        while name in bundled_variants() and name not in seen:
            seen.add(name)
            rulebook = self.named(name)
            own = variants_in(rulebook) if rulebook is not None else []
            name = own[0].base.text if own else ""
        return bundled_games().get(name, "")

    def base_of(self, name: str) -> nodes.Rulebook | None:
        """Return the game that a variant changes, possibly through others, or None after a message."""
        chain: list[str] = []
        while name not in self.games:
            if name in chain:
                base = self.known[name].base
                self.report("variant-circle", Phrase("is-in-the-end-a-variant-of", one=name), base.span)
                return None
            if name not in self.known:
                return None
            chain.append(name)
            name = self.known[name].base.text
        return self.games[name]


def _exists(reference: str) -> bool:
    try:
        return Path(reference).exists()
    except (OSError, ValueError):
        return False


def has_game(rulebook: nodes.Rulebook) -> bool:
    """Return whether a file contains a game and not only variants; an unreadable game counts."""
    declarations = rulebook.declarations
    if any(isinstance(node, nodes.Game) for node in declarations) or not variants_in(rulebook):
        return True
    return bool(rulebook.broken) and any(not isinstance(node, nodes.Variant) for node in declarations)


def variants_in(rulebook: nodes.Rulebook) -> list[nodes.Variant]:
    return [node for node in rulebook.declarations if isinstance(node, nodes.Variant)]


def split_reference(reference: str) -> tuple[str, str]:
    """Split `FILE:NAME` into the file of a variant and its name; without a name, return all of it."""
    place, colon, name = reference.rpartition(":")
    known = place in bundled_games() or place in bundled_variants() or place.endswith(SUFFIX) or whole_of(place) != place
    return (place, name) if colon and known and NAME.fullmatch(name) else (reference, "")


def _place_of_base(library: Library, variant: nodes.Variant) -> tuple[str, str]:
    """Return the path of a variant's base from here, and the variant that is meant in it; nothing after a message."""
    base = variant.base
    if base.text in bundled_games() or base.text in bundled_variants():
        return base.text, ""
    if not variant.base_is_file:
        inner = _inner_variants()
        if base.text in inner:
            return inner[base.text], base.text
        way_out = did_you_mean(base.text, [*bundled_games(), *bundled_variants(), *inner]) or (
            Phrase("write-the-path-of-its-file-between")
        )
        library.report("missing-base", Phrase("there-is-no-bundled-game-or-variant", base=base.text), base.span, way_out=way_out)
        return "", ""
    written, wanted = split_reference(base.text)
    if written in bundled_games():
        return written, wanted
    if not wanted and ":" in base.text:
        written, _, wanted = base.text.rpartition(":")
    # The rulebook may come from a stranger: let it reach only nearby rulebooks. A normalized path makes a file known by any
    # route.
    path = whole_of(os.path.normpath(Path(variant.span.source.name).parent / written))
    if Path(written).is_absolute() or not path.endswith(SUFFIX) or "\\" in written:
        library.report("missing-base", Phrase("a-base-is-named-by-the-path"), base.span)
        return "", ""
    if leads_out(path, variant.span.source.name):
        library.report(
            "missing-base",
            Phrase("leads-out-of-the-folder-of-this", base=base.text),
            base.span,
            way_out=Phrase("put-both-files-into-one-folder-or", settings=SETTINGS),
        )
        return "", ""
    if not _exists(path) or len(library.files) >= MOST_FILES:
        library.report(
            "missing-base",
            Phrase("there-is-no-file", path=Path(path).as_posix()),
            base.span,
            Phrase("not-there"),
            Phrase("check-the-spelling-the-path-begins-at"),
        )
        return "", ""
    return Path(path).as_posix(), wanted


def _inner_variants() -> dict[str, str]:
    """Return the variants in the files of bundled games, each with the name of its game."""
    return {
        name: game
        for game, place in bundled_games().items()
        for text in texts_of(place).values()
        for name in VARIANT.findall(text)
    }
