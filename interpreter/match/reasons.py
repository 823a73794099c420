"""Explain in the words of the rulebook why the rules do not offer something that a player would like to choose.

The explanation uses only what the seat may know. Each condition is evaluated on the position as the seat knows it
(match/known_position.py). A condition that depends on anything else is skipped, whatever its value.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import prod
from typing import Any, TypeAlias

from attrs import evolve, fields, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Choose, Expression, Local, Menu, MenuOption, Pick, Rule, Titles, Type
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.text.source import Span
from rulewright.interpreter.lowering.expression_lowering import COMPARISONS
from rulewright.interpreter.lowering.invariants import innermost_set
from rulewright.interpreter.match.known_position import UnknownRead, as_known, knows_where
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.options import Options
from rulewright.interpreter.match.program import NewForms, Program
from rulewright.interpreter.position.position import FIRST_LOCAL
from rulewright.interpreter.position.questions import blank_value
from rulewright.interpreter.position.walk import rules_of_game, walk_statements
from rulewright.interpreter.position.world import World

MOST_TRIED = 30
"""How many ways to make the earlier choices of a combination are tried."""
MOST_CANDIDATES = 8
"""How many possible choices are explained at most."""
MOST_COMBINATIONS = 5_000
MOST_TOLD = 5
"""How many things are named, rather than counted."""
PLAIN = ("number", "truth", "text")
"""The kinds of types whose values need no names."""
HOLE = re.compile(r"\{([^{}]*)\}")

Env = dict[Local, Any]
"""The values of names."""
Meant: TypeAlias = Callable[[Sequence[str], str], Sequence[int]]
"""Returns which of some labels a typed text may mean."""


@frozen
class Reason:
    """One reason why something is not offered."""

    kind: str
    """`needs`, `ban`, `unless` (a condition that does not hold), `not-among` some, `not-here`,
    `unreached` by any choice that comes before it, or `nothing` to choose from."""
    about: str
    """Its subject, if that is not obvious."""
    text: str
    """The words of the rulebook; for a ban, those that it gives as its reason."""
    span: Span
    titles: Titles | None = None
    """Its words by language: the sentence of a need or a ban, or the title of a define."""
    facts: tuple[tuple[Titles, str], ...] = ()
    """The facts that decide it, as the seat knows them: the titles of fields and defines, with their values.

    A define that holds has none.
    """
    names: tuple[tuple[str, str], ...] = ()
    """The words for the rulebook's local names."""
    is_known: bool = True
    """Whether the seat knows that it applies."""

    @property
    def is_sentence(self) -> bool:
        """Whether the rulebook has a sentence for it."""
        return self.kind == "ban" and self.titles is not None


@frozen
class Answer:
    """The answer about something that a player asked for."""

    found: tuple[str, ...]
    """Its possible meanings, as people call them; empty if nothing here has that name."""
    offered: tuple[int, ...]
    """The indices of the options that it names."""
    reasons: tuple[Reason, ...]
    span: Span | None
    """The place of the question, or of the line of the menu."""
    known: tuple[str, ...] = ()
    """If nothing was found: everything that has a name here."""
    is_action: bool = False
    """Whether it is about lines of a menu, with all that they might be done with."""


@frozen
class Way:
    """A way to answer a question: a line of a menu, or the question itself."""

    picks: tuple[Pick, ...]
    condition: Expression | None
    line: int
    """The number of the menu's line, from 0."""


def why_not(match: Match, wanted: str, meant: Meant | None = None) -> Answer:
    """Explain why the player who is asked cannot choose something, given by its name.

    `meant` finds what the name may mean; by default, its words begin words of a label.
    """
    return QuestionReasons(match, meant or beginning_alike).answer(wanted)


def beginning_alike(labels: Sequence[str], typed: str) -> Sequence[int]:
    """Return the labels with words that begin like those typed."""
    words = typed.casefold().split()
    return [place for place, label in enumerate(labels) if fits(words, label)]


class QuestionReasons:
    """A question as the rulebook puts it, and what can be evaluated about it."""

    def __init__(self, match: Match, meant: Meant) -> None:
        decision = match.decision
        assert decision is not None
        assert decision.seat is not None
        self.match, self.seat, self.decision, self.meant = match, decision.seat, decision, meant
        self.ask = match.program.form.asks[match.position.question]
        self.rule, self.statement = self.checked_question(self.ask.statement.span)
        self.lets = values_of_names(self.rule)
        self.parts = as_known(match, self.seat)
        self.worker = evaluator_of(match.game.checked, match.players, tuple(match.game.values.items()), self.rule, self.statement)
        self.alike = match.program.layout.alike()
        self.trials: list[tuple[Rule, list[Reason]]] | None = None
        """While every trial of a rule matters: each rule that was tried, and why it cannot be carried out."""

    def checked_question(self, span: Span) -> tuple[Rule, checked.Statement]:
        """Return the question in the checked rulebook, which may be another copy than the one in the program."""
        for rule in rules_of_game(self.match.game.checked):
            for statement in walk_statements(rule.body):
                where = statement.span
                if (where.source.name, where.start) == (span.source.name, span.start) and isinstance(
                    statement, Choose | Menu | checked.ChooseWords
                ):
                    return rule, statement
        raise LookupError("a question that stands nowhere in the rulebook")

    # ---- what is meant

    def answer(self, wanted: str) -> Answer:
        """Answer what a player asked for."""
        statement, words = self.statement, wanted.casefold().split()
        labels = [option.label for option in self.decision.options]
        offered = tuple(self.meant(labels, wanted))
        if offered or not words or isinstance(statement, checked.ChooseWords):
            return Answer(tuple(labels[place] for place in offered), offered, (), statement.span)
        return (
            self.of_lines(words)
            or self.of_values(wanted)
            or self.of_combinations(wanted)
            or self.of_rules(words)
            or self.unknown()
        )

    def unknown(self) -> Answer:
        """Return the answer about something that is not known here, with everything that is."""
        named = [name for kind in self.kinds() for _, name in self.named_values(kind)]
        lines = self.statement.options if isinstance(self.statement, Menu) else ()
        known = dict.fromkeys([*map(self.line_title, lines), *named])
        return Answer((), (), (), self.statement.span, tuple(known))

    def of_lines(self, words: Sequence[str]) -> Answer | None:
        """Answer about lines of a menu of that name."""
        if not isinstance(self.statement, Menu):
            return None
        lines = [line for line in self.statement.options if fits(words, self.line_words(line))]
        if not lines:
            return None
        offered = self.offered_by(lines)
        if offered:
            return Answer(tuple(self.decision.options[place].label for place in offered), offered, (), self.statement.span)
        reasons = self.nearest([self.of_way(way, {}) for way in self.ways() if self.statement.options[way.line] in lines])
        titles = tuple(map(self.line_title, lines))
        return Answer(titles, (), distinct(reasons), span_of(lines[0], self.statement), is_action=True)

    def offered_by(self, lines: Sequence[MenuOption]) -> tuple[int, ...]:
        """Return the indices of the options that lines of a menu offer now."""
        assert isinstance(self.statement, Menu)
        options = self.decision.options
        rows = [options.values[place] for place in options.places]
        # A menu without anything to pick has the places of its lines.
        places = [-1 if row is None else row if isinstance(row, int) else row[0] - 1 for row in rows]
        return tuple(index for index, place in enumerate(places) if place >= 0 and self.statement.options[place] in lines)

    def line_words(self, line: MenuOption) -> str:
        """Return the words by which the line of a menu may be called."""
        texts = [part for text in line.title.values() for part in text if isinstance(part, str)]
        calls = [part.rule for part in descendants(line.body) if isinstance(part, checked.Call)]
        calls += [part.rule for rule in calls for part in descendants(rule.body) if isinstance(part, checked.Call)]
        carried = [text for rule in calls for text in (rule.name, *rule.titles.values())]
        return " ".join([line.name, *texts, *carried]).replace("-", " ")

    def line_title(self, line: MenuOption) -> str:
        """Return the line as people read it, without the values in it."""
        if not line.title:
            return line.name.replace("-", " ")
        text = line.title[self.match.words.told_in(line.title)]
        return " ".join("".join(part if isinstance(part, str) else "..." for part in text).split())

    def of_values(self, wanted: str) -> Answer | None:
        """Answer about things, places, players or values of that name."""
        found: dict[str, None] = {}
        reasons: list[Reason] = []
        most = max((len(way.picks) for way in self.ways()), default=0)
        for kind in self.kinds():
            named = self.named_values(kind)
            for place in self.meant([name for _, name in named], wanted)[: MOST_CANDIDATES * 2]:
                value, name = named[place]
                found[name] = None
                reasons += next(filter(None, (self.of_value(kind, number, value) for number in range(most))), [])
        return Answer(tuple(found), (), distinct(reasons), self.statement.span) if found else None

    def of_value(self, kind: Type, number: int, value: int) -> list[Reason]:
        """Return why a value cannot be the first choice of a way, or the second, and so on."""
        ways = [way for way in self.ways() if len(way.picks) > number and one_of(way.picks[number].local.type) == kind]
        return self.nearest([self.of_way(way, {number: value}) for way in ways])

    def of_combinations(self, wanted: str) -> Answer | None:
        """Answer about several values at once, such as the beginning and the end of a move."""
        found: dict[str, None] = {}
        told: list[list[Reason]] = []
        for way in self.ways():
            values = [self.seen_values(pick) for pick in way.picks]
            if len(values) < 2 or prod(map(len, values)) > MOST_COMBINATIONS:
                continue
            combined = list(itertools.product(*values))
            labels = Options(self.match, self.ask, self.seat, [self.as_option(way, one) for one in combined])
            texts = labels.detailed_texts(labels.values)
            for place in self.meant(texts, wanted)[:MOST_CANDIDATES]:
                found[texts[place]] = None
                reasons = self.of_way(way, dict(enumerate(combined[place])))
                # A sentence is about all of them together.
                told.append([evolve(one, about="") if one.is_sentence else one for one in reasons])
        return Answer(tuple(found), (), distinct(self.nearest(told)), self.statement.span) if found else None

    def of_rules(self, words: Sequence[str]) -> Answer | None:
        """Answer about a rule of that name that decides about what may be chosen, but lets nothing be chosen now."""
        rules = [rule for rule in self.worker.trials if fits(words, " ".join((rule.name, *rule.titles.values())))]
        trials: list[tuple[Rule, list[Reason]]] = []
        for way in self.ways() if rules else ():
            *earlier, last = way.picks or (None,)
            choices = [*map(self.seen_values, earlier)]
            if last is None or prod(map(len, choices)) > MOST_COMBINATIONS:
                continue
            for values in itertools.product(*choices):
                env = dict(zip((pick.local for pick in earlier), values, strict=True))
                if not any(self.left_out(pick.choices, env[pick.local], one_of(pick.local.type), env) for pick in earlier):
                    self.trials = trials
                    for value in self.seen_values(last):
                        self.left_out(last.choices, value, one_of(last.local.type), env)
                    self.trials = None
        tried = [reasons for rule, reasons in trials if rule in rules]
        if not tried or not all(tried):
            return None
        titles = tuple(dict.fromkeys(self.match.words.title(rule.titles, rule.name) for rule in rules))
        return Answer(titles, (), distinct(evolve(one, about="") for one in self.nearest(tried)), self.statement.span)

    def as_option(self, way: Way, values: Sequence[Any]) -> Any:
        """Return an answer as the rules list it."""
        if self.ask.kind != "lines":
            return tuple(values)
        row = [way.line + 1, *map(blank_value, self.ask.types[1:])]
        for slot, value in zip(self.ask.line_slots[way.line], values, strict=True):
            row[slot] = value
        return tuple(row)

    def ways(self) -> list[Way]:
        """Return all ways to answer the question."""
        statement = self.statement
        if isinstance(statement, Menu):
            return [Way(line.picks, line.condition, number) for number, line in enumerate(statement.options)]
        return [Way(statement.picks, None, 0)] if isinstance(statement, Choose) else []

    def kinds(self) -> list[Type]:
        """Return the types of all that can be chosen here."""
        picks = [pick for way in self.ways() for pick in way.picks]
        return list({pick.local.type.kind + pick.local.type.name: one_of(pick.local.type) for pick in picks}.values())

    def named_values(self, kind: Type) -> list[tuple[int, str]]:
        """Return all values of a type that have names for the asking player."""
        values = sorted(self.values_of(kind), key=partial(self.as_people_tell_them_apart, kind))
        return [(value, name) for value in values if (name := self.seat_name_of(value, kind))]

    def seen_values(self, pick: Pick) -> Sequence[int]:
        """Return all values of a name's type that the seat may call by name; of numbers, all that might be chosen."""
        kind = pick.local.type
        if kind.many:
            return ()
        if kind.kind in PLAIN:
            return self.set_of(innermost_set(pick.choices), {}) or ()
        return [value for value in self.values_of(kind) if kind.kind != "thing" or self.sees(value)]

    def sees(self, thing: int) -> bool:
        """Return whether the asking player sees a thing."""
        return self.match.words.sees(self.seat, self.match.program.sight.of_thing(self.match.position.parts, thing))

    def values_of(self, kind: Type) -> Iterable[int]:
        """Return all values of a type that have names."""
        world = self.match.program.world
        if kind.kind in ("number", "truth", "text"):
            return ()
        first = world.offset(kind) if kind.kind == "thing" and kind.name else 0
        if kind.kind == "thing" and not kind.name:
            return range(len(world.things))
        return range(first, first + world.count(kind))

    def as_people_tell_them_apart(self, kind: Type, value: int) -> tuple[int, int]:
        """Return a key that sorts alike things without depending on anything unseen."""
        if kind.kind != "thing":
            return value, 0
        is_known = knows_where(self.match, self.seat, value)
        return self.alike[value], self.match.position.at[value] if is_known else len(self.match.position.on)

    def seat_name_of(self, value: int, kind: Type) -> str:
        """Return the name that the asking player has for a value."""
        words, at = self.match.words, self.match.position.at
        if kind.kind != "thing":
            return words.value(value, kind)
        if self.sees(value):
            return words.thing_label(value, at, {}, "", self.seat)
        # Nobody may tell where it is; that there is such a thing is known.
        return words.thing(value)

    # ---- why it is not offered

    def nearest(self, tried: Iterable[list[Reason]]) -> list[Reason]:
        """Return the reasons of the attempts that come nearest, best those that only fail for a sentence of the rulebook."""
        known = [reasons for reasons in tried if any_known(reasons)]
        ranked = [
            (
                sum(not one.is_sentence for one in reasons),
                sum(not one.titles for one in reasons),
                len({one.span for one in reasons}),
            )
            for reasons in known
        ]
        best = min(ranked, default=None)
        those = [reasons for reasons, rank in zip(known, ranked, strict=True) if rank == best]
        return [reason for reasons in those[:MOST_CANDIDATES] for reason in reasons]

    def of_way(self, way: Way, fixed: Mapping[int, Any]) -> list[Reason]:
        """Return why a question cannot be answered in one way, with some of its names given."""
        found = self.unmet(way.condition, {}, "")
        if not any_known(found):
            found += self.of_picks(way.picks, 0, fixed, {}, whole=not found)
        return [one for one in (found if way.picks else surely(found)) if one.is_known]

    def of_picks(self, picks: Sequence[Pick], place: int, fixed: Mapping[int, Any], env: Env, *, whole: bool) -> list[Reason]:
        """Return why some names cannot be chosen, one after the other.

        `whole` says whether all else that the choice needs is known to hold.
        """
        if place == len(picks):
            return []
        pick = picks[place]
        kind = one_of(pick.local.type)
        if place in fixed:
            return self.of_given(picks, place, fixed, env, fixed[place], whole)
        values = self.set_of(pick.choices, env)
        unknown = [self.reason("not-among", "", pick.choices, env, is_known=False)]
        if values is None:
            tried = [self.of_given(picks, place, fixed, env, value, whole) for value in self.candidates(pick.choices, env)]
            return self.nearest(tried) or unknown
        if not values:
            return self.of_nothing(pick.choices, kind, env)
        if place + 1 == len(picks) or pick.local.type.many:
            return []
        tried = [self.of_picks(picks, place + 1, fixed, {**env, pick.local: value}, whole=whole) for value in values[:MOST_TRIED]]
        if not all(tried):
            return []
        nearest = self.nearest(tried) or unknown
        if len(tried) > 1 and fixed and not are_sentences(nearest):
            # With each of these choices, it is another reason.
            about = dict.fromkeys(one.about for one in nearest)
            return [Reason("unreached", name, text_of(pick.choices), pick.choices.span) for name in about]
        return nearest

    def of_given(
        self, picks: Sequence[Pick], place: int, fixed: Mapping[int, Any], env: Env, value: Any, whole: bool
    ) -> list[Reason]:
        """Return why a name cannot have a value, or why nothing goes with that."""
        local = picks[place].local
        found = self.left_out(picks[place].choices, value, one_of(local.type), env)
        if not any_known(found):
            found += self.of_picks(picks, place + 1, fixed, {**env, local: value}, whole=whole and not found)
        return surely(found) if whole and not local.type.many else found

    def of_nothing(self, choices: Expression, kind: Type, env: Env) -> list[Reason]:
        """Return why there is nothing in a set."""
        tried = self.candidates(choices, env)
        found = self.nearest([self.left_out(choices, value, kind, env) for value in tried])
        return found if found or tried else [self.titled("nothing", "", choices, env)]

    def candidates(self, choices: Expression, env: Env) -> tuple[Any, ...]:
        """Return the candidates of a set: those that might be in it if its conditions did not exclude them."""
        match choices:
            case checked.SetOperation(operator="where", values=values):
                found = self.set_of(values, env)
                return found if found else self.candidates(values, env) if found is not None else ()
            case checked.DefineCall(define=named, arguments=arguments) if not named.changes:
                inner = self.bound(named, arguments, env)
                return () if inner is None else self.candidates(named.value, inner)
        return ()

    def left_out(self, choices: Expression, value: Any, kind: Type, env: Env) -> list[Reason]:
        """Return why a value is not in a set; nothing if it is."""
        found = self.set_of(choices, env)
        is_in = found is not None and value in found
        if is_in and self.trials is None:
            return []
        reasons = self.of_parts(choices, value, kind, env, is_known=found is not None)
        return [] if is_in else reasons

    def of_parts(self, choices: Expression, value: Any, kind: Type, env: Env, *, is_known: bool) -> list[Reason]:
        """Return why a value is not in a set, from the parts of the set."""
        about = self.seat_name_of(value, kind) if kind.kind not in PLAIN else str(value)
        match choices:
            case checked.SetOperation(operator="where", values=values, local=local, body=body):
                outside = self.left_out(values, value, kind, env)
                return outside if any_known(outside) else [*outside, *self.unmet(body, {**env, local: value}, about)]
            case checked.DefineCall(define=named, arguments=arguments) if not named.changes:
                inner = self.bound(named, arguments, env)
                inside = [] if inner is None else self.left_out(named.value, value, kind, inner)
                if inside and (not named.words or all(one.titles for one in inside)):
                    return inside
            case checked.LocalRef(local=local) if local in self.lets:
                inside = self.left_out(self.lets[local], value, kind, env)
                if inside:
                    return inside
            case checked.Operation(operator="if", operands=(condition, one, other)):
                holds = self.known_value(condition, env)
                if holds is not None:
                    return self.left_out(one if holds else other, value, kind, env)
            case checked.Operation(operator="union", operands=operands):
                nearest = self.nearest([self.left_out(one, value, kind, env) for one in operands])
                if nearest and all(one.titles for one in nearest):
                    return nearest
        return [self.titled("not-among", about, choices, env, is_known=is_known)]

    def unmet(self, condition: Expression | None, env: Env, about: str, kind: str = "unless") -> list[Reason]:
        """Return why a condition does not hold; nothing if it does."""
        holds = None if condition is None else self.known_value(condition, env)
        if condition is None or holds:
            if self.trials is not None and condition is not None:
                self.trials += [(part.rule, []) for part in descendants(condition) if isinstance(part, checked.Can)]
            return []
        match condition:
            case checked.Operation(operator="and", operands=operands):
                return [reason for one in operands for reason in self.unmet(one, env, about, kind)]
            case checked.Operation(operator="or", operands=operands) if holds is not None:
                parts = [self.unmet(one, env, about, kind) for one in operands]
                if told := list(filter(are_sentences, parts)):
                    return told[0]
            case checked.Operation(operator="if", operands=(test, one, other)):
                tested = self.known_value(test, env)
                if tested is not None:
                    return self.unmet(one if tested else other, env, about, kind)
            case checked.Can(rule=rule, arguments=arguments):
                values = [self.known_value(one, env) for one in arguments]
                if None not in values:
                    return self.cannot(rule, values, about)
            case checked.DefineCall(define=named, arguments=arguments) if not named.changes:
                inner = self.bound(named, arguments, env)
                inside = [] if inner is None else self.unmet(named.value, inner, about, kind)
                if inside and (not named.words or are_sentences(inside)):
                    return inside
        return [self.titled(kind, about, condition, env, is_known=holds is not None)]

    def cannot(self, rule: Rule, values: Sequence[Any], about: str) -> list[Reason]:
        """Return why a rule cannot be carried out with some values."""
        found = self.obstacles(rule, values, about)
        if self.trials is not None:
            self.trials.append((rule, found))
        return found

    def obstacles(self, rule: Rule, values: Sequence[Any], about: str) -> list[Reason]:
        """Return the needs and bans that stand in the way of a rule."""
        env: Env = dict(zip(rule.parameters, values, strict=True))
        found: list[Reason] = []
        for need in rule.needs:
            sentence = rule.why_not.get(need)
            holds = self.known_value(need, env)
            if not sentence:
                found += self.unmet(need, env, about, "needs")
            elif not holds:
                found.append(self.reason("ban", about, need, env, sentence, self.facts(need, env), is_known=holds is not None))
            if any_known(found):
                # Further needs would say nothing more.
                return found
        for ban in rule.forbids:
            env = dict(zip(ban.rule.parameters, values))
            holds = self.known_value(ban.condition, env)
            if holds or holds is None:
                found.append(self.reason("ban", about, ban.condition, env, ban.reason, is_known=holds is not None))
        return found

    def titled(self, kind: str, about: str, expression: Expression, env: Env, *, is_known: bool = True) -> Reason:
        """Return a reason about an expression, with the title of its define, if there is one."""
        titles = None
        if isinstance(expression, checked.DefineCall) and expression.define.words:
            inner = self.bound(expression.define, expression.arguments, env)
            titles = None if inner is None else self.filled(expression.define.words, inner)
        facts = self.facts(expression, env) if expression.type == checked.TRUTH and titles is None else ()
        if kind == "not-among" and titles is None and self.unnamed(expression, env):
            kind = "not-here"
        return self.reason(kind, about, expression, env, titles, facts, is_known=is_known)

    def unnamed(self, expression: Expression, env: Env) -> bool:
        """Return whether an expression has names of the rulebook that stand for something unknown by now."""
        return any(local not in env and self.own_value(local) is None for local in self.worker.free(expression))

    def reason(
        self,
        kind: str,
        about: str,
        expression: Expression,
        env: Env,
        titles: Titles | None = None,
        facts: Iterable[tuple[Titles, str]] = (),
        *,
        is_known: bool = True,
    ) -> Reason:
        """Return a reason about an expression, with the words for its names."""
        own = {local: value for local in self.worker.free(expression) if (value := self.own_value(local)) is not None}
        names = tuple((local.name, self.told(value, local.type)) for local, value in (own | env).items())
        return Reason(kind, about, text_of(expression), expression.span, titles, tuple(facts), names, is_known)

    def told(self, value: Any, kind: Type) -> str:
        """Return a value in words, as the seat knows it."""
        if kind.many:
            return ", ".join(self.told(one, one_of(kind)) for one in value)
        return self.match.words.value(value, kind) if kind.kind in PLAIN or value < 0 else self.seat_name_of(value, kind)

    def filled(self, titles: Titles, env: Env) -> Titles:
        """Return titles with the values of the names between braces."""
        words = {local.name: self.told(value, local.type) for local, value in env.items()}
        return {
            language: HOLE.sub(lambda found: words.get(found[1].strip(), found[0]), text) for language, text in titles.items()
        }

    def facts(self, condition: Expression, env: Env) -> Iterator[tuple[Titles, str]]:
        """Yield the fields and defines with titles that decide a condition, with their values."""
        match condition:
            case checked.Operation(operator="and" | "or" | "not" as operator, operands=operands):
                for one in operands:
                    if operator != "and" or not self.known_value(one, env):
                        yield from self.facts(one, env)
            case checked.Operation(operator="any" | "none", operands=(values,)):
                yield from self.fact(values, env)
            case checked.Operation(operator=operator, operands=operands) if operator in COMPARISONS:
                for one in operands:
                    yield from self.fact(one, env)
            case checked.DefineCall(define=named, arguments=arguments) if not named.changes:
                inner = self.bound(named, arguments, env)
                if inner is not None and not named.words:
                    yield from self.facts(named.value, inner)
                elif inner and self.known_value(condition, env):
                    yield self.filled(named.words, inner), ""

    def fact(self, expression: Expression, env: Env) -> Iterator[tuple[Titles, str]]:
        """Yield a field or define with a title, with its value, if that is not nothing; of many things, only their number."""
        match expression:
            case checked.TableRef(field=own) if own.titles:
                titles = own.titles
            case checked.DefineCall(define=named, arguments=()) if named.words and not named.changes:
                titles = named.words
            case checked.Operation(operator="count", operands=(checked.DefineCall(define=named, arguments=()),)) if named.words:
                titles = named.words
            case _:
                return
        value = self.known_value(expression, env)
        many = isinstance(value, tuple)
        if value is None or value == () or (not many and value < (expression.type == checked.NUMBER)):
            return
        yield titles, str(len(value)) if many and len(value) > MOST_TOLD else self.told(value, expression.type)

    def bound(self, named: checked.Define, arguments: Sequence[Expression], env: Env) -> Env | None:
        """Return the values of a define's names, or None if they are unknown."""
        values = [self.known_value(one, env) for one in arguments]
        return None if None in values else dict(zip(named.parameters, values, strict=True))

    def set_of(self, expression: Expression, env: Env) -> tuple[Any, ...] | None:
        """Return the members of a set, or None."""
        found = self.known_value(expression, env)
        return found if found is None or isinstance(found, tuple) else (found,)

    def known_value(self, expression: Expression, env: Env) -> Any:
        """Return the value of an expression, or None if the seat cannot know it."""
        names = self.worker.free(expression)
        values = []
        for local in names:
            value = env[local] if local in env else self.own_value(local)
            if value is None:
                return None
            values.append(value)
        acting = self.match.position.top.acting
        if acting is None:
            acting = self.seat
        try:
            found = self.worker.function(expression)(self.parts, acting, *values)
            return tuple(found) if expression.type.many else found
        except UnknownRead:
            return None

    def own_value(self, local: Local) -> Any:
        """Return the value of the rule's own name, if the seat may know it."""
        frame = self.match.position.top
        if local not in self.rule.locals or local.type.many:
            return None
        if FIRST_LOCAL + local.slot in self.match.program.form.hidden.unknown_slots(frame, self.seat):
            return None
        # Slots that the rules do not read again may hold anything.
        value = frame[FIRST_LOCAL + local.slot] if local.slot in self.match.program.form.live[frame.block] else None
        if not isinstance(value, int):
            return None
        if local.type.kind == "thing" and value >= 0 and not self.sees(value):
            return None
        return value


class KnownMembers(set[Any]):
    """A set whose membership test also works for a place that the seat cannot look into.

    It is none of those that the seat sees.
    """

    def __contains__(self, value: object) -> bool:
        try:
            return super().__contains__(value)
        except UnknownRead:
            return any(value == one for one in self)


@lru_cache(maxsize=4)
def evaluator_of(
    game: checked.Game, players: int, options: tuple[tuple[str, int], ...], rule: Rule, statement: checked.Statement
) -> PartEvaluator:
    """Return the evaluation of a question's parts; it serves all matches, and takes long to make."""
    return PartEvaluator(World(game, players, dict(options)), values_of_names(rule), statement)


class PartEvaluator:
    """The evaluation of a question's parts: a program of its own, in which each of them is a function."""

    def __init__(self, world: World, lets: Mapping[Local, Expression], statement: checked.Statement) -> None:
        self.lets = lets
        self.expressions: dict[Expression, None] = {}
        self.names: dict[Expression, tuple[Local, ...]] = {}
        self.trials: dict[Rule, None] = {}
        """The rules that decide about what may be chosen."""
        self.gather(statement)
        extra = [(self.asking(one), [one]) for one in self.expressions]
        self.program = Program(NewForms(world, extra), world.players, world.options)
        names = self.program.names
        names.update({name: KnownMembers(value) for name, value in names.items() if isinstance(value, frozenset)})
        names["set"] = KnownMembers

    def gather(self, statement: checked.Statement) -> None:
        """Collect everything that may be evaluated: sets and conditions, and those of the rules and defines that they use."""
        pending: list[Expression] = []
        if isinstance(statement, Menu):
            pending += [line.condition for line in statement.options if line.condition is not None]
            pending += [pick.choices for line in statement.options for pick in line.picks]
        elif isinstance(statement, Choose):
            pending += [pick.choices for pick in statement.picks]
        while pending:
            one = pending.pop()
            if one in self.expressions:
                continue
            self.expressions[one] = None
            match one:
                case checked.SetOperation(operator="where", values=values, body=body):
                    pending += [values, body]
                case checked.Operation(operands=operands) if one.type == checked.TRUTH or one.operator in ("if", "union"):
                    pending += operands
                case checked.LocalRef(local=local) if local in self.lets:
                    pending.append(self.lets[local])
                case checked.Can(rule=rule, arguments=arguments):
                    self.trials[rule] = None
                    pending += [*arguments, *rule.needs, *(ban.condition for ban in rule.forbids)]
                case checked.DefineCall(define=named, arguments=arguments) if not named.changes:
                    pending += [*arguments, named.value]

    def free(self, expression: Expression) -> tuple[Local, ...]:
        """Return the free names of an expression, apart from the acting player."""
        if expression not in self.names:
            parts = list(descendants(expression))
            read = dict.fromkeys(part.local for part in parts if isinstance(part, checked.LocalRef))
            for part in parts:
                if not isinstance(part, checked.LocalRef):
                    for own in fields(type(part)):
                        made = getattr(part, own.name)
                        for one in made if isinstance(made, tuple) else (made,):
                            if isinstance(one, Local):
                                read.pop(one, None)
            self.names[expression] = tuple(local for local in read if local.slot)
        return self.names[expression]

    def asking(self, expression: Expression) -> Rule:
        """Return an empty rule whose parameters are an expression's free names."""
        names = self.free(expression)
        acting = next(
            (part.local for part in descendants(expression) if isinstance(part, checked.LocalRef) and not part.local.slot),
            Local(name="player", type=checked.PLAYER, slot=0),
        )
        return Rule(name="why", parameters=names, gives=None, needs=(), body=(), locals=[acting, *names], span=expression.span)

    def function(self, expression: Expression) -> Any:
        return self.program.names[self.program.form.functions[expression]]


def values_of_names(rule: Rule) -> dict[Local, Expression]:
    """Return the values of the names that a rule sets once."""
    found: dict[Local, list[Expression]] = {}
    for statement in walk_statements(rule.body):
        if isinstance(statement, checked.Assign) and isinstance(statement.to, Local) and statement.how == "set":
            found.setdefault(statement.to, []).append(statement.value)
    return {local: values[0] for local, values in found.items() if len(values) == 1}


def one_of(kind: Type) -> Type:
    """Return the type of one member of a set."""
    return Type(kind.kind, kind.name)


def any_known(reasons: Sequence[Reason]) -> bool:
    """Return whether one of some reasons is known to apply."""
    return any(one.is_known for one in reasons)


def surely(reasons: list[Reason]) -> list[Reason]:
    """Return the reasons why something is not offered, if everything else that it needs is known to hold.

    Then a single reason applies, even if the seat cannot see that.
    """
    return [evolve(one, is_known=True) for one in reasons] if len(reasons) == 1 else reasons


def are_sentences(reasons: Sequence[Reason]) -> bool:
    """Return whether the rulebook has sentences for all reasons that are known to apply, or for all if none is."""
    known = [one for one in reasons if one.is_known] or reasons
    return bool(known) and all(one.is_sentence for one in known)


def fits(words: Sequence[str], text: str) -> bool:
    """Return whether each of some words begins a word of a text."""
    parts = text.casefold().replace("-", " ").replace(",", " ").split()
    return bool(words) and all(any(part.startswith(word.strip("-,")) for part in parts) for word in words)


def text_of(expression: Expression) -> str:
    """Return an expression as it is written in the rulebook, on one line."""
    return expression.span.on_one_line


def span_of(line: MenuOption, menu: Menu) -> Span:
    """Return the place of a menu's line, as precisely as it is known."""
    if line.condition is not None:
        return line.condition.span
    return line.picks[0].choices.span if line.picks else menu.span


def distinct(reasons: Iterable[Reason]) -> tuple[Reason, ...]:
    """Return reasons without repetitions."""
    found: Mapping[tuple[str, str, str, int], Reason] = {(one.kind, one.about, one.text, one.span.start): one for one in reasons}
    return tuple(found.values())
