"""A match comes in; a digest of all that one seat has seen, heard and chosen in it so far goes out.

What a seat knows is a chain of atoms (`noticed.py`), in the order in which it came to know them:

- a line of the log that it may read;
- its view of the table, where somebody must choose or the game is over, unless it is the view that it had before;
- the question that it is asked itself, with the keys of the options;
- what it chose.

Who else was asked, and what, is no part of it. Nor is chance: what falls by a seed and what is chosen for chance tell
a seat the same. Everything is told in English, so that a match in another language has the same digests.

A match does none of this while it is played. It keeps the chain of its answers, which copies share; whoever wants to
know has them given once more, from the beginning or from where somebody last wanted to know.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import evolve, frozen

from rulewright.interpreter.play.runtime import ASK, FORCED, PENDING, RANDOM
from rulewright.interpreter.see.noticed import DIGEST_SIZE, Atom, asked, heard, seen

if TYPE_CHECKING:
    from rulewright.interpreter import Match

Past: TypeAlias = tuple[Any, Any, Any] | None
"""The answers of a match so far: those before, the last one, and how many random numbers had been drawn."""


@frozen
class Memory:
    """What a seat has come to know up to a point of a match."""

    digest: bytes = bytes(DIGEST_SIZE)
    sight: bytes = b""
    """A digest of the view that it had last."""
    heard: int = 0
    """How much of the log is in the digest."""

    def with_atom(self, atom: Atom) -> Memory:
        """One more thing that the seat came to know."""
        return evolve(self, digest=digest_of(self.digest, atom))

    def at(self, match: Match, seat: int) -> Memory:
        """With what there is to hear, to see and to be asked now."""
        memory = self
        for atom in heard(match, seat, self.heard):
            memory = memory.with_atom(atom)
        view = seen(match, seat)
        sight = digest_of(b"", view)
        if sight != self.sight:
            memory = memory.with_atom(view)
        decision = match.decision
        if decision is not None and decision.seat == seat:
            memory = memory.with_atom(asked(decision))
        return evolve(memory, sight=sight, heard=match.happened)


def digest_of(before: bytes, atom: Atom) -> bytes:
    """A digest of an atom and of the digest of all before it."""
    text = json.dumps(atom, ensure_ascii=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("ascii"), key=before, digest_size=DIGEST_SIZE).digest()


@frozen
class Known:
    """What a seat knew when somebody last wanted to know, and the match at that point."""

    past: Past
    match: Match
    memory: Memory


@frozen
class Origin:
    """Where the memory of a match begins."""

    match: Match


def information(match: Match, seat: int) -> str:
    """All that a seat has seen, heard and chosen so far, as a digest that is the same on every machine."""
    if not 0 <= seat < match.players:
        raise ValueError(f"there is no seat {seat}")
    memory = up_to_now(match, seat)
    return (memory if waits_for_somebody(match) else memory.at(match, seat)).digest.hex()


def waits_for_somebody(match: Match) -> bool:
    """Whether this is a point at which seats take in what they see; while only chance is waited for, it is none."""
    decision = match.decision
    return decision is None or decision.seat is not None


def up_to_now(match: Match, seat: int) -> Memory:
    """What a seat knows of a match, and by a note in the match it is quickly known again."""
    known: Known | None = match.known.get(seat)
    answers = answers_since(match.past, None if known is None else known.past)
    if known is None or answers is None:
        answers = answers_since(match.past, None) or []
        again = begun_again(match)
        memory = Memory().at(again, seat) if waits_for_somebody(again) else Memory()
    else:
        again, memory = known.match.copy(), known.memory
    by_itself = not match.s[ASK] & FORCED
    for answer, drawn in answers:
        memory = after_forced(again, seat, memory) if by_itself else memory
        memory = after_answer(again, seat, memory, answer, drawn)
    memory = after_forced(again, seat, memory) if by_itself else memory
    match.known = {**match.known, seat: Known(match.past, again, memory)}
    return memory


def begun_again(match: Match) -> Match:
    """The match at its beginning, in English, to be gone on with for what seats learn in it."""
    assert match.origin is not None, "the match has not begun"
    again = in_english(match.origin.match)
    # A choice that leaves nothing to choose is one here, too: what others learn must not depend on it.
    again.s[ASK] |= FORCED
    if again.s[PENDING] is None and not again.over:
        again.run()
    return again


def after_answer(again: Match, seat: int, memory: Memory, answer: int | str, drawn: Any) -> Memory:
    """What a seat knows after an answer, which the match is given."""
    decision = again.decision
    if decision is not None and decision.seat == seat:
        memory = memory.with_atom(("chose", again.key_of(answer)))
    again.answer_again(answer, drawn)
    return memory.at(again, seat) if waits_for_somebody(again) else memory


def after_forced(again: Match, seat: int, memory: Memory) -> Memory:
    """What a seat knows after all choices that leave nothing to choose are made here."""
    while again.forced:
        memory = after_answer(again, seat, memory, 0, again.s[RANDOM])
    return memory


def answers_since(past: Past, point: Past) -> list[tuple[Any, Any]] | None:
    """The answers after a point, oldest first; None if the match did not come by there."""
    found: list[tuple[Any, Any]] = []
    while past is not point:
        if past is None:
            return None
        past, answer, drawn = past
        found.append((answer, drawn))
    return found[::-1]


def in_english(match: Match) -> Match:
    """A copy of a match that speaks English."""
    twin = match.copy()
    twin.words = twin.program.words("en")
    return twin
