// What happened since this seat's last choice.
import { by, make, put } from "./make.js";
import { say } from "./speech.js";

const KEPT = 8;
let told = [];

export function show(state) {
  const list = by("tale");
  const lines = state.tale.length ? state.tale : [say("quiet")];
  const old = [...list.children].map((item) => item.textContent);
  put("tale-title", say("tale"));
  if (!old.length || old.some((text, place) => text !== lines[place])) list.replaceChildren();
  for (const text of lines.slice(list.children.length)) list.append(make("li", {}, text));
  list.scrollTop = list.scrollHeight;
  put("last", state.tale.at(-1) ?? "");
  const goesOn = told.every((text, place) => text === state.tale[place]);
  announce(goesOn ? state.tale.slice(told.length) : state.tale);
  told = state.tale;
}

// A screen reader reads out what is added here, once.
export function announce(lines) {
  const news = by("news");
  news.append(...lines.map((text) => make("p", {}, text)));
  while (news.children.length > KEPT) news.firstChild.remove();
}
