// What can be written where somebody types: a list below the caret, for the keyboard and for taps.
const list = document.getElementById("offers"), box = document.getElementById("text");
let found = [], from = 0, place = 0;

const isOpen = () => !list.hidden;

export function close() {
  list.hidden = true;
  box.removeAttribute("aria-activedescendant");
}

function mark(number) {
  place = (number + found.length) % found.length;
  [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === place)));
  list.children[place].scrollIntoView({ block: "nearest" });
  box.setAttribute("aria-activedescendant", list.children[place].id);
}

export function show({ start, offers }, { x, y }, take) {
  found = offers;
  from = start;
  if (!found.length) { close(); return; }
  list.replaceChildren(...found.map(({ label, what }, number) => {
    const item = Object.assign(document.createElement("li"), { id: `offer-${number}`, textContent: label, role: "option" });
    item.append(" ", Object.assign(document.createElement("small"), { textContent: what }));
    // The text keeps the focus.
    item.addEventListener("mousedown", (event) => { event.preventDefault(); close(); take(from, found[number].text); });
    return item;
  }));
  list.hidden = false;
  list.style.left = `${x}px`;
  list.style.top = `${y}px`;
  mark(0);
}

// `asks` wants the offers for the caret, and `take` writes one of them.
export function begin(asks, take) {
  box.addEventListener("keydown", (event) => {
    const { key } = event;
    if (key === " " && event.ctrlKey) asks();
    else if (!isOpen()) return;
    else if (key === "ArrowDown" || key === "ArrowUp") mark(place + (key === "ArrowDown" ? 1 : -1));
    else if ((key === "Enter" && !event.ctrlKey) || key === "Tab") { close(); take(from, found[place].text); }
    else if (key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  box.addEventListener("input", () => { if (isOpen()) asks(); });
  for (const kind of ["blur", "scroll", "mousedown"]) box.addEventListener(kind, close);
}
