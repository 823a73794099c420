// A Python of its own, in which a rulebook is checked (the worker is named "checks") or played ("plays"). It says what it is
// doing, so that the page can end it if that takes too long.
import { loadPyodide } from "./engine/pyodide.mjs";

const PAUSE = 400, PACE = 800;
const wait = (time) => new Promise((done) => { setTimeout(done, time); });
const say = (text) => postMessage({ text });

const part = (name) => fetch(new URL(`engine/${name}`, import.meta.url));

function timed(doing, work) {
  postMessage({ doing });
  const found = work();
  postMessage({ doing: "" });
  return found;
}

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

// Each text is looked at twice: for mistakes at once, and for everything else when nobody types. The last text counts. Without
// a number, the text is to be mended, or somebody wants to know what can be written at a place, or what is there.
async function checks() {
  const rulebook = (await engine()).pyimport("rulewright.cli.playground.written_rulebook").WrittenRulebook();
  const told = (work) => JSON.parse(timed("checking", work));
  return async ({ number, text, language, place, rests }, isLast) => {
    if (rests !== undefined) postMessage({ about: timed("checking", () => rulebook.about(text, rests)) });
    else if (place !== undefined) postMessage({ text, place, ...told(() => rulebook.offers(text, place)) });
    else if (!number) postMessage({ text, mended: timed("checking", () => rulebook.mended(text)) });
    if (!number || !isLast()) return;
    postMessage({ number, whole: false, ...told(() => rulebook.look(text, language)) });
    await wait(PAUSE);
    if (isLast()) postMessage({ number, whole: true, ...told(() => rulebook.look_further(language)) });
  };
}

// The computer players choose one by one, so that messages of the page get in between.
async function plays() {
  const { begin } = (await engine()).pyimport("rulewright.cli.playground.local_table");
  let table = null, hello = "", thinking = false, pace = 0;
  const think = async () => {
    if (thinking) return;
    thinking = true;
    try {
      do await wait(pace); while (table && timed("thinking", () => table.think()));
    } finally { thinking = false; }
  };
  return ({ wanted, said }) => {
    if (wanted) {
      const begun = timed("opening", () => begin(JSON.stringify(wanted), say));
      if (!begun) return;
      table = begun;
      pace = wanted.seat === null ? PACE : 0;
    } else if (JSON.parse(said).type === "hello") hello = said;
    // The table greets back as soon as there is one.
    const heard = wanted ? hello : said;
    if (table && heard) timed("hearing", () => table.hear(heard));
    return think();
  };
}

const roles = { checks, plays };
const role = roles[self.name]();
let last = 0;
const broken = (error) => postMessage({ broken: String(error.message ?? error), fatal: Boolean(error.pyodide_fatal_error) });
self.onmessage = async ({ data }) => {
  const mine = self.name === "checks" && !data.number ? last : last += 1;
  try {
    await (await role)(data, () => mine === last);
  } catch (error) { broken(error); }
};
role.then(() => postMessage({ ready: true }), broken);
