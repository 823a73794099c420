// The players at the table.
import { by, make, put } from "./make.js";
import { say } from "./speech.js";

export function show(state) {
  put("people-title", say("players"));
  by("players").replaceChildren(...state.players.map((one, seat) => make("li", {}, make("bdi", {}, one.name), ["",
    one.program ? say("program") : say(one.free ? "free" : one.here ? "here" : "away"),
    ...(state.waiting.includes(seat) && !one.free ? [say("chooses")] : []),
  ].join(" – "))));
}
