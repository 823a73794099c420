"""Check that a reader who has only the sheet of a game finds the answers to questions about the printed rules.

A quiz is a text file. Each question begins with `?`, its answer with `=`. Lines that begin with `>` are the words of the
sheet that give the answer. They must be in its main part: neither in the rulings nor in the list of cases.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import define, evolve, field

from rulewright.dsl.library.library import find_game
from rulewright.dsl.sheet import Sheet, write_sheet
from rulewright.dsl.sheet.sheet_parts import every

QUIZZES = sorted((Path(__file__).parent / "quiz").glob("*.txt"))
BESIDES = ("rulings", "cases")
FEWEST = 20
PRINTED = {"rette-sich-wer-kann": 922, "battle-of-thieves": 3461, "la-planche": 751, "walk-the-plank": 666}
"""The words of the printed rules, without those on cards."""


@define
class Question:
    """A question, its answer, and the words on the sheet that give it."""

    text: str
    answer: str = ""
    words: list[str] = field(factory=list)


def questions(path: Path) -> Iterator[Question]:
    """Yield the questions of a quiz."""
    one: Question | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        sign, text = line[:1], line[2:].strip()
        if sign == "?":
            if one is not None:
                yield one
            one = Question(text)
        elif one is not None and sign == "=":
            one.answer = text
        elif one is not None and sign == ">":
            one.words.append(text)
        else:
            assert not line.strip(), line
    if one is not None:
        yield one


def main_part(sheet: Sheet) -> str:
    """Return everything that a sheet says before its rulings and cases."""
    lines = [line.text for line in every(sheet.about)]
    for section in sheet.sections:
        for item in section.items if section.key not in BESIDES else ():
            lines += [item.title, *item.lead, *(line.text for line in every(item.lines))]
    return "\n".join(lines)


@pytest.mark.parametrize("name", PRINTED)
def test_the_sheet_is_at_most_half_as_long_again_as_the_printed_rules(name: str) -> None:
    found, _ = find_game(name)
    assert found is not None
    sheet = write_sheet(found)
    told = main_part(evolve(sheet, sections=tuple(section for section in sheet.sections if section.key != "cards")))
    assert len(told.split()) <= 1.5 * PRINTED[name]


@pytest.mark.parametrize("path", QUIZZES, ids=lambda path: path.stem)
def test_the_sheet_answers_the_questions(path: Path) -> None:
    found, _ = find_game(path.stem)
    assert found is not None
    told = main_part(write_sheet(found))
    asked = list(questions(path))

    assert len(asked) >= FEWEST
    assert [one.text for one in asked if not one.answer or not one.words] == []
    assert [(one.text, words) for one in asked for words in one.words if words not in told] == []
