"""The grammar as tables for dsl/syntax/machine.py.

Lark reads grammar/rulebook.lark and computes the tables in a quarter of a second, which is too long for a quick command. So
they are kept in tables.json, with a fingerprint of the grammar. If the grammar has changed since, they are computed again,
and everything works, only later. `python -m rulewright.grammar` updates the file, and a test checks that it is current.
"""

from __future__ import annotations

import hashlib
import json
import pkgutil
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.dsl.constructs import actions

if TYPE_CHECKING:
    from lark.grammar import Rule

PACKAGE = "rulewright.grammar"
GRAMMAR = "rulebook.lark"
TABLES = "tables.json"
# Increase it when the format of the file changes.
FORMAT = 1


@frozen
class Reduction:
    """The action after one alternative of a grammar rule was read: its parts become one tree."""

    origin: str
    """The rule of the grammar, which selects the next state."""
    size: int
    """The number of parts."""
    kept: tuple[int, ...]
    """The parts that the tree keeps."""
    kind: str
    """The name of the tree."""
    transparent: bool
    """Whether a tree with a single part is replaced by that part."""
    repetition: bool
    """Whether this is one of Lark's own rules for `x+` and `x*`, whose parts belong to the rule around it."""


@frozen(eq=False)
class ParseTables:
    """For each state the action for each terminal or rule: shift to a state (from 0), or reduce (`~index`, below 0)."""

    states: tuple[dict[str, int], ...]
    end: int
    reductions: tuple[Reduction, ...]


def grammar() -> str:
    """Return the grammar with the lines of actions, which `actions.py` declares."""
    return (pkgutil.get_data(PACKAGE, GRAMMAR) or b"").decode("utf-8") + actions.grammar()


@cache
def tables() -> ParseTables:
    """Return the tables of the grammar."""
    text = grammar()
    try:
        stored = json.loads(pkgutil.get_data(PACKAGE, TABLES) or b"{}")
    except (OSError, ValueError):
        stored = {}
    if isinstance(stored, dict) and stored.get("fingerprint") == fingerprint(text):
        return from_json(stored)
    return build(text)


def fingerprint(text: str) -> str:
    """Return a digest that changes whenever the tables must be computed again."""
    # A checkout with other newlines holds the same grammar.
    plain = text.replace("\r\n", "\n")
    return hashlib.sha256(f"{FORMAT}\n{plain}".encode()).hexdigest()


def build(text: str) -> ParseTables:
    """Let Lark compute the tables, with states numbered in the order in which the machine can reach them."""
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """A stub: tokens come from dsl/syntax/lexer.py."""

        def __init__(self, _: object) -> None:
            pass

        def lex(self, _state: Any, _parser: Any) -> Any:
            """Never called: only the tables are used."""
            raise NotImplementedError

    lark = Lark(text, parser="lalr", lexer=NoLexer, maybe_placeholders=False)
    table: Any = lark.parser.parser._parse_table
    numbers: dict[int, int] = {table.start_states["start"]: 0}
    rules: dict[Rule, int] = {}
    states: list[dict[str, int]] = []
    # Lark's numbers depend on the order of sets, which differs from run to run. The file should not.
    for state in numbers_as_they_come(numbers):
        row: dict[str, int] = {}
        for symbol, (action, target) in sorted(table.states[state].items()):
            if action.name == "Shift":
                row[symbol] = numbers.setdefault(target, len(numbers))
            else:
                row[symbol] = ~rules.setdefault(target, len(rules))
        states.append(row)
    end = numbers[table.end_states["start"]]
    return ParseTables(tuple(states), end, tuple(map(reduction_of, rules)))


def numbers_as_they_come(numbers: dict[int, int]) -> Iterator[int]:
    """Yield the keys in the order of insertion, including those added during the iteration."""
    done = 0
    while done < len(numbers):
        yield list(numbers)[done]
        done += 1


def reduction_of(rule: Rule) -> Reduction:
    """Return what Lark's tree builder would do for a rule."""
    from lark.grammar import Terminal

    kept = tuple(
        place
        for place, symbol in enumerate(rule.expansion)
        if not (isinstance(symbol, Terminal) and symbol.filter_out and not rule.options.keep_all_tokens)
    )
    origin = str(rule.origin.name)
    return Reduction(
        origin=origin,
        size=len(rule.expansion),
        kept=kept,
        kind=str(rule.alias or origin),
        transparent=bool(rule.options.expand1 and not rule.alias),
        repetition=origin.startswith("_"),
    )


def to_json(made: ParseTables, text: str) -> str:
    """Return the text of the file: one state or reduction on each line, for readable differences."""

    def lines(rows: Iterable[object]) -> str:
        return ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)

    def by_action(row: dict[str, int]) -> dict[str, int]:
        symbols: dict[int, list[str]] = {}
        for symbol, action in row.items():
            symbols.setdefault(action, []).append(symbol)
        return {" ".join(same): action for action, same in symbols.items()}

    reductions = lines(
        [rule.origin, rule.size, rule.kept, rule.kind, rule.transparent, rule.repetition] for rule in made.reductions
    )
    return (
        f'{{"fingerprint": "{fingerprint(text)}", "end": {made.end},\n"reductions": [\n{reductions}\n],\n'
        f'"states": [\n{lines(map(by_action, made.states))}\n]}}\n'
    )


def from_json(stored: dict[str, Any]) -> ParseTables:
    """Return the tables in a file with the right fingerprint."""
    reductions = tuple(
        Reduction(origin, size, tuple(kept), kind, transparent, repetition)
        for origin, size, kept, kind, transparent, repetition in stored["reductions"]
    )
    states = tuple({symbol: action for symbols, action in row.items() for symbol in symbols.split()} for row in stored["states"])
    return ParseTables(states, stored["end"], reductions)
