// The state of the table comes in over a socket; the page shows it, and what is chosen goes back. Nothing is kept here.
import { PHRASES, SOURCE } from "./phrases.js";
import { make } from "./make.js";

const VERSION = 1;
const FINAL = new Set([1003, 1008, 1009, 4001, 4002, 4003, 4004]);
const MANY = 12;
const LONGEST_PAUSE = 5000;
const DIGITS_APART = 800;
const RESIZED = 300;
const SECTIONS = ["game-told", "told", "seen", "asking", "people", "settings"];

const by = (id) => document.getElementById(id);
let language = PHRASES[navigator.language.slice(0, 2)] ? navigator.language.slice(0, 2) : SOURCE;
let socket = null, state = null, pause = 500, retry = 0, answered = -1, refusal = "", typed = "", typedAt = 0, width = 0, resized = 0, taken = [];
let answers = "answer";

// French has spaces before some signs and after «, and Russian before a dash; no line ends there.
function unbroken(name, text) {
  return typeof text === "string" && name !== "key" && name !== "scene" ? text.replace(/(?<=«) | (?=[:;?!»→—])/g, "\u00a0") : text;
}

function say(key, ...parts) {
  const phrase = unbroken("", PHRASES[language]?.[key] ?? PHRASES[SOURCE][key]);
  return phrase.replace(/\{(\d)\}/g, (_, place) => parts[Number(place)]);
}

function put(id, text) {
  const element = by(id);
  // A screen reader should not repeat what has not changed.
  if (element.textContent !== text) element.textContent = text;
}

function send(type, parts) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ version: VERSION, type, ...parts }));
}

function connect() {
  clearTimeout(retry);
  if (socket) { socket.onclose = null; socket.close(); }
  const link = location.hash.slice(1);
  by("again").hidden = true;
  if (!link) { put("state", say("needs-link")); return; }
  put("state", say("connecting"));
  const here = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`);
  socket = here;
  here.onopen = () => {
    width = roomFor();
    send("hello", { link, language: sessionStorage.getItem("language") ?? language, width });
  };
  here.onmessage = (event) => { if (socket === here) hear(JSON.parse(event.data, unbroken)); };
  here.onclose = (event) => { if (socket === here) lost(event.code); };
}

function lost(code) {
  answered = -1;
  by("asked").hidden = true;
  if (FINAL.has(code)) {
    put("state", code === 4004 ? say("left") : refusal);
    put("refusal", "");
    for (const id of SECTIONS) by(id).hidden = true;
    by("wish").hidden = true;
    put("again", say("come-back"));
    by("again").hidden = false;
    return;
  }
  put("state", say("lost"));
  retry = setTimeout(connect, pause);
  pause = Math.min(LONGEST_PAUSE, pause * 2);
}

function hear(message) {
  if (message.type === "refused") {
    refusal = message.text;
    put("refusal", refusal);
    answer([]);
    // The same question may come again.
    answered = -1;
    if (state) showQuestion();
    return;
  }
  if (message.type === "told") { answer(message.lines); return; }
  if (message.type !== "table") return;
  pause = 500;
  const before = state;
  state = message;
  language = message.language;
  if (message.asked?.number !== before?.asked?.number || !message.asked) put("refusal", "");
  show(before);
}

function show(before) {
  document.documentElement.lang = language;
  document.title = (state.asked ? "● " : "") + state.game;
  put("game", [state.game, ...state.variants].join(", "));
  put("who", state.seat === null ? say("onlooker") : say("seat", state.players[state.seat].name));
  put("tale-title", say("tale"));
  put("table-title", say("table"));
  put("people-title", say("players"));
  for (const id of SECTIONS) by(id).hidden = false;
  showIntroduction(before);
  showTale();
  if (!before || before.scene !== state.scene) showScene();
  by("players").replaceChildren(...state.players.map((one, seat) => make("li", {}, [
    one.name, one.program ? say("program") : say(one.here ? "here" : "away"),
    ...(state.waiting.includes(seat) ? [say("chooses")] : []),
  ].join(" – "))));
  showSettings();
  showAsking();
  showWish();
  showQuestion(before);
  showState();
}

// The table draws itself; the page lights up what can be chosen on it.
function roomFor() {
  by("seen").hidden = false;
  return Math.floor(by("view").clientWidth) || document.documentElement.clientWidth;
}

function showScene() {
  const drawn = new DOMParser().parseFromString(state.scene, "image/svg+xml").documentElement;
  by("view").replaceChildren(document.importNode(drawn, true));
}

// What can still be meant after what has been tapped so far.
function candidates() {
  const asked = state?.asked;
  if (!asked || asked.number === answered || asked.kind === "words") return [];
  return asked.options.filter((option) => taken.every((one, place) => option.at[place] === one));
}

function light() {
  const next = new Set(candidates().map((option) => option.at[taken.length]).filter(Boolean));
  for (const element of by("view").querySelectorAll("[data-at]")) {
    const at = element.dataset.at, open = next.has(at), mine = taken.includes(at);
    element.classList.toggle("open", open);
    element.classList.toggle("taken", mine);
    if (open || mine) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", element.dataset.name ?? at);
      element.setAttribute("aria-pressed", String(mine));
    } else for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) element.removeAttribute(name);
  }
  by("other").hidden = !taken.length;
  put("other", say("choose-again"));
  narrow();
}

// A tap takes what is there; when only one option is left, that is chosen. A second tap takes it back.
function tap(at) {
  if (taken.includes(at)) { taken = taken.slice(0, taken.indexOf(at)); light(); return; }
  const before = taken;
  taken = [...taken, at];
  const left = candidates();
  if (!left.length) { taken = before; return; }
  if (left.length === 1 && left[0].at.length === taken.length) { choose(state.asked.number, left[0].key); return; }
  light();
}

function tapped(event) {
  const place = event.target.closest?.("[data-at].open, [data-at].taken");
  if (place) { event.preventDefault(); tap(place.dataset.at); }
}

// The game is told before the first choice, and one tap away afterwards.
function showIntroduction(before) {
  put("game-title", say("about-game"));
  put("how", say("ask-how"));
  const told = state.introduction.join("\n");
  if (!before || before.introduction.join("\n") !== told) {
    by("introduction").replaceChildren(...state.introduction.map((text) => make("p", {}, text)));
  }
  if (!before) by("game-told").open = !state.result && !state.has_chosen;
}

function showState() {
  const over = state.result;
  by("over").hidden = !over;
  if (over) {
    const winners = over.winners.length ? say("winner", over.winners.map((seat) => state.players[seat].name).join(", ")) : say("nobody-wins");
    const points = over.scores?.map((score, seat) => `${state.players[seat].name} ${score}`).join(", ");
    put("over", [points ? `${over.points || say("points")}: ${points}.` : "", say("seed", over.seed)].join(" ").trim());
    put("state", say("over", winners));
  } else if (state.stuck) put("state", say("stuck"));
  else if (state.asked && state.asked.number !== answered) put("state", state.asked.prompt || say("you-choose"));
  else if (!state.waiting.length) put("state", say("waiting-nobody"));
  else put("state", say("waiting", state.waiting.map((seat) => state.players[seat].name).join(", ")));
}

function showTale() {
  const list = by("tale");
  const lines = state.tale.length ? state.tale : [say("quiet")];
  const old = [...list.children].map((item) => item.textContent);
  // Keep what is already there, so that a screen reader reads only what is new.
  if (!old.length || old.some((text, place) => text !== lines[place])) list.replaceChildren();
  for (const text of lines.slice(list.children.length)) list.append(make("li", {}, text));
  list.scrollTop = list.scrollHeight;
  put("last", state.tale.at(-1) ?? "");
}

function showQuestion(before) {
  const asked = state.asked;
  const open = asked !== null && asked.number !== answered;
  by("asked").hidden = !open;
  if (!open) return;
  const words = asked.kind === "words";
  put("question", asked.prompt || say("question"));
  put("picked", asked.most > 1 ? say("picked", asked.picked, asked.most) : "");
  by("saying").hidden = !words;
  by("narrowing").hidden = words || asked.options.length <= MANY;
  by("saying").querySelector("label").textContent = asked.prompt;
  by("saying").querySelector("button").textContent = say("say-it");
  by("narrowing").querySelector("label").textContent = say("filter");
  const isNew = !before || before.asked === null || before.asked.number !== asked.number;
  if (isNew) { by("filter").value = ""; by("words").value = ""; typed = ""; }
  // A number before a number would be read as that one.
  const numbered = !words && !asked.options.some((option) => /^-?[0-9]+$/.test(option.label));
  // Options besides typed words are buttons.
  const buttons = asked.options.filter((option) => !words || option.key === "pass").map((option, place) => {
    const button = make("button", { type: "button" }, numbered ? `${place + 1}. ${option.label}` : option.label);
    button.addEventListener("click", () => choose(asked.number, option.key));
    const beside = [option.leads, option.text].filter(Boolean).join(". ");
    if (!beside) return make("li", {}, button);
    // Effects and card texts are read out after the name, so that listeners can skip them.
    button.setAttribute("aria-describedby", `text-${place}`);
    return make("li", {}, button, make("small", { id: `text-${place}` }, beside));
  });
  const shown = [...by("options").children].map((item) => item.textContent).join("\n");
  if (isNew || shown !== buttons.map((item) => item.textContent).join("\n")) by("options").replaceChildren(...buttons);
  // What can be tapped on the table need not fill the screen as a list as well; what cannot is always there.
  const onTable = asked.options.filter((option) => option.at.length).length;
  if (isNew) { taken = []; const few = asked.options.length <= MANY || !onTable; by("listed").open = few; by("as-list").hidden = few; }
  by("listed").hidden = words && !buttons.length;
  put("as-list", say("as-list", asked.options.length));
  by("beyond").replaceChildren(...(onTable && !by("listed").open ? asked.options.flatMap((option) => option.at.length ? [] : [beyond(asked, option)]) : []));
  light();
  const busy = document.activeElement?.closest("#settings");
  // Whoever is still reading what the game is should not lose the line.
  if (isNew && !busy) (words ? by("words") : by("question")).focus({ preventScroll: by("game-told").open });
}

function beyond(asked, option) {
  const button = make("button", { type: "button" }, option.label);
  button.addEventListener("click", () => choose(asked.number, option.key));
  return make("li", {}, button, ...(option.leads ? [make("small", {}, option.leads)] : []));
}

// Buttons for questions to the table, and for taking a choice back. Onlookers may only read the rules.
function showAsking() {
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
  for (const id of ["hint", "why"]) by(id).hidden = !plays || !state.asked || state.asked.number === answered;
}

function showWish() {
  const wish = state.wish;
  by("wish").hidden = wish === null;
  if (wish === null) { put("wished", ""); return; }
  const agrees = wish.waits.includes(state.seat), name = (seat) => state.players[seat].name;
  put("wished", agrees ? say("undo-agree", name(wish.seat)) : say("undo-wish", name(wish.seat), wish.waits.map(name).join(", ")));
  by("agreeing").hidden = !agrees;
  put("yes", say("yes"));
  put("no", say("no"));
}

function ask(what, name, where = "answer") {
  answers = where;
  answer([say("thinking")]);
  put("refusal", "");
  send("ask", { what, name });
}

function answer(lines) {
  by(answers).replaceChildren(...lines.map((line) => make("p", {}, line)));
}

function turnBack(type) {
  // The table may ask the same question again.
  answered = -1;
  put("refusal", "");
  send(type, {});
}

function narrow() {
  const wanted = by("narrowing").hidden ? "" : by("filter").value.trim().toLocaleLowerCase();
  const left = new Set(candidates()), options = state?.asked?.options ?? [];
  [...by("options").children].forEach((item, place) => {
    const other = taken.length > 0 && !left.has(options[place]);
    if (taken.length && !other) by("listed").open = true;
    item.hidden = other || !item.textContent.toLocaleLowerCase().includes(wanted);
  });
}

function choose(number, choice) {
  answered = number;
  taken = [];
  light();
  put("refusal", "");
  by("asked").hidden = true;
  by("state").textContent = "...";
  by("game-told").open = false;
  answer([]);
  send("choose", { number, choice });
}

function showSettings() {
  by("naming").hidden = state.seat === null;
  by("naming").querySelector("label").textContent = say("name");
  by("naming").querySelector("button").textContent = say("call-me");
  document.querySelector("label[for=language]").textContent = say("language");
  put("leave", say("leave"));
  const select = by("language");
  if (select.options.length !== state.languages.length) {
    select.replaceChildren(...state.languages.map((one) => make("option", { value: one }, one)));
  }
  if (document.activeElement !== select) select.value = language;
  if (state.seat !== null && document.activeElement !== by("name")) by("name").value = state.players[state.seat].name;
}

// A number moves to the option with that number, or that is that number; Enter or Space then takes it.
function pointAt(event) {
  const tag = event.target.tagName;
  if (!/^[0-9]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey || tag === "INPUT" || tag === "SELECT") return;
  typed = event.timeStamp - typedAt < DIGITS_APART ? typed + event.key : event.key;
  typedAt = event.timeStamp;
  by("listed").open = true;
  const shows = (one) => one.textContent === typed || one.textContent.startsWith(`${typed}. `);
  const button = [...by("options").querySelectorAll("button")].find(shows);
  if (button && !by("asked").hidden) button.focus();
}

by("filter").addEventListener("input", narrow);
by("view").addEventListener("click", tapped);
by("view").addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") tapped(event); });
by("other").addEventListener("click", () => { taken = []; light(); });
window.addEventListener("resize", () => {
  clearTimeout(resized);
  resized = setTimeout(() => { if (roomFor() !== width) { width = roomFor(); send("width", { width }); } }, RESIZED);
});
by("saying").addEventListener("submit", (event) => {
  event.preventDefault();
  if (by("words").value.trim()) choose(state.asked.number, by("words").value);
});
by("naming").addEventListener("submit", (event) => { event.preventDefault(); send("name", { name: by("name").value }); });
by("language").addEventListener("change", (event) => {
  sessionStorage.setItem("language", event.target.value);
  send("language", { language: event.target.value });
});
for (const type of ["undo", "redo"]) by(type).addEventListener("click", () => turnBack(type));
by("hint").addEventListener("click", () => ask("hint", ""));
by("how").addEventListener("click", () => ask("rules", "", "sheet"));
for (const what of ["why", "rules"]) by(what).addEventListener("click", () => ask(what, by("name-of").value));
by("about").addEventListener("submit", (event) => { event.preventDefault(); ask("read", by("name-of").value); });
for (const [id, yes] of [["yes", true], ["no", false]]) by(id).addEventListener("click", () => send("agree", { yes }));
by("leave").addEventListener("click", () => send("leave", {}));
by("again").addEventListener("click", connect);
document.addEventListener("keydown", pointAt);
window.addEventListener("hashchange", connect);
window.addEventListener("online", connect);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && socket?.readyState === WebSocket.CLOSED && by("again").hidden) connect();
});
connect();
