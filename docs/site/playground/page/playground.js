// The page of the playground: a rulebook is written here, checked and played by two workers, and shared in a link.
import * as editor from "./editor.js";
import * as offers from "./offers.js";
import { changed, named, offer, read, setting, written } from "./settings.js";
import { packed, unpacked } from "./share.js";
import { EXAMPLES, FIRST, WORDS } from "./words.js";

const PAUSE = 150, REST = 400, LONGEST = 10000, NOTICED = 2000, LARGEST = 1e6;
const DRAFT = "playground-text", SETTINGS = "playground-settings", SPOKEN = "language";
const by = (id) => document.getElementById(id);
const table = by("table");
let language = spoken(), looks = 0, waiting = 0, resting = 0, findings = [], looked = "";

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

function broke(why) {
  put("waiting", say("broken", why.trim().split("\n").at(-1)));
}

// A worker that is replaced by another if it takes too long, or has broken for good: no rulebook may hang the page.
function helper(name, hears, fails) {
  let worker = null, clock = 0, doing = "";
  const end = () => {
    clearTimeout(clock);
    worker.terminate();
    begin();
    fails(doing);
  };
  const begin = () => {
    worker = new Worker(new URL("worker.js", import.meta.url), { type: "module", name });
    worker.onerror = () => broke(say("too-old"));
    worker.onmessage = ({ data }) => {
      if (data.broken) {
        clearTimeout(clock);
        if (data.fatal) end(); else broke(data.broken);
        return;
      }
      if ("doing" in data) {
        doing = data.doing;
        clearTimeout(clock);
        if (doing) clock = setTimeout(end, LONGEST);
      }
      hears(data);
    };
  };
  begin();
  return Object.assign((message) => worker.postMessage(message), { end });
}

// ---- the game

// `game` stands on the table, with its choices so far; `wanted` was asked for last. What a game began with never changes.
let game = null, wanted = null, seed = 0, notice = "", tired = 0;
let checks = null;
const plays = helper("plays", (message) => {
  if (message.ready) { put("waiting", say("opening")); return; }
  if ("doing" in message) { thinks(message.doing); return; }
  check();
  const { type, findings: wrong, choices, fitting, stopped } = JSON.parse(message.text);
  if (type === "begun") {
    game = { wanted, choices: wanted.choices };
    if (choices && !notice) notice = stopped ? say("fits", fitting, choices, stopped) : say("all-fit", choices);
    put("waiting", notice);
    notice = "";
    document.body.dataset.table = "open";
    table.contentWindow.location.reload();
  } else if (type === "kept") {
    if (choices.length > game.choices.length) wanted.resumed = false;
    game.choices = choices;
  } else if (type === "cannot") {
    put("waiting", say("cannot"));
    show(wrong, true);
  } else table.contentWindow.postMessage(message.text, location.origin);
}, (doing) => {
  // A game that stood on the table goes on from its last choice, unless that is what takes so long.
  const before = game, tires = doing === "thinking" && before?.wanted.computer === "search";
  game = null;
  thinks("");
  notice = tires ? say("tired") : say("too-long");
  put("waiting", notice);
  check();
  if (tires || (before && doing !== "thinking" && !wanted.resumed)) {
    ask({ ...before.wanted, computer: tires ? "random" : before.wanted.computer, choices: before.choices, resumed: true });
  } else notice = "";
});

// The table comes first: a game should begin soon. The other worker starts when it has, or cannot.
function check() {
  if (checks) return;
  checks = helper("checks", checked, unchecked);
  look();
}

window.addEventListener("message", ({ source, data }) => {
  if (source === table.contentWindow) plays({ said: data });
});

function ask(what) {
  wanted = what;
  plays({ wanted });
}

function thinks(doing) {
  clearTimeout(tired);
  if (doing === "thinking") tired = setTimeout(() => { by("enough").hidden = false; }, NOTICED);
  else by("enough").hidden = true;
}

function run(way = "new") {
  notice = "";
  if (way === "new") seed = Math.floor(Math.random() * 1e6);
  put("waiting", say(checks ? "opening" : "loading"));
  sessionStorage.setItem(SPOKEN, language);
  ask({ text: editor.text(), ...setting(), computer: "search", seed, language, choices: way === "on" && game ? game.choices : [] });
}

// ---- what lint says

function look() {
  clearTimeout(waiting);
  looks += 1;
  waiting = setTimeout(() => checks?.({ number: looks, text: editor.text(), language }), PAUSE);
}

function checked(message) {
  if ("mended" in message) {
    if (message.text === editor.text()) editor.replace(message.mended);
  } else if ("about" in message) put("about", message.about);
  else if (message.offers) {
    if (message.text === editor.text() && message.place === editor.caret()) offers.show(message, editor.spot(message.start), editor.write);
  } else if (message.findings && message.number === looks) {
    show(message.findings, message.whole);
    if (message.playable) offer(message, say);
  }
}

function unchecked() {
  findings = [];
  looked = "too-much";
  verdict();
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
  by("mend-all").hidden = !findings.some((one) => one.fix.length);
}

function item(finding) {
  const jump = make("button", { type: "button", className: "place" },
    make("b", { className: finding.severity }, finding.line ? say("line", finding.line) : finding.name), " ", ...told(finding.message));
  jump.addEventListener("click", () => leap(finding));
  const more = make("a", { href: `../lint/${finding.name}.html`, target: "_blank" }, say("explain"));
  const row = make("li", {}, jump, ...(finding.help ? [make("small", {}, ...told(finding.help))] : []), make("span", { className: "ways" }, more));
  if (finding.fix.length) {
    const mend = make("button", { type: "button" }, say("mend"));
    mend.addEventListener("click", () => editor.mend(finding.fix));
    row.lastChild.prepend(mend);
  }
  return row;
}

// The messages about the place where somebody types stand out; below them is shown what the name there means.
function here() {
  const place = editor.caret();
  clearTimeout(resting);
  resting = setTimeout(() => checks?.({ text: editor.text(), rests: editor.caret() }), REST);
  findings.forEach(({ line, start, end }, number) => {
    by("found").children[number]?.classList.toggle("here", Boolean(line) && start <= place && place <= end);
  });
}

function leap(finding) {
  open("write");
  editor.jump(finding);
}

// The next message behind the caret, or the last one before it, and then round again.
function next(back) {
  const placed = findings.filter((one) => one.line).sort((one, other) => one.start - other.start);
  const place = editor.caret();
  const found = back ? placed.findLast((one) => one.end < place) ?? placed.at(-1) : placed.find((one) => one.start > place) ?? placed[0];
  if (found) leap(found);
}

// ---- which rulebook

async function openExample(name, params) {
  const example = EXAMPLES.flatMap(([, some]) => some).find(([one]) => one === name);
  if (!example) return false;
  start(await (await fetch(`examples/${name}.rules`)).text(), params);
  by("examples").value = name;
  return true;
}

function start(text, params) {
  read(params);
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
  const params = new URLSearchParams(location.hash.slice(1));
  try {
    if (params.has("text")) { start(await unpacked(params.get("text")), params); return; }
  } catch { put("shared", say("bad-link")); }
  if (params.has("game") && await openExample(params.get("game"), params)) { open("play"); return; }
  const draft = localStorage.getItem(DRAFT);
  if (draft !== null) start(draft, new URLSearchParams(localStorage.getItem(SETTINGS)));
  else await openExample(FIRST, params);
}

function lead(...parts) {
  history.replaceState(null, "", `${location.href.split("#")[0]}#${new URLSearchParams([...parts, ...written()])}`);
}

async function share() {
  lead(["text", await packed(editor.text())]);
  try {
    await navigator.clipboard.writeText(location.href);
    put("shared", say("copied"));
  } catch { put("shared", say("in-address")); }
}

// From here on the text is this reader's own, and no longer that of the address.
function keep() {
  localStorage.setItem(DRAFT, editor.text());
  localStorage.setItem(SETTINGS, new URLSearchParams(written()));
  if (location.hash) history.replaceState(null, "", location.href.split("#")[0]);
  by("examples").value = "";
  put("shared", "");
}

function take(file) {
  if (!file) return;
  if (file.size > LARGEST) put("shared", say("too-large"));
  else {
    file.text().then((text) => {
      start(text.replaceAll("\r\n", "\n"), new URLSearchParams());
      keep();
    });
  }
}

function download() {
  const link = make("a", { href: URL.createObjectURL(new Blob([editor.text()], { type: "text/plain" })), download: `${named(editor.text())}.rules` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), PAUSE);
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
  for (const sheet of document.querySelectorAll("#words [lang]")) sheet.hidden = sheet.lang !== language;
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
  look();
  table.contentWindow.location.reload();
});
// Where everything fits, the cheat sheet lies over the table until it is put away.
for (const button of document.querySelectorAll("[data-opens]")) {
  button.addEventListener("click", () => open(button.closest("header") && document.body.dataset.part === "words" ? "play" : button.dataset.opens));
}
by("examples").addEventListener("change", () => { if (by("examples").value) location.hash = `game=${by("examples").value}`; });
by("share").addEventListener("click", share);
by("download").addEventListener("click", download);
by("open-file").addEventListener("click", () => by("file").click());
by("file").addEventListener("change", () => { take(by("file").files[0]); by("file").value = ""; });
by("mend-all").addEventListener("click", () => checks({ text: editor.text() }));
for (const way of ["new", "again", "on"]) by(way).addEventListener("click", () => { open("play"); run(way); });
by("enough").addEventListener("click", plays.end);
changed(() => {
  const { game: name } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  localStorage.setItem(SETTINGS, new URLSearchParams(written()));
  if (name) lead(["game", name]);
  run();
});
document.addEventListener("keydown", (event) => {
  const { key, altKey, shiftKey } = event;
  const moves = key === "F8" ? shiftKey : altKey && key === "ArrowUp" ? true : altKey && key === "ArrowDown" ? false : null;
  if (key === "Enter" && (event.ctrlKey || event.metaKey)) by(shiftKey ? "on" : "new").click();
  else if (moves !== null) next(moves);
  else return;
  event.preventDefault();
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("dragenter", () => document.body.classList.add("dragging"));
document.addEventListener("drop", (event) => {
  document.body.classList.remove("dragging");
  if (!event.dataTransfer.files.length) return;
  event.preventDefault();
  take(event.dataTransfer.files[0]);
});
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dragging"); });
window.addEventListener("hashchange", arrive);
offers.begin(() => checks?.({ text: editor.text(), place: editor.caret() }), editor.write);
editor.begin(() => {
  keep();
  look();
}, here);
speak();
open("write");
arrive();
