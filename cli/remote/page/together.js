// The people at the table: free seats, talk, one more game, and the notice that it is one's turn.
import { send } from "./connection.js";
import { by, make, put } from "./make.js";
import { say } from "./speech.js";

const NO_LINK = 4001, RENEWED = 4003;
const SECRET_BYTES = 16;
const AWHILE = 4000;
const SHOWN = 6000;
const ROLES = { host: "says-host", onlooker: "says-onlooker" };
let shown = null, seat = null, own = "", waited = 0, audio = null, passing = 0;

// What is kept in this browser; some keep nothing.
export function kept(name) { try { return localStorage.getItem(name); } catch { return null; } }
export function keep(name, value) {
  try { if (value === null) localStorage.removeItem(name); else localStorage.setItem(name, value); } catch { /* It works without. */ }
}

const link = () => location.hash.slice(1);
const drawer = () => document.querySelector("[data-panel=people]");
const secretOf = () => `seat ${link()}`;

// What opens the table for this browser: the secret of its seat, or the link that it was opened with.
export const token = () => kept(secretOf()) ?? link();

// Whether the table can be opened without a seat that is not this browser's any more.
export function standUp(code) {
  if ((code !== NO_LINK && code !== RENEWED) || !kept(secretOf())) return false;
  keep(secretOf(), null);
  return true;
}

function sit(place) {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const secret = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  // The answer may be lost with the connection.
  keep(secretOf(), secret);
  keep("name", by("sitter").value);
  send("sit", { seat: place, name: by("sitter").value, secret });
}

export function show(state, before) {
  seat = state.seat;
  own = state.players[seat]?.name;
  shown = state;
  showSeats(state);
  showAgain();
  by("chat").setAttribute("aria-label", say("chat"));
  put("own-title", say("own-link"));
  by("own").hidden = seat === null;
  by("own-link").value = `${location.origin}${location.pathname}#${token()}`;
  by("talking").querySelector("label").textContent = say("chat-say");
  by("talking").querySelector("button").textContent = say("say-it");
  put("sound-title", say("sound"));
  put("notify-title", say("notify"));
  by("switches").hidden = seat === null;
  if (before?.asked && !state.asked) waited = Date.now();
  if (before?.seat === seat && !before.asked && state.asked) tell(state);
}

// Whoever has no seat sees which are free; the others are in the list of players.
function showSeats(state) {
  const free = state.players.flatMap((one, place) => one.free ? [place] : []);
  by("seats").hidden = seat !== null || !free.length || state.result !== null;
  if (by("seats").hidden) return;
  put("seats-title", say("take-seat"));
  by("sitting").querySelector("label").textContent = say("name");
  by("free").replaceChildren(...free.map((place) => {
    const button = make("button", { type: "submit", value: String(place) }, `${say("sit-here")}: ${state.players[place].name}`);
    return make("li", {}, button);
  }));
}

function showAgain() {
  const state = shown;
  by("rematch").hidden = by("company").hidden || state.result === null || (seat === null && !state.again.length);
  put("wants-again", state.again.length ? say("wants-again", state.again.map((one) => state.players[one].name).join(", ")) : "");
  put("play-again", say("play-again"));
  by("play-again").hidden = seat === null || state.again.includes(seat);
}

function showChat(message) {
  const list = by("chat");
  const speaker = (line) => line.role === "player" ? line.name : say(ROLES[line.role], line.name).trim();
  const items = message.lines.map((line) => make("p", {}, make("b", { class: line.role, dir: "auto" }, `${speaker(line)}:`), " ", make("bdi", {}, line.text)));
  if (message.all) list.replaceChildren(...items);
  else list.append(...items);
  list.scrollTop = list.scrollHeight;
  const last = message.lines.at(-1);
  if (message.all || (last.role === "player" && last.name === own) || list.checkVisibility?.()) return;
  // The list is in a drawer that is closed.
  drawer()?.classList.add("unread");
  put("said", items.at(-1).textContent);
  clearTimeout(passing);
  passing = setTimeout(() => put("said", ""), SHOWN);
}

// Tell somebody who has waited, or looks elsewhere, that it is their turn.
function tell(state) {
  if (!document.hidden && Date.now() - waited < AWHILE) return;
  if (kept("sound") !== "off") chime();
  if (!document.hidden || kept("notify") !== "on" || Notification.permission !== "granted") return;
  // Some browsers have notifications only for pages with a worker.
  try { new Notification(state.game, { body: state.asked.prompt || say("you-choose"), tag: link() }); } catch { keep("notify", null); }
}

function chime() {
  // A browser lets a page make sounds only after somebody has touched it.
  if (audio?.state !== "running") return;
  const now = audio.currentTime, tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.setValueAtTime(660, now);
  tone.frequency.setValueAtTime(880, now + .12);
  volume.gain.setValueAtTime(.1, now);
  volume.gain.exponentialRampToValueAtTime(.001, now + .4);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + .4);
}

async function switchNotices() {
  const on = by("notify").checked && await Notification.requestPermission() === "granted";
  by("notify").checked = on;
  keep("notify", on ? "on" : null);
}

// Only a table with other people tells who is around.
function showAround(message) {
  by("company").hidden = false;
  put("watching", message.watching ? say("watching", message.watching) : "");
  showAgain();
}

export const hears = { chat: showChat, around: showAround };

export function begin() {
  by("sitter").value = kept("name") ?? "";
  by("sitting").addEventListener("submit", (event) => {
    event.preventDefault();
    sit(Number((event.submitter ?? by("free").querySelector("button")).value));
  });
  by("talking").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!by("line").value.trim()) return;
    // The table knows how an onlooker is called only as long as the connection lasts.
    if (seat === null && kept("name")) send("name", { name: kept("name") });
    send("say", { text: by("line").value });
    by("line").value = "";
  });
  by("play-again").addEventListener("click", () => send("again"));
  drawer()?.addEventListener("click", () => drawer().classList.remove("unread"));
  by("own-link").addEventListener("focus", () => by("own-link").select());
  by("sound").checked = kept("sound") !== "off";
  by("sound").addEventListener("change", () => { keep("sound", by("sound").checked ? null : "off"); if (by("sound").checked) chime(); });
  const notifies = "Notification" in window && isSecureContext;
  by("notify-switch").hidden = !notifies;
  by("notify").checked = notifies && kept("notify") === "on" && Notification.permission === "granted";
  by("notify").addEventListener("change", switchNotices);
  document.addEventListener("pointerdown", () => { audio ??= new AudioContext(); audio.resume(); });
}
