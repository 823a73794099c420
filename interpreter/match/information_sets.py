"""Digest all that one seat has seen, heard and chosen in a match so far.

A seat's knowledge is a chain of atoms (`observation_history.py`), in the order in which it learnt them:

- A line of the log that it may read.
- Its view of the table, where somebody must choose or the game is over, unless that view is unchanged.
- The question that it is asked itself, with the keys of the options.
- Its choice.

Questions to others are no part of it. Nor is chance: for a seat it is the same whether chance follows a seed or somebody
chooses for it. Everything is told in English, so that a match in another language has the same digests.

A match does none of this while it is played. It keeps the chain of its answers, which copies share. To find the digest,
they are given again, from the beginning or from the point of the last digest.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import evolve, frozen

from rulewright.interpreter.match.observation_history import DIGEST_SIZE, Atom, entries_heard, question_to, view_digest
from rulewright.interpreter.position.position import FORCED

if TYPE_CHECKING:
    from rulewright.interpreter.match.match import Match

Past: TypeAlias = tuple[Any, Any, Any] | None
"""The answers of a match so far: those before, the last one, and how many random numbers had been drawn."""


@frozen
class ObservationDigest:
    """A seat's knowledge up to a point of a match."""

    digest: bytes = bytes(DIGEST_SIZE)
    sight: bytes = b""
    """A digest of its last view."""
    heard: int = 0
    """How much of the log is in the digest."""

    def with_atom(self, atom: Atom) -> ObservationDigest:
        """Add one piece of knowledge."""
        return evolve(self, digest=digest_of(self.digest, atom))

    def with_observations(self, match: Match, seat: int) -> ObservationDigest:
        """Add what the seat now hears, sees and is asked."""
        memory = self
        for atom in entries_heard(match, seat, self.heard):
            memory = memory.with_atom(atom)
        view = view_digest(match, seat)
        sight = digest_of(b"", view)
        if sight != self.sight:
            memory = memory.with_atom(view)
        decision = match.decision
        if decision is not None and decision.seat == seat:
            memory = memory.with_atom(question_to(decision))
        return evolve(memory, sight=sight, heard=match.happened)


def digest_of(before: bytes, atom: Atom) -> bytes:
    """Return a digest of an atom and of the digest of all before it."""
    text = json.dumps(atom, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("ascii"), key=before, digest_size=DIGEST_SIZE).digest()


@frozen
class KnowledgeCache:
    """A seat's knowledge when it was last asked for, and the match at that point."""

    past: Past
    match: Match
    memory: ObservationDigest


@frozen
class Origin:
    """The point where the memory of a match begins."""

    match: Match


def information(match: Match, seat: int) -> str:
    """Return all that a seat has seen, heard and chosen so far, as a digest that is equal on every machine."""
    if not 0 <= seat < match.players:
        raise ValueError(f"there is no seat {seat}")
    memory = up_to_now(match, seat)
    return (memory if waits_for_somebody(match) else memory.with_observations(match, seat)).digest.hex()


def waits_for_somebody(match: Match) -> bool:
    """Return whether seats take in what they see at this point, which they do not while only chance is asked."""
    decision = match.decision
    return decision is None or decision.seat is not None


def up_to_now(match: Match, seat: int) -> ObservationDigest:
    """Return a seat's knowledge of a match, and note it in the match to be quicker next time."""
    known: KnowledgeCache | None = match.known.get(seat)
    answers = answers_since(match.past, None if known is None else known.past)
    if known is None or answers is None:
        answers = answers_since(match.past, None) or []
        again = begun_again(match)
        memory = ObservationDigest().with_observations(again, seat) if waits_for_somebody(again) else ObservationDigest()
    else:
        again, memory = known.match.copy(), known.memory
    by_itself = not match.position.asks & FORCED
    for answer, drawn in answers:
        memory = after_forced(again, seat, memory) if by_itself else memory
        memory = after_answer(again, seat, memory, answer, drawn)
    memory = after_forced(again, seat, memory) if by_itself else memory
    match.known = {**match.known, seat: KnowledgeCache(match.past, again, memory)}
    return memory


def begun_again(match: Match) -> Match:
    """Return the match at its beginning, in English, to replay it for what seats learn."""
    assert match.origin is not None, "the match has not begun"
    again = in_english(match.origin.match)
    # A forced choice is a choice here: what others learn must not depend on it.
    again.position.asks |= FORCED
    if again.position.pending is None and not again.over:
        again.run()
    return again


def after_answer(again: Match, seat: int, memory: ObservationDigest, answer: int | str, drawn: Any) -> ObservationDigest:
    """Give an answer, and return the seat's knowledge after it."""
    decision = again.decision
    if decision is not None and decision.seat == seat:
        memory = memory.with_atom(("chose", again.key_of(answer)))
    again.answer_again(answer, drawn)
    return memory.with_observations(again, seat) if waits_for_somebody(again) else memory


def after_forced(again: Match, seat: int, memory: ObservationDigest) -> ObservationDigest:
    """Make all forced choices, and return the seat's knowledge after them."""
    while again.forced:
        memory = after_answer(again, seat, memory, 0, again.position.random)
    return memory


def answers_since(past: Past, point: Past) -> list[tuple[Any, Any]] | None:
    """Return the answers after a point, oldest first, or None if the match did not pass that point."""
    found: list[tuple[Any, Any]] = []
    while past is not point:
        if past is None:
            return None
        past, answer, drawn = past
        found.append((answer, drawn))
    return found[::-1]


def in_english(match: Match) -> Match:
    """Return a copy of a match that speaks English."""
    twin = match.copy()
    twin.words = twin.program.words("en")
    return twin
