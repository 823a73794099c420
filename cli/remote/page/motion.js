// Things that have moved on the table slide to where they are now, and new ones appear gradually.
// A thing is known by its name alone, as the seat may know it. Of several with one name, the nearest has moved.

// The title of a place with all that is on it is no thing's.
export const WHOLE = "whole";
const TIME = 200;
const MOST = 40;
const still = matchMedia("(prefers-reduced-motion: reduce)");

// Each thing that is seen is drawn after a title with its name.
function things(picture) {
  return [...picture.querySelectorAll(`g title:not(.${WHOLE})`)].flatMap((title) => {
    const parts = [];
    for (let one = title.nextElementSibling; one && !one.matches("title, :has(title)"); one = one.nextElementSibling) parts.push(one);
    if (!parts.length) return [];
    const box = parts[0].getBoundingClientRect();
    return [{ parts, name: title.textContent, x: box.x + box.width / 2 + scrollX, y: box.y + box.height / 2 + scrollY }];
  });
}
const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

// Look where everything is; the result shows how the next picture has come about.
export function begin(picture) {
  const before = picture && !still.matches && !document.hidden ? things(picture) : null;
  return (next) => { if (before) move(before, next); };
}

function move(before, picture) {
  const moved = [];
  const left = things(picture).filter((one) => {
    const same = before.findIndex((other) => other.name === one.name && apart(one, other) < 2);
    if (same >= 0) before.splice(same, 1);
    return same < 0;
  });
  for (const one of left) {
    const alike = before.filter((other) => other.name === one.name).sort((a, b) => apart(one, a) - apart(one, b));
    if (alike.length) before.splice(before.indexOf(alike[0]), 1);
    moved.push([one, alike[0]]);
  }
  // A table that is set up anew, or drawn anew for another width, has not moved.
  if (moved.length <= MOST) for (const [one, from] of moved) from ? slide(picture, one, from) : appear(one);
}

function appear({ parts }) {
  for (const part of parts) part.animate({ opacity: [0, 1] }, TIME);
}

// A copy slides above everything else, since a picture is painted in the order of its parts.
function slide(picture, { parts, x, y }, from) {
  const frame = document.createElementNS(picture.namespaceURI, "g"), copy = frame.cloneNode();
  const at = picture.getCTM().inverse().multiply(parts[0].parentNode.getCTM()), scale = picture.getScreenCTM().a;
  copy.setAttribute("transform", `matrix(${at.a} ${at.b} ${at.c} ${at.d} ${at.e} ${at.f})`);
  copy.append(...parts.map((part) => part.cloneNode(true)));
  frame.setAttribute("aria-hidden", "true");
  frame.append(copy);
  picture.append(frame);
  for (const part of parts) part.style.visibility = "hidden";
  const shift = `translate(${(from.x - x) / scale}px, ${(from.y - y) / scale}px)`;
  frame.animate({ transform: [shift, "none"] }, { duration: TIME, easing: "ease-out" }).finished.catch(() => {}).then(() => {
    frame.remove();
    for (const part of parts) part.style.visibility = "";
  });
}
