// What happened since this seat's last choice.
import { by, make, put } from "./make.js";
import { say } from "./speech.js";

export function show(state) {
  const list = by("tale");
  const lines = state.tale.length ? state.tale : [say("quiet")];
  const old = [...list.children].map((item) => item.textContent);
  put("tale-title", say("tale"));
  // Keep what is already there, so that a screen reader reads only what is new.
  if (!old.length || old.some((text, place) => text !== lines[place])) list.replaceChildren();
  for (const text of lines.slice(list.children.length)) list.append(make("li", {}, text));
  list.scrollTop = list.scrollHeight;
  put("last", state.tale.at(-1) ?? "");
}
