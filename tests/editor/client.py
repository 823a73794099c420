"""An editor without a window: it starts the server as a process, and talks with it over pipes."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from pathlib import Path
from types import TracebackType
from typing import Any


class Client:
    """One editor; each request waits for its answer, and what else comes meanwhile is kept."""

    def __init__(self, root: Path, *, encodings: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulewright", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        self.come: queue.Queue[tuple[float, dict[str, Any]]] = queue.Queue()
        self.when = 0.0
        threading.Thread(target=self.read, daemon=True).start()
        self.number = 0
        self.versions: dict[str, int | None] = {}
        self.told: deque[dict[str, Any]] = deque()
        self.shown: dict[str, list[dict[str, Any]]] = {}
        """The diagnostics that an editor would show in each file now."""
        general = {"positionEncodings": encodings} if encodings else {}
        self.capabilities = self.ask("initialize", {
            "processId": None, "rootUri": root.as_uri(), "workspaceFolders": [{"uri": root.as_uri(), "name": "here"}],
            "capabilities": {"general": general, "workspace": {"workspaceEdit": {"documentChanges": True}}},
        })["capabilities"]  # fmt: skip
        self.tell("initialized", {})

    def __enter__(self) -> Client:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
            assert self.process.wait(10) == 0, self.process.stderr and self.process.stderr.read().decode()
        self.process.kill()
        self.process.communicate()

    # ---- messages

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def read(self) -> None:
        """Put all that comes into the queue, in a thread of its own."""
        stream = self.process.stdout
        assert stream is not None
        while True:
            length = 0
            while line := stream.readline().strip():
                name, _, value = line.partition(b":")
                length = int(value) if name == b"Content-Length" else length
            if not length:
                self.come.put((time.monotonic(), {}))
                return
            self.come.put((time.monotonic(), json.loads(stream.read(length))))

    def receive(self, seconds: float = 20) -> dict[str, Any]:
        """Return the next message; `when` has the time of its arrival."""
        self.when, message = self.come.get(timeout=seconds)
        assert message, (self.process.stderr and self.process.stderr.read().decode()) or "the server has gone"
        if message.get("method") == "window/logMessage":
            raise AssertionError(message["params"]["message"])
        if message.get("method") == "textDocument/publishDiagnostics":
            self.shown[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def tell(self, method: str, params: Any) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        self.number += 1
        self.send({"id": self.number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.number and "method" not in message:
                assert "error" not in message, message["error"]
                return message["result"]
            self.told.append(message)

    # ---- files

    def open(self, path: Path, text: str | None = None, uri: str = "") -> str:
        """Open a file, with its own text or another one; one without a file gets a name of its own."""
        uri = uri or path.as_uri()
        self.versions[uri] = (self.versions.get(uri) or 0) + 1
        content = path.read_text(encoding="utf-8") if text is None else text
        document = {"uri": uri, "languageId": "rules", "version": self.versions[uri], "text": content}
        self.tell("textDocument/didOpen", {"textDocument": document})
        return uri

    def change(self, uri: str, text: str) -> None:
        """Replace the text."""
        self.versions[uri] = (self.versions[uri] or 0) + 1
        document = {"uri": uri, "version": self.versions[uri]}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """Ask about a place, both counted from 0."""
        place = {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}
        return self.ask(f"textDocument/{method}", place | more)

    def close(self, uri: str) -> None:
        """Close a file: later messages about it refer to no certain text."""
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
        self.versions[uri] = None

    def diagnostics(self, uri: str, *, until: Any = None, seconds: float = 20) -> list[dict[str, Any]]:
        """Return the diagnostics of a file as it is now: the first ones, or those that are as wanted."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            message = self.told.popleft() if self.told else self.receive(seconds)
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri:
                if message["params"].get("version") != self.versions[uri]:
                    continue
                found: list[dict[str, Any]] = message["params"]["diagnostics"]
                if until is None or until(found):
                    return found
        raise AssertionError(f"nothing of the kind was told of {uri}")
