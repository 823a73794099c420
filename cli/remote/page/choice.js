// The open question: what has been tapped so far, what can still be meant, and the answers that go to the table.
import { send } from "./connection.js";

let asked = null, answered = -1;
let taken = [];
// Of several things that are picked: those that were tapped, those that the table has already, and those that it gets next.
let picks = [], raised = [], queue = [];
let changed = () => {};

const PASS = "pass";
const alike = (one) => (other) => other.label === one.label && other.at.join() === one.at.join();

export const question = () => (asked && asked.number !== answered ? asked : null);
export const gathers = () => question() !== null && asked.most - asked.picked > 1;
export const picked = () => picks;
export const isFull = () => picks.length >= asked.most - asked.picked;
export const isEnough = () => picks.length > 0 && asked.picked + picks.length >= asked.least;

// The addresses that are chosen so far.
export const chosen = () => [...taken, ...[...raised, ...picks].flatMap((option) => option.at)];

// `doing` shows what has changed: something was tapped or put back, or an answer has gone to the table.
export function watch(doing) { changed = doing; }

// The table asks, or it does not; true if that is a new question.
export function open(next) {
  const isNew = next !== null && next.number !== asked?.number;
  if (isNew || !next) [taken, picks] = [[], []];
  asked = next;
  if (!isNew) return false;
  if (!asked.picked) [raised, queue] = [[], []];
  const wanted = queue.shift();
  if (!wanted) return true;
  const found = asked.options.find(alike(wanted)) ?? asked.options.find((option) => option.label === wanted.label);
  if (!found && wanted.key !== PASS) queue = [];
  else answer(found ?? wanted);
  return true;
}

// The table may ask the same question again.
export function again() { answered = -1; queue = []; raised = []; }

export function candidates() {
  const now = question();
  if (!now || now.kind === "words") return [];
  if (gathers()) return isFull() ? [] : now.options.filter((option) => !picks.includes(option));
  return now.options.filter((option) => taken.every((one, place) => option.at[place] === one));
}

// The addresses that may be tapped next.
export const next = () => new Set(candidates().map((option) => option.at[taken.length]).filter(Boolean));

// The options that no further tap tells apart: these are buttons.
export const beyond = () => candidates().filter((option) => option.at.length === taken.length);

// A tap takes what is there; when only one option is left, that is chosen. A second tap takes it back.
export function tap(at) {
  if (gathers()) {
    const here = (option) => option.at[0] === at;
    const option = picks.find(here) ?? candidates().find(here);
    if (option) take(option);
    return;
  }
  const before = taken;
  if (taken.includes(at)) { taken = taken.slice(0, taken.indexOf(at)); changed(); return; }
  taken = [...taken, at];
  const left = candidates();
  if (!left.length) taken = before;
  else if (left.length === 1 && left[0].at.length === taken.length) take(left[0]);
  else changed();
}

export function putBack() { taken = []; picks = []; changed(); }

// Take an option: it is the answer, or one of several things that are picked.
export function take(option) {
  if (!gathers()) answer(option);
  else if (option.key === PASS) done();
  else if (picks.includes(option)) { picks = picks.filter((one) => one !== option); changed(); }
  else if (!isFull()) { picks = [...picks, option]; changed(); }
}

// All that is wanted is picked: the table gets one after the other.
export function done() {
  const stops = isFull() ? [] : [{ key: PASS, label: "", at: [] }];
  const [first, ...rest] = [...picks, ...stops];
  queue = rest;
  answer(first);
}

export function say(words) { answer({ key: words, at: [] }); }

function answer(option) {
  answered = asked.number;
  if (asked.most > 1) raised = [...raised, option];
  [taken, picks] = [[], []];
  changed();
  send("choose", { number: answered, choice: option.key });
}
