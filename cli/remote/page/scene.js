// The picture of the table. It comes drawn; the page lights up what can be chosen on it, and takes taps.
import * as choice from "./choice.js";
import { send } from "./connection.js";
import { by } from "./make.js";

const RESIZED = 300;
let drawn = "", width = 0, resized = 0;

// How wide the table may be drawn.
export function room() {
  by("seen").hidden = false;
  width = Math.floor(by("view").clientWidth) || document.documentElement.clientWidth;
  return width;
}

export function show(state) {
  if (drawn === state.scene) return;
  drawn = state.scene;
  const picture = new DOMParser().parseFromString(drawn, "image/svg+xml").documentElement;
  by("view").replaceChildren(document.importNode(picture, true));
}

export function light() {
  const taken = choice.picked();
  const next = new Set(choice.candidates().map((option) => option.at[taken.length]).filter(Boolean));
  for (const element of by("view").querySelectorAll("[data-at]")) {
    const at = element.dataset.at, open = next.has(at), mine = taken.includes(at);
    element.classList.toggle("open", open);
    element.classList.toggle("taken", mine);
    if (open || mine) {
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", element.dataset.name ?? at);
      element.setAttribute("aria-pressed", String(mine));
    } else for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) element.removeAttribute(name);
  }
}

function tapped(event) {
  const place = event.target.closest?.("[data-at].open, [data-at].taken");
  if (place) { event.preventDefault(); choice.tap(place.dataset.at); }
}

export function begin() {
  by("view").addEventListener("click", tapped);
  by("view").addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") tapped(event); });
  window.addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(() => { if (width !== room()) send("width", { width }); }, RESIZED);
  });
}
