// The picture of the table. It comes drawn; the page lights up what can be chosen on it, and takes taps and keys.
import { ask } from "./asking.js";
import * as choice from "./choice.js";
import { send } from "./connection.js";
import { by } from "./make.js";
import * as motion from "./motion.js";

const RESIZED = 300;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CHOOSABLE = ".open, .taken";
// Room for things, with its name written beside it; and the names of rows and columns, which are those of cells as well.
const TITLE = `title:not(.${motion.WHOLE})`;
const TITLED = `${TITLE} ~ .middle, g:not([data-at]):has(> ${TITLE}) *`;
const BARE = ":has(> .zone):not(:has(text))";
const EDGES = "text.faint.middle:not([data-at] *)";
let drawn = "", past = false, isHeld = false, width = 0, resized = 0, cursor = "", lit = [], move = () => {};

// How wide the table may be drawn.
export function room() {
  by("seen").hidden = false;
  width = Math.floor(by("view").clientWidth) || document.documentElement.clientWidth;
  return width;
}

export function show(state) {
  if (drawn === state.scene) return;
  drawn = state.scene;
  if (!past) paint(drawn);
}

export function showPast(picture) {
  past = true;
  by("seen").classList.add("past");
  paint(picture);
  light();
}

export function leavePast() {
  past = false;
  by("seen").classList.remove("past");
  paint(drawn);
  light();
}

function paint(text) {
  const picture = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  move = motion.begin(by("view").firstChild);
  isHeld ||= by("view").contains(document.activeElement);
  by("view").replaceChildren(picture);
  picture.setAttribute("role", "group");
  picture.setAttribute("aria-labelledby", "table-title");
  for (const edge of picture.querySelectorAll(EDGES)) edge.setAttribute("aria-hidden", "true");
  for (const element of picture.querySelectorAll("[data-at]")) {
    const title = document.createElementNS(picture.namespaceURI, "title");
    title.textContent = holds(element) ? called(element) : [called(element), told(element)].filter(Boolean).join(", ");
    title.classList.add(motion.WHOLE);
    element.prepend(title);
  }
}

const holds = (element) => element.querySelector("[data-at]") !== null;
const called = (element) => element.dataset.name ?? element.querySelector("text.bold:not(.middle)")?.textContent ?? "";

// All that is written in it beside its name. A sign, or a gauge, says no more than the title before it.
function told(element) {
  const name = called(element), words = [];
  for (const one of element.querySelectorAll(`${TITLE}, text:not(${TITLED})`)) {
    const own = one.textContent, isTitle = one.matches("title"), isThing = isTitle && one.parentNode !== element;
    if (!name.includes(own) && (isThing || !words.at(-1)?.includes(own))) words.push(own + (isTitle ? "," : ""));
  }
  return words.join(" ").replace(/,$/, "");
}

export function light() {
  const mine = past ? [] : choice.chosen(), next = past ? new Set() : choice.next();
  const held = isHeld || by("view").contains(document.activeElement);
  // What is put back has the focus again.
  if (!mine.length && lit.length) [cursor] = lit;
  [isHeld, lit] = [false, mine];
  for (const element of by("view").querySelectorAll("[data-at]")) {
    const { at } = element.dataset, taken = mine.includes(at), open = !taken && next.has(at), chooses = open || taken;
    element.classList.toggle("open", open);
    element.classList.toggle("taken", taken);
    element.setAttribute("role", chooses ? "button" : holds(element) ? "group" : "img");
    if (chooses) {
      element.setAttribute("aria-pressed", String(taken));
      if (holds(element)) element.setAttribute("aria-description", told(element));
    } else for (const name of ["tabindex", "aria-pressed", "aria-description"]) element.removeAttribute(name);
    if (!chooses && element.matches(BARE)) element.setAttribute("aria-hidden", "true");
    else element.removeAttribute("aria-hidden");
  }
  // When everything looks as it will: to ask where something is costs time whenever anything has changed.
  move(by("view").firstChild);
  move = () => {};
  rove(held);
}

// Tab reaches one of the things that can be chosen, and the arrow keys the others.
function rove(focus) {
  const found = inOrder();
  const here = found.find((one) => one.dataset.at === cursor) ?? found.find((one) => one.matches(".open")) ?? found[0];
  for (const one of found) one.setAttribute("tabindex", one === here ? "0" : "-1");
  if (focus) here?.focus();
}

// As one reads: row by row.
function inOrder() {
  const found = [...by("view").querySelectorAll(CHOOSABLE)].map((one) => ({ one, ...middle(one) }));
  return found.sort((a, b) => Math.round((a.y - b.y) / 12) || a.x - b.x).map(({ one }) => one);
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// The nearest one in the direction of an arrow; if there is none, the next as one reads.
function beyond(from, [dx, dy]) {
  const here = middle(from);
  let best = null, least = Infinity;
  for (const one of by("view").querySelectorAll(CHOOSABLE)) {
    const there = middle(one), ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (one !== from && ahead > 2 && ahead + 2 * aside < least) [best, least] = [one, ahead + 2 * aside];
  }
  const order = inOrder();
  return best ?? order[(order.indexOf(from) + dx + dy + order.length) % order.length];
}

function pressed(event) {
  const here = event.target.closest(CHOOSABLE);
  if (!here) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    cursor = here.dataset.at;
    choice.tap(cursor);
  } else if (ARROWS[event.key]) {
    event.preventDefault();
    cursor = beyond(here, ARROWS[event.key]).dataset.at;
    rove(true);
  }
}

// A tap chooses what glows; of anything else it asks why not.
function tapped(event) {
  const place = event.target.closest("[data-at]"), glows = event.target.closest(CHOOSABLE);
  if (glows) choice.tap(glows.dataset.at);
  else if (place?.dataset.name) {
    const names = choice.chosen().map((at) => by("view").querySelector(`[data-at="${CSS.escape(at)}"]`)?.dataset.name);
    ask(choice.question() ? "why" : "read", [...names, place.dataset.name].filter(Boolean).join(" "));
  }
}

export function begin() {
  by("view").addEventListener("click", tapped);
  by("view").addEventListener("keydown", pressed);
  window.addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(() => { const before = width; if (before !== room()) send("width", { width }); }, RESIZED);
  });
}
