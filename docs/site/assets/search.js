// Search the words of all pages, which are loaded when somebody begins to type; and open the list of pages where it fits.
"use strict";

{
  const MOST = 30;
  const root = document.currentScript.dataset.root;
  const box = document.querySelector(".search");
  const input = box.querySelector("input");
  const list = box.querySelector(".found");
  const pages = document.querySelector(".pages details");
  let sections = null;

  // On a wide screen the list is beside the text, on a narrow one it can be opened.
  const wide = matchMedia("(min-width: 52.01rem)");
  const arrange = () => { pages.open = wide.matches; };
  wide.addEventListener("change", arrange);
  arrange();
  pages.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  scrollTo({ top: location.hash ? scrollY : 0 });

  // A page in a folder may not read other files, but it may run them.
  const fetchWords = () => {
    if (sections) return;
    sections = [];
    window.found = (all) => {
      sections = all.map(([path, anchor, title, heading, text]) => ({
        path, anchor, title, heading, text,
        low: [heading, title, text].map((one) => one.toLowerCase()),
      }));
      show();
    };
    const script = document.createElement("script");
    script.src = `${root}assets/words.js`;
    document.head.append(script);
  };

  // A word counts most as a whole heading, then in a heading, in the page's title, and in the text; all words must be there.
  const weight = (section, words) => {
    const [heading, title, text] = section.low;
    let sum = heading === words.join(" ") ? 100 : 0;
    for (const word of words) {
      const begins = new RegExp(`(^|[^\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u");
      const here = (begins.test(heading) ? 20 : heading.includes(word) ? 8 : 0) + (begins.test(title) ? 6 : 0)
        + (begins.test(text) ? 3 : text.includes(word) ? 1 : 0);
      if (!here) return 0;
      sum += here;
    }
    return sum;
  };

  const marked = (text, words) => {
    const part = document.createDocumentFragment();
    const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`, "giu");
    text.split(pattern).forEach((piece, place) => {
      part.append(place % 2 ? Object.assign(document.createElement("mark"), { textContent: piece }) : piece);
    });
    return part;
  };

  const around = (section, words) => {
    const at = Math.max(0, Math.min(...words.map((word) => section.low[2].indexOf(word)).filter((place) => place >= 0)) - 30);
    return Number.isFinite(at) && at ? `… ${section.text.slice(at)}` : section.text;
  };

  const entry = (section, words) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = `${root}${section.path}${section.anchor ? `#${section.anchor}` : ""}`;
    const heading = document.createElement("b");
    heading.append(marked(section.heading, words));
    const below = document.createElement("small");
    const where = section.title === section.heading ? "" : `${section.title}: `;
    below.append(where, marked(around(section, words).slice(0, 160), words));
    link.append(heading, below);
    item.append(link);
    return item;
  };

  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    list.hidden = !words.length;
    if (!words.length) return;
    const best = sections.map((section) => [weight(section, words), section]).filter(([sum]) => sum)
      .sort(([one], [other]) => other - one).slice(0, MOST);
    const none = Object.assign(document.createElement("li"), { className: "none", textContent: "Nothing of that kind." });
    list.replaceChildren(...(best.length ? best.map(([, section]) => entry(section, words)) : [none]));
  };

  box.hidden = false;
  input.addEventListener("focus", fetchWords);
  input.addEventListener("input", () => { fetchWords(); show(); });
  document.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      input.focus();
    } else if (event.key === "Escape" && box.contains(document.activeElement)) {
      list.hidden = true;
      input.blur();
    } else if (event.key === "ArrowDown" && box.contains(document.activeElement) && links.length) {
      (links[at + 1] ?? links[0]).focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      (links[at - 1] ?? input).focus();
    } else if (event.key === "Enter" && document.activeElement === input && links.length) {
      links[0].click();
    } else {
      return;
    }
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    // A link on the same page also leads away from the list.
    if (!box.contains(event.target) || event.target.closest("a")) list.hidden = true;
  });
}
