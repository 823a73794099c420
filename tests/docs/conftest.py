"""The browser that the tests of the page use."""

from tests.apart.conftest import browser, start

__all__ = ["browser", "start"]
