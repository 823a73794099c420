// Get Pyodide ready in a folder: node compile.mjs FOLDER SOURCES. Python's own library there is compiled in its place, the
// sources become engine.zip, and the memory of a Python that has just begun is kept, so that browsers need not begin it.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const [folder, sources] = process.argv.slice(2);
const library = `${folder}/python_stdlib.zip`;

async function compile(from, to) {
  const python = await loadPyodide();
  python.FS.writeFile("/sources.zip", new Uint8Array(readFileSync(from)));
  python.runPython(`
import importlib._bootstrap_external as bootstrap
from importlib.util import source_hash
from zipfile import ZIP_DEFLATED, ZipFile

with ZipFile("/sources.zip") as sources, ZipFile("/compiled.zip", "w", ZIP_DEFLATED) as compiled:
    for one in sources.infolist():
        text = sources.read(one)
        if one.filename.endswith(".py"):
            code = compile(text, one.filename, "exec", dont_inherit=True)
            one.filename, text = f"{one.filename}c", bootstrap._code_to_hash_pyc(code, source_hash(text), False)
        compiled.writestr(one.filename, text)
`);
  writeFileSync(to, python.FS.readFile("/compiled.zip"));
}

await compile(sources, `${folder}/engine.zip`);
await compile(library, library);
const begun = await loadPyodide({ indexURL: folder, _makeSnapshot: true });
writeFileSync(`${folder}/snapshot`, gzipSync(begun.makeMemorySnapshot(), { level: 9 }));
