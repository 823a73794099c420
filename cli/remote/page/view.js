// Turn a view of the table into elements of the page. All content becomes text, never markup.
import { UNSAID } from "./phrases.js";

const unsaid = new Set(UNSAID);
const CHESS = /^([a-z]+)([0-9]+)$/;
export const MOST_OWNERS = 12;

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// A thing is a title, or a title with the owner and the title for that player.
function thing(one, times, seat) {
  const text = Array.isArray(one) ? one[one[1] === seat ? 2 : 0] : one;
  const shown = times > 1 ? `${text} ×${times}` : text;
  const owned = Array.isArray(one) && one[1] < MOST_OWNERS;
  return owned ? make("span", { class: `owned o${Number(one[1])}` }, shown) : shown;
}

function things(all, seat = -1) {
  const groups = [];
  for (const one of all) {
    const key = JSON.stringify(one);
    const last = groups.at(-1);
    if (last && last.key === key) last.times += 1;
    else groups.push({ key, one, times: 1 });
  }
  return groups.flatMap((group, place) => (place ? [", "] : []).concat([thing(group.one, group.times, seat)]));
}

function field(own, say, always) {
  if (own.value !== null && unsaid.has(own.value) && !(always && own.value !== "")) return null;
  return make("li", {}, `${own.title}: ${own.value === null ? say("hidden") : own.value}`);
}

function place(own, say, seat = -1) {
  if (own.count === 0) return null;
  const seen = own.things ?? [], below = own.count === null ? null : own.count - seen.length;
  const hidden = own.things !== null && below === 0 ? [] : [below === null ? say("hidden") : say("hidden-things", below)];
  const marks = own.partly.length ? [" [", ...things(own.partly), "]"] : [];
  const between = seen.length && hidden.length ? [", "] : [];
  return make("li", {}, `${own.title}: `, ...things(seen, seat), ...between, ...hidden, ...marks);
}

function list(items) {
  const there = items.filter((item) => item !== null);
  return there.length ? make("ul", {}, ...there) : null;
}

function line(board, say) {
  const rows = board.spaces.map((space) => {
    const told = space.fields.filter((own) => own.value !== null && !unsaid.has(own.value));
    const details = told.map((own) => `${own.title} ${own.value}`).join(", ");
    const content = space.things.length ? things(space.things) : details ? [] : [say("empty")];
    return make("li", {}, `${space.title}: `, ...content, details ? ` (${details})` : "");
  });
  return make("section", {}, make("h3", {}, board.title), make("ul", {}, ...rows));
}

function grid(board, say) {
  const columns = new Map(), rows = new Map(), cells = new Map();
  for (let column = 1; column <= board.columns; column += 1) columns.set(column, String(column));
  for (let row = board.rows; row >= 1; row -= 1) rows.set(row, String(row));
  for (const space of board.spaces) {
    const named = CHESS.exec(space.name);
    if (named) { columns.set(space.column, named[1]); rows.set(space.row, named[2]); }
    const told = space.fields.filter((own) => own.value !== null && !unsaid.has(own.value)).map((own) => own.value);
    cells.set(`${space.row},${space.column}`, [...things(space.things), told.length ? ` (${told.join(", ")})` : ""]);
  }
  const head = make("tr", {}, make("td"), ...[...columns.values()].map((name) => make("th", { scope: "col" }, name)));
  const body = [...rows].map(([row, name]) => make("tr", {}, make("th", { scope: "row" }, name),
    ...[...columns.keys()].map((column) => make("td", {}, ...(cells.get(`${row},${column}`) ?? [])))));
  const table = make("table", {}, make("caption", {}, board.title), make("thead", {}, head), make("tbody", {}, ...body));
  return make("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": board.title }, table);
}

function player(one, view, say) {
  const own = one.seat === view.seat;
  const parts = list([...one.fields.map((each) => field(each, say, each.name === "score")), ...one.places.map((each) => place(each, say, one.seat))]);
  const name = own ? `${one.name} (${say("you")})` : one.name;
  return make("section", own ? { class: "mine" } : {}, make("h3", {}, name), ...(parts ? [parts] : []));
}

function value(one, say) {
  const seen = one.fields.filter((own) => own.value !== null);
  const parts = list([...seen.map((own) => field(own, say)), ...one.places.map((own) => place(own, say))]);
  return parts ? make("section", {}, make("h3", {}, one.title), parts) : null;
}

// The viewer's own side comes first: on a small screen, that is nearest to the question.
export function draw(view, say) {
  const own = view.players.filter((one) => one.seat === view.seat);
  const others = view.players.filter((one) => one.seat !== view.seat);
  return [
    ...own.map((one) => player(one, view, say)),
    list(view.table.filter((each) => each.value !== null).map((each) => field(each, say))),
    ...view.boards.map((board) => (board.kind === "grid" ? grid : line)(board, say)),
    list(view.places.map((each) => place(each, say))),
    ...view.values.map((one) => value(one, say)),
    ...others.map((one) => player(one, view, say)),
  ].filter((part) => part !== null);
}
