"""Where rulebooks are found: the bundled ones, files, and the files of variants with the games they change."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from attrs import define, evolve, field, frozen

from rulewright.dsl import checked, nodes
from rulewright.dsl.bundled import SUFFIX, bundled, extras
from rulewright.dsl.check import check, example_combinations
from rulewright.dsl.check.examples import variants_of
from rulewright.dsl.check.game import MOST_LINES
from rulewright.dsl.check.variants import expanded
from rulewright.dsl.diagnostic import Diagnostic, in_order
from rulewright.dsl.folders import Texts, texts_of, whole_of
from rulewright.dsl.parse import parse_whole
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean

MOST_FILES = 30

@define(eq=False)
class Found:
    """A game with the variants that are named, and all that are known of; broken names belong to lines set aside."""

    rulebook: nodes.Rulebook
    asked: nodes.Rulebook
    """What was asked for: the game itself, or variants of it in a file of their own."""
    variants: tuple[nodes.Variant, ...] = ()
    known: dict[str, nodes.Variant] = field(factory=dict)
    guests: frozenset[str] = frozenset()
    """Those of the known that somebody else's example names: they are checked with that example, and not by themselves."""
    broken: frozenset[str] = frozenset()
    diagnostics: list[Diagnostic] = field(factory=list)
    """What is wrong with the texts; names have not been looked up."""
    texts: Texts = field(factory=dict)


@frozen
class RulebookInfo:
    """What `list` shows of a game."""

    name: str
    titles: checked.Titles
    least_players: int
    most_players: int
    options: tuple[nodes.Option, ...]
    variants: tuple[tuple[str, checked.Titles], ...]


@define(eq=False)
class _Library:
    """The files read for one request, each once, and the variants found in them."""

    files: dict[str, nodes.Rulebook | None] = field(factory=dict)
    known: dict[str, nodes.Variant] = field(factory=dict)
    """By name; those of a variant in another file name that variant as their base, instead of its file."""
    games: dict[str, nodes.Rulebook] = field(factory=dict)
    """The game of each variant that changes a game itself."""
    learnt: set[str] = field(factory=set)
    texts: Texts = field(factory=dict)
    diagnostics: list[Diagnostic] = field(factory=list)

    def report(self, name: str, message: str, span: Span | None, label: str = "", way_out: str = "") -> None:
        """Note down one mistake."""
        self.diagnostics.append(Diagnostic(name, message, span, label=label, help=way_out))

    def named(self, reference: str) -> nodes.Rulebook | None:
        """A bundled rulebook or variant by name, or a file by path; None after a message."""
        inside = reference in bundled() or reference in extras()
        first = (bundled().get(reference) or extras()[reference]) if inside else whole_of(reference)
        if first in self.files:
            return self.files[first]
        if not inside and not first.endswith(SUFFIX) and not _exists(first):
            way_out = did_you_mean(reference, [*bundled(), *extras()]) or (
                "name a bundled game (see `rulewright list`), or a `.rules` file")
            self.report("no-such-game", f"there is no game called `{reference}`", None, way_out=way_out)
            return None
        self.files[first], diagnostics, texts = parse_whole(inside=inside, first=first)
        self.diagnostics.extend(diagnostics)
        self.texts.update(texts)
        return self.files[first]

    def learn(self, place: str, rulebook: nodes.Rulebook) -> None:
        """The variants of a file, and those of the files that they build on."""
        if place in self.learnt:
            return
        self.learnt.add(place)
        own = _variants_in(rulebook)
        names = {variant.name.text for variant in own}
        for variant in own:
            inside = not variant.base_is_file and variant.base.text in names
            linked = variant if inside else self._linked(variant)
            if linked is not None:
                self.known.setdefault(variant.name.text, linked)

    def _linked(self, variant: nodes.Variant) -> nodes.Variant | None:
        """A variant with the game, or the first variant, of the file that it builds on."""
        base = _place_of_base(self, variant)
        rulebook = self.named(base) if base else None
        if rulebook is None:
            return None
        if _has_game(rulebook):
            self.games.setdefault(variant.name.text, rulebook)
            return variant
        self.learn(base, rulebook)
        word = evolve(variant.base, text=_variants_in(rulebook)[0].name.text)
        return evolve(variant, base=word, base_is_file=False)

    def learn_from_game(self, rulebook: nodes.Rulebook) -> None:
        """The variants that stand in the file of a game."""
        for variant in _variants_in(rulebook):
            self.known.setdefault(variant.name.text, variant)

    def learn_from_examples(self, base: nodes.Rulebook) -> frozenset[str]:
        """The bundled variants of a game that examples name, and those that the examples of these name; all by name."""
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
        """Whether a bundled variant is one of a certain game, which may have been named by its path."""
        game = self.game_of_extra(name)
        if not game:
            return False
        texts = texts_of(game)
        self.texts.update(texts)
        return base.texts == tuple(text for (_, place), text in texts.items() if not place.endswith("/"))

    def game_of_extra(self, name: str) -> str:
        """The place of the bundled game that a bundled variant changes in the end, or nothing."""
        seen: set[str] = set()
        while name in extras() and name not in seen:
            seen.add(name)
            rulebook = self.named(name)
            own = _variants_in(rulebook) if rulebook is not None else []
            name = own[0].base.text if own else ""
        return bundled().get(name, "")

    def base_of(self, name: str) -> nodes.Rulebook | None:
        """The game that a variant changes in the end, or None after a message."""
        chain: list[str] = []
        while name not in self.games:
            if name in chain:
                base = self.known[name].base
                self.report("variant-circle", f"`{name}` is, in the end, a variant of itself", base.span,
                            "leads back here", "name the game that it changes")
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


def find(reference: str, variants: Sequence[str] = ()) -> tuple[Found | None, list[Diagnostic]]:
    """The game that is named, with the variants to lay over it; the diagnostics include those of reading it."""
    library = _Library()
    found = _found(library, reference, variants)
    return found, in_order(library.diagnostics)


def _found(library: _Library, reference: str, names: Sequence[str]) -> Found | None:
    rulebook = library.named(reference)
    if rulebook is None:
        return None
    active: list[str] = []
    base: nodes.Rulebook | None = rulebook
    if not _has_game(rulebook):
        library.learn(reference, rulebook)
        _report_strays(library, rulebook)
        # Which of several variants is meant, if none is named: the first one.
        own = [variant.name.text for variant in _variants_in(rulebook)]
        active.append(next((name for name in own if name in names), own[0]))
        base = library.base_of(active[0])
    if base is None:
        return None
    library.learn_from_game(base)
    for name in names:
        chosen = _named_variant(library, name, base)
        if chosen is None:
            return None
        active.append(chosen)
    guests = library.learn_from_examples(base)
    known = library.known
    variants = tuple(known[name] for name in expanded(active, known) if name in known)
    broken = frozenset(name for one in library.files.values() if one is not None for name in one.broken)
    return Found(rulebook=base, asked=rulebook, variants=variants, known=known, guests=guests, broken=broken,
                 diagnostics=library.diagnostics, texts=library.texts)


def _has_game(rulebook: nodes.Rulebook) -> bool:
    """Whether a file is that of a game of its own, rather than of variants; a game that cannot be read counts."""
    declarations = rulebook.declarations
    if any(isinstance(node, nodes.Game) for node in declarations) or not _variants_in(rulebook):
        return True
    return bool(rulebook.broken) and any(not isinstance(node, nodes.Variant) for node in declarations)


def _report_strays(library: _Library, rulebook: nodes.Rulebook) -> None:
    """What stands in a variant's file outside of its variants is part of no game."""
    for node in rulebook.declarations:
        if not isinstance(node, nodes.Variant):
            library.report("misplaced-line", "the file of a variant holds nothing but variants", node.span,
                           "outside of them", "indent it below the variant that it belongs to")


def _variants_in(rulebook: nodes.Rulebook) -> list[nodes.Variant]:
    return [node for node in rulebook.declarations if isinstance(node, nodes.Variant)]


def _place_of_base(library: _Library, variant: nodes.Variant) -> str:
    """What the base of a variant is called from here, or nothing after a message."""
    base = variant.base
    if not variant.base_is_file:
        if base.text in bundled() or base.text in extras():
            return base.text
        way_out = did_you_mean(base.text, [*bundled(), *extras()]) or 'write the path of its file between `"`, from here'
        library.report("missing-base", f"there is no bundled game called `{base.text}`", base.span, "not known",
                       way_out)
        return ""
    # A rulebook may come from a stranger: it reaches rulebooks near it, and nothing else.
    # Without its detours, so that a file is known again whichever way leads to it.
    path = whole_of(os.path.normpath(Path(variant.span.source.name).parent / base.text))
    if Path(base.text).is_absolute() or not path.endswith(SUFFIX) or "\\" in base.text:
        library.report("missing-base", "a base is named by the path from this file to another that ends in `.rules`, or to a"
                       " rulebook's folder", base.span, "no such path", 'write for example `of "my-game.rules"`')
        return ""
    if not _exists(path) or len(library.files) >= MOST_FILES:
        library.report("missing-base", f"there is no file `{Path(path).as_posix()}`", base.span, "not there",
                       "check the spelling; the path begins at the folder of this file")
        return ""
    return Path(path).as_posix()


def _named_variant(library: _Library, name: str, base: nodes.Rulebook) -> str | None:
    """The variant that somebody asked for: one that is known, or the first in a file."""
    known = library.known
    if name in known:
        return name
    if not name.endswith(SUFFIX) and name not in extras():
        offered = [*known, *(extra for extra in extras() if library.is_extra_of(extra, base))]
        way_out = did_you_mean(name, offered) or (
            f"there {'is' if len(offered) == 1 else 'are'} " + ", ".join(f"`{one}`" for one in offered)
            if offered else "this game has none; name a file")
        library.report("no-such-variant", f"there is no variant called `{name}`", None, way_out=way_out)
        return None
    rulebook = library.named(name)
    if rulebook is None:
        return None
    if _has_game(rulebook):
        library.report("no-such-variant", f"`{name}` is not the file of a variant", None,
                       way_out="name a file that holds a `variant` and no game")
        return None
    library.learn(name, rulebook)
    first = _variants_in(rulebook)[0]
    other = library.base_of(first.name.text)
    if other is None:
        return None
    if other.texts != base.texts:
        # It is right as it stands in its file: what is wrong was asked for.
        library.report("wrong-base", f"`{first.name.text}` is a variant of another game, `{first.base.text}`", None,
                       way_out="leave it out, or play that game with it")
        return None
    return first.name.text


def load_checked(reference: str, variants: Sequence[str] = ()) -> tuple[checked.Game | None, list[Diagnostic]]:
    """The checked game, or None with what is wrong."""
    return load_with_texts(reference, variants)[:2]


def load_with_texts(
    reference: str, variants: Sequence[str] = ()
) -> tuple[checked.Game | None, list[Diagnostic], Texts]:
    """The same, with all texts that it was made of: while these stay what they are, so does the game."""
    found, diagnostics = find(reference, variants)
    if found is None:
        return None, diagnostics, {}
    game, more = _check(found, found.variants)
    diagnostics = in_order([*diagnostics, *more])
    return (None if _errors(diagnostics) else game), diagnostics, found.texts


def _check(found: Found, variants: Sequence[nodes.Variant]) -> tuple[checked.Game | None, list[Diagnostic]]:
    return check(found.rulebook, variants, others=found.known.values(), broken=found.broken)


def _errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def check_all(reference: str) -> list[Diagnostic]:
    """Everything wrong with a game or a variant's file: by itself, and in all combinations that matter."""
    found, diagnostics = find(reference)
    if found is None:
        return diagnostics
    for names in combinations(found, diagnostics):
        diagnostics.extend(_check(found, [found.known[name] for name in names])[1])
    return in_order(diagnostics)


def lint_all(
    reference: str, limits: Callable[[checked.Game], Iterable[Diagnostic]] = lambda _: ()
) -> list[Diagnostic]:
    """The same, and when nothing is wrong, what may not be meant, and what `limits` has to say of each game."""
    from rulewright.dsl.lint import advice

    found, diagnostics = find(reference)
    if found is None:
        return diagnostics
    games = []
    for names in combinations(found, diagnostics):
        game, more = _check(found, [found.known[name] for name in names])
        diagnostics.extend(more)
        if game is not None:
            games.append(game)
    if not _errors(diagnostics):
        diagnostics.extend(advice(found, games))
        for game in games:
            diagnostics.extend(limits(game))
    return in_order(diagnostics)


def combinations(found: Found, diagnostics: list[Diagnostic]) -> list[tuple[str, ...]]:
    """The variants to check or test together; of a variant's file, those that this file has to do with.

    Those that are too many are left out after a message.
    """
    own = {id(variant) for variant in found.variants}
    guests = [found.known[name] for name in found.guests]
    extra = [variant for name, variant in found.known.items() if name not in found.guests]
    all_of_them = example_combinations(found.rulebook, extra, guests)
    if own:
        files = found.asked.sources
        all_of_them = [names for names in all_of_them if any(found.known[name].span.source in files for name in names)]
    source = found.rulebook.span.source
    most = MOST_LINES // sum(part.line_count for part in found.rulebook.sources)
    if len(all_of_them) > max(1, most):
        diagnostics.append(Diagnostic(
            "too-many-variants", f"these are too many combinations of variants to check, at most {most} for so long a game",
            Span(source, 0, 0), label="too many", help="make options of some variants, or name fewer of them in examples"))
        return all_of_them[: max(1, most)]
    return all_of_them


def load_all(reference: str) -> tuple[list[checked.Game], list[Diagnostic]]:
    """The game in every combination of variants that has examples of its own, for whoever runs them."""
    found, diagnostics = find(reference)
    games = []
    if found is not None:
        for names in combinations(found, diagnostics):
            game, more = _check(found, [found.known[name] for name in names])
            diagnostics.extend(more)
            # Lines that could not be read are missing from a game, which must not be played without them.
            if game is not None and not _errors(found.diagnostics):
                games.append(game)
    return games, in_order(diagnostics)


def rulebook_info(reference: str) -> tuple[RulebookInfo | None, list[Diagnostic]]:
    """What there is to say of a game without checking it."""
    found, diagnostics = find(reference)
    if found is None:
        return None, diagnostics
    declarations = found.rulebook.declarations
    head = next((node for node in declarations if isinstance(node, nodes.Game)), None)
    players = next((line for line in head.lines if isinstance(line, nodes.Players)), None) if head is not None else None
    if head is None or players is None:
        missing = Diagnostic("missing-game", f"`{reference}` does not say what it is called and how many can play",
                             Span(found.rulebook.span.source, 0, 0), help="begin it with a `game` line")
        return None, [*diagnostics, missing]
    variants = tuple((name, _titles(variant.title)) for name, variant in found.known.items()
                     if name not in found.guests)
    return RulebookInfo(
        name=head.name.text, titles=_titles(head.title), least_players=players.least, most_players=players.most,
        options=tuple(node for node in declarations if isinstance(node, nodes.Option)), variants=variants), diagnostics


def extras_of_games() -> dict[str, list[tuple[str, checked.Titles]]]:
    """The bundled variants in files of their own, with their titles, by the bundled game that they change."""
    library = _Library()
    names = {place: name for name, place in bundled().items()}
    found: dict[str, list[tuple[str, checked.Titles]]] = {}
    for name, place in extras().items():
        game = library.game_of_extra(name)
        rulebook = library.files[place]
        if game and rulebook is not None:
            found.setdefault(names[game], []).append((name, _titles(_variants_in(rulebook)[0].title)))
    return found


def _titles(title: nodes.Title | None) -> checked.Titles:
    return dict(title.texts) if title is not None else {}
