"""Check the phrases for remote players in each language, and that the page on messages lists all of them."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.cli import remote
from rulewright.cli.remote import requests
from rulewright.cli.remote.remote_speech import PHRASES
from rulewright.dsl.messages.speech import SOURCE
from tests.apart.test_whole_games import SAID

ROOT = Path(__file__).parents[2]
CODE = Path(remote.__file__).parent
COMMANDS = [CODE.parent / "commands" / name for name in ("host.py", "join.py")]
OWN = PHRASES.own(SOURCE)


def test_every_phrase_is_said_somewhere_and_nothing_else_is() -> None:
    python = "".join(path.read_text(encoding="utf-8") for path in (*CODE.glob("*.py"), *COMMANDS))
    page = "".join(path.read_text(encoding="utf-8") for path in (CODE / "page").glob("*.js"))
    built = {f"host-help-{name}" for name in re.findall(r'"(\w+)"', re.findall(r"for key in \((.*?)\)", python)[0])}
    for key in OWN:
        # Phrases that begin with `host` belong to the host's own terminal, which puts that before them.
        assert f'"{key}"' in python + page or f'"{key.removeprefix("host-")}"' in python or key in built, key
    assert set(re.findall(r'say\("([\w-]+)"', page)) <= set(OWN)


def test_the_page_on_messages_names_all_of_them() -> None:
    page = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
    python = "".join(path.read_text(encoding="utf-8") for path in CODE.glob("*.py"))
    reasons = set(re.findall(r'(?:Refused\(|dismiss(?:_from)?\(\w+, |= )"([a-z]+-[\w-]+|closing)"', python)) & set(OWN)
    assert {"no-link", "closing", "link-renewed", "bad-name"} <= reasons
    kinds = set(requests._FIELDS)
    fields = {name for held in (*requests._FIELDS.values(), *requests._MORE.values()) for name in held}
    for name in SAID | reasons | kinds | fields:
        assert f"`{name}`" in page, name
    assert f"`version`, which is {requests.VERSION}," in page
