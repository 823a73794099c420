"""Check what players are asked: choices, menus and free words."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.dsl import checked, nodes
from rulewright.dsl.check.coercions import quoted
from rulewright.dsl.check.expression_checks import checked_set, typed_expression
from rulewright.dsl.check.scope import Scope, titles_of
from rulewright.dsl.check.templates import text_template
from rulewright.dsl.check.types import element, set_of
from rulewright.dsl.checked import NUMBER, PLAYER, TEXT, TRUTH, Block, Expression, Statement, TextTemplate, Titles, Type
from rulewright.dsl.checked.walk import speaks_of
from rulewright.dsl.messages.diagnostic import Edit
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

ORDERED = re.compile(r"\s*,\s*ordered\b")
WRITTEN_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def asked_player(scope: Scope, by: nodes.Expression | None, node: nodes.Node) -> Expression | None:
    """Return who is asked: the acting player unless another is named."""
    return scope.player(node.span) if by is None else typed_expression(scope, by, PLAYER)


def check_choose(scope: Scope, node: nodes.Choose) -> Statement | None:
    """Check `choose a in SET, b in SET`: each name may be used after it on the same line."""
    by = asked_player(scope, node.by, node)
    # The question comes before any choice.
    asking = text_template(scope, node.asking)
    found = [_pick(scope, pick) for pick in node.picks[:1]]
    ahead, scope.ahead = scope.ahead, None
    # If one name is chosen among the values that another one gives, nothing can be carried out between the two.
    found += [_pick(scope, pick) for pick in node.picks[1:]]
    scope.ahead = ahead
    picks = tuple(pick for pick in found if pick is not None)
    if node.ordered and not any(pick.many for pick in node.picks):
        scope.world.report(
            "needless-ordered",
            Phrase("a-single-thing-has-no-order"),
            node.span,
            severity="warning",
            fix=_without_order(node.span),
        )
    if node.random and node.optional:
        scope.world.report("may-at-random", Phrase("chance-is-not-asked-whether-it-wants"), node.span)
    if by is None or len(picks) < len(found):
        return None
    passing = _passing(scope, node.passing, node.optional or any(pick.many for pick in node.picks))
    return checked.Choose(
        picks=picks,
        optional=node.optional,
        random=node.random,
        ordered=node.ordered,
        by=by,
        asking=asking,
        passing=passing,
        showing=_showing(scope, node, picks),
        span=node.span,
    )


def _without_order(span: Span) -> tuple[Edit, ...]:
    """Return the edit that removes `ordered` from a line, if it is there once."""
    places = [*ORDERED.finditer(WRITTEN_TEXT.sub(lambda text: "_" * len(text[0]), span.text))]
    if len(places) != 1:
        return ()
    start, end = places[0].span()
    return (Edit(Span(span.source, span.start + start, span.start + end), ""),)


def _passing(scope: Scope, title: nodes.Title | None, can_pass: bool) -> Titles:
    """Return the text for choosing nothing, where that is possible."""
    if title is not None and not can_pass:
        scope.world.report("never-passed", Phrase("nobody-can-pass-here-so-nobody-ever"), title.span)
    return titles_of(scope.world, title)


def _showing(scope: Scope, node: nodes.Choose, picks: tuple[checked.Pick, ...]) -> TextTemplate:
    """Return the text of an option, with the names that are chosen in it."""
    if node.showing is None:
        return {}
    texts = text_template(scope, node.showing)
    chosen = {pick.local for pick in picks if not pick.many}
    for part in (part for text in texts.values() for part in text if not isinstance(part, str)):
        if not isinstance(part, checked.LocalRef) or part.local not in chosen:
            scope.world.report("not-chosen", Phrase("is-not-what-is-chosen-here", part=quoted(part.span)), part.span)
            return {}
    if any(pick.many for pick in picks):
        scope.world.report("not-chosen", Phrase("what-is-picked-one-by-one-is"), node.showing.span)
        return {}
    return texts


def _pick(scope: Scope, node: nodes.Pick) -> checked.Pick | None:
    world = scope.world
    numbers = [None if number is None else typed_expression(scope, number, NUMBER) for number in (node.least, node.most)]
    scope.picked = node.name.text
    choices = _words(scope, node) if node.words else checked_set(scope, node.choices, "looked at")
    scope.picked = ""
    if choices is not None and choices.type.kind == "nothing":
        world.report("wrong-type", Phrase("there-is-never-anything-to-choose-here"), node.choices.span)
        choices = None
    if isinstance(node.least, nodes.Number) and isinstance(node.most, nodes.Number) and (node.least.value > node.most.value):
        world.report(
            "wrong-range",
            Phrase("there-is-no-number-from-to", least=node.least.value, most=node.most.value),
            node.most.span,
            Phrase("less-than-the-first"),
        )
    of = None if choices is None else set_of(choices.type) if node.many else element(choices.type)
    local = scope.declare(node.name, of)
    ahead, scope.ahead = scope.ahead, None
    such = None if node.such is None else typed_expression(scope, node.such, TRUTH)
    scope.ahead = ahead
    least, most = numbers
    if choices is None or local is None or (least is None) != (node.least is None) or (most is None) != (node.most is None):
        return None
    if node.such is not None and not speaks_of(local, such):
        if such is not None:
            world.report("needless-such", Phrase("this-says-nothing-of-the-set-that", node=node.name.text), node.such.span)
        return None
    return checked.Pick(local=local, choices=choices, many=node.many, least=least, most=most, such=such)


def _words(scope: Scope, node: nodes.Pick) -> Expression | None:
    """Return words that are offered in place: a type of values without another name, known in this rule alone."""
    world = scope.world
    names = tuple(word.text for word, _ in node.words)
    titles = tuple(titles_of(world, title) for _, title in node.words)
    known = next(
        (
            values
            for values in world.values.values()
            if " " in values.name and values.names == names and values.value_titles == titles
        ),
        None,
    )
    name = f"{node.name.text} {len(world.values)}" if known is None else known.name
    of = Type("value", name)
    for index, (word, _) in enumerate(node.words):
        if names.index(word.text) != index or scope.words.get(word.text, (of, index)) != (of, index):
            world.report("duplicate-name", Phrase("is-already-a-word-that-can-be", word=word.text), word.span)
            return None
        symbol = world.symbols.get(word.text)
        if symbol is not None or scope.find(word.text)[0]:
            what = symbol.what if symbol is not None else Phrase("something-else")
            world.report(
                "hidden-name",
                Phrase("is-already-the-name-of", word=word.text, what=what),
                word.span,
                Phrase("used-again"),
                Phrase("choose-another-name"),
            )
            return None
    scope.words.update((word, (of, index)) for index, word in enumerate(names))
    if known is None:
        known = world.values[name] = checked.Values(name=name, names=names, value_titles=titles, span=node.name.span)
    return checked.ValueSet(values=known, type=set_of(of), span=node.span)


def check_menu(scope: Scope, node: nodes.Menu, check_block: Callable[[Scope, nodes.Block], Block]) -> Statement | None:
    """Check `choose:` with named options below."""
    by = asked_player(scope, node.by, node)
    asking = text_template(scope, node.asking)
    options = []
    seen: dict[str, nodes.MenuOption] = {}
    for option in node.options:
        name = option.name.text
        if name in seen:
            scope.world.report(
                "duplicate-name",
                Phrase("this-menu-has-two-options-called", name=name),
                option.name.span,
                related=[(seen[name].name.span, Phrase("first-here"))],
            )
        seen.setdefault(name, option)
        ahead, scope.ahead = scope.ahead, None
        condition = None if option.condition is None else typed_expression(scope, option.condition, TRUTH)
        scope.blocks.append({})
        found = [_pick(scope, pick) for pick in option.picks]
        picks = tuple(pick for pick in found if pick is not None)
        title = text_template(scope, option.title)
        scope.ahead = ahead
        body = check_block(scope, option.body)
        scope.blocks.pop()
        if (condition is None) == (option.condition is None) and len(picks) == len(found):
            options.append(
                checked.MenuOption(name=name, title=title, condition=condition, body=body, span=option.span, picks=picks)
            )
    passing = _passing(scope, node.passing, node.optional)
    if by is None or len(options) < len(node.options):
        return None
    return checked.Menu(options=tuple(options), optional=node.optional, by=by, asking=asking, passing=passing, span=node.span)


def check_words(scope: Scope, node: nodes.ChooseWords) -> Statement | None:
    """Check `choose insult as words`."""
    by = asked_player(scope, node.by, node)
    asking = text_template(scope, node.asking)
    local = scope.declare(node.name, TEXT)
    if by is None or local is None:
        return None
    return checked.ChooseWords(local=local, by=by, asking=asking, span=node.span)
