"""Write the playground into the site: its page with the table in it, their words, rulebooks to begin with, and the engine."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

from docs.site.pages import Page, Section, coloured
from docs.site.playground import engine
from rulewright.cli.playground.page_words import PHRASES
from rulewright.cli.remote.pages import pages
from rulewright.dsl.files.bundled import SUFFIX, bundled_games, bundled_variants, parts_at, text_at
from rulewright.dsl.library.library import rulebook_info
from rulewright.dsl.messages.speech import language_name
from rulewright.dsl.syntax.vocabulary import INNER_WORDS, LINE_WORDS
from rulewright.editors.textmate import SCOPES, grammar

FOLDER = "playground"
PATH = f"{FOLDER}/index.html"
FIRST = "gather-the-flock"
"""The rulebook that somebody sees who comes without a link."""
CHEAT_SHEET = engine.HERE / "cheat-sheet.rules"
"""A rulebook with a little of everything; comments say what each part shows, in all languages of the page."""
_SAID = re.compile(r"# ([a-z]{2}) (.*)\n")
_CODE = re.compile(r"`([^`]*)`")
Titles = Mapping[str, str]


def page() -> Page:
    """Return how the site lists the playground; its contents are not those of the other pages."""
    about = "Write a rulebook, see what lint says of it, and play it against the computer, all in this browser."
    return Page(PATH, "Playground", "", [Section("", "Playground", 1, about)], group="Writing")


def add(target: Path, records: Sequence[dict[str, Any]], small: Sequence[Path]) -> None:
    """Write everything below the folder of the playground."""
    place = target / FOLDER
    shutil.copytree(engine.HERE / "page", place, ignore=shutil.ignore_patterns("connection.js"))
    frame = (place / "index.html").read_text(encoding="utf-8")
    (place / "index.html").write_text(frame.replace("{words}", cheat_sheet()).replace("{made}", made_with()), encoding="utf-8")
    (place / "engine").mkdir()
    engine.pack(place / "engine")
    (place / "table").mkdir()
    for path, (content, _) in pages().items():
        (place / "table" / (path[1:] or "index.html")).write_bytes(content)
    # The table is the one that `host` serves, but what it says goes to a worker.
    shutil.copyfile(engine.HERE / "page" / "connection.js", place / "table" / "connection.js")
    (place / "examples").mkdir()
    listed = []
    for kind, some in examples(records, small).items():
        listed.append([kind, [[name, titles] for name, titles, _ in some]])
        for name, _, text in some:
            (place / "examples" / f"{name}{SUFFIX}").write_text(text, encoding="utf-8", newline="\n")
    words = {
        language: dict(PHRASES.texts(language)) | {"own-name": language_name(language, language)}
        for language in PHRASES.languages
    }
    known = {
        "WORDS": words,
        "GRAMMAR": grammar(),
        "SCOPES": {scope: kind for kind, scope in SCOPES.items()},
        "EXAMPLES": listed,
        "FIRST": FIRST,
    }
    (place / "words.js").write_text(
        "".join(f"export const {name} = {json.dumps(held, ensure_ascii=False)};\n" for name, held in known.items()),
        encoding="utf-8",
    )


def examples(records: Sequence[dict[str, Any]], small: Sequence[Path]) -> dict[str, list[tuple[str, Titles, str]]]:
    """Return the rulebooks to begin with, by kind: names, titles and texts."""
    games, variants = bundled_games(), bundled_variants()
    titles = {one["name"]: one["titles"] for record in records for one in record["variants"]}
    found: dict[str, list[tuple[str, Titles, str]]] = {"small-games": [], "games": [], "variants": []}
    for path in small:
        info, problems = rulebook_info(str(path))
        assert info is not None, problems
        found["small-games"].append((path.stem, info.titles, path.read_text(encoding="utf-8")))
    for record in records:
        found["games"].append((record["name"], record["titles"], whole_text(games[record["name"]])))
    found["variants"] = [(name, titles[name], text_at(place)) for name, place in variants.items()]
    return found


def whole_text(first: str) -> str:
    """Return a bundled rulebook as one text; each part of a folder says where it stood."""
    parts = parts_at(first)
    if len(parts) == 1:
        return text_at(first)
    return "\n".join(f"# {part.rpartition('/')[2]}\n\n{text_at(part)}" for part in parts)


def cheat_sheet() -> str:
    """Return the parts of the cheat sheet, each below what it shows in every language, and the words of the language."""
    found = []
    for part in re.split(r"\n(?=# en )", CHEAT_SHEET.read_text(encoding="utf-8")):
        said = "".join(f'<p lang="{language}">{_text(text)}</p>' for language, text in _SAID.findall(part))
        found.append(said + coloured(_SAID.sub("", part).strip() + "\n", "rules"))
    found += [_words("first-words", LINE_WORDS), _words("taken-words", INNER_WORDS)]
    found.append('<p><a href="../language.html" data-say="all-words"></a></p>')
    # It scrolls by itself, so a keyboard must reach it.
    return "".join(found).replace("<pre>", '<pre tabindex="0">')


def _text(text: str) -> str:
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))


def _words(key: str, words: Iterable[str]) -> str:
    return f'<p data-say="{key}"></p><p lang="en">{" ".join(f"<code>{word}</code>" for word in sorted(words))}</p>'


def made_with() -> str:
    """Return links to all that runs in the page, each with its version and its licence."""
    pyodide = json.loads((engine.PYODIDE / "package.json").read_text(encoding="utf-8"))
    others = ", ".join(f"{name} {version(name)}" for name in engine.LIBRARIES)
    own = f'<a href="../license.html">Rulewright {version("rulewright")} (MIT)</a>'
    parts = f'<a href="https://pyodide.org">Pyodide {pyodide["version"]}</a> ({pyodide["license"]})'
    return f'{parts}, <a href="engine/{engine.LICENSES}">{others}</a> · {own}'
