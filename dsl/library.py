"""Where rulebooks are found: the bundled ones, files, and the files of variants with the games they change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from pathlib import Path

from attrs import define, field, frozen

from rulewright.dsl import checked, nodes
from rulewright.dsl.check import check, example_combinations
from rulewright.dsl.check.variants import expanded
from rulewright.dsl.diagnostic import Diagnostic, in_order
from rulewright.dsl.parse import parse
from rulewright.dsl.reading import read_source, source_of
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import did_you_mean

SUFFIX = ".rules"
LONGEST_CHAIN = 20


@define(eq=False)
class Found:
    """A game with the variants that are named, and all that are known of; broken names belong to lines set aside."""

    rulebook: nodes.Rulebook
    variants: tuple[nodes.Variant, ...] = ()
    known: dict[str, nodes.Variant] = field(factory=dict)
    broken: frozenset[str] = frozenset()
    diagnostics: list[Diagnostic] = field(factory=list)
    """What is wrong with the texts; names have not been looked up."""


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
    """The files read for one request; each is read once."""

    files: dict[str, nodes.Rulebook | None] = field(factory=dict)
    diagnostics: list[Diagnostic] = field(factory=list)

    def file(self, path: Path, shown: str) -> nodes.Rulebook | None:
        """A rulebook file, or None after a message."""
        if shown not in self.files:
            source, diagnostics = read_source(path, shown)
            self.diagnostics.extend(diagnostics)
            self.files[shown] = None
            if source is not None:
                self.files[shown], diagnostics = parse(source)
                self.diagnostics.extend(diagnostics)
        return self.files[shown]

    def bundled(self, name: str) -> nodes.Rulebook | None:
        """A bundled rulebook."""
        shown = bundled()[name]
        if shown not in self.files:
            source, diagnostics = source_of(_text(shown), shown)
            self.diagnostics.extend(diagnostics)
            self.files[shown] = None
            if source is not None:
                self.files[shown], diagnostics = parse(source)
                self.diagnostics.extend(diagnostics)
        return self.files[shown]

    def named(self, reference: str) -> nodes.Rulebook | None:
        """A bundled rulebook by name, or a file by path."""
        if reference in bundled():
            return self.bundled(reference)
        if reference.endswith(SUFFIX) or _exists(reference):
            return self.file(Path(reference), reference)
        way_out = did_you_mean(reference,
        bundled()) or "name a bundled game (see `rulewright list`), or a `.rules` file"
        self.diagnostics.append(Diagnostic("no-such-game", f"there is no game called `{reference}`", None,
        help=way_out))
        return None


def bundled() -> dict[str, str]:
    """The names of the bundled rulebooks, each with its place in the package."""
    root = resources.files("rulewright.rulebooks")
    found = {}
    for entry in root.iterdir():
        if entry.is_file() and entry.name.endswith(SUFFIX):
            found[entry.name.removesuffix(SUFFIX)] = f"rulebooks/{entry.name}"
        elif entry.is_dir() and entry.joinpath(entry.name + SUFFIX).is_file():
            found[entry.name] = f"rulebooks/{entry.name}/{entry.name}{SUFFIX}"
    return dict(sorted(found.items()))


def _text(shown: str) -> str:
    place = resources.files("rulewright.rulebooks")
    for part in shown.split("/")[1:]:
        place = place.joinpath(part)
    return place.read_text(encoding="utf-8-sig")


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


def _found(library: _Library, reference: str, variants: Sequence[str]) -> Found | None:
    rulebook = library.named(reference)
    if rulebook is None:
        return None
    own = _variants_in(rulebook)
    active: list[str] = []
    known: dict[str, nodes.Variant] = {}
    broken = set(rulebook.broken)
    base: nodes.Rulebook | None = rulebook
    if own and not _has_game(rulebook):
        # Which of several variants is meant, if none is named: the first one.
        first = next((variant for variant in own if variant.name.text in variants), own[0])
        active.append(first.name.text)
        base = _base(library, reference, first, known, broken)
        for variant in own:
            known.setdefault(variant.name.text, variant)
    if base is None:
        return None
    for variant in _variants_in(base):
        known.setdefault(variant.name.text, variant)
    broken |= base.broken
    for name in variants:
        chosen = _named_variant(library, name, base, known, broken)
        if chosen is None:
            return None
        active.append(chosen)
    names = [name for name in expanded(active, known) if name in known]
    return Found(rulebook=base, variants=tuple(known[name] for name in names), known=known, broken=frozenset(broken),
                 diagnostics=library.diagnostics)


def _has_game(rulebook: nodes.Rulebook) -> bool:
    """Whether a file is that of a game of its own, rather than of variants; a broken game counts."""
    others = [node for node in rulebook.declarations if not isinstance(node, nodes.Variant)]
    return bool(others)


def _variants_in(rulebook: nodes.Rulebook) -> list[nodes.Variant]:
    return [node for node in rulebook.declarations if isinstance(node, nodes.Variant)]


def _base(
    library: _Library, reference: str, variant: nodes.Variant, known: dict[str, nodes.Variant], broken: set[str]
) -> nodes.Rulebook | None:
    """Follow a variant to the game that it changes in the end, noting the variants on the way."""
    place = reference
    chain: list[nodes.Variant] = []
    while len(chain) <= LONGEST_CHAIN:
        if any(variant is other for other in chain):
            _report_circle(library, chain[0])
            return None
        chain.append(variant)
        known.setdefault(variant.name.text, variant)
        home = library.files.get(bundled().get(place, place))
        base = variant.base
        sibling = _variant_called(home, base.text) if home is not None and not variant.base_is_file else None
        if sibling is not None:
            variant = sibling
            continue
        place = _place_of_base(library, place, variant)
        rulebook = library.named(place) if place else None
        if rulebook is None:
            return None
        broken |= rulebook.broken
        if _has_game(rulebook):
            return rulebook
        following = _variants_in(rulebook)
        if not following:
            library.diagnostics.append(Diagnostic(
                "missing-base", f"`{base.text}` holds neither a game nor a variant", base.span, label="nothing in it"))
            return None
        for other in following:
            known.setdefault(other.name.text, other)
        variant = following[0]
    _report_circle(library, chain[0])
    return None


def _report_circle(library: _Library, variant: nodes.Variant) -> None:
    library.diagnostics.append(Diagnostic(
        "variant-circle", f"`{variant.name.text}` is, in the end, a variant of itself", variant.base.span,
        label="leads back here", help="name the game that it changes"))


def _variant_called(rulebook: nodes.Rulebook, name: str) -> nodes.Variant | None:
    return next((variant for variant in _variants_in(rulebook) if variant.name.text == name), None)


def _place_of_base(library: _Library, place: str, variant: nodes.Variant) -> str:
    """What the base of a variant is called from here, or nothing after a message."""
    base = variant.base
    if not variant.base_is_file:
        if base.text in bundled():
            return base.text
        way_out = did_you_mean(base.text, bundled()) or 'write the path of its file between `"`, from here'
        library.diagnostics.append(Diagnostic(
            "missing-base", f"there is no bundled game called `{base.text}`", base.span, label="not known",
            help=way_out))
        return ""
    # A rulebook may come from a stranger: it reaches rulebooks near it, and nothing else.
    if Path(base.text).is_absolute() or not base.text.endswith(SUFFIX) or "\\" in base.text:
        library.diagnostics.append(Diagnostic(
            "missing-base", "a base is named by the path from this file to another that ends in `.rules`", base.span,
            label="no such path", help='write for example `of "my-game.rules"`'))
        return ""
    path = Path(place).parent / base.text
    if not _exists(str(path)):
        library.diagnostics.append(Diagnostic(
            "missing-base", f"there is no file `{path.as_posix()}`", base.span, label="not there",
            help="check the spelling; the path begins at the folder of this file"))
        return ""
    return path.as_posix()


def _named_variant(
    library: _Library, name: str, base: nodes.Rulebook, known: dict[str, nodes.Variant], broken: set[str]
) -> str | None:
    """The variant that somebody asked for: one that is known, or the first in a file."""
    if name in known:
        return name
    if not name.endswith(SUFFIX):
        way_out = did_you_mean(name, known) or (
            "there are " + ", ".join(f"`{one}`" for one in known) if known else "this game has none; name a file")
        library.diagnostics.append(Diagnostic("no-such-variant", f"there is no variant called `{name}`", None,
        help=way_out))
        return None
    rulebook = library.named(name)
    if rulebook is None:
        return None
    own = _variants_in(rulebook)
    if not own or _has_game(rulebook):
        library.diagnostics.append(Diagnostic(
            "no-such-variant", f"`{name}` is not the file of a variant", None,
            help="it holds no `variant` block alone"))
        return None
    others: dict[str, nodes.Variant] = {}
    other_base = _base(library, name, own[0], others, broken)
    if other_base is None:
        return None
    if other_base.span.source.text != base.span.source.text:
        library.diagnostics.append(Diagnostic(
            "wrong-base", f"`{own[0].name.text}` is a variant of another game", own[0].base.span, label="another game"))
        return None
    broken |= rulebook.broken
    for variant in (*others.values(), *own):
        known.setdefault(variant.name.text, variant)
    return own[0].name.text


def load_checked(reference: str, variants: Sequence[str] = ()) -> tuple[checked.Game | None, list[Diagnostic]]:
    """The checked game, or None with what is wrong."""
    found, diagnostics = find(reference, variants)
    if found is None:
        return None, diagnostics
    game, more = _check(found, found.variants)
    diagnostics = in_order([*diagnostics, *more])
    return (None if _errors(diagnostics) else game), diagnostics


def _check(found: Found, variants: Sequence[nodes.Variant]) -> tuple[checked.Game | None, list[Diagnostic]]:
    return check(found.rulebook, variants, others=found.known.values(), broken=found.broken)


def _errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def check_all(reference: str) -> list[Diagnostic]:
    """Everything wrong with a game or a variant's file: by itself, and in all combinations that matter."""
    found, diagnostics = find(reference)
    if found is None:
        return diagnostics
    for names in combinations(found):
        diagnostics.extend(_check(found, [found.known[name] for name in names])[1])
    return in_order(diagnostics)


def combinations(found: Found) -> list[tuple[str, ...]]:
    """The variants to check or test together; of a variant's file, those that this file has to do with."""
    own = {id(variant) for variant in found.variants}
    all_of_them = example_combinations(found.rulebook, list(found.known.values()))
    if not own:
        return all_of_them
    file = found.variants[-1].span.source
    return [names for names in all_of_them if any(found.known[name].span.source is file for name in names)]


def load_all(reference: str) -> tuple[list[checked.Game], list[Diagnostic]]:
    """The game in every combination of variants that has examples of its own, for whoever runs them."""
    found, diagnostics = find(reference)
    games = []
    if found is not None:
        for names in combinations(found):
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
    variants = tuple((name, _titles(variant.title)) for name, variant in found.known.items())
    return RulebookInfo(
        name=head.name.text, titles=_titles(head.title), least_players=players.least, most_players=players.most,
        options=tuple(node for node in declarations if isinstance(node, nodes.Option)), variants=variants), diagnostics


def _titles(title: nodes.Title | None) -> checked.Titles:
    return dict(title.texts) if title is not None else {}
