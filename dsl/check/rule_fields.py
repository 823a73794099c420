"""Check `each player has for each trick:`: fields that begin anew each time a rule is carried out."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.dsl import nodes
from rulewright.dsl.check.scope import SymbolTable
from rulewright.dsl.checked import TRUTH, Call, Field, Kind, Perform, Rule, Values
from rulewright.dsl.checked.walk import descendants
from rulewright.dsl.messages.kinds import UnknownRule
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.messages.suggestions import did_you_mean


def field_resets(world: SymbolTable, declarations: Iterable[nodes.Declaration]) -> dict[str, list[nodes.Statement]]:
    """Return, by rule, the lines that such a rule begins with."""
    found: dict[str, list[nodes.Statement]] = {}
    for node in declarations:
        if not isinstance(node, nodes.FieldBlock) or node.anew is None:
            continue
        word = node.anew
        if word.text not in world.rules:
            if word.text not in world.broken and word.text not in world.removed:
                world.report(
                    "unknown-name",
                    UnknownRule(word.text),
                    word.span,
                    Phrase("no-rule"),
                    did_you_mean(word.text, world.rules) or Phrase("behind-for-each-stands-the-rule-that"),
                )
            continue
        whose = _whose(world, node)
        for line in node.fields:
            if isinstance(line, nodes.Field) and (node.kind is None or whose is not None):
                value = _first(world, line)
                if value is not None:
                    target = nodes.Target(span=line.name.span, name=line.name, of=whose)
                    found.setdefault(word.text, []).append(
                        nodes.Assign(span=line.span, how="set", target=target, value=value, quiet=True)
                    )
                    if line in world.field_of:
                        world.rules[word.text].own.append(world.field_of[line])
    return found


def find_nested(world: SymbolTable, performing: Rule) -> None:
    """Give a field to each rule with fields of its own that may carry itself out: whether it is already under way."""
    performed = [performing, *(card.perform for card in world.cards.values() if card.perform is not None)]
    for rule in world.rules.values():
        if rule.own and _leads_to(rule, performed):
            rule.under_way = Field(name=f"{rule.name} is under way", type=TRUTH, span=rule.span, assigned=True)
            world.table.append(rule.under_way)


def _leads_to(wanted: Rule, performed: list[Rule]) -> bool:
    """Return whether a rule may carry itself out."""
    agenda, seen = [wanted], {wanted}
    while agenda:
        rule = agenda.pop()
        found = [hook.rule for hook in (*rule.before, *rule.instead, *rule.after)]
        for part in descendants(rule.body):
            if isinstance(part, Call):
                found.append(part.rule)
            elif isinstance(part, Perform):
                found += performed
        if wanted in found:
            return True
        agenda += [one for one in found if one not in seen]
        seen.update(found)
    return False


def _whose(world: SymbolTable, node: nodes.FieldBlock) -> nodes.Expression | None:
    """Return all owners of the fields; None for the table, and after a message."""
    if node.kind is None:
        return None
    if node.other is not None:
        both = tuple(
            nodes.Name(span=word.span, name="players" if word.text == "player" else word.text) for word in (node.kind, node.other)
        )
        return nodes.ValueList(span=node.kind.span, items=both)
    name = "players" if node.kind.text == "player" else node.kind.text
    symbol = world.symbols.get(name)
    if name != "players" and symbol is not None and not isinstance(symbol.meaning, Kind | Values):
        world.report("wrong-type", Phrase("fields-of-spaces-do-not-begin-anew"), node.kind.span)
        return None
    return nodes.Name(span=node.kind.span, name=name)


def _first(world: SymbolTable, line: nodes.Field) -> nodes.Expression | None:
    """Return the first value of a field."""
    if line.default is not None:
        return line.default
    kind = line.type.name.text
    if kind in ("place", "pile", "bag") and not line.type.many:
        world.report("wrong-type", Phrase("is-a-place-which-does-not-empty", line=line.name.text), line.type.span)
        return None
    if kind == "text" and not line.type.many:
        world.report("wrong-type", Phrase("is-what-somebody-has-typed-which-stays", line=line.name.text), line.type.span)
        return None
    if kind == "number" and not line.type.many:
        return nodes.Number(span=line.span, value=0)
    return nodes.Constant(span=line.span, word="no" if kind == "truth" and not line.type.many else "nothing")
