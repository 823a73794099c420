"""Real browsers without a window, told what to do over their own debugging sockets: Chromium and Firefox."""

from __future__ import annotations

import base64
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

NAMES = {
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
    "firefox": ("firefox", "firefox-esr"),
}
PATIENCE = 60.0
WIDEST_PHONE = 600
HEARD = """
window.heard = [];
window.WebSocket = class extends WebSocket {
  constructor(...parts) { super(...parts); this.addEventListener("message", (event) => window.heard.push(event.data)); }
};
"""
"""Keep all messages that the page receives."""
# Keys that write nothing: their numbers in Chromium, and the letters that stand for them in Firefox.
KEYS = {
    "Enter": (13, "\ue007"), "Tab": (9, "\ue004"), "Escape": (27, "\ue00c"), "ArrowLeft": (37, "\ue012"),
    "ArrowUp": (38, "\ue013"), "ArrowRight": (39, "\ue014"), "ArrowDown": (40, "\ue015"),
}  # fmt: skip


def found(kind: str = "chromium") -> str | None:
    """Where a browser is, if there is one."""
    return next((path for name in NAMES[kind] if (path := shutil.which(name))), None)


def started(kind: str, folder: Path) -> Browser:
    """Start a browser that is there, with a profile in a folder."""
    program = found(kind)
    assert program is not None
    return (Firefox if kind == "firefox" else Browser)(program, folder)


class Browser:
    """Chromium, and what Firefox does alike."""

    # Inside a container that runs as root there is no sandbox to be had, and these pages are our own.
    options: tuple[str, ...] = (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--mute-audio",
        "--js-flags=--heap-snapshot-string-limit=100000000", "--user-data-dir={}",
    )  # fmt: skip
    path = ""

    def __init__(self, program: str, folder: Path) -> None:
        self.process = subprocess.Popen(
            [program, "--remote-debugging-port=0", *(option.format(folder) for option in self.options), "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stderr is not None
        for line in self.process.stderr:
            listening = re.search(r"(?:DevTools|BiDi) listening on (\S+)", line)
            if listening:
                break
        else:
            raise AssertionError("the browser does not start")
        self.open = ExitStack()
        address = listening[1] + self.path
        # Nobody reads while another browser is asked, so a ping would find no answer.
        self.socket = self.open.enter_context(connect(address, compression=None, max_size=None, proxy=None, ping_interval=None))
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

    def page(self, address: str, width: int = 1000, height: int = 800, *, dark: bool = False) -> Page:
        """Return a new page, in a profile of its own."""
        context = self.ask("Target.createBrowserContext")["browserContextId"]
        target = self.ask("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session, target, is_touched=width < WIDEST_PHONE)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.ask(f"{domain}.enable")
        page.ask("Page.addScriptToEvaluateOnNewDocument", source=HEARD)
        page.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=page.is_touched)
        page.ask("Emulation.setTouchEmulationEnabled", enabled=page.is_touched)
        page.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
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


class Firefox(Browser):
    """Firefox, which speaks WebDriver BiDi."""

    options = ("--headless", "--no-remote", "--profile={}")
    path = "/session"

    def __init__(self, program: str, folder: Path) -> None:
        super().__init__(program, folder)
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def page(self, address: str, width: int = 1000, height: int = 800, *, dark: bool = False) -> Page:
        """Return a new page, in a profile of its own."""
        assert not dark, "only Chromium says that it is dark"
        own = self.ask("browser.createUserContext")["userContext"]
        target = self.ask("browsingContext.create", type="tab", userContext=own)["context"]
        page = FirefoxPage(self, "", target, is_touched=width < WIDEST_PHONE)
        page.ask("browsingContext.setViewport", viewport={"width": width, "height": height}, devicePixelRatio=1)
        self.ask("script.addPreloadScript", contexts=[page.target], functionDeclaration=f"() => {{ {HEARD} }}")
        page.ask("browsingContext.navigate", url=address, wait="none")
        return page


class Page:
    """One page, in Chromium; what Firefox does as well, it does in its own way."""

    def __init__(self, browser: Browser, session: str, target: str, *, is_touched: bool) -> None:
        self.browser = browser
        self.session = session
        self.target = target
        self.is_touched = is_touched

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

    def click(self, x: float, y: float) -> None:
        """Click at a point of the screen; on a phone, tap it with a finger."""
        if self.is_touched:
            self.swipe((x, y))
            return
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def swipe(self, *points: tuple[float, float]) -> None:
        """Lay a finger on a point of the screen, draw it to others, and lift it."""
        for place, (x, y) in enumerate(points):
            self.ask("Input.dispatchTouchEvent", type="touchMove" if place else "touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key: str) -> None:
        """Press a key."""
        code = KEYS[key][0] if key in KEYS else ord(key.upper())
        typed = "\r" if key == "Enter" else key if len(key) == 1 else ""
        for kind in ("keyDown", "keyUp"):
            more = {"text": typed} if kind == "keyDown" and typed else {}
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **more)

    def sleep(self) -> None:
        """Put the page to sleep, as a telephone does: no script runs there."""
        self.ask("Emulation.setFocusEmulationEnabled", enabled=False)
        self.ask("Page.setWebLifecycleState", state="frozen")

    def wake(self) -> None:
        """Wake the page, and look at it again."""
        self.ask("Page.setWebLifecycleState", state="active")
        self.ask("Emulation.setFocusEmulationEnabled", enabled=True)

    def screenshot(self) -> bytes:
        """Return what is on the screen, as PNG."""
        return base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"])

    def own(self, *methods: str) -> list[dict[str, Any]]:
        """Return what the browser has said of this page by itself."""
        self.value("1")
        return [one for one in self.browser.said if one.get("sessionId") == self.session and one["method"] in methods]

    def touch(self, selector: str) -> None:
        """Touch the middle of an element, as a person does."""
        self.value(f"document.querySelector('{selector}').scrollIntoView({{ block: 'center' }})")
        box = f"document.querySelector('{selector}').getBoundingClientRect()"
        self.click(*self.value(f"[{box}.x + {box}.width / 2, {box}.y + {box}.height / 2]"))

    def troubles(self) -> list[str]:
        """Mistakes that the browser has noticed in the page."""
        logged = [one["params"]["entry"] for one in self.own("Log.entryAdded")]
        thrown = [str(one["params"]) for one in self.own("Runtime.exceptionThrown")]
        return thrown + [entry["text"] for entry in logged if entry["level"] == "error"]

    def requested(self) -> list[str]:
        """Return all addresses that it has asked for."""
        return [one["params"]["request"]["url"] for one in self.own("Network.requestWillBeSent")]

    def close(self) -> None:
        """Close it."""
        self.browser.ask("Target.closeTarget", targetId=self.target)

    def memory(self) -> list[str]:
        """Return all strings in its memory."""
        self.ask("HeapProfiler.takeHeapSnapshot", reportProgress=False)
        chunks = self.own("HeapProfiler.addHeapSnapshotChunk")
        self.browser.said = [one for one in self.browser.said if one not in chunks]
        strings: list[str] = json.loads("".join(one["params"]["chunk"] for one in chunks))["strings"]
        return strings

    def spoken(self) -> list[tuple[str, str]]:
        """Return what a screen reader finds: roles and names."""
        nodes = self.ask("Accessibility.getFullAXTree")["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node.get("ignored") and "role" in node
        ]


class FirefoxPage(Page):
    """A page in Firefox."""

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the result of a method of this page."""
        return self.browser.ask(method, context=self.target, **parameters)

    def value(self, expression: str) -> Any:
        """Return the value of an expression there."""
        # As text, since BiDi writes each value together with its type.
        text = f"(async () => JSON.stringify(await ({expression})))()"
        result = self.browser.ask("script.evaluate", expression=text, target={"context": self.target}, awaitPromise=True)
        assert result["type"] == "success", result
        return json.loads(result["result"].get("value", "null"))

    def act(self, kind: str, *actions: dict[str, Any], **more: Any) -> None:
        """Do something with the mouse, a finger or the keyboard."""
        self.ask("input.performActions", actions=[{"type": kind, "id": kind, "actions": actions, **more}])

    def click(self, x: float, y: float) -> None:
        """Click at a point of the screen; on a phone, tap it with a finger."""
        pressed = [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        kind = {"pointerType": "touch" if self.is_touched else "mouse"}
        self.act("pointer", {"type": "pointerMove", "x": round(x), "y": round(y)}, *pressed, parameters=kind)

    def press(self, key: str) -> None:
        """Press a key."""
        self.act("key", *({"type": f"key{way}", "value": KEYS[key][1] if key in KEYS else key} for way in ("Down", "Up")))

    def screenshot(self) -> bytes:
        """Return what is on the screen, as PNG."""
        return base64.b64decode(self.ask("browsingContext.captureScreenshot")["data"])

    def own(self, *methods: str) -> list[dict[str, Any]]:
        """Return what the browser has said of this page by itself."""
        self.value("1")
        said = [one["params"] for one in self.browser.said if one["method"] in methods]
        return [one for one in said if self.target in (one.get("context"), one.get("source", {}).get("context"))]

    def troubles(self) -> list[str]:
        """Mistakes that the browser has noticed in the page."""
        return [str(one["text"]) for one in self.own("log.entryAdded") if one["level"] == "error"]

    def requested(self) -> list[str]:
        """Return all addresses that it has asked for."""
        return [one["request"]["url"] for one in self.own("network.beforeRequestSent")]

    def close(self) -> None:
        """Close it."""
        self.ask("browsingContext.close")
