// The viewer's own name, the language, and the way out.
import { connect, send } from "./connection.js";
import { by, make, put } from "./make.js";
import { language, say } from "./speech.js";
import { keep, kept } from "./together.js";

const KEPT = "language";

export const wanted = () => sessionStorage.getItem(KEPT) ?? language();

export function show(state) {
  by("naming").querySelector("label").textContent = say("name");
  by("naming").querySelector("button").textContent = say("call-me");
  document.querySelector("label[for=language]").textContent = say("language");
  put("leave", say("leave"));
  const select = by("language");
  if (select.options.length !== state.languages.length) {
    select.replaceChildren(...state.languages.map((one) => make("option", { value: one }, one)));
  }
  if (document.activeElement !== select) select.value = language();
  const own = state.seat === null ? kept("name") ?? "" : state.players[state.seat].name;
  if (document.activeElement !== by("name")) by("name").value = own;
}

export function begin() {
  by("naming").addEventListener("submit", (event) => {
    event.preventDefault();
    keep("name", by("name").value);
    send("name", { name: by("name").value });
  });
  by("language").addEventListener("change", (event) => {
    sessionStorage.setItem(KEPT, event.target.value);
    send("language", { language: event.target.value });
  });
  by("leave").addEventListener("click", () => send("leave"));
  by("again").addEventListener("click", connect);
}
