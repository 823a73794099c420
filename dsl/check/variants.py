"""Lay variants over a game's declarations, before anything is looked up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, evolve, field, frozen

from rulewright.dsl import nodes
from rulewright.dsl.check.line_patches import Patched, idle, with_line_changed
from rulewright.dsl.check.reporter import Reporter
from rulewright.dsl.messages.kinds import (
    NoFieldToRemove,
    NoFieldToReplace,
    NothingToChange,
    NothingToRemove,
    NothingToReplace,
    RemovedBeforeChanging,
    RemovedBeforeRemoving,
    RemovedBeforeReplacing,
)
from rulewright.dsl.messages.said import Phrase, WordList
from rulewright.dsl.messages.suggestions import Suggestions
from rulewright.dsl.text.source import Span

# The words for things after `remove`, and their nodes in the syntax.
REMOVABLE: dict[str, tuple[type[nodes.Node], ...]] = {
    "to": (nodes.Rule,),
    "card": (nodes.Card,),
    "define": (nodes.Define,),
    "option": (nodes.Option,),
    "pieces": (nodes.Components,),
    "example": (nodes.Example,),
    **dict.fromkeys(("before", "after", "instead"), (nodes.Hook,)),
    "forbid": (nodes.Forbid,),
    "change": (nodes.Change,),
}
PATCHED: dict[str, tuple[type[nodes.Node], ...]] = {
    **REMOVABLE,
    **dict.fromkeys(("values", "die"), (nodes.Values, nodes.Numbers)),
    "line": (nodes.Line,),
    "grid": (nodes.Grid,),
    "map": (nodes.Map,),
    "place": (nodes.Place,),
    "cards": (nodes.Components,),
    "game": (nodes.Game,),
}
"""The words for things after `in`, and their nodes in the syntax."""
Replaceable = (
    nodes.Option
    | nodes.Values
    | nodes.Numbers
    | nodes.Line
    | nodes.Grid
    | nodes.Map
    | nodes.Place
    | nodes.Components
    | nodes.Card
    | nodes.Rule
    | nodes.Define
    | nodes.Position
)


STANDING = (nodes.Hook, nodes.Forbid, nodes.Change)


@frozen
class DeclarationSite:
    """Where something is declared: the index of its declaration, or, `inside` a card, that of its standing rule."""

    place: int
    inside: int | None = None


@frozen
class VariantEdit:
    """Something that a variant replaced, removed or set."""

    variant: str
    span: Span
    removed: bool = False


@frozen
class OverriddenExample:
    """An example that a variant replaced or removed, and the number with which it did."""

    example: nodes.Example
    span: Span
    removed: bool


@define(eq=False)
class MergedDeclarations(Reporter):
    """A game's declarations with its variants laid over them."""

    declarations: list[nodes.Declaration]
    variant_of: dict[nodes.Declaration, str] = field(factory=dict)
    removed: dict[str, tuple[str, Span]] = field(factory=dict)
    touched: dict[tuple[str, str], VariantEdit] = field(factory=dict)
    suggestions: Suggestions = field(factory=Suggestions)
    answered: list[OverriddenExample] = field(factory=list)
    contested: set[str] = field(factory=set)
    """Names that one variant removes and another one changes, which has been reported."""

    def at(self, spot: DeclarationSite) -> nodes.Declaration:
        node = self.declarations[spot.place]
        return node.standing[spot.inside] if isinstance(node, nodes.Card) and spot.inside is not None else node

    def exchange(self, spot: DeclarationSite, *changed: nodes.Declaration) -> None:
        """Replace a declaration by what has become of it, which belongs to the same variant."""
        before, new = self.declarations[spot.place], changed
        if isinstance(before, nodes.Card) and spot.inside is not None:
            standing = [*before.standing]
            standing[spot.inside : spot.inside + 1] = [one for one in changed if isinstance(one, STANDING)]
            new = (evolve(before, standing=tuple(standing)),)
        self.declarations[spot.place : spot.place + 1] = new
        if before in self.variant_of:
            self.variant_of.update(dict.fromkeys(new, self.variant_of[before]))


def merge_variants(
    base: Iterable[nodes.Declaration], variants: Sequence[nodes.Variant], known: Mapping[str, nodes.Variant]
) -> MergedDeclarations:
    """Return the declarations of the base, changed by each variant in turn."""
    result = MergedDeclarations([node for node in base if not isinstance(node, nodes.Variant | nodes.BrokenLine)])
    for variant in variants:
        if all(isinstance(line, nodes.Example | nodes.Ruling) for line in variant.lines):
            result.report("changes-nothing", Phrase("variant-changes-nothing", variant=variant.name.text), variant.name.span)
        earlier = set(ancestors(variant.name.text, known)) - {variant.name.text}
        for line in variant.lines:
            _apply(result, variant.name.text, line, earlier)
    return result


def ancestors(name: str, known: Mapping[str, nodes.Variant]) -> list[str]:
    """Return a variant after the variants that it is itself a variant of, the first one first."""
    chain: dict[str, None] = {}
    while name in known and name not in chain:
        chain[name] = None
        variant = known[name]
        name = "" if variant.base_is_file else variant.base.text
    return [*chain][::-1]


def with_ancestors(names: Iterable[str], known: Mapping[str, nodes.Variant]) -> tuple[str, ...]:
    """Return the named variants, each after those it is a variant of, without repetitions."""
    return tuple(dict.fromkeys(one for name in names for one in (ancestors(name, known) or [name])))


def _apply(result: MergedDeclarations, variant: str, line: nodes.Declaration, earlier: set[str]) -> None:
    match line:
        case nodes.BrokenLine():
            return
        case nodes.Replace():
            _replace(result, variant, line, earlier)
        case nodes.Remove():
            _remove(result, variant, line, earlier)
        case nodes.Amend():
            _amend(result, variant, line, earlier)
        case nodes.Patch():
            _patch(result, variant, line, earlier)
        case nodes.Game() | nodes.Variant():
            result.report(
                "misplaced-line",
                Phrase("a-game-cannot-stand-inside-a-variant")
                if isinstance(line, nodes.Game)
                else Phrase("a-variant-cannot-stand-inside-a-variant"),
                line.span,
            )
        case _:
            if isinstance(line, nodes.Players):
                touch(result, variant, ("players", ""), line.span, earlier)
            result.declarations.append(line)
            result.variant_of[line] = variant


def touch(
    result: MergedDeclarations, variant: str, key: tuple[str, str], span: Span, earlier: set[str], *, removed: bool = False
) -> bool:
    """Note that a variant changes something, and return whether it may; two unrelated variants must not."""
    name, part = key
    good = True
    for other, touched in result.touched.items():
        overlaps = other[0] == name and (other[1] == part or not part or not other[1])
        if overlaps and touched.variant not in earlier and touched.variant != variant:
            _report_conflict(result, variant, name, span, touched, removed=removed)
            good = False
            break
        if overlaps and touched.variant == variant:
            result.report(
                "duplicate-name",
                Phrase("the-variant-changes-twice", variant=variant, name=name),
                span,
                related=[(touched.span, Phrase("first-changed-here"))],
            )
            good = False
            break
    result.touched[key] = VariantEdit(variant, span, removed)
    return good


def _report_conflict(
    result: MergedDeclarations, variant: str, name: str, span: Span, touched: VariantEdit, *, removed: bool
) -> None:
    """Report two unrelated variants that change the same thing, or of which one removes it."""
    what = f"`{name}`" if name != "players" else Phrase("the-number-of-players")
    result.report(
        "variant-conflict",
        Phrase("the-variants-and-both-change", one=touched.variant, other=variant, what=what),
        span,
        Phrase("removed-here") if removed else Phrase("changed-again-here"),
        related=[(touched.span, Phrase("removed-here") if touched.removed else Phrase("first-changed-here"))],
    )
    if removed or touched.removed:
        result.contested.add(name)


def name_of(node: nodes.Declaration) -> nodes.Word | None:
    """Return the name by which a declaration can be replaced or removed."""
    if isinstance(node, Replaceable):
        return node.name
    if isinstance(node, nodes.Hook | nodes.Forbid | nodes.Change):
        return node.label
    return node.numbers[0] if isinstance(node, nodes.Example | nodes.Ruling) else None


def find(result: MergedDeclarations, name: str, *kinds: type[nodes.Node]) -> DeclarationSite | None:
    """Return where a name is declared; a standing rule may be in a card."""
    for place, node in enumerate(result.declarations):
        if isinstance(node, nodes.Card):
            for inside, standing in enumerate(node.standing):
                if standing.label is not None and standing.label.text == name and (not kinds or isinstance(standing, kinds)):
                    return DeclarationSite(place, inside)
        if kinds and not isinstance(node, kinds):
            continue
        if isinstance(node, nodes.Example | nodes.Ruling):
            if kinds and any(word.text == name for word in node.numbers):
                return DeclarationSite(place)
        else:
            # Something else may have the name of the game, which is asked for only by its kind.
            word = node.name if kinds and isinstance(node, nodes.Game) else name_of(node)
            if word is not None and word.text == name:
                return DeclarationSite(place)
    return None


def _replace(result: MergedDeclarations, variant: str, node: nodes.Replace, earlier: set[str]) -> None:
    new = node.declaration
    word = name_of(new)
    if isinstance(new, nodes.Players):
        _apply(result, variant, new, earlier)
        return
    if isinstance(new, nodes.FieldBlock):
        replace_fields(result, variant, new, earlier)
        return
    if word is None:
        result.report("cannot-replace", Phrase("this-has-no-name-so-it-cannot"), node.span)
        return
    same = isinstance(new, nodes.Example | nodes.Ruling)
    spot = find(result, word.text, type(new)) if same else find(result, word.text)
    if spot is None:
        report_missing(result, variant, word, "replaced", earlier, type(new))
        return
    old = result.at(spot)
    if not _alike(old, new):
        old_word = name_of(old)
        result.report(
            "cannot-replace",
            Phrase("is-something-else-in-the-game-that", word=word.text, variant=variant),
            node.span,
            declared=old_word.span if old_word is not None else None,
        )
        return
    touch(result, variant, (word.text, ""), word.span, earlier)
    # The title of a rule is no part of what it does.
    untitled = evolve(old, title=None) if isinstance(old, nodes.Rule) and isinstance(new, nodes.Rule) and not new.title else old
    if nodes.alike(new, old) or nodes.alike(new, untitled):
        result.report(
            "changes-nothing",
            Phrase("is-in-the-game-just-like-this", word=word.text),
            node.span,
            related=[(old.span, Phrase("the-same"))],
        )
    if spot.inside is None:
        result.declarations[spot.place] = new
    else:
        result.exchange(spot, new)
    if same:
        if isinstance(old, nodes.Example):
            result.answered.append(OverriddenExample(old, word.span, removed=False))
        result.variant_of[new] = variant


def _alike(old: nodes.Declaration, new: nodes.Declaration) -> bool:
    """Return whether one can replace the other; all boards are alike, and so are all dice and values."""
    for kinds in ((nodes.Line, nodes.Grid, nodes.Map), (nodes.Values, nodes.Numbers)):
        if isinstance(old, kinds):
            return isinstance(new, kinds)
    return type(old) is type(new)


def _remove(result: MergedDeclarations, variant: str, node: nodes.Remove, earlier: set[str]) -> None:
    if not node.kind:
        remove_field(result, variant, node, earlier)
        return
    for word in node.names:
        _remove_one(result, variant, node, word, earlier)


def _remove_one(result: MergedDeclarations, variant: str, node: nodes.Remove, named: nodes.Word, earlier: set[str]) -> None:
    name = named.text
    spot = find(result, name, *REMOVABLE[node.kind])
    if node.kind == "example":
        # Two variants may both change what an example shows, and each remove it.
        gone = result.touched.get((name, ""))
        earlier = {*earlier, gone.variant} if gone is not None and gone.removed else earlier
        if spot is None and any(number.text == name for one in result.answered if one.removed for number in one.example.numbers):
            touch(result, variant, (name, ""), named.span, earlier, removed=True)
            return
    if spot is None:
        other = find(result, name)
        if other is not None:
            word = name_of(result.at(other))
            result.report(
                "cannot-remove",
                Phrase("is-there-but-not-under", name=name, kind=node.kind),
                named.span,
                declared=word.span if word is not None else None,
            )
        else:
            report_missing(result, variant, named, "removed", earlier, *REMOVABLE[node.kind])
        return
    touch(result, variant, (name, ""), named.span, earlier, removed=True)
    while spot is not None:
        taken = result.at(spot)
        result.exchange(spot)
        if isinstance(taken, nodes.Example):
            result.answered.append(OverriddenExample(taken, named.span, removed=True))
        spot = find(result, name, *REMOVABLE[node.kind])
    if node.kind != "example":
        result.removed[name] = (variant, node.span)


def replace_fields(result: MergedDeclarations, variant: str, node: nodes.FieldBlock, earlier: set[str]) -> None:
    """Carry out `replace each snails has:`: each field below takes the place of the one of its name."""
    for own in node.fields:
        if isinstance(own, nodes.BrokenLine):
            continue
        place = _field(result, variant, own.name, node.kind, "replaced", earlier)
        if place is None:
            continue
        has = result.declarations[place]
        assert isinstance(has, nodes.FieldBlock)
        (old,) = (one for one in has.fields if isinstance(one, nodes.Field) and one.name.text == own.name.text)
        stays = nodes.alike(node.anew, has.anew)
        if stays and nodes.alike(own, old):
            result.report(
                "changes-nothing",
                Phrase("is-in-the-game-just-like-this", word=own.name.text),
                own.span,
                related=[(old.span, Phrase("the-same"))],
            )
        if stays:
            result.exchange(DeclarationSite(place), evolve(has, fields=tuple(own if one is old else one for one in has.fields)))
        else:
            result.exchange(DeclarationSite(place), evolve(has, fields=tuple(one for one in has.fields if one is not old)))
            result.declarations.append(evolve(node, fields=(own,)))


def remove_field(result: MergedDeclarations, variant: str, node: nodes.Remove, earlier: set[str]) -> None:
    """Carry out `remove asleep of snails`, or `remove leader of table`."""
    (word,) = node.names
    kind = None if node.of is None or node.of.text == "table" else node.of
    place = _field(result, variant, word, kind, "removed", earlier)
    if place is not None:
        has = result.declarations[place]
        assert isinstance(has, nodes.FieldBlock)
        kept = tuple(one for one in has.fields if isinstance(one, nodes.BrokenLine) or one.name.text != word.text)
        result.exchange(DeclarationSite(place), evolve(has, fields=kept))
        result.removed[word.text] = (variant, node.span)


def _field(
    result: MergedDeclarations, variant: str, word: nodes.Word, kind: nodes.Word | None, verb: str, earlier: set[str]
) -> int | None:
    """Return where a field of a kind, or of the table, is declared; None after a message."""
    of = "table" if kind is None else kind.text
    names: list[str] = []
    for place, has in enumerate(result.declarations):
        if isinstance(has, nodes.FieldBlock) and (has.kind.text if has.kind is not None else "table") == of:
            own = [one.name.text for one in has.fields if isinstance(one, nodes.Field)]
            names += own
            if word.text in own:
                touch(result, variant, (f"{word.text} of {of}", ""), word.span, earlier, removed=verb == "removed")
                return place
    whose = Phrase("the-table") if kind is None else f"`{of}`"
    result.report(
        "unknown-name",
        NoFieldToReplace(owner=whose, word=word.text) if verb == "replaced" else NoFieldToRemove(owner=whose, word=word.text),
        word.span,
        way_out=result.suggestions.did_you_mean(word.text, names)
        or (Phrase("its-fields-are", names=WordList.quoted(names[:6], "")) if names else Phrase("it-has-no-fields")),
    )
    return None


def _set_option(result: MergedDeclarations, variant: str, node: nodes.Amend, earlier: set[str]) -> None:
    """Carry out `set OPTION to 3`: another default."""
    name = node.name.text
    spot = find(result, name)
    option = None if spot is None else result.at(spot)
    if spot is None or not isinstance(option, nodes.Option):
        if spot is None:
            report_missing(result, variant, node.name, "changed", earlier, nodes.Option)
        else:
            result.report("wrong-type", Phrase("is-not-an-option-and-this-line", name=name), node.name.span)
        return
    touch(result, variant, (name, ""), node.span, earlier)
    changed = _with_default(option, node)
    if nodes.alike(changed, option):
        result.report(
            "changes-nothing", Phrase("has-this-default-already", name=name), node.value.span, declared=option.name.span
        )
    if changed is None:
        words = [word.text for word, _ in option.words]
        way_out = (
            Phrase("write-words", words=WordList.quoted(words))
            if words
            else Phrase("write-yes-or-no")
            if isinstance(option.default, bool)
            else Phrase("write-a-number-from-to", least=option.least or 0, most=option.most or 0)
        )
        result.report(
            "wrong-type",
            Phrase("is-nothing-that-can-be-set-to", node=node.value.span.text, name=name),
            node.value.span,
            way_out=way_out,
            declared=option.name.span,
        )
        return
    result.exchange(spot, changed)


def _with_default(option: nodes.Option, node: nodes.Amend) -> nodes.Option | None:
    """Return an option with another default, which comes first among words."""
    match node.value:
        case nodes.Number(value=value) if not option.words and not isinstance(option.default, bool):
            return evolve(option, default=value, span=node.span)
        case nodes.Constant(word="yes" | "no" as word) if isinstance(option.default, bool):
            return evolve(option, default=word == "yes", span=node.span)
        case nodes.Name(name=name) if any(word.text == name for word, _ in option.words):
            words = tuple(sorted(option.words, key=lambda word: word[0].text != name))
            return evolve(option, default=name, words=words, span=node.span)
    return None


def _amend(result: MergedDeclarations, variant: str, node: nodes.Amend, earlier: set[str]) -> None:
    """Carry out `set FIELD of CARD to no`, `set copies of CARD to 2`, or `set OPTION to 3`."""
    if node.card is None:
        _set_option(result, variant, node, earlier)
        return
    spot = find(result, node.card.text, nodes.Card)
    card = None if spot is None else result.at(spot)
    if spot is None or not isinstance(card, nodes.Card):
        other = find(result, node.card.text)
        if other is None:
            report_missing(result, variant, node.card, "changed", earlier, nodes.Card)
        else:
            result.report("wrong-type", Phrase("is-not-a-card-and-set-of", card=node.card.text), node.card.span)
        return
    touch(result, variant, (node.card.text, node.name.text), node.span, earlier)
    if node.name.text == "copies":
        one = nodes.Number(span=card.span, value=1)
        if nodes.alike(card.copies or one, node.value):
            _unchanged(result, node, card)
        changed = evolve(card, copies=node.value)
    else:
        new = nodes.CardField(span=node.span, name=node.name, value=node.value)
        if any(nodes.alike(new, line) for line in card.fields):
            _unchanged(result, node, card)
        kept = tuple(line for line in card.fields if line.name.text != node.name.text)
        changed = evolve(card, fields=(*kept, new))
    result.exchange(spot, changed)


def _unchanged(result: MergedDeclarations, node: nodes.Amend, card: nodes.Card) -> None:
    result.report(
        "changes-nothing",
        Phrase("of-is-this-already", node=node.name.text, card=card.name.text),
        node.value.span,
        declared=card.name.span,
    )


def _patch(result: MergedDeclarations, variant: str, node: nodes.Patch, earlier: set[str]) -> None:
    """Carry out `in to crawl:`: change single lines of it, or its text."""
    name = node.name.text
    spot = find(result, name, *PATCHED[node.kind])
    target: nodes.Declaration | None = None if spot is None else result.at(spot)
    if spot is None or target is None or (node.changes and not isinstance(target, Patched)):
        other = find(result, name)
        if other is None:
            report_missing(result, variant, node.name, "changed", earlier, *PATCHED[node.kind])
        else:
            result.report(
                "wrong-type",
                Phrase("has-no-lines-that-could-be-changed", name=name),
                node.name.span,
                declared=result.at(other).span,
            )
        return
    retold = _retold(target, node)
    if retold is not target and touch(result, variant, (name, "the text"), node.name.span, earlier):
        if nodes.alike(retold, target):
            result.diagnostics.append(idle(node.name.span))
        target = retold
    for line in node.changes:
        if isinstance(line, nodes.LineChange) and isinstance(target, Patched):
            words = " ".join(line.old.span.text.split())
            if touch(result, variant, (name, f"the line {words}"), line.old.span, earlier):
                target, wrong = with_line_changed(target, line, name)
                result.diagnostics += [wrong] if wrong is not None else []
    result.exchange(spot, target)


def _retold(target: nodes.Declaration, node: nodes.Patch) -> nodes.Declaration:
    """Return a declaration with another text, and a game with other notes."""
    if node.notes and isinstance(target, nodes.Game):
        return evolve(target, lines=(*(line for line in target.lines if not isinstance(line, nodes.Note)), *node.notes))
    return evolve(target, text=node.text) if node.text is not None and isinstance(target, nodes.Told) else target


MISSING: dict[str, Callable[[str], Phrase]] = {
    "replaced": NothingToReplace,
    "removed": NothingToRemove,
    "changed": NothingToChange,
}
GONE: dict[str, Callable[[str, str], Phrase]] = {
    "replaced": RemovedBeforeReplacing,
    "removed": RemovedBeforeRemoving,
    "changed": RemovedBeforeChanging,
}


def report_missing(
    result: MergedDeclarations, variant: str, word: nodes.Word, verb: str, earlier: set[str], *kinds: type[nodes.Node]
) -> None:
    gone = result.touched.get((word.text, ""))
    if gone is not None and gone.removed and gone.variant not in earlier and gone.variant != variant:
        _report_conflict(result, variant, word.text, word.span, gone, removed=verb == "removed")
        return
    if word.text in result.removed:
        by, span = result.removed[word.text]
        result.report(
            "unknown-name", GONE[verb](word.text, by), word.span, Phrase("removed"), None, [(span, Phrase("removed-here"))]
        )
        return
    every = [one for node in result.declarations for one in (node, *(node.standing if isinstance(node, nodes.Card) else ()))]
    names = [found.text for node in every if (not kinds or isinstance(node, kinds)) and (found := name_of(node)) is not None]
    way_out = result.suggestions.did_you_mean(word.text, names)
    result.report(
        "unknown-name",
        MISSING[verb](word.text),
        word.span,
        Phrase("not-in-the-game"),
        way_out or (Phrase("leave-replace-out-to-add-it") if verb == "replaced" else None),
    )
