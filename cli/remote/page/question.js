// The question and its options, as a list beside the table.
import * as choice from "./choice.js";
import { by, make, put } from "./make.js";
import { say } from "./speech.js";

const MANY = 12;
const DIGITS_APART = 800;
let typed = "", typedAt = 0;

export function show(isNew) {
  const asked = choice.question();
  by("asked").hidden = !asked;
  if (!asked) return;
  const words = asked.kind === "words";
  put("question", asked.prompt || say("question"));
  put("picked", asked.most > 1 ? say("picked", asked.picked, asked.most) : "");
  by("saying").hidden = !words;
  by("narrowing").hidden = words || asked.options.length <= MANY;
  by("saying").querySelector("label").textContent = asked.prompt;
  by("saying").querySelector("button").textContent = say("say-it");
  by("narrowing").querySelector("label").textContent = say("filter");
  if (isNew) { by("filter").value = ""; by("words").value = ""; typed = ""; }
  // A number before a number would be read as that one.
  const numbered = !words && !asked.options.some((option) => /^-?[0-9]+$/.test(option.label));
  // Options besides typed words are buttons.
  const buttons = asked.options.filter((option) => !words || option.key === "pass").map((option, place) => {
    const beside = [option.leads, option.text].filter(Boolean).join(". ");
    return entry(option, numbered ? `${place + 1}. ${option.label}` : option.label, beside, `text-${place}`);
  });
  const shown = [...by("options").children].map((item) => item.textContent).join("\n");
  if (isNew || shown !== buttons.map((item) => item.textContent).join("\n")) by("options").replaceChildren(...buttons);
  // What can be tapped on the table need not fill the screen as a list as well; what cannot is always there.
  const onTable = asked.options.filter((option) => option.at.length).length;
  if (isNew) {
    const few = asked.options.length <= MANY || !onTable;
    by("listed").open = few;
    by("as-list").hidden = few;
  }
  by("listed").hidden = words && !buttons.length;
  put("as-list", say("as-list", asked.options.length));
  const beyond = onTable && !by("listed").open ? asked.options.filter((option) => !option.at.length) : [];
  by("beyond").replaceChildren(...beyond.map((option, place) => entry(option, option.label, option.leads, `leads-${place}`)));
  const busy = document.activeElement?.closest("#settings");
  // Whoever is still reading what the game is should not lose the line.
  if (isNew && !busy) (words ? by("words") : by("question")).focus({ preventScroll: by("game-told").open });
}

function entry(option, label, beside, id) {
  const button = make("button", { type: "button" }, label);
  button.addEventListener("click", () => choice.choose(option.key));
  if (!beside) return make("li", {}, button);
  // Effects and card texts are read out after the name, so that listeners can skip them.
  button.setAttribute("aria-describedby", id);
  return make("li", {}, button, make("small", { id }, beside));
}

// Show what can still be meant: after what was tapped, and with what was typed.
export function narrow() {
  const taken = choice.picked(), wanted = by("narrowing").hidden ? "" : by("filter").value.trim().toLocaleLowerCase();
  const left = new Set(choice.candidates()), options = choice.question()?.options ?? [];
  by("other").hidden = !taken.length;
  put("other", say("choose-again"));
  if (taken.length) by("listed").open = true;
  [...by("options").children].forEach((item, place) => {
    const other = taken.length > 0 && !left.has(options[place]);
    item.hidden = other || !item.textContent.toLocaleLowerCase().includes(wanted);
  });
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

export function begin() {
  by("filter").addEventListener("input", narrow);
  by("other").addEventListener("click", choice.putBack);
  by("saying").addEventListener("submit", (event) => {
    event.preventDefault();
    if (by("words").value.trim()) choice.choose(by("words").value);
  });
  document.addEventListener("keydown", pointAt);
}
