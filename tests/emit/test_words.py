"""A rulebook's words reach neither Python nor C: whatever things are called and texts say, the same programs are written."""

from __future__ import annotations

import keyword
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.dsl.check.scope import SHARED_WORDS
from rulewright.dsl.syntax.vocabulary import RESERVED
from rulewright.interpreter import load
from rulewright.interpreter.emit.c.program import CProgram

RULES = """game {0} "{t0}" fr "{t1}":
    players 2
    note "{t2}"

option {1} "{t3}" = {2} "{t4}" or {3} "{t5}"
values {4} "{t6}": {5} "{t7}", {6} "{t8}"
die {7} "{t9}": 1 to 6
grid {8} "{t10}": 3 by 3
line {9} "{t11}":
    {10} "{t12}"
    {11} "{t13}" * 4
    directions {12}, {13}
place {14} "{t14}": pile, seen by nobody
pieces {15} "{t15}": 3 for each player
cards {16} "{t16}": 2 for each {4}, in {14}
card {17} of {16} "{t17}":
    text "{t18}"
    perform:
        say "{t19}"

each {8} has:
    {18} "{t20}": player
each player has:
    {19} "{t21}": number
    {20} "{t22}": text
the table has:
    {21} "{t23}": {4}

define {22} of {23} in players: count of ({8} where {18} of it is {23})

to setup:
    shuffle {14}
    move first of {15} to {10}
to play:
    players take turns until no {8} where {18} of it is nothing:
        choose {24} in {8} where {18} of it is nothing asking "{t24}"
        set {18} of {24} to player
        {25} {24}
    game over, winners players with most {22} of it

to {25} {24} in {8}:
    say "{t25} {{{24}}}"
    roll {7} as {26}
    move first of {15} {12}
    if {1} is {3}:
        choose {27} as words asking "{t26}"
        set {20} of player to {27}
        add {26} to {19} of player
    say "{t27} {{{21}}}" fr "{{{26}}} {t25}"
    if {26} is at least 3:
        set {21} to {6}
    if {22} of player is at least 3:
        choose asking "{t28}":
            {28} "{t29}":
                game over, winners player
            {29} "{t30}":
                stop
"""
NAMES, TEXTS = 30, 31
OWN = "s t f z n b at on x x1 c0 d0 e0 f0 g0 h0 k0 m0 r0 p w v0 most spent looked objects told stack block0 cards begin draw"
OF_C = """auto break case char const continue default do double enum extern float goto inline int long register restrict return
    short signed sizeof static struct switch typedef union unsigned void volatile main system asm bool true false null define
    include pragma error line unix linux i64 u64 position thing space export identity choose playout"""
OF_PYTHON = "exec eval open import os sys self print lambda del raise global nonlocal yield async await builtins getattr quit"
ODD = ("dunder-import", "os-system", "os__system", "Z", "é", "е", "x_", "ﬁ", "名前", "i64-p")
HOSTILE = sorted({*OWN.split(), *OF_C.split(), *OF_PYTHON.split(), *keyword.kwlist, *keyword.softkwlist, *ODD})
ALLOWED = [word for word in HOSTILE if re.fullmatch(r"[^\W\d_]\w*(-\w+)*", word) and word not in RESERVED | SHARED_WORDS]
TEXT = st.one_of(
    # A bar separates the forms of a title; each language needs its own number of them.
    st.text(
        alphabet=st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cf"), exclude_characters="|"), min_size=1, max_size=30
    ),
    st.sampled_from(
        [
            '*/ system("rm"); /*',
            "%s%n%%",
            "\\\n#include <x>".replace("\n", "n"),
            "??/",
            "// \\",
            "'''",
            '"""',
            "__import__('os').system('true')",
            "{0.__class__}",
            "\\N{BULLET}\\x00\\u0000",
            "# type: ignore",
            "Прогулка по доске",
            "'; raise SystemExit #",
            'R"(raw)"',
        ]
    ),
)


def quoted(text: str) -> str:
    """Return a text as it stands between the quotation marks of a rulebook."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "{{").replace("}", "}}")


def written(folder: Path, names: list[str], texts: list[str], file: str = "words.rules") -> tuple[str, ...]:
    """Return the code for a rulebook with such names and texts: C, and both forms in Python without their comments."""
    path = folder / file
    said = {f"t{number}": quoted(text) for number, text in enumerate(texts)}
    path.write_text(RULES.format(*names, **said), encoding="utf-8")
    program = load(str(path)).program(2)
    return (
        CProgram(program.forms.lowered()).source,
        *(without_comments(source) for source in (program.source, program.straight.source)),
    )


def without_comments(source: str) -> str:
    """Python as it is carried out."""
    return "\n".join(line.split("  # ")[0] for line in source.splitlines() if not line.startswith("#"))


PLAIN_NAMES = [f"word{number}" for number in range(NAMES)]
PLAIN_TEXTS = [f"Text {number}" for number in range(TEXTS)]


@cache
def plain(folder: Path) -> tuple[str, ...]:
    """Return the code for names that are plain words."""
    found = written(folder, PLAIN_NAMES, PLAIN_TEXTS)
    assert all(map(str.isascii, found))
    return found


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(ALLOWED), min_size=NAMES, max_size=NAMES, unique=True),
    st.lists(TEXT, min_size=TEXTS, max_size=TEXTS, unique=True),
)
def test_whatever_things_are_called_and_texts_say(tmp_path: Path, names: list[str], texts: list[str]) -> None:
    assert written(tmp_path, names, texts) == plain(tmp_path)


@pytest.mark.parametrize(
    "file", ["a\nimport os\n.rules", "a\rraise SystemExit\r.rules", "a\u2028b\x0c c\x85d *.rules", "'''.rules"]
)
def test_whatever_the_file_is_called(tmp_path: Path, file: str) -> None:
    assert written(tmp_path, PLAIN_NAMES, PLAIN_TEXTS, file) == plain(tmp_path)
