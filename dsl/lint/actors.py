"""Find a player who is not the one meant.

That is the acting player where a loop has a name, or where nobody acts. It also finds conditions that ignore the set they test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TypeGuard

from rulewright.dsl import checked
from rulewright.dsl.checked import Block, Expr, Game, Local, Rule
from rulewright.dsl.checked.walk import Part, descendants, rules_of, speaks_of
from rulewright.dsl.lint import loop_players
from rulewright.dsl.lint.rulebook import LintedRulebook, warning
from rulewright.dsl.messages.diagnostic import Diagnostic
from rulewright.dsl.messages.said import Phrase
from rulewright.dsl.text.source import Span

LOOKING = {
    "where": "where",
    "as_long_as": "as long as",
    "with_most": "with most",
    "with_fewest": "with fewest",
    "highest": "highest",
    "lowest": "lowest",
}


def find(rulebook: LintedRulebook) -> Iterator[Diagnostic]:
    """Yield all findings."""
    for each in rulebook.all(checked.SetOperation):
        if each.operator in LOOKING:
            yield from _idle(each)
    for loop in rulebook.all(checked.ForEach):
        if loop.local.type == checked.PLAYER and loop.local.slot:
            yield from _wrong_actor(loop)
    yield from loop_players.find(rulebook)
    told: set[tuple[str, int]] = set()
    for game in rulebook.games:
        for span, before in sorted(_behind(game), key=lambda found: (found[0].source.name, found[0].start)):
            place = before.source.name, before.start
            if place not in told:
                told.add(place)
                yield warning(
                    "player-behind-loop", Phrase("player-is-seat-1-here-the-loop"), span, related=[(before, Phrase("the-loop"))]
                )


def _idle(part: checked.SetOperation) -> Iterator[Diagnostic]:
    """Find conditions and numbers that are the same for a whole set, because they mention something else of its kind."""
    local = part.local
    pieces = _conjuncts(part.body)
    for piece in pieces:
        own = {one.local for one in descendants(piece) if isinstance(one, checked.SetOperation | checked.Region)}
        names = [one for one in descendants(piece) if isinstance(one, checked.LocalRef) and one.local not in own]
        if any(one.local is local for one in names):
            continue
        # All or none of a set may be meant, and a part may be about the whole game: report only certain cases.
        mistaken = (one for one in names if one.type == local.type and _is_mistaken(one, local, len(pieces)))
        meant: checked.Expression | None = next(mistaken, None)
        fixed = (one for one in descendants(piece) if isinstance(one, checked.Const) and one.type == local.type)
        if meant is None and local.type.kind == "value" and len(pieces) == 1:
            meant = next(fixed, None)
        if meant is not None:
            word = LOOKING[part.operator]
            yield warning(
                "idle-condition",
                Phrase("what-stands-behind-is-the-same-for", word=word, local=local.name),
                piece.span,
                way_out=Phrase("say-for-the-one-that-is-looked", local=local.name, meant=meant.span.text),
            )


def _is_mistaken(one: checked.LocalRef, local: Local, pieces: int) -> bool:
    """Return whether a name can only be meant as the member that is tested."""
    return _is_acting(one) if local.type == checked.PLAYER else pieces == 1


def _conjuncts(e: checked.Expression) -> list[checked.Expression]:
    if isinstance(e, checked.Operation) and e.operator == "and":
        return [part for operand in e.operands for part in _conjuncts(operand)]
    return [e]


def _is_acting(part: Part) -> TypeGuard[checked.LocalRef]:
    """Return whether a part is the word `player`, meaning the player who acts."""
    return isinstance(part, checked.LocalRef) and part.local.slot == 0 and part.span.text in ("player", "{player}")


def _wrong_actor(loop: checked.ForEach) -> Iterator[Diagnostic]:
    """Find loops over players that use the acting player instead of their own."""
    local = loop.local
    if speaks_of(local, loop.body):
        return
    acting = next((part for part in _in_order(loop.body) if _is_acting(part)), None)
    if acting is not None:
        yield warning(
            "wrong-actor",
            Phrase("player-is-whoever-acts-in-each-pass", local=local.name),
            acting.span,
            related=[(loop.span, Phrase("the-loop"))],
        )


def _in_order(*roots: object) -> list[Part]:
    return sorted(descendants(roots), key=lambda part: part.span.start if isinstance(part, Expr | checked.Stmt) else 0)


def _behind(game: Game) -> Iterator[tuple[Span, Span]]:
    """Find `player` after a loop over players, in rules that run while nobody acts."""
    for rule in _without_actor(game):
        yield from _behind_in(rule.body, None)


def _behind_in(body: Block, loop: checked.Stmt | None) -> Iterator[tuple[Span, Span]]:
    """Find `player` in some lines, after the loop if one is given."""
    for statement in body:
        acting = [part for part in descendants(statement) if _lets_act(part)]
        within = {part for one in acting for part in descendants(one)}
        if loop is not None:
            for part in descendants(statement):
                if part not in within and _is_acting(part):
                    yield part.span, loop.span
        elif isinstance(statement, checked.While | checked.RepeatUntil | checked.RepeatTimes | checked.Tell):
            yield from _behind_in(statement.body, None)
        elif isinstance(statement, checked.If):
            for lines in (*(lines for _, lines in statement.branches), statement.otherwise):
                yield from _behind_in(lines, None)
        for one in acting:
            # `as X:` lets one player act, and is no loop.
            if not (isinstance(one.values, checked.Operation) and one.values.operator == "as_set"):
                loop = one


def _lets_act(part: Part) -> TypeGuard[checked.ForEach | checked.Together]:
    """Return whether a loop lets its players act."""
    return isinstance(part, checked.ForEach | checked.Together) and part.local.slot == 0


def _without_actor(game: Game) -> list[Rule]:
    """Return `play`, `setup`, and the rules that only these call, outside of all loops over players."""
    found = [rule for rule in (game.play, game.setup) if rule is not None]
    known = set(found)
    by_whom: dict[Rule, list[Rule]] = {}
    """The calls outside of loops over players, by caller."""
    left: Counter[Rule] = Counter()
    """How many calls of each rule are from callers that are not found yet."""
    for rule in rules_of(game):
        for one in (rule, *(hook.rule for hook in (*rule.before, *rule.instead, *rule.after))):
            acted = {part for loop in descendants(one.body) if _lets_act(loop) for part in descendants(loop)}
            for part in descendants(one.body):
                if isinstance(part, checked.Call):
                    left[part.rule] += 1
                    if part not in acted:
                        by_whom.setdefault(one, []).append(part.rule)
    rules = set(game.rules.values())
    for rule in found:
        for called in by_whom.get(rule, ()):
            left[called] -= 1
            if not left[called] and called in rules and called not in known:
                found.append(called)
                known.add(called)
    return found
