"""Find the choices of a checked game that stay secret: those that leave a trace in something hidden.

A choice at a table is open, unless the rules keep it where not all see it. So choices are followed through `let`, the
conditions that use them and the rules they are handed to. If a choice changes a field that not all see, it is not told. A
field of things counts as hidden if any place is hidden, since the thing may be there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TypeAlias, assert_never

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Field, Game, Local, Rule
from rulewright.dsl.checked.effects import effects_of
from rulewright.dsl.checked.walk import descendants, rules_of

Choice: TypeAlias = checked.Choose | checked.Menu | checked.ChooseWords
Carried: TypeAlias = tuple[Rule, frozenset[int], bool]
"""A rule, the indices of its arguments that depend on a choice, and whether it is carried out because of it."""


def secret_choices(game: Game) -> frozenset[Choice]:
    """Return the statements whose answers are not told."""
    rules = [*rules_of(game)]
    rules += [hook.rule for rule in rules for hook in (*rule.before, *rule.instead, *rule.after)]
    hides = HiddenFields(game)
    found: set[Choice] = set()
    traces: list[tuple[ChoiceFlow, list[Choice]]] = []
    for rule in rules:
        parts = list(descendants(rule.body))
        asked: list[Choice] = [part for part in parts if isinstance(part, Choice)]
        found.update(
            one
            for part in parts
            if isinstance(part, checked.Together)
            for one in descendants(part.choices)
            if isinstance(one, Choice)
        )
        if asked:
            trace = ChoiceFlow(hides, asked)
            trace.follow(rule.body, 0)
            traces.append((trace, asked))
    hiding = hiding_rules([trace for trace, _ in traces], hides)
    for trace, asked in traces:
        bits = trace.hidden
        for key, some in trace.carried.items():
            bits |= some if key in hiding else 0
        found.update(one for place, one in enumerate(asked) if bits >> place & 1)
    return frozenset(found)


class HiddenFields:
    """The fields that are hidden from somebody."""

    def __init__(self, game: Game) -> None:
        places: list[checked.Space | Field] = [*game.places.values(), *(own for own in game.fields if own.place is not None)]
        self.places = any(place.seen != "all" for place in places)

    def __call__(self, own: Field) -> bool:
        of_hidden = own.of is not None and own.of.kind == "thing" and self.places
        return own.seen != "all" or (of_hidden and not own.public)


class ChoiceFlow:
    """The traces of several choices through some statements: each is a bit, so that one walk does for all of them."""

    def __init__(self, hides: HiddenFields, choices: Sequence[Choice] = ()) -> None:
        self.hides = hides
        self.marked: defaultdict[Local, int] = defaultdict(int)
        """By name: the choices that its value depends on."""
        self.menus: dict[checked.Menu, int] = {}
        """By menu: the choice that it is, since its lines are carried out because of it."""
        self.hidden = 0
        """The choices that leave a trace in something hidden."""
        self.carried: dict[Carried, int] = {}
        """The rules whose arguments depend on choices, and those choices."""
        self.laid_open: frozenset[Local] = frozenset()
        """The names of things that lie open now."""
        for place, choice in enumerate(choices):
            bit = 1 << place
            match choice:
                case checked.Choose(picks=picks):
                    self.mark((pick.local for pick in picks), bit)
                case checked.ChooseWords(local=local):
                    self.mark([local], bit)
                case checked.Menu(options=options):
                    self.mark((pick.local for option in options for pick in option.picks), bit)
                    self.menus[choice] = bit
                case _:
                    assert_never(choice)

    def mark(self, names: Iterable[Local], choices: int) -> None:
        """Note that names depend on some choices from here on."""
        for name in names:
            self.marked[name] |= choices

    def about(self, *parts: object) -> int:
        """Return the choices that some expressions depend on."""
        found = 0
        for part in descendants(parts):
            if isinstance(part, checked.LocalRef):
                found |= self.marked.get(part.local, 0)
        return found

    def follow(self, body: Block, because: int) -> None:
        """Go through a whole body, twice: in a loop, later lines also come before earlier ones."""
        for _ in range(2):
            self.block(body, because)

    def block(self, body: Block, because: int) -> None:
        """Go through statements that are carried out because of some choices."""
        before = self.laid_open
        for one in body:
            self.statement(one, because)
            self.laid_open = opened_by(one, self.laid_open)
        self.laid_open &= before

    def shows(self, own: Field, target: checked.Expression | None) -> bool:
        """Return whether a field belongs to a thing that lies open now."""
        return own.seen == "all" and isinstance(target, checked.LocalRef) and target.local in self.laid_open

    def statement(self, one: checked.Statement, because: int) -> None:
        """Go through one statement."""
        match one:
            case checked.Assign(to=to, target=target, value=value):
                spoken = because | self.about(target, value)
                if isinstance(to, Local):
                    self.mark([to], spoken)
                elif self.hides(to) and not self.shows(to, target):
                    self.hidden |= spoken
            case checked.CountDown(field=own, targets=targets):
                if self.hides(own) and not self.shows(own, targets):
                    self.hidden |= because | self.about(targets)
            case checked.Choose(picks=picks):
                for pick in picks:
                    self.mark([pick.local], because | self.about(pick.choices))
            case checked.Menu(options=options):
                inner = because | self.menus.get(one, 0)
                for option in options:
                    for pick in option.picks:
                        self.mark([pick.local], because | self.about(pick.choices))
                for option in options:
                    self.block(option.body, inner)
            case checked.If(branches=branches, otherwise=otherwise):
                inner = because | self.about(*(condition for condition, _ in branches))
                for body in (*(body for _, body in branches), otherwise):
                    self.block(body, inner)
            case checked.ForEach(local=local, values=values, body=body):
                inner = because | self.about(values)
                self.mark([local], inner)
                self.block(body, inner)
            case checked.Together(values=values, choices=choices, effects=effects):
                inner = because | self.about(values)
                self.block(choices, inner)
                self.block(effects, inner)
            case checked.While(condition=asked, body=body) | checked.RepeatUntil(condition=asked, body=body):
                self.block(body, because | self.about(asked))
            case checked.Tell(body=body):
                self.block(body, because)
            case checked.RepeatTimes(times=times, body=body):
                self.block(body, because | self.about(times))
            case checked.Call(rule=rule, arguments=arguments, giving=giving):
                self.call(rule, [self.about(value) for value in arguments], because, giving)
            case checked.ChooseWords() | checked.Roll() | checked.Resize():
                # Texts and rolls depend on no choice, and all see how long a series is.
                pass
            case checked.Move() | checked.MoveAlong() | checked.MoveAway() | checked.Draw() | checked.Act():
                # The log tells each player only the moves, and the order of a pile, that the player may know.
                pass
            case checked.Perform() | checked.Say() | checked.Show() | checked.Stop() | checked.GameOver():
                pass
            case _:
                assert_never(one)

    def call(self, rule: Rule, spoken: list[int], because: int, giving: Local | None) -> None:
        """Go on into a rule; which of its arguments depend on a choice differs from choice to choice."""
        groups: dict[tuple[frozenset[int], bool], int] = {(frozenset(), False): -1}
        for place, choices in [*enumerate(spoken), (-1, because)]:
            parted: dict[tuple[frozenset[int], bool], int] = {}
            for group, some in groups.items():
                handed, guarded = group
                more = (handed, True) if place < 0 else (handed | {place}, guarded)
                for which, part in ((group, some & ~choices), (more, some & choices)):
                    if part:
                        parted[which] = part
            groups = parted
        for (handed, guarded), some in groups.items():
            if handed or guarded:
                key = rule, handed, guarded
                self.carried[key] = self.carried.get(key, 0) | some
                if giving is not None:
                    self.mark([giving], some)


def opened_by(one: checked.Statement, before: frozenset[Local]) -> frozenset[Local]:
    """Return the names of things that lie open after a statement, of those before it and the one that it moves."""
    match one:
        case checked.Move(things=checked.LocalRef(local=local), to=checked.SpaceRef(space=place) | checked.FieldRef(field=place)):
            return frozenset({local}) if not local.type.many and place.seen == "all" else frozenset()
    if not before:
        return before
    inside = [part for part in descendants(one) if isinstance(part, checked.Stmt)]
    if any(isinstance(part, checked.Moving | checked.Calling | checked.Act) for part in inside):
        return frozenset()
    return before - {local for part in inside for local in effects_of(part).names}


def hiding_rules(traces: Iterable[ChoiceFlow], hides: HiddenFields) -> set[Carried]:
    """Return the rules that put a choice they are handed into something hidden, themselves or through others."""
    pending = {key for trace in traces for key in trace.carried}
    callers: defaultdict[Carried, list[Carried]] = defaultdict(list)
    known: set[Carried] = set()
    hiding: list[Carried] = []
    while pending:
        key = pending.pop()
        known.add(key)
        trace = followed(key, hides)
        if trace.hidden:
            hiding.append(key)
        for other in trace.carried:
            callers[other].append(key)
            if other not in known:
                pending.add(other)
    found: set[Carried] = set()
    while hiding:
        key = hiding.pop()
        if key not in found:
            found.add(key)
            hiding.extend(callers[key])
    return found


def followed(key: Carried, hides: HiddenFields) -> ChoiceFlow:
    """Return the traces of one choice in a rule that it is handed to, and in what is carried out with or instead of it."""
    rule, handed, guarded = key
    trace = ChoiceFlow(hides)
    for one in (rule, *(hook.rule for hook in (*rule.before, *rule.instead, *rule.after))):
        if len(one.parameters) > max(handed, default=-1):
            trace.mark((one.parameters[place] for place in handed), 1)
            trace.follow(one.body, int(guarded))
    return trace
