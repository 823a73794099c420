"""Apply the certain fixes of `lint --fix`, if the rulebook then has fewer mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import field, frozen

from rulewright.dsl.files.folders import parts_of
from rulewright.dsl.messages.diagnostic import Diagnostic, Edit
from rulewright.dsl.messages.fixes import apply_edits, edits_for
from rulewright.dsl.text.source import Source

MOST_ROUNDS = 8
MOST_TRIED = 20
# A fix can reveal mistakes that were hidden before. Try this many rounds to end up better.
MOST_AHEAD = 4
Texts = dict[str, str]
Look = Callable[[Texts], list[Diagnostic]]
"""Find the mistakes in a rulebook, with some texts in place of those in its files."""


@frozen
class FixState:
    """The texts of files, the mistakes in them, and the number of edits made so far."""

    texts: Texts
    found: list[Diagnostic]
    edits: int = 0
    sources: dict[str, Source] = field(factory=dict)
    """The files as they were read."""

    @property
    def weight(self) -> tuple[int, int]:
        """Return how bad it is, errors first: nobody cares for warnings before the errors are gone."""
        errors = sum(diagnostic.severity == "error" for diagnostic in self.found)
        return errors, len(self.found) - errors


def apply_certain_fixes(name: str, look: Look) -> FixState:
    """Return the fixed texts of a rulebook's files, with the mistakes that are left."""
    own = frozenset(parts_of(inside=False, first=name))
    state = FixState({}, look({}))
    for _ in range(MOST_ROUNDS):
        mends = _mends(state, own)
        # All fixes at once are fast. If that is no better, one of them may be wrong, or may block others.
        better = _ahead(state, own, look) or next(
            (then for edits in mends[:MOST_TRIED] if (then := _with(state, edits, look)).weight < state.weight), None
        )
        if better is None:
            break
        state = better
    return state


def _ahead(state: FixState, own: frozenset[str], look: Look) -> FixState | None:
    """Apply all fixes, and those of mistakes that they reveal, until the state is better; else return None."""
    then = state
    for _ in range(MOST_AHEAD):
        edits = [edit for edits in _mends(then, own) for edit in edits]
        if not edits:
            return None
        then = _with(then, edits, look)
        if then.weight < state.weight:
            return then
    return None


def _mends(state: FixState, own: frozenset[str]) -> list[tuple[Edit, ...]]:
    """Return the edits of each mistake that can be fixed in the rulebook's own files."""
    return [edits for edits in map(edits_for, state.found) if edits and edits[0].span.source.name in own]


def _with(state: FixState, edits: Sequence[Edit], look: Look) -> FixState:
    sources = dict.fromkeys(edit.span.source for edit in edits)
    texts = state.texts | {source.name: apply_edits(source, edits) for source in sources}
    read = {source.name: source for source in sources} | state.sources
    return FixState(texts, look(texts), state.edits + len(set(edits)), read)
