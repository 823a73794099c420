"""Run the grammar's tables: take tokens one by one, and build trees.

Lark has such a parser also. This one can return to an earlier mark instantly, so it can skip a broken line without reading
the lines before it again. It can also try a line without building trees, to find out for a message what would have been
right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.dsl.syntax.lexer import NOWHERE, Token
from rulewright.dsl.syntax.tables import ParseTables


class Tree:
    """A grammar rule with its parts, and the place of its first and last character."""

    __slots__ = ("children", "data", "end", "start")

    def __init__(self, data: str, children: list[Tree | Token], start: int, end: int) -> None:
        self.data = data
        self.children = children
        self.start = start
        self.end = end


class SharedParts:
    """The parts of `x+` so far: the first `count` of a list that later ones share."""

    __slots__ = ("count", "end", "items", "start")

    def __init__(self, items: list[Tree | Token], start: int, end: int) -> None:
        self.items = items
        self.count = len(items)
        self.start = start
        self.end = end


Mark = tuple[list[int], list["Tree | Token | SharedParts"]]


class LRMachine:
    """Read one declaration."""

    def __init__(self, tables: ParseTables) -> None:
        self.rows = tables.states
        self.end = tables.end
        # Plain tuples, in the order of take(): attributes of a Reduction would take twice the time.
        self.reductions = [
            (rule.origin, rule.size, rule.kept, rule.kind, rule.transparent, rule.repetition) for rule in tables.reductions
        ]
        self.passing = [rule.origin if rule.size == 1 and rule.kept and rule.transparent else None for rule in tables.reductions]
        self.states: list[int] = []
        self.values: list[Tree | Token | SharedParts] = []
        self.start()

    def start(self) -> None:
        """Forget everything, and wait for a declaration."""
        self.states = [0]
        self.values = []

    def mark(self) -> Mark:
        """Return the current state."""
        return self.states[:], self.values[:]

    def back(self, mark: Mark) -> None:
        """Return to a mark; everything read since is lost, later marks included."""
        self.states, self.values = mark[0][:], mark[1][:]

    def wants(self, kind: str) -> bool:
        """Return whether this kind of token fits, without anything else before it."""
        return kind in self.rows[self.states[-1]]

    def demands(self, kind: str) -> bool:
        """Return whether nothing but this kind of token fits."""
        return self.rows[self.states[-1]].keys() == {kind}

    def take(self, tokens: Sequence[Token]) -> int:
        """Take tokens up to the first that does not fit; return how many."""
        rows = self.rows
        states = self.states
        values = self.values
        passing = self.passing
        for position, token in enumerate(tokens):
            kind = token.type
            while (action := rows[states[-1]].get(kind)) is not None:
                if action >= 0:
                    states.append(action)
                    values.append(token)
                    break
                # Most values are just renamed by a wider rule.
                origin = passing[~action]
                if origin is None:
                    self.reduce(~action)
                else:
                    states[-1] = rows[states[-2]][origin]
            else:
                return position
        return len(tokens)

    def reduce(self, number: int) -> None:
        """Build one tree of the last parts."""
        origin, size, kept, kind, transparent, repetition = self.reductions[number]
        states = self.states
        values = self.values
        cut = len(values) - size
        parts = values[cut:]
        del values[cut:], states[cut + 1 :]
        states.append(self.rows[states[-1]][origin])
        start = end = NOWHERE
        if size:
            start, end = parts[0].start, parts[-1].end
            if start == NOWHERE or end == NOWHERE:
                # Layout has no place, and makes nothing longer.
                start = next((part.start for part in parts if part.start != NOWHERE), NOWHERE)
                end = next((part.end for part in reversed(parts) if part.end != NOWHERE), NOWHERE)
        children: list[Tree | Token] = []
        for place in kept:
            part = parts[place]
            if not isinstance(part, SharedParts):
                children.append(part)
            elif repetition and not children:
                # Items beyond the count belong to a path that was abandoned.
                children = part.items
                del children[part.count :]
            else:
                children += part.items[: part.count]
        if repetition:
            values.append(SharedParts(children, start, end))
        elif transparent and len(children) == 1:
            values.append(children[0])
        else:
            values.append(Tree(kind, children, start, end))

    def finish(self) -> Tree | None:
        """Return the tree of the declaration, if it ends here."""
        rows = self.rows
        while (action := rows[self.states[-1]].get("$END")) is not None and action < 0:
            self.reduce(~action)
            if self.states[-1] == self.end:
                whole = self.values[-1]
                return whole if isinstance(whole, Tree) else None
        return None

    def reading(self, kinds: Iterable[str], states: list[int]) -> int:
        """Return how many tokens of these kinds would be taken; changes only the stack of states."""
        count = 0
        for kind in kinds:
            if not self.step(states, kind):
                break
            count += 1
        return count

    def step(self, states: list[int], kind: str) -> bool:
        """Change a stack of states by one token, or leave it as it is if the token does not fit."""
        rows = self.rows
        kept = len(states)
        above: list[int] = []
        while (action := rows[above[-1] if above else states[kept - 1]].get(kind)) is not None:
            if action >= 0:
                states[kept:] = [*above, action]
                return True
            origin, size, *_ = self.reductions[~action]
            left = max(len(above) - size, 0)
            kept -= size - (len(above) - left)
            del above[left:]
            above.append(rows[above[-1] if above else states[kept - 1]][origin])
        return False

    def accepted(self, states: list[int]) -> set[str]:
        """Return the kinds of tokens that fit at a stack of states."""
        return {kind for kind in self.rows[states[-1]] if kind.isupper() and self.step(states[:], kind)}
