"""A pending question comes in; its options as the one who chooses reads them go out, with keys that differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rulewright.dsl import checked
from rulewright.interpreter.play.asking import Ask
from rulewright.interpreter.play.decision import Option
from rulewright.interpreter.play.runtime import AT, ON
from rulewright.interpreter.see.choosing import shown
from rulewright.interpreter.see.view import Viewer

if TYPE_CHECKING:
    from rulewright.interpreter.play.match import Match


class Offer:
    """What a seat is offered, or chance if it is None."""

    def __init__(self, match: Match, ask: Ask, seat: int | None, values: Sequence[Any]) -> None:
        self.match = match
        self.ask = ask
        self.seat = seat
        self.hidden = {} if seat is None else self.hidden_options(values)

    def hidden_options(self, values: Sequence[Any]) -> dict[int, int]:
        """A number for each thing on offer that the seat does not see.

        In a pile it is its place there. Elsewhere it says nothing: it is drawn anew for each decision, or else the order
        in which things came to a place, or were declared, would tell which they are.
        """
        at, on = self.match.s[AT], self.match.s[ON]
        if not self.match.program.layout.has_hidden or not any(kind.kind == "thing" for kind in self.ask.types):
            return {}
        things = {
            part
            for value in values
            if value is not None
            for part, kind in zip(value if len(self.ask.types) > 1 else (value,), self.ask.types, strict=True)
            if kind.kind == "thing" and part >= 0 and not self.match.words.sees(self.seat, at[part])
        }
        hidden: dict[int, int] = {}
        for space in sorted({at[thing] for thing in things}):
            lying = list(on[space])
            if not self.match.program.keys.is_pile[space]:
                lying.sort(
                    key=lambda thing: blake2b(f"{self.match.seed} {self.match.steps} {thing}".encode("ascii")).digest()
                )
            hidden.update((thing, number) for number, thing in enumerate(lying, 1) if thing in things)
        return hidden

    def shown_order(self, values: Sequence[Any]) -> Sequence[int]:
        """The order in which the options are shown.

        Things that are seen come in the order of declaration, but those of a pile as they lie; hidden ones in the order
        of their numbers; all else as the rule lists it.
        """
        if not any(kind.kind == "thing" for kind in self.ask.types) or self.seat is None:
            return range(len(values))
        at, alike, is_pile = self.match.s[AT], self.match.program.layout.alike(), self.match.program.keys.is_pile

        def order(place: int) -> list[tuple[int, ...]]:
            value = values[place]
            if value is None:
                return [(3,)]
            ranks: list[tuple[int, ...]] = []
            for part, kind in zip(value if len(self.ask.types) > 1 else (value,), self.ask.types, strict=True):
                if kind.kind != "thing" or part < 0:
                    ranks.append((1, place))
                elif part in self.hidden:
                    ranks.append((2, at[part], self.hidden[part]))
                else:
                    ranks.append((1, place) if is_pile[at[part]] else (1, alike[part], at[part]))
            return ranks

        return sorted(range(len(values)), key=order)

    def options(self, values: Sequence[Any]) -> list[Option]:
        """The options in words, with keys that differ."""
        words, at = self.match.words, self.match.s[AT]
        options: list[Option] = []
        keys: dict[str, int] = {}
        labels = self.labels([item if self.seat is not None else item[0] for item in values])
        for item, label in zip(values, labels, strict=True):
            value, weight = item if self.seat is None else (item, 1)
            if value is None:
                key = "pass"
            elif self.ask.kind == "menu":
                statement = self.ask.statement
                assert isinstance(statement, checked.Menu)
                key = statement.options[value].name
            else:
                parts = value if len(self.ask.types) > 1 else (value,)
                key = ",".join(
                    words.option_key(part, kind, at, self.hidden)
                    for part, kind in zip(parts, self.ask.types, strict=True)
                )
            count = keys[key] = keys.get(key, 0) + 1
            options.append(Option(key if count == 1 else f"{key}-{count}", label, weight))
        return options

    def labels(self, values: Sequence[Any]) -> list[str]:
        """What each option says: more of the things in it where two would read alike, and numbers if that does not help."""
        labels = [self.label(value) for value in values]
        shared = repeated(labels)
        if shared and any(kind.kind == "thing" for kind in self.ask.types):
            viewer = Viewer(self.match.program.layout, self.match.words, self.match.s, self.seat)
            labels = [
                self.label(value, viewer) if label in shared else label
                for value, label in zip(values, labels, strict=True)
            ]
            shared = repeated(labels)
        numbers = dict.fromkeys(shared, 0)
        for place, label in enumerate(labels):
            if label in shared:
                numbers[label] += 1
                labels[place] = self.match.words.phrase("one-of-alike", label, numbers[label])
        return labels

    def label(self, value: Any, viewer: Viewer | None = None) -> str:
        """What an option says, with details of what is in it if a viewer tells them."""
        words, at = self.match.words, self.match.s[AT]
        if value is None:
            passing: checked.Titles = getattr(self.ask.statement, "passing", {})
            return words.title(passing, "") or words.phrase("pass")
        if self.ask.kind == "menu":
            statement = self.ask.statement
            assert isinstance(statement, checked.Menu)
            option = statement.options[value]
            return words.title(option.titles, option.name)
        parts = value if len(self.ask.types) > 1 else (value,)
        told = [
            words.option_label(
                part,
                kind,
                at,
                self.hidden,
                viewer.details(part) if viewer is not None and kind.kind == "thing" and part >= 0 else "",
            )
            for part, kind in zip(parts, self.ask.types, strict=True)
        ]
        if getattr(self.ask.statement, "showing", {}):
            return shown(words, self.ask.statement, told)
        return ", ".join(told)


def repeated(labels: Sequence[str]) -> set[str]:
    """What stands there more than once."""
    return {label for label, count in Counter(labels).items() if count > 1}
