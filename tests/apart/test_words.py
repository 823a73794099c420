"""What is said apart, in each language; and that the page on messages says all that is sent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.cli import apart
from rulewright.cli.apart import messages
from rulewright.cli.apart.phrases import PHRASES
from rulewright.cli.apart.telling import TOLD
from tests.apart.test_whole_games import SAID

ROOT = Path(__file__).parents[2]
CODE = Path(apart.__file__).parent


@pytest.mark.parametrize("phrases", [PHRASES, TOLD])
def test_every_phrase_exists_in_all_languages_with_the_same_places(phrases: dict[str, dict[str, str]]) -> None:
    assert set(phrases) == {"en", "fr", "ru"}
    for language, own in phrases.items():
        assert list(own) == list(phrases["en"]), language
        for key, text in own.items():
            assert set(re.findall("{.*?}", text)) == set(re.findall("{.*?}", phrases["en"][key])), (language, key)


def test_every_phrase_is_said_somewhere_and_nothing_else_is() -> None:
    files = [path for path in CODE.glob("*.py") if path.name not in ("phrases.py", "telling.py")]
    python = "".join(path.read_text(encoding="utf-8") for path in files)
    page = "".join(path.read_text(encoding="utf-8") for path in (CODE / "page").glob("*.js"))
    built = {f"help-{name}" for name in re.findall(r'"(\w+)"', re.findall(r"for key in \((.*?)\)", python)[0])}
    for key in (*PHRASES["en"], *TOLD["en"]):
        assert f'"{key}"' in python + page or key in built, key
    assert set(re.findall(r'say\("([\w-]+)"', page)) <= set(PHRASES["en"])


def test_the_page_on_messages_names_all_of_them() -> None:
    page = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    python = "".join(path.read_text(encoding="utf-8") for path in CODE.glob("*.py"))
    reasons = set(re.findall(r'(?:Refused\(|dismiss\(\w+, |= )"([a-z]+-[\w-]+|closing)"', python)) & set(PHRASES["en"])
    assert {"no-link", "closing", "link-renewed", "bad-name"} <= reasons
    kinds = set(messages._FIELDS)
    fields = {name for held in (*messages._FIELDS.values(), *messages._MORE.values()) for name in held}
    for name in SAID | reasons | kinds | fields:
        assert f"`{name}`" in page, name
    assert f"`version`, which is {messages.VERSION}," in page
