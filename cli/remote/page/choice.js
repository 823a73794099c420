// The open question: what has been tapped so far, what can still be meant, and the answer that goes to the table.
import { send } from "./connection.js";

let asked = null, answered = -1, taken = [];
let changed = () => {};

export const question = () => (asked && asked.number !== answered ? asked : null);
export const picked = () => taken;

// `doing` shows what has changed: something was tapped or put back, or the answer has gone to the table.
export function watch(doing) { changed = doing; }

// The table asks, or it does not; true if that is a new question.
export function open(next) {
  const isNew = next !== null && next.number !== asked?.number;
  if (isNew || !next) taken = [];
  asked = next;
  return isNew;
}

// The table may ask the same question again.
export function again() { answered = -1; }

export function candidates() {
  const now = question();
  return !now || now.kind === "words" ? [] : now.options.filter((option) => taken.every((one, place) => option.at[place] === one));
}

// A tap takes what is there; when only one option is left, that is chosen. A second tap takes it back.
export function tap(at) {
  const before = taken;
  if (taken.includes(at)) { taken = taken.slice(0, taken.indexOf(at)); changed(); return; }
  taken = [...taken, at];
  const left = candidates();
  if (!left.length) taken = before;
  else if (left.length === 1 && left[0].at.length === taken.length) choose(left[0].key);
  else changed();
}

export function putBack() { taken = []; changed(); }

export function choose(choice) {
  const { number } = asked;
  answered = number;
  taken = [];
  changed();
  send("choose", { number, choice });
}
