"""Share one server among all its tests, as an editor has one for a whole day."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.editor.client import Client
from tests.editor.texts import DRY, GAME, POND


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("here")
    for name, text in (("пруд", GAME), ("pond", POND), ("dry", DRY)):
        (folder / f"{name}.rules").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def client(folder: Path) -> Iterator[Client]:
    with Client(folder) as client:
        yield client
