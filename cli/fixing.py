"""`lint --fix`: what is certain is mended, and the rulebook has fewer mistakes for it, or else it is left alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import field, frozen

from rulewright.dsl.diagnostic import Diagnostic
from rulewright.dsl.fixes import Edit, applied, edits_for
from rulewright.dsl.folders import parts_of
from rulewright.dsl.source import Source

MOST_ROUNDS = 8
MOST_TRIED = 20
# What is mended may bring to light what could not be seen before it: so far one looks whether it comes out better.
MOST_AHEAD = 4
Texts = dict[str, str]
Look = Callable[[Texts], list[Diagnostic]]
"""What is found in a rulebook with some texts in the place of those in its files."""


@frozen
class State:
    """What would stand in files, what is found then, and how many edits it took."""

    texts: Texts
    found: list[Diagnostic]
    edits: int = 0
    sources: dict[str, Source] = field(factory=dict)
    """The files as they were read."""

    @property
    def weight(self) -> tuple[int, int]:
        """How bad it is: errors first, since nobody looks for warnings before there are none."""
        errors = sum(diagnostic.severity == "error" for diagnostic in self.found)
        return errors, len(self.found) - errors


def fixed(name: str, look: Look) -> State:
    """The files of a rulebook that can be mended, with what is to stand there, and what is left to be found."""
    own = frozenset(parts_of(inside=False, first=name))
    state = State({}, look({}))
    for _ in range(MOST_ROUNDS):
        mends = _mends(state, own)
        # All at once is quick; if that makes it no better, one may be wrong, or stand in the way of others.
        better = _ahead(state, own, look) or next(
            (then for edits in mends[:MOST_TRIED] if (then := _with(state, edits, look)).weight < state.weight), None
        )
        if better is None:
            break
        state = better
    return state


def _ahead(state: State, own: frozenset[str], look: Look) -> State | None:
    """What comes of mending all that can be mended, and what comes to light by it, as soon as that is better."""
    then = state
    for _ in range(MOST_AHEAD):
        edits = [edit for edits in _mends(then, own) for edit in edits]
        if not edits:
            return None
        then = _with(then, edits, look)
        if then.weight < state.weight:
            return then
    return None


def _mends(state: State, own: frozenset[str]) -> list[tuple[Edit, ...]]:
    """What mends each of those that can be mended, in the rulebook's own files."""
    return [edits for edits in map(edits_for, state.found) if edits and edits[0].span.source.name in own]


def _with(state: State, edits: Sequence[Edit], look: Look) -> State:
    sources = dict.fromkeys(edit.span.source for edit in edits)
    texts = state.texts | {source.name: applied(source, edits) for source in sources}
    read = {source.name: source for source in sources} | state.sources
    return State(texts, look(texts), state.edits + len(set(edits)), read)
