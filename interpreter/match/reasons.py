"""Explain in the words of the rulebook why the rules do not offer something that a player would like to choose.

The explanation uses only what the seat may know. Each condition is evaluated on the position as the seat knows it
(match/known_position.py). A condition that depends on anything else is skipped, whatever its value.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from attrs import fields, frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Choose, Expression, Local, Menu, MenuOption, Pick, Rule, Titles, Type
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.text.source import Span
from rulewright.interpreter.match.known_position import UnknownRead, as_known, knows_where
from rulewright.interpreter.match.match import Match
from rulewright.interpreter.match.program import NewForms, Program
from rulewright.interpreter.position.position import FIRST_LOCAL
from rulewright.interpreter.position.walk import rules_of_game, walk_statements
from rulewright.interpreter.position.world import World

MOST_TRIED = 30
"""How many ways to make the earlier choices of a combination are tried."""
MOST_CANDIDATES = 8
"""How many possible choices are explained at most."""

Env = dict[Local, Any]
"""The values of names."""


@frozen
class Reason:
    """One reason why something is not offered."""

    kind: str
    """`needs`, `ban`, `unless` (a condition that does not hold), `not-among`, or `nothing` to choose from."""
    about: str
    """Its subject, if that is not obvious."""
    text: str
    """The words of the rulebook; for a ban, those that it gives as its reason."""
    span: Span
    titles: Titles | None = None
    """The words of a ban by language."""


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


def why_not(match: Match, wanted: str) -> Answer:
    """Explain why the player who is asked cannot choose something, given by its name."""
    return QuestionReasons(match).answer(wanted)


class QuestionReasons:
    """A question as the rulebook puts it, and what can be evaluated about it."""

    def __init__(self, match: Match) -> None:
        decision = match.decision
        assert decision is not None
        assert decision.seat is not None
        self.match, self.seat, self.decision = match, decision.seat, decision
        ask = match.program.form.asks[match.position.question]
        self.rule, self.statement = self.checked_question(ask.statement.span)
        self.parts = as_known(match, self.seat)
        self.worker: PartEvaluator | None = None
        self.alike = match.program.layout.alike()

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

    def answer(self, wanted: str) -> Answer:
        """Answer what a player asked for."""
        statement, words = self.statement, wanted.casefold().split()
        offered = tuple(
            place for place, option in enumerate(self.decision.options) if fits(words, f"{option.label} {option.key}")
        )
        labels = tuple(self.decision.options[place].label for place in offered)
        if offered or not words or isinstance(statement, checked.ChooseWords):
            return Answer(labels, offered, (), statement.span)
        if isinstance(statement, Menu):
            lines = [line for line in statement.options if fits(words, self.line_words(line))]
            if lines:
                reasons = [reason for line in lines for reason in self.of_line(line)]
                titles = tuple(map(self.line_title, lines))
                return Answer(titles, (), distinct(reasons), span_of(lines[0], statement))
        return self.of_values(words)

    def line_words(self, line: MenuOption) -> str:
        """Return the words by which the line of a menu may be called."""
        texts = [part for text in line.title.values() for part in text if isinstance(part, str)]
        calls = [part.rule for part in descendants(line.body) if isinstance(part, checked.Call)]
        carried = [text for rule in calls for text in (rule.name, *rule.titles.values())]
        return " ".join([line.name, *texts, *carried]).replace("-", " ")

    def line_title(self, line: MenuOption) -> str:
        """Return the line as people read it, without the values in it."""
        if not line.title:
            return line.name.replace("-", " ")
        text = line.title[self.match.words.told_in(line.title)]
        return " ".join("".join(part if isinstance(part, str) else "..." for part in text).split())

    def of_values(self, words: Sequence[str]) -> Answer:
        """Answer about things, places, players or values of that name."""
        picks = self.all_picks()
        found: dict[str, None] = {}
        reasons: list[Reason] = []
        for kind in {pick.local.type.kind + pick.local.type.name: one_of(pick.local.type) for pick, *_ in picks}.values():
            for value in sorted(self.values_of(kind), key=partial(self.as_people_tell_them_apart, kind)):
                name = self.seat_name_of(value, kind)
                if name is None or not fits(words, name):
                    continue
                found[name] = None
                for pick, before, condition in picks:
                    if one_of(pick.local.type) == kind and len(reasons) < MOST_CANDIDATES:
                        reasons += self.of_pick(pick, before, condition, value)
        return Answer(tuple(found), (), distinct(reasons), self.statement.span)

    def all_picks(self) -> list[tuple[Pick, Sequence[Pick], Expression | None]]:
        """Return each name of the question with those before it, and the condition of its line."""
        statement = self.statement
        lines: list[tuple[Sequence[Pick], Expression | None]] = []
        if isinstance(statement, Menu):
            lines = [(line.picks, line.condition) for line in statement.options]
        elif isinstance(statement, Choose):
            lines = [(statement.picks, None)]
        return [(pick, picks[:place], condition) for picks, condition in lines for place, pick in enumerate(picks)]

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

    def seat_name_of(self, value: int, kind: Type) -> str | None:
        """Return the name that the asking player has for a value, or None if that player may not call it by name."""
        words, at = self.match.words, self.match.position.at
        if kind.kind != "thing":
            return words.value(value, kind)
        where = at[value]
        if words.sees(self.seat, where):
            return words.thing_label(value, at, {}, "", self.seat)
        # Nobody may tell where it is; that there is such a thing is known.
        return words.thing(value)

    def of_line(self, line: MenuOption) -> Iterator[Reason]:
        """Yield why the line of a menu is not offered."""
        yield from self.unmet(line.condition, {}, "")
        yield from self.empty(line.picks, {})

    def empty(self, picks: Sequence[Pick], env: Env) -> Iterator[Reason]:
        """Yield why there is no way to choose some names, one after the other."""
        if not picks:
            return
        first, *rest = picks
        kind = one_of(first.local.type)
        values = self.set_of(first.choices, env)
        if values is None:
            return
        if values:
            for value in values[:MOST_CANDIDATES] if rest else ():
                yield from self.empty(rest, {**env, first.local: value})
            return
        tried = self.candidates(first.choices, env)
        misses = [list(self.left_out(first.choices, value, kind, env)) for value in tried]
        fewest = min(map(len, filter(None, misses)), default=0)
        # The candidates that come nearest.
        for reasons in [one for one in misses if len(one) == fewest][:MOST_CANDIDATES]:
            yield from reasons
        if not tried:
            yield Reason("nothing", "", text_of(first.choices), first.choices.span)

    def of_pick(self, pick: Pick, before: Sequence[Pick], condition: Expression | None, value: int) -> Iterator[Reason]:
        """Yield why a value is not among those of a name."""
        yield from self.unmet(condition, {}, "")
        kind = one_of(pick.local.type)
        for env in itertools.islice(self.ways(before, {}), MOST_TRIED):
            found = list(self.left_out(pick.choices, value, kind, env))
            if found:
                yield from found
                return

    def ways(self, picks: Sequence[Pick], env: Env) -> Iterator[Env]:
        """Yield all known ways to choose some names."""
        if not picks:
            yield env
            return
        for value in self.set_of(picks[0].choices, env) or ():
            yield from self.ways(picks[1:], {**env, picks[0].local: value})

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

    def left_out(self, choices: Expression, value: Any, kind: Type, env: Env) -> Iterator[Reason]:
        """Yield why a value is not in a set; nothing if it is, or if that is unknown."""
        found = self.set_of(choices, env)
        if found is None or value in found:
            return
        match choices:
            case checked.SetOperation(operator="where", values=values, local=local, body=body):
                whole = self.set_of(values, env)
                if whole is None:
                    return
                if value not in whole:
                    yield from self.left_out(values, value, kind, env)
                else:
                    yield from self.unmet(body, {**env, local: value}, self.seat_name_of(value, kind) or "")
            case checked.DefineCall(define=named, arguments=arguments) if not named.changes:
                inner = self.bound(named, arguments, env)
                if inner is not None:
                    yield from self.left_out(named.value, value, kind, inner)
            case _:
                yield Reason("not-among", self.seat_name_of(value, kind) or "", text_of(choices), choices.span)

    def unmet(self, condition: Expression | None, env: Env, about: str, kind: str = "unless") -> Iterator[Reason]:
        """Yield why a condition does not hold; nothing if it does, or if that is unknown."""
        if condition is None:
            return
        holds = self.known_value(condition, env)
        if holds:
            return
        # If the whole is unknown, some parts may be known.
        match condition:
            case checked.Operation(operator="and", operands=operands):
                for one in operands:
                    yield from self.unmet(one, env, about, kind)
            case checked.Can(rule=rule, arguments=arguments):
                yield from self.cannot(rule, [self.known_value(one, env) for one in arguments], about)
            case checked.DefineCall(define=named, arguments=arguments) if not named.changes:
                inner = self.bound(named, arguments, env)
                if inner is not None:
                    yield from self.unmet(named.value, inner, about, kind)
            case _ if holds is not None:
                yield Reason(kind, about, text_of(condition), condition.span)

    def cannot(self, rule: Rule, values: Sequence[Any], about: str) -> Iterator[Reason]:
        """Yield why a rule cannot be carried out with some values."""
        if None in values:
            return
        env: Env = dict(zip(rule.parameters, values, strict=True))
        for need in rule.needs:
            why = rule.why_not.get(need)
            if not why:
                yield from self.unmet(need, env, about, "needs")
            elif self.known_value(need, env) is False:
                yield Reason("ban", about, text_of(need), need.span, why)
        for ban in rule.forbids:
            env = dict(zip(ban.rule.parameters, values))
            if self.known_value(ban.condition, env):
                yield Reason("ban", about, text_of(ban.condition), ban.condition.span, ban.reason)

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
        if self.worker is None:
            self.worker = PartEvaluator(self.match, self.statement)
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
        """Return the value of the rule's own name, if the seat may know it: only things that it sees reveal nothing else."""
        frame = self.match.position.top
        if local not in self.rule.locals or local.type.kind not in ("thing", "player") or local.type.many:
            return None
        if FIRST_LOCAL + local.slot in self.match.program.form.hidden.unknown_slots(frame, self.seat):
            return None
        # Slots that the rules do not read again may hold anything.
        value = frame[FIRST_LOCAL + local.slot] if local.slot in self.match.program.form.live[frame.block] else None
        if not isinstance(value, int):
            return None
        if local.type.kind == "thing" and value >= 0 and not self.match.words.sees(self.seat, self.match.position.at[value]):
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


class PartEvaluator:
    """The evaluation of a question's parts: a program of its own, in which each of them is a function."""

    def __init__(self, match: Match, statement: checked.Statement) -> None:
        self.expressions: dict[Expression, None] = {}
        self.names: dict[Expression, tuple[Local, ...]] = {}
        self.gather(statement)
        extra = [(self.asking(one), [one]) for one in self.expressions]
        world = World(match.game.checked, match.players, match.game.values)
        self.program = Program(NewForms(world, extra), match.players, match.game.values)
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
                case checked.Operation(operator="and", operands=operands):
                    pending += operands
                case checked.Can(rule=rule, arguments=arguments):
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


def one_of(kind: Type) -> Type:
    """Return the type of one member of a set."""
    return Type(kind.kind, kind.name)


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
