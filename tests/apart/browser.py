"""A real browser without a window, told what to do over its own debugging socket."""

from __future__ import annotations

import itertools
import json
import re
import shutil
import subprocess
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 60.0


def found() -> str | None:
    """Where a browser is, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """The browser."""

    def __init__(self, program: str, folder: Path) -> None:
        # Inside a container that runs as root there is no sandbox to be had, and these pages are our own.
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio"]
        self.process = subprocess.Popen(
            [program, *options, "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            listening = re.search(r"DevTools listening on (\S+)", line)
            if listening:
                break
        else:
            raise AssertionError("the browser does not start")
        self.open = ExitStack()
        self.socket = self.open.enter_context(connect(listening[1], compression=None, max_size=100_000_000, proxy=None))
        self.numbers = itertools.count(1)
        self.said: list[dict[str, Any]] = []

    def ask(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Return the result of a method of the browser."""
        number = next(self.numbers)
        more = {} if session is None else {"sessionId": session}
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters, **more}))
        while True:
            data = json.loads(self.socket.recv(PATIENCE))
            if data.get("id") == number:
                assert "error" not in data, data
                result: dict[str, Any] = data["result"]
                return result
            if "method" in data:
                self.said.append(data)

    def page(self, address: str, width: int = 1000, height: int = 800) -> Page:
        """Return a new page, in a profile of its own."""
        context = self.ask("Target.createBrowserContext")["browserContextId"]
        target = self.ask("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.ask(f"{domain}.enable")
        page.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        page.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        page.ask("Page.navigate", url=address)
        return page

    def close(self) -> None:
        """Close it."""
        self.open.close()
        self.process.terminate()
        self.process.wait(20)
        assert self.process.stderr is not None
        self.process.stderr.close()


class Page:
    """One page."""

    def __init__(self, browser: Browser, session: str) -> None:
        self.browser = browser
        self.session = session

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the result of a method of this page."""
        return self.browser.ask(method, self.session, **parameters)

    def value(self, expression: str) -> Any:
        """Return the value of an expression there."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def until(self, expression: str, patience: float = PATIENCE) -> Any:
        """Return the value of an expression as soon as it is true; on a page that is not there yet, nothing is."""
        end = time.monotonic() + patience
        while not (value := self.value(f"(() => {{ try {{ return {expression}; }} catch {{ return null; }} }})()")):
            assert time.monotonic() < end, (expression, self.value("document.body.innerText"))
            time.sleep(0.03)
        return value

    def press(self, key: str, text: str = "") -> None:
        """Press a key."""
        codes = {"Enter": 13, "Tab": 9, " ": 32, "Escape": 27, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        code = codes.get(key, ord(key[0].upper()))
        typed = text or ("\r" if key == "Enter" else key if len(key) == 1 else "")
        for kind in ("keyDown", "keyUp"):
            more = {"text": typed} if kind == "keyDown" and typed else {}
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **more)

    def troubles(self) -> list[str]:
        """Mistakes that the browser has noticed in the page."""
        self.value("1")
        found = []
        for one in self.browser.said:
            if one.get("sessionId") != self.session:
                continue
            if one["method"] == "Runtime.exceptionThrown":
                found.append(str(one["params"]))
            if one["method"] == "Log.entryAdded" and one["params"]["entry"]["level"] == "error":
                found.append(one["params"]["entry"]["text"])
        return found

    def requested(self) -> list[str]:
        """Return all addresses that it has asked for."""
        return [
            one["params"]["request"]["url"]
            for one in self.browser.said
            if one.get("sessionId") == self.session and one["method"] == "Network.requestWillBeSent"
        ]

    def spoken(self) -> list[tuple[str, str]]:
        """Return what a screen reader finds: roles and names."""
        nodes = self.ask("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node.get("ignored") and "role" in node
        ]
