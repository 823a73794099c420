// The viewer's own name, the language, and the way out.
import { connect, send } from "./connection.js";
import { by, make, put } from "./make.js";
import { language, say } from "./speech.js";

const KEPT = "language";

export const wanted = () => sessionStorage.getItem(KEPT) ?? language();

export function show(state) {
  by("naming").hidden = state.seat === null;
  by("naming").querySelector("label").textContent = say("name");
  by("naming").querySelector("button").textContent = say("call-me");
  document.querySelector("label[for=language]").textContent = say("language");
  put("leave", say("leave"));
  const select = by("language");
  if (select.options.length !== state.languages.length) {
    select.replaceChildren(...state.languages.map((one) => make("option", { value: one }, one)));
  }
  if (document.activeElement !== select) select.value = language();
  if (state.seat !== null && document.activeElement !== by("name")) by("name").value = state.players[state.seat].name;
}

export function begin() {
  by("naming").addEventListener("submit", (event) => { event.preventDefault(); send("name", { name: by("name").value }); });
  by("language").addEventListener("change", (event) => {
    sessionStorage.setItem(KEPT, event.target.value);
    send("language", { language: event.target.value });
  });
  by("leave").addEventListener("click", () => send("leave"));
  by("again").addEventListener("click", connect);
}
