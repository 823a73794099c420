"""Check the whole game: head, declarations, bodies and examples, in the order in which they need each other."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Container, Iterable, Sequence

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.bodies import check_bodies, performing_rule
from rulewright.dsl.check.cases import Positions, example_cases, positions_of
from rulewright.dsl.check.cycles import check_circles
from rulewright.dsl.check.declarations import MOST_SEATS, declare_names, finish_declarations
from rulewright.dsl.check.defines import check_defines, spread_player
from rulewright.dsl.check.example_answers import check_answers
from rulewright.dsl.check.examples import check_example, check_variant_words, variants_of
from rulewright.dsl.check.inherited_examples import inherited_examples
from rulewright.dsl.check.lookahead import check_sentences, check_trials
from rulewright.dsl.check.looks import check_looks
from rulewright.dsl.check.loops import find_turns
from rulewright.dsl.check.rule_fields import find_nested
from rulewright.dsl.check.scope import SymbolTable, Watcher, titles_of
from rulewright.dsl.check.shown_defines import check_lookers, check_outlook, check_shown, team_of
from rulewright.dsl.check.variants import MergedDeclarations, merge_variants, with_ancestors
from rulewright.dsl.checked import NUMBER, PLAYER, Rule, TextTemplate
from rulewright.dsl.checked.walk import is_shared, rules_of
from rulewright.dsl.messages.diagnostic import Diagnostic, in_order
from rulewright.dsl.messages.kinds import UnknownName
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import closest, did_you_mean
from rulewright.dsl.text.source import Span

DIFFICULTIES = ("easy", "medium", "hard")
"""The words for how hard a game is to learn."""
MOST_VARIANTS = 100
MOST_LINES = 500_000
"""How many lines of one game are checked, in all combinations of its variants."""


def check(
    rulebook: nodes.Rulebook,
    variants: Sequence[nodes.Variant] = (),
    *,
    others: Iterable[nodes.Variant] = (),
    broken: Iterable[str] = (),
    whole: bool = False,
    without: Container[nodes.Example] = (),
    watcher: Watcher | None = None,
) -> tuple[checked.Game | None, list[Diagnostic]]:
    """Check a game with some of its variants; `others` are variants of other files that examples may name.

    Examples in `without` are left out, since their mistakes are known.

    `broken` are names of unreadable lines in other files. With `whole`, the examples of the game itself are also checked if
    one variant is laid over it.
    """
    known = known_variants(rulebook, [*variants, *others])
    names = tuple(variant.name.text for variant in variants)
    combined = merge_variants(rulebook.declarations, variants, known)
    world = SymbolTable(
        broken={*rulebook.broken, *broken, *combined.contested},
        removed=combined.removed,
        variant_of=combined.variant_of,
        variants=list(variants),
        watcher=watcher,
    )
    world.diagnostics.extend(combined.diagnostics)
    head = _head(world, rulebook)
    _check_variant_blocks(world, rulebook, head)
    _players(world, head, combined)
    if head is not None:
        _facts(world, head)
    declarations = [node for node in combined.declarations if not isinstance(node, nodes.Game)]
    world.declarations = declarations
    _report_misplaced(world, rulebook)
    declare_names(world, declarations)
    scopes = finish_declarations(world, declarations)
    check_defines(world)
    find_turns(world, declarations)
    performing = performing_rule(world, rulebook.span)
    check_bodies(world, declarations, scopes, performing)
    find_nested(world, performing)
    spread_player(world)
    check_shown(world)
    check_lookers(world)
    outlook = check_outlook(world)
    looks, seat_colours = check_looks(world)
    play, setup = _start(world, head)
    positions = positions_of(world, declarations)
    examples = _examples(world, (node for node in declarations if node not in without), names, known, positions)
    alone = whole and bool(names) and names == with_ancestors(names[-1:], known) and not world.failed
    kept = inherited_examples(world, rulebook.declarations, combined, names, known, positions) if alone else []
    if head is None or play is None or world.failed:
        return None, in_order(world.diagnostics)
    score, (team, team_lasts) = _score(world), team_of(world)
    game = checked.Game(
        name=head.name.text,
        titles=titles_of(world, head.title),
        variants=names,
        least_players=world.least_players,
        most_players=world.most_players,
        introduction=_introduction(world, head, declarations),
        options=world.options,
        values=world.values,
        dice=world.dice,
        boards=world.boards,
        places=world.places,
        kinds=world.kinds,
        cards=world.cards,
        forms=world.forms,
        fields=[
            *world.table,
            *(made for same in world.fields.values() for made in same),
            *([score] if score is not None and score.worked_out is not None else []),
        ],
        defines=world.defines,
        performing=performing,
        play=play,
        setup=setup,
        score=score,
        outlook=outlook,
        team=team,
        team_lasts=team_lasts,
        rules={**world.rules, **{f"trial {number}": rule for number, rule in enumerate(world.trials)}},
        examples=examples,
        rulings=_rulings(world, declarations),
        fingerprint=_fingerprint(rulebook, variants),
        span=head.span,
        looks=looks,
        seat_colours=seat_colours,
        inherited=kept,
        variant=variants[-1].name.span if variants else None,
        openly=world.openly,
    )
    check_answers(world, rules_of(game), examples)
    game.is_shared = is_shared(game)
    good = check_trials(world, game) and check_sentences(world, game) and check_circles(world, rules_of(game))
    return game if good else None, in_order(world.diagnostics)


def example_combinations(
    rulebook: nodes.Rulebook, extra: Sequence[nodes.Variant] = (), guests: Sequence[nodes.Variant] = ()
) -> list[tuple[str, ...]]:
    """Return the combinations of variants to check: none, each by itself, and those that examples name.

    Guests are variants of other files, which may only be named.
    """
    own = known_variants(rulebook, extra)
    known = known_variants(rulebook, [*extra, *guests])
    found: dict[tuple[str, ...], None] = {(): None}
    if len(known) > MOST_VARIANTS:
        # There would be no end; the check of the game itself reports that.
        return list(found)
    for name in own:
        if not _in_circle(name, known):
            found.setdefault(with_ancestors([name], known))
    for node in rulebook.declarations:
        if isinstance(node, nodes.Example):
            found.setdefault(variants_of(node, "", known))
    for name, variant in own.items():
        for line in variant.lines:
            example = line.declaration if isinstance(line, nodes.Replace) else line
            if isinstance(example, nodes.Example):
                found.setdefault(variants_of(example, name, known))
    return [names for names in found if all(name in known for name in names)]


def known_variants(rulebook: nodes.Rulebook, extra: Iterable[nodes.Variant] = ()) -> dict[str, nodes.Variant]:
    """Return the variants of the game's own file and of others, by name; the first of a name counts."""
    found: dict[str, nodes.Variant] = {}
    for node in (*rulebook.declarations, *extra):
        if isinstance(node, nodes.Variant):
            found.setdefault(node.name.text, node)
    return found


def _head(world: SymbolTable, rulebook: nodes.Rulebook) -> nodes.Game | None:
    games = [node for node in rulebook.declarations if isinstance(node, nodes.Game)]
    if not games:
        # One that could not be read has been reported.
        if not rulebook.broken:
            span = Span(rulebook.span.source, 0, 0)
            world.report("missing-game", Phrase("this-file-has-no-game-line"), span)
        return None
    for other in games[1:]:
        world.report(
            "several-games",
            Phrase("a-rulebook-holds-one-game"),
            other.name.span,
            related=[(games[0].name.span, Phrase("the-first-game"))],
        )
    return games[0]


def _check_variant_blocks(world: SymbolTable, rulebook: nodes.Rulebook, head: nodes.Game | None) -> None:
    """Check that the variants in the game's own file are variants of this game, and have names of their own."""
    seen: dict[str, nodes.Variant] = {}
    variants = [node for node in rulebook.declarations if isinstance(node, nodes.Variant)]
    if len(variants) > MOST_VARIANTS:
        world.report(
            "too-many-variants",
            Phrase("a-game-may-have-at-most-variants", most_variants=MOST_VARIANTS),
            variants[MOST_VARIANTS].name.span,
        )
        return
    for node in variants:
        name = node.name.text
        if name in seen:
            world.report(
                "duplicate-name",
                Phrase("there-are-two-variants-called", name=name),
                node.name.span,
                related=[(seen[name].name.span, Phrase("first-here"))],
            )
        seen.setdefault(name, node)
    for name, node in seen.items():
        bases = {*seen, *([head.name.text] if head is not None else [])}
        foreign = node.base_is_file or node.base.text not in bases
        if head is not None and foreign and node.base.text not in world.broken:
            world.report(
                "wrong-base",
                Phrase("stands-in-the-file-of-but-is", name=name, head=head.name.text, base=node.base.text),
                node.base.span,
                related=[(head.name.span, Phrase("this-game"))],
            )
        elif with_ancestors([name], seen) and _in_circle(name, seen):
            world.report("variant-circle", Phrase("is-a-variant-of-itself", name=name), node.base.span)


def _in_circle(name: str, known: dict[str, nodes.Variant]) -> bool:
    seen: set[str] = set()
    while name in known and name not in seen:
        seen.add(name)
        name = known[name].base.text
    return name in seen


def _players(world: SymbolTable, head: nodes.Game | None, combined: MergedDeclarations) -> None:
    """Find how many can play; the last variant decides."""
    lines = [line for line in head.lines if isinstance(line, nodes.Players)] if head is not None else []
    for again in lines[1:]:
        world.report(
            "duplicate-name",
            Phrase("the-number-of-players-stands-there-twice"),
            again.span,
            related=[(lines[0].span, Phrase("first-here"))],
        )
    own = [node for node in combined.declarations if isinstance(node, nodes.Players)]
    chosen = own[-1] if own else lines[0] if lines else None
    if chosen is None:
        if head is not None and not any(isinstance(line, nodes.BrokenLine) for line in head.lines):
            world.report("missing-players", Phrase("does-not-say-how-many-can-play", head=head.name.text), head.name.span)
        return
    if chosen.least > chosen.most:
        world.report(
            "wrong-range",
            Phrase("there-is-no-number-from-to", least=chosen.least, most=chosen.most),
            chosen.span,
            Phrase("no-number"),
        )
    elif not 1 <= chosen.least <= chosen.most <= MOST_SEATS:
        world.report("player-count", Phrase("a-game-is-for-1-to-players", most_seats=MOST_SEATS), chosen.span)
    else:
        world.least_players, world.most_players = chosen.least, chosen.most
        world.players_known = True


def _facts(world: SymbolTable, head: nodes.Game) -> None:
    """Check what the game says of itself for people who look for one."""
    for kind, name in ((nodes.About, "about"), (nodes.Minutes, "minutes"), (nodes.Difficulty, "difficulty")):
        for first, again in itertools.pairwise(line for line in head.lines if isinstance(line, kind)):
            related = [(first.span, Phrase("first-here"))]
            world.report("duplicate-name", Phrase("stands-here-twice", word=name), again.span, related=related)
    for line in head.lines:
        match line:
            case nodes.Minutes(least=least, most=most) if not 1 <= least <= most:
                message = Phrase("there-is-no-number-from-to", least=max(1, least), most=most)
                world.report("wrong-range", message, line.span, Phrase("no-number"))
            case nodes.Difficulty(level=word) if word.text not in DIFFICULTIES:
                offered = Phrase("there-are", offered=", ".join(f"`{one}`" for one in DIFFICULTIES))
                way_out = did_you_mean(word.text, DIFFICULTIES) or offered
                world.report("unknown-name", UnknownName(word.text), word.span, Phrase("not-known"), way_out)


def _report_misplaced(world: SymbolTable, rulebook: nodes.Rulebook) -> None:
    for node in rulebook.declarations:
        if isinstance(node, nodes.Replace | nodes.Remove | nodes.Amend | nodes.Patch):
            world.report("misplaced-line", Phrase("only-a-variant-can-change-what-is"), node.span)


def _start(world: SymbolTable, head: nodes.Game | None) -> tuple[Rule | None, Rule | None]:
    play, setup = world.rules.get("play"), world.rules.get("setup")
    for rule in (play, setup):
        if rule is not None and (rule.parameters or rule.gives is not None):
            world.report("wrong-count", Phrase("to-is-carried-out-by-itself-so", rule=rule.name), rule.span)
    if play is None and head is not None and "play" not in world.broken:
        if "play" in world.removed:
            world.unknown("play", world.removed["play"][1], ())
        elif "play" not in world.symbols:
            meant = closest("play", [name for name, rule in world.rules.items() if not rule.parameters])
            world.report(
                "missing-play",
                Phrase("does-not-say-how-it-is-played", head=head.name.text),
                head.name.span,
                related=[(world.rules[meant].span, Phrase("is-this-how"))] if meant is not None else (),
            )
    return play, setup


def _introduction(world: SymbolTable, head: nodes.Game, declarations: Iterable[nodes.Declaration]) -> list[TextTemplate]:
    """Return what the game is or else its notes, the notes of variants, and the text that says how it goes, in a paragraph."""
    about = [line.title for line in head.lines if isinstance(line, nodes.About)]
    lines = declarations if about else (*head.lines, *declarations)
    titles = [titles_of(world, title) for title in (*about, *(line.title for line in lines if isinstance(line, nodes.Note)))]
    introduction: list[TextTemplate] = [{language: (text,) for language, text in title.items()} for title in titles]
    play = world.rules.get("play")
    if play is not None and play.text:
        introduction.append(
            {
                language: tuple(part.replace(nodes.PARAGRAPH, " ") if isinstance(part, str) else part for part in text)
                for language, text in play.text.items()
            }
        )
    return introduction


def _rulings(world: SymbolTable, declarations: Iterable[nodes.Declaration]) -> list[checked.Ruling]:
    return [
        checked.Ruling(numbers=tuple(word.text for word in node.numbers), titles=titles_of(world, node.title), span=node.span)
        for node in declarations
        if isinstance(node, nodes.Ruling)
    ]


def _score(world: SymbolTable) -> checked.Field | None:
    """Return the players' numbers in the result: a field called `score`, or a define about a player."""
    define = world.defines.get("score")
    if define is not None and define.type == NUMBER and [local.type for local in define.parameters] == [PLAYER]:
        return checked.Field(
            name="score", titles=define.titles, of=PLAYER, type=NUMBER, span=define.span, assigned=True, worked_out=define
        )
    return next((made for made in world.fields.get("score", ()) if made.of == PLAYER and made.type == NUMBER), None)


def _examples(
    world: SymbolTable,
    declarations: Iterable[nodes.Declaration],
    names: tuple[str, ...],
    known: dict[str, nodes.Variant],
    positions: Positions,
) -> list[checked.Example]:
    """Return the examples of this combination of variants."""
    found = []
    for node in declarations:
        if isinstance(node, nodes.Example):
            good = check_variant_words(world, node, known)
            variants = variants_of(node, world.variant_of.get(node, ""), known)
            if good and variants == names:
                found += [check_example(world, one, variants, case) for one, case in example_cases(world, node, positions)]
    return found


def _fingerprint(rulebook: nodes.Rulebook, variants: Sequence[nodes.Variant]) -> str:
    """Return a digest of all texts of the game, and of the variants' names in order."""
    texts = dict.fromkeys([*rulebook.texts, *(variant.span.source.text for variant in variants)])
    digest = hashlib.sha256()
    for part in (*texts, *(variant.name.text for variant in variants)):
        data = part.encode("utf-8", errors="surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()
