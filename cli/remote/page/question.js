// The question and its options, as a list beside the table.
import * as choice from "./choice.js";
import { by, make, put } from "./make.js";
import { say } from "./speech.js";

const MANY = 12;
const DIGITS_APART = 800;
const DESK = matchMedia("(min-width: 62rem)");
const NUMBER = /^-?[0-9]+$/;
const NUMBERED = /^-?[0-9]+\b/;
let typed = "", typedAt = 0, listed = {};

export function show(isNew) {
  const asked = choice.question();
  by("asked").hidden = !asked;
  if (!asked) return;
  put("question", asked.prompt || say("question"));
  const words = asked.kind === "words";
  const numbers = amounts(asked), counts = numbers.length > 0;
  by("saying").hidden = !words && !counts;
  by("narrowing").hidden = words || counts || asked.options.length <= MANY;
  by("saying").querySelector("label").textContent = asked.prompt;
  by("saying").querySelector("button").textContent = say(counts ? "done" : "say-it");
  by("narrowing").querySelector("label").textContent = say("filter");
  if (isNew) {
    [by("filter").value, by("words").value, typed] = ["", "", ""];
    by("words").type = counts ? "number" : "text";
    [by("words").min, by("words").max] = counts ? [numbers[0].label, numbers.at(-1).label] : ["", ""];
  }
  // What can be tapped on the table need not fill the screen as a list as well; what cannot is always there.
  const onTable = asked.options.some((option) => option.at.length);
  const few = asked.options.length <= MANY ? !onTable || DESK.matches : !onTable && !counts;
  if (isNew) {
    by("listed").open = few;
    by("as-list").hidden = few;
  }
  list();
  by("listed").hidden = words && !listable(asked).length;
  put("as-list", say("as-list", asked.options.length));
}

// A new question has the focus, unless somebody is writing.
export function focus() {
  const asked = choice.question(), busy = document.activeElement?.closest("#people, #about");
  if (asked && !busy) (asked.kind === "words" ? by("words") : by("question")).focus({ preventScroll: true });
}

// Options besides typed words are buttons.
const listable = (asked) => asked.options.filter((option) => asked.kind !== "words" || option.key === "pass");

// All options: neighbours with one heading together, and others one after another. A list that is closed stays empty.
// Return whether anything has changed.
function list() {
  const asked = choice.question(), options = asked && by("listed").open ? listable(asked) : [];
  const told = JSON.stringify(options.map((option) => [option.label, option.heading, option.entry, option.leads, option.text]));
  if (asked?.number === listed.number && told === listed.told) return false;
  listed = { number: asked?.number, told };
  // A number before a number would be read as that one.
  const numbered = asked?.kind !== "words" && !options.some((option) => NUMBER.test(option.label));
  const groups = [];
  options.forEach((option, place) => {
    const last = groups.at(-1);
    if (last && option.heading && last.heading === option.heading) last.members.push([option, place]);
    else groups.push({ heading: option.heading, members: [[option, place]] });
  });
  by("options").replaceChildren();
  let alone = null;
  const labels = [];
  groups.forEach(({ heading, members }, number) => {
    const shared = members.length > 1 && !members.some(([option]) => NUMBERED.test(option.entry));
    const items = members.map(([option, place]) => {
      const label = shared ? option.entry : option.label;
      const beside = [option.leads, option.text].filter(Boolean).join(". ");
      labels.push(label);
      const item = entry(option, numbered ? `${place + 1}. ${label}` : label, beside, `text-${place}`);
      item.option = option;
      return item;
    });
    if (shared) {
      const title = make("h3", { id: `group-${number}` }, heading.replace(/[,: ]+$/, ""));
      by("options").append(make("div", {}, title, make("ol", { "aria-labelledby": title.id }, ...items)));
      alone = null;
    } else {
      if (!alone) by("options").append(make("div", {}, alone = make("ol")));
      alone.append(...items);
    }
  });
  widen("options", labels);
  return true;
}

// Columns are as wide as the longest of some labels, within bounds.
function widen(id, labels) {
  const longest = Math.max(0, ...labels.map((label) => label.length));
  by(id).style.setProperty("--widest", `${Math.min(0.8 * longest + 4, 24)}ch`);
}

function entry(option, label, beside, id) {
  const button = make("button", { type: "button" }, label);
  button.addEventListener("click", () => choice.take(option));
  if (!beside) return make("li", {}, button);
  // Effects and card texts are read out after the name, so that listeners can skip them.
  button.setAttribute("aria-describedby", id);
  return make("li", {}, button, make("small", { id }, beside));
}

// Show what can still be meant: after what was tapped, and with what was typed.
export function narrow() {
  const asked = choice.question();
  if (!asked) return;
  const picks = choice.picked(), left = new Set(choice.candidates()), gathers = choice.gathers();
  const taken = !gathers && choice.chosen().length > 0;
  const wanted = by("narrowing").hidden ? "" : by("filter").value.trim().toLocaleLowerCase();
  by("picking").hidden = asked.most <= 1;
  put("picked", asked.most > 1 ? say("picked", asked.picked + picks.length, asked.most) : "");
  put("done", say("done"));
  by("done").hidden = !gathers;
  by("done").disabled = !choice.isEnough();
  if (gathers && choice.isFull() && by("options").contains(document.activeElement)) by("done").focus();
  by("other-choice").hidden = !taken;
  put("other", say("choose-again"));
  // Of many numbers, which can be typed, the least and the most are enough.
  const ends = amounts(asked).slice(1, -1), beyond = choice.beyond().filter((option) => !ends.includes(option));
  by("beyond").replaceChildren(...beyond.map((option, place) => entry(option, option.label, option.leads, `leads-${place}`)));
  widen("beyond", beyond.map((option) => option.label));
  for (const item of by("options").querySelectorAll("li")) {
    const { option } = item;
    item.hidden = (taken && !left.has(option)) || !item.textContent.toLocaleLowerCase().includes(wanted);
    if (gathers) item.firstChild.setAttribute("aria-pressed", String(picks.includes(option)));
  }
  for (const group of by("options").children) group.hidden = !group.querySelector("li:not([hidden])");
  // What was tapped may mean several options: one of them comes next.
  if (choice.chosen().length && !choice.next().size && by("view").contains(document.activeElement)) {
    [...by("asked").querySelectorAll("button:enabled")].find((button) => button.checkVisibility() && button !== by("other"))?.focus();
  }
}

function unfold() { if (list()) narrow(); }

// The options that are numbers, if there are too many for buttons.
function amounts(asked) {
  const found = asked.kind === "words" ? [] : asked.options.filter((option) => NUMBER.test(option.label));
  return found.length > MANY ? found : [];
}

// A number moves to the option with that number, or that is that number; Enter or Space then takes it.
function pointAt(event) {
  if (event.key === "Escape") choice.putBack();
  if (!/^[0-9]$/.test(event.key)) { typed = ""; return; }
  if (event.ctrlKey || event.altKey || event.metaKey || ["INPUT", "SELECT"].includes(event.target.tagName)) return;
  typed = event.timeStamp - typedAt < DIGITS_APART ? typed + event.key : event.key;
  typedAt = event.timeStamp;
  by("listed").open = true;
  unfold();
  const shows = (one) => one.textContent === typed || one.textContent.startsWith(`${typed}. `);
  const button = [...by("options").querySelectorAll("button")].find(shows);
  if (button && !by("asked").hidden) button.focus();
}

export function begin() {
  by("filter").addEventListener("input", narrow);
  by("listed").addEventListener("toggle", unfold);
  by("other").addEventListener("click", choice.putBack);
  by("done").addEventListener("click", choice.done);
  by("saying").addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = by("words").value.trim(), asked = choice.question(), wanted = amounts(asked).find((option) => option.label === typed);
    if (wanted) choice.take(wanted);
    else if (asked.kind === "words" && typed) choice.say(typed);
    else if (typed) { by("words").setCustomValidity(say("no-option")); by("words").reportValidity(); }
  });
  by("words").addEventListener("input", () => by("words").setCustomValidity(""));
  document.addEventListener("keydown", pointAt);
}
