// A Python of its own, in which a rulebook is checked (the worker is named "checks") or played ("plays").
import { loadPyodide } from "./engine/pyodide.mjs";

const PAUSE = 600;
const wait = (time) => new Promise((done) => { setTimeout(done, time); });
const say = (text) => postMessage(text);

const part = (name) => fetch(new URL(`engine/${name}`, import.meta.url));

// To begin from a snapshot takes a sixth of the time that Python needs to come up by itself.
async function snapshot() {
  const { body } = await part("snapshot");
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function engine() {
  const [python, zip] = await Promise.all([
    loadPyodide({ indexURL: new URL("engine/", import.meta.url).href, _loadSnapshot: snapshot() }),
    part("engine.zip").then((answer) => answer.arrayBuffer()),
  ]);
  python.FS.writeFile("/engine.zip", new Uint8Array(zip));
  python.runPython("import sys; sys.path.insert(0, '/engine.zip')");
  return python;
}

// Each text is looked at twice: for mistakes at once, and for everything else when nobody types. The last text counts.
async function checks() {
  const rulebook = (await engine()).pyimport("rulewright.cli.playground.written_rulebook").WrittenRulebook();
  return async ({ number, text, language }, isLast) => {
    if (!isLast()) return;
    postMessage({ number, whole: false, ...JSON.parse(rulebook.look(text, language)) });
    await wait(PAUSE);
    if (isLast()) postMessage({ number, whole: true, ...JSON.parse(rulebook.look_further(language)) });
  };
}

// The computer players choose one by one, so that messages of the page get in between.
async function plays() {
  const { begin } = (await engine()).pyimport("rulewright.cli.playground.local_table");
  let table = null, hello = "", thinking = false;
  const think = async () => {
    if (thinking) return;
    thinking = true;
    do await wait(0); while (table?.think());
    thinking = false;
  };
  return ({ wanted, said }) => {
    if (wanted) {
      const begun = begin(JSON.stringify(wanted), say);
      if (!begun) return;
      table = begun;
      say('{"type":"begun"}');
    } else if (JSON.parse(said).type === "hello") hello = said;
    // The table greets back as soon as there is one.
    const heard = wanted ? hello : said;
    if (table && heard) table.hear(heard);
    return think();
  };
}

const roles = { checks, plays };
const role = roles[self.name]();
let last = 0;
self.onmessage = async ({ data }) => {
  const mine = last += 1;
  try {
    await (await role)(data, () => mine === last);
  } catch (error) {
    postMessage({ broken: String(error.message ?? error) });
  }
};
role.then(() => postMessage({ ready: true }), (error) => postMessage({ broken: String(error.message ?? error) }));
