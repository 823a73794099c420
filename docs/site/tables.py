"""The tables of all bundled games at a telling moment: on a phone, on a desktop and in the terminal.

`python -m docs.site.tables`, or `make pictures`, writes them into docs/pictures/tables, and docs/tables.md, which shows them. A
name behind it stands for one game.
"""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
import zlib
from itertools import islice
from pathlib import Path

from attrs import frozen

from docs.site.pictures import FOLDER
from docs.site.svg import drawn
from rulewright.interpreter import Match, load
from tests.apart.browser import Browser, started
from tests.apart.helpers import Table
from tests.cli.kept_screens import questions, screen
from tests.docs.fences import ROOT

TABLES = FOLDER / "tables"
PAGE = ROOT / "docs" / "tables.md"
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
TERMINAL = (80, 24)
MOST_CHOICES = 1000


@frozen
class Moment:
    """The moment to show: at this question to the first seat, in a game at random with this seed."""

    seed: int
    question: int
    players: int
    told: str
    """The sentence below the title of the game."""


MOMENTS = {
    "backgammon": Moment(3, 8, 2, "Both sides have left their first points, and the dice are on the table."),
    "battle-of-thieves": Moment(4, 12, 2, "Each ship has its pirates, its hold and its water; the island lies between them."),
    "chess": Moment(8, 10, 2, "Ten moves into a game, the pieces that can move glow."),
    "contract-bridge": Moment(1, 5, 4, "The dummy's hand is open, and the cards of a trick lie as the players sit."),
    "cribbage": Moment(4, 4, 2, "The count goes on, with the starter beside the deck."),
    "english-draughts": Moment(3, 8, 2, "Dark men face light ones on the dark squares."),
    "gin-rummy": Moment(5, 8, 2, "One more card is in the hand, and one must go."),
    "go": Moment(6, 22, 2, "Stones are on the points of a small board."),
    "hearts": Moment(4, 7, 4, "A trick is under way, and the hand is sorted by suit."),
    "la-planche": Moment(2, 4, 4, "The queue of prisoners bends above the shark."),
    "nine-mens-morris": Moment(3, 12, 2, "Men are on the corners of three squares, which lines connect."),
    "rette-sich-wer-kann": Moment(4, 16, 4, "The boats are on their way to the islands, and leak."),
    "texas-hold-em": Moment(8, 7, 4, "The flop is open, and the pot grows."),
    "walk-the-plank": Moment(5, 8, 4, "Pirates crowd the last tile of the plank."),
}
"""One for each game, and nothing else decides what is shown."""

# The colours that are frequent, and far from those that are taken already; each point gets the number of the nearest.
REDUCED = """(async () => {
  const bytes = Uint8Array.from(atob("PICTURE"), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes])), { width, height } = image;
  const brush = new OffscreenCanvas(width, height).getContext("2d");
  brush.drawImage(image, 0, 0);
  const points = brush.getImageData(0, 0, width, height).data, found = new Map();
  const colour = (at) => points[at] << 16 | points[at + 1] << 8 | points[at + 2];
  for (let at = 0; at < points.length; at += 4) {
    const one = colour(at);
    if (!found.has(one)) found.set(one, { rgb: [...points.subarray(at, at + 3)], count: 0, apart: Infinity, place: 0 });
    found.get(one).count++;
  }
  const palette = [];
  while (palette.length < Math.min(MOST, found.size)) {
    let best = null, most = -1;
    for (const [one, { count, apart }] of found) {
      const worth = count * Math.min(apart, 1e6);
      if (worth > most) [best, most] = [one, worth];
    }
    const { rgb } = found.get(best);
    for (const one of found.values()) {
      const apart = one.rgb.reduce((sum, value, at) => sum + (value - rgb[at]) ** 2, 0);
      if (apart < one.apart) [one.apart, one.place] = [apart, palette.length];
    }
    palette.push(best);
  }
  const kept = new Uint8Array(width * height);
  for (let at = 0; at < kept.length; at++) kept[at] = found.get(colour(4 * at)).place;
  let text = "";
  for (let at = 0; at < kept.length; at += 32768) text += String.fromCharCode(...kept.subarray(at, at + 32768));
  return [palette, btoa(text)];
})()"""
COLOURS = 24


def photograph(browser: Browser, match: Match, size: tuple[int, int]) -> bytes:
    """Return what the first seat sees on the page, as a small PNG."""
    with tempfile.TemporaryDirectory() as folder:
        name = "moment.save"
        Path(folder, name).write_text(match.save(), encoding="utf-8")
        names = [word for seat in range(match.players) for word in ("--name", match.player_name(seat))]
        table = Table(Path(folder), match.game.name, "--resume", name, "--port", "0", "--listen", "127.0.0.1", *names)
        try:
            page = browser.page(table.links[0], *size)
            page.until("!document.getElementById('asked').hidden")
            page.value("document.getElementById('game-told').open = false")
            page.until("!document.getAnimations().length")
            shot = base64.b64encode(page.screenshot()).decode("ascii")
            page.close()
        finally:
            table.end()
    # Another page, since that of a table lets nothing in.
    page = browser.page("about:blank")
    palette, points = page.value(REDUCED.replace("MOST", str(COLOURS)).replace("PICTURE", shot))
    page.close()
    return png(size, palette, base64.b64decode(points))


def png(size: tuple[int, int], palette: list[int], points: bytes) -> bytes:
    """Return a picture with a palette: one number for each point."""
    width, height = size

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    lines = b"".join(b"\0" + points[width * line : width * (line + 1)] for line in range(height))
    colours = b"".join(colour.to_bytes(3, "big") for colour in palette)
    parts = chunk(b"IHDR", head) + chunk(b"PLTE", colours) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def page() -> str:
    """Return the page that shows all tables."""
    parts = [
        "# All tables",
        "Each bundled game at one moment: on a phone, on a desktop and in the terminal. There is no artwork:\n"
        "everything is drawn from the words of the rulebooks. `make pictures` makes these pictures.",
    ]
    for name, moment in MOMENTS.items():
        title = load(name).titles["en"]
        parts += [f"## {title}", moment.told]
        for where, file in (("on a phone", "phone.png"), ("on a desktop", "desktop.png"), ("in the terminal", "terminal.svg")):
            parts.append(f"![{title} {where}](pictures/tables/{name}-{file})")
    return "\n\n".join(parts) + "\n"


def main(names: list[str]) -> None:
    """Write the pictures of some games, and the page."""
    TABLES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        browser = started("chromium", Path(profile))
        for name in names:
            moment = MOMENTS[name]
            asked = questions(load(name), moment.seed, "en", MOST_CHOICES, moment.players)
            *_, (match, earlier) = islice(((match.copy(), earlier) for match, earlier in asked), moment.question)
            for where, size in SIZES.items():
                (TABLES / f"{name}-{where}.png").write_bytes(photograph(browser, match, size))
            lines = screen(match, 0, earlier, TERMINAL, colour=True).lines
            terminal = drawn(lines, f"rulewright play {name}", TERMINAL[0])
            (TABLES / f"{name}-terminal.svg").write_text(terminal, encoding="utf-8", newline="\n")
        browser.close()
    PAGE.write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:] or list(MOMENTS))
