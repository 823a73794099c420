"""The pictures of the terminal show what the program shows, and hold nothing but it."""

from __future__ import annotations

import re
import zlib
from xml.etree import ElementTree as ET

import pytest

from docs.site.pictures import FOLDER, PICTURES, without_speed
from docs.site.svg import drawn
from docs.site.tables import MOMENTS, PAGE, TABLES, page, png
from rulewright.dsl.files.bundled import bundled_games
from tests.docs.fences import PAGES, ROOT

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_is_up_to_date(name: str) -> None:
    """`python -m docs.site.pictures` draws them anew."""
    kept = (FOLDER / name).read_text(encoding="utf-8")

    assert without_speed(PICTURES[name]()) == without_speed(kept)
    assert re.findall(r"(?:https?:)?//[^\"']+", kept) == ["http://www.w3.org/2000/svg"]
    assert "@import" not in kept
    assert str(ROOT) not in kept


def test_every_picture_is_shown_once_and_described() -> None:
    shown = [name for page in PAGES for name in re.findall(r"!\[[^\]]{20,}\]\(\S*pictures/([\w.]+)\)", page.read_text("utf-8"))]

    assert {path.name for path in FOLDER.glob("*.*")} == set(PICTURES)
    assert sorted(shown) == sorted(PICTURES)


def test_every_bundled_game_has_its_table_in_the_pictures() -> None:
    """`make pictures` takes them anew."""
    shown = re.findall(r"\(pictures/tables/(\S+)\)", PAGE.read_text("utf-8"))

    assert sorted(MOMENTS) == sorted(bundled_games())
    assert PAGE.read_text("utf-8") == page()
    assert sorted(shown) == sorted(path.name for path in TABLES.iterdir())


def test_a_small_picture_has_its_palette() -> None:
    made = png((2, 1), [0xFF0000, 0x0000FF], b"\1\0")

    assert made.startswith(b"\x89PNG")
    assert b"PLTE\xff\0\0\0\0\xff" in made
    assert b"IDAT" + zlib.compress(b"\0\1\0", 9) in made


def test_words_stand_in_their_columns_with_their_colours() -> None:
    picture = ET.fromstring(drawn(["", "a  \x1b[1;31mb & \x1b[0m<日>   c"], 'Title "<>"'))
    words = {text.text: text for text in picture.iter(f"{SVG}text")}
    one = (float(words["b &"].attrib["x"]) - float(words["a"].attrib["x"])) / 3

    assert picture.attrib["aria-label"] == 'Title "<>"'
    assert set(words) == {'Title "<>"', "a", "b &", "<日>", "c"}
    # A sign of two columns takes two.
    assert float(words["c"].attrib["x"]) - float(words["a"].attrib["x"]) == pytest.approx(14 * one, abs=0.02)
    assert float(words["<日>"].attrib["textLength"]) == pytest.approx(4 * one, abs=0.02)
    assert words["b &"].attrib["font-weight"] == "700"
    assert words["b &"].attrib["fill"] == "#ff7b72"
    assert "fill" not in words["c"].attrib
    assert len({words[word].attrib["y"] for word in ("a", "b &", "<日>", "c")}) == 1
