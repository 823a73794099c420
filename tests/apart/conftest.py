"""Browsers for tests of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.apart import browser as browsers
from tests.apart.browser import Browser

Start = Callable[[str], Browser]


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    """Start a browser by its name, once, if it is there."""
    open_ones: dict[str, Browser] = {}

    def start(name: str) -> Browser:
        if browsers.found(name) is None:
            pytest.skip(f"there is no {name} here")
        if name not in open_ones:
            open_ones[name] = browsers.started(name, tmp_path_factory.mktemp(name))
        return open_ones[name]

    yield start
    for browser in open_ones.values():
        browser.close()


@pytest.fixture(scope="session")
def browser(start: Start) -> Browser:
    """Start Chromium."""
    return start("chromium")
