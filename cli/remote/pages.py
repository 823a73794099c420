"""Answer requests for a page with one of a few texts. No path is ever looked up on the disk."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path

from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from rulewright.cli.remote.addresses import Addresses
from rulewright.cli.remote.remote_speech import PHRASES
from rulewright.dsl.messages.speech import SOURCE
from rulewright.interpreter.views.svg import STYLE

SOCKET = "/table"
_KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
_FIRST, _STYLES, _PHRASES = "table.html", "table.css", "phrases.js"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self' ws://{host} wss://{host};"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@cache
def pages() -> Mapping[str, tuple[bytes, str]]:
    """Return the texts by their paths, each with its kind: the files of the folder, and the page's phrases in all languages."""
    found = {_PHRASES: _phrases()}
    found |= {one.name: one.read_bytes() for one in files("rulewright.cli.remote").joinpath("page").iterdir()}
    kinds = {name: _KINDS[ending] for name in found if (ending := Path(name).suffix) in _KINDS}
    found[_STYLES] += STYLE.encode("ascii")
    return {"/" if name == _FIRST else f"/{name}": (found[name], kind) for name, kind in kinds.items()}


def _phrases() -> bytes:
    # Those of terminals are of no use there.
    phrases = {
        language: {key: text for key, text in PHRASES.own(language).items() if not key.startswith(("host-", "join-"))}
        for language in PHRASES.languages
    }
    known = {"PHRASES": phrases, "SOURCE": SOURCE}
    return "".join(f"export const {own} = {json.dumps(held, ensure_ascii=False)};\n" for own, held in known.items()).encode()


@cache
def _compressed(path: str) -> bytes:
    return gzip.compress(pages()[path][0])


def response(request: Request, addresses: Addresses) -> Response | None:
    """Return the response to a request, or None if it may open a connection."""
    hosts = request.headers.get_all("Host")
    if len(hosts) != 1 or not addresses.answers_to(hosts[0]):
        return _refusal(HTTPStatus.MISDIRECTED_REQUEST, "this table is not called that; ask your host for the address")
    origins = request.headers.get_all("Origin")
    if len(origins) > 1 or not addresses.lets_in(origins[0] if origins else None, hosts[0]):
        return _refusal(HTTPStatus.FORBIDDEN, "another page may not open this table")
    if request.path == SOCKET:
        return None
    if request.path not in pages():
        return _refusal(HTTPStatus.NOT_FOUND, "there is nothing here; the table is at /")
    body, kind = pages()[request.path]
    # No page holds a secret whose length could tell something.
    zipped = any(one.strip() == "gzip" for text in request.headers.get_all("Accept-Encoding") for one in text.split(","))
    found = _answer(HTTPStatus.OK, _compressed(request.path) if zipped else body, kind, hosts[0])
    if zipped:
        found.headers["Content-Encoding"] = "gzip"
    return found


def _refusal(status: HTTPStatus, text: str) -> Response:
    return _answer(status, f"{text}\n".encode(), "text/plain", None)


def _answer(status: HTTPStatus, body: bytes, kind: str, host: str | None) -> Response:
    headers = Headers()
    headers["Content-Type"] = f"{kind}; charset=utf-8"
    headers["Content-Length"] = str(len(body))
    headers["Connection"] = "close"
    headers["Cache-Control"] = "no-store"
    headers["Referrer-Policy"] = "no-referrer"
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Content-Security-Policy"] = _POLICY.format(host=host) if host is not None else "default-src 'none'"
    return Response(status.value, status.phrase, headers, body)
