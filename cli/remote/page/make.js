// Make and fill elements of the page. All content becomes text, never markup.
export const by = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") element.className = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

export function put(id, text) {
  const element = by(id);
  // A screen reader should not repeat what has not changed.
  if (element.textContent !== text) element.textContent = text;
}
