// Drawers beside the table: the log, the rules, the players. One is open at a time; on a desk, else the log.
import { by } from "./make.js";

const buttons = () => document.querySelectorAll("#bar [data-panel]");
const watchers = {};
let opened = "";

// A part of the page wants to know that its panel is opened.
export function watch(id, doing) { watchers[id] = doing; }

// Open a panel, or close the one that is open.
export function open(id = "") {
  const before = opened;
  opened = id;
  by("beside").classList.toggle("opened", Boolean(id));
  for (const button of buttons()) {
    const { panel } = button.dataset, shown = panel === id;
    by(panel).classList.toggle("shown", shown);
    button.setAttribute("aria-expanded", String(shown));
    if (!shown && panel === before && by(panel).contains(document.activeElement)) button.focus();
  }
  if (!id) return;
  by(id).querySelector("h2").focus({ preventScroll: true });
  watchers[id]?.();
}

// The button of each panel is called as the panel is.
export function show() {
  for (const button of buttons()) {
    const title = by(button.dataset.panel).querySelector("h2").textContent;
    if (button.textContent !== title) button.textContent = title;
  }
}

// How much of the screen something covers that stays at one side of it.
function covered(element, side) {
  const style = getComputedStyle(element);
  return style.position === "sticky" && style[side] !== "auto" ? element.offsetHeight : 0;
}

// What has the focus is scrolled to where nothing covers it.
function leaveRoom() {
  const header = covered(document.querySelector("header"), "top"), dock = covered(by("beside"), "bottom");
  document.documentElement.style.scrollPaddingBlock = `${header}px ${dock}px`;
}

export function begin() {
  const room = new ResizeObserver(leaveRoom);
  for (const element of [document.querySelector("header"), by("beside")]) room.observe(element);
  for (const button of buttons()) {
    const { panel } = button.dataset;
    button.setAttribute("aria-controls", panel);
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () => open(opened === panel ? "" : panel));
  }
  by("last").addEventListener("click", () => open("told"));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && opened) open(); });
}
