// The page's own words, in the language of the table.
import { PHRASES, SOURCE } from "./phrases.js";

const browsers = navigator.language.slice(0, 2);
let spoken = PHRASES[browsers] ? browsers : SOURCE;

export const language = () => spoken;

export function speak(wanted) {
  spoken = wanted;
  if (document.documentElement.lang !== wanted) document.documentElement.lang = wanted;
}

// French has spaces before some signs and after «, and Russian before a dash; no line ends there.
export function unbroken(name, text) {
  return typeof text === "string" && name !== "key" && name !== "scene" ? text.replace(/(?<=«) | (?=[:;?!»→—])/g, "\u00a0") : text;
}

export function say(key, ...parts) {
  const phrase = unbroken("", PHRASES[spoken]?.[key] ?? PHRASES[SOURCE][key]);
  return phrase.replace(/\{(\d)\}/g, (_, place) => parts[Number(place)]);
}
