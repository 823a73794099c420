// Questions to the table and their answers, taking a choice back, and what the game is.
import * as choice from "./choice.js";
import { hear, send } from "./connection.js";
import { by, make, put } from "./make.js";
import * as panels from "./panels.js";
import { drawn } from "./sheet.js";
import { say } from "./speech.js";

let isUndone = false;

// The game is told before the first choice, and one tap away afterwards.
export function introduce(state, before) {
  put("game-title", say("about-game"));
  put("how", say("ask-how"));
  const told = state.introduction.join("\n");
  if (!before || before.introduction.join("\n") !== told) {
    by("introduction").replaceChildren(...state.introduction.map((text) => make("p", {}, text)));
    by("sheet").replaceChildren();
  }
  if (!before) by("game-told").open = !state.result && !state.has_chosen;
}

// Onlookers may only read the rules.
export function show(state) {
  const plays = state.seat !== null && !state.result, asked = choice.question() !== null;
  put("rules-title", say("rules"));
  put("undo", say("undo"));
  put("redo", say("redo"));
  put("hint", say("ask-hint"));
  put("heard", say("close"));
  put("tap-why", say("tap-why"));
  by("about").querySelector("label").textContent = say("ask-about");
  put("read", say("ask-read"));
  put("why", say("ask-why"));
  put("its-rules", say("ask-rules"));
  by("undo").hidden = !plays || !state.undo;
  by("redo").hidden = !plays || !isUndone;
  for (const id of ["hint", "why"]) by(id).hidden = !plays || !asked;
}

export function showWish(state) {
  const wish = state.wish;
  by("wish").hidden = wish === null;
  if (wish === null) { put("wished", ""); return; }
  const agrees = wish.waits.includes(state.seat), name = (seat) => state.players[seat].name;
  put("wished", agrees ? say("undo-agree", name(wish.seat)) : say("undo-wish", name(wish.seat), wish.waits.map(name).join(", ")));
  by("agreeing").hidden = !agrees;
  put("yes", say("yes"));
  put("no", say("no"));
}

// Something was chosen: what was asked before is of no use any more.
export function forget() {
  isUndone = false;
  for (const id of ["hint", "why"]) by(id).hidden = true;
  answer([]);
}

export function answer(lines) {
  by("noted").hidden = !lines.length;
  by("answer").replaceChildren(...lines.map((line) => make("p", {}, line)));
}

export function ask(what, name) {
  answer([say("thinking")]);
  put("refusal", "");
  send("ask", { what, name });
}

function told({ what, lines }) {
  if (what === "sheet") by("sheet").replaceChildren(...drawn(lines));
  else answer(lines);
}

// The sheet is fetched when somebody first wants to read it.
function readRules() {
  if (by("sheet").children.length) return;
  by("sheet").append(make("p", {}, say("thinking")));
  send("ask", { what: "sheet", name: "" });
}

function turnBack(type) {
  choice.again();
  put("refusal", "");
  isUndone = type === "undo";
  send(type);
}

export function begin() {
  hear("told", told);
  for (const type of ["undo", "redo"]) by(type).addEventListener("click", () => turnBack(type));
  by("hint").addEventListener("click", () => ask("hint", ""));
  by("heard").addEventListener("click", () => answer([]));
  by("how").addEventListener("click", () => panels.open("rules"));
  panels.watch("rules", readRules);
  for (const [id, what] of [["why", "why"], ["its-rules", "rules"]]) by(id).addEventListener("click", () => ask(what, by("name-of").value));
  by("about").addEventListener("submit", (event) => { event.preventDefault(); ask("read", by("name-of").value); });
  for (const [id, yes] of [["yes", true], ["no", false]]) by(id).addEventListener("click", () => send("agree", { yes }));
}
