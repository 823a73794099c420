"""The tables beside the grammar, and the machine that follows them."""

from importlib import resources

import pytest

from rulewright.dsl.syntax import tables
from rulewright.dsl.syntax.machine import LRMachine
from rulewright.dsl.syntax.terminal_words import DESCRIBED, SILENT, WRITTEN
from rulewright.dsl.syntax.vocabulary import kinds_of


def stored() -> str:
    return (resources.files(tables.PACKAGE) / tables.TABLES).read_text(encoding="utf-8")


def test_tables_are_those_of_the_grammar() -> None:
    text = tables.grammar()

    assert stored() == tables.to_json(tables.build(text), text), "run `python -m rulewright.grammar`"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"fingerprint": "other"}', b"\xff", None])
def test_tables_that_are_out_of_date_are_worked_out_anew(content: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    small = b"start: declaration\ndeclaration: STOP _NEWLINE\npostfix: STOP\n%declare STOP WITH _NEWLINE\n"

    def get_data(_: str, name: str) -> bytes:
        if name == tables.GRAMMAR:
            return small
        if content is None:
            raise FileNotFoundError
        return content

    monkeypatch.setattr("pkgutil.get_data", get_data)

    assert LRMachine(tables.tables.__wrapped__()).reading(("STOP", "_NEWLINE"), [0]) == 2


def test_foreign_newlines_are_the_same_grammar() -> None:
    assert tables.fingerprint("a\r\nb") == tables.fingerprint("a\nb") != tables.fingerprint("a b")


def test_every_terminal_has_words_for_people() -> None:
    terminals = {symbol for row in tables.tables().states for symbol in row if symbol.isupper()}

    assert terminals - WRITTEN.keys() - DESCRIBED.keys() == SILENT


def test_trying_leaves_the_machine_where_it_is() -> None:
    machine = LRMachine(tables.tables())
    states = [0]

    assert machine.reading(kinds_of(["define", "x", ":", "1", "+", "2", "stop"]), states) == 6
    assert machine.accepted(states) >= {"PLUS", "_NEWLINE", "IF"}
    assert not machine.step(before := states[:], "STOP")
    assert before == states
    assert machine.states == [0]
