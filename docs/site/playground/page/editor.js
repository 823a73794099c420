// A text field, and below it a picture of its text with colours and underlines, line by line.
import { START, coloured } from "./colours.js";

const INDENT = "    ";
const box = document.getElementById("text"), picture = document.getElementById("picture");
let lines = [], shown = [], marks = [];

function drawn({ line, pieces, marked = [] }) {
  const row = document.createElement("div");
  const edges = new Set([0, line.length]);
  for (const [start, end] of [...pieces, ...marked]) { edges.add(start); edges.add(end); }
  const places = [...edges].sort((one, other) => one - other);
  for (let place = 0; place + 1 < places.length; place += 1) {
    const [start, end] = [places[place], places[place + 1]];
    const inside = ([from, to]) => from <= start && end <= to;
    const kinds = [...pieces, ...marked].filter(inside).map(([, , kind]) => kind).filter(Boolean);
    const text = line.slice(start, end);
    if (!kinds.length) { row.append(text); continue; }
    const span = document.createElement("span");
    span.className = kinds.join(" ");
    span.textContent = text;
    row.append(span);
  }
  if (!line) row.append("\n");
  return row;
}

// How many lines at the beginning and at the end have stayed the same.
function alike(before, after, same) {
  const most = Math.min(before.length, after.length);
  let head = 0, tail = 0;
  while (head < most && same(before[head], after[head])) head += 1;
  while (tail < most - head && same(before.at(-1 - tail), after.at(-1 - tail))) tail += 1;
  return [head, tail];
}

// Of the picture only the lines are drawn again that differ.
function paint() {
  let state = START;
  const next = lines.map((line, place) => {
    const { pieces, next: following } = coloured(line, state);
    state = following;
    return { line, pieces, marked: marks[place] };
  });
  const [head, tail] = alike(shown, next, (one, other) => one.line === other.line && one.pieces === other.pieces && one.marked === other.marked);
  const old = [...picture.children].slice(head, shown.length - tail);
  const behind = picture.children[shown.length - tail] ?? null;
  for (const row of old) row.remove();
  const parts = document.createDocumentFragment();
  for (let place = head; place < lines.length - tail; place += 1) parts.append(drawn(next[place]));
  picture.insertBefore(parts, behind);
  shown = next;
}

// Underlines stay with their lines until the text has been looked at again.
function changed() {
  const before = lines;
  lines = box.value.split("\n");
  const [head, tail] = alike(before, lines, (one, other) => one === other);
  marks = [...marks.slice(0, head), ...Array(lines.length - head - tail), ...Array.from(before, (_, place) => marks[place]).slice(before.length - tail)];
  paint();
  scrolled();
}

function scrolled() {
  picture.style.transform = `translate(${-box.scrollLeft}px, ${-box.scrollTop}px)`;
}

// What is typed for somebody can be taken back like what they have typed.
function put(start, end, text) {
  box.setSelectionRange(start, end);
  const done = text ? document.execCommand("insertText", false, text) : document.execCommand("delete");
  if (!done) { box.setRangeText(text, start, end, "end"); box.dispatchEvent(new Event("input")); }
}

// A new line begins where the last one did, or further in below a colon; in front of a line, Backspace takes a whole step.
function keyed(event) {
  const { selectionStart: start, selectionEnd: end } = box;
  const before = box.value.slice(box.value.lastIndexOf("\n", start - 1) + 1, start);
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) {
    event.preventDefault();
    put(start, end, `\n${before.match(/^ */)[0]}${/:\s*(#.*)?$/.test(before) ? INDENT : ""}`);
  } else if (event.key === "Backspace" && start === end && before && !before.trim() && before.length % INDENT.length === 0) {
    event.preventDefault();
    put(start - INDENT.length, start, "");
  }
}

// Underline what messages are about; an empty place takes the sign beside it.
export function mark(findings) {
  marks = [];
  let start = 0;
  lines.forEach((line, place) => {
    const end = start + line.length;
    for (const one of findings.filter((finding) => finding.line && finding.start <= end && finding.end >= start)) {
      const from = Math.max(0, one.start - start), to = Math.min(line.length, one.end - start);
      if (to > from) (marks[place] ??= []).push([from, to, one.severity]);
      else if (one.line === place + 1) (marks[place] ??= []).push([Math.max(0, Math.min(from, line.length - 1)), Math.min(line.length, from + 1), one.severity]);
    }
    start = end + 1;
  });
  paint();
}

export const text = () => box.value;

export function fill(content) {
  box.value = content;
  marks = [];
  box.setSelectionRange(0, 0);
  box.scrollTo(0, 0);
  changed();
}

export function jump({ line, start, end }) {
  box.focus();
  box.setSelectionRange(start, end);
  const height = box.scrollHeight / Math.max(1, lines.length);
  box.scrollTop = Math.max(0, (line - 1) * height - box.clientHeight / 3);
  box.scrollLeft = 0;
}

export function mend(edits) {
  for (const { start, end, text: words } of [...edits].sort((one, other) => other.start - one.start)) put(start, end, words);
}

// Only the lines that differ are typed, so that it can be taken back and the caret stays near.
export function replace(text) {
  const most = Math.min(box.value.length, text.length);
  const [head, tail] = alike(lines, text.split("\n"), (one, other) => one === other);
  const start = Math.min(lines.slice(0, head).map((line) => `${line}\n`).join("").length, most);
  const rest = Math.min(lines.slice(lines.length - tail).join("\n").length, most - start);
  put(start, box.value.length - rest, text.slice(start, text.length - rest));
}

// Where a place of the text is seen, below its line.
export function spot(offset) {
  const before = box.value.slice(0, offset).split("\n"), range = document.createRange();
  const row = picture.children[before.length - 1], around = picture.parentElement.getBoundingClientRect();
  let rest = before.at(-1).length, node = null;
  for (const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT); (node = walker.nextNode()) && node.length < rest;) rest -= node.length;
  if (node) range.setStart(node, Math.min(rest, node.length)); else range.selectNodeContents(row);
  const { left } = range.getBoundingClientRect(), { bottom } = row.getBoundingClientRect();
  return { x: left - around.left, y: bottom - around.top };
}

export function write(start, words) { put(start, box.selectionStart, words); }

export function caret() { return box.selectionStart; }

export function begin(hears, moves) {
  box.addEventListener("input", () => { changed(); hears(); });
  box.addEventListener("scroll", scrolled);
  box.addEventListener("keydown", keyed);
  document.addEventListener("selectionchange", () => { if (document.activeElement === box) moves(); });
}
