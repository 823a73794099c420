"""Find and check rulebooks: bundled ones, files, and the files of variants with their games."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence

from attrs import define, field, frozen

from rulewright.dsl import checked, nodes
from rulewright.dsl.check import check, example_combinations
from rulewright.dsl.check.game import MOST_LINES
from rulewright.dsl.check.scope import Watcher
from rulewright.dsl.check.variants import with_ancestors
from rulewright.dsl.files.bundled import bundled_games, bundled_variants
from rulewright.dsl.files.folders import Texts
from rulewright.dsl.library.linking import Library, has_game, split_reference, variants_in
from rulewright.dsl.messages.diagnostic import Diagnostic, in_order
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.syntax.parser import Read, parse
from rulewright.dsl.text.source import Source, Span


@define(eq=False)
class LinkedRulebook:
    """A game with the variants asked for, and all known ones; broken names belong to lines that were set aside."""

    rulebook: nodes.Rulebook
    asked: nodes.Rulebook
    """The request: the game itself, or a file with variants of it."""
    variants: tuple[nodes.Variant, ...] = ()
    known: dict[str, nodes.Variant] = field(factory=dict)
    guests: frozenset[str] = frozenset()
    """Known variants that only an example elsewhere names: they are checked with that example, and not by themselves."""
    broken: frozenset[str] = frozenset()
    diagnostics: list[Diagnostic] = field(factory=list)
    """The mistakes in the texts, before names are looked up."""
    texts: Texts = field(factory=dict)

    @property
    def game(self) -> str:
        """Return the name of the game's first file."""
        return self.rulebook.sources[0].name


@frozen
class RulebookInfo:
    """The facts about a game for `rulewright list`."""

    name: str
    titles: checked.Titles
    least_players: int
    most_players: int
    about: checked.Titles
    """The sentence that says what the game is."""
    minutes: tuple[int, int] | None
    """How long a game takes, from the shortest to the longest."""
    difficulty: str
    """How hard it is to learn; empty if it does not say so."""
    options: tuple[nodes.Option, ...]
    variants: tuple[tuple[str, checked.Titles], ...]


def find_game(
    reference: str,
    variants: Sequence[str] = (),
    *,
    whole: bool = False,
    unsaved: Mapping[str, str] | None = None,
    read: Read = parse,
) -> tuple[LinkedRulebook | None, list[Diagnostic]]:
    """Return a game with the variants to apply, and the mistakes in reading it.

    With `whole`, a file of several variants need not be narrowed down to one. Unsaved texts, by file name, replace those in
    the files.
    """
    library = Library(unsaved=unsaved, read=read)
    found = _found(library, reference, variants, whole=whole)
    return found, in_order(library.diagnostics)


def _found(library: Library, reference: str, names: Sequence[str], *, whole: bool) -> LinkedRulebook | None:
    place, wanted = split_reference(reference)
    rulebook = library.named(place)
    if rulebook is None:
        return None
    active: list[str] = []
    base: nodes.Rulebook | None = rulebook
    if not has_game(rulebook):
        library.learn(place, rulebook)
        _report_strays(library, rulebook)
        own = [variant.name.text for variant in variants_in(rulebook)]
        # A request for the whole file covers all its variants, so any will do.
        first = own[0] if whole else None
        meant = next((name for name in own if not wanted and name in names), first) or library.find_variant(
            rulebook, place, wanted
        )
        if meant is None:
            return None
        active.append(meant)
        base = library.base_of(meant)
    elif wanted:
        names = (reference, *names)
    if base is None:
        return None
    library.learn_from_game(base)
    for name in names:
        chosen = library.asked_variant(name, base)
        if chosen is None:
            return None
        active.append(chosen)
    guests = library.learn_from_examples(base)
    known = library.known
    variants = tuple(known[name] for name in with_ancestors(active, known) if name in known)
    broken = frozenset(name for one in library.files.values() if one is not None for name in one.broken)
    return LinkedRulebook(
        rulebook=base,
        asked=rulebook,
        variants=variants,
        known=known,
        guests=guests,
        broken=broken,
        diagnostics=library.diagnostics,
        texts=library.texts,
    )


def _report_strays(library: Library, rulebook: nodes.Rulebook) -> None:
    """Report declarations in a variant's file outside of its variants: they belong to no game."""
    for node in rulebook.declarations:
        if not isinstance(node, nodes.Variant):
            library.report("misplaced-line", Phrase("the-file-of-a-variant-holds-nothing"), node.span)


def load_checked(reference: str, variants: Sequence[str] = ()) -> tuple[checked.Game | None, list[Diagnostic]]:
    """Return the checked game, or None, with the mistakes."""
    return load_with_texts(reference, variants)[:2]


def load_with_texts(reference: str, variants: Sequence[str] = ()) -> tuple[checked.Game | None, list[Diagnostic], Texts]:
    """Return the checked game with all texts that it was made of: it stays valid as long as they do."""
    found, diagnostics = find_game(reference, variants)
    if found is None:
        return None, diagnostics, {}
    game, more = _check(found, found.variants)
    diagnostics = in_order([*diagnostics, *more])
    return (None if has_errors(diagnostics) else game), diagnostics, found.texts


def _check(
    found: LinkedRulebook,
    variants: Sequence[nodes.Variant],
    *,
    whole: bool = False,
    without: Container[nodes.Example] = (),
    watcher: Watcher | None = None,
) -> tuple[checked.Game | None, list[Diagnostic]]:
    return check(
        found.rulebook, variants, others=found.known.values(), broken=found.broken, whole=whole, without=without, watcher=watcher
    )


def checked_with(found: LinkedRulebook, names: Iterable[str]) -> tuple[checked.Game | None, list[Diagnostic]]:
    """Return the game with some of its variants, and the mistakes in that."""
    return _check(found, [found.known[name] for name in names])


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def check_all(reference: str) -> list[Diagnostic]:
    """Return all mistakes in a game or a variant's file: by itself, and in all relevant combinations."""
    return in_order(first_look(reference).diagnostics)


@define(eq=False)
class FirstLook:
    """The result of a first look at a rulebook: mistakes in texts, names and types, in all relevant combinations."""

    found: LinkedRulebook | None
    games: list[checked.Game]
    diagnostics: list[Diagnostic]

    @property
    def sources(self) -> tuple[Source, ...]:
        """Return the texts of what was asked for."""
        return self.found.asked.sources if self.found is not None else ()


def first_look(
    reference: str, unsaved: Mapping[str, str] | None = None, read: Read = parse, without: Container[nodes.Example] = ()
) -> FirstLook:
    """Read and check a rulebook, except for the examples in `without`."""
    return look_at(*find_game(reference, whole=True, unsaved=unsaved, read=read), without)


def look_at(
    found: LinkedRulebook | None,
    diagnostics: list[Diagnostic],
    without: Container[nodes.Example] = (),
    watcher: Watcher | None = None,
) -> FirstLook:
    """Check a rulebook that was read; the diagnostics are those of reading it."""
    games: list[checked.Game] = []
    if found is None:
        return FirstLook(found, games, diagnostics)
    for names in combinations(found, diagnostics):
        game, more = _check(found, [found.known[name] for name in names], without=without, watcher=watcher)
        diagnostics.extend(more)
        if game is not None:
            games.append(game)
    return FirstLook(found, games, diagnostics)


def combinations(found: LinkedRulebook, diagnostics: list[Diagnostic]) -> list[tuple[str, ...]]:
    """Return the combinations of variants to check or test; for a variant's file, those that concern the file.

    If there are too many, some are left out after a message.
    """
    guests = [found.known[name] for name in found.guests]
    extra = [variant for name, variant in found.known.items() if name not in found.guests]
    all_of_them = example_combinations(found.rulebook, extra, guests)
    if found.variants:
        files = found.asked.sources
        all_of_them = [names for names in all_of_them if any(found.known[name].span.source in files for name in names)]
    source = found.rulebook.span.source
    most = MOST_LINES // sum(part.line_count for part in found.rulebook.sources)
    if len(all_of_them) > max(1, most):
        diagnostics.append(
            Diagnostic("too-many-variants", Phrase("these-are-too-many-combinations-of-variants", most=most), Span(source, 0, 0))
        )
        return all_of_them[: max(1, most)]
    return all_of_them


def load_all(reference: str) -> tuple[list[checked.Game], list[Diagnostic]]:
    """Return the game in each combination of variants that may have examples of its own.

    With a single variant, the examples of the game are included, unless the variant is in another file.
    """
    found, diagnostics = find_game(reference, whole=True)
    games = []
    if found is not None:
        for names in combinations(found, diagnostics):
            guest = bool(names) and names[-1] in found.guests
            game, more = _check(found, [found.known[name] for name in names], whole=not guest)
            diagnostics.extend(more)
            # A game with unreadable lines lacks these, and must not be played.
            if game is not None and not has_errors(found.diagnostics):
                games.append(game)
    return games, in_order(diagnostics)


def rulebook_info(reference: str) -> tuple[RulebookInfo | None, list[Diagnostic]]:
    """Return the facts about a game without checking it."""
    found, diagnostics = find_game(reference, whole=True)
    if found is None:
        return None, diagnostics
    declarations = found.rulebook.declarations
    head = next((node for node in declarations if isinstance(node, nodes.Game)), None)
    players = next((line for line in head.lines if isinstance(line, nodes.Players)), None) if head is not None else None
    if head is None or players is None:
        missing = Diagnostic(
            "missing-game", Phrase("does-not-say-what-it-is-called", reference=reference), Span(found.rulebook.span.source, 0, 0)
        )
        return None, [*diagnostics, missing]
    about = next((line for line in head.lines if isinstance(line, nodes.About)), None)
    minutes = next((line for line in head.lines if isinstance(line, nodes.Minutes)), None)
    difficulty = next((line for line in head.lines if isinstance(line, nodes.Difficulty)), None)
    variants = tuple((name, _titles(variant.title)) for name, variant in found.known.items() if name not in found.guests)
    return RulebookInfo(
        name=head.name.text,
        titles=_titles(head.title),
        least_players=players.least,
        most_players=players.most,
        about={} if about is None else _titles(about.title),
        minutes=None if minutes is None else (minutes.least, minutes.most),
        difficulty="" if difficulty is None else difficulty.level.text,
        options=tuple(node for node in declarations if isinstance(node, nodes.Option)),
        variants=variants,
    ), diagnostics


def extras_of_games() -> dict[str, list[tuple[str, checked.Titles]]]:
    """Return the bundled variants in files of their own, with their titles, by the game they change."""
    library = Library()
    names = {place: name for name, place in bundled_games().items()}
    found: dict[str, list[tuple[str, checked.Titles]]] = {}
    for name, place in bundled_variants().items():
        game = library.game_of_extra(name)
        rulebook = library.files[place]
        if game and rulebook is not None:
            found.setdefault(names[game], []).append((name, _titles(variants_in(rulebook)[0].title)))
    return found


def _titles(title: nodes.Title | None) -> checked.Titles:
    return dict(title.texts) if title is not None else {}
