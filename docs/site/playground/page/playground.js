// The page of the playground: a rulebook is written here, checked and played by two workers, and shared in a link.
import * as editor from "./editor.js";
import { packed, unpacked } from "./share.js";
import { EXAMPLES, FIRST, WORDS } from "./words.js";

const PAUSE = 150;
const DRAFT = "playground-text", SPOKEN = "language";
const by = (id) => document.getElementById(id);
const table = by("table");
let language = spoken(), looks = 0, waiting = 0, findings = [], seed = 0, looked = "";

function spoken() {
  const wanted = [localStorage.getItem(SPOKEN), ...navigator.languages.map((one) => one.slice(0, 2))];
  return wanted.find((one) => one in WORDS) ?? "en";
}

const say = (key, ...parts) => WORDS[language][key].replace(/\{(\d)\}/g, (_, place) => parts[place]);

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// Words between backquotes are code.
const told = (text) => text.split("`").map((piece, place) => place % 2 ? make("code", {}, piece) : piece);

function put(id, text) { if (by(id).textContent !== text) by(id).textContent = text; }

// ---- the two workers

function started(name, hears) {
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name });
  worker.onmessage = ({ data }) => { if (data.broken) broke(data.broken); else hears(data); };
  worker.onerror = () => broke(say("too-old"));
  return worker;
}

function broke(why) {
  put("waiting", say("broken", why.trim().split("\n").at(-1)));
}

// The table comes first: a game should begin soon. The other worker starts when it has.
let checks = null;
const plays = started("plays", (message) => {
  if (message.ready) { put("waiting", say("opening")); return; }
  if (!checks) { checks = started("checks", checked); look(); }
  const { type, findings: wrong } = JSON.parse(message);
  if (type === "begun") {
    put("waiting", "");
    document.body.dataset.table = "open";
    table.contentWindow.location.reload();
  } else if (type === "cannot") {
    put("waiting", say("cannot"));
    show(wrong, true);
  } else table.contentWindow.postMessage(message, location.origin);
});

window.addEventListener("message", ({ source, data }) => {
  if (source === table.contentWindow) plays.postMessage({ said: data });
});

function run(again = false) {
  if (!again) seed = Math.floor(Math.random() * 1e6);
  const variant = by("variant").value, players = Number(by("players").value);
  put("waiting", say(checks ? "opening" : "loading"));
  sessionStorage.setItem(SPOKEN, language);
  plays.postMessage({ wanted: { text: editor.text(), variants: variant ? [variant] : [], players: players || null, seed, language } });
}

// ---- what lint says

function look() {
  clearTimeout(waiting);
  looks += 1;
  waiting = setTimeout(() => checks?.postMessage({ number: looks, text: editor.text(), language }), PAUSE);
}

function checked(message) {
  if (message.ready || message.number !== looks) return;
  show(message.findings, message.whole);
  offer(message);
}

function show(found, whole) {
  findings = found;
  looked = whole ? "sound" : "looking";
  editor.mark(findings);
  by("found").replaceChildren(...findings.map(item));
  verdict();
  here();
}

function verdict() {
  const count = (severity) => findings.filter((one) => one.severity === severity).length;
  put("verdict", findings.length ? say("counted", count("error"), count("warning")) : looked && say(looked));
  by("count").textContent = findings.length || "";
}

function item(finding) {
  const jump = make("button", { type: "button", className: "place" },
    make("b", { className: finding.severity }, finding.line ? say("line", finding.line) : finding.name), " ", ...told(finding.message));
  jump.addEventListener("click", () => { open("write"); editor.jump(finding); });
  const more = make("a", { href: `../lint/${finding.name}.html`, target: "_blank" }, say("explain"));
  const row = make("li", {}, jump, ...(finding.help ? [make("small", {}, ...told(finding.help))] : []), make("span", { className: "ways" }, more));
  if (finding.fix.length) {
    const mend = make("button", { type: "button" }, say("mend"));
    mend.addEventListener("click", () => editor.mend(finding.fix));
    row.lastChild.prepend(mend);
  }
  return row;
}

// The messages about the place where somebody types stand out.
function here() {
  const place = editor.caret();
  findings.forEach(({ line, start, end }, number) => {
    by("found").children[number]?.classList.toggle("here", Boolean(line) && start <= place && place <= end);
  });
}

// ---- how it can be played

function fill(select, options, value) {
  const shown = JSON.stringify(options);
  if (select.dataset.shown !== shown) {
    select.dataset.shown = shown;
    select.replaceChildren(...options.map(([of, text]) => make("option", { value: of }, text)));
    select.value = options.some(([of]) => of === value) ? value : options[0]?.[0] ?? "";
  }
  select.parentElement.hidden = options.length < 2;
}

function offer({ variants, players, playable }) {
  if (!playable) return;
  fill(by("variant"), [["", say("no-variant")], ...variants.map(({ name, title }) => [name, title])], by("variant").value);
  const counts = players.length ? Array.from({ length: players[1] - players[0] + 1 }, (_, more) => String(players[0] + more)) : [];
  fill(by("players"), counts.map((count) => [count, count]), by("players").value);
}

// ---- which rulebook

async function openExample(name) {
  const example = EXAMPLES.flatMap(([, some]) => some).find(([one]) => one === name);
  if (!example) return false;
  start(await (await fetch(`examples/${name}.rules`)).text());
  by("examples").value = name;
  return true;
}

function start(text) {
  for (const id of ["variant", "players"]) { delete by(id).dataset.shown; by(id).replaceChildren(); by(id).parentElement.hidden = true; }
  findings = [];
  looked = "";
  verdict();
  by("found").replaceChildren();
  editor.fill(text);
  look();
  run();
}

// A link names a bundled rulebook, or holds a whole text; else it goes on with what was written here last.
async function arrive() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  try {
    if (wanted.has("text")) { start(await unpacked(wanted.get("text"))); return; }
  } catch { put("shared", say("bad-link")); }
  if (wanted.has("game") && await openExample(wanted.get("game"))) { open("play"); return; }
  const draft = localStorage.getItem(DRAFT);
  if (draft !== null) start(draft);
  else await openExample(FIRST);
}

async function share() {
  const link = `${location.href.split("#")[0]}#text=${await packed(editor.text())}`;
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    put("shared", say("copied"));
  } catch { put("shared", say("in-address")); }
}

// ---- the page itself

function open(part) {
  document.body.dataset.part = part;
  for (const button of document.querySelectorAll("[data-opens]")) button.setAttribute("aria-pressed", String(button.dataset.opens === part));
}

function speak() {
  document.documentElement.lang = language;
  document.title = `${say("title")} · Rulewright`;
  for (const element of document.querySelectorAll("[data-say]")) element.textContent = say(element.dataset.say);
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", say(element.dataset.label));
  const chosen = by("examples").value;
  by("examples").replaceChildren(make("option", { value: "" }, "…"), ...EXAMPLES.map(([kind, some]) => make("optgroup", { label: say(kind) },
    ...some.map(([name, titles]) => make("option", { value: name }, titles[language] ?? titles.en)))));
  by("examples").value = chosen;
  verdict();
}

by("language").replaceChildren(...Object.entries(WORDS).map(([code, words]) => make("option", { value: code }, words["own-name"])));
by("language").value = language;
by("language").addEventListener("change", () => {
  language = by("language").value;
  localStorage.setItem(SPOKEN, language);
  sessionStorage.setItem(SPOKEN, language);
  speak();
  delete by("variant").dataset.shown;
  look();
  table.contentWindow.location.reload();
});
// Where everything fits, the cheat sheet lies over the table until it is put away.
for (const button of document.querySelectorAll("[data-opens]")) {
  button.addEventListener("click", () => open(button.closest("header") && document.body.dataset.part === "words" ? "play" : button.dataset.opens));
}
by("examples").addEventListener("change", () => { if (by("examples").value) location.hash = `game=${by("examples").value}`; });
by("share").addEventListener("click", share);
by("run").addEventListener("click", () => { open("play"); run(); });
by("restart").addEventListener("click", () => { open("play"); run(true); });
for (const id of ["variant", "players"]) by(id).addEventListener("change", () => run());
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); by("run").click(); }
});
window.addEventListener("hashchange", arrive);
editor.begin(() => {
  localStorage.setItem(DRAFT, editor.text());
  by("examples").value = "";
  put("shared", "");
  look();
}, here);
speak();
open("write");
arrive();
