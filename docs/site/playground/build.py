"""Write the playground into the site: its page with the table in it, their words, rulebooks to begin with, and the engine."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from docs.site.pages import Page, Section, Site, of_markdown
from docs.site.playground import engine
from rulewright.cli.playground.page_words import PHRASES
from rulewright.cli.remote.pages import pages
from rulewright.dsl.files.bundled import SUFFIX, bundled_games, bundled_variants, parts_at, text_at
from rulewright.dsl.library.library import rulebook_info
from rulewright.dsl.messages.speech import language_name
from rulewright.dsl.syntax.highlighting import NAMING, OF_BEGINNING, OF_KIND
from rulewright.dsl.syntax.vocabulary import INNER_WORDS, LINE_WORDS, SECOND_WORDS
from tests.docs.fences import ROOT

FOLDER = "playground"
PATH = f"{FOLDER}/index.html"
FIRST = "gather-the-flock"
"""The rulebook that somebody sees who comes without a link."""
Titles = Mapping[str, str]


def page() -> Page:
    """Return how the site lists the playground; its contents are not those of the other pages."""
    about = "Write a rulebook, see what lint says of it, and play it against the computer, all in this browser."
    return Page(PATH, "Playground", "", [Section("", "Playground", 1, about)], group="Writing")


def add(target: Path, records: Sequence[dict[str, Any]], small: Sequence[Path], site: Site) -> None:
    """Write everything below the folder of the playground."""
    place = target / FOLDER
    shutil.copytree(engine.HERE / "page", place, ignore=shutil.ignore_patterns("connection.js"))
    frame = (place / "index.html").read_text(encoding="utf-8")
    (place / "index.html").write_text(frame.replace("{words}", cheat_sheet(site)), encoding="utf-8")
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
    known = {"WORDS": words, "COLOURS": colours(), "EXAMPLES": listed, "FIRST": FIRST}
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


def colours() -> dict[str, Any]:
    """Return the kinds of words at the beginning of a line, behind it and elsewhere, and after which of them a name is given."""
    inside = {word: OF_KIND[kind] for word, kind in INNER_WORDS.items()}
    beginning = {word: OF_BEGINNING.get(kind) or OF_KIND[kind] for word, kind in (INNER_WORDS | LINE_WORDS).items()}
    naming = [word for word, kind in (INNER_WORDS | LINE_WORDS).items() if kind in NAMING]
    second = {f"{first.lower()} {word}": OF_KIND[kind] for (first, word), kind in SECOND_WORDS.items()}
    return {"first": beginning, "second": second, "inside": inside, "naming": naming}


def cheat_sheet(site: Site) -> str:
    """Return the shape of a rulebook and all words, as the page about the language has them."""
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    shape = text[text.index("## 1. ") : text.index("### How this page")]
    words = text[text.index("## 12. ") :]
    body = of_markdown(f"{shape}\n{words}", "docs/cheat-sheet.md", PATH, site).body
    # It scrolls by itself, so a keyboard must reach it.
    return body.replace("<pre>", '<pre tabindex="0">')
