"""Find everything that lines carry out: through rules, standing rules, cards and defines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.dsl import checked
from rulewright.dsl.checked import Game, Rule
from rulewright.dsl.checked.walk import Part, descendants


class CallGraph:
    """Which statements carry out which rules, in all games of a rulebook."""

    def __init__(self, games: Iterable[Game]) -> None:
        self.bodies: dict[str, list[object]] = {}
        self.performed: list[object] = []
        for game in games:
            for rule in game.rules.values():
                self._add(rule.name, rule)
            self._add("perform", game.performing)
            for card in game.cards.values():
                if card.perform is not None:
                    self.performed += [card.perform.needs, card.perform.body]
            for define in game.defines.values():
                self.bodies.setdefault(f"define {define.name}", []).append(
                    (define.value, *((change.value, change.condition) for change in define.changes))
                )

    def _add(self, name: str, rule: Rule) -> None:
        hooks = (*rule.before, *rule.instead, *rule.after)
        bans = tuple(ban.condition for ban in rule.forbids)
        self.bodies.setdefault(name, []).append(
            (rule.needs, rule.body, bans, tuple((hook.condition, hook.rule.body) for hook in hooks))
        )

    def within(self, *roots: object) -> Iterator[Part]:
        """Yield everything that some lines carry out or work out, also in the rules and cards they use."""
        seen: set[str] = set()
        pending: list[object] = [*roots]
        while pending:
            for part in descendants(pending.pop()):
                yield part
                name = ""
                if isinstance(part, checked.Call | checked.Can):
                    name = part.rule.name
                elif isinstance(part, checked.Perform):
                    name = "perform"
                elif isinstance(part, checked.DefineCall):
                    name = f"define {part.define.name}"
                if name and name not in seen:
                    seen.add(name)
                    pending += self.bodies.get(name, [])
                    if name == "perform":
                        pending += self.performed
