// How the rulebook is played: its variant, its options, and who sits where. A link and this browser keep it.
const by = (id) => document.getElementById(id);
const ALONE = "1", NOBODY = "0";
// Only those that differ from what is usual; options by their names.
let chosen = {}, options = {}, offered = [], hears = () => {};

export function changed(hearer) { hears = hearer; }

// What a link says is believed until the rulebook has been looked at.
export function read(params) {
  chosen = {};
  options = {};
  for (const name of ["variant", "players", "seat"]) if (params.get(name)) chosen[name] = params.get(name);
  for (const one of params.getAll("set")) options[one.slice(0, one.indexOf("="))] = one.slice(one.indexOf("=") + 1);
  by("ways").replaceChildren();
  by("settings").hidden = true;
}

export const written = () => [...Object.entries(chosen), ...Object.entries(options).map(([name, value]) => ["set", `${name}=${value}`])];

// As the worker wants it: seats count from 0.
export function setting() {
  const { variant, players, seat = ALONE } = chosen;
  return { variants: variant ? [variant] : [], players: Number(players) || null, seat: seat === NOBODY ? null : Number(seat) - 1, options };
}

function row(own, name, title, value, control) {
  control.value = own[name] ?? value;
  if (!control.value || !control.checkValidity()) { delete own[name]; control.value = value; }
  control.addEventListener("change", () => {
    if (!control.value || !control.checkValidity()) return;
    if (control.value === value) delete own[name]; else own[name] = control.value;
    if (name === "players") offer(...offered);
    hears();
  });
  const label = document.createElement("label");
  label.append(Object.assign(document.createElement("span"), { textContent: title }), control);
  return label;
}

function list(values) {
  const control = document.createElement("select");
  control.append(...values.map(([value, text]) => Object.assign(document.createElement("option"), { value, textContent: text })));
  return control;
}

export function offer(message, say) {
  const { variants, players: [least, most] = [], options: known } = offered[0] = message;
  offered[1] = say;
  const ways = [], counts = Array.from({ length: most - least + 1 || 0 }, (_, more) => String(least + more));
  options = Object.fromEntries(known.filter(({ name }) => name in options).map(({ name }) => [name, options[name]]));
  if (counts.length > 1) ways.push(row(chosen, "players", say("players"), counts[0], list(counts.map((count) => [count, count]))));
  const seats = Array.from({ length: Number(chosen.players ?? least) || 0 }, (_, seat) => [String(seat + 1), say("player", seat + 1)]);
  if (seats.length) ways.push(row(chosen, "seat", say("you-play"), ALONE, list([...seats, [NOBODY, say("nobody")]])));
  if (variants.length) ways.push(row(chosen, "variant", say("variant"), "", list([["", say("no-variant")], ...variants.map(({ name, title }) => [name, title])])));
  for (const { name, title, default: value, least: low, most: high, values } of known) {
    const number = Object.assign(document.createElement("input"), { type: "number", min: low, max: high, required: true });
    ways.push(row(options, name, title, value, values.length ? list(values.map((one) => [one.name, one.title])) : number));
  }
  // Nobody loses the place in a list that has stayed as it was.
  const shape = JSON.stringify([variants, counts, seats, known, say("players")]);
  if (by("ways").dataset.shape !== shape || !by("ways").firstChild) by("ways").replaceChildren(...ways);
  by("ways").dataset.shape = shape;
  by("settings").hidden = !ways.length;
}

// The name that a rulebook gives itself.
export const named = (text) => /^(?:game|variant)\s+([\w-]+)/m.exec(text)?.[1] ?? "game";
