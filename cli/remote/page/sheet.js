// The rule sheet: it comes as Markdown, of which it uses headings, lists, one table, and signs behind a backslash.
import { make } from "./make.js";

const SKIPPED = /^(#\s|<!--|\|( \||--:))/;
const plain = (text) => text.replace(/\s*`[^`]*`$/, "").replace(/(?<!\\)\*/g, "").replace(/\\(.)/g, "$1").replace(/&amp;/g, "&");

export function drawn(lines) {
  const found = [];
  let lists = [];
  for (const line of lines) {
    const [, indent, rest] = line.match(/^( *)- (.*)$/) ?? [];
    if (rest !== undefined) {
      const depth = indent.length / 2;
      lists = lists.slice(0, depth + 1);
      if (lists.length <= depth) {
        const list = make("ul");
        (lists.at(-1)?.lastChild ?? { append: (one) => found.push(one) }).append(list);
        lists.push(list);
      }
      lists[depth].append(make("li", {}, plain(rest)));
      continue;
    }
    lists = [];
    const heading = line.match(/^(##+) (.*)$/);
    if (heading) found.push(make(`h${heading[1].length + 1}`, {}, plain(heading[2])));
    else if (line.startsWith("| ") && !SKIPPED.test(line)) found.push(make("p", {}, line.split("|").slice(2, -1).map(plain).join(" ")));
    else if (line && !SKIPPED.test(line)) found.push(make("p", {}, plain(line)));
  }
  return found;
}
