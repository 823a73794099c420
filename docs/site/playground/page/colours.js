// Colours of a rulebook, line by line, by the grammar that editors have: as much of TextMate's rules as it needs.
import { GRAMMAR, SCOPES } from "./words.js";

const MOST = 20000;
const LETTERS = "\\u00aa-\\u1fff\\u3040-\\ud7ff";
// As in editors, letters of all languages are letters. `\G` is where the rule around it has begun.
const translated = (source, begins) => source
  .replaceAll("[^\\W\\d_]", `[a-zA-Z${LETTERS}]`).replaceAll("[\\w", `[a-zA-Z0-9_${LETTERS}`).replaceAll("\\w", `[a-zA-Z0-9_${LETTERS}]`)
  .replaceAll("(?!\\G)", begins ? "(?!)" : "").replaceAll("\\G", begins ? "" : "(?!)");
const kind = (scope) => SCOPES[scope] ?? scope.split(".").at(-2);

// A state is what is open: a rule and its end, within another state. There is only one of each.
const states = new Map(), looks = new Map(), known = new Map(), numbers = new Map();
function state(rule, end, outer) {
  if (!numbers.has(rule)) numbers.set(rule, numbers.size);
  const key = `${outer?.number} ${numbers.get(rule)} ${end}`;
  if (!states.has(key)) states.set(key, { rule, end, outer, number: states.size });
  return states.get(key);
}
export const START = state(GRAMMAR, null, null);

function* inside(patterns) {
  for (const one of patterns) {
    if (one.include) {
      const { match, begin, patterns: inner } = GRAMMAR.repository[one.include.slice(1)];
      if (match || begin) yield GRAMMAR.repository[one.include.slice(1)]; else yield* inside(inner);
    } else yield one;
  }
}

// All that may come next, as one expression; of each alternative, the number of its first group.
function look(now, begins) {
  const key = `${numbers.get(now.rule)} ${begins} ${now.end}`;
  if (looks.has(key)) return looks.get(key);
  const rules = [...(now.end === null ? [] : [{ ends: true, match: now.end }]), ...inside(now.rule.patterns ?? [])];
  let group = 1;
  const parts = rules.map((rule) => {
    const source = translated(rule.match ?? rule.begin, begins), first = group;
    group += new RegExp(`${source}|`).exec("").length;
    return { rule, source, first };
  });
  looks.set(key, { parts, all: new RegExp(parts.map(({ source }) => `(${source})`).join("|"), "y") });
  return looks.get(key);
}

function capture(pieces, captures, groups, first, start, text) {
  for (const [number, rule] of Object.entries(captures ?? {})) {
    const { name, patterns } = rule;
    const words = groups[first + Number(number)];
    if (words === undefined) continue;
    // Groups follow one another with blanks between them, so a group begins where its words are found next.
    const at = number === "0" ? start : start + text.indexOf(words, pieces.reach - start > 0 ? pieces.reach - start : 0);
    if (name) pieces.push([at, at + words.length, kind(name)]);
    if (patterns) pieces.push(...read(words, state(rule, null, null)).pieces.map(([from, to, own]) => [at + from, at + to, own]));
    pieces.reach = at + words.length;
  }
}

function read(line, now) {
  const pieces = [];
  let place = 0, begun = -1;
  const opened = [];
  while (place <= line.length) {
    const { parts, all } = look(now, place === begun);
    all.lastIndex = place;
    const groups = all.exec(line);
    if (!groups) { place += 1; continue; }
    const { rule, first } = parts.find((part) => groups[part.first] !== undefined);
    const end = place + groups[0].length;
    pieces.reach = place;
    if (rule.name) pieces.push([place, end, kind(rule.name)]);
    capture(pieces, rule.ends ? now.rule.endCaptures ?? now.rule.captures : rule.beginCaptures ?? rule.captures, groups, first, place, groups[0]);
    if (rule.ends) {
      now = now.outer;
      begun = opened.pop() ?? -1;
    } else if (rule.begin) {
      now = state(rule, rule.end.replace("\\1", groups[first + 1] ?? ""), now);
      opened.push(begun);
      begun = end;
    } else if (end === place) place += 1;
    place = Math.max(place, end);
  }
  return { pieces, next: now };
}

// The pieces of a line that has a colour, and the state in which it leaves the next line.
export function coloured(line, now) {
  const key = `${now.number}\n${line}`;
  if (known.size > MOST) known.clear();
  if (!known.has(key)) known.set(key, read(line, now));
  return known.get(key);
}
