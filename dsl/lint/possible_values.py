"""Collect everything that names, parameters, results and fields may ever be given in a rulebook's games.

Examples do not count. Each has a key that is the same in all combinations of variants, in which a rule or field of one name
may differ.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Literal, assert_never

from attrs import frozen

from rulewright.dsl import checked
from rulewright.dsl.checked import Define, Expression, Field, Game, Local, Rule
from rulewright.dsl.checked.effects import Effects, effects_of
from rulewright.dsl.checked.walk import Part, printed_on_values

Key = Hashable
SourceKind = Literal["is", "member", "some", "none", "add", "take", "down", "any"]
"""How something gets its value.

`is` a value, one `member` of a set, or a set of `some` of its members. `none` is a pass. `add` and `take` change the
earlier value, `down` lowers it by one, and `any` is anything.
"""


@frozen
class ValueSource:
    """One way in which something gets a value."""

    how: SourceKind
    value: Expression | None


class ValueSources:
    """Everything that is ever given to anything."""

    def __init__(self, games: Iterable[Game], parts: Iterable[Part]) -> None:
        self.ways: dict[Key, list[ValueSource]] = {}
        self._parameters: dict[Local, Key] = {}
        self.changed: set[Key] = set()
        """The fields that rules set, and the names that rules set again."""
        for game in games:
            rules = [*game.rules.values(), game.performing]
            for rule in rules:
                self._name(rule.name, rule)
                for hook in (*rule.before, *rule.instead, *rule.after):
                    self._name(rule.name, hook.rule)
                for ban in rule.forbids:
                    self._name(rule.name, ban.rule)
            for card in game.cards.values():
                if card.perform is not None:
                    self._name(f"card {card.name}", card.perform)
            for define in game.defines.values():
                for parameters in (define.parameters, *(change.parameters for change in define.changes)):
                    for place, local in enumerate(parameters):
                        self._parameters[local] = "define", define.name, place
        for game in games:
            for field in game.fields:
                if field.default is not None:
                    self._give(self.of_field(field), "is", field.default)
                for card in game.cards.values():
                    if field in card.values:
                        self._give(self.of_field(field), "is", card.values[field])
            for field, value in printed_on_values(game):
                self._give(self.of_field(field), "is", value)
        for part in parts:
            self._part(part)

    def of_field(self, field: Field) -> Key:
        return "field", field.of, field.name

    def of_local(self, local: Local) -> Key:
        """Return the key of a name."""
        return self._parameters.get(local, local)

    def sources_of(self, key: Key) -> list[ValueSource]:
        """Return everything that something may be given; nothing if it never changes."""
        return self.ways.get(key, [])

    def _name(self, name: str, rule: Rule) -> None:
        for place, local in enumerate(rule.parameters):
            self._parameters[local] = "rule", name, place

    def _give(self, key: Key, how: SourceKind, value: Expression | None) -> None:
        self.ways.setdefault(key, []).append(ValueSource(how, value))

    def _give_all(self, what: str, name: str, arguments: Iterable[Expression]) -> None:
        for place, argument in enumerate(arguments):
            self._give((what, name, place), "is", argument)

    def _picks(self, picks: Iterable[checked.Pick]) -> None:
        for pick in picks:
            self._give(self.of_local(pick.local), "some" if pick.many else "member", pick.choices)

    def _part(self, part: Part) -> None:
        match part:
            case checked.LocalRef() | checked.Const() | checked.Operation():
                # These are the most.
                return
            case checked.Choose(picks=picks, optional=optional):
                self._picks(picks)
                for pick in picks if optional else ():
                    self._give(self.of_local(pick.local), "none", None)
            case checked.MenuOption(picks=picks):
                self._picks(picks)
            case checked.SetOperation(local=local, values=values) | checked.ForEach(local=local, values=values):
                self._give(self.of_local(local), "member", values)
            case checked.Together(local=local, values=values):
                self._give(self.of_local(local), "member", values)
            case checked.Region(local=local) | checked.ChooseWords(local=local):
                self._give(self.of_local(local), "any", None)
            case checked.Roll(die=die, local=local):
                for value in () if die.changes or not isinstance(die, checked.NumberDie) else (die.least, die.most):
                    self._give(self.of_local(local), "is", checked.Const(type=checked.NUMBER, span=part.span, value=value))
                if die.changes or not isinstance(die, checked.NumberDie):
                    self._give(self.of_local(local), "any", None)
            case checked.Assign(how=how, to=to, value=value):
                self._give(self._of(to), "is" if how == "set" else how, value)
                self.changed.add(self._of(to))
            case checked.CountDown(field=field):
                self.changed.add(self.of_field(field))
                self._give(self.of_field(field), "down", None)
            case checked.DefineCall(define=Define(name=name), arguments=arguments):
                self._give_all("define", name, arguments)
            case checked.Can(rule=rule, arguments=arguments):
                self._give_all("rule", rule.name, arguments)
            case checked.TrialExpression(rule=rule, arguments=arguments):
                for local, argument in zip(rule.parameters, arguments, strict=False):
                    self._give(self.of_local(local), "is", argument)
            case checked.Call(rule=rule, arguments=arguments, giving=giving):
                self._give_all("rule", rule.name, arguments)
                if giving is not None:
                    self._give(self.of_local(giving), "any", None)
            case checked.Perform(card=card):
                self._give(("rule", "perform", 0), "is", card)
            case checked.Menu():
                # Its options are parts of their own.
                pass
            case checked.CardConst() | checked.TextConst() | checked.OptionValue() | checked.TableRef() | checked.FieldRef():
                pass
            case checked.Property() | checked.Picture() | checked.SpaceRef() | checked.SeriesRef() | checked.BoardRef():
                pass
            case checked.KindSet() | checked.PlayerSet() | checked.ValueSet() | checked.Pick():
                pass
            case checked.Stmt():
                self._anything(effects_of(part))
            case _:
                assert_never(part)

    def _anything(self, effects: Effects) -> None:
        """Names and fields may become whatever fits them."""
        for key in (*map(self.of_local, effects.names), *map(self.of_field, effects.fields)):
            self._give(key, "any", None)
        self.changed.update(map(self.of_field, effects.fields))

    def _of(self, to: Local | Field) -> Key:
        return self.of_field(to) if isinstance(to, Field) else self.of_local(to)
