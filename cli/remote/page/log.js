// All that has happened, and a way back through the game: earlier tables, as this seat saw them.
import { hear, send } from "./connection.js";
import { by, make, put } from "./make.js";
import * as scene from "./scene.js";
import { say } from "./speech.js";

const KEPT = 8;
// A heading stands between dashes.
const HEADING = /^—\s(.*)\s—$/;
// What had happened when this seat last chose, and what has happened since.
let before = [], since = [];
// How many moments ago the table is looked at; what was asked of the server, and what is to be asked next.
let back = 0, asked = null, wanted = null, isOldest = false, isStale = false, past = null, drawn = "";

export function show(state) {
  const added = more(state.tale);
  announce(added ?? state.tale);
  if (drawn !== state.scene && past) back += 1;
  [since, drawn] = [state.tale, state.scene];
  put("tale-title", say("tale"));
  for (const id of ["earlier", "later", "now"]) put(id, say(id));
  draw();
  if (isStale || (!added && !past)) look(0);
  isStale = false;
}

// What a tale adds to the last one, if it goes on: the last act may have grown.
function more(tale) {
  const place = since.length - 1, stem = since.at(-1)?.replace(/\.$/, "");
  if (place < 0 || !tale[place]?.startsWith(stem) || since.slice(0, -1).some((text, other) => text !== tale[other])) return null;
  return [tale[place].slice(stem.length).replace(/^[\s.,:;]+/, ""), ...tale.slice(since.length)].filter(Boolean);
}

// The connection is new: what was asked before is not answered any more.
export function forget() {
  now();
  [asked, wanted, isStale] = [null, null, true];
}

// A screen reader reads out what is added here, once.
export function announce(lines) {
  const news = by("news");
  news.append(...lines.map((text) => make("p", {}, text.replace(HEADING, "$1"))));
  while (news.children.length > KEPT) news.firstChild.remove();
}

export function now() {
  if (!past) return;
  [back, past, isOldest] = [0, null, false];
  scene.leavePast();
  draw();
  look(0);
}

// Ask for what is shown already, to hear anything at all.
export function again() { look(back); }

function look(moment) {
  if (asked === null) send("look", { back: asked = moment });
  else wanted = moment;
}

function looked(message) {
  isOldest = message.back < asked;
  [asked, back] = [null, message.back];
  if (wanted !== null) {
    const next = wanted;
    wanted = null;
    look(next);
  } else if (back) {
    past = message.tale;
    scene.showPast(message.scene);
  } else {
    before = message.tale;
    if (past) { past = null; scene.leavePast(); }
  }
  draw();
}

function draw() {
  const list = by("tale"), lines = past ?? [...before, ...since];
  if (!lines.length) lines.push(say("quiet"));
  const old = [...list.children];
  const same = old.findIndex((item, place) => item.dataset.text !== lines[place]);
  for (const item of same < 0 ? [] : old.slice(same)) item.remove();
  for (const text of lines.slice(list.children.length)) {
    const [, heading] = text.match(HEADING) ?? [];
    const item = make("li", { "data-text": text }, heading ? make("h3", {}, heading) : text);
    list.append(item);
  }
  requestAnimationFrame(() => list.lastChild?.scrollIntoView({ block: "nearest" }));
  put("last", (past ?? since).at(-1)?.replace(HEADING, "$1") ?? "");
  by("earlier").disabled = isOldest;
  by("later").disabled = by("now").disabled = !past;
}

export function begin() {
  hear("looked", looked);
  by("earlier").addEventListener("click", () => look(back + 1));
  by("later").addEventListener("click", () => (back > 1 ? look(back - 1) : now()));
  by("now").addEventListener("click", now);
}
