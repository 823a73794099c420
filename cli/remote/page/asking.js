// Questions to the table, taking a choice back, and what the game is.
import * as choice from "./choice.js";
import { hear, send } from "./connection.js";
import { by, make, put } from "./make.js";
import { say } from "./speech.js";

let answers = "answer";

// The game is told before the first choice, and one tap away afterwards.
export function introduce(state, before) {
  put("game-title", say("about-game"));
  put("how", say("ask-how"));
  const told = state.introduction.join("\n");
  if (!before || before.introduction.join("\n") !== told) {
    by("introduction").replaceChildren(...state.introduction.map((text) => make("p", {}, text)));
  }
  if (!before) by("game-told").open = !state.result && !state.has_chosen;
}

// Onlookers may only read the rules.
export function show(state) {
  const plays = state.seat !== null && !state.result;
  put("asking-title", say("asking"));
  put("undo", say("undo"));
  put("redo", say("redo"));
  put("hint", say("ask-hint"));
  by("about").querySelector("label").textContent = say("ask-about");
  put("read", say("ask-read"));
  put("why", say("ask-why"));
  put("rules", say("ask-rules"));
  for (const id of ["undo", "redo"]) by(id).hidden = !plays || !state.undo;
  for (const id of ["hint", "why"]) by(id).hidden = !plays || !choice.question();
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

export function answer(lines) {
  by(answers).replaceChildren(...lines.map((line) => make("p", {}, line)));
}

function ask(what, name, where = "answer") {
  answers = where;
  answer([say("thinking")]);
  put("refusal", "");
  send("ask", { what, name });
}

function turnBack(type) {
  choice.again();
  put("refusal", "");
  send(type);
}

export function begin() {
  hear("told", (message) => answer(message.lines));
  for (const type of ["undo", "redo"]) by(type).addEventListener("click", () => turnBack(type));
  by("hint").addEventListener("click", () => ask("hint", ""));
  by("how").addEventListener("click", () => ask("rules", "", "sheet"));
  for (const what of ["why", "rules"]) by(what).addEventListener("click", () => ask(what, by("name-of").value));
  by("about").addEventListener("submit", (event) => { event.preventDefault(); ask("read", by("name-of").value); });
  for (const [id, yes] of [["yes", true], ["no", false]]) by(id).addEventListener("click", () => send("agree", { yes }));
}
