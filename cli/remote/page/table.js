// The state of the table comes in over a socket; each part of the page shows its share, and what is chosen goes back.
import * as asking from "./asking.js";
import * as choice from "./choice.js";
import * as connection from "./connection.js";
import * as log from "./log.js";
import { by, put } from "./make.js";
import * as panels from "./panels.js";
import * as people from "./people.js";
import * as question from "./question.js";
import * as scene from "./scene.js";
import * as settings from "./settings.js";
import * as together from "./together.js";
import { say, speak } from "./speech.js";

const SECTIONS = ["seen", "game-told", "beside"];
const LEFT = 4004;
let state = null, refusal = "";

function show(message) {
  const before = state;
  state = message;
  speak(state.language);
  if (!state.asked || state.asked.number !== before?.asked?.number) put("refusal", "");
  // First, since it looks where things were.
  scene.show(state);
  const isNew = choice.open(state.asked);
  document.title = (state.asked ? "● " : "") + state.game;
  put("game", [state.game, ...state.variants].join(", "));
  put("who", state.seat === null ? say("onlooker") : say("seat", state.players[state.seat].name));
  put("table-title", say("table"));
  for (const id of SECTIONS) by(id).hidden = false;
  asking.introduce(state, before);
  log.show(state);
  people.show(state);
  settings.show(state);
  together.show(state, before);
  asking.show(state);
  asking.showWish(state);
  panels.show();
  showQuestion(isNew);
  showState();
  if (state.result && !before?.result) log.announce([by("state").textContent]);
}

function showQuestion(isNew) {
  question.show(isNew);
  scene.light();
  question.narrow();
  if (isNew) question.focus();
}

function showState() {
  const over = state.result, names = (seats) => seats.map((seat) => state.players[seat].name).join(", ");
  by("over").hidden = !over;
  if (over) {
    const points = over.scores?.map((score, seat) => `${state.players[seat].name} ${score}`).join(", ");
    put("over", [points ? `${over.points || say("points")}: ${points}.` : "", say("seed", over.seed)].join(" ").trim());
    put("state", say("over", over.told));
  } else if (state.stuck) put("state", say("stuck"));
  else if (choice.question()) put("state", choice.question().prompt || say("you-choose"));
  else if (!state.waiting.length) put("state", say("waiting-nobody"));
  else put("state", say("waiting", names(state.waiting)));
  headline();
}

// The heading of the table, which is only heard, says the same as the line above everything, which is only seen.
function headline() {
  if (!choice.question()) put("question", by("state").textContent);
  by("state").setAttribute("aria-hidden", String(!by("seen").hidden));
}

// Something was tapped or put back, or the answer has gone to the table.
function chosen() {
  scene.light();
  question.narrow();
  if (choice.question()) return;
  put("refusal", "");
  put("state", "...");
  by("asked").hidden = true;
  by("game-told").open = false;
  log.now();
  asking.forget();
}

function refused(message) {
  refusal = message.text;
  put("refusal", refusal);
  asking.answer([]);
  // The same question may come again.
  choice.again();
  if (!state) return;
  asking.show(state);
  showQuestion(true);
}

// The connection is not there, or not any more, perhaps for good.
function gone(why, code = 0) {
  if (together.standUp(code)) { connection.connect(); return; }
  by("again").hidden = !code;
  put("state", code === LEFT ? say("left") : code ? refusal : say(why));
  log.announce([by("state").textContent]);
  // What was on its way may be lost.
  log.forget();
  choice.again();
  by("asked").hidden = true;
  headline();
  if (!code) return;
  put("refusal", "");
  for (const id of [...SECTIONS, "wish", "seats", "rematch"]) by(id).hidden = true;
  put("again", say("come-back"));
  headline();
}

for (const part of [scene, question, asking, log, panels, settings, together]) part.begin();
choice.watch(chosen);
connection.hear("table", show);
connection.hear("refused", refused);
for (const [type, hearer] of Object.entries(together.hears)) connection.hear(type, hearer);
connection.open(() => ({ link: together.token(), language: settings.wanted(), width: scene.room() }), gone, log.again);
