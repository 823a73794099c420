"""Play at random on a page as people do: by clicks on the table, or by keyboard; and see what is wrong with the page."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

from attrs import define, field

from rulewright.interpreter import load
from tests.apart.browser import PATIENCE, Page
from tests.apart.helpers import Table

SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
MOST_STEPS = 100
"""So many clicks or keys at most are given for one choice."""
LOOK = """(() => {
  if (document.getAnimations().some((one) => Number.isFinite(one.effect.getComputedTiming().endTime))) return null;
  const by = (id) => document.getElementById(id), all = (these) => [...document.querySelectorAll(these)];
  const table = JSON.parse(heard.findLast((one) => JSON.parse(one).type === "table") ?? null);
  const asked = by("asked").hidden ? null : table?.asked;
  const shown = (one) => one.checkVisibility();
  const glowing = asked ? all("#view [data-at].open") : [];
  // A player clicks on the table whatever is on it, and on buttons for the rest.
  const rest = asked ? asked.options.filter((one) => !one.at.length) : [];
  const said = (one, label) => one.firstChild.textContent.endsWith(label);
  let buttons = asked ? all("#beyond button").filter(shown) : [];
  if (!buttons.length) buttons = all("#options button").filter((one) => shown(one) && rest.some(({ label }) => said(one, label)));
  buttons.push(...all("#done:enabled").filter(shown));
  const stuck = asked && asked.kind !== "words" && !glowing.length && !buttons.length;
  if (stuck) buttons = all("#options button").filter(shown);
  window.choosable = [...glowing, ...buttons];
  const view = by("view"), picture = view.querySelector("svg")?.getBoundingClientRect();
  const wrong = [];
  if (by("refusal").textContent) wrong.push(`refused: ${by("refusal").textContent}`);
  // A few buttons beside the table tell apart what no tap does.
  if (stuck && buttons.length > 12) wrong.push("only a long list leads on");
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page is wider than the screen");
  if (picture && view.scrollWidth > view.clientWidth) wrong.push("the table is wider than its place");
  if (picture && picture.top + scrollY > innerHeight / 2) wrong.push("the table begins in the lower half of the screen");
  for (const one of picture ? all("#view text") : []) {
    const { left, right } = one.getBoundingClientRect();
    if (left < picture.left - 1 || right > picture.right + 1) wrong.push(`beyond the picture: ${one.textContent}`);
  }
  const taken = all("#view .taken").map((one) => one.dataset.at);
  return {
    over: Boolean(table?.result), number: asked ? asked.number : -1, words: asked?.kind === "words", wrong,
    count: choosable.length, sign: JSON.stringify([asked?.number, taken, heard.length]),
  };
})()
"""
"""Return all that a player sees and all that is wrong, once nothing moves; keep in `choosable` all that can be chosen."""
POINT = """(() => {
  const one = choosable[PLACE], steps = [0.5, 0.3, 0.7, 0.1, 0.9, 0.02, 0.98];
  const hits = (x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit && (hit.closest("[data-at].open, [data-at].taken") ?? hit.closest("button")) === one;
  };
  // A browser takes a finger at an edge for one on what lies behind it.
  const point = (finger) => {
    const box = one.getBoundingClientRect();
    for (const down of steps) for (const across of steps) {
      const x = Math.round(box.left + across * box.width), y = Math.round(box.top + down * box.height);
      if ([[0, 0], [finger, 0], [-finger, 0], [0, finger], [0, -finger]].every(([dx, dy]) => hits(x + dx, y + dy))) return [x, y];
    }
    return null;
  };
  const there = point(5);
  if (there) return there;
  one.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return point(5) ?? point(0);
})()
"""
"""Where something can be clicked on, if it is not covered."""
CALLED = "(choosable[PLACE].dataset.name ?? choosable[PLACE].textContent)"
FOCUSED = """((one) => choosable.includes(one) || one.matches("#view .open") ? "there" : one.closest("#view") ? "near" : "")(
  document.activeElement)"""
SEEN = """((one, parts) => {
  const box = one.getBoundingClientRect(), at = (across, down) => [box.left + across * box.width, box.top + down * box.height];
  return parts.some((down) => parts.some((across) => one.contains(document.elementFromPoint(...at(across, down)))));
})(document.activeElement, [0.5, 0.2, 0.8, 0.05, 0.95])"""
"""Whether nothing covers all of what has the focus."""
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft")


def hosted(game: str, folder: Path, people: int = 1) -> Table:
    """Open a table for some people, against players that choose at random."""
    kinds = ["human"] * people + ["random"] * (load(game).least_players - people)
    seats = [word for kind in kinds for word in ("--seat", kind)]
    return Table(folder, game, *seats, "--seed", "4", "--port", "0", "--listen", "127.0.0.1", "--pace", "0")


@define
class Player:
    """Somebody at a page who chooses at random."""

    page: Page
    chance: Random
    by_keyboard: bool = False
    choices: int = 0
    seen: dict[str, Any] = field(factory=dict)
    wrong: dict[str, int] = field(factory=dict)
    """Each trouble with the page, and how often it was there."""

    def look(self) -> None:
        """See what can be chosen, and what is wrong."""
        before = self.seen.get("sign")
        self.seen = self.page.until(LOOK)
        if self.seen["sign"] != before:
            for one in self.seen["wrong"]:
                self.note(one)

    def troubles(self) -> dict[str, int]:
        """Return what was wrong, with what the browser says."""
        return {**self.wrong, **dict.fromkeys(self.page.troubles(), 1)}

    def note(self, trouble: str) -> None:
        """Keep something that is wrong."""
        self.wrong[trouble] = self.wrong.get(trouble, 0) + 1

    @property
    def is_asked(self) -> bool:
        """Return whether the page asks something."""
        return "number" in self.seen and self.seen["number"] != -1

    @property
    def is_over(self) -> bool:
        """Return whether the game is over."""
        return self.seen.get("over") is True

    def choose(self) -> None:
        """Answer a question at random."""
        number = self.seen["number"]
        for _ in range(MOST_STEPS):
            sign = self.seen["sign"]
            self.step()
            end = time.monotonic() + PATIENCE
            while self.seen["sign"] == sign:
                assert time.monotonic() < end, f"nothing happens: {self.seen}"
                time.sleep(0.01)
                self.look()
            if self.seen["number"] != number:
                self.choices += 1
                return
        raise AssertionError(f"no choice is made: {self.seen}")

    def step(self) -> None:
        """Click on something that can be chosen, or go to it and press Enter."""
        if self.seen["words"]:
            self.page.value("document.getElementById('words').focus()")
            for key in ("o", "Enter"):
                self.page.press(key)
        elif self.by_keyboard:
            self.go()
            self.page.press("Enter")
        else:
            self.click()

    def click(self) -> None:
        """Click on something that can be chosen, wherever it is not covered."""
        places = list(range(self.seen["count"]))
        self.chance.shuffle(places)
        for place in places:
            point = self.page.value(POINT.replace("PLACE", str(place)))
            if point:
                self.page.click(*point)
                return
            self.note(f"covered, or off the screen: {self.page.value(CALLED.replace('PLACE', str(place)))}")
        raise AssertionError(f"nothing can be clicked on: {self.seen}")

    def go(self) -> None:
        """Move the focus to something that can be chosen: by Tab to the table or a button, and by arrows from there."""
        arrows = self.chance.randrange(8)
        for _ in range(MOST_STEPS):
            where = self.page.value(FOCUSED)
            if where and not self.page.value(SEEN):
                self.note(f"covered while it has the focus: {self.page.value('document.activeElement.dataset.name')}")
            if where == "there" and arrows <= 0:
                return
            self.page.press(self.chance.choice(ARROWS) if where else "Tab")
            arrows -= where != ""
        raise AssertionError(f"no key leads to what can be chosen: {self.page.value('document.activeElement.outerHTML')}")


def play(players: list[Player], most: int) -> None:
    """Play until the game is over, or so many choices are made. A slow machine may take its time, but has to go on."""
    made, end = -1, 0.0
    while (choices := sum(player.choices for player in players)) < most:
        if choices > made:
            made, end = choices, time.monotonic() + 3 * PATIENCE
        for player in players:
            player.look()
            if player.is_over:
                return
            if player.is_asked:
                player.choose()
        assert time.monotonic() < end, [player.seen for player in players]
        time.sleep(0.01)
